//! A plan that fixes everything, to be edited.

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
    let quoted = |names: &[String]| {
        names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
    };
    if kind == PlanKind::Drop && !scope.zones.is_empty() {
        let _ = write!(
            text,
            "\n# The order in which the zones come.\nzones = [{}]\n",
            quoted(&scope.zones)
        );
    }
    let own = |unit: u16| scope.roster[usize::from(unit)].side == side;
    let mut group = None;
    for unit in scope.units(kind).iter().filter(|unit| own(unit.unit)) {
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
    text
}
