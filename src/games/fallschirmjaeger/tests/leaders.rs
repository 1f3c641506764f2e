//! Leaders: reorganization, capture, guards.

use engine::Side;

use super::Desk;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::{Cause, Spot};

fn reorganizing(desk: Desk, turn: u8, side: Side) -> Desk {
    desk.at(turn, side, Step::Reorganization)
}

/// Air support, which follows when nobody reorganizes.
const AIR: [(&str, u8); 2] = [("air support", 1), ("air support", 1)];

#[test]
fn s1_10d_sponeck_gives_a_step_back_from_turn_three() {
    let desk = || {
        Desk::fortress(&[])
            .cleared()
            .with("sponeck 9.20, ir47-1 9.20, fjr1-1-a 9.20, 1-gp-kil-a 20.20")
            .steps("ir47-1", 1)
    };
    let mut on = reorganizing(desk(), 3, Side::German).go(&[]);
    assert!(on.may("reorganize 1/47 IR") && !on.may("reorganize 1/I/1 FJR a"));
    on.say("reorganize 1/47 IR", &AIR);
    assert_eq!(on.left("ir47-1"), 2);
    let early = reorganizing(desk(), 2, Side::German).go(&AIR);
    assert!(!early.may("reorganize 1/47 IR"));
}

#[test]
fn s1_10d_not_who_is_disorganized_starved_or_another_leaders() {
    let may = |desk: Desk| reorganizing(desk, 4, Side::German).go(&AIR).may("reorganize 1/47 IR");
    let desk = || {
        Desk::fortress(&[])
            .cleared()
            .with("sponeck 9.20, ir47-1 9.20, 1-gp-kil-a 20.20")
            .steps("ir47-1", 1)
    };
    assert!(!may(desk().dg("ir47-1")) && !may(desk().cut_off("ir47-1")));
    assert!(!may(desk().with("1-gp-kil-b 9.21")), "1.10c: not in a zone of control");
    let dutch = Desk::fortress(&[])
        .cleared()
        .with("winkelmann 55.16, 1-gren-a 55.16, fjr1-1-a 9.20")
        .steps("1-gren-a", 1);
    let dutch = reorganizing(dutch, 4, Side::Allied).go(&[]);
    assert!(dutch.may("reorganize 1/Gren a Inf Co"), "{:?}", dutch.words());
}

#[test]
fn s1_10e_five_lost_platoons_make_a_company_with_student() {
    let lose = |count: usize| {
        let mut desk = Desk::fortress(&[])
            .cleared()
            .with("student 30.24, 1-gp-kil-a 20.20")
            .waiting("adhoc-1, adhoc-2");
        for id in ["fjr1-1-a", "fjr1-1-b", "fjr1-1-c", "fjr1-2-a", "fjr1-2-b", "fjr1-2-c"]
            .iter()
            .take(count)
        {
            desk = desk.with(&std::format!("{id} 9.20"));
            let unit = desk.unit(id);
            desk.game.destroy(unit, Cause::Combat, &mut desk.events);
        }
        reorganizing(desk, 2, Side::German)
    };
    assert!(!lose(4).go(&AIR).may("form Ad Hoc Co 1"));
    let mut desk = lose(6).go(&[]);
    desk.say("form Ad Hoc Co 1", &AIR);
    assert_eq!(
        (desk.place("adhoc-1").as_str(), desk.left("adhoc-1"), desk.game.ad_hoc),
        ("30.24", 2, 1)
    );
    assert_eq!(desk.game.ad_hoc_ready(), 0, "one for five");
    // 4.0c, J-1.10e-1
    assert_eq!(desk.game.platoons_counted(), 6);
}

#[test]
fn s1_10a_leaders_take_no_harm_from_barrages_and_are_never_disorganized() {
    let desk = Desk::fortress(&[])
        .cleared()
        .with("student 30.24, 10-ra-a-art 30.30, 10-ra-b-art 30.31, fjr1-1-a 9.20, ir47-1 30.24");
    let mut desk = desk.at(3, Side::Allied, Step::Barrage).go(&[]);
    desk.say("fires at 30.24", &[("barrage", 6)]);
    assert_eq!((desk.place("student").as_str(), desk.is_dg("student")), ("30.24", false));
}

#[test]
fn s1_10f_a_lone_leader_is_captured_by_an_attack_without_a_roll() {
    let desk = Desk::den_haag(&[])
        .cleared()
        .with("queen 54.13, fjr2-1-a 54.12, fjr2-1-b 40.20, t-hs 40.21");
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.says(&["attack 54.13", "attack with the others"]);
    assert!(!desk.may("nobody else advances"), "somebody goes in: {:?}", desk.words());
    let first = desk.words()[0].clone();
    desk.say(&first, &[]);
    let queen = desk.unit("queen");
    assert!(desk.game.piece(queen).captive);
    assert_eq!(desk.game.piece(queen).guard, Some(desk.unit("fjr2-1-a")));
}

#[test]
fn s1_10f_a_leader_is_captured_with_the_units_that_are_destroyed() {
    let units = "winkelmann 50.14, 22-sec 50.14, ir47-1 50.13, ir47-2 50.13, ir47-3 50.13, fjr2-1-b 40.20, t-hs 40.21";
    let desk = Desk::den_haag(&[]).cleared().with(units).steps("22-sec", 1);
    let mut desk = desk.at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack 50.14", &[]);
    desk.say("attack with the others", &[("combat", 3), ("combat", 3)]);
    assert_eq!(desk.place("22-sec"), "Gone");
    assert!(!desk.may("nobody else advances"));
    let first = desk.words()[0].clone();
    desk.say(&first, &[]);
    assert!(desk.game.is_captive(desk.game.board.named.winkelmann));
}

#[test]
fn s1_10a_leaders_retreat_with_the_units_they_stand_with() {
    let units = "winkelmann 50.14, 1-gren-a 50.14, 1-gren-b 50.14, ir47-1 50.13, ir47-2 50.13, ir47-3 50.13, ir65-1 50.13";
    let mut desk =
        Desk::den_haag(&[]).cleared().with(units).at(3, Side::German, Step::Combat).go(&[]);
    desk.say("attack 50.14", &[]);
    // 32 to 12 is 3:1; a 7 is D2r1.
    desk.say("attack with the others", &[("combat", 3), ("combat", 4)]);
    while desk.words().iter().any(|words| words.ends_with("loses a step")) {
        let last = desk.words().last().unwrap().clone();
        desk.say(&last, &[]);
    }
    if desk.may("retreat to 50.15") {
        desk.say("retreat to 50.15", &[]);
    }
    assert_eq!(desk.place("winkelmann"), "50.15", "{:?}", desk.story());
}

#[test]
fn s1_10h_captives_go_with_their_guard_and_s1_10k_leave_by_air() {
    let desk = Desk::den_haag(&[]).cleared().with("queen 57.06, 22-sec 40.20");
    let mut desk =
        desk.with("fjr2-1-a 57.06, fjr2-1-b 40.01").at(3, Side::German, Step::Movement).go(&[]);
    assert!(desk.game.is_captive(desk.game.board.named.queen));
    desk.says(&["move from 57.06", "to 57.05"]);
    assert_eq!(desk.place("queen"), "57.05");
    let mut away = Desk { game: desk.game.clone(), events: std::vec::Vec::new() };
    let (guard, field) = (away.unit("fjr2-1-a"), away.hex("57.04"));
    away.game.enter(guard, field, &mut away.events);
    assert_eq!(away.place("queen"), "Away");
    assert!(away.game.is_captive(away.game.board.named.queen), "flown out is not free");
}

#[test]
fn s1_10g_a_captive_without_a_guard_escapes_at_the_end_of_the_player_turn() {
    let desk = Desk::den_haag(&[])
        .cleared()
        .with("queen 57.06, 22-sec 40.20")
        .with("fjr2-1-a 57.06, fjr2-1-b 57.06");
    let mut desk = desk.at(3, Side::German, Step::Movement);
    let [guard, other] = ["fjr2-1-a", "fjr2-1-b"].map(|id| desk.unit(id));
    desk.game.send(guard, Spot::Gone);
    desk.game.unguarded_escape(&mut desk.events);
    let queen = desk.unit("queen");
    assert_eq!(desk.game.piece(queen).guard, Some(other), "another of the hex takes over");
    desk.game.send(other, Spot::Gone);
    desk.game.unguarded_escape(&mut desk.events);
    assert!(!desk.game.piece(queen).captive);
}

#[test]
fn s1_10j_a_captive_is_freed_as_he_was_taken_and_a_german_general_leaves_by_sea() {
    let desk =
        Desk::den_haag(&[]).cleared().with("sponeck 57.20, fjr2-1-a 40.20").with("22-sec 57.20");
    let mut desk = desk.at(3, Side::Allied, Step::Movement);
    let (sponeck, guard) = (desk.unit("sponeck"), desk.unit("22-sec"));
    assert!(desk.game.piece(sponeck).captive);
    let mut free = Desk { game: desk.game.clone(), events: std::vec::Vec::new() };
    free.game.send(guard, Spot::Gone);
    let free = free.with("fjr2-1-b 57.20");
    assert!(!free.game.piece(sponeck).captive);
    let harbour = desk.hex("59.17");
    desk.game.enter(guard, harbour, &mut desk.events);
    assert_eq!(desk.place("sponeck"), "Away");
    assert_eq!(desk.game.points().generals, 1, "4.0d");
}
