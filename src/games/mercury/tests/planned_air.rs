//! Planned German air support (Mercury S11.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Position, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::airstrike::ANYWHERE;
use super::super::frame::{AirPlan, AirStrikes, Frame, Opening};
use super::super::ground::{Chit, SetUp};
use super::super::state::Battle;
use super::desk::*;
use crate::mercury::ids::LeaderId;

/// Squeezing Kiwis with support for each day from the first turn of 23 May on: from 22 May 1900 to 24 May 0900.
fn daily() -> Desk {
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    files.change("kiwis", "toml", |text| {
        let text = text.replace("first = \"23 May 0900\"", "first = \"22 May 1900\"");
        let text = text.replace("last = \"23 May Night\"", "last = \"24 May 0900\"");
        text.replace("strikes = 2\n", "strikes = 4\nfrom = \"23 May 0700\"\n")
    });
    let mut desk = Desk { battle: files.scenario("kiwis") };
    desk.place("gjr100-1", "20.07");
    desk.place("nz-22-a", "20.09");
    // A choice of set-up that no test takes lies below everything: the turn never ends.
    let units = ["nz-22-a", "nz-22-b"].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId(0), units }].into();
    desk
}

/// The turns of the options, and whether one is to plan no more.
fn options(desk: &Desk) -> (Vec<u16>, bool) {
    let legal = desk.legal();
    let turns = legal.iter().filter_map(|action| match action {
        Action::PlanStrike(turn) => Some(*turn),
        _ => None,
    });
    (turns.collect(), legal.contains(&Action::NoAirStrike))
}

/// Step B of a turn, with nothing of its other steps.
fn dawn(desk: &mut Desk, turn: u16) {
    desk.battle.turn = turn;
    desk.battle.frames = BOTTOM.into();
    desk.battle.plan_the_day();
    desk.settle(&[]);
}

fn called(desk: &mut Desk, division: &str, turn: u16) -> Option<Frame> {
    desk.battle.turn = turn;
    desk.battle.frames = BOTTOM.into();
    let division = desk.division(division);
    desk.battle.call_planned_strikes(division);
    desk.battle.frames.get(1).copied()
}

const STRIKES: Frame = Frame::AirStrikes(AirStrikes {
    side: Side::German,
    left: 2,
    within: Some(3),
    sheets: ANYWHERE,
});

#[test]
fn ms11_0_at_0700_the_german_player_sets_four_strikes_down_over_the_turns_of_the_day() {
    let mut desk = daily();
    // Turn 0 is 1900 of the day before, turn 1 its night, turn 2 is 0700: nothing before it.
    dawn(&mut desk, 0);
    assert_eq!(desk.battle.frames, BOTTOM);
    dawn(&mut desk, 2);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    // The seven turns of the day, and not its night, nor the next day.
    assert_eq!(options(&desk), ((2..9).collect(), true));
    desk.play(Action::PlanStrike(3), &[]);
    // In order of time: what went before is set down.
    assert_eq!(options(&desk), ((3..9).collect(), true));
    desk.play(Action::PlanStrike(3), &[]);
    desk.play(Action::PlanStrike(8), &[]);
    desk.play(Action::PlanStrike(8), &[]);
    assert_eq!(desk.battle.frames, BOTTOM, "four are all");
    assert_eq!(desk.battle.air.planned, [0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0]);
    // Not at another hour.
    dawn(&mut desk, 4);
    assert_eq!(desk.battle.frames, BOTTOM);
    // He may set down fewer.
    dawn(&mut desk, 2);
    desk.play(Action::NoAirStrike, &[]);
    assert_eq!(desk.battle.air.planned, [0; 12]);
}

#[test]
fn ms11_0_step_b_comes_before_the_other_steps() {
    let mut desk = daily();
    desk.battle.turn = 2;
    desk.battle.frames = BOTTOM.into();
    desk.battle.begin_turn(&mut Vec::new());
    assert_eq!(desk.battle.frames.last(), Some(&Frame::AirPlan(AirPlan { left: 4, from: 2 })));
}

#[test]
fn ms11_0_a_counter_is_used_once_a_day() {
    let mut desk = daily();
    desk.battle.air.planned[3] = 2;
    assert_eq!(called(&mut desk, "7FD", 3), Some(STRIKES));
    // The other division's chit of the same turn brings none, and what was not used is not saved.
    assert_eq!(called(&mut desk, "5GD", 3), None);
    desk.battle.air.planned[5] = 2;
    dawn(&mut desk, 10);
    assert_eq!(desk.battle.air.planned, [0; 12]);
    assert_eq!(options(&desk).0, [10, 11], "the next day has its own");
}

#[test]
fn ms11_0_strikes_come_with_either_german_divisions_chit_in_their_turn() {
    for division in ["7FD", "5GD"] {
        let mut desk = daily();
        desk.battle.air.planned[3] = 2;
        assert_eq!(called(&mut desk, "2NZ", 3), None);
        assert_eq!(called(&mut desk, division, 2), None, "its turn has not come");
        assert_eq!(called(&mut desk, division, 3), Some(STRIKES));
    }
    // With the chit, and resolved as 5.1 has it: a white 3 at a unit of a hex within three of an own one.
    let mut desk = daily();
    desk.battle.air.planned[3] = 1;
    desk.battle.turn = 3;
    desk.battle.frames = BOTTOM.into();
    let chit = desk.number(Chit::Division(desk.division("5GD")));
    let mut dice = engine::Scripted::new([("command", 4)]);
    desk.battle.play_chit(chit, &mut dice, &mut Vec::new());
    desk.battle.settle(&mut dice, &mut Vec::new());
    dice.done();
    let target = desk.hex("20.09");
    assert_eq!(desk.legal(), [Action::AirStrike(target), Action::NoAirStrike]);
    let events = desk.play(Action::AirStrike(target), &[("shot", 9)]);
    let (rating, die, _) = shot_of(&events);
    assert_eq!((rating, die), (super::super::fire::AIR_STRIKE, 9));
}

#[test]
fn m11_0_before_play_the_german_player_sets_two_down_over_the_turns_of_scenario_8() {
    let mut battle = Files::default().scenario("kiwis");
    let mut dice = Seeded::new(Seed(1));
    battle.open(&mut dice, &mut Vec::new());
    while !matches!(battle.frames.last(), Some(Frame::AirPlan(_))) {
        assert_eq!((battle.turn, battle.playing), (0, None), "before play");
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        battle.apply_unchecked(legal[0], &mut dice, &mut Vec::new());
    }
    let mut desk = Desk { battle };
    // Seven turns, the last one at night.
    assert_eq!(options(&desk), ((0..6).collect(), true));
    desk.play(Action::PlanStrike(1), &[]);
    desk.play(Action::PlanStrike(2), &[]);
    assert_eq!(desk.battle.air.planned, [0, 1, 1, 0, 0, 0, 0]);
    assert_eq!(desk.battle.frames.last(), Some(&Frame::Opening(Opening)));
}

#[test]
fn plans_that_cannot_be_are_faults() {
    let faults = |from: &str, to: &str| Files::faulty_keys("kiwis", from, to);
    let divisions = "divisions = [\"7FD\", \"5GD\"]";
    assert_eq!(faults(divisions, "divisions = [\"7FD\", \"6GD\"]"), ["planned_air.divisions"]);
    assert_eq!(faults(divisions, "divisions = []"), ["planned_air.divisions"]);
    assert_eq!(faults("strikes = 2", "strikes = 2\nfrom = \"noon\""), ["planned_air.from"]);
}

/// The scenario with nothing planned plays as if there were no planned support.
#[test]
fn ms11_0_nothing_planned_brings_nothing() {
    let mut desk = daily();
    let battle: &Battle = &desk.battle;
    assert!(battle.air.planned.iter().all(|&strikes| strikes == 0));
    assert_eq!(called(&mut desk, "7FD", 3), None);
}

#[test]
fn ms11_0_some_days_are_without_planned_strikes() {
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    let change = |not_on: &'static str| {
        move |text: String| {
            let text = text.replace("first = \"23 May 0900\"", "first = \"22 May 1900\"");
            let text = text.replace("last = \"23 May Night\"", "last = \"24 May 0900\"");
            text.replace("strikes = 2\n", not_on)
        }
    };
    let days = "strikes = 4\nfrom = \"23 May 0700\"\nnot_on = [\"23 May 0700\"]\n";
    files.change("kiwis", "toml", change(days));
    let mut desk = Desk { battle: files.scenario("kiwis") };
    let units = ["nz-22-a", "nz-22-b"].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId(0), units }].into();
    desk.battle.air.planned[3] = 2;
    dawn(&mut desk, 2);
    assert_eq!(desk.battle.frames, BOTTOM, "nobody plans for 23 May");
    assert_eq!(desk.battle.air.planned, [0; 12], "what the day before has left is gone");
    dawn(&mut desk, 10);
    assert_eq!(desk.battle.to_act(), Some(Side::German), "24 May is as any other day");
    // Only the first turn of a day names it.
    for turn in ["23 May 0900", "25 May 0700"] {
        let mut files = Files::default();
        let wrong = alloc::format!("strikes = 4\nfrom = \"23 May 0700\"\nnot_on = [\"{turn}\"]\n");
        files.change("kiwis", "toml", |text| {
            change("strikes = 2\n")(text).replace("strikes = 2\n", &wrong)
        });
        let keys: Vec<String> = files.faults("kiwis").into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["planned_air.not_on"], "{turn}");
    }
}
