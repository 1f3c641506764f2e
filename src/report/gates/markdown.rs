//! Gates for the summary of a job.

use std::fmt::Write as _;

use study::gate::{Judgement, Verdict};

use super::text::{found, method, whole};
use crate::plain;
use crate::summary_md::cell;

/// The verdict first, then a table with one row per gate.
pub fn gates_md(judged: &Judgement) -> String {
    let judged = &plain::judgement(judged);
    let mut out = format!(
        "## {} {}\n\n| | Gate | Asks | Found |\n|---|---|---|---|\n",
        mark(judged.verdict),
        cell(&whole(judged))
    );
    for gate in &judged.gates {
        let _ = writeln!(
            out,
            "| {} {} | {} | {} | {} |",
            mark(gate.verdict),
            gate.verdict.word(),
            cell(&gate.name),
            cell(&gate.gate),
            cell(&found(gate)),
        );
    }
    out.push('\n');
    for gate in &judged.gates {
        for note in &gate.notes {
            let _ = writeln!(out, "- {}: {}", cell(&gate.name), cell(note));
        }
    }
    for note in &judged.notes {
        let _ = writeln!(out, "- {}", cell(note));
    }
    let _ = writeln!(out, "\n{}", cell(&method(judged)));
    out
}

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "✅",
        Verdict::Fail => "❌",
        Verdict::Undecided => "❔",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::sample::judgement;

    #[test]
    fn a_job_page_shows_the_verdict_and_a_row_a_gate() {
        let text = gates_md(&judgement());
        assert!(
            text.starts_with("## ❌ FAIL: 1 pass, 1 fail, 1 undecided, 10,000 games\n"),
            "{text}"
        );
        assert!(
            text.contains(
                "\n| ✅ pass | fair | win\\_rate(german) within \\[0.45, 0.55\\] | 0.513 (98.33%: 0.491 to 0.536) |\n"
            ),
            "{text}"
        );
        assert!(text.contains("\n- same: 3 of 10,000 games"), "{text}");
    }
}
