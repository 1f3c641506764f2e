//! Terrain effects, combat tables, modifiers and the calendar.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

use engine::{BySide, Calendar, Cover, Provenance, RawTable, ResultsTable, Side, TableFault};

use super::super::airlanding::Hazard;
use super::super::counter::Colour;
use super::super::fire::Hit;
use super::super::ground::{EventKind, Landing, Modifiers, Rubble, Terrain};
use super::super::rulings::LastTurn;
use super::super::sheets::{ModifierEntry, ModifierFile, Name, SightEntry, TableFile};
use super::{At, Faults, Setup};

/// Terrain effects in the order of the file, with what each does to sight.
pub(super) fn terrain(setup: &Setup, faults: &mut Faults) -> (Vec<Terrain>, Vec<Cover>, Rubble) {
    let file = &setup.scenario.files.terrain;
    let mut kinds = Vec::new();
    let mut cover = Vec::new();
    let mut rubble = None;
    for kind in &setup.terrain.kinds {
        let mut cost = |points: [i16; 2]| {
            points.map(|points| match u16::try_from(points) {
                Ok(points) if points <= 30 => Some(points * 2),
                _ if points == -1 => None,
                _ => {
                    faults.add(
                        At::whole(file, "terrain.enter"),
                        format!("{} costs {points} to enter", kind.name),
                        "movement points from 0 to 30, or -1 for forbidden",
                    );
                    None
                }
            })
        };
        let enter = [cost(kind.enter.leg), cost(kind.enter.wheeled), cost(kind.enter.tracked)];
        if kind.name == RUBBLE {
            rubble = Some(Rubble { fire: kind.fire, enter });
        }
        let built_up = matches!(kind.name.as_str(), "town" | "city" | "fortified");
        kinds.push(Terrain {
            name: kind.name.clone(),
            fire: kind.fire,
            // Mercury 2.5-2.7: where vehicles may not enter out of column, they may not leave so either,
            // and in cities and fortified places they may not even leave column.
            column_only: built_up,
            bad_landing: kind.drop,
            // By analogy with O1.0, where a landing in water, city or town is fatal.
            landable: enter[0][0].is_some() && !built_up,
            // Mercury 2.9.
            crumbles: matches!(kind.name.as_str(), "city" | "fortified"),
            // Mercury 5.7.
            settled: matches!(kind.name.as_str(), "village" | "town" | "city"),
            keeps_column: matches!(kind.name.as_str(), "city" | "fortified"),
            enter,
        });
        cover.push(match kind.sight {
            SightEntry::Open => Cover::Open,
            SightEntry::Screen => Cover::Screen,
            SightEntry::Block => Cover::Block,
        });
    }
    let rubble = rubble.unwrap_or_else(|| {
        faults.add(
            At::whole(file, "terrain.name"),
            format!("there is no terrain {RUBBLE:?}"),
            "a [[terrain]] of that name",
        );
        Rubble { fire: 0, enter: [[None; 2]; 3] }
    });
    (kinds, cover, rubble)
}

/// The kind of terrain that says what rubble does.
const RUBBLE: &str = "rubble";

/// The drop table.
pub(super) fn drop_table(setup: &Setup, faults: &mut Faults) -> Option<ResultsTable<Landing>> {
    let file = setup.drop.as_ref()?;
    let name = setup.scenario.files.drop.as_deref().unwrap_or_default();
    let combined = setup.scenario.rulings.drop_combined.on();
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let expected = "none, delay 1, delay 2, step, step+delay 1 or eliminated";
    let table = ResultsTable::new(&raw, expected, |cell| Landing::from_cell(cell, combined));
    one_row(name, "drop", &raw, table, faults)
}

/// A table with one row, for a die with everything added to it: no sum falls beside its columns.
fn one_row<R>(
    name: &str,
    label: &str,
    raw: &RawTable,
    table: Result<ResultsTable<R>, Vec<TableFault>>,
    faults: &mut Faults,
) -> Option<ResultsTable<R>> {
    if let (Some(first), Some(last)) = (raw.columns.first(), raw.columns.last()) {
        if !first.trim().starts_with("<=") {
            let problem = format!("column {first:?} leaves the numbers below it without a result");
            faults.add(At::whole(name, "columns"), problem, "a first column like `<=5`");
        }
        if !last.trim().ends_with('+') {
            let problem = format!("column {last:?} leaves the numbers above it without a result");
            faults.add(At::whole(name, "columns"), problem, "a last column like `12+`");
        }
    }
    let labels: Vec<&str> = raw.rows.iter().map(|row| row.label.as_str()).collect();
    if labels != [label] {
        let problem = format!("rows {}", labels.join(", "));
        faults.add(At::whole(name, "row"), problem, format!("one row, with the label `{label}`"));
    }
    believed(name, table, faults)
}

/// The table, or its faults with the paths of their places.
fn believed<R>(
    name: &str,
    table: Result<ResultsTable<R>, Vec<TableFault>>,
    faults: &mut Faults,
) -> Option<ResultsTable<R>> {
    match table {
        Ok(table) => Some(table),
        Err(found) => {
            for fault in found {
                let key = match fault.at.as_str() {
                    place @ ("columns" | "row") => place.to_string(),
                    label => format!("row.{label}"),
                };
                faults.add(At::whole(name, &key), fault.problem, fault.expected);
            }
            None
        }
    }
}

/// The Airlanding and Interdiction Table.
pub(super) fn airlanding_table(setup: &Setup, faults: &mut Faults) -> Option<ResultsTable<Hazard>> {
    let file = setup.airlanding.as_ref()?;
    let name = setup.scenario.files.airlanding.as_deref().unwrap_or_default();
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let expected = "none, cohesion, step, step+cohesion or eliminated";
    let table = ResultsTable::new(&raw, expected, Hazard::from_cell);
    one_row(name, "airlanding", &raw, table, faults)
}

/// The event counters in each cup.
pub(super) fn events(setup: &Setup, faults: &mut Faults) -> BySide<Vec<EventKind>> {
    let mut cups = BySide::<Vec<EventKind>>::default();
    let Some(file) = &setup.events else { return cups };
    let name = setup.scenario.files.events.as_deref().unwrap_or_default();
    let known = || EventKind::ALL.iter().map(|(_, word)| (*word).to_string());
    for entry in &file.events {
        let Some(kind) = EventKind::from_word(&entry.id) else {
            faults.unknown(At::whole(name, "event.id"), "event", &entry.id, known());
            continue;
        };
        cups[entry.side].extend(core::iter::repeat_n(kind, usize::from(entry.count)));
    }
    for removed in &setup.scenario.events_removed {
        let at = At::name(&setup.name, "events_removed", removed);
        let (side, word) = removed.get_ref().split_once(' ').unwrap_or(("", removed.get_ref()));
        let side = Side::from_word(side);
        match (side, EventKind::from_word(word)) {
            (Some(side), Some(kind)) if cups[side].contains(&kind) => {
                cups[side].retain(|&other| other != kind);
            }
            (Some(_), Some(_)) => {
                faults.add(at, format!("{word} is in no cup of that side"), "an event of its cup");
            }
            (None, _) => {
                faults.add(at, format!("{:?}", removed.get_ref()), "like `german leader-loss`");
            }
            (_, None) => faults.unknown(at, "event", word, known()),
        }
    }
    cups
}

/// A combat table: results by colour and die.
pub(super) fn combat(name: &str, file: &TableFile, faults: &mut Faults) -> Option<[[Hit; 10]; 9]> {
    let raw = RawTable { columns: file.columns.clone(), rows: file.rows.clone() };
    let faces: Vec<String> = (0..=9).map(|face: u8| face.to_string()).collect();
    if raw.columns != faces {
        let problem = format!("columns {}", raw.columns.join(" "));
        faults.add(At::whole(name, "columns"), problem, "the faces of the die, 0 to 9");
        return None;
    }
    let table = ResultsTable::new(&raw, "`-`, `C`, `S`, `S?`, `1` or `E`", Hit::from_cell);
    let table = believed(name, table, faults)?;
    for (place, label) in table.labels().iter().enumerate() {
        if Colour::from_word(label).is_none() {
            let known = Colour::ALL.iter().map(|colour| colour.word().to_string());
            faults.unknown(At::whole(name, &format!("row.{place}.label")), "colour", label, known);
        }
        // A roll of 9 misses before the table is asked.
        if *table.cell(place, 9) != Hit::Miss {
            let problem = format!("a 9 hits in the row {label:?}");
            let key = format!("row.{place}.cells.9");
            faults.add(At::whole(name, &key), problem, "`-`: a roll of 9 always misses");
        }
    }
    let mut hits = [[Hit::Miss; 10]; 9];
    for colour in Colour::ALL {
        match table.row(colour.word()) {
            Some(row) => {
                hits[colour.index()] = core::array::from_fn(|die| *table.cell(row, die as i32));
            }
            None => faults.add(
                At::whole(name, "row.label"),
                format!("there is no row for {}", colour.word()),
                "a [[row]] for each of the nine colours",
            ),
        }
    }
    Some(hits)
}

/// Looks modifiers up by id.
struct Lookup<'a> {
    name: &'a str,
    file: &'a ModifierFile,
    /// What has been asked for.
    asked: RefCell<BTreeSet<String>>,
}

impl<'a> Lookup<'a> {
    fn new(name: &'a str, file: &'a ModifierFile) -> Lookup<'a> {
        Lookup { name, file, asked: RefCell::default() }
    }

    /// A modifier that no rule asks for would do nothing.
    fn close(self, faults: &mut Faults) {
        let asked = self.asked.into_inner();
        for (place, entry) in self.file.modifiers.iter().enumerate() {
            if !asked.contains(&entry.id) {
                let key = format!("modifier.{place}.id");
                let at = At::whole(self.name, &key);
                faults.unknown(at, "modifier", &entry.id, asked.iter().cloned());
            }
        }
    }

    fn entry(&self, id: &str, faults: &mut Faults) -> Option<&ModifierEntry> {
        self.asked.borrow_mut().insert(id.to_string());
        let found = self.file.modifiers.iter().find(|entry| entry.id == id);
        if found.is_none() {
            faults.add(
                At::whole(self.name, "modifier.id"),
                format!("there is no modifier {id:?}"),
                "a [[modifier]] with that id",
            );
        }
        found
    }

    fn value(&self, id: &str, faults: &mut Faults) -> i8 {
        let Some(entry) = self.entry(id, faults) else { return 0 };
        entry.value.unwrap_or_else(|| {
            faults.add(
                At::whole(self.name, id),
                format!("modifier {id:?} has no value"),
                "`value = N`",
            );
            0
        })
    }

    fn steps(&self, id: &str, faults: &mut Faults) -> Vec<(u8, i8)> {
        let Some(entry) = self.entry(id, faults) else { return Vec::new() };
        let steps = entry.steps.clone().unwrap_or_default();
        if steps.is_empty() || steps.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            faults.add(
                At::whole(self.name, id),
                format!("modifier {id:?} has no ascending steps"),
                "`steps = [[from, modifier], ...]`, ascending",
            );
        }
        steps
    }
}

/// Modifiers of fire, assault and troop quality.
pub(super) fn modifiers(setup: &Setup, faults: &mut Faults) -> Modifiers {
    let files = &setup.scenario.files;
    let fire = Lookup::new(&files.modifiers, &setup.modifiers);
    let quality = Lookup::new(&files.quality, &setup.quality);
    let hits = fire.steps("cohesion", faults);
    let at = |steps: &[(u8, i8)], count: u8| {
        steps.iter().rev().find(|step| step.0 <= count).map_or(0, |step| step.1)
    };
    let mass = fire.steps("mass", faults);
    let cohesion_quality = quality.steps("cohesion", faults);
    let found = Modifiers {
        cohesion: [at(&hits, 1), at(&hits, 2)],
        step_loss: fire.value("step_loss", faults),
        column: fire.value("column", faults),
        firer_entrenched: fire.value("firer_entrenched", faults),
        night: fire.value("night", faults),
        suppressed_assault: fire.value("suppressed", faults),
        company_bonus: fire.value("company_bonus", faults),
        improved: fire.value("improved_position", faults),
        entrenched: fire.value("entrenched", faults),
        target_column: fire.value("target_column", faults),
        mass: (0..=mass.last().map_or(0, |step| step.0)).map(|steps| at(&mass, steps)).collect(),
        range_unarmoured: fire.value("range_unarmoured", faults),
        range_armoured: [
            fire.value("range_armoured", faults),
            fire.value("range_armoured_full", faults),
        ],
        zone_to_zone: fire.value("zone_to_zone", faults),
        zone_to_free: fire.value("zone_to_free", faults),
        charging: fire.value("charging", faults),
        retreating: fire.value("retreating", faults),
        up_slope: fire.value("up_slope", faults),
        barrage: [fire.value("barrage_light", faults), fire.value("barrage_heavy", faults)],
        drop_marker: [fire.value("firer_drop_marker", faults), fire.value("drop_marker", faults)],
        glider_marker: [
            fire.value("firer_glider_marker", faults),
            fire.value("glider_marker", faults),
        ],
        airlanding_marker: [
            fire.value("firer_airlanding_marker", faults),
            fire.value("airlanding_marker", faults),
        ],
        quality_airlanded: quality.value("airlanding_marker", faults),
        heroic: fire.value("heroic", faults),
        counter_battery: fire.value("counter_battery", faults),
        // Mercury 5.1.
        air_strike: 3,
        quality_barrage: [
            quality.value("barrage_light", faults),
            quality.value("barrage_heavy", faults),
        ],
        quality_heroic: quality.value("heroic", faults),
        quality_out_of_command: quality.value("out_of_command", faults),
        quality_one_cohesion: at(&cohesion_quality, 1),
        quality_two_cohesion: at(&cohesion_quality, 2),
        quality_step_loss: quality.value("step_loss", faults),
        quality_suppressed: quality.value("suppressed", faults),
        quality_improved: quality.value("improved_position", faults),
        quality_entrenched: quality.value("entrenched", faults),
    };
    fire.close(faults);
    quality.close(faults);
    found
}

/// The last turn, by the reading chosen.
pub(super) fn last_turn(setup: &Setup) -> &Name {
    let scenario = &setup.scenario;
    let other = scenario.last_alternative.as_ref();
    other.filter(|_| scenario.rulings.sc4_end == LastTurn::Title).unwrap_or(&scenario.last)
}

/// The last day of a month, of May 1941 at least: no scenario goes on into the next.
const LAST_DAY: u16 = 31;

/// The turns from the first to the last of the scenario, or on to `end_turn` where that is later: all that its
/// files may name, whether or not they are played.
pub(super) fn calendar(setup: &Setup, faults: &mut Faults) -> Calendar {
    let day = &setup.calendar;
    let mut read = |key: &str, name: &Name| -> Option<(u16, String, usize)> {
        let text = name.get_ref();
        let parts: Vec<&str> = text.split(' ').collect();
        if let [date, month, time] = parts.as_slice()
            && let (Ok(date), Some(turn)) =
                (date.parse(), day.turns.iter().position(|turn| turn == time))
        {
            return Some((date, (*month).to_string(), turn));
        }
        faults.add(
            At::name(&setup.name, key, name),
            format!("{text:?} is not a turn"),
            format!("day, month and one of {}, like `24 May 0900`", day.turns.join(" ")),
        );
        None
    };
    let (first, last) = (read("first", &setup.scenario.first), read("last", last_turn(setup)));
    let (Some((mut date, month, mut turn)), Some((end, end_month, end_turn))) = (first, last)
    else {
        return Calendar { names: Vec::new(), night: Vec::new() };
    };
    if month != end_month || (date, turn) > (end, end_turn) || end > LAST_DAY {
        faults.add(
            At::name(&setup.name, "last", &setup.scenario.last),
            "the last turn does not follow the first".to_string(),
            "a later turn of the same month",
        );
        return Calendar { names: Vec::new(), night: Vec::new() };
    }
    let mut names = Vec::new();
    let mut night = Vec::new();
    loop {
        let time = &day.turns[turn];
        names.push(format!("{date} {month} {time}"));
        night.push(day.night.contains(time));
        let asked = setup.scenario.end_turn.as_ref();
        let reached = asked.is_none_or(|turn| names.len() >= usize::from(*turn.get_ref()));
        if (date, turn) >= (end, end_turn) && reached {
            return Calendar { names, night };
        }
        turn += 1;
        if turn == day.turns.len() {
            turn = 0;
            date += 1;
        }
        if date > LAST_DAY {
            if let Some(asked) = asked {
                let problem = format!("turn {} is in another month", asked.get_ref());
                faults.add(
                    At::name(&setup.name, "end_turn", asked),
                    problem,
                    format!("1 to {}", names.len()),
                );
            }
            return Calendar { names, night };
        }
    }
}

/// Leaves only the turns that are played: up to `end_turn`, where the scenario has one.
pub(super) fn cut(setup: &Setup, calendar: &mut Calendar, faults: &mut Faults) {
    let Some(asked) = &setup.scenario.end_turn else { return };
    let end = usize::from(*asked.get_ref());
    if end == 0 {
        faults.add(
            At::name(&setup.name, "end_turn", asked),
            "there is no turn 0".to_string(),
            "1 or more",
        );
    }
    let printed = calendar.names.iter().position(|name| name == last_turn(setup).get_ref());
    if let Some(printed) = printed.filter(|&printed| end > printed + 1) {
        let problem = format!("the game goes on to turn {end}");
        let expected = format!("1 to {}, the turns of the scenario", printed + 1);
        faults.doubt(At::name(&setup.name, "end_turn", asked), problem, expected);
    }
    calendar.names.truncate(end);
    calendar.night.truncate(end);
}

/// Origins of the charts.
pub(super) fn provenance(setup: &Setup) -> Vec<Provenance> {
    let files = &setup.scenario.files;
    let mut list = Vec::new();
    let mut note = |file: &str, what: &str, origin, count: usize| {
        super::ground::count(&mut list, file, what, origin, count as u32);
    };
    for kind in &setup.terrain.kinds {
        note(&files.terrain, "kinds of terrain", kind.origin, 1);
    }
    note(&files.terrain, "road and slope costs", setup.terrain.origin, 3);
    for (name, table) in
        [&files.combat_unarmoured, &files.combat_armoured].into_iter().zip(&setup.combat)
    {
        let cells = table.rows.iter().map(|row| row.cells.len()).sum();
        note(name, "table cells", table.origin, cells);
    }
    for (name, file) in [(&files.modifiers, &setup.modifiers), (&files.quality, &setup.quality)] {
        for entry in &file.modifiers {
            note(name, "modifiers", entry.origin, 1);
        }
    }
    if let (Some(name), Some(table)) = (&files.drop, &setup.drop) {
        let cells = table.rows.iter().map(|row| row.cells.len()).sum();
        note(name, "table cells", table.origin, cells);
    }
    if let (Some(name), Some(file)) = (&files.events, &setup.events) {
        for entry in &file.events {
            note(name, "event counters", entry.origin, usize::from(entry.count));
        }
    }
    note(&files.calendar, "turns", setup.calendar.origin, setup.calendar.turns.len());
    list
}
