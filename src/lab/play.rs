//! One game.

use engine::{
    Account, Appraise, BySide, DropFacts, Entry, Fate, Narrate, Observer, Outcome, Pictured,
    Policy, Seed, Seeded, Side, TurnFacts, Whim,
};

use crate::fingerprint::{Fingerprint, Noted};
use crate::record::{DropRow, GameRow, Record, UnitRow};

/// Decisions after which a game is stopped undecided, unless the request says otherwise. The
/// longest campaign takes a small part of it.
pub const BOUND: u32 = 200_000;

/// The clause of a game that was stopped.
pub const CUT_OFF: &str = "decision cap";

/// What the lab asks of a game's position.
pub trait Playable: Appraise + Narrate + Pictured {}

impl<P: Appraise + Narrate + Pictured> Playable for P {}

/// A policy chose what it may not: a bug of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the {side} policy of game {game} (seed {seed}) chose {action}, which is not legal, as decision {decision}"
)]
pub struct Illegal {
    /// Index of the game.
    pub game: u64,
    /// Its own seed.
    pub seed: u64,
    /// Who decided.
    pub side: Side,
    /// Number of the decision, from 0.
    pub decision: u32,
    /// What it chose.
    pub action: String,
}

/// How one game is to be played.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Terms {
    /// Index of the game in its run.
    pub game: u64,
    /// Its own seed.
    pub seed: Seed,
    /// Decisions after which it is stopped.
    pub bound: u32,
    /// Whether to count the policies' mistakes.
    pub review: bool,
}

/// Plays one game from a position that is not yet opened.
pub(crate) fn play<P: Playable>(
    start: &P,
    mut policies: BySide<Box<dyn Policy<P> + '_>>,
    terms: Terms,
    observer: &mut impl Observer<P>,
) -> Result<Record, Illegal> {
    let Terms { game, seed, bound, review } = terms;
    let mut dice = Noted { dice: Seeded::new(seed), print: Fingerprint::new() };
    let mut whims = BySide::from_fn(|side| Whim::new(seed, side));
    let mut ledger = Ledger::default();
    let mut mistakes = review.then(|| BySide::from_fn(|_| vec![0u32; P::MEASURES.len()]));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let (mut decisions, mut choices) = (0, 0);

    let mut position = start.clone();
    position.open(&mut dice, &mut events);
    observer.begin(&position);
    for event in events.drain(..) {
        ledger.note::<P>(&event);
        observer.happened(&position, &event);
    }
    while let Some(side) = position.to_act() {
        if decisions == bound {
            break;
        }
        legal.clear();
        position.legal_actions(&mut legal);
        let view = position.view(side);
        let (action, place) = if let [only] = legal[..] {
            (only, 0)
        } else {
            choices += 1;
            let action = policies[side].choose(view, &legal, &mut whims[side]);
            let Some(place) = legal.iter().position(|&listed| listed == action) else {
                let action = format!("{action:?}");
                return Err(Illegal { game, seed: seed.0, side, decision: decisions, action });
            };
            (action, place)
        };
        if let Some(mistakes) = &mut mistakes {
            P::judge(view, &legal, action, &mut mistakes[side]);
        }
        dice.print.add((legal.len() as u64) << 32 | place as u64);
        observer.decided(&position, side, &legal, action);
        position.apply_unchecked(action, &mut dice, &mut events);
        decisions += 1;
        for event in events.drain(..) {
            ledger.note::<P>(&event);
            observer.happened(&position, &event);
        }
    }
    observer.end(&position);

    let (winner, level, margin, clause, cut_off) = match position.outcome() {
        Outcome::Over { winner, level, margin, clause } => {
            (winner, Some(level), margin, clause, false)
        }
        Outcome::Undecided => (None, None, 0, CUT_OFF, true),
    };
    let (drops, units) = ledger.close(&position);
    Ok(Record {
        game: GameRow {
            game,
            seed: seed.0,
            winner,
            level,
            margin,
            clause,
            cut_off,
            facts: position.game_facts(),
            decisions,
            choices,
            fingerprint: dice.print.value(),
            mistakes: mistakes.map_or_else(Vec::new, |counts| {
                let both = counts.german.into_iter().zip(counts.allied);
                both.map(|(german, allied)| BySide { german, allied }).collect()
            }),
        },
        turns: ledger.turns,
        drops,
        units,
    })
}

/// Collects the rows that a game's events carry.
#[derive(Default)]
struct Ledger {
    turns: Vec<TurnFacts>,
    drops: Vec<DropFacts>,
}

impl Ledger {
    fn note<P: Account>(&mut self, event: &P::Event) {
        match P::entry(event) {
            Some(Entry::Turn(facts)) => self.turns.push(facts.clone()),
            Some(Entry::Drop(facts)) => self.drops.push(facts.clone()),
            None => {}
        }
    }

    fn close<P: Pictured>(&mut self, last: &P) -> (Vec<DropRow>, Vec<UnitRow>) {
        let mut fates = Vec::new();
        last.fates(&mut fates);
        let alive = |unit: u16| {
            let fate = fates.get(usize::from(unit)).map(|fate| fate.fate);
            fate.is_some_and(|fate| fate != Fate::Eliminated)
        };
        let drops = std::mem::take(&mut self.drops)
            .into_iter()
            .map(|facts| DropRow { alive_at_end: alive(facts.unit), facts })
            .collect();
        let units = fates
            .iter()
            .map(|&fate| UnitRow { fate, hex: fate.hex.map(|hex| last.map().label(hex)) })
            .collect();
        (drops, units)
    }
}
