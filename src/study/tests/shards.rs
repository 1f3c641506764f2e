//! Runs in slices, runs that stop early, runs read before they end.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::bytes;
use super::{make, play};
use crate::gate::{Columns, Gates, Looks, Until, Verdict};
use crate::{Prefix, Run, RunAsked, RunFolder, Shard, StudyError, merge, sample, summarize};

fn shard(home: &Path, games: u64, index: u64, of: u64) -> PathBuf {
    let path = home.join(format!("shard-{index}-of-{of}"));
    let shard = Shard::new(index, of);
    let mut folder =
        RunFolder::create(&path, RunAsked { shard, ..sample::asked(games) }, sample::about())
            .unwrap();
    play(&mut folder, u64::MAX, sample::record);
    path
}

#[test]
fn merged_shards_have_the_bytes_of_the_run_in_one_piece() {
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole");
    make(&whole, sample::asked(3500), sample::record);
    for of in [1, 3, 4] {
        // In any order.
        let shards: Vec<PathBuf> =
            (0..of).rev().map(|index| shard(home.path(), 3500, index, of)).collect();
        let out = home.path().join(format!("merged-{of}"));
        merge(&shards, &out).unwrap().publish().unwrap();
        let (whole, merged) = (bytes(&whole), bytes(&out));
        assert_eq!(whole.keys().collect::<Vec<_>>(), merged.keys().collect::<Vec<_>>());
        for (name, bytes) in &whole {
            assert!(merged[name] == *bytes, "{name} of {of} shards");
        }
    }
    assert!(!home.path().join("merged-3.merging").exists());
}

#[test]
fn shards_that_do_not_make_a_run_are_refused_with_every_fault() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let four: Vec<PathBuf> = (0..4).map(|index| shard(home.path(), 4000, index, 4)).collect();
    let refused = |shards: &[PathBuf]| {
        let error = merge(shards, &out).unwrap_err();
        assert!(matches!(error, StudyError::CannotMerge { .. }), "{error}");
        assert!(!out.exists());
        error.to_string()
    };
    let gaps = refused(&[four[0].clone(), four[2].clone()]);
    assert!(gaps.contains("the games 1000 to 1999 are missing: shard 1/4"), "{gaps}");
    assert!(gaps.contains("the games 3000 to 3999 are missing: shard 3/4"), "{gaps}");
    let mut twice = four.clone();
    twice.push(four[1].clone());
    let twice = refused(&twice);
    assert!(twice.contains("the games 1000 to 1999 are both in"), "{twice}");
    let halves =
        [shard(home.path(), 4000, 0, 2), four[1].clone(), four[2].clone(), four[3].clone()];
    let overlap = refused(&halves);
    assert!(overlap.contains("are not those") || overlap.contains("both in"), "{overlap}");

    // Another scenario file under one of them.
    let file = four[3].join("run.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"bb\"", "\"cc\"")).unwrap();
    let changed = refused(&four);
    assert!(
        changed.contains("the files of `scenario`") && changed.contains("shard-3-of-4"),
        "{changed}"
    );
    // Another build: rules of the same version but with other code are never mixed.
    fs::write(&file, text.replace("\"aa\"", "\"ab\"")).unwrap();
    let built = refused(&four);
    assert!(
        built.contains("the code of the rules is aa")
            && built.contains("another build of Dropzone"),
        "{built}"
    );
    fs::write(&file, text).unwrap();
    // One that is not finished, and a whole run.
    fs::remove_dir_all(four[2].join("parts/00002")).unwrap();
    let whole = home.path().join("whole");
    make(&whole, sample::asked(4000), sample::record);
    let mixed = refused(&[four[2].clone(), whole]);
    assert!(mixed.contains("lacks the games 2000 to 2999"), "{mixed}");
    assert!(mixed.contains("is a whole run and no shard"), "{mixed}");
}

#[test]
fn a_damaged_shard_is_named_and_a_merge_can_be_repeated() {
    let home = tempfile::tempdir().unwrap();
    let shards: Vec<PathBuf> = (0..2).map(|index| shard(home.path(), 2000, index, 2)).collect();
    let file = shards[1].join("parts/00001/games.parquet");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..100]).unwrap();
    let out = home.path().join("out");
    let error = merge(&shards, &out).unwrap_err().to_string();
    assert!(error.contains("00001") && error.contains("games.parquet"), "{error}");
    assert!(!out.exists());
    fs::write(&file, whole).unwrap();
    assert_eq!(merge(&shards, &out).unwrap().publish().unwrap().asked().games, 2000);
    // Repeating it returns the existing run, and nothing is written.
    let there = bytes(&out);
    assert_eq!(merge(&shards, &out).unwrap().publish().unwrap().asked().games, 2000);
    assert_eq!(bytes(&out), there);
    // And it never overwrites something else.
    let other = home.path().join("other");
    make(&other, sample::asked(1000), sample::record);
    assert!(matches!(merge(&shards, &other).unwrap_err(), StudyError::Finished { .. }));
    // Nor is the existing run accepted when it is damaged.
    fs::write(out.join("turns.parquet"), b"PAR1").unwrap();
    let error = merge(&shards, &out).unwrap_err().to_string();
    assert!(error.contains("turns.parquet is not the file"), "{error}");
}

/// Chunks of another seed, of other games, or that are damaged, are never merged: each is named.
#[test]
fn chunks_that_are_not_of_the_run_are_refused_by_name() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let shards: Vec<PathBuf> = (0..2).map(|index| shard(home.path(), 4000, index, 2)).collect();
    let refused = |told: &[&str]| {
        let said = merge(&shards, &out).unwrap_err().to_string();
        for told in told {
            assert!(said.contains(told), "{told}: {said}");
        }
        assert!(!out.exists());
    };
    let part = |shard: usize, number: &str| shards[shard].join("parts").join(number);
    let swap = |one: &Path, other: &Path| {
        let between = home.path().join("between");
        fs::rename(one, &between).unwrap();
        fs::rename(other, one).unwrap();
        fs::rename(&between, other).unwrap();
    };
    swap(&part(0, "00001"), &part(1, "00002"));
    refused(&[
        "shard-0-of-2/parts/00001 is not to be used: it holds the games 2000 to 2999 and not 1000 to 1999",
        "shard-1-of-2/parts/00002 is not to be used: it holds the games 1000 to 1999 and not 2000 to 2999",
        "--resume",
    ]);
    swap(&part(0, "00001"), &part(1, "00002"));
    // A chunk of another seed.
    let other = home.path().join("seed 5");
    let mut folder =
        RunFolder::create(&other, RunAsked { seed: 5, ..sample::asked(4000) }, sample::about())
            .unwrap();
    play(&mut folder, u64::MAX, sample::record);
    drop(folder);
    swap(&part(1, "00003"), &other.join("parts/00003"));
    refused(&[
        "parts/00003 is not to be used: it belongs to another run: seed is 5 there and 0 here",
    ]);
    swap(&part(1, "00003"), &other.join("parts/00003"));
    // One of other rules.
    let rules = home.path().join("rules");
    let mut asked = sample::asked(4000);
    asked.hashes.insert("rules".into(), "ab".into());
    let mut folder = RunFolder::create(&rules, asked, sample::about()).unwrap();
    play(&mut folder, u64::MAX, sample::record);
    drop(folder);
    swap(&part(1, "00003"), &rules.join("parts/00003"));
    refused(&["the code of the rules is ab there and aa here: another build of Dropzone"]);
    swap(&part(1, "00003"), &rules.join("parts/00003"));
    merge(&shards, &out).unwrap().publish().unwrap();
}

#[test]
fn a_merge_that_was_killed_begins_anew_and_two_at_once_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let (whole, out) = (home.path().join("whole"), home.path().join("out"));
    make(&whole, sample::asked(2000), sample::record);
    let shards: Vec<PathBuf> = (0..2).map(|index| shard(home.path(), 2000, index, 2)).collect();
    // Killed after its tables were complete but before its report.
    let merged = merge(&shards, &out).unwrap();
    let said = merge(&shards, &out).unwrap_err();
    assert!(matches!(said, StudyError::Busy { .. }), "{said}");
    drop(merged);
    assert!(home.path().join("out.merging/tally.json").exists() && !out.exists());
    fs::write(home.path().join("out.merging/games.parquet"), b"PAR1 half").unwrap();
    let run = merge(&shards, &out).unwrap().publish().unwrap();
    assert_eq!(run.asked().games, 2000);
    drop(run);
    assert_eq!(bytes(&whole), bytes(&out));
    assert!(!home.path().join("out.merging").exists());
}

#[test]
fn a_shard_is_no_run() {
    let home = tempfile::tempdir().unwrap();
    let path = shard(home.path(), 2000, 1, 2);
    assert!(matches!(Run::open(&path), Err(StudyError::IsShard { .. })));
    assert!(matches!(Prefix::open(&path), Err(StudyError::IsShard { .. })));
    let asked = RunAsked { shard: Shard::new(1, 2), ..sample::asked(2000) };
    let error = RunFolder::create(&path, asked.clone(), sample::about()).unwrap_err();
    assert!(matches!(error, StudyError::Finished { .. }), "{error}");
    // Resumed, it has nothing left to play.
    let folder = RunFolder::resume(&path, &asked, &sample::about()).unwrap();
    assert!(folder.missing_games().is_empty());
}

fn looks(rule: &str) -> Looks {
    let columns = Columns::of(&sample::asked(10), &sample::about());
    Looks::new(vec![Until::read(rule, &columns).unwrap()], None, None).unwrap()
}

/// The toy's Germans win one game in three: after 3,000 games the half width is about .03.
#[test]
fn a_run_stopped_by_its_rule_is_a_run_of_so_many_games_and_resumes_to_itself() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let mut looks = looks("half_width(win_rate(german)) <= 0.035");
    let asked = RunAsked { until: looks.said(), ..sample::asked(9000) };
    let mut folder = RunFolder::create(&path, asked.clone(), sample::about()).unwrap();
    while !looks.look().unwrap().met {
        let first = folder.missing_games().start;
        play(&mut folder, first + 1, sample::record);
        let records: Vec<_> = (first..first + 1000).map(sample::record).collect();
        looks.take(&asked, &sample::about(), &records).unwrap();
    }
    folder.stop_here().unwrap();
    let run = folder.finish().unwrap();
    assert!((2000..5000).contains(&run.asked().games), "{}", run.asked().games);
    assert_eq!(run.asked().at_most, Some(9000));
    let warnings = summarize(&run).unwrap().warnings.join(" ");
    assert!(
        warnings.contains("not valid") && warnings.contains("confidence sequence"),
        "{warnings}"
    );
    drop(run);
    let again = RunFolder::resume(&path, &asked, &sample::about()).unwrap();
    assert!(again.missing_games().is_empty());
}

/// Games on disk are judged like games in memory, at every chunk; and games that are not on disk are not judged.
#[test]
fn a_run_is_judged_by_its_finished_games() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("run");
    let columns = Columns::of(&sample::asked(10), &sample::about());
    let text = "[gates]\nlow = \"win_rate(german) <= 0.5\"\nclose = \"win_rate(german) within [0.33, 0.34]\"\n";
    let gates = Gates::read(Path::new("gates.toml"), text, &columns, None).unwrap();
    let mut live = Looks::new(Vec::new(), Some(gates.clone()), None).unwrap();
    let mut folder = RunFolder::create(&path, sample::asked(2500), sample::about()).unwrap();
    for (first, end) in [(0, 1000), (1000, 2000), (2000, 2500)] {
        play(&mut folder, first + 1, sample::record);
        let records: Vec<_> = (first..end).map(sample::record).collect();
        live.take(&sample::asked(2500), &sample::about(), &records).unwrap();
        let prefix = Prefix::open(&path).unwrap();
        assert_eq!(prefix.games(), end);
        let judged = prefix.judge(&gates, None).unwrap();
        assert_eq!(judged.gates, live.look().unwrap().gates.unwrap().gates);
        assert_eq!(judged.gates[0].verdict, Verdict::Pass);
        assert_eq!(judged.gates[1].verdict, Verdict::Undecided);
        assert_eq!(judged.notes.len(), usize::from(end < 2500));
        let mut resumed = Looks::new(Vec::new(), Some(gates.clone()), None).unwrap();
        resumed.take_from(&prefix).unwrap();
        assert_eq!(resumed.look().unwrap().gates, live.look().unwrap().gates);
    }
    let run = folder.finish().unwrap();
    let judged = Prefix::open(run.path()).unwrap().judge(&gates, None).unwrap();
    assert_eq!(judged.gates, live.look().unwrap().gates.unwrap().gates);
}
