//! Scenario 3 as printed: battalions of Heraklion, drops of two turns, port or runway (11.0).

use alloc::vec::Vec;

use engine::{Outcome, Pending, Position, Scripted, Seed, Seeded, Side, Whim};

use super::super::frame::Dropping;
use super::super::rulings::{StartValues, Stragglers, WordlessArrival};
use super::super::state::{Battle, Place};
use super::desk::*;
use crate::mercury::ids::{FormationId, StickId};

fn heraklion() -> Battle {
    Files::default().scenario("heraklion")
}

/// The battle played at random until a turn begins.
fn until(mut battle: Battle, turn: u16) -> Battle {
    let (mut dice, mut whim) = (Seeded::new(Seed(7)), Whim::new(Seed(7), Side::German));
    let mut legal = Vec::new();
    battle.open(&mut dice, &mut Vec::new());
    while battle.turn < turn {
        legal.clear();
        battle.legal_actions(&mut legal);
        battle.apply_unchecked(legal[whim.below(legal.len())], &mut dice, &mut Vec::new());
    }
    battle
}

#[test]
fn m1_0_nineteen_turns_with_three_nights() {
    let battle = heraklion();
    let night = &battle.ground.calendar.night;
    let nights: Vec<usize> = (0..night.len()).filter(|&turn| night[turn]).collect();
    assert_eq!((night.len(), nights), (19, [2, 10, 18].into()));
}

#[test]
fn m11_0_two_drops_by_turn_and_two_hexes_used_twice() {
    let battle = heraklion();
    let label = |hex| battle.ground.map.label(hex);
    let jumps = |turn| {
        let sticks = battle.ground.sticks.iter().filter(move |stick| stick.turn == turn);
        sticks.map(|stick| (stick.units.len(), stick.hexes.iter().map(|&hex| label(hex)).collect()))
    };
    let first: Vec<(usize, Vec<_>)> = jumps(0).collect();
    assert_eq!(first.iter().map(|stick| stick.0).collect::<Vec<_>>(), [1, 2, 2, 3, 1, 2]);
    let second: Vec<(usize, Vec<_>)> = jumps(1).collect();
    let zones: Vec<_> = second.iter().flat_map(|(_, zone)| zone.clone()).collect();
    assert_eq!(zones, ["46.10", "33.12", "17.13"]);
    for twice in ["46.10", "33.12"] {
        assert!(first.iter().any(|(_, zone)| zone.iter().any(|hex| hex == twice)), "{twice}");
    }
    // By the end of the second turn both have come down.
    let later = until(heraklion(), 3);
    for id in ["fjr1-1", "fjr1-3", "fjr1-5", "fjr1-8"] {
        let place = later.unit(unit(&later, id)).place;
        assert_ne!(place, Place::Waiting, "{id}");
    }
}

#[test]
fn m4_2_a_later_stick_lands_where_an_earlier_one_stands() {
    let mut battle = heraklion();
    let hex = battle.ground.map.find("46.10", None).unwrap();
    let (first, second) = (unit(&battle, "fjr1-1"), unit(&battle, "fjr1-3"));
    battle.put(first, hex);
    let number = battle.ground.sticks.iter().position(|s| s.units == [second]).unwrap();
    battle.turn = 1;
    let drop = Dropping { stick: StickId(number as u8), next: 0 };
    battle.frames = [drop.into()].into();
    drop.proceed(&mut battle, &mut Scripted::always(4), &mut Vec::new());
    assert_eq!((battle.hex(first), battle.hex(second)), (Some(hex), Some(hex)));
}

#[test]
fn m_intro_battalions_are_formations_and_each_has_a_leader() {
    let battle = heraklion();
    let formations: Vec<&str> =
        battle.ground.formations.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(formations[..3], ["I./FJR 1", "II./FJR 1", "III./FJR 1"]);
    assert_eq!(formations.len(), 8);
    for number in FormationId::all(formations.len()) {
        let commands = super::super::ground::Commands::Formation(number);
        let leaders = battle.ground.leaders.iter().filter(|card| card.commands == commands);
        assert_eq!(leaders.count(), 1, "{}", formations[number.index()]);
        assert!(battle.ground.counters.iter().any(|counter| counter.formation == Some(number)));
    }
    // Heavy companies of the regiment, and guns, are independents.
    for id in ["fjr1-13", "fjr1-14", "fschflak-1", "uk-234med", "uk-7rtr-b"] {
        assert_eq!(battle.counter(unit(&battle, id)).formation, None, "{id}");
    }
}

#[test]
fn ruling_stragglers() {
    let of = |battle: &Battle, id| battle.counter(unit(battle, id)).formation_name.clone();
    let joined = heraklion();
    for id in ["fjr2-7", "fjr2-8"] {
        assert_eq!(of(&joined, id), "III./FJR 1");
    }
    let alone = ruled("heraklion", "stragglers", Stragglers::Independent.word());
    for id in ["fjr2-7", "fjr2-8"] {
        assert_eq!(of(&alone, id), "Independent");
    }
    assert_eq!(of(&alone, "fjr1-9"), "III./FJR 1");
}

#[test]
fn ruling_wordless_arrival() {
    let walks = heraklion();
    let company = unit(&walks, "fjr1-2");
    let night = walks.ground.reinforcements.iter().find(|entry| entry.unit == company).unwrap();
    assert_eq!((night.turn, walks.ground.map.label(night.hex)), (2, "47.11".into()));
    assert!(walks.ground.sticks.iter().all(|stick| !stick.units.contains(&company)));

    let jumps = ruled("heraklion", "wordless_arrival", WordlessArrival::Jumps.word());
    let company = unit(&jumps, "fjr1-2");
    assert!(jumps.ground.reinforcements.is_empty());
    let stick = jumps.ground.sticks.iter().find(|stick| stick.units == [company]).unwrap();
    let zone: Vec<_> = stick.hexes.iter().map(|&hex| jumps.ground.map.label(hex)).collect();
    assert_eq!((stick.turn, stick.glider, zone), (2, false, ["47.11".into()].into()));
}

#[test]
fn ruling_start_values_of_the_brigade() {
    let dispatch = |battle: &Battle| {
        let brigade = battle.ground.divisions.iter().position(|card| card.id == "14th Inf Bde");
        battle.command.dispatch[brigade.unwrap()]
    };
    assert_eq!(dispatch(&heraklion()), 1);
    assert_eq!(dispatch(&ruled("heraklion", "start_values", StartValues::French.word())), 2);
}

/// Who wins a game that ends like that: the hexes that the Germans control.
fn won(held: &[&str], last: bool) -> Option<(Option<Side>, i32)> {
    let mut battle = heraklion();
    for label in held {
        let hex = battle.ground.map.find(label, None).unwrap();
        let objective = battle.ground.objective(hex).unwrap();
        battle.control[objective] = Side::German;
    }
    battle.turn = if last { 18 } else { 9 };
    battle.end_turn(last, &mut Vec::new());
    match battle.outcome {
        Outcome::Over { winner, margin, .. } => Some((winner, margin)),
        Outcome::Undecided => None,
    }
}

#[test]
fn m11_0_the_port_or_two_connected_runway_hexes_at_the_end() {
    let german = |margin| Some((Some(Side::German), margin));
    assert_eq!(won(&["19.08"], true), german(1));
    // 28.08 touches 27.08 and both 29.08 and 29.09 (even columns lie half a hex lower).
    for pair in [
        ["27.08", "28.08"],
        ["28.08", "29.08"],
        ["28.08", "29.09"],
        ["29.08", "29.09"],
        ["29.09", "30.09"],
    ] {
        assert_eq!(won(&pair, true), german(2), "{pair:?}");
    }
    let allied =
        |held: &[&str]| won(held, true).is_some_and(|(winner, _)| winner == Some(Side::Allied));
    assert!(allied(&[]) && allied(&["28.08"]));
    for apart in [["27.08", "29.08"], ["27.08", "30.09"], ["28.08", "30.09"], ["27.08", "29.09"]] {
        assert!(allied(&apart), "{apart:?} do not touch");
    }
    assert_eq!(won(&["19.08", "27.08", "28.08"], false), None, "only the end counts");
}

/// Without a German on the map the margin is that from the farthest hex of it: no number that stands for none.
#[test]
fn m11_0_no_german_left_is_as_far_as_the_map_goes() {
    let mut battle = heraklion();
    let germans: Vec<_> = battle.on_map(Side::German).map(|(unit, _)| unit).collect();
    for unit in germans {
        battle.lift(unit);
        battle.unit_mut(unit).place = Place::Waiting;
    }
    assert_eq!(battle.on_map(Side::German).count(), 0);
    battle.turn = 18;
    battle.end_turn(true, &mut Vec::new());
    let Outcome::Over { winner, margin, .. } = battle.outcome else { panic!("the last turn") };
    let map = &battle.ground.map;
    let objectives = battle.ground.objectives.iter().map(|&(hex, _)| hex);
    let farthest = objectives
        .flat_map(|to| map.ids().map(move |from| map.distance(from, to)))
        .max()
        .flatten()
        .unwrap();
    assert_eq!((winner, margin), (Some(Side::Allied), -i32::from(farthest)));
    assert!(farthest < 60, "{farthest}");
}
