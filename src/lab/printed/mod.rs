//! What an owner of the printed game can read off it: the reconstructed values and the uncertain readings of a scenario,
//! as a form to be filled in (`values.rs`), and a form that was (`copy.rs`).

mod copy;
mod values;

use csv::WriterBuilder;

pub use copy::OwnersCopy;

pub(crate) use values::{Known, entries};

/// A value or reading that the rules text does not give.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its place, as `--set` takes it.
    pub key: String,
    /// What it is, in words.
    pub what: String,
    /// What the files say.
    pub assumed: String,
    /// What it may be instead, where rivals are known.
    pub rivals: Vec<String>,
    /// Where the value comes from.
    pub why: String,
    /// How far the rival that moves it most moves the Germans' score, as a share of a win; `None` where none was measured.
    pub moves: Option<f64>,
    /// The place of the origin that it shares with other values; `None` for a reading, which has none.
    origin: Option<String>,
}

/// What a form should have beside the values of counters, leaders and tables.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The hexes of the map: thousands of rows.
    pub maps: bool,
    /// Rivals, and what they move. Without them every reading is listed, those too on which players agree before a game.
    pub rivals: bool,
}

/// The columns of the form, in order.
const COLUMNS: [&str; 7] = ["key", "what", "assumed", "rivals", "why", "moves", "printed"];
/// The column that the owner fills in.
const PRINTED: &str = "printed";

/// The form: a row an entry, with an empty column for what is printed.
pub fn form(entries: &[Entry]) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let moves = |moves: f64| format!("{:.1} points", moves * 100.0);
    let rows = entries.iter().map(|entry| {
        let Entry { key, what, assumed, why, .. } = entry.clone();
        let moves = entry.moves.map_or_else(String::new, moves);
        [key, what, assumed, entry.rivals.join(" or "), why, moves, String::new()]
    });
    let rows = std::iter::once(COLUMNS.map(String::from)).chain(rows);
    for row in rows {
        // Into memory: nothing can fail.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
