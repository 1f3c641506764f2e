use engine::Side;
use study::{Estimate, LeadTurn, Summary};

use super::curve::{self, Line, Look};
use super::panel::{self, Panel};
use super::{Chart, Section, Size, Table, people, turn_axis};
use crate::number;
use crate::palette;

/// What a lead is worth: the winners of the games that a side leads, turn by turn.
pub(super) struct LeaderWins;
/// How open the result still is, turn by turn.
pub(super) struct Open;

/// Pale bands, because two lines may cross.
const LOOK: Look = Look { height: 300, band: 0.2, factor: 100.0 };
/// With fewer games than this a line has no point.
const FEWEST: u64 = 10;
/// Entropy of three equally likely results, in bits, rounded up to a tick mark.
const MOST_BITS: f64 = 1.6;

pub(super) fn turns(summary: &Summary) -> &[LeadTurn] {
    summary.suspense.as_ref().map_or(&[], |study| study.turns.as_slice())
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
            name: format!("{} lead and win", people(side)),
            role: palette::side(side),
            points: turns(summary).iter().map(|turn| enough(turn.wins[side])).collect(),
        });
        curve::lines(self, (summary, size), &panel, LOOK, &both)
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
            name: String::new(),
            role: palette::NEUTRAL,
            points: turns(summary).iter().map(|turn| Some(turn.open)).collect(),
        };
        curve::lines(self, (summary, size), &panel, Look { factor: 1.0, ..LOOK }, &[line])
    }
}
