//! Maps as a wargamer expects them: terrain, roads, slopes, hex numbers, names, drawn from the data.
//!
//! A map is like paper: it keeps its colours in dark mode, and its numbers are legible on every terrain.

mod ground;
pub(crate) mod heat;
mod layout;
mod legend;
mod marks;
mod roads;

use std::fmt::Write as _;

use engine::{Brief, HexId, Map, Origin, Pictured, Provenance, Side};

use crate::charts::frame::escape;
use layout::Layout;

/// Radius of a hex, from centre to corner, in units of the picture.
const RADIUS: f64 = 30.0;

/// The contents of a map picture.
pub struct MapPicture<'a> {
    /// The map.
    pub map: &'a Map,
    /// Title.
    pub title: String,
    /// Objective hexes with their controller.
    pub objectives: Vec<(HexId, Side)>,
    /// Where units set up, arrive or drop: hex and a short label.
    pub marks: Vec<(HexId, String)>,
    /// Lines below the map: sources and credits.
    pub notes: Vec<String>,
}

impl<'a> MapPicture<'a> {
    /// The map of a game before play.
    pub fn of(game: &'a impl Pictured) -> Self {
        MapPicture::new(game.map(), &game.brief(), game.objectives(), game.set_up_marks())
    }

    /// A map with a scenario's description of it.
    pub fn new(
        map: &'a Map,
        brief: &Brief,
        objectives: Vec<(HexId, Side)>,
        marks: Vec<(HexId, String)>,
    ) -> Self {
        let notes = notes(&brief.provenance);
        MapPicture { map, title: brief.title.clone(), objectives, marks, notes }
    }
}

/// The credits that must be below a map, from the origins of its hexes.
fn notes(provenance: &[Provenance]) -> Vec<String> {
    let from = |origin| {
        provenance.iter().any(|p| p.file.contains("map") && p.origin == origin && p.count > 0)
    };
    let mut notes = Vec::new();
    if from(Origin::Reconstructed) {
        notes.push("Reconstructed map, not the printed one.".to_owned());
    }
    if from(Origin::Geography) {
        notes.push(
            "Coast GSHHG (LGPL), heights GLOBE, place coordinates from GeoNames (CC BY 4.0)."
                .to_owned(),
        );
    }
    notes
}

/// Draws the map of a game: terrain, roads, slopes, objectives, set-up.
pub fn map_svg(game: &impl Pictured) -> String {
    picture_svg(&MapPicture::of(game))
}

/// Draws a map.
pub fn picture_svg(picture: &MapPicture<'_>) -> String {
    let map = picture.map;
    let layout = Layout::of(map);
    let legend = legend::draw(picture, layout.width);
    let top = 54.0;
    let notes = picture.notes.len() as f64 * 18.0;
    let height = top + layout.height + legend.height + notes + 24.0;
    let width = layout.width;
    let sheets: Vec<&str> = map.sheets().collect();
    let subtitle = format!(
        "{} {}, {} hexes",
        if sheets.len() == 1 { "Sheet" } else { "Sheets" },
        sheets.join(", "),
        crate::number::count(map.len() as u64)
    );
    let alt = alt(picture, &subtitle);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" role=\"img\" aria-label=\"{label}\">\n\
         <title>{title}</title><desc>{alt}</desc>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"20\" font-weight=\"bold\" fill=\"{ink}\">{title}</text>\n\
         <text x=\"20\" y=\"46\" font-size=\"12\" fill=\"{muted}\">{subtitle}</text>\n",
        label = escape(&format!("Map: {}. {alt}", picture.title)),
        title = escape(&picture.title),
        alt = escape(&alt),
        subtitle = escape(&subtitle),
        paper = ground::PAPER,
        ink = ground::INK,
        muted = ground::MUTED,
    );
    let _ = writeln!(svg, "<g transform=\"translate(0 {top:.0})\">");
    paint(&mut svg, picture, &layout);
    let _ = writeln!(svg, "</g>\n<g transform=\"translate(0 {:.0})\">", top + layout.height);
    svg.push_str(&legend.svg);
    svg.push_str("</g>\n");
    for (i, note) in picture.notes.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"20\" y=\"{:.0}\" font-size=\"12\" fill=\"{}\">{}</text>",
            top + layout.height + legend.height + 16.0 + 18.0 * i as f64,
            ground::MUTED,
            escape(note)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Paints the map itself.
fn paint(svg: &mut String, picture: &MapPicture<'_>, layout: &Layout) {
    let map = picture.map;
    svg.push_str(&ground::defs());
    ground::draw(svg, map, layout);
    ground::rivers(svg, map, layout);
    roads::draw(svg, map, layout);
    marks::draw(svg, picture, layout);
}

/// A map for placing counters on: only the drawing, without title and legend.
pub(crate) struct Board {
    /// The contents of the SVG element.
    pub drawing: String,
    /// Its size.
    pub size: (f64, f64),
    /// The centre of every hex, in the order of the map.
    pub centres: Vec<(f64, f64)>,
    /// The legend: a complete SVG element.
    pub legend: String,
    /// The map in words.
    pub alt: String,
}

/// Draws a map for placing counters on.
pub(crate) fn board(picture: &MapPicture<'_>) -> Board {
    let layout = Layout::of(picture.map);
    let mut drawing = String::new();
    paint(&mut drawing, picture, &layout);
    // As wide as a phone: a legend as wide as a large map would be too small to read there.
    let width = layout.width.min(LEGEND_WIDTH);
    let drawn = legend::draw(picture, width);
    let legend = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" role=\"img\" aria-label=\"Legend of the map\">\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>{}</svg>",
        ground::PAPER,
        drawn.svg,
        height = drawn.height,
    );
    let sheets: Vec<&str> = picture.map.sheets().collect();
    let alt = alt(picture, &sheets.join(", "));
    let centres = picture.map.ids().map(|id| layout.centre(id)).collect();
    Board { drawing, size: (layout.width, layout.height), centres, legend, alt }
}

/// Width of a separate legend.
const LEGEND_WIDTH: f64 = 380.0;

/// The map in words.
fn alt(picture: &MapPicture<'_>, subtitle: &str) -> String {
    let map = picture.map;
    let mut words = format!("{subtitle}.");
    let named: Vec<String> = map
        .ids()
        .flat_map(|id| {
            map.hex(id)
                .features
                .iter()
                .filter(|f| !f.name.is_empty())
                .map(move |f| format!("{} {} at {}", f.kind, f.name, map.label(id)))
        })
        .take(40)
        .collect();
    if !named.is_empty() {
        let _ = write!(words, " {}.", named.join("; "));
    }
    for (id, side) in &picture.objectives {
        let _ = write!(
            words,
            " Objective {}, held by the {}.",
            map.label(*id),
            crate::charts::people(*side)
        );
    }
    words
}
