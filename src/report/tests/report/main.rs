//! The report from outside: every chart and page from fixture summaries.

mod browser;
mod cannot_run;
mod fixture;
mod map;
mod replay;
mod schema;
mod structure;
