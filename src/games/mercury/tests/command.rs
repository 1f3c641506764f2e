//! Command range, who may be activated, what it costs, and who pays (6.0, 8.0, S8.0).

use alloc::vec::Vec;

use engine::{Direction, Position as _};

use super::super::action::Action;
use super::super::activation::Deed;
use super::super::fire::Hit;
use super::super::frame::{Acting, Frame};
use super::super::rulings::{ActivationCost, OutOfCommandFire, Rounding, Switch};
use super::desk::*;
use crate::mercury::ids::FormationId;

/// What each first action of mountain engineers costs, and fire with other weapons.
fn prices(reading: ActivationCost) -> Vec<u16> {
    let mut desk = Desk::new();
    desk.rulings().activation_cost = reading;
    desk.chit("5GD");
    let unit = desk.place(PI, "05.05");
    let mut prices: Vec<u16> = [
        Deed::Move,
        Deed::Fire,
        Deed::Assault,
        Deed::Rally,
        Deed::Column,
        Deed::Mount,
        Deed::Improve,
        Deed::Engineer,
    ]
    .map(|deed| desk.battle.cost(unit, deed, false))
    .into();
    let mortar = desk.place(MORTAR, "05.05");
    prices.push(desk.battle.cost(mortar, Deed::Fire, false));
    desk.chit("2NZ");
    let purple = desk.place(NZ, "04.04");
    prices.push(desk.battle.cost(purple, Deed::Fire, false));
    prices
}

#[test]
fn gts_activation_cost_fire_one_point() {
    // Move, fire, assault, rally, column, mount, improve, engineer; green fire, purple fire.
    assert_eq!(prices(ActivationCost::FireOnePoint), [0, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn gts_activation_cost_all_one_point() {
    assert_eq!(prices(ActivationCost::AllOnePoint), [1; 10]);
}

#[test]
fn gts_activation_cost_all_free() {
    assert_eq!(prices(ActivationCost::AllFree), [0; 10]);
}

#[test]
fn gts_a_second_action_costs_one_point_under_every_reading() {
    for reading in
        [ActivationCost::FireOnePoint, ActivationCost::AllOnePoint, ActivationCost::AllFree]
    {
        let mut desk = Desk::new();
        desk.rulings().activation_cost = reading;
        desk.chit("5GD");
        let unit = desk.place(PI, "05.05");
        for deed in [Deed::Move, Deed::Fire, Deed::Assault, Deed::Rally] {
            assert_eq!(desk.battle.cost(unit, deed, true), 1);
        }
    }
}

#[test]
fn gts_the_division_of_the_unit_pays() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.set_points("5GD", 3);
    desk.set_points("2NZ", 3);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    desk.play(Action::Fire(target), &[]);
    assert_eq!((desk.points("5GD"), desk.points("2NZ")), (2, 3));
}

#[test]
fn gts_without_points_nobody_fires_under_fire_one_point_but_moving_is_free() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    let target = desk.place(GREEK, "05.06");
    desk.set_points("5GD", 0);
    desk.chit("5GD");
    desk.activate(PI);
    assert!(!desk.offers(Action::Fire(target)));
    assert!(!desk.legal().iter().any(|a| matches!(a, Action::Assault(_))));
    assert!(desk.offers(Action::Step(Direction::N)));
}

#[test]
fn gts_without_points_nobody_does_anything_under_all_one_point() {
    let mut desk = Desk::new();
    desk.rulings().activation_cost = ActivationCost::AllOnePoint;
    desk.place(PI, "05.05");
    desk.set_points("5GD", 0);
    desk.chit("5GD");
    let unit = desk.unit(PI);
    desk.play(Action::Activate(unit), &[]);
    assert_eq!(desk.legal(), [Action::Done]);
}

#[test]
fn gts_the_second_action_is_of_another_kind_and_the_last() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert!(!desk.legal().iter().any(|a| matches!(a, Action::Step(_) | Action::EnterColumn)));
    desk.play(Action::Improve, &[]);
    assert_eq!(desk.points("5GD"), 4);
    assert!(desk.at_rest(), "two actions and no more");
}

#[test]
fn gts_no_second_action_without_a_point() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.set_points("5GD", 0);
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest());
}

#[test]
fn gts_no_second_action_out_of_command() {
    let mut desk = Desk::new();
    desk.dismiss(SCHAETTE);
    desk.place(PI, "05.05");
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest());
}

#[test]
fn gts_direct_command_costs_one_point_a_unit_and_gives_one_action() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    desk.set_points("5GD", 5);
    desk.chit("german");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert_eq!(desk.points("5GD"), 4);
    assert!(desk.offers(Action::EndActivation) && !desk.offers(Action::Activate(unit)));
}

#[test]
fn gts_direct_command_activates_nobody_without_points() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    desk.set_points("5GD", 0);
    desk.chit("german");
    assert!(!desk.battle.may_activate(unit));
}

#[test]
fn gts_direct_command_activates_its_own_side_only() {
    let mut desk = Desk::new();
    let (german, greek) = (desk.place(PI, "05.05"), desk.place(GREEK, "08.05"));
    desk.chit("german");
    assert!(desk.battle.may_activate(german) && !desk.battle.may_activate(greek));
    desk.chit("allied");
    assert!(!desk.battle.may_activate(german) && desk.battle.may_activate(greek));
}

#[test]
fn ruling_direct_command_in_command() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    desk.dismiss(SCHAETTE);
    desk.set_points("5GD", 2);
    desk.chit("german");
    assert!(!desk.battle.may_activate(unit), "on: only units in command");
    desk.rulings().direct_command_in_command = Switch::Off;
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    assert_eq!(desk.points("5GD"), 1, "off: anybody, and the division pays");
}

/// Whatever the switch says of others, Greeks need a leader within range.
#[test]
fn m6_0_greeks_out_of_command_are_never_activated() {
    for reading in [Switch::On, Switch::Off] {
        let mut desk = Desk::new();
        let greek = desk.place(GREEK, "05.05");
        desk.rulings().direct_command_in_command = reading;
        desk.dismiss(BEDDING);
        desk.chit("allied");
        assert!(!desk.battle.may_activate(greek));
        desk.chit("2NZ");
        assert!(!desk.battle.may_activate(greek));
    }
}

#[test]
fn m6_0_major_bedding_keeps_every_greek_in_command_whatever_the_distance() {
    let mut desk = Desk::new();
    let greek = desk.place(GREEK, "15.01");
    assert!(desk.battle.ground.distance(desk.hex("15.01"), desk.hex("01.10")) > 10);
    assert!(desk.battle.in_command(greek));
    let other = desk.place(NZ, "02.10");
    assert!(!desk.battle.in_command(other), "but nobody else");
}

#[test]
fn m6_0_greeks_are_in_command_within_range_of_any_allied_leader() {
    let mut desk = Desk::new();
    desk.dismiss(BEDDING);
    desk.place(NZ, "05.05");
    desk.lead(BRIGADIER, NZ);
    let (near, far) = (desk.place(GREEK, "05.08"), desk.place(GREEK2, "05.09"));
    assert!(desk.battle.in_command(near) && !desk.battle.in_command(far));
    desk.chit("2NZ");
    assert!(desk.battle.may_activate(near) && !desk.battle.may_activate(far));
    assert_eq!(desk.battle.purse(near), Some(desk.division("2NZ")));
}

#[test]
fn gts_command_reaches_ten_hexes_and_eight_for_the_replacement() {
    let mut desk = Desk::new();
    desk.place(PI, "01.05");
    desk.lead(SCHAETTE, PI);
    let (ten, eleven) = (desk.place(PI2, "11.05"), desk.place(BICYCLES, "12.05"));
    assert!(desk.battle.in_command(ten) && !desk.battle.in_command(eleven));
    desk.battle.replace(SCHAETTE, Some(desk.unit(PI)));
    let (eight, nine) = (desk.place(AT, "09.05"), desk.place(MOTORCYCLES, "10.05"));
    assert!(desk.battle.in_command(eight) && !desk.battle.in_command(nine));
    assert!(!desk.battle.in_command(ten));
}

#[test]
fn ms8_0_a_kampfgruppe_commander_keeps_formations_of_his_division_in_command_too() {
    let mut desk = Desk::new();
    let mountain = desk.place(MOUNTAIN, "05.05");
    assert!(desk.battle.in_command(mountain));
    desk.dismiss(SCHAETTE);
    assert!(!desk.battle.in_command(mountain));
}

#[test]
fn gts_a_formation_leader_commands_his_formation_and_independents_of_his_division() {
    let mut desk = Desk::new();
    desk.dismiss(SCHAETTE);
    desk.place(MOUNTAIN, "05.05");
    desk.lead(OBERST, MOUNTAIN);
    let (own, independent) = (desk.unit(MOUNTAIN), desk.place(PI, "05.07"));
    assert!(desk.battle.in_command(own) && desk.battle.in_command(independent));
    desk.counter(PI).formation = Some(FormationId(200));
    desk.derive();
    desk.battle.muster(independent);
    assert!(!desk.battle.in_command(independent), "a unit of another formation");
    desk.counter(PI).formation = None;
    let nz = desk.division("2NZ");
    desk.counter(PI).division = nz;
    desk.derive();
    desk.battle.muster(independent);
    assert!(!desk.battle.in_command(independent), "an independent of another division");
}

#[test]
fn gts_a_unit_out_of_command_is_activated_by_its_division_chit_but_pays_for_nothing() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    let target = desk.place(GREEK, "05.06");
    desk.dismiss(SCHAETTE);
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    assert!(desk.battle.may_activate(unit));
    desk.activate(PI);
    assert!(!desk.offers(Action::Fire(target)));
    assert!(desk.offers(Action::Step(Direction::N)));
}

#[test]
fn gts_a_division_chit_activates_its_own_units_once() {
    let mut desk = Desk::new();
    let (german, greek) = (desk.place(PI, "05.05"), desk.place(GREEK, "08.05"));
    desk.chit("5GD");
    assert!(desk.battle.may_activate(german) && !desk.battle.may_activate(greek));
    desk.activate(PI);
    desk.play(Action::Done, &[]);
    assert!(!desk.battle.may_activate(german));
    desk.chit("german");
    assert!(desk.battle.may_activate(german), "the next chit may activate it again");
}

#[test]
fn m8_0_auto_command_units_act_on_direct_command_only_and_for_nothing() {
    let mut desk = Desk::new();
    let police = desk.place(POLICE, "05.05");
    desk.set_points("2NZ", 0);
    desk.chit("2NZ");
    assert!(!desk.battle.may_activate(police));
    desk.chit("allied");
    assert!(desk.battle.may_activate(police));
    assert_eq!(desk.battle.cost(police, Deed::Fire, false), 0);
    desk.activate(POLICE);
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest());
}

#[test]
fn m8_0_auto_command_units_are_in_command_without_any_leader_and_no_point_is_spent_on_them() {
    let mut desk = Desk::new();
    let police = desk.place(POLICE, "05.05");
    desk.dismiss(BEDDING);
    assert!(desk.battle.in_command(police));
    assert_eq!(desk.battle.quality(police), 4);
    desk.set_points("2NZ", 9);
    desk.chit("2NZ");
    // No offer of a point: the die decides at once.
    desk.hit(POLICE, Hit::Question, &[("suppression check", 4)]);
    desk.hit(POLICE, Hit::Suppression, &[]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll]);
}

#[test]
fn m8_0_auto_command_units_do_no_engineer_work_and_take_no_second_action() {
    let mut desk = Desk::new();
    desk.place(POLICE, "05.05");
    desk.counter(POLICE).engineer = true;
    desk.state(POLICE).improved = true;
    desk.chit("allied");
    desk.activate(POLICE);
    let legal = desk.legal();
    assert!(!legal.iter().any(|action| matches!(
        action,
        Action::Improve | Action::ImproveFor(_) | Action::Entrench
    )));
    desk.step(Direction::S, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest());
}

/// 8.0: a point spent on direct command activates for any action but engineer work.
#[test]
fn m8_0_nobody_does_engineer_work_on_direct_command() {
    let works = |action: &Action| {
        matches!(action, Action::ImproveFor(_) | Action::Entrench | Action::SetRoadblock)
    };
    for (chit, can) in [("5GD", true), ("german", false)] {
        let mut desk = Desk::on(&[
            ("05.04", "clear", "S", ""),
            ("05.05", "clear", "N S", ""),
            ("05.06", "clear", "N", ""),
        ]);
        let division = usize::from(desk.division("5GD").0);
        desk.ground().divisions[division].roadblocks = 1;
        desk.place(PI, "05.05");
        desk.place(AT, "05.05");
        desk.set_points("5GD", 5);
        desk.chit(chit);
        desk.activate(PI);
        assert_eq!(
            desk.legal().iter().filter(|&action| works(action)).count(),
            if can { 2 } else { 0 }
        );
        // For themselves they dig, then like other infantry by a check.
        assert!(desk.offers(Action::Improve));
        if can {
            desk.play(Action::Improve, &[]);
            assert!(desk.see(PI).improved);
        } else {
            desk.play(Action::Improve, &[]);
            desk.play(Action::Roll, &[("digging check", 9)]);
            assert!(!desk.see(PI).improved);
        }
    }
}

/// S8.0: engineers, pink, and mortars, green, out of command under their division's chit.
#[test]
fn ruling_out_of_command_fire() {
    for (reading, pink, green) in [
        (OutOfCommandFire::FreeWeapons, false, true),
        (OutOfCommandFire::DivisionPays, true, true),
        (OutOfCommandFire::Nothing, false, false),
    ] {
        let fires = |id: &str, chit: &str, lead: bool, points: u16| {
            let mut desk = Desk::new();
            desk.rulings().out_of_command_fire = reading;
            let unit = desk.place(id, "05.05");
            let target = desk.place(GREEK, "05.06");
            if !lead {
                desk.dismiss(SCHAETTE);
            }
            desk.set_points("5GD", points);
            desk.chit(chit);
            desk.battle.spend_unit(unit);
            desk.battle.frames.push(Frame::Acting(Acting { unit, done: None }));
            let may = desk.offers(Action::Fire(target));
            if may {
                desk.battle.apply_unchecked(
                    Action::Fire(target),
                    &mut engine::Scripted::always(9),
                    &mut Vec::new(),
                );
            }
            (may, desk.points("5GD"))
        };
        assert_eq!(fires(PI, "5GD", false, 5).0, pink, "{reading:?}");
        if pink {
            assert_eq!(fires(PI, "5GD", false, 5), (true, 4), "its division pays");
        }
        assert_eq!(fires(PI, "5GD", false, 0), (false, 0), "{reading:?}");
        assert_eq!(fires(MORTAR, "5GD", false, 5), (green, 5), "{reading:?}");
        // In command, and with any other chit, nothing changes.
        assert_eq!(fires(PI, "5GD", true, 5), (true, 4), "{reading:?}");
        assert_eq!(fires(PI, "german", false, 5), (false, 5), "{reading:?}");
    }
}

#[test]
fn ruling_auto_command() {
    let mut files = files(&[]);
    files.change("kastelli", "toml", |text| text + "\n[rulings]\nauto_command = \"nobody\"\n");
    let mut desk = Desk::of(files);
    let police = desk.place(POLICE, "05.05");
    desk.chit("2NZ");
    assert!(!desk.battle.auto_command(police));
    assert!(desk.battle.may_activate(police), "police like any Greeks, under Major Bedding");
    let shipped = Desk::new();
    assert!(shipped.battle.auto_command(police));
}

/// Points that 5GD (rating 3) receives for a die.
fn receives(rounding: Rounding, die: u8) -> u16 {
    let mut desk = Desk::new();
    desk.rulings().command_die = rounding;
    desk.set_points("5GD", 6);
    let division = desk.division("5GD");
    let mut dice = engine::Scripted::new([("command", die)]);
    desk.battle.collect(division, &mut dice, &mut Vec::new());
    dice.done();
    desk.points("5GD") - 6
}

#[test]
fn gts_command_points_are_the_rating_and_half_a_die_and_are_kept() {
    assert_eq!([0, 1, 2, 5, 8, 9].map(|die| receives(Rounding::Down, die)), [3, 3, 4, 5, 7, 7]);
}

#[test]
fn ruling_command_die() {
    assert_eq!([0, 1, 2, 5, 8, 9].map(|die| receives(Rounding::Up, die)), [3, 4, 4, 6, 7, 8]);
}
