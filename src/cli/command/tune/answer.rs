//! What tuning found: two strategy files, `tune.json`, and a table for the terminal.

use std::fmt::Write as _;

use engine::{BySide, Side};
use lab::tune::{Dial, Ending, Field, Gain, Measured, Terms, Tuned, Turn};
use lab::{Ancestor, Pedigree, Table};
use serde::Serialize;

use crate::output::{self, columns};
use crate::sitting::Sitting;

/// Findings to read, of each side, beside those that changed their sign.
const FURTHEST: usize = 8;

/// `tune.json`.
#[derive(Debug, Serialize)]
struct Numbers {
    scenario: String,
    command: String,
    version: &'static str,
    seed: String,
    holdout_seed: String,
    budget: u64,
    holdout: u64,
    /// All games, those of hold-out and scale included.
    games: u64,
    /// A margin counts by its distance from the middle one, in spreads.
    margin_middle: i32,
    margin_spread: i32,
    ending: String,
    rounds: Vec<TurnNumbers>,
    sides: Vec<SideNumbers>,
}

#[derive(Debug, Serialize)]
struct TurnNumbers {
    round: u32,
    side: &'static str,
    games: u64,
    holdout_games: u64,
    gain: Option<GainNumbers>,
    kept: bool,
    changes: Vec<ChangeNumbers>,
}

#[derive(Debug, Serialize)]
struct SideNumbers {
    side: &'static str,
    strategy: String,
    file: String,
    games: u64,
    opponents: Vec<Opponent>,
    /// Over the file as it was; nothing if it has not changed.
    gain: Option<GainNumbers>,
    /// From the file as it was, rounding included; those that moved furthest first.
    changes: Vec<ChangeNumbers>,
}

#[derive(Debug, Serialize)]
struct Opponent {
    name: String,
    hash: String,
}

#[derive(Debug, Serialize)]
struct GainNumbers {
    score: Interval,
    worth: Interval,
}

#[derive(Debug, Serialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Clone, Debug, Serialize)]
struct ChangeNumbers {
    dial: String,
    before: i32,
    after: i32,
    /// Rungs of the ladder of round numbers, or turns.
    steps: u32,
    sign_changed: bool,
}

/// All that is written and printed.
pub(super) struct Answer {
    files: Vec<(String, String)>,
    numbers: Numbers,
    text: String,
}

impl Answer {
    pub(super) fn new(
        field: &Field<'_>,
        table: &dyn Table,
        terms: Terms,
        line: &str,
        tuned: &Tuned,
    ) -> anyhow::Result<Answer> {
        let head = table.head();
        let name = head.scenario.split_once('/').map_or(head.scenario.as_str(), |(_, name)| name);
        let mut files = Vec::new();
        let mut sides = Vec::new();
        for side in Side::BOTH {
            let opponents = field.opponents(tuned, side)?;
            let strategy = &head.strategies[side];
            let gain = tuned.proof[side];
            let score = gain.map(|gain| [gain.score.value, gain.score.low, gain.score.high]);
            let pedigree = Pedigree {
                command: line.into(),
                version: env!("CARGO_PKG_VERSION").into(),
                scenario: head.scenario.clone(),
                start: Ancestor { name: strategy.name.clone(), hash: strategy.hash.clone() },
                rounds: tuned.turns.last().map_or(0, |turn| turn.round.into()),
                games: tuned.games[side],
                seed: terms.seed.to_string(),
                holdout_seed: terms.holdout_seed.to_string(),
                holdout: terms.holdout,
                gain: score.unwrap_or_default(),
                opponents: opponents
                    .iter()
                    .map(|(name, hash)| Ancestor { name: name.clone(), hash: hash.clone() })
                    .collect(),
            };
            let file = format!("{name}-{}.toml", side.word());
            files.push((file.clone(), field.text(side, tuned.best(side), &pedigree)));
            sides.push(SideNumbers {
                side: side.word(),
                strategy: strategy.name.clone(),
                file,
                games: tuned.games[side],
                opponents: opponents
                    .into_iter()
                    .map(|(name, hash)| Opponent { name, hash })
                    .collect(),
                gain: gain.map(numbers),
                changes: changes(field.dials(side), field.settings(side), tuned.best(side)),
            });
        }
        let turn = |turn: &Turn| TurnNumbers {
            round: turn.round,
            side: turn.side.word(),
            games: turn.games,
            holdout_games: turn.holdout,
            gain: turn.gain.map(numbers),
            kept: turn.kept,
            changes: changes(field.dials(turn.side), &turn.before, &turn.after),
        };
        let numbers = Numbers {
            scenario: head.scenario.clone(),
            command: line.into(),
            version: env!("CARGO_PKG_VERSION"),
            seed: terms.seed.to_string(),
            holdout_seed: terms.holdout_seed.to_string(),
            budget: terms.budget,
            holdout: terms.holdout,
            games: tuned.all_games,
            margin_middle: tuned.scale.middle,
            margin_spread: tuned.scale.spread,
            ending: ending(tuned),
            rounds: tuned.turns.iter().map(turn).collect(),
            sides,
        };
        let meaning = |dial: &str| meaning(table, dial);
        Ok(Answer { files, text: text(tuned, &numbers, &meaning), numbers })
    }

    /// Writes the files and prints the table.
    pub(super) fn give(&self, sitting: &Sitting) -> anyhow::Result<()> {
        let mut text = self.text.clone();
        for (name, file) in &self.files {
            sitting.put(name, file.as_bytes())?;
            let _ = writeln!(text, "strategy: {}", sitting.path().join(name).display());
        }
        let json = serde_json::to_string_pretty(&self.numbers)? + "\n";
        sitting.put("tune.json", json.as_bytes())?;
        let _ = writeln!(text, "numbers: {}", sitting.path().join("tune.json").display());
        output::print(&text)
    }
}

fn numbers(gain: Gain) -> GainNumbers {
    let interval = |of: Measured| Interval { value: of.value, low: of.low, high: of.high };
    GainNumbers { score: interval(gain.score), worth: interval(gain.worth) }
}

/// The dials that were turned, the furthest first.
fn changes(dials: &[Dial], before: &[i32], after: &[i32]) -> Vec<ChangeNumbers> {
    let settings = before.iter().copied().zip(after.iter().copied());
    let turned = dials.iter().zip(settings).filter(|(_, (before, after))| before != after);
    let mut changes: Vec<ChangeNumbers> = turned
        .map(|(dial, (before, after))| {
            let change = dial.change(before, after);
            ChangeNumbers {
                dial: dial.name.clone(),
                before,
                after,
                steps: change.steps,
                sign_changed: change.turned_round,
            }
        })
        .collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.steps));
    changes
}

/// What the feature of a dial means, with its unit; nothing for a turn.
fn meaning(table: &dyn Table, dial: &str) -> String {
    let system = table.head().scenario.split('/').next().unwrap_or_default();
    let system = lab::SHELF.iter().find(|known| known.id() == system);
    let name = dial.rsplit('.').next().unwrap_or_default();
    let feature = system.and_then(|system| {
        system.vocabulary().features.iter().find(|feature| feature.name == name)
    });
    feature.map_or_else(String::new, |feature| format!("{}: {}", feature.unit, feature.meaning))
}

fn ending(tuned: &Tuned) -> String {
    let version = |side: Side, number: usize| format!("{} version {number}", side.word());
    match &tuned.ending {
        Ending::Settled => "neither side gained in the last round".into(),
        Ending::OutOfRounds => {
            "the rounds are over, and a side still gained in the last: more rounds may gain more"
                .into()
        }
        Ending::Returned(side, number) => {
            format!("the answers go round in a circle: back to {}", version(*side, *number))
        }
        Ending::Circle(pairs) => {
            let pair = |&(german, allied): &(usize, usize)| format!("{german}-{allied}");
            let way = pairs.iter().map(pair).collect::<Vec<_>>().join(", ");
            format!("the answers go round in a circle of German-Allied versions: {way}")
        }
    }
}

fn text(tuned: &Tuned, numbers: &Numbers, meaning: &dyn Fn(&str) -> String) -> String {
    let mut text = format!(
        "{}: {} games, of which {} to train each side\n\n",
        numbers.scenario,
        numbers.games,
        both(tuned.games),
    );
    let head = ["round", "side", "games", "turned", "gain in score", "gain in worth", "kept"];
    let mut rows = vec![head.map(String::from)];
    for turn in &numbers.rounds {
        let gain = |of: fn(&GainNumbers) -> &Interval| {
            turn.gain.as_ref().map_or("none".into(), |gain| shown(of(gain)))
        };
        rows.push([
            turn.round.to_string(),
            turn.side.into(),
            turn.games.to_string(),
            turn.changes.len().to_string(),
            gain(|gain| &gain.score),
            gain(|gain| &gain.worth),
            if turn.kept { "yes" } else { "no" }.into(),
        ]);
    }
    text += &columns(&rows);
    let _ = writeln!(text, "\nended: {}", numbers.ending);
    for side in &numbers.sides {
        let gain = side.gain.as_ref().map_or_else(
            || "unchanged".into(),
            |gain| format!("score {}, worth {}", shown(&gain.score), shown(&gain.worth)),
        );
        let _ = writeln!(
            text,
            "{} over `{}` as it was, on hold-out games that decided nothing: {gain}",
            side.side, side.strategy
        );
    }
    let findings = findings(&numbers.sides, meaning);
    if !findings.is_empty() {
        let _ = write!(
            text,
            "\nfindings to read: weights whose sign changed, and those turned furthest\n{}",
            columns(&findings)
        );
    }
    text.push('\n');
    text
}

/// The weights whose sign changed, and those that were turned furthest.
fn findings(sides: &[SideNumbers], meaning: &dyn Fn(&str) -> String) -> Vec<[String; 4]> {
    let of = |side: &SideNumbers| {
        let told = side.changes.iter().enumerate();
        let told = told
            .filter(|(place, change)| change.sign_changed || *place < FURTHEST && change.steps > 1);
        let row = |(_, change): (usize, &ChangeNumbers)| {
            let sign = if change.sign_changed { ", sign changed" } else { "" };
            [
                format!("  {}", side.side),
                change.dial.clone(),
                format!("{} to {}{sign}", change.before, change.after),
                meaning(&change.dial),
            ]
        };
        told.map(row).collect::<Vec<_>>()
    };
    sides.iter().flat_map(of).collect()
}

fn shown(interval: &Interval) -> String {
    let Interval { value, low, high } = interval;
    format!("{value:+.3} ({low:+.3} to {high:+.3})")
}

fn both(games: BySide<u64>) -> String {
    if games.german == games.allied {
        games.german.to_string()
    } else {
        format!("{} (German) and {} (Allied)", games.german, games.allied)
    }
}

#[cfg(test)]
mod tests {
    use lab::tune::DialKind;

    use super::*;

    #[test]
    fn findings_are_changed_signs_and_long_ways() {
        let dials = ["weights.a", "weights.b", "weights.c", "weights.d"]
            .map(|name| Dial { name: name.into(), kind: DialKind::Weight });
        let changes = changes(&dials, &[10, 1, 5, 8], &[100, -1, 6, 8]);
        let names: Vec<&str> = changes.iter().map(|change| change.dial.as_str()).collect();
        assert_eq!(names, ["weights.a", "weights.b", "weights.c"]);
        let side = SideNumbers {
            side: "german",
            strategy: "mine".into(),
            file: "mine.toml".into(),
            games: 0,
            opponents: Vec::new(),
            gain: None,
            changes,
        };
        let told = findings(&[side], &|dial| format!("about {dial}"));
        let words: Vec<&str> = told.iter().map(|row| row[2].as_str()).collect();
        assert_eq!(words, ["10 to 100", "1 to -1, sign changed"]);
        assert_eq!(told[0][3], "about weights.a");
    }
}
