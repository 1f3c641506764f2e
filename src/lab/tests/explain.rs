//! Explanations of decisions: what is explained is what was played.

mod desk;

use std::path::Path;

use desk::{seat, shipped, with};
use engine::{Seed, Side};
use lab::{Explained, Grounds, Home, Request, SHELF, Story, System, Table, find, scenarios};

fn shelved(named: &str) -> Box<dyn Table> {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let (system, name) = find(SHELF, &home, named).unwrap_or_else(|c| panic!("{c}"));
    let request = Request { scenario: name.into(), ..Request::default() };
    system.seat(&home, &request).unwrap_or_else(|c| panic!("{c}"))
}

fn every_scenario() -> Vec<String> {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let of = |system: &&dyn System| scenarios(&home, system.id());
    SHELF.iter().flat_map(of).map(|listed| listed.id).collect()
}

/// The decisions, as narrated in the story of a game.
#[derive(Default)]
struct Decided(Vec<(u32, Side, usize, String)>);

impl Story for Decided {
    fn turn(&mut self, _: &str) {}

    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        self.0.push((number, side, options, action.into()));
    }

    fn happened(&mut self, _: &str) {}
}

/// The products of a feature's value and its weight add up to the score of every option, and the first of the best is
/// what was played.
fn adds_up(explained: &Explained) {
    let Explained { decision, options, weights, chosen, .. } = explained;
    for (option, weighed) in options.iter().enumerate() {
        let recorded: i64 =
            weighed.values.iter().zip(weights).map(|(&value, w)| i64::from(value) * w).sum();
        assert_eq!(recorded, weighed.score, "decision {decision}: {}", weighed.words);
        let parts = explained.parts(option);
        assert_eq!(parts.iter().map(|part| part.product()).sum::<i64>(), weighed.score);
        let sizes: Vec<i64> = parts.iter().map(|part| -part.product().abs()).collect();
        assert!(sizes.is_sorted(), "the greatest part first");
    }
    assert_eq!(explained.ranking()[0], *chosen, "decision {decision}");
}

#[test]
fn scores_are_sums_of_recorded_features_in_every_scenario() {
    let every = every_scenario();
    assert!(every.len() >= 15, "the shelf has all its scenarios");
    for scenario in every {
        let table = shelved(&scenario);
        let seed = Seed(42).game(0);
        let mut story = Decided::default();
        table.watch(0, seed, &mut story).unwrap();
        let last = story.0.len() as u32;
        let mut weighed = 0;
        // The opening, and the middle of the game.
        for asked in [0..200.min(last), (last / 2).max(200)..(last / 2).max(200) + 200] {
            for explained in table.explain(0, seed, asked).unwrap() {
                let (number, side, options, action) = &story.0[explained.decision as usize];
                assert_eq!((*number, *side), (explained.decision, explained.side));
                assert_eq!(*options, explained.options.len());
                assert_eq!(*action, explained.options[explained.chosen].words);
                match explained.grounds {
                    Grounds::Weights(_) => {
                        adds_up(&explained);
                        weighed += 1;
                    }
                    Grounds::OnlyOption => assert_eq!(*options, 1),
                    Grounds::Plan | Grounds::LookingAhead | Grounds::Unweighed | Grounds::Own => {
                        panic!("{scenario}: {explained:?}")
                    }
                }
            }
        }
        assert!(weighed > 100, "{scenario}: {weighed} decisions were weighed");
    }
}

#[test]
fn a_strategy_without_weights_has_no_reasons() {
    let table = seat(&shipped(), &with("random", "first")).unwrap();
    let explained = table.explain(0, Seed(3), 0..u32::MAX).unwrap();
    assert!(explained.len() > 8);
    for explained in &explained {
        let alone = explained.options.len() == 1;
        let grounds = if alone { Grounds::OnlyOption } else { Grounds::Unweighed };
        assert_eq!(explained.grounds, grounds);
        assert!(explained.weights.is_empty() && explained.parts(0).is_empty());
    }
}

/// `storm` gives walking three times the weight of doing nothing, and in the last turn twenty times.
#[test]
fn the_stage_that_holds_is_named() {
    let table = seat(&shipped(), &with("storm", "first")).unwrap();
    let explained = table.explain(0, Seed(3), 0..u32::MAX).unwrap();
    let weights = |explained: &Explained| match explained.grounds {
        Grounds::Weights(applies) => {
            Some((explained.turn.clone(), applies.stage, explained.weights[1]))
        }
        _ => None,
    };
    let held: Vec<_> = explained.iter().filter_map(weights).collect();
    assert!(held.iter().any(|(turn, ..)| turn == "turn 4"), "{held:?}");
    for (turn, stage, weight) in held {
        let last = turn == "turn 4";
        assert_eq!((stage, weight), (last.then_some(0), if last { 20 } else { 3 }), "{turn}");
    }
}

/// Numbers beyond the end of the game are not an error.
#[test]
fn decisions_that_never_came_are_left_out() {
    let table = seat(&shipped(), &with("storm", "hold")).unwrap();
    assert_eq!(table.explain(0, Seed(3), 10_000..10_001).unwrap(), []);
}
