//! The progress bar: games, rate, time left, and who is winning so far.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use lab::{Record, Score, Tally as _};

/// Draws on standard error, on a terminal only.
pub(crate) struct Progress {
    bar: ProgressBar,
    score: Mutex<Score>,
}

impl Progress {
    /// A bar for `games` games of which `done` were played before.
    pub(crate) fn new(games: u64, done: u64) -> Progress {
        let bar = ProgressBar::new(games).with_position(done);
        let style = ProgressStyle::with_template(
            "{bar:30} {human_pos}/{human_len} games  {per_sec:.0}  {eta} left  {msg}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // The rate counts only the games played now.
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, score: Mutex::new(Score::default()) }
    }

    /// Adds games to the total.
    pub(crate) fn expect(&self, games: u64) {
        self.bar.inc_length(games);
    }

    /// Games that were played before.
    pub(crate) fn skip(&self, games: u64) {
        self.bar.inc(games);
        self.bar.reset_eta();
    }

    /// One more game.
    pub(crate) fn add(&self, record: &Record) {
        if self.bar.is_hidden() {
            return;
        }
        let score = {
            let mut score = self.score.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            score.add(&record.game);
            *score
        };
        self.bar.inc(1);
        if score.games.is_multiple_of(32) {
            self.bar.set_message(words(score));
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// `German wins 53.1% (51.0-55.2%)`.
fn words(score: Score) -> String {
    let interval = study::estimate::wilson(score.wins.german, score.games, study::CONFIDENCE);
    let share = score.wins.german as f64 / score.games as f64;
    format!(
        "German wins {:.1}% ({:.1}-{:.1}%)",
        share * 100.0,
        interval.low * 100.0,
        interval.high * 100.0
    )
}

#[cfg(test)]
mod tests {
    use engine::BySide;

    use super::*;

    /// Wilson, 81 of 263 (Newcombe 1998): 0.2553 to 0.3662.
    #[test]
    fn the_live_rate_has_its_wilson_interval() {
        let score = Score { games: 263, wins: BySide { german: 81, allied: 182 } };
        assert_eq!(words(score), "German wins 30.8% (25.5-36.6%)");
    }
}
