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
const ASSAULTS: usize = 128;
/// Room for the units of both hexes of most assaults.
const BOTH: usize = 8;

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
    /// The barrages on the two.
    barrages: [Option<usize>; 2],
    /// The units of both hexes, and who of them charge.
    units: SmallVec<[Condition; BOTH]>,
    prospect: Prospect,
}

/// A unit as far as its state bears on an assault. Where it stands is known besides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Condition {
    unit: UnitId,
    /// One byte each: steps, cohesion hits, shift of the quality, parachute and glider markers, the truck under it
    /// with its steps, and what is yes or no of it.
    state: [u8; 8],
}

impl Condition {
    fn of(battle: &Battle, unit: UnitId, charges: bool) -> Self {
        let state = battle.unit(unit);
        // No truck has the last number.
        let (truck, truck_steps) = state.ride.map_or((u8::MAX, 0), |ride| (ride.truck, ride.steps));
        let flags = u8::from(state.suppressed)
            | u8::from(state.column) << 1
            | u8::from(state.mounted) << 2
            | u8::from(state.improved) << 3
            | u8::from(state.charging) << 4
            | u8::from(state.airlanded) << 5
            | u8::from(battle.in_command(unit)) << 6
            | u8::from(charges) << 7;
        Condition {
            unit,
            state: [
                state.steps,
                state.cohesion,
                state.quality_shift as u8,
                state.parachutes,
                state.gliders,
                truck,
                truck_steps,
                flags,
            ],
        }
    }
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

    /// What these chargers, who all stand in the first of the hexes, can expect of an assault on the second: see
    /// [`Battle::prospect`].
    pub(super) fn assault(
        &mut self,
        battle: &Battle,
        chargers: &[UnitId],
        hexes: [HexId; 2],
    ) -> Prospect {
        if !self.weather.is(battle) {
            self.weather = Weather::of(battle);
            self.assaults.clear();
            self.assaults.resize_with(ASSAULTS, || None);
        }
        let [from, to] = hexes;
        let barrages = hexes.map(|hex| battle.barrage(hex));
        let friends = battle.stack(from).map(|unit| (unit, chargers.contains(&unit)));
        let enemies = battle.stack(to).map(|unit| (unit, false));
        let all = friends.chain(enemies);
        let units = all.map(|(unit, charges)| Condition::of(battle, unit, charges)).collect();
        let first = chargers.first().map_or(0, |unit| unit.index());
        let place = (from.index() * 7 + to.index() * 3 + first) % ASSAULTS;
        if let Some(known) = &self.assaults[place]
            && known.hexes == hexes
            && known.barrages == barrages
            && known.units == units
        {
            return known.prospect;
        }
        let prospect = battle.prospect(chargers.iter().copied(), to);
        self.assaults[place] = Some(Assault { hexes, barrages, units, prospect });
        prospect
    }
}
