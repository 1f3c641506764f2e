//! Many claims at once: what each is still worth.

/// Holm's step-down adjustment (1979): the chance of any false claim among all stays at the level asked for,
/// whatever the claims have to do with each other.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, index) in ascending(p).into_iter().enumerate() {
        least = least.max((p[index] * (p.len() - rank) as f64).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: &[f64], expected: &[f64]) {
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
        }
    }

    /// By hand: 4 x .01, 3 x .013, 2 x .04 and the largest, each no less than the one before.
    #[test]
    fn holm_by_hand() {
        near(&holm(&[0.04, 0.01, 0.5, 0.013]), &[0.08, 0.04, 0.5, 0.04]);
        near(&holm(&[0.9, 0.9]), &[1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
