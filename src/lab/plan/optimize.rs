//! Plans searched at a table.

use std::ops::Range;

use engine::{Seed, Side};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::change::Change;
use super::halving::{Hunt, SearchTerms, Sought, search};
use super::{Plan, PlanScope};
use crate::play::Unfinished;
use crate::record::GameRow;
use crate::shelf::Table;

/// The plans of one side and kind at a table; other plans of the table stay in force.
pub struct PlanHunt<'a> {
    table: &'a dyn Table,
    scope: &'a PlanScope,
    each: &'a (dyn Fn(u64) + Sync),
}

impl<'a> PlanHunt<'a> {
    /// A search at a table; `each` is told how many games were played.
    pub fn new(
        table: &'a dyn Table,
        scope: &'a PlanScope,
        each: &'a (dyn Fn(u64) + Sync),
    ) -> PlanHunt<'a> {
        PlanHunt { table, scope, each }
    }

    /// Searches from a start plan, on this number of threads (0: one per core). The result is the same on any number.
    ///
    /// # Errors
    /// A player could not decide, or threads could not be started.
    pub fn search(
        &self,
        start: &Plan,
        terms: SearchTerms,
        threads: usize,
    ) -> Result<Sought<Plan, Change>, crate::run::RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(pool.install(|| search(self, start, terms))?)
    }
}

impl Hunt for PlanHunt<'_> {
    type Prize = Plan;
    type Step = Change;
    type Error = Unfinished;

    fn steps(&self, from: &Plan) -> Vec<Change> {
        self.scope.changes(from)
    }

    fn after(&self, from: &Plan, step: Change) -> Plan {
        step.of(from)
    }

    fn play(
        &self,
        plans: &[Plan],
        seed: Seed,
        games: Range<u64>,
    ) -> Result<Vec<Vec<u8>>, Unfinished> {
        let others = &self.table.head().plans;
        let bound: Vec<Vec<Plan>> = plans
            .iter()
            .map(|plan| {
                let others = others.iter().filter(|o| (o.side, o.kind) != (plan.side, plan.kind));
                others.chain([plan]).cloned().collect()
            })
            .collect();
        let count = (games.end - games.start) as usize;
        let played = (0..plans.len() * count)
            .into_par_iter()
            .map(|number| {
                let (plan, game) = (number / count, games.start + (number % count) as u64);
                let record = self.table.play_by(&bound[plan], game, seed.game(game))?;
                (self.each)(1);
                Ok(half_points(&record.game, plans[plan].side))
            })
            .collect::<Result<Vec<u8>, Unfinished>>()?;
        Ok(played.chunks(count.max(1)).map(<[u8]>::to_vec).collect())
    }
}

/// Two for a win; one for a draw, and for a game that was cut off.
fn half_points(game: &GameRow, side: Side) -> u8 {
    match game.winner {
        None => 1,
        Some(winner) => 2 * u8::from(winner == side),
    }
}
