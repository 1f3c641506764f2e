//! Victory hexes, and the ways on foot that lead to them.

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults, Field, HexId, Map, field};

use super::super::appraise::goals;
use super::super::ground::{Cell, Crossing, MOST_OBJECTIVES, Objective, RIVER, Terrain};
use super::super::sets::HexSet;
use super::{Setup, places};

/// The victory hexes.
pub(super) fn objectives(setup: &Setup, map: &Map, faults: &mut Faults) -> Vec<Objective> {
    let mut objectives: Vec<Objective> = Vec::new();
    for entry in &setup.scenario.objectives {
        let at = At::value(&setup.name, "objective.hex", &entry.hex);
        let label = entry.hex.get_ref();
        let Some(hex) = places::hex(map, at, label, faults) else { continue };
        if objectives.iter().any(|other| other.hex == hex) {
            faults.add(at, format!("hex {label} stands twice"), "one block a victory hex");
        }
        if entry.points == 0 {
            let problem = format!("hex {label} is worth nothing");
            faults.add(at.key("objective.points"), problem, "1 or more");
        }
        let why = At::value(&setup.name, "objective.why", &entry.why);
        faults.reason(why, entry.why.get_ref());
        let around = |hexes: u16| -> HexSet {
            map.ids().filter(|&other| map.distance(hex, other) <= Some(hexes)).collect()
        };
        let (close, near) = (around(3), around(4));
        objectives.push(Objective { hex, points: entry.points, close, near });
    }
    if objectives.is_empty() {
        let at = At::whole(&setup.name, "objective");
        faults.add(at, "no victory hex", "at least one [[objective]]");
    }
    objectives
}

/// Steps on foot from every hex to every objective, the greatest number where there is none.
pub(super) fn ways(
    map: &Map,
    ground: &[Cell],
    objectives: &[Objective],
) -> Vec<[u8; MOST_OBJECTIVES]> {
    let to: Vec<Vec<u8>> =
        objectives.iter().map(|objective| way(map, ground, objective.hex)).collect();
    let from = |hex: HexId| {
        let mut ways = [u8::MAX; MOST_OBJECTIVES];
        ways.iter_mut().zip(&to).for_each(|(way, to)| *way = to[hex.index()]);
        ways
    };
    map.ids().map(from).collect()
}

/// How strongly each objective draws a bot over the ways to it.
pub(super) fn draw(ways: &[[u8; MOST_OBJECTIVES]]) -> Vec<[i16; MOST_OBJECTIVES]> {
    ways.iter().map(|ways| ways.map(goals::draw)).collect()
}

/// Hexes on foot from everywhere to a goal, over intact bridges, whoever stands in the way.
pub(in super::super) fn way(map: &Map, ground: &[Cell], goal: HexId) -> Vec<u8> {
    let dry = |hex: HexId| ground[hex.index()].terrain != Terrain::Sea;
    let field: Field = field(map, &[goal], |from, direction, to| {
        let (a, b) = (&ground[from.index()], &ground[to.index()]);
        let bridged = |g: &Cell| matches!(g.crossing, Crossing::River | Crossing::Ferry);
        let wet = map.side(from, direction, RIVER) && !bridged(a) && !bridged(b);
        (dry(from) && dry(to) && !wet).then_some(1)
    });
    map.ids().map(|hex| field.cost(hex).min(u16::from(u8::MAX)) as u8).collect()
}
