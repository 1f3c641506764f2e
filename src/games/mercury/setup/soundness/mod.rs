//! What a careful reader would refuse, or ask about, in files that read well (`docs/soundness.md`).

mod blocks;
mod files;
mod map;
mod set_up;

pub(super) use blocks::{blocks, history, lists};
pub(super) use files::files;
pub(super) use map::{FEATURES, height, limits};
pub(super) use set_up::set_up;

/// Lists that are numbered with a byte.
const MOST: usize = 255;
