//! The contents of the columns.

use std::collections::BTreeSet;
use std::path::Path;

use lab::{Home, Request, SHELF, scenarios};
use polars::prelude::{AnyValue, DataFrame};

use super::make;
use crate::frame::Names;
use crate::{About, Table, sample};

fn cell<'a>(rows: &'a DataFrame, column: &str, row: usize) -> AnyValue<'a> {
    rows.column(column).unwrap().get(row).unwrap()
}

#[test]
fn records_come_back_from_the_disk_as_they_went() {
    let home = tempfile::tempdir().unwrap();
    let run = make(&home.path().join("run"), sample::asked(1003), sample::record);
    let (asked, about) = (sample::asked(1003), sample::about());
    let records: Vec<_> = (0..1003).map(sample::record).collect();
    for table in Table::ALL {
        let expected = Names { asked: &asked, about: &about }.frame(table, &records).unwrap();
        let got = run.table(table).unwrap().columns(None).unwrap();
        assert!(got.height() > 0 && got.equals_missing(&expected), "{table:?}");
    }
}

#[test]
fn a_game_row_says_what_happened() {
    let mut drawn = sample::record(4);
    drawn.game.winner = None;
    let mut stopped = sample::record(5);
    (stopped.game.winner, stopped.game.level, stopped.game.cut_off) = (None, None, true);
    let (asked, about) = (sample::asked(3), sample::about());
    let names = Names { asked: &asked, about: &about };
    let rows = names.frame(Table::Games, &[sample::record(0), drawn, stopped]).unwrap();
    for (column, row, expected) in [
        ("winner", 0, AnyValue::String("german")),
        ("winner", 1, AnyValue::String("draw")),
        ("winner", 2, AnyValue::Null),
        ("cut_off", 2, AnyValue::Boolean(true)),
        ("victory_level", 0, AnyValue::String("German minor")),
        ("level_rank", 0, AnyValue::Int64(2)),
        ("victory_level", 2, AnyValue::Null),
        ("scenario", 0, AnyValue::String("test/toy")),
        ("german", 0, AnyValue::String("bold")),
        ("drops", 0, AnyValue::String("all-in")),
        ("morale_end", 0, AnyValue::Null),
        ("end_turn", 0, AnyValue::Int64(3)),
        ("margin", 0, AnyValue::Int64(2)),
        ("drop_units", 0, AnyValue::Int64(2)),
        ("drop_eliminated", 0, AnyValue::Int64(1)),
        ("drop_step_losses", 0, AnyValue::Int64(2)),
        ("drop_delays", 0, AnyValue::Int64(1)),
        ("fingerprint", 0, AnyValue::String("0000000000000000")),
        ("german_points_earned", 0, AnyValue::Int64(6)),
        ("german_points_marches", 0, AnyValue::Int64(2)),
        ("german_points_second_actions", 0, AnyValue::Int64(1)),
        ("german_points_unspent", 0, AnyValue::Int64(3)),
        ("allied_points_marches", 0, AnyValue::Int64(1)),
        ("german_event_rain", 0, AnyValue::Int64(1)),
        ("german_event_rain", 1, AnyValue::Int64(0)),
        ("allied_event_mud", 0, AnyValue::Int64(0)),
        ("serials_landed", 0, AnyValue::Int64(2)),
        ("steps_short", 1, AnyValue::Int64(9)),
        ("hexes_short", 1, AnyValue::Int64(4)),
        ("rolls", 1, AnyValue::Int64(21)),
        ("allied_activations", 2, AnyValue::Int64(4)),
        ("german_back_to_back", 2, AnyValue::Int64(1)),
        ("allied_first_turns", 0, AnyValue::Int64(1)),
        ("german_idle_units", 1, AnyValue::Int64(0)),
        ("allied_idle_units", 1, AnyValue::Int64(1)),
    ] {
        assert_eq!(cell(&rows, column, row), expected, "{column} of row {row}");
    }
}

#[test]
fn turns_tell_each_division_apart_and_dice_what_they_were_to_do() {
    let (asked, about) = (sample::asked(2), sample::about());
    let names = Names { asked: &asked, about: &about };
    let records = [sample::record(1), sample::record(2)];
    let turns = names.frame(Table::Turns, &records).unwrap();
    for (column, row, expected) in [
        ("points_5_Div_earned", 0, AnyValue::Int64(3)),
        ("points_5_Div_marches", 1, AnyValue::Int64(1)),
        ("points_5_Div_second_actions", 1, AnyValue::Int64(1)),
        ("points_5_Div_held", 2, AnyValue::Int64(3)),
        ("dispatch_5_Div_spent", 0, AnyValue::Int64(1)),
    ] {
        assert_eq!(cell(&turns, column, row), expected, "{column} of row {row}");
    }
    let dice = names.frame(Table::Combats, &records).unwrap();
    for (column, row, expected) in [
        ("unit", 0, AnyValue::String("fj1")),
        ("expected_effect", 0, AnyValue::Float64(0.3)),
        ("own_effect", 0, AnyValue::Null),
        ("unit", 1, AnyValue::Null),
        ("row", 1, AnyValue::String("2:1")),
        ("effect", 1, AnyValue::Int64(2)),
        ("expected_effect", 1, AnyValue::Float64(3.5)),
        ("turn", 3, AnyValue::Int64(2)),
    ] {
        assert_eq!(cell(&dice, column, row), expected, "{column} of row {row}");
    }
}

#[test]
fn a_drop_row_says_what_was_to_be_expected() {
    let (asked, about) = (sample::asked(1), sample::about());
    let names = Names { asked: &asked, about: &about };
    let rows = names.frame(Table::Drops, &[sample::record(0)]).unwrap();
    for (column, row, expected) in [
        ("terrain_modifier", 0, AnyValue::Int64(-1)),
        ("expected_markers", 0, AnyValue::Float64(0.9)),
        ("expected_steps_lost", 0, AnyValue::Float64(0.2)),
        ("expected_steps_lost", 1, AnyValue::Null),
    ] {
        assert_eq!(cell(&rows, column, row), expected, "{column} of row {row}");
    }
}

/// What the shipped games keep account of, all of them together, and mistakes of a bot.
fn shipped() -> About {
    let home = Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let mut all = sample::about();
    all.measures.clear();
    for system in SHELF {
        for listed in scenarios(&home, system.id()) {
            let scenario = listed.id.split_once('/').map_or("", |(_, name)| name).to_owned();
            let request = Request { scenario, ..Request::default() };
            let table = system.seat(&home, &request).unwrap_or_else(|fault| panic!("{fault}"));
            for measure in &table.head().measures {
                if all.measures.iter().all(|m| (m.of, &m.id) != (measure.of, &measure.id)) {
                    all.measures.push(measure.clone());
                }
            }
        }
    }
    all
}

/// `docs/columns.md` describes every column that is written, and no other.
#[test]
fn the_document_lists_exactly_the_columns_written() {
    let document = include_str!("../../../docs/columns.md");
    let (asked, mut about) = (sample::asked(0), shipped());
    // A run over worlds has a column more.
    about.worlds = Some(lab::Worlds { unknowns: Vec::new(), drawn: vec![Vec::new()] });
    let family = |name: &str| {
        let declared = about.measures.iter().find(|measure| measure.id == name);
        declared.map_or_else(
            || name.replace("_idle_units", "_MISTAKE"),
            |measure| measure.family.to_string(),
        )
    };
    for table in Table::ALL {
        let heading = format!("## {}", table.file());
        let section =
            document.split("\n## ").find(|part| format!("## {part}").starts_with(&heading));
        let described: BTreeSet<String> = section
            .unwrap_or_else(|| panic!("no section {heading}"))
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
            .map(String::from)
            .collect();
        let rows = Names { asked: &asked, about: &about }.frame(table, &[]).unwrap();
        let written: BTreeSet<String> =
            rows.get_column_names().iter().map(|name| family(name)).collect();
        assert_eq!(described, written, "{heading}");
    }
}

/// Whatever a bot's mistakes are called: letters, digits and underscores. What a game declares is held to that by the
/// laws of every game.
#[test]
fn no_column_needs_quotes() {
    let mut about = shipped();
    about.mistakes.push("idle near enemy".into());
    let asked = sample::asked(0);
    let names = Names { asked: &asked, about: &about };
    let rows = names.frame(Table::Games, &[]).unwrap();
    assert!(rows.column("german_idle_near_enemy").is_ok(), "{:?}", rows.get_column_names());
    for table in Table::ALL {
        for name in names.frame(table, &[]).unwrap().get_column_names() {
            assert!(name.chars().all(|c| c.is_alphanumeric() || c == '_'), "{table:?}: {name}");
        }
    }
}

/// Counts are signed, so that the difference of two is correct in any tool; only a seed needs all 64 bits.
#[test]
fn whole_numbers_are_signed() {
    let (asked, about) = (sample::asked(0), sample::about());
    let names = Names { asked: &asked, about: &about };
    for table in Table::ALL {
        for column in names.frame(table, &[]).unwrap().columns() {
            let unsigned = column.name() == "seed";
            assert_eq!(
                column.dtype().is_unsigned_integer(),
                unsigned,
                "{table:?}: {}",
                column.name()
            );
        }
    }
}

/// The names that every reader of the files relies on. Adding columns is fine; renaming one breaks their work.
#[test]
fn the_promised_columns_are_there() {
    let (asked, about) = (sample::asked(0), shipped());
    let names = Names { asked: &asked, about: &about };
    let promised: [(Table, &str); 2] = [
        (
            Table::Games,
            "game seed scenario german allied drops winner victory_level margin end_turn end_reason clause \
             german_steps_lost allied_steps_lost greek_steps_lost first_airfield_turn airfields_end ports_end drop_units \
             drop_eliminated drop_step_losses drop_delays decisions fingerprint",
        ),
        (
            Table::Drops,
            "game turn unit formation kind zone hex terrain fire_zones aa_zones modifier roll result \
             drop_markers alive_at_end",
        ),
    ];
    for (table, columns) in promised {
        let rows = names.frame(table, &[]).unwrap();
        for column in columns.split_whitespace() {
            assert!(rows.column(column).is_ok(), "{table:?} has no {column}");
        }
    }
}
