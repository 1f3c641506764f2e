//! What a player works out once for all jumps of a turn: anti-aircraft points over every hex, and how strongly the places
//! that he wants pull there. Nobody moves while jumps are chosen.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::super::state::Holland;

/// Charts of the map, and of what they were made.
#[derive(Debug, Default)]
pub(super) struct Charts {
    /// Anti-aircraft units with their places, ranges and points.
    guns: Vec<(HexId, u8, u8)>,
    flak: Vec<u8>,
    /// Places wanted, with their points.
    wanted: Vec<(usize, i32)>,
    pulls: Vec<i32>,
}

/// Most anti-aircraft points that count (1.8a).
const MOST_FLAK: u8 = 4;

impl Charts {
    /// Makes the charts anew if they were made of something else.
    pub(super) fn update(&mut self, view: &Holland, enemy: Side, wanted: &[(usize, i32)]) {
        let guns: Vec<(HexId, u8, u8)> = guns(view, enemy).collect();
        if self.flak.is_empty() || self.guns != guns {
            let near = |hex: HexId| {
                let reaches =
                    |gun: &&(HexId, u8, u8)| view.board.distance(gun.0, hex) <= gun.1.into();
                let points = guns.iter().filter(reaches).map(|gun| gun.2);
                points.fold(0, u8::saturating_add).min(MOST_FLAK)
            };
            self.flak = view.board.map.ids().map(near).collect();
            self.guns = guns;
        }
        if self.pulls.is_empty() || self.wanted != wanted {
            self.pulls = view.board.map.ids().map(|hex| pull(view, wanted, hex)).collect();
            self.wanted = wanted.to_vec();
        }
    }

    pub(super) fn flak(&self, hex: HexId) -> i32 {
        self.flak[hex.index()].into()
    }

    pub(super) fn pull(&self, hex: HexId) -> i32 {
        self.pulls[hex.index()]
    }
}

/// Anti-aircraft units of a side that can fire, with their ranges and points.
fn guns(view: &Holland, of: Side) -> impl Iterator<Item = (HexId, u8, u8)> + '_ {
    view.board.flak.iter().filter_map(move |&unit| {
        let kind = view.board.unit(unit);
        let able = kind.side == of && !view.piece(unit).dg;
        let at = view.hex_of(unit).filter(|_| able)?;
        Some((at, kind.aa_range, view.strength(unit)))
    })
}

/// Anti-aircraft points of a side that reach a hex, as far as they count.
pub(super) fn flak_over(view: &Holland, of: Side, hex: HexId) -> i32 {
    let reaches = |gun: &(HexId, u8, u8)| view.board.distance(gun.0, hex) <= gun.1.into();
    let points = guns(view, of).filter(reaches).map(|gun| gun.2);
    points.fold(0, u8::saturating_add).min(MOST_FLAK).into()
}

/// How strongly places pull a unit in a hex: more where they are near, and worth more points.
pub(super) fn pull(view: &Holland, wanted: &[(usize, i32)], hex: HexId) -> i32 {
    let near = |place: usize| {
        let cost = view.board.fields[place].cost(hex).min(2 * super::survey::FAR as u16);
        i32::from(cost) / 2 + 4
    };
    wanted.iter().map(|&(place, points)| points * 400 / near(place)).sum()
}
