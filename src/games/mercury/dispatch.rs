//! Step D: dispatch points and formation chits (series rules; prices are a reconstruction, U-2).

use alloc::vec::Vec;

use super::action::Action;
use super::command::Use;
use super::counter::DivisionId;
use super::event::Event;
use super::ground::Chit;
use super::rulings::PriceSchedule;
use super::state::Battle;

/// Places in the count of a turn's purchases.
const POINTS: usize = 0;
const CHITS: usize = 1;

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
    pub(super) fn chits_for_sale(&self, division: DivisionId) -> impl Iterator<Item = u16> + '_ {
        (0..self.ground.chits.len() as u16).filter(move |&number| {
            let Chit::Formation(formation) = self.ground.chits[usize::from(number)] else {
                return false;
            };
            let card = &self.ground.formations[usize::from(formation)];
            card.division == division
                && card.from_turn <= self.turn
                && self.formation_leader(formation).is_some()
                && self.carried != Some(number)
                && self.cup.chits().binary_search(&number).is_err()
        })
    }

    /// A division's purchases wait for a choice while it can afford any.
    pub(super) fn dispatch_proceeds(&mut self, division: DivisionId) -> bool {
        let mut options = Vec::new();
        self.dispatch_options(division, &mut options);
        if options.len() > 1 {
            return false;
        }
        self.frames.pop();
        true
    }

    /// Options of step D.
    pub(super) fn dispatch_options(&self, division: DivisionId, actions: &mut Vec<Action>) {
        let place = usize::from(division.0);
        if self.dispatches(division) {
            if self.dispatch[place] >= self.price(division, CHITS) {
                actions.extend(self.chits_for_sale(division).map(Action::BuyChit));
            }
            // Mercury 3.2 D I: whether or not there is a chit to buy in this turn.
            if self.points[place] >= self.price(division, POINTS) {
                actions.push(Action::BuyDispatch);
            }
        }
        actions.push(Action::EndBuying);
    }

    /// Plays an option of step D.
    pub(super) fn buy(&mut self, division: DivisionId, action: Action, events: &mut Vec<Event>) {
        let place = usize::from(division.0);
        match action {
            Action::BuyDispatch => {
                let price = self.price(division, POINTS);
                self.dispatch[place] += 1;
                self.tally.purses[place].dispatch_earned += 1;
                self.tally.purses[place].bought[POINTS] += 1;
                self.spend(division, price, Use::Dispatch, events);
                events.push(Event::Dispatch { division, held: self.dispatch[place] });
            }
            Action::BuyChit(chit) => {
                let price = self.price(division, CHITS);
                self.dispatch[place] -= price;
                self.tally.purses[place].dispatch_spent += price;
                self.tally.purses[place].bought[CHITS] += 1;
                self.cup.put(chit);
                events.push(Event::ChitBought { division, chit, left: self.dispatch[place] });
            }
            _ => {
                self.frames.pop();
            }
        }
    }
}
