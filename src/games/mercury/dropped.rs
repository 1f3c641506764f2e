//! What a landing came to: the numbers that its event carries, and the row that the account makes of them.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use engine::{DropFacts, DropOdds, HexId};

use super::airlanding::Hazard;
use super::counter::UnitId;
use super::ground::Landing;
use super::ids::{SerialId, StickId};
use super::state::Battle;
use crate::measures::DropValues;

/// Faces of the die of both tables.
pub(super) const FACES: u8 = 10;

/// A unit that met the table of its landing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The turn, from 0.
    pub turn: u16,
    /// Which unit.
    pub unit: UnitId,
    /// Where it is.
    pub hex: HexId,
    /// How it came.
    pub way: Way,
    /// Enemy units whose fire zone bears on the landing.
    pub zones: u16,
    /// Those of them that are anti-aircraft.
    pub aa: u16,
    /// The part of the modifier that comes from the terrain.
    pub terrain: u16,
    /// The die, if one was cast.
    pub die: Option<u8>,
    /// Steps it had.
    pub steps: u8,
    /// Markers it bore.
    pub bore: u8,
    /// Steps it loses.
    pub lost: u8,
}

/// How a unit comes from the air.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// With a stick.
    Stick(StickId),
    /// With a stick whose zone holds no hex without an enemy (4.2).
    OnEnemy(StickId),
    /// With a stick that scattered, into water, a town or nowhere at all (O1.0).
    Astray(StickId),
    /// With an ad-hoc drop (S3.0).
    AdHoc,
    /// The same, with an enemy in every hex where it could land.
    AdHocOnEnemy,
    /// With a serial.
    Serial(SerialId),
}

/// What a face of the die does to a unit.
#[derive(Copy, Clone, Debug)]
struct Fall {
    words: &'static str,
    markers: u8,
    lost: u8,
}

impl Dropped {
    /// Sum of all modifiers.
    pub(super) fn modifier(&self) -> u16 {
        self.zones + self.aa + self.terrain
    }
}

impl Battle {
    /// The result in words.
    pub(super) fn drop_words(&self, drop: &Dropped) -> &'static str {
        match (drop.way, drop.die) {
            (Way::OnEnemy(_) | Way::AdHocOnEnemy, _) => "landed on the enemy",
            (Way::Astray(_), _) => "came down astray",
            (_, Some(die)) => self.fall(drop, die).words,
            (_, None) => "no effect",
        }
    }

    /// The row of a landing.
    pub(super) fn drop_row(&self, drop: &Dropped) -> DropFacts {
        let (kind, zone) = match drop.way {
            Way::AdHoc | Way::AdHocOnEnemy => ("parachute", "Ad-hoc drop".to_string()),
            Way::Stick(stick) | Way::OnEnemy(stick) | Way::Astray(stick) => {
                let stick = &self.ground.sticks[stick.index()];
                (if stick.glider { "glider" } else { "parachute" }, stick.name.clone())
            }
            Way::Serial(serial) => {
                ("airland", self.airlanding().serials[serial.index()].name.clone())
            }
        };
        let markers = match (drop.way, drop.die) {
            (Way::OnEnemy(_) | Way::Astray(_) | Way::AdHocOnEnemy, _) => 0,
            (_, Some(die)) => self.fall(drop, die).markers,
            (_, None) => drop.bore,
        };
        let values = DropValues {
            fire_zones: drop.zones,
            aa_zones: drop.aa,
            terrain_modifier: drop.terrain as i16,
            drop_markers: markers.into(),
        };
        DropFacts {
            turn: drop.turn + 1,
            unit: drop.unit.0,
            kind,
            zone,
            hex: self.label(drop.hex),
            terrain: self.ground.map.terrain_name(drop.hex).to_string(),
            modifier: drop.modifier() as i16,
            roll: drop.die.unwrap_or(0),
            result: self.drop_words(drop),
            steps_lost: drop.lost.into(),
            values: values.list(),
            odds: self.drop_odds(drop),
        }
    }

    /// What a face of the die does to a unit that lands.
    fn fall(&self, drop: &Dropped, die: u8) -> Fall {
        match drop.way {
            Way::Stick(_) | Way::OnEnemy(_) | Way::Astray(_) | Way::AdHoc | Way::AdHocOnEnemy => {
                let landing = self.drop_result(die, drop.modifier());
                let markers = drop.bore + landing.delays;
                Fall { words: landing.words(), markers, lost: landing.loss(drop.steps) }
            }
            Way::Serial(_) => {
                let hazard = Hazard::of(&self.airlanding().table, die, drop.modifier());
                Fall { words: hazard.words(), markers: drop.bore, lost: hazard.loss(drop.steps) }
            }
        }
    }

    /// What the faces of the die would have done, results in the order of the faces that first bring them; nothing
    /// where none was cast.
    fn drop_odds(&self, drop: &Dropped) -> Vec<DropOdds> {
        let mut odds: Vec<DropOdds> = Vec::new();
        let faces = if drop.die.is_some() { 0..FACES } else { 0..0 };
        for fall in faces.map(|face| self.fall(drop, face)) {
            match odds.iter_mut().find(|known| known.result == fall.words) {
                Some(known) => known.ways += 1,
                None => odds.push(DropOdds {
                    result: fall.words,
                    ways: 1,
                    of: FACES.into(),
                    steps_lost: fall.lost.into(),
                    tolls: vec![fall.markers.into()],
                }),
            }
        }
        odds
    }
}

impl Landing {
    /// Steps that it takes off a unit.
    pub(super) fn loss(self, steps: u8) -> u8 {
        if self.eliminated { steps } else { self.steps.min(steps) }
    }
}

impl Hazard {
    /// Steps that it takes off a unit.
    pub(super) fn loss(self, steps: u8) -> u8 {
        if self.eliminated { steps } else { self.steps.min(steps) }
    }
}
