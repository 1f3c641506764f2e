//! `dropzone verify`: do the tables of a run match its games?

use std::collections::BTreeSet;
use std::fmt::Write as _;

use engine::Seed;
use study::Run;

use crate::failure::End;
use crate::home::home;
use crate::{args, output, seat};

pub(crate) fn verify(args: &args::Verify) -> anyhow::Result<End> {
    let run = Run::open(&args.run)?;
    run.check_tables()?;
    let asked = run.asked();
    let table = seat::seat_again(&home()?, asked)?;
    let changed = seat::changed(&asked.hashes, &table.head().hashes);
    anyhow::ensure!(
        changed.is_empty(),
        "{} cannot be verified: changed since it was played: {}",
        args.run.display(),
        changed.join(", ")
    );
    if seat::other_build(&asked.hashes, &table.head().hashes) {
        eprintln!(
            "note: another build of these rules played the run; its games are compared with those of this one"
        );
    }
    let games = sample(Seed(args.seed), args.games, asked.games);
    let mut text = String::new();
    for key in run.keys(&games)? {
        let record = lab::play_one(&*table, Seed(asked.seed), key.game)?;
        if (record.game.seed, record.game.fingerprint) != (key.seed, key.fingerprint) {
            let _ = writeln!(
                text,
                "game {}: the run has seed {} and fingerprint {:016x}, the replay {} and {:016x}",
                key.game, key.seed, key.fingerprint, record.game.seed, record.game.fingerprint
            );
        }
    }
    let end = if text.is_empty() { End::Done } else { End::Failed };
    if end == End::Done {
        let _ = writeln!(text, "{} games replayed, every fingerprint is the same", games.len());
    }
    output::print(&text)?;
    Ok(end)
}

/// A sample of this many different games of a run, ascending.
fn sample(seed: Seed, count: u64, games: u64) -> Vec<u64> {
    let mut chosen = BTreeSet::new();
    if count >= games {
        return (0..games).collect();
    }
    let mut draw = 0;
    while (chosen.len() as u64) < count {
        chosen.insert(seed.game(draw).0 % games);
        draw += 1;
    }
    chosen.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_of_different_games_and_repeats() {
        let games = sample(Seed(0), 25, 1_000);
        assert_eq!(games.len(), 25);
        assert!(games.windows(2).all(|pair| pair[0] < pair[1]) && games[24] < 1_000);
        assert_eq!(games, sample(Seed(0), 25, 1_000));
        assert_ne!(games, sample(Seed(1), 25, 1_000));
        assert_eq!(sample(Seed(0), 25, 3), [0, 1, 2]);
    }
}
