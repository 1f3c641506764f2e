//! Air strikes, reinforcements, leaders, control and victory (5.1, S6.0, S8.0, 11.0).

use alloc::vec::Vec;

use engine::{Id, Outcome, Position as _, Side};

use super::super::action::Action;
use super::super::event::Event;
use super::super::fire::{Hit, Mod, Mode, Shot};
use super::super::frame::{Begin, Frame, Leaders, SettingUp};
use super::super::ground::Chit;
use super::super::rulings::AirSupport;
use super::desk::*;
use crate::mercury::ids::{LeaderId, ObjectiveId};

/// The desk waits for air strikes to be placed.
fn air() -> Desk {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.chit("5GD");
    let division = desk.division("5GD");
    desk.battle.call_air_support(division);
    desk
}

#[test]
fn m5_1_strikes_reach_three_hexes_from_a_friendly_unit() {
    let mut desk = air();
    desk.place(GREEK, "05.02");
    desk.place(GREEK2, "05.01");
    desk.settle(&[]);
    assert_eq!(desk.legal(), [Action::AirStrike(desk.hex("05.02")), Action::NoAirStrike]);
}

#[test]
fn m5_1_all_strikes_are_placed_before_any_is_rolled() {
    let mut desk = air();
    desk.place(GREEK, "05.02");
    desk.place(GREEK2, "04.03");
    desk.settle(&[]);
    let (first, second) = (desk.hex("05.02"), desk.hex("04.03"));
    desk.play(Action::AirStrike(first), &[]);
    // The second is the last, and now both are rolled: white 3.
    let events = desk.play(Action::AirStrike(second), &[("shot", 0), ("shot", 3)]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Shot { .. })).count(), 2);
    assert!(desk.at_rest());
    assert_eq!(desk.battle.air.strikes_left, [0]);
}

#[test]
fn m5_1_strikes_may_be_let_go() {
    let mut desk = air();
    desk.place(GREEK, "05.02");
    desk.settle(&[]);
    desk.play(Action::NoAirStrike, &[]);
    assert!(desk.at_rest());
    assert_eq!(desk.battle.air.strikes_left, [0]);
}

#[test]
fn m5_1_a_strike_on_an_emptied_hex_is_lost() {
    let mut desk = air();
    desk.place(GREEK, "05.02");
    desk.state(GREEK).steps = 1;
    desk.settle(&[]);
    let hex = desk.hex("05.02");
    desk.play(Action::AirStrike(hex), &[]);
    desk.play(Action::AirStrike(hex), &[("shot", 0)]);
    assert_eq!(desk.at(GREEK), "dead");
    assert!(desk.at_rest());
}

#[test]
fn m5_1_the_attacker_picks_one_of_several_units_when_it_is_rolled() {
    let mut desk = air();
    desk.place(GREEK, "05.02");
    let other = desk.place(GREEK2, "05.02");
    desk.settle(&[]);
    let hex = desk.hex("05.02");
    desk.play(Action::AirStrike(hex), &[]);
    desk.play(Action::NoAirStrike, &[]);
    assert_eq!(engine::Position::to_act(&desk.battle), Some(Side::German));
    let events = desk.play(Action::AirStrikeAt(other), &[("shot", 9)]);
    // Two companies in the hex: mass 4 adds one.
    assert_eq!(shot_of(&events), (4, 9, Hit::Miss));
}

#[test]
fn m5_1_only_positive_modifiers_count() {
    let mut desk = Desk::on(&[("05.02", "fortified", "", "")]);
    let target = desk.place(GREEK, "05.02");
    desk.counter(GREEK).defence = -3;
    desk.state(GREEK).improved = true;
    let colour = super::super::counter::Colour::White;
    let shot = Shot { firer: None, target, mode: Mode::Air, colour, extra: 0 };
    let aim = |desk: &Desk| {
        let (printed, mods) = desk.battle.aim(shot);
        (printed, mods.iter().collect::<Vec<_>>())
    };
    assert_eq!(aim(&desk), (3, Vec::new()));
    desk.state(GREEK).column = true;
    desk.place(GREEK2, "05.02");
    assert_eq!(aim(&desk), (3, alloc::vec![(Mod::TargetColumn, 2), (Mod::Mass, 1)]));
}

#[test]
fn m5_1_nothing_is_asked_without_a_target_in_reach() {
    let mut desk = air();
    desk.settle(&[]);
    assert!(desk.at_rest());
}

#[test]
fn m11_0_air_support_comes_with_the_division_chit_alone() {
    let mut desk = Desk::new();
    let division = desk.division("2NZ");
    desk.battle.frames.clear();
    desk.battle.call_air_support(division);
    assert!(desk.battle.frames.is_empty());
}

#[test]
fn ruling_air_support() {
    for (reading, comes) in [(AirSupport::WaitsForChit, true), (AirSupport::Lost, false)] {
        let mut desk = Desk::new();
        desk.rulings().air_support = reading;
        // The chit was the last of 0900 and opens 1100.
        desk.battle.turn = 1;
        let division = desk.division("5GD");
        desk.battle.frames.clear();
        desk.battle.call_air_support(division);
        assert_eq!(desk.battle.frames.len(), usize::from(comes), "{reading:?}");
    }
}

/// The desk draws the Germans' division chit in this turn.
fn drawn(turn: u16, prepare: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = Desk::new();
    desk.battle.turn = turn;
    prepare(&mut desk);
    desk.chit("5GD");
    desk.battle.frames = [Frame::SettingUp(SettingUp { next: 0 })].into();
    let chit = desk.battle.playing.unwrap();
    let mut dice = engine::Scripted::new([("command", 4)]);
    let mut events = Vec::new();
    desk.battle.play_chit(chit, &mut dice, &mut events);
    desk.battle.settle(&mut dice, &mut events);
    desk
}

#[test]
fn m11_0_the_guns_arrive_at_1100_with_the_division_chit_mounted_or_not() {
    let early = drawn(0, |_| ());
    assert_eq!(early.at(AT), "waiting");
    let mut desk = drawn(1, |_| ());
    assert_eq!(desk.at(AT), "15.06");
    let begin = |column, mounted| Action::Begin { column, mounted, dug_in: false };
    let all = [(false, false), (false, true), (true, true)].map(|(c, m)| begin(c, m));
    assert_eq!(desk.legal(), all);
    desk.play(begin(true, true), &[]);
    assert!(desk.see(AT).column && desk.see(AT).mounted);
    let guns = desk.unit(AT);
    assert!(desk.offers(Action::Activate(guns)), "they act with the chit that brought them");
}

#[test]
fn m11_0_reinforcements_may_arrive_overstacked_and_draw_no_fire() {
    let mut desk = drawn(1, |desk| {
        for id in [PI, PI2, BICYCLES, MOUNTAIN] {
            desk.place(id, "15.06");
        }
        desk.place(GREEK, "15.05");
    });
    assert_eq!(desk.at(AT), "15.06");
    desk.play(Action::Begin { column: false, mounted: false, dug_in: false }, &[]);
    assert!(desk.battle.overstacked(desk.hex("15.06")));
    assert!(!desk.offers(Action::Shoot));
}

#[test]
fn m11_0_reinforcements_may_overstack_in_column_too() {
    let mut desk = drawn(1, |desk| {
        desk.place(PI, "15.06");
        desk.state(PI).column = true;
    });
    let begin = |column, mounted| Action::Begin { column, mounted, dug_in: false };
    assert_eq!(desk.legal(), [begin(false, false), begin(false, true), begin(true, true)]);
    desk.play(begin(true, true), &[]);
    assert!(desk.see(AT).column && desk.battle.overstacked(desk.hex("15.06")));
    // At the start stacking holds.
    let unit = desk.unit(AT);
    desk.state(AT).column = false;
    desk.battle.frames.push(Frame::Begin(Begin { unit, arrives: false }));
    assert_eq!(desk.legal(), [begin(false, false), begin(false, true)]);
}

#[test]
fn ms1_0_an_enemy_in_the_entry_hex_sends_arrivals_to_the_nearest_free_edge() {
    let desk = drawn(1, |desk| {
        desk.place(GREEK, "15.06");
        desk.place(GREEK2, "15.05");
    });
    assert_eq!(desk.at(AT), "15.07");
    // Nothing free within five hexes: they wait.
    let desk = drawn(1, |desk| {
        desk.place(GREEK, "15.06");
        let map = desk.battle.ground.map.clone();
        let named = desk.hex("15.06");
        let edge: Vec<_> = map
            .ids()
            .filter(|&hex| map.neighbours(hex).count() < 6 && hex != named)
            .filter(|&hex| desk.battle.ground.distance(named, hex) <= 5)
            .collect();
        for hex in edge {
            // The one unit stands for many.
            desk.battle.index.stacks[hex.index()] = Some(desk.unit(GREEK));
        }
    });
    assert_eq!(desk.at(AT), "waiting");
    assert_eq!(desk.battle.arrivals.waiting.len(), 1);
}

#[test]
fn ms8_0_leaders_may_change_units_within_their_range_after_the_division_chit() {
    let mut desk = Desk::new();
    desk.place(PI, "09.05");
    desk.place(PI2, "01.01");
    desk.place(MOUNTAIN, "12.05");
    desk.place(GREEK, "09.04");
    desk.chit("5GD");
    desk.battle.frames = [
        Frame::SettingUp(SettingUp { next: 0 }),
        Frame::Leaders(Leaders { division: desk.division("5GD"), next: 0 }),
    ]
    .into();
    desk.settle(&[]);
    let near = [PI, MOUNTAIN].map(|id| Action::LeaderWith(desk.unit(id)));
    let legal = desk.legal();
    assert_eq!(legal[0], Action::LeaderStays);
    assert!(near.iter().all(|ride| legal.contains(ride)));
    assert_eq!(legal.len(), 3, "not PI2, farther than ten hexes, and no enemy: {legal:?}");
    let unit = desk.unit(PI);
    desk.play(Action::LeaderWith(unit), &[]);
    assert_eq!(desk.battle.command.leaders[SCHAETTE].with, Some(unit));
    assert!(desk.at_rest());
}

#[test]
fn gts_a_formation_leader_rides_with_his_formation_only() {
    let mut desk = Desk::new();
    desk.place(MOUNTAIN, "05.05");
    desk.place(PI, "05.05");
    let (own, other) = (desk.unit(MOUNTAIN), desk.unit(PI));
    assert!(desk.battle.may_lead(OBERST, own) && !desk.battle.may_lead(OBERST, other));
    let greek = desk.place(GREEK, "05.06");
    assert!(desk.battle.may_lead(BEDDING, greek) && !desk.battle.may_lead(BEDDING, own));
}

#[test]
fn gts_a_leader_lost_with_his_unit_is_replaced_on_another_with_a_shorter_reach() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.lead(SCHAETTE, PI);
    desk.chit("2NZ");
    let events = desk.hit(PI, Hit::Eliminated, &[]);
    let heir = desk.unit(BYSTANDERS[0]);
    assert!(events.contains(&Event::LeaderLost(LeaderId(SCHAETTE as u8))));
    assert!(
        events.contains(&Event::LeaderReplaced(LeaderId(SCHAETTE as u8), heir)),
        "nobody else is left"
    );
    assert_eq!(desk.battle.command.leaders[SCHAETTE].with, Some(heir));
    assert!(desk.battle.command.leaders[SCHAETTE].replaced);
    desk.hit(BYSTANDERS[0], Hit::Eliminated, &[]);
    assert_eq!(desk.battle.command.leaders[SCHAETTE].with, None, "nobody is left to take over");
}

/// By analogy with 5.11: whoever owns him picks the unit, in the middle of the enemy's activation.
#[test]
fn m5_11_the_owner_picks_who_leads_after_a_leader_is_killed() {
    let mut desk = Desk::new();
    for (id, hex) in [(PI, "05.05"), (PI2, "05.08"), (MOUNTAIN, "12.05")] {
        desk.place(id, hex);
    }
    desk.place(GREEK, "05.06");
    desk.lead(SCHAETTE, PI);
    desk.chit("2NZ");
    let events = desk.hit(PI, Hit::Eliminated, &[]);
    assert!(events.contains(&Event::LeaderLost(LeaderId::at(SCHAETTE))));
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    let leads = [PI2, BYSTANDERS[0], MOUNTAIN].map(|id| desk.unit(id));
    let mut options = leads.map(Action::LeaderWith);
    options.sort_by_key(|action| match action {
        Action::LeaderWith(unit) => unit.0,
        _ => u16::MAX,
    });
    assert_eq!(desk.legal(), options);
    let say = |action| engine::Notation::say(&desk.battle, action);
    assert!(say(options[0]).starts_with("Maj Schaette goes with"), "{}", say(options[0]));
    assert!(!desk.battle.in_command(leads[0]), "nobody leads meanwhile");
    let events = desk.play(Action::LeaderWith(leads[2]), &[]);
    assert_eq!(events, [Event::LeaderReplaced(LeaderId(SCHAETTE as u8), leads[2])]);
    assert!(desk.battle.command.leaders[SCHAETTE].replaced);
    assert!(desk.at_rest(), "and the activation goes on");
}

/// 11.0, 5.11: who replaces a leader lost with the last of his formation comes with the next of it.
#[test]
fn m5_11_a_replacement_with_nobody_to_join_comes_with_the_next_unit() {
    let mut desk = Desk::new();
    desk.place(MOUNTAIN, "05.05");
    desk.lead(OBERST, MOUNTAIN);
    desk.chit("2NZ");
    desk.hit(MOUNTAIN, Hit::Eliminated, &[]);
    assert_eq!(desk.battle.command.leaders[OBERST].with, None);
    assert!(desk.at_rest(), "there is nobody to pick");
    let back = desk.place(MOUNTAIN, "05.05");
    let events = desk.settle(&[]);
    assert_eq!(events, [Event::LeaderReplaced(LeaderId(OBERST as u8), back)]);
    assert_eq!(desk.battle.command.leaders[OBERST].with, Some(back));
}

#[test]
fn ms6_0_control_goes_to_the_last_to_occupy_the_hex_and_stays() {
    let mut desk = Desk::new();
    assert_eq!(desk.battle.control, [Side::Allied]);
    desk.place(PI, "06.03");
    desk.chit("5GD");
    desk.activate(PI);
    let events = desk.step(engine::Direction::S, &[]);
    assert!(events.contains(&Event::Control(ObjectiveId(0), Side::German)));
    let events = desk.step(engine::Direction::S, &[]);
    assert_eq!(desk.battle.control, [Side::German], "leaving does not give it up");
    assert!(!events.iter().any(|event| matches!(event, Event::Control(..))));
    desk.place(GREEK, "06.04");
    assert_eq!(desk.battle.control, [Side::Allied]);
}

/// The judgement at the end of this turn, with Germans in the port or not.
fn judged(turn: u16, port: &str) -> Outcome {
    let mut desk = Desk::new();
    desk.place(PI, port);
    desk.battle.turn = turn;
    desk.battle.end_turn(turn == 4, &mut Vec::new());
    desk.battle.outcome
}

#[test]
fn m11_0_the_germans_win_at_the_end_of_any_turn_in_control_of_the_port() {
    for turn in 0..5 {
        assert!(
            matches!(judged(turn, "06.04"), Outcome::Over { winner: Some(Side::German), .. }),
            "turn {turn}"
        );
    }
}

#[test]
fn m11_0_otherwise_the_allies_win_at_the_end_of_the_last_turn() {
    for turn in 0..4 {
        assert_eq!(judged(turn, "06.05"), Outcome::Undecided);
    }
    let end = judged(4, "06.07");
    assert!(
        matches!(end, Outcome::Over { winner: Some(Side::Allied), margin: -3, level: 1, .. }),
        "three hexes short: {end:?}"
    );
}

#[test]
fn m11_0_the_scenario_as_printed() {
    let battle = Files::default().battle();
    let label = |hex| battle.ground.map.label(hex);
    let points: Vec<_> = battle
        .ground
        .divisions
        .iter()
        .map(|card| (card.id.as_str(), card.rating, card.points))
        .collect();
    assert_eq!(points, [("5GD", 3, 6), ("2NZ", 2, 4)]);
    assert_eq!(
        battle.ground.chits[battle.ground.first_chit.index()],
        Chit::DirectCommand(Side::German)
    );
    assert_eq!(battle.ground.chits.len(), 4);
    let support = battle.ground.air_support[0];
    assert_eq!((support.turn, support.strikes, support.within), (0, 2, Some(3)));
    let arrival = &battle.ground.reinforcements[0];
    assert_eq!((arrival.turn, label(arrival.hex).as_str()), (1, "15.06"));
    assert_eq!(label(battle.ground.objectives[0].0), "06.04");
    assert_eq!(battle.ids().count(), 11);
}
