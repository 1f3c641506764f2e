//! 4.0a, control: who was the last to move through a hex or over a bridge; and what happens to whoever is in a hex that a
//! soldier enters.

use alloc::vec::Vec;

use engine::{HexId, Side};

use super::event::Event;
use super::ground::{Class, Mobility};
use super::rulings::AirfieldAa;
use super::state::{Cause, Holland};

impl Holland {
    /// A counter comes into a hex, with all that follows for others there.
    pub(crate) fn enter(&mut self, unit: u16, hex: HexId, events: &mut Vec<Event>) {
        let from = self.hex_of(unit);
        let before = self.piece(unit).came;
        self.put(unit, hex);
        self.piece_mut(unit).came = from;
        let kind = self.board.unit(unit);
        let (side, class) = (kind.side, kind.class);
        if !class.fights() && class != Class::Truck {
            return;
        }
        self.take_hex(hex, side, events);
        if let Some(from) = from {
            self.cross(unit, before, from, hex, events);
        }
        if !class.fights() {
            return;
        }
        let others: Vec<u16> =
            self.here(hex).filter(|&other| self.board.unit(other).side != side).collect();
        for other in others {
            // 3.5c: a lorry is destroyed; 2.7d: a supply head leaves.
            if self.class(other) == Class::Truck {
                self.destroy(other, Cause::Trucks, events);
            } else if self.class(other).is_head() {
                self.remove_head(other, events);
            }
        }
        self.meet_leaders(unit, hex, events);
    }

    fn take_hex(&mut self, hex: HexId, side: Side, events: &mut Vec<Event>) {
        let german = side == Side::German;
        if self.german_held.contains(hex) == german {
            return;
        }
        if german {
            self.german_held.insert(hex);
        } else {
            self.german_held.remove(hex);
        }
        if let Some(field) = self.board.airfield_at(hex) {
            events.push(Event::FieldTaken { field: field as u8, side });
        }
    }

    /// A unit has moved from a hex to the next: bridges that it crossed (4.0a).
    fn cross(
        &mut self,
        unit: u16,
        before: Option<HexId>,
        from: HexId,
        to: HexId,
        events: &mut Vec<Event>,
    ) {
        let rail = self.board.unit(unit).mobility == Mobility::Rail;
        let shared = self.board.rulings.shared_bridges;
        // Whoever crosses a bridge comes from one of its hexes, or from one of its ends.
        let mut near = self.board.places_at[from.index()] & self.board.bridge_bits();
        while near != 0 {
            let number = near.trailing_zeros() as usize;
            near &= near - 1;
            let bridge = &self.board.bridges[number];
            let [one, other] = &bridge.ends;
            let ends = |a: HexId, b: HexId| {
                one.contains(&a) && other.contains(&b) || other.contains(&a) && one.contains(&b)
            };
            let crossed = if bridge.hexes.is_empty() {
                // J-4.0b-1
                ends(from, to) && (shared || bridge.rail.is_none_or(|only| only == rail))
            } else {
                bridge.hexes.contains(&from) && before.is_some_and(|before| ends(before, to))
            };
            let side = self.board.unit(unit).side;
            let bit = 1 << number;
            let held = self.german_bridges & bit != 0;
            if crossed && held != (side == Side::German) {
                self.german_bridges ^= bit;
                events.push(Event::BridgeCrossed { bridge: number as u8, side });
            }
        }
    }

    /// Who controls a bridge (4.0a): whoever stands on it, else the last to cross it; nobody while each side stands at one
    /// end of a hexside.
    pub(crate) fn holds_bridge(&self, number: usize) -> Option<Side> {
        let bridge = &self.board.bridges[number];
        let on = |hexes: &[HexId], side| hexes.iter().any(|&hex| self.stands(hex, side));
        if let Some(side) = Side::BOTH.into_iter().find(|&side| on(&bridge.hexes, side)) {
            return Some(side);
        }
        let [one, other] = &bridge.ends;
        let facing = |side: Side| on(one, side) && on(other, side.other());
        if bridge.hexes.is_empty() && Side::BOTH.into_iter().any(facing) {
            return None;
        }
        let german = self.german_bridges & (1 << number) != 0;
        Some(if german { Side::German } else { Side::Allied })
    }

    /// Whether the Germans control an airfield (4.0a): they were there last, and no enemy anti-aircraft reaches it.
    pub(crate) fn holds_field(&self, field: usize) -> bool {
        let hex = self.board.airfields[field].hex;
        self.german_held.contains(hex) && self.flak_in_reach(hex) == 0
    }

    /// Enemy anti-aircraft units in range of an airfield (J-4.0a-1).
    pub(crate) fn flak_in_reach(&self, hex: HexId) -> u16 {
        let able = self.board.rulings.airfield_aa == AirfieldAa::Able;
        let reaches = |&&unit: &&u16| {
            let kind = self.board.unit(unit);
            let counts = !able || kind.class != Class::Ship && !self.piece(unit).dg;
            let near = |at| self.board.distance(at, hex) <= u16::from(kind.aa_range);
            kind.side == Side::Allied && counts && self.hex_of(unit).is_some_and(near)
        };
        self.board.flak.iter().filter(reaches).count() as u16
    }

    /// Places that count for victory in the hands of each side: bridges and airfields.
    pub(crate) fn places_held(&self) -> engine::BySide<u16> {
        let bridges = (0..self.board.bridges.len()).map(|bridge| self.holds_bridge(bridge));
        let fields = (0..self.board.airfields.len()).map(|field| {
            let german = self.holds_field(field);
            Some(if german { Side::German } else { Side::Allied })
        });
        let mut held = engine::BySide::default();
        for side in bridges.chain(fields).flatten() {
            held[side] += 1;
        }
        held
    }
}
