//! Supply: sources and lines (9.1-9.4).

use engine::{Direction, HexId, Side};

use super::ground::{ROAD, Terrain};
use super::rules::Race;
use super::sets::{Bits, HexSet};

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
        let controlled = !self.needs_control(side) || self.holds(source, side);
        controlled && !self.index.stands[side.other()].contains(source)
    }

    /// Whether a source must be under control: the airfields of the Germans on Crete (WM-9.2-2).
    fn needs_control(&self, side: Side) -> bool {
        side == Side::German && self.board.mercury() && self.board.rulings.airfield_needs_control
    }

    /// The sources that could serve a unit now.
    pub(crate) fn sources_of(&self, unit: u8) -> impl Iterator<Item = HexId> + '_ {
        let side = self.board.unit(unit).side;
        self.listed_sources(unit).filter(move |&source| self.usable(source, side))
    }

    /// The sources of a unit as the rules list them (9.1-9.3; Mercury 9.1, 9.2).
    pub(crate) fn listed_sources(&self, unit: u8) -> impl Iterator<Item = HexId> + '_ {
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
        ground.iter().chain(air).copied()
    }

    /// Traces the supply of a side over the whole map (9.4; Mercury 9.3).
    pub(crate) fn supply_lines(&self, side: Side) -> Lines {
        let ground = self.ground_lines(side, None, self.needs_control(side));
        Lines { ground, airborne: self.airborne_lines(side) }
    }

    /// Traces the supply of a side as far as it matters to some of its units.
    pub(crate) fn supply_lines_for(&self, side: Side, units: u128) -> Lines {
        let airborne = self.airborne_lines(side);
        let lines = Lines { ground: HexSet::default(), airborne };
        let open = Bits(units).filter(|&unit| !self.supplied(unit, &lines));
        let wanted = open.filter_map(|unit| self.hex_of(unit)).collect();
        let ground = self.ground_lines(side, Some(wanted), self.needs_control(side));
        Lines { ground, airborne }
    }

    /// Hexes that trace to a ground source that the side controls, as artillery must (12.2.1, 12.2.2,
    /// Mercury 12.5.2).
    pub(crate) fn lines_to_own_sources(&self, side: Side) -> HexSet {
        self.ground_lines(side, None, true)
    }

    /// The objectives without an enemy that trace to a ground source of a side.
    pub(crate) fn supplied_objectives(&self, side: Side) -> HexSet {
        let free = self.board.goals.without(self.index.stands[side.other()]);
        self.ground_lines(side, Some(free), self.needs_control(side)).and(free)
    }

    /// The ground sources of a side.
    pub(crate) fn sources(&self, side: Side) -> &[HexId] {
        match side {
            Side::German => &self.board.sources.german,
            Side::Allied => &self.board.sources.allied,
        }
    }

    /// Hexes in or next to an airborne source (Market-Garden 9.2).
    fn airborne_lines(&self, side: Side) -> HexSet {
        let mut airborne = HexSet::default();
        if side == Side::Allied {
            for &source in &self.board.sources.airborne {
                if self.usable(source, side) {
                    airborne.insert(source);
                    self.board.ground(source).neighbours().for_each(|near| airborne.insert(near));
                }
            }
        }
        airborne
    }

    /// Hexes that trace to a ground source; once all the wanted ones do, others may be missing.
    fn ground_lines(&self, side: Side, wanted: Option<HexSet>, controlled: bool) -> HexSet {
        let enemies = self.index.stands[side.other()];
        let ways = &self.board.supply_ways[side];
        let sources = ways.sources;
        let held = match side {
            _ if !controlled => sources,
            Side::German => sources.and(self.german_held),
            Side::Allied => sources.without(self.german_held),
        };
        let usable = held.without(enemies);
        let barred = self.down.or(sources.without(usable));
        let blocked = self.board.mercury() || self.board.rulings.enemy_blocks_supply;
        let open = if blocked { HexSet::all().without(enemies) } else { HexSet::all() };
        // The ways of the empty map that are free serve still; the rest is found from them.
        let free = ways.open(barred.or(enemies));
        let enough = |ground: &HexSet| wanted.is_some_and(|hexes| ground.covers(&hexes));
        usable.or(free).flood(&self.index.trace, &open, enough)
    }

    /// Works out where a hex passes supply lines on to.
    pub(crate) fn pave_trace(&mut self, near: HexId) {
        for (_, from) in &mut self.index.trace {
            from.remove(near);
        }
        if !self.passes(near) {
            return;
        }
        for direction in Direction::ALL {
            let Some(far) = self.board.ground(near).near[direction.index()] else { continue };
            if !self.traces(far, direction.opposite(), near) {
                continue;
            }
            let by = far.0 as i16 - near.0 as i16;
            let trace = &mut self.index.trace;
            match trace.binary_search_by_key(&by, |&(known, _)| known) {
                Ok(place) => trace[place].1.insert(near),
                Err(place) => trace.insert(place, (by, HexSet::from_iter([near]))),
            }
        }
    }

    /// Whether a supply line may run on through a hex.
    pub(super) fn passes(&self, hex: HexId) -> bool {
        // A destroyed bridge ends every line through its hex (Market-Garden 9.4).
        if self.down.contains(hex) {
            return false;
        }
        let ground = self.board.ground(hex);
        // Mercury 9.3: no mountain without a road.
        ground.terrain != Terrain::Mountain || self.board.map.sides(hex, ROAD) != 0
    }

    /// Whether a supply line from `far` may enter `near`.
    pub(super) fn traces(&self, far: HexId, direction: Direction, near: HexId) -> bool {
        let on_foot = self.index.steps[far.index()][super::ground::FOOT] & direction.bit() != 0;
        let close = matches!(self.board.ground(near).terrain, Terrain::Wet | Terrain::Forest);
        // WG-9.4-2: the great rivers at an intact bridge; a ferry carries no supply.
        let dry = !self.board.river(far, direction)
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
