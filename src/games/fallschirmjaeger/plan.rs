//! What drop plans may fix: where paratroops jump, seaplanes come down and others land.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Pending, Placeable, Placing, PlanKind, Plannable};

use super::action::Action;
use super::ground::{Class, Entry};
use super::phase::Wait;
use super::state::Holland;

impl Plannable for Holland {
    fn placing(holland: &Holland, action: Action) -> Option<(PlanKind, Placing)> {
        let placing = match action {
            Action::Jump(hex) | Action::Splash(hex) => {
                Placing::Unit(holland.wait.subject(holland)?, hex)
            }
            Action::Land(unit, hex) if matches!(holland.wait, Wait::LandNext(_)) => {
                Placing::Unit(unit, hex)
            }
            // Who is not told to jump waits with his battalion until the turn that the plan says.
            Action::Pass if matches!(holland.wait, Wait::Jump(_) | Wait::Splash(_)) => {
                let unit = holland.wait.subject(holland)?;
                Placing::Waits(holland.serial_of(unit)?, holland.turn.into())
            }
            _ => return None,
        };
        Some((PlanKind::Drop, placing))
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        if kind != PlanKind::Drop {
            return Vec::new();
        }
        let fields: Vec<HexId> = self.board.airfields.iter().map(|field| field.hex).collect();
        let partial = self.board.map.ids().filter(|&hex| self.board.cell(hex).partial);
        let partial: Vec<HexId> = partial.collect();
        let mut placeable = Vec::new();
        for unit in self.board.numbers() {
            let one = self.board.unit(unit);
            let hexes = match (one.entry, one.class) {
                (Entry::Seaplane, _) => partial.clone(),
                (Entry::Drop, Class::ParadropHead) => self.board.drops.iter().collect(),
                (Entry::Drop, _) => {
                    let stadium = self.board.places.stadium;
                    let special = self.board.villages.iter().chain(stadium);
                    let all = self.board.drops.iter().chain(special);
                    let mut hexes: Vec<HexId> = all.collect();
                    hexes.extend(fields.iter().filter(|&&hex| !self.board.drops.contains(hex)));
                    hexes
                }
                (Entry::Landing | Entry::Reserve, Class::AirfieldHead) => {
                    let own = self.board.airfields.iter().filter(|field| field.head == Some(unit));
                    own.map(|field| field.hex).collect()
                }
                (Entry::Landing | Entry::Reserve, _) => fields.clone(),
                _ => continue,
            };
            placeable.push(Placeable { unit, group: one.battalion.clone(), hexes });
        }
        placeable
    }

    fn serials(&self) -> Vec<engine::Waiting> {
        let mut serials: Vec<engine::Waiting> = Vec::new();
        for unit in self.board.numbers() {
            let Some(name) = self.serial_name(unit) else { continue };
            match serials.iter_mut().find(|serial| serial.name == name) {
                Some(serial) => serial.units.push(unit),
                None => serials.push(engine::Waiting { name, units: alloc::vec![unit] }),
            }
        }
        serials
    }
}

impl Holland {
    /// Units that jump or come by seaplane are held back one by one: each has a serial of its own name.
    fn serial_name(&self, unit: u16) -> Option<String> {
        let kind = self.board.unit(unit);
        matches!(kind.entry, Entry::Drop | Entry::Seaplane).then(|| kind.id.clone())
    }

    /// The number of a unit's serial.
    fn serial_of(&self, unit: u16) -> Option<u16> {
        let comes =
            |&other: &u16| matches!(self.board.unit(other).entry, Entry::Drop | Entry::Seaplane);
        self.board.numbers().filter(comes).position(|other| other == unit).map(|place| place as u16)
    }
}
