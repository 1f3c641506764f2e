//! Which worlds agree with published outcomes: history matching in waves (Craig, Goldstein and others 1997).
//!
//! Each wave plays worlds spread over what is not ruled out, and an emulator says, with its own error, what every other
//! world would do. A world is ruled out when some fact is further from it than three standard errors. What is left is
//! weighed by how well it agrees.

use lab::{Fact, ListedWorld, Statistic, Unknown, WorldList};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::design::latin_hypercube;
use crate::estimate::{Emulator, InWorld, normal_p, unseen};
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError, TurnNumber, fact_words};

/// Standard errors beyond which a world is ruled out: of any distribution with one peak 95 % lie within (Pukelsheim 1994).
const RULED_OUT: f64 = 3.0;
/// Worlds that the emulator is asked about.
const ASKED: usize = 20_000;
/// Worlds of the list that is written, at most.
const LISTED: usize = 200;

/// The answer: `calibrate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Version of this layout.
    pub schema: u32,
    /// The command that makes it again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Worlds of each wave, and the share of all worlds, by their weights, that was left after it.
    pub waves: Vec<Wave>,
    /// The facts.
    pub facts: Vec<FactReached>,
    /// What is known better now: each choice's weight before and after.
    pub learnt: Vec<Learnt>,
    /// What one more fact would teach, the one that teaches most first.
    pub next: Vec<NextFact>,
    /// The Germans' score over the worlds that are left: mean, and the range of 95 % of them.
    pub score: Option<Estimate>,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
}

/// One wave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wave {
    /// Worlds that were played.
    pub worlds: u64,
    /// Games of each.
    pub games: u64,
    /// Share of all worlds that is not ruled out.
    pub left: f64,
}

/// A fact, and whether worlds reach it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FactReached {
    /// What is reported.
    pub told: String,
    /// Which number it speaks of, in words.
    pub of: String,
    /// Least and greatest value that the report allows.
    pub reported: [f64; 2],
    /// Share of all worlds that this fact alone does not rule out.
    pub left: f64,
    /// The world that comes nearest, by its number: mean, and twice its error on either side.
    pub nearest: [f64; 3],
    /// Whether no world reaches it: the rules as played or the players are wrong, or the report is.
    pub out_of_reach: bool,
}

/// What was learnt of one choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// The unknown.
    pub unknown: String,
    /// What it may be.
    pub choice: String,
    /// Its weight before, as a share.
    pub before: f64,
    /// Its share of what is left.
    pub after: f64,
}

/// What one more fact would teach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextFact {
    /// The measure.
    pub measure: String,
    /// How exactly it would have to be known, to either side.
    pub within: f64,
    /// Share of the worlds left now that would be left then, as far as can be expected.
    pub left: f64,
}

/// Something to be compared with a range: a number of each game, of which the mean counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The measure of the games.
    pub measure: String,
    /// The turn at whose end it is looked at; `None` for a measure of the whole game.
    turn: Option<u16>,
    /// A game counts as 1 if its number is in this range, and as 0 otherwise; `None` takes the number itself.
    counts: Option<[f64; 2]>,
    /// Least and greatest mean that is reported; `None` for a measure about which nothing is.
    range: Option<[f64; 2]>,
    /// The fact that it belongs to.
    fact: Option<usize>,
}

impl Target {
    /// What facts ask of games. A quantile is two shares: no more games than that below its least value, and no fewer
    /// up to its greatest.
    pub fn of(facts: &[Fact]) -> Vec<Target> {
        let mut targets = Vec::new();
        for (number, fact) in facts.iter().enumerate() {
            let [low, high] = fact.range();
            let mut push = |counts, range| {
                let measure = fact.column.clone();
                let range = Some(range);
                targets.push(Target {
                    measure,
                    turn: fact.turn,
                    counts,
                    range,
                    fact: Some(number),
                });
            };
            match fact.statistic() {
                Statistic::Share(least, most) => push(Some([least, most]), [low, high]),
                Statistic::Mean => push(None, [low, high]),
                Statistic::Quantile(q) => {
                    push(Some([f64::NEG_INFINITY, low.next_down()]), [0.0, q]);
                    push(Some([f64::NEG_INFINITY, high]), [q, 1.0]);
                }
            }
        }
        targets
    }

    /// A measure that is watched though no fact speaks of it.
    pub fn watched(measure: &str) -> Target {
        Target { measure: measure.into(), turn: None, counts: None, range: None, fact: None }
    }

    /// The number of a turn that it looks at, if it does.
    pub fn turn_number(&self) -> Option<TurnNumber> {
        Some(TurnNumber { turn: self.turn?, column: self.measure.clone() })
    }

    /// What the games of each world say: game `g` was played in world `g mod N`.
    pub fn seen(&self, games: &Outcomes, worlds: usize) -> Result<Vec<InWorld>, StudyError> {
        let mut sums = vec![(0_u64, 0.0, 0.0); worlds];
        let numbers = match self.turn_number() {
            Some(number) => games.watched(&number)?,
            None => games.column(&self.measure)?,
        };
        for (game, &number) in numbers.iter().enumerate() {
            if number.is_nan() {
                continue;
            }
            let number = match self.counts {
                Some([least, most]) => f64::from(u8::from(least <= number && number <= most)),
                None => number,
            };
            let (count, sum, squares) = &mut sums[game % worlds];
            *count += 1;
            *sum += number;
            *squares += number * number;
        }
        Ok(sums.into_iter().map(|(n, sum, squares)| InWorld::of_sums(n, sum, squares)).collect())
    }

    /// How far a number is from what is reported, in its own unit; 0 inside.
    fn off(&self, number: f64) -> f64 {
        self.range.map_or(0.0, |[low, high]| (low - number).max(number - high).max(0.0))
    }
}

/// The search for worlds that agree with facts, wave by wave.
#[derive(Clone, Debug)]
pub struct Matching {
    unknowns: Vec<Unknown>,
    targets: Vec<Target>,
    seed: u64,
    /// Worlds played so far.
    worlds: Vec<Vec<u16>>,
    /// What was seen of each target in them.
    seen: Vec<Vec<InWorld>>,
    emulators: Vec<Emulator>,
    /// Worlds drawn by the weights of before, to be asked about.
    asked: Vec<Vec<u16>>,
    /// Whether each of them is not ruled out.
    left: Vec<bool>,
    waves: Vec<Wave>,
}

impl Matching {
    /// Nothing is ruled out yet.
    pub fn new(unknowns: Vec<Unknown>, targets: Vec<Target>, seed: u64) -> Matching {
        Matching::asking(ASKED, unknowns, targets, seed)
    }

    /// The same with so many worlds to ask the emulator about.
    fn asking(count: usize, unknowns: Vec<Unknown>, targets: Vec<Target>, seed: u64) -> Matching {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x00ca_11b2_a7e5);
        let asked: Vec<Vec<u16>> = (0..count)
            .map(|_| unknowns.iter().map(|unknown| at(unknown, dice.random())).collect())
            .collect();
        Matching {
            seen: vec![Vec::new(); targets.len()],
            unknowns,
            targets,
            seed,
            worlds: Vec::new(),
            emulators: Vec::new(),
            left: vec![true; asked.len()],
            asked,
            waves: Vec::new(),
        }
    }

    /// Worlds for the next wave: spread over all of them at first, then over those that are left. Fewer than asked for, or
    /// none, if fewer are left.
    pub fn next(&self, count: usize) -> Vec<Vec<u16>> {
        let wave = self.waves.len() as u64;
        if wave == 0 {
            let points = latin_hypercube(count, self.unknowns.len(), self.seed);
            let world = |point: Vec<f64>| {
                self.unknowns.iter().zip(point).map(|(unknown, place)| at(unknown, place)).collect()
            };
            return points.into_iter().map(world).collect();
        }
        // One after the other, the one that differs most from those chosen and played.
        let mut pool: Vec<&Vec<u16>> = self.remaining().collect();
        pool.dedup();
        pool.truncate(2_000);
        let apart =
            |one: &[u16], other: &[u16]| one.iter().zip(other).filter(|(a, b)| a != b).count();
        let mut nearest: Vec<usize> = pool
            .iter()
            .map(|world| {
                self.worlds.iter().map(|seen| apart(world, seen)).min().unwrap_or(usize::MAX)
            })
            .collect();
        let mut chosen: Vec<Vec<u16>> = Vec::new();
        while chosen.len() < count {
            let Some((place, &distance)) = nearest
                .iter()
                .enumerate()
                .max_by_key(|&(place, distance)| (*distance, usize::MAX - place))
            else {
                break;
            };
            if distance == 0 {
                break;
            }
            let world = pool[place].clone();
            for (near, other) in nearest.iter_mut().zip(&pool) {
                *near = (*near).min(apart(&world, other));
            }
            chosen.push(world);
        }
        chosen
    }

    /// Takes in what was seen of each target in the worlds of a wave, and rules out.
    pub fn learn(&mut self, worlds: Vec<Vec<u16>>, seen: Vec<Vec<InWorld>>) {
        let games = seen.first().and_then(|seen| seen.first()).map_or(0, |world| world.games);
        let count = worlds.len() as u64;
        self.worlds.extend(worlds);
        for (all, more) in self.seen.iter_mut().zip(seen) {
            all.extend(more);
        }
        self.emulators = self.seen.iter().map(|seen| emulator(&self.worlds, seen)).collect();
        for (world, left) in self.asked.iter().zip(&mut self.left) {
            *left = self
                .targets
                .iter()
                .zip(&self.emulators)
                .all(|(target, emulator)| implausible(target, emulator, world) <= RULED_OUT);
        }
        let left = self.left.iter().filter(|&&left| left).count() as f64 / self.asked.len() as f64;
        self.waves.push(Wave { worlds: count, games, left });
    }

    fn remaining(&self) -> impl Iterator<Item = &Vec<u16>> {
        self.asked.iter().zip(&self.left).filter(|&(_, &left)| left).map(|(world, _)| world)
    }

    /// The worlds that are left, each with how well it agrees: the chance of its numbers to lie where they are reported,
    /// by the emulators' own errors.
    fn weighed(&self) -> Vec<(&Vec<u16>, f64)> {
        let weight = |world: &Vec<u16>| -> f64 {
            let parts =
                self.targets.iter().zip(&self.emulators).filter_map(|(target, emulator)| {
                    let [low, high] = target.range?;
                    let (mean, variance) = emulator.at(world);
                    Some(chance_within(mean, variance.sqrt(), low, high))
                });
            parts.product()
        };
        self.remaining().map(|world| (world, weight(world))).collect()
    }

    /// The answer, and the list of worlds with their weights; no list if none is left.
    pub fn finish(
        &self,
        (command, scenario, title): (&str, &str, &str),
        facts: &[Fact],
    ) -> (Calibration, Option<WorldList>) {
        let facts: Vec<FactReached> =
            facts.iter().enumerate().map(|(number, fact)| self.reached(number, fact)).collect();
        let weighed = self.weighed();
        let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
        let some = all > 0.0;
        let mut answer = Calibration {
            schema: 1,
            command: command.into(),
            scenario: scenario.into(),
            title: title.into(),
            waves: self.waves.clone(),
            facts,
            learnt: if some { self.learnt(&weighed, all) } else { Vec::new() },
            next: if some { self.next_facts(&weighed, all) } else { Vec::new() },
            score: if some { self.score(&weighed, all) } else { None },
            verdict: String::new(),
            warnings: vec![
                "Only readings and values differ between these worlds: the players are the same, and weaker players are no way to agree with a report.".into(),
            ],
        };
        answer.verdict = in_words(&answer, some);
        (answer, some.then(|| self.list(scenario, &weighed, all)))
    }

    fn reached(&self, number: usize, fact: &Fact) -> FactReached {
        let own: Vec<(&Target, &Emulator)> = self
            .targets
            .iter()
            .zip(&self.emulators)
            .filter(|(target, _)| target.fact == Some(number))
            .collect();
        let worst = |world: &Vec<u16>| {
            own.iter()
                .map(|(target, emulator)| implausible(target, emulator, world))
                .fold(0.0, f64::max)
        };
        let all: Vec<f64> = self.asked.iter().map(worst).collect();
        let left = all.iter().filter(|&&far| far <= RULED_OUT).count() as f64 / all.len() as f64;
        let off = |world: &Vec<u16>| -> f64 {
            own.iter().map(|(target, emulator)| target.off(emulator.at(world).0)).sum()
        };
        let nearest = self.asked.iter().min_by(|one, other| off(one).total_cmp(&off(other)));
        let nearest = nearest.zip(own.first()).map_or([f64::NAN; 3], |(world, (_, emulator))| {
            let (mean, variance) = emulator.at(world);
            let far = 2.0 * variance.sqrt();
            [mean, mean - far, mean + far].map(round)
        });
        FactReached {
            told: fact.told.clone(),
            of: fact_words(fact),
            reported: fact.range(),
            left: round(left),
            nearest,
            out_of_reach: left <= 0.0,
        }
    }

    fn learnt(&self, weighed: &[(&Vec<u16>, f64)], all: f64) -> Vec<Learnt> {
        let mut learnt = Vec::new();
        for (place, unknown) in self.unknowns.iter().enumerate() {
            let before: f64 = unknown.choices.iter().map(|choice| f64::from(choice.weight)).sum();
            for (number, choice) in unknown.choices.iter().enumerate() {
                let with = weighed.iter().filter(|(world, _)| usize::from(world[place]) == number);
                learnt.push(Learnt {
                    unknown: unknown.name.clone(),
                    choice: choice.name.clone(),
                    before: round(f64::from(choice.weight) / before),
                    after: round(with.map(|(_, weight)| weight).sum::<f64>() / all),
                });
            }
        }
        let moved = |learnt: &Learnt| (learnt.after - learnt.before).abs();
        learnt.sort_by(|one, other| moved(other).total_cmp(&moved(one)));
        learnt
    }

    /// For each measure that is watched: how many of the worlds left would be left if it were known.
    fn next_facts(&self, weighed: &[(&Vec<u16>, f64)], all: f64) -> Vec<NextFact> {
        let some: Vec<&(&Vec<u16>, f64)> = weighed.iter().take(1_000).collect();
        let sum: f64 = some.iter().map(|(_, weight)| weight).sum();
        if all <= 0.0 || sum <= 0.0 {
            return Vec::new();
        }
        let watched = self.targets.iter().zip(&self.emulators).zip(&self.seen);
        let watched = watched.filter(|((target, _), _)| target.fact.is_none());
        let mut next: Vec<NextFact> = watched
            .map(|((target, emulator), seen)| {
                // As well as a report of twenty games or so would know it, and shares to within five points.
                let games =
                    seen.iter().map(|world| world.variance).sum::<f64>() / seen.len().max(1) as f64;
                let share =
                    ["german_score", "german_win", "draw"].contains(&target.measure.as_str());
                let within = if share { 0.05 } else { games.sqrt() / 4.0 };
                let numbers: Vec<f64> =
                    some.iter().map(|(world, _)| emulator.at(world).0).collect();
                let mut left = 0.0;
                for (one, (_, weight)) in numbers.iter().zip(&some) {
                    let agreeing = numbers.iter().zip(&some);
                    let agreeing: f64 = agreeing
                        .filter(|(other, _)| (*other - one).abs() <= within)
                        .map(|(_, (_, weight))| weight)
                        .sum();
                    left += weight / sum * agreeing / sum;
                }
                let measure = target.measure.clone();
                NextFact { measure, within: round(within), left: round(left) }
            })
            .collect();
        next.sort_by(|one, other| one.left.total_cmp(&other.left));
        next
    }

    /// The Germans' score over what is left.
    fn score(&self, weighed: &[(&Vec<u16>, f64)], all: f64) -> Option<Estimate> {
        let place = self
            .targets
            .iter()
            .position(|target| target.fact.is_none() && target.measure == "german_score")?;
        let mut numbers: Vec<(f64, f64)> = weighed
            .iter()
            .map(|(world, weight)| (self.emulators[place].at(world).0.clamp(0.0, 1.0), *weight))
            .collect();
        numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
        let quantile = |wanted: f64| {
            let mut below = 0.0;
            let found = numbers.iter().find(|(_, weight)| {
                below += weight / all;
                below >= wanted
            });
            found.or(numbers.last()).map_or(0.0, |(number, _)| *number)
        };
        let mean = numbers.iter().map(|(number, weight)| number * weight / all).sum::<f64>();
        let games = self.waves.iter().map(|wave| wave.worlds * wave.games).sum();
        let (mut low, mut high) = (quantile(0.025).min(mean), quantile(0.975).max(mean));
        if high - low < 1e-9 {
            // The same in every world is no more certain than so many worlds allow.
            let unseen = unseen(self.worlds.len() as f64, CONFIDENCE);
            (low, high) = (mean * (1.0 - unseen), mean + (1.0 - mean) * unseen);
        }
        let interval = crate::estimate::Interval { low, high };
        Some(Estimate::new(mean, interval, games, Method::Emulator))
    }

    /// Some of the worlds left, drawn by their weights: each as often as it was drawn.
    fn list(&self, scenario: &str, weighed: &[(&Vec<u16>, f64)], all: f64) -> WorldList {
        let mut drawn: Vec<(&Vec<u16>, u32)> = Vec::new();
        let mut below = 0.0;
        let mut next = 0;
        for (world, weight) in weighed {
            below += weight / all * LISTED as f64;
            let mut times = 0;
            while next < LISTED && (next as f64 + 0.5) <= below {
                next += 1;
                times += 1;
            }
            if times > 0 {
                drawn.push((world, times));
            }
        }
        let listed = drawn.into_iter().map(|(world, weight)| ListedWorld {
            weight,
            choices: self
                .unknowns
                .iter()
                .zip(world)
                .filter(|&(_, &choice)| choice > 0)
                .map(|(unknown, &choice)| {
                    (unknown.name.clone(), unknown.choices[usize::from(choice)].name.clone())
                })
                .collect(),
        });
        WorldList { scenario: scenario.into(), worlds: listed.collect() }
    }
}

/// The choice at a place between 0 and 1, by the weights.
fn at(unknown: &Unknown, place: f64) -> u16 {
    let all: f64 = unknown.choices.iter().map(|choice| f64::from(choice.weight)).sum();
    let mut below = 0.0;
    let found = unknown.choices.iter().position(|choice| {
        below += f64::from(choice.weight) / all;
        place < below
    });
    found.unwrap_or(0) as u16
}

fn emulator(worlds: &[Vec<u16>], seen: &[InWorld]) -> Emulator {
    let known: Vec<usize> = (0..seen.len()).filter(|&world| seen[world].games > 1).collect();
    let games = known.iter().map(|&world| seen[world].games).max().unwrap_or(1) as f64;
    let pooled =
        known.iter().map(|&world| seen[world].variance).sum::<f64>() / known.len().max(1) as f64;
    let numbers: Vec<f64> = known.iter().map(|&world| seen[world].mean).collect();
    let noise = known.iter().map(|&world| {
        // Games that all went alike are not without chance: a little of what others have is theirs too.
        let variance = seen[world].variance.max(pooled / games).max(1e-9);
        variance / seen[world].games as f64
    });
    let noise: Vec<f64> = noise.collect();
    let worlds: Vec<Vec<u16>> = known.iter().map(|&world| worlds[world].clone()).collect();
    Emulator::new(&worlds, &numbers, &noise)
}

/// How many standard errors of the emulator a world is away from what is reported.
fn implausible(target: &Target, emulator: &Emulator, world: &[u16]) -> f64 {
    if target.range.is_none() {
        return 0.0;
    }
    let (mean, variance) = emulator.at(world);
    let off = target.off(mean);
    if off <= 0.0 { 0.0 } else { off / variance.sqrt().max(1e-12) }
}

/// The chance of a normal number to lie in a range.
fn chance_within(mean: f64, deviation: f64, low: f64, high: f64) -> f64 {
    if deviation <= 0.0 {
        return f64::from(u8::from(low <= mean && mean <= high));
    }
    let below = |x: f64| {
        let z = (x - mean) / deviation;
        let tail = normal_p(z) / 2.0;
        if z < 0.0 { tail } else { 1.0 - tail }
    };
    let low = if low.is_finite() { below(low) } else { 0.0 };
    let high = if high.is_finite() { below(high) } else { 1.0 };
    (high - low).max(0.0)
}

fn round(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn in_words(answer: &Calibration, some: bool) -> String {
    let percent = |x: f64| format!("{:.1}%", x * 100.0);
    let unreached: Vec<String> = answer
        .facts
        .iter()
        .filter(|fact| fact.out_of_reach)
        .map(|fact| {
            let [nearest, low, high] = fact.nearest;
            format!(
                "no world reaches “{}” ({} to {} are reported of {}; the nearest comes to {nearest:.3}, {low:.3} to {high:.3}): the model or the players are wrong, or the report is",
                fact.told, fact.reported[0], fact.reported[1], fact.of
            )
        })
        .collect();
    let left = answer.waves.last().map_or(1.0, |wave| wave.left);
    if !unreached.is_empty() {
        let mut said = unreached.join("; ");
        said[..1].make_ascii_uppercase();
        return format!("{said}. Nothing else is concluded.");
    }
    if !some {
        return "Each fact is reached by some world, but all of them together by none: the model or the players are wrong, or some report is.".into();
    }
    let learnt = answer.learnt.iter().take(3).filter(|one| (one.after - one.before).abs() >= 0.05);
    let learnt: Vec<String> = learnt
        .map(|one| {
            format!(
                "“{}” as “{}” from {} to {}",
                one.unknown,
                one.choice,
                percent(one.before),
                percent(one.after)
            )
        })
        .collect();
    let learnt = if learnt.is_empty() {
        "They say little of any single unknown".to_owned()
    } else {
        format!("What they say most of: {}", learnt.join(", "))
    };
    let score = answer.score.map_or(String::new(), |score| {
        format!(
            " Over the worlds left the Germans score {} (95% of them {} to {}).",
            percent(score.value),
            percent(score.low),
            percent(score.high)
        )
    });
    let next = answer.next.first().map_or(String::new(), |next| {
        format!(
            " One more fact that would teach most: {} to within {}; of the worlds left about {} would then be left.",
            next.measure.replace('_', " "),
            next.within,
            percent(next.left)
        )
    });
    format!("The facts rule out {} of the worlds. {learnt}.{score}{next}", percent(1.0 - left))
}

#[cfg(test)]
mod tests {
    use lab::UnknownKind;

    use super::*;

    fn unknowns() -> Vec<Unknown> {
        let choice = |number: usize| format!("{{\"name\":\"c{number}\",\"weight\":1}}");
        (0..6)
            .map(|i| Unknown {
                name: format!("u{i}"),
                kind: UnknownKind::Reading,
                why: "not known".into(),
                choices: (0..3).map(|n| serde_json::from_str(&choice(n)).unwrap()).collect(),
            })
            .collect()
    }

    /// A share and a length of games that two and three of the unknowns move.
    fn truth(world: &[u16]) -> [f64; 2] {
        let c = |i: usize| f64::from(world[i]);
        [0.2 + 0.2 * c(0) + 0.08 * c(1) + 0.03 * c(2), 5.0 + 1.5 * c(1) - 1.0 * c(2) + 0.5 * c(0)]
    }

    fn played(worlds: &[Vec<u16>], games: u64, dice: &mut Xoshiro256PlusPlus) -> Vec<Vec<InWorld>> {
        let mut seen = vec![Vec::new(), Vec::new(), Vec::new()];
        for world in worlds {
            let [share, length] = truth(world);
            let won = (0..games).filter(|_| dice.random_bool(share.clamp(0.0, 1.0))).count() as f64;
            seen[0].push(InWorld::of_sums(games, won, won));
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..games {
                let one = length + 4.0 * (dice.random::<f64>() - 0.5);
                sum += one;
                squares += one * one;
            }
            seen[1].push(InWorld::of_sums(games, sum, squares));
            seen[2].push(InWorld::of_sums(games, won, won));
        }
        seen
    }

    fn fact(text: &str) -> Fact {
        toml::from_str(&format!("told = \"so\"\nkind = \"player\"\nsource = \"a page\"\n{text}"))
            .unwrap()
    }

    fn matched(facts: &[Fact], seed: u64, games: u64) -> Matching {
        let mut targets = Target::of(facts);
        assert_eq!(targets.len(), 2);
        targets.push(Target::watched("german_score"));
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut matching = Matching::asking(800, unknowns(), targets, seed);
        for _ in 0..3 {
            let worlds = matching.next(40);
            if worlds.is_empty() {
                break;
            }
            let seen = played(&worlds, games, &mut dice);
            matching.learn(worlds, seen);
        }
        matching
    }

    fn facts_about(share: [f64; 2], length: [f64; 2]) -> Vec<Fact> {
        vec![
            fact(&format!("column = \"german_win\"\nshare = [{}, {}]", share[0], share[1])),
            fact(&format!("column = \"end_turn\"\nmean = [{}, {}]", length[0], length[1])),
        ]
    }

    /// Facts made in a world: that world is not ruled out, most others are, and what made it so is found.
    #[test]
    fn the_truth_is_recovered_from_synthetic_facts() {
        let world = vec![2, 2, 0, 1, 1, 1];
        let [share, length] = truth(&world);
        let facts = facts_about([share - 0.04, share + 0.04], [length - 0.4, length + 0.4]);
        let matching = matched(&facts, 5, 200);
        let kept = |world: &[u16]| {
            let pairs = matching.targets.iter().zip(&matching.emulators);
            pairs.into_iter().all(|(t, e)| implausible(t, e, world) <= RULED_OUT)
        };
        assert!(kept(&world), "the truth is ruled out");
        assert!(!kept(&[0, 0, 2, 1, 1, 1]));
        let (answer, list) = matching.finish(("x", "toy/ridge", "Toy"), &facts);
        assert!(answer.waves.last().unwrap().left < 0.25, "{:?}", answer.waves);
        let after = |unknown: &str, choice: &str| {
            answer.learnt.iter().find(|l| l.unknown == unknown && l.choice == choice).unwrap().after
        };
        assert!(after("u0", "c2") > 0.9 && after("u1", "c2") > 0.9, "{:?}", answer.learnt);
        // What the facts say nothing of stays as it was.
        assert!((after("u4", "c1") - 1.0 / 3.0).abs() < 0.1, "{}", after("u4", "c1"));
        assert!(answer.facts.iter().all(|fact| !fact.out_of_reach));
        let list = list.unwrap();
        assert_eq!(list.worlds.iter().map(|world| world.weight).sum::<u32>(), LISTED as u32);
        assert!(answer.verdict.contains("The facts rule out"), "{}", answer.verdict);
    }

    #[test]
    fn a_fact_that_no_world_reaches_is_named() {
        let facts = facts_about([0.97, 1.0], [4.0, 9.0]);
        let (answer, list) = matched(&facts, 1, 200).finish(("x", "toy/ridge", "Toy"), &facts);
        assert!(
            answer.facts[0].out_of_reach && !answer.facts[1].out_of_reach,
            "{:?}",
            answer.facts
        );
        assert!(list.is_none());
        assert!(answer.verdict.starts_with("No world reaches “so”"), "{}", answer.verdict);
        // The nearest world: 0.2 + 0.4 + 0.16 + 0.06.
        assert!((answer.facts[0].nearest[0] - 0.82).abs() < 0.06, "{:?}", answer.facts[0]);
    }

    /// A world is drawn, and the facts say in which cell of a grid its numbers lie. Among the worlds that are left, by
    /// their weights, the true value of a number that no fact speaks of has each rank equally often.
    #[test]
    fn ranks_of_the_truth_are_uniform() {
        let mut tenths = [0_u32; 5];
        let runs = 120;
        for run in 0..runs {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1_000 + run);
            let world: Vec<u16> = (0..6).map(|_| dice.random_range(0..3_u16)).collect();
            let [share, length] = truth(&world);
            let cell = |x: f64, width: f64| {
                let low = (x / width).floor() * width;
                [low, low + width]
            };
            let facts = facts_about(cell(share, 0.15), cell(length, 1.5));
            let matching = matched(&facts, run, 300);
            // A number of its own: what the third and the fourth unknown make.
            let hidden = |world: &[u16]| {
                f64::from(world[2]) + 0.1 * f64::from(world[0]) + 0.01 * f64::from(world[3])
            };
            let weighed = matching.weighed();
            let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
            assert!(all > 0.0, "run {run}: nothing is left");
            let share = |of: &dyn Fn(f64) -> bool| -> f64 {
                let some = weighed.iter().filter(|(world, _)| of(hidden(world)));
                some.map(|(_, weight)| weight).sum::<f64>() / all
            };
            let own = hidden(&world);
            let equal = share(&|x| (x - own).abs() < 1e-9);
            let rank = share(&|x| x < own - 1e-9) + dice.random::<f64>() * equal;
            tenths[((rank * 5.0) as usize).min(4)] += 1;
        }
        // Chi square with 4 degrees of freedom: beyond 18.5 in one of a thousand.
        let expected = f64::from(u32::try_from(runs).unwrap()) / 5.0;
        let chi: f64 = tenths.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi < 18.5, "{tenths:?}: {chi}");
    }

    #[test]
    fn a_quantile_is_two_shares() {
        let facts = [fact("column = \"drop_step_losses\"\nquantile = 0.5\nvalue = [2, 4]")];
        let targets = Target::of(&facts);
        assert_eq!(targets[0].range, Some([0.0, 0.5]));
        assert_eq!(targets[1].range, Some([0.5, 1.0]));
        assert!(targets[0].counts.unwrap()[1] < 2.0 && targets[1].counts.unwrap()[1] >= 4.0);
    }
}
