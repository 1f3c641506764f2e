//! Who may fire at whom, the modifiers, the table, and the company bonus (series rules; 2.x).

use alloc::vec::Vec;

use engine::Direction;

use super::super::action::Action;
use super::super::counter::{Colour, Rating};
use super::super::event::Event;
use super::super::fire::{Hit, Mod, Mode, Shot};
use super::super::quality::Purpose;
use super::super::rulings::NightReduces;
use super::desk::*;

/// German mountain engineers in 05.05 and Greeks of full strength next to them, in 05.06.
fn face_to_face(hexes: &[(&str, &str, &str, &str)]) -> Desk {
    let mut desk = if hexes.is_empty() { Desk::new() } else { Desk::on(hexes) };
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk
}

/// Fires at the Greeks with this die and without the company bonus.
fn fire(desk: &mut Desk, die: u8) -> (i8, u8, Hit) {
    let shot = desk.shot(PI, GREEK, Mode::Direct);
    let mut events = Vec::new();
    let mut dice = engine::Scripted::new([("shot", die)]);
    desk.battle.resolve(shot, false, &mut dice, &mut events);
    shot_of(&events)
}

#[test]
fn gts_no_modifier_in_the_open_at_arms_length() {
    let desk = face_to_face(&[]);
    let (printed, mods) = desk.battle.aim(desk.shot(PI, GREEK, Mode::Direct));
    assert_eq!((printed, mods.iter().count()), (6, 0));
}

#[test]
fn gts_the_die_enters_the_table_as_it_fell() {
    // Pink against unarmoured, rating 6: C S? S? S C C 1, then misses.
    let row = [
        Hit::Cohesion,
        Hit::Question,
        Hit::Question,
        Hit::Suppression,
        Hit::Cohesion,
        Hit::Cohesion,
        Hit::Step,
        Hit::Miss,
        Hit::Miss,
        Hit::Miss,
    ];
    for (die, expected) in (0..10).zip(row) {
        assert_eq!(fire(&mut face_to_face(&[]), die), (6, die, expected));
    }
}

#[test]
fn gts_modifiers_move_the_rating_and_never_the_die() {
    let mut desk = face_to_face(&[("05.06", "city", "", "")]);
    assert_eq!(fire(&mut desk, 3), (3, 3, Hit::Suppression));
    assert_eq!(fire(&mut desk, 4), (3, 4, Hit::Miss));
}

#[test]
fn gts_a_nine_always_misses() {
    let mut desk = face_to_face(&[]);
    desk.counter(PI).fire = Some(Rating { value: 9, colour: Colour::White });
    desk.state(GREEK).column = true;
    assert_eq!(fire(&mut desk, 9), (9, 9, Hit::Miss));
    assert_eq!(fire(&mut desk, 8), (9, 8, Hit::Eliminated));
}

#[test]
fn gts_a_zero_hits_even_with_a_rating_forced_below_zero() {
    let mut desk = face_to_face(&[("05.06", "fortified", "", "")]);
    desk.state(PI).cohesion = 2;
    desk.state(GREEK).improved = true;
    let (printed, mods) = desk.battle.aim(desk.shot(PI, GREEK, Mode::Direct));
    assert_eq!(printed + mods.sum(), -1);
    assert_eq!(fire(&mut desk, 0), (0, 0, Hit::Cohesion));
    assert_eq!(fire(&mut desk, 1), (0, 1, Hit::Miss));
}

#[test]
fn gts_firer_cohesion_hits() {
    for (hits, value) in [(1, -1), (2, -2)] {
        let mut desk = face_to_face(&[]);
        desk.state(PI).cohesion = hits;
        for mode in [Mode::Direct, Mode::Opportunity, Mode::Assault] {
            assert_eq!(desk.mods(PI, GREEK, mode), [(Mod::Cohesion, value)]);
        }
    }
}

#[test]
fn gts_a_reduced_unit_uses_its_reduced_ratings() {
    let mut desk = face_to_face(&[]);
    desk.state(PI).steps = 1;
    let (printed, mods) = desk.battle.aim(desk.shot(PI, GREEK, Mode::Direct));
    assert_eq!((printed, mods.iter().count()), (4, 0));
    let unit = desk.unit(PI);
    assert_eq!(desk.battle.rating(unit, Mode::Assault), Some((4, Colour::Pink)));
}

#[test]
fn gts_a_step_loss_costs_one_where_no_reduced_rating_is_printed() {
    let mut desk = face_to_face(&[]);
    desk.place(AT, "05.05");
    desk.state(AT).steps = 1;
    assert_eq!(desk.mods(AT, GREEK, Mode::Direct), [(Mod::StepLoss, -1)]);
}

#[test]
fn gts_firer_in_column() {
    let mut desk = face_to_face(&[]);
    desk.state(PI).column = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Column, -1)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::Column, -1)]);
}

#[test]
fn gts_firer_entrenched_but_not_when_charging() {
    let mut desk = face_to_face(&[]);
    let hex = desk.hex("05.05");
    desk.battle.markers.works.push((hex, engine::Side::German));
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::FirerEntrenched, 1)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Opportunity), [(Mod::FirerEntrenched, 1)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::FirerEntrenched, 1)]);
    desk.state(PI).charging = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), []);
}

#[test]
fn gts_works_serve_only_the_side_that_built_them() {
    let mut desk = face_to_face(&[]);
    let (own, theirs) = (desk.hex("05.05"), desk.hex("05.06"));
    desk.battle.markers.works.push((own, engine::Side::Allied));
    desk.battle.markers.works.push((theirs, engine::Side::German));
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), []);
}

/// A desk whose first turn is a night.
fn night() -> Desk {
    let mut desk = face_to_face(&[]);
    desk.ground().calendar.night[0] = true;
    desk
}

#[test]
fn m1_0_night_takes_two_from_fire_and_assault() {
    let mut desk = night();
    for mode in [Mode::Direct, Mode::Opportunity, Mode::Assault] {
        assert_eq!(desk.mods(PI, GREEK, mode), [(Mod::Night, -2)]);
    }
    desk.state(PI).charging = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::Night, -2)]);
}

#[test]
fn ruling_night_reduces() {
    let mut desk = night();
    desk.rulings().night_reduces = NightReduces::Fire;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Night, -2)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Strike), [(Mod::Night, -2)], "that is a fire rating");
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [], "the assault rating is whole");
    desk.rulings().night_reduces = NightReduces::FireAndAssault;
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::Night, -2)]);
}

#[test]
fn gts_a_suppressed_unit_strikes_with_its_assault_rating_less_two() {
    let mut desk = face_to_face(&[]);
    desk.counter(PI).assault = Some(Rating { value: 5, colour: Colour::Pink });
    desk.state(PI).suppressed = true;
    let (printed, mods) = desk.battle.aim(desk.shot(PI, GREEK, Mode::Assault));
    assert_eq!(printed, 5);
    assert_eq!(mods.iter().collect::<Vec<_>>(), [(Mod::Suppressed, -2)]);
}

#[test]
fn gts_target_defence_rating() {
    for value in [-5, -1, 2] {
        let mut desk = face_to_face(&[]);
        desk.counter(GREEK).defence = value;
        assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Defence, value)]);
    }
}

#[test]
fn m2_1_to_2_7_terrain_of_the_target() {
    let kinds = [
        ("orchard", -1),
        ("scrub", -1),
        ("village", -1),
        ("town", -2),
        ("city", -3),
        ("fortified", -4),
    ];
    for (terrain, value) in kinds {
        let desk = face_to_face(&[("05.06", terrain, "", "")]);
        assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Terrain, value)], "{terrain}");
    }
}

#[test]
fn m2_8_and_2_10_roads_and_slopes_do_not_touch_fire() {
    let desk = face_to_face(&[
        ("05.06", "clear", "N S", "N"),
        ("05.05", "clear", "S", ""),
        ("05.07", "clear", "N", ""),
    ]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), []);
}

#[test]
fn gts_a_target_in_column_has_no_cover() {
    let mut desk = face_to_face(&[("05.06", "city", "", "")]);
    desk.state(GREEK).column = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::TargetColumn, 2)]);
}

#[test]
fn gts_target_in_an_improved_position() {
    let mut desk = face_to_face(&[]);
    desk.state(GREEK).improved = true;
    for mode in [Mode::Direct, Mode::Opportunity, Mode::Assault] {
        assert_eq!(desk.mods(PI, GREEK, mode), [(Mod::Improved, -1)]);
    }
}

#[test]
fn gts_target_entrenched_except_against_opportunity_fire() {
    let mut desk = face_to_face(&[]);
    let hex = desk.hex("05.06");
    desk.battle.markers.works.push((hex, engine::Side::Allied));
    desk.state(GREEK).improved = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Entrenched, -2)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::Entrenched, -2)]);
    assert_eq!(desk.mods(PI, GREEK, Mode::Opportunity), []);
}

#[test]
fn gts_entrenched_targets_use_the_armoured_table_except_against_opportunity_fire() {
    let mut desk = face_to_face(&[]);
    let hex = desk.hex("05.06");
    desk.battle.markers.works.push((hex, engine::Side::Allied));
    assert!(desk.battle.hard(desk.unit(GREEK), Mode::Direct, hex));
    assert!(desk.battle.hard(desk.unit(GREEK), Mode::Assault, hex));
    assert!(!desk.battle.hard(desk.unit(GREEK), Mode::Opportunity, hex));
    // Rating 4 by the works; pink 4 is C against men, S against works.
    assert_eq!(fire(&mut desk, 4), (4, 4, Hit::Suppression));
    desk.state(GREEK).improved = true;
    desk.battle.markers.works.clear();
    assert!(!desk.battle.hard(desk.unit(GREEK), Mode::Direct, hex), "not improved positions");
}

#[test]
fn gts_armoured_targets_use_the_armoured_table() {
    let mut desk = face_to_face(&[]);
    desk.counter(GREEK).armoured = true;
    assert_eq!(fire(&mut desk, 4), (6, 4, Hit::Suppression));
}

#[test]
fn gts_mass_counts_every_step_in_the_hex() {
    let others = [GREEK2, GREEK3, "gr-1-a3"];
    for (steps, value) in [(0, -1), (1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3)]
    {
        let mut desk = face_to_face(&[]);
        let mut left = steps;
        for id in core::iter::once(GREEK).chain(others) {
            desk.place(id, "05.06");
            desk.state(id).steps = left.min(2);
            left -= left.min(2);
        }
        let expected: Vec<(Mod, i8)> =
            [(Mod::Mass, value)].into_iter().filter(|m| m.1 != 0).collect();
        assert_eq!(desk.mods(PI, GREEK, Mode::Direct), expected, "{steps} steps");
    }
}

#[test]
fn gts_mass_counts_units_in_column_too() {
    let mut desk = face_to_face(&[]);
    desk.place(GREEK2, "05.06");
    desk.state(GREEK2).column = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::Mass, 1)]);
}

#[test]
fn gts_range_against_unarmoured_targets_one_for_each_hex_beyond_the_first() {
    for (hex, value) in [("05.06", 0), ("05.07", -1), ("05.08", -2), ("05.09", -3)] {
        let mut desk = Desk::new();
        desk.place(AT, "05.05");
        desk.place(GREEK, hex);
        let expected: Vec<(Mod, i8)> =
            [(Mod::Range, value)].into_iter().filter(|m| m.1 != 0).collect();
        assert_eq!(desk.mods(AT, GREEK, Mode::Direct), expected, "{hex}");
        assert_eq!(desk.mods(AT, GREEK, Mode::Opportunity), expected, "{hex}");
    }
}

#[test]
fn gts_range_against_armoured_targets_one_beyond_the_first_hex_and_two_at_the_printed_range() {
    for (hex, value) in [("05.06", 0), ("05.07", -1), ("05.08", -2)] {
        let mut desk = Desk::new();
        desk.place(AT, "05.05");
        desk.place(GREEK, hex);
        desk.counter(GREEK).armoured = true;
        let expected: Vec<(Mod, i8)> =
            [(Mod::Range, value)].into_iter().filter(|m| m.1 != 0).collect();
        assert_eq!(desk.mods(AT, GREEK, Mode::Direct), expected, "{hex}");
    }
}

/// Entrenched men count as armoured for the table, not for the range.
#[test]
fn gts_range_goes_by_the_printed_armour() {
    let mut desk = Desk::new();
    desk.place(AT, "05.05");
    desk.place(GREEK, "05.08");
    let hex = desk.hex("05.08");
    desk.battle.markers.works.push((hex, engine::Side::Allied));
    assert_eq!(desk.mods(AT, GREEK, Mode::Direct), [(Mod::Entrenched, -2), (Mod::Range, -2)]);
}

#[test]
fn m2_10_defenders_up_slope_of_a_charge() {
    let mut desk = face_to_face(&[("05.06", "clear", "", "N")]);
    desk.state(PI).charging = true;
    assert_eq!(desk.mods(PI, GREEK, Mode::Assault), [(Mod::UpSlope, -1)]);
    // Not the other way round, not for fire, not for the defender's own strike.
    desk.state(PI).charging = false;
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), []);
    assert_eq!(desk.mods(GREEK, PI, Mode::Assault), []);
    let mut below = face_to_face(&[("05.05", "clear", "", "S")]);
    below.state(PI).charging = true;
    assert_eq!(below.mods(PI, GREEK, Mode::Assault), []);
}

#[test]
fn gts_every_modifier_at_once_is_listed() {
    let mut desk = face_to_face(&[("05.06", "city", "", "N")]);
    desk.ground().calendar.night[0] = true;
    desk.counter(PI).reduced_fire = None;
    desk.counter(PI).reduced_assault = None;
    let attacker = desk.state(PI);
    attacker.cohesion = 2;
    attacker.steps = 1;
    attacker.column = true;
    attacker.charging = true;
    attacker.suppressed = true;
    desk.counter(GREEK).defence = -1;
    desk.state(GREEK).improved = true;
    desk.place(GREEK2, "05.06");
    let expected = [
        (Mod::Cohesion, -2),
        (Mod::StepLoss, -1),
        (Mod::Column, -1),
        (Mod::Suppressed, -2),
        (Mod::Night, -2),
        (Mod::Defence, -1),
        (Mod::Terrain, -3),
        (Mod::Improved, -1),
        (Mod::Mass, 1),
        (Mod::Situation, 2),
        (Mod::UpSlope, -1),
    ];
    let shot = Shot { extra: 2, ..desk.shot(PI, GREEK, Mode::Assault) };
    assert_eq!(desk.battle.aim(shot).1.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn gts_the_company_bonus_of_a_full_company_takes_a_check_and_adds_two() {
    let mut desk = face_to_face(&[]);
    desk.set_points("5GD", 1);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    // The point is spent on the fire: the die decides on the bonus. Quality 6.
    let events = desk.play(Action::Fire(target), &[("bonus check", 6), ("shot", 8)]);
    assert_eq!(shot_of(&events), (8, 8, Hit::Eliminated));
    assert_eq!(checks_of(&events), [(6, true)]);
}

#[test]
fn gts_a_failed_check_gives_no_company_bonus() {
    let mut desk = face_to_face(&[]);
    desk.set_points("5GD", 1);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    let events = desk.play(Action::Fire(target), &[("bonus check", 7), ("shot", 8)]);
    assert_eq!(shot_of(&events), (6, 8, Hit::Miss));
}

#[test]
fn gts_a_point_buys_the_company_bonus() {
    let mut desk = face_to_face(&[]);
    desk.set_points("5GD", 2);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    desk.play(Action::Fire(target), &[]);
    assert_eq!(desk.legal(), [Action::Roll, Action::Pay]);
    let events = desk.play(Action::Pay, &[("shot", 8)]);
    assert_eq!(shot_of(&events).0, 8);
    assert_eq!(desk.points("5GD"), 0);
}

#[test]
fn gts_no_company_bonus_for_reduced_or_small_units_or_opportunity_fire_or_guns_in_assault() {
    let mut desk = face_to_face(&[]);
    desk.place(AT, "05.05");
    let possible = |desk: &Desk, id, mode| desk.battle.bonus_possible(desk.unit(id), mode);
    assert!(possible(&desk, PI, Mode::Direct) && possible(&desk, PI, Mode::Assault));
    assert!(!possible(&desk, PI, Mode::Opportunity));
    assert!(possible(&desk, AT, Mode::Direct) && !possible(&desk, AT, Mode::Assault));
    desk.state(PI).steps = 1;
    assert!(!possible(&desk, PI, Mode::Direct));
    desk.counter(PI).steps = 1;
    assert!(!possible(&desk, PI, Mode::Direct), "a unit of one step is no company");
}

#[test]
fn gts_the_bonus_check_uses_the_quality_of_the_moment() {
    let mut desk = face_to_face(&[]);
    desk.state(PI).cohesion = 2;
    desk.set_points("5GD", 1);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    let events = desk.play(Action::Fire(target), &[("bonus check", 6), ("shot", 5)]);
    assert!(matches!(
        events[..],
        [
            ..,
            Event::Check { purpose: Purpose::Bonus(_), need: 5, passed: false, .. },
            Event::Shot { .. }
        ]
    ));
}

#[test]
fn gts_artillery_fires_direct_to_three_hexes_on_the_yellow_row() {
    // O3.0: coastal guns use the black row whatever the range.
    assert_eq!([1, 2, 3, 4].map(|d| Colour::Black.at_range(d)), [Colour::Black; 4]);
    for colour in [Colour::Orange, Colour::Brown] {
        assert_eq!(
            [1, 2, 3, 4].map(|d| colour.at_range(d)),
            [Colour::Yellow, Colour::Yellow, Colour::Yellow, colour]
        );
    }
    let mut desk = Desk::new();
    let guns = desk.place(ART, "05.02");
    let (near, far) = (desk.place(GREEK, "05.05"), desk.place(GREEK2, "05.06"));
    assert!(desk.battle.may_fire_at(guns, near).is_some());
    assert_eq!(desk.battle.may_fire_at(guns, far), Some(Mode::Indirect));
    desk.chit("5GD");
    desk.set_points("5GD", 1);
    desk.activate(ART);
    // A one on the yellow row suppresses outright, on the orange row only if a check fails.
    let events = desk.play(Action::Fire(near), &[("bonus check", 9), ("shot", 1)]);
    assert_eq!(shot_of(&events), (4, 1, Hit::Suppression));
    assert_eq!(desk.battle.ground.hit(Colour::Orange, false, 1), Hit::Question);
}

#[test]
fn gts_mortars_never_fire_direct() {
    let mut desk = Desk::new();
    let mortars = desk.place(MORTAR, "05.05");
    let target = desk.place(GREEK, "05.06");
    assert_eq!(desk.battle.may_fire_at(mortars, target), Some(Mode::Indirect));
}

#[test]
fn gts_fire_reaches_the_printed_range() {
    let mut desk = Desk::new();
    let (guns, foot) = (desk.place(AT, "05.02"), desk.place(PI, "05.02"));
    let target = desk.place(GREEK, "05.05");
    assert!(
        desk.battle.may_fire_at(guns, target).is_some()
            && desk.battle.may_fire_at(foot, target).is_none()
    );
    desk.place(GREEK, "05.06");
    assert!(desk.battle.may_fire_at(guns, target).is_none());
}

#[test]
fn gts_an_enemy_next_to_the_firer_leaves_it_a_range_of_one() {
    let mut desk = Desk::new();
    let guns = desk.place(AT, "05.02");
    let (near, far) = (desk.place(GREEK, "05.03"), desk.place(GREEK2, "05.05"));
    assert!(desk.battle.may_fire_at(guns, near).is_some());
    assert!(desk.battle.may_fire_at(guns, far).is_none());
}

#[test]
fn m2_5_a_town_between_blocks_the_line_of_sight() {
    let mut desk = Desk::on(&[("05.03", "town", "", "")]);
    let guns = desk.place(AT, "05.02");
    let target = desk.place(GREEK, "05.04");
    assert!(desk.battle.may_fire_at(guns, target).is_none());
}

#[test]
fn m1_0_nobody_sees_farther_than_three_hexes_at_night() {
    let mut desk = Desk::new();
    desk.counter(AT).range = 8;
    let guns = desk.place(AT, "05.02");
    let (three, four) = (desk.place(GREEK, "05.05"), desk.place(GREEK2, "05.06"));
    assert!(desk.battle.may_fire_at(guns, four).is_some());
    desk.ground().calendar.night[0] = true;
    assert!(
        desk.battle.may_fire_at(guns, three).is_some()
            && desk.battle.may_fire_at(guns, four).is_none()
    );
}

#[test]
fn gts_suppressed_and_mounted_units_do_not_fire() {
    let mut desk = Desk::new();
    let guns = desk.place(AT, "05.02");
    let target = desk.place(GREEK, "05.03");
    desk.state(AT).mounted = true;
    assert!(desk.battle.may_fire_at(guns, target).is_none());
    desk.state(AT).mounted = false;
    assert!(desk.battle.may_fire_at(guns, target).is_some());
    desk.state(AT).suppressed = true;
    assert!(desk.battle.may_fire_at(guns, target).is_none());
}

#[test]
fn gts_the_firer_picks_one_unit_of_the_hex() {
    let mut desk = face_to_face(&[]);
    desk.place(GREEK2, "05.06");
    desk.chit("5GD");
    desk.activate(PI);
    let targets = [desk.unit(GREEK), desk.unit(GREEK2)].map(Action::Fire);
    assert!(targets.iter().all(|&target| desk.offers(target)));
}

#[test]
fn gts_fire_is_one_attack_and_an_action() {
    let mut desk = face_to_face(&[]);
    desk.counter(PI).steps = 1;
    desk.state(PI).steps = 1;
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    let target = desk.unit(GREEK);
    desk.play(Action::Fire(target), &[("shot", 9)]);
    assert!(!desk.offers(Action::Fire(target)));
    assert!(desk.offers(Action::Step(Direction::N)));
}

/// A step of the table beyond what a hex mostly holds counts as well.
#[test]
fn gts_mass_may_rise_beyond_any_stack() {
    let mut files = Files::default();
    files.change("tables/modifiers", "toml", |text| text.replace("[8, 3]]", "[8, 3], [40, 9]]"));
    let battle = files.scenario("kastelli");
    let mass = &battle.ground.modifiers(Mode::Direct).mass;
    let at = |steps: usize| mass[steps.min(mass.len() - 1)];
    assert_eq!([8, 39, 40, 200].map(at), [3, 3, 9, 9]);
}
