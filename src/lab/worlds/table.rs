//! A scenario played in many worlds: game `g` in world `g mod N`, so that the first games of a run, a chunk and a shard
//! are spread over all of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use engine::{BySide, Seed, Side};
use serde::{Deserialize, Serialize};

use super::{ANY_DOCTRINE, ListedWorld, Unknown, WorldList, below, keyed};
use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::explain::Explained;
use crate::plan::{Plan, PlanScope};
use crate::play::Unfinished;
use crate::record::Record;
use crate::sets::Set;
use crate::shelf::{Cast, Filmed, Head, Picture, Request, System, Table};
use crate::story::Story;
use crate::strategy::Strategy;
use crate::text::Seal;

/// Worlds of one run, at most: each has a position of its own in memory.
const MOST: u64 = 2_000;

/// Where the worlds of a run come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldsFrom {
    /// So many, drawn by the weights of each unknown.
    Weights(u64),
    /// As many as a list holds, drawn from it by its weights.
    List(PathBuf),
}

/// How worlds are drawn.
#[derive(Clone, Debug)]
pub struct WorldTerms {
    /// Where they come from.
    pub from: WorldsFrom,
    /// Seed of the run.
    pub seed: Seed,
    /// Whether it is not known who plays either: one of the doctrines of a side for which no strategy is named.
    pub players: bool,
    /// Unknowns, by name or by a key that they turn, that are the same in every world.
    pub fixed: Vec<String>,
}

/// The worlds of a run: what is not known, and what each world chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worlds {
    /// What is not known.
    pub unknowns: Vec<Unknown>,
    /// For each world, the number of its choice of each unknown.
    pub drawn: Vec<Vec<u16>>,
}

impl Worlds {
    /// How many worlds there are.
    pub fn count(&self) -> u64 {
        self.drawn.len() as u64
    }

    /// The world of a game.
    pub fn of_game(&self, game: u64) -> u64 {
        game % self.count().max(1)
    }

    /// The strategy that plays a side in the world of a game, where that differs between worlds.
    pub fn player(&self, game: u64, side: Side) -> Option<&str> {
        let place = self.unknowns.iter().position(|unknown| unknown.seats() == Some(side))?;
        let choice = *self.drawn.get(self.of_game(game) as usize)?.get(place)?;
        self.unknowns[place].choices.get(usize::from(choice)).map(|choice| choice.name.as_str())
    }

    /// What a world chose otherwise than the files say.
    pub fn choices(&self, world: usize) -> impl Iterator<Item = (&Unknown, &super::Choice)> {
        let drawn = self.drawn.get(world).into_iter().flatten();
        let pairs = self.unknowns.iter().zip(drawn).filter(|&(_, &choice)| choice > 0);
        pairs.filter_map(|(unknown, &choice)| {
            Some((unknown, unknown.choices.get(usize::from(choice))?))
        })
    }

    /// Draws worlds by the weights.
    pub fn by_weights(unknowns: Vec<Unknown>, seed: Seed, count: u64) -> Worlds {
        let world = |world| -> Vec<u16> {
            unknowns.iter().map(|unknown| unknown.drawn(seed, world) as u16).collect()
        };
        let drawn = (0..count).map(world).collect();
        Worlds { unknowns, drawn }
    }

    /// Draws as many worlds as a list holds, by its weights.
    fn from_list(unknowns: Vec<Unknown>, seed: Seed, list: &[(u64, Vec<u16>)]) -> Worlds {
        let all: u64 = list.iter().map(|(weight, _)| weight).sum();
        let world = |world: u64| {
            let mut place = below(keyed(seed, "of the list", world), all);
            let fits = list.iter().find(|(weight, _)| match place.checked_sub(*weight) {
                Some(rest) => {
                    place = rest;
                    false
                }
                None => true,
            });
            fits.map_or_else(Vec::new, |(_, drawn)| drawn.clone())
        };
        let drawn = (0..list.len() as u64).map(world).collect();
        Worlds { unknowns, drawn }
    }
}

/// Loads a scenario in every world that a run plays.
///
/// # Errors
/// Every fault of the scenario, of its rivals and of the list of worlds, and what cannot be played together.
pub fn seat_worlds(
    system: &dyn System,
    home: &Home,
    request: &Request,
    terms: &WorldTerms,
) -> Result<Box<dyn Table>, Complaints> {
    let base = system.seat(home, request)?;
    let mut unknowns = system.unknowns(home, request)?;
    unknowns.retain(|unknown| !unknown.is_one_of(&terms.fixed));
    if terms.players {
        let unnamed = |side: &Side| request.strategies[*side].is_none();
        let players = Side::BOTH.into_iter().filter(unnamed);
        let players = players.map(|side| Unknown::player(side, &base.head().doctrines[side]));
        unknowns.extend(players.filter(|player| player.choices.len() > 1));
    }
    if unknowns.is_empty() {
        let problem = "nothing of it is unknown";
        return Err(Complaint::whole(&base.head().scenario, problem)
            .expecting("readings or values with rivals in rivals.toml, or --players")
            .into());
    }
    let worlds = match &terms.from {
        WorldsFrom::Weights(count) => Worlds::by_weights(unknowns, terms.seed, *count),
        WorldsFrom::List(path) => {
            let list = WorldList::load(home, path, &base.head().scenario, &unknowns)?;
            Worlds::from_list(unknowns, terms.seed, &list)
        }
    };
    if !(2..=MOST).contains(&worlds.count()) {
        let problem = format!("{} worlds", worlds.count());
        let expected = format!("2 to {MOST}");
        return Err(Complaint::whole("--worlds", problem).expecting(expected).into());
    }
    Ok(Box::new(WorldTable::seat(system, home, request, base, worlds)?))
}

/// Loads a scenario in worlds that are already chosen.
///
/// # Errors
/// Every fault of the scenario, and what cannot be played together.
pub fn seat_in(
    system: &dyn System,
    home: &Home,
    request: &Request,
    worlds: Worlds,
) -> Result<Box<dyn Table>, Complaints> {
    let base = system.seat(home, request)?;
    Ok(Box::new(WorldTable::seat(system, home, request, base, worlds)?))
}

/// A table in every world.
struct WorldTable {
    head: Head,
    /// The scenario as the files have it: its map is the one that is drawn.
    base: Box<dyn Table>,
    /// Each different world once.
    tables: Vec<Box<dyn Table>>,
    /// The table of each world.
    places: Vec<usize>,
}

impl WorldTable {
    fn seat(
        system: &dyn System,
        home: &Home,
        request: &Request,
        base: Box<dyn Table>,
        worlds: Worlds,
    ) -> Result<WorldTable, Complaints> {
        let mut head = base.head().clone();
        let mut found: BTreeMap<&[u16], usize> = BTreeMap::new();
        let mut tables: Vec<Box<dyn Table>> = Vec::new();
        let mut places = Vec::new();
        for (number, drawn) in worlds.drawn.iter().enumerate() {
            if let Some(&place) = found.get(drawn.as_slice()) {
                places.push(place);
                continue;
            }
            let table = at(system, home, request, &worlds, number)?;
            alike(&head, table.head(), number)?;
            found.insert(drawn, tables.len());
            places.push(tables.len());
            tables.push(table);
        }
        let mut seal = Seal::default();
        for unknown in &worlds.unknowns {
            seal.add("unknown", &unknown.name);
            for choice in &unknown.choices {
                seal.add(&choice.name, &format!("{} {}", choice.weight, choice.set.join("\n")));
            }
        }
        for drawn in &worlds.drawn {
            seal.add("world", &format!("{drawn:?}"));
        }
        head.hashes.insert("worlds".into(), seal.finish());
        for side in Side::BOTH {
            let Some(player) = worlds.unknowns.iter().find(|u| u.seats() == Some(side)) else {
                continue;
            };
            let names: Vec<&str> = player.choices.iter().map(|c| c.name.as_str()).collect();
            let mut seal = Seal::default();
            for table in &tables {
                let hash = table.head().hashes.get(side.word());
                seal.add("player", hash.map_or("", String::as_str));
            }
            head.hashes.insert(side.word().into(), seal.finish());
            let strategy = &mut head.strategies[side];
            strategy.called = ANY_DOCTRINE.into();
            strategy.name = ANY_DOCTRINE.into();
            strategy.intent = format!("In each world one of {}.", names.join(", "));
        }
        head.worlds = Some(worlds);
        Ok(WorldTable { head, base, tables, places })
    }

    fn of(&self, game: u64) -> &dyn Table {
        let place = (game % self.places.len() as u64) as usize;
        &*self.tables[self.places[place]]
    }
}

/// The table of one world. A fault is blamed on the choice that leads to it, as far as one choice does.
fn at(
    system: &dyn System,
    home: &Home,
    request: &Request,
    worlds: &Worlds,
    number: usize,
) -> Result<Box<dyn Table>, Complaints> {
    let (mut sets, mut strategies) = (Vec::new(), request.strategies.clone());
    for (unknown, choice) in worlds.choices(number) {
        for set in &choice.set {
            sets.push(Set::parse(set)?);
        }
        if let Some(side) = unknown.seats() {
            strategies[side] = Some(choice.name.clone());
        }
    }
    // What the user changed comes last, and wins.
    sets.extend(request.sets.iter().cloned());
    let request = Request { strategies, sets, ..request.clone() };
    system.seat(home, &request).map_err(|complaints| {
        let blamed = complaints.into_iter().map(|complaint| {
            let file = format!("world {number}: {}", complaint.file);
            Complaint { file, ..complaint }
        });
        Complaints::new(blamed.collect())
    })
}

/// Rows of every world must be rows of one table.
fn alike(base: &Head, other: &Head, world: usize) -> Result<(), Complaint> {
    let units = |head: &Head| -> Vec<(String, Side, u8)> {
        head.roster.iter().map(|unit| (unit.id.clone(), unit.side, unit.steps)).collect()
    };
    let what = if units(base) != units(other) {
        "which units there are, or their steps"
    } else if base.levels != other.levels {
        "the victory levels"
    } else if base.turn_names != other.turn_names {
        "the calendar"
    } else if base.measures != other.measures || base.charts != other.charts {
        "what the game keeps account of"
    } else {
        return Ok(());
    };
    let problem = format!("a rival changes {what}");
    Err(Complaint::whole(format!("world {world}"), problem)
        .expecting("rivals that leave the columns of the tables as they are"))
}

impl Table for WorldTable {
    fn head(&self) -> &Head {
        &self.head
    }

    fn picture(&self) -> Picture {
        self.base.picture()
    }

    fn play(&self, game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.of(game).play(game, seed)
    }

    fn play_by(&self, plans: &[Plan], game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.of(game).play_by(plans, game, seed)
    }

    fn between(&self, strategies: BySide<Strategy>) -> Result<Box<dyn Table>, Complaints> {
        let base = self.base.between(strategies.clone())?;
        let tables = self.tables.iter().map(|table| table.between(strategies.clone()));
        let tables = tables.collect::<Result<Vec<_>, _>>()?;
        let head = Head { strategies, ..self.head.clone() };
        Ok(Box::new(WorldTable { head, base, tables, places: self.places.clone() }))
    }

    fn watch(&self, game: u64, seed: Seed, story: &mut dyn Story) -> Result<Record, Unfinished> {
        self.of(game).watch(game, seed, story)
    }

    fn film(&self, game: u64, seed: Seed, ahead: u32) -> Result<Filmed, Unfinished> {
        self.of(game).film(game, seed, ahead)
    }

    fn explain(
        &self,
        game: u64,
        seed: Seed,
        decisions: Range<u32>,
    ) -> Result<Vec<Explained>, Unfinished> {
        self.of(game).explain(game, seed, decisions)
    }

    fn cast(&self) -> Cast {
        self.base.cast()
    }

    fn plan_scope(&self) -> PlanScope {
        self.base.plan_scope()
    }
}

impl From<&Worlds> for Vec<ListedWorld> {
    fn from(worlds: &Worlds) -> Vec<ListedWorld> {
        let listed = |number| ListedWorld {
            weight: 1,
            choices: worlds
                .choices(number)
                .map(|(unknown, choice)| (unknown.name.clone(), choice.name.clone()))
                .collect(),
        };
        (0..worlds.drawn.len()).map(listed).collect()
    }
}
