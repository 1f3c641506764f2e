//! A number of one turn that stands among the numbers of its game.

use std::fmt;
use std::str::FromStr;

use lab::Record;
use polars::prelude::{Column, DataType, NamedFrom, Series};
use serde::{Deserialize, Serialize};

use crate::frame::Names;

/// A column of the table of turns at the end of one turn. Games that ended before keep their last number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TurnNumber {
    /// The turn, from 1.
    pub turn: u16,
    /// The column.
    pub column: String,
}

impl TurnNumber {
    /// The column of the advantage at the end of each turn, in the order of the turns.
    pub fn advantages(turns: u16) -> Vec<TurnNumber> {
        (1..=turns).map(|turn| TurnNumber { turn, column: "advantage".into() }).collect()
    }

    /// The name of its column among those of the games.
    pub(crate) fn name(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for TurnNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.column, self.turn)
    }
}

impl FromStr for TurnNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<TurnNumber, String> {
        let parts = text.rsplit_once('@').and_then(|(column, turn)| {
            Some(TurnNumber { turn: turn.parse().ok()?, column: column.into() })
        });
        parts.ok_or_else(|| format!("`{text}` is no number of a turn: expected COLUMN@TURN"))
    }
}

impl From<TurnNumber> for String {
    fn from(number: TurnNumber) -> String {
        number.to_string()
    }
}

impl TryFrom<String> for TurnNumber {
    type Error = String;

    fn try_from(text: String) -> Result<TurnNumber, String> {
        text.parse()
    }
}

/// The columns of some numbers of turns: the last number of each game up to the turn, or its first if it has none so
/// early. Cells are empty where a game has none at all.
pub(crate) fn columns(names: Names<'_>, records: &[Record], wanted: &[TurnNumber]) -> Vec<Column> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let rows: Vec<_> = records
        .iter()
        .flat_map(|record| record.turns.iter().map(|turn| (record.game.game, turn)))
        .collect();
    let table = names.turns(&rows);
    let column = |number: &TurnNumber| {
        let found = table.iter().find(|column| column.name() == number.column.as_str());
        let cells = found.and_then(|column| column.cast(&DataType::Int64).ok());
        let cells: Vec<Option<i64>> = match cells.as_ref().map(Column::i64) {
            Some(Ok(cells)) => cells.iter().collect(),
            _ => vec![None; rows.len()],
        };
        let mut first = 0;
        let of = |record: &Record| {
            let own = first..first + record.turns.len();
            first = own.end;
            let told = || own.clone().filter_map(|row| Some((rows[row].1.turn, cells[row]?)));
            let last = told().take_while(|&(turn, _)| turn <= number.turn).last();
            last.or_else(|| told().next()).map(|(_, cell)| cell)
        };
        let cells: Vec<Option<i64>> = records.iter().map(of).collect();
        Series::new(number.name().into(), cells).into()
    };
    wanted.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_number_of_a_turn_is_written_and_read() {
        let number = TurnNumber { turn: 12, column: "german_control".into() };
        assert_eq!("german_control@12".parse(), Ok(number.clone()));
        assert_eq!(number.to_string(), "german_control@12");
        assert!("german_control".parse::<TurnNumber>().unwrap_err().contains("COLUMN@TURN"));
        assert!("german_control@first".parse::<TurnNumber>().is_err());
    }

    /// A game that ended keeps its last number, one that begins later has its first, one without turns has none.
    #[test]
    fn games_that_ended_keep_their_last_number() {
        let (asked, about) = (sample::asked(3), sample::about());
        let names = Names { asked: &asked, about: &about };
        let mut records: Vec<Record> = (0..3).map(sample::record).collect();
        let row = |turn: u16, advantage: i32| {
            let mut row = sample::record(0).turns[0].clone();
            (row.turn, row.advantage) = (turn, advantage);
            row
        };
        records[0].turns = vec![row(1, 10), row(2, 20)];
        records[1].turns = vec![row(1, -5), row(2, -6), row(3, -7)];
        records[2].turns.clear();
        let wanted = TurnNumber::advantages(3);
        let found = columns(names, &records, &wanted);
        let cells =
            |place: usize| -> Vec<Option<i64>> { found[place].i64().unwrap().iter().collect() };
        assert_eq!(found[2].name(), "advantage@3");
        assert_eq!(cells(0), [Some(10), Some(-5), None]);
        assert_eq!(cells(1), [Some(20), Some(-6), None]);
        assert_eq!(cells(2), [Some(20), Some(-7), None]);
    }
}
