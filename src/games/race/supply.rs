//! Supply: sources and lines (9.1-9.4).

use engine::{Direction, HexId, Side};

use super::board::Terrain;
use super::hexset::{Bits, HexSet, MOST_HEXES};
use super::rules::Race;

/// Hexes in supply of one side, as things stand.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Hexes that trace to a ground source.
    pub(crate) ground: HexSet,
    /// Hexes in or next to an airborne source (Market-Garden 9.2).
    pub(crate) airborne: HexSet,
}

impl Race {
    /// Whether a source serves its side now: no enemy unit in it (W-9.1-1), and for an airfield
    /// possibly control (WM-9.2-2).
    fn usable(&self, source: HexId, side: Side) -> bool {
        let controlled = side == Side::Allied
            || !self.board.mercury()
            || !self.board.rulings.airfield_needs_control
            || self.holds(source, side);
        controlled && self.here(source, side.other()) == 0
    }

    /// The sources that could serve a unit now.
    pub(crate) fn sources_of(&self, unit: u8) -> impl Iterator<Item = HexId> + '_ {
        let kind = self.board.unit(unit);
        let side = kind.side;
        let sources = &self.board.sources;
        let drops = side == Side::Allied && kind.airborne();
        let ground: &[HexId] = match side {
            Side::German => &sources.german,
            Side::Allied if drops && !self.board.rulings.airborne_ground_supply => &[],
            Side::Allied => &sources.allied,
        };
        let air: &[HexId] = if drops { &sources.airborne } else { &[] };
        ground.iter().chain(air).copied().filter(move |&source| self.usable(source, side))
    }

    /// Traces the supply of a side over the whole map (9.4; Mercury 9.3).
    pub(crate) fn supply_lines(&self, side: Side) -> Lines {
        let sources = match side {
            Side::German => &self.board.sources.german,
            Side::Allied => &self.board.sources.allied,
        };
        // Hexes that are reached or barred: one look tells.
        let mut closed = HexSet::default();
        if self.board.mercury() || self.board.rulings.enemy_blocks_supply {
            for unit in Bits(self.on_map(side.other())) {
                if let Some(hex) = self.hex_of(unit) {
                    closed.insert(hex);
                }
            }
        }
        let mut ground = HexSet::default();
        let mut open = [HexId(0); MOST_HEXES];
        let mut count = 0;
        for &source in sources {
            if self.usable(source, side) && !closed.contains(source) {
                closed.insert(source);
                ground.insert(source);
                open[count] = source;
                count += 1;
            }
        }
        while count > 0 {
            count -= 1;
            let near = open[count];
            let mut ways = self.trace[near.index()];
            let neighbours = &self.board.ground(near).near;
            while ways != 0 {
                let direction = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                if let Some(far) = neighbours[direction]
                    && !closed.contains(far)
                {
                    closed.insert(far);
                    ground.insert(far);
                    open[count] = far;
                    count += 1;
                }
            }
        }
        let mut airborne = HexSet::default();
        if side == Side::Allied {
            for &source in &self.board.sources.airborne {
                if self.usable(source, side) {
                    airborne.insert(source);
                    self.board.ground(source).neighbours().for_each(|near| airborne.insert(near));
                }
            }
        }
        Lines { ground, airborne }
    }

    /// Directions from which a supply line may come into a hex and run on.
    pub(crate) fn trace_mask(&self, near: HexId) -> u8 {
        if !self.passes(near) {
            return 0;
        }
        let far = |direction: &Direction| self.board.ground(near).near[direction.index()];
        Direction::ALL
            .into_iter()
            .filter(|d| far(d).is_some_and(|far| self.traces(far, d.opposite(), near)))
            .fold(0, |mask, d| mask | d.bit())
    }

    /// Whether a supply line may run on through a hex.
    fn passes(&self, hex: HexId) -> bool {
        // A destroyed bridge ends every line through its hex (Market-Garden 9.4).
        if self.down.contains(hex) {
            return false;
        }
        let ground = self.board.ground(hex);
        // Mercury 9.3: no mountain without a road.
        ground.terrain != Terrain::Mountain || ground.roads != 0
    }

    /// Whether a supply line from `far` may enter `near`.
    fn traces(&self, far: HexId, direction: Direction, near: HexId) -> bool {
        let on_foot = self.steps[far.index()][super::board::FOOT] & direction.bit() != 0;
        let close = matches!(self.board.ground(near).terrain, Terrain::Wet | Terrain::Forest);
        // WG-9.4-2: the great rivers at an intact bridge; a ferry carries no supply.
        let dry = self.board.ground(far).rivers & direction.bit() == 0
            || self.bridge_stands(far)
            || self.bridge_stands(near);
        on_foot && dry && (!close || self.usable_road(far, direction, near))
    }

    /// Whether a unit on the map is in supply.
    pub(crate) fn supplied(&self, unit: u8, lines: &Lines) -> bool {
        let Some(hex) = self.hex_of(unit) else { return false };
        let kind = self.board.unit(unit);
        if kind.side == Side::Allied && kind.airborne() && !self.board.mercury() {
            let by_ground = self.board.rulings.airborne_ground_supply;
            return lines.airborne.contains(hex) || (by_ground && lines.ground.contains(hex));
        }
        lines.ground.contains(hex)
    }
}
