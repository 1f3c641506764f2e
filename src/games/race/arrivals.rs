//! Reinforcements and returning units (10.0, 6.3.3).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::{Action, Region};
use super::chronicle::Event;
use super::ground::{Edge, Entry, Terrain};
use super::rules::{Race, Spot};
use super::sets::{Bits, HexSet};

/// Edges of German reinforcements (Market-Garden 10.3, 10.4).
const GERMAN_EDGES: [Edge; 3] = [Edge::West, Edge::North, Edge::East];

/// Where a reinforcement enters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Enter {
    /// Which.
    pub unit: u8,
    /// By which edge, once chosen.
    pub along: Option<Region>,
}

impl Pending<Race> for Enter {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        race.list_arrival(self.unit, self.along, actions);
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let Enter { unit, .. } = self;
        match action {
            Action::Along(region) => race.phase = Enter { unit, along: Some(region) }.into(),
            Action::Enter(hex) => race.enter(unit, hex, events),
            Action::EnterBox(b) => race.wait_for_landing(unit, Spot::Box(b), events),
            _ => race.handled |= 1 << unit,
        }
    }

    /// Places everyone who has no choice, until a unit has one.
    fn proceed(self, race: &mut Race, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let mine = race.board.of(race.side) & !race.handled;
        let Some(unit) = Bits(mine).find(|&unit| race.due(unit)) else {
            race.index.supplied_goals = HexSet::default();
            race.after_arrivals();
            return true;
        };
        if self.unit == unit && self.along.is_some() {
            return false;
        }
        race.phase = Enter { unit, along: None }.into();
        race.index.supplied_goals = race.goals_of_return(unit);
        match race.board.unit(unit).entry {
            _ if race.returns(unit) => {}
            Entry::Box(b) => {
                race.wait_for_landing(unit, Spot::Box(b), events);
                return true;
            }
            Entry::Sea => {
                race.wait_for_landing(unit, Spot::Sea, events);
                return true;
            }
            Entry::Hex(hex) if race.open_entry(hex) => {
                race.enter(unit, hex, events);
                return true;
            }
            _ => {}
        }
        let mut open = Vec::new();
        race.list_arrival(unit, None, &mut open);
        open.retain(|&action| action != Action::StayAway);
        if open.is_empty() {
            // W-10-2: no hex is free, the unit waits.
            race.handled |= 1 << unit;
            return true;
        }
        false
    }
}

impl Race {
    fn enter(&mut self, unit: u8, hex: HexId, events: &mut Vec<Event>) {
        // WG-10.4-1: a battlegroup is back at full strength; W-6.3.3-1: others keep their damage.
        if self.board.unit(unit).battlegroup && self.pieces[usize::from(unit)].end.is_some() {
            self.pieces[usize::from(unit)].damage = 0;
            self.pieces[usize::from(unit)].end = None;
        }
        self.enter_hex(unit, hex, events);
        self.handled |= 1 << unit;
        self.phase = Enter { unit, along: None }.into();
        events.push(Event::Arrived { unit });
    }

    /// A reinforcement comes by air or sea: it waits off the map.
    fn wait_for_landing(&mut self, unit: u8, place: Spot, events: &mut Vec<Event>) {
        self.pieces[usize::from(unit)].place = place;
        self.handled |= 1 << unit;
        events.push(Event::Arrived { unit });
    }

    pub(crate) fn arrivals_begin(&mut self) {
        self.handled = 0;
        self.phase = Enter { unit: 0, along: None }.into();
    }

    /// Objectives in supply, for a battlegroup that returns (10.4): arrivals do not change it.
    pub(crate) fn goals_of_return(&self, unit: u8) -> HexSet {
        let kind = self.board.unit(unit);
        if kind.battlegroup && kind.side == Side::German && self.returns(unit) {
            self.supplied_objectives(self.side)
        } else {
            HexSet::default()
        }
    }

    /// Whether a unit is due.
    fn due(&self, unit: u8) -> bool {
        match self.pieces[usize::from(unit)].place {
            Spot::Later => self.board.unit(unit).turn <= self.turn,
            Spot::Away(from) => from <= self.turn,
            _ => false,
        }
    }

    /// Whether a unit was eliminated or left, rather than not having come yet.
    fn returns(&self, unit: u8) -> bool {
        matches!(self.pieces[usize::from(unit)].place, Spot::Away(_))
    }

    /// A reinforcement needs a hex without enemies and with room (W-10-2).
    fn open_entry(&self, hex: HexId) -> bool {
        !self.index.stands[self.side.other()].contains(hex)
            && !self.full(hex, self.side)
            && self.board.ground(hex).terrain != Terrain::Sea
    }

    /// 10.4: one returning battlegroup a hex.
    fn free_of_returns(&self, unit: u8, hex: HexId) -> bool {
        !self.index.stands[self.side].contains(hex)
            || !self.board.unit(unit).battlegroup
            || Bits(self.here(hex, self.side)).all(|other| {
                !self.board.unit(other).battlegroup || self.handled & (1 << other) == 0
            })
    }

    /// Hexes of a region that are open to a unit that returns.
    pub(crate) fn region(&self, unit: u8, region: Region) -> impl Iterator<Item = HexId> + '_ {
        let (edge, held) = match region {
            Region::Edge(edge) => (Some(self.board.edges[edge as usize].iter()), None),
            Region::Objectives => (None, Some(self.board.objectives.iter().map(|o| o.hex))),
        };
        let held = held.into_iter().flatten();
        let supplied = held
            .filter(|&hex| self.holds(hex, self.side) && self.index.supplied_goals.contains(hex));
        let hexes = edge.into_iter().flatten().chain(supplied);
        hexes.filter(move |&hex| self.open_entry(hex) && self.free_of_returns(unit, hex))
    }

    fn list_arrival(&self, unit: u8, along: Option<Region>, actions: &mut Vec<Action>) {
        if let Some(region) = along {
            actions.extend(self.region(unit, region).map(Action::Enter));
            return;
        }
        let kind = self.board.unit(unit);
        let returns = self.returns(unit);
        if returns && kind.side == Side::German {
            let victory_hexes = kind.battlegroup.then_some(Region::Objectives);
            for region in GERMAN_EDGES.map(Region::Edge).into_iter().chain(victory_hexes) {
                if self.region(unit, region).next().is_some() {
                    actions.push(Action::Along(region));
                }
            }
            if !kind.battlegroup {
                actions.push(Action::StayAway);
            }
            return;
        }
        match kind.entry {
            Entry::AnyBox if !returns => {
                actions.extend((0..self.board.boxes.len() as u8).map(Action::EnterBox));
            }
            Entry::Edge(edge) if !returns => {
                let hexes = self.board.edges[edge as usize].iter();
                actions.extend(hexes.filter(|&hex| self.open_entry(hex)).map(Action::Enter));
            }
            Entry::Hex(hex) if !returns => {
                if self.open_entry(hex) {
                    actions.push(Action::Enter(hex));
                }
            }
            // 10.1, W-6.3.3-1: the Allied list of entry hexes.
            _ => {
                let open = |hex: &HexId| self.open_entry(*hex);
                actions.extend(self.board.entry.iter().copied().filter(open).map(Action::Enter));
                if returns {
                    actions.push(Action::StayAway);
                }
            }
        }
    }
}
