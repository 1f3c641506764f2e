//! Ten thousand corrupted files: the loader says what is wrong and never panics.

mod desk;

use std::fs;
use std::path::{Path, PathBuf};

use lab::{Complaints, Home, Request, SHELF, Strategy, System, scenarios};
use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What people and broken editors put into files.
const SCRAPS: [&str; 16] = [
    "\"",
    "=",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\n",
    "-1",
    "99999999999999999999",
    "1e9",
    "é",
    "\0",
    "''",
    "99.99",
    "nan",
];

/// A text with one to three random changes.
fn spoil(text: &[u8], chance: &mut impl Rng) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..chance.random_range(1..=3) {
        let at = chance.random_range(0..=bytes.len());
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
        let line = chance.random_range(0..lines.len().max(1));
        let other = chance.random_range(0..lines.len().max(1));
        bytes = match chance.random_range(0..8) {
            0 if at < bytes.len() => {
                bytes[at] = chance.random();
                bytes
            }
            1 => [
                &bytes[..at],
                SCRAPS[chance.random_range(0..SCRAPS.len())].as_bytes(),
                &bytes[at..],
            ]
            .concat(),
            2 => bytes[..at].to_vec(),
            3 if !lines.is_empty() => [&lines[..line], &lines[line + 1..]].concat().concat(),
            4 if !lines.is_empty() => [&lines[..=line], &lines[line..]].concat().concat(),
            5 if !lines.is_empty() => {
                let mut lines = lines;
                lines.swap(line, other);
                lines.concat()
            }
            6 => {
                let end = (at + chance.random_range(1..9)).min(bytes.len());
                [&bytes[..at], &bytes[end..]].concat()
            }
            _ => {
                // A word instead of a number, or a different number.
                let digits = bytes.iter().enumerate().filter(|(_, b)| b.is_ascii_digit());
                match digits.map(|(place, _)| place).find(|&place| place >= at) {
                    Some(place) => {
                        let by = ["x", "0", "77", "-3", "3.5", "true"][chance.random_range(0..6)];
                        [&bytes[..place], by.as_bytes(), &bytes[place + 1..]].concat()
                    }
                    None => bytes,
                }
            }
        };
    }
    bytes
}

/// Every complaint names a file that exists in the folder, or that the corrupted file names.
fn examine(complaints: &Complaints, what: &str) {
    for complaint in complaints.list() {
        let named = complaint.file.starts_with("scenarios/")
            || complaint.file.starts_with("strategies/")
            || complaint.file.starts_with("--");
        assert!(named, "{what}: {complaint}");
        assert!(!complaint.problem.is_empty(), "{what}: {complaint}");
        assert!(complaint.to_string().lines().count() == 1, "{what}: {complaint}");
        assert!(
            complaint.to_string().len() < 5_000,
            "{what}: a complaint of {}",
            complaint.to_string().len()
        );
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml" || ending == "csv") {
            found.push(path);
        }
    }
}

/// Copies a system's files into a folder where they can be corrupted.
fn copied(system: &str, from: &Home, to: &Path) {
    let mut all = Vec::new();
    files(&from.scenarios(system), &mut all);
    files(&from.strategies(system), &mut all);
    for path in all {
        let target = to.join(path.strip_prefix(from.root()).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&path, &target).unwrap();
    }
}

/// Corrupts a system's files one at a time and loads its scenarios.
fn torment(system: &dyn System, shipped: &Home, times: u32) {
    let folder = tempfile::tempdir().unwrap();
    copied(system.id(), shipped, folder.path());
    let home = Home::at(folder.path());
    let mut listed = scenarios(&home, system.id());
    // A campaign of a thousand lines takes as long to read as ten battles, and has the same keys.
    let length = |id: &str| {
        let name = id.split_once('/').unwrap().1;
        fs::metadata(home.scenarios(system.id()).join(format!("{name}.toml"))).unwrap().len()
    };
    listed.sort_by_cached_key(|scenario| length(&scenario.id));
    let quick = listed.len().div_ceil(2);
    let mut data = Vec::new();
    files(&home.scenarios(system.id()), &mut data);
    let mut bots = Vec::new();
    files(&home.strategies(system.id()), &mut bots);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut refused, mut taken) = (0, 0);
    for time in 0..times {
        let among = if time % 32 < 4 { listed.len() } else { quick };
        let scenario = &listed[chance.random_range(0..among)];
        let name = scenario.id.split_once('/').unwrap().1;
        // Half the changes go to strategies; of the rest, half go to the scenario itself.
        let path = match time % 4 {
            0 => home.scenarios(system.id()).join(format!("{name}.toml")),
            1 => data[chance.random_range(0..data.len())].clone(),
            _ => bots[chance.random_range(0..bots.len())].clone(),
        };
        let sound = fs::read(&path).unwrap();
        fs::write(&path, spoil(&sound, &mut chance)).unwrap();
        let what = format!("{} on blow {time}", path.display());
        let complaints = if time % 4 < 2 {
            let request = Request { scenario: name.into(), ..Request::default() };
            system.seat(&home, &request).err()
        } else {
            let bot = path.file_stem().unwrap().to_str().unwrap();
            Strategy::load(&home, system.id(), system.vocabulary(), bot).err()
        };
        match complaints {
            Some(complaints) => {
                examine(&complaints, &what);
                refused += 1;
            }
            None => taken += 1,
        }
        fs::write(&path, sound).unwrap();
    }
    // Some changes hit a comment or an intent; most must be noticed.
    assert!(refused > taken / 2, "{refused} refused, {taken} taken");
}

#[test]
fn ten_thousand_spoiled_files_are_refused_in_words() {
    let root = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let each = 10_000 / (SHELF.len() as u32 + 1);
    torment(&desk::TOY, &desk::shipped(), 10_000 - each * SHELF.len() as u32);
    for &system in SHELF {
        torment(system, &root, each);
    }
}
