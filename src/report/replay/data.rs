//! The game in the form that the page's script reads: compact JSON, with a table for everything that is repeated.
//!
//! `frames` holds one array per decision: turn, side (0 German, 1 Allied, -1 neither), options, action,
//! events, units, objectives, ground; empty arrays at the end are left out. An event is a string, or
//! `[words, moment + 1, hex, beat]`; a unit that changed is `[unit, hex, steps, figures, markers...]`,
//! or `[unit, -1 - fate]` if it left the map.

use std::collections::BTreeMap;

use engine::{
    Beat, Changes, Fate, Frame, Happened, HexId, Map, Marker, MomentKind, Scene, Seen, Side,
    Symbol, Tone,
};
use serde_json::{Value, json};

use super::{Replay, symbols};
use crate::map::Board;

/// The version of the format, as the script expects it.
pub(super) const VERSION: u32 = 1;

pub(super) fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Harm => "harm",
        Tone::Delay => "delay",
        Tone::Shelter => "shelter",
        Tone::Help => "help",
        Tone::State => "state",
    }
}

/// Numbers for things in the order in which they are first named.
struct Numbers<T>(BTreeMap<T, usize>);

impl<T: Ord + Clone> Numbers<T> {
    fn new() -> Self {
        Numbers(BTreeMap::new())
    }

    fn of(&mut self, thing: &T) -> usize {
        let next = self.0.len();
        *self.0.entry(thing.clone()).or_insert(next)
    }

    fn in_order(&self) -> Vec<&T> {
        let mut all: Vec<(&T, usize)> =
            self.0.iter().map(|(thing, &number)| (thing, number)).collect();
        all.sort_by_key(|&(_, number)| number);
        all.into_iter().map(|(thing, _)| thing).collect()
    }
}

/// Tables of what frames refer to.
struct Tables {
    markers: Numbers<Marker>,
    figures: Numbers<Vec<String>>,
}

impl Tables {
    fn unit(&mut self, number: usize, seen: &Seen) -> Value {
        match seen {
            Seen::Off(fate) => {
                json!([number, -1 - *fate as i32])
            }
            Seen::On(counter) => {
                let mut row = vec![
                    number,
                    counter.hex.index(),
                    usize::from(counter.steps),
                    self.figures.of(&counter.figures),
                ];
                row.extend(counter.markers.iter().map(|marker| self.markers.of(marker)));
                json!(row)
            }
        }
    }

    fn ground(&mut self, hex: HexId, markers: &[Marker]) -> Value {
        let numbers = markers.iter().map(|marker| self.markers.of(marker));
        json!([hex.index(), numbers.collect::<Vec<_>>()])
    }

    fn scene(&mut self, scene: &Scene) -> Value {
        let units = scene.units.iter().enumerate();
        let units: Vec<Value> = units.map(|(number, seen)| self.unit(number, seen)).collect();
        let ground = scene.ground.iter();
        let ground: Vec<Value> = ground.map(|(&hex, markers)| self.ground(hex, markers)).collect();
        let objectives: Vec<Value> =
            scene.objectives.iter().map(|(hex, &side)| objective(*hex, side)).collect();
        json!([units, objectives, ground])
    }

    fn frame(&mut self, frame: &Frame) -> Value {
        let Changes { units, objectives, ground } = &frame.changes;
        let units: Vec<Value> =
            units.iter().map(|(number, seen)| self.unit(usize::from(*number), seen)).collect();
        let objectives: Vec<Value> =
            objectives.iter().map(|&(hex, side)| objective(hex, side)).collect();
        let ground: Vec<Value> =
            ground.iter().map(|(hex, markers)| self.ground(*hex, markers)).collect();
        let events: Vec<Value> = frame.happened.iter().map(event).collect();
        let mut lists = vec![json!(events), json!(units), json!(objectives), json!(ground)];
        while lists.last().is_some_and(|list| list.as_array().is_some_and(Vec::is_empty)) {
            lists.pop();
        }
        let mut row = match &frame.decided {
            Some(decided) => vec![
                json!(frame.turn),
                json!(number(decided.side)),
                json!(decided.options),
                json!(decided.action),
            ],
            None => vec![json!(frame.turn), json!(-1), json!(0), json!("")],
        };
        row.extend(lists);
        Value::Array(row)
    }
}

const fn number(side: Side) -> u8 {
    match side {
        Side::German => 0,
        Side::Allied => 1,
    }
}

fn objective(hex: HexId, side: Side) -> Value {
    json!([hex.index(), number(side)])
}

fn event(happened: &Happened) -> Value {
    let beat = match happened.beat {
        None => 0,
        Some(Beat::Activation(Side::German)) => 1,
        Some(Beat::Activation(Side::Allied)) => 2,
        Some(Beat::Turn(_)) => 3,
    };
    if happened.moment.is_none() && beat == 0 {
        return json!(happened.words);
    }
    let kind = happened.moment.and_then(|moment| {
        MomentKind::ALL.iter().position(|&kind| kind == moment.kind).map(|place| place + 1)
    });
    let hex = happened.moment.and_then(|moment| moment.hex).map_or(-1, |hex| hex.index() as i32);
    json!([happened.words, kind.unwrap_or(0), hex, beat])
}

/// The contents of a hex, in words.
fn place(map: &Map, id: HexId) -> String {
    let named: Vec<String> = map
        .hex(id)
        .features
        .iter()
        .filter(|feature| !feature.name.is_empty())
        .map(|feature| {
            if feature.name == feature.kind {
                feature.name.clone()
            } else {
                format!("{} {}", feature.kind, feature.name)
            }
        })
        .collect();
    named.join(", ")
}

/// The complete game.
pub(super) fn json(replay: &Replay<'_>, board: &Board, used: &[Symbol]) -> String {
    let map = replay.map.map;
    let mut tables = Tables { markers: Numbers::new(), figures: Numbers::new() };
    let first = tables.scene(&replay.film.first);
    let frames: Vec<Value> = replay.film.frames.iter().map(|frame| tables.frame(frame)).collect();
    let tenth = |x: f64| (x * 10.0).round() / 10.0;
    let hexes: Vec<Value> = map
        .ids()
        .map(|id| {
            let (x, y) = board.centres[id.index()];
            json!([tenth(x), tenth(y), map.label(id), map.terrain_name(id), place(map, id)])
        })
        .collect();
    let units: Vec<Value> = replay
        .roster
        .iter()
        .zip(replay.symbols)
        .map(|(unit, symbol)| {
            let side = if unit.apart { 2 } else { number(unit.side) };
            let symbol = used.iter().position(|known| known == symbol);
            json!([unit.name, side, symbol, unit.steps, unit.formation, unit.division])
        })
        .collect();
    let markers: Vec<Value> = tables
        .markers
        .in_order()
        .into_iter()
        .map(|marker| json!([tone(marker.tone), marker.badge, marker.words]))
        .collect();
    let outlooks: Vec<Value> = replay
        .outlooks
        .iter()
        .map(|outlook| {
            let share = |wins: u32| {
                let share = super::share(wins, outlook.games);
                [share.value, share.low, share.high].map(|part| (part * 1000.0).round() / 1000.0)
            };
            json!([outlook.frame, share(outlook.german), share(outlook.allied)])
        })
        .collect();
    let game = json!({
        "version": VERSION,
        "size": [tenth(board.size.0), tenth(board.size.1)],
        "turns": replay.turn_names,
        "hexes": hexes,
        "units": units,
        "symbols": used.iter().map(|&symbol| [symbols::id(symbol), symbol.word().into()]).collect::<Vec<_>>(),
        "figures": replay.figures,
        "values": tables.figures.in_order(),
        "markers": markers,
        "fates": Fate::ALL.map(Fate::word),
        "moments": MomentKind::ALL.map(MomentKind::word),
        "first": first,
        "frames": frames,
        "outlooks": outlooks,
        "winner": match replay.winner { Some(side) => i32::from(number(side)), None => -1 },
    });
    // No text in a game can end the enclosing element.
    game.to_string().replace('<', "\\u003c")
}
