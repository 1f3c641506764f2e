//! Pages from a summary.
