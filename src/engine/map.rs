//! Terrain per hex, roads and slopes per hexside, neighbours, printed numbers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::hex::apart;
use crate::{Coord, Direction, HexId, Numbering};

/// A kind of terrain: an index into the game's own list.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TerrainId(pub u8);

/// Something in a hex that has a name: a port, an airfield, a village.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// What it is, e.g. `port`.
    pub kind: String,
    /// Its name; may be empty.
    pub name: String,
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hex {
    /// Printed column and row.
    pub at: Coord,
    /// Number of its sheet in the order of [`Map::sheets`].
    #[serde(default, skip_serializing_if = "none")]
    pub sheet: u8,
    /// Terrain.
    pub terrain: TerrainId,
    /// Hexsides a road crosses: bits of [`Direction::bit`].
    #[serde(default, skip_serializing_if = "none")]
    pub roads: u8,
    /// Those of them that are minor roads.
    #[serde(default, skip_serializing_if = "none")]
    pub minor_roads: u8,
    /// Hexsides beyond which the ground is lower (this hex is up slope).
    #[serde(default, skip_serializing_if = "none")]
    pub down_slopes: u8,
    /// Named things in the hex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
}

impl Hex {
    /// Bare ground: no road, no slope, nothing with a name.
    pub fn bare(at: Coord, sheet: u8, terrain: TerrainId) -> Self {
        let features = Vec::new();
        Hex { at, sheet, terrain, roads: 0, minor_roads: 0, down_slopes: 0, features }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn none(bits: &u8) -> bool {
    *bits == 0
}

/// The map in play: one or more sheets. Sheets of one grid join at their edges; sheets of
/// different grids never touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Map {
    numbering: Numbering,
    sheets: Vec<(String, String)>,
    terrains: Vec<String>,
    hexes: Vec<Hex>,
    near: Vec<[Option<HexId>; 6]>,
    labels: Vec<String>,
    by_place: BTreeMap<(u8, Coord), HexId>,
    grid_of_sheet: Vec<u8>,
}

impl Map {
    /// How the hexes are numbered.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Number of hexes.
    #[inline]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Every hex, in order.
    pub fn ids(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// What is in a hex.
    #[inline]
    pub fn hex(&self, id: HexId) -> &Hex {
        &self.hexes[id.index()]
    }

    /// Names of the sheets, in order.
    pub fn sheets(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().map(|(name, _)| name.as_str())
    }

    /// Names of the kinds of terrain, in the order of [`TerrainId`].
    pub fn terrains(&self) -> &[String] {
        &self.terrains
    }

    /// The name of a hex's terrain.
    pub fn terrain_name(&self, id: HexId) -> &str {
        &self.terrains[usize::from(self.hex(id).terrain.0)]
    }

    /// The neighbour in a direction, if it is on the map.
    #[inline]
    pub fn neighbour(&self, id: HexId, direction: Direction) -> Option<HexId> {
        self.near[id.index()][direction.index()]
    }

    /// The neighbours that are on the map, clockwise from north.
    #[inline]
    pub fn neighbours(&self, id: HexId) -> impl Iterator<Item = (Direction, HexId)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| self.neighbour(id, d).map(|n| (d, n)))
    }

    /// The direction of an adjacent hex.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.neighbour(from, d) == Some(to))
    }

    /// Hexes between two hexes; `None` on different grids.
    pub fn distance(&self, from: HexId, to: HexId) -> Option<u16> {
        let (a, b) = (self.hex(from), self.hex(to));
        (self.grid(a.sheet) == self.grid(b.sheet)).then(|| self.numbering.distance(a.at, b.at))
    }

    /// Hexes between every two hexes, row by row; `u16::MAX` on different grids.
    pub fn distances(&self) -> Vec<u16> {
        // Each hex is placed once, and not once a pair.
        let places: Vec<(u8, (i32, i32))> =
            self.hexes.iter().map(|h| (self.grid(h.sheet), self.numbering.cube(h.at))).collect();
        let mut distances = Vec::with_capacity(places.len() * places.len());
        for &(grid, from) in &places {
            distances.extend(
                places.iter().map(
                    |&(other, to)| {
                        if other == grid { apart(from, to) } else { u16::MAX }
                    },
                ),
            );
        }
        distances
    }

    /// The printed number, e.g. `06.04`; with its sheet (`rethymnon:08.13`) where another grid in play has it too.
    pub fn label(&self, id: HexId) -> String {
        self.labels[id.index()].clone()
    }

    fn written_label(&self, id: HexId) -> String {
        let hex = self.hex(id);
        let number = self.numbering.label(hex.at);
        let grids = self.grid_of_sheet.iter().max().map_or(0, |&g| g + 1);
        let twice = (0..grids).filter(|&g| self.by_place.contains_key(&(g, hex.at))).count() > 1;
        if twice {
            alloc::format!("{}:{number}", self.sheets[usize::from(hex.sheet)].0)
        } else {
            number
        }
    }

    /// Finds a hex by its printed number, with or without `sheet:`; with `sheet`, only on that sheet.
    pub fn find(&self, label: &str, sheet: Option<&str>) -> Option<HexId> {
        let (sheet, number) = match label.split_once(':') {
            Some((sheet, number)) => (Some(sheet), number),
            None => (sheet, label),
        };
        let at = self.numbering.parse(number)?;
        if let Some(name) = sheet {
            let sheet = self.sheets.iter().position(|(s, _)| s == name)?;
            let id = *self.by_place.get(&(self.grid_of_sheet[sheet], at))?;
            return (usize::from(self.hex(id).sheet) == sheet).then_some(id);
        }
        let grids = self.grid_of_sheet.iter().max().map_or(0, |&g| g + 1);
        let mut found = (0..grids).filter_map(|g| self.by_place.get(&(g, at)));
        let first = *found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Whether a road joins two adjacent hexes (it must leave one and enter the other).
    #[inline]
    pub fn road(&self, from: HexId, direction: Direction) -> bool {
        self.hex(from).roads & direction.bit() != 0
            && self
                .neighbour(from, direction)
                .is_some_and(|to| self.hex(to).roads & direction.opposite().bit() != 0)
    }

    /// Whether the ground falls from `from` to its neighbour.
    #[inline]
    pub fn falls(&self, from: HexId, direction: Direction) -> bool {
        self.hex(from).down_slopes & direction.bit() != 0
    }

    /// Whether the ground rises from `from` to its neighbour.
    #[inline]
    pub fn rises(&self, from: HexId, direction: Direction) -> bool {
        self.neighbour(from, direction).is_some_and(|to| self.falls(to, direction.opposite()))
    }

    /// Whether the hexside is a slope, either way.
    #[inline]
    pub fn slope(&self, from: HexId, direction: Direction) -> bool {
        self.falls(from, direction) || self.rises(from, direction)
    }

    /// Hexes with a feature of this kind, in order.
    pub fn with_feature<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = HexId> + 'a {
        self.ids().filter(move |&id| self.hex(id).features.iter().any(|f| f.kind == kind))
    }

    fn grid(&self, sheet: u8) -> u8 {
        self.grid_of_sheet[usize::from(sheet)]
    }
}

/// A map as it is written down: what it is put together from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename = "Map", deny_unknown_fields)]
struct Written {
    numbering: Numbering,
    /// Name and grid of each.
    sheets: Vec<(String, String)>,
    terrains: Vec<String>,
    hexes: Vec<Hex>,
}

impl From<Map> for Written {
    fn from(map: Map) -> Written {
        let Map { numbering, sheets, terrains, hexes, .. } = map;
        Written { numbering, sheets, terrains, hexes }
    }
}

impl From<Written> for Map {
    fn from(written: Written) -> Map {
        let mut builder = MapBuilder::new(written.numbering, written.terrains);
        for (name, grid) in &written.sheets {
            builder.sheet(name, grid);
        }
        for hex in written.hexes {
            builder.hex(hex);
        }
        builder.finish()
    }
}

/// Puts a map together, hex by hex.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    map: Map,
}

impl MapBuilder {
    /// An empty map with these kinds of terrain.
    pub fn new(numbering: Numbering, terrains: Vec<String>) -> Self {
        MapBuilder {
            map: Map {
                numbering,
                sheets: Vec::new(),
                terrains,
                hexes: Vec::new(),
                near: Vec::new(),
                labels: Vec::new(),
                by_place: BTreeMap::new(),
                grid_of_sheet: Vec::new(),
            },
        }
    }

    /// Adds a sheet that lies on a grid; sheets of the same grid join.
    pub fn sheet(&mut self, name: &str, grid: &str) -> u8 {
        let map = &mut self.map;
        let number = map.sheets.iter().position(|(_, g)| g == grid).map_or_else(
            || map.grid_of_sheet.iter().max().map_or(0, |&g| g + 1),
            |same| map.grid_of_sheet[same],
        );
        map.sheets.push((name.into(), grid.into()));
        map.grid_of_sheet.push(number);
        (map.sheets.len() - 1) as u8
    }

    /// Adds a hex; `None` if the grid has that number already or the map is full.
    pub fn hex(&mut self, hex: Hex) -> Option<HexId> {
        let map = &mut self.map;
        let id = HexId(u16::try_from(map.hexes.len()).ok()?);
        let place = (map.grid_of_sheet[usize::from(hex.sheet)], hex.at);
        if map.by_place.contains_key(&place) {
            return None;
        }
        map.by_place.insert(place, id);
        map.hexes.push(hex);
        Some(id)
    }

    /// Joins the hexes to their neighbours.
    pub fn finish(self) -> Map {
        let mut map = self.map;
        map.near = map
            .hexes
            .iter()
            .map(|hex| {
                let grid = map.grid_of_sheet[usize::from(hex.sheet)];
                Direction::ALL
                    .map(|d| map.by_place.get(&(grid, map.numbering.neighbour(hex.at, d))).copied())
            })
            .collect();
        // Every game's rows name hexes: their labels are written once.
        map.labels = map.ids().map(|id| map.written_label(id)).collect();
        map
    }
}
