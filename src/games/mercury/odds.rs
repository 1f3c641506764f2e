//! Exact distributions of single tables, for `odds`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Faults, Odds, OddsRow, OddsTable, RawTable, ResultsTable, RowTable, Sources};

use super::counter::Colour;
use super::fire::Hit;
use super::ground::Landing;
use super::quality::chance_of;
use super::sheets::{ModifierFile, TableFile, TerrainFile};
use super::state::Battle;

/// The die has ten faces.
const FACES: u64 = 10;

impl Odds for Battle {
    const TABLES: &'static [OddsTable] = &[
        OddsTable {
            name: "combat",
            meaning: "result of one shot or strike on the combat results table",
            arguments: &[
                (
                    "colour",
                    "pink",
                    "colour of the rating: pink, purple, green, orange, black, brown, yellow, blue or white",
                ),
                ("rating", "6", "rating after all modifiers, 0 to 9, without the company bonus"),
                ("target", "unarmoured", "unarmoured or armoured (entrenched counts as armoured)"),
                (
                    "quality",
                    "none",
                    "troop quality of a full company that tries for its bonus, or none",
                ),
            ],
        },
        OddsTable {
            name: "check",
            meaning: "a troop quality check",
            arguments: &[("quality", "6", "troop quality after all modifiers")],
        },
        OddsTable {
            name: "drop",
            meaning: "fate of a unit that lands by parachute or glider, on the drop table",
            arguments: &[
                (
                    "zones",
                    "0",
                    "enemy units whose fire zone covers the hex, anti-aircraft units twice",
                ),
                ("terrain", "clear", "terrain of the hex"),
                ("kind", "parachute", "parachute or glider"),
                ("table", "base", "severity of the table: base, mild or bloody"),
                (
                    "combined",
                    "off",
                    "whether a step loss may also delay (rulings.drop_combined): on or off",
                ),
            ],
        },
    ];

    fn odds(
        sources: &mut impl Sources,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, String> {
        match table {
            "combat" => combat(sources, arguments),
            "drop" => drop(sources, arguments),
            _ => {
                let passed = u64::from(chance_of(quality(&arguments[0])?));
                let row =
                    |result: &str, ways| OddsRow { result: result.to_string(), ways, of: FACES };
                Ok([row("passed", passed), row("failed", FACES - passed)].into())
            }
        }
    }
}

fn quality(text: &str) -> Result<i8, String> {
    match text.parse() {
        Ok(quality) if (-9..=18).contains(&quality) => Ok(quality),
        _ => Err(format!("quality {text:?}: expected a whole number such as 6")),
    }
}

fn combat(sources: &mut impl Sources, arguments: &[String]) -> Result<Vec<OddsRow>, String> {
    let colour = Colour::from_word(&arguments[0]).ok_or_else(|| {
        let words: Vec<&str> = Colour::ALL.iter().map(|colour| colour.word()).collect();
        format!("colour {:?}: expected one of {}", arguments[0], words.join(", "))
    })?;
    let rating: i8 = match arguments[1].parse() {
        Ok(rating) if (0..=9).contains(&rating) => rating,
        _ => return Err(format!("rating {:?}: expected 0 to 9", arguments[1])),
    };
    let file = match arguments[2].as_str() {
        "unarmoured" => "tables/combat-unarmoured",
        "armoured" => "tables/combat-armoured",
        other => return Err(format!("target {other:?}: expected unarmoured or armoured")),
    };
    let passes = match arguments[3].as_str() {
        "none" => 0,
        text => u64::from(chance_of(quality(text)?)),
    };
    let unreadable = || format!("{file} could not be read");
    let raw: TableFile = sources.toml(file).ok_or_else(unreadable)?;
    let raw = RawTable { columns: raw.columns, rows: raw.rows };
    let table = ResultsTable::new(&raw, "a result", Hit::from_word)
        .map_err(|faults| format!("{file}: {}", faults[0].problem))?;
    let modifiers: ModifierFile = sources.toml("tables/modifiers").ok_or_else(unreadable)?;
    let bonus = modifiers
        .modifiers
        .iter()
        .find(|entry| entry.id.get_ref() == "company_bonus")
        .and_then(|entry| entry.value)
        .ok_or("tables/modifiers has no company_bonus")?;
    let mut faults = Faults::default();
    let table = RowTable::<Colour, Hit>::new(table, file, "colour", &mut faults)
        .ok_or_else(|| format!("{file} has not one row for each colour"))?;
    let mut ways = [0u64; Hit::ALL.len()];
    for (rating, weight) in [(rating, FACES - passes), ((rating + bonus).clamp(0, 9), passes)] {
        for die in 0..10i8 {
            let hit = if die == 9 || die > rating {
                Hit::Miss
            } else {
                *table.cell(colour, i32::from(die))
            };
            ways[hit as usize] += weight;
        }
    }
    let rows = Hit::ALL.iter().zip(ways);
    Ok(rows
        .map(|(hit, ways)| OddsRow { result: hit.words().to_string(), ways, of: FACES * FACES })
        .collect())
}

/// Every fate of a landing, mildest first.
const FATES: [Landing; 6] = {
    const fn fate(delays: u8, steps: u8, eliminated: bool) -> Landing {
        Landing { delays, steps, eliminated }
    }
    [
        fate(0, 0, false),
        fate(1, 0, false),
        fate(2, 0, false),
        fate(0, 1, false),
        fate(1, 1, false),
        fate(0, 0, true),
    ]
};

fn drop(sources: &mut impl Sources, arguments: &[String]) -> Result<Vec<OddsRow>, String> {
    let zones: u16 = match arguments[0].parse() {
        Ok(zones) if zones <= 40 => zones,
        _ => return Err(format!("zones {:?}: expected 0 to 40", arguments[0])),
    };
    let glider = match arguments[2].as_str() {
        "parachute" => false,
        "glider" => true,
        other => return Err(format!("kind {other:?}: expected parachute or glider")),
    };
    let severity = arguments[3].as_str();
    if !["base", "mild", "bloody"].contains(&severity) {
        return Err(format!("table {severity:?}: expected base, mild or bloody"));
    }
    let combined = match arguments[4].as_str() {
        "on" => true,
        "off" => false,
        other => return Err(format!("combined {other:?}: expected on or off")),
    };
    let terrain: TerrainFile = sources.toml("terrain").ok_or("terrain could not be read")?;
    let named = terrain.kinds.iter().find(|kind| kind.name == arguments[1]);
    let bad = named.map(|kind| kind.drop).ok_or_else(|| {
        let names: Vec<&str> = terrain.kinds.iter().map(|kind| kind.name.as_str()).collect();
        format!("terrain {:?}: expected one of {}", arguments[1], names.join(", "))
    })?;
    let file = format!("tables/drop-{severity}");
    let raw: TableFile = sources.toml(&file).ok_or_else(|| format!("{file} could not be read"))?;
    let raw = RawTable { columns: raw.columns, rows: raw.rows };
    let read = |cell: &str| Landing::from_cell(cell, combined);
    let table = ResultsTable::new(&raw, "a result", read)
        .map_err(|faults| format!("{file}: {}", faults[0].problem))?;
    let modifier = zones + Landing::ground(bad, glider);
    let fates: Vec<Landing> =
        (0..FACES as u8).map(|die| Landing::of(&table, die, modifier)).collect();
    let row = |fate: &Landing| OddsRow {
        result: fate.words().to_string(),
        ways: fates.iter().filter(|&other| other == fate).count() as u64,
        of: FACES,
    };
    Ok(FATES.iter().filter(|fate| combined || fate.words() != FATES[4].words()).map(row).collect())
}
