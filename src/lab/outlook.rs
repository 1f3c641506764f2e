//! How a game could have continued: from the start of each turn, many games with other dice.

use engine::{BySide, Film, Outcome, Outlook, Seed, Seeded, Side, Whim};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::play::{Moment, Playable, Players, Unfinished, choose, tell};

/// How far ahead to look.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ahead {
    /// Games for each turn.
    pub games: u32,
    /// Index of the game being watched.
    pub game: u64,
    /// Its own seed.
    pub seed: Seed,
    /// Decisions after which a game is stopped undecided.
    pub bound: u32,
}

/// Plays on from each start. The dice are derived from the seed of the game, the turn and the
/// number of the continuation, so that the result is the same on any number of threads.
pub(crate) fn look<'a, P: Playable>(
    film: &Film,
    starts: &[(usize, P)],
    ahead: Ahead,
    players: &(dyn Fn(Seed) -> Players<'a, P> + Sync),
) -> Result<Vec<Outlook>, Unfinished> {
    if ahead.games == 0 {
        return Ok(Vec::new());
    }
    let turn_after = |frame: usize| match film.frames.get(frame + 1) {
        Some(next) => next.turn,
        None => film.frames[frame].turn,
    };
    starts
        .iter()
        .map(|(frame, start)| {
            let frame = *frame;
            let turn = turn_after(frame);
            // Distinct from the seeds of a run's games, which are one derivation step away from theirs.
            let dice = Seed(!ahead.seed.0).game(u64::from(turn));
            let ended: Vec<Option<Side>> = (0..ahead.games)
                .into_par_iter()
                .map(|number| {
                    let seed = dice.game(number.into());
                    go_on(start.clone(), players(seed), seed, ahead)
                })
                .collect::<Result<_, _>>()?;
            let won = |by: Side| ended.iter().filter(|&&winner| winner == Some(by)).count() as u32;
            let (german, allied) = (won(Side::German), won(Side::Allied));
            Ok(Outlook { frame, turn, games: ahead.games, german, allied })
        })
        .collect()
}

/// Plays one position to its end and returns the winner.
fn go_on<P: Playable>(
    mut position: P,
    mut players: Players<'_, P>,
    seed: Seed,
    ahead: Ahead,
) -> Result<Option<Side>, Unfinished> {
    let mut dice = Seeded::new(seed);
    let mut whims = BySide::from_fn(|side| Whim::new(seed, side));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for decision in 0..ahead.bound {
        let Some(side) = position.to_act() else { break };
        legal.clear();
        position.legal_actions(&mut legal);
        let moment = Moment { game: ahead.game, seed: ahead.seed, side, decision };
        let place = choose(&position, moment, &legal, &mut players, &mut whims[side])?;
        position.apply_unchecked(legal[place], &mut dice, &mut events);
        for event in events.drain(..) {
            tell(&position, &event, &mut players);
        }
    }
    Ok(match position.outcome() {
        Outcome::Over { winner, .. } => winner,
        Outcome::Undecided => None,
    })
}
