//! After combat: retreat (6.3) and advance (6.4).

use alloc::vec::Vec;

use engine::{Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::bridges::BlowBridge;
use super::chronicle::Event;
use super::ground::{Edge, Terrain};
use super::movement::{Errand, Way};
use super::phase::Phase;
use super::rules::{Cause, LeaderSpot, Race, Spot};
use super::rulings::{IgnoreRetreat, IgnoreWhere, RetreatToward};
use super::sets::{Bits, HexSet};

/// Where the unit retreats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// Which.
    pub unit: u8,
    /// Hexes still to go.
    pub left: u8,
}

impl Pending<Race> for Retreat {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.board.unit(self.unit).side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        let before = actions.len();
        race.ways_back(self.unit, |hex| actions.push(Action::Retreat(hex)));
        if race.may_exit(self.unit) {
            actions.push(Action::Exit);
        }
        let stuck = actions.len() == before;
        if (race.fight.first || stuck) && race.may_stand(self.unit) {
            actions.push(Action::Stand);
        }
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Retreat { unit, left } = self;
        match action {
            Action::Retreat(hex) => {
                race.fight.first = false;
                race.fight.trail.insert(hex);
                race.walk(unit, hex, Way::Retreat(left - 1), events);
                events.push(Event::Retreated { unit, hex });
                race.enter_bridge(unit, hex, dice, events);
            }
            Action::Exit => race.retreat_off_map(unit, events),
            _ => race.stand(unit, dice, events),
        }
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let mut open = race.may_exit(self.unit) || race.may_stand(self.unit);
        if !open {
            race.ways_back(self.unit, |_| open = true);
        }
        if open {
            return false;
        }
        // 6.3.2: neither retreat nor stand.
        race.remove(self.unit, Cause::Retreat, events);
        race.phase = race.after_retreat();
        true
    }
}

/// Who advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Advance;

impl Pending<Race> for Advance {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.fight.winner())
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(Bits(race.advancers()).map(Action::Advance));
        actions.push(Action::EndAdvance);
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        let Action::Advance(unit) = action else { return race.start_attacks() };
        race.fight.stack = race.fight.stack.or(race.hex_of(unit));
        race.fight.advanced |= 1 << unit;
        race.fight.first = true;
        race.phase = Forward { unit, left: race.fight.margin() }.into();
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = race.advancers() == 0;
        if over {
            race.start_attacks();
        }
        over
    }
}

/// Where the unit advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Forward {
    /// Which.
    pub unit: u8,
    /// Hexes still to go.
    pub left: u8,
}

impl Pending<Race> for Forward {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.board.unit(self.unit).side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        let ground = race.left_open(race.fight.first);
        race.ways_forward(self.unit, &ground, |hex| actions.push(Action::Forward(hex)));
        if !race.fight.first {
            actions.push(Action::Halt);
        }
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Forward { unit, left } = self;
        let Action::Forward(hex) = action else {
            race.phase = Advance.into();
            return;
        };
        let from = race.hex_of(unit);
        let left = if race.advance_stops(unit, from, hex) { 0 } else { left - 1 };
        race.fight.first = false;
        race.walk(unit, hex, Way::Advance(left), events);
        events.push(Event::Advanced { unit, hex });
        race.enter_bridge(unit, hex, dice, events);
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let mut open = false;
        if self.left > 0 {
            race.ways_forward(self.unit, &race.left_open(race.fight.first), |_| open = true);
        }
        if !open {
            race.phase = Advance.into();
        }
        !open
    }
}

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
            return Advance.into();
        }
        let unit = self.fight.retreating.trailing_zeros() as u8;
        self.fight.retreating &= !(1 << unit);
        self.fight.trail = self.hex_of(unit).into_iter().collect();
        self.fight.first = true;
        Retreat { unit, left: self.fight.margin() }.into()
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

    /// One step after combat: the leader follows when he would be left alone.
    fn walk(&mut self, unit: u8, to: HexId, kind: Way, events: &mut Vec<Event>) {
        let from = self.hex_of(unit);
        let side = self.board.unit(unit).side;
        self.errand = Errand { unit, kind, ..Errand::default() };
        self.enter_hex(unit, to, events);
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
            self.phase = BlowBridge.into();
        } else {
            self.errand_goes_on(dice, events);
        }
    }

    pub(crate) fn retreat_on(&mut self, left: u8, events: &mut Vec<Event>) {
        let unit = self.errand.unit;
        if left > 0 && self.hex_of(unit).is_some() {
            self.phase = Retreat { unit, left }.into();
        } else {
            self.errand_ends(events);
        }
    }

    /// 6.3.3: Allied units and, in Market-Garden, Germans come back; Germans on Crete do not.
    fn retreat_off_map(&mut self, unit: u8, events: &mut Vec<Event>) {
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
    fn stand(&mut self, unit: u8, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let hex = self.hex_of(unit);
        self.hurt(unit, 1, Cause::Retreat, events);
        self.endanger_leader(hex, self.board.unit(unit).side, dice, events);
        if self.board.rulings.ignore_retreat == IgnoreRetreat::PerStack
            && let Some(hex) = hex
        {
            self.fight.retreating &= !self.index.at[hex.index()];
        }
        self.phase = self.after_retreat();
    }

    /// Hexes without enemies that a unit of the winner may advance into: with its first step only
    /// those the loser has left empty (6.4, W-6.4-1).
    fn left_open(&self, first: bool) -> HexSet {
        let loser = self.fight.winner().other();
        let ground = if first { self.fight.from(loser) } else { HexSet::all() };
        ground.without(self.index.stands[loser])
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
    fn advancers(&self) -> u128 {
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

    pub(crate) fn advance_on(&mut self, left: u8) {
        let unit = self.errand.unit;
        self.phase = if left > 0 { Forward { unit, left }.into() } else { Advance.into() };
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
