//! Where units came from: what a player has seen of their moves, so as not to send them back and forth.

use alloc::vec::Vec;

use engine::HexId;

use super::super::counter::UnitId;
use super::super::event::Event;
use super::super::state::Battle;

/// What was seen of one unit.
#[derive(Copy, Clone, Debug, Default)]
struct Track {
    /// Where it stands.
    at: Option<HexId>,
    /// Where its last move began, and the one before.
    began: [Option<HexId>; 2],
    /// Whether it dug in since it moved last.
    dug_in: bool,
    /// Where it mounted last.
    mounted: Option<HexId>,
}

/// The moves of all units, as far as they were seen.
#[derive(Debug, Default)]
pub(super) struct Trail {
    tracks: Vec<Track>,
    /// Who moved last in the activation that goes on.
    mover: Option<UnitId>,
    /// Whether the game has begun: what was dug before it cost nobody a turn.
    begun: bool,
}

impl Trail {
    fn track(&self, unit: UnitId) -> Track {
        self.tracks.get(unit.index()).copied().unwrap_or_default()
    }

    fn track_mut(&mut self, unit: UnitId) -> &mut Track {
        if self.tracks.len() <= unit.index() {
            self.tracks.resize(unit.index() + 1, Track::default());
        }
        &mut self.tracks[unit.index()]
    }

    /// Notes what happened.
    pub fn saw(&mut self, after: &Battle, event: &Event) {
        match *event {
            Event::Moved(unit, to) => {
                let goes_on = self.mover.replace(unit) == Some(unit);
                let track = self.track_mut(unit);
                if !goes_on {
                    track.began = [track.at, track.began[0]];
                }
                track.at = Some(to);
                track.dug_in = false;
            }
            Event::Arrived(unit, hex) => self.track_mut(unit).at = Some(hex),
            Event::Improved(unit) => {
                self.track_mut(unit).dug_in = self.begun;
                self.mover = None;
            }
            Event::Mounted(unit, true) => {
                let hex = after.hex(unit);
                self.track_mut(unit).mounted = hex;
            }
            // Whoever gives way or begins elsewhere did not choose to go.
            Event::StepBack(unit, _) => {
                let hex = after.hex(unit);
                *self.track_mut(unit) = Track { at: hex, ..Track::default() };
            }
            Event::Drawn(_) | Event::Carried(_) => {
                self.mover = None;
                self.begun = true;
            }
            Event::Paid { .. } => self.mover = None,
            _ => {}
        }
    }

    /// Whether the unit would come back to a hex by a step: to where its last move began, or, in the midst of a move, to
    /// where this one did or the one before.
    pub fn back(&self, unit: UnitId, to: HexId) -> bool {
        let [last, before] = self.track(unit).began;
        last == Some(to) || (self.mover == Some(unit) && before == Some(to))
    }

    /// Whether the unit has dug in where it stands since it came.
    pub fn dug_in(&self, unit: UnitId) -> bool {
        self.track(unit).dug_in
    }

    /// Where the unit mounted.
    pub fn mounted(&self, unit: UnitId) -> Option<HexId> {
        self.track(unit).mounted
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::desk::Files;
    use super::*;

    #[test]
    fn a_unit_is_back_where_its_last_move_began() {
        let battle = Files::default().scenario("kastelli");
        let hexes: Vec<HexId> = battle.ground.map.ids().take(4).collect();
        let [a, b, c, d] = [hexes[0], hexes[1], hexes[2], hexes[3]];
        let unit = UnitId(2);
        let mut trail = Trail::default();
        let mut see = |event| {
            trail.saw(&battle, &event);
            [a, b, c, d].map(|hex| trail.back(unit, hex))
        };
        assert_eq!(see(Event::Arrived(unit, a)), [false; 4]);
        // One move of two steps: it must not end where it began.
        assert_eq!(see(Event::Moved(unit, b)), [true, false, false, false]);
        assert_eq!(see(Event::Moved(unit, c)), [true, false, false, false]);
        // Another unit moves in between; then it goes on.
        see(Event::Moved(UnitId(5), a));
        assert_eq!(see(Event::Moved(unit, d)), [true, false, true, false]);
        // With the next chit its last move is the one from c to d.
        assert_eq!(see(Event::Drawn(engine::Id::at(0))), [false, false, true, false]);
    }

    #[test]
    fn digging_in_is_remembered_until_the_unit_moves() {
        let battle = Files::default().scenario("kastelli");
        let hex = battle.ground.map.ids().next().expect("there is a map");
        let mut trail = Trail::default();
        trail.saw(&battle, &Event::Improved(UnitId(0)));
        trail.saw(&battle, &Event::Drawn(engine::Id::at(0)));
        trail.saw(&battle, &Event::Improved(UnitId(1)));
        assert!(trail.dug_in(UnitId(1)) && !trail.dug_in(UnitId(0)));
        trail.saw(&battle, &Event::Moved(UnitId(1), hex));
        assert!(!trail.dug_in(UnitId(1)));
    }
}
