//! Assault (series rules; the order of the exchange is a reconstruction, see the rulings U-7, U-8).

use alloc::vec::Vec;

use engine::{Dice, Direction, HexId};

use super::action::Action;
use super::call::Call;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::quality::Purpose;
use super::rulings::{AssaultRounds, ChargerStrikes, LoneSuppressed};
use super::sequence::{Deed, Frame, Stage};
use super::state::Battle;

impl Battle {
    /// Whether the unit may assault a neighbouring hex.
    pub(super) fn may_assault(&self, unit: UnitId, to: HexId) -> bool {
        let Some(from) = self.hex(unit) else { return false };
        let way = self.direction(from, to);
        self.held_by(to, self.side(unit).other())
            && self.fit_to_charge(unit, from)
            && way.is_some_and(|way| self.can_charge(unit, from, way))
    }

    /// Tells of the hexes that the unit may assault from where it stands.
    #[inline]
    pub(super) fn assaultable(&self, unit: UnitId, from: HexId, mut tell: impl FnMut(HexId)) {
        let enemy = self.side(unit).other();
        // Most have no enemy next to them.
        if self.held_beside(from, enemy) == 0 || !self.fit_to_charge(unit, from) {
            return;
        }
        for (way, to) in self.ground.map.neighbours(from) {
            if self.held_by(to, enemy) && self.can_charge(unit, from, way) {
                tell(to);
            }
        }
    }

    /// Whether the unit is fit to charge from where it stands.
    fn fit_to_charge(&self, unit: UnitId, from: HexId) -> bool {
        let counter = self.counter(unit);
        let state = self.unit(unit);
        counter.assault.is_some()
            && state.steps >= 1
            && !state.suppressed
            && !state.mounted
            && !self.entrenched(unit)
            && !self.overstacked(from)
            && self.markers(unit) == 0
            && self.barrage(from) != Some(1)
            && !counter
                .fire
                .is_some_and(|f| f.colour.artillery() || f.colour == super::counter::Colour::Green)
    }

    /// Whether the unit can charge that way: into a hex that it could enter.
    fn can_charge(&self, unit: UnitId, from: HexId, way: Direction) -> bool {
        let Movement::Points(class, _) = self.counter(unit).movement else { return false };
        self.step_cost(class, self.unit(unit).column, from, way).is_some()
    }

    /// Units that charge from a hex, in roster order.
    pub(super) fn chargers(&self, from: HexId) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.stack(from).filter(|&unit| self.unit(unit).charging)
    }

    /// Units that may still join the assault: of the chit, not activated, able and paid for.
    pub(super) fn joiners(
        &self,
        from: HexId,
        to: HexId,
    ) -> impl Iterator<Item = UnitId> + Clone + '_ {
        let call = self.call();
        self.stack(from).filter(move |&unit| call.is_some_and(|call| self.may_join(unit, to, call)))
    }

    fn may_join(&self, unit: UnitId, to: HexId, call: Call<'_>) -> bool {
        !self.unit(unit).charging
            && call.reaches(unit)
            && self.may_assault(unit, to)
            && self.affords(unit, self.cost(unit, Deed::Assault, false))
    }

    /// What a charger must not exceed: its quality, plus [`Battle::daring`].
    pub(super) fn bravery(&self, unit: UnitId, to: HexId) -> i8 {
        self.quality(unit) + self.daring(unit, to)
    }

    /// What an assault on a hex adds to a charger's quality: the best defence in the hex with all that changes it,
    /// less its own defence.
    pub(super) fn daring(&self, unit: UnitId, to: HexId) -> i8 {
        let from = self.hex(unit).expect("chargers are on the map");
        let modifiers = self.ground.modifiers(Mode::Assault);
        // Mercury 2.10: the defence of units up slope of the assault is one lower.
        let slope = if self.uphill(from, to) { modifiers.up_slope } else { 0 };
        let defence = |defender: UnitId| {
            let mut sum = slope;
            self.shelter(defender, Mode::Assault, to, &mut sum);
            sum
        };
        let best = self.stack(to).map(defence).min().unwrap_or(0);
        // Mercury 5.3: a heroic unit's own rating is one lower too.
        let heroic = if self.heroes[self.side(unit)] == Some(unit) { modifiers.heroic } else { 0 };
        best - self.face(unit).defence - heroic
    }

    /// Whether the defenders are all suppressed or under barrage, so that nobody needs to be brave.
    pub(super) fn bravery_waived(&self, to: HexId) -> bool {
        self.ground.rulings.bravery_waived_if_no_zone.on()
            && (self.barrage(to).is_some()
                || self.stack(to).all(|defender| self.unit(defender).suppressed))
    }

    fn set_stage(&mut self, stage: Stage) {
        if let Some(Frame::Assault { stage: now, .. }) = self.frames.last_mut() {
            *now = stage;
        }
    }

    /// Takes an assault as far as it goes without a decision.
    pub(super) fn assault_proceeds(
        &mut self,
        from: HexId,
        to: HexId,
        stage: Stage,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        match stage {
            Stage::Gather => {
                if self.joiners(from, to).next().is_some() {
                    return false;
                }
                self.set_stage(Stage::Bravery);
            }
            Stage::Bravery => {
                if !self.bravery_waived(to) {
                    let chargers: Vec<UnitId> = self.chargers(from).collect();
                    for unit in chargers {
                        let need = self.bravery(unit, to);
                        if !self.check(unit, Purpose::Bravery, need, dice, events) {
                            self.unit_mut(unit).charging = false;
                        }
                    }
                }
                // Whoever charges leaves his improved position.
                let out: Vec<UnitId> = self.chargers(from).collect();
                for unit in out {
                    self.unit_mut(unit).improved = false;
                }
                self.set_stage(Stage::DefensiveFire(UnitId(0)));
            }
            Stage::DefensiveFire(next) => {
                self.drop_suppressed(from);
                let watcher = self.stack(to).find(|&unit| unit >= next && self.has_zone(unit));
                match watcher {
                    _ if self.chargers(from).next().is_none() => self.set_stage(Stage::End),
                    Some(firer) => {
                        self.set_stage(Stage::DefensiveFire(firer));
                        return false;
                    }
                    None => self.set_stage(Stage::Choice),
                }
            }
            Stage::Choice => {
                if self.stack(to).any(|unit| self.can_retreat(unit)) {
                    return false;
                }
                self.set_stage(Stage::DefenderStrikes(UnitId(0)));
            }
            Stage::Retreat(next) => {
                let unit = self.stack(to).find(|&u| u >= next && self.can_retreat(u));
                if let Some(unit) = unit {
                    self.set_stage(Stage::Retreat(unit));
                    return false;
                }
                // Nobody left: the chargers advance. Else the rest must stand.
                let stage = if self.stacks[to.index()].is_none() {
                    Stage::End
                } else {
                    Stage::DefenderStrikes(UnitId(0))
                };
                self.drop_suppressed(from);
                self.set_stage(stage);
            }
            Stage::DefenderStrikes(next) => {
                self.drop_suppressed(from);
                let striker = self.stack(to).find(|&u| u >= next && self.can_strike(u));
                if self.chargers(from).next().is_none() {
                    self.set_stage(Stage::End);
                } else if let Some(unit) = striker {
                    self.set_stage(Stage::DefenderStrikes(unit));
                    if self.chargers(from).count() > 1 {
                        return false;
                    }
                    let target = self.chargers(from).next().expect("counted above");
                    self.strike(unit, target, dice, events);
                } else {
                    self.set_stage(match self.ground.rulings.charger_strikes {
                        ChargerStrikes::One => Stage::ChargerStrikes(UnitId(0)),
                        ChargerStrikes::FireThenAssault => Stage::ChargerFires(UnitId(0)),
                    });
                }
            }
            Stage::ChargerFires(next) | Stage::ChargerStrikes(next) => {
                self.drop_suppressed(from);
                let first = matches!(stage, Stage::ChargerFires(_));
                let with = |unit| {
                    if first { Stage::ChargerFires(unit) } else { Stage::ChargerStrikes(unit) }
                };
                let able = |&unit: &UnitId| unit >= next && self.charge_mode(unit, first).is_some();
                let striker = self.chargers(from).find(able);
                match striker {
                    Some(unit) if self.stacks[to.index()].is_some() => {
                        self.set_stage(with(unit));
                        if self.stack(to).count() > 1 {
                            return false;
                        }
                        let target = self.stacks[to.index()].expect("checked above");
                        self.strike(unit, target, dice, events);
                    }
                    _ if first => self.set_stage(Stage::ChargerStrikes(UnitId(0))),
                    _ => self.set_stage(Stage::HoldOn(UnitId(0))),
                }
            }
            Stage::HoldOn(next) => self.hold_on(from, to, next, events),
            Stage::End => self.end_assault(from, to, events),
        }
        true
    }

    /// Suppressed chargers drop out.
    fn drop_suppressed(&mut self, from: HexId) {
        let out: Vec<UnitId> =
            self.chargers(from).filter(|&unit| self.unit(unit).suppressed).collect();
        for unit in out {
            self.unit_mut(unit).charging = false;
        }
    }

    fn can_strike(&self, unit: UnitId) -> bool {
        !self.unit(unit).mounted && self.stand_mode(unit).is_some()
    }

    /// Suppressed defenders left alone with a charger who still stands are gone, or those of them who fail a check
    /// (U-8).
    fn hold_on(&mut self, from: HexId, to: HexId, next: UnitId, events: &mut Vec<Event>) {
        let alone = self.chargers(from).next().is_some()
            && self.stack(to).all(|defender| self.unit(defender).suppressed);
        let defender = self.stack(to).find(|&unit| unit >= next).filter(|_| alone);
        match (self.ground.rulings.lone_suppressed_eliminated, defender) {
            (_, None) | (LoneSuppressed::Off, _) => self.set_stage(Stage::End),
            (LoneSuppressed::On, Some(unit)) => self.overrun(unit, events),
            (LoneSuppressed::Check, Some(unit)) => {
                self.set_stage(Stage::HoldOn(UnitId(unit.0 + 1)));
                self.ask(unit, Purpose::HoldOn);
            }
        }
    }

    /// The unit is lost to those who stormed its hex.
    pub(super) fn overrun(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let steps = self.unit(unit).steps.max(1);
        self.lose_steps(unit, steps, Mode::Assault.cause(), events);
    }

    /// Where a defender could retreat to: one hex, free of enemies, with room.
    pub(super) fn retreats(&self, unit: UnitId) -> impl Iterator<Item = Direction> + '_ {
        // Mercury 4.2.2: with a drop marker a unit goes nowhere.
        let able = !self.unit(unit).suppressed && self.markers(unit) == 0;
        Direction::ALL.into_iter().filter(move |&direction| {
            able && self
                .movement(unit)
                .is_some_and(|(_, points)| self.step(unit, direction, points).is_some())
        })
    }

    fn can_retreat(&self, unit: UnitId) -> bool {
        self.retreats(unit).next().is_some()
    }

    /// A strike of the assault; the frame goes on with the next striker.
    pub(super) fn strike(
        &mut self,
        striker: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let next = UnitId(striker.0 + 1);
        let Some(&Frame::Assault { stage, .. }) = self.frames.last() else { return };
        let (mode, then) = match stage {
            Stage::ChargerFires(_) => (self.charge_mode(striker, true), Stage::ChargerFires(next)),
            Stage::ChargerStrikes(_) => {
                (self.charge_mode(striker, false), Stage::ChargerStrikes(next))
            }
            _ => (self.stand_mode(striker), Stage::DefenderStrikes(next)),
        };
        self.set_stage(then);
        let mode = mode.expect("strikers have a rating");
        let (_, colour) = self.rating(striker, mode).expect("strikers have a rating");
        let charged = self.unit(target).charging;
        let shot = Shot {
            firer: Some(striker),
            target,
            mode,
            colour: colour.at_range(1),
            extra: if charged { self.ground.modifiers(mode).charging } else { 0 },
        };
        self.shoot(shot, dice, events);
    }

    /// A defender fires at a charger before the exchange: a check, then the shot.
    pub(super) fn defensive_fire(
        &mut self,
        firer: UnitId,
        target: Option<UnitId>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.set_stage(Stage::DefensiveFire(UnitId(firer.0 + 1)));
        if let Some(target) = target {
            let charging = self.ground.modifiers(Mode::Opportunity).charging;
            self.opportunity_fire(firer, target, charging, dice, events);
        }
    }

    /// The unit named by the frame retreats: the chargers may fire at it first.
    pub(super) fn retreat(&mut self, unit: UnitId, direction: Direction) {
        self.set_stage(Stage::Retreat(UnitId(unit.0 + 1)));
        self.frames.push(Frame::Falls { unit, direction });
        self.expose(unit, self.ground.modifiers(Mode::Opportunity).retreating);
    }

    /// The fire at the retreating unit is over.
    pub(super) fn falls_proceeds(
        &mut self,
        unit: UnitId,
        direction: Direction,
        events: &mut Vec<Event>,
    ) -> bool {
        self.frames.pop();
        if !self.alive(unit) || self.unit(unit).suppressed {
            return true;
        }
        let from = self.hex(unit).expect("alive units are on the map");
        let to = self.ground.map.neighbour(from, direction).expect("retreats stay on the map");
        self.unit_mut(unit).improved = false;
        self.break_contact(unit);
        events.push(Event::Moved(unit, to));
        self.enter(unit, to, events);
        true
    }

    /// Who holds the hex: chargers advance into an empty one, else they stay where they were.
    fn end_assault(&mut self, from: HexId, to: HexId, events: &mut Vec<Event>) {
        let chargers: Vec<UnitId> = self.chargers(from).collect();
        if !chargers.is_empty()
            && self.stacks[to.index()].is_some()
            && self.ground.rulings.assault_rounds == AssaultRounds::UntilDecided
        {
            self.set_stage(Stage::DefenderStrikes(UnitId(0)));
            return;
        }
        self.frames.pop();
        let taken = !chargers.is_empty() && self.stacks[to.index()].is_none();
        events.push(Event::AssaultOver(to, taken));
        for unit in chargers {
            self.unit_mut(unit).charging = false;
            if taken && self.fits(unit, to, self.unit(unit).column) {
                events.push(Event::Moved(unit, to));
                self.enter(unit, to, events);
            }
        }
    }

    /// Options while further units may join.
    pub(super) fn gather_options(&self, from: HexId, to: HexId, actions: &mut Vec<Action>) {
        actions.extend(self.joiners(from, to).map(Action::Join));
        actions.push(Action::Charge);
    }

    /// A unit joins: that is its activation, and its action is paid.
    pub(super) fn join(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let cost = self.cost(unit, Deed::Assault, false);
        self.pay(unit, cost, self.use_of(false), events);
        self.spend_unit(unit);
        self.unit_mut(unit).charging = true;
    }

    /// All who will have joined: the assault goes on.
    pub(super) fn charge(&mut self) {
        self.set_stage(Stage::Bravery);
    }

    /// The defender has chosen.
    pub(super) fn choose_retreat(&mut self, retreat: bool) {
        self.set_stage(if retreat {
            Stage::Retreat(UnitId(0))
        } else {
            Stage::DefenderStrikes(UnitId(0))
        });
    }
}
