//! The battle before its first decision.

use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{BySide, Cup, Outcome, Side};

use super::super::airstrike::Air;
use super::super::arrivals::Arrivals;
use super::super::awaited::Awaited;
use super::super::command::Command;
use super::super::ground::{Ground, SetUp};
use super::super::index::Index;
use super::super::markers::Markers;
use super::super::morale::{Morale, MoraleTerms};
use super::super::naval::Fleet;
use super::super::reserves::Held;
use super::super::stamps::Stamps;
use super::super::state::{Battle, Notes, Place, Purse, Tally, Unit};
use super::super::supply::{FULL, Supply};
use super::super::trucks::Trucks;

/// The battle before its first decision.
pub(super) fn start(ground: Ground) -> Battle {
    let fresh = |counter: &super::super::counter::Counter| Unit {
        place: Place::Waiting,
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
        contact: None,
        quality_shift: 0,
        charging: false,
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
        notes: alloc::vec![Notes::default(); ground.counters.len()],
        activated: alloc::vec![false; ground.counters.len()],
        tried: Vec::new(),
        command: Command::at_start(&ground),
        markers: Markers::default(),
        arrivals: Arrivals::at_start(&ground),
        air: Air::at_start(&ground),
        index: Index::empty(&ground),
        stamps: Stamps::none(ground.map.len()),
        control: ground.objectives.iter().map(|&(_, side)| side).collect(),
        heroes: BySide::default(),
        goal_met: false,
        turn: 0,
        cup: Cup::default(),
        playing: None,
        carried: None,
        belated: false,
        awaited: Awaited::at_start(&ground),
        frames: Vec::new(),
        outcome: Outcome::Undecided,
        end_reason: "",
        fleet: Fleet::at_start(&ground),
        supply: ground.supply.as_ref().map_or(FULL, Supply::at_start),
        morale: ground.morale.as_ref().map_or_else(Morale::default, MoraleTerms::at_start),
        held: Held::all(ground.reserves.len()),
        lots: ground.trucks.as_ref().map_or_else(Vec::new, Trucks::lots),
        airfield_was_safe: false,
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
