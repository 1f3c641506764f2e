//! A rule that stops a run when a number is known well enough.

use std::collections::BTreeMap;

use lab::{Complaint, Complaints};

use super::columns::Columns;
use super::file::range;
use super::judge::never;
use super::metric::Metric;
use super::scan::{Fault, Scan, Token};
use super::weigh::{Outside, Weighed};
use super::{Known, Numbers};
use crate::{CONFIDENCE, StudyError};

/// `half_width(METRIC) <= WIDTH`: stop when the confidence sequence of a metric is narrow enough. The sequence is
/// valid at every check, so repeated checks do not invalidate it.
#[derive(Clone, Debug)]
pub struct Until {
    /// As it was typed.
    pub said: String,
    /// The metric.
    pub metric: Metric,
    width: f64,
    range: Option<(f64, f64)>,
}

/// The state of a rule after the games so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The metric, with its 95% confidence sequence.
    pub known: Known,
    /// Whether it is known well enough.
    pub met: bool,
}

impl Until {
    /// Reads a rule.
    pub fn read(said: &str, columns: &Columns) -> Result<Until, Complaints> {
        Until::parse(said, columns).map_err(|fault| {
            Complaints::from(Complaint {
                file: "--until".into(),
                line: None,
                key: String::new(),
                problem: fault.problem,
                expected: fault.expected,
                nearest: fault.nearest,
            })
        })
    }

    fn parse(said: &str, columns: &Columns) -> Result<Until, Fault> {
        let expected = "half_width(METRIC) <= WIDTH, e.g. half_width(win_rate(german)) <= 0.01";
        let mut scan = Scan::new(said)?;
        match scan.next() {
            Some(Token::Word(word)) if word == "half_width" => {}
            found => {
                let found = found.map_or("nothing".into(), |token| token.to_string());
                return Err(Fault::new(format!("found {found}"), expected));
            }
        }
        scan.need("(")?;
        let metric = Metric::read(&mut scan, columns)?;
        scan.need(")")?;
        scan.need("<=")?;
        let (number, percent) = scan.number()?;
        scan.end()?;
        let width = if percent { number / 100.0 } else { number };
        if width <= 0.0 {
            return Err(Fault::new(format!("a half width of {width}"), "a width above 0"));
        }
        let range = range(&metric, columns, &BTreeMap::new()).map_err(|mut fault| {
            fault.expected = "the half width of a median, or of a mean with known bounds".into();
            fault
        })?;
        Ok(Until { said: said.into(), metric, width, range })
    }

    /// The state after the games so far.
    pub fn standing(&self, numbers: &Numbers) -> Result<Standing, StudyError> {
        let weighed = Weighed::run(self.metric.asks, numbers, self.range);
        let weighed = weighed.map_err(|Outside(number)| {
            let (low, high) = self.range.unwrap_or((0.0, 1.0));
            StudyError::OutsideRange { metric: self.metric.said.clone(), number, low, high }
        })?;
        let (low, high) = weighed.interval(CONFIDENCE);
        let value = Some(weighed.value()).filter(|value| !value.is_nan());
        // Nothing is known about what no game has, however many games there are.
        let there = !numbers.nowhere() && !never(&self.metric, numbers, None);
        let met = there
            && matches!((low, high), (Some(low), Some(high)) if (high - low) / 2.0 <= self.width);
        Ok(Standing { known: Known { value, low, high }, met })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn read(said: &str) -> Result<Until, String> {
        let columns = Columns::of(&sample::asked(10), &sample::about());
        Until::read(said, &columns).map_err(|faults| faults.to_string())
    }

    /// 5134 of 10,000: the 95% sequence is .4974 to .5293, half width .01595.
    #[test]
    fn a_rule_is_met_when_the_sequence_is_narrow() {
        let wins: Vec<f64> = (0..10_000).map(|game| f64::from(u8::from(game < 5134))).collect();
        let numbers: Numbers = wins.into();
        for (width, met) in [("0.0160", true), ("2%", true), ("0.0159", false)] {
            let rule = read(&format!("half_width(win_rate(german)) <= {width}")).unwrap();
            assert_eq!(rule.standing(&numbers).unwrap().met, met, "{width}");
        }
        let nothing = read("half_width(median(end_turn)) <= 1").unwrap();
        assert!(!nothing.standing(&Numbers::new()).unwrap().met);
        assert!(!nothing.standing(&vec![3.0].into()).unwrap().met);
        let misspelt = read("half_width(rate(clause = prot)) <= 0.1").unwrap();
        assert!(!misspelt.standing(&vec![0.0; 10_000].into()).unwrap().met);
    }

    #[test]
    fn rules_that_make_no_sense_are_refused() {
        for (wrong, told) in [
            ("win_rate(german) <= 0.1", "expected half_width(METRIC)"),
            ("half_width(win_rate(german)) >= 0.1", "expected `<=`"),
            ("half_width(win_rate(german)) <= 0", "above 0"),
            ("half_width(winrate(german)) <= 0.1", "did you mean `win_rate`?"),
            ("half_width(mean(margin)) <= 1", "known bounds"),
        ] {
            let fault = read(wrong).unwrap_err();
            assert!(fault.contains(told), "{wrong}: {fault}");
        }
    }
}
