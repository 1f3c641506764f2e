//! A list of worlds with weights: a file that `calibrate` writes and `run --worlds` reads.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Unknown;
use crate::Home;
use crate::asked::Source;
use crate::complaint::{Complaint, Complaints, nearest};

/// Worlds, each with its weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldList {
    /// The scenario, `SYSTEM/NAME`.
    pub scenario: String,
    /// Its worlds.
    #[serde(rename = "world")]
    pub worlds: Vec<ListedWorld>,
}

/// One world of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedWorld {
    /// How likely it is, beside the others.
    pub weight: u32,
    /// What it chose, by the name of the unknown; of what is not named, it has what the files say.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
}

impl WorldList {
    /// The text of its file, with a line that says what it is.
    ///
    /// # Panics
    /// Never: strings and whole numbers always serialize.
    pub fn text(&self, made_by: &str) -> String {
        let body = toml::to_string(self).expect("strings and whole numbers serialize");
        format!("# Worlds with weights, for `run --worlds`. Made by\n#   {made_by}\n{body}")
    }

    /// Reads a list for a scenario: weights, and the numbers of the choices. What is fixed by the command itself is
    /// passed over if it is not among the unknowns.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub(crate) fn load(
        home: &Home,
        path: &Path,
        scenario: &str,
        unknowns: &[Unknown],
    ) -> Result<Vec<(u64, Vec<u16>)>, Complaints> {
        let source = Source::read(home, path)?;
        let list: WorldList = source.parse()?;
        let mut wrong = Vec::new();
        let mut complain = |key: &str, complaint: Complaint| {
            wrong.push(source.origin(key).blame(complaint));
        };
        if list.scenario != scenario {
            let problem = format!("these are worlds of {}", list.scenario);
            complain("scenario", Complaint::whole("", problem).expecting(scenario));
        }
        if list.worlds.iter().all(|world| world.weight == 0) {
            let complaint = Complaint::whole("", "no world has any weight");
            complain("world", complaint.expecting("a weight above 0 for some world"));
        }
        let mut read = Vec::new();
        for (i, world) in list.worlds.iter().enumerate() {
            let mut drawn = vec![0; unknowns.len()];
            for (name, choice) in &world.choices {
                let key = format!("world.{i}.choices.\"{name}\"");
                let Some(place) = unknowns.iter().position(|unknown| unknown.name == *name) else {
                    let names = unknowns.iter().map(|unknown| unknown.name.as_str());
                    let problem = format!("`{name}` is not among what is unknown here");
                    let expected = "a name as `influence` lists them";
                    let near = nearest(name, names);
                    complain(&key, Complaint::whole("", problem).expecting(expected).near(near));
                    continue;
                };
                let choices = &unknowns[place].choices;
                match choices.iter().position(|known| known.name == *choice) {
                    Some(number) => drawn[place] = number as u16,
                    None => {
                        let names: Vec<&str> = choices.iter().map(|c| c.name.as_str()).collect();
                        let complaint =
                            Complaint::whole("", format!("`{name}` is never `{choice}`"));
                        let expected = format!("one of {}", names.join(", "));
                        complain(&key, complaint.expecting(expected).near(nearest(choice, names)));
                    }
                }
            }
            read.push((u64::from(world.weight), drawn));
        }
        if wrong.is_empty() { Ok(read) } else { Err(Complaints::new(wrong)) }
    }
}
