//! What strategies may weigh: each option of a decision as named whole numbers.
//!
//! Options are compared with doing nothing (`Done`, `Halt`, `HoldFire`), whose features are zero:
//! a positive score is worth taking.

mod chances;
mod charge;
mod deeds;
mod features;
mod foes;
mod ground_view;
mod judge;
mod jump_again;
mod leaving;
mod nearest;
mod orders;
mod post;
mod preparations;
mod profile;
mod reactions;
mod recall;
mod shots;
mod surroundings;
mod trail;

use alloc::vec::Vec;
use core::cell::OnceCell;

use engine::{Appraise, Features, HexId, InForce, Order, Scales, Weighable};

use smallvec::SmallVec;

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::event::Event;
use super::fire::Mode;
use super::frame::{
    Acting, Activation, Assault, Begin, Check, Commander, Convert, Dispatch, Dropping, Frame,
    Happening, LeaderJoins, Leaders, Moving, Opening, Parks, SettingUp, ShipActs, Watch, WhichMap,
};
use super::ground::Victory;
use super::ids::LeaderId;
use super::state::Battle;
use charge::Assaults;
use features::{CONDITIONS, Condition, FEATURES, Feature};
use foes::Foes;
use ground_view::Standing;
use post::{Guide, Posts};
use preparations::air_shot;
pub use recall::Memory;
use recall::Recall;
use shots::Shots;
use surroundings::Surroundings;

/// Points below which a division counts as short.
const RESERVE: i32 = 3;

impl Appraise for Battle {
    const FEATURES: &'static [Weighable] = FEATURES;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = judge::MEASURES;
    type Memory = Memory;
    type Guide = Guide;

    fn saw(memory: &mut Memory, view: &Battle, event: &Event) {
        memory.trail.saw(view, event);
    }

    fn guide(&self, orders: &[Order]) -> Guide {
        Guide::of(orders, |order| Posts::of(self, order))
    }

    fn subject(view: &Battle) -> Option<u16> {
        view.subject().map(|unit| unit.0)
    }

    fn appraise(
        view: &Battle,
        legal: &[Action],
        memory: &mut Memory,
        orders: InForce<'_, Guide>,
        features: Features<'_>,
    ) {
        match features {
            Features::Score(mut scores) => view.state_features(legal, memory, orders, &mut scores),
            Features::Record(table) => view.state_features(legal, memory, orders, table),
        }
    }

    fn turn(view: &Battle) -> u16 {
        view.turn + 1
    }

    fn moment(view: &Battle) -> Option<u32> {
        use engine::Position as _;
        // Before the first chit of a turn both sides may think again.
        let own = view.playing.is_none() || view.to_act() == view.active_side();
        own.then(|| u32::from(view.turn) << 16 | u32::from(view.tally.chits))
    }

    fn holds(view: &Battle, condition: usize) -> bool {
        use engine::Position as _;
        let Some(side) = view.to_act() else { return false };
        match Condition::ALL[condition] {
            Condition::ObjectiveHeld => view.control.iter().all(|&holder| holder == side),
            Condition::ObjectiveLost => view.control.iter().any(|&holder| holder != side),
            Condition::Night => view.ground.night(view.turn),
            Condition::EnemyAtObjective => view
                .ground
                .objectives
                .iter()
                .any(|&(objective, _)| view.nearest_enemy(side, objective) <= 2),
            Condition::Withdrawal => view.withdrawing(),
            Condition::AirfieldHeld => view.ground.airfields.iter().any(|field| view.held(field)),
            Condition::LastTurns => usize::from(view.turn) + 2 >= view.ground.calendar.len(),
            Condition::LossesNearLimit => match view.ground.victory {
                Victory::GoalsOfBoth { german_steps, .. } => view.steps_taken() + 3 >= german_steps,
                Victory::HoldAtAnyTurnEnd { .. }
                | Victory::BreakOrHold { .. }
                | Victory::WithdrawalLevel { .. }
                | Victory::HoldAtTheEnd { .. }
                | Victory::HoldBefore { .. }
                | Victory::Points { .. }
                | Victory::Runway { .. } => false,
            },
        }
    }

    fn judge(view: &Battle, legal: &[Action], chosen: Action, memory: &Memory, counts: &mut [u32]) {
        view.count_mistakes(legal, chosen, &memory.trail, counts);
    }
}

impl Battle {
    /// States what is to be said of each option, for whoever asks.
    fn state_features(
        &self,
        legal: &[Action],
        memory: &mut Memory,
        orders: InForce<'_, Guide>,
        scales: &mut impl Scales,
    ) {
        let Some(frame) = self.frames.last().copied() else { return };
        let recall = Recall::of(self, memory, orders);
        let seen = Seen {
            recall: &recall,
            purse: OnceCell::new(),
            shots: Shots::new(&recall),
            held: OnceCell::new(),
            here: OnceCell::new(),
            led: OnceCell::new(),
            foes: OnceCell::new(),
            watched: OnceCell::new(),
            assaults: Assaults::new(&recall),
        };
        let sheet = |stated| Sheet { battle: self, stated, seen: &seen };
        let options = legal.iter().copied().zip(scales.options::<{ FEATURES.len() }>().map(sheet));
        // The frames of most decisions have loops of their own.
        match frame {
            Frame::Activation(Activation) => {
                options.for_each(|(action, mut sheet)| sheet.activation(action));
            }
            Frame::Acting(Acting { unit, done }) => {
                options.for_each(|(action, mut sheet)| sheet.acting(unit, done, action));
            }
            Frame::Moving(Moving { unit, .. }) => {
                options.for_each(|(action, mut sheet)| sheet.moving(unit, action));
            }
            _ => options.for_each(|(action, mut sheet)| sheet.option(frame, action)),
        }
    }
}

/// What is the same for all options of a decision, worked out when the first of them asks.
struct Seen<'a> {
    recall: &'a Recall<'a>,
    /// Who pays for the unit that the decision is about.
    purse: OnceCell<Option<DivisionId>>,
    shots: Shots<'a>,
    /// Units near an enemy that the leader has with whom the park is in contact.
    held: OnceCell<i32>,
    /// The unit that may move.
    here: OnceCell<Here<'a>>,
    /// Hexes of those whom the leader leads who is placed.
    led: OnceCell<SmallVec<[HexId; 32]>>,
    /// Enemies whose fire can reach where the leader or the stick may go.
    foes: OnceCell<Foes>,
    /// By hex, how many watch it: of a free drop.
    watched: OnceCell<Vec<u8>>,
    assaults: Assaults<'a>,
}

/// Where a unit stands that may move, who is around, and what is the same wherever it goes.
struct Here<'a> {
    hex: HexId,
    now: Standing,
    enemy: OnceCell<i32>,
    prey: OnceCell<i32>,
    around: Surroundings<'a>,
    /// Farther than four hexes from its posts, or from every objective.
    far: bool,
    /// Expected loss on leaving to a hex outside all fire zones, and to one within.
    exposure: [OnceCell<i32>; 2],
}

impl<'a> Here<'a> {
    fn of(recall: &'a Recall<'a>, unit: UnitId, hex: HexId) -> Self {
        let around = Surroundings::around(recall, unit, hex);
        let now = around.standing(hex);
        Here {
            far: recall.near(unit, hex) > 4,
            enemy: OnceCell::new(),
            prey: OnceCell::new(),
            exposure: [OnceCell::new(), OnceCell::new()],
            hex,
            now,
            around,
        }
    }

    /// Hexes to the nearest enemy.
    fn enemy(&self) -> i32 {
        *self.enemy.get_or_init(|| self.around.enemy(self.hex))
    }

    /// Hexes to the nearest easy prey.
    fn prey(&self) -> i32 {
        *self.prey.get_or_init(|| self.around.prey(self.hex))
    }

    /// Expected loss from opportunity fire when the unit leaves `hex`, where it stands.
    fn exposure(&self, battle: &Battle, hex: HexId, zoned: bool) -> i32 {
        let modifiers = battle.ground.modifiers(Mode::Opportunity);
        *self.exposure[usize::from(zoned)].get_or_init(|| {
            let extra = if zoned { modifiers.zone_to_zone } else { modifiers.zone_to_free };
            self.around.exposure(hex, extra)
        })
    }
}

/// The features of one option being written down.
struct Sheet<'a, 'w, S> {
    battle: &'a Battle,
    stated: S,
    seen: &'w Seen<'a>,
}

impl<S: engine::Scale> Sheet<'_, '_, S> {
    #[inline]
    fn add(&mut self, column: Feature, value: i32) {
        self.stated.add(column as usize, value);
    }

    /// Whether a strategy weighs this at all: what is dear to work out is left alone if not.
    fn wants(&self, column: Feature) -> bool {
        self.stated.wants(column as usize)
    }

    /// An option of one of the rarer frames.
    fn option(&mut self, frame: Frame, action: Action) {
        match frame {
            Frame::SettingUp(SettingUp { next }) => self.set_up(next, action),
            Frame::Begin(Begin { unit, .. }) => self.begin(unit, action),
            Frame::Watch(Watch { target, extra, next }) => self.watch(next, target, extra, action),
            Frame::Check(Check { unit, purpose }) => self.check(unit, purpose, action),
            Frame::Convert(Convert { unit }) => self.convert(unit, action),
            Frame::Assault(Assault { from, to, stage, .. }) => {
                self.assault(from, to, stage, action);
            }
            Frame::AirStrikes(_) => {
                if let Action::AirStrike(hex) = action {
                    self.air_strike(hex);
                    self.add(Feature::AirAgain, self.battle.strikes_on(hex));
                }
            }
            Frame::AirStrike(_) => {
                if let Action::AirStrikeAt(target) = action {
                    let worth = self.battle.expect(air_shot(target)).worth();
                    self.add(Feature::AirSteps, worth);
                }
            }
            Frame::Leaders(Leaders { next, .. }) => self.leader(LeaderId(next), action),
            Frame::LeaderJoins(LeaderJoins { leader }) | Frame::Commander(Commander { leader }) => {
                if let Action::LeaderWith(unit) = action {
                    self.leader_with(leader, unit);
                }
            }
            Frame::Dropping(Dropping { stick, .. }) => {
                if let (Action::DropIn(hex), Some(unit)) = (action, self.battle.subject()) {
                    self.drop_in(unit, stick, hex);
                }
            }
            // The more men a serial brings, the better.
            Frame::NextSerial(_) => {
                if let Action::NextSerial(serial) = action {
                    let serial = &self.battle.airlanding().serials[serial.index()];
                    let steps = serial.units.iter().map(|&unit| self.battle.unit(unit).steps);
                    self.add(Feature::Act, steps.map(i32::from).sum());
                }
            }
            Frame::Airland(_) => {
                if let Action::AirlandIn(hex) = action {
                    let steps: u8 =
                        self.battle.stack(hex).map(|unit| self.battle.unit(unit).steps).sum();
                    self.add(Feature::Airland, 1);
                    self.add(Feature::AirlandCrowd, i32::from(steps));
                }
            }
            // One lands rather than waits, round a hex where the first of them would.
            Frame::AdHocZone(_) => {
                if let Action::DropZone(hex) = action {
                    self.add(Feature::Airland, 1);
                    self.ad_hoc_zone(hex);
                }
            }
            Frame::AdHocJump(_) => {
                if let (Action::DropIn(hex), Some(unit)) = (action, self.battle.subject()) {
                    self.ad_hoc_landing(unit, hex);
                }
            }
            // Whoever went can best use a map: back at once, or on to where there is one.
            Frame::Return(_) => self.add(
                Feature::Act,
                match action {
                    Action::ReturnIn(_) => 2,
                    Action::StayAway => 0,
                    _ => 1,
                },
            ),
            // To move battalions about for its own sake is worth nothing.
            Frame::Attach(_) => {
                self.add(Feature::Act, -i32::from(action != Action::KeepAttachment));
            }
            Frame::Dispatch(Dispatch { division }) => self.dispatch(division, action),
            Frame::Parks(Parks { next, .. }) => self.park(next, action),
            Frame::Happening(Happening { side, kind, .. }) => {
                let worth = self.battle.event_worth(side, kind, action);
                self.add(Feature::EventWorth, worth);
            }
            // Where few are in contact their owner has least choice.
            Frame::WhichMap(WhichMap { side }) => {
                if let Action::PickMap(sheet) = action {
                    let worth = self.battle.contact_on(side, sheet);
                    self.add(Feature::EventWorth, worth);
                }
            }
            Frame::AirPlan(_) => {
                if let Action::PlanStrike(turn) = action {
                    let last = self.battle.ground.calendar.len() as i32;
                    self.add(Feature::Act, 1);
                    self.add(Feature::PlanEarly, last - i32::from(turn));
                }
            }
            Frame::Opening(Opening) => {
                if let Action::OpenWith(chit) = action {
                    self.formation_chit(chit);
                }
            }
            Frame::FillCup(_) => {
                if let Action::AddChit(chit) = action {
                    self.formation_chit(chit);
                }
            }
            Frame::FreeTarget(_) => {
                if let (Action::DropTarget(hex), Some(unit)) = (action, self.battle.subject()) {
                    self.drop_target(unit, hex);
                }
            }
            // More men are better than fewer.
            Frame::FreeCompany(_) => self.add(Feature::Act, i32::from(action != Action::DropAlone)),
            Frame::ShipActs(ShipActs { ship }) => match action {
                Action::Fire(target) => self.ship_fires(ship, target),
                _ => self.add(Feature::Act, i32::from(action == Action::Rally)),
            },
            Frame::FleetTakesPost(_) => {
                if let Action::TargetZone(hex) = action {
                    self.target_zone(hex);
                }
            }
            // A cohesion hit is less than a suppression; a flotilla stays.
            Frame::ShipConverts(_) => self.add(Feature::Act, i32::from(action == Action::Roll)),
            Frame::ShipLeaves(_) => self.add(Feature::Act, i32::from(action == Action::ShipStays)),
            Frame::Activation(Activation)
            | Frame::Acting(_)
            | Frame::Moving(_)
            | Frame::Step(_)
            | Frame::GreekChecks(_)
            | Frame::Exposed(_)
            | Frame::FallsBack(_)
            | Frame::ComesToPort(_)
            | Frame::FreeDrop(_)
            | Frame::FreeLanding(_)
            | Frame::AirAttacks(_) => {}
        }
    }

    fn scarcity(&mut self, unit: UnitId, cost: i32) {
        if cost == 0 || !self.wants(Feature::Scarcity) {
            return;
        }
        let purse = self.seen.purse.get_or_init(|| self.battle.purse(unit));
        let Some(division) = *purse else { return };
        let left = i32::from(self.battle.command.points[usize::from(division.0)]) - cost;
        self.add(Feature::Scarcity, cost * (RESERVE - left).max(0));
    }
}
