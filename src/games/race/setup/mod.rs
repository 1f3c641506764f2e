//! From files to a position: everything is checked, and all faults are reported.

mod forces;
mod ground;
mod map;
mod objectives;
mod places;
mod provenance;
mod soundness;
mod terms;

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Fault, Faults, FromSetup, Sources};

use super::rules::Race;
use super::sheets::{CounterRow, HexRow, ScenarioFile, TableFile};

pub(super) use objectives::way;

/// A scenario and every file it names, parsed and not yet checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Name of the scenario's file.
    pub(crate) name: String,
    pub(crate) scenario: ScenarioFile,
    pub(crate) map: Option<Vec<HexRow>>,
    pub(crate) counters: Option<Vec<CounterRow>>,
    pub(crate) table: Option<TableFile>,
}

impl FromSetup for Race {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario: ScenarioFile = sources.toml(name)?;
        let map = sources.rows(&scenario.map);
        let counters = sources.rows(&scenario.counters);
        let table = sources.toml(&scenario.table);
        // What is wrong with the files that could be read is noted, whichever could not.
        Some(Setup { name: name.into(), scenario, map, counters, table })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults::default();
        let ground = ground::build(&setup, &mut faults);
        faults.finish(ground, doubts).map(Race::new)
    }
}
