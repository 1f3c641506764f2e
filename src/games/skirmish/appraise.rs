//! What bots weigh: features of each option, conditions of stages, mistakes, and what a player remembers. It reads
//! views, never positions.

use alloc::vec::Vec;

use engine::{Appraise, Features, HexId, InForce, Order, Scale as _, Scales, Weighable};

use super::action::Action;
use super::event::Event;
use super::state::Skirmish;
use super::view::View;

/// What a player has noticed of the enemy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Belief {
    /// How often a counter face down had an enemy beside it and did not fire, by counter.
    held_fire: Vec<u16>,
}

impl Belief {
    fn note(&mut self, counter: u16) {
        let place = usize::from(counter);
        if self.held_fire.len() <= place {
            self.held_fire.resize(place + 1, 0);
        }
        self.held_fire[place] += 1;
    }

    fn held_fire(&self, counter: u16) -> i32 {
        self.held_fire.get(usize::from(counter)).copied().unwrap_or_default().into()
    }
}

engine::features! {
    /// What an option is weighed by.
    enum Feature in FEATURES;
    Fires = "fires", "yes/no", "the unit fires";
    DistanceGained = "distance-gained", "hexes", "hexes nearer to the objective, or to the nearest hex of the unit's order";
    Stands = "stands", "yes/no", "the unit stands";
    HeldFire = "target-held-fire", "times", "how often the target, face down, could have fired and did not";
}

engine::features! {
    /// What a stage may wait for.
    enum Condition in CONDITIONS;
    Outnumbered = "outnumbered", "yes/no", "fewer steps than the enemy";
}

engine::features! {
    /// Mistakes.
    enum Measure in MEASURES;
    ShotsDeclined = "shots-declined", "decisions", "a shot was passed up";
}

impl Appraise for Skirmish {
    const FEATURES: &'static [Weighable] = FEATURES;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = MEASURES;

    type Memory = Belief;
    /// The map is small: distances are worked out when somebody asks.
    type Guide = ();

    fn guide(&self, _: &[Order]) {}

    fn subject(view: View<'_>) -> Option<u16> {
        view.unit(view.acting()?)
    }

    fn saw(belief: &mut Belief, _: View<'_>, event: &Event) {
        if let Event::HeldFire { counter } = event {
            belief.note(*counter);
        }
    }

    fn appraise(
        view: View<'_>,
        legal: &[Action],
        belief: &mut Belief,
        orders: InForce<'_, ()>,
        features: Features<'_>,
    ) {
        let order = Self::subject(view).and_then(|unit| orders.of(unit));
        let objective = [view.objective()];
        let goals = order.map_or(&objective[..], |given| &given.order.hexes);
        match features {
            Features::Score(mut scores) => view.state_features(legal, belief, goals, &mut scores),
            Features::Record(table) => view.state_features(legal, belief, goals, table),
        }
    }

    fn turn(view: View<'_>) -> u16 {
        view.turn()
    }

    fn holds(view: View<'_>, condition: usize) -> bool {
        match Condition::ALL[condition] {
            Condition::Outnumbered => view.steps(view.side()) < view.steps(view.side().other()),
        }
    }

    fn judge(_: View<'_>, legal: &[Action], chosen: Action, _: &Belief, counts: &mut [u32]) {
        let shot = |action: &Action| matches!(action, Action::Fire(..));
        counts[Measure::ShotsDeclined as usize] +=
            u32::from(legal.iter().any(shot) && !shot(&chosen));
    }
}

impl View<'_> {
    /// States the features of each option once, whoever asks for them.
    fn state_features(
        self,
        legal: &[Action],
        belief: &Belief,
        goals: &[HexId],
        scales: &mut impl Scales,
    ) {
        let away = |hex| {
            let distances = goals.iter().filter_map(|&goal| self.map().distance(hex, goal));
            i32::from(distances.min().unwrap_or(0))
        };
        for (action, mut option) in legal.iter().zip(scales.options::<{ FEATURES.len() }>()) {
            let mut add = |feature: Feature, value| option.add(feature as usize, value);
            match *action {
                Action::Stand(_) => add(Feature::Stands, 1),
                Action::Fire(_, target) => {
                    add(Feature::Fires, 1);
                    if self.unit(target).is_none() {
                        add(Feature::HeldFire, belief.held_fire(target));
                    }
                }
                Action::Move(counter, direction) => {
                    let from = self.hex(counter);
                    if let Some(to) = self.map().neighbour(from, direction) {
                        add(Feature::DistanceGained, away(from) - away(to));
                    }
                }
            }
        }
    }
}
