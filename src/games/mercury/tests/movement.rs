//! Terrain costs, roads, slopes, the limits of towns, column, mounting and stacking (2.0 to 2.10).

use engine::Direction;

use super::super::action::Action;
use super::super::counter::MoveClass;
use super::super::rulings::Switch;
use super::desk::*;

/// Whole movement points to enter: leg, wheeled, tracked; each not in column and in column.
fn chart(terrain: &str) -> [[Option<u16>; 2]; 3] {
    let desk = Desk::on(&[("05.06", terrain, "", "")]);
    let from = desk.hex("05.05");
    MoveClass::ALL.map(|class| {
        [false, true].map(|column| {
            let halves = desk.battle.step_cost(class, column, from, Direction::S)?;
            assert_eq!(halves % 2, 0);
            Some(halves / 2)
        })
    })
}

#[test]
fn m2_1_clear() {
    let expected = [[Some(2), Some(1)], [Some(3), Some(2)], [Some(2), Some(1)]];
    assert_eq!(chart("clear"), expected);
}

#[test]
fn m2_2_orchard() {
    let expected = [[Some(2), Some(1)], [Some(8), Some(2)], [Some(3), Some(2)]];
    assert_eq!(chart("orchard"), expected);
}

#[test]
fn m2_3_scrub() {
    let expected = [[Some(3), Some(2)], [None, Some(3)], [Some(4), Some(3)]];
    assert_eq!(chart("scrub"), expected);
}

#[test]
fn m2_4_village() {
    let expected = [[Some(2), Some(1)], [Some(6), Some(1)], [Some(4), Some(1)]];
    assert_eq!(chart("village"), expected);
}

#[test]
fn m2_5_town_takes_vehicles_in_column_only() {
    assert_eq!(chart("town"), [[Some(2), Some(1)], [None, Some(1)], [None, Some(1)]]);
}

#[test]
fn m2_6_city_takes_vehicles_in_column_only() {
    assert_eq!(chart("city"), [[Some(2), Some(1)], [None, Some(1)], [None, Some(1)]]);
}

#[test]
fn m2_7_fortified_takes_vehicles_in_column_only() {
    assert_eq!(chart("fortified"), [[Some(2), Some(1)], [None, Some(3)], [None, Some(2)]]);
}

#[test]
fn m2_0_nobody_enters_the_sea() {
    assert_eq!(chart("sea"), [[None; 2]; 3]);
}

/// A vehicle that was dismounted in a town, or came there so, must be in column to leave (2.5).
#[test]
fn m2_5_a_vehicle_leaves_a_town_or_denser_in_column_only() {
    for terrain in ["town", "city", "fortified"] {
        let desk = Desk::on(&[("05.05", terrain, "", "")]);
        let from = desk.hex("05.05");
        for class in [MoveClass::Wheeled, MoveClass::Tracked] {
            assert_eq!(desk.battle.step_cost(class, false, from, Direction::S), None, "{terrain}");
            assert!(desk.battle.step_cost(class, true, from, Direction::S).is_some(), "{terrain}");
        }
        assert_eq!(desk.battle.step_cost(MoveClass::Leg, false, from, Direction::S), Some(4));
    }
}

#[test]
fn m2_5_to_2_7_vehicles_leave_column_in_a_town_but_not_in_a_city_or_fortified_hex() {
    for (terrain, free) in [("clear", true), ("town", true), ("city", false), ("fortified", false)]
    {
        let mut desk = Desk::on(&[("05.05", terrain, "", "")]);
        let tanks = desk.place(TANKS, "05.05");
        desk.state(TANKS).column = true;
        assert_eq!(desk.battle.may_leave_column(tanks), free, "{terrain}");
        let foot = desk.place(BICYCLES, "05.06");
        desk.state(BICYCLES).column = true;
        assert!(desk.battle.may_leave_column(foot), "{terrain}");
    }
}

#[test]
fn m2_8_column_on_a_road_pays_half_a_point() {
    for class in MoveClass::ALL {
        for terrain in ["clear", "scrub", "town", "city"] {
            let desk = Desk::on(&[("05.05", "clear", "S", ""), ("05.06", terrain, "N", "")]);
            let from = desk.hex("05.05");
            assert_eq!(desk.battle.step_cost(class, true, from, Direction::S), Some(1));
        }
    }
}

#[test]
fn m2_8_a_unit_not_in_column_pays_for_the_terrain() {
    let desk = Desk::on(&[("05.05", "clear", "S", ""), ("05.06", "scrub", "N", "")]);
    let from = desk.hex("05.05");
    assert_eq!(desk.battle.step_cost(MoveClass::Leg, false, from, Direction::S), Some(6));
}

/// The road must leave one hex and enter the other.
#[test]
fn m2_8_a_road_beside_the_hexside_is_no_road() {
    let desk = Desk::on(&[
        ("05.04", "clear", "S", ""),
        ("05.05", "clear", "N", ""),
        ("05.06", "clear", "S", ""),
        ("05.07", "clear", "N", ""),
    ]);
    let from = desk.hex("05.05");
    assert_eq!(desk.battle.step_cost(MoveClass::Leg, true, from, Direction::S), Some(2));
}

#[test]
fn m2_10_a_slope_costs_leg_units_two_points_more_or_one_in_column_either_way() {
    let desk = Desk::on(&[("05.05", "clear", "", "S")]);
    let (top, foot) = (desk.hex("05.05"), desk.hex("05.06"));
    for (from, way) in [(top, Direction::S), (foot, Direction::N)] {
        assert_eq!(desk.battle.step_cost(MoveClass::Leg, false, from, way), Some(4 + 4));
        assert_eq!(desk.battle.step_cost(MoveClass::Leg, true, from, way), Some(2 + 2));
    }
}

#[test]
fn m2_10_a_slope_doubles_the_cost_of_wheels_and_tracks() {
    let desk = Desk::on(&[("05.05", "clear", "", "S")]);
    let from = desk.hex("05.05");
    let cost = |class, column| desk.battle.step_cost(class, column, from, Direction::S);
    assert_eq!(cost(MoveClass::Wheeled, false), Some(12));
    assert_eq!(cost(MoveClass::Wheeled, true), Some(8));
    assert_eq!(cost(MoveClass::Tracked, false), Some(8));
    assert_eq!(cost(MoveClass::Tracked, true), Some(4));
}

#[test]
fn m2_10_a_slope_costs_nothing_along_a_road_in_column() {
    let desk = Desk::on(&[("05.05", "clear", "S", "S"), ("05.06", "clear", "N", "")]);
    let from = desk.hex("05.05");
    for class in MoveClass::ALL {
        assert_eq!(desk.battle.step_cost(class, true, from, Direction::S), Some(1));
    }
    assert_eq!(desk.battle.step_cost(MoveClass::Leg, false, from, Direction::S), Some(8));
}

/// Mountain engineers have 7 points: three clear hexes of 2, and one point too few for a fourth.
#[test]
fn gts_a_move_ends_when_the_points_are_spent() {
    let mut desk = Desk::new();
    let unit = desk.place(PI, "05.02");
    desk.chit("5GD");
    desk.activate(PI);
    for left in [10, 6, 2] {
        desk.step(Direction::S, &[]);
        assert_eq!(desk.left(), left);
    }
    assert_eq!(desk.at(PI), "05.05");
    assert!(!desk.offers(Action::Step(Direction::S)));
    desk.play(Action::Halt, &[]);
    assert_eq!(desk.battle.subject(), Some(unit), "a second action may follow");
}

#[test]
fn gts_column_takes_one_point_to_enter() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.chit("5GD");
    desk.activate(PI);
    desk.play(Action::EnterColumn, &[]);
    assert!(desk.see(PI).column);
    assert_eq!(desk.left(), 12);
    desk.step(Direction::S, &[]);
    assert_eq!(desk.left(), 10);
}

#[test]
fn gts_column_takes_a_cohesion_hit_to_leave_at_once() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.state(PI).column = true;
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    desk.play(Action::LeaveColumn, &[]);
    assert!(!desk.see(PI).column);
    assert_eq!(desk.see(PI).cohesion, 1);
    assert_eq!(desk.left(), 12);
}

#[test]
fn gts_nobody_with_two_cohesion_hits_leaves_column_in_haste() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.state(PI).column = true;
    desk.state(PI).cohesion = 2;
    desk.chit("5GD");
    desk.activate(PI);
    assert!(!desk.offers(Action::LeaveColumn));
    assert!(desk.offers(Action::Deploy));
}

#[test]
fn gts_leaving_column_in_good_order_is_an_action() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.state(PI).column = true;
    desk.chit("5GD");
    desk.activate(PI);
    desk.play(Action::Deploy, &[]);
    assert!(!desk.see(PI).column);
    assert_eq!(desk.see(PI).cohesion, 0);
    assert!(desk.offers(Action::Step(Direction::S)), "a second action of another kind");
}

#[test]
fn gts_entering_column_gives_up_the_improved_position() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.state(PI).improved = true;
    desk.chit("5GD");
    desk.activate(PI);
    desk.play(Action::EnterColumn, &[]);
    assert!(!desk.see(PI).improved);
}

#[test]
fn gts_moving_gives_up_the_improved_position() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.state(PI).improved = true;
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    assert!(!desk.see(PI).improved);
}

#[test]
fn gts_guns_with_a_star_move_only_when_mounted() {
    let mut desk = Desk::new();
    let guns = desk.place(AT, "05.02");
    desk.chit("5GD");
    desk.activate(AT);
    assert!(!desk.legal().iter().any(|a| matches!(a, Action::Step(_) | Action::EnterColumn)));
    desk.play(Action::Mount, &[]);
    assert!(desk.see(AT).mounted);
    assert_eq!(desk.battle.movement(guns), Some((MoveClass::Wheeled, 32)));
    assert!(desk.offers(Action::Step(Direction::S)), "to move is a second action");
}

#[test]
fn gts_mounting_is_an_action_and_not_part_of_a_move() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.chit("german");
    desk.set_points("5GD", 5);
    desk.activate(AT);
    desk.play(Action::Mount, &[]);
    assert!(desk.offers(Action::EndActivation), "direct command gives one action");
    assert_eq!(desk.points("5GD"), 4);
}

#[test]
fn gts_dismounting_costs_half_the_allowance_of_the_transport() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.state(AT).mounted = true;
    desk.chit("5GD");
    desk.activate(AT);
    desk.step(Direction::S, &[]);
    desk.step(Direction::S, &[]);
    assert_eq!(desk.left(), 32 - 12);
    desk.play(Action::Dismount, &[]);
    assert_eq!(desk.left(), 4);
    assert!(!desk.see(AT).mounted);
    assert_eq!(desk.legal(), [Action::Halt]);
}

#[test]
fn gts_nobody_dismounts_with_less_than_half_the_allowance_left() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.state(AT).mounted = true;
    desk.chit("5GD");
    desk.activate(AT);
    for _ in 0..3 {
        desk.step(Direction::S, &[]);
    }
    assert_eq!(desk.left(), 32 - 18);
    assert!(!desk.offers(Action::Dismount));
}

#[test]
fn gts_nobody_enters_a_hex_held_by_the_enemy() {
    let mut desk = Desk::new();
    desk.place(PI, "05.02");
    desk.place(GREEK, "05.03");
    desk.state(GREEK).suppressed = true;
    desk.chit("5GD");
    desk.activate(PI);
    assert!(!desk.offers(Action::Step(Direction::S)));
    assert!(desk.offers(Action::Step(Direction::Se)));
}

#[test]
fn gts_stacking_is_eight_steps_out_of_column() {
    let mut desk = Desk::new();
    for id in [PI2, AT, BICYCLES, MOUNTAIN] {
        desk.place(id, "05.03");
    }
    let mover = desk.place(PI, "05.02");
    assert_eq!(desk.battle.step(mover, Direction::S, 14), None);
    desk.state(AT).steps = 1;
    assert_eq!(desk.battle.step(mover, Direction::S, 14), None, "7 and 2 are 9");
    desk.state(PI2).steps = 1;
    assert_eq!(desk.battle.step(mover, Direction::S, 14), Some(4));
}

#[test]
fn gts_stacking_leaves_room_for_one_unit_in_column_besides() {
    let mut desk = Desk::new();
    for id in [PI2, AT, BICYCLES, MOUNTAIN] {
        desk.place(id, "05.03");
    }
    let mover = desk.place(PI, "05.02");
    desk.state(PI).column = true;
    assert_eq!(desk.battle.step(mover, Direction::S, 14), Some(2));
    desk.state(AT).column = true;
    assert_eq!(desk.battle.step(mover, Direction::S, 14), None, "a second column does not fit");
    desk.state(PI).column = false;
    assert_eq!(
        desk.battle.step(mover, Direction::S, 14),
        Some(4),
        "the column left its steps free"
    );
}

#[test]
fn gts_stacking_binds_those_who_enter_or_leave_column_where_they_stand() {
    let mut desk = Desk::new();
    for id in [PI2, AT, BICYCLES, MOUNTAIN] {
        desk.place(id, "05.03");
    }
    let unit = desk.place(PI, "05.03");
    desk.state(PI).column = true;
    assert!(!desk.battle.overstacked(desk.hex("05.03")));
    assert!(!desk.battle.may_leave_column(unit), "its two steps are too many");
    let other = desk.unit(PI2);
    assert!(!desk.battle.may_enter_column(other, 14), "there is a column already");
    desk.state(PI).column = false;
    assert!(desk.battle.overstacked(desk.hex("05.03")));
    assert!(desk.battle.may_enter_column(other, 14));
}

/// Greeks watch 05.06, next to them, and not 05.07.
#[test]
fn ruling_division_chit_enters_zones() {
    for (reading, chit, enters) in [
        (Switch::On, "5GD", true),
        (Switch::Off, "5GD", false),
        (Switch::Off, "german", true),
        (Switch::Off, "GJR 141", true),
    ] {
        let mut desk = Desk::new();
        desk.rulings().division_chit_enters_zones = reading;
        desk.place(MOUNTAIN, "05.07");
        desk.lead(OBERST, MOUNTAIN);
        desk.place(GREEK, "05.05");
        let watched = desk.hex("05.06");
        assert!(desk.battle.zone_of(engine::Side::Allied, watched));
        desk.set_points("5GD", 5);
        desk.chit(chit);
        desk.activate(MOUNTAIN);
        assert_eq!(desk.offers(Action::Step(Direction::N)), enters, "{reading:?} {chit}");
        assert!(desk.offers(Action::Step(Direction::S)), "out of sight of them it may go");
        // Nor as a later step of the move.
        desk.place(MOUNTAIN, "05.08");
        desk.step(Direction::N, &[]);
        assert_eq!(desk.offers(Action::Step(Direction::N)), enters, "{reading:?} {chit}");
    }
    // An assault is not a move.
    let mut desk = Desk::new();
    desk.rulings().division_chit_enters_zones = Switch::Off;
    desk.place(PI, "05.06");
    desk.place(GREEK, "05.05");
    desk.set_points("5GD", 5);
    desk.chit("5GD");
    desk.activate(PI);
    assert!(desk.offers(Action::Assault(desk.hex("05.05"))));
}
