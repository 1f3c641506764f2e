//! What all answers of the balance lab say first.

use study::{Calibration, Comparison, Ladder, Plans, Sweep, Tournament, Worth};

use crate::dossier::{Dossier, Head, Part};

/// An answer, as far as all of them are alike.
pub(super) trait Answer {
    /// Its head; `rest` follows the name of the scenario.
    fn head(&self, rest: String) -> Head;

    /// Its dossier.
    fn dossier(&self, rest: String, parts: Vec<Part>) -> Dossier {
        Dossier::of(self.head(rest), parts)
    }
}

macro_rules! answers {
    ($($answer:ty => $kind:literal),+ $(,)?) => {$(
        impl Answer for $answer {
            fn head(&self, rest: String) -> Head {
                Head {
                    kind: $kind,
                    title: self.title.clone(),
                    basis: format!("{}, {rest}", self.scenario),
                    verdict: self.verdict.clone(),
                    warnings: self.warnings.clone(),
                    command: self.command.clone(),
                }
            }
        }
    )+};
}

answers! {
    Calibration => "Calibration",
    Comparison => "Comparison",
    Ladder => "Ladder",
    Plans => "Plans",
    Sweep => "Sweep",
    Tournament => "Tournament",
    Worth => "Worth",
}
