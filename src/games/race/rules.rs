//! The position, and the sequence of play (4.0): ten turns of four impulses, each with a German
//! and an Allied half.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use engine::{BySide, Dice, HexId, Outcome, Pending, Position, Side};

use super::action::{Action, Group};
use super::chronicle::Event;
use super::combat::Fight;
use super::ground::{Class, Entry, Ground};
use super::index::Index;
use super::movement::Errand;
use super::orders::Orders;
use super::phase::{Phase, Unopened};
use super::rulings::{AttackLimit, WeatherRoll};
use super::sets::HexSet;
use super::support::Support;

/// Impulses of a turn (4.1).
pub(crate) const IMPULSES: u8 = 4;

/// Turn on which the ferry opens (Market-Garden 5.1.3), from 0.
pub(crate) const FERRY_OPENS: u8 = 2;

/// A position in one of the two games.
#[derive(Clone, Debug)]
pub struct Race {
    pub(crate) board: Arc<Ground>,
    /// Turn, from 0.
    pub(crate) turn: u8,
    /// Impulse, from 0 (A).
    pub(crate) impulse: u8,
    /// Whose half of the impulse it is.
    pub(crate) side: Side,
    pub(crate) phase: Phase,
    pub(crate) outcome: Outcome,
    pub(crate) pieces: Vec<Piece>,
    /// Hexes the Germans control (W-11-1).
    pub(crate) german_held: HexSet,
    /// Hexes with a destroyed bridge.
    pub(crate) down: HexSet,
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
    pub(crate) fight: Fight,
    pub(crate) errand: Errand,
    pub(crate) support: Support,
    /// Boxes that dropped on the first day (Mercury 5.2).
    pub(crate) first_day_drops: u8,
    pub(crate) leaders: Vec<Leader>,
    /// Steps lost so far, and those of Greek units.
    pub(crate) lost: BySide<u16>,
    pub(crate) greek_lost: u16,
    /// First turn at whose end the Germans held an airfield.
    pub(crate) first_airfield: Option<u16>,
    /// What follows from all this and is kept.
    pub(crate) index: Index,
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

impl Race {
    /// The state of the rules: all but the index, which follows from it.
    fn state(&self) -> impl PartialEq + '_ {
        let Race {
            board,
            turn,
            impulse,
            side,
            phase,
            outcome,
            pieces,
            german_held,
            down,
            group,
            handled,
            moved,
            fought,
            struck,
            contact,
            spotted,
            fight,
            errand,
            support,
            first_day_drops,
            leaders,
            lost,
            greek_lost,
            first_airfield,
            index: _,
        } = self;
        let moment = (turn, impulse, side, phase, outcome, group);
        let deeds = (handled, moved, fought, struck, contact, spotted, fight, errand);
        let losses = (lost, greek_lost, first_airfield, first_day_drops);
        (board, moment, pieces, leaders, german_held, down, support, deeds, losses)
    }
}

/// Two positions are the same when the state of the rules is.
impl PartialEq for Race {
    fn eq(&self, other: &Race) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Race {}

impl Race {
    pub(crate) fn new(board: Ground) -> Self {
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
            phase: Unopened.into(),
            outcome: Outcome::Undecided,
            pieces: vec![piece; board.units.len()],
            german_held: HexSet::default(),
            down: HexSet::default(),
            group: Group::All,
            handled: 0,
            moved: 0,
            fought: 0,
            struck: 0,
            contact: 0,
            spotted: 0,
            fight: Fight::default(),
            errand: Errand::default(),
            support: Support::new(),
            first_day_drops: 0,
            leaders,
            lost: BySide::default(),
            greek_lost: 0,
            first_airfield: None,
            index: Index::empty(hexes),
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
        self.index.at[hex.index()] & self.board.of(side)
    }

    /// Whether a unit of `side` stands next to a hex.
    pub(crate) fn beside(&self, hex: HexId, side: Side) -> bool {
        self.board.ground(hex).around.meets(&self.index.stands[side])
    }

    /// Units of `side` on the map.
    #[inline]
    pub(crate) fn on_map(&self, side: Side) -> u128 {
        self.index.present & self.board.of(side)
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
            let might = &mut self.index.might[hex.index()];
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
        self.lift(unit);
        self.index.add(&self.board, unit, hex, self.strength(unit));
        let piece = &mut self.pieces[usize::from(unit)];
        piece.place = Spot::Hex(hex);
        piece.last = Some(hex);
        match self.board.unit(unit).side {
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
            self.index.take(&self.board, unit, hex, self.strength(unit));
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
        if self.board.unit(unit).nation == super::ground::Nation::Greek {
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
        self.phase = Orders.into();
        if self.side == Side::Allied && !self.board.mercury() {
            self.pick_up_air();
        }
    }

    /// The active side has finished: overfull hexes are cleared (5.3), then the other side acts.
    pub(crate) fn end_half(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Some(cull) = self.overfull() {
            self.phase = cull.into();
            return;
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
        while self.phase.proceed(self, dice, events) {}
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
        self.phase.decider(self)
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.phase.options(self, actions);
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.phase.play(self, action, dice, events);
        self.settle(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, _side: Side) -> &Race {
        self
    }

    fn imagined(view: &Race, _dice: &mut dyn Dice) -> Race {
        view.clone()
    }

    fn stale_index(&self) -> Option<String> {
        let stale = self.index != Index::of(self);
        stale.then(|| format!("stale: {}", self.stale_parts().join(", ")))
    }
}
