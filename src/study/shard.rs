//! One of several parts that together make up a run.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use lab::CHUNK;
use serde::{Deserialize, Serialize};

/// `K/N`: the K-th of N slices of a run's games, K from 0. Slices are split between chunks, so that merging them
/// gives the run byte for byte.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The shard `index` of `of`; `None` if there is no such shard.
    pub fn new(index: u64, of: u64) -> Option<Shard> {
        (index < of).then_some(Shard { index, of })
    }

    /// All shards of the run, including this one.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (0..self.of).map(move |index| Shard { index, of: self.of })
    }

    /// Its games in a run of `games`; none if there are more shards than chunks.
    pub fn slice(self, games: u64) -> Range<u64> {
        let chunks = u128::from(games.div_ceil(CHUNK));
        let edge = |index: u64| {
            let chunk = u128::from(index) * chunks / u128::from(self.of);
            (chunk as u64).saturating_mul(CHUNK).min(games)
        };
        edge(self.index)..edge(self.index + 1)
    }

    /// As part of a file's name: `shard-1-of-4`.
    pub fn file_name(self) -> String {
        format!("shard-{}-of-{}", self.index, self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.parse().ok()?, of.parse().ok()?);
            Shard::new(index, of)
        });
        numbers.ok_or_else(|| {
            format!("`{text}` is no shard: expected K/N with K from 0 to N-1, as in 0/4")
        })
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_whole_chunks_without_gap_or_overlap() {
        for games in [1, 999, 1_000, 1_001, 3_500, 10_000, 123_456, u64::MAX] {
            for of in [1, 2, 3, 4, 7, 64] {
                let mut next = 0;
                for shard in Shard::new(0, of).unwrap().all() {
                    let slice = shard.slice(games);
                    assert_eq!(slice.start, next, "{shard} of {games}");
                    assert!(slice.start.is_multiple_of(CHUNK) || slice.is_empty());
                    next = slice.end;
                }
                assert_eq!(next, games);
            }
        }
        assert_eq!(Shard::new(1, 3).unwrap().slice(3_500), 1_000..2_000);
        assert_eq!(Shard::new(2, 3).unwrap().slice(3_500), 2_000..3_500);
    }

    #[test]
    fn words_go_there_and_back() {
        let shard = Shard::new(3, 4).unwrap();
        assert_eq!(shard.to_string().parse(), Ok(shard));
        assert_eq!(shard.file_name(), "shard-3-of-4");
        for wrong in ["", "1", "4/4", "1/0", "-1/4", "1/4/2", "a/b"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("K/N"), "{wrong}");
        }
    }
}
