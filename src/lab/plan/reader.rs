//! Reads a plan file and finds all its faults.

use engine::{HexId, Placeable, PlanKind, Side};
use toml::de::{DeTable, DeValue};

use super::{Plan, PlanScope};
use crate::page::{Entry, Page};

impl PlanScope {
    /// The plan of a file; what is wrong with it goes to the page's complaints.
    pub(super) fn plan(
        &self,
        page: &mut Page<'_>,
        table: &DeTable<'_>,
        (name, called): (String, String),
        hash: String,
    ) -> Plan {
        let kind = word(page, table, "kind", &["drop", "setup"]);
        let kind = PlanKind::ALL.into_iter().find(|k| Some(k.word()) == kind.as_deref());
        let side = word(page, table, "side", &["german", "allied"]);
        let side = side.as_deref().and_then(Side::from_word);
        let mut plan = Plan {
            name,
            called,
            hash,
            ..Plan::empty(kind.unwrap_or(PlanKind::Drop), side.unwrap_or(Side::German))
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "kind" | "side" => {}
                "name" => plan.name = page.name("name", value).unwrap_or_default(),
                "intent" => plan.intent = page.name("intent", value).unwrap_or_default(),
                "scenario" => self.scenario_named(page, value),
                "zones" => plan.zones = self.zones_named(page, value, kind),
                block if BLOCKS.contains(&block) => {
                    match (value.get_ref().as_array(), kind, side) {
                        (Some(blocks), Some(_), Some(_)) => {
                            for entry in blocks {
                                let Some(table) = entry.get_ref().as_table() else {
                                    page.wrong(block, entry, &format!("a [[{block}]] block"));
                                    continue;
                                };
                                let block = Block { start: entry.span().start, table };
                                match key.get_ref().as_ref() {
                                    "place" => self.place(page, block, &mut plan),
                                    "begin" => self.begin(page, block, &mut plan),
                                    "leader" => self.leader(page, block, &mut plan),
                                    _ => self.serial(page, block, &mut plan),
                                }
                            }
                        }
                        (None, ..) => page.wrong(block, value, &format!("[[{block}]] blocks")),
                        // Without kind and side there is no telling whether a unit fits.
                        _ => {}
                    }
                }
                unknown => {
                    let known = ["name", "scenario", "kind", "side", "intent", "zones"];
                    let known: Vec<&str> = known.into_iter().chain(BLOCKS).collect();
                    page.unknown(key.span().start, "", "key", unknown, &known);
                }
            }
        }
        if !BLOCKS.iter().chain(&["zones"]).any(|key| table.contains_key(*key)) {
            page.complain(0, "", "the plan fixes nothing", "[[place]] blocks", None);
        }
        plan
    }

    fn scenario_named(&self, page: &mut Page<'_>, value: &Entry<'_>) {
        let own = format!("{}/{}", self.system, self.scenario);
        if let Some(other) = page.string("scenario", value).filter(|named| *named != own) {
            let problem = format!("the plan is for `{other}`");
            page.complain(value.span().start, "scenario", &problem, &format!("\"{own}\""), None);
        }
    }

    fn zones_named(
        &self,
        page: &mut Page<'_>,
        value: &Entry<'_>,
        kind: Option<PlanKind>,
    ) -> Vec<u16> {
        if self.zones.is_empty() || kind == Some(PlanKind::Setup) {
            let problem = "there is no order of entry zones to choose";
            page.complain(value.span().start, "zones", problem, "no such key", None);
            return Vec::new();
        }
        let known: Vec<&str> = self.zones.iter().map(String::as_str).collect();
        let mut zones: Vec<u16> = Vec::new();
        for (name, start) in words(page, "zones", value) {
            match known.iter().position(|known| *known == name) {
                Some(zone) if zones.contains(&(zone as u16)) => {
                    let problem = format!("`{name}` is named twice");
                    page.complain(start, "zones", &problem, "each zone once", None);
                }
                Some(zone) => zones.push(zone as u16),
                None => page.unknown(start, "zones", "entry zone", &name, &known),
            }
        }
        zones
    }

    fn place(&self, page: &mut Page<'_>, block: Block<'_>, plan: &mut Plan) {
        block.knows(page, "place", &["units", "hexes"]);
        let units = block.list(page, "place", "units");
        let hexes = block.list(page, "place", "hexes");
        let mut named: Vec<&Placeable> = Vec::new();
        for (id, start) in &units {
            let Some(unit) = self.unit(page, id, *start, plan) else { continue };
            let mut placed = plan.places.iter().map(|&(known, _)| known);
            if named.contains(&unit) || placed.any(|known| known == unit.unit) {
                let problem = format!("`{id}` has its place already");
                page.complain(*start, "place.units", &problem, "each unit once", None);
            } else {
                named.push(unit);
            }
        }
        let units = named;
        let found = self.hexes_for(page, "place.hexes", &hexes, &units);
        plan.places.extend(units.iter().map(|unit| (unit.unit, found.clone())));
    }

    /// The hexes with these labels, into which every one of the units may come.
    pub(super) fn hexes_for(
        &self,
        page: &mut Page<'_>,
        key: &str,
        labels: &[(String, usize)],
        units: &[&Placeable],
    ) -> Vec<HexId> {
        let mut found: Vec<HexId> = Vec::new();
        for (label, start) in labels {
            let Some(hex) = self.map.find(label, None) else {
                let labels: Vec<String> = self.map.ids().map(|hex| self.map.label(hex)).collect();
                let known: Vec<&str> = labels.iter().map(String::as_str).collect();
                page.unknown(*start, key, "hex", label, &known);
                continue;
            };
            if found.contains(&hex) {
                let problem = format!("hex {label} stands in the list twice");
                page.complain(*start, key, &problem, "each hex once", None);
                continue;
            }
            for unit in units.iter().filter(|unit| !unit.hexes.contains(&hex)) {
                let id = &self.roster[usize::from(unit.unit)].id;
                let problem = format!("`{id}` ({}) can never be put in {label}", unit.group);
                page.complain(*start, key, &problem, &self.hexes_of(unit), None);
            }
            found.push(hex);
        }
        found
    }

    /// The hexes of a unit as text, if they are few enough to read.
    fn hexes_of(&self, unit: &Placeable) -> String {
        let labels: Vec<String> =
            unit.hexes.iter().take(12).map(|&hex| self.map.label(hex)).collect();
        let more = if unit.hexes.len() > labels.len() { ", …" } else { "" };
        format!("one of {}{more}", labels.join(", "))
    }

    /// The unit with an id, if this plan may name it.
    fn unit(&self, page: &mut Page<'_>, id: &str, start: usize, plan: &Plan) -> Option<&Placeable> {
        let none = match plan.kind {
            PlanKind::Drop => "does not come from the air",
            PlanKind::Setup => "has no hex to choose at set-up",
        };
        let all = self.units(plan.kind).iter();
        let candidates: Vec<(u16, &Placeable)> = all.map(|unit| (unit.unit, unit)).collect();
        self.one_of_units(page, ("place.units", id, start), plan.side, &candidates, none)
    }

    /// What stands beside the unit with an id, if the list has one of this side; `none` says why other units are not
    /// in the list.
    pub(super) fn one_of_units<T: Copy>(
        &self,
        page: &mut Page<'_>,
        (key, id, start): (&str, &str, usize),
        side: Side,
        list: &[(u16, T)],
        none: &str,
    ) -> Option<T> {
        let entry = |unit: u16| &self.roster[usize::from(unit)];
        let own = || list.iter().filter(|(unit, _)| entry(*unit).side == side);
        if let Some((_, found)) = own().find(|(unit, _)| entry(*unit).id == id) {
            return Some(*found);
        }
        let known: Vec<&str> = own().map(|(unit, _)| entry(*unit).id.as_str()).collect();
        match self.roster.iter().find(|unit| unit.id == id) {
            Some(unit) if unit.side != side => {
                let problem = format!("`{id}` is {}", unit.side.word());
                let expected = format!("units of the {} side", side.word());
                page.complain(start, key, &problem, &expected, None);
            }
            Some(_) => {
                let expected = match known.as_slice() {
                    [] => "no such plan in this scenario".to_owned(),
                    few if few.len() <= 12 => format!("one of {}", few.join(", ")),
                    _ => "units that `plans --template` lists".to_owned(),
                };
                page.complain(start, key, &format!("`{id}` {none}"), &expected, None);
            }
            None => page.unknown(start, key, "unit", id, &known),
        }
        None
    }
}

/// The blocks that a plan is made of.
const BLOCKS: [&str; 4] = ["place", "begin", "leader", "serial"];

/// One block of a plan, and where it stands in the file.
#[derive(Copy, Clone)]
pub(super) struct Block<'t> {
    pub(super) start: usize,
    pub(super) table: &'t DeTable<'t>,
}

impl Block<'_> {
    /// Complains about keys that the block does not have.
    pub(super) fn knows(self, page: &mut Page<'_>, block: &str, known: &[&str]) {
        for (key, _) in self.table {
            if !known.contains(&key.get_ref().as_ref()) {
                page.unknown(key.span().start, block, "key", key.get_ref(), known);
            }
        }
    }

    /// A list that the block must have.
    pub(super) fn list(self, page: &mut Page<'_>, block: &str, key: &str) -> Vec<(String, usize)> {
        if !self.has(page, block, key) {
            return Vec::new();
        }
        let full = format!("{block}.{key}");
        let value = &self.table[key];
        let list = words(page, &full, value);
        if list.is_empty() && value.get_ref().as_array().is_some_and(|list| list.is_empty()) {
            page.complain(value.span().start, &full, "the list is empty", "names", None);
        }
        list
    }

    /// Whether the block has a key, which it must.
    pub(super) fn has(self, page: &mut Page<'_>, block: &str, key: &str) -> bool {
        let has = self.table.contains_key(key);
        if !has {
            let problem = format!("missing key `{key}`");
            page.complain(self.start, block, &problem, &format!("`{key} = …`"), None);
        }
        has
    }
}

/// A required key whose value is one of some words.
fn word(page: &mut Page<'_>, table: &DeTable<'_>, key: &str, known: &[&str]) -> Option<String> {
    let Some(value) = table.get(key) else {
        let problem = format!("missing key `{key}`");
        page.complain(0, "", &problem, &format!("one of {}", known.join(", ")), None);
        return None;
    };
    page.one_of(key, value, known)
}

/// A list of strings, each with its place in the file.
pub(super) fn words(page: &mut Page<'_>, key: &str, value: &Entry<'_>) -> Vec<(String, usize)> {
    let DeValue::Array(list) = value.get_ref() else {
        page.wrong(key, value, "a list in brackets");
        return Vec::new();
    };
    let word = |value: &Entry<'_>| Some((page.string(key, value)?, value.span().start));
    list.iter().filter_map(word).collect()
}
