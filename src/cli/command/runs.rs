//! `dropzone runs`: the runs and studies of a folder, found again.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use lab::{Home, RULES, Request, SHELF};
use report::ListedRun;
use study::{FolderAsked, FoundFolder, Progress, RunAsked, StudyAsked, folders};

use crate::failure::End;
use crate::home::home;
use crate::output::{self, columns};
use crate::{args, seat};

/// What is written into the folder.
const PAGE: &str = "index.html";
const TABLE: &str = "runs.csv";
/// By what a page written by this command is recognised.
const OWN: &str = "Dropzone: runs and studies";

pub(crate) fn runs(args: &args::Runs) -> anyhow::Result<End> {
    let folder = &args.folder;
    let shown = folder.display();
    anyhow::ensure!(folder.is_dir(), "{shown}: there is no such folder");
    for file in [RunAsked::FILE, StudyAsked::FILE] {
        anyhow::ensure!(
            !folder.join(file).is_file(),
            "{shown} is the folder of one run or study; expected the folder that holds several"
        );
    }
    let page = folder.join(PAGE);
    let foreign = fs::read_to_string(&page).is_ok_and(|text| !text.contains(OWN));
    anyhow::ensure!(
        args.list || !foreign,
        "{} is there and was not written by `dropzone runs`; expected another folder, or --list, which writes nothing",
        page.display()
    );
    let (found, unreadable) = folders(folder)?;
    let home = home()?;
    let rows: Vec<ListedRun> = found.iter().map(|one| listed(&home, one)).collect();
    let unreadable: Vec<String> =
        unreadable.iter().map(|one| format!("{}: {}", one.path.display(), one.error)).collect();
    let basis = basis(&rows, unreadable.len());
    if !args.list {
        let name = folder.canonicalize().ok();
        let name = name.as_deref().and_then(Path::file_name).unwrap_or(folder.as_os_str());
        let text = report::runs_page(&name.to_string_lossy(), &basis, &rows, &unreadable)?;
        study::write_text(&page, &text)?;
        study::write_text(&folder.join(TABLE), &table(&rows)?)?;
    }
    let head = ["folder", "kind", "scenario", "games", "today", "answer"].map(String::from);
    let lines: Vec<[String; 6]> = std::iter::once(head)
        .chain(rows.iter().map(|row| {
            [&row.folder, &row.kind, &row.scenario, &row.games, &row.today, &row.answer]
                .map(Clone::clone)
        }))
        .collect();
    let mut text = format!("{basis}\n");
    if !rows.is_empty() {
        text = format!("{text}\n{}", columns(&lines));
    }
    if !args.list {
        text =
            format!("{text}\npage:  {}\ntable: {}\n", page.display(), folder.join(TABLE).display());
    }
    for one in &unreadable {
        eprintln!("warning: {}", lab::printable(one));
    }
    output::print(&text)?;
    Ok(End::Done)
}

/// What the list has of a folder.
fn listed(home: &Home, found: &FoundFolder) -> ListedRun {
    let answer = match &found.progress {
        Progress::Answered(answer) if answer.is_empty() => "see its files".into(),
        Progress::Answered(answer) => answer.clone(),
        Progress::Unfinished => "not finished".into(),
    };
    let first = first_sentence(&answer);
    let rest = answer[first.len()..].trim_start();
    let slashes = |path: &Path| path.display().to_string().replace('\\', "/");
    ListedRun {
        folder: slashes(&found.path),
        page: found.page.as_deref().map(slashes),
        kind: found.kind().into(),
        scenario: found.scenario().into(),
        games: found.games().to_string(),
        answer: first.into(),
        rest: rest.into(),
        command: found.command().into(),
        version: found.version().into(),
        today: today(home, &found.question),
    }
}

/// Whether the same question would be answered by the same games today.
fn today(home: &Home, question: &FolderAsked) -> String {
    const CURRENT: &str = "current";
    match question {
        FolderAsked::Run(asked) => {
            let Ok(table) = seat::seat_again(home, asked) else { return "cannot be played".into() };
            let now = &table.head().hashes;
            let changed = seat::changed(&asked.hashes, now);
            if !changed.is_empty() {
                format!("changed: {}", changed.join(", "))
            } else if seat::other_build(&asked.hashes, now) {
                "another build".into()
            } else {
                CURRENT.into()
            }
        }
        FolderAsked::Study(asked) => {
            match rules(home, &asked.scenario).and_then(|rules| asked.played_under(&rules)) {
                Some(true) => CURRENT.into(),
                Some(false) => format!("changed: {RULES}"),
                None => "not known".into(),
            }
        }
    }
}

/// The rules that a scenario is played under today, as a run records them.
fn rules(home: &Home, scenario: &str) -> Option<String> {
    let (system, name) = lab::find(SHELF, home, scenario).ok()?;
    let table = system.seat(home, &Request { scenario: name.into(), ..Request::default() }).ok()?;
    table.head().hashes.get(RULES).cloned()
}

/// How many there are, and how many are still current.
fn basis(rows: &[ListedRun], unreadable: usize) -> String {
    let count = |n: usize, one: &str, many: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    let runs = rows.iter().filter(|row| row.kind == "run").count();
    let current = rows.iter().filter(|row| row.today == "current").count();
    let mut text = format!(
        "{} and {}; {current} of {} would play the same games today",
        count(runs, "run", "runs"),
        count(rows.len() - runs, "study or shard", "studies and shards"),
        rows.len()
    );
    if unreadable > 0 {
        text = format!("{text}; {} cannot be read", count(unreadable, "folder", "folders"));
    }
    text
}

/// The list for a spreadsheet.
fn table(rows: &[ListedRun]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "folder", "kind", "scenario", "games", "answer", "version", "today", "command",
    ])?;
    for row in rows {
        let answer = format!("{} {}", row.answer, row.rest).trim_end().to_owned();
        writer.write_record([
            &row.folder,
            &row.kind,
            &row.scenario,
            &row.games,
            &answer,
            &row.version,
            &row.today,
            &row.command,
        ])?;
    }
    let bytes = writer.into_inner().context("cannot write the table")?;
    Ok(String::from_utf8(bytes)?)
}

/// An answer up to the end of its first sentence.
fn first_sentence(answer: &str) -> &str {
    answer.find(". ").map_or(answer, |end| &answer[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(
            first_sentence("Allies win 5.2% of games. Margin is 3."),
            "Allies win 5.2% of games."
        );
        assert_eq!(first_sentence("not finished"), "not finished");
    }
}
