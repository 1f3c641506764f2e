//! The tables: combat, terrain, drift, sea movement.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{At, CombatTable, Direction, Faults, TableShape};
use serde_spanned::Spanned;

use super::super::ground::{Drift, Sea, Terrain, Verdict, Voyage};
use super::super::sheets::CombatFile;
use super::Setup;

/// The odds of the Combat Results Table.
pub(crate) const COLUMNS: [&str; 9] =
    ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];

/// The Combat Results Table.
pub(crate) fn results(
    name: &str,
    file: &CombatFile,
    faults: &mut Faults,
) -> Option<CombatTable<Verdict>> {
    faults.reason(At::whole(name, "why"), &file.why);
    let shape = TableShape {
        headings: &COLUMNS,
        faces: 1..=6,
        expected: "columns 1-4 to 6-1, a row for each die from 1 to 6, each cell one of NE, DR, DE, EX, AR, AE, AL",
    };
    CombatTable::new(name, &file.columns, &file.rows, &shape, Verdict::from_word, faults)
}

/// The terrain effects chart.
pub(super) struct Chart {
    lines: Vec<Line>,
    pub primary: u8,
    pub secondary: u8,
    pub leave: u8,
}

/// A kind of terrain.
#[derive(Copy, Clone, Default)]
pub(super) struct Line {
    pub enter: Option<u8>,
    pub defence: u8,
    pub blocks: bool,
    pub drop: bool,
}

impl Chart {
    pub(super) fn terrain(&self, terrain: Terrain) -> Line {
        self.lines[terrain as usize]
    }
}

/// The most half points of a step, and the most that a strength is multiplied by.
const MOST_POINTS: u8 = 40;
const MOST_TIMES: u8 = 5;

pub(super) fn terrain(setup: &Setup, faults: &mut Faults) -> Option<Chart> {
    let before = faults.len();
    let (file, table) = (setup.scenario.terrain.as_str(), &setup.terrain);
    faults.reason(At::whole(file, "why"), &table.why);
    let points = |key: &str, value: u8, faults: &mut Faults| {
        if value == 0 || value > MOST_POINTS {
            let expected = format!("1 to {MOST_POINTS} half points");
            faults.add(At::whole(file, key), format!("{value}"), expected);
        }
    };
    let mut lines = vec![None; Terrain::ALL.len()];
    for (place, row) in table.terrains.iter().enumerate() {
        let key = format!("terrain.{place}.name");
        let at = At::whole(file, &key);
        let Some(terrain) = faults.word::<Terrain>(at, "terrain", &row.name) else { continue };
        let key = format!("terrain.{place}.enter");
        if let Some(enter) = row.enter {
            points(&key, enter, faults);
        }
        if (terrain == Terrain::Sea) != row.enter.is_none() {
            let expected = "a cost for every terrain but sea";
            faults.add(At::whole(file, &key), format!("{} by land", row.name), expected);
        }
        if row.defence == 0 || row.defence > MOST_TIMES {
            let key = format!("terrain.{place}.defence");
            let expected = format!("1 to {MOST_TIMES} times");
            faults.add(At::whole(file, &key), format!("{} times", row.defence), expected);
        }
        let (enter, defence) = (row.enter, row.defence);
        let line = Line { enter, defence, blocks: row.blocks, drop: row.drop };
        if lines[terrain as usize].replace(line).is_some() {
            faults.add(at, format!("{} stands twice", row.name), "one block a terrain");
        }
    }
    for terrain in Terrain::ALL {
        if lines[terrain as usize].is_none() {
            let problem = format!("there is no block for {}", terrain.word());
            faults.add(At::whole(file, "terrain"), problem, "a [[terrain]] for each terrain");
        }
    }
    points("road.primary", table.road.primary, faults);
    points("road.secondary", table.road.secondary, faults);
    if table.river.leave > MOST_POINTS {
        let expected = format!("0 to {MOST_POINTS} half points");
        faults.add(At::whole(file, "river.leave"), format!("{}", table.river.leave), expected);
    }
    die(At::whole(file, "river.die"), table.river.die, faults);
    let lines = lines.into_iter().map(Option::unwrap_or_default).collect();
    (faults.len() == before).then_some(Chart {
        lines,
        primary: table.road.primary,
        secondary: table.road.secondary,
        leave: table.river.leave,
    })
}

/// A modifier of a die.
fn die(at: At, value: i8, faults: &mut Faults) {
    if !(-6..=6).contains(&value) {
        faults.add(at, format!("{value}"), "-6 to 6");
    }
}

/// The Drift Diagram.
pub(super) fn drift(setup: &Setup, faults: &mut Faults) -> Option<Drift> {
    let before = faults.len();
    let (file, table) = (setup.scenario.drift.as_str(), &setup.drift);
    faults.reason(At::whole(file, "why"), &table.why);
    for (key, value) in [
        ("on_target", table.on_target),
        ("glider", table.glider),
        ("enemy", table.enemy),
        ("anti_aircraft", table.anti_aircraft),
        ("combat", table.combat),
    ] {
        die(At::whole(file, key), value, faults);
    }
    let list = table.steps.get_ref();
    faults.too_many(At::value(file, "steps", &table.steps), list.len(), "steps", 60);
    let mut steps = Vec::new();
    for cell in list {
        let mut ways = Vec::new();
        for word in cell.get_ref().split_whitespace() {
            let at = At::value(file, "steps", cell);
            let known = Direction::ALL.map(|way| (WAYS[way.index()], way));
            ways.extend(faults.pick(at, word, &known));
        }
        steps.push(ways);
    }
    (faults.len() == before).then_some(Drift {
        on_target: table.on_target,
        steps,
        glider: table.glider,
        enemy: table.enemy,
        anti_aircraft: table.anti_aircraft,
        combat: table.combat,
    })
}

/// The words of the directions.
const WAYS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// The Sea Movement Table.
pub(super) fn sea(setup: &Setup, faults: &mut Faults) -> Option<Sea> {
    let (file, table) = (setup.scenario.sea.as_str(), &setup.sea);
    faults.reason(At::whole(file, "why"), &table.why);
    die(At::whole(file, "emergency"), table.emergency, faults);
    die(At::whole(file, "port"), table.port, faults);
    let axis = voyages(file, "axis", &table.axis, faults);
    let allied = voyages(file, "allied", &table.allied, faults);
    Some(Sea { axis: axis?, allied: allied?, emergency: table.emergency })
}

fn voyages(
    file: &str,
    key: &str,
    list: &Spanned<Vec<Spanned<String>>>,
    faults: &mut Faults,
) -> Option<[Voyage; 6]> {
    let mut found = Vec::new();
    for cell in list.get_ref() {
        found.extend(faults.word::<Voyage>(At::value(file, key, cell), "result", cell.get_ref()));
    }
    if list.get_ref().len() != 6 {
        let problem = format!("{} results", list.get_ref().len());
        faults.add(At::value(file, key, list), problem, "one for each die from 1 to 6");
    }
    found.try_into().ok()
}
