//! The sequence of play: both player turns, step by step.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Dice, Outcome, Pending, Position, Side};

use super::action::Action;
use super::event::Event;
use super::ground::Class;
use super::index::Index;
use super::phase::{Go, Over};
use super::state::{Cause, Holland, Spot, did};

/// The turn after whose German player turn no Dutch one follows, whatever the scenario.
const LAST_OF_ALL: u8 = 15;

/// The first turn with supply, with the reorganization of units, and with ships that may leave.
pub(crate) const THIRD: u8 = 3;

/// A step of a player turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// It begins.
    Begin,
    /// Ships withdraw (3.3c).
    Withdrawal,
    /// Leaders reorganize units (1.10c).
    Reorganization,
    /// Air support is rolled for.
    Availability,
    /// Air barrages are placed.
    Targets,
    /// Anti-aircraft fires at them.
    TargetFlak,
    /// They strike.
    Strike,
    /// Seaplanes come down (2.4).
    Seaplanes,
    /// Paratroops are placed (2.5).
    Jumps,
    /// Air landings are placed (2.6).
    Landings,
    /// Later waves scatter (2.5g).
    Drift,
    /// Anti-aircraft fires at whoever is in the air.
    LandingFlak,
    /// They come down.
    Descent,
    /// Anti-aircraft recovers.
    Recovery,
    /// Reinforcements come.
    Arrivals,
    /// Ships move (3.3b).
    Ships,
    /// Units move.
    Movement,
    /// Overfull hexes are cleared (1.3).
    Stacking,
    /// Guns barrage.
    Barrage,
    /// Units attack.
    Combat,
    /// Units that can exploit move again.
    Exploitation,
    /// Overfull hexes are cleared again.
    Restacking,
    /// Supply is traced.
    Supply,
    /// Disorganized units recover.
    Rally,
    /// It ends.
    Close,
}

impl Holland {
    /// Goes on with a step.
    pub(crate) fn go(&mut self, step: Step) {
        self.step = step;
        self.wait = Go.into();
    }

    /// Plays a step as far as nobody has to decide.
    pub(crate) fn take_step(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let german = self.side == Side::German;
        match self.step {
            Step::Begin => self.begin_player_turn(events),
            Step::Withdrawal => {
                self.withdraw_ships(dice, events);
                self.go(Step::Reorganization);
            }
            Step::Reorganization => self.ask_leader(0),
            Step::Availability => {
                self.roll_air_support(dice, events);
                self.go(Step::Targets);
            }
            Step::Targets => self.ask_target(),
            Step::TargetFlak | Step::LandingFlak => self.ask_flak(0),
            Step::Strike => {
                self.strike(dice, events);
                self.go(if german { Step::Seaplanes } else { Step::Recovery });
            }
            Step::Seaplanes => self.ask_seaplane(0),
            Step::Jumps => self.ask_jump(0),
            Step::Landings => self.ask_landing(),
            Step::Drift | Step::Descent => self.begin_descent(),
            Step::Recovery => self.recover_flak(),
            Step::Arrivals => self.begin_arrivals(),
            Step::Ships => self.ask_ship(0),
            Step::Movement | Step::Exploitation => self.begin_moves(events),
            Step::Stacking | Step::Restacking => self.clear_overfull(events),
            Step::Barrage => self.ask_bombard(0),
            Step::Combat => self.begin_attacks(),
            Step::Supply => {
                // 2.1a, 3.1b
                if self.turn >= THIRD {
                    self.trace_supply(events);
                }
                self.go(Step::Rally);
            }
            Step::Rally => {
                for unit in self.board.numbers() {
                    if self.board.unit(unit).side == self.side {
                        self.set_dg(unit, false);
                    }
                }
                self.go(Step::Close);
            }
            Step::Close => self.close_player_turn(events),
        }
    }

    fn begin_player_turn(&mut self, events: &mut Vec<Event>) {
        events.push(Event::PlayerTurn(self.side));
        self.forget(self.side, !0);
        if self.side == Side::German {
            self.salvos = 0;
            for piece in &mut self.pieces {
                piece.overruns = 0;
            }
            // 2.1b: the first two turns share one allotment.
            if self.turn != 2 {
                self.ju52_ready = self.board.ju52.saturating_sub(self.ju52_lost);
            }
            self.traffic.fill(0);
            self.release_reserve(events);
            self.go(Step::Reorganization);
        } else {
            self.burn_refinery(events);
            self.gezusters_unloads(events);
            let leaves = self.turn >= THIRD;
            self.go(if leaves { Step::Withdrawal } else { Step::Reorganization });
        }
    }

    fn close_player_turn(&mut self, events: &mut Vec<Event>) {
        self.unguarded_escape(events);
        let german = self.side == Side::German;
        // 2.7c, J-SEQ-1
        if german && self.board.night[usize::from(self.turn) - 1] {
            for unit in self.board.numbers() {
                if self.class(unit).is_head() && self.hex_of(unit).is_some() {
                    self.remove_head(unit, events);
                }
            }
        }
        if german && self.turn != LAST_OF_ALL {
            self.side = Side::Allied;
            self.go(Step::Begin);
            return;
        }
        self.unloaded_ship_leaves();
        if (0..self.board.airfields.len()).any(|field| self.holds_field(field)) {
            self.first_airfield.get_or_insert(self.turn);
        }
        let last = usize::from(self.turn) == self.board.turns.len();
        events.push(Event::TurnEnded(alloc::boxed::Box::new(self.turn_end())));
        if last {
            self.finish(events);
            self.wait = Over.into();
            return;
        }
        self.turn += 1;
        self.side = Side::German;
        self.go(Step::Begin);
    }

    /// What follows wherever somebody has moved or fought: lorries that are caught, captives without a guard, standing
    /// barrages that are broken off, British beyond their limit.
    pub(crate) fn sweep(&mut self, events: &mut Vec<Event>) {
        self.break_off_standing(events);
        self.catch_trucks(events);
        self.relieve_guards();
        self.hold_british(events);
        // 2.9b: an engineer that is lost, moves or retreats loses the bridge it was laying.
        self.check_bridging(events);
    }

    /// Plays on until somebody has something to decide.
    fn settle(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        while self.wait.proceed(self, dice, events) {}
    }

    /// A head leaves the map; it may come again (2.7c, 2.7d).
    pub(crate) fn remove_head(&mut self, unit: u16, events: &mut Vec<Event>) {
        let hex = self.hex_of(unit);
        self.send(unit, Spot::Pool);
        self.piece_mut(unit).steps = self.board.unit(unit).steps;
        events.push(Event::HeadLeft { unit, hex });
    }

    /// 3.8a: British units that were forced beyond their limit are destroyed.
    fn hold_british(&mut self, events: &mut Vec<Event>) {
        for place in 0..self.board.british.len() {
            let unit = self.board.british[place];
            if self.hex_of(unit).is_some_and(|hex| !self.british_may(hex)) {
                self.destroy(unit, Cause::British, events);
            }
        }
    }

    /// Whether British units may be in a hex (3.8a).
    pub(crate) fn british_may(&self, hex: engine::HexId) -> bool {
        let near = |hoek: engine::HexId| self.board.distance(hoek, hex) <= 3;
        let places = &self.board.places;
        let both = self.board.rulings.hoek_both;
        places.hoek.is_none_or(near) || (both && places.harbours.first().is_some_and(|&h| near(h)))
    }

    /// 1.8a, J-SEQ-2: anti-aircraft that has fired may fire again in the next player turn.
    fn recover_flak(&mut self) {
        self.forget(self.side.other(), did::FLAK);
        for piece in &mut self.pieces {
            piece.engaged = None;
        }
        self.flights.clear();
        self.hangar.fill(0);
        self.sky.clear();
        self.go(Step::Arrivals);
    }

    /// Movement points of a unit in this phase, in half points (3.1a).
    pub(crate) fn allowance(&self, unit: u16) -> u16 {
        let kind = self.board.unit(unit);
        let whole = u16::from(kind.movement);
        let halved = kind.side == Side::Allied && self.turn < THIRD && whole >= 2;
        if halved && kind.class != Class::Ship { whole } else { whole * 2 }
    }
}

impl Position for Holland {
    type Action = Action;
    type View<'a> = &'a Holland;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.go(Step::Begin);
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

    fn view(&self, _side: Side) -> &Holland {
        self
    }

    fn imagined(view: &Holland, _dice: &mut dyn Dice) -> Holland {
        view.clone()
    }

    fn stale_index(&self) -> Option<String> {
        (self.index != Index::of(self)).then(|| format!("the index of turn {} is stale", self.turn))
    }
}
