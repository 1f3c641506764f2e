//! One game: with the scenario's own strategies, and between two random players.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use engine::Seed;

/// Games differ in length: each measurement plays the same row of games.
const GAMES: u64 = 20;

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group
        .measurement_time(Duration::from_secs(3))
        .throughput(criterion::Throughput::Elements(GAMES));
    for (name, strategy) in [("default strategies", None), ("random", Some("random"))] {
        let table = benches::table(strategy);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for game in 0..GAMES {
                    black_box(table.play(game, Seed(0).game(game)).expect("a legal game"));
                }
            });
        });
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
