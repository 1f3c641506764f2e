use study::{Band, Summary, TurnBand};

use super::fan::{self, Fan};
use super::{Chart, Section, Size, Table, band_table, last_turn_words};
use crate::number;
use crate::palette::{self, Role};

/// Airfields and ports in German hands, turn by turn, if any are objectives in the scenario.
pub(super) struct Airfields;

type Kind = (&'static str, Role, fn(&TurnBand) -> Option<Band>);

const KINDS: [Kind; 2] =
    [("Airfields", palette::PARTS[0], |t| t.airfields), ("Ports", palette::PARTS[3], |t| t.ports)];

impl Chart for Airfields {
    fn id(&self) -> &'static str {
        "airfields-and-ports-by-turn"
    }
    fn title(&self) -> &'static str {
        "Airfields and ports in German hands"
    }
    fn section(&self) -> Section {
        Section::Unfolds
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.turns.iter().any(|turn| turn.airfields.or(turn.ports).is_some())
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "Whole airfields, and ports, that the Germans hold at the end of a turn, {}. {}",
            number::games(summary.run.games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        last_turn_words(summary, |turn| {
            KINDS.iter().filter_map(|(name, _, of)| Some((*name, of(turn)?))).collect()
        })
    }
    fn table(&self, summary: &Summary) -> Table {
        band_table(summary, &[("Airfields", &|t| t.airfields), ("Ports", &|t| t.ports)])
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let fans: Vec<Fan> = KINDS
            .iter()
            .map(|&(name, role, of)| Fan {
                name: name.to_owned(),
                role,
                bands: summary.turns.iter().filter_map(of).collect(),
            })
            .filter(|fan| !fan.bands.is_empty())
            .collect();
        let only =
            if let [fan] = &fans[..] { fan.name.to_lowercase() } else { "places".to_owned() };
        let axis = format!("In German hands ({only})");
        fan::paint(self, summary, size, &axis, 0.0, &fans)
    }
}
