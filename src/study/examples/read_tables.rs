//! Reads the tables of a run folder: games and mean German losses, by winner.
//!
//! `cargo run --example read_tables -- reports/kastelli`

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;

use polars::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args().nth(1).ok_or("which run folder?")?.into();
    let games = ParquetReader::new(File::open(folder.join("games.parquet"))?).finish()?;
    let winner = games.column("winner")?.str()?;
    let lost = games.column("german_steps_lost")?.i64()?;
    for who in ["allied", "draw", "german"] {
        let theirs = lost.filter(&winner.equal(who))?;
        println!("{who} {} {:.3}", theirs.len(), theirs.mean().unwrap_or(0.0));
    }
    Ok(())
}
