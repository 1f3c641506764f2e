//! The shipped data of Operation Mercury against the facts of its rules text.
//!
//! Reads the files as plain CSV and TOML, not through the loader: the loader must not be able to
//! hide a fault in the data from its own test. Each test lists every difference it finds.

mod counters;
mod files;
mod maps;
mod origins;
mod scenarios;
mod tables;
mod terrain;
