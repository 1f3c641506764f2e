//! A printed game as a value, and what the tools may ask of it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Dice, Features, InForce, Order, Side, Weighable};

/// A position in one printed game (a *system*), as a value: clone it, compare it, replay it.
/// It holds no seed, no undrawn order and no future roll, and nothing that only bots want to know: that is for
/// [`Appraise::Memory`]. Two positions are equal when the state of the rules is the same; what is kept for speed follows
/// from that state (see [`Position::stale_index`]) and need not be compared.
///
/// A game is played by asking who decides, taking one of the legal decisions, and handing over dice:
///
/// ```
/// use engine::{FromSetup, Outcome, Position, Seed, Seeded, Side};
/// use games::skirmish::{Skirmish, ridge};
///
/// let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
/// let (mut dice, mut events) = (Seeded::new(Seed(7)), Vec::new());
/// game.open(&mut dice, &mut events);
/// while let Some(side) = game.to_act() {
///     let mut legal = Vec::new();
///     game.legal_actions(&mut legal);
///     // The Germans take the last decision listed, the Allies the first.
///     let action = if side == Side::German { legal[legal.len() - 1] } else { legal[0] };
///     game.apply(action, &mut dice, &mut events).expect("it was listed");
/// }
/// assert!(matches!(game.outcome(), Outcome::Over { winner: Some(_), .. }));
/// ```
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync {
    /// One decision of one side; small enough to list every legal one.
    type Action: Copy + Eq + fmt::Debug + Send + Sync;
    /// What one side may see. Policies get this, never the position: `&Self` where nothing is hidden; else a type of its
    /// own that keeps the position to itself and answers only what the side may know.
    type View<'a>: Copy
    where
        Self: 'a;
    /// What a decision led to: rolls, losses, captures. Observers read these.
    type Event: fmt::Debug + Clone;

    /// Plays what comes before the first decision (set-up at random, first chit).
    /// A position from a scenario has not been opened yet; every game begins with this.
    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Self::Event>);
    /// The side that must decide now; `None` when the game is over.
    fn to_act(&self) -> Option<Side>;
    /// Appends every legal decision now, always in the same order. Empty when the game is over.
    fn legal_actions(&self, actions: &mut Vec<Self::Action>);
    /// Plays a decision that the caller knows to be legal, and all that follows without a decision.
    fn apply_unchecked(
        &mut self,
        action: Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    );
    /// Whether and how the game ended.
    fn outcome(&self) -> Outcome;
    /// What `side` may see of the position.
    fn view(&self, side: Side) -> Self::View<'_>;
    /// Whether `side` may know of an event. An event that has a secret in it is two: one for both sides (a counter is put
    /// down), and one for its owner (what it is).
    fn sees(&self, _side: Side, _event: &Self::Event) -> bool {
        true
    }
    /// A position as it may be behind a view: what is hidden from the side is dealt out by `dice`, all else is as it is.
    /// It follows from the view and the dice, whatever is really hidden: players who look ahead begin from it. A copy of
    /// the position where nothing is hidden.
    fn imagined(view: Self::View<'_>, dice: &mut dyn Dice) -> Self;

    /// What a position keeps although it follows from the rest of it, so as not to work it out again and again, must be
    /// what it would be if it were worked out now: if not, what is wrong with it. Not asked in play, but by
    /// [`crate::check`] after every decision. A position that keeps nothing of the kind leaves this as it is.
    fn stale_index(&self) -> Option<String> {
        None
    }

    /// Whether `action` is among the legal ones. Never overridden.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        legal.contains(&action)
    }

    /// Plays a decision after checking it. Never overridden.
    ///
    /// # Errors
    /// Hands the action back if it is not legal; the position is untouched.
    fn apply(
        &mut self,
        action: Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), IllegalAction<Self::Action>> {
        if !self.is_legal(action) {
            return Err(IllegalAction(action));
        }
        self.apply_unchecked(action, dice, events);
        Ok(())
    }
}

/// A decision that the position does not allow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction<A>(pub A);

/// How a game stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Still being played.
    Undecided,
    /// Over.
    Over {
        /// The winner; `None` is a draw.
        winner: Option<Side>,
        /// Victory level: an index into the scenario's list of levels, from best for the Germans
        /// to best for the Allies (see [`crate::Account::levels`]).
        level: u8,
        /// How clearly, in the scenario's own unit (steps, points, hexes): above 0 if the Germans won, below if the
        /// Allies did, 0 in a draw.
        margin: i32,
        /// The victory clause that decided, in the scenario's words.
        clause: &'static str,
    },
}

/// Actions in the rulebook's words. No two listed actions of one decision share a text.
pub trait Notation: Position {
    /// The action as one short line.
    fn say(&self, action: Self::Action) -> String;
    /// The same line for a player, made from the view alone: what is said of an action tells its side nothing new.
    fn offer(view: Self::View<'_>, action: Self::Action) -> String;
}

/// Events in the rulebook's words, for replays and golden playthroughs.
pub trait Narrate: Notation {
    /// The event as one line with its rolls and modifiers; `None` for events that tell a reader nothing.
    fn tell(&self, event: &Self::Event) -> Option<String>;
    /// The current turn's name, e.g. `24 May 0900`.
    fn turn_name(&self) -> String;
}

/// What a strategy file may weigh.
pub trait Appraise: Position {
    /// Named whole numbers about one decision, with unit and meaning.
    const FEATURES: &'static [Weighable];
    /// Named conditions a `[[stage]]` block of a strategy may wait for.
    const CONDITIONS: &'static [Weighable];
    /// Named mistakes a bot can make; [`Appraise::judge`] counts them.
    const MEASURES: &'static [Weighable];
    /// What a player of one game keeps in mind from one decision to the next: what [`Appraise::saw`] noted, which is the
    /// player's belief in what is hidden, and what was worked out before, to weigh the later options sooner. What is
    /// weighed depends on the view and on what was seen, never on what was worked out. A player who joins a game under way
    /// begins with the default and knows no more than the view.
    type Memory: Default + fmt::Debug + Send;
    /// What is worked out of a strategy's orders once, before the first game: mostly how far every hex is from theirs.
    type Guide: Default + fmt::Debug + Send + Sync;

    /// Tells a player's memory of an event that its side sees, with the view after the decision that led to it.
    fn saw(_memory: &mut Self::Memory, _view: Self::View<'_>, _event: &Self::Event) {}

    /// Works out a guide to these orders, one entry an order.
    fn guide(&self, orders: &[Order]) -> Self::Guide;
    /// The number of the unit, in the roster, that the decision is about; `None` if it is about several, or about none.
    /// It is weighed by the order of that unit.
    fn subject(view: Self::View<'_>) -> Option<u16>;
    /// States the features of each action of `legal`, scored or recorded. What is not wanted may be left out. The places
    /// of a unit that has an order in force are those of its order.
    fn appraise(
        view: Self::View<'_>,
        legal: &[Self::Action],
        memory: &mut Self::Memory,
        orders: InForce<'_, Self::Guide>,
        features: Features<'_>,
    );
    /// The turn of the calendar, from 1; `[[stage]]` blocks of a strategy may wait for one.
    fn turn(view: Self::View<'_>) -> u16;
    /// When it is, for a player who changes his mind only now and then: another number at the start of each turn, chit or
    /// half of an impulse of his side. `None` while he only reacts to what the other side does.
    fn moment(view: Self::View<'_>) -> Option<u32> {
        Some(Self::turn(view).into())
    }
    /// Whether condition number `condition` holds for the side to act.
    fn holds(view: Self::View<'_>, condition: usize) -> bool;
    /// Adds to `counts` (one a measure) what was wrong with `chosen`, in the eyes of somebody who saw what the player saw.
    fn judge(
        view: Self::View<'_>,
        legal: &[Self::Action],
        chosen: Self::Action,
        memory: &Self::Memory,
        counts: &mut [u32],
    );
}
