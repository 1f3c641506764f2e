//! Checking a run while it is played, and stopping it.

use lab::Record;

use super::{Gates, Judgement, Metric, Numbers, Standing, Until, Verdict, judge};
use crate::frame::{Names, Table};
use crate::prefix::read_off;
use crate::{About, Prefix, RunAsked, StudyError};

/// Rules that stop a run, with the games they have seen. All must be met at the same check.
#[derive(Debug)]
pub struct Looks {
    untils: Vec<Until>,
    gates: Option<Gates>,
    baseline: Option<Vec<Numbers>>,
    /// One column per rule, then one per gate.
    numbers: Vec<Numbers>,
}

/// The result of one check.
#[derive(Clone, Debug)]
pub struct Look {
    /// Whether every rule is met.
    pub met: bool,
    /// What each rule found, with the rule as it was typed.
    pub standings: Vec<(String, Standing)>,
    /// The verdict on the gates.
    pub gates: Option<Judgement>,
}

impl Looks {
    /// Rules that have seen no games yet. The baseline is that of the gates.
    pub fn new(
        untils: Vec<Until>,
        gates: Option<Gates>,
        baseline: Option<&Prefix>,
    ) -> Result<Looks, StudyError> {
        let of = |gates: &Gates| baseline.map(|baseline| baseline.numbers(gates)).transpose();
        let baseline = gates.as_ref().map_or(Ok(None), of)?;
        let count = untils.len() + gates.as_ref().map_or(0, |gates| gates.gates.len());
        Ok(Looks { untils, gates, baseline, numbers: vec![Numbers::new(); count] })
    }

    /// No rule: nothing stops the run.
    pub fn none() -> Looks {
        Looks { untils: Vec::new(), gates: None, baseline: None, numbers: Vec::new() }
    }

    /// Whether there is any rule.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The rules in words, as stored in a run folder.
    pub fn said(&self) -> Vec<String> {
        let untils = self.untils.iter().map(|until| until.said.clone());
        let gates = self.gates.iter().flat_map(|gates| {
            let head = format!("gates decided at alpha {}", gates.alpha);
            let baseline = gates.baseline.as_ref();
            let baseline = baseline.map(|run| format!("baseline {}", run.display()));
            let lines = gates.gates.iter().map(|gate| format!("{}: {}", gate.name, gate.said));
            [head].into_iter().chain(baseline).chain(lines)
        });
        untils.chain(gates).collect()
    }

    fn metrics(untils: &[Until], gates: Option<&Gates>) -> Vec<Metric> {
        let untils = untils.iter().map(|until| &until.metric);
        let gates = gates.into_iter().flat_map(|gates| &gates.gates).map(|gate| &gate.metric);
        untils.chain(gates).cloned().collect()
    }

    /// Adds the next finished games. They come in the order of their index.
    pub fn take(
        &mut self,
        asked: &RunAsked,
        about: &About,
        games: &[Record],
    ) -> Result<(), StudyError> {
        let metrics = Looks::metrics(&self.untils, self.gates.as_ref());
        let metrics: Vec<&Metric> = metrics.iter().collect();
        let rows = Names { asked, about }.frame(Table::Games, games);
        rows.and_then(|rows| read_off(&metrics, &rows, &mut self.numbers))
            .map_err(|error| StudyError::damaged(Table::Games.file().as_ref(), &error))
    }

    /// Adds the games that a run has on disk.
    pub fn take_from(&mut self, run: &Prefix) -> Result<(), StudyError> {
        let metrics = Looks::metrics(&self.untils, self.gates.as_ref());
        self.numbers = run.numbers_of(&metrics.iter().collect::<Vec<_>>())?;
        Ok(())
    }

    /// Checks the rules.
    pub fn look(&self) -> Result<Look, StudyError> {
        let (of_untils, of_gates) = self.numbers.split_at(self.untils.len());
        let standings = self
            .untils
            .iter()
            .zip(of_untils)
            .map(|(until, numbers)| Ok((until.said.clone(), until.standing(numbers)?)))
            .collect::<Result<Vec<_>, StudyError>>()?;
        let gates = self.gates.as_ref();
        let gates = gates.map(|gates| judge(gates, of_gates, self.baseline.as_deref()));
        let gates = gates.transpose()?;
        let decided =
            |judged: &Judgement| judged.gates.iter().all(|gate| gate.verdict != Verdict::Undecided);
        let met = standings.iter().all(|(_, standing)| standing.met)
            && gates.as_ref().is_none_or(decided)
            && !self.is_empty();
        Ok(Look { met, standings, gates })
    }
}
