//! What changes during a game.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{BySide, Cup, Direction, HexId, Outcome, Side};

use super::airstrike::Air;
use super::arrivals::Arrivals;
use super::awaited::Awaited;
use super::command::{Command, Use};
use super::counter::{Counter, MoveClass, Movement, UnitId};
use super::departures::Departure;
use super::drops::ByAir;
use super::frame::Frame;
use super::ground::{Ground, SIGHT_DAY, SIGHT_LIMIT, SIGHT_NIGHT};
use super::ids::{ChitId, LeaderId};
use super::index::Index;
use super::markers::Markers;
use super::morale::Morale;
use super::naval::Fleet;
use super::quality::ROLL_KINDS;
use super::reserves::Held;
use super::ships::Voyages;
use super::stamps::Stamps;
use super::supply::Levels;
use super::trucks::{Lot, Ride};
use super::turn_end::SerialTally;

/// A position of Operation Mercury.
#[derive(Clone, Debug)]
pub struct Battle {
    /// What never changes.
    pub(super) ground: Arc<Ground>,
    /// Every unit of the roster.
    pub(super) units: Vec<Unit>,
    /// What each of them has done or suffered under the chit being played or in the turn: it bears on no fight.
    pub(super) notes: Vec<Notes>,
    /// Which units the chit being played has activated, by unit.
    pub(super) activated: Vec<bool>,
    /// Units that tried opportunity fire against the unit being activated.
    pub(super) tried: Vec<UnitId>,
    /// Leaders, and the points of the divisions.
    pub(super) command: Command,
    /// What lies on the map besides units.
    pub(super) markers: Markers,
    /// Who has still to come.
    pub(super) arrivals: Arrivals,
    /// Air support that is left.
    pub(super) air: Air,
    /// Who controls each objective.
    pub(super) control: Vec<Side>,
    /// Unit that bears the heroic marker of each side.
    pub(super) heroes: BySide<Option<UnitId>>,
    /// The turn, from 0.
    pub(super) turn: u16,
    /// The cup.
    pub(super) cup: Cup,
    /// The chit being played.
    pub(super) playing: Option<ChitId>,
    /// The chit drawn last in the turn before, first in this one.
    pub(super) carried: Option<ChitId>,
    /// The chit being played was drawn last in the turn before.
    pub(super) belated: bool,
    /// What a date or a chit will set off.
    pub(super) awaited: Awaited,
    /// What is going on, innermost last; the last frame waits for a decision.
    pub(super) frames: Vec<Frame>,
    /// Outcome so far.
    pub(super) outcome: Outcome,
    /// Why the game ended.
    pub(super) end_reason: &'static str,
    /// Whether the Germans have met a goal that stays met.
    pub(super) goal_met: bool,
    /// Numbers rolls of one kind in a turn, so that each event has a key of its own.
    pub(super) tally: Tally,
    /// Where the ships are, and what has become of them (O2.0).
    pub(super) fleet: Fleet,
    /// How well each side is supplied, by group of sheets (S4.0).
    pub(super) supply: Levels,
    /// Allied morale, and the withdrawal (S5.0).
    pub(super) morale: Morale,
    /// Force reserves held back still (11.0).
    pub(super) held: Held,
    /// Where each divisional truck is (S10.0).
    pub(super) lots: Vec<Lot>,
    /// In this turn the Germans held the airfield undisturbed when a chit had been played (S10.0); always `false` where
    /// that does not matter.
    pub(super) airfield_was_safe: bool,
    /// What follows from all this and is kept.
    pub(super) index: Index,
    /// When each hex last changed: for players who remember.
    pub(super) stamps: Stamps,
}

/// Counts for the tables of a run, and for keys of rolls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Command points received in this turn.
    pub earned: BySide<u16>,
    /// Command points spent in this turn.
    pub spent: BySide<u16>,
    /// Command points received in the game, those of the set-up included.
    pub received: BySide<u16>,
    /// Command points gone in the game, by use.
    pub gone: [BySide<u16>; Use::ALL.len()],
    /// Steps lost so far.
    pub steps_lost: BySide<u16>,
    /// First turn at whose end the Germans held a whole airfield, from 1.
    pub first_airfield: Option<u16>,
    /// The airlanding by the turns that have ended, where there is one.
    pub serials: Option<SerialTally>,
    /// Steps lost by Greeks so far.
    pub greek_steps_lost: u16,
    /// Those of them lost by rout (5.2).
    pub routed_steps: u16,
    /// Activations so far in this turn (chits played).
    pub chits: u16,
    /// What each division earned, spent and bought in this turn.
    pub purses: Vec<Purse>,
    /// Events so far in the game.
    pub events: Vec<(Side, super::ground::EventKind)>,
    /// First unit mended by the event being resolved.
    pub mended: Option<UnitId>,
    /// Independents activated by the formation chit being played.
    pub attached: u8,
    /// Division activations so far in the game, one count a division.
    pub activations: Vec<u16>,
    /// Units that left over the edge where leaving wins.
    pub broken_out: u8,
    /// Victory points for steps that left by an exit, and by ship.
    pub exit_points: u16,
    /// See [`Tally::exit_points`].
    pub ship_points: u16,
    /// Units that ships have taken in the last night with any.
    pub voyages: Voyages,
    /// Hexes from the nearest German set-up to an objective.
    pub start_distance: u8,
}

/// What went into and out of a division's hands in this turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Purse {
    /// Command points received.
    pub earned: u16,
    /// Command points gone, by use.
    pub gone: [u16; Use::ALL.len()],
    /// Dispatch points received, those bought included.
    pub dispatch_earned: u16,
    /// Dispatch points spent.
    pub dispatch_spent: u16,
    /// Dispatch points and chits bought.
    pub bought: [u8; 2],
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Not arrived yet, or back in the box of rearguards.
    Waiting,
    /// On the map.
    At(HexId),
    /// Eliminated.
    Dead(HexId),
    /// Off the map: in a box of the Off-Map Display, or shipped (S1.0, S2.0).
    Off(Departure),
}

/// A unit's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub place: Place,
    pub steps: u8,
    /// Cohesion hits, 0 to 2.
    pub cohesion: u8,
    pub suppressed: bool,
    pub column: bool,
    pub mounted: bool,
    /// The divisional truck that carries it.
    pub ride: Option<Ride>,
    /// In an improved position.
    pub improved: bool,
    /// Parachute markers.
    pub parachutes: u8,
    /// Glider markers.
    pub gliders: u8,
    /// Landed, and the drop table has not been asked yet: with what.
    pub landing: Option<ByAir>,
    /// Artillery in a park.
    pub park: bool,
    /// Leader in contact.
    pub contact: Option<LeaderId>,
    /// Added to the printed troop quality: a rearguard's comes from the unit that made it.
    pub quality_shift: i8,
    /// Charging in the assault going on.
    pub charging: bool,
    /// Turn of elimination, and by what.
    pub end: Option<(u16, &'static str)>,
    /// Airlanded, and its division's chit has not come since (S7.0).
    pub airlanded: bool,
    /// Steps that it lost in its drop and has not got back (5.10).
    pub lost_dropping: u8,
}

/// What a unit has done or suffered, so far as it bears on no fight.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// The park has fired this turn.
    pub fired: bool,
    /// Air strikes suffered under the current chit.
    pub struck: u8,
    /// Rolls of each kind made since the current chit was drawn: keys of the next ones.
    pub rolls: [u8; ROLL_KINDS],
}

impl Battle {
    /// The state of the rules: all but the index, which follows from it, and the stamps, which no rule reads.
    fn state(&self) -> impl PartialEq + '_ {
        let Battle {
            ground,
            units,
            notes,
            activated,
            tried,
            command,
            markers,
            arrivals,
            air,
            control,
            heroes,
            turn,
            cup,
            playing,
            carried,
            belated,
            awaited,
            frames,
            outcome,
            end_reason,
            goal_met,
            tally,
            supply,
            fleet,
            morale,
            held,
            lots,
            airfield_was_safe,
            index: _,
            stamps: _,
        } = self;
        let chits = (cup, playing, carried, belated);
        let moment = (turn, chits, frames, outcome, end_reason, activated, tried);
        let lists = (markers, arrivals, awaited, air, lots);
        let sides = (control, heroes, supply, goal_met, airfield_was_safe, tally, morale, held);
        (ground, units, notes, moment, command, lists, fleet, sides)
    }
}

/// Two positions are the same when the state of the rules is.
impl PartialEq for Battle {
    fn eq(&self, other: &Battle) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Battle {}

impl Battle {
    pub(super) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// To change what bears on fights: its hex has changed.
    pub(super) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        if let Some(hex) = self.hex(unit) {
            self.stamps.mark(hex);
        }
        &mut self.units[unit.index()]
    }

    pub(super) fn counter(&self, unit: UnitId) -> &Counter {
        self.ground.counter(unit)
    }

    pub(super) fn side(&self, unit: UnitId) -> Side {
        self.counter(unit).side
    }

    /// Every unit of the roster.
    pub(super) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The hex of a unit on the map.
    pub(super) fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.index.at[unit.index()]
    }

    /// Where a unit stands, or fell.
    pub(super) fn stood(&self, unit: UnitId) -> Option<HexId> {
        match self.unit(unit).place {
            Place::At(hex) | Place::Dead(hex) => Some(hex),
            Place::Waiting | Place::Off(_) => None,
        }
    }

    /// The units in a hex, in roster order.
    pub(super) fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.index.stack(hex)
    }

    /// Units of `side` on the map with their hexes, in roster order.
    pub(super) fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.index.present[side].iter().copied()
    }

    /// Whether a hex holds a unit of `side`. Hexes never hold both sides.
    pub(super) fn held_by(&self, hex: HexId, side: Side) -> bool {
        self.index.stacks[hex.index()].is_some_and(|unit| self.side(unit) == side)
    }

    /// Puts a unit on the map, or moves it, and notes who now controls the hex (S6.0).
    pub(super) fn put(&mut self, unit: UnitId, hex: HexId) -> Option<usize> {
        let side = self.side(unit);
        // The hex that it leaves has changed, and the one that it enters.
        let before = self.hex(unit);
        if let Some(left) = before {
            self.stamps.mark(left);
        }
        self.drop_work(unit);
        self.stamps.mark(hex);
        self.units[unit.index()].place = Place::At(hex);
        self.index.take(&self.ground, unit, side);
        self.index.add(&self.ground, unit, side, hex);
        if before.is_none() {
            self.answer(unit);
            self.command.seek |= !self.command.unseated.is_empty();
        }
        self.leaders_follow(unit, Some(hex));
        self.muster(unit);
        let objective = self.ground.objective(hex)?;
        (self.control[objective] != side).then(|| {
            self.control[objective] = side;
            objective
        })
    }

    /// Takes a unit off the map, and any heroic marker off the unit. The caller says where it is then.
    pub(super) fn lift(&mut self, unit: UnitId) {
        if let Some(left) = self.hex(unit) {
            self.stamps.mark(left);
        }
        self.drop_work(unit);
        self.index.take(&self.ground, unit, self.side(unit));
        self.index.ready.retain(|called| called.unit != unit);
        self.leaders_follow(unit, None);
        self.muster(unit);
        for side in Side::BOTH {
            if self.heroes[side] == Some(unit) {
                self.heroes[side] = None;
            }
        }
    }

    /// A leader goes with a unit, or out of play.
    pub(super) fn lead(&mut self, leader: usize, with: Option<UnitId>) {
        let at = with.and_then(|unit| self.hex(unit));
        self.command.leaders[leader].with = with;
        self.index.leaders[leader] = at;
        self.muster_under(leader);
    }

    /// A unit of a side bears the heroic marker from now on, or none does (5.3).
    pub(super) fn set_hero(&mut self, side: Side, unit: Option<UnitId>) {
        let before = core::mem::replace(&mut self.heroes[side], unit);
        for unit in [before, unit].into_iter().flatten() {
            if let Some(hex) = self.hex(unit) {
                self.stamps.mark(hex);
            }
        }
    }

    /// A leader is lost: whoever is with the unit is his replacement.
    pub(super) fn replace(&mut self, leader: usize, with: Option<UnitId>) {
        self.command.leaders[leader].replaced = true;
        self.lead(leader, with);
    }

    /// The leaders with a unit are where it is now.
    fn leaders_follow(&mut self, unit: UnitId, at: Option<HexId>) {
        for leader in 0..self.command.leaders.len() {
            if self.command.leaders[leader].with == Some(unit) {
                self.index.leaders[leader] = at;
                self.muster_under(leader);
            }
        }
    }

    /// How many hexes next to this one hold units of `side`.
    #[inline]
    pub(super) fn held_beside(&self, hex: HexId, side: Side) -> u8 {
        self.index.beside[side][hex.index()]
    }

    /// Whether a unit in `from` sees `to` now (Mercury 1.0, 2.1-2.10); a barrage between blocks the view.
    #[expect(
        clippy::inline_always,
        reason = "asked more often than anything else, mostly answered by one bit"
    )]
    #[inline(always)]
    pub(super) fn sees(&self, from: HexId, to: HexId) -> bool {
        let ground = &self.ground;
        if !ground.sight.sees(from, to) {
            return false;
        }
        let distance = ground.distance(from, to);
        // Most who ask are near, and see both by day and at night.
        (distance <= SIGHT_NIGHT || distance <= self.sight_limit(from))
            // What lies on the way to the next hexes is no farther than they are.
            && (distance <= self.index.haze[from.index()].max(1) || !self.smoked(from, to, distance))
    }

    /// How far one sees from a hex now.
    #[inline(never)]
    fn sight_limit(&self, from: HexId) -> u8 {
        let ground = &self.ground;
        if ground.night(self.turn) {
            SIGHT_NIGHT
        } else if ground.far_sight[from.index()] && !self.in_rubble(from) {
            SIGHT_LIMIT as u8
        } else {
            SIGHT_DAY
        }
    }

    /// Whether a barrage lies on the line between two hexes; along a hexside only if it lies on both sides.
    #[inline(never)]
    fn smoked(&self, from: HexId, to: HexId, distance: u8) -> bool {
        let ground = &self.ground;
        let (there, back) = (ground.distances_from(from), ground.distances_from(to));
        let on_the_way = |hex: HexId| {
            let (gone, left) = (there[hex.index()], back[hex.index()]);
            gone > 0 && left > 0 && gone.saturating_add(left) == distance
        };
        let touched = |hex: HexId| engine::touch(&ground.map, from, to, hex);
        let mut smoke =
            self.markers.barrages.iter().map(|&(hex, _)| hex).filter(|&hex| on_the_way(hex));
        smoke.any(|hex| match touched(hex) {
            engine::Touch::Misses => false,
            engine::Touch::Through => true,
            engine::Touch::Along => ground.map.neighbours(hex).any(|(_, twin)| {
                self.barrage(twin).is_some()
                    && on_the_way(twin)
                    && touched(twin) == engine::Touch::Along
            }),
        })
    }

    /// The barrage on a hex: light (0) or heavy (1).
    #[inline]
    pub(super) fn barrage(&self, hex: HexId) -> Option<usize> {
        // Most hexes have none.
        if self.index.haze[hex.index()] > 0 {
            return None;
        }
        self.markers
            .barrages
            .iter()
            .find(|&&(other, _)| other == hex)
            .map(|&(_, heavy)| usize::from(heavy))
    }

    /// Whether the hex is (or was) in rubble: its observation post or strongpoint is gone for good (2.9).
    pub(super) fn in_rubble(&self, hex: HexId) -> bool {
        self.markers.rubble.iter().any(|&(other, _)| other == hex)
    }

    /// Whether the hex is in rubble that nobody has cleared.
    pub(super) fn rubbled(&self, hex: HexId) -> bool {
        self.markers.rubble.contains(&(hex, false))
    }

    /// Drop markers of either kind on the unit, and the one of an airlanding.
    pub(super) fn markers(&self, unit: UnitId) -> u8 {
        let state = self.unit(unit);
        state.parachutes + state.gliders + u8::from(state.airlanded)
    }

    /// Whether the unit has lost a step of its printed strength.
    pub(super) fn reduced(&self, unit: UnitId) -> bool {
        match self.unit(unit).ride {
            Some(ride) => ride.steps < self.truck(ride.truck).steps,
            None => self.unit(unit).steps < self.counter(unit).steps,
        }
    }

    /// Whether the unit bears a step-loss marker, as those do whose counter has no reduced ratings on its back.
    pub(super) fn depleted(&self, unit: UnitId) -> bool {
        self.reduced(unit) && !self.face(unit).has_reduced_face()
    }

    /// Whether the unit is entrenched: its own side's works stand in its hex, and it is in the open to use them.
    #[inline]
    pub(super) fn entrenched(&self, unit: UnitId) -> bool {
        self.hex(unit).is_some_and(|hex| self.entrenched_in(unit, hex))
    }

    /// Whether the unit would be entrenched in `hex`.
    #[inline]
    pub(super) fn entrenched_in(&self, unit: UnitId, hex: HexId) -> bool {
        // Few hexes ever have works: whose they are and what the unit does is asked last.
        let works = |&(other, owner): &(HexId, Side)| {
            other == hex && owner == self.side(unit) && self.deployed(unit)
        };
        self.markers.works.iter().any(works) || self.in_strongpoint(unit, hex)
    }

    /// Whether the unit is in the open to use cover: neither in column nor mounted.
    pub(super) fn deployed(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        !state.column && !state.mounted
    }

    /// How the unit moves now: class and movement points in half points. `None` if it cannot.
    pub(super) fn movement(&self, unit: UnitId) -> Option<(MoveClass, u16)> {
        let counter = self.counter(unit);
        if self.unit(unit).mounted && self.unit(unit).ride.is_none() {
            return counter.transport;
        }
        match self.face(unit).movement {
            Movement::Points(class, points) => Some((class, points)),
            Movement::Star | Movement::No => None,
        }
    }

    /// Whether a further unit fits into a hex: eight steps out of column and one unit in column.
    #[inline]
    pub(super) fn fits(&self, unit: UnitId, hex: HexId, in_column: bool) -> bool {
        // Most hexes are empty, and one unit alone fits.
        self.index.stacks[hex.index()].is_none() || self.fits_besides(unit, hex, in_column)
    }

    fn fits_besides(&self, unit: UnitId, hex: HexId, in_column: bool) -> bool {
        let others = self.stack(hex).filter(|&other| other != unit);
        if in_column {
            return others.filter(|&other| self.unit(other).column).count() == 0;
        }
        let deployed: u8 =
            others.filter(|&o| !self.unit(o).column).map(|o| self.unit(o).steps).sum();
        deployed + self.unit(unit).steps <= STACK_STEPS
    }

    /// Whether a step that comes back to a unit in a hex, or a unit of one step, fits there.
    pub(super) fn room_for_a_step(&self, hex: HexId) -> bool {
        let deployed = self.stack(hex).filter(|&unit| !self.unit(unit).column);
        deployed.map(|unit| self.unit(unit).steps).sum::<u8>() < STACK_STEPS
    }

    /// Whether more stands in a hex than may: only arriving reinforcements bring it about.
    pub(super) fn overstacked(&self, hex: HexId) -> bool {
        let (mut steps, mut columns) = (0, 0);
        for unit in self.stack(hex) {
            let state = self.unit(unit);
            if state.column {
                columns += 1;
            } else {
                steps += state.steps;
            }
        }
        steps > STACK_STEPS || columns > 1
    }

    /// The direction between two adjacent hexes.
    pub(super) fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        self.ground.map.direction(from, to)
    }
}

/// Steps out of column that a hex holds, besides one unit in column.
pub(super) const STACK_STEPS: u8 = 8;
