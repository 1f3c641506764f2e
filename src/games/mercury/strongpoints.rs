//! Strongpoints (Mercury 2.9; what they do is reconstructed, U-10).

use engine::HexId;

use super::counter::UnitId;
use super::rulings::Strongpoint;
use super::state::Battle;

impl Battle {
    /// Whether the unit would be entrenched in a strongpoint of `hex`. One unit is: who is there already, in the order of the
    /// roster.
    #[inline]
    pub(super) fn in_strongpoint(&self, unit: UnitId, hex: HexId) -> bool {
        // Hardly a map has any.
        self.ground.strongpoints.contains(&hex) && self.sheltered(unit, hex)
    }

    fn sheltered(&self, unit: UnitId, hex: HexId) -> bool {
        // Mercury 2.9: rubble buries it for good, cleared or not.
        if self.in_rubble(hex) || !self.deployed(unit) {
            return false;
        }
        match self.ground.rulings.strongpoint {
            Strongpoint::OneUnit => {
                let mut others = self.stack(hex).filter(|&other| self.deployed(other));
                others.next().is_none_or(|first| first == unit)
            }
            Strongpoint::WholeHex => true,
            Strongpoint::Nothing => false,
        }
    }
}
