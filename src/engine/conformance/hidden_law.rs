//! Hidden facts change no choice: a position and its twin, which differs only in what the side to decide may not see,
//! are one to every policy.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Appraise, BySide, FeatureTable, Features, InForce, Narrate, Plannable, Side};

/// What the players of one game have seen: twice over, so that no memory of a position helps with its twin.
pub(super) struct Believers<P: Appraise> {
    memories: [BySide<P::Memory>; 2],
}

impl<P: Appraise + Narrate + Plannable> Believers<P> {
    pub fn new() -> Self {
        Believers { memories: [BySide::default(), BySide::default()] }
    }

    pub fn saw(&mut self, after: &P, event: &P::Event) {
        for side in Side::BOTH.into_iter().filter(|&side| after.sees(side, event)) {
            for memories in &mut self.memories {
                P::saw(&mut memories[side], after.view(side), event);
            }
        }
    }

    /// What differs in the eyes of the side to decide between a position and its twin.
    pub fn told_apart(&mut self, position: &P, twin: &P, legal: &[P::Action]) -> Option<String> {
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
            let orders = InForce::NONE;
            P::appraise(views[which], legal, memory, orders, Features::Record(&mut table));
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
            let [mine, theirs] = views.map(|view| P::offer(view, action));
            if mine != theirs {
                return Some(format!("{mine}: or is it “{theirs}”?"));
            }
        }
        let conditions = P::CONDITIONS.iter().enumerate();
        let [mine, theirs] = views.map(|view| {
            let held: Vec<bool> = conditions.clone().map(|(c, _)| P::holds(view, c)).collect();
            (P::turn(view), P::moment(view), P::subject(view), held)
        });
        (mine != theirs).then(|| "a stage of a strategy holds or does not".into())
    }
}
