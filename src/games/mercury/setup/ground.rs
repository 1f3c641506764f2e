//! The map, the scenario's terms, and the start of the battle.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{BySide, Calendar, Cup, HexId, Map, Outcome, Side, Sight, field};

use super::super::changes::Changes;
use super::super::counter::{DivisionId, MoveClass, UnitId};
use super::super::fire::Hit;
use super::super::ground::{
    AirSupport, Chit, DivisionCard, FormationCard, Ground, LeaderCard, Reinforcement, Room,
    SIGHT_DAY, SIGHT_LIMIT, SetUp, Stick, Terrain, Victory,
};
use super::super::quality::ROLL_KINDS;
use super::super::rulings::WordlessArrival;
use super::super::sheets::{Name, ReinforcementEntry, SetUpEntry, VictoryKind};
use super::super::state::{Battle, Leader, Place, Purse, STACK_STEPS, Tally, Unit};
use super::super::terrain::SLOPE;
use super::super::trucks::Trucks;
use super::brief::{facts, provenance};
use super::forces::{self, Roster};
use super::heights::heights;
use super::map::{hex, map};
use super::reasons::reasons;
use super::special_rules::{
    airlanding, battalions, off_map, planned_air, shipping, supply, trucks,
};
use super::victory::{breakout, victory};
use super::{At, Faults, Setup, charts, soundness};

/// Feature that lets a hex see farther (Mercury 2.9 names observation posts).
const OBSERVATION_POST: &str = "observation-post";

/// Builds everything fixed, noting every fault on the way.
pub(super) fn build(setup: &Setup, faults: &mut Faults) -> Option<Ground> {
    soundness::files(setup, faults);
    let (terrain, cover, rubble) = charts::terrain(setup, faults);
    let names: Vec<String> = terrain.iter().map(|kind| kind.name.clone()).collect();
    // Nothing that stands on a spoilt map can be looked at.
    let map = map(setup, &names, faults)?;
    heights(setup, &map, faults);
    reasons(setup, faults);
    let mut calendar = charts::calendar(setup, faults);
    let files = &setup.scenario.files;
    let unarmoured = charts::combat(&files.combat_unarmoured, &setup.combat[0], faults);
    let armoured = charts::combat(&files.combat_armoured, &setup.combat[1], faults);
    let modifiers = charts::modifiers(setup, faults);
    let quality = charts::quality(setup, faults);
    let divisions = forces::divisions(setup, faults);
    let formations = forces::formations(setup, &divisions, &calendar, faults);
    let roster = forces::roster(setup, &divisions, &formations, faults);
    let leaders = forces::leaders(setup, &divisions, &formations, &roster, faults);
    let cup = chits(setup, &divisions, &formations, &calendar, faults);
    let drop_table = charts::drop_table(setup, faults);
    let events = charts::events(setup, faults);
    let objectives_at: Vec<HexId> =
        setup.scenario.objectives.iter().filter_map(|o| map.find(o.hex.get_ref(), None)).collect();
    let sticks = sticks(setup, &map, &terrain, &roster, &calendar, &leaders, faults);
    let airlanding = airlanding(setup, &map, &roster, &calendar, &leaders, &objectives_at, faults);
    let (battalions, attached) = battalions(setup, &roster, &formations, &divisions, faults);
    let set_up = set_up(setup, &map, &terrain, &roster, &leaders, faults);
    let reinforcements = reinforcements(setup, &map, &roster, &calendar, &leaders, faults);
    let air_support = air_support(setup, &divisions, &calendar, faults);
    let mut objectives = Vec::new();
    let mut objective_names = Vec::new();
    for entry in &setup.scenario.objectives {
        if let Some(hex) = hex(setup, &map, "objective.hex", &entry.hex, faults) {
            objectives.push((hex, entry.control));
            objective_names.push(format!("{} ({})", entry.name, entry.hex.get_ref()));
        }
    }
    let victory = victory(setup, &map, &objectives, &calendar, &roster, &formations, faults);
    let off_map = off_map(setup, &map, faults);
    let breakout = breakout(setup, &map, faults);
    let shipping = shipping(setup, &map, faults);
    let supply = supply(setup, &map, &calendar, &objectives, faults);
    let trucks = trucks(setup, &map, &divisions, &formations, &objectives, faults);
    let planned_air = planned_air(setup, &divisions, &calendar, faults);
    for name in &setup.scenario.independents {
        let one = core::slice::from_ref(name);
        forces::units(&setup.name, "independents", one, &roster, faults);
    }
    soundness::lists(setup, &map, faults);
    soundness::blocks(setup, &map, &roster, faults);
    soundness::set_up(setup, &map, &set_up, &roster, faults);
    charts::cut(setup, &mut calendar, faults);
    if !faults.is_empty() {
        return None;
    }
    let (unarmoured, armoured) = (unarmoured?, armoured?);
    let far_sight: Vec<bool> = map
        .ids()
        .map(|id| map.hex(id).features.iter().any(|feature| feature.kind == OBSERVATION_POST))
        .collect();
    let range =
        |hex: HexId| if far_sight[hex.index()] { SIGHT_LIMIT } else { u16::from(SIGHT_DAY) };
    let sight = Sight::new(&map, &cover, Some(SLOPE), range);
    let narrow = |hexes: u16| if hexes == u16::MAX { u8::MAX } else { hexes.min(254) as u8 };
    let distances = map.distances().into_iter().map(narrow).collect();
    let leaders: Vec<LeaderCard> = leaders.into_iter().map(|(card, _)| card).collect();
    let mut ground = Ground {
        title: setup.scenario.title.clone(),
        facts: facts(setup, &roster, &calendar),
        history: setup.scenario.history.clone(),
        provenance: provenance(setup, &roster),
        map,
        terrain,
        slope_leg: setup.terrain.slope_leg.map(|points| points * 2),
        slope_factor: setup.terrain.slope_factor,
        road_cost: setup.terrain.road_halves,
        sight,
        distances,
        far_sight,
        calendar,
        reaches: Vec::new(),
        direct_reach: 0,
        by_objective: Vec::new(),
        objective_near: Vec::new(),
        airfields: Vec::new(),
        ports: Vec::new(),
        settlements: Vec::new(),
        rearguards: Vec::new(),
        members: Vec::new(),
        called: Vec::new(),
        cover: Vec::new(),
        start_near: BySide::default(),
        step_costs: Default::default(),
        superiors: Vec::new(),
        subordinates: Vec::new(),
        counters: roster.counters,
        divisions,
        leaders,
        formations,
        chits: cup.all,
        each_turn: cup.each_turn,
        later_chits: cup.later,
        first_cup: cup.first,
        first_chit: cup.first_chit?,
        first_choice: cup.first_choice,
        rubble,
        drop_table,
        events,
        sticks,
        faces: [unarmoured, armoured].map(|table| table.map(faces)),
        combat: [unarmoured, armoured],
        alike: charts::alike(&modifiers),
        modifiers,
        quality,
        set_up,
        reinforcements,
        airlanding,
        off_map,
        breakout,
        shipping,
        supply,
        battalions,
        attached,
        trucks,
        planned_air,
        whole_first_turn: setup.scenario.whole_first_turn,
        air_support,
        objectives,
        objective_names,
        victory,
        levels: match setup.scenario.victory.kind {
            VictoryKind::GermansHoldAtAnyTurnEnd | VictoryKind::GermansHoldAtTheEnd => {
                ["German win", "Allied win"].as_slice()
            }
            VictoryKind::GoalsOfBoth
            | VictoryKind::GoalsOfBothAtTheEnd
            | VictoryKind::GermansHoldBefore
            | VictoryKind::Points => &["German win", "Draw", "Allied win"],
            VictoryKind::AlliesTakeRunway => {
                &["German win", "Allied minor victory", "Allied major victory"]
            }
        }
        .iter()
        .map(|level| (*level).to_string())
        .collect(),
        rulings: setup.scenario.rulings.clone(),
        ways: Vec::new(),
        roads: Vec::new(),
    };
    ground.derive();
    soundness::history(setup, &ground, faults);
    let refuge: Vec<HexId> = match &ground.victory {
        Victory::HoldBefore { escape, .. } => {
            let east = |hex: &HexId| ground.map.hex(*hex).at.column > escape.east_of;
            ground.map.ids().filter(east).collect()
        }
        _ => Vec::new(),
    };
    let fields = |column| {
        let objectives = ground.objectives.iter().map(|(goal, _)| core::slice::from_ref(goal));
        let edge = ground.breakout.iter().map(|terms| terms.hexes.as_slice());
        let away = (!refuge.is_empty()).then_some(refuge.as_slice());
        objectives
            .chain(edge)
            .chain(away)
            .map(|goals| {
                field(&ground.map, goals, |from, direction, _| {
                    ground.step_cost(MoveClass::Leg, column, from, direction, None)
                })
            })
            .collect()
    };
    let (ways, roads) = (fields(false), fields(true));
    ground.ways = ways;
    ground.roads = roads;
    Some(ground)
}

/// How many faces from 0 to each rating give each result, in the order of [`Hit::ALL`].
fn faces(row: [Hit; 10]) -> [[u8; 8]; 9] {
    core::array::from_fn(|rating| {
        let mut counts = [0; 8];
        for &hit in &row[..=rating] {
            counts[hit as usize] += 1;
        }
        counts
    })
}

pub(super) fn turn(
    setup: &Setup,
    calendar: &Calendar,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<u16> {
    let found = calendar.names.iter().position(|turn| turn == name.get_ref());
    if found.is_none() && !calendar.is_empty() {
        let known = calendar.names.iter().cloned();
        faults.unknown(
            At::value(&setup.name, key, name),
            "turn of the scenario",
            name.get_ref(),
            known,
        );
    }
    found.map(|turn| turn as u16)
}

pub(super) fn division(
    setup: &Setup,
    divisions: &[DivisionCard],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<DivisionId> {
    let found = divisions.iter().position(|card| card.id == *name.get_ref());
    if found.is_none() {
        let known = divisions.iter().map(|card| card.id.clone());
        faults.unknown(At::value(&setup.name, key, name), "division", name.get_ref(), known);
    }
    found.map(|division| DivisionId(division as u8))
}

/// The chits of a scenario and when they are in the cup.
struct Chits {
    all: Vec<Chit>,
    each_turn: Vec<u16>,
    later: Vec<(u16, u16)>,
    first: Vec<u16>,
    first_chit: Option<u16>,
    first_choice: Vec<u16>,
}

fn chits(
    setup: &Setup,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Chits {
    let mut known: Vec<(String, Chit)> = Vec::new();
    for side in Side::BOTH {
        known.push((format!("{} direct command", side.word()), Chit::DirectCommand(side)));
    }
    for side in Side::BOTH {
        known.push((format!("{} event", side.word()), Chit::Event(side)));
    }
    for (number, card) in divisions.iter().enumerate() {
        known.push((format!("{} division", card.id), Chit::Division(DivisionId(number as u8))));
    }
    for (number, card) in formations.iter().enumerate() {
        known.push((format!("{} formation", card.name), Chit::Formation(number as u8)));
    }
    // A chit's number is its place among those that are named, in order of naming; then those
    // that can be bought.
    let mut chits: Vec<Chit> = Vec::new();
    let mut read = |key: &str, name: &Name| {
        let Some((_, chit)) = known.iter().find(|(word, _)| word == name.get_ref()) else {
            let words = known.iter().map(|(word, _)| word.clone());
            faults.unknown(At::value(&setup.name, key, name), "chit", name.get_ref(), words);
            return None;
        };
        let place = chits.iter().position(|known| known == chit).unwrap_or_else(|| {
            chits.push(*chit);
            chits.len() - 1
        });
        Some(place as u16)
    };
    let scenario = &setup.scenario;
    let each_turn: Vec<u16> = scenario.cup.iter().filter_map(|name| read("cup", name)).collect();
    let mut first: Vec<u16> =
        scenario.first_cup.iter().filter_map(|name| read("first_cup", name)).collect();
    let first_chit = read("first_chit", &scenario.first_chit);
    let first_choice: Vec<u16> =
        scenario.first_chit_or.iter().filter_map(|name| read("first_chit_or", name)).collect();
    let later: Vec<Option<u16>> =
        scenario.later_chits.iter().map(|entry| read("later_chit.chit", &entry.chit)).collect();
    for formation in 0..formations.len() as u8 {
        if !chits.contains(&Chit::Formation(formation)) {
            chits.push(Chit::Formation(formation));
        }
    }
    if scenario.first_cup.is_empty() {
        first.clone_from(&each_turn);
    }
    // Those not chosen go into the cup: none of them may be there already.
    for (name, chit) in scenario.first_chit_or.iter().zip(&first_choice) {
        let choices = first_choice.iter().chain(first_chit.iter());
        let twice = choices.filter(|&other| other == chit).count() > 1;
        let there = first.contains(chit) || first_chit.is_some_and(|chit| first.contains(&chit));
        if twice || there {
            faults.add(
                At::value(&setup.name, "first_chit_or", name),
                format!("{:?} would be in the cup twice", name.get_ref()),
                "chits to choose from that are not in the cup of the first turn",
            );
        }
    }
    let own = (!scenario.first_cup.is_empty()).then_some(("first_cup", &first));
    for (key, cup) in core::iter::once(("cup", &each_turn)).chain(own) {
        let twice = cup.iter().enumerate().any(|(i, chit)| cup[..i].contains(chit));
        if twice || cup.len() < 2 {
            faults.add(
                At::whole(&setup.name, key),
                "the cup cannot be played",
                "at least two chits, each once",
            );
        }
    }
    let later = later_chits(setup, calendar, &each_turn, &later, faults);
    let named = || each_turn.iter().chain(later.iter().map(|(chit, _)| chit));
    let events = named().any(|&chit| matches!(chits[usize::from(chit)], Chit::Event(_)));
    if events && setup.events.is_none() {
        faults.add(
            At::whole(&setup.name, "files.events"),
            "there are event chits but no event cups",
            "`events = \"tables/events\"` under [files]",
        );
    }
    Chits { all: chits, each_turn, later, first, first_chit, first_choice }
}

/// The chits that join the cup later, with their turns; `numbers` are theirs, where their names are known.
fn later_chits(
    setup: &Setup,
    calendar: &Calendar,
    each_turn: &[u16],
    numbers: &[Option<u16>],
    faults: &mut Faults,
) -> Vec<(u16, u16)> {
    let mut list: Vec<(u16, u16)> = Vec::new();
    for (entry, &number) in setup.scenario.later_chits.iter().zip(numbers) {
        let from = turn(setup, calendar, "later_chit.from", &entry.from, faults);
        let (Some(number), Some(from)) = (number, from) else { continue };
        if each_turn.contains(&number) || list.iter().any(|&(other, _)| other == number) {
            faults.add(
                At::value(&setup.name, "later_chit.chit", &entry.chit),
                format!("{:?} would be in the cup twice", entry.chit.get_ref()),
                "a chit that neither `cup` nor another later_chit has",
            );
        }
        if from == 0 {
            faults.add(
                At::value(&setup.name, "later_chit.from", &entry.from),
                "the first turn is not a later one",
                "a turn after the first; chits of the first stand in `first_cup`",
            );
        }
        list.push((number, from));
    }
    list
}

/// The sticks, with every hex of their zones.
fn sticks(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    faults: &mut Faults,
) -> Vec<Stick> {
    let mut list = Vec::new();
    if !setup.scenario.sticks.is_empty() && setup.drop.is_none() {
        faults.add(
            At::whole(&setup.name, "files.drop"),
            "there are sticks but no drop table",
            "`drop = \"tables/drop-base\"` under [files]",
        );
    }
    for entry in &setup.scenario.sticks {
        let turn = turn(setup, calendar, "stick.turn", &entry.turn, faults);
        let units = forces::units(&setup.name, "stick.units", &entry.units, roster, faults);
        let centres: Vec<HexId> = entry
            .zone
            .iter()
            .filter_map(|name| hex(setup, map, "stick.zone", name, faults))
            .collect();
        let near = |id: HexId| {
            centres
                .iter()
                .any(|&c| map.distance(c, id).is_some_and(|d| d <= u16::from(entry.within)))
        };
        let fit = |id: HexId| terrain[usize::from(map.hex(id).terrain.0)].landable;
        // A hex named by itself is the zone, whatever stands there; round a centre, open ground counts.
        let hexes: Vec<HexId> =
            map.ids().filter(|&id| near(id) && (entry.within == 0 || fit(id))).collect();
        let leader = entry.leader.as_ref().and_then(|name| {
            let found = leaders.iter().position(|(card, _)| card.id == *name.get_ref());
            if found.is_none() {
                let known = leaders.iter().map(|(card, _)| card.id.clone());
                let at = At::value(&setup.name, "stick.leader", name);
                faults.unknown(at, "leader of the scenario", name.get_ref(), known);
            }
            found.map(|leader| leader as u8)
        });
        if entry.units.is_empty() || (hexes.is_empty() && !entry.zone.is_empty()) {
            faults.add(
                At::value(&setup.name, "stick.turn", &entry.turn),
                format!("{} has nobody to drop, or nowhere", entry.name),
                "at least one unit and one hex of open ground",
            );
        }
        let Some(turn) = turn.filter(|_| !units.is_empty()) else { continue };
        let (name, glider) = (entry.name.clone(), entry.glider);
        list.push(Stick { name, turn, glider, units, hexes, leader });
    }
    for entry in setup.scenario.reinforcements.iter().filter(|entry| jumps(setup, entry)) {
        let turn = turn(setup, calendar, "reinforcement.turn", &entry.turn, faults);
        let zone = hex(setup, map, "reinforcement.hex", &entry.hex, faults);
        let units = forces::units(&setup.name, "reinforcement.units", &entry.units, roster, faults);
        let (Some(turn), Some(zone)) = (turn, zone) else { continue };
        list.push(Stick {
            name: format!("{} ({})", entry.hex.get_ref(), entry.turn.get_ref()),
            turn,
            glider: false,
            units,
            hexes: [zone].into(),
            leader: None,
        });
    }
    list
}

/// Whether units of whose arrival the text says too little come by parachute (A-SC3-1).
fn jumps(setup: &Setup, entry: &ReinforcementEntry) -> bool {
    entry.wordless && setup.scenario.rulings.wordless_arrival == WordlessArrival::Jumps
}

/// Choices of set-up: all units first, then the leaders.
fn set_up(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    roster: &Roster,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    faults: &mut Faults,
) -> Vec<SetUp> {
    let mut list = Vec::new();
    for entry in &setup.scenario.set_up {
        let named: Vec<HexId> = entry
            .hexes
            .iter()
            .filter_map(|name| hex(setup, map, "setup.hexes", name, faults))
            .collect();
        let near = |id: HexId| {
            let reach = u16::from(entry.within);
            named.iter().any(|&centre| map.distance(centre, id).is_some_and(|d| d <= reach))
        };
        let dry = |id: HexId| {
            let kind = &terrain[usize::from(map.hex(id).terrain.0)];
            kind.enter.iter().flatten().any(Option::is_some)
        };
        let hexes: Vec<HexId> = match entry.within {
            0 => named,
            _ => map.ids().filter(|&id| near(id) && dry(id)).collect(),
        };
        room(setup, entry, hexes.len(), roster, faults);
        let units = forces::units(&setup.name, "setup.units", &entry.units, roster, faults);
        if entry.at_random && !units.is_empty() {
            list.push(SetUp::Random { units, hexes });
            continue;
        }
        for &unit in &units {
            let room = match entry.within {
                0 => Room::Empty,
                _ if entry.may_share => Room::Without(Vec::new()),
                _ => Room::Without(units.clone()),
            };
            let (hexes, may_dig) = (hexes.clone(), entry.may_dig_in);
            let contact = entry
                .park_of
                .as_ref()
                .and_then(|name| leader(setup, leaders, "setup.park_of", name, faults));
            if entry
                .steps
                .is_some_and(|steps| !(1..=roster.counters[unit.index()].steps).contains(&steps))
            {
                faults.add(
                    At::whole(&setup.name, "setup.steps"),
                    format!("{} has no such back", roster.counters[unit.index()].id),
                    "1, or as many steps as the counter has",
                );
            }
            let (steps, in_park) = (entry.steps, entry.in_park || entry.park_of.is_some());
            list.push(SetUp::Unit { unit, hexes, may_dig, room, steps, in_park, contact });
        }
    }
    for (leader, (_, units)) in leaders.iter().enumerate().filter(|(_, (_, u))| !u.is_empty()) {
        list.push(SetUp::Leader { leader: leader as u8, units: units.clone() });
    }
    list
}

/// A leader of the scenario.
pub(super) fn leader(
    setup: &Setup,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<u8> {
    let found = leaders.iter().position(|(card, _)| card.id == *name.get_ref());
    if found.is_none() {
        let known = leaders.iter().map(|(card, _)| card.id.clone());
        faults.unknown(
            At::value(&setup.name, key, name),
            "leader of the scenario",
            name.get_ref(),
            known,
        );
    }
    found.map(|leader| leader as u8)
}

/// Whether the units of one entry fit into its hexes.
fn room(setup: &Setup, entry: &SetUpEntry, hexes: usize, roster: &Roster, faults: &mut Faults) {
    let steps: u32 = entry
        .units
        .iter()
        .filter_map(|name| roster.find(name.get_ref()))
        .map(|unit| u32::from(roster.counters[unit.index()].steps))
        .sum();
    let Some(first) = entry.hexes.first().or(entry.units.first()) else {
        faults.add(
            At::whole(&setup.name, "setup"),
            "a [[setup]] names neither units nor hexes",
            "at least one of each",
        );
        return;
    };
    let too_many = match hexes {
        1 => steps > u32::from(STACK_STEPS),
        hexes => entry.units.len() > hexes,
    };
    if too_many || entry.units.is_empty() {
        faults.add(
            At::value(&setup.name, "setup.hexes", first),
            format!("{} units of {steps} steps do not fit into {hexes} hexes", entry.units.len()),
            "one unit a hex of several, or at most 8 steps in a single one",
        );
    }
}

fn reinforcements(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    faults: &mut Faults,
) -> Vec<Reinforcement> {
    let mut list = Vec::new();
    for entry in setup.scenario.reinforcements.iter().filter(|entry| !jumps(setup, entry)) {
        let hex = hex(setup, map, "reinforcement.hex", &entry.hex, faults);
        let turn = turn(setup, calendar, "reinforcement.turn", &entry.turn, faults);
        let units = forces::units(&setup.name, "reinforcement.units", &entry.units, roster, faults);
        let with = entry
            .leader
            .as_ref()
            .and_then(|name| leader(setup, leaders, "reinforcement.leader", name, faults));
        let (Some(hex), Some(turn)) = (hex, turn) else { continue };
        // He is asked for once, with the first of them.
        let leaders = core::iter::once(with).chain(core::iter::repeat(None));
        let with = units.into_iter().zip(leaders);
        list.extend(with.map(|(unit, leader)| Reinforcement { unit, turn, hex, leader }));
    }
    list
}

fn air_support(
    setup: &Setup,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Vec<AirSupport> {
    let mut list = Vec::new();
    for entry in &setup.scenario.air_support {
        let turn = turn(setup, calendar, "air_support.turn", &entry.turn, faults);
        let division = division(setup, divisions, "air_support.division", &entry.division, faults);
        if let (Some(turn), Some(division)) = (turn, division) {
            let (strikes, within) = (entry.strikes, entry.within);
            list.push(AirSupport { turn, division, strikes, within });
        }
    }
    list
}

/// The number of the objective in a hex.
pub(super) fn objective(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<u8> {
    let at = hex(setup, map, key, name, faults)?;
    let number = objectives.iter().position(|&(objective, _)| objective == at);
    if number.is_none() {
        faults.add(
            At::value(&setup.name, key, name),
            format!("{} is no objective", name.get_ref()),
            "the hex of an [[objective]]",
        );
    }
    number.map(|number| number as u8)
}

/// A hex of the edge of the map.
pub(super) fn edge(
    setup: &Setup,
    map: &Map,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<HexId> {
    let hex = hex(setup, map, key, name, faults)?;
    if map.neighbours(hex).count() == 6 {
        faults.add(
            At::value(&setup.name, key, name),
            format!("{} is not on the edge of the map", name.get_ref()),
            "a hex of the edge",
        );
    }
    Some(hex)
}

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
