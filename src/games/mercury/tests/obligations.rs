//! What the Germans owe besides the fight (11.0, scenarios 10 to 12).

use alloc::vec::Vec;

use engine::{Scripted, Side};

use super::super::action::Action;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::state::{Battle, Place};
use super::desk::{hex, play, unit};
use super::western_desk::*;

/// The obligations of the desk.
const WEST: u8 = 0;
const AKROTIRI: u8 = 1;

fn sent(duty: u8, leader: bool) -> Departure {
    Departure::Sent { duty, leader }
}

/// A mountain company at a hex, active.
fn at(label: &str, turn: u16) -> Battle {
    active(campaign(), turn, &[(GERMAN, label), (NZ, "48.12")])
}

fn goes(battle: &mut Battle, id: &str, by: Departure) {
    let (unit, at) = (unit(battle, id), hex(battle, "45.20"));
    battle.put(unit, at);
    battle.departed(unit, by, &mut Vec::new());
}

#[test]
fn m11_0_units_are_sent_off_the_map_and_stay_out() {
    let mut battle = at("01.18", 3);
    let company = unit(&battle, GERMAN);
    assert_eq!(departures(&battle), [sent(WEST, false)]);
    play(&mut battle, Action::Depart(sent(WEST, false)), &mut Scripted::always(5));
    assert_eq!(battle.unit(company).place, Place::Off(sent(WEST, false)));
    assert_eq!(battle.sent(WEST), [1, 0]);
    // No more than are owed, and nobody once it has been looked at.
    goes(&mut battle, "gjr85-2", sent(WEST, false));
    assert!(battle.obligation_met(WEST));
    assert_eq!(departures(&active(battle, 3, &[("gjr85-3", "01.18"), (NZ, "48.12")])), []);
    assert_eq!(departures(&at("01.18", DAWN)), []);
    let allied = active(campaign(), 3, &[(NZ, "01.18"), (GERMAN, FAR)]);
    assert_eq!(departures(&allied), [], "not the Allies");
}

#[test]
fn m11_0_a_leader_goes_along_where_leaders_are_owed() {
    let mut battle = at("45.20", 3);
    assert_eq!(departures(&battle), [sent(AKROTIRI, false)]);
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-gjr85").unwrap();
    battle.lead(leader, Some(unit(&battle, GERMAN)));
    assert_eq!(departures(&battle), [sent(AKROTIRI, false), sent(AKROTIRI, true)]);
    // Another company of his is there, and he does not stay with it.
    let (other, elsewhere) = (unit(&battle, "gjr85-2"), hex(&battle, FAR));
    battle.put(other, elsewhere);
    play(&mut battle, Action::Depart(sent(AKROTIRI, true)), &mut Scripted::always(5));
    assert_eq!(battle.command.leaders[leader].with, None);
    assert!(battle.command.unseated.is_empty(), "he does not come back");
    assert_eq!(battle.sent(AKROTIRI), [1, 1]);
}

/// A-SC10-2: the last occupier of all the hexes, and units and a leader.
#[test]
fn m11_0_an_obligation_is_met_by_all_that_it_asks_for() {
    let mut battle = campaign();
    takes(&mut battle, Side::German, "67.07");
    takes(&mut battle, Side::German, "74.08");
    goes(&mut battle, "gjr85-1", sent(AKROTIRI, false));
    goes(&mut battle, "gjr85-2", sent(AKROTIRI, false));
    assert!(!battle.obligation_met(AKROTIRI), "no leader");
    goes(&mut battle, "gjr85-3", sent(AKROTIRI, true));
    assert!(battle.obligation_met(AKROTIRI));
    takes(&mut battle, Side::Allied, "74.08");
    assert!(!battle.obligation_met(AKROTIRI));
}

#[test]
fn ruling_obligation_hexes() {
    let met = |word| {
        let mut battle = campaign_ruled("obligation_hexes", word);
        for (label, id) in [("67.07", "gjr85-4"), ("74.08", "gjr85-5")] {
            let (unit, at) = (unit(&battle, id), hex(&battle, label));
            battle.put(unit, at);
        }
        goes(&mut battle, "gjr85-2", sent(AKROTIRI, false));
        goes(&mut battle, "gjr85-3", sent(AKROTIRI, true));
        let standing = battle.obligation_met(AKROTIRI);
        let moves_on = unit(&battle, "gjr85-4");
        let elsewhere = hex(&battle, FAR);
        battle.put(moves_on, elsewhere);
        (standing, battle.obligation_met(AKROTIRI))
    };
    assert_eq!(met("last_occupier"), (true, true));
    assert_eq!(met("standing"), (true, false));
}

#[test]
fn m11_0_failing_gives_morale_as_the_turn_begins_or_raises_the_level_at_the_end() {
    let mut battle = campaign();
    battle.morale.level = 5;
    battle.turn = NIGHT - 1;
    battle.settle_obligations(false, &mut Vec::new());
    assert_eq!(battle.morale.level, 5, "not due yet");
    battle.turn = NIGHT;
    let mut events = Vec::new();
    battle.settle_obligations(false, &mut events);
    assert!(events.contains(&Event::Obligation(WEST, false)));
    assert_eq!(battle.morale.level, 15);
    let mut kept = campaign();
    kept.morale.level = 5;
    kept.turn = NIGHT;
    goes(&mut kept, "gjr85-1", sent(WEST, false));
    goes(&mut kept, "gjr85-2", sent(WEST, false));
    kept.settle_obligations(false, &mut Vec::new());
    assert_eq!(kept.morale.level, 5);
    // A-S5-2: nothing once the withdrawal is in effect.
    let mut late = broken(campaign());
    late.turn = NIGHT;
    late.settle_obligations(false, &mut Vec::new());
    assert_eq!(late.morale.withdrawal.unwrap().level, 0);
    late.turn = LAST;
    late.settle_obligations(true, &mut Vec::new());
    assert_eq!(late.morale.withdrawal.unwrap().level, 10);
}

#[test]
fn obligations_without_sense_are_refused() {
    let key = |from: &str, to: &str| {
        let files = campaign_files(|text| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let keys: Vec<_> = files.faults("gala").into_iter().map(|(key, _)| key).collect();
        keys
    };
    assert_eq!(key("units = 2 }", "units = 0 }"), ["obligation.exit.units"]);
    assert_eq!(key("units = 2, leaders = 1", "units = 2, leaders = 3"), ["obligation.exit.units"]);
    assert_eq!(key("\nmorale = 10", "\nmorale = 0"), ["obligation.name"]);
    assert_eq!(key("exit = { hex = \"01.18\", units = 2 }\n", ""), ["obligation.name"]);
    assert_eq!(key("hexes = [\"67.07\", \"74.08\"]", "hexes = [\"67.08\"]"), ["obligation.hexes"]);
}
