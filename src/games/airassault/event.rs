//! Events: everything that happens, with its rolls, and each in words. What one side alone may know is an event of its
//! own.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{BySide, HexId, Narrate, Side};

use super::ground::{Verdict, Voyage};
use super::state::{AirAssault, Load};

/// A unit that dropped, and where it came down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Drifted {
    /// The turn.
    pub turn: u8,
    /// Who.
    pub unit: u16,
    /// Where it was placed.
    pub aim: HexId,
    /// The die, from 1.
    pub die: u8,
    /// Its modifiers.
    pub modifier: i8,
    /// Where it came down; nowhere if it was lost.
    pub hex: Option<HexId>,
}

/// A fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// Who attacks.
    pub side: Side,
    /// The first hex attacked.
    pub target: HexId,
    /// Whether it is drift combat (V.I.5).
    pub drift: bool,
    /// Whether it is defensive fire (V.G.5).
    pub fire: bool,
    /// Strengths of attack and defence.
    pub strengths: [u16; 2],
    /// Column of the table, from 0.
    pub column: u8,
    /// The die, from 1.
    pub die: u8,
    /// Its modifier.
    pub modifier: i8,
    /// The result.
    pub(crate) verdict: Verdict,
}

/// How things stood when a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// The turn, from 1.
    pub turn: u8,
    /// Units of each side on the map.
    pub units: BySide<u16>,
    /// Units that each side has lost.
    pub lost: BySide<u16>,
    /// Airfields in the hands of each side.
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
    /// A player segment began.
    Segment(Side),
    /// A turn ended.
    TurnEnded(Box<TurnEnd>),
    /// An Allied counter was set up face down: what it is, its owner alone knows.
    SetUp {
        unit: u16,
        hex: HexId,
    },
    /// A counter was set up face down, in the eyes of the enemy.
    Covered {
        hex: HexId,
    },
    /// A marker was laid, for the Germans alone: what it is (V.L.1).
    Scheduled {
        turn: u8,
        convoy: Option<u8>,
        beach: u8,
    },
    /// A marker lies on a turn, for everybody.
    MarkerLaid {
        turn: u8,
    },
    /// An aircraft went to a hex (V.K.1).
    Flew {
        unit: u16,
        hex: HexId,
    },
    /// A unit was placed for its drop (V.I.2).
    Jumped {
        unit: u16,
        hex: HexId,
    },
    /// A unit came down (V.I.4).
    Drifted(Drifted),
    /// Anti-aircraft kept an airfield shut (V.J.1.b).
    FieldShut {
        field: u8,
        unit: u16,
    },
    /// A unit landed at an airfield (V.J).
    Landed {
        unit: u16,
        field: u8,
    },
    /// A convoy or a decoy came (V.L.4).
    Sailed {
        convoy: Option<u8>,
        beach: u8,
        die: u8,
        voyage: &'static str,
    },
    /// A unit turned back (V.L.8).
    Aborted {
        unit: u16,
    },
    /// A unit is in a landing box (V.L.5).
    Ashore {
        unit: u16,
        hex: HexId,
    },
    /// The emergency convoy was called (V.L.8.a); to which beach, the Germans alone know.
    Called {
        turn: u8,
    },
    /// A group of reinforcements made for the island (VI.D.2).
    Reinforced {
        group: u8,
        die: u8,
        voyage: &'static str,
    },
    /// A unit entered.
    Entered {
        unit: u16,
        hex: HexId,
    },
    /// A unit moved.
    Moved {
        unit: u16,
        from: HexId,
        to: HexId,
    },
    /// A unit moved face down: which, its owner alone knows.
    MovedUnseen {
        unit: u16,
        from: HexId,
        to: HexId,
    },
    /// A counter face down moved, in the eyes of the enemy.
    Shifted {
        from: HexId,
        to: HexId,
    },
    /// A battalion was re-formed or broken down (V.H).
    Reformed {
        unit: u16,
    },
    BrokenDown {
        unit: u16,
    },
    /// A counter was turned up (V.M.2, V.M.3).
    Shown {
        unit: u16,
        hex: HexId,
    },
    /// A hex is attacked by these units.
    Attacked {
        side: Side,
        hex: HexId,
        units: u8,
    },
    /// A die of combat.
    Fought(Fought),
    /// A unit retreated.
    Retreated {
        unit: u16,
        from: HexId,
        to: HexId,
    },
    /// A unit advanced.
    Advanced {
        unit: u16,
        to: HexId,
    },
    /// A unit was lost.
    Lost {
        unit: u16,
        hex: Option<HexId>,
        cause: &'static str,
    },
    /// The game is over.
    Ended {
        clause: &'static str,
    },
}

impl Event {
    /// Whether a side may know of it.
    pub(crate) fn is_for(&self, side: Side) -> bool {
        match self {
            Event::SetUp { .. } | Event::MovedUnseen { .. } => side == Side::Allied,
            Event::Scheduled { .. } | Event::Covered { .. } | Event::Shifted { .. } => {
                side == Side::German
            }
            _ => true,
        }
    }
}

impl Voyage {
    /// In the words of the table.
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Voyage::AllArrive => "all arrive",
            Voyage::ThirdLost => "a third is lost",
            Voyage::Aborted => "aborted",
            Voyage::HalfLostRestAborted => "half is lost, the rest is aborted",
            Voyage::ThirdLostRestAborted => "a third is lost, the rest is aborted",
            Voyage::Eliminated => "eliminated",
        }
    }
}

impl Load {
    /// Its number among the convoys.
    pub(crate) const fn convoy(self) -> Option<u8> {
        match self {
            Load::Convoy(number) => Some(number),
            Load::Decoy => None,
            Load::Emergency => Some(u8::MAX),
        }
    }
}

impl Narrate for AirAssault {
    fn tell(&self, event: &Event) -> Option<String> {
        let name = |unit: u16| self.board.unit(unit).name.as_str();
        let place = |hex: HexId| self.board.place(hex);
        let convoy = |convoy: Option<u8>| match convoy {
            None => "a decoy".to_string(),
            Some(u8::MAX) => "the emergency convoy".to_string(),
            Some(number) => format!("convoy {}", number + 1),
        };
        Some(match event {
            Event::Segment(side) => format!("{side} segment"),
            Event::TurnEnded(_) => return None,
            Event::SetUp { unit, hex } => format!("{}: {}", place(*hex), name(*unit)),
            Event::Covered { hex } => format!("a counter face down in {}", place(*hex)),
            Event::Scheduled { turn, convoy: which, beach } => {
                let beach = self.board.beaches.get(usize::from(*beach)).filter(|_| which.is_some());
                let to = beach.map_or(String::new(), |beach| format!(" to {}", beach.name));
                format!("turn {turn}: {}{to}", convoy(*which))
            }
            Event::MarkerLaid { turn } => format!("a marker on turn {turn}"),
            Event::Flew { unit, hex } => format!("{} over {}", name(*unit), place(*hex)),
            Event::Jumped { unit, hex } => format!("{} jumps at {}", name(*unit), place(*hex)),
            Event::Drifted(drifted) => {
                let Drifted { unit, aim, die, modifier, hex, .. } = drifted;
                let to = hex.map_or_else(|| "lost".to_string(), place);
                let roll = format!("{die}{modifier:+}");
                format!("{} from {} ({roll}): {to}", name(*unit), place(*aim))
            }
            Event::FieldShut { field, unit } => {
                let field = &self.board.airfields[usize::from(*field)].name;
                format!("{field} is shut by {}", name(*unit))
            }
            Event::Landed { unit, field } => {
                let field = &self.board.airfields[usize::from(*field)].name;
                format!("{} lands at {field}", name(*unit))
            }
            Event::Sailed { convoy: which, beach, die, voyage } => {
                let beach = self.board.beaches.get(usize::from(*beach)).filter(|_| which.is_some());
                let to = beach.map_or(String::new(), |beach| format!(" to {}", beach.name));
                format!("{}{to} ({die}): {voyage}", convoy(*which))
            }
            Event::Aborted { unit } => format!("{} turns back", name(*unit)),
            Event::Ashore { unit, hex } => {
                format!("{} lies off {}", name(*unit), place(*hex))
            }
            Event::Called { turn } => format!("the emergency convoy will come on turn {turn}"),
            Event::Reinforced { group, die, voyage } => {
                let group = &self.board.groups[usize::from(*group)];
                format!("reinforcements {group} ({die}): {voyage}")
            }
            Event::Entered { unit, hex } => format!("{} enters at {}", name(*unit), place(*hex)),
            Event::Moved { unit, from, to } | Event::MovedUnseen { unit, from, to } => {
                format!("{}: {} to {}", name(*unit), place(*from), place(*to))
            }
            Event::Shifted { from, to } => {
                format!("a counter face down: {} to {}", place(*from), place(*to))
            }
            Event::Reformed { unit } => format!("{} re-forms", name(*unit)),
            Event::BrokenDown { unit } => format!("{} breaks down", name(*unit)),
            Event::Shown { unit, hex } => format!("shown in {}: {}", place(*hex), name(*unit)),
            Event::Attacked { side, hex, units } => {
                let units = if *units == 1 { "1 unit".into() } else { format!("{units} units") };
                format!("{side} attack on {} by {units}", place(*hex))
            }
            Event::Fought(fought) => {
                let what = match (fought.drift, fought.fire) {
                    (true, _) => "drift combat in",
                    (_, true) => "defensive fire at",
                    _ => "combat for",
                };
                let [attack, defence] = fought.strengths;
                let column = self.board.combat.heading(fought.column.into());
                let roll = format!("{}{:+}", fought.die, fought.modifier);
                let result = fought.verdict.word();
                format!(
                    "{what} {}: {attack} against {defence}, {column}, {roll}: {result}",
                    place(fought.target)
                )
            }
            Event::Retreated { unit, from, to } => {
                format!("{} retreats from {} to {}", name(*unit), place(*from), place(*to))
            }
            Event::Advanced { unit, to } => format!("{} advances to {}", name(*unit), place(*to)),
            Event::Lost { unit, cause, .. } => format!("{} is lost: {cause}", name(*unit)),
            Event::Ended { clause } => (*clause).into(),
        })
    }

    fn turn_name(&self) -> String {
        let name = self.board.turns.get(usize::from(self.turn).wrapping_sub(1));
        name.cloned().unwrap_or_else(|| "set-up".into())
    }
}
