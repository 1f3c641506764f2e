//! Between the maps: the Off-Map Display, ships from port to port, ad-hoc airdrops (S1.0, S2.0, S3.0), on the four sheets
//! of scenario 6.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{HexId, Position, Scripted, Side};

use super::super::action::Action;
use super::super::ad_hoc::Lifts;
use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::drops::ByAir;
use super::super::event::Event;
use super::super::frame::{Acting, AdHocJump, AdHocZone, Frame, Opening, Return, Watch};
use super::super::morale::Withdrawal;
use super::super::state::{Battle, Place};
use super::desk::{Files, division, hex, landings, legal, play, unit};
use super::orders::ordered_in;
use crate::mercury::ids::ChitId;

/// Waits below whatever a test looks at.
const BOTTOM: [Frame; 1] = [Frame::Opening(Opening)];

/// 20 May 1500, Night and the morning after; the drops of the morning, and of the afternoon.
const DAY: u16 = 4;
const NIGHT: u16 = 7;
const MORNING: u16 = 8;
const FORENOON: u16 = 9;
const AFTERNOON: u16 = 12;

/// Scenario 6 with what the campaign has besides, and with these switches.
fn campaign(rulings: &str) -> Battle {
    let mut files = Files::default();
    files.change("jump-die-repeat", "toml", |text| {
        let more = "[shipping]\nports = [\"kastelli 06.04\", \"rethymnon 08.13\", \"heraklion 19.08\"]\n\
            units_a_night = 2\n\n[ad_hoc_drops]\ndivision = \"7FD\"\nfrom = \"20 May Night\"\nunits = 3\n\
            at = [\"0700\", \"1500\"]\n\n[files]\noff_map = \"tables/off-map-display\"\n";
        text.replace("[files]\n", more).replace("[rulings]\n", &("[rulings]\n".to_string() + rulings))
    });
    files.scenario("jump-die-repeat")
}

fn across() -> Battle {
    campaign("")
}

/// Only these units are on the map, and the first of them is active under its division's chit.
fn active(mut battle: Battle, turn: u16, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    battle.awaited.held.clear();
    battle.command.points.fill(9);
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    activate(&mut battle, at[0].0);
    battle
}

fn activate(battle: &mut Battle, id: &str) {
    let first = unit(battle, id);
    let own = &battle.ground.divisions[usize::from(battle.counter(first).division.0)].id;
    let name = own.clone() + " Division";
    let chit = ChitId::all(battle.ground.chits.len()).find(|&chit| battle.chit_name(chit) == name);
    battle.playing = chit;
    battle.call_up();
    battle.frames = BOTTOM.into();
    battle.spend_unit(first);
    battle.frames.push(Frame::Acting(Acting { unit: first, done: None }));
}

/// The number of a box of the display.
fn numbered(battle: &Battle, name: &str) -> u8 {
    let boxes = &battle.ground.off_map.as_ref().unwrap().boxes;
    boxes.iter().position(|place| place.name == name).unwrap_or_else(|| panic!("{name}")) as u8
}

fn by(battle: &Battle, name: &str) -> Departure {
    Departure::Exit(numbered(battle, name))
}

/// Boxes to which the active unit may go.
fn ways_out(battle: &Battle) -> Vec<String> {
    let ways = legal(battle).into_iter().filter_map(|action| match action {
        Action::Depart(Departure::Exit(number)) => Some(battle.exit_name(number).to_string()),
        _ => None,
    });
    ways.collect()
}

const ENEMY: (&str, &str) = ("fjr1-9", "heraklion 40.11");

#[test]
fn s1_0_boxes_of_sheets_in_play_and_the_ways_between_them() {
    let battle = across();
    let boxes = &battle.ground.off_map.as_ref().unwrap().boxes;
    let next = |name: &str| -> Vec<&str> {
        let place = &boxes[usize::from(numbered(&battle, name))];
        place.next.iter().map(|&number| boxes[usize::from(number)].name.as_str()).collect()
    };
    let names: Vec<&str> = boxes.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(
        names,
        ["Kastelli", "Maleme", "Rethymnon West", "Rethymnon East", "Heraklion Road", "Heraklion"],
        "Georgeoupolis is not in play"
    );
    assert_eq!(next("Kastelli"), ["Maleme"]);
    assert_eq!(next("Rethymnon West"), [""; 0]);
    assert_eq!(next("Heraklion Road"), ["Rethymnon East", "Heraklion"]);
    assert_eq!(boxes[usize::from(numbered(&battle, "Heraklion Road"))].exit, None);
}

#[test]
fn s1_0_enemies_on_another_map_keep_nobody_from_leaving_from_anywhere() {
    // No German is at Rethymnon: either box of the map, from wherever the unit stands.
    let free = active(across(), DAY, &[("aus-2-1-a", "rethymnon 29.11"), ENEMY]);
    assert_eq!(ways_out(&free), ["Rethymnon West", "Rethymnon East"]);
    let watched = [("aus-2-1-a", "rethymnon 29.11"), ("fjr2-9", "rethymnon 10.16")];
    assert_eq!(ways_out(&active(across(), DAY, &watched)), [""; 0]);
    let at_the_exit = [("aus-2-1-a", "rethymnon 48.06"), ("fjr2-9", "rethymnon 10.16")];
    assert_eq!(ways_out(&active(across(), DAY, &at_the_exit)), ["Rethymnon East"]);
}

#[test]
fn m11_0_who_may_not_leave_kastelli_does_not() {
    let battle = active(across(), DAY, &[("gr-1-a1", "kastelli 12.05")]);
    assert_eq!(ways_out(&battle), [""; 0]);
    let german = active(across(), DAY, &[("det-muerbe", "kastelli 12.05")]);
    assert_eq!(ways_out(&german), ["Kastelli"]);
}

/// A unit in a box while its division's chit is played.
fn boxed(mut battle: Battle, turn: u16, id: &str, name: &str, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    battle.awaited.held.clear();
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    let who = unit(&battle, id);
    let place = by(&battle, name);
    battle.unit_mut(who).place = Place::Off(place);
    battle.unit_mut(who).end = Some((turn, "exit"));
    battle.frames = BOTTOM.into();
    let division = battle.counter(who).division;
    battle.frames.push(Frame::Return(Return { division, next: UnitId(0) }));
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    battle
}

/// Boxes to which the unit that is asked may march.
fn marches(battle: &Battle) -> Vec<&str> {
    let to = legal(battle).into_iter().filter_map(|action| match action {
        Action::MarchTo(number) => Some(battle.exit_name(number)),
        _ => None,
    });
    to.collect()
}

#[test]
fn s1_0_who_rides_marches_by_day_and_who_walks_at_night() {
    let (tanks, company) = ("uk-7rtr-b", "uk-leics-a");
    for (turn, id, there) in [
        (DAY, tanks, &["Rethymnon East", "Heraklion"][..]),
        (NIGHT, tanks, &["Rethymnon East", "Heraklion"]),
        (NIGHT, company, &["Rethymnon East", "Heraklion"]),
        (DAY, company, &[]),
        (MORNING, company, &[]),
    ] {
        let battle = boxed(across(), turn, id, "Heraklion Road", &[]);
        assert_eq!(marches(&battle), there, "{id} in turn {turn}");
    }
}

#[test]
fn s1_0_the_chit_that_the_night_has_left_for_the_morning_lets_them_march_on_foot() {
    for (turn, belated, may) in [
        (MORNING, true, true),
        (MORNING, false, false),
        (FORENOON, true, false),
        (DAY, true, false),
    ] {
        let mut battle = across();
        battle.belated = belated;
        let battle = boxed(battle, turn, "uk-leics-a", "Heraklion Road", &[]);
        assert_eq!(!marches(&battle).is_empty(), may, "turn {turn}, belated {belated}");
    }
    // A chit that was drawn last opens the next turn, and is belated while it is played.
    let mut battle = across();
    battle.turn = MORNING;
    battle.frames.clear();
    battle.playing = None;
    battle.arrivals.waiting.clear();
    battle.carried = ChitId::all(battle.ground.chits.len())
        .find(|&chit| battle.chit_name(chit) == "CREFOR Division");
    let company = unit(&battle, "uk-leics-a");
    let road = by(&battle, "Heraklion Road");
    battle.unit_mut(company).place = Place::Off(road);
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    assert_eq!(marches(&battle), ["Rethymnon East", "Heraklion"]);
}

#[test]
fn s1_0_one_box_in_an_activation() {
    let mut battle = boxed(across(), NIGHT, "uk-leics-a", "Heraklion Road", &[]);
    let company = unit(&battle, "uk-leics-a");
    let to = numbered(&battle, "Heraklion");
    let events = play(&mut battle, Action::MarchTo(to), &mut Scripted::always(5));
    assert_eq!(events, [Event::Marched(company, to)]);
    assert_eq!(battle.unit(company).place, Place::Off(Departure::Exit(to)));
    assert!(!matches!(battle.frames.last(), Some(Frame::Return(_))), "nobody asks it again");
}

#[test]
fn s1_0_a_box_on_the_way_is_no_way_in() {
    let battle = boxed(across(), NIGHT, "uk-leics-a", "Heraklion Road", &[]);
    assert!(!legal(&battle).iter().any(|action| matches!(action, Action::ReturnIn(_))));
}

/// Comes back with this die of the interdiction; the events.
fn enters(id: &str, name: &str, at: &str, die: u8) -> (Battle, Vec<Event>) {
    let mut battle = boxed(across(), DAY, id, name, &[]);
    let exit = hex(&battle, at);
    let events =
        play(&mut battle, Action::ReturnIn(exit), &mut Scripted::new([("interdiction", die)]));
    (battle, events)
}

#[test]
fn s1_0_allies_who_enter_meet_the_interdiction_table_without_modifiers() {
    let company = unit(&across(), "uk-leics-a");
    let told = |die| {
        let (battle, events) = enters("uk-leics-a", "Heraklion", "heraklion 01.11", die);
        let words = events.iter().find_map(|event| match event {
            Event::Interdicted { unit, die: rolled, result } => {
                assert_eq!((*unit, *rolled), (company, die));
                Some(*result)
            }
            _ => None,
        });
        let state = battle.unit(company);
        (words.expect("a roll"), state.steps, state.cohesion, battle.hex(company).is_some())
    };
    assert_eq!(told(0), ("no effect", 2, 0, true));
    let mut seen = alloc::collections::BTreeSet::new();
    for die in 0..10 {
        let (words, steps, cohesion, there) = told(die);
        let expected = match words {
            "no effect" => (2, 0, true),
            "cohesion hit" => (2, 1, true),
            "step loss" => (1, 0, true),
            "step loss and cohesion hit" => (1, 1, true),
            _ => (0, 0, false),
        };
        assert_eq!((steps, cohesion, there), expected, "{die}: {words}");
        seen.insert(words);
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn s1_0_germans_enter_without_interdiction() {
    let mut battle = boxed(across(), DAY, "fjr1-9", "Heraklion", &[]);
    let (company, exit) = (unit(&battle, "fjr1-9"), hex(&battle, "heraklion 01.11"));
    let events = play(&mut battle, Action::ReturnIn(exit), &mut Scripted::new([]));
    assert!(!events.iter().any(|event| matches!(event, Event::Interdicted { .. })));
    assert_eq!((battle.hex(company), battle.unit(company).end), (Some(exit), None));
}

#[test]
fn s1_0_both_sides_share_a_box() {
    let mut battle = boxed(across(), NIGHT, "uk-leics-a", "Heraklion Road", &[]);
    let german = unit(&battle, "fjr1-9");
    let road = by(&battle, "Heraklion Road");
    battle.unit_mut(german).place = Place::Off(road);
    battle.end_turn(false, &mut Vec::new());
    for id in ["uk-leics-a", "fjr1-9"] {
        assert_eq!(battle.unit(unit(&battle, id)).place, Place::Off(road), "{id}");
    }
}

const WITHDRAWAL: Withdrawal = Withdrawal { since: Some(0), level: 0, immobile_gone: true };

#[test]
fn s1_0_under_withdrawal_allies_in_a_box_with_germans_are_removed_when_the_night_ends() {
    for (turn, withdrawing, gone) in
        [(NIGHT, true, true), (NIGHT, false, false), (DAY, true, false)]
    {
        let mut battle = boxed(across(), turn, "uk-leics-a", "Heraklion Road", &[]);
        battle.morale.withdrawal = withdrawing.then_some(WITHDRAWAL);
        let [here, apart, german] =
            ["uk-leics-a", "uk-leics-b", "fjr1-9"].map(|id| unit(&battle, id));
        let (road, town) = (by(&battle, "Heraklion Road"), by(&battle, "Heraklion"));
        for (unit, place) in [(apart, town), (german, road)] {
            battle.unit_mut(unit).place = Place::Off(place);
            battle.unit_mut(unit).end = Some((turn, "exit"));
        }
        let mut events = Vec::new();
        battle.clear_shared_boxes(&mut events);
        let expected = if gone { Departure::Caught } else { road };
        assert_eq!(battle.unit(here).place, Place::Off(expected), "turn {turn}, {withdrawing}");
        assert_eq!(battle.unit(apart).place, Place::Off(town), "nobody else is in its box");
        assert_eq!(battle.unit(german).place, Place::Off(road));
        assert_eq!(events.contains(&Event::Departed(here, Departure::Caught)), gone);
        assert_eq!(battle.tally.steps_lost.allied, 0, "nobody has eliminated them");
    }
}

#[test]
fn s5_0_under_withdrawal_the_way_to_the_display_costs_the_allies_nothing() {
    let poor = |id: &str, withdrawing: bool| {
        let mut battle = active(across(), DAY, &[(id, "rethymnon 01.17")]);
        battle.command.points.fill(0);
        battle.morale.withdrawal = withdrawing.then_some(WITHDRAWAL);
        !ways_out(&battle).is_empty()
    };
    assert!(!poor("aus-2-1-a", false) && poor("aus-2-1-a", true));
    assert!(!poor("fjr2-9", true), "nor do Germans go for nothing");
}

/// Ports to which the active unit may go.
fn harbours(battle: &Battle) -> Vec<String> {
    let ports = legal(battle).into_iter().filter_map(|action| match action {
        Action::Depart(Departure::Port(number)) => Some(battle.port_name(number)),
        _ => None,
    });
    ports.collect()
}

#[test]
fn s2_0_from_port_to_port_at_night_for_a_point() {
    let company = ("uk-leics-a", "heraklion 19.08");
    let mut battle = active(across(), NIGHT, &[company, ENEMY]);
    assert_eq!(harbours(&battle), ["kastelli 06.04", "rethymnon 08.13"]);
    let leics = unit(&battle, "uk-leics-a");
    let own = usize::from(battle.counter(leics).division.0);
    battle.unit_mut(leics).cohesion = 1;
    battle.unit_mut(leics).improved = true;
    battle.set_hero(Side::Allied, Some(leics));
    let held = battle.command.points[own];
    let events = play(&mut battle, Action::Depart(Departure::Port(1)), &mut Scripted::always(5));
    assert_eq!(battle.command.points[own], held - 1);
    assert!(events.contains(&Event::Departed(leics, Departure::Port(1))));
    assert_eq!(battle.hex(leics), Some(hex(&battle, "rethymnon 08.13")));
    let state = battle.unit(leics);
    assert!(state.cohesion == 0 && !state.improved && battle.heroes.allied.is_none(), "no marker");
    assert!(state.end.is_none());
    let ended = !battle.frames.iter().any(|f| matches!(f, Frame::Acting(_) | Frame::Moving(_)));
    assert!(ended, "its activation is over");
    assert!(harbours(&active(across(), DAY, &[company, ENEMY])).is_empty(), "only at night");
}

#[test]
fn s2_0_the_other_port_must_be_free_of_the_enemy_and_his_zones() {
    let company = ("uk-leics-a", "heraklion 19.08");
    for (enemy, open) in [
        ("rethymnon 08.13", &["kastelli 06.04"][..]),
        ("rethymnon 08.14", &["kastelli 06.04"]),
        ("rethymnon 12.16", &["kastelli 06.04", "rethymnon 08.13"]),
    ] {
        let battle = active(across(), NIGHT, &[company, ("fjr2-9", enemy)]);
        assert_eq!(harbours(&battle), open, "a German in {enemy}");
    }
}

/// A-S2-2.
#[test]
fn ruling_ships_a_night() {
    for (word, third) in [("in_all", false), ("each_port", true)] {
        let mut battle = active(
            campaign(&alloc::format!("ships_a_night = \"{word}\"\n")),
            NIGHT,
            &[("uk-leics-a", "heraklion 19.08"), ("uk-leics-b", "heraklion 19.08"), ENEMY],
        );
        for (id, to) in [("uk-leics-a", 1), ("uk-leics-b", 0)] {
            activate(&mut battle, id);
            play(&mut battle, Action::Depart(Departure::Port(to)), &mut Scripted::always(5));
        }
        let (other, port) = (unit(&battle, "uk-leics-c"), hex(&battle, "heraklion 19.08"));
        battle.put(other, port);
        activate(&mut battle, "uk-leics-c");
        assert!(harbours(&battle).is_empty(), "two have gone from here");
        activate(&mut battle, "uk-leics-a");
        assert_eq!(!harbours(&battle).is_empty(), third, "{word}: one goes on from Rethymnon");
    }
}

#[test]
fn s2_0_a_ship_draws_fire_as_a_step_out_of_the_zone_and_a_suppressed_unit_stays() {
    let at = [("uk-leics-a", "heraklion 19.08"), ("fjr1-9", "heraklion 18.08")];
    let mut battle = active(across(), NIGHT, &at);
    let [leics, watcher] = at.map(|(id, _)| unit(&battle, id));
    play(&mut battle, Action::Depart(Departure::Port(1)), &mut Scripted::always(3));
    assert_eq!(
        battle.frames.last(),
        Some(&Frame::Watch(Watch { target: leics, extra: -1, next: watcher }))
    );
    battle.unit_mut(leics).suppressed = true;
    play(&mut battle, Action::HoldFire, &mut Scripted::always(3));
    assert_eq!(battle.hex(leics), Some(hex(&battle, "heraklion 19.08")));
}

#[test]
fn s2_0_a_leader_goes_with_his_unit() {
    let mut battle = active(across(), NIGHT, &[("uk-leics-a", "heraklion 19.08"), ENEMY]);
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-bde14").unwrap();
    let leics = unit(&battle, "uk-leics-a");
    battle.lead(leader, Some(leics));
    play(&mut battle, Action::Depart(Departure::Port(1)), &mut Scripted::always(5));
    assert_eq!(battle.command.leaders[leader].with, Some(leics));
    assert_eq!(battle.index.leaders[leader], Some(hex(&battle, "rethymnon 08.13")));
}

const AIRFIELD: &str = "10.04";

fn lifts(battle: &Battle) -> bool {
    legal(battle).contains(&Action::Depart(Departure::AirBox))
}

#[test]
fn s3_0_units_of_the_division_go_to_the_box_from_an_airfield_outside_enemy_zones() {
    for (turn, id, label, enemy, may) in [
        (NIGHT, "llsr-5", AIRFIELD, "20.10", true),
        (NIGHT + 1, "llsr-5", AIRFIELD, "20.10", true),
        (NIGHT, "llsr-5", "rethymnon 27.12", "20.10", true),
        (NIGHT - 1, "llsr-5", AIRFIELD, "20.10", false),
        (NIGHT, "llsr-5", "10.05", "20.10", false),
        (NIGHT, "llsr-5", AIRFIELD, "10.05", false),
        (NIGHT, "gjr100-6", AIRFIELD, "20.10", false),
    ] {
        let battle = active(across(), turn, &[(id, label), ("nz-22-a", enemy)]);
        assert_eq!(lifts(&battle), may, "{id} in {label} in turn {turn}, the enemy in {enemy}");
    }
    let mut battle = active(across(), NIGHT, &[("llsr-5", AIRFIELD)]);
    let company = unit(&battle, "llsr-5");
    let own = usize::from(battle.counter(company).division.0);
    let held = battle.command.points[own];
    play(&mut battle, Action::Depart(Departure::AirBox), &mut Scripted::always(5));
    assert_eq!(battle.command.points[own], held - 1);
    assert_eq!(battle.unit(company).place, Place::Off(Departure::AirBox));
    assert!(!battle.frames.iter().any(|f| matches!(f, Frame::Acting(_) | Frame::Moving(_))));
}

/// A-S3-1.
#[test]
fn ruling_ad_hoc_limit() {
    for (word, next_turn) in [("each_turn", true), ("in_all", false)] {
        let mut battle = active(
            campaign(&alloc::format!("ad_hoc_limit = \"{word}\"\n")),
            NIGHT,
            &[("llsr-5", AIRFIELD)],
        );
        for id in ["llsr-5", "llsr-6", "llsr-7"] {
            let (unit, runway) = (unit(&battle, id), hex(&battle, AIRFIELD));
            battle.put(unit, runway);
            activate(&mut battle, id);
            play(&mut battle, Action::Depart(Departure::AirBox), &mut Scripted::always(5));
        }
        let (fourth, runway) = (unit(&battle, "llsr-8"), hex(&battle, AIRFIELD));
        battle.put(fourth, runway);
        activate(&mut battle, "llsr-8");
        assert!(!lifts(&battle), "{word}: three have gone in this turn");
        battle.turn += 1;
        assert_eq!(lifts(&battle), next_turn, "{word}");
    }
}

/// A company at Maleme goes to its aircraft where a jump spares it a march, and jumps next to its posts, out of the fire
/// zones of the enemy.
#[test]
fn it_pays_to_jump_again_where_the_march_is_long() {
    let go = Action::Depart(Departure::AirBox);
    let battle = active(across(), NIGHT, &[("llsr-5", AIRFIELD)]);
    let worth = |post: &str| ordered_in(&battle, "llsr-5", &[post], "emplane", go);
    assert!(worth("45.10") >= 100, "{}", worth("45.10"));
    // With its posts next to it, the jump gains next to nothing.
    assert!(worth("12.05") < 0, "{}", worth("12.05"));
    assert_eq!(ordered_in(&battle, "llsr-5", &["45.10"], "depart", go), 0);
    // Where to: the nearer the better, but not under the eyes of the enemy.
    let battle = in_the_box(MORNING, &["llsr-5"], &[("nz-22-a", "40.11")]);
    let zone = |feature: &str, label: &str| {
        let drop = Action::DropZone(hex(&battle, label));
        ordered_in(&battle, "llsr-5", &["45.10"], feature, drop)
    };
    assert_eq!(zone("zone-way", "45.10"), 200);
    assert!(zone("zone-way", "30.09") < zone("zone-way", "44.10"));
    assert_eq!(zone("drop-danger", "30.09"), 0);
    assert!(zone("drop-danger", "40.12") > 0);
    assert_eq!(zone("drop-way", "45.10"), 0, "a matter of sticks");
}

/// Units in the air-drop box when the division's chit is played.
fn in_the_box(turn: u16, ids: &[&str], at: &[(&str, &str)]) -> Battle {
    let mut battle = across();
    battle.turn = turn;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    for id in ids {
        let unit = unit(&battle, id);
        battle.unit_mut(unit).place = Place::Off(Departure::AirBox);
        battle.unit_mut(unit).end = Some((turn, "air-drop box"));
    }
    battle.frames = BOTTOM.into();
    let own = division(&battle, "7FD");
    battle.call_ad_hoc_drop(own);
    battle
}

#[test]
fn s3_0_they_jump_at_0700_and_1500_on_any_open_hex_of_any_map() {
    for turn in 8..15 {
        let asked =
            in_the_box(turn, &["llsr-5"], &[]).frames.last() == Some(&Frame::AdHocZone(AdHocZone));
        assert_eq!(asked, [MORNING, AFTERNOON].contains(&turn), "turn {turn}");
    }
    assert!(in_the_box(MORNING, &[], &[]).frames.last() != Some(&Frame::AdHocZone(AdHocZone)));
    let battle = in_the_box(MORNING, &["llsr-5"], &[]);
    let offered = legal(&battle);
    for (sheet, kinds) in [("maleme", 0u8), ("rethymnon", 1), ("heraklion", 2), ("kastelli", 3)] {
        let there = |action: &&Action| match action {
            Action::DropZone(zone) => battle.ground.sheets[zone.index()] >> kinds & 1 != 0,
            _ => false,
        };
        assert!(offered.iter().filter(there).count() > 50, "{sheet}");
    }
    for action in &offered {
        let Action::DropZone(zone) = action else { continue };
        let kind = battle.ground.map.terrain_name(*zone);
        assert!(["clear", "orchard", "scrub", "village"].contains(&kind), "{kind}");
    }
    assert!(offered.contains(&Action::StayAway), "the Germans may wait");
}

#[test]
fn s3_0_all_of_them_jump_at_once_on_the_zone_or_next_to_it() {
    let ids = ["llsr-5", "llsr-6", "llsr-7"];
    let mut battle = in_the_box(MORNING, &ids, &[("uk-leics-a", "heraklion 30.13")]);
    let zone = hex(&battle, "heraklion 29.13");
    let enemy = hex(&battle, "heraklion 30.13");
    play(&mut battle, Action::DropZone(zone), &mut Scripted::always(5));
    let mut places: Vec<HexId> = Vec::new();
    for id in ids {
        let unit = unit(&battle, id);
        assert_eq!(battle.frames.last(), Some(&Frame::AdHocJump(AdHocJump { zone, next: unit })));
        for action in legal(&battle) {
            let Action::DropIn(hex) = action else { panic!("{action:?}") };
            assert!(hex != enemy && !places.contains(&hex), "{id}");
            assert!(battle.ground.distance(zone, hex) <= 1);
        }
        let Action::DropIn(first) = legal(&battle)[0] else { unreachable!() };
        play(&mut battle, Action::DropIn(first), &mut Scripted::always(5));
        places.push(first);
        let state = battle.unit(unit);
        assert_eq!((state.landing, state.parachutes), (Some(ByAir::AdHoc(MORNING)), 1));
        assert_eq!(battle.hex(unit), Some(first));
    }
    assert_eq!(battle.arrivals.serial_landed_in, None);
    assert!(battle.jumped_ad_hoc());
    // Each meets the drop table as any other that jumps (4.2.1).
    let first = unit(&battle, ids[0]);
    let mut events = Vec::new();
    battle.roll_drop(first, &mut Scripted::new([("drop", 0)]), &mut events);
    let rows = landings(&battle, &events);
    assert_eq!((rows[0].kind, rows[0].zone.as_str()), ("parachute", "Ad-hoc drop"));
    assert_eq!(battle.unit(first).landing, None);
}

#[test]
fn s3_0_and_s7_0_no_serial_and_no_ad_hoc_drop_in_one_turn() {
    let mountain = |battle: &Battle| battle.serials_due(division(battle, "5GD")).next().is_some();
    let mut battle = in_the_box(AFTERNOON, &["llsr-5"], &[]);
    let terms = alloc::sync::Arc::make_mut(&mut battle.ground);
    terms.airlanding.as_mut().unwrap().turns.push(AFTERNOON);
    for label in ["09.04", "10.04"] {
        let runway = battle.ground.objective(hex(&battle, label)).unwrap();
        battle.control[runway] = Side::German;
    }
    assert!(mountain(&battle));
    let zone = hex(&battle, "heraklion 29.13");
    play(&mut battle, Action::DropZone(zone), &mut Scripted::always(5));
    assert!(!mountain(&battle), "they have jumped in this turn");
    let mut battle = in_the_box(AFTERNOON, &["llsr-5"], &[]);
    battle.frames = BOTTOM.into();
    battle.arrivals.serial_landed_in = Some(AFTERNOON);
    let own = division(&battle, "7FD");
    battle.call_ad_hoc_drop(own);
    assert_eq!(battle.frames.as_slice(), BOTTOM, "a serial has landed in this turn");
    assert_eq!(battle.arrivals.lifts, Lifts::default());
}

/// S3.0: "on any map", and 4.2: with an enemy in every hex of the zone the unit is lost.
#[test]
fn s3_0_who_finds_no_free_hex_is_lost() {
    let zone = "heraklion 29.13";
    let mut battle = in_the_box(MORNING, &["llsr-5"], &[(("uk-leics-a"), zone)]);
    let (at, company) = (hex(&battle, zone), unit(&battle, "llsr-5"));
    let near: Vec<HexId> = battle.ground.map.neighbours(at).map(|(_, near)| near).collect();
    let others: Vec<UnitId> =
        battle.ids().filter(|&unit| battle.side(unit) == Side::Allied).skip(40).collect();
    for (&near, &other) in near.iter().zip(&others) {
        battle.put(other, near);
    }
    let events = play(&mut battle, Action::DropZone(at), &mut Scripted::always(5));
    assert!(events.contains(&Event::Eliminated(company)));
    assert!(matches!(battle.unit(company).place, Place::Dead(_)));
    assert!(battle.to_act().is_some());
}

#[test]
fn the_display_must_make_sense() {
    let faults = |edit: fn(String) -> String| {
        let mut files = Files::default();
        files.change("jump-die-repeat", "toml", |text| {
            text.replace("[files]\n", "[files]\noff_map = \"tables/off-map-display\"\n")
        });
        files.change("tables/off-map-display", "toml", edit);
        files.faults("jump-die-repeat")
    };
    let key = |edit| faults(edit).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!(key(|text| text.replace("kastelli 15.06", "kastelli 08.05")), ["box.exit"]);
    assert_eq!(key(|text| text.replace("kastelli 15.06", "kasteli 15.06")), ["box.exit"]);
    assert_eq!(key(|text| text.replace("kastelli 15.06", "15.06")), ["box.exit"]);
    assert_eq!(key(|text| text.replace("kastelli 15.06", "kastelli 15.66")), ["box.exit"]);
    let unknown =
        |text: String| text.replace("[\"Kastelli\", \"Maleme\"]", "[\"Kastelli\", \"Malta\"]");
    assert_eq!(key(unknown), ["connection.between"]);
    let twice = |text: String| text.replacen("name = \"Maleme\"", "name = \"Kastelli\"", 1);
    assert!(key(twice).contains(&"box.name".to_string()));
}

#[test]
fn ships_and_ad_hoc_drops_must_make_sense() {
    let keys = |block: &str| {
        let mut files = Files::default();
        let block = alloc::format!("{block}\n[files]\n");
        files.change("jump-die-repeat", "toml", |text| text.replace("[files]\n", &block));
        files.faults("jump-die-repeat").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    let ships = |ports: &str| keys(&alloc::format!("[shipping]\n{ports}\nunits_a_night = 2\n"));
    assert_eq!(
        ships("ports = [\"heraklion 19.08\"]"),
        ["shipping.ports"],
        "one port leads nowhere"
    );
    let both = "port = \"heraklion 19.08\"\nports = [\"kastelli 06.04\", \"rethymnon 08.13\"]";
    assert_eq!(ships(both), ["shipping.ports"]);
    assert_eq!(ships("ports = [\"heraklion 19.08\", \"heraklion 19.99\"]"), ["shipping.ports"]);
    let drops = |division: &str, from: &str, at: &str| {
        keys(&alloc::format!(
            "[ad_hoc_drops]\ndivision = \"{division}\"\nfrom = \"{from}\"\nunits = 3\nat = [\"{at}\"]\n"
        ))
    };
    assert_eq!(drops("8FD", "20 May Night", "0700"), ["ad_hoc_drops.division"]);
    assert_eq!(drops("7FD", "26 May Night", "0700"), ["ad_hoc_drops.from"]);
    assert_eq!(drops("7FD", "20 May Night", "0800"), ["ad_hoc_drops.at"]);
}
