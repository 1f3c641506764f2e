//! What it is worth to a unit to leave the map (Mercury S1.0, S2.0).

use engine::{HexId, Side};

use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::ground::Victory;
use super::super::state::Battle;

/// Hexes from the port within which a unit may think of the ships.
const SHIPS_DRAW: i32 = 8;
/// Half points beyond which a way is as good as none.
const LONGEST: i32 = 400;

impl Battle {
    /// Victory points that the unit earns by leaving so, its steps where it helps to win by it, or, where it
    /// earns nothing, its steps as a loss.
    pub(super) fn departure_points(&self, unit: UnitId, by: Departure) -> i32 {
        let steps = i32::from(self.unit(unit).steps);
        let points = match by {
            Departure::Ship => self.ground.shipping.as_ref().map(|terms| terms.step_points),
            // Nothing is earned by going from port to port, or, by itself, to jump again.
            Departure::Port(_)
            | Departure::AirBox
            | Departure::LeftBehind
            | Departure::Dispersed
            | Departure::Caught => None,
            // A step of those who win by leaving is as good as a point.
            Departure::Edge => Some(1),
            // A unit that gets away, or that is owed, counts whatever its steps.
            Departure::Withdrawn(_) | Departure::Sent { .. } => return 1,
            Departure::Exit(number) => self.ground.off_map.as_ref().map(|terms| {
                let own = terms.for_good == Some(self.side(unit));
                if own { terms.boxes[usize::from(number)].step_points } else { 0 }
            }),
        };
        match points.map_or(0, i32::from) {
            0 => -steps,
            points => steps * points,
        }
    }

    /// How many half points shorter a step makes the way to where the unit's steps count at the end, for one whose
    /// steps do.
    pub(super) fn withdraws(&self, unit: UnitId, from: HexId, to: HexId) -> i32 {
        let Victory::HoldBefore { escape, .. } = &self.ground.victory else { return 0 };
        if !escape.units.contains(&unit) {
            return 0;
        }
        let fields = if self.marches(unit) { &self.ground.roads } else { &self.ground.ways };
        let field = &fields[self.control.len() + usize::from(self.ground.breakout.is_some())];
        let way = |hex| i32::from(field.cost(hex)).min(LONGEST);
        way(from) - way(to)
    }

    /// Whether the unit is an Allied one whose steps do not count at the end where those of others do: the one to hold
    /// a village while they go.
    pub(super) fn stays_behind(&self, unit: UnitId) -> bool {
        let Victory::HoldBefore { escape, .. } = &self.ground.victory else { return false };
        self.side(unit) == Side::Allied && !escape.units.contains(&unit)
    }

    /// How many hexes nearer to the port of the ships a step of an Allied unit in its neighbourhood leads,
    /// for one that they could take.
    pub(super) fn nearer_to_ships(&self, unit: UnitId, from: HexId, to: HexId) -> i32 {
        let Some(terms) = &self.ground.shipping else { return 0 };
        // Only ships that take steps away draw anybody.
        let Some(&port) = terms.ports.first().filter(|_| terms.away) else { return 0 };
        let far = |hex| i32::from(self.ground.distance(port, hex));
        if self.side(unit) != Side::Allied || self.auto_command(unit) || far(from) > SHIPS_DRAW {
            return 0;
        }
        far(from) - far(to)
    }
}
