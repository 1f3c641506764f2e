//! Rows of the tables: the facts of a game, of each turn, unit and landing.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Account, Activation, BySide, ChartForm, CombatFacts, DropFacts, DropOdds, Entry, Fate,
    GameFacts, HexId, Hue, Measure, MeasureChart, MeasureKind, MeasureOf, Outcome, Scar, ScarDeed,
    Series, Side, Topic, TurnFacts, UnitEntry, UnitFate, Value,
};

use super::combat::Odds;
use super::event::{Event, Landed, Landing, TurnEnd, Way};
use super::setup::COLUMNS;
use super::state::{Holland, Spot};

/// Ways in which two dice can fall.
const WAYS: u8 = 36;

impl Holland {
    /// Steps of a side on the map.
    fn steps(&self, side: Side) -> u16 {
        let own = self.on_map(side).filter(|&unit| self.class(unit).fights());
        own.map(|unit| u16::from(self.piece(unit).steps)).sum()
    }

    /// How things stand at the end of a turn.
    pub(crate) fn turn_end(&self) -> TurnEnd {
        let values = [
            i64::from(self.bridges_held()),
            i64::from(self.fields_held()),
            i64::from(self.points().total()),
            i64::from(self.ju52_lost),
            i64::from(self.landed),
        ];
        TurnEnd {
            turn: self.turn,
            steps: BySide::from_fn(|side| self.steps(side)),
            lost: self.lost,
            control: self.places_held(),
            advantage: self.advantage(),
            values: values.map(Some).to_vec(),
        }
    }

    /// What the Air Landing Table had in store for a landing.
    fn landing_odds(landed: &Landed) -> Vec<DropOdds> {
        if landed.die == 0 {
            return Vec::new();
        }
        let mut odds: Vec<DropOdds> = Vec::new();
        for die in 1..=6 {
            let result = match die + i16::from(landed.modifier) {
                ..=1 => Landing::Wreck,
                2 => Landing::AircraftLost,
                _ => Landing::OnTarget,
            }
            .word();
            match odds.iter_mut().find(|odds| odds.result == result) {
                Some(known) => known.ways += 1,
                None => {
                    odds.push(DropOdds {
                        result,
                        ways: 1,
                        of: 6,
                        steps_lost: 0,
                        tolls: Vec::new(),
                    });
                }
            }
        }
        odds
    }
}

impl Account for Holland {
    fn levels(&self) -> Vec<String> {
        self.level_names()
    }

    fn turn_names(&self) -> Vec<String> {
        self.board.turns.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        let units = self.board.units.iter();
        units
            .map(|unit| UnitEntry {
                id: unit.id.clone(),
                name: unit.name.clone(),
                side: unit.side,
                division: unit.division.clone(),
                formation: unit.formation.clone(),
                battalion: unit.battalion.clone(),
                kind: unit.class.word().to_string(),
                steps: unit.steps,
                apart: false,
                values: Vec::new(),
            })
            .collect()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        fates.extend(self.pieces.iter().map(|piece| {
            let fate = match piece.spot {
                Spot::Hex(_) => Fate::InPlay,
                Spot::Gone => Fate::Eliminated,
                Spot::Away if piece.last.is_some() => Fate::Exited,
                Spot::Pool | Spot::Air | Spot::Later | Spot::Away => Fate::NotArrived,
            };
            let end = piece.end.filter(|_| fate == Fate::Eliminated);
            UnitFate {
                steps: piece.steps,
                fate,
                turn: end.map(|(_, turn)| turn.into()),
                cause: end.map(|(cause, _)| cause.word()),
                hex: piece.last,
            }
        }));
    }

    fn measures(&self) -> Vec<Measure> {
        measures()
    }

    fn charts(&self) -> Vec<MeasureChart> {
        charts()
    }

    fn game_facts(&self) -> GameFacts {
        let clause = match self.outcome {
            Outcome::Over { clause, .. } => clause,
            Outcome::Undecided => "undecided",
        };
        let points = self.points();
        let mut values: Vec<Value> = [
            points.total(),
            points.bridges,
            points.airfields,
            points.captures,
            points.evacuations,
            points.refinery,
            points.line,
            points.reinforcements,
            points.platoons,
            points.aircraft,
            points.generals,
        ]
        .map(|points| Some(points.into()))
        .to_vec();
        values.extend([
            Some(self.ju52_lost.into()),
            Some(self.platoons_counted().into()),
            Some(self.ad_hoc.into()),
            Some(self.landed.into()),
            Some(self.line_hexes().into()),
            Some(self.bridges_held().into()),
            Some(self.fields_held().into()),
            self.first_airfield.map(i64::from),
        ]);
        GameFacts {
            end_turn: self.turn.into(),
            end_reason: clause,
            steps_lost: self.lost,
            values,
            ..GameFacts::default()
        }
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::PlayerTurn(side) => {
                Some(Entry::Activation(Activation { side: *side, division: None, whole: true }))
            }
            Event::TurnEnded(end) => Some(Entry::Turn(end.turn.into())),
            Event::Landed(landed) => Some(Entry::Drop(landed.unit)),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        let Event::TurnEnded(end) = event else { return None };
        Some(TurnFacts {
            turn: end.turn.into(),
            steps: end.steps,
            steps_lost: end.lost,
            control: end.control,
            advantage: end.advantage,
            values: end.values.clone(),
            ..TurnFacts::default()
        })
    }

    fn drop_facts(&self, event: &Event) -> Option<DropFacts> {
        let Event::Landed(landed) = event else { return None };
        let hex = landed.hex.unwrap_or(landed.aim);
        let field = self.board.airfield_at(landed.aim).filter(|_| landed.way == Way::Airfield);
        let zone = field.map_or_else(
            || self.board.map.label(landed.aim),
            |field| self.board.airfields[field].name.clone(),
        );
        Some(DropFacts {
            turn: landed.turn.into(),
            unit: landed.unit,
            kind: landed.way.word(),
            zone,
            hex: self.board.map.label(hex),
            terrain: self.board.cell(hex).terrain.word().to_string(),
            modifier: landed.modifier.into(),
            roll: landed.die,
            result: landed.result.word(),
            steps_lost: landed.steps_lost.into(),
            values: vec![Some(landed.flak.into()), Some(landed.aircraft_lost.into())],
            odds: Holland::landing_odds(landed),
        })
    }

    fn scar(&self, event: &Event) -> Option<Scar> {
        match *event {
            Event::Lost { unit, hex, steps, .. } => {
                let deed = ScarDeed::Lost(steps.into());
                Some(Scar { hex: hex?, side: self.board.unit(unit).side, deed })
            }
            Event::Fought(fought) => Some(Scar {
                hex: fought.target,
                side: fought.side.other(),
                deed: ScarDeed::Attacked,
            }),
            _ => None,
        }
    }

    fn stands(&self, stands: &mut Vec<(HexId, Side)>) {
        for side in Side::BOTH {
            stands.extend(self.index.stands[side].iter().map(|hex| (hex, side)));
        }
    }

    fn combat(&self, event: &Event) -> Option<CombatFacts> {
        let Event::Fought(fought) = event else { return None };
        let (strengths, modifier) = (fought.strengths, fought.modifier);
        let odds = Odds { strengths, column: fought.column, modifier };
        let mut sums = [0; 2];
        for first in 1..=6 {
            for second in 1..=6 {
                let result = self.result_of(odds, first + second);
                sums[0] += u16::from(result.attacker.steps);
                sums[1] += u16::from(result.defender.steps);
            }
        }
        let [first, second] = fought.dice;
        Some(CombatFacts {
            side: fought.side,
            unit: None,
            kind: if fought.overrun { "overrun" } else { "combat" },
            row: COLUMNS[usize::from(fought.column)],
            rating: None,
            modifier: fought.modifier.into(),
            die: (first - 1) * 6 + second,
            result: None,
            effect: fought.steps[1].into(),
            effect_of_all: sums[1],
            own_effect: Some((fought.steps[0].into(), sums[0])),
            faces: WAYS,
        })
    }
}

/// Measures of games, turns and landings, each in the order of its values.
fn measures() -> Vec<Measure> {
    let game = |topic, id: &'static str, unit: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Game, topic, id, unit, meaning)
    };
    let source = |id, meaning| game(Topic::Ends, id, "points", meaning);
    let german = |measure| Measure { better: Some(Side::German), ..measure };
    let allied = |measure| Measure { better: Some(Side::Allied), ..measure };
    let turn = |topic, id: &'static str, unit: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Turn, topic, id, unit, meaning)
    };
    let drop = |id: &'static str, meaning: &'static str| {
        Measure::count(MeasureOf::Drop, Topic::Landings, id, "points", meaning)
    };
    vec![
        Measure {
            kind: MeasureKind::Signed,
            ..german(source(
                "victory_points",
                "German victory points less Dutch ones, as if they decided, at the end.",
            ))
        },
        german(source("points_bridges", "German victory points for bridges.")),
        german(source("points_airfields", "German victory points for airfields.")),
        german(source(
            "points_captures",
            "German victory points for the Queen, the Government, General Winkelmann and the gold.",
        )),
        german(source("points_evacuations", "German victory points for early evacuations.")),
        german(source("points_refinery", "German victory points for the refinery.")),
        german(source("points_line", "German victory points for the line of communications.")),
        german(source(
            "points_reinforcements",
            "German victory points for Dutch reinforcements that were taken.",
        )),
        allied(source("points_platoons", "Dutch victory points for parachute platoons.")),
        allied(source("points_aircraft", "Dutch victory points for Ju-52 points.")),
        allied(source("points_generals", "Dutch victory points for German generals.")),
        allied(game(Topic::Losses, "aircraft_lost", "points", "Ju-52 points lost.")),
        allied(game(
            Topic::Losses,
            "platoons_lost",
            "units",
            "Parachute platoons destroyed, as far as they count for victory.",
        )),
        game(
            Topic::Losses,
            "ad_hoc_companies",
            "units",
            "Ad hoc companies formed of platoons that were lost.",
        ),
        german(game(
            Topic::Landings,
            "units_landed",
            "units",
            "Units that came down from the air, supply heads and leaders included.",
        )),
        german(game(
            Topic::Places,
            "line_hexes",
            "hexes",
            "Hexes of the line of communications up to the first that the Dutch block, that one included.",
        )),
        german(game(
            Topic::Places,
            "bridges_end",
            "bridges",
            "Bridges that count for victory in German hands at the end.",
        )),
        german(game(
            Topic::Places,
            "airfields_controlled_end",
            "airfields",
            "Airfields that the Germans control at the end: theirs, and out of the range of enemy anti-aircraft units.",
        )),
        allied(game(
            Topic::Places,
            "first_control_turn",
            "turn",
            "First turn at the end of which the Germans controlled an airfield; empty if they never did.",
        )),
        turn(
            Topic::Places,
            "bridges",
            "bridges",
            "Bridges that count for victory in German hands.",
        ),
        turn(
            Topic::Places,
            "airfields_controlled",
            "airfields",
            "Airfields that the Germans control: theirs, and out of the range of enemy anti-aircraft units.",
        ),
        Measure {
            kind: MeasureKind::Signed,
            ..turn(
                Topic::Ends,
                "victory_points",
                "points",
                "German victory points less Dutch ones, as if the game ended now.",
            )
        },
        turn(Topic::Losses, "aircraft_lost", "points", "Ju-52 points lost so far."),
        turn(
            Topic::Landings,
            "units_landed",
            "units",
            "Units that have come down from the air so far.",
        ),
        drop("flak_points", "Anti-aircraft points that fired at the unit."),
        drop("aircraft_lost", "Ju-52 points lost with the unit."),
    ]
}

/// What a report draws of them.
fn charts() -> Vec<MeasureChart> {
    let series = |measure: &'static str, name: &'static str, hue| Series {
        measure: measure.into(),
        key: measure.into(),
        name: name.into(),
        hue,
    };
    vec![
        MeasureChart {
            id: "bridges-and-airfields-by-turn".into(),
            title: "Bridges and airfields in German hands".into(),
            caption: "Bridges that count for victory and airfields that the Germans control at the end of a turn".into(),
            axis: "In German hands".into(),
            unit: "places".into(),
            form: ChartForm::Fan,
            topic: Topic::Places,
            series: vec![
                series("bridges", "Bridges", Hue::Part(0)),
                series("airfields_controlled", "Airfields", Hue::Part(3)),
            ],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "victory-points".into(),
            title: "Victory points".into(),
            caption: "German victory points less Dutch ones at the end".into(),
            axis: "Victory points".into(),
            unit: "points".into(),
            form: ChartForm::Histogram,
            topic: Topic::Ends,
            series: vec![series("victory_points", "Points", Hue::Neutral)],
            bands: Vec::new(),
        },
        MeasureChart {
            id: "aircraft-lost".into(),
            title: "Ju-52 points lost".into(),
            caption: "Ju-52 points that the Germans lose in a game".into(),
            axis: "Ju-52 points lost".into(),
            unit: "points".into(),
            form: ChartForm::Histogram,
            topic: Topic::Losses,
            series: vec![series("aircraft_lost", "Ju-52 points", Hue::Of(Side::German))],
            bands: Vec::new(),
        },
    ]
}
