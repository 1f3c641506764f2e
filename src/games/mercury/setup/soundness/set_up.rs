//! Set-up that can be finished, with one side and no more than its steps in a hex.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{HexId, Map, Side};

use super::super::super::counter::UnitId;
use super::super::super::ground::{Room, SetUp};
use super::super::super::sheets::Name;
use super::super::super::state::STACK_STEPS;
use super::super::roster::Roster;
use super::super::{At, Faults, Setup};

/// Set-up that cannot be finished, puts too much into a hex or both sides into one.
pub(in super::super) fn set_up(
    setup: &Setup,
    map: &Map,
    items: &[SetUp],
    roster: &Roster,
    faults: &mut Faults,
) {
    let file = setup.name.as_str();
    let side = |item: &SetUp| match item {
        SetUp::Unit { unit, .. } => Some(roster.counters[unit.index()].side),
        SetUp::Random { units, .. } => Some(roster.counters[units[0].index()].side),
        SetUp::Leader { .. } => None,
    };
    let hexes = |item: &SetUp| -> Vec<HexId> {
        match item {
            SetUp::Unit { hexes, .. } | SetUp::Random { hexes, .. } => hexes.clone(),
            SetUp::Leader { .. } => Vec::new(),
        }
    };
    let who = |item: &SetUp| match item {
        SetUp::Unit { unit, .. } => roster.counters[unit.index()].id.clone(),
        SetUp::Random { units, .. } => roster.counters[units[0].index()].id.clone(),
        SetUp::Leader { .. } => String::new(),
    };
    // The block of each item, for its place in the file.
    let block = |item: &SetUp| {
        let id = who(item);
        let named = |names: &[Name]| names.iter().any(|name| *name.get_ref() == id);
        setup.scenario.set_up.iter().position(|entry| named(&entry.units)).unwrap_or(0)
    };
    let mut owners: BTreeMap<HexId, (Side, String)> = BTreeMap::new();
    let mut crossed: BTreeSet<(usize, HexId)> = BTreeSet::new();
    let mut forced: BTreeMap<HexId, u32> = BTreeMap::new();
    for (place, item) in items.iter().enumerate() {
        let Some(side) = side(item) else { continue };
        let (own, id, block) = (hexes(item), who(item), block(item));
        let key = format!("setup.{block}.hexes");
        for &hex in &own {
            let (other, first) = owners.entry(hex).or_insert_with(|| (side, id.clone())).clone();
            if other != side && crossed.insert((block, hex)) {
                let problem =
                    format!("{id} and the enemy's {first} may both set up in {}", map.label(hex));
                faults.add(At::whole(file, &key), problem, "hexes of one side");
            }
        }
        match item {
            SetUp::Unit { unit, hexes, steps, .. } if hexes.len() == 1 => {
                let steps = u32::from(steps.unwrap_or(roster.counters[unit.index()].steps));
                let all = forced.entry(hexes[0]).or_default();
                let before = *all;
                *all += steps;
                let most = u32::from(STACK_STEPS);
                if before <= most && *all > most {
                    let problem = format!("{all} steps set up in {}", map.label(hexes[0]));
                    faults.add(
                        At::whole(file, &key),
                        problem,
                        format!("at most {most} in one hex"),
                    );
                }
            }
            SetUp::Unit { .. } | SetUp::Random { .. } => {
                let blocked = blocked(&items[..place], item, roster);
                let wanted = match item {
                    SetUp::Random { units, .. } => units.len(),
                    _ => 1,
                };
                if own.len() < blocked + wanted {
                    let problem =
                        format!("{id} may find no hex: {blocked} of {} may be taken", own.len());
                    faults.add(
                        At::whole(file, &key),
                        problem,
                        "as many hexes as units that may set up there",
                    );
                }
            }
            SetUp::Leader { .. } => {}
        }
    }
}

/// More steps than any hex holds.
const FULL: u32 = STACK_STEPS as u32 + 1;

/// How many hexes of an item may be closed to it by those that set up before it, at worst.
fn blocked(earlier: &[SetUp], item: &SetUp, roster: &Roster) -> usize {
    let (own, others, steps) = match item {
        SetUp::Unit { unit, hexes, room, steps, .. } => {
            let others = match room {
                Room::Empty => None,
                Room::Without(others) => Some(others.as_slice()),
                Room::Filling(_) => Some(&[][..]),
            };
            (hexes, others, steps.unwrap_or(roster.counters[unit.index()].steps))
        }
        SetUp::Random { hexes, .. } => (hexes, None, 0),
        SetUp::Leader { .. } => return 0,
    };
    let own: BTreeSet<HexId> = own.iter().copied().collect();
    // Who must stand in a hex, and who may.
    let mut held: BTreeMap<HexId, u32> = BTreeMap::new();
    let mut closing = 0;
    // Those who roam: of an entry whose units keep apart, one unit a hex; the others as they like.
    let mut apart: BTreeMap<UnitId, (u32, u32)> = BTreeMap::new();
    let mut together = 0;
    for other in earlier {
        match other {
            SetUp::Unit { unit, hexes, steps, room, .. } => {
                let counter = &roster.counters[unit.index()];
                let steps = u32::from(steps.unwrap_or(counter.steps)).max(1);
                if !hexes.iter().any(|hex| own.contains(hex)) {
                    continue;
                }
                let closes = others.is_none_or(|others| others.contains(unit));
                match hexes.as_slice() {
                    [only] if closes => *held.entry(*only).or_default() += FULL,
                    [only] => *held.entry(*only).or_default() += steps,
                    _ if closes => closing += 1,
                    _ => match room {
                        Room::Without(units) if !units.is_empty() => {
                            let (count, most) = apart.entry(units[0]).or_default();
                            (*count, *most) = (*count + 1, steps.max(*most));
                        }
                        _ => together += steps,
                    },
                }
            }
            SetUp::Random { units, hexes } => {
                if hexes.iter().any(|hex| own.contains(hex)) {
                    closing += units.len();
                }
            }
            SetUp::Leader { .. } => {}
        }
    }
    // What one hex more needs to be full for the unit.
    let room = FULL.saturating_sub(u32::from(steps)).max(1);
    let full = held.values().filter(|&&there| there >= room).count();
    together += held.values().filter(|&&there| there < room).sum::<u32>();
    let enough = |hexes: &u32| {
        let spread: u32 = apart.values().map(|&(count, most)| count.min(*hexes) * most).sum();
        spread + together >= hexes * room
    };
    let filled = (1..=own.len() as u32).rev().find(enough).unwrap_or(0);
    full + closing + filled as usize
}
