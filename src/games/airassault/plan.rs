//! What plans may fix: where airborne units drop, when convoys come and where, and where the Allies set up.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Placeable, Placing, PlanKind, Plannable};

use super::action::Action;
use super::ground::{Beach, Ground, Way};
use super::phase::Wait;
use super::state::AirAssault;
use super::view::View;

impl Plannable for AirAssault {
    fn placing(view: View<'_>, action: Action) -> Option<(PlanKind, Placing)> {
        if let (Action::Schedule { turn, beach }, Some(Wait::Schedule(schedule))) =
            (action, view.wait())
        {
            let zone = view.board().voyage(schedule.convoy(view.board())?, turn, beach)?;
            return Some((PlanKind::Drop, Placing::Zone(zone)));
        }
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

    /// Every regular convoy on every turn to every beach.
    fn zones(&self) -> Vec<String> {
        let board = &self.board;
        let mut zones = Vec::new();
        for convoy in 1..=board.convoys.regular {
            for turn in board.convoys.first_turn..=board.turns.len() as u8 {
                let to = |beach: &Beach| format!("Convoy {convoy}, turn {turn}, {}", beach.name);
                zones.extend(board.beaches.iter().map(to));
            }
        }
        zones
    }
}

impl Ground {
    /// The number among the zones of a convoy that comes on a turn to a beach.
    fn voyage(&self, convoy: u8, turn: u8, beach: u8) -> Option<u16> {
        let turns = self.turns.len() as u16 + 1 - u16::from(self.convoys.first_turn);
        let day = u16::from(turn.checked_sub(self.convoys.first_turn)?);
        let beaches = self.beaches.len() as u16;
        Some((u16::from(convoy) * turns + day) * beaches + u16::from(beach))
    }
}
