//! Divisional trucks (Mercury S10.0), on open ground.

use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Direction, Position, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::activation::Deed;
use super::super::counter::Movement;
use super::super::event::Event;
use super::super::fire::Hit;
use super::super::frame::{Acting, Activation, Frame};
use super::super::ground::Chit;
use super::super::rulings::{TruckAbandon, TruckArrival, TruckLoss};
use super::super::state::Battle;
use super::super::trucks::Lot;
use super::desk::*;
use crate::mercury::ids::TruckId;

/// Guns of the 2nd New Zealand Division without transport of their own.
const GUNS: &str = "nz-27art-c";
const BRIGADIER: usize = 0;

/// Squeezing Kiwis on open ground: guns in 20.08 in command of their brigadier, who is with a company behind them, and
/// their division's chit in play.
fn desk() -> Desk {
    static FLAT: OnceLock<Battle> = OnceLock::new();
    let flat = FLAT.get_or_init(|| {
        let mut files = Files::default();
        files.flatten("maleme", &[("20.12", "clear", "", "")]);
        files.scenario("kiwis")
    });
    let mut desk = Desk { battle: flat.clone() };
    desk.place(GUNS, "20.08");
    desk.place("nz-22-a", "21.09");
    desk.lead(BRIGADIER, "nz-22-a");
    desk.set_points("2NZ", 6);
    desk.chit("2NZ");
    desk
}

/// The first truck of the division is taken.
fn take(desk: &mut Desk) {
    desk.activate(GUNS);
    desk.play(Action::TakeTruck(TruckId(0)), &[]);
}

fn lots(desk: &Desk) -> Vec<Lot> {
    desk.battle.lots.clone()
}

#[test]
fn ms10_0_trucks_stay_off_the_map_until_used() {
    let mut desk = desk();
    assert_eq!(lots(&desk), [Lot::Display, Lot::Display, Lot::Awaited, Lot::Awaited]);
    let units = desk.battle.ids().count();
    assert!(desk.battle.ids().all(|unit| desk.battle.counter(unit).kind != "truck"));
    take(&mut desk);
    assert_eq!(lots(&desk)[..2], [Lot::Loaded, Lot::Display]);
    assert_eq!((desk.battle.ids().count(), desk.at(GUNS).as_str()), (units, "20.08"));
}

#[test]
fn ms10_0_a_star_in_command_mounts_a_truck_of_its_division_as_an_action() {
    let mut desk = desk();
    desk.activate(GUNS);
    assert!(desk.offers(Action::TakeTruck(TruckId(0))));
    assert!(!desk.legal().contains(&Action::Mount), "it has no transport of its own");
    // Not without a star.
    let guns = desk.unit(GUNS);
    desk.counter(GUNS).movement = Movement::Points(super::super::counter::MoveClass::Leg, 8);
    assert!(!desk.offers(Action::TakeTruck(TruckId(0))));
    desk.counter(GUNS).movement = Movement::No;
    assert!(!desk.offers(Action::TakeTruck(TruckId(0))));
    desk.counter(GUNS).movement = Movement::Star;
    // Not out of command.
    desk.dismiss(BRIGADIER);
    assert!(!desk.offers(Action::TakeTruck(TruckId(0))));
    desk.lead(BRIGADIER, "nz-22-a");
    // Not of another division: theirs are all that is left.
    desk.battle.lots = [Lot::Lost, Lot::Lost, Lot::Display, Lot::Display].into();
    assert!(!desk.legal().iter().any(|action| matches!(action, Action::TakeTruck(_))));
    desk.battle.lots[1] = Lot::Display;
    // A second one serves when the first is gone; it is a whole action.
    let events = desk.play(Action::TakeTruck(TruckId(1)), &[]);
    assert!(events.contains(&Event::TruckTaken(guns, TruckId(1))), "{events:?}");
    assert!(desk.see(GUNS).mounted && desk.see(GUNS).ride.is_some());
}

#[test]
fn ms10_0_the_truck_is_the_unit_in_play_while_it_is_loaded() {
    let mut desk = desk();
    let guns = desk.unit(GUNS);
    let printed = (desk.battle.counter(guns).quality, desk.battle.counter(guns).defence);
    assert_eq!(desk.battle.movement(guns), None);
    take(&mut desk);
    let truck = desk.battle.truck(TruckId(0)).clone();
    assert_ne!(printed, (truck.quality, truck.defence));
    assert_eq!(desk.battle.quality(guns), truck.quality);
    let Movement::Points(class, points) = truck.movement else { panic!("trucks move") };
    assert_eq!(desk.battle.movement(guns), Some((class, points)));
    // What it carries neither fires nor watches.
    desk.place("gjr100-1", "20.07");
    let enemy = desk.unit("gjr100-1");
    assert_eq!(desk.battle.may_fire_at(guns, enemy), None);
    assert!(!desk.battle.covers(guns, desk.hex("20.07")));
    let mods = desk.mods("gjr100-1", GUNS, super::super::fire::Mode::Direct);
    assert!(mods.contains(&(super::super::fire::Mod::Defence, truck.defence)), "{mods:?}");
}

#[test]
fn ms10_0_dismounting_returns_the_truck_and_ends_the_activation() {
    let mut desk = desk();
    take(&mut desk);
    desk.play(Action::Done, &[]);
    desk.chit("2NZ");
    desk.activate(GUNS);
    desk.step(Direction::N, &[]);
    let guns = desk.unit(GUNS);
    let events = desk.play(Action::Dismount, &[]);
    assert!(events.contains(&Event::TruckBack(TruckId(0))), "{events:?}");
    assert_eq!((lots(&desk)[0], desk.at(GUNS).as_str()), (Lot::Display, "20.07"));
    assert!(!desk.see(GUNS).mounted && desk.see(GUNS).ride.is_none());
    // Neither a second action nor another activation by the same chit.
    assert!(desk.at_rest() && !desk.offers(Action::Activate(guns)));
    desk.chit("2NZ");
    assert!(desk.offers(Action::Activate(guns)));
}

#[test]
fn ms10_0_only_a_unit_that_has_not_acted_takes_a_truck() {
    let mut desk = desk();
    let guns = desk.activate(GUNS);
    assert!(desk.offers(Action::TakeTruck(TruckId(0))));
    // Its second action, after a rally.
    desk.battle.frames.pop();
    desk.battle.frames.push(Frame::Acting(Acting { unit: guns, done: Some(Deed::Rally) }));
    let legal = desk.legal();
    assert!(legal.contains(&Action::Done), "{legal:?}");
    assert!(!legal.contains(&Action::TakeTruck(TruckId(0))), "{legal:?}");
}

#[test]
fn ms10_0_a_one_step_unit_gets_a_one_step_truck_and_a_platoon_none() {
    let mut desk = desk();
    desk.state(GUNS).steps = 1;
    take(&mut desk);
    let ride = desk.see(GUNS).ride.unwrap();
    assert_eq!((ride.truck, ride.steps), (TruckId(0), 1));
    assert!(desk.battle.reduced(desk.unit(GUNS)), "the truck lies on its back");
    // No change is given: one truck is left, not one and a half.
    assert_eq!(lots(&desk)[..2], [Lot::Loaded, Lot::Display]);

    let mut desk = self::desk();
    take(&mut desk);
    assert_eq!(desk.see(GUNS).ride.unwrap().steps, 2);
    // A platoon without steps, were it one with a star.
    let mut desk = self::desk();
    desk.counter(GUNS).steps = 0;
    desk.state(GUNS).steps = 0;
    desk.activate(GUNS);
    assert!(!desk.legal().iter().any(|action| matches!(action, Action::TakeTruck(_))));
}

#[test]
fn ms10_0_trucks_of_eliminated_units_and_abandoned_ones_are_gone() {
    let mut desk = desk();
    take(&mut desk);
    let events = desk.hit(GUNS, Hit::Eliminated, &[]);
    assert!(events.contains(&Event::TruckLost(TruckId(0))), "{events:?}");
    assert_eq!((lots(&desk)[0], desk.at(GUNS).as_str()), (Lot::Lost, "dead"));

    let mut desk = self::desk();
    take(&mut desk);
    desk.play(Action::Done, &[]);
    desk.chit("2NZ");
    desk.activate(GUNS);
    let events = desk.play(Action::AbandonTruck, &[]);
    assert!(events.contains(&Event::TruckLost(TruckId(0))), "{events:?}");
    assert_eq!((lots(&desk)[0], desk.at(GUNS).as_str()), (Lot::Lost, "20.08"));
    assert!(!desk.see(GUNS).mounted && desk.at_rest());
    // It never comes back: the other one is all that is left.
    desk.chit("2NZ");
    desk.activate(GUNS);
    assert!(
        !desk.offers(Action::TakeTruck(TruckId(0))) && desk.offers(Action::TakeTruck(TruckId(1)))
    );
}

#[test]
fn ms10_0_a_reduced_truck_returns_at_full_strength() {
    let mut desk = desk();
    desk.rulings().truck_loss = TruckLoss::TruckOnly;
    take(&mut desk);
    desk.hit(GUNS, Hit::Step, &[]);
    assert_eq!((desk.see(GUNS).steps, desk.see(GUNS).ride.unwrap().steps), (2, 1));
    desk.play(Action::Done, &[]);
    desk.chit("2NZ");
    desk.activate(GUNS);
    desk.play(Action::Dismount, &[]);
    desk.chit("2NZ");
    take(&mut desk);
    assert_eq!(desk.see(GUNS).ride.unwrap().steps, 2);
}

#[test]
fn ruling_truck_loss() {
    let losses = |reading| {
        let mut desk = desk();
        desk.rulings().truck_loss = reading;
        take(&mut desk);
        desk.hit(GUNS, Hit::Step, &[]);
        let one = (desk.see(GUNS).steps, desk.see(GUNS).ride.unwrap().steps);
        let lost = desk.battle.tally.steps_lost[Side::Allied];
        desk.hit(GUNS, Hit::Eliminated, &[]);
        (one, lost, desk.at(GUNS), desk.see(GUNS).mounted, lots(&desk)[0])
    };
    assert_eq!(losses(TruckLoss::Shared), ((1, 1), 1, "dead".into(), false, Lot::Lost));
    // The unit stands where its truck was, whole, and no step counts.
    assert_eq!(losses(TruckLoss::TruckOnly), ((2, 1), 0, "20.08".into(), false, Lot::Lost));
    let file = ruled("kiwis", "truck_loss", "truck_only");
    assert_eq!(file.ground.rulings.truck_loss, TruckLoss::TruckOnly);
}

#[test]
fn ms10_0_trucks_go_on_three_sheets_only() {
    let mut files = Files::default();
    files.change("kiwis", "toml", |text| {
        text.replace("sheets = [\"maleme\", \"canea-suda\",", "sheets = [\"canea-suda\",")
    });
    files.flatten("maleme", &[]);
    let battle = files.scenario("kiwis");
    assert!(battle.ground.trucks.as_ref().unwrap().allowed.iter().all(|&allowed| !allowed));
    let mut desk = Desk { battle };
    desk.place(GUNS, "20.08");
    desk.place("nz-22-a", "21.09");
    desk.lead(BRIGADIER, "nz-22-a");
    desk.set_points("2NZ", 6);
    desk.chit("2NZ");
    desk.activate(GUNS);
    assert!(!desk.legal().iter().any(|action| matches!(action, Action::TakeTruck(_))));
    let shipped = self::desk();
    assert!(shipped.battle.ground.trucks.as_ref().unwrap().allowed.iter().all(|&allowed| allowed));
}

#[test]
fn ms10_0_the_germans_receive_theirs_the_turn_after_they_hold_the_airfield_undisturbed() {
    let received = |spoil: &dyn Fn(&mut Desk)| {
        let mut desk = desk();
        spoil(&mut desk);
        let mut events = Vec::new();
        desk.battle.turn = 1;
        desk.battle.begin_turn(&mut events);
        (lots(&desk), events.iter().filter(|e| matches!(e, Event::TruckReceived(_))).count())
    };
    let display = [Lot::Display; 4].to_vec();
    let waits = [Lot::Display, Lot::Display, Lot::Awaited, Lot::Awaited].to_vec();
    assert_eq!(received(&|_| {}), (display, 2));
    // One of the three runway hexes is Allied, or in an Allied fire zone.
    assert_eq!(received(&|desk| desk.battle.control[5] = Side::Allied), (waits.clone(), 0));
    let zone = |desk: &mut Desk| {
        desk.place("nz-23-a", "12.05");
    };
    assert_eq!(received(&zone), (waits, 0));
    // Not in the first turn: it follows no turn in which the condition held.
    let mut desk = self::desk();
    desk.battle.turn = 0;
    desk.battle.begin_turn(&mut Vec::new());
    assert_eq!(lots(&desk)[2], Lot::Awaited);
}

#[test]
fn ruling_truck_abandon() {
    // What a loaded unit may do with all its allowance, and with less than half of it left.
    let offered = |reading, left: u16| {
        let mut desk = desk();
        desk.rulings().truck_abandon = reading;
        take(&mut desk);
        desk.play(Action::Done, &[]);
        desk.chit("2NZ");
        let guns = desk.activate(GUNS);
        let mut actions = Vec::new();
        desk.battle.move_options(guns, left, &mut actions);
        (actions.contains(&Action::Dismount), actions.contains(&Action::AbandonTruck))
    };
    let mut desk = desk();
    take(&mut desk);
    let half = desk.battle.dismount_cost(desk.unit(GUNS)).expect("it is mounted");
    assert_eq!(offered(TruckAbandon::Free, half), (true, true));
    assert_eq!(offered(TruckAbandon::Free, half - 1), (false, true));
    assert_eq!(offered(TruckAbandon::AsDismounting, half), (true, true));
    assert_eq!(offered(TruckAbandon::AsDismounting, half - 1), (false, false));
    let file = ruled("kiwis", "truck_abandon", "as_dismounting");
    assert_eq!(file.ground.rulings.truck_abandon, TruckAbandon::AsDismounting);
}

#[test]
fn ruling_truck_arrival() {
    // The airfield is safe when a chit has been played, or only at the end of the turn, or never in it.
    let received = |reading, after_a_chit: bool, at_the_end: bool| {
        let mut desk = desk();
        desk.rulings().truck_arrival = reading;
        let held = |held: bool| if held { Side::German } else { Side::Allied };
        desk.battle.control[5] = held(after_a_chit);
        // Nothing below the activation: another chit is drawn when it ends.
        desk.battle.frames = [Frame::Activation(Activation)].into();
        for side in Side::BOTH {
            let chit = desk.number(Chit::DirectCommand(side));
            desk.battle.cup.put(chit.0);
        }
        let mut dice = Seeded::new(Seed(1));
        desk.battle.apply_unchecked(Action::EndActivation, &mut dice, &mut Vec::new());
        assert_eq!((desk.battle.turn, desk.battle.cup.chits().len()), (0, 1));
        desk.battle.control[5] = held(at_the_end);
        desk.battle.turn = 1;
        desk.battle.begin_turn(&mut Vec::new());
        lots(&desk)[2] == Lot::Display
    };
    for (reading, once) in [(TruckArrival::AtTurnEnd, false), (TruckArrival::AnyTime, true)] {
        assert!(received(reading, true, true), "{reading:?}");
        assert!(received(reading, false, true), "{reading:?}");
        assert_eq!(received(reading, true, false), once, "{reading:?}");
        assert!(!received(reading, false, false), "{reading:?}");
    }
    let file = ruled("kiwis", "truck_arrival", "any_time");
    assert_eq!(file.ground.rulings.truck_arrival, TruckArrival::AnyTime);
}

#[test]
fn trucks_that_cannot_be_are_faults() {
    let faults = |from: &str, to: &str| Files::faulty_keys("kiwis", from, to);
    assert_eq!(faults("\"truck-nz-1\"", "\"nz-22-c\""), ["trucks.at_start"]);
    assert_eq!(
        faults("\"maleme\", \"canea-suda\"", "\"malme\", \"canea-suda\""),
        ["trucks.sheets"]
    );
    let airfield = "once_airfield_held = [\"truck-7fd-1\", \"truck-5gd-1\"]\nairfield = [\"09.04\", \"10.04\", \"11.05\"]";
    let none = "once_airfield_held = [\"truck-7fd-1\"]\n";
    assert_eq!(faults(airfield, none), ["trucks.once_airfield_held"]);
    let other = "once_airfield_held = [\"truck-7fd-1\"]\nairfield = [\"09.05\"]";
    assert_eq!(faults(airfield, other), ["trucks.airfield"]);
}
