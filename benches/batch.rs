//! A batch of 1,000 games: the bare loop, and the driver on one and on two threads.

use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use engine::Seed;
use lab::{CHUNK, Job, Record, Sink};

const GAMES: u64 = 1_000;

/// Counts the games and lets them go.
#[derive(Default)]
struct Count(u64);

impl Sink for Count {
    fn chunk(&mut self, _: u64, records: Vec<Record>) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.0 += records.len() as u64;
        Ok(())
    }
}

fn batch(criterion: &mut Criterion) {
    let table = benches::table(None);
    let mut group = criterion.benchmark_group("batch");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(10)).sampling_mode(SamplingMode::Flat);
    group.throughput(criterion::Throughput::Elements(GAMES));
    group.bench_function("bare loop", |bencher| {
        bencher.iter(|| {
            let play = |game| table.play(game, Seed(0).game(game)).expect("a legal game");
            black_box((0..GAMES).map(play).collect::<Vec<Record>>()).len()
        });
    });
    for threads in [1, 2] {
        group.bench_function(format!("driver, threads: {threads}"), |bencher| {
            let stop = AtomicBool::new(false);
            let job = Job { seed: Seed(0), games: 0..GAMES, chunk: CHUNK, threads, stop: &stop };
            bencher.iter(|| {
                let mut count = Count::default();
                lab::run(&*table, &job, &|_| (), &mut count).expect("a run");
                count.0
            });
        });
    }
}

criterion_group!(benches, batch);
criterion_main!(benches);
