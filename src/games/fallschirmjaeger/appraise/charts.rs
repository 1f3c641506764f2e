//! What a player keeps in mind as long as it holds: how far every hex is from the places that he wants, how strongly they
//! pull there, how much anti-aircraft reaches it. A hex is worked out when it is first asked for.

use alloc::vec::Vec;
use core::cell::Cell;

use engine::{HexId, Pending, Side};

use super::super::phase::Wait;
use super::super::state::Holland;
use super::survey::{FAR, wanted};

/// Charts of the map, and of what they were made.
#[derive(Debug, Default)]
pub(super) struct Charts {
    /// Anti-aircraft units with their places, ranges and points.
    guns: Vec<Gun>,
    flak: Chart,
    /// Places wanted, with their points.
    wanted: Vec<(usize, i32)>,
    ways: Chart,
    pulls: Chart,
}

/// A number of every hex, once it has been asked for.
type Chart = Vec<Cell<Option<i32>>>;

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

    /// Forgets anti-aircraft points if they were of other guns than those that a side has now.
    fn look_at_guns(&mut self, view: &Holland, of: Side) {
        if self.flak.is_empty() || !guns(view, of).eq(self.guns.iter().copied()) {
            self.guns.clear();
            self.guns.extend(guns(view, of));
            wipe(&mut self.flak, view);
        }
    }

    /// Forgets ways and pulls if they were of other places than those that are wanted now.
    fn look_at_places(&mut self, view: &Holland, wanted: &[(usize, i32)]) {
        if self.ways.is_empty() || self.wanted != wanted {
            self.wanted.clear();
            self.wanted.extend_from_slice(wanted);
            wipe(&mut self.ways, view);
            wipe(&mut self.pulls, view);
        }
    }

    /// Anti-aircraft points that reach a hex, as far as they count.
    pub(super) fn flak(&self, view: &Holland, hex: HexId) -> i32 {
        once(&self.flak, hex, || {
            let reaches = |gun: &&Gun| view.board.distance(gun.0, hex) <= gun.1.into();
            let points = self.guns.iter().filter(reaches).map(|gun| gun.2);
            points.fold(0, u8::saturating_add).min(MOST_FLAK).into()
        })
    }

    /// Movement points from a hex to the nearest place wanted.
    pub(super) fn way(&self, view: &Holland, hex: HexId) -> i32 {
        once(&self.ways, hex, || {
            let points = |&(place, _): &(usize, i32)| {
                i32::from(view.board.fields[place].cost(hex).min(2 * FAR as u16)) / 2
            };
            self.wanted.iter().map(points).min().unwrap_or(FAR)
        })
    }

    /// How strongly the places wanted pull a unit in a hex: more where they are near, and worth more points.
    pub(super) fn pull(&self, view: &Holland, hex: HexId) -> i32 {
        once(&self.pulls, hex, || {
            let near = |place: usize| {
                let cost = view.board.fields[place].cost(hex).min(2 * FAR as u16);
                i32::from(cost) / 2 + 4
            };
            self.wanted.iter().map(|&(place, points)| points * 400 / near(place)).sum()
        })
    }
}

/// Forgets what a chart says.
fn wipe(chart: &mut Chart, view: &Holland) {
    chart.clear();
    chart.resize_with(view.board.map.len(), Cell::default);
}

/// What a chart says of a hex; worked out if it says nothing yet.
#[inline]
fn once(chart: &Chart, hex: HexId, work_out: impl FnOnce() -> i32) -> i32 {
    let cell = &chart[hex.index()];
    cell.get().unwrap_or_else(|| {
        let value = work_out();
        cell.set(Some(value));
        value
    })
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
