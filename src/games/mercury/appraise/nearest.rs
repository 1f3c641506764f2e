//! Who can be the nearest enemy from a hex and from those next to it.

use engine::HexId;
use smallvec::SmallVec;

use super::super::distances::DistancesFrom;
use super::ground_view::FAR;

/// Room for as many places as mostly are looked at.
const MOSTLY: usize = 16;

/// Places of enemies.
pub(super) type Places = SmallVec<[HexId; MOSTLY]>;

/// Collects the places of those who are the nearest to a hex or can be so to one next to it.
pub(super) struct Nearest {
    /// How far away one may be at most.
    limit: u8,
    places: Places,
}

impl Nearest {
    pub fn new() -> Self {
        Nearest { limit: FAR as u8 + 1, places: Places::new() }
    }

    /// Whether somebody at this distance can still be. One hex on, whoever is nearest is one hex farther at most, and
    /// whoever is two hexes farther than he is no nearer than that.
    #[inline]
    pub fn may_be(&self, distance: u8) -> bool {
        distance <= self.limit
    }

    pub fn add(&mut self, distance: u8, at: HexId) {
        self.limit = self.limit.min(distance.saturating_add(1));
        // Those of a stack come one after the other.
        if self.places.last() != Some(&at) {
            self.places.push(at);
        }
    }

    /// Those who still can be now that all have been looked at.
    pub fn places(mut self, distances: DistancesFrom<'_>) -> Places {
        let limit = self.limit;
        self.places.retain(|at| distances[at.index()] <= limit);
        self.places
    }
}
