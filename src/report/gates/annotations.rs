//! Gates as lines that a hosted build shows beside the gates file.

use std::fmt::Write as _;

use study::gate::{Judged, Judgement, Policy, Verdict};

use super::text::{found, whole};

/// Who hosts the build.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// GitHub Actions, and those that speak its language (Gitea, Forgejo).
    GitHub,
    /// Azure Pipelines.
    Azure,
}

/// One line a gate that did not pass, and one for the whole.
pub fn annotations(judged: &Judgement, host: Host) -> String {
    let mut out = String::new();
    for gate in judged.gates.iter().filter(|gate| gate.verdict != Verdict::Pass) {
        let bad = gate.verdict == Verdict::Fail || judged.undecided == Policy::Fail;
        let text = format!("{} {}: {}", gate.gate, gate.verdict.word(), found(gate));
        let _ = writeln!(out, "{}", line(host, bad, &judged.file, gate, &text));
    }
    let _ = writeln!(out, "{}", whole(judged));
    out
}

fn line(host: Host, bad: bool, file: &str, gate: &Judged, text: &str) -> String {
    let kind = if bad { "error" } else { "warning" };
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

/// Percent signs and line ends would end the message, as would what `also` lists.
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
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[0],
            "::error file=gates.toml,line=3,title=gate long::p95(end_turn) <= 5 fail: 7 (97.5%25: 6 to 7)"
        );
        assert!(
            lines[1].starts_with("::warning file=gates.toml,line=4,title=gate same::mean(margin)")
        );
        assert_eq!(lines[2], "FAIL: 1 pass, 1 fail, 1 undecided, 10,000 games");
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
