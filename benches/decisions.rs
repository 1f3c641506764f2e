//! What one decision costs: a shot, the list of what is legal, and what a strategy weighs.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use engine::{Appraise, Features, InForce, Notation, Position, Scores, Seed, Seeded};
use games::mercury::{Action, Battle};

/// Games searched for positions.
const GAMES: u64 = 20;

/// Positions of random games with their legal decisions.
fn positions(start: &Battle) -> Vec<(Battle, Vec<Action>)> {
    let mut found = Vec::new();
    for game in 0..GAMES {
        benches::stroll(start, Seed(0).game(game), |position, legal| {
            found.push((position.clone(), legal.to_vec()));
            true
        });
    }
    found
}

fn decisions(criterion: &mut Criterion) {
    let found = positions(&benches::start());
    let shots: Vec<(&Battle, Action)> = found
        .iter()
        .flat_map(|(position, legal)| legal.iter().map(move |&action| (position, action)))
        .filter(|&(position, action)| position.say(action).contains(" fires at "))
        .collect();
    assert!(!shots.is_empty(), "nobody shoots in {GAMES} random games");

    let mut group = criterion.benchmark_group("decision");
    group.sample_size(20).warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(3));
    group.bench_function("fire: one shot with all that follows", |bencher| {
        let mut next = shots.iter().cycle();
        bencher.iter_batched(
            || next.next().map(|&(position, shot)| (position.clone(), shot)).expect("a cycle"),
            |(mut position, shot)| {
                let mut events = Vec::new();
                position.apply_unchecked(shot, &mut Seeded::new(Seed(0)), &mut events);
                (position, events)
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("legal: list what is legal", |bencher| {
        let (mut next, mut legal) = (found.iter().cycle(), Vec::new());
        bencher.iter(|| {
            let (position, _) = next.next().expect("a cycle");
            legal.clear();
            position.legal_actions(&mut legal);
            black_box(legal.len())
        });
    });
    group.bench_function("weigh: every feature of every option", |bencher| {
        let (mut next, mut scores) = (found.iter().cycle(), Vec::new());
        let mut memory = <Battle as Appraise>::Memory::default();
        let weights = vec![1; Battle::FEATURES.len()];
        bencher.iter(|| {
            let (position, legal) = next.next().expect("a cycle");
            let side = position.to_act().expect("a decision");
            scores.clear();
            scores.resize(legal.len(), 0);
            let features = Features::Score(Scores::new(&weights, &mut scores));
            Battle::appraise(position.view(side), legal, &mut memory, InForce::NONE, features);
            black_box(scores.last().copied())
        });
    });
}

criterion_group!(benches, decisions);
criterion_main!(benches);
