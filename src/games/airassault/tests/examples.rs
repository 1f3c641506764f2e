//! The worked examples of the rules text, number by number.

use std::vec::Vec;

use engine::{HexId, Side};

use crate::airassault::rules::Step;
use crate::airassault::state::Spot;

use super::Desk;

/// V.A, example: a clear hex and a rough one take three points, and no second rough hex follows.
#[test]
fn example_movement_one_clear_and_one_rough_hex_are_three_points() {
    let desk = Desk::basic(&[]).cleared().with("1-gk E-11").at(3, Side::Allied, Step::Movement);
    let desk = desk.go(&[]);
    assert!(desk.may("1-gk moves to F-11") && desk.may("1-gk moves to G-11"));
    assert!(!desk.may("1-gk moves to H-11"), "{:?}", desk.words());
}

/// V.F.9.b, example: 21 points against 10 are 2-1.
#[test]
fn example_odds_twenty_one_to_ten_are_two_to_one() {
    use engine::{Ratio, Rounding};
    let table = &Desk::basic(&[]).game.board.combat;
    let heading = |attack, defence| {
        let ratio = Ratio::of(attack, defence, Rounding::Defender);
        std::string::ToString::to_string(table.heading(table.column(ratio)))
    };
    let odds = [(21, 10), (9, 4), (11, 3), (26, 6), (22, 6), (4, 2), (3, 2)];
    let read: Vec<_> = odds.iter().map(|&(a, d)| heading(a, d)).collect();
    assert_eq!(read, ["2-1", "2-1", "3-1", "4-1", "3-1", "2-1", "1-1"]);
}

/// Simple combat A: 9-9-4 against 4-4-4, 2-1.
#[test]
fn example_simple_combat_a_nine_against_four_is_two_to_one() {
    let desk = Desk::basic(&[]).cleared().with("fjr3-i E-11, 19-nz E-12");
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 1)]);
    assert!(desk.told("combat for E-12: 9 against 4, 2-1, 1+0: DE"), "{:?}", desk.story());
    assert_eq!(desk.place("19-nz"), "Gone");
}

/// Simple combat B: 9-9-4 and one 2-2-4 against 2-2-4 and 0-1-3; the third unit stays out; 11 to 3 is 3-1; the defenders go
/// one hex, to where friends are, and one of them is removed. The printed hex was full with less in it: here two battalions
/// stand there.
#[test]
fn example_simple_combat_b_eleven_against_three_and_a_full_hex_behind() {
    let desk = Desk::basic(&[]).cleared().with(
        "fjr3-i E-11, sturm-5 E-11, sturm-6 F-13, div-cav E-12, mp E-12, 22-nz D-12, roy-perv D-12",
    );
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack E-12", &[]);
    desk.say("sturm-6 holds back", &[]);
    desk.say("fight", &[("combat", 3)]);
    assert!(desk.told("combat for E-12: 11 against 3, 3-1, 3+0: DR"), "{:?}", desk.story());
    assert_eq!(desk.words().len(), 1, "only to the friends: {:?}", desk.words());
    desk.say("div-cav retreats to D-12", &[]);
    desk.say("mp retreats to D-12", &[]);
    desk.say("mp is lost", &[]);
    assert_eq!((desk.place("mp").as_str(), desk.place("div-cav").as_str()), ("Gone", "D-12"));
    desk.say("fjr3-i advances to E-12", &[]);
    desk.say("sturm-5 advances to E-12", &[]);
    assert_eq!([desk.place("fjr3-i"), desk.place("sturm-5")], ["E-12", "E-12"]);
}

/// River combat: +1 only if all attackers are on the river and the defender is behind it.
#[test]
fn example_river_combat_only_if_all_attackers_are_on_the_river() {
    let modifier = |attackers: &[&str], at: &str| {
        let mut places = std::vec::Vec::new();
        for (id, hex) in ["sturm-5", "sturm-6"].iter().zip(attackers) {
            places.push(std::format!("{id} {hex}"));
        }
        let placed = places.join(", ");
        let desk = Desk::basic(&[]).cleared().with(&std::format!("{placed}, 22-nz {at}"));
        let mut desk = desk.at(3, Side::German, Step::Combat);
        desk.game.side = Side::German;
        let target = desk.hex(at);
        let units = [desk.unit("sturm-5"), desk.unit("sturm-6")];
        desk.game.odds_of(Side::German, &units, &[], &[target]).modifier
    };
    assert_eq!(modifier(&["E-9", "F-9"], "E-10"), 1, "both on the river, B behind it");
    assert_eq!(modifier(&["E-9", "E-11"], "E-10"), 0, "one is not on the river");
    assert_eq!(modifier(&["E-9", "G-9"], "F-9"), 0, "A is on the river itself");
    // D-10 is next to the end of the river: its end counts in full.
    assert_eq!(modifier(&["G-9", "H-9"], "G-10"), 1, "the end of a river is a river");
}

/// Landing and drift: two anti-aircraft units and an enemy add 3; 6, 5, 4, 3 and 1 become 9, 8, 7, 6 and 4, five hexes; the
/// one that comes down on an enemy fights there.
#[test]
fn example_landing_and_drift_five_companies_scatter() {
    let chapters = ("basic.toml", "chapters = []".into(), "chapters = [\"anti-aircraft\"]".into());
    let desk = Desk::edited([chapters].into()).cleared();
    let mut desk = desk.with("mp G-8, laa-maleme-1 G-10, laa-maleme-2 H-10");
    let aim = desk.hex("G-8");
    let dice = [6, 5, 4, 3, 1];
    let companies = ["fjr3-i-hq", "fjr3-1", "fjr3-2", "fjr3-3", "fjr3-4"];
    let units: Vec<u16> = companies.iter().map(|id| desk.unit(id)).collect();
    assert!(units.is_sorted());
    for &unit in &units {
        assert_eq!(desk.game.drift_modifier(unit, aim), 3);
        desk.game.send(unit, Spot::Aloft(aim));
    }
    let goals: Vec<HexId> =
        dice.iter().map(|die| desk.game.drifts_to(aim, die + 3).expect("on land")).collect();
    let far: Vec<u16> = goals.iter().map(|&hex| desk.game.board.distance(aim, hex)).collect();
    assert_eq!(far, [2, 2, 1, 1, 1], "9 and 8 lie two hexes away, 7, 6 and 4 one");
    // The second company meets an enemy.
    let label = desk.game.board.place(goals[1]);
    let desk = desk.with(&std::format!("palest-p {label}"));
    let rolls: Vec<(&'static str, u8)> =
        dice.iter().map(|&die| ("drift", die as u8)).chain([("drift combat", 1)]).collect();
    let desk = desk.at(1, Side::German, Step::Drift).go(&rolls);
    for (unit, &goal) in units.iter().zip(&goals) {
        assert_eq!(desk.game.hex_of(*unit), Some(goal));
    }
    assert!(desk.told("drift combat in"), "{:?}", desk.story());
    assert!(desk.told("1+1: DR"), "one is added to the die: {:?}", desk.story());
}

/// Sea movement C and D: 8 on land, 2 on land and half of 2 in the box are 11 against 3, 3-1; no effect, and the unit in the
/// box is lost.
#[test]
fn example_sea_movement_the_box_counts_half_and_is_lost_on_no_effect() {
    let mut desk = Desk::basic(&[]).cleared();
    let boxed = desk.unit("a-geb-coy");
    let shore = desk.hex("D-13");
    let place = desk.game.board.boxes.iter().position(|place| place.hex == shore).unwrap();
    desk.game.send(boxed, Spot::Box(place as u8));
    let desk = desk.with("gjr100-iii D-12, b-geb-coy D-14, nz-comp D-13");
    let mut desk = desk.at(4, Side::German, Step::Combat).go(&[]);
    assert!(!desk.may("no further attack"), "who is in a box must attack");
    desk.say("attack D-13", &[]);
    desk.say("fight", &[("combat", 6)]);
    assert!(desk.told("combat for D-13: 11 against 3, 3-1, 6+0: NE"), "{:?}", desk.story());
    assert_eq!(desk.place("a-geb-coy"), "Gone");
}

/// Advanced combat, but for the armour: 22 points, 2 of artillery and half of 4 of a bomber against 6 are 4-1; a gun of 4
/// fires at 2 at 2-1, one of 3 at 2 at 1-1; both targets retreat, and 22 against 6 are 3-1.
#[test]
fn example_advanced_combat_defensive_fire_lowers_the_odds() {
    let chapters = ("basic.toml", "chapters = []".into(), "chapters = [\"anti-aircraft\"]".into());
    let desk = Desk::edited([chapters].into()).cleared().with(
        "fjr3-i E-11, sturm-5 E-11, fjr3-ii F-11, pz31-det F-11, 1-para-art-batt F-10, 2-yl E-12, \
         laa-maleme-1 F-13, 27-5-nz-fr D-13",
    );
    let mut desk = desk.at(3, Side::German, Step::Combat);
    let bomber = desk.unit("bomber-1");
    let target = desk.hex("E-12");
    desk.game.send(bomber, Spot::Over(target));
    assert_eq!(desk.game.bomber_strength(target), 2, "halved by anti-aircraft in range");
    let mut desk = desk.go(&[]);
    desk.say("attack E-12", &[]);
    let fight = desk.game.fight.clone();
    let odds = desk.game.odds_of(Side::German, &fight.attackers, &fight.guns, &fight.targets);
    assert_eq!(odds.strengths, [26, 6]);
    assert_eq!(desk.game.board.combat.heading(odds.column), "4-1");
    desk.say("fight", &[]);
    desk.say("27-5-nz-fr fires at sturm-5", &[]);
    desk.say("laa-maleme-1 fires at pz31-det", &[("defensive fire", 1)]);
    assert!(desk.told("3 against 2, 1-1, 1+0: DR"), "{:?}", desk.story());
    let away = desk.words()[0].clone();
    desk.say(&away, &[("defensive fire", 2)]);
    assert!(desk.told("4 against 2, 2-1, 2+0: DR"), "{:?}", desk.story());
    let away = desk.words()[0].clone();
    desk.say(&away, &[("combat", 1)]);
    assert!(desk.told("combat for E-12: 22 against 6, 3-1, 1+0: DE"), "{:?}", desk.story());
}

/// Q&A: a parachute battalion under an exchange of one point need not break down.
#[test]
fn question_box_a_battalion_need_not_break_down_to_pay() {
    let desk = Desk::basic(&[]).cleared().with("fjr3-i E-12, 22-nz E-11, 1-nz-mg E-11, 2-yl F-11");
    let mut desk = desk.at(3, Side::Allied, Step::Combat).go(&[]);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[("combat", 3)]);
    assert!(desk.told("10 against 9, 1-1, 3+0: EX"), "{:?}", desk.story());
    desk.say("1-nz-mg is lost", &[]);
    desk.say("no further loss", &[]);
    assert!(desk.may("fjr3-i breaks down"), "{:?}", desk.words());
    desk.say("no further loss", &[]);
    assert_eq!(desk.place("fjr3-i"), "E-12");
}

/// Q&A: when the strength paid covers the whole stack, units without strength go too.
#[test]
fn question_box_units_without_strength_go_with_the_stack() {
    let desk = Desk::basic(&[])
        .cleared()
        .with("sturm-5 E-11, sturm-6 E-11, div-cav E-12, laa-maleme-1 E-12");
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack E-12", &[]);
    desk.say("fight", &[]);
    desk.say("laa-maleme-1 holds its fire", &[("combat", 4)]);
    assert!(desk.told("4 against 2, 2-1, 4+0: EX"), "{:?}", desk.story());
    desk.say("sturm-5 is lost", &[]);
    desk.say("no further loss", &[]);
    assert_eq!([desk.place("div-cav"), desk.place("laa-maleme-1")], ["Gone", "Gone"]);
}

/// Q&A: five stacking points on the airfield leave room for one.
#[test]
fn question_box_one_point_lands_where_five_stand() {
    let desk = Desk::basic(&[]).cleared().with("fjr3-i C-11, sturm-5 C-11, sturm-6 C-11");
    let desk = desk.at(3, Side::German, Step::Begin).go(&[]);
    let mut desk = desk;
    while desk.may("bomber-1 does not fly")
        || desk.words().iter().any(|words| words.ends_with("does not fly"))
    {
        let stays = desk.words().into_iter().find(|words| words.ends_with("does not fly"));
        desk.say(&stays.unwrap(), &[]);
    }
    assert!(desk.may("5-geb-dhq lands at Maleme"), "{:?}", desk.words());
    desk.say("5-geb-dhq lands at Maleme", &[]);
    assert!(!desk.words().iter().any(|words| words.contains("lands at")), "{:?}", desk.words());
}
