//! A tournament: who beats whom, and what the scenario is worth between good players.

use engine::Side;
use study::{Estimate, Tournament};

use super::head::Answer as _;
use super::said;
use crate::charts::{Table, people};
use crate::dossier::{Dossier, Part};
use crate::number;

/// The dossier of a tournament.
pub fn tournament(tournament: &Tournament) -> Dossier {
    let mut parts = vec![payoff(tournament)];
    for side in Side::BOTH {
        parts.push(strategies(tournament, side));
    }
    for side in Side::BOTH {
        if tournament.strategies[side].len() > 1 {
            parts.push(superiority(tournament, side));
        }
        if !tournament.mistakes[side].is_empty() {
            parts.push(mistakes(tournament, side));
        }
    }
    let games = number::games(tournament.games);
    tournament.dossier(format!("{games} a pair, all pairs on the same seeds"), parts)
}

fn payoff(tournament: &Tournament) -> Part {
    let names = &tournament.strategies;
    let mut columns = vec!["German \\ Allied".to_owned()];
    columns.extend(names.allied.iter().cloned());
    let rows = names
        .german
        .iter()
        .zip(&tournament.payoff)
        .map(|(name, row)| {
            std::iter::once(name.clone()).chain(row.iter().map(|cell| said(cell, true))).collect()
        })
        .collect();
    let circles = if tournament.cycles.is_empty() {
        "No circle of strategies that beat each other.".into()
    } else {
        format!("Circles: {}.", tournament.cycles.join("; "))
    };
    Part {
        title: "The Germans' score".into(),
        lead: format!("Win 1, draw 1/2; 95% intervals. {circles}"),
        figures: Vec::new(),
        table: Some(Table { columns, rows }),
        brief: true,
    }
}

fn strategies(tournament: &Tournament, side: Side) -> Part {
    let points = |e: &Estimate| said(e, true);
    let rows = tournament.ratings[side]
        .iter()
        .zip(&tournament.mixture[side])
        .zip(&tournament.exploitability[side])
        .zip(&tournament.alpha_rank[side])
        .map(|(((rating, mixed), given), met)| {
            vec![
                rating.name.clone(),
                said(&rating.elo, false),
                points(mixed),
                points(given),
                points(met),
            ]
        })
        .collect();
    let seat = match side {
        Side::German => format!(
            " Between strategies of mean strength the German seat is worth {} Elo.",
            said(&tournament.side, false)
        ),
        Side::Allied => String::new(),
    };
    Part {
        title: format!("The {}", people(side)),
        lead: format!(
            "Bradley-Terry ratings against the mean of the side, with one virtual draw a pair; the best mixture; and what the strategy gives away to an opponent who knows it, in points of score. Alpha-rank: how often the strategy is met where both sides keep changing to what does better. The ratings miss the scores of the table by {} points typically, {} at most.{seat}",
            number::fine(tournament.fit.typical * 100.0),
            number::fine(tournament.fit.largest * 100.0)
        ),
        figures: Vec::new(),
        table: Some(Table {
            columns: ["Strategy", "Elo", "Played in the best mixture", "Gives away", "Alpha-rank"]
                .map(String::from)
                .to_vec(),
            rows,
        }),
        brief: true,
    }
}

fn superiority(tournament: &Tournament, side: Side) -> Part {
    let names = &tournament.strategies[side];
    let mut columns = vec!["Stronger than".to_owned()];
    columns.extend(names.iter().cloned());
    let rows = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let chances = tournament.superiority[side][i].iter().enumerate();
            let cell = |(j, p): (usize, &f64)| {
                if i == j { "–".into() } else { format!("{:.1}%", p * 100.0) }
            };
            std::iter::once(name.clone()).chain(chances.map(cell)).collect()
        })
        .collect();
    Part {
        title: format!("Likelihood of superiority among the {}", people(side)),
        lead: String::new(),
        figures: Vec::new(),
        table: Some(Table { columns, rows }),
        brief: false,
    }
}

fn mistakes(tournament: &Tournament, side: Side) -> Part {
    let mut columns = vec!["Mistakes a game".to_owned()];
    columns.extend(tournament.strategies[side].iter().cloned());
    let rows = tournament.mistakes[side]
        .iter()
        .map(|(measure, each)| {
            std::iter::once(measure.clone()).chain(each.iter().map(|e| said(e, false))).collect()
        })
        .collect();
    Part {
        title: format!("What the {} did wrong", people(side)),
        lead: String::new(),
        figures: Vec::new(),
        table: Some(Table { columns, rows }),
        brief: true,
    }
}
