//! A matrix game: one side picks a row, the other a column, and one side's gain is the other's loss.

/// The best mixtures of both sides, and the value of the game to the row side.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// How often the row side plays each row.
    pub rows: Vec<f64>,
    /// How often the column side plays each column.
    pub columns: Vec<f64>,
    /// What the row side wins on average.
    pub value: f64,
}

/// Pivots after which the search stops: far more than a table of strategies needs.
const MOST_PIVOTS: usize = 10_000;

/// Solves a matrix game exactly, by the simplex method with Bland's rule (which never cycles).
/// `payoff[i][j]` is what the row side wins. `None` for a table without rows or columns, or with rows of
/// different lengths.
pub fn zero_sum(payoff: &[Vec<f64>]) -> Option<Equilibrium> {
    let (m, n) = (payoff.len(), payoff.first()?.len());
    if n == 0 || payoff.iter().any(|row| row.len() != n || row.iter().any(|x| !x.is_finite())) {
        return None;
    }
    // If every payoff is above 0, so is the value, and the columns' problem is: maximise the sum of y >= 0
    // with A y <= 1. Then the value is one over the sum, and the rows' mixture is the shadow prices.
    let least = payoff.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let shift = 1.0 - least;
    let width = n + m + 1;
    let mut table: Vec<Vec<f64>> = payoff
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let mut line = vec![0.0; width];
            for (cell, &x) in line.iter_mut().zip(row) {
                *cell = x + shift;
            }
            line[n + i] = 1.0;
            line[width - 1] = 1.0;
            line
        })
        .collect();
    let mut goal = vec![0.0; width];
    goal[..n].fill(-1.0);
    let mut basis: Vec<usize> = (n..n + m).collect();
    for _ in 0..MOST_PIVOTS {
        let Some(enter) = (0..n + m).find(|&j| goal[j] < -1e-12) else { break };
        let ratio = |i: usize| table[i][width - 1] / table[i][enter];
        let leave = (0..m)
            .filter(|&i| table[i][enter] > 1e-12)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])))?;
        let pivot = table[leave][enter];
        table[leave].iter_mut().for_each(|x| *x /= pivot);
        let line = table[leave].clone();
        let clear = |row: &mut Vec<f64>| {
            let factor = row[enter];
            for (x, y) in row.iter_mut().zip(&line) {
                *x -= factor * y;
            }
        };
        for (i, row) in table.iter_mut().enumerate() {
            if i != leave {
                clear(row);
            }
        }
        clear(&mut goal);
        basis[leave] = enter;
    }
    let total = goal[width - 1];
    let mut columns = vec![0.0; n];
    for (i, &held) in basis.iter().enumerate() {
        if held < n {
            columns[held] = table[i][width - 1] / total;
        }
    }
    let rows = (0..m).map(|i| (goal[n + i] / total).max(0.0)).collect();
    Some(Equilibrium { rows, columns, value: 1.0 / total - shift })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn solved(payoff: &[&[f64]]) -> Equilibrium {
        zero_sum(&payoff.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap()
    }

    #[track_caller]
    fn near(got: &[f64], expected: &[f64]) {
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-9, "{got} is not {expected}");
        }
    }

    #[test]
    fn matching_pennies_is_even_and_mixed_evenly() {
        let got = solved(&[&[1.0, -1.0], &[-1.0, 1.0]]);
        near(&[got.value, got.rows[0], got.columns[0]], &[0.0, 0.5, 0.5]);
    }

    #[test]
    fn rock_paper_scissors_is_a_third_each() {
        let got = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        near(&got.rows, &[1.0 / 3.0; 3]);
        near(&got.columns, &[1.0 / 3.0; 3]);
        near(&[got.value], &[0.0]);
    }

    /// Two by two without a saddle: value (ad - bc)/(a + d - b - c) = (3*4 - 1*2)/(3 + 4 - 1 - 2) = 2.5.
    #[test]
    fn two_by_two_by_formula() {
        let got = solved(&[&[3.0, 1.0], &[2.0, 4.0]]);
        near(&[got.value, got.rows[0], got.columns[0]], &[2.5, 0.5, 0.75]);
    }

    #[test]
    fn a_row_that_is_always_better_is_always_played() {
        let got = solved(&[&[0.6, 0.7], &[0.2, 0.1], &[0.5, 0.7]]);
        near(&got.rows, &[1.0, 0.0, 0.0]);
        near(&[got.value, got.columns[0]], &[0.6, 1.0]);
    }

    /// No row does better against the columns' mixture than the value, no column against the rows'.
    #[test]
    fn nobody_gains_by_leaving_an_equilibrium() {
        for run in 0..200 {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(run);
            let (m, n) = (dice.random_range(1..7), dice.random_range(1..7));
            let payoff: Vec<Vec<f64>> = (0..m)
                .map(|_| (0..n).map(|_| f64::from(dice.random_range(0..6))).collect())
                .collect();
            let got = zero_sum(&payoff).unwrap();
            for mixture in [&got.rows, &got.columns] {
                assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{got:?}");
            }
            for row in &payoff {
                let gain: f64 = row.iter().zip(&got.columns).map(|(x, q)| x * q).sum();
                assert!(gain <= got.value + 1e-9, "{payoff:?} {got:?}");
            }
            for j in 0..n {
                let cost: f64 = payoff.iter().zip(&got.rows).map(|(row, p)| row[j] * p).sum();
                assert!(cost >= got.value - 1e-9, "{payoff:?} {got:?}");
            }
        }
    }

    #[test]
    fn no_table_no_answer() {
        assert_eq!(zero_sum(&[]), None);
        assert_eq!(zero_sum(&[vec![]]), None);
        assert_eq!(zero_sum(&[vec![1.0], vec![1.0, 2.0]]), None);
        assert_eq!(zero_sum(&[vec![f64::NAN]]), None);
        near(&[zero_sum(&[vec![0.3]]).unwrap().value], &[0.3]);
    }
}
