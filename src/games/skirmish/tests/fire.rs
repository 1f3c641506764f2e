//! Chapter 3, fire.

use std::vec;

use super::desk::Desk;
use crate::skirmish::ridge;

fn face_to_face() -> Desk {
    let mut desk = Desk::new(ridge());
    desk.put(0, "04.01");
    desk.turn_of(0);
    desk
}

#[test]
fn s3_1_fire_is_at_an_enemy_in_the_next_hex() {
    let mut desk = face_to_face();
    assert!(desk.words().contains(&"FJ1 fires at NZ1".into()), "{:?}", desk.words());
    desk.put(0, "02.01");
    assert!(!desk.words().iter().any(|words| words.contains("fires")), "{:?}", desk.words());
}

#[test]
fn s3_2_a_six_takes_a_step_and_a_five_does_not() {
    for (die, left) in [(5, 2), (6, 1)] {
        let mut desk = face_to_face();
        desk.say("FJ1 fires at NZ1", &[("fire", die)]);
        assert_eq!(desk.game.units[2].steps, left);
    }
}

#[test]
fn s3_2_the_last_step_takes_the_counter_off() {
    let mut desk = face_to_face();
    desk.game.units[2].steps = 1;
    desk.say("FJ1 fires at NZ1", &[("fire", 9)]);
    assert!(desk.game.counter(2).gone);
    assert_eq!(desk.told()[..1], vec!["9 against 6: NZ1, hit"]);
}
