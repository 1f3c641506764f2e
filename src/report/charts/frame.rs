//! The frame of every chart: a background, a title and a text alternative for readers who cannot see
//! it, and colours that a page can repaint.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io;
use std::ops::Deref;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBAColor, TextStyle};

use super::{Chart, Size, Span};
use crate::palette::{self, Role};
use study::Summary;

/// Where a chart is painted, in pixels.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    points: RefCell<Vec<Point>>,
}

/// Part of a picture that a reader can point at, with what it then says.
struct Point {
    /// Left, top, right and bottom, in pixels.
    at: [i32; 4],
    said: String,
}

impl<'a> Deref for Canvas<'a> {
    type Target = DrawingArea<SVGBackend<'a>, Shift>;

    fn deref(&self) -> &Self::Target {
        &self.area
    }
}

/// A smaller target than this is missed with a finger.
const FINGER: i32 = 14;

/// What a reader is told who points between two corners. Of two points on one another the later is told.
pub(super) fn tell(on: &Canvas<'_>, from: (i32, i32), to: (i32, i32), said: impl Into<String>) {
    let wide = |low: i32, high: i32| {
        let (low, high) = (low.min(high), low.max(high));
        let more = ((FINGER - (high - low)) / 2).max(0);
        (low - more, high + more)
    };
    let ((left, right), (top, bottom)) = (wide(from.0, to.0), wide(from.1, to.1));
    let said = printable(&said.into());
    on.points.borrow_mut().push(Point { at: [left, top, right, bottom], said });
}

/// Error type of painting: it never fails in memory, but plotters' signatures require one.
pub(super) type PaintError = DrawingAreaErrorKind<io::Error>;

/// Result type of painting.
pub(super) type Painted = Result<(), PaintError>;

/// Size of plain text.
pub(super) const TEXT: f64 = 13.0;

/// Paints a chart `height` pixels high.
pub(super) fn draw(
    chart: &dyn Chart,
    summary: &Summary,
    size: Size,
    height: u32,
    paint: impl FnOnce(&Canvas<'_>) -> Painted,
) -> String {
    let words = (chart.title(), chart.alt(summary));
    picture((words.0, &words.1), (chart.span(), size), height, paint)
}

/// Paints a picture with a title and a text alternative for readers who cannot see it.
pub(super) fn picture(
    (title, alt): (&str, &str),
    (span, size): (Span, Size),
    height: u32,
    paint: impl FnOnce(&Canvas<'_>) -> Painted,
) -> String {
    let width = width(span, size);
    let mut svg = String::new();
    let points = {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        let canvas = Canvas { area, points: RefCell::default() };
        canvas
            .fill(&palette::SURFACE.colour())
            .and_then(|()| paint(&canvas))
            .and_then(|()| canvas.present())
            .expect("an SVG in memory can be written");
        canvas.points.into_inner()
    };
    let dressed = dress(&svg, title, alt, size);
    match dressed.rfind("</svg>") {
        Some(end) if !points.is_empty() => {
            format!("{}{}{}", &dressed[..end], targets(&points), &dressed[end..])
        }
        _ => dressed,
    }
}

/// What lies over a picture unseen: a browser shows the title of what is pointed at.
fn targets(points: &[Point]) -> String {
    let mut out = String::from("<g class=\"tells\" fill=\"none\" pointer-events=\"all\">");
    for Point { at: [left, top, right, bottom], said } in points {
        let (width, height) = (right - left, bottom - top);
        let said = escape(said);
        let _ = write!(
            out,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}"><title>{said}</title></rect>"#
        );
    }
    out.push_str("</g>\n");
    out
}

/// Width in pixels.
pub(crate) const fn width(span: Span, size: Size) -> u32 {
    match (size, span) {
        (Size::Narrow, _) => 340,
        (Size::Wide, Span::Half) => 540,
        (Size::Wide, Span::Full) => 1080,
    }
}

/// Lets a page repaint an SVG and a screen reader describe it.
fn dress(svg: &str, title: &str, alt: &str, size: Size) -> String {
    let colours: Vec<(String, Role)> =
        palette::roles().map(|role| (palette::hex(role.day), role)).collect();
    let mut out = String::with_capacity(svg.len() + svg.len() / 4);
    for (i, line) in svg.lines().enumerate() {
        if i == 0 {
            // The opening tag: the view box fixes the shape, the page decides the size.
            let word = match size {
                Size::Wide => "wide",
                Size::Narrow => "narrow",
            };
            let open = line.trim_end_matches('>');
            let _ = writeln!(
                out,
                r#"{open} class="chart {word}" role="img" aria-label="{title}. {alt}"><title>{title}</title><desc>{alt}</desc>"#,
                title = escape(title),
                alt = escape(alt),
            );
            continue;
        }
        out.push_str(&classed(line, &colours));
        // plotters puts a text on a separate line after its tag; the line break would become a space.
        if line.starts_with('<') && !line.starts_with("<text") {
            out.push('\n');
        }
    }
    out
}

/// Adds the classes of its colours to a tag.
fn classed(line: &str, colours: &[(String, Role)]) -> String {
    let Some(end) = line.find('>').filter(|_| line.starts_with('<')) else {
        return line.to_owned();
    };
    let of = |attribute: &str| {
        let at = line[..end].find(attribute)? + attribute.len();
        let value = line.get(at..at + 7)?;
        colours.iter().find(|(hex, _)| hex == value).map(|(_, role)| role.name)
    };
    let mut classes = String::new();
    if let Some(name) = of(" fill=\"") {
        let _ = write!(classes, "f-{name}");
    }
    if let Some(name) = of(" stroke=\"") {
        let space = if classes.is_empty() { "" } else { " " };
        let _ = write!(classes, "{space}s-{name}");
    }
    if classes.is_empty() {
        return line.to_owned();
    }
    let name_end = line[1..].find([' ', '>', '/']).map_or(end, |i| i + 1);
    format!("{} class=\"{classes}\"{}", &line[..name_end], &line[name_end..])
}

/// Escapes text for XML.
pub(crate) fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
        out
    })
}

/// How a text is anchored at its point.
#[derive(Copy, Clone)]
pub(super) enum At {
    Left,
    Middle,
    Right,
}

/// A text style: colour, size in pixels, place on the point.
pub(super) fn style(role: Role, size: f64, at: At) -> TextStyle<'static> {
    let h = match at {
        At::Left => HPos::Left,
        At::Middle => HPos::Center,
        At::Right => HPos::Right,
    };
    // plotters writes a size of 1.24 as 1.
    ("sans-serif", size * 1.24).into_font().color(&role.colour()).pos(Pos::new(h, VPos::Center))
}

/// Writes a text with its middle line at `y`.
pub(super) fn text(
    on: &Canvas<'_>,
    words: &str,
    (x, y): (i32, i32),
    role: Role,
    size: f64,
    at: At,
) -> Painted {
    on.draw(&Text::new(printable(words), (x, y), style(role, size, at)))
}

/// Writes a text in bold.
pub(super) fn bold(
    on: &Canvas<'_>,
    words: &str,
    (x, y): (i32, i32),
    role: Role,
    size: f64,
    at: At,
) -> Painted {
    let plain = style(role, size, at);
    let font = plain.font.clone().style(FontStyle::Bold);
    on.draw(&Text::new(printable(words), (x, y), TextStyle { font, ..plain }))
}

/// Control characters are not allowed in XML, not even escaped.
fn printable(words: &str) -> String {
    words.chars().filter(|c| !c.is_control()).collect()
}

/// A filled rectangle.
pub(super) fn block(on: &Canvas<'_>, from: (i32, i32), to: (i32, i32), role: Role) -> Painted {
    if to.0 <= from.0 || to.1 <= from.1 {
        return Ok(());
    }
    on.draw(&Rectangle::new([from, to], role.colour().filled()))
}

/// A line through points.
pub(super) fn line(on: &Canvas<'_>, points: Vec<(i32, i32)>, role: Role, width: u32) -> Painted {
    on.draw(&PathElement::new(points, role.colour().stroke_width(width)))
}

/// A filled area, partly see-through.
pub(super) fn area(on: &Canvas<'_>, points: Vec<(i32, i32)>, role: Role, alpha: f64) -> Painted {
    let colour: RGBAColor = role.colour().mix(alpha);
    on.draw(&Polygon::new(points, colour.filled()))
}

/// A dot.
pub(super) fn dot(on: &Canvas<'_>, at: (i32, i32), radius: i32, role: Role) -> Painted {
    on.draw(&Circle::new(at, radius, role.colour().filled()))
}

/// A horizontal whisker from `low` to `high` with caps, haloed so that it is seen on any bar.
pub(super) fn whisker(on: &Canvas<'_>, low: i32, high: i32, y: i32) -> Painted {
    for (role, width) in [(palette::SURFACE, 5), (palette::INK, 2)] {
        line(on, vec![(low, y), (high, y)], role, width)?;
        line(on, vec![(low, y - 5), (low, y + 5)], role, width)?;
        line(on, vec![(high, y - 5), (high, y + 5)], role, width)?;
    }
    Ok(())
}

/// A vertical whisker.
pub(super) fn upright_whisker(on: &Canvas<'_>, x: i32, low: i32, high: i32) -> Painted {
    for (role, width) in [(palette::SURFACE, 4), (palette::INK, 2)] {
        line(on, vec![(x, low), (x, high)], role, width)?;
        line(on, vec![(x - 4, low), (x + 4, low)], role, width)?;
        line(on, vec![(x - 4, high), (x + 4, high)], role, width)?;
    }
    Ok(())
}

/// A generous estimate of the width of a text: there is no font to measure with.
pub(crate) fn reach(words: &str, size: f64) -> i32 {
    let ems: f64 = words
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | '\'' | '|' | ':' | ';' | '!' => 0.34,
            ' ' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' => 0.44,
            'm' | 'w' | 'M' | 'W' | '%' => 0.98,
            c if c.is_uppercase() => 0.74,
            c if c.is_ascii() => 0.62,
            _ => 0.8,
        })
        .sum();
    (ems * size).ceil() as i32
}

/// Breaks a text into lines no wider than `width` pixels.
pub(super) fn wrap(words: &str, size: f64, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Characters that cannot be written must not produce an empty line.
    for word in printable(words).split_whitespace() {
        // A word wider than the line is cut into pieces that fit.
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let mut take = rest.len();
            while take > 1 && reach(&rest[..take].iter().collect::<String>(), size) > width {
                take -= 1;
            }
            let piece: String = rest.drain(..take).collect();
            match lines.last_mut() {
                Some(last) if reach(&format!("{last} {piece}"), size) <= width => {
                    last.push(' ');
                    last.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines
}

/// A chart as a separate file: title above, caption below, white background.
pub(super) fn standalone(chart: &dyn Chart, summary: &Summary) -> String {
    const MARGIN: i32 = 20;
    let inner = chart.svg(summary, Size::Wide);
    let width = width(chart.span(), Size::Wide) as i32;
    let height = inner
        .split("viewBox=\"0 0 ")
        .nth(1)
        .and_then(|rest| rest.split('"').next()?.split(' ').nth(1)?.parse::<i32>().ok())
        .expect("a chart has a view box");
    let caption = wrap(&chart.caption(summary), TEXT, width);
    let (outer_width, top) = (width + 2 * MARGIN, 52);
    let outer_height = top + height + 14 + 18 * caption.len() as i32 + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{outer_width}\" height=\"{outer_height}\" \
         viewBox=\"0 0 {outer_width} {outer_height}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\n\
         <text x=\"{MARGIN}\" y=\"34\" font-size=\"18\" font-weight=\"bold\" fill=\"{ink}\">{title}</text>\n",
        ground = palette::hex(palette::SURFACE.day),
        ink = palette::hex(palette::INK.day),
        title = escape(chart.title()),
    );
    let placed = format!("<svg x=\"{MARGIN}\" y=\"{top}\"");
    out.push_str(&inner.replacen("<svg", &placed, 1));
    for (i, line) in caption.iter().enumerate() {
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"{TEXT}\" fill=\"{}\">{}</text>",
            top + height + 26 + 18 * i as i32,
            palette::hex(palette::MUTED.day),
            escape(line),
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_of_a_tag_get_their_class() {
        let colours =
            vec![("#AA0000".to_owned(), palette::INK), ("#00BB00".to_owned(), palette::RULE)];
        assert_eq!(
            classed(r##"<rect x="1" fill="#AA0000" stroke="#00BB00"/>"##, &colours),
            r##"<rect class="f-ink s-rule" x="1" fill="#AA0000" stroke="#00BB00"/>"##
        );
        assert_eq!(classed(r#"<rect fill="none"/>"#, &colours), r#"<rect fill="none"/>"#);
        assert_eq!(classed("#AA0000 in a text", &colours), "#AA0000 in a text");
    }

    #[test]
    fn lines_fit_their_width() {
        let lines = wrap(
            "The Germans took Kastelli harbour, and Donaudampfschifffahrtsgesellschaft",
            13.0,
            120,
        );
        assert!(lines.len() >= 4);
        for line in &lines {
            assert!(reach(line, 13.0) <= 120, "{line}");
        }
        assert_eq!(
            lines.join("").replace(' ', ""),
            "TheGermanstookKastelliharbour,andDonaudampfschifffahrtsgesellschaft"
        );
    }
}
