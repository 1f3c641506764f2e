//! What results do, and troop quality checks (series rules).

use super::super::action::Action;
use super::super::event::Event;
use super::super::fire::Hit;
use super::super::quality::{chance_of, passes};
use super::super::rulings::FailedQuestion;
use super::desk::*;

/// Greeks of quality 3 in 05.05, whose division holds so many points.
fn target(points: u16) -> Desk {
    let mut desk = Desk::new();
    desk.place(GREEK2, "05.05");
    desk.set_points("2NZ", points);
    desk.chit("5GD");
    desk
}

#[test]
fn gts_c_is_a_cohesion_hit_and_the_third_a_step() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Cohesion, &[]);
    assert_eq!((desk.see(GREEK2).cohesion, desk.see(GREEK2).steps), (1, 2));
    desk.hit(GREEK2, Hit::Cohesion, &[]);
    assert_eq!((desk.see(GREEK2).cohesion, desk.see(GREEK2).steps), (2, 2));
    desk.hit(GREEK2, Hit::Cohesion, &[]);
    assert_eq!((desk.see(GREEK2).cohesion, desk.see(GREEK2).steps), (2, 1));
    desk.hit(GREEK2, Hit::Cohesion, &[]);
    assert_eq!(desk.at(GREEK2), "dead");
}

#[test]
fn gts_s_suppresses_unless_the_owner_converts_it() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Suppression, &[]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll]);
    desk.play(Action::StaySuppressed, &[]);
    assert!(desk.see(GREEK2).suppressed);
    assert_eq!(desk.see(GREEK2).cohesion, 0);
}

#[test]
fn gts_s_converted_by_a_check_is_a_cohesion_hit() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Suppression, &[]);
    desk.play(Action::Roll, &[("conversion check", 3)]);
    assert!(!desk.see(GREEK2).suppressed);
    assert_eq!(desk.see(GREEK2).cohesion, 1);
}

#[test]
fn gts_s_stands_when_the_check_fails() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Suppression, &[]);
    desk.play(Action::Roll, &[("conversion check", 4)]);
    assert!(desk.see(GREEK2).suppressed);
    assert_eq!(desk.see(GREEK2).cohesion, 0);
}

#[test]
fn gts_s_converted_for_a_command_point() {
    let mut desk = target(1);
    desk.hit(GREEK2, Hit::Suppression, &[]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll, Action::Pay]);
    desk.play(Action::Pay, &[]);
    assert!(!desk.see(GREEK2).suppressed);
    assert_eq!((desk.see(GREEK2).cohesion, desk.points("2NZ")), (1, 0));
}

#[test]
fn gts_no_point_converts_for_a_unit_out_of_command() {
    let mut desk = target(5);
    desk.dismiss(BEDDING);
    desk.hit(GREEK2, Hit::Suppression, &[]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll]);
}

#[test]
fn gts_s_converted_at_two_hits_costs_a_step() {
    let mut desk = target(1);
    desk.state(GREEK2).cohesion = 2;
    desk.hit(GREEK2, Hit::Suppression, &[]);
    desk.play(Action::Pay, &[]);
    assert!(!desk.see(GREEK2).suppressed);
    assert_eq!((desk.see(GREEK2).cohesion, desk.see(GREEK2).steps), (2, 1));
}

#[test]
fn gts_s_on_a_suppressed_unit_is_a_cohesion_hit() {
    let mut desk = target(5);
    desk.state(GREEK2).suppressed = true;
    desk.hit(GREEK2, Hit::Suppression, &[]);
    assert!(desk.at_rest(), "nothing to convert");
    assert!(desk.see(GREEK2).suppressed);
    assert_eq!(desk.see(GREEK2).cohesion, 1);
}

#[test]
fn gts_s_question_does_nothing_when_the_check_is_passed() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Question, &[("suppression check", 3)]);
    assert!(desk.at_rest());
    assert!(!desk.see(GREEK2).suppressed && desk.see(GREEK2).cohesion == 0);
}

#[test]
fn gts_s_question_is_passed_for_a_point() {
    let mut desk = target(1);
    desk.hit(GREEK2, Hit::Question, &[]);
    assert_eq!(desk.legal(), [Action::Roll, Action::Pay]);
    desk.play(Action::Pay, &[]);
    assert!(!desk.see(GREEK2).suppressed);
    assert_eq!(desk.points("2NZ"), 0);
}

#[test]
fn gts_s_question_on_a_suppressed_unit_is_a_cohesion_hit_if_the_check_fails() {
    for (die, hits) in [(2, 0), (3, 1)] {
        let mut desk = target(0);
        desk.state(GREEK2).suppressed = true;
        desk.hit(GREEK2, Hit::Question, &[("suppression check", die)]);
        assert_eq!(desk.see(GREEK2).cohesion, hits, "quality 3, less one for suppression");
        assert!(desk.see(GREEK2).suppressed);
    }
}

#[test]
fn ruling_failed_question() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Question, &[("suppression check", 4)]);
    assert!(desk.at_rest() && desk.see(GREEK2).suppressed, "suppressed, and that is that");
    let mut desk = target(0);
    desk.rulings().failed_question = FailedQuestion::Convertible;
    desk.hit(GREEK2, Hit::Question, &[("suppression check", 4)]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll]);
    desk.play(Action::Roll, &[("conversion check", 0)]);
    assert!(!desk.see(GREEK2).suppressed);
    assert_eq!(desk.see(GREEK2).cohesion, 1);
}

#[test]
fn gts_1_takes_a_step_and_kills_a_unit_of_one_or_none() {
    let mut desk = target(0);
    desk.hit(GREEK2, Hit::Step, &[]);
    assert_eq!(desk.see(GREEK2).steps, 1);
    let events = desk.hit(GREEK2, Hit::Step, &[]);
    assert_eq!(desk.at(GREEK2), "dead");
    assert!(events.contains(&Event::Eliminated(desk.unit(GREEK2))));
    assert_eq!(desk.battle.tally.steps_lost.allied, 2);
    assert_eq!(desk.battle.tally.greek_steps_lost, 2);
    desk.place(PLATOON, "05.06");
    desk.hit(PLATOON, Hit::Step, &[]);
    // Mercury 7.0: back in its box, to be used again.
    assert_eq!(desk.at(PLATOON), "waiting");
    assert_eq!(desk.battle.tally.steps_lost.german, 0, "a platoon has no step to count");
}

#[test]
fn gts_a_platoon_dies_of_a_third_cohesion_hit() {
    let mut desk = target(0);
    desk.place(PLATOON, "05.06");
    desk.state(PLATOON).cohesion = 2;
    desk.hit(PLATOON, Hit::Cohesion, &[]);
    // Mercury 7.0: back in its box, to be used again.
    assert_eq!(desk.at(PLATOON), "waiting");
}

#[test]
fn gts_e_eliminates() {
    let mut desk = target(0);
    desk.place(GREEK, "05.05");
    desk.hit(GREEK2, Hit::Eliminated, &[]);
    assert_eq!((desk.at(GREEK2).as_str(), desk.at(GREEK).as_str()), ("dead", "05.05"));
    assert_eq!(desk.battle.tally.steps_lost.allied, 2);
}

#[test]
fn gts_a_miss_does_nothing() {
    let mut desk = target(0);
    let before = desk.battle.clone();
    assert_eq!(desk.hit(GREEK2, Hit::Miss, &[]), []);
    assert_eq!(desk.battle, before);
}

#[test]
fn gts_a_zero_passes_and_a_nine_fails_whatever_the_quality() {
    assert!(passes(-5, 0) && !passes(20, 9));
    assert!(passes(6, 6) && !passes(6, 7));
    assert_eq!([-3, 0, 1, 6, 8, 9, 12].map(chance_of), [1, 1, 2, 7, 9, 9, 9]);
}

#[test]
fn gts_quality_modifiers() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    let quality = |desk: &Desk| desk.battle.quality(unit);
    assert_eq!(quality(&desk), 6);
    desk.state(PI).cohesion = 1;
    assert_eq!(quality(&desk), 6, "one hit costs nothing");
    desk.state(PI).cohesion = 2;
    assert_eq!(quality(&desk), 5);
    desk.state(PI).steps = 1;
    assert_eq!(quality(&desk), 5, "the reduced side has its own ratings");
    desk.counter(PI).reduced_fire = None;
    assert_eq!(quality(&desk), 5, "one of them is enough");
    desk.counter(PI).reduced_assault = None;
    assert_eq!(quality(&desk), 4, "a step-loss marker");
    desk.state(PI).suppressed = true;
    assert_eq!(quality(&desk), 3);
    desk.dismiss(SCHAETTE);
    assert_eq!(quality(&desk), 2);
    desk.state(PI).improved = true;
    assert_eq!(quality(&desk), 3);
    let hex = desk.hex("05.05");
    desk.battle.markers.works.push((hex, engine::Side::German));
    assert_eq!(quality(&desk), 4, "entrenched, and no longer improved");
}

#[test]
fn m1_0_night_does_not_touch_quality() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.05");
    desk.ground().calendar.night[0] = true;
    assert_eq!(desk.battle.quality(unit), 6);
}
