//! What an impulse is for (4.1): movement and combat, or one of the sole actions.

use alloc::vec::Vec;

use engine::{Dice, Pending, Side};

use super::action::{Action, Group};
use super::chronicle::Event;
use super::rules::Race;
use super::rulings::LandingForced;

/// What the impulse is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Orders;

impl Pending<Race> for Orders {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        if race.landing_due() {
            race.list_landings(actions);
            if !actions.is_empty() {
                return;
            }
        }
        if race.side == Side::Allied && !race.board.mercury() {
            actions.push(Action::Operate(Group::Xxx));
            actions.push(Action::Operate(Group::Flanks));
        } else {
            actions.push(Action::Operate(Group::All));
        }
        race.list_landings(actions);
        race.list_support(actions);
        race.list_bridge_orders(actions);
        actions.push(Action::Pass);
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match action {
            Action::Operate(group) => {
                race.group = group;
                events.push(Event::Activated { group });
                return race.start_moves();
            }
            Action::Drop(b) => return race.start_landing(b, false),
            Action::Airlift(b) => return race.start_landing(b, true),
            Action::CallIrregulars => return race.start_irregulars(),
            Action::Sail(port) => race.sail(port, dice, events),
            Action::AirBox(b) => {
                race.support.air_box = Some(b);
                race.support.german_air_used = true;
            }
            Action::GermanAir(hex) => {
                race.support.german_air = Some(hex);
                race.support.german_air_used = true;
            }
            Action::Naval { interdiction, resupply } => {
                race.support.place_ships(interdiction, resupply);
            }
            Action::Demolish(hex) => race.demolish(hex, dice, events),
            Action::Repair(hex) => race.try_repair(hex, dice, events),
            _ => {}
        }
        race.end_half(dice, events);
    }
}

impl Race {
    /// WG-3.2-1: impulse A of the first turn is the landing.
    pub(crate) fn landing_due(&self) -> bool {
        !self.board.mercury()
            && self.side == Side::Allied
            && self.turn == 0
            && self.impulse == 0
            && self.board.rulings.landing_forced != LandingForced::Free
    }

    /// Units of the active side that this half activates (Market-Garden 5.5).
    pub(crate) fn active(&self) -> u128 {
        self.on_map(self.side) & !self.board.barred(self.group)
    }
}
