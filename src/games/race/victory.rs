//! Winning (11.0).

use alloc::boxed::Box;
use alloc::vec::Vec;

use engine::{BySide, Dice, HexId, Outcome, Side, TurnFacts};

use super::chronicle::Event;
use super::ground::Corps;
use super::phase::Over;
use super::rules::Race;
use super::rulings::AutoWinCheck;
use super::sets::{Bits, HexSet};
use crate::measures::TurnValues;

/// Turn of Mercury whose end may give the Allies the game (11.1: 22 May), from 0.
const ALL_AIRFIELDS_TURN: u8 = 2;

/// Airfields with a German unit in supply that give the Germans the game (11.1).
const AIRFIELDS_NEEDED: usize = 2;

/// How a game can end, in the order of the victory levels of both games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    GermanAirfields,
    GermanPoints,
    GermansStopped,
    AlliedAirfields,
    AlliedStopped,
    AlliedPoints,
    XxxInArnhem,
}

impl Clause {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Clause::GermanAirfields => "two airfields in supply (11.1)",
            Clause::GermanPoints | Clause::AlliedPoints => "victory points (11.2)",
            Clause::GermansStopped | Clause::AlliedStopped => "too few victory points (11.2)",
            Clause::AlliedAirfields => "all airfields Allied on 22 May (11.1)",
            Clause::XxxInArnhem => "XXX Corps in Arnhem in supply (11.1)",
        }
    }

    /// Winner and level.
    const fn verdict(self) -> (Side, u8) {
        match self {
            Clause::GermanAirfields | Clause::AlliedStopped => (Side::German, 0),
            Clause::GermanPoints => (Side::German, 1),
            Clause::AlliedPoints => (Side::Allied, 1),
            Clause::GermansStopped | Clause::XxxInArnhem => (Side::Allied, 2),
            Clause::AlliedAirfields => (Side::Allied, 3),
        }
    }
}

/// Levels of Mercury, from best for the Germans.
pub(crate) const MERCURY_LEVELS: [&str; 4] = [
    "German automatic victory",
    "German operational victory",
    "Allied victory",
    "Allied automatic victory",
];
/// Levels of Market-Garden, from best for the Germans.
pub(crate) const MARKET_GARDEN_LEVELS: [&str; 3] =
    ["German victory", "Allied operational victory", "Allied automatic victory"];

impl Race {
    /// Victory points of the invader as they count now (11.2).
    pub(crate) fn points(&self) -> u8 {
        let invader = self.board.invader();
        let needs_supply = !self.board.mercury() || self.board.rulings.german_vp_supply;
        let lines = needs_supply.then(|| self.supplied_objectives(invader));
        self.board
            .objectives
            .iter()
            .filter(|objective| self.holds(objective.hex, invader))
            .map(|objective| match lines {
                Some(lines) if !lines.contains(objective.hex) => {
                    // WG-11.2-1: Arnhem and Nijmegen give 1 when cut off.
                    let city = self
                        .board
                        .cities
                        .is_some_and(|c| [c.arnhem, c.nijmegen].contains(&objective.hex));
                    u8::from(city)
                }
                _ => objective.points,
            })
            .sum()
    }

    /// How far these points of the invader are from those he needs, in victory points; above 0 favours the
    /// Germans.
    fn standing(&self, points: u8) -> i32 {
        let short = i32::from(self.board.victory_points) - i32::from(points);
        if self.board.mercury() { -short } else { short }
    }

    /// The margin, in victory points: an invader who wins has those beyond the last that would not have been
    /// enough, 1 or more; one who does not, those he lacks. Whoever wins by other means than points (11.1) has no
    /// less than 1.
    fn margin(&self, winner: Side) -> i32 {
        let standing = self.standing(self.points());
        let enough = i32::from(winner == self.board.invader());
        match winner {
            Side::German => (standing + enough).max(1),
            Side::Allied => (standing - enough).min(-1),
        }
    }

    fn win(&mut self, clause: Clause, events: &mut Vec<Event>) {
        let (winner, level) = clause.verdict();
        self.outcome = Outcome::Over {
            winner: Some(winner),
            level,
            margin: self.margin(winner),
            clause: clause.words(),
        };
        self.phase = Over.into();
        events.push(Event::Won { side: winner, clause: clause.words() });
    }

    /// Whether a German unit in supply stands on each airfield.
    fn german_airfields(&self) -> usize {
        let lines = self.supply_lines(Side::German);
        let standing = |hexes: HexSet| {
            hexes.iter().any(|hex| {
                Bits(self.here(hex, Side::German)).any(|unit| self.supplied(unit, &lines))
            })
        };
        self.board.airfields.iter().filter(|airfield| standing(airfield.hexes)).count()
    }

    /// 11.1, at the end of an attack phase (W-10-1); true if the game is over.
    pub(crate) fn automatic_victory(&mut self, last: bool, events: &mut Vec<Event>) -> bool {
        if !last && self.board.rulings.auto_win_check == AutoWinCheck::Turn {
            return false;
        }
        if self.board.mercury() {
            if self.german_airfields() >= AIRFIELDS_NEEDED {
                self.win(Clause::GermanAirfields, events);
                return true;
            }
            let allied = |hexes: HexSet| hexes.iter().all(|hex| self.holds(hex, Side::Allied));
            if last
                && self.turn == ALL_AIRFIELDS_TURN
                && self.board.airfields.iter().all(|airfield| allied(airfield.hexes))
            {
                self.win(Clause::AlliedAirfields, events);
                return true;
            }
        } else if let Some(cities) = self.board.cities {
            let there = self.here(cities.arnhem, Side::Allied);
            let xxx = Bits(there).any(|unit| self.board.unit(unit).corps == Corps::Xxx);
            if xxx && self.supply_lines(Side::Allied).ground.contains(cities.arnhem) {
                self.win(Clause::XxxInArnhem, events);
                return true;
            }
        }
        false
    }

    /// 11.2 at the end of every turn; then the next turn, or the end of the game.
    pub(crate) fn close_turn(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.end_air_turn();
        if self.board.mercury() && self.first_airfield.is_none() && self.airfields_held() > 0 {
            self.first_airfield = Some(u16::from(self.turn) + 1);
        }
        let points = self.points();
        events.push(Event::TurnEnded(Box::new(self.turn_end(points))));
        let mercury = self.board.mercury();
        if points >= self.board.victory_points {
            self.win(if mercury { Clause::GermanPoints } else { Clause::AlliedPoints }, events);
        } else if usize::from(self.turn) + 1 == self.board.calendar.len() {
            // 11.2, WM-11.2-1: any other result.
            self.win(if mercury { Clause::GermansStopped } else { Clause::AlliedStopped }, events);
        } else {
            self.next_turn(dice, events);
        }
    }

    /// Airfields in German hands, wholly.
    pub(crate) fn airfields_held(&self) -> u16 {
        let held = |hexes: HexSet| hexes.iter().all(|hex| self.holds(hex, Side::German));
        self.board.airfields.iter().filter(|airfield| held(airfield.hexes)).count() as u16
    }

    /// Ports that the Germans control.
    pub(crate) fn ports_held(&self) -> u16 {
        self.board.ports.iter().filter(|&&hex| self.holds(hex, Side::German)).count() as u16
    }

    /// Hexes that the invader's units still had to go to an automatic victory (11.1): in Mercury to as many
    /// airfields as two German units lack, each from the unit nearest to it; in Market-Garden from XXX Corps
    /// to Arnhem. `None` when there is no such unit left.
    pub(crate) fn hexes_short(&self) -> Option<u16> {
        let way = |units: u128, hexes: &mut dyn Iterator<Item = HexId>| -> Option<u16> {
            hexes
                .flat_map(|hex| {
                    let from = Bits(units).filter_map(|unit| self.hex_of(unit));
                    from.map(move |from| self.board.distance(from, hex))
                })
                .min()
        };
        if let Some(cities) = self.board.cities {
            let all = Bits(self.on_map(Side::Allied));
            let xxx = all.filter(|&unit| self.board.unit(unit).corps == Corps::Xxx);
            let units = xxx.fold(0, |units, unit| units | 1 << unit);
            return way(units, &mut core::iter::once(cities.arnhem));
        }
        let germans = self.on_map(Side::German);
        let fields = self.board.airfields.iter();
        let ways: Option<Vec<u16>> =
            fields.map(|field| way(germans, &mut field.hexes.iter())).collect();
        let mut ways = ways?;
        ways.sort_unstable();
        Some(ways.iter().take(AIRFIELDS_NEEDED).sum())
    }

    fn turn_end(&self, points: u8) -> TurnEnd {
        let mercury = self.board.mercury();
        let steps = BySide::from_fn(|side| {
            Bits(self.on_map(side)).map(|unit| u16::from(self.stamina(unit))).sum()
        });
        let control = BySide::from_fn(|side| {
            self.board.objectives.iter().filter(|o| self.holds(o.hex, side)).count() as u16
        });
        let total: i32 = self.board.objectives.iter().map(|o| i32::from(o.points)).sum();
        TurnEnd {
            turn: self.turn,
            steps,
            steps_lost: self.lost,
            control,
            // Distance from the level of victory, as a share of all points.
            advantage: (self.standing(points) * 1000 / total.max(1)).clamp(-1000, 1000),
            values: TurnValues {
                greek_steps_lost: mercury.then_some(self.greek_lost),
                airfields: mercury.then(|| self.airfields_held()),
                ports: mercury.then(|| self.ports_held()),
                ..TurnValues::default()
            },
        }
    }
}

/// How things stood when a turn ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// The turn, from 0.
    pub turn: u8,
    /// Steps each side has on the map.
    pub steps: BySide<u16>,
    /// Steps each side has lost so far.
    pub steps_lost: BySide<u16>,
    /// Victory hexes each side holds.
    pub control: BySide<u16>,
    /// How near the Germans are to winning, per mille.
    pub advantage: i32,
    pub(crate) values: TurnValues,
}

impl TurnEnd {
    /// The row of the turn.
    pub(crate) fn row(&self) -> TurnFacts {
        TurnFacts {
            turn: u16::from(self.turn) + 1,
            steps: self.steps,
            steps_lost: self.steps_lost,
            control: self.control,
            advantage: self.advantage,
            values: self.values.list(),
            ..TurnFacts::default()
        }
    }
}
