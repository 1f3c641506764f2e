//! What the options of a decision have in common: what the side wants, and how the map looks to it.

use alloc::vec::Vec;
use core::cell::OnceCell;

use engine::{Field, HexId, InForce, Pending, Places, Side, Task};

use smallvec::SmallVec;

use super::super::combat::Odds;
use super::super::descent::Airborne;
use super::super::event::Way;
use super::super::ground::{Class, HexSet};
use super::super::phase::Wait;
use super::super::stacking::STACK;
use super::super::state::{Holland, Spot as Whereabouts};
use super::Spot;
use super::charts::{Charts, Lure, way_to};
use super::features::left_empty;

/// A way that is as good as endless, in movement points.
pub(super) const FAR: i32 = 60;

/// The map in the eyes of the side to act.
pub(super) struct Survey<'a> {
    pub view: &'a Holland,
    pub side: Side,
    pub enemy: Side,
    /// The unit that the decision is about, and where it is.
    pub subject: Option<u16>,
    pub here: Spot,
    /// How far the posts of its order are, and whether the order sends it forward.
    pub posts: Option<&'a Field>,
    pub forward: bool,
    orders: InForce<'a, Places<Field>>,
    /// Charts of the map.
    charts: &'a Charts,
    /// What the marches of a party have in common.
    start: OnceCell<Option<Start>>,
    /// Who comes down.
    pub jumper: Jumper,
    /// Hexes over which somebody is in the air.
    aims: OnceCell<HexSet>,
    /// By hex, own units on the map or coming down within two hexes.
    company: OnceCell<Vec<u8>>,
    /// Where landings may be expected.
    landings: OnceCell<Vec<HexId>>,
}

/// What the landings of a unit have in common.
#[derive(Copy, Clone)]
pub(super) struct Jumper {
    /// Whether it is a supply head.
    pub head: bool,
    /// Whether it jumps by choice; then, whether it may do so where others may not; and whether it comes down where it was
    /// scattered.
    pub jumps: bool,
    pub specially: bool,
    pub adrift: bool,
}

/// What the marches of a party have in common.
pub(super) struct Start {
    pub here: HexId,
    /// The leader who marches alone.
    pub leader: Option<u16>,
    pub lure: Lure,
    /// Points of the places at the hex that are left empty.
    pub leaves: i32,
    /// Strength of the party.
    pub going: i32,
}

impl<'a> Survey<'a> {
    /// What the options of the decision have in common; the charts are those of the decision ([`Charts::look`]).
    pub(super) fn of(
        view: &'a Holland,
        orders: InForce<'a, Places<Field>>,
        charts: &'a Charts,
    ) -> Survey<'a> {
        let side = view.wait.decider(view).unwrap_or(view.side);
        let subject = view.wait.subject(view);
        let given = subject.and_then(|unit| orders.of(unit));
        Survey {
            view,
            side,
            enemy: side.other(),
            subject,
            here: subject.and_then(|unit| view.hex_of(unit)),
            posts: subject.and_then(|unit| orders.place(unit)),
            forward: given.is_none_or(|given| given.order.task.goes_forward()),
            orders,
            charts,
            start: OnceCell::new(),
            jumper: Jumper {
                head: subject.is_some_and(|unit| view.class(unit).is_head()),
                jumps: matches!(view.wait, Wait::Jump(_)),
                specially: matches!(view.wait, Wait::Jump(jump) if jump.is_special(view)),
                adrift: matches!(view.wait, Wait::Adrift(_)),
            },
            aims: OnceCell::new(),
            company: OnceCell::new(),
            landings: OnceCell::new(),
        }
    }

    /// From where the party would march, worked out once for all hexes it could go to.
    pub(super) fn start(&self) -> Option<&Start> {
        let start = || {
            let (view, here) = (self.view, self.here?);
            let units = view.party.units.iter().copied();
            let soldiers = units.clone().filter(|&unit| view.class(unit).fights()).count();
            Some(Start {
                here,
                leader: self.subject.filter(|&unit| view.class(unit) == Class::Leader),
                lure: self.lure(here),
                leaves: left_empty(self, here, soldiers),
                going: units.map(|unit| i32::from(view.strength(unit))).sum(),
            })
        };
        self.start.get_or_init(start).as_ref()
    }

    /// The task of a unit's order.
    pub(super) fn task(&self, unit: u16) -> Option<Task> {
        self.orders.of(unit).map(|given| given.order.task)
    }

    /// What draws units to a hex: the posts of the order, or the places wanted.
    #[inline]
    pub(super) fn lure(&self, hex: HexId) -> Lure {
        match self.posts {
            Some(posts) => Lure::of_posts(posts, hex),
            None => self.charts.lure(self.view, hex),
        }
    }

    pub(super) fn has_posts(&self) -> bool {
        self.posts.is_some()
    }

    /// Points of the places at a hex that a side does not hold.
    pub(super) fn prize(&self, hex: HexId, side: Side) -> i32 {
        self.points_at(hex, |place| holder(self.view, place) != Some(side))
    }

    /// Points of the places at a hex.
    pub(super) fn worth(&self, hex: HexId) -> i32 {
        self.points_at(hex, |_| true)
    }

    fn points_at(&self, hex: HexId, counts: impl Fn(usize) -> bool) -> i32 {
        let mut bits = self.view.board.places_at[hex.index()];
        let board = &self.view.board;
        let mut points = 0;
        while bits != 0 {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if counts(place) {
                points += i32::from(board.place_points(place));
            }
        }
        points
    }

    /// Strength of a side in a hex.
    pub(super) fn strength_in(&self, hex: HexId, side: Side) -> i32 {
        self.view.index.post(hex).strength[side].into()
    }

    /// Strength of a side in the hexes next to a hex.
    pub(super) fn strength_beside(&self, hex: HexId, side: Side) -> i32 {
        self.view.index.post(hex).beside[side].into()
    }

    /// Enemy anti-aircraft points that reach a hex, 4 at most.
    pub(super) fn flak(&self, hex: HexId) -> i32 {
        self.charts.flak(hex)
    }

    /// Hexes that somebody jumps on.
    pub(super) fn aims(&self) -> &HexSet {
        self.aims.get_or_init(|| self.jumping().map(|air| air.aim).collect())
    }

    /// Own units on their way down to a hex.
    #[inline]
    pub(super) fn coming(&self, hex: HexId) -> usize {
        if !self.aims().contains(hex) {
            return 0;
        }
        self.jumping().filter(|air| air.aim == hex).count()
    }

    fn jumping(&self) -> impl Iterator<Item = &'a Airborne> + use<'a> {
        self.view.sky.iter().filter(|air| air.way != Way::Airfield)
    }

    /// Units above the room in an airfield and the open hexes next to it if one more lands there (1.3).
    pub(super) fn lacks_room(&self, field: HexId) -> i32 {
        let view = self.view;
        let near = view.board.near(field);
        let ways = near.filter(|&(way, hex)| {
            view.board.cell(field).step[0][way.index()] > 0 && !view.stands(hex, self.enemy)
        });
        let hexes = ways.map(|(_, hex)| hex).chain([field]);
        let (count, there) = hexes.fold((0, 0), |(count, there), hex| {
            (count + 1, there + i32::from(view.index.post(hex).stack))
        });
        let lands = |air: &&Airborne| air.way == Way::Airfield && air.aim == field;
        let coming = view.sky.iter().filter(lands).count() as i32;
        (there + coming + 1 - count * i32::from(STACK)).max(0)
    }

    /// Movement points from a hex to the posts of a unit's order, if it has one with posts.
    pub(super) fn way_to_posts_of(&self, unit: u16, hex: HexId) -> Option<i32> {
        self.orders.place(unit).map(|posts| way_to(posts, hex))
    }

    /// Where those who wait to come by air may be expected: the airfields, and the posts of their orders.
    pub(super) fn landing_places(&self) -> &[HexId] {
        self.landings.get_or_init(|| {
            let view = self.view;
            let mut places: Vec<HexId> =
                view.board.airfields.iter().map(|field| field.hex).collect();
            let waits = |&unit: &u16| {
                view.board.unit(unit).side == self.side
                    && view.piece(unit).spot == Whereabouts::Pool
            };
            for unit in view.board.numbers().filter(waits) {
                if let Some(given) = self.orders.of(unit) {
                    places.extend(&given.order.hexes);
                }
            }
            places.sort_unstable();
            places.dedup();
            places
        })
    }

    /// Own units on the map or coming down within two hexes of a hex.
    pub(super) fn company(&self, hex: HexId) -> i32 {
        let counts = self.company.get_or_init(|| {
            let board = &self.view.board;
            let mut counts = alloc::vec![0u8; board.map.len()];
            let there = self.view.on_map(self.side).filter_map(|unit| self.view.hex_of(unit));
            for at in there.chain(self.view.sky.iter().map(|air| air.hex)) {
                let mut around = HexSet::default();
                around.insert(at);
                for (_, near) in board.near(at) {
                    around.insert(near);
                    board.near(near).for_each(|(_, far)| around.insert(far));
                }
                for near in around.iter() {
                    counts[near.index()] = counts[near.index()].saturating_add(1);
                }
            }
            counts
        });
        counts[hex.index()].into()
    }

    /// Hexes with such company.
    pub(super) fn company_hexes(&self) -> HexSet {
        self.view.board.map.ids().filter(|&hex| self.company(hex) > 0).collect()
    }

    /// What an attack does to the defender less what it does to the attacker, in hundredths of a step, no more than is
    /// there.
    pub(super) fn value(&self, odds: Odds, target: HexId, attackers: &[u16]) -> i32 {
        let modifier = usize::from(odds.modifier > 0);
        let [own, theirs] = self.view.board.means[usize::from(odds.column)][modifier];
        let steps = |unit: u16| i32::from(self.view.piece(unit).steps) * 100;
        let there: i32 = self.view.soldiers(target, self.view.side.other()).map(steps).sum();
        let ours: i32 = attackers.iter().map(|&unit| steps(unit)).sum();
        theirs.min(there) - own.min(ours)
    }

    /// Ships of the enemy in a hex.
    pub(super) fn ships_in(&self, hex: HexId) -> i32 {
        let ship = |&unit: &u16| {
            self.view.class(unit) == Class::Ship && self.view.board.unit(unit).side == self.enemy
        };
        self.view.here(hex).filter(ship).count() as i32
    }
}

/// Who holds a place: bridges before airfields.
fn holder(view: &Holland, place: usize) -> Option<Side> {
    match place.checked_sub(view.board.bridges.len()) {
        None => view.holds_bridge(place),
        Some(field) => {
            let german = view.german_held.contains(view.board.airfields[field].hex);
            Some(if german { Side::German } else { Side::Allied })
        }
    }
}

/// Places for a side to go to, with their points: those that it does not hold, or all where there are none.
pub(super) fn wanted(view: &Holland, side: Side) -> SmallVec<[(usize, i32); 32]> {
    let board = &view.board;
    let all =
        (0..board.places_count()).map(|place| (place, i32::from(board.place_points(place)).max(1)));
    let foreign: SmallVec<[(usize, i32); 32]> =
        all.clone().filter(|&(place, _)| holder(view, place) != Some(side)).collect();
    if foreign.is_empty() { all.collect() } else { foreign }
}
