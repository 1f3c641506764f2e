//! Terrain effects, combat tables, modifiers and the calendar.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{
    BySide, Calendar, Cover, Origins, RawTable, ResultsTable, RowTable, Side, TableFault,
};

use super::super::airlanding::Hazard;
use super::super::counter::Colour;
use super::super::fire::{FIRER, Hit, Mode, TARGET};
use super::super::ground::{EventKind, Landing, Modifiers, QualityModifiers, Rubble, Terrain};
use super::super::rulings::LastTurn;
use super::super::sheets::{ModifierEntry, Name, SightEntry, TableFile};
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
    for entry in &file.events {
        let at = At::whole(name, "event.id");
        let Some(kind) = faults.word::<EventKind>(at, "event", &entry.id) else { continue };
        cups[entry.side].extend(core::iter::repeat_n(kind, usize::from(entry.count)));
    }
    for removed in &setup.scenario.events_removed {
        let at = At::value(&setup.name, "events_removed", removed);
        let (side, word) = removed.get_ref().split_once(' ').unwrap_or(("", removed.get_ref()));
        let side = Side::from_word(side);
        let Some(side) = side else {
            faults.add(at, format!("{:?}", removed.get_ref()), "like `german leader-loss`");
            continue;
        };
        let Some(kind) = faults.word::<EventKind>(at, "event", word) else { continue };
        if !cups[side].contains(&kind) {
            faults.add(at, format!("{word} is in no cup of that side"), "an event of its cup");
        }
        cups[side].retain(|&other| other != kind);
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
    let table = ResultsTable::new(&raw, "`-`, `C`, `S`, `S?`, `1` or `E`", Hit::from_word);
    let table = believed(name, table, faults)?;
    let table = RowTable::<Colour, Hit>::new(table, name, "colour", faults)?;
    for colour in Colour::ALL {
        // A roll of 9 misses before the table is asked.
        if *table.cell(colour, 9) != Hit::Miss {
            let problem = format!("a 9 hits in the row {:?}", colour.word());
            let key = format!("row.{}.cells.9", table.printed(colour));
            faults.add(At::whole(name, &key), problem, "`-`: a roll of 9 always misses");
        }
    }
    Some(Colour::ALL.map(|colour| core::array::from_fn(|die| *table.cell(colour, die as i32))))
}

engine::words! {
    /// Whose state a modifier is about.
    enum Whose {
        /// Of the unit that fires.
        Firer = "firer",
        /// Of the unit fired at.
        Target = "target",
    }
}

impl Whose {
    const fn place(self) -> usize {
        match self {
            Whose::Firer => FIRER,
            Whose::Target => TARGET,
        }
    }
}

/// A modifier as the rules know it: its name, whose state it can be about, and the kinds of fire in which that state
/// can be found.
struct Known {
    id: &'static str,
    of: &'static [Whose],
    modes: &'static [Mode],
}

const fn known(id: &'static str, of: &'static [Whose], modes: &'static [Mode]) -> Known {
    Known { id, of, modes }
}

const FIRERS: &[Whose] = &[Whose::Firer];
const TARGETS: &[Whose] = &[Whose::Target];
const EITHER: &[Whose] = &Whose::ALL;
/// Aircraft and partisans have no state of their own.
const BY_UNITS: &[Mode] =
    &[Mode::Direct, Mode::Opportunity, Mode::Indirect, Mode::Strike, Mode::Assault];
const ANY: &[Mode] = &Mode::ALL;
const CLOSE: &[Mode] = &[Mode::Strike, Mode::Assault];
const FAR: &[Mode] = &[Mode::Direct, Mode::Opportunity, Mode::Indirect];
const WATCHING: &[Mode] = &[Mode::Opportunity];

/// Every modifier of ratings.
const MODIFIERS: [Known; 30] = [
    known("cohesion", FIRERS, BY_UNITS),
    known("step_loss", FIRERS, BY_UNITS),
    known("column", EITHER, ANY),
    known("target_column", EITHER, ANY),
    known("firer_entrenched", EITHER, ANY),
    known("entrenched", EITHER, ANY),
    known("barrage_light", FIRERS, BY_UNITS),
    known("barrage_heavy", FIRERS, BY_UNITS),
    known("night", FIRERS, BY_UNITS),
    known("emergency_supply", FIRERS, BY_UNITS),
    // A suppressed unit does not fire, and strikes with its assault rating.
    known("suppressed", FIRERS, &[Mode::Assault]),
    known("company_bonus", FIRERS, BY_UNITS),
    // Parks are near nobody.
    known("counter_battery", FIRERS, &[Mode::Indirect]),
    known("firer_drop_marker", EITHER, ANY),
    known("drop_marker", EITHER, ANY),
    known("firer_glider_marker", EITHER, ANY),
    known("glider_marker", EITHER, ANY),
    known("firer_airlanding_marker", EITHER, ANY),
    known("airlanding_marker", EITHER, ANY),
    known("improved_position", TARGETS, ANY),
    known("mass", TARGETS, ANY),
    // Strikes have no range.
    known("range_unarmoured", TARGETS, FAR),
    known("range_armoured", TARGETS, FAR),
    known("range_armoured_full", TARGETS, FAR),
    known("heroic", TARGETS, ANY),
    known("zone_to_zone", TARGETS, WATCHING),
    known("zone_to_free", TARGETS, WATCHING),
    known("charging", TARGETS, &[Mode::Opportunity, Mode::Strike, Mode::Assault]),
    known("retreating", TARGETS, WATCHING),
    known("up_slope", TARGETS, CLOSE),
];

/// Looks modifiers up by id: those of one kind of fire, if it is asked for one.
struct Lookup<'a> {
    name: &'a str,
    entries: Vec<Entry<'a>>,
}

/// A modifier of either file.
struct Entry<'a> {
    id: &'a Name,
    value: Option<i8>,
    steps: &'a [(u8, i8)],
    /// Whose state it is about, and in which kinds of fire; nothing for troop quality.
    fire: Option<(Whose, Vec<Mode>)>,
}

impl<'a> Lookup<'a> {
    /// The modifiers of ratings.
    fn of_ratings(setup: &'a Setup, faults: &mut Faults) -> Self {
        let name = setup.scenario.files.modifiers.as_str();
        let mut entries = Vec::new();
        for entry in &setup.modifiers.modifiers {
            if let Some(known) = MODIFIERS.iter().find(|known| known.id == entry.id.get_ref()) {
                let fire = place(name, entry, known, faults);
                let steps = entry.steps.as_deref().unwrap_or_default();
                entries.push(Entry { id: &entry.id, value: entry.value, steps, fire });
            } else {
                let words = MODIFIERS.iter().map(|known| known.id.to_string());
                let at = At::value(name, "modifier.id", &entry.id);
                faults.unknown(at, "modifier", entry.id.get_ref(), words);
            }
        }
        Lookup { name, entries }.without_doubles(faults)
    }

    /// The modifiers of troop quality.
    fn of_quality(setup: &'a Setup, faults: &mut Faults) -> Self {
        let name = setup.scenario.files.quality.as_str();
        let mut entries = Vec::new();
        for entry in &setup.quality.modifiers {
            if QUALITY.contains(&entry.id.get_ref().as_str()) {
                let steps = entry.steps.as_deref().unwrap_or_default();
                entries.push(Entry { id: &entry.id, value: entry.value, steps, fire: None });
            } else {
                let words = QUALITY.iter().map(|&id| id.to_string());
                let at = At::value(name, "modifier.id", &entry.id);
                faults.unknown(at, "modifier", entry.id.get_ref(), words);
            }
        }
        Lookup { name, entries }.without_doubles(faults)
    }

    fn without_doubles(self, faults: &mut Faults) -> Self {
        for (number, entry) in self.entries.iter().enumerate() {
            if self.entries[..number].iter().any(|other| other.id.get_ref() == entry.id.get_ref()) {
                faults.add(
                    At::value(self.name, "modifier.id", entry.id),
                    format!("modifier {:?} stands twice", entry.id.get_ref()),
                    "one [[modifier]] an id",
                );
            }
        }
        self
    }

    fn entry(&self, id: &str, faults: &mut Faults) -> Option<&Entry<'a>> {
        let found = self.entries.iter().find(|entry| entry.id.get_ref() == id);
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
        match entry {
            Entry { value: Some(value), steps: [], .. } => *value,
            _ => {
                faults.add(
                    At::value(self.name, "modifier.value", entry.id),
                    format!("modifier {id:?} is not one value"),
                    "`value = N`, and no steps",
                );
                0
            }
        }
    }

    fn steps(&self, id: &str, faults: &mut Faults) -> &'a [(u8, i8)] {
        let Some(entry) = self.entry(id, faults) else { return &[] };
        let ascending = entry.steps.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if entry.steps.is_empty() || !ascending || entry.value.is_some() {
            faults.add(
                At::value(self.name, "modifier.steps", entry.id),
                format!("modifier {id:?} has no ascending steps"),
                "`steps = [[from, modifier], ...]`, ascending, and no value",
            );
        }
        entry.steps
    }

    /// Whether a modifier counts in a kind of fire.
    fn counts(&self, id: &str, mode: Mode) -> bool {
        self.entries.iter().any(|entry| {
            let counts = |(_, modes): &(_, Vec<Mode>)| modes.contains(&mode);
            entry.id.get_ref() == id && entry.fire.as_ref().is_some_and(counts)
        })
    }

    /// Whose state a modifier is about.
    fn whose(&self, id: &str) -> Option<Whose> {
        let entry = self.entries.iter().find(|entry| entry.id.get_ref() == id)?;
        entry.fire.as_ref().map(|&(whose, _)| whose)
    }
}

/// Whose state a modifier is about and in which kinds of fire it counts, as its entry says.
fn place(
    file: &str,
    entry: &ModifierEntry,
    known: &Known,
    faults: &mut Faults,
) -> Option<(Whose, Vec<Mode>)> {
    let id = known.id;
    let word = entry.applies.get_ref();
    let at = At::value(file, "modifier.applies", &entry.applies);
    let whose: Option<Whose> = faults.word(at, "side of a fire", word);
    if whose.is_some_and(|whose| !known.of.contains(&whose)) {
        let problem = format!("modifier {id:?} is not about the {word}");
        faults.add(at, problem, format!("`applies = {:?}`", known.of[0].word()));
    }
    let mut modes = Vec::new();
    for name in entry.modes.get_ref() {
        let at = At::value(file, "modifier.modes", name);
        let word = name.get_ref();
        match faults.word::<Mode>(at, "kind of fire", word) {
            None => {}
            // Nobody whom a modifier could be about fires from the air.
            Some(mode)
                if !known.modes.contains(&mode)
                    || (whose == Some(Whose::Firer) && mode == Mode::Air) =>
            {
                let able = known
                    .modes
                    .iter()
                    .filter(|&&mode| whose == Some(Whose::Target) || mode != Mode::Air);
                let words: Vec<&str> = able.map(|mode| mode.word()).collect();
                let problem = format!("modifier {id:?} cannot count in {word} fire");
                faults.add(at, problem, format!("of {}", words.join(", ")));
            }
            Some(mode) if modes.contains(&mode) => {
                faults.add(at, format!("{word:?} stands twice"), "each kind of fire once");
            }
            Some(mode) => modes.push(mode),
        }
    }
    whose.map(|whose| (whose, modes))
}

/// Modifiers of ratings, for each kind of fire.
pub(super) fn modifiers(setup: &Setup, faults: &mut Faults) -> [Modifiers; Mode::ALL.len()] {
    let fire = Lookup::of_ratings(setup, faults);
    let at = |steps: &[(u8, i8)], count: u8| {
        steps.iter().rev().find(|step| step.0 <= count).map_or(0, |step| step.1)
    };
    let hits = fire.steps("cohesion", faults);
    let masses = fire.steps("mass", faults);
    let most = masses.last().map_or(0, |step| step.0);
    let mut value = |id: &'static str| (id, fire.value(id, faults));
    // Two names each: the state is looked for on either side of a fire.
    let column = [value("column"), value("target_column")];
    let entrenched = [value("firer_entrenched"), value("entrenched")];
    let drop_marker = [value("firer_drop_marker"), value("drop_marker")];
    let glider_marker = [value("firer_glider_marker"), value("glider_marker")];
    let airlanding_marker = [value("firer_airlanding_marker"), value("airlanding_marker")];
    let barrage = [value("barrage_light"), value("barrage_heavy")];
    let range_armoured = [value("range_armoured"), value("range_armoured_full")];
    let [step_loss, night, emergency_supply, suppressed, company_bonus] =
        ["step_loss", "night", "emergency_supply", "suppressed", "company_bonus"].map(&mut value);
    let [improved, range_unarmoured, heroic, counter_battery] =
        ["improved_position", "range_unarmoured", "heroic", "counter_battery"].map(&mut value);
    let [zone_to_zone, zone_to_free, charging, retreating, up_slope] =
        ["zone_to_zone", "zone_to_free", "charging", "retreating", "up_slope"].map(&mut value);
    Mode::ALL.map(|mode| {
        let one = |(id, value): (&str, i8)| if fire.counts(id, mode) { value } else { 0 };
        let both = |pair: [(&'static str, i8); 2]| {
            let mut sides = [0; 2];
            for (id, value) in pair {
                if let Some(whose) = fire.whose(id) {
                    sides[whose.place()] += one((id, value));
                }
            }
            sides
        };
        let mass = if fire.counts("mass", mode) { masses } else { &[] };
        let works = ["firer_entrenched", "entrenched"]
            .iter()
            .any(|id| fire.whose(id) == Some(Whose::Target) && fire.counts(id, mode));
        Modifiers {
            cohesion: if fire.counts("cohesion", mode) {
                [at(hits, 1), at(hits, 2)]
            } else {
                [0; 2]
            },
            step_loss: one(step_loss),
            column: both(column),
            entrenched: both(entrenched),
            works,
            night: one(night),
            emergency_supply: one(emergency_supply),
            suppressed: one(suppressed),
            company_bonus: one(company_bonus),
            improved: one(improved),
            mass: (0..=most).map(|steps| at(mass, steps)).collect(),
            range_unarmoured: one(range_unarmoured),
            range_armoured: range_armoured.map(one),
            zone_to_zone: one(zone_to_zone),
            zone_to_free: one(zone_to_free),
            charging: one(charging),
            retreating: one(retreating),
            up_slope: one(up_slope),
            barrage: barrage.map(one),
            drop_marker: both(drop_marker),
            glider_marker: both(glider_marker),
            airlanding_marker: both(airlanding_marker),
            heroic: one(heroic),
            counter_battery: one(counter_battery),
        }
    })
}

/// Every modifier of troop quality.
const QUALITY: [&str; 12] = [
    "out_of_command",
    "cohesion",
    "step_loss",
    "suppressed",
    "barrage_light",
    "barrage_heavy",
    "improved_position",
    "entrenched",
    "airlanding_marker",
    "heroic",
    "diminished_supply",
    "emergency_supply",
];

/// Modifiers of troop quality.
pub(super) fn quality(setup: &Setup, faults: &mut Faults) -> QualityModifiers {
    let quality = Lookup::of_quality(setup, faults);
    let hits = quality.steps("cohesion", faults);
    let at = |count: u8| hits.iter().rev().find(|step| step.0 <= count).map_or(0, |step| step.1);
    let mut value = |id: &str| quality.value(id, faults);
    QualityModifiers {
        out_of_command: value("out_of_command"),
        cohesion: [at(1), at(2)],
        step_loss: value("step_loss"),
        suppressed: value("suppressed"),
        barrage: [value("barrage_light"), value("barrage_heavy")],
        improved: value("improved_position"),
        entrenched: value("entrenched"),
        airlanded: value("airlanding_marker"),
        heroic: value("heroic"),
        diminished_supply: value("diminished_supply"),
        emergency_supply: value("emergency_supply"),
    }
}

/// By mode, the first one in which a unit is the same firer, and the same target: what is worked out for one of
/// them holds for the other.
pub(super) fn alike(modifiers: &[Modifiers; Mode::ALL.len()]) -> [[Mode; 2]; Mode::ALL.len()] {
    Mode::ALL.map(|mode| {
        let own = &modifiers[mode.index()];
        let first = |same: fn(&Modifiers, &Modifiers) -> bool| {
            let first = Mode::ALL.into_iter().find(|other| same(own, &modifiers[other.index()]));
            first.unwrap_or(mode)
        };
        [first(Modifiers::same_firer), first(Modifiers::same_target)]
    })
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
            At::value(&setup.name, key, name),
            format!("{text:?} is not a turn"),
            format!("day, month and one of {}, like `24 May 0900`", day.turns.join(" ")),
        );
        None
    };
    let scenario = &setup.scenario;
    let first = read("first", &scenario.first);
    // Both readings of the last turn are turns, whichever is in force.
    let other = scenario.last_alternative.as_ref().map(|name| ("last_alternative", name));
    let lasts = core::iter::once(("last", &scenario.last)).chain(other);
    let lasts: Vec<_> = lasts.map(|(key, name)| (key, name, read(key, name))).collect();
    let none = Calendar { names: Vec::new(), night: Vec::new() };
    let Some((mut date, month, mut turn)) = first else { return none };
    let mut in_force = None;
    for (key, name, read) in lasts {
        let Some((end, end_month, end_turn)) = read else { return none };
        if month != end_month || (date, turn) > (end, end_turn) || end > LAST_DAY {
            faults.add(
                At::value(&setup.name, key, name),
                "the last turn does not follow the first",
                "a later turn of the same month",
            );
            return none;
        }
        if name == last_turn(setup) {
            in_force = Some((end, end_turn));
        }
    }
    let Some((end, end_turn)) = in_force else { return none };
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
                    At::value(&setup.name, "end_turn", asked),
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
        faults.add(At::value(&setup.name, "end_turn", asked), "there is no turn 0", "1 or more");
    }
    let printed = calendar.names.iter().position(|name| name == last_turn(setup).get_ref());
    if let Some(printed) = printed.filter(|&printed| end > printed + 1) {
        let problem = format!("the game goes on to turn {end}");
        let expected = format!("1 to {}, the turns of the scenario", printed + 1);
        faults.doubt(At::value(&setup.name, "end_turn", asked), problem, expected);
    }
    calendar.names.truncate(end);
    calendar.night.truncate(end);
}

/// Counts the values of the charts by their origins.
pub(super) fn provenance(setup: &Setup, origins: &mut Origins) {
    let files = &setup.scenario.files;
    let mut note = |file: &str, what: &str, origin, count: usize| {
        origins.count(file, what, origin, count as u32);
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
    for entry in &setup.modifiers.modifiers {
        note(&files.modifiers, "modifiers", entry.origin, 1);
    }
    for entry in &setup.quality.modifiers {
        note(&files.quality, "modifiers", entry.origin, 1);
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
}
