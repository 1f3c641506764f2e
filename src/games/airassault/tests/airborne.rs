//! V.I to V.K, V.N: drops, drift combat, air landing, aircraft, night.

use engine::Side;

use crate::airassault::rules::Step;
use crate::airassault::state::{Spot, did};

use super::Desk;

#[test]
fn s5_i2_nobody_drops_on_rough_ground_or_outside_his_sector() {
    let desk = Desk::basic(&[]).cleared().at(1, Side::German, Step::Drop).go(&[]);
    let mut desk = desk;
    while !desk.may("sturm-5 drops on E-12") {
        let next = desk.words()[0].clone();
        desk.say(&next, &[]);
        assert!(desk.events.len() < 300, "the company never drops");
    }
    assert!(!desk.may("sturm-5 drops on D-11"), "rough");
    assert!(!desk.may("sturm-5 drops on F-22"), "in Suda");
}

#[test]
fn s5_i4_a_glider_subtracts_two_and_an_enemy_in_the_hex_adds_one() {
    let desk = Desk::basic(&[]).cleared().face_down("decoy-1 E-12");
    let aim = desk.hex("E-12");
    let modifier = |id: &str| desk.game.drift_modifier(desk.unit(id), aim);
    assert_eq!((modifier("sturm-1"), modifier("fjr3-1")), (-1, 1), "decoys count (C-I-4)");
}

#[test]
fn s5_i4a_who_drifts_into_the_sea_is_lost() {
    let mut desk = Desk::basic(&[]).cleared();
    let (unit, aim) = (desk.unit("fjr3-1"), desk.hex("D-13"));
    let sea = (2..=6).find(|&die| desk.game.drifts_to(aim, die).is_none()).expect("by the sea");
    desk.game.send(unit, Spot::Aloft(aim));
    let desk = desk.at(1, Side::German, Step::Drift).go(&[("drift", sea as u8)]);
    assert_eq!(desk.place("fjr3-1"), "Gone");
}

fn drift_combat(rulings: &[&str], placed: &str, face: u8) -> Desk {
    let mut desk = Desk::basic(rulings).cleared().with(placed);
    let unit = desk.unit("fjr3-1");
    desk.game.mark(unit, did::CAME | did::DROPPED);
    desk.at(1, Side::German, Step::DriftCombat).go(&[("drift combat", face)])
}

#[test]
fn s5_i5_only_those_in_the_hex_fight_and_one_is_added() {
    let desk = drift_combat(&[], "fjr3-1 E-12, nz-sup E-12, 22-nz E-13, sturm-5 E-11", 1);
    assert!(desk.told("drift combat in E-12: 2 against 2, 1-1, 1+1: DR"), "{:?}", desk.story());
}

#[test]
fn s5_i5c_after_no_effect_the_parachutists_leave_or_are_lost() {
    let desk = drift_combat(&[], "fjr3-1 E-12, nz-sup E-12", 3);
    assert!(desk.told("3+1: NE"), "{:?}", desk.story());
    assert!(desk.may("fjr3-1 retreats to E-13"), "{:?}", desk.words());
    let lost = drift_combat(&["drift_combat_ne=lost"], "fjr3-1 E-12, nz-sup E-12", 3);
    assert_eq!(lost.place("fjr3-1"), "Gone");
    // A zone of somebody else closes a hex.
    let shut = drift_combat(&[], "fjr3-1 E-12, nz-sup E-12, 22-nz E-14", 3);
    assert!(!shut.may("fjr3-1 retreats to E-13") && shut.may("fjr3-1 retreats to E-11"));
}

#[test]
fn s5_i6_who_dropped_does_not_attack_on_the_same_turn() {
    let mut desk = Desk::basic(&[]).cleared().with("fjr3-1 E-12, nz-sup E-13, sturm-5 F-13");
    let unit = desk.unit("fjr3-1");
    desk.game.mark(unit, did::CAME | did::DROPPED);
    let mut desk = desk.at(1, Side::German, Step::Combat).go(&[]);
    desk.game.mark(unit, did::CAME | did::DROPPED);
    desk.say("attack E-13", &[]);
    assert_eq!(desk.game.fight.attackers, [desk.unit("sturm-5")]);
}

#[test]
fn s5_j1b_light_anti_aircraft_in_range_shuts_an_airfield_and_shows_itself() {
    let shut = |gun: &str| {
        let desk = Desk::basic(&[]).cleared().with("sturm-5 C-11").face_down(gun);
        let mut desk = desk.at(3, Side::German, Step::AirLanding);
        desk.game.note_open_fields();
        let desk = desk.go(&[]);
        desk.told("Maleme is shut")
    };
    assert!(shut("laa-maleme-1 E-11"), "two hexes away");
    assert!(!shut("laa-maleme-1 F-11"), "three");
    assert!(!shut("27-5-nz-fr D-12"), "field guns do not");
}

#[test]
fn s5_j2_an_airfield_takes_four_points_a_turn() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 C-11");
    let mut desk = desk.at(6, Side::German, Step::AirLanding);
    desk.game.note_open_fields();
    let mut desk = desk.go(&[]);
    let mut points = 0;
    while let Some(words) = desk.words().into_iter().find(|words| words.contains("lands at Maleme"))
    {
        desk.say(&words, &[]);
        points = desk.game.landed[0];
    }
    assert_eq!(points, 4);
}

#[test]
fn s5_n1_n2_at_night_nothing_flies() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 C-11, sturm-6 D-12");
    let desk = desk.at(5, Side::German, Step::Begin).go(&[]);
    let words = desk.words();
    assert!(words.iter().all(|words| !words.contains("flies") && !words.contains("lands at")));
}

#[test]
fn s5_k3_bombers_add_their_strength_and_leave_after_combat() {
    let desk = Desk::basic(&[]).cleared().with("fjr3-i E-11, 22-nz E-12");
    let mut desk = desk.at(3, Side::German, Step::Combat);
    let (bomber, target) = (desk.unit("bomber-1"), desk.hex("E-12"));
    desk.game.send(bomber, Spot::Over(target));
    let mut desk = desk.go(&[]);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 1)]);
    assert!(desk.told("13 against 5, 2-1"), "{:?}", desk.story());
    desk.say("no further advance", &[]);
    assert_eq!(desk.place("bomber-1"), "Card");
}

#[test]
fn s5_i3b_a_block_for_any_sector_needs_one_where_somebody_came_down_before() {
    let mut desk = Desk::basic(&[]).cleared();
    let turn = desk.game.unit(desk.unit("ramcke-1")).turn;
    desk.game.sectors[0] = 0b11;
    let desk = desk.at(turn, Side::German, Step::Drop).go(&[]);
    assert_eq!(desk.words(), ["drop in Maleme", "drop in Suda"]);
    let none = Desk::basic(&[]).cleared().at(turn, Side::German, Step::Drop).go(&[]);
    assert!(!none.may("drop in Maleme"));
}
