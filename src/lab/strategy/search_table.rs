//! The `[search]` table of a strategy file, and searches by name.

use toml::de::DeTable;

use crate::complaint::{Complaint, nearest};
use crate::page::{Entry, Page, integer};
use crate::policy::Search;

/// What a `[search]` table may say.
const KEYS: [&str; 4] = ["among", "against", "playouts", "turns"];
/// Playouts at a moment beyond which nobody would wait for an answer.
const MOST: u32 = 100_000;

/// A `[search]` table: what it does not say is as in the file it extends, or else the default.
#[derive(Default)]
pub(super) struct SearchTable {
    among: Option<Vec<String>>,
    against: Option<String>,
    playouts: Option<u32>,
    turns: Option<u16>,
}

impl SearchTable {
    pub(super) fn overlay(&mut self, over: SearchTable) {
        self.among = over.among.or(self.among.take());
        self.against = over.against.or(self.against.take());
        self.playouts = over.playouts.or(self.playouts);
        self.turns = over.turns.or(self.turns);
    }

    pub(super) fn finish(self) -> Search {
        let usual = Search::default();
        Search {
            among: self.among.unwrap_or(usual.among),
            against: self.against.or(usual.against),
            playouts: self.playouts.unwrap_or(usual.playouts),
            turns: self.turns.unwrap_or(usual.turns),
        }
    }
}

fn playouts(number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| (1..=MOST).contains(number))
}

fn turns(number: i64) -> Option<u16> {
    u16::try_from(number).ok().filter(|&number| number > 0)
}

impl Page<'_> {
    pub(super) fn search(&mut self, value: &Entry<'_>) -> SearchTable {
        let mut search = SearchTable::default();
        let Some(table) = value.get_ref().as_table() else {
            self.wrong("search", value, "a [search] table");
            return search;
        };
        for (key, value) in table {
            let number = || integer(value).map(i64::from);
            match key.get_ref().as_ref() {
                "among" => search.among = self.names("search.among", value),
                "against" => search.against = self.string("search.against", value),
                "playouts" => {
                    search.playouts = number().and_then(playouts);
                    if search.playouts.is_none() {
                        let expected = format!("a whole number from 1 to {MOST}");
                        self.wrong("search.playouts", value, &expected);
                    }
                }
                "turns" => {
                    search.turns = number().and_then(turns);
                    if search.turns.is_none() {
                        self.wrong("search.turns", value, "a number of turns, 1 or more");
                    }
                }
                unknown => self.unknown(key.span().start, "search", "key", unknown, &KEYS),
            }
        }
        search
    }

    /// A list of names, at least one, none of them twice.
    fn names(&mut self, key: &str, value: &Entry<'_>) -> Option<Vec<String>> {
        let list = value.get_ref().as_array().filter(|list| !list.is_empty());
        let Some(list) = list else {
            self.wrong(key, value, "a list of the names of strategies");
            return None;
        };
        let mut names: Vec<String> = Vec::new();
        for entry in list {
            let Some(name) = self.string(key, entry) else { continue };
            if names.contains(&name) {
                let problem = format!("`{name}` stands on the list twice");
                self.complain(entry.span().start, key, &problem, "each doctrine once", None);
            }
            names.push(name);
        }
        Some(names)
    }

    /// Weights are for a strategy that weighs, a `[search]` table is for one that searches.
    pub(super) fn agree(&mut self, table: &DeTable<'_>, kind: Option<&str>) {
        let searches = kind == Some("search");
        for (key, value) in table {
            let key = key.get_ref().as_ref();
            let at = value.span().start;
            match key {
                "weights" | "stage" if searches => {
                    let problem = "a search weighs nothing itself";
                    self.complain(
                        at,
                        key,
                        problem,
                        "the weights in the files of its doctrines",
                        None,
                    );
                }
                "search" if !searches && (kind.is_some() || table.get("extends").is_none()) => {
                    let problem = "only a search has this table";
                    self.complain(at, key, problem, "kind = \"search\"", None);
                }
                _ => {}
            }
        }
    }
}

impl Search {
    /// The search that a name asks for: `search`, or `search:playouts=64,turns=2`; `None` for any other name.
    pub(super) fn named(name: &str) -> Option<Result<Search, Complaint>> {
        if name == "search" {
            return Some(Ok(Search::default()));
        }
        let options = name.strip_prefix("search:")?;
        let mut search = Search::default();
        for option in options.split(',') {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let number: Option<i64> = value.parse().ok();
            let set = match key {
                "playouts" => number.and_then(playouts).map(|number| search.playouts = number),
                "turns" => number.and_then(turns).map(|number| search.turns = number),
                _ => None,
            };
            if set.is_none() {
                let near = nearest(key, ["playouts", "turns"]).filter(|near| near != key);
                let wrong = Complaint::whole(name, format!("`{option}` is no option of a search"));
                let expected = format!(
                    "playouts=N, from 1 to {MOST}, and turns=N, e.g. search:playouts=32,turns=2"
                );
                return Some(Err(wrong.expecting(expected).near(near)));
            }
        }
        Some(Ok(search))
    }
}
