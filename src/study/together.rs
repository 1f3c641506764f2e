//! How long games of two arms from the same seeds go together, turn by turn.

use serde::{Deserialize, Serialize};

use crate::estimate::correlation;
use crate::{CONFIDENCE, Estimate, Method, Outcomes, StudyError};

/// Games that are looked at: rows of turns are kept for no more by default, and more would tell nothing new.
const FIRST: usize = 10_000;

/// How alike the games of two arms stand at the end of one turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Together {
    /// The turn, from 1.
    pub turn: u32,
    /// Share of the seeds at which the advantage is the same in both arms.
    pub alike: f64,
    /// Correlation of the advantage over the seeds; `None` where it does not vary.
    pub correlation: Option<Estimate>,
}

/// For each turn of which something is known in both arms; games that ended keep their last number.
pub fn together(one: &Outcomes, other: &Outcomes) -> Result<Vec<Together>, StudyError> {
    let games = one.games().min(other.games()).min(FIRST as u64) as usize;
    let (one, other) = (one.advantages(games)?, other.advantages(games)?);
    let turns = one.first().map_or(0, Vec::len).min(other.first().map_or(0, Vec::len));
    let at = |turn: usize| {
        let pairs = one.iter().zip(&other).map(|(a, b)| (a[turn], b[turn]));
        let pairs: Vec<(f64, f64)> = pairs.filter(|(a, b)| !a.is_nan() && !b.is_nan()).collect();
        if pairs.is_empty() {
            return None;
        }
        let n = pairs.len() as u64;
        let alike = pairs.iter().filter(|(a, b)| a.total_cmp(b).is_eq()).count() as f64;
        let found = correlation(&pairs, CONFIDENCE);
        Some(Together {
            turn: turn as u32 + 1,
            alike: (alike / n as f64 * 1e6).round() / 1e6,
            correlation: found.map(|(r, at)| Estimate::new(r, at, n, Method::FisherZ)),
        })
    };
    Ok((0..turns).filter_map(at).collect())
}
