//! The whole tool: the real command in a folder of its own.

mod balance;
mod desk;
mod gates;
mod help;
mod input;
mod look;
mod players;
mod runs;
mod slices;
mod studies;
mod tune;
