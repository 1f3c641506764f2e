//! What a date or a chit sets off once: units of a sheet that may not be activated until then, chits that join the cup
//! (Mercury 11.0).

use alloc::vec::Vec;

use engine::Side;

use super::counter::UnitId;
use super::event::Event;
use super::ground::Ground;
use super::ids::ChitId;
use super::state::Battle;

/// Units of a side on some sheets that may not be activated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldBack {
    /// Whose.
    pub side: Side,
    /// The sheets: bits as in [`Ground::sheets`].
    pub sheets: u32,
    /// The names of the sheets, for those who read of it.
    pub names: alloc::string::String,
    /// The turn that frees them, or from which on the chit does.
    pub from: u16,
    /// The chit that frees them when it is drawn; the turn alone does if there is none.
    pub after: Option<ChitId>,
}

/// A chit that goes into the cup once another one has been drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoiningChit {
    /// The chit.
    pub chit: ChitId,
    /// The one that must have been drawn.
    pub after: ChitId,
    /// In this turn or, where it slips, in a later one.
    pub from: u16,
}

/// What of it has not come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Awaited {
    /// Numbers of the blocks of units that are held back.
    pub held: Vec<u8>,
    /// Numbers of the chits that have not joined the cup.
    pub chits: Vec<u8>,
    /// Chits that have joined it in this turn.
    pub joined: u8,
}

impl Awaited {
    /// Nothing has come about.
    pub fn at_start(ground: &Ground) -> Awaited {
        Awaited {
            held: (0..ground.held_back.len() as u8).collect(),
            chits: (0..ground.joining_chits.len() as u8).collect(),
            joined: 0,
        }
    }
}

impl Battle {
    /// Whether the unit may not be activated yet where it stands.
    #[inline]
    pub(super) fn not_yet_free(&self, unit: UnitId) -> bool {
        // In most scenarios, and in most turns, nobody is.
        !self.awaited.held.is_empty() && self.among_the_held(unit)
    }

    #[cold]
    fn among_the_held(&self, unit: UnitId) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        self.awaited.held.iter().any(|&number| {
            let block = &self.ground.held_back[usize::from(number)];
            block.side == self.side(unit) && self.ground.sheets[hex.index()] & block.sheets != 0
        })
    }

    /// A turn begins: whom a date frees is free.
    pub(super) fn release_by_date(&mut self, events: &mut Vec<Event>) {
        self.awaited.joined = 0;
        let turn = self.turn;
        self.release(|block| block.after.is_none() && block.from <= turn, events);
    }

    /// A chit has been drawn: whom it frees is free, and chits that follow it go into the cup. Those that are there, or
    /// that open this turn, have been bought already.
    pub(super) fn release_by_chit(&mut self, drawn: ChitId, events: &mut Vec<Event>) {
        if self.awaited.held.is_empty() && self.awaited.chits.is_empty() {
            return;
        }
        let turn = self.turn;
        self.release(|block| block.after == Some(drawn) && block.from <= turn, events);
        let ground = alloc::sync::Arc::clone(&self.ground);
        let due = |number: &u8| {
            let entry = &ground.joining_chits[usize::from(*number)];
            entry.after == drawn && entry.from <= turn
        };
        let waiting = core::mem::take(&mut self.awaited.chits);
        let (due, waiting): (Vec<u8>, Vec<u8>) = waiting.into_iter().partition(due);
        self.awaited.chits = waiting;
        for number in due {
            let chit = ground.joining_chits[usize::from(number)].chit;
            if self.carried != Some(chit) && !self.cup.chits().contains(&chit.0) {
                self.cup.put(chit.0);
                self.awaited.joined += 1;
                events.push(Event::ChitJoined(chit));
            }
        }
    }

    fn release(&mut self, due: impl Fn(&HeldBack) -> bool, events: &mut Vec<Event>) {
        if self.awaited.held.is_empty() {
            return;
        }
        let ground = alloc::sync::Arc::clone(&self.ground);
        self.awaited.held.retain(|&number| {
            let free = due(&ground.held_back[usize::from(number)]);
            if free {
                events.push(Event::Released(number));
            }
            !free
        });
    }
}
