//! Looks ahead: now and then it plays a handful of doctrines some turns on, and follows the one that does best.
//!
//! A doctrine is another strategy of the side. At each new [`moment`](engine::Appraise::moment) they are played on from the
//! same imagined positions and with the same dice, which are none of the real game's.

mod seating;

use engine::{Appraise, BySide, Policy, Seed, Seeded, Side, Whim};

pub(crate) use seating::{Seat, doctrines_of};

use crate::plan::Plan;
use crate::play::{Playable, Players};
use crate::playout::{Ending, Limit, play_on};
use crate::policy::{Briefed, Trouble, bind};
use crate::prospects::{CERTAIN, Prospects};
use crate::strategy::Strategy;

/// What a search is to do, as its file or its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The doctrines it chooses among; empty takes the scenario's own strategy, the same bold and careful, and the others.
    pub among: Vec<String>,
    /// The strategy that it expects of the other side; `None` takes the scenario's own.
    pub against: Option<String>,
    /// Playouts at each moment, shared out among the doctrines.
    pub playouts: u32,
    /// Turns that a playout goes on for, the one being played included.
    pub turns: u16,
}

impl Default for Search {
    fn default() -> Self {
        Search { among: Vec::new(), against: None, playouts: 32, turns: 2 }
    }
}

/// A strategy that a search plays on, made ready for the scenario.
#[derive(Debug)]
pub(crate) struct Doctrine<G> {
    strategy: Strategy,
    briefed: Briefed<G>,
}

impl<G> Doctrine<G> {
    fn player<'a, P: Playable<Guide = G> + 'a>(&'a self) -> Box<dyn Policy<P> + 'a> {
        self.strategy.brain.bot(&self.briefed)
    }
}

/// A search at a scenario: its names have become strategies.
#[derive(Debug)]
pub(crate) struct Searcher<G> {
    side: Side,
    doctrines: Vec<Doctrine<G>>,
    against: Doctrine<G>,
    prospects: Option<Prospects>,
    playouts: u32,
    limit: Limit,
    /// Turns of the scenario.
    length: u16,
}

impl<G> Searcher<G> {
    /// A player by the doctrine that is followed where there is nothing to choose by.
    pub(crate) fn first_player<'a, P: Playable<Guide = G> + 'a>(
        &'a self,
    ) -> Box<dyn Policy<P> + 'a> {
        self.doctrines[0].player()
    }

    /// A player of one game, whose playouts are bound by the drop and set-up plans of its side.
    pub(crate) fn player<'a, P: Playable<Guide = G> + 'a>(
        &'a self,
        bound: Vec<&'a Plan>,
    ) -> Seeker<'a, P> {
        let players = self.doctrines.iter().map(Doctrine::player).collect();
        Seeker { searcher: self, bound, players, since: None, doctrine: 0 }
    }

    /// The doctrine that does best when it is played on from here; of equals, the first.
    ///
    /// The playouts are shared out evenly over rounds, and in each round over the doctrines still in the running, of
    /// which the worse half drops out: most of them go to those that are hard to tell apart. The first doctrine, which is
    /// what the side would do without a search, stays to the last.
    fn best<P: Playable<Guide = G>>(
        &self,
        view: P::View<'_>,
        bound: &[&Plan],
        whim: &mut Whim,
    ) -> usize {
        let rounds = self.doctrines.len().next_power_of_two().trailing_zeros();
        let key = Seed((whim.below(1 << 31) as u64) << 31 | whim.below(1 << 31) as u64);
        let mut running: Vec<Candidate> =
            (0..self.doctrines.len()).map(|doctrine| Candidate { doctrine, total: 0 }).collect();
        let mut number = 0;
        while running.len() > 1 {
            let each = (self.playouts / rounds / running.len() as u32).max(1);
            for _ in 0..each {
                let seed = key.game(number);
                number += 1;
                let start = P::imagined(view, &mut Seeded::new(Seed(!seed.0)));
                for candidate in &mut running {
                    let doctrine = &self.doctrines[candidate.doctrine];
                    candidate.total += self.value(start.clone(), doctrine, bound, seed);
                }
            }
            let first = running.remove(0);
            // A stable sort: equals stay in their order.
            running.sort_by_key(|candidate| std::cmp::Reverse(candidate.total));
            if running.len() == 1 {
                return if running[0].total > first.total { running[0].doctrine } else { 0 };
            }
            running.truncate(running.len() / 2);
            running.insert(0, first);
        }
        0
    }

    /// What a doctrine comes to in one playout: the score of the own side, or its chance of winning, in parts of [`CERTAIN`].
    fn value<P: Playable<Guide = G>>(
        &self,
        start: P,
        doctrine: &Doctrine<G>,
        bound: &[&Plan],
        seed: Seed,
    ) -> i64 {
        let playing = |side| if side == self.side { doctrine } else { &self.against };
        let policies = BySide::from_fn(|side| {
            let plans = if side == self.side { bound.to_vec() } else { Vec::new() };
            bind(plans, playing(side).player())
        });
        let called = BySide::from_fn(|side| playing(side).strategy.called.as_str());
        let (trouble, plans) = (Trouble::default(), BySide::default());
        let mut players = Players { policies, called, trouble, plans };
        let ending = play_on(start, &mut players, (0, seed), self.limit).unwrap_or_else(|wrong| {
            panic!("in a playout of `{}`: {wrong}", doctrine.strategy.called)
        });
        let german = match ending {
            Ending::Over(Some(Side::German)) => CERTAIN,
            Ending::Over(Some(Side::Allied)) => 0,
            Ending::Over(None) | Ending::CutOff => CERTAIN / 2,
            Ending::Turn(end) => {
                let chance = |prospects: &Prospects| prospects.chance(&end, self.length);
                self.prospects.as_ref().map_or(CERTAIN / 2, chance)
            }
        };
        match self.side {
            Side::German => german,
            Side::Allied => CERTAIN - german,
        }
    }
}

/// A doctrine in the running.
struct Candidate {
    doctrine: usize,
    /// What it came to in all its playouts together.
    total: i64,
}

/// A search in one game.
pub(crate) struct Seeker<'a, P: Playable> {
    searcher: &'a Searcher<P::Guide>,
    bound: Vec<&'a Plan>,
    /// A player for each doctrine; all of them hear what happens.
    players: Vec<Box<dyn Policy<P> + 'a>>,
    /// The moment at which the doctrine was chosen.
    since: Option<u32>,
    doctrine: usize,
}

impl<P: Playable> Policy<P> for Seeker<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        let now = <P as Appraise>::moment(view);
        if now.is_some() && now != self.since {
            self.since = now;
            self.doctrine = self.searcher.best::<P>(view, &self.bound, whim);
        }
        self.players[self.doctrine].choose(view, legal, whim)
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        for player in &mut self.players {
            player.saw(view, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{FromSetup as _, Position as _};
    use games::skirmish::{Skirmish, veiled_ridge};

    use super::*;
    use crate::Home;
    use crate::shelf::{Boxed, Rules, System as _};

    static TOY: Boxed<Skirmish> = Boxed::new("toy", "A toy", Rules { version: 1, code: "0123" });

    fn searcher(side: Side) -> Searcher<()> {
        let home = Home::at(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/home"));
        let shipped = BySide { german: vec!["storm".into()], allied: vec!["hold".into()] };
        let words = TOY.vocabulary();
        let (scenario, length, decisions) = ("ridge", 6, 1_000);
        let seat = Seat {
            home: &home,
            system: "toy",
            words,
            scenario,
            shipped: &shipped,
            length,
            decisions,
        };
        let among = vec!["first".into(), shipped[side][0].clone()];
        let search = Search { among, playouts: 8, ..Search::default() };
        let start = Skirmish::from_setup(veiled_ridge()).unwrap();
        Searcher::seat(&search, side, &start, seat).unwrap().0
    }

    /// What the side cannot see does not change which doctrine it finds best.
    #[test]
    fn hidden_facts_change_no_doctrine() {
        let searchers = BySide::from_fn(searcher);
        let (mut twins, mut doctrines) = (0, Vec::new());
        for game in 0..12 {
            let seed = Seed(5).game(game);
            let mut position = Skirmish::from_setup(veiled_ridge()).unwrap();
            let (mut dice, mut events) = (Seeded::new(seed), Vec::new());
            position.open(&mut dice, &mut events);
            let mut whims = Whim::new(seed, Side::German);
            while let Some(side) = position.to_act() {
                let other = Skirmish::imagined(position.view(side), &mut Seeded::new(Seed(game)));
                let best = |behind: &Skirmish| {
                    let whim = &mut Whim::new(seed, side);
                    searchers[side].best::<Skirmish>(behind.view(side), &[], whim)
                };
                twins += u32::from(other != position);
                doctrines.push(best(&position));
                assert_eq!(best(&position), best(&other), "game {game}");
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                let action = legal[whims.below(legal.len())];
                position.apply_unchecked(action, &mut dice, &mut events);
            }
        }
        assert!(twins > 20, "{twins} positions could be otherwise");
        assert!(
            doctrines.iter().any(|&doctrine| doctrine != doctrines[0]),
            "one doctrine is always best"
        );
    }

    /// The chits of a turn are drawn anew in each playout: no order of them is in the position.
    #[test]
    fn playouts_draw_the_cup_anew() {
        let mut position = Skirmish::from_setup(veiled_ridge()).unwrap();
        position.open(&mut Seeded::new(Seed(1)), &mut Vec::new());
        let mut sides = Vec::new();
        for seed in 0..40 {
            let mut ahead = position.clone();
            let (mut dice, mut events) = (Seeded::new(Seed(seed)), Vec::new());
            let first = ahead.to_act();
            let turn = ahead.view(Side::German).turn();
            while ahead.view(Side::German).turn() == turn {
                let mut legal = Vec::new();
                ahead.legal_actions(&mut legal);
                ahead.apply_unchecked(legal[0], &mut dice, &mut events);
            }
            assert_eq!(first, position.to_act());
            sides.push(ahead.to_act());
        }
        sides.dedup();
        assert!(sides.len() > 5, "the next turn always begins with the same side");
    }
}
