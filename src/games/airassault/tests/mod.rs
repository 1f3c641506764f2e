//! Tests of Air Assault on Crete, a file for each part of the rules.

mod airborne;
mod combat;
mod desk;
mod examples;
mod facts;
mod laws;
mod movement;
mod sea;
mod secrets;
mod sequence;
mod victory;

pub(super) use desk::Desk;
