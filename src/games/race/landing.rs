//! From the air and over the sea (5.2, 5.3; Mercury 5.2.1, 10.2.1; Market-Garden 12.8).

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, DropFacts, DropOdds, HexId, Pending, Side};
use smallvec::SmallVec;

use super::action::Action;
use super::chronicle::Event;
use super::ground::{Class, Terrain};
use super::rules::{Cause, LeaderSpot, Race, Spot};
use super::rulings::{AirLandingBonus, AirborneReinfHex, LandingForced, LandingOnEnemy, NavalSign};
use super::sets::{Bits, stacked};
use super::stacking::STACK;
use super::support::AirBox;
use crate::measures::DropValues;

const LANDING: ChanceKind = ChanceKind::new("landing");
const SEA: ChanceKind = ChanceKind::new("sea transport");

/// Results of the Airborne Landing Table, by the modified die (5.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reception {
    /// 1-2: the counter is flipped to its reduced side.
    Hot,
    /// 3-4: a damage point.
    Warm,
    /// 5-6: no effect.
    Clean,
}

impl Reception {
    /// The result of a modified die.
    pub(crate) const fn of(die: i8) -> Reception {
        match die {
            ..=2 => Reception::Hot,
            3 | 4 => Reception::Warm,
            5.. => Reception::Clean,
        }
    }

    /// The table's words.
    pub const fn word(self) -> &'static str {
        match self {
            Reception::Hot => "hot reception",
            Reception::Warm => "warm reception",
            Reception::Clean => "clean landing",
        }
    }
}

/// Results of the Sea Transport Table, by the modified die (Mercury 5.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// 1-2: a damage point, and back.
    Intercepted,
    /// 3-4: back.
    Aborted,
    /// 5-6: ashore.
    Success,
}

impl Crossing {
    pub(crate) const fn of(die: i8) -> Crossing {
        match die {
            ..=2 => Crossing::Intercepted,
            3 | 4 => Crossing::Aborted,
            5.. => Crossing::Success,
        }
    }

    /// The table's words.
    pub const fn word(self) -> &'static str {
        match self {
            Crossing::Intercepted => "intercepted",
            Crossing::Aborted => "aborted",
            Crossing::Success => "success",
        }
    }
}

/// A unit that landed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The turn, from 0.
    pub turn: u8,
    /// Which unit.
    pub unit: u8,
    /// Where.
    pub hex: HexId,
    /// From which box.
    pub approach: u8,
    /// By transport aircraft, onto an airfield.
    pub airlift: bool,
    /// Enemy units next to the hex.
    pub watchers: u16,
    /// The die.
    pub die: u8,
    /// Its modifier.
    pub modifier: i8,
    /// Points that the unit could have taken before.
    pub stamina: u8,
    /// Damage that it had.
    pub damage: u8,
    /// Points that it loses.
    pub lost: u8,
}

impl Landed {
    /// The result of the table.
    pub(crate) fn reception(&self) -> Reception {
        Reception::of(self.die as i8 + self.modifier)
    }
}

/// Whether and where a unit lands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// From which box.
    pub approach: u8,
    /// By air transport.
    pub airlift: bool,
    /// Which.
    pub unit: u8,
}

impl Pending<Race> for Landing {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        let mut goals = Vec::new();
        race.goals(self.approach, self.airlift, self.unit, &mut goals);
        actions.extend(goals.into_iter().map(Action::Land));
        let all = !race.board.mercury()
            && race.turn == 0
            && race.impulse == 0
            && race.board.rulings.landing_forced == LandingForced::All;
        if !all {
            actions.push(Action::Hold);
        }
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        race.handled |= 1 << self.unit;
        if let Action::Land(hex) = action {
            race.land(self, hex, dice, events);
        }
    }

    /// The next unit of the box that can land anywhere; the half is over when there is none.
    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Landing { approach, airlift, .. } = self;
        let mut goals = Vec::new();
        let next =
            race.boxed(approach).filter(|&unit| race.handled & (1 << unit) == 0).find(|&unit| {
                goals.clear();
                race.goals(approach, airlift, unit, &mut goals);
                !goals.is_empty()
            });
        if let Some(unit) = next {
            race.phase = Landing { approach, airlift, unit }.into();
            return false;
        }
        // Mercury 5.2: the second and third drops of the first day are the boxes used later.
        if !airlift && race.turn == 0 {
            race.first_day_drops += 1;
        }
        race.end_half(dice, events);
        true
    }
}

impl Race {
    /// Units waiting in a box.
    fn boxed(&self, approach: u8) -> impl Iterator<Item = u8> + '_ {
        (0..self.pieces.len() as u8)
            .filter(move |&unit| self.pieces[usize::from(unit)].place == Spot::Box(approach))
    }

    /// Sole actions by air and sea.
    pub(crate) fn list_landings(&self, actions: &mut Vec<Action>) {
        if self.side != self.board.invader() || self.support.rain {
            return;
        }
        for approach in 0..self.board.boxes.len() as u8 {
            for (airlift, action) in
                [(false, Action::Drop(approach)), (true, Action::Airlift(approach))]
            {
                if self.can_land(approach, airlift) {
                    actions.push(action);
                }
            }
        }
        if self.pieces.iter().any(|piece| piece.place == Spot::Sea) {
            let free = |port: &&HexId| self.here(**port, Side::Allied) == 0;
            actions.extend(self.board.ports.iter().filter(free).map(|&port| Action::Sail(port)));
        }
    }

    /// Whether a unit of a box can land now.
    fn can_land(&self, approach: u8, airlift: bool) -> bool {
        let mut goals = Vec::new();
        self.boxed(approach).any(|unit| {
            self.goals(approach, airlift, unit, &mut goals);
            !goals.is_empty()
        })
    }

    /// Units of a box that can land now and find room (5.3), each in the first of its hexes that still has some.
    pub(crate) fn landable(&self, approach: u8, airlift: bool) -> u128 {
        let mut goals = Vec::new();
        let mut landed: SmallVec<[HexId; 16]> = SmallVec::new();
        let mut units = 0;
        for unit in self.boxed(approach) {
            goals.clear();
            self.goals(approach, airlift, unit, &mut goals);
            let side = self.board.unit(unit).side;
            let room = |hex: &HexId| {
                let taken = landed.iter().filter(|&there| there == hex).count() as u32;
                stacked(self.here(*hex, side)) + taken < STACK
            };
            if let Some(hex) = goals.iter().copied().find(room) {
                landed.push(hex);
                units |= 1 << unit;
            }
        }
        units
    }

    /// Hexes a unit in a box may land on.
    fn goals(&self, approach: u8, airlift: bool, unit: u8, goals: &mut Vec<HexId>) {
        let kind = self.board.unit(unit);
        let side = kind.side;
        if airlift {
            self.airlift_goals(approach, unit, goals);
            return;
        }
        if !kind.class.drops() {
            // Market-Garden 12.8: 52nd Division lands on Allied airfields in the same way.
            if kind.class == Class::AirTransport && !self.board.mercury() {
                for airfield in &self.board.airfields {
                    goals
                        .extend(airfield.hexes.iter().filter(|&hex| self.open_airfield(hex, side)));
                }
            }
            return;
        }
        let late = kind.turn > 0;
        let anywhere = self.board.rulings.airborne_reinf_hex == AirborneReinfHex::AnySource;
        if !self.board.mercury() && late && (anywhere || kind.landing.is_none()) {
            // WG-3.3-1
            let free = |hex: &HexId| self.here(*hex, side.other()) == 0;
            goals.extend(self.board.sources.airborne.iter().copied().filter(free));
            return;
        }
        if let Some(printed) = kind.landing {
            if self.here(printed, side.other()) == 0 {
                goals.push(printed);
            } else if self.board.rulings.landing_on_enemy == LandingOnEnemy::Drift {
                let dry = |hex: &HexId| {
                    self.board.ground(*hex).terrain != Terrain::Sea
                        && self.here(*hex, side.other()) == 0
                };
                goals.extend(self.board.ground(printed).neighbours().filter(dry));
            }
        }
        // Mercury 10.2.1: from turn 2 also onto airborne units of the same box.
        if self.board.mercury() && self.turn > 0 && kind.class == Class::Parachute {
            for friend in Bits(self.on_map(side)) {
                let other = self.board.unit(friend);
                let same = other.class.drops() && other.entry == kind.entry;
                if let (true, Some(hex)) = (same, self.hex_of(friend))
                    && !goals.contains(&hex)
                {
                    goals.push(hex);
                }
            }
        }
    }

    /// Mercury 5.2.1, 10.2.1: mountain units, and airborne units from turn 2, onto the airfield
    /// next to their box.
    fn airlift_goals(&self, approach: u8, unit: u8, goals: &mut Vec<HexId>) {
        let kind = self.board.unit(unit);
        let may = kind.class == Class::Mountain || (kind.class.drops() && self.turn > 0);
        let Some(airfield) = self.board.boxes[usize::from(approach)].airfield else { return };
        if may && self.board.mercury() {
            let hexes = self.board.airfields[usize::from(airfield)].hexes;
            goals.extend(hexes.iter().filter(|&hex| self.open_airfield(hex, kind.side)));
        }
    }

    fn open_airfield(&self, hex: HexId, side: Side) -> bool {
        self.holds(hex, side) && self.here(hex, side.other()) == 0
    }

    pub(crate) fn start_landing(&mut self, approach: u8, airlift: bool) {
        self.handled = 0;
        self.phase = Landing { approach, airlift, unit: 0 }.into();
    }

    /// Modifiers of the Airborne Landing Table (5.2).
    pub(crate) fn landing_modifier(&self, unit: u8, hex: HexId) -> i8 {
        let side = self.board.unit(unit).side;
        let watched = self.beside(hex, side.other());
        if !self.board.mercury() {
            let day = if self.turn == 0 { 1 } else { -1 };
            return day + i8::from(!watched);
        }
        let airfield = self.board.ground(hex).airfield.is_some() && self.holds(hex, side);
        let aircraft = self.support.air_box == Some(AirBox::GroundSupport)
            && self.board.rulings.air_landing_bonus == AirLandingBonus::GroundSupport;
        i8::from(airfield) + i8::from(aircraft)
            - i8::from(watched)
            - i8::from(self.turn == 0 && self.first_day_drops > 0)
    }

    fn land(&mut self, landing: Landing, hex: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Landing { approach, airlift, unit } = landing;
        let modifier = self.landing_modifier(unit, hex);
        let chance = Chance {
            kind: LANDING,
            turn: u16::from(self.turn),
            who: u16::from(unit),
            whom: 0,
            nth: u16::from(self.impulse),
        };
        let die = dice.roll(chance, 6) + 1;
        let reception = Reception::of(die as i8 + modifier);
        let side = self.board.unit(unit).side;
        let watchers = self
            .board
            .ground(hex)
            .neighbours()
            .map(|near| self.here(near, side.other()).count_ones() as u16)
            .sum();
        self.enter_hex(unit, hex, events);
        for leader in &mut self.leaders {
            if leader.at == LeaderSpot::With(unit) {
                leader.at = LeaderSpot::Hex(hex);
            }
        }
        let before = self.stamina(unit);
        let whole = self.pieces[usize::from(unit)].damage;
        match reception {
            Reception::Hot => self.reduce(unit),
            Reception::Warm => self.pieces[usize::from(unit)].damage += 1,
            Reception::Clean => {}
        }
        let lost = before.saturating_sub(self.stamina(unit));
        self.count_loss(unit, lost);
        events.push(Event::Landed(Landed {
            turn: self.turn,
            unit,
            hex,
            approach,
            airlift,
            watchers,
            die,
            modifier,
            stamina: before,
            damage: whole,
            lost,
        }));
        if self.stamina(unit) == 0 {
            self.remove(unit, Cause::Landing, events);
        }
    }

    /// The row of a landing.
    pub(crate) fn landing_row(&self, landed: &Landed) -> DropFacts {
        let class = self.board.unit(landed.unit).class;
        let values = DropValues { fire_zones: landed.watchers, ..DropValues::default() };
        DropFacts {
            turn: u16::from(landed.turn) + 1,
            unit: u16::from(landed.unit),
            kind: match class {
                _ if landed.airlift || !class.drops() => "airland",
                Class::Glider => "glider",
                _ => "parachute",
            },
            zone: self.board.boxes[usize::from(landed.approach)].name.clone(),
            hex: self.board.map.label(landed.hex),
            terrain: self.board.ground(landed.hex).terrain.word().to_string(),
            modifier: i16::from(landed.modifier),
            roll: landed.die,
            result: landed.reception().word(),
            steps_lost: u16::from(landed.lost),
            values: values.list(),
            odds: self.landing_odds(landed),
        }
    }

    /// What the table had in store for the unit: one entry a result.
    fn landing_odds(&self, landed: &Landed) -> Vec<DropOdds> {
        let reduced = self.board.reduced.1.saturating_sub(landed.damage);
        [Reception::Hot, Reception::Warm, Reception::Clean]
            .into_iter()
            .filter_map(|result| {
                let alike = |die: &i8| Reception::of(die + landed.modifier) == result;
                let ways = (1..=6).filter(alike).count();
                let lost = match result {
                    Reception::Hot => landed.stamina.saturating_sub(reduced),
                    Reception::Warm => 1,
                    Reception::Clean => 0,
                };
                (ways > 0).then_some(DropOdds {
                    result: result.word(),
                    ways: ways as u16,
                    of: 6,
                    steps_lost: u16::from(lost),
                    tolls: vec![0],
                })
            })
            .collect()
    }

    /// Mercury 5.3: -1 for each naval marker (WM-5.3-1), +2 for the air marker, both in the
    /// Interdiction Box (WM-5.3-2).
    pub(crate) fn sea_modifier(&self) -> i8 {
        let ships = self.support.ships_interdiction as i8;
        let ships = match self.board.rulings.naval_sign {
            NavalSign::Minus => -ships,
            NavalSign::Plus => ships,
        };
        ships + if self.support.air_box == Some(AirBox::Interdiction) { 2 } else { 0 }
    }

    pub(crate) fn sail(&mut self, port: HexId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let waiting = self.pieces.iter().position(|piece| piece.place == Spot::Sea);
        let Some(unit) = waiting.map(|unit| unit as u8) else { return };
        let modifier = self.sea_modifier();
        let chance = Chance {
            kind: SEA,
            turn: u16::from(self.turn),
            who: u16::from(unit),
            whom: 0,
            nth: u16::from(self.impulse),
        };
        let die = dice.roll(chance, 6) + 1;
        let result = Crossing::of(die as i8 + modifier);
        events.push(Event::Sailed { unit, port, die, modifier, result });
        match result {
            Crossing::Intercepted => self.hurt(unit, 1, Cause::Sea, events),
            Crossing::Aborted => {}
            Crossing::Success => {
                self.enter_hex(unit, port, events);
            }
        }
    }
}
