//! What the dice gave a side beyond what they were to give, and how much of the result that explains.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use lab::{DropRow, PARTS, Record};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::against::promised;
use crate::estimate::{Gathering, two_sided_z, wilson_at};
use crate::frame::{Names, side_column, value_at};
use crate::games::{End, Games};
use crate::histogram::Histogram;
use crate::pairs::Sums;
use crate::{About, Band, CONFIDENCE, Estimate, Method, StudyError};

/// Dice whose every result is known with its chance when they are cast. Draws from cups, events, scatter and orders of
/// play are chance too, and are not among them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dice<'a> {
    /// Its column, without the side.
    pub(crate) column: &'a str,
    spare: Spare,
}

/// What dice can spare a side, or give it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Spare {
    Fights,
    Checks,
    DropSteps,
    /// A toll on units that land: its number, and its place among the values of a landing.
    DropToll(usize, usize),
}

/// All kinds of such dice that a game knows, in the order of their columns.
pub(crate) fn dice(about: &About) -> impl Iterator<Item = Dice<'_>> {
    let every = [
        ("luck_fights", Spare::Fights),
        ("luck_checks", Spare::Checks),
        ("luck_drop_steps", Spare::DropSteps),
    ];
    let tolls = about.tolls().enumerate();
    let tolls = tolls.map(|(i, (place, toll))| (&*toll.luck.id, Spare::DropToll(i, place)));
    every.into_iter().chain(tolls).map(|(column, spare)| Dice { column, spare })
}

/// What dice of one kind gave a side in a game beyond their expectation; above 0 is good for it.
pub(crate) fn of(names: Names<'_>, record: &Record, side: Side, dice: Dice<'_>) -> f64 {
    let landings = || -> Vec<&DropRow> {
        let drops = record.drops.iter().filter(|drop| !drop.facts.odds.is_empty());
        drops.filter(|drop| names.unit(drop.facts.unit).side == side).collect()
    };
    let parts = match dice.spare {
        Spare::Fights => record.luck[side].fights,
        Spare::Checks => record.luck[side].checks,
        Spare::DropSteps => {
            let own = landings();
            let lost: i64 = own.iter().map(|drop| i64::from(drop.facts.steps_lost)).sum();
            promised(&own, |odds| odds.steps_lost.into()) - lost * PARTS
        }
        Spare::DropToll(toll, place) => {
            let own = landings();
            let came: i64 = own.iter().filter_map(|drop| value_at(&drop.facts.values, place)).sum();
            promised(&own, |odds| odds.tolls[toll].into()) - came * PARTS
        }
    };
    parts as f64 / PARTS as f64
}

/// How much of the result was luck. Games that were cut off are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
pub(crate) fn study(games: &Games, about: &About) -> Result<Option<LuckStudy>, StudyError> {
    let all: Vec<(Side, String)> = Side::BOTH
        .into_iter()
        .flat_map(|side| dice(about).map(move |dice| (side, side_column(side, dice.column))))
        .collect();
    let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
    let mut sums = vec![Sums::default(); names.len()];
    games.fractions(&names, |end, cells| {
        if end != End::CutOff {
            sums.iter_mut().zip(cells).for_each(|(sums, cell)| sums.add(cell.unwrap_or_default()));
        }
    })?;
    // Only dice that ever gave anything but their expectation.
    let cast = all.iter().cloned().zip(sums).filter(|(_, sums)| !sums.is_nothing());
    let (kinds, mut sums): (Vec<(Side, String)>, Vec<Sums>) = cast.unzip();
    let Some(n) = sums.first().map(|sums| sums.n) else { return Ok(None) };
    let dice: Vec<usize> = (0..kinds.len()).collect();
    let (margin, german, allied) = (dice.len(), dice.len() + 1, dice.len() + 2);
    let columns: Vec<&str> =
        kinds.iter().map(|(_, name)| name.as_str()).chain(["margin"]).collect();
    // Luck by kind, the margin, and who won; games that were cut off are left out.
    let rows = |each: &mut dyn FnMut(&[f64])| {
        let mut row = vec![0.0; allied + 1];
        games.fractions(&columns, |end, cells| {
            if end != End::CutOff {
                row.iter_mut().zip(cells).for_each(|(number, cell)| *number = cell.unwrap_or(0.0));
                for (place, side) in [(german, Side::German), (allied, Side::Allied)] {
                    row[place] = f64::from(u8::from(end == End::Won(side)));
                }
                each(&row);
            }
        })
    };
    let mut gathering = Gathering::new(allied + 1, n as usize);
    let mut won = BySide { german: 0, allied: 0 };
    rows(&mut |row| {
        gathering.add(row);
        sums.iter_mut().zip(row).for_each(|(sums, &luck)| sums.add_again(luck));
        won.german += u64::from(row[german] > 0.0);
        won.allied += u64::from(row[allied] > 0.0);
    })?;
    let fit = gathering.finish();
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
            mean: sums[number].mean_estimate(),
            worth: (worth * 1e6).round() / 1e6,
            share: explained(&[number]),
        });
    let adjusted = |of: usize| fit.at_expectation(&dice, of, CONFIDENCE);
    let wins = |of: usize, won: u64| {
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
    let groups = groups(n as usize, &|each| {
        rows(&mut |row| {
            let luck = dice.iter().map(|&number| slopes[number] * row[number]).sum();
            let won = BySide { german: row[german] > 0.0, allied: row[allied] > 0.0 };
            each(Played { luck, margin: row[margin] as i64, won });
        })
    })?;
    Ok(Some(LuckStudy {
        share,
        share_of: BySide::from_fn(|side| {
            let own = own(side);
            if own.is_empty() { None } else { explained(&own) }
        }),
        parts: parts.collect(),
        margin: Estimate::new(value, interval, n, Method::ControlVariates),
        wins: BySide { german: wins(german, won.german), allied: wins(allied, won.allied) },
        groups,
    }))
}

/// A game as the groups see it.
#[derive(Copy, Clone)]
struct Played {
    luck: f64,
    margin: i64,
    won: BySide<bool>,
}

/// Goes over all games that were not cut off, in their order.
type Pass<'a> = dyn Fn(&mut dyn FnMut(Played)) -> Result<(), StudyError> + 'a;

/// What is counted of one group.
#[derive(Clone, Default)]
struct Pool {
    games: u64,
    from: f64,
    to: f64,
    sum: f64,
    margin: Histogram,
    wins: BySide<u64>,
}

/// Equal parts of the games in the order of their luck, games of equal luck in their own order. The games are passed
/// over several times and never kept.
fn groups(games: usize, pass: &Pass<'_>) -> Result<Vec<LuckGroup>, StudyError> {
    let count = groups_of(games);
    let cuts: Vec<u64> = (1..count).map(|part| (games * part / count) as u64).collect();
    let cuts = quantiles(&cuts, pass)?;
    let mut seen: BTreeMap<u64, u64> = BTreeMap::new();
    let mut pools: Vec<Pool> = vec![Pool::default(); count];
    pass(&mut |game| {
        let key = key(game.luck);
        // At a cut only the first of equals stand below it.
        let equal = cuts.iter().find(|cut| cut.key == key).map(|cut| {
            let seen = seen.entry(key).or_default();
            *seen += 1;
            cut.below + *seen - 1
        });
        let group = match equal {
            Some(place) => cuts.iter().filter(|cut| cut.rank <= place).count(),
            None => cuts.iter().filter(|cut| cut.key < key).count(),
        };
        let pool = &mut pools[group];
        let first = pool.games == 0;
        pool.from = if first { game.luck } else { pool.from.min(game.luck) };
        pool.to = if first { game.luck } else { pool.to.max(game.luck) };
        pool.games += 1;
        pool.sum += game.luck;
        pool.margin.add(game.margin);
        for side in Side::BOTH {
            pool.wins[side] += u64::from(game.won[side]);
        }
    })?;
    let round = |number: f64| (number * 1e6).round() / 1e6;
    let pools = pools.into_iter().filter(|pool| pool.games > 0);
    Ok(pools
        .map(|pool| LuckGroup {
            from: round(pool.from),
            to: round(pool.to),
            luck: round(pool.sum / pool.games as f64),
            games: pool.games,
            margin: pool.margin.band(),
            wins: pool.wins.map(|won| Estimate::share(won, pool.games)),
        })
        .collect())
}

/// A place in the order of luck: how many games stand before it, and the luck of the game that stands there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Cut {
    rank: u64,
    key: u64,
    /// Games of less luck.
    below: u64,
}

/// Bits of a key that are found in one pass.
const DIGIT: u32 = 11;

/// The luck at some places in its order: found digit by digit, a pass over the games for each.
fn quantiles(ranks: &[u64], pass: &Pass<'_>) -> Result<Vec<Cut>, StudyError> {
    let mut cuts: Vec<Cut> = ranks.iter().map(|&rank| Cut { rank, key: 0, below: 0 }).collect();
    let mut left = u64::BITS;
    while left > 0 {
        let digit = DIGIT.min(left);
        let known = left;
        left -= digit;
        // Counts of the next digit, for each of the different beginnings that are known.
        let mut counts: BTreeMap<u64, Vec<u64>> =
            cuts.iter().map(|cut| (begin(cut.key, known), vec![0; 1 << digit])).collect();
        pass(&mut |game| {
            let key = key(game.luck);
            if let Some(counts) = counts.get_mut(&begin(key, known)) {
                counts[((key >> left) & ((1 << digit) - 1)) as usize] += 1;
            }
        })?;
        for cut in &mut cuts {
            let mut value = 0;
            for &count in &counts[&begin(cut.key, known)] {
                if cut.below + count > cut.rank {
                    break;
                }
                cut.below += count;
                value += 1;
            }
            cut.key |= value << left;
        }
    }
    Ok(cuts)
}

/// A key without its last bits.
fn begin(key: u64, bits: u32) -> u64 {
    key.checked_shr(bits).unwrap_or(0)
}

/// A whole number in the order of the numbers.
fn key(luck: f64) -> u64 {
    let bits = luck.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By sorting all games: what the passes must find.
    fn sorted(games: &[Played], count: usize) -> Vec<LuckGroup> {
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by(|&a, &b| games[a].luck.total_cmp(&games[b].luck).then(a.cmp(&b)));
        let cut = |part: usize| games.len() * part / count;
        let parts = (0..count).map(|part| &order[cut(part)..cut(part + 1)]);
        let round = |number: f64| (number * 1e6).round() / 1e6;
        parts
            .filter_map(|part| {
                let (&first, &last) = (part.first()?, part.last()?);
                let n = part.len() as u64;
                let wins = |side: Side| part.iter().filter(|&&game| games[game].won[side]).count();
                Some(LuckGroup {
                    from: round(games[first].luck),
                    to: round(games[last].luck),
                    luck: round(part.iter().map(|&game| games[game].luck).sum::<f64>() / n as f64),
                    games: n,
                    margin: part.iter().map(|&g| games[g].margin).collect::<Histogram>().band(),
                    wins: BySide::from_fn(|side| Estimate::share(wins(side) as u64, n)),
                })
            })
            .collect()
    }

    #[test]
    fn groups_are_those_of_the_games_in_order() {
        for (n, kinds) in [(1, 1), (3, 2), (4, 9), (57, 5), (999, 40), (1000, 3), (2500, 700)] {
            let games: Vec<Played> = (0..n)
                .map(|game: usize| {
                    let die = (game * 7919 + game * game * 31) % kinds;
                    let luck = die as f64 * 0.37 - kinds as f64 / 6.0;
                    let won = BySide { german: game.is_multiple_of(3), allied: game % 4 == 1 };
                    Played { luck, margin: (game % 23) as i64 - 11, won }
                })
                .collect();
            let pass = |each: &mut dyn FnMut(Played)| {
                games.iter().copied().for_each(each);
                Ok(())
            };
            assert_eq!(groups(n, &pass).unwrap(), sorted(&games, groups_of(n)), "{n} games");
        }
    }

    #[test]
    fn keys_are_in_the_order_of_the_numbers() {
        let numbers =
            [f64::NEG_INFINITY, -7.5, -1e-300, -0.0, 0.0, 1e-300, 0.25, 0.5, 3.0, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
    }
}
