//! Tests that could not run are reported.

use std::io::Write as _;

/// Reports that a test could not run, bypassing the output capture of the test harness. `.ci/run` counts these lines
/// in its summary.
pub fn cannot_run(what: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "\ncould not run: {what}: {why}");
}
