//! Playing on from a position, with dice of its own.

use engine::{BySide, Entry, Outcome, Seed, Seeded, Side, TurnFacts, Whim};

use crate::play::{Moment, Playable, Players, Unfinished, choose, tell};

/// Where to stop.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Limit {
    /// Turns to be ended; `None` plays to the end of the game.
    pub turns: Option<u16>,
    /// Decisions after which a game is stopped undecided.
    pub decisions: u32,
}

/// How a game that was played on stands.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// It is over, won by a side or drawn.
    Over(Option<Side>),
    /// The last turn that was asked for has ended.
    Turn(TurnFacts),
    /// It was stopped.
    CutOff,
}

impl Ending {
    /// Who won; nobody if it was not played to its end.
    pub(crate) fn winner(self) -> Option<Side> {
        match self {
            Ending::Over(winner) => winner,
            Ending::Turn(_) | Ending::CutOff => None,
        }
    }
}

/// Plays on from a position of game `game` that has been opened. Dice and whims come from the seed alone.
pub(crate) fn play_on<P: Playable>(
    mut position: P,
    players: &mut Players<'_, P>,
    (game, seed): (u64, Seed),
    limit: Limit,
) -> Result<Ending, Unfinished> {
    let mut dice = Seeded::new(seed);
    let mut whims = BySide::from_fn(|side| Whim::new(seed, side));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let (mut turns, mut last) = (0, None);
    for decision in 0..limit.decisions {
        let Some(side) = position.to_act() else { break };
        if let Some(facts) = last.take_if(|_| limit.turns.is_some_and(|most| turns >= most)) {
            return Ok(Ending::Turn(facts));
        }
        legal.clear();
        position.legal_actions(&mut legal);
        let moment = Moment { game, seed, side, decision };
        let place = choose(&position, moment, &legal, players, &mut whims[side])?;
        position.apply_unchecked(legal[place], &mut dice, &mut events);
        for event in events.drain(..) {
            if let Some(Entry::Turn(_)) = position.entry(&event) {
                turns += 1;
                last = position.turn_facts(&event);
            }
            tell(&position, &event, players);
        }
    }
    Ok(match position.outcome() {
        Outcome::Over { winner, .. } => Ending::Over(winner),
        Outcome::Undecided => Ending::CutOff,
    })
}
