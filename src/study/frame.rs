//! Records as tables: every column's name and type in one place.

use std::collections::BTreeSet;

use engine::{
    DropFacts, DropOdds, PurseFacts, SerialFacts, SerialTurn, Side, TurnFacts, UnitEntry,
};
use lab::{CombatRow, DropRow, Record, UnitRow};
use polars::prelude::{Column, DataFrame, NamedFrom, NamedFromOwned, PolarsResult, Series};

use crate::course::Course;
use crate::luck::{self, Dice};
use crate::{About, Detail, RunAsked};

/// A table of a run folder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// One row per game.
    Games,
    /// One row per game turn.
    Turns,
    /// One row per unit that dropped or air-landed.
    Drops,
    /// One row per unit and game.
    Units,
    /// One row per die of a fight or a check; only in runs that requested it.
    Combats,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 5] =
        [Table::Games, Table::Turns, Table::Drops, Table::Units, Table::Combats];

    /// The tables of a run.
    pub(crate) fn of(asked: &RunAsked) -> impl Iterator<Item = Table> + use<> {
        let combats = asked.combats;
        Table::ALL.into_iter().filter(move |&table| combats || table != Table::Combats)
    }

    /// Its file in a run folder.
    pub const fn file(self) -> &'static str {
        match self {
            Table::Games => "games.parquet",
            Table::Turns => "turns.parquet",
            Table::Drops => "drops.parquet",
            Table::Units => "units.parquet",
            Table::Combats => "combats.parquet",
        }
    }
}

/// What every row of a run has in common, and the names behind the records' numbers.
#[derive(Copy, Clone)]
pub(crate) struct Names<'a> {
    pub(crate) asked: &'a RunAsked,
    pub(crate) about: &'a About,
}

impl<'a> Names<'a> {
    pub(crate) fn unit(self, unit: u16) -> &'a UnitEntry {
        &self.about.roster[usize::from(unit)]
    }

    /// Whether the names can be used for columns and rows; the error names a duplicate or an impossible one.
    pub(crate) fn check(self) -> Result<(), String> {
        let About { levels, point_uses, purses, happenings, mistakes, roster, .. } = self.about;
        let lists: [(&str, Vec<&str>); 6] = [
            ("victory level", levels.iter().map(String::as_str).collect()),
            ("use of command points", point_uses.iter().map(String::as_str).collect()),
            ("holder of command points", purses.iter().map(String::as_str).collect()),
            ("event", happenings.iter().map(String::as_str).collect()),
            ("mistake", mistakes.iter().map(String::as_str).collect()),
            ("unit", roster.iter().map(|unit| unit.id.as_str()).collect()),
        ];
        for (what, names) in lists {
            let mut seen = BTreeSet::new();
            if let Some(twice) = names.into_iter().find(|name| !seen.insert(*name)) {
                return Err(format!("the {what} `{twice}` is there twice"));
            }
        }
        let mut tables = Table::of(self.asked).map(|table| self.frame(table, &[]));
        tables.try_for_each(|table| table.map(drop)).map_err(|error| error.to_string())
    }

    /// The rows of a chunk for one table: all of the games table, and of the others those that the run keeps.
    pub(crate) fn frame(self, table: Table, records: &[Record]) -> PolarsResult<DataFrame> {
        let detail: Detail = self.asked.detail;
        let kept = || records.iter().filter(move |record| detail.keeps(record.game.game));
        let columns = match table {
            Table::Games => self.games(records),
            Table::Turns => self.turns(
                &kept()
                    .flat_map(|record| record.turns.iter().map(|turn| (record.game.game, turn)))
                    .collect::<Vec<_>>(),
            ),
            Table::Drops => self.drops(
                &kept()
                    .flat_map(|record| record.drops.iter().map(|drop| (record.game.game, drop)))
                    .collect::<Vec<_>>(),
            ),
            Table::Units => units(
                &kept()
                    .flat_map(|record| {
                        self.about
                            .roster
                            .iter()
                            .zip(&record.units)
                            .map(|(entry, unit)| (record.game.game, entry, unit))
                    })
                    .collect::<Vec<_>>(),
            ),
            Table::Combats => self.combats(
                &kept()
                    .flat_map(|record| record.combats.iter().map(|die| (record.game.game, die)))
                    .collect::<Vec<_>>(),
            ),
        };
        DataFrame::new_infer_height(columns)
    }

    fn games(self, records: &[Record]) -> Vec<Column> {
        let rows = Rows(records);
        let courses: Vec<Course> = records.iter().map(Course::of).collect();
        let courses = Rows(&courses);
        let asked = self.asked;
        let losses = |record: &Record| Landing::of(self, &record.drops);
        let mut columns = vec![
            rows.index("game", |r| r.game.game),
            rows.u64("seed", |r| r.game.seed),
            rows.text("scenario", |_| Some(&asked.scenario)),
            rows.text("german", |_| Some(&asked.strategies.german)),
            rows.text("allied", |_| Some(&asked.strategies.allied)),
            rows.text("drops", |_| Some(asked.drops.as_str()).filter(|plan| !plan.is_empty())),
            rows.text("winner", |r| match r.game.winner {
                _ if r.game.cut_off => None,
                None => Some(DRAW),
                Some(side) => Some(side.word()),
            }),
            rows.text("victory_level", |r| {
                r.game.level.map(|level| self.about.levels[usize::from(level)].as_str())
            }),
            rows.maybe_u32("level_rank", |r| r.game.level.map(|level| u32::from(level) + 1)),
            rows.i32("margin", |r| r.game.margin),
            rows.u32("end_turn", |r| r.game.facts.end_turn.into()),
            rows.text("end_reason", |r| Some(r.game.facts.end_reason)),
            rows.text("clause", |r| Some(r.game.clause)),
            rows.flag("cut_off", |r| r.game.cut_off),
            rows.maybe_u32("steps_short", |r| r.game.facts.steps_short.map(Into::into)),
            rows.maybe_u32("hexes_short", |r| r.game.facts.hexes_short.map(Into::into)),
            rows.u32("german_steps_lost", |r| r.game.facts.steps_lost.german.into()),
            rows.u32("allied_steps_lost", |r| r.game.facts.steps_lost.allied.into()),
            rows.maybe_u32("greek_steps_lost", |r| r.game.facts.greek_steps_lost.map(Into::into)),
            rows.maybe_i32("morale_min", |r| r.game.facts.morale_min.map(Into::into)),
            rows.maybe_i32("morale_end", |r| r.game.facts.morale_end.map(Into::into)),
            rows.maybe_u32("withdrawal_turn", |r| r.game.facts.withdrawal_turn.map(Into::into)),
            rows.maybe_i32("withdrawal_level", |r| r.game.facts.withdrawal_level.map(Into::into)),
            rows.maybe_u32("units_withdrawn", |r| r.game.facts.units_withdrawn.map(Into::into)),
            rows.maybe_u32("first_airfield_turn", |r| {
                r.game.facts.first_airfield_turn.map(Into::into)
            }),
            rows.maybe_u32("airfields_end", |r| r.game.facts.airfields_end.map(Into::into)),
            rows.maybe_u32("ports_end", |r| r.game.facts.ports_end.map(Into::into)),
            rows.u32("drop_units", |r| losses(r).units),
            rows.u32("drop_eliminated", |r| losses(r).eliminated),
            rows.u32("drop_step_losses", |r| losses(r).steps),
            rows.u32("drop_delays", |r| losses(r).markers),
            rows.maybe_u32("serials_landed", |r| serials(r).map(|serials| serials.landed.into())),
            rows.maybe_u32("serial_turns", |r| serials(r).map(|_| serial_turns(r, |_| true))),
            rows.maybe_u32("serial_turns_lost", |r| {
                serials(r).map(|_| serial_turns(r, |turn| turn != SerialTurn::Landed))
            }),
            rows.maybe_u32("serial_turns_lost_to_zones", |r| {
                serials(r).map(|_| serial_turns(r, |turn| turn == SerialTurn::FireZones))
            }),
            courses.u32("lead_changes", |course| course.lead_changes),
            courses.maybe_f64("drama", |course| course.drama),
            courses.maybe_i32("half_time_advantage", |course| course.half_time),
            rows.u32("decisions", |r| r.game.decisions),
            rows.u32("choices", |r| r.game.choices),
            rows.u32("rolls", |r| r.game.rolls),
            rows.text("fingerprint", |r| Some(format!("{:016x}", r.game.fingerprint))),
        ];
        for side in Side::BOTH {
            let points = [EARNED, UNSPENT].map(|part| points_column(side, part));
            columns.push(
                rows.u32(&side_column(side, ACTIVATIONS), |r| {
                    r.game.tempo.activations[side].into()
                }),
            );
            columns.push(rows.maybe_u32(&side_column(side, BACK_TO_BACK), |r| {
                r.game.tempo.back_to_back.map(|times| times[side].into())
            }));
            columns.push(rows.maybe_u32(&side_column(side, FIRST), |r| {
                r.game.tempo.first.map(|turns| turns[side].into())
            }));
            for dice in Dice::ALL {
                columns.push(rows.maybe_f64(&side_column(side, dice.column()), |r| {
                    Some(luck::of(self, r, side, dice))
                }));
            }
            columns.push(rows.u32(&points[0], |r| r.game.facts.points_earned[side].into()));
            columns.push(rows.u32(&points[1], |r| r.game.facts.points_unspent[side].into()));
        }
        let sides = |i, name| Side::BOTH.map(|side| (i, name, side));
        let by_side = |names: &'a [String]| {
            names.iter().enumerate().flat_map(move |(i, name)| sides(i, name))
        };
        for (i, name, side) in by_side(&self.about.point_uses) {
            columns.push(rows.maybe_u32(&points_column(side, name), |r| {
                r.game.facts.points_spent.get(i).map(|points| points[side].into())
            }));
        }
        for (i, name, side) in by_side(&self.about.happenings) {
            columns.push(rows.maybe_u32(&happening_column(side, name), |r| {
                r.game.facts.happenings.get(i).map(|times| times[side].into())
            }));
        }
        for (i, name, side) in by_side(&self.about.mistakes) {
            columns.push(rows.maybe_u32(&mistake_column(side, name), |r| {
                r.game.mistakes.get(i).map(|counts| counts[side])
            }));
        }
        columns
    }

    fn turns(self, turns: &[(u64, &TurnFacts)]) -> Vec<Column> {
        let rows = Rows(turns);
        let mut columns = turn_columns(turns);
        for (i, division) in self.about.purses.iter().enumerate() {
            let division = plain(division);
            let mut column =
                |name: String, of: &dyn Fn(&PurseFacts) -> Option<u16>| {
                    columns.push(rows.maybe_u32(&name, |(_, turn)| {
                        turn.purses.get(i).and_then(of).map(Into::into)
                    }));
                };
            column(format!("points_{division}_earned"), &|purse| Some(purse.earned));
            for (part, name) in self.about.point_uses.iter().enumerate() {
                let name = plain(name);
                column(format!("points_{division}_{name}"), &|p| p.spent.get(part).copied());
            }
            column(format!("points_{division}_wasted"), &|purse| Some(purse.wasted));
            column(format!("points_{division}_held"), &|purse| Some(purse.held));
            column(format!("dispatch_{division}_earned"), &|p| Some(p.dispatch_earned));
            column(format!("dispatch_{division}_spent"), &|p| Some(p.dispatch_spent));
            column(format!("dispatch_{division}_held"), &|p| Some(p.dispatch_held));
        }
        columns
    }

    fn combats(self, dice: &[(u64, &CombatRow)]) -> Vec<Column> {
        let rows = Rows(dice);
        let mean = |sum: u16, die: &CombatRow| f64::from(sum) / f64::from(die.facts.faces);
        vec![
            rows.index("game", |(game, _)| *game),
            rows.u32("turn", |(_, d)| d.turn.into()),
            rows.text("side", |(_, d)| Some(d.facts.side.word())),
            rows.text("unit", |(_, d)| d.facts.unit.map(|unit| &self.unit(unit).id)),
            rows.text("kind", |(_, d)| Some(d.facts.kind)),
            rows.text("row", |(_, d)| Some(d.facts.row)),
            rows.maybe_i32("rating", |(_, d)| d.facts.rating.map(Into::into)),
            rows.i32("modifier", |(_, d)| d.facts.modifier.into()),
            rows.u32("roll", |(_, d)| d.facts.die.into()),
            rows.text("result", |(_, d)| Some(&d.facts.result)),
            rows.u32("effect", |(_, d)| d.facts.effect.into()),
            rows.maybe_f64("expected_effect", |(_, d)| Some(mean(d.facts.effect_of_all, d))),
            rows.maybe_u32("own_effect", |(_, d)| d.facts.own_effect.map(|own| own.0.into())),
            rows.maybe_f64("expected_own_effect", |(_, d)| {
                d.facts.own_effect.map(|own| mean(own.1, d))
            }),
        ]
    }

    fn drops(self, drops: &[(u64, &DropRow)]) -> Vec<Column> {
        let rows = Rows(drops);
        vec![
            rows.index("game", |(game, _)| *game),
            rows.u32("turn", |(_, d)| d.facts.turn.into()),
            rows.text("unit", |(_, d)| Some(&self.unit(d.facts.unit).id)),
            rows.text("formation", |(_, d)| Some(&self.unit(d.facts.unit).formation)),
            rows.text("kind", |(_, d)| Some(d.facts.kind)),
            rows.text("zone", |(_, d)| Some(&d.facts.zone)),
            rows.text("hex", |(_, d)| Some(&d.facts.hex)),
            rows.text("terrain", |(_, d)| Some(&d.facts.terrain)),
            rows.u32("fire_zones", |(_, d)| d.facts.fire_zones.into()),
            rows.u32("aa_zones", |(_, d)| d.facts.aa_zones.into()),
            rows.i32("terrain_modifier", |(_, d)| d.facts.terrain_modifier.into()),
            rows.i32("modifier", |(_, d)| d.facts.modifier.into()),
            rows.u32("roll", |(_, d)| d.facts.roll.into()),
            rows.text("result", |(_, d)| Some(&d.facts.result)),
            rows.maybe_u32("scatter", |(_, d)| d.facts.scatter.map(Into::into)),
            rows.u32("drop_markers", |(_, d)| d.facts.drop_markers.into()),
            rows.u32("steps_lost", |(_, d)| d.facts.steps_lost.into()),
            rows.maybe_f64("expected_markers", |(_, d)| expected(&d.facts, |o| o.drop_markers)),
            rows.maybe_f64("expected_steps_lost", |(_, d)| expected(&d.facts, |o| o.steps_lost)),
            rows.flag("alive_at_end", |(_, d)| d.alive_at_end),
        ]
    }
}

/// The `winner` of a drawn game.
pub(crate) const DRAW: &str = "draw";

/// The parts of a side's command points that every system has, besides their uses.
pub(crate) const EARNED: &str = "earned";
pub(crate) const UNSPENT: &str = "unspent";

/// Columns about the order of activations, one per side.
pub(crate) const ACTIVATIONS: &str = "activations";
pub(crate) const BACK_TO_BACK: &str = "back_to_back";
pub(crate) const FIRST: &str = "first_turns";

/// A name of the scenario's own as part of a column: letters, digits and underscores.
fn plain(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// A column of one side; without hyphens and spaces, so that no tool needs quotes.
pub(crate) fn side_column(side: Side, name: &str) -> String {
    format!("{}_{}", side.word(), plain(name))
}

/// The columns of whole numbers that may be below 0; all others are counts.
pub(crate) const BELOW_ZERO: [&str; 5] =
    ["margin", "morale_min", "morale_end", "withdrawal_level", "half_time_advantage"];

/// The column that counts one mistake of one side.
pub(crate) fn mistake_column(side: Side, mistake: &str) -> String {
    side_column(side, mistake)
}

/// The column of the command points of one side: earned, unspent, or spent on one use.
pub(crate) fn points_column(side: Side, part: &str) -> String {
    side_column(side, &format!("points_{part}"))
}

/// The column that counts one happening of one side.
pub(crate) fn happening_column(side: Side, name: &str) -> String {
    side_column(side, &format!("event_{name}"))
}

/// The table's expectation for a landing; `None` if no die was rolled.
fn expected(drop: &DropFacts, of: fn(&DropOdds) -> u16) -> Option<f64> {
    let parts = drop
        .odds
        .iter()
        .map(|odds| f64::from(u32::from(odds.ways) * u32::from(of(odds))) / f64::from(odds.of));
    (!drop.odds.is_empty()).then(|| parts.sum())
}

fn turn_columns(turns: &[(u64, &TurnFacts)]) -> Vec<Column> {
    let rows = Rows(turns);
    vec![
        rows.index("game", |(game, _)| *game),
        rows.u32("turn", |(_, t)| t.turn.into()),
        rows.u32("german_steps", |(_, t)| t.steps.german.into()),
        rows.u32("allied_steps", |(_, t)| t.steps.allied.into()),
        rows.u32("german_steps_lost", |(_, t)| t.steps_lost.german.into()),
        rows.u32("allied_steps_lost", |(_, t)| t.steps_lost.allied.into()),
        rows.maybe_u32("greek_steps_lost", |(_, t)| t.greek_steps_lost.map(Into::into)),
        rows.u32("german_control", |(_, t)| t.control.german.into()),
        rows.u32("allied_control", |(_, t)| t.control.allied.into()),
        rows.maybe_u32("airfields", |(_, t)| t.airfields.map(Into::into)),
        rows.maybe_u32("ports", |(_, t)| t.ports.map(Into::into)),
        rows.u32("german_points", |(_, t)| t.points.german.into()),
        rows.u32("allied_points", |(_, t)| t.points.allied.into()),
        rows.u32("german_points_earned", |(_, t)| t.points_earned.german.into()),
        rows.u32("allied_points_earned", |(_, t)| t.points_earned.allied.into()),
        rows.u32("german_points_spent", |(_, t)| t.points_spent.german.into()),
        rows.u32("allied_points_spent", |(_, t)| t.points_spent.allied.into()),
        rows.maybe_i32("morale", |(_, t)| t.morale.map(Into::into)),
        rows.maybe_i32("withdrawal_level", |(_, t)| t.withdrawal_level.map(Into::into)),
        rows.i32("advantage", |(_, t)| t.advantage),
        rows.maybe_u32("serials_landed", |(_, t)| t.serials.map(|s| s.landed.into())),
        rows.maybe_u32("serials_waiting", |(_, t)| t.serials.map(|s| s.waiting.into())),
        rows.maybe_u32("airfield_fire_zones", |(_, t)| t.serials.map(|s| s.fire_zones.into())),
        rows.text("airlanding", |(_, t)| t.serials.and_then(|s| s.turn).map(SerialTurn::word)),
    ]
}

fn units(units: &[(u64, &UnitEntry, &UnitRow)]) -> Vec<Column> {
    let rows = Rows(units);
    vec![
        rows.index("game", |(game, ..)| *game),
        rows.text("unit", |(_, entry, _)| Some(&entry.id)),
        rows.text("name", |(_, entry, _)| Some(&entry.name)),
        rows.text("side", |(_, entry, _)| Some(entry.side.word())),
        rows.text("division", |(_, entry, _)| Some(&entry.division)),
        rows.text("formation", |(_, entry, _)| Some(&entry.formation)),
        rows.text("kind", |(_, entry, _)| Some(&entry.kind)),
        rows.flag("greek", |(_, entry, _)| entry.greek),
        rows.u32("full_steps", |(_, entry, _)| entry.steps.into()),
        rows.u32("steps", |(.., unit)| unit.fate.steps.into()),
        rows.text("fate", |(.., unit)| Some(unit.fate.fate.word())),
        rows.maybe_u32("fate_turn", |(.., unit)| unit.fate.turn.map(Into::into)),
        rows.text("cause", |(.., unit)| unit.fate.cause),
        rows.text("hex", |(.., unit)| unit.hex.as_deref()),
    ]
}

/// What the landings of one game cost.
#[derive(Default)]
pub(crate) struct Landing {
    pub(crate) units: u32,
    pub(crate) eliminated: u32,
    pub(crate) steps: u32,
    pub(crate) markers: u32,
}

impl Landing {
    pub(crate) fn of(names: Names<'_>, drops: &[DropRow]) -> Landing {
        let mut landing = Landing::default();
        for drop in drops {
            landing.units += 1;
            landing.eliminated += u32::from(died_landing(names, drop));
            landing.steps += u32::from(drop.facts.steps_lost);
            landing.markers += u32::from(drop.facts.drop_markers);
        }
        landing
    }
}

/// The state of the airlanding at the end of the last turn; `None` if the scenario has none.
fn serials(record: &Record) -> Option<SerialFacts> {
    record.turns.last().and_then(|turn| turn.serials)
}

/// Number of turns in a game's airlanding timetable that had a given outcome.
fn serial_turns(record: &Record, came_to: impl Fn(SerialTurn) -> bool) -> u32 {
    let turns = record.turns.iter().filter_map(|turn| turn.serials?.turn);
    turns.filter(|&turn| came_to(turn)).count() as u32
}

/// Whether a landing cost a unit all its steps.
pub(crate) fn died_landing(names: Names<'_>, drop: &DropRow) -> bool {
    drop.facts.steps_lost >= names.unit(drop.facts.unit).steps.into()
}

/// Rows of any kind, turned into columns one at a time.
struct Rows<'r, R>(&'r [R]);

impl<'r, R> Rows<'r, R> {
    fn u64(&self, name: &str, value: impl Fn(&'r R) -> u64) -> Column {
        Series::from_vec(name.into(), self.0.iter().map(value).collect::<Vec<u64>>()).into()
    }

    // Counts are signed and wide, so that the difference of two, or the sum of a million, is correct in any tool.
    fn u32(&self, name: &str, value: impl Fn(&'r R) -> u32) -> Column {
        self.whole(name, |row| value(row).into())
    }

    fn i32(&self, name: &str, value: impl Fn(&'r R) -> i32) -> Column {
        self.whole(name, |row| value(row).into())
    }

    fn maybe_u32(&self, name: &str, value: impl Fn(&'r R) -> Option<u32>) -> Column {
        self.maybe_whole(name, |row| value(row).map(Into::into))
    }

    fn maybe_i32(&self, name: &str, value: impl Fn(&'r R) -> Option<i32>) -> Column {
        self.maybe_whole(name, |row| value(row).map(Into::into))
    }

    /// The index of a game: a chunk holds no more than 2^63.
    fn index(&self, name: &str, value: impl Fn(&'r R) -> u64) -> Column {
        self.whole(name, |row| value(row) as i64)
    }

    fn whole(&self, name: &str, value: impl Fn(&'r R) -> i64) -> Column {
        Series::from_vec(name.into(), self.0.iter().map(value).collect::<Vec<i64>>()).into()
    }

    fn maybe_whole(&self, name: &str, value: impl Fn(&'r R) -> Option<i64>) -> Column {
        Series::new(name.into(), self.0.iter().map(value).collect::<Vec<Option<i64>>>()).into()
    }

    fn maybe_f64(&self, name: &str, value: impl Fn(&'r R) -> Option<f64>) -> Column {
        Series::new(name.into(), self.0.iter().map(value).collect::<Vec<Option<f64>>>()).into()
    }

    fn flag(&self, name: &str, value: impl Fn(&'r R) -> bool) -> Column {
        Series::new(name.into(), self.0.iter().map(value).collect::<Vec<bool>>()).into()
    }

    fn text<T: AsRef<str>>(&self, name: &str, value: impl Fn(&'r R) -> Option<T>) -> Column {
        let cells: Vec<Option<T>> = self.0.iter().map(value).collect();
        let cells: Vec<Option<&str>> =
            cells.iter().map(|cell| cell.as_ref().map(AsRef::as_ref)).collect();
        Series::new(name.into(), cells).into()
    }
}
