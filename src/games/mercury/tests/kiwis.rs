//! Scenario 8 as printed.

use alloc::vec::Vec;

use engine::{Outcome, Position, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::event::Event;
use super::super::frame::{Frame, Opening};
use super::super::ground::LeaderCard;
use super::super::rulings::GoalsOfEight;
use super::super::state::Battle;
use super::desk::*;
use crate::mercury::ids::{ChitId, LeaderId};

fn kiwis() -> Battle {
    Files::default().scenario("kiwis")
}

/// The scenario at its choice of the first chit, by the first option of each decision before.
fn opening() -> Desk {
    let mut battle = kiwis();
    let mut dice = Seeded::new(Seed(1));
    battle.open(&mut dice, &mut Vec::new());
    while battle.frames.last() != Some(&Frame::Opening(Opening)) {
        let first = legal(&battle)[0];
        battle.apply_unchecked(first, &mut dice, &mut Vec::new());
    }
    Desk { battle }
}

#[test]
fn m11_0_the_map_ends_with_column_35_and_north_of_row_15() {
    let battle = kiwis();
    let on = |label| battle.ground.map.find(label, None).is_some();
    assert!(on("35.11") && on("33.14"));
    assert!(!on("36.09") && !on("33.15"));
}

#[test]
fn m11_0_the_german_player_opens_with_either_formation_and_the_other_goes_into_the_cup() {
    for (choice, other) in [(0, "LLSR formation"), (1, "GJR 100 formation")] {
        let mut desk = opening();
        assert_eq!(desk.battle.to_act(), Some(Side::German));
        let legal = desk.legal();
        let words: Vec<_> =
            legal.iter().map(|&action| engine::Notation::say(&desk.battle, action)).collect();
        assert_eq!(
            words,
            ["open with the chit GJR 100 formation", "open with the chit LLSR formation"]
        );
        let Action::OpenWith(chosen) = legal[choice] else { panic!("{legal:?}") };
        let mut dice = Seeded::new(Seed(1));
        desk.battle.apply_unchecked(legal[choice], &mut dice, &mut Vec::new());
        assert_eq!(desk.battle.carried, Some(chosen));
        let names: Vec<_> = desk
            .battle
            .cup
            .chits()
            .iter()
            .map(|&chit| desk.battle.chit_name(ChitId(chit)))
            .collect();
        assert_eq!(names.len(), 8);
        assert!(names.iter().any(|name| name == other), "{names:?}");
        assert!(!desk.battle.cup.chits().contains(&chosen.0));
    }
}

/// The text skips no step of the first turn: step D, parks, and commanders put on the map; the attachment of the set-up
/// stands until the second.
#[test]
fn m11_0_the_first_turn_is_played_whole() {
    let mut desk = opening();
    desk.battle.apply_unchecked(desk.legal()[0], &mut Seeded::new(Seed(1)), &mut Vec::new());
    let mut asked = Vec::new();
    while desk.battle.playing.is_none() {
        let step = match desk.battle.frames.last().unwrap() {
            Frame::Dispatch(_) => "D",
            Frame::Parks(_) => "E",
            Frame::Commander(_) => "F I",
            other => panic!("{other:?}"),
        };
        asked.push(step);
        // The last option is always to leave it, but in step F I the first.
        let legal = desk.legal();
        let leave = if step == "F I" { legal[0] } else { *legal.last().unwrap() };
        desk.battle.apply_unchecked(leave, &mut Seeded::new(Seed(1)), &mut Vec::new());
    }
    assert_eq!(desk.battle.turn, 0);
    asked.dedup();
    assert_eq!(asked, ["D", "E", "F I"]);
    assert!(desk.battle.carried.is_none(), "the chosen chit is in play");
}

#[test]
fn a_first_chit_that_cannot_be_chosen_is_a_fault() {
    let faults = |to: &str| Files::faulty_keys("kiwis", "[\"LLSR formation\"]", to);
    assert_eq!(faults("[\"german event\"]"), ["first_chit_or"]);
    assert_eq!(faults("[\"GJR 100 formation\"]"), ["first_chit_or"]);
    assert_eq!(faults("[\"GJR formation\"]"), ["first_chit_or"]);
}

#[test]
fn m11_0_parks_leaders_attachment_and_independents_at_the_start() {
    let desk = opening();
    let battle = &desk.battle;
    for (id, hex, leader) in
        [("nz-27art-c", "29.08", "ldr-nz5"), ("gebart95-3", "11.10", "ldr-gjr100")]
    {
        let state = desk.see(id);
        let contact = state.contact.expect("in contact").index();
        assert!(state.park && battle.ground.leaders[contact].id == leader, "{id}");
        assert_eq!(desk.at(id), hex);
    }
    let leader = |id: &str| battle.ground.leaders.iter().position(|card| card.id == id).unwrap();
    assert!(battle.command.leaders[leader("ldr-ramcke")].replaced, "Ramcke is the replacement");
    assert!(!battle.command.leaders[leader("ldr-gjr100")].replaced);
    let heilmann = battle.command.leaders[leader("ldr-heilmann")].with;
    assert_eq!(heilmann, Some(desk.unit("fschpi-3")));
    assert_eq!(desk.at("fschpi-3"), "33.14");
    // The commanders who are not named wait for step F.
    assert_eq!(battle.command.leaders[leader("ldr-kg-7fd")].with, None);
    let formation = |id: &str| {
        battle.formation(desk.unit(id)).map(|f| battle.ground.formations[f.index()].name.clone())
    };
    assert_eq!(formation("nz-20-a").as_deref(), Some("5th NZ Bde"));
    assert_eq!(formation("nz-18-b"), None, "an independent");
    assert_eq!(formation("nz-rmt").as_deref(), Some("10th NZ Bde"));
}

/// The end of a turn with these objectives German, and so many companies of two steps east of column 33.
fn ended(turn: u16, taken: &[usize], away: usize) -> Battle {
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    let mut desk = Desk { battle: files.scenario("kiwis") };
    judged(&mut desk, turn, taken, away);
    desk.battle
}

/// Companies of the brigade and of the attached battalion.
const COMPANIES: [&str; 11] = [
    "nz-22-a", "nz-22-b", "nz-21-a", "nz-21-d", "nz-23-a", "nz-23-b", "nz-23-c", "nz-23-d",
    "nz-28-a", "nz-20-a", "nz-20-b",
];

fn judged(desk: &mut Desk, turn: u16, taken: &[usize], away: usize) {
    for &objective in taken {
        desk.battle.control[objective] = Side::German;
    }
    for (number, company) in COMPANIES[COMPANIES.len() - away..].iter().enumerate() {
        desk.place(
            company,
            if number < 4 {
                "34.08"
            } else if number < 8 {
                "35.08"
            } else {
                "35.10"
            },
        );
    }
    desk.battle.turn = turn;
    let last = usize::from(turn) + 1 == desk.battle.ground.calendar.len();
    desk.battle.end_turn(last, &mut Vec::new());
}

fn result(battle: &Battle) -> Option<(Option<Side>, i32, &'static str)> {
    match battle.outcome {
        Outcome::Over { winner, margin, clause, .. } => Some((winner, margin, clause)),
        Outcome::Undecided => None,
    }
}

const NIGHT: u16 = 6;

#[test]
fn m11_0_the_allies_need_twenty_steps_of_the_brigade_east_of_column_33() {
    assert_eq!(result(&ended(NIGHT, &[], 9)), Some((None, 0, "neither goal met")));
    assert_eq!(result(&ended(NIGHT, &[], 10)), Some((Some(Side::Allied), -1, "steps got away")));
    assert_eq!(result(&ended(NIGHT, &[], 11)), Some((Some(Side::Allied), -3, "steps got away")));
    // Others do not count, nor do those in column 33; villages taken after their time neither.
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    let mut desk = Desk { battle: files.scenario("kiwis") };
    desk.place("nz-18-b", "34.10");
    desk.place("nz-rmt", "34.10");
    desk.place("nz-28-b", "33.08");
    judged(&mut desk, NIGHT, &[0, 1, 2], 9);
    assert_eq!(result(&desk.battle), Some((None, 0, "neither goal met")));
}

#[test]
fn m11_0_villages_count_at_the_end_of_a_turn_before_theirs() {
    // Turn 1 is 1100, turn 2 is 1300; turn 3 is 1500, turn 4 is 1700.
    let met = |turn, taken: &[usize]| ended(turn, taken, 0).goal_met;
    assert!(met(0, &[0, 1]) && met(1, &[0, 1]) && !met(2, &[0, 1]));
    assert!(!met(1, &[0]) && !met(1, &[1]), "both hexes of Platanias");
    assert!(met(0, &[2]) && met(3, &[2]) && !met(4, &[2]));
    // Once met it stays met, and the game goes on to its end.
    let mut battle = ended(1, &[0, 1], 0);
    assert_eq!(result(&battle), None);
    battle.control[0] = Side::Allied;
    let mut desk = Desk { battle };
    let mut won = desk.battle.clone();
    judged(&mut desk, NIGHT, &[], 10);
    assert_eq!(result(&desk.battle), Some((None, 0, "both goals met")));
    won.turn = NIGHT;
    won.end_turn(true, &mut Vec::new());
    assert_eq!(result(&won), Some((Some(Side::German), 20, "village taken in time")));
}

#[test]
fn ruling_sc8_goals() {
    let mut desk = Desk { battle: ruled("kiwis", "sc8_goals", "german_at_once") };
    assert_eq!(desk.battle.ground.rulings.sc8_goals, GoalsOfEight::GermanAtOnce);
    judged(&mut desk, 1, &[0, 1], 0);
    assert_eq!(result(&desk.battle), Some((Some(Side::German), 20, "village taken in time")));
    let mut desk = Desk { battle: ruled("kiwis", "sc8_goals", "german_at_once") };
    judged(&mut desk, 2, &[0, 1], 0);
    assert_eq!(result(&desk.battle), None, "too late");
}

#[test]
fn terms_of_getting_away_that_cannot_be_are_faults() {
    let faults = |from: &str, to: &str| Files::faulty_keys("kiwis", from, to);
    assert_eq!(faults("steps = 20", "steps = 99"), ["victory.escape.steps"]);
    assert_eq!(faults("east_of = 33", "east_of = 35"), ["victory.escape.east_of"]);
    assert_eq!(
        faults("battalions = [\"20 Bn\"]", "battalions = [\"24 Bn\"]"),
        ["victory.escape.battalions"]
    );
    let before = "before = [\"23 May 1300\", \"23 May 1700\"]";
    assert_eq!(faults(before, "before = [\"23 May 1300\"]"), ["victory.before"]);
    assert_eq!(faults(before, "before = [\"23 May 1700\", \"23 May 1300\"]"), ["victory.before"]);
}

#[test]
fn ms8_0_a_commander_rides_on_with_his_own_when_strangers_take_in_his_rearguard() {
    const GUARD: &str = "rearguard-5gd-1";
    for (company, rides_with) in [("gjr100-7", "gjr100-7"), ("llsr-5", "gjr100-8")] {
        let mut desk = Desk { battle: kiwis() };
        let commander = |card: &LeaderCard| card.id == "ldr-schaette";
        let commander = desk.battle.ground.leaders.iter().position(commander).unwrap();
        desk.place("gjr100-8", "12.09");
        desk.place("gjr100-6", "19.09");
        let guard = desk.place(GUARD, "20.08");
        desk.lead(commander, GUARD);
        desk.place(company, "20.08");
        desk.chit(if company == "llsr-5" { "7FD" } else { "5GD" });
        desk.activate(company);
        let mut events = desk.play(Action::TakeInRearguard(guard), &[]);
        let rider = desk.unit(rides_with);
        // Strangers do not take him along: his owner picks another of his division, near or far.
        if company == "llsr-5" {
            let others = ["gjr100-6", "gjr100-8"].map(|id| Action::LeaderWith(desk.unit(id)));
            assert_eq!(desk.legal(), others);
            events = desk.play(Action::LeaderWith(rider), &[]);
        }
        assert!(
            events.contains(&Event::LeaderMoved(LeaderId(commander as u8), rider)),
            "{events:?}"
        );
        assert_eq!(desk.battle.command.leaders[commander].with, Some(rider));
    }
}
