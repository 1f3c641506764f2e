//! The rules, one by one, with dice that fall as the test says.

mod accounts;
mod assault;
mod command;
mod damage;
mod desk;
mod events;
mod fire;
mod laws;
mod movement;
mod positions;
mod sequence;
mod zones;
