//! Readable numbers. An estimate is always shown with its interval, and with no more
//! digits than the interval supports.

use study::{Estimate, Method};

/// `12,345`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `2 games`.
pub(crate) fn games(n: u64) -> String {
    format!("{} {}", count(n), if n == 1 { "game" } else { "games" })
}

/// A number that is not an estimate (a quantile, a bin): at most one decimal.
pub(crate) fn plain(x: f64) -> String {
    if !x.is_finite() {
        return "–".to_owned();
    }
    let rounded = (x * 10.0).round() / 10.0;
    let text =
        if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") };
    signed(&text)
}

/// A tick label: as many decimals as needed, at most three.
pub(crate) fn axis(x: f64) -> String {
    let text = format!("{x:.3}");
    signed(text.trim_end_matches('0').trim_end_matches('.'))
}

/// A number with three significant digits, for axes and tables of small numbers.
pub(crate) fn fine(x: f64) -> String {
    if !x.is_finite() {
        return "–".to_owned();
    }
    let decimals = match x.abs() {
        0.0 => 0,
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{x:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    signed(text)
}

/// A real minus sign, and no negative zero.
fn signed(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

/// An estimate in words and digits, in one unit.
#[derive(Copy, Clone)]
pub(crate) struct Said<'a> {
    estimate: &'a Estimate,
    factor: f64,
    unit: &'static str,
}

/// A share of games, in percent.
pub(crate) fn share(estimate: &Estimate) -> Said<'_> {
    Said { estimate, factor: 100.0, unit: "%" }
}

/// A mean in its own unit.
pub(crate) fn mean(estimate: &Estimate) -> Said<'_> {
    Said { estimate, factor: 1.0, unit: "" }
}

impl Said<'_> {
    /// Value, low and high in the unit in which they are shown.
    pub(crate) fn scaled(&self) -> (f64, f64, f64) {
        let Estimate { value, low, high, .. } = *self.estimate;
        (value * self.factor, low * self.factor, high * self.factor)
    }

    /// The unit.
    pub(crate) fn unit(&self) -> &'static str {
        self.unit
    }

    /// Decimals that the interval's half width supports: about its first digit.
    fn decimals(&self) -> usize {
        let half = (self.estimate.high - self.estimate.low).abs() * self.factor / 2.0;
        match half {
            h if !h.is_finite() => 1,
            h if h >= 10.0 => 0,
            h if h >= 0.1 => 1,
            h if h >= 0.01 => 2,
            h if h > 0.0 => 3,
            _ => 1,
        }
    }

    fn digits(&self, x: f64) -> String {
        if !x.is_finite() {
            return "–".to_owned();
        }
        // Order statistics are values that games had, not averages.
        if self.estimate.method == Method::OrderStatistics {
            return plain(x * self.factor);
        }
        signed(&format!("{:.*}", self.decimals(), x * self.factor))
    }

    /// `43.1%`.
    pub(crate) fn value(&self) -> String {
        format!("{}{}", self.digits(self.estimate.value), self.unit)
    }

    /// `40.1–46.2%`.
    pub(crate) fn interval(&self) -> String {
        let (low, high) = (self.digits(self.estimate.low), self.digits(self.estimate.high));
        // A dash between signed numbers reads like another minus.
        let between =
            if low.starts_with('−') || high.starts_with('−') { " to " } else { "–" };
        format!("{low}{between}{high}{}", self.unit)
    }

    /// `31–74%`: the interval that holds for what is not known too, where it differs from that of the dice.
    pub(crate) fn over_worlds(&self) -> Option<String> {
        let [low, high] = self.estimate.worlds?;
        let outer = Estimate { low, high, worlds: None, ..*self.estimate };
        let outer = Said { estimate: &outer, ..*self }.interval();
        (outer != self.interval()).then_some(outer)
    }

    /// `43.1% [40.1–46.2%]`: for charts and tables whose caption names the level. `43.1% [40.1–46.2%; worlds 31–74%]`
    /// where what is not known moves the number.
    pub(crate) fn brief(&self) -> String {
        match self.over_worlds() {
            None => format!("{} [{}]", self.value(), self.interval()),
            Some(worlds) => format!("{} [{}; worlds {worlds}]", self.value(), self.interval()),
        }
    }

    /// `43.1% (95% interval 40.1–46.2%)`.
    pub(crate) fn full(&self) -> String {
        let worlds = self.over_worlds();
        let worlds =
            worlds.map_or(String::new(), |worlds| format!("; with what is not known {worlds}"));
        format!("{} ({} interval {}{worlds})", self.value(), level(self.estimate), self.interval())
    }
}

/// `95%`.
pub(crate) fn level(estimate: &Estimate) -> String {
    let percent = format!("{:.1}", estimate.confidence * 100.0);
    format!("{}%", percent.trim_end_matches('0').trim_end_matches('.'))
}

/// The method of an interval, as readers know it.
pub(crate) fn method(estimate: &Estimate) -> &'static str {
    match estimate.method {
        Method::Wilson => "Wilson",
        Method::StudentT => "Student t",
        Method::Goodman => "Goodman, simultaneous",
        Method::OrderStatistics => "order statistics",
        Method::Tango => "Tango, paired",
        Method::Newcombe => "Newcombe",
        Method::PairedT => "Student t, paired",
        Method::Welch => "Welch",
        Method::DeLong => "DeLong",
        Method::LogOdds => "log odds",
        Method::Bootstrap => "bootstrap over seeds",
        Method::FisherZ => "Fisher’s z",
        Method::Delta => "delta method",
        Method::Jackknife => "jackknife over points",
        Method::Emulator => "95% of worlds, by an emulator",
        Method::ControlVariates => "control variates",
    }
}

/// `95% Wilson intervals, 1,000 games`: closes a caption.
pub(crate) fn basis(estimate: &Estimate) -> String {
    format!("{} intervals ({}), {}", level(estimate), method(estimate), games(estimate.n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_interval_is_shown_where_it_differs() {
        let apart = Estimate { worlds: Some([0.31, 0.74]), ..estimate(0.51, 0.46, 0.56) };
        assert_eq!(share(&apart).brief(), "51.0% [46.0–56.0%; worlds 31–74%]");
        assert!(share(&apart).full().ends_with("46.0–56.0%; with what is not known 31–74%)"));
        let same = Estimate { worlds: Some([0.46, 0.56]), ..apart };
        assert_eq!(share(&same).brief(), "51.0% [46.0–56.0%]");
    }

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate {
            value,
            low,
            high,
            confidence: 0.95,
            n: 1000,
            method: Method::Wilson,
            worlds: None,
        }
    }

    #[test]
    fn decimals_follow_the_interval() {
        let say = |value, low, high| share(&estimate(value, low, high)).brief();
        assert_eq!(say(0.52, 0.4232, 0.6154), "52.0% [42.3–61.5%]");
        assert_eq!(say(0.5, 0.2, 0.8), "50% [20–80%]");
        assert_eq!(say(0.5134, 0.510, 0.5168), "51.3% [51.0–51.7%]");
        assert_eq!(say(0.0, 0.0, 0.0038), "0.0% [0.0–0.4%]");
        assert_eq!(say(0.5134, 0.5128, 0.5140), "51.34% [51.28–51.40%]");
        let median = Estimate { method: Method::OrderStatistics, ..estimate(5.0, 5.0, 6.0) };
        assert_eq!(mean(&median).brief(), "5 [5–6]");
        assert_eq!(mean(&estimate(7.4219, 7.21, 7.63)).brief(), "7.4 [7.2–7.6]");
        assert_eq!(mean(&estimate(-0.04, -1.9, 1.9)).brief(), "0.0 [−1.9 to 1.9]");
        assert_eq!(mean(&estimate(3.0, 3.0, 3.0)).brief(), "3.0 [3.0–3.0]");
    }

    #[test]
    fn an_estimate_that_is_not_there_says_so() {
        assert_eq!(share(&estimate(f64::NAN, f64::NAN, f64::NAN)).value(), "–%");
    }

    #[test]
    fn counts_and_levels() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(games(1), "1 game");
        assert_eq!((axis(0.05), axis(20.0), axis(0.0)), ("0.05".into(), "20".into(), "0".into()));
        assert_eq!(plain(-3.04), "−3");
        assert_eq!(plain(-0.01), "0");
        assert_eq!(level(&Estimate { confidence: 0.999, ..estimate(0.0, 0.0, 0.0) }), "99.9%");
        assert_eq!(share(&estimate(0.431, 0.401, 0.462)).full(), "43.1% (95% interval 40.1–46.2%)");
    }
}
