//! Plan files: which unit lands where, or sets up where and how, fixed before the game.

mod blocks;
mod change;
mod halving;
mod optimize;
mod reader;
mod template;
mod writer;

use std::path::{Path, PathBuf};

use engine::{
    Beginning, BySide, HexId, Leading, Map, Placeable, Placing, PlanKind, Side, UnitEntry, Waiting,
};
use toml::de::DeTable;

pub use change::Change;
pub use halving::{Cut, Edge, Heat, Hunt, SearchEnded, SearchTerms, Sought};
pub use optimize::PlanHunt;

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::page::Page;
use crate::play::Playable;
use crate::text::{self, Seal};

/// A plan, ready to be followed. It chooses among legal decisions and nothing else: where the rules
/// do not allow what it specifies, the side's strategy decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its name, as its file gives it.
    pub name: String,
    /// The name or path by which it was loaded.
    pub called: String,
    /// Whether it is a drop or a set-up plan.
    pub kind: PlanKind,
    /// The side it belongs to.
    pub side: Side,
    /// Its intent, in its own words.
    pub intent: String,
    /// Entry zones in the order in which they are used, by number.
    pub zones: Vec<u16>,
    /// Units, by number in the roster, each with the hexes to try, best first.
    pub places: Vec<(u16, Vec<HexId>)>,
    /// Units, by number in the roster, each with the way in which it begins.
    pub begins: Vec<(u16, u8)>,
    /// Leaders, by number, each with the units to go with, best first.
    pub leaders: Vec<(u16, Vec<u16>)>,
    /// Serials, by number, each with the first turn in which it may land.
    pub serials: Vec<(u16, u16)>,
    /// SHA-256 of its file.
    pub hash: String,
}

impl Plan {
    /// A plan that leaves everything to the strategy.
    pub fn empty(kind: PlanKind, side: Side) -> Plan {
        Plan {
            name: String::new(),
            called: String::new(),
            kind,
            side,
            intent: String::new(),
            zones: Vec::new(),
            places: Vec::new(),
            begins: Vec::new(),
            leaders: Vec::new(),
            serials: Vec::new(),
            hash: String::new(),
        }
    }

    /// The name of its hash in a run's list of hashes.
    pub(crate) fn hash_name(&self) -> String {
        match self.kind {
            PlanKind::Drop => "drops".to_owned(),
            PlanKind::Setup => format!("{} set-up", self.side.word()),
        }
    }

    /// How good a decision is by this plan, 0 best; `None` for one that it does not ask for.
    pub(crate) fn rank(&self, placing: Placing) -> Option<usize> {
        // A serial that waits lands nowhere, wherever its units are to land.
        let after_waiting = |place: usize| place + 1;
        match placing {
            Placing::Zone(zone) => self.zones.iter().position(|&known| known == zone),
            Placing::Unit(unit, hex) => place(of(&self.places, unit)?, hex).map(after_waiting),
            Placing::Begins(unit, way) => (*of(&self.begins, unit)? == way).then_some(0),
            Placing::Leads(leader, unit) => place(of(&self.leaders, leader)?, unit),
            Placing::Waits(serial, turn) => (turn < *of(&self.serials, serial)?).then_some(0),
        }
    }

    /// Whether the plan says anything about whom or what a decision puts somewhere.
    pub(crate) fn speaks_of(&self, placing: Placing) -> bool {
        match placing {
            Placing::Unit(unit, _) => of(&self.places, unit).is_some(),
            Placing::Begins(unit, _) => of(&self.begins, unit).is_some(),
            Placing::Leads(leader, _) => of(&self.leaders, leader).is_some(),
            Placing::Zone(_) | Placing::Waits(..) => self.rank(placing).is_some(),
        }
    }
}

/// What the list has for a number.
fn of<T>(list: &[(u16, T)], number: u16) -> Option<&T> {
    list.iter().find(|&&(known, _)| known == number).map(|(_, value)| value)
}

/// The place of something in a list of preference.
fn place<T: PartialEq + Copy>(list: &[T], wanted: T) -> Option<usize> {
    list.iter().position(|known| *known == wanted)
}

/// What a scenario's plans may refer to.
#[derive(Clone, Debug)]
pub struct PlanScope {
    system: &'static str,
    scenario: String,
    map: Map,
    roster: Vec<UnitEntry>,
    drop: Vec<Placeable>,
    setup: Vec<Placeable>,
    zones: Vec<String>,
    ways: &'static [&'static str],
    beginnings: [Vec<Beginning>; 2],
    leadings: [Vec<Leading>; 2],
    serials: Vec<Waiting>,
    turns: u16,
}

impl PlanScope {
    pub(crate) fn of<P: Playable>(system: &'static str, scenario: &str, start: &P) -> PlanScope {
        PlanScope {
            system,
            scenario: scenario.into(),
            map: start.map().clone(),
            roster: start.roster(),
            drop: start.placeable(PlanKind::Drop),
            setup: start.placeable(PlanKind::Setup),
            zones: start.zones(),
            ways: P::WAYS,
            beginnings: PlanKind::ALL.map(|kind| start.beginnings(kind)),
            leadings: PlanKind::ALL.map(|kind| start.leadings(kind)),
            serials: start.serials(),
            turns: start.turn_names().len() as u16,
        }
    }

    fn folder(&self, home: &Home) -> PathBuf {
        home.scenarios(self.system).join("plans").join(&self.scenario)
    }

    /// The names of the scenario's plans: the files of `scenarios/SYSTEM/plans/NAME/`.
    pub fn names(&self, home: &Home) -> Vec<String> {
        home.stems(&self.folder(home))
    }

    /// The units that plans of a kind may name, in the order in which they arrive.
    pub fn units(&self, kind: PlanKind) -> &[Placeable] {
        match kind {
            PlanKind::Drop => &self.drop,
            PlanKind::Setup => &self.setup,
        }
    }

    /// Units of a side of which plans of a kind may say how they begin.
    fn beginnings(&self, kind: PlanKind, side: Side) -> impl Iterator<Item = &Beginning> {
        let all = self.beginnings[kind as usize].iter();
        all.filter(move |one| self.roster[usize::from(one.unit)].side == side)
    }

    /// Leaders of a side of whom plans of a kind may say with whom they go.
    fn leadings(&self, kind: PlanKind, side: Side) -> impl Iterator<Item = &Leading> {
        self.leadings[kind as usize].iter().filter(move |leader| leader.side == side)
    }

    /// The serials of a side, with their numbers, of which a plan of the kind may say when they land.
    fn serials(&self, kind: PlanKind, side: Side) -> impl Iterator<Item = (u16, &Waiting)> {
        let numbered = (0u16..).zip(&self.serials).filter(move |_| kind == PlanKind::Drop);
        let first = |serial: &Waiting| serial.units.first().copied().unwrap_or_default();
        numbered.filter(move |(_, serial)| self.roster[usize::from(first(serial))].side == side)
    }

    /// Whether plans of a kind have anything to fix for a side.
    pub fn has_choices(&self, kind: PlanKind, side: Side) -> bool {
        self.units(kind).iter().any(|unit| self.side(unit) == side)
            || self.beginnings(kind, side).next().is_some()
            || self.leadings(kind, side).next().is_some()
    }

    /// The side of a unit.
    pub fn side(&self, unit: &Placeable) -> Side {
        self.roster[usize::from(unit.unit)].side
    }

    /// A template for a plan file: every unit of the side with the hexes it may be put in; units
    /// without a choice are left out.
    pub fn template(&self, kind: PlanKind, side: Side) -> String {
        template::text(self, kind, side)
    }

    /// The plans asked for; what is wrong with them goes to `complaints`.
    pub(crate) fn seat(
        &self,
        home: &Home,
        drops: Option<&str>,
        setup: &BySide<Option<String>>,
        complaints: &mut Vec<Complaint>,
    ) -> Vec<Plan> {
        let drops = drops.map(|name| (name, PlanKind::Drop, None));
        let setups = Side::BOTH
            .into_iter()
            .filter_map(|side| Some((setup[side].as_deref()?, PlanKind::Setup, Some(side))));
        let mut plans = Vec::new();
        for (name, kind, side) in drops.into_iter().chain(setups) {
            let option = match side {
                None => "--drops".to_owned(),
                Some(side) => format!("--setup {}", side.word()),
            };
            match self.load(home, name) {
                Ok(plan) if plan.kind != kind => {
                    let problem = format!("`{}` is a {} plan", plan.name, plan.kind.word());
                    let expected = format!("a plan with kind = \"{}\"", kind.word());
                    complaints.push(Complaint::whole(option, problem).expecting(expected));
                }
                Ok(plan) if side.is_some_and(|side| side != plan.side) => {
                    let problem = format!("`{}` is a plan of the {} side", plan.name, plan.side);
                    let expected = format!("--setup {}=…", plan.side.word());
                    complaints.push(Complaint::whole(option, problem).expecting(expected));
                }
                Ok(plan) => plans.push(plan),
                Err(more) => complaints.extend(more),
            }
        }
        plans
    }

    /// Loads a plan by name (`scenarios/SYSTEM/plans/SCENARIO/NAME.toml`) or by path (`*.toml`).
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn load(&self, home: &Home, name: &str) -> Result<Plan, Complaints> {
        let known = self.folder(home);
        let is_path = Path::new(name).extension().is_some_and(|ending| ending == "toml");
        let path = if is_path { PathBuf::from(name) } else { known.join(format!("{name}.toml")) };
        let text = text::read(home, &path).map_err(|complaint| {
            let names = self.names(home);
            let listed = match names.as_slice() {
                [] => "the file of a plan".to_owned(),
                names => format!("the file of a plan, or one of {}", names.join(", ")),
            };
            let near = nearest(name, names.iter().map(String::as_str));
            complaint.expecting(listed).near(near)
        })?;
        let (table, mistakes) = DeTable::parse_recoverable(&text);
        let mut complaints = Vec::new();
        let shown = home.shown(&path);
        let mut page = Page::new(&shown, &text, &mut complaints);
        for mistake in mistakes.iter().take(20) {
            let start = mistake.span().map_or(0, |span| span.start);
            page.complain(start, "", mistake.message(), "", None);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut seal = Seal::default();
        seal.add("plan", &text);
        let plan = self.plan(&mut page, table.get_ref(), (stem, name.into()), seal.finish());
        page.close();
        if complaints.is_empty() { Ok(plan) } else { Err(Complaints::new(complaints)) }
    }
}
