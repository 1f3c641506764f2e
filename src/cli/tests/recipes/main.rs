//! The recipes of `docs/ci.md` and `docs/cluster.md`, every shell line of which is run exactly as printed, and the
//! examples of `docs/tables.md`. Their shell is that of Unix.
#![cfg(unix)]

mod cannot_run;
mod ci;
mod cluster;
mod first_steps;
mod interchange;
mod page;
mod project;
mod slurm;
mod tables;
