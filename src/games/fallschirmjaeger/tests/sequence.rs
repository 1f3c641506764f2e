//! The sequence of both player turns, set-ups, words and pictures.

use std::string::String;
use std::vec::Vec;

use engine::{Account, Pictured, Position, Seed, Seeded, Side, Whim};

use super::Desk;
use crate::fallschirmjaeger::event::Event;
use crate::fallschirmjaeger::ground::{Class, Nation};
use crate::fallschirmjaeger::rules::Step;

/// A game at random, with the steps that each player turn went through.
fn steps(mut desk: Desk, seed: u64) -> (Vec<(u8, Side, Step)>, Desk) {
    let (mut dice, mut whims) = (Seeded::new(Seed(seed)), Whim::new(Seed(seed), Side::German));
    let mut seen = Vec::new();
    desk.game.open(&mut dice, &mut desk.events);
    loop {
        let now = (desk.game.turn, desk.game.side, desk.game.step);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
        let mut legal = Vec::new();
        desk.game.legal_actions(&mut legal);
        if legal.is_empty() {
            return (seen, desk);
        }
        let choice = legal[whims.below(legal.len())];
        desk.game.apply_unchecked(choice, &mut dice, &mut desk.events);
    }
}

#[test]
fn seq_player_turns_go_through_their_steps_in_order() {
    let (seen, desk) = steps(Desk::moerdijk(&[]), 3);
    for pair in seen.windows(2) {
        let [(turn, side, step), (next_turn, next_side, next)] = [pair[0], pair[1]];
        let same = turn == next_turn && side == next_side;
        assert!(!same || step <= next, "{pair:?}");
        assert!(same || side != next_side, "{pair:?}");
    }
    let turns = |side| desk.events.iter().filter(|e| **e == Event::PlayerTurn(side)).count();
    assert_eq!((turns(Side::German), turns(Side::Allied)), (3, 3), "5.1: three turns");
    let allied_landings = seen.iter().any(|(_, side, step)| {
        *side == Side::Allied && matches!(step, Step::Jumps | Step::Landings)
    });
    assert!(!allied_landings);
}

#[test]
fn seq_there_is_no_dutch_player_turn_fifteen() {
    let (_, desk) = steps(Desk::fortress(&[]), 1);
    let turns = |side| desk.events.iter().filter(|e| **e == Event::PlayerTurn(side)).count();
    assert_eq!((turns(Side::German), turns(Side::Allied)), (15, 14));
    let ends = desk.events.iter().filter(|event| desk.game.turn_facts(event).is_some()).count();
    assert_eq!(ends, 15);
}

#[test]
fn seq_disorganization_ends_with_the_player_turn_of_its_side() {
    let desk = Desk::moerdijk(&[])
        .cleared()
        .with("fjr1-1-a 9.20, 1-gp-kil-a 20.20")
        .dg("fjr1-1-a")
        .dg("1-gp-kil-a");
    let mut desk = desk.at(2, Side::German, Step::Rally);
    desk.game.take_step(&mut engine::Scripted::new([]), &mut desk.events);
    assert!(!desk.is_dg("fjr1-1-a") && desk.is_dg("1-gp-kil-a"));
}

#[test]
fn s5_set_ups_hold_the_counters_of_the_text() {
    let count = |desk: &Desk, wanted: &dyn Fn(&crate::fallschirmjaeger::ground::Unit) -> bool| {
        desk.game.board.units.iter().filter(|unit| wanted(unit)).count()
    };
    let (m, d, f) = (Desk::moerdijk(&[]), Desk::den_haag(&[]), Desk::fortress(&[]));
    assert_eq!([&m, &d, &f].map(|desk| count(desk, &|u| u.is_platoon())), [24, 18, 60]);
    assert_eq!(
        [&m, &d, &f].map(|desk| count(desk, &|u| u.class == Class::ParadropHead)),
        [3, 2, 6]
    );
    assert_eq!(
        [&m, &d, &f].map(|desk| count(desk, &|u| u.class == Class::AirfieldHead)),
        [0, 3, 4]
    );
    assert_eq!(count(&f, &|u| u.class == Class::Bridge), 5);
    assert_eq!(count(&f, &|u| u.nation == Nation::French), 6);
    assert_eq!(count(&f, &|u| u.nation == Nation::British && u.class != Class::Ship), 5);
    assert_eq!(count(&f, &|u| u.division == "22 Luftlande Division"), 60);
    assert_eq!(
        (m.place("3-gp-spui-a").as_str(), f.place("3-gp-spui-a").as_str()),
        ("19.19", "16.35"),
        "J-5-1"
    );
    let stands = |desk: &Desk, side| desk.game.on_map(side).count();
    assert_eq!((stands(&m, Side::German), stands(&m, Side::Allied)), (0, 26));
    assert_eq!((stands(&f, Side::German), stands(&f, Side::Allied)), (0, 142));
    assert_eq!([&m, &d, &f].map(|desk| desk.game.board.turns.len()), [3, 10, 15]);
}

#[test]
fn s5_map_areas_are_the_columns_of_the_text() {
    let columns = |desk: &Desk| {
        let map = &desk.game.board.map;
        let all: Vec<i16> = map.ids().map(|id| map.hex(id).at.column).collect();
        (*all.iter().min().unwrap(), *all.iter().max().unwrap(), map.len())
    };
    assert_eq!(columns(&Desk::moerdijk(&[])), (1, 20, 700));
    assert_eq!(columns(&Desk::den_haag(&[])), (36, 61, 910));
    assert_eq!(columns(&Desk::fortress(&[])), (1, 61, 2135));
}

#[test]
fn s1_1a_the_grid_joins_the_hexes_that_the_text_joins() {
    let desk = Desk::fortress(&[]);
    let chain = ["5.26 6.25 7.25", "5.27 6.26 7.26", "13.19 14.19"];
    for pair in chain.iter().flat_map(|chain| {
        let hexes: Vec<_> = chain.split(' ').map(|label| desk.hex(label)).collect();
        hexes.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    }) {
        assert_eq!(desk.game.board.distance(pair.0, pair.1), 1);
    }
    let line = &desk.game.board.places.line;
    assert_eq!(line.len(), 58);
    assert!(line.windows(2).all(|pair| desk.game.board.distance(pair[0], pair[1]) == 1));
    for (from, to) in line.windows(2).map(|pair| (pair[0], pair[1])) {
        let way = desk.game.board.direction(from, to);
        assert_eq!(desk.game.pace(from, way, to, 0b1111), Some(2), "every hex of it is paved");
    }
}

#[test]
fn series_reinforcements_enter_in_their_zone_on_their_turn() {
    let desk = Desk::moerdijk(&[]).at(3, Side::Allied, Step::Arrivals).go(&[]);
    assert!(
        desk.may("enters at 1.26") && desk.may("enters at 1.29") && !desk.may("enters at 1.30")
    );
    let held =
        Desk::moerdijk(&[]).with("fjr1-1-a 1.26").at(3, Side::Allied, Step::Arrivals).go(&[]);
    assert!(!held.may("enters at 1.26") && held.may("enters at 1.27"), "not on an enemy");
}

#[test]
fn brief_and_picture_say_what_there_is() {
    let desk = Desk::fortress(&[]);
    let brief = desk.game.brief();
    assert_eq!(brief.rulings.len(), 24);
    assert!(brief.facts.iter().any(|(name, _)| name == "Ju-52 points"));
    assert_eq!(desk.game.counters().len(), 142);
    assert_eq!(desk.game.symbols().len(), desk.game.board.units.len());
    assert!(desk.game.objectives().len() >= 8);
    let levels: Vec<String> = desk.game.levels();
    assert_eq!(levels.len(), 5);
}
