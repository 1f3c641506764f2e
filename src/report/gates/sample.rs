//! An invented judgement for tests: one gate with each verdict.

use study::gate::{Judged, Judgement, Known, Policy, Verdict};

fn known(value: f64, low: f64, high: f64) -> Known {
    Known { value: Some(value), low: Some(low), high: Some(high) }
}

pub(super) fn judgement() -> Judgement {
    let gate = |name: &str, line, gate: &str, verdict, metric, confidence| Judged {
        name: name.into(),
        gate: gate.into(),
        line,
        verdict,
        metric,
        baseline: None,
        difference: None,
        confidence,
        p_pass: 0.5,
        p_fail: 0.5,
        games: 10_000,
        more_games: None,
        notes: Vec::new(),
    };
    let fair = "win_rate(german) within [0.45, 0.55]";
    let same = "mean(margin) within baseline +- 1";
    Judgement {
        schema: 1,
        file: "gates.toml".into(),
        verdict: Verdict::Fail,
        games: 10_000,
        asked: 20_000,
        alpha: 0.05,
        undecided: Policy::Undecided,
        gates: vec![
            gate("fair", 2, fair, Verdict::Pass, known(0.5134, 0.4913, 0.5356), 1.0 - 0.05 / 3.0),
            gate("long", 3, "p95(end_turn) <= 5", Verdict::Fail, known(7.0, 6.0, 7.0), 0.975),
            Judged {
                baseline: Some(known(-1.1, -1.6, -0.6)),
                difference: Some(known(0.9, 0.6, 1.2)),
                more_games: Some(3_400),
                notes: vec![
                    "3 of 10,000 games have no `margin`: the gate is about the others".into(),
                ],
                ..gate("same", 4, same, Verdict::Undecided, known(-1.23, -1.6, -0.86), 0.975)
            },
        ],
        notes: vec!["the run is not finished: 10000 of its 20000 games are judged".into()],
    }
}
