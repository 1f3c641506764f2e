//! The map as it is drawn, and the brief that introduces a scenario.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Brief, Counter, HexId, Map, Marker, Moment, MomentKind, Pictured, Side, Symbol, Tone,
};

use super::event::Event;
use super::ground::{Class, Entry, Victory};
use super::state::Holland;

impl Pictured for Holland {
    fn map(&self) -> &Map {
        &self.board.map
    }

    fn counters(&self) -> Vec<Counter> {
        let shown = self.board.numbers().filter_map(|unit| {
            let hex = self.hex_of(unit)?;
            let (kind, piece) = (self.board.unit(unit), self.piece(unit));
            let mut markers = Vec::new();
            if piece.dg {
                markers.push(Marker::new(Tone::Harm, "DG", "disorganized"));
            }
            if piece.cut_off {
                markers.push(Marker::new(Tone::Harm, "OS", "out of supply"));
            }
            if piece.captive {
                markers.push(Marker::new(Tone::Harm, "P", "captive"));
            }
            let range = kind.range.max(kind.aa_range);
            let movement = kind.movement.to_string();
            let figures = vec![self.strength(unit).to_string(), range.to_string(), movement];
            Some(Counter { unit, hex, steps: piece.steps, figures, markers })
        });
        shown.collect()
    }

    fn symbols(&self) -> Vec<Symbol> {
        let symbol = |class| match class {
            Class::Infantry => Symbol::Infantry,
            Class::Parachute => Symbol::Parachute,
            Class::AirLanding => Symbol::AirLanding,
            Class::Motorcycle => Symbol::Motorised,
            Class::Bicycle => Symbol::Reconnaissance,
            Class::MachineGun => Symbol::MachineGun,
            Class::Marine | Class::Ship => Symbol::Naval,
            Class::Engineer | Class::Bridge => Symbol::Engineer,
            Class::Weapons => Symbol::HeavyWeapons,
            Class::Mortar => Symbol::Mortar,
            Class::InfantryGun => Symbol::Gun,
            Class::Artillery => Symbol::Artillery,
            Class::CoastalArtillery => Symbol::CoastArtillery,
            Class::AntiAircraft => Symbol::AntiAircraft,
            Class::AntiTank => Symbol::AntiTank,
            Class::Armour | Class::Train => Symbol::Armour,
            Class::Truck => Symbol::Transport,
            Class::Leader => Symbol::Headquarters,
            Class::ParadropHead | Class::AirfieldHead => Symbol::Supply,
            Class::Gold => Symbol::Treasure,
        };
        self.board.units.iter().map(|unit| symbol(unit.class)).collect()
    }

    fn figures(&self) -> &'static [&'static str] {
        &["combat", "range", "movement"]
    }

    fn ground_markers(&self) -> Vec<(HexId, Marker)> {
        let standing = self
            .standing
            .iter()
            .map(|standing| (standing.hex, Marker::new(Tone::Harm, "SB", "standing barrage")));
        let wrecks = self.board.airfields.iter().enumerate();
        let wrecks = wrecks
            .filter(|(field, _)| self.wrecks >> field & 1 == 1)
            .map(|(_, field)| (field.hex, Marker::new(Tone::Harm, "W", "wreck")));
        let laid = self.laid.iter().map(|laid| {
            let words = if laid.by.is_some() { "bridge being laid" } else { "bridge" };
            (laid.from, Marker::new(Tone::Help, "Br", words))
        });
        let burnt = self.board.places.refinery.iter().enumerate();
        let burnt = burnt
            .filter(|(place, _)| self.burnt >> place & 1 == 1)
            .map(|(_, &hex)| (hex, Marker::new(Tone::State, "×", "refinery destroyed")));
        standing.chain(wrecks).chain(laid).chain(burnt).collect()
    }

    fn moment(&self, event: &Event) -> Option<Moment> {
        let (kind, hex) = match event {
            Event::Landed(landed) => (MomentKind::Drop, landed.hex),
            Event::Fought(fought) => (MomentKind::Assault, Some(fought.target)),
            Event::FieldTaken { field, .. } => {
                (MomentKind::Capture, Some(self.board.airfields[usize::from(*field)].hex))
            }
            Event::BridgeCrossed { bridge, .. } => {
                let bridge = &self.board.bridges[usize::from(*bridge)];
                (MomentKind::Capture, bridge.ends[0].first().copied())
            }
            Event::Captured { unit, .. } => (MomentKind::Capture, self.hex_of(*unit)),
            Event::Lost { gone: true, hex, .. } => (MomentKind::Elimination, *hex),
            _ => return None,
        };
        Some(Moment { kind, hex })
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        let bridges = self.board.bridges.iter().enumerate().filter_map(|(number, bridge)| {
            let hex = bridge.hexes.first().or(bridge.ends[0].first());
            Some((*hex?, self.holds_bridge(number).unwrap_or(Side::Allied)))
        });
        let fields = self.board.airfields.iter().enumerate().map(|(number, field)| {
            let german = self.holds_field(number);
            (field.hex, if german { Side::German } else { Side::Allied })
        });
        // Two bridges over one hexside are one place of the picture.
        let mut places: Vec<(HexId, Side)> = Vec::new();
        for (hex, side) in bridges.chain(fields) {
            if !places.iter().any(|&(other, _)| other == hex) {
                places.push((hex, side));
            }
        }
        places
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        let mut marks: BTreeMap<HexId, BTreeMap<String, u32>> = BTreeMap::new();
        let mut mark = |hex, words| *marks.entry(hex).or_default().entry(words).or_default() += 1;
        for unit in &self.board.units {
            let whose = if unit.side == Side::German { "German" } else { "Allied" };
            if let Entry::Hex(hex) = unit.entry {
                mark(hex, whose.to_string());
            }
        }
        for zone in &self.board.zones {
            zone.hexes.iter().for_each(|&hex| mark(hex, format!("zone {}", zone.letter)));
        }
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
            let units = board.units.iter().filter(|unit| unit.side == side && unit.class.fights());
            let strength: u32 = units.clone().map(|unit| u32::from(unit.strength)).sum();
            format!("{} units, combat strength {strength}", units.count())
        };
        let nights = board.night.iter().filter(|night| **night).count();
        let victory = match &board.victory {
            Victory::Bridges => format!("Germans with all {} bridges", board.bridges.len()),
            Victory::Airfields { fields, needed } => {
                let names =
                    fields.iter().map(|&field| board.airfields[usize::from(field)].name.as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                format!("Germans with {needed} of {names}, or with the Queen and the Government")
            }
            Victory::Points { levels } => {
                let level = |level: &super::ground::Level| match level.least {
                    Some(least) => format!("{} from {least}", level.name),
                    None => format!("{} below", level.name),
                };
                levels.iter().map(level).collect::<Vec<_>>().join(", ")
            }
        };
        Brief {
            title: board.title.clone(),
            facts: vec![
                ("turns".into(), format!("{}, {nights} of them at night", board.turns.len())),
                ("Germans".into(), count(Side::German)),
                ("Allies".into(), count(Side::Allied)),
                ("Ju-52 points".into(), board.ju52.to_string()),
                ("victory".into(), victory),
            ],
            rulings: board.rulings.list(),
            provenance: board.provenance.clone(),
            history: board.history.clone(),
        }
    }
}
