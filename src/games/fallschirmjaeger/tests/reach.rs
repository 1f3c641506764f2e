//! How far parties get, worked out a second time: from the pieces and the cells alone, hex by hex until nothing changes.
//! It is slow, and keeps nothing that the search of the rules keeps.

use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

use engine::{Direction, HexId, Position, Seed, Seeded, Side, Whim};

use crate::fallschirmjaeger::action::Action;
use crate::fallschirmjaeger::ground::{Class, Nation};
use crate::fallschirmjaeger::party::{gait, together};
use crate::fallschirmjaeger::phase::Wait;
use crate::fallschirmjaeger::state::{Holland, Spot, did};

use super::Desk;

/// What it costs the party to get to each hex, its own included; `None` where it does not get.
type Costs = Vec<Option<u16>>;

/// The party, and the map as it looks to it.
struct Slow<'a> {
    game: &'a Holland,
    start: HexId,
    /// By hex: whether an enemy stands there, whether one who controls his surroundings is next to it, whether any is,
    /// whether a friend stands there, and whether enemies without soldiers are there.
    enemy: Vec<bool>,
    zone: Vec<bool>,
    beside: Vec<bool>,
    friend: Vec<bool>,
    unarmed: Vec<bool>,
}

impl<'a> Slow<'a> {
    fn of(game: &'a Holland) -> Slow<'a> {
        let start = game.party_hex().expect("a party on the map");
        let nobody = || vec![false; game.board.map.len()];
        let mut slow = Slow {
            game,
            start,
            enemy: nobody(),
            zone: nobody(),
            beside: nobody(),
            friend: nobody(),
            unarmed: nobody(),
        };
        for (unit, piece) in game.board.units.iter().zip(&game.pieces) {
            let Spot::Hex(hex) = piece.spot else { continue };
            let fights = unit.class.fights();
            if unit.side == game.side {
                slow.friend[hex.index()] |= fights;
                continue;
            }
            slow.enemy[hex.index()] |= fights;
            slow.unarmed[hex.index()] |=
                !piece.captive && matches!(unit.class, Class::Truck | Class::Leader);
            for (_, near) in game.board.map.neighbours(hex).filter(|_| fights) {
                slow.beside[near.index()] = true;
                // 1.4: who is disorganized has no zone of control.
                slow.zone[near.index()] |= !piece.dg;
            }
        }
        slow
    }

    fn units(&self) -> impl Iterator<Item = u16> + '_ {
        self.game.party.units.iter().copied()
    }

    fn any(&self, class: impl Fn(Class) -> bool) -> bool {
        self.units().any(|unit| class(self.game.class(unit)))
    }

    fn has(&self, deed: u16) -> bool {
        self.units().any(|unit| self.game.piece(unit).did & deed != 0)
    }

    /// Whether a standing barrage lies on a hex that hits the party (1.7b).
    fn barraged(&self, hex: HexId) -> bool {
        let hits = self.game.side == Side::German || self.game.board.rulings.standing_hits_friends;
        hits && self.game.standing.iter().any(|standing| standing.hex == hex)
    }

    /// Whether the party may be in a hex on its way.
    fn open(&self, hex: HexId) -> bool {
        let place = hex.index();
        let british = self.units().any(|unit| self.game.board.unit(unit).nation == Nation::British);
        let loaded = self.game.party.by_truck
            && self.game.load_of(&self.game.party.units, self.game.party.gold) > 0;
        !(self.enemy[place]
            || british && !self.game.british_may(hex)
            || loaded && self.beside[place]
            || self.unarmed[place] && !self.any(Class::fights))
    }

    /// Half points of a step on land or over a ferry, zones of control left out.
    fn pace(&self, from: HexId, to: HexId, way: Option<Direction>) -> Option<u16> {
        let game = self.game;
        let mobilities: Vec<_> = if game.party.by_truck {
            vec![driving()]
        } else {
            self.units().map(|unit| game.board.unit(unit).mobility).map(gait).collect()
        };
        let mut most = None;
        for bit in mobilities {
            let gait = (0..4).find(|gait| bit == 1 << gait)?;
            let plain = game.board.cell(to).plain[gait];
            let cost = match way {
                Some(way) => {
                    let step = game.board.cell(from).step[gait][way.index()];
                    let canal = game.board.cell(from).canal & way.bit() != 0;
                    match (canal && game.laid_over(from, way), step, plain) {
                        (true, 0, plain) => plain,
                        (true, step, plain) => step.min(plain),
                        (false, step, _) => step,
                    }
                }
                None => {
                    let ferries = game.board.ferries.iter();
                    let joins = |one, two| one == from && two == to || one == to && two == from;
                    let ferry = ferries.filter(|ferry| joins(ferry.from, ferry.to));
                    let ferry = ferry.map(|ferry| ferry.cost).next()?;
                    if gait == 3 || plain == 0 { 0 } else { ferry + plain }
                }
            };
            most = Some(together(most, cost));
        }
        most.filter(|&cost| cost > 0).map(u16::from)
    }

    /// What a step to a hex costs those who have spent so much; `None` if they cannot take it.
    fn step(&self, spent: u16, from: HexId, to: HexId, way: Option<Direction>) -> Option<u16> {
        let game = self.game;
        let first = from == self.start;
        if !self.open(to) || !first && self.barraged(from) && !self.has(did::STADIUM) {
            return None;
        }
        if self.any(|class| class == Class::Train) {
            let rails = way.is_some_and(|way| game.board.cell(from).rails & way.bit() != 0);
            return rails.then(|| spent + 1);
        }
        let pace = self.pace(from, to, way);
        if self.has(did::STADIUM) {
            // 2.5b: three hexes of the city.
            let city = game.board.cell(to).terrain.is_city() && way.is_some();
            return (city && pace.is_some() && spent < 3).then(|| spent + 1);
        }
        if self.has(did::FRESH) && !first {
            return None;
        }
        let held = self.zone[to.index()] && !self.friend[to.index()];
        let toll = if held { game.board.rulings.zone_cost.halves() } else { 0 };
        let total = spent + pace? + toll;
        let points = game.party.points;
        if total <= points {
            return Some(total);
        }
        // Series rule 3.1e: one hex, with all that there is.
        let one = first && !game.party.moved && way.is_some() && points > 0;
        one.then_some(points)
    }

    /// What it costs to get anywhere: every step from every hex, again and again until no hex becomes cheaper.
    fn costs(&self) -> Costs {
        let mut costs: Costs = vec![None; self.game.board.map.len()];
        costs[self.start.index()] = Some(0);
        // Who has just jumped and moved goes no farther (2.5b).
        if self.has(did::FRESH) && self.game.party.moved {
            return costs;
        }
        loop {
            let before = costs.clone();
            for from in self.game.board.map.ids() {
                let Some(spent) = before[from.index()] else { continue };
                let near = self.game.board.map.neighbours(from).map(|(way, to)| (Some(way), to));
                let ferries = self.game.board.ferries.iter();
                let ends =
                    ferries.flat_map(|ferry| [(ferry.from, ferry.to), (ferry.to, ferry.from)]);
                let over = ends.filter(|&(end, _)| end == from).map(|(_, to)| (None, to));
                for (way, to) in near.chain(over) {
                    if let Some(total) = self.step(spent, from, to, way) {
                        let cost = &mut costs[to.index()];
                        *cost = Some(cost.map_or(total, |cost| cost.min(total)));
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// What a way costs; `None` if a step of it cannot be taken.
    fn cost_of(&self, way: &[HexId]) -> Option<u16> {
        let (mut spent, mut at) = (0, self.start);
        for &to in way {
            let near = self.game.board.map.neighbours(at).find(|&(_, near)| near == to);
            let by_land = near.and_then(|(way, _)| self.step(spent, at, to, Some(way)));
            let by_water = self.step(spent, at, to, None).filter(|_| !self.has(did::STADIUM));
            spent = by_land.into_iter().chain(by_water).min()?;
            at = to;
        }
        Some(spent)
    }
}

/// Lorries drive, whatever they carry.
fn driving() -> u8 {
    gait(crate::fallschirmjaeger::ground::Mobility::Motor)
}

/// What random games came across, so that nobody believes in a test of nothing.
#[derive(Debug, Default)]
struct Seen {
    marches: u32,
    ferries: u32,
    barrages: u32,
    jumpers: u32,
    lorries: u32,
    trains: u32,
}

/// Holds the party of a position against the slow computation.
fn compare(game: &Holland, seen: &mut Seen) -> Result<(), String> {
    let slow = Slow::of(game);
    let costs = slow.costs();
    let name = |hex: HexId| game.board.place(hex);
    let who: Vec<&str> = slow.units().map(|unit| &*game.board.unit(unit).id).collect();
    let Some(reach) = game.party_reach(None) else {
        let goes = costs.iter().flatten().count() > 1;
        return if goes { Err(format!("{who:?} could go somewhere")) } else { Ok(()) };
    };
    for hex in game.board.map.ids() {
        let (fast, slow) = (reach.cost(hex), costs[hex.index()]);
        if fast != slow {
            let start = name(game.party_hex().expect("it is on the map"));
            return Err(format!("{who:?} from {start} to {}: {fast:?}, not {slow:?}", name(hex)));
        }
    }
    let mut found: Vec<HexId> = reach.found().to_vec();
    if !found.is_sorted_by_key(|&hex| costs[hex.index()]) {
        return Err(format!("{who:?}: not the nearest first"));
    }
    found.push(slow.start);
    found.sort();
    let all: Vec<HexId> = game.board.map.ids().filter(|hex| costs[hex.index()].is_some()).collect();
    if found != all {
        return Err(format!("{who:?}: {} hexes found, not {}", found.len(), all.len()));
    }
    // Ways, as they are walked.
    for (number, &goal) in reach.found().iter().enumerate() {
        let way = reach.way(goal);
        if slow.cost_of(&way) != reach.cost(goal) {
            return Err(format!("{who:?} to {}: {way:?} costs otherwise", name(goal)));
        }
        let froms = [slow.start].into_iter().chain(way.iter().copied());
        // A ferry joins hexes that are next to each other.
        let ferried = |&(from, &to): &(HexId, &HexId)| {
            let mut ferries = game.board.ferries.iter();
            ferries
                .any(|ferry| [(ferry.from, ferry.to), (ferry.to, ferry.from)].contains(&(from, to)))
        };
        let crossed = froms.zip(&way).filter(ferried);
        seen.ferries += crossed.count() as u32;
        if number % 7 == 0
            && game.party_reach(Some(goal)).map(|reach| reach.way(goal)).as_ref() != Some(&way)
        {
            return Err(format!("{who:?} to {}: another way", name(goal)));
        }
    }
    seen.marches += 1;
    seen.barrages += u32::from(reach.found().iter().any(|&hex| slow.barraged(hex)));
    seen.jumpers += u32::from(slow.has(did::FRESH));
    seen.lorries += u32::from(game.party.by_truck);
    seen.trains += u32::from(slow.any(|class| class == Class::Train));
    Ok(())
}

/// Plays random games and looks at a share of the parties.
fn play(desk: &Desk, games: u64, every: u32) -> Seen {
    let mut seen = Seen::default();
    let mut count = 0u32;
    for game in 0..games {
        let seed = Seed(77).game(game);
        let (mut dice, mut whims) = (Seeded::new(seed), Whim::new(seed, Side::German));
        let mut position = desk.game.clone();
        position.open(&mut dice, &mut Vec::new());
        let mut legal: Vec<Action> = Vec::new();
        while position.to_act().is_some() {
            legal.clear();
            position.legal_actions(&mut legal);
            if matches!(position.wait, Wait::March(_)) {
                count += 1;
                if count.is_multiple_of(every)
                    && let Err(broken) = compare(&position, &mut seen)
                {
                    panic!("game {game}, turn {}: {broken}", position.turn);
                }
            }
            // Lorries with a load are rare where one goes alone as readily.
            let lorries = legal.contains(&Action::Convoy).then_some(Action::Convoy);
            let choice = lorries.unwrap_or_else(|| legal[whims.below(legal.len())]);
            position.apply_unchecked(choice, &mut dice, &mut Vec::new());
        }
    }
    seen
}

#[test]
fn parties_of_moerdijk_get_as_far_as_they_should() {
    let seen = play(&Desk::moerdijk(&[]), 30, 3);
    assert!(seen.marches > 500 && seen.jumpers > 0 && seen.barrages > 0, "{seen:?}");
}

#[test]
fn parties_of_den_haag_get_as_far_as_they_should() {
    let seen = play(&Desk::den_haag(&[]), 6, 4);
    assert!(seen.marches > 100 && seen.lorries > 0, "{seen:?}");
}

#[test]
fn parties_of_fortress_holland_get_as_far_as_they_should() {
    let seen = play(&Desk::fortress(&["zone_cost=3", "standing_hits_friends=false"]), 6, 8);
    assert!(seen.marches > 100 && seen.lorries > 0 && seen.ferries > 0, "{seen:?}");
}
