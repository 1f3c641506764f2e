//! What a strategy may weigh: named whole numbers about a decision, conditions of stages, mistakes.

mod charts;
mod features;
mod judge;
mod jumps;
mod survey;

use engine::{
    Appraise, Features, Field, HexId, InForce, Order, Pending, Places, Scales, Side, Weighable,
};

use super::action::Action;
use super::phase::Wait;
use super::state::Holland;
use charts::Charts;
use features::FEATURES;
use judge::MEASURES;
use survey::Survey;

engine::features! {
    /// What a stage of a strategy may wait for.
    enum Condition in CONDITIONS;
    FirstTurn = "first-turn", "yes/no", "It is the first turn.";
    FirstDay = "first-day", "yes/no", "It is one of the first five turns.";
    LastTurns = "last-turns", "yes/no", "The last two turns have come.";
    Night = "night", "yes/no", "It is a night turn.";
    Relief = "relief", "yes/no", "German ground troops can come: it is turn 10 or later.";
    AirfieldHeld = "airfield-held", "yes/no", "The Germans control an airfield.";
    BridgesHeld = "bridges-held", "yes/no", "The Germans hold every bridge that counts.";
    BridgeLost = "bridge-lost", "yes/no", "The Germans hold a bridge that counts.";
    Ahead = "ahead", "yes/no", "The side to act is nearer to winning than the other.";
}

/// What a player keeps in mind from one decision to the next.
#[derive(Debug, Default)]
pub struct Memory(Charts);

impl Appraise for Holland {
    const FEATURES: &'static [Weighable] = FEATURES;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = MEASURES;

    /// Nothing is hidden; what is kept in mind is only worked out.
    type Memory = Memory;
    /// How far every hex is from the posts of each order, on foot and over ferries.
    type Guide = Places<Field>;

    fn guide(&self, orders: &[Order]) -> Places<Field> {
        Places::of(orders, |order| self.board.ways_to(&order.hexes))
    }

    fn subject(view: &Holland) -> Option<u16> {
        view.wait.subject(view)
    }

    fn appraise(
        view: &Holland,
        legal: &[Action],
        memory: &mut Memory,
        orders: InForce<'_, Places<Field>>,
        features: Features<'_>,
    ) {
        match features {
            Features::Score(mut scores) => state(view, legal, memory, orders, &mut scores),
            Features::Record(table) => state(view, legal, memory, orders, table),
        }
    }

    fn turn(view: &Holland) -> u16 {
        view.turn.into()
    }

    fn moment(view: &Holland) -> Option<u32> {
        // Once in each of its own player turns.
        let own = view.wait.decider(view) == Some(view.side);
        own.then_some(u32::from(view.turn) * 2 + view.side as u32)
    }

    fn holds(view: &Holland, condition: usize) -> bool {
        let side = view.wait.decider(view).unwrap_or(view.side);
        match Condition::ALL[condition] {
            Condition::FirstTurn => view.turn == 1,
            Condition::FirstDay => view.turn <= 5,
            Condition::LastTurns => usize::from(view.turn) + 2 > view.board.turns.len(),
            Condition::Night => view.board.night[usize::from(view.turn) - 1],
            Condition::Relief => view.turn >= super::supply::GROUND_SUPPLY,
            Condition::AirfieldHeld => view.fields_held() > 0,
            Condition::BridgesHeld => usize::from(view.bridges_held()) == view.board.bridges.len(),
            Condition::BridgeLost => view.bridges_held() > 0,
            Condition::Ahead => (view.advantage() > 0) == (side == Side::German),
        }
    }

    fn judge(view: &Holland, legal: &[Action], chosen: Action, _: &Memory, counts: &mut [u32]) {
        judge::count(view, legal, chosen, counts);
    }
}

/// States the features of each option once, whoever asks for them.
fn state(
    view: &Holland,
    legal: &[Action],
    memory: &mut Memory,
    orders: InForce<'_, Places<Field>>,
    scales: &mut impl Scales,
) {
    memory.0.look(view);
    let survey = Survey::of(view, orders, &memory.0);
    if matches!(view.wait, Wait::Jump(_)) {
        jumps::state(&survey, legal, scales);
        return;
    }
    for (&action, mut option) in legal.iter().zip(scales.options::<{ FEATURES.len() }>()) {
        features::state(&survey, action, &mut option);
    }
}

/// A place of the map that the options of a decision share.
type Spot = Option<HexId>;
