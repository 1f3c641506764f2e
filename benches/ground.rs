//! What the ground costs: distance fields and lines of sight.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use engine::{Cover, Field, HexId, Map, Sight, field};

/// Farther than any unit sees by day from flat ground.
const RANGE: u16 = 8;

/// Sight as `scenarios/mercury/terrain.toml` has it.
fn cover(map: &Map) -> Vec<Cover> {
    map.terrains()
        .iter()
        .map(|name| match name.as_str() {
            "orchard" | "scrub" => Cover::Screen,
            "town" | "city" | "fortified" => Cover::Block,
            _ => Cover::Open,
        })
        .collect()
}

fn reach(map: &Map, goal: HexId) -> Field {
    let road = map.side_kind("road");
    field(map, &[goal], |from, direction, to| {
        let land = |hex| map.terrain_name(hex) != "sea";
        let by_road = road.is_some_and(|road| map.both_sides(from, direction, road));
        (land(from) && land(to)).then_some(if by_road { 1 } else { 4 })
    })
}

fn ground(criterion: &mut Criterion) {
    let picture = benches::table(None).picture();
    let (map, goal) = (&picture.map, picture.objectives[0].0);
    let mut group = criterion.benchmark_group("ground");
    group.sample_size(20).warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(2));
    group.bench_function("reach: cost from every hex to a goal", |bencher| {
        bencher.iter(|| reach(black_box(map), goal));
    });
    let cover = cover(map);
    group.bench_function("sight: every pair of hexes, once a scenario", |bencher| {
        bencher.iter(|| Sight::new(black_box(map), &cover, map.side_kind("slope"), |_| RANGE));
    });
    let sight = Sight::new(map, &cover, map.side_kind("slope"), |_| RANGE);
    group.throughput(criterion::Throughput::Elements((map.len() * map.len()) as u64));
    group.bench_function("sight: asking for every pair", |bencher| {
        let seen = |from| map.ids().filter(|&to| sight.sees(from, to)).count();
        bencher.iter(|| black_box(map.ids().map(seen).sum::<usize>()));
    });
}

criterion_group!(benches, ground);
criterion_main!(benches);
