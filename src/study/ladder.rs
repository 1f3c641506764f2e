//! The ladder of a scenario: whether each grade of player beats the one below it, and what looking ahead finds that the
//! scenario's own strategies leave on the table.

use engine::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::compare::mean_of;
use crate::estimate::paired_mean;
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError};

/// Rungs of a ladder.
pub const RUNGS: usize = 4;
/// The rung of the scenario's own strategies.
const OWN: usize = 2;

/// The answer: `ladder.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// Version of this layout.
    pub schema: u32,
    /// The command that plays it again.
    pub command: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Games of each pair of players.
    pub games: u64,
    /// Games of the pairs in which a side looks ahead.
    pub search_games: u64,
    /// The strategies of each side, lowest rung first.
    pub strategies: BySide<Vec<String>>,
    /// Each rung but the lowest against the one below.
    pub steps: Vec<LadderStep>,
    /// What each side's own strategy gives away, in score: what the other side gains on it by looking ahead rather than by
    /// playing its own strategy.
    pub exploitability: BySide<Estimate>,
    /// The answer in words.
    pub verdict: String,
    /// What a reader must know first.
    pub warnings: Vec<String>,
}

/// One rung against the one below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderStep {
    /// The rung: `greedy`, `default` or `search`.
    pub rung: String,
    /// The rung below.
    pub below: String,
    /// Games of each pair.
    pub games: u64,
    /// On each side.
    pub seats: BySide<SeatStep>,
    /// What the rung gains in score over the one below, the mean of both seats.
    pub both: Estimate,
    /// Whether that is shown: its interval lies above 0.
    pub shown: bool,
}

/// One rung of one side against the one below, both against the same opponents from the same seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatStep {
    /// The opponents: the strategies of the other side.
    pub opponents: Vec<String>,
    /// The rung's score (win 1, draw 1/2), the mean over the opponents.
    pub score: Estimate,
    /// That of the rung below.
    pub below: Estimate,
    /// Score less that of the rung below, paired by seed.
    pub gain: Estimate,
    /// Whether it is shown to be above 0.
    pub shown: bool,
}

/// The grades, lowest first, by the names under which a report speaks of them.
const GRADES: [&str; RUNGS] = ["random", "greedy", "default", "search"];

/// The pairs that a ladder plays, as rungs of the Germans and the Allies. Each rung and the one below it meet the other
/// side's own strategy and its lower rung; nobody who looks ahead meets another.
pub fn pairs() -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for rung in 1..RUNGS {
        for opponent in opponents(rung) {
            for own in [rung - 1, rung] {
                pairs.extend([(own, opponent), (opponent, own)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Whether a side looks ahead in a pair.
pub fn looks_ahead((german, allied): (usize, usize)) -> bool {
    german.max(allied) == RUNGS - 1
}

/// The other side's rungs that a rung meets.
fn opponents(rung: usize) -> Vec<usize> {
    let mut rungs = vec![rung - 1, OWN];
    rungs.dedup();
    rungs
}

/// Climbs a ladder; `cells` holds the games of each pair of rungs, all from the same seeds.
pub fn ladder(
    command: &str,
    strategies: BySide<Vec<String>>,
    cells: &[((usize, usize), Outcomes)],
) -> Result<Ladder, StudyError> {
    let cell = |pair: (usize, usize)| cells.iter().find(|(of, _)| *of == pair).map(|(_, all)| all);
    // Scores of a side's rung against an opponent's, game by game.
    let scores = |side: Side, own: usize, opponent: usize| -> Result<Vec<f64>, StudyError> {
        let pair = match side {
            Side::German => (own, opponent),
            Side::Allied => (opponent, own),
        };
        let Some(games) = cell(pair) else { return Ok(Vec::new()) };
        let german = games.measure("german_score")?.iter().copied();
        Ok(match side {
            Side::German => german.collect(),
            Side::Allied => german.map(|score| 1.0 - score).collect(),
        })
    };
    let mut steps = Vec::new();
    for rung in 1..RUNGS {
        let met = opponents(rung);
        let mut of_seats = Vec::new();
        for side in Side::BOTH {
            let mean = |own: usize| -> Result<Vec<f64>, StudyError> {
                let all: Vec<Vec<f64>> =
                    met.iter().map(|&other| scores(side, own, other)).collect::<Result<_, _>>()?;
                Ok(means(&all))
            };
            let (own, below) = (mean(rung)?, mean(rung - 1)?);
            // The rung below may have been played more often.
            let games = own.len().min(below.len());
            of_seats.push((own[..games].to_vec(), below[..games].to_vec()));
        }
        let (own, below): (Vec<Vec<f64>>, Vec<Vec<f64>>) = of_seats.iter().cloned().unzip();
        let both = gain(&means(&own), &means(&below));
        let seats = BySide::from_fn(|side| {
            let (own, below) = &of_seats[usize::from(side == Side::Allied)];
            let name = |&rung: &usize| strategies[side.other()][rung].clone();
            let gain = gain(own, below);
            SeatStep {
                opponents: met.iter().map(name).collect(),
                score: mean_score(own),
                below: mean_score(below),
                shown: gain.low > 0.0,
                gain,
            }
        });
        steps.push(LadderStep {
            rung: GRADES[rung].into(),
            below: GRADES[rung - 1].into(),
            games: of_seats.iter().map(|seat| seat.0.len()).min().unwrap_or(0) as u64,
            seats,
            shown: both.low > 0.0,
            both,
        });
    }
    let games_of = |wanted: bool| {
        let of = cells.iter().filter(|(pair, _)| looks_ahead(*pair) == wanted);
        of.map(|(_, games)| games.games()).min().unwrap_or(0)
    };
    let top = &steps[RUNGS - 2].seats;
    let exploitability = BySide::from_fn(|side: Side| top[side.other()].gain);
    let first = cells.first().map(|(_, games)| games);
    let mut ladder = Ladder {
        schema: 1,
        command: command.into(),
        scenario: first.map_or(String::new(), |games| games.asked().scenario.clone()),
        title: first.map_or(String::new(), |games| games.about().brief.title.clone()),
        games: games_of(false),
        search_games: games_of(true),
        strategies,
        exploitability,
        warnings: warnings(&steps),
        steps,
        verdict: String::new(),
    };
    ladder.verdict = in_words(&ladder);
    Ok(ladder)
}

/// The mean of several lists, game by game, as far as all of them go.
fn means(lists: &[Vec<f64>]) -> Vec<f64> {
    let games = lists.iter().map(Vec::len).min().unwrap_or(0);
    (0..games)
        .map(|game| lists.iter().map(|list| list[game]).sum::<f64>() / lists.len() as f64)
        .collect()
}

/// The mean of scores, which lie between 0 and 1: so does its interval.
fn mean_score(scores: &[f64]) -> Estimate {
    let mean = mean_of(scores);
    Estimate { low: mean.low.max(0.0), high: mean.high.min(1.0), ..mean }
}

/// The paired difference of two means of scores; nothing is known from fewer than two games.
fn gain(own: &[f64], below: &[f64]) -> Estimate {
    let n = own.len() as u64;
    match paired_mean(own, below, CONFIDENCE) {
        Some(found) => {
            let interval = crate::estimate::Interval {
                low: found.interval.low.max(-1.0),
                high: found.interval.high.min(1.0),
            };
            Estimate::new(found.value, interval, n, Method::PairedT)
        }
        None => {
            let whole = crate::estimate::Interval { low: -1.0, high: 1.0 };
            Estimate::new(0.0, whole, n, Method::PairedT)
        }
    }
}

/// One warning for each rung that is not shown to beat the one below on a side.
fn warnings(steps: &[LadderStep]) -> Vec<String> {
    let mut found = Vec::new();
    for LadderStep { rung, below, seats, games, .. } in steps {
        for side in Side::BOTH {
            let SeatStep { score, below: lower, gain, .. } = &seats[side];
            if gain.low > 0.0 {
                continue;
            }
            let people = if side == Side::German { "Germans" } else { "Allies" };
            let why = if gain.high < 0.0 {
                format!("the {people} do worse with {rung} than with {below}")
            } else if score.value >= 0.995 && lower.value >= 0.995 {
                format!("{rung} and {below} both win every game for the {people}")
            } else if score.value <= 0.005 && lower.value <= 0.005 {
                format!("{rung} and {below} both lose every game for the {people}")
            } else {
                format!("{rung} is not shown to beat {below} for the {people} in {games} games")
            };
            found.push(why);
        }
    }
    found
}

fn in_words(ladder: &Ladder) -> String {
    let broken: Vec<String> = ladder
        .steps
        .iter()
        .filter(|step| !step.shown)
        .map(|step| format!("{} over {}", step.rung, step.below))
        .collect();
    let rungs = if broken.is_empty() {
        "Each rung beats the one below over both seats.".to_owned()
    } else {
        format!("Not shown over both seats: {}.", broken.join(", "))
    };
    let points = |e: &Estimate| {
        format!(
            "{:.1} points (95% interval {:.1} to {:.1})",
            e.value * 100.0,
            e.low * 100.0,
            e.high * 100.0
        )
    };
    format!(
        "{rungs} A side that looks ahead gains {} on the German default, and {} on the Allied one.",
        points(&ladder.exploitability.german),
        points(&ladder.exploitability.allied)
    )
}

#[cfg(test)]
mod tests {
    use lab::{Record, Sink as _};

    use super::*;
    use crate::sample;

    /// Games of which the Germans win a share, spread evenly over the seeds: a larger share wins the same games and more.
    fn cell(share: f64, games: u64) -> Outcomes {
        let mut outcomes = Outcomes::new(sample::asked(games), sample::about());
        let record = |game: u64| -> Record {
            let mut record = sample::record(game);
            let won = ((game as f64 + 0.5) * 0.618_033_988_75).fract() < share;
            record.game.winner = Some(if won { Side::German } else { Side::Allied });
            record
        };
        outcomes.chunk(0, (0..games).map(record).collect()).unwrap();
        outcomes
    }

    /// A rung is worth a tenth of the games against the rung below, on either side.
    fn climbed(worth: [f64; RUNGS], games: u64, search_games: u64) -> Ladder {
        let cells: Vec<_> = pairs()
            .into_iter()
            .map(|pair| {
                let share = 0.5 + worth[pair.0] - worth[pair.1];
                (pair, cell(share, if looks_ahead(pair) { search_games } else { games }))
            })
            .collect();
        let names = || GRADES.map(String::from).to_vec();
        ladder("dropzone tournament --ladder", BySide::from_fn(|_| names()), &cells).unwrap()
    }

    #[test]
    fn nobody_who_looks_ahead_meets_another_and_every_rung_meets_the_default() {
        let pairs = pairs();
        assert!(!pairs.contains(&(3, 3)) && pairs.contains(&(3, 2)) && pairs.contains(&(2, 3)));
        assert!((0..3).all(|rung| pairs.contains(&(rung, OWN)) && pairs.contains(&(OWN, rung))));
        assert_eq!(pairs.len(), 11);
    }

    #[test]
    fn gains_are_those_that_made_the_table() {
        let got = climbed([0.0, 0.1, 0.3, 0.45], 400, 200);
        let gains: Vec<f64> = got.steps.iter().map(|step| step.both.value).collect();
        for (gain, known) in gains.iter().zip([0.1, 0.2, 0.15]) {
            assert!((gain - known).abs() < 0.01, "{gains:?}");
        }
        assert!(got.steps.iter().all(|step| step.shown), "{:?}", got.steps);
        assert!((got.exploitability.german.value - 0.15).abs() < 0.01);
        assert_eq!((got.games, got.search_games, got.steps[2].games), (400, 200, 200));
        assert!(got.verdict.starts_with("Each rung beats"), "{}", got.verdict);
        assert!(got.warnings.is_empty(), "{:?}", got.warnings);
        // Greedy meets the default and random; search meets the default alone.
        assert_eq!(got.steps[0].seats.german.opponents, ["random", "default"]);
        assert_eq!(got.steps[2].seats.allied.opponents, ["default"]);
    }

    #[test]
    fn a_rung_that_is_no_better_is_named_and_nothing_is_certain() {
        let got = climbed([0.0, 0.0, 0.2, 0.1], 400, 100);
        assert!(!got.steps[0].shown && got.steps[1].shown && !got.steps[2].shown);
        assert!(
            got.verdict
                .contains("Not shown over both seats: greedy over random, search over default")
        );
        assert!(
            got.warnings.iter().any(|w| w.contains("greedy is not shown to beat random")),
            "{:?}",
            got.warnings
        );
        assert!(
            got.warnings.iter().any(|w| w.contains("do worse with search")),
            "{:?}",
            got.warnings
        );
        let flat = climbed([0.0; RUNGS], 20, 2);
        for estimate in flat.steps.iter().flat_map(|s| [&s.both, &s.seats.german.gain]) {
            assert!(estimate.low < 0.0 && estimate.high > 0.0, "{estimate:?}");
        }
        // One game shows nothing.
        let one = climbed([0.0, 0.1, 0.2, 0.3], 1, 1);
        assert!(one.steps.iter().all(|step| !step.shown));
    }

    /// Two draws among twenty wins: no score is above one.
    #[test]
    fn the_interval_of_a_score_stays_in_its_range() {
        let mut scores = vec![1.0; 18];
        scores.extend([0.5, 0.5]);
        let high = mean_score(&scores);
        assert!(high.low < 0.95 && (high.high - 1.0).abs() < 1e-9, "{high:?}");
        let low = mean_score(&scores.iter().map(|score| 1.0 - score).collect::<Vec<_>>());
        assert!(low.low.abs() < 1e-9 && low.high > 0.05, "{low:?}");
    }
}
