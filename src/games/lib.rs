//! The printed games. Each folder knows the engine and never a sibling.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(test)]
mod matrix;
mod measures;
pub mod mercury;
pub mod race;
