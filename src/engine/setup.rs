//! The one gate from data files to a position.

use alloc::string::String;
use alloc::vec::Vec;

use serde::de::DeserializeOwned;

use crate::Position;

/// Reads the files that a scenario names. The lab implements it; games never touch a file.
///
/// A read that fails returns `None`: the fault is kept by the source, so that the game goes on
/// reading the rest and the user sees all faults at once.
pub trait Sources {
    /// Reads a TOML file, named from the system's scenario folder without its ending (`"kastelli"`, `"tables/drop"`).
    fn toml<T: DeserializeOwned>(&mut self, name: &str) -> Option<T>;
    /// Reads the rows of a CSV file with a header line; row `i` of the result stands on line `i + 2`.
    fn rows<T: DeserializeOwned>(&mut self, name: &str) -> Option<Vec<T>>;
}

/// Raw scenario data becomes a position only through here.
pub trait FromSetup: Position {
    /// The scenario file and everything it names, parsed but not yet believed.
    type Setup;

    /// Reads the scenario `name` and the files it names.
    fn read(sources: &mut impl Sources, name: &str) -> Option<Self::Setup>;

    /// Checks everything and builds the start of the game. What could not be right is a fault; what is odd but
    /// possible goes to `doubts`, and the game is built all the same.
    ///
    /// # Errors
    /// All faults, not only the first.
    fn build(setup: Self::Setup, doubts: &mut Vec<Fault>) -> Result<Self, Vec<Fault>>;

    /// The same for those who do not ask for doubts.
    ///
    /// # Errors
    /// All faults, not only the first.
    fn from_setup(setup: Self::Setup) -> Result<Self, Vec<Fault>> {
        Self::build(setup, &mut Vec::new())
    }
}

/// Where in a file a fault stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file as a whole, or where its key leads if the key is a path, as `--set` takes it.
    Whole,
    /// A line, from 1.
    Line(u32),
    /// A byte offset (as TOML spans give it); the lab turns it into a line.
    Offset(usize),
}

/// Something wrong in a data file, said so that its author can mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file as its scenario names it (`"kastelli"`, `"counters"`), without folder of the system and ending.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// The key or column, e.g. `setup.hex`.
    pub key: String,
    /// What is wrong, e.g. `hex 99.99 is not on sheet kastelli`.
    pub problem: String,
    /// What was expected, e.g. `a hex of sheet kastelli, 01.01 to 15.10`.
    pub expected: String,
    /// The name that was not known, and the names it might have been; the lab offers the nearest. Empty where no name is at fault.
    pub unknown: Option<(String, Vec<String>)>,
}
