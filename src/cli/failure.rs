//! How the command ends: its messages, and its exit code.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use lab::{Kind, RunError, Unfinished, printable_lines};
use study::StudyError;

/// How a command ended that had no error.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It did what was asked.
    Done,
    /// A check failed.
    Failed,
    /// It was stopped before the answer.
    Undecided,
}

/// Wrong usage or bad input.
const BAD_INPUT: u8 = 2;
/// A bug in the program.
const BUG: u8 = 4;

/// Runs the command, reports what went wrong, and returns the exit code.
pub(crate) fn report(command: impl FnOnce() -> anyhow::Result<End>) -> ExitCode {
    say_the_first_panic_only();
    match panic::catch_unwind(AssertUnwindSafe(command)) {
        Ok(Ok(End::Done)) => ExitCode::SUCCESS,
        Ok(Ok(End::Failed)) => ExitCode::from(1),
        Ok(Ok(End::Undecided)) => ExitCode::from(3),
        Ok(Err(error)) => {
            let code = if is_bug(&error) { BUG } else { BAD_INPUT };
            let kind = if code == BUG { "bug" } else { "error" };
            eprintln!("{kind}: {}", told(&error));
            ExitCode::from(code)
        }
        Err(panic) => {
            eprintln!("bug: the program broke down: {}", words(&*panic));
            ExitCode::from(BUG)
        }
    }
}

/// What to do about an error; printed after it.
#[derive(Debug)]
pub(crate) struct Hint(pub(crate) String);

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a script could not decide: its games are kept, but resuming ends in the same way, and a mended script is
/// another player.
pub(crate) fn is_of_a_script(error: &anyhow::Error) -> bool {
    let run = error.downcast_ref::<RunError>();
    matches!(run, Some(RunError::GaveUp(gave_up)) if Kind::of(&gave_up.called) == Kind::Script)
}

/// The error and its causes, each once, and what to do about it.
fn told(error: &anyhow::Error) -> String {
    let hint = error.downcast_ref::<Hint>();
    let mut text = String::new();
    for cause in error.chain().skip(usize::from(hint.is_some())) {
        let words = cause.to_string();
        if !text.contains(&words) {
            text = if text.is_empty() { words } else { format!("{text}: {words}") };
        }
    }
    if text.trim().is_empty() {
        text = "something went wrong without an error message; please report this".into();
    }
    let text = hint.map_or_else(|| text.clone(), |hint| format!("{text}\n{hint}"));
    printable_lines(&text).into_owned()
}

fn is_bug(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let run = cause.downcast_ref::<RunError>();
        let study = cause.downcast_ref::<StudyError>();
        let game = cause.downcast_ref::<Unfinished>();
        matches!(run, Some(RunError::Illegal(_) | RunError::Broken { .. }))
            || matches!(game, Some(Unfinished::Illegal(_)))
            || matches!(study, Some(StudyError::OutOfOrder { .. }))
            || cause.is::<report::PageError>()
    })
}

/// A thousand games can panic for one reason: print the place in the source only once.
fn say_the_first_panic_only() {
    static SAID: AtomicBool = AtomicBool::new(false);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |facts| {
        if !SAID.swap(true, Ordering::Relaxed) {
            usual(facts);
        }
    }));
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn bugs_are_told_from_bad_input() {
        let broken = RunError::Broken { game: 3, seed: 99, message: "no such hex".into() };
        let error = anyhow::Error::new(broken).context(Hint("go on with ...".into()));
        assert!(is_bug(&error));
        assert_eq!(told(&error), "game 3 (seed 99) broke down: no such hex\ngo on with ...");
        let full = RunError::Sink("no space left".into());
        assert!(!is_bug(&anyhow::Error::new(full)));
        assert!(!is_bug(&anyhow::anyhow!("no such file")));
    }

    #[test]
    fn no_error_is_blank_or_gives_orders_to_the_terminal() {
        assert!(told(&anyhow::anyhow!("")).contains("please report"));
        assert!(told(&anyhow::anyhow!(" \n")).contains("please report"));
        assert_eq!(told(&anyhow::anyhow!("no \u{1b}[2J")), "no \\u{1b}[2J");
    }

    #[test]
    fn causes_are_told_once() {
        let cause = std::io::Error::other("no space left");
        let error = Err::<(), _>(cause).context("cannot write map.svg").unwrap_err();
        assert_eq!(told(&error), "cannot write map.svg: no space left");
        let sink = anyhow::Error::new(RunError::Sink("no space left".into()));
        assert_eq!(told(&sink), "failed to keep finished games: no space left");
    }

    #[test]
    fn a_panic_of_the_program_is_a_bug() {
        let code = report(|| panic!("oh no"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(BUG)));
    }
}
