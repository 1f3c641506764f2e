//! Games worth watching.

use engine::Side;

use crate::games::{End, Games};
use crate::histogram::Histogram;
use crate::{Run, StudyError, Watch};

/// Games of a finished run that are worth watching.
pub fn worth_watching(run: &Run) -> Result<Vec<Watch>, StudyError> {
    let games = Games::of(run)?;
    pick(run, &games, &games.ends()?)
}

/// The closest game, the fastest win of each side, the most typical game, with the command that shows it.
/// Equals go to the game with the lowest index. Games cut off are never shown.
pub(crate) fn pick(run: &Run, games: &Games, ends: &[End]) -> Result<Vec<Watch>, StudyError> {
    let margin = games.numbers("margin")?;
    let end_turn = games.numbers("end_turn")?;
    let rank = games.numbers("level_rank")?;
    let decided: Vec<usize> = (0..ends.len()).filter(|&game| ends[game] != End::CutOff).collect();

    let closest = decided.iter().copied().min_by_key(|&game| {
        // Of equally close games the longer one.
        (margin[game].unwrap_or(0).unsigned_abs(), -end_turn[game].unwrap_or(0))
    });
    let fastest = |side: Side| {
        decided.iter().copied().filter(|&game| ends[game] == End::Won(side)).min_by_key(|&game| {
            // Of equally fast wins the clearer one.
            (end_turn[game].unwrap_or(0), -margin[game].unwrap_or(0).abs())
        })
    };
    let lost = (games.numbers("german_steps_lost")?, games.numbers("allied_steps_lost")?);
    let tracks = [&margin, &end_turn, &lost.0, &lost.1];
    let picks = [
        ("closest", closest),
        ("fastest German win", fastest(Side::German)),
        ("fastest Allied win", fastest(Side::Allied)),
        ("most typical", most_typical(&decided, &rank, &tracks)),
    ];
    Ok(picks
        .into_iter()
        .filter_map(|(why, game)| {
            let game = game? as u64;
            let command = run.asked().replay_command(game);
            let page = Some(Watch::page_of(game)).filter(|page| run.path().join(page).is_file());
            Some(Watch { why: why.into(), game, command, page })
        })
        .collect())
}

/// Of the games at the most frequent level the one nearest to the medians, each measured in quartile ranges.
fn most_typical(
    decided: &[usize],
    rank: &[Option<i64>],
    tracks: &[&Vec<Option<i64>>],
) -> Option<usize> {
    let ranks: Histogram = decided.iter().filter_map(|&game| rank[game]).collect();
    let usual = decided.iter().copied().max_by_key(|&game| {
        // The lowest index wins ties, so that the pick depends on nothing else.
        (rank[game].map_or(0, |rank| ranks.count(rank)), std::cmp::Reverse(game))
    })?;
    let alike: Vec<usize> =
        decided.iter().copied().filter(|&game| rank[game] == rank[usual]).collect();
    let scales: Vec<(f64, f64)> = tracks
        .iter()
        .map(|track| {
            let values: Histogram = alike.iter().filter_map(|&game| track[game]).collect();
            (values.quantile(0.5), values.quartile_range().max(1.0))
        })
        .collect();
    let distance = |game: usize| -> f64 {
        let off = |(track, &(middle, scale)): (&&Vec<Option<i64>>, &(f64, f64))| {
            track[game].map_or(0.0, |value| (value as f64 - middle).abs() / scale)
        };
        tracks.iter().zip(&scales).map(off).sum()
    };
    alike.into_iter().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}
