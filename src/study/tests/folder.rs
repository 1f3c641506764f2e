//! Keeping, resuming, refusing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{make, play};
use crate::{Detail, Run, RunFolder, StudyError, Table, sample, summarize};

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
    // And once more: a finished run resumes to nothing to do.
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

/// A file cut anywhere, or with any byte changed, is an error that names it; never a panic.
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
