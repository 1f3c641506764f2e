//! Files that ask a question about a scenario: what something in it is worth, how it responds to its knobs.

use std::path::Path;

use engine::optional_pair;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::outline::{self, Found};
use crate::sets::{Set, segments};
use crate::text::{self, line_of};
use crate::toml_text;

/// Where a question is in its file, for complaints that arise when it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file, as it is shown.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The key.
    pub key: String,
}

impl Origin {
    /// A complaint about this place; the place that the complaint named itself goes into its text.
    #[must_use]
    pub fn blame(&self, complaint: Complaint) -> Complaint {
        let own = if complaint.key.is_empty() { String::new() } else { complaint.key + ": " };
        Complaint {
            file: self.file.clone(),
            line: self.line,
            key: self.key.clone(),
            problem: format!("{own}{}", complaint.problem),
            ..complaint
        }
    }
}

/// The text of a file that asks something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    file: String,
    text: String,
}

impl Source {
    pub(crate) fn read(home: &Home, path: &Path) -> Result<Source, Complaint> {
        Ok(Source { file: home.shown(path), text: text::read(home, path)? })
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a key is, e.g. `factor.0.key`; if it is missing, the block that lacks it.
    pub fn origin(&self, key: &str) -> Origin {
        let start = DeTable::parse(&self.text).ok().and_then(|table| {
            let mut path = segments(key);
            // If the file does not have the key, its place is that of the enclosing table.
            while !path.is_empty() {
                match outline::find(table.get_ref(), &path) {
                    Found::Value(value) => return Some(value.span().start),
                    Found::Lacking(parent, _) if parent.is_some() => return Some(parent?.start),
                    Found::Lacking(..) | Found::Nowhere(..) => drop(path.pop()),
                }
            }
            None
        });
        let line = start.map(|start| line_of(&self.text, start));
        Origin { file: self.file.clone(), line, key: key.into() }
    }

    /// The file as a value, or all its faults, each with its line and key.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, Complaints> {
        toml_text::read(&self.text).map_err(|faults| {
            let placed =
                |(line, complaint)| Complaint { file: self.file.clone(), line, ..complaint };
            Complaints::new(faults.into_iter().map(placed).collect())
        })
    }
}

/// One thing to leave out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Without {
    /// What is left out, e.g. `German air support`.
    pub name: String,
    /// The changes that remove it, each in the form that `--set` takes.
    pub set: Vec<String>,
    /// Where each change is in the file.
    #[serde(skip)]
    pub origins: Vec<Origin>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorthFile {
    #[serde(default)]
    without: Vec<Without>,
}

impl Without {
    /// The list of a scenario, `scenarios/SYSTEM/worth/NAME.toml`; empty where there is no such file.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn list(home: &Home, scenario: &str) -> Result<Vec<Without>, Complaints> {
        let (system, name) = scenario.split_once('/').unwrap_or((scenario, ""));
        let path = home.scenarios(system).join("worth").join(format!("{name}.toml"));
        if !home.has(&path) {
            return Ok(Vec::new());
        }
        let source = Source::read(home, &path)?;
        let mut file: WorthFile = source.parse()?;
        let mut wrong = Vec::new();
        for i in 0..file.without.len() {
            let (before, rest) = file.without.split_at_mut(i);
            let Some(without) = rest.first_mut() else { break };
            if before.iter().any(|other| other.name == without.name) {
                let problem = format!("two things are called “{}”", without.name);
                let complaint = Complaint::whole("", problem).expecting("another name for one");
                wrong.push(source.origin(&format!("without.{i}.name")).blame(complaint));
            }
            if without.set.is_empty() {
                let complaint = Complaint::whole("", "takes nothing away");
                let complaint = complaint.expecting("at least one change, as `--set` takes it");
                wrong.push(source.origin(&format!("without.{i}.set")).blame(complaint));
            }
            for (k, set) in without.set.iter().enumerate() {
                let origin = source.origin(&format!("without.{i}.set.{k}"));
                if let Err(complaint) = Set::parse(set) {
                    let problem = format!("`{set}` {}", complaint.problem);
                    wrong.push(origin.blame(Complaint { problem, ..complaint }));
                }
                without.origins.push(origin);
            }
        }
        if wrong.is_empty() { Ok(file.without) } else { Err(Complaints::new(wrong)) }
    }
}

/// A sweep: how a scenario responds to several knobs at once. `SWEEP.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SweepFile {
    /// The scenario, `SYSTEM/NAME`.
    pub scenario: String,
    /// How the values are combined.
    pub design: Design,
    /// Games at each point.
    #[serde(default = "hundred")]
    pub games: u64,
    /// Seed of the games; every point plays the same ones.
    #[serde(default)]
    pub seed: u64,
    /// Points of a Latin hypercube, rows of a Sobol design, trajectories of a Morris design.
    #[serde(default)]
    pub points: Option<u32>,
    /// Levels of a factor given by its ends, in a grid, a one-at-a-time and a Morris design.
    #[serde(default = "four")]
    pub levels: u32,
    /// What is measured.
    #[serde(default = "win")]
    pub measures: Vec<String>,
    /// Options of run for every point.
    #[serde(default)]
    pub options: String,
    /// The knobs that are varied.
    #[serde(rename = "factor")]
    pub factors: Vec<FactorFile>,
    /// The file itself.
    #[serde(skip)]
    pub source: Source,
}

/// How the values of the factors are combined.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// Every combination.
    Grid,
    /// Each value of each factor, the others as the scenario has them.
    OneAtATime,
    /// Points spread evenly over every factor at once.
    LatinHypercube,
    /// Trajectories of single steps: which factors matter at all.
    Morris,
    /// Shares of the variance that each factor, alone and with others, accounts for.
    Sobol,
}

/// One factor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorFile {
    /// Its name in tables; the key where there is none.
    #[serde(default)]
    pub name: String,
    /// What is changed, as `--set` takes it.
    pub key: String,
    /// Its values: numbers or words.
    #[serde(default)]
    pub values: Vec<toml::Value>,
    /// Or its ends.
    #[serde(default, deserialize_with = "optional_pair")]
    pub between: Option<[f64; 2]>,
    /// Whether values between the ends need not be whole.
    #[serde(default)]
    pub fractions: bool,
}

impl FactorFile {
    /// Its name in tables: its own name, or its key if it has none.
    pub fn called(&self) -> &str {
        if self.name.is_empty() { &self.key } else { &self.name }
    }
}

fn hundred() -> u64 {
    100
}

fn four() -> u32 {
    4
}

fn win() -> Vec<String> {
    vec!["german_win".into()]
}

impl SweepFile {
    /// Reads one.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn load(home: &Home, path: &Path) -> Result<SweepFile, Complaints> {
        let source = Source::read(home, path)?;
        let mut file: SweepFile = source.parse()?;
        let mut wrong = Vec::new();
        let mut complain = |key: &str, problem: String, expected: &str| {
            let complaint = Complaint::whole("", problem).expecting(expected);
            wrong.push(source.origin(key).blame(complaint));
        };
        if file.factors.is_empty() {
            complain("factor", "there is none".into(), "at least one [[factor]] block");
        }
        if file.games == 0 {
            complain("games", "no games".into(), "a number from 1");
        }
        if file.levels < 2 {
            complain("levels", "fewer than 2".into(), "a number from 2");
        }
        if file.points == Some(0) {
            complain("points", "none".into(), "a number from 1");
        }
        if file.measures.is_empty() {
            complain("measures", "there is none".into(), "e.g. [\"german_win\"]");
        }
        for (i, measure) in file.measures.iter().enumerate() {
            if file.measures[..i].contains(measure) {
                let problem = format!("`{measure}` is measured twice");
                complain(&format!("measures.{i}"), problem, "each measure once");
            }
        }
        for (i, factor) in file.factors.iter().enumerate() {
            let key = format!("factor.{i}");
            let named = if factor.name.is_empty() { "key" } else { "name" };
            let (named, called) = (format!("{key}.{named}"), factor.called());
            // They are columns of the same file, `points.csv`.
            if is_column(called, &file.measures) {
                let problem = format!("`{called}` is the name of another column of the points");
                complain(&named, problem, "a `name` of its own");
            }
            if let Some(other) = file.factors[..i].iter().position(|o| o.called() == called)
                && file.factors[other].key != factor.key
            {
                let problem = format!("`{called}` is what factor {other} is called too");
                complain(&named, problem, "a `name` of its own");
            }
            if let Err(complaint) = Set::parse(&format!("{}=0", factor.key)) {
                complain(
                    &format!("{key}.key"),
                    format!("`{}` {}", factor.key, complaint.problem),
                    "a key as --set takes it",
                );
            }
            match (&factor.values[..], factor.between) {
                ([], None) => {
                    complain(
                        &key,
                        "has no values".into(),
                        "`values = [..]` or `between = [LOW, HIGH]`",
                    );
                }
                ([_, ..], Some(_)) => {
                    complain(&key, "has both".into(), "`values` or `between`, not both");
                }
                ([_], None) => {
                    complain(&key, "has a single value".into(), "two or more values");
                }
                (_, Some([low, high])) if !(low < high && (high - low).is_finite()) => {
                    complain(&key, format!("goes from {low} to {high}"), "the smaller end first");
                }
                (_, Some([low, high]))
                    if !factor.fractions && (low.fract() != 0.0 || high.fract() != 0.0) =>
                {
                    complain(
                        &key,
                        "has an end that is not whole".into(),
                        "whole numbers, or `fractions = true`",
                    );
                }
                _ => {}
            }
            for value in &factor.values {
                if value.is_table() || value.is_array() || value.is_datetime() {
                    complain(&key, format!("{value} is no value"), "numbers, words, true or false");
                }
            }
            if file.factors[..i].iter().any(|other| other.key == factor.key) {
                let problem = format!("`{}` is turned twice", factor.key);
                complain(&format!("{key}.key"), problem, "each key once");
            }
        }
        if !wrong.is_empty() {
            return Err(Complaints::new(wrong));
        }
        file.source = source;
        Ok(file)
    }

    /// A complaint about a measure that the games do not have, at its place in the file.
    pub fn no_such_measure(&self, name: &str, known: &[String]) -> Complaint {
        let place = self.measures.iter().position(|measure| measure == name);
        let origin =
            self.source.origin(&place.map_or("measures".into(), |i| format!("measures.{i}")));
        let complaint = Complaint::whole("", format!("there is no measure `{name}`"));
        let complaint = complaint.near(nearest(name, known.iter().map(String::as_str)));
        origin.blame(complaint.expecting(format!("one of {}", known.join(", "))))
    }
}

/// Whether the points have such a column besides those of the factors.
fn is_column(name: &str, measures: &[String]) -> bool {
    let of_a_measure = |measure: &String| {
        name.strip_prefix(measure.as_str()).is_some_and(|rest| rest.is_empty() || rest == "_error")
    };
    ["point", "games"].contains(&name) || measures.iter().any(of_a_measure)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<SweepFile, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sweep.toml");
        std::fs::write(&path, text).unwrap();
        SweepFile::load(&Home::at(folder.path()), &path)
            .map_err(|complaints| complaints.to_string())
    }

    const HEAD: &str = "scenario = \"toy/ridge\"\ndesign = \"latin-hypercube\"\n";

    #[test]
    fn a_sweep_is_read() {
        let got = load(&format!(
            "{HEAD}[[factor]]\nkey = \"a.b\"\nbetween = [0, 4]\n[[factor]]\nkey = \"c\"\nvalues = [\"on\", \"off\"]\n"
        ))
        .unwrap();
        assert_eq!((got.games, got.levels, got.factors.len()), (100, 4, 2));
        assert_eq!(got.design, Design::LatinHypercube);
    }

    #[test]
    fn every_fault_of_a_sweep_is_told() {
        let said = load(&format!(
            "{HEAD}games = 0\n[[factor]]\nkey = \"a\"\n[[factor]]\nkey = \"a\"\nbetween = [4, 0]\n[[factor]]\nkey = \"b\"\nvalues = [1]\n"
        ))
        .unwrap_err();
        for part in [
            "games: no games",
            "factor.0: has no values",
            "smaller end first",
            "turned twice",
            "single value",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        // Each with the line of its key, and with what was expected.
        assert!(said.contains("sweep.toml:3: games: no games; expected a number from 1"), "{said}");
        assert!(said.contains("sweep.toml:6: factor.1: "), "{said}");
        let many = load("scenaro = \"x\"\ndesign = \"gird\"\ngames = \"many\"\nfactor = []\n")
            .unwrap_err();
        for part in
            ["did you mean `scenario`?", "did you mean `grid`?", "sweep.toml:3: games: wrong type"]
        {
            assert!(many.contains(part), "{part} in {many}");
        }
        let three =
            load(&format!("{HEAD}[[factor]]\nkey = \"a\"\nbetween = [0, 4, 9]\n")).unwrap_err();
        assert!(three.contains("two values"), "{three}");
        // Their places: `games` in the third line, the first factor in the fourth, the second key in the seventh.
        for part in ["sweep.toml:3: games", "sweep.toml:4: factor.0:", "sweep.toml:7: factor.1.key"]
        {
            assert!(said.contains(part), "{part} in {said}");
        }
        let unknown = load(&format!("{HEAD}factors = []\n")).unwrap_err();
        assert!(unknown.contains("sweep.toml:3") && unknown.contains("factors"), "{unknown}");
    }

    #[test]
    fn names_that_would_be_two_columns_are_refused() {
        let factor = |name: &str, key: &str| {
            let name = if name.is_empty() { String::new() } else { format!("name = \"{name}\"\n") };
            format!("[[factor]]\n{name}key = \"{key}\"\nbetween = [0, 4]\n")
        };
        let head = format!("{HEAD}measures = [\"margin\", \"draw\"]\n");
        let said = |one: String, two: String| load(&format!("{head}{one}{two}")).unwrap_err();
        for name in ["point", "games", "margin", "draw", "margin_error"] {
            let said = said(factor("", "a"), factor(name, "b"));
            let place = format!("sweep.toml:8: factor.1.name: `{name}` is the name of another");
            assert!(said.contains(&place), "{said}");
        }
        let twice = said(factor("guns", "a"), factor("guns", "b"));
        assert!(twice.contains("sweep.toml:9: factor.1.name: `guns` is what factor 0"), "{twice}");
        let by_key = said(factor("b", "a"), factor("", "b"));
        assert!(by_key.contains("sweep.toml:9: factor.1.key: `b` is what factor 0"), "{by_key}");
        let twice = load(&format!("{HEAD}measures = [\"draw\", \"draw\"]\n{}", factor("", "a")));
        assert!(twice.as_ref().unwrap_err().contains("sweep.toml:3: measures.1"), "{twice:?}");
        // Names that only resemble a column are allowed.
        assert!(load(&format!("{head}{}{}", factor("margins", "a"), factor("error", "b"))).is_ok());
    }

    #[test]
    fn what_a_sweep_measures_is_blamed_on_its_line() {
        let text = format!(
            "{HEAD}measures = [\n  \"draw\",\n  \"margn\",\n]\n[[factor]]\nkey = \"a\"\nbetween = [0, 4]\n"
        );
        let file = load(&text).unwrap();
        let known = ["draw".to_owned(), "margin".to_owned()];
        assert_eq!(
            file.no_such_measure("margn", &known).to_string(),
            format!(
                "{}:5: measures.1: there is no measure `margn`; expected one of draw, margin; did you mean `margin`?",
                file.source.file
            )
        );
    }

    #[test]
    fn the_list_of_a_scenario_is_read_and_its_faults_told() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        assert!(Without::list(&home, "toy/ridge").unwrap().is_empty());
        let worth = folder.path().join("scenarios/toy/worth");
        std::fs::create_dir_all(&worth).unwrap();
        std::fs::write(
            worth.join("ridge.toml"),
            "[[without]]\nname = \"guns\"\nset = [\"a.b=0\"]\n",
        )
        .unwrap();
        assert_eq!(Without::list(&home, "toy/ridge").unwrap()[0].name, "guns");
        std::fs::write(worth.join("ridge.toml"), "[[without]]\nname = \"guns\"\nset = [\"a.b\"]\n")
            .unwrap();
        let said = Without::list(&home, "toy/ridge").unwrap_err().to_string();
        assert!(said.contains("worth/ridge.toml:3: without.0.set.0: `a.b` has no `=`"), "{said}");
        std::fs::write(worth.join("ridge.toml"), "[[withot]]\nname = \"guns\"\n").unwrap();
        let said = Without::list(&home, "toy/ridge").unwrap_err().to_string();
        assert!(said.contains("did you mean `without`?"), "{said}");
        std::fs::write(
            worth.join("ridge.toml"),
            "[[without]]\nname = \"guns\"\nset = []\n[[without]]\nname = \"guns\"\nset = [\n  \"a=1\",\n  \"b\"]\n",
        )
        .unwrap();
        let said = Without::list(&home, "toy/ridge").unwrap_err().to_string();
        for part in [
            "ridge.toml:3: without.0.set: takes nothing away",
            "ridge.toml:5: without.1.name: two things",
            "ridge.toml:8: without.1.set.1: `b` has no `=`",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
    }
}
