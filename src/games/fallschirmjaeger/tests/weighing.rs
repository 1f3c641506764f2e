//! What the features say that a reader of replays missed: crowds, places left by an overrun, landings with a post, ferries.

use engine::{Appraise, FeatureTable, Features, Field, Order, OrderBook, Position, Side, Task};
use std::vec::Vec;

use super::Desk;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::Holland;

/// An order: task, posts, units.
type Line<'a> = (Task, &'a [&'a str], &'a [&'a str]);

/// A feature of the option with these words, under some orders.
fn feature(desk: &Desk, orders: &[Line<'_>], words: &str, name: &str) -> i32 {
    let mut legal = Vec::new();
    desk.game.legal_actions(&mut legal);
    let of = |&(task, posts, units): &Line<'_>| {
        let hexes = posts.iter().map(|label| desk.hex(label)).collect();
        let units: Vec<u16> = units.iter().map(|id| desk.unit(id)).collect();
        (Order { task, hexes }, units)
    };
    let orders: Vec<(Order, Vec<u16>)> = orders.iter().map(of).collect();
    let plain: Vec<Order> = orders.iter().map(|(order, _)| order.clone()).collect();
    let book = OrderBook::new(orders, desk.game.guide(&plain));
    let mut table = FeatureTable::new(legal.len(), Holland::FEATURES.len());
    let in_force = book.in_force(u64::MAX);
    let (view, features) = (&desk.game, Features::Record(&mut table));
    Holland::appraise(
        view,
        &legal,
        &mut <Holland as Appraise>::Memory::default(),
        in_force,
        features,
    );
    let column = Holland::FEATURES.iter().position(|feature| feature.name == name);
    let option = desk.words().iter().position(|said| said.starts_with(words));
    let option = option.unwrap_or_else(|| panic!("no {words:?} among {:?}", desk.words()));
    table.row(option)[column.expect("a feature of that name")]
}

#[test]
fn crowds_are_counted_where_units_go_stay_and_fight_together() {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.20, fjr1-1-c 9.20, fjr1-2-a 9.20, fjr1-2-b 9.20, \
                 fjr1-2-c 9.20, 1-gp-kil-a 9.21";
    let desk = Desk::moerdijk(&[]).cleared().with(units);
    let mut desk = desk.at(2, Side::German, Step::Movement).go(&[]);
    desk.say("move from 9.20", &[]);
    assert_eq!(feature(&desk, &[], "all together", "all-crowd"), 2);
    desk.say("all together", &[]);
    assert_eq!(feature(&desk, &[], "halt", "halt-crowd"), 2);
    assert_eq!(feature(&desk, &[], "overrun 9.21", "overrun-crowd"), 2);
    let stays = desk.words().iter().find(|said| said.contains("stays")).cloned();
    let stays = stays.expect("somebody may stay behind");
    assert_eq!(feature(&desk, &[], &stays, "leave-crowd"), 1);
}

#[test]
fn an_overrun_has_the_price_of_the_place_that_it_leaves() {
    let alone = Desk::den_haag(&[]).cleared().with("fjr2-6-a 58.21, 22-sec 58.22");
    let mut desk = alone.at(2, Side::German, Step::Movement).go(&[]);
    desk.say("move from 58.21", &[]);
    let field = desk.game.board.airfield_at(desk.hex("58.21")).expect("an airfield");
    let points = i32::from(desk.game.board.airfields[field].points);
    assert_eq!(feature(&desk, &[], "overrun 58.22", "overrun-leaves"), points);
    let hold: Line<'_> = (Task::Hold, &["58.21"], &["fjr2-6-a"]);
    assert_eq!(feature(&desk, &[hold], "overrun 58.22", "overrun-post"), 1);
    let take: Line<'_> = (Task::Take, &["58.21"], &["fjr2-6-a"]);
    assert_eq!(feature(&desk, &[take], "overrun 58.22", "overrun-post"), 0);
}

#[test]
fn who_lands_is_drawn_to_the_posts_of_his_order() {
    let desk = Desk::den_haag(&[]).cleared().waiting("ir47-1");
    let desk = desk.at(1, Side::German, Step::Landings).go(&[]);
    let take: Line<'_> = (Task::Take, &["57.04"], &["ir47-1"]);
    let say = |at: &str| {
        let lands =
            desk.words().into_iter().find(|said| said.contains("lands") && said.contains(at));
        lands.expect("he may land there")
    };
    let valkenburg = say("57.04");
    assert_eq!(feature(&desk, &[take], &valkenburg, "land-post"), 1);
    assert_eq!(feature(&desk, &[take], &valkenburg, "land-way"), 0);
    let ockenburg = say("58.21");
    assert_eq!(feature(&desk, &[take], &ockenburg, "land-post"), 0);
    assert!(feature(&desk, &[take], &ockenburg, "land-way") > 10);
    assert_eq!(feature(&desk, &[], &ockenburg, "land-way"), 0, "without an order anywhere");
}

#[test]
fn s1_1h_ways_lead_over_ferries() {
    let desk = Desk::moerdijk(&[]).cleared();
    let (from, to) = (desk.hex("11.22"), desk.hex("12.22"));
    let plain = u16::from(desk.game.board.cell(to).plain[0]);
    // A point for the ferry, in half points, beside the terrain.
    assert_eq!(desk.game.board.ways_to(&[to]).cost(from), 2 + plain);
    assert_ne!(desk.game.board.ways_to(&[to]).cost(desk.hex("11.24")), Field::UNREACHABLE);
}

#[test]
fn ending_a_barrage_is_weighed_by_what_lies_around_it() {
    let desk = Desk::moerdijk(&[]).cleared().with("1-gp-kil-a 9.21, fjr1-1-a 9.20");
    let mut desk = desk.at(2, Side::Allied, Step::Movement);
    let (unit, hex) = (desk.unit("1-gp-kil-a"), desk.hex("9.19"));
    desk.game.standing.push(crate::fallschirmjaeger::state::Standing { unit, hex });
    let desk = desk.go(&[]);
    let words = desk.words().into_iter().find(|said| said.contains("barrage"));
    let words = words.expect("it may be ended");
    let strength = i32::from(desk.game.strength(desk.unit("fjr1-1-a")));
    assert_eq!(feature(&desk, &[], &words, "lift-enemies"), strength);
    assert_eq!(feature(&desk, &[], &words, "lift-friends"), 0);
}
