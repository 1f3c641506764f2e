//! Heat maps: hexes in shades of a side's colour, on a pale map, cropped to where anything happened.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use engine::{HexId, Map};
use study::Ground;

use super::layout::{Layout, half_height};
use super::{RADIUS, ground, marks};
use crate::charts::Size;
use crate::charts::frame::{escape, reach};
use crate::palette::{self, Role};

/// Shades, palest first, as parts of the full colour.
pub(crate) const SHADES: [f64; 5] = [0.2, 0.38, 0.56, 0.76, 0.95];

/// A hex with heat.
pub(crate) struct Spot {
    /// The hex.
    pub hex: HexId,
    /// The colour.
    pub role: Role,
    /// Number of the shade, from 0.
    pub shade: usize,
    /// Whether its number is written.
    pub named: bool,
    /// What it says to a reader who points at it.
    pub said: String,
}

/// One map.
pub(crate) struct Panel {
    /// Its title.
    pub title: String,
    /// Its hexes, most important first.
    pub spots: Vec<Spot>,
}

/// The meaning of a row of shades.
pub(crate) struct Scale {
    /// What is measured, with its unit in brackets.
    pub title: String,
    /// Colours, one row of boxes each.
    pub roles: Vec<(Role, &'static str)>,
    /// The meaning of each shade, palest first.
    pub steps: Vec<String>,
}

/// Everything in the picture.
pub(crate) struct Heat<'a> {
    /// Its name, unique on the page.
    pub id: &'a str,
    pub title: &'a str,
    pub alt: &'a str,
    pub ground: &'a Ground,
    pub panels: Vec<Panel>,
    pub scale: Scale,
}

/// The part of the map that is shown, in units of the layout.
#[derive(Copy, Clone)]
struct Cut {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// Size of text in pixels.
const TEXT: f64 = 12.0;
/// Pixels between panels.
const GAP: f64 = 16.0;
/// Pixels above a panel, for its title.
const HEAD: f64 = 24.0;

/// Draws it `width` pixels wide.
pub(crate) fn draw(heat: &Heat<'_>, size: Size, width: f64) -> String {
    let map = &heat.ground.map;
    let layout = Layout::of(map);
    let cut = cut(heat, &layout);
    // One or two maps of a long coast look better one below the other.
    let long = heat.panels.len() <= 2 && cut.width > 2.0 * cut.height;
    let across = if size == Size::Wide && !long { heat.panels.len().clamp(1, 2) } else { 1 };
    let wide = (width - GAP * (across as f64 - 1.0)) / across as f64;
    let zoom = (wide / cut.width).min(520.0 / cut.height);
    let tall = cut.height * zoom;
    let rows = heat.panels.len().div_ceil(across);
    let legend_top = rows as f64 * (HEAD + tall + GAP);
    let (legend, legend_height) = legend(&heat.scale, legend_top, width);
    let height = legend_top + legend_height;
    let word = if size == Size::Wide { "wide" } else { "narrow" };
    let ground_id = format!("heat-{}-{word}", heat.id);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" class=\"chart {word}\" role=\"img\" aria-label=\"{title}. {alt}\">\
         <title>{title}</title><desc>{alt}</desc>\n<defs><g id=\"{ground_id}\">",
        title = escape(heat.title),
        alt = escape(heat.alt),
    );
    pale(&mut svg, heat.ground, &layout, cut);
    svg.push_str("</g></defs>\n");
    for (i, panel) in heat.panels.iter().enumerate() {
        let x = (i % across) as f64 * (wide + GAP) + (wide - cut.width * zoom) / 2.0;
        let y = (i / across) as f64 * (HEAD + tall + GAP) + HEAD;
        let _ = writeln!(
            svg,
            "<text class=\"f-ink\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"bold\" fill=\"{}\">{}</text>",
            x,
            y - 8.0,
            palette::hex(palette::INK.day),
            escape(&panel.title)
        );
        let _ = writeln!(
            svg,
            "<svg x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\">\
             <use href=\"#{ground_id}\"/>",
            cut.width * zoom,
            cut.left,
            cut.top,
            cut.width,
            cut.height
        );
        shades(&mut svg, panel, &layout);
        objectives(&mut svg, heat.ground, &layout, zoom);
        targets(&mut svg, map, panel, &layout);
        svg.push_str("</svg>\n");
        let place = |hex| {
            let (cx, cy) = layout.centre(hex);
            (x + (cx - cut.left) * zoom, y + (cy - cut.top) * zoom)
        };
        let frame = (x, y, x + cut.width * zoom, y + tall);
        words(&mut svg, map, panel, frame, place);
    }
    svg.push_str(&legend);
    svg.push_str("</svg>\n");
    svg
}

/// The hexes with heat and the objectives, with a rim of a hex.
fn cut(heat: &Heat<'_>, layout: &Layout) -> Cut {
    let hot = heat.panels.iter().flat_map(|panel| panel.spots.iter().map(|spot| spot.hex));
    let shown = hot.chain(heat.ground.objectives.iter().copied()).map(|hex| layout.centre(hex));
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in shown {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let rim = 2.6 * RADIUS;
    Cut {
        left: low.0 - rim,
        top: low.1 - rim,
        width: high.0 - low.0 + 2.0 * rim,
        height: high.1 - low.1 + 2.0 * rim,
    }
}

/// The outline of a hex in few characters, because a page has many of them.
fn outline((x, y): (f64, f64)) -> String {
    let (r, h) = (RADIUS, half_height());
    format!(
        "M{:.0} {:.0}h{r:.0}l{a:.0} {h:.0}-{a:.0} {h:.0}h-{r:.0}l-{a:.0}-{h:.0}z",
        x - r / 2.0,
        y - h,
        a = r / 2.0
    )
}

/// The terrain, pale, so that shades stand out.
fn pale(svg: &mut String, on: &Ground, layout: &Layout, cut: Cut) {
    let map = &on.map;
    let near = |&hex: &HexId| {
        let (x, y) = layout.centre(hex);
        x > cut.left - RADIUS
            && x < cut.left + cut.width + RADIUS
            && y > cut.top - RADIUS
            && y < cut.top + cut.height + RADIUS
    };
    let _ = write!(
        svg,
        "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" fill=\"{}\"/>",
        cut.left,
        cut.top,
        cut.width,
        cut.height,
        ground::PAPER
    );
    let mut fills: BTreeMap<&str, String> = BTreeMap::new();
    for hex in map.ids().filter(near) {
        fills
            .entry(ground::look(map.terrain_name(hex)).fill)
            .or_default()
            .push_str(&outline(layout.centre(hex)));
    }
    for (fill, path) in fills {
        let _ = write!(
            svg,
            "<path d=\"{path}\" fill=\"{fill}\" fill-opacity=\".55\" stroke=\"{}\" stroke-opacity=\".35\" stroke-width=\"1\"/>",
            ground::GRID
        );
    }
    ground::coast(svg, map, layout);
    ground::rivers(svg, map, layout);
}

/// One path for each colour and shade.
fn shades(svg: &mut String, panel: &Panel, layout: &Layout) {
    let mut paths: BTreeMap<(&str, usize), (Role, String)> = BTreeMap::new();
    for spot in &panel.spots {
        let entry = paths.entry((spot.role.name, spot.shade));
        let (_, path) = entry.or_insert_with(|| (spot.role, String::new()));
        path.push_str(&outline(layout.centre(spot.hex)));
    }
    for ((_, shade), (role, path)) in paths {
        let _ = write!(
            svg,
            "<path d=\"{path}\" fill=\"{}\" fill-opacity=\"{}\"/>",
            palette::hex(role.day),
            SHADES[shade.min(SHADES.len() - 1)]
        );
    }
}

/// What lies over the hexes unseen: a browser shows the title of what is pointed at.
fn targets(svg: &mut String, map: &Map, panel: &Panel, layout: &Layout) {
    svg.push_str("<g class=\"tells\" fill=\"none\" pointer-events=\"all\">");
    for spot in &panel.spots {
        let (path, number) = (outline(layout.centre(spot.hex)), map.number(spot.hex));
        let said = escape(&format!("{}, hex {number}: {}", panel.title, spot.said));
        let _ = write!(svg, "<path d=\"{path}\"><title>{said}</title></path>");
    }
    svg.push_str("</g>");
}

fn objectives(svg: &mut String, on: &Ground, layout: &Layout, zoom: f64) {
    let path: String = on.objectives.iter().map(|&hex| outline(layout.centre(hex))).collect();
    let _ = write!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
        ground::INK,
        2.0 / zoom
    );
}

/// Numbers of the hottest hexes, then names of places, as far as there is room.
fn words(
    svg: &mut String,
    map: &Map,
    panel: &Panel,
    frame: (f64, f64, f64, f64),
    place: impl Fn(HexId) -> (f64, f64),
) {
    let mut taken: Vec<[f64; 4]> = Vec::new();
    let mut written: BTreeSet<&str> = BTreeSet::new();
    let mut write = |text: &str, (x, y): (f64, f64), bold: bool| {
        let half = f64::from(reach(text, TEXT)) / 2.0 + 3.0;
        let area = [x - half, y - 9.0, x + half, y + 9.0];
        let inside =
            area[0] >= frame.0 && area[1] >= frame.1 && area[2] <= frame.2 && area[3] <= frame.3;
        let free = taken
            .iter()
            .all(|t| area[2] <= t[0] || t[2] <= area[0] || area[3] <= t[1] || t[3] <= area[1]);
        if inside && free {
            taken.push(area);
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{TEXT}\"{weight} text-anchor=\"middle\" fill=\"{}\" \
                 stroke=\"{}\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                y + 4.0,
                ground::INK,
                ground::PAPER,
                escape(text)
            );
        }
        inside && free
    };
    for spot in panel.spots.iter().filter(|spot| spot.named) {
        write(&map.number(spot.hex), place(spot.hex), true);
    }
    for hex in map.ids() {
        for feature in map
            .hex(hex)
            .features
            .iter()
            .filter(|f| !f.name.is_empty() && !marks::SILENT.contains(&f.kind.as_str()))
        {
            let (x, y) = place(hex);
            // A town of five hexes, its port and its airfield share one name.
            if !written.contains(feature.name.as_str())
                && write(&feature.name, (x, y + 12.0), false)
            {
                written.insert(&feature.name);
            }
        }
    }
    svg.push('\n');
}

/// The shades and their meaning.
fn legend(scale: &Scale, top: f64, width: f64) -> (String, f64) {
    let ink = palette::hex(palette::INK.day);
    let mut svg = format!(
        "<text class=\"f-ink\" x=\"4\" y=\"{:.1}\" font-size=\"13\" fill=\"{ink}\">{}</text>\n",
        top + 14.0,
        escape(&scale.title)
    );
    let mut y = top + 26.0;
    let widest = scale.steps.iter().map(|step| reach(step, TEXT)).max().unwrap_or(0);
    let step_width = f64::from(widest) + 34.0;
    let name_width = scale.roles.iter().map(|(_, name)| reach(name, TEXT)).max().unwrap_or(0);
    let indent = if name_width > 0 { f64::from(name_width) + 14.0 } else { 4.0 };
    let each = (((width - indent) / step_width).floor() as usize).clamp(1, SHADES.len());
    for (role, name) in &scale.roles {
        let _ = write!(
            svg,
            "<text class=\"f-ink\" x=\"4\" y=\"{:.1}\" font-size=\"{TEXT}\" fill=\"{ink}\">{}</text>",
            y + 12.0,
            escape(name)
        );
        for (i, step) in scale.steps.iter().enumerate() {
            let x = indent + (i % each) as f64 * step_width;
            let line = y + (i / each) as f64 * 20.0;
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{line:.1}\" width=\"18\" height=\"15\" fill=\"{paper}\"/>\
                 <rect x=\"{x:.1}\" y=\"{line:.1}\" width=\"18\" height=\"15\" fill=\"{}\" fill-opacity=\"{}\"/>\
                 <text class=\"f-ink\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"{TEXT}\" fill=\"{ink}\">{}</text>",
                palette::hex(role.day),
                SHADES[i.min(SHADES.len() - 1)],
                x + 23.0,
                line + 12.0,
                escape(step),
                paper = ground::PAPER,
            );
        }
        y += scale.steps.len().div_ceil(each) as f64 * 20.0 + 4.0;
    }
    svg.push('\n');
    (svg, y - top + 4.0)
}
