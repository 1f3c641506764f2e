//! Self-play in rounds: the Germans answer the Allies, the Allies answer the Germans, until neither gains.

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, Side};

use crate::tune::climb::Climb;
use crate::tune::cycle::{Meetings, circle};
use crate::tune::dials::Dials;
use crate::tune::ground::{Bout, Ground, Player, Pool};
use crate::tune::worth::{Played, Scale};
use crate::tune::{Judge, Measured};

/// How long to search, and from which seeds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Training games of each side in each round, at most.
    pub budget: u64,
    /// Rounds, at most.
    pub rounds: u32,
    /// Seeds of each hold-out test; every one is played twice.
    pub holdout: u64,
    /// Seed of the training games.
    pub seed: u64,
    /// Seed of the hold-out games.
    pub holdout_seed: u64,
}

/// What one strategy gains over another on hold-out games: 1 is a win more in every game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Gain {
    /// In worth: the score with its share for the margin.
    pub worth: Measured,
    /// In score alone.
    pub score: Measured,
}

/// One side's turn in one round.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The round, from 1.
    pub round: u32,
    /// Whose turn it was.
    pub side: Side,
    /// Its dials before.
    pub before: Vec<i32>,
    /// Its dials after the search.
    pub after: Vec<i32>,
    /// Training games.
    pub games: u64,
    /// Hold-out games.
    pub holdout: u64,
    /// What the search gained on hold-out games; nothing if it ended where it began.
    pub gain: Option<Gain>,
    /// Whether the gain is above 0 with its interval: only then is the side's strategy changed.
    pub kept: bool,
}

/// Why tuning ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In the last round neither side gained.
    Settled,
    /// All rounds were played, and a side still gained in the last one.
    OutOfRounds,
    /// The answers go round in a circle: pairs of German and Allied versions, from 0, the last equal to the first.
    Circle(Vec<(usize, usize)>),
    /// A side came back to one of its earlier versions.
    Returned(Side, usize),
}

/// What tuning found.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// How margins count.
    pub scale: Scale,
    /// Every side's turn, in order.
    pub turns: Vec<Turn>,
    /// Each side's versions: its rounded start, then every one that was kept.
    pub versions: BySide<Vec<Vec<i32>>>,
    /// Why it ended.
    pub ending: Ending,
    /// What each side's last version gains over the file as it was, against all opponents of the last round, on
    /// hold-out games that decided nothing. Nothing for a file that has not changed.
    pub proof: BySide<Option<Gain>>,
    /// Training games of each side.
    pub games: BySide<u64>,
    /// All games, those of hold-out and scale included.
    pub all_games: u64,
}

impl Tuned {
    /// A side's last version.
    pub fn best(&self, side: Side) -> &[i32] {
        self.versions[side].last().map_or(&[], Vec::as_slice)
    }
}

/// Games from which the scale of the margins is taken, unless a side has fewer to train.
const SCALE_GAMES: u64 = 40;

/// What tuning begins with.
pub(crate) struct Start<'a> {
    pub dials: BySide<&'a Dials>,
    /// The settings of each side's file.
    pub settings: BySide<Vec<i32>>,
    /// Number of rivals of each side.
    pub rivals: BySide<usize>,
}

/// Tunes both sides.
pub(crate) fn tune<G: Ground>(
    start: &Start<'_>,
    terms: Terms,
    judge: &dyn Judge,
    ground: &mut G,
) -> Result<Tuned, G::Halt> {
    let rounded = |side: Side| vec![start.dials[side].rounded(&start.settings[side])];
    let mut table = Rounds {
        start,
        terms,
        judge,
        ground,
        versions: BySide::from_fn(rounded),
        scale: Scale { middle: 0, spread: 1 },
        trained: BySide::default(),
        next: 0,
        next_holdout: 0,
        meetings: Meetings::new(),
        all_games: 0,
    };
    table.measure()?;
    let mut turns: Vec<Turn> = Vec::new();
    let mut ending = Ending::OutOfRounds;
    'rounds: for round in 1..=terms.rounds {
        let first = turns.len();
        for side in Side::BOTH {
            let turn = table.turn(round, side)?;
            let versions = &mut table.versions[side];
            let returned = turn.kept.then(|| adopt(versions, &turn.after)).flatten();
            turns.push(turn);
            if let Some(version) = returned {
                ending = Ending::Returned(side, version);
                break 'rounds;
            }
        }
        if turns[first..].iter().all(|turn| !turn.kept) {
            ending = Ending::Settled;
            break;
        }
        let counts = BySide::from_fn(|side| table.versions[side].len());
        if let Some(pairs) = circle(&table.meetings, counts, judge) {
            ending = Ending::Circle(pairs);
            break;
        }
    }
    let proof = BySide { german: table.proof(Side::German)?, allied: table.proof(Side::Allied)? };
    Ok(Tuned {
        scale: table.scale,
        turns,
        versions: table.versions,
        ending,
        proof,
        games: table.trained,
        all_games: table.all_games,
    })
}

struct Rounds<'a, G> {
    start: &'a Start<'a>,
    terms: Terms,
    judge: &'a dyn Judge,
    ground: &'a mut G,
    versions: BySide<Vec<Vec<i32>>>,
    scale: Scale,
    trained: BySide<u64>,
    /// The next index of a training game, and of a hold-out game.
    next: u64,
    next_holdout: u64,
    meetings: Meetings,
    all_games: u64,
}

impl<G: Ground> Rounds<'_, G> {
    fn play(&mut self, bouts: &[Bout]) -> Result<Vec<Played>, G::Halt> {
        self.all_games += bouts.len() as u64;
        self.ground.play(bouts)
    }

    fn best(&self, side: Side) -> Player {
        self.versions[side].last().map_or(Player::Rival(0), |at| Player::set(at))
    }

    /// Takes the scale of the margins from games of the first versions.
    fn measure(&mut self) -> Result<(), G::Halt> {
        let players = BySide::from_fn(|side| self.best(side));
        let seed = self.terms.seed;
        let count = SCALE_GAMES.min(self.terms.budget);
        let bouts: Vec<Bout> =
            (0..count).map(|game| Bout { players: players.clone(), seed, game }).collect();
        self.next = count;
        let games = self.play(&bouts)?;
        self.scale = Scale::of(&games);
        Ok(())
    }

    /// Whom a side must beat: the other side's last version, the earlier ones and the rivals.
    fn pool(&self, side: Side) -> Pool {
        let other = side.other();
        let earlier = self.versions[other].iter().rev().skip(1).map(|at| Player::set(at));
        let rivals = (0..self.start.rivals[other]).map(Player::Rival);
        Pool { best: self.best(other), others: earlier.chain(rivals).collect() }
    }

    fn turn(&mut self, round: u32, side: Side) -> Result<Turn, G::Halt> {
        let pool = self.pool(side);
        let before = self.versions[side].last().cloned().unwrap_or_default();
        let climb = Climb {
            side,
            dials: self.start.dials[side],
            pool: &pool,
            scale: self.scale,
            seed: self.terms.seed,
            first: self.next,
            budget: self.terms.budget,
        };
        let (after, games) = climb.from(&before, self.ground)?;
        // Both sides' games of a round may share seeds; those of two rounds do not.
        if side == Side::Allied {
            self.next += self.terms.budget;
        }
        self.trained[side] += games;
        self.all_games += games;
        let gain = if after == before {
            None
        } else {
            let next = self.versions[side].len();
            let [now, then] =
                self.hold_out(side, &pool, &[Player::set(&after), Player::set(&before)])?;
            let gain = self.gain(side, &now, &then);
            // Games of a version that is not kept are of no use later.
            if gain.worth.low > 0.0 {
                self.met(side, &pool, next, &now);
            }
            self.met(side, &pool, next - 1, &then);
            Some(gain)
        };
        let kept = gain.is_some_and(|gain| gain.worth.low > 0.0);
        let holdout = if gain.is_some() { 2 * self.terms.holdout } else { 0 };
        Ok(Turn { round, side, before, after, games, holdout, gain, kept })
    }

    /// Plays two players of a side from the same hold-out seeds, which nothing else uses, against the same opponents.
    fn hold_out(
        &mut self,
        side: Side,
        pool: &Pool,
        players: &[Player; 2],
    ) -> Result<[Vec<Played>; 2], G::Halt> {
        let count = self.terms.holdout;
        let games = self.next_holdout..self.next_holdout + count;
        self.next_holdout += count;
        let bouts: Vec<Bout> = players
            .iter()
            .flat_map(|own| games.clone().map(move |game| (own, game)))
            .map(|(own, game)| pool.bout(side, own, self.terms.holdout_seed, game))
            .collect();
        let mut first = self.play(&bouts)?;
        let second = first.split_off(count as usize);
        Ok([first, second])
    }

    fn gain(&self, side: Side, now: &[Played], then: &[Played]) -> Gain {
        let numbers = |games: &[Played], of: &dyn Fn(Played) -> i64| -> Vec<f64> {
            games.iter().map(|&game| of(game) as f64 / super::worth::WIN as f64).collect()
        };
        let paired =
            |of: &dyn Fn(Played) -> i64| self.judge.paired(&numbers(now, of), &numbers(then, of));
        Gain {
            worth: paired(&|game| self.scale.worth(side, game)),
            score: paired(&|game| game.score(side)),
        }
    }

    /// Remembers who met whom in hold-out games of a version.
    fn met(&mut self, side: Side, pool: &Pool, version: usize, games: &[Played]) {
        let first = self.next_holdout - games.len() as u64;
        let known: BTreeMap<Player, usize> = self.versions[side.other()]
            .iter()
            .enumerate()
            .map(|(number, at)| (Player::set(at), number))
            .collect();
        for (game, &played) in (first..).zip(games) {
            let Some(&other) = known.get(pool.met(game)) else { continue };
            let pair = if side == Side::German { (version, other) } else { (other, version) };
            let worth = self.scale.worth(Side::German, played) as f64 / super::worth::WIN as f64;
            self.meetings.entry(pair).or_default().push(worth);
        }
    }

    fn proof(&mut self, side: Side) -> Result<Option<Gain>, G::Halt> {
        let file = &self.start.settings[side];
        if self.versions[side].last() == Some(file) {
            return Ok(None);
        }
        let players = [self.best(side), Player::set(file)];
        let pool = self.pool(side);
        let [now, then] = self.hold_out(side, &pool, &players)?;
        Ok(Some(self.gain(side, &now, &then)))
    }
}

/// Makes some settings the last version; returns the number of an earlier version with the same settings.
fn adopt(versions: &mut Vec<Vec<i32>>, at: &[i32]) -> Option<usize> {
    let earlier = versions.iter().position(|version| version == at);
    versions.push(at.to_vec());
    earlier
}

/// The opponents that a side of a finished search was tuned against: versions of the other side by number, and
/// rivals by number.
pub(crate) fn opponents(tuned: &Tuned, rivals: usize, side: Side) -> (Vec<usize>, Vec<usize>) {
    let other = side.other();
    // Versions made after this side's last turn were never met.
    let turns = tuned.turns.iter().rposition(|turn| turn.side == side).unwrap_or(0);
    let kept = tuned.turns[..turns].iter().filter(|turn| turn.side == other && turn.kept).count();
    let distinct: BTreeSet<usize> = (0..=kept).collect();
    (distinct.into_iter().collect(), (0..rivals).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_was_there_before_is_recognised() {
        let mut versions = vec![vec![1, 2], vec![1, 3]];
        assert_eq!(adopt(&mut versions, &[1, 4]), None);
        assert_eq!(adopt(&mut versions, &[1, 3]), Some(1));
        assert_eq!(versions.len(), 4);
    }

    #[test]
    fn opponents_are_those_met_until_the_last_turn_of_a_side() {
        let turn = |side, kept| Turn {
            round: 1,
            side,
            before: Vec::new(),
            after: Vec::new(),
            games: 0,
            holdout: 0,
            gain: None,
            kept,
        };
        let turns = vec![turn(Side::German, true), turn(Side::Allied, true)];
        let tuned = Tuned {
            scale: Scale { middle: 0, spread: 1 },
            turns,
            versions: BySide::from_fn(|_| vec![vec![0], vec![1]]),
            ending: Ending::OutOfRounds,
            proof: BySide::default(),
            games: BySide::default(),
            all_games: 0,
        };
        assert_eq!(opponents(&tuned, 1, Side::German), (vec![0], vec![0]));
        assert_eq!(opponents(&tuned, 0, Side::Allied), (vec![0, 1], vec![]));
    }
}
