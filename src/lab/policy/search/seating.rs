//! From the names in a search to the strategies it plays on.

use engine::{BySide, Side};

use super::{Doctrine, Search, Searcher};
use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::play::Playable;
use crate::playout::Limit;
use crate::prospects::Prospects;
use crate::strategy::{Brain, Strategy, Temper, Vocabulary};
use crate::text::Seal;

/// A scenario at which a search is to play.
#[derive(Copy, Clone)]
pub(crate) struct Seat<'a> {
    pub home: &'a Home,
    pub system: &'a str,
    pub words: Vocabulary,
    pub scenario: &'a str,
    /// The doctrines that ship with the scenario, its own strategies first.
    pub shipped: &'a BySide<Vec<String>>,
    /// Turns of the scenario.
    pub length: u16,
    /// Decisions after which a playout is stopped.
    pub decisions: u32,
}

/// The doctrines that a search of a side chooses among unless it names others: the scenario's own strategy, the same bold
/// and careful, then the other doctrines that ship with the scenario.
pub(crate) fn doctrines_of(
    home: &Home,
    system: &str,
    words: Vocabulary,
    shipped: &[String],
) -> Vec<String> {
    let own = shipped.first().map_or("first", String::as_str);
    let loaded = Strategy::load(home, system, words, own);
    let weighs = loaded.is_ok_and(|own| matches!(own.brain, Brain::Scored(_)));
    let tempers = Temper::ALL.map(|temper| format!("{own}{}", temper.ending()));
    let tempers = tempers.into_iter().filter(|_| weighs);
    let others = shipped.iter().skip(1).cloned();
    [own.to_owned()].into_iter().chain(tempers).chain(others).collect()
}

impl<G> Searcher<G> {
    /// Seats a search, and returns a hash of all that it plays by.
    ///
    /// # Errors
    /// Every fault of the files that it names.
    pub(crate) fn seat<P: Playable<Guide = G>>(
        search: &Search,
        side: Side,
        start: &P,
        seat: Seat<'_>,
    ) -> Result<(Searcher<G>, String), Complaints> {
        let Seat { home, system, words, scenario, shipped, length, decisions } = seat;
        let names = if search.among.is_empty() {
            doctrines_of(home, system, words, &shipped[side])
        } else {
            search.among.clone()
        };
        let other = side.other();
        let expected = search.against.as_deref().or(shipped[other].first().map(String::as_str));
        let expected = expected.unwrap_or("first");
        let mut complaints = Vec::new();
        let (mut seal, mut unfit) = (Seal::default(), Vec::new());
        let mut load = |name: &str, side: Side| {
            let loaded = Strategy::load(home, system, words, name).and_then(|strategy| {
                let seated = strategy.seat(side);
                let own = |wrong| Complaint { file: "search".into(), ..wrong };
                Ok(plain(seated.map_err(own)?)?)
            });
            match loaded {
                Ok(strategy) => {
                    seal.add(side.word(), &strategy.hash);
                    let briefed = strategy.brain.briefed(start, side, &mut unfit);
                    Some(Doctrine { strategy, briefed })
                }
                Err(more) => {
                    complaints.extend(more);
                    None
                }
            }
        };
        let doctrines: Vec<Doctrine<G>> =
            names.iter().filter_map(|name| load(name, side)).collect();
        let against = load(expected, other);
        complaints.extend(unfit);
        let prospects = Prospects::load(home, system, scenario, &mut seal);
        if let Err(more) = &prospects {
            complaints.extend(more.clone());
        }
        let (Some(against), Ok(prospects), true) = (against, prospects, complaints.is_empty())
        else {
            return Err(Complaints::new(complaints));
        };
        // Without prospects only the end of a game says what it came to.
        let turns = prospects.as_ref().map(|_| search.turns);
        let limit = Limit { turns, decisions };
        let playouts = search.playouts;
        let searcher = Searcher { side, doctrines, against, prospects, playouts, limit, length };
        Ok((searcher, seal.finish()))
    }
}

/// Complains about a search, since one inside another would never end, and about scripts and programs, which keep state
/// of their own from game to game.
fn plain(strategy: Strategy) -> Result<Strategy, Complaint> {
    match strategy.brain {
        Brain::Script(_) | Brain::Program(_) => {
            let problem = format!("`{}` is a script or a program", strategy.called);
            Err(Complaint::whole("search", problem)
                .expecting("strategies with weights, for `among` and `against`"))
        }
        Brain::Search(_) => {
            let problem = format!("`{}` is a search itself", strategy.called);
            Err(Complaint::whole("search", problem)
                .expecting("strategies that do not look ahead, for `among` and `against`"))
        }
        _ => Ok(strategy),
    }
}
