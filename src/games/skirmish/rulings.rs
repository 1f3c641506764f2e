//! Uncertain readings of the rules, an entry each: what it decides, what it may be, the reading chosen.

engine::rulings! {
    /// How this game reads its rules.
    pub struct Rulings;

    /// 3.2: the lowest die that takes a step
    hit: Hit {
        /// Four dice in ten.
        Six = "six",
        /// Three in ten.
        Seven = "seven",
    } = Hit::Six;
    /// 1.1: who acts first in the first turn
    first: First {
        /// Whoever is drawn.
        Cup = "cup",
        /// The Germans.
        Germans = "germans",
    } = First::Cup;
}

impl Hit {
    /// That die.
    pub const fn die(self) -> u8 {
        match self {
            Hit::Six => 6,
            Hit::Seven => 7,
        }
    }
}
