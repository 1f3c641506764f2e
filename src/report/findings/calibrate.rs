//! Which worlds agree with published outcomes.

use study::Calibration;

use super::head::Answer as _;
use crate::charts::Table;
use crate::dossier::{Dossier, Part};
use crate::number;

/// The dossier of a calibration.
pub fn calibrate(answer: &Calibration) -> Dossier {
    let percent = |x: f64| format!("{:.1}%", x * 100.0);
    let table = |columns: &[&str], rows| {
        Some(Table { columns: columns.iter().map(ToString::to_string).collect(), rows })
    };
    let waves = answer.waves.iter().enumerate().map(|(number, wave)| {
        let played = [wave.worlds, wave.games].map(number::count);
        vec![(number + 1).to_string(), played[0].clone(), played[1].clone(), percent(wave.left)]
    });
    let facts = answer.facts.iter().map(|fact| {
        let [nearest, low, high] = fact.nearest.map(number::fine);
        let [least, most] = fact.reported.map(number::fine);
        let reached = if fact.out_of_reach { "no world reaches it" } else { "reached" };
        vec![
            fact.told.clone(),
            fact.of.clone(),
            format!("{least} to {most}"),
            format!("{nearest} [{low} to {high}]"),
            percent(fact.left),
            reached.to_owned(),
        ]
    });
    let learnt = answer.learnt.iter().map(|one| {
        vec![one.unknown.clone(), one.choice.clone(), percent(one.before), percent(one.after)]
    });
    let next = answer.next.iter().map(|next| {
        vec![next.measure.replace('_', " "), number::fine(next.within), percent(next.left)]
    });
    let part = |title: &str, lead: &str, table, brief| Part {
        title: title.into(),
        lead: lead.into(),
        figures: Vec::new(),
        table,
        brief,
    };
    let mut parts = vec![
        part(
            "The facts",
            "Each fact by itself: the world that comes nearest, by the emulator and with its error, and the share of all worlds that it does not rule out. A quantile is looked for as two shares of games.",
            table(
                &["Reported", "Number", "From", "Nearest world", "Worlds left", ""],
                facts.collect(),
            ),
            true,
        ),
        part(
            "Waves",
            "Each wave plays worlds spread over those that are left; one is ruled out when a fact is further from it than three standard errors.",
            table(&["Wave", "Worlds", "Games of each", "Left of all worlds"], waves.collect()),
            true,
        ),
    ];
    if !answer.learnt.is_empty() {
        parts.push(part(
            "What was learnt",
            "The weight of each choice before, and its share of the worlds that are left, weighed by how well they agree.",
            table(&["Unknown", "As", "Before", "After"], learnt.collect()),
            false,
        ));
        parts.push(part(
            "What one more fact would teach",
            "If a number were known this exactly: the share of the worlds left now that would still be left, as far as can be expected.",
            table(&["Number", "Known to within", "Left then"], next.collect()),
            true,
        ));
    }
    let worlds: u64 = answer.waves.iter().map(|wave| wave.worlds).sum();
    answer.dossier(format!("{} worlds played", number::count(worlds)), parts)
}
