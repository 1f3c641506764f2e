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
            kind: kind.unwrap_or(PlanKind::Drop),
            side: side.unwrap_or(Side::German),
            intent: String::new(),
            zones: Vec::new(),
            places: Vec::new(),
            hash,
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "kind" | "side" => {}
                "name" => plan.name = page.name("name", value).unwrap_or_default(),
                "intent" => plan.intent = page.name("intent", value).unwrap_or_default(),
                "scenario" => self.scenario_named(page, value),
                "zones" => plan.zones = self.zones_named(page, value, kind),
                "place" => match (value.get_ref().as_array(), kind, side) {
                    (Some(blocks), Some(_), Some(_)) => {
                        for block in blocks {
                            self.place(page, block, &mut plan);
                        }
                    }
                    (None, ..) => page.wrong("place", value, "[[place]] blocks"),
                    // Without kind and side there is no telling whether a unit fits.
                    _ => {}
                },
                unknown => {
                    let known = ["name", "scenario", "kind", "side", "intent", "zones", "place"];
                    page.unknown(key.span().start, "", "key", unknown, &known);
                }
            }
        }
        if table.get("place").is_none() && table.get("zones").is_none() {
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

    fn place(&self, page: &mut Page<'_>, block: &Entry<'_>, plan: &mut Plan) {
        let Some(table) = block.get_ref().as_table() else {
            page.wrong("place", block, "a [[place]] block");
            return;
        };
        for (key, _) in table {
            let known = ["units", "hexes"];
            if !known.contains(&key.get_ref().as_ref()) {
                page.unknown(key.span().start, "place", "key", key.get_ref(), &known);
            }
        }
        let lists = ["units", "hexes"].map(|key| {
            let full = format!("place.{key}");
            let Some(value) = table.get(key) else {
                let problem = format!("missing key `{key}`");
                page.complain(block.span().start, "place", &problem, "`units` and `hexes`", None);
                return Vec::new();
            };
            let list = words(page, &full, value);
            if list.is_empty() && value.get_ref().as_array().is_some_and(|list| list.is_empty()) {
                page.complain(value.span().start, &full, "the list is empty", "names", None);
            }
            list
        });
        let [units, hexes] = lists;
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
        let mut found: Vec<HexId> = Vec::new();
        for (label, start) in &hexes {
            let Some(hex) = self.map.find(label, None) else {
                let labels: Vec<String> = self.map.ids().map(|hex| self.map.label(hex)).collect();
                let known: Vec<&str> = labels.iter().map(String::as_str).collect();
                page.unknown(*start, "place.hexes", "hex", label, &known);
                continue;
            };
            if found.contains(&hex) {
                let problem = format!("hex {label} stands in the list twice");
                page.complain(*start, "place.hexes", &problem, "each hex once", None);
                continue;
            }
            for unit in units.iter().filter(|unit| !unit.hexes.contains(&hex)) {
                let id = &self.roster[usize::from(unit.unit)].id;
                let problem = format!("`{id}` ({}) can never be put in {label}", unit.group);
                page.complain(*start, "place.hexes", &problem, &self.hexes_of(unit), None);
            }
            found.push(hex);
        }
        plan.places.extend(units.iter().map(|unit| (unit.unit, found.clone())));
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
        let entry = |unit: &Placeable| &self.roster[usize::from(unit.unit)];
        let all = self.units(plan.kind);
        let own = || all.iter().filter(|unit| entry(unit).side == plan.side);
        let found = own().find(|unit| entry(unit).id == id);
        match found {
            Some(unit) => Some(unit),
            None => {
                let known: Vec<&str> = own().map(|unit| entry(unit).id.as_str()).collect();
                match self.roster.iter().find(|unit| unit.id == id) {
                    Some(unit) if unit.side != plan.side => {
                        let problem = format!("`{id}` is {}", unit.side.word());
                        let expected = format!("units of the {} side", plan.side.word());
                        page.complain(start, "place.units", &problem, &expected, None);
                    }
                    Some(_) => {
                        let problem = match plan.kind {
                            PlanKind::Drop => format!("`{id}` does not come from the air"),
                            PlanKind::Setup => format!("`{id}` has no hex to choose at set-up"),
                        };
                        let expected = match known.as_slice() {
                            [] => "no such plan in this scenario".to_owned(),
                            few if few.len() <= 12 => format!("one of {}", few.join(", ")),
                            _ => "units that `plans --template` lists".to_owned(),
                        };
                        page.complain(start, "place.units", &problem, &expected, None);
                    }
                    None => page.unknown(start, "place.units", "unit", id, &known),
                }
                None
            }
        }
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
fn words(page: &mut Page<'_>, key: &str, value: &Entry<'_>) -> Vec<(String, usize)> {
    let DeValue::Array(list) = value.get_ref() else {
        page.wrong(key, value, "a list in brackets");
        return Vec::new();
    };
    let word = |value: &Entry<'_>| Some((page.string(key, value)?, value.span().start));
    list.iter().filter_map(word).collect()
}
