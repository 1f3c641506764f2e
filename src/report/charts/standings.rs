use study::{Standing, Summary};

use super::leads::{named, turns};
use super::panel::{self, Panel};
use super::{Chart, Section, Size, Table, frame, turn_axis};
use crate::number;
use crate::palette::{self, Role};

/// Win probability by turn and advantage.
pub(super) struct WinByStanding;

/// Least German score of each shade, from best for the Germans, and its words.
const SHADES: [(f64, Role, &str); 7] = [
    (0.9, palette::GERMAN[0], "90 to 100"),
    (0.75, palette::GERMAN[1], "75 to 90"),
    (0.6, palette::GERMAN[2], "60 to 75"),
    (0.4, palette::DRAW, "40 to 60"),
    (0.25, palette::ALLIED[2], "25 to 40"),
    (0.1, palette::ALLIED[1], "10 to 25"),
    (0.0, palette::ALLIED[0], "0 to 10"),
];

/// Win 1, draw 1/2.
fn score(standing: &Standing) -> f64 {
    standing.wins.german.value + standing.draws.value / 2.0
}

fn signed(advantage: i32) -> String {
    number::plain(advantage.into())
}

fn shade(standing: &Standing) -> Role {
    let score = score(standing);
    SHADES.iter().find(|(least, ..)| score >= *least).map_or(palette::DRAW, |&(_, role, _)| role)
}

impl Chart for WinByStanding {
    fn id(&self) -> &'static str {
        "win-by-standing"
    }
    fn title(&self) -> &'static str {
        "Win probability by turn and advantage"
    }
    fn section(&self) -> Section {
        Section::Suspense
    }
    fn present(&self, summary: &Summary) -> bool {
        turns(summary).iter().any(|turn| !turn.standings.is_empty())
    }
    fn caption(&self, summary: &Summary) -> String {
        let share = turns(summary).iter().find_map(|t| t.standings.first()).map(|s| s.wins.german);
        let how = share.map_or_else(String::new, |share| {
            format!(" with {} intervals ({})", number::level(&share), number::method(&share))
        });
        format!(
            "What became of games still on that stood alike at the end of a turn: the German score, a win counted full and a draw half. Above zero the Germans lead, below it the Allies. Few games stand in one field with their neighbours, up to a twentieth of those of a turn, out of {}; the table has every field{how}.",
            number::games(summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let of = |turn: &study::LeadTurn| {
            let (worst, best) = (turn.standings.first()?, turn.standings.last()?);
            let said = |s: &Standing| {
                format!("at {} to {}: {:.0}%", signed(s.from), signed(s.to), score(s) * 100.0)
            };
            Some(format!("turn {}: {}, {}", turn.turn, said(worst), said(best)))
        };
        let said: Vec<String> = turns(summary).iter().filter_map(of).collect();
        format!("German score where they stand worst and best. {}.", said.join("; "))
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Turn", "Advantage (per mille)", "Games", "Germans win", "Draw", "Allies win"];
        let row = |turn: &study::LeadTurn, standing: &Standing| {
            let shares = [&standing.wins.german, &standing.draws, &standing.wins.allied];
            let said = shares.map(|share| number::share(share).brief());
            let range = format!("{} to {}", signed(standing.from), signed(standing.to));
            [named(turn), range, number::count(standing.games)].into_iter().chain(said).collect()
        };
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: turns(summary)
                .iter()
                .flat_map(|turn| turn.standings.iter().map(move |standing| row(turn, standing)))
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let (x, x_title) = turn_axis(summary);
        let x = (x.0.min(0.5), x.1.max(summary.turns.len() as f64 + 0.5));
        let all = || turns(summary).iter().flat_map(|turn| &turn.standings);
        let low = all().map(|s| f64::from(s.from)).fold(0.0, f64::min);
        let high = all().map(|s| f64::from(s.to)).fold(0.0, f64::max);
        let y = panel::rounded((low, high), true);
        let panel = Panel {
            y_title: "Advantage (per mille; + Germans, − Allies)".to_owned(),
            x_title,
            legend: SHADES.iter().map(|&(_, role, words)| (role, format!("{words}%"))).collect(),
            x,
            y,
            x_ticks: panel::ticks(x, 12, true),
            y_ticks: panel::ticks(y, 5, true),
            y_unit: "",
        };
        frame::draw(self, summary, size, 330, |on| {
            let ground = panel::open(on, &panel)?;
            for turn in turns(summary) {
                let across = |by: f64| ground.across(f64::from(turn.turn) + by);
                let (left, right) = (across(-0.5), across(0.5));
                let gap = i32::from(right - left > 6);
                for standing in &turn.standings {
                    let (top, bottom) =
                        (ground.up(standing.to.into()), ground.up(standing.from.into()));
                    // A class at the edge of the scale is half as tall, and must remain visible.
                    let bottom = bottom.max(top + 8);
                    frame::block(on, (left + gap, top), (right, bottom - 1), shade(standing))?;
                    let said = format!(
                        "{}, advantage {} to {}: Germans win {} of {}",
                        named(turn),
                        signed(standing.from),
                        signed(standing.to),
                        number::share(&standing.wins.german).full(),
                        number::games(standing.games)
                    );
                    frame::tell(on, (left, top), (right, bottom), said);
                }
            }
            let zero = ground.up(0.0);
            let (left, right) = (ground.across(x.0), ground.across(x.1));
            frame::line(on, vec![(left, zero), (right, zero)], palette::INK, 1)
        })
    }
}
