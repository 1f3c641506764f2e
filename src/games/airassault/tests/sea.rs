//! V.L and VI.D: convoys, the emergency convoy, reinforcements.

use engine::Side;

use crate::airassault::rules::Step;
use crate::airassault::state::{Load, Marker, Spot};

use super::Desk;

/// Convoy 1 comes on turn 4 to Maleme.
fn sailing(face: u8) -> Desk {
    let mut desk = Desk::basic(&[]).cleared();
    let beach = desk.game.board.beaches.iter().position(|beach| beach.name == "Maleme").unwrap();
    desk.game.markers = [Marker { turn: 4, load: Load::Convoy(0), beach: beach as u8 }].into();
    desk.at(4, Side::German, Step::Sea).go(&[("sea movement", face)])
}

#[test]
fn s5_l1_two_convoys_do_not_come_to_one_beach_on_one_turn() {
    let mut desk = Desk::basic(&[]).cleared().at(0, Side::German, Step::Schedule).go(&[]);
    desk.say("turn 4, 21 May evening: Maleme", &[]);
    assert!(
        !desk.may("turn 4, 21 May evening: Maleme") && desk.may("turn 4, 21 May evening: Galatas")
    );
    assert!(!desk.words().iter().any(|words| words.starts_with("turn 1,")), "V.L.3");
}

#[test]
fn s5_l4_all_arrive_and_go_to_boxes_of_their_beach() {
    let mut desk = sailing(1);
    assert!(desk.words().iter().all(|words| words.contains("lands at Maleme before D-1")));
    while let Some(words) = desk.words().into_iter().find(|words| words.contains("lands at")) {
        desk.say(&words, &[]);
    }
    assert!(desk.told("enters at D-12"), "V.L.6: they must go ashore: {:?}", desk.story());
}

#[test]
fn s5_l4_a_third_is_lost_by_the_owners_choice() {
    let mut desk = sailing(3);
    desk.say("b-geb-coy is lost", &[]);
    desk.say("1-flak is lost", &[]);
    assert!(!desk.may("1-geb-art is lost"), "two of six: {:?}", desk.words());
    assert!(desk.words()[0].contains("lands at Maleme"));
}

#[test]
fn s5_l8_infantry_that_turned_back_may_come_with_the_emergency_convoy() {
    let mut desk = sailing(4);
    assert_eq!(desk.place("gjr100-iii"), "Aborted");
    // V.L.8.a: three turns after the marker at least.
    assert!(!desk.words().iter().any(|words| words.starts_with("turn 6")));
    desk.say("turn 7, 22 May evening: Maleme", &[]);
    desk.say("gjr100-iii embarks", &[]);
    assert!(!desk.may("1-geb-art embarks"), "V.L.8.c");
    assert_eq!(desk.place("gjr100-iii"), "Emergency");
}

#[test]
fn s5_l8d_the_emergency_convoy_subtracts_two() {
    let mut desk = Desk::basic(&[]).cleared();
    let unit = desk.unit("gjr100-iii");
    desk.game.send(unit, Spot::Emergency);
    desk.game.markers = [Marker { turn: 7, load: Load::Emergency, beach: 1 }].into();
    let desk = desk.at(7, Side::German, Step::Sea).go(&[("sea movement", 4)]);
    assert!(desk.told("(4): all arrive"), "{:?}", desk.story());
}

#[test]
fn s5_l7d_boxed_artillery_comes_along_when_the_hex_is_taken() {
    let mut desk = Desk::basic(&[]).cleared();
    let shore = desk.hex("D-13");
    let place = desk.game.board.boxes.iter().position(|place| place.hex == shore).unwrap() as u8;
    for id in ["gjr100-iii", "1-geb-art"] {
        let unit = desk.unit(id);
        desk.game.send(unit, Spot::Box(place));
    }
    let mut desk = desk.with("nz-sup D-13").at(4, Side::German, Step::Combat).go(&[]);
    desk.say("attack D-13", &[]);
    assert_eq!(desk.game.fight.attackers, [desk.unit("gjr100-iii")], "artillery does not attack");
    desk.say("fight", &[("combat", 1)]);
    desk.say("1-geb-art advances to D-13", &[]);
    assert_eq!(desk.place("1-geb-art"), "D-13");
}

#[test]
fn s6_d_reinforcements_come_by_the_road_or_at_night_by_a_port() {
    let at = |turn| {
        let suda = Desk::basic(&[]);
        let port = suda.game.board.ports[0].hex;
        let label = suda.game.board.place(port);
        let desk = suda.cleared().with(&std::format!("1-welch {label}"));
        desk.at(turn, Side::Allied, Step::Reinforcements).go(&[])
    };
    let words = at(3).words();
    assert!(words.iter().any(|words| words.ends_with("makes for the south coast")), "{words:?}");
    assert!(!words.iter().any(|words| words.ends_with("makes for Suda")), "VI.D.3.a: {words:?}");
    let mut night = at(5);
    let by_port = night.words().into_iter().find(|words| words.ends_with("makes for Suda"));
    night.say(&by_port.expect("at night"), &[("Allied sea movement", 1)]);
    assert!(night.told("enters at"), "{:?}", night.story());
}
