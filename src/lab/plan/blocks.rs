//! The blocks of a plan about other things than hexes: how units begin, with whom leaders go, when serials land.

use super::reader::Block;
use super::{Plan, PlanScope, of};
use crate::page::{Page, integer};

impl PlanScope {
    /// `[[begin]]`: units, and how they begin.
    pub(super) fn begin(&self, page: &mut Page<'_>, block: Block<'_>, plan: &mut Plan) {
        block.knows(page, "begin", &["units", "as"]);
        let units = block.list(page, "begin", "units");
        let way = block.has(page, "begin", "as").then(|| &block.table["as"]);
        let wanted = way.and_then(|value| {
            let word = page.one_of("begin.as", value, self.ways)?;
            Some((self.ways.iter().position(|way| *way == word)? as u8, word, value.span().start))
        });
        let list: Vec<_> =
            self.beginnings(plan.kind, plan.side).map(|one| (one.unit, one)).collect();
        for (id, start) in &units {
            let key = ("begin.units", id.as_str(), *start);
            let none = "begins in one way only";
            let Some(unit) = self.one_of_units(page, key, plan.side, &list, none) else { continue };
            if of(&plan.begins, unit.unit).is_some() {
                let problem = format!("`{id}` begins somehow already");
                page.complain(*start, "begin.units", &problem, "each unit once", None);
                continue;
            }
            let Some((way, word, at)) = &wanted else { continue };
            if !unit.ways.contains(way) {
                let problem = format!("`{id}` can never begin {word}");
                let ways: Vec<&str> =
                    unit.ways.iter().map(|&way| self.ways[usize::from(way)]).collect();
                page.complain(
                    *at,
                    "begin.as",
                    &problem,
                    &format!("one of {}", ways.join(", ")),
                    None,
                );
            }
            plan.begins.push((unit.unit, *way));
        }
    }

    /// `[[leader]]`: a leader, and the units he goes with, best first.
    pub(super) fn leader(&self, page: &mut Page<'_>, block: Block<'_>, plan: &mut Plan) {
        block.knows(page, "leader", &["id", "with"]);
        let units = block.list(page, "leader", "with");
        if !block.has(page, "leader", "id") {
            return;
        }
        let value = &block.table["id"];
        let Some(id) = page.string("leader.id", value) else { return };
        let start = value.span().start;
        let Some(leader) = self.leadings(plan.kind, plan.side).find(|leader| leader.id == id)
        else {
            let known: Vec<&str> =
                self.leadings(plan.kind, plan.side).map(|leader| leader.id.as_str()).collect();
            page.unknown(start, "leader.id", "leader", &id, &known);
            return;
        };
        if of(&plan.leaders, leader.leader).is_some() {
            let problem = format!("`{id}` goes with somebody already");
            page.complain(start, "leader.id", &problem, "each leader once", None);
            return;
        }
        let list: Vec<(u16, u16)> = leader.units.iter().map(|&unit| (unit, unit)).collect();
        let none = format!("is never one that `{id}` may go with");
        let mut with: Vec<u16> = Vec::new();
        for (unit, start) in &units {
            let key = ("leader.with", unit.as_str(), *start);
            let Some(number) = self.one_of_units(page, key, plan.side, &list, &none) else {
                continue;
            };
            if with.contains(&number) {
                let problem = format!("`{unit}` stands in the list twice");
                page.complain(*start, "leader.with", &problem, "each unit once", None);
                continue;
            }
            with.push(number);
        }
        plan.leaders.push((leader.leader, with));
    }

    /// `[[serial]]`: serials, and from which turn on they land.
    pub(super) fn serial(&self, page: &mut Page<'_>, block: Block<'_>, plan: &mut Plan) {
        block.knows(page, "serial", &["serials", "from_turn", "hexes"]);
        let names = block.list(page, "serial", "serials");
        let (turn, hexes) = (block.table.get("from_turn"), block.table.get("hexes"));
        if turn.is_none() && hexes.is_none() {
            let problem = "the block fixes nothing";
            page.complain(block.start, "serial", problem, "`from_turn` or `hexes`", None);
        }
        let from_turn = turn.and_then(|value| {
            let number = integer(value).and_then(|number| u16::try_from(number).ok());
            let number = number.filter(|number| (1..=self.turns).contains(number));
            if number.is_none() {
                let expected = format!("the number of a turn, from 1 to {}", self.turns);
                page.complain(
                    value.span().start,
                    "serial.from_turn",
                    "there is no such turn",
                    &expected,
                    None,
                );
            }
            number
        });
        let labels = hexes.map(|_| block.list(page, "serial", "hexes"));
        let mut named: Vec<u16> = Vec::new();
        let mut units = Vec::new();
        for (name, start) in &names {
            let found = self.serials(plan.kind, plan.side).find(|(_, serial)| serial.name == *name);
            let Some((number, serial)) = found else {
                let known: Vec<&str> =
                    self.serials(plan.kind, plan.side).map(|(_, s)| s.name.as_str()).collect();
                page.unknown(*start, "serial.serials", "serial", name, &known);
                continue;
            };
            if named.contains(&number) || of(&plan.serials, number).is_some() {
                let problem = format!("`{name}` has its turn already");
                page.complain(*start, "serial.serials", &problem, "each serial once", None);
                continue;
            }
            named.push(number);
            for unit in
                self.units(plan.kind).iter().filter(|unit| serial.units.contains(&unit.unit))
            {
                if labels.is_some() && of(&plan.places, unit.unit).is_some() {
                    let id = &self.roster[usize::from(unit.unit)].id;
                    let problem = format!("`{id}` of {name} has its place already");
                    page.complain(*start, "serial.serials", &problem, "each unit once", None);
                } else {
                    units.push(unit);
                }
            }
        }
        if let Some(labels) = labels {
            let found = self.hexes_for(page, "serial.hexes", &labels, &units);
            plan.places.extend(units.iter().map(|unit| (unit.unit, found.clone())));
        }
        if let Some(turn) = from_turn {
            plan.serials.extend(named.into_iter().map(|number| (number, turn)));
        }
    }
}
