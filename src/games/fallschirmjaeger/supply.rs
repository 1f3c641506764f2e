//! 1.5, 2.7 and 3.2, supply: from sources on the ground, and from air supply heads.

use alloc::vec::Vec;

use engine::{HexId, Side, Step as Pace, search_linked};

use super::event::Event;
use super::ground::{HexSet, Mobility, Nation};
use super::rulings::HeadRange;
use super::state::Holland;

/// 2.7a: the first turn with German supply on the ground.
pub(crate) const GROUND_SUPPLY: u8 = 10;

impl Holland {
    /// Every unit of the side to move is in supply, or out of it until its next Supply Phase.
    pub(crate) fn trace_supply(&mut self, events: &mut Vec<Event>) {
        let side = self.side;
        let (dutch, british) = match side {
            Side::German => {
                let fed = self.german_supply();
                (fed, fed)
            }
            Side::Allied => (self.dutch_supply(), self.british_supply()),
        };
        let own = (side == Side::German && self.board.rulings.head_range == HeadRange::Own)
            .then(|| Mobility::ALL.map(|mobility| self.fed_by_heads(mobility)));
        for unit in self.board.numbers() {
            let kind = self.board.unit(unit);
            let Some(hex) = self.hex_of(unit) else { continue };
            // 1.10b, 3.3: leaders and ships need none.
            if kind.side != side || !kind.class.fights() {
                continue;
            }
            let fed = if kind.nation == Nation::British { &british } else { &dutch };
            let by_air = own.as_ref().is_some_and(|fed| fed[kind.mobility as usize].contains(hex));
            let cut_off = !fed.contains(hex) && !by_air;
            if self.piece(unit).cut_off != cut_off {
                self.piece_mut(unit).cut_off = cut_off;
                events.push(Event::Supply { unit, cut_off });
            }
        }
        if side == Side::Allied {
            self.supply_ammunition(events);
        }
    }

    /// Hexes with German supply (2.7).
    fn german_supply(&self) -> HexSet {
        let source = self.board.places.german_source.filter(|&hex| {
            self.turn >= GROUND_SUPPLY
                && self.german_held.contains(hex)
                && !self.stands(hex, Side::Allied)
        });
        let ground = self.reached_from(source.as_slice(), Side::German);
        match self.board.rulings.head_range {
            HeadRange::Foot => ground.or(self.fed_by_heads(Mobility::Foot)),
            HeadRange::Own => ground,
        }
    }

    /// Hexes with Dutch and French supply (3.2a): sources that an Allied unit was the last to move through.
    fn dutch_supply(&self) -> HexSet {
        let open =
            |hex: &HexId| !self.german_held.contains(*hex) && !self.stands(*hex, Side::German);
        let sources = self.board.places.dutch_sources.iter().copied().filter(open);
        self.reached_from(&sources.collect::<Vec<_>>(), Side::Allied)
    }

    /// Hexes with British supply (3.2b).
    fn british_supply(&self) -> HexSet {
        let open =
            |hex: &HexId| !self.german_held.contains(*hex) && !self.stands(*hex, Side::German);
        let places = &self.board.places;
        let second = places.harbours.first().filter(|_| self.board.rulings.hoek_both);
        let sources = places.british_source.iter().chain(second).copied().filter(open);
        self.reached_from(&sources.collect::<Vec<_>>(), Side::Allied)
    }

    /// What a line of any length reaches from some hexes: no enemies on it, and no zone of theirs without a friend there
    /// (series rule 12.1a).
    pub(crate) fn reached_from(&self, sources: &[HexId], side: Side) -> HexSet {
        if sources.is_empty() {
            return HexSet::default();
        }
        let enemy = side.other();
        let mut open = HexSet::default();
        for hex in self.board.map.ids() {
            if !self.zone(hex, enemy) || self.stands(hex, side) {
                open.insert(hex);
            }
        }
        let open = open.without(self.index.stands[enemy]);
        let sources: HexSet = sources.iter().copied().collect();
        sources.flood(&self.board.supply_ways, &open, |_| false)
    }

    /// What air supply heads reach (2.7b): so many movement points, zones cost more.
    pub(crate) fn fed_by_heads(&self, mobility: Mobility) -> HexSet {
        let mut fed = HexSet::default();
        let gait = match mobility {
            Mobility::Foot | Mobility::None | Mobility::Ship => 0,
            Mobility::Bicycle => 1,
            Mobility::Motor | Mobility::Rail => 2,
            Mobility::Armour => 3,
        };
        for unit in self.board.numbers() {
            let class = self.class(unit);
            let Some(hex) = self.hex_of(unit).filter(|_| class.is_head()) else { continue };
            let kind = usize::from(class == super::ground::Class::AirfieldHead);
            let reduced = usize::from(self.piece(unit).steps < 2);
            let range = u16::from(self.board.heads[kind][reduced].range) * 2;
            let linked = |from: HexId| self.board.ferries_from(from).into_iter().map(|(to, _)| to);
            let reach = search_linked(&self.board.map, &[hex], range, linked, |from, way, to| {
                if self.stands(to, Side::Allied) {
                    return None;
                }
                let cost = self.pace(from, way, to, 1 << gait)?;
                Some(Pace::of(cost + self.zone_toll(to, Side::German)))
            });
            fed.insert(hex);
            reach.found().for_each(|stop| fed.insert(stop.hex));
        }
        fed
    }

    /// Half points more for entering a hex in an enemy zone without a friend in it.
    pub(crate) fn zone_toll(&self, hex: HexId, side: Side) -> u16 {
        let held = self.zone(hex, side.other()) && !self.stands(hex, side);
        if held { self.board.rulings.zone_cost.halves() } else { 0 }
    }
}
