//! V.F and V.G: who attacks whom, artillery, retreats, advances, exchanges.

use engine::Side;

use crate::airassault::rules::Step;

use super::Desk;

fn fighting(placed: &str, side: Side) -> Desk {
    Desk::basic(&[]).cleared().with(placed).at(3, side, Step::Combat).go(&[])
}

#[test]
fn s5_f3_nobody_attacks_or_is_attacked_twice() {
    let mut desk = fighting("sturm-5 E-11, sturm-6 F-13, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("sturm-6 holds back", &[]);
    desk.say("fight", &[("combat", 2)]);
    assert!(!desk.may("attack E-12"), "{:?}", desk.words());
}

#[test]
fn s5_f8_two_hexes_are_attacked_as_one_by_those_next_to_both() {
    let mut desk = fighting("fjr3-i E-12, sturm-5 F-11, div-cav E-13, nz-sup F-13", Side::German);
    desk.say("attack E-13", &[]);
    desk.say("attack F-13 with it", &[]);
    let fight = desk.game.fight.clone();
    assert_eq!(fight.attackers, [desk.unit("fjr3-i")]);
    desk.say("fight", &[("combat", 1)]);
    assert!(desk.told("9 against 4, 2-1"), "{:?}", desk.story());
}

#[test]
fn s5_f9c_rough_ground_doubles_the_defence() {
    let desk = Desk::basic(&[]).cleared().with("22-nz D-11, 19-nz E-12");
    let defence = |hex: &str| desk.game.defence_of(Side::Allied, desk.hex(hex));
    assert_eq!((defence("D-11"), defence("E-12")), (10, 4));
}

#[test]
fn s5_f10b_no_retreat_into_the_sea_or_an_empty_enemy_zone() {
    let mut desk = fighting("fjr3-i E-13, fjr3-ii D-12, 22-nz D-13", Side::German);
    desk.say("attack D-13", &[]);
    desk.say("fight", &[("combat", 3)]);
    assert!(desk.told("18 against 5, 3-1, 3+0: DR"), "{:?}", desk.story());
    // D-14 lies in a German zone, the other free hexes are sea.
    assert_eq!(desk.place("22-nz"), "Gone");
}

#[test]
fn s5_f11_the_defender_advances_when_the_attackers_are_gone() {
    let mut desk = fighting("sturm-5 E-11, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 6)]);
    assert!(desk.told("6+0: AE"), "{:?}", desk.story());
    desk.say("22-nz advances to E-11", &[]);
    assert_eq!(desk.place("22-nz"), "E-11");
}

#[test]
fn s5_f12_artillery_alone_defends_with_one_and_terrain_does_not_multiply_it() {
    let desk = Desk::basic(&[]).cleared();
    let desk = desk.with("27-5-nz-fr D-11, laa-maleme-1 D-11, 2-nz-fr-tp E-12, nz-sup E-12");
    let defence = |hex: &str| desk.game.defence_of(Side::Allied, desk.hex(hex));
    assert_eq!((defence("D-11"), defence("E-12")), (2, 2), "with infantry it adds nothing");
    let together = Desk::basic(&["artillery_alone=together"]).cleared();
    let together = together.with("27-5-nz-fr D-11, laa-maleme-1 D-11");
    assert_eq!(together.game.defence_of(Side::Allied, together.hex("D-11")), 1);
}

#[test]
fn s5_g3b_rough_ground_and_cities_block_the_line_of_fire() {
    let sees = |rulings: &[&str], from: &str, to: &str| {
        let desk = Desk::basic(rulings).cleared();
        desk.game.board.sight.sees(desk.hex(from), desk.hex(to))
    };
    assert!(sees(&[], "E-10", "E-12") && !sees(&[], "F-11", "H-11"), "G-11 is rough");
    assert!(sees(&[], "G-11", "E-11"), "V.G.3.c: where the gun and the target are does not count");
    // C-G-4: along the hexside between F-11, which is open, and G-11.
    assert!(!sees(&[], "F-10", "F-12") && sees(&["hexside_blocks=false"], "F-10", "F-12"));
}

#[test]
fn s5_g4b_guns_support_only_infantry() {
    let mut desk = fighting("pz31-det E-11, 1-para-art-batt E-10, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    let fight = desk.game.fight.clone();
    assert_eq!(fight.guns, [desk.unit("1-para-art-batt")]);
    let odds = desk.game.odds_of(Side::German, &fight.attackers, &fight.guns, &fight.targets);
    assert_eq!(odds.strengths, [2, 5]);
}

#[test]
fn s5_g7_attacking_artillery_ignores_what_befalls_the_attackers() {
    let mut desk = fighting("sturm-5 E-11, 1-para-art-batt E-11, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 6)]);
    assert!(desk.told(": AE"), "{:?}", desk.story());
    assert_eq!([desk.place("sturm-5"), desk.place("1-para-art-batt")], ["Gone", "E-11"]);
}

#[test]
fn s5_n3_at_night_guns_fire_only_into_the_next_hex() {
    let desk = Desk::basic(&[]).cleared().with("27-5-nz-fr E-13");
    let gun = desk.unit("27-5-nz-fr");
    let reaches = |turn: u8| {
        let mut game = desk.game.clone();
        game.turn = turn;
        [game.reaches(gun, desk.hex("E-12")), game.reaches(gun, desk.hex("E-11"))]
    };
    assert_eq!((reaches(3), reaches(5)), ([true, true], [true, false]));
}

#[test]
fn s5_g5d_units_driven_back_by_fire_are_out_and_the_attack_goes_on_without_them() {
    let mut desk =
        fighting("sturm-5 E-11, sturm-6 F-11, nz-sup E-12, laa-maleme-1 E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[]);
    desk.say("laa-maleme-1 fires at E-11", &[("defensive fire", 1), ("combat", 4)]);
    assert!(desk.told("4 against 2, 2-1, 1+0: DE"), "{:?}", desk.story());
    assert!(desk.told("combat for E-12: 2 against 2, 1-1, 4+0: NE"), "{:?}", desk.story());
    assert_eq!(desk.place("sturm-5"), "Gone");
}

#[test]
fn al_costs_the_attacker_one_unit_of_his_choice() {
    let mut desk = fighting("sturm-5 E-11, sturm-6 E-11, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 2)]);
    assert!(desk.told("4 against 5, 1-2, 2+0: NE") || desk.told(": AL"), "{:?}", desk.story());
    let mut desk = fighting("sturm-5 E-11, sturm-6 E-11, 22-nz E-12", Side::German);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 3)]);
    assert!(desk.told("1-2, 3+0: AL"), "{:?}", desk.story());
    desk.say("sturm-6 is lost", &[]);
    assert_eq!([desk.place("sturm-5"), desk.place("sturm-6")], ["E-11", "Gone"]);
}

#[test]
fn ex_one_point_does_not_pay_for_two_guns_that_stand_alone() {
    let exchange = |paid: &str| {
        let placed = "fspzjg-1 E-11, sturm-5 E-11, 27-5-nz-fr E-12, 2-nz-fr-tp E-12";
        let mut desk = fighting(placed, Side::German);
        desk.say("attack E-12", &[]);
        desk.say("fight", &[]);
        while let Some(holds) = desk.words().into_iter().find(|words| words.contains("holds its")) {
            let last = desk.game.fight.silent.is_empty();
            desk.say(&holds, if last { &[("combat", 3)] } else { &[] });
        }
        assert!(desk.told("3 against 2, 1-1, 3+0: EX"), "{:?}", desk.story());
        desk.say(&std::format!("{paid} is lost"), &[]);
        desk.say("no further loss", &[]);
        [desk.place("27-5-nz-fr"), desk.place("2-nz-fr-tp")]
    };
    assert_eq!(exchange("sturm-5"), ["Gone", "Gone"], "two points for two");
    assert_eq!(exchange("fspzjg-1"), ["E-12", "E-12"], "one point is too little for either");
}
