//! Control, victory points, the three ways to win, reinforcements with a price, the refinery.

use std::vec::Vec;

use engine::{Outcome, Side};

use super::Desk;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::Spot;

fn end(desk: &mut Desk) -> (Option<Side>, u8, i32) {
    desk.game.finish(&mut desk.events);
    match desk.game.outcome {
        Outcome::Over { winner, level, margin, .. } => (winner, level, margin),
        Outcome::Undecided => panic!("not over"),
    }
}

#[test]
fn s4_0a_the_last_to_cross_controls_a_bridge() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 5.26, 1-gp-kil-a 20.20");
    let mut desk = desk.at(2, Side::German, Step::Movement);
    let unit = desk.unit("fjr1-1-a");
    let holder = |desk: &Desk| desk.game.holds_bridge(0);
    assert_eq!(holder(&desk), Some(Side::Allied));
    for hex in ["6.25", "7.25", "7.24"] {
        let hex = desk.hex(hex);
        desk.game.enter(unit, hex, &mut desk.events);
    }
    assert_eq!(holder(&desk), Some(Side::German));
    assert!(desk.told("Moerdijk railway bridge: German"), "{:?}", desk.story());
    // On and back off is no crossing.
    let mut back = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 5.26");
    for hex in ["6.25", "5.26"] {
        let hex = back.hex(hex);
        back.game.enter(unit, hex, &mut back.events);
    }
    assert_eq!(holder(&back), Some(Side::Allied));
}

#[test]
fn s4_0a_nobody_scores_a_hexside_bridge_with_a_side_at_each_end() {
    let bridge = 2;
    let mut desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 13.19");
    let (unit, over) = (desk.unit("fjr1-1-a"), desk.hex("14.19"));
    desk.game.enter(unit, over, &mut desk.events);
    assert_eq!(desk.game.holds_bridge(bridge), Some(Side::German));
    let desk = desk.with("1-gp-kil-a 13.19");
    assert_eq!(desk.game.holds_bridge(bridge), None);
}

#[test]
fn j_4_0b_1_two_bridges_on_one_hexside_are_crossed_together_unless_it_is_switched_off() {
    let crossed = |rulings: &[&str]| {
        let mut desk = Desk::moerdijk(rulings).cleared().with("fjr1-1-a 13.19");
        let (unit, over) = (desk.unit("fjr1-1-a"), desk.hex("14.19"));
        desk.game.enter(unit, over, &mut desk.events);
        [2, 3].map(|bridge| desk.game.holds_bridge(bridge) == Some(Side::German))
    };
    assert_eq!(crossed(&[]), [true, true]);
    assert_eq!(crossed(&["shared_bridges=false"]), [false, true], "on foot by the road");
}

#[test]
fn s4_0a_an_airfield_is_controlled_out_of_reach_of_anti_aircraft() {
    let held = |rulings: &[&str], more: &str, dg: &str| {
        let desk = Desk::den_haag(rulings).cleared().with("fjr2-1-a 57.04, t-hs 40.20");
        let desk = if more.is_empty() { desk } else { desk.with(more) };
        let desk = if dg.is_empty() { desk } else { desk.dg(dg) };
        let field = desk.game.board.airfield_at(desk.hex("57.04")).unwrap();
        desk.game.holds_field(field)
    };
    assert!(held(&[], "", "") && held(&[], "yp-2-aa 57.07", ""));
    assert!(!held(&[], "yp-2-aa 57.06", ""));
    assert!(!held(&[], "yp-2-aa 57.06", "yp-2-aa"), "J-4.0a-1: disorganized or not");
    assert!(held(&["airfield_aa=able"], "yp-2-aa 57.06", "yp-2-aa"));
    assert!(!held(&[], "ship-z-5 57.01", ""), "ships too");
}

#[test]
fn s4_0b_the_places_are_worth_what_the_list_says() {
    let desk = Desk::fortress(&[]);
    let bridges: Vec<_> =
        desk.game.board.bridges.iter().map(|b| (b.name.as_str(), b.points)).collect();
    assert_eq!(
        bridges,
        [
            ("Moerdijk railway bridge", 1),
            ("Moerdijk road bridge", 1),
            ("Dordrecht railway bridge", 1),
            ("Dordrecht road bridge", 1),
            ("Rotterdam bridges", 5)
        ]
    );
    let fields: Vec<_> =
        desk.game.board.airfields.iter().map(|f| (f.name.as_str(), f.points)).collect();
    assert_eq!(fields, [("Waalhaven", 5), ("Ypenburg", 8), ("Valkenburg", 3), ("Ockenburg", 1)]);
    let points = desk.with("fjr1-1-a 31.19").game.points();
    assert_eq!(
        (points.bridges, points.airfields),
        (5, 0),
        "who stands on the Maas bridges has them"
    );
}

#[test]
fn s4_0c_losses_are_rounded_at_the_end() {
    let mut desk = Desk::fortress(&[]);
    for (lost, points) in [(2, 0), (3, 1), (7, 1), (8, 2)] {
        desk.game.ju52_lost = lost;
        assert_eq!(desk.game.points().aircraft, points, "{lost}");
    }
    let platoons: Vec<u16> =
        desk.game.board.numbers().filter(|&u| desk.game.board.unit(u).is_platoon()).collect();
    assert_eq!(platoons.len(), 60);
    for (place, &unit) in platoons.iter().take(5).enumerate() {
        desk.game.piece_mut(unit).spot = Spot::Gone;
        assert_eq!(desk.game.points().platoons, i16::from(place == 4));
    }
}

#[test]
fn s4_0d_captives_and_those_not_evacuated_count() {
    let desk = Desk::fortress(&[]);
    assert_eq!(desk.game.points().captures, 6, "Queen, Government and gold; not Winkelmann");
    assert_eq!(Desk::fortress(&["winkelmann_end=true"]).game.points().captures, 7);
    let mut desk = desk;
    let winkelmann = desk.unit("winkelmann");
    desk.game.piece_mut(winkelmann).captive = true;
    assert_eq!(desk.game.points().captures, 7);
    for id in ["queen", "government", "gold"] {
        let unit = desk.unit(id);
        desk.game.send(unit, Spot::Away);
    }
    assert_eq!(desk.game.points().captures, 1);
}

#[test]
fn s4_0e_the_line_is_counted_to_the_first_hex_that_the_dutch_block() {
    let line = |rulings: &[&str], units: &str| {
        Desk::fortress(rulings).cleared().with(units).game.line_hexes()
    };
    assert_eq!(line(&[], "fjr1-1-a 20.20"), 58);
    // 13.19, next to 13.18, is the seventeenth.
    assert_eq!(line(&[], "3-pnt-eng 13.18"), 17);
    assert_eq!(line(&[], "3-3-gb 1.27"), 1);
    assert_eq!(line(&[], "1-dlm 1.27"), 58, "J-4.0e-1: the French do not");
    assert_eq!(line(&["line_any_allied=true"], "1-dlm 1.27"), 1);
    assert_eq!(Desk::fortress(&[]).cleared().with("fjr1-1-a 20.20").game.points().line, 10);
    assert_eq!(
        Desk::fortress(&[]).cleared().with("3-pnt-eng 13.18").game.points().line,
        3,
        "17 by 6"
    );
}

#[test]
fn s4_0e_reinforcements_with_a_price_are_taken_or_refused_at_once() {
    let offer = |words: &str| {
        let desk = Desk::fortress(&[]).at(4, Side::Allied, Step::Arrivals).go(&[]);
        let mut desk = desk;
        assert!(desk.may("take the reinforcements") && desk.may("refuse the reinforcements"));
        desk.say(words, &[]);
        // The cyclists of turn 3 are asked first.
        for _ in 0..3 {
            desk.say("waits off the map", &[]);
        }
        desk
    };
    let taken = offer("take the reinforcements");
    assert_eq!(taken.game.points().reinforcements, 2);
    assert!(taken.may("enters at 50.01"), "{:?}", taken.words());
    let refused = offer("refuse the reinforcements");
    assert_eq!(
        (refused.game.points().reinforcements, refused.place("4-rgt-a").as_str()),
        (0, "Away")
    );
    let hague = Desk::den_haag(&[]).at(4, Side::Allied, Step::Arrivals).go(&[]);
    assert!(hague.may("enters at 50.01"), "J-4.0e-2: in 5.2 all come: {:?}", hague.words());
}

#[test]
fn s3_8b_the_refinery_burns_in_the_night_where_no_german_stands() {
    let burnt = |turn, units: &str| {
        let desk = Desk::fortress(&[]).cleared().with(units).at(turn, Side::Allied, Step::Begin);
        let mut desk = desk;
        desk.game.burn_refinery(&mut desk.events);
        (desk.game.burnt.count_ones(), desk.game.points().refinery)
    };
    assert_eq!(burnt(4, "fjr1-1-a 9.20"), (0, 1));
    assert_eq!(burnt(5, "fjr1-1-a 9.20"), (2, 0));
    assert_eq!(burnt(5, "fjr1-1-a 36.28"), (1, 0), "J-3.8b-1");
    assert_eq!(burnt(5, "fjr1-1-a 36.28, fjr1-1-b 37.28"), (0, 1));
}

#[test]
fn s5_1_the_germans_win_with_all_four_bridges() {
    let mut desk = Desk::moerdijk(&[]);
    assert_eq!(end(&mut desk), (Some(Side::Allied), 1, -4));
    desk.game.german_bridges = 0b1111;
    let mut desk = Desk { game: desk.game.clone(), events: Vec::new() }.cleared();
    assert_eq!(end(&mut desk), (Some(Side::German), 0, 4));
    desk.game.german_bridges = 0b0111;
    assert_eq!(end(&mut desk), (Some(Side::Allied), 1, -1));
}

#[test]
fn s5_2_two_airfields_or_queen_and_government() {
    let result = |rulings: &[&str], fields: &[&str], caught: bool| {
        let mut desk = Desk::den_haag(rulings).cleared().with("t-hs 40.20");
        for hex in fields {
            let hex = desk.hex(hex);
            desk.game.german_held.insert(hex);
        }
        for id in ["queen", "government"] {
            let unit = desk.unit(id);
            desk.game.piece_mut(unit).captive = caught;
        }
        end(&mut desk).0
    };
    let german = Some(Side::German);
    assert_eq!(result(&[], &["57.04"], false), Some(Side::Allied));
    assert_eq!(result(&[], &["57.04", "58.21"], false), german);
    assert_eq!(result(&[], &[], true), german);
    assert_eq!(
        result(&["dutch_either=true"], &["57.04", "58.21"], false),
        Some(Side::Allied),
        "J-5.2-1"
    );
    assert_eq!(result(&["dutch_either=true"], &["57.04", "58.21"], true), german);
    // J-5.2-5: on the map is not captured, unless it is said so.
    let left = |rulings: &[&str]| end(&mut Desk::den_haag(rulings)).0;
    assert_eq!((left(&[]), left(&["capture_unevacuated=true"])), (Some(Side::Allied), german));
}

#[test]
fn s5_2_the_reserve_comes_when_ypenburg_is_held_and_all_have_been_sent() {
    let released = |held: bool, sent: bool| {
        let mut desk = Desk::den_haag(&[]).cleared().with("t-hs 40.20");
        let hex = desk.hex("49.16");
        if held {
            desk.game.german_held.insert(hex);
        }
        for unit in desk.game.board.numbers() {
            if desk.game.board.unit(unit).formation == "72 IR" {
                desk.game.piece_mut(unit).spot = Spot::Later;
            }
        }
        if !sent {
            desk = desk.waiting("fjr2-1-a");
        }
        desk.game.release_reserve(&mut desk.events);
        desk.place("ir72-1")
    };
    assert_eq!(released(true, true), "Pool");
    assert_eq!(
        (released(false, true).as_str(), released(true, false).as_str()),
        ("Later", "Later")
    );
}

#[test]
fn s5_3_five_levels_by_points() {
    let level = |bridges: u16, evacuations: u8| {
        let mut desk = Desk::fortress(&[]).cleared().with("3-3-gb 1.27");
        for id in ["queen", "government", "gold"] {
            let unit = desk.unit(id);
            desk.game.piece_mut(unit).spot = Spot::Away;
        }
        desk.game.burnt = 1;
        desk.game.german_bridges = bridges;
        desk.game.evacuation_points = evacuations;
        (desk.game.points().total(), end(&mut desk))
    };
    let german = Some(Side::German);
    assert_eq!(level(0, 0), (0, (Some(Side::Allied), 4, -6)));
    assert_eq!(level(0b1, 0), (1, (Some(Side::Allied), 3, -5)));
    assert_eq!(level(0b10001, 0), (6, (None, 2, 0)));
    assert_eq!(level(0b11111, 1), (10, (german, 1, 1)));
    assert_eq!(level(0b11111, 16), (25, (german, 0, 16)));
}
