//! The map: its features, its heights and the part of it in play.

use alloc::format;

use super::super::super::sheets::HexRow;
use super::super::{At, Faults, Setup};

/// Kinds of features of a hex.
pub(in super::super) const FEATURES: [&str; 18] = [
    "port",
    "airfield",
    "village",
    "town",
    "city",
    "fortified",
    "objective",
    "exit",
    "exit-range",
    "exit-guess",
    "observation-post",
    "strongpoint",
    "roads-apart",
    "los-example",
    "riverbed",
    "lake",
    "islet",
    "coast-adjusted",
];

/// Metres above the sea between which Crete lies.
const HEIGHTS: core::ops::RangeInclusive<i32> = -10..=2_500;

/// How high a hex lies.
pub(in super::super) fn height(row: &HexRow, at: At, faults: &mut Faults) {
    if let Some(height) = row.elevation.filter(|height| !HEIGHTS.contains(height)) {
        let problem = format!("hex {} lies {height} metres high", row.hex);
        let expected = format!("{} to {} metres", HEIGHTS.start(), HEIGHTS.end());
        faults.add(at, problem, expected);
    }
}

/// The part of the map in play.
pub(in super::super) fn limits(setup: &Setup, faults: &mut Faults) {
    if let Some(limits) = &setup.scenario.limits {
        for (key, range) in [("limits.columns", limits.columns), ("limits.rows", limits.rows)] {
            if let Some([first, last]) = range.filter(|[first, last]| first > last) {
                let problem = format!("from {first} to {last}");
                faults.add(At::whole(&setup.name, key), problem, "the smaller number first");
            }
        }
    }
}
