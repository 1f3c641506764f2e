//! Parachute drops and glider landings (4.1 to 4.2.2).

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

use engine::{DropFacts, Id, MeasureOf, Odds, Position, Scripted, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::event::Event;
use super::super::fire::{Mod, Mode};
use super::super::frame::{AirStrikes, Frame};
use super::super::ground::{Chit, Landing};
use super::super::rulings::{DropPlacement, Switch, ZoneReach};
use super::super::state::Battle;
use super::desk::*;
use crate::mercury::ids::{LeaderId, StickId};

/// The desk with only one stick, of these units, over hexes within one of 33.14 (scrub in the
/// middle, clear round it), or over one hex.
fn stick(units: &[&str], zone: &[&str]) -> Desk {
    let mut desk = Desk::snafu();
    let ids = units.iter().map(|id| desk.unit(id)).collect();
    let hexes = zone.iter().map(|label| desk.hex(label)).collect();
    let ground = desk.ground();
    ground.sticks.truncate(1);
    ground.sticks[0].units = ids;
    ground.sticks[0].leader = None;
    ground.sticks[0].hexes = hexes;
    desk
}

/// The regiment's chit is drawn, with the units of the stick still in the air.
fn jump(desk: &mut Desk, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    let division = desk.division(REGIMENT);
    desk.chit(REGIMENT);
    desk.battle.call_sticks(division);
    desk.settle(rolls)
}

/// What a unit meets that landed by itself in a hex and is now activated, with this die.
fn landing(desk: &mut Desk, id: &str, die: u8) -> DropFacts {
    jump(desk, &[]);
    let unit = desk.unit(id);
    let events = desk.play(Action::Activate(unit), &[("drop", die)]);
    landings(&desk.battle, &events).remove(0)
}

#[test]
fn m4_1_sticks_jump_with_the_division_chit_of_their_turn_and_once() {
    let mut desk = stick(&[FJR1], &["33.14"]);
    desk.ground().sticks[0].turn = 1;
    jump(&mut desk, &[]);
    assert_eq!(desk.at(FJR1), "waiting");
    desk.battle.turn = 2;
    jump(&mut desk, &[]);
    assert_eq!(desk.at(FJR1), "33.14", "a drop that slipped comes with the next chit");
    assert!(!desk.battle.drop_due(desk.division(REGIMENT)));
    let division = desk.division(REGIMENT);
    desk.battle.frames.clear();
    desk.battle.call_sticks(division);
    assert!(desk.battle.frames.is_empty());
}

#[test]
fn m4_1_air_strikes_come_before_the_drop_and_reach_the_whole_map() {
    let mut desk = Desk::snafu();
    for (id, hex) in [(AUS, "29.11"), (SNAFU_GREEK, "01.26")] {
        desk.place(id, hex);
    }
    let chit = desk.number(Chit::Division(desk.division(REGIMENT)));
    // No die for command points: the first activation brings none.
    let mut dice = Scripted::new([]);
    desk.battle.play_chit(chit, &mut dice, &mut Vec::new());
    desk.settle(&[]);
    let far = desk.hex("01.26");
    assert!(matches!(
        desk.battle.frames.last(),
        Some(Frame::AirStrikes(AirStrikes { left: 4, within: None, .. }))
    ));
    assert!(desk.offers(Action::AirStrike(far)), "no German unit is within three hexes, or at all");
    for _ in 0..3 {
        desk.play(Action::AirStrike(far), &[]);
    }
    let rolls = [("shot", 9), ("shot", 9), ("shot", 9), ("shot", 9)];
    desk.play(Action::AirStrike(far), &rolls);
    assert!(matches!(desk.battle.frames.last(), Some(Frame::Dropping(_))));
    assert_eq!(desk.battle.on_map(Side::German).count(), 0);
}

#[test]
fn m4_2_one_unit_lands_in_a_hex_and_none_where_an_enemy_stands() {
    let mut desk = stick(&[FJR1, FJR2, FJR9], &["33.13", "33.14", "33.15", "33.16"]);
    desk.place(AUS, "33.16");
    jump(&mut desk, &[]);
    let hexes = ["33.13", "33.14", "33.15"].map(|label| Action::DropIn(desk.hex(label)));
    assert_eq!(desk.legal(), hexes);
    desk.play(hexes[1], &[]);
    assert_eq!(desk.legal(), [hexes[0], hexes[2]]);
    // The last has no choice left.
    desk.play(hexes[2], &[]);
    let at = [FJR1, FJR2, FJR9].map(|id| desk.at(id));
    assert_eq!(at, ["33.14", "33.15", "33.13"]);
    assert!(desk.at_rest());
}

#[test]
fn m4_2_who_stands_there_from_an_earlier_drop_leaves_room() {
    let mut desk = stick(&[FJR1], &["33.14"]);
    desk.place(FJR2, "33.14");
    jump(&mut desk, &[]);
    assert_eq!(desk.at(FJR1), "33.14");
}

#[test]
fn m4_2_a_unit_forced_onto_the_enemy_is_eliminated() {
    let mut desk = stick(&[FJR1, FJR2], &["33.14", "33.15"]);
    desk.place(AUS, "33.14");
    let events = jump(&mut desk, &[]);
    // The first takes the only free hex, the second finds none.
    assert_eq!((desk.at(FJR1).as_str(), desk.at(FJR2).as_str()), ("33.15", "dead"));
    assert_eq!(desk.battle.tally.steps_lost.german, 2);
    let facts = landings(&desk.battle, &events);
    assert_eq!((facts[0].result, facts[0].steps_lost), ("landed on the enemy", 2));
    assert_eq!(desk.see(FJR2).end, Some((0, "drop")));
}

#[test]
fn m4_2_parachutists_carry_a_marker_at_once_and_gliders_none() {
    for (glider, markers) in [(false, [1, 0]), (true, [0, 0])] {
        let mut desk = stick(&[FJR1], &["33.15"]);
        desk.ground().sticks[0].glider = glider;
        jump(&mut desk, &[]);
        assert_eq!([desk.see(FJR1).parachutes, desk.see(FJR1).gliders], markers);
    }
}

#[test]
fn m4_2_the_drop_itself_draws_no_fire() {
    let mut desk = stick(&[FJR1], &["33.15"]);
    desk.place(AUS_MG, "33.17");
    desk.place(AUS, "33.16");
    jump(&mut desk, &[]);
    let unit = desk.unit(FJR1);
    assert_eq!(desk.legal(), [Action::Activate(unit), Action::EndActivation]);
    // Nor does rolling on the table, nor removing a marker.
    desk.play(Action::Activate(unit), &[("drop", 0)]);
    desk.play(Action::Shed, &[]);
    assert_eq!(desk.battle.markers(unit), 0);
}

#[test]
fn m4_2_1_the_table_is_asked_at_the_first_activation_and_for_the_rest_at_the_end() {
    let mut desk = stick(&[FJR1, FJR2, FJR9], &["33.13", "33.15", "33.16"]);
    jump(&mut desk, &[]);
    for label in ["33.13", "33.15"] {
        let hex = desk.hex(label);
        desk.play(Action::DropIn(hex), &[]);
    }
    let first = desk.unit(FJR2);
    let events = desk.play(Action::Activate(first), &[("drop", 6)]);
    assert_eq!(landings(&desk.battle, &events).len(), 1);
    assert_eq!(desk.battle.markers(first), 2);
    desk.play(Action::Done, &[]);
    let events = desk.play(Action::EndActivation, &[("drop", 9), ("drop", 3)]);
    let rest: Vec<_> = landings(&desk.battle, &events).iter().map(|f| (f.unit, f.result)).collect();
    // In the order of the roster: the companies of Stick One first.
    let expected = [(FJR9, "step loss"), (FJR1, "no effect")];
    assert_eq!(rest, expected.map(|(id, words)| (desk.unit(id).0, words)));
    assert!(desk.battle.ids().all(|unit| desk.battle.unit(unit).landing.is_none()));
}

#[test]
fn m4_2_1_each_enemy_zone_counts_one_anti_aircraft_two() {
    let mut desk = stick(&[FJR1], &["33.15"]);
    // In reach: a company beside the hex. Out of reach: one two hexes away. The machine guns reach two.
    desk.place(AUS, "33.16");
    desk.place(AUS2, "33.17");
    desk.place(AUS_MG, "35.15");
    let one = landing(&mut desk, FJR1, 3);
    assert_eq!((zones(&desk, &one), one.modifier), ([2, 0], 2));
    assert_eq!(
        (one.terrain.as_str(), one.kind, one.zone.as_str()),
        ("clear", "parachute", "Stick One")
    );

    let mut desk = stick(&[FJR1], &["33.15"]);
    desk.place(AUS_MG, "35.15");
    desk.counter(AUS_MG).anti_aircraft = true;
    let aa = landing(&mut desk, FJR1, 3);
    assert_eq!((zones(&desk, &aa), aa.modifier), ([1, 1], 2));
}

#[test]
fn m4_2_1_suppressed_units_and_mortars_have_no_zone_to_count() {
    let mut desk = stick(&[FJR1], &["33.15"]);
    desk.place(AUS, "33.16");
    desk.state(AUS).suppressed = true;
    desk.place(AUS_MORTAR, "34.15");
    assert_eq!(landing(&mut desk, FJR1, 3).modifier, 0);
}

#[test]
fn m4_2_1_bad_ground_counts_one_for_parachutes_and_two_for_gliders() {
    let desk = Desk::snafu();
    let unit = desk.unit(FJR1);
    for (label, para, glider) in
        [("33.15", 0, 0), ("33.14", 1, 2), ("17.15", 1, 2), ("19.15", 1, 2), ("08.13", 0, 0)]
    {
        let hex = desk.hex(label);
        let terrain = |glider| desk.battle.drop_modifiers(unit, glider, hex).2;
        assert_eq!((terrain(false), terrain(true)), (para, glider), "{label}");
    }
    // All of them together, through a landing: two zones, one of them anti-aircraft, a glider in scrub.
    let mut desk = stick(&[FJR1], &["33.14"]);
    desk.ground().sticks[0].glider = true;
    desk.place(AUS, "33.15");
    desk.place(AUS_MG, "33.16");
    desk.counter(AUS_MG).anti_aircraft = true;
    assert_eq!(landing(&mut desk, FJR1, 0).modifier, 5);
}

#[test]
fn ruling_zone_reach_reaches_the_drop_table() {
    let zones = |reach, hex| {
        let mut desk = stick(&[FJR1], &["33.15"]);
        desk.rulings().zone_reach = reach;
        desk.place(AUS, hex);
        let facts = landing(&mut desk, FJR1, 3);
        zones(&desk, &facts)[0]
    };
    // A company with light mortars, range 2, zone 1.
    for (reach, near, far) in [(ZoneReach::A, 1, 0), (ZoneReach::B, 1, 0), (ZoneReach::C, 1, 1)] {
        assert_eq!((zones(reach, "33.16"), zones(reach, "33.17")), (near, far), "{reach:?}");
    }
}

#[test]
fn ruling_zone_reach_a_b_c() {
    let reach = |reading, id: &str| {
        let mut desk = Desk::snafu();
        desk.rulings().zone_reach = reading;
        desk.place(id, "33.20");
        let unit = desk.unit(id);
        (21..26)
            .filter(|row| {
                let hex = desk.hex(&alloc::format!("33.{row}"));
                desk.battle.covers(unit, hex)
            })
            .count()
    };
    let of = |id| [ZoneReach::A, ZoneReach::B, ZoneReach::C].map(|reading| reach(reading, id));
    assert_eq!(of(AUS_MG), [1, 2, 2], "machine guns");
    assert_eq!(of(AUS), [1, 1, 2], "infantry with range 2");
    assert_eq!(of(FJR1), [1, 1, 1], "infantry with range 1");
    assert_eq!(of(SNAFU_GREEK), [1, 1, 1], "Greeks");
    assert_eq!(of(AUS_MORTAR), [0, 0, 0], "mortars");
}

#[test]
fn m4_2_1_a_natural_0_never_harms() {
    let desk = Desk::snafu();
    let none = Landing { delays: 0, steps: 0, eliminated: false };
    assert!((0..40).all(|modifier| desk.battle.drop_result(0, modifier) == none));
    assert_ne!(desk.battle.drop_result(1, 11), none);
}

/// Results by modified roll: the central table.
const CENTRAL: [(u8, &str); 14] = [
    (1, "no effect"),
    (5, "no effect"),
    (6, "one delay"),
    (7, "one delay"),
    (8, "two delays"),
    (9, "step loss"),
    (10, "step loss"),
    (11, "step loss"),
    (12, "eliminated"),
    (13, "eliminated"),
    (15, "eliminated"),
    (20, "eliminated"),
    (30, "eliminated"),
    (40, "eliminated"),
];

#[test]
fn m4_2_1_the_table_by_modified_roll() {
    let desk = Desk::snafu();
    for (modified, words) in CENTRAL {
        for die in 1..10 {
            if modified >= die {
                let result = desk.battle.drop_result(die, u16::from(modified - die));
                assert_eq!(result.words(), words, "{die} + {}", modified - die);
            }
        }
    }
}

#[test]
fn m4_2_1_delays_add_markers_of_the_units_own_kind() {
    for (glider, markers) in [(false, [3, 0]), (true, [0, 2])] {
        let mut desk = stick(&[FJR1], &["33.15"]);
        desk.ground().sticks[0].glider = glider;
        let facts = landing(&mut desk, FJR1, 8);
        assert_eq!([desk.see(FJR1).parachutes, desk.see(FJR1).gliders], markers);
        assert_eq!((facts.result, facts.roll), ("two delays", 8));
        let told = value(&desk.battle, MeasureOf::Drop, &facts.values, "drop_markers");
        assert_eq!(told, Some(i64::from(markers[0] + markers[1])));
    }
}

#[test]
fn m4_2_1_step_loss_and_elimination() {
    let mut desk = stick(&[FJR1], &["33.15"]);
    assert_eq!(landing(&mut desk, FJR1, 9).steps_lost, 1);
    assert_eq!(desk.see(FJR1).steps, 1);
    assert_eq!(desk.battle.tally.steps_lost.german, 1);

    // The last step of a weak unit.
    let mut desk = stick(&[FJR1], &["33.15"]);
    desk.state(FJR1).steps = 1;
    assert_eq!(landing(&mut desk, FJR1, 9).steps_lost, 1);
    assert_eq!(desk.at(FJR1), "dead");
    assert!(desk.at_rest(), "the dead do not act");

    // 9 and three zones: 12.
    let mut desk = stick(&[FJR1], &["33.15"]);
    for (id, hex) in [(AUS, "33.16"), (AUS2, "33.14"), (AUS11, "34.15")] {
        desk.place(id, hex);
    }
    let facts = landing(&mut desk, FJR1, 9);
    assert_eq!((facts.modifier, facts.result, facts.steps_lost), (3, "eliminated", 2));
    assert_eq!(desk.at(FJR1), "dead");
    assert_eq!(desk.battle.tally.steps_lost.german, 2);
}

#[test]
fn ruling_drop_combined() {
    for (word, delays) in [("off", 0), ("on", 1)] {
        let mut files = Files::default();
        files.change("snafu", "toml", |text| {
            text + &alloc::format!("\n[rulings]\ndrop_combined = \"{word}\"\n")
        });
        let battle = files.scenario("snafu");
        let expected = |delays| Landing { delays, steps: 1, eliminated: false };
        assert_eq!(battle.drop_result(9, 1), expected(delays), "{word}");
        assert_eq!(battle.drop_result(9, 0), expected(0), "the plain step loss stays one");
    }
}

/// A unit with markers, active in the regiment's activation, its leader beside it.
fn marked(markers: u8) -> Desk {
    let mut desk = Desk::snafu();
    desk.place(FJR1, "33.15");
    desk.lead(CO_I, FJR1);
    desk.state(FJR1).parachutes = markers;
    desk.set_points(REGIMENT, 3);
    desk.chit(REGIMENT);
    desk
}

#[test]
fn ruling_marker_repeat() {
    let mut desk = marked(2);
    desk.activate(FJR1);
    assert_eq!(desk.legal(), [Action::Shed, Action::Done]);
    desk.play(Action::Shed, &[]);
    assert_eq!(desk.legal(), [Action::Done], "not the same action twice: one marker an activation");
    assert_eq!((desk.see(FJR1).parachutes, desk.points(REGIMENT)), (1, 3));

    let mut desk = marked(2);
    desk.rulings().marker_repeat = Switch::On;
    desk.activate(FJR1);
    desk.play(Action::Shed, &[]);
    assert_eq!(desk.legal(), [Action::Shed, Action::Done]);
    desk.play(Action::Shed, &[]);
    assert_eq!(
        (desk.see(FJR1).parachutes, desk.points(REGIMENT)),
        (0, 2),
        "the second for a point"
    );
    assert!(desk.at_rest());
}

#[test]
fn m4_2_2_with_the_last_marker_gone_the_second_action_is_free_to_choose() {
    let mut desk = marked(1);
    desk.place(AUS, "33.16");
    desk.activate(FJR1);
    desk.play(Action::Shed, &[]);
    let enemy = desk.unit(AUS);
    assert!(desk.offers(Action::Fire(enemy)));
    assert!(!desk.offers(Action::Shed));
}

#[test]
fn m4_2_2_glider_markers_come_off_like_parachutes() {
    let mut desk = marked(0);
    desk.state(FJR1).gliders = 1;
    desk.activate(FJR1);
    desk.play(Action::Shed, &[]);
    assert_eq!(desk.see(FJR1).gliders, 0);
}

#[test]
fn m4_2_2_a_suppressed_unit_rallies_before_it_removes_a_marker() {
    let mut desk = marked(1);
    desk.state(FJR1).suppressed = true;
    desk.activate(FJR1);
    assert_eq!(desk.legal(), [Action::Rally, Action::Done]);
    desk.play(Action::Rally, &[]);
    // Another kind of action: it may follow for a point.
    assert_eq!(desk.legal(), [Action::Shed, Action::Done]);
}

#[test]
fn m4_2_2_a_marked_unit_has_its_zone_and_fires_back_but_does_nothing_of_its_own() {
    let mut desk = marked(1);
    let enemy = desk.place(AUS, "33.16");
    let unit = desk.unit(FJR1);
    assert!(desk.battle.covers(unit, desk.hex("33.16")));
    assert_eq!(desk.battle.may_fire_at(unit, enemy), None);
    assert!(!desk.battle.may_assault(unit, desk.hex("33.16")));
    desk.set_points(BRIGADE, 3);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    desk.step(engine::Direction::S, &[]);
    // 6, a parachute -2, company of two steps; to a hex out of zones -1: 3.
    let events = desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 9)]);
    assert_eq!(shot_of(&events).0, 3);
}

#[test]
fn m4_2_2_a_marked_unit_defends_against_an_assault() {
    let mut desk = marked(1);
    desk.place(AUS, "33.16");
    desk.lead(CO_2_1, AUS);
    desk.set_points(BRIGADE, 3);
    desk.chit(BRIGADE);
    desk.activate(AUS);
    let hex = desk.hex("33.15");
    let events = desk.play(Action::Assault(hex), &[("bravery check", 0)]);
    assert!(checks_of(&events).iter().all(|&(_, passed)| passed));
    let charger = desk.unit(AUS);
    assert!(desk.offers(Action::ShootAt(charger)), "it fires at the charge");
    desk.play(Action::HoldFire, &[]);
    // It cannot retreat: no choice is offered, it strikes at once and may try for its bonus.
    assert_eq!(desk.legal(), [Action::Roll, Action::Pay]);
    assert_eq!(desk.battle.to_act(), Some(Side::German));
    let events = desk.play(Action::Roll, &[("bonus check", 9), ("shot", 9)]);
    // 6, a parachute -2, a charging target +2.
    assert_eq!(shot_of(&events).0, 6);
}

#[test]
fn gts_markers_weaken_fire_and_draw_it() {
    let mut desk = Desk::snafu();
    desk.place(FJR1, "33.15");
    desk.place(AUS, "33.16");
    let value = |mods: Vec<(Mod, i8)>, which: Mod| {
        mods.iter().find(|(why, _)| *why == which).map_or(0, |&(_, value)| value)
    };
    for (parachutes, gliders, firer, target) in
        [(1, 0, -2, 2), (2, 0, -4, 4), (3, 0, -6, 6), (0, 1, -1, 3), (0, 2, -2, 6)]
    {
        let before = desk.battle.quality(desk.unit(FJR1));
        desk.state(FJR1).parachutes = parachutes;
        desk.state(FJR1).gliders = gliders;
        for mode in [Mode::Opportunity, Mode::Assault] {
            assert_eq!(value(desk.mods(FJR1, AUS, mode), Mod::FirerMarkers), firer, "{mode:?}");
        }
        for mode in [Mode::Direct, Mode::Opportunity, Mode::Indirect, Mode::Assault] {
            assert_eq!(value(desk.mods(AUS, FJR1, mode), Mod::Markers), target, "{mode:?}");
        }
        assert_eq!(desk.battle.quality(desk.unit(FJR1)), before, "troop quality is not touched");
    }
}

#[test]
fn m5_1_markers_help_aircraft() {
    let mut desk = Desk::snafu();
    let target = desk.place(FJR1, "33.15");
    desk.state(FJR1).parachutes = 1;
    desk.place(FJR2, "33.15");
    let shot = super::super::fire::Shot {
        firer: None,
        target,
        mode: Mode::Air,
        colour: super::super::counter::Colour::White,
        extra: 0,
    };
    let (printed, mods) = desk.battle.aim(shot);
    // The marker +2, four steps in the hex +1; not the defence of -1.
    assert_eq!((printed, mods.sum()), (3, 3));
}

#[test]
fn ruling_drop_placement_random() {
    let mut desk = stick(&[FJR1], &["33.13", "33.14", "33.15"]);
    desk.rulings().drop_placement = DropPlacement::Random;
    // Each free hex draws a rank; the lowest has it.
    jump(&mut desk, &[("drop hex", 5), ("drop hex", 7), ("drop hex", 1)]);
    assert_eq!(desk.at(FJR1), "33.15");
    // The same luck for a hex whether or not another is held.
    let places = |held: bool| {
        (0..60)
            .map(|seed| {
                let mut desk = stick(&[FJR1], &["33.13", "33.14", "33.15"]);
                desk.rulings().drop_placement = DropPlacement::Random;
                if held {
                    desk.place(AUS, "33.14");
                }
                let division = desk.division(REGIMENT);
                desk.chit(REGIMENT);
                desk.battle.call_sticks(division);
                desk.battle.settle(&mut Seeded::new(Seed(seed)), &mut Vec::new());
                desk.at(FJR1)
            })
            .collect::<Vec<_>>()
    };
    let (free, held) = (places(false), places(true));
    assert!(["33.13", "33.14", "33.15"].iter().all(|hex| free.iter().any(|at| at == hex)));
    assert!(free.iter().zip(&held).all(|(free, held)| free == held || free == "33.14"));
}

#[test]
fn m11_0_a_leader_lands_with_any_of_his_units_once_all_are_down() {
    let mut desk = stick(&[FJR9, "fjr2-11", FJR_MG], &["33.13", "33.15", "33.16"]);
    desk.ground().sticks[0].leader = Some(LeaderId::at(CO_III));
    jump(&mut desk, &[]);
    for label in ["33.13", "33.15"] {
        let hex = desk.hex(label);
        desk.play(Action::DropIn(hex), &[]);
    }
    let own = [FJR9, "fjr2-11"].map(|id| Action::LeaderWith(desk.unit(id)));
    assert_eq!(desk.legal(), own);
    desk.play(own[1], &[]);
    assert_eq!(desk.battle.command.leaders[CO_III].with, Some(desk.unit("fjr2-11")));
    assert!(desk.at_rest());

    // Those of a stick that jumps after his are his as well, and those of one that slipped into this turn.
    for turn in [0, 1] {
        let mut desk = stick(&[FJR9], &["33.13"]);
        let mut other = desk.battle.ground.sticks[0].clone();
        other.units = [desk.unit("fjr2-11")].into();
        other.hexes = [desk.hex("33.16")].into();
        other.turn = turn;
        desk.ground().sticks[0].leader = Some(LeaderId::at(CO_III));
        desk.ground().sticks.push(other);
        desk.battle.turn = 1;
        jump(&mut desk, &[]);
        assert_eq!(desk.legal(), own, "turn {turn}");
    }

    // With one of them on the ground there is nothing to choose, but it is told.
    let mut desk = stick(&[FJR9, FJR_MG], &["33.13", "33.15"]);
    desk.ground().sticks[0].leader = Some(LeaderId::at(CO_III));
    jump(&mut desk, &[]);
    let hex = desk.hex("33.13");
    let events = desk.play(Action::DropIn(hex), &[]);
    assert!(events.contains(&Event::LeaderMoved(LeaderId::at(CO_III), desk.unit(FJR9))));
}

#[test]
fn ruling_play_last_drop_chit() {
    for (reading, turn, landed) in [(Switch::On, 1, true), (Switch::Off, 2, false)] {
        let mut desk = stick(&[FJR1], &["33.15"]);
        desk.ground().sticks[0].turn = 1;
        desk.ground().air_support.clear();
        desk.rulings().play_last_drop_chit = reading;
        desk.battle.turn = 1;
        let chit = desk.number(Chit::Division(desk.division(REGIMENT)));
        desk.battle.cup.put(chit.0);
        desk.battle.frames.clear();
        desk.set_points(REGIMENT, 9);
        desk.battle.settle(&mut Scripted::always(4), &mut Vec::new());
        assert_eq!((desk.battle.turn, desk.at(FJR1) != "waiting"), (turn, landed), "{reading:?}");
        assert_eq!(desk.battle.carried, (!landed).then_some(chit));
    }
    // Without a drop due it stays the first chit of the next turn under either reading.
    let mut desk = stick(&[FJR1], &["33.15"]);
    desk.rulings().play_last_drop_chit = Switch::On;
    desk.battle.arrivals.dropped = [StickId(0)].into();
    desk.battle.turn = 1;
    let chit = desk.number(Chit::Division(desk.division(REGIMENT)));
    desk.battle.cup.put(chit.0);
    desk.battle.frames.clear();
    desk.set_points(REGIMENT, 9);
    desk.battle.settle(&mut Scripted::always(4), &mut Vec::new());
    assert_eq!((desk.battle.turn, desk.battle.carried), (2, Some(chit)));
}

fn odds(arguments: [&str; 5]) -> Vec<(alloc::string::String, u64)> {
    let arguments = arguments.map(ToString::to_string);
    let rows = Battle::odds(&mut Files::default(), "drop", &arguments).unwrap();
    assert_eq!(rows.iter().map(|row| row.ways).sum::<u64>(), rows[0].of);
    rows.into_iter().map(|row| (row.result, row.ways)).collect()
}

#[test]
fn odds_of_the_drop_are_those_of_the_table() {
    let ways = |arguments| odds(arguments).into_iter().map(|(_, ways)| ways).collect::<Vec<_>>();
    // No effect, one delay, two delays, step loss, eliminated.
    assert_eq!(ways(["0", "clear", "parachute", "base", "off"]), [6, 2, 1, 1, 0]);
    // +3 and +1 for the orchard: 5 to 13, and the 0.
    assert_eq!(ways(["3", "orchard", "parachute", "base", "off"]), [2, 2, 1, 3, 2]);
    assert_eq!(ways(["3", "orchard", "glider", "base", "off"]), [1, 2, 1, 3, 3]);
    assert_eq!(ways(["3", "clear", "glider", "base", "off"]), [3, 2, 1, 3, 1]);
    assert_eq!(ways(["3", "orchard", "parachute", "mild", "off"]), [3, 2, 1, 4, 0]);
    assert_eq!(ways(["3", "orchard", "parachute", "bloody", "off"]), [1, 2, 1, 3, 3]);
    // With the combined results a row more, before the last.
    assert_eq!(ways(["3", "orchard", "parachute", "base", "on"]), [2, 2, 1, 1, 2, 2]);
    assert_eq!(ways(["40", "clear", "parachute", "base", "off"]), [1, 0, 0, 0, 9]);
}

#[test]
fn odds_of_the_drop_say_what_they_do_not_know() {
    for (arguments, words) in [
        (["x", "clear", "parachute", "base", "off"], "expected 0 to 40"),
        (["1", "wood", "parachute", "base", "off"], "expected one of clear, orchard"),
        (["1", "clear", "balloon", "base", "off"], "expected parachute or glider"),
        (["1", "clear", "glider", "harsh", "off"], "expected base, mild or bloody"),
        (["1", "clear", "glider", "base", "yes"], "expected on or off"),
    ] {
        let arguments = arguments.map(ToString::to_string);
        let found = Battle::odds(&mut Files::default(), "drop", &arguments).unwrap_err();
        assert!(found.contains(words), "{found}");
    }
}

/// Chi-square at 0.001 by degrees of freedom.
const LIMITS: [f64; 6] = [0.0, 10.83, 13.82, 16.27, 18.47, 20.52];

#[test]
fn twenty_thousand_drops_fall_as_the_odds_say() {
    for (severity, glider) in [("base", false), ("mild", true), ("bloody", false)] {
        // In scrub, under the zones of a company and of machine guns.
        let mut desk = stick(&[FJR1], &["33.14"]);
        let mut files = Files::default();
        files.change("snafu", "toml", |text| {
            text.replace("drop-base", &alloc::format!("drop-{severity}"))
        });
        desk.ground().drop_table = files.scenario("snafu").ground.drop_table.clone();
        desk.ground().sticks[0].glider = glider;
        desk.place(AUS, "33.15");
        desk.place(AUS_MG, "33.16");
        jump(&mut desk, &[]);
        let unit = desk.unit(FJR1);
        let mut seen = BTreeMap::new();
        for seed in 0..20_000 {
            let (mut battle, mut events) = (desk.battle.clone(), Vec::new());
            let mut dice = Seeded::new(Seed(11).game(seed));
            battle.apply_unchecked(Action::Activate(unit), &mut dice, &mut events);
            *seen.entry(landings(&battle, &events).remove(0).result).or_insert(0u32) += 1;
        }
        let kind = if glider { "glider" } else { "parachute" };
        let expected = odds(["2", "scrub", kind, severity, "off"]);
        let cells: Vec<_> = expected.iter().filter(|(_, ways)| *ways > 0).collect();
        let chi2: f64 = cells
            .iter()
            .map(|(result, ways)| {
                let expected = 2_000.0 * *ways as f64;
                let found = f64::from(seen.remove(result.as_str()).unwrap_or(0));
                (found - expected).powi(2) / expected
            })
            .sum();
        assert!(seen.is_empty(), "{severity}: {seen:?} cannot happen");
        assert!(chi2 < LIMITS[cells.len() - 1], "{severity}: {chi2}");
    }
}
