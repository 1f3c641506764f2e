//! Unit symbols, in a box of 20 by 12, in the NATO style that wargames use.

use std::fmt::Write as _;

use engine::Symbol;

const INK: &str = "#14171B";
const CROSS: &str = "M-10-6L10 6M-10 6L10-6";

/// Lines, filled shapes and letters of a symbol.
fn drawn(symbol: Symbol) -> (String, &'static str, &'static str) {
    let cross = |more: &str| format!("{CROSS}{more}");
    let lines = |path: &str| path.to_owned();
    match symbol {
        Symbol::Unit => (String::new(), "", ""),
        Symbol::Infantry => (cross(""), "", ""),
        Symbol::Parachute => (cross("M-4 5A2 2 0 0 1 0 5A2 2 0 0 1 4 5"), "", ""),
        Symbol::Glider => (cross("M-7 0H7M-7 0L-4 2.5H4L7 0"), "", ""),
        Symbol::AirLanding => (cross("M-4 5L0 3L4 5"), "", ""),
        Symbol::Mountain => (cross(""), "M-3.4 6L0 1L3.4 6Z", ""),
        Symbol::Motorised => (cross("M0-6V6"), "", ""),
        Symbol::Mechanised => {
            (cross("M-5-3.6H5A3.6 3.6 0 0 1 5 3.6H-5A3.6 3.6 0 0 1-5-3.6Z"), "", "")
        }
        Symbol::Armour => (lines("M-5-3.6H5A3.6 3.6 0 0 1 5 3.6H-5A3.6 3.6 0 0 1-5-3.6Z"), "", ""),
        Symbol::Reconnaissance => (lines("M-10 6L10-6"), "", ""),
        Symbol::HeavyWeapons => (cross("M0 5V-5M-2-2.6L0-5L2-2.6"), "", ""),
        Symbol::MachineGun => (lines("M0 5V-4.6M-2.4-1.8L0-4.6L2.4-1.8M-3 5H3"), "", ""),
        Symbol::Mortar => (
            lines(
                "M0 1.4V-5M-2.2-2.6L0-5L2.2-2.6M-1.8 3.2A1.8 1.8 0 1 0 1.8 3.2A1.8 1.8 0 1 0-1.8 3.2",
            ),
            "",
            "",
        ),
        Symbol::Gun => (lines("M0-4.6V4.6M-2.4-4.6V4.6M2.4-4.6V4.6"), "", ""),
        Symbol::Artillery => {
            (String::new(), "M-2.7 0A2.7 2.7 0 1 0 2.7 0A2.7 2.7 0 1 0-2.7 0Z", "")
        }
        Symbol::CoastArtillery => (
            lines("M-10 4Q-7.5 2.4-5 4T0 4T5 4T10 4"),
            "M-2.5-1.6A2.5 2.5 0 1 0 2.5-1.6A2.5 2.5 0 1 0-2.5-1.6Z",
            "",
        ),
        Symbol::AntiTank => (lines("M-10 6L0-6L10 6"), "", ""),
        Symbol::AntiAircraft => (lines("M-7 6A7 7 0 0 1 7 6"), "", ""),
        Symbol::Engineer => (lines("M-6 3.4V-3H6V3.4M0-3V3.4"), "", ""),
        Symbol::Commando => (String::new(), "", "CDO"),
        Symbol::Headquarters => (String::new(), "", "HQ"),
        Symbol::Police => (String::new(), "", "POL"),
        Symbol::Naval => (
            lines(
                "M0-3V5M-3-1H3M-4.6 1.6C-4 6 4 6 4.6 1.6M-1.2-4.2A1.2 1.2 0 1 0 1.2-4.2A1.2 1.2 0 1 0-1.2-4.2",
            ),
            "",
            "",
        ),
        Symbol::Transport => (
            lines("M-6-3H2V2.4H-6ZM2-1H6V2.4H2"),
            "M-5 3.2A1.6 1.6 0 1 0-1.8 3.2A1.6 1.6 0 1 0-5 3.2ZM2.2 3.2A1.6 1.6 0 1 0 5.4 3.2A1.6 1.6 0 1 0 2.2 3.2Z",
            "",
        ),
        Symbol::Irregular => (String::new(), "", "IRR"),
        Symbol::Rearguard => (lines("M-10-6L10 6M-10 6L10-6M-10 0H-5M5 0H10"), "", ""),
        Symbol::Supply => (lines("M-10 3H10"), "", ""),
        Symbol::Treasure => (
            String::new(),
            "M-2.6-.6L-1.8-4H1.8L2.6-.6ZM-6 4L-5.2.6H-1.2L-.4 4ZM.4 4L1.2.6H5.2L6 4Z",
            "",
        ),
    }
}

/// Id of a symbol in the page.
pub(super) fn id(symbol: Symbol) -> String {
    format!("b-{}", symbol.word().replace(' ', "-"))
}

/// The definitions of those that a game uses. All styling is in attributes, because style rules do not
/// reach a symbol that is used elsewhere in the page.
pub(super) fn defs(used: impl Iterator<Item = Symbol>) -> String {
    let mut out = String::from("<defs>");
    for symbol in used {
        let (lines, filled, letters) = drawn(symbol);
        let _ = write!(
            out,
            "<g id=\"{}\"><rect x=\"-10\" y=\"-6\" width=\"20\" height=\"12\" fill=\"#FFFFFF\" stroke=\"{INK}\" stroke-width=\".9\"/>",
            id(symbol)
        );
        if !lines.is_empty() {
            let _ = write!(out, "<path d=\"{lines}\" fill=\"none\" stroke=\"{INK}\"/>");
        }
        if !filled.is_empty() {
            let _ = write!(out, "<path d=\"{filled}\" fill=\"{INK}\"/>");
        }
        if !letters.is_empty() {
            let _ = write!(
                out,
                "<text y=\"2.5\" style=\"font-size:6.6px;font-weight:700;fill:{INK};text-anchor:middle\">{letters}</text>"
            );
        }
        out.push_str("</g>");
    }
    out.push_str("</defs>");
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_symbols_look_alike() {
        let looks: BTreeSet<_> = Symbol::ALL.map(drawn).into_iter().collect();
        let ids: BTreeSet<_> = Symbol::ALL.map(id).into_iter().collect();
        assert_eq!((looks.len(), ids.len()), (Symbol::ALL.len(), Symbol::ALL.len()));
    }
}
