//! Indirect fire, artillery parks, barrages and rubble (series rules 6; Mercury 2.9).

use alloc::vec::Vec;

use engine::{Direction, Id, Side};

use super::super::action::Action;
use super::super::counter::{Colour, UnitId};
use super::super::event::Event;
use super::super::fire::{Mod, Mode};
use super::super::frame::{Frame, Parks};
use super::super::rulings::{BarrageRule, MenAtWork};
use super::desk::*;
use crate::mercury::ids::LeaderId;

/// A gun south of the city of Rethymnon and a German company north of it, out of its sight.
fn behind_the_city(gun: &str) -> Desk {
    let mut desk = Desk::snafu();
    desk.place(gun, "08.15");
    desk.place(FJR1, "08.11");
    desk
}

fn may_fire(desk: &Desk, gun: &str) -> Option<Mode> {
    desk.battle.may_fire_at(desk.unit(gun), desk.unit(FJR1))
}

#[test]
fn gts_a_mortar_spots_for_itself_or_through_its_own_formation_in_command() {
    let mut desk = behind_the_city(AUS_MORTAR);
    assert_eq!(may_fire(&desk, AUS_MORTAR), None);
    desk.place(AUS, "08.09");
    assert_eq!(may_fire(&desk, AUS_MORTAR), None, "out of command");
    desk.lead(CO_2_1, AUS);
    assert_eq!(may_fire(&desk, AUS_MORTAR), Some(Mode::Indirect));
    // Nobody of another battalion spots for it, though the leader be near.
    let mut desk = behind_the_city(AUS_MORTAR);
    desk.place(AUS11, "08.09");
    desk.place(AUS_MG, "08.09");
    desk.place(AUS, "08.16");
    desk.lead(CO_2_1, AUS);
    desk.lead(CO_2_11, AUS11);
    assert_eq!(may_fire(&desk, AUS_MORTAR), None);
    // Seen by itself.
    desk.place(FJR1, "08.18");
    assert_eq!(may_fire(&desk, AUS_MORTAR), Some(Mode::Indirect));
    // Beyond its range of four.
    desk.place(FJR1, "08.20");
    assert_eq!(may_fire(&desk, AUS_MORTAR), None);
}

#[test]
fn gts_a_park_spots_through_whomever_its_leader_commands() {
    let contact = |spotter: &str| {
        let mut desk = behind_the_city(RAA);
        desk.place(spotter, "08.09");
        // The leader is near the spotter, with a unit that does not see the target: it is night.
        desk.battle.turn = 3;
        desk.place(AUS2, "08.05");
        desk.lead(CO_2_1, AUS2);
        assert_eq!(may_fire(&desk, RAA), None, "no contact");
        desk.state(RAA).park = true;
        assert_eq!(may_fire(&desk, RAA), None, "a park without contact");
        desk.state(RAA).contact = Some(LeaderId::at(CO_2_1));
        may_fire(&desk, RAA)
    };
    assert_eq!(contact(AUS), Some(Mode::Indirect), "his battalion");
    assert_eq!(contact(AUS_MG), Some(Mode::Indirect), "independents in his range");
    assert_eq!(contact(AUS11), None, "another battalion");
    assert_eq!(contact(SNAFU_GREEK), None, "Greeks never (6.0)");
}

#[test]
fn gts_a_gun_of_a_formation_needs_contact_too() {
    let mut desk = behind_the_city(RAA);
    let formation = desk.battle.counter(desk.unit(AUS)).formation;
    desk.counter(RAA).formation = formation;
    desk.place(AUS, "08.09");
    desk.lead(CO_2_1, AUS);
    assert_eq!(may_fire(&desk, RAA), None);
}

#[test]
fn gts_artillery_fires_direct_within_three_hexes_on_the_yellow_row() {
    let mut desk = Desk::snafu();
    let gun = desk.place(RAA, "20.15");
    for (hex, mode, colour) in
        [("20.18", Mode::Direct, Colour::Yellow), ("20.19", Mode::Indirect, Colour::Orange)]
    {
        let target = desk.place(FJR1, hex);
        assert_eq!(desk.battle.may_fire_at(gun, target), Some(mode));
        assert_eq!(desk.battle.shot_at(gun, target, mode).unwrap().colour, colour);
    }
}

/// The mortar, with a rating, fires at a company three hexes off: rating 3 with its defence of -1.
fn shelled(rating: i8, die: u8, prepare: impl FnOnce(&mut Desk)) -> (Desk, Vec<Event>) {
    let mut desk = Desk::snafu();
    desk.place(AUS_MORTAR, "20.15");
    desk.place(FJR1, "20.18");
    desk.counter(AUS_MORTAR).fire.as_mut().unwrap().value = rating;
    prepare(&mut desk);
    desk.set_points(BRIGADE, 0);
    desk.set_points(REGIMENT, 0);
    desk.chit(BRIGADE);
    desk.activate(AUS_MORTAR);
    let target = desk.unit(FJR1);
    let events = desk.play(Action::Fire(target), &[("shot", die)]);
    (desk, events)
}

#[test]
fn gts_a_mortar_fires_with_its_fire_rating_and_strikes_with_its_assault_rating() {
    let mut desk = Desk::snafu();
    desk.place(FJR_MORTAR, "20.15");
    desk.place(AUS, "20.18");
    let printed = |mode| desk.battle.aim(desk.shot(FJR_MORTAR, AUS, mode)).0;
    assert_eq!((printed(Mode::Indirect), printed(Mode::Assault)), (5, 2));
}

fn barrage(desk: &Desk) -> Option<usize> {
    desk.battle.barrage(desk.hex("20.18"))
}

#[test]
fn gts_a_shot_leaves_a_light_barrage_or_from_six_on_a_heavy_one() {
    for (rating, weight) in [(4, 0), (5, 0), (6, 1), (7, 1)] {
        let (desk, events) = shelled(rating, 8, |_| ());
        assert_eq!(barrage(&desk), Some(weight), "rating {rating}");
        assert!(events.contains(&Event::Barrage(desk.hex("20.18"), weight == 1)));
        let (desk, _) = shelled(rating, 9, |_| ());
        assert_eq!(barrage(&desk), None, "a 9 leaves none");
    }
    // What weakens the firer counts, what shelters the target does not.
    let (desk, _) = shelled(6, 8, |desk| desk.state(AUS_MORTAR).cohesion = 1);
    assert_eq!(barrage(&desk), Some(0));
    let (desk, _) = shelled(6, 8, |desk| desk.state(FJR1).improved = true);
    assert_eq!(barrage(&desk), Some(1));
}

#[test]
fn gts_the_company_bonus_counts_towards_a_heavy_barrage() {
    for (check, weight) in [(0, 1), (9, 0)] {
        let mut desk = Desk::snafu();
        desk.place(FJR_MORTAR, "20.15");
        let target = desk.place(AUS, "20.18");
        desk.set_points(REGIMENT, 0);
        desk.chit(REGIMENT);
        desk.activate(FJR_MORTAR);
        // Two steps, rating 5.
        desk.play(Action::Fire(target), &[("bonus check", check), ("shot", 8)]);
        assert_eq!(barrage(&desk), Some(weight));
    }
}

#[test]
fn gts_a_heavy_shot_flips_a_light_barrage_and_a_light_one_leaves_a_heavy() {
    let lies = |heavy| {
        move |desk: &mut Desk| {
            let hex = desk.hex("20.18");
            desk.battle.lay_barrage(hex, heavy);
        }
    };
    assert_eq!(barrage(&shelled(6, 8, lies(false)).0), Some(1));
    assert_eq!(barrage(&shelled(4, 8, lies(true)).0), Some(1));
    assert_eq!(barrage(&shelled(4, 8, lies(false)).0), Some(0));
}

#[test]
fn ruling_barrage() {
    // A 0 takes a step, an 8 misses.
    for (reading, hit, miss) in
        [(BarrageRule::EveryShot, Some(0), Some(0)), (BarrageRule::OnMiss, None, Some(0))]
    {
        let fired = |die| {
            let (desk, _) = shelled(4, die, |desk| desk.rulings().barrage = reading);
            (barrage(&desk), desk.see(FJR1).steps)
        };
        assert_eq!(fired(0), (hit, 1), "{reading:?}");
        assert_eq!(fired(8), (miss, 2), "{reading:?}");
    }
}

/// German machine guns (range and zone 2) under a barrage, an Australian company two hexes off.
fn under(heavy: bool) -> Desk {
    let mut desk = Desk::snafu();
    desk.place(FJR_MG, "20.18");
    desk.place(AUS, "20.20");
    let hex = desk.hex("20.18");
    desk.battle.lay_barrage(hex, heavy);
    desk
}

#[test]
fn gts_a_barrage_weakens_fire_assault_and_quality() {
    for (heavy, value) in [(false, -1), (true, -2)] {
        let desk = under(heavy);
        for mode in [Mode::Direct, Mode::Assault] {
            assert!(desk.mods(FJR_MG, AUS, mode).contains(&(Mod::Barrage, value)), "{mode:?}");
        }
        let unit = desk.unit(FJR_MG);
        let quality = desk.battle.quality(unit);
        let mut free = desk;
        free.battle.clear_barrages();
        assert_eq!(quality, free.battle.quality(unit) + value);
    }
}

#[test]
fn gts_under_a_barrage_fire_reaches_one_hex_and_there_is_no_zone() {
    let mut desk = under(false);
    let (unit, enemy) = (desk.unit(FJR_MG), desk.unit(AUS));
    assert_eq!(desk.battle.may_fire_at(unit, enemy), None);
    assert!(!desk.battle.covers(unit, desk.hex("20.20")));
    assert!(!desk.battle.covers(unit, desk.hex("20.19")));
    desk.place(AUS, "20.19");
    assert_eq!(desk.battle.may_fire_at(unit, enemy), Some(Mode::Direct));
    desk.place(AUS, "20.20");
    desk.battle.clear_barrages();
    assert_eq!(desk.battle.may_fire_at(unit, enemy), Some(Mode::Direct));
    assert!(desk.battle.covers(unit, desk.hex("20.20")));
}

/// By published updates of the series guns that fire direct lay no barrage, whatever they are.
#[test]
fn gts_artillery_that_fires_direct_lays_no_barrage() {
    let mut desk = Desk::snafu();
    desk.place(RAA, "20.15");
    let target = desk.place(FJR1, "20.17");
    // In a park it fires for nothing.
    desk.state(RAA).park = true;
    desk.set_points(BRIGADE, 0);
    desk.set_points(REGIMENT, 0);
    desk.chit(BRIGADE);
    desk.activate(RAA);
    let events = desk.play(Action::Fire(target), &[("bonus check", 9), ("shot", 8)]);
    assert!(events.iter().any(|event| matches!(event, Event::Shot { mode: Mode::Direct, .. })));
    assert!(
        desk.battle.markers.barrages.is_empty() && desk.battle.barrage(desk.hex("20.17")).is_none()
    );
}

#[test]
fn gts_leaving_a_barrage_costs_two_points_more() {
    let mut desk = under(false);
    let unit = desk.unit(FJR_MG);
    let north = |desk: &Desk| desk.battle.step(unit, Direction::N, 20);
    assert_eq!(north(&desk), Some(8), "clear ground 2, in half points");
    desk.battle.clear_barrages();
    assert_eq!(north(&desk), Some(4));
}

#[test]
fn gts_a_heavy_barrage_is_left_only_with_a_check() {
    for (die, at) in [(7, "20.17"), (8, "20.18")] {
        let mut desk = under(true);
        // Quality 10, in a heavy barrage -2, out of command -1: 7.
        desk.counter(FJR_MG).quality = 10;
        desk.set_points(REGIMENT, 0);
        desk.chit(REGIMENT);
        desk.activate(FJR_MG);
        let events = desk.step(Direction::N, &[("barrage check", die)]);
        assert_eq!(checks_of(&events)[0].0, 7);
        assert_eq!(desk.at(FJR_MG), at);
        if at == "20.18" {
            assert_eq!(desk.left(), 0, "it stays, and its move is over");
        }
    }
    // A light one needs none.
    let mut desk = under(false);
    desk.chit(REGIMENT);
    desk.activate(FJR_MG);
    desk.step(Direction::N, &[]);
    assert_eq!(desk.at(FJR_MG), "20.17");
}

#[test]
fn gts_nobody_charges_out_of_a_heavy_barrage() {
    for (heavy, may) in [(false, true), (true, false)] {
        let mut desk = under(heavy);
        desk.place(AUS, "20.19");
        assert_eq!(desk.battle.may_assault(desk.unit(FJR_MG), desk.hex("20.19")), may);
    }
}

#[test]
fn gts_a_barrage_blocks_the_view_through_it_until_the_turn_ends() {
    let mut desk = Desk::snafu();
    let [from, between, to] = ["20.15", "20.17", "20.19"].map(|label| desk.hex(label));
    assert!(desk.battle.sees(from, to));
    desk.battle.lay_barrage(between, false);
    assert!(!desk.battle.sees(from, to));
    assert!(desk.battle.sees(from, between), "into it one sees");
    desk.battle.clear_barrages();
    assert!(desk.battle.sees(from, to));
}

/// The guns in a park in contact, a target four hexes off, no points to spend.
fn park() -> Desk {
    let mut desk = Desk::snafu();
    desk.place(RAA, "20.15");
    desk.place(FJR1, "20.19");
    desk.place(AUS, "20.14");
    desk.lead(CO_2_1, AUS);
    desk.state(RAA).park = true;
    desk.state(RAA).contact = Some(LeaderId::at(CO_2_1));
    desk.set_points(BRIGADE, 0);
    desk.chit(BRIGADE);
    desk
}

fn fire(desk: &mut Desk, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    desk.activate(RAA);
    let target = desk.unit(FJR1);
    desk.play(Action::Fire(target), rolls)
}

#[test]
fn gts_a_nine_loses_contact() {
    let mut desk = park();
    let events = fire(&mut desk, &[("bonus check", 9), ("shot", 9)]);
    assert!(events.contains(&Event::ContactLost(desk.unit(RAA))));
    assert_eq!(desk.see(RAA).contact, None);
    assert!(desk.see(RAA).park && desk.battle.markers.barrages.is_empty());
    let mut desk = park();
    fire(&mut desk, &[("bonus check", 9), ("shot", 8)]);
    assert_eq!(desk.see(RAA).contact, Some(LeaderId::at(CO_2_1)));
}

#[test]
fn gts_a_park_shoots_in_one_activation_a_turn_direct_or_indirect() {
    for hex in ["20.19", "20.18"] {
        let mut desk = park();
        desk.place(FJR1, hex);
        fire(&mut desk, &[("bonus check", 9), ("shot", 8)]);
        assert!(desk.battle.notes[desk.unit(RAA).index()].fired);
        desk.set_points(BRIGADE, 5);
        desk.chit("allied");
        let target = desk.unit(FJR1);
        let again = |desk: &mut Desk| {
            desk.activate(RAA);
            desk.offers(Action::Fire(target))
        };
        // Its barrage hides nothing here: the gun sees the hex itself.
        assert!(!again(&mut desk), "{hex}");
        desk.battle.clear_barrages();
        desk.chit("allied");
        assert!(again(&mut desk), "step I turns it to its unfired side");
    }
    // Out of a park there is no such side.
    let mut desk = park();
    desk.state(RAA).park = false;
    desk.place(FJR1, "20.18");
    desk.set_points(BRIGADE, 1);
    desk.activate(RAA);
    let target = desk.unit(FJR1);
    desk.play(Action::Fire(target), &[("bonus check", 9), ("shot", 8)]);
    assert!(!desk.battle.notes[desk.unit(RAA).index()].fired);
}

#[test]
fn gts_a_park_is_always_in_command_and_fires_free() {
    let mut desk = park();
    desk.dismiss(CO_2_1);
    let gun = desk.unit(RAA);
    assert!(desk.battle.in_command(gun));
    assert_eq!(desk.battle.purse(gun), Some(desk.division(BRIGADE)));
    let cost = |desk: &Desk| desk.battle.cost(gun, super::super::activation::Deed::Fire, false);
    assert_eq!(cost(&desk), 0);
    desk.state(RAA).park = false;
    assert!(!desk.battle.in_command(gun));
    assert_eq!(cost(&desk), 1);
}

#[test]
fn gts_counter_battery() {
    let mut desk = park();
    desk.place(FJR_ART, "20.25");
    let counter = (Mod::CounterBattery, -2);
    assert!(!desk.mods(RAA, FJR_ART, Mode::Indirect).contains(&counter), "no park over there");
    desk.state(FJR_ART).park = true;
    assert!(desk.mods(RAA, FJR_ART, Mode::Indirect).contains(&counter));
    desk.state(RAA).park = false;
    assert!(!desk.mods(RAA, FJR_ART, Mode::Indirect).contains(&counter));
}

/// Step E of the Allies, with the guns on the map and one leader in play.
fn step_e() -> Desk {
    let mut desk = Desk::snafu();
    desk.place(RAA, "20.15");
    desk.place(AUS, "20.14");
    desk.lead(CO_2_1, AUS);
    desk.set_points(BRIGADE, 0);
    desk.battle.frames.push(Frame::Parks(Parks { side: Side::Allied, next: UnitId(0) }));
    desk.settle(&[]);
    desk
}

#[test]
fn m3_2_e_parks_are_formed_and_then_try_for_contact() {
    for (die, contact) in [(5, Some(LeaderId::at(CO_2_1))), (6, None)] {
        let mut desk = step_e();
        assert_eq!(desk.legal(), [Action::LeaveAsIs, Action::FormPark]);
        desk.play(Action::FormPark, &[]);
        let seek = Action::SeekContact(LeaderId::at(CO_2_1));
        assert_eq!(desk.legal(), [Action::LeaveAsIs, seek, Action::BreakPark]);
        // Quality 5: a park is in command.
        desk.play(seek, &[("contact check", die)]);
        assert_eq!((desk.see(RAA).park, desk.see(RAA).contact), (true, contact));
        assert!(desk.at_rest(), "one attempt a turn");
    }
}

#[test]
fn m3_2_e_a_point_buys_contact() {
    let mut desk = step_e();
    desk.set_points(BRIGADE, 1);
    desk.play(Action::FormPark, &[]);
    desk.play(Action::SeekContact(LeaderId::at(CO_2_1)), &[]);
    assert_eq!(desk.legal(), [Action::Roll, Action::Pay]);
    desk.play(Action::Pay, &[]);
    assert_eq!((desk.see(RAA).contact, desk.points(BRIGADE)), (Some(LeaderId::at(CO_2_1)), 0));
}

#[test]
fn m3_2_e_parks_break_up_and_others_are_passed_by() {
    let mut desk = step_e();
    desk.state(RAA).park = true;
    desk.state(RAA).contact = Some(LeaderId::at(CO_2_1));
    assert_eq!(desk.legal(), [Action::LeaveAsIs, Action::BreakPark], "already in contact with him");
    desk.play(Action::BreakPark, &[]);
    assert_eq!((desk.see(RAA).park, desk.see(RAA).contact), (false, None));
    assert!(desk.at_rest());
    // Guns just dropped, or on the move, form none.
    for (parachutes, mounted) in [(1, false), (0, true)] {
        let mut desk = Desk::snafu();
        desk.place(FJR_ART, "20.15");
        desk.state(FJR_ART).parachutes = parachutes;
        desk.state(FJR_ART).mounted = mounted;
        desk.battle.frames.push(Frame::Parks(Parks { side: Side::German, next: UnitId(0) }));
        desk.settle(&[]);
        assert!(desk.at_rest());
    }
}

#[test]
fn gts_guns_that_mount_leave_their_park() {
    let mut desk = Desk::snafu();
    desk.place(FJR_ART, "20.15");
    desk.state(FJR_ART).park = true;
    desk.state(FJR_ART).contact = Some(LeaderId::at(CO_I));
    desk.chit(REGIMENT);
    desk.activate(FJR_ART);
    desk.play(Action::Mount, &[]);
    assert_eq!((desk.see(FJR_ART).park, desk.see(FJR_ART).contact), (false, None));
}

#[test]
fn m2_9_a_natural_0_of_artillery_turns_a_city_into_rubble() {
    let mut desk = park();
    desk.place(RAA, "08.18");
    desk.place(FJR1, "08.13");
    let city = desk.hex("08.13");
    let events = fire(&mut desk, &[("bonus check", 9), ("shot", 0)]);
    assert!(events.contains(&Event::Rubble(city)));
    assert!(desk.battle.in_rubble(city), "no observation post any more");
    // City -3, rubble one more; the armoured table; dearer to enter.
    assert!(desk.mods(AUS, FJR1, Mode::Direct).contains(&(Mod::Terrain, -4)));
    assert!(desk.battle.hard(desk.unit(FJR1), Mode::Direct, city));
    desk.place(AUS, "08.14");
    desk.state(FJR1).steps = 0;
    let unit = desk.unit(FJR1);
    desk.battle.lift(unit);
    desk.state(FJR1).place = super::super::state::Place::Waiting;
    assert_eq!(desk.battle.step(desk.unit(AUS), Direction::N, 20), Some(8));
    // Another roll than 0, open ground, and mortars make none.
    let mut desk = park();
    desk.place(FJR1, "08.13");
    desk.place(RAA, "08.18");
    fire(&mut desk, &[("bonus check", 9), ("shot", 1)]);
    assert!(desk.battle.markers.rubble.is_empty());
    assert!(shelled(4, 0, |_| ()).0.battle.markers.rubble.is_empty());
}

#[test]
fn m2_9_a_natural_0_buries_a_strongpoint() {
    let mut desk = park();
    desk.place(RAA, "08.18");
    let unit = desk.place(FJR1, "08.13");
    let city = desk.hex("08.13");
    desk.ground().strongpoints = [city].into();
    assert!(desk.battle.entrenched(unit));
    fire(&mut desk, &[("bonus check", 9), ("shot", 0)]);
    assert!(desk.battle.in_rubble(city));
    assert!(!desk.battle.entrenched(unit));
}

#[test]
fn m2_9_engineers_clear_rubble_with_a_check_that_no_point_buys() {
    for (die, cleared) in [(0, true), (9, false)] {
        let mut desk = Desk::snafu();
        desk.place(AUS, "08.13");
        desk.lead(CO_2_1, AUS);
        let city = desk.hex("08.13");
        desk.battle.markers.rubble.push((city, false));
        desk.set_points(BRIGADE, 5);
        desk.chit(BRIGADE);
        desk.activate(AUS);
        assert!(!desk.offers(Action::ClearRubble), "no engineers");
        desk.counter(AUS).engineer = true;
        desk.play(Action::ClearRubble, &[("digging check", die)]);
        assert_eq!(desk.battle.rubbled(city), !cleared);
        assert!(desk.battle.in_rubble(city), "its observation post is gone for good");
        assert_eq!(desk.points(BRIGADE), 5);
    }
}

#[test]
fn ruling_men_at_work() {
    let start = |reading| {
        let mut desk = Desk::snafu();
        desk.rulings().men_at_work = reading;
        desk.place(AUS, "08.13");
        desk.lead(CO_2_1, AUS);
        desk.counter(AUS).engineer = true;
        let city = desk.hex("08.13");
        desk.battle.markers.rubble.push((city, false));
        desk.set_points(BRIGADE, 5);
        (desk, city)
    };
    let (mut desk, city) = start(MenAtWork::Nothing);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.play(Action::ClearRubble, &[("digging check", 0)]);
    assert!(!desk.battle.rubbled(city));
    // Begun with the first action, done with a later one.
    let (mut desk, city) = start(MenAtWork::BegunBefore);
    let unit = desk.unit(AUS);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    let events = desk.play(Action::ClearRubble, &[]);
    assert!(events.contains(&Event::WorkBegun(unit)));
    assert!(desk.battle.rubbled(city));
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.play(Action::ClearRubble, &[("digging check", 0)]);
    assert!(!desk.battle.rubbled(city));
    // Who has gone away meanwhile begins anew.
    let (mut desk, city) = start(MenAtWork::BegunBefore);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.play(Action::ClearRubble, &[]);
    desk.place(AUS, "08.14");
    desk.place(AUS, "08.13");
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.play(Action::ClearRubble, &[]);
    assert!(desk.battle.rubbled(city));
}
