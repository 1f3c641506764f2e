//! Odds of an attack, and the tables that have a column for each.

use engine::{CombatTable, Fault, Faults, Ratio, Rounding, TableShape};
use proptest::prelude::*;
use serde_spanned::Spanned;

const SHAPE: TableShape<'_> = TableShape {
    headings: &["1:2", "1:1", "2:1", "3:1"],
    faces: 2..=4,
    expected: "columns 1:2 to 3:1, three rows",
};

fn table(columns: &[&str], rows: &[&str]) -> Result<CombatTable<u8>, Vec<Fault>> {
    let columns = columns.iter().map(|&text| text.into()).collect();
    let row = |(line, row): (usize, &&str)| {
        let cell = |text: &str| Spanned::new(line * 10..line * 10 + 1, text.to_string());
        row.split(' ').map(cell).collect()
    };
    let rows: Vec<Vec<Spanned<String>>> = rows.iter().enumerate().map(row).collect();
    let (columns, rows) = (Spanned::new(1..2, columns), Spanned::new(3..4, rows));
    let mut faults = Faults::default();
    let read = |cell: &str| cell.parse().ok();
    let table = CombatTable::new("tables/crt", &columns, &rows, &SHAPE, read, &mut faults);
    faults.finish(table, &mut Vec::new())
}

const COLUMNS: [&str; 4] = ["1:2", "1:1", "2:1", "3:1"];
const ROWS: [&str; 3] = ["11 12 13 14", "21 22 23 24", "31 32 33 34"];

/// As the impulse games, the Standard Combat Series and Air Assault print it.
#[test]
fn odds_are_rounded_for_one_side() {
    let defender = |a, d| Ratio::of(a, d, Rounding::Defender).to_string();
    let cases =
        [(21, 10), (9, 4), (11, 3), (26, 6), (22, 6), (4, 2), (3, 2), (4, 9), (1, 3), (5, 5)];
    let printed = ["2:1", "2:1", "3:1", "4:1", "3:1", "2:1", "1:1", "1:3", "1:3", "1:1"];
    assert_eq!(cases.map(|(a, d)| defender(a, d)), printed);
    let attacker = |a, d| Ratio::of(a, d, Rounding::Attacker).to_string();
    assert_eq!([attacker(7, 2), attacker(4, 9), attacker(6, 2)], ["4:1", "1:2", "3:1"]);
    assert_eq!([defender(5, 0), defender(0, 5), defender(0, 0)], ["5:1", "1:5", "1:1"]);
    assert_eq!([defender(9_999, 1), defender(1, 9_999)], ["100:1", "1:100"]);
}

#[test]
fn odds_are_read_as_printed() {
    for (text, steps) in [("3:1", 2), ("1-3", -2), ("1:1", 0), (" 4 : 1 ", 3)] {
        assert_eq!(Ratio::read(text).map(Ratio::steps), Some(steps), "{text}");
    }
    for text in ["3", "3:2", "0:1", "1:0", "a:1", "1:101", "", "-1:1"] {
        assert_eq!(Ratio::read(text), None, "{text}");
    }
}

#[test]
fn shifts_and_dice_stop_at_the_ends_of_the_table() {
    let table = table(&COLUMNS, &ROWS).unwrap();
    let column = |a, d| table.column(Ratio::of(a, d, Rounding::Defender));
    assert_eq!([column(1, 2), column(1, 1), column(7, 2)], [0, 1, 3]);
    // Odds off the table keep their distance from it, so that a shift can be counted from where they are.
    assert_eq!([column(1, 4), column(6, 1)], [-2, 6]);
    assert_eq!([table.clamp(-2), table.clamp(6)], [0, 3]);
    assert_eq!(*table.result(column(6, 1) - 2, 2), 14, "still past the end");
    assert_eq!(*table.result(column(6, 1) - 4, 2), 13);
    assert_eq!([table.heading(-5), table.heading(2), table.heading(9)], ["1:2", "2:1", "3:1"]);
    assert_eq!([*table.result(1, 3), *table.result(1, -9), *table.result(1, 12)], [22, 12, 32]);
    assert_eq!(table.headings(), COLUMNS);
}

#[test]
fn each_fault_of_a_table_has_its_key() {
    let faults = |columns: &[&str], rows: &[&str]| -> Vec<(String, String)> {
        let faults = table(columns, rows).unwrap_err();
        faults.into_iter().map(|fault| (fault.key, fault.problem)).collect()
    };
    let has = |found: &[(String, String)], key: &str, problem: &str| {
        assert!(found.iter().any(|(k, p)| k == key && p == problem), "{problem}: {found:?}");
    };
    let found = faults(&["1:2", "1:1", "2:1", "4:1"], &ROWS);
    has(&found, "columns", "columns 1:2, 1:1, 2:1, 4:1");
    has(&found, "columns", "columns that do not follow one another");
    has(&faults(&["1:2", "even", "2:1", "3:1"], &ROWS), "columns", "column \"even\" is no odds");
    has(&faults(&COLUMNS, &ROWS[..2]), "rows", "2 rows");
    has(&faults(&COLUMNS, &["11 12 13", ROWS[1], ROWS[2]]), "rows", "row 1 has 3 cells");
    has(&faults(&COLUMNS, &[ROWS[0], "21 x 23 24", ROWS[2]]), "rows", "cell \"x\" is no result");
    // All at once.
    assert_eq!(faults(&COLUMNS, &["11 12 13", "21 x 23 24"]).len(), 3);
}

proptest! {
    /// 3:1 means three times as strong and not four times; the same in reverse.
    #[test]
    fn whole_odds_bracket_the_strengths(attack in 1u16..500, defence in 1u16..500) {
        let steps = i32::from(Ratio::of(attack, defence, Rounding::Defender).steps());
        let (a, d) = (i32::from(attack), i32::from(defence));
        if steps >= 99 || steps <= -99 {
            return Ok(());
        }
        if steps >= 0 {
            prop_assert!(a >= d * (steps + 1) && a < d * (steps + 2));
        } else {
            prop_assert!(d <= a * (1 - steps) && d > a * -steps);
        }
    }

    #[test]
    fn rounding_for_the_attacker_is_never_worse(attack in 0u16..500, defence in 0u16..500) {
        let [for_defender, for_attacker] =
            [Rounding::Defender, Rounding::Attacker].map(|rounding| Ratio::of(attack, defence, rounding));
        prop_assert!(for_attacker >= for_defender);
        prop_assert!(for_attacker.steps() - for_defender.steps() <= 1);
    }
}

#[test]
fn odds_are_rounded_to_the_nearest_and_a_half_up() {
    let nearest = |attack, defence| Ratio::of(attack, defence, Rounding::Nearest).to_string();
    assert_eq!([nearest(7, 3), nearest(5, 2), nearest(2, 5)], ["2:1", "3:1", "1:3"]);
    assert_eq!([nearest(4, 3), nearest(3, 2), nearest(3, 3)], ["1:1", "2:1", "1:1"]);
    assert_eq!([nearest(8, 3), nearest(10, 3), nearest(0, 0)], ["3:1", "3:1", "1:1"]);
}
