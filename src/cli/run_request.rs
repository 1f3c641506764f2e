//! What a run plays: everything that decides its games and their rows.

use lab::{Home, Table};
use study::{Detail, RunAsked};

use crate::args::{self, Seats, worlds_typed};
use crate::line::Line;
use crate::seat::{self, Extras};

/// A scenario, who plays it, and how often. Where the games are stored and on how many threads is decided elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct RunRequest {
    pub(crate) scenario: String,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) seats: Seats,
    pub(crate) extras: Extras,
    /// Games of which all rows are kept; `None` decides by the number of games.
    pub(crate) detail: Option<Detail>,
}

impl From<&args::Run> for RunRequest {
    fn from(args: &args::Run) -> RunRequest {
        RunRequest {
            scenario: args.scenario.clone(),
            games: args.games,
            seed: args.seed,
            seats: args.seats.clone(),
            extras: Extras { review: args.review, combats: args.combats },
            detail: args.detail,
        }
    }
}

impl RunRequest {
    /// Loads the scenario with both strategies.
    pub(crate) fn seat(&self, home: &Home) -> anyhow::Result<Box<dyn Table>> {
        seat::seat(home, &self.scenario, &self.seats, self.extras, self.seed)
    }

    /// The request of the run, with the command line that repeats it: `more` are options on that line that do not
    /// affect the games.
    pub(crate) fn asked(&self, table: &dyn Table, more: Line) -> RunAsked {
        let strategies = seat::names(table);
        let (drops, setup) = seat::plans(table);
        let detail = self.detail.unwrap_or_else(|| Detail::by_default(self.games));
        let seats = seat::options(&Seats {
            german: seat::named(&strategies.german),
            allied: seat::named(&strategies.allied),
            ..self.seats.clone()
        });
        let command = Line::of("run")
            .word(&self.scenario)
            .option("--games", self.games)
            .option("--seed", self.seed)
            .then(seats.clone())
            .each("--detail", Some(detail).filter(|&d| d != Detail::by_default(self.games)))
            .flag("--review", self.extras.review)
            .flag("--combats", self.extras.combats)
            .then(more);
        let replay =
            Line::of("replay").word(&self.scenario).option("--seed", self.seed).then(seats);
        RunAsked {
            version: env!("CARGO_PKG_VERSION").into(),
            command: command.to_string(),
            replay: replay.to_string(),
            scenario: self.scenario.clone(),
            games: self.games,
            seed: self.seed,
            detail,
            bound: None,
            review: self.extras.review,
            combats: self.extras.combats,
            nodes: self.seats.cmd_nodes,
            drops,
            set: self.seats.set.iter().map(ToString::to_string).collect(),
            setup,
            worlds: self.seats.worlds.as_ref().map(worlds_typed).unwrap_or_default(),
            players: self.seats.players,
            fixed: self.seats.fixed.clone(),
            copy: self.seats.copy.clone().unwrap_or_default(),
            watched: Vec::new(),
            shard: None,
            until: Vec::new(),
            at_most: None,
            strategies,
            hashes: table.head().hashes.clone(),
        }
    }
}
