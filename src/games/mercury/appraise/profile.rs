//! What a unit brings to every fight where it stands, whoever the enemy is.

use engine::HexId;

use super::super::counter::UnitId;
use super::super::fire::Mode;
use super::super::state::Battle;
use super::chances::Mark;

/// A unit where it stands.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Profile {
    /// Its troop quality.
    pub quality: i8,
    /// Its rating of direct fire with its own modifiers, but for the barrage on the hex that it fires from; 0 if it never
    /// fires.
    pub rating: i8,
    /// Hexes that its fire zone reaches, 0 for none.
    pub zone: u8,
    /// What it is as a target of anything but opportunity fire.
    pub mark: Mark,
}

impl Profile {
    /// Of a unit in its hex.
    pub fn of(battle: &Battle, unit: UnitId, at: HexId) -> Self {
        let mut own = 0;
        let fires = battle.counter(unit).fire.is_some();
        let rating = if fires { battle.aim_of(unit, Mode::Direct, None, &mut own) } else { 0 };
        Profile {
            quality: battle.quality(unit),
            rating: rating + own,
            zone: battle.zone_reach(unit),
            mark: Mark::of(battle, unit, Mode::Direct, at),
        }
    }
}
