//! What drop plans may fix: the order of the approach boxes, and the hexes of those who land.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{HexId, Pending, Placeable, Placing, PlanKind, Plannable};

use super::action::Action;
use super::ground::{Class, Entry, Terrain};
use super::rules::Race;

impl Plannable for Race {
    fn placing(race: &Race, action: Action) -> Option<(PlanKind, Placing)> {
        let placing = match action {
            Action::Land(hex) => Placing::Unit(race.phase.subject(race)?, hex),
            Action::Drop(approach) => Placing::Zone(u16::from(approach)),
            _ => return None,
        };
        Some((PlanKind::Drop, placing))
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        if kind != PlanKind::Drop {
            return Vec::new();
        }
        let units = self.board.units.iter().enumerate();
        units
            .filter_map(|(number, unit)| {
                let group = match unit.entry {
                    Entry::Box(approach) => self.board.boxes[usize::from(approach)].name.clone(),
                    Entry::AnyBox => "any box".to_string(),
                    _ => return None,
                };
                let hexes = self.landing_hexes(unit.class, unit.landing);
                Some(Placeable { unit: number as u16, group, hexes })
            })
            .collect()
    }

    fn zones(&self) -> Vec<String> {
        self.board.boxes.iter().map(|approach| approach.name.clone()).collect()
    }
}

impl Race {
    /// Every hex that a unit of the class may ever land on: its printed one and those beside it (5.2), the
    /// airfields, then those of units it may land on or of which reinforcements choose (Mercury 10.2.1;
    /// Market-Garden 3.3): anywhere on dry ground.
    fn landing_hexes(&self, class: Class, printed: Option<HexId>) -> Vec<HexId> {
        let dry = |hex: &HexId| self.board.ground(*hex).terrain != Terrain::Sea;
        let beside = printed.into_iter().flat_map(|hex| self.board.ground(hex).neighbours());
        let airfields = self.board.airfields.iter().flat_map(|airfield| airfield.hexes.iter());
        let anywhere = self.board.map.ids().filter(|_| class.drops());
        let mut hexes: Vec<HexId> = Vec::new();
        for hex in printed.into_iter().chain(beside).chain(airfields).chain(anywhere).filter(dry) {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }
}
