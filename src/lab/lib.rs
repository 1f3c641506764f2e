//! Plays many games: files in, records out.

mod record;

pub use record::{DropRow, GameRow, Record, UnitRow};
