//! Strongpoints, and what rubble leaves of them (2.9).

use super::super::action::Action;
use super::super::fire::{Mod, Mode};
use super::super::rulings::Strongpoint;
use super::desk::*;

/// A strongpoint in 05.05, with two companies in it.
fn strongpoint(reading: Strongpoint) -> Desk {
    let mut files = files(&[]);
    files.change("maps/kastelli", "csv", |text| {
        assert!(text.contains("05.05,clear,,,,,text"));
        text.replace("05.05,clear,,,,,text", "05.05,clear,,,strongpoint,,text")
    });
    let mut desk = Desk::of(files);
    desk.rulings().strongpoint = reading;
    desk.place(PI, "05.05");
    desk.place(PI2, "05.05");
    desk
}

/// Whether each of the two is entrenched.
fn entrenched(desk: &Desk) -> [bool; 2] {
    [PI, PI2].map(|id| desk.battle.entrenched(desk.unit(id)))
}

#[test]
fn gts_a_strongpoint_is_an_entrenchment_for_one_unit() {
    let mut desk = strongpoint(Strongpoint::OneUnit);
    assert_eq!(entrenched(&desk), [true, false], "the first on the roster");
    desk.place(GREEK, "05.06");
    assert!(desk.mods(GREEK, PI, Mode::Direct).contains(&(Mod::Entrenched, -2)));
    assert!(desk.battle.hard(desk.unit(PI), Mode::Direct, desk.hex("05.05")));
    // Who is in column has no use for it, and leaves it to the other.
    desk.state(PI).column = true;
    assert_eq!(entrenched(&desk), [false, true]);
}

#[test]
fn ruling_strongpoint() {
    assert_eq!(entrenched(&strongpoint(Strongpoint::WholeHex)), [true, true]);
    assert_eq!(entrenched(&strongpoint(Strongpoint::Nothing)), [false, false]);
}

#[test]
fn m2_9_a_strongpoint_stays_destroyed_when_the_rubble_is_cleared() {
    let mut desk = strongpoint(Strongpoint::WholeHex);
    let hex = desk.hex("05.05");
    desk.battle.markers.rubble.push((hex, false));
    assert_eq!(entrenched(&desk), [false, false]);
    desk.counter(PI).engineer = true;
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    desk.play(Action::ClearRubble, &[("digging check", 0)]);
    assert!(!desk.battle.rubbled(hex));
    assert_eq!(entrenched(&desk), [false, false]);
}
