//! A set of hexes of one map, as bits: copied and joined without allocation.

use engine::HexId;

/// Hexes a map of this family may have.
pub(crate) const MOST_HEXES: usize = 320;
const WORDS: usize = MOST_HEXES / 64;

/// A set of hexes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HexSet([u64; WORDS]);

impl HexSet {
    /// Every hex.
    pub fn all() -> HexSet {
        HexSet([u64::MAX; WORDS])
    }

    /// Puts a hex in.
    #[inline]
    pub fn insert(&mut self, hex: HexId) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: HexId) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Whether a hex is in.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.0[hex.index() / 64] & (1 << (hex.index() % 64)) != 0
    }

    /// Whether nothing is in.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The hexes in either set.
    #[must_use]
    pub fn or(self, other: HexSet) -> HexSet {
        HexSet(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The hexes in both sets.
    #[must_use]
    #[inline]
    pub fn and(self, other: HexSet) -> HexSet {
        HexSet(core::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The hexes that are not in the other set.
    #[must_use]
    pub fn without(self, other: HexSet) -> HexSet {
        HexSet(core::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Whether all hexes of the other set are in.
    pub fn covers(&self, other: &HexSet) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| b & !a == 0)
    }

    /// For each hex that is in `from` too, puts in the one whose number is `by` higher, if `open`.
    #[inline]
    pub fn spread(&mut self, from: &HexSet, by: i16, open: &HexSet) {
        let bits = u32::from(by.unsigned_abs());
        // Neighbours' numbers differ by one at least and by a column at most.
        if bits == 0 || bits >= 64 {
            let moved = self.and(*from).iter().map(|hex| HexId(hex.0.wrapping_add_signed(by)));
            *self = self.or(moved.collect::<HexSet>().and(*open));
            return;
        }
        // The words one after the other with nothing before and after, so that bits can pass between them.
        let mut start = [0; WORDS + 2];
        for word in 0..WORDS {
            start[word + 1] = self.0[word] & from.0[word];
        }
        for word in 0..WORDS {
            let moved = if by > 0 {
                (start[word + 1] << bits) | (start[word] >> (64 - bits))
            } else {
                (start[word + 1] >> bits) | (start[word + 2] << (64 - bits))
            };
            self.0[word] |= moved & open.0[word];
        }
    }

    /// Whether the two sets share a hex.
    #[inline]
    pub fn meets(&self, other: &HexSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The hexes in it, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = HexId> {
        let (mut words, mut word) = (self.0, 0);
        core::iter::from_fn(move || {
            while word < WORDS {
                let bits = words[word];
                if bits != 0 {
                    words[word] = bits & (bits - 1);
                    return Some(HexId((word * 64) as u16 + bits.trailing_zeros() as u16));
                }
                word += 1;
            }
            None
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

/// Whether a set of units holds so many, 1 or more: a stack is counted far too often for a full count.
#[inline]
pub(crate) fn at_least(units: u128, count: u32) -> bool {
    (1..count).fold(units, |rest, _| rest & rest.wrapping_sub(1)) != 0
}

/// How many units a stack holds: they are few, and a full count of all bits takes longer.
#[inline]
pub(crate) fn stacked(mut units: u128) -> u32 {
    let mut count = 0;
    while units != 0 {
        units &= units - 1;
        count += 1;
    }
    count
}

/// The numbers of the bits that are set, ascending: the units of a set of units.
#[derive(Clone, Debug)]
pub struct Bits(pub u128);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
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

    #[test]
    fn sets_join_meet_and_spread() {
        let set = |hexes: &[u16]| hexes.iter().map(|&hex| HexId(hex)).collect::<HexSet>();
        let (a, b) = (set(&[0, 63, 200]), set(&[63, 64]));
        assert_eq!(a.or(b), set(&[0, 63, 64, 200]));
        assert_eq!(a.and(b), set(&[63]));
        assert_eq!(a.without(b), set(&[0, 200]));
        assert!(a.covers(&set(&[0, 200])) && !a.covers(&b));
        for by in [1, 14, 63, 64, 70] {
            let mut spread = a;
            spread.spread(&set(&[0, 63]), by, &HexSet::all());
            assert_eq!(spread, a.or(set(&[by as u16, 63 + by as u16])), "{by}");
            let mut back = set(&[by as u16, 63 + by as u16, 200 + by as u16]);
            back.spread(&back.clone(), -by, &set(&[0, 200]));
            assert!(back.covers(&set(&[0, 200])), "{by}");
            assert!(by == 63 || !back.contains(HexId(63)), "{by}");
        }
    }

    #[test]
    fn a_stack_of_three_is_three_units() {
        let counts = [0, 1, 0b11, 0b1011, 0b1111, 1 << 127 | 0b111].map(|set| at_least(set, 3));
        assert_eq!(counts, [false, false, false, true, true, true]);
        let counts = [0, 1, 0b11, 0b1011, 0b1111, 1 << 127 | 0b111].map(stacked);
        assert_eq!(counts, [0, 1, 2, 3, 4, 4]);
    }
}
