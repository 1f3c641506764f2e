//! What a script sees of a decision: its options, with their words and features, and what holds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{FeatureTable, Side, Weighable, Whim};
use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Map};

use crate::complaint::nearest;
use crate::strategy::Vocabulary;

/// What a script can ask for; a mistyped name is compared with these.
pub(super) const KNOWN: [&str; 9] =
    ["side", "turn", "options", "holds", "weigh", "random_below", "index", "text", "features"];

/// The places of a system's features and conditions.
pub(super) struct Names {
    features: BTreeMap<&'static str, usize>,
    conditions: BTreeMap<&'static str, usize>,
}

impl Names {
    pub(super) fn new(words: Vocabulary) -> Names {
        let places = |entries: &'static [Weighable]| {
            entries.iter().enumerate().map(|(place, entry)| (entry.name, place)).collect()
        };
        Names { features: places(words.features), conditions: places(words.conditions) }
    }
}

/// What there is to see.
pub(super) struct Seen {
    pub(super) side: Side,
    pub(super) turn: u16,
    /// Whether each condition holds.
    pub(super) holds: Vec<bool>,
    /// Each option in words; empty for a script that does not read them.
    pub(super) words: Vec<String>,
    pub(super) features: FeatureTable,
    pub(super) options: usize,
    pub(super) names: Arc<Names>,
    /// Where its numbers at random come from.
    pub(super) whim: Mutex<Whim>,
}

/// A decision, in the hands of a script.
#[derive(Clone)]
pub(super) struct Decision(pub(super) Arc<Seen>);

/// One of its options.
#[derive(Clone)]
struct Choice {
    seen: Arc<Seen>,
    place: usize,
}

/// The features of an option.
#[derive(Clone)]
struct Row(Choice);

type Answer<T> = Result<T, Box<EvalAltResult>>;

/// Teaches the language these types. A script cannot make any, nor change them.
pub(super) fn teach(engine: &mut Engine) {
    engine
        .register_type_with_name::<Decision>("Decision")
        .register_get("side", |d: &mut Decision| ImmutableString::from(d.0.side.word()))
        .register_get("turn", |d: &mut Decision| INT::from(d.0.turn))
        .register_get("options", |d: &mut Decision| d.options())
        .register_fn("holds", |d: &mut Decision, name: ImmutableString| d.0.holds(&name))
        .register_fn("weigh", |d: &mut Decision, weights: Map| d.0.weigh(&weights))
        .register_fn("random_below", |d: &mut Decision, count: INT| d.0.random_below(count))
        .register_type_with_name::<Choice>("Option")
        .register_get("index", |option: &mut Choice| option.place as INT)
        .register_get("text", |option: &mut Choice| option.words())
        .register_get("features", |option: &mut Choice| Row(option.clone()))
        .register_type_with_name::<Row>("Features")
        .register_indexer_get(|row: &mut Row, name: ImmutableString| row.value(&name));
}

impl Decision {
    fn options(&self) -> Array {
        let option = |place| Dynamic::from(Choice { seen: Arc::clone(&self.0), place });
        (0..self.0.options).map(option).collect()
    }
}

impl Choice {
    fn words(&self) -> ImmutableString {
        self.seen.words.get(self.place).map(ImmutableString::from).unwrap_or_default()
    }
}

impl Row {
    fn value(&self, name: &str) -> Answer<INT> {
        let Row(Choice { seen, place }) = self;
        let feature = place_of(&seen.names.features, "feature", name)?;
        Ok(INT::from(seen.features.row(*place)[feature]))
    }
}

impl Seen {
    fn holds(&self, name: &str) -> Answer<bool> {
        Ok(self.holds[place_of(&self.names.conditions, "condition", name)?])
    }

    /// The weighted sum of the features of each option.
    fn weigh(&self, weights: &Map) -> Answer<Array> {
        let mut columns = Vec::with_capacity(weights.len());
        for (name, weight) in weights {
            let column = place_of(&self.names.features, "feature", name)?;
            let weight = weight.as_int().map_err(|kind| {
                format!("the weight of `{name}` is a value of type {kind}; expected a whole number")
            })?;
            columns.push((column, weight));
        }
        let score = |option| {
            let row = self.features.row(option);
            columns.iter().try_fold(0 as INT, |sum, &(column, weight)| {
                sum.checked_add(weight.checked_mul(INT::from(row[column]))?)
            })
        };
        let scores = (0..self.options).map(score).map(|score| score.map(Dynamic::from));
        let scores: Option<Array> = scores.collect();
        scores.ok_or_else(|| "the weights are too large to be added up".into())
    }

    fn random_below(&self, count: INT) -> Answer<INT> {
        let count = usize::try_from(count).ok().filter(|&count| count > 0);
        let count = count.ok_or("random_below: expected a number from 1")?;
        // A script runs on one thread: nobody can have left the lock in a bad way.
        let mut whim = self.whim.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(whim.below(count) as INT)
    }
}

fn place_of(places: &BTreeMap<&str, usize>, what: &str, name: &str) -> Answer<usize> {
    places.get(name).copied().ok_or_else(|| {
        let near = nearest(name, places.keys().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("unknown {what} `{name}`{near}").into()
    })
}

#[cfg(test)]
mod tests {
    use engine::{Scale as _, Scales as _, Seed};

    use super::*;

    #[test]
    fn scores_that_are_too_large_are_told_and_not_wrapped_round() {
        const WORDS: &[Weighable] = &[
            Weighable { name: "near", unit: "", meaning: "" },
            Weighable { name: "far", unit: "", meaning: "" },
        ];
        let mut features = FeatureTable::new(1, 2);
        for mut option in features.options::<2>() {
            option.add(0, 2);
            option.add(1, 3);
        }
        let seen = Seen {
            side: Side::German,
            turn: 1,
            holds: Vec::new(),
            words: Vec::new(),
            features,
            options: 1,
            names: Arc::new(Names::new(Vocabulary { features: WORDS, conditions: &[] })),
            whim: Mutex::new(Whim::new(Seed(1), Side::German)),
        };
        let weigh = |near: INT, far: INT| {
            let weights = [("near", near), ("far", far)];
            let weights = weights.map(|(name, weight)| (name.into(), Dynamic::from(weight)));
            seen.weigh(&weights.into_iter().collect())
        };
        assert_eq!(weigh(-7, 10).unwrap()[0].as_int(), Ok(16));
        for (near, far) in [(INT::MAX, 0), (INT::MAX / 2, 1)] {
            assert!(weigh(near, far).unwrap_err().to_string().contains("too large"), "{near}");
        }
    }
}
