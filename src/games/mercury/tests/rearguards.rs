//! Rearguards and roadblocks (6.0, 7.0; U-9).

use alloc::vec::Vec;

use engine::{Direction, Side};

use super::super::action::Action;
use super::super::counter::DivisionId;
use super::super::event::Event;
use super::super::fire::Hit;
use super::super::terrain::ROAD;
use super::desk::*;

const GUARD: &str = "rearguard-crefor-1";

/// An Australian company, active with its brigade's chit.
fn company() -> Desk {
    active(AUS)
}

/// A unit beside a company and its leader, active with the brigade's chit.
fn active(id: &str) -> Desk {
    let mut desk = Desk::snafu();
    desk.place(AUS, "20.15");
    desk.lead(CO_2_1, AUS);
    desk.place(id, "20.15");
    desk.set_points(BRIGADE, 3);
    desk.chit(BRIGADE);
    desk.activate(id);
    desk
}

#[test]
fn m7_0_a_company_leaves_a_platoon_one_below_its_own_quality() {
    for parent in [4, 6, 9] {
        let mut desk = company();
        desk.counter(AUS).quality = parent;
        let events = desk.play(Action::LeaveRearguard, &[]);
        let guard = desk.unit(GUARD);
        assert!(events.contains(&Event::Arrived(guard, desk.hex("20.15"))));
        assert_eq!(desk.at(GUARD), "20.15");
        let printed = desk.battle.counter(guard).quality;
        assert_eq!(printed + desk.see(GUARD).quality_shift, parent - 1);
        assert_eq!(desk.see(AUS).steps, 2, "the company is none the weaker");
    }
}

#[test]
fn m7_0_the_scenario_gives_four_and_two() {
    let battle = Files::default().scenario("snafu");
    let count = |side| {
        battle.ids().filter(|&u| battle.side(u) == side && battle.counter(u).rearguard()).count()
    };
    assert_eq!((count(Side::Allied), count(Side::German)), (4, 2));
}

#[test]
fn m7_0_no_more_than_the_box_holds() {
    let mut desk = company();
    for number in 1..=4 {
        assert!(desk.offers(Action::LeaveRearguard));
        desk.place(&alloc::format!("rearguard-crefor-{number}"), "01.01");
    }
    assert!(!desk.offers(Action::LeaveRearguard));
}

#[test]
fn m7_0_any_step_loss_sends_a_rearguard_back_to_its_box_to_be_used_again() {
    let mut desk = company();
    desk.play(Action::LeaveRearguard, &[]);
    desk.hit(GUARD, Hit::Cohesion, &[]);
    assert_eq!(desk.at(GUARD), "20.15");
    desk.hit(GUARD, Hit::Step, &[]);
    assert_eq!(desk.at(GUARD), "waiting");
    assert_eq!(desk.battle.tally.steps_lost.allied, 0, "it has no step to lose");
    for number in 2..=4 {
        desk.place(&alloc::format!("rearguard-crefor-{number}"), "01.01");
    }
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.play(Action::LeaveRearguard, &[]);
    assert_eq!((desk.at(GUARD).as_str(), desk.see(GUARD).cohesion), ("20.15", 0));
}

#[test]
fn m7_0_infantry_takes_a_rearguard_in_again() {
    let mut desk = company();
    let guard = desk.place(GUARD, "20.15");
    desk.battle.heroes[Side::Allied] = Some(guard);
    assert!(!desk.offers(Action::LeaveRearguard), "one in the hex is enough");
    let events = desk.play(Action::TakeInRearguard(guard), &[]);
    assert_eq!(events[0], Event::RearguardIn(guard));
    assert_eq!(desk.at(GUARD), "waiting");
    assert_eq!(desk.battle.heroes[Side::Allied], None, "the marker does not wait in the box");
    assert!(!desk.offers(Action::LeaveRearguard), "not the same kind of action again");
}

#[test]
fn m6_0_m7_0_neither_greeks_nor_guns_nor_platoons_leave_any() {
    let leaves = |id: &str| active(id).offers(Action::LeaveRearguard);
    assert!(leaves(AUS2) && leaves(AUS_MG));
    for id in [SNAFU_GREEK, AUS_MORTAR, AUS_TANKS, GUARD] {
        assert!(!leaves(id), "{id}");
    }
}

#[test]
fn gts_a_platoon_neither_moves_nor_charges_and_offers_a_poor_target() {
    let mut desk = Desk::snafu();
    desk.place(AUS, "20.14");
    desk.lead(CO_2_1, AUS);
    desk.place(GUARD, "20.15");
    let enemy = desk.place(FJR1, "20.16");
    desk.chit(BRIGADE);
    desk.activate(GUARD);
    assert!(desk.offers(Action::Fire(enemy)));
    assert!(
        !desk.legal().iter().any(|a| matches!(a, Action::Step(_) | Action::Assault(_))),
        "{:?}",
        desk.legal()
    );
    let mods = desk.mods(FJR1, GUARD, super::super::fire::Mode::Direct);
    assert!(mods.contains(&(super::super::fire::Mod::Mass, -1)));
    // It has a zone like others.
    assert!(desk.battle.covers(desk.unit(GUARD), desk.hex("20.16")));
    desk.play(Action::Fire(enemy), &[("shot", 9)]);
}

/// Engineers on a road, with room for one roadblock.
fn engineers() -> Desk {
    let mut desk = Desk::snafu();
    let brigade = usize::from(desk.division(BRIGADE).0);
    desk.ground().divisions[brigade].roadblocks = 1;
    desk.counter(AUS).engineer = true;
    desk.place(AUS, "40.20");
    desk.lead(CO_2_1, AUS);
    desk.set_points(BRIGADE, 5);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk
}

#[test]
fn m7_0_engineers_block_a_road_with_a_check() {
    for (die, stands) in [(0, true), (9, false)] {
        let mut desk = engineers();
        desk.play(Action::SetRoadblock, &[("digging check", die)]);
        assert_eq!(desk.battle.blocked_road(desk.hex("40.20")), stands);
        assert_eq!(desk.points(BRIGADE), 5, "no point buys it");
    }
}

#[test]
fn m7_0_roadblocks_are_limited_need_a_road_and_are_cleared_the_same_way() {
    let mut desk = engineers();
    let elsewhere = desk.hex("40.19");
    desk.battle.markers.roadblocks.push((elsewhere, desk.division(BRIGADE)));
    assert!(!desk.offers(Action::SetRoadblock), "the limit of the scenario");
    desk.battle.markers.roadblocks = [(elsewhere, desk.division(REGIMENT))].into();
    assert!(desk.offers(Action::SetRoadblock), "another division's do not count");
    desk.place(AUS, "40.19");
    assert!(!desk.offers(Action::SetRoadblock));
    desk.play(Action::ClearRoadblock, &[("digging check", 0)]);
    assert!(desk.battle.markers.roadblocks.is_empty());
    let mut desk = engineers();
    desk.place(AUS, "20.15");
    assert!(!desk.offers(Action::SetRoadblock), "no road");
    let mut desk = company();
    desk.place(AUS, "40.20");
    let brigade = usize::from(desk.division(BRIGADE).0);
    desk.ground().divisions[brigade].roadblocks = 1;
    assert!(!desk.offers(Action::SetRoadblock), "no engineers");
}

/// 7.0 with two divisions of a side: each has its own number.
#[test]
fn m7_0_each_division_has_roadblocks_of_its_own() {
    let mut desk = Desk { battle: Files::default().scenario("kiwis") };
    desk.battle.frames = BOTTOM.into();
    let road =
        desk.battle.ground.map.ids().filter(|&hex| desk.battle.ground.map.sides(hex, ROAD) != 0);
    let hexes: Vec<_> = road.take(3).collect();
    let (mountain, jumpers) = (desk.division("5GD"), desk.division("7FD"));
    let limit = |desk: &Desk, division: DivisionId| {
        desk.battle.ground.divisions[usize::from(division.0)].roadblocks
    };
    assert_eq!((limit(&desk, mountain), limit(&desk, jumpers)), (2, 1));
    let pioneers = desk.unit("fschpi-1");
    desk.battle.put(pioneers, hexes[2]);
    let offered = |desk: &Desk| {
        let mut actions = Vec::new();
        desk.battle.engineer_options(pioneers, hexes[2], &mut actions);
        actions.contains(&Action::SetRoadblock)
    };
    // Two Sperren of the mountain division leave the 7. Flieger-Division its one.
    desk.battle.markers.roadblocks = [(hexes[0], mountain), (hexes[1], mountain)].into();
    assert!(offered(&desk));
    desk.battle.markers.roadblocks = [(hexes[0], jumpers)].into();
    assert!(!offered(&desk));
}

#[test]
fn gts_engineers_may_work_after_they_left_a_rearguard() {
    let mut desk = engineers();
    desk.play(Action::LeaveRearguard, &[]);
    assert!(desk.offers(Action::SetRoadblock));
}

#[test]
fn m7_0_a_roadblock_cancels_the_road() {
    let mut desk = Desk::snafu();
    desk.place(AUS, "40.19");
    desk.state(AUS).column = true;
    let unit = desk.unit(AUS);
    let south = |desk: &Desk| desk.battle.step(unit, Direction::S, 20);
    assert_eq!(south(&desk), Some(1), "half a point along the road");
    let block = desk.hex("40.20");
    desk.battle.markers.roadblocks.push((block, desk.division(REGIMENT)));
    assert_eq!(south(&desk), Some(2), "clear ground in column");
    desk.place(AUS, "40.20");
    assert_eq!(south(&desk), Some(2), "out of it as well");
}

#[test]
fn m7_0_vehicles_stop_at_a_roadblock_and_men_walk_on() {
    for (id, stops) in [(AUS_TANKS, true), (AUS, false)] {
        let mut desk = Desk::snafu();
        desk.place(id, "40.19");
        let block = desk.hex("40.20");
        desk.battle.markers.roadblocks.push((block, desk.division(REGIMENT)));
        desk.chit(BRIGADE);
        desk.activate(id);
        desk.step(Direction::S, &[]);
        assert_eq!(desk.at(id), "40.20");
        assert_eq!(desk.left() == 0, stops);
    }
}
