//! Whom the chit being played may activate (series rules; Mercury 6.0, 8.0, S7.0, S8.0).

use super::counter::UnitId;
use super::ground::{Called, Chit, Commands};
use super::ids::FormationId;
use super::state::Battle;

/// The chit being played, and what is the same for all units that could answer it.
#[derive(Copy, Clone)]
pub(super) struct Call<'a> {
    battle: &'a Battle,
    chit: Chit,
    /// The chit's formation, while its leader may bring along a further independent.
    host: Option<FormationId>,
}

impl Battle {
    /// The chit being played, as a call to units.
    pub(super) fn call(&self) -> Option<Call<'_>> {
        let chit = self.chit()?;
        let host = match chit {
            Chit::Formation(formation) => Some(formation),
            Chit::Division(_) | Chit::DirectCommand(_) | Chit::Event(_) | Chit::Naval => None,
        };
        // A brigade with two leaders on two maps takes along as many as both may (A-SC11-3).
        let rating = |leader: usize| {
            let ratings = self.ground.leaders[leader].attachment;
            ratings[usize::from(self.command.leaders[leader].replaced)]
        };
        let room = |&formation: &FormationId| {
            let most: u8 = self.formation_leaders(formation).map(rating).sum();
            self.tally.attached < most
        };
        Some(Call { battle: self, chit, host: host.filter(room) })
    }

    /// Those on the map whom the chit being played calls are ready: it activates nobody yet.
    pub(super) fn call_up(&mut self) {
        self.activated.fill(false);
        let called = self.playing.map_or(&[][..], |chit| &self.ground.called[chit.index()]);
        self.index.ready.clear();
        self.index
            .ready
            .extend(called.iter().filter(|called| self.index.at[called.unit.index()].is_some()));
    }

    /// A unit comes onto the map: it is ready too if it is called.
    pub(super) fn answer(&mut self, unit: UnitId) {
        let Some(chit) = self.playing else { return };
        let called = &self.ground.called[chit.index()];
        let place = called.binary_search_by_key(&unit, |called| called.unit);
        if let Ok(place) = place
            && !self.activated[unit.index()]
        {
            let before = self.index.ready.partition_point(|ready| ready.unit < unit);
            self.index.ready.insert(before, called[place]);
        }
    }

    /// The chit activates a unit.
    pub(super) fn spend_unit(&mut self, unit: UnitId) {
        self.activated[unit.index()] = true;
        self.index.ready.retain(|ready| ready.unit != unit);
    }

    /// Whether the chit being played may activate the unit.
    pub(super) fn may_activate(&self, unit: UnitId) -> bool {
        self.call().is_some_and(|call| call.reaches(unit))
    }

    /// The leader of a formation, while he is on the map.
    pub(super) fn formation_leader(&self, formation: FormationId) -> Option<usize> {
        self.formation_leaders(formation).next()
    }

    /// The leaders of a formation who are on the map: some brigades have one on each of two maps.
    fn formation_leaders(&self, formation: FormationId) -> impl Iterator<Item = usize> + '_ {
        (0..self.command.leaders.len()).filter(move |&leader| {
            self.ground.leaders[leader].commands == Commands::Formation(formation)
                && self.index.leaders[leader].is_some()
        })
    }

    fn under_kampfgruppe(&self, unit: UnitId) -> bool {
        let mut superiors = self.ground.superiors[unit.index()].iter().map(|&s| s.index());
        superiors.any(|leader| {
            self.ground.leaders[leader].commands == Commands::Division
                && self.commands(leader, unit)
        })
    }
}

impl Call<'_> {
    /// Whether the unit may be activated: one of those ready that hears the call.
    #[inline]
    pub fn reaches(self, unit: UnitId) -> bool {
        let ready = &self.battle.index.ready;
        let place = ready.binary_search_by_key(&unit, |called| called.unit);
        place.is_ok_and(|place| self.hears(ready[place]))
    }

    /// Whether one of those who are ready may be activated as things stand.
    #[inline]
    pub fn hears(self, called: Called) -> bool {
        // Mercury S7.0: who has just airlanded waits for the next chit of his division.
        !self.battle.unit(called.unit).airlanded
            && (called.always || self.answers(called.unit))
            && !self.battle.not_yet_free(called.unit)
            && !self.battle.in_reserve(called.unit)
    }

    /// The same for one who does not always answer: [`super::ground::Ground::called`] has seen to what is printed.
    fn answers(self, unit: UnitId) -> bool {
        match self.chit {
            // Mercury 6.0: Greeks within the range of a leader of the activated division.
            Chit::Division(division) => self.battle.purse(unit) == Some(division),
            Chit::DirectCommand(_) => self.battle.affords(unit, 1),
            Chit::Formation(formation) => self.fights_with(unit, formation),
            Chit::Event(_) | Chit::Naval => false,
        }
    }

    /// Whether the chit of a formation may activate the unit.
    fn fights_with(self, unit: UnitId, formation: FormationId) -> bool {
        let battle = self.battle;
        let own = battle.formation(unit);
        if own == Some(formation) {
            return true;
        }
        // Independents in range of the formation's leader (or, Mercury S8.0, of a Kampfgruppe
        // commander), up to the leader's attachment rating.
        own.is_none()
            && !battle.counter(unit).rearguard()
            && self.host.is_some_and(|formation| {
                let led = battle.formation_leaders(formation);
                led.into_iter().any(|leader| battle.commands(leader, unit))
                    || battle.under_kampfgruppe(unit)
            })
    }
}
