//! What a position weighs, and what a copy of it costs.
//!
//! `cargo run --release -p lab --example copies` plays a scenario of each size at random for some hundred decisions,
//! then keeps many copies of the position at once: what the process has grown by, divided by their number, is the
//! memory of one with all that the allocator adds. Figures are in `docs/performance.md`. It reads the process's size
//! where Linux tells it.

use std::hint::black_box;
use std::time::Instant;

use engine::{FromSetup, Seed, Seeded, Side, Whim};
use games::{fallschirmjaeger, mercury, race};
use lab::{Files, Home};

const COPIES: u32 = 4_000;
const DECISIONS: u32 = 300;
/// Bytes in a page of memory.
const PAGE: f64 = 4096.0;

fn main() {
    weigh::<mercury::Battle>("mercury", "snafu");
    weigh::<mercury::Battle>("mercury", "descent");
    weigh::<race::Race>("race", "mercury");
    weigh::<race::Race>("race", "market-garden");
    weigh::<fallschirmjaeger::Holland>("fallschirmjaeger", "moerdijk");
    weigh::<fallschirmjaeger::Holland>("fallschirmjaeger", "fortress-holland");
}

fn weigh<P: FromSetup>(system: &str, scenario: &str) {
    let position = some_way_in::<P>(system, scenario);
    let mut copies = Vec::with_capacity(COPIES as usize);
    let before = resident();
    let start = Instant::now();
    copies.extend((0..COPIES).map(|_| position.clone()));
    let time = start.elapsed() / COPIES;
    let grown = (resident() - before) / f64::from(COPIES);
    println!(
        "{system}/{scenario}: {} bytes, {grown:.0} with what it owns, copied in {time:?}",
        size_of::<P>(),
    );
    black_box(&copies);
    // What is given back here would be lent to the copies of the next scenario, and not be seen to grow.
    std::mem::forget(copies);
}

/// A position that random decisions have led to.
fn some_way_in<P: FromSetup>(system: &str, scenario: &str) -> P {
    let home = Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut files = Files::new(&home, system, scenario, &[]);
    let setup = P::read(&mut files, scenario).expect("a shipped scenario");
    let Ok(mut position) = P::from_setup(setup) else { panic!("{scenario} has faults") };
    let (mut dice, mut whim) = (Seeded::new(Seed(42)), Whim::new(Seed(42), Side::German));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    position.open(&mut dice, &mut events);
    for _ in 0..DECISIONS {
        legal.clear();
        position.legal_actions(&mut legal);
        if legal.is_empty() {
            break;
        }
        position.apply_unchecked(legal[whim.below(legal.len())], &mut dice, &mut events);
    }
    position
}

/// Bytes of memory that the process holds; 0 where nobody tells.
fn resident() -> f64 {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = told.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok());
    pages.unwrap_or(0.0) * PAGE
}
