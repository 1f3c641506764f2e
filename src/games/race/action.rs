//! Decisions: what a player may say, and how it is written.

use alloc::format;
use alloc::string::String;

use engine::{HexId, Notation, Pending};

use super::ground::Edge;
use super::rules::Race;
use super::support::AirBox;

/// Which units an impulse activates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Group {
    /// All of them.
    All,
    /// XXX Corps and whoever has no corps (Market-Garden 5.5).
    Xxx,
    /// VIII and XII Corps and whoever has no corps (Market-Garden 5.5).
    Flanks,
}

/// Where a unit that comes back may be looked for a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// A map edge.
    Edge(Edge),
    /// Victory hexes of the own side in supply (Market-Garden 10.4).
    Objectives,
}

/// One decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A returning unit looks for a hex there.
    Along(Region),
    /// A reinforcement enters there.
    Enter(HexId),
    /// A reinforcement goes into that approach box.
    EnterBox(u8),
    /// A unit that left the map stays away this turn (6.3.3).
    StayAway,
    /// An Allied air marker goes there (Market-Garden 7.1).
    Air(HexId),
    /// It stays off the map.
    NoAir,
    /// The impulse is movement and combat.
    Operate(Group),
    /// The impulse is a landing from that box (5.2).
    Drop(u8),
    /// The impulse is air transport from that box (Mercury 5.2.1).
    Airlift(u8),
    /// The impulse is sea transport to that port (Mercury 5.3).
    Sail(HexId),
    /// The impulse places the German air marker in that box (Mercury 7.1).
    AirBox(AirBox),
    /// The impulse places the German air marker there (Market-Garden 7.1).
    GermanAir(HexId),
    /// The impulse places naval markers (Mercury 8.1).
    Naval {
        /// In the Interdiction Box.
        interdiction: u8,
        /// In the Resupply Box.
        resupply: u8,
    },
    /// The impulse places Greek irregulars (Mercury 12.3.1).
    CallIrregulars,
    /// The impulse is a demolition attempt (Market-Garden 8.2).
    Demolish(HexId),
    /// The impulse is a repair attempt (Market-Garden 12.3.2).
    Repair(HexId),
    /// Nothing is done in this impulse.
    Pass,
    /// The unit lands there.
    Land(HexId),
    /// The unit stays in its box.
    Hold,
    /// The irregulars rise near there.
    Near(HexId),
    /// The irregulars rise there.
    Rise(HexId),
    /// No more irregulars.
    NoMore,
    /// That unit is to move.
    Move(u8),
    /// That unit is to move and takes Süssmann along (Mercury 12.1.1) or Freyberg.
    MoveWithLeader(u8),
    /// No more movement.
    EndMoves,
    /// It goes there.
    March(HexId),
    /// It stays after all.
    Stay,
    /// The Germans try to blow the bridge at the last minute (Market-Garden 12.3.1).
    Blow,
    /// They do not.
    Spare,
    /// The Boat Crossing marker saves the crossing (Market-Garden 12.4).
    Boats,
    /// It is kept.
    NoBoats,
    /// The units in that hex are attacked.
    Attack(HexId),
    /// No more attacks.
    EndAttacks,
    /// That unit stays out of the attack.
    HoldBack(u8),
    /// The attack is as it stands.
    Resolve,
    /// Artillery marker number so-and-so fires (12.2, Mercury 12.5).
    Guns(u8),
    /// No artillery.
    NoGuns,
    /// That unit takes a damage point.
    Damage(u8),
    /// The retreating unit goes there.
    Retreat(HexId),
    /// The retreating unit leaves the map (6.3.3).
    Exit,
    /// The unit ignores the retreat for a damage point (6.3.1).
    Stand,
    /// That unit advances after combat.
    Advance(u8),
    /// No more advance.
    EndAdvance,
    /// The advancing unit goes there.
    Forward(HexId),
    /// The advancing unit has gone far enough.
    Halt,
    /// That unit is removed from an overfull hex (5.3).
    Remove(u8),
    /// That unit loses a damage point in refit (9.4, 9.5).
    Refit(u8),
}

impl Notation for Race {
    fn offer(view: &Race, action: Action) -> String {
        view.say(action)
    }

    fn say(&self, action: Action) -> String {
        let board = &self.board;
        let at = |hex: HexId| board.place(hex);
        let name = |unit: u8| board.unit(unit).name.clone();
        match action {
            Action::Along(Region::Edge(edge)) => {
                format!("{} returns by the {} edge", self.current_name(), edge.word())
            }
            Action::Along(Region::Objectives) => {
                format!("{} returns in a victory hex", self.current_name())
            }
            Action::Enter(hex) => format!("{} enters at {}", self.current_name(), at(hex)),
            Action::EnterBox(b) => format!(
                "{} goes to the {} box",
                self.current_name(),
                board.boxes[usize::from(b)].name
            ),
            Action::StayAway => format!("{} stays away", self.current_name()),
            Action::Air(hex) => format!("air support at {}", at(hex)),
            Action::NoAir => "no air support".into(),
            Action::Operate(Group::All) => "move and fight".into(),
            Action::Operate(Group::Xxx) => "move and fight with XXX Corps".into(),
            Action::Operate(Group::Flanks) => "move and fight with VIII and XII Corps".into(),
            Action::Drop(b) => format!("land from the {} box", board.boxes[usize::from(b)].name),
            Action::Airlift(b) => {
                format!("air transport from the {} box", board.boxes[usize::from(b)].name)
            }
            Action::Sail(hex) => format!("sea transport to {}", at(hex)),
            Action::AirBox(b) => format!("air marker to the {} box", b.word()),
            Action::GermanAir(hex) => format!("air marker to {}", at(hex)),
            Action::Naval { interdiction, resupply } => {
                format!("naval markers: {interdiction} to interdiction, {resupply} to resupply")
            }
            Action::CallIrregulars => "call the irregulars".into(),
            Action::Demolish(hex) => format!("blow the bridge at {}", at(hex)),
            Action::Repair(hex) => format!("repair the bridge at {}", at(hex)),
            Action::Pass => "pass".into(),
            Action::Land(hex) => format!("{} lands at {}", self.current_name(), at(hex)),
            Action::Hold => format!("{} stays in its box", self.current_name()),
            Action::Near(hex) => format!("{} rise near {}", self.current_name(), at(hex)),
            Action::Rise(hex) => format!("{} rise at {}", self.current_name(), at(hex)),
            Action::NoMore => "no more irregulars".into(),
            Action::Move(unit) => format!("{} moves", name(unit)),
            Action::MoveWithLeader(unit) => format!("{} moves with the leader", name(unit)),
            Action::EndMoves => "no more moves".into(),
            Action::March(hex) => format!("to {}", at(hex)),
            Action::Stay => "stay".into(),
            Action::Blow => "try to blow the bridge".into(),
            Action::Spare => "leave the bridge".into(),
            Action::Boats => "cross by boat".into(),
            Action::NoBoats => "keep the boats".into(),
            Action::Attack(hex) => format!("attack {}", at(hex)),
            Action::EndAttacks => "no more attacks".into(),
            Action::HoldBack(unit) => format!("without {}", name(unit)),
            Action::Resolve => "fight".into(),
            Action::Guns(marker) => format!("artillery {}", self.guns_name(marker)),
            Action::NoGuns => "no artillery".into(),
            Action::Damage(unit) => format!("{} takes the damage", name(unit)),
            Action::Retreat(hex) => format!("{} retreats to {}", self.current_name(), at(hex)),
            Action::Exit => format!("{} retreats off the map", self.current_name()),
            Action::Stand => format!("{} stands for a damage point", self.current_name()),
            Action::Advance(unit) => format!("{} advances", name(unit)),
            Action::EndAdvance => "no more advance".into(),
            Action::Forward(hex) => format!("forward to {}", at(hex)),
            Action::Halt => "halt".into(),
            Action::Remove(unit) => format!("{} is removed", name(unit)),
            Action::Refit(unit) => format!("{} refits", name(unit)),
        }
    }
}

impl Race {
    /// The unit the present decision is about.
    pub(crate) fn current(&self) -> Option<u8> {
        self.phase.subject(self).map(|unit| unit as u8)
    }

    fn current_name(&self) -> String {
        self.current().map_or_else(String::new, |unit| self.board.unit(unit).name.clone())
    }
}
