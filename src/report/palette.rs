//! The colours of every page, defined once: a role, its colour in light and in dark mode.
//!
//! Charts are drawn with the day colour as a plain attribute, so that a separate SVG file looks right
//! in any viewer, and with a class (`f-german`, `s-german`) that lets a page's stylesheet repaint it.

use std::fmt::Write as _;

use engine::{Origin, Side};
use plotters::style::RGBColor;

/// Red, green, blue.
pub type Rgb = (u8, u8, u8);

/// The meaning of a colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Name in class names and style variables.
    pub name: &'static str,
    /// In light mode, and on paper.
    pub day: Rgb,
    /// In dark mode.
    pub night: Rgb,
}

impl Role {
    /// The day colour as plotters takes it.
    pub(crate) const fn colour(self) -> RGBColor {
        RGBColor(self.day.0, self.day.1, self.day.2)
    }
}

const fn role(name: &'static str, day: u32, night: u32) -> Role {
    const fn split(hex: u32) -> Rgb {
        ((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }
    Role { name, day: split(day), night: split(night) }
}

/// Background of the page.
pub const PAPER: Role = role("paper", 0xF5_F3EE, 0x12_1519);
/// Background of a card and of a chart.
pub const SURFACE: Role = role("surface", 0xFF_FFFF, 0x1B_1F25);
/// Background of code, of table headers and of notes.
pub const TINT: Role = role("tint", 0xEE_EBE3, 0x26_2B33);
/// Text.
pub const INK: Role = role("ink", 0x1D_2126, 0xEC_EAE5);
/// Secondary text.
pub const MUTED: Role = role("muted", 0x56_5B62, 0xB4_B4B0);
/// Grid lines and borders.
pub const RULE: Role = role("rule", 0xD9_D5CB, 0x3A_414A);
/// Links and focus.
pub const ACCENT: Role = role("accent", 0x17_558C, 0x8C_C2F0);
/// A warning's text.
pub const WARN: Role = role("warn", 0x7A_4300, 0xF5_C56B);
/// A warning's background.
pub const WARN_GROUND: Role = role("warn-ground", 0xFD_F0D5, 0x35_2A14);

/// The Germans, and their weaker victory levels.
pub const GERMAN: [Role; 3] = [
    role("german", 0x1F_5F99, 0x6A_ABE3),
    role("german-2", 0x5F_93C2, 0x4A_82B5),
    role("german-3", 0xA6_C6E2, 0x39_6288),
];
/// The Allies, and their weaker victory levels.
pub const ALLIED: [Role; 3] = [
    role("allied", 0xB9_4E12, 0xF3_9654),
    role("allied-2", 0xE0_884F, 0xC4_713A),
    role("allied-3", 0xF2_C3A0, 0x91_5430),
];
/// Those who fight beside a side and are counted apart: the Greeks in Crete.
pub const CONTINGENT: Role = role("greek", 0x0B_7D61, 0x4C_C9A4);
/// Draws and games without a decision.
pub const DRAW: Role = role("draw", 0xC6_C2B6, 0x85_867F);
/// What belongs to no side.
pub const NEUTRAL: Role = role("neutral", 0x6E_7480, 0x9A_A2AE);

/// Parts of a whole that belong to no side, as many as there are colours.
pub const PARTS: [Role; 7] = [
    role("part-1", 0x2A_6F7A, 0x5F_B5C2),
    role("part-2", 0x9A_4F96, 0xC9_86C5),
    role("part-3", 0x7B_8F2A, 0xB0_C65C),
    role("part-4", 0xC2_8A1E, 0xE3_B455),
    role("part-5", 0x8A_3B3B, 0xD0_7A76),
    role("part-6", 0x5B_5FA8, 0x8F_93D9),
    role("part-7", 0x2B_3A4F, 0xBC_C8DB),
];

/// Where values come from.
pub const ORIGINS: [(Origin, Role); 5] = [
    (Origin::Text, role("origin-text", 0x3B_3F57, 0xC3_C6DC)),
    (Origin::Public, role("origin-public", 0x6A_6F94, 0x93_98BF)),
    (Origin::Geography, role("origin-geography", 0x9E_A3C4, 0x6A_6E93)),
    (Origin::Corrected, role("origin-corrected", 0x4F_8F5B, 0x7F_C78C)),
    (Origin::Reconstructed, role("origin-reconstructed", 0xE0_B33C, 0xE9_BF4E)),
];

/// Text on a side's colour.
pub const ON_SIDE: Role = role("on-side", 0xFE_FEFE, 0x0B_0E12);
/// Text on a pale colour.
pub const ON_PALE: Role = role("on-pale", 0x14_171B, 0xFD_FDFD);
/// Text on the colour of draws.
pub const ON_DRAW: Role = role("on-draw", 0x15_181C, 0x0A_0C10);

/// The colour of a side.
pub const fn side(side: Side) -> Role {
    match side {
        Side::German => GERMAN[0],
        Side::Allied => ALLIED[0],
    }
}

/// Every role.
pub fn roles() -> impl Iterator<Item = Role> {
    [PAPER, SURFACE, TINT, INK, MUTED, RULE, ACCENT, WARN, WARN_GROUND, CONTINGENT, DRAW, NEUTRAL]
        .into_iter()
        .chain([ON_SIDE, ON_PALE, ON_DRAW])
        .chain(GERMAN)
        .chain(ALLIED)
        .chain(PARTS)
        .chain(ORIGINS.map(|(_, role)| role))
}

/// `#RRGGBB`, as plotters writes it.
pub(crate) fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// The style variables of both themes and the classes of the charts.
pub(crate) fn stylesheet() -> String {
    let variables = |pick: fn(Role) -> Rgb| {
        roles().fold(String::new(), |mut text, role| {
            let _ = write!(text, "--{}:{};", role.name, hex(pick(role)));
            text
        })
    };
    let (day, night) = (variables(|r| r.day), variables(|r| r.night));
    let mut css = format!(
        ":root{{color-scheme:light dark;{day}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
    );
    for Role { name, .. } in roles() {
        let _ = writeln!(
            css,
            ".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name})}}.b-{name}{{background:var(--{name})}}"
        );
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear((r, g, b): Rgb) -> [f64; 3] {
        [r, g, b].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// WCAG 2.1 contrast ratio.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let luminance = |c| {
            let [r, g, b] = linear(c);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrast_is_the_published_measure() {
        assert!((contrast((0, 0, 0), (255, 255, 255)) - 21.0).abs() < 1e-9);
        // #767676 on white is the classic grey that just passes.
        assert!((contrast((0x76, 0x76, 0x76), (255, 255, 255)) - 4.54).abs() < 0.01);
    }

    /// Every pair of text and background that the pages and charts use.
    fn pairs() -> Vec<(Role, Role)> {
        let mut pairs = vec![(WARN, WARN_GROUND), (INK, WARN_GROUND), (ON_DRAW, DRAW)];
        for text in [INK, MUTED, ACCENT] {
            for ground in [PAPER, SURFACE, TINT] {
                pairs.push((text, ground));
            }
        }
        for text in [GERMAN[0], ALLIED[0]] {
            pairs.push((text, SURFACE));
            pairs.push((ON_SIDE, text));
        }
        pairs
    }

    #[test]
    fn text_stands_out_by_day_and_by_night() {
        for (text, ground) in pairs() {
            for (theme, a, b) in
                [("day", text.day, ground.day), ("night", text.night, ground.night)]
            {
                let ratio = contrast(a, b);
                assert!(ratio >= 4.5, "{} on {} by {theme}: {ratio:.2}", text.name, ground.name);
            }
        }
    }

    #[test]
    fn bars_and_lines_stand_out_from_their_ground() {
        // WCAG 1.4.11: graphics need 3:1; draws and pale levels carry a border and a label instead.
        for role in [GERMAN[0], ALLIED[0], CONTINGENT, NEUTRAL] {
            assert!(contrast(role.day, SURFACE.day) >= 3.0, "{} by day", role.name);
            assert!(contrast(role.night, SURFACE.night) >= 3.0, "{} by night", role.name);
        }
    }

    #[test]
    fn a_day_colour_names_its_role() {
        let mut seen = std::collections::BTreeMap::new();
        for role in roles() {
            if let Some(other) = seen.insert(role.day, role.name) {
                panic!("{other} and {} share a colour", role.name);
            }
        }
    }

    /// As seen with red-green colour blindness (Machado, Oliveira and Fernandes 2009, severity 1), in `OKLab`.
    #[test]
    fn sides_differ_for_colour_blind_readers() {
        const EYES: [(&str, [[f64; 3]; 3]); 3] = [
            ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            (
                "red-blind",
                [
                    [0.152_286, 1.052_583, -0.204_868],
                    [0.114_503, 0.786_281, 0.099_216],
                    [-0.003_882, -0.048_116, 1.051_998],
                ],
            ),
            (
                "green-blind",
                [
                    [0.367_322, 0.860_646, -0.227_968],
                    [0.280_085, 0.672_501, 0.047_413],
                    [-0.011_820, 0.042_940, 0.968_881],
                ],
            ),
        ];
        let times = |m: &[[f64; 3]; 3], v: [f64; 3]| {
            m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
        };
        let lab = |eye: &[[f64; 3]; 3], c: Rgb| {
            let seen = times(eye, linear(c)).map(|x| x.clamp(0.0, 1.0));
            let lms = times(
                &[
                    [0.412_221, 0.536_333, 0.051_446],
                    [0.211_903, 0.680_700, 0.107_397],
                    [0.088_302, 0.281_719, 0.629_979],
                ],
                seen,
            )
            .map(f64::cbrt);
            times(
                &[
                    [0.210_454, 0.793_618, -0.004_072],
                    [1.977_998, -2.428_592, 0.450_594],
                    [0.025_904, 0.782_772, -0.808_676],
                ],
                lms,
            )
        };
        let sides = [GERMAN[0], ALLIED[0], CONTINGENT, DRAW];
        for (name, eye) in &EYES {
            for (i, a) in sides.iter().enumerate() {
                for b in &sides[i + 1..] {
                    for (theme, x, y) in [("day", a.day, b.day), ("night", a.night, b.night)] {
                        let (x, y) = (lab(eye, x), lab(eye, y));
                        let apart = (0..3).map(|k| (x[k] - y[k]).powi(2)).sum::<f64>().sqrt();
                        assert!(
                            apart >= 0.08,
                            "{} and {} by {theme} to a {name} eye: {apart:.3}",
                            a.name,
                            b.name
                        );
                    }
                }
            }
        }
    }
}
