//! What a bot wants of the objectives: how much each draws it, and which it holds. That depends on who
//! holds them and on where the enemy stands, and seldom changes from one decision to the next.

use engine::{BySide, HexId, Side};

use super::super::ground::MOST_OBJECTIVES;
use super::super::rules::Race;
use super::super::sets::HexSet;

/// Objective points attract over the distance: full value in the hex, falling with the way.
pub(super) const PULL: i16 = 120;

/// Ways of this many hexes and more attract no more.
pub(crate) const FAR: u8 = 20;

/// How strongly an objective attracts over a way, for each of its points.
pub(crate) fn draw(way: u8) -> i16 {
    if way < FAR { PULL / (2 + i16::from(way)) } else { 0 }
}

/// The objectives in the eyes of one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goals {
    /// Objectives the Germans hold, and where the enemy stands: what all else depends on.
    german_held: HexSet,
    enemies: HexSet,
    /// How much each objective is wanted.
    wanted: [i16; MOST_OBJECTIVES],
    /// Marks of those that are held: ways to them count as endless.
    held: [u8; MOST_OBJECTIVES],
}

impl Goals {
    /// Whether they are those of the position.
    fn fit(&self, race: &Race, side: Side) -> bool {
        self.enemies == race.index.stands[side.other()]
            && self.german_held == race.german_held.and(race.board.goals)
    }

    pub(super) fn new(race: &Race, side: Side) -> Goals {
        let enemies = race.index.stands[side.other()];
        let german_held = race.german_held.and(race.board.goals);
        let mut goals = Goals {
            german_held,
            enemies,
            wanted: [0; MOST_OBJECTIVES],
            held: [0; MOST_OBJECTIVES],
        };
        for (number, objective) in race.board.objectives.iter().enumerate() {
            let points = i16::from(objective.points);
            // Its points if the enemy stands near it, twice its points if he holds it.
            if race.holds(objective.hex, side) {
                goals.held[number] = u8::MAX;
                if objective.close.meets(&enemies) {
                    goals.wanted[number] = points;
                }
            } else {
                goals.wanted[number] = points * 2;
            }
        }
        goals
    }

    /// The pull of the objectives in a hex.
    pub(crate) fn pull(&self, race: &Race, hex: HexId) -> i32 {
        let draws = &race.board.draw[hex.index()];
        (0..MOST_OBJECTIVES).map(|o| i32::from(draws[o]) * i32::from(self.wanted[o])).sum()
    }

    /// Hexes from a hex to the nearest objective that is not held, 20 at most.
    #[inline]
    pub(crate) fn way(&self, race: &Race, hex: HexId) -> i32 {
        let ways = &race.board.ways[hex.index()];
        i32::from((0..MOST_OBJECTIVES).map(|o| ways[o] | self.held[o]).fold(FAR, u8::min))
    }
}

/// How each side saw the objectives when it was last asked.
#[derive(Debug, Default)]
pub(super) struct Views(BySide<Option<Goals>>);

impl Views {
    /// The objectives as a side sees them now.
    pub(super) fn goals(&mut self, race: &Race, side: Side) -> &Goals {
        let known = self.0[side].take().filter(|goals| goals.fit(race, side));
        self.0[side].insert(known.unwrap_or_else(|| Goals::new(race, side)))
    }
}
