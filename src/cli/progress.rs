//! How a command is getting on: games, rate, time left, and who is winning so far. A bar on a terminal, a line a minute in a
//! log, lines of JSON for another program.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lab::{Record, Score, Tally as _};
use serde::Serialize;

/// How often a log is told.
const A_MINUTE: Duration = Duration::from_mins(1);
/// How often a program is told.
const A_SECOND: Duration = Duration::from_secs(1);

/// Whether lines of JSON were asked for, whatever standard error is.
static JSON: AtomicBool = AtomicBool::new(false);

/// From now on progress is told in lines of JSON.
pub(crate) fn tell_in_json() {
    JSON.store(true, Ordering::Relaxed);
}

/// Writes to standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    json: bool,
    state: Mutex<State>,
    total: AtomicU64,
}

/// What has been played in this session.
#[derive(Debug)]
struct State {
    score: Score,
    /// Games played before.
    before: u64,
    began: Instant,
    told: Instant,
}

/// How things stand.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
struct Standing {
    /// Games that are played, those of earlier sessions among them.
    games: u64,
    /// Games there will be.
    of: u64,
    /// Games a second, of this session.
    per_second: f64,
    /// Seconds left at that rate.
    left_seconds: Option<u64>,
    /// Share of this session's games that the Germans won, with its Wilson interval.
    german_wins: f64,
    low: f64,
    high: f64,
}

impl Progress {
    /// Of `games` games of which `done` were played before.
    pub(crate) fn new(games: u64, done: u64) -> Progress {
        let json = JSON.load(Ordering::Relaxed);
        let bar = if json { ProgressBar::hidden() } else { ProgressBar::new(games) };
        bar.set_position(done);
        let style = ProgressStyle::with_template(
            "{bar:30} {human_pos}/{human_len} games  {per_sec:.0}  {eta} left  {msg}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // The rate counts only the games played now.
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let now = Instant::now();
        let state = State { score: Score::default(), before: done, began: now, told: now };
        Progress { bar, json, state: Mutex::new(state), total: AtomicU64::new(games) }
    }

    /// Adds games to the total.
    pub(crate) fn expect(&self, games: u64) {
        self.bar.inc_length(games);
        self.total.fetch_add(games, Ordering::Relaxed);
    }

    /// Games that were played before.
    pub(crate) fn skip(&self, games: u64) {
        self.bar.inc(games);
        self.bar.reset_eta();
        self.state.lock().unwrap_or_else(PoisonError::into_inner).before += games;
    }

    /// One more game.
    pub(crate) fn add(&self, record: &Record) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.score.add(&record.game);
        if !self.bar.is_hidden() {
            self.bar.inc(1);
            if state.score.games.is_multiple_of(32) {
                self.bar.set_message(words(state.score));
            }
            return;
        }
        let now = Instant::now();
        if now.duration_since(state.told) >= if self.json { A_SECOND } else { A_MINUTE } {
            state.told = now;
            let standing = state.at(now, self.total.load(Ordering::Relaxed));
            drop(state);
            eprintln!("{}", if self.json { standing.json() } else { standing.words() });
        }
    }

    /// Removes the bar; a program that is told in JSON is told the end.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        if self.json {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.score.games > 0 {
                let standing = state.at(Instant::now(), self.total.load(Ordering::Relaxed));
                eprintln!("{}", standing.json());
            }
        }
    }
}

impl State {
    fn at(&self, now: Instant, total: u64) -> Standing {
        let played = self.score.games;
        let seconds = now.duration_since(self.began).as_secs_f64();
        let per_second = if seconds > 0.0 { played as f64 / seconds } else { 0.0 };
        let games = self.before + played;
        let left = total.saturating_sub(games);
        let interval = study::estimate::wilson(self.score.wins.german, played, study::CONFIDENCE);
        let round = |number: f64| (number * 1e4).round() / 1e4;
        Standing {
            games,
            of: total.max(games),
            per_second: (per_second * 10.0).round() / 10.0,
            left_seconds: (per_second > 0.0).then(|| (left as f64 / per_second).ceil() as u64),
            german_wins: round(self.score.wins.german as f64 / played.max(1) as f64),
            low: round(interval.low),
            high: round(interval.high),
        }
    }
}

impl Standing {
    /// `12000 of 50000 games, 812 a second, about 47 s left; German wins 53.1% (51.0-55.2%)`.
    fn words(self) -> String {
        let left = self.left_seconds.map_or_else(String::new, |left| match left {
            0..120 => format!(", about {left} s left"),
            120..7200 => format!(", about {} min left", left.div_ceil(60)),
            _ => format!(", about {} h left", left.div_ceil(3600)),
        });
        format!(
            "{} of {} games, {:.0} a second{left}; {}",
            self.games,
            self.of,
            self.per_second,
            in_percent(self.german_wins, self.low, self.high)
        )
    }

    fn json(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }
}

/// `German wins 53.1% (51.0-55.2%)`.
fn words(score: Score) -> String {
    let interval = study::estimate::wilson(score.wins.german, score.games, study::CONFIDENCE);
    let share = score.wins.german as f64 / score.games as f64;
    in_percent(share, interval.low, interval.high)
}

fn in_percent(share: f64, low: f64, high: f64) -> String {
    format!("German wins {:.1}% ({:.1}-{:.1}%)", share * 100.0, low * 100.0, high * 100.0)
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

    fn standing(seconds: u64, total: u64) -> Standing {
        let began = Instant::now();
        let score = Score { games: 263, wins: BySide { german: 81, allied: 182 } };
        let state = State { score, before: 1000, began, told: began };
        state.at(began + Duration::from_secs(seconds), total)
    }

    #[test]
    fn a_log_is_told_how_far_how_fast_and_who_is_ahead() {
        assert_eq!(
            standing(100, 2000).words(),
            "1263 of 2000 games, 3 a second, about 5 min left; German wins 30.8% (25.5-36.6%)"
        );
        assert!(standing(1, 1300).words().contains("about 1 s left"));
        assert!(standing(3600, 1_000_000).words().contains(" h left"));
    }

    #[test]
    fn a_program_is_told_the_same_in_numbers() {
        let told: serde_json::Value = serde_json::from_str(&standing(100, 2000).json()).unwrap();
        assert_eq!(
            told,
            serde_json::json!({
                "games": 1263, "of": 2000, "per_second": 2.6, "left_seconds": 281,
                "german_wins": 0.308, "low": 0.2553, "high": 0.3662
            })
        );
    }
}
