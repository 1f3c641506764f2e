//! Strengths of players from their results against each other.

/// Fitted strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    /// Strength of each player; their geometric mean is 1.
    pub strengths: Vec<f64>,
    /// The same on the Elo scale; their mean is 0.
    pub elo: Vec<f64>,
}

/// Bradley-Terry strengths by minorisation-maximisation (Hunter 2004). `wins[i][j]` counts the wins of i over j.
/// `virtual_draws` between every two players keep the strength of a player who never lost (or never won) finite; 0
/// for none.
pub fn bradley_terry(wins: &[Vec<f64>], virtual_draws: f64) -> BradleyTerry {
    let players = wins.len();
    let beat = |i: usize, j: usize| if i == j { 0.0 } else { wins[i][j] + virtual_draws / 2.0 };
    let mut strengths = vec![1.0; players];
    // Without a prior an unbeaten player's strength grows for ever: limit the iterations.
    for _ in 0..10_000 {
        let mut next: Vec<f64> = (0..players)
            .map(|i| {
                let won: f64 = (0..players).map(|j| beat(i, j)).sum();
                let weight: f64 = (0..players)
                    .filter(|&j| j != i)
                    .map(|j| (beat(i, j) + beat(j, i)) / (strengths[i] + strengths[j]))
                    .sum();
                // A player without games stays at the mean.
                if weight > 0.0 { (won / weight).max(f64::MIN_POSITIVE) } else { 1.0 }
            })
            .collect();
        let scale = (next.iter().map(|g| g.ln()).sum::<f64>() / players.max(1) as f64).exp();
        for strength in &mut next {
            *strength /= scale;
        }
        let moved =
            next.iter().zip(&strengths).map(|(a, b)| (a / b - 1.0).abs()).fold(0.0, f64::max);
        strengths = next;
        if moved < 1e-13 {
            break;
        }
    }
    let elo = strengths.iter().map(|g| 400.0 * g.log10()).collect();
    BradleyTerry { strengths, elo }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_three_players() {
        let wins = [[0.0, 60.0, 75.0], [40.0, 0.0, 55.0], [25.0, 45.0, 0.0]].map(Vec::from);
        let got = bradley_terry(&wins, 0.0);
        for (got, expected) in got.strengths.iter().zip([1.633_695_01, 0.932_166_78, 0.656_652_19])
        {
            assert!((got - expected).abs() < 1e-8, "{got}");
        }
        for (got, expected) in got.elo.iter().zip([85.2684, -12.2026, -73.0658]) {
            assert!((got - expected).abs() < 1e-4, "{got}");
        }
    }

    #[test]
    fn an_unbeaten_player_is_finite_with_a_prior_and_the_search_ends_without() {
        let wins = [[0.0, 10.0], [0.0, 0.0]].map(Vec::from);
        let prior = bradley_terry(&wins, 1.0);
        // 10.5 : 0.5 over two players whose strengths multiply to 1.
        assert!((prior.strengths[0] - 21f64.sqrt()).abs() < 1e-9, "{prior:?}");
        assert!(bradley_terry(&wins, 0.0).strengths.iter().all(|g| !g.is_nan()));
        assert!(bradley_terry(&[], 0.0).strengths.is_empty());
    }
}
