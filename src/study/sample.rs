//! An invented run for tests: small, with everything that a record can hold.

use engine::{
    Brief, BySide, ChartForm, CombatFacts, Coord, DropFacts, DropOdds, Fate, GameFacts, Hex, HexId,
    HistoricalWinner, History, Hue, MapBuilder, Measure, MeasureChart, MeasureKind, MeasureOf,
    Numbering, Origin, Part, Provenance, Ruling, Series, Side, Spared, TerrainId, Told, Toll,
    Topic, TurnFacts, UnitEntry, UnitFate, Value, column_name,
};
use lab::{CombatRow, DropRow, GameRow, Kept, Luck, PARTS, Record, Tempo, UnitRow};

use crate::{About, Detail, Ground, RunAsked};

pub(crate) fn asked(games: u64) -> RunAsked {
    RunAsked {
        version: "0.1.0".into(),
        command: format!("dropzone run test/toy --games {games}"),
        replay: "dropzone replay test/toy --seed 0".into(),
        scenario: "test/toy".into(),
        games,
        seed: 0,
        detail: Detail::All,
        bound: None,
        review: true,
        combats: true,
        nodes: None,
        drops: "all-in".into(),
        set: vec!["rulings.cup=open".into()],
        setup: Vec::new(),
        worlds: String::new(),
        players: false,
        fixed: Vec::new(),
        copy: String::new(),
        watched: Vec::new(),
        shard: None,
        until: Vec::new(),
        at_most: None,
        strategies: BySide { german: "bold".into(), allied: "calm".into() },
        hashes: [("rules", "aa"), ("scenario", "bb")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .into(),
    }
}

/// A strip of clear ground, 01.01 to 20.01.
pub(crate) fn ground() -> Ground {
    let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]);
    let sheet = builder.sheet("strip", "strip");
    for column in 1..=20 {
        builder.hex(Hex::bare(Coord { column, row: 1 }, sheet, TerrainId(0)));
    }
    Ground { map: builder.finish(), objectives: vec![HexId(11)] }
}

pub(crate) fn about() -> About {
    let unit = |id: &str, side, steps| UnitEntry {
        id: id.into(),
        name: id.to_uppercase(),
        side,
        division: "d".into(),
        formation: format!("{id} formation"),
        battalion: String::new(),
        kind: "infantry".into(),
        steps,
        apart: false,
        values: vec![Some(0)],
    };
    About {
        doctrine_scores: None,
        influence: None,
        facts: Vec::new(),
        prospects: None,
        copied: 0,
        worlds: None,
        brief: Brief {
            title: "A toy".into(),
            facts: vec![("Length".into(), "4 turns".into())],
            rulings: vec![Ruling {
                id: "cup".into(),
                value: "open".into(),
                default: "closed".into(),
                values: vec!["open".into(), "closed".into()],
                meaning: "whether the cup is open".into(),
            }],
            provenance: vec![Provenance {
                file: "map.toml".into(),
                what: "hexes".into(),
                origin: Origin::Text,
                count: 3,
            }],
            history: Some(History {
                winner: Some(HistoricalWinner::German),
                numbers: [("end_turn", 3), ("first_airfield_turn", 2), ("german_steps_lost", 2)]
                    .map(|(column, number)| (column.to_owned(), number))
                    .into(),
                told: "They took it at dusk.".into(),
                origin: Origin::Public,
                source: "A book".into(),
            }),
        },
        intents: BySide { german: "Take it.".into(), allied: "Hold it.".into() },
        levels: ["German major", "German minor", "Allied minor", "Allied major"]
            .map(String::from)
            .into(),
        turn_names: ["dawn", "noon", "dusk", "night"].map(String::from).into(),
        roster: vec![
            unit("fj1", Side::German, 2),
            unit("fj2", Side::German, 2),
            unit("nz1", Side::Allied, 3),
        ],
        measures: measures(),
        charts: charts(),
        mistakes: vec!["idle-units".into()],
        ground: Some(ground()),
    }
}

/// What the toy keeps account of: a number that no game has, uses of points, weather, a purse, serials that land, and
/// markers that a landing leaves.
pub(crate) fn measures() -> Vec<Measure> {
    let count = |of, topic, id: &str| Measure::count(of, topic, id.to_owned(), "", "");
    let game = |topic, id: &str| count(MeasureOf::Game, topic, id);
    let turn = |topic, id: &str| count(MeasureOf::Turn, topic, id);
    let by_side = |topic, before: &str, names: [&'static str; 2]| -> Vec<Measure> {
        let both = |name: &'static str| {
            Side::BOTH.map(|side| Measure {
                side: Some(side),
                part: Part::Of(name.into()),
                ..game(topic, &format!("{}_{before}_{}", side.word(), column_name(name)))
            })
        };
        names.into_iter().flat_map(both).collect()
    };
    let purse = |what: &str, name: &'static str, part: Part| Measure {
        holder: Some("5. Div".into()),
        part,
        ..turn(Topic::Points, &format!("{what}_5_Div_{}", column_name(name)))
    };
    let beside = |key: &'static str| Part::Beside { key: key.into(), name: key.into() };
    let mut all = vec![
        Measure { better: Some(Side::German), ..game(Topic::Ends, "steps_short") },
        game(Topic::Ends, "hexes_short"),
        game(Topic::Losses, "greek_steps_lost"),
        Measure { kind: MeasureKind::Signed, ..game(Topic::Losses, "morale_end") },
        Measure { range: Some((1, 4)), ..game(Topic::Places, "first_airfield_turn") },
        game(Topic::Landings, "serials_landed"),
    ];
    all.extend(by_side(Topic::Points, "points", ["marches", "second-actions"]));
    all.extend(by_side(Topic::Events, "event", ["rain", "mud"]));
    all.extend([
        turn(Topic::Places, "airfields"),
        Measure {
            kind: MeasureKind::Word(vec!["landed".into(), "fire zones".into()]),
            ..turn(Topic::Landings, "airlanding")
        },
        purse("points", "earned", Part::Whole),
        purse("points", "marches", Part::Of("marches".into())),
        purse("points", "second-actions", Part::Of("second-actions".into())),
        purse("points", "wasted", beside("wasted")),
        purse("points", "held", Part::Left),
        purse("dispatch", "earned", beside("dispatch_earned")),
        purse("dispatch", "spent", beside("dispatch_spent")),
        Measure { kind: MeasureKind::Flag, ..count(MeasureOf::Unit, Topic::Units, "greek") },
        count(MeasureOf::Drop, Topic::Landings, "fire_zones"),
        Measure {
            kind: MeasureKind::Signed,
            ..count(MeasureOf::Drop, Topic::Landings, "terrain_modifier")
        },
        Measure {
            part: Part::Toll(markers()),
            ..count(MeasureOf::Drop, Topic::Landings, "drop_markers")
        },
    ]);
    all
}

fn markers() -> Toll {
    let told = |id: &'static str| Told { id: id.into(), meaning: "".into() };
    Toll {
        name: "Markers".into(),
        key: "markers".into(),
        expected: told("expected_markers"),
        total: told("drop_delays"),
        total_expected: "drop_delays_expected".into(),
        luck: Spared {
            id: "luck_drop_markers".into(),
            name: "markers".into(),
            meaning: BySide::default(),
        },
    }
}

/// What the toy would have drawn.
fn charts() -> Vec<MeasureChart> {
    let chart = |form, topic, measure: &'static str, key: &'static str| MeasureChart {
        id: measure.replace('_', "-").into(),
        title: measure.into(),
        caption: measure.into(),
        axis: measure.into(),
        unit: "".into(),
        form,
        topic,
        series: vec![Series {
            measure: measure.into(),
            key: key.into(),
            name: measure.into(),
            hue: Hue::Neutral,
        }],
        bands: Vec::new(),
    };
    vec![
        chart(ChartForm::Fan, Topic::Places, "airfields", "airfields"),
        chart(ChartForm::Histogram, Topic::Ends, "hexes_short", "near.hexes"),
        chart(ChartForm::Histogram, Topic::Ends, "steps_short", "near.steps"),
        chart(ChartForm::Histogram, Topic::Losses, "greek_steps_lost", "greek_steps_lost"),
        chart(ChartForm::Histogram, Topic::Landings, "drop_markers", "markers"),
    ]
}

/// The place of one of the toy's measures among the values of its sort.
pub(crate) fn place(of: MeasureOf, id: &str) -> usize {
    Measure::place(&measures(), of, id).unwrap_or_else(|| panic!("no {id}"))
}

/// A whole number as the value of a measure.
#[expect(clippy::unnecessary_wraps, reason = "a value may be missing, and rows hold values")]
fn some(number: impl Into<i64>) -> Value {
    Some(number.into())
}

/// Game `game` of the toy: the Germans win every third, at dusk; the others last to the night. Every fifth game
/// loses a paratrooper in landing.
pub(crate) fn record(game: u64) -> Record {
    let german = game.is_multiple_of(3);
    let end: u16 = if german { 3 } else { 4 };
    let lost = (game % 7) as u16;
    let hit = game.is_multiple_of(5);
    let fate = |steps, fate, cause: Option<&'static str>| UnitRow {
        fate: UnitFate { steps, fate, turn: cause.map(|_| 1), cause, hex: None },
        hex: Some("12.03".into()),
    };
    Record {
        game: GameRow {
            game,
            seed: game.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            winner: Some(if german { Side::German } else { Side::Allied }),
            level: Some(if german { 1 } else { 2 }),
            margin: if german { 2 } else { -1 - i32::from(lost) },
            clause: if german { "port" } else { "clock" },
            cut_off: false,
            facts: GameFacts {
                end_turn: end,
                end_reason: if german { "port taken" } else { "last turn played" },
                steps_lost: BySide { german: lost, allied: 2 },
                points_earned: BySide { german: 6, allied: 3 },
                points_unspent: BySide { german: 3 - (game % 2) as u16, allied: 2 },
                values: vec![
                    some(13 - lost),
                    some(if german { 0 } else { 4 }),
                    None,
                    None,
                    None,
                    some(end - 1),
                    // Marches, second actions; rain, mud.
                    some(2 + (game % 2) as u16),
                    some(1),
                    some(1),
                    some(0),
                    some(hit),
                    some(0),
                    some(0),
                    some(0),
                ],
            },
            decisions: 100 + (game % 11) as u32,
            choices: 50,
            rolls: 20 + (game % 3) as u32,
            tempo: Tempo {
                activations: BySide { german: 4, allied: 3 + (game % 2) as u16 },
                back_to_back: Some(BySide { german: (game % 4) as u16, allied: 0 }),
                first: Some(BySide { german: 2, allied: end - 2 }),
            },
            // The Germans follow a plan; of the six decisions it speaks of some can be kept.
            plans: BySide {
                german: Some(Kept { asked: 6, kept: 4 + (game % 3) as u32 }),
                allied: None,
            },
            fingerprint: game.wrapping_mul(0xd134_2543_de82_ef95),
            mistakes: vec![BySide { german: (game % 2) as u32, allied: 1 }],
        },
        turns: (1..=end)
            .map(|turn| TurnFacts {
                turn,
                steps: BySide { german: 4, allied: 3 },
                steps_lost: BySide { german: lost.min(turn), allied: turn.min(2) },
                control: if german && turn == end {
                    BySide { german: 2, allied: 0 }
                } else {
                    BySide { german: 1, allied: 1 }
                },
                points: BySide { german: turn, allied: 1 },
                values: vec![
                    None,
                    // The timetable has turns 1 to 3; enemy zones keep the second empty.
                    match turn {
                        1 | 3 => Some(0),
                        2 => Some(1),
                        _ => None,
                    },
                    some(3),
                    some(1),
                    some(turn == 2),
                    some(0),
                    some(turn),
                    some(2),
                    some(1),
                ],
                advantage: if german { 100 } else { -100 },
                ..TurnFacts::default()
            })
            .collect(),
        drops: vec![landing(0, if hit { 2 } else { 0 }), landing(1, 0)],
        units: vec![
            if hit {
                fate(0, Fate::Eliminated, Some("landing"))
            } else {
                fate(2, Fate::InPlay, None)
            },
            fate(1, Fate::InPlay, None),
            fate(3, Fate::InPlay, None),
        ],
        combats: vec![shot(game), fight(game)],
        scars: Vec::new(),
        stands: Vec::new(),
        // A shot that hits on three faces of ten, and a check that passes on half of the faces.
        luck: BySide {
            german: Luck { fights: PARTS * if game % 10 < 3 { 7 } else { -3 } / 10, checks: 0 },
            allied: Luck {
                fights: 0,
                checks: PARTS * if game.is_multiple_of(2) { 1 } else { -1 } / 2,
            },
        },
    }
}

/// A shot that hits on three of ten faces, and does.
fn shot(game: u64) -> CombatRow {
    let die = (game % 10) as u8;
    let facts = CombatFacts {
        side: Side::German,
        unit: Some(0),
        kind: "fire",
        row: "pink",
        rating: Some(2),
        modifier: -1,
        die,
        result: Some(if die < 3 { "hit" } else { "no effect" }),
        effect: u16::from(die < 3),
        effect_of_all: 3,
        own_effect: None,
        faces: 10,
    };
    CombatRow { turn: 1, facts }
}

/// A fight whose damage is the die to the defender, and one to the attacker on a 1.
fn fight(game: u64) -> CombatRow {
    let die = (game % 6) as u8 + 1;
    let facts = CombatFacts {
        side: Side::Allied,
        unit: None,
        kind: "combat",
        row: "2:1",
        rating: None,
        modifier: 0,
        die,
        result: None,
        effect: die.into(),
        effect_of_all: 21,
        own_effect: Some((u16::from(die == 1), 1)),
        faces: 6,
    };
    CombatRow { turn: 2, facts }
}

fn landing(unit: u16, steps_lost: u16) -> DropRow {
    DropRow {
        facts: DropFacts {
            turn: 1,
            unit,
            kind: "parachute",
            zone: if unit == 0 { "north" } else { "south" }.into(),
            hex: "12.03".into(),
            terrain: "clear".into(),
            modifier: -1,
            roll: 4,
            result: if steps_lost > 0 { "eliminated" } else { "marker" },
            steps_lost,
            values: vec![some(unit), some(-1), some(steps_lost == 0)],
            // The unit in the north takes a die, which kills it in one of ten faces; the other does not.
            odds: if unit == 0 { odds() } else { Vec::new() },
        },
        alive_at_end: steps_lost == 0,
    }
}

fn odds() -> Vec<DropOdds> {
    vec![
        DropOdds { result: "marker", ways: 9, of: 10, steps_lost: 0, tolls: vec![1] },
        DropOdds { result: "eliminated", ways: 1, of: 10, steps_lost: 2, tolls: vec![0] },
    ]
}
