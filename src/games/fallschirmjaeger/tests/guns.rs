//! Barrages, regular and standing.

use engine::Side;

use super::Desk;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::did;

fn firing(units: &str, turn: u8, side: Side) -> Desk {
    Desk::moerdijk(&[]).cleared().with(units).at(turn, side, Step::Barrage).go(&[])
}

#[test]
fn s1_7a_each_counter_in_the_hex_is_attacked_for_itself() {
    let mut desk =
        firing("22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-b 9.20, fjr1-1-c 20.20", 1, Side::Allied);
    desk.say("fires at 9.20", &[("barrage", 4), ("step of a barrage", 4), ("barrage", 5)]);
    assert_eq!((desk.is_dg("fjr1-1-a"), desk.left("fjr1-1-a")), (true, 1));
    assert!(!desk.is_dg("fjr1-1-b"));
    assert!(
        desk.told("4 against 4, disorganized, step roll 4") && desk.told("5 against 4, no effect"),
        "{:?}",
        desk.story()
    );
}

#[test]
fn s1_7a_a_five_or_six_kills_a_step() {
    let mut desk = firing("22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-c 20.20", 1, Side::Allied);
    desk.say("fires at 9.20", &[("barrage", 1), ("step of a barrage", 5)]);
    assert_eq!(desk.place("fjr1-1-a"), "Gone");
}

#[test]
fn s1_7a_the_terrain_modifies_the_roll() {
    let desk = |hex: &str| {
        firing(&std::format!("22-ra-a-art 15.17, fjr1-1-a {hex}, fjr1-1-c 2.20"), 1, Side::Allied)
    };
    let mut village = desk("14.19");
    village.say("fires at 14.19", &[("barrage", 4)]);
    assert!(!village.is_dg("fjr1-1-a"), "4 and 1 for the village against 4");
    let mut city = desk("13.18");
    city.say("fires at 13.18", &[("barrage", 2), ("step of a barrage", 1)]);
    assert!(city.is_dg("fjr1-1-a"), "2 and 2 for the city");
}

#[test]
fn s1_7a_a_unit_already_disorganized_rolls_again_only_by_a_switch() {
    let hit = |rulings: &[&str], rolls: &[(&'static str, u8)]| {
        let units = "22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-c 20.20";
        let desk = Desk::moerdijk(rulings).cleared().with(units).dg("fjr1-1-a");
        let mut desk = desk.at(1, Side::Allied, Step::Barrage).go(&[]);
        desk.say("fires at 9.20", rolls);
        desk.place("fjr1-1-a")
    };
    assert_eq!(hit(&[], &[]), "9.20");
    assert_eq!(hit(&["barrage_again=true"], &[("barrage", 1), ("step of a barrage", 6)]), "Gone");
}

#[test]
fn s1_7_nobody_barrages_in_a_zone_nor_disorganized_nor_artillery_out_of_supply() {
    let may = |desk: Desk| desk.at(1, Side::Allied, Step::Barrage).go(&[]).may("fires at 9.20");
    let units = "22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-c 20.20";
    let desk = || Desk::moerdijk(&[]).cleared().with(units);
    assert!(may(desk()));
    assert!(!may(desk().with("fjr1-2-a 9.26")));
    assert!(!may(desk().with("fjr1-2-a 9.26, 1-gp-kil-a 9.25")), "friends do not help");
    assert!(!may(desk().dg("22-ra-a-art")));
    assert!(!may(desk().cut_off("22-ra-a-art")));
    let mortar = |starved: bool| {
        let desk = Desk::den_haag(&[])
            .cleared()
            .with("mtr-gren-mtr 50.14, fjr2-1-a 50.11, fjr2-1-b 40.20");
        let desk = if starved { desk.cut_off("mtr-gren-mtr") } else { desk };
        desk.at(1, Side::Allied, Step::Barrage).go(&[]).may("fires at 50.11")
    };
    assert!(mortar(false) && mortar(true), "a mortar is no artillery");
}

#[test]
fn s1_6_the_range_is_counted_in_hexes_without_sight() {
    let desk =
        firing("22-ra-a-art 9.26, fjr1-1-a 9.20, fjr1-1-b 9.21, fjr1-1-c 20.20", 1, Side::Allied);
    assert!(desk.may("fires at 9.21") && !desk.may("fires at 9.20"), "five hexes");
}

#[test]
fn s1_7c_who_has_barraged_does_not_attack() {
    let units = "1-gp-kil-a 9.21, 22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-c 20.20";
    let mut desk = firing(units, 1, Side::Allied);
    let gun = desk.unit("22-ra-a-art");
    desk.say("fires at 9.20", &[("barrage", 6)]);
    assert!(desk.game.has(gun, did::FIRED));
    let target = desk.hex("9.20");
    desk.game.put(gun, desk.game.board.map.find("9.21", None).unwrap());
    assert!(!desk.game.attackers_of(target).contains(&gun));
}

/// Dutch guns at 9.25 keep 9.20 under fire; it is the German Movement Phase.
fn standing(rulings: &[&str]) -> Desk {
    let units = "22-ra-a-art 9.25, fjr1-1-a 9.18, fjr1-1-c 20.20, fjr1-2-a 9.29";
    let desk = Desk::moerdijk(rulings).cleared().with(units).at(2, Side::Allied, Step::Barrage);
    let mut desk = desk.go(&[]);
    desk.say("fires at 9.20 and goes on", &[]);
    desk.at(3, Side::German, Step::Movement).go(&[])
}

#[test]
fn s1_7b_dutch_artillery_that_has_not_moved_keeps_a_barrage_up() {
    let desk = standing(&[]);
    assert_eq!(desk.game.standing.len(), 1);
    let moved =
        Desk::moerdijk(&[]).cleared().with("22-ra-a-art 9.25, fjr1-1-a 9.20, fjr1-1-c 20.20");
    let mut moved = moved.at(2, Side::Allied, Step::Barrage);
    let gun = moved.unit("22-ra-a-art");
    moved.game.piece_mut(gun).did |= did::MARCHED;
    let moved = moved.go(&[]);
    assert!(moved.may("fires at 9.20") && !moved.may("fires at 9.20 and goes on"));
    let mortar =
        Desk::den_haag(&[]).cleared().with("mtr-gren-mtr 50.14, fjr2-1-a 50.11, fjr2-1-b 40.20");
    let mortar = mortar.at(1, Side::Allied, Step::Barrage).go(&[]);
    assert!(!mortar.may("fires at 50.11 and goes on"), "no mortars");
}

#[test]
fn s1_7b_it_hits_whoever_moves_into_its_hex() {
    let mut desk = standing(&[]);
    desk.say("move from 9.18", &[]);
    assert!(desk.may("to 9.20"));
    desk.say("to 9.20", &[("standing barrage", 4), ("step of a standing barrage", 2)]);
    assert_eq!((desk.place("fjr1-1-a").as_str(), desk.is_dg("fjr1-1-a")), ("9.20", true));
    let mut through = standing(&[]);
    through.say("move from 9.18", &[]);
    through.say("to 9.20", &[("standing barrage", 5)]);
    assert!(through.may("to 9.22"), "who comes through goes on: {:?}", through.words());
}

#[test]
fn s1_7b_it_ends_when_an_enemy_zone_reaches_the_guns() {
    let mut desk = standing(&[]);
    desk.says(&["move from 9.29", "to 9.26"]);
    assert!(desk.game.standing.is_empty());
    assert!(
        desk.told("The standing barrage of 22 RA a Arty Co on 9.20 ends"),
        "{:?}",
        desk.story()
    );
    let mut dazed = standing(&[]);
    let gun = dazed.unit("22-ra-a-art");
    dazed.game.set_dg(gun, true);
    dazed.game.sweep(&mut dazed.events);
    assert!(dazed.game.standing.is_empty());
}

#[test]
fn s1_7b_the_dutch_may_end_it_when_they_move_and_it_hits_them_too() {
    let mut desk =
        standing(&[]).with("1-gp-kil-a 9.19").at(3, Side::Allied, Step::Movement).go(&[]);
    assert!(desk.game.under_standing(desk.hex("9.20"), Side::Allied));
    desk.say("22 RA a Arty Co ends its standing barrage", &[]);
    assert!(desk.game.standing.is_empty());
    let kind = standing(&["standing_hits_friends=false"]);
    assert!(!kind.game.under_standing(kind.hex("9.20"), Side::Allied));
}
