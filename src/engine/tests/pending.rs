//! The list of what a game waits for, on a game of counting: it passes everything on to the decision that is pending.

mod toy;

use engine::{Dice, Pending, Position, Scripted, Side};
use toy::{Action, Event, Ridge, small};

/// The Germans stand, so often.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Stand {
    times: u8,
}

/// The Allies have nothing to say: it goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Silence;

impl Pending<Ridge> for Stand {
    fn decider(self, _: &Ridge) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &Ridge) -> Option<u16> {
        Some(7)
    }

    fn options(self, _: &Ridge, actions: &mut Vec<Action>) {
        actions.extend((0..u16::from(self.times)).map(Action::Stand));
    }

    fn play(self, ridge: &mut Ridge, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        ridge.apply_unchecked(action, dice, events);
    }
}

impl Pending<Ridge> for Silence {
    fn decider(self, _: &Ridge) -> Option<Side> {
        None
    }

    fn proceed(self, _: &mut Ridge, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        true
    }
}

engine::pending! {
    /// What is to be decided.
    enum Waits of Ridge {
        /// A unit stands.
        Stand,
        /// Nothing.
        Silence,
    }
}

#[test]
fn the_list_passes_on_what_it_is_asked() {
    let mut ridge = Ridge::new(small());
    let (dice, events) = (&mut Scripted::always(4), &mut Vec::new());
    ridge.open(dice, events);
    let stand = Waits::from(Stand { times: 2 });
    assert_eq!((stand.decider(&ridge), stand.subject(&ridge)), (Some(Side::German), Some(7)));
    let mut actions = Vec::new();
    stand.options(&ridge, &mut actions);
    assert_eq!(actions, [Action::Stand(0), Action::Stand(1)]);
    assert!(!stand.proceed(&mut ridge, dice, events), "it waits");
    let before = ridge.clone();
    stand.play(&mut ridge, actions[0], dice, events);
    assert_ne!(ridge, before);
    let silence = Waits::from(Silence);
    assert_eq!((silence.decider(&ridge), silence.subject(&ridge)), (None, None));
    actions.clear();
    silence.options(&ridge, &mut actions);
    assert!(actions.is_empty());
    assert!(silence.proceed(&mut ridge, dice, events), "it goes on");
}

#[test]
#[should_panic(expected = "no option of Silence")]
fn what_asks_nobody_has_no_options() {
    let mut ridge = Ridge::new(small());
    let silence = Waits::from(Silence);
    silence.play(&mut ridge, Action::Stand(0), &mut Scripted::always(4), &mut Vec::new());
}
