//! After combat: retreat (6.3) and advance (6.4).

use alloc::vec::Vec;

use engine::{Dice, Direction, HexId, Side};

use super::action::Action;
use super::board::{Edge, Terrain};
use super::chronicle::Event;
use super::movement::{Errand, Way};
use super::rules::{Cause, LeaderSpot, Phase, Race, Spot};
use super::rulings::{IgnoreRetreat, IgnoreWhere, RetreatToward};
use super::sets::{Bits, HexSet};

impl Race {
    /// All damage is dealt: the loser retreats, then the winner may advance.
    pub(crate) fn losses_done(&mut self) {
        let fight = &mut self.fight;
        // Equal damage: neither side retreats (6.3).
        if fight.margin() == 0 {
            self.start_attacks();
            return;
        }
        let loser = fight.winner().other();
        self.fight.retreating = self.takers(loser);
        self.phase = self.after_retreat();
    }

    /// The next unit to retreat, or the advance.
    pub(crate) fn after_retreat(&mut self) -> Phase {
        if self.fight.retreating == 0 {
            return Phase::Advance;
        }
        let unit = self.fight.retreating.trailing_zeros() as u8;
        self.fight.retreating &= !(1 << unit);
        self.fight.trail = self.hex_of(unit).into_iter().collect();
        self.fight.first = true;
        Phase::Retreat { unit, left: self.fight.margin() }
    }

    /// 6.3.1: where a retreat may be ignored for a damage point.
    pub(crate) fn may_stand(&self, unit: u8) -> bool {
        let Some(hex) = self.hex_of(unit) else { return false };
        let terrain = self.board.ground(hex).terrain;
        if !self.board.mercury() {
            return matches!(terrain, Terrain::Forest | Terrain::Urban);
        }
        match self.board.rulings.ignore_where {
            IgnoreWhere::Anywhere => true,
            IgnoreWhere::Cover => matches!(terrain, Terrain::Rough | Terrain::Mountain),
        }
    }

    /// 6.3.3: edges by which a unit may leave the map.
    fn may_exit(&self, unit: u8) -> bool {
        let Some(hex) = self.hex_of(unit) else { return false };
        let edges = self.board.ground(hex).edges;
        let open = match (self.board.mercury(), self.board.unit(unit).side) {
            (true, _) => Edge::West.bit() | Edge::East.bit(),
            (false, Side::Allied) => Edge::South.bit(),
            (false, Side::German) => Edge::West.bit() | Edge::North.bit() | Edge::East.bit(),
        };
        edges & open != 0
    }

    /// Hexes a retreating unit may enter next (6.3, 6.3.2): none that it has been in, for a retreat of
    /// so many hexes does not turn back.
    fn ways_back(&self, unit: u8, mut found: impl FnMut(HexId)) {
        let Some(from) = self.hex_of(unit) else { return };
        let side = self.board.unit(unit).side;
        let ground = self.board.ground(from);
        for direction in Direction::ALL {
            let Some(to) = ground.near[direction.index()] else { continue };
            if !self.steps_to(unit, from, direction)
                || self.fight.trail.contains(to)
                || self.here(to, side.other()) != 0
            {
                continue;
            }
            let covered = self.here(to, side) != 0
                || (self.board.mercury() && self.board.ground(to).terrain == Terrain::Mountain);
            if (covered || !self.beside(to, side.other()))
                && (!self.fight.first || self.toward_supply(unit, from, to))
            {
                found(to);
            }
        }
    }

    /// 6.3, W-6.3-2: in the direction of a friendly source. The lists of 9.1 to 9.3 name hexes and
    /// no condition, so as printed it may be one that an enemy stands in.
    fn toward_supply(&self, unit: u8, from: HexId, to: HexId) -> bool {
        let far = |hex: HexId, source: HexId| self.board.distance(hex, source);
        let nearer = |s: HexId| far(to, s) < far(from, s);
        let mut usable = self.sources_of(unit);
        match self.board.rulings.retreat_toward {
            RetreatToward::Printed => self.listed_sources(unit).any(nearer),
            RetreatToward::Any => usable.any(nearer),
            RetreatToward::Nearest => usable.min_by_key(|&s| far(from, s)).is_some_and(nearer),
        }
    }

    pub(crate) fn list_retreat(&self, unit: u8, _left: u8, actions: &mut Vec<Action>) {
        let before = actions.len();
        self.ways_back(unit, |hex| actions.push(Action::Retreat(hex)));
        if self.may_exit(unit) {
            actions.push(Action::Exit);
        }
        let stuck = actions.len() == before;
        if (self.fight.first || stuck) && self.may_stand(unit) {
            actions.push(Action::Stand);
        }
    }

    pub(crate) fn retreat_ready(&mut self, events: &mut Vec<Event>) -> bool {
        let Phase::Retreat { unit, .. } = self.phase else { return true };
        let mut open = self.may_exit(unit) || self.may_stand(unit);
        if !open {
            self.ways_back(unit, |_| open = true);
        }
        if open {
            return true;
        }
        // 6.3.2: neither retreat nor stand.
        self.remove(unit, Cause::Retreat, events);
        self.phase = self.after_retreat();
        false
    }

    pub(crate) fn retreat(&mut self, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Phase::Retreat { unit, left } = self.phase else { return };
        self.fight.first = false;
        self.fight.trail.insert(hex);
        self.walk(unit, hex, Way::Retreat(left - 1), events);
        events.push(Event::Retreated { unit, hex });
        self.enter_bridge(unit, hex, dice, events);
    }

    /// One step after combat: the leader follows when he would be left alone.
    fn walk(&mut self, unit: u8, to: HexId, kind: Way, events: &mut Vec<Event>) {
        let from = self.hex_of(unit);
        let side = self.board.unit(unit).side;
        self.errand = Errand { unit, kind, ..Errand::default() };
        self.enter_hex(unit, to, events);
        self.crowded = true;
        if let Some(from) = from
            && self.here(from, side) == 0
        {
            for leader in &mut self.leaders {
                if leader.side == side && leader.at == LeaderSpot::Hex(from) {
                    leader.at = LeaderSpot::Hex(to);
                }
            }
        }
    }

    fn enter_bridge(&mut self, unit: u8, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.last_minute_chance(unit, hex) {
            self.errand.bridge = Some(hex);
            self.phase = Phase::LastMinute;
        } else {
            self.errand_goes_on(dice, events);
        }
    }

    pub(crate) fn retreat_on(&mut self, left: u8, events: &mut Vec<Event>) {
        let unit = self.errand.unit;
        if left > 0 && self.hex_of(unit).is_some() {
            self.phase = Phase::Retreat { unit, left };
        } else {
            self.errand_ends(events);
        }
    }

    /// 6.3.3: Allied units and, in Market-Garden, Germans come back; Germans on Crete do not.
    pub(crate) fn retreat_off_map(&mut self, events: &mut Vec<Event>) {
        let Phase::Retreat { unit, .. } = self.phase else { return };
        let german = self.board.unit(unit).side == Side::German;
        if self.board.mercury() && german {
            self.remove(unit, Cause::Exit, events);
        } else {
            self.lift(unit);
            self.pieces[usize::from(unit)].place = Spot::Away(self.turn + 1);
            events.push(Event::LeftMap { unit });
        }
        self.phase = self.after_retreat();
    }

    /// 6.3.1, W-6.3.1-1.
    pub(crate) fn stand(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Phase::Retreat { unit, .. } = self.phase else { return };
        let hex = self.hex_of(unit);
        self.hurt(unit, 1, Cause::Retreat, events);
        self.endanger_leader(hex, self.board.unit(unit).side, dice, events);
        if self.board.rulings.ignore_retreat == IgnoreRetreat::PerStack
            && let Some(hex) = hex
        {
            self.fight.retreating &= !self.at[hex.index()];
        }
        self.phase = self.after_retreat();
    }

    /// Hexes without enemies that a unit of the winner may advance into: with its first step only
    /// those the loser has left empty (6.4, W-6.4-1).
    fn left_open(&self, first: bool) -> HexSet {
        let loser = self.fight.winner().other();
        let ground = if first { self.fight.from(loser) } else { HexSet::all() };
        ground.without(self.stands[loser])
    }

    /// Hexes of the open ones that a unit of the winner may step into.
    fn ways_forward(&self, unit: u8, open: &HexSet, mut found: impl FnMut(HexId)) {
        let Some(from) = self.hex_of(unit) else { return };
        let ground = self.board.ground(from);
        if !ground.around.meets(open) {
            return;
        }
        let side = self.board.unit(unit).side;
        for direction in Direction::ALL {
            let Some(to) = ground.near[direction.index()] else { continue };
            if open.contains(to) && self.steps_to(unit, from, direction) && !self.full(to, side) {
                found(to);
            }
        }
    }

    /// Units that may still advance.
    pub(crate) fn advancers(&self) -> u128 {
        let winner = self.fight.winner();
        if self.fight.margin() == 0 {
            return 0;
        }
        let ground = self.left_open(true);
        if ground.is_empty() {
            return 0;
        }
        let one_stack = !self.board.mercury() || self.board.rulings.advance_one_stack;
        Bits(self.takers(winner) & !self.fight.advanced)
            .filter(|&unit| {
                let same = !one_stack
                    || self.fight.stack.is_none()
                    || self.fight.stack == self.hex_of(unit);
                let mut open = false;
                if same {
                    self.ways_forward(unit, &ground, |_| open = true);
                }
                open
            })
            .fold(0, |set, unit| set | 1 << unit)
    }

    pub(crate) fn advance_ready(&mut self) -> bool {
        if self.advancers() != 0 {
            return true;
        }
        self.end_advance();
        false
    }

    pub(crate) fn list_advance(&self, actions: &mut Vec<Action>) {
        actions.extend(Bits(self.advancers()).map(Action::Advance));
        actions.push(Action::EndAdvance);
    }

    pub(crate) fn end_advance(&mut self) {
        self.start_attacks();
    }

    pub(crate) fn advance(&mut self, unit: u8) {
        self.fight.stack = self.fight.stack.or(self.hex_of(unit));
        self.fight.advanced |= 1 << unit;
        self.fight.first = true;
        self.phase = Phase::Forward { unit, left: self.fight.margin() };
    }

    pub(crate) fn list_forward(&self, unit: u8, _left: u8, actions: &mut Vec<Action>) {
        let ground = self.left_open(self.fight.first);
        self.ways_forward(unit, &ground, |hex| actions.push(Action::Forward(hex)));
        if !self.fight.first {
            actions.push(Action::Halt);
        }
    }

    pub(crate) fn forward_ready(&mut self) -> bool {
        let Phase::Forward { unit, left } = self.phase else { return true };
        let mut open = false;
        if left > 0 {
            self.ways_forward(unit, &self.left_open(self.fight.first), |_| open = true);
        }
        if !open {
            self.phase = Phase::Advance;
        }
        open
    }

    pub(crate) fn forward(&mut self, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Phase::Forward { unit, left } = self.phase else { return };
        let from = self.hex_of(unit);
        let left = if self.advance_stops(unit, from, hex) { 0 } else { left - 1 };
        self.fight.first = false;
        self.walk(unit, hex, Way::Advance(left), events);
        events.push(Event::Advanced { unit, hex });
        self.enter_bridge(unit, hex, dice, events);
    }

    pub(crate) fn advance_on(&mut self, left: u8) {
        let unit = self.errand.unit;
        self.phase = if left > 0 { Phase::Forward { unit, left } } else { Phase::Advance };
    }

    /// 6.4: wet, forest and enemies stop an advance; on Crete rough ground off the road does.
    fn advance_stops(&self, unit: u8, from: Option<HexId>, to: HexId) -> bool {
        let terrain = self.board.ground(to).terrain;
        if !self.board.mercury() {
            let side = self.board.unit(unit).side;
            return matches!(terrain, Terrain::Wet | Terrain::Forest)
                || self.beside(to, side.other());
        }
        let rough = match terrain {
            Terrain::Rough => true,
            Terrain::Mountain => self.board.rulings.mountain_is_rough,
            _ => false,
        };
        let by_road = from
            .and_then(|from| {
                let way = self.board.map.direction(from, to)?;
                Some(self.board.road(from, way))
            })
            .unwrap_or(false);
        rough && !by_road
    }
}
