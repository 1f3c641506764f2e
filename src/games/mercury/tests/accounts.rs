//! What a game tells of its points, events and drops.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{
    Account, BySide, HexId, Id, MeasureOf, Outcome, Position, Scripted, Seed, Seeded, Side, Topic,
    Whim,
};

use super::super::action::Action;
use super::super::command::Use;
use super::super::counter::Colour;
use super::super::drops::ByAir;
use super::super::event::Event;
use super::super::fire::Hit;
use super::super::ground::Victory;
use super::super::quality::Purpose;
use super::super::state::{Battle, Place};
use super::super::turn_end::PurseEnd;
use super::desk::*;
use crate::mercury::ids::StickId;

fn snafu() -> Battle {
    Files::default().scenario("snafu")
}

/// Points gone on a side, by use.
fn gone(battle: &Battle, side: Side) -> Vec<(String, u16)> {
    let all = counted(battle, side, Topic::Points);
    all.into_iter().filter(|&(_, points)| points > 0).collect()
}

/// What a side counted of several things of one sort in a game, each with its name.
fn counted(battle: &Battle, side: Side, topic: Topic) -> Vec<(String, u16)> {
    let measures = battle.measures().into_iter().filter(|measure| measure.of == MeasureOf::Game);
    let values = battle.game_facts().values;
    measures
        .zip(values)
        .filter(|(measure, _)| measure.topic == topic && measure.side == Some(side))
        .map(|(measure, value)| (measure.name().into(), value.unwrap() as u16))
        .collect()
}

fn of_game(battle: &Battle, id: &str) -> engine::Value {
    value(battle, MeasureOf::Game, &battle.game_facts().values, id)
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

/// What both sides had left to do: steps from the thirteen of scenario 1, hexes from the nearest German to each
/// objective that is not his.
#[test]
fn how_near_each_side_was_is_told_in_steps_and_hexes() {
    let mut battle = snafu();
    let objectives: Vec<HexId> = battle.ground.objectives.iter().map(|&(hex, _)| hex).collect();
    for unit in battle.ids() {
        battle.lift(unit);
        battle.unit_mut(unit).place = Place::Waiting;
    }
    assert_eq!(battle.short(), (Some(13), None), "no German is on the map");
    let german = battle.ids().find(|&unit| battle.side(unit) == Side::German).unwrap();
    battle.tally.steps_lost.german = 4;
    battle.put(german, objectives[0]);
    let way = |battle: &Battle, to: usize| {
        u16::from(battle.ground.distance(objectives[0], objectives[to]))
    };
    let rest: u16 = (1..objectives.len()).map(|to| way(&battle, to)).sum();
    assert!(rest > 0);
    assert_eq!(battle.short(), (Some(9), Some(rest)));
    battle.control.fill(Side::German);
    battle.tally.steps_lost.german = 20;
    assert_eq!(["steps_short", "hexes_short"].map(|id| of_game(&battle, id)), [Some(0); 2]);
    // The learning scenario counts no German steps.
    assert_eq!(Files::default().battle().short().0, None);
}

#[test]
fn a_shot_and_a_check_tell_what_they_were_to_do() {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.chit("5GD");
    desk.set_points("5GD", 5);
    desk.activate(PI);
    let target = desk.unit(GREEK);
    let mut events = desk.play(Action::Fire(target), &[]);
    events.extend(desk.play(Action::Pay, &[("shot", 9)]));
    let told: Vec<_> = events.iter().filter_map(|event| desk.battle.combat(event)).collect();
    // The check was bought: no die was cast for it.
    let [shot] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((shot.kind, shot.side, shot.die, shot.effect), ("fire", Side::German, 9, 0));
    // Every face up to the rating that is no dash in the row.
    let (colour, rating) = (Colour::from_word(shot.row).unwrap(), shot.rating.unwrap());
    let hits = (0..=rating.min(8) as u8)
        .filter(|&die| desk.battle.ground.hit(colour, false, die) != Hit::Miss);
    assert_eq!((shot.effect_of_all, shot.faces), (hits.count() as u16, 10));
    assert!(shot.effect_of_all > 0);

    let mut events = Vec::new();
    let mut dice = Scripted::new([("bravery check", 3)]);
    let passed = desk.battle.check(desk.unit(PI), Purpose::Bravery, 4, &mut dice, &mut events);
    let check = desk.battle.combat(&events[0]).unwrap();
    assert_eq!((check.kind, check.row, check.rating), ("check", "bravery", Some(4)));
    // 0 to 4 of ten.
    assert_eq!((passed, check.effect, check.effect_of_all), (true, 1, 5));
}

/// Scenario 1 ends with this many German steps lost, with or without the objectives.
fn ended(lost: u16, held: bool) -> Outcome {
    let mut battle = snafu();
    let Victory::GoalsOfBoth { ways, german_steps, .. } = battle.ground.victory.clone() else {
        panic!("scenario 1 has goals of both sides");
    };
    assert_eq!(german_steps, 13);
    for objective in ways.concat() {
        battle.control[objective.index()] = if held { Side::German } else { Side::Allied };
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
    battle.unit_mut(unit).landing = Some(ByAir::Stick(StickId::at(number)));
    battle.unit_mut(unit).parachutes = 1;
    battle.put(unit, clear);
    let mut events = Vec::new();
    battle.roll_drop(unit, &mut Scripted::new([("drop", 8)]), &mut events);
    let facts = landings(&battle, &events).remove(0);
    let odds: Vec<_> = facts
        .odds
        .iter()
        .map(|odds| (odds.result, odds.ways, odds.of, odds.tolls[0], odds.steps_lost))
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
    let markers = value(&battle, MeasureOf::Drop, &facts.values, "drop_markers");
    assert_eq!((facts.result, markers, facts.steps_lost), ("two delays", Some(3), 0));
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
        let mut dispatch = battle.command.dispatch.clone();
        battle.open(&mut dice, &mut events);
        while battle.to_act().is_some() {
            legal.clear();
            battle.legal_actions(&mut legal);
            let action = legal[whim.below(legal.len())];
            battle.apply_unchecked(action, &mut dice, &mut events);
        }
        for event in &events {
            match event {
                Event::Dropped(drop) if drop.die.is_some() => {
                    let facts = battle.drop_facts(event).unwrap();
                    let value = |id| value(&battle, MeasureOf::Drop, &facts.values, id).unwrap();
                    rolled += 1;
                    let of = facts.odds.iter().map(|odds| odds.ways).sum::<u16>();
                    assert!(facts.odds.iter().all(|odds| odds.of == of), "{facts:?}");
                    let known = facts.odds.iter().find(|odds| odds.result == facts.result);
                    let known = known.unwrap_or_else(|| panic!("{facts:?}"));
                    assert_eq!(i64::from(known.tolls[0]), value("drop_markers"));
                    assert_eq!(known.steps_lost, facts.steps_lost);
                    let parts = ["fire_zones", "aa_zones", "terrain_modifier"].map(value);
                    assert_eq!(i64::from(facts.modifier), parts.iter().sum::<i64>());
                }
                Event::Happening(side, _) => drawn[*side] += 1,
                Event::TurnEnded(end) => {
                    let facts = battle.turn_facts(event).unwrap();
                    // The divisions of a side make up the side, and what they hold is what they held and got
                    // less what went.
                    let of = |side: Side, part: fn(&PurseEnd) -> u16| -> u16 {
                        let cards = battle.ground.divisions.iter().zip(&end.purses);
                        cards.filter(|(card, _)| card.side == side).map(|(_, p)| part(p)).sum()
                    };
                    for side in Side::BOTH {
                        assert_eq!(of(side, |p| p.turn.earned), facts.points_earned[side]);
                        assert_eq!(of(side, |p| p.held), facts.points[side]);
                        let lost = of(side, |p| p.turn.gone[Use::Confusion as usize]);
                        let spent = of(side, |p| p.turn.gone.iter().sum());
                        assert_eq!(spent, facts.points_spent[side] + lost);
                        let over = usize::from(facts.turn) == battle.ground.calendar.len();
                        let left = if over { facts.points[side] } else { 0 };
                        assert_eq!(of(side, |p| p.wasted), lost + left);
                    }
                    for (purse, held) in end.purses.iter().zip(&mut dispatch) {
                        *held = *held + purse.turn.dispatch_earned - purse.turn.dispatch_spent;
                        assert_eq!(*held, purse.dispatch_held);
                    }
                }
                _ => {}
            }
        }
        let facts = battle.game_facts();
        for side in Side::BOTH {
            let sum =
                |topic| self::counted(&battle, side, topic).iter().map(|(_, n)| n).sum::<u16>();
            counted[side] += sum(Topic::Events);
            let spent = sum(Topic::Points);
            assert_eq!(facts.points_earned[side], spent + facts.points_unspent[side]);
        }
    }
    assert!(rolled > 20 && drawn.german > 0, "{rolled} rolls, {drawn:?} events");
    assert_eq!(counted, drawn);
}

#[test]
fn a_scenario_without_cups_has_no_events() {
    let battle = Files::default().battle();
    assert!(battle.measures().iter().all(|measure| measure.topic != Topic::Events));
}

/// An airfield is held when all of its hexes are, a port by itself; a place that is no objective is not counted.
#[test]
fn airfields_and_ports_in_german_hands() {
    let mut battle = snafu();
    let held = |battle: &Battle| {
        let ground = &battle.ground;
        [&ground.airfields, &ground.ports].map(|places| battle.held_by_germans(places))
    };
    assert_eq!(held(&battle), [Some(0), Some(0)]);
    let map = &battle.ground.map;
    let runway: Vec<usize> =
        map.with_feature("airfield").filter_map(|hex| battle.ground.objective(hex)).collect();
    assert_eq!(runway.len(), 2);
    battle.control[runway[0]] = Side::German;
    assert_eq!(held(&battle), [Some(0), Some(0)]);
    battle.control[runway[1]] = Side::German;
    assert_eq!(held(&battle), [Some(1), Some(0)]);
    assert_eq!(of_game(&battle, "airfields_end"), Some(1));
    // Nothing is known of an airfield where none is an objective.
    let kastelli = Files::default().scenario("kastelli");
    assert_eq!(held(&kastelli), [None, Some(0)]);
}
