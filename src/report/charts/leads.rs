use engine::Side;
use study::{Estimate, LeadTurn, Summary};

use super::frame::{self, Canvas, Painted};
use super::panel::{self, Ground, Panel};
use super::{Chart, Section, Size, Table, people, turn_axis};
use crate::number;
use crate::palette::{self, Role};

/// What a lead is worth: who wins the games that a side leads, turn by turn.
pub(super) struct LeaderWins;
/// How open the result still is, turn by turn.
pub(super) struct Open;

/// Fewer games than this make no point of a line.
const FEWEST: u64 = 10;
/// Entropy of three results that are equally likely, in bits, rounded up to a mark.
const MOST_BITS: f64 = 1.6;

pub(super) fn turns(summary: &Summary) -> &[LeadTurn] {
    summary.suspense.as_ref().map_or(&[], |study| study.turns.as_slice())
}

/// Points of a line with their intervals; a turn without one breaks the line.
struct Line {
    role: Role,
    points: Vec<Option<Estimate>>,
}

/// Paints lines over the turns, with intervals as bands and whiskers.
fn lines(
    chart: &dyn Chart,
    (summary, size): (&Summary, Size),
    panel: &Panel,
    factor: f64,
    lines: &[Line],
) -> String {
    frame::draw(chart, summary, size, 300, |on| {
        let ground = panel::open(on, panel)?;
        lines.iter().try_for_each(|line| paint(on, &ground, factor, line))
    })
}

fn paint(on: &Canvas<'_>, ground: &Ground, factor: f64, line: &Line) -> Painted {
    let whiskers = line.points.len() <= 20;
    let told: Vec<(f64, Option<Estimate>)> =
        line.points.iter().enumerate().map(|(i, point)| ((i + 1) as f64, *point)).collect();
    for run in told.chunk_by(|a, b| a.1.is_some() == b.1.is_some()) {
        let run: Vec<(f64, Estimate)> =
            run.iter().filter_map(|(turn, point)| Some((*turn, (*point)?))).collect();
        let at = |turn: f64, value: f64| ground.at(turn, value * factor);
        let mut band: Vec<(i32, i32)> = run.iter().map(|(t, e)| at(*t, e.high)).collect();
        band.extend(run.iter().rev().map(|(t, e)| at(*t, e.low)));
        if run.len() > 1 {
            frame::area(on, band, line.role, 0.2)?;
            let middle = run.iter().map(|(t, e)| at(*t, e.value)).collect();
            frame::line(on, middle, line.role, 3)?;
        }
        for (turn, estimate) in run.iter().filter(|_| whiskers || run.len() == 1) {
            let (x, low) = at(*turn, estimate.low);
            frame::upright_whisker(on, x, low, at(*turn, estimate.high).1)?;
            frame::dot(on, at(*turn, estimate.value), 4, line.role)?;
        }
    }
    Ok(())
}

impl Chart for LeaderWins {
    fn id(&self) -> &'static str {
        "win-by-leader"
    }
    fn title(&self) -> &'static str {
        "What a lead is worth, turn by turn"
    }
    fn section(&self) -> Section {
        Section::Suspense
    }
    fn present(&self, summary: &Summary) -> bool {
        turns(summary)
            .iter()
            .any(|turn| Side::BOTH.iter().any(|&side| enough(turn.wins[side]).is_some()))
    }
    fn caption(&self, summary: &Summary) -> String {
        let any = turns(summary).iter().find_map(|t| t.wins.german.or(t.wins.allied));
        let how = any.map_or_else(String::new, |share| {
            format!(
                " Bands and whiskers: {} intervals ({}).",
                number::level(&share),
                number::method(&share)
            )
        });
        format!(
            "Of the games still on that a side leads at the end of a turn, the share that it wins; turns with fewer than {FEWEST} such games are left out, the table has them all. {}.{how}",
            number::games(summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = turns(summary)
            .iter()
            .flat_map(|turn| {
                Side::BOTH.into_iter().filter_map(move |side| {
                    let share = enough(turn.wins[side])?;
                    let wins = number::share(&share).brief();
                    Some(format!("turn {}, {} lead and win {wins}", turn.turn, people(side)))
                })
            })
            .collect();
        if said.is_empty() { "No side leads in enough games.".to_owned() } else { said.join("; ") }
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = [
            "Turn",
            "Games still on",
            "Germans lead",
            "Leading, they win",
            "Allies lead",
            "Leading, they win",
        ];
        let said = |share: Option<Estimate>| {
            share.map_or_else(|| "–".to_owned(), |share| number::share(&share).brief())
        };
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: turns(summary)
                .iter()
                .map(|turn| {
                    let head = [named(turn), number::count(turn.games)];
                    let shares = Side::BOTH
                        .into_iter()
                        .flat_map(|side| [said(turn.leads[side]), said(turn.wins[side])]);
                    head.into_iter().chain(shares).collect()
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let (x, x_title) = turn_axis(summary);
        let panel = Panel {
            y_title: "Games that the leader wins (%)".to_owned(),
            x_title,
            legend: Side::BOTH
                .map(|side| (palette::side(side), format!("{} lead", people(side))))
                .to_vec(),
            x,
            y: (0.0, 100.0),
            x_ticks: panel::ticks(x, 12, true),
            y_ticks: vec![0.0, 25.0, 50.0, 75.0, 100.0],
            y_unit: "%",
        };
        let both = Side::BOTH.map(|side| Line {
            role: palette::side(side),
            points: turns(summary).iter().map(|turn| enough(turn.wins[side])).collect(),
        });
        lines(self, (summary, size), &panel, 100.0, &both)
    }
}

fn enough(share: Option<Estimate>) -> Option<Estimate> {
    share.filter(|share| share.n >= FEWEST)
}

pub(super) fn named(turn: &LeadTurn) -> String {
    format!("{} · {}", turn.turn, turn.name)
}

impl Chart for Open {
    fn id(&self) -> &'static str {
        "openness-by-turn"
    }
    fn title(&self) -> &'static str {
        "How open the result still is"
    }
    fn section(&self) -> Section {
        Section::Suspense
    }
    fn present(&self, summary: &Summary) -> bool {
        !turns(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let how = turns(summary).first().map_or_else(String::new, |t| number::basis(&t.open));
        format!(
            "What whoever knows the advantage at the end of a turn cannot foresee of the result: 0 is certainty, 1 an even chance of two results, 1.58 of three. Games that are over count as certain. Band and whiskers: {how}."
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said = turns(summary)
            .iter()
            .map(|t| format!("turn {} {}", t.turn, number::mean(&t.open).brief()));
        format!("In bits: {}.", said.collect::<Vec<_>>().join("; "))
    }
    fn table(&self, summary: &Summary) -> Table {
        let level = turns(summary).first().map_or_else(String::new, |t| number::level(&t.open));
        let heads = ["Turn".to_owned(), "Open (bits)".to_owned(), format!("{level} interval")];
        Table {
            columns: heads.to_vec(),
            rows: turns(summary)
                .iter()
                .map(|turn| {
                    let said = number::mean(&turn.open);
                    vec![named(turn), said.value(), said.interval()]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let (x, x_title) = turn_axis(summary);
        let panel = Panel {
            y_title: "Open result (bits)".to_owned(),
            x_title,
            legend: Vec::new(),
            x,
            y: (0.0, MOST_BITS),
            x_ticks: panel::ticks(x, 12, true),
            y_ticks: vec![0.0, 0.5, 1.0, 1.5],
            y_unit: "",
        };
        let line = Line {
            role: palette::NEUTRAL,
            points: turns(summary).iter().map(|turn| Some(turn.open)).collect(),
        };
        lines(self, (summary, size), &panel, 1.0, &[line])
    }
}
