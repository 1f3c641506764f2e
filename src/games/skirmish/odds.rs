//! Tables that `dropzone odds` solves exactly.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Odds, OddsRow, OddsTable, Sources};

use super::state::Skirmish;

impl Odds for Skirmish {
    const TABLES: &'static [OddsTable] = &[OddsTable {
        name: "fire",
        meaning: "the chance of a hit",
        arguments: &[("hit", "6", "the lowest die that takes a step")],
    }];

    fn odds(_: &mut impl Sources, _: &str, arguments: &[String]) -> Result<Vec<OddsRow>, String> {
        let hit: u64 = arguments[0]
            .parse()
            .ok()
            .filter(|hit| *hit <= 9)
            .ok_or_else(|| format!("hit is {:?}, expected 0 to 9", arguments[0]))?;
        Ok(vec![
            OddsRow { result: "miss".into(), ways: hit, of: 10 },
            OddsRow { result: "hit".into(), ways: 10 - hit, of: 10 },
        ])
    }
}
