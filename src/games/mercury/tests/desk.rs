//! A desk to try rules at: a flat, clear map of the Kastelli sheet with a unit of every kind in the
//! box beside it, set up as a test likes, and dice that fall as it says.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{
    Account, Direction, DropFacts, FromSetup, HexId, Id, Measure, MeasureOf, Position, Scripted,
    Side, Sources, Value,
};
use serde::de::DeserializeOwned;

use crate::matrix::top;

use super::super::action::Action;
use super::super::counter::{Counter, DivisionId, UnitId};
use super::super::event::Event;
use super::super::fire::{Hit, Mod, Mode, Shot};
use super::super::frame::{Activation, Frame, Moving, SettingUp};
use super::super::ground::{Chit, EventKind, Ground, SetUp};
use super::super::rulings::Rulings;
use super::super::state::{Battle, Place, Unit};
use crate::mercury::ids::{ChitId, FormationId, LeaderId};

/// The shipped files, some of them changed.
#[derive(Default)]
pub struct Files {
    changed: BTreeMap<String, String>,
}

impl Files {
    fn text(&self, name: &str, ending: &str) -> String {
        self.changed.get(name).cloned().unwrap_or_else(|| {
            let path = top().join(format!("scenarios/mercury/{name}.{ending}"));
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        })
    }

    pub fn change(&mut self, name: &str, ending: &str, edit: impl FnOnce(String) -> String) {
        let text = edit(self.text(name, ending));
        self.changed.insert(name.to_string(), text);
    }

    pub fn battle(self) -> Battle {
        self.scenario("kastelli")
    }

    /// Makes a sheet clear but for the hexes given as (number, terrain, roads, slopes).
    pub fn flatten(&mut self, sheet: &str, hexes: &[(&str, &str, &str, &str)]) {
        self.change(&format!("maps/{sheet}"), "csv", |text| {
            let line = |row: &str| {
                let number = row.split(',').next().unwrap();
                match hexes.iter().find(|hex| hex.0 == number) {
                    Some((_, terrain, roads, slopes)) => {
                        format!("{number},{terrain},{roads},{slopes},,,text")
                    }
                    None => format!("{number},clear,,,,,text"),
                }
            };
            let mut lines = text.lines();
            let header = lines.next().unwrap().to_string();
            core::iter::once(header).chain(lines.map(line)).collect::<Vec<_>>().join("\n")
        });
    }

    pub fn scenario(mut self, name: &str) -> Battle {
        let setup = Battle::read(&mut self, name).expect("the files can be read");
        Battle::from_setup(setup).expect("the files hold no fault")
    }

    /// The keys of a scenario's faults once `from` in its file reads `to`.
    pub fn faulty_keys(name: &str, from: &str, to: &str) -> Vec<String> {
        let mut files = Files::default();
        files.change(name, "toml", |text| {
            assert!(text.contains(from), "{name} has no {from:?}");
            text.replace(from, to)
        });
        files.faults(name).into_iter().map(|(key, _)| key).collect()
    }

    /// What is wrong with the files of a scenario: key and problem of each fault.
    pub fn faults(mut self, name: &str) -> Vec<(String, String)> {
        let setup = Battle::read(&mut self, name).expect("the files can be read");
        let faults = Battle::from_setup(setup).expect_err("there are faults");
        faults.into_iter().map(|fault| (fault.key, fault.problem)).collect()
    }
}

impl Sources for Files {
    fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        Some(toml::from_str(&self.text(name, "toml")).unwrap_or_else(|e| panic!("{name}: {e}")))
    }

    fn rows<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>> {
        let text = self.text(name, "csv");
        let rows: Result<Vec<T>, csv::Error> =
            csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect();
        Some(rows.unwrap_or_else(|e| panic!("{name}: {e}")))
    }
}

/// Units beside the scenario's own: one of each kind, to be placed where a test needs it.
pub const BOX: [&str; 10] =
    [ART, MORTAR, MOTORCYCLES, TANKS, MOUNTAIN, BICYCLES, NZ, MG, COAST, PLATOON];
pub const ART: &str = "gebart95-1";
pub const MORTAR: &str = "ksb55-grw4";
pub const MOTORCYCLES: &str = "ksb55-1";
pub const TANKS: &str = "pz31-5";
/// Mountain infantry of GJR 141.
pub const MOUNTAIN: &str = "gjr141-1";
pub const BICYCLES: &str = "aufkl95-1";
/// Infantry with light mortars (purple) of the 4th NZ Brigade.
pub const NZ: &str = "nz-18-a";
/// Machine guns: pink, range 3, zone 2.
pub const MG: &str = "nz-27mg-a";
/// Heavy guns that never move, auto-command.
pub const COAST: &str = "rm-chvyaa-2";
/// A platoon without steps.
pub const PLATOON: &str = "rearguard-5gd";
/// Mountain engineers.
pub const PI: &str = "gebpi95-1";
pub const PI2: &str = "gebpi95-2";
pub const PI3: &str = "gebpi95-3";
/// Anti-tank guns with trucks.
pub const AT: &str = "gebpzj95-1";
/// Greeks of troop quality 2, 3 and 4.
pub const GREEK: &str = "gr-1-a1";
pub const GREEK2: &str = "gr-1-a2";
pub const GREEK3: &str = "gr-1-b2";
/// One of each side out of the way, with whom the leaders of the scenario are.
pub const BYSTANDERS: [&str; 2] = [PI3, "gr-1-b3"];
pub const POLICE: &str = "pol-kastelli";

/// A leader of the 4th NZ Brigade and one of GJR 141, whom the shipped files do not have.
const LEADERS: &str = "\
ldr-nz,Brig Test,allied,2NZ,4th NZ Bde,no,3,4,2,2,reconstructed,test
ldr-gjr,Oberst Test,german,5GD,GJR 141,no,4,4,2,2,reconstructed,test
";

/// Hexes of the Rethymnon sheet that are not clear at the desk of SNAFU.
const RETHYMNON: [(&str, &str, &str, &str); 7] = [
    ("08.13", "city", "", ""),
    ("17.15", "orchard", "", ""),
    ("33.14", "scrub", "", ""),
    ("19.15", "village", "", ""),
    ("40.19", "clear", "S", ""),
    ("40.20", "clear", "N S", ""),
    ("40.21", "clear", "N", ""),
];

/// Companies, mortars and independents of SNAFU.
pub const AUS: &str = "aus-2-1-a";
pub const AUS2: &str = "aus-2-1-b";
pub const AUS_MORTAR: &str = "aus-2-1-s";
/// A company of the other Australian battalion.
pub const AUS11: &str = "aus-2-11-a";
pub const AUS_MG: &str = "aus-2-1mg";
pub const AUS_TANKS: &str = "uk-7rtr-a";
pub const RAA: &str = "aus-2-3raa-b";
pub const SNAFU_GREEK: &str = "gr-4-1";
pub const SNAFU_POLICE: &str = "pol-rethymnon";
/// Companies of I./FJR 2.
pub const FJR1: &str = "fjr2-1";
pub const FJR2: &str = "fjr2-2";
/// A company and the mortars of III./FJR 2.
pub const FJR9: &str = "fjr2-9";
pub const FJR_MORTAR: &str = "fjr2-12";
/// Independents of the regiment.
pub const FJR_MG: &str = "fschmg-1";
pub const FJR_ART: &str = "fschart-2";
/// The divisions of SNAFU.
pub const REGIMENT: &str = "FJR 2";
pub const BRIGADE: &str = "19th Bde (AUS)";

/// Numbers of the leaders of SNAFU: the two Australian battalions, I. and III./FJR 2.
pub const CO_2_1: usize = 0;
pub const CO_2_11: usize = 1;
pub const CO_I: usize = 2;
pub const CO_III: usize = 3;

/// Numbers of the leaders at the desk.
pub const SCHAETTE: usize = 0;
pub const BEDDING: usize = 1;
pub const BRIGADIER: usize = 2;
pub const OBERST: usize = 3;

/// What lies below everything: a choice of set-up that no test takes.
pub const BOTTOM: [Frame; 1] = [Frame::SettingUp(SettingUp { next: 0 })];

/// A scenario as shipped, under one other reading.
pub fn ruled(scenario: &str, id: &str, word: &str) -> Battle {
    let mut files = Files::default();
    let block = alloc::format!("\n[rulings]\n{id} = \"{word}\"\n");
    files.change(scenario, "toml", |text| {
        let own = "\n[rulings]\n";
        if text.contains(own) { text.replace(own, &block) } else { text + &block }
    });
    files.scenario(scenario)
}

pub fn unit(battle: &Battle, id: &str) -> UnitId {
    battle.ids().find(|&unit| battle.counter(unit).id == id).unwrap_or_else(|| panic!("{id}"))
}

pub fn hex(battle: &Battle, label: &str) -> HexId {
    battle.ground.map.find(label, None).unwrap_or_else(|| panic!("{label}"))
}

pub fn division(battle: &Battle, id: &str) -> DivisionId {
    let place = battle.ground.divisions.iter().position(|card| card.id == id);
    DivisionId(place.unwrap() as u8)
}

pub fn chit(battle: &Battle, name: &str) -> ChitId {
    let mut all = ChitId::all(battle.ground.chits.len());
    all.find(|&chit| battle.chit_name(chit) == name).unwrap_or_else(|| panic!("no chit {name}"))
}

/// In every turn to the last, the command ratings of these divisions have risen by so much.
#[track_caller]
pub fn ratings_rise<const N: usize>(
    mut battle: Battle,
    last: u16,
    by: impl Fn(u16) -> [(&'static str, u8); N],
) {
    for turn in 0..=last {
        battle.turn = turn;
        battle.raise_ratings();
        for (id, more) in by(turn) {
            let place = usize::from(division(&battle, id).0);
            assert_eq!(battle.command.raised[place], more, "{id} in turn {turn}");
        }
    }
}

/// The serials that raise their division's rating when they land.
pub fn raising_serials(battle: &Battle) -> Vec<&str> {
    let terms = battle.ground.airlanding.as_ref().unwrap();
    let raising = terms.serials.iter().filter(|serial| serial.raises_rating > 0);
    raising.map(|serial| serial.name.as_str()).collect()
}

pub struct Desk {
    pub battle: Battle,
}

/// The desk's files: a clear map but for the hexes given as (number, terrain, roads, slopes).
pub fn files(hexes: &[(&str, &str, &str, &str)]) -> Files {
    let mut files = Files::default();
    files.flatten("kastelli", hexes);
    files.change("leaders", "csv", |text| text + LEADERS);
    files.change("kastelli", "toml", |text| {
        let entry = |unit: &&str| {
            // Corners that hold them, each for one side.
            let corner = match *unit {
                NZ | MG | COAST => "15.01",
                ART | MORTAR | MOTORCYCLES => "01.01",
                _ => "15.10",
            };
            format!("\n[[setup]]\nunits = [\"{unit}\"]\nhexes = [\"{corner}\"]\n")
        };
        let units: String = BOX.iter().map(entry).collect();
        let leader = |(id, with): (&str, &str)| {
            format!("\n[[leader]]\nid = \"{id}\"\nwith = [\"{with}\"]\n")
        };
        let formations = [("4th NZ Bde", "2NZ"), ("GJR 141", "5GD")].map(|(name, division)| {
            format!("\n[[formation]]\nname = \"{name}\"\ndivision = \"{division}\"\n")
        });
        text + &units
            + &formations.concat()
            + &leader(("ldr-nz", NZ))
            + &leader(("ldr-gjr", MOUNTAIN))
    });
    files
}

impl Desk {
    /// A clear map with a bystander of each side out of the way, and a leader of the scenario with each.
    pub fn new() -> Desk {
        static FLAT: OnceLock<Battle> = OnceLock::new();
        Desk::laid(FLAT.get_or_init(|| files(&[]).battle()).clone())
    }

    /// The same with some hexes of other terrain: number, terrain, roads, slopes.
    pub fn on(hexes: &[(&str, &str, &str, &str)]) -> Desk {
        Desk::of(files(hexes))
    }

    pub fn of(files: Files) -> Desk {
        Desk::laid(files.battle())
    }

    /// SNAFU on open ground: everybody off the map, no leader with anybody, no set-up to come.
    pub fn snafu() -> Desk {
        static FLAT: OnceLock<Battle> = OnceLock::new();
        let flat = FLAT.get_or_init(|| {
            let mut files = Files::default();
            files.flatten("rethymnon", &RETHYMNON);
            files.scenario("snafu")
        });
        let mut desk = Desk { battle: flat.clone() };
        // A choice of set-up that no test takes lies below everything: the turn never ends.
        let units = [AUS, AUS2].map(|id| desk.unit(id)).into();
        desk.ground().set_up = [SetUp::Leader { leader: LeaderId::at(CO_2_1), units }].into();
        desk.battle.frames = BOTTOM.into();
        desk
    }

    fn laid(battle: Battle) -> Desk {
        let mut desk = Desk { battle };
        desk.place(BYSTANDERS[0], "09.09");
        desk.place(BYSTANDERS[1], "01.10");
        desk.lead(SCHAETTE, BYSTANDERS[0]);
        desk.lead(BEDDING, BYSTANDERS[1]);
        desk
    }

    pub fn unit(&self, id: &str) -> UnitId {
        unit(&self.battle, id)
    }

    pub fn hex(&self, label: &str) -> HexId {
        hex(&self.battle, label)
    }

    pub fn division(&self, id: &str) -> DivisionId {
        division(&self.battle, id)
    }

    /// Puts a unit on the map.
    pub fn place(&mut self, id: &str, hex: &str) -> UnitId {
        let (unit, hex) = (self.unit(id), self.hex(hex));
        self.battle.put(unit, hex);
        unit
    }

    pub fn lead(&mut self, leader: usize, with: &str) {
        let with = self.unit(with);
        self.battle.lead(leader, Some(with));
    }

    /// Takes a leader off the map.
    pub fn dismiss(&mut self, leader: usize) {
        self.battle.lead(leader, None);
    }

    pub fn ground(&mut self) -> &mut Ground {
        Arc::make_mut(&mut self.battle.ground)
    }

    /// Counts again what is kept of the printed ground, after it was changed.
    pub fn derive(&mut self) {
        let ground = self.ground();
        *ground = Ground::of(ground.printed.clone());
    }

    pub fn rulings(&mut self) -> &mut Rulings {
        &mut self.ground().rulings
    }

    pub fn counter(&mut self, id: &str) -> &mut Counter {
        let unit = self.unit(id);
        &mut self.ground().counters[unit.index()]
    }

    pub fn state(&mut self, id: &str) -> &mut Unit {
        let unit = self.unit(id);
        self.battle.unit_mut(unit)
    }

    pub fn see(&self, id: &str) -> &Unit {
        self.battle.unit(self.unit(id))
    }

    pub fn at(&self, id: &str) -> String {
        match self.see(id).place {
            Place::Waiting => "waiting".to_string(),
            Place::At(hex) => self.battle.ground.map.label(hex),
            Place::Dead(_) => "dead".to_string(),
            Place::Off(_) => "off".to_string(),
        }
    }

    pub fn points(&self, division: &str) -> u16 {
        self.battle.command.points[usize::from(self.division(division).0)]
    }

    pub fn set_points(&mut self, division: &str, points: u16) {
        let division = self.division(division);
        self.battle.command.points[usize::from(division.0)] = points;
    }

    /// The number of a chit.
    pub fn number(&self, chit: Chit) -> ChitId {
        let place = self.battle.ground.chits.iter().position(|&other| other == chit);
        ChitId::at(place.unwrap())
    }

    /// The chit of a division or formation, or the direct command of a side, is being played.
    pub fn chit(&mut self, word: &str) {
        let chit = match word {
            "german" => Chit::DirectCommand(Side::German),
            "allied" => Chit::DirectCommand(Side::Allied),
            word => match self.battle.ground.formations.iter().position(|card| card.name == word) {
                Some(formation) => Chit::Formation(FormationId::at(formation)),
                None => Chit::Division(self.division(word)),
            },
        };
        self.battle.playing = Some(self.number(chit));
        self.battle.tally.chits = 1;
        self.battle.tally.attached = 0;
        // Below the activation waits a choice of set-up that no test takes: the turn never ends.
        self.battle.frames =
            [Frame::SettingUp(SettingUp { next: 0 }), Frame::Activation(Activation)].into();
        self.battle.call_up();
    }

    pub fn legal(&self) -> Vec<Action> {
        legal(&self.battle)
    }

    /// Whether nobody is active any more.
    pub fn at_rest(&self) -> bool {
        matches!(
            self.battle.frames.last(),
            Some(Frame::Activation(Activation) | Frame::SettingUp(_))
        )
    }

    pub fn offers(&self, action: Action) -> bool {
        self.legal().contains(&action)
    }

    /// Plays a decision that must be legal, with exactly these rolls.
    pub fn play(&mut self, action: Action, rolls: &[(&'static str, u8)]) -> Vec<Event> {
        let mut dice = Scripted::new(rolls.iter().copied());
        let events = play(&mut self.battle, action, &mut dice);
        dice.done();
        events
    }

    /// Activates a unit.
    pub fn activate(&mut self, id: &str) -> UnitId {
        let unit = self.unit(id);
        self.play(Action::Activate(unit), &[]);
        unit
    }

    /// A hex's neighbour in words, as a step.
    pub fn step(&mut self, direction: Direction, rolls: &[(&'static str, u8)]) -> Vec<Event> {
        self.play(Action::Step(direction), rolls)
    }

    /// Movement points left to the unit that moves, in half points.
    pub fn left(&self) -> u16 {
        match self.battle.frames.last() {
            Some(&Frame::Moving(Moving { left, .. })) => left,
            other => panic!("nobody moves: {other:?}"),
        }
    }

    /// The sum of the modifiers of a shot, and each of them.
    pub fn mods(&self, firer: &str, target: &str, mode: Mode) -> Vec<(Mod, i8)> {
        let shot = self.shot(firer, target, mode);
        self.battle.aim(shot).1.iter().collect()
    }

    pub fn shot(&self, firer: &str, target: &str, mode: Mode) -> Shot {
        let firer = self.unit(firer);
        let fire = self.battle.counter(firer).fire.unwrap();
        let target = self.unit(target);
        Shot { firer: Some(firer), target, mode, colour: fire.colour, extra: 0 }
    }

    /// Gives a result to a unit and goes on until a decision is due, with exactly these rolls.
    pub fn hit(&mut self, id: &str, hit: Hit, rolls: &[(&'static str, u8)]) -> Vec<Event> {
        let unit = self.unit(id);
        let mut dice = Scripted::new(rolls.iter().copied());
        let mut events = Vec::new();
        self.battle.take(unit, hit, "fire", &mut events);
        self.battle.settle(&mut dice, &mut events);
        dice.done();
        events
    }

    /// The side's event chit is played and brings this event, with exactly these rolls.
    pub fn event(
        &mut self,
        side: Side,
        kind: EventKind,
        rolls: &[(&'static str, u8)],
    ) -> Vec<Event> {
        self.ground().events[side] = [kind].into();
        self.battle.frames = BOTTOM.into();
        let chit = self.number(Chit::Event(side));
        let all = [&[("event counter", 0)], rolls].concat();
        let mut dice = Scripted::new(all);
        let mut events = Vec::new();
        self.battle.play_chit(chit, &mut dice, &mut events);
        self.battle.settle(&mut dice, &mut events);
        dice.done();
        events
    }

    /// Goes on until a decision is due.
    pub fn settle(&mut self, rolls: &[(&'static str, u8)]) -> Vec<Event> {
        let mut dice = Scripted::new(rolls.iter().copied());
        let mut events = Vec::new();
        self.battle.settle(&mut dice, &mut events);
        dice.done();
        events
    }
}

/// What may be done in a position.
pub fn legal(battle: &Battle) -> Vec<Action> {
    let mut actions = Vec::new();
    battle.legal_actions(&mut actions);
    actions
}

/// Plays a legal action with these dice; what followed.
pub fn play(battle: &mut Battle, action: Action, dice: &mut Scripted) -> Vec<Event> {
    let listed = legal(battle);
    assert!(listed.contains(&action), "{action:?} is not among {listed:?}");
    let mut events = Vec::new();
    battle.apply_unchecked(action, dice, &mut events);
    events
}

/// The shot among events.
pub fn shot_of(events: &[Event]) -> (i8, u8, Hit) {
    let shots: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { rating, die, hit, .. } => Some((*rating, *die, *hit)),
            _ => None,
        })
        .collect();
    assert_eq!(shots.len(), 1, "{events:?}");
    shots[0]
}

/// What the checks among events needed, and whether they passed.
pub fn checks_of(events: &[Event]) -> Vec<(i8, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Check { need, passed, .. } => Some((*need, *passed)),
            _ => None,
        })
        .collect()
}

/// One of the values of a row, by its measure.
pub fn value(battle: &Battle, of: MeasureOf, values: &[Value], id: &str) -> Value {
    let place = Measure::place(&battle.measures(), of, id);
    values[place.unwrap_or_else(|| panic!("no {id}"))]
}

/// The rows of the landings among some events.
pub fn landings(battle: &Battle, events: &[Event]) -> Vec<DropFacts> {
    events.iter().filter_map(|event| battle.drop_facts(event)).collect()
}

/// Fire zones that a landing met, and those of anti-aircraft units.
pub fn zones(desk: &Desk, facts: &DropFacts) -> [i64; 2] {
    ["fire_zones", "aa_zones"]
        .map(|id| value(&desk.battle, MeasureOf::Drop, &facts.values, id).unwrap())
}
