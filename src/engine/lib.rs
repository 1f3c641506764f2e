//! What every printed game shares: sides, hexes, dice, tables, the calendar, and the
//! seams between a game and the tools that play it. Knows no game, reads no file, keeps no time.
//!
//! The crate is `no_std`, so the compiler keeps the promise that a game is a pure function
//! of its scenario, its seed and the decisions taken.
#![no_std]

extern crate alloc;

mod chronicle;
mod combat_odds;
mod conformance;
mod dice;
mod faults;
mod features;
mod film;
mod hex;
mod hexset;
mod hexside;
mod ids;
mod label;
#[doc(hidden)]
pub mod macros;
mod map;
mod map_reader;
mod measure;
mod numbering;
mod observe;
mod once;
mod orders;
mod pair;
mod pending;
mod perft;
mod plan;
mod policy;
mod position;
mod provenance;
mod reach;
mod rulings;
mod setup;
mod side;
mod sight;
mod table;
mod turn;
mod weighables;
mod words;

pub use chronicle::{
    Account, Activation, Brief, CombatFacts, Counter, DropFacts, DropOdds, Entry, Fate, GameFacts,
    HistoricalWinner, History, Marker, Moment, MomentKind, Odds, OddsRow, OddsTable, Origin,
    Pictured, Provenance, Ruling, Scar, ScarDeed, Symbol, Tone, TurnFacts, UnitEntry, UnitFate,
};
pub use combat_odds::{CombatTable, Ratio, Rounding, TableShape};
pub use conformance::{Conformance, Law, check};
pub use dice::{Chance, ChanceKey, ChanceKind, Dice, Scripted, Seed, Seeded, Whim};
pub use faults::{At, Faults, Name};
pub use features::{FeatureRow, FeatureTable, Features, Scale, Scales, Scored, Scores, Weighable};
pub use film::{Beat, Camera, Changes, Decided, Film, Frame, Happened, Outlook, Scene, Seen};
pub use hex::{Coord, Direction, HexId};
pub use hexset::HexSet;
pub use hexside::{SideId, SideKind, Sides};
pub use ids::Id;
pub use label::{LabelStyle, LabelStyleFault};
pub use map::{Feature, Hex, Link, Map, MapBuilder, TerrainId};
pub use map_reader::{MapReader, MapRow, ReadMap, RowAt, SheetFile, SideColumn, features, spoilt};
pub use measure::{
    ChartForm, Hue, LevelBand, Measure, MeasureChart, MeasureKind, MeasureOf, Part, Series, Spared,
    Text, Told, Toll, Topic, Value, column_name,
};
pub use numbering::{Numbering, Parity, RowsFrom};
pub use observe::Observer;
pub use once::Once;
pub use orders::{Given, InForce, MOST_ORDERS, Order, OrderBook, Places, Task};
pub use pair::{optional_pair, optional_pairs, pair};
pub use pending::Pending;
pub use perft::perft;
pub use plan::{Beginning, Leading, Placeable, Placing, PlanKind, Plannable, Waiting};
pub use policy::Policy;
pub use position::{Appraise, IllegalAction, Narrate, Notation, Outcome, Position};
pub use provenance::Origins;
pub use reach::{Field, Open, Reach, Step, Stop, field, field_linked, search, search_linked};
pub use setup::{Fault, FromSetup, Place, Sources};
pub use side::{BySide, Side};
pub use sight::{Cover, Leg, Sight, Touch, line, touch};
pub use table::{RawRow, RawTable, ResultsTable, RowTable, TableFault};
pub use turn::{Calendar, Cup};
pub use words::Words;
