//! Random decisions a second, next to random plies a second of the chess rules library shakmaty
//! on the same core in the same run. The ratio is printed for orientation; it is no pass mark,
//! because a decision of a wargame and a ply of chess are different amounts of rules.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use benches::Stroll;
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use engine::{Seed, Side, Whim};
use shakmaty::{Chess, Position as _};

/// Random games of chess can go on for long.
const PLIES: u64 = 300;

/// One random game of chess.
fn chess(seed: Seed) -> Stroll {
    let mut whim = Whim::new(seed, Side::German);
    let mut position = Chess::default();
    let mut stroll = Stroll::default();
    while stroll.decisions < PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() || position.is_insufficient_material() {
            break;
        }
        position.play_unchecked(legal[whim.below(legal.len())]);
        stroll.add(Stroll { decisions: 1, options: legal.len() as u64 });
    }
    stroll
}

/// What was played so far, and in what time.
#[derive(Copy, Clone, Default)]
struct Total {
    stroll: Stroll,
    spent: Duration,
}

impl Total {
    fn per_second(self) -> f64 {
        self.stroll.decisions as f64 / self.spent.as_secs_f64()
    }
}

/// Plays `games` games against the clock.
fn timed(games: u64, total: &RefCell<Total>, mut play: impl FnMut(Seed) -> Stroll) -> Duration {
    let mut stroll = Stroll::default();
    let begin = Instant::now();
    for game in 0..games {
        stroll.add(play(Seed(0).game(game)));
    }
    let spent = begin.elapsed();
    let mut total = total.borrow_mut();
    total.stroll.add(stroll);
    total.spent += spent;
    spent
}

fn against_shakmaty(criterion: &mut Criterion) {
    let start = benches::start();
    let (ours, theirs) = (RefCell::default(), RefCell::default());
    let mut group = criterion.benchmark_group("against_shakmaty");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(3)).sampling_mode(SamplingMode::Flat);
    group.bench_function(format!("{}, random", benches::SCENARIO), |bencher| {
        bencher.iter_custom(|games| {
            timed(games, &ours, |seed| benches::stroll(&start, seed, |_, _| true))
        });
    });
    group.bench_function("shakmaty, random", |bencher| {
        bencher.iter_custom(|games| timed(games, &theirs, chess));
    });
    group.finish();
    let (ours, theirs): (Total, Total) = (ours.into_inner(), theirs.into_inner());
    if ours.stroll.decisions == 0 || theirs.stroll.decisions == 0 {
        return; // one of the two was filtered out
    }
    for (name, total) in [(benches::SCENARIO, ours), ("shakmaty", theirs)] {
        println!(
            "{name}: {:.2} million random decisions a second, {:.1} options a decision",
            total.per_second() / 1e6,
            total.stroll.options_per_decision()
        );
    }
    println!("ratio: {:.3}", ours.per_second() / theirs.per_second());
}

criterion_group!(benches, against_shakmaty);
criterion_main!(benches);
