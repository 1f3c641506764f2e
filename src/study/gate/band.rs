//! Where a metric must lie.

use super::columns::{Columns, Kind};
use super::metric::{Asks, Metric, Of};
use super::scan::{Fault, Scan, Token};

/// One end of a band: `factor * baseline + add`; without a baseline the factor is 0.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) factor: f64,
    pub(crate) add: f64,
}

impl Bound {
    fn at(add: f64) -> Bound {
        Bound { factor: 0.0, add }
    }

    /// Whether it is relative to a baseline.
    pub(crate) fn is_relative(self) -> bool {
        self.factor != 0.0
    }
}

/// A closed band; a missing end sets no limit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Band {
    pub(crate) low: Option<Bound>,
    pub(crate) high: Option<Bound>,
}

impl Band {
    /// Reads the rest of a gate: `within [A, B]`, `within baseline +- A`, `>= A` or `<= A`.
    pub(crate) fn read(scan: &mut Scan, metric: &Metric, columns: &Columns) -> Result<Band, Fault> {
        let reader = Reader { metric, columns };
        let band = if scan.skip_word("within") {
            reader.within(scan)?
        } else if scan.skip(">=") {
            Band { low: Some(reader.bound(scan)?), high: None }
        } else if scan.skip("<=") {
            Band { low: None, high: Some(reader.bound(scan)?) }
        } else {
            return Err(scan.wrong("`within [LOW, HIGH]`, `>= LOW` or `<= HIGH`"));
        };
        scan.end()?;
        if let (Some(low), Some(high)) = (band.low, band.high)
            && low.factor <= high.factor
            && low.add <= high.add
        {
            return Ok(band);
        }
        if band.low.is_some() && band.high.is_some() {
            return Err(Fault::new(
                "the band ends below where it begins, or mixes a baseline with a number",
                "the lower end first, both ends of one kind",
            ));
        }
        Ok(band)
    }

    /// Whether either end is relative to a baseline.
    pub(crate) fn is_relative(self) -> bool {
        self.low.into_iter().chain(self.high).any(Bound::is_relative)
    }
}

struct Reader<'a> {
    metric: &'a Metric,
    columns: &'a Columns,
}

impl Reader<'_> {
    fn within(&self, scan: &mut Scan) -> Result<Band, Fault> {
        if scan.skip("[") {
            let low = self.bound(scan)?;
            scan.need(",")?;
            let high = self.bound(scan)?;
            scan.need("]")?;
            if low.is_relative() != high.is_relative() {
                return Err(Fault::new(
                    "one end of the band follows the baseline and the other does not",
                    "both or neither",
                ));
            }
            return Ok(Band { low: Some(low), high: Some(high) });
        }
        if !scan.skip_word("baseline") {
            return Err(scan.wrong("`[LOW, HIGH]` or `baseline +- WIDTH`"));
        }
        scan.need("+-")?;
        let (width, percent) = scan.number()?;
        let end = |sign: f64| self.moved(sign * width, percent).map(Some);
        Ok(Band { low: end(-1.0)?, high: end(1.0)? })
    }

    fn bound(&self, scan: &mut Scan) -> Result<Bound, Fault> {
        if scan.skip_word("baseline") {
            let sign = if scan.skip("+") {
                1.0
            } else if scan.skip("-") {
                -1.0
            } else {
                return Ok(Bound { factor: 1.0, add: 0.0 });
            };
            let (width, percent) = scan.number()?;
            return self.moved(sign * width, percent);
        }
        if let (true, Some(Token::Text(level))) = (self.metric.is_level(), scan.peek().cloned()) {
            scan.next();
            return Ok(Bound::at(self.columns.rank(&level)?));
        }
        let (number, percent) = scan.number()?;
        let unit = matches!(self.metric.of, Of::Score(_)) || self.metric.asks == Asks::Share;
        let number = if percent { number / 100.0 } else { number };
        if percent && !unit {
            return Err(Fault::new("a percent sign", "a number in the unit of the column"));
        }
        if unit && !(0.0..=1.0).contains(&number) {
            return Err(Fault::new(
                format!("{number} is no share of games"),
                "0 to 1, or 0% to 100%",
            ));
        }
        Ok(Bound::at(number))
    }

    /// The baseline, shifted by a number or by a share of itself.
    fn moved(&self, by: f64, percent: bool) -> Result<Bound, Fault> {
        if !percent {
            return Ok(Bound { factor: 1.0, add: by });
        }
        let factor = 1.0 + by / 100.0;
        // A share of a number below 0 would turn the band upside down.
        let signed = matches!(&self.metric.of, Of::Number(column) if self.columns.kind(column) == Some(Kind::Number));
        if signed || factor <= 0.0 {
            let problem = "percent of a baseline that may be below 0, or all of it taken away";
            return Err(Fault::new(problem, "a number, as in `baseline +- 2`"));
        }
        Ok(Bound { factor, add: 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn read(line: &str) -> Result<Band, Fault> {
        let columns = Columns::of(&sample::asked(10), &sample::about());
        let mut scan = Scan::new(line)?;
        let metric = Metric::read(&mut scan, &columns)?;
        Band::read(&mut scan, &metric, &columns)
    }

    fn band(low: Option<(f64, f64)>, high: Option<(f64, f64)>) -> Band {
        let bound = |end: Option<(f64, f64)>| end.map(|(factor, add)| Bound { factor, add });
        Band { low: bound(low), high: bound(high) }
    }

    #[test]
    fn every_way_to_write_a_band() {
        for (line, low, high) in [
            ("win_rate(german) within [0.45, 0.55]", Some((0.0, 0.45)), Some((0.0, 0.55))),
            ("win_rate(german) within [45%, 55%]", Some((0.0, 0.45)), Some((0.0, 0.55))),
            ("median(margin) >= -3", Some((0.0, -3.0)), None),
            ("rate(draw) <= 0.1", None, Some((0.0, 0.1))),
            ("win_rate(german) within baseline +- 0.03", Some((1.0, -0.03)), Some((1.0, 0.03))),
            ("mean(end_turn) within baseline ± 10%", Some((0.9, 0.0)), Some((1.1, 0.0))),
            ("mean(end_turn) <= baseline + 0.5", None, Some((1.0, 0.5))),
            ("p95(decisions) <= baseline", None, Some((1.0, 0.0))),
            (
                "mean(end_turn) within [baseline - 1, baseline + 2]",
                Some((1.0, -1.0)),
                Some((1.0, 2.0)),
            ),
            ("median(victory_level) <= \"German minor\"", None, Some((0.0, 2.0))),
        ] {
            assert_eq!(read(line), Ok(band(low, high)), "{line}");
        }
    }

    #[test]
    fn bands_that_make_no_sense_are_refused() {
        for wrong in [
            "win_rate(german)",
            "win_rate(german) within [0.55, 0.45]",
            "win_rate(german) <= 45",
            "win_rate(german) == 0.5",
            "win_rate(german) within [0.4, 0.5] or so",
            "win_rate(german) within [0.4, baseline]",
            "mean(margin) within baseline +- 10%",
            "mean(end_turn) within baseline +- 100%",
            "mean(end_turn) <= 5%",
            "median(victory_level) <= \"German mayor\"",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
