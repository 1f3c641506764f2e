//! The points of a sweep, as places in the unit cube, and the analysis of the answers there.

mod joint;
mod morris;
mod sobol;
mod spread;

pub use joint::{Found, Joint, Term};
pub use morris::{Effect, elementary_effects, morris};
pub use sobol::{Indices, Noise, saltelli, sobol_indices};
pub use spread::{grid, latin_hypercube};
