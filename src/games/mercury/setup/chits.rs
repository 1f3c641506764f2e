//! The chits, and when they are in the cup.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Calendar, Id, Map, Side};

use super::super::awaited::{HeldBack, JoiningChit};
use super::super::counter::DivisionId;
use super::super::free_drops::CupChoice;
use super::super::ground::{Chit, DivisionCard, FormationCard};
use super::super::ids::{ChitId, FormationId};
use super::super::sheets::Name;
use super::calendar::turn;
use super::map::sheet_bit;
use super::{At, Faults, Setup};

/// The chits of a scenario and when they are in the cup.
pub(super) struct Chits {
    pub(super) all: Vec<Chit>,
    pub(super) each_turn: Vec<ChitId>,
    pub(super) later: Vec<(ChitId, u16)>,
    pub(super) joining: Vec<JoiningChit>,
    pub(super) held_back: Vec<HeldBack>,
    pub(super) first: Vec<ChitId>,
    pub(super) first_chit: Option<ChitId>,
    pub(super) first_choice: Vec<ChitId>,
    /// The ships', where they are in play (O2.2).
    pub(super) naval: Option<ChitId>,
    /// Those of which the German player adds some to the first cup.
    pub(super) choice: Option<CupChoice>,
}

pub(super) fn chits(
    setup: &Setup,
    map: &Map,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Chits {
    let known = known(divisions, formations);
    // A chit's number is its place among those that are named, in order of naming; then those
    // that can be bought.
    let mut chits: Vec<Chit> = Vec::new();
    let mut read = |key: &str, name: &Name| {
        let Some((_, chit)) = known.iter().find(|(word, _)| word == name.get_ref()) else {
            let words = known.iter().map(|(word, _)| word.clone());
            faults.unknown(At::value(&setup.name, key, name), "chit", name.get_ref(), words);
            return None;
        };
        let place = chits.iter().position(|known| known == chit).unwrap_or_else(|| {
            chits.push(*chit);
            chits.len() - 1
        });
        Some(ChitId::at(place))
    };
    let scenario = &setup.scenario;
    let each_turn: Vec<ChitId> = scenario.cup.iter().filter_map(|name| read("cup", name)).collect();
    let mut first: Vec<ChitId> =
        scenario.first_cup.iter().filter_map(|name| read("first_cup", name)).collect();
    let first_chit = read("first_chit", &scenario.first_chit);
    let first_choice: Vec<ChitId> =
        scenario.first_chit_or.iter().filter_map(|name| read("first_chit_or", name)).collect();
    let later: Vec<Option<ChitId>> =
        scenario.later_chits.iter().map(|entry| read("later_chit.chit", &entry.chit)).collect();
    let choice = scenario.first_cup_choice.as_ref().map(|entry| CupChoice {
        count: *entry.count.get_ref(),
        chits: entry.chits.iter().filter_map(|name| read("first_cup_choice.chits", name)).collect(),
    });
    let joining: Vec<(Option<ChitId>, Option<ChitId>)> = scenario
        .joining_chits
        .iter()
        .map(|entry| {
            (read("joining_chit.chit", &entry.chit), read("joining_chit.after", &entry.after))
        })
        .collect();
    let frees: Vec<Option<ChitId>> = scenario
        .held_back
        .iter()
        .map(|entry| entry.after.as_ref().and_then(|name| read("held_back.after", name)))
        .collect();
    for formation in FormationId::all(formations.len()) {
        if !chits.contains(&Chit::Formation(formation)) {
            chits.push(Chit::Formation(formation));
        }
    }
    let ships = scenario.rulings.naval_support.on() && scenario.naval.is_some();
    let naval = ships.then(|| {
        chits.push(Chit::Naval);
        ChitId::at(chits.len() - 1)
    });
    if scenario.first_cup.is_empty() {
        first.clone_from(&each_turn);
    }
    added(setup, &first, first_chit, choice.as_ref(), faults);
    choices(setup, &first, first_chit, &first_choice, faults);
    let own = (!scenario.first_cup.is_empty()).then_some(("first_cup", &first));
    for (key, cup) in core::iter::once(("cup", &each_turn)).chain(own) {
        let twice = cup.iter().enumerate().any(|(i, chit)| cup[..i].contains(chit));
        if twice || cup.len() < 2 {
            faults.add(
                At::whole(&setup.name, key),
                "the cup cannot be played",
                "at least two chits, each once",
            );
        }
    }
    let later = later_chits(setup, calendar, &each_turn, &later, faults);
    let joining = joining_chits(setup, calendar, &each_turn, &joining, faults);
    let held_back = held_back(setup, map, calendar, &frees, faults);
    let named = || each_turn.iter().chain(later.iter().map(|(chit, _)| chit));
    let events = named().any(|&chit| matches!(chits[chit.index()], Chit::Event(_)));
    if events && setup.events.is_none() {
        faults.add(
            At::whole(&setup.name, "files.events"),
            "there are event chits but no event cups",
            "`events = \"tables/events\"` under [files]",
        );
    }
    Chits {
        all: chits,
        each_turn,
        later,
        joining,
        held_back,
        first,
        first_chit,
        first_choice,
        naval,
        choice,
    }
}

/// Whether the German player can add so many of these to the first cup.
fn added(
    setup: &Setup,
    first: &[ChitId],
    first_chit: Option<ChitId>,
    choice: Option<&CupChoice>,
    faults: &mut Faults,
) {
    let (Some(entry), Some(choice)) = (&setup.scenario.first_cup_choice, choice) else { return };
    for (name, chit) in entry.chits.iter().zip(&choice.chits) {
        let twice = choice.chits.iter().filter(|&other| other == chit).count() > 1;
        if twice || first.contains(chit) || first_chit == Some(*chit) {
            faults.add(
                At::value(&setup.name, "first_cup_choice.chits", name),
                format!("{:?} would be in the cup twice", name.get_ref()),
                "chits that are not in the cup of the first turn, each once",
            );
        }
    }
    if usize::from(choice.count) > entry.chits.len() || choice.count == 0 {
        faults.add(
            At::value(&setup.name, "first_cup_choice.count", &entry.count),
            format!("{} of {} chits", choice.count, entry.chits.len()),
            "at least one, and no more than there are to choose from",
        );
    }
}

/// Every chit there can be, by its name.
fn known(divisions: &[DivisionCard], formations: &[FormationCard]) -> Vec<(String, Chit)> {
    let mut known: Vec<(String, Chit)> = Vec::new();
    for side in Side::BOTH {
        known.push((format!("{} direct command", side.word()), Chit::DirectCommand(side)));
    }
    for side in Side::BOTH {
        known.push((format!("{} event", side.word()), Chit::Event(side)));
    }
    for (number, card) in divisions.iter().enumerate() {
        known.push((format!("{} division", card.id), Chit::Division(DivisionId::at(number))));
    }
    for (number, card) in formations.iter().enumerate() {
        known.push((format!("{} formation", card.name), Chit::Formation(FormationId::at(number))));
    }
    known
}

/// Whether the German player can choose among these.
fn choices(
    setup: &Setup,
    first: &[ChitId],
    first_chit: Option<ChitId>,
    first_choice: &[ChitId],
    faults: &mut Faults,
) {
    // Those not chosen go into the cup: none of them may be there already.
    for (name, chit) in setup.scenario.first_chit_or.iter().zip(first_choice) {
        let choices = first_choice.iter().chain(first_chit.iter());
        let twice = choices.filter(|&other| other == chit).count() > 1;
        let there = first.contains(chit) || first_chit.is_some_and(|chit| first.contains(&chit));
        if twice || there {
            faults.add(
                At::value(&setup.name, "first_chit_or", name),
                format!("{:?} would be in the cup twice", name.get_ref()),
                "chits to choose from that are not in the cup of the first turn",
            );
        }
    }
}

/// The chits that join the cup later, with their turns; `numbers` are theirs, where their names are known.
fn later_chits(
    setup: &Setup,
    calendar: &Calendar,
    each_turn: &[ChitId],
    numbers: &[Option<ChitId>],
    faults: &mut Faults,
) -> Vec<(ChitId, u16)> {
    let mut list: Vec<(ChitId, u16)> = Vec::new();
    for (entry, &number) in setup.scenario.later_chits.iter().zip(numbers) {
        let from = turn(setup, calendar, "later_chit.from", &entry.from, faults);
        let (Some(number), Some(from)) = (number, from) else { continue };
        if each_turn.contains(&number) || list.iter().any(|&(other, _)| other == number) {
            faults.add(
                At::value(&setup.name, "later_chit.chit", &entry.chit),
                format!("{:?} would be in the cup twice", entry.chit.get_ref()),
                "a chit that neither `cup` nor another later_chit has",
            );
        }
        if from == 0 {
            faults.add(
                At::value(&setup.name, "later_chit.from", &entry.from),
                "the first turn is not a later one",
                "a turn after the first; chits of the first stand in `first_cup`",
            );
        }
        list.push((number, from));
    }
    list
}

/// The chits that join the cup once another one has been drawn; `numbers` are theirs and of those they wait for.
fn joining_chits(
    setup: &Setup,
    calendar: &Calendar,
    each_turn: &[ChitId],
    numbers: &[(Option<ChitId>, Option<ChitId>)],
    faults: &mut Faults,
) -> Vec<JoiningChit> {
    let mut list = Vec::new();
    for (entry, &(chit, after)) in setup.scenario.joining_chits.iter().zip(numbers) {
        let from = turn(setup, calendar, "joining_chit.turn", &entry.turn, faults);
        let (Some(chit), Some(after), Some(from)) = (chit, after, from) else { continue };
        if each_turn.contains(&chit) || chit == after {
            faults.add(
                At::value(&setup.name, "joining_chit.chit", &entry.chit),
                format!("{:?} would be in the cup twice", entry.chit.get_ref()),
                "a chit that `cup` does not have, and not the one it waits for",
            );
        }
        list.push(JoiningChit { chit, after, from });
    }
    list
}

/// Units that may not be activated yet; `frees` are the numbers of the chits that free them.
fn held_back(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    frees: &[Option<ChitId>],
    faults: &mut Faults,
) -> Vec<HeldBack> {
    let mut list = Vec::new();
    for (entry, &after) in setup.scenario.held_back.iter().zip(frees) {
        let from = turn(setup, calendar, "held_back.until", &entry.until, faults);
        let bits = entry
            .sheets
            .iter()
            .filter_map(|name| sheet_bit(setup, map, "held_back.sheets", name, faults));
        let sheets = bits.fold(0, |all, bit| all | bit);
        let Some(from) = from else { continue };
        let names: Vec<&str> = entry.sheets.iter().map(|name| name.get_ref().as_str()).collect();
        list.push(HeldBack { side: entry.side, sheets, names: names.join(", "), from, after });
    }
    list
}
