//! Rule by rule, with scripted dice; then the laws of any game.

mod combat;
mod desk;
mod landing;
mod laws;
mod movement;
mod sequence;

pub(crate) use desk::Desk;
