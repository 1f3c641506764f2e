//! `dropzone stats`: a verdict from bare counts.

use study::Counts;

use crate::failure::End;
use crate::{args, output};

pub(crate) fn stats(args: &args::Stats) -> anyhow::Result<End> {
    let first = Counts { wins: args.wins, draws: args.draws, losses: args.losses };
    let text = match args.against.as_deref() {
        Some(&[wins, draws, losses]) => {
            let second = Counts { wins, draws, losses };
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

/// Counts over the same seeds must fit each other.
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
    Ok((b, c))
}
