//! What it is worth to a unit to leave the map (Mercury S1.0, S2.0).

use engine::{HexId, Side};

use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::state::Battle;

/// Hexes from the port within which a unit may think of the ships.
const SHIPS_DRAW: i32 = 8;

impl Battle {
    /// Victory points that the unit earns by leaving so, its steps where it helps to win by it, or, where it
    /// earns nothing, its steps as a loss.
    pub(super) fn departure_points(&self, unit: UnitId, by: Departure) -> i32 {
        let steps = i32::from(self.unit(unit).steps);
        let points = match by {
            Departure::Ship => self.ground.shipping.as_ref().map(|terms| terms.step_points),
            // A step of those who win by leaving is as good as a point.
            Departure::Edge => Some(1),
            Departure::Exit(number) => self.ground.off_map.as_ref().map(|terms| {
                let own = terms.for_good == self.side(unit);
                if own { terms.exits[usize::from(number)].step_points } else { 0 }
            }),
        };
        match points.map_or(0, i32::from) {
            0 => -steps,
            points => steps * points,
        }
    }

    /// How many hexes nearer to the port of the ships a step of an Allied unit in its neighbourhood leads,
    /// for one that they could take.
    pub(super) fn nearer_to_ships(&self, unit: UnitId, from: HexId, to: HexId) -> i32 {
        let Some(terms) = &self.ground.shipping else { return 0 };
        let far = |hex| i32::from(self.ground.distance(terms.port, hex));
        if self.side(unit) != Side::Allied || self.auto_command(unit) || far(from) > SHIPS_DRAW {
            return 0;
        }
        far(from) - far(to)
    }
}
