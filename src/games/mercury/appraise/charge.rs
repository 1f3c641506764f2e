//! What an assault can be expected to bring.

use engine::HexId;

use super::super::counter::UnitId;
use super::super::fire::{Mode, Shot};
use super::super::quality::chance_of;
use super::super::state::Battle;
use super::chances::Expected;

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
    /// What these chargers can expect of an assault on `to`. Every charger's bravery, the fire they
    /// run into and one exchange of strikes are counted; what a strike does to a later one is left out.
    pub(super) fn prospect(
        &self,
        chargers: &(impl Iterator<Item = UnitId> + Clone),
        to: HexId,
    ) -> Prospect {
        let waived = self.bravery_waived(to);
        let brave = |unit: UnitId| {
            if waived { 10 } else { i32::from(chance_of(self.bravery(unit, to))) }
        };
        let count = chargers.clone().count() as i32;
        let courage: i32 = chargers.clone().map(brave).sum();
        if count == 0 || courage == 0 {
            return Prospect::default();
        }
        let firm = self.stack(to).filter(|&unit| !self.unit(unit).suppressed).count() as i32;
        let steps: i32 = self.stack(to).map(|unit| i32::from(self.unit(unit).steps)).sum();
        let mut loss = 0;
        for defender in self.stack(to) {
            // Each defender fires once at the charge (if its check passes) and strikes once; spread evenly.
            for charger in chargers.clone() {
                let strike = self.strike_between(defender, charger, false).worth();
                let tries = if self.unit(defender).suppressed {
                    0
                } else {
                    i32::from(chance_of(self.quality(defender)))
                };
                loss += strike * (10 + tries) * brave(charger) / 100 / count;
            }
        }
        let mut hits = Expected::default();
        for charger in chargers.clone() {
            let defenders = self.stack(to).count() as i32;
            for defender in self.stack(to) {
                let strike = self.strike_between(charger, defender, true);
                let share = Expected {
                    steps: strike.steps / defenders,
                    suppression: strike.suppression / defenders,
                    cohesion: strike.cohesion / defenders,
                };
                hits = hits.plus(share.tenths(brave(charger) as u8));
            }
        }
        // A hex falls when its defenders are dead or all suppressed. A defender facing one strike
        // falls with the chance of a suppression or of losing what steps it has.
        let per_defender = (hits.suppression + hits.steps * 2 / steps.max(1)) / firm.max(1);
        let fall = per_defender.clamp(0, 1000);
        let success = if firm == 0 {
            courage * 10 / count
        } else if firm == 1 {
            fall / 10
        } else {
            fall * fall / 10_000
        };
        Prospect { success: success.clamp(0, 100), gain: hits.worth(), loss }
    }

    /// Worth of a strike, percent of a step.
    pub(super) fn strike_worth(&self, striker: UnitId, target: UnitId, charging: bool) -> i32 {
        self.strike_between(striker, target, charging).worth()
    }

    /// A strike in an assault, as if it were going on.
    fn strike_between(&self, striker: UnitId, target: UnitId, charging: bool) -> Expected {
        let with_assault = charging || self.unit(striker).suppressed;
        let Some((printed, colour)) = self.rating(striker, with_assault) else {
            return Expected::default();
        };
        let extra = if charging { 0 } else { self.ground.modifiers.charging };
        let shot = Shot {
            firer: Some(striker),
            target,
            mode: Mode::Assault,
            colour: colour.at_range(1),
            extra,
        };
        // The rating itself hangs on whether the striker charges, which the state does not say yet.
        let (assumed, _) = self.aim(shot);
        let shot = Shot { extra: extra + printed - assumed, ..shot };
        self.expect(shot)
    }
}
