//! IV, V.O and what the text prints on counters; single statements that no example has.

use std::vec::Vec;

use engine::{Position, Scripted, Seed, Side, Whim};

use crate::airassault::ground::{Class, Size, Way};
use crate::airassault::phase::Wait;
use crate::airassault::rules::Step;
use crate::airassault::state::{Load, Marker, Spot, did};

use super::Desk;

/// Attack, defence and movement that the text prints, in its examples, chapters and question box.
#[test]
fn s3_values_of_the_text_are_on_the_counters() {
    let desk = Desk::basic(&[]);
    for (id, values, size) in [
        ("fjr1-1", [2, 2, 4], Size::Company),
        ("fjr1-i", [9, 9, 4], Size::Battalion),
        ("gjr100-iii", [8, 8, 4], Size::Battalion),
        ("a-geb-coy", [2, 2, 4], Size::Company),
        ("pz31-det", [2, 2, 8], Size::Company),
        ("2-black-watch", [6, 7, 4], Size::Battalion),
        ("nz-comp", [2, 3, 3], Size::Battalion),
    ] {
        let unit = desk.game.unit(desk.unit(id));
        assert_eq!(([unit.attack, unit.defence, unit.movement], unit.size), (values, size), "{id}");
    }
    let gun = |id: &str| {
        let unit = desk.game.unit(desk.unit(id));
        [unit.attack, unit.range]
    };
    assert_eq!((gun("laa-maleme-1"), gun("27-5-nz-fr")), ([4, 2], [3, 6]));
    assert_eq!(desk.game.unit(desk.unit("bomber-1")).attack, 4);
    let decoys = desk.game.board.units.iter().filter(|unit| unit.class == Class::Decoy);
    assert_eq!(decoys.count(), 10, "V.M.5");
}

/// The order of the steps within a segment, and of the segments.
#[test]
fn s4_steps_follow_one_another_in_both_segments() {
    let mut game = Desk::basic(&[]).game;
    let mut dice = engine::Seeded::new(Seed(3));
    let mut whims = Whim::new(Seed(3), Side::German);
    let mut seen: Vec<(u8, Side, Step)> = Vec::new();
    game.open(&mut dice, &mut Vec::new());
    let mut legal = Vec::new();
    while game.to_act().is_some() && seen.len() < 200 {
        let now = (game.turn, game.side, game.step);
        if game.turn > 0 && seen.last() != Some(&now) {
            seen.push(now);
        }
        legal.clear();
        game.legal_actions(&mut legal);
        let choice = legal[whims.below(legal.len())];
        game.apply_unchecked(choice, &mut dice, &mut Vec::new());
    }
    // IV.A comes before IV.B, and the steps of each as the text lists them.
    let place = |&(turn, side, step): &(u8, Side, Step)| (turn, side == Side::Allied, step);
    assert!(seen.is_sorted_by_key(place), "{seen:?}");
    for step in [Step::Aircraft, Step::Drop, Step::Movement, Step::Combat] {
        let there = |&(_, side, now): &(u8, Side, Step)| (side, now) == (Side::German, step);
        assert!(seen.iter().any(there), "{step:?}: {seen:?}");
    }
    assert!(seen.contains(&(1, Side::Allied, Step::Movement)), "{seen:?}");
}

#[test]
fn s5_o_units_of_sectors_then_convoys_then_the_others() {
    let mut game = Desk::basic(&[]).game;
    let mut steps = Vec::new();
    game.open(&mut Scripted::always(0), &mut Vec::new());
    let mut legal = Vec::new();
    while game.turn == 0 {
        if let (Wait::SetUp(_), Some(unit)) =
            (game.wait, engine::Pending::subject(game.wait, &game))
        {
            let free = match &game.unit(unit).way {
                Way::SetUp { last, .. } => *last,
                _ => true,
            };
            assert_eq!(free, game.step == Step::SetUpLast);
        }
        if steps.last() != Some(&game.step) {
            steps.push(game.step);
        }
        legal.clear();
        game.legal_actions(&mut legal);
        game.apply_unchecked(legal[0], &mut Scripted::always(0), &mut Vec::new());
    }
    assert_eq!(steps, [Step::SetUp, Step::Schedule, Step::SetUpLast]);
    assert_eq!((game.turn, game.side, game.step), (1, Side::German, Step::Aircraft), "V.O.4");
}

#[test]
fn s5_a9_who_has_no_movement_points_stays() {
    let desk = Desk::basic(&[]).cleared().with("19-nz E-13").face_down("decoy-1 E-12");
    let desk = desk.at(3, Side::Allied, Step::Movement).go(&[]);
    assert!(desk.words().iter().all(|words| words.contains("19-nz")), "{:?}", desk.words());
    assert!(desk.game.destinations(desk.unit("decoy-1")).is_empty());
}

#[test]
fn s5_b1b_a_secondary_road_costs_a_point_whatever_the_ground() {
    let desk = Desk::basic(&[]).cleared();
    let (from, to) = (desk.hex("H-8"), desk.hex("I-8"));
    let way = desk.game.board.map.direction(from, to).expect("neighbours");
    assert_eq!(desk.game.board.cell(from).step[way.index()], 2, "I-8 is rough");
}

#[test]
fn s5_c3_who_has_no_stacking_points_goes_anywhere() {
    let desk = Desk::basic(&[]).cleared().with("19-nz E-12, 22-nz E-12");
    let hex = desk.hex("E-12");
    assert_eq!(desk.game.stack(Side::Allied, hex), 6);
    assert!(desk.game.fits(desk.unit("decoy-1"), hex) && !desk.game.fits(desk.unit("mp"), hex));
    assert_eq!(desk.game.unit(desk.unit("bomber-1")).stacking, 0, "V.C.5");
}

#[test]
fn s5_e3_a_zone_of_control_makes_no_hex_friendly() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 C-10");
    let field = desk.hex("C-11");
    assert!(desk.game.zone(Side::German, field) && !desk.game.is_friendly(Side::German, field));
}

#[test]
fn s5_f7_units_of_one_hex_attack_different_hexes() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 E-12, sturm-6 E-12, nz-sup E-11, mp E-13");
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack E-11", &[]);
    desk.say("sturm-6 holds back", &[]);
    desk.say("fight", &[("combat", 4)]);
    desk.say("attack E-13", &[]);
    assert_eq!(desk.game.fight.attackers, [desk.unit("sturm-6")]);
}

#[test]
fn s5_f10d_who_fled_does_not_help_the_hex_he_fled_to() {
    let mut desk = Desk::basic(&[]).cleared().with("nz-sup E-12, mp E-12");
    let (hex, unit) = (desk.hex("E-12"), desk.unit("nz-sup"));
    let whole = desk.game.defence_of(Side::Allied, hex);
    desk.game.mark(unit, did::FLED);
    let own = u16::from(desk.game.unit(unit).defence);
    assert_eq!(desk.game.defence_of(Side::Allied, hex), whole - own);
}

#[test]
fn s5_h6_every_battalion_of_the_chart_has_its_companies() {
    let board = Desk::basic(&[]).game.board;
    let mut battalions = 0;
    for number in board.numbers() {
        if board.unit(number).way != Way::Reformed {
            continue;
        }
        battalions += 1;
        let own = |part: &u16| board.unit(*part).battalion == Some(number);
        let parts: Vec<u16> = board.numbers().filter(own).collect();
        let heads = parts.iter().filter(|&&part| board.unit(part).class == Class::Headquarters);
        assert_eq!(heads.count(), 1, "{}", board.unit(number).name);
        let needed = if board.unit(number).class == Class::Engineer { 4 } else { 5 };
        assert_eq!(parts.len(), needed, "{}", board.unit(number).name);
    }
    // Four of the Assault Regiment, three of each parachute regiment, the engineers.
    assert_eq!(battalions, 4 + 9 + 1);
}

#[test]
fn s5_h7a_an_engineer_battalion_needs_an_engineer_company() {
    let may = |third: &str| {
        let placed = std::format!("fspi-hq E-12, fjr3-1 E-12, fjr3-2 E-12, {third} E-12");
        let desk = Desk::basic(&[]).cleared().with(&placed);
        desk.at(3, Side::German, Step::Reform).go(&[]).may("fspi-hq re-forms its battalion")
    };
    assert_eq!([may("fjr3-3"), may("fspi-1")], [false, true]);
}

#[test]
fn s5_i3c_the_glider_battalion_drops_in_any_sector() {
    let desk = Desk::basic(&[]).cleared();
    let sectors = |id: &str| {
        let hexes = desk.game.drop_hexes(desk.unit(id));
        let mut found: Vec<u8> = hexes.iter().map(|hex| desk.game.board.cell(hex).sector).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    };
    assert_eq!([sectors("sturm-1"), sectors("sturm-5")], [desk.game.board.sectors.len(), 1]);
}

#[test]
fn s5_l4_a_decoy_rolls_too() {
    let mut desk = Desk::basic(&[]).cleared();
    desk.game.markers = [Marker { turn: 4, load: Load::Decoy, beach: 0 }].into();
    let desk = desk.at(4, Side::German, Step::Sea).go(&[("sea movement", 1)]);
    assert!(desk.game.markers.is_empty());
}

#[test]
fn question_box_creforce_stands_in_canea() {
    let desk = Desk::basic(&[]);
    let hexes = desk.game.set_up_hexes(desk.unit("creforce-hq"));
    let wanted = ["D-22", "E-21"].map(|label| desk.hex(label));
    assert!(hexes.iter().count() == 2 && wanted.iter().all(|&hex| hexes.contains(hex)));
}

#[test]
fn question_box_who_drifts_into_a_full_hex_is_removed_after_movement() {
    let mut desk = Desk::basic(&[]).cleared().with("fjr1-i E-13, fjr1-ii E-13");
    let (unit, aim) = (desk.unit("fjr3-1"), desk.hex("E-13"));
    desk.game.send(unit, Spot::Aloft(aim));
    let desk = desk.at(1, Side::German, Step::Drift).go(&[("drift", 1)]);
    assert_eq!(desk.place("fjr3-1"), "E-13", "until the end of movement it may stay");
    let mut desk = desk.at(1, Side::German, Step::Stacking).go(&[]);
    desk.say("fjr3-1 is lost", &[]);
    assert_eq!(desk.place("fjr3-1"), "Gone");
}
