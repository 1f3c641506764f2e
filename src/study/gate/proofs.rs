//! The error rates of gates, by simulation with fixed seeds: however often a gate is checked, it errs no more often
//! than stated.

use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::judge::verdicts;
use super::{Columns, Gates, Judgement, Numbers, Verdict, judge};
use crate::sample;

const RUNS: u64 = 400;
const LOOKS: usize = 20;
const BETWEEN: usize = 50;

fn gates(lines: &str) -> Gates {
    let columns = Columns::of(&sample::asked(10), &sample::about());
    let text = format!("baseline = \"b\"\n[ranges]\nmargin = [0, 10]\n[gates]\n{lines}");
    Gates::read(Path::new("gates.toml"), &text, &columns, None).unwrap()
}

/// Share of runs in which any check gives any gate a false verdict.
fn false_verdicts(
    gates: &Gates,
    wrong: Verdict,
    mut game: impl FnMut(&mut Xoshiro256PlusPlus) -> (Vec<f64>, Vec<f64>),
) -> f64 {
    let mut erred = 0;
    for run in 0..RUNS {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut own: Vec<Numbers> = vec![Numbers::new(); gates.gates.len()];
        let mut base = own.clone();
        erred += u64::from((0..LOOKS).any(|_| {
            for _ in 0..BETWEEN {
                let (ours, theirs) = game(&mut dice);
                own.iter_mut().zip(ours).for_each(|(column, number)| column.extend([number]));
                base.iter_mut().zip(theirs).for_each(|(column, number)| column.extend([number]));
            }
            verdicts(gates, &own, &base).contains(&wrong)
        }));
    }
    erred as f64 / RUNS as f64
}

/// Alpha, with room for three standard errors of the simulation.
fn allowed(alpha: f64) -> f64 {
    alpha + 3.0 * (alpha * (1.0 - alpha) / RUNS as f64).sqrt()
}

fn won(dice: &mut Xoshiro256PlusPlus, p: f64) -> f64 {
    f64::from(u8::from(dice.random_bool(p)))
}

/// The edge belongs to the band: a fail there is false. Just outside it, a pass is.
#[test]
fn a_share_on_the_edge_of_its_band() {
    let gates = gates("a = \"win_rate(german) within [0.45, 0.55]\"");
    let rate = |wrong, p| false_verdicts(&gates, wrong, |dice| (vec![won(dice, p)], vec![0.0]));
    for p in [0.45, 0.55] {
        assert!(rate(Verdict::Fail, p) <= allowed(0.05), "{p}");
    }
    assert!(rate(Verdict::Pass, 0.5501) <= allowed(0.05));
    // And it does decide clear cases: far outside, every run fails, correctly.
    assert!(rate(Verdict::Fail, 0.75) > 0.99);
}

/// Runs of realistic length: a check after every 1,000 of 12,000 games, exactly on the edge.
#[test]
fn an_edge_holds_in_long_runs() {
    let gates = gates("a = \"win_rate(german) <= 0.25\"");
    let runs = 300;
    let mut erred = [0; 2];
    for run in 0..runs {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut own = vec![Numbers::new()];
        let (mut passed, mut failed) = (false, false);
        for _ in 0..12 {
            own[0].extend((0..1_000).map(|_| won(&mut dice, 0.25)));
            let verdict = verdicts(&gates, &own, &[Numbers::new()])[0];
            passed |= verdict == Verdict::Pass;
            failed |= verdict == Verdict::Fail;
        }
        erred[0] += u32::from(passed);
        erred[1] += u32::from(failed);
    }
    for erred in erred {
        assert!(f64::from(erred) / runs as f64 <= allowed(0.05), "{erred} of {runs}");
    }
}

/// Sums of two dice from 0 to 5: mean 5 within bounds 0 to 10.
#[test]
fn a_mean_on_the_edge_of_its_band() {
    let gates = gates("a = \"mean(margin) <= 5\"");
    let rate = |wrong, shift: f64| {
        false_verdicts(&gates, wrong, |dice| {
            let sum = f64::from(dice.random_range(0..6) + dice.random_range(0..6));
            (vec![(sum + shift).min(10.0)], vec![0.0])
        })
    };
    assert!(rate(Verdict::Fail, 0.0) <= allowed(0.05));
    assert!(rate(Verdict::Pass, 0.0) <= allowed(0.05));
    assert!(rate(Verdict::Fail, 1.0) > 0.99);
}

/// 1 to 10, all equally likely: exactly half of the games are at 5 or below, so the median is at most 5.
#[test]
fn quantiles_on_the_edge_of_their_bands() {
    let number = |dice: &mut Xoshiro256PlusPlus| f64::from(dice.random_range(1..=10));
    let true_one = gates("a = \"median(end_turn) <= 5\"");
    let rate = false_verdicts(&true_one, Verdict::Fail, |dice| (vec![number(dice)], vec![0.0]));
    assert!(rate <= allowed(0.05), "{rate}");
    let false_one = gates("a = \"p90(end_turn) >= 10\"");
    let rate = false_verdicts(&false_one, Verdict::Pass, |dice| (vec![number(dice)], vec![0.0]));
    assert!(rate <= allowed(0.05), "{rate}");
}

/// Arms that share most of their dice and differ by exactly the width of the band.
#[test]
fn a_difference_on_the_edge_of_its_band() {
    let gates = gates("a = \"win_rate(german) within baseline +- 0.05\"");
    let rate = |wrong, more: f64| {
        false_verdicts(&gates, wrong, |dice| {
            let die: f64 = dice.random();
            let yes = |yes: bool| f64::from(u8::from(yes));
            (vec![yes(die < 0.5 + more)], vec![yes(die < 0.5)])
        })
    };
    assert!(rate(Verdict::Fail, 0.05) <= allowed(0.05));
    assert!(rate(Verdict::Pass, 0.0501) <= allowed(0.05));
    assert!(rate(Verdict::Pass, 0.0) > 0.99);
}

/// Four gates over the same games, all on their edges: any false fail among them counts.
#[test]
fn a_family_on_its_edges() {
    let gates = gates(
        "a = \"win_rate(german) <= 0.5\"\nb = \"win_rate(allied) >= 0.5\"\nc = \"rate(draw) <= 0.1\"\n\
         d = \"mean(margin) <= 5\"",
    );
    let rate = false_verdicts(&gates, Verdict::Fail, |dice| {
        let german = won(dice, 0.5);
        let sum = f64::from(dice.random_range(0..6) + dice.random_range(0..6));
        (vec![german, 1.0 - german, won(dice, 0.1), sum], vec![0.0; 4])
    });
    assert!(rate <= allowed(0.05), "{rate}");
}

/// Games are read from the first: games after a check cannot change its result.
#[test]
fn a_verdict_depends_on_the_games_before_it_and_on_no_other() {
    let gates = gates(
        "a = \"win_rate(german) within [0.45, 0.55]\"\nb = \"median(end_turn) <= 5\"\nc = \"mean(margin) <= 5\"",
    );
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let games: Vec<[f64; 3]> = (0..2_000)
        .map(|_| [won(&mut dice, 0.5), f64::from(dice.random_range(1..9)), 4.0])
        .collect();
    let first = |games: &[[f64; 3]], count: usize| -> Judgement {
        let columns: Vec<Numbers> = (0..3)
            .map(|i| games[..count].iter().map(|game| game[i]).collect::<Vec<_>>().into())
            .collect();
        judge(&gates, &columns, None).unwrap()
    };
    let mut other = games.clone();
    other[1_000..].iter_mut().for_each(|game| *game = [1.0, 9.0, 10.0]);
    assert_eq!(first(&games, 1_000), first(&other, 1_000));
    assert_ne!(first(&games, 2_000), first(&other, 2_000));
}

#[test]
fn degenerate_games_are_judged_at_once() {
    let gates = gates(
        "a = \"win_rate(german) within [0.45, 0.55]\"\nb = \"win_rate(german) within baseline +- 0.05\"\n\
         c = \"mean(end_turn) within [1, 4]\"\nd = \"p95(end_turn) <= 4\"\ne = \"p95(end_turn) within baseline +- 1\"\n\
         f = \"mean(end_turn) within baseline +- 10%\"",
    );
    for games in [0, 1, 20_000] {
        for value in [0.0, 1.0] {
            let turn = 1.0 + 3.0 * value;
            let columns = |turn: f64| -> Vec<Numbers> {
                [value, value, turn, turn, turn, turn]
                    .map(|number| vec![number; games].into())
                    .to_vec()
            };
            let judged = judge(&gates, &columns(turn), Some(&columns(turn))).unwrap();
            for gate in &judged.gates {
                assert!(gate.p_pass >= 0.0 && gate.p_fail >= 0.0, "{games} {value}: {gate:?}");
                // With few games only what is certain beforehand is decided.
                let certain = gate.gate.contains("[1, 4]");
                assert_eq!(gate.verdict == Verdict::Undecided, games < 2 && !certain, "{gate:?}");
            }
        }
    }
}
