//! Files that ask a question of a scenario: what it is worth without something, how it answers to its knobs.

use std::path::Path;

use engine::optional_pair;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::sets::Set;
use crate::text;
use crate::toml_text::{self, line_of_key};

/// One thing to do without.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Without {
    /// What is taken away, e.g. `German air support`.
    pub name: String,
    /// The changes that take it away, each as `--set` takes it.
    pub set: Vec<String>,
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
        if !path.is_file() {
            return Ok(Vec::new());
        }
        let (file, text): (WorthFile, String) = read(home, &path)?;
        let mut wrong: Vec<Complaint> = Vec::new();
        let mut complain = |key: String, problem: String, expected: &str| {
            let line = line_of_key(&text, &key);
            let complaint = Complaint::whole(home.shown(&path), problem).expecting(expected);
            wrong.push(Complaint { key, line, ..complaint });
        };
        for (i, without) in file.without.iter().enumerate() {
            if without.set.is_empty() {
                complain(
                    format!("without.{i}.set"),
                    "takes nothing away".into(),
                    "changes as --set takes them",
                );
            }
            if file.without[..i].iter().any(|other| other.name == without.name) {
                let problem = format!("`{}` stands twice", without.name);
                complain(format!("without.{i}.name"), problem, "a name for each block");
            }
            for (j, set) in without.set.iter().enumerate() {
                if let Err(complaint) = Set::parse(set) {
                    let problem = format!("`{set}` {}", complaint.problem);
                    complain(format!("without.{i}.set.{j}"), problem, &complaint.expected);
                }
            }
        }
        if wrong.is_empty() { Ok(file.without) } else { Err(Complaints::new(wrong)) }
    }
}

/// A sweep: how a scenario answers to several knobs at once. `SWEEP.toml`.
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
    /// Levels of a factor given by its ends, in a grid, one at a time and in a Morris design.
    #[serde(default = "four")]
    pub levels: u32,
    /// What is measured.
    #[serde(default = "win")]
    pub measures: Vec<String>,
    /// Options of run for every point.
    #[serde(default)]
    pub options: String,
    /// What is turned.
    #[serde(rename = "factor")]
    pub factors: Vec<FactorFile>,
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
        let (file, text): (SweepFile, String) = read(home, path)?;
        let mut wrong = Vec::new();
        let mut complain = |key: &str, problem: String, expected: &str| {
            let line = line_of_key(&text, key);
            let complaint = Complaint::whole(home.shown(path), problem).expecting(expected);
            wrong.push(Complaint { key: key.into(), line, ..complaint });
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
        for (i, factor) in file.factors.iter().enumerate() {
            let key = format!("factor.{i}");
            if let Err(complaint) = Set::parse(&format!("{}=0", factor.key)) {
                complain(
                    &key,
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
                complain(&key, format!("`{}` is turned twice", factor.key), "each key once");
            }
        }
        if wrong.is_empty() { Ok(file) } else { Err(Complaints::new(wrong)) }
    }
}

/// A TOML file as a value and as text, or all its faults.
fn read<T: DeserializeOwned>(home: &Home, path: &Path) -> Result<(T, String), Complaints> {
    let text = text::read(home, path)?;
    match toml_text::read(&text) {
        Ok(value) => Ok((value, text)),
        Err(faults) => {
            let placed = |(line, complaint): toml_text::Fault| Complaint {
                file: home.shown(path),
                line,
                ..complaint
            };
            Err(Complaints::new(faults.into_iter().map(placed).collect()))
        }
    }
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
        let unknown = load(&format!("{HEAD}factors = []\n")).unwrap_err();
        assert!(unknown.contains("sweep.toml:3") && unknown.contains("factors"), "{unknown}");
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
    }
}
