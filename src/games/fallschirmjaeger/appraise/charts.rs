//! What a player keeps in mind as long as it holds: how far every hex is from the places that he wants, how strongly they
//! pull there, how much anti-aircraft reaches it. What draws to a hex is worked out when it is first asked for.

use alloc::vec::Vec;
use core::cell::Cell;

use engine::{Field, HexId, Pending, Side};

use super::super::phase::Wait;
use super::super::state::Holland;
use super::survey::{FAR, wanted};

/// Charts of the map, and of what they were made.
#[derive(Debug, Default)]
pub(super) struct Charts {
    /// Anti-aircraft units with their places, ranges and points.
    guns: Vec<Gun>,
    /// By hex, anti-aircraft points that reach it.
    flak: Vec<u8>,
    /// Places wanted, with their points.
    wanted: Vec<(usize, i32)>,
    lures: Vec<Cell<Lure>>,
}

/// What draws units to a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Lure {
    /// Movement points from it to the nearest place.
    pub way: i32,
    /// How strongly places pull there: more where they are near, and worth more points.
    pub pull: i32,
}

/// Place, range and points of an anti-aircraft unit.
type Gun = (HexId, u8, u8);

/// Most anti-aircraft points that count (1.8a).
const MOST_FLAK: u8 = 4;

impl Charts {
    /// Brings what the options of a decision are weighed with up to date.
    pub(super) fn look(&mut self, view: &Holland) {
        let side = view.wait.decider(view).unwrap_or(view.side);
        if matches!(view.wait, Wait::Target(_) | Wait::Jump(_) | Wait::LandNext(_)) {
            self.look_at_guns(view, side.other());
        }
        if matches!(
            view.wait,
            Wait::Splash(_)
                | Wait::Jump(_)
                | Wait::Adrift(_)
                | Wait::Arrive(_)
                | Wait::Move(_)
                | Wait::March(_)
                | Wait::Retreat(_)
        ) {
            self.look_at_places(view, &wanted(view, side));
        }
    }

    /// Counts anti-aircraft points anew if they were of other guns than those that a side has now.
    fn look_at_guns(&mut self, view: &Holland, of: Side) {
        if self.flak.is_empty() || !guns(view, of).eq(self.guns.iter().copied()) {
            self.guns.clear();
            self.guns.extend(guns(view, of));
            self.flak.clear();
            self.flak.resize(view.board.map.len(), 0);
            for &(at, range, points) in &self.guns {
                for hex in view.board.within(at, range.into()) {
                    let here = &mut self.flak[hex.index()];
                    *here = here.saturating_add(points).min(MOST_FLAK);
                }
            }
        }
    }

    /// Forgets what draws units if it was of other places than those that are wanted now.
    fn look_at_places(&mut self, view: &Holland, wanted: &[(usize, i32)]) {
        if self.lures.is_empty() || self.wanted != wanted {
            self.wanted.clear();
            self.wanted.extend_from_slice(wanted);
            self.lures.clear();
            self.lures.resize(view.board.map.len(), Cell::new(Lure::UNKNOWN));
        }
    }

    /// Anti-aircraft points that reach a hex, as far as they count.
    #[inline]
    pub(super) fn flak(&self, hex: HexId) -> i32 {
        self.flak[hex.index()].into()
    }

    /// How the places wanted draw units to a hex.
    #[inline]
    pub(super) fn lure(&self, view: &Holland, hex: HexId) -> Lure {
        let known = self.lures[hex.index()].get();
        if known.way == Lure::UNKNOWN.way { self.draw(view, hex) } else { known }
    }

    #[cold]
    fn draw(&self, view: &Holland, hex: HexId) -> Lure {
        let way = |place: usize| way_to(&view.board.fields[place], hex);
        let nearest = self.wanted.iter().map(|&(place, _)| way(place)).min();
        let pulls = self.wanted.iter().map(|&(place, points)| points * 400 / (way(place) + 4));
        let lure = Lure { way: nearest.unwrap_or(FAR), pull: pulls.sum() };
        self.lures[hex.index()].set(lure);
        lure
    }
}

impl Lure {
    /// That of a hex nobody has asked for.
    const UNKNOWN: Lure = Lure { way: -1, pull: 0 };

    /// How the posts of an order pull, by the way to the nearest.
    const PULL_OF_POSTS: [i32; FAR as usize + 1] = {
        let mut pulls = [0; FAR as usize + 1];
        let mut way = 0;
        while way < pulls.len() {
            pulls[way] = 2_000 / (way as i32 + 4);
            way += 1;
        }
        pulls
    };

    /// How posts draw a unit to a hex.
    #[inline]
    pub(super) fn of_posts(posts: &Field, hex: HexId) -> Lure {
        let way = way_to(posts, hex);
        Lure { way, pull: Lure::pull_of_posts(way) }
    }

    /// How posts pull that are so far away.
    #[inline]
    pub(super) const fn pull_of_posts(way: i32) -> i32 {
        Lure::PULL_OF_POSTS[way as usize]
    }
}

/// Movement points from a hex to the nearest goal of a field, as far as they count.
#[inline]
pub(super) fn way_to(field: &Field, hex: HexId) -> i32 {
    i32::from(field.cost(hex).min(2 * FAR as u16)) / 2
}

/// Anti-aircraft units of a side that can fire, with their ranges and points.
fn guns(view: &Holland, of: Side) -> impl Iterator<Item = Gun> + '_ {
    view.board.flak.iter().filter_map(move |&unit| {
        let kind = view.board.unit(unit);
        let able = kind.side == of && !view.piece(unit).dg;
        let at = view.hex_of(unit).filter(|_| able)?;
        Some((at, kind.aa_range, view.strength(unit)))
    })
}
