//! What a run over worlds says: the second interval of its numbers, and what of it is dice, readings, values, players.

use std::collections::BTreeMap;

use engine::Side;
use lab::{Unknown, UnknownKind, Worlds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::estimate::{
    InWorld, Interval, OverWorlds, holm, jackknife, main_effect, mean_interval, two_sided_t, unseen,
};
use crate::games::{End, Games};
use crate::{CONFIDENCE, Estimate, Method, Run, Share, StudyError};

/// A run over worlds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorldStudy {
    /// Worlds that were played.
    pub count: u64,
    /// What the split is about: the Germans' score, a win 1 and a draw 1/2.
    pub measure: String,
    /// The variance of the answer: the standard deviation of one world's number about the mean of this run.
    pub deviation: Estimate,
    /// The parts of that variance, which add up to 1: dice, readings, values, players, and what these do together.
    pub split: Vec<VariancePart>,
    /// What is not known, the one that matters most first.
    pub unknowns: Vec<UnknownStudy>,
}

/// A part of the variance of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VariancePart {
    /// What it comes from: `dice`, `readings`, `values`, `players` or `together`.
    pub of: String,
    /// Its share.
    pub share: Estimate,
}

/// How much one unknown matters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnknownStudy {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: UnknownKind,
    /// Where the doubt comes from.
    pub why: String,
    /// Share of the answer's variance that it accounts for alone.
    pub share: Estimate,
    /// The chance of so large an effect if it had none, by Holm's method over all unknowns.
    pub p_corrected: f64,
    /// What it was.
    pub choices: Vec<ChoiceStudy>,
}

/// The worlds in which an unknown was one thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceStudy {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: u32,
    /// Worlds that chose it.
    pub worlds: u64,
    /// The Germans' score in them; `None` if fewer than two did.
    pub score: Option<Estimate>,
}

impl WorldStudy {
    /// The unknown that matters most, if it is clear that it matters.
    pub fn most(&self) -> Option<&UnknownStudy> {
        self.unknowns.first().filter(|unknown| unknown.p_corrected < 1.0 - CONFIDENCE)
    }

    /// The share of a part; 0 if there is none.
    pub fn part(&self, of: &str) -> Option<&Estimate> {
        self.split.iter().find(|part| part.of == of).map(|part| &part.share)
    }
}

/// Sums of one number over the games of one world.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct WorldSums {
    games: u64,
    sum: f64,
    squares: f64,
}

impl WorldSums {
    pub(crate) fn add(&mut self, number: f64) {
        if !number.is_nan() {
            self.games += 1;
            self.sum += number;
            self.squares += number * number;
        }
    }

    fn world(&self) -> InWorld {
        InWorld::of_sums(self.games, self.sum, self.squares)
    }
}

/// What is known of a number from its sums in each world; `None` if too few worlds have it.
pub(crate) fn over(sums: &[WorldSums]) -> Option<OverWorlds> {
    OverWorlds::of(&sums.iter().map(WorldSums::world).collect::<Vec<_>>())
}

/// Every number of a run's games, world by world.
pub(crate) struct ByWorld {
    /// Games of each world.
    games: Vec<u64>,
    numbers: BTreeMap<String, Vec<WorldSums>>,
    /// The least value of each number.
    least: BTreeMap<String, f64>,
    /// Games of each world with a word in a column.
    words: BTreeMap<(&'static str, String), Vec<u64>>,
}

/// The columns of words whose shares a summary shows.
const WORDS: [&str; 3] = ["victory_level", "clause", "end_reason"];
/// Measures derived from how a game ended.
const ENDS: [&str; 5] = ["german_win", "allied_win", "draw", "cut_off", "german_score"];

impl ByWorld {
    /// `None` for a run in one world.
    pub(crate) fn of(run: &Run, games: &Games) -> Result<Option<ByWorld>, StudyError> {
        let Some(worlds) = &run.about().worlds else { return Ok(None) };
        let count = worlds.drawn.len();
        let none = || vec![WorldSums::default(); count];
        let mut found = ByWorld {
            games: vec![0; count],
            numbers: ENDS.map(|name| (name.to_owned(), none())).into(),
            least: BTreeMap::new(),
            words: BTreeMap::new(),
        };
        let mut game = 0;
        games.numbers(&["end_turn"], |end, cells| {
            let world = worlds.of_game(game) as usize;
            found.games[world] += 1;
            found.add_end(world, end);
            if let Some(turn) = cells[0] {
                found.add_word("end_turn", &turn.to_string(), world);
            }
            game += 1;
        })?;
        for column in WORDS {
            games.each_word(column, |game, word| {
                if let Some(word) = word {
                    found.add_word(column, word, worlds.of_game(game) as usize);
                }
            })?;
        }
        games.each_number(|game, name, number| {
            let world = worlds.of_game(game) as usize;
            match found.numbers.get_mut(name) {
                Some(sums) => sums[world].add(number),
                None => {
                    let mut sums = none();
                    sums[world].add(number);
                    found.numbers.insert(name.into(), sums);
                }
            }
            if !number.is_nan() {
                let least = found.least.entry(name.into()).or_insert(number);
                *least = least.min(number);
            }
        })?;
        Ok(Some(found))
    }

    fn add_end(&mut self, world: usize, end: End) {
        let is = |wanted: End| f64::from(u8::from(end == wanted));
        let (german, allied) = (is(End::Won(Side::German)), is(End::Won(Side::Allied)));
        let score = f64::midpoint(1.0, german - allied);
        let all = [german, allied, is(End::Drawn), is(End::CutOff), score];
        for (name, number) in ENDS.into_iter().zip(all) {
            if let Some(sums) = self.numbers.get_mut(name) {
                sums[world].add(number);
            }
        }
    }

    fn add_word(&mut self, column: &'static str, word: &str, world: usize) {
        let none = || vec![0; self.games.len()];
        self.words.entry((column, word.into())).or_insert_with(none)[world] += 1;
    }

    /// Gives a share of games, or a mean between 0 and 1, its second interval.
    pub(crate) fn share(&self, name: &str, estimate: &mut Estimate) {
        if let Some(over) = self.numbers.get(name).and_then(|sums| over(sums)) {
            *estimate = estimate.over_worlds(over.share(CONFIDENCE));
        }
    }

    /// Gives a mean its second interval.
    pub(crate) fn mean(&self, name: &str, estimate: &mut Estimate) {
        let least = self.least.get(name).copied().unwrap_or(f64::NEG_INFINITY);
        let possible = Interval::of_numbers_from(least);
        if let Some(over) = self.numbers.get(name).and_then(|sums| over(sums)) {
            *estimate = estimate.over_worlds(over.interval(possible, CONFIDENCE));
        }
    }

    /// Gives the shares of outcomes their second intervals.
    pub(crate) fn outcomes(&self, column: &'static str, shares: &mut [Share]) {
        for share in shares {
            self.outcome(column, &share.name.clone(), &mut share.share);
        }
    }

    /// The same for one outcome, by its word in the table.
    pub(crate) fn outcome(&self, column: &'static str, word: &str, share: &mut Estimate) {
        let none = vec![0; self.games.len()];
        let counts = self.words.get(&(column, word.to_owned())).unwrap_or(&none);
        let in_world = |(&games, &count): (&u64, &u64)| {
            let count = count as f64;
            InWorld::of_sums(games, count, count)
        };
        let worlds: Vec<InWorld> = self.games.iter().zip(counts).map(in_world).collect();
        if let Some(over) = OverWorlds::of(&worlds) {
            *share = share.over_worlds(over.share(CONFIDENCE));
        }
    }

    /// The split of the variance of the Germans' score, and what matters most.
    pub(crate) fn study(&self, worlds: &Worlds) -> Option<WorldStudy> {
        let sums = self.numbers.get("german_score")?;
        let seen: Vec<InWorld> = sums.iter().map(WorldSums::world).collect();
        study(worlds, &seen)
    }
}

/// Parts of a variance, each not below 0.
struct Split {
    answer: f64,
    dice: f64,
    /// The main effect of each unknown.
    effects: Vec<f64>,
    p: Vec<f64>,
    together: f64,
}

impl Split {
    /// `left` is a world to leave out.
    fn of(worlds: &Worlds, seen: &[InWorld], left: Option<usize>) -> Option<Split> {
        let kept = || (0..seen.len()).filter(|&world| Some(world) != left);
        let over = OverWorlds::of(&kept().map(|world| seen[world]).collect::<Vec<_>>())?;
        let means: Vec<f64> = kept().map(|world| seen[world].mean).collect();
        let effects = (0..worlds.unknowns.len()).map(|unknown| {
            let choices: Vec<u16> = kept().map(|world| worlds.drawn[world][unknown]).collect();
            main_effect(&choices, &means)
        });
        let (mut effects, p): (Vec<f64>, Vec<f64>) =
            effects.map(|effect| (effect.variance, effect.p)).unzip();
        let (between, dice) = (over.between(), over.dice());
        // Estimates below 0 stand for effects near 0. Within a kind they make up for those that are above by chance.
        let sum: f64 = effects.iter().sum();
        for effect in &mut effects {
            *effect = effect.max(0.0);
        }
        let positive: f64 = effects.iter().sum();
        let wanted = sum.clamp(0.0, between);
        if positive > 0.0 {
            for effect in &mut effects {
                *effect *= wanted / positive;
            }
        }
        let together = (between - wanted).max(0.0);
        Some(Split { answer: dice + between, dice, effects, p, together })
    }

    fn kind(&self, worlds: &Worlds, kind: UnknownKind) -> f64 {
        let pairs = worlds.unknowns.iter().zip(&self.effects);
        pairs.filter(|(unknown, _)| unknown.kind == kind).map(|(_, effect)| effect).sum()
    }
}

/// The study of the Germans' score, from what was seen in each world.
fn study(worlds: &Worlds, seen: &[InWorld]) -> Option<WorldStudy> {
    let split = Split::of(worlds, seen, None)?;
    let without: Vec<Option<Split>> =
        (0..seen.len()).map(|left| Split::of(worlds, seen, Some(left))).collect();
    let games = seen.iter().map(|world| world.games).sum();
    let t = two_sided_t(CONFIDENCE, (seen.len() as f64 - 1.0).max(1.0));
    let estimate = |of: &dyn Fn(&Split) -> f64, unit: bool| {
        let value = of(&split);
        let error = jackknife(seen.len(), |left| without[left].as_ref().map_or(value, of));
        let mut interval = Interval { low: (value - t * error).max(0.0), high: value + t * error };
        if unit {
            // What was the same without any one world is no more certain than so many worlds allow.
            let unseen = unseen(seen.len() as f64, CONFIDENCE);
            interval.low = interval.low.min(value * (1.0 - unseen));
            interval.high = interval.high.max(value + (1.0 - value) * unseen).min(1.0);
        }
        Estimate::new(value, interval, games, Method::Jackknife)
    };
    let share = |of: &dyn Fn(&Split) -> f64| {
        estimate(
            &|split: &Split| if split.answer > 0.0 { of(split) / split.answer } else { 0.0 },
            true,
        )
    };
    let mut parts = vec![VariancePart { of: "dice".into(), share: share(&|split| split.dice) }];
    for kind in UnknownKind::ALL {
        if worlds.unknowns.iter().any(|unknown| unknown.kind == kind) {
            let share = share(&|split| split.kind(worlds, kind));
            parts.push(VariancePart { of: kind.words().into(), share });
        }
    }
    parts.push(VariancePart { of: "together".into(), share: share(&|split| split.together) });
    let corrected = holm(&split.p);
    let mut unknowns: Vec<UnknownStudy> = worlds
        .unknowns
        .iter()
        .enumerate()
        .map(|(i, unknown)| UnknownStudy {
            name: unknown.name.clone(),
            kind: unknown.kind,
            why: unknown.why.clone(),
            share: share(&|split| split.effects[i]),
            p_corrected: (corrected[i] * 1e9).round() / 1e9,
            choices: choices(worlds, i, unknown, seen),
        })
        .collect();
    unknowns.sort_by(|one, other| {
        let by_chance = one.p_corrected.total_cmp(&other.p_corrected);
        other.share.value.total_cmp(&one.share.value).then(by_chance)
    });
    Some(WorldStudy {
        count: seen.len() as u64,
        measure: "german_score".into(),
        deviation: estimate(&|split| split.answer.sqrt(), true),
        split: parts,
        unknowns,
    })
}

fn choices(worlds: &Worlds, place: usize, unknown: &Unknown, seen: &[InWorld]) -> Vec<ChoiceStudy> {
    let each = unknown.choices.iter().enumerate().map(|(number, choice)| {
        let drawn = worlds.drawn.iter().zip(seen);
        let means: Vec<f64> = drawn
            .filter(|(drawn, _)| usize::from(drawn[place]) == number)
            .map(|(_, world)| world.mean)
            .collect();
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n.max(1.0);
        let variance =
            means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let score = (means.len() > 1).then(|| {
            let worlds = means.len() as u64;
            let interval = mean_interval(worlds, mean, variance, Interval::UNIT, CONFIDENCE);
            Estimate::new(mean, interval, worlds, Method::StudentT)
        });
        ChoiceStudy {
            name: choice.name.clone(),
            weight: choice.weight,
            worlds: means.len() as u64,
            score,
        }
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use engine::Seed;
    use lab::Choice;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    pub(crate) fn unknown(name: &str, kind: UnknownKind, weights: &[u32]) -> Unknown {
        let choices = weights.iter().enumerate().map(|(number, &weight)| {
            let mut choice: Choice =
                serde_json::from_str(&format!("{{\"name\":\"c{number}\",\"weight\":{weight}}}"))
                    .unwrap();
            choice.why = "because".into();
            choice
        });
        Unknown { name: name.into(), kind, why: "not known".into(), choices: choices.collect() }
    }

    fn share_of(study: &WorldStudy, of: &str) -> f64 {
        study.part(of).unwrap().value
    }

    /// Readings move the share by 0.2 or not, values by 0.1: with even coins 0.01 and 0.0025 of variance, and 60 games a
    /// world of dice. The parts come out on average as they were put in, and what does nothing is at the end.
    #[test]
    fn the_split_is_what_was_put_in() {
        let unknowns = vec![
            unknown("idle", UnknownKind::Reading, &[1, 1]),
            unknown("reading", UnknownKind::Reading, &[1, 1]),
            unknown("value", UnknownKind::Value, &[1, 1]),
        ];
        let (mut readings, mut values, mut dice, mut together, mut first) = (0.0, 0.0, 0.0, 0.0, 0);
        let runs = 150;
        for run in 0..runs {
            let worlds = Worlds::by_weights(unknowns.clone(), Seed(run), 80);
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(run);
            let seen: Vec<InWorld> = worlds
                .drawn
                .iter()
                .map(|drawn| {
                    let share = 0.3 + 0.2 * f64::from(drawn[1]) + 0.1 * f64::from(drawn[2]);
                    let won = (0..60).filter(|_| chance.random_bool(share)).count() as f64;
                    InWorld::of_sums(60, won, won)
                })
                .collect();
            let study = study(&worlds, &seen).unwrap();
            let all: f64 = study.split.iter().map(|part| part.share.value).sum();
            assert!((all - 1.0).abs() < 1e-4, "{all}");
            readings += share_of(&study, "readings") / 150.0;
            values += share_of(&study, "values") / 150.0;
            dice += share_of(&study, "dice") / 150.0;
            together += share_of(&study, "together") / 150.0;
            first += u32::from(study.most().is_some_and(|most| most.name == "reading"));
        }
        // 0.0125 between worlds, and 0.25 / 60 / 80 of dice.
        assert!((readings - 0.8).abs() < 0.05, "{readings}");
        assert!((values - 0.2).abs() < 0.04, "{values}");
        // What is estimated below 0 counts as 0, so that nothing comes out as a little.
        assert!(dice < 0.01 && together < 0.08, "{dice} {together}");
        assert!(first > 140, "{first} of {runs}");
    }

    /// Where nothing that is unknown matters, all is dice, and nothing is named.
    #[test]
    fn nothing_is_named_where_nothing_matters() {
        let unknowns: Vec<Unknown> =
            (0..10).map(|i| unknown(&format!("u{i}"), UnknownKind::Reading, &[2, 1, 1])).collect();
        let mut named = 0;
        for run in 0..100 {
            let worlds = Worlds::by_weights(unknowns.clone(), Seed(run), 50);
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(run);
            let seen: Vec<InWorld> = (0..50)
                .map(|_| {
                    let won = (0..40).filter(|_| chance.random_bool(0.4)).count() as f64;
                    InWorld::of_sums(40, won, won)
                })
                .collect();
            named += u32::from(study(&worlds, &seen).unwrap().most().is_some());
        }
        assert!(named <= 10, "{named} of 100");
    }
}
