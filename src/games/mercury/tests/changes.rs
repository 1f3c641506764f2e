//! What players who remember go by: each thing that bears on a unit's fights is told of its hex, and nothing else.

use std::vec::Vec;

use engine::Side;

use super::desk::*;

/// Pioneers under a leader in the next hex.
fn pioneers() -> Desk {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.place(MOUNTAIN, "05.06");
    desk.lead(SCHAETTE, MOUNTAIN);
    let unit = desk.unit(PI);
    assert!(desk.battle.in_command(unit));
    desk
}

/// The last change in the pioneers' hex.
fn last(desk: &Desk) -> u32 {
    desk.battle.stamps.last(desk.hex("05.05"))
}

#[test]
fn whatever_bears_on_fights_is_told() {
    type Change = fn(&mut Desk);
    let changes: [(&str, Change); 8] = [
        ("its state", |desk| desk.state(PI).suppressed = true),
        ("who stands with it", |desk| {
            desk.place(PI2, "05.05");
        }),
        ("its going", |desk| {
            desk.place(PI, "05.07");
        }),
        ("its end", |desk| {
            let unit = desk.unit(PI);
            desk.battle.lift(unit);
        }),
        ("its leader's going", |desk| desk.dismiss(SCHAETTE)),
        ("a barrage", |desk| {
            let hex = desk.hex("05.05");
            desk.battle.lay_barrage(hex, false);
        }),
        ("a hero", |desk| {
            let unit = desk.unit(PI);
            desk.battle.set_hero(Side::German, Some(unit));
        }),
        ("night and supply", |desk| desk.battle.stamps.mark_all()),
    ];
    for (what, change) in changes {
        let mut desk = pioneers();
        let before = last(&desk);
        change(&mut desk);
        assert_ne!(last(&desk), before, "{what}");
    }
    // What was laid on the hex goes again, and so does the marker.
    let mut desk = pioneers();
    let (hex, unit) = (desk.hex("05.05"), desk.unit(PI));
    desk.battle.lay_barrage(hex, true);
    desk.battle.set_hero(Side::German, Some(unit));
    let mut seen: Vec<u32> = [last(&desk)].into();
    desk.battle.clear_barrages();
    seen.push(last(&desk));
    desk.battle.set_hero(Side::German, None);
    seen.push(last(&desk));
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
}

#[test]
fn what_happens_elsewhere_or_bears_on_no_fight_is_not() {
    let mut desk = pioneers();
    let before = last(&desk);
    desk.state(MOUNTAIN).suppressed = true;
    desk.place(GREEK, "09.09");
    desk.set_points("5GD", 7);
    desk.chit("5GD");
    let unit = desk.unit(PI);
    desk.battle.spend_unit(unit);
    assert_eq!(last(&desk), before);
}
