//! Rule by rule, with scripted dice; then the laws of any game.

mod desk;
mod laws;

pub(crate) use desk::Desk;
