//! The search for something better by successive halving: many candidates play a few games, the better half of them
//! twice as many, until one is left, who meets the best so far in games of their own.
//!
//! Candidates of a heat play the same seeds, each game of the search is played with a seed of its own, and what a
//! duel says was not used to choose who duels. Nothing here knows what is searched.

use engine::Seed;

/// What is searched: something with neighbours, whose worth only games tell.
pub trait Hunt: Sync {
    /// What is searched for.
    type Prize: Clone;
    /// A step from one to a neighbour.
    type Step: Copy;
    /// Why games could not be played.
    type Error;

    /// The steps there are from here.
    fn steps(&self, from: &Self::Prize) -> Vec<Self::Step>;
    /// Where a step leads.
    fn after(&self, from: &Self::Prize, step: Self::Step) -> Self::Prize;
    /// Plays these games with each of the prizes: what each game was worth, in half points from 0 to 2, for one prize
    /// after the other.
    fn play(
        &self,
        prizes: &[Self::Prize],
        seed: Seed,
        games: std::ops::Range<u64>,
    ) -> Result<Vec<Vec<u8>>, Self::Error>;
}

/// How long to search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchTerms {
    /// Games of the search; those that measure its gain are not among them.
    pub budget: u64,
    /// Candidates of a heat.
    pub heat: usize,
    /// Games of each of the two in a duel.
    pub duel: u64,
    /// Seed of the search.
    pub seed: u64,
    /// Seed of the games that measure the gain.
    pub fresh_seed: u64,
    /// These games.
    pub fresh: u64,
}

/// A difference between two on the same seeds, in points a game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Edge {
    /// Games of each.
    pub games: u64,
    /// First less second.
    pub difference: f64,
    /// Its standard error.
    pub error: f64,
}

impl Edge {
    /// The difference of two that played the same seeds. Two seeds are added, half of one that differs each way and
    /// one that does not: where none was seen to differ, some still may.
    pub fn of(first: &[u8], second: &[u8]) -> Edge {
        let off = |(&a, &b): (&u8, &u8)| i64::from(a) - i64::from(b);
        let pairs = || first.iter().zip(second).map(off);
        let (sum, squares) = (pairs().sum::<i64>(), pairs().map(|d| d * d).sum::<i64>());
        let games = first.len().min(second.len());
        let n = games as f64 + 2.0;
        let mean = sum as f64 / 2.0 / n;
        let variance = ((squares as f64 / 4.0 + 1.0) / n - mean * mean).max(0.0);
        let difference = sum as f64 / 2.0 / (games.max(1)) as f64;
        Edge { games: games as u64, difference, error: (variance / n).sqrt() }
    }

    /// Whether the first is better by more than the error.
    pub fn is_gain(self) -> bool {
        self.difference > self.error
    }
}

/// A rung of a heat: who stayed and who left.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Cut {
    /// How many stayed.
    pub stayed: usize,
    /// How many left.
    pub left: usize,
    /// The last that stayed against the first that left.
    pub edge: Edge,
}

/// A heat and its duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat<S> {
    /// The step that led to the challenger.
    pub step: S,
    /// The rungs on the way.
    pub cuts: Vec<Cut>,
    /// The challenger against the best so far, on seeds of their own.
    pub duel: Edge,
    /// Games played in the search so far.
    pub spent: u64,
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SearchEnded {
    /// The budget does not pay for another heat.
    Budget,
    /// Every neighbour had its chance, and none was better.
    NoneBetter,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought<P, S> {
    /// The best found.
    pub best: P,
    /// All heats, in order; the challenger of one with a gain became the best so far.
    pub heats: Vec<Heat<S>>,
    /// Why it ended.
    pub ended: SearchEnded,
    /// Games played in it.
    pub spent: u64,
    /// What the best and the start were worth in each of the fresh games, in half points.
    pub fresh: [Vec<u8>; 2],
}

/// Searches from a start until the budget is spent or no neighbour is better, and measures the gain on fresh seeds.
/// Each of those seeds is derived from its own seed, so the two must differ.
///
/// # Errors
/// Games that could not be played.
pub fn search<H: Hunt>(
    hunt: &H,
    start: &H::Prize,
    terms: SearchTerms,
) -> Result<Sought<H::Prize, H::Step>, H::Error> {
    let SearchTerms { budget, heat, duel, seed, fresh_seed, fresh } = terms;
    let (mut best, mut heats) = (start.clone(), Vec::new());
    let (mut spent, mut next) = (0, 0);
    let mut untried = shuffled(hunt.steps(&best), seed, 0);
    let ended = loop {
        if untried.is_empty() {
            break SearchEnded::NoneBetter;
        }
        let affordable = |&many: &usize| cost(many, duel) <= budget - spent;
        let Some(many) = (1..=heat.min(untried.len())).rev().find(affordable) else {
            break SearchEnded::Budget;
        };
        let steps = untried.split_off(untried.len() - many);
        let mut field: Vec<(H::Step, H::Prize, Vec<u8>)> = Vec::new();
        field.extend(steps.into_iter().map(|step| (step, hunt.after(&best, step), Vec::new())));
        let (mut cuts, mut games) = (Vec::new(), first_rung(duel));
        let first = next;
        while field.len() > 1 {
            let played = field[0].2.len() as u64;
            let prizes: Vec<H::Prize> = field.iter().map(|(_, prize, _)| prize.clone()).collect();
            let worth = hunt.play(&prizes, Seed(seed), first + played..first + games)?;
            for ((.., before), more) in field.iter_mut().zip(worth) {
                before.extend(more);
            }
            spent += (games - played) * field.len() as u64;
            // Stable: of equals those stay that were drawn first.
            field.sort_by_key(|(.., worth)| {
                std::cmp::Reverse(worth.iter().map(|&half| u64::from(half)).sum::<u64>())
            });
            let stayed = field.len().div_ceil(2);
            let edge = Edge::of(&field[stayed - 1].2, &field[stayed].2);
            cuts.push(Cut { stayed, left: field.len() - stayed, edge });
            field.truncate(stayed);
            next = first + games;
            games *= 2;
        }
        let (step, challenger, _) = field.remove(0);
        let pair = [challenger, best.clone()];
        let worth = hunt.play(&pair, Seed(seed), next..next + duel)?;
        next += duel;
        spent += 2 * duel;
        let duel = Edge::of(&worth[0], &worth[1]);
        heats.push(Heat { step, cuts, duel, spent });
        if duel.is_gain() {
            [best, _] = pair;
            untried = shuffled(hunt.steps(&best), seed, heats.len() as u64);
        }
    };
    let mut worth = hunt.play(&[best.clone(), start.clone()], Seed(fresh_seed), 0..fresh)?;
    let (of_start, of_best) = (worth.pop().unwrap_or_default(), worth.pop().unwrap_or_default());
    Ok(Sought { best, heats, ended, spent, fresh: [of_best, of_start] })
}

/// Games of the first rung of a heat.
fn first_rung(duel: u64) -> u64 {
    (duel / 8).max(1)
}

/// Games of a heat of so many candidates, with its duel.
fn cost(many: usize, duel: u64) -> u64 {
    let (mut many, mut games, mut played, mut sum) = (many as u64, first_rung(duel), 0, 0u64);
    while many > 1 {
        sum = sum.saturating_add((games - played) * many);
        many = many.div_ceil(2);
        (played, games) = (games, games * 2);
    }
    sum.saturating_add(duel.saturating_mul(2))
}

/// Steps in an order that only the seed and the number of the shuffle decide.
fn shuffled<S>(steps: Vec<S>, seed: u64, number: u64) -> Vec<S> {
    // Distinct from the seeds of games, which are one derivation step away from theirs.
    let ranks = Seed(!seed).game(number);
    let mut numbered: Vec<(u64, S)> = (0..).map(|place| ranks.game(place).0).zip(steps).collect();
    numbered.sort_by_key(|&(rank, _)| rank);
    numbered.into_iter().map(|(_, step)| step).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::ops::Range;

    use super::*;

    /// Two numbers, best at (7, 3): each step off costs a tenth of the games won.
    struct Toy;

    impl Hunt for Toy {
        type Prize = (i64, i64);
        type Step = (i64, i64);
        type Error = Infallible;

        fn steps(&self, _: &(i64, i64)) -> Vec<(i64, i64)> {
            vec![(1, 0), (-1, 0), (0, 1), (0, -1)]
        }

        fn after(&self, from: &(i64, i64), step: (i64, i64)) -> (i64, i64) {
            (from.0 + step.0, from.1 + step.1)
        }

        fn play(
            &self,
            prizes: &[(i64, i64)],
            seed: Seed,
            games: Range<u64>,
        ) -> Result<Vec<Vec<u8>>, Infallible> {
            let won = |&(a, b): &(i64, i64), game: u64| {
                let off = ((a - 7).abs() + (b - 3).abs()) as u64;
                2 * u8::from(seed.game(game).0 % 1000 >= 100 * off.min(9))
            };
            let all = |prize| games.clone().map(|game| won(prize, game)).collect();
            Ok(prizes.iter().map(all).collect())
        }
    }

    const TERMS: SearchTerms =
        SearchTerms { budget: 20_000, heat: 4, duel: 200, seed: 7, fresh_seed: 2, fresh: 500 };

    fn found(terms: SearchTerms) -> Sought<(i64, i64), (i64, i64)> {
        let Ok(found) = search(&Toy, &(4, 2), terms);
        found
    }

    #[test]
    fn the_best_is_found_and_then_no_neighbour_is_better() {
        let found = found(TERMS);
        assert_eq!(
            (found.best, found.ended),
            ((7, 3), SearchEnded::NoneBetter),
            "{:#?}",
            found.heats
        );
        assert_eq!(found.heats.iter().filter(|heat| heat.duel.is_gain()).count(), 4);
        let gain = Edge::of(&found.fresh[0], &found.fresh[1]);
        assert!((gain.difference - 0.4).abs() < 0.1, "{gain:?}");
        assert_eq!(gain.games, 500);
    }

    #[test]
    fn no_budget_is_overdrawn_and_a_small_one_finds_less() {
        for budget in [0, 399, 400, 1_000, 2_500, 5_000] {
            let found = found(SearchTerms { budget, ..TERMS });
            assert!(found.spent <= budget, "{} of {budget}", found.spent);
            assert_eq!(found.spent, found.heats.last().map_or(0, |heat| heat.spent));
            assert_eq!(found.heats.is_empty(), budget < 400, "{budget}");
        }
        let none = found(SearchTerms { budget: 0, ..TERMS });
        assert_eq!((none.best, none.ended), ((4, 2), SearchEnded::Budget));
        assert!(Edge::of(&none.fresh[0], &none.fresh[1]).difference.abs() < 1e-9);
    }

    #[test]
    fn a_heat_halves_its_field_and_doubles_its_games() {
        let heats = found(TERMS).heats;
        let cuts = &heats[0].cuts;
        let sizes: Vec<_> = cuts.iter().map(|cut| (cut.stayed, cut.left, cut.edge.games)).collect();
        assert_eq!(sizes, [(2, 2, 25), (1, 1, 50)]);
        assert_eq!(heats[0].duel.games, 200);
        assert_eq!(heats[0].spent, cost(4, 200));
    }

    #[test]
    fn the_seed_decides_and_nothing_else() {
        assert_eq!(found(TERMS), found(TERMS));
        assert_ne!(found(TERMS).heats, found(SearchTerms { seed: 5, ..TERMS }).heats);
    }

    #[test]
    fn an_edge_has_an_error_even_where_nothing_was_seen_to_differ() {
        let same = Edge::of(&[2; 100], &[2; 100]);
        assert!(same.difference.abs() < 1e-9 && same.error > 0.0 && !same.is_gain());
        let few = Edge::of(&[2, 0, 2, 0], &[0, 0, 2, 0]);
        let many = Edge::of(&[2, 0, 2, 0].repeat(100), &[0, 0, 2, 0].repeat(100));
        assert!((few.difference - 0.25).abs() < 1e-9 && many.error < few.error / 5.0);
        assert!(few.error > 0.2 && many.is_gain(), "{few:?} {many:?}");
    }
}
