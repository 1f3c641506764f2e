//! Prospects: the Germans' chance of winning from how things stand at the end of a turn, as fitted to played games.
//! Players who look ahead value by them what they do not play to its end.

mod fit;
mod logistic;

pub use fit::{Fitted, fit};

use std::path::PathBuf;

use engine::TurnFacts;
use serde::{Deserialize, Serialize};

use crate::Home;
use crate::complaint::Complaints;
use crate::text::Seal;
use crate::toml_text;

/// What a chance of winning is reckoned from: a number for each term, in the order of [`Weights`].
const TERMS: usize = 8;

/// Chances are whole numbers of this many parts, so that no order of adding them up matters.
pub(crate) const CERTAIN: i64 = 1_000_000;

/// A scenario's prospects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prospects {
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// What each term weighs.
    pub weights: Weights,
    /// Where the weights come from.
    pub pedigree: FitPedigree,
}

/// The weights of the terms, in thousandths of log odds. Each term goes from -1, all for the Allies, to 1, all for the
/// Germans; those with `turns_left` count in proportion to the share of the turns still to come.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Weights {
    /// Always 1.
    pub constant: i32,
    /// The advantage, by the game's own yardstick.
    pub advantage: i32,
    /// Steps in play: the Germans' less the Allies', as a share of all.
    pub steps: i32,
    /// Objectives held, likewise.
    pub objectives: i32,
    /// The share of turns still to come.
    pub turns_left: i32,
    /// The advantage, times that share.
    pub advantage_turns_left: i32,
    /// The steps, times that share.
    pub steps_turns_left: i32,
    /// The objectives, times that share.
    pub objectives_turns_left: i32,
}

/// Where prospects come from, and how good they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitPedigree {
    /// The command that fits them again.
    pub command: String,
    /// Games played.
    pub games: u64,
    /// Those of them that were kept out of the fit, to judge it.
    pub kept_out: u64,
    /// Ends of turns in the games of the fit.
    pub turn_ends: u64,
    /// Mean log loss over the ends of turns of the games kept out: 0 is foresight.
    pub log_loss: f64,
    /// The same for whoever knows only the mean score.
    pub log_loss_of_mean: f64,
    /// The widest gap between chance and score among five classes of chances in the games kept out, as a share.
    pub widest_gap: f64,
}

impl Weights {
    fn array(self) -> [i32; TERMS] {
        let Weights {
            constant,
            advantage,
            steps,
            objectives,
            turns_left,
            advantage_turns_left,
            steps_turns_left,
            objectives_turns_left,
        } = self;
        let late = [constant, advantage, steps, objectives];
        let early = [turns_left, advantage_turns_left, steps_turns_left, objectives_turns_left];
        std::array::from_fn(|term| if term < 4 { late[term] } else { early[term - 4] })
    }

    fn of(array: [i32; TERMS]) -> Weights {
        let [
            constant,
            advantage,
            steps,
            objectives,
            turns_left,
            advantage_turns_left,
            steps_turns_left,
            objectives_turns_left,
        ] = array;
        Weights {
            constant,
            advantage,
            steps,
            objectives,
            turns_left,
            advantage_turns_left,
            steps_turns_left,
            objectives_turns_left,
        }
    }
}

/// The terms at the end of a turn of a game of `length` turns.
fn terms(end: &TurnFacts, length: u16) -> [f64; TERMS] {
    let share = |german: u16, allied: u16| {
        let (german, allied) = (f64::from(german), f64::from(allied));
        (german - allied) / (german + allied).max(1.0)
    };
    let advantage = f64::from(end.advantage) / 1000.0;
    let steps = share(end.steps.german, end.steps.allied);
    let objectives = share(end.control.german, end.control.allied);
    let left = f64::from(length.saturating_sub(end.turn)) / f64::from(length.max(1));
    let now = [1.0, advantage, steps, objectives];
    std::array::from_fn(|term| if term < 4 { now[term] } else { now[term - 4] * left })
}

impl Prospects {
    /// Where the prospects of a scenario are kept.
    pub fn path(home: &Home, system: &str, scenario: &str) -> PathBuf {
        home.strategies(system).join("prospects").join(format!("{scenario}.toml"))
    }

    /// Loads a scenario's prospects, with their text sealed; `None` if it has none.
    ///
    /// # Errors
    /// Every fault of the file.
    pub(crate) fn load(
        home: &Home,
        system: &str,
        scenario: &str,
        seal: &mut Seal,
    ) -> Result<Option<Prospects>, Complaints> {
        let loaded = toml_text::load(home, &Prospects::path(home, system, scenario))?;
        Ok(loaded.map(|(prospects, text)| {
            seal.add("prospects", &text);
            prospects
        }))
    }

    /// The Germans' chance of winning at the end of a turn of a game of `length` turns, in parts of [`CERTAIN`].
    pub(crate) fn chance(&self, end: &TurnFacts, length: u16) -> i64 {
        let weights = self.weights.array().map(|weight| f64::from(weight) / 1000.0);
        (logistic::chance(&weights, &terms(end, length)) * CERTAIN as f64).round() as i64
    }

    /// What that chance is beyond an even one, per mille from -1000 (the Allies are sure to win) to 1000.
    pub fn advantage(&self, end: &TurnFacts, length: u16) -> i32 {
        let beyond = 2 * self.chance(end, length) - CERTAIN;
        (beyond as f64 * 1000.0 / CERTAIN as f64).round() as i32
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        let body = toml::to_string(self).unwrap_or_default();
        format!(
            "# The Germans' chance of winning from how things stand at the end of a turn, for players who look ahead.\n\
             # Fitted to played games by the command below, which writes this file again.\n\n{body}"
        )
    }
}
