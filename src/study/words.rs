//! Numbers and measures in words, for verdicts.

/// What a measure counts, in a clause: “the Germans' share of wins”.
pub(crate) fn measure(name: &str) -> String {
    match name {
        "german_win" => "the share of games the Germans win".into(),
        "allied_win" => "the share of games the Allies win".into(),
        "draw" => "the share of drawn games".into(),
        "german_score" => "the Germans' score (win 1, draw 1/2)".into(),
        "level_rank" => "the mean victory level (1 is best for the Germans)".into(),
        "margin" => "the mean margin (above 0 favours the Germans)".into(),
        name => format!("the mean of `{name}`"),
    }
}

/// A difference: in percentage points for shares, else in the measure's own unit; with as many decimals as half
/// its interval's width allows.
pub(crate) fn difference(value: f64, half_width: f64, share: bool) -> String {
    let (value, half) =
        if share { (value * 100.0, half_width * 100.0) } else { (value, half_width) };
    let number = number(value, half);
    let nothing = number.chars().all(|c| matches!(c, '0' | '.'));
    let number = if number.starts_with('−') || nothing { number } else { format!("+{number}") };
    if share { format!("{number} points") } else { number }
}

/// A share in percent, or a mean in its own unit.
pub(crate) fn level(value: f64, half_width: f64, share: bool) -> String {
    if share {
        format!("{}%", number(value * 100.0, half_width * 100.0))
    } else {
        number(value, half_width)
    }
}

/// Decimals to about the first digit of the half width; a real minus sign; no negative zero.
pub(crate) fn number(value: f64, half_width: f64) -> String {
    let decimals = match half_width.abs() {
        half if half >= 10.0 => 0,
        half if half >= 0.1 => 1,
        half if half >= 0.01 => 2,
        half if half > 0.0 => 3,
        _ => 1,
    };
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.into(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// A p-value in words.
pub(crate) fn p(p: f64) -> String {
    if p < 0.001 { "p below 0.001".into() } else { format!("p {p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_interval() {
        assert_eq!(difference(0.1234, 0.031, true), "+12.3 points");
        assert_eq!(difference(-0.5, 0.04, false), "−0.50");
        assert_eq!(difference(-0.0001, 0.04, false), "0.00");
        assert_eq!(level(0.5, 0.2, true), "50%");
        assert_eq!(p(0.00001), "p below 0.001");
    }
}
