//! What the dice gave a side beyond what they were to give, and how much of the result that explains.

use engine::{BySide, Side};
use lab::{DropRow, PARTS, Record};
use serde::{Deserialize, Serialize};

use crate::against::promised;
use crate::estimate::{LeastSquares, two_sided_z, wilson_at};
use crate::frame::{Names, side_column};
use crate::games::{End, Games};
use crate::histogram::Histogram;
use crate::{Band, CONFIDENCE, Estimate, Method, StudyError};

/// Dice whose every result is known with its chance when they are cast. Draws from cups, events, scatter and orders of
/// play are chance too, and are not among them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dice {
    Fights,
    Checks,
    DropSteps,
    DropMarkers,
}

impl Dice {
    pub(crate) const ALL: [Dice; 4] =
        [Dice::Fights, Dice::Checks, Dice::DropSteps, Dice::DropMarkers];

    /// Its column, without the side.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Dice::Fights => "luck_fights",
            Dice::Checks => "luck_checks",
            Dice::DropSteps => "luck_drop_steps",
            Dice::DropMarkers => "luck_drop_markers",
        }
    }
}

/// What dice of one kind gave a side in a game beyond their expectation; above 0 is good for it.
pub(crate) fn of(names: Names<'_>, record: &Record, side: Side, dice: Dice) -> f64 {
    let landings = || -> Vec<&DropRow> {
        let drops = record.drops.iter().filter(|drop| !drop.facts.odds.is_empty());
        drops.filter(|drop| names.unit(drop.facts.unit).side == side).collect()
    };
    let parts = match dice {
        Dice::Fights => record.luck[side].fights,
        Dice::Checks => record.luck[side].checks,
        Dice::DropSteps => {
            let own = landings();
            let lost: i64 = own.iter().map(|drop| i64::from(drop.facts.steps_lost)).sum();
            promised(&own, |odds| odds.steps_lost.into()) - lost * PARTS
        }
        Dice::DropMarkers => {
            let own = landings();
            let placed: i64 = own.iter().map(|drop| i64::from(drop.facts.drop_markers)).sum();
            promised(&own, |odds| odds.drop_markers.into()) - placed * PARTS
        }
    };
    parts as f64 / PARTS as f64
}

/// How much of the result was luck. Games that were cut off are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LuckStudy {
    /// Share of the variance of the margin that the luck of both sides' dice explains (R², adjusted).
    pub share: Estimate,
    /// The same by the dice of each side alone; `None` where it casts none.
    pub share_of: BySide<Option<Estimate>>,
    /// The luck by side and kind of dice, in the order of the columns; kinds that are never cast are left out.
    pub parts: Vec<LuckPart>,
    /// Mean margin, had all dice come to their expectation in the mean (control variates).
    pub margin: Estimate,
    /// Share of games that each side wins, likewise.
    pub wins: BySide<Estimate>,
    /// Tenths of the games (fifths, if they are fewer than 1,000), from the Germans' worst luck to their best; games of
    /// equal luck may stand in two of them.
    pub groups: Vec<LuckGroup>,
}

/// The luck of one side with one kind of dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LuckPart {
    /// Whose dice.
    pub side: Side,
    /// The column of the games table, e.g. `german_luck_fights`.
    pub column: String,
    /// Mean luck a game: its interval holds 0 where the dice are fair.
    pub mean: Estimate,
    /// What one more of it was worth, in points of margin for the Germans, all other luck being equal.
    pub worth: f64,
    /// Share of the variance of the margin that it explains alone; `None` where it explains nothing that varies.
    pub share: Option<Estimate>,
}

/// Games of about the same luck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LuckGroup {
    /// Least luck of both sides together, as points of margin that it is worth to the Germans.
    pub from: f64,
    /// Greatest.
    pub to: f64,
    /// Mean.
    pub luck: f64,
    /// Games.
    pub games: u64,
    /// Percentiles of their margin: 5th, 25th, 50th, 75th and 95th.
    pub margin: Band,
    /// Share of them that each side won.
    pub wins: BySide<Estimate>,
}

/// Groups of games in a picture: tenths, and fifths of few games.
const fn groups_of(games: usize) -> usize {
    if games < 1000 { 5 } else { 10 }
}

/// `None` where no such die was ever cast, the margin never varies, or games are too few for a regression.
pub(crate) fn study(games: &Games, ends: &[End]) -> Result<Option<LuckStudy>, StudyError> {
    let counted: Vec<bool> = ends.iter().map(|&end| end != End::CutOff).collect();
    let keep = |column: Vec<f64>| -> Vec<f64> {
        column.into_iter().zip(&counted).filter(|&(_, &counted)| counted).map(|(x, _)| x).collect()
    };
    let mut kinds: Vec<(Side, String)> = Vec::new();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for (side, dice) in Side::BOTH.into_iter().flat_map(|side| Dice::ALL.map(|dice| (side, dice))) {
        let name = side_column(side, dice.column());
        let cells = games.fractions(&name)?.into_iter().map(Option::unwrap_or_default).collect();
        let cells = keep(cells);
        if cells.iter().any(|&luck| luck != 0.0) {
            kinds.push((side, name));
            columns.push(cells);
        }
    }
    if kinds.is_empty() {
        return Ok(None);
    }
    let dice: Vec<usize> = (0..kinds.len()).collect();
    let (margin, german, allied) = (dice.len(), dice.len() + 1, dice.len() + 2);
    let margins = games.numbers("margin")?.into_iter().map(|m| m.unwrap_or_default() as f64);
    columns.push(keep(margins.collect()));
    for side in Side::BOTH {
        let won = |&end: &End| f64::from(u8::from(end == End::Won(side)));
        columns.push(keep(ends.iter().map(won).collect()));
    }
    let n = columns[margin].len() as u64;
    let fit = LeastSquares::new(&columns);
    let explained = |by: &[usize]| {
        let (share, interval) = fit.explained(by, margin, CONFIDENCE)?;
        Some(Estimate::new(share, interval, n, Method::Bootstrap))
    };
    let Some(share) = explained(&dice) else { return Ok(None) };
    let own = |side: Side| -> Vec<usize> {
        dice.iter().copied().filter(|&number| kinds[number].0 == side).collect()
    };
    let slopes = fit.slopes(&dice, margin);
    let parts =
        kinds.iter().zip(&slopes).enumerate().map(|(number, ((side, name), &worth))| LuckPart {
            side: *side,
            column: name.clone(),
            mean: Estimate::mean(&columns[number]),
            worth: (worth * 1e6).round() / 1e6,
            share: explained(&[number]),
        });
    let adjusted = |of: usize| fit.at_expectation(&dice, of, CONFIDENCE);
    let wins = |of: usize| {
        let won = columns[of].iter().filter(|&&won| won > 0.0).count() as u64;
        if won == 0 || won == n {
            // There is nothing that luck could have moved.
            return Estimate::share(won, n);
        }
        let (value, interval) = adjusted(of);
        let value = value.clamp(0.0, 1.0);
        // The error of the regression on as many games as would give a share of its own: Wilson's form then keeps a rare
        // win from an interval that is as long downwards as upwards.
        let error = (interval.high - interval.low) / 2.0 / two_sided_z(CONFIDENCE);
        let worth = value * (1.0 - value) / (error * error);
        let worth = if worth.is_finite() && worth > 0.0 { worth } else { n as f64 };
        Estimate::new(value, wilson_at(value, worth, CONFIDENCE), n, Method::ControlVariates)
    };
    let (value, interval) = adjusted(margin);
    let luck: Vec<f64> = (0..n as usize)
        .map(|game| dice.iter().map(|&number| slopes[number] * columns[number][game]).sum())
        .collect();
    let won = BySide { german: &columns[german], allied: &columns[allied] };
    Ok(Some(LuckStudy {
        share,
        share_of: BySide::from_fn(|side| {
            let own = own(side);
            if own.is_empty() { None } else { explained(&own) }
        }),
        parts: parts.collect(),
        margin: Estimate::new(value, interval, n, Method::ControlVariates),
        wins: BySide { german: wins(german), allied: wins(allied) },
        groups: groups(&luck, &columns[margin], won),
    }))
}

fn groups(luck: &[f64], margins: &[f64], won: BySide<&Vec<f64>>) -> Vec<LuckGroup> {
    let mut order: Vec<usize> = (0..luck.len()).collect();
    // Equal luck in the order of the games.
    order.sort_by(|&a, &b| luck[a].total_cmp(&luck[b]).then(a.cmp(&b)));
    let round = |number: f64| (number * 1e6).round() / 1e6;
    let groups = groups_of(order.len());
    let cut = |part: usize| order.len() * part / groups;
    let parts = (0..groups).map(|part| &order[cut(part)..cut(part + 1)]);
    parts
        .filter_map(|part| {
            let (&first, &last) = (part.first()?, part.last()?);
            let games = part.len() as u64;
            let margin: Histogram = part.iter().map(|&game| margins[game] as i64).collect();
            let wins = |side: Side| part.iter().filter(|&&game| won[side][game] > 0.0).count();
            Some(LuckGroup {
                from: round(luck[first]),
                to: round(luck[last]),
                luck: round(part.iter().map(|&game| luck[game]).sum::<f64>() / games as f64),
                games,
                margin: margin.band(),
                wins: BySide::from_fn(|side| Estimate::share(wins(side) as u64, games)),
            })
        })
        .collect()
}
