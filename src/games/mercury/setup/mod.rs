//! From files to a battle: everything is checked here, and all faults are reported.

mod arrivals;
mod brief;
mod calendar;
mod campaign;
mod chits;
mod confined;
mod counter;
mod display;
mod divisions;
mod free_drops;
mod ground;
mod heights;
mod leaders;
mod limits;
mod map;
mod modifiers;
mod naval;
mod objectives;
mod options;
mod reasons;
mod roads_apart;
mod roster;
mod set_up;
mod soundness;
mod special_rules;
mod start;
mod tables;
mod terrain;
mod victory;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{At, Fault, Faults, FromSetup, Sources};

use super::sheets::{
    CalendarFile, CounterRow, DisplayFile, EventFile, HexRow, LeaderRow, ModifierFile, QualityFile,
    Scenario, SheetList, TableFile, TerrainFile,
};
use super::state::Battle;

/// A scenario and every file it names, parsed but not yet believed.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Name of the scenario's file.
    name: String,
    scenario: Scenario,
    sheets: SheetList,
    /// The hexes of each sheet in play.
    hexes: Vec<(String, Vec<HexRow>)>,
    terrain: TerrainFile,
    counters: Vec<CounterRow>,
    leaders: Vec<LeaderRow>,
    combat: [TableFile; 2],
    modifiers: ModifierFile,
    quality: QualityFile,
    calendar: CalendarFile,
    drop: Option<TableFile>,
    airlanding: Option<TableFile>,
    events: Option<EventFile>,
    display: Option<DisplayFile>,
}

/// Name of the file that frames the sheets.
const SHEETS: &str = "maps/sheets";

impl FromSetup for Battle {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario: Option<Scenario> = sources.toml(name);
        let sheets: Option<SheetList> = sources.toml(SHEETS);
        let scenario = scenario?;
        let hexes: Vec<Option<(String, Vec<HexRow>)>> = scenario
            .sheets
            .iter()
            .map(|sheet| {
                let name = sheet.get_ref().clone();
                sources.rows(&format!("maps/{name}")).map(|rows| (name, rows))
            })
            .collect();
        let files = &scenario.files;
        // Every file is read before any is missed, so that all faults show at once.
        let terrain = sources.toml(&files.terrain);
        let counters = sources.rows(&files.counters);
        let leaders = sources.rows(&files.leaders);
        let unarmoured = sources.toml(&files.combat_unarmoured);
        let armoured = sources.toml(&files.combat_armoured);
        let modifiers = sources.toml(&files.modifiers);
        let quality = sources.toml(&files.quality);
        let calendar = sources.toml(&files.calendar);
        // A file that is not named is no fault; one that is named and does not read is.
        let drop = files.drop.as_ref().map(|name| sources.toml(name));
        let airlanding = files.airlanding.as_ref().map(|name| sources.toml(name));
        let events = files.events.as_ref().map(|name| sources.toml(name));
        let display = files.off_map.as_ref().map(|name| sources.toml(name));
        Some(Setup {
            name: name.to_string(),
            sheets: sheets?,
            hexes: hexes.into_iter().collect::<Option<_>>()?,
            terrain: terrain?,
            counters: counters?,
            leaders: leaders?,
            combat: [unarmoured?, armoured?],
            modifiers: modifiers?,
            quality: quality?,
            calendar: calendar?,
            drop: drop.map_or(Some(None), |read| read.map(Some))?,
            airlanding: airlanding.map_or(Some(None), |read| read.map(Some))?,
            events: events.map_or(Some(None), |read| read.map(Some))?,
            display: display.map_or(Some(None), |read| read.map(Some))?,
            scenario,
        })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Battle, Vec<Fault>> {
        let mut faults = Faults::default();
        let (setup, idle) = options::in_force(setup, &mut faults);
        let ground = ground::build(&setup, idle, &mut faults);
        faults.finish(ground, doubts).map(start::start)
    }
}
