//! Where a tuned strategy comes from: the `[pedigree]` of its file.

use std::fmt::Write as _;

use crate::page::{Entry, Page};

/// How a strategy was found, and what that gained.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pedigree {
    /// The command that finds it again.
    pub command: String,
    /// Version of the program.
    pub version: String,
    /// The scenario.
    pub scenario: String,
    /// The strategy that tuning began with.
    pub start: Ancestor,
    /// Rounds played.
    pub rounds: u64,
    /// Training games of this side.
    pub games: u64,
    /// Seed of the training games, as text: it may need all 64 bits.
    pub seed: String,
    /// Seed of the hold-out games.
    pub holdout_seed: String,
    /// Seeds of each hold-out test.
    pub holdout: u64,
    /// Mean gain in score over the start on hold-out games, from -1 to 1, with the ends of its interval.
    pub gain: [f64; 3],
    /// Whom it was tuned against.
    pub opponents: Vec<Ancestor>,
}

/// A strategy by its name and hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ancestor {
    /// Its name.
    pub name: String,
    /// SHA-256 of its file and the files it extends.
    pub hash: String,
}

/// The keys of a pedigree, all of which it must have.
const KEYS: [&str; 11] = [
    "command",
    "version",
    "scenario",
    "start",
    "rounds",
    "games",
    "seed",
    "holdout_seed",
    "holdout",
    "gain",
    "opponents",
];

impl Pedigree {
    /// As it stands in a strategy file.
    pub fn to_toml(&self) -> String {
        let quoted = |text: &str| toml::Value::String(text.into()).to_string();
        let one = |of: &Ancestor| {
            format!("{{ name = {}, hash = {} }}", quoted(&of.name), quoted(&of.hash))
        };
        let [value, low, high] = self.gain.map(|number| format!("{number:.4}"));
        let mut text = String::from("[pedigree]\n");
        let mut line = |key: &str, value: String| writeln!(text, "{key} = {value}").unwrap_or(());
        line("command", quoted(&self.command));
        line("version", quoted(&self.version));
        line("scenario", quoted(&self.scenario));
        line("start", one(&self.start));
        line("rounds", self.rounds.to_string());
        line("games", self.games.to_string());
        line("seed", quoted(&self.seed));
        line("holdout_seed", quoted(&self.holdout_seed));
        line("holdout", self.holdout.to_string());
        line("gain", format!("[{value}, {low}, {high}] # score, and the ends of its interval"));
        let list: Vec<String> = self.opponents.iter().map(one).collect();
        let list = if list.is_empty() {
            "[]".into()
        } else {
            format!("[\n    {},\n]", list.join(",\n    "))
        };
        line("opponents", list);
        text
    }
}

impl Page<'_> {
    /// A `[pedigree]`; nothing if it has faults.
    pub(crate) fn pedigree(&mut self, value: &Entry<'_>) -> Option<Pedigree> {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong("pedigree", value, "a table, as `strategy tune` writes it");
            return None;
        };
        let mut pedigree = Pedigree::default();
        for (key, value) in table {
            let name = format!("pedigree.{}", key.get_ref());
            match key.get_ref().as_ref() {
                "command" => pedigree.command = self.name(&name, value)?,
                "version" => pedigree.version = self.name(&name, value)?,
                "scenario" => pedigree.scenario = self.name(&name, value)?,
                "seed" => pedigree.seed = self.seed(&name, value)?,
                "holdout_seed" => pedigree.holdout_seed = self.seed(&name, value)?,
                "rounds" => pedigree.rounds = self.count(&name, value)?,
                "games" => pedigree.games = self.count(&name, value)?,
                "holdout" => pedigree.holdout = self.count(&name, value)?,
                "gain" => pedigree.gain = self.gain(&name, value)?,
                "start" => pedigree.start = self.ancestor(&name, value)?,
                "opponents" => {
                    let Some(list) = value.get_ref().as_array() else {
                        self.wrong(&name, value, "a list of strategies, each with name and hash");
                        continue;
                    };
                    let each = list.iter().filter_map(|one| self.ancestor(&name, one));
                    pedigree.opponents = each.collect();
                }
                unknown => self.unknown(key.span().start, "pedigree", "key", unknown, &KEYS),
            }
        }
        for key in KEYS.into_iter().filter(|key| table.get(*key).is_none()) {
            let problem = format!("there is no `{key}`");
            self.complain(value.span().start, "pedigree", &problem, "a whole pedigree", None);
        }
        if !pedigree.seed.is_empty() && pedigree.seed == pedigree.holdout_seed {
            let problem = "the hold-out seed is the training seed";
            let expected = "two seeds: a gain on training games proves nothing";
            self.complain(value.span().start, "pedigree.holdout_seed", problem, expected, None);
        }
        Some(pedigree)
    }

    fn count(&mut self, key: &str, value: &Entry<'_>) -> Option<u64> {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        if number.is_none() {
            self.wrong(key, value, "a whole number from 0");
        }
        number
    }

    fn seed(&mut self, key: &str, value: &Entry<'_>) -> Option<String> {
        let text = self.string(key, value)?;
        if text.parse::<u64>().is_err() {
            self.complain(value.span().start, key, "is no seed", "a whole number in quotes", None);
            return None;
        }
        Some(text)
    }

    fn gain(&mut self, key: &str, value: &Entry<'_>) -> Option<[f64; 3]> {
        let number = |value: &Entry<'_>| value.get_ref().as_float()?.as_str().parse::<f64>().ok();
        let list =
            value.get_ref().as_array().map(|list| list.iter().map(number).collect::<Vec<_>>());
        match list.as_deref() {
            Some(&[Some(gain), Some(low), Some(high)])
                if -1.0 <= low && low <= gain && gain <= high && high <= 1.0 =>
            {
                Some([gain, low, high])
            }
            _ => {
                let expected = "the gain and the ends of its interval, as in [0.05, 0.01, 0.09]";
                self.complain(value.span().start, key, "is no gain in score", expected, None);
                None
            }
        }
    }

    fn ancestor(&mut self, key: &str, value: &Entry<'_>) -> Option<Ancestor> {
        let table = value.get_ref().as_table();
        let keys = table.map(|table| table.keys().map(|key| key.get_ref().to_string()).collect());
        let keys: Vec<String> = keys.unwrap_or_default();
        match table {
            Some(table)
                if keys.len() == 2
                    && table.get("name").is_some()
                    && table.get("hash").is_some() =>
            {
                let name = self.name(key, table.get("name")?)?;
                Some(Ancestor { name, hash: self.name(key, table.get("hash")?)? })
            }
            _ => {
                self.complain(
                    value.span().start,
                    key,
                    "is no strategy",
                    "its name and its hash",
                    None,
                );
                None
            }
        }
    }
}
