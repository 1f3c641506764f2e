//! Roads: a cased line for major ones, a dashed one for minor ones, bent through the hex.

use std::fmt::Write as _;

use engine::{Direction, HexId, Map, SideId};

use super::layout::Layout;

pub(super) const CASING: &str = "#6B2E1F";
pub(super) const MAJOR: &str = "#E9B26B";
pub(super) const MINOR: &str = "#7A4B2A";

pub(super) fn draw(svg: &mut String, map: &Map, layout: &Layout) {
    let (road, minor_road) = (map.side_kind("road"), map.side_kind("minor-road"));
    let (mut major, mut minor) = (String::new(), String::new());
    for id in map.ids() {
        let crossed = |kind: Option<SideId>| kind.map_or(0, |kind| map.sides(id, kind));
        let (roads, tracks) = (crossed(road), crossed(minor_road));
        let exits: Vec<Direction> =
            Direction::ALL.into_iter().filter(|d| roads & d.bit() != 0).collect();
        let small = |d: &Direction| tracks & d.bit() != 0;
        let (small, big): (Vec<_>, Vec<_>) = exits.into_iter().partition(small);
        // If both kinds meet, the minor road starts at the middle of the hex.
        let meeting = !small.is_empty() && !big.is_empty();
        strand(&mut minor, layout, id, &small, meeting);
        strand(&mut major, layout, id, &big, meeting);
    }
    if !minor.is_empty() {
        let _ = writeln!(
            svg,
            "<path class=\"minor-roads\" d=\"{minor}\" fill=\"none\" stroke=\"{MINOR}\" stroke-width=\"2\" stroke-dasharray=\"5 2.5\"/>"
        );
    }
    if !major.is_empty() {
        for (colour, width) in [(CASING, 4.6), (MAJOR, 2.6)] {
            let _ = writeln!(
                svg,
                "<path class=\"roads\" d=\"{major}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            );
        }
    }
}

/// Two exits make a bend, one or many make spokes.
fn strand(path: &mut String, layout: &Layout, id: HexId, exits: &[Direction], spokes: bool) {
    let (x, y) = layout.centre(id);
    let middle = |d: &Direction| layout.side(id, d.index())[2];
    if let ([a, b], false) = (exits, spokes) {
        let (a, b) = (middle(a), middle(b));
        let _ = write!(path, "M{:.1} {:.1}Q{x:.1} {y:.1} {:.1} {:.1}", a.0, a.1, b.0, b.1);
        return;
    }
    for exit in exits {
        let (to_x, to_y) = middle(exit);
        let _ = write!(path, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
}
