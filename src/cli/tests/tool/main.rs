//! The whole tool: the real command in a folder of its own.

mod again;
mod balance;
mod desk;
mod gates;
mod help;
mod input;
mod installed;
mod look;
mod players;
mod printed;
mod runs;
mod slices;
mod studies;
mod tune;
mod worlds;
