//! Combat, overrun, losses, retreat and advance.

use std::format;
use std::vec::Vec;

use engine::Side;

use super::Desk;
use crate::fallschirmjaeger::ground::CombatResult;
use crate::fallschirmjaeger::rules::Step;

/// A strength in the part of a point in which odds are counted.
const POINT: u16 = 32;

fn attack(desk: &Desk, units: &[&str], hex: &str, overrun: bool) -> ([u16; 2], u8, u8) {
    let units: Vec<u16> = units.iter().map(|id| desk.unit(id)).collect();
    let odds = desk.game.odds_of(&units, desk.hex(hex), overrun);
    (odds.strengths, odds.column, odds.modifier)
}

/// Four platoons beside a company, in the German Combat Phase.
fn four_to_one() -> Desk {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.20, fjr1-1-c 9.20, fjr1-2-a 9.20, 1-gp-kil-a 9.21";
    Desk::moerdijk(&[]).cleared().with(units).at(1, Side::German, Step::Combat).go(&[])
}

#[test]
fn crt_every_cell_is_as_printed() {
    let desk = Desk::moerdijk(&[]);
    let rows = [
        (2, "A3r1 A2r1 A2r1 A2 A2 A1 A1D1"),
        (3, "A2r1 A2r1 A2 A2 A1D1 A1D1 A1D1"),
        (4, "A2r1 A2 A2D1 A1D1 A1D1 A1D1 D1"),
        (5, "A2 A2 A1D1 A1D1 A1D1 D1 D2r1"),
        (6, "A2 A1 A1D1 A1D1 D1 D2r1 D2r1"),
        (7, "A1 A1 A1D1 A1D2 D2r1 D2r1 D2r2"),
        (8, "A1 A1 A1D1 A1D2 D2r1 D2r1 D2r2"),
        (9, "A1 A1D1 A1D2r1 D2r1 D2r1 D2r2 D2r2"),
        (10, "A1 A1D2r1 A1D2r1 D2r1 D2r2 D2r2 D3r3"),
        (11, "A1 A1D2r1 A1D2r1 D2r1 D2r2 D2r2 D3r3"),
        (12, "A1D1 A1D2r1 D2r2 D2r2 D2r2 D3r3 D3r4"),
        (13, "A1D2r1 A1D2r2 D3r2 D3r3 D3r3 D3r4 D4r4"),
        (14, "D3r2 D3r3 D3r3 D3r4 D3r4 D4r4 D4r5"),
    ];
    let words = |result: &CombatResult| {
        let harm = |letter: &str, steps: u8, back: u8| match (steps, back) {
            (0, 0) => std::string::String::new(),
            (steps, 0) => format!("{letter}{steps}"),
            (steps, back) => format!("{letter}{steps}r{back}"),
        };
        let (a, d) = (result.attacker, result.defender);
        harm("A", a.steps, a.back) + &harm("D", d.steps, d.back)
    };
    for (sum, cells) in rows {
        for (column, cell) in (0..).zip(cells.split(' ')) {
            assert_eq!(words(desk.game.board.combat.result(column, sum)), cell, "{sum} {column}");
        }
    }
}

#[test]
fn crt_odds_are_the_nearest_column_and_two_dice_decide() {
    let mut desk = four_to_one();
    assert_eq!(attack(&desk, &["fjr1-1-a"], "9.21", false).1, 2, "3 to 3 is 1:1");
    assert_eq!(attack(&desk, &["fjr1-1-a", "fjr1-1-b"], "9.21", false).1, 3);
    desk.say("attack 9.21", &[]);
    desk.say("attack with the others", &[("combat", 4), ("combat", 4)]);
    assert!(desk.told("Combat at 9.21, 4:1: 4 and 4, D2r1"), "{:?}", desk.story());
    assert_eq!(desk.place("1-gp-kil-a"), "Gone");
}

#[test]
fn crt_odds_below_the_table_take_its_first_column() {
    let units = "fjr1-1-a 9.20, 1-gp-kil-a 9.21, 1-gp-kil-b 9.21, 1-gp-kil-c 9.21, 2-gp-kil-a 9.21";
    let desk = Desk::moerdijk(&[]).cleared().with(units).at(1, Side::German, Step::Combat);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "9.21", false), ([3 * POINT, 12 * POINT], 0, 0));
}

#[test]
fn series_8_all_who_can_attack_do_but_those_held_back_and_each_once() {
    let mut desk = four_to_one();
    desk.says(&["attack 9.21", "hold 1/I/1 FJR a back"]);
    desk.say("attack with the others", &[("combat", 1), ("combat", 1)]);
    // 9 to 3 on a 2: A2.
    assert!(desk.told("3:1"), "{:?}", desk.story());
    assert_eq!(desk.place("fjr1-1-a"), "9.20");
    assert_eq!(
        ["fjr1-1-b", "fjr1-1-c", "fjr1-2-a"].iter().filter(|id| desk.place(id) == "Gone").count(),
        2
    );
    assert!(!desk.may("attack 9.21"), "a hex is attacked once a phase");
}

#[test]
fn s1_1e_the_terrain_best_for_the_defender_multiplies_him() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 14.18, do-2-aa 14.19, fjr1-1-b 15.20");
    let desk = desk.at(1, Side::German, Step::Combat);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "14.19", false).0, [3 * POINT, 2 * 3 * POINT]);
    let desk = desk.with("1-gp-kil-a 13.18");
    assert_eq!(attack(&desk, &["fjr1-1-b"], "13.18", false).0[1], 3 * 4 * POINT, "a city");
}

#[test]
fn s1_1f_the_maas_bridge_hex_is_normal_for_combat() {
    let desk = Desk::fortress(&[]).cleared().with("3-3-39 31.19, fjr1-1-a 31.20");
    let desk = desk.at(1, Side::German, Step::Combat);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "31.19", false).0, [3 * POINT, 4 * POINT]);
    assert_eq!(desk.game.board.cell(desk.hex("31.19")).barrage, 0);
}

#[test]
fn s1_1g_a_full_hex_bridge_quarters_who_stands_in_it_and_who_attacks_out_of_it() {
    let desk = Desk::moerdijk(&[]).cleared();
    let desk = desk.with("3-3-gb 6.25, fjr1-1-a 5.26").at(1, Side::German, Step::Combat);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "6.25", false).0, [3 * POINT, POINT]);
    let desk = Desk::moerdijk(&[]).cleared().with("3-3-gb 5.26, fjr1-1-a 6.25");
    let desk = desk.at(1, Side::German, Step::Combat);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "5.26", false).0, [3 * POINT / 4, 4 * POINT]);
    assert_eq!(desk.game.board.cell(desk.hex("6.26")).barrage, -2);
}

#[test]
fn s1_1i_attacks_go_over_water_and_overruns_only_over_bridges() {
    // The Oude Maas between 13.19 and 14.18 has no bridge, that to 14.19 has two.
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 13.19, do-2-aa 14.19, wi-2-aa 14.18");
    let mut desk = desk.at(1, Side::German, Step::Movement).go(&[]);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "14.18", false).0[0], 3 * POINT / 2, "a river halves");
    desk.say("move from 13.19", &[]);
    assert!(desk.may("overrun 14.19") && !desk.may("overrun 14.18"));
    assert_eq!(
        attack(&desk, &["fjr1-1-a"], "14.19", true).0[0],
        3 * 2 * POINT / 2,
        "over a bridge"
    );
}

#[test]
fn s1_1i_there_is_no_advance_over_water() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 13.19, fjr1-1-b 13.19, wi-2-aa 14.18");
    let mut desk = desk.at(1, Side::German, Step::Combat).go(&[]);
    desk.says(&["attack 14.18"]);
    desk.say("attack with the others", &[("combat", 6), ("combat", 6)]);
    assert_eq!(desk.place("wi-2-aa"), "Gone");
    assert!(!desk.words().iter().any(|words| words.contains("advances")), "{:?}", desk.words());
}

#[test]
fn s1_1i_a_major_river_quarters_and_a_canal_halves() {
    let desk = Desk::fortress(&[])
        .cleared()
        .with("fjr1-1-a 32.21, 3-3-39 32.22, fjr1-1-b 50.15, 3-3-gren 51.15");
    let desk = desk.at(1, Side::German, Step::Combat);
    let across = |from: &str, to: &str| {
        let way = desk.game.board.direction(desk.hex(from), desk.hex(to)).unwrap();
        desk.game.board.cell(desk.hex(from)).across[way.index()]
    };
    assert_eq!(across("33.22", "32.22"), 25);
    assert_eq!(attack(&desk, &["fjr1-1-b"], "51.15", false).0[0], 3 * POINT / 2);
}

#[test]
fn s1_4_and_s1_5_disorganized_and_starved_units_are_halved() {
    let units = "fjr1-1-a 9.20, 1-gp-kil-a 9.21, 1-gp-kil-b 9.22";
    let desk = |rulings: &[&str]| {
        let desk = Desk::moerdijk(rulings).cleared().with(units);
        desk.dg("1-gp-kil-a").cut_off("1-gp-kil-a").cut_off("fjr1-1-a").at(
            1,
            Side::German,
            Step::Combat,
        )
    };
    // 1.5: both; J-1.4-1: both halves in defence.
    assert_eq!(attack(&desk(&[]), &["fjr1-1-a"], "9.21", false).0, [3 * POINT / 2, 3 * POINT / 4]);
    assert_eq!(attack(&desk(&["halves=half"]), &["fjr1-1-a"], "9.21", false).0[1], 3 * POINT / 2);
}

#[test]
fn s1_4_disorganized_units_do_not_attack_and_have_no_zone() {
    let desk = four_to_one().dg("1-gp-kil-a");
    assert!(!desk.game.zone(desk.hex("9.20"), Side::Allied));
    let desk = four_to_one();
    assert!(desk.game.zone(desk.hex("9.20"), Side::Allied));
    let desk = desk.dg("fjr1-1-a").dg("fjr1-1-b").dg("fjr1-1-c").dg("fjr1-2-a");
    let desk = desk.at(1, Side::German, Step::Combat).go(&[]);
    assert!(!desk.may("attack 9.21"));
}

#[test]
fn s2_2_assault_units_double_in_overrun_and_add_two_if_all_are_such() {
    let desk = Desk::fortress(&[]).cleared().with("fjr1-1-a 9.20, fj-mc 9.20, 1-gp-kil-a 9.21");
    let desk = desk.at(2, Side::German, Step::Movement);
    assert_eq!(attack(&desk, &["fjr1-1-a"], "9.21", true), ([6 * POINT, 3 * POINT], 3, 2));
    let mixed = attack(&desk, &["fjr1-1-a", "fj-mc"], "9.21", true);
    assert_eq!((mixed.0[0], mixed.2), (8 * POINT, 0), "a motorcycle platoon is none");
    assert_eq!(
        attack(&desk, &["fjr1-1-a"], "9.21", false).0[0],
        3 * POINT,
        "not in regular combat"
    );
}

#[test]
fn s2_2_the_dice_of_an_assault_reach_thirteen() {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.20, 1-gp-kil-a 9.21";
    let desk = Desk::moerdijk(&[]).cleared().with(units);
    let mut desk = desk.at(2, Side::German, Step::Movement).go(&[]);
    desk.says(&["move from 9.20", "all together"]);
    // 12 to 3 and 6+5+2: D3r4.
    desk.say("overrun 9.21", &[("combat", 6), ("combat", 5)]);
    assert!(desk.told("Overrun at 9.21, 4:1: 6 and 5 +2, D3r4"), "{:?}", desk.story());
    assert_eq!(
        (desk.place("fjr1-1-a").as_str(), desk.place("fjr1-1-b").as_str()),
        ("9.21", "9.21")
    );
    assert!(desk.may("to 9.22"), "whoever has come through goes on: {:?}", desk.words());
}

#[test]
fn crt_units_in_a_city_ignore_retreats() {
    let desk = Desk::moerdijk(&[]).cleared().with("1-gp-kil-a 13.18, 1-gp-kil-b 13.18, fjr1-1-a 12.18, fjr1-1-b 12.18, fjr1-1-c 12.17, fjr1-2-a 12.17");
    let mut desk = desk.at(1, Side::German, Step::Combat).go(&[]);
    desk.say("attack 13.18", &[]);
    // 12 to 24 is 1:2; a 12 is A1D2r1.
    desk.say("attack with the others", &[("combat", 6), ("combat", 6)]);
    while desk.words().iter().any(|words| words.ends_with("loses a step")) {
        let first = desk.words()[0].clone();
        desk.say(&first, &[]);
    }
    assert_eq!(desk.place("1-gp-kil-b"), "13.18");
    assert!(!desk.words().iter().any(|words| words.starts_with("retreat to")));
}

#[test]
fn j_1_1f_1_the_maas_bridges_hold_by_a_switch() {
    let retreats = |rulings: &[&str]| {
        let desk = Desk::fortress(rulings).cleared().with("fjr1-3-a 9.20, 1-gp-kil-a 9.21");
        let units = "3-3-39 31.19, 4-3-39 31.19, fjr1-1-a 31.20, fjr1-1-b 31.20, fjr1-1-c 31.20, fjr1-2-a 31.20";
        let mut desk = desk.with(units).at(1, Side::German, Step::Combat).go(&[]);
        desk.say("attack 31.19", &[]);
        // 12 to 8 is 2:1; a 9 is D2r1.
        desk.say("attack with the others", &[("combat", 4), ("combat", 5)]);
        while desk.words().iter().any(|words| words.ends_with("loses a step")) {
            let first = desk.words()[0].clone();
            desk.say(&first, &[]);
        }
        desk.words().iter().any(|words| words.starts_with("retreat to"))
    };
    assert!(!retreats(&[]));
    assert!(retreats(&["bridge_city_holds=false"]));
}

#[test]
fn series_9_a_retreat_goes_away_from_the_fight_and_a_zone_costs_a_step() {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.20, fjr1-1-c 9.20, fjr1-2-a 9.20, 1-gp-kil-a 9.21, 1-gp-kil-b 9.21, fjr2-1-a 9.24";
    let units = units.replace(", fjr2-1-a 9.24", ", fjr1-3-a 9.23");
    let desk = Desk::moerdijk(&[]).cleared().with(&units);
    let mut desk = desk.at(1, Side::German, Step::Combat).go(&[]);
    desk.says(&["attack 9.21"]);
    // 12 to 6 and 9: D2r1.
    desk.say("attack with the others", &[("combat", 4), ("combat", 5)]);
    while desk.words().iter().any(|words| words.ends_with("loses a step")) {
        let first = desk.words()[0].clone();
        desk.say(&first, &[]);
    }
    assert!(desk.may("retreat to 9.22") && !desk.may("retreat to 9.20"), "{:?}", desk.words());
    let before = desk.left("1-gp-kil-a") + desk.left("1-gp-kil-b");
    desk.say("retreat to 9.22", &[]);
    while desk.words().iter().any(|words| words.ends_with("loses a step")) {
        let first = desk.words()[0].clone();
        desk.say(&first, &[]);
    }
    assert_eq!(desk.left("1-gp-kil-a") + desk.left("1-gp-kil-b"), before - 1, "{:?}", desk.story());
}

#[test]
fn series_9_each_hex_that_cannot_be_retreated_costs_a_step() {
    // A coastal battery cannot move at all.
    let desk = Desk::den_haag(&[]).cleared().with("roz-coast 56.34, ir47-1 56.33, ir47-2 56.33");
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack 56.34", &[]);
    // 16 to 4 is 4:1; a 5 is D1, so it stands with one step; a 6 would be D2r1.
    desk.say("attack with the others", &[("combat", 3), ("combat", 3)]);
    assert_eq!(desk.place("roz-coast"), "Gone");
}

#[test]
fn series_first_loss_is_of_the_strongest_unless_it_is_free() {
    let losers = |rulings: &[&str]| {
        let units = "1-gp-kil-a 9.21, mi-3-gb-mg 9.21, fjr1-1-a 9.20, fjr1-1-b 9.20, fjr1-1-c 9.20";
        let desk = Desk::moerdijk(rulings).cleared().with(units);
        let mut desk = desk.at(1, Side::German, Step::Combat).go(&[]);
        desk.say("attack 9.21", &[]);
        // 9 to 7 is 1:1; a 5 is A1D1.
        desk.say("attack with the others", &[("combat", 2), ("combat", 3)]);
        (
            desk.left("mi-3-gb-mg"),
            desk.words().iter().filter(|w| w.ends_with("loses a step")).count(),
        )
    };
    assert_eq!(losers(&[]).0, 1, "the machine guns are stronger");
    assert_eq!(losers(&["first_loss=free"]), (2, 2));
}

#[test]
fn s1_7c_and_s1_8_guns_attack_and_defend_and_do_not_overrun() {
    let desk = Desk::moerdijk(&[]).cleared().with("22-ra-a-art 9.21, mo-2-aa 10.22, fjr1-1-a 9.20");
    let mut desk = desk.at(3, Side::Allied, Step::Combat).go(&[]);
    assert!(desk.may("attack 9.20"));
    assert_eq!(attack(&desk, &["22-ra-a-art"], "9.20", false).0[0], 4 * POINT);
    desk = desk.at(3, Side::Allied, Step::Movement).go(&[]);
    desk.say("move from 9.21", &[]);
    assert!(!desk.words().iter().any(|words| words.starts_with("overrun")), "{:?}", desk.words());
    let flak = Desk::moerdijk(&[]).cleared().with("mo-2-aa 9.21, fjr1-1-a 9.20");
    let mut flak = flak.at(3, Side::Allied, Step::Movement).go(&[]);
    flak.say("move from 9.21", &[]);
    assert!(!flak.words().iter().any(|words| words.starts_with("overrun")));
}

#[test]
fn series_10_advance_is_free_and_no_more_than_there_is_room() {
    let mut desk = four_to_one();
    desk.say("attack 9.21", &[]);
    desk.say("attack with the others", &[("combat", 4), ("combat", 4)]);
    desk.say("1/I/1 FJR a advances", &[]);
    assert_eq!(desk.place("fjr1-1-a"), "9.21");
    desk.say("nobody else advances", &[]);
    assert_eq!(desk.place("fjr1-1-b"), "9.20");
}
