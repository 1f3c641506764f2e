//! A small game for the tests of engine and lab: a ridge, two sides, one objective hex.
//!
//! Each turn a cup decides which side moves first; every unit then moves one hex, fires at a
//! neighbour (a ten-sided die of `hit` or more takes a step) or stands. The Germans win by
//! standing on the objective when the last turn ends, or when no defender is left.
#![allow(dead_code, reason = "each test binary uses its own part of the toy")]

use std::sync::Arc;

use engine::{
    Account, Appraise, Brief, BySide, Chance, ChanceKind, Coord, Counter, Cup, Dice, Direction,
    Entry, Fate, Fault, Features, FromSetup, GameFacts, Hex, HexId, Map, MapBuilder, Moment,
    Narrate, Notation, Numbering, Odds, OddsRow, OddsTable, Origin, Outcome, Pictured, Place,
    Plannable, Position, Provenance, Ruling, Side, Sources, Symbol, TerrainId, TurnFacts,
    UnitEntry, UnitFate, Weighable,
};
use serde::Deserialize;
use serde::de::IgnoredAny;

const FIRE: ChanceKind = ChanceKind::new("fire");

/// The scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub title: String,
    pub turns: u16,
    pub objective: String,
    #[serde(default)]
    pub rulings: Rulings,
    #[serde(default)]
    pub strategies: Option<IgnoredAny>,
}

/// Uncertain readings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulings {
    pub hit: u8,
    pub first: First,
}

/// Who moves first.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    Cup,
    Germans,
}

impl Default for Rulings {
    fn default() -> Self {
        Rulings { hit: 6, first: First::Cup }
    }
}

/// A row of `counters.csv`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterRow {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub hex: String,
    pub steps: u8,
}

#[derive(Debug)]
pub struct Setup {
    pub name: String,
    pub scenario: Scenario,
    pub counters: Vec<CounterRow>,
}

/// The scenario as code, for tests without files.
pub fn small() -> Setup {
    let counter = |id: &str, side, hex: &str| CounterRow {
        id: id.into(),
        name: id.to_uppercase(),
        side,
        hex: hex.into(),
        steps: 2,
    };
    Setup {
        name: "ridge".into(),
        scenario: Scenario {
            title: "The Ridge".into(),
            turns: 4,
            objective: "04.02".into(),
            rulings: Rulings::default(),
            strategies: None,
        },
        counters: vec![
            counter("fj1", Side::German, "01.01"),
            counter("fj2", Side::German, "01.02"),
            counter("nz1", Side::Allied, "04.02"),
            counter("nz2", Side::Allied, "05.02"),
        ],
    }
}

/// What does not change in a game.
#[derive(Debug, PartialEq, Eq)]
struct Ground {
    title: String,
    map: Map,
    turns: Vec<String>,
    objective: HexId,
    hit: u8,
    first: bool,
    roster: Vec<UnitEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Unit {
    hex: HexId,
    steps: u8,
    lost_in: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ridge {
    ground: Arc<Ground>,
    units: Vec<Unit>,
    turn: u16,
    cup: Cup,
    active: Option<Side>,
    /// Units of the active side that have yet to act, last first.
    waiting: Vec<u16>,
    over: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Stand(u16),
    Move(u16, Direction),
    Fire(u16, u16),
}

#[derive(Clone, Debug)]
pub enum Event {
    Drawn(Side),
    Shot { target: u16, roll: u8, hit: u8 },
    TurnOver(TurnFacts),
}

impl Ridge {
    pub fn new(setup: Setup) -> Ridge {
        Ridge::from_setup(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    fn side(&self, unit: u16) -> Side {
        self.ground.roster[usize::from(unit)].side
    }

    fn alive(&self, unit: u16) -> bool {
        self.units[usize::from(unit)].steps > 0
    }

    fn numbers(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        (0..self.units.len() as u16).filter(move |&u| self.side(u) == side && self.alive(u))
    }

    fn steps(&self, side: Side) -> u16 {
        self.numbers(side).map(|u| u16::from(self.units[usize::from(u)].steps)).sum()
    }

    fn full(&self, side: Side) -> u16 {
        let own = self.ground.roster.iter().filter(|u| u.side == side);
        own.map(|u| u16::from(u.steps)).sum()
    }

    fn empty(&self, hex: HexId) -> bool {
        !self.units.iter().any(|u| u.steps > 0 && u.hex == hex)
    }

    fn holds_objective(&self, side: Side) -> bool {
        self.numbers(side).any(|u| self.units[usize::from(u)].hex == self.ground.objective)
    }

    fn facts(&self) -> TurnFacts {
        TurnFacts {
            turn: self.turn,
            steps: BySide::from_fn(|side| self.steps(side)),
            steps_lost: BySide::from_fn(|side| self.full(side) - self.steps(side)),
            control: BySide::from_fn(|side| u16::from(self.holds_objective(side))),
            ..TurnFacts::default()
        }
    }

    /// Hands the turn on until somebody has something to decide.
    fn proceed(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            while self.waiting.last().is_some_and(|&unit| !self.alive(unit)) {
                self.waiting.pop();
            }
            if Side::BOTH.into_iter().any(|side| self.steps(side) == 0) {
                self.end_turn(events);
                self.over = true;
            }
            if self.over || !self.waiting.is_empty() {
                return;
            }
            if let Some(chit) = self.cup.draw(self.turn, dice) {
                let side = Side::BOTH[usize::from(chit)];
                self.active = Some(side);
                self.waiting = self.numbers(side).collect();
                self.waiting.reverse();
                events.push(Event::Drawn(side));
                continue;
            }
            self.end_turn(events);
            if usize::from(self.turn) == self.ground.turns.len() {
                self.over = true;
                return;
            }
            self.turn += 1;
            self.fill_cup();
        }
    }

    fn end_turn(&mut self, events: &mut Vec<Event>) {
        events.push(Event::TurnOver(self.facts()));
    }

    fn fill_cup(&mut self) {
        self.cup.put(0);
        self.cup.put(1);
    }
}

impl Position for Ridge {
    type Action = Action;
    type View<'a> = &'a Ridge;
    type Event = Event;

    fn open(&mut self, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.fill_cup();
        if self.ground.first {
            self.cup.clear();
            self.cup.put(1);
            self.active = Some(Side::German);
            self.waiting = self.numbers(Side::German).collect();
        }
        self.proceed(dice, events);
    }

    fn to_act(&self) -> Option<Side> {
        if self.over { None } else { self.active }
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        let (false, Some(&unit)) = (self.over, self.waiting.last()) else { return };
        let side = self.side(unit);
        actions.push(Action::Stand(unit));
        for (direction, near) in self.ground.map.neighbours(self.units[usize::from(unit)].hex) {
            if self.empty(near) {
                actions.push(Action::Move(unit, direction));
            }
            for target in self.numbers(side.other()) {
                if self.units[usize::from(target)].hex == near {
                    actions.push(Action::Fire(unit, target));
                }
            }
        }
    }

    fn apply_unchecked(&mut self, action: Action, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.waiting.pop();
        match action {
            Action::Stand(_) => {}
            Action::Move(unit, direction) => {
                let from = self.units[usize::from(unit)].hex;
                if let Some(to) = self.ground.map.neighbour(from, direction) {
                    self.units[usize::from(unit)].hex = to;
                }
            }
            Action::Fire(unit, target) => {
                let chance =
                    Chance { kind: FIRE, turn: self.turn, who: unit, whom: target, nth: 0 };
                let roll = dice.roll(chance, 10);
                events.push(Event::Shot { target, roll, hit: self.ground.hit });
                if roll >= self.ground.hit {
                    let turn = self.turn;
                    let target = &mut self.units[usize::from(target)];
                    target.steps -= 1;
                    if target.steps == 0 {
                        target.lost_in = Some(turn);
                    }
                }
            }
        }
        self.proceed(dice, events);
    }

    fn outcome(&self) -> Outcome {
        if !self.over {
            return Outcome::Undecided;
        }
        let german = self.holds_objective(Side::German) || self.steps(Side::Allied) == 0;
        let more = i32::from(self.steps(Side::German)) - i32::from(self.steps(Side::Allied));
        Outcome::Over {
            winner: Some(if german { Side::German } else { Side::Allied }),
            level: u8::from(!german),
            margin: if german { more.max(1) } else { more.min(-1) },
            clause: if german { "the ridge is taken" } else { "the ridge is held" },
        }
    }

    fn view(&self, _: Side) -> &Ridge {
        self
    }
}

impl FromSetup for Ridge {
    type Setup = Setup;

    fn read(sources: &mut impl Sources, name: &str) -> Option<Setup> {
        let scenario = sources.toml(name);
        let counters = sources.rows("counters");
        Some(Setup { name: name.into(), scenario: scenario?, counters: counters? })
    }

    fn build(setup: Setup, _: &mut Vec<Fault>) -> Result<Ridge, Vec<Fault>> {
        let mut builder = MapBuilder::new(Numbering::ColumnRowEvenLow, vec!["rock".into()]);
        let sheet = builder.sheet("ridge", "ridge");
        for column in 1..=5 {
            for row in 1..=3 {
                builder.hex(Hex::bare(Coord { column, row }, sheet, TerrainId(0)));
            }
        }
        let map = builder.finish();
        let mut faults = Vec::new();
        let labels: Vec<String> = map.ids().map(|id| map.label(id)).collect();
        let mut hex = |label: &str, file: &str, place, key: &str| {
            let found = map.find(label, None);
            if found.is_none() {
                faults.push(Fault {
                    file: file.into(),
                    place,
                    key: key.into(),
                    problem: format!("hex {label} is not on the map"),
                    expected: "a hex from 01.01 to 05.03".into(),
                    unknown: Some((label.into(), labels.clone())),
                });
            }
            found.unwrap_or(HexId(0))
        };
        let objective = hex(&setup.scenario.objective, &setup.name, Place::Whole, "objective");
        let mut roster: Vec<UnitEntry> = Vec::new();
        let mut units = Vec::new();
        let mut twice = Vec::new();
        for (i, row) in setup.counters.iter().enumerate() {
            let line = Place::Line(i as u32 + 2);
            units.push(Unit {
                hex: hex(&row.hex, "counters", line, "hex"),
                steps: row.steps,
                lost_in: None,
            });
            if roster.iter().any(|unit| unit.id == row.id) {
                twice.push(Fault {
                    file: "counters".into(),
                    place: line,
                    key: "id".into(),
                    problem: format!("two units are called {}", row.id),
                    expected: "one unit an id".into(),
                    unknown: None,
                });
            }
            roster.push(UnitEntry {
                id: row.id.clone(),
                name: row.name.clone(),
                side: row.side,
                division: row.side.to_string(),
                formation: row.side.to_string(),
                kind: "infantry".into(),
                steps: row.steps,
                apart: false,
                values: Vec::new(),
            });
        }
        faults.extend(twice);
        if !faults.is_empty() {
            return Err(faults);
        }
        let ground = Ground {
            title: setup.scenario.title,
            map,
            turns: (1..=setup.scenario.turns).map(|turn| format!("turn {turn}")).collect(),
            objective,
            hit: setup.scenario.rulings.hit,
            first: setup.scenario.rulings.first == First::Germans,
            roster,
        };
        Ok(Ridge {
            ground: Arc::new(ground),
            units,
            turn: 1,
            cup: Cup::default(),
            active: None,
            waiting: Vec::new(),
            over: false,
        })
    }
}

impl Notation for Ridge {
    fn say(&self, action: Action) -> String {
        let name = |unit: u16| self.ground.roster[usize::from(unit)].name.as_str();
        match action {
            Action::Stand(unit) => format!("{} stands", name(unit)),
            Action::Move(unit, direction) => format!("{} moves {direction}", name(unit)),
            Action::Fire(unit, target) => format!("{} fires at {}", name(unit), name(target)),
        }
    }
}

impl Narrate for Ridge {
    fn tell(&self, event: &Event) -> Option<String> {
        match event {
            Event::Drawn(side) => Some(format!("chit: {side}")),
            Event::Shot { target, roll, hit } => {
                let name = &self.ground.roster[usize::from(*target)].name;
                let what = if roll >= hit { "hit" } else { "miss" };
                Some(format!("{roll} against {hit}: {name}, {what}"))
            }
            Event::TurnOver(_) => None,
        }
    }

    fn turn_name(&self) -> String {
        self.ground.turns[usize::from(self.turn) - 1].clone()
    }
}

impl Appraise for Ridge {
    const FEATURES: &'static [Weighable] = &[
        Weighable { name: "fires", unit: "yes/no", meaning: "the unit fires" },
        Weighable {
            name: "distance-gained",
            unit: "hexes",
            meaning: "hexes nearer to the objective",
        },
        Weighable { name: "stands", unit: "yes/no", meaning: "the unit stands" },
    ];
    const CONDITIONS: &'static [Weighable] =
        &[Weighable { name: "outnumbered", unit: "yes/no", meaning: "fewer steps than the enemy" }];
    const MEASURES: &'static [Weighable] =
        &[Weighable { name: "shots-declined", unit: "decisions", meaning: "a shot was passed up" }];

    type Memory = ();

    fn appraise(view: &Ridge, legal: &[Action], (): &mut (), features: &mut Features) {
        for (action, mut option) in legal.iter().zip(features.options::<3>()) {
            match *action {
                Action::Stand(_) => option.add(2, 1),
                Action::Fire(..) => option.add(0, 1),
                Action::Move(unit, direction) => {
                    let map = &view.ground.map;
                    let from = view.units[usize::from(unit)].hex;
                    let away =
                        |hex| i32::from(map.distance(hex, view.ground.objective).unwrap_or(0));
                    if let Some(to) = map.neighbour(from, direction) {
                        option.add(1, away(from) - away(to));
                    }
                }
            }
        }
    }

    fn turn(view: &Ridge) -> u16 {
        view.turn
    }

    fn holds(view: &Ridge, _: usize) -> bool {
        view.active.is_some_and(|side| view.steps(side) < view.steps(side.other()))
    }

    fn judge(_: &Ridge, legal: &[Action], chosen: Action, counts: &mut [u32]) {
        let shot = |action: &Action| matches!(action, Action::Fire(..));
        counts[0] += u32::from(legal.iter().any(shot) && !shot(&chosen));
    }
}

impl Account for Ridge {
    fn levels(&self) -> Vec<String> {
        vec!["German victory".into(), "Allied victory".into()]
    }

    fn turn_names(&self) -> Vec<String> {
        self.ground.turns.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        self.ground.roster.clone()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        fates.extend(self.units.iter().map(|unit| UnitFate {
            steps: unit.steps,
            fate: if unit.steps > 0 { Fate::InPlay } else { Fate::Eliminated },
            turn: unit.lost_in,
            cause: unit.lost_in.map(|_| "fire"),
            hex: Some(unit.hex),
        }));
    }

    fn game_facts(&self) -> GameFacts {
        GameFacts {
            end_turn: self.turn,
            end_reason: "last turn played",
            steps_lost: self.facts().steps_lost,
            ..GameFacts::default()
        }
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::TurnOver(facts) => Some(Entry::Turn(facts.turn)),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        match event {
            Event::TurnOver(facts) => Some(facts.clone()),
            _ => None,
        }
    }
}

impl Pictured for Ridge {
    fn map(&self) -> &Map {
        &self.ground.map
    }

    fn counters(&self) -> Vec<Counter> {
        let numbers = (0..self.units.len() as u16).filter(|&unit| self.alive(unit));
        numbers
            .map(|unit| Counter {
                unit,
                hex: self.units[usize::from(unit)].hex,
                steps: self.units[usize::from(unit)].steps,
                figures: vec![self.units[usize::from(unit)].steps.to_string()],
                markers: Vec::new(),
            })
            .collect()
    }

    fn symbols(&self) -> Vec<Symbol> {
        vec![Symbol::Infantry; self.units.len()]
    }

    fn figures(&self) -> &'static [&'static str] {
        &["steps"]
    }

    fn moment(&self, _: &Event) -> Option<Moment> {
        None
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        vec![(self.ground.objective, Side::Allied)]
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        Vec::new()
    }

    fn brief(&self) -> Brief {
        Brief {
            title: self.ground.title.clone(),
            facts: vec![("length".into(), format!("{} turns", self.ground.turns.len()))],
            rulings: vec![Ruling {
                id: "hit".into(),
                value: self.ground.hit.to_string(),
                default: "6".into(),
                values: (0..=9).map(|n: u8| n.to_string()).collect(),
                meaning: "the lowest die that takes a step".into(),
            }],
            provenance: vec![Provenance {
                file: "counters".into(),
                what: "unit steps".into(),
                origin: Origin::Reconstructed,
                count: self.units.len() as u32,
            }],
            history: None,
        }
    }
}

/// Nobody chooses where to begin.
impl Plannable for Ridge {}

impl Odds for Ridge {
    const TABLES: &'static [OddsTable] = &[OddsTable {
        name: "fire",
        meaning: "the chance of a hit",
        arguments: &[("hit", "6", "the lowest die that takes a step")],
    }];

    fn odds(_: &mut impl Sources, _: &str, arguments: &[String]) -> Result<Vec<OddsRow>, String> {
        let hit: u64 = arguments[0]
            .parse()
            .ok()
            .filter(|hit| *hit <= 9)
            .ok_or_else(|| format!("hit is {:?}, expected 0 to 9", arguments[0]))?;
        Ok(vec![
            OddsRow { result: "miss".into(), ways: hit, of: 10 },
            OddsRow { result: "hit".into(), ways: 10 - hit, of: 10 },
        ])
    }
}
