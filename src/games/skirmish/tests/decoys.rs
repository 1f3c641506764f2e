//! Chapter 4, decoys.

use engine::{Position as _, Side};

use super::desk::Desk;
use crate::skirmish::{Event, veiled_ridge};

/// The first German next to the counter in 03.01, which holds a given unit.
fn before(unit: u16) -> Desk {
    let mut desk = Desk::new(veiled_ridge());
    let there =
        desk.game.counters.iter().position(|counter| counter.unit == unit).expect("it is dealt");
    let printed = desk.game.counters[4].unit;
    desk.game.counters[there].unit = printed;
    desk.game.counters[4].unit = unit;
    desk.put(0, "02.01");
    desk.turn_of(0);
    desk
}

#[test]
fn s4_1_only_a_side_with_decoys_stands_face_down() {
    let desk = Desk::new(veiled_ridge());
    let down = |side| desk.game.on_map(side).filter(|&c| desk.game.counter(c).face_down).count();
    assert_eq!((down(Side::German), down(Side::Allied)), (0, 4));
}

#[test]
fn s4_1_what_is_printed_is_for_its_owner() {
    let desk = Desk::new(veiled_ridge());
    let (german, allied) = (desk.game.view(Side::German), desk.game.view(Side::Allied));
    assert_eq!((german.unit(4), allied.unit(4).is_some()), (None, true));
    assert_eq!((german.unit(0), allied.unit(0)), (Some(0), Some(0)));
    let dealt = |event: &&Event| matches!(event, Event::Dealt { .. });
    let dealt: std::vec::Vec<&Event> = desk.events.iter().filter(dealt).collect();
    assert_eq!(dealt.len(), 4);
    assert!(dealt.iter().all(|event| desk.game.sees(Side::Allied, event)));
    assert!(!dealt.iter().any(|event| desk.game.sees(Side::German, event)));
}

#[test]
fn s4_2_who_is_fired_at_is_turned_up() {
    let mut desk = before(2);
    desk.say("FJ1 fires at the counter in 03.01", &[("fire", 0)]);
    assert_eq!(desk.told()[..2], ["turned up: NZ1", "0 against 6: NZ1, miss"]);
    assert_eq!(desk.game.view(Side::German).unit(4), Some(2));
}

#[test]
fn s4_2_who_fires_is_turned_up() {
    let mut desk = before(2);
    desk.turn_of(4);
    desk.say("NZ1 fires at FJ1", &[("fire", 0)]);
    assert_eq!(desk.game.view(Side::German).unit(4), Some(2));
}

#[test]
fn s4_3_a_decoy_is_taken_off_and_no_die_is_rolled() {
    let mut desk = before(5);
    desk.say("FJ1 fires at the counter in 03.01", &[]);
    assert_eq!(desk.told()[..1], ["turned up: DUMMY2"]);
    assert!(desk.game.counter(4).gone);
}

#[test]
fn s4_3_a_decoy_cannot_fire() {
    let mut desk = before(5);
    desk.turn_of(4);
    assert!(!desk.words().iter().any(|words| words.contains("fires")), "{:?}", desk.words());
}
