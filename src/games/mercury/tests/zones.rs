//! Fire zones and opportunity fire (series rules; example in S1.0).

use alloc::vec::Vec;

use engine::{Direction, Side};

use super::super::action::Action;
use super::super::counter::Colour;
use super::super::event::Event;
use super::super::fire::{Hit, Mod};
use super::super::rulings::{IndirectZones, OpfireLimit, Switch};
use super::desk::*;

/// Hexes due south of 05.02 that the zone of a unit there covers.
fn reach(desk: &Desk, id: &str) -> Vec<u8> {
    let unit = desk.unit(id);
    let south = ["05.02", "05.03", "05.04", "05.05", "05.06"];
    (0..5).filter(|&d| desk.battle.covers(unit, desk.hex(south[usize::from(d)]))).collect()
}

#[test]
fn gts_a_zone_reaches_as_far_as_the_counter_says_and_not_into_its_own_hex() {
    let mut desk = Desk::new();
    for (id, hexes) in [(PI, 1), (AT, 2), (ART, 2), (MG, 2), (COAST, 3)] {
        desk.place(id, "05.02");
        assert_eq!(reach(&desk, id), (1..=hexes).collect::<Vec<u8>>(), "{id}");
        let unit = desk.unit(id);
        desk.battle.lift(unit);
    }
}

#[test]
fn gts_no_zone_when_suppressed_or_mounted_and_none_for_mortars() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.state(AT).suppressed = true;
    assert!(reach(&desk, AT).is_empty());
    desk.state(AT).suppressed = false;
    desk.state(AT).mounted = true;
    assert!(reach(&desk, AT).is_empty());
    desk.place(MORTAR, "05.02");
    desk.counter(MORTAR).zone = 3;
    assert!(reach(&desk, MORTAR).is_empty());
}

/// Published answers on an older game of the series: zones of three hexes at most for all that fires indirect, and
/// opportunity fire with them; mortars on their own row, no barrage.
#[test]
fn ruling_indirect_zones() {
    let mut desk = Desk::new();
    desk.rulings().indirect_zones = IndirectZones::ThreeHexes;
    desk.derive();
    for id in [MORTAR, ART] {
        desk.place(id, "05.02");
        assert_eq!(reach(&desk, id), [1, 2, 3], "{id}");
        let unit = desk.unit(id);
        desk.battle.lift(unit);
    }
    let mut desk = leaving(|desk| {
        desk.rulings().indirect_zones = IndirectZones::ThreeHexes;
        desk.derive();
        let watcher = desk.unit(GREEK);
        desk.battle.lift(watcher);
        desk.counter(MORTAR).side = Side::Allied;
        desk.place(MORTAR, "05.02");
    });
    desk.step(Direction::S, &[]);
    let events = desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 9)]);
    let shot = events.iter().find_map(|event| match event {
        Event::Shot { colour, mods, .. } => Some((*colour, mods.iter().collect::<Vec<_>>())),
        _ => None,
    });
    let (colour, mods) = shot.unwrap();
    assert_eq!(colour, Colour::Green);
    assert!(mods.contains(&(Mod::Range, -2)), "{mods:?}");
    assert!(events.iter().all(|event| !matches!(event, Event::Barrage(..))));
}

#[test]
fn gts_a_zone_in_column_reaches_the_next_hex() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.state(AT).column = true;
    assert_eq!(reach(&desk, AT), [1]);
}

#[test]
fn gts_a_zone_needs_sight() {
    let mut desk = Desk::on(&[("05.03", "town", "", "")]);
    desk.place(AT, "05.02");
    assert_eq!(reach(&desk, AT), [1]);
    let mut dark = Desk::new();
    dark.place(COAST, "05.02");
    dark.counter(COAST).zone = 4;
    dark.derive();
    assert_eq!(reach(&dark, COAST), [1, 2, 3, 4]);
    dark.ground().calendar.night[0] = true;
    assert_eq!(reach(&dark, COAST), [1, 2, 3]);
}

#[test]
fn gts_an_enemy_next_to_it_leaves_a_unit_a_zone_of_one() {
    let mut desk = Desk::new();
    desk.place(AT, "05.02");
    desk.place(GREEK, "04.02");
    assert_eq!(reach(&desk, AT), [1]);
}

/// Greeks of quality 2 in 05.04, German engineers active next to them in 05.05.
fn leaving(prepare: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.04");
    desk.set_points("5GD", 0);
    desk.set_points("2NZ", 9);
    prepare(&mut desk);
    desk.chit("5GD");
    desk.activate(PI);
    desk
}

#[test]
fn gts_leaving_a_zone_lets_the_enemy_try_and_staying_does_not() {
    let mut desk = leaving(|_| ());
    desk.step(Direction::S, &[]);
    assert_eq!(desk.legal(), [Action::Shoot, Action::HoldFire]);
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK)));
    assert_eq!(desk.at(PI), "05.05", "the fire comes before the move");
    desk.play(Action::HoldFire, &[]);
    assert_eq!(desk.at(PI), "05.06");
    // Out of the zone the next step is free.
    desk.step(Direction::S, &[]);
    assert_eq!(desk.at(PI), "05.07");
}

#[test]
fn gts_entering_a_zone_is_free() {
    let mut desk = leaving(|desk| {
        desk.place(PI, "05.06");
    });
    desk.step(Direction::N, &[]);
    assert_eq!(desk.at(PI), "05.05");
}

#[test]
fn gts_opportunity_fire_takes_a_check_that_no_point_buys() {
    let mut desk = leaving(|_| ());
    desk.step(Direction::S, &[]);
    let events = desk.play(Action::Shoot, &[("opportunity check", 3)]);
    assert_eq!(checks_of(&events), [(2, false)]);
    assert_eq!(desk.at(PI), "05.06");
    assert_eq!(desk.points("2NZ"), 9);
}

#[test]
fn gts_opportunity_fire_suppresses_before_the_step() {
    let mut desk = leaving(|_| ());
    desk.step(Direction::S, &[]);
    // Pink 3, zone to free -1: a 2 is S?, which quality 6 fails with a 7.
    let events = desk
        .play(Action::Shoot, &[("opportunity check", 2), ("shot", 2), ("suppression check", 7)]);
    assert_eq!(shot_of(&events), (2, 2, Hit::Question));
    assert_eq!(desk.at(PI), "05.05");
    assert!(desk.see(PI).suppressed);
}

#[test]
fn gts_a_mover_that_converts_goes_on() {
    let mut desk = leaving(|desk| {
        desk.set_points("5GD", 1);
        desk.state(PI).column = true;
    });
    desk.step(Direction::S, &[]);
    // In column +2, so 4: a 3 is S. The point turns it into a cohesion hit (example in S1.0).
    let events = desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 3)]);
    assert_eq!(shot_of(&events), (4, 3, Hit::Suppression));
    desk.play(Action::Pay, &[]);
    assert_eq!(desk.at(PI), "05.06");
    assert_eq!(desk.see(PI).cohesion, 1);
}

#[test]
fn gts_a_mover_that_dies_does_not_arrive() {
    let mut desk = leaving(|desk| {
        desk.state(PI).steps = 1;
        desk.counter(GREEK).fire.as_mut().unwrap().value = 9;
    });
    desk.step(Direction::S, &[]);
    desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 7)]);
    assert_eq!(desk.at(PI), "dead");
    assert!(desk.at_rest());
}

/// The modifiers of the shot when the mover goes south.
fn situation(prepare: impl FnOnce(&mut Desk)) -> Vec<(Mod, i8)> {
    let mut desk = leaving(prepare);
    desk.step(Direction::S, &[]);
    let events = desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 9)]);
    events
        .iter()
        .find_map(|event| match event {
            Event::Shot { mods, .. } => Some(mods.iter().collect()),
            _ => None,
        })
        .unwrap()
}

#[test]
fn gts_from_zone_to_free_hex_takes_one_off() {
    assert_eq!(situation(|_| ()), [(Mod::Situation, -1)]);
}

#[test]
fn gts_from_zone_to_zone_adds_two() {
    let watched = situation(|desk| {
        desk.place(GREEK2, "05.07");
    });
    assert_eq!(watched, [(Mod::Situation, 2)]);
}

#[test]
fn gts_the_cover_of_the_hex_left_counts() {
    let mut desk = Desk::on(&[("05.05", "town", "", ""), ("05.06", "clear", "", "")]);
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.04");
    desk.state(PI).improved = true;
    desk.chit("5GD");
    desk.activate(PI);
    desk.step(Direction::S, &[]);
    let events = desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 9)]);
    let Some(Event::Shot { mods, .. }) = events.iter().find(|e| matches!(e, Event::Shot { .. }))
    else {
        panic!("{events:?}")
    };
    let expected = [(Mod::Terrain, -2), (Mod::Improved, -1), (Mod::Situation, -1)];
    assert_eq!(mods.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn gts_every_unit_that_watches_may_try_once_for_each_hex_left() {
    let mut desk = leaving(|desk| {
        desk.place(GREEK2, "04.04");
    });
    desk.step(Direction::S, &[]);
    let mut asked = Vec::new();
    for _ in 0..2 {
        asked.push(desk.battle.subject().unwrap());
        desk.play(Action::HoldFire, &[]);
    }
    assert_eq!(asked, [desk.unit(GREEK), desk.unit(GREEK2)]);
    assert_eq!(desk.at(PI), "05.06");
}

#[test]
fn gts_the_watch_ends_when_the_mover_is_suppressed() {
    let mut desk = leaving(|desk| {
        desk.place(GREEK2, "04.04");
    });
    desk.step(Direction::S, &[]);
    desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 2), ("suppression check", 9)]);
    assert!(desk.at_rest(), "nobody else is asked: {:?}", desk.legal());
}

#[test]
fn gts_suppressed_units_and_mortars_do_not_watch() {
    let mut desk = leaving(|desk| desk.state(GREEK).suppressed = true);
    desk.step(Direction::S, &[]);
    assert_eq!(desk.at(PI), "05.06");
}

/// Whether this draws fire from the Greeks in 05.04.
fn draws(
    id: &'static str,
    action: Action,
    switch: Switch,
    prepare: impl FnOnce(&mut Desk),
) -> bool {
    let mut desk = Desk::new();
    desk.place(id, "05.05");
    desk.place(GREEK, "05.04");
    desk.rulings().opfire_nonmove = switch;
    prepare(&mut desk);
    desk.chit("5GD");
    desk.activate(id);
    desk.play(action, &[]);
    desk.legal().contains(&Action::Shoot)
}

#[test]
fn ruling_opfire_nonmove() {
    for switch in [Switch::On, Switch::Off] {
        let expected = switch.on();
        let column = |desk: &mut Desk| desk.state(PI).column = true;
        assert_eq!(draws(PI, Action::EnterColumn, switch, |_| ()), expected);
        assert_eq!(draws(PI, Action::LeaveColumn, switch, column), expected);
        assert_eq!(draws(PI, Action::Deploy, switch, column), expected);
        assert_eq!(draws(PI, Action::Improve, switch, |_| ()), expected);
        assert_eq!(draws(AT, Action::Mount, switch, |_| ()), expected);
        let mounted = |desk: &mut Desk| desk.state(AT).mounted = true;
        assert_eq!(draws(AT, Action::Dismount, switch, mounted), expected);
    }
}

#[test]
fn gts_rally_and_infantry_that_digs_draw_no_fire() {
    let suppressed = |desk: &mut Desk| desk.state(PI).suppressed = true;
    assert!(!draws(PI, Action::Rally, Switch::On, suppressed));
    assert!(!draws(MOUNTAIN, Action::Improve, Switch::On, |_| ()));
}

#[test]
fn gts_a_unit_suppressed_at_its_work_does_not_finish_it() {
    let mut desk = leaving(|_| ());
    desk.play(Action::EnterColumn, &[]);
    desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 2), ("suppression check", 9)]);
    assert!(!desk.see(PI).column && desk.see(PI).suppressed);
}

#[test]
fn ruling_opfire_limit() {
    for (limit, again) in [(OpfireLimit::None, true), (OpfireLimit::OnceAnActivation, false)] {
        let mut desk = leaving(|desk| {
            desk.rulings().opfire_limit = limit;
        });
        desk.play(Action::EnterColumn, &[]);
        desk.play(Action::Shoot, &[("opportunity check", 9)]);
        desk.step(Direction::S, &[]);
        assert_eq!(desk.legal().contains(&Action::Shoot), again, "{limit:?}");
    }
    // Another unit's activation begins anew.
    let mut desk = leaving(|desk| {
        desk.rulings().opfire_limit = OpfireLimit::OnceAnActivation;
        desk.place(PI2, "05.05");
    });
    desk.step(Direction::S, &[]);
    desk.play(Action::Shoot, &[("opportunity check", 9)]);
    desk.play(Action::Halt, &[]);
    desk.activate(PI2);
    desk.step(Direction::S, &[]);
    assert!(desk.offers(Action::Shoot));
}
