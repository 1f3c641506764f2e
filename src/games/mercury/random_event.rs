//! Random events (Mercury 5.0 to 5.13).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::airstrike::{ANYWHERE, AirStrikes};
use super::command::Use;
use super::counter::{Colour, DivisionId, UnitId};
use super::event::Event;
use super::fire::{Hit, Mode, Mods, Shot};
use super::ground::{Commands, EventKind, SetUp};
use super::ids::LeaderId;
use super::leaders::LeaderJoins;
use super::quality::Purpose;
use super::rulings::{Fallschirmjaeger, Partisans};
use super::state::{Battle, Place};

const COUNTER: ChanceKind = ChanceKind::new("event counter");
const STRIKES: ChanceKind = ChanceKind::new("air support");
const PARTISANS: ChanceKind = ChanceKind::new("partisans");

/// Greatest distance of an air strike from a friendly unit (5.1).
const AIR_RANGE: u8 = 3;
/// How near a settled hex the partisans strike (5.7).
const PARTISAN_RANGE: u8 = 2;
/// Rating of the partisans' attack (5.7).
pub(super) const PARTISAN_RATING: i8 = 2;
/// Markers or hits that events 5.5 and 5.9 remove.
const MENDED: u8 = 2;
/// Command points that confusion costs (5.12), and that intelligence brings (5.4).
const COMMAND: u16 = 2;

/// A random event that asks for a choice; so many are left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Happening {
    pub side: Side,
    pub kind: EventKind,
    pub left: u8,
    /// The sheets whose units it can befall: bits as in [`super::ground::Ground::sheets`].
    pub sheets: u32,
}

impl Happening {
    /// A second unit of the same formation may be mended.
    fn mend_on(self, battle: &mut Battle, unit: UnitId) {
        battle.tally.mended.get_or_insert(unit);
        battle.first(Happening { left: self.left - 1, ..self });
    }
}

impl Pending<Battle> for Happening {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(match self.kind {
            // 5.2, 5.6, 5.12: the German picks; 5.11: the Allied player picks the formation.
            EventKind::GreekRout | EventKind::TankBreakdown | EventKind::CommandConfusion => {
                Side::German
            }
            EventKind::LeaderLoss => Side::Allied,
            _ => self.side,
        })
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        battle.event_options(self, actions);
    }

    fn play(
        self,
        battle: &mut Battle,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Happening { side, kind, .. } = self;
        battle.frames.pop();
        match (kind, action) {
            (_, Action::PickDivision(division)) if kind == EventKind::Intelligence => {
                battle.inform(division, events);
            }
            (_, Action::PickDivision(division)) => battle.confuse(division, events),
            (_, Action::PickLeader(leader)) => battle.lose_leader(leader, events),
            (EventKind::GreekRout, Action::Pick(unit)) => battle.ask(unit, Purpose::Rout),
            (EventKind::Heroic, Action::Pick(unit)) => {
                battle.set_hero(side, Some(unit));
                events.push(Event::Heroic(unit));
            }
            (EventKind::Rally, Action::Pick(unit)) => {
                battle.unit_mut(unit).suppressed = false;
                events.push(Event::Rallied(unit));
                self.mend_on(battle, unit);
            }
            (EventKind::ResupplyDrop, Action::Pick(unit)) => {
                battle.unit_mut(unit).cohesion -= 1;
                events.push(Event::Steadied(unit, battle.unit(unit).cohesion));
                self.mend_on(battle, unit);
            }
            // 5.6: no conversion into a cohesion hit.
            (EventKind::TankBreakdown, Action::Pick(unit)) => battle.suppress(unit, events),
            (EventKind::Partisans, Action::Pick(unit)) => battle.partisans(unit, dice, events),
            (EventKind::OutOfAmmo, Action::Pick(unit)) => {
                battle.cohesion_hit(unit, "lack of ammunition", events);
            }
            (EventKind::LostFallschirmjaeger, Action::Pick(unit)) => {
                battle.return_step(unit, events);
            }
            _ => {}
        }
    }

    /// Goes past the event where it has no target (left).
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let mut options = Vec::new();
        self.options(battle, &mut options);
        let open = self.left > 0 && options.iter().any(|&action| action != Action::Decline);
        if !open {
            battle.frames.pop();
        }
        !open
    }
}

/// 5.8: the enemy picks the map on which a unit of the side runs out of ammunition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct WhichMap {
    pub side: Side,
}

impl WhichMap {
    /// The event goes on with the units of these sheets.
    fn go_on(self, battle: &mut Battle, sheets: u32) {
        let (side, kind) = (self.side, EventKind::OutOfAmmo);
        battle.then(Happening { side, kind, left: 1, sheets });
    }
}

impl Pending<Battle> for WhichMap {
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(self.side.other())
    }

    /// The sheets where the event finds anybody: to pick another would make it none.
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        actions.extend(battle.sheets_in_contact(self.side).map(Action::PickMap));
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::PickMap(sheet) = action {
            self.go_on(battle, 1 << sheet);
        }
    }

    /// With one map there is nothing to pick.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let several = battle.sheets_in_contact(self.side).nth(1).is_some();
        if !several {
            self.go_on(battle, ANYWHERE);
        }
        !several
    }
}

impl Battle {
    /// Units of a side next to an enemy, with their hexes.
    fn in_contact(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        self.on_map(side).filter(move |&(_, hex)| self.held_beside(hex, side.other()) > 0)
    }

    /// Numbers of the sheets on which any are.
    pub(super) fn sheets_in_contact(&self, side: Side) -> impl Iterator<Item = u8> + use<> {
        let hexes = self.in_contact(side).map(|(_, hex)| self.ground.sheets[hex.index()]);
        let bits = hexes.fold(0, |all, bits| all | bits);
        (0..32).filter(move |sheet| bits >> sheet & 1 != 0)
    }

    /// An event chit is drawn: the side draws a counter from its cup. All counters go back at once
    /// but the heroic one, which returns when the side's next event chit is drawn (5.3).
    pub(super) fn draw_event(&mut self, side: Side, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.set_hero(side, None);
        let ground = alloc::sync::Arc::clone(&self.ground);
        let cup = &ground.events[side];
        let turn = self.turn;
        let rank = |place: usize, dice: &mut dyn Dice| {
            let who = side as u16;
            dice.rank(Chance { kind: COUNTER, turn, who, whom: place as u16, nth: 0 })
        };
        let Some(place) = (0..cup.len()).min_by_key(|&place| rank(place, dice)) else { return };
        let kind = cup[place];
        events.push(Event::Happening(side, kind));
        self.tally.events.push((side, kind));
        self.happen(side, kind, dice, events);
    }

    /// What the event does, up to the first choice.
    fn happen(
        &mut self,
        side: Side,
        kind: EventKind,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.tally.mended = None;
        match kind {
            EventKind::NoEvent => {}
            EventKind::Air if self.ground.night(self.turn) => {}
            EventKind::Air => {
                let strikes = match side {
                    Side::German => {
                        let chance =
                            Chance { kind: STRIKES, turn: self.turn, who: 0, whom: 0, nth: 0 };
                        dice.roll(chance, 10) / 2
                    }
                    // A mistaken attack of the Luftwaffe, made by the Allied player.
                    Side::Allied => 1,
                };
                let within = Some(AIR_RANGE);
                self.first(AirStrikes { side, left: strikes, within, sheets: ANYWHERE });
            }
            EventKind::Intelligence => {
                match self.divisions_in_play(side).collect::<Vec<_>>().as_slice() {
                    [only] => self.inform(*only, events),
                    _ => self.first(Happening { side, kind, left: 1, sheets: ANYWHERE }),
                }
            }
            EventKind::CommandConfusion => {
                match self.divisions_in_play(side.other()).collect::<Vec<_>>().as_slice() {
                    [only] => self.confuse(*only, events),
                    _ => self.first(Happening { side, kind, left: 1, sheets: ANYWHERE }),
                }
            }
            EventKind::Rally | EventKind::ResupplyDrop => {
                self.first(Happening { side, kind, left: MENDED, sheets: ANYWHERE });
            }
            EventKind::OutOfAmmo => self.first(WhichMap { side }),
            EventKind::GreekRout
            | EventKind::Heroic
            | EventKind::TankBreakdown
            | EventKind::Partisans
            | EventKind::LostFallschirmjaeger
            | EventKind::LeaderLoss => {
                self.first(Happening { side, kind, left: 1, sheets: ANYWHERE });
            }
        }
    }

    /// Divisions of a side that an event can befall: those with anybody on the map.
    fn divisions_in_play(&self, side: Side) -> impl Iterator<Item = DivisionId> + '_ {
        let all = (0..self.ground.divisions.len() as u8).map(DivisionId);
        all.filter(move |&division| {
            self.on_map(side).any(|(unit, _)| self.counter(unit).division == division)
        })
    }

    fn inform(&mut self, division: DivisionId, events: &mut Vec<Event>) {
        let place = usize::from(division.0);
        self.command.dispatch[place] += 1;
        self.tally.purses[place].dispatch_earned += 1;
        let held = self.gain_points(division, COMMAND);
        events.push(Event::PointsNow(division, held));
        events.push(Event::Dispatch { division, held: self.command.dispatch[place] });
    }

    fn confuse(&mut self, division: DivisionId, events: &mut Vec<Event>) {
        let held = self.lose_points(division, COMMAND, Use::Confusion);
        events.push(Event::PointsNow(division, held));
    }

    /// Options of the event's chooser.
    fn event_options(&self, event: Happening, actions: &mut Vec<Action>) {
        let Happening { side, kind, sheets, .. } = event;
        let on_map = |side: Side| self.on_map(side).map(|(unit, _)| unit);
        match kind {
            EventKind::GreekRout => actions.extend(
                on_map(Side::Allied).filter(|&unit| self.counter(unit).greek).map(Action::Pick),
            ),
            EventKind::Heroic => actions.extend(on_map(side).map(Action::Pick)),
            EventKind::Rally => {
                let mended = |unit: &UnitId| self.unit(*unit).suppressed && self.mending(*unit);
                actions.extend(on_map(side).filter(mended).map(Action::Pick));
                actions.push(Action::Decline);
            }
            EventKind::ResupplyDrop => {
                let mended = |unit: &UnitId| self.unit(*unit).cohesion > 0 && self.mending(*unit);
                actions.extend(on_map(side).filter(mended).map(Action::Pick));
                actions.push(Action::Decline);
            }
            EventKind::TankBreakdown => actions.extend(
                on_map(Side::Allied)
                    .filter(|&unit| self.counter(unit).armoured && !self.unit(unit).suppressed)
                    .map(Action::Pick),
            ),
            EventKind::Partisans => actions.extend(
                self.on_map(Side::German)
                    .filter(|&(_, hex)| self.near_settlement(hex))
                    .map(|(unit, _)| Action::Pick(unit)),
            ),
            EventKind::OutOfAmmo => actions.extend(
                self.in_contact(side)
                    .filter(|&(_, hex)| self.ground.sheets[hex.index()] & sheets != 0)
                    .map(|(unit, _)| Action::Pick(unit)),
            ),
            EventKind::LostFallschirmjaeger => {
                actions.extend(self.ids().filter(|&unit| self.can_return(unit)).map(Action::Pick));
                actions.push(Action::Decline);
            }
            EventKind::LeaderLoss => {
                let losable = |leader: &LeaderId| {
                    let place = leader.index();
                    self.ground.leaders[place].side == Side::German
                        && matches!(self.ground.leaders[place].commands, Commands::Formation(_))
                        && self.command.leaders[place].with.is_some()
                        && !self.command.leaders[place].replaced
                };
                actions.extend(
                    LeaderId::all(self.command.leaders.len())
                        .filter(losable)
                        .map(Action::PickLeader),
                );
            }
            EventKind::Intelligence => {
                actions.extend(self.divisions_in_play(side).map(Action::PickDivision));
            }
            EventKind::CommandConfusion => {
                actions.extend(self.divisions_in_play(side.other()).map(Action::PickDivision));
            }
            EventKind::Air | EventKind::NoEvent => {}
        }
    }

    /// Whether the unit belongs to the formation that events 5.5 and 5.9 mend: the one picked first.
    fn mending(&self, unit: UnitId) -> bool {
        self.tally.mended.is_none_or(|first| {
            let (a, b) = (self.counter(first), self.counter(unit));
            a.formation_name == b.formation_name && a.division == b.division
        })
    }

    fn near_settlement(&self, hex: HexId) -> bool {
        let mut settlements = self.ground.settlements.iter();
        settlements.any(|&other| self.ground.distance(hex, other) <= PARTISAN_RANGE)
    }

    /// 5.10: a step lost on the map, where the stack has room for it, or a destroyed unit for which a leader's hex has room.
    fn can_return(&self, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        // A-5.10-1: those who stand on the ground when the game begins jumped before it.
        let jumped = counter.airborne
            && self
                .ground
                .set_up
                .iter()
                .any(|item| matches!(item, SetUp::Unit { unit: other, .. } if *other == unit));
        let free = self.ground.free_drops.iter().flat_map(|terms| &terms.independents);
        let along = free.copied().any(|other| other == unit);
        let sticks = &self.ground.sticks;
        let dropped = jumped || along || sticks.iter().any(|stick| stick.units.contains(&unit));
        let fits = match self.ground.rulings.fallschirmjaeger {
            Fallschirmjaeger::Dropped => dropped,
            Fallschirmjaeger::Companies => {
                dropped && matches!(counter.kind.as_str(), "para" | "glider")
            }
        };
        fits && match self.unit(unit).place {
            Place::At(hex) => {
                self.reduced(unit) && (self.unit(unit).column || self.room_for_a_step(hex))
            }
            Place::Dead(_) => self.return_hex(unit).is_some(),
            Place::Waiting | Place::Off(_) => false,
        }
    }

    /// The hex of a German leader where a destroyed unit comes back: its own formation's first.
    fn return_hex(&self, unit: UnitId) -> Option<HexId> {
        let counter = self.counter(unit);
        let leads = |leader: usize| {
            let card = &self.ground.leaders[leader];
            let own =
                matches!(card.commands, Commands::Formation(f) if self.formation(unit) == Some(f));
            let hex = self.index.leaders[leader]?;
            (card.side == counter.side && card.division == counter.division).then_some((own, hex))
        };
        let mut hexes: Vec<(bool, HexId)> =
            (0..self.command.leaders.len()).filter_map(leads).collect();
        hexes.sort_by_key(|&(own, hex)| (!own, hex));
        hexes.into_iter().map(|(_, hex)| hex).find(|&hex| self.room_for_a_step(hex))
    }

    /// 5.7: pink 2, by default without any modifier.
    fn partisans(&mut self, target: UnitId, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let hex = self.hex(target).expect("targets are on the map");
        let shot = Shot { firer: None, target, mode: Mode::Direct, colour: Colour::Pink, extra: 0 };
        let rating = match self.ground.rulings.partisans {
            Partisans::Unmodified => PARTISAN_RATING,
            Partisans::Modified => {
                let mut mods = Mods::none();
                self.aim_at(shot, None, hex, &mut mods);
                (PARTISAN_RATING + mods.sum()).clamp(0, 9)
            }
        };
        let chance = Chance { kind: PARTISANS, turn: self.turn, who: 0, whom: target.0, nth: 0 };
        let die = dice.roll(chance, 10);
        let hard = self.hard(shot.target, shot.mode, hex);
        let hit = if die == 9 || i16::from(die) > i16::from(rating) {
            Hit::Miss
        } else {
            self.ground.hit(Colour::Pink, hard, die)
        };
        events.push(Event::PartisanAttack { target, hard, rating, die, hit });
        self.take(target, hit, "partisans", events);
    }

    /// 5.10: one step comes back.
    fn return_step(&mut self, unit: UnitId, events: &mut Vec<Event>) {
        let side = self.side(unit);
        // A step that was gone before the game began is not one of those lost in it.
        let lost = &mut self.tally.steps_lost[side];
        *lost = lost.saturating_sub(1);
        let state = self.unit_mut(unit);
        state.steps += 1;
        state.lost_dropping = state.lost_dropping.saturating_sub(1);
        if let Some(hex) = self.return_hex(unit).filter(|_| self.hex(unit).is_none()) {
            let state = self.unit_mut(unit);
            state.cohesion = 0;
            state.suppressed = false;
            state.column = false;
            state.mounted = false;
            state.improved = false;
            state.parachutes = 0;
            state.gliders = 0;
            state.airlanded = false;
            state.end = None;
            self.arrive(unit, hex, events);
        }
        events.push(Event::StepBack(unit, self.unit(unit).steps));
    }

    /// 5.11: the replacement leader goes on a unit of the formation that its owner picks.
    fn lose_leader(&mut self, leader: LeaderId, events: &mut Vec<Event>) {
        let with = self.command.leaders[leader.index()].with;
        self.replace(leader.index(), with);
        events.push(Event::LeaderLost(leader));
        self.first(LeaderJoins { leader });
    }
}
