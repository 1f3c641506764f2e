//! The results of one arm's games: every number of `games.parquet`, game by game. Games that were just played are
//! in memory or, if there may be very many, in their chunks; those of a run are read from its folder.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use engine::Side;
use lab::{Record, Sink, nearest};
use polars::prelude::{DataFrame, DataType};

use crate::frame::{Names, Table};
use crate::games::{End, Games, Group, each_turn};
use crate::gate::Columns;
use crate::ground::GroundTally;
use crate::parquet::Reader;
use crate::{
    About, GroundContrast, LandingPlace, Run, RunAsked, RunFolder, Share, StudyError, TurnNumber,
    levels,
};

/// One arm's games. A column is a *measure*: one number per game, NaN where the game has none.
#[derive(Clone, Debug)]
pub struct Outcomes {
    asked: RunAsked,
    about: About,
    seeds: Vec<u64>,
    measures: BTreeMap<String, Vec<f64>>,
    /// The games on disk, if there are none in memory.
    kept: Option<Kept>,
    ground: GroundTally,
    /// Games in `ground`: all of them, even if some were cut later.
    grounded: u64,
}

/// Games on disk, read on demand.
#[derive(Clone, Debug)]
struct Kept {
    files: Rc<Files>,
    /// How many of them count.
    count: usize,
    /// The measures that at least one game has, with the values of those already read.
    measures: BTreeMap<String, OnceCell<Vec<f64>>>,
}

/// Where games on disk are.
#[derive(Debug)]
enum Files {
    /// In the tables of a finished run: of games, and of turns.
    Run(Box<Games>, Box<Reader>),
    /// In the chunks of an arm.
    Chunks(Vec<OnDisk>),
}

/// A chunk of an arm: which games it holds, its file and the file's hash. The contents of the file are not kept in
/// memory: for many chunks that would be a lot.
#[derive(Debug)]
struct OnDisk {
    games: Range<usize>,
    path: PathBuf,
    hash: String,
}

/// Some games that follow each other.
pub(crate) struct Rows<'a> {
    /// How many.
    pub(crate) games: usize,
    /// Every measure, by name.
    pub(crate) measures: BTreeMap<Cow<'a, str>, Cow<'a, [f64]>>,
}

impl Rows<'_> {
    /// One measure; `None` if it does not exist.
    pub(crate) fn measure(&self, name: &str) -> Option<&[f64]> {
        self.measures.get(name).map(AsRef::as_ref)
    }
}

/// Games that are in memory at a time.
const BATCH: usize = 4_000;

/// Measures derived from the winner: shares of games, and points (win 1, draw 1/2).
pub(crate) const SHARES: [&str; 4] = ["german_win", "allied_win", "draw", "german_score"];

/// A measure made from what landings suffered and from their luck: what they were to suffer by the exact odds of the
/// hexes that were landed in.
struct Promised<'a> {
    /// Its name.
    name: &'a str,
    /// The measure of what they suffered.
    suffered: &'a str,
    /// The measure of their luck, without its side.
    luck: &'a str,
}

fn promised(about: &About) -> impl Iterator<Item = Promised<'_>> {
    let steps = Promised {
        name: "drop_steps_expected",
        suffered: "drop_step_losses",
        luck: "luck_drop_steps",
    };
    let tolls = about.tolls().map(|(_, toll)| Promised {
        name: &toll.total_expected,
        suffered: &toll.total.id,
        luck: &toll.luck.id,
    });
    std::iter::once(steps).chain(tolls)
}

impl Outcomes {
    /// No games yet; they are added like the chunks of a run. Every measure that they may have is already known.
    pub fn new(asked: RunAsked, about: About) -> Outcomes {
        let (ground, seeds, measures) = (GroundTally::of(&about), Vec::new(), BTreeMap::new());
        let kept = None;
        let mut outcomes = Outcomes { asked, about, seeds, measures, kept, ground, grounded: 0 };
        let names = Names { asked: &outcomes.asked, about: &outcomes.about };
        let rows = names.frame(Table::Games, &[]).expect("a table without rows is one");
        add_numbers(&outcomes.about, &mut outcomes.measures, &rows, 0).expect("no cell, no cast");
        for name in SHARES {
            outcomes.measures.insert(name.into(), Vec::new());
        }
        outcomes
    }

    /// The same, with numbers of turns among those of its games; it must not have games yet.
    #[must_use]
    pub fn watching(self, mut watched: Vec<TurnNumber>) -> Outcomes {
        watched.sort();
        watched.dedup();
        Outcomes::new(RunAsked { watched, ..self.asked }, self.about)
    }

    /// The games of a finished run.
    pub fn of_run(run: &Run) -> Result<Outcomes, StudyError> {
        let mut outcomes = Outcomes::new(run.asked().clone(), run.about().clone());
        outcomes.ground = run.tally().ground.clone();
        outcomes.grounded = run.asked().games;
        let files = Files::Run(Box::new(Games::of(run)?), Box::new(run.table(Table::Turns)?));
        outcomes.keep_on_disk(files, run.asked().games)?;
        Ok(outcomes)
    }

    /// All games of an arm that has none yet, from a folder that has them. They stay there: memory does not
    /// grow with them, and the folder must outlive this.
    pub fn read_from(&mut self, folder: &RunFolder) -> Result<(), StudyError> {
        let mut files = Vec::new();
        for kept in folder.kept() {
            let (part, chunk) = kept?;
            let games = chunk.first as usize..chunk.end as usize;
            let hash = chunk.tables.get(Table::Games.file()).cloned().unwrap_or_default();
            files.push(OnDisk { games, path: part.join(Table::Games.file()), hash });
            self.ground.merge(&chunk.tally.ground);
            self.grounded += chunk.end - chunk.first;
        }
        let count = files.last().map_or(0, |last| last.games.end);
        self.keep_on_disk(Files::Chunks(files), count as u64)
    }

    /// From now on the games are those of some files.
    fn keep_on_disk(&mut self, files: Files, count: u64) -> Result<(), StudyError> {
        self.measures.clear();
        let (files, count) = (Rc::new(files), count as usize);
        self.kept = Some(Kept { files, count, measures: BTreeMap::new() });
        let mut there: BTreeMap<String, OnceCell<Vec<f64>>> = BTreeMap::new();
        self.each_batch(|rows| {
            for (name, values) in &rows.measures {
                if !there.contains_key(&**name) && values.iter().any(|value| !value.is_nan()) {
                    there.insert(name.to_string(), OnceCell::new());
                }
            }
        })?;
        self.kept.iter_mut().for_each(|kept| kept.measures = std::mem::take(&mut there));
        Ok(())
    }

    /// Adds the games that are on disk, the next ones of this arm.
    pub fn restore(&mut self, folder: &RunFolder) -> Result<(), StudyError> {
        for kept in folder.kept() {
            let (part, chunk) = kept?;
            let file = Table::Games.file();
            let hash = chunk.tables.get(file).map_or("", String::as_str);
            let count = chunk.end - chunk.first;
            let games = Games::of_chunk(Reader::open(&part.join(file), hash)?, count)?;
            self.seeds.extend(games.seeds(0..count as usize)?);
            add_games(&self.about, &mut self.measures, &games, 0..count as usize)?;
            self.ground.merge(&chunk.tally.ground);
            self.grounded += count;
        }
        Ok(())
    }

    /// The request of the arm.
    pub fn asked(&self) -> &RunAsked {
        &self.asked
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Games there are.
    pub fn games(&self) -> u64 {
        self.kept.as_ref().map_or(self.seeds.len(), |kept| kept.count) as u64
    }

    /// Whether the first `games` games of two arms have the same seeds.
    pub fn same_seeds(&self, other: &Outcomes, games: u64) -> Result<bool, StudyError> {
        for batch in batches(games as usize) {
            if self.seeds(batch.clone())? != other.seeds(batch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Seeds of some games.
    pub(crate) fn seeds(&self, games: Range<usize>) -> Result<Cow<'_, [u64]>, StudyError> {
        match &self.kept {
            Some(kept) => Ok(Cow::Owned(kept.files.seeds(games)?)),
            None => Ok(Cow::Borrowed(&self.seeds[games])),
        }
    }

    /// Some games that follow each other, with every measure.
    pub(crate) fn rows(&self, games: Range<usize>) -> Result<Rows<'_>, StudyError> {
        let Some(kept) = &self.kept else {
            return Ok(Rows {
                games: games.len(),
                measures: self.measures.iter().map(|(name, all)| part(name, all, &games)).collect(),
            });
        };
        let measures = kept.files.measures(&self.about, games.clone())?;
        let owned = |(name, values): (String, Vec<f64>)| (Cow::Owned(name), Cow::Owned(values));
        Ok(Rows { games: games.len(), measures: measures.into_iter().map(owned).collect() })
    }

    /// All games, a few thousand at a time.
    pub(crate) fn each_batch(&self, mut each: impl FnMut(&Rows<'_>)) -> Result<(), StudyError> {
        batches(self.games() as usize).try_for_each(|batch| {
            each(&self.rows(batch)?);
            Ok(())
        })
    }

    /// The measures that at least one game has, by name; before the first game, those that it may have.
    pub fn names(&self) -> Vec<&str> {
        let watched: BTreeSet<String> = self.asked.watched.iter().map(TurnNumber::name).collect();
        let measure = |name: &&str| !watched.contains(*name);
        if let Some(kept) = &self.kept {
            return kept.measures.keys().map(String::as_str).filter(measure).collect();
        }
        let some = |(_, values): &(&String, &Vec<f64>)| {
            values.is_empty() || values.iter().any(|value| !value.is_nan())
        };
        let there = self.measures.iter().filter(some).map(|(name, _)| name.as_str());
        there.filter(measure).collect()
    }

    /// A number of a turn that stands among those of the games, game by game.
    pub(crate) fn watched(&self, number: &TurnNumber) -> Result<&[f64], StudyError> {
        let name = number.name();
        match &self.kept {
            Some(kept) => kept.measure(self, &name),
            None => Ok(self.measures.get(&name).map_or(&[], Vec::as_slice)),
        }
    }

    /// The advantage at the end of each turn in each of the first games, as far as it is known: row by row, one game at a
    /// time, NaN where a game has no turn.
    pub(crate) fn advantages(&self, games: usize) -> Result<Vec<Vec<f64>>, StudyError> {
        let wanted = TurnNumber::advantages(self.about.turn_names.len() as u16);
        if let Some(Kept { files, .. }) = &self.kept
            && let Files::Run(_, turns) = &**files
        {
            return advantages_of(turns, games, wanted.len());
        }
        if self.asked.watched != wanted {
            return Ok(Vec::new());
        }
        let names: Vec<String> = wanted.iter().map(TurnNumber::name).collect();
        let mut rows = Vec::new();
        for batch in batches(games.min(self.games() as usize)) {
            let some = self.rows(batch)?;
            let columns: Vec<&[f64]> =
                names.iter().map(|name| some.measure(name).unwrap_or_default()).collect();
            let at = |game: usize| columns.iter().map(move |column| column[game]);
            if columns.iter().all(|column| column.len() == some.games) {
                rows.extend((0..some.games).map(|game| at(game).collect()));
            }
        }
        Ok(rows)
    }

    /// One measure, game by game.
    pub fn measure(&self, name: &str) -> Result<&[f64], StudyError> {
        self.known(name)?;
        match &self.kept {
            Some(kept) => kept.measure(self, name),
            None => Ok(self.measures.get(name).map_or(&[], Vec::as_slice)),
        }
    }

    /// Fails for a measure that no game has.
    pub(crate) fn known(&self, name: &str) -> Result<(), StudyError> {
        let names = self.names();
        if names.contains(&name) {
            return Ok(());
        }
        Err(StudyError::NoSuchMeasure {
            name: name.into(),
            nearest: nearest(name, names.iter().copied()),
            known: names.into_iter().map(String::from).collect(),
        })
    }

    /// Least and greatest mean that a measure can have, as far as known before a game is played.
    pub fn bounds(&self, name: &str) -> (f64, f64) {
        if SHARES.contains(&name) {
            return (0.0, 1.0);
        }
        if promised(&self.about).any(|promised| promised.name == name) {
            return (0.0, f64::INFINITY);
        }
        Columns::of(&self.asked, &self.about).bounds(name)
    }

    /// One measure that the games may have, game by game, though perhaps none of them does.
    pub fn column(&self, name: &str) -> Result<&[f64], StudyError> {
        match (&self.kept, self.measures.get(name)) {
            (None, Some(values)) => Ok(values),
            _ => self.measure(name),
        }
    }

    /// How often each victory level was reached, in the order of the levels.
    pub(crate) fn levels(&self) -> Result<Vec<Share>, StudyError> {
        let names = &self.about.levels;
        let mut groups = BTreeMap::new();
        self.each_batch(|rows| {
            let column = |name: &str| rows.measure(name).unwrap_or_default();
            let [german, allied, drawn] = ["german_win", "allied_win", "draw"].map(column);
            let ranks = column("level_rank").iter().enumerate();
            for (game, rank) in ranks.filter(|(_, rank)| **rank >= 1.0) {
                let is = |shares: &[f64]| shares.get(game).is_some_and(|&share| share > 0.5);
                let end = match () {
                    () if is(german) => End::Won(Side::German),
                    () if is(allied) => End::Won(Side::Allied),
                    () if is(drawn) => End::Drawn,
                    () => End::CutOff,
                };
                if let Some(name) = names.get(*rank as usize - 1) {
                    Group::count(&mut groups, name, end);
                }
            }
        })?;
        Ok(levels::shares(names, &groups, self.games()))
    }

    /// Where units land, most first.
    pub(crate) fn landings(&self) -> Vec<LandingPlace> {
        let ground = self.about.ground.as_ref();
        ground.map_or_else(Vec::new, |ground| self.ground.landings(&ground.map, self.grounded))
    }

    /// How the ground of this arm differs from the baseline's; `None` unless both have the same map.
    pub(crate) fn ground_against(&self, base: &Outcomes) -> Option<GroundContrast> {
        let (own, other) = (self.about.ground.as_ref()?, base.about.ground.as_ref()?);
        (own.map == other.map)
            .then(|| self.ground.against(self.grounded, (&base.ground, base.grounded), &own.map))
    }

    /// Keeps only the first games.
    pub fn cut(&mut self, games: usize) {
        if let Some(kept) = &mut self.kept {
            kept.count = kept.count.min(games);
            kept.measures.values_mut().for_each(|read| drop(read.take()));
        }
        self.seeds.truncate(games);
        for values in self.measures.values_mut() {
            values.truncate(games);
        }
    }
}

impl Files {
    /// Visits the files that hold some games, each with the range of games within it.
    fn each(
        &self,
        wanted: &Range<usize>,
        mut each: impl FnMut(&Games, Range<usize>) -> Result<(), StudyError>,
    ) -> Result<(), StudyError> {
        match self {
            Files::Run(games, _) => each(games, wanted.clone()),
            Files::Chunks(chunks) => {
                let before = chunks.partition_point(|chunk| chunk.games.end <= wanted.start);
                for chunk in chunks[before..].iter().take_while(|c| c.games.start < wanted.end) {
                    let first = wanted.start.max(chunk.games.start) - chunk.games.start;
                    let end = wanted.end.min(chunk.games.end) - chunk.games.start;
                    let file = Reader::open(&chunk.path, &chunk.hash)?;
                    each(&Games::of_chunk(file, chunk.games.len() as u64)?, first..end)?;
                }
                Ok(())
            }
        }
    }

    fn seeds(&self, wanted: Range<usize>) -> Result<Vec<u64>, StudyError> {
        let mut seeds = Vec::with_capacity(wanted.len());
        self.each(&wanted, |games, range| {
            seeds.extend(games.seeds(range)?);
            Ok(())
        })?;
        Ok(seeds)
    }

    fn measures(
        &self,
        about: &About,
        wanted: Range<usize>,
    ) -> Result<BTreeMap<String, Vec<f64>>, StudyError> {
        let mut measures = BTreeMap::new();
        self.each(&wanted, |games, range| add_games(about, &mut measures, games, range))?;
        Ok(measures)
    }
}

impl Kept {
    /// One complete measure, read on first use.
    fn measure(&self, of: &Outcomes, name: &str) -> Result<&[f64], StudyError> {
        let Some(read) = self.measures.get(name) else { return Ok(&[]) };
        if read.get().is_none() {
            let mut values = Vec::with_capacity(self.count);
            of.each_batch(|rows| values.extend(rows.measure(name).unwrap_or_default()))?;
            // It was empty just now.
            let _ = read.set(values);
        }
        Ok(read.get().map_or(&[], Vec::as_slice))
    }
}

/// Some games of a measure.
fn part<'a>(
    name: &'a str,
    values: &'a [f64],
    games: &Range<usize>,
) -> (Cow<'a, str>, Cow<'a, [f64]>) {
    (Cow::Borrowed(name), Cow::Borrowed(&values[games.clone()]))
}

/// The advantage at the end of each turn, from a table of turns; games that ended keep their last number.
fn advantages_of(table: &Reader, games: usize, turns: usize) -> Result<Vec<Vec<f64>>, StudyError> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    each_turn(table, "advantage", |game, turn, number| {
        let (Ok(game), Ok(turn), Some(number)) =
            (usize::try_from(game), usize::try_from(turn), number)
        else {
            return;
        };
        if game >= games {
            return;
        }
        rows.resize(rows.len().max(game + 1), vec![f64::NAN; turns]);
        // All later turns too, until they have a number of their own; the first also stands for those before it.
        let first = rows[game].iter().all(|number| number.is_nan());
        let from = if first { 0 } else { turn.saturating_sub(1).min(turns) };
        rows[game][from..].fill(number as f64);
    })?;
    Ok(rows)
}

/// This many games in batches.
pub(crate) fn batches(games: usize) -> impl Iterator<Item = Range<usize>> {
    (0..games).step_by(BATCH).map(move |first| first..(first + BATCH).min(games))
}

/// Appends every measure of some games of a file.
fn add_games(
    about: &About,
    measures: &mut BTreeMap<String, Vec<f64>>,
    games: &Games,
    range: Range<usize>,
) -> Result<(), StudyError> {
    let before = measures.get(SHARES[0]).map_or(0, Vec::len);
    let (ends, rows) = games.rows(range)?;
    add_numbers(about, measures, &rows, before)
        .map_err(|error| games.damaged(&error.to_string()))?;
    add_wins(measures, ends);
    Ok(())
}

/// Appends every number of a table of games, after `before` existing games.
fn add_numbers(
    about: &About,
    measures: &mut BTreeMap<String, Vec<f64>>,
    rows: &DataFrame,
    before: usize,
) -> polars::prelude::PolarsResult<()> {
    for column in rows.columns() {
        let numbers = [DataType::Int64, DataType::Float64, DataType::Boolean];
        // The numbers of a game and of its world are not measures.
        let apart = ["game", "world"].contains(&column.name().as_str());
        if apart || !numbers.contains(column.dtype()) {
            continue;
        }
        let cells = column.cast(&DataType::Float64)?;
        let values = measures.entry(column.name().to_string()).or_default();
        values.resize(before, f64::NAN);
        values.extend(cells.f64()?.iter().map(|cell| cell.unwrap_or(f64::NAN)));
    }
    for Promised { name, suffered, luck } in promised(about) {
        let promised: Vec<f64> = {
            let column = |name: &str| measures.get(name).map(|values| &values[before..]);
            let lucks = Side::BOTH.map(|side| column(&format!("{}_{luck}", side.word())));
            let (Some(lost), [Some(german), Some(allied)]) = (column(suffered), lucks) else {
                continue;
            };
            lost.iter().zip(german).zip(allied).map(|((l, g), a)| l + g + a).collect()
        };
        let values = measures.entry(name.into()).or_default();
        values.resize(before, f64::NAN);
        values.extend(promised);
    }
    Ok(())
}

fn add_wins(measures: &mut BTreeMap<String, Vec<f64>>, ends: impl IntoIterator<Item = End>) {
    for end in ends {
        let won = |side| f64::from(u8::from(end == End::Won(side)));
        let (german, allied) = (won(Side::German), won(Side::Allied));
        let drawn = f64::from(u8::from(end == End::Drawn));
        // A game that was cut off has no winner, like a draw, but is not called one.
        let score = f64::midpoint(1.0, german - allied);
        for (name, value) in SHARES.into_iter().zip([german, allied, drawn, score]) {
            measures.entry(name.into()).or_default().push(value);
        }
    }
}

impl Sink for Outcomes {
    fn chunk(
        &mut self,
        first: u64,
        records: Vec<Record>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let before = self.seeds.len();
        if first != before as u64 {
            return Err(Box::new(StudyError::OutOfOrder {
                first,
                last: first + records.len() as u64,
                expected: before as u64,
                end: before as u64,
            }));
        }
        let names = Names { asked: &self.asked, about: &self.about };
        let rows = names.frame(Table::Games, &records)?;
        add_numbers(&self.about, &mut self.measures, &rows, before)?;
        add_wins(
            &mut self.measures,
            records.iter().map(|record| match record.game.winner {
                _ if record.game.cut_off => End::CutOff,
                Some(side) => End::Won(side),
                None => End::Drawn,
            }),
        );
        self.seeds.extend(records.iter().map(|record| record.game.seed));
        if let Some(ground) = &self.about.ground {
            for record in &records {
                self.ground.add(&ground.map, record);
            }
            self.grounded += records.len() as u64;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn played(games: u64) -> Outcomes {
        let mut outcomes = Outcomes::new(sample::asked(games), sample::about());
        outcomes.chunk(0, (0..games).map(sample::record).collect()).unwrap();
        outcomes
    }

    #[test]
    fn every_number_of_the_table_is_a_measure() {
        let outcomes = played(9);
        assert_eq!(outcomes.measure("german_win").unwrap(), [1., 0., 0., 1., 0., 0., 1., 0., 0.]);
        assert_eq!(outcomes.measure("german_steps_lost").unwrap()[..3], [0., 1., 2.]);
        assert_eq!(outcomes.measure("level_rank").unwrap()[..3], [2., 3., 3.]);
        assert_eq!(outcomes.measure("cut_off").unwrap()[..2], [0., 0.]);
        let names = outcomes.names();
        assert!(names.contains(&"decisions") && names.contains(&"german_idle_units"), "{names:?}");
        // The toy has no morale, and a game's number and seed are not measures.
        assert!(!names.contains(&"morale_end") && !names.contains(&"seed"), "{names:?}");
    }

    #[test]
    fn what_a_mean_can_be_is_known_before_the_first_game() {
        let none = Outcomes::new(sample::asked(9), sample::about());
        for name in SHARES {
            assert_eq!(none.bounds(name), (0.0, 1.0), "{name}");
        }
        assert_eq!(none.bounds("cut_off"), (0.0, 1.0));
        let turns = none.about().turn_names.len() as f64;
        assert_eq!(none.bounds("end_turn"), (1.0, turns));
        let levels = none.about().levels.len() as f64;
        assert_eq!(none.bounds("level_rank"), (1.0, levels));
        assert_eq!(none.bounds("decisions"), (0.0, f64::INFINITY));
        assert_eq!(none.bounds("margin"), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn chunks_on_disk_are_the_games_and_damaged_ones_are_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = || folder.path().join("arm");
        let arm = || Outcomes::new(sample::asked(2_500), sample::about());
        let chunks = |first: u64, to: u64| (first..to).map(sample::record).collect::<Vec<_>>();
        let open = || {
            RunFolder::of_arm(&place(), arm().asked().clone(), arm().about().clone(), 250..2_500)
                .unwrap()
        };
        let mut kept = open();
        let mut played = arm();
        played.chunk(0, chunks(0, 250)).unwrap();
        for (first, end) in [(250, 1_000), (1_000, 2_000)] {
            kept.keep(first, &chunks(first, end)).unwrap();
            played.chunk(first, chunks(first, end)).unwrap();
        }
        let restored = |folder: RunFolder| {
            let mut again = arm();
            again.chunk(0, chunks(0, 250)).unwrap();
            again.restore(&folder).unwrap();
            (again, folder)
        };
        let (again, there) = restored(open());
        assert_eq!(there.missing_games(), 2_000..2_500);
        assert!(again.same_seeds(&played, 2_000).unwrap());
        for name in played.names() {
            let [one, two] = [&again, &played].map(|arm| arm.measure(name).unwrap());
            assert!(one.iter().zip(two).all(|(a, b)| a.total_cmp(b).is_eq()), "{name}");
        }
        assert_eq!((&again.ground, again.grounded), (&played.ground, played.grounded));
        // A truncated second chunk counts as missing.
        std::fs::write(place().join("parts/00001/games.parquet"), "PAR1").unwrap();
        let (again, there) = restored(open());
        assert_eq!((again.games(), there.missing_games()), (1_000, 1_000..2_500));
        // So does a chunk with other games in its place.
        std::fs::rename(place().join("parts/00000"), place().join("parts/00001")).unwrap();
        std::fs::create_dir(place().join("parts/00000")).unwrap();
        let (again, there) = restored(open());
        assert_eq!((again.games(), there.missing_games()), (250, 250..2_500));
    }

    /// Read from disk or held in memory, the games of an arm are the same.
    #[test]
    fn games_are_read_from_their_chunks() {
        let folder = tempfile::tempdir().unwrap();
        let mut arm = Outcomes::new(sample::asked(2_500), sample::about());
        let (asked, about) = (arm.asked().clone(), arm.about().clone());
        let mut kept =
            RunFolder::of_arm(&folder.path().join("arm"), asked, about, 0..2_500).unwrap();
        for (first, end) in [(0, 1_000), (1_000, 2_000), (2_000, 2_500)] {
            kept.keep(first, &(first..end).map(sample::record).collect::<Vec<_>>()).unwrap();
        }
        arm.read_from(&kept).unwrap();
        let played = played(2_500);
        assert!(arm.measures.values().all(Vec::is_empty) && arm.seeds.is_empty());
        assert_eq!((arm.games(), arm.names()), (2_500, played.names()));
        for wanted in [0..2_500, 0..1, 999..1_001, 1_000..2_000, 1_500..2_499, 2_499..2_500] {
            assert_eq!(arm.seeds(wanted.clone()).unwrap(), played.seeds(wanted.clone()).unwrap());
            let [read, held] = [&arm, &played].map(|arm| arm.rows(wanted.clone()).unwrap());
            for name in played.names() {
                let [a, b] = [&read, &held].map(|rows| rows.measure(name).unwrap());
                assert_eq!(a.len(), wanted.len(), "{name}");
                assert!(a.iter().zip(b).all(|(a, b)| a.total_cmp(b).is_eq()), "{name}");
            }
        }
        for name in played.names() {
            let [a, b] = [&arm, &played].map(|arm| arm.measure(name).unwrap());
            assert!(a.iter().zip(b).all(|(a, b)| a.total_cmp(b).is_eq()), "{name}");
        }
        assert_eq!((&arm.ground, arm.grounded), (&played.ground, played.grounded));
        // A chunk that was changed meanwhile is reported.
        std::fs::write(folder.path().join("arm/parts/00001/games.parquet"), "PAR1").unwrap();
        let said = arm.rows(1_500..1_600).err().unwrap().to_string();
        assert!(said.contains("its hash differs"), "{said}");
    }

    #[test]
    fn an_unknown_measure_is_named_with_its_neighbour() {
        let said = played(3).measure("german_wins").unwrap_err().to_string();
        assert!(said.contains("did you mean `german_win`?"), "{said}");
    }

    #[test]
    fn before_the_first_game_a_measure_is_known_or_refused() {
        let (none, some) = (Outcomes::new(sample::asked(9), sample::about()), played(9));
        for name in some.names() {
            assert!(none.measure(name).unwrap().is_empty(), "{name}");
        }
        let said = none.measure("german_wins").unwrap_err().to_string();
        assert!(said.contains("did you mean `german_win`?"), "{said}");
    }

    #[test]
    fn a_run_and_its_records_are_the_same_outcomes() {
        let folder = tempfile::tempdir().unwrap();
        let run = crate::tests::make(&folder.path().join("run"), sample::asked(40), sample::record);
        let (read, played) = (Outcomes::of_run(&run).unwrap(), played(40));
        assert_eq!(read.names(), played.names());
        assert!(read.same_seeds(&played, 40).unwrap());
        assert_eq!(read.seeds(3..9).unwrap(), played.seeds(3..9).unwrap());
        for name in read.names() {
            assert_eq!(read.measure(name).unwrap(), played.measure(name).unwrap(), "{name}");
        }
        assert_eq!((&read.ground, read.grounded), (&played.ground, played.grounded));
    }
}
