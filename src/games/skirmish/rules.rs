//! The sequence of play: who decides, what is legal, and what follows until somebody has to decide again.

use alloc::vec::Vec;

use engine::{Dice, Outcome, Position, Side};

use super::action::Action;
use super::event::Event;
use super::rulings::First;
use super::state::Skirmish;
use super::view::View;

impl Position for Skirmish {
    type Action = Action;
    type View<'a> = View<'a>;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.mix_counters(dice, events);
        self.fill_cup();
        if self.ground.rulings.first == First::Germans {
            self.cup.clear();
            self.cup.put(Side::Allied as u16);
            self.activate(Side::German);
        }
        self.proceed(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        if self.over { None } else { self.active }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        let (false, Some(&counter)) = (self.over, self.waiting.last()) else { return };
        // Skirmish 1.2
        actions.push(Action::Stand(counter));
        for (direction, near) in self.ground.map.neighbours(self.counter(counter).hex) {
            // Skirmish 2.1
            if self.is_empty(near) {
                actions.push(Action::Move(counter, direction));
            } else if let Some(target) = self.target_in(near, counter) {
                actions.push(Action::Fire(counter, target));
            }
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.waiting.pop();
        match action {
            Action::Stand(counter) => self.note_held_fire(counter, events),
            Action::Move(counter, direction) => {
                self.note_held_fire(counter, events);
                if let Some(to) = self.ground.map.neighbour(self.counter(counter).hex, direction) {
                    self.counters[usize::from(counter)].hex = to;
                }
            }
            Action::Fire(counter, target) => self.fire(counter, target, dice, events),
        }
        self.proceed(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.verdict()
    }

    fn view(&self, side: Side) -> View<'_> {
        View::new(self, side)
    }

    fn sees(&self, side: Side, event: &Event) -> bool {
        event.is_for(side)
    }

    fn imagined(view: View<'_>, dice: &mut dyn Dice) -> Skirmish {
        view.with_face_down_dealt(dice)
    }
}

impl Skirmish {
    /// Hands the turn on until somebody has something to decide.
    fn proceed(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            while self.waiting.last().is_some_and(|&counter| self.counter(counter).gone) {
                self.waiting.pop();
            }
            // Skirmish 5.1
            if Side::BOTH.into_iter().any(|side| self.steps(side) == 0) {
                self.end_turn(events);
                self.over = true;
            }
            if self.over || !self.waiting.is_empty() {
                return;
            }
            // Skirmish 1.1
            if let Some(chit) = self.cup.draw(self.turn, dice) {
                let side = Side::BOTH[usize::from(chit)];
                self.activate(side);
                events.push(Event::Drawn(side));
                continue;
            }
            self.end_turn(events);
            if usize::from(self.turn) == self.ground.turns.len() {
                self.over = true;
                return;
            }
            self.turn += 1;
            self.fill_cup();
        }
    }

    fn activate(&mut self, side: Side) {
        self.active = Some(side);
        self.waiting = self.on_map(side).collect();
        self.waiting.reverse();
    }

    fn end_turn(&self, events: &mut Vec<Event>) {
        events.push(Event::TurnOver(self.standing()));
    }

    fn fill_cup(&mut self) {
        for side in Side::BOTH {
            self.cup.put(side as u16);
        }
    }
}
