//! Chapter 5, victory.

use engine::{Outcome, Position as _, Side};

use super::desk::Desk;
use crate::skirmish::{ridge, veiled_ridge};

fn winner(desk: &mut Desk) -> Option<Side> {
    desk.game.over = true;
    match desk.game.outcome() {
        Outcome::Over { winner, .. } => winner,
        Outcome::Undecided => None,
    }
}

#[test]
fn s5_1_the_germans_win_on_the_objective() {
    let mut desk = Desk::new(ridge());
    assert_eq!(winner(&mut desk), Some(Side::Allied));
    desk.put(2, "05.03");
    desk.put(0, "04.02");
    assert_eq!(winner(&mut desk), Some(Side::German));
}

#[test]
fn s5_1_the_germans_win_when_no_allied_step_is_left() {
    let mut desk = Desk::new(veiled_ridge());
    for unit in &mut desk.game.units[2..] {
        unit.steps = 0;
    }
    assert_eq!(winner(&mut desk), Some(Side::German), "decoys are no steps");
}
