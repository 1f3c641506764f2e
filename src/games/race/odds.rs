//! Exact distributions of the printed tables.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Faults, Odds, OddsRow, OddsTable, Ratio, Rounding, Sources};

use super::combat::results;
use super::landing::{Crossing, Reception};
use super::rules::Race;
use super::sheets::TableFile;
use super::turn_end::Resupply;

const MODIFIER: (&str, &str, &str) = ("modifier", "0", "sum of the die's modifiers");

impl Odds for Race {
    const TABLES: &'static [OddsTable] = &[
        OddsTable {
            name: "combat",
            meaning: "damage to attacker and defender (6.1)",
            arguments: &[
                ("odds", "2:1", "strengths, such as 12:5, or a column"),
                ("shift", "0", "columns to the right (negative: left)"),
                MODIFIER,
                ("table", "tables/base", "file of the combat table"),
            ],
        },
        OddsTable {
            name: "landing",
            meaning: "reception of a unit that lands (5.2)",
            arguments: &[MODIFIER],
        },
        OddsTable {
            name: "sea",
            meaning: "sea transport to a port (Mercury 5.3)",
            arguments: &[MODIFIER],
        },
        OddsTable {
            name: "resupply",
            meaning: "Allied resupply by sea (Mercury 9.4.2)",
            arguments: &[MODIFIER],
        },
    ];

    fn odds(
        sources: &mut impl Sources,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, String> {
        let argument = |place: usize| arguments.get(place).map_or("", String::as_str);
        let number = |place: usize, name: &str| {
            argument(place).parse::<i8>().ok().filter(|n| (-20..=20).contains(n)).ok_or_else(|| {
                format!("{name} {:?} is not a whole number from -20 to 20", argument(place))
            })
        };
        match table {
            "landing" => {
                let modifier = number(0, "modifier")?;
                Ok(rows(|die| Reception::of(die + modifier).word().to_string()))
            }
            "sea" => {
                let modifier = number(0, "modifier")?;
                Ok(rows(|die| Crossing::of(die + modifier).word().to_string()))
            }
            "resupply" => {
                let modifier = number(0, "modifier")?;
                Ok(rows(|die| Resupply::of(die + modifier).word().to_string()))
            }
            "combat" => {
                let (odds, shift) =
                    (Ratio::of_text(argument(0), Rounding::Defender)?, number(1, "shift")?);
                let modifier = number(2, "modifier")?;
                let file: TableFile = sources
                    .toml(argument(3))
                    .ok_or_else(|| format!("table {:?} cannot be read", argument(3)))?;
                let mut faults = Faults::default();
                let crt = results(argument(3), &file, &mut faults);
                let crt = faults.finish(crt, &mut Vec::new()).map_err(|wrong| {
                    let problems: Vec<String> =
                        wrong.into_iter().map(|fault| fault.problem).collect();
                    format!("{}: {}", argument(3), problems.join("; "))
                })?;
                // The limits hold before the shifts (W-6.1-2).
                let column = crt.clamp(crt.column(odds)) as i16 + i16::from(shift);
                Ok(rows(|die| {
                    let (attacker, defender) = crt.result(column, (die + modifier).into());
                    format!("{attacker}/{defender}")
                }))
            }
            other => {
                let names: Vec<&str> = Self::TABLES.iter().map(|t| t.name).collect();
                Err(format!("table {other:?} is not known, expected one of {}", names.join(", ")))
            }
        }
    }
}

/// The results of a die's six faces, equal ones added up, in the order of the die.
fn rows(result: impl Fn(i8) -> String) -> Vec<OddsRow> {
    OddsRow::counted(6, (1..=6).map(result))
}
