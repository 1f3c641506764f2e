//! A hash over what happened in a game: every roll and every choice, in order.

use engine::{Chance, Dice};

/// The hash so far. Its recipe is part of the contract: old runs are verified with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Fingerprint(0x6a09_e667_f3bc_c908)
    }

    pub(crate) fn add(&mut self, word: u64) {
        // One round of a multiply-and-fold hash: fast, and every bit of the product counts.
        let product =
            u128::from(self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }
}

/// Dice whose rolls are recorded.
pub(crate) struct Noted<D> {
    pub(crate) dice: D,
    pub(crate) print: Fingerprint,
    /// Dice rolled so far; draws from a cup do not count.
    pub(crate) rolls: u32,
}

impl<D> Noted<D> {
    fn note(&mut self, chance: Chance, result: u64) {
        self.print.add(chance.key().event);
        self.print.add(result);
    }
}

impl<D: Dice> Dice for Noted<D> {
    fn roll(&mut self, chance: Chance, sides: u8) -> u8 {
        let face = self.dice.roll(chance, sides);
        self.rolls += 1;
        self.note(chance, u64::from(sides) << 8 | u64::from(face));
        face
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        let rank = self.dice.rank(chance);
        self.note(chance, rank);
        rank
    }
}
