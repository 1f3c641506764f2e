//! What the benchmarks share: the scenario they play, and how it gets to the table.
//!
//! Benchmarks are benchmarks and no tests: nothing here passes or fails by the clock.

use engine::{BySide, FromSetup, Position, Seed, Seeded, Side, Whim};
use games::mercury::Battle;
use lab::{Files, Home, Request, SHELF, Table};

/// The scenario of every benchmark.
pub const SCENARIO: &str = "mercury/kastelli";

fn home() -> Home {
    Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The scenario with both sides seated; `strategy` plays both, `None` the scenario's own.
///
/// # Panics
/// If the shipped files have faults.
pub fn table(strategy: Option<&str>) -> Box<dyn Table> {
    let home = home();
    let (system, name) = lab::find(SHELF, &home, SCENARIO).expect("the scenario is on the shelf");
    let request = Request {
        scenario: name.into(),
        strategies: BySide::from_fn(|_| strategy.map(String::from)),
        ..Request::default()
    };
    system.seat(&home, &request).expect("the shipped files are sound")
}

/// The scenario as a bare position, not yet opened.
///
/// # Panics
/// If the shipped files have faults.
pub fn start() -> Battle {
    let (system, name) = SCENARIO.split_once('/').expect("a system and a name");
    let home = home();
    let setup = Battle::read(&mut Files::new(&home, system, name, &[]), name);
    Battle::from_setup(setup.expect("the files read")).expect("the shipped files are sound")
}

/// What a game between two random players came to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stroll {
    /// Decisions taken.
    pub decisions: u64,
    /// Options they had, all together.
    pub options: u64,
}

impl Stroll {
    /// Adds another game.
    pub fn add(&mut self, other: Stroll) {
        self.decisions += other.decisions;
        self.options += other.options;
    }

    /// Options a decision.
    pub fn options_per_decision(self) -> f64 {
        self.options as f64 / self.decisions as f64
    }
}

/// The bare loop of a game between two random players. `visit` sees each position with its legal
/// decisions; it returns `false` to break off.
pub fn stroll<P: Position>(
    start: &P,
    seed: Seed,
    mut visit: impl FnMut(&P, &[P::Action]) -> bool,
) -> Stroll {
    let mut dice = Seeded::new(seed);
    let mut whim = Whim::new(seed, Side::German);
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let mut stroll = Stroll::default();
    let mut position = start.clone();
    position.open(&mut dice, &mut events);
    while position.to_act().is_some() {
        legal.clear();
        position.legal_actions(&mut legal);
        if !visit(&position, &legal) {
            break;
        }
        let action = legal[whim.below(legal.len())];
        events.clear();
        position.apply_unchecked(action, &mut dice, &mut events);
        stroll.decisions += 1;
        stroll.options += legal.len() as u64;
    }
    stroll
}
