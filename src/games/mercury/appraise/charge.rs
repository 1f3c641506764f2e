//! What an assault can be expected to bring.

use engine::HexId;
use smallvec::SmallVec;

use super::super::counter::UnitId;
use super::super::fire::{Mode, Shot};
use super::super::quality::chance_of;
use super::super::state::Battle;
use super::chances::{Expected, Nerve};

/// Room for as many units as mostly stand in a hex.
const STACKED: usize = 8;

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
    pub(super) fn prospect(&self, chargers: impl Iterator<Item = UnitId>, to: HexId) -> Prospect {
        let waived = self.bravery_waived(to);
        let brave = |unit: UnitId| {
            if waived { 10 } else { i32::from(chance_of(self.bravery(unit, to))) }
        };
        // With each charger the ways out of ten that it goes in at all.
        let chargers: SmallVec<[(Nerve, i32); STACKED]> =
            chargers.map(|unit| (Nerve::of(unit), brave(unit))).collect();
        let defenders: SmallVec<[Nerve; STACKED]> = self.stack(to).map(Nerve::of).collect();
        let count = chargers.len() as i32;
        let courage: i32 = chargers.iter().map(|&(_, brave)| brave).sum();
        if count == 0 || courage == 0 {
            return Prospect::default();
        }
        let firm = self.stack(to).filter(|&unit| !self.unit(unit).suppressed).count() as i32;
        let steps: i32 = self.stack(to).map(|unit| i32::from(self.unit(unit).steps)).sum();
        let mut loss = 0;
        let mut hits = Expected::default();
        for defender in &defenders {
            // Each defender fires once at the charge (if its check passes) and strikes once; spread evenly.
            let fires = if self.unit(defender.unit).suppressed { 0 } else { defender.passes(self) };
            for (charger, brave) in &chargers {
                let strike = self.expect_strike(defender, charger, false).worth();
                loss += strike * (10 + fires) * brave / 100 / count;
                let strike = self.expect_strike(charger, defender, true);
                hits = hits.plus(strike.shared(defenders.len() as i32).tenths(*brave as u8));
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
        self.expect_strike(&Nerve::of(striker), &Nerve::of(target), charging).worth()
    }

    /// A strike in an assault, as if it were going on.
    fn expect_strike(&self, striker: &Nerve, target: &Nerve, charging: bool) -> Expected {
        let unit = striker.unit;
        let with_assault = charging || self.unit(unit).suppressed;
        let Some((printed, colour)) = self.rating(unit, with_assault) else {
            return Expected::default();
        };
        let extra = if charging { 0 } else { self.ground.modifiers.charging };
        // The rating itself hangs on whether the striker charges, which the state does not say yet.
        let assumed = self.printed(unit, Mode::Assault);
        let shot = Shot {
            firer: Some(unit),
            target: target.unit,
            mode: Mode::Assault,
            colour: colour.at_range(1),
            extra: extra + printed - assumed,
        };
        self.expect_with(shot, striker, target)
    }
}
