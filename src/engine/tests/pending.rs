//! The list of what a game waits for, on the smallest game: it passes everything on to the decision that is pending.

use engine::{Dice, FromSetup as _, Pending, Position, Scripted, Side};
use games::skirmish::{Action, Event, Skirmish, ridge};

/// The Germans stand, so often.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Stand {
    times: u8,
}

/// The Allies have nothing to say: it goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Silence;

impl Pending<Skirmish> for Stand {
    fn decider(self, _: &Skirmish) -> Option<Side> {
        Some(Side::German)
    }

    fn subject(self, _: &Skirmish) -> Option<u16> {
        Some(7)
    }

    fn options(self, _: &Skirmish, actions: &mut Vec<Action>) {
        actions.extend((0..u16::from(self.times)).map(Action::Stand));
    }

    fn play(
        self,
        game: &mut Skirmish,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        game.apply_unchecked(action, dice, events);
    }
}

impl Pending<Skirmish> for Silence {
    fn decider(self, _: &Skirmish) -> Option<Side> {
        None
    }

    fn proceed(self, _: &mut Skirmish, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        true
    }
}

engine::pending! {
    /// What is to be decided.
    enum Waits of Skirmish {
        /// A unit stands.
        Stand,
        /// Nothing.
        Silence,
    }
}

#[test]
fn the_list_passes_on_what_it_is_asked() {
    let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
    let (dice, events) = (&mut Scripted::always(4), &mut Vec::new());
    game.open(dice, events);
    let stand = Waits::from(Stand { times: 2 });
    assert_eq!((stand.decider(&game), stand.subject(&game)), (Some(Side::German), Some(7)));
    let mut actions = Vec::new();
    stand.options(&game, &mut actions);
    assert_eq!(actions, [Action::Stand(0), Action::Stand(1)]);
    assert!(!stand.proceed(&mut game, dice, events), "it waits");
    let before = game.clone();
    stand.play(&mut game, actions[0], dice, events);
    assert_ne!(game, before);
    let silence = Waits::from(Silence);
    assert_eq!((silence.decider(&game), silence.subject(&game)), (None, None));
    actions.clear();
    silence.options(&game, &mut actions);
    assert!(actions.is_empty());
    assert!(silence.proceed(&mut game, dice, events), "it goes on");
}

#[test]
#[should_panic(expected = "no option of Silence")]
fn what_asks_nobody_has_no_options() {
    let mut game = Skirmish::from_setup(ridge()).expect("a sound scenario");
    let silence = Waits::from(Silence);
    silence.play(&mut game, Action::Stand(0), &mut Scripted::always(4), &mut Vec::new());
}
