//! `dropzone replay`: one game, in words or as a page with its map.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use engine::{Seed, Side};
use lab::{Head, Record, Story};
use study::{RunAsked, StudyError};

use crate::failure::End;
use crate::home::home;
use crate::outputs::Inputs;
use crate::{args, cinema, output, seat};

pub(crate) fn replay(args: &args::Replay) -> anyhow::Result<End> {
    let home = home()?;
    let folder = Path::new(&args.of).join(RunAsked::FILE).is_file();
    let (table, seed) = if folder {
        let mut asked = RunAsked::load(Path::new(&args.of))?;
        if let Some(game) = args.game.filter(|&game| game >= asked.games && args.seed.is_none()) {
            return Err(StudyError::NoSuchGame {
                path: (&args.of).into(),
                game,
                games: asked.games,
            }
            .into());
        }
        let seats = &args.seats;
        for side in Side::BOTH {
            if let Some(strategy) = seats.strategy(side) {
                asked.strategies[side] = strategy;
            }
        }
        asked.nodes = seats.cmd_nodes.or(asked.nodes);
        if let Some(drops) = &seats.drops {
            asked.drops.clone_from(drops);
        }
        for (side, plan) in &seats.setup {
            let own = format!("{}=", side.word());
            asked.setup.retain(|known| !known.starts_with(&own));
            asked.setup.push(format!("{own}{plan}"));
        }
        asked.set.extend(seats.set.iter().map(ToString::to_string));
        let table = seat::seat_again(&home, &asked)?;
        let changed = seat::changed(&asked.hashes, &table.head().hashes);
        if !changed.is_empty() {
            eprintln!("note: changed since the run was played: {}", changed.join(", "));
        }
        (table, asked.seed)
    } else {
        (
            seat::seat(
                &home,
                &args.of,
                &args.seats,
                seat::Extras::default(),
                args.seed.unwrap_or(0),
            )?,
            0,
        )
    };
    let run = Seed(args.seed.unwrap_or(seed));
    let (game, own) = match (args.game_seed, args.game) {
        (Some(own), _) => (0, Seed(own)),
        (None, game) => (game.unwrap_or(0), run.game(game.unwrap_or(0))),
    };
    if let Some(file) = &args.html {
        let inputs = Inputs::default().home(&home).seats(&args.seats);
        let inputs = if folder { inputs.run(&args.of) } else { inputs };
        inputs.apart(&[("--html", file.as_path())])?;
        let known = args.game_seed.is_none().then_some(game);
        let filmed = table.film(game, own, args.ahead.unwrap_or(cinema::AHEAD))?;
        let page = cinema::page(&*table, known, &filmed, cinema::command(args))?;
        fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
        let ending = ending(table.head(), &filmed.record);
        output::print(&format!(
            "{}{ending}replay: {}\n",
            title(table.head(), own),
            file.display()
        ))?;
        return Ok(End::Done);
    }
    let mut told = Told::default();
    let record = table.watch(game, own, &mut told)?;
    output::print(&format!(
        "{}{}{}",
        title(table.head(), own),
        told.text,
        ending(table.head(), &record)
    ))?;
    Ok(End::Done)
}

fn title(head: &Head, seed: Seed) -> String {
    let [german, allied] = Side::BOTH.map(|side| head.strategies[side].name.as_str());
    format!(
        "{} ({})\nGerman {german}, Allied {allied}, game seed {}\n",
        head.brief.title, head.scenario, seed.0
    )
}

fn ending(head: &Head, record: &Record) -> String {
    let game = &record.game;
    let level = game.level.and_then(|level| head.levels.get(usize::from(level)));
    let level = level.map_or("undecided", String::as_str);
    let lost = game.facts.steps_lost;
    format!(
        "\nEnd: {level}, {} (margin {})\nSteps lost: German {}, Allied {}\n{} decisions, fingerprint {:016x}\n",
        game.clause, game.margin, lost.german, lost.allied, game.decisions, game.fingerprint
    )
}

/// The story as text, one line per decision or event.
#[derive(Default)]
struct Told {
    text: String,
}

impl Story for Told {
    fn turn(&mut self, name: &str) {
        let _ = writeln!(self.text, "\n== {name}");
    }

    fn decided(&mut self, number: u32, side: Side, options: usize, action: &str) {
        let of = if options == 1 { String::new() } else { format!("  [1 of {options}]") };
        let _ = writeln!(self.text, "{number:>5} {:<6} {action}{of}", side.to_string());
    }

    fn happened(&mut self, event: &str) {
        let _ = writeln!(self.text, "             {event}");
    }
}
