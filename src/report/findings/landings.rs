//! Where units land under each plan, on the map.

use study::{Ground, PlanFacts, Plans};

use super::heat_map::{HeatMap, Hot, Shaded};
use super::said;
use crate::charts::Table;
use crate::charts::heat::NAMED;
use crate::dossier::{Figure, Part};
use crate::{number, palette};

/// Maximum number of maps on a page; no one would look at more.
const MAPS: usize = 8;
const TITLE: &str = "Where units land";

/// The part of a page; `None` if no units land or there is no map.
pub(super) fn landings(plans: &Plans) -> Option<Part> {
    let ground = plans.ground.as_ref()?;
    let all: Vec<&PlanFacts> =
        plans.plans.iter().filter(|plan| !plan.places.is_empty()).take(MAPS).collect();
    if all.is_empty() {
        return None;
    }
    // One line per hex, one column per plan, so that plans can be compared across.
    let mut labels: Vec<&str> =
        all.iter().flat_map(|plan| plan.places.iter().map(|place| place.label.as_str())).collect();
    labels.sort_unstable();
    labels.dedup();
    let landed = |plan: &PlanFacts, label: &str| {
        let place = plan.places.iter().find(|place| place.label == label);
        place.map_or("–".to_owned(), |place| said(&place.landed, false))
    };
    let rows = labels
        .into_iter()
        .map(|label| {
            let cells = all.iter().map(|plan| landed(plan, label));
            std::iter::once(label.to_owned()).chain(cells).collect()
        })
        .collect();
    let columns = std::iter::once("Hex".to_owned()).chain(all.iter().map(|plan| plan.name.clone()));
    Some(Part {
        title: TITLE.into(),
        lead: "Landings a game by hex, with 95% intervals; hexes with fewer than one in fifty games are left out. What was lost in each stands in plans.json.".into(),
        figures: vec![figure(ground, &all)],
        table: Some(Table { columns: columns.collect(), rows }),
        brief: false,
    })
}

fn figure(ground: &Ground, plans: &[&PlanFacts]) -> Figure {
    let first = |plan: &PlanFacts| {
        let hexes = plan.places.iter().take(NAMED);
        let said: Vec<String> = hexes
            .map(|place| format!("{} {}", place.label, number::fine(place.landed.value)))
            .collect();
        format!("{}: {}", plan.name, said.join(", "))
    };
    let alt = plans.iter().map(|plan| first(plan)).collect::<Vec<_>>().join("; ");
    let panels = plans.iter().map(|plan| Shaded {
        title: plan.name.clone(),
        hexes: plan
            .places
            .iter()
            .map(|place| Hot {
                hex: place.hex,
                role: palette::ACCENT,
                value: place.landed.value,
                said: number::mean(&place.landed).brief(),
            })
            .collect(),
    });
    HeatMap {
        id: "plan-landings",
        title: TITLE,
        caption:
            "Landings a game; the hexes with most bear their numbers, objectives a dark outline."
                .into(),
        alt,
        ground,
        panels: panels.collect(),
        scale: "Landings a game".into(),
        roles: vec![(palette::ACCENT, "landings")],
    }
    .figure()
}
