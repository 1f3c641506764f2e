//! Random events (5.0 to 5.13).

use alloc::vec::Vec;

use engine::{Id, Position, Side};

use super::super::action::Action;
use super::super::airstrike::ANYWHERE;
use super::super::counter::Colour;
use super::super::event::Event;
use super::super::fire::{Hit, Mod, Mode};
use super::super::frame::{AirStrikes, Frame};
use super::super::ground::EventKind;
use super::super::rulings::{Fallschirmjaeger, Partisans};
use super::desk::*;
use crate::mercury::ids::LeaderId;

/// The options of an event, without the one to let it go.
fn picks(desk: &Desk) -> Vec<Action> {
    desk.legal().into_iter().filter(|&action| action != Action::Decline).collect()
}

fn pick(desk: &Desk, id: &str) -> Action {
    Action::Pick(desk.unit(id))
}

#[test]
fn m5_0_each_side_draws_from_its_own_cup_and_the_removed_counter_is_in_none() {
    let battle = Files::default().scenario("snafu");
    let cup = |side| {
        let kinds: Vec<&str> = battle.ground.events[side].iter().map(|kind| kind.word()).collect();
        kinds
    };
    let german = [
        "air",
        "greek-rout",
        "heroic",
        "intelligence",
        "rally",
        "tank-breakdown",
        "out-of-ammo",
        "resupply-drop",
        "lost-fallschirmjaeger",
        "command-confusion",
        "no-event",
    ];
    assert_eq!(cup(Side::German), german, "leader-loss is not used in this scenario");
    let allied = [
        "air",
        "heroic",
        "intelligence",
        "rally",
        "partisans",
        "out-of-ammo",
        "resupply-drop",
        "no-event",
    ];
    assert_eq!(cup(Side::Allied), allied);
}

#[test]
fn m5_0_one_counter_is_drawn_by_the_lowest_rank() {
    let mut desk = Desk::snafu();
    desk.ground().events[Side::German] =
        [EventKind::CommandConfusion, EventKind::Intelligence, EventKind::NoEvent].into();
    let mut events = Vec::new();
    let ranks = [("event counter", 4), ("event counter", 2), ("event counter", 3)];
    let mut dice = engine::Scripted::new(ranks);
    desk.battle.draw_event(Side::German, &mut dice, &mut events);
    dice.done();
    assert_eq!(events[0], Event::Happening(Side::German, EventKind::Intelligence));
    assert_eq!(desk.battle.tally.events, [(Side::German, EventKind::Intelligence)]);
}

/// A company of each side two hexes apart.
fn facing() -> Desk {
    let mut desk = Desk::snafu();
    desk.place(FJR1, "33.15");
    desk.place(AUS, "33.17");
    desk
}

#[test]
fn m5_1_german_air_support_is_half_a_die_of_strikes() {
    for (die, strikes) in [(2, 1), (7, 3), (9, 4)] {
        let mut desk = facing();
        desk.event(Side::German, EventKind::Air, &[("air support", die)]);
        let expected = Frame::AirStrikes(AirStrikes {
            side: Side::German,
            left: strikes,
            within: Some(3),
            sheets: ANYWHERE,
        });
        assert_eq!(desk.battle.frames.last(), Some(&expected));
        assert_eq!(desk.battle.to_act(), Some(Side::German));
        assert!(desk.offers(Action::AirStrike(desk.hex("33.17"))));
    }
    for die in [0, 1] {
        let mut desk = facing();
        desk.event(Side::German, EventKind::Air, &[("air support", die)]);
        assert!(desk.at_rest(), "none on a {die}");
    }
}

#[test]
fn m5_1_the_allied_counter_is_one_strike_on_a_german() {
    let mut desk = facing();
    desk.event(Side::Allied, EventKind::Air, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::Allied));
    let hex = desk.hex("33.15");
    assert_eq!(desk.legal(), [Action::AirStrike(hex), Action::NoAirStrike]);
    let events = desk.play(Action::AirStrike(hex), &[("shot", 9)]);
    assert_eq!(shot_of(&events).0, 3, "white 3, the defence of -1 does not count");
    assert!(desk.at_rest());
}

#[test]
fn m5_1_at_night_the_air_counters_are_no_event() {
    for side in Side::BOTH {
        let mut desk = facing();
        desk.battle.turn = 3;
        assert!(desk.battle.ground.night(3));
        desk.event(side, EventKind::Air, &[]);
        assert!(desk.at_rest());
    }
}

#[test]
fn m5_2_the_german_picks_a_greek_who_runs_unless_he_passes() {
    let mut desk = facing();
    desk.place(SNAFU_GREEK, "33.20");
    desk.event(Side::German, EventKind::GreekRout, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(desk.legal(), [pick(&desk, SNAFU_GREEK)]);
    // Quality 2, out of command: 1.
    let events = desk.play(pick(&desk, SNAFU_GREEK), &[("rout check", 2)]);
    assert_eq!(checks_of(&events), [(1, false)]);
    assert_eq!(desk.at(SNAFU_GREEK), "dead");
    assert_eq!(desk.battle.tally.greek_steps_lost, 2);

    let mut desk = facing();
    desk.place(SNAFU_GREEK, "33.20");
    desk.event(Side::German, EventKind::GreekRout, &[]);
    desk.play(pick(&desk, SNAFU_GREEK), &[("rout check", 1)]);
    assert_eq!(desk.at(SNAFU_GREEK), "33.20");
}

#[test]
fn m5_2_a_command_point_holds_him_where_he_is_in_command() {
    let mut desk = facing();
    desk.place(SNAFU_GREEK, "33.20");
    desk.lead(CO_2_1, AUS);
    desk.set_points(BRIGADE, 1);
    desk.event(Side::German, EventKind::GreekRout, &[]);
    desk.play(pick(&desk, SNAFU_GREEK), &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::Allied));
    assert_eq!(desk.legal(), [Action::Roll, Action::Pay]);
    desk.play(Action::Pay, &[]);
    assert_eq!((desk.at(SNAFU_GREEK).as_str(), desk.points(BRIGADE)), ("33.20", 0));
}

#[test]
fn m5_2_without_greeks_it_is_no_event() {
    let mut desk = facing();
    desk.event(Side::German, EventKind::GreekRout, &[]);
    assert!(desk.at_rest());
}

#[test]
fn m5_3_a_hero_is_harder_to_hit_and_steadier_until_the_sides_next_event() {
    let mut desk = facing();
    desk.event(Side::Allied, EventKind::Heroic, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::Allied));
    assert_eq!(desk.legal(), [pick(&desk, AUS)], "a friendly unit");
    let before = desk.battle.quality(desk.unit(AUS));
    desk.play(pick(&desk, AUS), &[]);
    assert_eq!(desk.battle.quality(desk.unit(AUS)), before + 1);
    assert!(desk.mods(FJR1, AUS, Mode::Direct).contains(&(Mod::Heroic, -1)));
    // The other side's event leaves it.
    desk.event(Side::German, EventKind::NoEvent, &[]);
    assert_eq!(desk.battle.heroes[Side::Allied], Some(desk.unit(AUS)));
    // His own side's returns the marker first, so that it can be drawn again.
    desk.event(Side::Allied, EventKind::Heroic, &[]);
    assert_eq!(desk.battle.heroes[Side::Allied], None);
    assert_eq!(desk.legal(), [pick(&desk, AUS)]);
    assert_eq!(desk.battle.quality(desk.unit(AUS)), before);
}

#[test]
fn m5_4_intelligence_brings_two_command_points_and_a_dispatch_point() {
    for (side, division) in [(Side::German, REGIMENT), (Side::Allied, BRIGADE)] {
        let mut desk = facing();
        let place = usize::from(desk.division(division).0);
        let before = (desk.points(division), desk.battle.command.dispatch[place]);
        let events = desk.event(side, EventKind::Intelligence, &[]);
        let now = (desk.points(division), desk.battle.command.dispatch[place]);
        assert_eq!(now, (before.0 + 2, before.1 + 1));
        assert_eq!(desk.battle.tally.earned[side], 2);
        assert!(events.iter().any(|e| matches!(e, Event::Dispatch { held, .. } if *held == now.1)));
        assert!(desk.at_rest(), "one division, no choice");
    }
}

#[test]
fn m5_5_two_suppressed_units_of_one_formation_rally_even_under_fire() {
    let mut desk = facing();
    for (id, hex) in [(FJR2, "33.16"), (FJR9, "34.16"), ("fjr2-3", "34.15")] {
        desk.place(id, hex);
        desk.state(id).suppressed = true;
    }
    desk.event(Side::German, EventKind::Rally, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(picks(&desk).len(), 3);
    desk.play(pick(&desk, FJR2), &[]);
    assert_eq!(picks(&desk), [pick(&desk, "fjr2-3")], "the same formation");
    desk.play(pick(&desk, "fjr2-3"), &[]);
    assert!(desk.at_rest());
    assert!(!desk.see(FJR2).suppressed && desk.see(FJR9).suppressed);
    // The next event is free to help another formation.
    desk.event(Side::German, EventKind::Rally, &[]);
    assert_eq!(picks(&desk), [pick(&desk, FJR9)]);
    desk.play(Action::Decline, &[]);
    assert!(desk.see(FJR9).suppressed && desk.at_rest());
}

#[test]
fn m5_6_the_german_suppresses_a_tank_and_nobody_converts_it() {
    let mut desk = facing();
    desk.place(AUS_TANKS, "33.20");
    desk.lead(CO_2_1, AUS);
    desk.set_points(BRIGADE, 5);
    desk.event(Side::German, EventKind::TankBreakdown, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(desk.legal(), [pick(&desk, AUS_TANKS)]);
    desk.play(pick(&desk, AUS_TANKS), &[]);
    assert!(desk.see(AUS_TANKS).suppressed && desk.at_rest());
    assert_eq!((desk.see(AUS_TANKS).cohesion, desk.points(BRIGADE)), (0, 5));
    // A broken tank cannot break down again.
    desk.event(Side::German, EventKind::TankBreakdown, &[]);
    assert!(desk.at_rest());
}

/// A German company two hexes from the city of Rethymnon and one three hexes from it.
fn near_the_city(reading: Partisans) -> Desk {
    let mut desk = Desk::snafu();
    desk.rulings().partisans = reading;
    desk.place(FJR1, "08.15");
    desk.place(FJR2, "08.16");
    desk.state(FJR1).parachutes = 1;
    desk.event(Side::Allied, EventKind::Partisans, &[]);
    desk
}

#[test]
fn m5_7_partisans_strike_within_two_hexes_of_a_settled_hex() {
    let mut desk = near_the_city(Partisans::Unmodified);
    assert_eq!(desk.battle.to_act(), Some(Side::Allied));
    assert_eq!(desk.legal(), [pick(&desk, FJR1)]);
    let events = desk.play(pick(&desk, FJR1), &[("partisans", 0)]);
    assert!(matches!(
        events[0],
        Event::PartisanAttack { rating: 2, die: 0, hit: Hit::Cohesion, .. }
    ));
    assert_eq!(desk.see(FJR1).cohesion, 1);
    // In the ledger the Allies attack, with no unit of theirs; 0, 1 and 2 of ten faces may hit.
    let row = desk.battle.combat_facts(&events[0]).unwrap();
    assert_eq!((row.side, row.unit, row.kind, row.row), (Side::Allied, None, "partisans", "pink"));
    assert_eq!((row.rating, row.modifier, row.die), (Some(2), 0, 0));
    assert_eq!((row.effect, row.faces), (1, 10));
    let pink = |die| desk.battle.ground.hit(Colour::Pink, false, die) != Hit::Miss;
    assert_eq!(row.effect_of_all, (0..=2).filter(|&die| pink(die)).count() as u16);
    assert!((1..=3).contains(&row.effect_of_all));
    let mut desk = near_the_city(Partisans::Unmodified);
    let events = desk.play(pick(&desk, FJR1), &[("partisans", 3)]);
    assert!(matches!(events[0], Event::PartisanAttack { hit: Hit::Miss, .. }));
}

#[test]
fn ruling_partisans() {
    // The marker +2, the defence -1: 3.
    let mut desk = near_the_city(Partisans::Modified);
    let events = desk.play(pick(&desk, FJR1), &[("partisans", 3)]);
    assert!(matches!(events[0], Event::PartisanAttack { rating: 3, hit: Hit::Suppression, .. }));
    assert_eq!(desk.battle.combat_facts(&events[0]).unwrap().modifier, 1);
    // What helps the target counts too: -1 for its defence, and dug in -1.
    let mut desk = near_the_city(Partisans::Modified);
    desk.state(FJR1).parachutes = 0;
    desk.state(FJR1).improved = true;
    let events = desk.play(pick(&desk, FJR1), &[("partisans", 1)]);
    assert!(matches!(events[0], Event::PartisanAttack { rating: 0, hit: Hit::Miss, .. }));
}

#[test]
fn m5_8_the_side_that_draws_it_hits_one_of_its_own_beside_the_enemy() {
    for (side, own, other) in [(Side::German, FJR1, FJR9), (Side::Allied, AUS, AUS11)] {
        let mut desk = facing();
        desk.place(FJR1, "33.16");
        desk.place(FJR9, "20.20");
        desk.place(AUS11, "20.24");
        desk.event(side, EventKind::OutOfAmmo, &[]);
        assert_eq!(desk.battle.to_act(), Some(side));
        assert_eq!(desk.legal(), [pick(&desk, own)], "not {other}");
        desk.play(pick(&desk, own), &[]);
        assert_eq!(desk.see(own).cohesion, 1);
    }
    let mut desk = facing();
    desk.event(Side::German, EventKind::OutOfAmmo, &[]);
    assert!(desk.at_rest(), "nobody is beside the enemy");
}

#[test]
fn m5_9_two_cohesion_hits_of_one_formation_go_even_under_fire() {
    let mut desk = facing();
    desk.place(FJR1, "33.16");
    desk.place(FJR9, "34.16");
    desk.state(FJR1).cohesion = 2;
    desk.state(FJR9).cohesion = 1;
    desk.event(Side::German, EventKind::ResupplyDrop, &[]);
    assert_eq!(picks(&desk), [pick(&desk, FJR9), pick(&desk, FJR1)]);
    desk.play(pick(&desk, FJR1), &[]);
    assert_eq!(picks(&desk), [pick(&desk, FJR1)], "a unit may lose both hits");
    desk.play(pick(&desk, FJR1), &[]);
    assert!(desk.at_rest());
    assert_eq!((desk.see(FJR1).cohesion, desk.see(FJR9).cohesion), (0, 1));
    // What is left over is lost.
    desk.event(Side::German, EventKind::ResupplyDrop, &[]);
    desk.play(pick(&desk, FJR9), &[]);
    assert!(desk.at_rest());
}

#[test]
fn m5_10_a_lost_step_comes_back() {
    let mut desk = facing();
    desk.hit(FJR1, Hit::Step, &[]);
    assert_eq!(desk.battle.tally.steps_lost.german, 1);
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(desk.legal(), [pick(&desk, FJR1), Action::Decline]);
    desk.play(pick(&desk, FJR1), &[]);
    assert_eq!((desk.see(FJR1).steps, desk.battle.tally.steps_lost.german), (2, 0));
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert!(desk.at_rest(), "nobody has lost a step");
}

#[test]
fn m5_10_no_step_comes_back_to_a_hex_that_is_full() {
    let mut desk = facing();
    desk.hit(FJR1, Hit::Step, &[]);
    for id in [FJR2, FJR9, FJR_MG] {
        desk.place(id, "33.15");
    }
    let hex = desk.hex("33.15");
    desk.state(FJR2).steps = 3;
    let steps: u8 = desk.battle.stack(hex).map(|unit| desk.battle.unit(unit).steps).sum();
    assert_eq!((steps, desk.at(FJR1).as_str()), (8, "33.15"));
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert!(desk.at_rest(), "eight steps stand there");
    // A unit in column takes no room.
    desk.state(FJR1).column = true;
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert!(desk.offers(pick(&desk, FJR1)));
    desk.play(Action::Decline, &[]);
    desk.state(FJR1).column = false;
    desk.state(FJR_MG).column = true;
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert!(desk.offers(pick(&desk, FJR1)));
}

#[test]
fn m5_10_a_destroyed_unit_comes_back_with_a_leader_at_one_step() {
    let mut desk = facing();
    desk.place(FJR2, "33.14");
    desk.state(FJR2).cohesion = 2;
    desk.hit(FJR2, Hit::Eliminated, &[]);
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    assert!(desk.at_rest(), "there is no leader to come to");
    desk.lead(CO_I, FJR1);
    desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
    desk.play(pick(&desk, FJR2), &[]);
    let back = desk.see(FJR2);
    assert_eq!((back.steps, back.cohesion, back.end), (1, 0, None));
    assert_eq!(desk.at(FJR2), "33.15");
    assert_eq!(desk.battle.tally.steps_lost.german, 1);
}

#[test]
fn ruling_fallschirmjaeger() {
    for (reading, machine_guns) in
        [(Fallschirmjaeger::Dropped, true), (Fallschirmjaeger::Companies, false)]
    {
        let mut desk = facing();
        desk.rulings().fallschirmjaeger = reading;
        desk.place(FJR_MG, "33.14");
        desk.hit(FJR_MG, Hit::Step, &[]);
        desk.hit(FJR1, Hit::Step, &[]);
        desk.event(Side::German, EventKind::LostFallschirmjaeger, &[]);
        assert!(desk.offers(pick(&desk, FJR1)));
        assert_eq!(desk.offers(pick(&desk, FJR_MG)), machine_guns, "{reading:?}");
    }
}

#[test]
fn m5_11_the_allies_pick_the_formation_and_the_german_its_new_leaders_unit() {
    let mut desk = facing();
    desk.place(FJR2, "33.14");
    desk.place(FJR9, "33.13");
    desk.lead(CO_I, FJR1);
    desk.lead(CO_III, FJR9);
    desk.lead(CO_2_1, AUS);
    desk.event(Side::German, EventKind::LeaderLoss, &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::Allied));
    let german = [CO_I, CO_III].map(|leader| Action::PickLeader(LeaderId::at(leader)));
    assert_eq!(desk.legal(), german);
    desk.play(german[0], &[]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    assert_eq!(desk.legal(), [FJR2, FJR1].map(|id| Action::LeaderWith(desk.unit(id))));
    desk.play(Action::LeaderWith(desk.unit(FJR2)), &[]);
    let leader = desk.battle.command.leaders[CO_I];
    assert_eq!((leader.with, leader.replaced), (Some(desk.unit(FJR2)), true));
    // Only the other is left to lose, and then nobody.
    desk.event(Side::German, EventKind::LeaderLoss, &[]);
    assert_eq!(desk.legal(), [german[1]]);
    desk.battle.command.leaders[CO_III].replaced = true;
    desk.event(Side::German, EventKind::LeaderLoss, &[]);
    assert!(desk.at_rest());
}

/// 5.11 passes over who replaces a leader already: Ramcke, in scenarios 7 and 8.
#[test]
fn m5_11_the_sturmregiments_replacement_leader_cannot_be_lost_to_it() {
    let mut desk = Desk { battle: Files::default().scenario("last-chance") };
    let leader = |desk: &Desk, id: &str| {
        desk.battle.ground.leaders.iter().position(|card| card.id == id).unwrap()
    };
    let (ramcke, mountain) = (leader(&desk, "ldr-ramcke"), leader(&desk, "ldr-gjr100"));
    for (leader, id, hex) in [(ramcke, "llsr-5", "11.05"), (mountain, "gjr100-6", "10.10")] {
        desk.place(id, hex);
        desk.lead(leader, id);
    }
    desk.place("gjr100-7", "10.10");
    desk.event(Side::German, EventKind::LeaderLoss, &[]);
    assert_eq!(desk.legal(), [Action::PickLeader(LeaderId::at(mountain))]);
}

#[test]
fn m5_12_confusion_costs_the_allied_division_two_points() {
    for (held, left) in [(5, 3), (1, 0)] {
        let mut desk = facing();
        desk.set_points(BRIGADE, held);
        desk.event(Side::German, EventKind::CommandConfusion, &[]);
        assert_eq!(desk.points(BRIGADE), left);
        assert!(desk.at_rest());
    }
}

#[test]
fn m5_13_no_event_is_no_event() {
    let mut desk = facing();
    let before = desk.battle.units.clone();
    desk.event(Side::German, EventKind::NoEvent, &[]);
    assert!(desk.at_rest());
    assert_eq!(desk.battle.units, before);
}
