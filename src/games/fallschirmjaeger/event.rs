//! Events: everything that happens, with its rolls, and each in words.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, HexId, Narrate, Side};

use super::state::Holland;

/// How a unit comes down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By parachute.
    Parachute,
    /// By parachute on a village (2.5e).
    Village,
    /// By parachute into the stadium (2.5f).
    Stadium,
    /// By seaplane (2.4).
    Seaplane,
    /// By transport aircraft at an airfield (2.6).
    Airfield,
}

impl Way {
    /// Its word in tables.
    pub const fn word(self) -> &'static str {
        ["parachute", "village", "stadium", "seaplane", "airland"][self as usize]
    }
}

/// How a landing ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Where it was to.
    OnTarget,
    /// Elsewhere.
    Scattered,
    /// At the airfield, with a Ju-52 point lost.
    AircraftLost,
    /// A wreck, and the unit elsewhere.
    Wreck,
    /// It turned back.
    Aborted,
    /// It was destroyed.
    Destroyed,
}

impl Landing {
    /// Its word in tables.
    pub const fn word(self) -> &'static str {
        ["on target", "scattered", "aircraft lost", "wreck", "aborted", "destroyed"][self as usize]
    }
}

/// A landing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The turn.
    pub turn: u8,
    /// Who.
    pub unit: u16,
    /// How.
    pub way: Way,
    /// Where it was to come down.
    pub aim: HexId,
    /// Where it came down; nowhere if it did not.
    pub hex: Option<HexId>,
    /// The die of the Air Landing Table; 0 if none was rolled.
    pub die: u8,
    /// Its modifiers.
    pub modifier: i8,
    /// Anti-aircraft points against it.
    pub flak: u8,
    /// How it ended.
    pub result: Landing,
    /// Steps lost.
    pub steps_lost: u8,
    /// Ju-52 points lost.
    pub aircraft_lost: u8,
}

/// A fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// Who attacks.
    pub side: Side,
    /// The hex attacked.
    pub target: HexId,
    /// Whether it is an overrun.
    pub overrun: bool,
    /// Strengths, in the same small part of a point.
    pub strengths: [u16; 2],
    /// Column of the table, from 0.
    pub column: u8,
    /// The dice.
    pub dice: [u8; 2],
    /// Their modifier (2.2).
    pub modifier: u8,
    /// Steps to lose by the attacker and the defender.
    pub steps: [u8; 2],
    /// Hexes to retreat.
    pub back: [u8; 2],
}

/// How things stood when a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// The turn, from 1.
    pub turn: u8,
    /// Steps each side has on the map.
    pub steps: BySide<u16>,
    /// Steps each side has lost.
    pub lost: BySide<u16>,
    /// Places that count for victory in the hands of each side.
    pub control: BySide<u16>,
    /// How near the Germans are to winning, per mille.
    pub advantage: i32,
    /// Values of the measures of a turn.
    pub values: Vec<engine::Value>,
}

/// Something that happened. Numbers of units are those of the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are named by what they hold; each event says what it is")]
pub enum Event {
    /// A player turn began.
    PlayerTurn(Side),
    /// A turn ended.
    TurnEnded(Box<TurnEnd>),
    /// Air support was rolled for (1.9a).
    AirSupport {
        side: Side,
        dice: [u8; 2],
        barrages: u8,
    },
    /// An air barrage was sent (1.9a).
    Sent {
        kind: u8,
        hex: HexId,
    },
    /// Anti-aircraft fired at an air barrage (1.8c).
    FlakAtFlight {
        kind: u8,
        hex: HexId,
        rating: u8,
        die: u8,
    },
    /// Anti-aircraft fired at a unit in the air (1.8c).
    FlakAtUnit {
        unit: u16,
        hex: HexId,
        rating: u8,
        die: u8,
    },
    /// The loss roll of a unit that was hit (1.8c).
    LossRoll {
        unit: u16,
        die: u8,
    },
    /// A unit was scattered (1.8d).
    Scattered {
        unit: u16,
        from: HexId,
        direction: u8,
        distance: u8,
        hex: Option<HexId>,
    },
    /// A unit came down, or did not.
    Landed(Landed),
    /// A wreck lies on an airfield (2.3c).
    Wrecked {
        field: u8,
    },
    /// A unit was barraged: by a unit, or by aircraft of a type (1.7a).
    Barraged {
        by: Result<u16, u8>,
        unit: u16,
        hex: HexId,
        rating: u8,
        modifier: i8,
        die: u8,
        loss: Option<u8>,
    },
    /// A standing barrage was placed or ended (1.7b).
    StandingPlaced {
        unit: u16,
        hex: HexId,
    },
    StandingEnded {
        unit: u16,
        hex: HexId,
    },
    /// A unit lost steps.
    Lost {
        unit: u16,
        hex: Option<HexId>,
        steps: u8,
        cause: &'static str,
        gone: bool,
    },
    /// A leader reorganized a unit (1.10d).
    Restored {
        unit: u16,
    },
    /// An ad hoc company was formed (1.10e).
    Formed {
        unit: u16,
        hex: HexId,
    },
    /// A captive was taken, freed, escaped, was sent away (1.10f-1.10k).
    Captured {
        unit: u16,
        by: u16,
    },
    Freed {
        unit: u16,
    },
    SentAway {
        unit: u16,
    },
    /// Somebody left for England (3.7).
    Evacuated {
        unit: u16,
        points: u8,
    },
    /// A ship rolled for withdrawal (3.3c).
    WithdrawalRoll {
        unit: u16,
        die: u8,
    },
    /// Reinforcements were taken or refused (4.0e).
    Decided {
        group: u8,
        taken: bool,
    },
    /// The reserve may come (5.2).
    Released,
    /// A reinforcement came.
    Arrived {
        unit: u16,
        hex: HexId,
    },
    /// A unit moved.
    Moved {
        unit: u16,
        from: HexId,
        hex: HexId,
    },
    /// A bridge was begun, finished, lost (2.9).
    BridgeBegun {
        unit: u16,
        from: HexId,
        to: HexId,
    },
    BridgeLaid {
        from: HexId,
        to: HexId,
    },
    BridgeLost {
        bridge: u16,
    },
    /// A bridge that counts for victory changed hands (4.0a).
    BridgeCrossed {
        bridge: u8,
        side: Side,
    },
    /// An airfield changed hands (4.0a).
    FieldTaken {
        field: u8,
        side: Side,
    },
    /// A fight.
    Fought(Fought),
    /// A unit retreated or advanced.
    Retreated {
        unit: u16,
        hex: HexId,
    },
    Advanced {
        unit: u16,
        hex: HexId,
    },
    /// A unit went out of supply, or came back into it (1.5).
    Supply {
        unit: u16,
        cut_off: bool,
    },
    /// A supply head left the map (2.7).
    HeadLeft {
        unit: u16,
        hex: Option<HexId>,
    },
    /// The refinery burnt (3.8b).
    Burnt {
        hex: HexId,
    },
    /// De Twee Gezusters unloaded (3.4a).
    Unloaded {
        hex: HexId,
    },
    /// The game was won.
    Won {
        winner: Option<Side>,
        clause: &'static str,
        points: i16,
    },
}

impl Narrate for Holland {
    fn tell(&self, event: &Event) -> Option<String> {
        let board = &self.board;
        let name = |unit: u16| board.unit(unit).name.as_str();
        let at = |hex: HexId| board.place(hex);
        let aircraft = |kind: u8| board.aircraft[usize::from(kind)].name.as_str();
        Some(match event {
            Event::PlayerTurn(side) => format!("{side} player turn"),
            Event::TurnEnded(end) => format!(
                "Turn {} ends: Germans {} steps, Allies {} steps",
                end.turn, end.steps.german, end.steps.allied
            ),
            Event::AirSupport { side, dice, barrages } => match dice {
                [0, 0] => format!("{side} air support: {barrages} barrages"),
                [die, 0] => format!("{side} air support: {die}, {barrages} barrages"),
                [first, second] => {
                    format!("{side} air support: {first} and {second}, {barrages} barrages")
                }
            },
            // The decision has said so.
            Event::Sent { .. } | Event::Arrived { .. } => return None,
            Event::FlakAtFlight { kind, hex, rating, die } => {
                let result = if die <= rating { "aborts" } else { "comes through" };
                format!("{} over {}: {die} against {rating}, {result}", aircraft(*kind), at(*hex))
            }
            Event::FlakAtUnit { unit, hex, rating, die } => {
                let result = if die <= rating { "scatters" } else { "comes through" };
                format!("{} over {}: {die} against {rating}, {result}", name(*unit), at(*hex))
            }
            Event::LossRoll { unit, die } => {
                let result = match die {
                    ..=2 => "no loss",
                    3 | 4 => "a Ju-52 point",
                    _ => "a Ju-52 point and a step",
                };
                format!("{}: loss roll {die}, {result}", name(*unit))
            }
            Event::Scattered { unit, from, direction, distance, hex } => format!(
                "{} scatters from {}: direction {direction}, {distance} hexes, {}",
                name(*unit),
                at(*from),
                hex.map_or_else(|| "off the map".into(), at)
            ),
            Event::Landed(landed) => {
                let place = landed.hex.map_or_else(String::new, |hex| format!(" at {}", at(hex)));
                let die = match (landed.die, landed.modifier) {
                    (0, _) => String::new(),
                    (die, 0) => format!(", {die}"),
                    (die, modifier) => format!(", {die}{modifier:+}"),
                };
                format!("{}: {}{place}{die}", name(landed.unit), landed.result.word())
            }
            Event::Wrecked { field } => {
                format!("A wreck lies on {}", board.airfields[usize::from(*field)].name)
            }
            Event::Barraged { by, unit, hex, rating, modifier, die, loss } => {
                let who = match by {
                    Ok(unit) => name(*unit),
                    Err(kind) => aircraft(*kind),
                };
                let hit = i16::from(*die) + i16::from(*modifier) <= i16::from(*rating);
                let die = match modifier {
                    0 => format!("{die}"),
                    modifier => format!("{die}{modifier:+}"),
                };
                let result = match (hit, loss) {
                    (false, _) => "no effect".into(),
                    (true, None) => "disorganized".into(),
                    (true, Some(loss)) => format!("disorganized, step roll {loss}"),
                };
                format!(
                    "{who} at {} in {}: {die} against {rating}, {result}",
                    name(*unit),
                    at(*hex)
                )
            }
            Event::StandingPlaced { unit, hex } => {
                format!("{} keeps {} under a standing barrage", name(*unit), at(*hex))
            }
            Event::StandingEnded { unit, hex } => {
                format!("The standing barrage of {} on {} ends", name(*unit), at(*hex))
            }
            Event::Lost { unit, steps, cause, gone, .. } => {
                let what = if *gone { "is destroyed" } else { "is reduced" };
                let steps = if *steps > 1 { format!(", {steps} steps") } else { String::new() };
                format!("{} {what}{steps} ({cause})", name(*unit))
            }
            Event::Restored { unit } => format!("{} is reorganized", name(*unit)),
            Event::Formed { unit, hex } => format!("{} forms in {}", name(*unit), at(*hex)),
            Event::Captured { unit, by } => format!("{} is captured by {}", name(*unit), name(*by)),
            Event::Freed { unit } => format!("{} is free again", name(*unit)),
            Event::SentAway { unit } => format!("{} is taken off the map", name(*unit)),
            Event::Evacuated { unit, points } => {
                format!("{} leaves for England, {points} points for the Germans", name(*unit))
            }
            Event::WithdrawalRoll { unit, die } => {
                let result = if *die <= 2 { "leaves" } else { "stays" };
                format!("{}: {die}, {result}", name(*unit))
            }
            Event::Decided { group, taken } => {
                let group = &board.groups[usize::from(*group)];
                let what = if *taken { "come" } else { "are refused" };
                format!("Reinforcements {} ({} points) {what}", group.name, group.points)
            }
            Event::Released => "The reserve regiment may land".into(),
            Event::Moved { unit, hex, .. } => format!("{} moves to {}", name(*unit), at(*hex)),
            Event::BridgeBegun { unit, from, to } => {
                format!("{} begins a bridge from {} to {}", name(*unit), at(*from), at(*to))
            }
            Event::BridgeLaid { from, to } => {
                format!("The bridge from {} to {} is finished", at(*from), at(*to))
            }
            Event::BridgeLost { bridge } => format!("{} is lost", name(*bridge)),
            Event::BridgeCrossed { bridge, side } => {
                format!("{}: {side}", board.bridges[usize::from(*bridge)].name)
            }
            Event::FieldTaken { field, side } => {
                format!("{} airfield: {side}", board.airfields[usize::from(*field)].name)
            }
            Event::Fought(fought) => {
                let odds = board.combat.heading(fought.column.into());
                let [first, second] = fought.dice;
                let modifier = match fought.modifier {
                    0 => String::new(),
                    modifier => format!(" +{modifier}"),
                };
                let harm = |letter: &str, side: usize| match (fought.steps[side], fought.back[side])
                {
                    (0, 0) => String::new(),
                    (steps, 0) => format!(" {letter}{steps}"),
                    (steps, back) => format!(" {letter}{steps}r{back}"),
                };
                format!(
                    "{} at {}, {odds}: {first} and {second}{modifier},{}{}",
                    if fought.overrun { "Overrun" } else { "Combat" },
                    at(fought.target),
                    harm("A", 0),
                    harm("D", 1)
                )
            }
            Event::Retreated { unit, hex } => format!("{} retreats to {}", name(*unit), at(*hex)),
            Event::Advanced { unit, hex } => format!("{} advances to {}", name(*unit), at(*hex)),
            Event::Supply { unit, cut_off: true } => format!("{} is out of supply", name(*unit)),
            Event::Supply { unit, cut_off: false } => format!("{} is in supply", name(*unit)),
            Event::HeadLeft { unit, .. } => format!("{} leaves the map", name(*unit)),
            Event::Burnt { hex } => format!("The refinery in {} is destroyed", at(*hex)),
            Event::Unloaded { hex } => format!("De Twee Gezusters has unloaded in {}", at(*hex)),
            Event::Won { winner, clause, points } => match winner {
                Some(side) => format!("{side} victory, {points} points: {clause}"),
                None => format!("A draw, {points} points: {clause}"),
            },
        })
    }

    fn turn_name(&self) -> String {
        let turn = self.board.turns.get(usize::from(self.turn) - 1);
        format!("{}, {}", turn.map_or("", String::as_str), self.side)
    }
}
