//! The `[[order]]` lines of a strategy file: reading them, and finding their units and hexes in a scenario.

use engine::{HexId, Map, Order, OrderBook, Side, Task, UnitEntry};
use toml::de::{DeTable, DeValue};

use crate::complaint::{Complaint, nearest};
use crate::page::{Entry, Page};
use crate::play::Playable;
use crate::policy::{Stage, Weights};
use crate::strategy::Vocabulary;

/// An order as a strategy file gives it: its names mean something only in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLine {
    /// What to do.
    pub task: Task,
    /// Units, battalions, formations or divisions.
    pub units: Vec<NameAt>,
    /// Kinds of units; empty for all of them.
    pub kinds: Vec<NameAt>,
    /// Numbers of hexes.
    pub hexes: Vec<NameAt>,
    /// When the order is in force.
    pub stage: Stage,
    /// What it changes of the weights of its units.
    pub weights: Vec<(u16, i32)>,
    /// Where it stands.
    pub at: LineAt,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAt {
    /// The file, in a readable form.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A name in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAt {
    /// The name.
    pub name: String,
    /// The line that it stands in.
    pub line: u32,
}

/// The name of all units of a side.
const ALL: &str = "all";

impl OrderLine {
    /// The order as one line, as its file would have it.
    pub fn words(&self) -> String {
        let list = |names: &[NameAt]| {
            names.iter().map(|word| word.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let kinds = match self.kinds.as_slice() {
            [] => String::new(),
            kinds => format!(" ({})", list(kinds)),
        };
        let places = match self.hexes.as_slice() {
            [] => String::new(),
            hexes => format!(" {}", list(hexes)),
        };
        format!("{}{kinds}: {}{places}", list(&self.units), self.task.word())
    }

    /// The order and the numbers of its units in a scenario.
    fn found(
        &self,
        map: &Map,
        roster: &[UnitEntry],
        side: Side,
        complaints: &mut Vec<Complaint>,
    ) -> (Order, Vec<u16>) {
        let mut complain = |key: &str, word: &NameAt, what: &str, known: &[&str]| {
            complaints.push(Complaint {
                line: Some(word.line),
                key: format!("order.{key}"),
                ..Complaint::whole(&self.at.file, format!("unknown {what} `{}`", word.name))
                    .expecting(format!("one of the scenario's for the {side} side"))
                    .near(nearest(&word.name, known.iter().copied()))
            });
        };
        let own = || (0..).zip(roster).filter(|(_, unit)| unit.side == side);
        let names = |unit: &UnitEntry| {
            [&unit.id, &unit.battalion, &unit.formation, &unit.division].map(String::clone)
        };
        let mut units: Vec<u16> = Vec::new();
        for word in &self.units {
            let named =
                own().filter(|(_, unit)| word.name == ALL || names(unit).contains(&word.name));
            let before = units.len();
            units.extend(named.map(|(number, _): (u16, _)| number));
            if units.len() == before {
                let all: Vec<String> = own().flat_map(|(_, unit)| names(unit)).collect();
                let known = all.iter().map(String::as_str).filter(|name| !name.is_empty());
                let known: Vec<&str> = known.chain([ALL]).collect();
                complain("for", word, "unit or formation", &known);
            }
        }
        for word in &self.kinds {
            if !own().any(|(_, unit)| unit.kind == word.name) {
                let known: Vec<&str> = own().map(|(_, unit)| unit.kind.as_str()).collect();
                complain("kinds", word, "kind of unit", &known);
            }
        }
        let mut hexes: Vec<HexId> = Vec::new();
        for word in &self.hexes {
            match map.find(&word.name, None) {
                Some(hex) => hexes.push(hex),
                None => {
                    let labels: Vec<String> = map.ids().map(|hex| map.label(hex)).collect();
                    let known: Vec<&str> = labels.iter().map(String::as_str).collect();
                    complain("at", word, "hex", &known);
                }
            }
        }
        let kind = |&unit: &u16| {
            let kind = &roster[usize::from(unit)].kind;
            self.kinds.is_empty() || self.kinds.iter().any(|word| word.name == *kind)
        };
        units.retain(kind);
        units.sort_unstable();
        units.dedup();
        (Order { task: self.task, hexes }, units)
    }
}

/// The orders of a side's strategy in a scenario; what is wrong with them goes to `complaints`.
pub(crate) fn book<P: Playable>(
    lines: &[OrderLine],
    start: &P,
    side: Side,
    complaints: &mut Vec<Complaint>,
) -> OrderBook<P::Guide> {
    if lines.is_empty() {
        return OrderBook::default();
    }
    let (map, roster) = (start.map(), start.roster());
    let found: Vec<(Order, Vec<u16>)> =
        lines.iter().map(|line| line.found(map, &roster, side, complaints)).collect();
    let orders: Vec<Order> = found.iter().map(|(order, _)| order.clone()).collect();
    OrderBook::new(found, start.guide(&orders))
}

impl Page<'_> {
    /// An `[[order]]` block.
    pub(crate) fn order(
        &mut self,
        shown: &str,
        block: &Entry<'_>,
        words: Vocabulary,
    ) -> Option<OrderLine> {
        let Some(table) = block.get_ref().as_table() else {
            self.wrong("order", block, "an [[order]] block");
            return None;
        };
        let known =
            ["for", "kinds", "do", "at", "while", "unless", "from_turn", "until_turn", "weights"];
        for (key, _) in table {
            if !known.contains(&key.get_ref().as_ref()) {
                self.unknown(key.span().start, "order", "key", key.get_ref(), &known);
            }
        }
        for required in ["for", "do"] {
            if table.get(required).is_none() {
                let problem = format!("missing key `{required}`");
                self.complain(block.span().start, "order", &problem, "`for` and `do`", None);
            }
        }
        let tasks = Task::ALL.map(Task::word);
        let task = table.get("do").and_then(|value| self.one_of("order.do", value, &tasks));
        let weights = table.get("weights");
        Some(OrderLine {
            units: self.names_at("order.for", table.get("for")),
            kinds: self.names_at("order.kinds", table.get("kinds")),
            hexes: self.names_at("order.at", table.get("at")),
            stage: self.when("order", table, words),
            weights: weights
                .map_or_else(Weights::new, |w| self.weights("order.weights", w, words.features)),
            at: LineAt { file: shown.into(), line: self.line(block.span().start) },
            task: task.and_then(|task| Task::from_word(&task))?,
        })
    }

    /// When a stage or an order is in force.
    pub(crate) fn when(&mut self, block: &str, table: &DeTable<'_>, words: Vocabulary) -> Stage {
        let condition = |page: &mut Self, key: &str| {
            let value = table.get(key)?;
            let full = format!("{block}.{key}");
            let name = page.string(&full, value)?;
            let number = words.conditions.iter().position(|c| c.name == name);
            if number.is_none() {
                let known: Vec<&str> = words.conditions.iter().map(|c| c.name).collect();
                page.unknown(value.span().start, &full, "condition", &name, &known);
            }
            number
        };
        let (holds, unless) = (condition(self, "while"), condition(self, "unless"));
        let turn = |page: &mut Self, key: &str| {
            let value = table.get(key)?;
            let turn = crate::page::integer(value).and_then(|turn| u16::try_from(turn).ok());
            if turn.is_none_or(|turn| turn == 0) {
                page.wrong(&format!("{block}.{key}"), value, "the number of a turn, from 1");
            }
            turn
        };
        let (from, until_turn) = (turn(self, "from_turn"), turn(self, "until_turn"));
        let from_turn = from.unwrap_or_default();
        if let (Some(last), Some(value)) = (until_turn, table.get("until_turn"))
            && last < from_turn
        {
            let problem = format!("turn {last} is before turn {from_turn}, from which it holds");
            let expected = "a turn not before `from_turn`";
            self.complain(
                value.span().start,
                &format!("{block}.until_turn"),
                &problem,
                expected,
                None,
            );
        }
        Stage { condition: holds, unless, from_turn, until_turn }
    }

    /// A list of names, or one name.
    fn names_at(&mut self, key: &str, value: Option<&Entry<'_>>) -> Vec<NameAt> {
        let Some(value) = value else { return Vec::new() };
        let list = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![value],
        };
        if list.is_empty() {
            self.complain(value.span().start, key, "the list is empty", "names", None);
        }
        let mut names: Vec<NameAt> = Vec::new();
        for entry in list {
            let Some(name) = self.string(key, entry) else { continue };
            if names.iter().any(|known| known.name == name) {
                let problem = format!("`{name}` stands in the list twice");
                self.complain(entry.span().start, key, &problem, "each name once", None);
            }
            names.push(NameAt { name, line: self.line(entry.span().start) });
        }
        names
    }
}
