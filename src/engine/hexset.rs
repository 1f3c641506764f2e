//! A set of hexes of one map, as bits.

use core::fmt;

use crate::HexId;

/// A set of hexes as bits, `WORDS` times 64 of them: copied, joined and compared without allocation.
///
/// A game picks the smallest size that holds its maps and refuses larger ones as a fault when it is set up;
/// [`HexSet::MOST`] says how many hexes there is room for. Five words are enough for a map of 320 hexes, 34 for one
/// of 2,135.
///
/// ```
/// use engine::{HexId, HexSet};
///
/// type Hexes = HexSet<5>;
/// let front: Hexes = [HexId(3), HexId(70)].into_iter().collect();
/// let woods: Hexes = [HexId(70), HexId(71)].into_iter().collect();
/// assert_eq!(front.and(woods).iter().collect::<Vec<_>>(), [HexId(70)]);
/// assert_eq!(front.or(woods).len(), 3);
/// assert_eq!(Hexes::MOST, 320);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct HexSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for HexSet<WORDS> {
    #[inline]
    fn default() -> Self {
        HexSet([0; WORDS])
    }
}

impl<const WORDS: usize> fmt::Debug for HexSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.0)).finish()
    }
}

impl<const WORDS: usize> HexSet<WORDS> {
    /// Hexes there is room for: their numbers are below this.
    pub const MOST: usize = WORDS * 64;

    /// Every number there is room for, also those past the last hex of the map.
    #[inline]
    pub fn all() -> Self {
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
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many hexes are in.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The hexes in either set.
    #[must_use]
    #[inline]
    pub fn or(self, other: Self) -> Self {
        HexSet(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The hexes in both sets.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        HexSet(core::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The hexes that are not in the other set.
    #[must_use]
    #[inline]
    pub fn without(self, other: Self) -> Self {
        HexSet(core::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Whether all hexes of the other set are in.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| b & !a == 0)
    }

    /// Whether the two sets share a hex.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// For each hex that is in `from` too, puts in the one whose number is `by` higher, if that is in `open`.
    ///
    /// All neighbours in one direction differ by few numbers, so a whole front moves on in a few operations.
    #[inline]
    pub fn spread(&mut self, from: &Self, by: i16, open: &Self) {
        let far = usize::from(by.unsigned_abs());
        let (whole, bits) = (far / 64, (far % 64) as u32);
        if whole != 0 || bits == 0 {
            *self = self.or(self.and(*from).moved(whole, bits, by > 0).and(*open));
            return;
        }
        // Bits pass from one word to the next; the words are changed in the order that leaves the next one as it was.
        let start = |words: &[u64; WORDS], word: usize| words[word] & from.0[word];
        if by > 0 {
            for word in (0..WORDS).rev() {
                let below = if word == 0 { 0 } else { start(&self.0, word - 1) };
                let moved = (start(&self.0, word) << bits) | (below >> (64 - bits));
                self.0[word] |= moved & open.0[word];
            }
        } else {
            for word in 0..WORDS {
                let above = if word + 1 == WORDS { 0 } else { start(&self.0, word + 1) };
                let moved = (start(&self.0, word) >> bits) | (above << (64 - bits));
                self.0[word] |= moved & open.0[word];
            }
        }
    }

    /// Spreads until nothing new is reached or there is `enough`: everything that can be traced from the hexes in the
    /// set, as a line of supply is.
    ///
    /// `ways` are the steps of the map by the difference of the two hexes' numbers, each with the hexes from which it may
    /// be taken. All hexes pass on at once, one direction after the other, which on a map of some hundred hexes is many
    /// times faster than a search from hex to hex; when there is `enough`, other hexes may be missing.
    ///
    /// ```
    /// use engine::{HexId, HexSet};
    ///
    /// let hexes = |numbers: &[u16]| numbers.iter().map(|&n| HexId(n)).collect::<HexSet<1>>();
    /// // A strip of hexes 0 to 9, each a step from the next, with an enemy in 6.
    /// let (ways, open) = ([(1, HexSet::all())], hexes(&[0, 1, 2, 3, 4, 5, 7, 8, 9]));
    /// assert_eq!(hexes(&[2]).flood(&ways, &open, |_| false), hexes(&[2, 3, 4, 5]));
    /// ```
    #[must_use]
    pub fn flood(
        mut self,
        ways: &[(i16, Self)],
        open: &Self,
        enough: impl Fn(&Self) -> bool,
    ) -> Self {
        let mut before = HexSet::default();
        while self != before && !enough(&self) {
            before = self;
            for (by, from) in ways {
                self.spread(from, *by, open);
            }
        }
        self
    }

    /// Every number moved up or down by whole words and some bits; what falls off the end is gone.
    fn moved(self, whole: usize, bits: u32, up: bool) -> Self {
        HexSet(core::array::from_fn(|word| {
            let at = |back: usize| {
                let source = if up { word.checked_sub(back) } else { word.checked_add(back) };
                source.and_then(|source| self.0.get(source)).copied().unwrap_or(0)
            };
            let (near, far) = (at(whole), at(whole + 1));
            match (bits, up) {
                (0, _) => near,
                (_, true) => (near << bits) | (far >> (64 - bits)),
                (_, false) => (near >> bits) | (far << (64 - bits)),
            }
        }))
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

    /// Does something with each of the hexes, in their order; where there are many, with less ado than [`HexSet::iter`].
    #[inline]
    pub fn for_each(&self, mut act: impl FnMut(HexId)) {
        for (word, &bits) in self.0.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                act(HexId((word * 64) as u16 + bits.trailing_zeros() as u16));
                bits &= bits - 1;
            }
        }
    }
}

impl<const WORDS: usize> FromIterator<HexId> for HexSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = HexSet::default();
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}
