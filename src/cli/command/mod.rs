//! One file per subcommand.

mod begin;
mod calibrate;
mod check;
mod compare;
mod data;
mod explain;
mod fit;
mod influence;
mod init;
mod ladder;
mod manual;
mod merge;
mod odds;
mod optimize;
mod plans;
mod power;
mod replay;
mod report;
mod rules;
pub(crate) mod run;
mod runs;
mod scenario;
mod solve;
mod stats;
mod strategy;
mod sweep;
mod tournament;
mod trend;
mod tune;
mod verify;
mod worth;

use clap::CommandFactory as _;

use crate::args::{Args, Command};
use crate::failure::End;
use crate::{output, progress};

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<End> {
    if args.json_progress {
        progress::tell_in_json();
    }
    let Some(command) = args.command else { return begin::begin() };
    match command {
        Command::Run(args) => run::run(&args),
        Command::Runs(args) => runs::runs(&args),
        Command::Report(args) => report::report(&args),
        Command::Scenario(args) => scenario::scenario(args),
        Command::Strategy(args) => strategy::strategy(args),
        Command::Odds(args) => odds::odds(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Init(args) => init::init(&args),
        Command::Rules(args) => rules::rules(&args),
        Command::Merge(args) => merge::merge(&args),
        Command::Check(args) => check::check(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Plans(args) => plans::plans(&args),
        Command::Solve(args) => solve::solve(&args),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Tournament(args) => tournament::tournament(&args),
        Command::Calibrate(args) => calibrate::calibrate(&args),
        Command::Worth(args) => worth::worth(&args),
        Command::Influence(args) => influence::influence(&args),
        Command::Data(args) => data::data(args),
        Command::Power(args) => power::power(&args),
        Command::Trend(args) => trend::trend(&args),
        Command::Stats(args) => stats::stats(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "dropzone", &mut script);
            output::print(&String::from_utf8_lossy(&script))?;
            Ok(End::Done)
        }
        Command::Manual { folder } => manual::manual(&folder),
    }
}
