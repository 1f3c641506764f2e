//! Tables that `dropzone odds` solves exactly.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Faults, Odds, OddsRow, OddsTable, Ratio, Rounding, Sources};

use super::setup::results;
use super::sheets::CombatFile;
use super::state::AirAssault;

impl Odds for AirAssault {
    const TABLES: &'static [OddsTable] = &[OddsTable {
        name: "combat",
        meaning: "results of an attack (Combat Results Table)",
        arguments: &[
            ("odds", "2:1", "strengths, such as 12:5, or a column"),
            ("modifier", "0", "sum of the die's modifiers"),
            ("table", "tables/combat", "file of the table"),
        ],
    }];

    fn odds(
        sources: &mut impl Sources,
        _table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, String> {
        let argument = |place: usize| arguments.get(place).map_or("", String::as_str);
        let odds = Ratio::of_text(argument(0), Rounding::Defender)?;
        let modifier = argument(1).parse::<i16>().ok().filter(|n| (-6..=6).contains(n));
        let modifier = modifier.ok_or_else(|| {
            format!("modifier {:?} is not a whole number from -6 to 6", argument(1))
        })?;
        let file: CombatFile = sources
            .toml(argument(2))
            .ok_or_else(|| format!("table {:?} cannot be read", argument(2)))?;
        let mut faults = Faults::default();
        let read = results(argument(2), &file, &mut faults);
        let read = faults.finish(read, &mut Vec::new()).map_err(|wrong| {
            let problems: Vec<String> = wrong.into_iter().map(|fault| fault.problem).collect();
            format!("{}: {}", argument(2), problems.join("; "))
        })?;
        let column = read.column(odds);
        let faces = (1..=6).map(|die| read.result(column, die + modifier).word().to_string());
        Ok(OddsRow::counted(6, faces))
    }
}
