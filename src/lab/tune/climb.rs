//! One side's turn: its best answer to the opponents it has, within a number of games.

use engine::{Seed, Side, Whim};

use crate::tune::dials::Dials;
use crate::tune::ground::{Bout, Ground, Player, Pool};
use crate::tune::screen::{Evidence, turns};
use crate::tune::worth::Scale;

/// Games of one step, about: so many that the pairs of one step can tell which dials matter most.
const STEP: u64 = 250;

/// How far dials are turned in the pairs, in rungs: far at first, then less.
const REACH: [i32; 3] = [3, 2, 2];

/// How sure it must be of a dial, in standard errors, and how many rungs it is then turned: the answers that race
/// against the present settings. Where little is known, the bold and the careful answers are equal, and run once.
const ANSWERS: [(f64, i32); 4] = [(2.0, 2), (1.3, 2), (0.8, 1), (1.3, 4)];

/// How a race ended.
struct Race {
    /// The answer that did better than the present settings, if one did.
    winner: Option<Vec<i32>>,
    /// Games.
    played: u64,
    /// Seeds, from each of which several were played.
    seeds: u64,
}

/// What a side searches with.
pub(crate) struct Climb<'a> {
    pub side: Side,
    pub dials: &'a Dials,
    pub pool: &'a Pool,
    pub scale: Scale,
    pub seed: u64,
    /// Index of the first game; later ones follow.
    pub first: u64,
    /// Games, at most.
    pub budget: u64,
}

impl Climb<'_> {
    /// Searches from some settings. Returns the settings it ends with and the games played.
    pub fn from<G: Ground>(
        &self,
        start: &[i32],
        ground: &mut G,
    ) -> Result<(Vec<i32>, u64), G::Halt> {
        let mut at = start.to_vec();
        let mut evidence = Evidence::none(at.len());
        let mut chance = Whim::new(Seed(self.seed).game(self.first), self.side);
        // Indices of games: no two steps share one, nor do pairs and races.
        let mut next = self.first;
        let steps = (self.budget / STEP).max(1);
        let mut played = 0;
        for step in 0..steps {
            let games = (self.budget - played) / (steps - step);
            let pairs = games / 3;
            let reach = REACH[(step as usize).min(REACH.len() - 1)];
            evidence.fade();
            self.screen(&at, reach, next..next + pairs, &mut chance, &mut evidence, ground)?;
            next += pairs;
            played += 2 * pairs;
            let race = self.race(&at, &evidence, games - 2 * pairs, next, ground)?;
            next += race.seeds;
            played += race.played;
            at = race.winner.unwrap_or(at);
        }
        Ok((at, played))
    }

    /// Plays pairs of games and learns from them.
    fn screen<G: Ground>(
        &self,
        at: &[i32],
        reach: i32,
        games: std::ops::Range<u64>,
        chance: &mut Whim,
        evidence: &mut Evidence,
        ground: &mut G,
    ) -> Result<(), G::Halt> {
        let pairs: Vec<Vec<i32>> = games.clone().map(|_| turns(chance, at.len())).collect();
        let both = |(game, turned): (u64, &Vec<i32>)| {
            [reach, -reach].map(|by| {
                let own = self.dials.moved(at, |dial| by * turned[dial]);
                self.pool.bout(self.side, &Player::set(&own), self.seed, game)
            })
        };
        let bouts: Vec<Bout> = games.zip(&pairs).flat_map(both).collect();
        let played = ground.play(&bouts)?;
        for (turned, pair) in pairs.iter().zip(played.chunks_exact(2)) {
            let [up, down] = [0, 1].map(|place| self.scale.worth(self.side, pair[place]));
            evidence.add(turned, up - down);
        }
        Ok(())
    }

    /// Lets the answers that the evidence suggests race against the present settings, all from the same seeds. The
    /// worse half is dropped after each heat; the winner must have done better than the present settings.
    fn race<G: Ground>(
        &self,
        at: &[i32],
        evidence: &Evidence,
        games: u64,
        first: u64,
        ground: &mut G,
    ) -> Result<Race, G::Halt> {
        let mut runners: Vec<Vec<i32>> = Vec::new();
        for (sure, rungs) in ANSWERS {
            let ways = evidence.ways(sure);
            let answer = self.dials.moved(at, |dial| rungs * ways[dial]);
            if answer != at && !runners.contains(&answer) {
                runners.push(answer);
            }
        }
        let mut runners: Vec<(Vec<i32>, i64)> = runners.into_iter().map(|own| (own, 0)).collect();
        let heats = u64::from(runners.len().next_power_of_two().ilog2()) + 1;
        let (mut played, mut seeds) = (0, 0);
        for heat in 0..heats {
            let each = (games - played) / (heats - heat) / (runners.len() as u64 + 1);
            if runners.is_empty() || each == 0 {
                return Ok(Race { winner: None, played, seeds });
            }
            let range = first + seeds..first + seeds + each;
            let own = runners.iter().map(|(own, _)| own.as_slice());
            let bouts: Vec<Bout> = std::iter::once(at)
                .chain(own)
                .flat_map(|own| {
                    let own = Player::set(own);
                    range.clone().map(move |game| self.pool.bout(self.side, &own, self.seed, game))
                })
                .collect();
            let results = ground.play(&bouts)?;
            let worth = |games: &[_]| -> i64 {
                games.iter().map(|&game| self.scale.worth(self.side, game)).sum()
            };
            let mut each_worth = results.chunks_exact(each as usize).map(worth);
            let present = each_worth.next().unwrap_or(0);
            for ((_, lead), worth) in runners.iter_mut().zip(each_worth) {
                *lead += worth - present;
            }
            played += bouts.len() as u64;
            seeds += each;
            runners.sort_by_key(|(_, lead)| -lead);
            if heat + 1 < heats {
                runners.truncate(runners.len().div_ceil(2));
            }
        }
        let winner = runners.into_iter().next().filter(|(_, lead)| *lead > 0);
        Ok(Race { winner: winner.map(|(own, _)| own), played, seeds })
    }
}
