//! V.E and V.P: friendly airfields, four turns in a row.

use engine::{Outcome, Position, Side};

use crate::airassault::rules::Step;

use super::Desk;

fn close(desk: Desk, turn: u8) -> Desk {
    desk.at(turn, Side::Allied, Step::Close).go(&[])
}

#[test]
fn s5_p1_four_turns_in_a_row_win() {
    let mut desk = Desk::basic(&[]).cleared().with("sturm-5 C-11");
    for turn in 3..=5 {
        desk = close(desk, turn);
        assert_eq!(desk.game.outcome(), Outcome::Undecided);
    }
    desk = close(desk, 6);
    assert!(
        matches!(desk.game.outcome(), Outcome::Over { winner: Some(Side::German), margin: 6, .. }),
        "{:?}",
        desk.game.outcome()
    );
}

#[test]
fn s5_p1_an_airfield_that_was_empty_begins_anew() {
    let desk = close(Desk::basic(&[]).cleared().with("sturm-5 C-11"), 3);
    let mut desk = desk;
    assert_eq!(desk.game.held[0], 1);
    let unit = desk.unit("sturm-5");
    let away = desk.hex("D-12");
    desk.game.put(unit, away);
    desk.game.notice_empty_fields();
    assert_eq!(desk.game.held[0], 0);
}

#[test]
fn s5_p2_else_the_allies_win() {
    let last = Desk::basic(&[]).game.board.turns.len() as u8;
    let desk = close(Desk::basic(&[]).cleared().with("sturm-5 C-11"), last);
    assert!(matches!(
        desk.game.outcome(),
        Outcome::Over { winner: Some(Side::Allied), level: 1, margin: -3, .. }
    ));
}

#[test]
fn s5_e1_a_decoy_makes_no_hex_friendly() {
    let desk = Desk::basic(&[]).cleared().face_down("decoy-1 C-11");
    assert!(!desk.game.is_friendly(Side::Allied, desk.hex("C-11")));
}
