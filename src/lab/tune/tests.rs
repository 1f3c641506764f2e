//! Tuning on a toy ground, whose best settings are known.

use std::cell::Cell;

use engine::{BySide, Seed, Side, Whim};

use crate::tune::dials::{Dial, DialKind, Dials};
use crate::tune::ground::{Bout, Ground, Player};
use crate::tune::ladder::apart;
use crate::tune::rounds::{Ending, Start, Terms, Tuned, tune};
use crate::tune::worth::Played;
use crate::tune::{Judge, Measured};

/// Intervals of 95 % with normal errors.
pub(crate) struct Plain;

fn moments(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    (mean, numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n / n)
}

fn measured(value: f64, variance: f64) -> Measured {
    let half = 1.96 * variance.sqrt();
    Measured { value, low: value - half, high: value + half }
}

impl Judge for Plain {
    fn paired(&self, first: &[f64], second: &[f64]) -> Measured {
        let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let (mean, variance) = moments(&differences);
        measured(mean, variance)
    }

    fn apart(&self, first: &[f64], second: &[f64]) -> Measured {
        let (first, second) = (moments(first), moments(second));
        measured(first.0 - second.0, first.1 + second.1)
    }
}

/// A toy game of many weights, most of which do little. A side plays the better the nearer its weights are to what is
/// best for it; the dice decide the rest.
struct Toy<F> {
    /// How well the settings of both sides do for the Germans, from 0 to 1.
    chance: F,
    played: Cell<u64>,
    bouts: Vec<Bout>,
}

fn toy<F: Fn(&[i32], &[i32]) -> f64>(chance: F) -> Toy<F> {
    Toy { chance, played: Cell::new(0), bouts: Vec::new() }
}

impl<F: Fn(&[i32], &[i32]) -> f64> Ground for Toy<F> {
    type Halt = std::convert::Infallible;

    fn play(&mut self, bouts: &[Bout]) -> Result<Vec<Played>, Self::Halt> {
        self.played.set(self.played.get() + bouts.len() as u64);
        self.bouts.extend(bouts.iter().cloned());
        let one = |bout: &Bout| {
            let [german, allied] = Side::BOTH.map(|side| match &bout.players[side] {
                Player::Set(at) => at.to_vec(),
                Player::Rival(_) => vec![0; 24],
            });
            let chance = (self.chance)(&german, &allied);
            let mut dice = Whim::new(Seed(bout.seed).game(bout.game), Side::German);
            let won = (dice.below(1000) as f64) < chance * 1000.0;
            let luck = dice.below(7) as i32 - 3;
            Played { halves: 2 * u8::from(won), margin: (chance * 20.0) as i32 - 10 + luck }
        };
        Ok(bouts.iter().map(one).collect())
    }
}

const DIALS: usize = 24;

fn dials() -> Dials {
    let dial = |number| Dial { name: format!("weights.w{number}"), kind: DialKind::Weight };
    Dials { list: (0..DIALS).map(dial).collect(), spans: Vec::new(), last_turn: 5 }
}

fn begin(dials: &Dials) -> Start<'_> {
    Start {
        dials: BySide { german: dials, allied: dials },
        settings: BySide::from_fn(|_| vec![10; DIALS]),
        rivals: BySide::default(),
    }
}

const TERMS: Terms = Terms { budget: 1000, rounds: 3, holdout: 300, seed: 1, holdout_seed: 2 };

/// How far some settings are from 40 in the first weight and from -10 in the second; the others do not matter.
fn far(at: &[i32]) -> f64 {
    f64::from(apart(at[0], 40) + apart(at[1], -10))
}

fn tuned<F: Fn(&[i32], &[i32]) -> f64>(chance: F) -> (Tuned, Toy<F>) {
    let mut ground = toy(chance);
    let Ok(tuned) = tune(&begin(&dials()), TERMS, &Plain, &mut ground);
    (tuned, ground)
}

fn contest(german: &[i32], allied: &[i32]) -> f64 {
    (0.5 - (far(german) - far(allied)) / 50.0).clamp(0.02, 0.98)
}

#[test]
fn both_sides_come_near_to_what_is_best() {
    let (tuned, _) = tuned(contest);
    let start = far(&[10; DIALS]);
    for side in Side::BOTH {
        let end = far(tuned.best(side));
        assert!(end < start / 2.0, "{side}: from {start} to {end}: {:?}", tuned.best(side));
        let proof = tuned.proof[side].expect("it has changed");
        assert!(proof.worth.low > 0.0 && proof.score.value > 0.1, "{side}: {proof:?}");
    }
    // Where all is well, nothing is turned without need.
    let quiet =
        tuned.best(Side::German)[2..].iter().filter(|&&weight| apart(weight, 10) > 6).count();
    assert!(quiet < 5, "{:?}", tuned.best(Side::German));
}

#[test]
fn both_sides_get_the_same_budget_and_no_more() {
    let (tuned, ground) = tuned(contest);
    let rounds = u64::from(tuned.turns.last().unwrap().round);
    for side in Side::BOTH {
        let games = tuned.games[side];
        assert!(
            games <= rounds * TERMS.budget && games > rounds * TERMS.budget * 9 / 10,
            "{games}"
        );
    }
    assert_eq!(tuned.all_games, ground.played.get());
}

/// Training, hold-out tests and the last proof use seeds of their own.
#[test]
fn no_hold_out_game_is_a_training_game_or_decides_twice() {
    let (tuned, ground) = tuned(contest);
    let of = |seed: u64| ground.bouts.iter().filter(move |bout| bout.seed == seed);
    assert_eq!(of(1).count() + of(2).count(), ground.bouts.len());
    let tests = tuned.turns.iter().filter(|turn| turn.gain.is_some()).count()
        + Side::BOTH.iter().filter(|side| tuned.proof[**side].is_some()).count();
    let mut seeds: Vec<u64> = of(2).map(|bout| bout.game).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len() as u64, tests as u64 * TERMS.holdout);
}

#[test]
fn where_nothing_can_be_gained_nothing_is_kept_and_it_ends() {
    let (tuned, _) = tuned(|_, _| 0.5);
    assert_eq!(tuned.ending, Ending::Settled);
    assert!(tuned.turns.iter().all(|turn| !turn.kept) && tuned.turns.len() == 2);
    assert_eq!(tuned.best(Side::German), [10; DIALS]);
    assert_eq!(tuned.proof, BySide { german: None, allied: None });
}

#[test]
fn where_every_game_is_lost_the_margin_shows_the_way() {
    // The Germans never win; how clearly they lose depends on the first weight.
    let mut ground = toy(|german: &[i32], _: &[i32]| -far(german) / 20.0);
    let Ok(tuned) = tune(&begin(&dials()), TERMS, &Plain, &mut ground);
    assert!(far(tuned.best(Side::German)) < far(&[10; DIALS]), "{:?}", tuned.best(Side::German));
    let proof = tuned.proof.german.expect("it has changed");
    assert!(proof.worth.low > 0.0 && proof.score.value.abs() < 1e-9, "{proof:?}");
}

#[test]
fn one_search_is_like_another_from_the_same_seeds() {
    assert_eq!(tuned(contest).0, tuned(contest).0);
    let mut ground = toy(contest);
    let Ok(other) = tune(&begin(&dials()), Terms { seed: 9, ..TERMS }, &Plain, &mut ground);
    assert_ne!(other, tuned(contest).0);
}

/// Whoever answers last wins, and what is gained against the new is more than what is lost against the old.
#[test]
fn answers_that_go_round_in_a_circle_are_told() {
    let mut ground = toy(|german: &[i32], allied: &[i32]| {
        let high = |at: &[i32]| usize::from(at[0] > 12);
        [[0.6, 0.1], [0.4, 0.9]][high(german)][high(allied)]
    });
    let terms = Terms { rounds: 8, ..TERMS };
    let Ok(tuned) = tune(&begin(&dials()), terms, &Plain, &mut ground);
    let circle = vec![(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)];
    assert_eq!(tuned.ending, Ending::Circle(circle));
}
