//! What Operation Mercury keeps account of: what all systems here do, the uses of command points, the purses of the
//! divisions, and random events.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{ChartForm, Measure, MeasureChart, MeasureOf, Part, Side, Topic, Value, column_name};

use super::command::Use;
use super::ground::{EventKind, Ground};
use super::state::Battle;
use crate::measures::{self, GameValues, Scope};

/// A measure of a purse: what comes before and after the division in its name, its meaning, what it is part of.
type PurseMeasure = (&'static str, &'static str, &'static str, Part);

impl Ground {
    /// Whether anything can happen by chance (5.1).
    fn has_events(&self) -> bool {
        Side::BOTH.iter().any(|&side| !self.events[side].is_empty())
    }

    /// What the game keeps account of.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let greeks = self.counters.iter().filter(|counter| counter.greek);
        let greek_steps = greeks.map(|counter| i64::from(counter.steps)).sum();
        let mut all = measures::measures(Scope { turns: self.calendar.len(), greek_steps });
        all.extend(uses());
        if self.has_events() {
            all.extend(events());
        }
        if self.morale.is_some() {
            all.extend(self.of_withdrawal());
        }
        for division in &self.divisions {
            all.extend(purse(&division.id));
        }
        all
    }
}

/// One of several things that each side has, one count a side.
fn by_side(
    topic: Topic,
    unit: &'static str,
    name: &'static str,
    ids: impl Fn(Side, &str) -> String,
    family: &str,
    meaning: &'static str,
) -> [Measure; 2] {
    Side::BOTH.map(|side| Measure {
        family: ids(side, family).into(),
        side: Some(side),
        part: Part::Of(name.into()),
        ..Measure::count(
            MeasureOf::Game,
            topic,
            ids(side, &column_name(name)),
            unit,
            if side == Side::German { meaning } else { "The same for the Allies." },
        )
    })
}

fn uses() -> impl Iterator<Item = Measure> {
    let meaning = "Command points spent on one use, one column for each use in the system, e.g. `german_points_activations`.";
    let id = |side: Side, name: &str| format!("{}_points_{name}", side.word());
    Use::ALL
        .into_iter()
        .flat_map(move |of| by_side(Topic::Points, "points", of.word(), id, "USE", meaning))
}

fn events() -> impl Iterator<Item = Measure> {
    let meaning = "How often a random event happened to the Germans, one column for each event, e.g. `german_event_air`; none where the scenario has no events.";
    let id = |side: Side, name: &str| format!("{}_event_{name}", side.word());
    EventKind::ALL
        .into_iter()
        .flat_map(move |of| by_side(Topic::Events, "times", of.word(), id, "EVENT", meaning))
}

/// The purse of a division, in the order of its values.
fn purse(division: &str) -> impl Iterator<Item = Measure> {
    let beside =
        |key: &'static str, name: &'static str| Part::Beside { key: key.into(), name: name.into() };
    let whole = || Part::Whole;
    let before: [PurseMeasure; 1] = [(
        "points",
        "earned",
        "Command points given to a division in the turn; this and the next six columns appear once for each division, named by its id without spaces and punctuation, e.g. `points_FJR_2_earned`; none where the system has no such points.",
        whole(),
    )];
    let after: [PurseMeasure; 5] = [
        (
            "points",
            "wasted",
            "Command points of the division that bought nothing: those removed by an event in the turn and, in the last turn of a game, those left over.",
            beside("wasted", "wasted"),
        ),
        ("points", "held", "Command points the division holds.", Part::Left),
        (
            "dispatch",
            "earned",
            "Dispatch points given to the division in the turn, those bought included.",
            beside("dispatch_earned", "dispatch points given"),
        ),
        (
            "dispatch",
            "spent",
            "Dispatch points the division spent on chits in the turn.",
            beside("dispatch_spent", "dispatch points spent"),
        ),
        ("dispatch", "held", "Dispatch points the division holds.", whole()),
    ];
    let meaning = "Command points the division spent on one use in the turn, one column for each use, e.g. `points_FJR_2_activations`.";
    let uses = Use::ALL.map(|of| ("points", of.word(), meaning, Part::Of(of.word().into())));
    let (id, holder) = (column_name(division), String::from(division));
    before.into_iter().chain(uses).chain(after).map(move |(what, name, meaning, part)| {
        let last = if matches!(part, Part::Of(_)) { "USE" } else { name };
        Measure {
            family: format!("{what}_DIVISION_{last}").into(),
            holder: Some(holder.clone().into()),
            part,
            ..Measure::count(
                MeasureOf::Turn,
                Topic::Points,
                format!("{what}_{id}_{}", column_name(name)),
                "points",
                meaning,
            )
        }
    })
}

/// What a report draws of the purses.
pub(super) fn chart() -> MeasureChart {
    MeasureChart {
        id: "command-points-by-division".into(),
        title: "Where each division's command points go".into(),
        caption: "Points of a game by what they went for, those of the set-up included; the table adds what was wasted (taken away by an event, or left over at the end) and the dispatch points".into(),
        axis: "Mean command points in a game (points)".into(),
        unit: "points".into(),
        form: ChartForm::Stack,
        topic: Topic::Points,
        series: Vec::new(),
        bands: Vec::new(),
    }
}

impl Battle {
    /// Values of the measures of a game, in their order.
    pub(super) fn game_values(&self) -> Vec<Value> {
        let (steps_short, hexes_short) = self.short();
        let serials = self.tally.serials;
        let mut values = GameValues {
            steps_short,
            hexes_short,
            greek_steps_lost: self.has_greeks().then_some(self.tally.greek_steps_lost),
            first_airfield_turn: self.tally.first_airfield,
            airfields_end: self.held_by_germans(&self.ground.airfields),
            ports_end: self.held_by_germans(&self.ground.ports),
            serials_landed: serials.map(|serials| serials.landed),
            serial_turns: serials.map(|serials| serials.turns),
            serial_turns_lost: serials.map(|serials| serials.lost),
            serial_turns_lost_to_zones: serials.map(|serials| serials.lost_to_zones),
        }
        .list();
        let both = |of: &dyn Fn(Side) -> u16| Side::BOTH.map(|side| Some(i64::from(of(side))));
        for points in &self.tally.gone {
            values.extend(both(&|side| points[side]));
        }
        if self.ground.has_events() {
            for kind in EventKind::ALL {
                let times = |side| {
                    let alike = |&&event: &&(Side, EventKind)| event == (side, kind);
                    self.tally.events.iter().filter(alike).count() as u16
                };
                values.extend(both(&times));
            }
        }
        values.extend(self.withdrawal_values());
        values
    }
}
