//! The report from outside: every chart and page from fixture summaries.

mod browser;
mod fixture;
mod map;
mod replay;
mod schema;
mod structure;
