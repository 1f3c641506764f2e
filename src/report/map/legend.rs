//! The legend of a map: only the colours and symbols that are on it.

use std::fmt::Write as _;

use engine::{HexId, Side};

use super::layout::{half_height, outline};
use super::{MapPicture, RADIUS, ground, marks, roads};
use crate::charts::frame::escape;

/// A drawn legend.
pub(super) struct Legend {
    pub svg: String,
    pub height: f64,
}

/// Width of one entry.
const ENTRY: f64 = 168.0;
const ROW: f64 = 44.0;

pub(super) fn draw(picture: &MapPicture<'_>, width: f64) -> Legend {
    let columns = ((width - 40.0) / ENTRY).floor().max(1.0) as usize;
    let entries = entries(picture);
    let mut svg = String::new();
    for (i, (sample, words)) in entries.iter().enumerate() {
        let x = 20.0 + ENTRY * (i % columns) as f64;
        let y = ROW * (i / columns) as f64;
        let _ = writeln!(
            svg,
            "<g class=\"legend\" transform=\"translate({x:.0} {y:.0})\"><g transform=\"translate(20 20) scale(.6)\">{sample}</g>\
             <text x=\"46\" y=\"24\" font-size=\"12\" fill=\"{}\">{}</text></g>",
            ground::INK,
            escape(words)
        );
    }
    Legend { svg, height: ROW * entries.len().div_ceil(columns) as f64 + 6.0 }
}

fn entries(picture: &MapPicture<'_>) -> Vec<(String, String)> {
    let map = picture.map;
    let mut entries = Vec::new();
    for name in map.terrains() {
        if !map.ids().any(|id| map.terrain_name(id) == name) {
            continue;
        }
        let look = ground::look(name);
        let symbol =
            look.symbol.map_or_else(String::new, |s| format!("<use href=\"#dz-{s}\" y=\"2\"/>"));
        let hex = outline((0.0, 0.0));
        entries.push((
            format!("<path d=\"{hex}\" fill=\"{}\" stroke=\"#8D8775\"/>{symbol}", look.fill),
            name.clone(),
        ));
    }
    let any = |test: &dyn Fn(&engine::Hex) -> bool| map.ids().any(|id| test(map.hex(id)));
    let sides = |hex: HexId, name: &str| map.side_kind(name).map_or(0, |kind| map.sides(hex, kind));
    // A hexside with one kind but not the other.
    let has_side =
        |kind: &str, not: &str| map.ids().any(|id| sides(id, kind) & !sides(id, not) != 0);
    let line = |colour: &str, width: f64, more: &str| {
        format!(
            "<path d=\"M-28 8Q0-14 28 4\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" {more}/>"
        )
    };
    if has_side("river", "") {
        entries.push((line(ground::RIVER, 6.0, ""), "river".to_owned()));
    }
    if has_side("road", "minor-road") {
        let sample = line(roads::CASING, 6.5, "") + line(roads::MAJOR, 3.5, "").as_str();
        entries.push((sample, "major road".to_owned()));
    }
    if has_side("minor-road", "") {
        entries.push((
            line(roads::MINOR, 3.0, "stroke-dasharray=\"8 4\""),
            "minor road, track".to_owned(),
        ));
    }
    if has_side("slope", "") {
        let side = ground::slope_stroke((26.0, -4.0), (-26.0, -4.0), (0.0, half_height()));
        let sample = format!(
            "<path d=\"{side}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"/>",
            ground::SLOPE
        );
        entries.push((sample, "slope, ticks down".to_owned()));
    }
    let has =
        |kinds: &[&str]| any(&|hex| hex.features.iter().any(|f| kinds.contains(&f.kind.as_str())));
    if has(&["port", "harbour"]) {
        entries.push((marks::anchor(0.0, 0.0), "port".to_owned()));
    }
    if has(&["airfield", "airstrip"]) {
        entries.push((marks::runway(0.0, 0.0), "airfield".to_owned()));
    }
    if has(&["bridge"]) {
        entries.push((marks::bridge(0.0, 0.0), "bridge".to_owned()));
    }
    if has(&["ferry"]) {
        entries.push((marks::ferry(0.0, 0.0), "ferry".to_owned()));
    }
    for side in Side::BOTH {
        if picture.objectives.iter().any(|(_, holder)| *holder == side) {
            entries.push((marks::objective(0.0, 0.0, side), format!("objective, {side}")));
        }
    }
    if !picture.marks.is_empty() {
        let sample = format!(
            "<rect x=\"-{RADIUS}\" y=\"-9\" width=\"{}\" height=\"18\" rx=\"4\" fill=\"#FFFFFF\" stroke=\"#3B3F57\" stroke-width=\"1.6\"/>",
            2.0 * RADIUS
        );
        entries.push((sample, "set-up, arrival".to_owned()));
    }
    entries
}
