//! Rally, improved positions and entrenchments (series rules).

use engine::Side;

use super::super::action::Action;
use super::desk::*;

/// Such a unit active in 05.05 in its division's turn, with so many points.
fn active(id: &'static str, points: u16, prepare: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = Desk::new();
    let unit = desk.place(id, "05.05");
    let division = match desk.battle.side(unit) {
        Side::German => "5GD",
        Side::Allied => "2NZ",
    };
    desk.set_points(division, points);
    prepare(&mut desk);
    desk.chit(division);
    desk.activate(id);
    desk
}

#[test]
fn gts_rally_from_suppression_is_free_in_command_even_in_a_fire_zone() {
    let mut desk = active(PI, 0, |desk| {
        desk.state(PI).suppressed = true;
        desk.place(GREEK, "05.06");
    });
    assert_eq!(desk.legal(), [Action::Rally, Action::Done]);
    desk.play(Action::Rally, &[]);
    assert!(!desk.see(PI).suppressed);
}

#[test]
fn gts_rally_from_suppression_out_of_command_takes_a_check() {
    for (die, rallied) in [(4, true), (5, false)] {
        let mut desk = active(PI, 5, |desk| {
            desk.state(PI).suppressed = true;
            desk.dismiss(SCHAETTE);
        });
        // Quality 6, less one each for suppression and for want of command.
        desk.play(Action::Rally, &[("rally check", die)]);
        assert_eq!(desk.see(PI).suppressed, !rallied);
    }
}

#[test]
fn gts_rally_from_cohesion_takes_a_check_and_one_hit_away() {
    for (die, left) in [(5, 1), (6, 2)] {
        let mut desk = active(PI, 0, |desk| desk.state(PI).cohesion = 2);
        desk.play(Action::Rally, &[("rally check", die)]);
        assert_eq!(desk.see(PI).cohesion, left, "quality 5 with two hits");
    }
}

#[test]
fn gts_a_point_passes_the_rally_check() {
    let mut desk = active(PI, 1, |desk| desk.state(PI).cohesion = 1);
    desk.play(Action::Rally, &[]);
    desk.play(Action::Pay, &[]);
    assert_eq!((desk.see(PI).cohesion, desk.points("5GD")), (0, 0));
}

#[test]
fn gts_no_rally_from_cohesion_in_an_enemy_fire_zone() {
    let desk = active(PI, 0, |desk| {
        desk.state(PI).cohesion = 1;
        desk.place(GREEK, "05.06");
    });
    assert!(!desk.offers(Action::Rally));
    let desk = active(PI, 0, |desk| {
        desk.state(PI).cohesion = 1;
        desk.place(GREEK, "05.06");
        desk.state(GREEK).suppressed = true;
    });
    assert!(desk.offers(Action::Rally), "suppressed units have no zone");
}

#[test]
fn gts_a_suppressed_unit_does_nothing_but_rally() {
    let desk = active(PI, 9, |desk| {
        desk.state(PI).suppressed = true;
        desk.state(PI).column = true;
        desk.place(GREEK, "05.06");
    });
    assert_eq!(desk.legal(), [Action::Rally, Action::Done]);
}

#[test]
fn gts_infantry_improves_its_position_by_a_check() {
    for (die, dug) in [(3, true), (4, false)] {
        let mut desk = active(GREEK2, 0, |_| ());
        desk.play(Action::Improve, &[("digging check", die)]);
        assert_eq!(desk.see(GREEK2).improved, dug);
    }
}

#[test]
fn gts_a_point_passes_the_check_of_infantry_that_digs() {
    let mut desk = active(GREEK2, 1, |_| ());
    desk.play(Action::Improve, &[]);
    desk.play(Action::Pay, &[]);
    assert!(desk.see(GREEK2).improved);
}

#[test]
fn gts_engineers_improve_without_a_check_and_for_guns_too() {
    let mut desk = active(PI, 0, |desk| {
        desk.place(AT, "05.05");
    });
    let guns = desk.unit(AT);
    desk.play(Action::ImproveFor(guns), &[]);
    assert!(desk.see(AT).improved && !desk.see(PI).improved);
    let mut desk = active(PI, 0, |_| ());
    desk.play(Action::Improve, &[]);
    assert!(desk.see(PI).improved);
}

#[test]
fn gts_guns_and_vehicles_dig_nothing_themselves() {
    for id in [AT, TANKS, MOTORCYCLES] {
        assert!(!active(id, 9, |_| ()).offers(Action::Improve), "{id}");
    }
}

#[test]
fn gts_nobody_digs_in_column_or_twice() {
    assert!(!active(GREEK2, 9, |desk| desk.state(GREEK2).column = true).offers(Action::Improve));
    assert!(!active(GREEK2, 9, |desk| desk.state(GREEK2).improved = true).offers(Action::Improve));
}

#[test]
fn gts_engineers_entrench_from_an_improved_position_by_a_check_that_no_point_buys() {
    for (die, dug) in [(7, true), (8, false)] {
        let mut desk = active(PI, 9, |desk| desk.state(PI).improved = true);
        // Quality 6 and one for the improved position; nothing is asked.
        desk.play(Action::Entrench, &[("digging check", die)]);
        let unit = desk.unit(PI);
        assert_eq!(desk.battle.entrenched(unit), dug);
        assert_eq!(desk.see(PI).improved, !dug);
    }
}

#[test]
fn gts_nobody_entrenches_without_an_improved_position_or_without_engineers() {
    assert!(!active(PI, 9, |_| ()).offers(Action::Entrench));
    assert!(!active(GREEK2, 9, |desk| desk.state(GREEK2).improved = true).offers(Action::Entrench));
}

#[test]
fn gts_an_entrenchment_stays_when_its_builders_leave() {
    let mut desk = active(PI, 9, |desk| desk.state(PI).improved = true);
    desk.play(Action::Entrench, &[("digging check", 0)]);
    desk.step(engine::Direction::N, &[]);
    let unit = desk.unit(PI);
    assert!(!desk.battle.entrenched(unit));
    let other = desk.place(MOUNTAIN, "05.05");
    assert!(desk.battle.entrenched(other), "the whole hex, for its own side");
    desk.state(MOUNTAIN).column = true;
    assert!(!desk.battle.entrenched(other), "not in column");
}
