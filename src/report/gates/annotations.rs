//! Gates as lines that a hosted build shows beside the gates file.

use std::fmt::Write as _;

use study::gate::{Judged, Judgement, Policy, Verdict};

use super::text::{found, whole};
use crate::plain;

/// The build service.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// GitHub Actions, and services with the same syntax (Gitea, Forgejo).
    GitHub,
    /// Azure Pipelines.
    Azure,
}

/// One line for each gate that did not pass or has a note, and one for the overall verdict.
pub fn annotations(judged: &Judgement, host: Host) -> String {
    let judged = &plain::judgement(judged);
    let mut out = String::new();
    let told = |gate: &&Judged| gate.verdict != Verdict::Pass || !gate.notes.is_empty();
    for gate in judged.gates.iter().filter(told) {
        let kind = match (gate.verdict, judged.undecided) {
            (Verdict::Fail, _) | (Verdict::Undecided, Policy::Fail) => "error",
            _ => "warning",
        };
        let mut text = format!("{} {}: {}", gate.gate, gate.verdict.word(), found(gate));
        for note in &gate.notes {
            let _ = write!(text, "; {note}");
        }
        let _ = writeln!(out, "{}", line(host, kind, &judged.file, gate, &text));
    }
    for note in &judged.notes {
        let _ = writeln!(out, "note: {note}");
    }
    let _ = writeln!(out, "{}", whole(judged));
    out
}

fn line(host: Host, kind: &str, file: &str, gate: &Judged, text: &str) -> String {
    match host {
        Host::GitHub => format!(
            "::{kind} file={},line={},title={}::{}",
            escaped(file, &[':', ',']),
            gate.line,
            escaped(&format!("gate {}", gate.name), &[':', ',']),
            escaped(text, &[])
        ),
        Host::Azure => format!(
            "##vso[task.logissue type={kind};sourcepath={};linenumber={};]{}",
            escaped(file, &[';', ']']),
            gate.line,
            escaped(&format!("gate {}: {text}", gate.name), &[])
        ),
    }
}

/// Percent signs and line ends would end the message, as would the characters in `also`.
fn escaped(text: &str, also: &[char]) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if matches!(c, '%' | '\r' | '\n') || also.contains(&c) {
            let _ = write!(out, "%{:02X}", u32::from(c));
        } else {
            out.push(c);
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::sample::judgement;

    #[test]
    fn what_did_not_pass_is_shown_at_its_line() {
        let github = annotations(&judgement(), Host::GitHub);
        let lines: Vec<&str> = github.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[0],
            "::error file=gates.toml,line=3,title=gate long::p95(end_turn) <= 5 fail: 7 (97.5%25: 6 to 7)"
        );
        assert!(
            lines[1].starts_with("::warning file=gates.toml,line=4,title=gate same::mean(margin)")
        );
        assert!(
            lines[1].ends_with("3 of 10,000 games have no `margin`: the gate is about the others")
        );
        assert_eq!(lines[2], "note: the run is not finished: 10000 of its 20000 games are judged");
        assert_eq!(lines[3], "FAIL: 1 pass, 1 fail, 1 undecided, 10,000 games");
        let azure = annotations(&judgement(), Host::Azure);
        assert!(
            azure.starts_with(
                "##vso[task.logissue type=error;sourcepath=gates.toml;linenumber=3;]gate long: p95"
            ),
            "{azure}"
        );
    }

    #[test]
    fn a_name_cannot_break_out_of_its_line() {
        assert_eq!(escaped("a%b\n::error::c, d", &[':', ',']), "a%25b%0A%3A%3Aerror%3A%3Ac%2C d");
    }
}
