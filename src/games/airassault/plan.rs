//! What plans may fix: where airborne units drop, and where the Allies set up.

use alloc::vec::Vec;

use engine::{HexId, Placeable, Placing, PlanKind, Plannable};

use super::action::Action;
use super::ground::Way;
use super::phase::Wait;
use super::state::AirAssault;
use super::view::View;

impl Plannable for AirAssault {
    fn placing(view: View<'_>, action: Action) -> Option<(PlanKind, Placing)> {
        let Action::To(hex) = action else { return None };
        let kind = match view.wait()? {
            Wait::Drop(_) => PlanKind::Drop,
            Wait::SetUp(_) => PlanKind::Setup,
            _ => return None,
        };
        Some((kind, Placing::Unit(view.subject()?, hex)))
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        let board = &self.board;
        let drops = |sector: Option<u8>| {
            board.land.iter().filter(move |&hex| {
                let cell = board.cell(hex);
                cell.drop && sector.is_none_or(|sector| cell.sector == sector)
            })
        };
        let mut placeable = Vec::new();
        for unit in board.numbers() {
            let one = board.unit(unit);
            let mut hexes: Vec<HexId> = match (&one.way, kind) {
                (Way::Drop { sector }, PlanKind::Drop) => drops(Some(*sector)).collect(),
                (Way::DropAnywhere | Way::DropTogether, PlanKind::Drop) => drops(None).collect(),
                (Way::SetUp { .. } | Way::Decoy, PlanKind::Setup) => {
                    self.set_up_hexes(unit).iter().collect()
                }
                _ => continue,
            };
            hexes.sort_by_key(|&hex| one.post != Some(hex));
            let group = one.battalion.map_or(&one.formation, |number| &board.unit(number).id);
            placeable.push(Placeable { unit, group: group.clone(), hexes });
        }
        placeable
    }
}
