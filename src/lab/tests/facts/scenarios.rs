//! Scenarios compared with the set-ups and terms in the text.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::files::{blocks, facts, none_of, shipped, strings, toml_file};

/// The shipped scenarios, by number in the facts.
const SCENARIOS: [(&str, &str); 14] = [
    ("0", "kastelli"),
    ("1", "snafu"),
    ("2", "precision"),
    ("3", "heraklion"),
    ("4", "piling-on"),
    ("5", "descent"),
    ("6", "jump-die-repeat"),
    ("7", "last-chance"),
    ("8", "kiwis"),
    ("9", "gala"),
    ("10", "hot-pursuit"),
    ("11", "rising"),
    ("12", "main-event"),
    ("13", "free-for-all"),
];

fn text<'a>(table: &'a Table, key: &str) -> &'a str {
    table[key].as_str().unwrap_or_else(|| panic!("{key} is no text"))
}

fn list(table: &Table, key: &str) -> Vec<Table> {
    if table.contains_key(key) { blocks(table, key) } else { Vec::new() }
}

fn yes(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// `05-20` and `1500` in the form used by scenario files.
fn turn(date: &str, time: &str) -> String {
    let day = date.strip_prefix("05-").expect("a day of May").trim_start_matches('0');
    format!("{day} May {time}")
}

/// `05-20 1500` likewise.
fn moment(words: &str) -> String {
    let (date, time) = words.split_once(' ').expect("day and turn");
    turn(date, time)
}

/// The blocks that hold under an optional rule, or under none.
fn held(scenario: &Table, key: &str, option: Option<&str>) -> Vec<Table> {
    let named = |block: &Table, key: &str| {
        block.get(key).map(|word| word.as_str().expect("a word").to_owned())
    };
    let mut blocks = list(scenario, key);
    blocks.retain(|block| {
        named(block, "only_with").is_none_or(|rule| Some(rule.as_str()) == option)
            && named(block, "not_with").is_none_or(|rule| Some(rule.as_str()) != option)
    });
    blocks
}

/// Where each unit of the scenario file begins or arrives under an optional rule, or under none, in one line.
fn placed(scenario: &Table, option: Option<&str>) -> BTreeMap<String, String> {
    let mut places = BTreeMap::new();
    let mut put = |units: &Value, place: &str| {
        for unit in strings(units) {
            assert!(places.insert(unit.clone(), place.to_owned()).is_none(), "{unit} twice");
        }
    };
    for block in held(scenario, "setup", option) {
        let hexes = strings(&block["hexes"]);
        let within = integer(&block, "within");
        let round = within.map(|within| {
            let apart = if yes(&block, "may_share") { "" } else { " apart" };
            let chance = if yes(&block, "at_random") { " at random" } else { "" };
            format!("within {within}{apart}{chance} of")
        });
        let how = match (hexes.len(), yes(&block, "at_random")) {
            _ if round.is_some() => round.as_deref().unwrap_or_default(),
            (1, _) => "hex",
            _ if yes(&block, "fills") => "among",
            (_, true) => "random-one-each",
            (_, false) => "one-each-of",
        };
        let park = block.contains_key("park_of") || yes(&block, "in_park");
        let how = if park { "artillery-park" } else { how };
        let dug_in = match integer(&block, "steps") {
            Some(steps) => format!(" {steps} step"),
            None if yes(&block, "may_dig_in") => " ip".to_owned(),
            None => String::new(),
        };
        put(&block["units"], &format!("{how} {}{dug_in}", hexes.join(" ")));
    }
    for block in held(scenario, "reinforcement", option) {
        let ports = block.get("ports").map(|ports| strings(ports).join(" "));
        let (hex, turn) = (block.get("hex").and_then(Value::as_str), text(&block, "turn"));
        let place = match (hex, ports) {
            (Some(hex), Some(_)) => format!("port-reinf any-captured-port {hex}"),
            (None, Some(ports)) if ports.contains(' ') => {
                let whose = if yes(&block, "shuns_zones") { "allied" } else { "captured" };
                format!("port-reinf any-{whose}-port")
            }
            (None, Some(ports)) => format!("ground-reinf {ports} {turn}"),
            (hex, None) => format!("ground-reinf {} {turn}", hex.expect("a place to come to")),
        };
        put(&block["units"], &place);
    }
    for block in held(scenario, "stick", option) {
        let zone = strings(&block["zone"]).join(" ");
        let glider = if yes(&block, "glider") { "by glider" } else { "drop" };
        // Sticks of several sheets have the sheet before their names.
        let name = text(&block, "name").rsplit(", ").next().expect("a name");
        let turn = text(&block, "turn");
        put(&block["units"], &format!("{glider} {zone} within {} {turn} {name}", block["within"]));
    }
    if let Some(terms) = scenario.get("free_drops").and_then(Value::as_table) {
        let battalions = blocks(terms, "battalion").into_iter().map(|block| block["units"].clone());
        for units in battalions.chain([terms["independents"].clone()]) {
            put(&Value::from(listed_in_the_text(&units)), "free-drop player-chosen");
        }
    }
    for block in list(scenario, "serial") {
        let turns = strings(&scenario["airlanding"]["turns"]);
        put(&block["units"], &format!("{} from {}", text(&block, "name"), turns[0]));
    }
    places
}

/// Units of free drops that the text lists: not the optional counters of companies that it does not name, and those in
/// place of another counter under its name (O1.0, A-O1-1).
fn listed_in_the_text(units: &Value) -> Vec<String> {
    let counters = shipped("counters.csv");
    let optional = |id: &String| {
        let row = counters.iter().find(|row| row["id"] == *id).expect("a counter");
        row["why"].contains("an optional counter of the free drops")
    };
    let units = strings(units).into_iter();
    let listed = units.filter(|id| id.ends_with("-own") || !optional(id));
    listed.map(|id| id.trim_end_matches("-own").to_owned()).collect()
}

/// The first turn of airlandings by S7.0.
const FIRST_AIRLANDING: &str = "05-21 1700";

/// Scenarios on several grids, where hexes of all but the first carry the name of their sheet.
const SEVERAL_GRIDS: [&str; 3] = ["6", "11", "13"];
/// Sheets of the grid that comes first there.
const FIRST_GRID: [&str; 4] = ["maleme", "canea-suda", "georgeoupolis", "sfakia-exit"];

/// Hexes of a fact as the scenario file writes them.
fn on_its_sheet(number: &str, map: &str, hexes: &str) -> String {
    // Of a port on any sheet the text gives only what it is, and for want of one a hex of the first grid.
    if !SEVERAL_GRIDS.contains(&number) || FIRST_GRID.contains(&map) || map == "any" {
        return hexes.to_owned();
    }
    hexes.split(' ').map(|hex| format!("{map} {hex}")).collect::<Vec<_>>().join(" ")
}

/// The same according to the facts; and the leaders with the hex or words where they begin.
fn stated(number: &str) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let start = facts("scenarios.csv")
        .into_iter()
        .find(|row| row["scenario"] == number && row["key"] == "start")
        .map(|row| row["value"].clone())
        .expect("each scenario starts");
    let (mut units, mut leaders) = (BTreeMap::new(), BTreeMap::new());
    for row in facts("setup.csv") {
        // Divisional trucks are off the map (S10.0).
        let here = row["placement"] != "off-map";
        if row["scenario"] != number || row["variant"] != "base" || !here {
            continue;
        }
        let how = &row["placement"];
        let hexes = &on_its_sheet(number, &row["map"], &row["hexes"]);
        let place = match how.as_str() {
            "among" if row["flags"] == "one-per-hex" => format!("one-each-of {hexes}"),
            "ground-reinf" => format!("{how} {hexes} {}", turn(&row["date"], &row["turn"])),
            "drop" | "glider" => format!(
                "{} {hexes} within {} {} {}",
                if how == "glider" { "by glider" } else { how },
                row["radius"],
                turn(&row["date"], &row["turn"]),
                row["group"]
            ),
            "within" => {
                let flags: Vec<&str> = row["flags"].split(';').collect();
                let apart = if flags.contains(&"one-per-hex") { " apart" } else { "" };
                let dug_in = if flags.contains(&"ip") { " ip" } else { "" };
                let chance = if flags.contains(&"random") { " at random" } else { "" };
                format!("{how} {}{apart}{chance} of {hexes}{dug_in}", row["radius"])
            }
            "airland" => {
                // If the scenario gives none, S7.0 does, unless it starts later.
                let listed = FIRST_AIRLANDING.max(start.as_str());
                let first = row["flags"].strip_prefix("earliest=").unwrap_or(listed);
                format!("{} from {}", row["order"], moment(first))
            }
            _ if row["flags"] == "one-step" => format!("{how} {hexes} 1 step"),
            _ if row["flags"] == "ip" => format!("{how} {hexes} ip"),
            _ => format!("{how} {hexes}"),
        };
        let map = if row["unit"].starts_with("ldr-") { &mut leaders } else { &mut units };
        map.insert(row["unit"].clone(), place);
    }
    assert!(!units.is_empty(), "scenario {number}");
    (units, leaders)
}

#[test]
fn units_begin_and_arrive_where_the_text_says() {
    let mut faults = Vec::new();
    for (number, name) in SCENARIOS {
        let scenario = toml_file(&format!("{name}.toml"));
        let (found, (known, leaders)) = (placed(&scenario, None), stated(number));
        for unit in found.keys().chain(known.keys()).collect::<BTreeSet<_>>() {
            if found.get(unit) != known.get(unit) {
                let (a, b) = (found.get(unit), known.get(unit));
                faults.push(format!("{name} {unit}: {a:?}, the text {b:?}"));
            }
        }
        let with: BTreeMap<String, Vec<String>> = list(&scenario, "leader")
            .iter()
            .map(|block| {
                let units = block.get("with").map(strings).unwrap_or_default();
                (text(block, "id").to_owned(), units)
            })
            .collect();
        for (leader, place) in leaders {
            let Some(units) = with.get(&leader) else {
                faults.push(format!("{name}: {leader} is missing"));
                continue;
            };
            let here = units.iter().all(|unit| found.get(unit) == Some(&place));
            if !here && place.starts_with("hex") {
                faults.push(format!("{name}: {leader} must begin with a unit of {place}"));
            }
        }
    }
    none_of(&faults);
}

/// What the optional rules O2.0, O3.0 and O4.0 add or change.
#[test]
fn optional_units_begin_and_arrive_where_the_text_says() {
    let mut faults = Vec::new();
    let mut compared = 0;
    for (number, name) in SCENARIOS {
        let scenario = toml_file(&format!("{name}.toml"));
        for row in facts("setup.csv").iter().filter(|row| row["scenario"] == number) {
            let unit = &row["unit"];
            let (found, known) = match row["variant"].as_str() {
                "O3" => {
                    let hexes = on_its_sheet(number, &row["map"], &row["hexes"]);
                    let place = format!("{} {hexes}", row["placement"]);
                    (placed(&scenario, Some("coastal_artillery")).get(unit).cloned(), place)
                }
                "O4" => {
                    let turn = turn(&row["date"], &row["turn"]);
                    let hexes = on_its_sheet(number, &row["map"], &row["hexes"]);
                    let place = format!("{} {hexes} {turn}", row["placement"]);
                    (placed(&scenario, Some("small_maps")).get(unit).cloned(), place)
                }
                "O2" => {
                    let terms = scenario.get("naval").and_then(Value::as_table);
                    let arrivals = terms.map(|terms| blocks(terms, "arrival")).unwrap_or_default();
                    let come = arrivals.iter().find(|arrival| {
                        let more = arrival.get("if_more").map(strings).unwrap_or_default();
                        strings(&arrival["ships"]).contains(unit) || more.contains(unit)
                    });
                    let when = come.map(|arrival| text(arrival, "turn").to_owned());
                    (when, turn(&row["date"], &row["turn"]))
                }
                _ => continue,
            };
            compared += 1;
            if found.as_ref() != Some(&known) {
                faults.push(format!("{name} {unit}: {found:?}, the text {known:?}"));
            }
        }
    }
    none_of(&faults);
    assert!(compared >= 20, "{compared}");
}

/// A chit as scenario files name it.
fn chit(words: &str) -> String {
    let words = words.split(" (each").next().unwrap_or(words);
    match words {
        "two German formation chits of choice" => words.to_owned(),
        "19th Brigade (Australian)" => "19th Bde (AUS) division".to_owned(),
        "14th Infantry Brigade" => "14th Inf Bde division".to_owned(),
        "FJR 1 Regiment (acts as division chit)" => "FJR 1 division".to_owned(),
        "FJR 2 Regiment (acts as division chit)" => "FJR 2 division".to_owned(),
        _ if words.ends_with(" formation") => words.to_owned(),
        _ if words.ends_with("Direct Command") || words.ends_with("Event") => words.to_lowercase(),
        _ if words.ends_with("Division") => words.replace("Division", "division"),
        _ => format!("{words} formation"),
    }
}

fn integer(table: &Table, key: &str) -> Option<String> {
    table.get(key).and_then(Value::as_integer).map(|number| number.to_string())
}

/// The hexes of all airfields on which serials land.
fn airfields(terms: &Value) -> Vec<String> {
    let one = terms.get("airfield").map(strings).unwrap_or_default();
    let several = terms.get("airfields").and_then(Value::as_array).into_iter().flatten();
    several.map(strings).fold(one, |all, more| [all, more].concat())
}

/// What the scenario file says about a fact; `None` for facts of another kind.
fn said(scenario: &Table, key: &str, sub: &str) -> Option<String> {
    let division = |key: &str| {
        let card = list(scenario, "division").into_iter().find(|card| text(card, "id") == sub);
        card.and_then(|card| integer(&card, key))
    };
    let found = match key {
        "title" => Some(text(scenario, "title").to_owned()),
        "start" => Some(text(scenario, "first").to_owned()),
        "end" => Some(text(scenario, "last").to_owned()),
        // In any order: hexes of the first grid go without the name of their sheet.
        "maps" => Some(sorted(&strings(&scenario["sheets"]))),
        "first_chit" if yes(scenario, "first_chit_alone") => {
            let cards = list(scenario, "division");
            let german = |id: &str| {
                cards.iter().any(|card| text(card, "id") == id && text(card, "side") == "german")
            };
            let others = scenario.get("first_chit_or").map(strings).unwrap_or_default();
            let named = |name: &str| {
                let chit = format!("{name} formation");
                text(scenario, "first_chit") == chit || others.contains(&chit)
            };
            let formations = list(scenario, "formation");
            let mut own = formations.iter().filter(|entry| german(text(entry, "division")));
            Some(if own.all(|entry| named(text(entry, "name"))) {
                "any one formation".to_owned()
            } else {
                "some".to_owned()
            })
        }
        "first_chit" => {
            let first = text(scenario, "first_chit").to_owned();
            let others = scenario.get("first_chit_or").map(strings).unwrap_or_default();
            Some([[first].as_slice(), &others].concat().join(" or "))
        }
        "cup_start" => {
            let key = if scenario.contains_key("first_cup") { "first_cup" } else { "cup" };
            let mut chits = strings(&scenario[key]);
            if let Some(choice) = scenario.get("first_cup_choice") {
                assert_eq!(choice["count"].as_integer(), Some(2));
                chits.push("two German formation chits of choice".to_owned());
            }
            Some(chits.join("|"))
        }
        "free_drop_sticks" | "scatter_range" => {
            let terms = scenario.get("free_drops").and_then(Value::as_table);
            let waves = terms.map(|terms| blocks(terms, "wave")).unwrap_or_default();
            let wave = waves.into_iter().find(|wave| text(wave, "turn") == moment(sub));
            wave.and_then(|wave| match key {
                "scatter_range" => Some(format!("{}..9", integer(&wave, "scatters_from")?)),
                _ => integer(&wave, "sticks"),
            })
        }
        "airland_order" => {
            let terms = scenario.get("airlanding").and_then(Value::as_table);
            let free = terms.is_some_and(|terms| yes(terms, "any_order"));
            Some(if free { "serials may arrive in any order" } else { "in order" }.to_owned())
        }
        "special_rules" => {
            let rules = strings(&scenario["special_rules"]);
            let numbers: Vec<_> = rules.iter().filter_map(|r| r.split(' ').next()).collect();
            Some(numbers.join(" "))
        }
        "cr" => division("rating"),
        "dr" => division("dispatch_rating"),
        "cp_start" => division("points"),
        "dp_start" => division("dispatch_points"),
        "air_support" if sub == "allocated" => {
            let plan = scenario.get("planned_air").and_then(Value::as_table);
            plan.filter(|plan| !plan.contains_key("from"))
                .and_then(|plan| integer(plan, "strikes"))
                .map(|strikes| format!("{strikes} before play"))
        }
        "air_support" => {
            let grants = list(scenario, "air_support");
            let grant = grants.iter().find(|grant| text(grant, "turn") == moment(sub));
            grant.map(|grant| {
                let limit = integer(grant, "within").unwrap_or_else(|| "no".to_owned());
                format!("{} within {limit}", grant["strikes"])
            })
        }
        "chit_added"
            if list(scenario, "joining_chit").iter().any(|e| text(e, "chit") == chit(sub)) =>
        {
            let chits = list(scenario, "joining_chit");
            let entry = chits.iter().find(|entry| text(entry, "chit") == chit(sub));
            entry.map(|entry| format!("after {} {}", text(entry, "after"), text(entry, "turn")))
        }
        "chit_added" => {
            let chits = list(scenario, "later_chit");
            let entry = chits.iter().find(|entry| text(entry, "chit") == chit(sub));
            entry.map(|entry| text(entry, "from").to_owned())
        }
        "chit_purchasable" => {
            let formations = list(scenario, "formation");
            let entry = formations.iter().find(|entry| text(entry, "name") == sub);
            entry.and_then(|entry| entry.get("from")).and_then(Value::as_str).map(str::to_owned)
        }
        "supply_start" => {
            let start = scenario.get("supply").and_then(|terms| terms.get("start"));
            let level = start.and_then(|start| start.get(sub.to_lowercase()));
            Some(level.and_then(Value::as_str).unwrap_or("not given").to_owned())
        }
        "morale_start" => scenario
            .get("morale")
            .and_then(Value::as_table)
            .and_then(|terms| integer(terms, "start")),
        "withdrawal_start" => {
            let level = scenario.get("morale").and_then(Value::as_table);
            let level = level.and_then(|terms| integer(terms, "withdrawal"));
            level.map(|level| format!("in effect, level {level}"))
        }
        "activation_restriction" if sub == "force-reserve" => {
            list(scenario, "reserve").first().map(reserve_words)
        }
        "obligation" => {
            let entries = list(scenario, "obligation");
            // The one that is looked at before the end, or the other.
            let early = sub == "exit4";
            let entry = entries.iter().find(|entry| entry.contains_key("at") == early);
            entry.map(obligation_words)
        }
        "rating_change" => {
            let serials = list(scenario, "serial");
            let raising = serials.iter().filter(|serial| serial.contains_key("raises_rating"));
            let names: Vec<_> = raising.map(|serial| text(serial, "name").to_owned()).collect();
            let cards = list(scenario, "division");
            let card = cards.iter().find(|card| text(card, "id") == sub);
            let dates = card.and_then(|card| card.get("rating_rises")).map(strings);
            Some(match dates {
                Some(dates) => dates.join(" and "),
                None => names.join(" and "),
            })
        }
        "events_removed" => scenario.get("events_removed").map(|list| strings(list).join(" ")),
        // All that there are: the numbers are a stand-in (A-7-1).
        "rearguards" | "roadblocks" if sub.is_empty() => {
            let count = |card: &Table| match key {
                "rearguards" => card.get("rearguards").and_then(|of| of.get("count")).cloned(),
                _ => card.get("roadblocks").cloned(),
            };
            let all = if key == "rearguards" { 12 } else { 6 };
            let full = |card: &Table| count(card) == Some(Value::Integer(all));
            list(scenario, "division").iter().all(full).then(|| "all".to_owned())
        }
        "no_planned_air" => {
            let terms = scenario.get("planned_air").and_then(Value::as_table).expect("S11.0");
            let day = |name: &str| name[..2].trim().parse::<u8>().expect("a day");
            let before = day(text(scenario, "first"))..day(text(terms, "from"));
            let not_on = terms.get("not_on").map(strings).unwrap_or_default();
            let days = before.chain(not_on.iter().map(|name| day(name)));
            Some(days.map(|day| format!("05-{day}")).collect::<Vec<_>>().join("|"))
        }
        "rearguards" => {
            let side = sub.to_lowercase();
            let cards = list(scenario, "division");
            // Of the side, if a single division represents it; otherwise of the division named.
            let of = |card: &&Table| text(card, "side") == side || text(card, "id") == sub;
            let card = cards.iter().find(of);
            card.and_then(|card| card.get("rearguards"))
                .and_then(Value::as_table)
                .and_then(|rearguards| integer(rearguards, "count"))
        }
        "roadblocks" => division("roadblocks"),
        "attachment" => {
            let words = |block: &Table| {
                format!("{} attached to {}", text(block, "battalion"), text(block, "to"))
            };
            let alone = scenario.get("independents").map(strings).unwrap_or_default();
            let counters = shipped("counters.csv");
            let name = |id: &String| {
                let row = counters.iter().find(|row| row["id"] == *id).expect("a counter");
                format!("{} is Independent", row["name"])
            };
            let attached: Vec<_> = list(scenario, "attachment").iter().map(words).collect();
            Some([attached, alone.iter().map(name).collect()].concat().join("; "))
        }
        "map_limits" => {
            let last = scenario.get("limits").map(|limits| limits["columns"][1].to_string());
            let last = last.map(|last| last.parse::<i32>().expect("a column"));
            let rows = scenario.get("limits").and_then(|limits| limits.get("rows"));
            let row = rows.map(|rows| rows[1].as_integer().expect("a row") + 1);
            // Scenario 8 begins with units in the column that ends it, so that one is in play (A-SC8-1).
            Some(match (last, row) {
                (None, _) => "whole map".to_owned(),
                (Some(last), None) => format!("only west of column {}", last + 1),
                (Some(last), Some(row)) => {
                    format!("only west of column {last} and north of row {row}")
                }
            })
        }
        "no_german_points" => {
            let cards = list(scenario, "division");
            let card = cards.iter().find(|card| text(card, "side") == "german");
            card.map(|card| yes(card, "first_activation_without_points").to_string())
        }
        "control_start" => {
            let mut all = list(scenario, "objective");
            // Of the airfield, if there are other objectives.
            if let Some(field) = scenario.get("airlanding").map(airfields) {
                all.retain(|objective| field.iter().any(|hex| hex == text(objective, "hex")));
            }
            let holder = text(&all[0], "control").to_owned();
            let one = all.iter().all(|o| text(o, "control") == holder);
            Some(if one { holder } else { "both".to_owned() })
        }
        _ => return None,
    };
    Some(found.unwrap_or_else(|| "nothing".to_owned()))
}

/// What frees a reserve, in the words of the facts.
fn reserve_words(entry: &Table) -> String {
    let except = entry.get("except").map(strings).unwrap_or_default();
    let but = if except.is_empty() { "" } else { " other than Det Gentz or Det Altmann" };
    assert!(except.is_empty() || except == ["det-gentz", "det-altmann"], "{except:?}");
    format!(
        "{}: not until a German unit{but} is within {} hexes of {}; if Allied Withdrawal triggers, free no later than {}",
        strings(&entry["battalions"]).join(", "),
        entry["until_within"],
        strings(&entry["of"]).join(" or "),
        text(entry, "withdrawal_from")
    )
}

/// An obligation: numbers of hexes, units and price.
fn obligation_words(entry: &Table) -> String {
    let hexes = entry.get("hexes").map(strings).unwrap_or_default();
    let exit = entry.get("exit").and_then(Value::as_table);
    let exit = exit.map_or_else(String::new, |exit| {
        let leader = if exit.contains_key("leaders") { " and a leader" } else { "" };
        format!("{} units{leader} at {}", exit["units"], text(exit, "hex"))
    });
    let at = entry.get("at").and_then(Value::as_str).unwrap_or("the end");
    let price = ["morale", "withdrawal_level"].map(|key| integer(entry, key)).into_iter().flatten();
    let price: Vec<_> = price.collect();
    format!("{} {exit} by {at} or {}", hexes.join(" "), price.join(" "))
}

/// The same from the words of a fact.
fn obligation_fact(value: &str) -> String {
    let after = |words: &str| value.split(words).nth(1).unwrap_or_default().to_owned();
    let first = |text: String| text.split([' ', ',', ';']).next().unwrap_or_default().to_owned();
    let at = first(after(" at "));
    let all: Vec<String> = hexes(value).into_iter().filter(|hex| *hex != at).collect();
    let units = first(after("exit "));
    let leader = if value.contains("and a leader") { " and a leader" } else { "" };
    let exit =
        if units.is_empty() { String::new() } else { format!("{units} units{leader} at {at}") };
    let by = match after("start of ").get(..10) {
        Some(day) => moment(day),
        None => "the end".to_owned(),
    };
    format!("{} {exit} by {by} or {}", all.join(" "), after("+"))
}

/// Names in the order of the alphabet.
fn sorted(names: &[String]) -> String {
    let mut names = names.to_vec();
    names.sort();
    names.join("|")
}

/// A fact in the words of [`said`].
fn fact(key: &str, value: &str) -> String {
    match key {
        // As the French text has it, where the two differ (F-SC13-1).
        "chit_added" if value.ends_with("turn Serial 1 is to arrive") => moment(FIRST_AIRLANDING),
        "chit_added" if value.starts_with("after the 7FD Division chit of ") => {
            let when = &value["after the 7FD Division chit of ".len()..];
            format!("after 7FD division {}", moment(&when[.."05-20 1500".len()]))
        }
        "maps" => sorted(&value.split('|').map(str::to_owned).collect::<Vec<_>>()),
        "first_chit" if value.starts_with("any one formation") => "any one formation".to_owned(),
        "start" | "end" | "chit_added" | "chit_purchasable" => moment(value),
        // The German player chooses between two.
        "first_chit" if value.contains("German choice") => {
            let names = value.split(" formation").next().expect("names of formations");
            names.split(" or ").map(chit).collect::<Vec<_>>().join(" or ")
        }
        "first_chit" => chit(value),
        "cup_start" => value.split('|').map(chit).collect::<Vec<_>>().join("|"),
        "air_support" if value.contains("before play") => {
            format!("{} before play", value.split(';').nth(1).expect("a number"))
        }
        "air_support" => {
            let parts: Vec<&str> = value.split(';').collect();
            let limit = if parts[2].contains("no 3-hex limit") { "no" } else { "3" };
            format!("{} within {limit}", parts[1])
        }
        "events_removed" => value.to_lowercase().replace("leader loss", "leader-loss"),
        "no_german_points" => "true".to_owned(),
        "supply_start" => value.to_lowercase(),
        "activation_restriction" => {
            let (words, day) = value.rsplit_once("than ").expect("a date");
            format!("{words}than {}", moment(day))
        }
        "obligation" => obligation_fact(value),
        "rating_change" if value.contains(" at 05-") => {
            let days = value.split(" at ").skip(1).map(|words| moment(&words[..10]));
            days.collect::<Vec<_>>().join(" and ")
        }
        "rating_change" => {
            let names = value.split("Serial ").skip(1).map(|words| {
                let number: String = words.chars().take_while(char::is_ascii_digit).collect();
                format!("Serial {number}")
            });
            names.collect::<Vec<_>>().join(" and ")
        }
        "control_start" if value.contains("German") => "german".to_owned(),
        "control_start" => "allied".to_owned(),
        _ => value.to_owned(),
    }
}

#[test]
fn the_terms_of_the_scenarios_are_the_texts() {
    let mut faults = Vec::new();
    for (number, name) in SCENARIOS {
        let scenario = toml_file(&format!("{name}.toml"));
        let mut compared = 0;
        for row in facts("scenarios.csv").iter().filter(|row| row["scenario"] == number) {
            let Some(found) = said(&scenario, &row["key"], &row["sub"]) else { continue };
            compared += 1;
            let known = fact(&row["key"], &row["value"]);
            if found != known {
                let key = format!("{} {}", row["key"], row["sub"]);
                faults.push(format!("{name} {key}: {found}, the text {known}"));
            }
        }
        assert!(compared >= 12, "{name}: only {compared} facts were compared");
    }
    none_of(&faults);
}

/// Printed numbers of hexes in a sentence.
fn hexes(sentence: &str) -> Vec<String> {
    let words = sentence.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.filter(|word| word.len() == 5 && &word[2..3] == ".").map(str::to_owned).collect()
}

/// First and last of the hexes from which units exit, all in one column.
fn exit_range(exit: &Table) -> Vec<String> {
    let hexes = strings(&exit["hexes"]);
    let number = |hex: &String| hex.replace('.', "").parse::<u32>().expect("a hex");
    assert!(hexes.windows(2).all(|pair| number(&pair[0]) + 1 == number(&pair[1])), "{hexes:?}");
    [hexes.first(), hexes.last()].into_iter().flatten().cloned().collect()
}

#[test]
fn the_goals_are_the_texts() {
    // Scenario 4 is won by points, those from the ninth on by morale: see below.
    let others = ["4", "9", "10", "11", "12", "13"];
    for (number, name) in SCENARIOS.into_iter().filter(|(number, _)| !others.contains(number)) {
        let scenario = toml_file(&format!("{name}.toml"));
        let victory = scenario["victory"].as_table().expect("a table");
        let rows = facts("scenarios.csv");
        let told = |side: &str| {
            rows.iter()
                .find(|row| row["scenario"] == number && row["key"] == "vc" && row["sub"] == side)
                .map(|row| row["value"].clone())
        };
        // In scenario 7 the Allies are the ones who have to take something.
        let goal = |side: &str| {
            let words = told("allied_major").or_else(|| told(side));
            words.unwrap_or_else(|| panic!("{name} {side}"))
        };
        let mut needed: Vec<String> = victory.get("hexes").map(strings).unwrap_or_default();
        for group in victory.get("any_of").and_then(Value::as_array).into_iter().flatten() {
            needed.extend(strings(group));
        }
        needed.extend(victory.get("two_connected").map(strings).unwrap_or_default());
        let exit = victory.get("exit").and_then(Value::as_table);
        needed.extend(exit.map(exit_range).unwrap_or_default());
        assert_eq!(needed, hexes(&goal("german")), "{name}");
        let ends = ["at the end of the game", "by the end"];
        let end = ends.iter().any(|words| goal("german").contains(words));
        if let Some(exit) = exit {
            let words = format!("exits {} units", integer(exit, "units").expect("a number"));
            assert!(goal("german").contains(&words), "{name}");
        }
        assert_eq!(text(victory, "kind").ends_with("at-the-end"), end, "{name}");
        let objectives: Vec<_> =
            list(&scenario, "objective").iter().map(|o| text(o, "hex").to_owned()).collect();
        let edge = exit.map(exit_range).unwrap_or_default();
        let held: Vec<_> =
            hexes(&goal("german")).into_iter().filter(|hex| !edge.contains(hex)).collect();
        // Airlanding and trucks need control of an airfield that is not an objective in scenario 8.
        let field = scenario.get("airlanding").map(airfields);
        let goals: Vec<_> = objectives
            .into_iter()
            .filter(|hex| held.contains(hex) || !field.iter().flatten().any(|other| other == hex))
            .collect();
        assert_eq!(goals, held, "{name}");
        if let Some(steps) = integer(victory, "german_steps") {
            assert!(goal("allied").contains(&format!("{steps} German steps")), "{name}");
        }
        let escape = victory.get("escape").and_then(Value::as_table);
        if let Some(terms) = escape {
            let battalions = strings(&terms["battalions"]).join(" ").replace(" Bn", "");
            let words = format!(
                "{} steps of {} (with {battalions} Bn) east of column {}",
                terms["steps"],
                text(terms, "formation"),
                terms["east_of"]
            );
            assert!(goal("allied").contains(&words), "{name}: {words}");
            let turns = strings(&victory["before"]);
            let told: Vec<_> =
                goal("german").split("before ").skip(1).map(|w| moment(&w[..10])).collect();
            assert_eq!(turns, told, "{name}");
        }
        let steps = victory.contains_key("german_steps") || escape.is_some();
        assert_eq!(steps, goal("allied").contains("steps"), "{name}");
    }
}

/// Days and turns in a sentence.
fn moments(sentence: &str) -> Vec<String> {
    let days = sentence.match_indices("05-").filter_map(|(at, _)| sentence.get(at..at + 10));
    days.map(moment).collect()
}

#[test]
fn sudden_deaths_and_the_goals_of_morale_are_the_texts() {
    for (number, name) in
        SCENARIOS.into_iter().filter(|(number, _)| number.parse::<u8>().expect("a number") >= 9)
    {
        let scenario = toml_file(&format!("{name}.toml"));
        let rows = facts("scenarios.csv");
        let told = |sudden: bool| -> Vec<String> {
            let of = rows.iter().filter(|row| row["scenario"] == number && row["key"] == "vc");
            let of = of.filter(|row| row["sub"].contains("sudden") == sudden);
            of.map(|row| row["value"].clone()).collect()
        };
        let mut deaths: Vec<String> = told(true)
            .iter()
            .flat_map(|words| {
                // Ports are named without their hexes in scenario 12.
                let words = if hexes(words).is_empty() {
                    words.replace("Canea ", "49.07 ").replace("Suda ", "59.13 ")
                } else {
                    words.clone()
                };
                let when = moments(&words);
                let where_: Vec<_> = hexes(&words).into_iter().collect();
                let groups: Vec<String> =
                    if when.len() == where_.len() { where_ } else { vec![where_.join(" ")] };
                groups
                    .into_iter()
                    .zip(when)
                    .map(|(hex, day)| format!("{hex} {day}"))
                    .collect::<Vec<_>>()
            })
            .collect();
        let mut found: Vec<String> = list(&scenario, "sudden_death")
            .iter()
            .map(|entry| {
                let day = entry.get("before").or(entry.get("at")).and_then(Value::as_str);
                format!("{} {}", strings(&entry["hexes"]).join(" "), day.expect("a turn"))
            })
            .collect();
        deaths.sort();
        found.sort();
        assert_eq!(found, deaths, "{name}");
        let victory = scenario["victory"].as_table().expect("a table");
        if number == "9" {
            assert_eq!(text(victory, "kind"), "germans-break-or-hold");
        } else {
            assert_eq!(text(victory, "kind"), "withdrawal-level");
            let mut from = 0;
            let ruled: Vec<String> = list(victory, "band")
                .iter()
                .map(|band| {
                    let to = band.get("to").and_then(Value::as_integer);
                    let range = match (from, to) {
                        (0, Some(to)) => format!("..{to}"),
                        (from, Some(to)) => format!("{from}..{to}"),
                        (from, None) => format!("{from}.."),
                    };
                    from = to.unwrap_or(0) + 1;
                    format!("{range} {}", text(band, "level"))
                })
                .collect();
            let bands: Vec<String> = RULED_BANDS
                .iter()
                .filter(|(of, _)| *of == number)
                .flat_map(|(_, bands)| bands.iter().map(|band| (*band).to_owned()))
                .collect();
            assert_eq!(ruled, bands, "{name}");
            // As printed, wherever the two differ.
            let printed: Vec<(String, String)> = facts("victory-bands.csv")
                .iter()
                .filter(|row| row["scenario"] == number)
                .map(|row| (row["withdrawal_level"].clone(), row["result"].clone()))
                .collect();
            assert_eq!(printed.len(), ruled.len(), "{name}");
            for (band, (range, level)) in list(victory, "band").iter().zip(printed) {
                let (winner, how) = (level.split(' ').nth(1), level.split(' ').next());
                let words = [how, winner].into_iter().flatten().collect::<Vec<_>>().join("-");
                assert_eq!(text(band, "level"), words.to_lowercase(), "{name}");
                if let Some(words) = band.get("printed").and_then(Value::as_str) {
                    assert_eq!(words, range, "{name}");
                }
            }
        }
    }
}

/// Withdrawal levels of each victory level by the rulings F-SC10-3 and F-SC11-3: without the overlaps of the text.
const RULED_BANDS: [(&str, &[&str]); 4] = [
    (
        "10",
        &[
            "..14 decisive-german",
            "15..20 substantial-german",
            "21..25 marginal-german",
            "26..30 marginal-allied",
            "31.. substantial-allied",
        ],
    ),
    (
        "11",
        &[
            "..19 substantial-german",
            "20..34 marginal-german",
            "35..45 draw",
            "46..55 marginal-allied",
            "56.. substantial-allied",
        ],
    ),
    (
        "12",
        &[
            "..14 decisive-german",
            "15..19 substantial-german",
            "20..25 marginal-german",
            "26..30 marginal-allied",
            "31.. substantial-allied",
        ],
    ),
    (
        "13",
        &[
            "..19 decisive-german",
            "20..30 substantial-german",
            "31..40 marginal-german",
            "41..50 marginal-allied",
            "51.. substantial-allied",
        ],
    ),
];

#[test]
fn the_points_of_scenario_4_are_the_texts() {
    let scenario = toml_file("piling-on.toml");
    let rows = facts("scenarios.csv");
    let stated = |sub: &str| {
        let row = rows
            .iter()
            .find(|row| row["scenario"] == "4" && row["key"] == "vc" && row["sub"] == sub)
            .unwrap_or_else(|| panic!("{sub}"));
        row["value"].split(' ').next().expect("a number").parse::<i64>().expect("a number")
    };
    let number = |table: &Table, key: &str| table.get(key).and_then(Value::as_integer).unwrap_or(0);
    let victory = scenario["victory"].as_table().expect("a table");
    let worth = |hex: &str| {
        let all = blocks(victory, "worth");
        let entry = all.iter().find(|entry| text(entry, "hex") == hex).expect("it is worth points");
        (number(entry, "german"), number(entry, "allied"))
    };
    assert_eq!(number(victory, "step_points"), stated("vp_both_step"));
    assert_eq!(worth("27.15"), (stated("vp_both_apex"), stated("vp_both_apex")));
    assert_eq!(worth("31.12"), (stated("vp_both_ames"), stated("vp_both_ames")));
    assert_eq!(worth("19.08"), (stated("vp_german_port"), 0));
    for hex in ["27.08", "28.08", "29.08", "29.09", "30.09"] {
        assert_eq!(worth(hex), (stated("vp_german_airfield"), 0), "{hex}");
    }
    let ships = scenario["shipping"].as_table().expect("a table");
    assert_eq!(number(ships, "step_points"), stated("vp_allied_shipped"));
    let exits = blocks(scenario["off_map"].as_table().expect("a table"), "exits");
    let west = exits.iter().find(|exit| text(exit, "name") == "West Exit").expect("the West Exit");
    assert_eq!(number(west, "step_points"), stated("vp_allied_exited"));
}

#[test]
fn divisional_trucks_are_the_texts() {
    for (number, name) in SCENARIOS {
        let scenario = toml_file(&format!("{name}.toml"));
        let Some(terms) = scenario.get("trucks").and_then(Value::as_table) else { continue };
        let rows = facts("setup.csv");
        let told = |conditional: bool| -> BTreeSet<String> {
            let here = rows.iter().filter(|row| {
                row["scenario"] == number
                    && row["variant"] == "base"
                    && row["placement"] == "off-map"
            });
            let of = here.filter(|row| row["flags"].starts_with("conditional") == conditional);
            of.map(|row| row["unit"].clone()).collect()
        };
        let listed = |key: &str| -> BTreeSet<String> {
            terms.get(key).map(strings).unwrap_or_default().into_iter().collect()
        };
        assert_eq!(listed("at_start"), told(false), "{name}");
        assert_eq!(listed("once_airfield_held"), told(true), "{name}");
        assert_eq!(strings(&terms["sheets"]), ["maleme", "canea-suda", "georgeoupolis"], "{name}");
    }
}
