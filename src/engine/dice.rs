//! The only source of chance in a game.
//!
//! Chance is keyed by the event and not by the order of draws: the same event of the same game
//! rolls the same number in every arm of a comparison, whatever happened before it.

use alloc::collections::VecDeque;

use rand::Rng as _;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What kind of event a roll belongs to; the name is its identity.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ChanceKind {
    name: &'static str,
    key: u64,
}

impl ChanceKind {
    /// A kind of event. Two kinds with one name are one kind.
    pub const fn new(name: &'static str) -> Self {
        // FNV-1a: the key must never change between versions, so it is spelled out here.
        let bytes = name.as_bytes();
        let mut key: u64 = 0xcbf2_9ce4_8422_2325;
        let mut i = 0;
        while i < bytes.len() {
            key = (key ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
            i += 1;
        }
        ChanceKind { name, key }
    }

    /// The kind's name, as logs print it.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// One event that chance decides: its kind, the turn, who acts, on whom, and which of several.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Kind of event.
    pub kind: ChanceKind,
    /// Turn of the calendar, from 0.
    pub turn: u16,
    /// Who acts: a unit or chit number.
    pub who: u16,
    /// On whom or what: a unit, hex or chit number; 0 where there is none.
    pub whom: u16,
    /// Which one of several such events of that turn, from 0.
    pub nth: u16,
}

/// What tells an event from every other event of its game: what is rolled twice with one key is rolled once.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChanceKey {
    /// The kind of event, a hash of its name.
    pub kind: u64,
    /// Turn, who, whom and which one, 16 bits each from the top.
    pub event: u64,
}

impl Chance {
    /// The key of this event.
    #[inline]
    pub const fn key(self) -> ChanceKey {
        let event = ((self.turn as u64) << 48)
            | ((self.who as u64) << 32)
            | ((self.whom as u64) << 16)
            | self.nth as u64;
        ChanceKey { kind: self.kind.key, event }
    }
}

/// Source of rolls. A game names the event, and never keeps the dice:
///
/// ```
/// use engine::{Chance, ChanceKind, Dice, Scripted, Seed, Seeded};
///
/// const SHOT: ChanceKind = ChanceKind::new("shot");
///
/// /// Unit 3 fires at unit 8 in turn 2, for the first time.
/// fn hits(dice: &mut dyn Dice) -> bool {
///     dice.roll(Chance { kind: SHOT, turn: 2, who: 3, whom: 8, nth: 0 }, 10) >= 6
/// }
///
/// // In a game: the same event of the same seed falls alike, whatever was rolled before.
/// let mut dice = Seeded::new(Seed(1));
/// let first = hits(&mut dice);
/// dice.roll(Chance { kind: SHOT, turn: 2, who: 4, whom: 8, nth: 0 }, 10);
/// assert_eq!(hits(&mut dice), first);
///
/// // In a test of a rule: what is written.
/// assert!(hits(&mut Scripted::new([("shot", 6)])));
/// assert!(!hits(&mut Scripted::new([("shot", 5)])));
/// ```
pub trait Dice {
    /// A die with faces `0..sides` for this event. A ten-sided die reads 0 to 9.
    fn roll(&mut self, chance: Chance, sides: u8) -> u8;

    /// A random rank for this event: the lowest of several comes first (chits in a cup,
    /// units placed at random). Adding one more does not reshuffle the others, and a rank may be
    /// looked up again; a die is cast once.
    fn rank(&mut self, chance: Chance) -> u64;
}

/// The seed of one game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of game `index` in a run that started from this seed.
    #[must_use]
    pub fn game(self, index: u64) -> Seed {
        Seed(mix(mix(self.0) ^ index))
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014): a bijection that scatters every bit.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Dice of a seeded game. Holds no state but the seed, so that no order of calls can matter.
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: Seed,
}

impl Seeded {
    /// The dice of the game with this seed.
    pub fn new(seed: Seed) -> Self {
        Seeded { seed }
    }

    fn draw(&self, chance: Chance) -> u64 {
        let ChanceKey { kind, event } = chance.key();
        Xoshiro256PlusPlus::seed_from_u64(mix(mix(self.seed.0 ^ kind) ^ event)).next_u64()
    }
}

impl Dice for Seeded {
    fn roll(&mut self, chance: Chance, sides: u8) -> u8 {
        ((u128::from(self.draw(chance)) * u128::from(sides)) >> 64) as u8
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        self.draw(chance)
    }
}

/// Dice whose rolls are written down beforehand, for rule tests. It panics on a roll of another
/// kind than the next one written, and [`Scripted::done`] on rolls left over.
///
/// ```
/// use engine::{Chance, ChanceKind, Dice, Scripted};
///
/// let of = |name| Chance { kind: ChanceKind::new(name), turn: 0, who: 0, whom: 0, nth: 0 };
/// let mut dice = Scripted::new([("shot", 9), ("rally check", 0)]);
/// assert_eq!(dice.roll(of("shot"), 10), 9);
/// assert_eq!(dice.roll(of("rally check"), 10), 0);
/// dice.done();
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    rolls: VecDeque<(&'static str, u8)>,
    always: Option<u8>,
}

impl Scripted {
    /// These rolls, in this order, each for the named kind of event.
    pub fn new(rolls: impl IntoIterator<Item = (&'static str, u8)>) -> Self {
        Scripted { rolls: rolls.into_iter().collect(), always: None }
    }

    /// Every die shows `face` (or its highest face, if it has fewer); ranks fall back to the
    /// order of asking.
    pub fn always(face: u8) -> Self {
        Scripted { rolls: VecDeque::new(), always: Some(face) }
    }

    /// Panics if rolls are left over.
    pub fn done(&self) {
        assert!(self.rolls.is_empty(), "rolls left over: {:?}", self.rolls);
    }

    fn next(&mut self, chance: Chance) -> u8 {
        if let Some(face) = self.always {
            return face;
        }
        let (kind, face) =
            self.rolls.pop_front().unwrap_or_else(|| panic!("no roll written for {chance:?}"));
        assert_eq!(kind, chance.kind.name(), "the next roll written is for another event");
        face
    }
}

impl Dice for Scripted {
    fn roll(&mut self, chance: Chance, sides: u8) -> u8 {
        self.next(chance).min(sides - 1)
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        u64::from(self.next(chance))
    }
}

/// A policy's own stream of whims, apart from the dice of the game.
#[derive(Clone, Debug)]
pub struct Whim {
    stream: Xoshiro256PlusPlus,
}

impl Whim {
    /// The whims of one side in one game.
    pub fn new(seed: Seed, side: crate::Side) -> Self {
        let key = mix(seed.0 ^ ChanceKind::new(side.word()).key);
        Whim { stream: Xoshiro256PlusPlus::seed_from_u64(key) }
    }

    /// A number in `0..count`.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.stream.next_u64()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    const FIRE: ChanceKind = ChanceKind::new("fire");

    fn shot(nth: u16) -> Chance {
        Chance { kind: FIRE, turn: 2, who: 5, whom: 9, nth }
    }

    /// The first rolls of seed 0 are part of the contract: reports must repeat for ever.
    #[test]
    fn first_rolls_of_seed_zero_are_pinned() {
        let mut dice = Seeded::new(Seed(0));
        let rolls: Vec<u8> = (0..20).map(|nth| dice.roll(shot(nth), 10)).collect();
        assert_eq!(rolls, [9, 0, 4, 2, 2, 8, 2, 9, 2, 3, 6, 9, 6, 6, 5, 2, 8, 9, 0, 3]);
    }

    #[test]
    fn order_of_rolls_does_not_matter() {
        let mut forward = Seeded::new(Seed(7));
        let mut backward = Seeded::new(Seed(7));
        let there: Vec<u8> = (0..50).map(|n| forward.roll(shot(n), 10)).collect();
        let mut back: Vec<u8> = (0..50).rev().map(|n| backward.roll(shot(n), 10)).collect();
        back.reverse();
        assert_eq!(there, back);
    }

    /// Chi-square of 100,000 rolls, nine degrees of freedom, limit at 0.001.
    #[test]
    fn ten_faces_are_even() {
        let mut counts = [0u32; 10];
        for game in 0..1_000 {
            let mut dice = Seeded::new(Seed(1).game(game));
            for nth in 0..100 {
                counts[usize::from(dice.roll(shot(nth), 10))] += 1;
            }
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 27.88, "chi-square {chi2}, counts {counts:?}");
    }

    #[test]
    fn neighbouring_games_differ() {
        let rolls = |game| -> Vec<u8> {
            let mut dice = Seeded::new(Seed(0).game(game));
            (0..30).map(|n| dice.roll(shot(n), 10)).collect()
        };
        assert_ne!(rolls(0), rolls(1));
    }
}
