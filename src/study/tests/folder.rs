//! Storing chunks, resuming runs, refusing folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{make, play};
use crate::{Detail, Run, RunAsked, RunFolder, StudyError, Table, sample, summarize};

/// Every file of a folder, by name.
pub(super) fn bytes(path: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
        })
        .collect()
}

#[test]
fn a_run_in_pieces_has_the_bytes_of_a_run_in_one() {
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    make(&one, sample::asked(2500), sample::record);

    let mut folder = RunFolder::create(&two, sample::asked(2500), sample::about()).unwrap();
    play(&mut folder, 1000, sample::record);
    drop(folder);
    // What a kill in the middle of the second chunk leaves behind.
    fs::create_dir(two.join("parts/00001.tmp")).unwrap();
    fs::write(two.join("parts/00001.tmp/games.parquet"), b"PAR1 half").unwrap();
    let mut folder = RunFolder::resume(&two, &sample::asked(2500), &sample::about()).unwrap();
    assert_eq!(folder.missing_games(), 1000..2500);
    play(&mut folder, u64::MAX, sample::record);
    folder.finish().unwrap();

    let (one, two) = (bytes(&one), bytes(&two));
    assert_eq!(
        one.keys().collect::<Vec<_>>(),
        [
            "about.json",
            "combats.parquet",
            "drops.parquet",
            "games.parquet",
            "run.toml",
            "tally.json",
            "turns.parquet",
            "units.parquet"
        ]
    );
    for (name, bytes) in &one {
        assert!(two.get(name) == Some(bytes), "{name} differs");
    }
    assert_eq!(one.len(), two.len());
}

#[test]
fn a_run_killed_while_its_tables_were_assembled_finishes() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let mut folder = RunFolder::create(&path, sample::asked(1200), sample::about()).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    drop(folder);
    fs::write(path.join("games.parquet.tmp"), b"PAR1 half").unwrap();
    let folder = RunFolder::resume(&path, &sample::asked(1200), &sample::about()).unwrap();
    assert!(folder.missing_games().is_empty());
    folder.finish().unwrap();
    // And once more: resuming a finished run leaves nothing to do.
    let folder = RunFolder::resume(&path, &sample::asked(1200), &sample::about()).unwrap();
    assert!(folder.missing_games().is_empty());
    assert_eq!(folder.finish().unwrap().asked().games, 1200);
}

#[test]
fn one_row_group_a_chunk() {
    use polars::prelude::{ParquetReader, SerReader};
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    make(&path, sample::asked(2500), sample::record);
    for table in Table::ALL {
        let file = fs::File::open(path.join(table.file())).unwrap();
        let mut reader = ParquetReader::new(file);
        assert_eq!(reader.get_metadata().unwrap().row_groups.len(), 3, "{table:?}");
    }
}

#[test]
fn a_folder_of_another_run_is_refused_with_the_difference() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    RunFolder::create(&path, sample::asked(1000), sample::about()).unwrap();
    let mut other = sample::asked(1000);
    other.seed = 5;
    let error = RunFolder::resume(&path, &other, &sample::about()).unwrap_err();
    assert!(error.to_string().contains("seed is 0 there and 5 in this command"), "{error}");
    let mut about = sample::about();
    about.roster[0].steps = 1;
    let error = RunFolder::resume(&path, &sample::asked(1000), &about).unwrap_err();
    assert!(matches!(error, StudyError::OtherRun { .. }), "{error}");
}

#[test]
fn a_new_run_never_writes_over_anything() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let again = || RunFolder::create(&path, sample::asked(10), sample::about()).unwrap_err();
    drop(RunFolder::create(&path, sample::asked(10), sample::about()).unwrap());
    assert!(matches!(again(), StudyError::Unfinished { have: 0, games: 10, .. }));
    let mut folder = RunFolder::resume(&path, &sample::asked(10), &sample::about()).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    folder.finish().unwrap();
    assert!(matches!(again(), StudyError::Finished { .. }));
    let photos = home.path().join("photos");
    fs::create_dir(&photos).unwrap();
    fs::write(photos.join("crete.jpg"), b"").unwrap();
    let error = RunFolder::create(&photos, sample::asked(10), sample::about()).unwrap_err();
    assert!(error.to_string().contains("crete.jpg"), "{error}");
    assert_eq!(bytes(&photos).len(), 1);
}

#[test]
fn folders_that_cannot_be_one_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, b"").unwrap();
    let error =
        RunFolder::create(&file.join("run"), sample::asked(10), sample::about()).unwrap_err();
    assert!(matches!(error, StudyError::Write { .. }), "{error}");
    let error = RunFolder::create(&file, sample::asked(10), sample::about()).unwrap_err();
    assert!(matches!(error, StudyError::Write { .. }), "{error}");
    assert!(matches!(Run::open(home.path()).unwrap_err(), StudyError::NotARun { .. }));
    assert!(matches!(
        Run::open(&home.path().join("nowhere")).unwrap_err(),
        StudyError::NotARun { .. }
    ));
}

#[test]
fn a_misspelt_run_toml_is_named_with_its_line() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    make(&path, sample::asked(10), sample::record);
    let file = path.join("run.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("games = 10", "games = \"ten\"")).unwrap();
    let error = Run::open(&path).unwrap_err().to_string();
    assert!(error.contains("run.toml") && error.contains("line 5"), "{error}");
}

#[test]
fn chunks_out_of_order_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let mut folder =
        RunFolder::create(&home.path().join("run"), sample::asked(1500), sample::about()).unwrap();
    let records: Vec<_> = (1000..1500).map(sample::record).collect();
    assert!(matches!(folder.keep(1000, &records), Err(StudyError::OutOfOrder { expected: 0, .. })));
    assert!(matches!(folder.keep(0, &records), Err(StudyError::OutOfOrder { end: 999, .. })));
    assert!(matches!(folder.finish(), Err(StudyError::Unfinished { have: 0, .. })));
}

/// A file truncated anywhere, or with any byte changed, gives an error that names it; never a panic.
#[test]
fn damaged_tables_are_errors() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let run = make(&path, sample::asked(40), sample::record);
    let file = path.join("games.parquet");
    let whole = fs::read(&file).unwrap();
    for tenth in 0..10 {
        fs::write(&file, &whole[..whole.len() * tenth / 10]).unwrap();
        let error = summarize(&run).unwrap_err();
        assert!(matches!(error, StudyError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("games.parquet"), "{error}");
    }
    fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(summarize(&run), Err(StudyError::Damaged { .. })));
    for at in (0..whole.len()).step_by(whole.len() / 300 + 1) {
        let mut changed = whole.clone();
        changed[at] ^= 0x5a;
        fs::write(&file, &changed).unwrap();
        assert!(matches!(summarize(&run), Err(StudyError::Damaged { .. })), "byte {at}");
    }
    fs::remove_file(&file).unwrap();
    assert!(matches!(summarize(&run), Err(StudyError::Read { .. })));
}

#[test]
fn a_damaged_part_is_named_and_nothing_is_half_written() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let mut folder = RunFolder::create(&path, sample::asked(1200), sample::about()).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    fs::write(path.join("parts/00001/turns.parquet"), b"PAR1").unwrap();
    let error = folder.finish().unwrap_err();
    assert!(error.to_string().contains("00001"), "{error}");
    assert!(!path.join("turns.parquet").exists() && !path.join("tally.json").exists());
}

/// The files of a finished run that are reproducible: not those in `set-aside/`, nor the journal, which mentions them.
fn repeatable(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    names
        .filter(|entry| entry.file_type().unwrap().is_file() && entry.file_name() != "journal.txt")
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Copies a folder with its contents.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// What must be reported about a chunk, and the damage done to it.
type Harm<'a> = (&'a str, Box<dyn Fn(&Path) + 'a>);

/// Whatever happens to a chunk on disk, it is set aside, its games are played again, and the run comes
/// out the same.
#[test]
fn a_chunk_that_is_damaged_missing_foreign_or_misnamed_is_played_again() {
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    make(&whole, sample::asked(2100), sample::record);
    let foreign = home.path().join("foreign");
    let mut folder =
        RunFolder::create(&foreign, RunAsked { seed: 5, ..sample::asked(2100) }, sample::about())
            .unwrap();
    play(&mut folder, u64::MAX, sample::record);
    drop(folder);
    // All of it except the tables.
    let stopped = home.path().join("stopped");
    let mut folder = RunFolder::create(&stopped, sample::asked(2100), sample::about()).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    drop(folder);
    let cut = |part: &Path, name: &str| {
        let file = part.join(name);
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    };
    let mut harms: Vec<Harm<'_>> = vec![
        ("", Box::new(|parts: &Path| fs::remove_dir_all(parts.join("00001")).unwrap())),
        (
            "games 2000 to 2099 and not 1000 to 1999",
            Box::new(|parts: &Path| {
                fs::remove_dir_all(parts.join("00001")).unwrap();
                fs::rename(parts.join("00002"), parts.join("00001")).unwrap();
            }),
        ),
        (
            "another run: seed is 5 there and 0 here",
            Box::new(|parts: &Path| {
                fs::remove_dir_all(parts.join("00001")).unwrap();
                fs::create_dir(parts.join("00001")).unwrap();
                for entry in fs::read_dir(foreign.join("parts/00001")).unwrap() {
                    let from = entry.unwrap().path();
                    let to = parts.join("00001").join(from.file_name().unwrap());
                    fs::copy(&from, to).unwrap();
                }
            }),
        ),
        (
            "no folder",
            Box::new(|parts: &Path| {
                fs::remove_dir_all(parts.join("00001")).unwrap();
                fs::write(parts.join("00001"), b"").unwrap();
            }),
        ),
        (
            "no chunk of this run",
            Box::new(|parts: &Path| fs::create_dir(parts.join("mine")).unwrap()),
        ),
        (
            "no chunk of this run",
            Box::new(|parts: &Path| {
                fs::rename(parts.join("00001"), parts.join("00009")).unwrap();
            }),
        ),
        (
            "chunk.json is not the file that was written",
            Box::new(|parts: &Path| {
                let file = parts.join("00001/chunk.json");
                let text = fs::read_to_string(&file).unwrap();
                fs::write(&file, text.replacen("\"games\":1000", "\"games\":1001", 1)).unwrap();
            }),
        ),
    ];
    for name in ["games.parquet", "turns.parquet", "units.parquet", "drops.parquet", "chunk.json"] {
        harms.push((name, Box::new(move |parts: &Path| cut(&parts.join("00001"), name))));
        harms.push((
            name,
            Box::new(move |parts: &Path| fs::remove_file(parts.join("00001").join(name)).unwrap()),
        ));
    }
    for (number, (told, harm)) in harms.iter().enumerate() {
        let path = home.path().join(format!("run {number}"));
        copy(&stopped, &path);
        harm(&path.join("parts"));
        let mut folder = RunFolder::resume(&path, &sample::asked(2100), &sample::about()).unwrap();
        let said = folder.set_aside_chunks().join("; ");
        assert!(said.contains(told), "{told}: {said}");
        assert_eq!(said.is_empty(), told.is_empty(), "{told}: {said}");
        play(&mut folder, u64::MAX, sample::record);
        folder.finish().unwrap();
        assert!(repeatable(&whole) == repeatable(&path), "harm {number}: {told}");
        assert_eq!(path.join("set-aside").is_dir(), !told.is_empty(), "{told}");
        assert!(!path.join("parts").exists() && !path.join("lock").exists());
    }
}

/// Intact chunks are not played again because one before them is damaged.
#[test]
fn a_gap_is_filled_and_what_follows_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let mut folder = RunFolder::create(&path, sample::asked(5000), sample::about()).unwrap();
    play(&mut folder, 4000, sample::record);
    drop(folder);
    fs::remove_dir_all(path.join("parts/00001")).unwrap();
    fs::write(path.join("parts/00003/games.parquet"), b"").unwrap();
    let mut folder = RunFolder::resume(&path, &sample::asked(5000), &sample::about()).unwrap();
    assert!(folder.has_gap());
    assert_eq!((folder.missing_games(), folder.lacks()), (1000..2000, 3000));
    play(&mut folder, 2000, sample::record);
    assert_eq!((folder.missing_games(), folder.has_gap()), (3000..5000, false));
    play(&mut folder, u64::MAX, sample::record);
    assert_eq!(folder.finish().unwrap().asked().games, 5000);
}

#[test]
fn one_run_works_in_a_folder_at_a_time() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let mut folder = RunFolder::create(&path, sample::asked(2000), sample::about()).unwrap();
    let mut other = sample::asked(2000);
    other.seed = 99;
    let busy = |error: StudyError| {
        assert!(matches!(error, StudyError::Busy { .. }), "{error}");
        let said = error.to_string();
        assert!(
            said.contains("another command is at work in") && said.contains("process"),
            "{said}"
        );
    };
    busy(RunFolder::create(&path, other, sample::about()).unwrap_err());
    busy(RunFolder::resume(&path, &sample::asked(2000), &sample::about()).unwrap_err());
    play(&mut folder, u64::MAX, sample::record);
    // The lock is also held until its report is written.
    let run = folder.finish().unwrap();
    busy(RunFolder::resume(&path, &sample::asked(2000), &sample::about()).unwrap_err());
    busy(Run::open_to_write(&path).unwrap_err());
    drop(run);
    Run::open_to_write(&path).unwrap();
    assert!(!path.join("lock").exists());
    // A lock file left by a killed run locks nothing.
    fs::write(path.join("lock"), "1\n").unwrap();
    RunFolder::resume(&path, &sample::asked(2000), &sample::about()).unwrap();
}

#[cfg(unix)]
#[test]
fn links_in_a_run_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().unwrap();
    let (path, victim) = (home.path().join("run"), home.path().join("victim"));
    let hall = home.path().join("hall");
    fs::create_dir(&hall).unwrap();
    fs::write(&victim, "dear").unwrap();
    fs::create_dir(&path).unwrap();
    for name in ["journal.txt", "lock", "run.toml.tmp", "about.json.tmp", "games.parquet.tmp"] {
        symlink(&victim, path.join(name)).unwrap();
    }
    symlink(&hall, path.join("parts")).unwrap();
    let mut folder = RunFolder::create(&path, sample::asked(2000), sample::about()).unwrap();
    folder.note("a line").unwrap();
    symlink(&hall, path.join("parts/00000.tmp")).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    for table in Table::ALL {
        symlink(&victim, path.join(table.file())).unwrap();
    }
    symlink(&victim, path.join("tally.json.tmp")).unwrap();
    symlink(&hall, path.join("charts")).unwrap();
    symlink(&victim, path.join("index.html")).unwrap();
    let run = folder.finish().unwrap();
    run.put("charts/one.svg", "a picture").unwrap();
    run.put("index.html", "a page").unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "dear");
    assert_eq!(fs::read_dir(&hall).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(path.join("charts/one.svg")).unwrap(), "a picture");
    assert_eq!(fs::read_to_string(path.join("journal.txt")).unwrap(), "a line\n");
    run.check_tables().unwrap();
}

#[test]
fn every_table_that_is_not_the_runs_is_named() {
    let home = tempfile::tempdir().unwrap();
    let (path, other) = (home.path().join("run"), home.path().join("other"));
    let run = make(&path, sample::asked(40), sample::record);
    make(&other, sample::asked(41), sample::record);
    run.check_tables().unwrap();
    let whole = fs::read(path.join("turns.parquet")).unwrap();
    fs::write(path.join("turns.parquet"), &whole[..whole.len() - 1]).unwrap();
    fs::copy(other.join("units.parquet"), path.join("units.parquet")).unwrap();
    fs::remove_file(path.join("drops.parquet")).unwrap();
    let said = run.check_tables().unwrap_err().to_string();
    for told in ["turns.parquet is not", "units.parquet is not", "drops.parquet is missing"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(!said.contains("games.parquet") && !said.contains("combats.parquet"), "{said}");
}

/// Duplicate names, as a manual edit may leave them, are reported; none causes a panic.
#[test]
fn names_that_are_there_twice_are_a_fault_of_about_json() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let run = make(&path, sample::asked(40), sample::record);
    drop(run);
    let file = path.join("about.json");
    let text = fs::read_to_string(&file).unwrap();
    for (list, name) in [
        ("levels", "German major"),
        ("measures", "steps_short"),
        ("mistakes", "idle-units"),
        ("roster", "fj1"),
    ] {
        let mut about: serde_json::Value = serde_json::from_str(&text).unwrap();
        let names = about[list].as_array_mut().unwrap();
        let first = names[0].clone();
        names.push(first);
        fs::write(&file, about.to_string()).unwrap();
        let error = Run::open(&path).unwrap_err();
        assert!(matches!(error, StudyError::Damaged { .. }), "{error}");
        let said = error.to_string();
        assert!(said.contains("about.json") && said.contains(name), "{said}");
        assert!(said.contains("twice"), "{said}");
    }
    // A measure that is called like a column that every game has.
    let mut about: serde_json::Value = serde_json::from_str(&text).unwrap();
    about["measures"][0]["id"] = "margin".into();
    fs::write(&file, about.to_string()).unwrap();
    assert!(matches!(Run::open(&path), Err(StudyError::Damaged { .. })));
}

#[test]
fn detail_keeps_the_first_games_and_the_summary_counts_all() {
    let home = tempfile::tempdir().unwrap();
    let summary = |name: &str, detail| {
        let mut asked = sample::asked(1300);
        asked.detail = detail;
        let run = make(&home.path().join(name), asked, sample::record);
        let rows = run.table(Table::Units).unwrap().columns(None).unwrap().height();
        (rows, summarize(&run).unwrap())
    };
    let (all_rows, all) = summary("all", Detail::All);
    let (some_rows, some) = summary("some", Detail::First(1100));
    let (no_rows, none) = summary("none", Detail::None);
    assert_eq!((all_rows, some_rows, no_rows), (3 * 1300, 3 * 1100, 0));
    assert_eq!((all.run.detailed, some.run.detailed, none.run.detailed), (1300, 1100, 0));
    for less in [some, none] {
        assert_eq!((&less.turns, &less.units, &less.drops), (&all.turns, &all.units, &all.drops));
        assert!(
            less.warnings.iter().any(|warning| warning.contains("1,300 games")),
            "{:?}",
            less.warnings
        );
    }
    assert!(all.warnings.is_empty(), "{:?}", all.warnings);
}

#[test]
fn keys_are_those_of_the_records() {
    let home = tempfile::tempdir().unwrap();
    let run = make(&home.path().join("run"), sample::asked(1300), sample::record);
    let keys = run.keys(&[0, 1299]).unwrap();
    for key in keys {
        let record = sample::record(key.game).game;
        assert_eq!((key.seed, key.fingerprint), (record.seed, record.fingerprint));
    }
    assert!(run.keys(&[1300]).unwrap_err().to_string().contains("games 0 to 1299"));
}
