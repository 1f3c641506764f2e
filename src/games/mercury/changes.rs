//! What has changed in which hex, so that a player need not think everything through anew.

use alloc::vec::Vec;

use engine::HexId;

/// When each hex last changed, counted in changes of the game so far. It is told of whatever bears on a fight of the
/// units there: who they are, their state, whether they are in command, barrage, works and rubble, heroes; and of
/// what bears on all: night and supply.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    count: u32,
    last: Vec<u32>,
}

impl Changes {
    /// None yet, on a map of so many hexes.
    pub fn none(hexes: usize) -> Self {
        Changes { count: 0, last: alloc::vec![0; hexes] }
    }

    /// Something changes in a hex.
    #[inline]
    pub fn mark(&mut self, hex: HexId) {
        self.count += 1;
        self.last[hex.index()] = self.count;
    }

    /// Something changes that bears on all fights.
    pub fn mark_all(&mut self) {
        self.count += 1;
        self.last.fill(self.count);
    }

    /// The number of the last change in a hex, 0 if there was none. As long as it is the same, so is what the units there
    /// bring to a fight.
    #[inline]
    pub fn last(&self, hex: HexId) -> u32 {
        self.last[hex.index()]
    }
}

/// Positions are the same whatever way led to them.
impl PartialEq for Changes {
    fn eq(&self, _: &Changes) -> bool {
        true
    }
}

impl Eq for Changes {}
