//! Modifiers of ratings and of troop quality.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::fire::{FIRER, Mode, TARGET};
use super::super::ground::{Modifiers, QualityModifiers};
use super::super::sheets::{ModifierEntry, Name};
use super::{At, Faults, Setup};

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
