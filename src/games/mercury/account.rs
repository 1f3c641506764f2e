//! What the tables of a run, maps and replays ask.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Account, Activation, Brief, CombatFacts, Counter, DropFacts, Entry, Fate, GameFacts, HexId,
    Map, Marker, Measure, MeasureChart, Moment, MomentKind, Pictured, Scar, ScarDeed, Side, Symbol,
    TurnFacts, UnitEntry, UnitFate,
};

use super::counter_look;
use super::departures::Departure;
use super::event::Event;
use super::ground::{Chit, SetUp};
use super::ids::{ChitId, ObjectiveId};
use super::state::{Battle, Place};
use crate::measures;

impl Account for Battle {
    fn levels(&self) -> Vec<String> {
        self.ground.levels.clone()
    }

    fn turn_names(&self) -> Vec<String> {
        self.ground.calendar.names.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        let entry = |counter: &super::counter::Counter| UnitEntry {
            id: counter.id.clone(),
            name: counter.name.clone(),
            side: counter.side,
            division: self.ground.divisions[usize::from(counter.division.0)].id.clone(),
            formation: counter.formation_name.clone(),
            battalion: counter.battalion.clone(),
            kind: counter.kind.clone(),
            steps: counter.steps,
            apart: counter.greek,
            values: vec![Some(counter.greek.into())],
        };
        self.ground.counters.iter().map(entry).collect()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        fates.extend(self.units.iter().map(|unit| {
            let (fate, hex) = match unit.place {
                Place::Waiting => (Fate::NotArrived, None),
                Place::At(hex) => (Fate::InPlay, Some(hex)),
                Place::Off(Departure::Ship | Departure::Port(_)) => (Fate::Shipped, None),
                Place::Off(
                    Departure::Exit(_)
                    | Departure::Edge
                    | Departure::AirBox
                    | Departure::Sent { .. },
                ) => (Fate::Exited, None),
                Place::Off(Departure::Withdrawn(_)) => (Fate::Withdrawn, None),
                Place::Off(Departure::LeftBehind | Departure::Dispersed | Departure::Caught) => {
                    (Fate::Removed, None)
                }
                Place::Dead(hex) => (Fate::Eliminated, Some(hex)),
            };
            UnitFate {
                steps: unit.steps,
                fate,
                turn: unit.end.map(|(turn, _)| turn + 1),
                cause: unit.end.map(|(_, cause)| cause),
                hex,
            }
        }));
    }

    fn measures(&self) -> Vec<Measure> {
        self.ground.measures()
    }

    fn charts(&self) -> Vec<MeasureChart> {
        let mut charts = measures::charts();
        charts.push(super::measures::chart());
        charts.extend(self.ground.withdrawal_charts());
        charts
    }

    fn game_facts(&self) -> GameFacts {
        GameFacts {
            end_turn: self.turn + 1,
            end_reason: self.end_reason,
            steps_lost: self.tally.steps_lost,
            points_earned: self.tally.received,
            points_unspent: self.points_held(),
            values: self.game_values(),
        }
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::Drawn(chit) => self.activation(*chit).map(Entry::Activation),
            Event::TurnEnded(end) => Some(Entry::Turn(end.turn + 1)),
            Event::Dropped(drop) => Some(Entry::Drop(drop.unit.0)),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        match event {
            Event::TurnEnded(end) => Some(end.row()),
            _ => None,
        }
    }

    fn drop_facts(&self, event: &Event) -> Option<DropFacts> {
        match event {
            Event::Dropped(drop) => Some(self.drop_row(drop)),
            _ => None,
        }
    }

    fn scar(&self, event: &Event) -> Option<Scar> {
        match *event {
            Event::StepLost { unit, hex, lost, .. } => {
                Some(Scar { hex, side: self.side(unit), deed: ScarDeed::Lost(u16::from(lost)) })
            }
            Event::Shot { target, .. } | Event::Gunfire { target, .. } => {
                // Whoever was eliminated by the shot fell where he stood.
                let hex = self.stood(target)?;
                Some(Scar { hex, side: self.side(target), deed: ScarDeed::Attacked })
            }
            _ => None,
        }
    }

    fn stands(&self, stands: &mut Vec<(HexId, Side)>) {
        for side in Side::BOTH {
            // The top unit of a stack stands for all of them.
            let units =
                self.on_map(side).filter(|&(unit, hex)| self.stack(hex).next() == Some(unit));
            stands.extend(units.map(|(_, hex)| (hex, side)));
        }
    }

    fn combat(&self, event: &Event) -> Option<CombatFacts> {
        self.combat_facts(event)
    }
}

impl Battle {
    /// How many of these places, airfields or ports, have all their objective hexes under German control; `None`
    /// where none is an objective: a scenario keeps account of who controls those alone.
    pub(super) fn held_by_germans(&self, places: &[Vec<ObjectiveId>]) -> Option<u16> {
        let german = |&objective: &ObjectiveId| self.control[objective.index()] == Side::German;
        let held = places.iter().filter(|place| place.iter().all(german)).count() as u16;
        (!places.is_empty()).then_some(held)
    }

    /// Who acts on a chit; nobody on an event's.
    fn activation(&self, chit: ChitId) -> Option<Activation> {
        let (side, division, whole) = match self.ground.chits[chit.index()] {
            Chit::Division(division) => {
                (self.ground.divisions[usize::from(division.0)].side, Some(division), true)
            }
            Chit::Formation(formation) => {
                let division = self.ground.formations[formation.index()].division;
                (self.ground.divisions[usize::from(division.0)].side, Some(division), false)
            }
            Chit::DirectCommand(side) => (side, None, false),
            Chit::Event(_) | Chit::Naval => return None,
        };
        let division = division.map(|division| u16::from(division.0));
        Some(Activation { side, division, whole })
    }
}

impl Pictured for Battle {
    fn map(&self) -> &Map {
        &self.ground.map
    }

    fn counters(&self) -> Vec<Counter> {
        self.ids().filter_map(|unit| self.pictured(unit)).collect()
    }

    fn symbols(&self) -> Vec<Symbol> {
        self.ground.counters.iter().map(counter_look::symbol).collect()
    }

    fn figures(&self) -> &'static [&'static str] {
        &counter_look::FIGURES
    }

    fn ground_markers(&self) -> Vec<(HexId, Marker)> {
        self.hex_markers()
    }

    fn moment(&self, event: &Event) -> Option<Moment> {
        let (kind, hex) = match event {
            Event::Dropped(drop) => (MomentKind::Drop, self.stood(drop.unit)),
            Event::AssaultOver(hex, _) => (MomentKind::Assault, Some(*hex)),
            Event::Eliminated(unit) => (MomentKind::Elimination, self.stood(*unit)),
            Event::Control(objective, _) => {
                (MomentKind::Capture, Some(self.ground.objectives[objective.index()].0))
            }
            _ => return None,
        };
        Some(Moment { kind, hex })
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        let hexes = self.ground.objectives.iter().map(|&(hex, _)| hex);
        hexes.zip(self.control.iter().copied()).collect()
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        let mut marks: Vec<(HexId, String)> = Vec::new();
        let mut mark = |hex: HexId, text: String| match marks.iter_mut().find(|m| m.0 == hex) {
            Some((_, known)) if known.split(", ").any(|part| part == text) => {}
            Some((_, known)) => {
                known.push_str(", ");
                known.push_str(&text);
            }
            None => marks.push((hex, text)),
        };
        for item in &self.ground.set_up {
            if let SetUp::Random { units, hexes } = item {
                for &hex in hexes {
                    // Short, for a hex holds few letters: the battalion, with a question mark.
                    let battalion = self.counter(units[0]).battalion.replace(" (Greek)", "");
                    mark(hex, format!("{battalion}?"));
                }
            }
            if let SetUp::Unit { unit, hexes, .. } = item {
                for &hex in hexes {
                    let text = if hexes.len() == 1 {
                        self.name(*unit).to_string()
                    } else {
                        format!("{} (one of)", self.counter(*unit).formation_name)
                    };
                    mark(hex, text);
                }
            }
        }
        for stick in &self.ground.sticks {
            for &hex in &stick.hexes {
                mark(hex, stick.name.clone());
            }
        }
        for entry in &self.ground.reinforcements {
            // Whoever is due after the last turn never comes.
            if let Some(turn) = self.ground.calendar.names.get(usize::from(entry.turn)) {
                mark(entry.hex, format!("{} ({turn})", self.name(entry.unit)));
            }
        }
        marks
    }

    fn brief(&self) -> Brief {
        Brief {
            title: self.ground.title.clone(),
            facts: self.ground.facts.clone(),
            rulings: self.ground.switches(),
            provenance: self.ground.provenance.clone(),
            history: self.ground.history.clone(),
        }
    }
}
