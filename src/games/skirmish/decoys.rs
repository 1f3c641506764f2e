//! Chapter 4, decoys: what is secret, how it comes to light, and how it could be otherwise.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Side};

use super::event::Event;
use super::state::Skirmish;

const MIX: ChanceKind = ChanceKind::new("mix");

impl Skirmish {
    /// Mixes the counters of each side that has decoys (4.1).
    pub(super) fn mix_counters(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        for side in Side::BOTH {
            if self.ground.veiled[side] {
                self.deal_face_down(side, dice);
                let dealt = self.on_map(side);
                events.extend(dealt.map(|c| Event::Dealt {
                    counter: c,
                    unit: self.counter(c).unit,
                    side,
                }));
            }
        }
    }

    /// Turns a counter up (4.2); says whether it was a decoy and is gone (4.3).
    pub(super) fn turn_up(&mut self, counter: u16, events: &mut Vec<Event>) -> bool {
        let decoy = self.is_decoy(counter);
        let turn = self.turn;
        let state = &mut self.counters[usize::from(counter)];
        if core::mem::take(&mut state.face_down) {
            events.push(Event::TurnedUp { counter, unit: state.unit });
        }
        if decoy {
            state.gone = true;
            self.units[usize::from(state.unit)].lost_in = Some(turn);
        }
        decoy
    }

    /// A counter that stands face down next to an enemy and does not fire gives both sides something to think about.
    pub(super) fn note_held_fire(&self, counter: u16, events: &mut Vec<Event>) {
        if self.counter(counter).face_down && self.enemies_beside(counter).next().is_some() {
            events.push(Event::HeldFire { counter });
        }
    }

    /// Deals what is printed on a side's counters face down among them, by rank: how they lay before does not matter.
    pub(super) fn deal_face_down(&mut self, side: Side, dice: &mut dyn Dice) {
        let hidden: Vec<u16> = self.on_map(side).filter(|&c| self.counter(c).face_down).collect();
        let mut units: Vec<u16> = hidden.iter().map(|&c| self.counter(c).unit).collect();
        let turn = self.turn;
        units
            .sort_by_key(|&unit| dice.rank(Chance { kind: MIX, turn, who: unit, whom: 0, nth: 0 }));
        for (counter, unit) in hidden.into_iter().zip(units) {
            self.counters[usize::from(counter)].unit = unit;
        }
    }
}
