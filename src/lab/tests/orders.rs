//! `[[order]]` lines: what they do in a game, and what is wrong with them.

mod desk;

use desk::{Copy, seat, with};
use engine::Seed;
use lab::Grounds;

/// A strategy that walks to the objective, with these lines besides.
fn walker(copy: &Copy, lines: &str) {
    let head = "side = \"german\"\n[weights]\ndistance-gained = 3\nstands = 1\n";
    copy.write("strategies/toy/walker.toml", format!("{head}{lines}"));
}

/// The weight of walking in each weighed decision, with the turn, the option chosen and the number of the order.
fn decisions(copy: &Copy) -> Vec<(String, String, i64, Option<usize>)> {
    let table = seat(&copy.home(), &with("walker", "first")).unwrap_or_else(|c| panic!("{c}"));
    let explained = table.explain(0, Seed(3), 0..u32::MAX).unwrap();
    let of = |explained: &lab::Explained| match explained.grounds {
        Grounds::Weights(applies) => {
            let chosen = explained.options[explained.chosen].words.clone();
            Some((explained.turn.clone(), chosen, explained.weights[1], applies.order))
        }
        _ => None,
    };
    explained.iter().filter_map(of).collect()
}

#[test]
fn a_unit_is_weighed_by_the_order_that_it_has() {
    let copy = Copy::new();
    walker(
        &copy,
        "[doing.hold]\ndistance-gained = 7\n\
         [[order]]\nfor = \"fj1\"\ndo = \"hold\"\nat = [\"01.01\"]\nuntil_turn = 2\n\
         [[order]]\nfor = [\"German\"]\nkinds = [\"infantry\"]\ndo = \"take\"\nfrom_turn = 2\nweights = { distance-gained = 9 }\n",
    );
    let decisions = decisions(&copy);
    assert!(decisions.len() > 6, "{decisions:?}");
    for (turn, chosen, weight, order) in decisions {
        let expected = match (turn.as_str(), chosen.starts_with("FJ1")) {
            ("turn 1" | "turn 2", true) => (7, Some(0)),
            ("turn 1", false) => (3, None),
            _ => (9, Some(1)),
        };
        assert_eq!((weight, order), expected, "{turn}: {chosen}");
    }
}

#[test]
fn an_order_sends_a_unit_to_its_own_hexes() {
    let copy = Copy::new();
    let moves = |lines: &str| {
        walker(&copy, lines);
        let all = decisions(&copy).into_iter().map(|(_, chosen, ..)| chosen);
        all.filter(|chosen| chosen.starts_with("FJ1")).collect::<Vec<_>>()
    };
    // The objective lies four columns to the east.
    assert!(moves("")[0].contains('E'), "{:?}", moves(""));
    let held = moves("[[order]]\nfor = [\"fj1\"]\ndo = \"hold\"\nat = [\"01.01\"]\n");
    assert!(held.iter().all(|chosen| chosen.contains("stands")), "{held:?}");
}

#[test]
fn an_order_waits_for_its_condition() {
    let copy = Copy::new();
    let order = |key: &str| {
        let lines = format!("[[order]]\nfor = \"all\"\ndo = \"take\"\n{key} = \"outnumbered\"\n");
        walker(&copy, &lines);
        decisions(&copy)[0].3
    };
    // Both sides begin with four steps.
    assert_eq!((order("while"), order("unless")), (None, Some(0)));
}

/// All faults at once, each with its line and the nearest name.
#[test]
fn what_is_wrong_with_orders_is_said() {
    let told = |lines: &str| {
        let copy = Copy::new();
        walker(&copy, lines);
        match seat(&copy.home(), &with("walker", "first")) {
            Ok(_) => Vec::new(),
            Err(complaints) => desk::lines(complaints),
        }
    };
    let file = "strategies/toy/walker.toml";
    assert_eq!(
        told(
            "[[order]]\nfor = [\"fj9\"]\nkinds = [\"infantri\"]\ndo = \"take\"\nat = [\"09.99\", \"01.01\"]\n"
        ),
        [
            format!(
                "{file}:6: order.for: unknown unit or formation `fj9`; expected one of the scenario's for the German side; did you mean `fj1`?"
            ),
            format!(
                "{file}:7: order.kinds: unknown kind of unit `infantri`; expected one of the scenario's for the German side; did you mean `infantry`?"
            ),
            format!(
                "{file}:9: order.at: unknown hex `09.99`; expected one of the scenario's for the German side"
            ),
        ]
    );
    let told_one = |lines: &str| {
        let told = told(lines);
        assert_eq!(told.len(), 1, "{told:?}");
        told.into_iter().next().unwrap()
    };
    let enemy = told_one("[[order]]\nfor = \"nz1\"\ndo = \"take\"\n");
    assert!(enemy.contains("order.for: unknown unit or formation `nz1`"), "{enemy}");
    let task = told_one("[[order]]\nfor = \"fj1\"\ndo = \"holt\"\n");
    assert!(
        task.starts_with(&format!("{file}:7: order.do")) && task.ends_with("`hold`?"),
        "{task}"
    );
    let doing = told_one("[doing.holt]\nstands = 1\n");
    assert!(doing.contains("unknown task `holt`") && doing.ends_with("`hold`?"), "{doing}");
    let missing = told_one("[[order]]\nfor = \"fj1\"\n");
    assert!(missing.contains("missing key `do`"), "{missing}");
    let key = told_one("[[order]]\nfor = \"fj1\"\ndo = \"hold\"\nhex = \"01.01\"\n");
    assert!(key.contains("order: unknown key `hex`"), "{key}");
    let weight = told_one("[[order]]\nfor = \"fj1\"\ndo = \"hold\"\nweights = { stand = 1 }\n");
    assert!(weight.contains("order.weights.stand") && weight.ends_with("`stands`?"), "{weight}");
    let turns =
        told_one("[[order]]\nfor = \"fj1\"\ndo = \"hold\"\nfrom_turn = 3\nuntil_turn = 2\n");
    assert!(turns.contains("turn 2 is before turn 3"), "{turns}");
    let twice = told_one("[[order]]\nfor = [\"fj1\", \"fj1\"]\ndo = \"hold\"\n");
    assert!(twice.contains("`fj1` stands in the list twice"), "{twice}");
    let many = told_one(&"[[order]]\nfor = \"fj1\"\ndo = \"hold\"\n".repeat(65));
    assert!(many.contains("65 orders; expected 64 in the whole chain at most"), "{many}");
}

/// Of a file that extends another, its own orders come first, and its tasks lie over the other's.
#[test]
fn orders_are_inherited_after_a_strategys_own() {
    let copy = Copy::new();
    walker(
        &copy,
        "[doing.take]\ndistance-gained = 5\nstands = -1\n[[order]]\nfor = \"all\"\ndo = \"take\"\n",
    );
    copy.write(
        "strategies/toy/child.toml",
        "extends = \"walker\"\n[doing.take]\ndistance-gained = 6\n[[order]]\nfor = \"fj2\"\ndo = \"take\"\n",
    );
    let table = seat(&copy.home(), &with("child", "first")).unwrap();
    let explained = table.explain(0, Seed(3), 0..u32::MAX).unwrap();
    let mut seen = [0, 0];
    for explained in explained {
        if let Grounds::Weights(applies) = explained.grounds {
            let second = explained.options[0].words.starts_with("FJ2");
            assert_eq!(applies.order, Some(usize::from(!second)));
            assert_eq!((explained.weights[1], explained.weights[2]), (6, -1));
            seen[usize::from(second)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
