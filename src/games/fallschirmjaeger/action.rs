//! Decisions, and each in one line of the rulebook's words.

use alloc::format;
use alloc::string::{String, ToString};

use engine::{Direction, HexId, Notation};

use super::phase::Wait;
use super::state::Holland;

/// A decision. Numbers are those of counters in the roster.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing, or nothing more.
    Pass,
    /// A leader reorganizes a step of a unit (1.10d).
    Restore(u16),
    /// Student forms an ad hoc company (1.10e).
    AdHoc(u16),
    /// An air barrage goes there (1.9a).
    Target(HexId),
    /// Anti-aircraft fires there (1.8).
    Flak(HexId),
    /// A seaplane comes down there (2.4).
    Splash(HexId),
    /// A unit jumps there (2.5).
    Jump(HexId),
    /// A supply head is dropped there, reduced side up (2.7b).
    JumpReduced(HexId),
    /// A unit lands at an airfield (2.6).
    Land(u16, HexId),
    /// A supply head lands there, reduced side up (2.7b).
    LandReduced(u16, HexId),
    /// A scattered unit comes down there (1.8d).
    Adjust(HexId),
    /// It turns back (1.8d).
    Abort,
    /// Reinforcements are taken (4.0e).
    Take,
    /// They are refused (4.0e).
    Refuse,
    /// A reinforcement enters there.
    Enter(HexId),
    /// A ship goes there (3.3b).
    Sail(HexId),
    /// Units of a hex move next.
    Move(HexId),
    /// A captive, the Queen, the Government or the gold leaves by a harbour (3.7).
    Evacuate(u16),
    /// A standing barrage is broken off (1.7b).
    Lift(u16),
    /// An engineer begins a bridge over a hexside (2.9).
    Build(u16, Direction),
    /// A captive gets another guard (1.10g).
    Guard(u16, u16),
    /// All soldiers of the hex go together.
    All,
    /// Lorries go with whom they carry (3.5).
    Convoy,
    /// One unit goes alone.
    Only(u16),
    /// A unit stays behind.
    Leave(u16),
    /// They go there.
    March(HexId),
    /// They overrun it.
    Overrun(HexId),
    /// They take the gold along (3.6).
    Carry,
    /// Lorries set down whom they carry and go on (3.5a).
    Unload,
    /// They stay where they are.
    Halt,
    /// A unit is removed from an overfull hex (1.3).
    Remove(u16),
    /// A unit barrages a hex (1.7a).
    Bombard(HexId),
    /// It does, and leaves a standing barrage there (1.7b).
    Stand(HexId),
    /// A hex is attacked.
    Attack(HexId),
    /// A unit does not take part.
    HoldBack(u16),
    /// The others attack.
    Fight,
    /// A unit loses a step.
    Lose(u16),
    /// Units retreat to a hex.
    Retreat(HexId),
    /// A unit advances.
    Advance(u16),
}

impl Notation for Holland {
    fn offer(view: &Holland, action: Action) -> String {
        view.say(action)
    }

    fn say(&self, action: Action) -> String {
        let name = |unit: u16| self.board.unit(unit).name.as_str();
        let at = |hex: HexId| self.board.place(hex);
        match action {
            Action::Pass => match self.wait {
                Wait::Target(_) => "the other aircraft stay away",
                Wait::Flak(_) => "holds its fire",
                Wait::Jump(_) | Wait::Splash(_) => "stays behind",
                Wait::LandNext(_) => "nobody else lands",
                Wait::Sail(_) => "stays where it is",
                Wait::Move(_) => "nobody else moves",
                Wait::Bombard(_) => "does not fire",
                Wait::Attack(_) => "no more attacks",
                Wait::Advance(_) => "nobody else advances",
                Wait::Arrive(_) => "waits off the map",
                _ => "nothing",
            }
            .to_string(),
            Action::Restore(unit) => format!("reorganize {}", name(unit)),
            Action::AdHoc(unit) => format!("form {}", name(unit)),
            Action::Target(hex) => format!("barrage on {}", at(hex)),
            Action::Flak(hex) => format!("fires over {}", at(hex)),
            Action::Splash(hex) => format!("comes down in {}", at(hex)),
            Action::Jump(hex) => format!("jumps on {}", at(hex)),
            Action::JumpReduced(hex) => format!("jumps on {}, reduced", at(hex)),
            Action::Land(unit, hex) => format!("{} lands at {}", name(unit), at(hex)),
            Action::LandReduced(unit, hex) => {
                format!("{} lands at {}, reduced", name(unit), at(hex))
            }
            Action::Adjust(hex) => format!("comes down on {}", at(hex)),
            Action::Abort => "turns back".to_string(),
            Action::Take => "take the reinforcements".to_string(),
            Action::Refuse => "refuse the reinforcements".to_string(),
            Action::Enter(hex) => format!("enters at {}", at(hex)),
            Action::Sail(hex) => format!("sails to {}", at(hex)),
            Action::Move(hex) => format!("move from {}", at(hex)),
            Action::Evacuate(unit) => format!("{} leaves for England", name(unit)),
            Action::Lift(unit) => format!("{} ends its standing barrage", name(unit)),
            Action::Build(unit, way) => format!("{} begins a bridge to the {way}", name(unit)),
            Action::Guard(captive, unit) => format!("{} guards {}", name(unit), name(captive)),
            Action::All => "all together".to_string(),
            Action::Convoy => "lorries with their load".to_string(),
            Action::Only(unit) => format!("{} alone", name(unit)),
            Action::Leave(unit) => format!("{} stays behind", name(unit)),
            Action::March(hex) => format!("to {}", at(hex)),
            Action::Overrun(hex) => format!("overrun {}", at(hex)),
            Action::Carry => "take the gold along".to_string(),
            Action::Unload => "unload and go on".to_string(),
            Action::Halt => "halt".to_string(),
            Action::Remove(unit) => format!("remove {}", name(unit)),
            Action::Bombard(hex) => format!("fires at {}", at(hex)),
            Action::Stand(hex) => format!("fires at {} and goes on", at(hex)),
            Action::Attack(hex) => format!("attack {}", at(hex)),
            Action::HoldBack(unit) => format!("hold {} back", name(unit)),
            Action::Fight => "attack with the others".to_string(),
            Action::Lose(unit) => format!("{} loses a step", name(unit)),
            Action::Retreat(hex) => format!("retreat to {}", at(hex)),
            Action::Advance(unit) => format!("{} advances", name(unit)),
        }
    }
}
