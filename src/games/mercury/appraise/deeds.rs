//! What a unit may do when it is activated: fire, charge, dig, move.

use engine::HexId;

use super::super::action::Action;
use super::super::activation::Deed;
use super::super::counter::UnitId;
use super::super::departures::Departure;
use super::super::ground::Chit;
use super::super::quality::chance_of;
use super::features::Feature;
use super::{Here, Sheet};

/// Half points of way to go from which a march in column pays.
const COLUMN_PAYS: i32 = 24;

impl<S: engine::Scale> Sheet<'_, '_, S> {
    pub(super) fn activation(&mut self, action: Action) {
        let Action::Activate(unit) = action else { return };
        let battle = self.battle;
        self.add(Feature::Act, 1);
        self.add(Feature::UnitSuppressed, i32::from(battle.unit(unit).suppressed));
        let hex = battle.hex(unit).expect("only units on the map are activated");
        if battle.counter(unit).range > 1 && self.wants(Feature::UnitGun) {
            let mut aims = false;
            battle.aims(unit, hex, |_, _| aims = true);
            self.add(Feature::UnitGun, i32::from(aims));
        }
        if self.wants(Feature::UnitShot) {
            self.add(Feature::UnitShot, self.seen.shots.best(unit, hex));
        }
        if self.wants(Feature::UnitAssault) || self.wants(Feature::UnitWaits) {
            let (success, best) = self.best_assault(unit, hex);
            self.add(Feature::UnitAssault, success);
            if let Some(to) = best.filter(|_| self.wants(Feature::UnitWaits)) {
                self.add(Feature::UnitWaits, battle.could_prepare(hex, to));
            }
        }
        if self.wants(Feature::UnitNear) {
            let near = self.seen.recall.near(unit, hex);
            self.add(Feature::UnitNear, (20 - near).max(0));
        }
        if let Some(posts) = self.seen.recall.posts(unit) {
            self.add(Feature::UnitLeads, (100 - i32::from(posts.near(hex))).max(0));
        }
    }

    pub(super) fn acting(&mut self, unit: UnitId, done: Option<Deed>, action: Action) {
        if action == Action::Done {
            return;
        }
        let battle = self.battle;
        let deed = battle.deed(unit, action);
        let cost = i32::from(battle.cost(unit, deed, done.is_some()));
        self.add(Feature::Act, 1);
        self.add(Feature::Effort, 1);
        self.add(Feature::Begins, i32::from(deed == Deed::Move));
        self.add(Feature::Cost, cost);
        self.add(Feature::Second, i32::from(done.is_some()));
        if matches!(battle.chit(), Some(Chit::DirectCommand(_))) {
            self.add(Feature::DirectCost, cost);
        }
        self.scarcity(unit, cost);
        match action {
            Action::Fire(target) => self.fire(unit, target),
            Action::Assault(to) => {
                let hex = battle.hex(unit).expect("active units are on the map");
                self.charge(hex, to, unit);
            }
            Action::Rally if battle.unit(unit).suppressed => self.add(Feature::Rally, 1),
            Action::Rally => {
                let chance = 10 * i32::from(chance_of(battle.quality(unit)));
                self.add(Feature::Steady, chance);
            }
            Action::Improve => self.dig(unit, unit),
            Action::ImproveFor(whom) => self.dig(unit, whom),
            Action::Entrench => {
                let chance = 10 * i32::from(chance_of(battle.quality(unit)));
                self.add(Feature::Entrench, chance);
            }
            Action::Mount | Action::TakeTruck(_) => self.mount(unit),
            Action::Shed => {
                self.add(Feature::Shed, 1);
                let hex = battle.hex(unit).expect("active units are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                self.add(Feature::ShedNear, (5 - enemy).max(0));
            }
            Action::LeaveRearguard => {
                let hex = battle.hex(unit).expect("active units are on the map");
                let enemy = battle.nearest_enemy(battle.side(unit), hex);
                let by = battle.by_open_objective(hex);
                // A bias for acting must not make every company split.
                self.add(Feature::Act, -1);
                self.add(Feature::Rearguard, if by { (3 - enemy).max(0) } else { -1 });
            }
            Action::TakeInRearguard(_)
            | Action::SetRoadblock
            | Action::ClearRoadblock
            | Action::ClearRubble => self.add(Feature::Act, -2),
            Action::Deploy => self.leave_column(unit, false),
            _ => self.movement(unit, action),
        }
    }

    pub(super) fn moving(&mut self, unit: UnitId, action: Action) {
        if action != Action::Halt {
            self.add(Feature::Act, 1);
            self.add(Feature::Effort, 1);
            self.movement(unit, action);
        }
    }

    /// The best chance in percent of the unit, with those who could join it, to take a neighbouring hex, and that hex.
    fn best_assault(&self, unit: UnitId, hex: HexId) -> (i32, Option<HexId>) {
        let mut best = (0, None);
        self.battle.assaultable(unit, hex, |to| {
            let success = self.seen.assaults.together(unit, hex, to).success;
            if success > best.0 || best.1.is_none() {
                best = (success, Some(to));
            }
        });
        best
    }

    fn fire(&mut self, unit: UnitId, target: UnitId) {
        let battle = self.battle;
        let Some(expected) = self.seen.shots.fire(unit, target) else { return };
        let to = battle.hex(target).expect("targets are on the map");
        self.add(Feature::FireSteps, expected.steps / 10);
        self.add(Feature::FireSuppression, expected.suppression / 10);
        self.add(Feature::FireCohesion, expected.cohesion / 10);
        let worth = expected.worth();
        if battle.by_open_objective(to) {
            self.add(Feature::FireAtObjective, worth);
        }
        if let Some(posts) = self.seen.recall.posts(unit)
            && posts.near(to) <= 1
        {
            self.add(Feature::FireAtPost, worth);
        }
        let state = battle.unit(target);
        if state.steps <= 1 || state.suppressed {
            self.add(Feature::FireAtWeak, worth);
        }
        if !state.suppressed && expected.suppression >= 10 && self.wants(Feature::FirePrepares) {
            let side = battle.side(unit);
            let assaulter = battle.ground.map.neighbours(to).any(|(_, near)| {
                battle
                    .stack(near)
                    .any(|own| own != unit && battle.side(own) == side && battle.may_activate(own))
            });
            if assaulter {
                self.add(Feature::FirePrepares, expected.suppression / 10);
            }
        }
    }

    fn charge(&mut self, from: HexId, to: HexId, first: UnitId) {
        let battle = self.battle;
        let prospect = self.seen.assaults.together(first, from, to);
        self.add(Feature::AssaultSuccess, prospect.success);
        self.add(Feature::AssaultGain, prospect.gain);
        self.add(Feature::AssaultLoss, prospect.loss);
        self.add(Feature::AssaultRash, (30 - prospect.success).max(0));
        if battle.open_objective(to) {
            self.add(Feature::AssaultObjective, prospect.success);
        }
        if self.seen.recall.posts(first).is_some_and(|posts| posts.at(to)) {
            self.add(Feature::AssaultPost, prospect.success);
        }
        if self.wants(Feature::AssaultUnprepared) {
            self.add(Feature::AssaultUnprepared, battle.could_prepare(from, to));
        }
    }

    fn dig(&mut self, digger: UnitId, whom: UnitId) {
        let battle = self.battle;
        let hex = battle.hex(whom).expect("diggers are on the map");
        let chance = if battle.counter(digger).engineer && battle.engineers_work() {
            100
        } else {
            10 * i32::from(chance_of(battle.quality(digger)))
        };
        self.add(Feature::Improve, chance);
        if battle.nearest_enemy(battle.side(whom), hex) <= 3 {
            self.add(Feature::ImproveNear, chance);
            self.add(Feature::DigNear, 1);
        }
        if battle.by_open_objective(hex) {
            self.add(Feature::ImproveObjective, chance);
        }
        if self.seen.recall.posts(whom).is_some_and(|posts| posts.at(hex)) {
            self.add(Feature::ImprovePost, chance);
        }
    }

    fn mount(&mut self, unit: UnitId) {
        let battle = self.battle;
        let hex = battle.hex(unit).expect("active units are on the map");
        if battle.nearest_enemy(battle.side(unit), hex) > 3 {
            let way = match self.seen.recall.posts(unit) {
                Some(posts) => Some(posts.way(true).cost(hex)),
                None => battle.ground.roads.iter().map(|field| field.cost(hex)).min(),
            };
            self.add(Feature::MountUp, way.map_or(0, i32::from).min(100));
        }
    }

    /// Whether the unit has posts, and in column could not step nearer to them.
    fn barred(&self, unit: UnitId, hex: HexId) -> bool {
        let battle = self.battle;
        let Some(posts) = self.seen.recall.posts(unit) else { return false };
        let road = posts.way(true);
        let enemy = battle.side(unit).other();
        let mut nearer =
            battle.ground.map.neighbours(hex).filter(|&(_, to)| road.cost(to) < road.cost(hex));
        !nearer.any(|(_, to)| battle.fits(unit, to, true) && !battle.held_by(to, enemy))
    }

    fn leave_column(&mut self, unit: UnitId, haste: bool) {
        let battle = self.battle;
        let hex = battle.hex(unit).expect("active units are on the map");
        let enemy = battle.nearest_enemy(battle.side(unit), hex);
        self.add(Feature::LeaveColumn, (4 - enemy).max(0));
        self.add(Feature::Haste, i32::from(haste));
        // In column it bars the road to others, and offers a better target.
        let post = !haste && self.seen.recall.posts(unit).is_some_and(|posts| posts.at(hex));
        self.add(Feature::DeployPost, i32::from(post));
    }

    fn movement(&mut self, unit: UnitId, action: Action) {
        let battle = self.battle;
        let Some(hex) = battle.hex(unit) else { return };
        let seen = self.seen;
        let here = || seen.here.get_or_init(|| Here::of(seen.recall, unit, hex));
        match action {
            Action::Step(direction) => {
                let to =
                    battle.ground.map.neighbour(hex, direction).expect("steps stay on the map");
                self.step(unit, hex, to, here());
            }
            Action::EnterColumn => {
                self.add(Feature::EnterColumn, here().now.way - COLUMN_PAYS);
                self.add(Feature::ColumnNear, (4 - here().enemy()).max(0));
                if self.wants(Feature::ColumnBarred) {
                    self.add(Feature::ColumnBarred, i32::from(self.barred(unit, hex)));
                }
            }
            Action::LeaveColumn => self.leave_column(unit, true),
            Action::Depart(by) => {
                // The point that it costs besides.
                self.add(Feature::Cost, 1);
                self.scarcity(unit, 1);
                if by == Departure::AirBox {
                    self.emplane(unit, hex);
                } else {
                    self.add(Feature::Depart, battle.departure_points(unit, by));
                }
            }
            Action::Dismount => self.add(Feature::Dismount, (4 - here().enemy()).max(0)),
            // A truck left behind is lost: no bias for acting must bring it about.
            Action::AbandonTruck => self.add(Feature::Act, -2),
            _ => {}
        }
    }

    pub(super) fn step(&mut self, unit: UnitId, from: HexId, to: HexId, here: &Here) {
        let battle = self.battle;
        let now = &here.now;
        let then = here.around.standing(to);
        let advance = now.way - then.way;
        self.add(Feature::Advance, advance);
        if usize::from(battle.turn) + 3 >= battle.ground.calendar.len() {
            self.add(Feature::LateAdvance, advance);
        }
        if here.far {
            self.add(Feature::Home, advance);
        }
        self.add(Feature::OnPost, then.on_post - now.on_post);
        self.add(Feature::FromPost, (then.from_post - 1).max(0) - (now.from_post - 1).max(0));
        if self.wants(Feature::LeavesPost) && then.on_post == 0 {
            self.add(Feature::LeavesPost, i32::from(self.seen.recall.last_on_post(unit)));
        }
        if self.wants(Feature::Back) {
            self.add(Feature::Back, i32::from(self.seen.recall.back(unit, to)));
        }
        let range = i32::from(battle.counter(unit).range);
        if range > 1 && self.wants(Feature::InRange) {
            let beyond = |enemy: i32| (enemy - range).clamp(0, 30);
            let nearer = beyond(here.enemy()) - beyond(here.around.enemy(to));
            self.add(Feature::InRange, nearer);
        }
        let nearer = |there: i32, here: i32| (here - there).clamp(-5, 5);
        if self.wants(Feature::Withdraw) {
            self.add(Feature::Withdraw, battle.withdraws(unit, from, to));
        }
        if battle.stays_behind(unit) {
            self.add(Feature::Relieve, advance);
        }
        if self.wants(Feature::Seen) {
            let enemy = battle.side(unit).other();
            self.add(Feature::Seen, battle.eyes(enemy, to) - battle.eyes(enemy, from));
        }
        self.add(Feature::Haven, battle.nearer_to_ships(unit, from, to));
        let column = battle.unit(unit).column;
        if column || self.wants(Feature::Approach) {
            let enemy = here.around.enemy(to);
            self.add(Feature::Approach, nearer(enemy, here.enemy()));
            if column {
                self.add(Feature::ColumnNear, (4 - enemy).max(0));
            }
        }
        if self.wants(Feature::Hunt) {
            self.add(Feature::Hunt, nearer(here.around.prey(to), here.prey()));
        }
        if now.zoned && self.wants(Feature::Exposure) {
            self.add(Feature::Exposure, here.exposure(battle, from, then.zoned));
        }
        self.add(Feature::Danger, then.danger - now.danger);
        self.add(Feature::Shot, then.shot - now.shot);
        self.add(Feature::Contact, then.contact - now.contact);
        self.add(Feature::OnObjective, then.on_objective - now.on_objective);
        self.add(Feature::ByObjective, then.by_objective - now.by_objective);
        self.add(Feature::Support, then.support - now.support);
        self.add(Feature::Crowd, then.crowd - now.crowd);
        self.add(Feature::Cover, then.cover - now.cover);
        if self.wants(Feature::Abandons) && battle.last_on_objective(unit) {
            self.add(Feature::Abandons, i32::from(here.enemy() <= 6));
        }
        self.add(Feature::LosesPosition, i32::from(battle.unit(unit).improved));
    }
}
