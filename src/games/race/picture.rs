//! What maps and briefs are drawn from.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{
    Brief, Counter, HexId, Map, Marker, Moment, MomentKind, Pictured, Side, Symbol, Tone,
};

use super::chronicle::Event;
use super::ground::{Class, Entry};
use super::rules::{LeaderSpot, Race};
use super::rulings::Scope;

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
                    let (badge, words) =
                        (format!("-{}", piece.damage), format!("damage {}", piece.damage));
                    markers.push(Marker::new(Tone::Harm, badge, words));
                }
                if piece.reduced {
                    markers.push(Marker::new(Tone::Harm, "R", "reduced side"));
                }
                for leader in &self.leaders {
                    if leader.at == LeaderSpot::Hex(hex)
                        && leader.side == self.board.unit(unit).side
                    {
                        let name =
                            if leader.side == Side::German { "Süssmann" } else { "Freyberg" };
                        markers.push(Marker::new(Tone::Help, "L", format!("leader {name}")));
                    }
                }
                let figures = [self.strength(unit), self.stamina(unit), self.pace(unit)]
                    .map(|figure| figure.to_string())
                    .to_vec();
                let steps = self.stamina(unit);
                Some(Counter { unit: u16::from(unit), hex, steps, figures, markers })
            })
            .collect()
    }

    fn symbols(&self) -> Vec<Symbol> {
        let symbol = |class| match class {
            Class::Infantry => Symbol::Infantry,
            Class::Armor => Symbol::Armour,
            Class::Mechanized => Symbol::Mechanised,
            Class::Parachute => Symbol::Parachute,
            Class::Glider => Symbol::Glider,
            Class::Mountain => Symbol::Mountain,
            Class::AirTransport => Symbol::AirLanding,
            Class::Irregular => Symbol::Irregular,
        };
        self.board.units.iter().map(|unit| symbol(unit.class)).collect()
    }

    fn figures(&self) -> &'static [&'static str] {
        &["combat", "endurance", "movement"]
    }

    fn ground_markers(&self) -> Vec<(HexId, Marker)> {
        let air = |over: &[Option<HexId>], whose: &str| -> Vec<(HexId, Marker)> {
            let words = format!("{whose} air support");
            over.iter()
                .flatten()
                .map(|&hex| (hex, Marker::new(Tone::Help, "A", words.clone())))
                .collect()
        };
        let mut markers = air(&self.support.allied_air, "Allied");
        markers.extend(air(&[self.support.german_air], "German"));
        let down = self.board.map.ids().filter(|&hex| self.down.contains(hex));
        markers.extend(down.map(|hex| (hex, Marker::new(Tone::Harm, "×", "bridge destroyed"))));
        markers
    }

    fn moment(&self, event: &Event) -> Option<Moment> {
        let (kind, hex) = match event {
            Event::Landed(landed) => (MomentKind::Drop, self.pieces[usize::from(landed.unit)].last),
            Event::Fought(fought) => (MomentKind::Assault, Some(fought.target)),
            Event::Eliminated { unit, .. } => {
                (MomentKind::Elimination, self.pieces[usize::from(*unit)].last)
            }
            _ => return None,
        };
        Some(Moment { kind, hex })
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
        // One mark a hex: who begins, lands or arrives there.
        let mut marks: BTreeMap<HexId, BTreeMap<String, u32>> = BTreeMap::new();
        let mut mark = |hex, words| *marks.entry(hex).or_default().entry(words).or_default() += 1;
        for unit in &self.board.units {
            let whose = if unit.side == Side::German { "German" } else { "Allied" };
            match (unit.entry, unit.landing) {
                (Entry::Box(b), Some(hex)) => {
                    mark(hex, format!("{} drop", self.board.boxes[usize::from(b)].letter));
                }
                (Entry::Hex(hex), _) if unit.turn > 0 => {
                    mark(hex, format!("{whose} turn {}", unit.turn + 1));
                }
                (Entry::Hex(hex), _) => mark(hex, whose.into()),
                _ => {}
            }
        }
        self.board.entry.iter().for_each(|&hex| mark(hex, "entry".into()));
        let label = |(words, count): (&String, &u32)| {
            if *count > 1 { format!("{count} {words}") } else { words.clone() }
        };
        let join =
            |words: &BTreeMap<String, u32>| words.iter().map(label).collect::<Vec<_>>().join(", ");
        marks.iter().map(|(&hex, words)| (hex, join(words))).collect()
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
        let known = |scope: Scope| scope.covers(board.edition);
        for option in board.options.list(known) {
            let state = if option.value == "true" { "on" } else { "off" };
            facts.push((format!("options.{}", option.id), format!("{state}; {}", option.meaning)));
        }
        Brief {
            title: board.title.clone(),
            facts,
            rulings: board.rulings.list(known),
            provenance: board.provenance.clone(),
            history: board.history.clone(),
        }
    }
}
