//! Tables that `dropzone odds` solves exactly.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Faults, Odds, OddsRow, OddsTable, Ratio, Rounding, Sources};

use super::barrage::STEP_FROM;
use super::combat::ASSAULT;
use super::event::Landing;
use super::ground::{CombatResult, Harm};
use super::setup::results;
use super::sheets::CombatFile;
use super::state::Holland;

impl Odds for Holland {
    const TABLES: &'static [OddsTable] = &[
        OddsTable {
            name: "combat",
            meaning: "steps and retreats of an attack (Combat Results Table)",
            arguments: &[
                ("odds", "2:1", "strengths, such as 12:5, or a column"),
                ("assault", "no", "yes if all of an overrun are assault units (2.2)"),
                ("table", "tables/combat", "file of the table"),
            ],
        },
        OddsTable {
            name: "anti-aircraft",
            meaning: "what becomes of a unit under anti-aircraft fire (1.8c)",
            arguments: &[("points", "2", "points against the hex, 4 at most count")],
        },
        OddsTable {
            name: "landing",
            meaning: "the Air Landing Table (2.6b)",
            arguments: &[("modifier", "0", "sum of the die's modifiers")],
        },
        OddsTable {
            name: "barrage",
            meaning: "what a barrage does to a unit (1.7a)",
            arguments: &[
                ("rating", "4", "rating of the barrage"),
                ("terrain", "0", "modifier of the terrain"),
            ],
        },
    ];

    fn odds(
        sources: &mut impl Sources,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, String> {
        let argument = |place: usize| arguments.get(place).map_or("", String::as_str);
        let number = |place: usize, name: &str, least: i16, most: i16| {
            let read = argument(place).parse::<i16>().ok();
            read.filter(|n| (least..=most).contains(n)).ok_or_else(|| {
                format!("{name} {:?} is not a whole number from {least} to {most}", argument(place))
            })
        };
        match table {
            "combat" => {
                let odds = Ratio::of_text(argument(0), Rounding::Nearest)?;
                let modifier = match argument(1) {
                    "yes" => ASSAULT,
                    "no" => 0,
                    other => return Err(format!("assault is {other:?}, expected yes or no")),
                };
                let file: CombatFile = sources
                    .toml(argument(2))
                    .ok_or_else(|| format!("table {:?} cannot be read", argument(2)))?;
                let mut faults = Faults::default();
                let read = results(argument(2), &file, &mut faults);
                let read = faults.finish(read, &mut Vec::new()).map_err(|wrong| {
                    let problems: Vec<String> =
                        wrong.into_iter().map(|fault| fault.problem).collect();
                    format!("{}: {}", argument(2), problems.join("; "))
                })?;
                let column = read.clamp(read.column(odds)) as i16;
                let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| first + second));
                Ok(OddsRow::counted(
                    36,
                    pairs.map(|sum| words(*read.result(column, sum + i16::from(modifier)))),
                ))
            }
            "anti-aircraft" => {
                let points = number(0, "points", 0, 99)?.min(4);
                let pairs = (1..=6).flat_map(|die| (1..=6).map(move |loss| (die, loss)));
                Ok(OddsRow::counted(
                    36,
                    pairs.map(|(die, loss)| {
                        let words = match loss {
                            _ if die > points => "comes through",
                            1 | 2 => "scattered",
                            3 | 4 => "scattered, a Ju-52 point lost",
                            _ => "scattered, a Ju-52 point and a step lost",
                        };
                        words.to_string()
                    }),
                ))
            }
            "landing" => {
                let modifier = number(0, "modifier", -20, 20)?;
                Ok(OddsRow::counted(
                    6,
                    (1..=6).map(|die| {
                        let result = match die + modifier {
                            ..=1 => Landing::Wreck,
                            2 => Landing::AircraftLost,
                            _ => Landing::OnTarget,
                        };
                        result.word().to_string()
                    }),
                ))
            }
            "barrage" => {
                let (rating, terrain) = (number(0, "rating", 0, 20)?, number(1, "terrain", -6, 6)?);
                let pairs = (1..=6).flat_map(|die| (1..=6).map(move |loss| (die, loss)));
                Ok(OddsRow::counted(
                    36,
                    pairs.map(|(die, loss)| {
                        let words = match loss >= i16::from(STEP_FROM) {
                            _ if die + terrain > rating => "no effect",
                            true => "disorganized, a step lost",
                            false => "disorganized",
                        };
                        words.to_string()
                    }),
                ))
            }
            other => {
                let names: Vec<&str> = Self::TABLES.iter().map(|table| table.name).collect();
                Err(format!("table {other:?} is not known, expected one of {}", names.join(", ")))
            }
        }
    }
}

/// A result as the table prints it.
fn words(result: CombatResult) -> String {
    let harm = |letter: &str, harm: Harm| match (harm.steps, harm.back) {
        (0, 0) => String::new(),
        (steps, 0) => format!("{letter}{steps}"),
        (steps, back) => format!("{letter}{steps}r{back}"),
    };
    format!("{}{}", harm("A", result.attacker), harm("D", result.defender))
}
