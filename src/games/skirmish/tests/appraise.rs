//! What bots weigh: single features of single options.

use std::vec::Vec;

use engine::{Appraise as _, FeatureTable, Features, InForce, Notation as _, Position as _, Side};

use super::desk::Desk;
use crate::skirmish::{Belief, Skirmish, ridge, veiled_ridge};

/// The value of a feature for an option that is open now.
fn value(desk: &Desk, belief: &mut Belief, feature: &str, words: &str) -> i32 {
    let mut legal = Vec::new();
    desk.game.legal_actions(&mut legal);
    let option = legal.iter().position(|&action| desk.game.say(action) == words);
    let column = Skirmish::FEATURES.iter().position(|weighable| weighable.name == feature);
    let mut table = FeatureTable::new(legal.len(), Skirmish::FEATURES.len());
    let view = desk.game.view(desk.game.to_act().expect("somebody decides"));
    Skirmish::appraise(view, &legal, belief, InForce::NONE, Features::Record(&mut table));
    table.row(option.expect("it is open"))[column.expect("there is such a feature")]
}

#[test]
fn distance_is_gained_and_lost() {
    let mut desk = Desk::new(ridge());
    desk.put(0, "02.02");
    desk.turn_of(0);
    assert_eq!(value(&desk, &mut Belief::default(), "distance-gained", "FJ1 moves NE"), 1);
    assert_eq!(value(&desk, &mut Belief::default(), "distance-gained", "FJ1 moves N"), 0);
}

/// What the Germans believe comes from what they saw, and says nothing of counters turned up.
#[test]
fn a_counter_that_held_its_fire_is_remembered() {
    let mut desk = Desk::new(veiled_ridge());
    desk.put(0, "02.01");
    desk.turn_of(4);
    let words = desk.words().remove(0);
    desk.say(&words, &[]);
    let mut belief = Belief::default();
    let game = &desk.game;
    for event in desk.events.iter().filter(|event| game.sees(Side::German, event)) {
        Skirmish::saw(&mut belief, game.view(Side::German), event);
    }
    desk.turn_of(0);
    let fires = "FJ1 fires at the counter in 03.01";
    assert_eq!(value(&desk, &mut belief, "target-held-fire", fires), 1);
    assert_eq!(value(&desk, &mut Belief::default(), "target-held-fire", fires), 0);
}
