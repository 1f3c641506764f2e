//! Tuning: weights, and the turns of orders and stages, found by self-play.
//!
//! Both sides answer each other in turn. A side's search (`climb.rs`) turns many dials at once in pairs of games
//! (`screen.rs`) and follows what they show, step by step. What it finds is kept only if it gains on games from another
//! seed (`rounds.rs`). All of it is a function of the results of games, which come from a [`Ground`]:
//! so a memory of earlier results resumes it, and tests can play games of their own.

mod climb;
mod cycle;
mod dials;
mod draft;
mod field;
mod ground;
mod ladder;
mod rounds;
mod screen;
#[cfg(test)]
mod tests;
mod worth;

pub use dials::{Change, Dial, DialKind};
pub use field::{Field, FieldError, Free};
pub use ground::{Bout, Ground, Player};
pub use rounds::{Ending, Gain, Terms, Tuned, Turn};
pub use worth::{Played, Scale};

/// A number with its interval.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Says how certain a difference between two means is.
pub trait Judge {
    /// First less second, over the same seeds.
    fn paired(&self, first: &[f64], second: &[f64]) -> Measured;
    /// First less second, over separate seeds.
    fn apart(&self, first: &[f64], second: &[f64]) -> Measured;
}
