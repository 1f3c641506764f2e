//! A game keeps account of what it said that it would.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Law;
use crate::{Account, Entry, Measure, MeasureKind, MeasureOf, Value};

/// What the game said that it keeps account of, to hold its rows against.
pub(super) struct AccountLaw {
    measures: Vec<Measure>,
}

impl AccountLaw {
    pub(super) fn of<P: Account>(start: &P) -> Result<AccountLaw, Law> {
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
    pub(super) fn unlike(&self, of: MeasureOf, values: &[Value]) -> Option<String> {
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
    pub(super) fn broken<P: Account>(&self, position: &P, event: &P::Event) -> Option<String> {
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
