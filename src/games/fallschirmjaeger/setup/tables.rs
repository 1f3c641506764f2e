//! The tables: terrain effects, combat results, aircraft and air support.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use engine::{At, CombatTable, Faults, TableShape};

use super::super::combat::ASSAULT;
use super::super::ground::{AirSupport, Aircraft, CombatResult, Means, Nation, Terrain};
use super::super::sheets::CombatFile;
use super::Setup;

/// The columns of the Combat Results Table.
pub(crate) const COLUMNS: [&str; 7] = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"];

/// The terrain effects chart, read.
pub(super) struct Chart {
    lines: Vec<Line>,
    pub road: [Option<u8>; 4],
    pub rail: [Option<u8>; 4],
    /// Field works, forts: what their defence is worth.
    pub works: [u16; 2],
    /// River, major river, canal, red hexside.
    pub sides: [Side; 4],
}

/// A kind of terrain.
#[derive(Copy, Clone, Default)]
pub(super) struct Line {
    pub gaits: [Option<u8>; 4],
    pub attack: u16,
    pub defence: u16,
    pub barrage: i8,
}

/// A kind of hexside.
#[derive(Copy, Clone, Default)]
pub(super) struct Side {
    pub attack: u8,
    pub gaits: [Option<u8>; 4],
}

impl Chart {
    pub(super) fn terrain(&self, terrain: Terrain) -> &Line {
        &self.lines[terrain as usize]
    }
}

/// Most that a strength can be multiplied by, in per cent, and most half points of a step.
const MOST_PERCENT: u16 = 1_000;
const MOST_POINTS: u8 = 60;

/// The terrain effects chart.
pub(super) fn terrain(setup: &Setup, faults: &mut Faults) -> Option<Chart> {
    let before = faults.len();
    let (file, table) = (setup.scenario.terrain.as_str(), &setup.terrain);
    faults.reason(At::whole(file, "why"), &table.why);
    let mut lines = vec![Line::default(); Terrain::ALL.len()];
    let mut seen = vec![false; Terrain::ALL.len()];
    for (place, row) in table.terrains.iter().enumerate() {
        let key = format!("terrain.{place}.name");
        let at = At::whole(file, &key);
        let Some(terrain) = faults.word::<Terrain>(at, "terrain", &row.name) else { continue };
        if core::mem::replace(&mut seen[terrain as usize], true) {
            faults.add(at, format!("{} stands twice", row.name), "one block a terrain");
        }
        let gaits = [row.foot, row.bicycle, row.motor, row.armour];
        percent(at, row.attack, faults);
        percent(at, row.defence, faults);
        points(at, gaits, faults);
        if !(-6..=6).contains(&row.barrage) {
            faults.add(at, format!("barrage {}", row.barrage), "-6 to 6");
        }
        lines[terrain as usize] =
            Line { gaits, attack: row.attack, defence: row.defence, barrage: row.barrage };
    }
    for terrain in Terrain::ALL.into_iter().filter(|terrain| !terrain.is_wet()) {
        if !seen[terrain as usize] {
            let problem = format!("there is no block for {}", terrain.word());
            faults.add(At::whole(file, "terrain"), problem, "a [[terrain]] for each terrain");
        }
    }
    let mut works = [100; 2];
    let known = [("field-works", 0), ("fort", 1)];
    for (place, row) in table.works.iter().enumerate() {
        let key = format!("works.{place}.name");
        let at = At::whole(file, &key);
        percent(at, row.defence, faults);
        if let Some(number) = faults.pick(at, &row.name, &known) {
            works[number] = row.defence;
        }
    }
    let mut sides = [Side { attack: 100, ..Side::default() }; 4];
    let known = [("river", 0), ("major-river", 1), ("canal", 2), ("prohibited", 3)];
    for (place, row) in table.sides.iter().enumerate() {
        let key = format!("side.{place}.name");
        let at = At::whole(file, &key);
        let gaits = [row.foot, row.bicycle, row.motor, row.armour];
        points(at, gaits, faults);
        if row.attack == 0 || row.attack > 100 {
            faults.add(at, format!("attack {}", row.attack), "1 to 100 per cent");
        }
        if let Some(number) = faults.pick(at, &row.name, &known) {
            sides[number] = Side { attack: row.attack.min(100) as u8, gaits };
        }
    }
    for (key, gaits) in [("road", table.road), ("rail", table.rail)] {
        points(At::whole(file, key), gaits.list(), faults);
    }
    percent(At::whole(file, "bridge.overrun"), table.bridge.overrun, faults);
    let (road, rail) = (table.road.list(), table.rail.list());
    (faults.len() == before).then_some(Chart { lines, road, rail, works, sides })
}

fn percent(at: At, value: u16, faults: &mut Faults) {
    if value == 0 || value > MOST_PERCENT {
        faults.add(at, format!("{value} per cent"), format!("1 to {MOST_PERCENT}"));
    }
}

fn points(at: At, gaits: [Option<u8>; 4], faults: &mut Faults) {
    for cost in gaits.into_iter().flatten() {
        if cost == 0 || cost > MOST_POINTS {
            faults.add(at, format!("{cost} half points"), format!("1 to {MOST_POINTS}"));
        }
    }
}

/// The Combat Results Table.
pub(crate) fn results(
    name: &str,
    file: &CombatFile,
    faults: &mut Faults,
) -> Option<CombatTable<CombatResult>> {
    faults.reason(At::whole(name, "why"), &file.why);
    let shape = TableShape {
        headings: &COLUMNS,
        faces: 2..=14,
        expected: "columns 1:3 to 5:1, thirteen rows for 2 to 14, cells such as `A1D2r1`",
    };
    CombatTable::new(name, &file.columns, &file.rows, &shape, read, faults)
}

/// Reads a cell: steps after A and D, and after r the hexes that the side named before it retreats.
fn read(cell: &str) -> Option<CombatResult> {
    let mut result = CombatResult::default();
    let mut side: Option<bool> = None;
    let mut letters = cell.chars();
    if cell.is_empty() {
        return None;
    }
    while let Some(letter) = letters.next() {
        let number = letters.next()?.to_digit(10).filter(|n| (1..=9).contains(n))? as u8;
        match (letter, side) {
            ('A', None) => {
                result.attacker.steps = number;
                side = Some(true);
            }
            ('D', None | Some(true)) => {
                result.defender.steps = number;
                side = Some(false);
            }
            ('r', Some(attacker)) => {
                let harm = if attacker { &mut result.attacker } else { &mut result.defender };
                if harm.back != 0 {
                    return None;
                }
                harm.back = number;
            }
            _ => return None,
        }
    }
    Some(result)
}

/// Aircraft, and the tables of each nation.
pub(super) fn air(setup: &Setup, faults: &mut Faults) -> (Vec<Aircraft>, Vec<AirSupport>) {
    let (file, table) = (setup.scenario.air.as_str(), &setup.air);
    faults.reason(At::whole(file, "why"), &table.why);
    let mut aircraft = Vec::new();
    for (place, row) in table.aircraft.iter().enumerate() {
        let key = format!("aircraft.{place}.id");
        let at = At::whole(file, &key);
        faults.reason(at, &row.why);
        if table.aircraft[..place].iter().any(|other| other.id == row.id) {
            faults.add(at, format!("{} stands twice", row.id), "one block a type");
        }
        for rating in [row.rating, row.around] {
            if rating > 12 {
                faults.add(at, format!("rating {rating}"), "0 to 12");
            }
        }
        if faults.word::<Nation>(at, "nation", &row.nation).is_some() {
            let name = row.name.clone();
            aircraft.push(Aircraft { name, rating: row.rating, around: row.around });
        }
    }
    let mut tables = Vec::new();
    for (place, row) in table.tables.iter().enumerate() {
        let key = format!("table.{place}.nation");
        let at = At::whole(file, &key);
        let nation = faults.word::<Nation>(at, "nation", &row.nation);
        if !(1..=2).contains(&row.dice) {
            faults.add(at, format!("{} dice", row.dice), "1 or 2");
        }
        let mut sums: Vec<Option<Vec<u8>>> = vec![None; 13];
        let dice = row.dice.clamp(1, 2);
        for line in &row.rows {
            let barrages = barrages(setup, at, nation, &line.barrages, faults);
            if line.from < dice || line.to > dice * 6 {
                let what = format!("a row from {} to {}", line.from, line.to);
                faults.add(at, what, format!("sums of the dice, {dice} to {}", dice * 6));
            }
            for sum in line.from..=line.to.min(12) {
                if sums[usize::from(sum)].replace(barrages.clone()).is_some() {
                    faults.add(at, format!("{sum} stands twice"), "one row a sum of the dice");
                }
            }
        }
        for sum in dice..=dice * 6 {
            if sums[usize::from(sum)].is_none() {
                faults.add(at, format!("there is no row for {sum}"), "a row a sum of the dice");
            }
        }
        if let Some(nation) = nation {
            let rows = sums.into_iter().map(|row| row.unwrap_or_else(|| vec![0; aircraft.len()]));
            let turns = row.turns.clone();
            tables.push(AirSupport { nation, dice, turns, rows: rows.collect() });
        }
    }
    (aircraft, tables)
}

/// Barrages of a nation by type of aircraft, its own ones; of one that is not known, whatever is named.
fn barrages(
    setup: &Setup,
    at: At,
    nation: Option<Nation>,
    named: &BTreeMap<String, u8>,
    faults: &mut Faults,
) -> Vec<u8> {
    let mut counts = vec![0; setup.air.aircraft.len()];
    let known = || setup.air.aircraft.iter().map(|row| row.id.as_str());
    for (id, &count) in named {
        if count > 20 {
            faults.add(at, format!("{count} barrages of {id}"), "0 to 20");
        }
        if let Some(place) = faults.find(at, "type of aircraft", id, known()) {
            let other = &setup.air.aircraft[place].nation;
            if let Some(nation) = nation.map(Nation::word).filter(|nation| other != nation) {
                faults.add(at, format!("{id} is {other}"), format!("{nation} aircraft"));
            }
            counts[place] = count.min(20);
        }
    }
    counts
}

/// The German barrages of a scenario that rolls for none.
pub(super) fn fixed_air(setup: &Setup, faults: &mut Faults) -> Option<Vec<u8>> {
    let fixed = setup.scenario.support.fixed.as_ref()?;
    Some(barrages(setup, super::at(setup, "support.fixed"), Some(Nation::German), fixed, faults))
}

/// What attacks do in the mean, by column: without and with the modifier of assault units.
pub(super) fn means(combat: &CombatTable<CombatResult>) -> Vec<[Means; 2]> {
    let mean = |column: i16, modifier: u8| {
        let mut sums = [0; 2];
        for first in 1..=6 {
            for second in 1..=6 {
                let result = combat.result(column, first + second + i16::from(modifier));
                sums[0] += i32::from(result.attacker.steps);
                sums[1] += i32::from(result.defender.steps);
            }
        }
        sums.map(|sum| sum * 100 / 36)
    };
    let columns = 0..combat.headings().len() as i16;
    columns.map(|column| [mean(column, 0), mean(column, ASSAULT)]).collect()
}
