//! What has changed in which hex, so that a player need not think everything through anew.

use alloc::vec::Vec;

use engine::HexId;

/// When each hex last changed, counted in changes of the game so far. It is told of whatever bears on a fight of the
/// units there: their state, who they are, whether they are in command.
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

    /// The number of the last change in a hex. In one game it says what the units there are like.
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
