//! How far a party gets. Nothing of the rules is asked for more often, so this is a search of its own: it finds what
//! [`engine::search_linked`] would, in the same order, but looks first at what a step costs without zones of control,
//! which dismisses most steps before anything is asked about the hex to which they lead.

use alloc::vec;
use alloc::vec::Vec;

use engine::{Direction, HexId, Open, Side};
use smallvec::SmallVec;

use super::ground::{HexSet, Nation};
use super::party::Gaits;
use super::state::{Holland, did};

/// 2.5b: hexes that Stadium Jumpers may move.
const STADIUM_HEXES: u16 = 3;

/// How far a party gets, with the cheapest way to each hex.
pub(crate) struct Reach {
    start: HexId,
    ends: Vec<End>,
    /// The hexes found, nearest first.
    found: Vec<HexId>,
}

/// The end of the cheapest way to a hex: its cost, and the hex before.
#[derive(Copy, Clone)]
struct End {
    cost: u16,
    back: HexId,
}

impl End {
    /// That of a hex to which no way is known.
    const NONE: End = End { cost: u16::MAX, back: HexId(u16::MAX) };
}

/// What there is to know of a party that is on its way.
struct Walk {
    start: HexId,
    side: Side,
    /// Half points that it has.
    budget: u16,
    gaits: Gaits,
    train: bool,
    stadium: bool,
    /// Whether it counts movement points, and not hexes or nothing.
    counts: bool,
    /// 2.5b: whether it has just jumped, and moves one hex only.
    fresh: bool,
    british: bool,
    loaded: bool,
    armed: bool,
}

impl Reach {
    /// The hexes found, nearest first; where the party stands is left out.
    pub(crate) fn found(&self) -> &[HexId] {
        &self.found
    }

    /// What it costs to get to a hex; `None` if the party does not get there.
    pub(crate) fn cost(&self, hex: HexId) -> Option<u16> {
        let cost = self.ends[hex.index()].cost;
        (cost != End::NONE.cost).then_some(cost)
    }

    /// The hexes on the way to a hex, its start left out; none if the party does not get there.
    pub(crate) fn way(&self, goal: HexId) -> Vec<HexId> {
        let mut way = Vec::new();
        let mut hex = goal;
        while hex != self.start && self.cost(hex).is_some() {
            way.push(hex);
            hex = self.ends[hex.index()].back;
        }
        way.reverse();
        way
    }
}

impl Holland {
    /// How far the party gets; with a goal, the way to it and perhaps no more.
    pub(crate) fn party_reach(&self, goal: Option<HexId>) -> Option<Reach> {
        let walk = self.walk()?;
        let mut reach = Reach {
            start: walk.start,
            ends: vec![End::NONE; self.board.map.len()],
            found: Vec::with_capacity(64),
        };
        // 1.7b: whoever comes through a standing barrage decides anew, and so does who could take one step only.
        let mut last = HexSet::default();
        let mut open = Open::default();
        reach.ends[walk.start.index()] = End { cost: 0, back: walk.start };
        open.push(0, walk.start);
        while let Some((cost, hex)) = open.pop() {
            if reach.ends[hex.index()].cost != cost {
                continue;
            }
            if hex != walk.start {
                reach.found.push(hex);
                if Some(hex) == goal {
                    break;
                }
            }
            if last.contains(hex) {
                continue;
            }
            let ferries =
                if walk.counts { self.board.ferries_from(hex) } else { SmallVec::default() };
            let near = &self.board.cell(hex).near;
            for place in 0..near.len() + ferries.len() {
                let (way, near) = match near.get(place) {
                    Some(&Some(near)) => (Some(Direction::ALL[place]), near),
                    Some(None) => continue,
                    None => (None, ferries[place - near.len()].0),
                };
                let known = reach.ends[near.index()].cost;
                if known <= cost {
                    continue;
                }
                let Some(plain) = self.plain_step(&walk, hex, way, near) else { continue };
                if cost.saturating_add(plain) >= known || !self.may_enter(&walk, near) {
                    continue;
                }
                let toll = if walk.counts { self.zone_toll(near, walk.side) } else { 0 };
                let mut total = cost.saturating_add(plain).saturating_add(toll);
                let mut stops = !walk.stadium
                    && !self.standing.is_empty()
                    && self.under_standing(near, walk.side);
                // Series rule 3.1e: one hex can always be moved, but not by ferry (1.1h).
                let first = hex == walk.start && !self.party.moved && way.is_some();
                if total > walk.budget && first && walk.budget > 0 && walk.counts {
                    (total, stops) = (walk.budget, true);
                }
                if total <= walk.budget && total < known {
                    reach.ends[near.index()] = End { cost: total, back: hex };
                    if stops {
                        last.insert(near);
                    } else {
                        last.remove(near);
                    }
                    open.push(total, near);
                }
            }
        }
        Some(reach)
    }

    /// What counts for how far the party gets; `None` if it goes nowhere.
    fn walk(&self) -> Option<Walk> {
        let start = self.party_hex()?;
        let (gaits, train) = (self.party_gaits(), self.is_train());
        let stadium = self.party_has(did::STADIUM);
        let fresh = self.party_has(did::FRESH) && !stadium;
        if gaits == 0 && !train || (fresh || stadium) && self.party.moved {
            return None;
        }
        // 2.8: the train has no limit.
        let budget = if train {
            u16::MAX
        } else if stadium {
            STADIUM_HEXES
        } else {
            self.party.points
        };
        let mut units = self.party.units.iter().map(|&unit| self.board.unit(unit));
        Some(Walk {
            start,
            side: self.side,
            budget,
            gaits,
            train,
            stadium,
            counts: !train && !stadium,
            fresh,
            british: units.clone().any(|unit| unit.nation == Nation::British),
            loaded: self.is_loaded(),
            armed: units.any(|unit| unit.class.fights()),
        })
    }

    /// What a step costs the party but for zones of control; `None` if it cannot be taken.
    #[inline]
    fn plain_step(
        &self,
        walk: &Walk,
        from: HexId,
        way: Option<Direction>,
        to: HexId,
    ) -> Option<u16> {
        if walk.train {
            let rails = way.is_some_and(|way| self.board.cell(from).rails & way.bit() != 0);
            return rails.then_some(1);
        }
        let cost = self.pace(from, way, to, walk.gaits)?;
        if walk.stadium {
            return self.board.cell(to).terrain.is_city().then_some(1);
        }
        (!walk.fresh || from == walk.start).then_some(cost)
    }

    /// Whether the party may be in a hex on its way.
    #[inline]
    fn may_enter(&self, walk: &Walk, to: HexId) -> bool {
        let enemy = walk.side.other();
        let closed = self.stands(to, enemy)
            || walk.british && !self.british_may(to)
            // 3.5a: loaded lorries keep away from enemies, with a zone of control or without.
            || walk.loaded && self.index.beside(&self.board, to, enemy)
            || !walk.armed && self.meets_unarmed(to);
        !closed
    }
}
