//! Verdicts of gates, for people and for build servers.

mod annotations;
mod junit;
mod markdown;
mod text;

#[cfg(test)]
mod sample;

pub use annotations::{Host, annotations};
pub use junit::junit;
pub use markdown::gates_md;
pub use text::gates_text;
pub(crate) use text::{found, method, whole};
