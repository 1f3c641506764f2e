//! Who leads, how often that changes, and how much a lead is worth.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::course;
use crate::estimate::{Interval, conditional_entropy, correlation_of};
use crate::games::{End, Games};
use crate::tally::TurnTally;
use crate::{About, CONFIDENCE, Estimate, Method, Spread, StudyError};

/// Who leads, and whether it lasts. A side leads when the advantage is at least 25 per mille in its favour. Games that
/// were cut off have no result and are left out, but for their lead changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuspenseStudy {
    /// What the advantage is fitted to; `None` where it is the game's own yardstick.
    #[serde(default)]
    pub fitted: Option<FittedTo>,
    /// How often the lead changes hands in a game.
    pub lead_changes: Spread,
    /// How far behind the later winner was, from 0 to 1: the mean over the turns of the square root of his deficit,
    /// over the games that somebody won; `None` where nobody ever did.
    pub drama: Option<Estimate>,
    /// Share of the games with a leader at half time that the other side won; `None` where nobody ever led.
    pub comebacks: Option<Estimate>,
    /// The same for each side: the share it won of the games in which it was behind at half time.
    pub comebacks_of: BySide<Option<Estimate>>,
    /// Correlation of the advantage at half time with the margin at the end; `None` where one of the two never varies.
    pub runaway: Option<Estimate>,
    /// How open the game is, in bits: the mean over the turns of `open` in `turns`. The interval is the mean of
    /// theirs, which is no narrower than it should be.
    pub open: Estimate,
    /// When the leader is as good as home.
    pub decisive: Decisive,
    /// One entry a turn of the calendar.
    pub turns: Vec<LeadTurn>,
}

/// Games to which the chances of winning were fitted that make the advantage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FittedTo {
    /// The command that fits them again.
    pub command: String,
    /// Games played, between all doctrines of the scenario.
    pub games: u64,
    /// The widest gap between chance and score among five classes of chances, in games kept out of the fit; a share.
    pub widest_gap: f64,
}

/// The first turn from which on the leader wins at least nine games of ten, among turns with at least twenty games
/// that somebody leads. `None`: that never comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decisive {
    /// By the share of games.
    pub turn: Option<u16>,
    /// By the upper end of its interval: it may be as early as this.
    pub earliest: Option<u16>,
    /// By the lower end of its interval: it is no later than this.
    pub latest: Option<u16>,
}

/// Who leads at the end of one turn, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeadTurn {
    /// The turn, from 1.
    pub turn: u16,
    /// Its name.
    pub name: String,
    /// Games not over before the turn ended, and not cut off later.
    pub games: u64,
    /// Share of them that each side leads; `None` where no game is on any more.
    pub leads: BySide<Option<Estimate>>,
    /// Share of the games that a side leads which it won; `None` where it leads none.
    pub wins: BySide<Option<Estimate>>,
    /// Share of the games with a leader that he won.
    pub leader_wins: Option<Estimate>,
    /// How open the result is to whoever knows the advantage, in bits: 0 is certainty, 1 an even chance between two
    /// results, 1.58 between three. Games that are over count as certain.
    pub open: Estimate,
    /// What became of the games by their advantage, from worst for the Germans to best.
    pub standings: Vec<Standing>,
}

/// Games that stood alike at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Least advantage, per mille from -1000 to 1000.
    pub from: i32,
    /// Greatest advantage.
    pub to: i32,
    /// Games.
    pub games: u64,
    /// Share of them that each side won.
    pub wins: BySide<Estimate>,
    /// Share of them drawn.
    pub draws: Estimate,
}

/// Share of the games of a turn that a class of standing must have to stand alone, as one in so many.
const CLASSES: u64 = 20;
/// Classes farther apart than this never stand together.
const NEAR: i32 = 4;
/// Share of games that the leader wins once the game is decided.
const AS_GOOD_AS_HOME: f64 = 0.9;
/// Turns with fewer games that somebody leads say nothing.
const ENOUGH: u64 = 20;

/// `None` where no turn was ever played to its end.
pub(crate) fn study(
    games: &Games,
    about: &About,
    tallies: &[TurnTally],
) -> Result<Option<SuspenseStudy>, StudyError> {
    if games.histogram("half_time_advantage")?.is_empty() {
        return Ok(None);
    }
    let mut finished = 0;
    // Behind at half time, and won all the same.
    let mut behind: BySide<(u64, u64)> = BySide::default();
    let mut pairs = Pairs::default();
    games.numbers(&["half_time_advantage", "margin"], |end, cells| {
        if end == End::CutOff {
            return;
        }
        finished += 1;
        let [Some(half), Some(margin)] = *cells else { return };
        pairs.add(half, margin);
        if let Some(leader) = course::leader(half as i32) {
            let side = leader.other();
            behind[side].0 += u64::from(end == End::Won(side));
            behind[side].1 += 1;
        }
    })?;
    let turns: Vec<LeadTurn> = about
        .turn_names
        .iter()
        .zip(tallies)
        .zip(1..)
        .map(|((name, tally), number)| turn(number, name, tally, finished))
        .collect();
    let share = |(won, of): (u64, u64)| (of > 0).then(|| Estimate::share(won, of));
    let runaway = pairs.correlation();
    let fitted = about.prospects.as_ref().map(|fit| FittedTo {
        command: fit.pedigree.command.clone(),
        games: fit.pedigree.games,
        widest_gap: fit.pedigree.widest_gap,
    });
    Ok(Some(SuspenseStudy {
        fitted,
        lead_changes: games.histogram("lead_changes")?.spread(),
        drama: games.mean("drama")?,
        comebacks: share((behind.german.0 + behind.allied.0, behind.german.1 + behind.allied.1)),
        comebacks_of: behind.map(share),
        runaway: runaway
            .map(|(r, interval)| Estimate::new(r, interval, pairs.n(), Method::FisherZ)),
        open: mean_of(turns.iter().map(|turn| turn.open)),
        decisive: decisive(&turns),
        turns,
    }))
}

/// Pairs of whole numbers, each with how often it came: no more of them than advantages and margins differ.
#[derive(Default)]
struct Pairs(BTreeMap<(i64, i64), u64>);

impl Pairs {
    fn add(&mut self, x: i64, y: i64) {
        *self.0.entry((x, y)).or_default() += 1;
    }

    fn n(&self) -> u64 {
        self.0.values().sum()
    }

    fn correlation(&self) -> Option<(f64, Interval)> {
        let pairs: Vec<(f64, f64, u64)> =
            self.0.iter().map(|(&(x, y), &count)| (x as f64, y as f64, count)).collect();
        correlation_of(&pairs, CONFIDENCE)
    }
}

fn turn(number: u16, name: &str, tally: &TurnTally, finished: u64) -> LeadTurn {
    let count = |of: &dyn Fn(i32, [u64; 3]) -> u64| -> u64 {
        tally.standings.iter().map(|(&class, &results)| of(class, results)).sum()
    };
    let games = count(&|_, results| results.iter().sum());
    let ahead = |side: Side, class: i32| match side {
        Side::German => class > 0,
        Side::Allied => class < 0,
    };
    let led = BySide::from_fn(|side| {
        count(&|class, results| if ahead(side, class) { results.iter().sum() } else { 0 })
    });
    let won = BySide::from_fn(|side| {
        count(&|class, results| if ahead(side, class) { results[place(side)] } else { 0 })
    });
    let share = |count: u64, of: u64| (of > 0).then(|| Estimate::share(count, of));
    let classes = classes(tally, games);
    let results: Vec<[u64; 3]> = classes.iter().map(|&(_, _, results)| results).collect();
    let (bits, interval) = conditional_entropy(&results, finished - games, CONFIDENCE);
    LeadTurn {
        turn: number,
        name: name.to_owned(),
        games,
        leads: led.map(|led| share(led, games)),
        wins: BySide::from_fn(|side| share(won[side], led[side])),
        leader_wins: share(won.german + won.allied, led.german + led.allied),
        open: Estimate::new(bits, interval, finished, Method::Delta),
        standings: classes.into_iter().map(standing).collect(),
    }
}

const fn place(side: Side) -> usize {
    match side {
        Side::German => 0,
        Side::Allied => 2,
    }
}

/// Neighbouring classes of standing, from worst for the Germans to best, as many together as make a twentieth of the
/// games, if they are near enough; first and last class of each, and results.
fn classes(tally: &TurnTally, games: u64) -> Vec<(i32, i32, [u64; 3])> {
    let least = games.div_ceil(CLASSES);
    let total = |results: &[u64; 3]| results.iter().sum::<u64>();
    let mut pools: Vec<(i32, i32, [u64; 3])> = Vec::new();
    for (&class, results) in &tally.standings {
        match pools.last_mut() {
            Some((_, to, pool)) if total(pool) < least && class - *to <= NEAR => {
                *to = class;
                pool.iter_mut().zip(results).for_each(|(pool, count)| *pool += count);
            }
            _ => pools.push((class, class, *results)),
        }
    }
    // What is left at the end joins its neighbour.
    if let [.., (_, to, pool), (from, last, rest)] = &mut pools[..]
        && total(rest) < least
        && *from - *to <= NEAR
    {
        *to = *last;
        pool.iter_mut().zip(rest).for_each(|(pool, count)| *pool += *count);
        pools.pop();
    }
    pools
}

fn standing((from, to, results): (i32, i32, [u64; 3])) -> Standing {
    let games = results.iter().sum();
    let edge =
        |class: i32, by: i32| (class * course::CLASS + by * course::CLASS / 2).clamp(-1000, 1000);
    Standing {
        from: edge(from, -1),
        to: edge(to, 1),
        games,
        wins: BySide::from_fn(|side| Estimate::share(results[place(side)], games)),
        draws: Estimate::share(results[1], games),
    }
}

fn decisive(turns: &[LeadTurn]) -> Decisive {
    let first = |of: fn(&Estimate) -> f64| {
        let told = turns.iter().filter_map(|turn| Some((turn.turn, turn.leader_wins?)));
        let told: Vec<(u16, Estimate)> = told.filter(|(_, share)| share.n >= ENOUGH).collect();
        let held = told.iter().rev().take_while(|(_, share)| of(share) >= AS_GOOD_AS_HOME);
        held.last().map(|&(turn, _)| turn)
    };
    Decisive {
        turn: first(|share| share.value),
        earliest: first(|share| share.high),
        latest: first(|share| share.low),
    }
}

/// The mean of estimates over the same games; its interval assumes that they err together.
fn mean_of(estimates: impl Iterator<Item = Estimate>) -> Estimate {
    let all: Vec<Estimate> = estimates.collect();
    let mean = |of: fn(&Estimate) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
    let (low, high) = (mean(|estimate| estimate.low), mean(|estimate| estimate.high));
    let n = all.first().map_or(0, |estimate| estimate.n);
    Estimate::new(mean(|e| e.value), Interval { low, high }, n, Method::Delta)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(standings: &[(i32, [u64; 3])]) -> TurnTally {
        TurnTally { standings: standings.iter().copied().collect(), ..TurnTally::default() }
    }

    /// 200 games are on: the Germans lead 60 and win 45, nobody leads 40, the Allies lead 100 and win 80.
    #[test]
    fn what_a_lead_is_worth() {
        let tally =
            tally(&[(-8, [5, 15, 80]), (0, [20, 0, 20]), (2, [15, 5, 20]), (9, [20, 0, 0])]);
        let told = turn(3, "dusk", &tally, 250);
        let value = |estimate: Option<Estimate>| estimate.map(|e| (e.value * 1000.0).round());
        assert_eq!((told.games, told.open.n), (200, 250));
        assert_eq!(told.leads.map(value), BySide { german: Some(300.0), allied: Some(500.0) });
        assert_eq!(told.wins.map(value), BySide { german: Some(583.0), allied: Some(800.0) });
        // 35 + 80 of 160.
        assert_eq!(value(told.leader_wins), Some(719.0));
        let edges: Vec<(i32, i32, u64)> =
            told.standings.iter().map(|s| (s.from, s.to, s.games)).collect();
        assert_eq!(edges, [(-425, -375, 100), (-25, 25, 40), (75, 125, 40), (425, 475, 20)]);
    }

    #[test]
    fn small_classes_stand_together() {
        let tally = tally(&[(-3, [1, 0, 3]), (-2, [0, 0, 5]), (0, [60, 0, 30]), (4, [1, 0, 0])]);
        let pools = classes(&tally, 100);
        assert_eq!(pools, [(-3, -2, [1, 0, 8]), (0, 4, [61, 0, 30])]);
        // Unless they are far apart.
        let tally = self::tally(&[(-9, [0, 0, 1]), (0, [60, 0, 30]), (20, [1, 0, 0])]);
        assert_eq!(classes(&tally, 100).len(), 3);
        assert!(classes(&TurnTally::default(), 0).is_empty());
    }

    #[test]
    fn a_game_is_decided_when_the_leader_wins_from_there_on() {
        let turn = |number: u16, won: u64, of: u64| {
            let tally = tally(&[(5, [won, 0, of - won])]);
            turn(number, "", &tally, 100)
        };
        // Turn 1 was a chance, and turn 5 has too few games to tell.
        let turns =
            [turn(1, 95, 100), turn(2, 80, 100), turn(3, 91, 100), turn(4, 40, 40), turn(5, 0, 5)];
        let told = decisive(&turns);
        // Wilson, 91 of 100: .838 to .952; 40 of 40: .912 to 1; 80 of 100: at most .867.
        assert_eq!(told, Decisive { turn: Some(3), earliest: Some(3), latest: Some(4) });
        assert_eq!(decisive(&turns[..2]).turn, None);
    }
}
