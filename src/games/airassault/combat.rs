//! Combat (V.F): what is attacked, by whom, at which odds.

use alloc::vec::Vec;

use engine::{Dice, HexId, Pending, Ratio, Rounding, Side};

use super::action::Action;
use super::aftermath::{Debt, Settle, Stage};
use super::artillery::Aim;
use super::event::Event;
use super::ground::{Class, HexSet};
use super::rules::Step;
use super::rulings::{ArtilleryAlone, BoxHalves};
use super::state::{AirAssault, Spot, did};

/// Hexes that are attacked as one at most: three have a hex that is next to all of them.
const MOST_TARGETS: usize = 3;

/// A fight from its announcement to the last advance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fight {
    pub targets: Vec<HexId>,
    /// Ground units that attack.
    pub attackers: Vec<u16>,
    /// Guns that support them (V.G.4).
    pub guns: Vec<u16>,
    /// Units in the hexes attacked.
    pub defenders: Vec<u16>,
    /// Hexes from which the attack comes.
    pub starts: Vec<HexId>,
    /// Whether it is drift combat (V.I.5).
    pub drift: bool,
    pub stage: Stage,
    /// Guns of the defender that have yet to be asked, the first one last.
    pub silent: Vec<u16>,
    /// Guns that fire, and at whom.
    pub shots: Vec<(u16, Aim)>,
    /// Units that have yet to retreat, the first one last.
    pub falling: Vec<u16>,
    pub debt: Debt,
    /// Units that may still advance.
    pub winners: Vec<u16>,
    /// Hexes into which they may.
    pub vacated: Vec<HexId>,
}

impl Fight {
    /// Combat where airborne units came down.
    pub(crate) fn drift(hex: HexId, attackers: Vec<u16>) -> Fight {
        Fight { targets: alloc::vec![hex], attackers, drift: true, ..Fight::default() }
    }
}

/// What a fight would be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Odds {
    pub strengths: [u16; 2],
    pub column: i16,
    pub modifier: i8,
}

/// What is attacked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack;

impl Pending<AirAssault> for Attack {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        Some(game.side)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let targets = game.hexes_to_attack();
        actions.extend(targets.iter().map(Action::Attack));
        // V.F.2: those in landing boxes must attack.
        if !game.must_attack(&targets) {
            actions.push(Action::Pass);
        }
    }

    fn play(self, game: &mut AirAssault, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        match action {
            Action::Attack(hex) => {
                game.fight = Fight {
                    targets: alloc::vec![hex],
                    attackers: game.attackers_of(&[hex]),
                    guns: game.supporters_of(&[hex]),
                    ..Fight::default()
                };
                game.wait = Muster.into();
            }
            _ => game.end_attacks(),
        }
    }

    fn proceed(self, game: &mut AirAssault, _: &mut dyn Dice, _: &mut Vec<Event>) -> bool {
        let over = game.hexes_to_attack().is_empty();
        if over {
            game.end_attacks();
        }
        over
    }
}

/// With whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Muster;

impl Pending<AirAssault> for Muster {
    fn decider(self, game: &AirAssault) -> Option<Side> {
        Some(game.side)
    }

    fn options(self, game: &AirAssault, actions: &mut Vec<Action>) {
        let fight = &game.fight;
        actions.push(Action::Fight);
        if fight.attackers.len() > 1 {
            actions.extend(fight.attackers.iter().copied().map(Action::HoldBack));
        }
        actions.extend(fight.guns.iter().copied().map(Action::HoldBack));
        actions.extend(game.further_targets().into_iter().map(Action::Also));
    }

    fn play(
        self,
        game: &mut AirAssault,
        action: Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match action {
            Action::HoldBack(unit) => {
                game.fight.attackers.retain(|&other| other != unit);
                game.fight.guns.retain(|&other| other != unit);
            }
            Action::Also(hex) => {
                game.fight.targets.push(hex);
                let targets = game.fight.targets.clone();
                let (attackers, guns) = (game.attackers_of(&targets), game.supporters_of(&targets));
                game.fight.attackers.retain(|unit| attackers.contains(unit));
                game.fight.guns.retain(|unit| guns.contains(unit));
            }
            _ => game.announce(events),
        }
    }
}

impl AirAssault {
    /// The side to move begins to attack.
    pub(crate) fn begin_attacks(&mut self) {
        self.forget(did::FOUGHT | did::STRUCK | did::FLED);
        self.fight = Fight::default();
        self.wait = Attack.into();
    }

    fn end_attacks(&mut self) {
        self.fight = Fight::default();
        let german = self.side == Side::German;
        self.go(if german { Step::Beaches } else { Step::Restacking });
    }

    /// Whether a unit may attack at all: infantry and armour that have not yet, and did not drop on this turn (V.F.3,
    /// V.I.6).
    fn may_attack(&self, unit: u16) -> bool {
        let kind = self.unit(unit);
        (kind.class.is_infantry() || kind.class.is_armour())
            && kind.attack > 0
            && !self.has_done(unit, did::FOUGHT | did::FLED | did::DROPPED)
    }

    /// Whether a unit is next to a hex, or in a landing box before it (V.F.1, V.L.7.a).
    pub(crate) fn faces(&self, unit: u16, hex: HexId) -> bool {
        match self.piece(unit).spot {
            Spot::Hex(from) => self.board.near(from).any(|near| near == hex),
            Spot::Box(_) => self.shore_of(unit) == Some(hex),
            _ => false,
        }
    }

    /// Whether enemies stand in a hex who show and have not been attacked in this phase (V.F.3).
    pub(crate) fn may_be_attacked(&self, hex: HexId) -> bool {
        let enemy = self.side.other();
        self.bars(enemy, hex)
            && self.of(enemy, hex).any(|unit| {
                !self.piece(unit).face_down
                    && self.class(unit).is_combat()
                    && !self.has_done(unit, did::STRUCK)
            })
    }

    /// Hexes that somebody can attack, each once.
    pub(crate) fn hexes_to_attack(&self) -> HexSet {
        let mut hexes = HexSet::default();
        let enemy = self.side.other();
        for &unit in &self.board.of_side[self.side] {
            let here = match self.piece(unit).spot {
                Spot::Hex(hex) if self.zone(enemy, hex) => hex,
                Spot::Box(_) => {
                    if let Some(shore) = self.shore_of(unit)
                        && self.may_attack(unit)
                        && self.may_be_attacked(shore)
                    {
                        hexes.insert(shore);
                    }
                    continue;
                }
                _ => continue,
            };
            if self.may_attack(unit) {
                let near = self.board.near(here).filter(|&near| self.may_be_attacked(near));
                near.for_each(|near| hexes.insert(near));
            }
        }
        hexes
    }

    fn must_attack(&self, targets: &HexSet) -> bool {
        let boxed = self.board.of_side[self.side].iter().copied();
        boxed.into_iter().any(|unit| {
            self.may_attack(unit) && self.shore_of(unit).is_some_and(|hex| targets.contains(hex))
        })
    }

    /// All who can attack these hexes together (V.F.5, V.F.8).
    pub(crate) fn attackers_of(&self, targets: &[HexId]) -> Vec<u16> {
        let Some((&first, others)) = targets.split_first() else { return Vec::new() };
        let near = self.board.near(first).flat_map(|hex| self.of(self.side, hex));
        let own = self.board.of_side[self.side].iter().copied();
        let boxed = own.filter(|&unit| self.shore_of(unit) == Some(first));
        let able =
            |&unit: &u16| self.may_attack(unit) && others.iter().all(|&hex| self.faces(unit, hex));
        let mut units: Vec<u16> = near.chain(boxed).filter(able).collect();
        units.sort_unstable();
        units
    }

    /// Hexes next to those attacked that could be attacked with them (V.F.8).
    fn further_targets(&self) -> Vec<HexId> {
        let targets = &self.fight.targets;
        if targets.len() >= MOST_TARGETS {
            return Vec::new();
        }
        let mut further: Vec<HexId> = Vec::new();
        for hex in targets.iter().flat_map(|&target| self.board.near(target)) {
            let joins = self.fight.attackers.iter().any(|&unit| self.faces(unit, hex));
            if joins
                && !targets.contains(&hex)
                && !further.contains(&hex)
                && self.may_be_attacked(hex)
            {
                further.push(hex);
            }
        }
        further
    }

    /// V.F.12: what a hex defends with. Units that fled there do not help (V.F.10.d).
    pub(crate) fn defence_of(&self, side: Side, hex: HexId) -> u16 {
        let cell = self.board.cell(hex);
        let stay = |&unit: &u16| !self.has_done(unit, did::FLED) && !self.piece(unit).face_down;
        let units: Vec<u16> = self.fighters(side, hex).filter(stay).collect();
        let strength = units
            .iter()
            .copied()
            .filter(|&unit| !self.class(unit).is_artillery())
            .map(|unit| u16::from(self.unit(unit).defence))
            .sum::<u16>();
        strength * u16::from(cell.defence) + self.alone(&units)
    }

    /// What artillery without infantry or light armour defends with: never multiplied (V.F.12).
    pub(crate) fn alone(&self, units: &[u16]) -> u16 {
        let shields = |&unit: &u16| {
            let class = self.class(unit);
            class.is_infantry() || matches!(class, Class::LightTank | Class::AssaultGun)
        };
        if units.iter().any(shields) {
            return 0;
        }
        let guns = units.iter().filter(|&&unit| self.class(unit).is_artillery()).count() as u16;
        match self.board.rulings.artillery_alone {
            ArtilleryAlone::Each => guns,
            ArtilleryAlone::Together => guns.min(1),
        }
    }

    /// What units attack with, guns and bombers apart: those in landing boxes count half (V.L.7.b).
    fn assault_of(&self, attackers: &[u16]) -> u16 {
        let (mut whole, mut boxed) = (0, 0);
        for &unit in attackers {
            let strength = u16::from(self.unit(unit).attack);
            match self.piece(unit).spot {
                Spot::Box(_) => {
                    boxed += match self.board.rulings.box_halves {
                        BoxHalves::Sum => strength,
                        BoxHalves::Each => strength / 2 * 2,
                    }
                }
                _ => whole += strength,
            }
        }
        whole + boxed / 2
    }

    /// The odds of an attack as it stands (V.F.9).
    pub(crate) fn odds_of(
        &self,
        side: Side,
        attackers: &[u16],
        guns: &[u16],
        targets: &[HexId],
    ) -> Odds {
        let mut attack = self.assault_of(attackers);
        // V.G.4.b, C-G-2: guns need infantry, bombers any ground unit.
        if attackers.iter().any(|&unit| self.class(unit).is_infantry()) {
            attack += guns.iter().map(|&gun| u16::from(self.unit(gun).attack)).sum::<u16>();
        }
        if side == Side::German && !attackers.is_empty() {
            attack += targets.iter().map(|&hex| self.bomber_strength(hex)).sum::<u16>();
        }
        let defence = targets.iter().map(|&hex| self.defence_of(side.other(), hex)).sum();
        let ratio = Ratio::of(attack, defence, Rounding::Defender);
        let modifier = if self.over_a_river(attackers, targets) { self.board.river_die } else { 0 };
        Odds {
            strengths: [attack, defence],
            column: self.board.combat.clamp(self.board.combat.column(ratio)) as i16,
            modifier,
        }
    }

    /// The terrain effects chart: all attackers on one river, the defenders behind it.
    fn over_a_river(&self, attackers: &[u16], targets: &[HexId]) -> bool {
        let common = attackers.iter().fold(u16::MAX, |rivers, &unit| {
            rivers & self.hex_of(unit).map_or(0, |hex| self.board.cell(hex).rivers)
        });
        let theirs = targets.iter().fold(0, |all, &hex| all | self.board.cell(hex).rivers);
        !attackers.is_empty() && common & !theirs != 0 && common & theirs == 0
    }

    /// V.G.5.a: the attack is announced; V.M.2: who attacks shows himself.
    fn announce(&mut self, events: &mut Vec<Event>) {
        let side = self.side;
        let fight = self.fight.clone();
        for &unit in fight.attackers.iter().chain(&fight.guns) {
            self.mark(unit, did::FOUGHT);
            self.show(unit, events);
            if let Some(hex) = self.hex_of(unit)
                && fight.attackers.contains(&unit)
                && !self.fight.starts.contains(&hex)
            {
                self.fight.starts.push(hex);
            }
        }
        for &hex in &fight.targets {
            self.show_hex(hex, events);
            let struck: Vec<u16> = self.of(side.other(), hex).collect();
            for unit in struck {
                self.mark(unit, did::STRUCK);
            }
        }
        let units = fight.attackers.len() as u8;
        events.push(Event::Attacked { side, hex: fight.targets[0], units });
        self.ask_for_fire();
    }

    /// Combat where airborne units came down: nobody else takes part (V.I.5.a).
    pub(crate) fn begin_drift_fight(&mut self, fight: Fight) {
        self.fight = fight;
        self.fight.stage = Stage::Dice;
        self.wait = Settle.into();
    }
}
