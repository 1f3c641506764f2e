//! Ad-hoc airdrops: whom it pays to send back to his aircraft, and where to jump (Mercury S3.0).

use engine::{HexId, Side};

use super::super::counter::UnitId;
use super::Sheet;
use super::features::Feature;

/// Half points of march for which nobody goes to his aircraft: a jump costs a turn or two, and may cost steps.
const JUMP_PAYS: i32 = 40;
/// Half points beyond which a way is as good as none.
const LONGEST: i32 = 200;

impl<S: engine::Scale> Sheet<'_, '_, S> {
    /// The unit goes to its aircraft from a hex: what it gains on the march to its posts, if it jumps in the nearest zone
    /// that no enemy watches.
    pub(super) fn emplane(&mut self, unit: UnitId, hex: HexId) {
        if !self.wants(Feature::Emplane) {
            return;
        }
        let way = |hex| self.seen.recall.way(unit, hex).min(LONGEST);
        let watched = self.watched();
        let zones = self.battle.ground.ad_hoc.iter().flat_map(|terms| &terms.zones);
        let open = zones.filter(|zone| watched[zone.index()] == 0);
        let gain = open.map(|&zone| way(hex) - way(zone)).max();
        self.add(Feature::Emplane, gain.unwrap_or(0) - JUMP_PAYS);
    }

    /// A drop zone for the units of the air-drop box, as the first of them would find it.
    pub(super) fn ad_hoc_zone(&mut self, hex: HexId) {
        let Some(unit) = self.battle.boxed(UnitId(0)) else { return };
        let danger = i32::from(self.watched()[hex.index()]);
        self.add(Feature::DropDanger, 10 * danger);
        self.ad_hoc_landing(unit, hex);
    }

    /// A hex in which one of them may land.
    pub(super) fn ad_hoc_landing(&mut self, unit: UnitId, hex: HexId) {
        self.come_down(unit, false, hex);
        self.add(Feature::ZoneWay, (LONGEST - self.seen.recall.way(unit, hex)).max(0));
    }

    fn watched(&self) -> &[u8] {
        self.seen.watched.get_or_init(|| self.battle.watched_hexes(Side::Allied))
    }
}
