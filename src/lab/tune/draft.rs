//! A strategy file as text with dials: comments, order and everything that is no dial stay as they were written.

use std::collections::BTreeSet;

use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

use crate::pedigree::Pedigree;
use crate::tune::dials::{Dial, DialKind, Dials};

/// A strategy file whose dials can be set.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    page: DocumentMut,
    places: Vec<Vec<Step>>,
    pub dials: Dials,
    /// The settings of the file.
    pub settings: Vec<i32>,
}

/// A step on the way to a number in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Block(usize),
}

impl Draft {
    /// Reads a file that is known to be a strategy. `inherited` are the texts of the files it extends, the nearest
    /// first: their weights are dials too, and are written into this file where they are turned. `free` are features
    /// without a weight that shall be dials.
    pub fn read(
        text: &str,
        inherited: &[String],
        free: &[&str],
        last_turn: u16,
    ) -> Result<Draft, toml_edit::TomlError> {
        let page: DocumentMut = text.parse()?;
        let dials = Dials { list: Vec::new(), spans: Vec::new(), last_turn: last_turn.into() };
        let mut draft =
            Draft { page: page.clone(), places: Vec::new(), dials, settings: Vec::new() };
        draft.numbers(page.get("weights"), &[Step::Key("weights".into())]);
        if let Some(doing) = page.get("doing").and_then(Item::as_table_like) {
            for (kind, weights) in doing.iter() {
                draft.numbers(Some(weights), &[Step::Key("doing".into()), Step::Key(kind.into())]);
            }
        }
        for name in ["stage", "order"] {
            for (number, block) in blocks(page.get(name)).into_iter().enumerate() {
                draft.block(name, number, block);
            }
        }
        let mut known: BTreeSet<String> =
            weights(&page).into_iter().map(|(name, _)| name).collect();
        for text in inherited {
            for (name, weight) in weights(&text.parse()?) {
                if known.insert(name.clone()) {
                    draft.weight(name, weight);
                }
            }
        }
        for &name in free {
            if known.insert(name.into()) {
                draft.weight(name.into(), 0);
            }
        }
        Ok(draft)
    }

    fn add(&mut self, kind: DialKind, place: Vec<Step>, number: i32) {
        let word = |step: &Step| match step {
            Step::Key(key) => key.clone(),
            Step::Block(number) => (number + 1).to_string(),
        };
        let name = place.iter().map(word).collect::<Vec<_>>().join(".");
        self.dials.list.push(Dial { name, kind });
        self.places.push(place);
        self.settings.push(number);
    }

    /// A weight that the file itself does not name.
    fn weight(&mut self, name: String, number: i32) {
        self.add(DialKind::Weight, vec![Step::Key("weights".into()), Step::Key(name)], number);
    }

    /// Every whole number of a table of weights.
    fn numbers(&mut self, table: Option<&Item>, place: &[Step]) {
        let Some(table) = table.and_then(Item::as_table_like) else { return };
        for (name, number) in whole(table) {
            let place = place.iter().cloned().chain([Step::Key(name)]);
            self.add(DialKind::Weight, place.collect(), number);
        }
    }

    /// The weights and the turns of a `[[stage]]` or an `[[order]]`.
    fn block(&mut self, name: &str, number: usize, block: &dyn TableLike) {
        let place = [Step::Key(name.into()), Step::Block(number)];
        let with =
            |key: &str| place.iter().cloned().chain([Step::Key(key.into())]).collect::<Vec<_>>();
        self.numbers(block.get("weights"), &with("weights"));
        let mut turns = Vec::new();
        for key in ["from_turn", "until_turn"] {
            if let Some(turn) = block.get(key).and_then(Item::as_integer) {
                turns.push(self.settings.len());
                self.add(DialKind::Turn, with(key), turn as i32);
            }
        }
        if let [from, until] = turns[..] {
            self.dials.spans.push((from, until));
        }
    }

    /// The file with its dials set.
    pub fn text(&self, at: &[i32]) -> String {
        self.set(at).to_string()
    }

    /// The file with its dials set and its pedigree.
    pub fn text_with(&self, at: &[i32], pedigree: &Pedigree) -> String {
        let mut page = self.set(at);
        page.remove("pedigree");
        let mut text = page.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
        text.push_str(&pedigree.to_toml());
        text
    }

    fn set(&self, at: &[i32]) -> DocumentMut {
        let mut page = self.page.clone();
        for ((place, &number), &before) in self.places.iter().zip(at).zip(&self.settings) {
            if number != before {
                put(page.as_item_mut(), place, number);
            }
        }
        page
    }
}

/// The blocks of an array of tables, however it is written.
fn blocks(item: Option<&Item>) -> Vec<&dyn TableLike> {
    match item {
        Some(Item::ArrayOfTables(tables)) => {
            tables.iter().map(|table| table as &dyn TableLike).collect()
        }
        Some(Item::Value(Value::Array(list))) => {
            let tables = list.iter().filter_map(Value::as_inline_table);
            tables.map(|table| table as &dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

fn weights(page: &DocumentMut) -> Vec<(String, i32)> {
    page.get("weights").and_then(Item::as_table_like).map_or_else(Vec::new, whole)
}

fn whole(table: &dyn TableLike) -> Vec<(String, i32)> {
    let number = |(name, item): (&str, &Item)| {
        let number = item.as_integer().and_then(|number| i32::try_from(number).ok())?;
        Some((name.to_owned(), number))
    };
    table.iter().filter_map(number).collect()
}

/// Sets the number at a place. Only a weight may be missing there, or the table that it belongs to.
fn put(item: &mut Item, place: &[Step], number: i32) {
    match place {
        [] => {
            let mut value = Value::from(i64::from(number));
            if let Some(old) = item.as_value() {
                *value.decor_mut() = old.decor().clone();
            }
            *item = Item::Value(value);
        }
        [Step::Key(key), rest @ ..] => {
            let Some(table) = item.as_table_like_mut() else { return };
            let missing = || if rest.is_empty() { Item::None } else { Item::Table(Table::new()) };
            put(table.entry(key).or_insert_with(missing), rest, number);
        }
        [Step::Block(block), rest @ ..] => match item {
            Item::ArrayOfTables(tables) => {
                // A table of an array is no item of its own.
                if let (Some(table), [Step::Key(key), rest @ ..]) = (tables.get_mut(*block), rest)
                    && let Some(item) = table.get_mut(key)
                {
                    put(item, rest, number);
                }
            }
            Item::Value(Value::Array(list)) => {
                if let (Some(table), [Step::Key(key), rest @ ..]) =
                    (list.get_mut(*block).and_then(Value::as_inline_table_mut), rest)
                    && let Some(value) = table.get_mut(key)
                {
                    let mut item = Item::Value(value.clone());
                    put(&mut item, rest, number);
                    if let Item::Value(new) = item {
                        *value = new;
                    }
                }
            }
            _ => {}
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# Mine.
name    = \"mine\"
extends = \"storm\"

[weights]
fires = 5       # it is what they are here for
\"stands\"=-28

[doing.hold] # stay
leaves-post = -500

[[stage]]
while = \"outnumbered\"
from_turn = 3
weights = { fires = 7, stands = 1 } # later

[[order]]
for = [\"I FJR\"]
do = \"take\"
from_turn = 2
until_turn = 4

[[order]]
do = \"hold\"
[order.weights]
advance = 30
";

    fn draft(free: &[&str]) -> Draft {
        let storm = "[weights]\nfires = 9\ndistance-gained = 3\n".to_owned();
        Draft::read(FILE, &[storm], free, 6).unwrap()
    }

    fn names(draft: &Draft) -> Vec<&str> {
        draft.dials.list.iter().map(|dial| dial.name.as_str()).collect()
    }

    #[test]
    fn every_number_of_weights_stages_and_orders_is_a_dial() {
        let draft = draft(&["fires", "hides"]);
        let expected = [
            "weights.fires",
            "weights.stands",
            "doing.hold.leaves-post",
            "stage.1.weights.fires",
            "stage.1.weights.stands",
            "stage.1.from_turn",
            "order.1.from_turn",
            "order.1.until_turn",
            "order.2.weights.advance",
            // Inherited, and free.
            "weights.distance-gained",
            "weights.hides",
        ];
        assert_eq!(names(&draft), expected);
        assert_eq!(draft.settings, [5, -28, -500, 7, 1, 3, 2, 4, 30, 3, 0]);
        assert_eq!(draft.dials.spans, [(6, 7)]);
        let turns = draft.dials.list.iter().filter(|dial| dial.kind == DialKind::Turn).count();
        assert_eq!(turns, 3);
    }

    #[test]
    fn a_file_whose_dials_do_not_turn_is_the_same_to_the_byte() {
        let draft = draft(&["hides"]);
        assert_eq!(draft.text(&draft.settings), FILE);
    }

    #[test]
    fn only_what_turns_changes_and_comments_stay() {
        let draft = draft(&["hides"]);
        let text = draft.text(&[6, -30, -400, 8, 1, 4, 2, 5, 40, 4, 0]);
        let expected = FILE
            .replace("fires = 5 ", "fires = 6 ")
            .replace("\"stands\"=-28\n", "\"stands\"=-30\ndistance-gained = 4\n")
            .replace("-500", "-400")
            .replace("fires = 7", "fires = 8")
            .replace("from_turn = 3", "from_turn = 4")
            .replace("until_turn = 4", "until_turn = 5")
            .replace("advance = 30", "advance = 40");
        assert_eq!(text, expected);
        // What was written is read again as it was set.
        let again = Draft::read(&text, &[], &[], 6).unwrap();
        let number =
            |name: &str| again.settings[names(&again).iter().position(|n| *n == name).unwrap()];
        assert_eq!(number("stage.1.from_turn"), 4);
        assert_eq!(number("weights.distance-gained"), 4);
        assert!(!names(&again).contains(&"weights.hides"));
    }

    #[test]
    fn blocks_may_be_written_in_one_line_and_weights_may_be_missing() {
        let text = "stage = [{ from_turn = 2, weights = { fires = 1 } }]\n";
        let inherited = "weights = { fires = 5 }\n".to_owned();
        let draft = Draft::read(text, &[inherited], &[], 6).unwrap();
        assert_eq!(names(&draft), ["stage.1.weights.fires", "stage.1.from_turn", "weights.fires"]);
        let text = draft.text(&[2, 3, 6]);
        assert!(
            text.starts_with("stage = [{ from_turn = 3, weights = { fires = 2 } }]\n"),
            "{text}"
        );
        assert!(text.ends_with("[weights]\nfires = 6\n"), "{text}");
    }
}
