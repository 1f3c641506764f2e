//! Retreat after combat (V.F.10, V.D.6, V.I.5.c).

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Side};

use super::action::Action;
use super::aftermath::Settle;
use super::event::Event;
use super::state::{AirAssault, Cause, Spot, did};

/// Where a unit retreats.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retreat;

impl Pending<AirAssault> for Retreat {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        game.fight.falling.last().map(|&unit| game.side_of(unit))
    }

    fn subject(self, game: &AirAssault) -> Option<u16> {
        game.fight.falling.last().copied()
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        if let Some(&unit) = game.fight.falling.last() {
            actions.extend(game.retreats(unit).into_iter().map(Action::To));
        }
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let (Action::To(to), Some(unit)) = (action, game.fight.falling.pop()) else { return };
        let Some(from) = game.hex_of(unit) else { return };
        game.put(unit, to);
        game.mark(unit, did::FLED);
        events.push(Event::Retreated { unit, from, to });
        let side = game.side_of(unit);
        if !game.cull_after_retreat(side, to) {
            game.wait = Settle.into();
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let Some(&unit) = game.fight.falling.last() else {
            game.wait = Settle.into();
            return true;
        };
        let gone = !matches!(game.piece(unit).spot, Spot::Hex(_) | Spot::Box(_));
        if gone || game.retreats(unit).is_empty() {
            game.fight.falling.pop();
            game.destroy(unit, Cause::Retreat, events);
            return true;
        }
        false
    }
}

impl AirAssault {
    /// Where a unit may retreat: one hex (V.F.10, V.D.6, V.I.5.c). Nowhere means that it is lost.
    pub(crate) fn retreats(&self, unit: u16) -> Vec<HexId> {
        let kind = self.unit(unit);
        let enemy = kind.side.other();
        let Some(from) = self.hex_of(unit) else { return Vec::new() };
        let heavy = kind.class.is_artillery() || kind.class.is_noncombat();
        // V.D.6; in drift combat the enemy is in the same hex.
        if kind.movement == 0 || heavy && (self.zone(enemy, from) || self.bars(enemy, from)) {
            return Vec::new();
        }
        let fight = &self.fight;
        let bystander =
            |&other: &u16| !fight.attackers.contains(&other) && !fight.defenders.contains(&other);
        // V.I.5.c: the zone of those it fights with does not count.
        let allowed = if fight.drift { self.index.guards(enemy, fight.targets[0]) } else { 0 };
        let open = |&to: &HexId| {
            let safe = self.index.zone(enemy, to) <= allowed;
            let joined = || self.fighters(kind.side, to).any(|other| bystander(&other));
            self.board.land.contains(to) && !self.bars(enemy, to) && (safe || !heavy && joined())
        };
        self.board.near(from).filter(open).collect()
    }
}
