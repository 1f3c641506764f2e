//! Pages and pictures from a summary. Pure text in, text out: the caller writes the files.

pub mod charts;
mod dossier;
pub mod findings;
mod gates;
mod map;
mod number;
mod page;
pub mod palette;
mod plain;
mod remarks;
mod replay;
mod runs;
mod summary_md;
mod words;

pub use charts::charts;
pub use dossier::Dossier;
pub use gates::{Host, annotations, gates_md, gates_text, junit};
pub use map::{MapPicture, map_svg, picture_svg};
pub use page::{PageError, page};
pub use replay::Replay;
pub use runs::{ListedRun, runs_page};
pub use summary_md::summary_md;
