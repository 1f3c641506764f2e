//! What drop and set-up plans may fix: hexes of sticks, of serials and of units that choose theirs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{HexId, Placeable, Placing, PlanKind, Plannable};

use super::action::Action;
use super::counter::UnitId;
use super::frame::{Airland, Dropping, Frame, SettingUp};
use super::ground::SetUp;
use super::state::Battle;

impl Plannable for Battle {
    fn placing(battle: &Battle, action: Action) -> Option<(PlanKind, Placing)> {
        let (kind, unit, hex) = match (*battle.frames.last()?, action) {
            (Frame::Dropping(Dropping { stick, next }), Action::DropIn(hex)) => {
                let stick = &battle.ground.sticks[stick.index()];
                (PlanKind::Drop, stick.units[usize::from(next)], hex)
            }
            (Frame::Airland(Airland { serial, next }), Action::AirlandIn(hex)) => {
                let serial = &battle.ground.airlanding.as_ref()?.serials[serial.index()];
                (PlanKind::Drop, serial.units[usize::from(next)], hex)
            }
            (Frame::SettingUp(SettingUp { next }), Action::SetUpIn(hex)) => {
                let SetUp::Unit { unit, .. } = &battle.ground.set_up[usize::from(next)] else {
                    return None;
                };
                (PlanKind::Setup, *unit, hex)
            }
            _ => return None,
        };
        Some((kind, Placing::Unit(unit.0, hex)))
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        match kind {
            PlanKind::Drop => {
                let sticks = self.ground.sticks.iter().flat_map(|stick| {
                    stick.units.iter().map(|&unit| placeable(unit, &stick.name, &stick.hexes))
                });
                let serials = self.ground.airlanding.iter().flat_map(|terms| {
                    terms.serials.iter().flat_map(|serial| {
                        serial
                            .units
                            .iter()
                            .map(|&unit| placeable(unit, &serial.name, &terms.airfield))
                    })
                });
                sticks.chain(serials).collect()
            }
            PlanKind::Setup => {
                let choosing = self.ground.set_up.iter().filter_map(|item| match item {
                    SetUp::Unit { unit, hexes, .. } if hexes.len() > 1 => Some((*unit, hexes)),
                    _ => None,
                });
                choosing
                    .map(|(unit, hexes)| placeable(unit, &self.counter(unit).formation_name, hexes))
                    .collect()
            }
        }
    }
}

fn placeable(unit: UnitId, group: &str, hexes: &[HexId]) -> Placeable {
    let group: String = group.to_string();
    Placeable { unit: unit.0, group, hexes: hexes.to_vec() }
}
