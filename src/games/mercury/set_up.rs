//! Set-up: who begins where and how, and with which chit (Mercury 11.0).

use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Pending, Side};

use super::action::Action;
use super::counter::{Movement, UnitId};
use super::event::Event;
use super::ground::{Room, SetUp};
use super::ids::LeaderId;
use super::state::Battle;

const SET_UP: ChanceKind = ChanceKind::new("set-up");
const SET_UP_HEX: ChanceKind = ChanceKind::new("set-up hex");

/// Choices of set-up, from this one on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct SettingUp {
    pub next: u16,
}

impl SettingUp {
    fn item(self, battle: &Battle) -> &SetUp {
        &battle.ground.set_up[usize::from(self.next)]
    }

    fn after(self) -> SettingUp {
        SettingUp { next: self.next + 1 }
    }

    /// The leader whose unit is chosen.
    pub fn leader(self, battle: &Battle) -> Option<LeaderId> {
        match self.item(battle) {
            SetUp::Leader { leader, .. } => Some(*leader),
            SetUp::Unit { .. } | SetUp::Random { .. } => None,
        }
    }
}

impl Pending<Battle> for SettingUp {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(match self.item(battle) {
            SetUp::Unit { unit, .. } => battle.side(*unit),
            SetUp::Random { units, .. } => battle.side(units[0]),
            SetUp::Leader { leader, .. } => battle.ground.leaders[leader.index()].side,
        })
    }

    fn subject(self, battle: &Battle) -> Option<u16> {
        match self.item(battle) {
            SetUp::Unit { unit, .. } => Some(unit.0),
            SetUp::Random { .. } | SetUp::Leader { .. } => None,
        }
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        match self.item(battle) {
            SetUp::Unit { unit, hexes, room, .. } => {
                let one = hexes.len() == 1;
                let free = |hex: &&HexId| match room {
                    _ if one => true,
                    Room::Empty => battle.index.stacks[hex.index()].is_none(),
                    Room::Without(others) => {
                        battle.fits(*unit, **hex, false)
                            && battle.stack(**hex).all(|other| !others.contains(&other))
                    }
                    Room::Filling(own) => {
                        battle.fits(*unit, **hex, false)
                            && (!battle.must_fill(own, hexes) || battle.without(own, **hex))
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

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.set_up(self, action, events);
    }

    /// Set-up goes on with the next real choice.
    fn proceed(self, battle: &mut Battle, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let ground = alloc::sync::Arc::clone(&battle.ground);
        let Some(item) = ground.set_up.get(usize::from(self.next)) else {
            battle.frames.pop();
            return true;
        };
        if let SetUp::Random { units, hexes } = item {
            battle.then(self.after());
            battle.scatter_set_up(units, hexes, dice, events);
            return true;
        }
        let mut options = Vec::new();
        self.options(battle, &mut options);
        if let (SetUp::Unit { .. }, [only]) = (item, options.as_slice()) {
            battle.set_up(self, *only, events);
            return true;
        }
        false
    }
}

impl Battle {
    /// Whether a hex has none of these units.
    fn without(&self, units: &[UnitId], hex: HexId) -> bool {
        self.stack(hex).all(|other| !units.contains(&other))
    }

    /// Whether as many hexes are without one of the units as there are units still to be placed.
    fn must_fill(&self, units: &[UnitId], hexes: &[HexId]) -> bool {
        let left = units.iter().filter(|&&unit| self.hex(unit).is_none()).count();
        hexes.iter().filter(|&&hex| self.without(units, hex)).count() >= left
    }
}

/// The chit that opens the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening;

impl Pending<Battle> for Opening {
    /// Scenario 8: the German player.
    fn decider(self, _: &Battle) -> Option<Side> {
        Some(Side::German)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let all = core::iter::once(&battle.ground.first_chit).chain(&battle.ground.first_choice);
        actions.extend(all.map(|&chit| Action::OpenWith(chit)));
    }

    /// The chit chosen opens the game; those it was chosen from go into the cup, unless it stands alone.
    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let Action::OpenWith(chit) = action else { return };
        battle.frames.pop();
        let ground = alloc::sync::Arc::clone(&battle.ground);
        let all = core::iter::once(&ground.first_chit).chain(&ground.first_choice);
        let left = all.filter(|&&other| other != chit && !ground.first_chit_alone);
        for &other in left {
            battle.cup.put(other.0);
        }
        battle.carried = Some(chit);
        events.push(Event::Opens(chit));
    }
}

/// How a unit begins or, where it `arrives`, comes onto the map: in column, mounted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Begin {
    pub unit: UnitId,
    pub arrives: bool,
}

impl Pending<Battle> for Begin {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.side(self.unit))
    }

    fn subject(self, _: &Battle) -> Option<u16> {
        Some(self.unit.0)
    }

    /// In column or not, mounted or not (Mercury 11.0, general comments); within stacking at the start, while who
    /// arrives may overstack, in column too (11.0, S1.0, S7.0).
    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let Begin { unit, arrives } = self;
        let counter = battle.counter(unit);
        let hex = battle.hex(unit).expect("placed before this is asked");
        let column_free = arrives || battle.fits(unit, hex, true);
        let can_mount = counter.transport.is_some() && counter.movement == Movement::Star;
        let can_march = matches!(counter.movement, Movement::Points(..));
        let begin = |column, mounted, dug_in| Action::Begin { column, mounted, dug_in };
        actions.push(begin(false, false, false));
        if battle.may_dig_in(unit) {
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

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        battle.frames.pop();
        let Action::Begin { column, mounted, dug_in } = action else { return };
        let unit = self.unit;
        let state = battle.unit_mut(unit);
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

    /// A unit that can begin in one way only does so.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.over_without_choice(self)
    }
}

impl Battle {
    /// Units spread over hexes at random: each unit has a rank of its own, the hexes are dealt in order. Of more
    /// hexes than units those are dealt that nobody holds, by ranks of their own.
    fn scatter_set_up(
        &mut self,
        units: &[UnitId],
        hexes: &[HexId],
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let mut order: Vec<UnitId> = units.to_vec();
        order.sort_by_cached_key(|unit| {
            dice.rank(Chance { kind: SET_UP, turn: 0, who: unit.0, whom: 0, nth: 0 })
        });
        let mut hexes = hexes.to_vec();
        if hexes.len() > order.len() {
            hexes.retain(|hex| self.index.stacks[hex.index()].is_none());
            hexes.sort_by_cached_key(|hex| {
                let (who, whom) = (units[0].0, hex.0);
                dice.rank(Chance { kind: SET_UP_HEX, turn: 0, who, whom, nth: 0 })
            });
        }
        for (unit, hex) in order.into_iter().zip(hexes) {
            self.arrive(unit, hex, events);
            self.first(Begin { unit, arrives: false });
        }
    }

    fn set_up(&mut self, setting_up: SettingUp, action: Action, events: &mut Vec<Event>) {
        self.then(setting_up.after());
        let ground = alloc::sync::Arc::clone(&self.ground);
        match (&ground.set_up[usize::from(setting_up.next)], action) {
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
                    self.first(Begin { unit: *unit, arrives: false });
                }
            }
            (SetUp::Leader { leader, .. }, Action::LeaderWith(unit)) => {
                self.lead(leader.index(), Some(unit));
                events.push(Event::LeaderMoved(*leader, unit));
            }
            (_, action) => unreachable!("{action:?} is no choice of set-up"),
        }
    }

    /// Whether the scenario lets the unit begin in an improved position.
    fn may_dig_in(&self, unit: UnitId) -> bool {
        self.turn == 0
            && self.ground.set_up.iter().any(|item| {
                matches!(item, SetUp::Unit { unit: other, may_dig: true, .. } if *other == unit)
            })
    }
}
