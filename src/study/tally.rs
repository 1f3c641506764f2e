//! Totals over every game of turns, units and drops, whether or not their rows are kept.

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, ChartForm, CombatFacts, Fate, MeasureOf, Part, Side, TurnFacts, UnitEntry};
use lab::{CombatRow, DropRow, PARTS, Record};
use serde::{Deserialize, Serialize};

use crate::About;
use crate::against::{Against, promised};
use crate::course;
use crate::frame::{Landing, Names, died_landing, value_at};
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
    /// What holders had over a game's turns, one entry for each of [`holdings`].
    #[serde(default)]
    pub(crate) holdings: Vec<Histogram>,
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
            turns: vec![TurnTally::empty(names.about); names.about.turn_names.len()],
            units: vec![UnitTally::default(); names.about.roster.len()],
            formations: vec![Histogram::default(); formations(&names.about.roster).len()],
            holdings: vec![Histogram::default(); holdings(names.about).count()],
            drops: DropTally::empty(names.about),
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
                last = Some((row, names.about.advantage(row)));
            }
            tally.playing += u64::from(end >= turn);
            tally.decided += u64::from(end <= turn && !record.game.cut_off);
            // A game that is over keeps its last turn's value.
            if let Some((row, advantage)) = last {
                tally.add(names.about, row, advantage);
            }
            if let Some((_, advantage)) = last.filter(|(row, _)| usize::from(row.turn) == turn)
                && !record.game.cut_off
            {
                let result = match record.game.winner {
                    Some(Side::German) => 0,
                    None => 1,
                    Some(Side::Allied) => 2,
                };
                tally.standings.entry(course::class(advantage)).or_default()[result] += 1;
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
        for (holding, tally) in holdings(names.about).zip(&mut self.holdings) {
            tally.add(holding.in_game(&record.turns));
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
        self.holdings.iter_mut().zip(&other.holdings).for_each(|(own, other)| own.merge(other));
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

/// Something that a holder has or does in each turn, told of a game as a whole.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Holding<'a> {
    /// Who.
    pub(crate) holder: &'a str,
    pub(crate) part: &'a Part,
    /// Its place among the values of a turn.
    place: usize,
}

/// What holders have or do in the turns of a game, holder by holder; what stands for itself is in the table alone.
pub(crate) fn holdings(about: &About) -> impl Iterator<Item = Holding<'_>> {
    about.measures_of(MeasureOf::Turn).enumerate().filter_map(|(place, measure)| {
        let holder = measure.holder.as_deref()?;
        (measure.part != Part::Whole).then_some(Holding { holder, part: &measure.part, place })
    })
}

impl Holding<'_> {
    /// What is left is that of the last turn; all else is added up.
    fn in_game(self, turns: &[TurnFacts]) -> i64 {
        let mut values = turns.iter().filter_map(|turn| value_at(&turn.values, self.place));
        if *self.part == Part::Left { values.next_back().unwrap_or(0) } else { values.sum() }
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
    pub(crate) advantage: Histogram,
    /// What the game's charts show turn by turn, in their order.
    #[serde(default)]
    pub(crate) shown: Vec<Histogram>,
    /// Games that were not over before the turn ended and came to a result, by class of standing at its end: won by
    /// the Germans, drawn, won by the Allies.
    #[serde(default)]
    pub(crate) standings: BTreeMap<i32, [u64; 3]>,
}

impl TurnTally {
    fn empty(about: &About) -> TurnTally {
        let shown = about.shown(&[ChartForm::Fan], MeasureOf::Turn).count();
        TurnTally { shown: vec![Histogram::default(); shown], ..TurnTally::default() }
    }

    fn add(&mut self, about: &About, row: &TurnFacts, advantage: i32) {
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
        self.advantage.add(advantage);
        let shown = about.shown(&[ChartForm::Fan], MeasureOf::Turn);
        for ((place, _), tally) in shown.zip(&mut self.shown) {
            if let Some(value) = value_at(&row.values, place) {
                tally.add(value);
            }
        }
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
        self.advantage.merge(&other.advantage);
        self.shown.iter_mut().zip(&other.shown).for_each(|(own, other)| own.merge(other));
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
    /// What units suffered else, one entry a toll.
    pub(crate) tolls: Vec<TollTally>,
    pub(crate) zones: BTreeMap<String, ZoneTally>,
    /// Units for which a die was rolled.
    pub(crate) cast: Clusters,
    /// How often each result was expected for them, and how often it came.
    pub(crate) promises: BTreeMap<String, Against>,
    /// Steps they were to lose, and lost.
    pub(crate) promised_losses: Against,
}

/// A toll on the units that landed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TollTally {
    /// By game.
    pub(crate) suffered: Histogram,
    /// What units were to suffer by the odds, and did.
    pub(crate) promised: Against,
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
    fn empty(about: &About) -> DropTally {
        DropTally {
            tolls: vec![TollTally::default(); about.tolls().count()],
            ..DropTally::default()
        }
    }

    fn add(&mut self, names: Names<'_>, drops: &[DropRow]) {
        let game = Landing::of(names, drops);
        self.landed.add(game.units.into());
        self.steps_lost.add(game.steps);
        for (tally, suffered) in self.tolls.iter_mut().zip(game.tolls) {
            tally.suffered.add(suffered);
        }
        let mut results: BTreeMap<&str, i64> = BTreeMap::new();
        let mut zones: BTreeMap<&str, Vec<&DropRow>> = BTreeMap::new();
        for drop in drops {
            *results.entry(drop.facts.result).or_default() += 1;
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
        self.add_promises(names.about, &cast(drops));
    }

    fn add_promises(&mut self, about: &About, cast: &[&DropRow]) {
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
        for (i, ((place, _), tally)) in about.tolls().zip(&mut self.tolls).enumerate() {
            let suffered = cast.iter().filter_map(|drop| value_at(&drop.facts.values, place)).sum();
            let expected = promised(cast, |odds| odds.tolls[i].into());
            tally.promised.add(units, expected, suffered);
        }
        add_losses(&mut self.promised_losses, cast);
    }

    fn merge(&mut self, other: &DropTally) {
        self.cast.merge(other.cast);
        for (result, against) in &other.promises {
            self.promises.entry(result.clone()).or_default().merge(*against);
        }
        self.promised_losses.merge(other.promised_losses);
        self.landed.merge(other.landed);
        for (result, total) in &other.results {
            self.results.entry(result.clone()).or_default().merge(*total);
        }
        self.steps_lost.merge(&other.steps_lost);
        for (own, other) in self.tolls.iter_mut().zip(&other.tolls) {
            own.suffered.merge(&other.suffered);
            own.promised.merge(other.promised);
        }
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
