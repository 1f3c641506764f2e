//! The battle before its first decision.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{BySide, Cup, Outcome, Side};

use super::super::changes::Changes;
use super::super::ground::{Ground, SetUp};
use super::super::quality::ROLL_KINDS;
use super::super::state::{Battle, Leader, Place, Purse, Tally, Unit};
use super::super::trucks::Trucks;

/// The battle before its first decision.
pub(super) fn start(ground: Ground) -> Battle {
    let fresh = |counter: &super::super::counter::Counter| Unit {
        place: Place::Waiting,
        below: None,
        steps: counter.steps,
        cohesion: 0,
        suppressed: false,
        column: false,
        mounted: false,
        ride: None,
        improved: false,
        parachutes: 0,
        gliders: 0,
        airlanded: false,
        lost_dropping: 0,
        landing: None,
        park: false,
        fired: false,
        contact: None,
        quality_shift: 0,
        charging: false,
        struck: 0,
        rolls: [0; ROLL_KINDS],
        end: None,
    };
    let nearest = ground
        .set_up
        .iter()
        .filter_map(|item| match item {
            SetUp::Unit { unit, hexes, .. } if ground.counter(*unit).side == Side::German => {
                Some(hexes)
            }
            _ => None,
        })
        .chain(ground.sticks.iter().map(|stick| &stick.hexes))
        .flatten()
        .flat_map(|&hex| ground.objectives.iter().map(move |&(goal, _)| (hex, goal)))
        .map(|(hex, goal)| ground.distance(hex, goal))
        .min()
        .unwrap_or(1);
    let received = BySide::from_fn(|side| {
        let own = ground.divisions.iter().filter(|card| card.side == side);
        own.map(|card| card.points).sum()
    });
    Battle {
        units: ground.counters.iter().map(fresh).collect(),
        at: alloc::vec![None; ground.counters.len()],
        activated: alloc::vec![false; ground.counters.len()],
        ready: Vec::new(),
        tried: Vec::new(),
        stacks: alloc::vec![None; ground.map.len()],
        beside: BySide::from_fn(|_| alloc::vec![0; ground.map.len()]),
        present: BySide::default(),
        leaders: ground
            .leaders
            .iter()
            .map(|card| Leader { with: None, at: None, replaced: card.replacement })
            .collect(),
        unseated: Vec::new(),
        seek: false,
        changes: Changes::none(ground.map.len()),
        commanders: alloc::vec![None; ground.counters.len()],
        points: ground.divisions.iter().map(|card| card.points).collect(),
        dispatch: ground.divisions.iter().map(|card| card.dispatch_points).collect(),
        control: ground.objectives.iter().map(|&(_, side)| side).collect(),
        works: Vec::new(),
        barrages: Vec::new(),
        haze: alloc::vec![u8::MAX; ground.map.len()],
        rubble: Vec::new(),
        roadblocks: Vec::new(),
        heroes: BySide::default(),
        dropped: Vec::new(),
        goal_met: false,
        turn: 0,
        cup: Cup::default(),
        playing: None,
        carried: None,
        frames: Vec::new(),
        outcome: Outcome::Undecided,
        end_reason: "",
        strikes_left: ground.air_support.iter().map(|support| support.strikes).collect(),
        supply: BySide::from_fn(|_| ground.rulings.supply_start),
        serials_landed: 0,
        serial_landed_in: None,
        raised: alloc::vec![0; ground.divisions.len()],
        attached: ground.attached.clone(),
        lots: ground.trucks.as_ref().map_or_else(Vec::new, Trucks::lots),
        airfield_was_safe: false,
        planned: alloc::vec![0; ground.calendar.len()],
        waiting: (0..ground.reinforcements.len() as u8).collect(),
        tally: Tally {
            start_distance: nearest,
            received,
            purses: alloc::vec![Purse::default(); ground.divisions.len()],
            activations: alloc::vec![0; ground.divisions.len()],
            ..Tally::default()
        },
        ground: Arc::new(ground),
    }
}
