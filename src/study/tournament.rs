//! Every German strategy against every Allied one: which are strong, which are safe, and the value of the scenario
//! when both sides choose well.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use engine::{BySide, Side};

use crate::compare::mean_of;
use crate::estimate::{Interval, alpha_rank, bradley_terry, normal_p, unseen, zero_sum};
use crate::summarize::score;
use crate::warnings::outsiders;
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError, words};

/// The answer: `tournament.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// Version of this layout.
    pub schema: u32,
    /// The command that plays it again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Games of each pair.
    pub games: u64,
    /// The strategies of each side, in the order of the table.
    pub strategies: BySide<Vec<String>>,
    /// The Germans' score (win 1, draw 1/2): one row per German strategy, one column per Allied one.
    pub payoff: Vec<Vec<Estimate>>,
    /// Ratings of each side's strategies, in Elo; their mean is 0.
    pub ratings: BySide<Vec<Rating>>,
    /// What the German seat itself is worth in Elo, between strategies of mean strength.
    pub side: Estimate,
    /// How well the ratings fit the results.
    #[serde(default)]
    pub fit: RatingFit,
    /// How likely each strategy is stronger than each other of its side.
    pub superiority: BySide<Vec<Vec<f64>>>,
    /// Strategies of one side that beat each other in a cycle: each does better than the next against the other
    /// side's strategies.
    pub cycles: Vec<String>,
    /// How often each strategy is played when both sides mix as well as they can.
    pub mixture: BySide<Vec<Estimate>>,
    /// The Germans' score then.
    pub value: Estimate,
    /// What each strategy gives away to an opponent who knows it: points per game below the value.
    pub exploitability: BySide<Vec<Estimate>>,
    /// How often each strategy is met if both sides keep changing to whatever does better (alpha-rank).
    #[serde(default)]
    pub alpha_rank: BySide<Vec<Estimate>>,
    /// Mistakes a game of each strategy, by measure, over all its opponents.
    pub mistakes: BySide<BTreeMap<String, Vec<Estimate>>>,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
}

/// How strong one strategy is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The strategy.
    pub name: String,
    /// Bradley-Terry strength in Elo against the mean of its side.
    pub elo: Estimate,
}

/// How far the scores predicted by the ratings are from the actual ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RatingFit {
    /// Score by the ratings less score played, one row per German strategy, one column per Allied one.
    pub residuals: Vec<Vec<f64>>,
    /// The largest of them, whichever way it goes.
    pub largest: f64,
    /// Their root mean square.
    pub typical: f64,
}

const RESAMPLES: u64 = 500;
/// Games that resamples add to each pair, each decided by a coin: a pair that ended the same way in every game would
/// otherwise be certain to do so for ever. The same number as Agresti and Coull add to a share.
const VIRTUAL: u32 = 4;

/// Ranks strategies. `cells[i][j]` holds the games of German strategy i against Allied strategy j, all from the
/// same seeds.
pub fn tournament(
    command: &str,
    strategies: BySide<Vec<String>>,
    cells: &[Vec<Outcomes>],
) -> Result<Tournament, StudyError> {
    let scores: Vec<Vec<&[f64]>> = cells
        .iter()
        .map(|row| row.iter().map(|cell| cell.measure("german_score")).collect())
        .collect::<Result<_, _>>()?;
    let games = scores.iter().flatten().map(|cell| cell.len()).min().unwrap_or(0);
    let once = vec![1_u32; games];
    let seen = Standing::of(&scores, &once, None);
    let standings = resampled(&scores, games);
    let estimate = |get: &dyn Fn(&Standing) -> f64| {
        let mut values: Vec<f64> = standings.iter().map(get).collect();
        values.sort_by(f64::total_cmp);
        let value = get(&seen);
        let at = |share: f64| {
            let place = (share * values.len() as f64) as usize;
            values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or(value)
        };
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let interval = Interval { low: at(tail).min(value), high: at(1.0 - tail).max(value) };
        Estimate::new(value, interval, games as u64, Method::Bootstrap)
    };
    let each = |side: Side, get: fn(&Standing, Side) -> &Vec<f64>| -> Vec<Estimate> {
        (0..strategies[side].len()).map(|i| estimate(&|s: &Standing| get(s, side)[i])).collect()
    };
    // Shares and points between 0 and 1 that were the same in every resample are only as certain as the number of
    // games allows.
    let unseen = unseen(games as f64, CONFIDENCE);
    let share = |side: Side, get: fn(&Standing, Side) -> &Vec<f64>| -> Vec<Estimate> {
        let exact = strategies[side].len() < 2;
        let found = each(side, get).into_iter().map(|found| Estimate {
            low: found.low.min(if exact { found.value } else { found.value * (1.0 - unseen) }),
            high: found.high.max(if exact {
                found.value
            } else {
                found.value + (1.0 - found.value) * unseen
            }),
            ..found
        });
        found.collect()
    };
    let ratings = BySide::from_fn(|side| {
        let elo = each(side, |s, side| &s.elo[side]);
        strategies[side].iter().cloned().zip(elo).map(|(name, elo)| Rating { name, elo }).collect()
    });
    let superiority = BySide::from_fn(|side| superiority(side, &seen, &standings));
    let value = estimate(&|s: &Standing| s.value);
    let mixture = BySide::from_fn(|side| share(side, |s, side| &s.mixture[side]));
    let exploitability = BySide::from_fn(|side| share(side, |s, side| &s.gives_away[side]));
    let alpha_rank = BySide::from_fn(|side| share(side, |s, side| &s.alpha_rank[side]));
    let cycles =
        Side::BOTH.into_iter().flat_map(|side| circles(side, &strategies[side], &seen)).collect();
    let mut warnings = Vec::new();
    if let Some((i, j)) = unbroken(&scores) {
        warnings.push(format!(
            "{} against {} ended the same way in every game: ratings of such pairs rest on a virtual draw",
            strategies.german[i], strategies.allied[j]
        ));
    }
    warnings.extend(outsiders(cells.iter().flatten().map(Outcomes::asked)));
    for side in Side::BOTH {
        warnings.extend(alike(side, &strategies[side], &scores));
    }
    let fit = fit(&seen);
    if fit.largest > 0.1 {
        let size = |i: usize, j: usize| fit.residuals[i][j].abs();
        let pairs = (0..strategies.german.len())
            .flat_map(|i| (0..strategies.allied.len()).map(move |j| (i, j)));
        let (i, j) =
            pairs.max_by(|&a, &b| size(a.0, a.1).total_cmp(&size(b.0, b.1))).unwrap_or((0, 0));
        warnings.push(format!(
            "the ratings miss the table by up to {:.0} points: {} scored {:.0}% against {}, and by the ratings would have scored {:.0}%; read the table",
            fit.largest * 100.0,
            strategies.german[i],
            seen.payoff[i][j] * 100.0,
            strategies.allied[j],
            (seen.payoff[i][j] + fit.residuals[i][j]) * 100.0
        ));
    }
    let first = cells.first().and_then(|row| row.first());
    let mut result = Tournament {
        schema: 1,
        command: command.into(),
        scenario: first.map_or(String::new(), |cell| cell.asked().scenario.clone()),
        title: first.map_or(String::new(), |cell| cell.about().brief.title.clone()),
        games: games as u64,
        payoff: scores.iter().map(|row| row.iter().map(|cell| score_of(cell)).collect()).collect(),
        ratings,
        side: estimate(&|s: &Standing| s.side),
        fit,
        superiority,
        cycles,
        mixture,
        value,
        exploitability,
        alpha_rank,
        mistakes: BySide::from_fn(|side| mistakes(side, cells, strategies[side].len())),
        strategies,
        verdict: String::new(),
        warnings,
    };
    result.verdict = in_words(&result);
    Ok(result)
}

/// The mean score of one pair.
fn score_of(scores: &[f64]) -> Estimate {
    let times = |wanted: f64| scores.iter().filter(|x| x.total_cmp(&wanted).is_eq()).count() as u64;
    score(times(1.0), times(0.0), scores.len() as u64)
}

/// Everything that follows from one table of scores.
struct Standing {
    /// Germans' mean scores.
    payoff: Vec<Vec<f64>>,
    elo: BySide<Vec<f64>>,
    side: f64,
    mixture: BySide<Vec<f64>>,
    value: f64,
    gives_away: BySide<Vec<f64>>,
    alpha_rank: BySide<Vec<f64>>,
}

impl Standing {
    /// From the games of each pair, game i counted `times[i]` times, plus games decided by a coin.
    fn of(
        scores: &[Vec<&[f64]>],
        times: &[u32],
        mut coin: Option<&mut Xoshiro256PlusPlus>,
    ) -> Standing {
        let played: f64 = times.iter().map(|&n| f64::from(n)).sum();
        let beside = f64::from(if coin.is_some() { VIRTUAL } else { 0 });
        let total = (played + beside).max(1.0);
        let mut mean = |cell: &&[f64]| {
            let won: f64 = cell.iter().zip(times).map(|(x, &n)| x * f64::from(n)).sum();
            let more = coin
                .as_mut()
                .map_or(0, |coin| (0..VIRTUAL).filter(|_| coin.random_bool(0.5)).count());
            (won + more as f64) / total
        };
        let payoff: Vec<Vec<f64>> =
            scores.iter().map(|row| row.iter().map(&mut mean).collect()).collect();
        let (m, n) = (payoff.len(), payoff.first().map_or(0, Vec::len));
        // One table of players, Germans first; each pair that played has a virtual draw, so that no player is unbeaten.
        let mut wins = vec![vec![0.0; m + n]; m + n];
        for (i, row) in payoff.iter().enumerate() {
            for (j, score) in row.iter().enumerate() {
                wins[i][m + j] = score * total + 0.5;
                wins[m + j][i] = (1.0 - score) * total + 0.5;
            }
        }
        let elo = bradley_terry(&wins, 0.0).elo;
        let (german, allied) = elo.split_at(m);
        let centre = |elo: &[f64]| elo.iter().sum::<f64>() / elo.len().max(1) as f64;
        let (middle_german, middle_allied) = (centre(german), centre(allied));
        let solved = zero_sum(&payoff);
        let (rows, columns, value) =
            solved.map_or((vec![0.0; m], vec![0.0; n], 0.5), |e| (e.rows, e.columns, e.value));
        let worst = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
        let best = |j: usize| payoff.iter().map(|row| row[j]).fold(f64::NEG_INFINITY, f64::max);
        let gives_away = BySide {
            german: payoff.iter().map(|row| (value - worst(row)).max(0.0)).collect(),
            allied: (0..n).map(|j| (best(j) - value).max(0.0)).collect(),
        };
        let met = alpha_rank(&payoff);
        let alpha_rank = BySide {
            german: met.iter().map(|row| row.iter().sum()).collect(),
            allied: (0..n).map(|j| met.iter().map(|row| row[j]).sum()).collect(),
        };
        Standing {
            alpha_rank,
            elo: BySide {
                german: german.iter().map(|x| x - middle_german).collect(),
                allied: allied.iter().map(|x| x - middle_allied).collect(),
            },
            side: middle_german - middle_allied,
            mixture: BySide { german: rows, allied: columns },
            value,
            gives_away,
            payoff,
        }
    }
}

/// The same table from resampled seeds; all pairs share the seeds drawn.
fn resampled(scores: &[Vec<&[f64]>], games: usize) -> Vec<Standing> {
    if games == 0 {
        return Vec::new();
    }
    let mut times = vec![0_u32; games];
    (0..RESAMPLES)
        .map(|resample| {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(0x70_12 ^ (resample << 20));
            times.fill(0);
            for _ in 0..games {
                times[dice.random_range(0..games)] += 1;
            }
            Standing::of(scores, &times, Some(&mut dice))
        })
        .collect()
}

/// Chance that the rating of i is above that of j, from their difference and its spread over resamples.
fn superiority(side: Side, seen: &Standing, standings: &[Standing]) -> Vec<Vec<f64>> {
    let count = seen.elo[side].len();
    let chance = |i: usize, j: usize| {
        let difference = |s: &Standing| s.elo[side][i] - s.elo[side][j];
        let n = standings.len() as f64;
        let mean = standings.iter().map(difference).sum::<f64>() / n.max(1.0);
        let squares: f64 = standings.iter().map(|s| (difference(s) - mean).powi(2)).sum();
        let spread = (squares / (n - 1.0).max(1.0)).sqrt();
        let z = if spread > 0.0 { difference(seen) / spread } else { 0.0 };
        let tail = normal_p(z) / 2.0;
        let chance = if z > 0.0 { 1.0 - tail } else { tail };
        (chance * 1e4).round() / 1e4
    };
    (0..count)
        .map(|i| (0..count).map(|j| if i == j { 0.5 } else { chance(i, j) }).collect())
        .collect()
}

/// The score of each pair predicted by the ratings, minus the actual one.
fn fit(seen: &Standing) -> RatingFit {
    let by_rating = |i: usize, j: usize| {
        let ahead = seen.side + seen.elo.german[i] - seen.elo.allied[j];
        1.0 / (1.0 + 10_f64.powf(-ahead / 400.0))
    };
    let round = |x: f64| (x * 1e6).round() / 1e6;
    let residuals: Vec<Vec<f64>> = seen
        .payoff
        .iter()
        .enumerate()
        .map(|(i, row)| {
            row.iter().enumerate().map(|(j, played)| round(by_rating(i, j) - played)).collect()
        })
        .collect();
    let all = || residuals.iter().flatten();
    let squares: f64 = all().map(|x| x * x).sum();
    RatingFit {
        largest: all().fold(0.0, |most: f64, x| most.max(x.abs())),
        typical: round((squares / all().count().max(1) as f64).sqrt()),
        residuals,
    }
}

/// Strategies of a side whose games were the same against every opponent: all results for one hold for the other.
fn alike(side: Side, names: &[String], scores: &[Vec<&[f64]>]) -> Vec<String> {
    let of = |i: usize| -> Vec<&[f64]> {
        match side {
            Side::German => scores[i].clone(),
            Side::Allied => scores.iter().map(|row| row[i]).collect(),
        }
    };
    let mut said = Vec::new();
    for i in 0..names.len() {
        for j in i + 1..names.len() {
            if of(i) == of(j) {
                said.push(format!(
                    "{} and {} scored the same in every game: a best mixture may play either",
                    names[i], names[j]
                ));
            }
        }
    }
    said
}

/// Cycles of three strategies of a side: each does better than the next against most opponents, so that
/// no single number ranks them.
fn circles(side: Side, names: &[String], seen: &Standing) -> Vec<String> {
    let opponents = seen.mixture[side.other()].len();
    let score = |i: usize, k: usize| match side {
        Side::German => seen.payoff[i][k],
        Side::Allied => 1.0 - seen.payoff[k][i],
    };
    let beats = |a: usize, b: usize| {
        let ahead = (0..opponents).filter(|&k| score(a, k) > score(b, k)).count();
        let behind = (0..opponents).filter(|&k| score(a, k) < score(b, k)).count();
        ahead > behind
    };
    let count = names.len();
    let mut found = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            for c in b + 1..count {
                for [x, y, z] in [[a, b, c], [a, c, b]] {
                    if beats(x, y) && beats(y, z) && beats(z, x) {
                        found.push(format!(
                            "{} > {} > {} > {}",
                            names[x], names[y], names[z], names[x]
                        ));
                    }
                }
            }
        }
    }
    found
}

/// A pair whose games all ended the same way.
fn unbroken(scores: &[Vec<&[f64]>]) -> Option<(usize, usize)> {
    let alike = |cell: &&[f64]| cell.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    scores.iter().enumerate().find_map(|(i, row)| Some((i, row.iter().position(alike)?)))
}

/// Mistakes a game of each strategy of a side, pooled over its opponents.
fn mistakes(side: Side, cells: &[Vec<Outcomes>], count: usize) -> BTreeMap<String, Vec<Estimate>> {
    let of = |i: usize| -> Vec<&Outcomes> {
        match side {
            Side::German => cells[i].iter().collect(),
            Side::Allied => cells.iter().map(|row| &row[i]).collect(),
        }
    };
    let first = cells.first().and_then(|row| row.first());
    let measures = first.map_or(Vec::new(), |cell| cell.about().mistakes.clone());
    measures
        .into_iter()
        .filter_map(|measure| {
            let column = crate::frame::mistake_column(side, &measure);
            let each: Option<Vec<Estimate>> = (0..count)
                .map(|i| {
                    let columns: Option<Vec<&[f64]>> =
                        of(i).into_iter().map(|cell| cell.measure(&column).ok()).collect();
                    Some(mean_of(&columns?.concat()))
                })
                .collect();
            Some((measure, each?))
        })
        .collect()
}

fn in_words(t: &Tournament) -> String {
    let share = |e: &Estimate| {
        let half = (e.high - e.low) / 2.0;
        let said = |x| words::level(x, half, true);
        format!("{} (95% interval {} to {})", said(e.value), said(e.low), said(e.high))
    };
    let balance = if t.value.low > 0.5 {
        "favours the Germans"
    } else if t.value.high < 0.5 {
        "favours the Allies"
    } else {
        "is not clearly off balance"
    };
    let mixture = |side: Side| {
        let mut parts: Vec<(f64, &str)> = t.mixture[side]
            .iter()
            .zip(&t.strategies[side])
            .filter(|(share, _)| share.value >= 0.005)
            .map(|(share, name)| (share.value, name.as_str()))
            .collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        let said: Vec<String> = match &parts[..] {
            [(_, only)] => vec![format!("{only} always")],
            parts => {
                parts.iter().map(|(share, name)| format!("{name} {:.0}%", share * 100.0)).collect()
            }
        };
        said.join(", ")
    };
    let strongest = |side: Side| {
        let best = t.ratings[side].iter().max_by(|a, b| a.elo.value.total_cmp(&b.elo.value));
        best.map_or("none", |rating| rating.name.as_str())
    };
    let circle = if t.cycles.is_empty() {
        String::new()
    } else {
        " Some strategies beat each other in a circle: read the table, not the ratings.".into()
    };
    format!(
        "Between these strategies the scenario {balance}: with the best mixtures the Germans score {}. The Germans play {}; the Allies {}. Strongest by rating: {} and {}.{circle}",
        share(&t.value),
        mixture(Side::German),
        mixture(Side::Allied),
        strongest(Side::German),
        strongest(Side::Allied),
    )
}

#[cfg(test)]
mod tests {
    use lab::{Record, Sink as _};

    use super::*;
    use crate::sample;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    /// 400 games of which the Germans win a share, spread evenly over the seeds.
    fn cell(share: f64) -> Outcomes {
        let mut outcomes = Outcomes::new(sample::asked(400), sample::about());
        let record = |game: u64| -> Record {
            let mut record = sample::record(game);
            let won = (game * 7919 % 400) as f64 + 0.5 < share * 400.0;
            record.game.winner = Some(if won { Side::German } else { Side::Allied });
            record
        };
        outcomes.chunk(0, (0..400).map(record).collect()).unwrap();
        outcomes
    }

    fn played(german: &[&str], allied: &[&str], shares: &[&[f64]]) -> Tournament {
        let cells: Vec<Vec<Outcomes>> =
            shares.iter().map(|row| row.iter().map(|&share| cell(share)).collect()).collect();
        let strategies = BySide { german: names(german), allied: names(allied) };
        tournament("dropzone tournament", strategies, &cells).unwrap()
    }

    /// Value of [.8 .4; .3 .7] by formula: (.56 - .12)/(1.5 - .7) = .55, rows (.7 - .3)/.8 = 1/2.
    #[test]
    fn a_mixed_game_has_its_known_value_within_its_interval() {
        let got = played(&["a", "b"], &["x", "y"], &[&[0.8, 0.4], &[0.3, 0.7]]);
        assert!((got.value.value - 0.55).abs() < 1e-6, "{:?}", got.value);
        assert!(
            got.value.low < 0.55 && 0.55 < got.value.high && got.value.high - got.value.low < 0.12
        );
        assert!((got.mixture.german[0].value - 0.5).abs() < 1e-6);
        // A player who always plays `a` is held to 40%: 15 points given away.
        assert!((got.exploitability.german[0].value - 0.15).abs() < 1e-6);
        assert!(got.verdict.contains("score 55"), "{}", got.verdict);
    }

    /// Chances of the logistic form come back as ratings: 191 Elo apart is 3 to 1.
    #[test]
    fn ratings_and_the_side_term_are_those_that_made_the_table() {
        let chance = |odds: f64| odds / (1.0 + odds);
        let odds = |i: i32, j: i32| 2.0 * 3_f64.powi(i) * 1.5_f64.powi(j);
        let rows: Vec<Vec<f64>> =
            (0..2).map(|i| (0..2).map(|j| chance(odds(i, j))).collect()).collect();
        let got = played(&["weak", "strong"], &["x", "y"], &[&rows[0], &rows[1]]);
        let gap = got.ratings.german[1].elo.value - got.ratings.german[0].elo.value;
        assert!((gap - 400.0 * 3_f64.log10()).abs() < 6.0, "{gap}");
        // Means: odds 2 x sqrt 3 x sqrt 1.5.
        let side = 400.0 * (2.0 * 3_f64.sqrt() * 1.5_f64.sqrt()).log10();
        assert!((got.side.value - side).abs() < 6.0, "{:?}", got.side);
        assert!(got.superiority.german[1][0] > 0.999 && got.superiority.german[0][1] < 0.001);
        assert!(got.cycles.is_empty());
        // The stronger German is always met, and the Allied strategy against which the Germans do worse.
        assert!(got.alpha_rank.german[1].value > 0.999 && got.alpha_rank.allied[0].value > 0.999);
        // An interval of a score stays inside 0 and 1.
        let scores = got.payoff.iter().flatten();
        assert!(scores.clone().all(|e| 0.0 <= e.low && e.high <= 1.0), "{:?}", got.payoff);
    }

    /// Three games, two won and one drawn, or all drawn: no interval exceeds 0 to 1 or has zero width.
    #[test]
    fn scores_with_draws_stay_between_0_and_1() {
        for scores in [&[1.0, 1.0, 0.5][..], &[0.5, 0.5, 0.5], &[1.0, 1.0, 1.0], &[0.0, 0.5, 0.0]] {
            let got = score_of(scores);
            assert!(0.0 <= got.low && got.high <= 1.0 && got.high - got.low > 0.1, "{got:?}");
        }
    }

    #[test]
    fn a_circle_is_seen() {
        let got = played(
            &["rock", "paper", "scissors"],
            &["x", "y", "z"],
            &[&[0.5, 0.4, 0.6], &[0.6, 0.5, 0.4], &[0.4, 0.6, 0.5]],
        );
        assert_eq!(got.cycles.len(), 2, "{:?}", got.cycles);
        assert!(got.mixture.german.iter().all(|share| (share.value - 1.0 / 3.0).abs() < 0.01));
        assert!(got.alpha_rank.allied.iter().all(|share| (share.value - 1.0 / 3.0).abs() < 0.01));
        assert!(got.verdict.contains("in a circle"));
    }

    #[test]
    fn one_sided_and_single_tables_are_numbers() {
        for shares in [vec![0.0], vec![1.0], vec![0.5]] {
            let got = played(&["a"], &["x"], &[&shares]);
            let text = serde_json::to_string(&got).unwrap();
            assert!(!text.contains("null"), "{text}");
            assert!((got.value.value - shares[0]).abs() < 1e-6);
        }
        let got = played(&["a", "b"], &["x"], &[&[0.0], &[1.0]]);
        assert!(
            got.warnings[0].contains("virtual draw") && got.ratings.german[1].elo.value.is_finite()
        );
    }

    /// 20 wins of 20 and 20 losses of 20: neither ratings nor mixtures are certain.
    #[test]
    fn twenty_games_are_never_certainty() {
        let short = |share: f64| {
            let mut outcomes = Outcomes::new(sample::asked(20), sample::about());
            let record = |game: u64| -> Record {
                let mut record = sample::record(game);
                record.game.winner = Some(if share > 0.5 { Side::German } else { Side::Allied });
                record
            };
            outcomes.chunk(0, (0..20).map(record).collect()).unwrap();
            outcomes
        };
        let cells = vec![vec![short(1.0), short(1.0)], vec![short(0.0), short(0.0)]];
        let strategies = BySide { german: names(&["a", "b"]), allied: names(&["x", "y"]) };
        let got = tournament("dropzone tournament", strategies, &cells).unwrap();
        let wide = |e: &Estimate, least: f64| {
            assert!(e.high - e.low > least && e.low <= e.value && e.value <= e.high, "{e:?}");
        };
        got.ratings.german.iter().for_each(|rating| wide(&rating.elo, 100.0));
        for side in Side::BOTH {
            for share in got.mixture[side]
                .iter()
                .chain(&got.alpha_rank[side])
                .chain(&got.exploitability[side])
            {
                wide(share, 0.05);
                assert!(0.0 <= share.low && share.high <= 1.0, "{share:?}");
            }
        }
        wide(&got.value, 0.05);
        assert!(
            got.warnings.iter().any(|w| w.contains("x and y scored the same in every game")),
            "{:?}",
            got.warnings
        );
    }

    /// The logistic form fits a table generated by it; it cannot fit a cycle.
    #[test]
    fn ratings_say_how_well_they_fit() {
        let odds = |odds: f64| odds / (1.0 + odds);
        let made =
            played(&["a", "b"], &["x", "y"], &[&[odds(2.0), odds(1.0)], &[odds(4.0), odds(2.0)]]);
        assert!(made.fit.largest < 0.01, "{:?}", made.fit);
        let crossed = played(&["a", "b"], &["x", "y"], &[&[0.9, 0.1], &[0.1, 0.9]]);
        assert!((crossed.fit.largest - 0.4).abs() < 0.01, "{:?}", crossed.fit);
        assert!(
            crossed.warnings.iter().any(|w| w.contains("miss the table by up to 40 points")),
            "{:?}",
            crossed.warnings
        );
    }

    #[test]
    fn mistakes_are_those_of_the_strategy() {
        let got = played(&["a"], &["x", "y"], &[&[0.5, 0.5]]);
        assert!(
            (got.mistakes.german["idle-units"].first().map_or(0.0, |e| e.value) - 0.5).abs() < 1e-9
        );
        assert_eq!(got.mistakes.allied["idle-units"].len(), 2);
    }
}
