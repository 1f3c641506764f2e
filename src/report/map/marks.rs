//! Marks on the map: ports, airfields, objectives, set-up marks, names.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use engine::{HexId, Map, Side};

use super::layout::Layout;
use super::{MapPicture, RADIUS, ground};
use crate::charts::frame::escape;
use crate::palette;

/// Kinds of feature whose name is written like that of a place.
const PLACES: [&str; 3] = ["city", "town", "village"];
/// Names that are not needed on the map.
pub(super) const SILENT: [&str; 3] = ["setup", "reinforcement", "coast-adjusted"];

pub(super) fn draw(svg: &mut String, picture: &MapPicture<'_>, layout: &Layout) {
    let map = picture.map;
    for &(id, side) in &picture.objectives {
        let (x, y) = layout.centre(id);
        svg.push_str(&objective(x, y, side));
    }
    for id in map.ids() {
        let (x, y) = layout.centre(id);
        for feature in &map.hex(id).features {
            match feature.kind.as_str() {
                "port" | "harbour" => svg.push_str(&anchor(x + 13.0, y + 1.0)),
                "airfield" | "airstrip" => svg.push_str(&runway(x, y)),
                "bridge" => svg.push_str(&bridge(x, y)),
                "ferry" => svg.push_str(&ferry(x, y)),
                _ => {}
            }
        }
    }
    let mut taken = Taken::default();
    for (id, label) in &picture.marks {
        let (x, y) = layout.centre(*id);
        taken.claim(set_up(svg, x, y, label));
    }
    names(svg, map, layout, &mut taken);
}

/// A star in a ring of the holder's colour.
pub(super) fn objective(x: f64, y: f64, side: Side) -> String {
    let colour = palette::hex(palette::side(side).day);
    let mut star = String::new();
    for k in 0..10 {
        let angle = std::f64::consts::PI * (f64::from(k) / 5.0 - 0.5);
        let r = if k % 2 == 0 { 6.5 } else { 2.7 };
        let word = if k == 0 { 'M' } else { 'L' };
        let _ = write!(
            star,
            "{word}{:.1} {:.1}",
            x - 15.0 + r * angle.cos(),
            y + 1.0 + r * angle.sin()
        );
    }
    format!(
        "<path class=\"objective\" d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3.5\"/>\
         <path d=\"{star}Z\" fill=\"{colour}\" stroke=\"#FFFFFF\" stroke-width=\"1.2\" paint-order=\"stroke\"/>\n",
        super::layout::outline((x, y))
    )
}

/// A port.
pub(super) fn anchor(x: f64, y: f64) -> String {
    format!(
        "<g class=\"port\" transform=\"translate({x:.1} {y:.1})\"><circle r=\"7.5\" fill=\"#FFFFFF\" stroke=\"#1E4E6B\"/>\
         <path d=\"M0-3V5M-2.5-1H2.5M-4.5 2C-4 6 4 6 4.5 2\" fill=\"none\" stroke=\"#1E4E6B\" stroke-width=\"1.5\"/>\
         <circle cy=\"-4.2\" r=\"1.3\" fill=\"none\" stroke=\"#1E4E6B\"/></g>\n"
    )
}

/// An airfield.
pub(super) fn runway(x: f64, y: f64) -> String {
    format!(
        "<g class=\"airfield\" transform=\"translate({x:.1} {y:.1}) rotate(-25)\"><rect x=\"-19\" y=\"-5\" width=\"38\" height=\"10\" rx=\"2\" \
         fill=\"#7D7F80\" stroke=\"#3E4142\"/><path d=\"M-15 0H15\" stroke=\"#FFFFFF\" stroke-width=\"1.6\" stroke-dasharray=\"5 3\"/></g>\n"
    )
}

/// A bridge.
pub(super) fn bridge(x: f64, y: f64) -> String {
    format!(
        "<g class=\"bridge\" transform=\"translate({x:.1} {y:.1})\"><path d=\"M-9-4H9M-9 4H9M-11-6L-9-4M11-6L9-4M-11 6L-9 4M11 6L9 4\" \
         fill=\"none\" stroke=\"#2B2B2B\" stroke-width=\"1.8\"/></g>\n"
    )
}

/// A ferry.
pub(super) fn ferry(x: f64, y: f64) -> String {
    format!(
        "<g class=\"ferry\" transform=\"translate({x:.1} {y:.1})\"><path d=\"M-9-1H9L6 5H-6Z\" fill=\"#FFFFFF\" stroke=\"#1E4E6B\" \
         stroke-width=\"1.5\"/><path d=\"M0-1V-8L6-3H0\" fill=\"#FFFFFF\" stroke=\"#1E4E6B\"/></g>\n"
    )
}

/// A small flag with its label; returns the area it covers.
fn set_up(svg: &mut String, x: f64, y: f64, label: &str) -> Room {
    let width = 8.0 + 4.9 * label.chars().count() as f64;
    let room = Room { x: x - width / 2.0, y: y + 11.5, width, height: 11.0 };
    let _ = writeln!(
        svg,
        "<g class=\"set-up\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"11\" rx=\"2.5\" fill=\"#FFFFFF\" stroke=\"#3B3F57\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"8\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>",
        room.x,
        room.y,
        room.y + 8.3,
        ground::INK,
        escape(label)
    );
    room
}

/// A rectangle that text covers.
#[derive(Copy, Clone)]
struct Room {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The areas already written on: names avoid one another.
#[derive(Default)]
struct Taken(Vec<Room>);

impl Taken {
    fn claim(&mut self, room: Room) {
        self.0.push(room);
    }

    fn free(&self, room: Room) -> bool {
        self.0.iter().all(|o| {
            room.x + room.width <= o.x
                || o.x + o.width <= room.x
                || room.y + room.height <= o.y
                || o.y + o.height <= room.y
        })
    }
}

/// Writes each name once, in its first hex, if there is room.
fn names(svg: &mut String, map: &Map, layout: &Layout, taken: &mut Taken) {
    let mut written: BTreeSet<String> = BTreeSet::new();
    let mut all: Vec<(usize, HexId, &str, String)> = Vec::new();
    for id in map.ids() {
        for feature in &map.hex(id).features {
            let (kind, name) = (feature.kind.as_str(), feature.name.as_str());
            if !name.is_empty() && !SILENT.contains(&kind) {
                // The largest places first: they get the best positions.
                let rank = PLACES.iter().position(|p| *p == kind).unwrap_or(PLACES.len());
                let words =
                    if kind.starts_with("exit") { format!("exit {name}") } else { name.to_owned() };
                all.push((rank, id, kind, words));
            }
        }
    }
    all.sort_by_key(|(rank, id, ..)| (*rank, *id));
    for (_, id, kind, name) in all {
        if !written.insert(name.clone()) {
            continue;
        }
        let (size, style) = match kind {
            "city" => (15.0, "font-weight=\"bold\" letter-spacing=\"1\""),
            "town" => (13.0, "font-weight=\"bold\""),
            "village" => (11.0, ""),
            _ => (10.0, "font-style=\"italic\""),
        };
        let (x, y) = layout.centre(id);
        let width = size * 0.6 * name.chars().count() as f64;
        let room = [20.0, -26.0, 32.0, 8.0, 44.0, -38.0]
            .into_iter()
            .flat_map(|dy| [0.0, RADIUS, -RADIUS].map(|dx| (x + dx, y + dy)))
            .map(|(x, y)| Room {
                x: (x - width / 2.0).max(2.0),
                y: y - size * 0.8,
                width,
                height: size,
            })
            .find(|room| room.x + width < layout.width && taken.free(*room));
        // A name that does not fit on the map is still in its description.
        if let Some(room) = room {
            taken.claim(room);
            let _ = writeln!(
                svg,
                "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" {style} text-anchor=\"middle\" fill=\"{}\" \
                 stroke=\"#FFFFFF\" stroke-width=\"3\" stroke-opacity=\".85\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
                room.x + width / 2.0,
                room.y + size * 0.8,
                ground::INK,
                escape(&name)
            );
        }
    }
}
