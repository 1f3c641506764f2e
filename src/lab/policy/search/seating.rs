//! From the names in a search to the strategies it plays on.

use engine::{BySide, Side};

use super::{Search, Searcher};
use crate::Home;
use crate::complaint::{Complaint, Complaints};
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
    /// The scenario's own strategies.
    pub own: &'a BySide<Option<String>>,
    /// Turns of the scenario.
    pub length: u16,
    /// Decisions after which a playout is stopped.
    pub decisions: u32,
}

/// The doctrines that a search of a side chooses among unless it names others: the scenario's own strategy, the same bold
/// and careful, then every other strategy of the system that weighs and can play the side.
pub(crate) fn doctrines_of(
    home: &Home,
    system: &str,
    words: Vocabulary,
    own: Option<&str>,
    side: Side,
) -> Vec<String> {
    let own = own.unwrap_or("first");
    let weighs = |name: &str| {
        let for_side = |strategy: &Strategy| strategy.side.is_none_or(|own| own == side);
        Strategy::load(home, system, words, name)
            .is_ok_and(|doctrine| for_side(&doctrine) && matches!(doctrine.brain, Brain::Scored(_)))
    };
    let mut doctrines = vec![own.to_owned()];
    if weighs(own) {
        doctrines.extend(Temper::ALL.map(|temper| format!("{own}{}", temper.ending())));
    }
    let others = Strategy::list(home, system).into_iter();
    doctrines.extend(others.filter(|name| name != own && weighs(name)));
    doctrines
}

impl Searcher {
    /// Seats a search, and returns a hash of all that it plays by.
    ///
    /// # Errors
    /// Every fault of the files that it names.
    pub(crate) fn seat(
        search: &Search,
        side: Side,
        seat: Seat<'_>,
    ) -> Result<(Searcher, String), Complaints> {
        let Seat { home, system, words, scenario, own, length, decisions } = seat;
        let names = if search.among.is_empty() {
            doctrines_of(home, system, words, own[side].as_deref(), side)
        } else {
            search.among.clone()
        };
        let other = side.other();
        let expected = search.against.as_deref().or(own[other].as_deref()).unwrap_or("first");
        let mut complaints = Vec::new();
        let mut seal = Seal::default();
        let mut load = |name: &str, side: Side| {
            let loaded = Strategy::load(home, system, words, name).and_then(|strategy| {
                let seated = strategy.seat(side);
                let own = |wrong| Complaint { file: "search".into(), ..wrong };
                Ok(plain(seated.map_err(own)?)?)
            });
            match loaded {
                Ok(strategy) => {
                    seal.add(side.word(), &strategy.hash);
                    Some(strategy)
                }
                Err(more) => {
                    complaints.extend(more);
                    None
                }
            }
        };
        let doctrines: Vec<Strategy> = names.iter().filter_map(|name| load(name, side)).collect();
        let against = load(expected, other);
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

/// Complains about a search: one inside another would never end.
fn plain(strategy: Strategy) -> Result<Strategy, Complaint> {
    match strategy.brain {
        Brain::Search(_) => {
            let problem = format!("`{}` is a search itself", strategy.called);
            Err(Complaint::whole("search", problem)
                .expecting("strategies that do not look ahead, for `among` and `against`"))
        }
        _ => Ok(strategy),
    }
}
