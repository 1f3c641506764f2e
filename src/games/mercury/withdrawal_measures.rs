//! What is kept account of where there is Allied morale: when it broke, how far the withdrawal went, and who got away
//! (Mercury S5.0).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{
    ChartForm, Hue, Measure, MeasureChart, MeasureOf, Part, Series, Side, Topic, Value, column_name,
};

use super::counter::Counter;
use super::ground::{Ground, Victory};
use super::state::Battle;

impl Ground {
    /// Morale and withdrawal, by game and by turn.
    pub(super) fn of_withdrawal(&self) -> Vec<Measure> {
        let count = |of, id: &'static str, unit: &'static str, meaning: &'static str| Measure {
            better: Some(Side::Allied),
            ..Measure::count(of, Topic::Ends, id, unit, meaning)
        };
        let turns = self.calendar.len() as i64;
        let (game, turn) = (MeasureOf::Game, MeasureOf::Turn);
        let mut all = alloc::vec![
            Measure {
                range: Some((1, turns)),
                ..count(
                    game,
                    "withdrawal_turn",
                    "turn",
                    "Turn in which Allied Withdrawal was triggered; empty if it was not, or was in effect from the start. This and the columns down to `withdrawn_of_FORMATION` are there only in scenarios with Allied morale.",
                )
            },
            count(
                game,
                "withdrawal_level",
                "levels",
                "Allied withdrawal level at the end, what the Germans pay for obligations they failed included; empty where no withdrawal was in effect.",
            ),
            count(
                game,
                "morale_end",
                "levels",
                "Allied morale at the end; empty once it has broken.",
            ),
        ];
        for way in self.ways_out.iter().flat_map(|terms| &terms.ways) {
            all.push(Measure {
                id: way_column(&way.name).into(),
                family: "withdrawn_by_WAY".into(),
                part: Part::Of(way.name.clone().into()),
                ..count(
                    game,
                    "",
                    "units",
                    "Allied units that got away for good by one exit or port, Greeks included, one column for each, e.g. `withdrawn_by_Suda`.",
                )
            });
        }
        for name in self.withdrawers() {
            let id = formation_column(&name).into();
            all.push(Measure {
                family: "withdrawn_of_FORMATION".into(),
                part: Part::Of(name.into()),
                id,
                ..count(
                    game,
                    "",
                    "units",
                    "Units of one Allied formation that got away for good, one column for each, e.g. `withdrawn_of_4th_NZ_Bde`; those of none by their division.",
                )
            });
        }
        all.extend([
            count(
                turn,
                "morale",
                "levels",
                "Allied morale when the turn ended; empty once it has broken, and where none is counted.",
            ),
            count(
                turn,
                "withdrawal_level",
                "levels",
                "Allied withdrawal level when the turn ended; empty while no withdrawal is in effect.",
            ),
        ]);
        all
    }

    /// The formations whose withdrawal is counted, in the order of the roster.
    pub(super) fn withdrawers(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if self.ways_out.is_some() {
            for counter in self.counters.iter().filter(|counter| counter.side == Side::Allied) {
                let name = self.withdraws_with(counter);
                if !counter.rearguard() && !names.iter().any(|known| known == name) {
                    names.push(name.into());
                }
            }
        }
        names
    }

    /// Under which name a unit's withdrawal is counted: its formation's, or its division's where it has none.
    fn withdraws_with<'a>(&'a self, counter: &'a Counter) -> &'a str {
        match counter.formation_name.as_str() {
            "" => &self.divisions[usize::from(counter.division.0)].id,
            name => name,
        }
    }
}

/// The column of a way out.
fn way_column(way: &str) -> String {
    format!("withdrawn_by_{}", column_name(way))
}

/// The column of a formation.
fn formation_column(name: &str) -> String {
    format!("withdrawn_of_{}", column_name(name))
}

impl Ground {
    /// What a report draws of morale and withdrawal.
    pub(super) fn withdrawal_charts(&self) -> Vec<MeasureChart> {
        if self.morale.is_none() {
            return Vec::new();
        }
        let series = |measure: &str, name: &str, hue| Series {
            measure: String::from(measure).into(),
            key: String::from(measure).into(),
            name: String::from(name).into(),
            hue,
        };
        let chart = |id: &'static str, title: &'static str, form, series| MeasureChart {
            id: id.into(),
            title: title.into(),
            caption: "".into(),
            axis: "".into(),
            unit: "".into(),
            form,
            topic: Topic::Ends,
            series,
            bands: Vec::new(),
        };
        let allied = Hue::Of(Side::Allied);
        let bands = match &self.victory {
            Victory::WithdrawalLevel { bands, .. } => bands.named(),
            _ => Vec::new(),
        };
        let one = |measure: &str, name: &str| alloc::vec![series(measure, name, allied)];
        let mut charts = alloc::vec![
            MeasureChart {
                caption: "Allied withdrawal level at the end of games with a withdrawal".into(),
                axis: "Withdrawal level (levels)".into(),
                bands,
                ..chart(
                    "withdrawal-level",
                    "How many get away",
                    ChartForm::Histogram,
                    one("withdrawal_level", "Withdrawal level"),
                )
            },
            MeasureChart {
                caption: "Turn in which Allied Withdrawal was triggered".into(),
                axis: "Turn".into(),
                ..chart(
                    "withdrawal-turn",
                    "When Allied morale breaks",
                    ChartForm::Histogram,
                    one("withdrawal_turn", "Turn of withdrawal"),
                )
            },
            MeasureChart {
                caption: "Allied morale while it holds, and the withdrawal level from then on, at the end of a turn".into(),
                axis: "Levels".into(),
                unit: "levels".into(),
                ..chart(
                    "morale-by-turn",
                    "Allied morale and withdrawal",
                    ChartForm::Fan,
                    alloc::vec![
                        series("morale", "Morale", allied),
                        series("withdrawal_level", "Withdrawal level", Hue::Part(0)),
                    ],
                )
            },
        ];
        let ways = self.ways_out.iter().flat_map(|terms| &terms.ways);
        let ways: Vec<Series> =
            ways.map(|way| series(&way_column(&way.name), &way.name, allied)).collect();
        let formations: Vec<Series> = self
            .withdrawers()
            .iter()
            .map(|name| series(&formation_column(name), name, allied))
            .collect();
        for (id, title, caption, series) in [
            (
                "withdrawn-by-way",
                "Which ways they take",
                "Allied units that get away for good in a game, by exit and port",
                ways,
            ),
            (
                "withdrawn-of-formation",
                "Who gets away",
                "Units of each Allied formation that get away for good in a game",
                formations,
            ),
        ] {
            if !series.is_empty() {
                charts.push(MeasureChart {
                    caption: caption.into(),
                    axis: "Units away a game (units)".into(),
                    unit: "units".into(),
                    ..chart(id, title, ChartForm::Bars, series)
                });
            }
        }
        charts
    }
}

impl Battle {
    /// Values of the measures of withdrawal of a game, in their order.
    pub(super) fn withdrawal_values(&self) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        if self.ground.morale.is_none() {
            return values;
        }
        let since = self.morale.withdrawal.and_then(|withdrawal| withdrawal.since);
        values.push(since.map(|turn| i64::from(turn) + 1));
        values.extend([self.withdrawal_level(), self.morale_above_water()]);
        values.extend(self.withdrawn_by_way().into_iter().map(|units| Some(i64::from(units))));
        let gone: Vec<&str> = self
            .ids()
            .filter(|&unit| self.withdrawn(unit))
            .map(|unit| self.ground.withdraws_with(self.counter(unit)))
            .collect();
        let of = |name: &String| gone.iter().filter(|&&other| other == name).count() as i64;
        values.extend(self.ground.withdrawers().iter().map(|name| Some(of(name))));
        values
    }

    /// Values of the measures of withdrawal of a turn, in their order.
    pub(super) fn withdrawal_turn_values(&self) -> Vec<Value> {
        if self.ground.morale.is_none() {
            return Vec::new();
        }
        [self.morale_above_water(), self.withdrawal_level()].into()
    }

    fn withdrawal_level(&self) -> Value {
        self.morale.withdrawal.map(|withdrawal| i64::from(withdrawal.level))
    }

    fn morale_above_water(&self) -> Value {
        self.allied_morale().map(i64::from)
    }
}
