//! A plan that fixes everything, to be edited.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::{PlanKind, Side};

use super::PlanScope;

/// Hexes that are listed for a unit.
const LISTED: usize = 12;

pub(super) fn text(scope: &PlanScope, kind: PlanKind, side: Side) -> String {
    let (system, scenario) = (scope.system, &scope.scenario);
    let mut text = format!(
        "# A plan for {system}/{scenario}: cut what is to be left to the strategy. A unit takes the first of its\n\
         # hexes that the rules allow; where they allow none, the strategy chooses.\n\n\
         kind = \"{}\"\nside = \"{}\"\nintent = \"\"\n",
        kind.word(),
        side.word()
    );
    if kind == PlanKind::Drop && !scope.zones.is_empty() {
        let _ = write!(
            text,
            "\n# The order in which the zones come.\nzones = [{}]\n",
            quoted(&scope.zones)
        );
    }
    places(scope, kind, side, &mut text);
    begins(scope, kind, side, &mut text);
    leaders(scope, kind, side, &mut text);
    serials(scope, kind, side, &mut text);
    text
}

/// Names as the items of a list.
pub(super) fn quoted<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|name| format!("{:?}", name.as_ref())).collect::<Vec<_>>().join(", ")
}

fn places(scope: &PlanScope, kind: PlanKind, side: Side, text: &mut String) {
    let mut group = None;
    for unit in scope.units(kind).iter().filter(|unit| scope.side(unit) == side) {
        if group != Some(&unit.group) {
            let _ = write!(text, "\n# {}\n", unit.group);
            group = Some(&unit.group);
        }
        let entry = &scope.roster[usize::from(unit.unit)];
        let labels: Vec<String> = unit.hexes.iter().map(|&hex| scope.map.label(hex)).collect();
        if let [only] = labels.as_slice() {
            let _ = writeln!(text, "# {} ({}) has no choice: {only}", entry.id, entry.name);
            continue;
        }
        let shown = &labels[..labels.len().min(LISTED)];
        let more = if labels.len() > LISTED { " # and others" } else { "" };
        let _ = write!(
            text,
            "\n[[place]] # {}\nunits = [{:?}]\nhexes = [{}]{more}\n",
            entry.name,
            entry.id,
            quoted(shown)
        );
    }
}

/// Units with the same ways share a block, in the order of the ways.
fn begins(scope: &PlanScope, kind: PlanKind, side: Side, text: &mut String) {
    let mut alike: BTreeMap<&[u8], Vec<&str>> = BTreeMap::new();
    for one in scope.beginnings(kind, side) {
        let id = scope.roster[usize::from(one.unit)].id.as_str();
        alike.entry(&one.ways).or_default().push(id);
    }
    if !alike.is_empty() {
        text.push_str("\n# How units begin.\n");
    }
    for (ways, units) in alike {
        let ways: Vec<&str> = ways.iter().map(|&way| scope.ways[usize::from(way)]).collect();
        let Some((first, others)) = ways.split_first() else { continue };
        let _ = write!(
            text,
            "\n[[begin]]\nunits = [{}]\nas = {first:?} # or {}\n",
            quoted(&units),
            others.join(", ")
        );
    }
}

fn leaders(scope: &PlanScope, kind: PlanKind, side: Side, text: &mut String) {
    for (number, leader) in scope.leadings(kind, side).enumerate() {
        if number == 0 {
            text.push_str("\n# With whom leaders go.\n");
        }
        let ids: Vec<&str> =
            leader.units.iter().map(|&unit| scope.roster[usize::from(unit)].id.as_str()).collect();
        let more = if ids.len() > LISTED { " # and others" } else { "" };
        let _ = write!(
            text,
            "\n[[leader]] # {}\nid = {:?}\nwith = [{}]{more}\n",
            leader.name,
            leader.id,
            quoted(&ids[..ids.len().min(LISTED)])
        );
    }
}

fn serials(scope: &PlanScope, kind: PlanKind, side: Side, text: &mut String) {
    for (place, (_, serial)) in scope.serials(kind, side).enumerate() {
        if place == 0 {
            text.push_str("\n# The first turn in which serials may land.\n");
        }
        let _ = write!(text, "\n[[serial]]\nserials = [{:?}]\nfrom_turn = 1\n", serial.name);
    }
}
