//! The game as a position: who decides, what is legal, what follows.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, Outcome, Pending, Position, Side};

use super::action::Action;
use super::counter::UnitId;
use super::event::Event;
use super::frame::{Commander, FillCup, Frame, LeaderJoins, Opening, SettingUp};
use super::ids::LeaderId;
use super::index::Index;
use super::state::Battle;

impl Position for Battle {
    type Action = Action;
    type View<'a> = &'a Battle;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        // Where the chit that opens the game is a choice, it is made once all are set up.
        let chosen = self.ground.first_choice.is_empty();
        self.carried = chosen.then_some(self.ground.first_chit);
        self.begin_turn(events);
        // A first turn played whole has its step C.
        if self.ground.whole_first_turn {
            self.determine_supply(dice, events);
        }
        if !chosen {
            self.first(Opening);
        }
        if let Some(choice) = &self.ground.cup_choice {
            let left = choice.count;
            self.first(FillCup { left });
        }
        self.plan_before_play();
        self.first(SettingUp { next: 0 });
        self.settle(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        match self.outcome {
            Outcome::Over { .. } => None,
            Outcome::Undecided => self.frames.last()?.decider(self),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        if let Some(frame) = self.frames.last() {
            frame.options(self, actions);
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Some(&frame) = self.frames.last() {
            frame.play(self, action, dice, events);
        }
        self.settle(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, _side: Side) -> &Battle {
        // Nothing is hidden: the order of the cup is not part of the position.
        self
    }

    fn imagined(view: &Battle, _dice: &mut dyn Dice) -> Battle {
        view.clone()
    }

    fn stale_index(&self) -> Option<String> {
        let stale = self.index != Index::of(self);
        stale.then(|| format!("stale: {}", self.index.unlike(&Index::of(self)).join(", ")))
    }
}

impl Battle {
    /// The unit that the decision is about, where there is one.
    pub(super) fn subject(&self) -> Option<UnitId> {
        self.frames.last()?.subject(self).map(UnitId)
    }

    /// The name of the leader whose place is being decided.
    pub(super) fn leader_in_question(&self) -> &str {
        let leader = match self.frames.last() {
            Some(Frame::Leaders(leaders)) => Some(LeaderId(leaders.next)),
            Some(
                Frame::LeaderJoins(LeaderJoins { leader }) | Frame::Commander(Commander { leader }),
            ) => Some(*leader),
            Some(Frame::SettingUp(setting_up)) => setting_up.leader(self),
            _ => None,
        };
        leader.map_or("the leader", |leader| &self.ground.leaders[leader.index()].name)
    }
}
