//! Where an order sends a unit: its posts.

use alloc::vec::Vec;

use engine::{HexId, InForce, Order, Places, Side, Task};

use super::super::rules::Race;
use super::super::sets::{HexSet, at_least};
use super::super::setup::way;
use super::goals::{FAR, Goals, PULL};

/// A post draws like an objective of two points that the enemy holds.
const WORTH: i32 = 4 * PULL as i32;

/// What is worked out of a strategy's orders before the first game.
pub type Guide = Places<Posts>;

/// The hexes of an order.
#[derive(Debug)]
pub struct Posts {
    all: HexSet,
    /// Each of them, with the steps on foot to it from everywhere.
    each: Vec<(HexId, Vec<u8>)>,
    task: Task,
}

impl Posts {
    /// The posts of an order.
    pub(super) fn of(race: &Race, order: &Order) -> Posts {
        let board = &race.board;
        let ways = |&post: &HexId| (post, way(&board.map, &board.cells, post));
        Posts {
            all: order.hexes.iter().copied().collect(),
            each: order.hexes.iter().map(ways).collect(),
            task: order.task,
        }
    }

    /// Whether a hex is one of them.
    pub(super) fn at(&self, hex: HexId) -> bool {
        self.all.contains(hex)
    }

    /// Steps on foot to the nearest of them.
    pub(super) fn near(&self, hex: HexId) -> i32 {
        let ways = self.each.iter().map(|(_, ways)| ways[hex.index()]);
        i32::from(ways.fold(FAR, u8::min))
    }

    /// Where the order sends its units now: forward to what the enemy holds, and where nothing is left to take, to
    /// what was taken; otherwise to all of its hexes.
    pub(super) fn aim(&self, race: &Race, side: Side) -> Aim<'_> {
        let lost = |post: &HexId| !race.holds(*post, side);
        let wanted = if self.task.goes_forward() && self.all.iter().any(|post| lost(&post)) {
            self.all.iter().filter(lost).collect()
        } else if self.task == Task::CounterAttack && !self.threatened(race, side) {
            // Nothing to throw back: its units are free to stay where they are.
            HexSet::default()
        } else {
            self.all
        };
        Aim { posts: self, wanted }
    }

    /// Whether an enemy stands next to one of them.
    fn threatened(&self, race: &Race, side: Side) -> bool {
        self.all.iter().any(|post| race.beside(post, side.other()))
    }
}

/// Where an order sends a unit at the moment.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim<'a> {
    pub posts: &'a Posts,
    wanted: HexSet,
}

impl Aim<'_> {
    /// Steps on foot to the nearest hex that is aimed at, 20 at most.
    pub fn way(&self, hex: HexId) -> i32 {
        let wanted = self.posts.each.iter().filter(|(post, _)| self.wanted.contains(*post));
        i32::from(wanted.map(|(_, ways)| ways[hex.index()]).fold(FAR, u8::min))
    }

    /// How strongly it draws in a hex.
    pub fn pull(&self, hex: HexId) -> i32 {
        match self.way(hex) {
            way if way < i32::from(FAR) => WORTH / (2 + way),
            _ => 0,
        }
    }

    /// Whether it sends a unit forward that stands in this hex.
    pub fn sends(&self, hex: HexId) -> bool {
        self.posts.task.goes_forward() && !self.wanted.is_empty() && !self.posts.at(hex)
    }
}

/// What draws a unit.
#[derive(Copy, Clone, Debug)]
pub(super) enum Draw<'a> {
    /// The objectives.
    Goals(&'a Goals),
    /// The posts of its order.
    Posts(Aim<'a>),
}

impl Draw<'_> {
    /// How strongly, in a hex.
    #[inline]
    pub fn pull(&self, race: &Race, hex: HexId) -> i32 {
        match self {
            Draw::Goals(goals) => goals.pull(race, hex),
            Draw::Posts(aim) => aim.pull(hex),
        }
    }

    /// Hexes from a hex to the nearest of what draws it, 20 at most.
    #[inline]
    pub fn way(&self, race: &Race, hex: HexId) -> i32 {
        match self {
            Draw::Goals(goals) => goals.way(race, hex),
            Draw::Posts(aim) => aim.way(hex),
        }
    }

    /// The posts of the order, if it is one with hexes.
    pub fn aim(&self) -> Option<&Aim<'_>> {
        match self {
            Draw::Goals(_) => None,
            Draw::Posts(aim) => Some(aim),
        }
    }
}

/// The orders of a player as his units read them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Briefing<'a>(pub InForce<'a, Guide>);

impl<'a> Briefing<'a> {
    /// No orders.
    pub const NONE: Briefing<'static> = Briefing(InForce::NONE);

    /// Whether there are orders at all.
    #[inline]
    pub fn any(self) -> bool {
        self.0.any()
    }

    /// What the order of a unit tells it to do.
    pub fn task(self, unit: u8) -> Option<Task> {
        self.0.of(u16::from(unit)).map(|given| given.order.task)
    }

    /// The posts of the order that a unit has, if it has one with a place.
    #[inline]
    pub fn posts(self, unit: u8) -> Option<&'a Posts> {
        self.0.place(u16::from(unit))
    }

    /// What draws a unit: the posts of its order, or the objectives.
    #[inline]
    pub fn draw(self, race: &Race, unit: u8, goals: &'a Goals) -> Draw<'a> {
        match self.posts(unit) {
            Some(posts) => Draw::Posts(posts.aim(race, race.board.unit(unit).side)),
            None => Draw::Goals(goals),
        }
    }
}

impl Race {
    /// Whether a unit is the only one of its side on one of its posts.
    pub(super) fn last_on(&self, unit: u8, posts: &Posts) -> bool {
        let Some(hex) = self.hex_of(unit) else { return false };
        posts.at(hex) && !at_least(self.here(hex, self.board.unit(unit).side), 2)
    }
}
