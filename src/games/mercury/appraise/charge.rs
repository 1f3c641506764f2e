//! What an assault can be expected to bring.

use core::cell::RefCell;

use engine::HexId;
use smallvec::SmallVec;

use super::super::counter::{Colour, UnitId};
use super::super::fire::Mode;
use super::super::quality::chance_of;
use super::super::rulings::{ChargerStrikes, LoneSuppressed};
use super::super::state::Battle;
use super::chances::{Aimed, Bonus, Expected, Mark, Nerve};
use super::profile::{AIMED, Profile};
use super::recall::Recall;

/// Room for as many units as mostly stand in a hex.
const STACKED: usize = 8;

/// The prospects of a decision's assaults. Who stand together assault together, so that many options mean the
/// same one; and from one decision to the next most stay as they were.
pub(super) struct Assaults<'a> {
    recall: &'a Recall<'a>,
    /// Those who go together where all do who may, each from one hex against another.
    joint: RefCell<SmallVec<[Joint; STACKED]>>,
}

/// Units of one hex that assault another together, whoever of them begins.
struct Joint {
    hexes: [HexId; 2],
    units: SmallVec<[UnitId; STACKED]>,
    prospect: Prospect,
}

impl<'a> Assaults<'a> {
    /// With what the player remembers.
    pub fn new(recall: &'a Recall<'a>) -> Self {
        Assaults { recall, joint: RefCell::default() }
    }

    /// What a unit can expect of an assault if all go with it that may.
    pub fn together(&self, first: UnitId, from: HexId, to: HexId) -> Prospect {
        let hexes = [from, to];
        let known = |joint: &&Joint| joint.hexes == hexes && joint.units.contains(&first);
        if let Some(joint) = self.joint.borrow().iter().find(known) {
            return joint.prospect;
        }
        let battle = self.recall.battle;
        if battle.alone(first).is_some() {
            return self.prospect(core::iter::once(first), to);
        }
        let units: SmallVec<_> = battle.joiners(from, to).collect();
        if units.contains(&first) {
            let prospect = self.prospect(units.iter().copied(), to);
            self.joint.borrow_mut().push(Joint { hexes, units, prospect });
            return prospect;
        }
        // Whoever acts already, or cannot pay, begins it without being one who joins.
        let all = battle.stack(from);
        self.prospect(all.filter(|unit| *unit == first || units.contains(unit)), to)
    }

    /// See [`Battle::prospect`]; all chargers stand in one hex.
    pub fn prospect(&self, chargers: impl Iterator<Item = UnitId>, to: HexId) -> Prospect {
        let gang: SmallVec<[UnitId; STACKED]> = chargers.collect();
        let Some(from) = gang.first().and_then(|&first| self.recall.battle.hex(first)) else {
            return Prospect::default();
        };
        self.recall.assault(&gang, [from, to])
    }
}

/// Expectations of an assault.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prospect {
    /// Chance in percent that the hex is taken, roughly.
    pub success: i32,
    /// Expected loss of the defenders, percent of a step.
    pub gain: i32,
    /// Expected loss of the chargers, percent of a step.
    pub loss: i32,
}

impl Battle {
    /// What these chargers, who all stand in one hex, can expect of an assault on `to`. Every charger's bravery, the
    /// fire they run into and one exchange of strikes are counted; what a strike does to a later one is left out.
    pub(super) fn prospect(
        &self,
        recall: &Recall<'_>,
        chargers: &[UnitId],
        from: HexId,
        to: HexId,
    ) -> Prospect {
        let waived = self.bravery_waived(to);
        // With each charger the ways out of ten that it goes in at all.
        let chargers: SmallVec<[(Fighter, i32); STACKED]> = chargers
            .iter()
            .map(|&unit| {
                let fighter = Fighter::of(recall, unit, from, to, true);
                let brave = if waived {
                    10
                } else {
                    i32::from(chance_of(fighter.nerve.quality + self.daring(unit, to)))
                };
                (fighter, brave)
            })
            .collect();
        let count = chargers.len() as i32;
        let courage: i32 = chargers.iter().map(|&(_, brave)| brave).sum();
        if courage == 0 {
            return Prospect::default();
        }
        let defenders: SmallVec<[Fighter; STACKED]> =
            self.stack(to).map(|unit| Fighter::of(recall, unit, to, from, false)).collect();
        let state = |fighter: &Fighter| self.unit(fighter.nerve.unit);
        let firm = defenders.iter().filter(|fighter| !state(fighter).suppressed).count() as i32;
        let steps: i32 = defenders.iter().map(|fighter| i32::from(state(fighter).steps)).sum();
        let mut loss = 0;
        let mut hits = Expected::default();
        for defender in &defenders {
            // Each defender fires once at the charge (if its check passes) and strikes once; spread evenly.
            let fires = if defender.watch.is_some() { defender.nerve.passes() } else { 0 };
            for (charger, brave) in &chargers {
                let strike = defender.expect_strike(self, charger).worth();
                let fire = defender.expect_watch(self, charger).worth();
                loss += (strike * 10 + fire * fires) * brave / 100 / count;
                let strike = charger.expect_strike(self, defender);
                hits = hits.plus(strike.shared(defenders.len() as i32).tenths(*brave as u8));
            }
        }
        // A hex falls when its defenders are dead, or suppressed and do not hold on. A defender facing one strike
        // falls with the chance of a suppression or of losing what steps it has.
        let gives = |fighter: &Fighter| self.gives_way(fighter.nerve);
        let give = defenders.iter().filter(|fighter| !state(fighter).suppressed).map(gives);
        let give = give.sum::<i32>() / firm.max(1);
        let lie = defenders.iter().filter(|fighter| state(fighter).suppressed).map(gives);
        let lie = lie.fold(1000, |all, one| all * one / 10);
        let dead = (hits.steps / steps.max(1)).min(1000);
        let lie = lie + (1000 - lie) * dead / 1000;
        let per_defender =
            (hits.suppression * give / 10 + hits.steps * 2 / steps.max(1)) / firm.max(1);
        let fall = per_defender.clamp(0, 1000);
        let success = if firm == 0 {
            courage * 10 / count
        } else if firm == 1 {
            fall / 10
        } else {
            fall * fall / 10_000
        };
        let success = success * lie / 1000;
        Prospect { success: success.clamp(0, 100), gain: hits.worth(), loss }
    }

    /// Ways out of ten that a unit goes when it is suppressed and alone with chargers.
    fn gives_way(&self, nerve: Nerve) -> i32 {
        match self.ground.rulings.lone_suppressed_eliminated {
            LoneSuppressed::On => 10,
            LoneSuppressed::Off => 0,
            LoneSuppressed::Check => {
                let shaken = !self.unit(nerve.unit).suppressed;
                let less = if shaken { self.ground.quality.suppressed } else { 0 };
                10 - i32::from(chance_of(nerve.quality + less))
            }
        }
    }

    /// Worth of a strike, percent of a step.
    pub(super) fn strike_worth(&self, striker: UnitId, target: UnitId, charging: bool) -> i32 {
        let [from, to] = [striker, target].map(|u| self.hex(u).expect("who fights is on the map"));
        let recall = Recall::fresh(self);
        let striker = Fighter::of(&recall, striker, from, to, charging);
        striker.expect_strike(self, &Fighter::of(&recall, target, to, from, !charging)).worth()
    }
}

/// A unit in an assault, as if it were going on: what it brings to every strike, and what it is to every one
/// that it takes.
struct Fighter {
    nerve: Nerve,
    /// Its strikes; none if it cannot strike.
    strikes: [Option<Strike>; 2],
    /// Its fire at chargers before the strikes, if it has any.
    watch: Option<Strike>,
    marks: [Mark; AIMED],
}

/// How a unit strikes whomever it strikes.
#[derive(Copy, Clone)]
struct Strike {
    mode: Mode,
    /// Its rating with its own modifiers.
    rating: i8,
    colour: Colour,
    /// The company bonus, if it may try for one.
    bonus: Option<Bonus>,
}

impl Strike {
    /// What it can be expected to do to a target that is to it what it is in this kind of fire.
    fn expect(&self, battle: &Battle, target: &Fighter, mode: Mode) -> Expected {
        let Mark { modifier, hard } = target.marks[mode.index()];
        let aimed = Aimed { rating: self.rating + modifier, colour: self.colour, hard };
        battle.expect_aimed(aimed, self.bonus, target.nerve)
    }
}

impl Fighter {
    /// The unit in a hex, which charges or is charged; its enemies are in `opposite`.
    fn of(recall: &Recall<'_>, unit: UnitId, hex: HexId, opposite: HexId, charging: bool) -> Self {
        let battle = recall.battle;
        let Profile { quality, marks, .. } = recall.profile(unit, hex);
        let nerve = Nerve { unit, quality };
        let rated = |mode: Mode| {
            let (printed, colour) = battle.rating(unit, mode)?;
            let modifiers = battle.ground.modifiers(mode);
            let mut rating = if charging { 0 } else { modifiers.charging };
            battle.aim_by(unit, mode, Some(hex), &mut rating);
            // Whether the striker charges the state does not say yet.
            if charging && battle.uphill(hex, opposite) {
                rating += modifiers.up_slope;
            }
            let bonus = battle.bonus(unit, mode, nerve);
            Some(Strike { mode, rating: rating + printed, colour: colour.at_range(1), bonus })
        };
        let twice = battle.ground.rulings.charger_strikes == ChargerStrikes::FireThenAssault;
        let strikes = if charging {
            let first = battle.charge_mode(unit, true).filter(|_| twice);
            [first, battle.charge_mode(unit, false)]
        } else {
            [None, battle.stand_mode(unit)]
        };
        let watches = !charging && battle.has_zone(unit);
        let watch = if watches { rated(Mode::Opportunity) } else { None };
        Fighter { nerve, strikes: strikes.map(|mode| rated(mode?)), watch, marks }
    }

    /// What a strike at an enemy can be expected to do.
    fn expect_strike(&self, battle: &Battle, target: &Fighter) -> Expected {
        let strikes = self.strikes.iter().flatten();
        let all = strikes.map(|strike| strike.expect(battle, target, strike.mode));
        all.fold(Expected::default(), Expected::plus)
    }

    /// What fire at a charger before the strikes can be expected to do.
    fn expect_watch(&self, battle: &Battle, target: &Fighter) -> Expected {
        // Who charges is not entrenched, and so the same target as of direct fire.
        self.watch.map_or_else(Expected::default, |fire| fire.expect(battle, target, Mode::Direct))
    }
}
