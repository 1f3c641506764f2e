//! What a strategy may weigh: named whole numbers about a decision.

pub(super) mod goals;
mod judge;
pub(super) mod outlook;
pub(super) mod post;
mod trail;

use core::cell::LazyCell;

use engine::{
    Appraise, BySide, Direction, Features, HexId, InForce, Order, Position, Scale as _, Scales,
    Side, Task, Weighable,
};
use smallvec::SmallVec;

use super::action::{Action, Group};
use super::aftermath::Forward;
use super::chronicle::Event;
use super::combat::Prospect;
use super::ground::Unit;
use super::movement::March;
use super::phase::Phase;
use super::rules::{IMPULSES, Piece, Race, Spot};
use super::rulings::AdjacentStart;
use super::sets::{Bits, at_least, stacked};
use super::stacking::STACK;
use super::support::AirBox;
use goals::{FAR, Goals, Views};
use judge::MEASURES;
use outlook::Outlook;
use post::{Aim, Briefing, Draw, Guide, Posts};
use trail::Trail;

engine::features! {
    /// Columns of the features.
    #[expect(non_camel_case_types, reason = "named as in strategy files")]
    enum F in FEATURES;
    operate = "operate", "yes/no", "The impulse is movement and combat.";
    operate_xxx = "operate-xxx", "yes/no", "It activates XXX Corps.";
    operate_attack = "operate-attack", "hundredths of a damage point", "Value of the best attack that the units it activates could make where they stand; 0 if none gains a fifth of a point.";
    operate_nearer = "operate-nearer", "units", "Units it activates that could step nearer to what counts without giving up an attack.";
    operate_idle = "operate-idle", "yes/no", "The units it activates can neither attack with a gain of a fifth of a point nor step nearer to what counts.";
    operate_contact = "operate-contact", "units", "Units it activates that stand next to an enemy.";
    operate_units = "operate-units", "units", "Units on the map that it activates.";
    operate_orders = "operate-orders", "units", "Units it activates whose order sends them forward to hexes that they have not reached.";
    land_units = "land-units", "units", "Units that can land from the box and find room.";
    land_box = "land-box", "number", "Number of the box that lands, from 0.";
    land_orders = "land-orders", "units", "Units that can land or be flown in from the box and find room, and whose order sends them forward.";
    land_reserve = "land-reserve", "units", "Units that can land or be flown in from the box and find room, and whose order is to wait in reserve.";
    airlift_units = "airlift-units", "units", "Units that can be flown in from the box and find room.";
    sail = "sail", "yes/no", "The impulse is sea transport.";
    sail_points = "sail-points", "points", "Victory points of the port.";
    air_ground = "air-ground", "yes/no", "The German air marker goes to the Ground Support Box, where it was not.";
    air_sea = "air-sea", "yes/no", "The German air marker goes to the Interdiction Box, where it was not.";
    air_resupply = "air-resupply", "yes/no", "The German air marker goes to the Resupply Box, where it was not.";
    air_again = "air-again", "yes/no", "The German air marker goes where it is.";
    air_gain = "air-gain", "hundredths of a damage point", "What an air marker on the map adds to the best attack of the units under it: for the Germans in every impulse that the turn still has, 0 where a marker lies that already gives the column.";
    air_kept = "air-kept", "yes/no", "An Allied air marker stays off the map.";
    ships_interdiction = "ships-interdiction", "markers", "Naval markers against sea transport.";
    ships_resupply = "ships-resupply", "markers", "Naval markers for resupply.";
    ships_change = "ships-change", "yes/no", "The naval markers lie otherwise than now.";
    irregulars = "irregulars", "yes/no", "The irregulars are called.";
    demolish = "demolish", "yes/no", "A demolition is tried.";
    demolish_route = "demolish-route", "yes/no", "The bridge lies on the Club Route.";
    repair = "repair", "yes/no", "A repair is tried.";
    pass = "pass", "yes/no", "Nothing is done.";
    land = "land", "yes/no", "The unit lands.";
    land_modifier = "land-modifier", "number", "Modifier of its landing roll.";
    land_friends = "land-friends", "units", "Own units in and next to the landing hex.";
    land_enemies = "land-enemies", "strength", "Strength of the enemies next to the landing hex.";
    land_overfull = "land-overfull", "yes/no", "The landing hex holds three units already.";
    land_pull = "land-pull", "number", "Pull of the objectives, or of the hexes of the unit's order, in the landing hex.";
    unit_contact = "unit-contact", "yes/no", "The unit to move stands next to an enemy whom it could attack with a gain of a fifth of a point, and gives that up.";
    unit_guard = "unit-guard", "points", "Points of the objective that only this unit holds: an airfield of Crete, or any with an enemy within four hexes.";
    unit_enemy_far = "unit-enemy-far", "hexes", "Way from the unit to the nearest hex that its order wants, or without such an order to the nearest objective the enemy holds, at most 20.";
    unit_orders = "unit-orders", "yes/no", "The order of the unit sends it forward to hexes that it has not reached.";
    unit_to_post = "unit-to-post", "hexes", "Way from the unit to the nearest hex of an order that does not send it forward, at most 20.";
    unit_on_post = "unit-on-post", "yes/no", "The unit is the only one on a hex of its order.";
    unit_strength = "unit-strength", "strength", "Strength of the unit to move.";
    unit_leader = "unit-leader", "yes/no", "It takes a leader along.";
    end_moves = "end-moves", "yes/no", "Nobody else moves.";
    march = "march", "yes/no", "The unit goes somewhere.";
    march_pull = "march-pull", "number", "How much the pull of the objectives, or of the hexes of the unit's order, grows.";
    march_takes = "march-takes", "points", "Points of an enemy-held objective in the hex.";
    march_leaves = "march-leaves", "points", "Points of the objective left empty: an airfield of Crete, or any with an enemy within four hexes.";
    march_odds = "march-odds", "columns", "Best combat column the unit makes possible there, from 1 for 1:3; 0 without an enemy next to it.";
    march_prize = "march-prize", "points", "Points of the objective it could attack from there.";
    march_exposure = "march-exposure", "strength", "Strength of the enemies next to the hex, less the own strength there.";
    march_cover = "march-cover", "columns", "Columns the terrain of the hex shifts an attack on it.";
    march_friends = "march-friends", "units", "Own units there.";
    march_route = "march-route", "yes/no", "The hex lies on the Club Route.";
    march_leaves_contact = "march-leaves-contact", "yes/no", "The unit leaves an enemy whom it could attack with a gain of a fifth of a point.";
    march_relief = "march-relief", "strength", "Strength of the enemies next to the hex it leaves, less the own strength there.";
    march_nearer = "march-nearer", "hexes", "How much shorter the way to the nearest hex of the unit's order becomes.";
    march_post = "march-post", "yes/no", "The unit goes to a hex of its order (negative: leaves one).";
    march_from_post = "march-from-post", "hexes", "How much longer the way to the nearest hex of the unit's order becomes, beyond one hex.";
    march_leaves_post = "march-leaves-post", "yes/no", "The last unit on a hex of its order leaves it.";
    march_back = "march-back", "yes/no", "The unit goes back to where its last march began.";
    attack = "attack", "yes/no", "An attack is declared.";
    attack_value = "attack-value", "hundredths of a damage point", "Mean damage to the defender less mean damage to the attacker.";
    attack_column = "attack-column", "columns", "The combat column, from 1 for 1:3.";
    attack_ruin = "attack-ruin", "percent", "Chance that the defenders take all they can.";
    attack_points = "attack-points", "points", "Points of an objective in the hex attacked.";
    attack_weakened = "attack-weakened", "points", "Damage points already on the defenders.";
    attack_post = "attack-post", "units", "Attackers whose order names the hex attacked or one next to it.";
    end_attacks = "end-attacks", "yes/no", "Nothing else is attacked.";
    hold_back = "hold-back", "yes/no", "A unit is held back.";
    hold_back_damaged = "hold-back-damaged", "yes/no", "The unit held back would not survive a point of damage.";
    hold_back_value = "hold-back-value", "hundredths of a damage point", "How much the value of the attack changes.";
    guns = "guns", "yes/no", "Artillery fires.";
    damage_left = "damage-left", "points", "Endurance left to the unit that takes the damage.";
    damage_strength = "damage-strength", "strength", "Strength lost if the damage eliminates the unit.";
    retreat = "retreat", "yes/no", "The unit retreats a hex.";
    retreat_pull = "retreat-pull", "number", "Pull of the objectives, or of the hexes of the unit's order, in the hex.";
    retreat_cover = "retreat-cover", "columns", "Columns the terrain of the hex shifts an attack on it.";
    retreat_friends = "retreat-friends", "units", "Own units there.";
    retreat_overfull = "retreat-overfull", "yes/no", "The hex holds three units already.";
    retreat_post = "retreat-post", "yes/no", "The hex is one of the unit's order.";
    exit = "exit", "yes/no", "The unit leaves the map.";
    stand = "stand", "yes/no", "The unit stands for a damage point.";
    stand_dies = "stand-dies", "yes/no", "That point eliminates it.";
    stand_points = "stand-points", "points", "Points of the objective it stands on.";
    stand_post = "stand-post", "yes/no", "The unit stands on a hex of its order.";
    advance = "advance", "yes/no", "A unit advances.";
    forward_points = "forward-points", "points", "Points of an enemy-held objective in the hex.";
    forward_pull = "forward-pull", "number", "How much the pull of the objectives, or of the hexes of the unit's order, grows.";
    forward_leaves = "forward-leaves", "points", "Points of the objective that the step leaves empty: an airfield of Crete, or any with an enemy within four hexes.";
    forward_post = "forward-post", "yes/no", "The unit enters a hex of its order (negative: leaves one).";
    forward_leaves_post = "forward-leaves-post", "yes/no", "The last unit on a hex of its order leaves it.";
    forward_exposure = "forward-exposure", "strength", "Strength of the enemies next to the hex, less the own strength there.";
    advance_guard = "advance-guard", "points", "Points of the objective that the advance leaves empty.";
    advance_from_post = "advance-from-post", "yes/no", "The unit that advances stands on a hex of an order that does not send it forward.";
    advance_leaves_post = "advance-leaves-post", "yes/no", "The unit that advances is the only one on a hex of its order.";
    end_advance = "end-advance", "yes/no", "Nobody else advances, or not farther.";
    remove_strength = "remove-strength", "strength", "Strength of the unit removed from an overfull hex.";
    refit_strength = "refit-strength", "strength", "Strength of the unit refitted.";
    refit_weak = "refit-weak", "yes/no", "The unit refitted would not survive another point.";
    enter_pull = "enter-pull", "number", "Pull of the objectives, or of the hexes of the unit's order, where a reinforcement enters.";
    enter_friends = "enter-friends", "units", "Own units in and next to that hex.";
    enter_held_box = "enter-held-box", "yes/no", "The airfield of the box is in own hands.";
    enter_box_way = "enter-box-way", "hexes", "Way from the airfield of the box to the nearest hex of the unit's order, at most 20.";
    away = "away", "yes/no", "The unit stays off the map.";
    blow = "blow", "yes/no", "A bridge is tried at the last minute.";
    boats = "boats", "yes/no", "The boats are used.";
}

engine::features! {
    /// What a stage of a strategy may wait for.
    enum Condition in CONDITIONS;
    FirstTurn = "first-turn", "yes/no", "It is the first turn.";
    Late = "late", "yes/no", "The last three turns have come.";
    Close = "close", "yes/no", "The invader lacks three victory points or fewer.";
    AirfieldHeld = "airfield-held", "yes/no", "The invader holds an airfield of the scenario.";
    ObjectiveHeld = "objective-held", "yes/no", "The side to act holds every objective.";
    ObjectiveLost = "objective-lost", "yes/no", "The enemy holds an objective.";
    EnemyAtObjective = "enemy-at-objective", "yes/no", "An enemy stands next to an objective that the side to act holds.";
    DropsOver = "drops-over", "yes/no", "No parachute or glider unit waits in an approach box.";
    BridgeBlown = "bridge-blown", "yes/no", "A bridge is destroyed.";
    CorridorClosed = "corridor-closed", "yes/no", "The Germans hold a hex of the Club Route that lies nearer to an Allied supply source than one that the Allies hold.";
}

/// An attack that gains less on average, in hundredths of a damage point, is not worth an impulse.
const WORTHWHILE: i32 = 20;

/// What a player keeps in mind from one decision to the next.
#[derive(Debug, Default)]
pub struct Memory {
    views: Views,
    trail: Trail,
}

/// A unit that marches, and where its last march began.
#[derive(Copy, Clone)]
struct Marcher {
    unit: u8,
    came: Option<HexId>,
}

/// Where a unit that marches comes from, in the light of its order.
struct Leaving<'a> {
    aim: &'a Aim<'a>,
    way: i32,
    near: i32,
    last: bool,
}

impl Leaving<'_> {
    /// States what a march to a hex means to the order.
    fn to(&self, hex: HexId, set: &mut impl FnMut(F, i32)) {
        let posts = self.aim.posts;
        let (at, near) = (posts.at(hex), posts.near(hex));
        set(F::march_nearer, self.way - self.aim.way(hex));
        set(F::march_post, i32::from(at) - i32::from(self.near == 0));
        set(F::march_from_post, (near - 1).max(0) - (self.near - 1).max(0));
        set(F::march_leaves_post, i32::from(self.last && !at));
    }
}

/// What the options of a decision share.
#[derive(Default)]
struct Shared {
    /// The pull of the objectives where the unit stands.
    pull: i32,
    /// Units of the attack that are out of supply, and its value as it stands.
    cut_off: u128,
    value: i32,
}

/// States what a landing from a box means to the orders of those who land.
fn appraise_landing(landing: u128, briefing: Briefing<'_>, set: &mut impl FnMut(F, i32)) {
    let (mut forward, mut reserve) = (0, 0);
    for task in Bits(landing).filter_map(|unit| briefing.task(unit)) {
        forward += i32::from(task.goes_forward());
        reserve += i32::from(task == Task::Reserve);
    }
    set(F::land_orders, forward);
    set(F::land_reserve, reserve);
}

/// The attacks a unit on the march could join, with their odds: from wherever it comes, they are the same.
type Joined = SmallVec<[(HexId, (i32, i32)); 12]>;

impl Race {
    fn strength_beside(&self, hex: HexId, side: Side) -> i32 {
        let near = self.board.ground(hex).around.and(self.index.stands[side]).iter();
        near.map(|near| i32::from(self.index.might[near.index()])).sum()
    }

    fn friends_around(&self, hex: HexId, side: Side) -> i32 {
        let near = self.board.ground(hex).around.and(self.index.stands[side]).iter();
        let beside: u32 = near.map(|near| stacked(self.index.at[near.index()])).sum();
        (beside + stacked(self.here(hex, side))) as i32
    }

    /// Points of an objective in a hex, if `holder` holds it.
    fn prize(&self, hex: HexId, holder: Side) -> i32 {
        if self.holds(hex, holder) { i32::from(self.board.ground(hex).points) } else { 0 }
    }

    /// Points that a unit alone holds while an enemy is near.
    fn guarded(&self, unit: u8) -> i32 {
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let side = self.board.unit(unit).side;
        let points = i32::from(self.board.ground(hex).points);
        if points == 0 || at_least(self.here(hex, side), 2) {
            return 0;
        }
        // The airfields of Crete are never safe: the next box may open over them.
        if self.board.mercury() && self.board.ground(hex).airfield.is_some() {
            return points;
        }
        let objective = self.board.ground(hex).objective.map(usize::from);
        let objective = objective.map(|number| &self.board.objectives[number]);
        let watched = objective.is_some_and(|o| o.near.meets(&self.index.stands[side.other()]));
        if watched { points } else { 0 }
    }

    /// What an attack gives on average against these defenders.
    fn outlook(&self, prospect: Prospect, defenders: u128) -> Outlook {
        let room = Bits(defenders).map(|unit| u32::from(self.stamina(unit))).sum();
        self.board.outlooks.of(prospect.column, prospect.modifier, room)
    }

    /// The best column of an attack that a unit would make possible from a hex, from 1; and the
    /// points of that target.
    fn odds_from(&self, unit: u8, hex: HexId, known: &mut Joined) -> (i32, i32) {
        let side = self.board.unit(unit).side;
        let mut best = (0, 0);
        for target in self.board.ground(hex).around.and(self.index.stands[side.other()]).iter() {
            let found = known.iter().find(|(known, _)| *known == target).map(|&(_, odds)| odds);
            let odds = found.unwrap_or_else(|| {
                let odds = self.odds_with(unit, target);
                known.push((target, odds));
                odds
            });
            best = best.max(odds);
        }
        best
    }

    /// The column of an attack that a unit joins, from 1, and the points of the target; nothing if the
    /// target cannot be attacked any more in this impulse (6.0).
    fn odds_with(&self, unit: u8, target: HexId) -> (i32, i32) {
        if !self.attackable(target) {
            return (0, 0);
        }
        let joiners = self.joiners(target) | 1 << unit;
        let prospect = self.prospect(joiners, target, BySide::default(), false);
        (i32::from(prospect.column) + 1, self.prize(target, self.side.other()))
    }

    /// Whether a unit that moves now may attack afterwards (4.1.1, 6.0).
    fn attacks_after_move(&self, unit: u8) -> bool {
        let free = self.board.rulings.adjacent_start == AdjacentStart::Free;
        self.fresh() & 1 << unit != 0 && (free || self.contact & 1 << unit == 0)
    }

    /// Whether a unit gives up an attack that gains when it moves.
    fn forfeits(&self, unit: u8) -> bool {
        if self.attacks_after_move(unit) || self.fresh() & 1 << unit == 0 {
            return false;
        }
        let Some(hex) = self.hex_of(unit) else { return false };
        let mut targets =
            self.board.ground(hex).around.and(self.index.stands[self.side.other()]).iter();
        targets.any(|target| {
            self.attackable(target) && self.gain(self.joiners(target), target, false) >= WORTHWHILE
        })
    }

    /// What an attack by these units is worth, whatever is known of their supply.
    fn gain(&self, attackers: u128, target: HexId, unsupplied: bool) -> i32 {
        let prospect = self.prospect(attackers, target, BySide::default(), unsupplied);
        i32::from(self.outlook(prospect, self.here(target, self.side.other())).value)
    }

    /// Hexes that some units could attack where they stand (6.0), and who would join.
    fn chances(&self, units: u128) -> impl Iterator<Item = (HexId, u128)> + '_ {
        let ready = units & self.fresh();
        let front = self.index.stands[self.side.other()].iter();
        front
            .filter(|&target| self.attackable(target))
            .map(move |target| (target, self.around(target) & ready))
            .filter(|&(_, joiners)| joiners != 0)
    }

    /// Value of the best attack that some units could make where they stand; 0 if none is worth it.
    fn best_attack(&self, units: u128) -> i32 {
        let ready = self.chances(units).fold(0, |set, (_, joiners)| set | joiners);
        if ready == 0 {
            return 0;
        }
        let lines = self.supply_lines_for(self.side, ready);
        let value = |(target, joiners): (HexId, u128)| {
            let unsupplied = self.suffers(joiners, self.cut_off_by(joiners, &lines));
            self.gain(joiners, target, unsupplied)
        };
        self.chances(units).map(value).filter(|&value| value >= WORTHWHILE).max().unwrap_or(0)
    }

    /// How many of some units could step nearer to what counts without giving up an attack.
    fn nearer(&self, units: u128, goals: &Goals, briefing: Briefing<'_>) -> i32 {
        if self.surprised() {
            return 0;
        }
        let held = self.in_contact(units, &self.watched());
        let bound = match self.board.rulings.adjacent_start {
            AdjacentStart::Locked => held,
            // Who has no attack worth making loses nothing by going.
            AdjacentStart::Either => {
                let worthwhile = |&(target, joiners): &(HexId, u128)| {
                    self.gain(joiners, target, false) >= WORTHWHILE
                };
                held & self.chances(units).filter(worthwhile).fold(0, |set, (_, who)| set | who)
            }
            AdjacentStart::Free => 0,
        };
        let enemies = self.index.stands[self.side.other()];
        let steps = |&unit: &u8| {
            let Some(from) = self.hex_of(unit) else { return false };
            let draw = briefing.draw(self, unit, goals);
            let (ground, pull) = (self.board.ground(from), draw.pull(self, from));
            Direction::ALL.into_iter().any(|direction| {
                ground.near[direction.index()].is_some_and(|to| {
                    self.steps_to(unit, from, direction)
                        && !enemies.contains(to)
                        && !self.full(to, self.side)
                        && draw.pull(self, to) > pull
                })
            })
        };
        Bits(units & !bound).filter(steps).count() as i32
    }

    /// What an air marker on the map would add to the best attack of the units in a hex (Market-Garden
    /// 7.1): an Allied one to the half that comes, the German one to the impulses the turn still has.
    fn air_gain(&self, hex: HexId) -> i32 {
        let (side, support) = (self.side, &self.support);
        // Nobody attacks while all are landing.
        if self.landing_due() {
            return 0;
        }
        let german = side == Side::German;
        let (now, then): ([Option<HexId>; 2], [Option<HexId>; 3]) = if german {
            ([support.german_air, None], [Some(hex), None, None])
        } else {
            let [american, british] = support.allied_air;
            (support.allied_air, [american, british, Some(hex)])
        };
        let ready = if german { self.on_map(side) } else { self.on_map(side) & self.fresh() };
        let targets = self.board.ground(hex).around.and(self.index.stands[side.other()]).iter();
        let gains = targets.filter(|&target| german || self.attackable(target)).map(|target| {
            let attackers = self.around(target) & ready;
            let worth = |markers: &[Option<HexId>]| {
                let air = self.air_columns_of(markers, attackers, target);
                let prospect =
                    self.prospect_under(air, attackers, target, BySide::default(), false);
                let defenders = self.here(target, side.other());
                i32::from(self.outlook(prospect, defenders).value).max(0)
            };
            if attackers & self.index.at[hex.index()] == 0 { 0 } else { worth(&then) - worth(&now) }
        });
        let impulses = if german { i32::from(IMPULSES - 1 - self.impulse) } else { 1 };
        gains.fold(0, i32::max) * impulses
    }

    /// How many of some units an order sends forward to hexes that they have not reached.
    fn on_their_way(&self, units: u128, briefing: Briefing<'_>) -> i32 {
        let sent = |&unit: &u8| {
            let side = self.board.unit(unit).side;
            let aim = briefing.posts(unit).map(|posts| posts.aim(self, side));
            aim.zip(self.hex_of(unit)).is_some_and(|(aim, hex)| aim.sends(hex))
        };
        Bits(units).filter(sent).count() as i32
    }

    fn appraise_orders(
        &self,
        action: Action,
        goals: &Goals,
        briefing: Briefing<'_>,
        set: &mut impl FnMut(F, i32),
    ) {
        match action {
            Action::Operate(group) => {
                set(F::operate, 1);
                set(F::operate_xxx, i32::from(group == Group::Xxx));
                let units = self.on_map(self.side) & !self.board.barred(group);
                let (attack, nearer) =
                    (self.best_attack(units), self.nearer(units, goals, briefing));
                set(F::operate_attack, attack);
                set(F::operate_nearer, nearer);
                set(F::operate_idle, i32::from(attack == 0 && nearer == 0));
                let touching = |unit: &u8| {
                    self.hex_of(*unit).is_some_and(|hex| self.beside(hex, self.side.other()))
                };
                set(F::operate_units, units.count_ones() as i32);
                if briefing.any() {
                    set(F::operate_orders, self.on_their_way(units, briefing));
                }
                set(F::operate_contact, Bits(units).filter(touching).count() as i32);
            }
            Action::Drop(b) => {
                let landing = self.landable(b, false);
                set(F::land_units, landing.count_ones() as i32);
                set(F::land_box, i32::from(b));
                appraise_landing(landing, briefing, set);
            }
            Action::Airlift(b) => {
                let landing = self.landable(b, true);
                set(F::airlift_units, landing.count_ones() as i32);
                appraise_landing(landing, briefing, set);
            }
            Action::Sail(port) => {
                set(F::sail, 1);
                set(F::sail_points, self.prize(port, Side::Allied));
            }
            Action::AirBox(b) if self.support.air_box == Some(b) => set(F::air_again, 1),
            Action::AirBox(AirBox::GroundSupport) => set(F::air_ground, 1),
            Action::AirBox(AirBox::Interdiction) => set(F::air_sea, 1),
            Action::AirBox(AirBox::Resupply) => set(F::air_resupply, 1),
            Action::GermanAir(hex) | Action::Air(hex) => set(F::air_gain, self.air_gain(hex)),
            Action::NoAir => set(F::air_kept, 1),
            Action::Naval { interdiction, resupply } => {
                set(F::ships_interdiction, i32::from(interdiction));
                set(F::ships_resupply, i32::from(resupply));
                let same = self.support.ships_interdiction == interdiction
                    && self.support.ships_resupply == resupply;
                set(F::ships_change, i32::from(!same));
            }
            Action::CallIrregulars => set(F::irregulars, 1),
            Action::Demolish(hex) => {
                set(F::demolish, 1);
                set(F::demolish_route, i32::from(self.board.ground(hex).red));
            }
            Action::Repair(_) => set(F::repair, 1),
            _ => set(F::pass, 1),
        }
    }

    /// Weighs where a unit can march to: by far the most options of a game.
    fn appraise_marches(
        &self,
        Marcher { unit, came }: Marcher,
        leaving: Option<&Leaving<'_>>,
        legal: &[Action],
        pull: impl Fn(HexId) -> i32,
        scales: &mut impl Scales,
    ) {
        let side = self.side;
        let here = self.hex_of(unit).map_or(0, &pull);
        let strength = i32::from(self.strength(unit));
        let mut joined = Joined::new();
        let attacks = self.attacks_after_move(unit);
        let relief = self.hex_of(unit).map_or(0, |hex| {
            let own = i32::from(self.index.might[hex.index()]);
            (self.strength_beside(hex, side.other()) - own).max(0)
        });
        // What is said of every hex alike.
        let alike = scales.share([
            (F::march as usize, 1),
            (F::march_leaves as usize, self.guarded(unit)),
            (F::march_leaves_contact as usize, i32::from(self.forfeits(unit))),
            (F::march_relief as usize, relief),
        ]);
        let options = scales.options::<{ FEATURES.len() }>();
        for (&action, mut option) in legal.iter().zip(options) {
            let Action::March(hex) = action else { continue };
            let ground = self.board.ground(hex);
            option.add_shared(&alike);
            let mut set = |column: F, value: i32| option.add(column as usize, value);
            set(F::march_pull, pull(hex) - here);
            if came == Some(hex) {
                set(F::march_back, 1);
            }
            if let Some(leaving) = leaving {
                leaving.to(hex, &mut set);
            }
            set(F::march_cover, i32::from(ground.terrain.columns()));
            set(F::march_route, i32::from(ground.red));
            if ground.points != 0 {
                set(F::march_takes, self.prize(hex, side.other()));
            }
            if self.index.stands[side].contains(hex) {
                set(F::march_friends, stacked(self.here(hex, side)) as i32);
            }
            if self.index.zone[0].contains(hex) {
                if attacks {
                    let (column, prize) = self.odds_from(unit, hex, &mut joined);
                    set(F::march_odds, column);
                    set(F::march_prize, prize);
                }
                let own = i32::from(self.index.might[hex.index()]) + strength;
                set(F::march_exposure, (self.strength_beside(hex, side.other()) - own).max(0));
            }
        }
    }

    /// Weighs who moves.
    fn appraise_moves(
        &self,
        legal: &[Action],
        goals: &Goals,
        briefing: Briefing<'_>,
        scales: &mut impl Scales,
    ) {
        let options = scales.options::<{ FEATURES.len() }>();
        for (&action, mut option) in legal.iter().zip(options) {
            let mut set = |column: F, value: i32| option.add(column as usize, value);
            let unit = match action {
                Action::Move(unit) => unit,
                Action::MoveWithLeader(unit) => {
                    set(F::unit_leader, 1);
                    unit
                }
                _ => {
                    set(F::end_moves, 1);
                    continue;
                }
            };
            let Some(hex) = self.hex_of(unit) else { continue };
            set(F::unit_contact, i32::from(self.forfeits(unit)));
            set(F::unit_strength, i32::from(self.strength(unit)));
            let draw = briefing.draw(self, unit, goals);
            set(F::unit_enemy_far, draw.way(self, hex));
            if let Some(aim) = draw.aim() {
                set(F::unit_orders, i32::from(aim.sends(hex)));
                set(F::unit_on_post, i32::from(self.last_on(unit, aim.posts)));
                if briefing.task(unit).is_some_and(|task| !task.goes_forward()) {
                    set(F::unit_to_post, aim.posts.near(hex));
                }
            }
            if self.board.ground(hex).points != 0 {
                set(F::unit_guard, self.guarded(unit));
            }
        }
    }

    fn appraise_attack(
        &self,
        attackers: u128,
        target: HexId,
        unsupplied: bool,
        briefing: Briefing<'_>,
        set: &mut impl FnMut(F, i32),
    ) {
        let defenders = self.here(target, self.side.other());
        let prospect = self.prospect(attackers, target, BySide::default(), unsupplied);
        let outlook = self.outlook(prospect, defenders);
        set(F::attack, 1);
        set(F::attack_value, i32::from(outlook.value));
        set(F::attack_column, i32::from(prospect.column) + 1);
        set(F::attack_ruin, i32::from(outlook.ruin));
        set(F::attack_points, self.prize(target, self.side.other()));
        let hurt = Bits(defenders).map(|u| i32::from(self.pieces[usize::from(u)].damage)).sum();
        set(F::attack_weakened, hurt);
        if briefing.any() {
            let by_order =
                |unit: &u8| briefing.posts(*unit).is_some_and(|posts| posts.near(target) <= 1);
            set(F::attack_post, Bits(attackers).filter(by_order).count() as i32);
        }
    }

    /// Works out what the options of the present decision share.
    fn shared(&self, pull: impl Fn(HexId) -> i32) -> Shared {
        let mut shared = Shared::default();
        match self.phase {
            Phase::Forward(Forward { unit, .. }) => {
                shared.pull = self.hex_of(unit).map_or(0, pull);
            }
            Phase::Muster(_) => {
                let attackers = self.fight.attackers;
                shared.cut_off = self.cut_off(attackers);
                let target = self.fight.target;
                shared.value =
                    target.map_or(0, |hex| self.value_with(attackers, hex, shared.cut_off));
            }
            _ => {}
        }
        shared
    }

    /// Whether the Germans hold a hex of the Club Route on the near side of one that the Allies hold.
    fn corridor_closed(&self) -> bool {
        let far = |hex: HexId| {
            let sources = self.board.sources.allied.iter();
            sources.map(|&source| self.board.distance(source, hex)).min()
        };
        let route = || self.board.map.ids().filter(|&hex| self.board.ground(hex).red);
        let german = route().filter(|&hex| self.holds(hex, Side::German)).filter_map(far).min();
        let allied = route().filter(|&hex| self.holds(hex, Side::Allied)).filter_map(far).max();
        german.zip(allied).is_some_and(|(german, allied)| german < allied)
    }

    fn value_of(&self, attackers: u128, target: HexId) -> i32 {
        self.value_with(attackers, target, self.cut_off(attackers))
    }

    /// The value of an attack, some of whose units may be cut off.
    fn value_with(&self, attackers: u128, target: HexId, cut_off: u128) -> i32 {
        self.gain(attackers, target, self.suffers(attackers, cut_off))
    }

    /// States what is to be said of each option, for whoever asks.
    fn state_features(
        &self,
        legal: &[Action],
        memory: &mut Memory,
        briefing: Briefing<'_>,
        scales: &mut impl Scales,
    ) {
        let side = self.to_act().unwrap_or(self.side);
        let Memory { views, trail } = memory;
        let goals = LazyCell::new(|| views.goals(self, side));
        match self.phase {
            Phase::Move(_) => return self.appraise_moves(legal, &goals, briefing, scales),
            Phase::March(March { unit, .. }) => {
                let marcher = Marcher { unit, came: trail.came(unit) };
                match briefing.draw(self, unit, &goals) {
                    Draw::Goals(goals) => {
                        let pull = |hex| goals.pull(self, hex);
                        self.appraise_marches(marcher, None, legal, pull, scales);
                    }
                    Draw::Posts(aim) => {
                        let leaving = self.hex_of(unit).map(|hex| Leaving {
                            aim: &aim,
                            way: aim.way(hex),
                            near: aim.posts.near(hex),
                            last: self.last_on(unit, aim.posts),
                        });
                        let pull = |hex| aim.pull(hex);
                        self.appraise_marches(marcher, leaving.as_ref(), legal, pull, scales);
                    }
                }
                return;
            }
            _ => {}
        }
        // The unit that the decision is about, and what draws it.
        let subject = self.current();
        let posts = subject.and_then(|unit| briefing.posts(unit));
        let aim = posts.map(|posts| posts.aim(self, side));
        let pull = |hex: HexId| match &aim {
            Some(aim) => aim.pull(hex),
            None => goals.pull(self, hex),
        };
        let shared = self.shared(pull);
        let options = scales.options::<{ FEATURES.len() }>();
        for (&action, mut option) in legal.iter().zip(options) {
            let mut set = |column: F, value: i32| option.add(column as usize, value);
            match action {
                Action::Land(hex) => {
                    let Some(unit) = subject else { continue };
                    set(F::land, 1);
                    set(F::land_modifier, i32::from(self.landing_modifier(unit, hex)));
                    set(F::land_friends, self.friends_around(hex, side));
                    set(F::land_enemies, self.strength_beside(hex, side.other()));
                    let full = stacked(self.here(hex, side)) >= STACK;
                    set(F::land_overfull, i32::from(full));
                    set(F::land_pull, pull(hex));
                }
                Action::Attack(target) => {
                    let attackers = self.joiners(target);
                    let unsupplied = self.attack_unsupplied(attackers);
                    self.appraise_attack(attackers, target, unsupplied, briefing, &mut set);
                }
                Action::EndAttacks => set(F::end_attacks, 1),
                Action::HoldBack(unit) => {
                    set(F::hold_back, 1);
                    set(F::hold_back_damaged, i32::from(self.stamina(unit) == 1));
                    if let Some(target) = self.fight.target {
                        let all = self.fight.attackers;
                        let without = self.value_with(all & !(1 << unit), target, shared.cut_off);
                        set(F::hold_back_value, without - shared.value);
                    }
                }
                Action::Guns(_) => set(F::guns, 1),
                Action::Damage(unit) => {
                    let left = i32::from(self.stamina(unit)) - 1;
                    set(F::damage_left, left);
                    let lost = if left == 0 { i32::from(self.strength(unit)) } else { 0 };
                    set(F::damage_strength, lost);
                }
                Action::Retreat(hex) => {
                    set(F::retreat, 1);
                    set(F::retreat_pull, pull(hex));
                    if let Some(posts) = posts {
                        set(F::retreat_post, i32::from(posts.at(hex)));
                    }
                    set(F::retreat_cover, i32::from(self.board.ground(hex).terrain.columns()));
                    let friends = stacked(self.here(hex, side));
                    set(F::retreat_friends, friends as i32);
                    set(F::retreat_overfull, i32::from(friends >= STACK));
                }
                Action::Exit => set(F::exit, 1),
                Action::Stand => {
                    let Some(unit) = subject else { continue };
                    set(F::stand, 1);
                    set(F::stand_dies, i32::from(self.stamina(unit) == 1));
                    let points = self.hex_of(unit).map_or(0, |hex| self.prize(hex, side));
                    set(F::stand_points, points);
                    if let Some((posts, hex)) = posts.zip(self.hex_of(unit)) {
                        set(F::stand_post, i32::from(posts.at(hex)));
                    }
                }
                Action::Advance(unit) => {
                    set(F::advance, 1);
                    set(F::advance_guard, self.guarded(unit));
                    if let Some((posts, hex)) = briefing.posts(unit).zip(self.hex_of(unit)) {
                        let stays = briefing.task(unit).is_some_and(|task| !task.goes_forward());
                        set(F::advance_from_post, i32::from(stays && posts.at(hex)));
                        set(F::advance_leaves_post, i32::from(self.last_on(unit, posts)));
                    }
                }
                Action::Forward(hex) => {
                    let Some(unit) = subject else { continue };
                    set(F::forward_points, self.prize(hex, side.other()));
                    set(F::forward_pull, pull(hex) - shared.pull);
                    set(F::forward_leaves, self.guarded(unit));
                    if let Some((posts, from)) = posts.zip(self.hex_of(unit)) {
                        let enters = i32::from(posts.at(hex)) - i32::from(posts.at(from));
                        set(F::forward_post, enters);
                        let leaves = !posts.at(hex) && self.last_on(unit, posts);
                        set(F::forward_leaves_post, i32::from(leaves));
                    }
                    let own =
                        i32::from(self.index.might[hex.index()]) + i32::from(self.strength(unit));
                    let enemies = self.strength_beside(hex, side.other());
                    set(F::forward_exposure, (enemies - own).max(0));
                }
                Action::EndAdvance | Action::Halt => set(F::end_advance, 1),
                Action::Remove(unit) => {
                    set(F::remove_strength, i32::from(self.strength(unit)));
                }
                Action::Refit(unit) => {
                    set(F::refit_strength, i32::from(self.strength(unit)));
                    set(F::refit_weak, i32::from(self.stamina(unit) == 1));
                }
                Action::Enter(hex) => {
                    set(F::enter_pull, pull(hex));
                    set(F::enter_friends, self.friends_around(hex, side));
                }
                Action::Rise(hex) | Action::Near(hex) => {
                    set(F::enter_friends, self.friends_around(hex, side));
                }
                Action::Along(region) => {
                    let Some(unit) = subject else { continue };
                    let open = self.region(unit, region);
                    let best = open.map(pull).max();
                    set(F::enter_pull, best.unwrap_or(0));
                }
                Action::EnterBox(b) => {
                    let airfield = self.board.boxes[usize::from(b)].airfield;
                    let held = airfield.is_some_and(|airfield| {
                        let hexes = self.board.airfields[usize::from(airfield)].hexes;
                        hexes.iter().any(|hex| self.holds(hex, side))
                    });
                    set(F::enter_held_box, i32::from(held));
                    if let Some(posts) = posts {
                        let hexes = airfield.map(|a| self.board.airfields[usize::from(a)].hexes);
                        let ways = hexes.iter().flat_map(|hexes| hexes.iter());
                        let way = ways.map(|hex| posts.near(hex)).min();
                        set(F::enter_box_way, way.unwrap_or(i32::from(FAR)));
                    }
                }
                Action::StayAway => set(F::away, 1),
                Action::Blow => set(F::blow, 1),
                Action::Boats => set(F::boats, 1),
                // The first five are weighed by loops of their own.
                Action::Move(_)
                | Action::MoveWithLeader(_)
                | Action::EndMoves
                | Action::March(_)
                | Action::Stay
                | Action::Hold
                | Action::NoMore
                | Action::Resolve
                | Action::NoGuns
                | Action::Spare
                | Action::NoBoats => {}
                order => self.appraise_orders(order, &goals, briefing, &mut set),
            }
        }
    }
}

impl Appraise for Race {
    const FEATURES: &'static [Weighable] = FEATURES;
    const CONDITIONS: &'static [Weighable] = CONDITIONS;
    const MEASURES: &'static [Weighable] = MEASURES;
    type Memory = Memory;
    type Guide = Guide;

    fn saw(memory: &mut Memory, _: &Race, event: &Event) {
        memory.trail.saw(event);
    }

    fn guide(&self, orders: &[Order]) -> Guide {
        Guide::of(orders, |order| Posts::of(self, order))
    }

    fn subject(view: &Race) -> Option<u16> {
        view.current().map(u16::from)
    }

    fn appraise(
        view: &Race,
        legal: &[Action],
        memory: &mut Memory,
        orders: InForce<'_, Guide>,
        features: Features<'_>,
    ) {
        let briefing = Briefing(orders);
        match features {
            Features::Score(mut scores) => {
                view.state_features(legal, memory, briefing, &mut scores);
            }
            Features::Record(table) => view.state_features(legal, memory, briefing, table),
        }
    }

    fn turn(view: &Race) -> u16 {
        u16::from(view.turn) + 1
    }

    fn moment(view: &Race) -> Option<u32> {
        let own = engine::Position::to_act(view) == Some(view.side);
        own.then(|| u32::from(view.turn) << 8 | u32::from(view.impulse))
    }

    fn holds(view: &Race, condition: usize) -> bool {
        let side = || view.to_act().unwrap_or(view.side);
        match Condition::ALL[condition] {
            Condition::FirstTurn => view.turn == 0,
            Condition::Late => usize::from(view.turn) + 3 >= view.board.calendar.len(),
            Condition::Close => view.points() + 3 >= view.board.victory_points,
            Condition::AirfieldHeld => {
                let invader = view.board.invader();
                view.board
                    .airfields
                    .iter()
                    .any(|airfield| airfield.hexes.iter().any(|hex| view.holds(hex, invader)))
            }
            Condition::ObjectiveHeld => view.board.goals.iter().all(|hex| view.holds(hex, side())),
            Condition::ObjectiveLost => {
                view.board.goals.iter().any(|hex| view.holds(hex, side().other()))
            }
            Condition::EnemyAtObjective => {
                let side = side();
                let mut own = view.board.goals.iter().filter(|&hex| view.holds(hex, side));
                own.any(|hex| view.beside(hex, side.other()))
            }
            Condition::DropsOver => {
                let waits = |(unit, piece): (&Unit, &Piece)| {
                    unit.class.drops() && matches!(piece.place, Spot::Box(_))
                };
                !view.board.units.iter().zip(&view.pieces).any(waits)
            }
            Condition::BridgeBlown => !view.down.is_empty(),
            Condition::CorridorClosed => view.corridor_closed(),
        }
    }

    fn judge(view: &Race, legal: &[Action], chosen: Action, memory: &Memory, counts: &mut [u32]) {
        view.count_mistakes(legal, chosen, &memory.trail, counts);
    }
}
