//! What strategies may weigh: each option of a decision as named whole numbers.
//!
//! Options are compared with doing nothing (`Done`, `Halt`, `HoldFire`), whose features are zero:
//! a positive score is worth taking.

mod chances;
mod charge;
mod foes;
mod ground_view;
mod judge;
mod leaving;
mod nearest;
mod profile;
mod recall;
mod shots;
mod surroundings;

use core::cell::OnceCell;

use engine::{Appraise, Features, HexId, Side, Weighable, Weighing};

use smallvec::SmallVec;

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::fire::{Mode, Shot};
use super::ground::{Chit, Commands, EventKind, SetUp, Victory};
use super::quality::{Purpose, chance_of};
use super::sequence::{Deed, Frame, Stage};
use super::state::Battle;
use chances::Expected;
use charge::Assaults;
use foes::Foes;
use ground_view::Standing;
pub use recall::Memory;
use recall::Recall;
use shots::Shots;
use surroundings::Surroundings;

/// Declares the features: a constant for each column, and the list that strategy files see.
macro_rules! features {
    ($($column:ident = $name:literal, $unit:literal, $meaning:literal;)+) => {
        #[derive(Copy, Clone)]
        enum Feature { $($column),+ }
        const LIST: &[Weighable] = &[
            $(Weighable { name: $name, unit: $unit, meaning: $meaning }),+
        ];
    };
}

features! {
    Act = "act", "yes/no", "the option does something rather than nothing; a bias for or against acting";
    Cost = "cost", "command points", "points the option costs now";
    Scarcity = "scarcity", "points short", "points the option costs, times how far the division then falls below three points";
    DirectCost = "direct-cost", "command points", "points the option costs under a direct command chit";
    Second = "second-action", "yes/no", "the option is a unit's second action";
    UnitShot = "activate-shot", "percent of a step", "activate: the unit's best expected shot from where it stands";
    UnitAssault = "activate-assault", "percent", "activate: the unit's best chance to take a neighbouring hex by assault, with those stacked with it";
    UnitSuppressed = "activate-suppressed", "yes/no", "activate: the unit is suppressed";
    UnitNear = "activate-near", "hexes", "activate: how much nearer than twenty hexes the unit is to an objective";
    FireSteps = "fire-steps", "percent of a step", "fire: expected steps killed";
    FireSuppression = "fire-suppression", "percent", "fire: chance to suppress";
    FireCohesion = "fire-cohesion", "percent", "fire: chance of a cohesion hit";
    FireAtObjective = "fire-at-objective", "percent of a step", "fire: worth of the shot if the target stands on or next to an objective";
    FireAtWeak = "fire-at-weak", "percent of a step", "fire: worth of the shot if the target has one step left or is suppressed";
    FirePrepares = "fire-prepares", "percent", "fire: chance to suppress a target next to which an own unit could assault";
    AssaultSuccess = "assault-success", "percent", "assault: rough chance to take the hex";
    AssaultGain = "assault-gain", "percent of a step", "assault: expected loss of the defenders";
    AssaultLoss = "assault-loss", "percent of a step", "assault: expected loss of the chargers";
    AssaultObjective = "assault-objective", "percent", "assault: chance to take the hex, if it is an objective";
    AssaultRash = "assault-rash", "percent", "assault: how far the chance falls below thirty percent";
    Join = "join", "percent", "assault: what the chance to take the hex gains by a further charger";
    Advance = "advance", "half points", "move: how much shorter the way to the nearest objective becomes";
    LateAdvance = "late-advance", "half points", "move: the same, when three turns or fewer are left";
    Home = "home", "half points", "move: how much shorter the way becomes for a unit farther than four hexes from the objective";
    Approach = "approach", "hexes", "move: how much nearer the nearest enemy becomes";
    Hunt = "hunt", "hexes", "move: how much nearer the nearest easy prey becomes: an enemy marked from its drop, suppressed or down to one step";
    Exposure = "exposure", "percent of a step", "move: expected loss from opportunity fire on leaving";
    Danger = "danger", "percent of a step", "move: how much the fire of enemies in reach grows";
    Shot = "shot", "percent of a step", "move: how much the best expected shot grows";
    Contact = "contact", "enemies", "move: how many more enemies are adjacent";
    OnObjective = "on-objective", "yes/no", "move: enters an objective hex (negative: leaves one)";
    ByObjective = "by-objective", "yes/no", "move: comes next to an objective hex (negative: leaves)";
    Support = "support", "units", "move: how many more own units stand in adjacent hexes";
    Crowd = "crowd", "steps", "move: how many more steps beyond three stand in one hex";
    Cover = "cover", "rating", "move: how much better the cover of the terrain becomes";
    Abandons = "abandons", "yes/no", "move: the last unit leaves an objective hex with an enemy within six hexes";
    LosesPosition = "loses-position", "yes/no", "move: gives up an improved position";
    EnterColumn = "enter-column", "half points", "column: how much longer than twelve movement points the way to the objective is";
    ColumnNear = "column-near-enemy", "hexes", "column: entering it, or staying in it, how much nearer than four hexes an enemy is";
    LeaveColumn = "leave-column", "hexes", "column: leaving it, how much nearer than four hexes an enemy is";
    Haste = "haste", "yes/no", "column: leaving it in haste at the price of a cohesion hit";
    MountUp = "mount", "half points", "mount: way to the objective, if no enemy is within three hexes";
    Dismount = "dismount", "hexes", "dismount: how much nearer than four hexes an enemy is";
    Rally = "rally", "yes/no", "rally: from suppression";
    Steady = "steady", "percent", "rally: chance to recover from a cohesion hit";
    Improve = "improve", "percent", "dig: chance of an improved position";
    ImproveNear = "improve-near-enemy", "percent", "dig: the same, if an enemy is within three hexes";
    ImproveObjective = "improve-objective", "percent", "dig: the same, on or next to an objective";
    Entrench = "entrench", "percent", "dig: chance of an entrenchment";
    OpportunityFire = "opportunity-fire", "percent of a step", "react: expected worth of the opportunity shot if its check passes";
    PayQuestion = "pay-question", "percent", "react: chance that the check against suppression fails unless a point is paid";
    PayDig = "pay-dig", "percent", "react: chance that the check for an improved position fails unless a point is paid";
    PayRally = "pay-rally", "percent", "react: chance that the rally fails unless a point is paid";
    PayBonus = "pay-bonus", "percent of a step", "react: what the company bonus adds to the shot, times the chance that its check fails";
    PayDanger = "pay-danger", "percent of a step", "react: expected enemy fire on the unit, if the point keeps it from suppression";
    Convert = "convert", "percent", "react: chance to turn the suppression into a cohesion hit";
    ConvertCostsStep = "convert-costs-step", "percent", "react: the same, if the unit would lose a step by it";
    ConvertNear = "convert-near-enemy", "percent", "react: the same, if an enemy is adjacent";
    Retreat = "retreat", "yes/no", "assault: the defenders retreat";
    RetreatRelief = "retreat-relief", "percent of a step", "assault: expected loss of standing, less that of retreating under fire";
    RetreatObjective = "retreat-objective", "yes/no", "assault: the retreat gives up an objective";
    Strike = "strike", "percent of a step", "choose a target: expected worth of the strike";
    AirSteps = "air", "percent of a step", "air strike: best expected worth in the hex";
    AirWay = "air-way", "hexes", "air strike: how much nearer than ten hexes the target is to an own unit's hex";
    AirDrop = "air-drop", "zones", "air strike: hexes of drop zones still to come that the best target's fire zone covers, anti-aircraft twice";
    AirObjective = "air-objective", "hexes", "air strike: how much nearer than ten hexes the target is to an objective";
    SetUpForward = "set-up-forward", "quality × hexes", "set-up: the unit's quality times how near the hex is to the enemy";
    SetUpObjective = "set-up-objective", "quality × hexes", "set-up: the unit's quality times how near the hex is to an objective";
    BeginColumn = "begin-column", "hexes", "set-up: begin in column: hexes to the nearest enemy beyond four";
    BeginMounted = "begin-mounted", "hexes", "set-up: begin mounted: hexes to the nearest enemy beyond three";
    BeginDugIn = "begin-dug-in", "yes/no", "set-up: begin in an improved position";
    DropLoss = "drop-loss", "percent of a step", "drop: steps the unit can be expected to lose on the drop table in the hex";
    DropDelay = "drop-delay", "percent of a marker", "drop: markers it can be expected to suffer besides";
    DropDanger = "drop-danger", "percent of a step", "drop: expected enemy fire in the hex";
    DropWay = "drop-way", "half points", "drop: way from the hex to the nearest objective not yet held, below two hundred";
    DropSupport = "drop-support", "units", "drop: own units in adjacent hexes";
    Shed = "shed", "yes/no", "remove a drop marker";
    ShedNear = "shed-near-enemy", "hexes", "remove a drop marker: how much nearer than five hexes an enemy is";
    BuyChit = "buy-chit", "units", "dispatch: units of the formation on the map";
    BuyChitContact = "buy-chit-contact", "units", "dispatch: units of the formation within two hexes of an enemy";
    BuyChitObjective = "buy-chit-objective", "units", "dispatch: units of the formation within six hexes of an objective";
    BuyDispatch = "buy-dispatch", "yes/no", "dispatch: buy a dispatch point";
    BuyDispatchSpare = "buy-dispatch-spare", "command points", "dispatch: points beyond eight that the division holds";
    Park = "form-park", "yes/no", "artillery: form a park";
    BreakPark = "break-park", "hexes", "artillery: break the park up: how much nearer than three hexes an enemy is";
    SeekContact = "seek-contact", "units", "artillery: seek contact: units the leader has within two hexes of an enemy";
    EventWorth = "event-worth", "percent of a step", "event: what the choice is worth to the side that chooses";
    Rearguard = "leave-rearguard", "hexes", "leave a rearguard: how much nearer than three hexes an enemy is, on or next to an objective";
    LeaderReach = "leader-reach", "units", "leader: units he keeps in command there; of a Kampfgruppe Commander, those that no other leader does";
    LeaderDanger = "leader-danger", "percent of a step", "leader: expected enemy fire on the unit he would be with";
    LeaderMoves = "leader-moves", "yes/no", "leader: he changes units";
    LeaderForward = "leader-forward", "half points", "leader: how short the way from there to the objective is, below forty";
    Depart = "depart", "steps", "leave the map: steps that earn victory points or help to win by it (negative: steps that leave for nothing)";
    Haven = "haven", "hexes", "move: how much nearer the port from which ships take steps that count becomes, for a unit of their side within eight hexes of it";
    Withdraw = "withdraw", "half points", "move: how much shorter the way becomes to where the unit's steps count for the Allies at the end";
    Relieve = "relieve", "half points", "move: how much shorter the way to the nearest objective becomes for a unit whose steps do not count at the end, where others' do";
    Seen = "seen", "enemies", "move: how many more enemies have the unit in sight";
    PlanEarly = "plan-early", "turns", "air support: turns from the one that a strike is planned for to the end of the game";
    Airland = "airland", "yes/no", "airlanding: land the serial rather than hold it back";
    AirlandCrowd = "airland-crowd", "steps", "airlanding: steps that stand in the hex already";
}

/// Conditions for stages of a strategy.
const CONDITIONS: &[Weighable] = &[
    Weighable {
        name: "objective-held",
        unit: "yes/no",
        meaning: "the side to act controls every objective",
    },
    Weighable {
        name: "enemy-at-objective",
        unit: "yes/no",
        meaning: "an enemy stands within two hexes of an objective",
    },
    Weighable {
        name: "last-turns",
        unit: "yes/no",
        meaning: "two turns or fewer are left, the current one counted",
    },
    Weighable {
        name: "losses-near-limit",
        unit: "yes/no",
        meaning: "the Germans are three steps or fewer short of the losses the Allies need",
    },
];

/// Half points of way to go from which a march in column pays.
const COLUMN_PAYS: i32 = 24;
/// Hexes from an objective within which a unit is at hand for it.
const AT_HAND: u8 = 6;
/// Points below which a division counts as short.
const RESERVE: i32 = 3;

impl Appraise for Battle {
    const FEATURES: &'static [Weighable] = LIST;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = judge::MEASURES;
    type Memory = Memory;

    fn appraise(view: &Battle, legal: &[Action], memory: &mut Memory, features: &mut Features<'_>) {
        let Some(frame) = view.frames.last().copied() else { return };
        let recall = Recall::of(view, memory);
        let seen = Seen {
            recall: &recall,
            purse: OnceCell::new(),
            shots: Shots::new(&recall),
            held: OnceCell::new(),
            here: OnceCell::new(),
            led: OnceCell::new(),
            foes: OnceCell::new(),
            assaults: Assaults::new(&recall),
        };
        let sheet = |weighing| Sheet { battle: view, weighing, seen: &seen };
        let options = legal.iter().copied().zip(features.options().map(sheet));
        // The frames of most decisions have loops of their own.
        match frame {
            Frame::Activation => options.for_each(|(action, mut sheet)| sheet.activation(action)),
            Frame::Acting { unit, done } => {
                options.for_each(|(action, mut sheet)| sheet.acting(unit, done, action));
            }
            Frame::Moving { unit, .. } => {
                options.for_each(|(action, mut sheet)| sheet.moving(unit, action));
            }
            _ => options.for_each(|(action, mut sheet)| sheet.option(frame, action)),
        }
    }

    fn turn(view: &Battle) -> u16 {
        view.turn + 1
    }

    fn holds(view: &Battle, condition: usize) -> bool {
        use engine::Position as _;
        let Some(side) = view.to_act() else { return false };
        match condition {
            0 => view.control.iter().all(|&holder| holder == side),
            1 => view
                .ground
                .objectives
                .iter()
                .any(|&(objective, _)| view.nearest_enemy(side, objective) <= 2),
            2 => usize::from(view.turn) + 2 >= view.ground.calendar.len(),
            _ => match view.ground.victory {
                Victory::GoalsOfBoth { german_steps, .. } => {
                    view.tally.steps_lost.german + 3 >= german_steps
                }
                Victory::HoldAtAnyTurnEnd { .. }
                | Victory::HoldAtTheEnd { .. }
                | Victory::HoldBefore { .. }
                | Victory::Points { .. }
                | Victory::Runway { .. } => false,
            },
        }
    }

    fn judge(view: &Battle, legal: &[Action], chosen: Action, counts: &mut [u32]) {
        view.count_mistakes(legal, chosen, counts);
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
    assaults: Assaults<'a>,
}

/// Where a unit stands that may move, who is around, and what is the same wherever it goes.
struct Here<'a> {
    hex: HexId,
    now: Standing,
    enemy: OnceCell<i32>,
    prey: OnceCell<i32>,
    around: Surroundings<'a>,
    /// Farther than four hexes from every objective.
    far: bool,
    /// Expected loss on leaving to a hex outside all fire zones, and to one within.
    exposure: [OnceCell<i32>; 2],
}

impl<'a> Here<'a> {
    fn of(recall: &Recall<'a>, unit: UnitId, hex: HexId) -> Self {
        let (battle, around) = (recall.battle, Surroundings::around(recall, unit, hex));
        let now = around.standing(hex);
        Here {
            far: battle.ground.objective_near[hex.index()] > 4,
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
        let modifiers = &battle.ground.modifiers;
        *self.exposure[usize::from(zoned)].get_or_init(|| {
            let extra = if zoned { modifiers.zone_to_zone } else { modifiers.zone_to_free };
            self.around.exposure(hex, extra)
        })
    }
}

/// The features of one option being written down.
struct Sheet<'a, 'w> {
    battle: &'a Battle,
    weighing: Weighing<'w, { LIST.len() }>,
    seen: &'w Seen<'a>,
}

impl Sheet<'_, '_> {
    #[inline]
    fn add(&mut self, column: Feature, value: i32) {
        self.weighing.add(column as usize, value);
    }

    /// Whether a strategy weighs this at all: what is dear to work out is left alone if not.
    fn wants(&self, column: Feature) -> bool {
        self.weighing.wants(column as usize)
    }

    /// An option of one of the rarer frames.
    fn option(&mut self, frame: Frame, action: Action) {
        match frame {
            Frame::SetUp { next } => self.set_up(next, action),
            Frame::Begin { unit } => self.begin(unit, action),
            Frame::Watch { target, extra, next } => self.watch(next, target, extra, action),
            Frame::Check { unit, purpose } => self.check(unit, purpose, action),
            Frame::Convert { unit } => self.convert(unit, action),
            Frame::Assault { from, to, stage, .. } => self.assault(from, to, stage, action),
            Frame::AirStrikes { .. } => {
                if let Action::AirStrike(hex) = action {
                    self.air_strike(hex);
                }
            }
            Frame::AirStrike { .. } => {
                if let Action::AirStrikeAt(target) = action {
                    let worth = self.battle.expect(air_shot(target)).worth();
                    self.add(Feature::AirSteps, worth);
                }
            }
            Frame::Leaders { next, .. } => self.leader(next, action),
            Frame::LeaderLands { leader, .. }
            | Frame::LeaderReplaced { leader }
            | Frame::Commander { leader } => {
                if let Action::LeaderWith(unit) = action {
                    self.leader_with(leader, unit);
                }
            }
            Frame::Drop { stick, .. } => {
                if let (Action::DropIn(hex), Some(unit)) = (action, self.battle.subject()) {
                    self.drop_in(unit, stick, hex);
                }
            }
            Frame::Airland { .. } => {
                if let Action::AirlandIn(hex) = action {
                    let steps: u8 =
                        self.battle.stack(hex).map(|unit| self.battle.unit(unit).steps).sum();
                    self.add(Feature::Airland, 1);
                    self.add(Feature::AirlandCrowd, i32::from(steps));
                }
            }
            // Whoever went can best use the map he left: back at once.
            Frame::Return { .. } => self.add(Feature::Act, i32::from(action != Action::StayAway)),
            // To move battalions about for its own sake is worth nothing.
            Frame::Attach { .. } => {
                self.add(Feature::Act, -i32::from(action != Action::KeepAttachment));
            }
            Frame::Dispatch { division } => self.dispatch(division, action),
            Frame::Parks { next, .. } => self.park(next, action),
            Frame::Happening { side, kind, .. } => {
                let worth = self.battle.event_worth(side, kind, action);
                self.add(Feature::EventWorth, worth);
            }
            Frame::AirPlan { .. } => {
                if let Action::PlanStrike(turn) = action {
                    let last = self.battle.ground.calendar.len() as i32;
                    self.add(Feature::Act, 1);
                    self.add(Feature::PlanEarly, last - i32::from(turn));
                }
            }
            Frame::Opening => {
                if let Action::OpenWith(chit) = action {
                    self.formation_chit(chit);
                }
            }
            Frame::Activation
            | Frame::Acting { .. }
            | Frame::Moving { .. }
            | Frame::Step { .. }
            | Frame::Exposed { .. }
            | Frame::Falls { .. } => {}
        }
    }

    fn moving(&mut self, unit: UnitId, action: Action) {
        if action != Action::Halt {
            self.add(Feature::Act, 1);
            self.movement(unit, action);
        }
    }

    fn activation(&mut self, action: Action) {
        let Action::Activate(unit) = action else { return };
        let battle = self.battle;
        self.add(Feature::Act, 1);
        self.add(Feature::UnitSuppressed, i32::from(battle.unit(unit).suppressed));
        let hex = battle.hex(unit).expect("only units on the map are activated");
        if self.wants(Feature::UnitShot) {
            self.add(Feature::UnitShot, self.seen.shots.best(unit, hex));
        }
        if self.wants(Feature::UnitAssault) {
            self.add(Feature::UnitAssault, self.best_assault(unit, hex));
        }
        if self.wants(Feature::UnitNear) {
            let near = i32::from(battle.ground.objective_near[hex.index()]);
            self.add(Feature::UnitNear, (20 - near).max(0));
        }
    }

    fn acting(&mut self, unit: UnitId, done: Option<Deed>, action: Action) {
        if action == Action::Done {
            return;
        }
        let battle = self.battle;
        let deed = battle.deed(unit, action);
        let cost = i32::from(battle.cost(unit, deed, done.is_some()));
        self.add(Feature::Act, 1);
        self.add(Feature::Cost, cost);
        self.add(Feature::Second, i32::from(done.is_some()));
        if matches!(battle.chit(), Some(Chit::DirectCommand(_))) {
            self.add(Feature::DirectCost, cost);
        }
        self.scarcity(unit, cost);
        match action {
            Action::Fire(target) => self.fire(unit, target),
            Action::Assault(to) => {
                let hex = battle.hex(unit).expect("active units are on the map");
                self.charge(hex, to, unit);
            }
            Action::Rally if battle.unit(unit).suppressed => self.add(Feature::Rally, 1),
            Action::Rally => {
                let chance = 10 * i32::from(chance_of(battle.quality(unit)));
                self.add(Feature::Steady, chance);
            }
            Action::Improve => self.dig(unit, unit),
            Action::ImproveFor(whom) => self.dig(unit, whom),
            Action::Entrench => {
                let chance = 10 * i32::from(chance_of(battle.quality(unit)));
                self.add(Feature::Entrench, chance);
            }
            Action::Mount | Action::TakeTruck(_) => self.mount(unit),
            Action::Shed => {
                self.add(Feature::Shed, 1);
                let hex = battle.hex(unit).expect("active units are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                self.add(Feature::ShedNear, (5 - enemy).max(0));
            }
            Action::LeaveRearguard => {
                let hex = battle.hex(unit).expect("active units are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                let by = battle.by_open_objective(hex);
                // A bias for acting must not make every company split.
                self.add(Feature::Act, -1);
                self.add(Feature::Rearguard, if by { (3 - enemy).max(0) } else { -1 });
            }
            Action::TakeInRearguard(_)
            | Action::SetRoadblock
            | Action::ClearRoadblock
            | Action::ClearRubble => self.add(Feature::Act, -2),
            Action::Deploy => self.leave_column(unit, false),
            _ => self.movement(unit, action),
        }
    }

    /// The best chance in percent of the unit, with those who could join it, to take a neighbouring hex.
    fn best_assault(&self, unit: UnitId, hex: HexId) -> i32 {
        let battle = self.battle;
        let mut best = None;
        battle.assaultable(unit, hex, |to| {
            let prospect = self.seen.assaults.together(unit, hex, to);
            best = best.max(Some(prospect.success));
        });
        best.unwrap_or(0)
    }

    fn scarcity(&mut self, unit: UnitId, cost: i32) {
        if cost == 0 || !self.wants(Feature::Scarcity) {
            return;
        }
        let purse = self.seen.purse.get_or_init(|| self.battle.purse(unit));
        let Some(division) = *purse else { return };
        let left = i32::from(self.battle.points[usize::from(division.0)]) - cost;
        self.add(Feature::Scarcity, cost * (RESERVE - left).max(0));
    }

    fn fire(&mut self, unit: UnitId, target: UnitId) {
        let battle = self.battle;
        let Some(expected) = self.seen.shots.fire(unit, target) else { return };
        let to = battle.hex(target).expect("targets are on the map");
        self.add(Feature::FireSteps, expected.steps / 10);
        self.add(Feature::FireSuppression, expected.suppression / 10);
        self.add(Feature::FireCohesion, expected.cohesion / 10);
        let worth = expected.worth();
        if battle.by_open_objective(to) {
            self.add(Feature::FireAtObjective, worth);
        }
        let state = battle.unit(target);
        if state.steps <= 1 || state.suppressed {
            self.add(Feature::FireAtWeak, worth);
        }
        if !state.suppressed && expected.suppression >= 10 && self.wants(Feature::FirePrepares) {
            let side = battle.side(unit);
            let assaulter = battle.ground.map.neighbours(to).any(|(_, near)| {
                battle
                    .stack(near)
                    .any(|own| own != unit && battle.side(own) == side && battle.may_activate(own))
            });
            if assaulter {
                self.add(Feature::FirePrepares, expected.suppression / 10);
            }
        }
    }

    fn charge(&mut self, from: HexId, to: HexId, first: UnitId) {
        let battle = self.battle;
        let prospect = self.seen.assaults.together(first, from, to);
        self.add(Feature::AssaultSuccess, prospect.success);
        self.add(Feature::AssaultGain, prospect.gain);
        self.add(Feature::AssaultLoss, prospect.loss);
        self.add(Feature::AssaultRash, (30 - prospect.success).max(0));
        if battle.open_objective(to) {
            self.add(Feature::AssaultObjective, prospect.success);
        }
    }

    fn dig(&mut self, digger: UnitId, whom: UnitId) {
        let battle = self.battle;
        let hex = battle.hex(whom).expect("diggers are on the map");
        let chance = if battle.counter(digger).engineer {
            100
        } else {
            10 * i32::from(chance_of(battle.quality(digger)))
        };
        self.add(Feature::Improve, chance);
        if battle.nearest_enemy(battle.side(whom), hex) <= 3 {
            self.add(Feature::ImproveNear, chance);
        }
        if battle.by_open_objective(hex) {
            self.add(Feature::ImproveObjective, chance);
        }
    }

    fn mount(&mut self, unit: UnitId) {
        let battle = self.battle;
        let hex = battle.hex(unit).expect("active units are on the map");
        if battle.nearest_enemy(battle.side(unit), hex) > 3 {
            let way = battle.ground.roads.iter().map(|f| i32::from(f.cost(hex))).min();
            self.add(Feature::MountUp, way.unwrap_or(0).min(100));
        }
    }

    fn leave_column(&mut self, unit: UnitId, haste: bool) {
        let battle = self.battle;
        let hex = battle.hex(unit).expect("active units are on the map");
        let enemy = battle.nearest_enemy(battle.side(unit), hex);
        self.add(Feature::LeaveColumn, (4 - enemy).max(0));
        self.add(Feature::Haste, i32::from(haste));
    }

    fn movement(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let seen = self.seen;
        let here = || seen.here.get_or_init(|| Here::of(seen.recall, unit, hex));
        match action {
            Action::Step(direction) => {
                let to =
                    battle.ground.map.neighbour(hex, direction).expect("steps stay on the map");
                self.step(unit, hex, to, here());
            }
            Action::EnterColumn => {
                self.add(Feature::EnterColumn, here().now.way - COLUMN_PAYS);
                self.add(Feature::ColumnNear, (4 - here().enemy()).max(0));
            }
            Action::LeaveColumn => self.leave_column(unit, true),
            Action::Depart(by) => {
                // The point that it costs besides.
                self.add(Feature::Cost, 1);
                self.scarcity(unit, 1);
                self.add(Feature::Depart, battle.departure_points(unit, by));
            }
            Action::Dismount => self.add(Feature::Dismount, (4 - here().enemy()).max(0)),
            // A truck left behind is lost: no bias for acting must bring it about.
            Action::AbandonTruck => self.add(Feature::Act, -2),
            _ => {}
        }
    }

    fn step(&mut self, unit: UnitId, from: HexId, to: HexId, here: &Here) {
        let battle = self.battle;
        let now = &here.now;
        let then = here.around.standing(to);
        let advance = now.way - then.way;
        self.add(Feature::Advance, advance);
        if usize::from(battle.turn) + 3 >= battle.ground.calendar.len() {
            self.add(Feature::LateAdvance, advance);
        }
        if here.far {
            self.add(Feature::Home, advance);
        }
        let nearer = |there: i32, here: i32| (here - there).clamp(-5, 5);
        if self.wants(Feature::Withdraw) {
            self.add(Feature::Withdraw, battle.withdraws(unit, from, to));
        }
        if battle.stays_behind(unit) {
            self.add(Feature::Relieve, advance);
        }
        if self.wants(Feature::Seen) {
            let enemy = battle.side(unit).other();
            self.add(Feature::Seen, battle.eyes(enemy, to) - battle.eyes(enemy, from));
        }
        self.add(Feature::Haven, battle.nearer_to_ships(unit, from, to));
        let column = battle.unit(unit).column;
        if column || self.wants(Feature::Approach) {
            let enemy = here.around.enemy(to);
            self.add(Feature::Approach, nearer(enemy, here.enemy()));
            if column {
                self.add(Feature::ColumnNear, (4 - enemy).max(0));
            }
        }
        if self.wants(Feature::Hunt) {
            self.add(Feature::Hunt, nearer(here.around.prey(to), here.prey()));
        }
        if now.zoned && self.wants(Feature::Exposure) {
            self.add(Feature::Exposure, here.exposure(battle, from, then.zoned));
        }
        self.add(Feature::Danger, then.danger - now.danger);
        self.add(Feature::Shot, then.shot - now.shot);
        self.add(Feature::Contact, then.contact - now.contact);
        self.add(Feature::OnObjective, then.on_objective - now.on_objective);
        self.add(Feature::ByObjective, then.by_objective - now.by_objective);
        self.add(Feature::Support, then.support - now.support);
        self.add(Feature::Crowd, then.crowd - now.crowd);
        self.add(Feature::Cover, then.cover - now.cover);
        if self.wants(Feature::Abandons) && battle.last_on_objective(unit) {
            self.add(Feature::Abandons, i32::from(here.enemy() <= 6));
        }
        self.add(Feature::LosesPosition, i32::from(battle.unit(unit).improved));
    }

    fn watch(&mut self, firer: UnitId, target: UnitId, extra: i8, action: Action) {
        if action != Action::Shoot {
            return;
        }
        self.add(Feature::Act, 1);
        if let Some(expected) = self.battle.expect_opportunity(firer, target, extra) {
            self.add(Feature::OpportunityFire, expected.worth());
        }
    }

    fn check(&mut self, unit: UnitId, purpose: Purpose, action: Action) {
        if action != Action::Pay {
            return;
        }
        let battle = self.battle;
        let fails = 100 - 10 * i32::from(chance_of(battle.quality(unit)));
        self.add(Feature::Cost, 1);
        self.scarcity(unit, 1);
        match purpose {
            Purpose::Bonus(shot) => {
                self.add(Feature::PayBonus, battle.bonus_worth(shot) * fails / 100);
            }
            Purpose::Improve(_) => self.add(Feature::PayDig, fails),
            Purpose::Rally | Purpose::Steady => self.add(Feature::PayRally, fails),
            _ => {
                self.add(Feature::PayQuestion, fails);
                if let Some(hex) = battle.hex(unit) {
                    self.add(Feature::PayDanger, battle.danger(unit, hex) * fails / 100);
                }
            }
        }
    }

    fn convert(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        let chance = match action {
            Action::Roll => 10 * i32::from(chance_of(battle.quality(unit))),
            Action::Pay => {
                self.add(Feature::Cost, 1);
                self.scarcity(unit, 1);
                100
            }
            _ => return,
        };
        self.add(Feature::Convert, chance);
        if battle.unit(unit).cohesion >= super::damage::MOST_COHESION {
            self.add(Feature::ConvertCostsStep, chance);
        }
        let hex = battle.hex(unit).expect("units hit are on the map");
        if battle.nearest_enemy(battle.side(unit), hex) <= 1 {
            self.add(Feature::ConvertNear, chance);
        }
    }

    fn assault(&mut self, from: HexId, to: HexId, stage: Stage, action: Action) {
        let battle = self.battle;
        match action {
            Action::Join(unit) => {
                self.add(Feature::Cost, i32::from(battle.cost(unit, Deed::Assault, false)));
                let without = self.seen.assaults.prospect(battle.chargers(from), to);
                let with = battle.chargers(from).chain(core::iter::once(unit));
                let prospect = self.seen.assaults.prospect(with, to);
                self.add(Feature::Act, 1);
                self.add(Feature::Join, prospect.success - without.success);
                self.add(Feature::AssaultGain, prospect.gain - without.gain);
                self.add(Feature::AssaultLoss, prospect.loss - without.loss);
            }
            Action::ShootAt(target) => {
                self.add(Feature::Act, 1);
                if let Some(firer) = battle.subject() {
                    let extra = battle.ground.modifiers.charging;
                    if let Some(expected) = battle.expect_opportunity(firer, target, extra) {
                        self.add(Feature::OpportunityFire, expected.worth());
                    }
                }
            }
            Action::Retreat => self.retreat(from, to),
            Action::RetreatTo(direction) => {
                if let Some(unit) = battle.subject()
                    && let Some(hex) = battle.ground.map.neighbour(to, direction)
                {
                    self.step(unit, to, hex, &Here::of(self.seen.recall, unit, to));
                }
            }
            Action::Strike(target) => {
                if let Some(striker) = battle.subject() {
                    let charging = matches!(stage, Stage::ChargerStrikes(_));
                    self.add(Feature::Strike, battle.strike_worth(striker, target, charging));
                }
            }
            _ => {}
        }
    }

    fn retreat(&mut self, from: HexId, to: HexId) {
        let battle = self.battle;
        self.add(Feature::Retreat, 1);
        let standing = self.seen.assaults.prospect(battle.chargers(from), to);
        // Standing loses what the strikes kill, and everything if the hex falls.
        let steps: i32 = battle.stack(to).map(|unit| i32::from(battle.unit(unit).steps)).sum();
        let stand = standing.gain + standing.success * steps;
        let extra = battle.ground.modifiers.retreating;
        let fly: i32 = battle
            .stack(to)
            .map(|unit| {
                battle
                    .chargers(from)
                    .filter_map(|charger| battle.expect_opportunity(charger, unit, extra))
                    .map(Expected::worth)
                    .sum::<i32>()
            })
            .sum();
        self.add(Feature::RetreatRelief, stand - fly);
        self.add(Feature::RetreatObjective, i32::from(battle.open_objective(to)));
    }

    fn air_strike(&mut self, hex: HexId) {
        let battle = self.battle;
        self.add(Feature::Act, 1);
        let best = battle.stack(hex).map(|unit| battle.expect(air_shot(unit)).worth()).max();
        self.add(Feature::AirSteps, best.unwrap_or(0));
        let Some(target) = battle.stack(hex).next() else { return };
        let enemy = battle.side(target);
        if self.wants(Feature::AirDrop) {
            let watched = battle.stack(hex).map(|unit| battle.watched_landings(unit)).max();
            self.add(Feature::AirDrop, watched.unwrap_or(0));
        }
        self.add(Feature::AirWay, (10 - battle.nearest_enemy(enemy, hex)).max(0));
        let near = i32::from(battle.ground.objective_near[hex.index()]);
        self.add(Feature::AirObjective, (10 - near).max(0));
    }

    fn set_up(&mut self, next: u8, action: Action) {
        let battle = self.battle;
        match (&battle.ground.set_up[usize::from(next)], action) {
            (SetUp::Unit { unit, .. }, Action::SetUpIn(hex)) => {
                let quality = i32::from(battle.counter(*unit).quality);
                let side = battle.side(*unit);
                let enemy = battle.nearest_start(side.other(), hex);
                self.add(Feature::SetUpForward, quality * (20 - enemy).max(0));
                let near = i32::from(battle.ground.objective_near[hex.index()]);
                self.add(Feature::SetUpObjective, quality * (20 - near).max(0));
            }
            (SetUp::Leader { leader, .. }, Action::LeaderWith(unit)) => {
                self.leader_with(*leader, unit);
            }
            _ => {}
        }
    }

    fn begin(&mut self, unit: UnitId, action: Action) {
        let Action::Begin { column, mounted, dug_in } = action else { return };
        self.add(Feature::BeginDugIn, i32::from(dug_in));
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let side = battle.side(unit);
        let enemy = battle.nearest_enemy(side, hex).min(battle.nearest_start(side.other(), hex));
        if column {
            self.add(Feature::BeginColumn, enemy - 4);
        }
        if mounted {
            self.add(Feature::BeginMounted, enemy - 3);
        }
    }

    fn drop_in(&mut self, unit: UnitId, stick: u8, hex: HexId) {
        let battle = self.battle;
        let glider = battle.ground.sticks[usize::from(stick)].glider;
        let (loss, delay) = battle.expect_drop(unit, glider, hex);
        self.add(Feature::DropLoss, loss);
        self.add(Feature::DropDelay, delay);
        if self.wants(Feature::DropDanger) {
            let foes = self.seen.foes.get_or_init(|| {
                let zone = battle.ground.sticks[usize::from(stick)].hexes.iter();
                let spread = zone.map(|&other| battle.ground.distance(hex, other)).max();
                let enemy = battle.side(unit).other();
                Foes::around(self.seen.recall, enemy, hex, spread.unwrap_or(0), 0, |_, _| ())
            });
            self.add(Feature::DropDanger, foes.danger(self.seen.recall, unit, hex));
        }
        self.add(Feature::DropWay, (200 - battle.way(unit, hex)).max(0));
        self.add(Feature::DropSupport, battle.support(unit, hex));
    }

    fn dispatch(&mut self, division: DivisionId, action: Action) {
        let battle = self.battle;
        match action {
            Action::BuyChit(chit) => self.formation_chit(chit),
            Action::BuyDispatch => {
                self.add(Feature::BuyDispatch, 1);
                let held = i32::from(battle.points[usize::from(division.0)]);
                self.add(Feature::BuyDispatchSpare, (held - 8).max(0));
            }
            _ => {}
        }
    }

    /// What a formation's chit is worth: its units, those near an enemy, and those at hand for the objectives.
    fn formation_chit(&mut self, chit: u16) {
        let battle = self.battle;
        let Chit::Formation(formation) = battle.ground.chits[usize::from(chit)] else { return };
        let division = battle.ground.formations[usize::from(formation)].division;
        let side = battle.ground.divisions[usize::from(division.0)].side;
        let own = |unit| battle.formation(unit) == Some(formation);
        let (units, contact) = battle.engaged(side, own);
        self.add(Feature::BuyChit, units);
        self.add(Feature::BuyChitContact, contact);
        // A chit for nobody is worse than none.
        self.add(Feature::Act, -i32::from(units == 0));
        if self.wants(Feature::BuyChitObjective) {
            self.add(Feature::BuyChitObjective, battle.at_hand(side, own));
        }
    }

    fn park(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        match action {
            Action::FormPark => self.add(Feature::Park, 1),
            Action::BreakPark => {
                let hex = battle.hex(unit).expect("parks are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                self.add(Feature::BreakPark, (3 - enemy).max(0));
            }
            Action::SeekContact(leader) => {
                let led_in_contact = |leader: u8| {
                    let side = battle.ground.leaders[usize::from(leader)].side;
                    battle.engaged(side, |other| battle.commands(usize::from(leader), other)).1
                };
                // A park in contact already does not change leaders for nothing.
                let now = battle.unit(unit).contact;
                let held = *self.seen.held.get_or_init(|| now.map_or(0, led_in_contact));
                let contact = led_in_contact(leader);
                self.add(Feature::SeekContact, contact - held + i32::from(now.is_none()));
            }
            _ => {}
        }
    }

    fn leader(&mut self, leader: u8, action: Action) {
        if let Action::LeaderWith(unit) = action {
            self.add(Feature::LeaderMoves, 1);
            self.leader_with(leader, unit);
        } else if let Some(unit) = self.battle.leaders[usize::from(leader)].with {
            self.leader_with(leader, unit);
        }
    }

    fn leader_with(&mut self, leader: u8, unit: UnitId) {
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let card = &battle.ground.leaders[usize::from(leader)];
        let range = card.range[usize::from(battle.leaders[usize::from(leader)].replaced)];
        // He leads whom the leaders of formations do not.
        let spare = card.commands == Commands::Division;
        let led = self.seen.led.get_or_init(|| {
            let own = battle.on_map(card.side).filter(|&(other, _)| {
                battle.may_lead(usize::from(leader), other)
                    && !(spare && battle.led_by_another(usize::from(leader), other))
            });
            own.map(|(_, at)| at).collect()
        });
        let distances = battle.ground.distances_from(hex);
        let reach = led.iter().filter(|at| distances[at.index()] <= range).count();
        self.add(Feature::LeaderReach, reach as i32);
        if self.wants(Feature::LeaderDanger) {
            let foes = self.seen.foes.get_or_init(|| {
                // Mostly he rides from where he is, as far as he commands.
                let centre = battle.leaders[usize::from(leader)].at.unwrap_or(hex);
                Foes::around(self.seen.recall, card.side.other(), centre, range, 0, |_, _| ())
            });
            self.add(Feature::LeaderDanger, foes.danger(self.seen.recall, unit, hex));
        }
        self.add(Feature::LeaderForward, (40 - battle.way(unit, hex)).max(0));
    }
}

fn air_shot(target: UnitId) -> Shot {
    Shot { firer: None, target, mode: Mode::Air, colour: super::counter::Colour::White, extra: 0 }
}

impl Battle {
    /// Steps (percent of one) and markers (likewise) a unit can be expected to lose and get on the drop
    /// table in a hex.
    fn expect_drop(&self, unit: UnitId, glider: bool, hex: HexId) -> (i32, i32) {
        let (zones, aa, terrain) = self.drop_modifiers(unit, glider, hex);
        let steps = i32::from(self.unit(unit).steps);
        (0..10).fold((0, 0), |(loss, delay), die| {
            let result = self.drop_result(die, zones + aa + terrain);
            let lost = if result.eliminated { steps } else { i32::from(result.steps) };
            (loss + 10 * lost, delay + 10 * i32::from(result.delays))
        })
    }

    /// Hexes of drop zones still to come that the unit's fire zone covers; anti-aircraft counts twice.
    fn watched_landings(&self, unit: UnitId) -> i32 {
        let (reach, Some(at)) = (self.zone_reach(unit), self.hex(unit)) else { return 0 };
        if reach == 0 {
            return 0;
        }
        let distances = self.ground.distances_from(at);
        let sticks = self.ground.sticks.iter().enumerate();
        let open = sticks.filter(|(number, _)| !self.dropped.contains(&(*number as u8)));
        let near = open.flat_map(|(_, stick)| &stick.hexes).filter(|hex| {
            // Most are too far away to ask more of them.
            distances[hex.index()] <= reach
        });
        let covered = near.filter(|&&hex| self.covers(unit, hex)).count() as i32;
        covered * if self.counter(unit).anti_aircraft { 2 } else { 1 }
    }

    /// Units of a side on the map that `test` picks, and those of them within two hexes of an enemy.
    fn engaged(&self, side: Side, test: impl Fn(UnitId) -> bool) -> (i32, i32) {
        let mut count = (0, 0);
        for (unit, hex) in self.on_map(side) {
            if test(unit) {
                count.0 += 1;
                let distances = self.ground.distances_from(hex);
                let mut enemies = self.on_map(side.other());
                let near = enemies.any(|(_, at)| distances[at.index()] <= 2);
                count.1 += i32::from(near);
            }
        }
        count
    }

    /// Units of a side on the map that `test` picks within six hexes of an objective.
    fn at_hand(&self, side: Side, test: impl Fn(UnitId) -> bool) -> i32 {
        let near = |hex: HexId| self.ground.objective_near[hex.index()] <= AT_HAND;
        self.on_map(side).filter(|&(unit, hex)| test(unit) && near(hex)).count() as i32
    }

    /// What a choice of a random event is worth to the side that makes it, percent of a step.
    fn event_worth(&self, side: Side, kind: EventKind, action: Action) -> i32 {
        match (kind, action) {
            (EventKind::LostFallschirmjaeger, Action::Pick(unit)) => {
                100 + i32::from(self.hex(unit).is_none())
            }
            (_, Action::Pick(unit)) => {
                let Some(hex) = self.hex(unit) else { return 0 };
                let state = self.unit(unit);
                let strength = i32::from(state.steps) * 20 + i32::from(self.quality(unit)) * 3;
                let engaged = (6 - self.nearest_enemy(self.side(unit), hex)).max(0) * 5;
                let own = strength + engaged;
                match kind {
                    EventKind::GreekRout => {
                        let fails = 10 - i32::from(chance_of(self.quality(unit)));
                        fails * i32::from(state.steps) * 10 + engaged
                    }
                    // 5.8 hurts the own unit: the one that can bear it best.
                    EventKind::OutOfAmmo => -own - i32::from(state.cohesion) * 50,
                    _ => own,
                }
            }
            (_, Action::PickLeader(leader)) => {
                let leader = usize::from(leader);
                let led =
                    self.on_map(side.other()).filter(|&(unit, _)| self.commands(leader, unit));
                10 * led.count() as i32
            }
            (_, Action::PickDivision(division)) => {
                i32::from(self.points[usize::from(division.0)]).min(9)
            }
            _ => 0,
        }
    }

    fn expect_opportunity(&self, firer: UnitId, target: UnitId, extra: i8) -> Option<Expected> {
        Some(self.expect(Shot { extra, ..self.shot_at(firer, target, Mode::Opportunity)? }))
    }

    /// What the company bonus adds to a shot, percent of a step.
    fn bonus_worth(&self, shot: Shot) -> i32 {
        let plain = self.expect(shot);
        let bonus = Shot { extra: shot.extra + self.ground.modifiers.company_bonus, ..shot };
        self.expect(bonus).worth() - plain.worth()
    }

    /// Hexes from `hex` to the nearest place where `side` sets up or drops.
    fn nearest_start(&self, side: Side, hex: HexId) -> i32 {
        i32::from(self.ground.start_near[side][hex.index()])
    }
}
