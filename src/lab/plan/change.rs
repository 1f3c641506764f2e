//! One thing of a plan done differently: what a search may try next.

use engine::{HexId, PlanKind};

use super::{Plan, PlanScope, of};

/// One thing of a plan done differently.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A unit goes to another hex first.
    Move(u16, HexId),
    /// Two units exchange their hexes.
    Swap(u16, u16),
    /// An entry zone comes first.
    Zone(u16),
    /// An entry zone of the list and the next one exchange their places.
    Zones(usize),
    /// A unit begins in another way.
    Begin(u16, u8),
    /// A leader goes with another unit first.
    Lead(u16, u16),
    /// A serial lands from another turn on.
    Hold(u16, u16),
}

impl Change {
    /// The plan with the change.
    pub fn of(self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        match self {
            Change::Move(unit, hex) => first(&mut plan.places, unit, hex),
            Change::Lead(leader, unit) => first(&mut plan.leaders, leader, unit),
            Change::Begin(unit, way) => *entry(&mut plan.begins, unit) = way,
            Change::Hold(serial, turn) => *entry(&mut plan.serials, serial) = turn,
            Change::Zone(zone) => {
                plan.zones.retain(|&known| known != zone);
                plan.zones.insert(0, zone);
            }
            Change::Zones(place) => plan.zones.swap(place, place + 1),
            Change::Swap(one, other) => {
                let at = |unit| plan.places.iter().position(|&(known, _)| known == unit);
                if let (Some(a), Some(b)) = (at(one), at(other)) {
                    let hexes = std::mem::take(&mut plan.places[a].1);
                    plan.places[a].1 = std::mem::replace(&mut plan.places[b].1, hexes);
                }
            }
        }
        plan
    }
}

/// The value for a number, which is entered if there is none.
fn entry<T: Default>(list: &mut Vec<(u16, T)>, number: u16) -> &mut T {
    let place = list.iter().position(|&(known, _)| known == number).unwrap_or_else(|| {
        list.push((number, T::default()));
        list.len() - 1
    });
    &mut list[place].1
}

/// Puts something first in a list of preference.
fn first<T: PartialEq + Copy>(list: &mut Vec<(u16, Vec<T>)>, number: u16, wanted: T) {
    let wishes = entry(list, number);
    wishes.retain(|known| *known != wanted);
    wishes.insert(0, wanted);
}

impl PlanScope {
    /// Everything that could be done differently, one thing at a time. What the plan leaves to the strategy is also
    /// fixed in every way in which it can be.
    pub fn changes(&self, plan: &Plan) -> Vec<Change> {
        let mut changes = Vec::new();
        let units = self.units(plan.kind).iter().filter(|unit| self.side(unit) == plan.side);
        for unit in units.clone().filter(|unit| unit.hexes.len() > 1) {
            let now = of(&plan.places, unit.unit).and_then(|hexes| hexes.first());
            let others = unit.hexes.iter().filter(|&hex| Some(hex) != now);
            changes.extend(others.map(|&hex| Change::Move(unit.unit, hex)));
        }
        for (i, (one, hexes)) in plan.places.iter().enumerate() {
            for (other, theirs) in &plan.places[i + 1..] {
                let fits = |number: &u16, hexes: &[HexId]| {
                    let mut own = units.clone().filter(|unit| unit.unit == *number);
                    own.any(|unit| hexes.iter().all(|hex| unit.hexes.contains(hex)))
                };
                if hexes.first() != theirs.first() && fits(one, theirs) && fits(other, hexes) {
                    changes.push(Change::Swap(*one, *other));
                }
            }
        }
        if plan.kind == PlanKind::Drop {
            let zones =
                (0..self.zones.len() as u16).filter(|zone| plan.zones.first() != Some(zone));
            changes.extend(zones.map(Change::Zone));
        }
        // To exchange the first two is to put the second one first.
        changes.extend((2..plan.zones.len()).map(|place| Change::Zones(place - 1)));
        for unit in self.beginnings(plan.kind, plan.side) {
            let now = of(&plan.begins, unit.unit);
            let others = unit.ways.iter().filter(|&way| Some(way) != now);
            changes.extend(others.map(|&way| Change::Begin(unit.unit, way)));
        }
        for leader in self.leadings(plan.kind, plan.side) {
            let now = of(&plan.leaders, leader.leader).and_then(|units| units.first());
            let others = leader.units.iter().filter(|&unit| Some(unit) != now);
            changes.extend(others.map(|&unit| Change::Lead(leader.leader, unit)));
        }
        for (serial, _) in self.serials(plan.kind, plan.side) {
            let now = of(&plan.serials, serial).copied().unwrap_or(1);
            let near = [now.saturating_sub(1), now + 1];
            let near = near.into_iter().filter(|turn| (1..=self.turns).contains(turn));
            changes.extend(near.map(|turn| Change::Hold(serial, turn)));
        }
        changes
    }

    /// A change in words.
    pub fn said(&self, change: Change) -> String {
        let id = |unit: u16| &self.roster[usize::from(unit)].id;
        let named = |leader: u16| {
            let mut all = self.leadings.iter().flatten();
            all.find(|known| known.leader == leader).map_or("", |known| known.id.as_str())
        };
        match change {
            Change::Move(unit, hex) => format!("{} first to {}", id(unit), self.map.label(hex)),
            Change::Swap(one, other) => {
                format!("{} and {} exchange their hexes", id(one), id(other))
            }
            Change::Zone(zone) => format!("{} first", self.zones[usize::from(zone)]),
            Change::Zones(place) => {
                format!("entry zones {} and {} exchange places", place + 1, place + 2)
            }
            Change::Begin(unit, way) => {
                format!("{} begins {}", id(unit), self.ways[usize::from(way)])
            }
            Change::Lead(leader, unit) => format!("{} first with {}", named(leader), id(unit)),
            Change::Hold(serial, turn) => {
                format!("{} from turn {turn} on", self.serials[usize::from(serial)].name)
            }
        }
    }
}
