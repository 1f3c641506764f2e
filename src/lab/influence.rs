//! How much each rival of an uncertain reading or value moves the answer of a scenario: a table that ships with the
//! scenario and is made by a command, so that a run of one world can say what its interval leaves out.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::toml_text;
use crate::worlds::UnknownKind;

/// Every rival of a scenario, measured: `scenarios/SYSTEM/influence/NAME.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Influence {
    /// The command that makes the table again.
    pub command: String,
    /// System and version of the rules that were played.
    pub rules: String,
    /// Games of each rival, on the seeds of the scenario as shipped.
    pub games: u64,
    /// What is moved: the Germans' score.
    pub measure: String,
    /// What it is as shipped.
    pub shipped: f64,
    /// One entry a rival, the one that moves it most first.
    #[serde(rename = "rival", default)]
    pub rivals: Vec<Moved>,
}

/// What one rival does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// The unknown.
    pub unknown: String,
    /// Whether it is a reading or a value.
    pub kind: UnknownKind,
    /// What it is instead.
    pub choice: String,
    /// The measure with it less the measure as shipped.
    pub moves: f64,
    /// Lower end of the 95 % interval of that.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Share of games that it changed at all.
    pub touched: f64,
}

impl Influence {
    /// The rival that moves the answer most, among those whose interval leaves out 0.
    pub fn most(&self) -> Option<&Moved> {
        let clear = self.rivals.iter().filter(|moved| moved.low > 0.0 || moved.high < 0.0);
        clear.max_by(|one, other| one.moves.abs().total_cmp(&other.moves.abs()))
    }

    /// The table as its file, with a line that says what it is.
    ///
    /// # Panics
    /// Never: strings and numbers always serialize.
    pub fn text(&self) -> String {
        let body = toml::to_string(self).expect("strings and numbers serialize");
        format!(
            "# How much each rival moves the Germans' score, as shares of a win. Made by the command below.\n{body}"
        )
    }

    /// The file of a scenario's table.
    pub fn file(home: &Home, system: &str, scenario: &str) -> PathBuf {
        home.scenarios(system).join("influence").join(format!("{scenario}.toml"))
    }

    /// The table of a scenario, if it ships with one.
    ///
    /// # Errors
    /// Every fault of the file.
    pub(crate) fn load(
        home: &Home,
        system: &str,
        scenario: &str,
    ) -> Result<Option<Influence>, Complaints> {
        let path = Influence::file(home, system, scenario);
        let Some((table, text)) = toml_text::load::<Influence>(home, &path)? else {
            return Ok(None);
        };
        let odd = table.rivals.iter().enumerate().filter(|(_, moved)| {
            !(moved.low <= moved.moves && moved.moves <= moved.high && moved.moves.abs() <= 1.0)
        });
        let odd: Vec<Complaint> = odd
            .map(|(number, moved)| {
                let key = format!("rival.{number}.moves");
                let problem = format!(
                    "{} of {} is outside {} to {}, or beyond what a score can be",
                    moved.moves, moved.unknown, moved.low, moved.high
                );
                Complaint {
                    line: toml_text::line_of_key(&text, &key),
                    key,
                    ..Complaint::whole(home.shown(&path), problem)
                }
                .expecting("a number inside its interval, from -1 to 1")
            })
            .collect();
        if odd.is_empty() { Ok(Some(table)) } else { Err(Complaints::new(odd)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(choice: &str, moves: f64, half: f64) -> Moved {
        Moved {
            unknown: "hit".into(),
            kind: UnknownKind::Reading,
            choice: choice.into(),
            moves,
            low: moves - half,
            high: moves + half,
            touched: 0.5,
        }
    }

    #[test]
    fn a_table_is_read_as_it_was_written_and_names_what_moves_most() {
        let table = Influence {
            command: "dropzone influence toy/ridge --keep".into(),
            rules: "toy 1".into(),
            games: 300,
            measure: "german_score".into(),
            shipped: 0.25,
            rivals: vec![
                moved("wild", 0.5, 0.6),
                moved("five", -0.25, 0.125),
                moved("x", 0.125, 0.0625),
            ],
        };
        assert_eq!(toml::from_str::<Influence>(&table.text()), Ok(table.clone()));
        // What is not clear is not named, however far off.
        assert_eq!(table.most().map(|moved| moved.choice.as_str()), Some("five"));
        assert_eq!(Influence { rivals: vec![moved("x", 0.1, 0.2)], ..table }.most(), None);
    }
}
