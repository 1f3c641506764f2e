//! The printed games, and Skirmish, the smallest one, to copy. Each folder knows the engine and never a sibling.
#![no_std]

extern crate alloc;
pub mod airassault;
pub mod fallschirmjaeger;
#[cfg(test)]
extern crate std;

#[cfg(test)]
mod edited;
#[cfg(test)]
mod floor_plan;
#[cfg(test)]
mod matrix;
mod measures;
pub mod mercury;
pub mod race;
pub mod skirmish;
