//! `dropzone stats`: a verdict from bare counts.

use study::Counts;

use crate::failure::End;
use crate::{args, output};

pub(crate) fn stats(args: &args::Stats) -> anyhow::Result<End> {
    let first = Counts { wins: args.wins, draws: args.draws, losses: args.losses };
    countable(first)?;
    let text = match args.against.as_deref() {
        Some(&[wins, draws, losses]) => {
            let second = Counts { wins, draws, losses };
            countable(second)?;
            let only = match args.only.as_deref() {
                Some(&[b, c]) => Some(checked(first, second, b, c)?),
                _ => None,
            };
            first.against(second, only)
        }
        _ => first.verdict(),
    };
    output::print(&text)?;
    Ok(End::Done)
}

/// Counts over the same seeds must be consistent.
fn checked(first: Counts, second: Counts, b: u64, c: u64) -> anyhow::Result<(u64, u64)> {
    anyhow::ensure!(
        first.games() == second.games(),
        "--only: the same seeds give both arms as many games, not {} and {}",
        first.games(),
        second.games()
    );
    anyhow::ensure!(
        b <= first.wins && c <= second.wins && first.wins - b == second.wins - c,
        "--only {b} {c}: games won by both are {} for the first arm and {} for the second; they must be equal",
        i128::from(first.wins) - i128::from(b),
        i128::from(second.wins) - i128::from(c)
    );
    // Games that both won, that only one won, and that neither won: these are disjoint.
    let apart = u128::from(first.wins - b) + u128::from(b) + u128::from(c);
    anyhow::ensure!(
        apart <= u128::from(first.games()),
        "--only {b} {c}: games won by both, by the first alone and by the second alone are {apart} games of {}",
        first.games()
    );
    Ok((b, c))
}

/// Counts must add up to a number of games.
fn countable(counts: Counts) -> anyhow::Result<()> {
    let Counts { wins, draws, losses } = counts;
    let games = wins.checked_add(draws).and_then(|games| games.checked_add(losses));
    anyhow::ensure!(
        games.is_some(),
        "{wins} {draws} {losses}: too many games; expected at most {} together",
        u64::MAX
    );
    Ok(())
}
