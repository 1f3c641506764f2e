//! Hashes the code that decides what happens in a game: the rules of each system, and the players.

mod code_hash;

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use code_hash::Code;

/// The modules of this crate that affect play: strategies, plans, the driver of one game and what it records.
const PLAYERS: [&str; 10] = [
    "command_line",
    "fingerprint",
    "order",
    "plan",
    "play",
    "playout",
    "policy",
    "prospects",
    "record",
    "strategy",
];

fn main() -> io::Result<()> {
    let lab = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = |name: &str| lab.with_file_name(name).join("lib.rs");
    let systems = code_hash::folders(&root("games"))?;
    for system in &systems {
        let mut code = Code::default();
        code.add(&root("engine"), &|_| true)?;
        // What the systems share is part of each hash.
        let of_this =
            |module: &str| module == system || !systems.iter().any(|other| other == module);
        code.add(&root("games"), &of_this)?;
        tell(&format!("RULES_OF_{}", system.to_uppercase()), code);
    }
    let mut code = Code::default();
    code.add(&lab.join("lib.rs"), &|module| PLAYERS.contains(&module))?;
    tell("PLAYERS", code);
    rerun(Path::new("build.rs"));
    Ok(())
}

fn tell(name: &str, code: Code) {
    code.files.iter().for_each(|file| rerun(file));
    println!("cargo::rustc-env={name}={}", code.finish());
}

fn rerun(file: &Path) {
    println!("cargo::rerun-if-changed={}", file.display());
}
