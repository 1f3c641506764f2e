//! Scenario 12: the campaign in the west alone, where it differs from scenario 11 (11.0).

use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::Side;

use super::super::frame::Frame;
use super::super::state::Battle;
use super::super::victory_level::VictoryLevel;
use super::desk::{Files, raising_serials, ratings_rise, unit};
use super::western_desk::{broken, ended, takes, with};

/// 20 May 1500, and the last turn.
const NOON: u16 = 4;
const LAST: u16 = 78;

fn event() -> Battle {
    static EVENT: OnceLock<Battle> = OnceLock::new();
    EVENT.get_or_init(|| Files::default().scenario("main-event")).clone()
}

#[test]
fn m11_0_four_sheets_of_one_grid_and_nobody_of_the_east() {
    let battle = event();
    let map = &battle.ground.map;
    assert_eq!(map.sheets().count(), 4);
    assert!(map.ids().all(|id| !map.label(id).contains(' ')), "hexes carry their number alone");
    let ids = ["fjr1-1", "fjr2-1", "uk-bw-a", "gr-1-a1", "det-muerbe", "vogel-1"];
    for id in ids {
        assert!(battle.ground.counters.iter().all(|counter| counter.id != id), "{id}");
    }
    assert_eq!(battle.ground.calendar.names.len(), 79);
    assert_eq!(battle.ground.supply.as_ref().unwrap().groups.len(), 1);
}

/// A-SC12-2: here the turn frees the Allies of Georgeoupolis, in scenario 11 a chit does.
#[test]
fn m11_0_the_hour_frees_georgeoupolis() {
    let free = |turn| {
        let mut battle = with(event(), turn, &[("aus-2-7-a", "97.41")]);
        battle.release_by_date(&mut Vec::new());
        !battle.not_yet_free(unit(&battle, "aus-2-7-a"))
    };
    assert!(!free(NOON - 1) && free(NOON));
}

#[test]
fn m11_0_ratings_of_scenario_12_rise_with_serials_alone() {
    let battle = event();
    ratings_rise(battle.clone(), LAST, |_| ["2NZ", "CREFOR", "7FD", "5GD"].map(|id| (id, 0)));
    assert_eq!(raising_serials(&battle), ["Serial 3", "Serial 8", "Serial 14"]);
}

/// A-SC11-2: planned strikes on 24 May too, since no drop takes their place.
#[test]
fn m11_0_strikes_are_planned_from_22_may_on() {
    let planned = |turn| {
        let mut battle = event();
        battle.turn = turn;
        battle.plan_the_day();
        battle.frames.iter().any(|frame| matches!(frame, Frame::AirPlan(_)))
    };
    assert_eq!([0, 8, 16, 32].map(planned), [false, false, true, true]);
}

/// A-4.1-1: the text lets no chit be played that is drawn last.
#[test]
fn m11_0_the_last_chit_of_a_drop_slips() {
    assert!(!event().ground.rulings.play_last_drop_chit.on());
}

/// The level at the end with so many withdrawn, and 10 for what is owed and not done.
fn level(withdrawn: u16) -> VictoryLevel {
    let mut battle = broken(event());
    battle.turn = LAST;
    battle.raise_withdrawal(withdrawn, &mut Vec::new());
    battle.end_turn(true, &mut Vec::new());
    ended(&battle).1
}

#[test]
fn m11_0_the_withdrawal_level_decides_scenario_12() {
    for (from, to, band) in [
        (10, 14, VictoryLevel::DecisiveGerman),
        (15, 19, VictoryLevel::SubstantialGerman),
        (20, 25, VictoryLevel::MarginalGerman),
        (26, 30, VictoryLevel::MarginalAllied),
        (31, 70, VictoryLevel::SubstantialAllied),
    ] {
        assert_eq!((level(from - 10), level(to - 10)), (band, band), "{from} to {to}");
    }
}

#[test]
fn m11_0_thirty_of_morale_and_three_places_to_lose_it_by() {
    let mut battle = event();
    assert_eq!(battle.morale.level, 30);
    for (hex, left) in [("49.07", 20), ("09.04", 20), ("10.04", 20), ("11.05", 10)] {
        takes(&mut battle, Side::German, hex);
        assert_eq!(battle.morale.level, left, "{hex}");
    }
    takes(&mut battle, Side::German, "59.13");
    assert!(battle.withdrawing());
}
