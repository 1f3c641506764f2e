//! Fire: ratings, modifiers and the combat results table (series rules; Mercury 2.x for terrain).

use alloc::vec::Vec;
use core::fmt;

use engine::{ChanceKind, Dice, HexId};

use super::counter::{Colour, UnitId};
use super::event::Event;
use super::quality::{Purpose, SHOTS};
use super::rulings::{Level, NightReduces};
use super::state::Battle;
use super::terrain::SLOPE;

const SHOT: ChanceKind = ChanceKind::new("shot");

engine::words! {
    /// A result of the combat table.
    pub enum Hit {
        /// No effect.
        Miss = "-",
        /// Suppressed, unless a check is passed.
        Question = "S?",
        /// Suppressed.
        Suppression = "S",
        /// A cohesion hit.
        Cohesion = "C",
        /// A step loss.
        Step = "1",
        /// The unit is gone.
        Eliminated = "E",
    }
}

impl Hit {
    /// The result in words.
    pub const fn words(self) -> &'static str {
        match self {
            Hit::Miss => "no effect",
            Hit::Question => "suppressed unless it passes a check",
            Hit::Suppression => "suppressed",
            Hit::Cohesion => "cohesion hit",
            Hit::Step => "step loss",
            Hit::Eliminated => "eliminated",
        }
    }
}

engine::words! {
    /// How a shot is fired.
    pub enum Mode {
        /// By an active unit at what it sees.
        Direct = "direct",
        /// By a unit that watches.
        Opportunity = "opportunity",
        /// By artillery or mortars at what a spotter sees.
        Indirect = "indirect",
        /// A strike in an assault, with the fire rating.
        Strike = "strike",
        /// A strike in an assault, with the assault rating.
        Assault = "assault",
        /// From the air.
        Air = "air",
    }
}

impl Mode {
    /// Its place in [`Mode::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is a strike in an assault.
    pub const fn close(self) -> bool {
        matches!(self, Mode::Strike | Mode::Assault)
    }

    /// The words in logs.
    pub const fn words(self) -> &'static str {
        match self {
            Mode::Direct => "fire",
            Mode::Opportunity => "opportunity fire",
            Mode::Indirect => "indirect fire",
            Mode::Strike | Mode::Assault => "strike",
            Mode::Air => "air strike",
        }
    }

    /// What the log of losses calls it.
    pub const fn cause(self) -> &'static str {
        match self {
            Mode::Direct => "fire",
            Mode::Opportunity => "opportunity fire",
            Mode::Indirect => "indirect fire",
            Mode::Strike | Mode::Assault => "assault",
            Mode::Air => "air strike",
        }
    }
}

/// A shot about to be resolved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Who fires; `None` is an aircraft.
    pub firer: Option<UnitId>,
    /// At whom.
    pub target: UnitId,
    /// How.
    pub mode: Mode,
    /// Row of the combat table.
    pub colour: Colour,
    /// A modifier that the situation gives (movement, charging, retreating).
    pub extra: i8,
}

/// Why a rating is changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mod {
    /// Firer's cohesion hits.
    Cohesion,
    /// Firer's step loss.
    StepLoss,
    /// Firer in column.
    Column,
    /// Firer entrenched.
    FirerEntrenched,
    /// Barrage on the firer.
    Barrage,
    /// Firer's drop markers.
    FirerMarkers,
    /// Park against park.
    CounterBattery,
    /// Night.
    Night,
    /// Firer in emergency supply.
    Supply,
    /// Suppressed unit striking back.
    Suppressed,
    /// Company bonus.
    CompanyBonus,
    /// Target's defence rating.
    Defence,
    /// Target's terrain.
    Terrain,
    /// Target in an improved position.
    Improved,
    /// Target entrenched.
    Entrenched,
    /// Target in column.
    TargetColumn,
    /// Steps stacked with the target.
    Mass,
    /// Range.
    Range,
    /// Target's drop markers.
    Markers,
    /// Heroic target.
    Heroic,
    /// Movement between fire zones, charging, retreating.
    Situation,
    /// Defender up slope of an assault.
    UpSlope,
}

impl Mod {
    const fn words(self) -> &'static str {
        match self {
            Mod::Cohesion => "cohesion",
            Mod::StepLoss => "step loss",
            Mod::Column => "firer in column",
            Mod::FirerEntrenched => "firer entrenched",
            Mod::Barrage => "barrage",
            Mod::FirerMarkers => "firer's drop markers",
            Mod::CounterBattery => "counter-battery",
            Mod::Night => "night",
            Mod::Supply => "emergency supply",
            Mod::Suppressed => "suppressed",
            Mod::CompanyBonus => "company bonus",
            Mod::Defence => "defence",
            Mod::Terrain => "terrain",
            Mod::Improved => "improved position",
            Mod::Entrenched => "entrenched",
            Mod::TargetColumn => "column",
            Mod::Mass => "mass",
            Mod::Range => "range",
            Mod::Markers => "drop markers",
            Mod::Heroic => "heroic",
            Mod::Situation => "movement",
            Mod::UpSlope => "up slope",
        }
    }
}

/// The modifiers of one shot, those that are not zero.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mods {
    entries: [(Mod, i8); Mods::MOST],
    count: u8,
}

impl Mods {
    /// Nine of the firer, seven of the target, the situation, the way and the company bonus.
    const MOST: usize = 20;

    /// No modifier.
    pub const fn none() -> Self {
        Mods { entries: [(Mod::Cohesion, 0); Mods::MOST], count: 0 }
    }

    /// Each modifier.
    pub fn iter(&self) -> impl Iterator<Item = (Mod, i8)> + '_ {
        self.entries[..usize::from(self.count)].iter().copied()
    }

    /// Their sum.
    pub fn sum(&self) -> i8 {
        self.iter().map(|(_, value)| value).sum()
    }
}

/// Takes the modifiers of a shot one after the other: a log wants each of them, a strategy their sum.
pub(super) trait Takes {
    /// One more modifier.
    fn add(&mut self, why: Mod, value: i8);
}

impl Takes for Mods {
    fn add(&mut self, why: Mod, value: i8) {
        if value != 0 {
            self.entries[usize::from(self.count)] = (why, value);
            self.count += 1;
        }
    }
}

/// The sum of modifiers.
impl Takes for i8 {
    #[inline]
    fn add(&mut self, _: Mod, value: i8) {
        *self += value;
    }
}

/// Passes on only those that help the firer.
struct Helping<'a, T>(&'a mut T);

impl<T: Takes> Takes for Helping<'_, T> {
    fn add(&mut self, why: Mod, value: i8) {
        if value > 0 {
            self.0.add(why, value);
        }
    }
}

impl fmt::Display for Mods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (why, value) in self.iter() {
            write!(f, " {value:+} {}", why.words())?;
        }
        Ok(())
    }
}

impl Colour {
    /// Whether fire of this colour is indirect at a distance: mortars always, artillery beyond three hexes.
    pub(super) const fn indirect_at(self, distance: u8) -> bool {
        matches!(self, Colour::Green) || (self.artillery() && distance > DIRECT_ARTILLERY)
    }

    /// Whether it fires over the heads of others: mortars and artillery.
    pub(super) const fn lobs(self) -> bool {
        matches!(self, Colour::Green) || self.artillery()
    }

    /// The row of the combat table at a distance: artillery fires direct within three hexes, on the yellow row.
    pub(super) const fn at_range(self, distance: u8) -> Colour {
        // O3.0: coastal guns use the black row whatever the range.
        let field = self.artillery() && !matches!(self, Colour::Black);
        if field && distance <= DIRECT_ARTILLERY { Colour::Yellow } else { self }
    }
}

/// Greatest range at which artillery fires direct, and to which it and mortars can have a fire zone.
pub(super) const DIRECT_ARTILLERY: u8 = 3;

/// Rating of an air strike (Mercury 5.1).
pub(super) const AIR_STRIKE: i8 = 3;

/// Place of a firer's value where a modifier knows both sides of a fire.
pub(super) const FIRER: usize = 0;
/// Place of a target's.
pub(super) const TARGET: usize = 1;

impl Battle {
    /// How a defender strikes: with its fire rating, or with its assault rating where it must or has none other; `None`
    /// if it cannot.
    pub(super) fn stand_mode(&self, unit: UnitId) -> Option<Mode> {
        let counter = self.counter(unit);
        // By published updates of the series guns, and platoons without steps, strike with what they have for assaults
        // whatever they fire with: pink 2 with two steps, 1 with one, 0 with none.
        let weak = counter.gun() || counter.rearguard();
        if counter.fire.is_some() && !weak && !self.unit(unit).suppressed {
            Some(Mode::Strike)
        } else {
            counter.assault.map(|_| Mode::Assault)
        }
    }

    /// How a charger strikes; with `first`, in the first of two strikes, where it has one (`charger_strikes`).
    pub(super) fn charge_mode(&self, unit: UnitId, first: bool) -> Option<Mode> {
        let counter = self.counter(unit);
        if first {
            counter.fire.filter(|_| !counter.gun()).map(|_| Mode::Strike)
        } else {
            counter.assault.map(|_| Mode::Assault)
        }
    }

    /// The rating that a unit shoots or strikes with in this mode.
    pub(super) fn rating(&self, unit: UnitId, mode: Mode) -> Option<(i8, Colour)> {
        let counter = self.counter(unit);
        let (full, less) = if mode == Mode::Assault {
            (counter.assault, counter.reduced_assault)
        } else {
            (counter.fire, counter.reduced_fire)
        };
        let less = less.filter(|_| self.reduced(unit));
        full.map(|rating| (less.unwrap_or(rating.value), rating.colour))
    }

    /// Printed rating of a shot and its modifiers, without the company bonus.
    pub(super) fn aim(&self, shot: Shot) -> (i8, Mods) {
        let mut mods = Mods::none();
        (self.gather(shot, &mut mods), mods)
    }

    /// The rating with its modifiers, before the die limits it: what a strategy asks.
    pub(super) fn rate(&self, shot: Shot) -> i8 {
        let mut sum = 0;
        self.gather(shot, &mut sum) + sum
    }

    fn gather(&self, shot: Shot, mods: &mut impl Takes) -> i8 {
        let to = self.hex(shot.target).expect("targets are on the map");
        let from = shot.firer.and_then(|firer| self.hex(firer));
        if let Some(firer) = shot.firer {
            let printed = self.aim_of(firer, shot.mode, from, mods);
            self.aim_at(shot, from, to, mods);
            printed
        } else {
            // Mercury 5.1: only positive direct fire modifiers count.
            self.aim_at(shot, from, to, &mut Helping(mods));
            AIR_STRIKE
        }
    }

    /// The firer's part: its printed rating and its modifiers.
    pub(super) fn aim_of(
        &self,
        firer: UnitId,
        mode: Mode,
        from: Option<HexId>,
        mods: &mut impl Takes,
    ) -> i8 {
        self.aim_by(firer, mode, from, mods);
        self.rating(firer, mode).expect("firers and strikers have a rating").0
    }

    /// The firer's modifiers.
    pub(super) fn aim_by(
        &self,
        firer: UnitId,
        mode: Mode,
        from: Option<HexId>,
        mods: &mut impl Takes,
    ) {
        let modifiers = self.ground.modifiers(mode);
        let state = self.unit(firer);
        if state.cohesion > 0 {
            mods.add(Mod::Cohesion, modifiers.cohesion[usize::from(state.cohesion) - 1]);
        }
        if self.depleted(firer) {
            mods.add(Mod::StepLoss, modifiers.step_loss);
        }
        if state.column {
            mods.add(Mod::Column, modifiers.column[FIRER]);
        }
        if self.entrenched(firer) && !state.charging {
            mods.add(Mod::FirerEntrenched, modifiers.entrenched[FIRER]);
        }
        if state.suppressed {
            mods.add(Mod::Suppressed, modifiers.suppressed);
        }
        if let Some(weight) = from.and_then(|hex| self.barrage(hex)) {
            mods.add(Mod::Barrage, modifiers.barrage[weight]);
        }
        mods.add(Mod::FirerMarkers, modifiers.of_markers(state, FIRER));
        let weak = mode != Mode::Assault
            || self.ground.rulings.night_reduces == NightReduces::FireAndAssault;
        if self.ground.night(self.turn) && weak {
            mods.add(Mod::Night, modifiers.night);
        }
        if self.supplied(firer) == Level::Emergency {
            mods.add(Mod::Supply, modifiers.emergency_supply);
        }
    }

    /// The target's part of the modifiers, and that of the way between the two.
    pub(super) fn aim_at(
        &self,
        shot: Shot,
        from: Option<HexId>,
        hex: HexId,
        mods: &mut impl Takes,
    ) {
        self.aim_on(shot.target, shot.mode, hex, mods);
        mods.add(Mod::Situation, shot.extra);
        if let Some(at) = from {
            self.aim_along(shot, at, hex, mods);
        }
    }

    /// The target's part of the modifiers; whether it takes results from the armoured table, as [`Battle::hard`] has it.
    pub(super) fn aim_on(
        &self,
        whom: UnitId,
        mode: Mode,
        hex: HexId,
        mods: &mut impl Takes,
    ) -> bool {
        let modifiers = self.ground.modifiers(mode);
        let target = self.unit(whom);
        let moved = self.hex(whom) != Some(hex);
        let hard = self.shelter(whom, mode, hex, mods);
        let stacked: u8 = self.stack(hex).map(|unit| self.unit(unit).steps).sum();
        let steps = if moved { stacked + target.steps } else { stacked };
        let most = modifiers.mass.len() - 1;
        mods.add(Mod::Mass, modifiers.mass[usize::from(steps).min(most)]);
        hard
    }

    /// What makes a unit as hard to hit as it is in a hex, whoever fires: its defence rating with all that changes it.
    /// Whether it takes results from the armoured table.
    pub(super) fn shelter(
        &self,
        whom: UnitId,
        mode: Mode,
        hex: HexId,
        mods: &mut impl Takes,
    ) -> bool {
        let modifiers = self.ground.modifiers(mode);
        let target = self.unit(whom);
        let face = self.face(whom);
        let moved = self.hex(whom) != Some(hex);
        mods.add(Mod::Defence, face.defence);
        let rubbled = self.rubbled(hex);
        let rubble = if rubbled { self.ground.rubble.fire } else { 0 };
        let terrain = self.ground.cover[hex.index()] + rubble;
        if target.column {
            // In column a unit has no cover.
            mods.add(Mod::TargetColumn, modifiers.column[TARGET]);
            mods.add(Mod::Terrain, terrain.max(0));
        } else {
            mods.add(Mod::Terrain, terrain);
        }
        let entrenched = self.entrenched_in(whom, hex);
        if entrenched {
            mods.add(Mod::Entrenched, modifiers.entrenched[TARGET]);
        } else if target.improved && !moved {
            mods.add(Mod::Improved, modifiers.improved);
        }
        if !moved {
            mods.add(Mod::Markers, modifiers.of_markers(target, TARGET));
        }
        // Mercury 5.3.
        if self.heroes[self.side(whom)] == Some(whom) {
            mods.add(Mod::Heroic, modifiers.heroic);
        }
        face.armoured || rubbled || (entrenched && modifiers.works)
    }

    /// What the way between firer and target changes.
    fn aim_along(&self, shot: Shot, from: HexId, to: HexId, mods: &mut impl Takes) {
        let Some(firer) = shot.firer else { return };
        if shot.mode.close() {
            self.aim_up(firer, shot.mode, from, to, mods);
            return;
        }
        let distance = self.ground.distance(from, to);
        mods.add(Mod::Range, self.range_modifier(firer, shot.target, shot.mode, distance));
        if self.unit(firer).park && self.unit(shot.target).park {
            let modifiers = self.ground.modifiers(shot.mode);
            mods.add(Mod::CounterBattery, modifiers.counter_battery);
        }
    }

    /// What a slope between an assault and its defenders changes.
    pub(super) fn aim_up(
        &self,
        striker: UnitId,
        mode: Mode,
        from: HexId,
        to: HexId,
        mods: &mut impl Takes,
    ) {
        // Mercury 2.10: defenders up slope of the charge.
        if self.unit(striker).charging && self.uphill(from, to) {
            mods.add(Mod::UpSlope, self.ground.modifiers(mode).up_slope);
        }
    }

    /// Whether the second of two neighbouring hexes lies up slope of the first.
    pub(super) fn uphill(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.ground.map.far_side(from, d, SLOPE))
    }

    /// What the range changes.
    pub(super) fn range_modifier(
        &self,
        firer: UnitId,
        target: UnitId,
        mode: Mode,
        distance: u8,
    ) -> i8 {
        let modifiers = self.ground.modifiers(mode);
        if !self.face(target).armoured {
            modifiers.range_unarmoured * (distance as i8 - 1)
        } else if distance <= 1 {
            0
        } else {
            let printed = self.counter(firer).range;
            // Within their fire zone three hexes are the range of mortars and artillery.
            let full = match self.counter(firer).fire {
                Some(fire) if mode == Mode::Opportunity && fire.colour.lobs() => {
                    printed.min(DIRECT_ARTILLERY)
                }
                _ => printed,
            };
            modifiers.range_armoured[usize::from(distance >= full)]
        }
    }

    /// Whether the target takes results from the armoured table.
    pub(super) fn hard(&self, target: UnitId, mode: Mode, hex: HexId) -> bool {
        self.face(target).armoured
            || self.rubbled(hex)
            || (self.ground.modifiers(mode).works && self.entrenched_in(target, hex))
    }

    /// Whether the firer may try for the company bonus: a full company of two steps.
    pub(super) fn bonus_possible(&self, firer: UnitId, mode: Mode) -> bool {
        self.ground.modifiers(mode).company_bonus != 0
            && self.counter(firer).steps == 2
            && !self.reduced(firer)
            && !(mode.close() && self.counter(firer).gun())
    }

    /// Takes a shot: asks for the company bonus first where there may be one.
    pub(super) fn shoot(&mut self, shot: Shot, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match shot.firer {
            Some(firer) if self.bonus_possible(firer, shot.mode) => {
                self.ask(firer, Purpose::Bonus(shot));
            }
            _ => self.resolve(shot, false, dice, events),
        }
    }

    /// Rolls and applies the result. The table is entered with the die as it fell.
    pub(super) fn resolve(
        &mut self,
        shot: Shot,
        bonus: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let to = self.hex(shot.target).expect("targets are on the map");
        let (printed, mut mods) = self.aim(shot);
        if bonus {
            mods.add(Mod::CompanyBonus, self.ground.modifiers(shot.mode).company_bonus);
        }
        let rating = (printed + mods.sum()).clamp(0, 9);
        let die = match shot.firer {
            Some(firer) => self.die(SHOT, SHOTS, firer, shot.target.0, dice),
            None => self.air_die(SHOT, shot.target, dice),
        };
        let hit = if die == 9 || i16::from(die) > i16::from(rating) {
            Hit::Miss
        } else {
            self.ground.hit(shot.colour, self.hard(shot.target, shot.mode, to), die)
        };
        events.push(Event::Shot {
            firer: shot.firer,
            target: shot.target,
            mode: shot.mode,
            colour: shot.colour,
            hard: self.hard(shot.target, shot.mode, to),
            printed,
            mods,
            rating,
            die,
            hit,
        });
        if shot.mode == Mode::Indirect {
            self.after_indirect(shot, die, bonus, hit, events);
        }
        self.take(shot.target, hit, shot.mode.cause(), events);
    }

    /// How a unit may fire at an enemy now, if it may.
    pub(super) fn may_fire_at(&self, firer: UnitId, target: UnitId) -> Option<Mode> {
        let (at, to) = (self.hex(firer)?, self.hex(target)?);
        let near = self.ground.distance(at, to) <= self.aims_to(firer, at);
        if near && self.side(target) != self.side(firer) { self.fires(firer, at, to) } else { None }
    }

    /// Tells of the enemies that a unit may fire at now where it stands, and how.
    #[inline]
    pub(super) fn aims(&self, firer: UnitId, at: HexId, mut tell: impl FnMut(UnitId, Mode)) {
        let reach = self.aims_to(firer, at);
        if reach == 0 {
            return;
        }
        let distances = self.ground.distances_from(at);
        for (enemy, to) in self.on_map(self.side(firer).other()) {
            if distances[to.index()] <= reach
                && let Some(mode) = self.fires(firer, at, to)
            {
                tell(enemy, mode);
            }
        }
    }

    /// How a unit fires at an enemy that it may fire at.
    pub(super) fn mode_at(&self, firer: UnitId, target: UnitId) -> Option<Mode> {
        let distance = self.ground.distance(self.hex(firer)?, self.hex(target)?);
        let indirect = self.counter(firer).fire?.colour.indirect_at(distance);
        Some(if indirect { Mode::Indirect } else { Mode::Direct })
    }

    /// Hexes up to which a unit may fire now where it stands, 0 if it may not at all: an enemy next to
    /// it or a barrage on it limits it to one hex.
    fn aims_to(&self, firer: UnitId, at: HexId) -> u8 {
        let counter = self.counter(firer);
        let state = self.unit(firer);
        if counter.fire.is_none() || state.suppressed || state.mounted || self.markers(firer) > 0 {
            0
        } else if counter.range > 1 && (self.barrage(at).is_some() || self.beset(firer, at)) {
            1
        } else {
            counter.range
        }
    }

    /// How a unit would fire at a hex that it aims to, if it sees it or somebody spots for it.
    fn fires(&self, firer: UnitId, at: HexId, to: HexId) -> Option<Mode> {
        let distance = self.ground.distance(at, to);
        if distance < 1 {
            return None;
        }
        if self.counter(firer).fire?.colour.indirect_at(distance) {
            return self.spotted(firer, to).then_some(Mode::Indirect);
        }
        self.sees(at, to).then_some(Mode::Direct)
    }

    /// Whether an enemy stands next to the unit, which then fires no farther than that.
    pub(super) fn beset(&self, unit: UnitId, at: HexId) -> bool {
        self.held_beside(at, self.side(unit).other()) > 0
    }

    /// Whether the unit is on the map.
    pub(super) fn alive(&self, unit: UnitId) -> bool {
        self.hex(unit).is_some()
    }
}
