//! Where games are fought: losses, attacks and landings, on the map.

use engine::{BySide, Side};
use study::{Estimate, Ground, GroundStudy, PlaceMean, Summary};

use super::{Chart, Section, Size, Span, Table, frame, people};
use crate::map::heat::{self, Heat, Panel, SHADES, Scale, Spot};
use crate::number;
use crate::palette::{self, Role};

/// Hexes with their number written on the map.
pub(crate) const NAMED: usize = 4;
/// Hexes in the table and in the text alternative of the map.
pub(crate) const LISTED: usize = 12;
/// Possible bounds of the shades.
const LADDER: [f64; 14] =
    [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];

/// Something that units of both sides suffer, hex by hex: a mean per game.
pub(super) struct Suffered {
    id: &'static str,
    title: &'static str,
    /// Head of the numbers.
    head: &'static str,
    /// What is counted, in a sentence.
    words: &'static str,
    of: fn(&GroundStudy) -> &BySide<Vec<PlaceMean>>,
}
/// Steps lost.
pub(super) const LOSSES: Suffered = Suffered {
    id: "heat-losses",
    title: "Where steps are lost",
    head: "Steps lost",
    words: "Steps each side loses in a hex.",
    of: |places| &places.losses,
};
/// Attacks suffered.
pub(super) const ATTACKS: Suffered = Suffered {
    id: "heat-attacks",
    title: "Where units are fired at and attacked",
    head: "Attacks suffered",
    words: "Shots, strikes and attacks that a side’s units in a hex suffer.",
    of: |places| &places.attacks,
};
/// Landings, and steps lost in them, hex by hex.
pub(super) struct HeatLandings;

pub(super) fn places(summary: &Summary) -> Option<(&Ground, &GroundStudy)> {
    summary.ground.as_ref().zip(summary.places.as_ref())
}

/// Lower bounds of the shades for numbers up to `most`.
pub(crate) fn bounds(most: f64) -> Vec<f64> {
    let below = LADDER.iter().take_while(|&&bound| bound < most).count().max(1);
    LADDER[below.saturating_sub(SHADES.len())..below].to_vec()
}

pub(crate) fn shade(bounds: &[f64], value: f64) -> usize {
    bounds.iter().rposition(|&bound| value >= bound).unwrap_or(0)
}

/// `under 0.2`, `0.2 to 0.5`, ..., `2 and more`.
pub(crate) fn steps(bounds: &[f64]) -> Vec<String> {
    let upper = bounds.iter().skip(1).map(Some).chain([None]);
    let said = |(i, (low, high)): (usize, (&f64, Option<&f64>))| match high {
        Some(high) if i == 0 => format!("under {high}"),
        Some(high) => format!("{low} to {high}"),
        None => format!("{low} and more"),
    };
    bounds.iter().zip(upper).enumerate().map(said).collect()
}

/// A panel of means; `places` is in descending order.
fn panel(title: String, role: Role, bounds: &[f64], places: &[PlaceMean]) -> Panel {
    let spot = |(i, place): (usize, &PlaceMean)| Spot {
        hex: place.hex,
        role,
        shade: shade(bounds, place.mean.value),
        named: i < NAMED,
        said: number::mean(&place.mean).brief(),
    };
    Panel { title, spots: places.iter().enumerate().map(spot).collect() }
}

fn most<'a>(lists: impl IntoIterator<Item = &'a [PlaceMean]>) -> f64 {
    lists
        .into_iter()
        .filter_map(|list| list.first())
        .map(|place| place.mean.value)
        .fold(0.0, f64::max)
}

pub(super) fn paint(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    ground: &Ground,
    panels: Vec<Panel>,
    scale: Scale,
) -> String {
    let alt = chart.alt(summary);
    let heat = Heat { id: chart.id(), title: chart.title(), alt: &alt, ground, panels, scale };
    heat::draw(&heat, size, f64::from(frame::width(Span::Full, size)))
}

/// `Mean a game over 1,000 games; numbers on the map are hexes, outlined ones objectives.`
fn reading(summary: &Summary, estimate: Option<&Estimate>) -> String {
    let level = estimate
        .map_or_else(String::new, |e| format!("; {} intervals in the table", number::level(e)));
    format!(
        "Mean a game over {}{level}. The hottest hexes bear their numbers, objectives a dark outline.",
        number::games(summary.run.games)
    )
}

impl Suffered {
    /// The sides that suffer anything, with the hexes.
    fn sides<'a>(&self, summary: &'a Summary) -> Vec<(Side, &'a [PlaceMean])> {
        let Some((_, places)) = places(summary) else { return Vec::new() };
        let lists = (self.of)(places);
        let sides = Side::BOTH.into_iter().map(|side| (side, lists[side].as_slice()));
        sides.filter(|(_, list)| !list.is_empty()).collect()
    }
}

impl Chart for Suffered {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        Section::Losses
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        !self.sides(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let sides = self.sides(summary);
        let first = sides.first().map(|(_, list)| &list[0].mean);
        format!("{} {}", self.words, reading(summary, first))
    }
    fn alt(&self, summary: &Summary) -> String {
        let said = self.sides(summary).into_iter().map(|(side, list)| {
            let hexes: Vec<String> = list
                .iter()
                .take(NAMED)
                .map(|place| format!("{} {}", place.label, number::mean(&place.mean).brief()))
                .collect();
            format!("{}, {} a game: {}", people(side), self.head.to_lowercase(), hexes.join("; "))
        });
        said.collect::<Vec<_>>().join(". ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let sides = self.sides(summary);
        let level = sides.first().map(|(_, list)| number::level(&list[0].mean));
        let rows = sides.into_iter().flat_map(|(side, list)| {
            list.iter().take(LISTED).map(move |place| {
                let said = number::mean(&place.mean);
                vec![place.label.clone(), people(side).to_owned(), said.value(), said.interval()]
            })
        });
        Table {
            columns: vec![
                "Hex".to_owned(),
                "Side".to_owned(),
                format!("{} a game", self.head),
                format!("{} interval", level.unwrap_or_else(|| "95%".to_owned())),
            ],
            rows: rows.collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let Some((ground, _)) = places(summary) else { return String::new() };
        let sides = self.sides(summary);
        let bounds = bounds(most(sides.iter().map(|&(_, list)| list)));
        let panels = sides.iter().map(|&(side, list)| {
            panel(people(side).to_owned(), palette::side(side), &bounds, list)
        });
        let roles = sides.iter().map(|&(side, _)| (palette::side(side), people(side))).collect();
        let title = format!("{} (mean a game)", self.head);
        let scale = Scale { title, roles, steps: steps(&bounds) };
        paint(self, summary, size, ground, panels.collect(), scale)
    }
}

/// The colour for the cost of landing.
const COST: Role = palette::PARTS[4];

impl Chart for HeatLandings {
    fn id(&self) -> &'static str {
        "heat-landings"
    }
    fn title(&self) -> &'static str {
        "Where units land, and what it costs"
    }
    fn section(&self) -> Section {
        Section::Drops
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        places(summary).is_some_and(|(_, places)| !places.landings.is_empty())
    }
    fn caption(&self, summary: &Summary) -> String {
        let first = places(summary).and_then(|(_, places)| places.landings.first());
        format!(
            "Landings in a hex, and steps that the units lose on the drop table there. {}",
            reading(summary, first.map(|place| &place.landed))
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let Some((_, places)) = places(summary) else { return String::new() };
        let said = places.landings.iter().take(LISTED).map(|place| {
            let (landed, lost) = (number::mean(&place.landed), number::mean(&place.lost));
            format!(
                "{}: {} landings a game, {} steps lost",
                place.label,
                landed.brief(),
                lost.brief()
            )
        });
        said.collect::<Vec<_>>().join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let Some((_, places)) = places(summary) else { return Table::empty() };
        let rows = places.landings.iter().map(|place| {
            vec![
                place.label.clone(),
                number::mean(&place.landed).brief(),
                number::mean(&place.lost).brief(),
            ]
        });
        Table {
            columns: ["Hex", "Landings a game", "Steps lost in landing, a game"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let Some((ground, places)) = places(summary) else { return String::new() };
        let landed: Vec<PlaceMean> = places
            .landings
            .iter()
            .map(|p| PlaceMean { hex: p.hex, label: p.label.clone(), mean: p.landed })
            .collect();
        let mut lost: Vec<PlaceMean> = places
            .landings
            .iter()
            .filter(|place| place.lost.value > 0.0)
            .map(|p| PlaceMean { hex: p.hex, label: p.label.clone(), mean: p.lost })
            .collect();
        lost.sort_by(|a, b| b.mean.value.total_cmp(&a.mean.value));
        let bounds = bounds(most([landed.as_slice(), &lost]));
        let land = palette::side(Side::German);
        let panels = vec![
            panel("Landings".to_owned(), land, &bounds, &landed),
            panel("Steps lost in landing".to_owned(), COST, &bounds, &lost),
        ];
        let scale = Scale {
            title: "Landings, and steps lost in landing (mean a game)".to_owned(),
            roles: vec![(land, "Landings"), (COST, "Steps lost")],
            steps: steps(&bounds),
        };
        paint(self, summary, size, ground, panels, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_end_at_the_greatest_number() {
        assert_eq!(bounds(1.7), [0.05, 0.1, 0.2, 0.5, 1.0]);
        assert_eq!(bounds(0.03), [0.02]);
        assert_eq!(bounds(0.0), [0.02]);
        assert_eq!(steps(&[0.5, 1.0, 2.0]), ["under 1", "1 to 2", "2 and more"]);
        let bounds = bounds(1.7);
        assert_eq!([0.01, 0.05, 0.19, 0.2, 5.0].map(|v| shade(&bounds, v)), [0, 0, 1, 2, 4]);
    }
}
