//! What each kind of terrain does.

use alloc::format;
use alloc::vec::Vec;

use engine::Cover;

use super::super::ground::{Rubble, Terrain};
use super::super::sheets::SightEntry;
use super::{At, Faults, Setup};

/// The kind of terrain that ships lie in.
const SEA: &str = "sea";
/// The kind of terrain that says what rubble does.
const RUBBLE: &str = "rubble";

/// Terrain effects in the order of the file, with what each does to sight.
pub(super) fn terrain(setup: &Setup, faults: &mut Faults) -> (Vec<Terrain>, Vec<Cover>, Rubble) {
    let file = &setup.scenario.files.terrain;
    let mut kinds = Vec::new();
    let mut cover = Vec::new();
    let mut rubble = None;
    for kind in &setup.terrain.kinds {
        let mut cost = |points: [i16; 2]| {
            points.map(|points| match u16::try_from(points) {
                Ok(points) if points <= 30 => Some(points * 2),
                _ if points == -1 => None,
                _ => {
                    faults.add(
                        At::whole(file, "terrain.enter"),
                        format!("{} costs {points} to enter", kind.name),
                        "movement points from 0 to 30, or -1 for forbidden",
                    );
                    None
                }
            })
        };
        let enter = [cost(kind.enter.leg), cost(kind.enter.wheeled), cost(kind.enter.tracked)];
        if kind.name == RUBBLE {
            rubble = Some(Rubble { fire: kind.fire, enter });
        }
        let built_up = matches!(kind.name.as_str(), "town" | "city" | "fortified");
        kinds.push(Terrain {
            name: kind.name.clone(),
            fire: kind.fire,
            // Mercury 2.5-2.7: where vehicles may not enter out of column, they may not leave so either,
            // and in cities and fortified places they may not even leave column.
            column_only: built_up,
            bad_landing: kind.drop,
            // By analogy with O1.0, where a landing in water, city or town is fatal.
            landable: enter[0][0].is_some() && !built_up,
            // Mercury 2.9.
            crumbles: matches!(kind.name.as_str(), "city" | "fortified"),
            // Mercury 5.7.
            settled: matches!(kind.name.as_str(), "village" | "town" | "city"),
            water: kind.name == SEA,
            keeps_column: matches!(kind.name.as_str(), "city" | "fortified"),
            enter,
        });
        cover.push(match kind.sight {
            SightEntry::Open => Cover::Open,
            SightEntry::Screen => Cover::Screen,
            SightEntry::Block => Cover::Block,
        });
    }
    let rubble = rubble.unwrap_or_else(|| {
        faults.add(
            At::whole(file, "terrain.name"),
            format!("there is no terrain {RUBBLE:?}"),
            "a [[terrain]] of that name",
        );
        Rubble { fire: 0, enter: [[None; 2]; 3] }
    });
    (kinds, cover, rubble)
}
