//! Airlanding: serials that come by transport aircraft (Mercury S7.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, ResultsTable, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::dropped::{Dropped, FACES, Way};
use super::event::Event;
use super::ground::Chit;
use super::ids::{ChitId, LeaderId, SerialId};
use super::leaders::LeaderJoins;
use super::rulings::{MountainChit, SerialsPerTurn};
use super::set_up::Begin;
use super::state::Battle;
use crate::measures::SerialTurn;

const AIRLANDING: ChanceKind = ChanceKind::new("airlanding");

/// How and when serials land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Airlanding {
    /// The runway hexes of each airfield.
    pub airfields: Vec<Vec<HexId>>,
    /// Turns in which a serial may land.
    pub turns: Vec<u16>,
    /// The serials, in the order in which they must come.
    pub serials: Vec<Serial>,
    /// They may come in any order (11.0, scenario 13).
    pub any_order: bool,
    /// The Airlanding and Interdiction Table.
    pub table: ResultsTable<Hazard>,
}

/// Units that land together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serial {
    /// Name, e.g. `Serial 2`.
    pub name: String,
    /// The units, in the order of the scenario.
    pub units: Vec<UnitId>,
    /// A leader who comes with any of his units.
    pub leader: Option<LeaderId>,
    /// The serial raises the command rating of its division by this much.
    pub raises_rating: u8,
}

/// A result of the Airlanding and Interdiction Table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// Cohesion hits.
    pub cohesion: u8,
    /// Steps lost.
    pub steps: u8,
    /// The unit is gone.
    pub eliminated: bool,
}

impl Hazard {
    /// Reads a cell of the table.
    pub fn from_cell(cell: &str) -> Option<Hazard> {
        let plain = |cohesion, steps, eliminated| Hazard { cohesion, steps, eliminated };
        Some(match cell {
            "none" => plain(0, 0, false),
            "cohesion" => plain(1, 0, false),
            "step" => plain(0, 1, false),
            "step+cohesion" => plain(1, 1, false),
            "eliminated" => plain(0, 0, true),
            _ => return None,
        })
    }

    /// What a die with all modifiers comes to; a natural 0 never harms.
    pub fn of(table: &ResultsTable<Hazard>, die: u8, modifier: u16) -> Hazard {
        if die == 0 {
            return Hazard { cohesion: 0, steps: 0, eliminated: false };
        }
        *table.cell(0, i32::from(die) + i32::from(modifier))
    }

    /// The result in words.
    pub fn words(self) -> &'static str {
        match (self.eliminated, self.steps, self.cohesion) {
            (true, _, _) => "eliminated",
            (_, 0, 0) => "no effect",
            (_, 0, _) => "cohesion hit",
            (_, _, 0) => "step loss",
            (_, _, _) => "step loss and cohesion hit",
        }
    }
}

/// How an airlanding stands when a turn ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Serials {
    /// Serials landed so far.
    pub landed: u16,
    /// Serials that have not landed.
    pub waiting: u16,
    /// Enemy units whose fire zone covers a hex of the airfield.
    pub fire_zones: u16,
    /// What the turn came to; `None` where no serial could have landed in it by the timetable.
    pub turn: Option<SerialTurn>,
}

/// The owner says which of several serials lands (11.0, scenario 13).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct NextSerial {
    pub division: DivisionId,
}

impl Pending<Battle> for NextSerial {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.divisions[usize::from(self.division.0)].side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.serials_due(self.division).map(Action::NextSerial));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::NextSerial(serial) = action {
            battle.then(Airland { serial, next: 0, airfield: None });
        }
    }

    fn proceed(self, _: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        false
    }
}

/// A serial lands, from this unit on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Airland {
    pub serial: SerialId,
    pub next: u8,
    /// The airfield on which its first unit has landed: all of them land there.
    pub airfield: Option<u8>,
}

impl Airland {
    fn serial(self, battle: &Battle) -> Option<&Serial> {
        Some(&battle.ground.airlanding.as_ref()?.serials[self.serial.index()])
    }

    /// The unit that lands next.
    pub fn unit(self, battle: &Battle) -> Option<UnitId> {
        self.serial(battle)?.units.get(usize::from(self.next)).copied()
    }
}

impl Pending<Battle> for Airland {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.serial(battle)?.units[0]))
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        self.unit(battle).map(|unit| unit.0)
    }

    /// A hex of an airfield for the next unit; the serial may be held back before its first.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let Some(serial) = self.serial(battle) else { return };
        actions.extend(battle.runways(serial, self.airfield).map(Action::AirlandIn));
        if self.next == 0 {
            actions.push(Action::HoldSerial);
        }
    }

    /// The unit lands, or the whole serial waits for a later turn.
    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let (Action::AirlandIn(hex), Some(unit)) = (action, self.unit(battle)) else {
            battle.frames.pop();
            return;
        };
        let airfield =
            battle.airlanding().airfields.iter().position(|runway| runway.contains(&hex));
        let airfield = airfield.map(|number| number as u8);
        battle.then(Airland { next: self.next + 1, airfield, ..self });
        battle.unit_mut(unit).airlanded = true;
        battle.arrive(unit, hex, events);
        battle.first(Begin { unit, arrives: true });
        battle.meet_hazard(unit, hex, self.serial, dice, events);
        if !battle.alive(unit) {
            battle.frames.pop();
        }
    }

    /// Landing goes on; done when every unit of the serial is down.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let ground = alloc::sync::Arc::clone(&battle.ground);
        let serial =
            &ground.airlanding.as_ref().expect("a serial lands").serials[self.serial.index()];
        if usize::from(self.next) < serial.units.len() {
            return false;
        }
        battle.frames.pop();
        battle.arrivals.serials_landed.push(self.serial);
        battle.arrivals.serial_landed_in = Some(battle.turn);
        let division = ground.counter(serial.units[0]).division;
        battle.command.raised[usize::from(division.0)] += serial.raises_rating;
        battle.ask_for_serial(division);
        // Mercury 11.0: a leader arrives with any of his units.
        if let Some(leader) = serial.leader
            && battle.command.leaders[leader.index()].with.is_none()
        {
            battle.first(LeaderJoins { leader });
        }
        true
    }
}

impl Battle {
    /// The terms of the airlanding; the caller knows that there is one.
    pub(super) fn airlanding(&self) -> &Airlanding {
        self.ground.airlanding.as_ref().expect("a serial lands")
    }

    /// Serials that have not landed and whose turn it is: the next one, or each where they may come in any order.
    fn serials_in_turn(&self) -> impl Iterator<Item = (SerialId, &Serial)> {
        let terms = self.ground.airlanding.iter();
        terms.flat_map(|terms| {
            let landed = &self.arrivals.serials_landed;
            let numbered = SerialId::all(terms.serials.len()).zip(&terms.serials);
            let waiting = numbered.filter(|(number, _)| !landed.contains(number));
            waiting.take(if terms.any_order { usize::MAX } else { 1 })
        })
    }

    /// The serials that may land with the chit of this division now: in order or not, in a turn of the list, onto an
    /// airfield of which the Germans control two connected hexes.
    pub(super) fn serials_due(&self, division: DivisionId) -> impl Iterator<Item = SerialId> {
        let listed =
            self.ground.airlanding.as_ref().is_some_and(|terms| terms.turns.contains(&self.turn));
        // A-S7-1: one serial in each turn of the list.
        let spent = self.ground.rulings.serials_per_turn == SerialsPerTurn::One
            && self.arrivals.serial_landed_in == Some(self.turn);
        // S3.0: none in a turn with an ad-hoc drop.
        let open = listed && !spent && !self.jumped_ad_hoc();
        let due = self.serials_in_turn().filter(move |(_, serial)| {
            let own = self.counter(serial.units[0]).division == division;
            open && own && self.runway_is_theirs(serial)
        });
        due.map(|(number, _)| number)
    }

    /// The serial that is due asks for leave to land; of several one is chosen first.
    fn ask_for_serial(&mut self, division: DivisionId) {
        let mut due = self.serials_due(division);
        let (first, more) = (due.next(), due.next().is_some());
        drop(due);
        match first {
            Some(_) if more => self.first(NextSerial { division }),
            Some(serial) => self.first(Airland { serial, next: 0, airfield: None }),
            None => {}
        }
    }

    /// Whether the division of a chit that joins the cup has, or can have, a part in the battle: the ruling keeps the one
    /// that lands first away until a serial could land.
    pub(super) fn has_part(&self, chit: ChitId) -> bool {
        let Some(terms) = &self.ground.airlanding else { return true };
        let [first, ..] = terms.serials.as_slice() else { return true };
        let lands = Chit::Division(self.counter(first.units[0]).division);
        let waits = self.ground.rulings.mountain_chit == MountainChit::AirfieldHeld
            && self.ground.chits[chit.index()] == lands
            && self.arrivals.serials_landed.is_empty();
        !waits || self.runway_is_theirs(first)
    }

    /// The side of the serial controls two runway hexes that touch of an airfield.
    fn runway_is_theirs(&self, serial: &Serial) -> bool {
        self.airlanding().airfields.iter().any(|airfield| self.is_theirs(serial, airfield))
    }

    /// The same of this airfield.
    fn is_theirs(&self, serial: &Serial, airfield: &[HexId]) -> bool {
        let theirs = || self.theirs(serial, airfield);
        let touch = |a: HexId| theirs().any(|b| self.ground.map.direction(a, b).is_some());
        theirs().any(touch)
    }

    /// Hexes of an airfield that the side of the serial controls.
    fn theirs<'a>(
        &'a self,
        serial: &Serial,
        airfield: &'a [HexId],
    ) -> impl Iterator<Item = HexId> + use<'a> {
        let side = self.side(serial.units[0]);
        airfield.iter().copied().filter(move |&hex| {
            self.ground.objective(hex).is_some_and(|objective| self.control[objective] == side)
        })
    }

    /// Hexes in which the next unit of the serial may land: those under control of an airfield with two of them that
    /// touch, or of the one where the serial has begun to land.
    fn runways<'a>(
        &'a self,
        serial: &'a Serial,
        begun: Option<u8>,
    ) -> impl Iterator<Item = HexId> + use<'a> {
        let numbered = self.airlanding().airfields.iter().zip(0u8..);
        let open = numbered.filter(move |&(airfield, number)| match begun {
            Some(begun) => begun == number,
            None => self.is_theirs(serial, airfield),
        });
        open.flat_map(move |(airfield, _)| self.theirs(serial, airfield))
    }

    /// How the airlanding stands when a turn ends.
    pub(super) fn serials(&self) -> Option<Serials> {
        let terms = self.ground.airlanding.as_ref()?;
        let landed = self.arrivals.serials_landed.len() as u16;
        let waiting = terms.serials.len() as u16 - landed;
        let next = self.serials_in_turn().next().map(|(_, serial)| serial);
        let fire_zones =
            next.or(terms.serials.last()).map_or(0, |serial| self.least_watched(serial));
        let listed = terms.turns.contains(&self.turn);
        let turn = match next {
            _ if !listed => None,
            _ if self.arrivals.serial_landed_in == Some(self.turn) => Some(SerialTurn::Landed),
            None => None,
            Some(serial) if !self.runway_is_theirs(serial) => Some(SerialTurn::NotHeld),
            Some(_) if fire_zones > 0 => Some(SerialTurn::FireZones),
            Some(_) => Some(SerialTurn::HeldBack),
        };
        Some(Serials { landed, waiting, fire_zones, turn })
    }

    /// Enemy units whose fire zone covers a hex of the airfield that they watch least, of those where the serial could
    /// land, or of all.
    fn least_watched(&self, serial: &Serial) -> u16 {
        let airfields = &self.airlanding().airfields;
        let watched = |airfield: &Vec<HexId>| {
            let closed = !self.is_theirs(serial, airfield);
            (closed, self.watchers(serial.units[0], airfield).count() as u16)
        };
        airfields.iter().map(watched).min().map_or(0, |(_, watchers)| watchers)
    }

    /// Enemies of a unit whose fire zone covers a hex of the airfield.
    fn watchers<'a>(
        &'a self,
        unit: UnitId,
        airfield: &'a [HexId],
    ) -> impl Iterator<Item = UnitId> + use<'a> {
        self.on_map(self.side(unit).other())
            .map(|(enemy, _)| enemy)
            .filter(|&enemy| airfield.iter().any(|&runway| self.covers(enemy, runway)))
    }

    /// Airlanded units are free again with the next chit of their division (S7.0); then the next serial
    /// asks for leave to land.
    pub(super) fn call_serials(&mut self, division: DivisionId) {
        for unit in self.ids() {
            if self.unit(unit).airlanded && self.counter(unit).division == division {
                self.unit_mut(unit).airlanded = false;
            }
        }
        self.ask_for_serial(division);
    }

    /// The table is asked for a unit where any hex of the airfield is in an enemy fire zone (S7.0).
    fn meet_hazard(
        &mut self,
        unit: UnitId,
        hex: HexId,
        number: SerialId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let terms = ground.airlanding.as_ref().expect("a serial lands");
        let here = terms.airfields.iter().find(|airfield| airfield.contains(&hex));
        let watchers = self.watchers(unit, here.map_or(&[], Vec::as_slice));
        let (zones, aa) = watchers.fold((0, 0), |(zones, aa), enemy| {
            (zones + 1, aa + u16::from(self.counter(enemy).anti_aircraft))
        });
        let modifier: u16 = zones + aa;
        let mut drop = Dropped {
            turn: self.turn,
            unit,
            hex,
            way: Way::Serial(number),
            zones,
            aa,
            terrain: 0,
            die: None,
            steps: self.unit(unit).steps,
            bore: self.markers(unit),
            lost: 0,
        };
        if zones == 0 {
            events.push(Event::Dropped(drop));
            return;
        }
        let turn = self.turn;
        let roll =
            dice.roll(Chance { kind: AIRLANDING, turn, who: unit.0, whom: 0, nth: 0 }, FACES);
        let result = Hazard::of(&terms.table, roll, modifier);
        let lost = result.loss(drop.steps);
        (drop.die, drop.lost) = (Some(roll), lost);
        events.push(Event::Dropped(drop));
        if lost > 0 {
            self.lose_steps(unit, lost, "airlanding", events);
        }
        if result.cohesion > 0 && self.alive(unit) {
            self.cohesion_hit(unit, "airlanding", events);
        }
    }
}
