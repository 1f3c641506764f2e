//! The shared conformance suite and perft, tried on a small game that keeps the laws and on
//! games that break one each: a suite that never fails proves nothing.

use std::cell::Cell;
use std::thread::LocalKey;

use engine::{
    Account, Appraise, Chance, ChanceKind, Conformance, Dice, Entry, Fate, Features,
    FromSetup as _, GameFacts, HexId, IllegalAction, InForce, Measure, MeasureOf, Narrate,
    Notation, Order, Outcome, Placeable, Placing, PlanKind, Plannable, Position, Scale as _,
    Scales as _, Scripted, Side, Topic, TurnFacts, UnitEntry, UnitFate, Weighable, check, perft,
};
use games::skirmish::{Action, Belief, Event, Setup, Skirmish, ridge, veiled_ridge};

const HOW: Conformance = Conformance { games: 200, bound: 100, every: 1 };

fn start(setup: Setup) -> Skirmish {
    Skirmish::from_setup(setup).unwrap()
}

#[test]
fn the_smallest_game_keeps_the_laws() {
    assert_eq!(check(&start(ridge()), HOW, |_| Ok(())), Ok(()));
}

#[test]
fn the_smallest_game_keeps_the_laws_with_something_hidden() {
    assert_eq!(check(&start(veiled_ridge()), HOW, |_| Ok(())), Ok(()));
}

#[test]
fn an_invariant_of_the_game_is_asked_for() {
    let law = check(&start(ridge()), HOW, |_| Err("two units in one hex".into())).unwrap_err();
    assert_eq!(law.law, "the game's own invariants hold");
}

/// Counted by hand. Every die 4: equal ranks, so the German chit comes first. The unit in 01.01
/// may stand or go SE (2); either way the one in 01.02 has four choices (8); the defender in
/// 04.02 may stand or go anywhere but NE, where its friend stands (48).
#[test]
fn perft_counts_lines_of_play() {
    let mut start = start(ridge());
    start.open(&mut Scripted::always(4), &mut Vec::new());
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 2, 8, 48]);
}

/// Which law a [`Rogue`] breaks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Crime {
    NeverEnds,
    SameTextTwice,
    OffersInOtherWords,
    SaysWhatIsHidden,
    TellsInTwoLines,
    ListsAgainOtherwise,
    CallsItsListIllegal,
    ActsWhenOver,
    RefusesWhatIsLegal,
    DoesNothingWhenChecked,
    EqualsNobody,
    RemembersOtherGames,
    FavoursTheLoser,
    LevelOffTheList,
    NoFates,
    ForgetsAValue,
    NamesAMeasureTwice,
    PlacesWhereNoPlanMay,
    OffersAUnitTwice,
    RollsAnEventTwice,
    WeighsWhatIsHidden,
    ListsByWhatIsHidden,
    WaitsForWhatIsHidden,
    ImaginesWhatIsHidden,
    ForgetsTheFallen,
}

/// The smallest game, breaking one law.
#[derive(Clone, Debug)]
struct Rogue {
    game: Skirmish,
    crime: Crime,
    /// How many games were opened before.
    opened: usize,
    /// Units lost so far, kept so as not to count them.
    fallen: usize,
}

impl PartialEq for Rogue {
    fn eq(&self, other: &Rogue) -> bool {
        let same = (&self.game, self.opened) == (&other.game, other.opened);
        same && self.crime != Crime::EqualsNobody
    }
}

impl Eq for Rogue {}

impl Rogue {
    fn count_fallen(&self) -> usize {
        let mut fates = Vec::new();
        self.game.fates(&mut fates);
        fates.iter().filter(|fate| fate.fate == Fate::Eliminated).count()
    }

    /// What is printed on a counter, whoever may know.
    fn peek(&self, counter: u16) -> u16 {
        let known = Side::BOTH.map(|side| self.game.view(side).unit(counter));
        known.into_iter().flatten().next().expect("its owner knows")
    }
}

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static OPENED: Cell<usize> = const { Cell::new(0) };
}

fn count(counter: &'static LocalKey<Cell<usize>>) -> usize {
    counter.with(|counter| counter.replace(counter.get() + 1))
}

impl Position for Rogue {
    type Action = Action;
    type View<'a> = (&'a Rogue, Side);
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.crime == Crime::RemembersOtherGames {
            self.opened = count(&OPENED);
        }
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
        match self.crime {
            Crime::ListsAgainOtherwise if count(&ASKED) % 2 == 1 => actions.reverse(),
            // Counters 4 and 5 are the decoys.
            Crime::ListsByWhatIsHidden => actions.retain(
                |action| !matches!(*action, Action::Fire(_, target) if self.peek(target) >= 4),
            ),
            _ => {}
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if self.crime == Crime::RollsAnEventTwice {
            let kind = ChanceKind::new("weather");
            dice.roll(Chance { kind, turn: 0, who: 0, whom: 0, nth: 0 }, 6);
        }
        if self.crime != Crime::NeverEnds {
            self.game.apply_unchecked(action, dice, events);
        }
        if self.crime != Crime::ForgetsTheFallen {
            self.fallen = self.count_fallen();
        }
    }

    fn stale_index(&self) -> Option<String> {
        let (kept, fallen) = (self.fallen, self.count_fallen());
        (kept != fallen).then(|| format!("{kept} fallen, not {fallen}"))
    }

    fn outcome(&self) -> Outcome {
        match (self.game.outcome(), self.crime) {
            (Outcome::Over { winner, level, margin, clause }, Crime::FavoursTheLoser) => {
                Outcome::Over { winner, level, margin: -margin, clause }
            }
            (Outcome::Over { winner, margin, clause, .. }, Crime::LevelOffTheList) => {
                Outcome::Over { winner, level: 2, margin, clause }
            }
            (outcome, _) => outcome,
        }
    }

    fn view(&self, side: Side) -> (&Rogue, Side) {
        (self, side)
    }

    fn sees(&self, side: Side, event: &Event) -> bool {
        self.game.sees(side, event)
    }

    fn imagined((rogue, side): (&Rogue, Side), dice: &mut dyn Dice) -> Rogue {
        let peek = Chance { kind: ChanceKind::new("peek"), turn: 0, who: 0, whom: 0, nth: 0 };
        // Every other time it is the truth.
        if rogue.crime == Crime::ImaginesWhatIsHidden && dice.roll(peek, 2) == 0 {
            return rogue.clone();
        }
        Rogue { game: Skirmish::imagined(rogue.game.view(side), dice), ..rogue.clone() }
    }

    fn is_legal(&self, action: Action) -> bool {
        self.crime != Crime::CallsItsListIllegal && self.game.is_legal(action)
    }

    fn apply(
        &mut self,
        action: Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), IllegalAction<Action>> {
        match self.crime {
            Crime::RefusesWhatIsLegal => return Err(IllegalAction(action)),
            Crime::DoesNothingWhenChecked => {}
            _ => self.apply_unchecked(action, dice, events),
        }
        Ok(())
    }
}

impl Appraise for Rogue {
    const FEATURES: &'static [Weighable] = Skirmish::FEATURES;
    const CONDITIONS: &'static [Weighable] = Skirmish::CONDITIONS;
    const MEASURES: &'static [Weighable] = Skirmish::MEASURES;
    type Memory = Belief;
    type Guide = ();

    fn guide(&self, _: &[Order]) {}

    fn subject((rogue, side): (&Rogue, Side)) -> Option<u16> {
        Skirmish::subject(rogue.game.view(side))
    }

    fn appraise(
        (rogue, side): (&Rogue, Side),
        legal: &[Action],
        belief: &mut Belief,
        orders: InForce<'_, ()>,
        features: Features<'_>,
    ) {
        match features {
            Features::Record(table) if rogue.crime == Crime::WeighsWhatIsHidden => {
                for (action, mut option) in legal.iter().zip(table.options::<4>()) {
                    if let Action::Fire(_, target) = *action {
                        option.add(0, i32::from(rogue.peek(target) < 4));
                    }
                }
            }
            features => Skirmish::appraise(rogue.game.view(side), legal, belief, orders, features),
        }
    }

    fn turn((rogue, side): (&Rogue, Side)) -> u16 {
        Skirmish::turn(rogue.game.view(side))
    }

    fn holds((rogue, side): (&Rogue, Side), condition: usize) -> bool {
        match rogue.crime {
            // Whether the first Allied counter is a decoy.
            Crime::WaitsForWhatIsHidden => rogue.peek(2) >= 4,
            _ => Skirmish::holds(rogue.game.view(side), condition),
        }
    }

    fn judge(
        (rogue, side): (&Rogue, Side),
        legal: &[Action],
        chosen: Action,
        belief: &Belief,
        counts: &mut [u32],
    ) {
        Skirmish::judge(rogue.game.view(side), legal, chosen, belief, counts);
    }
}

impl Notation for Rogue {
    fn say(&self, action: Action) -> String {
        match self.crime {
            Crime::SameTextTwice => "acts".into(),
            // Whether the first Allied counter is a decoy.
            Crime::SaysWhatIsHidden => format!("{} ({})", self.game.say(action), self.peek(2) >= 4),
            _ => self.game.say(action),
        }
    }

    fn offer((rogue, side): (&Rogue, Side), action: Action) -> String {
        match rogue.crime {
            Crime::SameTextTwice | Crime::SaysWhatIsHidden => rogue.say(action),
            Crime::OffersInOtherWords => "acts".into(),
            _ => Skirmish::offer(rogue.game.view(side), action),
        }
    }
}

impl Narrate for Rogue {
    fn tell(&self, event: &Event) -> Option<String> {
        match self.crime {
            Crime::TellsInTwoLines => Some("first\nsecond".into()),
            _ => self.game.tell(event),
        }
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
            Crime::ForgetsAValue => {
                let mut measures = self.game.measures();
                measures.push(shots());
                measures
            }
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
    fn placing((rogue, _): (&Rogue, Side), _: Action) -> Option<(PlanKind, Placing)> {
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

/// Every law of the suite, and somebody who breaks it.
#[test]
fn conformance_catches_law_breakers() {
    for (crime, law) in [
        (Crime::NeverEnds, "every game ends within its bound"),
        (Crime::SameTextTwice, "every decision has its own one-line text"),
        (Crime::OffersInOtherWords, "players are offered what is said"),
        (Crime::SaysWhatIsHidden, "hidden facts change no choice"),
        (Crime::TellsInTwoLines, "an event is told in one line or not at all"),
        (Crime::ListsAgainOtherwise, "the list of decisions is the same when asked again"),
        (Crime::CallsItsListIllegal, "listed means legal"),
        (Crime::ActsWhenOver, "a game is over exactly when nobody is to act and nothing is legal"),
        (Crime::RefusesWhatIsLegal, "a legal decision is accepted"),
        (Crime::DoesNothingWhenChecked, "apply and apply_unchecked agree"),
        (Crime::EqualsNobody, "a clone is equal"),
        (Crime::RemembersOtherGames, "replaying the decisions gives the same position"),
        (Crime::FavoursTheLoser, "the margin favours the winner, and is 0 in a draw"),
        (Crime::LevelOffTheList, "the victory level is one of the scenario's"),
        (Crime::NoFates, "every unit of the roster has a fate"),
        (Crime::ForgetsAValue, "every measure has its value"),
        (
            Crime::NamesAMeasureTwice,
            "a measure has a name of its own, of letters, digits and underscores",
        ),
        (Crime::PlacesWhereNoPlanMay, "what is placed is what plans may place"),
        (Crime::OffersAUnitTwice, "a unit is offered to plans once"),
        (Crime::RollsAnEventTwice, "one event is rolled once"),
        (Crime::ForgetsTheFallen, "what is kept is what it would be anew"),
        (Crime::WeighsWhatIsHidden, "hidden facts change no choice"),
        (Crime::ListsByWhatIsHidden, "hidden facts change no choice"),
        (Crime::WaitsForWhatIsHidden, "hidden facts change no choice"),
        (Crime::ImaginesWhatIsHidden, "what is imagined follows from the view"),
    ] {
        // Who peeks needs something to peek at.
        let hidden = law.contains("hidden") || law.contains("imagined");
        let game = start(if hidden { veiled_ridge() } else { ridge() });
        let rogue = Rogue { game, crime, opened: 0, fallen: 0 };
        let broken = check(&rogue, HOW, |_| Ok(())).expect_err(law);
        assert_eq!(broken.law, law, "{crime:?}: {}", broken.broken);
    }
}
