//! The output of `--help`: when it changes, read it as a user would.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn help_teaches() {
    assert_snapshot!(Desk::new().ok("--help"), @r#"
    A balance lab for airborne-assault board wargames.

    Plays a scenario thousands of times under the printed rules, with a bot on each side, and reports
    who wins, how often, and how certain that is.

    Usage: dropzone [OPTIONS] [COMMAND]

    Commands:
      run          Play many games of a scenario and write a report
      report       Rebuild a run's report from its tables
      runs         List the runs and studies of a folder, with their answers
      scenario     Look at scenarios: list, show, validate, map
      strategy     Look at strategies, and tune them: list, show, validate, features, fit, explain, tune
      odds         Exact chances of a table, by enumeration
      replay       Read one game, decision by decision
      verify       Replay games of a run and compare their fingerprints
      init         Write the shipped scenarios and strategies out, to edit them
      rules        Which rules of a system are played, by what code, and which test shows it
      merge        Join the shards of a run
      check        Check a run against gates: pass, fail or undecided
      compare      Compare two or more arms on the same seeds: strategies, plans, rulings, values
      plans        Every drop and set-up plan of a scenario side by side
      solve        Find the value of a knob at which a target holds
      sweep        How a scenario responds to several knobs at once: grid, hypercube, Morris, Sobol
      tournament   Every German against every Allied strategy: ratings, best mixtures, the value
      trend        A measure over many runs, and where it moved
      worth        What a rule, a unit or an asset is worth: play without it
      influence    How much each rival of an uncertain reading or value moves the answer
      calibrate    Which worlds agree with published outcomes
      data         What an owner of the printed game can correct, and what that changes
      power        How many games a half width or a difference needs
      stats        A verdict from bare counts: wins, draws, losses
      completions  Print a completion script for a shell
      manual       Write the manual pages: one for the program and one for each of its commands
      help         Print this message or the help of the given subcommand(s)

    Options:
          --json-progress
              Tell how the games are getting on in lines of JSON on standard error, one a second

      -h, --help
              Print help (see a summary with '-h')

      -V, --version
              Print version

    Begin with:
      dropzone                                        where to begin, step by step
      dropzone scenario list                          what can be played
      dropzone run mercury/kastelli --games 1000      play it and write a report
      dropzone replay mercury/kastelli --game 7       read one of the games

    Exit codes: 0 done; 1 a check failed; 2 wrong usage or bad input; 3 stopped undecided; 4 a bug.
    "#);
}

#[test]
fn help_of_run() {
    assert_snapshot!(Desk::new().ok("run --help"), @r#"
    Play many games of a scenario and write a report

    Usage: dropzone run [OPTIONS] <SCENARIO>

    Arguments:
      <SCENARIO>  The scenario, as `scenario list` shows it

    Options:
          --games <N>               How many games [default: 1000]
          --seed <N>                Seed of the run: another seed, other dice [default: 0]
          --german <NAME|FILE>      German strategy: a name, a TOML file or a Rhai script [default: the
                                    scenario's own]
          --allied <NAME|FILE>      Allied strategy: a name, a TOML file or a Rhai script [default: the
                                    scenario's own]
          --german-cmd <COMMAND>    An outside program plays the Germans, e.g. "python3 bot.py"
          --allied-cmd <COMMAND>    An outside program plays the Allies
          --cmd-nodes <N>           Nodes that outside programs are asked to look at for a decision, at
                                    most
          --cmd-timeout <SECONDS>   Seconds an outside program has for a decision, or the command fails
                                    [default: 60]
          --drops <NAME|FILE>       Drop plan: a name or a TOML file [default: the strategies choose]
          --setup <SIDE=NAME|FILE>  Set-up plan of a side: german=NAME|FILE or allied=NAME|FILE
                                    [default: the strategies choose]
          --set <[FILE:]KEY=VALUE>  Change one value of the scenario's files; may be given again
          --copy <FILE>             A form of `data todo` in which an owner has filled in what is
                                    printed [env: DROPZONE_COPY]
          --worlds <N|FILE>         Play in N worlds, or in those of a list: each uncertain reading and
                                    value as one of its rivals, by their weights
          --players                 Draw for each world who plays, too: one of the scenario's doctrines
                                    for each side that is given no strategy
          --fixed <NAME|KEY>        An unknown that is the same in every world: its name or a key that
                                    it turns; may be given again
          --threads <N>             Threads, at most eight per core [default: one per core]
          --out <FOLDER>            Folder of the run [default: reports/SYSTEM-NAME]
          --detail <WHICH>          Games whose turn, drop and unit rows are kept: all, first=N or none
                                    [default: all up to 10,000 games, then the first 10,000]
          --review                  Count each bot's mistakes (slower)
          --combats                 Also keep every die of combat and of checks in combats.parquet
                                    (large)
          --replays                 Also write a page to watch for the closest, the fastest and the most
                                    typical games
          --resume                  Resume a run that was stopped
          --until <RULE>            Stop when a number is known well enough; given again, all must be
          --until-gates <FILE>      Stop when every gate of a file passes or fails
          --max-time <TIME>         Stop after this time, e.g. 90s, 10m, 2h, and print the line that
                                    resumes it
          --shard <K/N>             Play only the K-th of N slices, K from 0; auto or auto/N takes K
                                    from the array job
          --events <FILE>           Write events as JSON lines, - for standard output
          --json-progress           Tell how the games are getting on in lines of JSON on standard
                                    error, one a second
          --dry-run                 Only print the schedule and the stop rule
      -h, --help                    Print help

    Examples:
      dropzone run mercury/kastelli
      dropzone run mercury/kastelli --games 5000 --seed 3 --german random
      dropzone run mercury/kastelli --set rulings.activation_cost=all_free --out reports/free
      dropzone run mercury/kastelli --games 50000 --until 'half_width(win_rate(german)) <= 0.01'
      dropzone run mercury/kastelli --games 20000 --shard 0/4 --out reports/big
      dropzone run mercury/kastelli --games 2000 --worlds 50 --players --out reports/worlds

    The same command gives the same bytes, on any machine and any number of threads. --resume continues
    a run that was stopped.

    Rules for --until are half_width(METRIC) <= WIDTH, with the metrics of `check`. They are checked
    after every 1,000 games and use confidence sequences, which stay valid however often they are
    checked; --games is the maximum. Wilson's interval is not valid for a run that a rule can stop, and
    the report says so.

    Without --worlds every game is played in the world that the files describe, and the interval
    covers the dice alone. With it, game g is played in world g mod N; the report then has both
    intervals, says what share of the variance is dice, readings, values and (with --players) players,
    and names the unknown that matters most. Rivals and weights are in scenarios/SYSTEM/rivals.toml.

    Shards are split between chunks of 1,000 games. --out names the whole run: shard 0 of 4 goes to
    OUT-shard-0-of-4, and `merge` joins the shards into the run. --shard auto reads the variables of
    array jobs: Slurm (its first index is shard 0), Kubernetes (with auto/N, or N in the variable
    DROPZONE_SHARDS) and AWS Batch.
    "#);
}

#[test]
fn help_of_replay() {
    assert_snapshot!(Desk::new().ok("replay --help"), @r#"
    Read one game, decision by decision

    Usage: dropzone replay [OPTIONS] <OF>

    Arguments:
      <OF>  A scenario, or the folder of a run

    Options:
          --game <K>                Index of the game in its run
          --seed <N>                Seed of the run [default: 0, or that of the folder]
          --game-seed <N>           The game's own seed, instead of --game and --seed
          --html <FILE>             Write a page with the map, to step through in a browser, instead of
                                    text
          --ahead <N>               Games to play on from the start of each turn, for the page's win
                                    chances [default: 100]
          --german <NAME|FILE>      German strategy: a name, a TOML file or a Rhai script [default: the
                                    scenario's own]
          --allied <NAME|FILE>      Allied strategy: a name, a TOML file or a Rhai script [default: the
                                    scenario's own]
          --german-cmd <COMMAND>    An outside program plays the Germans, e.g. "python3 bot.py"
          --allied-cmd <COMMAND>    An outside program plays the Allies
          --cmd-nodes <N>           Nodes that outside programs are asked to look at for a decision, at
                                    most
          --cmd-timeout <SECONDS>   Seconds an outside program has for a decision, or the command fails
                                    [default: 60]
          --drops <NAME|FILE>       Drop plan: a name or a TOML file [default: the strategies choose]
          --setup <SIDE=NAME|FILE>  Set-up plan of a side: german=NAME|FILE or allied=NAME|FILE
                                    [default: the strategies choose]
          --set <[FILE:]KEY=VALUE>  Change one value of the scenario's files; may be given again
          --copy <FILE>             A form of `data todo` in which an owner has filled in what is
                                    printed [env: DROPZONE_COPY]
          --worlds <N|FILE>         Play in N worlds, or in those of a list: each uncertain reading and
                                    value as one of its rivals, by their weights
          --players                 Draw for each world who plays, too: one of the scenario's doctrines
                                    for each side that is given no strategy
          --fixed <NAME|KEY>        An unknown that is the same in every world: its name or a key that
                                    it turns; may be given again
          --json-progress           Tell how the games are getting on in lines of JSON on standard
                                    error, one a second
      -h, --help                    Print help

    Examples:
      dropzone replay mercury/kastelli --game 7
      dropzone replay reports/mercury-kastelli --game 7
      dropzone replay mercury/kastelli --game-seed 1234567890     the seed an error message named
      dropzone replay mercury/kastelli --game 7 --html game-7.html     watch it on the map
    "#);
}

#[test]
fn every_command_has_help_and_one_that_there_is_not_is_wrong_usage() {
    let desk = Desk::new();
    for command in [
        "report",
        "scenario",
        "scenario list",
        "scenario show",
        "scenario validate",
        "scenario map",
        "strategy",
        "strategy list",
        "strategy show",
        "strategy validate",
        "strategy features",
        "strategy explain",
        "strategy tune",
        "odds",
        "verify",
        "completions",
        "manual",
    ] {
        let help = desk.ok(&format!("{command} --help"));
        assert!(help.contains("Usage: dropzone"), "{help}");
    }
    assert_eq!(desk.say("rnu").code, Some(2));
}
