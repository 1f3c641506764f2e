//! Where a player sits in one game, and how it says that it cannot go on.

use std::sync::{Arc, OnceLock};

use engine::{Side, Whim};

use crate::complaint::Complaint;

/// What a player is told when it sits down to a game.
#[derive(Clone, Debug)]
pub(crate) struct Chair<'a> {
    /// `SYSTEM/NAME`.
    pub(crate) scenario: &'a str,
    /// Index of the game in its run.
    pub(crate) game: u64,
    /// The side it plays.
    pub(crate) side: Side,
    /// For players with a chance of their own: the game's whims of that side, which tell nothing of its dice.
    pub(crate) whim: Whim,
    /// Where to complain.
    pub(crate) trouble: Trouble,
}

/// What went wrong with a player of a game, if anything did. A policy always takes an option, so that rules know of
/// no errors; a player that cannot choose complains here, takes the first, and the game ends before it is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trouble(Arc<OnceLock<Complaint>>);

impl Trouble {
    /// Ends the game with this complaint; a later one is not heard.
    pub(crate) fn tell(&self, complaint: Complaint) {
        let _ = self.0.set(complaint);
    }

    /// What was told.
    pub(crate) fn told(&self) -> Option<&Complaint> {
        self.0.get()
    }
}

/// The first of the highest scores, as strategies choose.
pub(crate) fn first_best(scores: &[i64]) -> usize {
    let (mut best, mut most) = (0, i64::MIN);
    for (option, &score) in scores.iter().enumerate() {
        if score > most {
            (best, most) = (option, score);
        }
    }
    best
}
