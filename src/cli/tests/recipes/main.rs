//! The recipes of `docs/ci.md` and `docs/cluster.md`: every shell line of them is run as it is printed.

mod ci;
mod cluster;
mod page;
mod project;
mod slurm;
