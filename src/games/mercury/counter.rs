//! What is printed on the counters.

use alloc::string::String;

use super::ids::FormationId;
use engine::Side;

engine::ids! {
    /// A ground unit's number in the scenario's roster.
    pub struct UnitId(u16);
    /// A division's number (a regiment or brigade where the scenario commands by battalions).
    pub struct DivisionId(u8);
}

engine::words! {
    /// Colour of a fire or assault rating: which row of the combat table it uses.
    pub enum Colour {
        /// Small arms.
        Pink = "pink",
        /// Light mortars and heavy weapons, direct.
        Purple = "purple",
        /// Mortars, indirect only.
        Green = "green",
        /// Artillery.
        Orange = "orange",
        /// Coastal artillery.
        Black = "black",
        /// Dedicated artillery.
        Brown = "brown",
        /// High explosive, direct.
        Yellow = "yellow",
        /// Armour piercing.
        Blue = "blue",
        /// Dual purpose: tanks, guns good at both.
        White = "white",
    }
}

impl Colour {
    /// Its place in [`Colour::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Artillery: direct within three hexes on the yellow row, indirect beyond.
    pub const fn artillery(self) -> bool {
        matches!(self, Colour::Orange | Colour::Black | Colour::Brown)
    }
}

engine::words! {
    /// How a unit moves (colour of its movement number).
    pub enum MoveClass {
        /// On foot (black).
        Leg = "leg",
        /// On wheels (white).
        Wheeled = "wheeled",
        /// On tracks (red).
        Tracked = "tracked",
    }
}

/// A unit's own movement, without transport.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Movement points in half points.
    Points(MoveClass, u16),
    /// A star: must be mounted to move.
    Star,
    /// Never moves.
    No,
}

/// A rating with its colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The number.
    pub value: i8,
    /// Its colour.
    pub colour: Colour,
}

/// A ground unit as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Stable id.
    pub id: String,
    /// Name on the counter.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Division it draws its command points from.
    pub division: DivisionId,
    /// Formation whose leader commands it; `None` for independents and Greeks.
    pub formation: Option<FormationId>,
    /// Formation in words.
    pub formation_name: String,
    /// Battalion; empty where it has none.
    pub battalion: String,
    /// Type of unit.
    pub kind: String,
    /// Greek (6.0).
    pub greek: bool,
    /// Has the engineer symbol.
    pub engineer: bool,
    /// Anti-aircraft: counts twice on the drop table (4.2.1).
    pub anti_aircraft: bool,
    /// Red troop quality (8.0).
    pub auto_command: bool,
    /// Printed steps: 0 (platoon), 1 or 2.
    pub steps: u8,
    /// Fire rating; `None` if it cannot fire.
    pub fire: Option<Rating>,
    /// Fire rating on the reduced side, where there is one.
    pub reduced_fire: Option<i8>,
    /// Range in hexes.
    pub range: u8,
    /// How far its fire zone reaches, in hexes.
    pub zone: u8,
    /// Assault rating; `None` if it cannot assault.
    pub assault: Option<Rating>,
    /// Assault rating on the reduced side, where there is one.
    pub reduced_assault: Option<i8>,
    /// Defence rating: lower is harder to hit.
    pub defence: i8,
    /// Armoured.
    pub armoured: bool,
    /// Troop quality.
    pub quality: i8,
    /// Own movement.
    pub movement: Movement,
    /// Organic transport: class and movement points in half points.
    pub transport: Option<(MoveClass, u16)>,
    /// Of the airborne division.
    pub airborne: bool,
}

impl Counter {
    /// Guns and mortars: they strike in an assault without the company bonus and build no positions of their own.
    pub fn gun(&self) -> bool {
        (matches!(self.movement, Movement::Star | Movement::No) && !self.rearguard())
            || self.fire.is_some_and(|f| f.colour == Colour::Green || f.colour.artillery())
    }

    /// Whether a loss of steps is printed on its back, with ratings of its own; else it takes a marker.
    pub fn has_reduced_face(&self) -> bool {
        self.reduced_fire.is_some() || self.reduced_assault.is_some()
    }

    /// Hexes up to which it may fire direct; 0 if it never does.
    pub fn direct_reach(&self) -> u8 {
        match self.fire {
            Some(fire) if fire.colour.indirect_at(self.range) => {
                (0..self.range).rev().find(|&at| !fire.colour.indirect_at(at)).unwrap_or(0)
            }
            Some(_) => self.range,
            None => 0,
        }
    }

    /// A platoon without steps: a rearguard or Nachhut (7.0).
    pub fn rearguard(&self) -> bool {
        self.steps == 0
    }

    /// A company of foot: may improve its position by itself.
    pub fn infantry(&self) -> bool {
        matches!(self.movement, Movement::Points(MoveClass::Leg, _))
            && !self.gun()
            && self.steps > 0
    }
}
