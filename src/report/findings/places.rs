//! Where the games of an arm differ from the baseline's, on the map.

use std::fmt::Write as _;

use engine::{BySide, Side};
use study::{Comparison, Contrast, Estimate, Ground, PlaceMean};

use super::heat_map::{HeatMap, Hot, Shaded};
use crate::charts::heat::{LISTED, NAMED};
use crate::charts::{Table, people};
use crate::dossier::{Figure, Part};
use crate::number;
use crate::palette::{self, Role};

/// More than in the baseline, and less: colours that belong to no side.
const MORE: Role = palette::PARTS[3];
const LESS: Role = palette::PARTS[5];

/// One kind of difference.
struct Kind<'a> {
    id: &'a str,
    title: &'a str,
    /// The meaning of a number, with its unit.
    unit: &'a str,
    found: &'a BySide<Vec<PlaceMean>>,
    looked_at: u32,
    /// Factor by which displayed numbers are multiplied.
    factor: f64,
}

/// The part of a page about one arm; `None` if there is no map to show it on.
pub(super) fn places(comparison: &Comparison, contrast: &Contrast) -> Option<Part> {
    let (places, ground) = (contrast.places.as_ref()?, comparison.ground.as_ref()?);
    let number = comparison.contrasts.iter().position(|other| other.arm == contrast.arm)?;
    let (losses, stands) = (format!("losses-{number}"), format!("stands-{number}"));
    let kinds = [
        Kind {
            id: &losses,
            title: "Steps lost, difference by hex",
            unit: "steps a game",
            found: &places.losses,
            looked_at: places.losses_looked_at,
            factor: 1.0,
        },
        Kind {
            id: &stands,
            title: "Who stands where in the end, difference by hex",
            unit: "percentage points of games",
            found: &places.stands,
            looked_at: places.stands_looked_at,
            factor: 100.0,
        },
    ];
    let base = &comparison.arms[0].name;
    let (shown, level): (Vec<&Kind<'_>>, Vec<&Kind<'_>>) =
        kinds.iter().partition(|kind| Side::BOTH.iter().any(|&side| !kind.found[side].is_empty()));
    let mut lead = format!(
        "“{}” less “{base}”, hex by hex. Only hexes are shown whose 95% interval, made wide enough for all hexes looked at, leaves out 0.",
        contrast.arm
    );
    for kind in level {
        let what = kind.what();
        let _ = write!(
            lead,
            " {what}: none of {} differs clearly.",
            number::count(kind.looked_at.into())
        );
    }
    let rows: Vec<Vec<String>> = shown.iter().flat_map(|kind| kind.rows()).collect();
    let columns = ["What", "Hex", "Side", "Difference (95% interval for all hexes)"];
    Some(Part {
        title: format!("Where “{}” differs", contrast.arm),
        lead,
        figures: shown.iter().map(|kind| kind.figure(ground)).collect(),
        table: (!rows.is_empty())
            .then(|| Table { columns: columns.map(String::from).to_vec(), rows }),
        brief: false,
    })
}

impl Kind<'_> {
    /// The sides that differ anywhere, with the hexes.
    fn sides(&self) -> impl Iterator<Item = (Side, &[PlaceMean])> {
        let all = Side::BOTH.into_iter().map(|side| (side, self.found[side].as_slice()));
        all.filter(|(_, found)| !found.is_empty())
    }

    /// Its title up to the comma.
    fn what(&self) -> &str {
        self.title.split(',').next().unwrap_or_default()
    }

    fn said(&self, place: &PlaceMean) -> String {
        let Estimate { value, low, high, .. } = place.mean;
        let [value, low, high] = [value, low, high].map(|x| x * self.factor);
        number::mean(&Estimate { value, low, high, ..place.mean }).brief()
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.sides().flat_map(move |(side, found)| {
            found.iter().take(LISTED).map(move |place| {
                let what = format!("{}, {}", self.what(), self.unit);
                vec![what, place.label.clone(), people(side).to_owned(), self.said(place)]
            })
        })
    }

    fn figure(&self, ground: &Ground) -> Figure {
        let alt: Vec<String> = self
            .sides()
            .map(|(side, found)| {
                let hexes = found.iter().take(NAMED);
                let hexes = hexes.map(|place| format!("{} {}", place.label, self.said(place)));
                format!("{}: {}", people(side), hexes.collect::<Vec<_>>().join("; "))
            })
            .collect();
        let value = |place: &PlaceMean| place.mean.value.abs() * self.factor;
        let role = |place: &PlaceMean| if place.mean.value > 0.0 { MORE } else { LESS };
        let panels = self.sides().map(|(side, found)| Shaded {
            title: people(side).to_owned(),
            hexes: found
                .iter()
                .map(|place| Hot {
                    hex: place.hex,
                    role: role(place),
                    value: value(place),
                    said: self.said(place),
                })
                .collect(),
        });
        HeatMap {
            id: self.id,
            title: self.title,
            caption: format!(
                "Difference in {}; the largest bear their numbers, objectives a dark outline. {} pairs of side and hex were looked at.",
                self.unit,
                number::count(self.looked_at.into())
            ),
            alt: alt.join(". "),
            ground,
            panels: panels.collect(),
            scale: format!("Difference ({})", self.unit),
            roles: vec![(MORE, "more"), (LESS, "less")],
        }
        .figure()
    }
}
