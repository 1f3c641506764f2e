//! Tests of the rules, a file each for what can go wrong. A rule's test scripts the dice and is named after its section.

mod appraise;
mod decoys;
mod desk;
mod fire;
mod laws;
mod setup;
mod victory;
