//! Reinforcements and returning units (10.0, 6.3.3).

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::action::{Action, Region};
use super::board::{Edge, Entry, Terrain};
use super::chronicle::Event;
use super::rules::{Phase, Race, Spot};
use super::sets::Bits;

/// Edges of German reinforcements (Market-Garden 10.3, 10.4).
const GERMAN_EDGES: [Edge; 3] = [Edge::West, Edge::North, Edge::East];

impl Race {
    pub(crate) fn arrivals_begin(&mut self) {
        self.handled = 0;
        // 10.4 asks for victory hexes in supply; arrivals do not change it.
        if Bits(self.board.of(self.side)).any(|unit| self.due(unit) && self.returns(unit)) {
            self.supplied_goals = self.supplied_objectives(self.side);
        }
        self.phase = Phase::Enter { unit: 0, along: None };
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

    /// Places everyone who has no choice, until a unit has one.
    pub(crate) fn arrival_ready(&mut self, events: &mut Vec<Event>) -> bool {
        let mine = self.board.of(self.side) & !self.handled;
        let next = Bits(mine).find(|&unit| self.due(unit));
        let Some(unit) = next else {
            self.after_arrivals();
            return false;
        };
        if let Phase::Enter { unit: asked, along } = self.phase
            && asked == unit
            && along.is_some()
        {
            return true;
        }
        self.phase = Phase::Enter { unit, along: None };
        let fixed = match self.board.unit(unit).entry {
            _ if self.returns(unit) => None,
            Entry::Box(b) => Some(Spot::Box(b)),
            Entry::Sea => Some(Spot::Sea),
            Entry::Hex(hex) if self.open_entry(hex) => {
                self.enter(hex, events);
                return false;
            }
            _ => None,
        };
        if let Some(place) = fixed {
            self.handled |= 1 << unit;
            self.pieces[usize::from(unit)].place = place;
            events.push(Event::Arrived { unit });
            return false;
        }
        let mut open = Vec::new();
        self.list_arrival(unit, None, &mut open);
        open.retain(|&action| action != Action::StayAway);
        if open.is_empty() {
            // W-10-2: no hex is free, the unit waits.
            self.handled |= 1 << unit;
            return false;
        }
        true
    }

    /// A reinforcement needs a hex without enemies and with room (W-10-2).
    fn open_entry(&self, hex: HexId) -> bool {
        !self.stands[self.side.other()].contains(hex)
            && !self.full(hex, self.side)
            && self.board.ground(hex).terrain != Terrain::Sea
    }

    /// 10.4: one returning battlegroup a hex.
    fn free_of_returns(&self, unit: u8, hex: HexId) -> bool {
        !self.stands[self.side].contains(hex)
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
        let supplied =
            held.filter(|&hex| self.holds(hex, self.side) && self.supplied_goals.contains(hex));
        let hexes = edge.into_iter().flatten().chain(supplied);
        hexes.filter(move |&hex| self.open_entry(hex) && self.free_of_returns(unit, hex))
    }

    pub(crate) fn list_arrival(&self, unit: u8, along: Option<Region>, actions: &mut Vec<Action>) {
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

    pub(crate) fn look_along(&mut self, region: Region) {
        if let Phase::Enter { unit, .. } = self.phase {
            self.phase = Phase::Enter { unit, along: Some(region) };
        }
    }

    pub(crate) fn enter(&mut self, hex: HexId, events: &mut Vec<Event>) {
        let Phase::Enter { unit, .. } = self.phase else { return };
        // WG-10.4-1: a battlegroup is back at full strength; W-6.3.3-1: others keep their damage.
        if self.board.unit(unit).battlegroup && self.pieces[usize::from(unit)].end.is_some() {
            self.pieces[usize::from(unit)].damage = 0;
            self.pieces[usize::from(unit)].end = None;
        }
        self.enter_hex(unit, hex, events);
        self.handled |= 1 << unit;
        self.phase = Phase::Enter { unit, along: None };
        events.push(Event::Arrived { unit });
    }

    pub(crate) fn enter_box(&mut self, b: u8, events: &mut Vec<Event>) {
        let Phase::Enter { unit, .. } = self.phase else { return };
        self.pieces[usize::from(unit)].place = Spot::Box(b);
        self.handled |= 1 << unit;
        events.push(Event::Arrived { unit });
    }

    pub(crate) fn stay_away(&mut self) {
        if let Phase::Enter { unit, .. } = self.phase {
            self.handled |= 1 << unit;
        }
    }
}
