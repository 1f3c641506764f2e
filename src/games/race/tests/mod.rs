//! Rule by rule, with scripted dice; then the laws of any game.

mod bridges;
mod combat;
mod desk;
mod facts;
mod files;
mod landing;
mod laws;
mod movement;
mod orders;
mod sequence;
mod supply;
mod support;
mod turn_end;
mod weighing;

pub(crate) use desk::Desk;
