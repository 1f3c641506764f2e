//! What orders change in what a strategy weighs, and when they are in force.

use std::vec;
use std::vec::Vec;

use engine::{Appraise, Order, OrderBook, Side, Task};

use crate::race::appraise::Memory;
use crate::race::appraise::post::Guide;
use crate::race::rules::Spot;

use super::Desk;
use super::weighing::worth_in;

/// A book of orders at a desk: what to do, who, where.
fn book(desk: &Desk, orders: &[(Task, &[&str], &[&str])]) -> OrderBook<Guide> {
    let found: Vec<(Order, Vec<u16>)> = orders
        .iter()
        .map(|(task, units, labels)| {
            let hexes = labels.iter().map(|label| desk.hex(label)).collect();
            let units = units.iter().map(|id| desk.unit(id).into()).collect();
            (Order { task: *task, hexes }, units)
        })
        .collect();
    let orders: Vec<Order> = found.iter().map(|(order, _)| order.clone()).collect();
    OrderBook::new(found, desk.race.guide(&orders))
}

/// The value of a feature under orders that are all in force.
fn worth(desk: &Desk, book: &OrderBook<Guide>, feature: &str, words: &str) -> i64 {
    worth_in(desk, feature, words, &mut Memory::default(), book.in_force(u64::MAX))
}

fn marching(counters: &str, unit: &str) -> Desk {
    let mut desk = Desk::mercury(&[]).cleared().with(counters).at(2, 'B', Side::German);
    desk.says(&["move and fight", unit]);
    desk
}

/// A unit with an order is drawn to its hexes and not to the objectives.
#[test]
fn a_march_is_drawn_to_the_hexes_of_the_order() {
    let desk = marching("i-llsr 0903, 22-bn 0722", "I LLSR moves");
    let (west, east) = ("to 0902 Kastelli", "to 0904 Maleme");
    let orders = |labels: &[&str]| book(&desk, &[(Task::Take, &["i-llsr"], labels)]);
    let (kastelli, maleme) = (orders(&["0902"]), orders(&["0904"]));
    for (book, there, elsewhere) in [(&kastelli, west, east), (&maleme, east, west)] {
        assert!(worth(&desk, book, "march-pull", there) > 0);
        assert!(worth(&desk, book, "march-pull", elsewhere) < 0);
        assert_eq!(worth(&desk, book, "march-nearer", there), 1);
        assert_eq!(worth(&desk, book, "march-nearer", elsewhere), -1);
        assert_eq!(worth(&desk, book, "march-post", there), 1);
        assert_eq!(worth(&desk, book, "march-post", elsewhere), 0);
        assert_eq!(worth(&desk, book, "march-from-post", elsewhere), 1, "two hexes now");
    }
    // What it has taken draws it no more while something is left to take, and keeps it afterwards.
    let mut desk = desk;
    let both = book(&desk, &[(Task::Take, &["i-llsr"], &["0902", "0904"])]);
    desk.race.german_held.insert(desk.hex("0902"));
    assert!(worth(&desk, &both, "march-pull", east) > 0);
    assert!(worth(&desk, &both, "march-pull", west) < 0);
    desk.race.german_held.insert(desk.hex("0904"));
    assert!(worth(&desk, &both, "march-pull", west) > 0);
    // Another unit's order is nothing to it.
    let other = book(&desk, &[(Task::Take, &["ii-llsr"], &["0902"])]);
    assert_eq!(worth(&desk, &other, "march-nearer", west), 0);
    // A book whose orders are not in force says nothing either.
    let asleep = kastelli.in_force(0);
    assert_eq!(worth_in(&desk, "march-nearer", west, &mut Memory::default(), asleep), 0);
}

/// The last on a post is told apart from one of several.
#[test]
fn a_post_is_left_empty_by_the_last_unit_on_it() {
    let hold = |counters: &str, feature: &str| {
        let desk = marching(counters, "I LLSR moves");
        let book = book(&desk, &[(Task::Hold, &["i-llsr"], &["0903"])]);
        worth(&desk, &book, feature, "to 0803")
    };
    assert_eq!(hold("i-llsr 0903", "march-leaves-post"), 1);
    assert_eq!(hold("i-llsr 0903, ii-llsr 0903", "march-leaves-post"), 0);
    assert_eq!(hold("i-llsr 0903, ii-llsr 0903", "march-post"), -1);
    assert_eq!(hold("i-llsr 0903", "march-from-post"), 0, "a hex away is at hand");
}

/// Who moves: those sent forward, those who are not where they should be.
#[test]
fn who_moves_follows_the_orders() {
    let desk = Desk::mercury(&[]).cleared().with("i-llsr 0903, ii-llsr 0903, 22-bn 0722");
    let mut desk = desk.at(2, 'B', Side::German);
    desk.says(&["move and fight"]);
    let take = book(&desk, &[(Task::Take, &["i-llsr"], &["0904"])]);
    let hold = book(&desk, &[(Task::Hold, &["i-llsr"], &["0904"])]);
    let here = book(&desk, &[(Task::Hold, &["i-llsr"], &["0903"])]);
    let moves = "I LLSR moves";
    let of = |book: &OrderBook<Guide>| {
        ["unit-orders", "unit-to-post", "unit-on-post", "unit-enemy-far"]
            .map(|feature| worth(&desk, book, feature, moves))
    };
    assert_eq!(of(&take), [1, 0, 0, 1]);
    assert_eq!(of(&hold), [0, 1, 0, 1]);
    assert_eq!(of(&here), [0, 0, 0, 0], "with a comrade on it");
    let mut alone = desk.clone_at(2, 'B', Side::German);
    let (comrade, elsewhere) = (alone.unit("ii-llsr"), alone.hex("0902"));
    alone.race.put(comrade, elsewhere);
    alone.say("move and fight", &[]);
    assert_eq!(worth(&alone, &here, "unit-on-post", moves), 1);
    assert_eq!(worth(&desk, &take, "unit-orders", "II LLSR moves"), 0);
}

/// An activation counts whom it brings forward.
#[test]
fn an_activation_counts_the_units_that_orders_send_forward() {
    let (xxx, flanks) = ("move and fight with XXX Corps", "move and fight with VIII and XII Corps");
    let desk = Desk::market_garden(&[])
        .cleared()
        .with("129-bde 0405, 71-bde 0304, 158-bde 0303, fjr-6 1513")
        .at(2, 'B', Side::Allied);
    let book = book(
        &desk,
        &[(Task::Take, &["71-bde", "158-bde"], &["1106"]), (Task::Hold, &["129-bde"], &["0505"])],
    );
    assert_eq!(worth(&desk, &book, "operate-orders", flanks), 2);
    assert_eq!(worth(&desk, &book, "operate-orders", xxx), 0, "to hold sends nobody forward");
    let there = desk.with("71-bde 1106");
    assert_eq!(worth(&there, &book, "operate-orders", flanks), 1);
    // A unit on the post that it holds steps no nearer to anything.
    let held = Desk::market_garden(&[]).cleared().with("129-bde 0505, fjr-6 1513");
    let held = held.at(2, 'B', Side::Allied);
    assert_eq!(worth(&held, &book, "operate-nearer", xxx), 0);
    assert_eq!(worth(&there, &book, "operate-nearer", xxx), 1);
}

/// A counter-attack waits until there is somebody to throw back.
#[test]
fn a_counter_attack_waits_for_the_enemy() {
    let order = |enemy: &str| {
        let desk = Desk::mercury(&[]).cleared().with(&alloc::format!("23-bn 0905, {enemy}"));
        let mut desk = desk.at(2, 'B', Side::Allied);
        let book = book(&desk, &[(Task::CounterAttack, &["23-bn"], &["0904"])]);
        let sent = worth(&desk, &book, "operate-orders", "move and fight");
        desk.says(&["move and fight"]);
        (sent, worth(&desk, &book, "unit-orders", "23 Bn moves"))
    };
    assert_eq!(order("i-llsr 0722"), (0, 0));
    assert_eq!(order("i-llsr 0903"), (1, 1), "beside the field");
    assert_eq!(order("i-llsr 0904"), (1, 1), "on it");
}

/// Boxes wait or land as the orders of their units say.
#[test]
fn landings_follow_the_orders() {
    let mut desk = Desk::mercury(&[]).cleared();
    for id in ["i-llsr", "ii-llsr", "i-fjr-3"] {
        let (unit, place) = (desk.unit(id), u8::from(id == "i-fjr-3"));
        desk.race.pieces[usize::from(unit)].place = Spot::Box(place);
    }
    let desk = desk.at(1, 'A', Side::German);
    let book = book(
        &desk,
        &[(Task::Take, &["i-llsr", "ii-llsr"], &["0904"]), (Task::Reserve, &["i-fjr-3"], &[])],
    );
    let of = |feature, place: &str| {
        worth(&desk, &book, feature, &alloc::format!("land from the {place} box"))
    };
    assert_eq!((of("land-orders", "West"), of("land-reserve", "West")), (2, 0));
    assert_eq!((of("land-orders", "Mitte"), of("land-reserve", "Mitte")), (0, 1));
}

/// After combat the order still counts: forward onto its hex, off it, back to it.
#[test]
fn advances_and_retreats_know_the_order() {
    use crate::race::aftermath::{Forward, Retreat};
    let desk = Desk::mercury(&[]).cleared().with("i-llsr 0903, 22-bn 0722");
    let mut desk = desk.at(2, 'B', Side::German);
    let unit = desk.unit("i-llsr");
    desk.race.fight.german = true;
    desk.race.fight.done = engine::BySide { german: 0, allied: 2 };
    desk.race.fight.attackers = 1 << unit;
    desk.race.fight.allied_from = core::iter::once(desk.hex("0904")).collect();
    desk.race.fight.german_from = core::iter::once(desk.hex("0903")).collect();
    desk.race.fight.first = true;
    desk.race.phase = Forward { unit, left: 2 }.into();
    let forward = "forward to 0904 Maleme";
    let take = book(&desk, &[(Task::Take, &["i-llsr"], &["0904"])]);
    let hold = book(&desk, &[(Task::Hold, &["i-llsr"], &["0903"])]);
    assert_eq!(worth(&desk, &take, "forward-post", forward), 1);
    assert_eq!(worth(&desk, &take, "forward-leaves-post", forward), 0);
    assert_eq!(worth(&desk, &hold, "forward-post", forward), -1);
    assert_eq!(worth(&desk, &hold, "forward-leaves-post", forward), 1);
    assert!(worth(&desk, &take, "forward-pull", forward) > 0);
    desk.race.fight.done = engine::BySide { german: 1, allied: 0 };
    desk.race.phase = Retreat { unit, left: 1 }.into();
    let back = "I LLSR retreats to 0904 Maleme";
    assert_eq!(worth(&desk, &take, "retreat-post", back), 1);
    assert_eq!(worth(&desk, &hold, "retreat-post", back), 0);
    let stand = "I LLSR stands for a damage point";
    assert_eq!(worth(&desk, &hold, "stand-post", stand), 1);
    assert_eq!(worth(&desk, &take, "stand-post", stand), 0);
}

/// Who holds a hex does not follow a beaten enemy off it.
#[test]
fn an_advance_leaves_the_post() {
    use crate::race::aftermath::Advance;
    let advances = |task: Task, counters: &str| {
        let desk = Desk::mercury(&[]).cleared().with(counters).at(2, 'B', Side::Allied);
        let book = book(&desk, &[(task, &["22-bn"], &["0904"])]);
        let mut desk = desk;
        let (unit, field) = (desk.unit("22-bn"), desk.hex("0904"));
        desk.race.fight.german = true;
        desk.race.fight.defenders = 1 << unit;
        desk.race.fight.done = engine::BySide { german: 2, allied: 0 };
        desk.race.fight.german_from = core::iter::once(desk.hex("0903")).collect();
        desk.race.fight.allied_from = core::iter::once(field).collect();
        desk.race.phase = Advance.into();
        ["advance-from-post", "advance-leaves-post"]
            .map(|feature| worth(&desk, &book, feature, "22 Bn advances"))
    };
    assert_eq!(advances(Task::Hold, "22-bn 0904"), [1, 1]);
    assert_eq!(advances(Task::Hold, "22-bn 0904, 21-bn 0904"), [1, 0]);
    assert_eq!(advances(Task::Take, "22-bn 0904, 21-bn 0904"), [0, 0]);
}

/// An attack counts those whose order it serves.
#[test]
fn an_attack_counts_whose_order_it_serves() {
    let desk = Desk::mercury(&[]).cleared().with("i-llsr 0903, ii-llsr 0903, 22-bn 0904");
    let mut desk = desk.at(2, 'B', Side::German);
    desk.says(&["move and fight", "no more moves"]);
    let attack = "attack 0904 Maleme";
    let orders = |units: &[&str], at: &str| book(&desk, &[(Task::Take, units, &[at])]);
    assert_eq!(worth(&desk, &orders(&["i-llsr", "ii-llsr"], "0904"), "attack-post", attack), 2);
    assert_eq!(worth(&desk, &orders(&["i-llsr"], "0905"), "attack-post", attack), 1, "beside it");
    assert_eq!(worth(&desk, &orders(&["i-llsr"], "0713"), "attack-post", attack), 0);
}

/// Whether a condition holds for the side to act.
fn holds(desk: &Desk, name: &str) -> bool {
    use crate::race::rules::Race;
    let place = Race::CONDITIONS.iter().position(|condition| condition.name == name);
    <Race as Appraise>::holds(&desk.race, place.unwrap_or_else(|| panic!("no condition {name}")))
}

#[test]
fn conditions_follow_the_game() {
    let garrison = Desk::mercury(&[]).cleared().with("22-bn 0904, i-llsr 0902");
    let mut garrison = garrison.at(2, 'B', Side::Allied);
    let kastelli = garrison.hex("0902");
    garrison.race.german_held.remove(kastelli);
    assert!(holds(&garrison, "objective-held") && !holds(&garrison, "objective-lost"));
    assert!(!holds(&garrison, "enemy-at-objective"));
    garrison.race.german_held.insert(kastelli);
    assert!(!holds(&garrison, "objective-held") && holds(&garrison, "objective-lost"));
    let watched = garrison.with("ii-llsr 0903");
    assert!(holds(&watched, "enemy-at-objective"), "beside Maleme");
    // The other side sees the same from its own side.
    let german = watched.clone_at(2, 'B', Side::German);
    assert!(holds(&german, "objective-lost") && !holds(&german, "objective-held"));

    let mut drops = Desk::mercury(&[]).cleared().at(2, 'B', Side::Allied);
    assert!(holds(&drops, "drops-over"));
    let unit = drops.unit("i-fjr-1");
    drops.race.pieces[usize::from(unit)].place = Spot::Box(2);
    assert!(!holds(&drops, "drops-over"));
    let (unit, mountain) = (drops.unit("i-fjr-1"), drops.unit("i-gjr-85"));
    drops.race.pieces[usize::from(unit)].place = Spot::Gone;
    drops.race.pieces[usize::from(mountain)].place = Spot::Box(2);
    assert!(holds(&drops, "drops-over"), "mountain troops are flown in");

    let mut road = Desk::market_garden(&[]).cleared().at(2, 'B', Side::Allied);
    assert!(!holds(&road, "bridge-blown"));
    let son = road.hex("0807");
    road.race.down.insert(son);
    assert!(holds(&road, "bridge-blown"));
    assert!(!holds(&road, "corridor-closed"), "nobody stands farther up");
    let road = road.with("504-pir 1211");
    assert!(holds(&road, "corridor-closed"));
    let labels = ["0405", "0505", "0606", "0607", "0707", "0807", "0907", "1008", "1009", "1109"];
    let mut open = road;
    for label in labels.into_iter().chain(["1210"]) {
        let hex = open.hex(label);
        open.race.german_held.remove(hex);
    }
    assert!(!holds(&open, "corridor-closed"));
}

/// Designers give orders to the commands that they know.
#[test]
fn units_are_known_by_their_commands() {
    use engine::Account;
    let commands = |desk: &Desk, id: &str| {
        let unit = desk.race.roster().into_iter().find(|unit| unit.id == id).expect("a unit");
        vec![unit.battalion, unit.formation, unit.division]
    };
    let mercury = Desk::mercury(&[]);
    assert_eq!(commands(&mercury, "22-bn"), ["5 NZ Brigade", "new-zealand", "new-zealand"]);
    assert_eq!(commands(&mercury, "ii-fjr-3")[0], "FJR 3");
    let garden = Desk::market_garden(&[]);
    assert_eq!(commands(&garden, "1-para-bde"), ["1st Airborne", "british", "british"]);
    assert_eq!(commands(&garden, "71-bde"), ["XII Corps", "british", "VIII and XII Corps"]);
    assert_eq!(commands(&garden, "5-guards-armd-bde")[2], "XXX Corps");
    for desk in [mercury, garden] {
        assert!(desk.race.roster().iter().all(|unit| !unit.battalion.is_empty()));
    }
}
