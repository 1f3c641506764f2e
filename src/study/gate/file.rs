//! A gates file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lab::{Complaint, Complaints};
use serde::Deserialize;
use toml::Spanned;

use super::Policy;
use super::band::Band;
use super::columns::Columns;
use super::metric::{Asks, Metric, Of};
use super::scan::{Fault, Scan};

/// The contents of a gates file.
#[derive(Clone, Debug)]
pub struct Gates {
    /// The file, as given by the user.
    pub file: String,
    /// The chance of a false verdict among all gates.
    pub alpha: f64,
    /// What an undecided gate means for the whole.
    pub undecided: Policy,
    /// The run folder of the baseline, if any band needs one; in the file, a relative path starts at the file's folder.
    pub baseline: Option<PathBuf>,
    /// The gates, in the order of the file.
    pub gates: Vec<Gate>,
}

/// One gate.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Its name.
    pub name: String,
    /// The whole line, as it was written.
    pub said: String,
    /// Its line in the file, from 1.
    pub line: u32,
    /// What it measures.
    pub metric: Metric,
    pub(crate) band: Band,
    /// Least and greatest value that the metric's column can have, if the metric is a mean.
    pub(crate) range: Range,
}

/// Least and greatest value of a column, where they matter and are known.
type Range = Option<(f64, f64)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    alpha: Option<Spanned<f64>>,
    undecided: Option<Spanned<String>>,
    baseline: Option<PathBuf>,
    #[serde(default)]
    ranges: BTreeMap<Spanned<String>, Spanned<Ends>>,
    gates: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// Both ends of a range, and nothing else.
#[derive(Deserialize)]
struct Ends(#[serde(deserialize_with = "engine::pair")] [f64; 2]);

const ALPHA: f64 = 0.05;

impl Gates {
    /// Reads a gates file; every fault is reported. A baseline given here replaces the file's.
    pub fn read(
        path: &Path,
        text: &str,
        columns: &Columns,
        baseline: Option<&Path>,
    ) -> Result<Gates, Complaints> {
        let file = path.display().to_string();
        let mut reader = Reader { file: &file, text, faults: Vec::new() };
        let written: Written = match lab::read_toml(text) {
            Ok(written) => written,
            Err(faults) => {
                let placed = |(line, complaint): (Option<u32>, Complaint)| {
                    let lacks = complaint.problem.starts_with("missing key");
                    let expected = if lacks { SHAPE.into() } else { complaint.expected.clone() };
                    let line = line.or(Some(1));
                    Complaint { file: file.clone(), line, expected, ..complaint }
                };
                return Err(Complaints::new(faults.into_iter().map(placed).collect()));
            }
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let of_file = written.baseline.map(|run| folder.join(run));
        let baseline = baseline.map(Path::to_path_buf).or(of_file);
        let alpha = reader.alpha(written.alpha);
        let undecided = reader.policy(written.undecided);
        let ranges = reader.ranges(written.ranges, columns);
        // In the order of the file, not by name.
        let mut lines: Vec<_> = written.gates.into_iter().collect();
        lines.sort_by_key(|(name, _)| name.span().start);
        if lines.is_empty() {
            let fault = Fault::new("there is no gate", "at least one line under [gates]");
            reader.fault(0..0, "gates", fault);
        }
        let mut gates = Vec::new();
        for (name, said) in lines {
            let span = name.span();
            let line = reader.line(span.start);
            match gate(said.get_ref(), columns, &ranges) {
                Ok((metric, band, _)) if band.is_relative() && baseline.is_none() => {
                    let problem = format!("the band of {} follows a baseline", metric.said());
                    let fault =
                        Fault::new(problem, "`baseline = \"FOLDER OF A RUN\"` above [gates]");
                    reader.fault(span, name.get_ref(), fault);
                }
                Ok((metric, band, range)) => gates.push(Gate {
                    name: name.into_inner(),
                    said: said.into_inner(),
                    line,
                    metric,
                    band,
                    range,
                }),
                Err(fault) => reader.fault(span, name.get_ref(), fault),
            }
        }
        if !reader.faults.is_empty() {
            return Err(Complaints::new(reader.faults));
        }
        // A baseline that no band uses need not exist.
        let baseline = baseline.filter(|_| gates.iter().any(|gate| gate.band.is_relative()));
        Ok(Gates { file, alpha, undecided, baseline, gates })
    }

    /// The columns of `games.parquet` that the gates read, each once.
    pub(crate) fn columns(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.gates.iter().map(|gate| gate.metric.column()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

const SHAPE: &str = "`[gates]` with lines like `fair = \"win_rate(german) within [0.45, 0.55]\"`; above it, \
     if wanted, alpha, undecided, baseline and [ranges]";

fn gate(
    said: &str,
    columns: &Columns,
    ranges: &BTreeMap<String, (f64, f64)>,
) -> Result<(Metric, Band, Range), Fault> {
    let mut scan = Scan::new(said)?;
    let metric = Metric::read(&mut scan, columns)?;
    let band = Band::read(&mut scan, &metric, columns)?;
    let range = range(&metric, columns, ranges)?;
    Ok((metric, band, range))
}

/// The mean of unbounded numbers can be anything, whatever was seen: a range must be known beforehand.
pub(crate) fn range(
    metric: &Metric,
    columns: &Columns,
    ranges: &BTreeMap<String, (f64, f64)>,
) -> Result<Range, Fault> {
    match (&metric.of, metric.asks) {
        (Of::Number(column), Asks::Mean) => {
            let known = ranges.get(column).copied().or_else(|| columns.range(column));
            known.map(Some).ok_or_else(|| {
                Fault::new(
                    format!("nothing is known of how large `{column}` can be, and without that its mean cannot be judged"),
                    format!("`{column} = [LEAST, GREATEST]` under [ranges], or a gate on the median"),
                )
            })
        }
        _ => Ok(Some((0.0, 1.0))),
    }
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    faults: Vec<Complaint>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> u32 {
        let before = self.text.get(..at).unwrap_or(self.text);
        before.matches('\n').count() as u32 + 1
    }

    fn fault(&mut self, span: std::ops::Range<usize>, key: &str, fault: Fault) {
        self.faults.push(Complaint {
            file: self.file.into(),
            line: Some(self.line(span.start)),
            key: key.into(),
            problem: fault.problem,
            expected: fault.expected,
            nearest: fault.nearest,
        });
    }

    fn alpha(&mut self, alpha: Option<Spanned<f64>>) -> f64 {
        let Some(alpha) = alpha else { return ALPHA };
        let (span, alpha) = (alpha.span(), alpha.into_inner());
        if !(1e-6..=0.5).contains(&alpha) {
            let expected = "the chance of a false verdict, e.g. 0.05";
            self.fault(span, "alpha", Fault::new(format!("{alpha} is no such chance"), expected));
        }
        alpha
    }

    fn policy(&mut self, policy: Option<Spanned<String>>) -> Policy {
        let Some(policy) = policy else { return Policy::Undecided };
        let (span, word) = (policy.span(), policy.into_inner());
        let known = [Policy::Undecided, Policy::Fail, Policy::Pass];
        let found = known.into_iter().find(|known| known.word() == word);
        found.unwrap_or_else(|| {
            let fault = Fault::unknown("policy", &word, &known.map(Policy::word));
            self.fault(span, "undecided", fault);
            Policy::Undecided
        })
    }

    fn ranges(
        &mut self,
        written: BTreeMap<Spanned<String>, Spanned<Ends>>,
        columns: &Columns,
    ) -> BTreeMap<String, (f64, f64)> {
        let mut ranges = BTreeMap::new();
        for (name, range) in written {
            let Ends([low, high]) = *range.get_ref();
            match columns.numeric(name.get_ref()) {
                Err(fault) => self.fault(name.span(), name.get_ref(), fault),
                Ok(_) if !(low < high && (high - low).is_finite()) => {
                    let fault =
                        Fault::new(format!("[{low}, {high}] is no range"), "[LEAST, GREATEST]");
                    self.fault(name.span(), name.get_ref(), fault);
                }
                Ok((column, _)) => drop(ranges.insert(column, (low, high))),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn read(text: &str) -> Result<Gates, String> {
        let columns = Columns::of(&sample::asked(10), &sample::about());
        Gates::read(Path::new("ci/gates.toml"), text, &columns, None)
            .map_err(|faults| faults.to_string())
    }

    #[test]
    fn a_file_keeps_its_order_and_its_defaults() {
        let gates = read(
            "baseline = \"../reports/released\"\n[gates]\nz = \"rate(draw) <= 0.1\"\n\n\
             a = \"mean(end_turn) within baseline +- 5%\"\n",
        )
        .unwrap();
        assert_eq!((gates.alpha, gates.undecided), (0.05, Policy::Undecided));
        assert_eq!(gates.baseline.as_deref(), Some(Path::new("ci/../reports/released")));
        let lines: Vec<_> = gates.gates.iter().map(|g| (g.name.as_str(), g.line)).collect();
        assert_eq!(lines, [("z", 3), ("a", 5)]);
        // The calendar of the toy has 4 turns.
        assert_eq!(gates.gates[1].range, Some((1.0, 4.0)));
        assert_eq!(gates.columns(), ["end_turn", "winner"]);
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let faults = read(
            "alpha = 3\nundecided = \"faill\"\n[ranges]\nmargin = [5, 1]\n[gates]\na = \"win_rat(german) <= 0.1\"\n\
             b = \"mean(margin) <= 1\"\nc = \"rate(draw) <= baseline\"\nd = \"median(end_turn) <= \"\n",
        )
        .unwrap_err();
        for told in [
            "ci/gates.toml:1: alpha: 3 is no such chance",
            "ci/gates.toml:2: undecided: there is no policy `faill`",
            "did you mean `fail`?",
            "ci/gates.toml:4: margin: [5, 1] is no range",
            "ci/gates.toml:6: a: there is no metric `win_rat`",
            "did you mean `win_rate`?",
            "ci/gates.toml:7: b: nothing is known of how large `margin` can be",
            "ci/gates.toml:8: c: the band of rate(draw) follows a baseline",
            "ci/gates.toml:9: d: found the end; expected a number",
        ] {
            assert!(faults.contains(told), "{told}\n--\n{faults}");
        }
        assert_eq!(faults.lines().count(), 7, "{faults}");
    }

    #[test]
    fn a_file_that_is_no_gates_file_is_refused() {
        for (text, told) in [
            ("", "ci/gates.toml:1: missing key `gates`; expected `[gates]` with lines"),
            ("[gates]\n", "there is no gate"),
            ("[gate]\na = \"rate(draw) <= 0.1\"\n", "unknown key `gate`"),
            ("[gates]\na = 3\n", "ci/gates.toml:2: gates.a: wrong type"),
            ("[gates]\n\"a\\nb\" = \"rate(draw) <= 0.1\"\n", "control character U+000A"),
            (
                "[ranges]\nmargin = [0, 1, 2]\n[gates]\na = \"mean(margin) <= 1\"\n",
                "ci/gates.toml:2: ranges.margin: ",
            ),
            ("[gates]\na = \"rate(draw) <= 0.1\"\na = \"rate(draw) <= 0.2\"\n", "duplicate key"),
        ] {
            let faults = read(text).unwrap_err();
            assert!(faults.contains(told), "{text}: {faults}");
        }
    }
}
