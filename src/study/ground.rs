//! Where games are fought: losses, attacks, landings and stands by hex.

mod contrast;

use std::collections::BTreeMap;

use engine::{BySide, HexId, Map, ScarDeed, Side};
use lab::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::estimate::{Interval, mean_interval};
use crate::{About, CONFIDENCE, Estimate, Method};

pub use contrast::GroundContrast;

/// The map that a run was played on, as far as a picture of it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// The map.
    pub map: Map,
    /// Objective hexes.
    pub objectives: Vec<HexId>,
}

/// A mean a game in one hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceMean {
    /// Number of the hex in the map.
    pub hex: HexId,
    /// Its printed number.
    pub label: String,
    /// The mean.
    pub mean: Estimate,
}

/// Where units land.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LandingPlace {
    /// Number of the hex in the map.
    pub hex: HexId,
    /// Its printed number.
    pub label: String,
    /// Landings a game.
    pub landed: Estimate,
    /// Steps lost in landing, a game.
    pub lost: Estimate,
}

/// Who stands where when a turn is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stands {
    /// The turn, from 1.
    pub turn: u16,
    /// Its name.
    pub name: String,
    /// Hexes with a unit in at least one game of twenty, in the order of the map.
    pub places: Vec<PlaceShare>,
}

/// The share of games in which a side stands in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceShare {
    /// Number of the hex in the map.
    pub hex: HexId,
    /// Its printed number.
    pub label: String,
    /// Share of games, by side.
    pub share: BySide<Estimate>,
}

/// Where games are fought. Means below one in fifty games are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroundStudy {
    /// Steps each side loses a game, hex by hex, most first.
    pub losses: BySide<Vec<PlaceMean>>,
    /// Shots, strikes and attacks at each side's units a game, hex by hex, most first.
    pub attacks: BySide<Vec<PlaceMean>>,
    /// Landings, most first.
    pub landings: Vec<LandingPlace>,
    /// Who stands where at a quarter, half, three quarters and the end of the calendar.
    pub stands: Vec<Stands>,
    /// Who was the last to stand where at the end of a turn, up to the same turns.
    #[serde(default)]
    pub control: Vec<Stands>,
}

/// Least mean a game that is listed.
const LEAST_MEAN: f64 = 0.02;
/// Least share of games that is listed.
const LEAST_SHARE: f64 = 0.05;

/// A number a game: its sum over the games, and that of its squares.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Sum(u64, u64);

impl Sum {
    fn merge(&mut self, other: Sum) {
        self.0 += other.0;
        self.1 += other.1;
    }

    /// Mean and variance over so many games.
    fn moments(self, games: u64) -> (f64, f64) {
        let n = games.max(1) as f64;
        let mean = self.0 as f64 / n;
        let variance =
            if games > 1 { (self.1 as f64 - n * mean * mean).max(0.0) / (n - 1.0) } else { 0.0 };
        (mean, variance)
    }

    fn mean(self, games: u64) -> Estimate {
        let (mean, variance) = self.moments(games);
        let interval = mean_interval(games, mean, variance, Interval::FROM_0, CONFIDENCE);
        Estimate::new(mean, interval, games, Method::StudentT)
    }
}

/// Totals by hex over the games; each list has an entry a hex of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroundTally {
    lost: BySide<Vec<Sum>>,
    attacked: BySide<Vec<Sum>>,
    landed: Vec<Sum>,
    lost_landing: Vec<Sum>,
    stood: Vec<StoodTally>,
    #[serde(default)]
    held: Vec<StoodTally>,
}

/// Games in which a side stood in each hex when a turn was over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoodTally {
    turn: u16,
    games: BySide<Vec<u64>>,
}

impl GroundTally {
    /// Nothing yet, for the map of a run, if it has one.
    pub(crate) fn of(about: &About) -> GroundTally {
        about.ground.as_ref().map_or_else(GroundTally::default, |ground| {
            GroundTally::empty(ground.map.len(), about.turn_names.len())
        })
    }

    /// Nothing yet, for a map of so many hexes and a calendar of so many turns.
    fn empty(hexes: usize, turns: usize) -> GroundTally {
        let sums = || vec![Sum::default(); hexes];
        let mut shown: Vec<u16> = (1..=4).map(|part| (turns * part).div_ceil(4) as u16).collect();
        shown.dedup();
        let stood = |turn| StoodTally { turn, games: BySide::from_fn(|_| vec![0; hexes]) };
        GroundTally {
            lost: BySide::from_fn(|_| sums()),
            attacked: BySide::from_fn(|_| sums()),
            landed: sums(),
            lost_landing: sums(),
            stood: shown.iter().copied().filter(|&turn| turn > 0).map(stood).collect(),
            held: shown.into_iter().filter(|&turn| turn > 0).map(stood).collect(),
        }
    }

    pub(crate) fn add(&mut self, map: &Map, record: &Record) {
        let scars = |side: Side, of: fn(ScarDeed) -> u64| {
            let own = record.scars.iter().filter(move |scar| scar.side == side);
            own.map(move |scar| (scar.hex, of(scar.deed)))
        };
        for side in Side::BOTH {
            let lost = |deed| match deed {
                ScarDeed::Lost(steps) => u64::from(steps),
                ScarDeed::Attacked => 0,
            };
            add(&mut self.lost[side], scars(side, lost));
            add(
                &mut self.attacked[side],
                scars(side, |deed| u64::from(deed == ScarDeed::Attacked)),
            );
        }
        let landings: Vec<(HexId, u64)> = record
            .drops
            .iter()
            .filter_map(|drop| {
                Some((map.find(&drop.facts.hex, None)?, u64::from(drop.facts.steps_lost)))
            })
            .collect();
        add(&mut self.landed, landings.iter().map(|&(hex, _)| (hex, 1)));
        add(&mut self.lost_landing, landings.into_iter());
        self.hold(record);
        for tally in &mut self.stood {
            // A game that is over stays as it was.
            let over = record.turns.partition_point(|row| row.turn <= tally.turn);
            let Some(stands) = over.checked_sub(1).and_then(|last| record.stands.get(last)) else {
                continue;
            };
            for &(hex, side) in stands {
                tally.games[side][hex.index()] += 1;
            }
        }
    }

    /// Who was the last to stand where, up to each turn that is shown.
    fn hold(&mut self, record: &Record) {
        let mut last: BTreeMap<HexId, Side> = BTreeMap::new();
        let mut turns = record.turns.iter().zip(&record.stands).peekable();
        for tally in &mut self.held {
            while let Some((_, stands)) = turns.next_if(|(row, _)| row.turn <= tally.turn) {
                last.extend(stands.iter().copied());
            }
            for (hex, side) in &last {
                tally.games[*side][hex.index()] += 1;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &GroundTally) {
        let join = |own: &mut Vec<Sum>, other: &[Sum]| {
            own.iter_mut().zip(other).for_each(|(own, &other)| own.merge(other));
        };
        for side in Side::BOTH {
            join(&mut self.lost[side], &other.lost[side]);
            join(&mut self.attacked[side], &other.attacked[side]);
        }
        join(&mut self.landed, &other.landed);
        join(&mut self.lost_landing, &other.lost_landing);
        let (stood, held) = (self.stood.iter_mut(), self.held.iter_mut());
        for (own, other) in stood.zip(&other.stood).chain(held.zip(&other.held)) {
            for side in Side::BOTH {
                let games = own.games[side].iter_mut().zip(&other.games[side]);
                games.for_each(|(own, other)| *own += other);
            }
        }
    }

    /// Landings by hex, most first.
    pub(crate) fn landings(&self, map: &Map, games: u64) -> Vec<LandingPlace> {
        let landed = means(&self.landed, map, games).into_iter();
        landed
            .map(|place| LandingPlace {
                lost: self.lost_landing[place.hex.index()].mean(games),
                hex: place.hex,
                label: place.label,
                landed: place.mean,
            })
            .collect()
    }

    /// The numbers with their intervals.
    pub(crate) fn study(&self, map: &Map, turn_names: &[String], games: u64) -> GroundStudy {
        let stands = |tally: &StoodTally| {
            let share = |hex: HexId| {
                BySide::from_fn(|side| Estimate::share(tally.games[side][hex.index()], games))
            };
            let places =
                map.ids().map(|hex| PlaceShare { hex, label: map.label(hex), share: share(hex) });
            let listed = places.filter(|place| {
                Side::BOTH.iter().any(|&side| place.share[side].value >= LEAST_SHARE)
            });
            let name = turn_names.get(usize::from(tally.turn) - 1).cloned().unwrap_or_default();
            Stands { turn: tally.turn, name, places: listed.collect() }
        };
        GroundStudy {
            losses: BySide::from_fn(|side| means(&self.lost[side], map, games)),
            attacks: BySide::from_fn(|side| means(&self.attacked[side], map, games)),
            landings: self.landings(map, games),
            stands: self.stood.iter().map(stands).collect(),
            control: self.held.iter().map(stands).collect(),
        }
    }
}

/// Means by hex, most first; small ones are left out.
fn means(sums: &[Sum], map: &Map, games: u64) -> Vec<PlaceMean> {
    let all = map.ids().zip(sums).map(|(hex, sum)| (hex, sum.mean(games)));
    let mut listed: Vec<PlaceMean> = all
        .filter(|(_, mean)| mean.value >= LEAST_MEAN)
        .map(|(hex, mean)| PlaceMean { hex, label: map.label(hex), mean })
        .collect();
    listed.sort_by(|a, b| b.mean.value.total_cmp(&a.mean.value).then(a.hex.cmp(&b.hex)));
    listed
}

/// Adds a game's numbers, several of which may belong to one hex.
fn add(sums: &mut [Sum], values: impl Iterator<Item = (HexId, u64)>) {
    let mut game: BTreeMap<HexId, u64> = BTreeMap::new();
    for (hex, value) in values.filter(|&(_, value)| value > 0) {
        *game.entry(hex).or_default() += value;
    }
    for (hex, value) in game {
        sums[hex.index()].merge(Sum(value, value * value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Game `game` of the toy: two steps lost in 03.01 in every other game, two shots at them in each.
    fn fought(game: u64) -> Record {
        use engine::Scar;
        let mut record = sample::record(game);
        let hex = HexId(2);
        let attacked = Scar { hex, side: Side::German, deed: ScarDeed::Attacked };
        record.scars = vec![attacked, attacked];
        if game.is_multiple_of(2) {
            record.scars.extend([Scar { deed: ScarDeed::Lost(1), ..attacked }; 2]);
        }
        record.stands = record
            .turns
            .iter()
            .map(|turn| {
                let holder = if turn.turn < 3 { Side::Allied } else { Side::German };
                vec![(hex, holder)]
            })
            .collect();
        record
    }

    #[test]
    fn losses_and_attacks_are_means_a_game() {
        let ground = sample::ground();
        let mut tally = GroundTally::empty(ground.map.len(), 4);
        (0..100).for_each(|game| tally.add(&ground.map, &fought(game)));
        let names: Vec<String> = (1..=4).map(|turn| format!("turn {turn}")).collect();
        let study = tally.study(&ground.map, &names, 100);
        let [lost] = &study.losses.german[..] else { panic!("{study:?}") };
        assert_eq!((lost.hex, lost.label.as_str()), (HexId(2), "03.01"));
        assert!((lost.mean.value - 1.0).abs() < 1e-9, "{lost:?}");
        // Standard deviation of 0 and 2 in equal parts: 1.005; t(99) at 95 % is 1.984.
        let half = 1.984_217 * (100.0_f64 / 99.0).sqrt() / 10.0;
        assert!((lost.mean.high - 1.0 - half).abs() < 1e-4, "{lost:?}");
        assert!((study.attacks.german[0].mean.value - 2.0).abs() < 1e-9);
        assert!(study.losses.allied.is_empty() && study.attacks.allied.is_empty());
        // Games that ended in turn 3 or 4; the holder changes after turn 2.
        let percent = |estimate: Estimate| (estimate.value * 100.0).round() as u8;
        let held: Vec<(u16, BySide<u8>)> = study
            .stands
            .iter()
            .map(|stands| (stands.turn, stands.places[0].share.map(percent)))
            .collect();
        let by = |german, allied| BySide { german, allied };
        let wanted = [(1, by(0, 100)), (2, by(0, 100)), (3, by(100, 0)), (4, by(100, 0))];
        assert_eq!(held, wanted);
    }

    /// The Germans stand in 03.01 when turn 1 is over and in 01.01 afterwards; an Ally comes to 03.01 in turn 3.
    #[test]
    fn a_hex_is_his_who_was_the_last_to_stand_there() {
        let ground = sample::ground();
        let mut tally = GroundTally::empty(ground.map.len(), 4);
        let mut record = sample::record(0);
        let (left, entered) = (HexId(2), HexId(0));
        record.stands = (0..record.turns.len())
            .map(|turn| match turn {
                0 => vec![(left, Side::German)],
                1 => vec![(entered, Side::German)],
                _ => vec![(entered, Side::German), (left, Side::Allied)],
            })
            .collect();
        assert!(record.turns.len() >= 3, "too short a game to tell");
        tally.add(&ground.map, &record);
        let names: Vec<String> = (1..=4).map(|turn| format!("turn {turn}")).collect();
        let study = tally.study(&ground.map, &names, 1);
        let holds = |list: &[Stands], turn: usize, hex: HexId| {
            let place = list[turn].places.iter().find(|place| place.hex == hex)?;
            Side::BOTH.into_iter().find(|&side| place.share[side].value > 0.5)
        };
        let all = [0, 1, 2, 3];
        let stands = all.map(|turn| holds(&study.stands, turn, left));
        let control = all.map(|turn| holds(&study.control, turn, left));
        let (german, allied) = (Some(Side::German), Some(Side::Allied));
        assert_eq!(stands, [german, None, allied, allied]);
        assert_eq!(control, [german, german, allied, allied]);
        assert_eq!(
            all.map(|turn| holds(&study.control, turn, entered)),
            [None, german, german, german]
        );
    }

    #[test]
    fn two_halves_are_one_whole() {
        let ground = sample::ground();
        let tally = |games: std::ops::Range<u64>| {
            let mut tally = GroundTally::empty(ground.map.len(), 4);
            games.for_each(|game| tally.add(&ground.map, &fought(game)));
            tally
        };
        let mut halves = tally(0..13);
        halves.merge(&tally(13..40));
        assert_eq!(halves, tally(0..40));
        let text = serde_json::to_string(&halves).unwrap();
        assert_eq!(serde_json::from_str::<GroundTally>(&text).unwrap(), halves);
    }

    #[test]
    fn a_short_calendar_is_not_shown_twice() {
        let turns = |turns| {
            let tally = GroundTally::empty(0, turns);
            tally.stood.iter().map(|stood| stood.turn).collect::<Vec<_>>()
        };
        assert_eq!(
            [turns(0), turns(1), turns(3), turns(15)],
            [vec![], vec![1], vec![1, 2, 3], vec![4, 8, 12, 15]]
        );
    }
}
