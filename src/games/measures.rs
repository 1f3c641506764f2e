//! Measures that the tables of all systems here have, under the same names and in the same order, so that runs of
//! different games can be laid side by side. A game leaves empty what it does not know; what it alone keeps account of
//! it declares in its own folder.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    At, BySide, ChartForm, Faults, History, Hue, Measure, MeasureChart, MeasureKind, MeasureOf,
    Part, Series, Side, Spared, Told, Toll, Topic, Value,
};

/// What the declarations must know of a scenario.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scope {
    /// Turns of the calendar.
    pub turns: usize,
    /// Steps of all Greek units at full strength.
    pub greek_steps: i64,
}

engine::words! {
    /// What an airlanding came to in a turn of its timetable.
    pub(crate) enum SerialTurn {
        /// A serial landed.
        Landed = "landed",
        /// Lost: too little of the airfield is held to land there.
        NotHeld = "not held",
        /// Lost: the airfield is held, and an enemy fire zone covers it.
        FireZones = "fire zones",
        /// Lost: the airfield is held and free, and nobody came.
        HeldBack = "held back",
    }
}

/// Values of the measures of a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameValues {
    pub steps_short: Option<u16>,
    pub hexes_short: Option<u16>,
    pub greek_steps_lost: Option<u16>,
    pub first_airfield_turn: Option<u16>,
    pub airfields_end: Option<u16>,
    pub ports_end: Option<u16>,
    pub serials_landed: Option<u16>,
    pub serial_turns: Option<u16>,
    pub serial_turns_lost: Option<u16>,
    pub serial_turns_lost_to_zones: Option<u16>,
}

/// Values of the measures of a turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnValues {
    pub greek_steps_lost: Option<u16>,
    pub airfields: Option<u16>,
    pub ports: Option<u16>,
    pub serials_landed: Option<u16>,
    pub serials_waiting: Option<u16>,
    pub airfield_fire_zones: Option<u16>,
    pub airlanding: Option<SerialTurn>,
}

/// Values of the measures of a landing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DropValues {
    pub fire_zones: u16,
    pub aa_zones: u16,
    pub terrain_modifier: i16,
    pub drop_markers: u16,
}

fn whole<const N: usize>(counts: [Option<u16>; N]) -> Vec<Value> {
    counts.iter().map(|count| count.map(i64::from)).collect()
}

impl GameValues {
    /// In the order of the declarations.
    pub(crate) fn list(self) -> Vec<Value> {
        whole([
            self.steps_short,
            self.hexes_short,
            self.greek_steps_lost,
            self.first_airfield_turn,
            self.airfields_end,
            self.ports_end,
            self.serials_landed,
            self.serial_turns,
            self.serial_turns_lost,
            self.serial_turns_lost_to_zones,
        ])
    }
}

impl TurnValues {
    /// In the order of the declarations.
    pub(crate) fn list(self) -> Vec<Value> {
        let mut values = whole([
            self.greek_steps_lost,
            self.airfields,
            self.ports,
            self.serials_landed,
            self.serials_waiting,
            self.airfield_fire_zones,
        ]);
        values.push(self.airlanding.map(|turn| turn as i64));
        values
    }
}

impl DropValues {
    /// In the order of the declarations.
    pub(crate) fn list(self) -> Vec<Value> {
        vec![
            Some(self.fire_zones.into()),
            Some(self.aa_zones.into()),
            Some(self.terrain_modifier.into()),
            Some(self.drop_markers.into()),
        ]
    }
}

/// The measures of games, turns, units and landings, each in the order of its values.
pub(crate) fn measures(scope: Scope) -> Vec<Measure> {
    let mut all = of_games(scope);
    all.extend(of_turns());
    all.push(Measure {
        kind: MeasureKind::Flag,
        ..Measure::count(MeasureOf::Unit, Topic::Units, "greek", "", "Whether the unit is Greek.")
    });
    all.extend(of_drops());
    all
}

fn of_games(scope: Scope) -> Vec<Measure> {
    let count = |topic, id: &'static str, unit: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Game, topic, id, unit, meaning)
    };
    vec![
        Measure {
            better: Some(Side::German),
            ..count(
                Topic::Ends,
                "steps_short",
                "steps",
                "How near the Allies came to a goal in German steps: steps the Germans had still to lose at the end, 0 when the goal was met; empty where there is no such goal.",
            )
        },
        Measure {
            better: Some(Side::Allied),
            ..count(
                Topic::Ends,
                "hexes_short",
                "hexes",
                "How near the attacker came to the places he needs: hexes still to go at the end, 0 when he held or reached them all; empty where no unit is left to go there. Mercury: the sum over the objectives the Germans have not taken, each measured from the nearest German unit; the shortest where there are alternatives. Race, Mercury: the distance to the two nearest airfields, each from the nearest German unit. Race, Market-Garden: the distance of XXX Corps from Arnhem.",
            )
        },
        Measure {
            better: Some(Side::German),
            range: Some((0, scope.greek_steps)),
            ..count(
                Topic::Losses,
                "greek_steps_lost",
                "steps",
                "Steps lost by Greek units alone; empty where none take part.",
            )
        },
        Measure {
            better: Some(Side::Allied),
            range: Some((1, scope.turns as i64)),
            ..count(
                Topic::Places,
                "first_airfield_turn",
                "turn",
                "First turn at the end of which the Germans held a whole airfield; empty if they never did.",
            )
        },
        Measure {
            better: Some(Side::German),
            ..count(
                Topic::Places,
                "airfields_end",
                "airfields",
                "Airfields in German hands at the end, counted like `airfields` in `turns.parquet`.",
            )
        },
        Measure {
            better: Some(Side::German),
            ..count(
                Topic::Places,
                "ports_end",
                "ports",
                "Ports in German hands at the end; empty where none is an objective.",
            )
        },
        Measure {
            better: Some(Side::German),
            ..count(
                Topic::Landings,
                "serials_landed",
                "serials",
                "Serials that landed by transport aircraft, up to the end of the last turn; empty, like the next three, where the scenario has no airlanding.",
            )
        },
        count(
            Topic::Landings,
            "serial_turns",
            "turns",
            "Turns in which a serial could have landed by the timetable and was waiting.",
        ),
        Measure {
            better: Some(Side::Allied),
            ..count(
                Topic::Landings,
                "serial_turns_lost",
                "turns",
                "Those of these turns in which none landed.",
            )
        },
        Measure {
            better: Some(Side::Allied),
            ..count(
                Topic::Landings,
                "serial_turns_lost_to_zones",
                "turns",
                "Those lost while the airfield was held and an enemy fire zone covered it.",
            )
        },
    ]
}

fn of_turns() -> Vec<Measure> {
    let count = |topic, id: &'static str, unit: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Turn, topic, id, unit, meaning)
    };
    vec![
        count(
            Topic::Losses,
            "greek_steps_lost",
            "steps",
            "Steps lost by Greek units so far; empty where none take part.",
        ),
        count(
            Topic::Places,
            "airfields",
            "airfields",
            "Airfields of which the Germans hold every hex that is an objective (in Race, every hex); empty where none is an objective.",
        ),
        count(Topic::Places, "ports", "ports", "Ports the Germans hold, likewise."),
        count(
            Topic::Landings,
            "serials_landed",
            "serials",
            "Serials landed so far: throughput is its growth from turn to turn. Empty, like the next three, where the scenario has no airlanding.",
        ),
        count(Topic::Landings, "serials_waiting", "serials", "Serials that have not landed."),
        count(
            Topic::Landings,
            "airfield_fire_zones",
            "units",
            "Enemy units whose fire zone covers a hex of the airfield.",
        ),
        Measure {
            kind: MeasureKind::Word(SerialTurn::ALL.map(|turn| turn.word().into()).to_vec()),
            ..count(
                Topic::Landings,
                "airlanding",
                "",
                "The outcome of a turn in which a serial could have landed by the timetable: `landed`; or else why none did: `not held` (too little of the airfield is German), `fire zones` (held, but an enemy fire zone covers it), `held back` (neither, but none was landed); empty in other turns. The reasons are determined when the turn ends.",
            )
        },
    ]
}

fn of_drops() -> Vec<Measure> {
    let count = |id: &'static str, unit: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Drop, Topic::Landings, id, unit, meaning)
    };
    vec![
        count(
            "fire_zones",
            "units",
            "Enemy units whose fire zone covers the hex; at an airlanding, any hex of the airfield.",
        ),
        count("aa_zones", "units", "How many of them are anti-aircraft units."),
        Measure {
            kind: MeasureKind::Signed,
            ..count(
                "terrain_modifier",
                "pips",
                "The part of the modifiers that comes from the terrain.",
            )
        },
        Measure {
            part: Part::Toll(Toll {
                name: "Markers".into(),
                key: "markers".into(),
                expected: Told {
                    id: "expected_markers".into(),
                    meaning: "Expected value of `drop_markers` over all faces of the die, when it was rolled; empty where none was.".into(),
                },
                total: Told {
                    id: "drop_delays".into(),
                    meaning: "Delay markers placed in landing.".into(),
                },
                total_expected: "drop_delays_expected".into(),
                luck: Spared {
                    id: "luck_drop_markers".into(),
                    name: "delay in landing".into(),
                    meaning: BySide {
                        german: "The same for German landings: expected delay markers less markers placed.".into(),
                        allied: "".into(),
                    },
                },
            }),
            ..count("drop_markers", "markers", "Markers placed on the unit.")
        },
    ]
}

/// Columns of games that a record of history can have a number for.
const HISTORICAL: [&str; 9] = [
    "end_turn",
    "german_steps_lost",
    "allied_steps_lost",
    "steps_short",
    "hexes_short",
    "greek_steps_lost",
    "first_airfield_turn",
    "airfields_end",
    "ports_end",
];

/// Whether the numbers of a record are of columns that there are, and possible in the game: at most so many of some
/// things, in a turn of the calendar.
pub(crate) fn historical(
    file: &str,
    told: &History,
    most: &[(&str, usize)],
    turns: usize,
    faults: &mut Faults,
) {
    for (column, &value) in &told.numbers {
        let (key, value) = (format!("history.{column}"), usize::from(value));
        let at = At::whole(file, &key);
        if !HISTORICAL.contains(&column.as_str()) {
            faults.unknown(at, "column", column, HISTORICAL);
        } else if column.ends_with("_turn") {
            if value == 0 || value > turns {
                faults.doubt(at, format!("turn {value}"), format!("1 to {turns}"));
            }
        } else if let Some((_, most)) = most.iter().find(|(known, _)| known == column)
            && value > *most
        {
            faults.doubt(at, format!("{value} of {most}"), format!("0 to {most}"));
        }
    }
}

/// What a report draws of them.
pub(crate) fn charts() -> Vec<MeasureChart> {
    let series = |measure: &'static str, key: &'static str, name: &'static str, hue| Series {
        measure: measure.into(),
        key: key.into(),
        name: name.into(),
        hue,
    };
    vec![
        MeasureChart {
            id: "airfields-and-ports-by-turn".into(),
            title: "Airfields and ports in German hands".into(),
            caption: "Whole airfields, and ports, that the Germans hold at the end of a turn"
                .into(),
            axis: "In German hands".into(),
            unit: "places".into(),
            form: ChartForm::Fan,
            topic: Topic::Places,
            series: vec![
                series("airfields", "airfields", "Airfields", Hue::Part(0)),
                series("ports", "ports", "Ports", Hue::Part(3)),
            ],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "hexes-short".into(),
            title: "How near the attacker was".into(),
            caption:
                "Hexes left at the end to the places the attacker needs, 0 where it was reached"
                    .into(),
            axis: "Hexes left (hexes)".into(),
            unit: "".into(),
            form: ChartForm::Histogram,
            topic: Topic::Ends,
            series: vec![series("hexes_short", "near.hexes", "Hexes left", Hue::Neutral)],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "steps-short".into(),
            title: "How near the Allies were".into(),
            caption: "German steps left at the end before the Allied goal, 0 where it was reached"
                .into(),
            axis: "German steps left (steps)".into(),
            unit: "".into(),
            form: ChartForm::Histogram,
            topic: Topic::Ends,
            series: vec![series("steps_short", "near.steps", "Steps left", Hue::Of(Side::Allied))],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "steps-lost-greek".into(),
            title: "Steps the Greeks lose".into(),
            caption: "Steps the Greeks lose in a game".into(),
            axis: "Steps lost by the Greeks (steps)".into(),
            unit: "steps".into(),
            form: ChartForm::Histogram,
            topic: Topic::Losses,
            series: vec![series(
                "greek_steps_lost",
                "greek_steps_lost",
                "Steps lost",
                Hue::Contingent,
            )],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "drop-markers".into(),
            title: "Delay markers".into(),
            caption: "Markers that landing leaves on units in a game".into(),
            axis: "Delay markers (markers)".into(),
            unit: "markers".into(),
            form: ChartForm::Histogram,
            topic: Topic::Landings,
            series: vec![series("drop_markers", "markers", "Markers", Hue::Of(Side::German))],
            bands: Vec::new(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_value_for_each_declaration() {
        let all = measures(Scope { turns: 4, greek_steps: 2 });
        let of = |of| all.iter().filter(|measure| measure.of == of).count();
        assert_eq!(of(MeasureOf::Game), GameValues::default().list().len());
        assert_eq!(of(MeasureOf::Turn), TurnValues::default().list().len());
        assert_eq!(of(MeasureOf::Drop), DropValues::default().list().len());
    }

    #[test]
    fn a_word_is_the_one_of_its_variant() {
        let turn = of_turns().into_iter().find(|measure| measure.id == "airlanding").unwrap();
        let word = |serial: SerialTurn| turn.word(serial as i64);
        assert_eq!(word(SerialTurn::Landed), Some("landed"));
        assert_eq!(word(SerialTurn::FireZones), Some("fire zones"));
        assert_eq!(word(SerialTurn::HeldBack), Some("held back"));
    }
}
