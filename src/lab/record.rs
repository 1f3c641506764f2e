//! One finished game as rows of the run's tables.

use engine::{BySide, CombatFacts, DropFacts, GameFacts, HexId, Scar, Side, TurnFacts, UnitFate};

/// One game's rows for every table of a run folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The row of `games.parquet`.
    pub game: GameRow,
    /// Rows of `turns.parquet`, first turn first.
    pub turns: Vec<TurnFacts>,
    /// Rows of `drops.parquet`, in the order of landing.
    pub drops: Vec<DropRow>,
    /// Rows of `units.parquet`, in the order of the roster, with the hex as printed.
    pub units: Vec<UnitRow>,
    /// Rows of `combats.parquet`, in the order of the dice; empty unless requested.
    pub combats: Vec<CombatRow>,
    /// What happened where, in order.
    pub scars: Vec<Scar>,
    /// Where units were at the end of each turn, parallel to `turns`.
    pub stands: Vec<Vec<(HexId, Side)>>,
    /// What the dice of each side's fights and checks gave it beyond their expectation.
    pub luck: BySide<Luck>,
}

/// Expectations are added up in whole parts of one: this number is divisible by the number of faces of every usual
/// die, and of a pair.
pub const PARTS: i64 = 10_800;

/// What a side's dice gave it beyond their expectation, in units of 1/[`PARTS`]; above 0 is good for the side. Each die
/// contributes an expectation of 0 when it is rolled, and so does the sum over a game of any length.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    /// Of fire and assaults: hits, or damage to the defender less damage to itself.
    pub fights: i64,
    /// Of checks: checks passed.
    pub checks: i64,
}

impl Luck {
    /// Adds a die.
    pub fn add(&mut self, die: &CombatFacts) {
        let beyond = |got: u16, of_all: u16| {
            i64::from(got) * PARTS - i64::from(of_all) * PARTS / i64::from(die.faces)
        };
        let effect = beyond(die.effect, die.effect_of_all);
        if die.kind == CombatFacts::CHECK {
            self.checks += effect;
        } else {
            self.fights += effect - die.own_effect.map_or(0, |(got, of_all)| beyond(got, of_all));
        }
    }
}

/// One die of a fight or a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatRow {
    /// The turn, from 1.
    pub turn: u16,
    /// What it did.
    pub facts: CombatFacts,
}

/// The order of activations in the game as a whole.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tempo {
    /// Activations of each side: chits played, or halves of impulses.
    pub activations: BySide<u16>,
    /// Activations of a division of each side directly after another of the same division; `None` where divisions do
    /// not act one at a time.
    pub back_to_back: Option<BySide<u16>>,
    /// Turns in which the first division to act as a whole was one of this side.
    pub first: Option<BySide<u16>>,
}

/// How often what plans ask for was done.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Decisions about which the plans say something.
    pub asked: u32,
    /// Those of them in which the rules allowed something that the plans ask for, so that it was done.
    pub kept: u32,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Index of the game in its run, from 0.
    pub game: u64,
    /// The game's own seed, as `replay --game-seed` takes it.
    pub seed: u64,
    /// Winner; `None` is a draw (or a game cut off, see `cut_off`).
    pub winner: Option<Side>,
    /// Index into the scenario's victory levels; `None` when cut off.
    pub level: Option<u8>,
    /// How clearly, in the scenario's own unit; positive favours the Germans.
    pub margin: i32,
    /// The victory clause that decided; `decision cap` when cut off.
    pub clause: &'static str,
    /// Whether the game reached the run's limit on decisions and was stopped undecided.
    pub cut_off: bool,
    /// The game as a whole.
    pub facts: GameFacts,
    /// Decisions taken.
    pub decisions: u32,
    /// Decisions with more than one legal choice.
    pub choices: u32,
    /// Dice rolled.
    pub rolls: u32,
    /// The order of activations.
    pub tempo: Tempo,
    /// How often each side's plans were kept; `None` for a side without a plan.
    pub plans: BySide<Option<Kept>>,
    /// A hash over every decision and every roll: equal games have equal fingerprints.
    pub fingerprint: u64,
    /// Mistakes of each side's bot, one number per measure of the system; empty unless requested.
    pub mistakes: Vec<BySide<u32>>,
}

/// One unit that dropped or air-landed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRow {
    /// What the table did.
    pub facts: DropFacts,
    /// Whether the unit was alive when the game ended.
    pub alive_at_end: bool,
}

/// One unit in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRow {
    /// What became of it.
    pub fate: UnitFate,
    /// Its hex at the end, or its last one, as printed.
    pub hex: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(kind: &'static str, effect: u16, own_effect: Option<(u16, u16)>) -> CombatFacts {
        CombatFacts {
            side: Side::German,
            unit: None,
            kind,
            row: "2:1",
            rating: None,
            modifier: 0,
            die: 1,
            result: None,
            effect,
            effect_of_all: 3,
            own_effect,
            faces: 6,
        }
    }

    #[test]
    fn luck_is_what_came_less_what_was_to_come() {
        let mut luck = Luck::default();
        // Half a hit was expected: one came, then none.
        luck.add(&die("fire", 1, None));
        assert_eq!(luck, Luck { fights: PARTS / 2, checks: 0 });
        luck.add(&die("fire", 0, None));
        assert_eq!(luck, Luck::default());
        luck.add(&die(CombatFacts::CHECK, 0, None));
        assert_eq!(luck, Luck { fights: 0, checks: -PARTS / 2 });
        // Own damage counts negatively: half a step too little inflicted, and five sixths of a step more suffered
        // than expected.
        luck.add(&die("combat", 0, Some((1, 1))));
        assert_eq!(luck.fights, -PARTS / 2 - PARTS * 5 / 6);
    }

    /// Over all faces of a die the sum is 0.
    #[test]
    fn luck_has_no_expectation() {
        let mut luck = Luck::default();
        for face in 1..=6 {
            luck.add(&die("combat", u16::from(face > 3), Some((u16::from(face == 1), 1))));
        }
        assert_eq!(luck, Luck::default());
    }
}
