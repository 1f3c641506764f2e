//! What a gate measures, game by game.

use engine::Side;
use lab::Complaint;
use polars::prelude::{DataFrame, DataType, PolarsResult};

use super::columns::{Columns, Kind, LEVEL, RANK};
use super::scan::{Fault, Scan, Token};
use crate::frame::DRAW;

/// One number per game; `NaN` where the game has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    values: Vec<f64>,
    /// Games whose cell is empty: in a share they count as "no", but they are not evidence for it.
    empty: usize,
}

impl Numbers {
    /// No games yet.
    pub fn new() -> Numbers {
        Numbers::default()
    }

    /// No games yet, with room for some.
    pub(crate) fn with_capacity(games: usize) -> Numbers {
        Numbers { values: Vec::with_capacity(games), empty: 0 }
    }

    /// Whether there are games, and none has anything in the column.
    pub(crate) fn nowhere(&self) -> bool {
        !self.values.is_empty() && self.empty == self.values.len()
    }

    /// Games whose cell is empty.
    pub(crate) fn empty(&self) -> usize {
        self.empty
    }
}

impl std::ops::Deref for Numbers {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.values
    }
}

impl Extend<f64> for Numbers {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, numbers: I) {
        let before = self.values.len();
        self.values.extend(numbers);
        self.empty += self.values[before..].iter().filter(|number| number.is_nan()).count();
    }
}

impl From<Vec<f64>> for Numbers {
    fn from(values: Vec<f64>) -> Numbers {
        let mut numbers = Numbers::new();
        numbers.extend(values);
        numbers
    }
}

/// Something that each game has, and how it is aggregated over the games: as a share, mean or quantile.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// As it was written.
    pub(crate) said: String,
    pub(crate) of: Of,
    pub(crate) asks: Asks,
}

/// What is read off a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Of {
    /// 1 if a side won.
    Won(Side),
    /// 1 for a win, 1/2 for a game that neither side won.
    Score(Side),
    /// 1 if neither side won a game that was played to its end.
    Drawn,
    /// 1 if yes.
    Flag(String),
    /// 1 if the comparison holds.
    Compared(String, &'static str, f64),
    /// 1 if the word matches.
    Named(String, String),
    /// The number itself.
    Number(String),
}

/// How it is aggregated over the games.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Asks {
    Share,
    Mean,
    Quantile(f64),
}

const METRICS: [&str; 6] = ["win_rate", "score", "rate", "mean", "median", "p95"];

impl Metric {
    /// Reads a text that is a metric and nothing else; the complaint names no file.
    #[expect(clippy::result_large_err, reason = "a complaint is the end of the command")]
    pub(crate) fn parse(said: &str, columns: &Columns) -> Result<Metric, Complaint> {
        let read = || {
            let mut scan = Scan::new(said)?;
            let metric = Metric::read(&mut scan, columns)?;
            scan.end().map(|()| metric)
        };
        read().map_err(|Fault { problem, expected, nearest }| Complaint {
            nearest,
            expected,
            ..Complaint::whole("", problem)
        })
    }

    /// Reads a metric off the start of a line.
    pub(crate) fn read(scan: &mut Scan, columns: &Columns) -> Result<Metric, Fault> {
        let wanted = "a metric: win_rate(SIDE), score(SIDE), rate(WHAT), mean(COLUMN), median(COLUMN), p95(COLUMN)";
        let Some(Token::Word(name)) = scan.peek().cloned() else { return Err(scan.wrong(wanted)) };
        let percent = name.strip_prefix('p').and_then(|percent| percent.parse::<f64>().ok());
        if percent.is_none() && !METRICS[..5].contains(&name.as_str()) {
            return Err(Fault {
                expected: wanted.into(),
                ..Fault::unknown("metric", &name, &METRICS)
            });
        }
        if percent.is_some_and(|percent| !(0.0 < percent && percent < 100.0)) {
            return Err(Fault::new(format!("`{name}` is no percentile"), "p1 to p99"));
        }
        scan.next();
        scan.need("(")?;
        let (of, asks, inside) = match name.as_str() {
            "win_rate" => {
                let side = side(scan)?;
                (Of::Won(side), Asks::Share, side.word().to_owned())
            }
            "score" => {
                let side = side(scan)?;
                (Of::Score(side), Asks::Mean, side.word().to_owned())
            }
            "rate" => {
                let (of, said) = event(scan, columns)?;
                (of, Asks::Share, said)
            }
            _ => {
                let column = word(scan, "a column of numbers")?;
                let asks = match (name.as_str(), percent) {
                    ("mean", _) => Asks::Mean,
                    (_, percent) => Asks::Quantile(percent.map_or(0.5, |percent| percent / 100.0)),
                };
                (Of::Number(columns.numeric(&column)?.0), asks, column)
            }
        };
        scan.need(")")?;
        Ok(Metric { said: format!("{name}({inside})"), of, asks })
    }

    /// As it was written.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// Whether its values are victory levels.
    pub(crate) fn is_level(&self) -> bool {
        matches!(&self.of, Of::Number(column) if column == RANK)
    }

    /// The columns it reads.
    pub(crate) fn column(&self) -> &str {
        match &self.of {
            Of::Won(_) | Of::Score(_) | Of::Drawn => "winner",
            Of::Flag(column)
            | Of::Compared(column, ..)
            | Of::Named(column, _)
            | Of::Number(column) => column,
        }
    }

    /// Adds the numbers of some games, in their order.
    pub(crate) fn read_off(&self, games: &DataFrame, numbers: &mut Numbers) -> PolarsResult<()> {
        let column = games.column(self.column())?;
        // A game without a winner was cut off, which is information enough.
        if !matches!(self.of, Of::Won(_) | Of::Score(_) | Of::Drawn) {
            numbers.empty += column.null_count();
        }
        let numbers = &mut numbers.values;
        let yes = |yes: bool| f64::from(u8::from(yes));
        match &self.of {
            Of::Won(side) => {
                numbers.extend(column.str()?.iter().map(|word| yes(word == Some(side.word()))));
            }
            Of::Score(side) => numbers.extend(column.str()?.iter().map(|word| match word {
                Some(word) if word == side.word() => 1.0,
                Some(word) if word == side.other().word() => 0.0,
                _ => 0.5,
            })),
            Of::Drawn => numbers.extend(column.str()?.iter().map(|word| yes(word == Some(DRAW)))),
            Of::Flag(_) => {
                numbers.extend(column.bool()?.iter().map(|flag| yes(flag == Some(true))));
            }
            Of::Named(_, wanted) => {
                numbers.extend(column.str()?.iter().map(|word| yes(word == Some(wanted))));
            }
            Of::Compared(_, sign, bound) => {
                let column = column.cast(&DataType::Float64)?;
                numbers.extend(column.f64()?.iter().map(|number| {
                    yes(number.is_some_and(|number| match *sign {
                        ">=" => number >= *bound,
                        "<=" => number <= *bound,
                        // Whole numbers: exact.
                        _ => (number - bound).abs() < 0.5,
                    }))
                }));
            }
            Of::Number(_) => {
                let column = column.cast(&DataType::Float64)?;
                numbers.extend(column.f64()?.iter().map(|number| number.unwrap_or(f64::NAN)));
            }
        }
        Ok(())
    }
}

fn word(scan: &mut Scan, expected: &str) -> Result<String, Fault> {
    match scan.peek().cloned() {
        Some(Token::Word(word)) => {
            scan.next();
            Ok(word)
        }
        _ => Err(scan.wrong(expected)),
    }
}

fn side(scan: &mut Scan) -> Result<Side, Fault> {
    let expected = "german or allied";
    let typed = word(scan, expected)?;
    let found = Side::from_word(&typed);
    found.ok_or_else(|| Fault::unknown("side", &typed, &Side::BOTH.map(Side::word)))
}

/// `draw`, a column of yes and no, or `COLUMN = VALUE`, `COLUMN >= VALUE`, `COLUMN <= VALUE`.
fn event(scan: &mut Scan, columns: &Columns) -> Result<(Of, String), Fault> {
    let name = word(scan, "draw, cut_off, or a column and a value, as in end_turn <= 4")?;
    if name == "draw" {
        return Ok((Of::Drawn, name));
    }
    let mut known = columns.names(&[Kind::Flag, Kind::Count, Kind::Number, Kind::Words]);
    known.push("draw");
    let kind =
        columns.kind(&name).ok_or_else(|| Fault::unknown("event or column", &name, &known))?;
    if kind == Kind::Flag {
        return Ok((Of::Flag(name.clone()), name));
    }
    let ordered = kind != Kind::Words || name == LEVEL;
    let signs: &[&str] = if ordered { &["=", ">=", "<="] } else { &["="] };
    let expected = if ordered { "`=`, `>=` or `<=` and a value" } else { "`=` and a value" };
    let Some(sign) = signs.iter().copied().find(|sign| scan.skip(sign)) else {
        return Err(scan.wrong(expected));
    };
    if kind != Kind::Words {
        let (number, _) = scan.number()?;
        let said = format!("{name} {sign} {number}");
        return Ok((Of::Compared(name, sign, number), said));
    }
    let Some(Token::Word(value) | Token::Text(value)) = scan.peek().cloned() else {
        return Err(scan.wrong("a value in quotes"));
    };
    scan.next();
    let said = format!("{name} {sign} \"{value}\"");
    if name == LEVEL {
        return Ok((Of::Compared(RANK.into(), sign, columns.rank(&value)?), said));
    }
    columns.can_be(&name, &value)?;
    Ok((Of::Named(name, value), said))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Names, Table};
    use crate::sample;

    fn read(line: &str) -> Result<Metric, Fault> {
        let columns = Columns::of(&sample::asked(10), &sample::about());
        let mut scan = Scan::new(line)?;
        let metric = Metric::read(&mut scan, &columns)?;
        scan.end()?;
        Ok(metric)
    }

    /// Games 0 to 5 of the toy: the Germans win 0 and 3, at dusk (turn 3).
    #[test]
    fn numbers_of_six_games() {
        let (asked, about) = (sample::asked(6), sample::about());
        let records: Vec<_> = (0..6)
            .map(|game| {
                let mut record = sample::record(game);
                if game == 5 {
                    record.game.winner = None;
                }
                record
            })
            .collect();
        let games = Names { asked: &asked, about: &about }.frame(Table::Games, &records).unwrap();
        for (line, expected) in [
            ("win_rate(german)", [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            ("score(german)", [1.0, 0.0, 0.0, 1.0, 0.0, 0.5]),
            ("rate(draw)", [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
            ("rate(cut_off)", [0.0; 6]),
            ("rate(end_turn<=3)", [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            ("rate(clause = port)", [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            ("rate(victory_level >= 'Allied minor')", [0.0, 1.0, 1.0, 0.0, 1.0, 1.0]),
            ("mean(german_steps_lost)", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
            ("p95(decisions)", [100.0, 101.0, 102.0, 103.0, 104.0, 105.0]),
            ("median(victory_level)", [2.0, 3.0, 3.0, 2.0, 3.0, 3.0]),
        ] {
            let mut numbers = Numbers::new();
            read(line).unwrap().read_off(&games, &mut numbers).unwrap();
            assert_eq!(&*numbers, expected, "{line}");
        }
        let mut numbers = Numbers::new();
        read("median(morale_end)").unwrap().read_off(&games, &mut numbers).unwrap();
        assert!(numbers.iter().all(|number| number.is_nan()) && numbers.len() == 6);
    }

    #[test]
    fn what_is_not_known_is_named_with_its_neighbour() {
        for (line, nearest) in [
            ("winrate(german)", Some("win_rate")),
            ("win_rate(germany)", Some("german")),
            ("mean(end_trun)", Some("end_turn")),
            ("rate(drawn)", Some("draw")),
            ("rate(victory_level = 'German mayor')", Some("German major")),
            ("rate(winner = German)", Some("german")),
            ("rate(winner = axis)", None),
            ("rate(german = bald)", Some("bold")),
            ("rate(drops = all-out)", Some("all-in")),
            ("mean(game)", None),
            ("rate(seed >= 4)", None),
            ("mean(clause)", None),
            ("p0(end_turn)", None),
            ("p100(end_turn)", None),
            ("mean end_turn", None),
            ("rate(clause >= port)", None),
        ] {
            let fault = read(line).unwrap_err();
            if nearest.is_some() {
                assert_eq!(fault.nearest.as_deref(), nearest, "{line}: {fault:?}");
            }
            assert!(!fault.expected.is_empty(), "{line}");
        }
    }
}
