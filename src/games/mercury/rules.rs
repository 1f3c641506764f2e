//! The game as a position: who decides, what is legal, what follows.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Outcome, Position, Side};

use super::action::Action;
use super::command::Use;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::ground::{Room, SetUp};
use super::quality::Purpose;
use super::sequence::{Frame, Stage};
use super::state::Battle;

const SET_UP: ChanceKind = ChanceKind::new("set-up");
const SET_UP_HEX: ChanceKind = ChanceKind::new("set-up hex");

impl Position for Battle {
    type Action = Action;
    type View<'a> = &'a Battle;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        // Where the chit that opens the game is a choice, it is made once all are set up.
        let chosen = self.ground.first_choice.is_empty();
        self.carried = chosen.then_some(self.ground.first_chit);
        self.begin_turn(events);
        if !chosen {
            self.frames.push(Frame::Opening);
        }
        self.plan_before_play();
        self.frames.push(Frame::SetUp { next: 0 });
        self.settle(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        match self.outcome {
            Outcome::Over { .. } => None,
            Outcome::Undecided => self.decider(),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        let Some(frame) = self.frames.last().copied() else { return };
        match frame {
            Frame::SetUp { next } => self.set_up_options(next, actions),
            Frame::Begin { unit, arrives } => self.begin_options(unit, arrives, actions),
            Frame::Activation => self.activation_options(actions),
            Frame::Acting { unit, done } => self.acting_options(unit, done, actions),
            Frame::Moving { unit, left } => {
                self.move_options(unit, left, actions);
                self.exit_options(unit, 0, actions);
                actions.push(Action::Halt);
            }
            Frame::Watch { .. } => actions.extend([Action::Shoot, Action::HoldFire]),
            Frame::Check { .. } => actions.extend([Action::Roll, Action::Pay]),
            Frame::Convert { unit } => {
                actions.extend([Action::StaySuppressed, Action::Roll]);
                if self.purse(unit).is_some() && self.affords(unit, 1) {
                    actions.push(Action::Pay);
                }
            }
            Frame::Assault { from, to, stage } => {
                self.assault_options(from, to, stage, actions);
            }
            Frame::AirPlan { from, .. } => self.plan_options(from, actions),
            Frame::Opening => {
                let all =
                    core::iter::once(&self.ground.first_chit).chain(&self.ground.first_choice);
                actions.extend(all.map(|&chit| Action::OpenWith(chit)));
            }
            Frame::AirStrikes { side, within, .. } => {
                actions.extend(self.air_targets(side, within).map(Action::AirStrike));
                actions.push(Action::NoAirStrike);
            }
            Frame::AirStrike { hex, .. } => self.air_strike_options(hex, actions),
            Frame::Drop { stick, next } => self.drop_options(stick, next, actions),
            Frame::LeaderJoins { leader } => actions.extend(
                self.ids()
                    .filter(|&unit| self.may_lead(usize::from(leader), unit))
                    .map(Action::LeaderWith),
            ),
            Frame::Airland { serial, next } => self.airland_options(serial, next, actions),
            Frame::Commander { leader } => self.commander_options(leader, actions),
            Frame::Attach { division } => self.attach_options(division, actions),
            Frame::Return { next, .. } => {
                actions.extend(self.return_hexes(next).map(Action::ReturnIn));
                actions.push(Action::StayAway);
            }
            Frame::Dispatch { division } => self.dispatch_options(division, actions),
            Frame::Parks { next, .. } => self.park_options(next, actions),
            Frame::Happening { side, kind, .. } => self.event_options(side, kind, actions),
            Frame::Leaders { next, .. } => {
                actions.push(Action::LeaderStays);
                actions.extend(self.leader_rides(usize::from(next)).map(Action::LeaderWith));
            }
            Frame::Step { .. } | Frame::Exposed { .. } | Frame::Falls { .. } => {}
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.play(action, dice, events);
        self.settle(dice, events);
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn view(&self, _side: Side) -> &Battle {
        // Nothing is hidden: the order of the cup is not part of the position.
        self
    }
}

impl Battle {
    /// The side that the frame on top waits for.
    fn decider(&self) -> Option<Side> {
        let frame = self.frames.last().copied()?;
        Some(match frame {
            Frame::SetUp { next } => match &self.ground.set_up[usize::from(next)] {
                SetUp::Unit { unit, .. } => self.side(*unit),
                SetUp::Random { units, .. } => self.side(units[0]),
                SetUp::Leader { leader, .. } => self.ground.leaders[usize::from(*leader)].side,
            },
            Frame::Begin { unit, .. }
            | Frame::Acting { unit, .. }
            | Frame::Moving { unit, .. }
            | Frame::Step { unit, .. }
            | Frame::Exposed { unit, .. }
            | Frame::Check { unit, .. }
            | Frame::Convert { unit }
            | Frame::Falls { unit, .. } => self.side(unit),
            Frame::Watch { next, .. } => self.side(next),
            Frame::Activation => self.active_side()?,
            Frame::Assault { from, to, stage } => {
                let charger = self.chargers(from).next();
                match stage {
                    Stage::Gather | Stage::ChargerFires(_) | Stage::ChargerStrikes(_) => {
                        self.side(charger?)
                    }
                    _ => self.side(self.stacks[to.index()]?),
                }
            }
            // S11.0 and scenario 8: the German player plans, and opens.
            Frame::AirPlan { .. } | Frame::Opening => Side::German,
            Frame::AirStrikes { side, .. }
            | Frame::AirStrike { side, .. }
            | Frame::Parks { side, .. } => side,
            Frame::Drop { stick, .. } => self.side(self.ground.sticks[usize::from(stick)].units[0]),
            Frame::LeaderJoins { leader } | Frame::Commander { leader } => {
                self.ground.leaders[usize::from(leader)].side
            }
            Frame::Happening { side, kind, .. } => Battle::event_chooser(side, kind),
            Frame::Airland { serial, .. } => {
                let terms = self.ground.airlanding.as_ref()?;
                self.side(terms.serials[usize::from(serial)].units[0])
            }
            Frame::Dispatch { division }
            | Frame::Attach { division }
            | Frame::Return { division, .. }
            | Frame::Leaders { division, .. } => {
                self.ground.divisions[usize::from(division.0)].side
            }
        })
    }

    /// The unit that the decision is about, where there is one.
    pub(super) fn subject(&self) -> Option<UnitId> {
        match self.frames.last().copied()? {
            Frame::SetUp { next } => match &self.ground.set_up[usize::from(next)] {
                SetUp::Unit { unit, .. } => Some(*unit),
                SetUp::Random { .. } | SetUp::Leader { .. } => None,
            },
            Frame::Begin { unit, .. }
            | Frame::Acting { unit, .. }
            | Frame::Moving { unit, .. }
            | Frame::Check { unit, .. }
            | Frame::Convert { unit } => Some(unit),
            Frame::Watch { next, .. } | Frame::Parks { next, .. } | Frame::Return { next, .. } => {
                Some(next)
            }
            Frame::Drop { stick, next } => {
                self.ground.sticks[usize::from(stick)].units.get(usize::from(next)).copied()
            }
            Frame::Airland { serial, next } => {
                let terms = self.ground.airlanding.as_ref()?;
                terms.serials[usize::from(serial)].units.get(usize::from(next)).copied()
            }
            Frame::Assault { stage, .. } => match stage {
                Stage::DefensiveFire(unit)
                | Stage::Retreat(unit)
                | Stage::DefenderStrikes(unit)
                | Stage::ChargerFires(unit)
                | Stage::ChargerStrikes(unit) => Some(unit),
                Stage::Gather | Stage::Bravery | Stage::Choice | Stage::HoldOn(_) | Stage::End => {
                    None
                }
            },
            _ => None,
        }
    }

    /// The name of the leader whose place is being decided.
    pub(super) fn leader_in_question(&self) -> &str {
        let leader = match self.frames.last() {
            Some(Frame::Leaders { next, .. }) => Some(*next),
            Some(Frame::LeaderJoins { leader } | Frame::Commander { leader }) => Some(*leader),
            Some(Frame::SetUp { next }) => match &self.ground.set_up[usize::from(*next)] {
                SetUp::Leader { leader, .. } => Some(*leader),
                SetUp::Unit { .. } | SetUp::Random { .. } => None,
            },
            _ => None,
        };
        leader.map_or("the leader", |leader| &self.ground.leaders[usize::from(leader)].name)
    }

    fn assault_options(
        &self,
        from: engine::HexId,
        to: engine::HexId,
        stage: Stage,
        actions: &mut Vec<Action>,
    ) {
        match stage {
            Stage::Gather => self.gather_options(from, to, actions),
            Stage::DefensiveFire(_) => {
                actions.extend(self.chargers(from).map(Action::ShootAt));
                actions.push(Action::HoldFire);
            }
            Stage::Choice => actions.extend([Action::Stand, Action::Retreat]),
            Stage::Retreat(unit) => {
                actions.extend(self.retreats(unit).map(Action::RetreatTo));
            }
            Stage::DefenderStrikes(_) => {
                actions.extend(self.chargers(from).map(Action::Strike));
            }
            Stage::ChargerFires(_) | Stage::ChargerStrikes(_) => {
                actions.extend(self.stack(to).map(Action::Strike));
            }
            Stage::Bravery | Stage::HoldOn(_) | Stage::End => {}
        }
    }

    /// Plays one decision of the frame on top.
    fn play(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(frame) = self.frames.last().copied() else { return };
        match frame {
            Frame::SetUp { next } => self.set_up(next, action, events),
            Frame::Begin { unit, .. } => self.begin(unit, action, events),
            Frame::Activation => match action {
                Action::Activate(unit) => self.activate(unit, dice, events),
                _ => self.end_activation(dice, events),
            },
            Frame::Acting { unit, done } => self.act(unit, done, action, dice, events),
            Frame::Moving { unit, left } => {
                if action == Action::Halt {
                    self.frames.pop();
                } else {
                    self.play_move(unit, action, left, events);
                }
            }
            Frame::Watch { target, extra, next } => {
                self.frames.pop();
                self.frames.push(Frame::Watch { target, extra, next: UnitId(next.0 + 1) });
                if action == Action::Shoot {
                    self.opportunity_fire(next, target, extra, dice, events);
                }
            }
            Frame::Check { unit, purpose } => {
                self.frames.pop();
                if action == Action::Pay {
                    self.pay_check(unit, purpose, dice, events);
                } else {
                    self.roll_check(unit, purpose, dice, events);
                }
            }
            Frame::Convert { unit } => {
                self.frames.pop();
                match action {
                    Action::Pay => self.pay_check(unit, Purpose::Convert, dice, events),
                    Action::Roll => self.roll_check(unit, Purpose::Convert, dice, events),
                    _ => self.suppress(unit, events),
                }
            }
            Frame::Assault { stage, .. } => self.play_assault(stage, action, dice, events),
            Frame::AirPlan { left, .. } => self.play_plan(left, action, events),
            Frame::Opening => {
                if let Action::OpenWith(chit) = action {
                    self.open_with(chit, events);
                }
            }
            Frame::AirStrikes { side, left, within } => match action {
                Action::AirStrike(hex) => self.place_air_strike(side, left, within, hex),
                _ => {
                    self.frames.pop();
                }
            },
            Frame::Drop { stick, next } => {
                let unit = self.subject().expect("a unit of the stick is landing");
                if let Action::DropIn(hex) = action {
                    self.land(unit, stick, next, hex, events);
                }
            }
            Frame::LeaderJoins { leader } => {
                self.frames.pop();
                if let Action::LeaderWith(unit) = action {
                    self.leader_joins(leader, unit, events);
                }
            }
            Frame::Airland { serial, next } => {
                self.play_airland(serial, next, action, dice, events);
            }
            Frame::Commander { leader } => self.play_commander(leader, action, events),
            Frame::Attach { division } => self.play_attach(division, action, events),
            Frame::Return { division, next } => self.play_return(division, next, action, events),
            Frame::Dispatch { division } => self.buy(division, action, events),
            Frame::Parks { side, next } => self.play_park(side, next, action, events),
            Frame::Happening { side, kind, left } => {
                self.play_event(side, kind, left, action, dice, events);
            }
            Frame::AirStrike { .. } => {
                self.frames.pop();
                if let Action::AirStrikeAt(target) = action {
                    self.air_strike(target, dice, events);
                }
            }
            Frame::Leaders { division, next } => {
                self.frames.pop();
                self.frames.push(Frame::Leaders { division, next: next + 1 });
                if let Action::LeaderWith(unit) = action {
                    self.lead(usize::from(next), Some(unit));
                    events.push(Event::LeaderMoved(next, unit));
                }
            }
            Frame::Step { .. } | Frame::Exposed { .. } | Frame::Falls { .. } => {}
        }
    }

    /// The chit chosen opens the game; those it was chosen from go into the cup.
    fn open_with(&mut self, chit: u16, events: &mut Vec<Event>) {
        self.frames.pop();
        let ground = alloc::sync::Arc::clone(&self.ground);
        let all = core::iter::once(&ground.first_chit).chain(&ground.first_choice);
        for &other in all.filter(|&&other| other != chit) {
            self.cup.put(other);
        }
        self.carried = Some(chit);
        events.push(Event::Opens(chit));
    }

    fn play_assault(
        &mut self,
        stage: Stage,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (stage, action) {
            (Stage::Gather, Action::Join(unit)) => self.join(unit, events),
            (Stage::Gather, _) => self.charge(),
            (Stage::DefensiveFire(firer), Action::ShootAt(target)) => {
                self.defensive_fire(firer, Some(target), dice, events);
            }
            (Stage::DefensiveFire(firer), _) => self.defensive_fire(firer, None, dice, events),
            (Stage::Choice, _) => self.choose_retreat(action == Action::Retreat),
            (Stage::Retreat(unit), Action::RetreatTo(direction)) => self.retreat(unit, direction),
            (
                Stage::DefenderStrikes(striker)
                | Stage::ChargerFires(striker)
                | Stage::ChargerStrikes(striker),
                Action::Strike(target),
            ) => self.strike(striker, target, dice, events),
            _ => unreachable!("{action:?} is no option of {stage:?}"),
        }
    }

    /// A command point passes a check without a roll.
    fn pay_check(
        &mut self,
        unit: UnitId,
        purpose: Purpose,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let need = self.quality(unit);
        self.pay(unit, 1, Use::Check, events);
        events.push(Event::Check { unit, purpose, need, die: None, passed: true });
        self.checked(unit, purpose, true, dice, events);
    }

    /// Set-up goes on with the next real choice.
    pub(super) fn set_up_proceeds(
        &mut self,
        next: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let ground = alloc::sync::Arc::clone(&self.ground);
        let Some(item) = ground.set_up.get(usize::from(next)) else {
            self.frames.pop();
            return true;
        };
        if let SetUp::Random { units, hexes } = item {
            self.frames.pop();
            self.frames.push(Frame::SetUp { next: next + 1 });
            self.scatter_set_up(units, hexes, dice, events);
            return true;
        }
        let mut options = Vec::new();
        self.set_up_options(next, &mut options);
        if let (SetUp::Unit { .. }, [only]) = (item, options.as_slice()) {
            self.set_up(next, *only, events);
            return true;
        }
        false
    }

    fn set_up_options(&self, next: u8, actions: &mut Vec<Action>) {
        match &self.ground.set_up[usize::from(next)] {
            SetUp::Unit { unit, hexes, room, .. } => {
                let one = hexes.len() == 1;
                let free = |hex: &&engine::HexId| match room {
                    _ if one => true,
                    Room::Empty => self.stacks[hex.index()].is_none(),
                    Room::Without(others) => {
                        self.fits(*unit, **hex, false)
                            && self.stack(**hex).all(|other| !others.contains(&other))
                    }
                };
                actions.extend(hexes.iter().filter(free).map(|&hex| Action::SetUpIn(hex)));
            }
            SetUp::Random { .. } => {}
            SetUp::Leader { units, .. } => {
                actions.extend(units.iter().map(|&unit| Action::LeaderWith(unit)));
            }
        }
    }

    /// Units spread over hexes at random: each unit has a rank of its own, the hexes are dealt in order. Of more
    /// hexes than units those are dealt that nobody holds, by ranks of their own.
    fn scatter_set_up(
        &mut self,
        units: &[UnitId],
        hexes: &[engine::HexId],
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let mut order: Vec<UnitId> = units.to_vec();
        order.sort_by_cached_key(|unit| {
            dice.rank(Chance { kind: SET_UP, turn: 0, who: unit.0, whom: 0, nth: 0 })
        });
        let mut hexes = hexes.to_vec();
        if hexes.len() > order.len() {
            hexes.retain(|hex| self.stacks[hex.index()].is_none());
            hexes.sort_by_cached_key(|hex| {
                let (who, whom) = (units[0].0, hex.0);
                dice.rank(Chance { kind: SET_UP_HEX, turn: 0, who, whom, nth: 0 })
            });
        }
        for (unit, hex) in order.into_iter().zip(hexes) {
            self.arrive(unit, hex, events);
            self.frames.push(Frame::Begin { unit, arrives: false });
        }
    }

    fn set_up(&mut self, next: u8, action: Action, events: &mut Vec<Event>) {
        self.frames.pop();
        self.frames.push(Frame::SetUp { next: next + 1 });
        let ground = alloc::sync::Arc::clone(&self.ground);
        match (&ground.set_up[usize::from(next)], action) {
            (SetUp::Unit { unit, steps, in_park, contact, .. }, Action::SetUpIn(hex)) => {
                self.arrive(*unit, hex, events);
                if let Some(steps) = steps {
                    self.unit_mut(*unit).steps = *steps;
                }
                if *in_park {
                    let state = self.unit_mut(*unit);
                    (state.park, state.contact) = (true, *contact);
                    events.push(Event::Park(*unit, true));
                    events.extend(contact.map(|leader| Event::Contact(*unit, leader)));
                } else {
                    self.frames.push(Frame::Begin { unit: *unit, arrives: false });
                }
            }
            (SetUp::Leader { leader, .. }, Action::LeaderWith(unit)) => {
                self.lead(usize::from(*leader), Some(unit));
                events.push(Event::LeaderMoved(*leader, unit));
            }
            (_, action) => unreachable!("{action:?} is no choice of set-up"),
        }
    }

    /// A unit that can begin in one way only does so.
    pub(super) fn begin_proceeds(&mut self, unit: UnitId, arrives: bool) -> bool {
        let mut options = Vec::new();
        self.begin_options(unit, arrives, &mut options);
        if options.len() > 1 {
            return false;
        }
        self.frames.pop();
        true
    }

    /// In column or not, mounted or not (Mercury 11.0, general comments); within stacking at the start, while who
    /// arrives may overstack, in column too (11.0, S1.0, S7.0).
    fn begin_options(&self, unit: UnitId, arrives: bool, actions: &mut Vec<Action>) {
        let counter = self.counter(unit);
        let hex = self.hex(unit).expect("placed before this is asked");
        let column_free = arrives || self.fits(unit, hex, true);
        let can_mount = counter.transport.is_some() && counter.movement == Movement::Star;
        let can_march = matches!(counter.movement, Movement::Points(..));
        let begin = |column, mounted, dug_in| Action::Begin { column, mounted, dug_in };
        actions.push(begin(false, false, false));
        if self.may_dig_in(unit) {
            actions.push(begin(false, false, true));
        }
        if can_march && column_free {
            actions.push(begin(true, false, false));
        }
        if can_mount {
            actions.push(begin(false, true, false));
            if column_free {
                actions.push(begin(true, true, false));
            }
        }
    }

    /// Whether the scenario lets the unit begin in an improved position.
    fn may_dig_in(&self, unit: UnitId) -> bool {
        self.turn == 0
            && self.ground.set_up.iter().any(|item| {
                matches!(item, SetUp::Unit { unit: other, may_dig: true, .. } if *other == unit)
            })
    }

    fn begin(&mut self, unit: UnitId, action: Action, events: &mut Vec<Event>) {
        self.frames.pop();
        let Action::Begin { column, mounted, dug_in } = action else { return };
        let state = self.unit_mut(unit);
        state.improved = dug_in;
        state.column = column;
        state.mounted = mounted;
        if column {
            events.push(Event::Column(unit, true));
        }
        if mounted {
            events.push(Event::Mounted(unit, true));
        }
        if dug_in {
            events.push(Event::Improved(unit));
        }
    }
}
