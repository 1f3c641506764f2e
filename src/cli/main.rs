//! The command.

mod args;
mod arm;
mod array_job;
mod cinema;
mod command;
mod events;
mod failure;
mod history;
mod home;
mod line;
mod output;
mod outputs;
mod progress;
mod run_request;
mod schedule;
mod seat;
mod shipped;
mod sitting;
mod stop;
mod watched;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    failure::report(|| command::run(args::Args::parse()))
}
