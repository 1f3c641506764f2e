//! An invented run for tests: small, with everything that a record can hold.

use engine::{
    Brief, BySide, CombatFacts, Coord, DropFacts, DropOdds, Fate, GameFacts, Hex, HexId,
    HistoricalWinner, History, MapBuilder, Numbering, Origin, Provenance, PurseFacts, Ruling,
    SerialFacts, SerialTurn, Side, TerrainId, TurnFacts, UnitEntry, UnitFate,
};
use lab::{CombatRow, DropRow, GameRow, Luck, PARTS, Record, Tempo, UnitRow};

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
        drops: "all-in".into(),
        set: vec!["rulings.cup=open".into()],
        setup: Vec::new(),
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
        kind: "infantry".into(),
        steps,
        greek: false,
    };
    About {
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
                end_turn: Some(3),
                first_airfield_turn: Some(2),
                airfields_end: None,
                ports_end: None,
                withdrawal_turn: None,
                german_steps_lost: Some(2),
                allied_steps_lost: None,
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
        point_uses: vec!["marches".into(), "second-actions".into()],
        purses: vec!["5. Div".into()],
        happenings: vec!["rain".into(), "mud".into()],
        mistakes: vec!["idle-units".into()],
        ground: Some(ground()),
    }
}

/// Game `game` of the toy: the Germans win every third, at dusk; the others last until night. In every fifth game
/// a paratrooper is lost in landing.
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
                steps_short: Some(13 - lost),
                hexes_short: Some(if german { 0 } else { 4 }),
                end_reason: if german { "port taken" } else { "last turn played" },
                steps_lost: BySide { german: lost, allied: 2 },
                points_earned: BySide { german: 6, allied: 3 },
                points_spent: vec![
                    BySide { german: 2 + (game % 2) as u16, allied: 1 },
                    BySide { german: 1, allied: 0 },
                ],
                points_unspent: BySide { german: 3 - (game % 2) as u16, allied: 2 },
                happenings: vec![BySide { german: u16::from(hit), allied: 0 }, BySide::default()],
                ..GameFacts::default()
            },
            decisions: 100 + (game % 11) as u32,
            choices: 50,
            rolls: 20 + (game % 3) as u32,
            tempo: Tempo {
                activations: BySide { german: 4, allied: 3 + (game % 2) as u16 },
                back_to_back: Some(BySide { german: (game % 4) as u16, allied: 0 }),
                first: Some(BySide { german: 2, allied: end - 2 }),
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
                purses: vec![PurseFacts {
                    earned: 3,
                    spent: vec![1, u16::from(turn == 2)],
                    wasted: 0,
                    held: turn,
                    dispatch_earned: 2,
                    dispatch_spent: 1,
                    dispatch_held: turn,
                }],
                // The timetable has turns 1 to 3; enemy zones keep the second empty.
                serials: Some(SerialFacts {
                    landed: if turn == 1 { 1 } else { turn - 1 },
                    waiting: 9,
                    fire_zones: u16::from(turn == 2),
                    turn: match turn {
                        1 | 3 => Some(SerialTurn::Landed),
                        2 => Some(SerialTurn::FireZones),
                        _ => None,
                    },
                }),
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
        result: if die < 3 { "hit" } else { "no effect" }.into(),
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
        result: format!("{}/{die}", u8::from(die == 1)),
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
            fire_zones: unit,
            aa_zones: 0,
            terrain_modifier: -1,
            modifier: -1,
            roll: 4,
            result: if steps_lost > 0 { "eliminated" } else { "marker" }.into(),
            scatter: None,
            drop_markers: u16::from(steps_lost == 0),
            steps_lost,
            // The unit in the north rolls a die, which kills it on one face in ten; the other does not roll.
            odds: if unit == 0 { odds() } else { Vec::new() },
        },
        alive_at_end: steps_lost == 0,
    }
}

fn odds() -> Vec<DropOdds> {
    vec![
        DropOdds { result: "marker", ways: 9, of: 10, drop_markers: 1, steps_lost: 0 },
        DropOdds { result: "eliminated", ways: 1, of: 10, drop_markers: 0, steps_lost: 2 },
    ]
}
