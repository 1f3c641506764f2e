//! Allied Withdrawal (S5.0): who gets away and how, and the Greeks who leave the fight.

use alloc::vec::Vec;

use engine::{Account, Fate, Scripted};

use super::super::action::Action;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::frame::{Check, Frame};
use super::super::quality::Purpose;
use super::super::state::{Battle, Place};
use super::desk::{Files, division, hex, legal, play, unit};
use super::western_desk::*;

const EXIT: Departure = Departure::Withdrawn(0);
const CANEA: Departure = Departure::Withdrawn(1);
const SUDA: Departure = Departure::Withdrawn(2);

/// A company at a place, active, with the withdrawal in effect.
fn at(id: &str, label: &str, turn: u16) -> Battle {
    active(broken(campaign()), turn, &[(id, label), (GERMAN, FAR)])
}

fn withdrawal_level(battle: &Battle) -> u16 {
    battle.morale.withdrawal.expect("in effect").level
}

#[test]
fn s5_0_units_get_away_at_the_exit_in_any_turn_without_a_point() {
    let before = active(campaign(), 3, &[(NZ, "48.12"), (GERMAN, FAR)]);
    assert_eq!(departures(&before), [], "not before the withdrawal");
    let mut battle = at(NZ, "48.12", 3);
    let (nz, own) = (unit(&battle, NZ), usize::from(division(&battle, "2NZ").0));
    battle.command.points[own] = 0;
    assert_eq!(departures(&battle), [EXIT]);
    play(&mut battle, Action::Depart(EXIT), &mut Scripted::always(5));
    assert_eq!(battle.unit(nz).place, Place::Off(EXIT));
    assert_eq!((withdrawal_level(&battle), battle.command.points[own]), (1, 0));
    let mut fates = Vec::new();
    battle.fates(&mut fates);
    assert_eq!(
        (fates[nz.index()].fate, fates[nz.index()].cause),
        (Fate::Withdrawn, Some("withdrawal"))
    );
}

/// A-S5-5: a movement action from the hex; who has come there in this move goes on.
#[test]
fn s5_0_a_move_that_reaches_the_exit_goes_on_off_the_map() {
    let mut battle = at(NZ, "48.13", 3);
    assert_eq!(departures(&battle), []);
    let to = battle.direction(hex(&battle, "48.13"), hex(&battle, "48.12")).unwrap();
    play(&mut battle, Action::Step(to), &mut Scripted::always(5));
    assert_eq!(departures(&battle), [EXIT]);
}

#[test]
fn s5_0_from_a_port_by_night_and_only_for_who_begins_there() {
    assert_eq!(departures(&at(NZ, "59.13", 3)), [], "not by day");
    let mut battle = at(NZ, "59.13", NIGHT);
    assert_eq!(departures(&battle), [SUDA]);
    let nz = unit(&battle, NZ);
    play(&mut battle, Action::Depart(SUDA), &mut Scripted::always(5));
    assert_eq!((battle.unit(nz).place, withdrawal_level(&battle)), (Place::Off(SUDA), 1));
    let mut battle = at(NZ, "58.13", NIGHT);
    let to = battle.direction(hex(&battle, "58.13"), hex(&battle, "59.13")).unwrap();
    play(&mut battle, Action::Step(to), &mut Scripted::always(5));
    assert_eq!(departures(&battle), [], "it did not begin there");
}

/// Whether a further company may go from a port, when so many have gone from it and from the other in the night.
fn further(battle: Battle, here: usize, there: usize) -> bool {
    let mut battle = broken(battle);
    let mut others = ["nz-18-b", "nz-18-c", "nz-18-d", "nz-18-s"].into_iter();
    battle.turn = NIGHT;
    for (label, by, count) in [("59.13", SUDA, here), ("49.07", CANEA, there)] {
        for id in others.by_ref().take(count) {
            let (unit, at) = (unit(&battle, id), hex(&battle, label));
            battle.put(unit, at);
            battle.departed(unit, by, &mut Vec::new());
        }
    }
    departures(&active(battle, NIGHT, &[(NZ, "59.13"), (GERMAN, FAR)])) == [SUDA]
}

/// A-S2-2: two from each port.
#[test]
fn s5_0_two_units_a_night_from_each_port() {
    assert!(further(campaign(), 1, 2));
    assert!(!further(campaign(), 2, 0));
    let mut next = broken(campaign());
    next.turn = NIGHT;
    for id in ["nz-18-b", "nz-18-c"] {
        let (unit, at) = (unit(&next, id), hex(&next, "59.13"));
        next.put(unit, at);
        next.departed(unit, SUDA, &mut Vec::new());
    }
    // The next night it begins anew.
    let next = active(next, LAST, &[(NZ, "59.13"), (GERMAN, FAR)]);
    assert_eq!(departures(&next), [SUDA]);
}

#[test]
fn ruling_withdrawal_ports() {
    let in_all = || campaign_ruled("withdrawal_ports", "in_all");
    assert!(further(in_all(), 1, 0) && !further(in_all(), 1, 1));
    assert!(further(campaign(), 1, 1));
}

#[test]
fn s5_0_only_what_can_move_and_has_a_step_gets_away() {
    let mut battle = at(NZ, "48.12", 3);
    let nz = unit(&battle, NZ);
    battle.unit_mut(nz).suppressed = true;
    assert_eq!(departures(&battle), []);
    assert_eq!(departures(&at("nz-27art-c", "48.12", 3)), [], "guns without a truck");
    let german = active(broken(campaign()), 3, &[(GERMAN, "48.12"), (NZ, FAR)]);
    assert_eq!(departures(&german), [], "nor Germans");
}

/// S1.0, S2.0: setting out is leaving a hex for one that no zone covers.
#[test]
fn s5_0_who_watches_may_fire_at_one_who_gets_away() {
    let mut battle = active(broken(campaign()), 3, &[(NZ, "48.12"), (GERMAN, "48.13")]);
    play(&mut battle, Action::Depart(EXIT), &mut Scripted::always(5));
    let nz = unit(&battle, NZ);
    assert!(battle.alive(nz));
    assert!(matches!(battle.frames.last(), Some(Frame::Watch(watch)) if watch.target == nz));
    play(&mut battle, Action::HoldFire, &mut Scripted::always(5));
    assert_eq!(battle.unit(nz).place, Place::Off(EXIT));
}

#[test]
fn s5_0_greeks_get_away_and_do_not_raise_the_level() {
    let mut battle = at(GREEK, "48.12", 3);
    play(&mut battle, Action::Depart(EXIT), &mut Scripted::always(5));
    assert_eq!(battle.unit(unit(&battle, GREEK)).place, Place::Off(EXIT));
    assert_eq!(withdrawal_level(&battle), 0);
}

#[test]
fn ruling_greeks_count_withdrawn() {
    for (word, level) in [("on", 1), ("off", 0)] {
        let mut battle = broken(campaign_ruled("greeks_count_withdrawn", word));
        let greek = unit(&battle, GREEK);
        let at = hex(&battle, "48.12");
        battle.put(greek, at);
        battle.departed(greek, EXIT, &mut Vec::new());
        assert_eq!(withdrawal_level(&battle), level, "{word}");
    }
}

/// The Greeks' checks of a turn, with this die: who is left.
fn greeks(mut battle: Battle, turn: u16, face: u8) -> (bool, Vec<Event>) {
    let greek = unit(&battle, GREEK);
    let at = hex(&battle, "48.12");
    battle.put(greek, at);
    let guard = unit(&battle, NZ);
    let elsewhere = hex(&battle, FAR);
    battle.put(guard, elsewhere);
    battle.turn = turn;
    battle.frames.clear();
    battle.frames.push(super::desk::BOTTOM[0]);
    battle.call_greek_checks();
    let events = settle(&mut battle, face);
    (battle.alive(greek), events)
}

#[test]
fn s5_0_in_step_c_of_each_night_greeks_fight_on_or_leave() {
    let checked = |events: &[Event]| {
        let ours = |event: &&Event| matches!(event, Event::Check { purpose: Purpose::FightOn, .. });
        events.iter().filter(ours).count()
    };
    let (stays, events) = greeks(broken(campaign()), NIGHT, 0);
    assert!(stays && checked(&events) == 1);
    let (stays, events) = greeks(broken(campaign()), NIGHT, 9);
    assert!(!stays && checked(&events) == 1);
    let greek = unit(&campaign(), GREEK);
    assert!(events.contains(&Event::Departed(greek, Departure::Dispersed)));
    // Removed, not eliminated, and not withdrawn.
    assert!(
        !events.iter().any(|e| matches!(e, Event::StepLost { .. } | Event::WithdrawalLevel(_)))
    );
    assert_eq!(checked(&greeks(broken(campaign()), 3, 9).1), 0, "not by day");
    assert_eq!(checked(&greeks(campaign(), NIGHT, 9).1), 0, "not before the withdrawal");
}

#[test]
fn s5_0_a_point_passes_the_check_of_greeks_in_command() {
    let mut battle = with(broken(campaign()), NIGHT, &[(GREEK, "48.12"), (NZ, "48.13")]);
    let greek = unit(&battle, GREEK);
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-nz4").unwrap();
    battle.lead(leader, Some(unit(&battle, NZ)));
    battle.frames.push(super::desk::BOTTOM[0]);
    battle.call_greek_checks();
    settle(&mut battle, 9);
    let check = Check { unit: greek, purpose: Purpose::FightOn };
    assert_eq!(battle.frames.last(), Some(&Frame::Check(check)));
    assert_eq!(legal(&battle), [Action::Roll, Action::Pay]);
    play(&mut battle, Action::Pay, &mut Scripted::always(9));
    assert!(battle.alive(greek));
}

/// S5.0, step C: after the strikes of step B have been planned and before points are sold in step D.
#[test]
fn s5_0_the_checks_come_before_step_d() {
    let mut battle = with(broken(campaign()), NIGHT, &[(GREEK, "48.12"), (NZ, FAR)]);
    battle.begin_turn(&mut Vec::new());
    let place = |wanted: &dyn Fn(&Frame) -> bool| battle.frames.iter().rposition(wanted).unwrap();
    let checks = place(&|frame| matches!(frame, Frame::GreekChecks(_)));
    assert!(checks > place(&|frame| matches!(frame, Frame::Dispatch(_))));
}

/// S5.0: the way to the Off-Map Display costs the Allies nothing any more; the Germans pay.
#[test]
fn s5_0_the_allies_leave_for_the_display_without_a_point() {
    let display =
        "\n[off_map]\nexits = [{ name = \"East exit\", hex = \"01.03\" }]\nfor_good = \"german\"\n";
    let start = |id, broken_too: bool| {
        let files = campaign_files(|text| {
            text.replace("\n[ways_out]", &alloc::format!("{display}\n[ways_out]"))
        });
        let battle = files.scenario("gala");
        let battle = if broken_too { broken(battle) } else { battle };
        let mut battle = active(battle, 3, &[(id, "01.03"), (GERMAN, FAR), ("gjr85-2", "10.06")]);
        battle.command.points.fill(0);
        battle
    };
    let way = [Departure::Exit(0)];
    assert_eq!(departures(&start(NZ, false)), []);
    let mut free = start(NZ, true);
    assert_eq!(departures(&free), way);
    play(&mut free, Action::Depart(way[0]), &mut Scripted::always(5));
    assert_eq!(free.unit(unit(&free, NZ)).place, Place::Off(way[0]));
    assert_eq!(departures(&start("gjr85-3", true)), []);
}

#[test]
fn ways_out_that_lead_nowhere_are_refused() {
    let key = |from: &str, to: &str| {
        let files = campaign_files(|text| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let keys: Vec<_> = files.faults("gala").into_iter().map(|(key, _)| key).collect();
        keys
    };
    assert_eq!(key("units_a_night = 2", "units_a_night = 0"), ["ways_out.units_a_night"]);
    assert_eq!(key("hex = \"48.12\"", "hex = \"99.99\""), ["ways_out.exits.hex"]);
    assert_eq!(key("\"Canea\", hex = \"49.07\"", "\"Canea\", hex = \"49.08\""), ["ways_out.ports"]);
    assert_eq!(key("name = \"Canea\", hex", "name = \"Suda\", hex"), ["ways_out.exits.name"]);
}

/// Where no [morale] is there is nothing to break.
#[test]
fn a_way_out_needs_morale() {
    let mut files = Files::default();
    let block =
        "\n[ways_out]\nunits_a_night = 2\nexits = [{ name = \"South\", hex = \"28.26\" }]\n";
    files.change("piling-on", "toml", |text| text + block);
    let keys: Vec<_> = files.faults("piling-on").into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["ways_out"]);
}
