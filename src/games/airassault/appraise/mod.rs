//! What a strategy may weigh: named whole numbers about a decision, conditions of stages, mistakes. It reads views, never
//! positions.

mod features;
mod judge;
mod survey;

use alloc::vec::Vec;

use engine::{
    Appraise, Features, Field, HexId, InForce, Order, Places, Scales, Side, Weighable, field,
};

use super::action::Action;
use super::event::Event;
use super::ground::{Ground, HexSet};
use super::state::AirAssault;
use super::view::View;
use features::FEATURES;
use judge::MEASURES;
use survey::Survey;

engine::features! {
    /// What a stage of a strategy may wait for.
    enum Condition in CONDITIONS;
    FirstTurn = "first-turn", "yes/no", "It is the first turn.";
    Night = "night", "yes/no", "It is a night turn.";
    LastTurns = "last-turns", "yes/no", "The last four turns have come.";
    AirfieldHeld = "airfield-held", "yes/no", "The Germans hold an airfield.";
    Ahead = "ahead", "yes/no", "The side to act is nearer to winning than the other.";
}

/// What a player keeps in mind: what he believes of counters face down, and what he has worked out.
#[derive(Debug, Default)]
pub struct Memory {
    /// By hex, the attack and defence strength of units that were seen to be turned down there.
    seen: Vec<u8>,
    /// How far every hex is from the nearest airfield, on foot.
    fields: Option<Field>,
    germans: Germans,
}

/// How far hexes are from the nearest German: worked out once for as long as the Germans stand where they do.
#[derive(Debug, Default)]
struct Germans {
    hexes: HexSet,
    /// By hex; [`Germans::UNKNOWN`] where nobody has asked yet.
    far: Vec<u8>,
}

impl Germans {
    const UNKNOWN: u8 = u8::MAX;
    /// Hexes farther than that count as if they were this far, and so does everything where there are no Germans.
    const FAR: u16 = 99;

    /// Forgets what has changed.
    fn look(&mut self, view: View<'_>) {
        let hexes: HexSet = view.germans().collect();
        let size = view.board().map.len();
        if hexes != self.hexes || self.far.len() != size {
            self.hexes = hexes;
            self.far.clear();
            self.far.resize(size, Germans::UNKNOWN);
        }
    }

    fn measure(&mut self, board: &Ground, hex: HexId) {
        let far = &mut self.far[hex.index()];
        if *far == Germans::UNKNOWN {
            let all = self.hexes.iter().map(|other| board.distance(hex, other));
            *far = all.min().unwrap_or(Germans::FAR).min(Germans::FAR) as u8;
        }
    }
}

impl Memory {
    /// What is believed to lie in a hex, in strength points.
    fn believed(&self, hex: HexId) -> i32 {
        self.seen.get(hex.index()).copied().unwrap_or(0).into()
    }
}

/// Half points from every hex to the nearest goal, on foot and by road.
fn on_foot(board: &Ground, goals: &[HexId]) -> Field {
    field(&board.map, goals, |from, way, _| {
        let cost = board.cell(from).step[way.index()];
        (cost > 0).then_some(cost.into())
    })
}

impl Appraise for AirAssault {
    const FEATURES: &'static [Weighable] = FEATURES;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = MEASURES;

    type Memory = Memory;
    /// How far every hex is from the posts of each order.
    type Guide = Places<Field>;

    fn saw(memory: &mut Memory, view: View<'_>, event: &Event) {
        let size = view.board().map.len();
        if memory.seen.len() != size {
            memory.seen.resize(size, 0);
        }
        match *event {
            // What has shown itself is remembered where it was last seen.
            Event::Shown { unit, hex } | Event::Entered { unit, hex } => {
                let kind = view.board().unit(unit);
                if kind.side != view.side() {
                    memory.seen[hex.index()] = kind.attack + kind.defence;
                }
            }
            // A counter face down may carry what was known of its hex away.
            Event::Shifted { from, to } => {
                memory.seen[to.index()] = memory.seen[to.index()].max(memory.seen[from.index()]);
                if view.covered(from) == 0 {
                    memory.seen[from.index()] = 0;
                }
            }
            Event::Lost { hex: Some(hex), .. } => memory.seen[hex.index()] = 0,
            _ => {}
        }
    }

    fn guide(&self, orders: &[Order]) -> Places<Field> {
        Places::of(orders, |order| on_foot(&self.board, &order.hexes))
    }

    fn subject(view: View<'_>) -> Option<u16> {
        view.subject()
    }

    fn appraise(
        view: View<'_>,
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

    fn turn(view: View<'_>) -> u16 {
        view.turn()
    }

    fn moment(view: View<'_>) -> Option<u32> {
        // Once in each of its own segments.
        let own = view.segment() == view.side();
        own.then_some(u32::from(view.turn()) * 2 + view.side() as u32)
    }

    fn holds(view: View<'_>, condition: usize) -> bool {
        match Condition::ALL[condition] {
            Condition::FirstTurn => view.turn() <= 1,
            Condition::Night => view.is_night(),
            Condition::LastTurns => usize::from(view.turn()) + 4 > view.board().turns.len(),
            Condition::AirfieldHeld => {
                view.board().airfields.iter().any(|field| view.is_german(field.hex))
            }
            Condition::Ahead => (view.advantage() > 0) == (view.side() == Side::German),
        }
    }

    fn judge(
        view: View<'_>,
        legal: &[Action],
        chosen: Action,
        memory: &Memory,
        counts: &mut [u32],
    ) {
        judge::count(view, legal, chosen, memory, counts);
    }
}

/// States the features of each option once, whoever asks for them.
fn state(
    view: View<'_>,
    legal: &[Action],
    memory: &mut Memory,
    orders: InForce<'_, Places<Field>>,
    scales: &mut impl Scales,
) {
    if memory.fields.is_none() {
        let board = view.board();
        let goals: Vec<HexId> = board.airfields.iter().map(|field| field.hex).collect();
        memory.fields = Some(on_foot(board, &goals));
    }
    let unit = view.subject().filter(|_| view.side() == Side::Allied);
    if let Some(here) = unit.and_then(|unit| view.hex_of(unit)) {
        memory.germans.look(view);
        memory.germans.measure(view.board(), here);
        for action in legal {
            if let Action::To(hex) = action {
                memory.germans.measure(view.board(), *hex);
            }
        }
    }
    let survey = Survey::of(view, memory, orders);
    for (&action, mut option) in legal.iter().zip(scales.options::<{ FEATURES.len() }>()) {
        features::state(&survey, action, &mut option);
    }
}
