//! What holds in every position: conformance, counting of lines of play, and short lists.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use engine::{
    Account, Conformance, Id, Position, Scripted, Seed, Seeded, Side, Whim, check, perft,
};

use crate::matrix::top;

use super::super::action::Action;
use super::super::command::Leader;
use super::super::frame::{Activation, Dropping, Frame, Opening};
use super::super::ground::{Called, Chit, Commands, LeaderCard};
use super::super::state::{Battle, Place};
use super::super::trucks::Lot;
use super::desk::Files;
use crate::mercury::counter::UnitId;
use crate::mercury::ids::{ChitId, ObjectiveId, StickId};

/// Decisions after which a game of five turns must have ended; random play takes some hundreds.
const BOUND: u32 = 5_000;
/// The same for a game of nineteen turns and more.
const LONG: u32 = 20_000;

fn kastelli() -> Battle {
    Files::default().battle()
}

fn snafu() -> Battle {
    Files::default().scenario("snafu")
}

fn precision() -> Battle {
    Files::default().scenario("precision")
}

fn heraklion() -> Battle {
    Files::default().scenario("heraklion")
}

fn piling_on() -> Battle {
    Files::default().scenario("piling-on")
}

fn last_chance() -> Battle {
    Files::default().scenario("last-chance")
}

fn kiwis() -> Battle {
    Files::default().scenario("kiwis")
}

fn gala() -> Battle {
    Files::default().scenario("gala")
}

fn descent() -> Battle {
    Files::default().scenario("descent")
}

fn jump_die_repeat() -> Battle {
    Files::default().scenario("jump-die-repeat")
}

fn hot_pursuit() -> Battle {
    Files::default().scenario("hot-pursuit")
}

fn rising() -> Battle {
    Files::default().scenario("rising")
}

fn free_for_all() -> Battle {
    Files::default().scenario("free-for-all")
}

fn main_event() -> Battle {
    Files::default().scenario("main-event")
}

/// Everything that must hold of a position.
fn sound(battle: &Battle) -> Result<(), String> {
    let name = |unit| battle.counter(unit).id.as_str();
    let mut stacks = alloc::vec![Vec::new(); battle.units.len()];
    for hex in battle.ground.map.ids() {
        for unit in battle.stack(hex) {
            stacks[unit.index()].push(hex);
        }
    }
    for side in Side::BOTH {
        let own = battle.ids().filter(|&unit| battle.side(unit) == side);
        let placed: Vec<_> = own.filter_map(|unit| Some((unit, battle.hex(unit)?))).collect();
        if battle.index.present[side] != placed {
            return Err(format!(
                "{side:?}: {:?} are listed, {placed:?} are present",
                battle.index.present[side]
            ));
        }
    }
    for unit in battle.ids() {
        let state = battle.unit(unit);
        if state.steps > battle.counter(unit).steps {
            return Err(format!("{} has more steps than printed", name(unit)));
        }
        if state.cohesion > 2 {
            return Err(format!("{} has {} cohesion hits", name(unit), state.cohesion));
        }
        let stacked = &stacks[unit.index()];
        let placed: Vec<_> = match state.place {
            Place::At(hex) => [hex].into(),
            Place::Waiting | Place::Dead(_) | Place::Off(_) => Vec::new(),
        };
        if battle.hex(unit) != placed.first().copied() {
            return Err(format!("{} is noted in {:?}", name(unit), battle.hex(unit)));
        }
        if *stacked != placed {
            return Err(format!("{} is in {placed:?}, stacked in {stacked:?}", name(unit)));
        }
        match state.place {
            Place::At(_) if state.steps == 0 && battle.counter(unit).steps > 0 => {
                return Err(format!("{} stands without a step", name(unit)));
            }
            Place::Dead(_) if state.steps > 0 || state.end.is_none() => {
                return Err(format!("{} is dead with {} steps", name(unit), state.steps));
            }
            Place::Off(_) if state.steps == 0 || state.end.is_none() => {
                return Err(format!("{} is off the map with {} steps", name(unit), state.steps));
            }
            Place::Off(_) if battle.index.below[unit.index()].is_some() => {
                return Err(format!("{} is off the map and in a stack", name(unit)));
            }
            Place::Waiting if battle.index.below[unit.index()].is_some() => {
                return Err(format!("{} waits in a stack", name(unit)));
            }
            _ => {}
        }
    }
    for ((leader, card), at) in
        battle.command.leaders.iter().zip(&battle.ground.leaders).zip(&battle.index.leaders)
    {
        if *at != leader.with.and_then(|unit| battle.hex(unit)) {
            return Err(format!("{} is not with his unit", card.name));
        }
    }
    let called = battle.playing.map_or(&[][..], |chit| &battle.ground.called[chit.index()]);
    let ready = |called: &&Called| {
        matches!(battle.unit(called.unit).place, Place::At(_))
            && !battle.activated[called.unit.index()]
    };
    let ready: Vec<_> = called.iter().filter(ready).copied().collect();
    if battle.index.ready != ready {
        return Err(format!("{ready:?} are ready, not {:?}", battle.index.ready));
    }
    for unit in battle.ids() {
        let first = battle.find_commander(unit);
        if battle.index.commanders[unit.index()] != first {
            return Err(format!("{} is commanded by {first:?}, not as noted", name(unit)));
        }
    }
    for hex in battle.ground.map.ids() {
        let barrages =
            battle.markers.barrages.iter().map(|&(at, _)| battle.ground.distance(at, hex));
        if barrages.min().unwrap_or(u8::MAX) != battle.index.haze[hex.index()] {
            return Err(format!("haze over {hex:?} is not as noted"));
        }
        stack_is_sound(battle, hex)?;
        for side in Side::BOTH {
            let near = battle.ground.map.neighbours(hex);
            let held = near.filter(|&(_, near)| battle.held_by(near, side)).count();
            if usize::from(battle.held_beside(hex, side)) != held {
                return Err(format!("{held} hexes beside {hex:?} are {side:?}, not as noted"));
            }
        }
    }
    trucks_carry(battle)?;
    chits_are_conserved(battle)?;
    markers_and_platoons(battle)?;
    leaders_ride(battle)?;
    chits_have_leaders(battle)?;
    points_add_up(battle)
}

/// Whether a unit has jumped with its stick.
fn by_stick(battle: &Battle, unit: UnitId) -> bool {
    let stick = battle.ground.sticks.iter().position(|stick| stick.units.contains(&unit));
    stick.is_some_and(|stick| battle.arrivals.dropped.contains(&StickId::at(stick)))
}

fn stack_is_sound(battle: &Battle, hex: engine::HexId) -> Result<(), String> {
    let units: Vec<_> = battle.stack(hex).collect();
    let label = || battle.ground.map.label(hex);
    if !units.is_sorted() || units.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("the stack of {} is out of order: {units:?}", label()));
    }
    let Some(&first) = units.first() else { return Ok(()) };
    let side = battle.side(first);
    if units.iter().any(|&unit| battle.side(unit) != side) {
        return Err(format!("both sides stand in {}", label()));
    }
    // Reinforcements may arrive overstacked, in the hex where they come on.
    let runway =
        battle.ground.airlanding.iter().any(|terms| terms.airfields.concat().contains(&hex));
    // So may those who come back from the display (S1.0).
    let exit = battle
        .ground
        .off_map
        .iter()
        .flat_map(|terms| terms.boxes.iter().map(|place| (place.exit, terms.for_good)));
    // And so may those whom the wind brought down there (O1.0).
    let drifted = battle.ground.free_drops.is_some()
        && units.iter().filter(|&&unit| by_stick(battle, unit)).count() > 1;
    let entry = runway
        || drifted
        || exit.into_iter().any(|(exit, out)| exit == Some(hex) && Some(side) != out)
        || battle.ground.reinforcements.iter().any(|entry| {
            let port = |&port: &ObjectiveId| battle.ground.objectives[port.index()].0 == hex;
            (entry.hex == hex || entry.ports.iter().any(port))
                && units.contains(&entry.unit)
                && battle.turn >= entry.turn
        });
    if battle.overstacked(hex) && !entry {
        return Err(format!("{} is overstacked", label()));
    }
    if battle.ground.terrain(hex).enter.iter().flatten().all(Option::is_none) {
        return Err(format!("{} cannot be entered", label()));
    }
    if battle.ground.objective(hex).is_some_and(|objective| battle.control[objective] != side) {
        return Err(format!("{} is occupied and not controlled", label()));
    }
    Ok(())
}

/// Each loaded truck is over one unit on the map, and no other truck is over any.
fn trucks_carry(battle: &Battle) -> Result<(), String> {
    let mut carried: Vec<usize> = Vec::new();
    for unit in battle.ids() {
        let (state, id) = (battle.unit(unit), &battle.counter(unit).id);
        let Some(ride) = state.ride else { continue };
        if !state.mounted || battle.hex(unit).is_none() || ride.steps == 0 {
            return Err(format!("{id} rides and is not mounted on the map"));
        }
        carried.push(ride.truck.index());
    }
    carried.sort_unstable();
    let loaded = battle.lots.iter().enumerate().filter(|&(_, &lot)| lot == Lot::Loaded);
    let loaded: Vec<usize> = loaded.map(|(number, _)| number).collect();
    if carried != loaded {
        return Err(format!("trucks {carried:?} carry, {loaded:?} are loaded"));
    }
    Ok(())
}

/// Cup, the chit played, the chit carried over and those played already make up the scenario's.
fn chits_are_conserved(battle: &Battle) -> Result<(), String> {
    let cup = battle.cup.chits();
    let out = [battle.playing, battle.carried];
    let mut all: Vec<ChitId> =
        cup.iter().copied().map(ChitId).chain(out.into_iter().flatten()).collect();
    all.sort_unstable();
    let known = battle.ground.chits.len();
    let twice = all.windows(2).any(|pair| pair[0] == pair[1]);
    if twice || all.iter().any(|&chit| chit.index() >= known) {
        return Err(format!("chits twice or unknown: {all:?}"));
    }
    // While a chit is played, those before it in its turn are the only ones missing.
    let gone = if battle.playing.is_some() { usize::from(battle.tally.chits) - 1 } else { 0 };
    // The free chits of the turn, those bought in it, and a formation's that was carried into it.
    let free = match battle.turn {
        0 => {
            let ground = &battle.ground;
            // Chits to choose the first one from are nowhere until it is chosen.
            let opening = battle.frames.contains(&Frame::Opening(Opening));
            // Those that were not chosen may stay out of it.
            let others = if ground.first_chit_alone { 0 } else { ground.first_choice.len() };
            let choices = if opening { 0 } else { 1 + others };
            let apart = !ground.first_cup.contains(&ground.first_chit);
            // Those of the German choice go in one by one.
            let left = battle.frames.iter().find_map(|frame| match frame {
                Frame::FillCup(filling) => Some(filling.left),
                _ => None,
            });
            let added = ground.cup_choice.as_ref().map_or(0, |choice| choice.count);
            let added = usize::from(added - left.unwrap_or(0));
            ground.first_cup.len() + added + if apart { choices } else { 0 }
        }
        turn => {
            let later = &battle.ground.later_chits;
            battle.ground.each_turn.len() + later.iter().filter(|&&(_, from)| from <= turn).count()
        }
    };
    let bought: usize = battle.tally.purses.iter().map(|purse| usize::from(purse.bought[1])).sum();
    // Those that have joined the cup after another chit of this turn.
    let bought = bought + usize::from(battle.awaited.joined);
    let formation = |chit: ChitId| matches!(battle.ground.chits[chit.index()], Chit::Formation(_));
    let carried = match battle.carried {
        _ if battle.turn == 0 => 0..=0,
        Some(chit) => {
            let extra = usize::from(formation(chit));
            extra..=extra
        }
        // Played already: it may have been one.
        None => 0..=usize::from(!battle.ground.formations.is_empty()),
    };
    let over = battle.to_act().is_none();
    let counted = all.len() + gone;
    if !over && !carried.contains(&counted.saturating_sub(free + bought)) {
        return Err(format!("{counted} chits, not {free} free and {bought} bought: {all:?}"));
    }
    if !over && counted < free + bought {
        return Err(format!("{counted} chits of {free} free and {bought} bought: {all:?}"));
    }
    Ok(())
}

/// Drop markers are on those who dropped, and rearguards on the map or in their box.
fn markers_and_platoons(battle: &Battle) -> Result<(), String> {
    for unit in battle.ids() {
        let (state, counter) = (battle.unit(unit), battle.counter(unit));
        let id = &counter.id;
        let own = battle.ground.sticks.iter().position(|stick| stick.units.contains(&unit));
        // O1.0: an independent comes with the battalion that it goes along with.
        let along = || battle.arrivals.jumps.iter().find(|jump| jump.with == Some(unit));
        let stick = own.or_else(|| along().map(|jump| jump.stick.index()));
        let dropped = stick.is_some_and(|stick| {
            let gone = battle.arrivals.dropped.contains(&StickId::at(stick));
            let falling = battle.frames.iter().any(
                |frame| matches!(frame, Frame::Dropping(Dropping { stick: now, .. }) if now.index() == stick),
            );
            gone || falling
        });
        if stick.is_some() && !dropped && state.place != Place::Waiting {
            return Err(format!("{id} is down before its stick has jumped"));
        }
        let serials = battle.ground.airlanding.iter().flat_map(|terms| &terms.serials);
        let lands = serials.flat_map(|serial| &serial.units).any(|&other| other == unit);
        if state.airlanded && !lands {
            return Err(format!("{id} has airlanded and is in no serial"));
        }
        let markers = battle.markers(unit) - u8::from(state.airlanded);
        // Mercury S3.0: whoever came by land or in a serial may jump late in the battle.
        let again =
            battle.ground.ad_hoc.as_ref().is_some_and(|terms| {
                terms.division == counter.division && battle.turn > terms.from
            });
        if !dropped && !again && (markers > 0 || state.landing.is_some()) {
            return Err(format!("{id} has drop markers and never dropped"));
        }
        // One of its own, and at most two delays.
        if battle.markers(unit) > 3 || (state.landing.is_some() && battle.hex(unit).is_none()) {
            return Err(format!("{id} has {} drop markers", battle.markers(unit)));
        }
        if counter.rearguard() && matches!(state.place, Place::Dead(_)) {
            return Err(format!("{id} is dead and not in its box"));
        }
    }
    Ok(())
}

fn leaders_ride(battle: &Battle) -> Result<(), String> {
    for (number, leader) in battle.command.leaders.iter().enumerate() {
        if let Some(with) = leader.with
            && !battle.may_lead(number, with)
        {
            return Err(format!("leader {number} is with {}", battle.counter(with).id));
        }
    }
    Ok(())
}

/// Series rule 7.2: no formation's chit is for sale whose leader is not on the map.
fn chits_have_leaders(battle: &Battle) -> Result<(), String> {
    let Some(Frame::Dispatch(_)) = battle.frames.last() else { return Ok(()) };
    let mut legal = Vec::new();
    battle.legal_actions(&mut legal);
    for action in legal {
        let Action::BuyChit(chit) = action else { continue };
        let Chit::Formation(formation) = battle.ground.chits[chit.index()] else {
            return Err(format!("chit {chit:?} is no formation's and for sale"));
        };
        let leads = |&(leader, card): &(&Leader, &LeaderCard)| {
            card.commands == Commands::Formation(formation)
                && leader.with.is_some_and(|unit| battle.hex(unit).is_some())
        };
        if !battle.command.leaders.iter().zip(&battle.ground.leaders).any(|pair| leads(&pair)) {
            let name = &battle.ground.formations[formation.index()].name;
            return Err(format!("the chit of {name} is for sale without its leader"));
        }
    }
    Ok(())
}

/// Points held are those of the start and those received, less those spent or lost, on each side; and no
/// division can hold more than it ever received, with half a die and an event (5.4) in each turn.
fn points_add_up(battle: &Battle) -> Result<(), String> {
    let facts = battle.game_facts();
    for side in Side::BOTH {
        let spent: u16 = battle.tally.gone.iter().map(|by_use| by_use[side]).sum();
        let (earned, unspent) = (facts.points_earned[side], facts.points_unspent[side]);
        if earned != spent + unspent {
            return Err(format!(
                "{side}: {earned} points are not {spent} spent and {unspent} held"
            ));
        }
    }
    for (card, &held) in battle.ground.divisions.iter().zip(&battle.command.points) {
        let most = card.points + (battle.turn + 1) * (u16::from(card.rating) + 7);
        if held > most {
            return Err(format!("{} holds {held} points of at most {most}", card.id));
        }
    }
    Ok(())
}

#[test]
fn kastelli_keeps_every_law_in_random_play() {
    let how = Conformance { games: 100, bound: BOUND, every: 7 };
    check(&kastelli(), how, sound).unwrap();
}

#[test]
fn snafu_keeps_every_law_in_random_play() {
    let how = Conformance { games: 100, bound: BOUND, every: 29 };
    check(&snafu(), how, sound).unwrap();
}

#[test]
fn precision_keeps_every_law_in_random_play() {
    let how = Conformance { games: 50, bound: BOUND, every: 29 };
    check(&precision(), how, sound).unwrap();
}

#[test]
fn last_chance_keeps_every_law_in_random_play() {
    let how = Conformance { games: 50, bound: LONG, every: 29 };
    check(&last_chance(), how, sound).unwrap();
}

/// Forty-three turns with everybody on the map.
const SIX_DAYS: u32 = 200_000;

#[test]
fn piling_on_keeps_every_law_in_random_play() {
    let how = Conformance { games: 10, bound: SIX_DAYS, every: 97 };
    check(&piling_on(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn piling_on_soak() {
    let how = Conformance { games: 500, bound: SIX_DAYS, every: 1 };
    check(&piling_on(), how, sound).unwrap();
}

#[test]
fn kiwis_keeps_every_law_in_random_play() {
    let how = Conformance { games: 50, bound: LONG, every: 29 };
    check(&kiwis(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn kiwis_soak() {
    let how = Conformance { games: 500, bound: LONG, every: 1 };
    check(&kiwis(), how, sound).unwrap();
}

#[test]
fn gala_keeps_every_law_in_random_play() {
    let how = Conformance { games: 10, bound: SIX_DAYS, every: 97 };
    check(&gala(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 100 games, every law at every decision"]
fn gala_soak() {
    let how = Conformance { games: 100, bound: SIX_DAYS, every: 1 };
    check(&gala(), how, sound).unwrap();
}

#[test]
fn descent_keeps_every_law_in_random_play() {
    let how = Conformance { games: 20, bound: LONG, every: 97 };
    check(&descent(), how, sound).unwrap();
}

#[test]
fn jump_die_repeat_keeps_every_law_in_random_play() {
    let how = Conformance { games: 6, bound: 2 * LONG, every: 197 };
    check(&jump_die_repeat(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 100 games, every law at every decision"]
fn jump_die_repeat_soak() {
    let how = Conformance { games: 100, bound: 2 * LONG, every: 1 };
    check(&jump_die_repeat(), how, sound).unwrap();
}

/// Seventy-nine turns on seven sheets.
const CAMPAIGN: u32 = 600_000;

/// Random games of a campaign. What must hold of a position is looked at in one decision of 41: there are some hundred
/// thousand, and going over all of the island takes longer than the decision.
#[track_caller]
fn campaign_keeps_every_law(start: &Battle, games: u64, every: u32) {
    let mut seen = 0_u32;
    let now_and_then = |battle: &Battle| {
        seen += 1;
        if seen.is_multiple_of(41) { sound(battle) } else { Ok(()) }
    };
    check(start, Conformance { games, bound: CAMPAIGN, every }, now_and_then).unwrap();
}

#[test]
fn rising_keeps_every_law_in_random_play() {
    campaign_keeps_every_law(&rising(), 1, 997);
}

#[test]
fn free_for_all_keeps_every_law_in_random_play() {
    campaign_keeps_every_law(&free_for_all(), 1, 997);
}

#[test]
#[ignore = "minutes: 100 games of the whole campaign"]
fn free_for_all_soak() {
    campaign_keeps_every_law(&free_for_all(), 100, 97);
}

#[test]
fn main_event_keeps_every_law_in_random_play() {
    campaign_keeps_every_law(&main_event(), 1, 997);
}

#[test]
#[ignore = "minutes: 100 games of the western campaign"]
fn main_event_soak() {
    campaign_keeps_every_law(&main_event(), 100, 97);
}

#[test]
fn hot_pursuit_keeps_every_law_in_random_play() {
    let how = Conformance { games: 3, bound: SIX_DAYS, every: 197 };
    check(&hot_pursuit(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 100 games, every law at every tenth decision"]
fn hot_pursuit_soak() {
    let how = Conformance { games: 100, bound: SIX_DAYS, every: 10 };
    check(&hot_pursuit(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 100 games of the whole campaign"]
fn rising_soak() {
    campaign_keeps_every_law(&rising(), 100, 97);
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn descent_soak() {
    let how = Conformance { games: 500, bound: LONG, every: 1 };
    check(&descent(), how, sound).unwrap();
}

#[test]
fn heraklion_keeps_every_law_in_random_play() {
    let how = Conformance { games: 30, bound: LONG, every: 41 };
    check(&heraklion(), how, sound).unwrap();
}

/// The soak: `cargo test --release -p games -- --ignored soak`.
#[test]
#[ignore = "minutes: 2,000 games, every law at every decision"]
fn kastelli_soak() {
    let how = Conformance { games: 2_000, bound: BOUND, every: 1 };
    check(&kastelli(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 1,000 games, every law at every decision"]
fn snafu_soak() {
    let how = Conformance { games: 1_000, bound: BOUND, every: 1 };
    check(&snafu(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn precision_soak() {
    let how = Conformance { games: 500, bound: BOUND, every: 1 };
    check(&precision(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn last_chance_soak() {
    let how = Conformance { games: 500, bound: LONG, every: 1 };
    check(&last_chance(), how, sound).unwrap();
}

#[test]
#[ignore = "minutes: 500 games, every law at every decision"]
fn heraklion_soak() {
    let how = Conformance { games: 500, bound: LONG, every: 1 };
    check(&heraklion(), how, sound).unwrap();
}

/// The invariants see what is wrong, one by one.
#[test]
fn the_invariants_can_fail() {
    type Spoil = fn(&mut Battle);
    let mut battle = kastelli();
    battle.open(&mut Seeded::new(Seed(1)), &mut Vec::new());
    let mut legal = Vec::new();
    while matches!(battle.frames.last(), Some(Frame::SettingUp(_) | Frame::Begin(_))) {
        legal.clear();
        battle.legal_actions(&mut legal);
        battle.apply_unchecked(legal[0], &mut Seeded::new(Seed(1)), &mut Vec::new());
    }
    assert_eq!(sound(&battle), Ok(()));
    let first = battle.ids().next().unwrap();
    let spoils: [(&str, Spoil); 14] = [
        ("is noted in", |b| b.units[0].place = Place::Waiting),
        ("are ready", |b| {
            b.index.ready.pop().unwrap();
        }),
        ("haze", |b| b.markers.barrages.push((b.ground.objectives[0].0, false))),
        ("not as noted", |b| b.index.beside.german[0] += 1),
        ("is commanded by", |b| {
            let led = b.index.commanders.iter_mut().find(|leader| leader.is_some()).unwrap();
            *led = None;
        }),
        ("with his unit", |b| {
            let mut leaders = b.index.leaders.iter_mut();
            *leaders.find(|at| at.is_some()).unwrap() = None;
        }),
        ("steps than printed", |b| b.units[0].steps = 3),
        ("cohesion hits", |b| b.units[0].cohesion = 3),
        ("are present", |b| b.index.at[0] = None),
        ("stacked in", |b| {
            let unit = super::super::counter::UnitId(0);
            let hex = b.hex(unit).unwrap();
            b.index.stacks[hex.index()] = b.index.below[unit.index()];
        }),
        ("chits", |b| b.cup.put(0)),
        ("chits", |b| b.cup.clear()),
        ("points", |b| b.command.points[0] = 500),
        ("overstacked", |b| {
            let hex = b.hex(super::super::counter::UnitId(7)).unwrap();
            for unit in [7, 8, 9] {
                b.units[unit].column = true;
            }
            assert!(b.overstacked(hex));
        }),
    ];
    for (words, spoil) in spoils {
        let mut spoilt = battle.clone();
        spoil(&mut spoilt);
        let found = sound(&spoilt).expect_err(words);
        assert!(found.contains(words), "{found:?} says nothing of {words}");
    }
    let hex = battle.hex(first).unwrap();
    let mut mixed = battle.clone();
    let german = mixed.ids().find(|&unit| mixed.side(unit) == engine::Side::German).unwrap();
    mixed.put(german, hex);
    assert!(sound(&mixed).unwrap_err().contains("both sides"));
}

#[test]
fn the_invariants_of_drops_can_fail() {
    type Spoil = fn(&mut Battle);
    let battle = position(&snafu(), 1, |battle| battle.turn == 2);
    assert_eq!(sound(&battle), Ok(()));
    let spoils: [(&str, Spoil); 6] = [
        ("never dropped", |b| b.units[0].parachutes = 1),
        ("4 drop markers", |b| {
            let jumper = b.ground.sticks[0].units[0];
            b.unit_mut(jumper).parachutes = 4;
        }),
        ("before its stick", |b| b.arrivals.dropped.clear()),
        ("not in its box", |b| {
            let guard = b.ids().find(|&unit| b.counter(unit).rearguard()).unwrap();
            let hex = b.ground.objectives[0].0;
            b.lift(guard);
            b.unit_mut(guard).place = Place::Dead(hex);
            b.unit_mut(guard).end = Some((0, "fire"));
        }),
        // A chit that nobody bought, and one bought that is nowhere.
        ("chits", |b| b.cup.clear()),
        ("chits", |b| b.tally.purses[0].bought[1] += 1),
    ];
    for (words, spoil) in spoils {
        let mut spoilt = battle.clone();
        spoil(&mut spoilt);
        let found = sound(&spoilt).expect_err(words);
        assert!(found.contains(words), "{found:?} says nothing of {words}");
    }
}

/// The first position of a random game that is like that.
fn position(start: &Battle, seed: u64, like: impl Fn(&Battle) -> bool) -> Battle {
    let (mut dice, mut legal) = (Seeded::new(Seed(seed)), Vec::new());
    let mut whim = Whim::new(Seed(seed), engine::Side::German);
    let mut battle = start.clone();
    battle.open(&mut dice, &mut Vec::new());
    while !like(&battle) {
        legal.clear();
        battle.legal_actions(&mut legal);
        battle.apply_unchecked(legal[whim.below(legal.len())], &mut dice, &mut Vec::new());
    }
    battle
}

/// Lines of play counted for the first two scenarios, and for those after them.
const MOST_LINES: [u64; 2] = [1_000_000, 50_000];

/// The counts to the greatest depth under so many lines of play, from the set-up, from the first
/// chit (of SNAFU: from the drop), and from an activation in the middle of the fight. A rule that changes them on
/// purpose is followed by `UPDATE_GOLDEN=1 cargo test -p games perft`.
#[test]
fn perft_is_pinned() {
    let path = top().join("tests/golden/mercury.perft");
    let set_up = |start: &Battle| {
        let mut battle = start.clone();
        battle.open(&mut Scripted::always(4), &mut Vec::new());
        battle
    };
    let contact = |battle: &Battle| {
        battle.turn >= 1
            && matches!(battle.frames.last(), Some(Frame::Activation(Activation)))
            && battle.ids().any(|firer| {
                battle.may_activate(firer)
                    && battle.ids().any(|at| battle.may_fire_at(firer, at).is_some())
            })
    };
    let falling = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::Dropping(_)));
    let (kastelli, snafu) = (kastelli(), snafu());
    let (precision, heraklion, last_chance) = (precision(), heraklion(), last_chance());
    let (descent, kiwis, jump) = (descent(), kiwis(), jump_die_repeat());
    let (gala, pursuit, rising, free) = (gala(), hot_pursuit(), rising(), free_for_all());
    let planning = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::AirPlan(_)));
    let loaded = |battle: &Battle| battle.lots.contains(&Lot::Loaded);
    let deploying = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::Commander(_)));
    let landing = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::Airland(_)));
    let filling = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::FillCup(_)));
    let naming = |battle: &Battle| matches!(battle.frames.last(), Some(Frame::FreeDrop(_)));
    let mut lines = String::new();
    for (name, start) in alloc::vec![
        ("kastelli", set_up(&kastelli)),
        ("kastelli-first-chit", position(&kastelli, 1, |battle| battle.playing.is_some())),
        ("kastelli-contact", position(&kastelli, 1, contact)),
        ("snafu", set_up(&snafu)),
        ("snafu-drop", position(&snafu, 1, falling)),
        ("snafu-contact", position(&snafu, 1, contact)),
        ("precision", set_up(&precision)),
        ("precision-drop", position(&precision, 1, falling)),
        ("precision-contact", position(&precision, 1, contact)),
        ("heraklion", set_up(&heraklion)),
        ("heraklion-drop", position(&heraklion, 1, falling)),
        ("heraklion-contact", position(&heraklion, 1, contact)),
        ("piling-on-contact", position(&piling_on(), 1, contact)),
        ("descent", set_up(&descent)),
        ("descent-drop", position(&descent, 1, falling)),
        ("descent-contact", position(&descent, 1, contact)),
        ("descent-commander", position(&descent, 1, deploying)),
        ("jump-die-repeat", set_up(&jump)),
        ("jump-die-repeat-drop", position(&jump, 1, falling)),
        ("jump-die-repeat-contact", position(&jump, 1, contact)),
        ("kiwis", set_up(&kiwis)),
        ("kiwis-plan", position(&kiwis, 1, planning)),
        ("kiwis-truck", position(&kiwis, 1, loaded)),
        ("kiwis-contact", position(&kiwis, 1, contact)),
        ("gala", set_up(&gala)),
        ("gala-contact", position(&gala, 1, contact)),
        ("hot-pursuit", set_up(&pursuit)),
        ("hot-pursuit-contact", position(&pursuit, 1, contact)),
        ("rising", set_up(&rising)),
        ("rising-drop", position(&rising, 1, falling)),
        ("rising-contact", position(&rising, 1, contact)),
        ("free-for-all-cup", position(&free, 1, filling)),
        ("free-for-all-drop", position(&free, 1, naming)),
        ("free-for-all-landing", position(&free, 1, falling)),
        ("free-for-all-contact", position(&free, 1, contact)),
        ("main-event-contact", position(&main_event(), 1, contact)),
        ("last-chance", set_up(&last_chance)),
        ("last-chance-landing", position(&last_chance, 2, landing)),
        ("last-chance-contact", position(&last_chance, 1, contact)),
    ] {
        for depth in 1.. {
            let count = perft(&start, depth);
            let first = name.starts_with("kastelli") || name.starts_with("snafu");
            if count >= MOST_LINES[usize::from(!first)] {
                break;
            }
            writeln!(lines, "{name} {depth} {count}").unwrap();
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &lines).unwrap();
    }
    let pinned =
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert_eq!(lines, pinned, "lines of play changed");
}

/// Whoever plays fifty random games of a scenario never sees a longer list; of scenario 5, where an event may befall
/// any of a hundred Allied units, none with a decision for each of them and more.
#[test]
fn no_list_of_decisions_is_too_long() {
    let small = [kastelli(), snafu(), precision(), heraklion(), piling_on(), last_chance()];
    no_list_is_longer_than(64, &small, 50);
    no_list_is_longer_than(112, &[descent()], 10);
    // Of scenario 6 there are more than two hundred.
    no_list_is_longer_than(220, &[jump_die_repeat()], 3);
}

fn no_list_is_longer_than(most: usize, battles: &[Battle], games: u64) {
    let mut longest = (0, "none".to_string());
    let mut legal = Vec::new();
    for (start, game) in battles.iter().flat_map(|s| (0..games).map(move |g| (s, g))) {
        let seed = Seed(5).game(game);
        let (mut dice, mut whim) = (Seeded::new(seed), Whim::new(seed, engine::Side::German));
        let mut battle = start.clone();
        battle.open(&mut dice, &mut Vec::new());
        while battle.to_act().is_some() {
            legal.clear();
            battle.legal_actions(&mut legal);
            if legal.len() > longest.0 {
                longest = (legal.len(), format!("{:?}", battle.frames.last()));
            }
            battle.apply_unchecked(legal[whim.below(legal.len())], &mut dice, &mut Vec::new());
        }
    }
    assert!((2..=most).contains(&longest.0), "{longest:?}");
}
