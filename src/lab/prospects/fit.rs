//! Fitting prospects: logistic regression of the score on how things stood at the end of each turn.

use engine::Side;

use super::logistic::chance;
use super::{TERMS, Weights, terms};
use crate::record::Record;

/// Every game with this remainder is kept out of the fit.
const KEPT_OUT: usize = 3;
/// One game in so many is kept out.
const ONE_IN: usize = 4;
/// Newton's steps; a handful is enough for any sensible games.
const STEPS: usize = 25;
/// Keeps weights finite where a term decides every game, and small where it says nothing.
const RIDGE: f64 = 1.0;
/// Classes of chances that are held against the scores.
const CLASSES: usize = 5;

/// Weights, and how they do on games that they were not fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Games that were kept out.
    pub kept_out: u64,
    /// Ends of turns that were fitted to.
    pub turn_ends: u64,
    /// Mean log loss over the ends of turns kept out.
    pub log_loss: f64,
    /// The same for whoever knows only the mean score.
    pub log_loss_of_mean: f64,
    /// The widest gap between chance and score among the classes of chances.
    pub widest_gap: f64,
}

/// The end of a turn, and what became of the game.
struct Row {
    terms: [f64; TERMS],
    /// The Germans' score: win 1, draw 1/2.
    score: f64,
}

/// Fits weights to games of `length` turns; `None` if no turn ended before its game did, or no game is left to judge by.
pub fn fit(games: &[Record], length: u16) -> Option<Fitted> {
    let (mut fitted, mut judged) = (Vec::new(), Vec::new());
    let mut kept_out = 0;
    for (number, record) in games.iter().enumerate() {
        if record.game.cut_off {
            continue;
        }
        let out = number % ONE_IN == KEPT_OUT;
        kept_out += u64::from(out);
        let score = match record.game.winner {
            Some(Side::German) => 1.0,
            Some(Side::Allied) => 0.0,
            None => 0.5,
        };
        let before = record.turns.iter().filter(|end| end.turn < record.game.facts.end_turn);
        let rows = before.map(|end| Row { terms: terms(end, length), score });
        if out { judged.extend(rows) } else { fitted.extend(rows) }
    }
    if fitted.is_empty() || judged.is_empty() {
        return None;
    }
    // What is judged is what the file holds: weights in whole thousandths.
    let weights = Weights::of(newton(&fitted).map(|weight| (weight * 1000.0).round() as i32));
    let rounded = weights.array().map(|weight| f64::from(weight) / 1000.0);
    let mean = fitted.iter().map(|row| row.score).sum::<f64>() / fitted.len() as f64;
    let digits = |x: f64| (x * 1e4).round() / 1e4;
    Some(Fitted {
        weights,
        kept_out,
        turn_ends: fitted.len() as u64,
        log_loss: digits(loss(&judged, |row| chance(&rounded, &row.terms))),
        log_loss_of_mean: digits(loss(&judged, |_| mean)),
        widest_gap: digits(widest_gap(&judged, |row| chance(&rounded, &row.terms))),
    })
}

/// The weights of the greatest likelihood, by Newton's method.
fn newton(rows: &[Row]) -> [f64; TERMS] {
    let mut weights = [0.0; TERMS];
    for _ in 0..STEPS {
        let mut slope = [0.0; TERMS];
        let mut bend = [[0.0; TERMS]; TERMS];
        for row in rows {
            let p = chance(&weights, &row.terms);
            for ((own, slope), bends) in row.terms.iter().zip(&mut slope).zip(&mut bend) {
                *slope += (row.score - p) * own;
                for (bend, other) in bends.iter_mut().zip(row.terms) {
                    *bend += p * (1.0 - p) * own * other;
                }
            }
        }
        for i in 0..TERMS {
            slope[i] -= RIDGE * weights[i];
            bend[i][i] += RIDGE;
        }
        let step = solve(bend, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    weights
}

/// Solves a positive definite system by elimination.
fn solve(mut rows: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
    for pivot in 0..TERMS {
        for row in pivot + 1..TERMS {
            let above = rows[pivot];
            let times = rows[row][pivot] / above[pivot];
            for (cell, above) in rows[row].iter_mut().zip(above) {
                *cell -= times * above;
            }
            right[row] -= times * right[pivot];
        }
    }
    let mut solution = [0.0; TERMS];
    for row in (0..TERMS).rev() {
        let known: f64 = (row + 1..TERMS).map(|column| rows[row][column] * solution[column]).sum();
        solution[row] = (right[row] - known) / rows[row][row];
    }
    solution
}

fn loss(rows: &[Row], chance: impl Fn(&Row) -> f64) -> f64 {
    let one = |row: &Row| {
        let p = chance(row).clamp(1e-6, 1.0 - 1e-6);
        -(row.score * p.ln() + (1.0 - row.score) * (1.0 - p).ln())
    };
    rows.iter().map(one).sum::<f64>() / rows.len() as f64
}

/// Rows of neighbouring chances, a fifth of all each: how far their mean chance is from their mean score, at most.
fn widest_gap(rows: &[Row], chance: impl Fn(&Row) -> f64) -> f64 {
    let mut pairs: Vec<(f64, f64)> = rows.iter().map(|row| (chance(row), row.score)).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let each = pairs.len().div_ceil(CLASSES);
    let gaps = pairs.chunks(each).map(|class| {
        let gap: f64 = class.iter().map(|(chance, score)| chance - score).sum();
        (gap / class.len() as f64).abs()
    });
    gaps.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use engine::{BySide, GameFacts, TurnFacts};

    use super::*;
    use crate::record::{GameRow, Luck, Tempo};

    /// A game of four turns in which the Germans have an advantage throughout.
    fn game(advantage: i32, winner: Option<Side>) -> Record {
        let turns = (1..=4).map(|turn| TurnFacts { turn, advantage, ..TurnFacts::default() });
        Record {
            game: GameRow {
                game: 0,
                seed: 0,
                winner,
                level: None,
                margin: 0,
                clause: "test",
                cut_off: false,
                facts: GameFacts { end_turn: 4, ..GameFacts::default() },
                decisions: 0,
                choices: 0,
                rolls: 0,
                tempo: Tempo::default(),
                plans: BySide::default(),
                fingerprint: 0,
                mistakes: Vec::new(),
            },
            turns: turns.collect(),
            drops: Vec::new(),
            units: Vec::new(),
            combats: Vec::new(),
            scars: Vec::new(),
            stands: Vec::new(),
            luck: BySide::<Luck>::default(),
        }
    }

    /// With an advantage of half the Germans win three games of four, without one they win one of two: log odds of
    /// ln 3 and of 0, at any time.
    #[test]
    fn chances_are_the_shares_that_made_the_games() {
        let games: Vec<Record> = (0..4_000)
            .map(|k| {
                let ahead = k / 8 % 2 == 0;
                let won = k / 16 % 4 < if ahead { 3 } else { 2 };
                game(
                    if ahead { 500 } else { 0 },
                    Some(if won { Side::German } else { Side::Allied }),
                )
            })
            .collect();
        let fitted = fit(&games, 4).unwrap();
        let weights = fitted.weights.array().map(|weight| f64::from(weight) / 1000.0);
        let at = |advantage, turn| {
            chance(&weights, &terms(&TurnFacts { turn, advantage, ..TurnFacts::default() }, 4))
        };
        for turn in 1..4 {
            assert!((at(500, turn) - 0.75).abs() < 0.02, "turn {turn}: {}", at(500, turn));
            assert!((at(0, turn) - 0.5).abs() < 0.02, "turn {turn}: {}", at(0, turn));
        }
        // Three ends of turns a game: at the fourth it is over.
        assert_eq!((fitted.kept_out, fitted.turn_ends), (1_000, 9_000));
        assert!(
            fitted.log_loss < fitted.log_loss_of_mean && fitted.widest_gap < 0.03,
            "{fitted:?}"
        );
    }

    #[test]
    fn draws_count_half_and_what_decides_everything_stays_finite() {
        let drawn: Vec<Record> = (0..40).map(|_| game(100, None)).collect();
        let even = fit(&drawn, 4).unwrap();
        assert!(even.weights.array().iter().all(|weight| weight.abs() < 50), "{even:?}");
        let sure: Vec<Record> = (0..400)
            .map(|k| {
                game(if k % 2 == 0 { 900 } else { -900 }, Some([Side::German, Side::Allied][k % 2]))
            })
            .collect();
        let sure = fit(&sure, 4).unwrap();
        assert!(sure.weights.advantage > 3_000 && sure.log_loss < 0.1, "{sure:?}");
    }

    #[test]
    fn games_that_end_in_their_first_turn_fit_nothing() {
        let mut short = game(0, None);
        short.game.facts.end_turn = 1;
        assert_eq!(fit(&vec![short; 20], 4), None);
        assert_eq!(fit(&[], 4), None);
    }
}
