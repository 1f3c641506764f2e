//! A run checked against gates.

use study::gate::Judgement;

use crate::charts::Table;
use crate::dossier::{Dossier, Head, Part};
use crate::gates::{found, method, whole};
use crate::{number, plain};

/// The dossier of a judgement on a run with this title.
pub fn gates(judged: &Judgement, title: &str, scenario: &str, command: &str) -> Dossier {
    let judged = &plain::judgement(judged);
    let rows = judged
        .gates
        .iter()
        .map(|gate| {
            let verdict = gate.verdict.word().to_owned();
            vec![gate.name.clone(), verdict, gate.gate.clone(), found(gate)]
        })
        .collect();
    let notes = judged
        .gates
        .iter()
        .flat_map(|gate| gate.notes.iter().map(move |note| format!("{}: {note}", gate.name)));
    let columns = ["Gate", "Verdict", "Asks", "Found"];
    Dossier::of(
        Head {
            kind: "Gates",
            title: plain::plain(title),
            basis: format!(
                "{scenario}, {}, held against {}",
                number::games(judged.games),
                judged.file
            ),
            verdict: format!("{}.", whole(judged)),
            warnings: notes.chain(judged.notes.iter().cloned()).collect(),
            command: command.into(),
        },
        vec![Part {
            title: "Gate by gate".into(),
            lead: method(judged),
            figures: Vec::new(),
            table: Some(Table { columns: columns.map(String::from).to_vec(), rows }),
            brief: true,
        }],
    )
}
