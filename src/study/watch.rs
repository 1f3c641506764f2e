//! Games worth watching.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::BySide;

use crate::games::{End, Games};
use crate::histogram::Histogram;
use crate::{Run, StudyError, Watch};

/// Games of a finished run that are worth watching.
pub fn worth_watching(run: &Run) -> Result<Vec<Watch>, StudyError> {
    pick(run, &Games::of(run)?)
}

/// The columns considered: the margin, the last turn, the steps lost, and the level.
const TRACKS: [&str; 4] = ["margin", "end_turn", "german_steps_lost", "allied_steps_lost"];
const RANK: &str = "level_rank";

/// The first of the games with the least of something.
struct Least<K> {
    best: Option<(K, u64)>,
}

impl<K: PartialOrd> Least<K> {
    fn none() -> Least<K> {
        Least { best: None }
    }

    fn add(&mut self, game: u64, key: K) {
        if self.best.as_ref().is_none_or(|(best, _)| key < *best) {
            self.best = Some((key, game));
        }
    }

    fn game(&self) -> Option<u64> {
        self.best.as_ref().map(|&(_, game)| game)
    }
}

/// The games that reached one level.
struct Alike {
    first: u64,
    count: u64,
    tracks: [Histogram; 4],
}

/// The closest game, the fastest win of each side, the most typical game, with the command that shows it.
/// Ties go to the game with the lowest index. Games that were cut off are never shown.
pub(crate) fn pick(run: &Run, games: &Games) -> Result<Vec<Watch>, StudyError> {
    let columns = [TRACKS[0], TRACKS[1], TRACKS[2], TRACKS[3], RANK];
    let mut closest = Least::none();
    let mut fastest = BySide { german: Least::none(), allied: Least::none() };
    let mut levels: BTreeMap<Option<i64>, Alike> = BTreeMap::new();
    let mut game = 0;
    games.numbers(&columns, |end, cells| {
        let (margin, end_turn) = (cells[0].unwrap_or(0), cells[1].unwrap_or(0));
        if end != End::CutOff {
            // Among equally close games the longest; among equally fast wins the clearest.
            closest.add(game, (margin.unsigned_abs(), -end_turn));
            if let End::Won(side) = end {
                fastest[side].add(game, (end_turn, -margin.abs()));
            }
            let new = || Alike { first: game, count: 0, tracks: Default::default() };
            let alike = levels.entry(cells[4]).or_insert_with(new);
            alike.count += 1;
            for (track, cell) in alike.tracks.iter_mut().zip(cells) {
                if let Some(value) = *cell {
                    track.add(value);
                }
            }
        }
        game += 1;
    })?;
    let picks = [
        ("closest", closest.game()),
        ("fastest German win", fastest.german.game()),
        ("fastest Allied win", fastest.allied.game()),
        ("most typical", most_typical(games, &columns, &levels)?),
    ];
    Ok(picks
        .into_iter()
        .filter_map(|(why, game)| {
            let game = game?;
            let command = run.asked().replay_command(game);
            let page = Some(Watch::page_of(game)).filter(|page| run.path().join(page).is_file());
            Some(Watch { why: why.into(), game, command, page })
        })
        .collect())
}

/// Of the games at the most frequent level the one nearest to the medians, each measured in quartile ranges.
fn most_typical(
    games: &Games,
    columns: &[&str],
    levels: &BTreeMap<Option<i64>, Alike>,
) -> Result<Option<u64>, StudyError> {
    let usual = levels.iter().max_by_key(|(rank, alike)| {
        // Games without a level are the most frequent only if there are no others; ties go to the
        // level that was reached first, so that the pick is well defined.
        (rank.map_or(0, |_| alike.count), Reverse(alike.first))
    });
    let Some((usual, alike)) = usual else { return Ok(None) };
    let scales = alike
        .tracks
        .each_ref()
        .map(|values| (values.quantile(0.5), values.quartile_range().max(1.0)));
    let mut nearest = Least::none();
    let mut game = 0;
    games.numbers(columns, |end, cells| {
        if end != End::CutOff && cells[4] == *usual {
            let off = |(cell, &(middle, scale)): (&Option<i64>, &(f64, f64))| {
                cell.map_or(0.0, |value| (value as f64 - middle).abs() / scale)
            };
            let distance: f64 = cells.iter().zip(&scales).map(off).sum();
            nearest.add(game, distance);
        }
        game += 1;
    })?;
    Ok(nearest.game())
}
