//! One side's turn: its best answer to the opponents it has, within a number of games.

use engine::{Seed, Side, Whim};

use crate::tune::dials::Dials;
use crate::tune::ground::{Bout, Ground, Player, Pool};
use crate::tune::screen::{Evidence, turns};
use crate::tune::worth::Scale;

/// Games of one step, at least: so many that its pairs can tell which dials matter most.
const STEP: u64 = 250;

/// Steps, at most. More games make every step surer instead.
const STEPS: u64 = 8;

/// How far dials are turned in the pairs, in rungs: further in the first step than in later ones.
const REACH: [i32; 2] = [3, 2];

/// How sure it must be of a dial to turn it, in standard errors. Of dials that do nothing, one in five is turned too,
/// which does no harm; of those that matter, few are missed. Letting bold and careful answers race instead, with a third
/// of the games, gained clearly less in Kastelli and SNAFU: a race of so few games is decided by luck.
const SURE: f64 = 1.3;

/// How far a dial is turned after a step, in rungs: in the first half of the steps, and in the second.
const RUNGS: [i32; 2] = [2, 1];

/// What a side searches with.
pub(crate) struct Climb<'a> {
    pub side: Side,
    pub dials: &'a Dials,
    pub pool: &'a Pool,
    pub scale: Scale,
    pub seed: u64,
    /// Index of the first game; later ones follow.
    pub first: u64,
    /// Games, at most.
    pub budget: u64,
}

impl Climb<'_> {
    /// Searches from some settings. Returns the settings it ends with and the games played.
    pub fn from<G: Ground>(
        &self,
        start: &[i32],
        ground: &mut G,
    ) -> Result<(Vec<i32>, u64), G::Halt> {
        let mut at = start.to_vec();
        let mut evidence = Evidence::none(at.len());
        let mut chance = Whim::new(Seed(self.seed).game(self.first), self.side);
        // Indices of games: no two pairs share one.
        let mut next = self.first;
        let steps = (self.budget / STEP).clamp(1, STEPS);
        let mut pairs_left = self.budget / 2;
        for step in 0..steps {
            let pairs = pairs_left / (steps - step);
            let reach = REACH[usize::from(step > 0)];
            self.screen(&at, reach, next..next + pairs, &mut chance, &mut evidence, ground)?;
            next += pairs;
            pairs_left -= pairs;
            let ways = evidence.ways(SURE);
            let rungs = RUNGS[usize::from(2 * step >= steps)];
            at = self.dials.moved(&at, |dial| rungs * ways[dial]);
            evidence.fade();
        }
        Ok((at, 2 * (next - self.first)))
    }

    /// Plays pairs of games and learns from them.
    fn screen<G: Ground>(
        &self,
        at: &[i32],
        reach: i32,
        games: std::ops::Range<u64>,
        chance: &mut Whim,
        evidence: &mut Evidence,
        ground: &mut G,
    ) -> Result<(), G::Halt> {
        let pairs: Vec<Vec<i32>> = games.clone().map(|_| turns(chance, at.len())).collect();
        let both = |(game, turned): (u64, &Vec<i32>)| {
            [reach, -reach].map(|by| {
                let own = self.dials.moved(at, |dial| by * turned[dial]);
                self.pool.bout(self.side, &Player::set(&own), self.seed, game)
            })
        };
        let bouts: Vec<Bout> = games.zip(&pairs).flat_map(both).collect();
        let played = ground.play(&bouts)?;
        for (turned, pair) in pairs.iter().zip(played.chunks_exact(2)) {
            let [up, down] = [0, 1].map(|place| self.scale.worth(self.side, pair[place]));
            evidence.add(turned, up - down);
        }
        Ok(())
    }
}
