//! One game.

#[cfg(debug_assertions)]
use engine::Once;
use engine::{
    Account, Activation, Appraise, BySide, Chance, Dice, DropFacts, Entry, Fate, HexId, Narrate,
    Observer, Outcome, Pictured, Plannable, Policy, Scar, Seed, Seeded, Side, TurnFacts, Whim,
};

use crate::complaint::Complaint;
use crate::fingerprint::{Fingerprint, Noted};
use crate::plan::Plan;
use crate::policy::Trouble;
use crate::record::{CombatRow, DropRow, GameRow, Kept, Luck, Record, Tempo, UnitRow};

/// Decisions after which a game is stopped undecided, unless the request says otherwise. The
/// longest campaign takes only a fraction of it.
pub const BOUND: u32 = 200_000;

/// The clause of a game that was stopped.
pub const CUT_OFF: &str = "decision cap";

/// What the lab requires of a game's position.
pub trait Playable: Appraise + Narrate + Pictured + Plannable {}

impl<P: Appraise + Narrate + Pictured + Plannable> Playable for P {}

/// The dice of a game. Builds with debug assertions, such as tests, stop when one event is rolled twice; other builds
/// do not check.
struct Checked {
    #[cfg(debug_assertions)]
    dice: Once<Seeded>,
    #[cfg(not(debug_assertions))]
    dice: Seeded,
}

impl Checked {
    fn new(seed: Seed) -> Self {
        let dice = Seeded::new(seed);
        #[cfg(debug_assertions)]
        let dice = Once::new(dice);
        Checked { dice }
    }

    /// Panics if one event was rolled twice.
    fn verify(&self) {
        #[cfg(debug_assertions)]
        assert_eq!(self.dice.twice(), None, "one event was rolled twice");
    }
}

impl Dice for Checked {
    fn roll(&mut self, chance: Chance, sides: u8) -> u8 {
        self.dice.roll(chance, sides)
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        self.dice.rank(chance)
    }
}

/// A game that was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// A policy made an illegal choice.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// A script or a program could not decide.
    #[error(transparent)]
    GaveUp(Box<GaveUp>),
}

/// A script or an outside program could not decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{complaint} (the {side} player's decision {decision} of game {game}, seed {seed})")]
pub struct GaveUp {
    /// Index of the game.
    pub game: u64,
    /// Its own seed.
    pub seed: u64,
    /// Who was to decide.
    pub side: Side,
    /// The name by which its strategy was loaded.
    pub called: String,
    /// Number of the decision, from 0.
    pub decision: u32,
    /// What is wrong with the player.
    pub complaint: Complaint,
}

/// A policy made an illegal choice: a bug in the program.
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
    /// Whether to record the dice of combat.
    pub combats: bool,
}

/// Both sides' players of one game.
pub(crate) struct Players<'a, P> {
    pub(crate) policies: BySide<Box<dyn Policy<P> + 'a>>,
    /// The names by which their strategies were loaded.
    pub(crate) called: BySide<&'a str>,
    /// Where one complains that cannot go on.
    pub(crate) trouble: Trouble,
    /// The plans that bind each side.
    pub(crate) plans: BySide<Vec<&'a Plan>>,
}

/// A decision of a game, for those who complain about it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) game: u64,
    pub(crate) seed: Seed,
    pub(crate) side: Side,
    pub(crate) decision: u32,
}

/// Plays one game from a position that is not yet opened.
pub(crate) fn play<P: Playable>(
    start: &P,
    mut players: Players<'_, P>,
    terms: Terms,
    observer: &mut impl Observer<P>,
) -> Result<Record, Unfinished> {
    let Terms { game, seed, bound, review, combats } = terms;
    let mut dice = Noted { dice: Checked::new(seed), print: Fingerprint::new(), rolls: 0 };
    let mut whims = BySide::from_fn(|side| Whim::new(seed, side));
    let mut ledger = Ledger { asked: combats, ..Ledger::default() };
    let mut review = review.then(Reviewer::<P>::default);
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let (mut decisions, mut choices) = (0, 0);
    let mut kept = BySide::from_fn(|side| (!players.plans[side].is_empty()).then(Kept::default));

    let mut position = start.clone();
    position.open(&mut dice, &mut events);
    observer.begin(&position);
    for event in &events {
        ledger.note(&position, event);
        tell(&position, event, &mut players);
        if let Some(review) = &mut review {
            review.saw(&position, event);
        }
        observer.happened(&position, event);
    }
    events.clear();
    while let Some(side) = position.to_act() {
        if decisions == bound {
            break;
        }
        legal.clear();
        position.legal_actions(&mut legal);
        choices += u32::from(legal.len() > 1);
        let moment = Moment { game, seed, side, decision: decisions };
        let place = choose(&position, moment, &legal, &mut players, &mut whims[side])?;
        let action = legal[place];
        if let Some(kept) = &mut kept[side] {
            note_plans::<P>(kept, &players.plans[side], position.view(side), &legal, action);
        }
        if let Some(review) = &mut review {
            review.judge(&position, side, &legal, action);
        }
        dice.print.add((legal.len() as u64) << 32 | place as u64);
        observer.decided(&position, side, &legal, action);
        position.apply_unchecked(action, &mut dice, &mut events);
        decisions += 1;
        for event in &events {
            ledger.note(&position, event);
            tell(&position, event, &mut players);
            if let Some(review) = &mut review {
                review.saw(&position, event);
            }
            observer.happened(&position, event);
        }
        events.clear();
    }
    observer.end(&position);
    dice.dice.verify();

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
            rolls: dice.rolls,
            tempo: ledger.tempo.told,
            plans: kept,
            fingerprint: dice.print.value(),
            mistakes: review.map_or_else(Vec::new, Reviewer::counts),
        },
        turns: ledger.turns,
        drops,
        units,
        combats: ledger.combats,
        scars: ledger.scars,
        stands: ledger.stands,
        luck: ledger.luck,
    })
}

/// The index of the player's choice among the legal actions (a single one is taken without asking).
pub(crate) fn choose<P: Playable>(
    position: &P,
    moment: Moment,
    legal: &[P::Action],
    players: &mut Players<'_, P>,
    whim: &mut Whim,
) -> Result<usize, Unfinished> {
    if legal.len() == 1 {
        return Ok(0);
    }
    let Moment { game, seed: Seed(seed), side, decision } = moment;
    let action = players.policies[side].choose(position.view(side), legal, whim);
    if let Some(complaint) = players.trouble.told().cloned() {
        let called = players.called[side].to_owned();
        let gave_up = GaveUp { game, seed, side, called, decision, complaint };
        return Err(Unfinished::GaveUp(Box::new(gave_up)));
    }
    let illegal = || Illegal { game, seed, side, decision, action: format!("{action:?}") };
    let place = legal.iter().position(|&listed| listed == action);
    place.ok_or_else(|| illegal().into())
}

/// Notes whether a decision was one that the plans speak of, and whether it is what they ask for.
fn note_plans<P: Playable>(
    kept: &mut Kept,
    plans: &[&Plan],
    view: P::View<'_>,
    legal: &[P::Action],
    chosen: P::Action,
) {
    let of_kind = |kind| plans.iter().filter(move |plan| plan.kind == kind);
    let placings = |action| P::placing(view, action);
    let asked = legal.iter().any(|&action| {
        placings(action).is_some_and(|(kind, placing)| of_kind(kind).any(|p| p.speaks_of(placing)))
    });
    let done = placings(chosen)
        .is_some_and(|(kind, placing)| of_kind(kind).any(|plan| plan.rank(placing).is_some()));
    kept.asked += u32::from(asked);
    kept.kept += u32::from(asked && done);
}

/// Informs both sides' players of an event, unless they may not know of it.
pub(crate) fn tell<P: Playable>(after: &P, event: &P::Event, players: &mut Players<'_, P>) {
    for side in Side::BOTH {
        if after.sees(side, event) {
            players.policies[side].saw(after.view(side), event);
        }
    }
}

/// Tells both sides' memories of an event, unless the side may not know of it: what a player would remember.
pub(crate) fn remember<P: Playable>(memories: &mut BySide<P::Memory>, after: &P, event: &P::Event) {
    for side in Side::BOTH {
        if after.sees(side, event) {
            P::saw(&mut memories[side], after.view(side), event);
        }
    }
}

/// Counts the mistakes of both sides, having seen what their players saw.
struct Reviewer<P: Playable> {
    counts: BySide<Vec<u32>>,
    memories: BySide<P::Memory>,
}

impl<P: Playable> Default for Reviewer<P> {
    fn default() -> Self {
        let counts = BySide::from_fn(|_| vec![0; P::MEASURES.len()]);
        Reviewer { counts, memories: BySide::default() }
    }
}

impl<P: Playable> Reviewer<P> {
    fn judge(&mut self, position: &P, side: Side, legal: &[P::Action], chosen: P::Action) {
        let (memory, counts) = (&self.memories[side], &mut self.counts[side]);
        P::judge(position.view(side), legal, chosen, memory, counts);
    }

    fn saw(&mut self, after: &P, event: &P::Event) {
        remember(&mut self.memories, after, event);
    }

    fn counts(self) -> Vec<BySide<u32>> {
        let both = self.counts.german.into_iter().zip(self.counts.allied);
        both.map(|(german, allied)| BySide { german, allied }).collect()
    }
}

/// Collects the rows that the account makes of a game's events.
#[derive(Default)]
struct Ledger {
    turns: Vec<TurnFacts>,
    drops: Vec<DropFacts>,
    /// Whether the dice of combat are recorded.
    asked: bool,
    combats: Vec<CombatRow>,
    scars: Vec<Scar>,
    stands: Vec<Vec<(HexId, Side)>>,
    luck: BySide<Luck>,
    tempo: Metronome,
}

impl Ledger {
    fn note<P: Account>(&mut self, after: &P, event: &P::Event) {
        match after.entry(event) {
            Some(Entry::Turn(_)) => {
                self.turns.extend(after.turn_facts(event));
                let mut stands = Vec::new();
                after.stands(&mut stands);
                self.stands.push(stands);
                self.tempo.turn_over();
            }
            Some(Entry::Drop(_)) => self.drops.extend(after.drop_facts(event)),
            Some(Entry::Activation(activation)) => self.tempo.beat(activation),
            None => {}
        }
        self.scars.extend(after.scar(event));
        let Some(facts) = after.combat(event) else { return };
        self.luck[facts.side].add(&facts);
        if self.asked {
            let turn = self.turns.last().map_or(1, |over| over.turn + 1);
            self.combats.push(CombatRow { turn, facts });
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

/// Counts activations in the order in which they occur.
#[derive(Default)]
struct Metronome {
    told: Tempo,
    /// The side and division that acted last.
    last: Option<(Side, u16)>,
    /// Whether a division has acted as a whole in this turn.
    opened: bool,
}

impl Metronome {
    fn turn_over(&mut self) {
        self.opened = false;
    }

    fn beat(&mut self, activation: Activation) {
        let Activation { side, division, whole } = activation;
        self.told.activations[side] += 1;
        let now = division.map(|division| (side, division));
        if now.is_some() {
            let back_to_back = self.told.back_to_back.get_or_insert_default();
            back_to_back[side] += u16::from(self.last == now);
            if whole && !self.opened {
                self.told.first.get_or_insert_default()[side] += 1;
                self.opened = true;
            }
        }
        self.last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activations_are_counted_with_who_came_first_and_twice_in_a_row() {
        let (german, allied) = (Side::German, Side::Allied);
        let mut metronome = Metronome::default();
        let mut beat = |side, division, whole| {
            metronome.beat(Activation { side, division, whole });
            metronome.told
        };
        // A formation acts first; the first whole division is an Allied one.
        beat(german, Some(0), false);
        beat(allied, Some(1), true);
        assert_eq!(beat(german, Some(0), true).back_to_back, Some(BySide::default()));
        // The last of one turn and the first of the next are consecutive.
        metronome.turn_over();
        let mut beat = |side, division, whole| {
            metronome.beat(Activation { side, division, whole });
            metronome.told
        };
        beat(german, Some(0), false);
        // A whole side acting in between separates two activations.
        beat(german, None, false);
        let told = beat(german, Some(0), true);
        assert_eq!(told.activations, BySide { german: 5, allied: 1 });
        assert_eq!(told.back_to_back, Some(BySide { german: 1, allied: 0 }));
        assert_eq!(told.first, Some(BySide { german: 1, allied: 1 }));
    }

    #[test]
    fn halves_of_impulses_are_activations_of_no_division() {
        let mut metronome = Metronome::default();
        metronome.beat(Activation { side: Side::German, division: None, whole: true });
        let Tempo { activations, back_to_back, first } = metronome.told;
        assert_eq!((activations.german, back_to_back, first), (1, None, None));
    }
}
