//! The sequence of play (IV): preparations, then both player segments, step by step.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, Outcome, Pending, Position, Side};

use super::action::Action;
use super::event::Event;
use super::index::Index;
use super::phase::Go;
use super::rulings::Overstack;
use super::state::{AirAssault, did};
use super::view::View;

/// A step of the preparations or of a player segment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// Allied units of a sector are set up (V.O.1).
    SetUp,
    /// Convoys are planned (V.O.2).
    Schedule,
    /// Allied units that may stand anywhere are set up (V.O.3).
    SetUpLast,
    /// A player segment begins.
    Begin,
    /// Aircraft are placed (IV.A.1).
    Aircraft,
    /// Airborne units are placed (V.I.2).
    Drop,
    /// They drift (V.I.4).
    Drift,
    /// They fight where they came down (V.I.5).
    DriftCombat,
    /// Others land at airfields (V.J).
    AirLanding,
    /// Convoys come (V.L).
    Sea,
    /// The emergency convoy is called (V.L.8.a).
    Call,
    /// Allied reinforcements come (VI.D).
    Reinforcements,
    /// Battalions re-form (V.H.4).
    Reform,
    /// Units move (V.A).
    Movement,
    /// What lies face down is shown (V.M.3).
    Show,
    /// Overfull hexes are cleared (V.C.1).
    Stacking,
    /// Units attack (V.F).
    Combat,
    /// Those in landing boxes come ashore or are lost (V.L.7.c).
    Beaches,
    /// Overfull hexes are cleared again.
    Restacking,
    /// The segment ends.
    Close,
}

impl AirAssault {
    /// Goes on with a step.
    pub(crate) fn go(&mut self, step: Step) {
        self.step = step;
        self.wait = Go.into();
    }

    /// Plays a step as far as nobody has to decide.
    pub(crate) fn take_step(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let german = self.side == Side::German;
        match self.step {
            Step::SetUp => self.ask_set_up(0, false),
            Step::Schedule => self.ask_schedule(0, events),
            Step::SetUpLast => self.ask_set_up(0, true),
            Step::Begin => self.begin_segment(events),
            Step::Aircraft => self.ask_bomber(0),
            Step::Drop => self.ask_drop(0),
            Step::Drift => self.drift_all(dice, events),
            Step::DriftCombat => self.next_drift_combat(events),
            Step::AirLanding => self.begin_air_landing(events),
            Step::Sea => self.next_convoy(dice, events),
            Step::Call => self.ask_call(),
            Step::Reinforcements => self.ask_reinforcements(0, events),
            Step::Reform => self.ask_reform(0),
            Step::Movement => {
                self.forget(did::MOVED);
                if german {
                    self.come_ashore(events);
                }
                self.ask_move();
            }
            Step::Show => {
                if german {
                    self.show_neighbours(events);
                    self.come_ashore(events);
                }
                self.go(Step::Stacking);
            }
            Step::Stacking => {
                // C-C-1
                if self.board.rulings.overstack == Overstack::Phases {
                    self.clear_overfull(Step::Combat);
                } else {
                    self.go(Step::Combat);
                }
            }
            Step::Combat => self.begin_attacks(),
            Step::Beaches => {
                self.clear_beaches(events);
                self.send_aircraft_home();
                self.go(Step::Restacking);
            }
            Step::Restacking => self.clear_overfull(Step::Close),
            Step::Close => self.close_segment(events),
        }
    }

    fn begin_segment(&mut self, events: &mut Vec<Event>) {
        events.push(Event::Segment(self.side));
        self.forget(did::FOUGHT | did::STRUCK | did::FLED | did::MOVED);
        if self.side == Side::German {
            self.forget(did::CAME | did::DROPPED);
            self.note_open_fields();
            self.go(Step::Aircraft);
        } else {
            self.cover_again();
            self.go(Step::Reinforcements);
        }
    }

    fn close_segment(&mut self, events: &mut Vec<Event>) {
        if self.side == Side::German {
            self.side = Side::Allied;
            self.go(Step::Begin);
            return;
        }
        // Allied units that came this turn are free again on the next one (V.A.10).
        self.forget(did::CAME);
        self.count_turns_held();
        self.sectors[0] |= core::mem::take(&mut self.sectors[1]);
        events.push(Event::TurnEnded(alloc::boxed::Box::new(self.turn_end())));
        if self.is_decided() || usize::from(self.turn) == self.board.turns.len() {
            self.finish(events);
            return;
        }
        self.turn += 1;
        self.side = Side::German;
        self.go(Step::Begin);
    }

    /// Plays on until somebody has something to decide.
    fn settle(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        while self.wait.proceed(self, dice, events) {}
        self.notice_empty_fields();
    }
}

impl Position for AirAssault {
    type Action = Action;
    type View<'a> = View<'a>;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.go(Step::SetUp);
        self.settle(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        self.wait.decider(self)
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.wait.options(self, actions);
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.wait.play(self, action, dice, events);
        self.settle(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, side: Side) -> View<'_> {
        View::new(self, side)
    }

    fn sees(&self, side: Side, event: &Event) -> bool {
        event.is_for(side)
    }

    fn imagined(view: View<'_>, dice: &mut dyn Dice) -> AirAssault {
        view.with_secrets_dealt(dice)
    }

    fn stale_index(&self) -> Option<String> {
        (self.index != Index::of(self)).then(|| format!("the index of turn {} is stale", self.turn))
    }
}
