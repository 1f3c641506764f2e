//! Orders: the features of a unit that has one, on open ground.

use std::vec;
use std::vec::Vec;

use engine::{Appraise, Direction, HexId, InForce, Order, OrderBook, Position as _, Task};

use super::super::action::Action;
use super::super::airstrike::ANYWHERE;
use super::super::appraise::Memory;
use super::super::event::Event;
use super::super::frame::{AirStrike, AirStrikes};
use super::super::state::Battle;
use super::desk::*;
use super::weighing::weigh;

/// The value of a feature for an option when a unit has an order to go to these hexes.
fn ordered(desk: &Desk, id: &str, hexes: &[&str], feature: &str, action: Action) -> i64 {
    ordered_in(&desk.battle, id, hexes, feature, action)
}

/// The same on any map.
pub(super) fn ordered_in(
    battle: &Battle,
    id: &str,
    hexes: &[&str],
    feature: &str,
    action: Action,
) -> i64 {
    let hexes: Vec<HexId> = hexes.iter().map(|label| hex(battle, label)).collect();
    let order = Order { task: Task::Take, hexes };
    let guide = battle.guide(core::slice::from_ref(&order));
    let book = OrderBook::new(vec![(order, vec![unit(battle, id).0])], guide);
    weigh(battle, &mut Memory::default(), book.in_force(u64::MAX), feature, action)
}

/// A company that is active where these test it: the way to the objective, the port in 06.04, leads north-west.
fn company(hex: &str) -> Desk {
    let mut desk = Desk::new();
    desk.place(PI, hex);
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    desk.activate(PI);
    desk
}

const N: Action = Action::Step(Direction::N);
const S: Action = Action::Step(Direction::S);

#[test]
fn the_way_of_a_unit_with_an_order_leads_to_its_posts() {
    let desk = company("10.07");
    let battle = &desk.battle;
    let none = InForce::NONE;
    let free = |action| weigh(battle, &mut Memory::default(), none, "advance", action);
    assert!(free(N) > 0 && free(S) < 0, "{} {}", free(N), free(S));
    // A clear hex costs two points.
    let to = ["10.09"];
    let go = |feature: &str, action| ordered(&desk, PI, &to, feature, action);
    assert_eq!((go("advance", S), go("advance", N)), (4, -4));
    assert_eq!((go("from-post", S), go("from-post", N)), (-1, 1));
    assert_eq!((go("on-post", S), go("leaves-post", S)), (0, 0));
    // Others' orders are no concern of it.
    assert_eq!(ordered(&desk, PI2, &to, "advance", S), free(S));
}

#[test]
fn posts_are_entered_and_left() {
    let desk = company("10.07");
    assert_eq!(ordered(&desk, PI, &["10.08"], "on-post", S), 1);
    assert_eq!(ordered(&desk, PI, &["10.07"], "on-post", S), -1);
    assert_eq!(ordered(&desk, PI, &["10.07"], "leaves-post", S), 1);
    // From one post to the other nothing is left.
    assert_eq!(ordered(&desk, PI, &["10.07", "10.08"], "leaves-post", S), 0);
    // Nor when somebody stays.
    let mut desk = company("10.07");
    desk.place(PI2, "10.07");
    assert_eq!(ordered(&desk, PI, &["10.07"], "leaves-post", S), 0);
}

#[test]
fn fire_assaults_and_digging_at_a_post_count_apart() {
    let mut desk = company("10.07");
    let greek = desk.place(GREEK, "10.06");
    let there = |feature, action| ordered(&desk, PI, &["10.06"], feature, action);
    let away = |feature, action| ordered(&desk, PI, &["03.03"], feature, action);
    let fire = Action::Fire(greek);
    assert!(there("fire-at-post", fire) > 0);
    assert_eq!(away("fire-at-post", fire), 0);
    let charge = Action::Assault(desk.hex("10.06"));
    assert_eq!(there("assault-post", charge), there("assault-success", charge));
    assert!(there("assault-post", charge) > 0);
    assert_eq!(away("assault-post", charge), 0);
    assert_eq!(ordered(&desk, PI, &["10.07"], "improve-post", Action::Improve), 100);
    assert_eq!(away("improve-post", Action::Improve), 0);
    assert_eq!(away("dig-near-enemy", Action::Improve), 1);
}

#[test]
fn who_could_fire_first_is_waited_for() {
    let mut desk = Desk::new();
    desk.place(PI, "10.07");
    desk.place(PI2, "11.07");
    desk.place(GREEK, "10.06");
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    let none = InForce::NONE;
    let battle = &desk.battle;
    let value = |feature, action| weigh(battle, &mut Memory::default(), none, feature, action);
    // Both stand next to the Greeks: the other could fire before either charges.
    assert_eq!(value("activate-waits", Action::Activate(desk.unit(PI))), 1);
    desk.activate(PI);
    let charge = Action::Assault(desk.hex("10.06"));
    let value = |desk: &Desk, feature| {
        weigh(&desk.battle, &mut Memory::default(), InForce::NONE, feature, charge)
    };
    assert_eq!(value(&desk, "assault-unprepared"), 1);
    // Those of the same hex charge with it, and nobody else is left.
    desk.place(PI2, "10.07");
    assert_eq!(value(&desk, "assault-unprepared"), 0);
}

#[test]
fn a_step_back_is_known_to_those_who_saw_the_move() {
    let desk = company("10.07");
    let mut memory = Memory::default();
    let none = InForce::NONE;
    let back = |memory: &mut Memory| weigh(&desk.battle, memory, none, "back", S);
    assert_eq!(back(&mut memory), 0);
    let unit = desk.unit(PI);
    Battle::saw(&mut memory, &desk.battle, &Event::Arrived(unit, desk.hex("10.08")));
    Battle::saw(&mut memory, &desk.battle, &Event::Moved(unit, desk.hex("10.07")));
    assert_eq!(back(&mut memory), 1);
}

#[test]
fn strikes_placed_in_a_hex_are_counted() {
    let mut desk = Desk::new();
    let greek = desk.place(GREEK, "10.06");
    let hex = desk.battle.hex(greek).unwrap();
    let side = engine::Side::German;
    desk.place(PI, "10.07");
    desk.battle.first(AirStrike { side, hex });
    desk.battle.first(AirStrikes { side, left: 1, within: None, sheets: ANYWHERE });
    let none = InForce::NONE;
    let again =
        weigh(&desk.battle, &mut Memory::default(), none, "air-again", Action::AirStrike(hex));
    assert_eq!(again, 1);
}

/// What was wrong with a decision, for somebody who saw these events.
fn mistakes(desk: &Desk, seen: &[Event], action: Action) -> Vec<&'static str> {
    let mut memory = Memory::default();
    for event in seen {
        Battle::saw(&mut memory, &desk.battle, event);
    }
    let mut counts = vec![0; Battle::MEASURES.len()];
    let legal = legal(&desk.battle);
    assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
    let side = desk.battle.to_act().unwrap();
    Battle::judge(desk.battle.view(side), &legal, action, &memory, &mut counts);
    let made = Battle::MEASURES.iter().zip(&counts).filter(|&(_, &count)| count > 0);
    made.map(|(measure, _)| measure.name).collect()
}

#[test]
fn mistakes_of_movement_are_counted() {
    let desk = company("10.07");
    let unit = desk.unit(PI);
    let there = Event::Arrived(unit, desk.hex("10.08"));
    let here = Event::Moved(unit, desk.hex("10.07"));
    assert_eq!(mistakes(&desk, &[there.clone(), here.clone()], S), ["to and fro"]);
    assert_eq!(mistakes(&desk, &[there.clone(), here.clone()], N), [""; 0]);
    // With an enemy near there may be a reason.
    let mut beset = company("10.07");
    beset.place(GREEK, "10.05");
    assert_eq!(mistakes(&beset, &[there, here], S), [""; 0]);
    // A position that was dug in the game, not at set-up, is left for nothing.
    let dug = [Event::Drawn(engine::Id::at(0)), Event::Improved(unit)];
    assert_eq!(mistakes(&desk, &dug, N), ["dug for nothing"]);
    assert_eq!(mistakes(&desk, &dug, Action::EnterColumn), ["dug for nothing"]);
    assert_eq!(mistakes(&desk, &dug[1..], N), [""; 0]);
}

#[test]
fn guns_that_lose_their_range_are_counted() {
    let mut desk = Desk::new();
    let mortar = desk.place(MORTAR, "10.08");
    let range = desk.battle.counter(mortar).range;
    let ground = &desk.battle.ground;
    let (from, to) = (desk.hex("10.08"), desk.hex("10.09"));
    let edge = ground
        .map
        .ids()
        .find(|&hex| ground.distance(hex, from) == range && ground.distance(hex, to) == range + 1);
    let edge = ground.map.label(edge.expect("the sheet is larger than the range"));
    // The bystanders are not to be in range either.
    desk.place(BYSTANDERS[1], &edge);
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    desk.activate(MORTAR);
    assert_eq!(mistakes(&desk, &[], S), ["wandering guns"]);
    assert_eq!(mistakes(&desk, &[], N), [""; 0]);
    // An enemy close by is a reason to go.
    desk.place(GREEK, "10.06");
    assert_eq!(mistakes(&desk, &[], S), [""; 0]);
}

#[test]
fn guns_go_where_they_have_the_enemy_in_range() {
    let mut desk = Desk::new();
    let mortar = desk.place(MORTAR, "12.09");
    desk.place(BYSTANDERS[1], "01.01");
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    desk.activate(MORTAR);
    let range = i64::from(desk.battle.counter(mortar).range);
    let far = i64::from(desk.battle.ground.distance(desk.hex("12.09"), desk.hex("01.01")));
    assert!(far > range + 1, "{far} hexes, {range} of range");
    let none = InForce::NONE;
    let nearer = |action| weigh(&desk.battle, &mut Memory::default(), none, "in-range", action);
    assert_eq!((nearer(Action::Step(Direction::Nw)), nearer(Action::Step(Direction::Se))), (1, -1));
}

#[test]
fn charges_before_the_guns_are_counted() {
    let mut desk = Desk::new();
    desk.place(PI, "10.07");
    desk.place(PI2, "11.07");
    let greek = desk.place(GREEK, "10.06");
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    desk.activate(PI);
    let charge = Action::Assault(desk.hex("10.06"));
    assert!(mistakes(&desk, &[], charge).contains(&"unprepared assaults"));
    desk.battle.unit_mut(greek).suppressed = true;
    assert!(!mistakes(&desk, &[], charge).contains(&"unprepared assaults"));
}

#[test]
fn strikes_wasted_on_one_hex_are_counted() {
    let mut desk = Desk::new();
    let greek = desk.place(GREEK, "10.06");
    desk.place(GREEK2, "12.06");
    desk.place(PI, "11.07");
    let hex = desk.battle.hex(greek).unwrap();
    let side = engine::Side::German;
    for _ in 0..2 {
        desk.battle.first(AirStrike { side, hex });
    }
    desk.battle.first(AirStrikes { side, left: 1, within: None, sheets: ANYWHERE });
    let strike = Action::AirStrike(hex);
    assert_eq!(mistakes(&desk, &[], strike), ["strikes on one hex"]);
    desk.battle.frames.remove(desk.battle.frames.len() - 2);
    assert_eq!(mistakes(&desk, &[], strike), [""; 0]);
}

#[test]
fn who_marches_ahead_goes_first() {
    let mut desk = Desk::new();
    desk.place(PI, "10.07");
    desk.place(PI2, "10.05");
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    let value = |id: &str, to: &str| {
        ordered(&desk, id, &[to], "activate-lead", Action::Activate(desk.unit(id)))
    };
    assert_eq!((value(PI, "10.03"), value(PI2, "10.03")), (96, 98));
    assert_eq!((value(PI, "10.09"), value(PI2, "10.09")), (98, 96));
    // Without an order nobody leads.
    let none = InForce::NONE;
    let activate = Action::Activate(desk.unit(PI));
    assert_eq!(weigh(&desk.battle, &mut Memory::default(), none, "activate-lead", activate), 0);
}

#[test]
fn a_column_before_it_bars_the_road() {
    let mut desk = company("10.07");
    let barred = |desk: &Desk| ordered(desk, PI, &["10.03"], "column-barred", Action::EnterColumn);
    assert_eq!(barred(&desk), 0);
    desk.place(PI2, "10.06");
    assert_eq!(barred(&desk), 0, "it is not in column");
    desk.state(PI2).column = true;
    assert_eq!(barred(&desk), 1);
    assert_eq!(ordered(&desk, PI, &["10.09"], "column-barred", Action::EnterColumn), 0);
}

#[test]
fn a_garrison_leaves_column_on_its_post() {
    let mut desk = Desk::new();
    desk.place(PI, "10.07");
    desk.state(PI).column = true;
    desk.set_points("5GD", 6);
    desk.chit("5GD");
    desk.activate(PI);
    let value = |post: &str, action| ordered(&desk, PI, &[post], "deploy-on-post", action);
    assert_eq!(value("10.07", Action::Deploy), 1);
    assert_eq!(value("10.06", Action::Deploy), 0);
    assert_eq!(value("10.07", Action::LeaveColumn), 0, "not in haste");
}
