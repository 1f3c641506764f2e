//! What happened: events, their words, and the rows they leave.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Account, Activation, BySide, CombatFacts, DropFacts, Entry as Row, Fate, GameFacts, HexId,
    Measure, MeasureChart, Narrate, Outcome, Scar, ScarDeed, Side, TurnFacts, UnitEntry, UnitFate,
};

use super::action::Group;
use super::combat::COLUMNS;
use super::ground::{Corps, Nation};
use super::landing::{Crossing, Landed};
use super::rules::{Cause, Race, Spot};
use super::turn_end::Resupply;
use super::victory::{MARKET_GARDEN_LEVELS, MERCURY_LEVELS, TurnEnd};
use crate::measures::{self, GameValues, Scope};

/// Names of the impulses (4.1).
const IMPULSE_NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// Faces of the die (6.1).
const FACES: u8 = 6;

/// A combat and its die.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// Who attacked.
    pub side: Side,
    /// The hex.
    pub target: HexId,
    /// Strength of the attackers.
    pub attack: u16,
    /// Strength of the defenders.
    pub defence: u16,
    /// Column after shifts, from 0 for 1:3.
    pub column: u8,
    /// The die.
    pub die: u8,
    /// Its modifier.
    pub modifier: i8,
    /// Damage to the attacker, by the table.
    pub to_attacker: u8,
    /// Damage to the defender, by the table.
    pub to_defender: u8,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side's half of an impulse began.
    HalfBegan {
        /// From 0 (A).
        impulse: u8,
        /// Whose half.
        side: Side,
    },
    /// The half is for movement and combat.
    Activated {
        /// By whom.
        group: Group,
    },
    /// A turn ended.
    TurnEnded(Box<TurnEnd>),
    /// The weather of the turn.
    Weather {
        /// The die.
        die: u8,
    },
    /// A reinforcement came.
    Arrived {
        /// Which.
        unit: u8,
    },
    /// A unit landed.
    Landed(Landed),
    /// Sea transport was tried.
    Sailed {
        /// Which unit.
        unit: u8,
        /// Where to.
        port: HexId,
        /// The die.
        die: u8,
        /// Its modifier.
        modifier: i8,
        /// What came of it.
        result: Crossing,
    },
    /// A unit moved.
    Moved {
        /// Which.
        unit: u8,
        /// Where from.
        from: Option<HexId>,
        /// Where to.
        hex: HexId,
    },
    /// A moving unit was looked for from the air.
    Interdicted {
        /// Which.
        unit: u8,
        /// Where.
        hex: HexId,
        /// The die.
        die: u8,
    },
    /// A demolition was tried.
    Demolition {
        /// Where.
        hex: HexId,
        /// The die.
        die: u8,
        /// Whether the charge went off.
        blown: bool,
    },
    /// Boats made good for a bridge.
    Boats {
        /// Where.
        hex: HexId,
    },
    /// A repair was tried.
    RepairTried {
        /// Where.
        hex: HexId,
        /// The die.
        die: u8,
        /// Its modifier.
        modifier: u8,
    },
    /// A bridge stands again.
    Repaired {
        /// Where.
        hex: HexId,
    },
    /// A combat.
    Fought(Fought),
    /// A unit took damage.
    Damaged {
        /// Which.
        unit: u8,
        /// Where, if it was on the map.
        hex: Option<HexId>,
        /// Points.
        points: u8,
        /// Why.
        cause: Cause,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Which.
        unit: u8,
        /// Where, if it was on the map.
        hex: Option<HexId>,
        /// Points it could still have taken.
        left: u8,
        /// Why.
        cause: Cause,
    },
    /// A unit retreated a hex.
    Retreated {
        /// Which.
        unit: u8,
        /// Where to.
        hex: HexId,
    },
    /// A unit retreated off the map.
    LeftMap {
        /// Which.
        unit: u8,
    },
    /// A unit advanced a hex.
    Advanced {
        /// Which.
        unit: u8,
        /// Where to.
        hex: HexId,
    },
    /// A leader was lost.
    LeaderLost {
        /// Whose.
        side: Side,
        /// The die, if one was rolled.
        die: Option<u8>,
    },
    /// A cut-off unit rolled for surrender.
    SurrenderRolled {
        /// Which.
        unit: u8,
        /// The die.
        die: u8,
    },
    /// The Allied resupply roll.
    Resupplied {
        /// The die.
        die: u8,
        /// Its modifier.
        modifier: i8,
        /// What came of it.
        result: Resupply,
    },
    /// A unit lost a damage point.
    Refitted {
        /// Which.
        unit: u8,
    },
    /// The game is won.
    Won {
        /// By whom.
        side: Side,
        /// By which clause.
        clause: &'static str,
    },
}

impl Narrate for Race {
    fn tell(&self, event: &Event) -> Option<String> {
        let board = &self.board;
        let name = |unit: u8| board.unit(unit).name.as_str();
        let at = |hex: HexId| board.place(hex);
        let signed = |modifier: i8| match modifier {
            0 => String::new(),
            other => format!("{other:+}"),
        };
        Some(match event {
            Event::HalfBegan { impulse, side } => {
                format!("Impulse {}, {side}", IMPULSE_NAMES[usize::from(*impulse)])
            }
            // The decision has said so.
            Event::Activated { .. } => return None,
            Event::TurnEnded(end) => format!(
                "Turn {} ends: Germans {} steps, Allies {} steps, victory hexes {} to {}",
                end.turn + 1,
                end.steps.german,
                end.steps.allied,
                end.control.german,
                end.control.allied
            ),
            Event::Weather { die } => {
                format!("Weather {die}: {}", if *die <= 4 { "rain" } else { "clear" })
            }
            Event::Arrived { unit } => format!("{} arrives", name(*unit)),
            Event::Landed(landed) => format!(
                "{} lands at {}: {}{}, {}",
                name(landed.unit),
                board.map.label(landed.hex),
                landed.die,
                signed(landed.modifier),
                landed.reception().word()
            ),
            Event::Sailed { unit, port, die, modifier, result } => format!(
                "{} sails for {}: {die}{}, {}",
                name(*unit),
                at(*port),
                signed(*modifier),
                result.word()
            ),
            Event::Moved { unit, hex, .. } => format!("{} moves to {}", name(*unit), at(*hex)),
            Event::Interdicted { unit, hex, die } => {
                let result = match die {
                    ..=2 => "unspotted",
                    3 | 4 => "strafed",
                    5.. => "bombed",
                };
                format!("{} under aircraft at {}: {die}, {result}", name(*unit), at(*hex))
            }
            Event::Demolition { hex, die, blown } => format!(
                "Demolition at {}: {die}, {}",
                at(*hex),
                if *blown { "blown" } else { "fails" }
            ),
            Event::Boats { hex } => format!("Boats keep the crossing at {} open", at(*hex)),
            Event::RepairTried { hex, die, modifier } => {
                format!("Repair at {}: {die}{}", at(*hex), signed(*modifier as i8))
            }
            Event::Repaired { hex } => format!("The bridge at {} stands again", at(*hex)),
            Event::Fought(fought) => format!(
                "{} attack {}: {} to {}, column {}, {}{}, damage {}/{}",
                match fought.side {
                    Side::German => "Germans",
                    Side::Allied => "Allies",
                },
                at(fought.target),
                fought.attack,
                fought.defence,
                COLUMNS[usize::from(fought.column)],
                fought.die,
                signed(fought.modifier),
                fought.to_attacker,
                fought.to_defender
            ),
            Event::Damaged { unit, points, cause, .. } => {
                format!("{} takes {points} ({})", name(*unit), cause.word())
            }
            Event::Eliminated { unit, cause, .. } => {
                format!("{} is eliminated ({})", name(*unit), cause.word())
            }
            Event::Retreated { unit, hex } => format!("{} retreats to {}", name(*unit), at(*hex)),
            Event::LeftMap { unit } => format!("{} leaves the map", name(*unit)),
            Event::Advanced { unit, hex } => format!("{} advances to {}", name(*unit), at(*hex)),
            Event::LeaderLost { side, die } => {
                let leader = if *side == Side::German { "Süssmann" } else { "Freyberg" };
                match die {
                    Some(die) => format!("{leader} is lost: {die}"),
                    None => format!("{leader} is overrun"),
                }
            }
            Event::SurrenderRolled { unit, die } => {
                let result = match die {
                    ..=2 => "surrenders",
                    3 | 4 => "suffers",
                    5.. => "holds out",
                };
                format!("{} is cut off: {die}, {result}", name(*unit))
            }
            Event::Resupplied { die, modifier, result } => {
                format!("Sea resupply: {die}{}, {}", signed(*modifier), result.word())
            }
            Event::Refitted { unit } => format!("{} refits", name(*unit)),
            Event::Won { side, clause } => format!("{side} victory: {clause}"),
        })
    }

    fn turn_name(&self) -> String {
        let turn = self.board.calendar.names.get(usize::from(self.turn));
        let impulse = IMPULSE_NAMES[usize::from(self.impulse)];
        format!("{} {impulse}", turn.map_or("", String::as_str))
    }
}

impl Account for Race {
    fn levels(&self) -> Vec<String> {
        let levels: &[&str] =
            if self.board.mercury() { &MERCURY_LEVELS } else { &MARKET_GARDEN_LEVELS };
        levels.iter().map(ToString::to_string).collect()
    }

    fn turn_names(&self) -> Vec<String> {
        self.board.calendar.names.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        let division = |nation: Nation, corps: Corps| match corps {
            Corps::Xxx => "XXX Corps".to_string(),
            Corps::Flank => "VIII and XII Corps".to_string(),
            Corps::None => nation.word().to_string(),
        };
        self.board
            .units
            .iter()
            .map(|unit| UnitEntry {
                id: unit.id.clone(),
                name: unit.name.clone(),
                side: unit.side,
                division: division(unit.nation, unit.corps),
                formation: unit.nation.word().to_string(),
                battalion: unit.command.clone(),
                kind: unit.class.word().to_string(),
                steps: unit.endurance,
                apart: unit.nation == Nation::Greek,
                values: vec![Some((unit.nation == Nation::Greek).into())],
            })
            .collect()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        fates.extend(self.pieces.iter().enumerate().map(|(unit, piece)| {
            let (fate, end) = match piece.place {
                Spot::Gone => (
                    if matches!(piece.end, Some((Cause::Exit, _))) {
                        Fate::Exited
                    } else {
                        Fate::Eliminated
                    },
                    piece.end,
                ),
                // A battlegroup or irregulars waiting to come back.
                Spot::Away(_) | Spot::Call(_) if piece.end.is_some() => {
                    (Fate::Eliminated, piece.end)
                }
                Spot::Away(_) => (Fate::Exited, None),
                Spot::Later | Spot::Box(_) | Spot::Sea | Spot::Call(_) => (Fate::NotArrived, None),
                Spot::Hex(_) => (Fate::InPlay, None),
            };
            UnitFate {
                steps: if fate == Fate::Eliminated { 0 } else { self.stamina(unit as u8) },
                fate,
                turn: end.map(|(_, turn)| u16::from(turn) + 1),
                cause: end.map(|(cause, _)| cause.word()),
                hex: piece.last,
            }
        }));
    }

    fn measures(&self) -> Vec<Measure> {
        let greeks = self.board.units.iter().filter(|unit| unit.nation == Nation::Greek);
        let greek_steps = greeks.map(|unit| i64::from(unit.endurance)).sum();
        measures::measures(Scope { turns: self.board.calendar.len(), greek_steps })
    }

    fn charts(&self) -> Vec<MeasureChart> {
        measures::charts()
    }

    fn game_facts(&self) -> GameFacts {
        let clause = match self.outcome {
            Outcome::Over { clause, .. } => clause,
            Outcome::Undecided => "undecided",
        };
        let mercury = self.board.mercury();
        let values = GameValues {
            hexes_short: self.hexes_short(),
            greek_steps_lost: mercury.then_some(self.greek_lost),
            first_airfield_turn: self.first_airfield,
            airfields_end: mercury.then(|| self.airfields_held()),
            ports_end: mercury.then(|| self.ports_held()),
            ..GameValues::default()
        };
        GameFacts {
            end_turn: u16::from(self.turn) + 1,
            end_reason: clause,
            steps_lost: BySide { german: self.lost.german, allied: self.lost.allied },
            values: values.list(),
            ..GameFacts::default()
        }
    }

    fn entry(&self, event: &Event) -> Option<Row> {
        match event {
            Event::HalfBegan { side, .. } => {
                Some(Row::Activation(Activation { side: *side, division: None, whole: true }))
            }
            Event::TurnEnded(end) => Some(Row::Turn(u16::from(end.turn) + 1)),
            Event::Landed(landed) => Some(Row::Drop(u16::from(landed.unit))),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        match event {
            Event::TurnEnded(end) => Some(end.row()),
            _ => None,
        }
    }

    fn drop_facts(&self, event: &Event) -> Option<DropFacts> {
        match event {
            Event::Landed(landed) => Some(self.landing_row(landed)),
            _ => None,
        }
    }

    fn scar(&self, event: &Event) -> Option<Scar> {
        let lost = |unit: u8, hex: Option<HexId>, steps: u8| {
            let deed = ScarDeed::Lost(u16::from(steps));
            Some(Scar { hex: hex?, side: self.board.unit(unit).side, deed })
        };
        match *event {
            Event::Damaged { unit, hex, points, .. } => lost(unit, hex, points),
            Event::Eliminated { unit, hex, left, .. } if left > 0 => lost(unit, hex, left),
            Event::Fought(fought) => Some(Scar {
                hex: fought.target,
                side: fought.side.other(),
                deed: ScarDeed::Attacked,
            }),
            _ => None,
        }
    }

    fn stands(&self, stands: &mut Vec<(HexId, Side)>) {
        for side in Side::BOTH {
            stands.extend(self.index.stands[side].iter().map(|hex| (hex, side)));
        }
    }

    fn combat(&self, event: &Event) -> Option<CombatFacts> {
        let Event::Fought(fought) = event else { return None };
        let result = |die: u8| {
            let die = die as i8 + fought.modifier;
            *self.board.table.result(fought.column.into(), die.into())
        };
        let sum = |of: fn((u8, u8)) -> u8| (1..=FACES).map(|die| u16::from(of(result(die)))).sum();
        Some(CombatFacts {
            side: fought.side,
            unit: None,
            kind: "combat",
            row: COLUMNS[usize::from(fought.column)],
            rating: None,
            modifier: i16::from(fought.modifier),
            die: fought.die,
            result: None,
            effect: u16::from(fought.to_defender),
            effect_of_all: sum(|(_, defender)| defender),
            own_effect: Some((u16::from(fought.to_attacker), sum(|(attacker, _)| attacker))),
            faces: FACES,
        })
    }
}
