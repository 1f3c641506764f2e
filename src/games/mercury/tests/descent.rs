//! Scenario 5 as printed: Maleme and Prison Valley, 20 and 21 May (11.0; S6.0, S7.0, S8.0).

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{Id, Outcome, Pending, Position, Scripted, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::frame::{
    Acting, Activation, AirStrikes, Commander, Dispatch, Frame, Happening, SettingUp, Watch,
};
use super::super::ground::{Chit, Commands, EventKind};
use super::super::state::{Battle, Place};
use super::super::trucks::Lot;
use super::desk::{BOTTOM, Files, division, hex, legal, play, ruled, unit};
use crate::mercury::ids::{ChitId, FormationId, LeaderId, SerialId, TruckId};

const EDGE: Departure = Departure::Edge;
/// 20 May 0900, 1500 and 1900; 21 May 1700 and 1900.
const MORNING: u16 = 1;
const AFTERNOON: u16 = 4;
const EVENING: u16 = 6;
const FIRST_SERIAL: u16 = 13;
const LAST: u16 = 14;

fn descent() -> Battle {
    Files::default().scenario("descent")
}

/// The scenario set up by the first option of each choice, before its first chit.
fn set_up(dice: &mut Seeded) -> Battle {
    let mut battle = descent();
    battle.open(dice, &mut Vec::new());
    while matches!(battle.frames.last(), Some(Frame::SettingUp(_) | Frame::Begin(_))) {
        let legal = legal(&battle);
        battle.apply_unchecked(legal[0], dice, &mut Vec::new());
    }
    battle
}

fn at(battle: &Battle, id: &str) -> String {
    battle.hex(unit(battle, id)).map_or("nowhere".to_string(), |hex| battle.ground.map.label(hex))
}

fn leader(battle: &Battle, id: &str) -> usize {
    battle.ground.leaders.iter().position(|card| card.id == id).unwrap_or_else(|| panic!("{id}"))
}

fn chit(battle: &Battle, chit: Chit) -> ChitId {
    let place = battle.ground.chits.iter().position(|&other| other == chit);
    ChitId::at(place.expect("a chit"))
}

/// Chits of the cup in words when a turn begins.
fn cup(battle: &Battle, turn: u16) -> Vec<String> {
    let mut battle = battle.clone();
    (battle.turn, battle.carried) = (turn, None);
    battle.cup.clear();
    battle.begin_turn(&mut Vec::new());
    let mut names: Vec<String> =
        battle.cup.chits().iter().map(|&chit| battle.chit_name(ChitId(chit))).collect();
    names.sort_unstable();
    names
}

/// Only these units are on the map, and the first of them is active under its division's chit.
fn active(mut battle: Battle, turn: u16, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    activate(&mut battle, at[0].0);
    battle
}

fn activate(battle: &mut Battle, id: &str) -> UnitId {
    let first = unit(battle, id);
    battle.playing = Some(chit(battle, Chit::Division(battle.counter(first).division)));
    battle.call_up();
    battle.frames = BOTTOM.into();
    battle.spend_unit(first);
    battle.frames.push(Frame::Acting(Acting { unit: first, done: None }));
    first
}

#[test]
fn m1_0_fifteen_turns() {
    let names = descent().ground.calendar.names.clone();
    assert_eq!((names.len(), names[14].as_str()), (15, "21 May 1900"));
    assert_eq!(names[usize::from(AFTERNOON)], "20 May 1500");
    assert_eq!(names[usize::from(EVENING)], "20 May 1900");
    assert_eq!(names[usize::from(FIRST_SERIAL)], "21 May 1700");
}

#[test]
fn m11_0_division_chits_join_the_cup_one_by_one() {
    let battle = descent();
    let both = ["Allied Direct Command", "Allied Event", "German Direct Command", "German Event"];
    let with = |others: &[&str]| {
        let mut all: Vec<String> =
            both.iter().chain(others).map(|name| (*name).to_string()).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(cup(&battle, 0), with(&["FJR 3 formation", "LLSR formation"]));
    assert_eq!(battle.chit_name(battle.ground.first_chit), "7FD Division");
    assert_eq!(cup(&battle, MORNING), with(&["7FD Division", "2NZ Division"]));
    assert_eq!(cup(&battle, AFTERNOON - 1), with(&["7FD Division", "2NZ Division"]));
    let three = ["7FD Division", "2NZ Division", "CREFOR Division"];
    assert_eq!(cup(&battle, AFTERNOON), with(&three));
    assert_eq!(cup(&battle, FIRST_SERIAL - 1), with(&three));
    assert_eq!(cup(&battle, FIRST_SERIAL), with(&[three.as_slice(), &["5GD Division"]].concat()));
}

#[test]
fn ruling_mountain_chit() {
    let in_the_cup = |reading: &str, held: &[&str], landed: u8, turn: u16| {
        let mut battle = ruled("descent", "mountain_chit", reading);
        for label in held {
            let runway = battle.ground.objective(hex(&battle, label)).expect("a runway hex");
            battle.control[runway] = Side::German;
        }
        battle.arrivals.serials_landed = SerialId::all(usize::from(landed)).collect();
        let names = cup(&battle, turn);
        assert!(names.iter().any(|name| name == "CREFOR Division"), "{names:?}");
        names.iter().any(|name| name == "5GD Division")
    };
    let pair = ["09.04", "10.04"];
    assert!(in_the_cup("first_listed_turn", &[], 0, FIRST_SERIAL));
    assert!(!in_the_cup("airfield_held", &[], 0, FIRST_SERIAL));
    // Two hexes that touch, not the two ends, and not before its turn.
    assert!(in_the_cup("airfield_held", &pair, 0, FIRST_SERIAL));
    assert!(!in_the_cup("airfield_held", &["09.04", "11.05"], 0, FIRST_SERIAL));
    assert!(!in_the_cup("airfield_held", &pair, 0, FIRST_SERIAL - 1));
    // Who has landed acts, whoever has the airfield by then.
    assert!(in_the_cup("airfield_held", &[], 1, LAST));
}

#[test]
fn m11_0_formation_chits_are_for_sale_from_their_turns() {
    let mut battle = descent();
    battle.frames = BOTTOM.into();
    let creforce = division(&battle, "CREFOR");
    battle.command.dispatch[usize::from(creforce.0)] = 9;
    battle.command.points[usize::from(creforce.0)] = 0;
    battle.frames.push(Frame::Dispatch(Dispatch { division: creforce }));
    // Their leaders are on the map.
    for (id, with, label) in
        [("ldr-weston", "uk-rperiv-a", "44.11"), ("ldr-vassey", "aus-2-8-b", "48.12")]
    {
        let (leader, unit, hex) = (leader(&battle, id), unit(&battle, with), hex(&battle, label));
        battle.put(unit, hex);
        battle.lead(leader, Some(unit));
    }
    let mut on_sale = |turn| {
        battle.turn = turn;
        let options = legal(&battle);
        let chits = options.iter().filter_map(|action| match action {
            Action::BuyChit(chit) => Some(battle.chit_name(*chit)),
            _ => None,
        });
        chits.collect::<Vec<_>>()
    };
    assert_eq!(on_sale(AFTERNOON - 1), [""; 0]);
    assert_eq!(on_sale(AFTERNOON), ["MNDBO formation"]);
    assert_eq!(on_sale(EVENING), ["MNDBO formation", "19th Bde (AUS) formation"]);
}

/// The mountain regiment's chit is on the list of the division from the start, and its colonel lands with Serial 1.
#[test]
fn gts_7_2_the_mountain_regiments_chit_is_sold_once_its_colonel_has_landed() {
    let mut battle = active(descent(), FIRST_SERIAL, &[("gjr100-6", "10.04")]);
    let mountain = division(&battle, "5GD");
    battle.frames = BOTTOM.into();
    battle.command.dispatch[usize::from(mountain.0)] = 9;
    battle.frames.push(Frame::Dispatch(Dispatch { division: mountain }));
    let regiment = battle.ground.formations.iter().position(|card| card.name == "GJR 100").unwrap();
    let chit = Action::BuyChit(chit(&battle, Chit::Formation(FormationId::at(regiment))));
    assert!(!legal(&battle).contains(&chit));
    let colonel = leader(&battle, "ldr-gjr100");
    battle.lead(colonel, Some(unit(&battle, "gjr100-6")));
    assert!(legal(&battle).contains(&chit));
}

#[test]
fn m5_4_intelligence_goes_to_divisions_in_play_alone() {
    let mut battle = active(descent(), MORNING, &[("llsr-5", "02.04")]);
    let held = |battle: &Battle| {
        ["7FD", "5GD"].map(|id| {
            let place = usize::from(division(battle, id).0);
            (battle.command.points[place], battle.command.dispatch[place])
        })
    };
    let draw = |battle: &mut Battle| {
        Arc::make_mut(&mut battle.ground).events[Side::German] = [EventKind::Intelligence].into();
        battle.frames = BOTTOM.into();
        let event = chit(battle, Chit::Event(Side::German));
        battle.play_chit(event, &mut Scripted::new([("event counter", 0)]), &mut Vec::new());
    };
    // Nobody of the mountain division is on the island: there is nothing to choose.
    let [seventh, fifth] = held(&battle);
    draw(&mut battle);
    assert_eq!(held(&battle), [(seventh.0 + 2, seventh.1 + 1), fifth]);
    // Once a company of it is down, either may have the points.
    let (company, runway) = (unit(&battle, "gjr100-6"), hex(&battle, "10.04"));
    battle.put(company, runway);
    draw(&mut battle);
    let both = ["7FD", "5GD"].map(|id| Action::PickDivision(division(&battle, id)));
    assert_eq!(legal(&battle), both);
}

/// Confusion finds an Allied division in play: with the islanders' last gone it is no event.
#[test]
fn m5_12_confusion_befalls_divisions_in_play_alone() {
    let mut battle = active(descent(), MORNING, &[("nz-22-a", "09.07"), ("llsr-5", "02.04")]);
    let points = |battle: &Battle| {
        ["2NZ", "CREFOR"].map(|id| battle.command.points[usize::from(division(battle, id).0)])
    };
    let draw = |battle: &mut Battle| {
        Arc::make_mut(&mut battle.ground).events[Side::German] =
            [EventKind::CommandConfusion].into();
        battle.frames = BOTTOM.into();
        let event = chit(battle, Chit::Event(Side::German));
        battle.play_chit(event, &mut Scripted::new([("event counter", 0)]), &mut Vec::new());
    };
    let [nz, creforce] = points(&battle);
    draw(&mut battle);
    assert_eq!(points(&battle), [nz - 2, creforce]);
    let last = unit(&battle, "nz-22-a");
    battle.lift(last);
    battle.unit_mut(last).place = Place::Waiting;
    draw(&mut battle);
    assert_eq!(points(&battle), [nz - 2, creforce]);
    let event = Happening {
        side: Side::German,
        kind: EventKind::CommandConfusion,
        left: 1,
        sheets: u32::MAX,
    };
    assert_eq!(battle.frames.last(), Some(&event.into()));
    let (dice, events) = (&mut Scripted::always(4), &mut Vec::new());
    assert!(event.proceed(&mut battle, dice, events), "no event");
    assert_eq!(battle.frames, BOTTOM);
}

/// 6.0: Greeks between a leader of each Allied division.
#[test]
fn m6_0_greeks_obey_leaders_of_either_division() {
    // Both leaders within ten hexes of the company; alone, each would do.
    let mut battle = active(
        descent(),
        AFTERNOON,
        &[("gr-2-1", "42.17"), ("nz-18-a", "42.12"), ("uk-rperiv-a", "44.12")],
    );
    let greeks = unit(&battle, "gr-2-1");
    for (id, with) in [("ldr-nz4", "nz-18-a"), ("ldr-weston", "uk-rperiv-a")] {
        let (leader, with) = (leader(&battle, id), unit(&battle, with));
        battle.lead(leader, Some(with));
    }
    let (nz, creforce) = (division(&battle, "2NZ"), division(&battle, "CREFOR"));
    let set = |battle: &mut Battle, points: [u16; 2]| {
        battle.command.points[usize::from(nz.0)] = points[0];
        battle.command.points[usize::from(creforce.0)] = points[1];
    };
    let called = |battle: &mut Battle, whose| {
        battle.playing = Some(chit(battle, whose));
        battle.frames = BOTTOM.into();
        battle.call_up();
        battle.may_activate(greeks)
    };
    set(&mut battle, [0, 6]);
    // Either division's chit calls them, and that division pays.
    for whose in [nz, creforce] {
        assert!(called(&mut battle, Chit::Division(whose)));
        assert_eq!(battle.purse(greeks), Some(whose));
    }
    // On direct command whoever has points pays for them.
    assert!(called(&mut battle, Chit::DirectCommand(Side::Allied)));
    assert_eq!(battle.purse(greeks), Some(creforce));
    set(&mut battle, [6, 0]);
    assert!(called(&mut battle, Chit::DirectCommand(Side::Allied)));
    assert_eq!(battle.purse(greeks), Some(nz));
    set(&mut battle, [0, 0]);
    assert!(!called(&mut battle, Chit::DirectCommand(Side::Allied)));
    // Out of the brigadier's range they hear Creforce alone.
    let (far, at) = (unit(&battle, "nz-18-a"), hex(&battle, "41.06"));
    battle.put(far, at);
    set(&mut battle, [6, 6]);
    assert!(!called(&mut battle, Chit::Division(nz)));
    assert!(called(&mut battle, Chit::Division(creforce)));
    assert!(called(&mut battle, Chit::DirectCommand(Side::Allied)));
    assert_eq!(battle.purse(greeks), Some(creforce));
}

#[test]
fn ruling_sc5_control() {
    let judge = |word: &str, hexes: &[&str], turn| {
        let mut battle = ruled("descent", "sc5_control", word);
        for label in hexes {
            let objective = battle.ground.objective(hex(&battle, label)).unwrap();
            battle.control[objective] = Side::German;
        }
        battle.turn = turn;
        battle.end_turn(turn == LAST, &mut Vec::new());
        match battle.outcome {
            Outcome::Over { winner, margin, .. } => (winner, margin, battle.end_reason),
            Outcome::Undecided => (None, 0, ""),
        }
    };
    let both = ["10.04", "11.05"];
    assert_eq!(judge("at_the_end", &both, MORNING), (None, 0, ""));
    assert_eq!(judge("any_turn_end", &both, MORNING), (Some(Side::German), 2, "goal met"));
    assert_eq!(judge("any_turn_end", &["09.04", "11.05"], MORNING), (None, 0, ""), "apart");
    for word in ["at_the_end", "any_turn_end"] {
        assert_eq!(judge(word, &both, LAST), (Some(Side::German), 2, "last turn played"));
        assert_eq!(judge(word, &["10.04"], LAST).0, Some(Side::Allied));
    }
}

#[test]
fn m11_0_the_german_divisions_first_chit_brings_no_points() {
    let mut dice = Seeded::new(Seed(3));
    let battle = set_up(&mut dice);
    let seventh = usize::from(division(&battle, "7FD").0);
    assert_eq!(
        (battle.turn, battle.command.points[seventh], battle.command.dispatch[seventh]),
        (0, 5, 2)
    );
    assert_eq!(battle.playing, Some(battle.ground.first_chit));
    // Four strikes before anybody jumps, wherever the targets are.
    let Some(Frame::AirStrikes(AirStrikes { left: 4, within: None, .. })) = battle.frames.last()
    else {
        panic!("{:?}", battle.frames)
    };
    assert!(battle.on_map(Side::German).next().is_none());
}

#[test]
fn m11_0_guns_begin_in_parks_without_contact() {
    let battle = set_up(&mut Seeded::new(Seed(1)));
    for (id, hex) in [("nz-27art-a", "15.10"), ("nz-27art-c", "18.08"), ("nz-28art-f", "41.11")] {
        let gun = unit(&battle, id);
        assert_eq!(at(&battle, id), hex);
        assert!(battle.unit(gun).park && battle.unit(gun).contact.is_none(), "{id}");
    }
}

#[test]
fn m11_0_greeks_are_spread_at_random_one_to_a_hex_within_two_of_alikianou() {
    let places = |seed| -> Vec<String> {
        let battle = set_up(&mut Seeded::new(Seed(seed)));
        let centre = hex(&battle, "30.18");
        let greeks = ["gr-8-1", "gr-8-2", "gr-8-3", "gr-8-4", "gr-8-5", "gr-8-6"];
        let hexes = greeks.map(|id| battle.hex(unit(&battle, id)).expect("on the map"));
        for (place, &hex) in hexes.iter().enumerate() {
            assert!(battle.ground.distance(centre, hex) <= 2 && !hexes[..place].contains(&hex));
        }
        hexes.map(|hex| battle.ground.map.label(hex)).into()
    };
    let (one, other) = (places(1), places(2));
    let sorted = |mut hexes: Vec<String>| {
        hexes.sort_unstable();
        hexes
    };
    assert_ne!(one, other);
    assert_ne!(sorted(one), sorted(other), "other hexes too, not only other companies in them");
}

#[test]
fn m11_0_ten_sticks_by_parachute_one_by_glider_and_ramcke_a_day_later() {
    let battle = descent();
    let names = &battle.ground.calendar.names;
    let count = |turn: &str, glider: bool| -> usize {
        let sticks = battle.ground.sticks.iter();
        let due = sticks.filter(|s| names[usize::from(s.turn)] == turn && s.glider == glider);
        due.map(|stick| stick.units.len()).sum()
    };
    assert_eq!((count("20 May 0700", true), count("20 May 0700", false)), (2, 32));
    assert_eq!((count("21 May 1500", false), count("21 May 1700", false)), (2, 4));
}

/// Answers every question with its first option until the frame on top is one of these.
fn until(battle: &mut Battle, dice: &mut Seeded, like: impl Fn(&Frame) -> bool) {
    while battle.frames.last().is_some_and(|frame| !like(frame)) {
        let first = legal(battle)[0];
        battle.apply_unchecked(first, dice, &mut Vec::new());
    }
}

#[test]
fn m11_0_leaders_arrive_with_the_first_of_their_units() {
    let mut dice = Seeded::new(Seed(7));
    let mut battle = set_up(&mut dice);
    let (assault, third) = (leader(&battle, "ldr-llsr"), leader(&battle, "ldr-fjr3"));
    assert_eq!(
        (battle.command.leaders[assault].with, battle.command.leaders[third].with),
        (None, None)
    );
    until(&mut battle, &mut dice, |frame| matches!(frame, Frame::Activation(Activation)));
    for (number, formation) in [(assault, "LLSR"), (third, "FJR 3")] {
        let with = battle.command.leaders[number].with.expect("he is down");
        assert_eq!(battle.counter(with).formation_name, formation);
    }
    // Vassey comes with the Australians in the evening.
    let vassey = leader(&battle, "ldr-vassey");
    assert_eq!(battle.command.leaders[vassey].with, None);
    battle.turn = EVENING;
    battle.frames = BOTTOM.into();
    let creforce = chit(&battle, Chit::Division(division(&battle, "CREFOR")));
    let mut events = Vec::new();
    battle.play_chit(creforce, &mut dice, &mut events);
    battle.settle(&mut dice, &mut events);
    until(&mut battle, &mut dice, |frame| matches!(frame, Frame::LeaderJoins(_)));
    let with = unit(&battle, "aus-2-8-c");
    assert_eq!(legal(&battle).len(), 3);
    play(&mut battle, Action::LeaderWith(with), &mut Scripted::always(4));
    assert_eq!(battle.command.leaders[vassey].with, Some(with));
    assert_eq!(at(&battle, "aus-2-8-c"), "48.12");
}

// --- S8.0 ---

/// Step F of a turn after the first, with these units on the map.
fn step_f(at: &[(&str, &str)]) -> Battle {
    let mut battle = descent();
    battle.turn = MORNING;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    battle.frames = BOTTOM.into();
    battle.call_commanders();
    battle.settle(&mut Scripted::always(4), &mut Vec::new());
    battle
}

#[test]
fn ms8_0_a_commander_is_put_on_any_unit_of_his_division_in_step_f_and_stays() {
    let mut battle = step_f(&[("llsr-5", "02.04"), ("fschpi-1", "26.17"), ("nz-22-a", "09.07")]);
    let (heilmann, other) = (leader(&battle, "ldr-heilmann"), leader(&battle, "ldr-kg-7fd"));
    let asked = |battle: &Battle| match battle.frames.last() {
        Some(Frame::Commander(Commander { leader })) => Some(leader.index()),
        _ => None,
    };
    assert_eq!(asked(&battle), Some(heilmann));
    let (company, pioneers) = (unit(&battle, "llsr-5"), unit(&battle, "fschpi-1"));
    let options = [Action::LeaderStays, Action::LeaderWith(company), Action::LeaderWith(pioneers)];
    assert_eq!(legal(&battle), options);
    play(&mut battle, Action::LeaderWith(pioneers), &mut Scripted::always(4));
    assert_eq!(battle.command.leaders[heilmann].with, Some(pioneers));
    // The other one waits; those of the mountain division have nobody to join.
    assert_eq!(asked(&battle), Some(other));
    play(&mut battle, Action::LeaderStays, &mut Scripted::always(4));
    assert_eq!(asked(&battle), None);
    // A turn later only the one who waits is asked for.
    battle.call_commanders();
    battle.settle(&mut Scripted::always(4), &mut Vec::new());
    assert_eq!(asked(&battle), Some(other));
    assert_eq!(battle.ground.leaders[heilmann].commands, Commands::Division);
}

#[test]
fn ms8_0_a_commander_who_is_lost_with_the_last_of_his_division_does_not_come_again() {
    let mut battle = step_f(&[("llsr-5", "02.04")]);
    let company = unit(&battle, "llsr-5");
    play(&mut battle, Action::LeaderWith(company), &mut Scripted::always(4));
    battle.lift(company);
    battle.unit_mut(company).place = Place::Waiting;
    battle.replace_leaders(company, &mut Vec::new());
    let pioneers = unit(&battle, "fschpi-1");
    let place = hex(&battle, "26.17");
    battle.put(pioneers, place);
    battle.frames = BOTTOM.into();
    battle.call_commanders();
    let heilmann = leader(&battle, "ldr-heilmann") as u8;
    assert!(!battle.frames.contains(&Frame::Commander(Commander { leader: LeaderId(heilmann) })));
}

#[test]
fn ms8_0_a_commander_with_a_rearguard_goes_on_with_those_who_take_it_in() {
    let mut battle = active(descent(), 5, &[("llsr-5", "02.04"), ("rearguard-7fd-1", "02.04")]);
    let heilmann = leader(&battle, "ldr-heilmann");
    let guard = unit(&battle, "rearguard-7fd-1");
    battle.lead(heilmann, Some(guard));
    play(&mut battle, Action::TakeInRearguard(guard), &mut Scripted::always(5));
    assert_eq!(battle.command.leaders[heilmann].with, Some(unit(&battle, "llsr-5")));
}

#[test]
fn ms8_0_independents_of_a_commander_count_against_the_attachment_rating() {
    let mut battle = descent();
    // The pioneers are out of the colonel's range and in that of the commander.
    for (id, label) in
        [("fjr3-1", "40.16"), ("fschpi-1", "26.17"), ("fschpi-2", "27.18"), ("llsr-5", "26.18")]
    {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    let (colonel, heilmann) = (leader(&battle, "ldr-fjr3"), leader(&battle, "ldr-heilmann"));
    let with = unit(&battle, "fjr3-1");
    battle.lead(colonel, Some(with));
    let formation = battle.ground.formations.iter().position(|card| card.name == "FJR 3");
    battle.playing = Some(chit(&battle, Chit::Formation(FormationId::at(formation.unwrap()))));
    battle.call_up();
    battle.frames = [Frame::SettingUp(SettingUp { next: 0 }), Frame::Activation(Activation)].into();
    let (first, second) = (unit(&battle, "fschpi-1"), unit(&battle, "fschpi-2"));
    assert!(!battle.may_activate(first) && !battle.in_command(first));
    battle.lead(heilmann, Some(first));
    assert!(battle.may_activate(first) && battle.in_command(first));
    // Companies of another formation do not come along (S8.0: his own and independents).
    assert!(!battle.may_activate(unit(&battle, "llsr-5")));
    alloc::sync::Arc::make_mut(&mut battle.ground).leaders[colonel].attachment = [1, 0];
    play(&mut battle, Action::Activate(first), &mut Scripted::always(4));
    assert_eq!(battle.tally.attached, 1);
    assert!(!battle.may_activate(second), "the colonel's attachment rating is used up");
}

#[test]
fn m3_2_step_f_deploys_commanders_before_battalions_are_attached() {
    let mut battle = descent();
    let (company, place) = (unit(&battle, "llsr-5"), hex(&battle, "02.04"));
    battle.put(company, place);
    battle.turn = MORNING;
    battle.command.attached = alloc::vec![None; battle.ground.divisions.len()];
    battle.begin_turn(&mut Vec::new());
    let last = |like: fn(&Frame) -> bool| battle.frames.iter().rposition(like).expect("it waits");
    let attach = last(|frame| matches!(frame, Frame::Attach(_)));
    let deploy = last(|frame| matches!(frame, Frame::Commander(_)));
    let parks = last(|frame| matches!(frame, Frame::Parks(_)));
    // What lies higher comes first.
    assert!(attach < deploy && deploy < parks);
}

// --- victory ---

#[test]
fn m11_0_two_adjacent_runway_hexes_at_the_end_win_and_the_two_ends_do_not() {
    let judge = |held: &[&str], turn: u16| {
        let mut battle = descent();
        battle.turn = turn;
        for label in held {
            let objective = battle.ground.objective(hex(&battle, label)).unwrap();
            battle.control[objective] = Side::German;
        }
        battle.end_turn(turn == LAST, &mut Vec::new());
        match battle.outcome {
            Outcome::Over { winner, .. } => winner,
            Outcome::Undecided => None,
        }
    };
    assert_eq!(judge(&["09.04", "10.04"], LAST), Some(Side::German));
    assert_eq!(judge(&["10.04", "11.05"], LAST), Some(Side::German));
    assert_eq!(judge(&["09.04", "11.05"], LAST), Some(Side::Allied));
    assert_eq!(judge(&["10.04"], LAST), Some(Side::Allied));
    assert_eq!(judge(&["09.04", "10.04", "11.05"], LAST - 1), None);
}

const AT_THE_EDGE: [(&str, &str); 3] =
    [("fjr3-1", "48.07"), ("fjr3-2", "48.08"), ("fjr3-3", "48.09")];

#[test]
fn m11_0_three_units_over_the_east_edge_win_at_once() {
    let mut battle = active(descent(), 5, &AT_THE_EDGE);
    let seventh = usize::from(division(&battle, "7FD").0);
    battle.command.points[seventh] = 0;
    let mut events = Vec::new();
    for (place, (id, _)) in AT_THE_EDGE.into_iter().enumerate() {
        assert_eq!((battle.outcome, battle.tally.broken_out), (Outcome::Undecided, place as u8));
        let one = activate(&mut battle, id);
        events = play(&mut battle, Action::Depart(EDGE), &mut Scripted::always(5));
        assert_eq!(battle.unit(one).place, Place::Off(EDGE));
    }
    let Outcome::Over { winner, margin, clause, .. } = battle.outcome else { panic!("no end") };
    assert_eq!((winner, margin, clause), (Some(Side::German), 3, "units exited"));
    assert_eq!(battle.end_reason, "goal met");
    assert_eq!(events.last(), Some(&Event::Over));
}

#[test]
fn ruling_sc5_exit() {
    let mut battle = active(ruled("descent", "sc5_exit", "at_the_end"), LAST, &AT_THE_EDGE);
    for (id, _) in AT_THE_EDGE {
        activate(&mut battle, id);
        play(&mut battle, Action::Depart(EDGE), &mut Scripted::always(5));
    }
    assert_eq!(battle.outcome, Outcome::Undecided);
    battle.end_turn(true, &mut Vec::new());
    let Outcome::Over { winner, clause, .. } = battle.outcome else { panic!("no end") };
    assert_eq!((winner, clause), (Some(Side::German), "units exited"));
    assert_eq!(battle.end_reason, "last turn played");
}

#[test]
fn m11_0_units_leave_only_from_the_three_hexes_and_only_german_ones() {
    let leaves = |id: &str, label: &str| {
        legal(&active(descent(), 5, &[(id, label)])).contains(&Action::Depart(EDGE))
    };
    assert!(leaves("fjr3-1", "48.07") && leaves("fjr3-1", "48.08") && leaves("fjr3-1", "48.09"));
    assert!(!leaves("fjr3-1", "48.10") && !leaves("fjr3-1", "47.08"));
    assert!(!leaves("nz-18-a", "48.08"));
    // Guns that cannot move cannot leave.
    assert!(!leaves("fjr3-13", "48.08"));
    // Two units that left are not enough, whoever holds what.
    let mut battle = active(descent(), LAST, &AT_THE_EDGE[..2]);
    for (id, _) in &AT_THE_EDGE[..2] {
        activate(&mut battle, id);
        play(&mut battle, Action::Depart(EDGE), &mut Scripted::always(5));
    }
    battle.end_turn(true, &mut Vec::new());
    let Outcome::Over { winner, .. } = battle.outcome else { panic!("no end") };
    assert_eq!(winner, Some(Side::Allied));
}

#[test]
fn ms10_0_a_truck_leaves_over_the_edge_with_its_load_and_is_gone() {
    let mut battle = active(descent(), 5, &[("fjr3-13", "48.08"), ("nz-18-a", "47.08")]);
    let mortars = unit(&battle, "fjr3-13");
    assert!(!legal(&battle).contains(&Action::Depart(EDGE)), "they cannot move by themselves");
    let trucks = &battle.ground.trucks.as_ref().expect("descent has trucks").fleet;
    let own = |division| trucks.iter().position(|truck| truck.card.division == division);
    let truck = own(battle.counter(mortars).division).expect("a truck of the 7. Flieger-Division");
    battle.lots[truck] = Lot::Display;
    battle.load(mortars, TruckId::at(truck), &mut Vec::new());
    activate(&mut battle, "fjr3-13");
    assert!(legal(&battle).contains(&Action::Depart(EDGE)));
    // Who watches the hex may fire, and who is suppressed by it stays, load and truck.
    play(&mut battle, Action::Depart(EDGE), &mut Scripted::always(5));
    let mut stopped = battle.clone();
    stopped.unit_mut(mortars).suppressed = true;
    play(&mut stopped, Action::HoldFire, &mut Scripted::always(5));
    assert_eq!((at(&stopped, "fjr3-13").as_str(), stopped.lots[truck]), ("48.08", Lot::Loaded));
    let events = play(&mut battle, Action::HoldFire, &mut Scripted::always(5));
    assert!(events.contains(&Event::TruckLost(TruckId::at(truck))), "{events:?}");
    assert!(events.contains(&Event::Departed(mortars, EDGE)), "{events:?}");
    let gone = battle.unit(mortars);
    assert_eq!((gone.place, gone.ride, gone.mounted), (Place::Off(EDGE), None, false));
    assert_eq!((battle.lots[truck], battle.tally.broken_out), (Lot::Lost, 1));
}

#[test]
fn m11_0_who_watches_the_edge_fires_at_units_that_leave() {
    let mut battle = active(descent(), 5, &[("fjr3-1", "48.09"), ("nz-18-a", "48.10")]);
    let events = play(&mut battle, Action::Depart(EDGE), &mut Scripted::always(5));
    assert!(events.is_empty(), "{events:?}");
    let Some(Frame::Watch(Watch { next, extra, .. })) = battle.frames.last() else {
        panic!("{:?}", battle.frames)
    };
    assert_eq!(*next, unit(&battle, "nz-18-a"));
    assert_eq!(*extra, battle.ground.modifiers(super::super::fire::Mode::Opportunity).zone_to_free);
    play(&mut battle, Action::HoldFire, &mut Scripted::always(5));
    assert_eq!(battle.tally.broken_out, 1);
}

#[test]
fn what_cannot_be_of_the_exit_is_told() {
    let faults = |from: &str, to: &str| {
        let mut files = Files::default();
        files.change("descent", "toml", |text| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        files.faults("descent")
    };
    let fault = |key: &str, problem: &str| [(key.to_string(), problem.to_string())];
    assert_eq!(
        faults("exit = { units = 3", "exit = { units = 0"),
        fault("victory.exit.units", "0 units, 3 hexes")
    );
    assert_eq!(
        faults("\"48.08\", \"48.09\"]", "\"40.08\", \"48.09\"]"),
        fault("victory.exit.hexes", "40.08 is not on the edge of the map")
    );
}

#[test]
fn ruling_start_values_of_scenario_5() {
    let points = |battle: &Battle| battle.command.points[usize::from(division(battle, "5GD").0)];
    assert_eq!(points(&descent()), 3);
    assert_eq!(points(&ruled("descent", "start_values", "french")), 5);
}
