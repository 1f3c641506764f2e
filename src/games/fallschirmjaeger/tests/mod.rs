//! Rule by rule, with scripted dice; then the laws of any game.

mod combat;
mod desk;
mod facts;
mod guns;
mod landing;
mod laws;
mod leaders;
mod movement;
mod reach;
mod sequence;
mod supply;
mod victory;
mod weighing;

pub(crate) use desk::Desk;
