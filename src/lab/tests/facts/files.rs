//! Reading the shipped files and the facts.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row of a CSV file by heading.
pub type Row = BTreeMap<String, String>;

/// The map sheets, in the order of `sheets.toml`.
pub const SHEETS: [&str; 7] =
    ["maleme", "canea-suda", "georgeoupolis", "sfakia-exit", "rethymnon", "heraklion", "kastelli"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn csv_rows(path: &str) -> Vec<Row> {
    let mut reader =
        csv::Reader::from_path(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let rows: Vec<Row> =
        reader.deserialize().map(|row| row.unwrap_or_else(|e| panic!("{path}: {e}"))).collect();
    assert!(!rows.is_empty(), "{path} has no rows");
    rows
}

/// A CSV file as shipped.
pub fn shipped(path: &str) -> Vec<Row> {
    csv_rows(&format!("scenarios/mercury/{path}"))
}

/// A CSV file of facts.
pub fn facts(path: &str) -> Vec<Row> {
    csv_rows(&format!("tests/facts/mercury/{path}"))
}

/// The text of a file as shipped.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(root().join("scenarios/mercury").join(path))
        .unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A TOML file as shipped.
pub fn toml_file(path: &str) -> toml::Table {
    text(path).parse().unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The `[[key]]` blocks of a TOML file.
pub fn blocks(table: &toml::Table, key: &str) -> Vec<toml::Table> {
    let list = table[key].as_array().expect("an array of tables");
    list.iter().map(|block| block.as_table().expect("a table").clone()).collect()
}

/// A list of words.
pub fn strings(value: &toml::Value) -> Vec<String> {
    let list = value.as_array().expect("an array");
    list.iter().map(|item| item.as_str().expect("a string").to_owned()).collect()
}

/// Fails with every fault at once, as the program itself reports them.
#[track_caller]
pub fn none_of(faults: &[String]) {
    assert!(faults.is_empty(), "{} differ:\n{}", faults.len(), faults.join("\n"));
}
