//! Movement (5.1, 5.4, 5.5; Mercury 5.1, 5.5, 7.2).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::aftermath::Advance;
use super::bridges::BlowBridge;
use super::chronicle::Event;
use super::ground::{Cell, Class, Corps, Crossing, FOOT, ROAD_BOUND, Terrain, VEHICLE};
use super::rules::{Cause, FERRY_OPENS, IMPULSES, LeaderSpot, Race};
use super::rulings::{AdjacentStart, InterdictionRolls, VehicleExemption};
use super::sets::{Bits, HexSet, MOST_HEXES};

const INTERDICTION: ChanceKind = ChanceKind::new("interdiction");

/// Hexes a unit can enter in one impulse at most: twice a factor of five, and a leader.
const LONGEST: usize = 12;

/// A unit on its way, so that an interrupted step can go on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Errand {
    pub(crate) unit: u8,
    pub(crate) kind: Way,
    /// Where a march began.
    pub(crate) from: Option<HexId>,
    pub(crate) path: [Option<HexId>; LONGEST],
    pub(crate) next: u8,
    /// The bridge hex just entered.
    pub(crate) bridge: Option<HexId>,
}

/// What kind of way a unit is on.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// Movement.
    #[default]
    March,
    /// Retreat; hexes still to go.
    Retreat(u8),
    /// Advance after combat; hexes still to go.
    Advance(u8),
}

/// Where a unit can go: found hexes with the way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    nodes: Vec<Node>,
    /// Best node of each hex plus one.
    best: [u8; MOST_HEXES],
}

impl Default for Reach {
    fn default() -> Self {
        Reach { nodes: Vec::new(), best: [0; MOST_HEXES] }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Node {
    hex: HexId,
    from: u8,
    far: u8,
    risk: u8,
    stopped: bool,
}

/// Who moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Move;

impl Pending<Race> for Move {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        for unit in Bits(race.movable()) {
            actions.push(Action::Move(unit));
            if race.leader_with(unit).is_some() {
                actions.push(Action::MoveWithLeader(unit));
            }
        }
        actions.push(Action::EndMoves);
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        match action {
            Action::Move(unit) => race.begin_march(unit, false),
            Action::MoveWithLeader(unit) => race.begin_march(unit, true),
            _ => race.start_attacks(),
        }
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = race.movable() == 0;
        if over {
            race.start_attacks();
        }
        over
    }
}

/// Where the unit goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Which.
    pub unit: u8,
    /// With a leader.
    pub leader: bool,
}

impl Pending<Race> for March {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        let reach = &race.index.reach;
        actions.reserve(reach.nodes.len());
        for node in reach.found() {
            if !race.full(node.hex, race.side) {
                actions.push(Action::March(node.hex));
            }
        }
        actions.push(Action::Stay);
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        race.handled |= 1 << self.unit;
        let from = race.hex_of(self.unit);
        let mut errand = Errand { unit: self.unit, from, ..Errand::default() };
        if let Action::March(goal) = action {
            race.index.reach.way_to(goal, &mut errand.path);
        }
        race.index.reach.forget();
        if action == Action::Stay {
            race.phase = Move.into();
            return;
        }
        if self.leader
            && let Some(number) = race.leader_with(self.unit)
        {
            race.support.leader_left = race.hex_of(self.unit);
            race.leaders[number].moved = true;
            race.leaders[number].at = LeaderSpot::With(self.unit);
        }
        race.errand = errand;
        race.errand_goes_on(dice, events);
    }
}

impl Race {
    /// Works out which way each hex may be left by each mobility, as bridges and the ferry stand
    /// now (5.1.1-5.1.3; Mercury 5.1.1).
    pub(crate) fn pave(&mut self) {
        let hexes = self.board.map.ids().collect();
        self.pave_all(hexes);
    }

    /// The same after a bridge in a hex has fallen or was rebuilt, or its ferry has opened: its
    /// neighbours see it too.
    pub(crate) fn pave_around(&mut self, hex: HexId) {
        let hexes = self.board.ground(hex).neighbours().chain([hex]).collect();
        self.pave_all(hexes);
    }

    fn pave_all(&mut self, hexes: HexSet) {
        for hex in hexes.iter() {
            self.index.steps[hex.index()] = self.ways_out(hex);
        }
        for hex in hexes.iter() {
            self.pave_trace(hex);
        }
        self.index.trace.retain(|(_, from)| !from.is_empty());
    }

    /// Directions each mobility may leave a hex by.
    fn ways_out(&self, hex: HexId) -> [u8; 3] {
        let mut masks = [0; 3];
        for direction in Direction::ALL {
            let Some(near) = self.board.ground(hex).near[direction.index()] else { continue };
            if !self.open_side(hex, direction, near) {
                continue;
            }
            let road = self.usable_road(hex, direction, near);
            masks[FOOT] |= direction.bit();
            let close = |g: &Cell| matches!(g.terrain, Terrain::Wet | Terrain::Forest);
            if road || !(close(self.board.ground(hex)) || close(self.board.ground(near))) {
                masks[VEHICLE] |= direction.bit();
            }
            if road {
                masks[ROAD_BOUND] |= direction.bit();
            }
        }
        masks
    }

    /// Whether a hexside can be crossed at all: no sea, no closed ferry hex, rivers by intact bridge.
    fn open_side(&self, from: HexId, direction: Direction, to: HexId) -> bool {
        let (a, b) = (self.board.ground(from), self.board.ground(to));
        let closed = |g: &Cell| g.ferry_closed && self.turn < FERRY_OPENS;
        if a.terrain == Terrain::Sea || b.terrain == Terrain::Sea || closed(b) {
            return false;
        }
        let over =
            |hex| self.bridge_stands(hex) || self.board.ground(hex).crossing == Crossing::Ferry;
        !self.board.river(from, direction) || over(from) || over(to)
    }

    /// Whether a bridge over a great river stands in a hex.
    pub(crate) fn bridge_stands(&self, hex: HexId) -> bool {
        self.board.ground(hex).crossing == Crossing::River && !self.down.contains(hex)
    }

    /// 5.1.1: the road net is interrupted where a bridge is blown.
    pub(crate) fn usable_road(&self, from: HexId, direction: Direction, to: HexId) -> bool {
        self.board.road(from, direction) && !self.down.contains(from) && !self.down.contains(to)
    }

    pub(crate) fn mobility(&self, unit: u8) -> usize {
        self.board.unit(unit).mobility(self.board.edition)
    }

    /// Whether a unit can step from one hex to its neighbour, whoever is there.
    pub(crate) fn steps_to(&self, unit: u8, from: HexId, direction: Direction) -> bool {
        self.index.steps[from.index()][self.mobility(unit)] & direction.bit() != 0
    }

    /// Which of the hexes next to an enemy stop or hold a unit: those of all enemies; for vehicles
    /// only of enemy vehicles (5.1, WG-5.1-1); for Mercury's armour none (Mercury 5.1.1).
    fn zone_of(&self, unit: u8, zone: &[HexSet; 2]) -> HexSet {
        match self.mobility(unit) {
            VEHICLE => zone[1],
            ROAD_BOUND => HexSet::default(),
            _ => zone[0],
        }
    }

    /// Hexes next to an enemy of the active side: any enemy, an enemy vehicle.
    pub(crate) fn watched(&self) -> [HexSet; 2] {
        let mut zone = [HexSet::default(); 2];
        for hex in self.index.stands[self.side.other()].iter() {
            let around = self.board.ground(hex).around;
            zone[0] = zone[0].or(around);
            if self.index.at[hex.index()] & self.board.vehicles != 0 {
                zone[1] = zone[1].or(around);
            }
        }
        zone
    }

    /// Units of a set that stand next to an enemy who holds them (4.1.1, W-5.1-1).
    pub(crate) fn in_contact(&self, units: u128, zone: &[HexSet; 2]) -> u128 {
        let stop_only = self.board.rulings.vehicle_exemption == VehicleExemption::StopOnly;
        let held = |&unit: &u8| {
            let zone = if stop_only { zone[0] } else { self.zone_of(unit, zone) };
            self.hex_of(unit).is_some_and(|hex| zone.contains(hex))
        };
        Bits(units).filter(held).fold(0, |set, unit| set | 1 << unit)
    }

    /// The side begins to move: who starts next to an enemy (4.1.1)?
    pub(crate) fn start_moves(&mut self) {
        self.index.zone = self.watched();
        self.contact |= self.in_contact(self.active(), &self.index.zone);
        self.phase = Move.into();
    }

    /// 5.4, Mercury 5.5: the defender stands still until impulse D of the first turn.
    pub(crate) fn surprised(&self) -> bool {
        self.side != self.board.invader() && self.turn == 0 && self.impulse + 1 < IMPULSES
    }

    pub(crate) fn movable(&self) -> u128 {
        if self.surprised() {
            return 0;
        }
        let mut units = self.active() & !self.handled;
        if self.board.rulings.adjacent_start == AdjacentStart::Locked {
            units &= !self.contact;
        }
        units
    }

    /// The leader who stands with a unit and has not moved.
    fn leader_with(&self, unit: u8) -> Option<usize> {
        if self.leaders.is_empty() {
            return None;
        }
        let hex = self.hex_of(unit)?;
        let side = self.board.unit(unit).side;
        self.leaders.iter().position(|l| l.side == side && !l.moved && l.at == LeaderSpot::Hex(hex))
    }

    /// Whether a unit that moves now would roll for interdiction at a step (Mercury 7.2).
    fn interdicts(&self, unit: u8) -> bool {
        self.side == Side::Allied
            && self.interdiction_flies()
            && (self.board.rulings.interdiction_rolls == InterdictionRolls::Each
                || self.spotted & (1 << unit) == 0)
    }

    /// Every hex a unit can go to now, by the way with the fewest rolls and then the fewest hexes.
    pub(crate) fn explore(&self, unit: u8, leader: bool, reach: &mut Reach) {
        reach.forget();
        let Some(start) = self.hex_of(unit) else { return };
        let pace = self.pace(unit);
        // Mercury 12.1.1: one hex more with Süssmann, or to where he went from here.
        let follows = self.leaders.iter().find(|l| {
            l.side == Side::German
                && self.board.unit(unit).side == Side::German
                && (leader || (l.moved && self.errand_began(l.at) == Some(start)))
        });
        let bonus = u8::from(follows.is_some());
        let goal = match follows {
            Some(l) if !leader => match l.at {
                LeaderSpot::Hex(hex) => Some(hex),
                _ => None,
            },
            _ => None,
        };
        if self.interdicts(unit) || self.may_be_charged(unit) {
            reach.flood(self, unit, start, pace + bonus, false);
        } else {
            reach.flood_freely(self, unit, start, pace + bonus);
        }
        if let Some(goal) = goal {
            // The extra hex only leads to Süssmann.
            for node in &reach.nodes {
                if node.far > pace && node.hex != goal {
                    reach.best[node.hex.index()] = 0;
                }
            }
        }
        // 5.1.1a: the Club Route, to where no other way leads.
        if self.board.unit(unit).corps == Corps::Xxx
            && self.board.ground(start).red
            && !self.index.zone[0].contains(start)
        {
            reach.flood(self, unit, start, pace * 2, true);
        }
    }

    /// Where the leader who moved in this half started from.
    fn errand_began(&self, at: LeaderSpot) -> Option<HexId> {
        match at {
            LeaderSpot::Hex(_) => self.support.leader_left,
            _ => None,
        }
    }

    /// A unit is chosen to march, perhaps with the leader who is with it.
    fn begin_march(&mut self, unit: u8, leader: bool) {
        let mut reach = core::mem::take(&mut self.index.reach);
        self.explore(unit, leader, &mut reach);
        self.index.reach = reach;
        self.phase = March { unit, leader }.into();
    }

    /// Takes the next steps of the errand, until it ends or somebody has a say.
    pub(crate) fn errand_goes_on(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match self.errand.kind {
            Way::March => self.march_on(dice, events),
            Way::Retreat(left) => self.retreat_on(left, events),
            Way::Advance(left) => self.advance_on(left),
        }
    }

    fn march_on(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let unit = self.errand.unit;
        while let Some(to) = self.errand.path.get(usize::from(self.errand.next)).copied().flatten()
        {
            let Some(from) = self.hex_of(unit) else { break };
            let trigger = self.index.zone[0].contains(from) || self.index.zone[0].contains(to);
            if trigger && self.interdicts(unit) && !self.slips_through(unit, from, dice, events) {
                break;
            }
            self.errand.next += 1;
            self.moved |= 1 << unit;
            self.enter_hex(unit, to, events);
            if self.last_minute_chance(unit, to) {
                self.errand.bridge = Some(to);
                self.phase = BlowBridge.into();
                return;
            }
        }
        self.errand_ends(events);
    }

    /// The unit stands where it stands.
    pub(crate) fn errand_ends(&mut self, events: &mut Vec<Event>) {
        let unit = self.errand.unit;
        let hex = self.hex_of(unit);
        // Who is bombed before the first step has not moved (Mercury 7.2): it and its leader stand
        // where they stood, and it may still fight (4.1.1).
        let moved = self.errand.kind != Way::March || self.errand.next > 0;
        for leader in &mut self.leaders {
            if leader.at == LeaderSpot::With(unit) && leader.moved {
                leader.moved = moved;
                leader.at = match hex.or(self.pieces[usize::from(unit)].last) {
                    Some(hex) => LeaderSpot::Hex(hex),
                    None => LeaderSpot::Gone,
                };
            }
        }
        if let Some(hex) = hex
            && self.errand.kind == Way::March
            && moved
        {
            events.push(Event::Moved { unit, from: self.errand.from, hex });
        }
        self.phase = match self.errand.kind {
            Way::March => Move.into(),
            Way::Retreat(_) => self.after_retreat(),
            Way::Advance(_) => Advance.into(),
        };
    }

    /// Mercury 7.2: one die; false if the unit may not move on.
    fn slips_through(
        &mut self,
        unit: u8,
        hex: HexId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        self.spotted |= 1 << unit;
        let chance = Chance {
            kind: INTERDICTION,
            turn: u16::from(self.turn),
            who: u16::from(unit),
            whom: 0,
            nth: u16::from(self.impulse) * 16 + u16::from(self.errand.next),
        };
        let die = dice.roll(chance, 6) + 1;
        events.push(Event::Interdicted { unit, hex, die });
        if die > 2 {
            self.hurt(unit, 1, Cause::Interdiction, events);
        }
        die <= 4 && self.hex_of(unit).is_some()
    }

    /// Mercury 12.1.3, 12.2.2: an enemy enters the hex of a leader who is alone.
    pub(crate) fn overrun_leader(&mut self, hex: HexId, events: &mut Vec<Event>) {
        for number in 0..self.leaders.len() {
            let leader = self.leaders[number];
            let enemy = self.here(hex, leader.side.other()) != 0;
            if leader.at == LeaderSpot::Hex(hex) && enemy && self.here(hex, leader.side) == 0 {
                self.leaders[number].at = LeaderSpot::Gone;
                events.push(Event::LeaderLost { side: leader.side, die: None });
            }
        }
    }

    /// Hexes whose entry ends a unit's movement (5.1; Mercury 5.1, 5.1.2).
    fn stops(&self, unit: u8) -> HexSet {
        let zone = self.zone_of(unit, &self.index.zone);
        if self.board.unit(unit).class == Class::Mountain { zone } else { zone.or(self.board.slow) }
    }
}

impl Reach {
    /// Hexes found, nearest first, each once.
    pub(crate) fn found(&self) -> impl Iterator<Item = Found> + '_ {
        self.nodes.iter().enumerate().skip(1).filter_map(|(i, node)| {
            (self.best[node.hex.index()] == i as u8 + 1).then_some(Found { hex: node.hex })
        })
    }

    /// The march is over.
    fn forget(&mut self) {
        self.nodes.clear();
        self.best = [0; MOST_HEXES];
    }

    fn way_to(&self, goal: HexId, path: &mut [Option<HexId>; LONGEST]) {
        let mut node = match self.best[goal.index()] {
            0 => return,
            number => self.nodes[usize::from(number - 1)],
        };
        let mut at = usize::from(node.far);
        while at > 0 {
            at -= 1;
            path[at] = Some(node.hex);
            node = self.nodes[usize::from(node.from)];
        }
    }

    /// Breadth first from `start`, where no step can make anybody roll: the first way to a hex is the best.
    fn flood_freely(&mut self, race: &Race, unit: u8, start: HexId, pace: u8) {
        let mut shut = race.index.stands[race.side.other()];
        shut.insert(start);
        let stops = race.stops(unit);
        let mobility = race.mobility(unit);
        self.nodes.push(Node { hex: start, from: 0, far: 0, risk: 0, stopped: false });
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            // Nobody who was found later is nearer.
            if node.far >= pace {
                break;
            }
            let from = next as u8;
            next += 1;
            if node.stopped {
                continue;
            }
            let ways = race.index.steps[node.hex.index()][mobility];
            for (way, near) in race.board.ground(node.hex).near.iter().enumerate() {
                let Some(hex) = *near else { continue };
                if ways & (1 << way) == 0 || shut.contains(hex) {
                    continue;
                }
                if self.nodes.len() >= usize::from(u8::MAX) {
                    return;
                }
                shut.insert(hex);
                let stopped = stops.contains(hex);
                self.nodes.push(Node { hex, from, far: node.far + 1, risk: 0, stopped });
                self.best[hex.index()] = self.nodes.len() as u8;
            }
        }
    }

    /// Breadth first from `start`; a hex is found again where a way with fewer rolls leads to it.
    fn flood(&mut self, race: &Race, unit: u8, start: HexId, pace: u8, club: bool) {
        let mut shut = race.index.stands[race.side.other()];
        shut.insert(start);
        let stops = race.stops(unit);
        let mobility = race.mobility(unit);
        let interdicted = race.interdicts(unit);
        let charged = race.may_be_charged(unit);
        // Without a roll anywhere the first way to a hex is the best.
        let plain = !interdicted && !charged;
        // Hexes already reached by an earlier flood stay so.
        let earlier = club.then(|| core::mem::replace(&mut self.best, [0; MOST_HEXES]));
        let first = self.nodes.len();
        self.nodes.push(Node { hex: start, from: first as u8, far: 0, risk: 0, stopped: false });
        let mut next = first;
        while next < self.nodes.len() {
            let node = self.nodes[next];
            let from = next as u8;
            next += 1;
            if node.stopped || node.far >= pace {
                continue;
            }
            let mut ways = race.index.steps[node.hex.index()][mobility];
            let near = &race.board.ground(node.hex).near;
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let Some(hex) = near[way] else { continue };
                let best = self.best[hex.index()];
                let better = |risk: u8| {
                    best != 0 && (plain || self.nodes[usize::from(best - 1)].risk <= risk)
                };
                if better(node.risk) || shut.contains(hex) {
                    continue;
                }
                if club
                    && !(race.board.ground(hex).red
                        && race.usable_road(node.hex, Direction::ALL[way], hex)
                        && !race.index.zone[0].contains(hex))
                {
                    continue;
                }
                let rolls = (charged && race.last_minute_chance(unit, hex))
                    || (interdicted
                        && (race.index.zone[0].contains(hex)
                            || race.index.zone[0].contains(node.hex)));
                let risk = node.risk + u8::from(rolls);
                if better(risk) || self.nodes.len() >= usize::from(u8::MAX) {
                    continue;
                }
                self.nodes.push(Node {
                    hex,
                    from,
                    far: node.far + 1,
                    risk,
                    stopped: stops.contains(hex),
                });
                self.best[hex.index()] = self.nodes.len() as u8;
            }
        }
        for (best, earlier) in self.best.iter_mut().zip(earlier.into_iter().flatten()) {
            if earlier != 0 {
                *best = earlier;
            }
        }
    }
}

/// A hex a unit can go to.
pub(crate) struct Found {
    pub(crate) hex: HexId,
}
