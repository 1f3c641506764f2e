//! Tests of Air Assault on Crete, a file for each part of the rules.

mod combat;
mod desk;
mod examples;
mod laws;
mod secrets;
mod sequence;

pub(super) use desk::Desk;
