//! The systems on the shelf, each behind one object-safe trait.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::Range;

use engine::{
    Brief, BySide, Camera, Counter, Film, FromSetup, HexId, Map, Measure, MeasureChart, Odds,
    OddsRow, OddsTable, Outlook, Policy, Seed, Side, Symbol, UnitEntry, Weighable, Whim,
};
use serde::Deserialize;
use toml::de::DeTable;

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::doctrines::DoctrineScores;
use crate::explain::{Explained, Explainer};
use crate::facts::Fact;
use crate::influence::Influence;
use crate::outlook::{self, Ahead};
use crate::plan::{Plan, PlanScope};
use crate::play::{BOUND, Playable, Players, Terms, Unfinished, play};
use crate::policy::{Briefed, Chair, ProgramTerms, Searcher, Seat, Trouble, bind, doctrines_of};
use crate::printed::{self, Entry, Known, Wanted};
use crate::prospects::Prospects;
use crate::record::Record;
use crate::sets::Set;
use crate::sources::Files;
use crate::story::{Story, Teller};
use crate::strategy::{Brain, Strategy, Vocabulary};
use crate::text::{self, Seal};
use crate::worlds::{self, Choice, Unknown, UnknownKind, Worlds};

/// Every system there is.
pub static SHELF: &[&dyn System] = &[
    &Boxed::<games::mercury::Battle>::new(
        "mercury",
        "Operation Mercury: The Invasion of Crete",
        Rules { version: 2, code: env!("RULES_OF_MERCURY") },
    ),
    &Boxed::<games::race::Race>::new(
        "race",
        "Mercury and Race for the Rhine",
        Rules { version: 2, code: env!("RULES_OF_RACE") },
    ),
    &Boxed::<games::fallschirmjaeger::Holland>::new(
        "fallschirmjaeger",
        "Fallschirmjaeger",
        Rules { version: 1, code: env!("RULES_OF_FALLSCHIRMJAEGER") },
    ),
    &Boxed::<games::airassault::AirAssault>::new(
        "crete",
        "Air Assault on Crete",
        Rules { version: 1, code: env!("RULES_OF_AIRASSAULT") },
    ),
];

/// The version of a system's rules as this program plays them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// For people: raised by each change that affects results.
    pub version: u32,
    /// Hash of their code, computed by the build script: no two builds that could play different games have the same
    /// one.
    pub code: &'static str,
}

/// What is to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The scenario's name within its system, e.g. `kastelli`.
    pub scenario: String,
    /// Name or file of each side's strategy; `None` takes the scenario's own.
    pub strategies: BySide<Option<String>>,
    /// Name or file of a drop plan; `None` leaves the choice to the strategies.
    pub drops: Option<String>,
    /// Name or file of each side's set-up plan, likewise.
    pub setup: BySide<Option<String>>,
    /// Changed values.
    pub sets: Vec<Set>,
    /// Whether to count the strategies' mistakes.
    pub review: bool,
    /// Whether to record the dice of combat.
    pub combats: bool,
    /// Decisions after which a game is stopped undecided; `None` takes [`BOUND`].
    pub bound: Option<u32>,
    /// On which terms outside programs play.
    pub programs: ProgramTerms,
    /// The form whose changes are among `sets`, if an owner has filled in one.
    pub copy: Option<CopyTaken>,
}

/// An owner's form, as a run records it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyTaken {
    /// SHA-256 of the file.
    pub hash: String,
    /// Values that were read off the printed copy.
    pub values: u32,
}

/// The name of the hash of the rules: system, version, and the hash of their code.
pub const RULES: &str = "rules";
/// The name of the hash of the code that plays: strategies, plans, the driver of a game.
pub const PLAYERS: &str = "players";

/// What is known of a scenario before a game is played.
#[derive(Clone, Debug)]
pub struct Head {
    /// `SYSTEM/NAME`.
    pub scenario: String,
    /// Title, facts, rulings and provenance.
    pub brief: Brief,
    /// Victory levels, from best for the Germans to best for the Allies.
    pub levels: Vec<String>,
    /// Names of the turns.
    pub turn_names: Vec<String>,
    /// Every unit that can take part.
    pub roster: Vec<UnitEntry>,
    /// What the game keeps account of beside what every game has.
    pub measures: Vec<Measure>,
    /// Pictures of it.
    pub charts: Vec<MeasureChart>,
    /// Each side's strategy.
    pub strategies: BySide<Strategy>,
    /// The doctrines that ship with the scenario for each side, by name: its own strategy first.
    pub doctrines: BySide<Vec<String>>,
    /// What they score against each other, if that was measured, in the scenario as it is shipped.
    pub doctrine_scores: Option<DoctrineScores>,
    /// How much each rival value moves the answer, if that was measured, in the scenario as it is shipped.
    pub influence: Option<Influence>,
    /// Published outcomes of games like these.
    pub facts: Vec<Fact>,
    /// The Germans' chance of winning from how things stand, if it was fitted to games of the scenario as it is shipped.
    pub prospects: Option<Prospects>,
    /// The worlds that its games are played in; `None` where all are played in the one that the files describe.
    pub worlds: Option<Worlds>,
    /// The plans that the strategies must follow.
    pub plans: Vec<Plan>,
    /// What is counted when mistakes are.
    pub mistakes: &'static [Weighable],
    /// What is odd in the scenario's files, though possible.
    pub warnings: Vec<Complaint>,
    /// Values that an owner read off a printed copy.
    pub copied: u32,
    /// Hashes: [`RULES`] and [`PLAYERS`] of the code, `scenario` (with all its data files and changes), `german`,
    /// `allied`, of plans `drops`, `german set-up`, `allied set-up`, and of an owner's form `copy`.
    pub hashes: BTreeMap<String, String>,
}

/// What a map picture is drawn from: the scenario before its first decision.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The map.
    pub map: Map,
    /// Counters already on it.
    pub counters: Vec<Counter>,
    /// Objectives and who holds them.
    pub objectives: Vec<(HexId, Side)>,
    /// Where units set up, arrive or drop.
    pub marks: Vec<(HexId, String)>,
}

/// What counters look like, before a game.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The symbol of every unit, in roster order.
    pub symbols: Vec<Symbol>,
    /// What the figures on a counter mean.
    pub figures: &'static [&'static str],
}

/// A game to be watched.
#[derive(Clone, Debug)]
pub struct Filmed {
    /// Its rows.
    pub record: Record,
    /// Its frames.
    pub film: Film,
    /// How it could have continued, for each turn that began; empty unless requested.
    pub outlooks: Vec<Outlook>,
}

/// A scenario with both sides' strategies, ready to play.
pub trait Table: Send + Sync {
    /// What is known before a game.
    fn head(&self) -> &Head;
    /// What the map looks like before a game.
    fn picture(&self) -> Picture;
    /// Plays one game.
    ///
    /// # Errors
    /// A player could not decide, or made an illegal choice.
    fn play(&self, game: u64, seed: Seed) -> Result<Record, Unfinished>;
    /// Plays one game under these plans instead of the table's.
    ///
    /// # Errors
    /// A player could not decide, or made an illegal choice.
    fn play_by(&self, plans: &[Plan], game: u64, seed: Seed) -> Result<Record, Unfinished>;
    /// The same scenario with other strategies at the table.
    ///
    /// # Errors
    /// An order names what the scenario does not have.
    fn between(&self, strategies: BySide<Strategy>) -> Result<Box<dyn Table>, Complaints>;
    /// Plays one game and narrates it.
    ///
    /// # Errors
    /// A player could not decide, or made an illegal choice.
    fn watch(&self, game: u64, seed: Seed, story: &mut dyn Story) -> Result<Record, Unfinished>;
    /// Plays one game, films it, and plays it on `ahead` times from the start of each turn.
    ///
    /// # Errors
    /// A player could not decide, or made an illegal choice.
    fn film(&self, game: u64, seed: Seed, ahead: u32) -> Result<Filmed, Unfinished>;
    /// Plays one game and explains its decisions with these numbers, from 0. Decisions that the game
    /// did not reach are left out.
    ///
    /// # Errors
    /// A player could not decide, or made an illegal choice.
    fn explain(
        &self,
        game: u64,
        seed: Seed,
        decisions: Range<u32>,
    ) -> Result<Vec<Explained>, Unfinished>;
    /// What a film leaves out because it never changes.
    fn cast(&self) -> Cast;
    /// What plans may fix.
    fn plan_scope(&self) -> PlanScope;
}

/// A scenario of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// `SYSTEM/NAME`.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// A system as the command line sees it.
pub trait System: Sync {
    /// Its id, e.g. `mercury`.
    fn id(&self) -> &'static str;
    /// Its title.
    fn title(&self) -> &'static str;
    /// Features and conditions that its strategies may name.
    fn vocabulary(&self) -> Vocabulary;
    /// What `--review` counts.
    fn measures(&self) -> &'static [Weighable];
    /// Tables whose exact odds can be computed.
    fn tables(&self) -> &'static [OddsTable];
    /// Exact odds of one table.
    ///
    /// # Errors
    /// What is wrong with the files or the arguments.
    fn odds(
        &self,
        home: &Home,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, Complaints>;
    /// The doctrines among which a search of a side chooses in a scenario, unless it names others: names that a search's
    /// file may list.
    fn doctrines(&self, home: &Home, scenario: &str, side: Side) -> Vec<String>;
    /// What is not known of a scenario besides who plays it: its uncertain readings and values with their rivals, but for
    /// those that the request changes itself, and those that make no difference to the scenario.
    ///
    /// # Errors
    /// Every fault of the scenario's files and of the file of rivals.
    fn unknowns(&self, home: &Home, request: &Request) -> Result<Vec<Unknown>, Complaints>;
    /// What an owner of the printed game can correct in a scenario: its reconstructed values and uncertain readings, those
    /// first that move its answer most.
    ///
    /// # Errors
    /// Every fault of the scenario's files and of the file of rivals.
    fn printed(
        &self,
        home: &Home,
        request: &Request,
        wanted: Wanted,
    ) -> Result<Vec<Entry>, Complaints>;
    /// Reads a scenario and both strategies and checks them.
    ///
    /// # Errors
    /// Every fault of every file.
    fn seat(&self, home: &Home, request: &Request) -> Result<Box<dyn Table>, Complaints>;
}

/// The scenarios of a system by name: its files with a title or objectives. Those that cannot be read are listed
/// too, so that they are noticed.
pub fn scenarios(home: &Home, system: &str) -> Vec<Listed> {
    let folder = home.scenarios(system);
    let listed = |stem: String| {
        let text = text::read(home, &folder.join(format!("{stem}.toml"))).ok()?;
        let id = format!("{system}/{stem}");
        let Ok(table) = DeTable::parse(&text) else {
            let titled =
                text.lines().any(|line| line.starts_with("title") || line == "[[objective]]");
            return titled.then(|| Listed { id, title: "(does not read)".into() });
        };
        let table = table.get_ref();
        let title = table.get("title").and_then(|title| title.get_ref().as_str());
        match title {
            Some(title) => Some(Listed { id, title: title.into() }),
            None if table.contains_key("objective") => {
                Some(Listed { id, title: "(has no title)".into() })
            }
            None => None,
        }
    };
    home.stems(&folder).into_iter().filter_map(listed).collect()
}

/// Finds the system of `SYSTEM/NAME` on a shelf.
///
/// # Errors
/// A complaint about the name, with the nearest scenario.
pub fn find<'s, 'n>(
    shelf: &'s [&'static dyn System],
    home: &Home,
    scenario: &'n str,
) -> Result<(&'s dyn System, &'n str), Complaints> {
    let (id, name) = scenario.split_once('/').unwrap_or((scenario, ""));
    let system = shelf.iter().find(|system| system.id() == id);
    let known: Vec<String> = match system {
        Some(_) => scenarios(home, id).into_iter().map(|listed| listed.id).collect(),
        None => {
            shelf.iter().flat_map(|s| scenarios(home, s.id())).map(|listed| listed.id).collect()
        }
    };
    let there = home.has(&home.scenarios(id).join(format!("{name}.toml")));
    match system {
        Some(system) if there && !name.contains(['/', '\\', '.']) => Ok((*system, name)),
        _ => {
            let near = nearest(scenario, known.iter().map(String::as_str));
            // A name without its system is the one mistake that every newcomer makes.
            let near = without_system(scenario, &known).or(near);
            let complaint = Complaint::whole(scenario, "there is no such scenario");
            let list = if known.len() <= 20 { known.join(", ") } else { String::new() };
            let expected = if list.is_empty() {
                "SYSTEM/NAME, as `scenario list` shows them".into()
            } else {
                format!("one of {list}")
            };
            Err(complaint.expecting(expected).near(near).into())
        }
    }
}

/// The scenario that is meant by a name without a system, which may be misspelt as well.
fn without_system(typed: &str, known: &[String]) -> Option<String> {
    if typed.contains('/') {
        return None;
    }
    let name = |one: &'_ String| one.split_once('/').map(|(_, name)| name.to_owned());
    let names: Vec<String> = known.iter().filter_map(name).collect();
    let meant = nearest(typed, names.iter().map(String::as_str))?;
    known.iter().find(|one| name(one).as_ref() == Some(&meant)).cloned()
}

/// The keys of a scenario file that the lab reads itself.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    strategies: Strategies,
}

/// The strategies a scenario is played with unless the user names others, and other doctrines that ship with it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strategies {
    german: Option<String>,
    allied: Option<String>,
    #[serde(default)]
    german_doctrines: Vec<String>,
    #[serde(default)]
    allied_doctrines: Vec<String>,
}

impl Strategies {
    /// A side's doctrines besides its own strategy.
    fn others(&self, side: Side) -> &[String] {
        match side {
            Side::German => &self.german_doctrines,
            Side::Allied => &self.allied_doctrines,
        }
    }

    /// A side's doctrines, its own strategy first.
    fn doctrines(&self, side: Side) -> Vec<String> {
        let own = match side {
            Side::German => &self.german,
            Side::Allied => &self.allied,
        };
        own.iter().chain(self.others(side)).cloned().collect()
    }

    /// What is wrong with the doctrines that a scenario names.
    fn unknown_doctrines(&self, home: &Home, system: &str, scenario: &str) -> Vec<Complaint> {
        let named = Side::BOTH
            .into_iter()
            .flat_map(|side| self.others(side).iter().map(move |name| (side, name)));
        let mut complaints = Vec::new();
        for (side, name) in named {
            let known = Strategy::list(home, system);
            if !known.contains(name) {
                let near = nearest(name, known.iter().map(String::as_str));
                let shown = format!("scenarios/{system}/{scenario}.toml");
                let problem = format!("there is no strategy `{name}`");
                let complaint = Complaint::whole(shown, problem).expecting("names of strategies");
                let key = format!("strategies.{}_doctrines", side.word());
                complaints.push(Complaint { key, ..complaint.near(near) });
            }
        }
        complaints
    }
}

/// A system on the shelf: everything [`System`] needs follows from the position's traits.
pub struct Boxed<P> {
    id: &'static str,
    title: &'static str,
    rules: Rules,
    game: PhantomData<fn() -> P>,
}

impl<P> Boxed<P> {
    /// A system with its id, title and rules.
    pub const fn new(id: &'static str, title: &'static str, rules: Rules) -> Self {
        Boxed { id, title, rules, game: PhantomData }
    }
}

impl<P: Playable + FromSetup + Odds + 'static> System for Boxed<P> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary { features: P::FEATURES, conditions: P::CONDITIONS }
    }

    fn measures(&self) -> &'static [Weighable] {
        P::MEASURES
    }

    fn tables(&self) -> &'static [OddsTable] {
        P::TABLES
    }

    fn odds(
        &self,
        home: &Home,
        table: &str,
        arguments: &[String],
    ) -> Result<Vec<OddsRow>, Complaints> {
        let Some(known) = P::TABLES.iter().find(|known| known.name == table) else {
            let names: Vec<&str> = P::TABLES.iter().map(|known| known.name).collect();
            return Err(Complaint::whole(
                format!("odds {}", self.id),
                format!("there is no table `{table}`"),
            )
            .expecting(format!("one of {}", names.join(", ")))
            .near(nearest(table, names))
            .into());
        };
        if arguments.len() > known.arguments.len() {
            let names: Vec<&str> = known.arguments.iter().map(|(name, ..)| *name).collect();
            return Err(Complaint::whole(
                format!("odds {} {table}", self.id),
                "too many arguments",
            )
            .expecting(names.join(", "))
            .into());
        }
        let defaults = known.arguments.iter().map(|(_, default, _)| String::from(*default));
        let all: Vec<String> =
            arguments.iter().cloned().chain(defaults.skip(arguments.len())).collect();
        let mut files = Files::new(home, self.id, "", &[]);
        let rows = P::odds(&mut files, table, &all);
        let mut complaints = files.complaints();
        match rows {
            Ok(rows) if complaints.is_empty() => Ok(rows),
            Ok(_) => Err(Complaints::new(complaints)),
            Err(problem) => {
                complaints.push(Complaint::whole(format!("odds {} {table}", self.id), problem));
                Err(Complaints::new(complaints))
            }
        }
    }

    fn doctrines(&self, home: &Home, scenario: &str, side: Side) -> Vec<String> {
        let mut files = Files::new(home, self.id, scenario, &[]);
        let named: Option<Named> = engine::Sources::toml(&mut files, scenario);
        let own = named.map(|named| named.strategies).unwrap_or_default();
        doctrines_of(home, self.id, self.vocabulary(), &own.doctrines(side))
    }

    fn unknowns(&self, home: &Home, request: &Request) -> Result<Vec<Unknown>, Complaints> {
        let scenario = request.scenario.as_str();
        let mut files = Files::new(home, self.id, scenario, &request.sets);
        let start: P = start(&mut files, scenario)?;
        let (brief, roster) = (start.brief(), start.roster());
        let units = roster.iter().map(|unit| unit.id.as_str()).collect();
        let read = files.names().collect();
        // A ruling of another game of the system can be set, though it changes nothing here.
        let knows = |id: &str, value: &str| {
            let Ok(set) = Set::parse(&format!("rulings.{id}={value}")) else { return false };
            let sets = [set];
            let mut files = Files::new(home, self.id, scenario, &sets);
            let _ = P::read(&mut files, scenario);
            !files.complaints().iter().any(|fault| fault.problem.starts_with("unknown key"))
        };
        let place = (self.id, scenario);
        let mut all = worlds::unknowns(home, place, &brief.rulings, &units, &read, &knows)?;
        let turned: Vec<String> = request.sets.iter().map(Set::key).collect();
        all.retain(|unknown| !unknown.is_one_of(&turned));
        let mut wrong = Vec::new();
        // A reading is part of the rules of a position, and differs from another whatever comes of it.
        for unknown in all.iter_mut().filter(|unknown| unknown.kind == UnknownKind::Value) {
            let mut changes = vec![true];
            for choice in unknown.choices.iter().skip(1) {
                match changed::<P>(home, self.id, request, choice) {
                    Ok(other) => changes.push(other != start),
                    Err(complaints) => {
                        changes.push(false);
                        wrong.extend(complaints);
                    }
                }
            }
            let mut changes = changes.into_iter();
            unknown.choices.retain(|_| changes.next() == Some(true));
        }
        if !wrong.is_empty() {
            return Err(Complaints::new(wrong));
        }
        // What has but one choice left, or none with any weight beside it, is known.
        all.retain(|unknown| unknown.choices.iter().filter(|choice| choice.weight > 0).count() > 1);
        Ok(all)
    }

    fn printed(
        &self,
        home: &Home,
        request: &Request,
        wanted: Wanted,
    ) -> Result<Vec<Entry>, Complaints> {
        let scenario = request.scenario.as_str();
        let unknowns = if wanted.rivals { Some(self.unknowns(home, request)?) } else { None };
        let influence = Influence::load(home, self.id, scenario)?;
        let mut files = Files::new(home, self.id, scenario, &request.sets);
        let start: P = start(&mut files, scenario)?;
        let (roster, brief) = (start.roster(), start.brief());
        let texts: Vec<_> = files.texts().collect();
        let known = Known {
            scenario,
            units: &roster.iter().map(|unit| unit.id.as_str()).collect(),
            rulings: &brief.rulings,
            unknowns: unknowns.as_deref(),
            influence: influence.as_ref(),
            maps: wanted.maps,
        };
        Ok(printed::entries(&texts, &known))
    }

    fn seat(&self, home: &Home, request: &Request) -> Result<Box<dyn Table>, Complaints> {
        let scenario = request.scenario.as_str();
        let mut files = Files::new(home, self.id, scenario, &request.sets);
        let mut doubts = Vec::new();
        let setup = P::read(&mut files, scenario);
        let start = setup.and_then(|setup| match P::build(setup, &mut doubts) {
            Ok(start) => Some(start),
            Err(faults) => {
                files.blame(faults);
                None
            }
        });
        let mut warnings = files.worded(doubts);
        let mut complaints = files.complaints();
        // A scenario with faults elsewhere may still name its strategies, and those may have faults too.
        let own = match &start {
            Some(_) => engine::Sources::toml::<Named>(&mut files, scenario),
            None => files.peek(scenario),
        };
        complaints.extend(files.complaints());
        let own = own.map(|named: Named| named.strategies).unwrap_or_default();
        complaints.extend(own.unknown_doctrines(home, self.id, scenario));
        let doctrine_scores =
            DoctrineScores::load(home, self.id, scenario).unwrap_or_else(|more| {
                complaints.extend(more);
                None
            });
        let influence = Influence::load(home, self.id, scenario).unwrap_or_else(|more| {
            complaints.extend(more);
            None
        });
        let facts = Fact::of_scenario(home, self.id, scenario).unwrap_or_else(|more| {
            complaints.extend(more);
            Vec::new()
        });
        let prospects = Prospects::load(home, self.id, scenario, &mut Seal::default());
        let prospects = prospects.unwrap_or_else(|more| {
            complaints.extend(more);
            None
        });
        let doctrines = BySide::from_fn(|side| own.doctrines(side));
        let own = BySide { german: own.german, allied: own.allied };
        for side in Side::BOTH {
            if own[side].is_none() && request.strategies[side].is_none() {
                let key = format!("strategies.{}", side.word());
                let shown = format!("scenarios/{}/{scenario}.toml", self.id);
                let problem = "no strategy is named, so the side plays `first`";
                let complaint = Complaint::whole(shown, problem);
                warnings.push(Complaint { key, ..complaint.expecting("the name of a strategy") });
            }
        }
        let strategies = BySide::from_fn(|side| {
            let name =
                request.strategies[side].as_deref().or(own[side].as_deref()).unwrap_or("first");
            let strategy = Strategy::load(home, self.id, self.vocabulary(), name)
                .and_then(|strategy| Ok(strategy.seat(side)?.on_terms(request.programs, side)?));
            match strategy {
                Ok(strategy) => Some(strategy),
                Err(more) => {
                    complaints.extend(more);
                    None
                }
            }
        });
        let planned = request.drops.is_some()
            || request.setup.german.is_some()
            || request.setup.allied.is_some();
        let plans = start.as_ref().filter(|_| planned).map_or_else(Vec::new, |start| {
            let scope = PlanScope::of(self.id, scenario, start);
            scope.seat(home, request.drops.as_deref(), &request.setup, &mut complaints)
        });
        let briefed = BySide::from_fn(|side| match (&start, &strategies[side]) {
            (Some(start), Some(strategy)) => strategy.brain.briefed(start, side, &mut complaints),
            _ => Briefed::default(),
        });
        let (Some(start), Some(german), Some(allied), true) =
            (start, strategies.german, strategies.allied, complaints.is_empty())
        else {
            complaints.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
            return Err(Complaints::new(complaints));
        };
        let mut strategies = BySide { german, allied };
        let bound = request.bound.unwrap_or(BOUND);
        let length = start.turn_names().len() as u16;
        let seat = Seat {
            home,
            system: self.id,
            words: self.vocabulary(),
            scenario,
            shipped: &doctrines,
            length,
            decisions: bound,
        };
        let mut searchers = BySide::from_fn(|_| None);
        for side in Side::BOTH {
            if let Brain::Search(search) = &strategies[side].brain {
                let (searcher, hash) = Searcher::seat(search, side, &start, seat)?;
                searchers[side] = Some(searcher);
                strategies[side].hash = format!("{} {hash}", strategies[side].hash);
            }
        }
        let hashes = [
            (RULES.to_owned(), format!("{} {} {}", self.id, self.rules.version, self.rules.code)),
            (PLAYERS.into(), env!("PLAYERS").into()),
            ("scenario".into(), files.hash()),
            ("german".into(), strategies.german.hash.clone()),
            ("allied".into(), strategies.allied.hash.clone()),
        ];
        let of_plans = plans.iter().map(|plan| (plan.hash_name(), plan.hash.clone()));
        let of_copy = request.copy.iter().map(|copy| ("copy".to_owned(), copy.hash.clone()));
        let hashes = hashes.into_iter().chain(of_plans).chain(of_copy).collect();
        let head = Head {
            scenario: format!("{}/{scenario}", self.id),
            brief: start.brief(),
            levels: start.levels(),
            turn_names: start.turn_names(),
            measures: start.measures(),
            charts: start.charts(),
            roster: start.roster(),
            strategies,
            doctrines,
            doctrine_scores,
            influence,
            facts,
            prospects,
            worlds: None,
            plans,
            mistakes: P::MEASURES,
            warnings,
            copied: request.copy.as_ref().map_or(0, |copy| copy.values),
            hashes,
        };
        Ok(Box::new(Seated {
            system: self.id,
            scenario: scenario.into(),
            start,
            head,
            briefed,
            searchers,
            bound,
            review: request.review,
            combats: request.combats,
        }))
    }
}

/// A scenario before its first decision, as some files have it.
fn start<P: FromSetup>(files: &mut Files<'_>, scenario: &str) -> Result<P, Complaints> {
    let setup = P::read(files, scenario);
    let start = setup.and_then(|setup| match P::from_setup(setup) {
        Ok(start) => Some(start),
        Err(faults) => {
            files.blame(faults);
            None
        }
    });
    match (start, files.complaints()) {
        (Some(start), complaints) if complaints.is_empty() => Ok(start),
        (_, complaints) => Err(Complaints::new(complaints)),
    }
}

/// A scenario as it is with one choice of an unknown; a fault is blamed on the line that makes the choice.
fn changed<P: FromSetup>(
    home: &Home,
    system: &str,
    request: &Request,
    choice: &Choice,
) -> Result<P, Vec<Complaint>> {
    let made = choice.set.iter().map(|set| Set::parse(set));
    let made: Result<Vec<Set>, Complaint> = made.collect();
    let sets: Vec<Set> =
        made.map_err(|fault| vec![fault])?.into_iter().chain(request.sets.clone()).collect();
    let mut files = Files::new(home, system, &request.scenario, &sets);
    start(&mut files, &request.scenario).map_err(|complaints: Complaints| {
        complaints.into_iter().map(|complaint| choice.blame(complaint)).collect()
    })
}

struct Seated<P: Playable> {
    system: &'static str,
    scenario: String,
    start: P,
    head: Head,
    /// Each side's strategy, made ready for the scenario.
    briefed: BySide<Briefed<P::Guide>>,
    /// The sides that look ahead.
    searchers: BySide<Option<Searcher<P::Guide>>>,
    bound: u32,
    review: bool,
    combats: bool,
}

/// The plans that bind a side.
fn bound(plans: &[Plan], side: Side) -> Vec<&Plan> {
    plans.iter().filter(|plan| plan.side == side).collect()
}

impl<P: Playable> Seated<P> {
    /// Both sides' players of a game, bound by these plans. Their own whims come from this seed.
    fn players<'s>(&'s self, plans: &'s [Plan], game: u64, seed: Seed) -> Players<'s, P> {
        self.seated(plans, |side, trouble| match &self.searchers[side] {
            Some(searcher) => Box::new(searcher.player(bound(plans, side))),
            None => self.player(side, game, seed, trouble),
        })
    }

    /// Players for games played on from many positions: a side that looks ahead follows its first doctrine there, for it
    /// would look ahead again in each of them.
    fn quick_players(&self, game: u64, seed: Seed) -> Players<'_, P> {
        self.seated(&self.head.plans, |side, trouble| match &self.searchers[side] {
            Some(searcher) => searcher.first_player(),
            None => self.player(side, game, seed, trouble),
        })
    }

    /// The player of a side that does not look ahead.
    fn player(
        &self,
        side: Side,
        game: u64,
        seed: Seed,
        trouble: &Trouble,
    ) -> Box<dyn Policy<P> + '_> {
        let (scenario, whim) = (self.head.scenario.as_str(), Whim::new(seed, side));
        let chair = Chair { scenario, game, side, whim, trouble: trouble.clone() };
        self.head.strategies[side].brain.player(&self.briefed[side], chair)
    }

    /// Players of both sides, each bound by the plans of its side.
    fn seated<'a>(
        &'a self,
        plans: &'a [Plan],
        player: impl Fn(Side, &Trouble) -> Box<dyn Policy<P> + 'a>,
    ) -> Players<'a, P> {
        let trouble = Trouble::default();
        let policies = BySide::from_fn(|side| bind(bound(plans, side), player(side, &trouble)));
        let plans = BySide::from_fn(|side| bound(plans, side));
        let called = BySide::from_fn(|side| self.head.strategies[side].called.as_str());
        Players { policies, called, trouble, plans }
    }

    fn game(
        &self,
        game: u64,
        seed: Seed,
        observer: &mut impl engine::Observer<P>,
    ) -> Result<Record, Unfinished> {
        self.game_by(&self.head.plans, game, seed, observer)
    }

    /// A game under other plans than the table's.
    fn game_by(
        &self,
        plans: &[Plan],
        game: u64,
        seed: Seed,
        observer: &mut impl engine::Observer<P>,
    ) -> Result<Record, Unfinished> {
        let players = self.players(plans, game, seed);
        let Seated { bound, review, combats, .. } = *self;
        let terms = Terms { game, seed, bound, review, combats };
        play(&self.start, players, terms, observer)
    }
}

impl<P: Playable + 'static> Table for Seated<P> {
    fn head(&self) -> &Head {
        &self.head
    }

    fn picture(&self) -> Picture {
        Picture {
            map: self.start.map().clone(),
            counters: self.start.counters(),
            objectives: self.start.objectives(),
            marks: self.start.set_up_marks(),
        }
    }

    fn play(&self, game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.game(game, seed, &mut ())
    }

    fn play_by(&self, plans: &[Plan], game: u64, seed: Seed) -> Result<Record, Unfinished> {
        self.game_by(plans, game, seed, &mut ())
    }

    fn between(&self, strategies: BySide<Strategy>) -> Result<Box<dyn Table>, Complaints> {
        let mut complaints = Vec::new();
        let briefed = BySide::from_fn(|side| {
            let strategy = &strategies[side];
            if let Brain::Search(_) = strategy.brain {
                let problem = format!(
                    "`{}` looks ahead, which it can only from a seat of its own",
                    strategy.called
                );
                let complaint = Complaint::whole(format!("--{}", side.word()), problem);
                complaints.push(complaint.expecting("a strategy that does not look ahead"));
            }
            strategy.brain.briefed(&self.start, side, &mut complaints)
        });
        if !complaints.is_empty() {
            return Err(Complaints::new(complaints));
        }
        let mut head = Head { strategies, ..self.head.clone() };
        for side in Side::BOTH {
            head.hashes.insert(side.word().into(), head.strategies[side].hash.clone());
        }
        let Seated { system, bound, review, combats, .. } = *self;
        let (scenario, start) = (self.scenario.clone(), self.start.clone());
        let searchers = BySide::from_fn(|_| None);
        Ok(Box::new(Seated {
            system,
            scenario,
            start,
            head,
            briefed,
            searchers,
            bound,
            review,
            combats,
        }))
    }

    fn watch(&self, game: u64, seed: Seed, story: &mut dyn Story) -> Result<Record, Unfinished> {
        self.game(game, seed, &mut Teller::new(story, self.head.turn_names.clone()))
    }

    fn film(&self, game: u64, seed: Seed, ahead: u32) -> Result<Filmed, Unfinished> {
        let mut camera = Camera::new(self.head.turn_names.len() as u16);
        let record = self.game(game, seed, &mut camera)?;
        let (film, starts) = camera.develop();
        let players = |seed| self.quick_players(game, seed);
        let ahead = Ahead { games: ahead, game, seed, bound: self.bound };
        let outlooks = outlook::look(&film, &starts, ahead, &players)?;
        Ok(Filmed { record, film, outlooks })
    }

    fn explain(
        &self,
        game: u64,
        seed: Seed,
        decisions: Range<u32>,
    ) -> Result<Vec<Explained>, Unfinished> {
        let plans = BySide::from_fn(|side| bound(&self.head.plans, side));
        let mut explainer =
            Explainer::<P>::new(&self.head.strategies, &self.briefed, plans, decisions);
        self.game(game, seed, &mut explainer)?;
        Ok(explainer.explained)
    }

    fn cast(&self) -> Cast {
        Cast { symbols: self.start.symbols(), figures: self.start.figures() }
    }

    fn plan_scope(&self) -> PlanScope {
        PlanScope::of(self.system, &self.scenario, &self.start)
    }
}
