//! From files to a battle: everything is checked here, and all faults are reported.

mod brief;
mod charts;
mod forces;
mod ground;
mod heights;
mod map;
mod reasons;
mod soundness;
mod special_rules;
mod victory;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Fault, FromSetup, Place, Sources};
use serde_spanned::Spanned;

use super::sheets::{
    CalendarFile, CounterRow, EventFile, HexRow, LeaderRow, ModifierFile, QualityFile, Scenario,
    SheetList, TableFile, TerrainFile,
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
            scenario,
        })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Battle, Vec<Fault>> {
        let mut faults = Faults::default();
        match ground::build(&setup, &mut faults) {
            Some(ground) if faults.list.is_empty() => {
                doubts.append(&mut faults.doubts);
                Ok(ground::start(ground))
            }
            _ => Err(faults.list),
        }
    }
}

/// The faults found so far.
#[derive(Default)]
struct Faults {
    list: Vec<Fault>,
    /// What is odd, but possible.
    doubts: Vec<Fault>,
}

/// A place in a file: its name, where, and which key.
#[derive(Clone, Copy)]
struct At<'a> {
    file: &'a str,
    place: Place,
    key: &'a str,
}

impl<'a> At<'a> {
    fn name<T>(file: &'a str, key: &'a str, name: &Spanned<T>) -> At<'a> {
        At { file, key, place: Place::Offset(name.span().start) }
    }

    fn row(file: &'a str, key: &'a str, row: usize) -> At<'a> {
        // Line 1 is the header.
        At { file, key, place: Place::Line(row as u32 + 2) }
    }

    /// The file as a whole, or the place of a key given with its whole path.
    fn whole(file: &'a str, key: &'a str) -> At<'a> {
        At { file, key, place: Place::Whole }
    }

    fn fault(self, problem: String, expected: String) -> Fault {
        Fault {
            file: self.file.to_string(),
            place: self.place,
            key: self.key.to_string(),
            problem,
            expected,
            unknown: None,
        }
    }
}

impl Faults {
    fn add(&mut self, at: At, problem: String, expected: impl Into<String>) {
        self.list.push(at.fault(problem, expected.into()));
    }

    /// Something odd that could be right: the user is told, and the game is played.
    fn doubt(&mut self, at: At, problem: String, expected: impl Into<String>) {
        self.doubts.push(at.fault(problem, expected.into()));
    }

    /// A name that is not among those known.
    fn unknown(&mut self, at: At, what: &str, name: &str, known: impl Iterator<Item = String>) {
        self.list.push(Fault {
            file: at.file.to_string(),
            place: at.place,
            key: at.key.to_string(),
            problem: format!("{what} {name:?} is not known"),
            expected: format!("the name of a {what}"),
            unknown: Some((name.to_string(), known.collect())),
        });
    }
}
