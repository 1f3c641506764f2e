//! How things stood when a turn ended: the numbers that its event carries, and the row that the account makes of them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use engine::{BySide, Outcome, Side, TurnFacts, Value};

use super::command::Use;
use super::event::Event;
use super::state::{Battle, Purse};
use crate::measures::{SerialTurn, TurnValues};

/// A turn that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// The turn, from 0.
    pub turn: u16,
    /// Steps each side has in play.
    pub steps: BySide<u16>,
    /// Steps each side has lost so far.
    pub steps_lost: BySide<u16>,
    /// Objective hexes each side controls.
    pub control: BySide<u16>,
    /// Command points each side holds, was given and spent in the turn.
    pub points: [BySide<u16>; 3],
    /// How near the Germans are to winning, per mille.
    pub advantage: i32,
    /// What each division was given, spent and holds.
    pub(super) purses: Vec<PurseEnd>,
    pub(super) values: TurnValues,
    /// Morale and withdrawal.
    pub(super) withdrawal: Vec<Value>,
}

/// What a division was given and spent in a turn, and holds when it ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PurseEnd {
    pub turn: Purse,
    /// Command points that bought nothing: taken away, and in the last turn those left over.
    pub wasted: u16,
    pub held: u16,
    pub dispatch_held: u16,
}

/// The airlanding of a game so far, by the turns that have ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SerialTally {
    pub landed: u16,
    /// Turns of the timetable that came to something, those of them lost, and those lost to fire zones.
    pub turns: u16,
    pub lost: u16,
    pub lost_to_zones: u16,
}

impl PurseEnd {
    /// In the order of the declarations.
    fn values(&self) -> impl Iterator<Item = Value> {
        let PurseEnd { turn, wasted, held, dispatch_held } = *self;
        let dispatch = [turn.dispatch_earned, turn.dispatch_spent, dispatch_held];
        let rest = [wasted, held].into_iter().chain(dispatch);
        let all = core::iter::once(turn.earned).chain(turn.gone).chain(rest);
        all.map(|points| Some(points.into()))
    }
}

impl TurnEnd {
    /// The row of the turn.
    pub(super) fn row(&self) -> TurnFacts {
        let [points, points_earned, points_spent] = self.points;
        let mut values = self.values.list();
        values.extend(&self.withdrawal);
        values.extend(self.purses.iter().flat_map(PurseEnd::values));
        TurnFacts {
            turn: self.turn + 1,
            steps: self.steps,
            steps_lost: self.steps_lost,
            control: self.control,
            points,
            points_earned,
            points_spent,
            advantage: self.advantage,
            values,
        }
    }
}

impl Battle {
    /// Tells how things stand at the end of a turn, and counts what the game is to be told of its turns.
    pub(super) fn close_account(&mut self, events: &mut Vec<Event>) {
        let end = self.turn_end();
        if self.tally.first_airfield.is_none() && end.values.airfields > Some(0) {
            self.tally.first_airfield = Some(self.turn + 1);
        }
        if let Some(landed) = end.values.serials_landed {
            let tally = self.tally.serials.get_or_insert_default();
            tally.landed = landed;
            tally.turns += u16::from(end.values.airlanding.is_some());
            let lost = end.values.airlanding.filter(|&turn| turn != SerialTurn::Landed);
            tally.lost += u16::from(lost.is_some());
            tally.lost_to_zones += u16::from(lost == Some(SerialTurn::FireZones));
        }
        events.push(Event::TurnEnded(Box::new(end)));
    }

    fn turn_end(&self) -> TurnEnd {
        let steps = BySide::from_fn(|side: Side| {
            self.on_map(side).map(|(unit, _)| u16::from(self.unit(unit).steps)).sum()
        });
        let control = BySide::from_fn(|side| {
            self.control.iter().filter(|&&holder| holder == side).count() as u16
        });
        let serials = self.serials();
        TurnEnd {
            turn: self.turn,
            steps,
            steps_lost: self.tally.steps_lost,
            control,
            points: [self.points_held(), self.tally.earned, self.tally.spent],
            advantage: self.advantage(),
            purses: self.purse_ends(),
            withdrawal: self.withdrawal_turn_values(),
            values: TurnValues {
                greek_steps_lost: self.has_greeks().then_some(self.tally.greek_steps_lost),
                airfields: self.held_by_germans(&self.ground.airfields),
                ports: self.held_by_germans(&self.ground.ports),
                serials_landed: serials.map(|serials| serials.landed),
                serials_waiting: serials.map(|serials| serials.waiting),
                airfield_fire_zones: serials.map(|serials| serials.fire_zones),
                airlanding: serials.and_then(|serials| serials.turn),
            },
        }
    }

    /// What each division earned and spent in the turn; what is left when the game is over was wasted.
    fn purse_ends(&self) -> Vec<PurseEnd> {
        let over = matches!(self.outcome, Outcome::Over { .. });
        let held = self.command.points.iter().zip(&self.command.dispatch);
        let end = |(&turn, (&held, &dispatch_held)): (&Purse, (&u16, &u16))| PurseEnd {
            turn,
            wasted: turn.gone[Use::Confusion as usize] + if over { held } else { 0 },
            held,
            dispatch_held,
        };
        self.tally.purses.iter().zip(held).map(end).collect()
    }
}
