//! Decisions, and each in one line of the rulebook's words.

use alloc::format;
use alloc::string::{String, ToString};

use engine::{HexId, Notation};

use super::phase::Wait;
use super::state::AirAssault;
use super::view::View;

/// A decision. Numbers of units are those of the roster; nobody decides about units that he may not know.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "fields are named by what they hold; each decision says what it is"
)]
pub enum Action {
    /// Nothing, or no more.
    Pass,
    /// The unit in question goes to a hex: it is set up, dropped, flown, moved or retreated there.
    To(HexId),
    /// A marker is laid on a turn, with a beach where it has one (V.L.1).
    Schedule { turn: u8, beach: u8 },
    /// Those who drop together do so in this sector (V.I.3.b).
    Sector(u8),
    /// The unit lands at an airfield (V.J).
    Land(u8),
    /// The unit lands in a box (V.L.5).
    Ashore(u8),
    /// Reinforcements make for a port (VI.D.3).
    Port(u8),
    /// Reinforcements make for the south edge (VI.D.4).
    Edge,
    /// The unit joins the emergency convoy (V.L.8.b).
    Load,
    /// Companies become a battalion again (V.H.4).
    Reform,
    /// A battalion becomes companies (V.H.3).
    BreakDown(u16),
    /// A hex is attacked (V.F).
    Attack(HexId),
    /// Another hex is attacked with it (V.F.8).
    Also(HexId),
    /// A unit does not take part (V.F.6).
    HoldBack(u16),
    /// It is fought out.
    Fight,
    /// The gun fires at all attackers in a hex (V.G.5.b).
    FireAt(HexId),
    /// It fires at one of them.
    FireAtUnit(u16),
    /// A unit is lost.
    Lose(u16),
    /// A unit advances (V.F.11).
    Advance(u16, HexId),
}

impl Notation for AirAssault {
    fn offer(view: View<'_>, action: Action) -> String {
        view.said(action)
    }

    fn say(&self, action: Action) -> String {
        let board = &self.board;
        let name = |unit: u16| format!("{} ({})", board.unit(unit).name, board.unit(unit).id);
        let subject = || {
            let unit = engine::Pending::subject(self.wait, self);
            unit.map_or_else(|| "it".to_string(), name)
        };
        let verb = |to: &str| format!("{} {to}", subject());
        match action {
            Action::Pass => match self.wait {
                Wait::Schedule(_) => "no further decoy".into(),
                Wait::Bomb(_) => verb("does not fly"),
                Wait::AirLand(_) | Wait::Reinforce(_) => verb("waits"),
                Wait::Call(_) => "no emergency convoy".into(),
                Wait::Load(_) => verb("stays behind"),
                Wait::Reform(_) => verb("stays with its companies"),
                Wait::Move(_) => verb("stays"),
                Wait::Attack(_) => "no further attack".into(),
                Wait::Barrage(_) => verb("holds its fire"),
                Wait::Pay(_) => "no further loss".into(),
                Wait::Advance(_) => "no further advance".into(),
                _ => "pass".into(),
            },
            Action::To(hex) => {
                let how = match self.wait {
                    Wait::SetUp(_) => "stands in",
                    Wait::Drop(_) => "drops on",
                    Wait::Bomb(_) => "flies to",
                    Wait::Retreat(_) => "retreats to",
                    _ => "moves to",
                };
                verb(&format!("{how} {}", board.place(hex)))
            }
            Action::Schedule { turn, beach } => {
                let when = &board.turns[usize::from(turn) - 1];
                match board.beaches.get(usize::from(beach)) {
                    Some(beach) => format!("turn {turn}, {when}: {}", beach.name),
                    None => format!("turn {turn}, {when}"),
                }
            }
            Action::Sector(sector) => format!("drop in {}", board.sectors[usize::from(sector)]),
            Action::Land(field) => {
                verb(&format!("lands at {}", board.airfields[usize::from(field)].name))
            }
            Action::Ashore(place) => {
                let place = &board.boxes[usize::from(place)];
                let beach = &board.beaches[usize::from(place.beach)].name;
                verb(&format!("lands at {beach} before {}", board.place(place.hex)))
            }
            Action::Port(port) => {
                verb(&format!("makes for {}", board.ports[usize::from(port)].name))
            }
            Action::Edge => verb("makes for the south coast"),
            Action::Load => verb("embarks"),
            Action::Reform => verb("re-forms its battalion"),
            Action::BreakDown(unit) => format!("{} breaks down", name(unit)),
            Action::Attack(hex) => format!("attack {}", board.place(hex)),
            Action::Also(hex) => format!("attack {} with it", board.place(hex)),
            Action::HoldBack(unit) => format!("{} holds back", name(unit)),
            Action::Fight => "fight".into(),
            Action::FireAt(hex) => verb(&format!("fires at {}", board.place(hex))),
            Action::FireAtUnit(unit) => verb(&format!("fires at {}", name(unit))),
            Action::Lose(unit) => format!("{} is lost", name(unit)),
            Action::Advance(unit, hex) => {
                format!("{} advances to {}", name(unit), board.place(hex))
            }
        }
    }
}
