//! Step D: dispatch points and formation chits (series rules; prices are a reconstruction, U-2).

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::Action;
use super::command::Use;
use super::counter::DivisionId;
use super::event::Event;
use super::ground::Chit;
use super::ids::ChitId;
use super::rulings::PriceSchedule;
use super::state::Battle;

/// Places in the count of a turn's purchases.
const POINTS: usize = 0;
const CHITS: usize = 1;

/// Step D for a division.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Dispatch {
    pub division: DivisionId,
}

impl Pending<Battle> for Dispatch {
    fn decider(self, battle: &Battle) -> Option<Side> {
        Some(battle.ground.divisions[usize::from(self.division.0)].side)
    }

    fn options(self, battle: &Battle, actions: &mut Vec<Action>) {
        let Dispatch { division } = self;
        let place = usize::from(division.0);
        if battle.dispatches(division) {
            if battle.command.dispatch[place] >= battle.price(division, CHITS) {
                actions.extend(battle.chits_for_sale(division).map(Action::BuyChit));
            }
            // Mercury 3.2 D I: whether or not there is a chit to buy in this turn.
            if battle.command.points[place] >= battle.price(division, POINTS) {
                actions.push(Action::BuyDispatch);
            }
        }
        actions.push(Action::EndBuying);
    }

    fn play(self, battle: &mut Battle, action: Action, _: &mut dyn Dice, events: &mut Vec<Event>) {
        let Dispatch { division } = self;
        let place = usize::from(division.0);
        match action {
            Action::BuyDispatch => {
                let price = battle.price(division, POINTS);
                battle.command.dispatch[place] += 1;
                battle.tally.purses[place].dispatch_earned += 1;
                battle.tally.purses[place].bought[POINTS] += 1;
                battle.spend(division, price, Use::Dispatch, events);
                events.push(Event::Dispatch { division, held: battle.command.dispatch[place] });
            }
            Action::BuyChit(chit) => {
                let price = battle.price(division, CHITS);
                battle.command.dispatch[place] -= price;
                battle.tally.purses[place].dispatch_spent += price;
                battle.tally.purses[place].bought[CHITS] += 1;
                battle.cup.put(chit.0);
                events.push(Event::ChitBought {
                    division,
                    chit,
                    left: battle.command.dispatch[place],
                });
            }
            _ => {
                battle.frames.pop();
            }
        }
    }

    /// Purchases wait for a choice while the division can afford any.
    fn proceed(self, battle: &mut Battle, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        battle.over_without_choice(self)
    }
}

impl Battle {
    /// The price of the next purchase of a kind by the division in this turn.
    fn price(&self, division: DivisionId, kind: usize) -> u16 {
        match self.ground.rulings.price_schedule {
            PriceSchedule::Flat1 => 1,
            PriceSchedule::Flat2 => 2,
            PriceSchedule::Flat3 => 3,
            PriceSchedule::Chit1Point2 => {
                if kind == CHITS {
                    1
                } else {
                    2
                }
            }
            PriceSchedule::Rising => {
                u16::from(self.tally.purses[usize::from(division.0)].bought[kind] + 1).min(3)
            }
        }
    }

    /// Whether the division uses dispatch points at all.
    fn dispatches(&self, division: DivisionId) -> bool {
        self.ground.divisions[usize::from(division.0)].dispatch_rating.is_some()
    }

    /// Formation chits that the division can buy now: not in the cup, not carried over, known by now, and of a
    /// formation whose leader is on the map (series rules 7.2). Who has come in the turn before is there when step D
    /// comes; who comes in this turn is not.
    pub(super) fn chits_for_sale(&self, division: DivisionId) -> impl Iterator<Item = ChitId> + '_ {
        ChitId::all(self.ground.chits.len()).filter(move |&number| {
            let Chit::Formation(formation) = self.ground.chits[number.index()] else {
                return false;
            };
            let card = &self.ground.formations[formation.index()];
            card.division == division
                && card.from_turn <= self.turn
                && self.formation_leader(formation).is_some()
                && self.carried != Some(number)
                && self.cup.chits().binary_search(&number.0).is_err()
        })
    }
}
