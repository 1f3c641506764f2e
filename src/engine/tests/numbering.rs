//! Printed numbers and printed neighbours of games that number their hexes in different ways.

use engine::{Coord, Direction, LabelStyle, Numbering, Parity, RowsFrom};
use proptest::prelude::*;
use serde::Deserialize as _;
use serde::de::value::{Error, MapDeserializer, StrDeserializer};

/// Operation Mercury: `06.04`.
const GRAND_TACTICAL: Numbering = Numbering::COLUMN_ROW_EVEN_LOW;
/// The impulse games on Market-Garden and Mercury: `0406`.
const IMPULSES: Numbering = Numbering::ROW_COLUMN_ODD_HIGH;

/// The Standard Combat Series: `6.04`, rows from the bottom of the sheet.
fn standard_combat() -> Numbering {
    Numbering { label: style("C.RR"), high: Parity::Even, rows: RowsFrom::South }
}

/// Air Assault on Crete: `F-26`. Its lettered lines of hexes are the straight ones, so they are the columns here.
fn air_assault() -> Numbering {
    Numbering { label: style("c-R"), high: Parity::Odd, rows: RowsFrom::North }
}

fn all() -> [Numbering; 4] {
    [GRAND_TACTICAL, IMPULSES, standard_combat(), air_assault()]
}

fn style(picture: &str) -> LabelStyle {
    picture.parse().expect("a style")
}

/// The neighbours of a printed number, clockwise from north.
fn near(numbering: Numbering, label: &str) -> Vec<String> {
    let at = numbering.parse(label).expect("a printed number");
    Direction::ALL.map(|d| numbering.label(numbering.neighbour(at, d))).to_vec()
}

/// Mercury 2.10: the line from 64.21 to 63.23 runs along the hexside between 63.22 and 64.22; the airfield of
/// Maleme is the chain 09.04, 10.04, 11.05.
#[test]
fn grand_tactical_even_columns_stand_lower() {
    let numbering = GRAND_TACTICAL;
    assert_eq!(near(numbering, "64.21"), ["64.20", "65.21", "65.22", "64.22", "63.22", "63.21"]);
    assert_eq!(near(numbering, "63.22"), ["63.21", "64.21", "64.22", "63.23", "62.22", "62.21"]);
    assert!(near(numbering, "10.04").contains(&"09.04".into()));
    assert!(near(numbering, "10.04").contains(&"11.05".into()));
}

/// As the lists of edge hexes have it.
#[test]
fn impulses_rows_from_the_south_and_odd_columns_high() {
    assert_eq!(near(IMPULSES, "1008"), ["1108", "1009", "0909", "0908", "0907", "1007"]);
    assert_eq!(near(IMPULSES, "0807"), ["0907", "0908", "0808", "0707", "0806", "0906"]);
}

/// Fallschirmjaeger 4.0b: 5.26, 6.25 and 7.25 touch, so do 5.27, 6.26 and 7.26, and 13.19 touches 14.19.
#[test]
fn standard_combat_rows_from_the_bottom_and_even_columns_high() {
    let numbering = standard_combat();
    assert_eq!(near(numbering, "6.25"), ["6.26", "7.26", "7.25", "6.24", "5.25", "5.26"]);
    assert_eq!(near(numbering, "13.19"), ["13.20", "14.19", "14.18", "13.18", "12.18", "12.19"]);
    for (a, b) in
        [("5.26", "6.25"), ("6.25", "7.25"), ("5.27", "6.26"), ("6.26", "7.26"), ("13.19", "14.19")]
    {
        assert!(near(numbering, a).contains(&b.into()), "{a} {b}");
    }
    // The stadium stands three hexes from the Maas bridges (2.5b).
    let at = |label| numbering.parse(label).expect("a printed number");
    assert_eq!(numbering.distance(at("28.19"), at("31.19")), 3);
    assert_eq!(numbering.distance(at("1.28"), at("13.19")), 15);
}

/// The York lies on F-26, not F-25: two hexes of one lettered line. Which lines stand half a hex on is a guess.
#[test]
fn air_assault_goes_by_letters() {
    let numbering = air_assault();
    assert_eq!(near(numbering, "F-26"), ["F-25", "G-26", "G-27", "F-27", "E-27", "E-26"]);
    assert_eq!(near(numbering, "G-26"), ["G-25", "H-25", "H-26", "G-27", "F-26", "F-25"]);
    assert_eq!(numbering.parse("F-26"), Some(Coord { column: 6, row: 26 }));
}

#[test]
fn a_neighbour_is_one_hex_away_and_lies_that_way() {
    for numbering in all() {
        for column in 4..6 {
            let at = Coord { column, row: 9 };
            for direction in Direction::ALL {
                let near = numbering.neighbour(at, direction);
                assert_eq!(numbering.distance(at, near), 1);
                assert_eq!(numbering.neighbour(near, direction.opposite()), at);
                let (east, south) = numbering.centre(near);
                let (from_east, from_south) = numbering.centre(at);
                let expected = [(0, -2), (2, -1), (2, 1), (0, 2), (-2, 1), (-2, -1)];
                let there = (east - from_east, south - from_south);
                assert_eq!(there, expected[direction.index()], "{numbering:?} {at:?} {direction}");
            }
        }
    }
}

#[test]
fn printed_numbers_read_back() {
    let of =
        |numbering: Numbering, label: &str| numbering.parse(label).map(|at| numbering.label(at));
    for (numbering, labels) in [
        (GRAND_TACTICAL, ["06.04", "48.07", "108.44"]),
        (IMPULSES, ["0101", "1513", "2014"]),
        (standard_combat(), ["1.28", "61.01", "5.26"]),
        (air_assault(), ["F-26", "A-1", "AA-97"]),
    ] {
        for label in labels {
            assert_eq!(of(numbering, label).as_deref(), Some(label));
        }
    }
    for (numbering, bad) in [
        (GRAND_TACTICAL, ["6.4", "06-04", "06.04.", "+6.04", "0604"]),
        (IMPULSES, ["15.13", "151", "15133", "a513", "+513"]),
        (standard_combat(), ["1.1", "128", "1,28", ".28", "1.+8"]),
        (air_assault(), ["f-26", "F26", "AB-3", "26-F", "F-"]),
    ] {
        for label in bad {
            assert_eq!(numbering.parse(label), None, "{label}");
        }
    }
}

#[test]
fn a_style_reads_back_and_nonsense_is_none() {
    for picture in ["CC.RR", "RRCC", "C.RR", "C.R", "c-R", "cR", "r-C", "CCRR", "CCC/RRR"] {
        assert_eq!(style(picture).to_string(), picture);
    }
    for picture in ["", "CC", "CC.CC", "CCCC.RR", "X.Y", "CC.RR.", "Rc", "ccR", "CC--RR", "cr"] {
        assert!(picture.parse::<LabelStyle>().is_err(), "{picture}");
    }
    assert_eq!(style("cR").parse("BB12"), Some(Coord { column: 28, row: 12 }));
}

#[test]
fn what_a_spreadsheet_makes_of_a_number_is_known_again() {
    let said = |numbering: Numbering, label: &str| numbering.spoilt(label).unwrap_or_default();
    let was = |numbering, label: &str, before: &str| {
        let said = said(numbering, label);
        assert!(said.contains(&format!("was {before} until")), "{label}: {said}");
    };
    for (label, before) in [
        ("1.1", "01.10"),
        ("1.01", "01.01"),
        ("6.04", "06.04"),
        ("06,04", "06.04"),
        ("12.1", "12.10"),
        ("108.4", "108.40"),
    ] {
        was(GRAND_TACTICAL, label, before);
    }
    for (label, before) in [("101", "0101"), ("904", "0904"), ("24", "0024")] {
        was(IMPULSES, label, before);
    }
    for (label, before) in [("1.1", "1.10"), ("55,3", "55.30")] {
        was(standard_combat(), label, before);
    }
    for label in ["01. Oct", "1-Oct", "01.Okt", "01.10.2026", "10/01/2026"] {
        for numbering in all() {
            assert!(said(numbering, label).contains("a date"), "{label}");
        }
    }
    for label in ["01.10", "", "x", "port", "1", "99.999", "-1.1"] {
        assert_eq!(GRAND_TACTICAL.spoilt(label), None, "{label}");
    }
    for label in ["0904", "", "09.4", "09041"] {
        assert_eq!(IMPULSES.spoilt(label), None, "{label}");
    }
    for label in ["1.28", "x", ""] {
        assert_eq!(standard_combat().spoilt(label), None, "{label}");
    }
    for label in ["F-26", "26", "6.26"] {
        assert_eq!(air_assault().spoilt(label), None, "{label}");
    }
}

/// A map file names a numbering or gives its parts.
#[test]
fn a_file_gives_a_word_or_the_parts() {
    let word = |word| Numbering::deserialize(StrDeserializer::<Error>::new(word));
    assert_eq!(word("column-row-even-low"), Ok(GRAND_TACTICAL));
    assert_eq!(word("row-column-odd-high"), Ok(IMPULSES));
    assert!(word("column-row").unwrap_err().to_string().contains("column-row-even-low"));
    let parts = |parts: &[(&'static str, &'static str)]| {
        Numbering::deserialize(MapDeserializer::<_, Error>::new(parts.iter().copied()))
    };
    let [label, high, rows] = [("label", "C.RR"), ("high", "even"), ("rows", "from-south")];
    assert_eq!(parts(&[label, high, rows]), Ok(standard_combat()));
    assert!(parts(&[label, high]).is_err(), "the rows are missing");
    assert!(parts(&[("label", "X.Y"), high, rows]).unwrap_err().to_string().contains("CC.RR"));
    assert!(parts(&[label, high, rows, ("low", "odd")]).is_err(), "no such part");
}

proptest! {
    #[test]
    fn every_number_goes_there_and_back(column in 1i16..=99, row in 1i16..=99) {
        let at = Coord { column, row };
        for numbering in all() {
            prop_assert_eq!(numbering.parse(&numbering.label(at)), Some(at));
        }
    }

    #[test]
    fn distance_is_the_fewest_steps_in_every_numbering(column in 1i16..60, row in 1i16..60, steps in prop::collection::vec(0usize..6, 0..8)) {
        for numbering in all() {
            let start = Coord { column, row };
            let end = steps.iter().fold(start, |at, &step| numbering.neighbour(at, Direction::ALL[step]));
            // Opposite directions cancel; what is left of each axis tells how far the walk has led.
            let ((q, r), (p, s)) = (numbering.cube(start), numbering.cube(end));
            let (dq, dr) = (p - q, s - r);
            let far = dq.abs().max(dr.abs()).max((dq + dr).abs());
            prop_assert_eq!(i32::from(numbering.distance(start, end)), far);
            prop_assert!(far as usize <= steps.len());
        }
    }
}
