//! Round numbers: the weights that a player could say aloud.

/// Sizes that a weight may have. Two rungs up make about half as much again.
const LADDER: [i32; 32] = [
    0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300,
    400, 500, 600, 800, 1000, 1200, 1500, 2000,
];

/// The round number nearest to a weight; of two equally near, the smaller. A weight beyond the ladder is a bar rather
/// than a price, and stays as it is.
pub(crate) fn rounded(weight: i32) -> i32 {
    if beyond(weight) { weight } else { at(rung(weight)) }
}

/// The round number some rungs above a weight, or below it. The ends of the ladder are not passed.
pub(crate) fn moved(weight: i32, rungs: i32) -> i32 {
    if beyond(weight) { weight } else { at(rung(weight) + rungs) }
}

/// How many rungs lie between two weights.
pub(crate) fn apart(one: i32, other: i32) -> u32 {
    rung(one).abs_diff(rung(other))
}

fn beyond(weight: i32) -> bool {
    weight.unsigned_abs() > LADDER[LADDER.len() - 1].unsigned_abs()
}

/// The number of the nearest rung, below 0 for negative weights.
fn rung(weight: i32) -> i32 {
    let size = weight.unsigned_abs();
    let nearest =
        LADDER.iter().enumerate().min_by_key(|(_, step)| step.unsigned_abs().abs_diff(size));
    let place = nearest.map_or(0, |(place, _)| place as i32);
    if weight < 0 { -place } else { place }
}

fn at(rung: i32) -> i32 {
    let place = (rung.unsigned_abs() as usize).min(LADDER.len() - 1);
    rung.signum() * LADDER[place]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_to_the_nearest_round_number() {
        for (weight, round) in
            [(0, 0), (7, 6), (-28, -30), (-24, -25), (14, 15), (18, 20), (1999, 2000)]
        {
            assert_eq!(rounded(weight), round, "{weight}");
        }
        assert_eq!(rounded(-10_000), -10_000);
    }

    #[test]
    fn a_move_goes_through_zero_and_stops_at_the_ends() {
        assert_eq!([moved(1, -1), moved(1, -2), moved(1, -3)], [0, -1, -2]);
        assert_eq!([moved(10, 2), moved(10, -2), moved(-10, 2)], [15, 6, -6]);
        // From between two rungs, a move begins at the nearest.
        assert_eq!(moved(-28, -1), -40);
        assert_eq!([moved(1500, 9), moved(-2000, -1)], [2000, -2000]);
        assert_eq!(moved(-10_000, 3), -10_000);
        assert_eq!([apart(10, 15), apart(-1, 1), apart(9, 8)], [2, 2, 0]);
    }
}
