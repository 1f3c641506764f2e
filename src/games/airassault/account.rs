//! Rows of the tables: the facts of a game, of each turn, unit and drop.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{
    Account, Activation, BySide, CombatFacts, DropFacts, DropOdds, Entry, Fate, GameFacts, HexId,
    Measure, MeasureKind, MeasureOf, Outcome, Part, Scar, ScarDeed, Side, Topic, TurnFacts,
    UnitEntry, UnitFate, Value, column_name,
};

use super::event::{Drifted, Event, TurnEnd};
use super::ground::{Airborne, Verdict, Way};
use super::setup::COLUMNS;
use super::state::{AirAssault, Spot};

/// Faces of the die.
const FACES: u8 = 6;

impl AirAssault {
    fn counts(&self, unit: u16) -> bool {
        let kind = self.unit(unit);
        (kind.class.is_combat() || kind.class.is_noncombat()) && kind.way != Way::Reformed
    }

    /// Units of a side on the map, each company of a battalion counted.
    fn units_on_map(&self, side: Side) -> u16 {
        let own = self.board.of_side[side].iter();
        let there = |&&unit: &&u16| {
            let spot = self.piece(unit).spot;
            self.counts(unit) && matches!(spot, Spot::Hex(_) | Spot::Box(_) | Spot::Within(_))
        };
        own.filter(there).count() as u16
    }

    /// Units of a side that were eliminated.
    fn units_lost(&self, side: Side) -> u16 {
        let own = self.board.of_side[side].iter();
        own.filter(|&&unit| self.counts(unit) && self.piece(unit).spot == Spot::Gone).count() as u16
    }

    /// Airfields that a side holds.
    fn fields_of(&self, side: Side) -> u16 {
        self.field_hexes().filter(|&hex| self.is_friendly(side, hex)).count() as u16
    }

    fn landed_units(&self) -> u16 {
        let landed = self.board.of_side[Side::German].iter().filter(|&&unit| {
            let card = matches!(self.piece(unit).spot, Spot::Card);
            self.unit(unit).way == Way::AirLanding && !card
        });
        landed.count() as u16
    }

    fn face_down(&self) -> u16 {
        let allied = self.board.of_side[Side::Allied].iter();
        allied.filter(|&&unit| self.hex_of(unit).is_some() && self.piece(unit).face_down).count()
            as u16
    }

    /// How things stand at the end of a turn.
    pub(crate) fn turn_end(&self) -> TurnEnd {
        let values = [
            i64::from(self.fields_held()),
            i64::from(self.longest_hold()),
            i64::from(self.landed_units()),
            i64::from(self.face_down()),
        ];
        TurnEnd {
            turn: self.turn,
            units: BySide::from_fn(|side| self.units_on_map(side)),
            lost: BySide::from_fn(|side| self.units_lost(side)),
            control: BySide::from_fn(|side| self.fields_of(side)),
            advantage: self.advantage(),
            values: values.map(Some).to_vec(),
        }
    }

    /// What the diagram had in store for a unit.
    fn drift_odds_of(&self, drifted: &Drifted) -> Vec<DropOdds> {
        let mut odds: Vec<DropOdds> = Vec::new();
        for die in 1..=FACES {
            let hex = self.drifts_to(drifted.aim, die as i8 + drifted.modifier);
            let result = outcome_of(drifted.aim, hex);
            match odds.iter_mut().find(|odds| odds.result == result) {
                Some(known) => known.ways += 1,
                None => odds.push(DropOdds {
                    result,
                    ways: 1,
                    of: FACES.into(),
                    steps_lost: u16::from(hex.is_none()),
                    tolls: Vec::new(),
                }),
            }
        }
        odds
    }
}

/// The result of a drift in words.
fn outcome_of(aim: HexId, hex: Option<HexId>) -> &'static str {
    match hex {
        Some(hex) if hex == aim => "on target",
        Some(_) => "scattered",
        None => "lost",
    }
}

impl Account for AirAssault {
    fn levels(&self) -> Vec<String> {
        vec!["German victory".into(), "Allied victory".into()]
    }

    fn turn_names(&self) -> Vec<String> {
        self.board.turns.clone()
    }

    fn roster(&self) -> Vec<UnitEntry> {
        let units = self.board.units.iter();
        units
            .map(|unit| UnitEntry {
                id: unit.id.clone(),
                name: unit.name.clone(),
                side: unit.side,
                division: unit.formation.clone(),
                formation: unit.formation.clone(),
                battalion: unit
                    .battalion
                    .map_or_else(String::new, |number| self.board.unit(number).name.clone()),
                kind: unit.class.word().to_string(),
                steps: 1,
                apart: false,
                values: Vec::new(),
            })
            .collect()
    }

    fn fates(&self, fates: &mut Vec<UnitFate>) {
        fates.extend(self.pieces.iter().map(|piece| {
            let fate = match piece.spot {
                Spot::Gone => Fate::Eliminated,
                Spot::Card | Spot::Aborted | Spot::Emergency | Spot::Sailing | Spot::Port(_) => {
                    Fate::NotArrived
                }
                _ => Fate::InPlay,
            };
            let end = piece.end.filter(|_| fate == Fate::Eliminated);
            UnitFate {
                steps: u8::from(fate != Fate::Eliminated),
                fate,
                turn: end.map(|(_, turn)| turn.into()),
                cause: end.map(|(cause, _)| cause.word()),
                hex: match piece.spot {
                    Spot::Hex(hex) => Some(hex),
                    _ => piece.last,
                },
            }
        }));
    }

    fn measures(&self) -> Vec<Measure> {
        let of = |of, topic, id: &'static str, unit: &'static str, meaning: &'static str| {
            Measure::count(of, topic, id, unit, meaning)
        };
        let game = |topic, id, unit, meaning| of(MeasureOf::Game, topic, id, unit, meaning);
        let turn = |topic, id, unit, meaning| of(MeasureOf::Turn, topic, id, unit, meaning);
        let german = |measure| Measure { better: Some(Side::German), ..measure };
        let taken = self.board.airfields.iter().map(|field| {
            let name = column_name(&field.name.to_lowercase());
            german(Measure {
                id: format!("{name}_taken").into(),
                family: "AIRFIELD_taken".into(),
                kind: MeasureKind::Flag,
                part: Part::Of(field.name.clone().into()),
                ..Measure::count(
                    MeasureOf::Game,
                    Topic::Places,
                    format!("{name}_taken"),
                    "",
                    "Whether the airfield was in German hands at the end of any turn.",
                )
            })
        });
        let mut measures = vec![
            Measure {
                better: Some(Side::Allied),
                range: Some((1, self.board.turns.len() as i64)),
                ..game(
                    Topic::Places,
                    "first_airfield_turn",
                    "turn",
                    "First turn at the end of which the Germans held a whole airfield; empty if they never did.",
                )
            },
            german(game(
                Topic::Places,
                "airfields_end",
                "airfields",
                "Airfields in German hands at the end, counted like `airfields` in `turns.parquet`.",
            )),
            german(game(
                Topic::Places,
                "longest_hold",
                "turns",
                "Turns in a row at whose end the Germans held the same airfield, up to the end of the game.",
            )),
            german(game(
                Topic::Landings,
                "units_airlanded",
                "units",
                "Units that landed at airfields from transport aircraft.",
            )),
        ];
        measures.extend(taken);
        measures.extend([
            german(turn(
                Topic::Places,
                "airfields",
                "airfields",
                "Airfields of which the Germans hold every hex that is an objective (in Race, every hex); empty where none is an objective.",
            )),
            german(turn(
                Topic::Places,
                "airfield_hold",
                "turns",
                "Turns in a row at whose end the Germans held the same airfield, so far.",
            )),
            german(turn(
                Topic::Landings,
                "units_airlanded",
                "units",
                "Units that have landed at airfields from transport aircraft so far.",
            )),
            turn(Topic::Places, "face_down", "counters", "Allied counters on the map that lie face down."),
        ]);
        measures
    }

    fn game_facts(&self) -> GameFacts {
        let clause = match self.outcome {
            Outcome::Over { clause, .. } => clause,
            Outcome::Undecided => "undecided",
        };
        let mut values: Vec<Value> = vec![
            self.first_field.map(i64::from),
            Some(self.fields_held().into()),
            Some(self.longest_hold().into()),
            Some(self.landed_units().into()),
        ];
        values
            .extend((0..self.board.airfields.len()).map(|f| Some(i64::from(self.taken >> f & 1))));
        GameFacts {
            end_turn: self.turn.into(),
            end_reason: clause,
            steps_lost: BySide::from_fn(|side| self.units_lost(side)),
            values,
            ..GameFacts::default()
        }
    }

    fn entry(&self, event: &Event) -> Option<Entry> {
        match event {
            Event::Segment(side) => {
                Some(Entry::Activation(Activation { side: *side, division: None, whole: true }))
            }
            Event::TurnEnded(end) => Some(Entry::Turn(end.turn.into())),
            Event::Drifted(drifted) => Some(Entry::Drop(drifted.unit)),
            _ => None,
        }
    }

    fn turn_facts(&self, event: &Event) -> Option<TurnFacts> {
        let Event::TurnEnded(end) = event else { return None };
        Some(TurnFacts {
            turn: end.turn.into(),
            steps: end.units,
            steps_lost: end.lost,
            control: end.control,
            advantage: end.advantage,
            values: end.values.clone(),
            ..TurnFacts::default()
        })
    }

    fn drop_facts(&self, event: &Event) -> Option<DropFacts> {
        let Event::Drifted(drifted) = event else { return None };
        let hex = drifted.hex.unwrap_or(drifted.aim);
        let cell = self.board.cell(drifted.aim);
        let glider = self.unit(drifted.unit).airborne == Some(Airborne::Glider);
        Some(DropFacts {
            turn: drifted.turn.into(),
            unit: drifted.unit,
            kind: if glider { "glider" } else { "parachute" },
            zone: self.board.sectors[usize::from(cell.sector)].clone(),
            hex: self.board.map.label(hex),
            terrain: self.board.cell(hex).terrain.word().to_string(),
            modifier: drifted.modifier.into(),
            roll: drifted.die,
            result: outcome_of(drifted.aim, drifted.hex),
            steps_lost: u16::from(drifted.hex.is_none()),
            values: Vec::new(),
            odds: self.drift_odds_of(drifted),
        })
    }

    fn scar(&self, event: &Event) -> Option<Scar> {
        match *event {
            Event::Lost { unit, hex, .. } if self.counts(unit) => {
                Some(Scar { hex: hex?, side: self.side_of(unit), deed: ScarDeed::Lost(1) })
            }
            Event::Fought(fought) => Some(Scar {
                hex: fought.target,
                side: fought.side.other(),
                deed: ScarDeed::Attacked,
            }),
            _ => None,
        }
    }

    fn stands(&self, stands: &mut Vec<(HexId, Side)>) {
        for side in Side::BOTH {
            let hexes =
                self.board.land.iter().filter(|&hex| self.fighters(side, hex).next().is_some());
            stands.extend(hexes.map(|hex| (hex, side)));
        }
    }

    fn combat(&self, event: &Event) -> Option<CombatFacts> {
        let Event::Fought(fought) = event else { return None };
        let hurts = |verdict: Verdict| u16::from(matches!(verdict, Verdict::Dr | Verdict::De));
        let column = i16::from(fought.column);
        let all = (1..=i16::from(FACES))
            .map(|die| hurts(*self.board.combat.result(column, die + i16::from(fought.modifier))));
        Some(CombatFacts {
            side: fought.side,
            unit: None,
            kind: match (fought.drift, fought.fire) {
                (true, _) => "drift combat",
                (_, true) => "defensive fire",
                _ => "combat",
            },
            row: COLUMNS[usize::from(fought.column)],
            rating: None,
            modifier: fought.modifier.into(),
            die: fought.die,
            result: Some(fought.verdict.word()),
            effect: hurts(fought.verdict),
            effect_of_all: all.sum(),
            own_effect: None,
            faces: FACES,
        })
    }
}
