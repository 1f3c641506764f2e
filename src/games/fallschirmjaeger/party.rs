//! Those who move together: how they are made up, what they may do, how far they get.

use alloc::vec::Vec;

use engine::{Direction, HexId, Side};
use smallvec::SmallVec;

use super::action::Action;
use super::ground::{Class, Mobility, Nation};
use super::rules::Step;
use super::state::{Holland, did};

/// 2.8: overruns that the armoured train may make in a turn.
const TRAIN_OVERRUNS: u8 = 4;

/// Units on their way together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Party {
    pub units: Vec<u16>,
    /// Half points left.
    pub points: u16,
    /// Whether lorries carry those who are on foot (3.5a).
    pub by_truck: bool,
    /// Whether the gold comes along (3.6).
    pub gold: bool,
    /// Whether it has moved.
    pub moved: bool,
    /// Whether it has gone where it was sent, and only what may follow on that is left.
    pub arrived: bool,
}

/// Bits of the ways in which units move on land: on foot, by bicycle, by lorry, in armour.
pub(crate) type Gaits = u8;

/// The bit of a mobility on land; 0 for others.
pub(crate) const fn gait(mobility: Mobility) -> Gaits {
    match mobility {
        Mobility::Foot => 1,
        Mobility::Bicycle => 2,
        Mobility::Motor => 4,
        Mobility::Armour => 8,
        Mobility::Rail | Mobility::Ship | Mobility::None => 0,
    }
}

/// What a step costs those who take it together, from what it costs some of them, if any, and another; 0 where one of
/// them cannot take it.
pub(crate) fn together(some: Option<u8>, other: u8) -> u8 {
    match some {
        Some(0) => 0,
        Some(cost) if other > 0 => cost.max(other),
        _ => other,
    }
}

impl Holland {
    /// What a step costs in half points to all of some gaits at once; `None` where one of them cannot take it.
    #[inline]
    pub(crate) fn pace(
        &self,
        from: HexId,
        way: Option<Direction>,
        to: HexId,
        gaits: Gaits,
    ) -> Option<u16> {
        let cost = match way {
            Some(way) if self.laid.is_empty() => {
                self.board.paces[usize::from(gaits)][from.index()][way.index()]
            }
            _ => self.rare_pace(from, way, to, gaits),
        };
        (cost > 0).then_some(cost.into())
    }

    /// The same where engineers have laid a bridge somewhere, or by ferry; 0 where the step cannot be taken.
    #[cold]
    fn rare_pace(&self, from: HexId, way: Option<Direction>, to: HexId, gaits: Gaits) -> u8 {
        let costs = (0..4).filter(|gait| gaits >> gait & 1 == 1).map(|gait| match way {
            Some(way) => self.pace_by_bridge(from, way, to, gait),
            None => self.board.pace_by_ferry(from, to, gait),
        });
        costs.fold(None, |most, cost| Some(together(most, cost))).unwrap_or(0)
    }

    /// 2.9a: a bridge that was laid is as good as a printed one; 0 where the step cannot be taken.
    fn pace_by_bridge(&self, from: HexId, way: Direction, to: HexId, gait: usize) -> u8 {
        let here = self.board.cell(from);
        let step = here.step[gait][way.index()];
        if here.canal & way.bit() == 0 || !self.laid_over(from, way) {
            return step;
        }
        let plain = self.board.cell(to).plain[gait];
        if step == 0 { plain } else { step.min(plain) }
    }

    /// Whether a unit can be moved in this phase by its own means.
    pub(crate) fn can_move(&self, unit: u16) -> bool {
        let (kind, piece) = (self.board.unit(unit), self.piece(unit));
        let phase = || {
            self.step == Step::Movement
                || kind.exploits(&self.board.rulings) && piece.did & did::FRESH == 0
        };
        piece.did & did::MOVED == 0
            && self.hex_of(unit).is_some()
            && !piece.dg
            && !piece.captive
            && kind.side == self.side
            && kind.moves()
            && phase()
    }

    /// Whether a lorry could carry a unit in this phase (3.5a).
    pub(crate) fn can_ride(&self, unit: u16) -> bool {
        let (kind, piece) = (self.board.unit(unit), self.piece(unit));
        kind.side == self.side
            && (kind.class == Class::Leader
                || kind.class.fights() && !kind.exploits(&self.board.rulings))
            && !piece.dg
            && !piece.captive
            && piece.did & (did::MOVED | did::FRESH) == 0
            && kind.class != Class::CoastalArtillery
    }

    /// The soldiers of a hex who can move together.
    pub(crate) fn movers_together(&self, hex: HexId) -> Vec<u16> {
        let joins = |&unit: &u16| self.can_move(unit) && self.class(unit) != Class::Train;
        self.soldiers(hex, self.side).filter(joins).collect()
    }

    /// The lorries of a hex with as many as they can carry (3.5b).
    pub(crate) fn convoy_in(&self, hex: HexId) -> Vec<u16> {
        let truck = |&unit: &u16| self.class(unit) == Class::Truck && self.can_move(unit);
        let mut convoy: Vec<u16> = self.here(hex).filter(truck).collect();
        let room = self.carried_by(&convoy);
        let mut riders: Vec<u16> = self.here(hex).filter(|&unit| self.can_ride(unit)).collect();
        riders.sort_by_key(|&unit| self.class(unit) != Class::Leader);
        for rider in riders {
            convoy.push(rider);
            if self.load_of(&convoy, false) > room {
                convoy.pop();
            }
        }
        convoy
    }

    /// A party sets out.
    pub(crate) fn set_out(&mut self, units: Vec<u16>, by_truck: bool) {
        let drives = |&&unit: &&u16| !by_truck || self.class(unit) == Class::Truck;
        let points = units.iter().filter(drives).map(|&unit| self.allowance(unit)).min();
        let points = points.unwrap_or(0);
        self.party = Party { units, points, by_truck, ..Party::default() };
    }

    pub(crate) fn party_hex(&self) -> Option<HexId> {
        self.party.units.first().and_then(|&unit| self.hex_of(unit))
    }

    pub(crate) fn party_has(&self, deed: u16) -> bool {
        self.party.units.iter().any(|&unit| self.has(unit, deed))
    }

    pub(crate) fn party_gaits(&self) -> Gaits {
        if self.party.by_truck {
            return gait(Mobility::Motor);
        }
        let units = self.party.units.iter();
        units.fold(0, |gaits, &unit| gaits | gait(self.board.unit(unit).mobility))
    }

    pub(crate) fn is_train(&self) -> bool {
        self.party.units.iter().any(|&unit| self.class(unit) == Class::Train)
    }

    /// Whether the lorries of the party carry anybody.
    pub(crate) fn is_loaded(&self) -> bool {
        self.party.by_truck && self.load_of(&self.party.units, self.party.gold) > 0
    }

    /// Whether enemies without soldiers are in a hex: only soldiers deal with them.
    pub(crate) fn meets_unarmed(&self, hex: HexId) -> bool {
        self.here(hex).any(|unit| {
            let kind = self.board.unit(unit);
            kind.side != self.side
                && !self.piece(unit).captive
                && matches!(kind.class, Class::Truck | Class::Leader)
        })
    }

    /// Units of the party that need room where it stops (1.3).
    fn bulk(&self) -> usize {
        let stacks = |&&unit: &&u16| self.class(unit).stacks();
        self.party.units.iter().filter(stacks).count()
    }

    /// Hexes next to the party that it can overrun, with the cost in half points.
    pub(crate) fn overruns(&self) -> SmallVec<[(HexId, u16); 6]> {
        let mut targets = SmallVec::new();
        let Some(here) = self.party_hex() else { return targets };
        let (enemy, train) = (self.side.other(), self.is_train());
        let eager = |&unit: &u16| {
            let piece = self.piece(unit);
            let spent = if self.class(unit) == Class::Train {
                piece.overruns >= TRAIN_OVERRUNS
            } else {
                piece.did & did::OVERRAN != 0
            };
            // Series rule 6.0: not by who came onto the map in this phase.
            self.class(unit).overruns() && !spent && piece.did & (did::NEW | did::STADIUM) == 0
        };
        if self.party.by_truck || !self.party.units.iter().all(eager) {
            return targets;
        }
        let fresh = self.party_has(did::FRESH);
        if fresh && self.party.moved {
            return targets;
        }
        let gaits = self.party_gaits();
        let british =
            self.party.units.iter().any(|&unit| self.board.unit(unit).nation == Nation::British);
        for (way, target) in self.board.near(here) {
            if !self.stands(target, enemy) || british && !self.british_may(target) {
                continue;
            }
            if train {
                // 2.8: along its rails, at no cost.
                if self.board.cell(here).rails & way.bit() != 0 {
                    targets.push((target, 0));
                }
                continue;
            }
            // 1.1i: nobody overruns over water without a bridge. Series rule 6.1d: no roads.
            let plain = &self.board.cell(target).plain;
            let costs = (0..4).filter(|gait| gaits >> gait & 1 == 1).map(|gait| plain[gait]);
            let (least, most) =
                costs.fold((u8::MAX, 0), |(least, most), cost| (least.min(cost), most.max(cost)));
            if self.barred(here, way) || least == 0 || gaits == 0 {
                continue;
            }
            let cost = u16::from(most) + self.board.rulings.overrun_cost.halves();
            if fresh {
                targets.push((target, self.party.points.min(cost)));
            } else if cost <= self.party.points {
                targets.push((target, cost));
            }
        }
        targets
    }

    /// What may follow on a march: an overrun, unloading, taking up the gold.
    pub(crate) fn may_go_on(&self) -> bool {
        !self.overruns().is_empty() || self.may_unload() || self.may_take_gold()
    }

    pub(crate) fn may_unload(&self) -> bool {
        self.party.moved && self.party.points > 0 && self.is_loaded()
    }

    pub(crate) fn may_take_gold(&self) -> bool {
        let Some(hex) = self.party_hex() else { return false };
        !self.party.gold
            && self.side == Side::Allied
            && self.gold_in(hex).is_some()
            && (!self.party.moved || self.party.points > 0)
            && self.can_carry_gold(&self.party.units)
    }

    /// Units of a list, one of each kind that is printed alike and in the same state.
    pub(crate) fn kinds_of(&self, units: &[u16]) -> SmallVec<[u16; 8]> {
        let mut kinds: SmallVec<[u16; 8]> = SmallVec::new();
        for &unit in units {
            let alike = |&other: &u16| {
                let (one, two) = (self.piece(unit), self.piece(other));
                self.board.unit(other).twin == self.board.unit(unit).twin
                    && (one.steps, one.cut_off, one.dg, one.did, one.spot)
                        == (two.steps, two.cut_off, two.dg, two.did, two.spot)
                    && !self.guards(unit)
                    && !self.guards(other)
            };
            if !kinds.iter().any(alike) {
                kinds.push(unit);
            }
        }
        kinds
    }

    /// Whether a unit guards a captive.
    pub(crate) fn guards(&self, unit: u16) -> bool {
        self.board.persons.iter().any(|&person| self.piece(person).guard == Some(unit))
    }

    /// What the party may do now.
    pub(crate) fn party_options(&self, actions: &mut Vec<Action>) {
        if !self.party.arrived
            && let Some(reach) = self.party_reach(None)
        {
            let more = self.bulk();
            let room = |&hex: &HexId| usize::from(self.room(hex)) >= more;
            let open = reach.found().iter().copied().filter(room);
            actions.extend(open.map(Action::March));
        }
        actions.extend(self.overruns().into_iter().map(|(hex, _)| Action::Overrun(hex)));
        let together = self.party.units.len() > 1 && !self.party.moved;
        if together {
            let leaves = |&unit: &u16| !self.party.by_truck || self.class(unit) != Class::Truck;
            let units = self.kinds_of(&self.party.units);
            actions.extend(units.into_iter().filter(leaves).map(Action::Leave));
        }
        if self.may_take_gold() {
            actions.push(Action::Carry);
        }
        if self.may_unload() {
            actions.push(Action::Unload);
        }
        actions.push(Action::Halt);
    }
}
