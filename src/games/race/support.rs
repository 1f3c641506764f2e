//! Support: aircraft, ships, guns, weather (7.0, Mercury 8.0, 12.2, 12.5).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::chronicle::Event;
use super::combat::Resolve;
use super::ground::{Class, Nation, Terrain};
use super::orders::Orders;
use super::phase::Phase;
use super::rules::{Race, Spot};
use super::rulings::{AirColumns, ArtilleryOrder, GermanAirStays, InterdictionBox};
use super::sets::{Bits, HexSet};

const WEATHER: ChanceKind = ChanceKind::new("weather");

/// Naval markers of Mercury (8.0).
pub(crate) const SHIPS: u8 = 4;

engine::words! {
    /// Boxes of the German air marker (Mercury 7.1).
    pub enum AirBox {
        /// Ground support.
        GroundSupport = "Ground Support",
        /// Interdiction at sea.
        Interdiction = "Interdiction",
        /// Against Allied resupply.
        Resupply = "Resupply",
    }
}

/// An artillery marker.
struct Battery {
    name: &'static str,
    side: Side,
    /// First turn, from 0.
    from: u8,
}

const MERCURY_GUNS: [Battery; 5] = [
    Battery { name: "British", side: Side::Allied, from: 0 },
    Battery { name: "Australian", side: Side::Allied, from: 0 },
    Battery { name: "New Zealand", side: Side::Allied, from: 0 },
    Battery { name: "7FD", side: Side::German, from: 1 },
    Battery { name: "5GD", side: Side::German, from: 2 },
];
const MARKET_GARDEN_GUNS: [Battery; 2] = [
    Battery { name: "British", side: Side::Allied, from: 0 },
    Battery { name: "German", side: Side::German, from: 0 },
];

/// Markers beside the units.
#[expect(clippy::struct_excessive_bools, reason = "each is a marker that is used or not")]
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// Allied air markers on the map (Market-Garden 7.0): American, British.
    pub(crate) allied_air: [Option<HexId>; 2],
    /// The German air marker on the map (Market-Garden).
    pub(crate) german_air: Option<HexId>,
    /// The box of the German air marker (Mercury).
    pub(crate) air_box: Option<AirBox>,
    /// Whether the German air marker was placed this turn.
    pub(crate) german_air_used: bool,
    /// Naval markers in the Interdiction and Resupply Boxes, and those lost for good.
    pub(crate) ships_interdiction: u8,
    pub(crate) ships_resupply: u8,
    pub(crate) ships_lost: u8,
    /// Whether naval markers were placed this turn.
    pub(crate) ships_used: bool,
    /// Artillery markers used: bits.
    pub(crate) guns_used: u8,
    /// Whether it rains (12.5).
    pub(crate) rain: bool,
    /// Whether the Boat Crossing marker was used this turn (12.4).
    pub(crate) boats_used: bool,
    /// Bridges tried at the last minute in this impulse (12.3.1).
    pub(crate) bridges_tried: HexSet,
    /// Bridges whose Bridge Repair marker shows +2 (12.3.2).
    pub(crate) repair_begun: HexSet,
    /// Hex a leader left in this half.
    pub(crate) leader_left: Option<HexId>,
}

impl Support {
    pub(crate) fn new() -> Self {
        Support {
            allied_air: [None; 2],
            german_air: None,
            air_box: None,
            german_air_used: false,
            ships_interdiction: 0,
            ships_resupply: 0,
            ships_lost: 0,
            ships_used: false,
            guns_used: 0,
            rain: false,
            boats_used: false,
            bridges_tried: HexSet::default(),
            repair_begun: HexSet::default(),
            leader_left: None,
        }
    }

    pub(crate) fn begin_turn(&mut self) {
        self.german_air_used = false;
        self.ships_used = false;
        self.boats_used = false;
        self.guns_used = 0;
        self.rain = false;
    }

    pub(crate) fn begin_impulse(&mut self) {
        self.bridges_tried = HexSet::default();
        self.leader_left = None;
    }

    pub(crate) fn place_ships(&mut self, interdiction: u8, resupply: u8) {
        self.ships_interdiction = interdiction;
        self.ships_resupply = resupply;
        self.ships_used = true;
    }
}

/// Where an Allied air marker goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Air {
    /// Which.
    pub marker: u8,
}

impl Pending<Race> for Air {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        race.air_hexes(Side::Allied, |hex| actions.push(Action::Air(hex)));
        actions.push(Action::NoAir);
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        let hex = if let Action::Air(hex) = action { Some(hex) } else { None };
        race.support.allied_air[usize::from(self.marker)] = hex;
        race.phase = Air { marker: self.marker + 1 }.into();
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let mut open = false;
        if self.marker < 2 {
            race.air_hexes(Side::Allied, |_| open = true);
        }
        if !open {
            race.phase = Orders.into();
        }
        !open
    }
}

/// Whether artillery fires.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Guns {
    /// Whose.
    pub side: Side,
    /// Whether the other side has been asked.
    pub second: bool,
}

impl Guns {
    fn then(self) -> Phase {
        if self.second {
            Resolve.into()
        } else {
            Guns { side: self.side.other(), second: true }.into()
        }
    }
}

impl Pending<Race> for Guns {
    fn decider(self, _: &Race) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(race.guns(self.side).map(Action::Guns));
        actions.push(Action::NoGuns);
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::Guns(marker) = action {
            race.support.guns_used |= 1 << marker;
            race.fight.guns[self.side] = marker + 1;
        }
        race.phase = self.then();
    }

    fn proceed(self, race: &mut Race, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let asked = race.board.options.artillery
            && !race.guns_barred(self.side, self.second)
            && race.guns(self.side).next().is_some();
        if !asked {
            race.phase = self.then();
        }
        !asked
    }
}

/// Where irregulars rise (Mercury 12.3.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Irregulars {
    /// Which.
    pub unit: u8,
    /// Near which hex, once chosen.
    pub near: Option<HexId>,
}

impl Pending<Race> for Irregulars {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn subject(self, _: &Race) -> Option<u16> {
        Some(u16::from(self.unit))
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        race.rising(self.near, |hex| {
            // A vacant victory hex is the place itself.
            let here = self.near.is_some() || race.index.at[hex.index()] == 0;
            actions.push(if here { Action::Rise(hex) } else { Action::Near(hex) });
        });
        actions.push(Action::NoMore);
    }

    /// Irregulars rise; the impulse ends when none is left to call.
    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let unit = self.unit;
        let next = match action {
            Action::Near(hex) => Some(Irregulars { unit, near: Some(hex) }),
            Action::Rise(hex) => {
                race.enter_hex(unit, hex, events);
                race.pieces[usize::from(unit)].damage = 0;
                race.pieces[usize::from(unit)].end = None;
                let next = race.next_irregular(Some(unit));
                next.map(|unit| Irregulars { unit, near: None })
            }
            _ => None,
        };
        match next {
            Some(next) => race.phase = next.into(),
            None => race.end_half(dice, events),
        }
    }

    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let mut open = false;
        race.rising(self.near, |_| open = true);
        if !open {
            race.end_half(dice, events);
        }
        !open
    }
}

impl Race {
    /// 12.5: 1-4 is rain.
    pub(crate) fn roll_weather(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if !self.board.options.weather {
            return;
        }
        let turn = u16::from(self.turn);
        let die = dice.roll(Chance { kind: WEATHER, turn, who: 0, whom: 0, nth: 0 }, 6) + 1;
        self.support.rain = die <= 4;
        events.push(Event::Weather { die });
    }

    /// Market-Garden 7.1, WG-7.1-1: the Allied markers are taken up before each Allied half.
    pub(crate) fn pick_up_air(&mut self) {
        self.support.allied_air = [None; 2];
        if !self.support.rain {
            self.phase = Air { marker: 0 }.into();
        }
    }

    /// 7.1: hexes of a side whose units can attack or be attacked.
    fn air_hexes(&self, side: Side, mut found: impl FnMut(HexId)) {
        let mut seen = HexSet::default();
        for unit in Bits(self.on_map(side)) {
            if let Some(hex) = self.hex_of(unit)
                && !seen.contains(hex)
            {
                seen.insert(hex);
                if self.beside(hex, side.other()) {
                    found(hex);
                }
            }
        }
    }

    /// Sole actions that place markers.
    pub(crate) fn list_support(&self, actions: &mut Vec<Action>) {
        match (self.board.mercury(), self.side) {
            // Mercury 7.0: from turn 2.
            (true, Side::German) if self.turn > 0 && !self.support.german_air_used => {
                actions.extend(AirBox::ALL.map(Action::AirBox));
            }
            (false, Side::German) if !self.support.german_air_used && !self.support.rain => {
                self.air_hexes(Side::German, |hex| actions.push(Action::GermanAir(hex)));
            }
            (true, Side::Allied) => {
                if !self.support.ships_used {
                    let ships = SHIPS - self.support.ships_lost;
                    for interdiction in 0..=ships {
                        for resupply in 0..=ships - interdiction {
                            actions.push(Action::Naval { interdiction, resupply });
                        }
                    }
                }
                if self.next_irregular(None).is_some() {
                    actions.push(Action::CallIrregulars);
                }
            }
            _ => {}
        }
    }

    /// Column shifts of aircraft for an attack (6.1.2, 7.2; Mercury 6.1.2).
    pub(crate) fn air_columns(&self, attackers: u128, target: HexId) -> i8 {
        let own: &[Option<HexId>] = match self.side {
            Side::German => core::slice::from_ref(&self.support.german_air),
            Side::Allied => &self.support.allied_air,
        };
        self.air_columns_of(own, attackers, target)
    }

    /// The same if the attacker's markers of Market-Garden lay so.
    pub(crate) fn air_columns_of(
        &self,
        own: &[Option<HexId>],
        attackers: u128,
        target: HexId,
    ) -> i8 {
        // 12.5: rain grounds the markers that lie on the map too.
        if self.support.rain {
            return 0;
        }
        if self.board.mercury() {
            let flies = self.support.air_box == Some(AirBox::GroundSupport);
            return i8::from(self.side == Side::German && flies);
        }
        let enemy: &[Option<HexId>] = match self.side {
            Side::German => &self.support.allied_air,
            Side::Allied => core::slice::from_ref(&self.support.german_air),
        };
        let over = |hex: &&HexId| self.index.at[hex.index()] & attackers != 0;
        let mut right = own.iter().flatten().filter(over).count() as i8;
        let mut left = enemy.iter().flatten().filter(|&&hex| hex == target).count() as i8;
        // WG-7.1-2
        if self.board.rulings.air_columns == AirColumns::One {
            right = right.min(1);
            left = left.min(1);
        }
        // WG-6.1.2-1
        if !self.board.rulings.air_defends {
            left = 0;
        }
        right - left
    }

    /// WG-7.1-1: the German marker goes when the turn ends.
    pub(crate) fn end_air_turn(&mut self) {
        if self.board.rulings.german_air_stays == GermanAirStays::TurnEnd {
            self.support.german_air = None;
        }
    }

    /// Mercury 7.2, WM-7.2-1.
    pub(crate) fn interdiction_flies(&self) -> bool {
        let wanted = match self.board.rulings.interdiction_box {
            InterdictionBox::GroundSupport => AirBox::GroundSupport,
            InterdictionBox::Interdiction => AirBox::Interdiction,
        };
        self.support.air_box == Some(wanted)
    }

    fn batteries(&self) -> &'static [Battery] {
        if self.board.mercury() { &MERCURY_GUNS } else { &MARKET_GARDEN_GUNS }
    }

    pub(crate) fn guns_name(&self, marker: u8) -> String {
        self.batteries()[usize::from(marker)].name.into()
    }

    /// 12.2.1, Mercury 12.5.1: Allied markers serve once an impulse, German ones once a turn.
    pub(crate) fn begin_guns_impulse(&mut self) {
        for (marker, battery) in self.batteries().iter().enumerate() {
            if battery.side == Side::Allied {
                self.support.guns_used &= !(1 << marker);
            }
        }
    }

    /// Who commits artillery first (12.2.3; Mercury 12.5.3, WM-12.5-2).
    pub(crate) fn guns_first(&self) -> Side {
        let german = self.board.mercury()
            && self.board.rulings.artillery_order == ArtilleryOrder::GermanFirst;
        if german { Side::German } else { Side::Allied }
    }

    /// Whether a marker may support its side in the present combat (12.2.1, 12.2.2; Mercury
    /// 12.5.1, 12.5.2).
    fn may_fire(&self, marker: u8) -> bool {
        let battery = &self.batteries()[usize::from(marker)];
        if self.support.guns_used & (1 << marker) != 0 || self.turn < battery.from {
            return false;
        }
        let units = self.fight.units(battery.side);
        let mut fitting = Bits(units).filter(|&unit| {
            let kind = self.board.unit(unit);
            match (self.board.mercury(), battery.name) {
                (true, "British") => kind.nation == Nation::British,
                (true, "Australian") => kind.nation == Nation::Australian,
                (true, "New Zealand") => kind.nation == Nation::NewZealand,
                (true, "7FD") => kind.class.drops(),
                (true, _) => kind.class == Class::Mountain,
                (false, "British") => kind.nation == Nation::British && !kind.airborne(),
                (false, _) => true,
            }
        });
        // The hex must trace to a map edge or an airfield that its side controls; Allied guns on Crete
        // need no line.
        if self.board.mercury() && battery.side == Side::Allied {
            return fitting.next().is_some();
        }
        let lines = self.lines_to_own_sources(battery.side);
        fitting.any(|unit| self.hex_of(unit).is_some_and(|hex| lines.contains(hex)))
    }

    fn guns(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let batteries = self.batteries();
        (0..batteries.len() as u8)
            .filter(move |&marker| batteries[usize::from(marker)].side == side)
            .filter(move |&marker| self.may_fire(marker))
    }

    /// Whether the other side's marker bars this one (12.2.3, Mercury 12.5.3).
    fn guns_barred(&self, side: Side, second: bool) -> bool {
        let as_printed = self.board.mercury()
            && self.board.rulings.artillery_order == ArtilleryOrder::AlliedFirst;
        second && !as_printed && self.fight.guns[side.other()] != 0
    }

    /// Irregulars that may be called now, after `last` (Mercury 12.3.1).
    pub(crate) fn next_irregular(&self, last: Option<u8>) -> Option<u8> {
        let first = last.map_or(0, |unit| unit + 1);
        (first..self.pieces.len() as u8).find(|&unit| {
            matches!(self.pieces[usize::from(unit)].place, Spot::Call(from) if from <= self.turn)
        })
    }

    pub(crate) fn start_irregulars(&mut self) {
        if let Some(unit) = self.next_irregular(None) {
            self.phase = Irregulars { unit, near: None }.into();
        }
    }

    /// Hexes to choose between: first a region, then the hex in it.
    fn rising(&self, near: Option<HexId>, mut found: impl FnMut(HexId)) {
        let empty = |hex: HexId| {
            self.here(hex, Side::German) == 0
                && self.here(hex, Side::Allied).count_ones() < super::stacking::STACK
                && self.board.ground(hex).terrain != Terrain::Sea
        };
        match near {
            None => {
                // WM-12.3-1: vacant means no unit in it.
                for objective in &self.board.objectives {
                    if self.index.at[objective.hex.index()] == 0 {
                        found(objective.hex);
                    }
                }
                let mut seen = HexSet::default();
                for unit in Bits(self.on_map(Side::German)) {
                    if let Some(hex) = self.hex_of(unit)
                        && !seen.contains(hex)
                        && self.board.ground(hex).neighbours().any(empty)
                    {
                        seen.insert(hex);
                        found(hex);
                    }
                }
            }
            Some(hex) => self.board.ground(hex).neighbours().filter(|&h| empty(h)).for_each(found),
        }
    }
}
