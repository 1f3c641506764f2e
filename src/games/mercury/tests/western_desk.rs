//! A desk on the western sheets: scenario 9, and the same ground under the terms of the campaign.

use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Id, Outcome, Scripted, Side};

use super::super::action::Action;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::frame::{Acting, Frame};
use super::super::ground::Chit;
use super::super::state::Battle;
use super::super::victory_level::VictoryLevel;
use super::desk::{BOTTOM, Files, hex, legal, unit};
use crate::mercury::ids::ChitId;

/// A New Zealand company, one of the Welch, who are a reserve, and guns that never move.
pub const NZ: &str = "nz-18-a";
pub const WELCH: &str = "uk-welch-a";
pub const GUNS: &str = "rm-ahvyaa";
pub const GREEK: &str = "gr-2-1";
/// A mountain company, far from everything where a test does not need it.
pub const GERMAN: &str = "gjr85-1";
pub const FAR: &str = "09.06";
/// 25 May Night and 26 May 0700.
pub const NIGHT: u16 = 7;
pub const DAWN: u16 = 8;
pub const LAST: u16 = 15;

/// The terms of the campaign on these sheets: ways out, obligations, sudden deaths, levels.
const CAMPAIGN: &str = r#"
[ways_out]
exits = [{ name = "Southern exit", hex = "48.12" }]
ports = [{ name = "Canea", hex = "49.07" }, { name = "Suda", hex = "59.13" }]
units_a_night = 2

[[obligation]]
name = "West exit"
exit = { hex = "01.18", units = 2 }
at = "26 May 0700"
morale = 10

[[obligation]]
name = "Akrotiri"
hexes = ["67.07", "74.08"]
exit = { hex = "45.20", units = 2, leaders = 1 }
withdrawal_level = 10

[[objective]]
name = "Hill"
hex = "67.07"
control = "allied"

[[objective]]
name = "Sternes"
hex = "74.08"
control = "allied"

[[sudden_death]]
winner = "german"
hexes = ["49.07"]
before = "26 May 0700"

[[sudden_death]]
winner = "german"
hexes = ["67.07"]
before = "26 May 1100"
in_withdrawal = true

[victory]
kind = "withdrawal-level"
any_of = [["49.07"], ["59.13"]]
needed = ["49.07", "59.13"]

[[victory.band]]
level = "decisive-german"
to = 14

[[victory.band]]
level = "substantial-german"
to = 19

[[victory.band]]
level = "marginal-german"
to = 25

[[victory.band]]
level = "draw"
to = 27

[[victory.band]]
level = "marginal-allied"
to = 30

[[victory.band]]
level = "substantial-allied"
"#;

pub fn gala() -> Battle {
    static GALA: OnceLock<Battle> = OnceLock::new();
    GALA.get_or_init(|| Files::default().scenario("gala")).clone()
}

/// The files of scenario 9 under the terms of the campaign, changed further.
pub fn campaign_files(edit: impl FnOnce(String) -> String) -> Files {
    let mut files = Files::default();
    files.change("gala", "toml", |text| {
        let terms = text.find("[ways_out]").expect("gala has its ports");
        edit(String::from(&text[..terms]) + CAMPAIGN)
    });
    files
}

pub fn campaign() -> Battle {
    static CAMPAIGN: OnceLock<Battle> = OnceLock::new();
    CAMPAIGN.get_or_init(|| campaign_files(|text| text).scenario("gala")).clone()
}

/// The same under one other reading.
pub fn campaign_ruled(id: &str, word: &str) -> Battle {
    let block = alloc::format!("\n[rulings]\n{id} = \"{word}\"\n");
    campaign_files(|text| text + &block).scenario("gala")
}

/// Who won, at which victory level, and for which reason.
pub fn ended(battle: &Battle) -> (Option<Side>, VictoryLevel, &'static str) {
    match battle.outcome {
        Outcome::Over { winner, level, .. } => {
            (winner, VictoryLevel::ALL[usize::from(level)], battle.end_reason)
        }
        Outcome::Undecided => panic!("the game is over"),
    }
}

/// Only these units are on the map.
pub fn with(mut battle: Battle, turn: u16, at: &[(&str, &str)]) -> Battle {
    battle.turn = turn;
    for &(id, label) in at {
        let (unit, hex) = (unit(&battle, id), hex(&battle, label));
        battle.put(unit, hex);
    }
    battle
}

/// The same, and the first of them is active under its division's chit.
pub fn active(battle: Battle, turn: u16, at: &[(&str, &str)]) -> Battle {
    let mut battle = with(battle, turn, at);
    let first = unit(&battle, at[0].0);
    let own = battle.counter(first).division;
    let chit = battle.ground.chits.iter().position(|chit| *chit == Chit::Division(own));
    battle.playing = chit.map(ChitId::at);
    battle.call_up();
    battle.frames = BOTTOM.into();
    battle.spend_unit(first);
    battle.frames.push(Frame::Acting(Acting { unit: first, done: None }));
    battle
}

/// Allied morale breaks.
pub fn broken(mut battle: Battle) -> Battle {
    let mut events = Vec::new();
    let level = battle.morale.level;
    battle.shift_morale(-level, "a test", true, &mut events);
    battle.attend(&mut events);
    battle
}

pub fn departures(battle: &Battle) -> Vec<Departure> {
    let leave = |action| match action {
        Action::Depart(by) => Some(by),
        _ => None,
    };
    legal(battle).into_iter().filter_map(leave).collect()
}

/// A side controls the objective in a hex from now on, as if it had been there last.
pub fn takes(battle: &mut Battle, side: Side, label: &str) -> Vec<Event> {
    let objective = battle.ground.objective(hex(battle, label)).expect("an objective");
    let mut events = Vec::new();
    if battle.control[objective] != side {
        battle.control[objective] = side;
        battle.control_changed(objective, &mut events);
    }
    events
}

/// What goes on by itself.
pub fn settle(battle: &mut Battle, face: u8) -> Vec<Event> {
    let mut events = Vec::new();
    battle.settle(&mut Scripted::always(face), &mut events);
    events
}
