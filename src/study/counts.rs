//! A verdict from bare counts of games.

use std::fmt::Write as _;

use crate::estimate::{
    Interval, clopper_pearson, cohen_h, confidence_sequence, mcnemar_exact, mcnemar_mid_p,
    newcombe, normal_p, score_difference, score_interval, tango, wilson,
};
use crate::{CONFIDENCE, words};

/// Games won, drawn and lost.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Counts {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Mean points a game (win 1, draw 1/2) with their own variance, which draws make smaller than a coin's.
    fn score(self) -> (f64, f64) {
        let n = self.games().max(1) as f64;
        let mean = (self.wins as f64 + self.draws as f64 / 2.0) / n;
        let squares = (self.wins as f64 + self.draws as f64 / 4.0) / n;
        (mean, (squares - mean * mean).max(0.0) * n / (n - 1.0).max(1.0))
    }

    /// What the counts say about one arm.
    pub fn verdict(self) -> String {
        let n = self.games();
        if n == 0 {
            return "No games say nothing.\n".into();
        }
        let share = self.wins as f64 / n as f64;
        let (score, variance) = self.score();
        let wilson = wilson(self.wins, n, CONFIDENCE);
        let judged = score_interval(self.wins, self.draws, self.losses, CONFIDENCE);
        let word = if judged.low > 0.5 {
            "ahead"
        } else if judged.high < 0.5 {
            "behind"
        } else {
            "not clearly ahead or behind"
        };
        let mut out = format!(
            "{} of {n} games won: {word} of an even match (score {}, 95% interval {}).\n",
            self.wins,
            percent(score, judged),
            range(judged)
        );
        let row = |out: &mut String, name: &str, value: f64, interval: Interval| {
            let _ =
                writeln!(out, "  {name:<42} {:>7}  {}", percent(value, interval), range(interval));
        };
        row(&mut out, "win share, Wilson", share, wilson);
        row(
            &mut out,
            "win share, exact (Clopper-Pearson)",
            share,
            clopper_pearson(self.wins, n, CONFIDENCE),
        );
        row(
            &mut out,
            "win share, at any look (confidence sequence)",
            share,
            confidence_sequence(self.wins, n, CONFIDENCE),
        );
        let drawn = wilson_of(self.draws, n);
        row(&mut out, "draws, Wilson", self.draws as f64 / n as f64, drawn);
        row(&mut out, "score (win 1, draw 1/2)", score, judged);
        let error = (variance / n as f64).sqrt();
        if error > 0.0 {
            let two_sided = normal_p((score - 0.5) / error);
            let los = if score > 0.5 { 1.0 - two_sided / 2.0 } else { two_sided / 2.0 };
            let _ =
                writeln!(out, "  likelihood of superiority                   {:.1}%", los * 100.0);
        }
        out
    }

    /// What the counts say about this arm compared with another. `only` are the games that only one of the
    /// two won, if both played the same seeds.
    pub fn against(self, other: Counts, only: Option<(u64, u64)>) -> String {
        let (n, m) = (self.games(), other.games());
        if n == 0 || m == 0 {
            return "An arm without games says nothing.\n".into();
        }
        let (first, second) = (self.wins as f64 / n as f64, other.wins as f64 / m as f64);
        let separate = newcombe((self.wins, n), (other.wins, m), CONFIDENCE);
        let (value, interval, p, how) = match only {
            Some((b, c)) => (
                (b as f64 - c as f64) / n as f64,
                tango(b, c, n, CONFIDENCE),
                mcnemar_mid_p(b, c),
                format!(
                    "Tango score interval, McNemar mid-p; exact p {:.4}; unpaired the interval were {}",
                    mcnemar_exact(b, c),
                    points(separate.interval)
                ),
            ),
            None => {
                let pooled = (self.wins + other.wins) as f64 / (n + m) as f64;
                let error = (pooled * (1.0 - pooled) * (1.0 / n as f64 + 1.0 / m as f64)).sqrt();
                let p = if error > 0.0 { normal_p(separate.value / error) } else { 1.0 };
                (
                    separate.value,
                    separate.interval,
                    p,
                    "Newcombe interval, score test, unpaired".to_owned(),
                )
            }
        };
        let clear = interval.low > 0.0 || interval.high < 0.0;
        let word = match (clear, value > 0.0) {
            (false, _) => "no clear difference",
            (true, true) => "the first arm wins more",
            (true, false) => "the second arm wins more",
        };
        let half = (interval.high - interval.low) / 2.0;
        self.scores_against(other)
            + format!(
                "{}{}: {:.1}% against {:.1}%, {} (95% interval {}; {}; {how}).\n  Cohen's h {:.3} (0.2 small, 0.5 medium, 0.8 large)\n",
                word[..1].to_uppercase(),
                &word[1..],
                first * 100.0,
                second * 100.0,
                words::difference(value, half, true),
                points(interval),
                words::p(p),
                cohen_h(first, second)
            ).as_str()
    }
    /// Where games were drawn the share of wins is only half the story: the scores of two arms on separate games.
    fn scores_against(self, other: Counts) -> String {
        if self.draws == 0 && other.draws == 0 {
            return String::new();
        }
        let parts = |counts: Counts| [counts.wins, counts.draws, counts.losses];
        let (value, interval) = score_difference(parts(self), parts(other), CONFIDENCE);
        let word = if interval.low > 0.0 {
            "The first arm scores more"
        } else if interval.high < 0.0 {
            "The second arm scores more"
        } else {
            "No clear difference of scores"
        };
        let half = (interval.high - interval.low) / 2.0;
        format!(
            "{word} (win 1, draw 1/2): {:.1}% against {:.1}%, {} (95% interval {}; unpaired).\nBy wins alone: ",
            self.score().0 * 100.0,
            other.score().0 * 100.0,
            words::difference(value, half, true),
            points(interval)
        )
    }
}

fn wilson_of(count: u64, games: u64) -> Interval {
    wilson(count, games, CONFIDENCE)
}

fn percent(value: f64, interval: Interval) -> String {
    words::level(value, (interval.high - interval.low) / 2.0, true)
}

fn range(interval: Interval) -> String {
    let half = (interval.high - interval.low) / 2.0;
    let end = |x| words::level(x, half, true);
    format!("{} to {}", end(interval.low), end(interval.high))
}

fn points(interval: Interval) -> String {
    let half = (interval.high - interval.low) / 2.0;
    let end = |x| words::difference(x, half, true);
    format!("{} to {}", end(interval.low).trim_end_matches(" points"), end(interval.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u64, draws: u64, losses: u64) -> Counts {
        Counts { wins, draws, losses }
    }

    /// The golden vectors, as a reader sees them.
    #[test]
    fn one_arm_says_its_golden_intervals() {
        let said = counts(52, 0, 48).verdict();
        assert!(said.contains("not clearly ahead"), "{said}");
        for interval in ["42.3% to 61.5%", "42% to 62%", "35% to 69%"] {
            assert!(said.contains(interval), "{interval} in {said}");
        }
        assert!(counts(65, 10, 25).verdict().contains("ahead of an even match"));
        assert!(counts(0, 0, 40).verdict().contains("behind"));
    }

    #[test]
    fn two_arms_say_their_golden_difference() {
        let (first, second) = (counts(560, 0, 440), counts(520, 0, 480));
        let apart = first.against(second, None);
        assert!(
            apart.contains("No clear difference") && apart.contains("−0.4 to +8.3 points"),
            "{apart}"
        );
        assert!(apart.contains("h 0.080"), "{apart}");
        let paired = first.against(counts(530, 0, 470), Some((90, 60)));
        assert!(paired.starts_with("The first arm wins more"), "{paired}");
        assert!(paired.contains("p 0.014") && paired.contains("exact p 0.0176"), "{paired}");
    }

    /// A coin of draws varies less than a coin: with half the games drawn the interval is narrower.
    #[test]
    fn draws_make_the_score_surer() {
        let (even, drawn) = (counts(50, 0, 50).score().1, counts(25, 50, 25).score().1);
        assert!(
            (even - 0.25 * 100.0 / 99.0).abs() < 1e-12
                && (drawn - 0.125 * 100.0 / 99.0).abs() < 1e-12
        );
    }

    /// Every game drawn is an even match, whatever the share of wins; and its interval is that of the score.
    #[test]
    fn all_drawn_is_not_behind() {
        let said = counts(0, 100, 0).verdict();
        assert!(said.contains("not clearly ahead or behind"), "{said}");
        assert!(said.contains("(score 50.0%, 95% interval 48.2% to 51.8%)"), "{said}");
        for one in [counts(1, 0, 0), counts(0, 1, 0), counts(0, 0, 1), counts(3, 4, 0)] {
            let (score, _) = one.score();
            let interval = score_interval(one.wins, one.draws, one.losses, CONFIDENCE);
            assert!(
                interval.low <= score && score <= interval.high && interval.low < interval.high
            );
        }
    }

    #[test]
    fn draws_count_between_two_arms() {
        let said = counts(0, 100, 0).against(counts(0, 0, 100), None);
        assert!(
            said.starts_with("The first arm scores more (win 1, draw 1/2): 50.0% against 0.0%"),
            "{said}"
        );
        assert!(said.contains("By wins alone: No clear difference: 0.0% against 0.0%"), "{said}");
        let without = counts(56, 0, 44).against(counts(52, 0, 48), None);
        assert!(!without.contains("scores"), "{without}");
    }

    #[test]
    fn degenerate_counts_have_words() {
        for one in
            [counts(0, 0, 0), counts(1, 0, 0), counts(0, 1, 0), counts(0, 0, 1), counts(9, 0, 0)]
        {
            assert!(!one.verdict().contains("NaN"), "{}", one.verdict());
            for only in [None, Some((0, 0)), Some((1, 0))] {
                let said = one.against(counts(0, 0, 1), only);
                assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
            }
        }
    }
}
