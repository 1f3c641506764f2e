//! "Men at Work": engineers who clear rubble (Mercury 2.9 names the procedure of the series; what it asks is reconstructed).

use super::counter::UnitId;
use super::rulings::MenAtWork;
use super::state::Battle;

impl Battle {
    /// Whether the action of the unit only begins the work, which is then noted.
    pub(super) fn begins_work(&mut self, unit: UnitId) -> bool {
        if self.ground.rulings.men_at_work == MenAtWork::Nothing {
            return false;
        }
        let begun = self.markers.at_work.contains(&unit);
        if !begun {
            self.markers.at_work.push(unit);
            self.markers.at_work.sort_unstable();
        }
        !begun
    }

    /// Who leaves its hex has not begun any work.
    pub(super) fn drop_work(&mut self, unit: UnitId) {
        self.markers.at_work.retain(|&other| other != unit);
    }
}
