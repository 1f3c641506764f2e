//! Where the games of tuning are played, and what is asked of it.

use std::sync::Arc;

use engine::{BySide, Side};

use crate::tune::worth::Played;

/// Who plays a side in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The side's strategy, its dials set to these numbers.
    Set(Arc<[i32]>),
    /// A strategy that is not tuned, by its number among the rivals of its side.
    Rival(usize),
}

impl Player {
    pub(crate) fn set(at: &[i32]) -> Player {
        Player::Set(at.into())
    }
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bout {
    /// Who plays.
    pub players: BySide<Player>,
    /// The seed of the run it belongs to.
    pub seed: u64,
    /// Its index in that run.
    pub game: u64,
}

/// Plays games: in earnest, from memory, or as a test wants them.
pub trait Ground {
    /// Why no more games are played.
    type Halt;

    /// Plays these games and returns them in the same order.
    ///
    /// # Errors
    /// Playing was stopped, or failed.
    fn play(&mut self, bouts: &[Bout]) -> Result<Vec<Played>, Self::Halt>;
}

/// Opponents of one side: the other side's best, and those that an answer to it must not forget.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub best: Player,
    pub others: Vec<Player>,
}

impl Pool {
    /// Who is met in a game. The best opponent is met in every other game, or in all of them if there is nobody else.
    pub fn met(&self, game: u64) -> &Player {
        let others = self.others.len() as u64;
        if others == 0 || game.is_multiple_of(2) {
            &self.best
        } else {
            &self.others[(game / 2 % others) as usize]
        }
    }

    /// A game of one side's player.
    pub fn bout(&self, side: Side, own: &Player, seed: u64, game: u64) -> Bout {
        let other = self.met(game).clone();
        let players = match side {
            Side::German => BySide { german: own.clone(), allied: other },
            Side::Allied => BySide { german: other, allied: own.clone() },
        };
        Bout { players, seed, game }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_opponent_is_met_in_every_other_game_and_all_others_equally_often() {
        let best = Player::set(&[1]);
        let pool = Pool { best: best.clone(), others: vec![Player::Rival(0), Player::Rival(1)] };
        let met: Vec<&Player> = (0..8).map(|game| pool.met(game)).collect();
        assert_eq!(met.iter().filter(|met| ***met == best).count(), 4);
        assert_eq!(met.iter().filter(|met| ***met == Player::Rival(1)).count(), 2);
        let alone = Pool { others: Vec::new(), ..pool };
        assert!((0..8).all(|game| *alone.met(game) == best));
    }

    #[test]
    fn each_side_sits_in_its_own_seat() {
        let pool = Pool { best: Player::Rival(0), others: Vec::new() };
        let own = Player::set(&[7]);
        let bout = pool.bout(Side::Allied, &own, 3, 5);
        assert_eq!(bout.players, BySide { german: Player::Rival(0), allied: own });
        assert_eq!((bout.seed, bout.game), (3, 5));
    }
}
