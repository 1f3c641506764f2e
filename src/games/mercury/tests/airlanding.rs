//! Airlanding (S7.0), at the airfield of scenario 7 on open ground.

use alloc::string::ToString;
use alloc::vec::Vec;

use engine::{DropFacts, Position, ResultsTable, Side};

use crate::measures::SerialTurn;

use super::super::action::Action;
use super::super::airlanding::{Airlanding, Hazard};
use super::super::fire::{Mod, Mode};
use super::super::frame::{Airland, Frame};
use super::super::ground::SetUp;
use super::super::rulings::SerialsPerTurn;
use super::desk::*;
use crate::mercury::ids::{LeaderId, SerialId};

const MOUNTAIN_DIVISION: &str = "5GD";
/// The first and the last company of Serial 2, and its mortars.
const FIRST: &str = "gjr100-1";
const NEW_ZEALAND: &str = "nz-23-a";
const DEPLOYED: Action = Action::Begin { column: false, mounted: false, dug_in: false };

/// Scenario 7 at 1100 on open ground: everybody off the map, no set-up to come.
fn airfield() -> Desk {
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    let mut desk = Desk { battle: files.scenario("last-chance") };
    let units = [NEW_ZEALAND, "nz-23-b"].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId(0), units }].into();
    desk.battle.frames = BOTTOM.into();
    desk.battle.turn = 2;
    desk
}

/// The division's chit asks for its serial.
fn call(desk: &mut Desk) {
    let division = desk.division(MOUNTAIN_DIVISION);
    desk.chit(MOUNTAIN_DIVISION);
    desk.battle.call_serials(division);
    desk.settle(&[]);
}

fn asked(desk: &Desk) -> Option<(SerialId, u8)> {
    match desk.battle.frames.last() {
        Some(&Frame::Airland(Airland { serial, next, .. })) => Some((serial, next)),
        _ => None,
    }
}

/// Lands what is left of the serial in one hex, everybody deployed.
fn land_all(desk: &mut Desk, hex: &str) {
    let hex = desk.hex(hex);
    while let Some((serial, _)) = asked(desk) {
        desk.play(Action::AirlandIn(hex), &[]);
        while matches!(desk.battle.frames.last(), Some(Frame::Begin(_))) {
            desk.play(DEPLOYED, &[]);
        }
        if asked(desk).is_some_and(|(now, _)| now != serial) {
            break;
        }
    }
}

fn terms(desk: &mut Desk) -> &mut Airlanding {
    desk.ground().airlanding.as_mut().unwrap()
}

/// A decision that lands somebody, and the row of the landing.
fn land(desk: &mut Desk, action: Action, rolls: &[(&'static str, u8)]) -> DropFacts {
    let events = desk.play(action, rolls);
    landings(&desk.battle, &events).remove(0)
}

#[test]
fn ms7_0_serials_land_with_their_divisions_chit_in_the_turns_of_the_list() {
    for turn in 0..7 {
        let mut desk = airfield();
        desk.battle.turn = turn;
        call(&mut desk);
        let listed = [2, 4, 6].contains(&turn);
        assert_eq!(asked(&desk), listed.then_some((SerialId(0), 0)), "turn {turn}");
    }
    let mut desk = airfield();
    let division = desk.division("7FD");
    desk.chit("7FD");
    desk.battle.call_serials(division);
    assert_eq!(asked(&desk), None, "not their division");
}

#[test]
fn ms7_0_two_connected_runway_hexes_must_be_german() {
    let (german, allied) = (Side::German, Side::Allied);
    for (control, lands) in [
        ([german, german, german], true),
        ([german, german, allied], true),
        ([allied, german, german], true),
        // 09.04 and 11.05 do not touch.
        ([german, allied, german], false),
        ([allied, allied, german], false),
    ] {
        let mut desk = airfield();
        desk.battle.control = control.into();
        call(&mut desk);
        assert_eq!(asked(&desk).is_some(), lands, "{control:?}");
    }
}

#[test]
fn ms7_0_units_land_on_any_hex_they_control_and_may_be_overstacked() {
    let mut desk = airfield();
    desk.battle.control[0] = Side::Allied;
    call(&mut desk);
    let open = ["10.04", "11.05"].map(|label| Action::AirlandIn(desk.hex(label)));
    assert_eq!(desk.legal(), [open[0], open[1], Action::HoldSerial]);
    desk.play(open[0], &[]);
    assert!(desk.offers(Action::Begin { column: true, mounted: false, dug_in: false }));
    desk.play(DEPLOYED, &[]);
    assert_eq!(desk.legal(), open, "a serial that has begun to land comes whole");
    land_all(&mut desk, "10.04");
    let hex = desk.hex("10.04");
    assert_eq!(desk.battle.stack(hex).count(), 6);
    assert!(desk.battle.overstacked(hex));
}

#[test]
fn ms7_0_serials_come_in_order_and_one_may_be_held_back() {
    let mut desk = airfield();
    call(&mut desk);
    desk.play(Action::HoldSerial, &[]);
    assert!(asked(&desk).is_none());
    assert_eq!(desk.at(FIRST), "waiting");
    desk.battle.turn = 4;
    call(&mut desk);
    assert_eq!(asked(&desk), Some((SerialId(0), 0)), "the one held back is the next");
    land_all(&mut desk, "10.04");
    desk.battle.turn = 6;
    call(&mut desk);
    assert_eq!(asked(&desk), Some((SerialId(1), 0)));
}

/// 11.0, scenario 13.
#[test]
fn m_sc13_serials_may_land_in_any_order() {
    let mut desk = airfield();
    terms(&mut desk).any_order = true;
    let all = terms(&mut desk).serials.len();
    let next = |desk: &Desk| matches!(desk.battle.frames.last(), Some(Frame::NextSerial(_)));
    call(&mut desk);
    assert!(next(&desk));
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(desk.legal(), SerialId::all(all).map(Action::NextSerial).collect::<Vec<_>>());
    desk.play(Action::NextSerial(SerialId(1)), &[]);
    assert_eq!(asked(&desk), Some((SerialId(1), 0)));
    // It may still be held back; no other comes in its place.
    desk.play(Action::HoldSerial, &[]);
    assert!(!next(&desk) && asked(&desk).is_none());
    call(&mut desk);
    desk.play(Action::NextSerial(SerialId(1)), &[]);
    land_all(&mut desk, "10.04");
    assert_eq!(desk.battle.arrivals.serials_landed, [SerialId(1)]);
    // One in each turn of the list, as ever (A-S7-1).
    call(&mut desk);
    assert!(!next(&desk) && asked(&desk).is_none());
    desk.battle.turn = 4;
    desk.battle.frames = BOTTOM.into();
    call(&mut desk);
    let left = SerialId::all(all).filter(|&serial| serial != SerialId(1));
    assert_eq!(desk.legal(), left.map(Action::NextSerial).collect::<Vec<_>>());
    // The last one needs no choice.
    desk.battle.arrivals.serials_landed = SerialId::all(all).skip(1).collect();
    desk.battle.frames = BOTTOM.into();
    call(&mut desk);
    assert_eq!(asked(&desk), Some((SerialId(0), 0)));
}

#[test]
fn ruling_serials_per_turn() {
    for (reading, next) in
        [(SerialsPerTurn::One, None), (SerialsPerTurn::Any, Some((SerialId(1), 0)))]
    {
        let mut desk = airfield();
        desk.rulings().serials_per_turn = reading;
        call(&mut desk);
        land_all(&mut desk, "10.04");
        assert_eq!(asked(&desk), next, "{reading:?}");
    }
}

#[test]
fn ms7_0_whoever_has_landed_waits_for_the_next_chit_of_his_division() {
    let mut desk = airfield();
    call(&mut desk);
    land_all(&mut desk, "10.04");
    desk.lead(2, FIRST);
    desk.set_points(MOUNTAIN_DIVISION, 9);
    let unit = desk.unit(FIRST);
    for chit in [MOUNTAIN_DIVISION, "german", "GJR 100"] {
        desk.chit(chit);
        assert!(!desk.battle.may_activate(unit), "{chit}");
    }
    assert_eq!(desk.battle.markers(unit), 1);
    desk.battle.turn = 3;
    desk.chit("german");
    assert!(!desk.battle.may_activate(unit), "the marker is still there");
    call(&mut desk);
    assert_eq!(desk.battle.markers(unit), 0, "it comes off for nothing");
    assert!(desk.battle.may_activate(unit));
}

#[test]
fn ms7_0_the_marker_weakens_fire_and_draws_it() {
    let mut desk = airfield();
    desk.place(FIRST, "10.04");
    desk.place(NEW_ZEALAND, "11.04");
    let quality = desk.battle.quality(desk.unit(FIRST));
    desk.state(FIRST).airlanded = true;
    assert!(desk.mods(FIRST, NEW_ZEALAND, Mode::Direct).contains(&(Mod::FirerMarkers, -2)));
    assert!(desk.mods(NEW_ZEALAND, FIRST, Mode::Direct).contains(&(Mod::Markers, 2)));
    assert_eq!(desk.battle.quality(desk.unit(FIRST)), quality - 1);
}

#[test]
fn ms7_0_the_table_is_asked_only_under_a_fire_zone() {
    let mut desk = airfield();
    call(&mut desk);
    let hex = desk.hex("09.04");
    let facts_of = land(&mut desk, Action::AirlandIn(hex), &[]);
    assert_eq!((facts_of.kind, facts_of.zone.as_str()), ("airland", "Serial 2"));
    assert_eq!((zones(&desk, &facts_of), facts_of.odds.len()), ([0, 0], 0));

    // A zone on the far end of the runway counts for those who land on the near one.
    let mut desk = airfield();
    desk.place(NEW_ZEALAND, "12.05");
    call(&mut desk);
    let hex = desk.hex("09.04");
    let told = land(&mut desk, Action::AirlandIn(hex), &[("airlanding", 9)]);
    assert_eq!(zones(&desk, &told), [1, 0]);
    assert_eq!((told.modifier, told.roll, told.steps_lost), (1, 9, 1));
    assert_eq!(told.odds.iter().map(|odds| odds.ways).sum::<u16>(), 10);
    assert_eq!(desk.see(FIRST).steps, 1);
}

#[test]
fn ms7_0_results_of_the_table() {
    let results: [(u8, u16, &str); 7] = [
        (0, 9, "no effect"),
        (6, 0, "no effect"),
        (6, 1, "cohesion hit"),
        (8, 0, "cohesion hit"),
        (9, 0, "step loss"),
        (9, 1, "step loss and cohesion hit"),
        (9, 3, "eliminated"),
    ];
    let mut desk = airfield();
    let table: ResultsTable<Hazard> = terms(&mut desk).table.clone();
    for (die, modifier, words) in results {
        assert_eq!(Hazard::of(&table, die, modifier).words(), words, "{die} {modifier:+}");
    }
    // A cohesion hit, and a unit that does not survive.
    for (die, enemies, at) in [(6, 1, "09.04"), (9, 3, "dead")] {
        let mut desk = airfield();
        for (id, hex) in [(NEW_ZEALAND, "12.05"), ("nz-23-b", "12.04"), ("nz-23-c", "11.04")]
            .into_iter()
            .take(enemies)
        {
            desk.place(id, hex);
        }
        call(&mut desk);
        let hex = desk.hex("09.04");
        desk.play(Action::AirlandIn(hex), &[("airlanding", die)]);
        assert_eq!(desk.at(FIRST), at.to_string());
        if at == "dead" {
            assert_eq!(asked(&desk), Some((SerialId(0), 1)), "the next one lands");
        } else {
            assert_eq!(desk.see(FIRST).cohesion, 1);
        }
    }
}

/// What a turn of the timetable came to, and what the tables of a run say of it.
#[test]
fn ms7_0_turns_lost_are_told_with_their_reason() {
    let told = |desk: &Desk| desk.battle.serials().unwrap();
    let mut desk = airfield();
    assert_eq!(told(&desk).turn, Some(SerialTurn::HeldBack), "held and free, and nobody came");
    desk.place(NEW_ZEALAND, "12.05");
    let facts = told(&desk);
    assert_eq!((facts.turn, facts.fire_zones), (Some(SerialTurn::FireZones), 1));
    for holder in &mut desk.battle.control {
        *holder = Side::Allied;
    }
    assert_eq!(told(&desk).turn, Some(SerialTurn::NotHeld));
    let mut desk = airfield();
    let all = told(&desk).waiting;
    call(&mut desk);
    land_all(&mut desk, "09.04");
    let facts = told(&desk);
    assert_eq!(facts.turn, Some(SerialTurn::Landed));
    assert_eq!((facts.landed, facts.waiting), (1, all - 1));
    // Not a turn of the timetable: nothing is lost.
    let off = (0..9).find(|turn| !terms(&mut desk).turns.contains(turn)).unwrap();
    desk.battle.turn = off;
    assert_eq!(told(&desk).turn, None);
    // Nobody is left to wait.
    let mut empty = airfield();
    empty.battle.arrivals.serials_landed = SerialId::all(usize::from(all)).collect();
    assert_eq!((told(&empty).waiting, told(&empty).turn), (0, None));
}

#[test]
fn ms7_0_anti_aircraft_zones_count_twice() {
    let mut desk = airfield();
    desk.place(NEW_ZEALAND, "12.05");
    desk.counter(NEW_ZEALAND).anti_aircraft = true;
    call(&mut desk);
    let hex = desk.hex("09.04");
    let told = land(&mut desk, Action::AirlandIn(hex), &[("airlanding", 0)]);
    assert_eq!((zones(&desk, &told), told.modifier), ([1, 1], 2));
}

#[test]
fn m11_0_serial_3_brings_its_leader_and_raises_the_rating() {
    let mut desk = airfield();
    desk.battle.arrivals.serials_landed = [SerialId(0)].into();
    let division = usize::from(desk.division(MOUNTAIN_DIVISION).0);
    assert_eq!(desk.battle.command.raised[division], 0);
    call(&mut desk);
    land_all(&mut desk, "10.04");
    assert_eq!(desk.battle.command.raised[division], 1);
    let leader = desk.battle.ground.leaders.iter().position(|card| card.id == "ldr-gjr85").unwrap();
    let companies = ["gjr85-1", "gjr85-2", "gjr85-3", "gjr85-4", "gjr85-5"];
    let with: Vec<Action> = companies.iter().map(|id| Action::LeaderWith(desk.unit(id))).collect();
    assert_eq!(desk.legal(), with);
    desk.play(with[2], &[]);
    assert_eq!(desk.battle.command.leaders[leader].with, Some(desk.unit("gjr85-3")));
    // Four and one, and half the die.
    let mut dice = engine::Scripted::new([("command", 4)]);
    let before = desk.points(MOUNTAIN_DIVISION);
    let id = desk.division(MOUNTAIN_DIVISION);
    desk.battle.collect(id, &mut dice, &mut Vec::new());
    assert_eq!(desk.points(MOUNTAIN_DIVISION) - before, 7);
}
