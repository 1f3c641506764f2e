//! The tables of modifiers are believed: in which fire, and of whom.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::fire::{Mod, Mode};
use super::desk::*;

/// A desk whose table of modifiers has one entry changed: the line that begins with `key`.
fn with(id: &str, key: &str, line: &str) -> Files {
    let mut files = files(&[]);
    files.change("tables/modifiers", "toml", |text| {
        let start = text.find(&format!("id = {id:?}")).expect("the modifier is there");
        let at = start + text[start..].find(&format!("\n{key} = ")).expect("the key is there") + 1;
        let end = at + text[at..].find('\n').unwrap();
        text[..at].to_string() + line + &text[end..]
    });
    files
}

fn column(files: Files, mode: Mode) -> Vec<(Mod, i8)> {
    let mut desk = Desk::of(files);
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.state(PI).column = true;
    desk.mods(PI, GREEK, mode)
}

#[test]
fn a_modifier_counts_in_the_kinds_of_fire_that_its_entry_names() {
    let only = || with("column", "modes", "modes = [\"assault\"]");
    assert_eq!(column(only(), Mode::Assault), [(Mod::Column, -1)]);
    for mode in [Mode::Direct, Mode::Opportunity, Mode::Strike] {
        assert_eq!(column(only(), mode), [], "{mode:?}");
    }
    assert_eq!(column(with("column", "modes", "modes = []"), Mode::Assault), []);
}

#[test]
fn a_modifier_is_about_the_side_that_its_entry_names() {
    let turned = || with("column", "applies", "applies = \"target\"");
    assert_eq!(column(turned(), Mode::Direct), []);
    let mut desk = Desk::of(turned());
    desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.state(GREEK).column = true;
    // Two of the target's own, less the one that was the firer's.
    assert_eq!(desk.mods(PI, GREEK, Mode::Direct), [(Mod::TargetColumn, 1)]);
}

#[test]
fn opportunity_fire_has_a_company_bonus_where_the_table_says_so() {
    let opportunity = |files: Files| {
        let desk = Desk::of(files);
        desk.battle.bonus_possible(desk.unit(PI), Mode::Opportunity)
    };
    assert!(!opportunity(files(&[])));
    assert!(opportunity(with("company_bonus", "modes", "modes = [\"opportunity\"]")));
}

#[test]
fn works_are_as_hard_as_armour_where_they_count() {
    let hard = |files: Files, mode: Mode| {
        let mut desk = Desk::of(files);
        let (greek, hex) = (desk.place(GREEK, "05.06"), desk.hex("05.06"));
        desk.battle.markers.works.push((hex, engine::Side::Allied));
        desk.battle.hard(greek, mode, hex)
    };
    let only = || with("entrenched", "modes", "modes = [\"opportunity\"]");
    assert!(hard(only(), Mode::Opportunity) && !hard(only(), Mode::Direct));
    assert!(!hard(files(&[]), Mode::Opportunity) && hard(files(&[]), Mode::Direct));
}

#[test]
fn what_no_rule_knows_is_refused() {
    let faults = |files: Files| -> Vec<String> {
        files.faults("kastelli").into_iter().map(|(_, problem)| problem).collect()
    };
    let cases = [
        (with("column", "modes", "modes = [\"drect\"]"), "kind of fire \"drect\" is not known"),
        (with("column", "applies", "applies = \"fire\""), "side of a fire \"fire\" is not known"),
        (
            with("cohesion", "applies", "applies = \"target\""),
            "modifier \"cohesion\" is not about the target",
        ),
        (
            with("retreating", "modes", "modes = [\"direct\"]"),
            "modifier \"retreating\" cannot count in direct fire",
        ),
        (with("column", "modes", "modes = [\"direct\", \"direct\"]"), "\"direct\" stands twice"),
        (with("column", "why", "why = \" \""), "no reason is given"),
        (
            with("column", "value", "value = -1\nsteps = [[0, 1]]"),
            "modifier \"column\" is not one value",
        ),
    ];
    for (files, problem) in cases {
        assert_eq!(faults(files), [problem]);
    }
    for table in ["modifiers", "quality"] {
        let mut odd = files(&[]);
        odd.change(&format!("tables/{table}"), "toml", |text| {
            text.replace("id = \"cohesion\"", "id = \"cohesoin\"")
        });
        assert_eq!(
            faults(odd),
            ["modifier \"cohesoin\" is not known", "there is no modifier \"cohesion\""]
        );
        let mut twice = files(&[]);
        twice.change(&format!("tables/{table}"), "toml", |text| {
            let at = text.find("[[modifier]]").unwrap();
            let end = at + 2 + text[at + 2..].find("[[modifier]]").unwrap();
            text.clone() + "\n" + &text[at..end]
        });
        assert_eq!(faults(twice).len(), 1, "{table}");
    }
}
