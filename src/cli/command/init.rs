//! `dropzone init`: the shipped scenarios and strategies, written out to edit.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::args;
use crate::failure::End;
use crate::output;
use crate::shipped::SHIPPED;

/// The folder in which the files are written until all are.
const UNFINISHED: &str = ".dropzone-init";

pub(crate) fn init(args: &args::Init) -> anyhow::Result<End> {
    let folder = &args.folder;
    let shown = folder.display();
    for part in parts() {
        anyhow::ensure!(
            fs::symlink_metadata(folder.join(part)).is_err(),
            "{shown} has `{part}` already, and nothing is written over: choose another folder"
        );
    }
    let unfinished = folder.join(UNFINISHED);
    // Left over from a command that was killed here.
    if fs::symlink_metadata(&unfinished).is_ok_and(|facts| facts.is_dir()) {
        fs::remove_dir_all(&unfinished)
            .with_context(|| format!("cannot remove {}", unfinished.display()))?;
    }
    for (name, text) in SHIPPED {
        let path = unfinished.join(name);
        let cannot = || format!("cannot write {}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(&unfinished)).with_context(cannot)?;
        fs::write(&path, text).with_context(cannot)?;
    }
    for part in parts() {
        let (from, to) = (unfinished.join(part), folder.join(part));
        fs::rename(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
    }
    fs::remove_dir(&unfinished)
        .with_context(|| format!("cannot remove {}", unfinished.display()))?;
    let place = if folder == Path::new(".") { String::new() } else { format!("  cd {shown}\n") };
    output::print(&format!(
        "{} files written below {shown}; commands in that folder use them.\n\nNext:\n{place}  \
         dropzone scenario list                      what can be played\n  \
         dropzone run mercury/kastelli               play it and write a report\n  \
         dropzone scenario validate                  after you have edited a file\n",
        SHIPPED.len()
    ))?;
    Ok(End::Done)
}

/// The folders that are written.
fn parts() -> impl Iterator<Item = &'static str> {
    let first = SHIPPED.iter().filter_map(|(name, _)| Some(name.split_once('/')?.0));
    let mut last = "";
    first.filter(move |part| std::mem::replace(&mut last, part) != *part)
}
