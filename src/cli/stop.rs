//! Being told to stop: Ctrl-C, and a polite kill.

use std::io::{self, Write as _};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;

/// The exit code of whoever was stopped before the answer.
const STOPPED: i32 = 3;

/// What a signal does. Where games are played, these end first and what is whole is kept; anywhere else there is
/// nothing to wait for, and the program leaves at once. Asked a second time it leaves wherever it is.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Games look at it before they begin.
    games: AtomicBool,
    playing: AtomicBool,
    asked: AtomicBool,
    /// What to say when there is nothing to wait for.
    words: Mutex<String>,
}

impl Stop {
    /// Listens from here on. `words` are said by a program that leaves at once.
    pub(crate) fn listen(words: &str) -> anyhow::Result<Stop> {
        let stop = Stop { shared: Arc::default() };
        stop.on_leaving(words);
        let handler = stop.clone();
        ctrlc::set_handler(move || handler.signalled()).context("failed to listen for Ctrl-C")?;
        Ok(stop)
    }

    /// What to say from now on.
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
            // Whoever read it may be gone.
            let _ = writeln!(io::stderr(), "{words}");
        }
        process::exit(STOPPED);
    }

    /// Ends the games, as a signal would.
    pub(crate) fn games(&self) -> &AtomicBool {
        &self.shared.games
    }

    /// Whether a signal came.
    pub(crate) fn is_asked(&self) -> bool {
        self.shared.asked.load(Ordering::SeqCst)
    }

    /// Something that looks at [`Stop::games`] and ends soon when it is set.
    pub(crate) fn while_playing<T>(&self, play: impl FnOnce() -> T) -> T {
        self.shared.playing.store(true, Ordering::SeqCst);
        let played = play();
        self.shared.playing.store(false, Ordering::SeqCst);
        played
    }
}
