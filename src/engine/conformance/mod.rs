//! The laws of any game. Every scenario's tests call [`check`] once.

mod account_law;
mod hidden_law;
mod plan_law;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    Account, Appraise, MeasureOf, Narrate, Once, Outcome, Plannable, Seed, Seeded, Side, Whim,
};

use account_law::AccountLaw;
use hidden_law::Believers;
use plan_law::PlanLaw;

/// How hard to look.
#[derive(Copy, Clone, Debug)]
pub struct Conformance {
    /// Random games to play.
    pub games: u64,
    /// Decisions after which a game must have ended.
    pub bound: u32,
    /// Check the costly laws (`apply` ≡ `apply_unchecked`, texts) on every nth decision.
    pub every: u32,
}

/// A law that a game broke: its words, and the game and decision that broke it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// What must hold.
    pub law: &'static str,
    /// Where it did not.
    pub broken: String,
}

/// Plays random games from `start` (not yet opened) and checks every law; `invariant` is the
/// game's own (stacking, steps, points), checked after every decision.
///
/// ```
/// use engine::{Conformance, FromSetup, Position, Side, check};
/// use games::skirmish::{Skirmish, veiled_ridge};
///
/// let start = Skirmish::from_setup(veiled_ridge()).expect("a sound scenario");
/// let how = Conformance { games: 20, bound: 200, every: 1 };
/// let law = check(&start, how, |game| match game.view(Side::German).steps(Side::German) {
///     0..=4 => Ok(()),
///     more => Err(format!("{more} steps, of 4 printed")),
/// });
/// assert_eq!(law, Ok(()));
/// ```
///
/// # Errors
/// The first law broken.
pub fn check<P: Narrate + Account + Plannable + Appraise>(
    start: &P,
    how: Conformance,
    mut invariant: impl FnMut(&P) -> Result<(), String>,
) -> Result<(), Law> {
    let mut legal = Vec::new();
    let mut again = Vec::new();
    let mut events = Vec::new();
    let plans = PlanLaw::of(start)?;
    let account = AccountLaw::of(start)?;
    for game in 0..how.games {
        let seed = Seed(0xC0F0).game(game);
        let mut dice = Once::new(Seeded::new(seed));
        let mut whims = Whim::new(seed, crate::Side::German);
        let mut position = start.clone();
        let mut believers = Believers::<P>::new();
        events.clear();
        position.open(&mut dice, &mut events);
        for event in &events {
            believers.saw(&position, event);
        }
        let mut played = Vec::new();
        let mut decisions = 0u32;
        let broken = |law: &'static str, decisions: u32, what: String| Law {
            law,
            broken: format!("game {game}, decision {decisions}: {what}"),
        };
        loop {
            legal.clear();
            position.legal_actions(&mut legal);
            let over = matches!(position.outcome(), Outcome::Over { .. });
            if position.to_act().is_none() != over || legal.is_empty() != over {
                return Err(broken(
                    "a game is over exactly when nobody is to act and nothing is legal",
                    decisions,
                    format!(
                        "to act {:?}, {} legal, {:?}",
                        position.to_act(),
                        legal.len(),
                        position.outcome()
                    ),
                ));
            }
            if let Err(what) = invariant(&position) {
                return Err(broken("the game's own invariants hold", decisions, what));
            }
            if let Some(what) = position.stale_index() {
                return Err(broken("what is kept is what it would be anew", decisions, what));
            }
            if over {
                break;
            }
            if decisions >= how.bound {
                return Err(broken("every game ends within its bound", decisions, String::new()));
            }
            if let Some(what) = plans.broken(&position, &legal) {
                return Err(broken("what is placed is what plans may place", decisions, what));
            }
            let choice = legal[whims.below(legal.len())];
            if decisions.is_multiple_of(how.every) {
                again.clear();
                position.legal_actions(&mut again);
                if again != legal {
                    return Err(broken(
                        "the list of decisions is the same when asked again",
                        decisions,
                        String::new(),
                    ));
                }
                let side = position.to_act().unwrap_or(Side::German);
                let mut texts = BTreeSet::new();
                for &action in &legal {
                    if !position.is_legal(action) {
                        return Err(broken("listed means legal", decisions, position.say(action)));
                    }
                    let text = position.say(action);
                    let offered = P::offer(position.view(side), action);
                    if offered != text {
                        let text = format!("“{text}” is offered as “{offered}”");
                        return Err(broken("players are offered what is said", decisions, text));
                    }
                    if text.is_empty() || text.contains('\n') || !texts.insert(text.clone()) {
                        return Err(broken(
                            "every decision has its own one-line text",
                            decisions,
                            text,
                        ));
                    }
                }
                // Away from the dice of the game, and others at every decision.
                let mut shuffle = Seeded::new(Seed(!seed.0).game(decisions.into()));
                let stranger = P::imagined(position.view(side), &mut shuffle);
                if stranger != position
                    && let Some(what) = believers.told_apart(&position, &stranger, &legal)
                {
                    return Err(broken("hidden facts change no choice", decisions, what));
                }
                let mut twin = position.clone();
                if twin != position {
                    return Err(broken("a clone is equal", decisions, String::new()));
                }
                let [mine, theirs] = [&position, &stranger].map(|behind| {
                    P::imagined(behind.view(side), &mut Seeded::new(Seed(seed.0 ^ 1)))
                });
                if mine != theirs {
                    return Err(broken(
                        "what is imagined follows from the view",
                        decisions,
                        String::new(),
                    ));
                }
                let mut twin_events = Vec::new();
                if twin.apply(choice, &mut Seeded::new(seed), &mut twin_events).is_err() {
                    return Err(broken(
                        "a legal decision is accepted",
                        decisions,
                        position.say(choice),
                    ));
                }
                let mut plain = position.clone();
                plain.apply_unchecked(choice, &mut Seeded::new(seed), &mut Vec::new());
                if twin != plain {
                    return Err(broken(
                        "apply and apply_unchecked agree",
                        decisions,
                        position.say(choice),
                    ));
                }
            }
            events.clear();
            position.apply_unchecked(choice, &mut dice, &mut events);
            if let Some(chance) = dice.twice() {
                return Err(broken("one event is rolled once", decisions, format!("{chance:?}")));
            }
            for event in &events {
                believers.saw(&position, event);
                if position.tell(event).is_some_and(|text| text.is_empty() || text.contains('\n')) {
                    return Err(broken(
                        "an event is told in one line or not at all",
                        decisions,
                        format!("{event:?}"),
                    ));
                }
            }
            if let Some(what) = events.iter().find_map(|event| account.broken(&position, event)) {
                return Err(broken("every measure has its value", decisions, what));
            }
            played.push(choice);
            decisions += 1;
        }
        let mut replay = start.clone();
        let mut dice = Seeded::new(seed);
        let mut ignored = Vec::new();
        replay.open(&mut dice, &mut ignored);
        for &action in &played {
            replay.apply_unchecked(action, &mut dice, &mut ignored);
        }
        if replay != position {
            return Err(broken(
                "replaying the decisions gives the same position",
                decisions,
                String::new(),
            ));
        }
        let Outcome::Over { winner, level, margin, .. } = position.outcome() else {
            unreachable!()
        };
        let favours = match margin.signum() {
            1 => Some(Side::German),
            -1 => Some(Side::Allied),
            _ => None,
        };
        if favours != winner {
            return Err(broken(
                "the margin favours the winner, and is 0 in a draw",
                decisions,
                format!("{margin}, won by {winner:?}"),
            ));
        }
        if usize::from(level) >= position.levels().len() {
            return Err(broken(
                "the victory level is one of the scenario's",
                decisions,
                format!("{level}"),
            ));
        }
        let values = position.game_facts().values;
        if let Some(what) = account.unlike(MeasureOf::Game, &values) {
            return Err(broken("every measure has its value", decisions, what));
        }
        let mut fates = Vec::new();
        position.fates(&mut fates);
        if fates.len() != position.roster().len() {
            return Err(broken(
                "every unit of the roster has a fate",
                decisions,
                format!("{}", fates.len()),
            ));
        }
    }
    Ok(())
}
