//! The position, and the sequence of play (4.0): ten turns of four impulses, each with a German
//! and an Allied half.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, Dice, HexId, Outcome, Position, Side};

use super::action::{Action, Group, Region};
use super::board::{Board, Class, Entry};
use super::chronicle::Event;
use super::combat::Fight;
use super::goals::Goals;
use super::movement::{Errand, Reach};
use super::rulings::{AttackLimit, LandingForced, WeatherRoll};
use super::sets::{Bits, HexSet, at_least};
use super::supply::Lines;
use super::support::Support;

/// Units a hex may hold (5.3).
pub(crate) const STACK: u32 = 3;
/// Impulses of a turn (4.1).
pub(crate) const IMPULSES: u8 = 4;

/// Turn on which the ferry opens (Market-Garden 5.1.3), from 0.
pub(crate) const FERRY_OPENS: u8 = 2;

/// A position in one of the two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub(crate) board: Arc<Board>,
    /// Turn, from 0.
    pub(crate) turn: u8,
    /// Impulse, from 0 (A).
    pub(crate) impulse: u8,
    /// Whose half of the impulse it is.
    pub(crate) side: Side,
    pub(crate) phase: Phase,
    pub(crate) outcome: Outcome,
    pub(crate) pieces: Vec<Piece>,
    /// Units in each hex, and all of them.
    pub(crate) at: Vec<u128>,
    pub(crate) present: u128,
    /// Strength of the units in each hex.
    pub(crate) might: Vec<u16>,
    /// Hexes with units of each side.
    pub(crate) stands: BySide<HexSet>,
    /// Hexes the Germans control (W-11-1).
    pub(crate) german_held: HexSet,
    /// Hexes with a destroyed bridge.
    pub(crate) down: HexSet,
    /// Directions each mobility may leave each hex by.
    pub(crate) steps: Vec<[u8; 3]>,
    /// Where supply lines run: by the difference of two neighbours' numbers, the hexes that pass
    /// a line on to that neighbour.
    pub(crate) trace: Vec<(i16, HexSet)>,
    /// Whom this half activates (Market-Garden 5.5).
    pub(crate) group: Group,
    /// Units that were asked, moved, attacked or were attacked; those that started next to an enemy.
    pub(crate) handled: u128,
    pub(crate) moved: u128,
    pub(crate) fought: u128,
    pub(crate) struck: u128,
    pub(crate) contact: u128,
    /// Units that rolled for interdiction in this half (Mercury 7.2).
    pub(crate) spotted: u128,
    /// Hexes next to an enemy of the side that moves: any enemy, an enemy vehicle.
    pub(crate) zone: [HexSet; 2],
    /// Hexes that can be attacked now, and what is known of the supply of the side that attacks.
    pub(crate) targets: HexSet,
    pub(crate) lines: Lines,
    /// Whether `lines` is all one needs: no enemy of the attackers has moved since.
    pub(crate) lines_hold: bool,
    /// Objectives in supply of the side whose battlegroups return (10.4).
    pub(crate) supplied_goals: HexSet,
    /// The supply of each side while units refit.
    pub(crate) refit_lines: BySide<Lines>,
    pub(crate) fight: Fight,
    pub(crate) errand: Errand,
    /// Where the unit that was chosen to march can go.
    pub(crate) reach: Reach,
    /// How each side saw the objectives when it last looked.
    pub(crate) goals: BySide<Option<Goals>>,
    pub(crate) support: Support,
    /// Boxes that dropped on the first day (Mercury 5.2).
    pub(crate) first_day_drops: u8,
    pub(crate) leaders: Vec<Leader>,
    /// Whether a hex may be overfull.
    pub(crate) crowded: bool,
    /// Steps lost so far, and those of Greek units.
    pub(crate) lost: BySide<u16>,
    pub(crate) greek_lost: u16,
    /// First turn at whose end the Germans held an airfield.
    pub(crate) first_airfield: Option<u16>,
}

/// One counter in play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it is.
    pub place: Spot,
    /// Damage points on it (6.2).
    pub damage: u8,
    /// Whether it shows its reduced side (5.2).
    pub reduced: bool,
    /// Where it last stood.
    pub last: Option<HexId>,
    /// What took its last step and when (turn from 0).
    pub end: Option<(Cause, u8)>,
}

/// Where a counter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On the map.
    Hex(HexId),
    /// In an approach box.
    Box(u8),
    /// In the Sea Transport Box.
    Sea,
    /// Irregulars that may be called from that turn on.
    Call(u8),
    /// Not yet arrived.
    Later,
    /// Off the map, may or must return from that turn on.
    Away(u8),
    /// Lost.
    Gone,
}

/// What takes steps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A landing.
    Landing,
    /// Combat.
    Combat,
    /// A retreat that was ignored or impossible.
    Retreat,
    /// Interdiction.
    Interdiction,
    /// Sea transport.
    Sea,
    /// Surrender.
    Surrender,
    /// An overfull hex.
    Stacking,
    /// Leaving the map for good.
    Exit,
}

impl Cause {
    /// Its word in tables.
    pub const fn word(self) -> &'static str {
        [
            "landing",
            "combat",
            "retreat",
            "interdiction",
            "sea transport",
            "surrender",
            "stacking",
            "exit",
        ][self as usize]
    }
}

/// A leader marker in play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// His side.
    pub side: Side,
    /// Where he is.
    pub at: LeaderSpot,
    /// Whether he moved in this half.
    pub moved: bool,
}

/// Where a leader is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeaderSpot {
    /// Off the map with a unit.
    With(u8),
    /// On the map.
    Hex(HexId),
    /// Lost.
    Gone,
}

/// What is to be decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing yet.
    Unopened,
    /// Where a reinforcement enters.
    Enter {
        /// Which.
        unit: u8,
        /// By which edge, once chosen.
        along: Option<Region>,
    },
    /// Where an Allied air marker goes.
    Air {
        /// Which.
        marker: u8,
    },
    /// What the impulse is for.
    Orders,
    /// Whether and where a unit lands.
    Landing {
        /// From which box.
        approach: u8,
        /// By air transport.
        airlift: bool,
        /// Which.
        unit: u8,
    },
    /// Where irregulars rise.
    Irregulars {
        /// Which.
        unit: u8,
        /// Near which hex, once chosen.
        near: Option<HexId>,
    },
    /// Who moves.
    Move,
    /// Where the unit goes.
    March {
        /// Which.
        unit: u8,
        /// With a leader.
        leader: bool,
    },
    /// Whether the Germans try to blow the bridge being entered.
    LastMinute,
    /// Whether the Allies use their boats.
    Boats,
    /// Whom to attack.
    Attack,
    /// With whom.
    Muster,
    /// Whether artillery fires.
    Guns {
        /// Whose.
        side: Side,
        /// Whether the other side has been asked.
        second: bool,
    },
    /// Nothing: the die is rolled.
    Resolve,
    /// Who takes damage.
    Losses {
        /// Whose.
        side: Side,
    },
    /// Where the unit retreats.
    Retreat {
        /// Which.
        unit: u8,
        /// Hexes still to go.
        left: u8,
    },
    /// Who advances.
    Advance,
    /// Where the unit advances.
    Forward {
        /// Which.
        unit: u8,
        /// Hexes still to go.
        left: u8,
    },
    /// Who is removed from an overfull hex.
    Cull {
        /// Which hex.
        hex: HexId,
        /// Whose.
        side: Side,
    },
    /// Who is refitted.
    Refit {
        /// Step of the refit.
        step: u8,
        /// Points spent of a step that has several.
        spent: u8,
    },
    /// Nothing any more.
    Over,
}

impl Race {
    pub(crate) fn new(board: Board) -> Self {
        let hexes = board.map.len();
        let piece = Piece { place: Spot::Later, damage: 0, reduced: false, last: None, end: None };
        let leaders = board
            .leaders
            .iter()
            .map(|marker| Leader {
                side: marker.side,
                at: LeaderSpot::With(marker.with),
                moved: false,
            })
            .collect();
        let mut race = Race {
            turn: 0,
            impulse: 0,
            side: Side::German,
            phase: Phase::Unopened,
            outcome: Outcome::Undecided,
            pieces: vec![piece; board.units.len()],
            at: vec![0; hexes],
            present: 0,
            might: vec![0; hexes],
            stands: BySide::default(),
            german_held: HexSet::default(),
            down: HexSet::default(),
            steps: vec![[0; 3]; hexes],
            trace: Vec::new(),
            group: Group::All,
            handled: 0,
            moved: 0,
            fought: 0,
            struck: 0,
            contact: 0,
            spotted: 0,
            zone: [HexSet::default(); 2],
            targets: HexSet::default(),
            lines: Lines::default(),
            lines_hold: false,
            supplied_goals: HexSet::default(),
            refit_lines: BySide::default(),
            fight: Fight::default(),
            errand: Errand::default(),
            reach: Reach::default(),
            goals: BySide::default(),
            support: Support::new(),
            first_day_drops: 0,
            leaders,
            crowded: false,
            lost: BySide::default(),
            greek_lost: 0,
            first_airfield: None,
            board: Arc::new(board),
        };
        race.set_up();
        let ways = BySide::from_fn(|side| race.supply_ways(side));
        Arc::make_mut(&mut race.board).supply_ways = ways;
        race
    }

    /// 3.1-3.3: counters to their printed places; the defender controls every hex (W-11-1).
    fn set_up(&mut self) {
        let board = Arc::clone(&self.board);
        if !board.mercury() {
            // The blue edge is where the Allies come from: theirs from the start.
            let blue = board.sources.allied.iter().copied().collect();
            self.german_held = board.map.ids().collect::<HexSet>().without(blue);
        }
        for (i, unit) in board.units.iter().enumerate() {
            let i = i as u8;
            match unit.entry {
                Entry::Call => self.pieces[usize::from(i)].place = Spot::Call(0),
                Entry::Hex(hex) if unit.turn == 0 => self.put(i, hex),
                Entry::Box(b) if unit.turn == 0 => {
                    self.pieces[usize::from(i)].place = Spot::Box(b);
                }
                Entry::Sea if unit.turn == 0 => self.pieces[usize::from(i)].place = Spot::Sea,
                _ => {}
            }
        }
        for leader in &mut self.leaders {
            if let LeaderSpot::With(unit) = leader.at
                && let Spot::Hex(hex) = self.pieces[usize::from(unit)].place
            {
                leader.at = LeaderSpot::Hex(hex);
            }
        }
        self.pave();
    }

    /// Units of `side` in a hex.
    #[inline]
    pub(crate) fn here(&self, hex: HexId, side: Side) -> u128 {
        self.at[hex.index()] & self.board.of(side)
    }

    /// Whether a unit of `side` stands next to a hex.
    pub(crate) fn beside(&self, hex: HexId, side: Side) -> bool {
        self.board.ground(hex).around.meets(&self.stands[side])
    }

    /// Whether a hex holds as many units of a side as it may (5.3).
    #[inline]
    pub(crate) fn full(&self, hex: HexId, side: Side) -> bool {
        self.stands[side].contains(hex) && at_least(self.here(hex, side), STACK)
    }

    /// Units of `side` on the map.
    #[inline]
    pub(crate) fn on_map(&self, side: Side) -> u128 {
        self.present & self.board.of(side)
    }

    /// Where a unit on the map stands.
    #[inline]
    pub(crate) fn hex_of(&self, unit: u8) -> Option<HexId> {
        match self.pieces[usize::from(unit)].place {
            Spot::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Endurance left before a unit is eliminated (6.2).
    pub(crate) fn stamina(&self, unit: u8) -> u8 {
        let piece = &self.pieces[usize::from(unit)];
        if piece.place == Spot::Gone {
            return 0;
        }
        self.endurance(unit).saturating_sub(piece.damage)
    }

    pub(crate) fn endurance(&self, unit: u8) -> u8 {
        if self.pieces[usize::from(unit)].reduced {
            self.board.reduced.1
        } else {
            self.board.unit(unit).endurance
        }
    }

    pub(crate) fn strength(&self, unit: u8) -> u8 {
        if self.pieces[usize::from(unit)].reduced {
            self.board.reduced.0
        } else {
            self.board.unit(unit).combat
        }
    }

    /// Turns a unit on the map to its reduced side (5.2).
    pub(crate) fn reduce(&mut self, unit: u8) {
        let whole = u16::from(self.strength(unit));
        self.pieces[usize::from(unit)].reduced = true;
        if let Some(hex) = self.hex_of(unit) {
            let might = &mut self.might[hex.index()];
            *might = *might - whole + u16::from(self.board.reduced.0);
        }
    }

    pub(crate) fn pace(&self, unit: u8) -> u8 {
        if self.pieces[usize::from(unit)].reduced {
            self.board.reduced.2
        } else {
            self.board.unit(unit).movement
        }
    }

    /// Whether `side` controls a hex.
    pub(crate) fn holds(&self, hex: HexId, side: Side) -> bool {
        self.german_held.contains(hex) == (side == Side::German)
    }

    /// Puts a unit into a hex: control changes hands (W-11-1). What the entry does to a lone enemy
    /// leader is for [`Race::enter_hex`].
    pub(crate) fn put(&mut self, unit: u8, hex: HexId) {
        let side = self.board.unit(unit).side;
        self.lift(unit);
        self.lines_hold &= side == self.side;
        self.at[hex.index()] |= 1 << unit;
        self.present |= 1 << unit;
        self.might[hex.index()] += u16::from(self.strength(unit));
        self.stands[side].insert(hex);
        let piece = &mut self.pieces[usize::from(unit)];
        piece.place = Spot::Hex(hex);
        piece.last = Some(hex);
        match side {
            Side::German => self.german_held.insert(hex),
            Side::Allied => self.german_held.remove(hex),
        }
    }

    /// A unit enters a hex in play: a lone enemy leader there is taken (Mercury 12.1.3, 12.2.2).
    pub(crate) fn enter_hex(&mut self, unit: u8, hex: HexId, events: &mut Vec<Event>) {
        self.put(unit, hex);
        self.overrun_leader(hex, events);
    }

    /// Takes a unit off the map; where it goes is for the caller to say.
    pub(crate) fn lift(&mut self, unit: u8) {
        if let Some(hex) = self.hex_of(unit) {
            let side = self.board.unit(unit).side;
            self.at[hex.index()] &= !(1 << unit);
            self.present &= !(1 << unit);
            self.might[hex.index()] -= u16::from(self.strength(unit));
            if self.here(hex, side) == 0 {
                self.stands[side].remove(hex);
            }
            self.lines_hold &= side == self.side;
        }
    }

    /// Takes damage points; the unit is eliminated when they reach its endurance (6.2).
    pub(crate) fn hurt(&mut self, unit: u8, points: u8, cause: Cause, events: &mut Vec<Event>) {
        let points = points.min(self.stamina(unit));
        self.pieces[usize::from(unit)].damage += points;
        self.count_loss(unit, points);
        let hex = self.hex_of(unit);
        events.push(Event::Damaged { unit, hex, points, cause });
        if self.stamina(unit) == 0 {
            self.remove(unit, cause, events);
        }
    }

    pub(crate) fn count_loss(&mut self, unit: u8, steps: u8) {
        let side = self.board.unit(unit).side;
        self.lost[side] += u16::from(steps);
        if self.board.unit(unit).nation == super::board::Nation::Greek {
            self.greek_lost += u16::from(steps);
        }
    }

    /// Eliminates a unit. Battlegroups and irregulars come back (Market-Garden 10.4, Mercury 12.3.2).
    pub(crate) fn remove(&mut self, unit: u8, cause: Cause, events: &mut Vec<Event>) {
        let (hex, left) = (self.hex_of(unit), self.stamina(unit));
        self.count_loss(unit, left);
        self.lift(unit);
        let next = self.turn + 1;
        let kind = self.board.unit(unit);
        let returns = if kind.battlegroup {
            Spot::Away(next)
        } else if kind.class == Class::Irregular {
            Spot::Call(next)
        } else {
            Spot::Gone
        };
        let piece = &mut self.pieces[usize::from(unit)];
        piece.place = returns;
        piece.damage = 0;
        piece.end = Some((cause, self.turn));
        events.push(Event::Eliminated { unit, hex, left, cause });
    }

    /// A turn begins (4.0, 8.3, 12.5).
    fn begin_turn(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.impulse = 0;
        self.support.begin_turn();
        if self.turn == FERRY_OPENS {
            let board = Arc::clone(&self.board);
            let ferries = board.map.ids().filter(|&hex| board.ground(hex).ferry_closed);
            ferries.for_each(|hex| self.pave_around(hex));
        }
        if self.board.rulings.weather_roll == WeatherRoll::TurnStart {
            self.roll_weather(dice, events);
        }
        self.repair_in_supply(events);
        self.begin_half(Side::German, dice, events);
    }

    /// One side's half of an impulse begins (4.1).
    fn begin_half(&mut self, side: Side, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        events.push(Event::HalfBegan { impulse: self.impulse, side });
        self.side = side;
        self.lines_hold = false;
        self.lines = Lines::default();
        self.handled = 0;
        self.moved = 0;
        self.contact = 0;
        self.spotted = 0;
        self.group = Group::All;
        if side == Side::German || self.board.rulings.attack_limit == AttackLimit::PerHalf {
            self.fought = 0;
            self.struck = 0;
        }
        if side == Side::German {
            self.support.begin_impulse();
            self.begin_guns_impulse();
        }
        for leader in &mut self.leaders {
            leader.moved = false;
        }
        if side == Side::Allied
            && self.impulse == 0
            && self.board.rulings.weather_roll == WeatherRoll::FirstAllied
        {
            self.roll_weather(dice, events);
        }
        if self.impulse == 0 {
            // 10.0
            self.arrivals_begin();
        } else {
            self.after_arrivals();
        }
    }

    pub(crate) fn after_arrivals(&mut self) {
        self.handled = 0;
        self.phase = Phase::Orders;
        if self.side == Side::Allied && !self.board.mercury() {
            self.pick_up_air();
        }
    }

    /// The active side has finished: overfull hexes are cleared (5.3), then the other side acts.
    pub(crate) fn end_half(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.crowded {
            for hex in self.stands.german.or(self.stands.allied).iter() {
                for side in Side::BOTH {
                    if at_least(self.here(hex, side), STACK + 1) {
                        self.phase = Phase::Cull { hex, side };
                        return;
                    }
                }
            }
            self.crowded = false;
        }
        match self.side {
            Side::German => self.begin_half(Side::Allied, dice, events),
            Side::Allied => self.end_impulse(dice, events),
        }
    }

    fn end_impulse(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let last = self.impulse + 1 == IMPULSES;
        if self.automatic_victory(last, events) {
            return;
        }
        if last {
            self.begin_turn_end(dice, events);
        } else {
            self.impulse += 1;
            self.begin_half(Side::German, dice, events);
        }
    }

    pub(crate) fn next_turn(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.turn += 1;
        self.begin_turn(dice, events);
    }

    /// Plays on until somebody has something to decide.
    fn settle(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            let ready = match self.phase {
                Phase::Over => return,
                Phase::Enter { .. } => self.arrival_ready(events),
                Phase::Air { .. } => self.air_ready(),
                Phase::Landing { .. } => self.landing_ready(dice, events),
                Phase::Irregulars { .. } => self.irregulars_ready(dice, events),
                Phase::Move => self.move_ready(),
                Phase::Attack => self.attack_ready(dice, events),
                Phase::Guns { .. } => self.guns_ready(),
                Phase::Resolve => {
                    self.resolve(dice, events);
                    false
                }
                Phase::Losses { .. } => self.losses_ready(dice, events),
                Phase::Retreat { .. } => self.retreat_ready(events),
                Phase::Advance => self.advance_ready(),
                Phase::Forward { .. } => self.forward_ready(),
                Phase::Refit { .. } => self.refit_ready(dice, events),
                Phase::Unopened
                | Phase::Orders
                | Phase::March { .. }
                | Phase::LastMinute
                | Phase::Boats
                | Phase::Muster
                | Phase::Cull { .. } => true,
            };
            if ready {
                self.look_at_goals();
                return;
            }
        }
    }

    /// What the impulse may be used for.
    fn list_orders(&self, actions: &mut Vec<Action>) {
        if self.landing_due() {
            self.list_landings(actions);
            if !actions.is_empty() {
                return;
            }
        }
        if self.side == Side::Allied && !self.board.mercury() {
            actions.push(Action::Operate(Group::Xxx));
            actions.push(Action::Operate(Group::Flanks));
        } else {
            actions.push(Action::Operate(Group::All));
        }
        self.list_landings(actions);
        self.list_support(actions);
        self.list_bridge_orders(actions);
        actions.push(Action::Pass);
    }

    /// WG-3.2-1: impulse A of the first turn is the landing.
    pub(crate) fn landing_due(&self) -> bool {
        !self.board.mercury()
            && self.side == Side::Allied
            && self.turn == 0
            && self.impulse == 0
            && self.board.rulings.landing_forced != LandingForced::Free
    }

    fn operate(&mut self, group: Group) {
        self.group = group;
        self.start_moves();
    }

    /// Units of the active side that this half activates (Market-Garden 5.5).
    pub(crate) fn active(&self) -> u128 {
        self.on_map(self.side) & !self.board.barred(self.group)
    }
}

impl Position for Race {
    type Action = Action;
    type View<'a> = &'a Race;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.begin_turn(dice, events);
        self.settle(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        match self.phase {
            Phase::Over | Phase::Unopened => None,
            Phase::LastMinute => Some(Side::German),
            Phase::Boats => Some(Side::Allied),
            Phase::Guns { side, .. } | Phase::Losses { side } | Phase::Cull { side, .. } => {
                Some(side)
            }
            Phase::Retreat { unit, .. } | Phase::Forward { unit, .. } => {
                Some(self.board.unit(unit).side)
            }
            Phase::Advance => Some(self.fight.winner()),
            Phase::Refit { step, .. } => Some(self.refit_side(step)),
            _ => Some(self.side),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Unopened | Phase::Resolve | Phase::Over => {}
            Phase::Enter { unit, along } => self.list_arrival(unit, along, actions),
            Phase::Air { .. } => self.list_air(actions),
            Phase::Orders => self.list_orders(actions),
            Phase::Landing { approach, airlift, unit } => {
                self.list_landing(approach, airlift, unit, actions);
            }
            Phase::Irregulars { near, .. } => self.list_irregulars(near, actions),
            Phase::Move => self.list_moves(actions),
            Phase::March { .. } => self.list_marches(actions),
            Phase::LastMinute => actions.extend([Action::Blow, Action::Spare]),
            Phase::Boats => actions.extend([Action::Boats, Action::NoBoats]),
            Phase::Attack => {
                actions.extend(self.targets.iter().map(Action::Attack));
                actions.push(Action::EndAttacks);
            }
            Phase::Muster => self.list_muster(actions),
            Phase::Guns { side, .. } => self.list_guns(side, actions),
            Phase::Losses { side } => {
                actions.extend(Bits(self.takers(side)).map(Action::Damage));
            }
            Phase::Retreat { unit, left } => self.list_retreat(unit, left, actions),
            Phase::Advance => self.list_advance(actions),
            Phase::Forward { unit, left } => self.list_forward(unit, left, actions),
            Phase::Cull { hex, side } => {
                actions.extend(Bits(self.here(hex, side)).map(Action::Remove));
            }
            Phase::Refit { step, .. } => {
                actions.extend(Bits(self.refittable(step)).map(Action::Refit));
            }
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match action {
            Action::Along(region) => self.look_along(region),
            Action::Enter(hex) => self.enter(hex, events),
            Action::EnterBox(b) => self.enter_box(b, events),
            Action::StayAway => self.stay_away(),
            Action::Air(hex) => self.place_air(Some(hex)),
            Action::NoAir => self.place_air(None),
            Action::Operate(group) => self.operate(group),
            Action::Drop(b) => self.start_landing(b, false),
            Action::Airlift(b) => self.start_landing(b, true),
            Action::Sail(port) => {
                self.sail(port, dice, events);
                self.end_half(dice, events);
            }
            Action::AirBox(b) => {
                self.support.air_box = Some(b);
                self.support.german_air_used = true;
                self.end_half(dice, events);
            }
            Action::GermanAir(hex) => {
                self.support.german_air = Some(hex);
                self.support.german_air_used = true;
                self.end_half(dice, events);
            }
            Action::Naval { interdiction, resupply } => {
                self.support.place_ships(interdiction, resupply);
                self.end_half(dice, events);
            }
            Action::CallIrregulars => self.start_irregulars(),
            Action::Demolish(hex) => {
                self.demolish(hex, dice, events);
                self.end_half(dice, events);
            }
            Action::Repair(hex) => {
                self.try_repair(hex, dice, events);
                self.end_half(dice, events);
            }
            Action::Pass | Action::NoMore | Action::EndAttacks => self.end_half(dice, events),
            Action::Land(hex) => self.land(hex, dice, events),
            Action::Hold => self.hold(),
            Action::Near(hex) => self.rise_near(hex),
            Action::Rise(hex) => self.rise(hex, dice, events),
            Action::Move(unit) => self.begin_march(unit, false),
            Action::MoveWithLeader(unit) => self.begin_march(unit, true),
            Action::EndMoves => self.start_attacks(),
            Action::March(hex) => self.march(hex, dice, events),
            Action::Stay => self.stay(),
            Action::Blow => self.blow_at_last_minute(dice, events),
            Action::Spare => self.errand_goes_on(dice, events),
            Action::Boats => self.cross_by_boat(dice, events),
            Action::NoBoats => self.bridge_lost(events),
            Action::Attack(hex) => self.declare(hex),
            Action::HoldBack(unit) => self.hold_back(unit),
            Action::Resolve => self.mustered(),
            Action::Guns(marker) => self.fire_guns(Some(marker)),
            Action::NoGuns => self.fire_guns(None),
            Action::Damage(unit) => self.take(unit, dice, events),
            Action::Retreat(hex) => self.retreat(hex, dice, events),
            Action::Exit => self.retreat_off_map(events),
            Action::Stand => self.stand(dice, events),
            Action::Advance(unit) => self.advance(unit),
            Action::EndAdvance => self.end_advance(),
            Action::Forward(hex) => self.forward(hex, dice, events),
            Action::Halt => self.phase = Phase::Advance,
            Action::Remove(unit) => {
                self.remove(unit, Cause::Stacking, events);
                self.end_half(dice, events);
            }
            Action::Refit(unit) => self.refit(unit, events),
        }
        self.settle(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, _side: Side) -> &Race {
        self
    }
}
