//! Scenario 6: four sheets of four grids, drops of two days, and what waits for their chits (11.0; S6.0, S7.0, S10.0).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Id, Outcome, Position, Scripted, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::airstrike::AirStrikes;
use super::super::event::Event;
use super::super::frame::{
    Acting, Airland, Frame, Happening, Moving, Opening, SettingUp, WhichMap,
};
use super::super::ground::EventKind;
use super::super::rulings::Switch;
use super::super::state::Battle;
use super::super::trucks::Ride;
use super::desk::{Desk, Files, chit, division, hex, legal, play, ratings_rise, ruled, unit};
use crate::mercury::ids::{LeaderId, TruckId};

/// Waits below whatever a test looks at.
const BOTTOM: [Frame; 1] = [Frame::Opening(Opening)];

/// 20 May 1500 and 1700, 21 May 1500, 1700 and 1900.
const RETHYMNON: u16 = 4;
const HERAKLION: u16 = 5;
const RAMCKE: u16 = 12;
const FIRST_SERIAL: u16 = 13;
const LAST: u16 = 14;

fn jump() -> Battle {
    Files::default().scenario("jump-die-repeat")
}

/// Only these units are on the map, while a chit is played.
fn under(mut battle: Battle, turn: u16, name: &str, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    battle.playing = Some(chit(&battle, name));
    battle.call_up();
    battle.frames = BOTTOM.into();
    battle
}

fn acting(mut battle: Battle, id: &str) -> Battle {
    let first = unit(&battle, id);
    battle.spend_unit(first);
    battle.frames.push(Frame::Acting(Acting { unit: first, done: None }));
    battle
}

#[test]
fn hexes_of_the_eastern_grids_carry_the_name_of_their_sheet() {
    let battle = jump();
    let map = &battle.ground.map;
    for label in ["48.12", "rethymnon 28.11", "heraklion 28.08", "kastelli 06.04"] {
        assert_eq!(map.label(hex(&battle, label)), label);
    }
    let labels: alloc::collections::BTreeSet<String> = map.ids().map(|id| map.label(id)).collect();
    assert_eq!(labels.len(), map.len(), "no label stands for two hexes");
    assert!(map.ids().all(|id| map.find(&map.label(id), None) == Some(id)));
    let [maleme, rethymnon] = ["28.11", "rethymnon 28.11"].map(|label| hex(&battle, label));
    assert_ne!(maleme, rethymnon);
    assert_eq!(battle.ground.distance(maleme, rethymnon), u8::MAX);
    assert!(!battle.sees(maleme, rethymnon));
}

#[test]
fn m11_0_forces_and_turns_of_scenario_6() {
    let battle = jump();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names[usize::from(LAST)].as_str()), (15, "21 May 1900"));
    assert_eq!(names[usize::from(RETHYMNON)], "20 May 1500");
    let first: Vec<String> =
        battle.ground.first_cup.iter().map(|&chit| battle.chit_name(chit)).collect();
    assert!(first.contains(&"FJR 3 formation".to_string()) && first.len() == 6, "{first:?}");
    // Step H at once: nobody is asked to buy chits before the first one is drawn.
    assert!(!battle.ground.whole_first_turn);
    let mut begun = battle.clone();
    begun.begin_turn(&mut Vec::new());
    assert!(!begun.frames.iter().any(|frame| matches!(frame, Frame::Dispatch(_))));
}

/// F-SC6-2, F-SC5-1.
#[test]
fn ruling_start_values_of_scenario_6() {
    let of = |battle: &Battle| {
        let (creforce, mountain) = (division(battle, "CREFOR"), division(battle, "5GD"));
        let guards = battle.ground.rearguards.iter();
        let guards = guards.filter(|&&unit| battle.counter(unit).division == creforce).count();
        (guards, battle.command.points[usize::from(mountain.0)])
    };
    assert_eq!(of(&jump()), (4, 3));
    assert_eq!(of(&ruled("jump-die-repeat", "start_values", "french")), (2, 5));
}

/// A-SC6-3: for good, by one at 1500 and by one more at 1700.
#[test]
fn m11_0_two_command_ratings_rise_with_the_drops() {
    ratings_rise(jump(), LAST, |turn| {
        let raised = u8::from(turn >= RETHYMNON) + u8::from(turn >= HERAKLION);
        [("2NZ", 0), ("CREFOR", raised), ("7FD", raised), ("5GD", 0)]
    });
}

/// Whether the unit may be activated under a chit of its side.
fn free(battle: &Battle, id: &str) -> bool {
    battle.may_activate(unit(battle, id))
}

#[test]
fn m11_0_allies_at_rethymnon_and_heraklion_wait_for_the_chits_of_the_drops() {
    let at =
        [("aus-2-1-a", "rethymnon 29.11"), ("uk-bw-a", "heraklion 29.12"), ("nz-22-a", "09.07")];
    let direct = |turn| {
        let mut battle = under(jump(), turn, "Allied Direct Command", &at);
        battle.command.points.fill(9);
        for leader in ["ldr-campbell", "ldr-bde14", "ldr-nz5"] {
            let place = battle.ground.leaders.iter().position(|card| card.id == leader).unwrap();
            let with =
                ["aus-2-1-a", "uk-bw-a", "nz-22-a"][["ldr-campbell", "ldr-bde14", "ldr-nz5"]
                    .iter()
                    .position(|&l| l == leader)
                    .unwrap()];
            let with = unit(&battle, with);
            battle.lead(place, Some(with));
        }
        battle
    };
    let mut battle = direct(RETHYMNON);
    assert!(free(&battle, "nz-22-a"), "at Maleme they fight from the first chit on");
    assert!(!free(&battle, "aus-2-1-a") && !free(&battle, "uk-bw-a"));
    let drop = chit(&battle, "7FD Division");
    let mut events = Vec::new();
    battle.release_by_chit(drop, &mut events);
    assert!(events.contains(&Event::Released(0)), "{events:?}");
    assert!(free(&battle, "aus-2-1-a") && !free(&battle, "uk-bw-a"), "Heraklion waits for 1700");
    battle.turn = HERAKLION;
    battle.release_by_chit(drop, &mut Vec::new());
    assert!(free(&battle, "uk-bw-a"));
    // The chit of an earlier turn frees nobody, nor does the hour alone.
    let mut early = direct(RETHYMNON - 1);
    early.release_by_chit(drop, &mut Vec::new());
    early.turn = HERAKLION;
    early.release_by_date(&mut Vec::new());
    assert!(!free(&early, "aus-2-1-a") && !free(&early, "uk-bw-a"));
}

/// Who is held back still fires at whoever moves past: that is no activation.
#[test]
fn m11_0_units_held_back_keep_their_fire_zones() {
    let at = [("aus-2-1-a", "rethymnon 29.11"), ("fjr2-9", "rethymnon 30.11")];
    let battle = under(jump(), RETHYMNON, "7FD Division", &at);
    assert!(battle.zone_of(Side::Allied, hex(&battle, "rethymnon 30.11")));
}

#[test]
fn m11_0_the_regiments_chits_follow_that_of_their_division_into_the_cup() {
    for (turn, joins) in [(RETHYMNON, "FJR 2 formation"), (HERAKLION, "FJR 1 formation")] {
        let mut battle = jump();
        battle.turn = turn;
        battle.cup.clear();
        let drop = chit(&battle, "7FD Division");
        let joining = chit(&battle, joins);
        let mut events = Vec::new();
        if turn == HERAKLION {
            battle.awaited.chits = [1].into();
        }
        battle.release_by_chit(drop, &mut events);
        assert_eq!(battle.cup.chits(), [joining.0], "{joins}");
        assert!(events.contains(&Event::ChitJoined(joining)));
        // Once only; afterwards it is bought like others.
        battle.cup.clear();
        battle.release_by_chit(drop, &mut Vec::new());
        assert!(battle.cup.chits().is_empty());
    }
    // One that has been bought for the turn is not put in twice.
    let mut battle = jump();
    battle.turn = RETHYMNON;
    let bought = chit(&battle, "FJR 2 formation");
    battle.cup.clear();
    battle.cup.put(bought.0);
    let drop = chit(&battle, "7FD Division");
    battle.release_by_chit(drop, &mut Vec::new());
    assert_eq!((battle.cup.chits().len(), battle.awaited.joined), (1, 0));
}

/// F-SC6-3: the scenario plays the chit that is drawn last while a drop is due.
#[test]
fn m11_0_the_chit_of_a_drop_is_played_though_it_is_the_last() {
    let last = |turn, sticks_down: bool, ruling| {
        let mut desk = Desk { battle: jump() };
        desk.rulings().play_last_drop_chit = ruling;
        let mut battle = desk.battle;
        battle.turn = turn;
        battle.frames.clear();
        battle.playing = None;
        if sticks_down {
            let all = battle.ground.sticks.len();
            battle.arrivals.dropped = crate::mercury::ids::StickId::all(all).collect();
        }
        let drop = chit(&battle, "7FD Division");
        battle.cup.clear();
        battle.cup.put(drop.0);
        let mut events = Vec::new();
        battle.settle(&mut Scripted::always(5), &mut events);
        events.contains(&Event::Drawn(drop)) && battle.turn == turn
    };
    for turn in [RETHYMNON, HERAKLION] {
        assert!(last(turn, false, Switch::On));
        assert!(!last(turn, true, Switch::On), "nobody is left to drop");
        assert!(!last(turn, false, Switch::Off));
    }
    assert_eq!(jump().ground.rulings.play_last_drop_chit, Switch::On);
}

#[test]
fn m11_0_air_strikes_of_the_drops_fall_on_one_sheet_each() {
    let at =
        [("nz-22-a", "09.07"), ("aus-2-1-a", "rethymnon 29.11"), ("uk-bw-a", "heraklion 29.12")];
    for (turn, target) in [
        (0, "09.07"),
        (RETHYMNON, "rethymnon 29.11"),
        (HERAKLION, "heraklion 29.12"),
        (RAMCKE, "09.07"),
    ] {
        let mut battle = under(jump(), turn, "7FD Division", &at);
        for (grant, left) in battle.air.strikes_left.iter_mut().enumerate() {
            *left = if battle.ground.air_support[grant].turn == turn { 4 } else { 0 };
        }
        battle.call_air_support(division(&battle, "7FD"));
        let Some(Frame::AirStrikes(AirStrikes { left: 4, within: None, .. })) =
            battle.frames.last()
        else {
            panic!("no strikes in turn {turn}: {:?}", battle.frames.last())
        };
        assert_eq!(legal(&battle), [Action::AirStrike(hex(&battle, target)), Action::NoAirStrike]);
    }
}

const GREEKS: [&str; 2] = ["gr-1-a1", "gr-1-a2"];

#[test]
fn m11_0_the_greeks_of_kastelli_keep_two_hexes_from_the_east_exit() {
    let at = [(GREEKS[0], "kastelli 12.05"), ("det-muerbe", "kastelli 03.03")];
    let mut battle = under(jump(), 2, "2NZ Division", &at);
    let greeks = unit(&battle, GREEKS[0]);
    let exit = hex(&battle, "kastelli 15.06");
    battle.frames.push(Frame::Moving(Moving { unit: greeks, left: 40, came: None }));
    let from = hex(&battle, "kastelli 12.05");
    let near = |battle: &Battle, far: bool| {
        let steps = battle.ground.map.neighbours(from).filter(|&(_, to)| {
            (battle.ground.distance(to, exit) > 2) == far
                && battle.ground.terrain(to).enter[0][0].is_some()
        });
        steps.map(|(way, _)| Action::Step(way)).collect::<Vec<_>>()
    };
    let legal = legal(&battle);
    let (barred, open) = (near(&battle, false), near(&battle, true));
    assert!(!barred.is_empty() && barred.iter().all(|step| !legal.contains(step)), "{barred:?}");
    assert!(open.iter().any(|step| legal.contains(step)));
    // Germans go where they like, and those Greeks may not charge into the barred hexes either.
    let mut other = under(jump(), 2, "7FD Division", &[("det-muerbe", "kastelli 12.05")]);
    let german = unit(&other, "det-muerbe");
    other.frames.push(Frame::Moving(Moving { unit: german, left: 40, came: None }));
    let legal = super::desk::legal(&other);
    assert!(barred.iter().any(|step| legal.contains(step)));
    let inside = battle.ground.map.neighbours(from).find(|&(_, to)| {
        battle.ground.distance(to, exit) <= 2 && battle.ground.terrain(to).enter[0][0].is_some()
    });
    let (way, to) = inside.expect("a barred neighbour");
    assert!(battle.out_of_bounds_beyond(greeks, from, way) && battle.out_of_bounds(greeks, to));
    assert!(battle.is_confined(greeks) && !battle.is_confined(german));
}

#[test]
fn m11_0_bedding_has_the_greeks_of_his_map_in_command_and_no_others() {
    let at = [(GREEKS[0], "kastelli 02.02"), (GREEKS[1], "kastelli 12.05"), ("gr-6-1", "37.12")];
    let mut battle = under(jump(), 2, "Allied Direct Command", &at);
    let bedding = battle.ground.leaders.iter().position(|card| card.id == "ldr-bedding").unwrap();
    assert!(GREEKS.iter().all(|id| !battle.in_command(unit(&battle, id))));
    let with = unit(&battle, GREEKS[0]);
    battle.lead(bedding, Some(with));
    assert!(GREEKS.iter().all(|id| battle.in_command(unit(&battle, id))));
    assert!(!battle.in_command(unit(&battle, "gr-6-1")), "Maleme is another map");
}

/// A-SC11-3: two leaders of a brigade on two maps both command; if ever they are on one, the deputy is out of the game.
#[test]
fn m11_0_a_leader_who_gives_way_leaves_once_both_are_on_one_map() {
    let mut files = Files::default();
    files.change("jump-die-repeat", "toml", |text| {
        let block = "[[leader]]\nid = \"ldr-campbell\"\n";
        assert!(text.contains(block));
        text.replace(block, &(block.to_string() + "gives_way_to = \"ldr-vassey\"\n"))
    });
    let start = files.scenario("jump-die-repeat");
    let at = [("aus-2-1-a", "rethymnon 29.11"), ("aus-2-8-b", "48.12"), ("aus-2-8-c", "47.12")];
    let mut battle = under(start, HERAKLION, "19th Bde (AUS) formation", &at);
    let place = |id: &str| battle.ground.leaders.iter().position(|card| card.id == id).unwrap();
    let (vassey, campbell) = (place("ldr-vassey"), place("ldr-campbell"));
    let [at_rethymnon, at_maleme] = ["aus-2-1-a", "aus-2-8-b"].map(|id| unit(&battle, id));
    battle.lead(campbell, Some(at_rethymnon));
    battle.lead(vassey, Some(at_maleme));
    battle.retire_deputies(&mut Vec::new());
    assert!(battle.in_command(at_rethymnon) && battle.in_command(at_maleme), "each on his map");
    assert_eq!(battle.command.leaders[campbell].with, Some(at_rethymnon));
    let mut events = Vec::new();
    battle.lead(vassey, Some(at_rethymnon));
    battle.retire_deputies(&mut events);
    assert_eq!(events, [Event::LeaderRetired(LeaderId::at(campbell))]);
    assert_eq!(battle.command.leaders[campbell].with, None);
    assert!(battle.in_command(at_rethymnon), "under the brigadier now");
    // He does not come again.
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    assert_eq!(battle.command.leaders[campbell].with, None);
}

/// 5.8: the enemy picks a map in play, then the friendly player one of his units on it.
#[test]
fn m5_8_the_enemy_picks_the_map_of_an_event() {
    let at = [
        ("nz-22-a", "09.07"),
        ("llsr-5", "09.08"),
        ("aus-2-1-a", "rethymnon 29.11"),
        ("fjr2-9", "rethymnon 29.12"),
        ("uk-bw-a", "heraklion 29.12"),
    ];
    let mut battle = under(jump(), HERAKLION, "Allied Event", &at);
    battle.first(WhichMap { side: Side::Allied });
    assert_eq!(battle.to_act(), Some(Side::German));
    assert_eq!(legal(&battle), [Action::PickMap(0), Action::PickMap(1)], "none at Heraklion");
    let mut asked = battle.clone();
    play(&mut asked, Action::PickMap(1), &mut Scripted::always(5));
    assert_eq!(asked.to_act(), Some(Side::Allied));
    assert_eq!(legal(&asked), [Action::Pick(unit(&asked, "aus-2-1-a"))]);
    let picked = unit(&asked, "aus-2-1-a");
    play(&mut asked, Action::Pick(picked), &mut Scripted::always(5));
    assert_eq!(asked.unit(picked).cohesion, 1);
    // With one map in question nobody is asked for it.
    let gone = unit(&battle, "fjr2-9");
    battle.lift(gone);
    battle.unit_mut(gone).place = super::super::state::Place::Waiting;
    battle.settle(&mut Scripted::always(5), &mut Vec::new());
    let Some(Frame::Happening(Happening { kind: EventKind::OutOfAmmo, .. })) = battle.frames.last()
    else {
        panic!("{:?}", battle.frames.last())
    };
    assert_eq!(legal(&battle), [Action::Pick(unit(&battle, "nz-22-a"))]);
}

/// The Germans control these objectives.
fn held(mut battle: Battle, labels: &[&str]) -> Battle {
    for label in labels {
        let objective = battle.ground.objective(hex(&battle, label)).expect("an objective");
        battle.control[objective] = Side::German;
    }
    battle
}

const RUNWAY: [&str; 5] =
    ["heraklion 27.08", "heraklion 28.08", "heraklion 29.08", "heraklion 29.09", "heraklion 30.09"];

#[test]
fn ms7_0_a_serial_lands_whole_on_one_of_the_airfields_under_control() {
    let labels = ["09.04", "10.04", "11.05", RUNWAY[0], RUNWAY[1]];
    let mut battle = held(under(jump(), FIRST_SERIAL, "5GD Division", &[]), &labels);
    battle.call_serials(division(&battle, "5GD"));
    let Some(Frame::Airland(Airland { next: 0, airfield: None, .. })) = battle.frames.last() else {
        panic!("no serial is due: {:?}", battle.frames.last())
    };
    let offers = |labels: &[&str]| {
        labels.iter().map(|label| Action::AirlandIn(hex(&battle, label))).collect::<Vec<_>>()
    };
    let (all, east) = (offers(&labels), offers(&labels[3..]));
    assert_eq!(legal(&battle), [all.as_slice(), &[Action::HoldSerial]].concat());
    let mut east_only = battle.clone();
    play(&mut east_only, east[0], &mut Scripted::always(0));
    while !matches!(east_only.frames.last(), Some(Frame::Airland(_))) {
        let begin = legal(&east_only)[0];
        play(&mut east_only, begin, &mut Scripted::always(0));
    }
    assert_eq!(legal(&east_only), east, "the others of the serial land there too");
    // Two hexes that do not touch, or one of each airfield, are not enough.
    for labels in [&["09.04", "11.05"][..], &["09.04", "rethymnon 27.12", RUNWAY[0]]] {
        let mut battle = held(under(jump(), FIRST_SERIAL, "5GD Division", &[]), labels);
        battle.call_serials(division(&battle, "5GD"));
        assert!(!matches!(battle.frames.last(), Some(Frame::Airland(_))), "{labels:?}");
    }
}

/// Who wins when the scenario ends.
fn winner(mut battle: Battle) -> Option<Side> {
    battle.turn = LAST;
    battle.end_turn(true, &mut Vec::new());
    match battle.outcome {
        Outcome::Over { winner, .. } => winner,
        Outcome::Undecided => panic!("the last turn is over"),
    }
}

#[test]
fn m11_0_one_airfield_or_three_units_over_the_edge_win_scenario_6() {
    assert_eq!(winner(jump()), Some(Side::Allied));
    for airfield in
        [&["09.04", "10.04", "11.05"][..], &["rethymnon 27.12", "rethymnon 28.11"], &RUNWAY]
    {
        assert_eq!(winner(held(jump(), airfield)), Some(Side::German), "{airfield:?}");
        assert_eq!(winner(held(jump(), &airfield[1..])), Some(Side::Allied), "one hex is missing");
    }
    let mut out = jump();
    out.tally.broken_out = 3;
    assert_eq!(winner(out), Some(Side::German));
}

/// A-SC6-2.
#[test]
fn ruling_sc6_airfield() {
    let two = || ruled("jump-die-repeat", "sc6_airfield", "two_connected");
    assert_eq!(winner(held(two(), &["09.04", "10.04"])), Some(Side::German));
    assert_eq!(winner(held(two(), &["09.04", "11.05"])), Some(Side::Allied), "they do not touch");
    assert_eq!(winner(held(two(), &RUNWAY[..2])), Some(Side::German));
    assert_eq!(winner(held(jump(), &RUNWAY[..2])), Some(Side::Allied));
}

/// S10.0: a loaded truck goes on three sheets only. On Heraklion nobody may take one.
#[test]
fn ms10_0_no_truck_is_taken_on_the_eastern_sheets() {
    let gun = "aus-2-3raa-b";
    for (label, may) in [("18.07", true), ("rethymnon 31.12", false)] {
        let mut battle = under(jump(), HERAKLION, "CREFOR Division", &[(gun, label)]);
        let (gun, hex) = (unit(&battle, gun), hex(&battle, label));
        battle.units[gun.index()].park = true;
        assert_eq!(battle.truck_for(gun, hex).is_some(), may, "{label}");
    }
    let mut battle =
        acting(under(jump(), HERAKLION, "CREFOR Division", &[(gun, "rethymnon 31.12")]), gun);
    let gun = unit(&battle, gun);
    battle.units[gun.index()].ride = Some(Ride { truck: TruckId(0), steps: 1 });
    let next = battle.ground.map.neighbours(hex(&battle, "rethymnon 31.12")).next().unwrap().1;
    assert!(battle.leaves_truck_country(gun, next));
    assert!(!battle.leaves_truck_country(gun, hex(&battle, "18.08")));
}

#[test]
fn scenario_6_plays_to_its_end() {
    let mut dice = Seeded::new(Seed(6).game(0));
    let mut battle = jump();
    battle.open(&mut dice, &mut Vec::new());
    while matches!(battle.frames.last(), Some(Frame::SettingUp(SettingUp { .. }) | Frame::Begin(_)))
    {
        let first = legal(&battle)[0];
        battle.apply_unchecked(first, &mut dice, &mut Vec::new());
    }
    let mut decisions = 0;
    while battle.to_act().is_some() && decisions < 40_000 {
        let last = *legal(&battle).last().unwrap();
        battle.apply_unchecked(last, &mut dice, &mut Vec::new());
        decisions += 1;
    }
    assert!(matches!(battle.outcome, Outcome::Over { winner: Some(Side::Allied), .. }));
    assert_eq!(battle.turn, LAST);
    assert!(battle.awaited.held.is_empty() && battle.awaited.chits.is_empty());
}

#[test]
fn what_waits_for_chits_and_who_is_bound_must_make_sense() {
    let keys = |from: &str, to: &str| Files::faulty_keys("jump-die-repeat", from, to);
    let held = "sheets = [\"rethymnon\"]\nuntil = \"20 May 1500\"\nafter = \"7FD division\"";
    for (wrong, key) in [
        (held.replace("rethymnon", "retimo"), "held_back.sheets"),
        (held.replace("rethymnon", "canea-suda"), "held_back.sheets"),
        (held.replace("20 May 1500", "20 May 1400"), "held_back.until"),
        (held.replace("7FD", "8FD"), "held_back.after"),
    ] {
        assert_eq!(keys(held, &wrong), [key], "{wrong}");
    }
    let joining = "chit = \"FJR 2 formation\"\nafter = \"7FD division\"\nturn = \"20 May 1500\"";
    for (wrong, key) in [
        (joining.replace("FJR 2", "FJR 9"), "joining_chit.chit"),
        (joining.replace("FJR 2 formation", "german event"), "joining_chit.chit"),
        (joining.replace("7FD", "9FD"), "joining_chit.after"),
        (joining.replace("1500", "1501"), "joining_chit.turn"),
    ] {
        assert_eq!(keys(joining, &wrong), [key], "{wrong}");
    }
    let bound = "sheet = \"kastelli\"\nkeep_from = \"kastelli 15.06\"";
    for (wrong, key) in [
        (bound.replace("\"kastelli\"", "\"kasteli\""), "confined.sheet"),
        (bound.replace("kastelli 15.06", "15.06"), "confined.keep_from"),
        (bound.replace("15.06", "16.06"), "confined.keep_from"),
    ] {
        assert_eq!(keys(bound, &wrong), [key], "{wrong}");
    }
    assert_eq!(
        keys("strikes = 4\nsheet = \"heraklion\"", "strikes = 4\nsheet = \"malta\""),
        ["air_support.sheet"]
    );
    let both = "[airlanding]\nairfield = [\"09.04\", \"10.04\"]";
    assert_eq!(keys("[airlanding]", both), ["airlanding.airfield"]);
    let alone = "id = \"ldr-campbell\"\ngives_way_to = ";
    for (other, key) in
        [("ldr-campbell", "leader.gives_way_to"), ("ldr-nobody", "leader.gives_way_to")]
    {
        let wrong = alloc::format!("{alone}\"{other}\"");
        assert_eq!(keys("id = \"ldr-campbell\"", &wrong), [key], "{other}");
    }
}
