//! Gates in words.

use std::fmt::Write as _;

use study::gate::{Judged, Judgement, Known, Policy, Verdict};

use crate::{number, plain};

/// For a terminal: one line per gate, then the overall verdict.
pub fn gates_text(judged: &Judgement) -> String {
    let judged = &plain::judgement(judged);
    let width = judged.gates.iter().map(|gate| gate.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for gate in &judged.gates {
        // Names and lines come from a file, and must not start a new line.
        let _ = writeln!(
            out,
            "{:<9}  {:width$}  {}\n{:9}  {:width$}  {}",
            gate.verdict.word(),
            gate.name,
            gate.gate,
            "",
            "",
            found(gate),
        );
        for note in &gate.notes {
            let _ = writeln!(out, "{:9}  {:width$}  note: {note}", "", "");
        }
    }
    for note in &judged.notes {
        let _ = writeln!(out, "note: {note}");
    }
    let _ = writeln!(out, "\n{}", whole(judged));
    let _ = writeln!(out, "{}", method(judged));
    out
}

/// The overall verdict in a sentence.
pub(crate) fn whole(judged: &Judgement) -> String {
    let count = |verdict| judged.gates.iter().filter(|gate| gate.verdict == verdict).count();
    let parts: Vec<String> = [Verdict::Pass, Verdict::Fail, Verdict::Undecided]
        .into_iter()
        .map(|verdict| (count(verdict), verdict))
        .filter(|&(count, _)| count > 0)
        .map(|(count, verdict)| format!("{count} {}", verdict.word()))
        .collect();
    let policy = match judged.undecided {
        _ if count(Verdict::Undecided) == 0 => "",
        Policy::Fail => " (an undecided gate fails)",
        Policy::Pass => " (an undecided gate passes)",
        Policy::Undecided => "",
    };
    let whole = judged.verdict.word().to_uppercase();
    format!("{whole}: {}{policy}, {}", parts.join(", "), number::games(judged.games))
}

/// How certain that is.
pub(crate) fn method(judged: &Judgement) -> String {
    format!(
        "The intervals are confidence sequences, valid however often one looks; by Holm's method over {} {} the chance \
         that any passes wrongly is at most {}, and that any fails wrongly.",
        judged.gates.len(),
        if judged.gates.len() == 1 { "gate" } else { "gates" },
        judged.alpha,
    )
}

/// What the games say about one gate.
pub(crate) fn found(gate: &Judged) -> String {
    let mut text = known(&gate.metric, gate.confidence);
    if let Some(baseline) = &gate.baseline {
        let _ = write!(text, "; baseline {}", value(baseline));
    }
    if let Some(difference) = &gate.difference {
        let _ = write!(text, "; difference {}", known(difference, gate.confidence));
    }
    if gate.verdict == Verdict::Undecided {
        let need = match gate.more_games {
            Some(more) => format!("about {} more games would decide", crate::number::count(more)),
            None if gate.games == 0 => "no game has it".into(),
            None => "so near the edge of its band that a million games like these would not decide"
                .into(),
        };
        let _ = write!(text, "; {need}");
    }
    text
}

/// `0.513 (97.5%: 0.494 to 0.533)`.
fn known(known: &Known, confidence: f64) -> String {
    let digits = digits(known);
    let end = |end: Option<f64>| end.map_or("unbounded".into(), |end| number(end, digits));
    format!(
        "{} ({}%: {} to {})",
        value(known),
        number(confidence * 100.0, 2).trim_end_matches('0').trim_end_matches('.'),
        end(known.low),
        end(known.high)
    )
}

fn value(known: &Known) -> String {
    known.value.map_or("none".into(), |value| number(value, digits(known)))
}

fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        // No negative zero.
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// As many decimals as the interval can tell apart.
fn digits(known: &Known) -> usize {
    let whole = |number: Option<f64>| number.is_none_or(|number| number.fract() == 0.0);
    if whole(known.value) && whole(known.low) && whole(known.high) {
        return 0;
    }
    let (Some(low), Some(high)) = (known.low, known.high) else { return 2 };
    let half = (high - low) / 2.0;
    (1..6).find(|&digits| half >= 0.1f64.powi(digits)).map_or(6, |digits| digits as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::sample::judgement;

    /// A name that tries to end the line and begin a command, or to colour the terminal, is only text.
    #[test]
    fn a_name_does_nothing() {
        let mut judged = judgement();
        judged.gates[0].name = "x\n::error file=a::pwn".into();
        judged.gates[1].name = "\u{1b}[31m##vso[task.complete]".into();
        judged.gates[2].gate = "mean(margin)\u{7}\r\n::warning::x".into();
        let text = gates_text(&judged);
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
        assert!(!text.contains("##vso[") && text.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn a_person_reads_verdict_numbers_and_what_is_missing() {
        assert_eq!(
            gates_text(&judgement()),
            "pass       fair  win_rate(german) within [0.45, 0.55]\n\
             \u{20}                0.513 (98.33%: 0.491 to 0.536)\n\
             fail       long  p95(end_turn) <= 5\n\
             \u{20}                7 (97.5%: 6 to 7)\n\
             undecided  same  mean(margin) within baseline +- 1\n\
             \u{20}                -1.23 (97.5%: -1.60 to -0.86); baseline -1.10; difference 0.90 (97.5%: 0.60 to 1.20); \
             about 3,400 more games would decide\n\
             \u{20}                note: 3 of 10,000 games have no `margin`: the gate is about the others\n\
             note: the run is not finished: 10000 of its 20000 games are judged\n\n\
             FAIL: 1 pass, 1 fail, 1 undecided, 10,000 games\n\
             The intervals are confidence sequences, valid however often one looks; by Holm's method over 3 gates the \
             chance that any passes wrongly is at most 0.05, and that any fails wrongly.\n"
        );
    }
}
