//! `dropzone merge`: joins shards into the run that they are parts of.

use crate::failure::End;
use crate::{args, command, output};

pub(crate) fn merge(args: &args::Merge) -> anyhow::Result<End> {
    let merged = study::merge(&args.shards, &args.out)?;
    let summary = command::report::write(merged.run())?;
    let run = merged.publish()?;
    output::print(&format!(
        "{}\n\nreport: {}\nmade by: {}\n",
        summary.verdict,
        run.path().join("index.html").display(),
        run.asked().command,
    ))?;
    Ok(End::Done)
}
