//! Supply: heads, ground supply, Dutch and British sources, ships and ammunition.

use engine::Side;

use super::Desk;
use crate::fallschirmjaeger::rules::Step;

fn supplied(desk: Desk, turn: u8, side: Side, id: &str) -> bool {
    let mut desk = desk.at(turn, side, Step::Supply);
    desk.game.trace_supply(&mut desk.events);
    !desk.game.piece(desk.unit(id)).cut_off
}

#[test]
fn s2_7b_a_head_feeds_whom_it_reaches_with_its_movement_points() {
    let with = |rulings: &[&str], hex: &str, steps: u8, more: &str| {
        let desk = Desk::moerdijk(rulings).cleared().with("head-1 1.20, 1-gp-kil-a 20.30");
        let desk = desk.with(&std::format!("fjr1-1-a {hex}")).steps("head-1", steps);
        let desk = if more.is_empty() { desk } else { desk.with(more) };
        supplied(desk, 3, Side::German, "fjr1-1-a")
    };
    assert!(with(&[], "1.28", 2, "") && !with(&[], "1.29", 2, ""), "eight points");
    assert!(with(&[], "1.24", 1, "") && !with(&[], "1.25", 1, ""), "four on the reduced side");
    // Zones of control cost more, and do not bar; the unit itself takes the cost of its own hex away.
    assert!(!with(&[], "1.28", 2, "1-gp-kil-b 2.26") && with(&[], "1.26", 2, "1-gp-kil-b 2.26"));
}

#[test]
fn s2_1a_and_s3_1b_there_is_no_supply_phase_before_turn_three() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 9.20, 1-gp-kil-a 20.30");
    let second = Desk { game: desk.game.clone(), events: std::vec::Vec::new() };
    let second = second.at(2, Side::German, Step::Supply).go(&[]);
    assert!(!second.game.piece(second.unit("fjr1-1-a")).cut_off);
    let third = desk.at(3, Side::German, Step::Supply).go(&[]);
    assert!(third.game.piece(third.unit("fjr1-1-a")).cut_off);
}

#[test]
fn s2_7a_ground_supply_comes_from_1_28_from_turn_ten_if_a_german_was_last_there() {
    let fed = |turn, held: bool, more: &str| {
        let mut desk = Desk::fortress(&[]).cleared().with("fjr1-1-a 4.28, 1-gp-kil-a 20.30");
        if held {
            let hex = desk.hex("1.28");
            desk.game.german_held.insert(hex);
        }
        let desk = if more.is_empty() { desk } else { desk.with(more) };
        supplied(desk, turn, Side::German, "fjr1-1-a")
    };
    assert!(fed(10, true, "") && !fed(9, true, "") && !fed(10, false, ""));
    assert!(!fed(10, true, "1-gp-kil-b 1.28"), "taken back");
}

#[test]
fn series_12_1a_a_line_passes_no_enemy_and_no_zone_without_a_friend() {
    // North of the Hollandsch Diep there is no way but the bridges.
    let fed = |more: &str| {
        let mut desk = Desk::fortress(&[]).cleared().with("fjr1-1-a 7.24, 1-gp-kil-a 20.30");
        let hex = desk.hex("1.28");
        desk.game.german_held.insert(hex);
        let desk = if more.is_empty() { desk } else { desk.with(more) };
        supplied(desk, 10, Side::German, "fjr1-1-a")
    };
    assert!(fed("1-gp-kil-b 20.29"));
    assert!(!fed("1-gp-kil-b 6.25, 1-gp-kil-c 6.26"));
}

#[test]
fn s3_2_a_source_counts_only_while_an_ally_was_the_last_there() {
    let fed = |lost: bool| {
        let mut desk = Desk::den_haag(&[]).cleared().with("1-gren-a 50.05, fjr2-1-a 36.30");
        if lost {
            for hex in ["41.01", "53.01", "55.32"] {
                let hex = desk.hex(hex);
                desk.game.german_held.insert(hex);
            }
        }
        supplied(desk, 3, Side::Allied, "1-gren-a")
    };
    assert!(fed(false) && !fed(true));
}

#[test]
fn s3_2b_the_british_are_fed_from_the_hoek_alone() {
    let fed = |rulings: &[&str], lost: &[&str]| {
        let mut desk = Desk::fortress(rulings).cleared().with("1-ig 55.31, fjr1-1-a 9.20");
        for hex in lost {
            let hex = desk.hex(hex);
            desk.game.german_held.insert(hex);
        }
        supplied(desk, 11, Side::Allied, "1-ig")
    };
    assert!(fed(&[], &[]) && !fed(&[], &["55.32"]), "whoever holds the other sources");
    assert!(fed(&["hoek_both=true"], &["55.32"]), "J-3.2b-1");
}

#[test]
fn s2_7d_a_head_leaves_when_an_enemy_is_alone_with_it_and_may_come_again() {
    let desk = Desk::moerdijk(&[]).cleared().with("head-1 9.20, 1-gp-kil-a 9.22, 1-gp-kil-b 20.20");
    let mut desk = desk.at(3, Side::Allied, Step::Movement).go(&[]);
    desk.says(&["move from 9.22", "to 9.20"]);
    assert_eq!((desk.place("head-1").as_str(), desk.left("head-1")), ("Pool", 2));
}

#[test]
fn s2_7c_all_heads_leave_at_the_end_of_a_night_turn() {
    let at = |turn| {
        let desk =
            Desk::fortress(&[]).cleared().with("head-1 9.20, fjr1-1-a 9.20, 1-gp-kil-a 20.20");
        let mut desk = desk.at(turn, Side::German, Step::Close);
        desk.game.take_step(&mut engine::Scripted::new([]), &mut desk.events);
        desk.place("head-1")
    };
    assert_eq!((at(4).as_str(), at(5).as_str()), ("9.20", "Pool"));
}

#[test]
fn s3_3c_ships_leave_on_a_one_or_two_from_turn_three() {
    let desk = Desk::fortress(&[])
        .cleared()
        .with("ship-z-5 55.32, ship-gp-1 55.32, hvh 55.32, fjr1-1-a 9.20");
    let early = Desk { game: desk.game.clone(), events: std::vec::Vec::new() };
    let early = early.at(2, Side::Allied, Step::Begin).go(&[("air support", 1)]);
    assert_eq!(early.place("ship-z-5"), "55.32");
    let rolls = [("ship withdrawal", 2), ("ship withdrawal", 3), ("air support", 1)];
    let desk = desk.at(3, Side::Allied, Step::Begin).go(&rolls);
    assert_eq!(
        (desk.place("ship-z-5").as_str(), desk.place("ship-gp-1").as_str()),
        ("Away", "55.32")
    );
}

#[test]
fn s3_3b_ships_go_anywhere_on_joined_waters_and_not_up_the_rivers() {
    let desk = Desk::fortress(&[]).cleared().with("ship-z-5 55.32, hvh 55.32, fjr1-1-a 9.20");
    let desk = desk.at(3, Side::Allied, Step::Ships).go(&[]);
    for (hex, may) in [
        ("33.22", true),
        ("28.27", true),
        ("61.20", true),
        ("8.28", true),
        ("13.19", false),
        ("50.16", false),
    ] {
        assert_eq!(desk.may(&std::format!("sails to {hex}")), may, "{hex}");
    }
}

#[test]
fn s3_4_the_ammunition_ship_feeds_the_dutch_artillery_or_it_is_gone() {
    let after = |hex: Option<&str>, turn| {
        let desk = Desk::fortress(&[])
            .cleared()
            .with("22-ra-a-art 9.28, 10-ra-a-art 35.16, mtr-gren-mtr 9.28, fjr1-1-a 20.20");
        let desk = match hex {
            Some(hex) => desk.with(&std::format!("ship-de-twee-gezusters {hex}")),
            None => desk,
        };
        let mut desk = desk.at(turn, Side::Allied, Step::Supply);
        desk.game.gezusters_unloads(&mut desk.events);
        desk.game.trace_supply(&mut desk.events);
        (desk.place("22-ra-a-art"), desk.place("10-ra-a-art"), desk.place("mtr-gren-mtr"))
    };
    let kept = |hex: &str| std::string::String::from(hex);
    let gone = || kept("Gone");
    assert_eq!(after(None, 10), (gone(), gone(), kept("9.28")), "not the mortars");
    assert_eq!(after(None, 9).0, "9.28");
    let (near, far, _) = after(Some("8.28"), 10);
    assert_eq!(near, "9.28");
    // Nobody walks from Rotterdam to the Hoeksche Waard but over the Barendrecht bridge, which is open.
    assert_eq!(far, "35.16");
    assert_eq!(after(Some("33.22"), 10).0, "Gone", "it has not unloaded there");
}

#[test]
fn s1_2_every_third_turn_from_the_fifth_is_a_night() {
    let desk = Desk::fortress(&[]);
    let nights: std::vec::Vec<usize> =
        (1..=15).filter(|turn| desk.game.board.night[turn - 1]).collect();
    assert_eq!(nights, [5, 8, 11, 14]);
}
