//! Terrain: a colour for each kind, a symbol where it helps, the coast, slopes, the grid and its numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::{Direction, HexId, Map};

use super::RADIUS;
use super::layout::{Layout, outline};

pub(super) const PAPER: &str = "#FBF9F3";
pub(super) const INK: &str = "#1D2126";
pub(super) const MUTED: &str = "#4E5257";
/// Hex numbers.
pub(super) const NUMBER: &str = "#33373B";
pub(super) const GRID: &str = "#8D8775";
const COAST: &str = "#2F6E8E";
pub(super) const RIVER: &str = "#5E9BC0";
pub(super) const SLOPE: &str = "#7C4A1E";

/// The look of a kind of terrain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub fill: &'static str,
    /// Id of the symbol, if any.
    pub symbol: Option<&'static str>,
}

/// Looks by name; an unknown name gets a neutral look, never a wrong one.
pub(super) fn look(terrain: &str) -> Look {
    let (fill, symbol) = match terrain {
        "sea" | "water" | "lake" => ("#B5D6E6", None),
        "clear" | "open" => ("#EFE8CB", None),
        "orchard" | "olive" | "grove" => ("#D3DDAA", Some("trees")),
        "scrub" | "rough" => ("#E3D6A6", Some("tufts")),
        "village" => ("#EFE8CB", Some("houses")),
        "urban" => ("#CDBFB4", Some("blocks")),
        "town" => ("#D9CDBE", Some("blocks")),
        "city" => ("#CDBFB4", Some("city")),
        "fortified" => ("#D8C6A2", Some("walls")),
        "impassable" | "mountain" => ("#C6BFB0", Some("rocks")),
        "rubble" => ("#D3CBC2", Some("debris")),
        "woods" | "forest" => ("#B9CF9C", Some("trees")),
        "marsh" | "swamp" | "polder" | "wet" => ("#CFE0D0", Some("reeds")),
        _ => ("#E6E2DA", None),
    };
    Look { fill, symbol }
}

/// The symbols, drawn around the origin.
pub(super) fn defs() -> String {
    const TREE: &str =
        "<circle r=\"3.1\" fill=\"#8DA64F\"/><path d=\"M0 3v2\" stroke=\"#6C5A2C\"/>";
    let at = |shape: &str, places: &[(f64, f64)]| {
        places.iter().fold(String::new(), |mut out, (x, y)| {
            let _ = write!(out, "<g transform=\"translate({x} {y})\">{shape}</g>");
            out
        })
    };
    let house = |x: f64, y: f64, w: f64, h: f64| {
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#8A4B3A\" stroke=\"#5E3226\" stroke-width=\".6\"/>"
        )
    };
    let houses = house(-11.0, -3.0, 6.0, 5.0)
        + house(-1.0, -7.0, 5.0, 5.0).as_str()
        + house(6.0, -1.0, 6.0, 5.0).as_str()
        + house(-3.0, 4.0, 6.0, 5.0).as_str();
    let mut blocks = String::new();
    for (x, y) in [(-15.0, -8.0), (-5.0, -8.0), (5.0, -8.0), (-15.0, 2.0), (-5.0, 2.0), (5.0, 2.0)]
    {
        blocks += &house(x, y, 8.0, 7.0);
    }
    let mut city = String::new();
    for row in 0..3 {
        for column in 0..5 {
            city += &house(-17.5 + 7.0 * f64::from(column), -10.0 + 8.0 * f64::from(row), 6.0, 6.5);
        }
    }
    let trees = at(
        TREE,
        &[
            (-14.0, -3.0),
            (-5.0, -7.0),
            (5.0, -4.0),
            (14.0, -7.0),
            (-10.0, 8.0),
            (1.0, 6.0),
            (11.0, 9.0),
            (16.0, 3.0),
        ],
    );
    let tufts = at(
        "<path d=\"M-3 2L-1.5-2M0 2V-3M3 2L1.5-2\" stroke=\"#97873F\" fill=\"none\"/>",
        &[(-13.0, -4.0), (8.0, -6.0), (-4.0, 7.0), (14.0, 8.0)],
    );
    let rocks = at(
        "<path d=\"M-7 5L-1-6L2-1L4-4L9 5Z\" fill=\"#9B9282\" stroke=\"#6F675A\" stroke-width=\".8\"/>",
        &[(-10.0, 0.0), (9.0, 6.0), (5.0, -9.0)],
    );
    let debris = at(
        "<path d=\"M-3 1L0-3L3 0L1 3Z\" fill=\"#8B7F74\"/>",
        &[(-12.0, -4.0), (2.0, -7.0), (11.0, 2.0), (-5.0, 6.0), (6.0, 10.0)],
    );
    let reeds = at(
        "<path d=\"M-5 2H5M-3 0V-3M0 0V-4M3 0V-3\" stroke=\"#4F8A7A\" fill=\"none\"/>",
        &[(-10.0, -3.0), (9.0, -5.0), (0.0, 8.0)],
    );
    let walls = "<path d=\"M-14-8H14V10H-14Z\" fill=\"none\" stroke=\"#5A4630\" stroke-width=\"3\" stroke-dasharray=\"5 2\"/>".to_owned();
    let symbols = [
        ("trees", trees),
        ("tufts", tufts),
        ("houses", houses),
        ("blocks", blocks),
        ("city", city),
        ("walls", walls),
        ("rocks", rocks),
        ("debris", debris),
        ("reeds", reeds),
    ];
    let mut out = String::from("<defs>");
    for (id, shape) in symbols {
        let _ = write!(out, "<g id=\"dz-{id}\">{shape}</g>");
    }
    out.push_str("</defs>\n");
    out
}

/// Paints the ground of every hex.
pub(super) fn draw(svg: &mut String, map: &Map, layout: &Layout) {
    let mut fills: BTreeMap<&str, String> = BTreeMap::new();
    let mut symbols = String::new();
    for id in map.ids() {
        let look = look(map.terrain_name(id));
        let (x, y) = layout.centre(id);
        fills.entry(look.fill).or_default().push_str(&outline((x, y)));
        if let Some(symbol) = look.symbol {
            let _ =
                write!(symbols, "<use href=\"#dz-{symbol}\" x=\"{x:.1}\" y=\"{:.1}\"/>", y + 4.0);
        }
    }
    // A stroke in the colour of the fill closes the hairline gaps between neighbours.
    for (fill, path) in fills {
        let _ = writeln!(svg, "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{fill}\"/>");
    }
    let _ = writeln!(svg, "<g class=\"symbols\">{symbols}</g>");
    let grid: String = map.ids().map(|id| outline(layout.centre(id))).collect();
    let _ = writeln!(
        svg,
        "<path d=\"{grid}\" fill=\"none\" stroke=\"{GRID}\" stroke-width=\".7\" stroke-opacity=\".75\"/>"
    );
    coast(svg, map, layout);
    slopes(svg, map, layout);
    let _ = write!(
        svg,
        "<g class=\"numbers\" font-size=\"8.5\" text-anchor=\"middle\" fill=\"{NUMBER}\">"
    );
    for id in map.ids() {
        let (x, y) = layout.centre(id);
        let number = map.number(id);
        let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\">{number}</text>", y - RADIUS * 0.46);
    }
    svg.push_str("</g>\n");
}

fn wet(map: &Map, id: HexId) -> bool {
    matches!(map.terrain_name(id), "sea" | "water" | "lake")
}

/// Rivers along hexsides.
pub(super) fn rivers(svg: &mut String, map: &Map, layout: &Layout) {
    let mut path = String::new();
    for (id, direction) in map.side_kind("river").into_iter().flat_map(|kind| map.sides_once(kind))
    {
        let [a, b, _] = layout.side(id, direction.index());
        let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1);
    }
    if path.is_empty() {
        return;
    }
    let _ = writeln!(
        svg,
        "<path class=\"rivers\" d=\"{path}\" fill=\"none\" stroke=\"{RIVER}\" stroke-width=\"6\" stroke-linecap=\"round\"/>"
    );
}

pub(super) fn coast(svg: &mut String, map: &Map, layout: &Layout) {
    let mut path = String::new();
    for id in map.ids().filter(|&id| wet(map, id)) {
        for (direction, near) in map.neighbours(id) {
            if !wet(map, near) {
                let [a, b, _] = layout.side(id, direction.index());
                let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, b.0, b.1);
            }
        }
    }
    if !path.is_empty() {
        let _ = writeln!(
            svg,
            "<path class=\"coast\" d=\"{path}\" fill=\"none\" stroke=\"{COAST}\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>"
        );
    }
}

/// A slope is a brown hexside with ticks that point downhill.
fn slopes(svg: &mut String, map: &Map, layout: &Layout) {
    let Some(slope) = map.side_kind("slope") else { return };
    let mut path = String::new();
    for id in map.ids() {
        for direction in Direction::ALL {
            if !map.side(id, direction, slope) {
                continue;
            }
            let centre = layout.centre(id);
            let [a, b, middle] = layout.side(id, direction.index());
            path.push_str(&slope_stroke(a, b, (middle.0 - centre.0, middle.1 - centre.1)));
        }
    }
    if !path.is_empty() {
        let _ = writeln!(
            svg,
            "<path class=\"slopes\" d=\"{path}\" fill=\"none\" stroke=\"{SLOPE}\" stroke-width=\"1.2\"/>"
        );
    }
}

/// One hexside from `a` to `b` whose ground falls along `down`.
pub(super) fn slope_stroke(a: (f64, f64), b: (f64, f64), down: (f64, f64)) -> String {
    let length = down.0.hypot(down.1).max(f64::EPSILON);
    let tick = (down.0 / length * 4.5, down.1 / length * 4.5);
    let along = |part: f64| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
    let (from, to) = (along(0.06), along(0.94));
    let mut path = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    for part in [0.15, 0.325, 0.5, 0.675, 0.85] {
        let (x, y) = along(part);
        let _ = write!(path, "M{x:.1} {y:.1}l{:.1} {:.1}", tick.0, tick.1);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG contrast of two `#RRGGBB` colours.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |c: &str| {
            let channel = |i: usize| {
                let c = f64::from(u8::from_str_radix(&c[i..i + 2], 16).unwrap()) / 255.0;
                if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn numbers_are_legible_on_every_terrain() {
        for terrain in [
            "sea",
            "clear",
            "orchard",
            "scrub",
            "village",
            "town",
            "city",
            "fortified",
            "impassable",
            "rubble",
            "woods",
            "marsh",
            "something else",
        ] {
            let fill = look(terrain).fill;
            for text in [NUMBER, INK] {
                assert!(contrast(text, fill) >= 4.5, "{text} on {terrain}");
            }
        }
        assert!(contrast(MUTED, PAPER) >= 4.5);
    }

    #[test]
    fn unknown_terrain_looks_like_nothing_known() {
        let unknown = look("lava");
        assert_eq!(unknown.symbol, None);
        assert_ne!(unknown, look("clear"));
        assert_ne!(unknown.fill, look("rubble").fill);
    }

    #[test]
    fn ticks_point_down_the_slope() {
        // A southern hexside: down is +y.
        let path = slope_stroke((10.0, 0.0), (0.0, 0.0), (0.0, 26.0));
        assert_eq!(path.matches("l0.0 4.5").count(), 5, "{path}");
    }
}
