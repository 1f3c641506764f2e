//! What is not known of a scenario, as played data, and worlds: one choice for each unknown.
//!
//! Every uncertain reading of a rule and every uncertain value has rival values, each with a weight (`rivals.rs` reads
//! them). A world picks one of each by its weight; a run over worlds plays each of them (`table.rs`), or those of a list
//! with weights of its own (`listed.rs`).

mod listed;
mod rivals;
mod table;

use engine::{Seed, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asked::Origin;
use crate::complaint::Complaint;
use crate::sets::Set;

pub use listed::{ListedWorld, WorldList};
pub use table::{WorldTerms, Worlds, WorldsFrom, seat_in, seat_worlds};

pub(crate) use rivals::unknowns;

/// What kind of thing is not known.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownKind {
    /// How a sentence of the rules is to be read.
    Reading,
    /// What a counter, a table, a price or the map says in print.
    Value,
    /// Who plays a side.
    Player,
}

impl UnknownKind {
    /// All kinds.
    pub const ALL: [UnknownKind; 3] =
        [UnknownKind::Reading, UnknownKind::Value, UnknownKind::Player];

    /// Several of them, in words.
    pub fn words(self) -> &'static str {
        match self {
            UnknownKind::Reading => "readings",
            UnknownKind::Value => "values",
            UnknownKind::Player => "players",
        }
    }
}

/// Something that is not known, and what it may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unknown {
    /// Its name: a ruling's id, the name of an entry of `rivals.toml`, or `german player` and `allied player`.
    pub name: String,
    /// What kind of thing it is.
    pub kind: UnknownKind,
    /// Where the doubt comes from.
    pub why: String,
    /// What it may be; the first is what the files say.
    pub choices: Vec<Choice>,
}

/// One thing that an unknown may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its name: a reading, a value, a strategy, or [`AS_SHIPPED`].
    pub name: String,
    /// How likely it is held to be, beside the others of its unknown.
    pub weight: u32,
    /// What speaks for it.
    #[serde(default)]
    pub why: String,
    /// The changes that make it so, each as `--set` takes it; none for what the files say.
    #[serde(default)]
    pub set: Vec<String>,
    /// Where each change is in its file.
    #[serde(skip)]
    pub(crate) origins: Vec<Origin>,
}

/// What stands for the strategy of a side that another doctrine plays in each world.
pub const ANY_DOCTRINE: &str = "any doctrine";

/// What the files say, where that has no name of its own.
pub const AS_SHIPPED: &str = "as shipped";

impl Choice {
    /// What the files say.
    pub(crate) fn shipped(name: &str, weight: u32) -> Choice {
        Choice {
            name: name.into(),
            weight,
            why: String::new(),
            set: Vec::new(),
            origins: Vec::new(),
        }
    }
}

impl Choice {
    /// A complaint that one of its changes led to, blamed on the line that makes the change.
    pub(crate) fn blame(&self, complaint: Complaint) -> Complaint {
        let made = complaint.file.strip_prefix("--set ").map(String::from);
        let place = made.and_then(|made| self.set.iter().position(|set| *set == made));
        match place.and_then(|place| Some((&self.set[place], self.origins.get(place)?))) {
            Some((set, origin)) => {
                let problem = format!("`{set}`: {}", complaint.problem);
                origin.blame(Complaint { problem, ..complaint })
            }
            None => {
                let file = format!("{} ({})", complaint.file, self.set.join(", "));
                Complaint { file, ..complaint }
            }
        }
    }
}

impl Unknown {
    /// Who plays a side: one of the doctrines that ship with the scenario, each as likely as any other.
    pub(crate) fn player(side: Side, doctrines: &[String]) -> Unknown {
        let choices = doctrines.iter().map(|name| Choice::shipped(name, 1));
        Unknown {
            name: format!("{} player", side.word()),
            kind: UnknownKind::Player,
            why: "the doctrines that ship with the scenario".into(),
            choices: choices.collect(),
        }
    }

    /// The side that it seats a player for.
    pub(crate) fn seats(&self) -> Option<Side> {
        let word = self.name.strip_suffix(" player").filter(|_| self.kind == UnknownKind::Player);
        word.and_then(Side::from_word)
    }

    /// The choice that a world makes, by the weights: chance is keyed by the unknown's name and the world's number, so
    /// that another unknown, or a larger number of worlds, changes no world's choice.
    pub fn drawn(&self, seed: Seed, world: u64) -> usize {
        let all: u64 = self.choices.iter().map(|choice| u64::from(choice.weight)).sum();
        let mut place = below(keyed(seed, &self.name, world), all);
        for (number, choice) in self.choices.iter().enumerate() {
            match place.checked_sub(u64::from(choice.weight)) {
                Some(rest) => place = rest,
                None => return number,
            }
        }
        0
    }
}

/// A random number for a world of a run, keyed by a name.
pub(crate) fn keyed(seed: Seed, name: &str, world: u64) -> u64 {
    // FNV-1a, as for events of a game: the key must never change between versions.
    let key = format!("world {name}").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |key, byte| {
        (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Seed(seed.0 ^ key).game(world).0
}

/// A random number below `all`, from one of 64 bits.
pub(crate) fn below(random: u64, all: u64) -> u64 {
    ((u128::from(random) * u128::from(all)) >> 64) as u64
}

impl Unknown {
    /// Whether it is named, or turns a key that is.
    pub(crate) fn is_one_of(&self, names: &[String]) -> bool {
        let turned = self.choices.iter().flat_map(|choice| &choice.set);
        let mut keys = turned.filter_map(|set| Some(Set::parse(set).ok()?.key()));
        names.contains(&self.name) || keys.any(|key| names.contains(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(name: &str) -> Unknown {
        let choices = [("a", 3), ("b", 1)].map(|(name, weight)| Choice::shipped(name, weight));
        Unknown {
            name: name.into(),
            kind: UnknownKind::Value,
            why: String::new(),
            choices: choices.into(),
        }
    }

    #[test]
    fn worlds_choose_by_weight_and_each_unknown_by_itself() {
        let (one, other) = (coin("one"), coin("other"));
        let drawn = |coin: &Unknown, seed| -> Vec<usize> {
            (0..10_000).map(|world| coin.drawn(Seed(seed), world)).collect()
        };
        let (first, second) = (drawn(&one, 7), drawn(&other, 7));
        let count = first.iter().filter(|&&choice| choice == 1).count();
        assert!((2_300..2_700).contains(&count), "{count}");
        // A quarter of a quarter: they are drawn apart.
        let both = first.iter().zip(&second).filter(|&(&a, &b)| a == 1 && b == 1).count();
        assert!((525..725).contains(&both), "{both}");
        assert_eq!(first, drawn(&one, 7));
        assert_ne!(first, drawn(&one, 8));
    }

    #[test]
    fn a_choice_without_weight_is_never_made() {
        let mut coin = coin("one");
        coin.choices[0].weight = 0;
        assert!((0..1_000).all(|world| coin.drawn(Seed(1), world) == 1));
    }

    #[test]
    fn players_know_their_side() {
        let player = Unknown::player(Side::Allied, &["hold".into(), "first".into()]);
        assert_eq!((player.seats(), player.choices.len()), (Some(Side::Allied), 2));
        assert_eq!(coin("german player").seats(), None);
    }
}
