//! Gates as test cases, in the form that build servers read.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use study::gate::{Judgement, Policy, Verdict};

use super::text::found;
use crate::plain;

/// One suite for the file, one case per gate. An undecided gate depends on the file's policy: a failure,
/// a skipped case, or otherwise an error, so that it never looks like a pass.
pub fn junit(judged: &Judgement) -> String {
    let judged = &plain::judgement(judged);
    let mut suite = TestSuite::new(judged.file.as_str());
    for gate in &judged.gates {
        let status = |kind| {
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(format!("{}: {}", gate.verdict.word(), found(gate)));
            status.set_description(format!(
                "{}: {}\n{}",
                gate.name,
                gate.gate,
                gate.notes.join("\n")
            ));
            status
        };
        let status = match (gate.verdict, judged.undecided) {
            (Verdict::Pass, _) => TestCaseStatus::success(),
            (Verdict::Fail, _) | (Verdict::Undecided, Policy::Fail) => {
                status(NonSuccessKind::Failure)
            }
            (Verdict::Undecided, Policy::Undecided) => status(NonSuccessKind::Error),
            (Verdict::Undecided, Policy::Pass) => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(format!("undecided: {}", found(gate)));
                status
            }
        };
        let mut case = TestCase::new(gate.name.as_str(), status);
        case.set_classname("gates");
        let notes =
            gate.notes.iter().fold(String::new(), |text, note| text + "\nnote: " + note.as_str());
        case.set_system_out(format!("{}: {}{notes}", gate.gate, found(gate)));
        suite.add_test_case(case);
    }
    let mut report = Report::new("dropzone check");
    report.add_test_suite(suite);
    report.to_string().expect("XML is written to memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gates::sample::judgement;

    /// XML allows neither control characters nor U+FFFE, escaped or not.
    #[test]
    fn no_character_breaks_the_file() {
        let mut judged = judgement();
        judged.gates[0].name = "a\u{1}b\u{fffe}c\u{1b}[31m".into();
        judged.gates[0].notes = vec!["noted\u{0}".into()];
        let text = junit(&judged);
        let allowed = |c: char| c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}') || c == '\n';
        assert!(text.chars().all(allowed), "{text:?}");
        assert!(!text.contains("&#"), "{text}");
        assert!(text.contains(r#"name="a\u{1}b\u{fffe}c\u{1b}[31m""#), "{text}");
        // A gate that passed keeps its note.
        assert!(text.contains("note: noted\\u{0}"), "{text}");
    }

    #[test]
    fn a_build_server_counts_failures_and_errors() {
        let text = junit(&judgement());
        assert!(
            text.contains(
                r#"<testsuite name="gates.toml" tests="3" skipped="0" errors="1" failures="1">"#
            ),
            "{text}"
        );
        assert!(text.contains(r#"<testcase name="fair" classname="gates">"#), "{text}");
        assert!(text.contains("p95(end_turn) &lt;= 5"), "{text}");
        let mut lenient = judgement();
        lenient.undecided = Policy::Pass;
        assert!(junit(&lenient).contains("<skipped message=\"undecided: "));
        lenient.undecided = Policy::Fail;
        assert!(junit(&lenient).contains(r#"errors="0" failures="2""#));
    }
}
