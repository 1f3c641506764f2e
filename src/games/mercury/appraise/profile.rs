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
    /// Its rating of direct, opportunity and indirect fire with its own modifiers, but for the barrage on the hex that it
    /// fires from; 0 if it never fires.
    pub ratings: [i8; FIRING],
    /// Hexes that its fire zone reaches, 0 for none.
    pub zone: u8,
    /// What it is as a target, by [`Mode::index`]; not of opportunity fire, of which few ask.
    pub marks: [Mark; AIMED],
}

/// Modes in which units fire, the first of [`Mode::ALL`].
pub(super) const FIRING: usize = 3;
/// Modes in which units fire or strike, the first of [`Mode::ALL`].
pub(super) const AIMED: usize = 5;

impl Profile {
    /// Of a unit in its hex.
    pub fn of(battle: &Battle, unit: UnitId, at: HexId) -> Self {
        let mut profile = Profile {
            quality: battle.quality(unit),
            zone: battle.zone_reach(unit),
            ..Profile::default()
        };
        let fires = battle.counter(unit).fire.is_some();
        for mode in &Mode::ALL[..AIMED] {
            // In most kinds of fire a unit is the same, and looked at once.
            let [firer, target] = battle.ground.alike[mode.index()];
            if fires && mode.index() < FIRING {
                profile.ratings[mode.index()] = if firer.index() < mode.index() {
                    profile.ratings[firer.index()]
                } else {
                    let mut own = 0;
                    battle.aim_of(unit, *mode, None, &mut own) + own
                };
            }
            if *mode != Mode::Opportunity {
                profile.marks[mode.index()] = if target.index() < mode.index() {
                    profile.marks[target.index()]
                } else {
                    Mark::of(battle, unit, *mode, at)
                };
            }
        }
        profile
    }
}
