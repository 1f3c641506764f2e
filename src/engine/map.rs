//! The board: hexes with terrain, what runs along their hexsides, neighbours, links, printed numbers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::hex::apart;
use crate::{Coord, Direction, HexId, Numbering, SideId, SideKind, Sides};

/// A kind of terrain: an index into the game's own list.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TerrainId(pub u8);

/// Something in a hex: a port, an airfield, a village, a bridge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// What it is, e.g. `port`.
    pub kind: String,
    /// Its name; may be empty.
    pub name: String,
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hex {
    /// Column and row: as printed on its sheet when it is given to a [`MapBuilder`], those of the grid in a [`Map`].
    /// The two differ only on a sheet that has numbers of its own ([`MapBuilder::sheet_at`]).
    pub at: Coord,
    /// Number of its sheet in the order of [`Map::sheets`].
    #[serde(default, skip_serializing_if = "none")]
    pub sheet: u8,
    /// Terrain.
    pub terrain: TerrainId,
    /// What its hexsides have.
    #[serde(default, skip_serializing_if = "Sides::is_empty")]
    pub sides: Sides,
    /// What is in the hex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
}

impl Hex {
    /// Bare ground: nothing on its hexsides, nothing in it.
    pub fn bare(at: Coord, sheet: u8, terrain: TerrainId) -> Self {
        Hex { at, sheet, terrain, sides: Sides::default(), features: Vec::new() }
    }

    /// Whether it has a feature of this kind.
    pub fn has(&self, kind: &str) -> bool {
        self.features.iter().any(|feature| feature.kind == kind)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn none(bits: &u8) -> bool {
    *bits == 0
}

/// A way between two hexes that need not be neighbours: a ferry, the road from an off-map box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What it is, e.g. `ferry`.
    pub kind: String,
    /// Where it begins.
    pub from: HexId,
    /// Where it ends.
    pub to: HexId,
    /// Whether it leads one way only.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub one_way: bool,
}

impl Link {
    /// Where the link leads from a hex, if it does.
    pub fn leads(&self, from: HexId) -> Option<HexId> {
        match (self.from == from, self.to == from && !self.one_way) {
            (true, _) => Some(self.to),
            (_, true) => Some(self.from),
            _ => None,
        }
    }
}

/// The sheet of the boxes off the map.
const OFF_MAP: u8 = u8::MAX;

/// The board in play: one or more sheets. Sheets of one grid join at their edges; sheets of different grids never
/// touch, and boxes off the map touch nothing: only links lead there.
///
/// ```
/// use engine::{Coord, Direction, Hex, MapBuilder, Numbering, SideKind, TerrainId};
///
/// let kinds = vec![SideKind::shared("river"), SideKind::directed("slope")];
/// let mut builder = MapBuilder::new(Numbering::COLUMN_ROW_EVEN_LOW, vec!["clear".into()]).with_sides(kinds);
/// let (river, slope) = (builder.side_kind("river").unwrap(), builder.side_kind("slope").unwrap());
/// let sheet = builder.sheet("north", "crete");
/// for row in 1..=2 {
///     let mut hex = Hex::bare(Coord { column: 5, row }, sheet, TerrainId(0));
///     match row {
///         1 => hex.sides.add(river, Direction::S),
///         _ => hex.sides.add(river, Direction::N),
///     }
///     hex.sides.add(slope, Direction::S);
///     builder.hex(hex);
/// }
/// let map = builder.finish();
/// let (north, south) = (map.find("05.01", None).unwrap(), map.find("05.02", None).unwrap());
/// assert!(map.side(north, Direction::S, river) && map.side(south, Direction::N, river));
/// assert!(map.side(north, Direction::S, slope), "down from the northern hex");
/// assert!(map.far_side(south, Direction::N, slope), "so it is up from the southern one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Map {
    numbering: Numbering,
    sheets: Vec<Sheet>,
    terrains: Vec<String>,
    side_kinds: Vec<SideKind>,
    hexes: Vec<Hex>,
    near: Vec<[Option<HexId>; 6]>,
    /// The grid and the cube coordinates of each hex: what distances need, close together.
    cubes: Vec<(u16, (i32, i32))>,
    labels: Vec<String>,
    by_place: BTreeMap<(u8, Coord), HexId>,
    /// Hexes that a further sheet prints too.
    again: Vec<(HexId, u8)>,
    /// Names of the boxes off the map, the last hexes of the list.
    boxes: Vec<String>,
    links: Vec<Link>,
}

/// A sheet of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sheet {
    name: String,
    grid: String,
    /// Number of its grid.
    number: u8,
    /// What leads from its printed numbers to those of the grid.
    shift: Coord,
}

impl Map {
    /// How the hexes are numbered.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Number of hexes, boxes off the map included.
    #[inline]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Every hex, in order; the boxes off the map come last.
    pub fn ids(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// The hexes that lie on a sheet, in order: all but the boxes off the map.
    pub fn printed(&self) -> impl Iterator<Item = HexId> + use<> {
        self.ids().take(self.hexes.len() - self.boxes.len())
    }

    /// The boxes off the map, in order.
    pub fn boxes(&self) -> impl Iterator<Item = HexId> + use<> {
        self.ids().skip(self.hexes.len() - self.boxes.len())
    }

    /// What is in a hex.
    #[inline]
    pub fn hex(&self, id: HexId) -> &Hex {
        &self.hexes[id.index()]
    }

    /// Names of the sheets, in order.
    pub fn sheets(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().map(|sheet| sheet.name.as_str())
    }

    /// Names of the kinds of terrain, in the order of [`TerrainId`].
    pub fn terrains(&self) -> &[String] {
        &self.terrains
    }

    /// The name of a hex's terrain.
    pub fn terrain_name(&self, id: HexId) -> &str {
        &self.terrains[usize::from(self.hex(id).terrain.0)]
    }

    /// The kinds of what hexsides have, in the order of [`SideId`].
    pub fn side_kinds(&self) -> &[SideKind] {
        &self.side_kinds
    }

    /// The kind of hexside feature with this name, if the map has it.
    pub fn side_kind(&self, name: &str) -> Option<SideId> {
        side_kind(&self.side_kinds, name)
    }

    /// The hexsides of a hex that have a feature, as the hex itself tells it: bits of [`Direction::bit`].
    #[inline]
    pub fn sides(&self, id: HexId, kind: SideId) -> u8 {
        self.hex(id).sides.of(kind)
    }

    /// Whether a hexside has a feature, as its hex tells it: a river runs there; the ground falls from this hex.
    #[inline]
    pub fn side(&self, from: HexId, direction: Direction, kind: SideId) -> bool {
        self.sides(from, kind) & direction.bit() != 0
    }

    /// Whether the hex beyond a hexside tells of the feature: the ground rises from this hex.
    #[inline]
    pub fn far_side(&self, from: HexId, direction: Direction, kind: SideId) -> bool {
        self.neighbour(from, direction).is_some_and(|to| self.side(to, direction.opposite(), kind))
    }

    /// Whether either hex of a hexside tells of the feature: there is a slope, whichever way it falls.
    #[inline]
    pub fn either_side(&self, from: HexId, direction: Direction, kind: SideId) -> bool {
        self.side(from, direction, kind) || self.far_side(from, direction, kind)
    }

    /// Whether both hexes of a hexside tell of the feature: a road that leaves the one enters the other.
    #[inline]
    pub fn both_sides(&self, from: HexId, direction: Direction, kind: SideId) -> bool {
        self.side(from, direction, kind) && self.far_side(from, direction, kind)
    }

    /// Every hexside that has a feature both its hexes share, each once: a hex and the direction, south-east to
    /// south-west.
    pub fn sides_once(&self, kind: SideId) -> impl Iterator<Item = (HexId, Direction)> + '_ {
        const HALF: [Direction; 3] = [Direction::Se, Direction::S, Direction::Sw];
        self.ids().flat_map(move |hex| {
            HALF.into_iter()
                .filter(move |&way| self.side(hex, way, kind))
                .map(move |way| (hex, way))
        })
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

    /// Ways between hexes that need not be neighbours.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Where the links of a kind lead from a hex.
    pub fn linked<'a>(&'a self, from: HexId, kind: &'a str) -> impl Iterator<Item = HexId> + 'a {
        let of_kind = self.links.iter().filter(move |link| link.kind == kind);
        of_kind.filter_map(move |link| link.leads(from))
    }

    /// Hexes between two hexes; `None` on different grids.
    #[inline]
    pub fn distance(&self, from: HexId, to: HexId) -> Option<u16> {
        let ((grid, from), (other, to)) = (self.cubes[from.index()], self.cubes[to.index()]);
        (grid == other).then(|| apart(from, to))
    }

    /// Whether two hexes lie on one grid, so that there is a distance between them.
    pub fn same_grid(&self, a: HexId, b: HexId) -> bool {
        self.grid(self.hex(a)) == self.grid(self.hex(b))
    }

    /// Hexes between every two hexes, row by row; `u16::MAX` on different grids.
    pub fn distances(&self) -> Vec<u16> {
        let mut distances = Vec::with_capacity(self.cubes.len() * self.cubes.len());
        for &(grid, from) in &self.cubes {
            distances.extend(
                self.cubes.iter().map(
                    |&(other, to)| {
                        if other == grid { apart(from, to) } else { u16::MAX }
                    },
                ),
            );
        }
        distances
    }

    /// The printed number, e.g. `06.04`; with its sheet (`rethymnon 08.13`) on every grid but the first.
    pub fn label(&self, id: HexId) -> String {
        self.labels[id.index()].clone()
    }

    /// The number as the hex's own sheet prints it, or the name of a box.
    pub fn number(&self, id: HexId) -> String {
        let hex = self.hex(id);
        match self.sheets.get(usize::from(hex.sheet)) {
            Some(sheet) => self.numbering.label(sheet.printed(hex.at)),
            None => self.boxes[usize::from(hex.at.column as u16)].clone(),
        }
    }

    /// Every number that is printed for a hex, with its sheet: two where two sheets print the same hex.
    pub fn numbers(&self, id: HexId) -> impl Iterator<Item = (&str, String)> {
        let again = self.again.iter().filter(move |(hex, _)| *hex == id).map(|&(_, sheet)| sheet);
        core::iter::once(self.hex(id).sheet).chain(again).filter_map(move |number| {
            let sheet = self.sheets.get(usize::from(number))?;
            Some((sheet.name.as_str(), self.numbering.label(sheet.printed(self.hex(id).at))))
        })
    }

    /// The number alone says which hex of the first grid is meant, if that has it once; every other grid is named.
    fn written_label(&self, id: HexId) -> String {
        let number = self.number(id);
        let Some(sheet) = self.sheets.get(usize::from(self.hex(id).sheet)) else { return number };
        let alone = sheet.number == 0 && self.on_the_first_grid(&number) == Some(id);
        if alone { number } else { alloc::format!("{} {number}", sheet.name) }
    }

    /// The one hex of the first grid that has a number.
    fn on_the_first_grid(&self, number: &str) -> Option<HexId> {
        let first = |on: u8| self.sheets[usize::from(on)].number == 0;
        let mut found = self.printed_as(number).filter(|&(_, on)| first(on)).map(|(id, _)| id);
        let one = found.next()?;
        found.all(|other| other == one).then_some(one)
    }

    /// The hexes for which a number is printed, with the sheet that has it.
    fn printed_as(&self, number: &str) -> impl Iterator<Item = (HexId, u8)> {
        let at = self.numbering.parse(number);
        self.sheets.iter().enumerate().filter_map(move |(sheet, on)| {
            let id = *self.by_place.get(&(on.number, on.grid_place(at?)))?;
            self.is_on(id, sheet as u8).then_some((id, sheet as u8))
        })
    }

    /// Whether a sheet, by its number in the order of [`Map::sheets`], prints a hex: two sheets may print the same.
    pub fn is_on(&self, id: HexId, sheet: u8) -> bool {
        self.hex(id).sheet == sheet || self.again.contains(&(id, sheet))
    }

    /// Finds a hex by its printed number: with the name of a sheet before it, or with `sheet`, on that sheet; else on the
    /// first grid, or, if that has no such number, on the only one that has. A box off the map is found by its name.
    pub fn find(&self, label: &str, sheet: Option<&str>) -> Option<HexId> {
        if let Some(place) = self.boxes.iter().position(|name| name == label) {
            return self.boxes().nth(place).filter(|_| sheet.is_none());
        }
        let (sheet, number) = match label.rsplit_once(' ') {
            Some((sheet, number)) => (Some(sheet), number),
            None => (sheet, label),
        };
        if sheet.is_none()
            && let Some(hex) = self.on_the_first_grid(number)
        {
            return Some(hex);
        }
        let named = |on: u8| sheet.is_none_or(|name| self.sheets[usize::from(on)].name == name);
        let mut found = self.printed_as(number).filter(|&(_, on)| named(on)).map(|(id, _)| id);
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    /// Hexes with a feature of this kind, in order.
    pub fn with_feature<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = HexId> + 'a {
        self.ids().filter(move |&id| self.hex(id).has(kind))
    }

    /// The grid a hex lies on; each box off the map is one by itself.
    #[inline]
    fn grid(&self, hex: &Hex) -> u16 {
        match self.sheets.get(usize::from(hex.sheet)) {
            Some(sheet) => u16::from(sheet.number),
            None => 256 + hex.at.column as u16,
        }
    }
}

impl Sheet {
    fn grid_place(&self, printed: Coord) -> Coord {
        Coord { column: printed.column + self.shift.column, row: printed.row + self.shift.row }
    }

    fn printed(&self, at: Coord) -> Coord {
        Coord { column: at.column - self.shift.column, row: at.row - self.shift.row }
    }
}

fn side_kind(kinds: &[SideKind], name: &str) -> Option<SideId> {
    kinds.iter().position(|kind| kind.name == name).map(|place| SideId(place as u8))
}

/// A map as it is written down: what it is put together from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename = "Map", deny_unknown_fields)]
struct Written {
    numbering: Numbering,
    sheets: Vec<WrittenSheet>,
    terrains: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    side_kinds: Vec<SideKind>,
    hexes: Vec<Hex>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    again: Vec<(HexId, u8)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boxes: Vec<(String, TerrainId)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<Link>,
}

/// Name, grid, and what leads from its numbers to those of the grid.
type WrittenSheet = (String, String, Coord);

impl From<Map> for Written {
    fn from(map: Map) -> Written {
        let Map { numbering, sheets, terrains, side_kinds, mut hexes, again, boxes, links, .. } =
            map;
        let off_map = hexes.split_off(hexes.len() - boxes.len());
        let boxes = boxes.into_iter().zip(off_map).map(|(name, hex)| (name, hex.terrain)).collect();
        // As printed, which is how a builder wants them.
        for hex in &mut hexes {
            hex.at = sheets[usize::from(hex.sheet)].printed(hex.at);
        }
        let sheets = sheets.into_iter().map(|s| (s.name, s.grid, s.shift)).collect();
        Written { numbering, sheets, terrains, side_kinds, hexes, again, boxes, links }
    }
}

impl From<Written> for Map {
    fn from(written: Written) -> Map {
        let mut builder =
            MapBuilder::new(written.numbering, written.terrains).with_sides(written.side_kinds);
        for (name, grid, shift) in &written.sheets {
            builder.sheet_at(name, grid, *shift);
        }
        for hex in written.hexes {
            builder.hex(hex);
        }
        builder.map.again = written.again;
        for (name, terrain) in written.boxes {
            builder.off_map(&name, terrain);
        }
        builder.map.links = written.links;
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
                side_kinds: Vec::new(),
                hexes: Vec::new(),
                near: Vec::new(),
                cubes: Vec::new(),
                labels: Vec::new(),
                by_place: BTreeMap::new(),
                again: Vec::new(),
                boxes: Vec::new(),
                links: Vec::new(),
            },
        }
    }

    /// The same map with these kinds of hexside features, of which there may be [`Sides::MOST`].
    #[must_use]
    pub fn with_sides(mut self, kinds: Vec<SideKind>) -> Self {
        self.map.side_kinds = kinds;
        self
    }

    /// The kind of hexside feature with this name, if the map has it.
    pub fn side_kind(&self, name: &str) -> Option<SideId> {
        self.map.side_kind(name)
    }

    /// Adds a sheet that lies on a grid and has its numbers; sheets of the same grid join.
    pub fn sheet(&mut self, name: &str, grid: &str) -> u8 {
        self.sheet_at(name, grid, Coord { column: 0, row: 0 })
    }

    /// Adds a sheet that has numbers of its own: `shift` leads from what it prints to the numbers of its grid.
    ///
    /// Two sheets that both print the hexes where they meet lie on one grid, the second shifted; the hexes are given
    /// once, and named again with [`MapBuilder::again`].
    pub fn sheet_at(&mut self, name: &str, grid: &str, shift: Coord) -> u8 {
        let sheets = &mut self.map.sheets;
        let number = sheets.iter().find(|sheet| sheet.grid == grid).map_or_else(
            || sheets.iter().map(|sheet| sheet.number + 1).max().unwrap_or(0),
            |same| same.number,
        );
        sheets.push(Sheet { name: name.into(), grid: grid.into(), number, shift });
        (sheets.len() - 1) as u8
    }

    /// Adds a hex; `None` if the grid has that place already, the map is full, or a box has been added.
    pub fn hex(&mut self, mut hex: Hex) -> Option<HexId> {
        let map = &mut self.map;
        let id = HexId(u16::try_from(map.hexes.len()).ok()?);
        let sheet = map.sheets.get(usize::from(hex.sheet))?;
        let place = (sheet.number, sheet.grid_place(hex.at));
        if map.by_place.contains_key(&place) || !map.boxes.is_empty() {
            return None;
        }
        hex.at = place.1;
        map.by_place.insert(place, id);
        map.hexes.push(hex);
        Some(id)
    }

    /// The hex that an earlier sheet printed at the place that a sheet now prints as `at`: from now on it goes by
    /// both numbers. `None` if no earlier sheet has it.
    pub fn again(&mut self, sheet: u8, at: Coord) -> Option<HexId> {
        let map = &mut self.map;
        let on = map.sheets.get(usize::from(sheet))?;
        let id = *map.by_place.get(&(on.number, on.grid_place(at)))?;
        if map.is_on(id, sheet) {
            return None;
        }
        map.again.push((id, sheet));
        Some(id)
    }

    /// The terrain of a hex that has been added.
    pub fn terrain(&self, id: HexId) -> TerrainId {
        self.map.hex(id).terrain
    }

    /// Adds what a further sheet shows on the sides of a hex.
    pub fn add_sides(&mut self, id: HexId, sides: Sides) {
        self.map.hexes[id.index()].sides.join(sides);
    }

    /// Adds a box off the map: a place with a name that touches no hex. Boxes come after all hexes. `None` if there is
    /// one with that name or the map is full.
    pub fn off_map(&mut self, name: &str, terrain: TerrainId) -> Option<HexId> {
        let map = &mut self.map;
        let id = HexId(u16::try_from(map.hexes.len()).ok()?);
        if map.boxes.iter().any(|known| known == name) {
            return None;
        }
        let at = Coord { column: map.boxes.len() as i16, row: 0 };
        map.boxes.push(name.into());
        map.hexes.push(Hex::bare(at, OFF_MAP, terrain));
        Some(id)
    }

    /// Links two hexes that need not be neighbours; false if there is no such hex.
    pub fn link(&mut self, link: Link) -> bool {
        let there = [link.from, link.to].iter().all(|hex| hex.index() < self.map.hexes.len());
        if there {
            self.map.links.push(link);
        }
        there
    }

    /// Joins the hexes to their neighbours.
    pub fn finish(self) -> Map {
        let mut map = self.map;
        map.near = map
            .hexes
            .iter()
            .map(|hex| {
                let Some(sheet) = map.sheets.get(usize::from(hex.sheet)) else { return [None; 6] };
                let grid = sheet.number;
                Direction::ALL
                    .map(|d| map.by_place.get(&(grid, map.numbering.neighbour(hex.at, d))).copied())
            })
            .collect();
        map.cubes =
            map.hexes.iter().map(|hex| (map.grid(hex), map.numbering.cube(hex.at))).collect();
        // Every game's rows name hexes: their labels are written once.
        map.labels = map.ids().map(|id| map.written_label(id)).collect();
        map
    }
}
