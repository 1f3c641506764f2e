//! What a game tells of its points, events and drops.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Account, BySide, HexId, Outcome, Position, Scripted, Seed, Seeded, Side, Whim};

use super::super::action::Action;
use super::super::event::Event;
use super::super::ground::Victory;
use super::super::state::Battle;
use super::desk::*;

fn snafu() -> Battle {
    Files::default().scenario("snafu")
}

/// Points gone on a side, by use.
fn gone(battle: &Battle, side: Side) -> Vec<(String, u16)> {
    let spent = battle.game_facts().points_spent;
    let uses = battle.point_uses().into_iter().zip(spent);
    uses.map(|(name, points)| (name, points[side])).filter(|&(_, points)| points > 0).collect()
}

fn is(got: &[(String, u16)], expected: &[(&str, u16)]) {
    let got: Vec<(&str, u16)> = got.iter().map(|(name, points)| (name.as_str(), *points)).collect();
    assert_eq!(got, expected);
}

#[test]
fn points_are_told_apart_by_what_they_paid_for() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.chit("5GD");
    desk.set_points("5GD", 5);
    desk.activate(PI);
    let target = desk.unit(GREEK);
    desk.play(Action::Fire(target), &[]);
    is(&gone(&desk.battle, Side::German), &[("activations", 1)]);
    // The fire waits for its check; a point passes it.
    desk.play(Action::Pay, &[("shot", 9)]);
    is(&gone(&desk.battle, Side::German), &[("activations", 1), ("checks-passed", 1)]);
    assert_eq!(desk.battle.game_facts().points_unspent.german, 3);
    is(&gone(&desk.battle, Side::Allied), &[]);
}

#[test]
fn a_second_action_and_direct_command_have_uses_of_their_own() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.chit("5GD");
    let purpose = |desk: &Desk, second| desk.battle.use_of(second);
    assert_ne!(purpose(&desk, false), purpose(&desk, true));
    desk.chit("german");
    assert_eq!(purpose(&desk, false), purpose(&desk, true));
}

/// Scenario 1 ends with this many German steps lost, with or without the objectives.
fn ended(lost: u16, held: bool) -> Outcome {
    let mut battle = snafu();
    let Victory::GoalsOfBoth { ways, german_steps, .. } = battle.ground.victory.clone() else {
        panic!("scenario 1 has goals of both sides");
    };
    assert_eq!(german_steps, 13);
    for objective in ways.concat() {
        battle.control[usize::from(objective)] = if held { Side::German } else { Side::Allied };
    }
    battle.tally.steps_lost.german = lost;
    battle.end_turn(true, &mut Vec::new());
    battle.outcome
}

#[test]
fn the_margin_of_two_goals_is_in_german_steps() {
    for (lost, held, winner, margin) in [
        (0, true, Some(Side::German), 13),
        (12, true, Some(Side::German), 1),
        (13, true, None, 0),
        (12, false, None, 0),
        (13, false, Some(Side::Allied), -1),
        (20, false, Some(Side::Allied), -8),
    ] {
        let Outcome::Over { winner: won, margin: by, .. } = ended(lost, held) else {
            panic!("{lost} {held}: the last turn ends the game");
        };
        assert_eq!((won, by), (winner, margin), "{lost} lost, held: {held}");
    }
}

/// The base table at modifier 0: 0-5 no effect, 6-7 one delay, 8 two delays, 9 a step.
#[test]
fn a_drop_tells_what_the_table_had_in_store() {
    let mut battle = snafu();
    for unit in battle.ids() {
        battle.lift(unit);
    }
    let clear = (0..battle.ground.map.len() as u16)
        .map(HexId)
        .find(|&hex| !battle.ground.terrain(hex).bad_landing)
        .unwrap();
    let number = battle.ground.sticks.iter().position(|stick| !stick.glider).unwrap();
    let unit = battle.ground.sticks[number].units[0];
    battle.unit_mut(unit).landing = Some(number as u8);
    battle.unit_mut(unit).parachutes = 1;
    battle.put(unit, clear);
    let mut events = Vec::new();
    battle.roll_drop(unit, &mut Scripted::new([("drop", 8)]), &mut events);
    let Event::Dropped(facts) = &events[0] else { panic!("{events:?}") };
    let odds: Vec<_> = facts
        .odds
        .iter()
        .map(|odds| (odds.result, odds.ways, odds.of, odds.drop_markers, odds.steps_lost))
        .collect();
    assert_eq!(
        odds,
        [
            ("no effect", 6, 10, 1, 0),
            ("one delay", 2, 10, 2, 0),
            ("two delays", 1, 10, 3, 0),
            ("step loss", 1, 10, 1, 1)
        ]
    );
    assert_eq!((facts.result.as_str(), facts.drop_markers, facts.steps_lost), ("two delays", 3, 0));
}

/// In whole games at random: what came up was in store as it came, the parts of the modifier make up
/// the modifier, and the events drawn are the events counted.
#[test]
fn accounts_agree_with_the_game_they_tell() {
    let start = snafu();
    let (mut rolled, mut drawn) = (0, BySide::<u16>::default());
    let mut counted = BySide::<u16>::default();
    for game in 0..3 {
        let seed = Seed(game);
        let (mut dice, mut whim) = (Seeded::new(seed), Whim::new(seed, Side::German));
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        let mut battle = start.clone();
        battle.open(&mut dice, &mut events);
        while battle.to_act().is_some() {
            legal.clear();
            battle.legal_actions(&mut legal);
            let action = legal[whim.below(legal.len())];
            battle.apply_unchecked(action, &mut dice, &mut events);
        }
        for event in &events {
            match event {
                Event::Dropped(facts) if !facts.odds.is_empty() => {
                    rolled += 1;
                    let of = facts.odds.iter().map(|odds| odds.ways).sum::<u16>();
                    assert!(facts.odds.iter().all(|odds| odds.of == of), "{facts:?}");
                    let known = facts.odds.iter().find(|odds| odds.result == facts.result);
                    let known = known.unwrap_or_else(|| panic!("{facts:?}"));
                    assert_eq!(known.drop_markers, facts.drop_markers);
                    assert_eq!(known.steps_lost, facts.steps_lost);
                    let zones = facts.fire_zones + facts.aa_zones;
                    assert_eq!(facts.modifier, zones as i16 + facts.terrain_modifier);
                }
                Event::Happening(side, _) => drawn[*side] += 1,
                _ => {}
            }
        }
        let facts = battle.game_facts();
        assert_eq!(facts.happenings.len(), battle.happenings().len());
        for side in Side::BOTH {
            counted[side] += facts.happenings.iter().map(|times| times[side]).sum::<u16>();
            let spent: u16 = facts.points_spent.iter().map(|points| points[side]).sum();
            assert_eq!(facts.points_earned[side], spent + facts.points_unspent[side]);
        }
    }
    assert!(rolled > 20 && drawn.german > 0, "{rolled} rolls, {drawn:?} events");
    assert_eq!(counted, drawn);
}

#[test]
fn a_scenario_without_cups_has_no_events() {
    let battle = Files::default().battle();
    assert!(battle.happenings().is_empty() && battle.game_facts().happenings.is_empty());
}
