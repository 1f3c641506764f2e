//! Counts the games there are: a checksum of the rules.

use alloc::vec::Vec;

use crate::{Position, Scripted};

/// Number of lines of play of exactly `depth` decisions (shorter where the game ends), when every
/// die shows 4. Any change of a rule, a listing or a set-up moves it.
///
/// ```
/// use engine::{FromSetup, Position, Scripted, perft};
/// use games::skirmish::{Skirmish, ridge};
///
/// let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
/// game.open(&mut Scripted::always(4), &mut Vec::new());
/// assert_eq!([1, 2, 3].map(|depth| perft(&game, depth)), [2, 8, 48]);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    if legal.is_empty() {
        return 1;
    }
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .into_iter()
        .map(|action| {
            let mut next = position.clone();
            next.apply_unchecked(action, &mut Scripted::always(4), &mut Vec::new());
            perft(&next, depth - 1)
        })
        .sum()
}
