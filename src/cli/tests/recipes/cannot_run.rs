//! A test that tests nothing says so.

use std::io::Write as _;

/// Says that a test could not run, past the capture of the test harness. `.ci/run` counts these lines in its closing line.
pub fn cannot_run(what: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "\ncould not run: {what}: {why}");
}
