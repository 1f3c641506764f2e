//! Allied morale (S5.0): what moves it, and what happens when it breaks.

use alloc::vec::Vec;

use engine::{Scripted, Side};

use super::super::departures::Departure;
use super::super::event::Event;
use super::super::rulings::Level;
use super::super::state::{Battle, Place};
use super::desk::{Files, unit};
use super::western_desk::*;

fn level(battle: &Battle) -> i16 {
    battle.allied_morale().expect("morale holds")
}

fn lose(battle: &mut Battle, id: &str, steps: u8) -> Vec<Event> {
    let mut events = Vec::new();
    let unit = unit(battle, id);
    battle.lose_steps(unit, steps, "fire", &mut events);
    events
}

#[test]
fn s5_0_morale_begins_as_the_scenario_says_and_never_rises_above_it() {
    let mut battle = with(gala(), 0, &[(GERMAN, FAR), (NZ, "48.12")]);
    assert_eq!(level(&battle), 20);
    lose(&mut battle, GERMAN, 1);
    assert_eq!(level(&battle), 20, "not above the start");
    lose(&mut battle, NZ, 1);
    lose(&mut battle, GERMAN, 1);
    assert_eq!(level(&battle), 20);
}

#[test]
fn s5_0_steps_eliminated_move_morale_at_once_but_not_those_of_greeks() {
    let mut battle = with(gala(), 0, &[(NZ, "48.12"), (GREEK, "48.13"), (GERMAN, FAR)]);
    let unit = unit(&battle, NZ);
    let events = lose(&mut battle, NZ, 2);
    assert_eq!(level(&battle), 18, "a point a step");
    let at = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let lost = at(&|event| matches!(event, Event::StepLost { .. }));
    assert_eq!(at(&|event| matches!(event, Event::Morale { level: 18, .. })), lost + 1);
    assert!(lost + 1 < at(&|event| *event == Event::Eliminated(unit)), "before anything else");
    lose(&mut battle, GREEK, 1);
    assert_eq!(level(&battle), 18);
    lose(&mut battle, GERMAN, 1);
    assert_eq!(level(&battle), 19);
}

/// S6.0: the Germans must control all hexes of an airfield; A-S5-3: one that is no longer German gives it back.
#[test]
fn s5_0_s6_0_airfields_and_ports_cost_ten_and_come_back_as_often_as_they_change_hands() {
    let mut battle = gala();
    battle.morale.level = 11;
    takes(&mut battle, Side::Allied, "10.04");
    assert_eq!(level(&battle), 20, "ten more, up to the start");
    takes(&mut battle, Side::Allied, "09.04");
    takes(&mut battle, Side::German, "10.04");
    assert_eq!(level(&battle), 20, "one hex is not German still");
    takes(&mut battle, Side::German, "09.04");
    assert_eq!(level(&battle), 10);
    battle.morale.level = 20;
    takes(&mut battle, Side::German, "59.13");
    assert_eq!(level(&battle), 10);
    takes(&mut battle, Side::Allied, "59.13");
    takes(&mut battle, Side::German, "59.13");
    assert_eq!(level(&battle), 10, "as often as it changes hands");
    takes(&mut battle, Side::German, "36.11");
    assert_eq!(level(&battle), 10, "a village is neither");
}

/// Control follows the last occupier, and morale follows control in the same move.
#[test]
fn s6_0_whoever_enters_a_port_takes_it_and_morale_with_it() {
    let mut battle = with(gala(), 0, &[(GERMAN, "49.08")]);
    let (unit, port) = (unit(&battle, GERMAN), super::desk::hex(&battle, "49.07"));
    let mut events = Vec::new();
    battle.enter(unit, port, &mut events);
    assert!(events.iter().any(|event| matches!(event, Event::Morale { level: 10, .. })));
    assert_eq!(level(&battle), 10);
}

fn supplied(battle: &mut Battle, level: Level) -> i16 {
    battle.supply_saps_morale(0, level, &mut Vec::new());
    self::level(battle)
}

#[test]
fn s5_0_want_of_supply_costs_three_and_five_the_first_time_only() {
    let mut battle = gala();
    assert_eq!(supplied(&mut battle, Level::Reduced), 20);
    assert_eq!(supplied(&mut battle, Level::Diminished), 17);
    assert_eq!(supplied(&mut battle, Level::Reduced), 17);
    assert_eq!(supplied(&mut battle, Level::Diminished), 17);
    assert_eq!(supplied(&mut battle, Level::Emergency), 12);
    assert_eq!(supplied(&mut battle, Level::Emergency), 12);
}

/// By the dice: the Allies begin Reduced, and two rolls of 9 bring them to Emergency; German supply costs nothing.
#[test]
fn s5_0_supply_that_runs_out_saps_morale_in_step_c() {
    let mut battle = gala();
    let mut levels = Vec::new();
    for _ in 0..3 {
        battle
            .determine_supply(&mut Scripted::new([("supply", 9), ("supply", 9)]), &mut Vec::new());
        levels.push(level(&battle));
    }
    assert_eq!(levels, [17, 12, 12]);
    assert_eq!(battle.supply[0].german, Level::Full, "the Germans hold an airfield");
    let mut other = gala();
    other.supply_saps_morale(1, Level::Emergency, &mut Vec::new());
    assert_eq!(level(&other), 20, "another group of sheets weighs nothing");
}

#[test]
fn s5_0_below_one_allied_withdrawal_is_in_effect_for_the_rest_of_the_game() {
    let mut battle = with(campaign(), 3, &[(NZ, "48.12"), (GERMAN, FAR)]);
    battle.morale.level = 2;
    lose(&mut battle, NZ, 1);
    assert!(!battle.withdrawing(), "1 is not below 1");
    let events = lose(&mut battle, NZ, 1);
    assert!(events.contains(&Event::WithdrawalTriggered(0)));
    let withdrawal = battle.morale.withdrawal.expect("in effect");
    assert_eq!((withdrawal.since, withdrawal.level), (Some(3), 0));
    // The marker moves for withdrawals alone from now on.
    lose(&mut battle, GERMAN, 1);
    takes(&mut battle, Side::German, "59.13");
    battle.supply_saps_morale(0, Level::Diminished, &mut Vec::new());
    assert_eq!((battle.allied_morale(), battle.morale.withdrawal.unwrap().level), (None, 0));
}

#[test]
fn s5_0_at_the_trigger_units_that_never_move_are_removed() {
    let start = [(GUNS, "53.10"), (NZ, "48.12"), ("flak609-2", FAR), ("rearguard-2nz", "48.13")];
    let mut battle = with(campaign(), 3, &start[..3]);
    let guard = battle.ids().find(|&u| battle.counter(u).id.starts_with("rearguard-2nz")).unwrap();
    let at = super::desk::hex(&battle, start[3].1);
    battle.put(guard, at);
    let guns = unit(&battle, GUNS);
    assert!(battle.alive(guns));
    let level = battle.morale.level;
    battle.shift_morale(-level, "a test", true, &mut Vec::new());
    assert!(battle.alive(guns), "between one decision and the next");
    let events = settle(&mut battle, 5);
    assert!(events.contains(&Event::Departed(guns, Departure::LeftBehind)));
    assert_eq!(battle.unit(guns).place, Place::Off(Departure::LeftBehind));
    // A-S5-4: neither withdrawn nor eliminated.
    assert_eq!(battle.tally.steps_lost.allied, 0);
    assert_eq!(battle.morale.withdrawal.unwrap().level, 0);
    for stays in [unit(&battle, NZ), unit(&battle, "flak609-2"), guard] {
        assert!(battle.alive(stays), "{}", battle.name(stays));
    }
}

#[test]
fn s5_0_where_the_scenario_begins_with_the_withdrawal_nobody_is_removed_at_the_set_up() {
    let mut files = campaign_files(|text| text.replace("start = 20", "withdrawal = 1"));
    files.change("gala", "toml", |text| text);
    let mut battle = with(files.scenario("gala"), 0, &[(GUNS, "53.10")]);
    let withdrawal = battle.morale.withdrawal.expect("in effect");
    assert_eq!((withdrawal.since, withdrawal.level), (None, 1));
    settle(&mut battle, 5);
    assert!(battle.alive(unit(&battle, GUNS)));
}

#[test]
fn s5_0_each_naval_unit_costs_four() {
    let mut battle = gala();
    battle.naval_unit_lost(&mut Vec::new());
    assert_eq!(level(&battle), 16);
    // Where the scenario has naval losses ignored (13), the block says 0.
    let mut files = Files::default();
    files.change("gala", "toml", |text| text.replace("naval_unit = 4\n", ""));
    let mut ignored = files.scenario("gala");
    ignored.naval_unit_lost(&mut Vec::new());
    assert_eq!(level(&ignored), 20);
}

#[test]
fn ruling_withdrawal_start() {
    let level = |battle: Battle| broken(battle).morale.withdrawal.unwrap().level;
    assert_eq!(level(campaign()), 0);
    assert_eq!(level(campaign_ruled("withdrawal_start", "one")), 1);
}

/// A-S5-2: the morale that a failed obligation gives stops at the start, or goes beyond it; once beyond, steps bring it
/// down one by one and gains do not lift it further.
#[test]
fn ruling_exit4_cap() {
    for (word, after) in [("on", 20), ("off", 27)] {
        let mut battle = campaign_ruled("exit4_cap", word);
        battle.morale.level = 17;
        battle.turn = NIGHT;
        battle.settle_obligations(false, &mut Vec::new());
        assert_eq!(level(&battle), after, "{word}");
        battle.shift_morale(5, "a test", true, &mut Vec::new());
        assert_eq!(level(&battle), after, "{word}: a gain stops");
        battle.shift_morale(-1, "a test", true, &mut Vec::new());
        assert_eq!(level(&battle), after - 1, "{word}");
    }
}

#[test]
fn morale_that_makes_no_sense_is_refused() {
    let key = |from: &str, to: &str| Files::faulty_keys("gala", from, to);
    assert_eq!(key("start = 20", "start = 0"), ["morale.start"]);
    assert_eq!(key("start = 20", "start = 20\nwithdrawal = 1"), ["morale.start"]);
    assert_eq!(key("start = 20\n", ""), ["morale.start"]);
    let from = "supply_group = \"Maleme - Suda\"";
    assert_eq!(key(from, "supply_group = \"Malme\""), ["morale.supply_group"]);
    // Every airfield and port of the sheets in play is watched.
    let mut keys =
        key("name = \"Port of Suda\"\nhex = \"59.13\"", "name = \"Suda\"\nhex = \"60.14\"");
    keys.sort();
    let named = ["objective.hex", "reinforcement.ports", "supply.group.ports", "victory.any_of"];
    assert_eq!(keys, named);
}
