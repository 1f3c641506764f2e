//! The page of a run: `index.html`, one self-contained file.

use engine::{Ruling, Side};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use study::{Estimate, Share, Summary};

use crate::charts::{self, Chart, Section, Size, Span};
use crate::remarks::{self, Remark};
use crate::words::{self, Words};
use crate::{number, palette};

/// Why a page could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A template does not fit its context: a bug in this crate.
    #[error("page template failed: {0}")]
    Template(#[from] minijinja::Error),
    /// A game whose frames do not fit its scenario.
    #[error("this game cannot be shown: {0}")]
    Game(String),
}

/// A page's template with the parts that all pages share. Anything missing is an error, and all text
/// is escaped.
pub(crate) fn templates(
    name: &'static str,
    page: &'static str,
) -> Result<Environment<'static>, PageError> {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.add_filter("prose", prose);
    templates.add_template(name, page)?;
    templates.add_template("parts.html", include_str!("templates/parts.html"))?;
    Ok(templates)
}

/// Which columns of a table hold words rather than numbers, and are left-aligned.
#[expect(clippy::needless_pass_by_value, reason = "the template engine's signature")]
fn prose(rows: Vec<Vec<String>>) -> Vec<bool> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wordy = |cell: &String| cell.starts_with(|c: char| c.is_alphabetic() || "“`-$".contains(c));
    let column = |i: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(i)).filter(|cell| *cell != "–");
        cells.clone().next().is_some() && cells.all(wordy)
    };
    (0..columns).map(column).collect()
}

/// Makes the page.
pub fn page(summary: &Summary) -> Result<String, PageError> {
    let templates = templates("page.html", include_str!("templates/page.html"))?;
    let run = &summary.run;
    let style = format!("{}{}", palette::stylesheet(), include_str!("style.css"));
    let remarks = stand_out(summary);
    // An interval must not break across lines.
    let verdict = summary.verdict.replace('–', "\u{2060}–\u{2060}");
    let (verdict, more) = first_sentence(&verdict);
    let page = templates.get_template("page.html")?.render(context! {
        style => Value::from_safe_string(style),
        script => script(),
        remarks => remarks
            .iter()
            .map(|remark| context! { chart => remark.chart, said => remark.said.as_str() })
            .collect::<Vec<_>>(),
        title => run.title.as_str(),
        scenario => run.scenario.as_str(),
        games => number::games(run.games),
        sides => Value::from(Side::BOTH.map(|side| context! {
            people => charts::people(side),
            strategy => run.strategies[side].as_str(),
            intent => run.intents[side].as_str(),
            class => palette::side(side).name,
        }).to_vec()),
        drops => run.drops.as_str(),
        setup => run.setup.clone(),
        copied => run.copied,
        verdict,
        more,
        tiles => tiles(summary),
        basis => number::basis(&summary.wins.german),
        answer => figures(summary, Section::Answer, &remarks),
        warnings => summary.warnings.clone(),
        reconstructed => charts::provenance::reconstructed(summary)
            .map(|(share, all)| context! { share, all }),
        parts => parts(summary, &remarks),
        charts => match charts::all(summary).iter().filter(|c| drawn(&***c, summary)).count() {
            1 => "1 chart".to_owned(),
            all => format!("{all} charts"),
        },
        facts => pairs(run.facts.iter().map(|(name, value)| (name, value))),
        history => history(summary),
        worlds => worlds(summary),
        reported => reported(summary),
        order => order(summary),
        table_time => table_time(summary),
        mistakes => mistakes(summary),
        watch => summary
            .watch
            .iter()
            .map(|w| {
                context! {
                    why => w.why.as_str(),
                    game => number::count(w.game),
                    command => w.command.as_str(),
                    page => w.page.as_deref(),
                }
            })
            .collect::<Vec<_>>(),
        rests => figures(summary, Section::Rests, &remarks),
        rulings => rulings(summary),
        set => pairs(run.set.iter().map(|(name, value)| (name, value))),
        command => run.command.as_str(),
        seed => run.seed.to_string(),
        hashes => pairs(&run.hashes),
        version => run.version.as_str(),
    })?;
    Ok(page)
}

/// The script of every page with charts: points, copies, the place in the list of contents. Without it the page has all
/// it says, too.
pub(crate) fn script() -> Value {
    Value::from_safe_string(include_str!("page.js").to_owned())
}

/// The first sentence of a text, and what follows it.
fn first_sentence(text: &str) -> (&str, &str) {
    text.split_at(text.find(". ").map_or(text.len(), |end| end + 1))
}

/// What stands out, as far as the page shows where.
fn stand_out(summary: &Summary) -> Vec<Remark> {
    let charts = charts::all(summary);
    let there = |id: &str| charts.iter().any(|c| c.id() == id && drawn(&**c, summary));
    remarks::first(summary, |remark| remark.section.is_none() || there(remark.chart))
}

/// Whether a chart is a picture on the page.
fn drawn(chart: &dyn Chart, summary: &Summary) -> bool {
    chart.present(summary) && chart.plain(summary).is_none()
}

/// The three numbers at the top.
fn tiles(summary: &Summary) -> Vec<Value> {
    let tile = |label, class, estimate: &Estimate| {
        let said = number::share(estimate);
        let interval = match said.over_worlds() {
            Some(worlds) => format!("{}; with what is not known {worlds}", said.interval()),
            None => said.interval(),
        };
        context! { label, class, value => said.value(), interval }
    };
    vec![
        tile("Germans win", palette::side(Side::German).name, &summary.wins.german),
        tile("Draw", palette::DRAW.name, &summary.draws),
        tile("Allies win", palette::side(Side::Allied).name, &summary.wins.allied),
    ]
}

/// Which figures have a row of two to themselves though they fill half of it: they spread out.
pub(crate) fn alone(full: &[bool]) -> Vec<bool> {
    let mut alone = vec![false; full.len()];
    let mut waiting: Option<usize> = None;
    for (i, &full) in full.iter().enumerate() {
        match waiting.take() {
            Some(before) if full => alone[before] = true,
            None if !full => waiting = Some(i),
            _ => {}
        }
    }
    if let Some(last) = waiting {
        alone[last] = true;
    }
    alone
}

/// The charts of a section, each with its words and numbers.
fn figures(summary: &Summary, section: Section, remarks: &[Remark]) -> Vec<Value> {
    let picture = |chart: &dyn Chart, size| Value::from_safe_string(chart.svg(summary, size));
    let charts: Vec<Box<dyn Chart + '_>> = charts::all(summary)
        .into_iter()
        .filter(|chart| chart.section() == section && drawn(&**chart, summary))
        .collect();
    let full: Vec<bool> = charts.iter().map(|chart| chart.span() == Span::Full).collect();
    charts
        .into_iter()
        .zip(alone(&full))
        .map(|(chart, alone)| {
            let table = chart.table(summary);
            context! {
                id => chart.id(),
                title => chart.title(),
                full => chart.span() == Span::Full,
                alone,
                found => remarks.iter().any(|remark| remark.chart == chart.id()),
                wide => picture(&*chart, Size::Wide),
                narrow => picture(&*chart, Size::Narrow),
                caption => chart.caption(summary),
                table => context! { columns => table.columns, rows => table.rows },
            }
        })
        .collect()
}

/// What the charts of a section would say that show nothing.
fn plain(summary: &Summary, section: Section) -> Vec<String> {
    let charts = charts::all(summary);
    let charts = charts.iter().filter(|chart| chart.section() == section);
    charts.filter(|chart| chart.present(summary)).filter_map(|chart| chart.plain(summary)).collect()
}

/// The parts between the answer and the provenance; empty ones are left out. Charts of a part in which nothing is other
/// than expected are folded.
fn parts(summary: &Summary, remarks: &[Remark]) -> Vec<Value> {
    let drops = summary.drops.as_ref().map_or_else(String::new, |drops| {
        format!("{} landings, eliminated units included.", number::count(drops.units))
    });
    let unfolds = "Every game counts; games that ended early keep their last value.".to_owned();
    [
        ("by-how-much", "By how much", Section::Levels, Words::default()),
        ("unfolds", "How it unfolds", Section::Unfolds, unfolds.into()),
        ("lead", "Who leads, and does it last", Section::Suspense, words::suspense(summary)),
        ("ends", "How games end", Section::Ends, ending(summary).into()),
        ("luck", "How much was luck", Section::Luck, words::luck(summary)),
        ("losses", "Losses", Section::Losses, Words::default()),
        ("points", "Command points", Section::Points, Words::default()),
        ("events", "Random events", Section::Events, Words::default()),
        ("drops", "The drop", Section::Drops, drops.into()),
        ("combats", "Combat", Section::Combats, Words::default()),
    ]
    .into_iter()
    .filter_map(|(id, title, section, words)| {
        let figures = figures(summary, section, remarks);
        let Words { lead, mut points } = words;
        points.extend(plain(summary, section));
        let found = remarks.iter().any(|remark| remark.section == Some(section));
        let fold = !figures.is_empty() && !found && remarks::as_expected(summary, section);
        (!figures.is_empty() || !points.is_empty())
            .then(|| context! { id, title, lead, points, figures, found, fold })
    })
    .collect()
}

/// Pairs in the form the templates expect.
fn pairs<'a>(pairs: impl IntoIterator<Item = (&'a String, &'a String)>) -> Vec<Value> {
    pairs
        .into_iter()
        .map(|(name, value)| context! { name => name.as_str(), value => value.as_str() })
        .collect()
}

fn ending(summary: &Summary) -> String {
    let most = |shares: &[Share]| -> Option<String> {
        let top = shares.iter().max_by_key(|share| share.count)?;
        Some(format!("{}, {}", top.name, number::share(&top.share).full()))
    };
    most(&summary.end_reasons).map_or_else(String::new, |reason| {
        let cut = &summary.cut_off;
        let stopped = if cut.value > 0.0 {
            format!(" Stopped at the bound on decisions: {}.", number::share(cut).full())
        } else {
            String::new()
        };
        format!("Most often: {reason}.{stopped}")
    })
}

/// The historical record compared with the games: one row per fact.
fn history(summary: &Summary) -> Option<Value> {
    let record = summary.history.as_ref()?;
    let share = |estimate: &Estimate| number::share(estimate).brief();
    let winner = record.winner.iter().map(|(winner, games)| {
        vec!["winner".to_owned(), winner.clone(), share(games), String::new(), String::new()]
    });
    let numbers = record.numbers.iter().map(|number| {
        let name = number.column.replace('_', " ");
        let value = number.value.to_string();
        let rest = if number.none.value > 0.0 {
            format!("; never: {}", share(&number.none))
        } else {
            String::new()
        };
        let above = format!("{}{rest}", share(&number.above));
        vec![name, value, share(&number.same), share(&number.below), above]
    });
    let rows: Vec<Vec<String>> = winner.chain(numbers).collect();
    let columns = ["What", "As it happened", "Games alike", "Games below", "Games above"];
    Some(context! {
        told => record.told.as_str(),
        source => record.source.as_str(),
        origin => record.origin.word(),
        table => context! { columns, rows },
    })
}

/// What is not known, and how much of the answer it moves.
fn worlds(summary: &Summary) -> Option<Value> {
    let study = summary.worlds.as_ref()?;
    let share = |estimate: &Estimate| number::share(estimate).brief();
    let split = study.split.iter().map(|part| {
        let of = match part.of.as_str() {
            "dice" => "the dice of these games",
            "together" => "what is not known, together beyond each alone",
            other => other,
        };
        vec![of.to_owned(), share(&part.share)]
    });
    let split: Vec<Vec<String>> = split.collect();
    let rows: Vec<Vec<String>> = study
        .unknowns
        .iter()
        .map(|unknown| {
            let choices = unknown.choices.iter().map(|choice| {
                let score = choice.score.as_ref().map_or("–".to_owned(), share);
                format!("{}: {score} in {}", choice.name, number::count(choice.worlds))
            });
            let choices: Vec<String> = choices.collect();
            let chance = if unknown.p_corrected < 0.001 {
                "<0.001".to_owned()
            } else {
                format!("{:.3}", unknown.p_corrected)
            };
            vec![unknown.name.clone(), share(&unknown.share), chance, choices.join("; ")]
        })
        .collect();
    let columns = ["Unknown", "Share of the variance", "p, whole list", "German score, and worlds"];
    Some(context! {
        count => number::count(study.count),
        deviation => number::share(&study.deviation).full(),
        split => context! { columns => ["Comes from", "Share of the variance"], rows => split },
        table => context! { columns, rows },
    })
}

/// What people report beside what the games say.
fn reported(summary: &Summary) -> Option<Value> {
    if summary.facts.is_empty() {
        return None;
    }
    let rows: Vec<Vec<String>> = summary
        .facts
        .iter()
        .map(|fact| {
            let [low, high] = fact.reported;
            let range = if fact.share {
                format!("{}–{}%", number::plain(low * 100.0), number::plain(high * 100.0))
            } else {
                format!("{} to {}", number::plain(low), number::plain(high))
            };
            let games = fact.games.as_ref().map_or("–".to_owned(), |games| {
                if fact.share { number::share(games).brief() } else { number::mean(games).brief() }
            });
            let verdict = match fact.agrees() {
                Some(true) => "inside",
                Some(false) => "outside",
                None => "on the edge",
            };
            let told = format!("{} ({}; {})", fact.told, fact.kind.words(), fact.source);
            vec![told, fact.of.clone(), range, games, verdict.to_owned()]
        })
        .collect();
    let columns = ["People report", "As a number of games", "Reported", "These games", "Verdict"];
    Some(context! { table => context! { columns, rows } })
}

/// Results of games by the side that acted first or twice in a row.
fn order(summary: &Summary) -> Option<Value> {
    let first = summary.order.first()?.groups.first()?;
    let rows: Vec<Vec<String>> = summary
        .order
        .iter()
        .flat_map(|study| study.groups.iter().map(move |group| (study, group)))
        .map(|(study, group)| {
            let times = if group.from == group.to {
                number::count(group.from)
            } else {
                format!("{} to {}", number::count(group.from), number::count(group.to))
            };
            let shares = [&group.wins.german, &group.draws, &group.wins.allied];
            let shares = shares.map(|share| number::share(share).brief());
            let head = [study.column.replace('_', " "), times, number::count(group.games)];
            head.into_iter().chain(shares).collect()
        })
        .collect();
    let columns = ["Count", "Times a game", "Games", "Germans win", "Draw", "Allies win"];
    let basis = number::level(&first.wins.german);
    Some(context! { basis, table => context! { columns, rows } })
}

/// `24 activations, 310 dice and 210 decisions a game in the middle (nine games in ten: 20 to 28, ...)`.
fn table_time(summary: &Summary) -> String {
    let time = &summary.table_time;
    let parts = [
        ("activations", &time.activations),
        ("dice", &time.rolls),
        ("decisions", &summary.decisions),
    ];
    let said = parts.map(|(what, spread)| {
        let [p5, _, p50, _, p95] = spread.quantiles.map(number::plain);
        format!("{p50} {what} ({p5} to {p95})")
    });
    format!("{} a game: median, and nine games in ten", said.join(", "))
}

fn mistakes(summary: &Summary) -> Option<Value> {
    let first = summary.mistakes.values().next()?;
    let rows: Vec<Value> = summary
        .mistakes
        .iter()
        .map(|(measure, by_side)| {
            let said = |side| number::mean(&by_side[side]).brief();
            context! { measure => measure.as_str(), german => said(Side::German), allied => said(Side::Allied) }
        })
        .collect();
    Some(context! { rows, basis => number::basis(&first.german) })
}

/// Rulings, with those that differ from the default listed separately.
fn rulings(summary: &Summary) -> Value {
    let said = |changed: bool| -> Vec<Value> {
        let of_kind = |ruling: &&Ruling| (ruling.value != ruling.default) == changed;
        let rulings = summary.run.rulings.iter().filter(of_kind);
        rulings
            .map(|ruling| {
                context! {
                    id => ruling.id.as_str(),
                    value => ruling.value.as_str(),
                    default => ruling.default.as_str(),
                    on_offer => ruling.values.join(", "),
                    meaning => ruling.meaning.as_str(),
                }
            })
            .collect()
    };
    context! { changed => said(true), usual => said(false) }
}

#[cfg(test)]
mod tests {
    use super::{alone, first_sentence, prose};

    #[test]
    fn a_figure_without_a_neighbour_spreads_out() {
        let told = |full: &str| -> String {
            let full: Vec<bool> = full.chars().map(|c| c == 'F').collect();
            alone(&full).iter().map(|&alone| if alone { 'a' } else { '-' }).collect()
        };
        assert_eq!(told("hhFhFFhhh"), "---a----a");
        assert_eq!(told("Fhh"), "---");
        assert_eq!(told(""), "");
    }

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("Won 5.2% of it. More."), ("Won 5.2% of it.", " More."));
        assert_eq!(first_sentence("Won."), ("Won.", ""));
    }

    #[test]
    fn columns_of_words_are_told_from_columns_of_numbers() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = vec![
            row(&["close", "−0.08 [−0.11 to −0.05]", "“port”", "–", "<0.001", "2.5%"]),
            row(&["17.14", "0.2", "Germans, drop", "–", "0.5", "–"]),
        ];
        assert_eq!(prose(rows), [false, false, true, false, false, false]);
        assert_eq!(prose(Vec::new()), [false; 0]);
    }
}
