//! An owner's copy: the form, filled in, and what it changes.

use crate::desk::Desk;

const SCENARIO: &str = "mercury/kastelli";

/// The form with some cells of the column `printed` filled in.
fn filled(form: &str, cells: &[(&str, &str)]) -> String {
    let fill = |line: &str| {
        let key = line.split(',').next().unwrap_or_default();
        let cell = cells.iter().find(|(filled, _)| *filled == key);
        cell.map_or_else(|| line.to_owned(), |(_, value)| format!("{line}{value}"))
    };
    form.lines().map(fill).collect::<Vec<_>>().join("\n") + "\n"
}

/// The third cell of a row, whose second may be in quotes.
fn assumed(line: &str) -> &str {
    let rest = line.split_once(',').unwrap().1;
    let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once("\","));
    quoted.or_else(|| rest.split_once(',')).unwrap().1.split(',').next().unwrap()
}

#[test]
fn a_filled_in_form_is_played_and_told() {
    let desk = Desk::new();
    desk.ok(&format!("data todo {SCENARIO} --out form.csv"));
    let form = desk.read("form.csv");
    assert!(form.starts_with("key,what,assumed,rivals,why,moves,printed\n"), "{form}");
    // What moves the answer most stands first, and nothing is listed twice.
    let keys: Vec<&str> = form.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    let mut apart = keys.clone();
    apart.sort_unstable();
    apart.dedup();
    assert_eq!((keys.len(), keys.contains(&"rulings.activation_cost")), (apart.len(), true));
    assert!(
        desk.refused(&format!("data todo {SCENARIO} --out form.csv")).contains("exists already")
    );
    let counter = keys.iter().find(|key| key.starts_with("counters:")).unwrap();
    let unit = counter.split('.').next().unwrap();
    let cells: Vec<(&str, &str)> = keys
        .iter()
        .filter(|key| key.starts_with(&format!("{unit}.")))
        .map(|key| {
            let line = form.lines().find(|line| line.starts_with(&format!("{key},"))).unwrap();
            (*key, assumed(line))
        })
        .collect();
    let whole = [&cells[..], &[("rulings.activation_cost", "all_free")]].concat();
    desk.write("mine.csv", filled(&form, &whole));
    desk.ok(&format!("run {SCENARIO} --games 20 --copy mine.csv --out mine"));
    let run = desk.read("mine/run.toml");
    assert!(run.contains("copy = \"mine.csv\"") && run.contains("--copy mine.csv"), "{run}");
    let page = desk.read("mine/index.html");
    assert!(page.contains(&format!("With {} values from a printed copy", whole.len())), "{page}");
    // As if typed, and a row that is known whole is no reconstruction any more.
    desk.ok(&format!(
        "run {SCENARIO} --games 20 --set rulings.activation_cost=all_free --out typed"
    ));
    let games = |folder: &str| -> serde_json::Value {
        serde_json::from_str(&desk.read(&format!("{folder}/summary.json"))).unwrap()
    };
    let (mine, typed) = (games("mine"), games("typed"));
    assert_eq!((&mine["wins"], &mine["margin"]), (&typed["wins"], &typed["margin"]));
    let count = |summary: &serde_json::Value, origin: &str| -> u64 {
        let all = summary["run"]["provenance"].as_array().unwrap().iter();
        let counters = all.filter(|e| e["what"] == "counters" && e["origin"] == origin);
        counters.map(|entry| entry["count"].as_u64().unwrap()).sum()
    };
    assert_eq!(count(&mine, "corrected"), 1);
    assert_eq!(count(&mine, "reconstructed") + 1, count(&typed, "reconstructed"));
    // The variable says the same, and games of the run are found again.
    let said = desk.with(
        "DROPZONE_COPY",
        "mine.csv",
        &format!("run {SCENARIO} --games 20 --out variable"),
    );
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(desk.read("variable/run.toml"), run);
    desk.ok("verify mine --games 3");
}

#[test]
fn what_is_printed_is_compared_with_what_was_assumed() {
    let desk = Desk::new();
    desk.write(
        "mine.csv",
        "key;printed\nrulings.activation_cost;all_free\ncounters:nobody.fire;3\n",
    );
    let said = desk.say(&format!("data diff {SCENARIO} --copy mine.csv --games 40 --out apart"));
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(
        said.out.contains("1 values read off the copy, 1 of them other than assumed"),
        "{said:?}"
    );
    assert!(
        said.out.contains("printed all_free") && said.out.contains("“printed copy”"),
        "{said:?}"
    );
    assert!(said.err.contains("e.g. `counters:nobody.fire`"), "{said:?}");
    let json: serde_json::Value = serde_json::from_str(&desk.read("apart/compare.json")).unwrap();
    assert_eq!(json["measure"], "german_score");
}

#[test]
fn a_wrong_cell_is_refused_with_its_row() {
    let desk = Desk::new();
    desk.ok(&format!("data todo {SCENARIO} --out form.csv"));
    let form = desk.read("form.csv");
    let (row, line) =
        form.lines().enumerate().find(|(_, line)| line.starts_with("counters:")).unwrap();
    let key = line.split(',').next().unwrap();
    for (cell, said) in [("3000", "printed: `"), ("\"3,0\"", "spreadsheet has changed")] {
        let name = format!("wrong{}.csv", cell.len());
        desk.write(&name, filled(&form, &[(key, cell)]));
        let wrong = desk.refused(&format!("run {SCENARIO} --games 2 --copy {name} --out wrong"));
        assert!(
            wrong.contains(&format!("{name}:{}: ", row + 1)) && wrong.contains(said),
            "{wrong}"
        );
    }
    let missing = desk.refused(&format!("run {SCENARIO} --games 2 --copy nowhere.csv --out wrong"));
    assert!(missing.contains("nowhere.csv"), "{missing}");
}
