//! The rules, one by one, with dice that fall as the test says.

mod accounts;
mod airlanding;
mod assault;
mod command;
mod damage;
mod descent;
pub(super) mod desk;
mod dispatch;
mod drops;
mod events;
mod fire;
mod formations;
mod heraklion;
mod indirect;
mod last_chance;
mod laws;
mod matrix;
mod movement;
mod piling_on;
mod positions;
mod precision;
mod random_events;
mod rearguards;
mod sequence;
mod snafu;
mod zones;
