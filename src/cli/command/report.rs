//! `dropzone report`: from the tables of a run to its page.

use study::{Run, Summary};

use crate::failure::End;
use crate::home::home;
use crate::{args, cinema, output, seat};

pub(crate) fn report(args: &args::Report) -> anyhow::Result<End> {
    let run = Run::open_to_write(&args.run)?;
    run.check_tables()?;
    if args.replays {
        cinema::replays(&run, &*seat::seat_again(&home()?, run.asked())?)?;
    }
    let summary = write(&run)?;
    output::print(&format!(
        "{}\n\nreport: {}\nmade by: {}\n",
        summary.verdict,
        run.path().join("index.html").display(),
        run.asked().command,
    ))?;
    Ok(End::Done)
}

/// Writes everything that follows from a run's tables into its folder.
pub(crate) fn write(run: &Run) -> anyhow::Result<Summary> {
    let summary = study::summarize(run)?;
    for (chart, svg) in report::charts(&summary) {
        run.put(&format!("charts/{chart}.svg"), &svg)?;
    }
    run.put("summary.md", &report::summary_md(&summary))?;
    run.put("index.html", &report::page(&summary)?)?;
    run.put(Summary::FILE, &summary.to_json())?;
    Ok(summary)
}
