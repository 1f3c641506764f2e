//! The sequence of play: turns and chits (Mercury 3.2). What waits for a decision meanwhile is listed in `frame.rs`.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::frame::{Activation, Dispatch, Leaders, Parks, Return};
use super::ground::Chit;
use super::ids::ChitId;
use super::state::{Battle, Notes, Purse};

impl Battle {
    /// Goes on until a decision is needed or the game is over.
    pub(super) fn settle(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        while matches!(self.outcome, engine::Outcome::Undecided) {
            self.seat_leaders();
            self.retire_deputies(events);
            self.attend(events);
            if !matches!(self.outcome, engine::Outcome::Undecided) {
                break;
            }
            let Some(frame) = self.frames.last().copied() else {
                self.next_chit(dice, events);
                continue;
            };
            if !frame.proceed(self, dice, events) {
                return;
            }
        }
        self.frames.clear();
    }

    /// Nothing is going on: draw the next chit, or end the turn (Mercury 3.2 H to J).
    fn next_chit(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.playing.take().is_some() {
            self.index.ready.clear();
            self.note_safe_airfield();
        }
        self.belated = self.carried.is_some() && self.turn > 0;
        if let Some(first) = self.carried.take() {
            events.push(Event::Drawn(first));
            self.play_chit(first, dice, events);
            return;
        }
        // The last chit of a turn is not played: it opens the next turn. A division with a drop due
        // may be an exception (A-4.1-1).
        if self.cup.chits().len() > 1 || self.last_is_played() {
            let turn = self.turn;
            let chit = ChitId(self.cup.draw(turn, dice).expect("a chit is in the cup"));
            events.push(Event::Drawn(chit));
            self.play_chit(chit, dice, events);
            return;
        }
        let last_turn = usize::from(self.turn) + 1 == self.ground.calendar.len();
        let turn = self.turn;
        if let Some(chit) = self.cup.draw(turn, dice).map(ChitId) {
            if last_turn {
                events.push(Event::Discarded(chit));
            } else {
                events.push(Event::Carried(chit));
                self.carried = Some(chit);
            }
        }
        self.clear_barrages();
        self.clear_shared_boxes(events);
        self.end_turn(last_turn, events);
        if matches!(self.outcome, engine::Outcome::Undecided) {
            // With the turn day and night change.
            self.turn += 1;
            self.stamps.mark_all();
            self.begin_turn(events);
            self.determine_supply(dice, events);
        }
    }

    /// Whether the only chit left is one of a division with a drop due, and the ruling plays it.
    fn last_is_played(&self) -> bool {
        let [chit] = self.cup.chits() else { return false };
        match self.ground.chits[usize::from(*chit)] {
            Chit::Division(division) => {
                self.ground.rulings.play_last_drop_chit.on() && self.drop_due(division)
            }
            _ => false,
        }
    }

    /// A turn begins: steps C to G of the sequence. The first turn begins with step H, where the scenario
    /// does not have it whole.
    pub(super) fn begin_turn(&mut self, events: &mut Vec<Event>) {
        events.push(Event::TurnBegan(self.turn));
        self.tally.chits = 0;
        self.tally.earned = engine::BySide::default();
        self.tally.spent = engine::BySide::default();
        let ground = alloc::sync::Arc::clone(&self.ground);
        let chits = if self.turn == 0 { &ground.first_cup } else { &ground.each_turn };
        // Mercury 11.0: some chits join the cup only from a later turn on.
        let due = |&&(chit, from): &&(ChitId, u16)| from <= self.turn && self.has_part(chit);
        let later: Vec<(ChitId, u16)> = ground.later_chits.iter().filter(due).copied().collect();
        for &chit in chits.iter().chain(later.iter().map(|(chit, _)| chit)) {
            if self.carried != Some(chit) {
                self.cup.put(chit.0);
            }
        }
        self.release_by_date(events);
        self.tally.purses.fill(Purse::default());
        if self.turn > 0 {
            self.receive_trucks(events);
        }
        self.raise_ratings();
        self.release_reserves(events);
        if self.turn == 0 && !ground.whole_first_turn {
            return;
        }
        self.call_attachments();
        self.call_commanders();
        for side in [Side::Allied, Side::German] {
            self.first(Parks { side, next: UnitId(0) });
        }
        for division in (0..ground.divisions.len() as u8).rev() {
            self.first(Dispatch { division: DivisionId(division) });
        }
        self.ships_arrive(events);
        self.call_greek_checks();
        self.plan_the_day();
    }

    /// A chit is played.
    pub(super) fn play_chit(&mut self, chit: ChitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.playing = Some(chit);
        self.tally.chits += 1;
        self.release_by_chit(chit, events);
        self.call_up();
        for notes in &mut self.notes {
            *notes = Notes { fired: notes.fired, ..Notes::default() };
        }
        self.tally.attached = 0;
        match self.ground.chits[chit.index()] {
            Chit::Division(division) => {
                self.collect(division, dice, events);
                self.first(Leaders { division, next: 0 });
                self.first(Activation);
                self.first(Return { division, next: UnitId(0) });
                self.call_serials(division);
                self.call_ad_hoc_drop(division);
                self.call_sticks(division);
                self.call_free_drop(division);
                self.call_air_support(division);
                self.call_planned_strikes(division);
                self.bring_reinforcements(division, events);
            }
            Chit::DirectCommand(_) | Chit::Formation(_) => self.first(Activation),
            Chit::Event(side) => self.draw_event(side, dice, events),
            Chit::Naval => self.call_fleet(),
        }
    }
}
