//! Presence and control, turn by turn, on the map.

use engine::Side;
use study::{GroundStudy, Stands, Summary};

use super::heat::{LISTED, paint, places, shade};
use super::{Chart, Section, Size, Span, Table, people};
use crate::map::heat::{Panel, Scale, Spot};
use crate::{number, palette};

/// Lower bounds of the shares of games.
const SHARES: [f64; 5] = [0.05, 0.2, 0.4, 0.6, 0.8];

/// Which side has a hex at the end of some turns: the share of games, by side.
pub(super) struct Presence {
    id: &'static str,
    title: &'static str,
    /// The verb that follows a side's name, in the plural and in the singular.
    does: [&'static str; 2],
    /// What the shares mean, in a sentence.
    words: &'static str,
    of: fn(&GroundStudy) -> &[Stands],
}
/// Presence.
pub(super) const STANDS: Presence = Presence {
    id: "heat-stands",
    title: "Who stands where",
    does: ["stand in", "stand there"],
    words: "The side that stands in a hex when the turn is over, in more of the games.",
    of: |places| &places.stands,
};
/// Control.
pub(super) const CONTROL: Presence = Presence {
    id: "heat-control",
    title: "Who controls the ground",
    does: ["control", "control it"],
    words: "The side that was the last to stand in a hex at the end of a turn, up to the turn named, in more of the games: it may have gone on since.",
    of: |places| &places.control,
};

impl Presence {
    fn stands<'a>(&self, summary: &'a Summary) -> &'a [Stands] {
        places(summary).map_or(&[], |(_, places)| (self.of)(places))
    }
}

impl Chart for Presence {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        self.stands(summary).iter().any(|stands| !stands.places.is_empty())
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "{} Shades are the share of {}; hexes below 5% are left out. Outlined hexes are objectives.",
            self.words,
            number::games(summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said = self.stands(summary).iter().map(|stands| {
            let held = |side: Side| {
                stands
                    .places
                    .iter()
                    .filter(|p| p.share[side].value > p.share[side.other()].value)
                    .count()
            };
            format!(
                "Turn {} ({}): the Germans {does} {} hexes more often, the Allies {}",
                stands.turn,
                stands.name,
                held(Side::German),
                held(Side::Allied),
                does = self.does[0],
            )
        });
        said.collect::<Vec<_>>().join(". ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let Some(last) = self.stands(summary).last() else { return Table::empty() };
        let mut places: Vec<_> = last.places.iter().collect();
        let most =
            |place: &study::PlaceShare| place.share.german.value.max(place.share.allied.value);
        places.sort_by(|a, b| most(b).total_cmp(&most(a)).then(a.hex.cmp(&b.hex)));
        let rows = places.into_iter().take(2 * LISTED).map(|place| {
            vec![
                place.label.clone(),
                number::share(&place.share.german).brief(),
                number::share(&place.share.allied).brief(),
            ]
        });
        let columns = vec![
            format!("Hex, when turn {} is over", last.turn),
            format!("Germans {}", self.does[1]),
            format!("Allies {}", self.does[1]),
        ];
        Table { columns, rows: rows.collect() }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let Some((ground, _)) = places(summary) else { return String::new() };
        let panels = self.stands(summary).iter().map(|stands| {
            let spot = |place: &study::PlaceShare| {
                let german = place.share.german.value > place.share.allied.value;
                let side = if german { Side::German } else { Side::Allied };
                Spot {
                    hex: place.hex,
                    role: palette::side(side),
                    shade: shade(&SHARES, place.share[side].value),
                    named: false,
                    said: Side::BOTH
                        .map(|side| {
                            let share = number::share(&place.share[side]).brief();
                            format!("{} {share}", people(side))
                        })
                        .join(", "),
                }
            };
            Panel {
                title: format!("Turn {} · {}", stands.turn, stands.name),
                spots: stands.places.iter().map(spot).collect(),
            }
        });
        let percent = |share: f64| format!("{:.0}", share * 100.0);
        let upper = SHARES.iter().skip(1).copied().chain([1.0]);
        let scale = Scale {
            title: "Share of games (%)".to_owned(),
            roles: Side::BOTH.map(|side| (palette::side(side), people(side))).to_vec(),
            steps: SHARES
                .iter()
                .zip(upper)
                .map(|(&low, high)| format!("{} to {}", percent(low), percent(high)))
                .collect(),
        };
        paint(self, summary, size, ground, panels.collect(), scale)
    }
}
