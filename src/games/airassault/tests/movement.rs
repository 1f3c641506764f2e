//! V.A to V.D, V.H, V.N.4: movement, roads, zones of control, stacking, battalions.

use engine::Side;

use crate::airassault::rules::Step;
use crate::airassault::state::did;

use super::Desk;

fn moving(desk: Desk, turn: u8, side: Side) -> Desk {
    desk.at(turn, side, Step::Movement).go(&[])
}

#[test]
fn s5_a5_each_unit_moves_once_and_then_the_next() {
    let mut desk =
        moving(Desk::basic(&[]).cleared().with("19-nz F-7, 22-nz E-12"), 3, Side::Allied);
    let first = desk.words();
    desk.say(&first[0].clone(), &[]);
    assert_ne!(desk.words(), first);
}

#[test]
fn s5_b1_a_primary_road_costs_half_a_point_a_hex() {
    let desk = moving(Desk::basic(&[]).cleared().with("19-nz D-8"), 3, Side::Allied);
    // Six hexes of road from D-8 by C-9, C-10 and C-11 are three points.
    assert!(desk.may("19-nz moves to D-12"), "{:?}", desk.words());
    assert!(desk.may("19-nz moves to D-13"));
}

#[test]
fn s5_b2_leaving_a_river_without_a_bridge_costs_a_point_more() {
    let cost = |from: &str, to: &str| {
        let desk = Desk::basic(&[]).cleared();
        let (from, to) = (desk.hex(from), desk.hex(to));
        let way = desk.game.board.map.direction(from, to).unwrap();
        desk.game.board.cell(from).step[way.index()]
    };
    assert_eq!(cost("E-9", "E-10"), 4, "a point for clear ground, one for the river");
    assert_eq!(cost("E-10", "E-9"), 2, "entering one costs nothing more");
    assert_eq!(cost("C-10", "C-11"), 1, "the road crosses by a bridge");
}

#[test]
fn s5_d3_a_unit_stops_in_an_enemy_zone() {
    let desk = moving(Desk::basic(&[]).cleared().with("19-nz E-13, sturm-5 E-11"), 3, Side::Allied);
    assert!(desk.may("19-nz moves to E-12"), "{:?}", desk.words());
    assert!(!desk.may("19-nz moves to F-9"), "past the enemy only around his zone");
    assert!(!desk.may("19-nz moves to E-11"), "V.A.7");
}

#[test]
fn s5_d5_four_points_go_from_zone_to_zone_and_three_do_not() {
    let may = |id: &str| {
        let desk = Desk::basic(&[]).cleared().with(&std::format!("{id} E-12, sturm-5 E-11"));
        let desk = moving(desk, 3, Side::Allied);
        (
            desk.may(&std::format!("{id} moves to D-12")),
            desk.may(&std::format!("{id} moves to E-13")),
        )
    };
    assert_eq!(may("19-nz"), (true, true), "one hex to the next zone, or out of it");
    assert_eq!(may("1-gk"), (false, true));
}

#[test]
fn s5_d6_artillery_neither_enters_nor_leaves_an_enemy_zone() {
    let desk = Desk::basic(&[]).cleared().with("27-5-nz-fr E-12, sturm-5 E-11, 2-nz-fr-tp E-13");
    let desk = moving(desk, 3, Side::Allied);
    assert!(!desk.words().iter().any(|words| words.contains("27-5-nz-fr")));
    assert!(desk.may("2-nz-fr-tp moves to D-13"));
    assert!(!desk.may("2-nz-fr-tp moves to D-12"), "next to the enemy: {:?}", desk.words());
}

#[test]
fn s5_i7_allied_units_move_one_hex_on_the_first_turn() {
    let desk = moving(Desk::basic(&[]).cleared().with("19-nz E-12"), 1, Side::Allied);
    assert!(desk.may("19-nz moves to E-13") && !desk.may("19-nz moves to D-14"));
}

#[test]
fn s5_n4_at_night_allied_infantry_slips_through_zones() {
    let may = |id: &str, turn| {
        let desk = Desk::basic(&[]).cleared().with(&std::format!("{id} E-12, sturm-5 E-11"));
        moving(desk, turn, Side::Allied).may(&std::format!("{id} moves to D-12"))
    };
    assert_eq!([may("nz-sup", 3), may("nz-sup", 5)], [false, true]);
    assert_eq!([may("1-gk", 3), may("1-gk", 5)], [false, false], "not Greeks");
}

#[test]
fn s5_c4_the_owner_removes_what_is_above_six_points() {
    let desk = Desk::basic(&[]).cleared().with("19-nz E-12, 22-nz E-12, div-cav E-12");
    let mut desk = desk.at(3, Side::Allied, Step::Stacking).go(&[]);
    assert_eq!(desk.words().len(), 3);
    desk.say("div-cav is lost", &[]);
    assert_eq!(desk.place("div-cav"), "Gone");
}

#[test]
fn s5_h4_five_companies_become_a_battalion_and_move_as_one() {
    let desk = Desk::basic(&[]).cleared();
    let desk = desk.with("fjr3-i-hq E-12, fjr3-1 E-12, fjr3-2 E-12, fjr3-3 E-12, fsmg-2 E-12");
    let mut desk = desk.at(3, Side::German, Step::Reform).go(&[]);
    desk.say("fjr3-i-hq re-forms its battalion", &[]);
    assert_eq!(desk.place("fjr3-i"), "E-12");
    assert!(desk.place("fsmg-2").starts_with("Within"), "V.H.7: machine guns will do");
    assert!(desk.may("fjr3-i moves to E-13"));
    desk.say("fjr3-i breaks down", &[]);
    assert_eq!([desk.place("fjr3-1"), desk.place("fsmg-2")], ["E-12", "E-12"]);
}

#[test]
fn s5_h7_three_companies_are_too_few_and_strangers_do_not_make_the_fourth_sturm_battalion() {
    let few =
        Desk::basic(&[]).cleared().with("fjr3-i-hq E-12, fjr3-1 E-12, fjr3-2 E-12, fjr3-3 E-12");
    let few = few.at(3, Side::German, Step::Reform).go(&[]);
    assert!(!few.may("fjr3-i-hq re-forms its battalion"));
    let strangers = Desk::basic(&[]).cleared();
    let strangers = strangers
        .with("sturm-iv-hq E-12, sturm-13 E-12, sturm-14 E-12, sturm-15 E-12, fjr3-1 E-12");
    let strangers = strangers.at(3, Side::German, Step::Reform).go(&[]);
    assert!(!strangers.may("sturm-iv-hq re-forms its battalion"), "V.H.7.b");
}

#[test]
fn s5_a10_who_landed_on_this_turn_does_not_move() {
    let mut desk = Desk::basic(&[]).cleared().with("sturm-5 E-12, sturm-6 E-12");
    let landed = desk.unit("sturm-5");
    desk.game.mark(landed, did::CAME | did::DROPPED);
    let desk = moving(desk, 3, Side::German);
    assert!(desk.may("sturm-6 moves to E-13") && !desk.may("sturm-5 moves to E-13"));
}
