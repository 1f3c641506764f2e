//! Scenario 2 as printed: a set-up of the owner's choice, the planned drops, goals (11.0).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Outcome, Position, Seed, Seeded, Side, Whim};

use super::super::action::Action;
use super::super::frame::{Frame, LeaderJoins};
use super::super::ground::Victory;
use super::super::rulings::{GoalTiming, PrecisionGoal, StartValues};
use super::super::state::Battle;
use super::desk::*;

fn precision() -> Battle {
    Files::default().scenario("precision")
}

/// Plays on at random until `until`; what each unit had to choose from when it was set up.
fn play(battle: &mut Battle, seed: u64, until: impl Fn(&Battle) -> bool) -> Vec<(String, usize)> {
    let (mut dice, mut whim) = (Seeded::new(Seed(seed)), Whim::new(Seed(seed), Side::Allied));
    let mut choices = Vec::new();
    battle.open(&mut dice, &mut Vec::new());
    while !until(battle) {
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        if let (Some(Frame::SettingUp(_)), Some(unit)) = (battle.frames.last(), battle.subject()) {
            choices.push((battle.counter(unit).id.clone(), legal.len()));
        }
        let chosen = legal[whim.below(legal.len())];
        battle.apply_unchecked(chosen, &mut dice, &mut Vec::new());
    }
    choices
}

/// Battalion by battalion: the hex round which it stands, and how far from it.
const POSTS: [(&[&str], &[&str], u8); 8] = [
    (
        &["aus-2-1-a", "aus-2-1-b", "aus-2-1-c", "aus-2-1-d", "aus-2-1-hq", "aus-2-1-s"],
        &["29.14"],
        2,
    ),
    (&["aus-2-11-a", "aus-2-11-b", "aus-2-11-c", "aus-2-11-d", "aus-2-11-s"], &["24.14"], 2),
    (&["gr-4-1", "gr-4-2", "gr-4-3", "gr-4-4", "gr-4-5", "gr-4-6"], &["26.14"], 1),
    (&["gr-5-1", "gr-5-2", "gr-5-3", "gr-5-4", "gr-5-5", "gr-5-6"], &["26.17"], 1),
    (&["pol-rethymnon", "pol-platanias", "pol-gallos", "pol-perivolia"], &["09.15"], 1),
    (&["aus-2-1mg"], &["24.14", "29.14"], 2),
    (&["aus-2-3raa-b"], &["29.14"], 1),
    (&["uk-106rha-sec"], &["24.14"], 1),
];

#[test]
fn m11_0_units_stand_within_reach_of_their_hex_one_of_a_battalion_in_each() {
    let mut machine_guns = BTreeSet::new();
    for seed in 0..8 {
        let mut battle = precision();
        play(&mut battle, seed, |battle| battle.playing.is_some());
        let find = |label: &str| battle.ground.map.find(label, None).unwrap();
        let at = |id: &str| {
            let unit = battle.ids().find(|&unit| battle.counter(unit).id == id).unwrap();
            battle.hex(unit).unwrap()
        };
        for (units, centres, reach) in POSTS {
            let hexes: BTreeSet<_> = units.iter().map(|unit| at(unit)).collect();
            assert_eq!(hexes.len(), units.len(), "{units:?}: one unit per hex");
            for hex in hexes {
                let near = |label: &&str| battle.ground.distance(find(label), hex) <= reach;
                assert!(centres.iter().any(near), "{units:?} in {}", battle.ground.map.label(hex));
            }
        }
        assert_eq!(at("uk-7rtr-a"), find("28.14"));
        machine_guns.insert(battle.ground.distance(find("24.14"), at("aus-2-1mg")) <= 2);
    }
    assert_eq!(machine_guns.len(), 2, "the machine guns may stand with either battalion");
}

#[test]
fn m11_0_a_battalion_keeps_its_own_hexes_apart_and_shares_them_with_others() {
    let mut battle = precision();
    let choices = play(&mut battle, 3, |battle| battle.playing.is_some());
    let of = |id: &str| choices.iter().find(|(known, _)| known == id).map(|choice| choice.1);
    let hexes = of("aus-2-1-a").unwrap();
    assert!((10..=19).contains(&hexes), "{hexes} hexes within two of 29.14");
    // Each that follows has one hex less, its neighbours' hexes not counted.
    assert_eq!(of("aus-2-1-s"), Some(hexes - 5));
    assert_eq!(of("gr-4-6"), Some(2), "six companies on the seven hexes within one of 26.14");
    // The guns may stand with anybody.
    let map = &battle.ground.map;
    let centre = map.find("29.14", None).unwrap();
    assert_eq!(of("aus-2-3raa-b"), Some(1 + map.neighbours(centre).count()));
}

#[test]
fn m11_0_the_planned_sticks_jump_in_the_first_turn() {
    let battle = precision();
    let sticks: Vec<(usize, usize)> =
        battle.ground.sticks.iter().map(|stick| (stick.units.len(), stick.hexes.len())).collect();
    assert_eq!(sticks.iter().map(|stick| stick.0).collect::<Vec<_>>(), [7, 1, 6]);
    assert!(sticks[0].1 >= 7 && sticks[2].1 >= 6, "room for one unit per hex: {sticks:?}");
    assert!(battle.ground.sticks.iter().all(|stick| stick.turn == 0 && !stick.glider));
}

#[test]
fn m11_0_a_leader_lands_with_any_of_his_units_of_the_drop() {
    let mut battle = precision();
    let leads = |battle: &Battle| match battle.frames.last() {
        Some(Frame::LeaderJoins(LeaderJoins { leader })) => {
            battle.ground.leaders[leader.index()].id == "ldr-fjr2-i"
        }
        _ => false,
    };
    play(&mut battle, 2, leads);
    let mut legal = Vec::new();
    battle.legal_actions(&mut legal);
    let with: BTreeSet<&str> = legal
        .iter()
        .map(|action| match action {
            Action::LeaderWith(unit) => battle.counter(*unit).id.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    // The company of Stick Two is his as much as those of Stick Three.
    assert_eq!(with, ["fjr2-1", "fjr2-2", "fjr2-3", "fjr2-4"].into());
}

/// The judgement at the end of these turns: who holds port, west end and east end, and German steps lost.
fn judged(battle: &Battle, turns: &[(u16, [Side; 3], u16)]) -> (Option<Side>, u16, i32) {
    let mut battle = battle.clone();
    for &(turn, control, lost) in turns {
        battle.turn = turn;
        battle.control = control.into();
        battle.tally.steps_lost.german = lost;
        battle.end_turn(turn == 10, &mut Vec::new());
        if let Outcome::Over { winner, margin, .. } = battle.outcome {
            return (winner, turn, margin);
        }
    }
    panic!("the last turn ends the game");
}

const NONE: [Side; 3] = [Side::Allied; 3];
const PORT: [Side; 3] = [Side::German, Side::Allied, Side::Allied];
const FIELD: [Side; 3] = [Side::Allied, Side::German, Side::German];
const WEST: [Side; 3] = [Side::Allied, Side::German, Side::Allied];
const ALL: [Side; 3] = [Side::German; 3];

#[test]
fn m11_0_port_or_airfield_at_the_end_against_eleven_steps() {
    let battle = precision();
    let (german, allied) = (Some(Side::German), Some(Side::Allied));
    for held in [PORT, FIELD, ALL] {
        assert_eq!(judged(&battle, &[(10, held, 10)]), (german, 10, 1));
        assert_eq!(judged(&battle, &[(10, held, 11)]), (None, 10, 0), "both: a draw");
    }
    for short in [NONE, WEST] {
        assert_eq!(judged(&battle, &[(10, short, 11)]), (allied, 10, -1));
        assert_eq!(judged(&battle, &[(10, short, 10)]), (None, 10, 0), "neither: a draw");
    }
    // What was held before the end does not count.
    assert_eq!(judged(&battle, &[(4, ALL, 2), (10, NONE, 3)]), (None, 10, 0));
}

#[test]
fn ruling_sc2_goal() {
    let word = PrecisionGoal::AllAnyTurn.word();
    let battle = ruled("precision", "sc2_goal", word);
    let german = Some(Side::German);
    for short in [PORT, FIELD] {
        assert_eq!(judged(&battle, &[(10, short, 3)]), (None, 10, 0));
    }
    assert_eq!(judged(&battle, &[(10, ALL, 3)]), (german, 10, 8));
    assert_eq!(
        judged(&battle, &[(4, ALL, 2), (10, NONE, 3)]),
        (german, 10, 8),
        "once met it stays"
    );
}

#[test]
fn ruling_sc1_timing_ends_scenario_2_by_the_allied_goal_alone() {
    let mut battle = precision();
    alloc::sync::Arc::make_mut(&mut battle.ground).rulings.sc1_timing = GoalTiming::SuddenDeath;
    assert_eq!(judged(&battle, &[(4, NONE, 11)]), (Some(Side::Allied), 4, -1));
    // The German goal is one of the end of the game.
    assert_eq!(judged(&battle, &[(4, ALL, 2), (10, NONE, 3)]), (None, 10, 0));
    assert_eq!(judged(&battle, &[(4, ALL, 11)]).1, 4);
}

#[test]
fn ruling_start_values() {
    let start = |battle: &Battle| {
        let regiment = battle.ground.divisions.iter().position(|card| card.id == "FJR 2").unwrap();
        (battle.command.points[regiment], battle.command.dispatch[regiment])
    };
    assert_eq!(start(&precision()), (3, 2));
    let word = StartValues::French.word();
    assert_eq!(start(&ruled("precision", "start_values", word)), (2, 3));
}

#[test]
fn the_margin_counts_from_eleven_steps() {
    let Victory::GoalsOfBoth { ways, at_the_end, german_steps, .. } = &precision().ground.victory
    else {
        panic!("both sides have goals");
    };
    assert_eq!((ways.len(), *at_the_end, *german_steps), (2, true, 11));
    assert_eq!(judged(&precision(), &[(10, PORT, 0)]).2, 11);
}
