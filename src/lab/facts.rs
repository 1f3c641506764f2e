//! Published outcomes of games like these: what people report, with its uncertainty and its source.
//!
//! They stand beside the results and are what worlds may be weighed by. No bot is tuned to them.

use std::path::Path;

use engine::optional_pair;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Home;
use crate::asked::Source;
use crate::complaint::{Complaint, Complaints};

/// A file of facts: `scenarios/SYSTEM/facts/NAME.toml`, or one that `calibrate` is given.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactsFile {
    #[serde(default)]
    fact: Vec<Fact>,
}

/// What kind of source a fact has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactSource {
    /// The designer's or developer's own words.
    Designer,
    /// Someone who tells of games played.
    Player,
    /// A review.
    Review,
    /// What happened in the war, which a game need not repeat.
    History,
    /// Our inference from any of these.
    Inference,
}

impl FactSource {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            FactSource::Designer => "the designer",
            FactSource::Player => "players",
            FactSource::Review => "a review",
            FactSource::History => "history",
            FactSource::Inference => "our inference",
        }
    }
}

/// One published outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// In words, after “people report that”.
    pub told: String,
    /// Who tells it.
    pub kind: FactSource,
    /// Where.
    pub source: String,
    /// A measure of a game: a column of `games.parquet`, or `german_win`, `allied_win`, `draw`, `german_score`; with
    /// `turn`, a column of `turns.parquet`.
    pub column: String,
    /// The turn at whose end it is looked at; games that ended before keep their last value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// A game counts for the share if its number is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// And at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// Least and greatest share of games that is held to be possible.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_pair")]
    pub share: Option<[f64; 2]>,
    /// Least and greatest mean.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_pair")]
    pub mean: Option<[f64; 2]>,
    /// Which quantile `value` speaks of: 0.5 is the median.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantile: Option<f64>,
    /// Least and greatest value of that quantile.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_pair")]
    pub value: Option<[f64; 2]>,
}

/// Which number of many games a fact speaks of.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Statistic {
    /// The share of games with a number in this range.
    Share(f64, f64),
    /// The mean.
    Mean,
    /// A quantile.
    Quantile(f64),
}

impl Fact {
    /// Which number of the games it speaks of.
    pub fn statistic(&self) -> Statistic {
        match (self.quantile, self.mean) {
            (Some(quantile), _) => Statistic::Quantile(quantile),
            (None, Some(_)) => Statistic::Mean,
            (None, None) => {
                // Yes and no are 1 and 0.
                let usual = if self.at_most.is_none() { 0.75 } else { f64::NEG_INFINITY };
                Statistic::Share(
                    self.at_least.unwrap_or(usual),
                    self.at_most.unwrap_or(f64::INFINITY),
                )
            }
        }
    }

    /// Least and greatest value that it holds to be possible.
    pub fn range(&self) -> [f64; 2] {
        self.share.or(self.mean).or(self.value).unwrap_or([f64::NEG_INFINITY, f64::INFINITY])
    }

    /// The facts that ship with a scenario; none where there is no such file.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub(crate) fn of_scenario(
        home: &Home,
        system: &str,
        scenario: &str,
    ) -> Result<Vec<Fact>, Complaints> {
        let path = home.scenarios(system).join("facts").join(format!("{scenario}.toml"));
        if home.has(&path) { Fact::load(home, &path) } else { Ok(Vec::new()) }
    }

    /// The facts of a file.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn load(home: &Home, path: &Path) -> Result<Vec<Fact>, Complaints> {
        let source = Source::read(home, path)?;
        let file: FactsFile = source.parse()?;
        let mut wrong = Vec::new();
        let mut complain = |key: &str, problem: String, expected: &str| {
            let complaint = Complaint::whole("", problem).expecting(expected);
            wrong.push(source.origin(key).blame(complaint));
        };
        if file.fact.is_empty() {
            complain("fact", "there is none".into(), "[[fact]] blocks");
        }
        for (i, fact) in file.fact.iter().enumerate() {
            let key = |name: &str| format!("fact.{i}.{name}");
            for (name, text) in
                [("told", &fact.told), ("source", &fact.source), ("column", &fact.column)]
            {
                if text.trim().is_empty() {
                    complain(&key(name), "is empty".into(), "words");
                }
            }
            let ways = [fact.share.is_some(), fact.mean.is_some(), fact.value.is_some()];
            if ways.into_iter().filter(|&given| given).count() != 1 {
                let problem = "says nothing, or too much at once".to_owned();
                complain(
                    &key("column"),
                    problem,
                    "one of `share`, `mean`, and `quantile` with `value`",
                );
            }
            if fact.quantile.is_some() != fact.value.is_some() {
                let problem = "has one of `quantile` and `value`".to_owned();
                complain(&key("quantile"), problem, "both, or neither");
            }
            if fact.quantile.is_some_and(|q| !(q > 0.0 && q < 1.0)) {
                complain(&key("quantile"), "is no quantile".into(), "a number between 0 and 1");
            }
            if fact.share.is_none() && (fact.at_least.is_some() || fact.at_most.is_some()) {
                let problem = "bounds go with a share".to_owned();
                complain(&key("column"), problem, "`share`, or no `at_least` and `at_most`");
            }
            for (name, range) in [("share", fact.share), ("mean", fact.mean), ("value", fact.value)]
            {
                let Some([low, high]) = range else { continue };
                if low > high || low.is_nan() || high.is_nan() {
                    complain(
                        &key(name),
                        format!("goes from {low} to {high}"),
                        "the smaller end first",
                    );
                }
                if name == "share" && !(0.0 <= low && high <= 1.0) {
                    complain(
                        &key(name),
                        format!("goes from {low} to {high}"),
                        "shares from 0 to 1",
                    );
                }
            }
            if fact.turn == Some(0) {
                complain(&key("turn"), "is 0".into(), "a turn, counted from 1");
            }
        }
        if wrong.is_empty() { Ok(file.fact) } else { Err(Complaints::new(wrong)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Vec<Fact>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("facts.toml");
        std::fs::write(&path, text).unwrap();
        Fact::load(&Home::at(folder.path()), &path).map_err(|complaints| complaints.to_string())
    }

    const HEAD: &str = "[[fact]]\ntold = \"it is so\"\nkind = \"player\"\nsource = \"a page\"\n";

    #[test]
    fn facts_are_shares_means_and_quantiles() {
        let text = format!(
            "{HEAD}column = \"german_win\"\nshare = [0.5, 0.8]\n{HEAD}column = \"ports\"\nturn = 3\nat_most = 1\nshare = [0, 0.1]\n\
             {HEAD}column = \"margin\"\nmean = [-1, 2]\n{HEAD}column = \"end_turn\"\nquantile = 0.5\nvalue = [4, 6]\n"
        );
        let facts = load(&text).unwrap();
        let statistics: Vec<Statistic> = facts.iter().map(Fact::statistic).collect();
        assert_eq!(
            statistics,
            [
                Statistic::Share(0.75, f64::INFINITY),
                Statistic::Share(f64::NEG_INFINITY, 1.0),
                Statistic::Mean,
                Statistic::Quantile(0.5)
            ]
        );
        assert_eq!(facts[3].value, Some([4.0, 6.0]));
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let said = load(&format!(
            "{HEAD}column = \"x\"\nshare = [0.8, 0.5]\n{HEAD}column = \"y\"\n{HEAD}column = \"z\"\nquantile = 2\nshare = [0, 3]\n"
        ))
        .unwrap_err();
        for part in [
            "facts.toml:6: fact.0.share: goes from 0.8 to 0.5; expected the smaller end first",
            "facts.toml:11: fact.1.column: says nothing",
            "fact.2.quantile: has one of",
            "facts.toml:17: fact.2.quantile: is no quantile",
            "facts.toml:18: fact.2.share: goes from 0 to 3; expected shares from 0 to 1",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        let said = load(&HEAD.replace("player", "plyer")).unwrap_err();
        assert!(said.contains("facts.toml:3") && said.contains("did you mean `player`?"), "{said}");
    }
}
