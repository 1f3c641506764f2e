//! When each hex was last changed, so that a player who remembers knows what to think through again.

use alloc::vec::Vec;

use engine::HexId;

/// When each hex last changed, counted in changes of the game so far. Whatever bears on a fight of the units there gives
/// it a new number: who they are, their state, whether they are in command, barrage, works and rubble, heroes; and
/// what bears on all: night and supply. No rule reads the numbers, and they are no part of what a position is: two
/// positions are the same whatever way led to them.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    count: u32,
    last: Vec<u32>,
}

impl Stamps {
    /// No change yet, on a map of so many hexes.
    pub fn none(hexes: usize) -> Self {
        Stamps { count: 0, last: alloc::vec![0; hexes] }
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
