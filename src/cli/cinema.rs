//! Games as pages to watch: a single one, or the most interesting of a run.

use engine::{BySide, Seed};
use lab::{Filmed, Table};
use report::{MapPicture, Replay};
use study::{Run, Watch};

use crate::line::Line;
use crate::{args, seat};

/// Games played on from the start of each turn, by default.
pub(crate) const AHEAD: u32 = 100;

/// The page of a game.
pub(crate) fn page(
    table: &dyn Table,
    game: Option<u64>,
    filmed: &Filmed,
    command: String,
) -> anyhow::Result<String> {
    let (head, picture, cast) = (table.head(), table.picture(), table.cast());
    // Control changes during the game, and set-up marks would be hidden under the counters.
    let map = MapPicture::new(&picture.map, &head.brief, Vec::new(), Vec::new());
    let played = &filmed.record.game;
    let level = played.level.and_then(|level| head.levels.get(usize::from(level)));
    let lost = played.facts.steps_lost;
    let replay = Replay {
        map: &map,
        scenario: &head.scenario,
        game,
        seed: played.seed,
        strategies: BySide::from_fn(|side| head.strategies[side].name.clone()),
        ending: format!(
            "{}: {}, after turn {} of {}. Steps lost: Germans {}, Allies {}. {} decisions, {} dice.",
            level.map_or("Undecided", String::as_str),
            played.clause,
            played.facts.end_turn,
            head.turn_names.len(),
            lost.german,
            lost.allied,
            played.decisions,
            played.rolls,
        ),
        winner: played.winner,
        command,
        turn_names: &head.turn_names,
        roster: &head.roster,
        symbols: &cast.symbols,
        figures: cast.figures,
        film: &filmed.film,
        outlooks: &filmed.outlooks,
    };
    Ok(replay.page()?)
}

/// The command line that makes the same page again.
pub(crate) fn command(args: &args::Replay) -> String {
    Line::of("replay")
        .word(&args.of)
        .each("--game", args.game)
        .each("--seed", args.seed)
        .each("--game-seed", args.game_seed)
        .then(seat::options(&args.seats))
        .each("--ahead", args.ahead)
        .each("--html", args.html.as_ref().map(|file| file.display()))
        .to_string()
}

/// Puts a page for each game worth watching into the run's folder. The games must be those of the run.
pub(crate) fn replays(run: &Run, table: &dyn Table) -> anyhow::Result<()> {
    let asked = run.asked();
    let mut games: Vec<u64> = study::worth_watching(run)?.iter().map(|w| w.game).collect();
    games.sort_unstable();
    games.dedup();
    for key in run.keys(&games)? {
        let filmed = table.film(key.game, Seed(asked.seed).game(key.game), AHEAD)?;
        anyhow::ensure!(
            filmed.record.game.fingerprint == key.fingerprint,
            "game {} is not the one that was played: rules or files changed since; play the run again",
            key.game
        );
        let name = Watch::page_of(key.game);
        let line = args::Replay {
            of: asked.scenario.clone(),
            game: Some(key.game),
            seed: Some(asked.seed),
            game_seed: None,
            html: Some(name.clone().into()),
            ahead: None,
            seats: seat::typed(asked)?,
        };
        run.put(&name, &page(table, Some(key.game), &filmed, command(&line))?)?;
    }
    Ok(())
}
