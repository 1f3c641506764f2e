//! Sheets, roads, slopes and the hexes named in the text.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Coord, Direction, Numbering};

use crate::files::{SHEETS, blocks, facts, none_of, shipped, text, toml_file};

const NUMBERING: Numbering = Numbering::COLUMN_ROW_EVEN_LOW;

/// A hex of a sheet.
pub struct Place {
    /// Its terrain.
    pub terrain: String,
    roads: BTreeSet<Direction>,
    slopes: BTreeSet<Direction>,
    elevation: i32,
    features: BTreeSet<String>,
}

impl Place {
    fn land(&self) -> bool {
        self.terrain != "sea" && self.terrain != "impassable"
    }
}

fn directions(words: &str, may_be_minor: bool) -> BTreeSet<Direction> {
    words
        .split_whitespace()
        .map(|word| {
            let plain = if may_be_minor { word.strip_suffix('*').unwrap_or(word) } else { word };
            Direction::from_word(plain).unwrap_or_else(|| panic!("{word:?} is no direction"))
        })
        .collect()
}

/// The hexes of a sheet.
pub fn sheet(name: &str) -> BTreeMap<Coord, Place> {
    let mut places = BTreeMap::new();
    for row in shipped(&format!("maps/{name}.csv")) {
        let at = NUMBERING.parse(&row["hex"]).unwrap_or_else(|| panic!("{name} {}", row["hex"]));
        assert_eq!(NUMBERING.label(at), row["hex"], "{name}: printed as on the map");
        let place = Place {
            terrain: row["terrain"].clone(),
            roads: directions(&row["roads"], true),
            slopes: directions(&row["slopes"], false),
            elevation: row["elevation"]
                .parse()
                .unwrap_or_else(|e| panic!("{name} {}: {e}", row["hex"])),
            features: row["features"]
                .split('|')
                .map(|feature| feature.split(':').next().unwrap_or_default().to_owned())
                .collect(),
        };
        assert!(places.insert(at, place).is_none(), "{name} {} stands twice", row["hex"]);
    }
    places
}

fn all_sheets() -> BTreeMap<&'static str, BTreeMap<Coord, Place>> {
    SHEETS.map(|name| (name, sheet(name))).into()
}

#[test]
fn every_sheet_is_complete_and_in_order() {
    let listed = blocks(&toml_file("maps/sheets.toml"), "sheet");
    let names: Vec<&str> = listed.iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, SHEETS);
    let mut taken = BTreeSet::new();
    for block in &listed {
        let name = block["name"].as_str().unwrap();
        let span = |key: &str| -> (i16, i16) {
            let pair = block[key].as_array().unwrap();
            let number = |i: usize| i16::try_from(pair[i].as_integer().unwrap()).unwrap();
            (number(0), number(1))
        };
        let ((left, right), (top, bottom)) = (span("columns"), span("rows"));
        let expected: Vec<Coord> = (left..=right)
            .flat_map(|column| (top..=bottom).map(move |row| Coord { column, row }))
            .collect();
        let found: Vec<Coord> = shipped(&format!("maps/{name}.csv"))
            .iter()
            .map(|row| NUMBERING.parse(&row["hex"]).unwrap())
            .collect();
        assert_eq!(found, expected, "{name}");
        for at in found {
            let grid = block["grid"].as_str().unwrap().to_owned();
            assert!(taken.insert((grid, at)), "{name} {at:?} lies on another sheet too");
        }
    }
}

#[test]
fn roads_match_on_both_sides_and_slopes_fall_one_way() {
    let mut faults = Vec::new();
    let mut joins = 0;
    for (name, places) in all_sheets() {
        for (&at, place) in &places {
            let label = NUMBERING.label(at);
            if !place.land() && !place.roads.is_empty() {
                faults.push(format!("{name} {label}: a road in {}", place.terrain));
            }
            for direction in Direction::ALL {
                let Some(next) = places.get(&NUMBERING.neighbour(at, direction)) else { continue };
                let back = direction.opposite();
                if place.roads.contains(&direction) {
                    joins += 1;
                    if !next.roads.contains(&back) {
                        faults.push(format!("{name} {label}: the road {direction} ends there"));
                    }
                }
                if place.slopes.contains(&direction) && next.slopes.contains(&back) {
                    faults.push(format!("{name} {label}: the slope {direction} falls both ways"));
                }
            }
        }
    }
    none_of(&faults);
    assert!(joins > 1000, "{joins} road joins were looked at");
}

/// Heights and slopes agree on every sheet: slopes fall by as much as a kilometre grid can resolve, and water runs in
/// valleys.
#[test]
fn river_beds_lie_below_their_banks_and_slopes_fall() {
    let mut faults = Vec::new();
    let (mut beds, mut slopes) = (0, 0);
    for (name, places) in all_sheets() {
        for (&at, place) in &places {
            let label = NUMBERING.label(at);
            let bed = place.features.contains("riverbed");
            beds += usize::from(bed);
            for direction in Direction::ALL {
                let Some(next) = places.get(&NUMBERING.neighbour(at, direction)) else { continue };
                let fall = place.elevation - next.elevation;
                if place.slopes.contains(&direction) {
                    slopes += 1;
                    // The three of the sight example come from the text alone.
                    if fall < 28 && !label.starts_with("63.22") {
                        faults
                            .push(format!("{name} {label}: the slope {direction} falls {fall} m"));
                    }
                }
                let bank = next.terrain != "sea" && !next.features.contains("riverbed");
                if bed && bank && fall > 0 {
                    faults.push(format!("{name} {label}: a river bed {fall} m above its bank"));
                }
            }
        }
    }
    none_of(&faults);
    assert!(beds > 15 && slopes > 3000, "{beds} beds, {slopes} slopes");
}

#[test]
fn the_slopes_of_the_sight_example_are_there() {
    // 2.10: 64.21 and 62.22 are down slope with higher ground between them, and the line from
    // 64.21 to 63.23 runs along a slope.
    let places = sheet("canea-suda");
    let high = NUMBERING.parse("63.22").unwrap();
    for label in ["64.21", "62.22", "64.22"] {
        let low = NUMBERING.parse(label).unwrap();
        let direction = Direction::ALL
            .into_iter()
            .find(|&d| NUMBERING.neighbour(high, d) == low)
            .expect("a neighbour");
        assert!(places[&high].slopes.contains(&direction), "{label}");
    }
}

#[test]
fn every_named_hex_is_land_and_is_what_the_text_calls_it() {
    let sheets = all_sheets();
    let mut faults = Vec::new();
    for row in facts("hexes.csv") {
        let (map, hex, feature) = (&row["map"], &row["hex"], row["feature"].as_str());
        let at = NUMBERING.parse(hex).expect("a printed number");
        let Some(place) = sheets[map.as_str()].get(&at) else {
            faults.push(format!("{map} {hex}: not on the sheet"));
            continue;
        };
        if !place.land() {
            faults.push(format!("{map} {hex}: {feature} in {}", place.terrain));
        }
        let kind = match feature {
            "port" | "airfield" | "village" | "objective" | "exit" | "los-example" => feature,
            "map-edge" => "exit-range",
            // Set-ups, drops and arrivals belong to the scenarios.
            _ => continue,
        };
        if !place.features.contains(kind) {
            faults.push(format!("{map} {hex}: no {kind} there"));
        }
        // An airfield is open ground and a village a village, whatever is round them.
        let terrain = match kind {
            "airfield" => "clear",
            "village" => "village",
            _ => continue,
        };
        if place.terrain != terrain {
            faults.push(format!("{map} {hex}: {kind} in {}", place.terrain));
        }
    }
    none_of(&faults);
}

#[test]
fn airfields_and_ports_are_those_of_the_text_and_no_others() {
    let named: BTreeSet<(String, String, String)> = facts("hexes.csv")
        .into_iter()
        .filter(|row| row["feature"] == "airfield" || row["feature"] == "port")
        .map(|row| (row["map"].clone(), row["hex"].clone(), row["feature"].clone()))
        .collect();
    let mut marked = BTreeSet::new();
    for (name, places) in all_sheets() {
        for (at, place) in places {
            for kind in ["airfield", "port"] {
                if place.features.contains(kind) {
                    marked.insert((name.to_owned(), NUMBERING.label(at), kind.to_owned()));
                }
            }
        }
    }
    assert_eq!(marked, named);
    assert_eq!(marked.len(), 15, "ten airfield hexes, five ports");
}

#[test]
fn every_hex_of_a_set_up_is_land_of_its_sheet() {
    let sheets = all_sheets();
    let mut faults = BTreeSet::new();
    let mut checked = 0;
    for row in facts("setup.csv") {
        let map = row["map"].as_str();
        // Off-map, any map, any airfield.
        if !sheets.contains_key(map) {
            continue;
        }
        for hex in row["hexes"].split_whitespace() {
            checked += 1;
            // Column 48 belongs to both sheets that meet there (A-SC9-2).
            let shared = map == "canea-suda" && hex.starts_with("48.");
            let places = &sheets[if shared { "maleme" } else { map }];
            let place = NUMBERING.parse(hex).and_then(|at| places.get(&at));
            if !place.is_some_and(Place::land) {
                faults.insert(format!("scenario {}: {map} {hex}", row["scenario"]));
            }
        }
    }
    none_of(&faults.into_iter().collect::<Vec<_>>());
    assert!(checked > 1000, "{checked} hexes were looked at");
}

#[test]
fn the_maps_carry_their_attribution() {
    let notice = text("maps/ATTRIBUTION.md");
    let file = toml_file("maps/sheets.toml");
    let short = file["attribution"].as_str().unwrap();
    for source in ["GSHHG", "LGPL", "GLOBE", "GeoNames", "CC BY 4.0"] {
        assert!(notice.contains(source), "ATTRIBUTION.md: {source}");
        assert!(short.contains(source), "sheets.toml: {source}");
    }
}
