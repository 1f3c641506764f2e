//! `dropzone manual`: the manual pages, made from the same words as `--help`.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::args::Args;
use crate::failure::End;
use crate::output;

/// Writes `dropzone.1` and `dropzone-COMMAND.1` for every command and those below it. Pages of an earlier version are
/// written over; nothing else is.
///
/// # Errors
/// A folder that cannot be made, or in which a page cannot be written.
pub(crate) fn manual(folder: &Path) -> anyhow::Result<End> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {shown}"))?;
    // `help` says nothing that the pages do not.
    let command = Args::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder)
        .with_context(|| format!("cannot write the manual pages into {shown}"))?;
    output::print(&format!(
        "manual pages written below {shown}; read one with `man -l {}`\n",
        folder.join("dropzone.1").display()
    ))?;
    Ok(End::Done)
}
