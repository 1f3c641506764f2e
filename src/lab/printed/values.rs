//! The values of a scenario's files that are reconstructed, and its uncertain readings.

use std::collections::{BTreeMap, BTreeSet};

use engine::Ruling;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Entry;
use crate::influence::Influence;
use crate::outline::element_name;
use crate::sets::{Set, key_text};
use crate::worlds::{Unknown, UnknownKind};

/// The word for a value that was inferred.
const RECONSTRUCTED: &str = "reconstructed";
/// Columns and keys that say what something is: nobody plays by them.
const NAMES: [&str; 16] = [
    "id",
    "hex",
    "name",
    "title",
    "label",
    "side",
    "nation",
    "nationality",
    "division",
    "formation",
    "battalion",
    "corps",
    "scenarios",
    "source",
    "origin",
    "why",
];
/// Where the rows of maps are: thousands of hexes, which only who asks for them wants.
const MAPS: &str = "maps/";

/// What is known of a scenario besides its files.
pub(crate) struct Known<'a> {
    /// The scenario's own file.
    pub(crate) scenario: &'a str,
    /// The ids of its counters.
    pub(crate) units: &'a BTreeSet<&'a str>,
    /// Its readings.
    pub(crate) rulings: &'a [Ruling],
    /// Its unknowns; `None` takes every reading for uncertain, and says nothing of rivals.
    pub(crate) unknowns: Option<&'a [Unknown]>,
    /// What their rivals move, if that was measured.
    pub(crate) influence: Option<&'a Influence>,
    /// Whether the hexes of the map are wanted too.
    pub(crate) maps: bool,
}

/// Everything that an owner can correct: readings, then values in the order of the files; those that move the answer most
/// stand first. Files are given by name with their text, and whether they are tables of rows.
pub(crate) fn entries(files: &[(&str, &str, bool)], known: &Known<'_>) -> Vec<Entry> {
    let several = known.rulings.iter().filter(|ruling| ruling.values.len() > 1);
    let mut all: Vec<Entry> = several.filter_map(|ruling| known.reading(ruling)).collect();
    let own = files.iter().find(|(name, ..)| *name == known.scenario);
    let own = own.map_or("", |(_, text, _)| text);
    let wanted = |name: &str| known.maps || !name.starts_with(MAPS);
    for &(name, text, rows) in files.iter().filter(|(name, ..)| wanted(name)) {
        if rows {
            all.extend(of_rows(name, text, &|id| used(id, own, known.units)));
        } else {
            all.extend(of_tables(name, text, name == known.scenario));
        }
    }
    let rivals = Rivals::of(known, own);
    for entry in all.iter_mut().filter(|entry| entry.origin.is_some()) {
        rivals.tell(entry);
    }
    // Stable: what moves alike, or was not measured, stays in its order.
    let place = |entry: &Entry| entry.moves.map_or(-1.0, f64::abs);
    all.sort_by(|one, other| place(other).total_cmp(&place(one)));
    all
}

/// Whether a row with an id counts for the scenario: as a unit, or because its own file names it.
fn used(id: &str, own: &str, units: &BTreeSet<&str>) -> bool {
    units.contains(id) || own.contains(&format!("\"{id}\""))
}

impl Known<'_> {
    /// A reading; `None` if it is one on which players agree before a game.
    fn reading(&self, ruling: &Ruling) -> Option<Entry> {
        let why = match self.unknowns {
            Some(all) => all.iter().find(|unknown| unknown.name == ruling.id)?.why.clone(),
            None => String::new(),
        };
        Some(Entry {
            key: format!("rulings.{}", ruling.id),
            what: format!("reading: {}", ruling.id.replace('_', " ")),
            assumed: ruling.value.clone(),
            rivals: ruling.values.iter().filter(|value| **value != ruling.value).cloned().collect(),
            why,
            moves: most(self.influence, &ruling.id),
            origin: None,
        })
    }
}

/// How far the rival of an unknown that moves the answer most moves it.
fn most(influence: Option<&Influence>, unknown: &str) -> Option<f64> {
    let all = influence?.rivals.iter().filter(|moved| moved.unknown == unknown);
    all.map(|moved| moved.moves.abs()).max_by(f64::total_cmp)
}

/// The values of a table of rows.
fn of_rows(file: &str, text: &str, used: &dyn Fn(&str) -> bool) -> Vec<Entry> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let Ok(headings) = reader.headers().cloned() else { return Vec::new() };
    let place = |name: &str| headings.iter().position(|heading| heading == name);
    let Some(origin) = place("origin") else { return Vec::new() };
    let ids = place("id");
    let mut found = Vec::new();
    for row in reader.records().flatten() {
        let cell = |place: Option<usize>| place.and_then(|place| row.get(place)).unwrap_or("");
        let id = cell(ids.or(Some(0)));
        if row.get(origin) != Some(RECONSTRUCTED) || ids.is_some() && !used(id) {
            continue;
        }
        let name = Some(cell(place("name"))).filter(|name| !name.is_empty()).unwrap_or(id);
        let values = headings.iter().zip(&row);
        let values = values.filter(|(heading, cell)| !NAMES.contains(heading) && !cell.is_empty());
        // The first column names the row, whatever it is called.
        let values = values.filter(|(heading, _)| headings.get(0) != Some(*heading));
        found.extend(values.map(|(heading, cell)| Entry {
            key: format!("{file}:{id}.{heading}"),
            what: format!("{name}: {}", heading.replace('_', " ")),
            assumed: cell.to_owned(),
            rivals: Vec::new(),
            why: self::cell(&row, place("why")),
            moves: None,
            origin: Some(format!("{file}:{id}.origin")),
        }));
    }
    found
}

fn cell(row: &csv::StringRecord, place: Option<usize>) -> String {
    place.and_then(|place| row.get(place)).unwrap_or_default().to_owned()
}

/// What a table says of the origin of its values, which its inner tables take over unless they say otherwise.
#[derive(Clone, Default)]
struct Given {
    word: String,
    why: String,
    /// Its own place in the file, as `--set` takes it.
    place: String,
}

/// The values of a file of tables, in the order of its lines.
fn of_tables(file: &str, text: &str, own: bool) -> Vec<Entry> {
    let Ok(parsed) = DeTable::parse(text) else { return Vec::new() };
    let table = parsed.get_ref();
    let prefix = if own { String::new() } else { format!("{file}:") };
    let mut walk = Walk { prefix: &prefix, file, found: Vec::new() };
    let whole = given(table, &Given::default(), &prefix, "");
    let notes = table.get("origins").and_then(|notes| notes.get_ref().as_table());
    for (key, value) in table {
        let key = key.get_ref();
        if ["origins", "rulings", "strategies"].contains(&key.as_ref()) || NAMES.contains(&&**key) {
            continue;
        }
        // A note on what has no table of its own.
        let note = notes.and_then(|notes| notes.get(key.as_ref())?.get_ref().as_table());
        let place = format!("origins.{}", key_text(key));
        let origin =
            note.map_or_else(|| whole.clone(), |note| given(note, &whole, &prefix, &place));
        walk.value(&key_text(key), value, &origin);
    }
    walk.found.sort_by_key(|(start, _)| *start);
    walk.found.into_iter().map(|(_, entry)| entry).collect()
}

/// What a table says of its origin, or else what the one around it says.
fn given(table: &DeTable<'_>, around: &Given, prefix: &str, path: &str) -> Given {
    let word = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str());
    let Some(own) = word("origin") else { return around.clone() };
    let place = if path.is_empty() { "origin".into() } else { format!("{path}.origin") };
    Given {
        word: own.to_owned(),
        why: word("why").map_or_else(|| around.why.clone(), String::from),
        place: format!("{prefix}{place}"),
    }
}

struct Walk<'a> {
    prefix: &'a str,
    file: &'a str,
    /// Each with its place in the text.
    found: Vec<(usize, Entry)>,
}

impl Walk<'_> {
    fn value(&mut self, path: &str, value: &Spanned<DeValue<'_>>, origin: &Given) {
        match value.get_ref() {
            DeValue::Table(table) => {
                let origin = given(table, origin, self.prefix, path);
                for (key, inner) in table {
                    let key = key.get_ref();
                    if !NAMES.contains(&&**key) {
                        self.value(&format!("{path}.{}", key_text(key)), inner, &origin);
                    }
                }
            }
            DeValue::Array(array) => {
                for (place, inner) in array.iter().enumerate() {
                    let name = key_text(&element_name(inner.get_ref(), place));
                    self.value(&format!("{path}.{name}"), inner, origin);
                }
            }
            scalar if origin.word == RECONSTRUCTED => {
                let file = self.file.rsplit('/').next().unwrap_or(self.file).replace('-', " ");
                let words = path.replace(['.', '_'], " ").replace('"', "");
                let entry = Entry {
                    key: format!("{}{path}", self.prefix),
                    what: if self.prefix.is_empty() { words } else { format!("{file}: {words}") },
                    assumed: plain(scalar),
                    rivals: Vec::new(),
                    why: origin.why.clone(),
                    moves: None,
                    origin: Some(origin.place.clone()),
                };
                self.found.push((value.span().start, entry));
            }
            _ => {}
        }
    }
}

/// A single value as it is typed after `--set KEY=`.
fn plain(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) | DeValue::Table(_) => String::new(),
    }
}

/// What is known of the rivals of values, by the keys that they change.
struct Rivals {
    /// The values that rivals put there.
    values: BTreeMap<String, Vec<String>>,
    /// How far an unknown that changes the key moves the answer.
    moves: BTreeMap<String, f64>,
}

impl Rivals {
    fn of(known: &Known<'_>, own: &str) -> Rivals {
        let mut rivals = Rivals { values: BTreeMap::new(), moves: BTreeMap::new() };
        let own = DeTable::parse(own).ok();
        let unknowns = known.unknowns.unwrap_or_default().iter();
        for unknown in unknowns.filter(|unknown| unknown.kind == UnknownKind::Value) {
            let moves = most(known.influence, &unknown.name);
            for set in unknown.choices.iter().flat_map(|choice| &choice.set) {
                let Ok(set) = Set::parse(set) else { continue };
                // A rival for a whole file is one for everything in it.
                let named = own.as_ref().filter(|_| set.file.is_none());
                let named =
                    named.and_then(|own| Some(word_at(own.get_ref(), &set.path)?.to_owned()));
                let key = named.map_or_else(|| set.key(), |file| format!("{file}:"));
                if let Some(moves) = moves {
                    let most = rivals.moves.entry(key.clone()).or_insert(0.0);
                    *most = most.max(moves);
                }
                if !key.ends_with(':') {
                    rivals.values.entry(key).or_default().push(set.value);
                }
            }
        }
        rivals
    }

    fn tell(&self, entry: &mut Entry) {
        let key = &entry.key;
        let whole = key.split_once(':').map_or_else(String::new, |(file, _)| format!("{file}:"));
        let list = key.rsplit_once('.').map_or("", |(list, _)| list);
        entry.rivals = self.values.get(key).cloned().unwrap_or_default();
        let told = [key.as_str(), list, &whole].into_iter().filter_map(|key| self.moves.get(key));
        entry.moves = told.copied().max_by(f64::total_cmp);
    }
}

/// The word at a path of the scenario, if it is the name of another file: `tables/drop-base`.
fn word_at<'t>(table: &'t DeTable<'_>, path: &str) -> Option<&'t str> {
    let mut value: Option<&'t DeValue<'_>> = None;
    for part in path.split('.') {
        let inner = value.map_or(Some(table), DeValue::as_table)?;
        value = Some(inner.get(part)?.get_ref());
    }
    value?.as_str().filter(|word| word.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::Choice;

    const COUNTERS: &str = "id,name,fire,range,origin,why\n\
        a,A Coy,4,,reconstructed,as in the battle\n\
        b,B Coy,3,2,text,printed\n\
        c,C Coy,5,1,reconstructed,guess\n\
        led,Maj Led,,8,reconstructed,guess\n";
    const SCENARIO: &str = "title = \"x\"\norigin = \"text\"\nturns = 5\n[[leader]]\nid = \"led\"\n\
        [files]\ndrop = \"tables/drop\"\n[origins]\nair = { origin = \"reconstructed\", why = \"by the lift\" }\n\
        [air]\npoints = 30\n";
    const DROP: &str = "origin = \"reconstructed\"\nwhy = \"fits\"\n[[row]]\nlabel = \"clear\"\ncells = [\"-\", \"E\"]\n\
        [[row]]\nlabel = \"sea\"\norigin = \"text\"\ncells = [\"E\"]\n";

    fn listed() -> Vec<Entry> {
        let files =
            [("counters", COUNTERS, true), ("tables/drop", DROP, false), ("toy", SCENARIO, false)];
        let choice = |set: &str| Choice { set: vec![set.into()], ..Choice::shipped(set, 1) };
        let unknown = |name: &str, kind, choices: Vec<Choice>| Unknown {
            name: name.into(),
            kind,
            why: "unclear".into(),
            choices,
        };
        let unknowns = [
            unknown(
                "cost",
                UnknownKind::Reading,
                ["free", "dear"].map(|c| Choice::shipped(c, 1)).into(),
            ),
            unknown("fire of A", UnknownKind::Value, vec![choice("counters:a.fire=5")]),
            unknown("drop table", UnknownKind::Value, vec![choice("files.drop=tables/mild")]),
        ];
        let influence: Influence = toml::from_str(
            "command = \"\"\nrules = \"\"\ngames = 1\nmeasure = \"\"\nshipped = 0.5\n\
             [[rival]]\nunknown = \"drop table\"\nkind = \"value\"\nchoice = \"\"\nmoves = -0.2\nlow = 0\nhigh = 0\ntouched = 1\n\
             [[rival]]\nunknown = \"cost\"\nkind = \"reading\"\nchoice = \"\"\nmoves = 0.1\nlow = 0\nhigh = 0\ntouched = 1\n",
        )
        .unwrap();
        let units = BTreeSet::from(["a", "b"]);
        let ruling = |id: &str| Ruling {
            id: id.into(),
            value: "free".into(),
            default: "free".into(),
            values: vec!["free".into(), "dear".into()],
            meaning: String::new(),
        };
        // Players agree on the ships beforehand.
        let rulings = [ruling("cost"), ruling("ships")];
        let known = Known {
            scenario: "toy",
            units: &units,
            rulings: &rulings,
            unknowns: Some(&unknowns),
            influence: Some(&influence),
            maps: false,
        };
        entries(&files, &known)
    }

    #[test]
    fn what_is_reconstructed_and_used_is_listed_by_what_it_moves() {
        let keys: Vec<String> = listed().into_iter().map(|entry| entry.key).collect();
        assert_eq!(
            keys,
            [
                // The drop table moves 20 points, the reading 10; nothing else was measured.
                "tables/drop:row.clear.cells.0",
                "tables/drop:row.clear.cells.1",
                "rulings.cost",
                "counters:a.fire",
                "counters:led.range",
                "air.points",
            ]
        );
    }

    #[test]
    fn a_row_of_the_form_says_what_is_assumed_and_why() {
        let all = listed();
        let of = |key: &str| all.iter().find(|entry| entry.key == key).unwrap();
        let fire = of("counters:a.fire");
        assert_eq!((fire.what.as_str(), fire.assumed.as_str()), ("A Coy: fire", "4"));
        assert_eq!(
            (&fire.rivals[..], fire.why.as_str()),
            (&["5".to_owned()][..], "as in the battle")
        );
        assert_eq!(fire.origin.as_deref(), Some("counters:a.origin"));
        assert_eq!(of("air.points").why, "by the lift");
        assert_eq!(of("air.points").origin.as_deref(), Some("origins.air.origin"));
        assert_eq!(
            of("tables/drop:row.clear.cells.1").origin.as_deref(),
            Some("tables/drop:origin")
        );
        let reading = of("rulings.cost");
        assert_eq!(
            (reading.assumed.as_str(), &reading.rivals[..]),
            ("free", &["dear".to_owned()][..])
        );
        assert_eq!(reading.moves, Some(0.1));
        let form = super::super::form(&all);
        assert_eq!(form.lines().count(), 7);
        assert!(form.starts_with("key,what,assumed,rivals,why,moves,printed\n"), "{form}");
        assert!(
            form.contains("rulings.cost,reading: cost,free,dear,unclear,10.0 points,\n"),
            "{form}"
        );
    }
}
