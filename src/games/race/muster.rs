//! From files to a position: everything is checked, all faults are told.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    BySide, Calendar, Direction, Fault, Feature, Field, FromSetup, Hex, HexId, Map, MapBuilder,
    Numbering, Origin, Place, Provenance, Side, Sources as Files, TerrainId, field,
};
use serde_spanned::Spanned;

use super::board::{
    Airfield, ApproachBox, Board, Cities, Class, Corps, Crossing, Edge, Entry, Ground,
    LeaderMarker, MOST_OBJECTIVES, Nation, Objective, RIVER, ROAD, Sources, Terrain, Unit,
    side_kinds,
};
use super::combat::CombatTable;
use super::goals;
use super::outlook::Outlooks;
use super::rules::Race;
use super::rulings::{Edition, Rethymnon};
use super::sets::{HexSet, MOST_HEXES};
use super::setup::{CounterRow, HexRow, ScenarioFile, Setup};
use super::soundness;

impl FromSetup for Race {
    type Setup = Setup;

    fn read(sources: &mut impl Files, name: &str) -> Option<Setup> {
        let scenario: ScenarioFile = sources.toml(name)?;
        let map = sources.rows(&scenario.map);
        let counters = sources.rows(&scenario.counters);
        let table = sources.toml(&scenario.table);
        Some(Setup { name: name.into(), scenario, map, counters, table })
    }

    fn build(setup: Setup, doubts: &mut Vec<Fault>) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults { list: Vec::new(), doubts: Vec::new() };
        let board = board(&setup, &mut faults);
        match board {
            Some(board) if faults.list.is_empty() => {
                doubts.append(&mut faults.doubts);
                Ok(Race::new(board))
            }
            _ => Err(faults.list),
        }
    }
}

/// The faults found so far.
pub(super) struct Faults {
    pub(super) list: Vec<Fault>,
    /// What is odd, but possible.
    pub(super) doubts: Vec<Fault>,
}

impl Faults {
    /// Something odd that could be right: the user is told, and the game is played.
    pub(super) fn doubt(
        &mut self,
        file: &str,
        place: Place,
        key: &str,
        problem: String,
        expected: impl Into<String>,
    ) {
        self.add(file, place, key, problem, expected);
        self.doubts.extend(self.list.pop());
    }

    pub(super) fn add(
        &mut self,
        file: &str,
        place: Place,
        key: &str,
        problem: String,
        expected: impl Into<String>,
    ) {
        self.list.push(Fault {
            file: file.into(),
            place,
            key: key.into(),
            problem,
            expected: expected.into(),
            unknown: None,
        });
    }

    /// Looks a word up; a miss is a fault that offers the words known.
    fn word<T: Copy>(
        &mut self,
        at: (&str, Place, &str),
        word: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == word).map(|&(_, value)| value);
        if found.is_none() {
            let names: Vec<String> = known.iter().map(|(name, _)| (*name).to_string()).collect();
            self.list.push(Fault {
                file: at.0.into(),
                place: at.1,
                key: at.2.into(),
                problem: format!("{word:?} is not known here"),
                expected: format!("one of {}", names.join(", ")),
                unknown: Some((word.into(), names)),
            });
        }
        found
    }

    fn hex(&mut self, map: &Map, file: &str, key: &str, label: &Spanned<String>) -> Option<HexId> {
        let place = Place::Offset(label.span().start);
        self.hex_at(map, (file, place, key), label.get_ref())
    }

    fn hex_at(&mut self, map: &Map, at: (&str, Place, &str), label: &str) -> Option<HexId> {
        let found = map.find(label, None);
        match found {
            None => self.add(
                at.0,
                at.1,
                at.2,
                format!("hex {label} is not on the map"),
                "row and column as printed, e.g. `0904`",
            ),
            Some(hex) if map.terrain_name(hex) == Terrain::Sea.word() => self.add(
                at.0,
                at.1,
                at.2,
                format!("hex {label} is open sea"),
                "a hex that units can enter",
            ),
            Some(_) => {}
        }
        found
    }

    fn hexes(
        &mut self,
        map: &Map,
        file: &str,
        key: &str,
        labels: &[Spanned<String>],
    ) -> Vec<HexId> {
        labels.iter().filter_map(|label| self.hex(map, file, key, label)).collect()
    }
}

fn board(setup: &Setup, faults: &mut Faults) -> Option<Board> {
    let file = setup.name.as_str();
    let scenario = &setup.scenario;
    let (rows, counters) = (setup.map.as_ref()?, setup.counters.as_ref()?);
    // Nothing that stands on a spoilt map can be looked at.
    let spoilt = soundness::spoilt(&scenario.map, rows.iter().map(|row| row.hex.as_str()), faults)
        | soundness::spoilt(
            &scenario.counters,
            counters.iter().map(|row| row.hex.as_str()),
            faults,
        );
    if spoilt {
        return None;
    }
    let (map, mut ground) = ground(scenario, rows, faults)?;
    for airfield in &scenario.airfields {
        // WM-9.2-1: the first hex is the airfield itself, further ones stand for it.
        let all = scenario.rulings.rethymnon == Rethymnon::Either;
        let hexes = faults.hexes(&map, file, "airfield.hexes", &airfield.hexes);
        for hex in hexes.into_iter().take(if all { usize::MAX } else { 1 }) {
            let number = scenario.airfields.iter().position(|a| a.name == airfield.name);
            ground[hex.index()].airfield = number.map(|n| n as u8);
        }
    }
    let airfields: Vec<Airfield> = scenario
        .airfields
        .iter()
        .enumerate()
        .map(|(number, airfield)| Airfield {
            name: airfield.name.clone(),
            hexes: map
                .ids()
                .filter(|hex| ground[hex.index()].airfield == Some(number as u8))
                .collect(),
        })
        .collect();
    let names: Vec<(&str, u8)> =
        airfields.iter().enumerate().map(|(i, a)| (a.name.as_str(), i as u8)).collect();
    let boxes: Vec<ApproachBox> = scenario
        .boxes
        .iter()
        .map(|b| ApproachBox {
            letter: b.letter.clone(),
            name: b.name.clone(),
            airfield: b.airfield.as_ref().and_then(|name| {
                let at = (file, Place::Offset(name.span().start), "box.airfield");
                faults.word(at, name.get_ref(), &names)
            }),
        })
        .collect();
    let mut objectives: Vec<Objective> = Vec::new();
    for objective in &scenario.objectives {
        let place = Place::Offset(objective.hex.span().start);
        let Some(hex) = faults.hex(&map, file, "objective.hex", &objective.hex) else { continue };
        if objectives.iter().any(|o| o.hex == hex) {
            let problem = format!("hex {} stands twice", objective.hex.get_ref());
            faults.add(file, place, "objective.hex", problem, "one block a victory hex");
        }
        if objective.points == 0 {
            let problem = format!("hex {} is worth nothing", objective.hex.get_ref());
            faults.add(file, place, "objective.points", problem, "1 or more");
        }
        reason(faults, file, "objective.why", &objective.why);
        ground[hex.index()].points = objective.points;
        ground[hex.index()].objective = u8::try_from(objectives.len()).ok();
        let around = |hexes: u16| {
            map.ids().filter(|&other| map.distance(hex, other) <= Some(hexes)).collect()
        };
        objectives.push(Objective {
            hex,
            points: objective.points,
            close: around(3),
            near: around(4),
        });
    }
    if objectives.is_empty() {
        faults.add(
            file,
            Place::Whole,
            "objective",
            "no victory hex".into(),
            "at least one [[objective]]",
        );
    }
    let points: u32 = objectives.iter().map(|o| u32::from(o.points)).sum();
    let wanted = u32::from(*scenario.victory_points.get_ref());
    if wanted == 0 || wanted > points {
        faults.add(
            file,
            Place::Offset(scenario.victory_points.span().start),
            "victory_points",
            format!("{wanted} points cannot be the level of victory"),
            format!("1 to {points}, the points of all victory hexes"),
        );
    }
    if scenario.turns.get_ref().is_empty() || scenario.turns.get_ref().len() > 100 {
        let at = Place::Offset(scenario.turns.span().start);
        faults.add(file, at, "turns", "not a calendar".into(), "1 to 100 names of turns");
    }
    if let Some(end) = &scenario.end_turn
        && !(1..=100).contains(end.get_ref())
    {
        let at = Place::Offset(end.span().start);
        faults.add(file, at, "end_turn", format!("turn {}", end.get_ref()), "1 to 100");
    }
    for note in scenario.origins.values() {
        reason(faults, file, "origins.why", &note.why);
    }
    for option in scenario.options.get_ref().list(scenario.game) {
        if option.on && !option.known {
            faults.add(
                file,
                Place::Offset(scenario.options.span().start),
                &format!("options.{}", option.name),
                "this game has no such optional rule".into(),
                "an option that `scenario show` lists",
            );
        }
    }
    if scenario.options.get_ref().boat_crossing && !scenario.options.get_ref().advanced_bridges {
        faults.add(
            file,
            Place::Offset(scenario.options.span().start),
            "options.boat_crossing",
            "there is nothing to cancel without advanced_bridges".into(),
            "advanced_bridges = true beside it",
        );
    }
    let mut sources = Sources {
        german: faults.hexes(&map, file, "sources.german", &scenario.sources.german),
        allied: faults.hexes(&map, file, "sources.allied", &scenario.sources.allied),
        airborne: faults.hexes(&map, file, "sources.airborne", &scenario.sources.airborne),
    };
    let driel = scenario.sources.driel.as_ref();
    if let Some(hex) = driel.and_then(|hex| faults.hex(&map, file, "sources.driel", hex))
        && scenario.options.get_ref().driel
    {
        sources.airborne.push(hex);
    }
    let cities = scenario.cities.as_ref().and_then(|cities| {
        let arnhem = faults.hex(&map, file, "cities.arnhem", &cities.arnhem);
        let nijmegen = faults.hex(&map, file, "cities.nijmegen", &cities.nijmegen);
        let oss = faults.hex(&map, file, "cities.oss", &cities.oss);
        Some(Cities { arnhem: arnhem?, nijmegen: nijmegen?, oss: oss? })
    });
    if (scenario.game == Edition::MarketGarden) != scenario.cities.is_some() {
        faults.add(
            file,
            Place::Whole,
            "cities",
            "does not fit the game".into(),
            "a [cities] table in market-garden only",
        );
    }
    if scenario.game == Edition::Mercury && airfields.len() != 3 {
        faults.add(
            file,
            Place::Whole,
            "airfield",
            format!("{} airfields", airfields.len()),
            "the three airfields of 11.1",
        );
    }
    if *scenario.reduced.endurance.get_ref() == 0 {
        let at = Place::Offset(scenario.reduced.endurance.span().start);
        faults.add(file, at, "reduced.endurance", "0".into(), "1 or more");
    }
    let entry = faults.hexes(&map, file, "entry.allied", &scenario.entry.allied);
    let ports = faults.hexes(&map, file, "sea.ports", &scenario.sea.ports);
    let units = units(scenario, counters, &map, &boxes, faults);
    soundness::scenario(setup, &map, &airfields, &units, faults);
    let leaders = leaders(file, scenario, &units, faults);
    let table = setup.table.as_ref().and_then(|table| {
        reason(faults, &scenario.table, "why", &table.why);
        match CombatTable::new(table) {
            Ok(table) => Some(table),
            Err(wrong) => {
                for (place, problem) in wrong {
                    faults.add(&scenario.table, place, "rows", problem, CombatTable::SHAPE);
                }
                None
            }
        }
    })?;
    let set = |fits: &dyn Fn(&Unit) -> bool| {
        let fitting = units.iter().enumerate().filter(|(_, unit)| fits(unit));
        fitting.fold(0, |set, (i, _)| set | 1u128 << i)
    };
    let hexes = |fits: &dyn Fn(&Ground) -> bool| {
        map.ids().filter(|hex| fits(&ground[hex.index()])).collect::<HexSet>()
    };
    if objectives.len() > MOST_OBJECTIVES {
        let problem = format!("{} objectives", objectives.len());
        faults.add(file, Place::Whole, "objective", problem, format!("at most {MOST_OBJECTIVES}"));
        return None;
    }
    let from: Vec<Vec<u8>> = objectives.iter().map(|o| way(&map, &ground, o.hex)).collect();
    let ways_from = |hex: HexId| {
        let mut ways = [u8::MAX; MOST_OBJECTIVES];
        ways.iter_mut().zip(&from).for_each(|(way, from)| *way = from[hex.index()]);
        ways
    };
    let ways: Vec<_> = map.ids().map(ways_from).collect();
    let draw = ways.iter().map(|ways| ways.map(goals::draw)).collect();
    let distances = map.distances();
    let mut names = scenario.turns.get_ref().clone();
    if let Some(end) = &scenario.end_turn {
        let end = usize::from(*end.get_ref());
        // Turns past the printed ones have no date.
        names.extend((names.len() + 1..=end).map(|turn| format!("turn {turn}")));
        names.truncate(end);
    }
    Some(Board {
        edition: scenario.game,
        title: scenario.title.clone(),
        history: scenario.history.clone(),
        rulings: scenario.rulings,
        options: *scenario.options.get_ref(),
        calendar: Calendar { night: vec![false; names.len()], names },
        german: set(&|unit| unit.side == Side::German),
        allied: set(&|unit| unit.side == Side::Allied),
        xxx: set(&|unit| unit.corps == Corps::Xxx),
        flanks: set(&|unit| unit.corps == Corps::Flank),
        vehicles: set(&|unit| unit.class.vehicle()),
        armor: set(&|unit| unit.class == Class::Armor),
        edges: Edge::ALL.map(|edge| hexes(&|ground| ground.edges & edge.bit() != 0)),
        canals: hexes(&|ground| ground.crossing == Crossing::Canal),
        goals: hexes(&|ground| ground.objective.is_some()),
        slow: hexes(&|ground| match ground.terrain {
            Terrain::Rough => true,
            Terrain::Mountain => scenario.rulings.mountain_is_rough,
            _ => false,
        })
        .without(map.ids().filter(|&hex| map.sides(hex, ROAD) != 0).collect()),
        ground,
        units,
        outlooks: Outlooks::new(&table),
        table,
        // Found once the position has been paved.
        supply_ways: BySide::default(),
        victory_points: *scenario.victory_points.get_ref(),
        objectives,
        sources,
        entry,
        ports,
        boxes,
        airfields,
        reduced: (
            scenario.reduced.combat,
            *scenario.reduced.endurance.get_ref(),
            scenario.reduced.movement,
        ),
        cities,
        leaders,
        ways,
        draw,
        distances,
        provenance: provenance(setup),
        map,
    })
}

fn reason(faults: &mut Faults, file: &str, key: &str, why: &Spanned<String>) {
    if why.get_ref().trim().is_empty() {
        let at = Place::Offset(why.span().start);
        faults.add(file, at, key, "empty".into(), "where the value comes from, in a few words");
    }
}

/// The two parts of the ground: the engine's map and the masks the game plays on.
fn ground(
    scenario: &ScenarioFile,
    rows: &[HexRow],
    faults: &mut Faults,
) -> Option<(Map, Vec<Ground>)> {
    let file = scenario.map.as_str();
    let lists =
        |hexes: &[Spanned<String>], row: &HexRow| hexes.iter().any(|hex| *hex.get_ref() == row.hex);
    let terrains: Vec<(&str, Terrain)> = Terrain::ALL.map(|t| (t.word(), t)).to_vec();
    let crossings = [
        ("", Crossing::None),
        ("canal", Crossing::Canal),
        ("river", Crossing::River),
        ("ferry", Crossing::Ferry),
    ];
    let numbering = Numbering::ROW_COLUMN_ODD_HIGH;
    let words = Terrain::ALL.map(|t| t.word().to_string()).to_vec();
    let mut builder = MapBuilder::new(numbering, words).with_sides(side_kinds());
    let sheet = builder.sheet("map", "map");
    let mut ground: Vec<Ground> = Vec::new();
    if rows.len() > MOST_HEXES {
        let problem = format!("{} hexes", rows.len());
        faults.add(file, Place::Whole, "hex", problem, format!("at most {MOST_HEXES}"));
        return None;
    }
    for (i, row) in rows.iter().enumerate() {
        let line = Place::Line(i as u32 + 2);
        let terrain = faults.word((file, line, "terrain"), &row.terrain, &terrains);
        let crossing = faults.word((file, line, "bridge"), &row.bridge, &crossings);
        let red = faults.word((file, line, "red"), &row.red, &[("", false), ("yes", true)]);
        let roads = sides(faults, (file, line, "roads"), &row.roads);
        let rivers = sides(faults, (file, line, "rivers"), &row.rivers);
        if row.why.trim().is_empty() {
            faults.add(file, line, "why", "empty".into(), "where the hex comes from");
        }
        let Some(at) = numbering.parse(&row.hex) else {
            let problem = format!("{:?} is not a hex number", row.hex);
            faults.add(file, line, "hex", problem, "row and column as printed, e.g. `0904`");
            continue;
        };
        let (Some(terrain), Some(crossing), Some(red)) = (terrain, crossing, red) else { continue };
        let mut features = Vec::new();
        if !row.name.is_empty() {
            features.push(Feature { kind: "place".into(), name: row.name.clone() });
        }
        // For the picture of the map.
        let drawn = match crossing {
            Crossing::None => None,
            Crossing::Canal | Crossing::River => Some("bridge"),
            Crossing::Ferry => Some("ferry"),
        };
        let port = lists(&scenario.sea.ports, row).then_some("port");
        let airfield = scenario.airfields.iter().any(|field| lists(&field.hexes, row));
        let drawn = [drawn, port, airfield.then_some("airfield")].into_iter().flatten();
        features.extend(drawn.map(|kind| Feature { kind: kind.into(), name: String::new() }));
        let mut hex = Hex { features, ..Hex::bare(at, sheet, TerrainId(terrain as u8)) };
        hex.sides.set(ROAD, roads);
        hex.sides.set(RIVER, rivers);
        if builder.hex(hex).is_none() {
            let problem = format!("hex {} stands twice", row.hex);
            faults.add(file, line, "hex", problem, "one row a hex");
            continue;
        }
        ground.push(Ground {
            terrain,
            near: [None; 6],
            around: HexSet::default(),
            red,
            crossing,
            points: 0,
            objective: None,
            edges: 0,
            airfield: None,
            ferry_closed: crossing == Crossing::Ferry,
        });
    }
    soundness::map(scenario, rows, faults);
    if !faults.list.is_empty() {
        return None;
    }
    let map = builder.finish();
    let last_column = map.ids().map(|id| map.hex(id).at.column).max()?;
    for id in map.ids() {
        let hex = &mut ground[id.index()];
        let at = map.hex(id).at;
        for direction in Direction::ALL {
            let near = map.neighbour(id, direction);
            hex.near[direction.index()] = near;
            if let Some(near) = near {
                hex.around.insert(near);
            }
            both_sides(faults, file, &map, id, direction, rows);
        }
        // The edges of the printed sheet: first and last column, first and last hex of a column.
        hex.edges = [
            (Edge::West, at.column == 1),
            (Edge::North, hex.near[Direction::N.index()].is_none()),
            (Edge::East, at.column == last_column),
            (Edge::South, hex.near[Direction::S.index()].is_none()),
        ]
        .iter()
        .filter(|(_, there)| *there)
        .fold(0, |edges, (edge, _)| edges | edge.bit());
    }
    Some((map, ground))
}

/// A road or river must stand on both hexes of its hexside.
fn both_sides(
    faults: &mut Faults,
    file: &str,
    map: &Map,
    id: HexId,
    direction: Direction,
    rows: &[HexRow],
) {
    let Some(near) = map.neighbour(id, direction) else { return };
    let has = |hex: HexId, key: &str, way: Direction| {
        let row = &rows[hex.index()];
        let list = if key == "roads" { &row.roads } else { &row.rivers };
        list.split_whitespace().any(|word| word == way.word())
    };
    for key in ["roads", "rivers"] {
        if has(id, key, direction) && !has(near, key, direction.opposite()) {
            let problem = format!(
                "hex {} has {direction} but {} lacks {}",
                map.label(id),
                map.label(near),
                direction.opposite()
            );
            let line = Place::Line(u32::from(id.0) + 2);
            faults.add(file, line, key, problem, "the same hexside in both hexes");
        }
    }
}

fn sides(faults: &mut Faults, at: (&str, Place, &str), words: &str) -> u8 {
    let known: Vec<(&str, Direction)> = Direction::ALL.map(|d| (d.word(), d)).to_vec();
    words
        .split_whitespace()
        .filter_map(|word| faults.word(at, word, &known))
        .fold(0, |bits, d| bits | d.bit())
}

fn units(
    scenario: &ScenarioFile,
    rows: &[CounterRow],
    map: &Map,
    boxes: &[ApproachBox],
    faults: &mut Faults,
) -> Vec<Unit> {
    let file = scenario.counters.as_str();
    let nations: Vec<(&str, Nation)> = Nation::ALL.map(|n| (n.word(), n)).to_vec();
    let classes: Vec<(&str, Class)> = Class::ALL.map(|c| (c.word(), c)).to_vec();
    let corps =
        [("", Corps::None), ("XXX", Corps::Xxx), ("VIII", Corps::Flank), ("XII", Corps::Flank)];
    let options = scenario.options.get_ref().list(scenario.game);
    let known: Vec<(&str, bool)> = core::iter::once(("", true))
        .chain(options.iter().filter(|o| o.known).map(|o| (o.name, o.on)))
        .collect();
    let mut units: Vec<Unit> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let line = Place::Line(i as u32 + 2);
        let nation = faults.word((file, line, "nationality"), &row.nationality, &nations);
        let class = faults.word((file, line, "class"), &row.class, &classes);
        let corps = faults.word((file, line, "corps"), &row.corps, &corps);
        let yes = [("", false), ("yes", true)];
        let battlegroup = faults.word((file, line, "battlegroup"), &row.battlegroup, &yes);
        let wanted = faults.word((file, line, "option"), &row.option, &known);
        if row.why.trim().is_empty() {
            faults.add(file, line, "why", "empty".into(), "where the values come from");
        }
        if row.endurance == 0 || row.combat == 0 {
            let problem = format!("combat {}, endurance {}", row.combat, row.endurance);
            faults.add(file, line, "endurance", problem, "1 or more each");
        }
        if !(1..=6).contains(&row.movement) {
            let problem = format!("movement {}", row.movement);
            faults.add(file, line, "movement", problem, "1 to 6");
        }
        // Who is due after an earlier end never comes; that is no fault.
        let end = scenario.end_turn.as_ref().map_or(0, |end| usize::from(*end.get_ref()));
        let last = end.max(scenario.turns.get_ref().len());
        if row.turn == 0 || usize::from(row.turn) > last {
            let problem = format!("turn {}", row.turn);
            faults.add(file, line, "turn", problem, format!("a turn from 1 to {last}"));
        }
        if units.iter().any(|unit| unit.id == row.id) {
            let problem = format!("unit {} stands twice", row.id);
            faults.add(file, line, "id", problem, "one row a unit");
        }
        let hex = if row.hex.is_empty() {
            None
        } else {
            faults.hex_at(map, (file, line, "hex"), &row.hex)
        };
        let drops = class.is_some_and(Class::drops);
        soundness::counter(scenario, row, nation, drops, line, faults);
        let entry = entry(row, hex, boxes, (file, line), faults);
        if let (
            Some(nation),
            Some(class),
            Some(corps),
            Some(battlegroup),
            Some(true),
            Some(entry),
        ) = (nation, class, corps, battlegroup, wanted, entry)
        {
            units.push(Unit {
                id: row.id.clone(),
                name: row.name.clone(),
                side: row.side,
                nation,
                class,
                corps,
                combat: row.combat,
                endurance: row.endurance,
                movement: row.movement,
                entry,
                turn: row.turn.saturating_sub(1),
                landing: hex,
                battlegroup,
            });
        }
    }
    if units.len() > 128 {
        let problem = format!("{} units", units.len());
        faults.add(file, Place::Whole, "id", problem, "at most 128");
        units.truncate(128);
    }
    units
}

fn entry(
    row: &CounterRow,
    hex: Option<HexId>,
    boxes: &[ApproachBox],
    at: (&str, Place),
    faults: &mut Faults,
) -> Option<Entry> {
    let (file, line) = at;
    if row.class == Class::Irregular.word() {
        return Some(Entry::Call);
    }
    match (row.approach.as_str(), row.edge.as_str()) {
        ("", "") => {
            if row.hex.is_empty() {
                let problem = format!("{} comes from nowhere", row.id);
                faults.add(file, line, "hex", problem, "a hex, a box or an edge");
            }
            hex.map(Entry::Hex)
        }
        ("any", "") => Some(Entry::AnyBox),
        ("S", "") => Some(Entry::Sea),
        (letter, "") => {
            let known: Vec<(&str, u8)> =
                boxes.iter().enumerate().map(|(i, b)| (b.letter.as_str(), i as u8)).collect();
            faults.word((file, line, "box"), letter, &known).map(Entry::Box)
        }
        ("", edge) => {
            let known = [
                ("W", Entry::Edge(Edge::West)),
                ("N", Entry::Edge(Edge::North)),
                ("E", Entry::Edge(Edge::East)),
                ("south", Entry::List),
                ("ports", Entry::List),
            ];
            faults.word((file, line, "edge"), edge, &known)
        }
        _ => {
            let problem = format!("{} has a box and an edge", row.id);
            faults.add(file, line, "edge", problem, "one of the two");
            None
        }
    }
}

fn leaders(
    file: &str,
    scenario: &ScenarioFile,
    units: &[Unit],
    faults: &mut Faults,
) -> Vec<LeaderMarker> {
    let options = scenario.options.get_ref();
    let known: Vec<(&str, (Side, bool))> = vec![
        ("Süssmann", (Side::German, options.sussmann)),
        ("Freyberg", (Side::Allied, options.freyberg)),
    ];
    let ids: Vec<(&str, u8)> =
        units.iter().enumerate().map(|(i, u)| (u.id.as_str(), i as u8)).collect();
    let mut leaders = Vec::new();
    for leader in &scenario.leaders {
        let place = Place::Offset(leader.name.span().start);
        let found = faults.word((file, place, "leader.name"), leader.name.get_ref(), &known);
        let place = Place::Offset(leader.with.span().start);
        let with = faults.word((file, place, "leader.with"), leader.with.get_ref(), &ids);
        let (Some((side, on)), Some(with)) = (found, with) else { continue };
        if side != leader.side || units[usize::from(with)].side != side {
            let problem =
                format!("{} cannot go with {}", leader.name.get_ref(), leader.with.get_ref());
            faults.add(file, place, "leader.with", problem, "a unit of his own side");
        }
        if on {
            leaders.push(LeaderMarker { side, with });
        }
    }
    let wanted = usize::from(options.sussmann) + usize::from(options.freyberg);
    if leaders.len() != wanted && faults.list.is_empty() {
        faults.add(
            file,
            Place::Offset(scenario.options.span().start),
            "options",
            "a leader in play has no [[leader]] block".into(),
            "a [[leader]] block for each leader",
        );
    }
    leaders
}

/// Hexes on foot from everywhere to a goal, over intact bridges, whoever stands in the way.
fn way(map: &Map, ground: &[Ground], goal: HexId) -> Vec<u8> {
    let dry = |hex: HexId| ground[hex.index()].terrain != Terrain::Sea;
    let field: Field = field(map, &[goal], |from, direction, to| {
        let (a, b) = (&ground[from.index()], &ground[to.index()]);
        let bridged = |g: &Ground| matches!(g.crossing, Crossing::River | Crossing::Ferry);
        let wet = map.side(from, direction, RIVER) && !bridged(a) && !bridged(b);
        (dry(from) && dry(to) && !wet).then_some(1)
    });
    map.ids().map(|hex| field.cost(hex).min(u16::from(u8::MAX)) as u8).collect()
}

fn provenance(setup: &Setup) -> Vec<Provenance> {
    let scenario = &setup.scenario;
    let mut counts: BTreeMap<(String, String, Origin), u32> = BTreeMap::new();
    let mut count = |file: &str, what: &str, origin: Origin, values: u32| {
        *counts.entry((file.into(), what.into(), origin)).or_default() += values;
    };
    for (what, note) in &scenario.origins {
        count(&setup.name, what, note.origin, 1);
    }
    for objective in &scenario.objectives {
        count(&setup.name, "victory hexes", objective.origin, 1);
    }
    for row in setup.map.iter().flatten() {
        count(&scenario.map, "hexes", row.origin, 1);
    }
    for row in setup.counters.iter().flatten() {
        count(&scenario.counters, "counters", row.origin, 1);
    }
    if let Some(table) = &setup.table {
        let cells = table.rows.get_ref().iter().map(Vec::len).sum::<usize>() as u32;
        count(&scenario.table, "combat results", table.origin, cells);
    }
    counts
        .into_iter()
        .map(|((file, what, origin), count)| Provenance { file, what, origin, count })
        .collect()
}
