//! German free drops: battalions that jump where the German player likes (Mercury O1.0).
//!
//! In each wave all battalions are named first, each with its target and whoever goes with it; then they come down, one
//! after the other, as ordinary sticks do, or scattered.

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, Direction, HexId, Pending, Side};

use super::action::Action;
use super::counter::{DivisionId, UnitId};
use super::dropped::{Dropped, Way};
use super::drops::Dropping;
use super::event::Event;
use super::ids::{ChitId, StickId};
use super::leaders::LeaderJoins;
use super::rulings::ScatterZero;
use super::state::{Battle, Place};

const SCATTERS: ChanceKind = ChanceKind::new("stick scatters");
const DIRECTION: ChanceKind = ChanceKind::new("scatter direction");
const DISTANCE: ChanceKind = ChanceKind::new("scatter distance");

/// What may be dropped, when, and on what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeDrops {
    /// The battalions, each a stick without a turn or a zone of its own.
    pub battalions: Vec<StickId>,
    /// Units of which one may go along with a battalion.
    pub independents: Vec<UnitId>,
    /// The drops, in the order of their turns.
    pub waves: Vec<Wave>,
    /// Hexes between the targets of one wave.
    pub apart: u8,
    /// Hexes that may be targets.
    pub targets: Vec<HexId>,
}

/// The sticks of one turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The turn.
    pub turn: u16,
    /// Sticks that come.
    pub sticks: u8,
    /// A die from this on scatters a stick.
    pub scatters_from: u8,
}

/// Chits of which the German player puts some into the cup of the first turn (11.0, scenario 13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CupChoice {
    /// How many.
    pub count: u8,
    /// Of these.
    pub chits: Vec<ChitId>,
}

/// A battalion that has been named.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// With which wave.
    pub wave: u8,
    /// The battalion.
    pub stick: StickId,
    /// The target.
    pub target: HexId,
    /// Who goes with it.
    pub with: Option<UnitId>,
}

/// The German player names the next battalion of a wave.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FreeDrop {
    pub wave: u8,
}

impl FreeDrop {
    /// Whether as many as may come are named.
    fn complete(self, battle: &Battle) -> bool {
        let named = battle.jumps(self.wave).count();
        let sticks = battle.free_drops().waves[usize::from(self.wave)].sticks;
        named >= usize::from(sticks) || battle.unnamed().next().is_none()
    }
}

impl Pending<Battle> for FreeDrop {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.unnamed().map(Action::JumpNext));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::JumpNext(stick) = action {
            battle.first(FreeTarget { wave: self.wave, stick });
        }
    }

    /// Once all are named they come down; then leaders join who come with them (11.0).
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        if !self.complete(battle) {
            return false;
        }
        battle.frames.pop();
        battle.arrivals.waves_named = self.wave + 1;
        let jumps: Vec<StickId> = battle.jumps(self.wave).map(|jump| jump.stick).collect();
        let mut leaders = Vec::new();
        for &stick in &jumps {
            let leader = battle.ground.sticks[stick.index()].leader;
            if let Some(leader) = leader.filter(|leader| !leaders.contains(leader)) {
                leaders.push(leader);
            }
        }
        for &leader in leaders.iter().rev() {
            let state = &battle.command.leaders[leader.index()];
            let came = state.with.is_some() || state.replaced;
            if !came && !battle.command.unseated.contains(&leader) {
                battle.first(LeaderJoins { leader });
            }
        }
        for &stick in jumps.iter().rev() {
            battle.first(FreeLanding { stick });
        }
        true
    }
}

/// The German player designates the target of a battalion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FreeTarget {
    pub wave: u8,
    pub stick: StickId,
}

impl Pending<Battle> for FreeTarget {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        Some(battle.ground.sticks[self.stick.index()].units[0].0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let terms = battle.free_drops();
        let others: Vec<HexId> = battle.jumps(self.wave).map(|jump| jump.target).collect();
        let clear = |hex: HexId| {
            others.iter().all(|&other| battle.ground.distance(other, hex) > terms.apart)
        };
        let free = terms.targets.iter().copied().filter(|&hex| clear(hex));
        actions.extend(free.map(Action::DropTarget));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::DropTarget(target) = action {
            let FreeTarget { wave, stick } = self;
            battle.then(FreeCompany { jump: Jump { wave, stick, target, with: None } });
        }
    }

    fn proceed(self, _: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        false
    }
}

/// The German player says which independent goes along with a battalion, or none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FreeCompany {
    pub jump: Jump,
}

impl FreeCompany {
    fn goes(self, battle: &mut Battle, with: Option<UnitId>, events: &mut Vec<Event>) {
        battle.frames.pop();
        battle.arrivals.jumps.push(Jump { with, ..self.jump });
        events.push(Event::JumpNamed { stick: self.jump.stick, target: self.jump.target, with });
    }
}

impl Pending<Battle> for FreeCompany {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        Some(battle.ground.sticks[self.jump.stick.index()].units[0].0)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.companions().map(Action::DropWith));
        actions.push(Action::DropAlone);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let with = if let Action::DropWith(unit) = action { Some(unit) } else { None };
        self.goes(battle, with, events);
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let alone = battle.companions().next().is_none();
        if alone {
            self.goes(battle, None, events);
        }
        alone
    }
}

/// A battalion comes down, scattered or not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FreeLanding {
    pub stick: StickId,
}

impl Pending<Battle> for FreeLanding {
    fn decider(self, _: &Battle) -> Option<Side> {
        None
    }

    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        battle.frames.pop();
        let stick = self.stick;
        if battle.scatters(stick, dice, events) {
            battle.come_down_scattered(stick, dice, events);
            battle.arrivals.dropped.push(stick);
        } else {
            battle.first(Dropping { stick, next: 0 });
        }
        true
    }
}

/// The German player puts chits of his choice into the cup of the first turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FillCup {
    pub left: u8,
}

impl FillCup {
    fn chits(battle: &Battle) -> impl Iterator<Item = ChitId> + '_ {
        let all = battle.ground.cup_choice.iter().flat_map(|choice| &choice.chits);
        all.copied().filter(|chit| !battle.cup.chits().contains(&chit.0))
    }
}

impl Pending<Battle> for FillCup {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(FillCup::chits(battle).map(Action::AddChit));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.then(FillCup { left: self.left - 1 });
        if let Action::AddChit(chit) = action {
            battle.cup.put(chit.0);
            events.push(Event::ChitAdded(chit));
        }
    }

    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = self.left == 0 || FillCup::chits(battle).next().is_none();
        if over {
            battle.frames.pop();
        }
        over
    }
}

impl Battle {
    /// The terms of the free drops; the caller knows that there are some.
    pub(super) fn free_drops(&self) -> &FreeDrops {
        self.ground.free_drops.as_ref().expect("battalions drop freely")
    }

    /// Battalions named for a wave.
    fn jumps(&self, wave: u8) -> impl Iterator<Item = Jump> + '_ {
        self.arrivals.jumps.iter().copied().filter(move |jump| jump.wave == wave)
    }

    /// The battalion of a stick as it was named; none for sticks of the scenario.
    pub(super) fn jump(&self, stick: StickId) -> Option<Jump> {
        self.arrivals.jumps.iter().copied().find(|jump| jump.stick == stick)
    }

    /// Battalions that nobody has named yet.
    fn unnamed(&self) -> impl Iterator<Item = StickId> + '_ {
        let all = self.ground.free_drops.iter().flat_map(|terms| &terms.battalions);
        all.copied().filter(|&stick| self.jump(stick).is_none())
    }

    /// Independents that have gone with nobody yet.
    fn companions(&self) -> impl Iterator<Item = UnitId> + '_ {
        let all = self.ground.free_drops.iter().flat_map(|terms| &terms.independents);
        all.copied().filter(|&unit| self.arrivals.jumps.iter().all(|jump| jump.with != Some(unit)))
    }

    /// The wave of a division that may come now, if any battalion is left.
    fn wave_due(&self, division: DivisionId) -> Option<u8> {
        let terms = self.ground.free_drops.as_ref()?;
        let wave = self.arrivals.waves_named;
        let due = terms.waves.get(usize::from(wave)).is_some_and(|wave| wave.turn <= self.turn);
        let stick = self.unnamed().next().filter(|_| due)?;
        let unit = self.ground.sticks[stick.index()].units[0];
        (self.counter(unit).division == division).then_some(wave)
    }

    /// Whether a wave of the division is due.
    pub(super) fn free_drop_due(&self, division: DivisionId) -> bool {
        self.wave_due(division).is_some()
    }

    /// The division's chit brings the wave that is due.
    pub(super) fn call_free_drop(&mut self, division: DivisionId) {
        if let Some(wave) = self.wave_due(division) {
            self.first(FreeDrop { wave });
        }
    }

    /// Whether a stick scatters: a die and one more for each enemy whose fire zone covers the target or a hex next to it,
    /// two for anti-aircraft units.
    fn scatters(&self, stick: StickId, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let jump = self.jump(stick).expect("it was named");
        let wave = self.free_drops().waves[usize::from(jump.wave)];
        let modifier = self.scatter_modifier(jump.target);
        let who = u16::from(stick.0);
        let chance = Chance { kind: SCATTERS, turn: wave.turn, who, whom: 0, nth: 0 };
        let die = dice.roll(chance, 10);
        let scatters = u16::from(die) + modifier >= u16::from(wave.scatters_from);
        events.push(Event::StickScatters { stick, die, modifier, scatters });
        scatters
    }

    /// What enemies round a target add to the die.
    pub(super) fn scatter_modifier(&self, target: HexId) -> u16 {
        let map = &self.ground.map;
        let watches = |enemy: UnitId| {
            self.covers(enemy, target)
                || map.neighbours(target).any(|(_, hex)| self.covers(enemy, hex))
        };
        let enemies = self.on_map(Side::Allied).filter(|&(enemy, _)| watches(enemy));
        enemies.map(|(enemy, _)| 1 + u16::from(self.counter(enemy).anti_aircraft)).sum()
    }

    /// Every unit of a scattered stick drifts by itself.
    fn come_down_scattered(
        &mut self,
        stick: StickId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let jump = self.jump(stick).expect("it was named");
        let turn = self.free_drops().waves[usize::from(jump.wave)].turn;
        for place in 0.. {
            let Some(unit) = (Dropping { stick, next: place }).unit(self) else { break };
            let chance = |kind| Chance { kind, turn, who: unit.0, whom: 0, nth: 0 };
            let way = Direction::ALL[usize::from(dice.roll(chance(DIRECTION), 6))];
            let die = dice.roll(chance(DISTANCE), 10);
            let ten = self.ground.rulings.scatter_zero == ScatterZero::Ten;
            let die = if die == 0 && ten { 10 } else { die };
            let hexes = die.div_ceil(3);
            let map = &self.ground.map;
            let at = (0..hexes).try_fold(jump.target, |hex, _| map.neighbour(hex, way));
            events.push(Event::Drifted { unit, way, hexes, to: at });
            match at.filter(|&hex| self.takes_in(hex)) {
                Some(hex) if !self.held_by(hex, Side::Allied) => {
                    Dropping { stick, next: place }.touch_down(self, unit, hex, events);
                }
                Some(hex) => self.lost_landing(unit, hex, Way::OnEnemy(stick), events),
                None => {
                    let hex = at.unwrap_or(jump.target);
                    self.lost_landing(unit, hex, Way::Astray(stick), events);
                }
            }
        }
    }

    /// Whether who falls into a hex lives: no water, city or town, and nowhere that nobody can enter.
    fn takes_in(&self, hex: HexId) -> bool {
        let terrain = self.ground.terrain(hex);
        let dense = terrain.settled && !terrain.landable;
        !dense && terrain.enter.iter().flatten().any(Option::is_some)
    }

    /// A unit is lost where it comes down, before the drop table is asked.
    pub(super) fn lost_landing(
        &mut self,
        unit: UnitId,
        hex: HexId,
        way: Way,
        events: &mut Vec<Event>,
    ) {
        let (steps, side, turn) = (self.unit(unit).steps, self.side(unit), self.turn);
        self.tally.steps_lost[side] += u16::from(steps);
        let state = self.unit_mut(unit);
        state.steps = 0;
        state.lost_dropping += steps;
        state.place = Place::Dead(hex);
        state.end = Some((turn, "drop"));
        self.steps_shift_morale(unit, steps, events);
        events.push(Event::Dropped(Dropped {
            turn,
            unit,
            hex,
            way,
            zones: 0,
            aa: 0,
            terrain: 0,
            die: None,
            steps,
            bore: 0,
            lost: steps,
        }));
        events.push(Event::Eliminated(unit));
    }
}
