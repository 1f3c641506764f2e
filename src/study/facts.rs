//! Published outcomes beside the games.

use lab::{Fact, FactSource, Statistic, nearest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::estimate::{Interval, quantile_ranks};
use crate::frame::{Names, Table};
use crate::games::{End, Games, each_turn};
use crate::histogram::Histogram;
use crate::outcomes::SHARES;
use crate::{About, CONFIDENCE, Estimate, Method, Run, RunAsked, StudyError};

/// One published outcome, and what the games say to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FactStudy {
    /// What is reported.
    pub told: String,
    /// Who reports it.
    pub kind: FactSource,
    /// Where.
    pub source: String,
    /// Which number of the games it speaks of, in words.
    pub of: String,
    /// Whether that is a share of games.
    pub share: bool,
    /// Least and greatest value that the report allows.
    pub reported: [f64; 2],
    /// The same number of these games; `None` where no game has it.
    pub games: Option<Estimate>,
}

/// Refuses a fact that speaks of a column or a turn which these games do not have.
pub fn check_facts(asked: &RunAsked, about: &About, facts: &[Fact]) -> Result<(), StudyError> {
    let names = Names { asked, about };
    for fact in facts {
        let last = about.turn_names.len();
        if let Some(turn) = fact.turn.filter(|&turn| turn == 0 || usize::from(turn) > last) {
            return Err(StudyError::NoSuchTurn { turn, column: fact.column.clone(), last });
        }
        let table = if fact.turn.is_some() { Table::Turns } else { Table::Games };
        let empty = names.frame(table, &[]).expect("a table without rows is one");
        let numbers = empty.columns().iter().filter(|column| column.dtype().is_integer());
        let apart = ["game", "seed", "world", "turn"];
        let numbers = numbers.map(|column| column.name().to_string());
        let mut known: Vec<String> =
            numbers.filter(|name| !apart.contains(&name.as_str())).collect();
        if fact.turn.is_none() {
            known.extend(SHARES.map(String::from));
        }
        if !known.contains(&fact.column) {
            return Err(StudyError::NoSuchMeasure {
                name: fact.column.clone(),
                nearest: nearest(&fact.column, known.iter().map(String::as_str)),
                known,
            });
        }
    }
    Ok(())
}

/// What a fact speaks of, in words.
pub fn fact_words(fact: &Fact) -> String {
    let column = fact.column.replace('_', " ");
    let what = match fact.statistic() {
        _ if column == "german win" => "games that the Germans win".to_owned(),
        _ if column == "allied win" => "games that the Allies win".to_owned(),
        Statistic::Share(least, most) => match (least.is_finite(), most.is_finite()) {
            (true, true) => format!("games with {column} from {least} to {most}"),
            (false, _) => format!("games with {column} of {most} or less"),
            (true, false) if fact.at_least.is_none() => format!("games with {column}"),
            (true, false) => format!("games with {column} of {least} or more"),
        },
        Statistic::Mean => format!("mean of {column}"),
        Statistic::Quantile(q) if (q - 0.5).abs() < 1e-9 => format!("median of {column}"),
        Statistic::Quantile(q) => format!("{:.0}% quantile of {column}", q * 100.0),
    };
    match fact.turn {
        Some(turn) => format!("{what} at the end of turn {turn}"),
        None => what,
    }
}

/// The facts that ship with a scenario, beside the games of a run. A run that changes the scenario has none.
pub(crate) fn study(run: &Run, games: &Games) -> Result<Vec<FactStudy>, StudyError> {
    let changed = !(run.asked().set.is_empty()
        && run.asked().drops.is_empty()
        && run.asked().setup.is_empty());
    let facts = run.about().facts.iter().filter(|_| !changed);
    facts
        .map(|fact| {
            let counted = numbers(run, games, fact)?;
            Ok(FactStudy {
                told: fact.told.clone(),
                kind: fact.kind,
                source: fact.source.clone(),
                of: fact_words(fact),
                share: fact.share.is_some(),
                reported: fact.range(),
                games: (!counted.is_empty()).then(|| estimate(&counted, fact)),
            })
        })
        .collect()
}

/// How often each number of a fact's column occurs; half points of a score.
fn numbers(run: &Run, games: &Games, fact: &Fact) -> Result<Histogram, StudyError> {
    let mut counted = Histogram::default();
    if let Some(turn) = fact.turn {
        // The last row of each game up to the turn; rows are in the order of games and turns.
        let mut last: Option<(i64, i64)> = None;
        each_turn(&run.table(Table::Turns)?, &fact.column, |game, at, number| {
            if let Some((before, number)) = last
                && before != game
            {
                counted.add(number);
                last = None;
            }
            if at <= i64::from(turn) || last.is_none_or(|(before, _)| before != game) {
                last = number.map(|number| (game, number)).or(last);
            }
        })?;
        if let Some((_, number)) = last {
            counted.add(number);
        }
        return Ok(counted);
    }
    if SHARES.contains(&fact.column.as_str()) {
        games.numbers(&[], |end, _| counted.add(end_number(&fact.column, end)))?;
        return Ok(counted);
    }
    games.histogram(&fact.column)
}

/// What a measure made from the end of a game is; of a score, its half points.
fn end_number(measure: &str, end: End) -> i64 {
    use engine::Side::{Allied, German};
    let is = |wanted: bool| i64::from(wanted);
    match measure {
        "german_win" => is(end == End::Won(German)),
        "allied_win" => is(end == End::Won(Allied)),
        "draw" => is(end == End::Drawn),
        _ => 1 + is(end == End::Won(German)) - is(end == End::Won(Allied)),
    }
}

/// The number that a fact speaks of, with its interval.
fn estimate(counted: &Histogram, fact: &Fact) -> Estimate {
    let scale = if fact.column == "german_score" { 0.5 } else { 1.0 };
    let n = counted.n();
    match fact.statistic() {
        Statistic::Share(least, most) => {
            let inside =
                |&(number, _): &(i64, u64)| (least..=most).contains(&(number as f64 * scale));
            Estimate::share(counted.counts().filter(inside).map(|(_, count)| count).sum(), n)
        }
        Statistic::Mean => {
            let mean = counted.mean_estimate();
            let [value, low, high] = [mean.value, mean.low, mean.high].map(|x| x * scale);
            Estimate { value, low, high, ..mean }
        }
        Statistic::Quantile(q) => {
            let (low, high) = quantile_ranks(n, q, CONFIDENCE);
            let at = |rank: u64| {
                let share = (rank as f64 - 0.5) / n as f64;
                counted.quantile(share.clamp(0.0, 1.0)) * scale
            };
            let interval = Interval { low: at(low), high: at(high) };
            Estimate::new(counted.quantile(q) * scale, interval, n, Method::OrderStatistics)
        }
    }
}

impl FactStudy {
    /// Whether the games agree with the report, as far as their interval tells: `None` if they may or may not.
    pub fn agrees(&self) -> Option<bool> {
        let games = self.games.as_ref()?;
        let [low, high] = games.worlds.unwrap_or([games.low, games.high]);
        let [least, most] = self.reported;
        if least <= low && high <= most {
            Some(true)
        } else if high < least || most < low {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(text: &str) -> Fact {
        let head = "told = \"so\"\nkind = \"player\"\nsource = \"a page\"\n";
        toml::from_str(&format!("{head}{text}")).unwrap()
    }

    #[test]
    fn each_statistic_is_taken_from_the_counts() {
        let counted = Histogram::of_counts([(0, 20), (1, 30), (4, 50)]);
        let value = |text: &str| estimate(&counted, &fact(text)).value;
        let near = |text: &str, wanted: f64| assert!((value(text) - wanted).abs() < 1e-6, "{text}");
        near("column = \"ports\"\nat_least = 1\nshare = [0, 1]", 0.8);
        near("column = \"ports\"\nat_least = 1\nat_most = 2\nshare = [0, 1]", 0.3);
        near("column = \"ports\"\nat_most = 0\nshare = [0, 1]", 0.2);
        near("column = \"ports\"\nmean = [0, 1]", 2.3);
        near("column = \"ports\"\nquantile = 0.5\nvalue = [0, 1]", 1.0);
        // Half points: 0, 1/2 and 2.
        near("column = \"german_score\"\nmean = [0, 1]", 1.15);
    }

    #[test]
    fn facts_of_what_the_games_do_not_have_are_refused() {
        let (asked, about) = (crate::sample::asked(9), crate::sample::about());
        let refused = |turn: u16, column: &str| {
            let fact = fact(&format!("column = \"{column}\"\nturn = {turn}\nmean = [0, 5]"));
            check_facts(&asked, &about, &[fact]).err().map(|error| error.to_string())
        };
        // The toy has four turns.
        assert_eq!((refused(1, "german_steps"), refused(4, "german_steps")), (None, None));
        for turn in [0, 5, 99] {
            let said = refused(turn, "german_steps").unwrap();
            assert!(
                said.contains(&format!(
                    "no turn {turn} (`german_steps`); expected one from 1 to 4"
                )),
                "{said}"
            );
        }
        assert!(refused(1, "german_stpes").unwrap().contains("did you mean `german_steps`"));
    }

    #[test]
    fn facts_are_worded() {
        let said = |text: &str| fact_words(&fact(text));
        assert_eq!(said("column = \"german_win\"\nshare = [0, 1]"), "games that the Germans win");
        assert_eq!(
            said("column = \"ports_end\"\nturn = 2\nat_least = 1\nshare = [0, 1]"),
            "games with ports end of 1 or more at the end of turn 2"
        );
        assert_eq!(
            said("column = \"end_turn\"\nquantile = 0.5\nvalue = [1, 2]"),
            "median of end turn"
        );
    }
}
