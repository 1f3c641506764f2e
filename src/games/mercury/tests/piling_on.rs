//! Scenario 4 as printed: six days at Heraklion, off-map movement, ships, supply, victory points (11.0;
//! S1.0, S2.0, S4.0, S6.0).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Id, Outcome, Scripted, Side};

use super::super::action::Action;
use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::fire::{Mod, Mode, Shot};
use super::super::frame::{Acting, Convert, Frame, Return, Watch};
use super::super::ground::Chit;
use super::super::quality::Purpose;
use super::super::rulings::Level;
use super::super::state::{Battle, Place};
use super::super::supply::MOST_GROUPS;
use super::desk::{BOTTOM, Files, division, hex, legal, play, ruled, unit};
use crate::mercury::ids::ChitId;

const WEST: Departure = Departure::Exit(0);
const SOUTH: Departure = Departure::Exit(1);
/// 20 May Night, and 23 May 1900 and Night.
const FIRST_NIGHT: u16 = 2;
const BEFORE_SUPPLY: u16 = 25;
const SUPPLY_FROM: u16 = 26;

fn piling_on() -> Battle {
    Files::default().scenario("piling-on")
}

/// Only these units are on the map, and the first of them is active under its division's chit.
fn active(mut battle: Battle, turn: u16, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    let first = unit(&battle, at[0].0);
    let own = battle.counter(first).division;
    let chit = battle.ground.chits.iter().position(|chit| *chit == Chit::Division(own));
    battle.playing = chit.map(ChitId::at);
    battle.call_up();
    battle.frames = BOTTOM.into();
    battle.spend_unit(first);
    battle.frames.push(Frame::Acting(Acting { unit: first, done: None }));
    battle
}

fn may_leave(battle: &Battle, by: Departure) -> bool {
    legal(battle).contains(&Action::Depart(by))
}

const LEICS: &str = "uk-leics-a";
const WATCHER: &str = "fjr1-9";

#[test]
fn m1_0_forty_three_turns() {
    let battle = piling_on();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names.last().unwrap().as_str()), (43, "25 May Night"));
    assert_eq!(names[usize::from(SUPPLY_FROM)], "23 May Night");
}

#[test]
fn ruling_sc4_end() {
    let battle = ruled("piling-on", "sc4_end", "title");
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names.last().unwrap().as_str()), (42, "25 May 1900"));
}

#[test]
fn ruling_start_values_of_the_regiment() {
    let rating = |battle: &Battle| {
        battle.ground.divisions.iter().find(|card| card.id == "FJR 1").unwrap().rating
    };
    // F-SC4-1: the French text has 5 here, and 6 in scenario 3 as the English one.
    assert_eq!(rating(&piling_on()), 6);
    assert_eq!(rating(&ruled("piling-on", "start_values", "french")), 5);
}

#[test]
fn m11_0_reinforcements_and_air_support_of_24_may() {
    let battle = piling_on();
    let name = |turn: u16| battle.ground.calendar.names[usize::from(turn)].as_str();
    let stick = battle.ground.sticks.iter().find(|stick| name(stick.turn) == "24 May 1100");
    let stick = stick.expect("a drop on 24 May");
    let ids: Vec<&str> = stick.units.iter().map(|&u| battle.counter(u).id.as_str()).collect();
    assert_eq!(ids, ["vogel-1", "vogel-2", "vogel-3", "vogel-4"]);
    let centre = hex(&battle, "16.15");
    assert_eq!(stick.hexes.len(), 19, "every hex within two");
    assert!(stick.hexes.iter().all(|&hex| battle.ground.distance(centre, hex) <= 2));
    let later: Vec<(&str, &str, String)> = battle
        .ground
        .reinforcements
        .iter()
        .filter(|entry| entry.turn > FIRST_NIGHT)
        .map(|entry| {
            let id = battle.counter(entry.unit).id.as_str();
            (id, name(entry.turn), battle.ground.map.label(entry.hex))
        })
        .collect();
    let south = String::from("28.26");
    assert_eq!(
        later,
        [
            ("uk-7rtr-c", "24 May 1500", south.clone()),
            ("uk-ash-a", "24 May 1700", south.clone()),
            ("uk-ash-b", "24 May 1700", south.clone()),
            ("uk-ash-s", "24 May 1700", south),
        ]
    );
    let strikes: Vec<_> = battle
        .ground
        .air_support
        .iter()
        .map(|grant| (name(grant.turn), grant.strikes, grant.within))
        .collect();
    assert_eq!(strikes, [("20 May 1700", 4, None), ("24 May 1100", 4, None)]);
}

#[test]
fn s1_0_a_unit_leaves_from_an_exit_hex_for_a_point_of_its_division() {
    // No leader is with anybody: the unit is out of command, and the point is spent all the same.
    let mut battle = active(piling_on(), 4, &[(LEICS, "01.11"), (WATCHER, "13.09")]);
    let leics = unit(&battle, LEICS);
    let brigade = usize::from(division(&battle, "14th Inf Bde").0);
    assert!(!battle.in_command(leics));
    battle.unit_mut(leics).cohesion = 1;
    battle.unit_mut(leics).improved = true;
    let before = battle.command.points[brigade];
    assert!(may_leave(&battle, WEST) && !may_leave(&battle, SOUTH));
    let events = play(&mut battle, Action::Depart(WEST), &mut Scripted::always(5));
    assert_eq!(battle.command.points[brigade], before - 1);
    assert_eq!(battle.unit(leics).place, Place::Off(WEST));
    assert!(events.contains(&Event::Departed(leics, WEST)));
    let state = battle.unit(leics);
    assert!(state.cohesion == 0 && !state.improved && !state.column, "no marker is left");
}

#[test]
fn s1_0_leaving_ends_a_move_that_reached_the_exit() {
    let mut battle = active(piling_on(), 4, &[(LEICS, "01.12"), (WATCHER, "13.09")]);
    assert!(!may_leave(&battle, WEST), "not at the exit yet");
    let to = battle.direction(hex(&battle, "01.12"), hex(&battle, "01.11")).unwrap();
    play(&mut battle, Action::Step(to), &mut Scripted::always(5));
    play(&mut battle, Action::Depart(WEST), &mut Scripted::always(5));
    let leics = unit(&battle, LEICS);
    assert_eq!(battle.unit(leics).place, Place::Off(WEST));
    assert!(!battle.frames.iter().any(|f| matches!(f, Frame::Moving(_) | Frame::Acting(_))));
}

#[test]
fn s1_0_without_an_enemy_on_the_map_from_anywhere_by_either_exit() {
    let battle = active(piling_on(), 4, &[(LEICS, "23.11")]);
    assert!(may_leave(&battle, WEST) && may_leave(&battle, SOUTH));
    let watched = active(piling_on(), 4, &[(LEICS, "23.11"), (WATCHER, "46.10")]);
    assert!(!may_leave(&watched, WEST) && !may_leave(&watched, SOUTH));
}

#[test]
fn s1_0_who_cannot_move_or_pay_stays() {
    let start = || active(piling_on(), 4, &[(LEICS, "01.11"), (WATCHER, "13.09")]);
    let leics = unit(&start(), LEICS);
    assert!(may_leave(&start(), WEST));
    let mut suppressed = start();
    suppressed.unit_mut(leics).suppressed = true;
    assert!(!may_leave(&suppressed, WEST));
    let mut poor = start();
    let brigade = usize::from(division(&poor, "14th Inf Bde").0);
    poor.command.points[brigade] = 0;
    assert!(!may_leave(&poor, WEST));
    let guns = active(piling_on(), 4, &[("uk-234med", "01.11"), (WATCHER, "13.09")]);
    assert!(!may_leave(&guns, WEST), "guns without movement");
    // Mercury 8.0: never a point for a red troop quality.
    let garrison = active(piling_on(), 4, &[("gr-garr-1", "01.11"), (WATCHER, "13.09")]);
    assert!(garrison.auto_command(unit(&garrison, "gr-garr-1")));
    assert!(!may_leave(&garrison, WEST));
}

#[test]
fn s1_0_opportunity_fire_at_one_who_leaves_and_the_suppression_that_stops_it() {
    let start = || active(piling_on(), 4, &[(LEICS, "01.11"), (WATCHER, "01.10")]);
    let (leics, watcher) = (unit(&start(), LEICS), unit(&start(), WATCHER));
    let mut battle = start();
    play(&mut battle, Action::Depart(WEST), &mut Scripted::always(3));
    let free = battle.ground.modifiers(Mode::Opportunity).zone_to_free;
    assert_eq!(
        battle.frames.last(),
        Some(&Frame::Watch(Watch { target: leics, extra: free, next: watcher }))
    );
    assert_eq!(free, -1);
    // Suppressed for good, it stays; nobody gives the point back.
    let mut stopped = battle.clone();
    stopped.frames.push(Frame::Convert(Convert { unit: leics }));
    play(&mut stopped, Action::StaySuppressed, &mut Scripted::always(9));
    assert_eq!(stopped.hex(leics), Some(hex(&stopped, "01.11")));
    assert_ne!(
        stopped.frames.last(),
        Some(&Frame::Watch(Watch { target: leics, extra: free, next: watcher }))
    );
    // Converted into a cohesion hit, it goes on, and the hit is left behind.
    let mut going = battle;
    going.frames.push(Frame::Convert(Convert { unit: leics }));
    play(&mut going, Action::Roll, &mut Scripted::always(0));
    assert_eq!(going.unit(leics).cohesion, 1);
    play(&mut going, Action::HoldFire, &mut Scripted::always(0));
    assert_eq!((going.unit(leics).place, going.unit(leics).cohesion), (Place::Off(WEST), 0));
}

/// A German company in the western box, asked at its regiment's chit.
fn in_the_box(enemies: &[(&str, &str)]) -> Battle {
    let mut at = [(WATCHER, "13.09")].to_vec();
    at.extend(enemies);
    let mut battle = active(piling_on(), 4, &at);
    let company = unit(&battle, "fjr1-11");
    battle.unit_mut(company).place = Place::Off(WEST);
    let regiment = division(&battle, "FJR 1");
    battle.frames = BOTTOM.into();
    battle.frames.push(Frame::Return(Return { division: regiment, next: UnitId(0) }));
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    battle
}

#[test]
fn s1_0_a_german_unit_comes_back_at_its_exit_without_opportunity_fire() {
    let mut battle = in_the_box(&[]);
    let company = unit(&battle, "fjr1-11");
    let exit = hex(&battle, "01.11");
    assert_eq!(legal(&battle), [Action::ReturnIn(exit), Action::StayAway]);
    let events = play(&mut battle, Action::ReturnIn(exit), &mut Scripted::always(5));
    assert_eq!(battle.hex(company), Some(exit));
    assert!(!events.iter().any(|event| matches!(event, Event::Shot { .. })));
    let mut away = in_the_box(&[]);
    play(&mut away, Action::StayAway, &mut Scripted::always(5));
    assert_eq!(away.hex(company), None);
}

/// S1.0: "may", and no unit can be placed where the enemy stands: a watched exit stays open, one that is held does not.
#[test]
fn s1_0_a_shut_exit_may_be_replaced_by_a_free_edge_hex_within_five() {
    for (enemy, open) in [("01.11", false), ("01.10", true)] {
        let battle = in_the_box(&[(LEICS, enemy)]);
        let exit = hex(&battle, "01.11");
        let offered: Vec<HexId> = legal(&battle)
            .iter()
            .filter_map(|action| match action {
                Action::ReturnIn(hex) => Some(*hex),
                _ => None,
            })
            .collect();
        assert!(offered.len() > 3, "{enemy}");
        assert_eq!(offered.contains(&exit), open, "{enemy}");
        for hex in offered.into_iter().filter(|&hex| hex != exit) {
            assert!(battle.ground.distance(exit, hex) <= 5);
            assert!(battle.ground.map.neighbours(hex).count() < 6);
            assert!(battle.index.stacks[hex.index()].is_none());
        }
    }
}

#[test]
fn m11_0_allied_units_that_left_are_out() {
    let mut battle = active(piling_on(), 4, &[(WATCHER, "13.09")]);
    let leics = unit(&battle, LEICS);
    battle.unit_mut(leics).place = Place::Off(WEST);
    let brigade = division(&battle, "14th Inf Bde");
    battle.frames = BOTTOM.into();
    battle.frames.push(Frame::Return(Return { division: brigade, next: UnitId(0) }));
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    assert!(!legal(&battle).contains(&Action::StayAway));
    assert_eq!(battle.unit(leics).place, Place::Off(WEST));
}

#[test]
fn s1_0_who_is_off_the_map_does_nothing() {
    let mut battle = active(piling_on(), 4, &[(WATCHER, "13.09")]);
    let company = unit(&battle, "fjr1-11");
    let at = hex(&battle, "15.10");
    battle.put(company, at);
    assert!(battle.may_activate(company));
    battle.departed(company, WEST, &mut Vec::new());
    assert!(!battle.may_activate(company));
}

#[test]
fn s1_0_a_leader_stays_with_another_unit_of_his() {
    let mut battle =
        active(piling_on(), 4, &[(LEICS, "01.11"), ("uk-leics-b", "23.10"), (WATCHER, "13.09")]);
    let (leics, other) = (unit(&battle, LEICS), unit(&battle, "uk-leics-b"));
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-leics").unwrap();
    battle.lead(leader, Some(leics));
    play(&mut battle, Action::Depart(WEST), &mut Scripted::always(5));
    assert_eq!(
        (battle.command.leaders[leader].with, battle.command.leaders[leader].replaced),
        (Some(other), false)
    );
}

/// His owner picks the one, as in 5.11; and who left with the last comes back with the first.
#[test]
fn s1_0_a_leader_whose_unit_leaves_goes_with_another_that_his_owner_picks() {
    let mut battle = active(
        piling_on(),
        4,
        &[(WATCHER, "01.11"), ("fjr1-10", "23.10"), ("fjr1-11", "24.10"), (LEICS, "40.10")],
    );
    let [watcher, second, third] = [WATCHER, "fjr1-10", "fjr1-11"].map(|id| unit(&battle, id));
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-fjr1-iii").unwrap();
    battle.lead(leader, Some(watcher));
    play(&mut battle, Action::Depart(WEST), &mut Scripted::always(5));
    assert_eq!(legal(&battle), [second, third].map(Action::LeaderWith));
    play(&mut battle, Action::LeaderWith(third), &mut Scripted::always(5));
    assert_eq!(
        (battle.command.leaders[leader].with, battle.command.leaders[leader].replaced),
        (Some(third), false)
    );
    // The others leave too: there is nobody to stay with, and no chit for sale.
    for unit in [second, third] {
        battle.departed(unit, WEST, &mut Vec::new());
    }
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    let formation = battle.counter(watcher).formation.unwrap();
    assert_eq!(battle.command.leaders[leader].with, None);
    assert_eq!(battle.formation_leader(formation), None);
    let exit = hex(&battle, "01.11");
    battle.put(second, exit);
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    assert_eq!(battle.command.leaders[leader].with, Some(second));
    assert_eq!(battle.formation_leader(formation), Some(leader));
}

#[test]
fn ruling_routed_greeks() {
    for (word, counts) in [("eliminated", 2), ("removed", 0)] {
        let mut battle =
            active(ruled("piling-on", "routed_greeks", word), 4, &[("gr-7-1", "21.12")]);
        let greeks = unit(&battle, "gr-7-1");
        let before = battle.victory_points();
        battle.checked(greeks, Purpose::Rout, false, &mut Scripted::new([]), &mut Vec::new());
        assert!(battle.hex(greeks).is_none());
        assert_eq!(battle.victory_points().german - before.german, counts, "{word}");
        assert_eq!(battle.tally.steps_lost.allied, 2, "lost they are");
    }
}

#[test]
fn s2_0_two_units_a_night_from_the_port() {
    let port = "19.08";
    let ids = [LEICS, "uk-leics-b", "uk-leics-c"];
    let at: Vec<(&str, &str)> = ids.iter().map(|&id| (id, port)).collect();
    let mut battle = active(piling_on(), FIRST_NIGHT, &at);
    let brigade = usize::from(division(&battle, "14th Inf Bde").0);
    battle.command.points[brigade] = 9;
    for (number, id) in ids.iter().enumerate() {
        let unit = unit(&battle, id);
        battle.frames = BOTTOM.into();
        battle.frames.push(Frame::Acting(Acting { unit, done: None }));
        assert_eq!(may_leave(&battle, Departure::Ship), number < 2, "{id}");
        if number < 2 {
            let held = battle.command.points[brigade];
            play(&mut battle, Action::Depart(Departure::Ship), &mut Scripted::always(5));
            assert_eq!(battle.command.points[brigade], held - 1);
            assert_eq!(battle.unit(unit).place, Place::Off(Departure::Ship));
        }
    }
    assert_eq!(battle.tally.ship_points, 4, "two companies of two steps");
    // The next night there is room again.
    battle.turn = FIRST_NIGHT + 8;
    assert!(may_leave(&battle, Departure::Ship));
}

#[test]
fn s2_0_only_at_night_from_the_port_for_allies_who_can_move() {
    let at = |turn, label| active(piling_on(), turn, &[(LEICS, label), (WATCHER, "13.09")]);
    let ships = |battle: &Battle| may_leave(battle, Departure::Ship);
    assert!(ships(&at(FIRST_NIGHT, "19.08")));
    assert!(!ships(&at(1, "19.08")) && !ships(&at(FIRST_NIGHT, "20.08")));
    let mut suppressed = at(FIRST_NIGHT, "19.08");
    let leics = unit(&suppressed, LEICS);
    suppressed.unit_mut(leics).suppressed = true;
    assert!(!ships(&suppressed));
    let german = active(piling_on(), FIRST_NIGHT, &[(WATCHER, "19.08"), (LEICS, "30.10")]);
    assert!(!ships(&german));
}

#[test]
fn s2_0_leaving_the_port_draws_fire_as_a_step_out_of_the_zone() {
    let mut battle = active(piling_on(), FIRST_NIGHT, &[(LEICS, "19.08"), (WATCHER, "18.08")]);
    let (leics, watcher) = (unit(&battle, LEICS), unit(&battle, WATCHER));
    play(&mut battle, Action::Depart(Departure::Ship), &mut Scripted::always(3));
    assert_eq!(
        battle.frames.last(),
        Some(&Frame::Watch(Watch { target: leics, extra: -1, next: watcher }))
    );
    battle.unit_mut(leics).cohesion = 2;
    play(&mut battle, Action::HoldFire, &mut Scripted::always(3));
    assert_eq!((battle.hex(leics), battle.unit(leics).cohesion), (None, 0));
}

/// Both sides' supply after a roll of `die`, from reduced supply.
fn supplied(mut battle: Battle, turn: u16, die: u8) -> (Level, Level) {
    battle.turn = turn;
    battle.supply = [engine::BySide::from_fn(|_| Level::Reduced); MOST_GROUPS];
    battle.determine_supply(&mut Scripted::always(die), &mut Vec::new());
    (battle.supply[0].german, battle.supply[0].allied)
}

#[test]
fn s4_0_from_the_night_of_23_may_one_or_less_betters_and_seven_or_more_worsens() {
    use Level::{Diminished, Full, Reduced};
    for die in 0..10 {
        assert_eq!(supplied(piling_on(), BEFORE_SUPPLY, die), (Reduced, Reduced));
        let level = match die {
            0 | 1 => Full,
            7.. => Diminished,
            _ => Reduced,
        };
        assert_eq!(supplied(piling_on(), SUPPLY_FROM, die), (level, level), "{die}");
    }
    let mut battle = piling_on();
    battle.turn = SUPPLY_FROM;
    for level in [Level::Reduced, Level::Diminished, Level::Emergency, Level::Emergency] {
        battle.determine_supply(&mut Scripted::always(9), &mut Vec::new());
        assert_eq!(battle.supply[0].german, level, "not below emergency");
    }
}

#[test]
fn s4_0_a_turn_begins_with_the_roll() {
    let mut battle = piling_on();
    battle.turn = BEFORE_SUPPLY;
    battle.frames.clear();
    battle.playing = None;
    let mut events = Vec::new();
    battle.settle(&mut Scripted::always(9), &mut events);
    assert_eq!(battle.turn, SUPPLY_FROM);
    let rolls = events.iter().filter(|event| matches!(event, Event::Supply { .. })).count();
    assert_eq!((rolls, battle.supply[0].allied), (2, Level::Reduced));
}

#[test]
fn s4_0_port_and_airfield_bound_the_change() {
    let mut battle = piling_on();
    let port = battle.ground.objective(hex(&battle, "19.08")).unwrap();
    battle.control[port] = Side::German;
    assert_eq!(supplied(battle, SUPPLY_FROM, 0), (Level::Full, Level::Reduced));
    let mut battle = piling_on();
    for label in ["27.08", "28.08", "29.08", "29.09"] {
        let objective = battle.ground.objective(hex(&battle, label)).unwrap();
        battle.control[objective] = Side::German;
    }
    let part = supplied(battle.clone(), SUPPLY_FROM, 9);
    assert_eq!(part, (Level::Diminished, Level::Diminished), "one hex is missing");
    let last = battle.ground.objective(hex(&battle, "30.09")).unwrap();
    battle.control[last] = Side::German;
    assert_eq!(supplied(battle, SUPPLY_FROM, 9), (Level::Reduced, Level::Diminished));
}

#[test]
fn s4_0_what_want_of_supply_does() {
    let at = [(LEICS, "23.11"), (WATCHER, "22.11"), ("gr-7-1", "21.12")];
    let quality = |level, id| {
        let mut battle = active(piling_on(), 4, &at);
        battle.supply = [engine::BySide::from_fn(|_| level); MOST_GROUPS];
        battle.quality(unit(&battle, id))
    };
    let fire = |level, id, mode| {
        let mut battle = active(piling_on(), 4, &at);
        battle.supply = [engine::BySide::from_fn(|_| level); MOST_GROUPS];
        let firer = unit(&battle, id);
        let target = unit(&battle, if id == WATCHER { LEICS } else { WATCHER });
        let (_, colour) = battle.rating(firer, mode).unwrap();
        let shot = Shot { firer: Some(firer), target, mode, colour, extra: 0 };
        let (_, mods) = battle.aim(shot);
        mods.iter().find(|&(why, _)| why == Mod::Supply).map(|(_, value)| value)
    };
    for id in [LEICS, WATCHER] {
        let full = quality(Level::Full, id);
        assert_eq!(quality(Level::Reduced, id), full);
        assert_eq!(quality(Level::Diminished, id), full - 1);
        assert_eq!(quality(Level::Emergency, id), full - 2);
        for level in [Level::Full, Level::Reduced, Level::Diminished] {
            assert_eq!(fire(level, id, Mode::Direct), None);
        }
        assert_eq!(fire(Level::Emergency, id, Mode::Direct), Some(-1));
        assert_eq!(fire(Level::Emergency, id, Mode::Opportunity), Some(-1));
        assert_eq!(fire(Level::Emergency, id, Mode::Strike), Some(-1), "a strike with fire");
        assert_eq!(
            fire(Level::Emergency, id, Mode::Assault),
            None,
            "an assault rating is not fire"
        );
    }
    assert_eq!(quality(Level::Emergency, "gr-7-1"), quality(Level::Full, "gr-7-1"));
    assert_eq!(fire(Level::Emergency, "gr-7-1", Mode::Direct), None);
}

#[test]
fn ruling_supply_roll() {
    let nightly = || ruled("piling-on", "supply_roll", "each_night");
    assert_eq!(supplied(nightly(), SUPPLY_FROM, 9).0, Level::Diminished);
    assert_eq!(supplied(nightly(), SUPPLY_FROM + 1, 9).0, Level::Reduced);
    assert_eq!(supplied(piling_on(), SUPPLY_FROM + 1, 9).0, Level::Diminished);
}

#[test]
fn ruling_supply_start() {
    let start = |word| ruled("piling-on", "supply_start", word).supply[0].german;
    assert_eq!(piling_on().supply[0].german, Level::Full);
    assert_eq!(start("reduced"), Level::Reduced);
    assert_eq!(start("diminished"), Level::Diminished);
    assert_eq!(start("emergency"), Level::Emergency);
}

/// Winner and margin at the end, with these objectives German and these steps lost and away.
fn judged(
    mut battle: Battle,
    german: &[&str],
    lost: [u16; 2],
    away: [u16; 2],
) -> (Option<Side>, i32) {
    for label in german {
        let objective = battle.ground.objective(hex(&battle, label)).unwrap();
        battle.control[objective] = Side::German;
    }
    battle.tally.steps_lost = engine::BySide { german: lost[0], allied: lost[1] };
    (battle.tally.exit_points, battle.tally.ship_points) = (away[0], away[1]);
    battle.turn = 42;
    battle.end_turn(true, &mut Vec::new());
    match battle.outcome {
        Outcome::Over { winner, margin, .. } => (winner, margin),
        Outcome::Undecided => panic!("the last turn is over"),
    }
}

#[test]
fn m11_0_victory_points() {
    let of = |german: &[&str], lost, away| judged(piling_on(), german, lost, away);
    // The Allies begin with both hills.
    assert_eq!(of(&[], [0, 0], [0, 0]), (Some(Side::Allied), -6));
    assert_eq!(of(&["27.15"], [0, 0], [0, 0]), (None, 0), "a hill counts for whoever has it");
    assert_eq!(of(&["27.15", "31.12"], [0, 0], [0, 0]), (Some(Side::German), 6));
    assert_eq!(of(&["19.08"], [0, 0], [0, 0]), (Some(Side::German), 10 - 6));
    for runway in ["27.08", "28.08", "29.08", "29.09", "30.09"] {
        assert_eq!(of(&[runway], [0, 0], [0, 0]).1, 5 - 6, "{runway}");
    }
    assert_eq!(of(&[], [4, 11], [0, 0]), (Some(Side::German), 11 - 4 - 6));
    assert_eq!(of(&[], [0, 10], [3, 2]), (Some(Side::Allied), 10 - 6 - 3 - 2));
    let mut early = piling_on();
    early.end_turn(false, &mut Vec::new());
    assert_eq!(early.outcome, Outcome::Undecided, "only the end counts");
}

#[test]
fn m11_0_steps_shipped_and_exited_west_count_once_each() {
    let mut battle = active(piling_on(), FIRST_NIGHT, &[(WATCHER, "13.09")]);
    let [west, south, ship] =
        ["uk-leics-a", "uk-leics-b", "uk-leics-c"].map(|id| unit(&battle, id));
    for (unit, by) in [(west, WEST), (south, SOUTH), (ship, Departure::Ship)] {
        let at = hex(&battle, "19.08");
        battle.put(unit, at);
        battle.departed(unit, by, &mut Vec::new());
    }
    assert_eq!((battle.tally.exit_points, battle.tally.ship_points), (2, 2), "not the south");
    let german = unit(&battle, WATCHER);
    battle.departed(german, WEST, &mut Vec::new());
    assert_eq!(battle.tally.exit_points, 2, "nor Germans");
}

#[test]
fn s6_0_control_of_a_hill_stays_with_the_side_that_was_there_last() {
    let mut battle = piling_on();
    let hill = hex(&battle, "27.15");
    let (german, allied) = (unit(&battle, WATCHER), unit(&battle, LEICS));
    let holder = |battle: &Battle| battle.control[battle.ground.objective(hill).unwrap()];
    battle.put(german, hill);
    battle.lift(german);
    battle.unit_mut(german).place = Place::Waiting;
    assert_eq!(holder(&battle), Side::German);
    battle.put(allied, hill);
    assert_eq!(holder(&battle), Side::Allied);
}

#[test]
fn ruling_sc4_tie() {
    let tie = |word| judged(ruled("piling-on", "sc4_tie", word), &["27.15"], [0, 0], [0, 0]);
    assert_eq!(tie("draw"), (None, 0));
    assert_eq!(tie("german"), (Some(Side::German), 1));
    assert_eq!(tie("allied"), (Some(Side::Allied), -1));
}
