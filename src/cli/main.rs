//! The command.

mod args;
mod arm;
mod command;
mod failure;
mod finding;
mod output;
mod progress;
mod seat;
mod shell;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    failure::report(|| command::run(args::Args::parse()))
}
