//! What maps and briefs are drawn from.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Brief, Counter, HexId, Map, Pictured, Side};

use super::board::{Entry, Unit};
use super::rules::{LeaderSpot, Race};

impl Pictured for Race {
    fn map(&self) -> &Map {
        &self.board.map
    }

    fn counters(&self) -> Vec<Counter> {
        (0..self.pieces.len() as u8)
            .filter_map(|unit| {
                let hex = self.hex_of(unit)?;
                let piece = &self.pieces[usize::from(unit)];
                let mut markers = Vec::new();
                if piece.damage > 0 {
                    markers.push(format!("damage {}", piece.damage));
                }
                if piece.reduced {
                    markers.push("reduced side".into());
                }
                for leader in &self.leaders {
                    if leader.at == LeaderSpot::Hex(hex)
                        && leader.side == self.board.unit(unit).side
                    {
                        let name =
                            if leader.side == Side::German { "Süssmann" } else { "Freyberg" };
                        markers.push(name.into());
                    }
                }
                let air = self.support.allied_air.iter().flatten().chain(&self.support.german_air);
                if air.clone().any(|&over| over == hex) {
                    markers.push("air support".into());
                }
                if self.down.contains(hex) {
                    markers.push("bridge destroyed".into());
                }
                Some(Counter { unit: u16::from(unit), hex, steps: self.stamina(unit), markers })
            })
            .collect()
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        self.board
            .objectives
            .iter()
            .map(|o| {
                let side =
                    if self.holds(o.hex, Side::German) { Side::German } else { Side::Allied };
                (o.hex, side)
            })
            .collect()
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        let landing = |unit: &Unit| match unit.entry {
            Entry::Box(b) => {
                let letter = &self.board.boxes[usize::from(b)].letter;
                unit.landing.map(|hex| (hex, format!("{letter} {}", unit.name)))
            }
            Entry::Hex(hex) if unit.turn > 0 => {
                Some((hex, format!("{} turn {}", unit.name, unit.turn + 1)))
            }
            _ => None,
        };
        let entry = self.board.entry.iter().map(|&hex| (hex, "entry".to_string()));
        self.board.units.iter().filter_map(landing).chain(entry).collect()
    }

    fn brief(&self) -> Brief {
        let board = &self.board;
        let count = |side: Side| {
            let units = board.units.iter().filter(|unit| unit.side == side);
            let strength: u32 = units.clone().map(|unit| u32::from(unit.combat)).sum();
            format!("{} units, combat strength {strength}", units.count())
        };
        let points: u32 = board.objectives.iter().map(|o| u32::from(o.points)).sum();
        let invader = board.invader();
        let mut facts = alloc::vec![
            ("turns".to_string(), format!("{}, four impulses each", board.calendar.len())),
            ("Germans".to_string(), count(Side::German)),
            ("Allies".to_string(), count(Side::Allied)),
            (
                "victory points".to_string(),
                format!("{invader} victory with {} of {points}", board.victory_points),
            ),
        ];
        let automatic = if board.mercury() {
            "Germans in supply on two airfields; Allies holding all three on the third evening"
        } else {
            "XXX Corps in Arnhem in supply"
        };
        facts.push(("automatic victory".to_string(), automatic.to_string()));
        for option in board.options.list(board.edition).into_iter().filter(|o| o.known) {
            let state = if option.on { "on" } else { "off" };
            facts
                .push((format!("options.{}", option.name), format!("{state}; {}", option.meaning)));
        }
        Brief {
            title: board.title.clone(),
            facts,
            rulings: board.rulings.list(board.edition),
            provenance: board.provenance.clone(),
            history: board.history.clone(),
        }
    }
}
