//! Turns, chits and set-up (3.2; 11.0 general comments and Learning Scenario).

use alloc::format;
use alloc::vec::Vec;

use engine::{Chance, Dice, FromSetup as _, Narrate, Outcome, Position, Side};

use super::super::action::Action;
use super::super::event::Event;
use super::super::frame::{Begin, Frame, SettingUp};
use super::super::state::Battle;
use super::desk::*;
use crate::mercury::ids::ChitId;

/// Numbers of the chits, in the order of the scenario's cup.
const GERMAN: u16 = 0;
const ALLIED: u16 = 1;
const DIVISION: u16 = 2;
const BRIGADES: u16 = 3;

/// Chits come in this order in every turn, and every die shows 4.
struct Order([u16; 4]);

impl Dice for Order {
    fn roll(&mut self, _: Chance, _: u8) -> u8 {
        4
    }

    fn rank(&mut self, chance: Chance) -> u64 {
        self.0.iter().position(|&chit| chit == chance.who).unwrap() as u64
    }
}

/// The shipped scenario, where both sides do as little as they may. Stops when `until` says so.
fn idle(order: [u16; 4], mut until: impl FnMut(&Battle) -> bool) -> (Battle, Vec<Event>) {
    let mut battle = Files::default().battle();
    let (mut dice, mut events, mut legal) = (Order(order), Vec::new(), Vec::new());
    battle.open(&mut dice, &mut events);
    while battle.to_act().is_some() && !until(&battle) {
        legal.clear();
        battle.legal_actions(&mut legal);
        let passive = |action: &&Action| {
            matches!(action, Action::EndActivation | Action::LeaderStays | Action::NoAirStrike)
        };
        let action = *legal.iter().find(passive).unwrap_or(&legal[0]);
        battle.apply(action, &mut dice, &mut events).unwrap();
    }
    (battle, events)
}

fn chits(events: &[Event]) -> Vec<Event> {
    let of_the_cup =
        |event: &&Event| matches!(event, Event::Drawn(_) | Event::Carried(_) | Event::Discarded(_));
    events.iter().filter(of_the_cup).cloned().collect()
}

#[test]
fn m3_2_german_direct_command_opens_the_game() {
    let (battle, events) = idle([3, 2, 1, 0], |battle| battle.playing.is_some());
    assert_eq!(chits(&events), [Event::Drawn(ChitId(GERMAN))]);
    assert_eq!(battle.tell(&events[events.len() - 1]).unwrap(), "chit: German Direct Command");
    assert_eq!(battle.to_act(), Some(Side::German));
    assert_eq!(battle.cup.chits(), [ALLIED, DIVISION, BRIGADES]);
}

#[test]
fn m3_2_the_last_chit_of_a_turn_opens_the_next() {
    let (battle, events) = idle([ALLIED, DIVISION, BRIGADES, GERMAN], |b| b.turn == 2);
    let first = [
        Event::Drawn(ChitId(GERMAN)),
        Event::Drawn(ChitId(ALLIED)),
        Event::Drawn(ChitId(DIVISION)),
        Event::Carried(ChitId(BRIGADES)),
    ];
    let second = [
        Event::Drawn(ChitId(BRIGADES)),
        Event::Drawn(ChitId(ALLIED)),
        Event::Drawn(ChitId(DIVISION)),
        Event::Carried(ChitId(GERMAN)),
    ];
    assert_eq!(chits(&events)[..8], [first, second].concat());
    assert_eq!(chits(&events)[8], Event::Drawn(ChitId(GERMAN)));
    assert_eq!(battle.playing, Some(ChitId(GERMAN)));
}

#[test]
fn m11_0_the_last_chit_of_the_game_is_discarded_and_then_the_end_is_judged() {
    let (battle, events) = idle([0, 1, 2, 3], |_| false);
    assert_eq!(battle.turn, 4);
    let end = &events[events.len() - 3..];
    assert!(
        matches!(end, [Event::Discarded(ChitId(BRIGADES)), Event::TurnEnded(_), Event::Over]),
        "{end:?}"
    );
    assert!(matches!(battle.outcome(), Outcome::Over { winner: Some(Side::Allied), .. }));
    let played = |chit| chits(&events).iter().filter(|e| **e == Event::Drawn(chit)).count();
    // The two divisions take turns in being last: three chits are played each turn.
    assert_eq!([GERMAN, ALLIED, DIVISION, BRIGADES].map(ChitId).map(played), [5, 5, 3, 2]);
}

#[test]
fn m1_0_the_scenario_has_five_turns_by_day() {
    let battle = Files::default().battle();
    let names = ["24 May 0900", "24 May 1100", "24 May 1300", "24 May 1500", "24 May 1700"];
    assert_eq!(battle.ground.calendar.names, names);
    assert_eq!(battle.ground.calendar.night, [false; 5]);
}

#[test]
fn gts_points_come_with_the_division_chit_alone() {
    let (battle, events) = idle([0, 1, 2, 3], |battle| battle.turn == 1);
    let points: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Points { .. })).collect();
    // The Germans' chit comes in the first turn; that of the Allies is the last and waits.
    assert!(
        matches!(points[..], [Event::Points { rating: 3, die: 4, gained: 5, held: 11, .. }, ..]),
        "{points:?}"
    );
    assert_eq!(battle.command.points[0], 11);
}

#[test]
fn m11_0_the_owner_chooses_which_greek_unit_stands_in_which_hex() {
    let mut battle = Files::default().battle();
    let mut dice = Order([0, 1, 2, 3]);
    battle.open(&mut dice, &mut Vec::new());
    let mut free = 6;
    for _ in 0..5 {
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        assert_eq!(battle.to_act(), Some(Side::Allied));
        assert_eq!(legal.len(), free);
        assert!(legal.iter().all(|action| matches!(action, Action::SetUpIn(_))));
        battle.apply(legal[free - 1], &mut dice, &mut Vec::new()).unwrap();
        free -= 1;
        let column = Action::Begin { column: true, mounted: false, dug_in: false };
        battle.apply(column, &mut dice, &mut Vec::new()).unwrap();
    }
    // The sixth hex is no choice any more: its unit stands there and is asked for its stance.
    let mut legal = Vec::new();
    battle.legal_actions(&mut legal);
    assert!(
        legal.contains(&Action::Begin { column: false, mounted: false, dug_in: false }),
        "{legal:?}"
    );
    assert_eq!(battle.on_map(Side::Allied).count(), 6);
}

#[test]
fn m11_0_units_begin_in_column_or_not_within_stacking() {
    let (battle, _) = idle(
        [0, 1, 2, 3],
        |battle| matches!(battle.frames.last(), Some(Frame::Begin(Begin { unit, .. })) if battle.counter(*unit).id == PI2),
    );
    let mut battle = battle;
    let first = battle.ids().find(|&unit| battle.counter(unit).id == PI).unwrap();
    let column = Action::Begin { column: true, mounted: false, dug_in: false };
    assert!(battle.is_legal(column));
    battle.unit_mut(first).column = true;
    assert!(!battle.is_legal(column), "one unit in column a hex");
}

#[test]
fn m11_0_leaders_begin_with_any_of_their_units() {
    let (battle, _) = idle(
        [0, 1, 2, 3],
        |battle| matches!(battle.frames.last(), Some(Frame::SettingUp(SettingUp { next })) if *next >= 10),
    );
    let mut legal = Vec::new();
    battle.legal_actions(&mut legal);
    assert_eq!(battle.to_act(), Some(Side::German));
    assert_eq!(legal.len(), 3, "Major Schaette with one of three companies");
    let (battle, _) = idle(
        [0, 1, 2, 3],
        |battle| matches!(battle.frames.last(), Some(Frame::SettingUp(SettingUp { next })) if *next == 11),
    );
    legal.clear();
    battle.legal_actions(&mut legal);
    assert_eq!(legal.len(), 7, "Major Bedding with any Greek unit, police included");
}

/// `end_turn` makes a game shorter or longer than its scenario, in turns.
#[test]
fn end_turn_moves_the_last_turn() {
    let ends = |name: &str, end: u16| {
        let mut files = Files::default();
        files.change(name, "toml", |text| format!("end_turn = {end}\n{text}"));
        files.scenario(name).ground.calendar.names.clone()
    };
    let own = Files::default().scenario("snafu").ground.calendar.names.clone();
    assert_eq!(own.len(), 11);
    assert_eq!(ends("snafu", 10), own[..10]);
    let longer = ends("snafu", 13);
    assert_eq!(longer[..11], own);
    assert_eq!(longer[11..], ["21 May Night", "22 May 0700"]);
    // Who is due after an earlier end never comes, and is no fault of the file.
    assert_eq!(ends("last-chance", 1), ["22 May 0700"]);
    for (end, expected) in [(0, "1 or more"), (200, "1 to ")] {
        let mut files = Files::default();
        files.change("snafu", "toml", |text| format!("end_turn = {end}\n{text}"));
        let setup = Battle::read(&mut files, "snafu").unwrap();
        let faults = Battle::from_setup(setup).unwrap_err();
        assert_eq!((faults.len(), faults[0].key.as_str()), (1, "end_turn"), "{faults:?}");
        assert!(faults[0].expected.starts_with(expected), "{faults:?}");
    }
}
