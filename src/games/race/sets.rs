//! The sets of this family: hexes of a map, and units as the bits of a number.

/// A set of hexes of a map of this family.
pub(crate) type HexSet = engine::HexSet<5>;

/// Hexes a map of this family may have.
pub(crate) const MOST_HEXES: usize = HexSet::MOST;

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
    fn the_units_of_a_set_come_in_order() {
        assert_eq!(Bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }

    #[test]
    fn a_stack_of_three_is_three_units() {
        let counts = [0, 1, 0b11, 0b1011, 0b1111, 1 << 127 | 0b111].map(|set| at_least(set, 3));
        assert_eq!(counts, [false, false, false, true, true, true]);
        let counts = [0, 1, 0b11, 0b1011, 0b1111, 1 << 127 | 0b111].map(stacked);
        assert_eq!(counts, [0, 1, 2, 3, 4, 4]);
    }
}
