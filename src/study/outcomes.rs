//! What the games of one arm gave: every number of `games.parquet`, game by game, in memory.

use std::collections::BTreeMap;
use std::error::Error;

use engine::Side;
use lab::{Record, Sink, nearest};
use polars::prelude::{DataFrame, DataType};

use crate::frame::{Names, Table};
use crate::games::{End, Games, Group};
use crate::ground::GroundTally;
use crate::{About, GroundContrast, LandingPlace, Run, RunAsked, Share, StudyError, levels};

/// One arm's games. A column is a *measure*: one number a game, NaN where the game has none.
#[derive(Clone, Debug)]
pub struct Outcomes {
    asked: RunAsked,
    about: About,
    seeds: Vec<u64>,
    measures: BTreeMap<String, Vec<f64>>,
    ground: GroundTally,
    /// Games in `ground`: all, whatever was cut off later.
    grounded: u64,
}

/// Measures made from who won: shares of games, and points (win 1, draw 1/2).
pub(crate) const SHARES: [&str; 4] = ["german_win", "allied_win", "draw", "german_score"];

/// Measures made from what landings lost and from their luck: what they were to lose by the exact odds of the
/// hexes that were landed in. Name, loss, and luck without its side.
const PROMISED: [(&str, &str, &str); 2] = [
    ("drop_steps_expected", "drop_step_losses", "luck_drop_steps"),
    ("drop_delays_expected", "drop_delays", "luck_drop_markers"),
];

impl Outcomes {
    /// No games yet; they come as the chunks of a run do. Every measure that they may have is there already.
    pub fn new(asked: RunAsked, about: About) -> Outcomes {
        let (ground, seeds, measures) = (GroundTally::of(&about), Vec::new(), BTreeMap::new());
        let mut outcomes = Outcomes { asked, about, seeds, measures, ground, grounded: 0 };
        let names = Names { asked: &outcomes.asked, about: &outcomes.about };
        let rows = names.frame(Table::Games, &[]).expect("a table without rows is one");
        outcomes.add_numbers(&rows, 0).expect("no cell, no cast");
        for name in SHARES {
            outcomes.measures.insert(name.into(), Vec::new());
        }
        outcomes
    }

    /// The games of a finished run.
    pub fn of_run(run: &Run) -> Result<Outcomes, StudyError> {
        let mut outcomes = Outcomes::new(run.asked().clone(), run.about().clone());
        let table = Games::of(run)?;
        let rows = run.table(Table::Games)?.columns(None)?;
        outcomes.seeds = table.seeds()?;
        let path = run.path().join(Table::Games.file());
        outcomes
            .add_numbers(&rows, 0)
            .map_err(|error| StudyError::damaged(&path, &error.to_string()))?;
        outcomes.add_wins(table.ends()?);
        (outcomes.ground, outcomes.grounded) = (run.tally().ground.clone(), run.asked().games);
        Ok(outcomes)
    }

    /// What was asked of the arm.
    pub fn asked(&self) -> &RunAsked {
        &self.asked
    }

    /// What the scenario said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Games there are.
    pub fn games(&self) -> u64 {
        self.seeds.len() as u64
    }

    /// Each game's own seed.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// The measures that at least one game has, by name; before the first game those that it may have.
    pub fn names(&self) -> Vec<&str> {
        let some = |(_, values): &(&String, &Vec<f64>)| {
            values.is_empty() || values.iter().any(|value| !value.is_nan())
        };
        self.measures.iter().filter(some).map(|(name, _)| name.as_str()).collect()
    }

    /// One measure, game by game.
    pub fn measure(&self, name: &str) -> Result<&[f64], StudyError> {
        let names = self.names();
        if let Some(values) = self.measures.get(name).filter(|_| names.contains(&name)) {
            return Ok(values);
        }
        Err(StudyError::NoSuchMeasure {
            name: name.into(),
            nearest: nearest(name, names.iter().copied()),
            known: names.into_iter().map(String::from).collect(),
        })
    }

    /// One measure, game by game, though no game may have it; `None` where the system has no such thing.
    pub(crate) fn column(&self, name: &str) -> Option<&[f64]> {
        self.measures.get(name).map(Vec::as_slice)
    }

    /// How often each victory level was reached, in the order of the levels.
    pub(crate) fn levels(&self) -> Vec<Share> {
        let column = |name: &str| self.measures.get(name).map_or(&[][..], Vec::as_slice);
        let (ranks, names) = (column("level_rank"), &self.about.levels);
        let [german, allied, drawn] = ["german_win", "allied_win", "draw"].map(column);
        let mut groups = BTreeMap::new();
        for (game, rank) in ranks.iter().enumerate().filter(|(_, rank)| **rank >= 1.0) {
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
        levels::shares(names, &groups, self.games())
    }

    /// Where units land, most first.
    pub(crate) fn landings(&self) -> Vec<LandingPlace> {
        let ground = self.about.ground.as_ref();
        ground.map_or_else(Vec::new, |ground| self.ground.landings(&ground.map, self.grounded))
    }

    /// What sets the ground of this arm apart from the baseline's; `None` unless both have the same map.
    pub(crate) fn ground_against(&self, base: &Outcomes) -> Option<GroundContrast> {
        let (own, other) = (self.about.ground.as_ref()?, base.about.ground.as_ref()?);
        (own.map == other.map)
            .then(|| self.ground.against(self.grounded, (&base.ground, base.grounded), &own.map))
    }

    /// The first games only.
    pub fn cut(&mut self, games: usize) {
        self.seeds.truncate(games);
        for values in self.measures.values_mut() {
            values.truncate(games);
        }
    }

    /// Takes every number of a table of games, after `before` games that are there already.
    fn add_numbers(
        &mut self,
        rows: &DataFrame,
        before: usize,
    ) -> polars::prelude::PolarsResult<()> {
        for column in rows.columns() {
            let numbers = [DataType::Int64, DataType::Float64, DataType::Boolean];
            // A game's number measures nothing.
            if !numbers.contains(column.dtype()) || column.name() == "game" {
                continue;
            }
            let cells = column.cast(&DataType::Float64)?;
            let values = self.measures.entry(column.name().to_string()).or_default();
            values.resize(before, f64::NAN);
            values.extend(cells.f64()?.iter().map(|cell| cell.unwrap_or(f64::NAN)));
        }
        for (name, lost, luck) in PROMISED {
            let promised: Vec<f64> = {
                let column = |name: &str| self.measures.get(name).map(|values| &values[before..]);
                let lucks = Side::BOTH.map(|side| column(&format!("{}_{luck}", side.word())));
                let (Some(lost), [Some(german), Some(allied)]) = (column(lost), lucks) else {
                    continue;
                };
                lost.iter().zip(german).zip(allied).map(|((l, g), a)| l + g + a).collect()
            };
            let values = self.measures.entry(name.into()).or_default();
            values.resize(before, f64::NAN);
            values.extend(promised);
        }
        Ok(())
    }

    fn add_wins(&mut self, ends: impl IntoIterator<Item = End>) {
        for end in ends {
            let won = |side| f64::from(u8::from(end == End::Won(side)));
            let (german, allied) = (won(Side::German), won(Side::Allied));
            let drawn = f64::from(u8::from(end == End::Drawn));
            // A game cut off is nobody's, like a draw, but is not called one.
            let score = f64::midpoint(1.0, german - allied);
            for (name, value) in SHARES.into_iter().zip([german, allied, drawn, score]) {
                self.measures.entry(name.into()).or_default().push(value);
            }
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
        self.add_numbers(&rows, before)?;
        self.add_wins(records.iter().map(|record| match record.game.winner {
            _ if record.game.cut_off => End::CutOff,
            Some(side) => End::Won(side),
            None => End::Drawn,
        }));
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
        // The toy has no morale, and a game's number and seed measure nothing.
        assert!(!names.contains(&"morale_end") && !names.contains(&"seed"), "{names:?}");
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
        assert_eq!(read.seeds(), played.seeds());
        for name in read.names() {
            assert_eq!(read.measure(name).unwrap(), played.measure(name).unwrap(), "{name}");
        }
        assert_eq!((&read.ground, read.grounded), (&played.ground, played.grounded));
    }
}
