//! The Off-Map Display: the scenario's own exits, or the boxes of a file.

use alloc::format;
use alloc::vec::Vec;

use engine::{Map, Side};

use super::super::display::{DisplayBox, OffMap};
use super::super::sheets::{DisplayFile, Name, OffMapEntry};
use super::objectives::edge;
use super::tables::airlanding_table;
use super::{At, Faults, Setup};

/// Exits to the display (S1.0), and its boxes.
pub(super) fn off_map(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<OffMap> {
    let entry = setup.scenario.off_map.as_ref();
    if entry.is_none() && setup.display.is_none() {
        return None;
    }
    let for_good = entry.and_then(|entry| entry.for_good);
    let boxes = match (&setup.display, entry) {
        (Some(file), _) => {
            if entry.is_some_and(|entry| !entry.exits.is_empty()) {
                faults.add(
                    At::whole(&setup.name, "off_map.exits"),
                    "the boxes stand in a file of their own",
                    "either `exits` or `off_map` under [files]",
                );
            }
            filed(setup, map, file, faults)
        }
        (None, Some(entry)) => listed(setup, map, entry, faults),
        (None, None) => Vec::new(),
    };
    let interdiction = airlanding_table(setup, faults);
    if for_good != Some(Side::Allied) && setup.airlanding.is_none() {
        faults.add(
            At::whole(&setup.name, "files.airlanding"),
            "Allied units come from the display but there is no table of interdiction",
            "`airlanding = \"tables/airlanding-base\"` under [files]",
        );
    }
    Some(OffMap { boxes, for_good, interdiction })
}

/// Exits that the scenario lists: each leads to a box of its own, and from there nowhere else.
fn listed(setup: &Setup, map: &Map, entry: &OffMapEntry, faults: &mut Faults) -> Vec<DisplayBox> {
    let mut boxes = Vec::new();
    for exit in &entry.exits {
        let Some(hex) = edge(setup, map, "off_map.exits.hex", &exit.hex, faults) else { continue };
        let (name, step_points) = (exit.name.clone(), exit.step_points);
        boxes.push(DisplayBox { name, exit: Some(hex), next: Vec::new(), step_points });
    }
    boxes
}

/// The boxes of the file whose sheets are in play, and those on the way between them.
fn filed(setup: &Setup, map: &Map, file: &DisplayFile, faults: &mut Faults) -> Vec<DisplayBox> {
    let name = setup.scenario.files.off_map.as_deref().unwrap_or_default();
    let known = || file.boxes.iter().map(|entry| entry.name.get_ref().as_str());
    for (place, entry) in file.boxes.iter().enumerate() {
        if known().take(place).any(|other| other == entry.name.get_ref()) {
            let problem = format!("box {:?} stands twice", entry.name.get_ref());
            faults.add(At::value(name, "box.name", &entry.name), problem, "each once");
        }
    }
    let mut ends = Vec::new();
    for entry in &file.connections {
        let (from, to) = &entry.between;
        let mut find = |end: &Name| {
            let at = At::value(name, "connection.between", end);
            faults.find(at, "box", end.get_ref(), known())
        };
        if let (Some(from), Some(to)) = (find(from), find(to)) {
            ends.push([from, to]);
        }
    }
    let mut exits = Vec::new();
    for entry in &file.boxes {
        exits.push(entry.exit.as_ref().and_then(|exit| exit_hex(setup, map, name, exit, faults)));
    }
    let in_play: Vec<usize> = (0..file.boxes.len())
        .filter(|&place| {
            // A box on the way is one of the game if it leads from one in play to another.
            exits[place].is_some()
                || (file.boxes[place].exit.is_none() && leads_on(&ends, &exits, place))
        })
        .collect();
    let number = |place: usize| in_play.iter().position(|&other| other == place);
    let next = |place: usize| {
        let beyond = ends.iter().filter_map(|&[from, to]| match (from == place, to == place) {
            (true, false) => number(to),
            (false, true) => number(from),
            _ => None,
        });
        beyond.map(|number| number as u8).collect()
    };
    let of = |&place: &usize| DisplayBox {
        name: file.boxes[place].name.get_ref().clone(),
        exit: exits[place],
        next: next(place),
        step_points: 0,
    };
    in_play.iter().map(of).collect()
}

/// Whether a box on the way has an exit in play on more than one side of it.
fn leads_on(ends: &[[usize; 2]], exits: &[Option<engine::HexId>], place: usize) -> bool {
    let beyond = |place: usize| {
        ends.iter().filter_map(move |&[from, to]| match (from == place, to == place) {
            (true, false) => Some(to),
            (false, true) => Some(from),
            _ => None,
        })
    };
    let arrives = |first: usize| {
        let (mut seen, mut open) = ([place].to_vec(), [first].to_vec());
        while let Some(here) = open.pop() {
            if exits[here].is_some() {
                return true;
            }
            seen.push(here);
            open.extend(beyond(here).filter(|next| !seen.contains(next)));
        }
        false
    };
    beyond(place).filter(|&first| arrives(first)).count() > 1
}

/// The hex of an exit: `None` if its sheet is not in play.
fn exit_hex(
    setup: &Setup,
    map: &Map,
    file: &str,
    exit: &Name,
    faults: &mut Faults,
) -> Option<engine::HexId> {
    let at = At::value(file, "box.exit", exit);
    let Some((sheet, number)) = exit.get_ref().rsplit_once(' ') else {
        let problem = format!("{:?} is on no sheet", exit.get_ref());
        faults.add(at, problem, "the sheet and the number of the hex, `maleme 01.18`");
        return None;
    };
    let sheets = setup.sheets.sheets.iter().map(|entry| entry.name.as_str());
    faults.find(at, "sheet", sheet, sheets)?;
    if map.sheets().all(|name| name != sheet) {
        return None;
    }
    let found = map.find(number, Some(sheet));
    match found {
        None => {
            let problem = format!("hex {number} is not on sheet {sheet}");
            faults.add(at, problem, "a hex of the edge of its sheet");
        }
        Some(hex) if map.neighbours(hex).count() == 6 => {
            let problem = format!("{} is not on the edge of the map", exit.get_ref());
            faults.add(at, problem, "a hex of the edge");
        }
        Some(_) => {}
    }
    found
}
