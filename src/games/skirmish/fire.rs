//! Chapter 3, fire: who may be fired at, the die, and what it does. A chapter holds its own legal targets, rolls and
//! losses; the sequence only calls it.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId};

use super::event::Event;
use super::state::Skirmish;

const FIRE: ChanceKind = ChanceKind::new("fire");

impl Skirmish {
    /// The enemy in a hex next to a counter, if it may fire at one (3.1); a decoy cannot (4.3).
    pub(super) fn target_in(&self, hex: HexId, counter: u16) -> Option<u16> {
        if self.is_decoy(counter) {
            return None;
        }
        self.on_map(self.side(counter).other()).find(|&enemy| self.counter(enemy).hex == hex)
    }

    pub(super) fn fire(
        &mut self,
        counter: u16,
        target: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.turn_up(counter, events);
        // Skirmish 4.3: no die is wasted on a decoy.
        if self.turn_up(target, events) {
            return;
        }
        // Skirmish 3.2: a counter fires once in a turn, so that turn and firer name the roll.
        let chance = Chance { kind: FIRE, turn: self.turn, who: counter, whom: target, nth: 0 };
        let roll = dice.roll(chance, 10);
        let hit = self.ground.rulings.hit.die();
        events.push(Event::Shot { target, roll, hit });
        if roll >= hit {
            self.lose_step(target);
        }
    }

    fn lose_step(&mut self, counter: u16) {
        let turn = self.turn;
        let counter = &mut self.counters[usize::from(counter)];
        let unit = &mut self.units[usize::from(counter.unit)];
        unit.steps -= 1;
        if unit.steps == 0 {
            unit.lost_in = Some(turn);
            counter.gone = true;
        }
    }
}
