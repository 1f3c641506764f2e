//! A script in one game.

use std::sync::{Arc, Mutex, PoisonError};

use engine::{FeatureTable, Features, InForce, Policy, Whim};
use rhai::{Dynamic, INT, Map};

use super::Script;
use super::sight::{Decision, Seen};
use crate::play::Playable;
use crate::policy::chair::{Chair, first_best};

/// A script that plays a game.
pub(crate) struct Player<'a, P: Playable> {
    script: &'a Script,
    chair: Chair<'a>,
    /// What the features remember.
    memory: P::Memory,
    /// What the script keeps in `this`: a map, empty when the game begins.
    kept: Dynamic,
}

impl Script {
    pub(crate) fn player<'a, P: Playable>(&'a self, chair: Chair<'a>) -> Player<'a, P> {
        Player { script: self, chair, memory: P::Memory::default(), kept: Map::new().into() }
    }
}

impl<P: Playable> Policy<P> for Player<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], whim: &mut Whim) -> P::Action {
        let mut features = FeatureTable::new(legal.len(), P::FEATURES.len());
        P::appraise(view, legal, &mut self.memory, InForce::NONE, Features::Record(&mut features));
        let words = legal.iter().map(|&action| P::offer(view, action));
        let seen = Arc::new(Seen {
            side: self.chair.side,
            turn: P::turn(view),
            holds: (0..P::CONDITIONS.len()).map(|condition| P::holds(view, condition)).collect(),
            words: if self.script.reads_words { words.collect() } else { Vec::new() },
            features,
            options: legal.len(),
            names: Arc::clone(&self.script.names),
            whim: Mutex::new(whim.clone()),
        });
        let decision = Decision(Arc::clone(&seen));
        let answer = self.script.ask(decision, legal.len(), &mut self.kept);
        *whim = seen.whim.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let option = answer.unwrap_or_else(|complaint| {
            self.chair.trouble.tell(complaint);
            0
        });
        legal[option]
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        P::saw(&mut self.memory, view, event);
    }
}

/// The option that an answer stands for; or what it is instead, and what was expected.
pub(super) fn option_of(answer: Dynamic, options: usize) -> Result<usize, (String, String)> {
    let last = options.saturating_sub(1);
    let expected =
        || format!("the number of an option, from 0 to {last}, or an array with a score for each");
    if let Ok(number) = answer.as_int() {
        let option = usize::try_from(number).ok().filter(|&option| option < options);
        return option.ok_or_else(|| (format!("`decide` gives {number}"), expected()));
    }
    let kind = answer.type_name().to_owned();
    let wrong = |what: String| (format!("`decide` gives {what}"), expected());
    let Ok(scores) = answer.into_typed_array::<INT>() else {
        let what = match kind.as_str() {
            "()" => "nothing".into(),
            "array" => "an array of something else than whole numbers".into(),
            kind => format!("a value of type {kind}"),
        };
        return Err(wrong(what));
    };
    if scores.len() != options {
        return Err(wrong(format!("{} scores for {options} options", scores.len())));
    }
    Ok(first_best(&scores))
}
