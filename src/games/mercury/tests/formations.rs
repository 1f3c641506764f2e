//! Formation activations (series rules 4.2; Mercury 6.0, 8.0).

use alloc::vec::Vec;

use engine::Direction;

use super::super::action::Action;
use super::super::activation::Deed;
use super::super::rulings::ActivationCost;
use super::desk::*;

const I: &str = "I./FJR 2";
const INDEPENDENTS: [&str; 6] =
    ["fschmg-1", "fschflak-2", "fschart-2", "fjr2-13", "fjr2-14", "fschmg-2"];

/// The chit of I./FJR 2 with its leader, a company of each battalion and all independents beside him.
fn battalion() -> Desk {
    let mut desk = Desk::snafu();
    desk.place(FJR1, "33.15");
    desk.lead(CO_I, FJR1);
    desk.place(FJR9, "33.16");
    for (place, id) in INDEPENDENTS.into_iter().enumerate() {
        desk.place(id, ["33.17", "34.15", "34.16"][place % 3]);
    }
    desk.set_points(REGIMENT, 3);
    desk.chit(I);
    desk
}

fn activable(desk: &Desk) -> Vec<&'static str> {
    let all = [FJR1, FJR9].into_iter().chain(INDEPENDENTS);
    all.filter(|id| desk.offers(Action::Activate(desk.unit(id)))).collect()
}

#[test]
fn gts_a_formation_chit_activates_the_formation_and_independents_near_its_leader() {
    let mut desk = battalion();
    assert_eq!(activable(&desk), [&[FJR1][..], &INDEPENDENTS].concat(), "not the other battalion");
    // Beyond his range of ten hexes.
    desk.place(FJR_MG, "33.26");
    assert!(!activable(&desk).contains(&FJR_MG));
    // The formation itself needs no leader near; independents do.
    desk.dismiss(CO_I);
    assert_eq!(activable(&desk), [FJR1]);
}

#[test]
fn gts_independents_come_along_up_to_the_attachment_rating() {
    for (replaced, rating) in [(false, 3), (true, 1)] {
        let mut desk = battalion();
        desk.ground().leaders[CO_I].attachment = [3, 1];
        desk.battle.command.leaders[CO_I].replaced = replaced;
        desk.battle.muster_under(CO_I);
        for id in &INDEPENDENTS[..rating] {
            desk.activate(id);
            desk.play(Action::Done, &[]);
        }
        assert_eq!(activable(&desk), [FJR1], "{rating} of them have acted");
        // The next chit counts anew.
        desk.chit(I);
        assert_eq!(activable(&desk).len(), 7);
    }
}

#[test]
fn gts_the_formations_own_units_do_not_count_as_attached() {
    let mut desk = battalion();
    desk.ground().leaders[CO_I].attachment = [1, 1];
    desk.place(FJR2, "33.15");
    desk.activate(FJR2);
    desk.play(Action::Done, &[]);
    assert_eq!(desk.battle.tally.attached, 0);
    assert!(activable(&desk).contains(&FJR_MG));
}

#[test]
fn m6_0_m8_0_neither_greeks_nor_auto_command_nor_rearguards_act_with_a_formation() {
    let mut desk = Desk::snafu();
    desk.place(AUS, "33.15");
    desk.lead(CO_2_1, AUS);
    for id in [SNAFU_GREEK, SNAFU_POLICE, "rearguard-crefor-1", AUS11, AUS_MG] {
        desk.place(id, "33.16");
    }
    desk.set_points(BRIGADE, 3);
    desk.chit("2/1 Inf (AUS)");
    let mut all = [AUS, AUS_MG].map(|id| desk.unit(id));
    all.sort_unstable();
    let mut expected: Vec<Action> = all.map(Action::Activate).into();
    expected.push(Action::EndActivation);
    assert_eq!(desk.legal(), expected);
    // With the brigade's chit the Greeks near the leader do, the police still do not.
    desk.chit(BRIGADE);
    assert!(desk.offers(Action::Activate(desk.unit(SNAFU_GREEK))));
    assert!(!desk.offers(Action::Activate(desk.unit(SNAFU_POLICE))));
    desk.chit("allied");
    assert!(desk.offers(Action::Activate(desk.unit(SNAFU_POLICE))));
}

#[test]
fn gts_the_first_action_of_a_formation_chit_is_free_and_the_second_costs_one() {
    for reading in
        [ActivationCost::FireOnePoint, ActivationCost::AllOnePoint, ActivationCost::AllFree]
    {
        let mut desk = battalion();
        desk.rulings().activation_cost = reading;
        let unit = desk.unit(FJR1);
        for deed in [Deed::Fire, Deed::Assault, Deed::Move, Deed::Shed, Deed::Rearguard] {
            let costs = [false, true].map(|second| desk.battle.cost(unit, deed, second));
            assert_eq!(costs, [0, 1], "{deed:?} under {reading:?}");
        }
    }
}

#[test]
fn gts_a_second_action_needs_a_point_and_command() {
    let mut desk = battalion();
    desk.activate(FJR1);
    desk.step(Direction::N, &[]);
    desk.play(Action::Halt, &[]);
    desk.play(Action::LeaveRearguard, &[]);
    assert_eq!(desk.points(REGIMENT), 2);
    assert!(desk.at_rest(), "there is no third");

    let mut desk = battalion();
    desk.set_points(REGIMENT, 0);
    desk.activate(FJR1);
    desk.step(Direction::N, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest(), "no point");

    let mut desk = battalion();
    desk.dismiss(CO_I);
    desk.activate(FJR1);
    desk.step(Direction::N, &[]);
    desk.play(Action::Halt, &[]);
    assert!(desk.at_rest(), "out of command");
}
