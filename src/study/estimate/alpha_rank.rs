//! Alpha-rank of two sides (Omidshafiei et al. 2019): which strategies players end up with if they keep changing to
//! whatever does better. Unlike a rating it does not put strengths on one line, so it copes with cycles.

/// How often a change for the worse is made, relative to one for the better: the limit of strong selection,
/// kept above 0 so that every table has a unique answer.
const SLIP: f64 = 1e-6;

/// Share of the time at each pair of strategies, row by row: the stationary distribution of a walk over the pairs in
/// which one side at a time tries another strategy, and keeps it if it does better, half of the time if it does
/// equally well, and hardly ever otherwise. `payoff` is the score of the row side, from 0 to 1; the column side
/// scores the rest.
pub fn alpha_rank(payoff: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (m, n) = (payoff.len(), payoff.first().map_or(0, Vec::len));
    let pairs = m * n;
    if pairs == 0 {
        return vec![Vec::new(); m];
    }
    let tries = (m + n).saturating_sub(2).max(1) as f64;
    let kept = |gain: f64| {
        if gain > 0.0 {
            1.0 - SLIP
        } else if gain < 0.0 {
            SLIP
        } else {
            0.5
        }
    };
    let mut walk = vec![vec![0.0; pairs]; pairs];
    for i in 0..m {
        for j in 0..n {
            let here = &mut walk[i * n + j];
            for k in (0..m).filter(|&k| k != i) {
                here[k * n + j] = kept(payoff[k][j] - payoff[i][j]) / tries;
            }
            for k in (0..n).filter(|&k| k != j) {
                here[i * n + k] = kept(payoff[i][j] - payoff[i][k]) / tries;
            }
        }
    }
    let shares = stationary(walk);
    shares.chunks(n).map(<[f64]>::to_vec).collect()
}

/// The stationary distribution, by the elimination of Grassmann, Taksar and Heyman (1985): it subtracts nothing, so
/// that rates a million times apart lose no precision. The diagonal is not read.
fn stationary(mut walk: Vec<Vec<f64>>) -> Vec<f64> {
    let size = walk.len();
    for last in (1..size).rev() {
        let (earlier, gone) = walk.split_at_mut(last);
        let out: f64 = gone[0][..last].iter().sum();
        for row in earlier {
            row[last] /= out;
            let share = row[last];
            for (to, through) in row.iter_mut().zip(&gone[0][..last]) {
                *to += share * through;
            }
        }
    }
    let mut shares = vec![1.0; size];
    for place in 1..size {
        shares[place] = (0..place).map(|row| shares[row] * walk[row][place]).sum();
    }
    let total: f64 = shares.iter().sum();
    shares.iter().map(|share| share / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-5, "{found}, not {expected}");
    }

    /// Two states: the share of the first is the rate into it over the sum of both rates.
    #[test]
    fn the_better_of_two_is_played() {
        let shares = alpha_rank(&[vec![0.6], vec![0.4]]);
        assert!((shares[0][0] - (1.0 - SLIP)).abs() < 1e-12, "{shares:?}");
        near(alpha_rank(&[vec![0.4, 0.6]])[0][0], 1.0);
        assert_eq!(alpha_rank(&[vec![0.5], vec![0.5]]), [[0.5], [0.5]]);
        assert_eq!(alpha_rank(&[vec![0.3]]), [[1.0]]);
    }

    #[test]
    fn whoever_is_best_against_everybody_is_played_always() {
        // Row 1 dominates; against it column 0 does best.
        let shares = alpha_rank(&[vec![0.2, 0.3, 0.1], vec![0.4, 0.7, 0.6]]);
        near(shares[1][0], 1.0);
    }

    #[test]
    fn a_circle_has_no_best() {
        for shares in [
            alpha_rank(&[vec![0.9, 0.1], vec![0.1, 0.9]]),
            alpha_rank(&[vec![0.51, 0.5], vec![0.5, 0.51]]),
        ] {
            shares.iter().flatten().for_each(|&share| near(share, 0.25));
        }
        let rock = alpha_rank(&[vec![0.5, 0.4, 0.6], vec![0.6, 0.5, 0.4], vec![0.4, 0.6, 0.5]]);
        for row in &rock {
            near(row.iter().sum(), 1.0 / 3.0);
        }
        // Strategies that the cycle's symmetry maps to each other are played equally often.
        near(rock[0][0], rock[2][2]);
        near(rock[0][1], rock[1][2]);
    }

    #[test]
    fn an_empty_table_has_no_shares() {
        assert!(alpha_rank(&[]).is_empty());
    }
}
