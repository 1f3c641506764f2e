//! A set of hexes of one map, as bits: copied and joined without allocation.

use engine::HexId;

/// Hexes a map of this family may have.
pub(crate) const MOST_HEXES: usize = 320;

/// A set of hexes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HexSet([u64; MOST_HEXES / 64]);

impl HexSet {
    /// Puts a hex in.
    pub fn insert(&mut self, hex: HexId) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: HexId) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Whether a hex is in.
    pub fn contains(&self, hex: HexId) -> bool {
        self.0[hex.index() / 64] & (1 << (hex.index() % 64)) != 0
    }

    /// Whether nothing is in.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether the two sets share a hex.
    pub fn meets(&self, other: &HexSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The hexes in it, ascending.
    pub fn iter(self) -> impl Iterator<Item = HexId> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            Bits(u128::from(bits)).map(move |bit| HexId((word * 64) as u16 + u16::from(bit)))
        })
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = HexSet::default();
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

/// The numbers of the bits that are set, ascending: the units of a set of units.
#[derive(Clone, Debug)]
pub struct Bits(pub u128);

impl Iterator for Bits {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn what_goes_in_comes_out_in_order() {
        let hexes = [HexId(319), HexId(0), HexId(64), HexId(63)];
        let mut set: HexSet = hexes.into_iter().collect();
        assert_eq!(set.iter().map(|h| h.0).collect::<Vec<_>>(), [0, 63, 64, 319]);
        set.remove(HexId(64));
        assert!(!set.contains(HexId(64)) && set.contains(HexId(319)) && !set.is_empty());
        assert_eq!(Bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
