//! The laws of any game. Every scenario's tests call [`check`] once.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    Account, Appraise, BySide, Entry, FeatureTable, Features, HexId, Measure, MeasureKind,
    MeasureOf, Narrate, Once, Outcome, Placing, PlanKind, Plannable, Seed, Seeded, Side, Value,
    Whim,
};

/// How hard to look.
#[derive(Copy, Clone, Debug)]
pub struct Conformance {
    /// Random games to play.
    pub games: u64,
    /// Decisions after which a game must have ended.
    pub bound: u32,
    /// Check the costly laws (`apply` ≡ `apply_unchecked`, texts) on every nth decision.
    pub every: u32,
}

/// A law that a game broke: its words, and the game and decision that broke it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// What must hold.
    pub law: &'static str,
    /// Where it did not.
    pub broken: String,
}

/// What plans may speak of, to hold decisions against.
struct PlanLaw {
    units: [BTreeMap<u16, Vec<HexId>>; 2],
    zones: usize,
}

impl PlanLaw {
    fn of<P: Plannable>(start: &P) -> Result<PlanLaw, Law> {
        let units = PlanKind::ALL.map(|kind| {
            let placeable = start.placeable(kind);
            let count = placeable.len();
            let units: BTreeMap<_, _> =
                placeable.into_iter().map(|unit| (unit.unit, unit.hexes)).collect();
            (units, count)
        });
        if units.iter().any(|(units, count)| units.len() != *count) {
            let law = "a unit is offered to plans once";
            return Err(Law { law, broken: String::from("before the game") });
        }
        let units = units.map(|(units, _)| units);
        Ok(PlanLaw { units, zones: start.zones().len() })
    }

    /// A decision that puts somebody where no plan may.
    fn broken<P: Narrate + Plannable>(&self, position: &P, legal: &[P::Action]) -> Option<String> {
        let view = position.view(position.to_act()?);
        let known = |kind: PlanKind, placing: Placing| match placing {
            Placing::Zone(zone) => usize::from(zone) < self.zones,
            Placing::Unit(unit, hex) => {
                self.units[kind as usize].get(&unit).is_some_and(|hexes| hexes.contains(&hex))
            }
        };
        let wrong = legal.iter().find(|&&action| {
            P::placing(view, action).is_some_and(|(kind, placing)| !known(kind, placing))
        });
        wrong.map(|&action| position.say(action))
    }
}

/// What the game said that it keeps account of, to hold its rows against.
struct AccountLaw {
    measures: Vec<Measure>,
}

impl AccountLaw {
    fn of<P: Account>(start: &P) -> Result<AccountLaw, Law> {
        let measures = start.measures();
        let mut ids = BTreeSet::new();
        let named = |measure: &Measure| measure.id.chars().all(|c| c.is_alphanumeric() || c == '_');
        for measure in &measures {
            if !named(measure) || !ids.insert((measure.of as u8, measure.id.clone())) {
                let law = "a measure has a name of its own, of letters, digits and underscores";
                return Err(Law { law, broken: measure.id.clone().into() });
            }
        }
        let account = AccountLaw { measures };
        let roster = start.roster();
        match roster.iter().find_map(|unit| account.unlike(MeasureOf::Unit, &unit.values)) {
            Some(broken) => Err(Law { law: "every measure has its value", broken }),
            None => Ok(account),
        }
    }

    /// Why some values are none of the measures declared.
    fn unlike(&self, of: MeasureOf, values: &[Value]) -> Option<String> {
        let declared: Vec<&Measure> = self.measures.iter().filter(|m| m.of == of).collect();
        if declared.len() != values.len() {
            return Some(format!("{} values of {} measures", values.len(), declared.len()));
        }
        let wrong = declared.into_iter().zip(values).find(|(measure, value)| {
            value.is_some_and(|value| match &measure.kind {
                MeasureKind::Count => value < 0,
                MeasureKind::Signed => false,
                MeasureKind::Flag => !(0..=1).contains(&value),
                MeasureKind::Word(_) => measure.word(value).is_none(),
            })
        });
        wrong.map(|(measure, value)| format!("{} is {value:?}", measure.id))
    }

    /// Why the rows of an event are not what its entry promises, or of the measures declared.
    fn broken<P: Account>(&self, position: &P, event: &P::Event) -> Option<String> {
        let (turn, drop) = (position.turn_facts(event), position.drop_facts(event));
        let entry = match (&turn, &drop) {
            (Some(turn), None) => Some(Entry::Turn(turn.turn)),
            (None, Some(drop)) => Some(Entry::Drop(drop.unit)),
            (None, None) => None,
            (Some(_), Some(_)) => return Some(format!("{event:?} is two rows")),
        };
        let said = position.entry(event);
        if said.filter(|entry| !matches!(entry, Entry::Activation(_))) != entry {
            return Some(format!("{event:?} is {said:?} and has the row of {entry:?}"));
        }
        if let Some(turn) = turn {
            return self.unlike(MeasureOf::Turn, &turn.values);
        }
        let drop = drop?;
        let tolls = self.measures.iter().filter(|measure| measure.toll().is_some()).count();
        if drop.odds.iter().any(|odds| odds.tolls.len() != tolls) {
            return Some(format!("{event:?}: each of the odds has {tolls} tolls"));
        }
        self.unlike(MeasureOf::Drop, &drop.values)
    }
}

/// What the players of one game have seen: twice over, so that no memory of a position helps with its twin.
struct Believers<P: Appraise> {
    memories: [BySide<P::Memory>; 2],
}

impl<P: Appraise + Narrate + Plannable> Believers<P> {
    fn new() -> Self {
        Believers { memories: [BySide::default(), BySide::default()] }
    }

    fn saw(&mut self, after: &P, event: &P::Event) {
        for side in Side::BOTH.into_iter().filter(|&side| after.sees(side, event)) {
            for memories in &mut self.memories {
                P::saw(&mut memories[side], after.view(side), event);
            }
        }
    }

    /// What differs in the eyes of the side to decide between a position and its twin.
    fn told_apart(&mut self, position: &P, twin: &P, legal: &[P::Action]) -> Option<String> {
        let side = position.to_act()?;
        let mut others = Vec::new();
        twin.legal_actions(&mut others);
        if twin.to_act() != Some(side) || others != legal {
            return Some(format!("{} decisions are legal, or {}", legal.len(), others.len()));
        }
        let views = [position.view(side), twin.view(side)];
        let [mine, theirs] = [0, 1].map(|which| {
            let mut table = FeatureTable::new(legal.len(), P::FEATURES.len());
            let memory = &mut self.memories[which][side];
            P::appraise(views[which], legal, memory, Features::Record(&mut table));
            table
        });
        for (option, &action) in legal.iter().enumerate() {
            let pairs = mine.row(option).iter().zip(theirs.row(option));
            for (feature, (mine, theirs)) in P::FEATURES.iter().zip(pairs) {
                if mine != theirs {
                    let (option, name) = (position.say(action), feature.name);
                    return Some(format!("{option}: {name} is {mine} or {theirs}"));
                }
            }
            let [placed, other] = views.map(|view| P::placing(view, action));
            if placed != other {
                return Some(format!("{}: plans read it otherwise", position.say(action)));
            }
        }
        let conditions = P::CONDITIONS.iter().enumerate();
        let [mine, theirs] = views.map(|view| {
            let held: Vec<bool> = conditions.clone().map(|(c, _)| P::holds(view, c)).collect();
            (P::turn(view), held)
        });
        (mine != theirs).then(|| "a stage of a strategy holds or does not".into())
    }
}

/// Plays random games from `start` (not yet opened) and checks every law; `invariant` is the
/// game's own (stacking, steps, points), checked after every decision.
///
/// # Errors
/// The first law broken.
pub fn check<P: Narrate + Account + Plannable + Appraise>(
    start: &P,
    how: Conformance,
    mut invariant: impl FnMut(&P) -> Result<(), String>,
) -> Result<(), Law> {
    let mut legal = Vec::new();
    let mut again = Vec::new();
    let mut events = Vec::new();
    let plans = PlanLaw::of(start)?;
    let account = AccountLaw::of(start)?;
    for game in 0..how.games {
        let seed = Seed(0xC0F0).game(game);
        let mut dice = Once::new(Seeded::new(seed));
        let mut whims = Whim::new(seed, crate::Side::German);
        let mut position = start.clone();
        let mut believers = Believers::<P>::new();
        events.clear();
        position.open(&mut dice, &mut events);
        events.iter().for_each(|event| believers.saw(&position, event));
        let mut played = Vec::new();
        let mut decisions = 0u32;
        let broken = |law: &'static str, decisions: u32, what: String| Law {
            law,
            broken: format!("game {game}, decision {decisions}: {what}"),
        };
        loop {
            legal.clear();
            position.legal_actions(&mut legal);
            let over = matches!(position.outcome(), Outcome::Over { .. });
            if position.to_act().is_none() != over || legal.is_empty() != over {
                return Err(broken(
                    "a game is over exactly when nobody is to act and nothing is legal",
                    decisions,
                    format!(
                        "to act {:?}, {} legal, {:?}",
                        position.to_act(),
                        legal.len(),
                        position.outcome()
                    ),
                ));
            }
            if let Err(what) = invariant(&position) {
                return Err(broken("the game's own invariants hold", decisions, what));
            }
            if over {
                break;
            }
            if decisions >= how.bound {
                return Err(broken("every game ends within its bound", decisions, String::new()));
            }
            if let Some(what) = plans.broken(&position, &legal) {
                return Err(broken("what is placed is what plans may place", decisions, what));
            }
            let choice = legal[whims.below(legal.len())];
            if decisions.is_multiple_of(how.every) {
                again.clear();
                position.legal_actions(&mut again);
                if again != legal {
                    return Err(broken(
                        "the list of decisions is the same when asked again",
                        decisions,
                        String::new(),
                    ));
                }
                let mut texts = BTreeSet::new();
                for &action in &legal {
                    if !position.is_legal(action) {
                        return Err(broken("listed means legal", decisions, position.say(action)));
                    }
                    let text = position.say(action);
                    if text.is_empty() || text.contains('\n') || !texts.insert(text.clone()) {
                        return Err(broken(
                            "every decision has its own one-line text",
                            decisions,
                            text,
                        ));
                    }
                }
                let side = position.to_act().unwrap_or(Side::German);
                // Away from the dice of the game, and others at every decision.
                let mut shuffle = Seeded::new(Seed(!seed.0).game(decisions.into()));
                let stranger = position.with_hidden_shuffled(side, &mut shuffle);
                if stranger != position
                    && let Some(what) = believers.told_apart(&position, &stranger, &legal)
                {
                    return Err(broken("hidden facts change no choice", decisions, what));
                }
                let mut twin = position.clone();
                if twin != position {
                    return Err(broken("a clone is equal", decisions, String::new()));
                }
                let mut twin_events = Vec::new();
                if twin.apply(choice, &mut Seeded::new(seed), &mut twin_events).is_err() {
                    return Err(broken(
                        "a legal decision is accepted",
                        decisions,
                        position.say(choice),
                    ));
                }
                let mut plain = position.clone();
                plain.apply_unchecked(choice, &mut Seeded::new(seed), &mut Vec::new());
                if twin != plain {
                    return Err(broken(
                        "apply and apply_unchecked agree",
                        decisions,
                        position.say(choice),
                    ));
                }
            }
            events.clear();
            position.apply_unchecked(choice, &mut dice, &mut events);
            if let Some(chance) = dice.twice() {
                return Err(broken("one event is rolled once", decisions, format!("{chance:?}")));
            }
            for event in &events {
                believers.saw(&position, event);
                if position.tell(event).is_some_and(|text| text.is_empty() || text.contains('\n')) {
                    return Err(broken(
                        "an event is told in one line or not at all",
                        decisions,
                        format!("{event:?}"),
                    ));
                }
            }
            if let Some(what) = events.iter().find_map(|event| account.broken(&position, event)) {
                return Err(broken("every measure has its value", decisions, what));
            }
            played.push(choice);
            decisions += 1;
        }
        let mut replay = start.clone();
        let mut dice = Seeded::new(seed);
        let mut ignored = Vec::new();
        replay.open(&mut dice, &mut ignored);
        for &action in &played {
            replay.apply_unchecked(action, &mut dice, &mut ignored);
        }
        if replay != position {
            return Err(broken(
                "replaying the decisions gives the same position",
                decisions,
                String::new(),
            ));
        }
        let Outcome::Over { winner, level, margin, .. } = position.outcome() else {
            unreachable!()
        };
        let favours = match margin.signum() {
            1 => Some(Side::German),
            -1 => Some(Side::Allied),
            _ => None,
        };
        if favours != winner {
            return Err(broken(
                "the margin favours the winner, and is 0 in a draw",
                decisions,
                format!("{margin}, won by {winner:?}"),
            ));
        }
        if usize::from(level) >= position.levels().len() {
            return Err(broken(
                "the victory level is one of the scenario's",
                decisions,
                format!("{level}"),
            ));
        }
        let values = position.game_facts().values;
        if let Some(what) = account.unlike(MeasureOf::Game, &values) {
            return Err(broken("every measure has its value", decisions, what));
        }
        let mut fates = Vec::new();
        position.fates(&mut fates);
        if fates.len() != position.roster().len() {
            return Err(broken(
                "every unit of the roster has a fate",
                decisions,
                format!("{}", fates.len()),
            ));
        }
    }
    Ok(())
}
