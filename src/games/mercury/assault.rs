//! Assault (series rules; the order of the exchange is a reconstruction, see the rulings U-7, U-8).

use alloc::vec::Vec;

use engine::{Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::activation::Deed;
use super::call::Call;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::fire::{Mode, Shot};
use super::quality::Purpose;
use super::rulings::{AssaultRounds, ChargerStrikes, LoneSuppressed};
use super::state::Battle;

/// Stages of an assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Further units may join.
    Gather,
    /// Bravery checks.
    Bravery,
    /// Defenders from this unit on may fire at chargers.
    DefensiveFire(UnitId),
    /// The defender chooses to retreat or to stand.
    Choice,
    /// Defenders from this unit on retreat.
    Retreat(UnitId),
    /// Defenders from this unit on strike.
    DefenderStrikes(UnitId),
    /// Chargers from this unit on strike with their fire, where they strike twice.
    ChargerFires(UnitId),
    /// Chargers from this unit on strike.
    ChargerStrikes(UnitId),
    /// Suppressed defenders from this unit on, alone with the chargers, hold on or are overrun.
    HoldOn(UnitId),
    /// Who holds the hex.
    End,
}

/// An assault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Assault {
    pub from: HexId,
    pub to: HexId,
    pub stage: Stage,
}

impl Assault {
    /// Goes on with another stage.
    fn set(self, battle: &mut Battle, stage: Stage) {
        battle.then(Assault { stage, ..self });
    }

    /// Suppressed chargers drop out.
    fn drop_suppressed(self, battle: &mut Battle) {
        let out: Vec<UnitId> =
            battle.chargers(self.from).filter(|&unit| battle.unit(unit).suppressed).collect();
        for unit in out {
            battle.unit_mut(unit).charging = false;
        }
    }

    /// Suppressed defenders left alone with a charger who still stands are gone, or those of them who fail a check
    /// (U-8).
    fn hold_on(self, battle: &mut Battle, next: UnitId, events: &mut Vec<Event>) {
        let Assault { from, to, .. } = self;
        let alone = battle.chargers(from).next().is_some()
            && battle.stack(to).all(|defender| battle.unit(defender).suppressed);
        let defender = battle.stack(to).find(|&unit| unit >= next).filter(|_| alone);
        match (battle.ground.rulings.lone_suppressed_eliminated, defender) {
            (_, None) | (LoneSuppressed::Off, _) => self.set(battle, Stage::End),
            (LoneSuppressed::On, Some(unit)) => battle.overrun(unit, events),
            (LoneSuppressed::Check, Some(unit)) => {
                self.set(battle, Stage::HoldOn(UnitId(unit.0 + 1)));
                battle.ask(unit, Purpose::HoldOn);
            }
        }
    }

    /// A strike; the assault goes on with the next striker.
    fn strike(
        self,
        battle: &mut Battle,
        striker: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let next = UnitId(striker.0 + 1);
        let (mode, then) = match self.stage {
            Stage::ChargerFires(_) => {
                (battle.charge_mode(striker, true), Stage::ChargerFires(next))
            }
            Stage::ChargerStrikes(_) => {
                (battle.charge_mode(striker, false), Stage::ChargerStrikes(next))
            }
            _ => (battle.stand_mode(striker), Stage::DefenderStrikes(next)),
        };
        self.set(battle, then);
        let mode = mode.expect("strikers have a rating");
        let (_, colour) = battle.rating(striker, mode).expect("strikers have a rating");
        let charged = battle.unit(target).charging;
        let shot = Shot {
            firer: Some(striker),
            target,
            mode,
            colour: colour.at_range(1),
            extra: if charged { battle.ground.modifiers(mode).charging } else { 0 },
        };
        battle.shoot(shot, dice, events);
    }

    /// The unit retreats: the chargers may fire at it first.
    fn retreat(self, battle: &mut Battle, unit: UnitId, direction: Direction) {
        self.set(battle, Stage::Retreat(UnitId(unit.0 + 1)));
        battle.first(FallsBack { unit, direction });
        battle.expose(unit, battle.ground.modifiers(Mode::Opportunity).retreating);
    }

    /// Who holds the hex: chargers advance into an empty one, else they stay where they were.
    fn end(self, battle: &mut Battle, events: &mut Vec<Event>) {
        let Assault { from, to, .. } = self;
        let chargers: Vec<UnitId> = battle.chargers(from).collect();
        if !chargers.is_empty()
            && battle.index.stacks[to.index()].is_some()
            && battle.ground.rulings.assault_rounds == AssaultRounds::UntilDecided
        {
            self.set(battle, Stage::DefenderStrikes(UnitId(0)));
            return;
        }
        battle.frames.pop();
        let taken = !chargers.is_empty() && battle.index.stacks[to.index()].is_none();
        events.push(Event::AssaultOver(to, taken));
        for unit in chargers {
            battle.unit_mut(unit).charging = false;
            if taken && battle.fits(unit, to, battle.unit(unit).column) {
                events.push(Event::Moved(unit, to));
                battle.enter(unit, to, events);
            }
        }
    }
}

impl Pending<Battle> for Assault {
    fn decider(self, battle: &Battle) -> Option<Side> {
        let unit = match self.stage {
            Stage::Gather | Stage::ChargerFires(_) | Stage::ChargerStrikes(_) => {
                battle.chargers(self.from).next()
            }
            _ => battle.index.stacks[self.to.index()],
        };
        unit.map(|unit| battle.side(unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        match self.stage {
            Stage::DefensiveFire(unit)
            | Stage::Retreat(unit)
            | Stage::DefenderStrikes(unit)
            | Stage::ChargerFires(unit)
            | Stage::ChargerStrikes(unit) => Some(unit.0),
            Stage::Gather | Stage::Bravery | Stage::Choice | Stage::HoldOn(_) | Stage::End => None,
        }
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let Assault { from, to, stage } = self;
        match stage {
            Stage::Gather => {
                actions.extend(battle.joiners(from, to).map(Action::Join));
                actions.push(Action::Charge);
            }
            Stage::DefensiveFire(_) => {
                actions.extend(battle.chargers(from).map(Action::ShootAt));
                actions.push(Action::HoldFire);
            }
            Stage::Choice => actions.extend([Action::Stand, Action::Retreat]),
            Stage::Retreat(unit) => actions.extend(battle.retreats(unit).map(Action::RetreatTo)),
            Stage::DefenderStrikes(_) => {
                actions.extend(battle.chargers(from).map(Action::Strike));
            }
            Stage::ChargerFires(_) | Stage::ChargerStrikes(_) => {
                actions.extend(battle.stack(to).map(Action::Strike));
            }
            Stage::Bravery | Stage::HoldOn(_) | Stage::End => {}
        }
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (self.stage, action) {
            (Stage::Gather, Action::Join(unit)) => battle.join(unit, events),
            (Stage::Gather, _) => self.set(battle, Stage::Bravery),
            // A check, then the shot.
            (Stage::DefensiveFire(firer), action) => {
                self.set(battle, Stage::DefensiveFire(UnitId(firer.0 + 1)));
                if let Action::ShootAt(target) = action {
                    let charging = battle.ground.modifiers(Mode::Opportunity).charging;
                    battle.opportunity_fire(firer, target, charging, dice, events);
                }
            }
            (Stage::Choice, Action::Retreat) => self.set(battle, Stage::Retreat(UnitId(0))),
            (Stage::Choice, _) => self.set(battle, Stage::DefenderStrikes(UnitId(0))),
            (Stage::Retreat(unit), Action::RetreatTo(direction)) => {
                self.retreat(battle, unit, direction);
            }
            (
                Stage::DefenderStrikes(striker)
                | Stage::ChargerFires(striker)
                | Stage::ChargerStrikes(striker),
                Action::Strike(target),
            ) => self.strike(battle, striker, target, dice, events),
            (stage, _) => unreachable!("{action:?} is no option of {stage:?}"),
        }
    }

    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Assault { from, to, stage } = self;
        match stage {
            Stage::Gather => {
                if battle.joiners(from, to).next().is_some() {
                    return false;
                }
                self.set(battle, Stage::Bravery);
            }
            Stage::Bravery => {
                if !battle.bravery_waived(to) {
                    let chargers: Vec<UnitId> = battle.chargers(from).collect();
                    for unit in chargers {
                        let need = battle.bravery(unit, to);
                        if !battle.check(unit, Purpose::Bravery, need, dice, events) {
                            battle.unit_mut(unit).charging = false;
                        }
                    }
                }
                // Whoever charges leaves his improved position.
                let out: Vec<UnitId> = battle.chargers(from).collect();
                for unit in out {
                    battle.unit_mut(unit).improved = false;
                }
                self.set(battle, Stage::DefensiveFire(UnitId(0)));
            }
            Stage::DefensiveFire(next) => {
                self.drop_suppressed(battle);
                let watcher = battle.stack(to).find(|&unit| unit >= next && battle.has_zone(unit));
                match watcher {
                    _ if battle.chargers(from).next().is_none() => self.set(battle, Stage::End),
                    Some(firer) => {
                        self.set(battle, Stage::DefensiveFire(firer));
                        return false;
                    }
                    None => self.set(battle, Stage::Choice),
                }
            }
            Stage::Choice => {
                if battle.stack(to).any(|unit| battle.can_retreat(unit)) {
                    return false;
                }
                self.set(battle, Stage::DefenderStrikes(UnitId(0)));
            }
            Stage::Retreat(next) => {
                let unit = battle.stack(to).find(|&u| u >= next && battle.can_retreat(u));
                if let Some(unit) = unit {
                    self.set(battle, Stage::Retreat(unit));
                    return false;
                }
                // Nobody left: the chargers advance. Else the rest must stand.
                let stage = if battle.index.stacks[to.index()].is_none() {
                    Stage::End
                } else {
                    Stage::DefenderStrikes(UnitId(0))
                };
                self.drop_suppressed(battle);
                self.set(battle, stage);
            }
            Stage::DefenderStrikes(next) => {
                self.drop_suppressed(battle);
                let striker = battle.stack(to).find(|&u| u >= next && battle.can_strike(u));
                if battle.chargers(from).next().is_none() {
                    self.set(battle, Stage::End);
                } else if let Some(unit) = striker {
                    self.set(battle, Stage::DefenderStrikes(unit));
                    if battle.chargers(from).count() > 1 {
                        return false;
                    }
                    let target = battle.chargers(from).next().expect("counted above");
                    self.strike(battle, unit, target, dice, events);
                } else {
                    self.set(
                        battle,
                        match battle.ground.rulings.charger_strikes {
                            ChargerStrikes::One => Stage::ChargerStrikes(UnitId(0)),
                            ChargerStrikes::FireThenAssault => Stage::ChargerFires(UnitId(0)),
                        },
                    );
                }
            }
            Stage::ChargerFires(next) | Stage::ChargerStrikes(next) => {
                self.drop_suppressed(battle);
                let first = matches!(stage, Stage::ChargerFires(_));
                let with = |unit| {
                    if first { Stage::ChargerFires(unit) } else { Stage::ChargerStrikes(unit) }
                };
                let able =
                    |&unit: &UnitId| unit >= next && battle.charge_mode(unit, first).is_some();
                let striker = battle.chargers(from).find(able);
                match striker {
                    Some(unit) if battle.index.stacks[to.index()].is_some() => {
                        self.set(battle, with(unit));
                        if battle.stack(to).count() > 1 {
                            return false;
                        }
                        let target = battle.index.stacks[to.index()].expect("checked above");
                        self.strike(battle, unit, target, dice, events);
                    }
                    _ if first => self.set(battle, Stage::ChargerStrikes(UnitId(0))),
                    _ => self.set(battle, Stage::HoldOn(UnitId(0))),
                }
            }
            Stage::HoldOn(next) => self.hold_on(battle, next, events),
            Stage::End => self.end(battle, events),
        }
        true
    }
}

/// A unit retreats before an assault, once the chargers have fired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FallsBack {
    pub unit: UnitId,
    pub direction: Direction,
}

impl Pending<Battle> for FallsBack {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    /// The fire at the retreating unit is over.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let FallsBack { unit, direction } = self;
        battle.frames.pop();
        if !battle.alive(unit) || battle.unit(unit).suppressed {
            return true;
        }
        let from = battle.hex(unit).expect("alive units are on the map");
        let to = battle.ground.map.neighbour(from, direction).expect("retreats stay on the map");
        battle.unit_mut(unit).improved = false;
        battle.break_contact(unit);
        events.push(Event::Moved(unit, to));
        battle.enter(unit, to, events);
        true
    }
}

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
            && !self.out_of_bounds_beyond(unit, from, way)
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

    fn can_strike(&self, unit: UnitId) -> bool {
        !self.unit(unit).mounted && self.stand_mode(unit).is_some()
    }

    /// A unit joins: that is its activation, and its action is paid.
    fn join(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let cost = self.cost(unit, Deed::Assault, false);
        self.pay(unit, cost, self.use_of(false), events);
        self.spend_unit(unit);
        self.unit_mut(unit).charging = true;
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
}
