//! What a player remembers from one decision to the next: the prospects of assaults that it has thought through,
//! each with all that it hangs on. As long as that is as it was, so is the prospect.

use alloc::vec::Vec;

use engine::{BySide, HexId, Side};
use smallvec::SmallVec;

use super::super::counter::UnitId;
use super::super::rulings::Level;
use super::super::state::Battle;
use super::charge::Prospect;

/// Assaults remembered at most.
const ASSAULTS: usize = 512;
/// Room for the chargers of most assaults.
const TOGETHER: usize = 4;

/// What a player of one game remembers.
#[derive(Debug, Default)]
pub struct Memory {
    weather: Weather,
    /// Assaults, each in the place that its hexes and first charger give it.
    assaults: Vec<Option<Assault>>,
}

/// What every prospect hangs on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Weather {
    night: bool,
    works: Vec<(HexId, Side)>,
    rubble: Vec<(HexId, bool)>,
    supply: Option<BySide<Level>>,
    heroes: BySide<Option<UnitId>>,
}

/// An assault that was thought through.
#[derive(Debug)]
struct Assault {
    /// From where it goes, and against which hex.
    hexes: [HexId; 2],
    /// The last changes in the two.
    changes: [u32; 2],
    /// The barrages on the two.
    barrages: [Option<usize>; 2],
    chargers: SmallVec<[UnitId; TOGETHER]>,
    prospect: Prospect,
}

impl Weather {
    fn is(&self, battle: &Battle) -> bool {
        self.night == battle.ground.night(battle.turn)
            && self.works == battle.works
            && self.rubble == battle.rubble
            && self.supply == Some(battle.supply)
            && self.heroes == battle.heroes
    }

    fn of(battle: &Battle) -> Self {
        Weather {
            night: battle.ground.night(battle.turn),
            works: battle.works.clone(),
            rubble: battle.rubble.clone(),
            supply: Some(battle.supply),
            heroes: battle.heroes,
        }
    }
}

impl Memory {
    /// How many assaults are remembered.
    #[cfg(test)]
    pub(in super::super) fn assaults(&self) -> usize {
        self.assaults.iter().flatten().count()
    }

    /// Forgets what was thought through in other weather. Whoever asks for an assault has looked at the weather in the
    /// same decision.
    pub(super) fn look_at_weather(&mut self, battle: &Battle) {
        if !self.weather.is(battle) {
            self.weather = Weather::of(battle);
            self.assaults.clear();
            self.assaults.resize_with(ASSAULTS, || None);
        }
    }

    /// What these chargers, who all stand in the first of the hexes, can expect of an assault on the second: see
    /// [`Battle::prospect`].
    pub(super) fn assault(
        &mut self,
        battle: &Battle,
        chargers: &[UnitId],
        hexes: [HexId; 2],
    ) -> Prospect {
        let [from, to] = hexes;
        let changes = hexes.map(|hex| battle.changes.last(hex));
        let barrages = hexes.map(|hex| battle.barrage(hex));
        let first = chargers.first().map_or(0, |unit| unit.index());
        let place = (from.index() * 7 + to.index() * 3 + first) % ASSAULTS;
        if let Some(known) = &self.assaults[place]
            && known.hexes == hexes
            && known.barrages == barrages
            && known.changes == changes
            && known.chargers.as_slice() == chargers
        {
            return known.prospect;
        }
        let prospect = battle.prospect(chargers.iter().copied(), to);
        let chargers = chargers.into();
        self.assaults[place] = Some(Assault { hexes, changes, barrages, chargers, prospect });
        prospect
    }
}
