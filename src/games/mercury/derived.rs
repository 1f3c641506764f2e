//! What is kept of the printed scenario, so that nobody counts it twice: who may command whom, what steps cost, how far
//! every hex is from what matters.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use engine::{BySide, Direction, Field, HexId, Id, Side, field};

use super::counter::{Counter, MoveClass, UnitId};
use super::distances::Distances;
use super::fire::{Hit, Mode};
use super::ground::{
    Called, Chit, Ground, Modifiers, NO_START, Printed, SetUp, StepCosts, Victory,
};
use super::ids::{FormationId, LeaderId, ObjectiveId};

impl Ground {
    /// Everything of a scenario, from what is printed.
    pub fn of(printed: Printed) -> Ground {
        let distances = Distances::of(&printed.map);
        let objectives: Vec<HexId> = printed.objectives.iter().map(|&(hex, _)| hex).collect();
        let (reaches, superiors) = (printed.reaches(), printed.superiors());
        let step_costs = printed.step_costs();
        let leaders = LeaderId::all(printed.leaders.len());
        let subordinates = leaders.map(|leader| subordinates(&superiors, leader)).collect();
        let formations = FormationId::all(printed.formations.len());
        let member = |formation| printed.counters_that(|c| c.formation == Some(formation));
        Ground {
            direct_reach: reaches.iter().map(|&[_, any]| any).max().unwrap_or(0),
            reaches,
            by_objective: printed.beside(&objectives),
            objective_near: printed.nearest(&distances, &objectives, u8::MAX),
            cover: printed.map.ids().map(|hex| printed.terrain(hex).fire).collect(),
            start_near: BySide::from_fn(|side| {
                printed.nearest(&distances, &printed.starts(side), NO_START)
            }),
            airfields: printed.places("airfield"),
            ports: printed.places("port"),
            settlements: printed.map.ids().filter(|&hex| printed.terrain(hex).settled).collect(),
            rearguards: printed.counters_that(Counter::rearguard),
            members: formations.map(member).collect(),
            called: printed.chits.iter().map(|&chit| printed.called_by(chit)).collect(),
            ways: printed.ways(&step_costs[MoveClass::Leg as usize][0]),
            roads: printed.ways(&step_costs[MoveClass::Leg as usize][1]),
            step_costs,
            subordinates,
            superiors,
            faces: printed.combat.map(|table| table.map(faces)),
            alike: alike(&printed.modifiers),
            distances,
            sheets: printed.sheets(),
            printed,
        }
    }
}

/// The units that have a leader among their superiors.
fn subordinates(superiors: &[Vec<LeaderId>], leader: LeaderId) -> Vec<UnitId> {
    let numbered = (0..).map(UnitId).zip(superiors);
    numbered.filter(|(_, own)| own.contains(&leader)).map(|(unit, _)| unit).collect()
}

/// How many faces from 0 to each rating give each result, in the order of [`Hit::ALL`].
fn faces(row: [Hit; 10]) -> [[u8; 8]; 9] {
    core::array::from_fn(|rating| {
        let mut counts = [0; 8];
        for &hit in &row[..=rating] {
            counts[hit as usize] += 1;
        }
        counts
    })
}

/// By mode, the first one in which a unit is the same firer, and the same target: what is worked out for one of
/// them holds for the other.
fn alike(modifiers: &[Modifiers; Mode::ALL.len()]) -> [[Mode; 2]; Mode::ALL.len()] {
    Mode::ALL.map(|mode| {
        let own = &modifiers[mode.index()];
        let first = |same: fn(&Modifiers, &Modifiers) -> bool| {
            let first = Mode::ALL.into_iter().find(|other| same(own, &modifiers[other.index()]));
            first.unwrap_or(mode)
        };
        [first(Modifiers::same_firer), first(Modifiers::same_target)]
    })
}

impl Printed {
    /// The sheets that print each hex.
    fn sheets(&self) -> Vec<u32> {
        let bits = |hex| {
            let sheets = (0..self.map.sheets().count() as u8).filter(|&n| self.map.is_on(hex, n));
            sheets.fold(0, |bits, number| bits | 1 << number)
        };
        self.map.ids().map(bits).collect()
    }

    /// How far each counter fires direct, and how far it fires direct or has a zone.
    fn reaches(&self) -> Vec<[u8; 2]> {
        let reaches = |counter: &Counter| {
            let direct = counter.direct_reach();
            [direct, direct.max(self.zone(counter))]
        };
        self.counters.iter().map(reaches).collect()
    }

    /// The leaders who may command each unit.
    fn superiors(&self) -> Vec<Vec<LeaderId>> {
        let superiors = |(unit, counter): (UnitId, &Counter)| {
            let brigades = FormationId::all(self.formations.len()).map(Some);
            let attachable =
                self.battalions.iter().any(|battalion| battalion.units.contains(&unit));
            let others = brigades.filter(|_| attachable);
            let fights_with: Vec<_> = core::iter::once(counter.formation).chain(others).collect();
            let own = LeaderId::all(self.leaders.len()).zip(&self.leaders).filter(|(_, card)| {
                fights_with.iter().any(|&formation| card.may_command(counter, formation))
            });
            own.map(|(number, _)| number).collect()
        };
        (0..).map(UnitId).zip(&self.counters).map(superiors).collect()
    }

    /// What steps cost along unbroken roads.
    fn step_costs(&self) -> [[StepCosts; 2]; 3] {
        let costs = |class, column| {
            let from =
                |hex| Direction::ALL.map(|way| self.work_out_step(class, column, hex, way, None));
            self.map.ids().map(from).collect()
        };
        MoveClass::ALL.map(|class| [false, true].map(|column| costs(class, column)))
    }

    /// Whether each hex is next to one of these.
    fn beside(&self, hexes: &[HexId]) -> Vec<bool> {
        let mut beside = alloc::vec![false; self.map.len()];
        for &hex in hexes {
            for (_, near) in self.map.neighbours(hex) {
                beside[near.index()] = true;
            }
        }
        beside
    }

    /// Where a side sets up or drops.
    fn starts(&self, side: Side) -> Vec<HexId> {
        let own = |unit: UnitId| self.counter(unit).side == side;
        let set_up = self.set_up.iter().filter_map(|item| match item {
            SetUp::Unit { unit, hexes, .. } if own(*unit) => Some(hexes),
            _ => None,
        });
        let jumps = self.sticks.iter().filter(|stick| own(stick.units[0]));
        let mut starts: Vec<HexId> =
            set_up.chain(jumps.map(|stick| &stick.hexes)).flatten().copied().collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// From each hex the hexes to the nearest of some places; `none` where there are none.
    fn nearest(&self, distances: &Distances, places: &[HexId], none: u8) -> Vec<u8> {
        let to = |hex: HexId| {
            let near = places.iter().map(|&at| distances.between(at, hex));
            near.min().unwrap_or(none)
        };
        self.map.ids().map(to).collect()
    }

    /// Cost for a leg company to reach each objective, and after them the edge to leave by and the refuge to get away
    /// to, where there are any.
    fn ways(&self, costs: &StepCosts) -> Vec<Field> {
        let refuge = self.refuge();
        let objectives = self.objectives.iter().map(|(goal, _)| core::slice::from_ref(goal));
        let edge = self.breakout.iter().map(|terms| terms.hexes.as_slice());
        let away = (!refuge.is_empty()).then_some(refuge.as_slice());
        let to = |goals| {
            field(&self.map, goals, |from, direction, _| costs[from.index()][direction.index()])
        };
        objectives.chain(edge).chain(away).map(to).collect()
    }

    /// The hexes in which steps have got away (scenario 8).
    fn refuge(&self) -> Vec<HexId> {
        match &self.victory {
            Victory::HoldBefore { escape, .. } => {
                let east = |hex: &HexId| self.map.hex(*hex).at.column > escape.east_of;
                self.map.ids().filter(east).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The counters that a chit may activate.
    fn called_by(&self, chit: Chit) -> Vec<Called> {
        let of = |unit: UnitId| {
            let counter = self.counter(unit);
            let always = match chit {
                // Mercury 8.0: auto-command units act on direct command only.
                Chit::Division(_) | Chit::Formation(_) if counter.auto_command => return None,
                // Greeks answer any division that has a leader near enough (6.0).
                Chit::Division(division) if counter.greek => {
                    let side = self.divisions[usize::from(division.0)].side;
                    (counter.side == side).then_some(false)
                }
                Chit::Division(division) => (counter.division == division).then_some(true),
                Chit::DirectCommand(side) => (counter.side == side).then_some(counter.auto_command),
                // Mercury 6.0: Greeks are not activated during a formation activation.
                Chit::Formation(_) if counter.greek => return None,
                // Its own, and any of its division: independents, and those that can be attached (S9.0).
                Chit::Formation(formation) => {
                    let own = counter.formation == Some(formation);
                    let division = self.formations[formation.index()].division;
                    let settled = own && self.battalions.is_empty();
                    (own || counter.division == division).then_some(settled)
                }
                Chit::Event(_) | Chit::Naval => return None,
            };
            always.map(|always| Called { unit, always })
        };
        (0..self.counters.len() as u16).map(UnitId).filter_map(of).collect()
    }

    fn counters_that(&self, test: impl Fn(&Counter) -> bool) -> Vec<UnitId> {
        let numbered = (0..).map(UnitId).zip(&self.counters);
        numbered.filter(|(_, counter)| test(counter)).map(|(unit, _)| unit).collect()
    }

    /// The objectives in each place of a kind that has any.
    fn places(&self, kind: &str) -> Vec<Vec<ObjectiveId>> {
        let mut places: BTreeMap<&str, Vec<ObjectiveId>> = BTreeMap::new();
        for hex in self.map.with_feature(kind) {
            let Some(objective) = self.objective(hex) else { continue };
            for place in self.map.hex(hex).features.iter().filter(|place| place.kind == kind) {
                places.entry(&place.name).or_default().push(ObjectiveId::at(objective));
            }
        }
        places.into_values().collect()
    }
}
