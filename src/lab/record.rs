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
    /// Rows of `combats.parquet`, in the order of the dice; empty unless asked for.
    pub combats: Vec<CombatRow>,
    /// What happened where, in order.
    pub scars: Vec<Scar>,
    /// Where units stood when each turn was over, as each of `turns`.
    pub stands: Vec<Vec<(HexId, Side)>>,
}

/// One die of a fight or a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatRow {
    /// The turn, from 1.
    pub turn: u16,
    /// What it did.
    pub facts: CombatFacts,
}

/// Who acted when, in the game as a whole.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tempo {
    /// Activations of each side: chits played, or halves of impulses.
    pub activations: BySide<u16>,
    /// Activations of a division of each side right after another one of it; `None` where no division acts alone.
    pub back_to_back: Option<BySide<u16>>,
    /// Turns in which the first division to act as a whole was one of this side.
    pub first: Option<BySide<u16>>,
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
    /// Whether the game reached the run's bound on decisions and was stopped undecided.
    pub cut_off: bool,
    /// The game as a whole.
    pub facts: GameFacts,
    /// Decisions taken.
    pub decisions: u32,
    /// Decisions with more than one legal choice.
    pub choices: u32,
    /// Dice cast.
    pub rolls: u32,
    /// Who acted when.
    pub tempo: Tempo,
    /// A hash over every decision and every roll: equal games have equal fingerprints.
    pub fingerprint: u64,
    /// What each side's bot did wrong, one number a measure of the system; empty unless asked for.
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
    /// Where it stands or last stood, as printed.
    pub hex: Option<String>,
}
