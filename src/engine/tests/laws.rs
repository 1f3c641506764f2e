//! The shared conformance suite and perft, tried on a small game that keeps the laws and on
//! games that break one each: a suite that never fails proves nothing.

mod toy;

use engine::{
    Account, Conformance, Dice, Entry, GameFacts, HexId, Measure, MeasureOf, Narrate, Notation,
    Outcome, Placeable, Placing, PlanKind, Plannable, Position, Side, Topic, TurnFacts, UnitEntry,
    UnitFate, check, perft,
};
use toy::{Action, Event, Ridge, small};

const HOW: Conformance = Conformance { games: 200, bound: 100, every: 1 };

#[test]
fn the_toy_keeps_the_laws() {
    let start = Ridge::new(small());
    assert_eq!(check(&start, HOW, |_| Ok(())), Ok(()));
}

#[test]
fn an_invariant_of_the_game_is_asked_for() {
    let start = Ridge::new(small());
    let law = check(&start, HOW, |_| Err("two units in one hex".into())).unwrap_err();
    assert_eq!(law.law, "the game's own invariants hold");
}

/// Counted by hand. Every die 4: equal ranks, so the German chit comes first. The unit in 01.01
/// may stand or go SE (2); either way the one in 01.02 has four choices (8); the defender in
/// 04.02 may stand or go anywhere but NE, where its friend stands (48).
#[test]
fn perft_counts_lines_of_play() {
    let mut start = Ridge::new(small());
    start.open(&mut engine::Scripted::always(4), &mut Vec::new());
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 2, 8, 48]);
}

/// Which law a [`Rogue`] breaks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Crime {
    NeverEnds,
    SameTextTwice,
    ListsAgainOtherwise,
    ActsWhenOver,
    NoFates,
    ForgetsAValue,
    NamesAMeasureTwice,
    PlacesWhereNoPlanMay,
    OffersAUnitTwice,
}

/// The toy, breaking one law.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rogue {
    game: Ridge,
    crime: Crime,
}

thread_local! {
    static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Position for Rogue {
    type Action = Action;
    type View<'a> = &'a Rogue;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.game.open(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        match self.crime {
            Crime::ActsWhenOver => Some(Side::German),
            _ => self.game.to_act(),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.game.legal_actions(actions);
        let asked = ASKED.with(|asked| asked.replace(asked.get() + 1));
        if self.crime == Crime::ListsAgainOtherwise && asked % 2 == 1 {
            actions.reverse();
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.crime != Crime::NeverEnds {
            self.game.apply_unchecked(action, dice, events);
        }
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn view(&self, _: Side) -> &Rogue {
        self
    }
}

impl Notation for Rogue {
    fn say(&self, action: Action) -> String {
        match self.crime {
            Crime::SameTextTwice => "acts".into(),
            _ => self.game.say(action),
        }
    }
}

impl Narrate for Rogue {
    fn tell(&self, event: &Event) -> Option<String> {
        self.game.tell(event)
    }

    fn turn_name(&self) -> String {
        self.game.turn_name()
    }
}

impl Account for Rogue {
    fn levels(&self) -> Vec<String> {
        self.game.levels()
    }

    fn turn_names(&self) -> Vec<String> {
        self.game.turn_names()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        self.game.roster()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        if self.crime != Crime::NoFates {
            self.game.fates(fates);
        }
    }

    fn measures(&self) -> Vec<Measure> {
        let shots =
            || Measure::count(MeasureOf::Game, Topic::Losses, "shots", "shots", "Shots fired.");
        match self.crime {
            Crime::ForgetsAValue => vec![shots()],
            Crime::NamesAMeasureTwice => vec![shots(), shots()],
            _ => self.game.measures(),
        }
    }

    fn game_facts(&self) -> GameFacts {
        self.game.game_facts()
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        self.game.entry(event)
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        self.game.turn_facts(event)
    }
}

/// Plans may put the first unit into the first hex.
impl Plannable for Rogue {
    fn placing(rogue: &Rogue, _: Action) -> Option<(PlanKind, Placing)> {
        let hex = HexId(u16::from(rogue.crime == Crime::PlacesWhereNoPlanMay));
        Some((PlanKind::Drop, Placing::Unit(0, hex)))
    }

    fn placeable(&self, kind: PlanKind) -> Vec<Placeable> {
        let first = Placeable { unit: 0, group: String::new(), hexes: vec![HexId(0)] };
        match (kind, self.crime) {
            (PlanKind::Setup, _) => Vec::new(),
            (PlanKind::Drop, Crime::OffersAUnitTwice) => vec![first.clone(), first],
            (PlanKind::Drop, _) => vec![first],
        }
    }
}

#[test]
fn conformance_catches_law_breakers() {
    for (crime, law) in [
        (Crime::NeverEnds, "every game ends within its bound"),
        (Crime::SameTextTwice, "every decision has its own one-line text"),
        (Crime::ListsAgainOtherwise, "the list of decisions is the same when asked again"),
        (Crime::ActsWhenOver, "a game is over exactly when nobody is to act and nothing is legal"),
        (Crime::NoFates, "every unit of the roster has a fate"),
        (Crime::ForgetsAValue, "every measure has its value"),
        (
            Crime::NamesAMeasureTwice,
            "a measure has a name of its own, of letters, digits and underscores",
        ),
        (Crime::PlacesWhereNoPlanMay, "what is placed is what plans may place"),
        (Crime::OffersAUnitTwice, "a unit is offered to plans once"),
    ] {
        let rogue = Rogue { game: Ridge::new(small()), crime };
        let broken = check(&rogue, HOW, |_| Ok(())).expect_err(law);
        assert_eq!(broken.law, law, "{crime:?}: {}", broken.broken);
    }
}
