//! The features, and what each option has of them.

use engine::{HexId, Scale, Task};

use super::super::action::Action;
use super::super::ground::{Class, Terrain};
use super::super::phase::Wait;
use super::super::stacking::STACK;
use super::jumps;
use super::survey::Survey;

engine::features! {
    /// Columns of the features.
    #[expect(non_camel_case_types, reason = "named as in strategy files")]
    pub(super) enum F in FEATURES;
    restore = "restore", "strength", "Strength that a leader gives back to a unit.";
    ad_hoc = "ad-hoc", "yes/no", "Student forms an ad hoc company.";
    target = "target", "yes/no", "An air barrage is sent.";
    target_strength = "target-strength", "strength", "Strength of the enemies in the target hex.";
    target_fresh = "target-fresh", "units", "Enemies there who are not disorganized.";
    target_flak = "target-flak", "points", "Anti-aircraft strength of the enemies in the target hex.";
    target_danger = "target-danger", "points", "Anti-aircraft points that reach the target hex, 4 at most.";
    target_near = "target-near", "strength", "Own strength next to the target hex.";
    target_prize = "target-prize", "points", "Points of the places in the target hex.";
    target_sent = "target-sent", "barrages", "Barrages already sent there.";
    target_ships = "target-ships", "ships", "Enemy ships there.";
    target_landings = "target-landings", "places", "Airfields and posts of those who wait to come by air that the anti-aircraft in the target hex reaches.";
    target_cover = "target-cover", "pips", "Modifier of the terrain there.";
    flak_targets = "flak-targets", "units", "Aircraft and units in the air over the hex.";
    flak_points = "flak-points", "points", "Anti-aircraft points already against the hex.";
    flak_steps = "flak-steps", "steps", "Steps in the air over the hex.";
    flak_pass = "flak-pass", "yes/no", "The unit holds its fire.";
    jump = "jump", "yes/no", "The unit jumps, comes down by seaplane, or comes down where it was scattered.";
    jump_pull = "jump-pull", "number", "Pull of the places wanted, or of the posts of the unit's order, in the hex.";
    jump_way = "jump-way", "points", "Movement points from the hex to the nearest of them.";
    jump_prize = "jump-prize", "points", "Points of the places in the hex that are not own.";
    jump_enemies = "jump-enemies", "strength", "Strength of the enemies next to the hex.";
    jump_flak = "jump-flak", "points", "Anti-aircraft points that reach the hex, 4 at most.";
    jump_friends = "jump-friends", "units", "Own units in the hex or coming down there.";
    jump_crowd = "jump-crowd", "units", "Units above the stacking limit in the hex, with those coming down there and this one.";
    jump_special = "jump-special", "yes/no", "The unit jumps on a village or into the stadium, without risk.";
    jump_post = "jump-post", "yes/no", "The hex is a post of the unit's order.";
    jump_loss = "jump-loss", "steps", "Steps that the terrain costs.";
    jump_head = "jump-head", "yes/no", "A supply head jumps.";
    jump_head_friends = "jump-head-friends", "units", "Own units within two hexes of where a supply head jumps.";
    wait = "wait", "yes/no", "The unit stays behind, or turns back.";
    wait_reserve = "wait-reserve", "yes/no", "It does, and its order is to wait in reserve.";
    land = "land", "yes/no", "A unit lands at an airfield.";
    land_strength = "land-strength", "strength", "Its strength.";
    land_points = "land-points", "points", "Points of the airfield.";
    land_modifier = "land-modifier", "pips", "Modifiers of the Air Landing Table there.";
    land_crowd = "land-crowd", "yes/no", "The landing exceeds the normal capacity.";
    land_leader = "land-leader", "yes/no", "A leader lands.";
    land_head = "land-head", "yes/no", "A supply head lands, full side up.";
    land_head_reduced = "land-head-reduced", "yes/no", "A supply head lands, reduced side up.";
    land_friends = "land-friends", "strength", "Own strength in the airfield and next to it.";
    land_room = "land-room", "units", "Units above the room in the airfield and the open hexes next to it, with those who land there and this one.";
    land_way = "land-way", "points", "Movement points from the airfield to the posts of the unit's order.";
    land_post = "land-post", "yes/no", "The airfield is a post of the unit's order.";
    land_flak = "land-flak", "points", "Anti-aircraft points that reach the airfield, 4 at most.";
    land_stop = "land-stop", "yes/no", "Nobody else lands.";
    take = "take", "yes/no", "Reinforcements are taken.";
    take_units = "take-units", "units", "Units that are taken.";
    take_price = "take-price", "points", "What they cost.";
    enter_way = "enter-way", "points", "Movement points from the entry hex to the nearest place wanted or post.";
    enter_crowd = "enter-crowd", "units", "Units already there.";
    sail = "sail", "yes/no", "A ship moves.";
    sail_fields = "sail-fields", "points", "Points of the airfields that its anti-aircraft then reaches.";
    sail_unload = "sail-unload", "yes/no", "De Twee Gezusters goes where it can unload (negative: leaves).";
    sail_targets = "sail-targets", "units", "Enemies that its guns then reach.";
    sail_sea = "sail-sea", "yes/no", "It goes to open sea.";
    move_way = "move-way", "points", "Way from the hex to the nearest place wanted.";
    move_units = "move-units", "units", "Units there who can move.";
    move_worth = "move-worth", "points", "Points of the places at the hex.";
    move_enemy = "move-enemy", "yes/no", "An enemy is next to the hex.";
    move_end = "move-end", "yes/no", "Nobody else moves.";
    evacuate = "evacuate", "yes/no", "Somebody leaves for England.";
    evacuate_price = "evacuate-price", "points", "Points that it gives the Germans.";
    lift = "lift", "yes/no", "A standing barrage is ended.";
    lift_worth = "lift-worth", "points", "Points of the places at the hex on which it lay.";
    lift_enemies = "lift-enemies", "strength", "Strength of the enemies next to that hex.";
    lift_friends = "lift-friends", "strength", "Own strength next to that hex.";
    build = "build", "yes/no", "A bridge is begun.";
    guard = "guard", "yes/no", "A captive gets another guard.";
    all = "all", "yes/no", "All soldiers of the hex go together.";
    all_near = "all-near", "yes/no", "They do, and an enemy is next to them.";
    all_crowd = "all-crowd", "units", "Units of them above the stacking limit: there is no room for all of them anywhere.";
    convoy = "convoy", "yes/no", "Lorries take a load.";
    only_leader = "only-leader", "yes/no", "A leader goes alone.";
    leave = "leave", "yes/no", "A unit stays behind.";
    leave_worth = "leave-worth", "points", "Points of the places at the hex in which it stays.";
    leave_slow = "leave-slow", "points", "Movement points by which those who go on are faster.";
    leave_crowd = "leave-crowd", "yes/no", "The party is above the stacking limit.";
    march = "march", "yes/no", "The party goes somewhere.";
    march_nearer = "march-nearer", "points", "How much shorter the way to the nearest place wanted, or to the posts of the order, becomes.";
    march_pull = "march-pull", "number", "How much the pull of the places wanted, or of the posts of the order, grows.";
    march_takes = "march-takes", "points", "Points of places in the hex that are not own.";
    march_leaves = "march-leaves", "points", "Points of the places at the hex left empty.";
    march_enemies = "march-enemies", "strength", "Strength of the enemies next to the hex.";
    march_exposure = "march-exposure", "strength", "The same less own strength in and next to the hex, if that is positive.";
    march_cover = "march-cover", "per cent", "What the terrain of the hex makes of a defence, less 100.";
    march_friends = "march-friends", "units", "Own units there.";
    march_zone = "march-zone", "yes/no", "The hex is in an enemy zone of control.";
    march_relief = "march-relief", "strength", "Strength of the enemies next to the hex it leaves.";
    march_post = "march-post", "yes/no", "The hex is a post of the order (negative: the party leaves one).";
    march_from_post = "march-from-post", "points", "How much longer the way to the posts of an order that does not send the party forward becomes.";
    march_leader_safe = "march-leader-safe", "points", "Movement points by which a leader or the gold of the Dutch comes nearer to a harbour.";
    march_leader_alone = "march-leader-alone", "yes/no", "A leader ends alone.";
    march_captures = "march-captures", "yes/no", "An enemy leader or lorry without soldiers is in the hex.";
    march_line = "march-line", "yes/no", "The hex lies on the line of communications.";
    overrun = "overrun", "yes/no", "The party overruns.";
    overrun_value = "overrun-value", "hundredths of a step", "Mean loss of the defender less mean loss of the attacker.";
    overrun_prize = "overrun-prize", "points", "Points of places there that are not own.";
    overrun_column = "overrun-column", "columns", "The column of the table, from 1.";
    overrun_leaves = "overrun-leaves", "points", "Points of the places at the hex that the party leaves empty.";
    overrun_crowd = "overrun-crowd", "units", "Units of the party above the stacking limit.";
    overrun_post = "overrun-post", "yes/no", "The party leaves a post of an order that does not send it forward.";
    halt = "halt", "yes/no", "The party stays where it is.";
    halt_crowd = "halt-crowd", "units", "Units above the stacking limit where it stays: so many are removed.";
    halt_near = "halt-near", "yes/no", "It does, and an enemy is next to it.";
    carry = "carry", "yes/no", "The gold is taken along.";
    unload = "unload", "yes/no", "Lorries set down their load and go on.";
    remove_strength = "remove-strength", "strength", "Strength of the unit removed from an overfull hex.";
    bombard = "bombard", "yes/no", "Guns fire.";
    bombard_fresh = "bombard-fresh", "units", "Enemies in the hex who are not disorganized.";
    bombard_strength = "bombard-strength", "strength", "Strength of the enemies in the hex.";
    bombard_chance = "bombard-chance", "percent", "Chance to disorganize each of them.";
    bombard_near = "bombard-near", "strength", "Own strength next to the hex.";
    stand = "stand", "yes/no", "The guns keep a standing barrage up.";
    stand_worth = "stand-worth", "points", "Points of the places at its hex.";
    stand_enemies = "stand-enemies", "strength", "Strength of the enemies next to its hex.";
    attack = "attack", "yes/no", "A hex is attacked.";
    attack_value = "attack-value", "hundredths of a step", "Mean loss of the defender less mean loss of the attacker, with all who can attack.";
    attack_column = "attack-column", "columns", "The column of the table, from 1 for 1:3.";
    attack_prize = "attack-prize", "points", "Points of places in the hex that are not own.";
    attack_dg = "attack-dg", "units", "Disorganized defenders.";
    attack_leader = "attack-leader", "yes/no", "An enemy leader is there.";
    attack_end = "attack-end", "yes/no", "Nothing else is attacked.";
    fight = "fight", "yes/no", "The attack is made with those who are left.";
    hold_back = "hold-back", "yes/no", "A unit does not take part.";
    hold_back_value = "hold-back-value", "hundredths of a step", "How much the value of the attack changes.";
    loss_strength = "loss-strength", "strength", "Strength that the unit loses with the step.";
    loss_dies = "loss-dies", "yes/no", "It is the last step of the unit.";
    retreat_cover = "retreat-cover", "per cent", "What the terrain of the hex makes of a defence, less 100.";
    retreat_zone = "retreat-zone", "yes/no", "The hex is in an enemy zone without a friend, and costs a step.";
    retreat_friends = "retreat-friends", "units", "Own units there.";
    retreat_full = "retreat-full", "yes/no", "There is no room in the hex.";
    retreat_way = "retreat-way", "points", "Way from the hex to the nearest place wanted.";
    retreat_worth = "retreat-worth", "points", "Points of the places at the hex.";
    advance = "advance", "yes/no", "A unit advances.";
    advance_prize = "advance-prize", "points", "Points of places in the hex that are not own.";
    advance_leaves = "advance-leaves", "points", "Points of the places at the hex that it leaves empty.";
    advance_exposure = "advance-exposure", "strength", "Strength of the enemies next to the hex.";
    advance_post = "advance-post", "yes/no", "The unit leaves a post of an order that does not send it forward.";
    advance_crowd = "advance-crowd", "yes/no", "There is no room in the hex.";
    advance_end = "advance-end", "yes/no", "Nobody else advances.";
}

/// The scale of an option, by the names of the features.
struct On<'s, S> {
    scale: &'s mut S,
}

impl<S: Scale> On<'_, S> {
    #[inline]
    fn set(&mut self, feature: F, value: i32) {
        self.scale.add(feature as usize, value);
    }
}

/// States what an option is worth.
pub(super) fn state(survey: &Survey<'_>, action: Action, scale: &mut impl Scale) {
    let view = survey.view;
    let on = &mut On { scale };
    match action {
        Action::Pass => pass(survey, on),
        Action::Abort => wait(survey, on),
        Action::Restore(unit) => {
            let kind = view.board.unit(unit);
            on.set(F::restore, i32::from(kind.strength) - i32::from(view.strength(unit)));
        }
        Action::AdHoc(_) => on.set(F::ad_hoc, 1),
        Action::Target(hex) => target(survey, hex, on),
        Action::Flak(hex) => flak(survey, hex, on),
        Action::Splash(hex)
        | Action::Jump(hex)
        | Action::JumpReduced(hex)
        | Action::Adjust(hex) => jumps::jump(survey, hex, scale),
        Action::Land(unit, hex) => land(survey, unit, hex, false, on),
        Action::LandReduced(unit, hex) => land(survey, unit, hex, true, on),
        Action::Take => take(survey, on),
        Action::Refuse => {}
        Action::Enter(hex) => {
            on.set(F::enter_way, survey.lure(hex).way);
            on.set(F::enter_crowd, view.index.post(hex).stack.into());
        }
        Action::Sail(hex) => sail(survey, hex, on),
        Action::Move(hex) => {
            on.set(F::move_way, survey.lure(hex).way);
            on.set(F::move_units, view.soldiers(hex, survey.side).count() as i32);
            on.set(F::move_worth, survey.worth(hex));
            on.set(F::move_enemy, view.zone(hex, survey.enemy).into());
        }
        Action::Evacuate(unit) => {
            on.set(F::evacuate, 1);
            let gold = Some(unit) == view.board.named.gold;
            let price = match view.board.days[usize::from(view.turn) - 1] {
                _ if gold => 0,
                ..=10 => 2,
                11 | 12 => 1,
                _ => 0,
            };
            on.set(F::evacuate_price, price);
        }
        Action::Lift(gun) => lift(survey, gun, on),
        Action::Build(..) => on.set(F::build, 1),
        Action::Guard(..) => on.set(F::guard, 1),
        Action::All => {
            on.set(F::all, 1);
            if let Wait::Pick(pick) = view.wait {
                on.set(F::all_near, view.zone(pick.hex, survey.enemy).into());
                let together = view.movers_together(pick.hex);
                on.set(F::all_crowd, crowd(survey, &together));
            }
        }
        Action::Convoy => on.set(F::convoy, 1),
        Action::Only(unit) => on.set(F::only_leader, (view.class(unit) == Class::Leader).into()),
        Action::Leave(unit) => leave(survey, unit, on),
        Action::March(hex) => march(survey, hex, on),
        Action::Overrun(hex) => {
            let odds = view.odds_of(&view.party.units, hex, true);
            on.set(F::overrun, 1);
            on.set(F::overrun_value, survey.value(odds, hex, &view.party.units));
            on.set(F::overrun_prize, survey.prize(hex, survey.side));
            on.set(F::overrun_column, i32::from(odds.column) + 1);
            on.set(F::overrun_crowd, crowd(survey, &view.party.units));
            if let Some(start) = survey.start() {
                on.set(F::overrun_leaves, start.leaves);
                let posted = survey.has_posts() && !survey.forward && start.lure.way == 0;
                on.set(F::overrun_post, posted.into());
            }
        }
        Action::Halt => {
            on.set(F::halt, 1);
            let near = survey.here.is_some_and(|hex| view.zone(hex, survey.enemy));
            on.set(F::halt_near, near.into());
            let there = survey.here.map_or(0, |hex| i32::from(view.index.post(hex).stack));
            on.set(F::halt_crowd, (there - i32::from(STACK)).max(0));
        }
        Action::Carry => on.set(F::carry, 1),
        Action::Unload => on.set(F::unload, 1),
        Action::Remove(unit) => on.set(F::remove_strength, view.strength(unit).into()),
        Action::Bombard(hex) => bombard(survey, hex, on),
        Action::Stand(hex) => {
            bombard(survey, hex, on);
            on.set(F::stand, 1);
            on.set(F::stand_worth, survey.worth(hex));
            on.set(F::stand_enemies, survey.strength_beside(hex, survey.enemy));
        }
        Action::Attack(hex) => attack(survey, hex, on),
        Action::Fight => on.set(F::fight, 1),
        Action::HoldBack(unit) => hold_back(survey, unit, on),
        Action::Lose(unit) => {
            let kind = view.board.unit(unit);
            let steps = view.piece(unit).steps;
            let after = if steps > 1 { kind.strength_of(steps - 1) } else { 0 };
            on.set(F::loss_strength, i32::from(view.strength(unit)) - i32::from(after));
            on.set(F::loss_dies, (steps == 1).into());
        }
        Action::Retreat(hex) => {
            on.set(F::retreat_cover, i32::from(view.board.cell(hex).defence) - 100);
            let zone = view.zone(hex, survey.enemy) && !view.stands(hex, survey.side);
            on.set(F::retreat_zone, zone.into());
            on.set(F::retreat_friends, view.index.post(hex).stack.into());
            on.set(F::retreat_full, (view.room(hex) == 0).into());
            on.set(F::retreat_way, survey.lure(hex).way);
            on.set(F::retreat_worth, survey.worth(hex));
        }
        Action::Advance(unit) => advance(survey, unit, on),
    }
}

fn pass(survey: &Survey<'_>, on: &mut On<'_, impl Scale>) {
    match survey.view.wait {
        Wait::Flak(_) => on.set(F::flak_pass, 1),
        Wait::Jump(_) | Wait::Splash(_) => wait(survey, on),
        Wait::LandNext(_) => on.set(F::land_stop, 1),
        Wait::Move(_) => on.set(F::move_end, 1),
        Wait::Attack(_) => on.set(F::attack_end, 1),
        Wait::Advance(_) => on.set(F::advance_end, 1),
        _ => {}
    }
}

fn wait(survey: &Survey<'_>, on: &mut On<'_, impl Scale>) {
    on.set(F::wait, 1);
    let reserve = survey.subject.and_then(|unit| survey.task(unit)) == Some(Task::Reserve);
    on.set(F::wait_reserve, reserve.into());
}

fn target(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    on.set(F::target, 1);
    on.set(F::target_strength, survey.strength_in(hex, survey.enemy));
    let fresh = view.soldiers(hex, survey.enemy).filter(|&unit| !view.piece(unit).dg);
    on.set(F::target_fresh, fresh.count() as i32);
    let able = |&unit: &u16| {
        let kind = view.board.unit(unit);
        kind.side == survey.enemy && kind.aa_range > 0 && !view.piece(unit).dg
    };
    let guns = view.here(hex).filter(able);
    on.set(F::target_flak, guns.map(|unit| i32::from(view.strength(unit))).sum());
    on.set(F::target_danger, survey.flak(hex));
    on.set(F::target_near, survey.strength_beside(hex, survey.side));
    on.set(F::target_prize, survey.worth(hex));
    let sent = view.flights.iter().filter(|flight| flight.hex == hex).count();
    on.set(F::target_sent, sent as i32);
    on.set(F::target_ships, survey.ships_in(hex));
    let ranges = view.here(hex).filter(able).map(|unit| view.board.unit(unit).aa_range.into());
    if let Some(range) = ranges.max() {
        let near = |&&place: &&HexId| view.board.distance(hex, place) <= range;
        on.set(F::target_landings, survey.landing_places().iter().filter(near).count() as i32);
    }
    on.set(F::target_cover, view.board.cell(hex).barrage.into());
}

fn flak(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let flights = view.flights.iter().filter(|flight| flight.hex == hex).count();
    let units = view.sky.iter().filter(|air| air.is_target() && air.hex == hex);
    on.set(F::flak_targets, (flights + units.clone().count()) as i32);
    on.set(F::flak_points, view.flak_over(hex, false).into());
    on.set(F::flak_steps, units.map(|air| i32::from(view.piece(air.unit).steps)).sum());
}

fn land(survey: &Survey<'_>, unit: u16, hex: HexId, reduced: bool, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let Some(field) = view.board.airfield_at(hex) else { return };
    let airfield = &view.board.airfields[field];
    let class = view.class(unit);
    on.set(F::land, 1);
    if class.is_head() {
        on.set(if reduced { F::land_head_reduced } else { F::land_head }, 1);
    } else if class == Class::Leader {
        on.set(F::land_leader, 1);
    } else {
        on.set(F::land_strength, view.strength(unit).into());
    }
    on.set(F::land_points, airfield.points.into());
    on.set(F::land_modifier, view.landing_modifier(field as u8, hex).into());
    let cost = view.aircraft_for(unit, reduced);
    let crowd = view.traffic[field] + cost > airfield.normal;
    on.set(F::land_crowd, crowd.into());
    let own = survey.strength_in(hex, survey.side) + survey.strength_beside(hex, survey.side);
    on.set(F::land_friends, own);
    on.set(F::land_flak, survey.flak(hex));
    if class.stacks() {
        on.set(F::land_room, survey.lacks_room(hex));
    }
    if let Some(way) = survey.way_to_posts_of(unit, hex) {
        on.set(F::land_way, way);
        on.set(F::land_post, (way == 0).into());
    }
}

/// Units of a list above the stacking limit (1.3).
fn crowd(survey: &Survey<'_>, units: &[u16]) -> i32 {
    let stacking = units.iter().filter(|&&unit| survey.view.class(unit).stacks());
    (stacking.count() as i32 - i32::from(STACK)).max(0)
}

fn lift(survey: &Survey<'_>, gun: u16, on: &mut On<'_, impl Scale>) {
    on.set(F::lift, 1);
    let standing = survey.view.standing.iter().find(|standing| standing.unit == gun);
    if let Some(standing) = standing {
        on.set(F::lift_worth, survey.worth(standing.hex));
        on.set(F::lift_enemies, survey.strength_beside(standing.hex, survey.enemy));
        on.set(F::lift_friends, survey.strength_beside(standing.hex, survey.side));
    }
}

fn take(survey: &Survey<'_>, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let Wait::Offer(offer) = view.wait else { return };
    on.set(F::take, 1);
    let units = view.board.units.iter().filter(|unit| unit.group == Some(offer.group));
    on.set(F::take_units, units.count() as i32);
    on.set(F::take_price, view.board.groups[usize::from(offer.group)].points.into());
}

fn sail(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let Some(ship) = survey.subject else { return };
    let kind = view.board.unit(ship);
    on.set(F::sail, 1);
    let covered = |at: HexId| {
        let fields = view.board.airfields.iter();
        let near =
            fields.filter(|field| view.board.distance(at, field.hex) <= kind.aa_range.into());
        near.map(|field| i32::from(field.points)).sum::<i32>()
    };
    let before = survey.here.map_or(0, covered);
    if kind.aa_range > 0 {
        on.set(F::sail_fields, covered(hex) - before);
    }
    if Some(ship) == view.board.named.gezusters {
        let unloads = |at: HexId| i32::from(view.board.places.unloading.contains(&at));
        on.set(F::sail_unload, unloads(hex) - survey.here.map_or(0, unloads));
    }
    if kind.range > 0 {
        let reached = |at: HexId| {
            let near = |target: &HexId| view.board.distance(at, *target) <= kind.range.into();
            view.index.stands[survey.enemy].iter().filter(near).count() as i32
        };
        on.set(F::sail_targets, reached(hex) - survey.here.map_or(0, reached));
    }
    on.set(F::sail_sea, (view.board.cell(hex).terrain == Terrain::Sea).into());
}

/// Points of the places at a hex that are left empty if so many soldiers go.
pub(super) fn left_empty(survey: &Survey<'_>, hex: HexId, going: usize) -> i32 {
    let staying = survey.view.soldiers(hex, survey.side).count() > going;
    if staying { 0 } else { survey.worth(hex) - survey.prize(hex, survey.side) }
}

fn leave(survey: &Survey<'_>, unit: u16, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    on.set(F::leave, 1);
    let Some(hex) = survey.here else { return };
    let going = view.party.units.len();
    if view.soldiers(hex, survey.side).count() == going {
        on.set(F::leave_worth, survey.worth(hex));
    }
    on.set(F::leave_crowd, (crowd(survey, &view.party.units) > 0).into());
    let others = view.party.units.iter().filter(|&&other| other != unit);
    let rest = others.map(|&other| view.allowance(other)).min().unwrap_or(0);
    on.set(F::leave_slow, (i32::from(rest) - i32::from(view.party.points)) / 2);
}

fn march(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let Some(start) = survey.start() else { return };
    let here = start.here;
    on.set(F::march, 1);
    if let Some(leader) = start.leader {
        let alone = !view.stands(hex, survey.side);
        on.set(F::march_leader_alone, alone.into());
        let named = &view.board.named;
        if [named.queen, named.government].contains(&Some(leader)) {
            let way = |at| i32::from(view.board.to_harbour.cost(at).min(200)) / 2;
            on.set(F::march_leader_safe, way(here) - way(hex));
        }
    } else {
        if view.party.gold {
            let way = |at| i32::from(view.board.to_harbour.cost(at).min(200)) / 2;
            on.set(F::march_leader_safe, way(here) - way(hex));
        }
        let lure = survey.lure(hex);
        on.set(F::march_nearer, start.lure.way - lure.way);
        on.set(F::march_pull, lure.pull - start.lure.pull);
        on.set(F::march_takes, survey.prize(hex, survey.side));
        on.set(F::march_leaves, start.leaves);
    }
    let enemies = survey.strength_beside(hex, survey.enemy);
    on.set(F::march_enemies, enemies);
    if enemies > 0 {
        let near = survey.strength_in(hex, survey.side) + survey.strength_beside(hex, survey.side);
        on.set(F::march_exposure, (enemies - start.going - near).max(0));
    }
    on.set(F::march_cover, i32::from(view.board.cell(hex).defence) - 100);
    on.set(F::march_friends, view.index.post(hex).stack.into());
    on.set(F::march_zone, view.zone(hex, survey.enemy).into());
    on.set(F::march_relief, survey.strength_beside(here, survey.enemy));
    if survey.has_posts() {
        let (from, to) = (start.lure.way, survey.lure(hex).way);
        on.set(F::march_post, i32::from(to == 0) - i32::from(from == 0));
        if !survey.forward {
            on.set(F::march_from_post, to - from);
        }
    }
    let unarmed = view.here(hex).any(|unit| {
        let kind = view.board.unit(unit);
        kind.side == survey.enemy && !view.piece(unit).captive && !kind.class.fights()
    });
    on.set(F::march_captures, unarmed.into());
    on.set(F::march_line, view.board.line.contains(hex).into());
}

fn bombard(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let Some(gun) = survey.subject else { return };
    on.set(F::bombard, 1);
    let fresh = view.soldiers(hex, survey.enemy).filter(|&unit| !view.piece(unit).dg);
    on.set(F::bombard_fresh, fresh.count() as i32);
    on.set(F::bombard_strength, survey.strength_in(hex, survey.enemy));
    let rating = i32::from(view.strength(gun)) - i32::from(view.board.cell(hex).barrage);
    on.set(F::bombard_chance, rating.clamp(0, 6) * 100 / 6);
    on.set(F::bombard_near, survey.strength_beside(hex, survey.side));
}

fn attack(survey: &Survey<'_>, hex: HexId, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let attackers = view.attackers_of(hex);
    on.set(F::attack, 1);
    on.set(F::attack_prize, survey.prize(hex, survey.side));
    let leader = view.here(hex).any(|unit| {
        let kind = view.board.unit(unit);
        kind.class == Class::Leader && kind.side == survey.enemy && !view.piece(unit).captive
    });
    on.set(F::attack_leader, leader.into());
    if view.stands(hex, survey.enemy) {
        let odds = view.odds_of(&attackers, hex, false);
        on.set(F::attack_value, survey.value(odds, hex, &attackers));
        on.set(F::attack_column, i32::from(odds.column) + 1);
        let dg = view.soldiers(hex, survey.enemy).filter(|&unit| view.piece(unit).dg);
        on.set(F::attack_dg, dg.count() as i32);
    }
}

fn hold_back(survey: &Survey<'_>, unit: u16, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    on.set(F::hold_back, 1);
    let Some(target) = view.fight.target else { return };
    let all = &view.fight.attackers;
    let rest: alloc::vec::Vec<u16> = all.iter().copied().filter(|&other| other != unit).collect();
    let value = |units: &[u16]| survey.value(view.odds_of(units, target, false), target, units);
    on.set(F::hold_back_value, value(&rest) - value(all));
}

fn advance(survey: &Survey<'_>, unit: u16, on: &mut On<'_, impl Scale>) {
    let view = survey.view;
    let (Some(target), Some(here)) = (view.fight.target, view.hex_of(unit)) else { return };
    on.set(F::advance, 1);
    on.set(F::advance_prize, survey.prize(target, survey.side));
    on.set(F::advance_leaves, left_empty(survey, here, 1));
    on.set(F::advance_exposure, survey.strength_beside(target, survey.enemy));
    let stays = survey.task(unit).is_some_and(|task| !task.goes_forward());
    on.set(F::advance_post, stays.into());
    on.set(F::advance_crowd, (view.class(unit).stacks() && view.room(target) == 0).into());
}
