//! Combat (6.1, 6.2): odds, shifts, one die, damage points.

use alloc::vec::Vec;

use engine::{
    BySide, Chance, ChanceKind, CombatTable, Dice, Faults, HexId, Pending, Ratio, Rounding, Side,
    TableShape,
};

use super::action::Action;
use super::chronicle::{Event, Fought};
use super::ground::Nation;
use super::rules::{Cause, LeaderSpot, Race};
use super::rulings::{AdjacentStart, AttackLimit, OosDie};
use super::sets::{Bits, HexSet};
use super::sheets::TableFile;
use super::supply::Lines;
use super::support::Guns;

const COMBAT: ChanceKind = ChanceKind::new("combat");
const LEADER: ChanceKind = ChanceKind::new("leader");

/// Columns of the combat table (6.1).
pub(crate) const COLUMNS: [&str; 7] = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"];

/// Damage to attacker and defender, by column and die.
pub(crate) type Results = CombatTable<(u8, u8)>;

/// The combat table of a file, or what is wrong with it (6.1). The die counts as 1 to 6 (W-6.1-3).
pub(crate) fn results(name: &str, file: &TableFile, faults: &mut Faults) -> Option<Results> {
    let shape = TableShape {
        headings: &COLUMNS,
        faces: 1..=6,
        expected: "columns 1:3 to 5:1, six rows of seven cells such as `1/2` (attacker/defender)",
    };
    let read = |cell: &str| {
        let (attacker, defender) = cell.split_once('/')?;
        let small = |n: &str| n.trim().parse::<u8>().ok().filter(|&n| n <= 9);
        Some((small(attacker)?, small(defender)?))
    };
    CombatTable::new(name, &file.columns, &file.rows, &shape, read, faults)
}

/// A combat under way.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Fight {
    /// Whether the Germans attack.
    pub(crate) german: bool,
    /// The hex attacked.
    pub(crate) target: Option<HexId>,
    pub(crate) attackers: u128,
    pub(crate) defenders: u128,
    /// Highest unit that was held back, plus one: units are held back in order.
    pub(crate) held: u8,
    /// Artillery committed: marker plus one.
    pub(crate) guns: BySide<u8>,
    /// Damage still to be dealt out.
    pub(crate) hits: BySide<u8>,
    /// Damage done; counts for retreat and advance (6.3, 6.4).
    pub(crate) done: BySide<u8>,
    /// Whether a leader's hex was rolled for.
    pub(crate) leader_rolled: [bool; 2],
    /// Hexes each side fought from.
    pub(crate) german_from: HexSet,
    pub(crate) allied_from: HexSet,
    /// Units that still have to retreat.
    pub(crate) retreating: u128,
    /// Hexes the present retreat has been in.
    pub(crate) trail: HexSet,
    /// Whether the first step of the present retreat or advance is to come.
    pub(crate) first: bool,
    /// Units that have advanced, and the hex of the stack that may (Market-Garden 6.4).
    pub(crate) advanced: u128,
    pub(crate) stack: Option<HexId>,
}

impl Fight {
    pub(crate) fn attacker(&self) -> Side {
        if self.german { Side::German } else { Side::Allied }
    }

    pub(crate) fn units(&self, side: Side) -> u128 {
        if side == self.attacker() { self.attackers } else { self.defenders }
    }

    /// The side with less damage.
    pub(crate) fn winner(&self) -> Side {
        if self.done.german < self.done.allied { Side::German } else { Side::Allied }
    }

    pub(crate) fn from(&self, side: Side) -> HexSet {
        match side {
            Side::German => self.german_from,
            Side::Allied => self.allied_from,
        }
    }

    /// Hexes of retreat and advance (6.3, 6.4).
    pub(crate) fn margin(&self) -> u8 {
        self.done.german.abs_diff(self.done.allied)
    }
}

/// What an attack would be worth: the column after shifts and the die's modifier.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prospect {
    pub(crate) attack: u16,
    pub(crate) defence: u16,
    pub(crate) column: u8,
    pub(crate) modifier: i8,
}

/// Whom to attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Attack;

impl Pending<Race> for Attack {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(race.index.targets.iter().map(Action::Attack));
        actions.push(Action::EndAttacks);
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        race.index.targets = HexSet::default();
        let Action::Attack(target) = action else {
            race.index.cut_off = 0;
            race.end_half(dice, events);
            return;
        };
        race.fight = Fight {
            german: race.side == Side::German,
            target: Some(target),
            attackers: race.joiners(target),
            defenders: race.here(target, race.side.other()),
            ..Fight::default()
        };
        race.phase = Muster.into();
    }

    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let over = race.index.targets.is_empty();
        if over {
            race.end_half(dice, events);
        }
        over
    }
}

/// With whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Muster;

impl Pending<Race> for Muster {
    fn decider(self, race: &Race) -> Option<Side> {
        Some(race.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.push(Action::Resolve);
        if race.fight.attackers.count_ones() > 1 {
            let later = Bits(race.fight.attackers).filter(|&unit| unit >= race.fight.held);
            actions.extend(later.map(Action::HoldBack));
        }
    }

    fn play(self, race: &mut Race, action: Action, _: &mut dyn Dice, _: &mut Vec<Event>) {
        if let Action::HoldBack(unit) = action {
            race.fight.attackers &= !(1 << unit);
            race.fight.held = unit + 1;
        } else {
            race.phase = Guns { side: race.guns_first(), second: false }.into();
        }
    }
}

/// The die is rolled (6.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Resolve;

impl Pending<Race> for Resolve {
    fn decider(self, _: &Race) -> Option<Side> {
        None
    }

    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        race.resolve(dice, events);
        true
    }
}

/// Who takes damage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Losses {
    /// Whose.
    pub side: Side,
}

impl Pending<Race> for Losses {
    fn decider(self, _: &Race) -> Option<Side> {
        Some(self.side)
    }

    fn options(self, race: &Race, actions: &mut Vec<Action>) {
        actions.extend(Bits(race.takers(self.side)).map(Action::Damage));
    }

    fn play(self, race: &mut Race, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if let Action::Damage(unit) = action {
            race.take(unit, dice, events);
        }
    }

    fn proceed(self, race: &mut Race, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let takers = race.takers(self.side);
        if race.fight.hits[self.side] == 0 || takers == 0 {
            if self.side == race.side {
                race.losses_done();
            } else {
                race.phase = Losses { side: race.side }.into();
            }
            return true;
        }
        if takers.is_power_of_two() {
            race.take(takers.trailing_zeros() as u8, dice, events);
            return true;
        }
        false
    }
}

impl Race {
    pub(crate) fn start_attacks(&mut self) {
        self.phase = Attack.into();
        self.index.zone = [HexSet::default(); 2];
        self.find_targets();
    }

    /// Units that have not attacked in this impulse; nor been attacked, if that counts too (6.0,
    /// W-6.0-1).
    pub(crate) fn fresh(&self) -> u128 {
        match self.board.rulings.attack_limit {
            AttackLimit::PerImpulse => !(self.fought | self.struck),
            AttackLimit::PerHalf => !self.fought,
        }
    }

    /// Units of the active side that may attack now (4.1.1, 6.0).
    pub(crate) fn attackers(&self) -> u128 {
        let mut units = self.active() & self.fresh();
        if self.board.rulings.adjacent_start != AdjacentStart::Free {
            units &= !(self.contact & self.moved);
        }
        units
    }

    /// Whether the enemies in a hex may be attacked: as one group, each once (6.0).
    pub(crate) fn attackable(&self, hex: HexId) -> bool {
        let used = if self.board.rulings.attack_limit == AttackLimit::PerImpulse {
            self.struck | self.fought
        } else {
            self.struck
        };
        self.index.at[hex.index()] & used == 0
    }

    pub(crate) fn find_targets(&mut self) {
        let attackers = self.attackers();
        let mut targets = HexSet::default();
        let mut ready = 0;
        if attackers != 0 {
            let enemies = self.index.stands[self.side.other()];
            let front = enemies
                .iter()
                .fold(HexSet::default(), |front, hex| front.or(self.board.ground(hex).around));
            for hex in front.and(self.index.stands[self.side]).iter() {
                let here = self.index.at[hex.index()] & attackers;
                if here == 0 {
                    continue;
                }
                let beside = self.board.ground(hex).around.and(enemies).iter();
                for target in beside.filter(|&target| self.attackable(target)) {
                    targets.insert(target);
                    ready |= here;
                }
            }
        }
        self.index.targets = targets;
        self.index.cut_off = 0;
        if ready != 0 {
            let lines = self.supply_lines_for(self.side, ready);
            self.index.cut_off = self.cut_off_by(ready, &lines);
        }
    }

    /// Units that could join an attack on a hex.
    pub(crate) fn joiners(&self, target: HexId) -> u128 {
        self.around(target) & self.attackers()
    }

    /// Units of the active side next to a hex.
    pub(crate) fn around(&self, target: HexId) -> u128 {
        let near = self.board.ground(target).around.and(self.index.stands[self.side]).iter();
        near.fold(0, |set, near| set | self.index.at[near.index()])
    }

    fn sum(&self, units: u128) -> u16 {
        Bits(units).map(|unit| u16::from(self.strength(unit))).sum()
    }

    /// Odds, shifts and die modifiers of an attack (6.1, 6.1.1, 6.1.2, 9.6, 12.1, 12.2).
    pub(crate) fn prospect(
        &self,
        attackers: u128,
        target: HexId,
        guns: BySide<u8>,
        attackers_out_of_supply: bool,
    ) -> Prospect {
        let air = self.air_columns(attackers, target);
        self.prospect_under(air, attackers, target, guns, attackers_out_of_supply)
    }

    /// The same under aircraft that shift it so.
    pub(crate) fn prospect_under(
        &self,
        air: i8,
        attackers: u128,
        target: HexId,
        guns: BySide<u8>,
        attackers_out_of_supply: bool,
    ) -> Prospect {
        let side = self.side;
        let attack = self.sum(attackers);
        let defence = self.index.might[target.index()];
        // In the defender's favour: 4 against 9 is 1:3 (W-6.1-1).
        let mut column = self.board.table.column(Ratio::of(attack, defence, Rounding::Defender));
        // W-6.1-2
        if self.board.rulings.clamp_first {
            column = column.clamp(0, 6);
        }
        column -= i16::from(self.board.ground(target).terrain.columns());
        column += i16::from(attackers & self.board.armor != 0);
        column += i16::from(air);
        column += i16::from(guns[side] != 0) - i16::from(guns[side.other()] != 0);
        let mut modifier = -i8::from(attackers_out_of_supply);
        modifier -= self.discord(attackers);
        // Mercury 12.1.2: compulsory.
        let led = self.leaders.iter().any(|l| {
            l.side == Side::German
                && side == Side::German
                && matches!(l.at, LeaderSpot::Hex(hex) if self.index.at[hex.index()] & attackers != 0)
        });
        modifier += i8::from(led);
        Prospect { attack, defence, column: column.clamp(0, 6) as u8, modifier }
    }

    /// 12.1: -1 for two nationalities; Mercury 12.4: -1 for each beyond the first, -3 at most.
    fn discord(&self, attackers: u128) -> i8 {
        if !self.board.options.coordination || self.side != Side::Allied {
            return 0;
        }
        // Mercury 12.2.1, WM-12.4-1: Freyberg merges the nationalities of his hex.
        let freyberg = self.leaders.iter().find(|l| l.side == Side::Allied).map(|l| l.at);
        let mut apart = [false; Nation::ALL.len()];
        let mut merged = [false; Nation::ALL.len()];
        for unit in Bits(attackers) {
            let with_him = freyberg.is_some() && self.hex_of(unit).map(LeaderSpot::Hex) == freyberg;
            let nations = if with_him { &mut merged } else { &mut apart };
            nations[self.board.unit(unit).nation as usize] = true;
        }
        let mut count = apart.iter().filter(|&&there| there).count() as i8;
        let both = apart.iter().zip(&merged).any(|(&a, &m)| a && m);
        count += i8::from(merged.contains(&true) && !both);
        let most = if self.board.mercury() { 3 } else { 1 };
        (count - 1).clamp(0, most)
    }

    /// Units of an attack that are out of supply, as traced before it (9.6).
    pub(crate) fn cut_off(&self, attackers: u128) -> u128 {
        attackers & self.index.cut_off
    }

    /// Those of some units that are out of supply by these lines.
    pub(crate) fn cut_off_by(&self, units: u128, lines: &Lines) -> u128 {
        Bits(units).filter(|&unit| !self.supplied(unit, lines)).fold(0, |set, unit| set | 1 << unit)
    }

    /// Whether an attack suffers for those of its units that are cut off (W-9.0-2).
    pub(crate) fn suffers(&self, attackers: u128, cut_off: u128) -> bool {
        match self.board.rulings.oos_die {
            OosDie::AnyAttacker => attackers & cut_off != 0,
            OosDie::AllAttackers => attackers & !cut_off == 0,
        }
    }

    /// Whether an attack suffers for lack of supply.
    pub(crate) fn attack_unsupplied(&self, attackers: u128) -> bool {
        self.suffers(attackers, self.cut_off(attackers))
    }

    /// The die is rolled (6.1).
    fn resolve(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let Some(target) = self.fight.target else { return };
        let side = self.side;
        let unsupplied = self.attack_unsupplied(self.fight.attackers);
        let prospect = self.prospect(self.fight.attackers, target, self.fight.guns, unsupplied);
        let chance = Chance {
            kind: COMBAT,
            turn: u16::from(self.turn),
            who: u16::from(self.impulse) * 2 + u16::from(side == Side::Allied),
            whom: target.0,
            nth: 0,
        };
        let die = dice.roll(chance, 6) + 1;
        let (to_attacker, to_defender) = *self
            .board
            .table
            .result(prospect.column.into(), (die as i8 + prospect.modifier).into());
        self.fought |= self.fight.attackers;
        self.struck |= self.fight.defenders;
        for unit in Bits(self.fight.attackers | self.fight.defenders) {
            let Some(hex) = self.hex_of(unit) else { continue };
            match self.board.unit(unit).side {
                Side::German => self.fight.german_from.insert(hex),
                Side::Allied => self.fight.allied_from.insert(hex),
            }
        }
        events.push(Event::Fought(Fought {
            side,
            target,
            attack: prospect.attack,
            defence: prospect.defence,
            column: prospect.column,
            die,
            modifier: prospect.modifier,
            to_attacker,
            to_defender,
        }));
        for (whose, points) in [(side, to_attacker), (side.other(), to_defender)] {
            let room: u8 = Bits(self.fight.units(whose)).map(|unit| self.stamina(unit)).sum();
            self.fight.hits[whose] = points.min(room);
            // W-6.3-1: excess damage is ignored, here too.
            let excess = self.board.rulings.excess_counts;
            self.fight.done[whose] = if excess { points } else { points.min(room) };
        }
        self.index.cut_off = 0;
        self.phase = Losses { side: side.other() }.into();
    }

    /// Units that can take damage now.
    pub(crate) fn takers(&self, side: Side) -> u128 {
        self.fight.units(side) & self.index.present
    }

    fn take(&mut self, unit: u8, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let side = self.board.unit(unit).side;
        self.fight.hits[side] -= 1;
        let hex = self.hex_of(unit);
        self.hurt(unit, 1, Cause::Combat, events);
        self.endanger_leader(hex, side, dice, events);
    }

    /// Mercury 12.1.3, 12.2.2: a hex has suffered a damage point in combat, by the table or for
    /// ignoring a retreat (6.3.1); its leader is rolled for, once a combat.
    pub(crate) fn endanger_leader(
        &mut self,
        hex: Option<HexId>,
        side: Side,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        for number in 0..self.leaders.len() {
            let leader = self.leaders[number];
            if leader.side != side
                || self.fight.leader_rolled[number]
                || hex.map(LeaderSpot::Hex) != Some(leader.at)
            {
                continue;
            }
            self.fight.leader_rolled[number] = true;
            let chance = Chance {
                kind: LEADER,
                turn: u16::from(self.turn),
                who: number as u16,
                whom: self.fight.target.map_or(0, |hex| hex.0),
                nth: u16::from(self.impulse) * 2 + u16::from(self.side == Side::Allied),
            };
            let die = dice.roll(chance, 6) + 1;
            if die == 6 {
                self.leaders[number].at = LeaderSpot::Gone;
                events.push(Event::LeaderLost { side, die: Some(die) });
            }
        }
    }
}
