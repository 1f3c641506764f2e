//! What a commander decides: chits bought, leaders, parks, the choices of events.

use engine::{HexId, Side};

use super::super::action::Action;
use super::super::counter::{DivisionId, UnitId};
use super::super::ground::{Chit, Commands, EventKind};
use super::super::ids::{ChitId, LeaderId};
use super::super::quality::chance_of;
use super::super::state::Battle;
use super::Sheet;
use super::features::Feature;
use super::foes::Foes;

/// Hexes from an objective within which a unit is at hand for it.
const AT_HAND: u8 = 6;

impl<S: engine::Scale> Sheet<'_, '_, S> {
    pub(super) fn dispatch(&mut self, division: DivisionId, action: Action) {
        let battle = self.battle;
        match action {
            Action::BuyChit(chit) => self.formation_chit(chit),
            Action::BuyDispatch => {
                // A point for which there is nothing to buy is worse than none.
                if battle.chits_for_sale(division).next().is_none() {
                    self.add(Feature::Act, -1);
                    return;
                }
                self.add(Feature::BuyDispatch, 1);
                let held = i32::from(battle.command.points[usize::from(division.0)]);
                self.add(Feature::BuyDispatchSpare, (held - 8).max(0));
            }
            _ => {}
        }
    }

    /// What a formation's chit is worth: its units, those near an enemy, and those at hand for the objectives.
    pub(super) fn formation_chit(&mut self, chit: ChitId) {
        let battle = self.battle;
        let Chit::Formation(formation) = battle.ground.chits[chit.index()] else { return };
        let division = battle.ground.formations[formation.index()].division;
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
        if self.wants(Feature::BuyChitOrders) {
            let recall = self.seen.recall;
            let on_the_way = |(unit, hex): &(UnitId, HexId)| {
                let forward = recall.orders.of(unit.0).is_some_and(|g| g.order.task.goes_forward());
                forward && own(*unit) && recall.posts(*unit).is_some_and(|posts| !posts.at(*hex))
            };
            let count = battle.on_map(side).filter(on_the_way).count();
            self.add(Feature::BuyChitOrders, count as i32);
        }
    }

    pub(super) fn park(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        match action {
            Action::FormPark => self.add(Feature::Park, 1),
            Action::BreakPark => {
                let hex = battle.hex(unit).expect("parks are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                self.add(Feature::BreakPark, (3 - enemy).max(0));
            }
            Action::SeekContact(leader) => {
                let led_in_contact = |leader: LeaderId| {
                    let side = battle.ground.leaders[leader.index()].side;
                    battle.engaged(side, |other| battle.commands(leader.index(), other)).1
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

    pub(super) fn leader(&mut self, leader: LeaderId, action: Action) {
        if let Action::LeaderWith(unit) = action {
            self.add(Feature::LeaderMoves, 1);
            self.leader_with(leader, unit);
        } else if let Some(unit) = self.battle.command.leaders[leader.index()].with {
            self.leader_with(leader, unit);
        }
    }

    pub(super) fn leader_with(&mut self, leader: LeaderId, unit: UnitId) {
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let card = &battle.ground.leaders[leader.index()];
        let range = card.range[usize::from(battle.command.leaders[leader.index()].replaced)];
        // He leads whom the leaders of formations do not.
        let spare = card.commands == Commands::Division;
        let led = self.seen.led.get_or_init(|| {
            let own = battle.on_map(card.side).filter(|&(other, _)| {
                battle.may_lead(leader.index(), other)
                    && !(spare && battle.led_by_another(leader.index(), other))
            });
            own.map(|(_, at)| at).collect()
        });
        let distances = battle.ground.distances_from(hex);
        let reach = led.iter().filter(|at| distances[at.index()] <= range).count();
        self.add(Feature::LeaderReach, reach as i32);
        if self.wants(Feature::LeaderDanger) {
            let foes = self.seen.foes.get_or_init(|| {
                // Mostly he rides from where he is, as far as he commands.
                let centre = battle.index.leaders[leader.index()].unwrap_or(hex);
                Foes::around(self.seen.recall, card.side.other(), centre, range, 0, |_, _| ())
            });
            self.add(Feature::LeaderDanger, foes.danger(self.seen.recall, unit, hex));
        }
        self.add(Feature::LeaderForward, (40 - self.seen.recall.way(unit, hex)).max(0));
    }
}

impl Battle {
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

    /// The strength of a side next to enemies on a sheet: a hit that its owner gives to the least of few hurts more than
    /// one given to the least of many, so fewer are better.
    pub(super) fn contact_on(&self, side: Side, sheet: u8) -> i32 {
        let near = |&(_, hex): &(UnitId, HexId)| {
            self.ground.sheets[hex.index()] >> sheet & 1 != 0
                && self.held_beside(hex, side.other()) > 0
        };
        100 - self.on_map(side).filter(near).count() as i32
    }

    /// What a choice of a random event is worth to the side that makes it, percent of a step.
    pub(super) fn event_worth(&self, side: Side, kind: EventKind, action: Action) -> i32 {
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
                let leader = leader.index();
                let led =
                    self.on_map(side.other()).filter(|&(unit, _)| self.commands(leader, unit));
                10 * led.count() as i32
            }
            (kind, Action::PickDivision(division)) => {
                let held = i32::from(self.command.points[usize::from(division.0)]);
                let owner = self.ground.divisions[usize::from(division.0)].side;
                let own = |unit: UnitId| self.counter(unit).division == division;
                let (units, engaged) = self.engaged(owner, own);
                // 5.4 is worth most to who has most in contact, and few points for it; 5.12 takes two at most.
                if kind == EventKind::CommandConfusion {
                    held.min(2) * (units + 10 * engaged)
                } else {
                    units + 10 * engaged - held
                }
            }
            _ => 0,
        }
    }
}
