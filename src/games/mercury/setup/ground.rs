//! The map, the scenario's terms, and the start of the battle.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    BySide, Calendar, Cup, Direction, Feature, Hex, HexId, Map, MapBuilder, Numbering, Origin,
    Outcome, Provenance, Side, Sight, TerrainId, field,
};

use super::super::airlanding::{Airlanding, Serial};
use super::super::attachments::Battalion;
use super::super::counter::{DivisionId, MoveClass, UnitId};
use super::super::departures::{Breakout, Exit, OffMap, Shipping};
use super::super::fire::Hit;
use super::super::ground::{
    AirSupport, Chit, DivisionCard, Escape, FormationCard, Ground, LeaderCard, Reinforcement, Room,
    SIGHT_LIMIT, SetUp, Stick, Terrain, Victory,
};
use super::super::planned_air::{Allocation, PlannedAir};
use super::super::quality::ROLL_KINDS;
use super::super::rulings::{PrecisionGoal, WordlessArrival};
use super::super::sheets::{
    EffectEntry, HexRow, Name, ReinforcementEntry, Scenario, SetUpEntry, VictoryEntry, VictoryKind,
};
use super::super::state::{Battle, Leader, Place, Purse, STACK_STEPS, Tally, Unit};
use super::super::supply::{Effect, Supply};
use super::super::trucks::{Truck, Trucks};
use super::forces::{self, Roster};
use super::{At, Faults, Setup, charts};

/// Feature that lets a hex see farther (Mercury 2.9 names observation posts).
const OBSERVATION_POST: &str = "observation-post";

/// Builds everything fixed, noting every fault on the way.
pub(super) fn build(setup: &Setup, faults: &mut Faults) -> Option<Ground> {
    let (terrain, cover, rubble) = charts::terrain(setup, faults);
    let names: Vec<String> = terrain.iter().map(|kind| kind.name.clone()).collect();
    let map = map(setup, &names, faults);
    let mut calendar = charts::calendar(setup, faults);
    let files = &setup.scenario.files;
    let unarmoured = charts::combat(&files.combat_unarmoured, &setup.combat[0], faults);
    let armoured = charts::combat(&files.combat_armoured, &setup.combat[1], faults);
    let modifiers = charts::modifiers(setup, faults);
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
    check_entries(setup, &map, &terrain, &set_up, &roster, faults);
    charts::cut(setup, &mut calendar, faults);
    if !faults.list.is_empty() {
        return None;
    }
    let (unarmoured, armoured) = (unarmoured?, armoured?);
    let sight = Sight::new(&map, &cover, SIGHT_LIMIT);
    let distances = map
        .ids()
        .flat_map(|from| map.ids().map(move |to| (from, to)))
        .map(|(from, to)| map.distance(from, to).map_or(u8::MAX, |d| d.min(254) as u8))
        .collect();
    let far_sight = map
        .ids()
        .map(|id| map.hex(id).features.iter().any(|feature| feature.kind == OBSERVATION_POST))
        .collect();
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
        direct_reach: 0,
        by_objective: Vec::new(),
        superiors: Vec::new(),
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
        modifiers,
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
    ground.derive();
    Some(ground)
}

/// How many faces from 0 to each rating give each result, in the order of [`Hit::ALL`].
fn faces(row: [Hit; 10]) -> [[u8; 6]; 9] {
    core::array::from_fn(|rating| {
        Hit::ALL.map(|hit| row[..=rating].iter().filter(|&&result| result == hit).count() as u8)
    })
}

fn map(setup: &Setup, terrains: &[String], faults: &mut Faults) -> Map {
    let mut builder = MapBuilder::new(Numbering::ColumnRowEvenLow, terrains.to_vec());
    for (number, (name, rows)) in setup.hexes.iter().enumerate() {
        let Some(entry) = setup.sheets.sheets.iter().find(|entry| entry.name == *name) else {
            faults.unknown(
                At::name(&setup.name, "sheets", &setup.scenario.sheets[number]),
                "sheet",
                name,
                setup.sheets.sheets.iter().map(|entry| entry.name.clone()),
            );
            continue;
        };
        let sheet = builder.sheet(name, &entry.grid);
        let file = format!("maps/{name}");
        for (line, row) in rows.iter().enumerate() {
            let at = |key| At::row(&file, key, line);
            let Some(coord) = Numbering::ColumnRowEvenLow.parse(&row.hex) else {
                faults.add(
                    at("hex"),
                    format!("{:?} is not a hex number", row.hex),
                    "column.row, like 06.04",
                );
                continue;
            };
            if !in_play(setup, coord) {
                continue;
            }
            let inside = (entry.columns[0]..=entry.columns[1]).contains(&coord.column)
                && (entry.rows[0]..=entry.rows[1]).contains(&coord.row);
            if !inside {
                faults.add(
                    at("hex"),
                    format!("hex {} is not on sheet {name}", row.hex),
                    format!(
                        "columns {} to {}, rows {} to {}",
                        entry.columns[0], entry.columns[1], entry.rows[0], entry.rows[1]
                    ),
                );
                continue;
            }
            let Some(terrain) = terrains.iter().position(|kind| *kind == row.terrain) else {
                faults.unknown(at("terrain"), "terrain", &row.terrain, terrains.iter().cloned());
                continue;
            };
            let (roads, minor_roads) = exits(row, at("roads"), faults);
            let hex = Hex {
                at: coord,
                sheet,
                terrain: TerrainId(terrain as u8),
                roads,
                minor_roads,
                down_slopes: sides(&row.slopes, at("slopes"), faults),
                features: features(row),
            };
            if builder.hex(hex).is_none() {
                faults.add(at("hex"), format!("hex {} stands twice", row.hex), "each hex once");
            }
        }
    }
    builder.finish()
}

/// Whether the scenario plays on that part of the map.
fn in_play(setup: &Setup, at: engine::Coord) -> bool {
    let Some(limits) = &setup.scenario.limits else { return true };
    let within = |range: Option<[i16; 2]>, at| range.is_none_or(|r| (r[0]..=r[1]).contains(&at));
    within(limits.columns, at.column) && within(limits.rows, at.row)
}

fn sides(words: &str, at: At, faults: &mut Faults) -> u8 {
    let mut bits = 0;
    for word in words.split_whitespace() {
        match Direction::from_word(word) {
            Some(direction) => bits |= direction.bit(),
            None => {
                let known = Direction::ALL.iter().map(|d| d.word().to_string());
                faults.unknown(at, "direction", word, known);
            }
        }
    }
    bits
}

/// Road exits, and those of them that are minor roads (marked `*`).
fn exits(row: &HexRow, at: At, faults: &mut Faults) -> (u8, u8) {
    let all = sides(&row.roads.replace('*', ""), at, faults);
    let minor = row.roads.split_whitespace().filter_map(|word| word.strip_suffix('*'));
    let minor = minor.filter_map(Direction::from_word).map(Direction::bit).sum();
    (all, minor)
}

fn features(row: &HexRow) -> Vec<Feature> {
    row.features
        .split('|')
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let (kind, name) = entry.split_once(':').unwrap_or((entry, ""));
            Feature { kind: kind.to_string(), name: name.to_string() }
        })
        .collect()
}

/// A hex of the sheets in play.
fn hex(setup: &Setup, map: &Map, key: &str, name: &Name, faults: &mut Faults) -> Option<HexId> {
    let found = map.find(name.get_ref(), None);
    if found.is_none() {
        let names: Vec<&str> = setup.hexes.iter().map(|(name, _)| name.as_str()).collect();
        let frame = |name: &str| {
            setup.sheets.sheets.iter().find(|entry| entry.name == name).map(|entry| {
                format!(
                    "{:02}.{:02} to {:02}.{:02}",
                    entry.columns[0], entry.rows[0], entry.columns[1], entry.rows[1]
                )
            })
        };
        let frames: Vec<String> = names.iter().filter_map(|name| frame(name)).collect();
        faults.add(
            At::name(&setup.name, key, name),
            format!("hex {:?} is not on sheet {}", name.get_ref(), names.join(", ")),
            format!("a hex from {}", frames.join(", or ")),
        );
    }
    found
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
            At::name(&setup.name, key, name),
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
        faults.unknown(At::name(&setup.name, key, name), "division", name.get_ref(), known);
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
            faults.unknown(At::name(&setup.name, key, name), "chit", name.get_ref(), words);
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
                At::name(&setup.name, "first_chit_or", name),
                format!("{:?} would be in the cup twice", name.get_ref()),
                "chits to choose from that are not in the cup of the first turn",
            );
        }
    }
    for (key, cup) in [("cup", &each_turn), ("first_cup", &first)] {
        let twice = cup.iter().enumerate().any(|(i, chit)| cup[..i].contains(chit));
        if twice || cup.len() < 2 {
            faults.add(
                At::whole(&setup.name, key),
                "the cup cannot be played".to_string(),
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
            "there are event chits but no event cups".to_string(),
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
                At::name(&setup.name, "later_chit.chit", &entry.chit),
                format!("{:?} would be in the cup twice", entry.chit.get_ref()),
                "a chit that neither `cup` nor another later_chit has",
            );
        }
        if from == 0 {
            faults.add(
                At::name(&setup.name, "later_chit.from", &entry.from),
                "the first turn is not a later one".to_string(),
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
            "there are sticks but no drop table".to_string(),
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
                let at = At::name(&setup.name, "stick.leader", name);
                faults.unknown(at, "leader of the scenario", name.get_ref(), known);
            }
            found.map(|leader| leader as u8)
        });
        if entry.units.is_empty() || (hexes.is_empty() && !centres.is_empty()) {
            faults.add(
                At::name(&setup.name, "stick.turn", &entry.turn),
                format!("{} has nobody to drop, or nowhere", entry.name),
                "at least one unit and one hex of open ground",
            );
        }
        let Some(turn) = turn.filter(|_| !units.is_empty()) else { continue };
        let (name, glider) = (entry.name.clone(), entry.glider);
        let leader_with_any = entry.leader_with_any;
        list.push(Stick { name, turn, glider, units, hexes, leader, leader_with_any });
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
            leader_with_any: false,
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
fn leader(
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
            At::name(&setup.name, key, name),
            "leader of the scenario",
            name.get_ref(),
            known,
        );
    }
    found.map(|leader| leader as u8)
}

/// Airlanding (S7.0): airfield, turns, serials and table.
fn airlanding(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    objectives: &[HexId],
    faults: &mut Faults,
) -> Option<Airlanding> {
    let table = charts::airlanding_table(setup, faults);
    let Some(entry) = &setup.scenario.airlanding else {
        if !setup.scenario.serials.is_empty() {
            faults.add(
                At::whole(&setup.name, "airlanding"),
                "there are serials but no airfield".to_string(),
                "an [airlanding] block with `airfield` and `turns`",
            );
        }
        return None;
    };
    let mut airfield = Vec::new();
    for name in &entry.airfield {
        let Some(hex) = hex(setup, map, "airlanding.airfield", name, faults) else { continue };
        if !objectives.contains(&hex) {
            faults.add(
                At::name(&setup.name, "airlanding.airfield", name),
                format!("{} is no objective", name.get_ref()),
                "the hex of an [[objective]]: landing needs its control",
            );
        }
        airfield.push(hex);
    }
    let turns = entry
        .turns
        .iter()
        .filter_map(|name| turn(setup, calendar, "airlanding.turns", name, faults))
        .collect();
    let mut serials = Vec::new();
    for serial in &setup.scenario.serials {
        let units = forces::units(&setup.name, "serial.units", &serial.units, roster, faults);
        let leader = serial
            .leader
            .as_ref()
            .and_then(|name| leader(setup, leaders, "serial.leader", name, faults));
        if units.is_empty() {
            faults.add(
                At::whole(&setup.name, "serial.units"),
                format!("{} has nobody to land", serial.name),
                "at least one unit",
            );
            continue;
        }
        let (name, raises_rating) = (serial.name.clone(), serial.raises_rating);
        serials.push(Serial { name, units, leader, raises_rating });
    }
    if table.is_none() {
        faults.add(
            At::whole(&setup.name, "files.airlanding"),
            "serials land but there is no table for it".to_string(),
            "`airlanding = \"tables/airlanding-base\"` under [files]",
        );
    }
    Some(Airlanding { airfield, turns, serials, table: table? })
}

/// A division's attached battalion and the formation it fights with, one entry a division.
type Attached = Vec<Option<(u8, u8)>>;

/// Battalions of Allied brigades in play (S9.1), and those attached at the start.
fn battalions(
    setup: &Setup,
    roster: &Roster,
    formations: &[FormationCard],
    divisions: &[DivisionCard],
    faults: &mut Faults,
) -> (Vec<Battalion>, Attached) {
    let mut list: Vec<Battalion> = Vec::new();
    if setup.scenario.attachments.is_empty() {
        return (list, Vec::new());
    }
    for (unit, counter) in roster.counters.iter().enumerate() {
        let unit = UnitId(unit as u16);
        let allied = counter.side == Side::Allied && !counter.battalion.is_empty();
        // S9.1: Layforce has no chit of attachment.
        let Some(own) = counter.formation.filter(|_| allied && counter.battalion != "Layforce")
        else {
            continue;
        };
        match list.iter_mut().find(|known| known.name == counter.battalion) {
            Some(known) => known.units.push(unit),
            None => list.push(Battalion {
                name: counter.battalion.clone(),
                division: counter.division,
                own,
                units: [unit].into(),
            }),
        }
    }
    let mut attached: Attached = alloc::vec![None; divisions.len()];
    for entry in &setup.scenario.attachments {
        let battalion = list.iter().position(|known| known.name == *entry.battalion.get_ref());
        if battalion.is_none() {
            let known = list.iter().map(|known| known.name.clone());
            let at = At::name(&setup.name, "attachment.battalion", &entry.battalion);
            faults.unknown(at, "battalion in play", entry.battalion.get_ref(), known);
        }
        let formation = formations.iter().position(|card| card.name == *entry.to.get_ref());
        if formation.is_none() {
            let known = formations.iter().map(|card| card.name.clone());
            let at = At::name(&setup.name, "attachment.to", &entry.to);
            faults.unknown(at, "formation of the scenario", entry.to.get_ref(), known);
        }
        let (Some(battalion), Some(formation)) = (battalion, formation) else { continue };
        let division = list[battalion].division;
        if formations[formation].division != division {
            faults.add(
                At::name(&setup.name, "attachment.to", &entry.to),
                format!("{} is of another division", entry.to.get_ref()),
                "a formation of the battalion's own division (S9.0)",
            );
        }
        attached[usize::from(division.0)] = Some((battalion as u8, formation as u8));
    }
    (list, attached)
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
            "a [[setup]] names neither units nor hexes".to_string(),
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
            At::name(&setup.name, "setup.hexes", first),
            format!("{} units of {steps} steps do not fit into {hexes} hexes", entry.units.len()),
            "one unit a hex of several, or at most 8 steps in a single one",
        );
    }
}

/// Nobody sets up where he could not stand.
fn check_entries(
    setup: &Setup,
    map: &Map,
    terrain: &[Terrain],
    set_up: &[SetUp],
    roster: &Roster,
    faults: &mut Faults,
) {
    for item in set_up {
        let SetUp::Unit { unit, hexes, .. } = item else { continue };
        for &hex in hexes {
            let kind = &terrain[usize::from(map.hex(hex).terrain.0)];
            if kind.enter.iter().flatten().all(Option::is_none) {
                faults.add(
                    At::whole(&setup.name, "setup.hexes"),
                    format!(
                        "{} cannot stand in {} ({})",
                        roster.counters[unit.index()].id,
                        map.label(hex),
                        kind.name
                    ),
                    "a hex that units can enter",
                );
            }
        }
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

fn victory(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    calendar: &Calendar,
    roster: &Roster,
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Victory {
    let entry = &setup.scenario.victory;
    let mut read = |key: &str, names: &[Name]| -> Vec<u8> {
        let mut found = Vec::new();
        for name in names {
            let Some(hex) = hex(setup, map, key, name, faults) else { continue };
            match objectives.iter().position(|&(objective, _)| objective == hex) {
                Some(number) => found.push(number as u8),
                None => faults.add(
                    At::name(&setup.name, key, name),
                    format!("{} is no objective", name.get_ref()),
                    "the hex of an [[objective]]",
                ),
            }
        }
        found
    };
    let mut ways: Vec<Vec<u8>> = entry
        .worth
        .iter()
        .map(|entry| read("victory.worth.hex", core::slice::from_ref(&entry.hex)))
        .collect();
    if !entry.hexes.is_empty() {
        ways.push(read("victory.hexes", &entry.hexes));
    }
    ways.extend(entry.any_of.iter().map(|names| read("victory.any_of", names)));
    let runway = read("victory.two_connected", &entry.two_connected);
    for (place, &one) in runway.iter().enumerate() {
        for &other in &runway[place + 1..] {
            let [a, b] = [one, other].map(|number| objectives[usize::from(number)].0);
            if map.direction(a, b).is_some() {
                ways.push([one, other].into());
            }
        }
    }
    if ways.iter().all(Vec::is_empty) {
        faults.add(
            At::whole(&setup.name, "victory.hexes"),
            "no hex to hold".to_string(),
            "at least one, in `hexes`, `any_of` or `two_connected`",
        );
    }
    let german_steps = entry.german_steps.unwrap_or(u16::MAX);
    if entry.german_steps.is_none() && entry.of_both() {
        faults.add(
            At::whole(&setup.name, "victory.german_steps"),
            "the Allies have no goal".to_string(),
            "`german_steps = N`",
        );
    }
    match entry.kind {
        VictoryKind::GermansHoldAtAnyTurnEnd => Victory::HoldAtAnyTurnEnd {
            objectives: ways.concat(),
            clause: BySide {
                german: "held every objective at the end of a turn",
                allied: "kept an objective to the end",
            },
        },
        VictoryKind::Points => {
            let mut worth = alloc::vec![BySide::default(); objectives.len()];
            for (entry, way) in entry.worth.iter().zip(&ways) {
                for &number in way {
                    worth[usize::from(number)] =
                        BySide { german: entry.german, allied: entry.allied };
                }
            }
            Victory::Points { step: entry.step_points, worth, ways }
        }
        VictoryKind::GermansHoldAtTheEnd => Victory::HoldAtTheEnd {
            ways,
            clause: match entry.exit {
                None => BySide {
                    german: "port or runway taken",
                    allied: "port and runway kept to the end",
                },
                Some(_) => {
                    BySide { german: "runway taken", allied: "runway kept and the way out barred" }
                }
            },
        },
        VictoryKind::AlliesTakeRunway => {
            let hexes = ways.concat();
            let pairs = hexes.iter().enumerate().flat_map(|(place, &one)| {
                hexes[place + 1..].iter().map(move |&other| [one, other].into())
            });
            Victory::Runway { ways: pairs.collect(), hexes }
        }
        VictoryKind::GermansHoldBefore => {
            let before = deadlines(setup, calendar, ways.len(), faults);
            let escape = escape(setup, map, roster, formations, faults);
            Victory::HoldBefore { ways, before, escape }
        }
        VictoryKind::GoalsOfBoth => Victory::GoalsOfBoth {
            ways,
            at_the_end: false,
            clause: "port and airfield taken",
            german_steps,
        },
        // F-SC2-1: the French text asks for everything, and at the end of any turn.
        VictoryKind::GoalsOfBothAtTheEnd => match setup.scenario.rulings.sc2_goal {
            PrecisionGoal::EitherAtTheEnd => Victory::GoalsOfBoth {
                ways,
                at_the_end: true,
                clause: "port or airfield taken",
                german_steps,
            },
            PrecisionGoal::AllAnyTurn => Victory::GoalsOfBoth {
                ways: [ways.concat()].into(),
                at_the_end: false,
                clause: "port and airfield taken",
                german_steps,
            },
        },
    }
}

/// The turn before which each group of objectives must be held.
fn deadlines(setup: &Setup, calendar: &Calendar, groups: usize, faults: &mut Faults) -> Vec<u16> {
    let names = &setup.scenario.victory.before;
    let found: Vec<u16> = names
        .iter()
        .filter_map(|name| turn(setup, calendar, "victory.before", name, faults))
        .collect();
    if names.len() != groups || !found.is_sorted() {
        faults.add(
            At::whole(&setup.name, "victory.before"),
            format!("{} turns for {groups} groups of hexes", names.len()),
            "one for each group, in order of time",
        );
    }
    found
}

/// The steps that must get away (scenario 8).
fn escape(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    formations: &[FormationCard],
    faults: &mut Faults,
) -> Escape {
    let Some(entry) = &setup.scenario.victory.escape else {
        faults.add(
            At::whole(&setup.name, "victory.escape"),
            "the Allies have no goal".to_string(),
            "a [victory.escape] with `steps`, `formation` and `east_of`",
        );
        return Escape { units: Vec::new(), steps: 0, east_of: 0 };
    };
    let formation = formations.iter().position(|card| card.name == *entry.formation.get_ref());
    if formation.is_none() {
        let at = At::name(&setup.name, "victory.escape.formation", &entry.formation);
        let known = formations.iter().map(|card| card.name.clone());
        faults.unknown(at, "formation of the scenario", entry.formation.get_ref(), known);
    }
    for name in &entry.battalions {
        let known = || roster.counters.iter().map(|counter| counter.battalion.clone());
        if known().all(|battalion| battalion != *name.get_ref()) {
            let at = At::name(&setup.name, "victory.escape.battalions", name);
            faults.unknown(at, "battalion in play", name.get_ref(), known());
        }
    }
    let units: Vec<UnitId> = (0..)
        .map(UnitId)
        .zip(&roster.counters)
        .filter(|(_, counter)| {
            let with = entry.battalions.iter().any(|name| *name.get_ref() == counter.battalion);
            with || (formation.is_some() && counter.formation == formation.map(|f| f as u8))
        })
        .map(|(unit, _)| unit)
        .collect();
    let steps = *entry.steps.get_ref();
    let in_play: u16 =
        units.iter().map(|unit| u16::from(roster.counters[unit.index()].steps)).sum();
    if steps == 0 || steps > in_play {
        faults.add(
            At::name(&setup.name, "victory.escape.steps", &entry.steps),
            format!("{steps} steps of {in_play}"),
            "at least one, and no more than there are",
        );
    }
    let east_of = *entry.east_of.get_ref();
    if map.ids().all(|hex| map.hex(hex).at.column <= east_of) {
        faults.add(
            At::name(&setup.name, "victory.escape.east_of", &entry.east_of),
            format!("no hex lies east of column {east_of}"),
            "a column west of the last one in play",
        );
    }
    Escape { units, steps, east_of }
}

/// The edge by which units leave to win.
fn breakout(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<Breakout> {
    let victory = &setup.scenario.victory;
    let entry = victory.exit.as_ref()?;
    let units = *entry.units.get_ref();
    if units == 0 || entry.hexes.is_empty() || victory.kind != VictoryKind::GermansHoldAtTheEnd {
        faults.add(
            At::name(&setup.name, "victory.exit.units", &entry.units),
            format!("{units} units, {} hexes", entry.hexes.len()),
            "at least one of each, beside a goal of the kind `germans-hold-at-the-end`",
        );
    }
    let hexes =
        entry.hexes.iter().filter_map(|name| edge(setup, map, "victory.exit.hexes", name, faults));
    Some(Breakout { hexes: hexes.collect(), units })
}

/// A hex of the edge of the map.
fn edge(setup: &Setup, map: &Map, key: &str, name: &Name, faults: &mut Faults) -> Option<HexId> {
    let hex = hex(setup, map, key, name, faults)?;
    if map.neighbours(hex).count() == 6 {
        faults.add(
            At::name(&setup.name, key, name),
            format!("{} is not on the edge of the map", name.get_ref()),
            "a hex of the edge",
        );
    }
    Some(hex)
}

/// Exits to the Off-Map Display (S1.0).
fn off_map(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<OffMap> {
    let entry = setup.scenario.off_map.as_ref()?;
    let mut exits = Vec::new();
    for exit in &entry.exits {
        let Some(hex) = edge(setup, map, "off_map.exits.hex", &exit.hex, faults) else { continue };
        exits.push(Exit { name: exit.name.clone(), hex, step_points: exit.step_points });
    }
    Some(OffMap { exits, for_good: entry.for_good })
}

/// Ships (S2.0).
fn shipping(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<Shipping> {
    let entry = setup.scenario.shipping.as_ref()?;
    let port = hex(setup, map, "shipping.port", &entry.port, faults)?;
    let (units_a_night, step_points) = (entry.units_a_night, entry.step_points);
    Some(Shipping { port, units_a_night, step_points })
}

/// Supply (S4.0).
fn supply(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Option<Supply> {
    let entry = setup.scenario.supply.as_ref()?;
    let from = turn(setup, calendar, "supply.from", &entry.from, faults);
    let mut objective = |key: &str, name: &Name| -> Option<u8> {
        let at = hex(setup, map, key, name, faults)?;
        let number = objectives.iter().position(|&(objective, _)| objective == at);
        if number.is_none() {
            faults.add(
                At::name(&setup.name, key, name),
                format!("{} is no objective", name.get_ref()),
                "the hex of an [[objective]]",
            );
        }
        number.map(|number| number as u8)
    };
    let port = objective("supply.port", &entry.port);
    let airfield =
        entry.airfield.iter().filter_map(|name| objective("supply.airfield", name)).collect();
    let worsens = *entry.worsens.get_ref();
    if worsens <= entry.arrives {
        faults.add(
            At::name(&setup.name, "supply.worsens", &entry.worsens),
            format!("a die of {worsens} brings supplies and wears them down"),
            format!("more than `arrives`, {}", entry.arrives),
        );
    }
    let effect = |entry: &EffectEntry| Effect { quality: entry.quality, fire: entry.fire };
    Some(Supply {
        from: from?,
        arrives: entry.arrives,
        worsens,
        port: port?,
        airfield,
        diminished: effect(&entry.diminished),
        emergency: effect(&entry.emergency),
    })
}

/// Divisional trucks (S10.0).
fn trucks(
    setup: &Setup,
    map: &Map,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Option<Trucks> {
    let entry = setup.scenario.trucks.as_ref()?;
    let known = || setup.sheets.sheets.iter().map(|sheet| sheet.name.clone());
    for name in &entry.sheets {
        if known().all(|sheet| sheet != *name.get_ref()) {
            let at = At::name(&setup.name, "trucks.sheets", name);
            faults.unknown(at, "sheet", name.get_ref(), known());
        }
    }
    let mut airfield = Vec::new();
    for name in &entry.airfield {
        let Some(hex) = hex(setup, map, "trucks.airfield", name, faults) else { continue };
        match objectives.iter().position(|&(objective, _)| objective == hex) {
            Some(number) => airfield.push(number as u8),
            None => faults.add(
                At::name(&setup.name, "trucks.airfield", name),
                format!("{} is no objective", name.get_ref()),
                "the hex of an [[objective]]",
            ),
        }
    }
    let mut fleet = Vec::new();
    let lists = [
        ("trucks.at_start", &entry.at_start, false),
        ("trucks.once_airfield_held", &entry.once_airfield_held, true),
    ];
    for (key, names, awaited) in lists {
        if let (true, Some(first), []) = (awaited, names.first(), entry.airfield.as_slice()) {
            faults.add(
                At::name(&setup.name, key, first),
                "there is no airfield to hold".to_string(),
                "`airfield` with its hexes under [trucks]",
            );
        }
        let cards = forces::trucks(setup, key, names, divisions, formations, faults);
        fleet.extend(cards.into_iter().map(|card| Truck { card, awaited }));
    }
    let listed = |sheet: &str| entry.sheets.iter().any(|name| name.get_ref() == sheet);
    let sheets: Vec<bool> = map.sheets().map(listed).collect();
    let may = |hex: HexId| sheets[usize::from(map.hex(hex).sheet)];
    Some(Trucks { fleet, allowed: map.ids().map(may).collect(), airfield })
}

/// Planned air support (S11.0).
fn planned_air(
    setup: &Setup,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Option<PlannedAir> {
    let entry = setup.scenario.planned_air.as_ref()?;
    let strikes = entry.strikes;
    if entry.divisions.is_empty() {
        faults.add(
            At::whole(&setup.name, "planned_air.divisions"),
            "no chit brings the planned strikes".to_string(),
            "at least one division",
        );
    }
    let divisions: Vec<DivisionId> = entry
        .divisions
        .iter()
        .filter_map(|name| division(setup, divisions, "planned_air.divisions", name, faults))
        .collect();
    let dawn = setup.calendar.turns.first()?;
    let dawns = (0..).zip(&calendar.names).filter(|(_, name)| name.ends_with(dawn.as_str()));
    let when = match &entry.from {
        None => Allocation::BeforePlay,
        Some(name) => {
            let from = turn(setup, calendar, "planned_air.from", name, faults)?;
            Allocation::EachDay { from }
        }
    };
    let dawns = dawns.map(|(turn, _)| turn).collect();
    Some(PlannedAir { divisions, strikes, within: entry.within, when, dawns })
}

/// What earns victory points, in words.
fn points_words(scenario: &Scenario) -> String {
    let victory = &scenario.victory;
    let mut terms = [format!("{} each enemy step eliminated", victory.step_points)].to_vec();
    for entry in &victory.worth {
        let side = match (entry.german, entry.allied) {
            (_, 0) => "German control",
            (0, _) => "Allied control",
            _ => "control",
        };
        terms.push(format!("{} {side} of {}", entry.german.max(entry.allied), entry.hex.get_ref()));
    }
    let exits = scenario.off_map.iter().flat_map(|terms| &terms.exits);
    for exit in exits.filter(|exit| exit.step_points > 0) {
        terms.push(format!("{} each step exited by the {}", exit.step_points, exit.name));
    }
    if let Some(ships) = &scenario.shipping {
        terms.push(format!("{} each step shipped", ships.step_points));
    }
    format!("more victory points at the end win: {}", terms.join(", "))
}

/// The steps that must get away, in words.
fn escape_words(entry: &VictoryEntry) -> String {
    entry.escape.as_ref().map_or_else(String::new, |goal| {
        let with: Vec<&str> = goal.battalions.iter().map(|name| name.get_ref().as_str()).collect();
        format!(
            "the Allied one {} steps of {} with {} east of column {} at the end",
            goal.steps.get_ref(),
            goal.formation.get_ref(),
            with.join(", "),
            goal.east_of.get_ref()
        )
    })
}

/// The German goal in words.
fn goal_words(entry: &VictoryEntry) -> String {
    let all = |names: &[Name]| {
        names.iter().map(|name| name.get_ref().as_str()).collect::<Vec<_>>().join(" and ")
    };
    let mut ways: Vec<String> = Vec::new();
    if !entry.hexes.is_empty() {
        ways.push(all(&entry.hexes));
    }
    let before = |place: usize| {
        entry
            .before
            .get(place)
            .map_or_else(String::new, |turn| format!(" before {}", turn.get_ref()))
    };
    let timed = |(place, names): (usize, &Vec<Name>)| all(names) + &before(place);
    ways.extend(entry.any_of.iter().enumerate().map(timed));
    if !entry.two_connected.is_empty() {
        ways.push(format!("two connected hexes of {}", all(&entry.two_connected)));
    }
    if let Some(exit) = &entry.exit {
        let hexes: Vec<&str> = exit.hexes.iter().map(|name| name.get_ref().as_str()).collect();
        ways.push(format!("have exited {} units from {}", exit.units.get_ref(), hexes.join(" ")));
    }
    ways.join(", or ")
}

/// What `scenario show` prints.
fn facts(setup: &Setup, roster: &Roster, calendar: &Calendar) -> Vec<(String, String)> {
    let scenario = &setup.scenario;
    let forces = |side: Side| {
        let own = roster.counters.iter().filter(|counter| counter.side == side);
        let (units, steps) = own.fold((0, 0), |(u, s), c| (u + 1, s + u32::from(c.steps)));
        format!("{units} units, {steps} steps")
    };
    let command: Vec<String> = scenario
        .divisions
        .iter()
        .map(|d| {
            format!("{}: command rating {}, {} points at the start", d.name, d.rating, d.points)
        })
        .collect();
    let cup: Vec<&str> = scenario.cup.iter().map(|name| name.get_ref().as_str()).collect();
    let first: Vec<&str> = core::iter::once(&scenario.first_chit)
        .chain(&scenario.first_chit_or)
        .map(|name| name.get_ref().as_str())
        .collect();
    let goal = goal_words(&scenario.victory);
    let steps = scenario.victory.german_steps.unwrap_or_default();
    let sheets: Vec<&str> = scenario.sheets.iter().map(|name| name.get_ref().as_str()).collect();
    [
        ("Scenario", scenario.number.clone()),
        ("About", scenario.about.clone()),
        ("Source", scenario.source.clone()),
        (
            "Length",
            format!(
                "{} to {}, {} turns",
                scenario.first.get_ref(),
                calendar.names.last().unwrap_or(charts::last_turn(setup).get_ref()),
                calendar.len()
            ),
        ),
        ("Map sheets", sheets.join(", ")),
        ("Germans", forces(Side::German)),
        ("Allies", forces(Side::Allied)),
        ("Command", command.join("; ")),
        ("Cup", format!("{}; first: {}", cup.join(", "), first.join(" or "))),
        ("Special rules", scenario.special_rules.join(", ")),
        (
            "Victory",
            match scenario.victory.kind {
                VictoryKind::GermansHoldAtAnyTurnEnd => format!(
                    "the Germans win if they control {goal} at the end of any turn, else the Allies win"
                ),
                VictoryKind::AlliesTakeRunway => format!(
                    "at the end the Allies win a major victory by control of two of {goal}, a minor one by fire zones on two; else the Germans win"
                ),
                VictoryKind::Points => points_words(scenario),
                VictoryKind::GermansHoldAtTheEnd => format!(
                    "the Germans win if they control {goal} at the end of the game, else the Allies win"
                ),
                VictoryKind::GoalsOfBoth => format!(
                    "the German goal is to control {goal} at the end of a turn, the Allied one to eliminate {steps} German steps; both or neither is a draw"
                ),
                VictoryKind::GermansHoldBefore => format!(
                    "the German goal is to control {goal}; {}; both or neither is a draw",
                    escape_words(&scenario.victory)
                ),
                VictoryKind::GoalsOfBothAtTheEnd => format!(
                    "the German goal is to control {goal} at the end of the game, the Allied one to eliminate {steps} German steps; both or neither is a draw"
                ),
            },
        ),
    ]
    .map(|(key, value)| (key.to_string(), value))
    .into()
}

/// Adds to the count of values of one origin in one file.
pub(super) fn count(
    list: &mut Vec<Provenance>,
    file: &str,
    what: &str,
    origin: Origin,
    count: u32,
) {
    let same = list.iter_mut().find(|p| p.file == file && p.what == what && p.origin == origin);
    match same {
        Some(entry) => entry.count += count,
        None => {
            list.push(Provenance { file: file.to_string(), what: what.to_string(), origin, count });
        }
    }
}

/// Where the values in play come from.
fn provenance(setup: &Setup, roster: &Roster) -> Vec<Provenance> {
    let mut list = Vec::new();
    let scenario = &setup.scenario;
    let facts = scenario.set_up.len() + scenario.reinforcements.len() + scenario.divisions.len();
    let facts = facts + scenario.air_support.len() + scenario.sticks.len();
    count(&mut list, &setup.name, "scenario facts", scenario.origin, facts as u32);
    let exits = scenario.off_map.iter().flat_map(|entry| &entry.exits).map(|exit| exit.origin);
    for origin in scenario.objectives.iter().map(|entry| entry.origin).chain(exits) {
        let origin = origin.unwrap_or(scenario.origin);
        count(&mut list, &setup.name, "scenario facts", origin, 1);
    }
    for (name, rows) in &setup.hexes {
        for row in rows {
            count(&mut list, &format!("maps/{name}"), "hexes", row.origin, 1);
        }
        if let Some(entry) = setup.sheets.sheets.iter().find(|entry| entry.name == *name) {
            count(&mut list, super::SHEETS, "frames of sheets", entry.origin, 1);
        }
    }
    for row in &setup.counters {
        let platoon = scenario
            .divisions
            .iter()
            .any(|d| d.rearguards.as_ref().is_some_and(|r| *r.counter.get_ref() == row.id));
        let truck = scenario.trucks.iter().any(|terms| {
            let mut all = terms.at_start.iter().chain(&terms.once_airfield_held);
            all.any(|name| *name.get_ref() == row.id)
        });
        if platoon || truck || roster.find(&row.id).is_some() {
            count(&mut list, &scenario.files.counters, "counters", row.origin, 1);
        }
    }
    for row in &setup.leaders {
        if scenario.leaders.iter().any(|entry| *entry.id.get_ref() == row.id) {
            count(&mut list, &scenario.files.leaders, "leaders", row.origin, 1);
        }
    }
    list.extend(charts::provenance(setup));
    list
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
        landing: None,
        park: false,
        fired: false,
        contact: None,
        quality_shift: 0,
        activated: false,
        tried: false,
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
        stacks: alloc::vec![None; ground.map.len()],
        present: BySide::default(),
        leaders: ground.leaders.iter().map(|_| Leader { with: None, replaced: false }).collect(),
        points: ground.divisions.iter().map(|card| card.points).collect(),
        dispatch: ground.divisions.iter().map(|card| card.dispatch_points).collect(),
        control: ground.objectives.iter().map(|&(_, side)| side).collect(),
        works: Vec::new(),
        barrages: Vec::new(),
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
