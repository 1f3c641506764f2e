//! What the shipped doctrines of a scenario score against each other: a table that ships with the scenario and is made
//! by a command, so that no run is read as the answer over all of them.

use serde::{Deserialize, Serialize};

use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::toml_text;

/// Every pair of a scenario's doctrines, measured: `scenarios/SYSTEM/doctrines/NAME.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoctrineScores {
    /// The command that makes the table again.
    pub command: String,
    /// System and version of the rules that were played.
    pub rules: String,
    /// Games of each pair.
    pub games: u64,
    /// One entry a pair.
    #[serde(rename = "pair")]
    pub pairs: Vec<DoctrinePair>,
}

/// One German doctrine against one Allied one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoctrinePair {
    /// The Germans' strategy.
    pub german: String,
    /// The Allies' strategy.
    pub allied: String,
    /// Games that the Germans won.
    pub german_wins: u64,
    /// Games that were drawn.
    pub draws: u64,
}

impl DoctrinePair {
    /// Half points of the Germans: a win is two, a draw one.
    pub fn half_points(&self) -> u64 {
        2 * self.german_wins + self.draws
    }
}

impl DoctrineScores {
    /// The pairs in which the Germans score least and most; `None` for an empty table.
    pub fn range(&self) -> Option<[&DoctrinePair; 2]> {
        let least = self.pairs.iter().min_by_key(|pair| pair.half_points())?;
        Some([least, self.pairs.iter().max_by_key(|pair| pair.half_points())?])
    }

    /// Whether a pair has no more games than were played.
    fn fits(&self, pair: &DoctrinePair) -> bool {
        pair.german_wins.checked_add(pair.draws).is_some_and(|counted| counted <= self.games)
    }

    /// The table as its file, with a line that says what it is.
    ///
    /// # Panics
    /// Never: strings and whole numbers always serialize.
    pub fn text(&self) -> String {
        let body = toml::to_string(self).expect("strings and whole numbers serialize");
        format!(
            "# What the shipped doctrines score against each other. Made by the command below.\n{body}"
        )
    }

    /// The file of a scenario's table.
    pub fn file(home: &Home, system: &str, scenario: &str) -> std::path::PathBuf {
        home.scenarios(system).join("doctrines").join(format!("{scenario}.toml"))
    }

    /// The table of a scenario, if it ships with one.
    ///
    /// # Errors
    /// Every fault of the file.
    pub(crate) fn load(
        home: &Home,
        system: &str,
        scenario: &str,
    ) -> Result<Option<DoctrineScores>, Complaints> {
        let path = DoctrineScores::file(home, system, scenario);
        let Some((scores, text)) = toml_text::load::<DoctrineScores>(home, &path)? else {
            return Ok(None);
        };
        let odd = scores.pairs.iter().enumerate().filter(|(_, pair)| !scores.fits(pair));
        let odd: Vec<Complaint> = odd
            .map(|(number, pair)| {
                let names = format!("{} against {}", pair.german, pair.allied);
                let problem = format!("{names}: more games won and drawn than played");
                let key = format!("pair.{number}.german_wins");
                let line = toml_text::line_of_key(&text, &key);
                let expected = format!("{} games at most", scores.games);
                let complaint = Complaint::whole(home.shown(&path), problem).expecting(expected);
                Complaint { line, key, ..complaint }
            })
            .collect();
        if odd.is_empty() { Ok(Some(scores)) } else { Err(Complaints::new(odd)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let pair = |german: &str, german_wins, draws| DoctrinePair {
            german: german.into(),
            allied: "hold".into(),
            german_wins,
            draws,
        };
        let scores = DoctrineScores {
            command: "dropzone tournament toy/ridge --doctrines".into(),
            rules: "toy 2".into(),
            games: 300,
            pairs: vec![pair("storm", 50, 90), pair("patient", 100, 0), pair("first", 90, 15)],
        };
        assert_eq!(toml::from_str::<DoctrineScores>(&scores.text()), Ok(scores.clone()));
        let [least, most] = scores.range().expect("there are pairs");
        assert_eq!((least.german.as_str(), most.german.as_str()), ("storm", "patient"));
        assert_eq!(DoctrineScores { pairs: Vec::new(), ..scores }.range(), None);
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said_in_an_authors_words() {
        let text = "command = \"x\"\nrules = \"toy 2\"\ngames = 1\npair = [3]\n";
        let faults = toml_text::read::<DoctrineScores>(text).expect_err("3 is no pair");
        let (line, complaint) = &faults[0];
        assert_eq!((*line, complaint.expected.as_str()), (Some(4), "a table"), "{faults:?}");
    }
}
