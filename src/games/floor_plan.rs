//! The floor plan of game folders (`docs/adding-a-game.md`): who knows one game finds everything in the next.

use std::fs;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::matrix::top;

/// What every game has, by the name of its file, or of its folder where there is too much for a file.
const PLAN: [&str; 10] = [
    "sheets", "setup", "rulings", "ground", "rules", "action", "victory", "appraise", "odds",
    "plan",
];

/// What the folder of a game lacks, by the plan and by the table in the guide.
fn missing(folder: &Path) -> Vec<String> {
    let there = |name: &&str| {
        folder.join(name).with_extension("rs").is_file()
            || folder.join(name).join("mod.rs").is_file()
    };
    let named = PLAN.iter().filter(|name| !there(name)).map(ToString::to_string);
    let tests = (!folder.join("tests/mod.rs").is_file()).then(|| "tests".to_string());
    named.chain(tests).collect()
}

#[test]
fn every_game_has_the_same_files_for_the_same_things() {
    let entries = fs::read_dir(top().join("src/games")).expect("the folder of games");
    let folders: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("mod.rs").is_file())
        .collect();
    assert!(folders.len() >= 3, "{folders:?}");
    for folder in folders {
        assert_eq!(missing(&folder), [""; 0], "{}", folder.display());
    }
}

#[test]
fn the_guide_lists_the_plan() {
    let guide = fs::read_to_string(top().join("docs/adding-a-game.md")).expect("the guide");
    for name in PLAN {
        assert!(guide.contains(&std::format!("`{name}.rs`")), "the guide does not name {name}.rs");
    }
}

#[test]
fn a_folder_without_them_is_noticed() {
    assert_eq!(missing(&top().join("docs")).len(), PLAN.len() + 1);
}
