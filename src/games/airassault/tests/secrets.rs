//! V.M and V.L.1: what lies face down, who sees it, and that nobody can peek.

use std::collections::BTreeSet;
use std::vec::Vec;

use engine::{Position, Scripted, Seed, Seeded, Side};

use crate::airassault::event::Event;
use crate::airassault::rules::Step;
use crate::airassault::state::{AirAssault, Load, Marker};

use super::Desk;

#[test]
fn s5_m1_the_view_hides_what_lies_face_down_and_tells_how_much_does() {
    let desk = Desk::basic(&[]).cleared().face_down("22-nz E-12, decoy-1 E-12").with("19-nz E-13");
    let (german, allied) = (desk.game.view(Side::German), desk.game.view(Side::Allied));
    let (hidden, shown) = (desk.unit("22-nz"), desk.unit("19-nz"));
    assert!(german.piece(hidden).is_none() && german.hex_of(hidden).is_none());
    assert!(allied.piece(hidden).is_some() && german.piece(shown).is_some());
    assert_eq!(german.covered(desk.hex("E-12")), 2);
    assert_eq!(german.known(Side::Allied, desk.hex("E-12")).count(), 0);
}

#[test]
fn s5_m1_only_the_owner_hears_what_was_set_up() {
    let mut game = Desk::basic(&[]).game;
    let mut events = Vec::new();
    game.open(&mut Scripted::always(0), &mut events);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    game.apply(legal[0], &mut Scripted::always(0), &mut events).expect("a legal decision");
    let seen = |side| events.iter().filter(|event| game.sees(side, event)).count();
    assert!(events.iter().any(|event| matches!(event, Event::SetUp { .. })));
    assert!(
        !events.iter().any(|event| {
            matches!(event, Event::SetUp { .. }) && game.sees(Side::German, event)
        })
    );
    assert_eq!((seen(Side::German), seen(Side::Allied)), (1, 1));
}

#[test]
fn imagined_positions_differ_in_what_is_hidden_and_in_nothing_else() {
    let desk = Desk::basic(&[]).cleared();
    let desk =
        desk.face_down("22-nz E-12, decoy-1 E-13, nz-sup F-13, 19-nz F-12").with("28-nz G-13");
    let here = |game: &AirAssault, id: &str| game.hex_of(desk.unit(id)).expect("on the map");
    let mut places = BTreeSet::new();
    for seed in 0..20 {
        let mut dice = Seeded::new(Seed(seed));
        let twin = AirAssault::imagined(desk.game.view(Side::German), &mut dice);
        places.insert(here(&twin, "22-nz"));
        assert_eq!(here(&twin, "28-nz"), here(&desk.game, "28-nz"), "it shows");
        let covered = |label: &str| twin.view(Side::German).covered(desk.hex(label));
        assert_eq!(["E-12", "E-13", "F-13", "F-12"].map(covered), [1; 4]);
    }
    assert!(places.len() > 1, "the battalion may be anywhere: {places:?}");
}

#[test]
fn s5_l1_the_allies_see_the_turns_of_markers_and_not_what_they_are() {
    let mut desk = Desk::basic(&[]).cleared();
    let marker = |turn, load, beach| Marker { turn, load, beach };
    desk.game.markers =
        [marker(4, Load::Convoy(0), 1), marker(5, Load::Decoy, 0), marker(6, Load::Convoy(1), 2)]
            .into();
    let mut first = BTreeSet::new();
    for seed in 0..40 {
        let mut dice = Seeded::new(Seed(seed));
        let twin = AirAssault::imagined(desk.game.view(Side::Allied), &mut dice);
        let turns: Vec<u8> = twin.markers.iter().map(|marker| marker.turn).collect();
        assert_eq!(turns, [4, 5, 6]);
        let decoys = twin.markers.iter().filter(|marker| marker.load == Load::Decoy).count();
        assert_eq!(decoys, 1);
        first.insert(twin.markers[0].load);
    }
    assert_eq!(first.len(), 3, "any of them may come first");
}

#[test]
fn s5_m3_counters_next_to_germans_are_shown_after_their_movement_and_decoys_go() {
    let desk = Desk::basic(&[])
        .cleared()
        .with("sturm-5 E-11")
        .face_down("22-nz E-12, decoy-1 D-12, 19-nz E-14");
    let desk = desk.at(3, Side::German, Step::Show).go(&[]);
    assert!(desk.told("shown in E-12"), "{:?}", desk.story());
    assert_eq!(desk.place("decoy-1"), "Gone");
    assert!(desk.game.piece(desk.unit("19-nz")).face_down, "three hexes away");
}

#[test]
fn s5_m5_germans_stop_next_to_a_decoy() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 E-13").face_down("decoy-1 E-11");
    let desk = desk.at(3, Side::German, Step::Movement).go(&[]);
    assert!(desk.may("sturm-5 moves to E-12") && !desk.may("sturm-5 moves to E-11"));
    assert!(!desk.may("sturm-5 moves to F-9"), "past it only around: {:?}", desk.words());
}

#[test]
fn s5_m2_an_allied_unit_that_moves_next_to_germans_shows_itself() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 E-11").face_down("22-nz F-13");
    let mut desk = desk.at(3, Side::Allied, Step::Movement).go(&[]);
    desk.say("22-nz moves to E-12", &[]);
    assert!(!desk.game.piece(desk.unit("22-nz")).face_down);
    let moved = |event: &&Event| matches!(event, Event::MovedUnseen { .. });
    assert!(
        desk.events.iter().find(moved).is_some_and(|event| !desk.game.sees(Side::German, event))
    );
}

#[test]
fn s5_m4_out_of_sight_a_unit_lies_face_down_again() {
    let desk = Desk::basic(&[]).cleared().with("sturm-5 E-11, 22-nz E-12, 19-nz G-13");
    let desk = desk.at(3, Side::Allied, Step::Begin).go(&[]);
    let down = |id: &str| desk.game.piece(desk.unit(id)).face_down;
    assert_eq!([down("22-nz"), down("19-nz")], [false, true]);
}
