//! The games of tuning, remembered: those that an earlier session played are not played again.

use engine::{Seed, Side};
use lab::tune::{Bout, Field, FieldError, Ground, Played, Player};
use serde::{Deserialize, Serialize};

use crate::progress::Progress;
use crate::sitting::{Interrupted, Sitting};

/// The file with the games, in the folder of the unfinished search.
const FILE: &str = "games.json";

/// Games after which they are kept.
const BLOCK: usize = 200;

/// Some games that the search asked for at once, as far as they have been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Asked {
    /// A hash of what was asked for, so that games are never taken for others.
    bouts: u64,
    /// The Germans' half points and the margin of each game.
    games: Vec<(u8, i32)>,
}

/// Plays games and keeps their results.
pub(super) struct Memory<'a> {
    field: &'a Field<'a>,
    sitting: &'a Sitting,
    progress: &'a Progress,
    threads: usize,
    /// What was asked for, in order.
    asked: Vec<Asked>,
    /// How much of it this session has asked for again.
    next: usize,
}

impl<'a> Memory<'a> {
    /// With the games of an earlier session, if there was one.
    pub(super) fn open(
        field: &'a Field<'a>,
        sitting: &'a Sitting,
        progress: &'a Progress,
        threads: usize,
    ) -> anyhow::Result<Memory<'a>> {
        let kept = sitting.kept(FILE)?;
        let asked = kept.map_or_else(Vec::new, |text| {
            serde_json::from_str(&text).unwrap_or_else(|_| {
                eprintln!("warning: {FILE} is damaged; its games are played again");
                Vec::new()
            })
        });
        Ok(Memory { field, sitting, progress, threads, asked, next: 0 })
    }

    fn keep(&self) -> anyhow::Result<()> {
        let text = serde_json::to_string(&self.asked)?;
        self.sitting.keep(FILE, text.as_bytes())
    }
}

impl Ground for Memory<'_> {
    type Halt = anyhow::Error;

    fn play(&mut self, bouts: &[Bout]) -> anyhow::Result<Vec<Played>> {
        let hash = hash(bouts);
        let known = self.asked.get(self.next);
        if !known.is_some_and(|known| known.bouts == hash && known.games.len() <= bouts.len()) {
            // Nothing that follows other games than these is of use.
            self.asked.truncate(self.next);
            self.asked.push(Asked { bouts: hash, games: Vec::new() });
        }
        let place = self.next;
        self.next += 1;
        self.progress.skip(self.asked[place].games.len() as u64);
        while self.asked[place].games.len() < bouts.len() {
            let missing = &bouts[self.asked[place].games.len()..];
            let block = &missing[..missing.len().min(BLOCK)];
            let played = self.sitting.play_loose(self.progress, |stop, each| {
                self.field.play(block, self.threads, stop, each)
            });
            let played = played.map_err(|error| match error {
                FieldError::Run(error) => anyhow::Error::new(error),
                FieldError::Strategy(complaints) => complaints.into(),
            })?;
            let games = played.iter().map(|game| (game.halves, game.margin));
            self.asked[place].games.extend(games);
            self.keep()?;
            if self.sitting.is_over() {
                return Err(Interrupted.into());
            }
        }
        let games = self.asked[place].games.iter();
        Ok(games.map(|&(halves, margin)| Played { halves, margin }).collect())
    }
}

fn hash(bouts: &[Bout]) -> u64 {
    let mut hash = Seed(bouts.len() as u64);
    let mut add = |number: u64| hash = hash.game(number);
    for bout in bouts {
        for side in Side::BOTH {
            match &bout.players[side] {
                Player::Set(at) => {
                    add(at.len() as u64);
                    at.iter().for_each(|&number| add(u64::from(number as u32)));
                }
                Player::Rival(number) => add(u64::MAX - *number as u64),
            }
        }
        add(bout.seed);
        add(bout.game);
    }
    hash.0
}

#[cfg(test)]
mod tests {
    use engine::BySide;

    use super::*;

    #[test]
    fn other_games_have_another_hash() {
        let bout = |dial: i32, seed, game| Bout {
            players: BySide { german: Player::Set([dial, -3].into()), allied: Player::Rival(0) },
            seed,
            game,
        };
        let one = hash(&[bout(1, 2, 3)]);
        assert_eq!(one, hash(&[bout(1, 2, 3)]));
        for other in [bout(-1, 2, 3), bout(1, 3, 3), bout(1, 2, 4)] {
            assert_ne!(one, hash(&[other]));
        }
        assert_ne!(one, hash(&[bout(1, 2, 3), bout(1, 2, 3)]));
    }
}
