//! Totals over every game of turns, units and drops, whether or not their rows are kept.

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, CombatFacts, Fate, PurseFacts, Side, TurnFacts, UnitEntry};
use lab::{CombatRow, DropRow, PARTS, Record};
use serde::{Deserialize, Serialize};

use crate::against::{Against, promised};
use crate::course;
use crate::frame::{Landing, Names, died_landing};
use crate::ground::GroundTally;
use crate::histogram::Histogram;
use crate::ratio::{Clusters, Total};

/// Whole numbers only: chunks add up to the same totals in any order, and in `tally.json` without loss.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    /// Games whose rows are in the tables.
    pub(crate) detailed: u64,
    /// One entry per turn of the calendar.
    pub(crate) turns: Vec<TurnTally>,
    /// One entry per unit of the roster.
    pub(crate) units: Vec<UnitTally>,
    /// Steps lost in a game by each formation of the roster, in the order of [`formations`].
    pub(crate) formations: Vec<Histogram>,
    /// One entry per holder of command points, in the order of `purses` in the run's facts.
    #[serde(default)]
    pub(crate) purses: Vec<PurseTally>,
    pub(crate) drops: DropTally,
    /// By hex; empty if the run's facts have no map.
    #[serde(default)]
    pub(crate) ground: GroundTally,
    /// Dice of combat by kind and row; empty unless the run records them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) combats: BTreeMap<String, BTreeMap<String, CombatTally>>,
}

/// `tally.json`: the totals, and the hashes of the tables beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sealed {
    /// SHA-256 of each table's file, by its name.
    pub(crate) tables: BTreeMap<String, String>,
    pub(crate) tally: Tally,
}

impl Sealed {
    pub(crate) const FILE: &'static str = "tally.json";
}

impl Tally {
    /// Nothing yet, for the turns and units of a scenario.
    pub(crate) fn empty(names: Names<'_>) -> Tally {
        Tally {
            turns: vec![TurnTally::default(); names.about.turn_names.len()],
            units: vec![UnitTally::default(); names.about.roster.len()],
            formations: vec![Histogram::default(); formations(&names.about.roster).len()],
            purses: vec![PurseTally::empty(names.about.point_uses.len()); names.about.purses.len()],
            ground: GroundTally::of(names.about),
            ..Tally::default()
        }
    }

    pub(crate) fn add(&mut self, names: Names<'_>, record: &Record) {
        self.games += 1;
        self.detailed += u64::from(names.asked.detail.keeps(record.game.game));
        let end = usize::from(record.game.facts.end_turn);
        let mut rows = record.turns.iter().peekable();
        let mut last = None;
        for (index, tally) in self.turns.iter_mut().enumerate() {
            let turn = index + 1;
            while let Some(row) = rows.next_if(|row| usize::from(row.turn) <= turn) {
                last = Some(row);
            }
            tally.playing += u64::from(end >= turn);
            tally.decided += u64::from(end <= turn && !record.game.cut_off);
            // A game that is over keeps its last turn's value.
            if let Some(row) = last {
                tally.add(row);
            }
            if let Some(row) = last.filter(|row| usize::from(row.turn) == turn)
                && !record.game.cut_off
            {
                let result = match record.game.winner {
                    Some(Side::German) => 0,
                    None => 1,
                    Some(Side::Allied) => 2,
                };
                tally.standings.entry(course::class(row.advantage)).or_default()[result] += 1;
            }
        }
        for ((tally, entry), row) in
            self.units.iter_mut().zip(&names.about.roster).zip(&record.units)
        {
            tally.eliminated += u64::from(row.fate.fate == Fate::Eliminated);
            tally.steps_lost.add(entry.steps.saturating_sub(row.fate.steps));
            if let (Fate::Eliminated, Some(cause)) = (row.fate.fate, row.fate.cause) {
                *tally.causes.entry(cause.into()).or_default() += 1;
            }
        }
        let mut lost: BTreeMap<Formation<'_>, i64> = BTreeMap::new();
        for (entry, row) in names.about.roster.iter().zip(&record.units) {
            let steps = entry.steps.saturating_sub(row.fate.steps);
            *lost.entry(Formation::of(entry)).or_default() += i64::from(steps);
        }
        self.formations
            .iter_mut()
            .zip(lost.into_values())
            .for_each(|(tally, lost)| tally.add(lost));
        for (i, tally) in self.purses.iter_mut().enumerate() {
            tally.add(record.turns.iter().filter_map(|turn| turn.purses.get(i)));
        }
        self.drops.add(names, &record.drops);
        if let Some(ground) = &names.about.ground {
            self.ground.add(&ground.map, record);
        }
        self.add_combats(&record.combats);
    }

    fn add_combats(&mut self, dice: &[CombatRow]) {
        let mut rows: BTreeMap<(&str, &str), Vec<&CombatFacts>> = BTreeMap::new();
        for die in dice {
            rows.entry((die.facts.kind, die.facts.row)).or_default().push(&die.facts);
        }
        for ((kind, row), dice) in rows {
            let kind = self.combats.entry(kind.into()).or_default();
            kind.entry(row.into()).or_default().add(&dice);
        }
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.detailed += other.detailed;
        self.turns.iter_mut().zip(&other.turns).for_each(|(turn, other)| turn.merge(other));
        self.units.iter_mut().zip(&other.units).for_each(|(unit, other)| unit.merge(other));
        self.formations.iter_mut().zip(&other.formations).for_each(|(own, other)| own.merge(other));
        self.purses.iter_mut().zip(&other.purses).for_each(|(own, other)| own.merge(other));
        self.drops.merge(&other.drops);
        self.ground.merge(&other.ground);
        for (kind, rows) in &other.combats {
            for (row, tally) in rows {
                let kind = self.combats.entry(kind.clone()).or_default();
                kind.entry(row.clone()).or_default().merge(tally);
            }
        }
    }
}

/// The dice of one kind and row over the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CombatTally {
    pub(crate) cast: Clusters,
    pub(crate) effect: Against,
    /// Dice that also affect the side that rolls them.
    pub(crate) own_cast: Clusters,
    pub(crate) own_effect: Against,
}

impl CombatTally {
    fn add(&mut self, dice: &[&CombatFacts]) {
        let parts = |sum: u16, die: &CombatFacts| i64::from(sum) * PARTS / i64::from(die.faces);
        let units = dice.len() as i64;
        self.cast.add(units);
        let expected = dice.iter().map(|die| parts(die.effect_of_all, die)).sum();
        self.effect.add(units, expected, dice.iter().map(|die| i64::from(die.effect)).sum());
        let own = || dice.iter().filter_map(|die| die.own_effect.map(|own| (own, die)));
        let units = own().count() as i64;
        if units > 0 {
            self.own_cast.add(units);
            let expected = own().map(|((_, sum), die)| parts(sum, die)).sum();
            self.own_effect.add(units, expected, own().map(|((own, _), _)| i64::from(own)).sum());
        }
    }

    fn merge(&mut self, other: &CombatTally) {
        self.cast.merge(other.cast);
        self.effect.merge(other.effect);
        self.own_cast.merge(other.own_cast);
        self.own_effect.merge(other.own_effect);
    }
}

/// The identity of a formation, in the order of a report.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Formation<'a> {
    pub(crate) side: Side,
    pub(crate) division: &'a str,
    pub(crate) name: &'a str,
}

impl<'a> Formation<'a> {
    fn of(unit: &'a UnitEntry) -> Formation<'a> {
        Formation { side: unit.side, division: &unit.division, name: &unit.formation }
    }
}

/// The formations of a roster with the units and steps of each.
pub(crate) fn formations(roster: &[UnitEntry]) -> BTreeMap<Formation<'_>, (u32, u32)> {
    let mut all: BTreeMap<Formation<'_>, (u32, u32)> = BTreeMap::new();
    for unit in roster {
        let (units, steps) = all.entry(Formation::of(unit)).or_default();
        *units += 1;
        *steps += u32::from(unit.steps);
    }
    all
}

/// The command points of one division over the games, each game's turns together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PurseTally {
    /// Points spent, by use.
    pub(crate) uses: Vec<Histogram>,
    /// Points held when the last turn ended.
    pub(crate) unspent: Histogram,
    pub(crate) wasted: Histogram,
    pub(crate) dispatch_earned: Histogram,
    pub(crate) dispatch_spent: Histogram,
}

impl PurseTally {
    fn empty(uses: usize) -> PurseTally {
        PurseTally { uses: vec![Histogram::default(); uses], ..PurseTally::default() }
    }

    fn add<'a>(&mut self, turns: impl Iterator<Item = &'a PurseFacts>) {
        let turns: Vec<&PurseFacts> = turns.collect();
        let sum = |of: &dyn Fn(&PurseFacts) -> u16| -> i64 {
            turns.iter().map(|turn| i64::from(of(turn))).sum()
        };
        for (i, tally) in self.uses.iter_mut().enumerate() {
            tally.add(sum(&|turn| turn.spent.get(i).copied().unwrap_or_default()));
        }
        self.unspent.add(turns.last().map_or(0, |turn| turn.held));
        self.wasted.add(sum(&|turn| turn.wasted));
        self.dispatch_earned.add(sum(&|turn| turn.dispatch_earned));
        self.dispatch_spent.add(sum(&|turn| turn.dispatch_spent));
    }

    fn merge(&mut self, other: &PurseTally) {
        self.uses.iter_mut().zip(&other.uses).for_each(|(own, other)| own.merge(other));
        self.unspent.merge(&other.unspent);
        self.wasted.merge(&other.wasted);
        self.dispatch_earned.merge(&other.dispatch_earned);
        self.dispatch_spent.merge(&other.dispatch_spent);
    }
}

/// One turn over the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TurnTally {
    /// Games not over before its end.
    pub(crate) playing: u64,
    /// Games over by its end.
    pub(crate) decided: u64,
    /// Games in which the Germans control all objectives.
    pub(crate) all_german: u64,
    pub(crate) steps: BySide<Histogram>,
    pub(crate) steps_lost: BySide<Histogram>,
    pub(crate) control: BySide<Histogram>,
    pub(crate) points: BySide<Histogram>,
    pub(crate) points_earned: BySide<Histogram>,
    pub(crate) points_spent: BySide<Histogram>,
    pub(crate) morale: Histogram,
    pub(crate) withdrawal_level: Histogram,
    pub(crate) advantage: Histogram,
    #[serde(default)]
    pub(crate) airfields: Histogram,
    #[serde(default)]
    pub(crate) ports: Histogram,
    /// Games that were not over before the turn ended and had a result, by class of advantage at its end: won
    /// by the Germans, drawn, won by the Allies.
    #[serde(default)]
    pub(crate) standings: BTreeMap<i32, [u64; 3]>,
}

impl TurnTally {
    fn add(&mut self, row: &TurnFacts) {
        self.all_german += u64::from(row.control.german > 0 && row.control.allied == 0);
        for (tally, value) in [
            (&mut self.steps, row.steps),
            (&mut self.steps_lost, row.steps_lost),
            (&mut self.control, row.control),
            (&mut self.points, row.points),
            (&mut self.points_earned, row.points_earned),
            (&mut self.points_spent, row.points_spent),
        ] {
            tally.german.add(value.german);
            tally.allied.add(value.allied);
        }
        row.morale.into_iter().for_each(|morale| self.morale.add(morale));
        row.withdrawal_level.into_iter().for_each(|level| self.withdrawal_level.add(level));
        self.advantage.add(row.advantage);
        row.airfields.into_iter().for_each(|held| self.airfields.add(held));
        row.ports.into_iter().for_each(|held| self.ports.add(held));
    }

    fn merge(&mut self, other: &TurnTally) {
        self.playing += other.playing;
        self.decided += other.decided;
        self.all_german += other.all_german;
        for (tally, other) in [
            (&mut self.steps, &other.steps),
            (&mut self.steps_lost, &other.steps_lost),
            (&mut self.control, &other.control),
            (&mut self.points, &other.points),
            (&mut self.points_earned, &other.points_earned),
            (&mut self.points_spent, &other.points_spent),
        ] {
            tally.german.merge(&other.german);
            tally.allied.merge(&other.allied);
        }
        self.morale.merge(&other.morale);
        self.withdrawal_level.merge(&other.withdrawal_level);
        self.advantage.merge(&other.advantage);
        self.airfields.merge(&other.airfields);
        self.ports.merge(&other.ports);
        for (&class, counts) in &other.standings {
            let own = self.standings.entry(class).or_default();
            own.iter_mut().zip(counts).for_each(|(own, other)| *own += other);
        }
    }
}

/// One unit over the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitTally {
    pub(crate) eliminated: u64,
    pub(crate) steps_lost: Histogram,
    /// What caused the loss of the last step.
    pub(crate) causes: BTreeMap<String, u64>,
}

impl UnitTally {
    fn merge(&mut self, other: &UnitTally) {
        self.eliminated += other.eliminated;
        self.steps_lost.merge(&other.steps_lost);
        for (cause, count) in &other.causes {
            *self.causes.entry(cause.clone()).or_default() += count;
        }
    }
}

/// The landings over the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DropTally {
    /// Units that landed.
    pub(crate) landed: Clusters,
    /// How often each result of the table came up.
    pub(crate) results: BTreeMap<String, Total>,
    /// Steps lost in landing, by game.
    pub(crate) steps_lost: Histogram,
    /// Markers placed, by game.
    pub(crate) markers: Histogram,
    pub(crate) zones: BTreeMap<String, ZoneTally>,
    /// Units for which a die was rolled.
    pub(crate) cast: Clusters,
    /// How often each result was expected for them, and how often it came.
    pub(crate) promises: BTreeMap<String, Against>,
    /// Markers expected, and placed.
    pub(crate) promised_markers: Against,
    /// Steps expected to be lost, and lost.
    pub(crate) promised_losses: Against,
}

/// The landings of one zone over the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ZoneTally {
    pub(crate) landed: Clusters,
    pub(crate) eliminated: Total,
    pub(crate) steps_lost: Total,
    pub(crate) modifier: Total,
    /// Units for which a die was rolled.
    pub(crate) cast: Clusters,
    pub(crate) promised_losses: Against,
}

impl DropTally {
    fn add(&mut self, names: Names<'_>, drops: &[DropRow]) {
        let game = Landing::of(names, drops);
        self.landed.add(game.units.into());
        self.steps_lost.add(game.steps);
        self.markers.add(game.markers);
        let mut results: BTreeMap<&str, i64> = BTreeMap::new();
        let mut zones: BTreeMap<&str, Vec<&DropRow>> = BTreeMap::new();
        for drop in drops {
            *results.entry(&drop.facts.result).or_default() += 1;
            zones.entry(&drop.facts.zone).or_default().push(drop);
        }
        for (result, count) in results {
            self.results.entry(result.into()).or_default().add(game.units.into(), count);
        }
        for (zone, drops) in zones {
            let landed = drops.len() as i64;
            let tally = self.zones.entry(zone.into()).or_default();
            let sum = |value: fn(Names<'_>, &DropRow) -> i64| {
                drops.iter().map(|drop| value(names, drop)).sum()
            };
            tally.landed.add(landed);
            tally.eliminated.add(landed, sum(|names, drop| died_landing(names, drop).into()));
            tally.steps_lost.add(landed, sum(|_, drop| drop.facts.steps_lost.into()));
            tally.modifier.add(landed, sum(|_, drop| drop.facts.modifier.into()));
            let cast = cast(drops.iter().copied());
            tally.cast.add(cast.len() as i64);
            add_losses(&mut tally.promised_losses, &cast);
        }
        self.add_promises(&cast(drops));
    }

    fn add_promises(&mut self, cast: &[&DropRow]) {
        let units = cast.len() as i64;
        self.cast.add(units);
        let observed =
            |result: &str| cast.iter().filter(|drop| drop.facts.result == result).count();
        let results: BTreeSet<&str> =
            cast.iter().flat_map(|drop| &drop.facts.odds).map(|odds| odds.result).collect();
        for result in results {
            let expected = promised(cast, |odds| i64::from(odds.result == result));
            let tally = self.promises.entry(result.into()).or_default();
            tally.add(units, expected, observed(result) as i64);
        }
        let markers = cast.iter().map(|drop| i64::from(drop.facts.drop_markers)).sum();
        let expected = promised(cast, |odds| odds.drop_markers.into());
        self.promised_markers.add(units, expected, markers);
        add_losses(&mut self.promised_losses, cast);
    }

    fn merge(&mut self, other: &DropTally) {
        self.cast.merge(other.cast);
        for (result, against) in &other.promises {
            self.promises.entry(result.clone()).or_default().merge(*against);
        }
        self.promised_markers.merge(other.promised_markers);
        self.promised_losses.merge(other.promised_losses);
        self.landed.merge(other.landed);
        for (result, total) in &other.results {
            self.results.entry(result.clone()).or_default().merge(*total);
        }
        self.steps_lost.merge(&other.steps_lost);
        self.markers.merge(&other.markers);
        for (zone, other) in &other.zones {
            let tally = self.zones.entry(zone.clone()).or_default();
            tally.landed.merge(other.landed);
            tally.eliminated.merge(other.eliminated);
            tally.steps_lost.merge(other.steps_lost);
            tally.modifier.merge(other.modifier);
            tally.cast.merge(other.cast);
            tally.promised_losses.merge(other.promised_losses);
        }
    }
}

/// Drops for which a die was rolled.
fn cast<'a>(drops: impl IntoIterator<Item = &'a DropRow>) -> Vec<&'a DropRow> {
    drops.into_iter().filter(|drop| !drop.facts.odds.is_empty()).collect()
}

fn add_losses(tally: &mut Against, cast: &[&DropRow]) {
    let lost = cast.iter().map(|drop| i64::from(drop.facts.steps_lost)).sum();
    tally.add(cast.len() as i64, promised(cast, |odds| odds.steps_lost.into()), lost);
}
