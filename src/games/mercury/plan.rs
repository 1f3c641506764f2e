//! What drop and set-up plans may fix: hexes of sticks, of serials and of units that choose theirs, how units begin,
//! with whom leaders come, and which serial waits.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Beginning, HexId, Leading, Placeable, Placing, PlanKind, Plannable, Waiting};

use super::action::Action;
use super::counter::{Movement, UnitId};
use super::frame::{Airland, Begin, Frame, FreeCompany, FreeTarget, LeaderJoins, SettingUp};
use super::ground::{Commands, SetUp};
use super::ids::LeaderId;
use super::state::Battle;

impl Plannable for Battle {
    const WAYS: &'static [&'static str] =
        &["deployed", "dug-in", "column", "mounted", "mounted-column"];

    fn placing(battle: &Battle, action: Action) -> Option<(PlanKind, Placing)> {
        let to = |unit: UnitId, hex| Placing::Unit(unit.0, hex);
        let with = |leader: LeaderId, unit: UnitId| Placing::Leads(u16::from(leader.0), unit.0);
        Some(match (*battle.frames.last()?, action) {
            (Frame::Dropping(dropping), Action::DropIn(hex)) => {
                (PlanKind::Drop, to(dropping.unit(battle)?, hex))
            }
            // O1.0: the order of the battalions is that of the entry zones; a battalion jumps where its first company is
            // to go, and an independent with one whose target is among its own hexes.
            (Frame::FreeDrop(_), Action::JumpNext(stick)) => {
                let place = battle.free_drops().battalions.iter().position(|&own| own == stick)?;
                (PlanKind::Drop, Placing::Zone(place as u16))
            }
            (Frame::FreeTarget(FreeTarget { stick, .. }), Action::DropTarget(hex)) => {
                (PlanKind::Drop, to(battle.ground.sticks[stick.index()].units[0], hex))
            }
            (Frame::FreeCompany(FreeCompany { jump }), Action::DropWith(unit)) => {
                (PlanKind::Drop, to(unit, jump.target))
            }
            // A plan that says where a battalion jumps wants nobody with it for whom it does not say so.
            (Frame::FreeCompany(FreeCompany { jump }), Action::DropAlone) => {
                let first = battle.ground.sticks[jump.stick.index()].units[0];
                (PlanKind::Drop, to(first, jump.target))
            }
            (Frame::Airland(Airland { serial, next, .. }), Action::AirlandIn(hex)) => {
                let serial = &battle.ground.airlanding.as_ref()?.serials[serial.index()];
                (PlanKind::Drop, to(serial.units[usize::from(next)], hex))
            }
            // Where serials may come in any order, they stand behind the battalions among the entry zones.
            (Frame::NextSerial(_), Action::NextSerial(serial)) => {
                let place = battle.zones().len() - battle.airlanding().serials.len();
                (PlanKind::Drop, Placing::Zone(place as u16 + u16::from(serial.0)))
            }
            (Frame::Airland(Airland { serial, .. }), Action::HoldSerial) => {
                (PlanKind::Drop, Placing::Waits(u16::from(serial.0), battle.turn))
            }
            (Frame::SettingUp(SettingUp { next }), action) => {
                let placing = match (&battle.ground.set_up[usize::from(next)], action) {
                    (SetUp::Unit { unit, .. }, Action::SetUpIn(hex)) => to(*unit, hex),
                    (SetUp::Leader { leader, .. }, Action::LeaderWith(unit)) => with(*leader, unit),
                    _ => return None,
                };
                (PlanKind::Setup, placing)
            }
            (Frame::Begin(Begin { unit, arrives }), Action::Begin { column, mounted, dug_in }) => {
                // Who arrives otherwise than by a transport aircraft marches on, which no plan is about.
                let kind = match arrives {
                    false => PlanKind::Setup,
                    true if battle.unit(unit).airlanded => PlanKind::Drop,
                    true => return None,
                };
                (kind, Placing::Begins(unit.0, way(column, mounted, dug_in)))
            }
            (Frame::LeaderJoins(LeaderJoins { leader }), Action::LeaderWith(unit))
                if battle.lands(leader) =>
            {
                (PlanKind::Drop, with(leader, unit))
            }
            _ => return None,
        })
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        match kind {
            PlanKind::Drop => {
                let sticks = self.ground.sticks.iter().flat_map(|stick| {
                    let free = self.ground.free_drops.as_ref();
                    let free = free.filter(|_| stick.hexes.is_empty());
                    let hexes = free.map_or(&stick.hexes, |terms| &terms.targets);
                    stick.units.iter().map(|&unit| placeable(unit, &stick.name, hexes))
                });
                let free = self.ground.free_drops.iter().flat_map(|terms| {
                    let units = terms.independents.iter();
                    units.map(|&unit| placeable(unit, "Independents", &terms.targets))
                });
                let sticks = sticks.chain(free);
                let serials = self.ground.airlanding.iter().flat_map(|terms| {
                    terms.serials.iter().flat_map(|serial| {
                        serial
                            .units
                            .iter()
                            .map(|&unit| placeable(unit, &serial.name, &terms.airfields.concat()))
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

    /// Battalions that drop freely (O1.0), and serials that may land in any order: a plan fixes theirs.
    fn zones(&self) -> Vec<String> {
        let battalions = self.ground.free_drops.iter().flat_map(|terms| &terms.battalions);
        let battalions = battalions.map(|stick| self.ground.sticks[stick.index()].name.clone());
        let free = self.ground.airlanding.iter().filter(|terms| terms.any_order);
        let serials = free.flat_map(|terms| terms.serials.iter().map(|serial| serial.name.clone()));
        battalions.chain(serials).collect()
    }

    fn beginnings(&self, kind: PlanKind) -> Vec<Beginning> {
        let units: Vec<(UnitId, bool)> = match kind {
            PlanKind::Drop => self.serial_units().map(|unit| (unit, false)).collect(),
            PlanKind::Setup => {
                let items = self.ground.set_up.iter().flat_map(|item| match item {
                    SetUp::Unit { unit, may_dig, in_park: false, .. } => vec![(*unit, *may_dig)],
                    SetUp::Random { units, .. } => {
                        units.iter().map(|&unit| (unit, false)).collect()
                    }
                    SetUp::Unit { .. } | SetUp::Leader { .. } => Vec::new(),
                });
                items.collect()
            }
        };
        let beginning = |(unit, may_dig): (UnitId, bool)| Beginning {
            unit: unit.0,
            ways: self.ways(unit, may_dig),
        };
        units.into_iter().map(beginning).filter(|one| one.ways.len() > 1).collect()
    }

    fn leadings(&self, kind: PlanKind) -> Vec<Leading> {
        match kind {
            PlanKind::Drop => {
                let landing = LeaderId::all(self.ground.leaders.len());
                landing
                    .filter(|&leader| self.comes_by_air(leader))
                    .map(|leader| self.leading(leader, &self.led(leader)))
                    .collect()
            }
            PlanKind::Setup => {
                let choosing = self.ground.set_up.iter().filter_map(|item| match item {
                    SetUp::Leader { leader, units } => Some(self.leading(*leader, units)),
                    SetUp::Unit { .. } | SetUp::Random { .. } => None,
                });
                choosing.collect()
            }
        }
    }

    fn serials(&self) -> Vec<Waiting> {
        let serials = self.ground.airlanding.iter().flat_map(|terms| &terms.serials);
        serials
            .map(|serial| Waiting {
                name: serial.name.clone(),
                units: serial.units.iter().map(|unit| unit.0).collect(),
            })
            .collect()
    }
}

/// The number among [`Battle::WAYS`].
fn way(column: bool, mounted: bool, dug_in: bool) -> u8 {
    match (column, mounted, dug_in) {
        (_, _, true) => 1,
        (false, false, false) => 0,
        (true, false, false) => 2,
        (false, true, false) => 3,
        (true, true, false) => 4,
    }
}

impl Battle {
    fn serial_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let serials = self.ground.airlanding.iter().flat_map(|terms| &terms.serials);
        serials.flat_map(|serial| serial.units.iter().copied())
    }

    /// The ways in which a unit may ever begin or arrive.
    fn ways(&self, unit: UnitId, may_dig: bool) -> Vec<u8> {
        let counter = self.counter(unit);
        let mut ways = vec![way(false, false, false)];
        if may_dig {
            ways.push(way(false, false, true));
        }
        if matches!(counter.movement, Movement::Points(..)) {
            ways.push(way(true, false, false));
        }
        if counter.transport.is_some() && counter.movement == Movement::Star {
            ways.extend([way(false, true, false), way(true, true, false)]);
        }
        ways
    }

    /// Whether the leader comes with a stick or a serial.
    fn comes_by_air(&self, leader: LeaderId) -> bool {
        let sticks = self.ground.sticks.iter().map(|stick| stick.leader);
        let serials = self.ground.airlanding.iter().flat_map(|terms| &terms.serials);
        sticks.chain(serials.map(|serial| serial.leader)).any(|with| with == Some(leader))
    }

    /// Whether the leader has just come from the air: he has not been with anybody yet.
    fn lands(&self, leader: LeaderId) -> bool {
        let state = &self.command.leaders[leader.index()];
        !state.replaced && state.with.is_none() && self.comes_by_air(leader)
    }

    /// Everybody who can ever be his to go with: those of his stick or serial first, then others who come from the air,
    /// then the rest. A battalion may be attached to another brigade of its division.
    fn led(&self, leader: LeaderId) -> Vec<UnitId> {
        let card = &self.ground.leaders[leader.index()];
        let attached = |unit: UnitId| {
            self.ground.battalions.iter().any(|battalion| battalion.units.contains(&unit))
        };
        let mut units: Vec<UnitId> = self
            .ids()
            .filter(|&unit| {
                let counter = self.counter(unit);
                let his = match card.commands {
                    Commands::Greeks => counter.greek,
                    Commands::Formation(formation) => {
                        counter.formation == Some(formation) || attached(unit)
                    }
                    Commands::Division => counter.division == card.division,
                };
                card.side == counter.side && his
            })
            .collect();
        let with = |units: &[UnitId], brings: Option<LeaderId>, unit: UnitId| {
            units.contains(&unit).then_some(u8::from(brings != Some(leader)))
        };
        units.sort_by_key(|&unit| {
            let sticks = self.ground.sticks.iter();
            let sticks = sticks.filter_map(|stick| with(&stick.units, stick.leader, unit));
            let serials = self.ground.airlanding.iter().flat_map(|terms| &terms.serials);
            let serials = serials.filter_map(|serial| with(&serial.units, serial.leader, unit));
            sticks.chain(serials).min().unwrap_or(2)
        });
        units
    }

    fn leading(&self, leader: LeaderId, units: &[UnitId]) -> Leading {
        let card = &self.ground.leaders[leader.index()];
        Leading {
            leader: u16::from(leader.0),
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            units: units.iter().map(|unit| unit.0).collect(),
        }
    }
}

fn placeable(unit: UnitId, group: &str, hexes: &[HexId]) -> Placeable {
    let group: String = group.to_string();
    Placeable { unit: unit.0, group, hexes: hexes.to_vec() }
}
