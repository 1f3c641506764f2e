//! The counters in play: what is printed on them, and how they come.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{At, Faults, HexId, Map, Side};

use super::super::ground::{
    Airborne, Cell, Class, HexSet, MOST_UNITS, Nation, Size, Terrain, Unit, Way,
};
use super::super::sheets::{CounterRow, SetupRow};
use super::Setup;

/// How counters come, in the words of the column `way`.
const WAYS: [&str; 8] =
    ["set-up", "decoy", "drop", "air-landing", "convoy", "reinforcement", "aircraft", "re-formed"];

/// The letters of the groups of reinforcements, in the order in which they stand.
pub(super) fn groups(setup: &Setup) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for row in setup.rows.iter().filter(|row| row.way == "reinforcement") {
        if !groups.contains(&row.place) {
            groups.push(row.place.clone());
        }
    }
    groups
}

/// What the rows of the set-up are read against.
struct Scene<'a> {
    setup: &'a Setup,
    map: &'a Map,
    cells: &'a [Cell],
    land: HexSet,
    groups: &'a [String],
}

/// The counters that the set-up lists, in its order.
pub(super) fn units(
    setup: &Setup,
    map: &Map,
    cells: &[Cell],
    land: HexSet,
    groups: &[String],
    faults: &mut Faults,
) -> Option<Vec<Unit>> {
    let (file, list) = (setup.scenario.setup.as_str(), setup.scenario.counters.as_str());
    let before = faults.len();
    faults.too_many(At::whole(file, "counter"), setup.rows.len(), "counters", MOST_UNITS);
    for (line, row) in setup.counters.iter().enumerate() {
        faults.reason(At::row(list, "why", line), &row.why);
        if setup.counters[..line].iter().any(|other| other.id == row.id) {
            let problem = format!("{} stands twice", row.id);
            faults.add(At::row(list, "id", line), problem, "an id of its own");
        }
    }
    let scene = Scene { setup, map, cells, land, groups };
    let mut units = Vec::new();
    for (line, row) in setup.rows.iter().enumerate() {
        let at = At::row(file, "counter", line);
        faults.reason(At::row(file, "why", line), &row.why);
        if setup.rows[..line].iter().any(|other| other.counter == row.counter) {
            faults.add(at, format!("{} comes twice", row.counter), "one row a counter");
        }
        let known = setup.counters.iter().map(|counter| counter.id.as_str());
        let Some(place) = faults.find(at, "counter", &row.counter, known) else { continue };
        units.extend(unit(&scene, place, row, line, faults));
    }
    battalions(setup, &units, faults);
    (faults.len() == before).then_some(units)
}

/// A counter with the way in which it comes.
fn unit(
    scene: &Scene<'_>,
    place: usize,
    row: &SetupRow,
    line: usize,
    faults: &mut Faults,
) -> Option<Unit> {
    let setup = scene.setup;
    let counter = &setup.counters[place];
    let at = At::row(&setup.scenario.counters, "class", place);
    let class = faults.word::<Class>(at, "class", &counter.class);
    let size = faults.word::<Size>(at.key("size"), "size", &counter.size);
    let nation = faults.word::<Nation>(at.key("nation"), "nation", &counter.nation);
    let airborne =
        [("", None), ("parachute", Some(Airborne::Parachute)), ("glider", Some(Airborne::Glider))];
    let airborne = faults.pick(at.key("airborne"), &counter.airborne, &airborne);
    let own = faults.pick(at.key("companies"), &counter.companies, &[("", false), ("own", true)]);
    if nation.is_some_and(|nation| (nation == Nation::German) != (counter.side == Side::German)) {
        let problem =
            format!("{} is {} on the {} side", counter.id, counter.nation, counter.side.word());
        faults.add(at.key("nation"), problem, "a nation of its side");
    }
    if counter.stacking > setup.scenario.stacking {
        let problem = format!("{} stacking points", counter.stacking);
        let expected = format!("at most {}", setup.scenario.stacking);
        faults.add(at.key("stacking"), problem, expected);
    }
    for (key, value) in [
        ("attack", counter.attack),
        ("defence", counter.defence),
        ("movement", counter.movement),
        ("range", counter.range),
    ] {
        if value > 60 {
            faults.add(at.key(key), format!("{value}"), "at most 60");
        }
    }
    if class.is_some_and(Class::is_gun) && counter.range == 0 {
        faults.add(at.key("range"), format!("{} fires nowhere", counter.id), "1 or more");
    }
    let way = way(scene, counter, row, line, faults);
    let at = At::row(&setup.scenario.setup, "turn", line);
    if usize::from(row.turn) > setup.scenario.turns.len() && row.way != "reinforcement" {
        let problem = format!("turn {} of {}", row.turn, setup.scenario.turns.len());
        faults.doubt(at, problem, "a turn of the game");
    }
    let post = post(scene, row, way.as_ref(), at.key("post"), faults);
    let known = setup.counters.iter().map(|counter| counter.id.as_str());
    if !counter.battalion.is_empty() {
        let at = At::row(&setup.scenario.counters, "battalion", place);
        faults.find(at, "counter", &counter.battalion, known);
    }
    let battalion = setup.rows.iter().position(|other| other.counter == counter.battalion);
    Some(Unit {
        id: counter.id.clone(),
        name: counter.name.clone(),
        side: counter.side,
        nation: nation?,
        formation: counter.formation.clone(),
        size: size?,
        class: class?,
        airborne: airborne?,
        attack: counter.attack,
        defence: counter.defence,
        movement: counter.movement,
        range: counter.range,
        stacking: counter.stacking,
        battalion: battalion.map(|place| place as u16),
        own_companies: own?,
        way: way?,
        turn: row.turn,
        post,
    })
}

/// How a counter comes.
fn way(
    scene: &Scene<'_>,
    counter: &CounterRow,
    row: &SetupRow,
    line: usize,
    faults: &mut Faults,
) -> Option<Way> {
    let setup = scene.setup;
    let file = setup.scenario.setup.as_str();
    let (at, place) = (At::row(file, "way", line), At::row(file, "place", line));
    let ways = WAYS.map(|word| (word, word));
    let word = faults.pick(at, &row.way, &ways)?;
    let german = counter.side == Side::German;
    let wants_german = !matches!(word, "set-up" | "decoy" | "reinforcement");
    if german != wants_german {
        let problem = format!("{} is {}", counter.id, counter.side.word());
        faults.add(
            at,
            problem,
            if wants_german { "a German counter" } else { "an Allied counter" },
        );
    }
    if (counter.class == Class::Decoy.word()) != (word == "decoy") {
        faults.add(at, format!("{} is a {}", counter.id, counter.class), "decoy for decoys alone");
    }
    let sector = |faults: &mut Faults| {
        let known = setup.island.sectors.iter().map(String::as_str);
        faults.find(place, "sector", &row.place, known)
    };
    Some(match word {
        "set-up" => set_up(scene, row, place, faults)?,
        "decoy" => Way::Decoy,
        "drop" => match row.place.as_str() {
            "anywhere" => Way::DropAnywhere,
            "any-sector" => Way::DropTogether,
            _ => Way::Drop { sector: sector(faults)? as u8 },
        },
        "air-landing" => Way::AirLanding,
        "convoy" => {
            let regular = setup.scenario.convoys.regular;
            let number = row.place.parse::<u8>().ok().filter(|n| (1..=regular).contains(n));
            if number.is_none() {
                let problem = format!("convoy {:?}", row.place);
                faults.add(place, problem, format!("1 to {regular}"));
            }
            Way::Convoy(number? - 1)
        }
        "reinforcement" => {
            let group = scene.groups.iter().position(|group| *group == row.place);
            Way::Reinforcement(group.unwrap_or(0) as u8)
        }
        "aircraft" => Way::Aircraft,
        _ => Way::Reformed,
    })
}

/// Where a counter may be set up: a sector, anywhere, or some hexes.
fn set_up(scene: &Scene<'_>, row: &SetupRow, at: At, faults: &mut Faults) -> Option<Way> {
    if row.place == "anywhere" {
        return Some(Way::SetUp { hexes: Box::new(scene.land), last: true });
    }
    let sector = scene.setup.island.sectors.iter().position(|name| *name == row.place);
    if let Some(sector) = sector {
        let of = |hex: &HexId| usize::from(scene.cells[hex.index()].sector) == sector;
        return Some(Way::SetUp {
            hexes: Box::new(scene.land.iter().filter(of).collect()),
            last: false,
        });
    }
    let mut hexes = HexSet::default();
    for label in row.place.split_whitespace() {
        match scene.map.find(label, None).filter(|&hex| scene.land.contains(hex)) {
            Some(hex) => hexes.insert(hex),
            None => {
                let sectors = scene.setup.island.sectors.iter().cloned();
                let land = scene.land.iter().map(|hex| scene.map.label(hex));
                faults.unknown(at, "sector or hex of land", label, sectors.chain(land));
                return None;
            }
        }
    }
    if hexes.is_empty() {
        faults.add(at, "no place", "a sector, anywhere, or hexes");
        return None;
    }
    Some(Way::SetUp { hexes: Box::new(hexes), last: false })
}

/// The hex proposed for a counter.
fn post(
    scene: &Scene<'_>,
    row: &SetupRow,
    way: Option<&Way>,
    at: At,
    faults: &mut Faults,
) -> Option<HexId> {
    if row.post.is_empty() {
        return None;
    }
    let Some(hex) = scene.map.find(&row.post, None) else {
        let known = scene.map.ids().map(|id| scene.map.label(id));
        faults.unknown(at, "hex", &row.post, known);
        return None;
    };
    let cell = &scene.cells[hex.index()];
    let (sound, expected) = match way? {
        Way::SetUp { hexes, .. } => (hexes.contains(hex), "a hex in which it may be set up"),
        Way::Drop { sector } => {
            (cell.drop && cell.sector == *sector, "a hex of its sector on which it may drop")
        }
        Way::DropAnywhere | Way::DropTogether => (cell.drop, "a hex on which it may drop"),
        _ => (cell.terrain != Terrain::Sea, "a hex of land"),
    };
    if !sound {
        faults.add(at, format!("{} is no post for {}", row.post, row.counter), expected);
    }
    Some(hex)
}

/// V.H: companies belong to the counter of a battalion.
fn battalions(setup: &Setup, units: &[Unit], faults: &mut Faults) {
    let at = At::whole(&setup.scenario.counters, "battalion");
    for unit in units {
        let Some(battalion) = unit.battalion.and_then(|number| units.get(usize::from(number)))
        else {
            continue;
        };
        if battalion.way != Way::Reformed {
            let problem = format!("{} belongs to {}", unit.id, battalion.id);
            faults.add(at, problem, "a counter that comes re-formed");
        }
    }
}
