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
use super::ground::{Class, Way};
use super::state::{AirAssault, Spot};

impl Pictured for AirAssault {
    fn map(&self) -> &Map {
        &self.board.map
    }

    fn counters(&self) -> Vec<Counter> {
        let shown = self.board.numbers().filter_map(|unit| {
            let mut markers = Vec::new();
            let hex = match self.piece(unit).spot {
                Spot::Hex(hex) | Spot::Over(hex) => hex,
                Spot::Box(place) => {
                    markers.push(Marker::new(Tone::Delay, "B", "in a landing box"));
                    self.board.boxes[usize::from(place)].water
                }
                _ => return None,
            };
            if self.piece(unit).face_down {
                markers.push(Marker::new(Tone::Shelter, "?", "face down"));
            }
            let kind = self.unit(unit);
            let figures = [kind.attack, kind.defence, kind.movement, kind.range];
            let figures = figures.map(|figure| figure.to_string()).to_vec();
            Some(Counter { unit, hex, steps: 1, figures, markers })
        });
        shown.collect()
    }

    fn symbols(&self) -> Vec<Symbol> {
        let symbol = |class| match class {
            Class::Infantry => Symbol::Infantry,
            Class::SpecialForces => Symbol::Commando,
            Class::Parachute => Symbol::Parachute,
            Class::Glider => Symbol::Glider,
            Class::MachineGun => Symbol::MachineGun,
            Class::Engineer => Symbol::Engineer,
            Class::Headquarters => Symbol::Headquarters,
            Class::Reconnaissance => Symbol::Reconnaissance,
            Class::AntiTank => Symbol::AntiTank,
            Class::FieldArtillery | Class::LightArtillery => Symbol::Artillery,
            Class::LightAntiAircraft | Class::HeavyAntiAircraft => Symbol::AntiAircraft,
            Class::CoastalDefence => Symbol::CoastArtillery,
            Class::LightTank | Class::HeavyTank | Class::AssaultGun => Symbol::Armour,
            Class::York | Class::Steamer => Symbol::Naval,
            Class::Truck => Symbol::Transport,
            Class::Docks | Class::Noncombat => Symbol::Supply,
            Class::Bomber | Class::Fighter | Class::FighterBomber | Class::Decoy => Symbol::Unit,
        };
        self.board.units.iter().map(|unit| symbol(unit.class)).collect()
    }

    fn figures(&self) -> &'static [&'static str] {
        &["attack", "defence", "movement", "range"]
    }

    fn moment(&self, event: &Event) -> Option<Moment> {
        let (kind, hex) = match event {
            Event::Drifted(drifted) => (MomentKind::Drop, drifted.hex),
            Event::Fought(fought) => (MomentKind::Assault, Some(fought.target)),
            Event::Advanced { to, .. } if self.field_hexes().any(|hex| hex == *to) => {
                (MomentKind::Capture, Some(*to))
            }
            Event::Lost { hex, .. } => (MomentKind::Elimination, *hex),
            _ => return None,
        };
        Some(Moment { kind, hex })
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        let fields = self.field_hexes().map(|hex| {
            let german = self.is_friendly(Side::German, hex);
            (hex, if german { Side::German } else { Side::Allied })
        });
        fields.collect()
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        let mut marks: BTreeMap<HexId, BTreeMap<&str, u32>> = BTreeMap::new();
        for unit in &self.board.units {
            let Some(hex) = unit.post else { continue };
            let words = match unit.way {
                Way::SetUp { .. } => "Allied",
                Way::Decoy => "decoy",
                Way::Drop { .. } | Way::DropAnywhere | Way::DropTogether => "drop",
                Way::Convoy(_) => "convoy",
                _ => continue,
            };
            *marks.entry(hex).or_default().entry(words).or_default() += 1;
        }
        let label = |(words, count): (&&str, &u32)| {
            if *count > 1 { format!("{count} {words}") } else { (*words).to_string() }
        };
        let join =
            |words: &BTreeMap<&str, u32>| words.iter().map(label).collect::<Vec<_>>().join(", ");
        marks.iter().map(|(&hex, words)| (hex, join(words))).collect()
    }

    fn brief(&self) -> Brief {
        let board = &self.board;
        let count = |side: Side| {
            let own = board.units.iter().filter(|unit| {
                unit.side == side && unit.class.is_combat() && unit.way != Way::Reformed
            });
            let attack: u32 = own.clone().map(|unit| u32::from(unit.attack)).sum();
            format!("{} units, attack strength {attack}", own.count())
        };
        let nights = board.night.iter().filter(|night| **night).count();
        let fields: Vec<&str> = board.airfields.iter().map(|field| field.name.as_str()).collect();
        let decoys = board.units.iter().filter(|unit| unit.class == Class::Decoy).count();
        let victory = format!(
            "Germans who hold one of {} for {} turns in a row",
            fields.join(", "),
            board.hold
        );
        Brief {
            title: board.title.clone(),
            facts: vec![
                ("turns".into(), format!("{}, {nights} of them at night", board.turns.len())),
                ("Germans".into(), count(Side::German)),
                ("Allies".into(), format!("{}, {decoys} decoys", count(Side::Allied))),
                ("victory".into(), victory),
            ],
            rulings: board.rulings.list(),
            provenance: board.provenance.clone(),
            history: board.history.clone(),
        }
    }
}
