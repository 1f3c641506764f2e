//! Roads that share a hex and do not meet there (Mercury 2.8): `roads-apart:N S` names the hexsides of one that no other
//! road of the hex crosses.

use alloc::format;
use alloc::vec::Vec;

use engine::{Direction, HexId, Map};

use super::super::sheets::HexRow;
use super::{At, Faults, Setup};

/// The feature.
const ROADS_APART: &str = "roads-apart";

/// The hexsides that words name, a bit each; a star as in the column of roads is none of our business.
fn mask(words: &str) -> Option<u8> {
    words.split_whitespace().try_fold(0, |mask, word| {
        let word = word.trim_end_matches('*');
        Some(mask | Direction::from_word(word)?.bit())
    })
}

/// The roads that meet no other of their hex, in the order of the map.
pub(super) fn roads_apart(map: &Map) -> Vec<(HexId, u8)> {
    let of = |hex: HexId| {
        let named = map.hex(hex).features.iter().filter(|feature| feature.kind == ROADS_APART);
        named.filter_map(move |feature| Some((hex, mask(&feature.name)?)))
    };
    map.ids().flat_map(of).collect()
}

/// Checks that each such road is one, and that another is left for it to stay apart from.
pub(super) fn separate(setup: &Setup, faults: &mut Faults) {
    for (sheet, rows) in &setup.hexes {
        let file = format!("maps/{sheet}");
        for (line, row) in rows.iter().enumerate() {
            let mut taken = 0;
            for words in apart(row) {
                let at = At::row(&file, "features", line);
                let roads = mask(&row.roads).unwrap_or(0);
                let expected =
                    "hexsides of one road, none of them named twice, of several in `roads`";
                match mask(words) {
                    Some(own)
                        if own != 0 && own & !roads == 0 && own & taken == 0 && own != roads =>
                    {
                        taken |= own;
                    }
                    _ => faults.add(
                        at,
                        format!("{words:?} is no road apart from others in hex {}", row.hex),
                        expected,
                    ),
                }
            }
        }
    }
}

/// What a hex says of roads that stay apart.
fn apart(row: &HexRow) -> impl Iterator<Item = &str> {
    row.features.split('|').filter_map(|entry| match entry.split_once(':') {
        Some((kind, words)) => (kind == ROADS_APART).then_some(words),
        None => (entry == ROADS_APART).then_some(""),
    })
}
