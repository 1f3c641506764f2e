//! Scenario 1 as printed: set-up, night, goals (11.0).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Direction, Outcome, Position, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::fire::{Mod, Mode};
use super::super::frame::{Activation, Begin, Frame, LeaderJoins};
use super::super::ground::SetUp;
use super::super::rulings::{AlliedSteps, GoalTiming, NightReduces};
use super::super::state::Battle;
use super::desk::*;

/// The scenario set up with this seed, by the first option of each choice; what the units that
/// begin had to choose from.
fn set_up(seed: u64) -> (Battle, BTreeMap<String, Vec<Action>>) {
    let mut battle = Files::default().scenario("snafu");
    let mut dice = Seeded::new(Seed(seed));
    let mut choices = BTreeMap::new();
    battle.open(&mut dice, &mut Vec::new());
    while battle.playing.is_none() {
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        if let Some(&Frame::Begin(Begin { unit, .. })) = battle.frames.last() {
            choices.insert(battle.counter(unit).id.clone(), legal.clone());
        }
        battle.apply_unchecked(legal[0], &mut dice, &mut Vec::new());
    }
    (battle, choices)
}

#[test]
fn m11_0_greeks_and_police_are_spread_at_random_one_a_hex() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for seed in 0..12 {
        let (battle, _) = set_up(seed);
        for item in &battle.ground.set_up {
            let SetUp::Random { units, hexes } = item else { continue };
            let at: BTreeSet<_> = units.iter().filter_map(|&unit| battle.hex(unit)).collect();
            assert_eq!(at, hexes.iter().copied().collect(), "each hex has one");
            for &unit in units {
                let label = battle.ground.map.label(battle.hex(unit).unwrap());
                places.entry(battle.counter(unit).id.clone()).or_default().insert(label);
            }
        }
    }
    assert_eq!(places.len(), 16, "four battalions of three and four police posts");
    assert!(places.values().all(|seen| seen.len() >= 2), "{places:?}");
    assert_eq!(places["pol-rethymnon"].len(), 4);
    let again = |seed| set_up(seed).0.units;
    assert_eq!(again(3), again(3));
}

#[test]
fn m11_0_those_the_text_names_may_begin_in_an_improved_position() {
    let (_, choices) = set_up(1);
    let may = |id: &str| {
        let list = choices.get(id).map_or(&[][..], Vec::as_slice);
        list.iter().any(|action| matches!(action, Action::Begin { dug_in: true, .. }))
    };
    for id in ["aus-2-1-a", "aus-2-1-hq", "aus-2-1-s", "aus-2-11-d", "aus-2-11-s", "aus-2-1mg"] {
        assert!(may(id), "{id}");
    }
    for id in ["uk-7rtr-a", "aus-2-3raa-b", "uk-106rha-sec", "gr-4-1", "pol-rethymnon"] {
        assert!(!may(id), "{id}");
    }
}

#[test]
fn m11_0_a_unit_that_begins_dug_in_is_dug_in() {
    let mut battle = Files::default().scenario("snafu");
    let mut dice = Seeded::new(Seed(1));
    battle.open(&mut dice, &mut Vec::new());
    let Some(&Frame::Begin(Begin { unit, .. })) = battle.frames.last() else {
        panic!("a choice to begin")
    };
    let dug_in = Action::Begin { column: false, mounted: false, dug_in: true };
    battle.apply(dug_in, &mut dice, &mut Vec::new()).unwrap();
    assert!(battle.unit(unit).improved && !battle.unit(unit).column);
}

/// Who comes with each German leader: any unit of his that jumps in the first turn, whatever its stick.
#[test]
fn m11_0_each_german_leader_lands_with_any_of_his_units() {
    let (mut battle, _) = set_up(1);
    let mut dice = Seeded::new(Seed(1));
    let mut seen = BTreeMap::new();
    while !matches!(battle.frames.last(), Some(Frame::Activation(Activation))) {
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        if let Some(&Frame::LeaderJoins(LeaderJoins { leader })) = battle.frames.last() {
            let with = |action: &Action| match action {
                Action::LeaderWith(unit) => battle.counter(*unit).id.clone(),
                other => panic!("{other:?}"),
            };
            let ids: BTreeSet<String> = legal.iter().map(with).collect();
            seen.insert(battle.ground.leaders[leader.index()].id.clone(), ids);
        }
        battle.apply_unchecked(legal[0], &mut dice, &mut Vec::new());
    }
    let ids = |ids: &[&str]| ids.iter().map(|&id| String::from(id)).collect::<BTreeSet<_>>();
    let expected = [
        ("ldr-fjr2-i", ids(&["fjr2-1", "fjr2-2", "fjr2-3", "fjr2-4"])),
        ("ldr-fjr2-iii", ids(&["fjr2-9", "fjr2-10", "fjr2-11", "fjr2-12"])),
    ];
    assert_eq!(seen, expected.map(|(leader, units)| (leader.into(), units)).into());
}

#[test]
fn ruling_allied_steps() {
    for (reading, winner) in
        [(AlliedSteps::All, Some(Side::Allied)), (AlliedSteps::ByAlliedAction, None)]
    {
        let mut desk = Desk::snafu();
        desk.rulings().allied_steps = reading;
        // Thirteen steps, one of them lost on the drop table.
        desk.battle.tally.steps_lost.german = 13;
        desk.state(FJR1).lost_dropping = 1;
        let short = desk.battle.short().0;
        assert_eq!(short, Some(u16::from(winner.is_none())), "{reading:?}");
        // One more by fire, and the Allies have theirs under either reading.
        let mut more = desk.battle.clone();
        more.tally.steps_lost.german = 14;
        desk.battle.end_turn(true, &mut Vec::new());
        let won = |battle: &Battle| match battle.outcome {
            Outcome::Over { winner, .. } => winner,
            Outcome::Undecided => panic!("the last turn is over"),
        };
        assert_eq!(won(&desk.battle), winner, "{reading:?}");
        more.end_turn(true, &mut Vec::new());
        assert_eq!(won(&more), Some(Side::Allied));
    }
}

#[test]
fn m1_0_the_fourth_turn_is_night() {
    let mut desk = Desk::snafu();
    desk.place(FJR_MG, "20.15");
    desk.place(AUS, "20.16");
    let night: Vec<bool> = (0..11).map(|turn| desk.battle.ground.night(turn)).collect();
    assert_eq!(night.iter().position(|&night| night), Some(3));
    assert_eq!(night.iter().filter(|&&night| night).count(), 1);
    let [from, three, four] = ["20.15", "20.18", "20.19"].map(|label| desk.hex(label));
    assert!(desk.battle.sees(from, four));
    desk.battle.turn = 3;
    assert!(desk.battle.sees(from, three) && !desk.battle.sees(from, four));
    for mode in [Mode::Direct, Mode::Opportunity, Mode::Indirect, Mode::Assault] {
        assert!(desk.mods(FJR_MG, AUS, mode).contains(&(Mod::Night, -2)), "{mode:?}");
    }
    // The assault rating, where only fire is reduced.
    desk.rulings().night_reduces = NightReduces::Fire;
    let night = |desk: &Desk, mode| desk.mods(FJR_MG, AUS, mode).contains(&(Mod::Night, -2));
    assert!(!night(&desk, Mode::Assault) && night(&desk, Mode::Direct));
}

#[test]
fn m1_0_night_costs_no_movement() {
    let mut desk = Desk::snafu();
    desk.place(AUS, "20.16");
    let unit = desk.unit(AUS);
    let costs = |desk: &Desk| {
        let (class, points) = desk.battle.movement(unit).expect("infantry marches");
        let from = desk.battle.hex(unit).expect("it is on the map");
        let step = |way| desk.battle.ground.step_cost(class, false, from, way, None);
        (points, Direction::ALL.map(step))
    };
    let day = costs(&desk);
    desk.battle.turn = 3;
    assert!(desk.battle.ground.night(3));
    assert_eq!(costs(&desk), day);
}

/// The judgement at the end of a turn: who holds the three goal hexes, and German steps lost.
fn judged(timing: GoalTiming, turns: &[(u16, [Side; 3], u16)]) -> (Outcome, u16, &'static str) {
    let mut desk = Desk::snafu();
    desk.rulings().sc1_timing = timing;
    for &(turn, control, lost) in turns {
        desk.battle.turn = turn;
        desk.battle.control = control.into();
        desk.battle.tally.steps_lost.german = lost;
        desk.battle.end_turn(turn == 10, &mut Vec::new());
        if desk.battle.outcome != Outcome::Undecided {
            return (desk.battle.outcome, turn, desk.battle.end_reason);
        }
    }
    (desk.battle.outcome, 10, "")
}

const ALL: [Side; 3] = [Side::German; 3];
const TWO: [Side; 3] = [Side::German, Side::German, Side::Allied];
const NONE: [Side; 3] = [Side::Allied; 3];

fn winner(timing: GoalTiming, turns: &[(u16, [Side; 3], u16)]) -> (Option<Side>, u16) {
    match judged(timing, turns) {
        (Outcome::Over { winner, .. }, turn, _) => (winner, turn),
        (Outcome::Undecided, ..) => panic!("undecided"),
    }
}

const EVERY: [GoalTiming; 3] =
    [GoalTiming::GermanAnyTurn, GoalTiming::AtTheEnd, GoalTiming::SuddenDeath];

#[test]
fn m11_0_goals_at_the_end_of_the_game() {
    for timing in EVERY {
        assert_eq!(winner(timing, &[(10, ALL, 12)]), (Some(Side::German), 10));
        assert_eq!(winner(timing, &[(10, NONE, 13)]), (Some(Side::Allied), 10));
        assert_eq!(winner(timing, &[(10, TWO, 13)]), (Some(Side::Allied), 10));
        assert_eq!(winner(timing, &[(10, TWO, 12)]), (None, 10), "neither: a draw");
        assert_eq!(winner(timing, &[(10, ALL, 13)]), (None, 10), "both: a draw");
    }
}

#[test]
fn ruling_sc1_timing() {
    let (german, allied) = (Some(Side::German), Some(Side::Allied));
    // Held in the fifth turn and lost again.
    let lost_again = [(4, ALL, 3), (10, TWO, 5)];
    let expected = [(german, 10), (None, 10), (german, 4)];
    assert_eq!(EVERY.map(|timing| winner(timing, &lost_again)), expected);
    // Held once, and thirteen steps by the end.
    let both = [(4, ALL, 3), (10, NONE, 13)];
    let expected = [(None, 10), (allied, 10), (german, 4)];
    assert_eq!(EVERY.map(|timing| winner(timing, &both)), expected);
    // Thirteen steps early, and one of them back by event 5.10.
    let back = [(4, NONE, 13), (10, NONE, 12)];
    let expected = [(None, 10), (None, 10), (allied, 4)];
    assert_eq!(EVERY.map(|timing| winner(timing, &back)), expected);
    // Both in one turn.
    assert_eq!(winner(GoalTiming::SuddenDeath, &[(4, ALL, 13)]), (None, 4));
}

#[test]
fn m11_0_levels_margins_and_reasons() {
    let (outcome, _, reason) = judged(GoalTiming::GermanAnyTurn, &[(10, ALL, 5)]);
    assert!(matches!(outcome, Outcome::Over { level: 0, margin: 8, .. }), "{outcome:?}");
    assert_eq!(reason, "last turn played");
    let (outcome, _, _) = judged(GoalTiming::GermanAnyTurn, &[(10, NONE, 15)]);
    assert!(matches!(outcome, Outcome::Over { level: 2, margin: -3, .. }), "{outcome:?}");
    let (outcome, _, reason) = judged(GoalTiming::SuddenDeath, &[(2, NONE, 13)]);
    assert!(matches!(outcome, Outcome::Over { level: 2, .. }), "{outcome:?}");
    assert_eq!(reason, "goal met");
    let (outcome, ..) = judged(GoalTiming::AtTheEnd, &[(10, NONE, 0)]);
    assert!(matches!(outcome, Outcome::Over { level: 1, margin: 0, .. }), "{outcome:?}");
}
