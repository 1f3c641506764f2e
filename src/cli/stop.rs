//! Stop signals: Ctrl-C and SIGTERM.

use std::io::{self, Write as _};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;

/// The exit code of a command stopped before its answer.
const STOPPED: i32 = 3;

/// What a signal does. While games are being played, these end first and finished chunks are kept; otherwise
/// there is nothing to wait for, and the program exits at once. On a second signal it always exits at once.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Checked before each game begins.
    games: AtomicBool,
    playing: AtomicBool,
    asked: AtomicBool,
    /// The message when there is nothing to wait for.
    words: Mutex<String>,
}

impl Stop {
    /// Handles signals from here on. `words` is printed if the program exits at once.
    pub(crate) fn listen(words: &str) -> anyhow::Result<Stop> {
        let stop = Stop { shared: Arc::default() };
        stop.on_leaving(words);
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.signalled()).context("failed to listen for Ctrl-C")?;
        Ok(stop)
    }

    /// Sets the message from now on.
    pub(crate) fn on_leaving(&self, words: &str) {
        let mut said = self.shared.words.lock().unwrap_or_else(PoisonError::into_inner);
        words.clone_into(&mut said);
    }

    fn signalled(&self) {
        let again = self.shared.asked.swap(true, Ordering::SeqCst);
        self.shared.games.store(true, Ordering::SeqCst);
        if self.shared.playing.load(Ordering::SeqCst) && !again {
            return;
        }
        if !again {
            let words = self.shared.words.lock().unwrap_or_else(PoisonError::into_inner);
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{words}");
        }
        process::exit(STOPPED);
    }

    /// The flag that ends the games when a signal sets it.
    pub(crate) fn games(&self) -> &AtomicBool {
        &self.shared.games
    }

    /// Whether a signal came.
    pub(crate) fn is_asked(&self) -> bool {
        self.shared.asked.load(Ordering::SeqCst)
    }

    /// Runs something that checks [`Stop::games`] and ends soon after it is set.
    pub(crate) fn while_playing<T>(&self, play: impl FnOnce() -> T) -> T {
        self.shared.playing.store(true, Ordering::SeqCst);
        let played = play();
        self.shared.playing.store(false, Ordering::SeqCst);
        played
    }
}
