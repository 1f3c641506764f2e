//! Plans: followed where the rules allow it, and their faults reported where not.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{BySide, PlanKind, Seed, Side};
use lab::{Complaints, Home, Record, Request, SHELF, Table, find, scenarios};

fn home() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn seat(scenario: &str, request: Request) -> Result<Box<dyn Table>, Complaints> {
    let home = home();
    let (system, name) = find(SHELF, &home, scenario).unwrap();
    system.seat(&home, &Request { scenario: name.into(), ..request })
}

fn drops(plan: &str) -> Request {
    Request { drops: Some(plan.into()), ..Request::default() }
}

/// Where each unit of a game landed, by its id.
fn landed(table: &dyn Table, record: &Record) -> BTreeMap<String, String> {
    let id = |unit: u16| table.head().roster[usize::from(unit)].id.clone();
    record.drops.iter().map(|drop| (id(drop.facts.unit), drop.facts.hex.clone())).collect()
}

/// What was decided in a game, in words.
struct Told(Vec<String>);

impl lab::Story for Told {
    fn turn(&mut self, _: &str) {}
    fn decided(&mut self, _: u32, _: Side, _: usize, action: &str) {
        self.0.push(action.into());
    }
    fn happened(&mut self, _: &str) {}
}

/// The decisions of the first game of seed 1, in words.
fn told(table: &dyn Table) -> Vec<String> {
    let mut told = Told(Vec::new());
    table.watch(0, Seed(1).game(0), &mut told).unwrap();
    told.0
}

#[test]
fn every_shipped_plan_is_sound_and_can_be_played() {
    let home = home();
    let mut count = 0;
    for system in SHELF {
        for listed in scenarios(&home, system.id()) {
            let scope = seat(&listed.id, Request::default()).unwrap().plan_scope();
            for plan in scope.names(&home) {
                let plan = scope.load(&home, &plan).unwrap_or_else(|c| panic!("{c}"));
                let mut request = Request::default();
                match plan.kind {
                    PlanKind::Drop => request.drops = Some(plan.called.clone()),
                    PlanKind::Setup => request.setup[plan.side] = Some(plan.called.clone()),
                }
                let table = seat(&listed.id, request).unwrap_or_else(|c| panic!("{c}"));
                let bare = seat(&listed.id, Request::default()).unwrap();
                let play = |table: &dyn Table, game| table.play(game, Seed(3).game(game)).unwrap();
                let print = |table: &dyn Table, game| play(table, game).game.fingerprint;
                assert!(
                    (0..10).any(|game| print(&*table, game) != print(&*bare, game)),
                    "{}: {} changed nothing in ten games",
                    listed.id,
                    plan.name
                );
                assert!(!plan.intent.is_empty(), "{}: {} says nothing", listed.id, plan.name);
                count += 1;
            }
        }
    }
    assert!(count >= 10, "{count} plans");
}

#[test]
fn a_plan_binds_any_strategy_and_leaves_the_rest_to_it() {
    for german in ["snafu-german", "random", "first"] {
        let strategies = BySide { german: Some(german.into()), allied: None };
        let table = seat("mercury/snafu", Request { strategies, ..drops("close") }).unwrap();
        assert!(table.head().hashes["drops"].len() == 64, "{:?}", table.head().hashes);
        for game in 0..5 {
            let record = table.play(game, Seed(9).game(game)).unwrap();
            let landed = landed(&*table, &record);
            // These hexes are empty before the drop: each unit has its own.
            for (unit, hex) in [
                ("fjr2-9", "20.14"),
                ("fjr2-11", "20.15"),
                ("fschmg-1", "19.14"),
                ("fjr2-10", "32.13"),
                ("fjr2-14", "33.14"),
                ("fjr2-1", "30.10"),
                ("fschmg-2", "31.11"),
            ] {
                assert_eq!(landed[unit], hex, "{german}, game {game}: {unit}");
            }
        }
    }
}

/// Two lists that begin with the same hex: the second unit takes its second one.
#[test]
fn a_unit_takes_the_first_hex_that_the_rules_allow_and_else_what_its_strategy_likes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.toml");
    let place =
        |unit: &str, hexes: &str| format!("[[place]]\nunits = [\"{unit}\"]\nhexes = [{hexes}]\n");
    let text = format!(
        "kind = \"drop\"\nside = \"german\"\n{}{}{}",
        place("fjr2-1", "\"30.11\""),
        place("fjr2-4", "\"30.11\", \"32.11\""),
        place("fschmg-2", "\"30.11\"")
    );
    std::fs::write(&path, text).unwrap();
    let table = seat("mercury/snafu", drops(path.to_str().unwrap())).unwrap();
    let record = table.play(0, Seed(9).game(0)).unwrap();
    let landed = landed(&*table, &record);
    assert_eq!((landed["fjr2-1"].as_str(), landed["fjr2-4"].as_str()), ("30.11", "32.11"));
    assert_ne!(landed["fschmg-2"], "30.11", "a stick's units land one a hex");
    // Two of the three were kept; the third unit's hex was taken.
    assert_eq!(record.game.plans.german, Some(lab::Kept { asked: 3, kept: 2 }));
    assert_eq!(record.game.plans.allied, None);
}

#[test]
fn zones_come_in_the_order_of_the_plan() {
    for (plan, first) in [("west-first", "West"), ("centre-first", "Mitte"), ("east-first", "Ost")]
    {
        let table = seat("race/mercury", drops(plan)).unwrap();
        for game in 0..5 {
            let record = table.play(game, Seed(4).game(game)).unwrap();
            let zone = &record.drops[0].facts.zone;
            assert!(zone.contains(first), "{plan}, game {game}: {zone} first");
        }
    }
}

#[test]
fn a_set_up_plan_sets_up() {
    let mut request = Request::default();
    request.setup.allied = Some("road".into());
    let table = seat("mercury/kastelli", request).unwrap();
    assert!(table.head().hashes.contains_key("allied set-up"));
    let told = told(&*table);
    let placed = |unit: &str, hex: &str| {
        let words = format!("sets up in {hex}");
        told.iter().any(|line| line.contains(unit) && line.ends_with(&words))
    };
    let name = |id: &str| {
        let unit = table.head().roster.iter().find(|unit| unit.id == id);
        unit.unwrap().name.clone()
    };
    for (unit, hex) in [("gr-1-b1", "12.05"), ("gr-1-b2", "10.05"), ("gr-1-a1", "04.05")] {
        assert!(placed(&name(unit), hex), "{unit} in {hex}: {:#?}", &told[..12]);
    }
}

/// A table of the scenario, with a plan of these lines for one side, and both sides played by `player`.
fn planned(
    scenario: &str,
    kind: PlanKind,
    side: Side,
    player: &str,
    lines: &str,
) -> Box<dyn Table> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let text = format!("kind = {:?}\nside = {:?}\n{lines}", kind.word(), side.word());
    std::fs::write(&path, text).unwrap();
    let strategies = BySide::from_fn(|_| Some(player.to_owned()));
    let mut request = Request { strategies, ..Request::default() };
    let path = Some(path.to_str().unwrap().to_owned());
    match kind {
        PlanKind::Drop => request.drops = path,
        PlanKind::Setup => request.setup[side] = path,
    }
    seat(scenario, request).unwrap_or_else(|c| panic!("{c}"))
}

#[test]
fn a_set_up_plan_says_who_digs_in() {
    let (setup, allied) = (PlanKind::Setup, Side::Allied);
    for (way, words) in [("dug-in", "in an improved position"), ("deployed", "deployed")] {
        let lines = format!("[[begin]]\nunits = [\"nz-22-a\", \"nz-21-a\"]\nas = {way:?}\n");
        for player in ["random", "first"] {
            let table = planned("mercury/descent", setup, allied, player, &lines);
            let mut opening = Told(Vec::new());
            table.watch(0, Seed(1).game(0), &mut opening).unwrap();
            for id in ["nz-22-a", "nz-21-a"] {
                let unit = table.head().roster.iter().find(|unit| unit.id == id).unwrap();
                let wanted = format!("{} begins {words}", unit.name);
                assert!(opening.0.contains(&wanted), "{player}: no {wanted}");
            }
            let record = table.play(0, Seed(1).game(0)).unwrap();
            assert_eq!(record.game.plans.allied, Some(lab::Kept { asked: 2, kept: 2 }), "{player}");
        }
    }
}

#[test]
fn a_drop_plan_says_with_whom_a_leader_comes() {
    let (drop, german) = (PlanKind::Drop, Side::German);
    for unit in ["fjr2-9", "fjr2-10", "fjr2-11"] {
        // He cannot be with a unit that has not come; with the second he can.
        let lines = format!("[[leader]]\nid = \"ldr-fjr2-iii\"\nwith = [{unit:?}, \"fjr2-12\"]\n");
        let table = planned("mercury/snafu", drop, german, "random", &lines);
        let roster = &table.head().roster;
        let name = &roster.iter().find(|other| other.id == unit).unwrap().name;
        let wanted = format!("goes with {name}");
        let told = told(&*table);
        assert!(told.iter().any(|line| line.ends_with(&wanted)), "{unit}: no {wanted}");
        let record = table.play(0, Seed(1).game(0)).unwrap();
        let kept = record.game.plans.german.unwrap();
        assert!(kept.asked >= 1 && kept.kept >= 1, "{unit}: {kept:?}");
    }
}

/// The template speaks of everything that plans may fix.
#[test]
fn a_template_names_serials_leaders_and_ways_to_begin() {
    let scope = seat("mercury/descent", Request::default()).unwrap().plan_scope();
    let drop = scope.template(PlanKind::Drop, Side::German);
    for wanted in [
        "[[serial]]\nserials = [\"Serial 1\"]\nfrom_turn = 1\n",
        "id = \"ldr-gjr100\"\nwith = [\"gjr100-6\", \"gjr100-7\"",
        "units = [\"gjr100-6\"]\nhexes = [\"09.04\", \"10.04\", \"11.05\"]",
    ] {
        assert!(drop.contains(wanted), "no {wanted} in\n{drop}");
    }
    let setup = scope.template(PlanKind::Setup, Side::Allied);
    assert!(setup.contains("as = \"deployed\" # or dug-in, column"), "{setup}");
}

#[test]
fn every_fault_of_the_other_blocks_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let file = path.to_str().unwrap();
    let said = |kind: PlanKind, side: Side, lines: &str| {
        let text = format!("kind = {:?}\nside = {:?}\n{lines}", kind.word(), side.word());
        std::fs::write(&path, text).unwrap();
        let mut request = Request::default();
        match kind {
            PlanKind::Drop => request.drops = Some(file.into()),
            PlanKind::Setup => request.setup[side] = Some(file.into()),
        }
        match seat("mercury/descent", request) {
            Ok(_) => String::new(),
            Err(complaints) => complaints.to_string().replace(file, "plan.toml"),
        }
    };
    let (drop, setup) = ((PlanKind::Drop, Side::German), (PlanKind::Setup, Side::Allied));
    let begin = "[[begin]]\nunits = [\"nz-22-a\", \"nz-22-b\"]\nas = \"dug-in\"\n";
    let leader = "[[leader]]\nid = \"ldr-gjr100\"\nwith = [\"gjr100-6\", \"gjr100-7\"]\n";
    let serial = "[[serial]]\nserials = [\"Serial 1\"]\nfrom_turn = 2\nhexes = [\"10.04\"]\n";
    for ((kind, side), sound) in [(setup, begin), (drop, leader), (drop, serial)] {
        assert_eq!(said(kind, side, sound), "");
    }
    let cases = [
        (
            setup,
            begin,
            "dug-in",
            "dug-inn",
            "plan.toml:5: begin.as: unknown value `dug-inn`; did you mean `dug-in`?",
        ),
        (
            setup,
            begin,
            "dug-in",
            "mounted",
            "plan.toml:5: begin.as: `nz-22-a` can never begin mounted; expected one of deployed, dug-in, column",
        ),
        (
            setup,
            begin,
            "nz-22-b",
            "nz-22-bb",
            "plan.toml:4: begin.units: unknown unit `nz-22-bb`; did you mean `nz-22-b`?",
        ),
        (
            setup,
            begin,
            "nz-22-b",
            "nz-22-a",
            "plan.toml:4: begin.units: `nz-22-a` begins somehow already",
        ),
        (setup, begin, "nz-22-b", "fjr3-1", "plan.toml:4: begin.units: `fjr3-1` is german"),
        (setup, begin, "as =", "how =", "plan.toml:5: begin: unknown key `how`"),
        (setup, begin, "as =", "how =", "plan.toml:3: begin: missing key `as`"),
        (drop, begin, "nz-22", "gjr100-6", "begin.units"),
        (
            drop,
            leader,
            "ldr-gjr100",
            "ldr-gjr10",
            "plan.toml:4: leader.id: unknown leader `ldr-gjr10`; did you mean `ldr-gjr100`?",
        ),
        (
            drop,
            leader,
            "gjr100-7",
            "gjr100-6",
            "plan.toml:5: leader.with: `gjr100-6` stands in the list twice",
        ),
        (
            drop,
            leader,
            "gjr100-7",
            "fjr3-1",
            "plan.toml:5: leader.with: `fjr3-1` is never one that `ldr-gjr100` may go with",
        ),
        (setup, leader, "", " ", "plan.toml:4: leader.id: unknown leader"),
        (
            drop,
            serial,
            "Serial 1",
            "Serial 9",
            "plan.toml:4: serial.serials: unknown serial `Serial 9`",
        ),
        (
            drop,
            serial,
            "2",
            "99",
            "plan.toml:5: serial.from_turn: there is no such turn; expected the number of a turn, from 1 to",
        ),
        (
            drop,
            serial,
            "10.04",
            "12.08",
            "plan.toml:6: serial.hexes: `gjr100-6` (Serial 1) can never be put in 12.08; expected one of 09.04, 10.04, 11.05",
        ),
        (
            drop,
            serial,
            "from_turn = 2\nhexes = [\"10.04\"]\n",
            "",
            "plan.toml:3: serial: the block fixes nothing; expected `from_turn` or `hexes`",
        ),
        (
            drop,
            serial,
            "[[serial]]",
            "[serial]",
            "plan.toml:3: serial: wrong type: a table; expected [[serial]] blocks",
        ),
    ];
    for ((kind, side), sound, from, to, wanted) in cases {
        let told = said(kind, side, &sound.replacen(from, to, 1));
        assert!(told.contains(wanted), "{to:?}: no {wanted:?} in\n{told}");
    }
    let twice = format!("{leader}{leader}");
    assert!(
        said(drop.0, drop.1, &twice)
            .contains("plan.toml:7: leader.id: `ldr-gjr100` goes with somebody already")
    );
    let twice = format!("{serial}{serial}");
    assert!(said(drop.0, drop.1, &twice).contains("`Serial 1` has its turn already"));
}

/// A serial that could land in the first turn of its timetable waits for the second.
#[test]
fn a_serial_waits_for_its_turn() {
    let own = seat("mercury/descent", Request::default()).unwrap();
    let turn = own.head().turn_names.iter().position(|name| name == "21 May 1900").unwrap() + 1;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let text = format!(
        "kind = \"drop\"\nside = \"german\"\n[[serial]]\nserials = [\"Serial 1\"]\nfrom_turn = {turn}\n"
    );
    std::fs::write(&path, text).unwrap();
    let table = seat("mercury/descent", drops(path.to_str().unwrap())).unwrap();
    let first = |table: &dyn Table, game| {
        let record = table.play(game, Seed(3).game(game)).unwrap();
        let serials = record.drops.iter().filter(|drop| drop.facts.zone == "Serial 1");
        (serials.map(|drop| usize::from(drop.facts.turn)).min(), record.game.plans.german)
    };
    let earlier = |&game: &u64| first(&*own, game).0.is_some_and(|landed| landed < turn);
    let game = (0..20).find(earlier).expect("no serial landed early in twenty games");
    let (landed, kept) = first(&*table, game);
    assert!(landed.is_none_or(|landed| landed >= turn), "landed in turn {landed:?}");
    let kept = kept.unwrap();
    assert!(kept.asked >= 1 && kept.asked == kept.kept, "{kept:?}");
}

#[test]
fn what_is_written_reads_back_as_the_same_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let path = path.to_str().unwrap();
    let home = home();
    let cases = [
        ("mercury/descent", PlanKind::Drop, Side::German),
        ("mercury/descent", PlanKind::Setup, Side::Allied),
        ("race/mercury", PlanKind::Drop, Side::German),
    ];
    for (scenario, kind, side) in cases {
        let scope = seat(scenario, Request::default()).unwrap().plan_scope();
        std::fs::write(path, scope.template(kind, side)).unwrap();
        let plan = scope.load(&home, path).unwrap();
        let plan = lab::Plan { name: "a \"name\"".into(), intent: "one\ntwo".into(), ..plan };
        std::fs::write(path, scope.text(&plan, &["one".into(), "two\nthree".into()])).unwrap();
        let again = scope.load(&home, path).unwrap_or_else(|c| panic!("{scenario}: {c}"));
        assert_eq!(lab::Plan { hash: plan.hash.clone(), ..again }, plan, "{scenario}");
        assert!(std::fs::read_to_string(path).unwrap().starts_with("# one\n# two\n# three\n"));
    }
}

/// Every change makes another plan, which reads back: nothing in it is impossible.
#[test]
fn every_change_leads_to_another_sound_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let path = path.to_str().unwrap();
    let home = home();
    for (scenario, name) in [
        ("mercury/snafu", "close-but-stick-four"),
        ("mercury/descent", "ramcke-east"),
        ("mercury/kastelli", "road"),
        ("race/mercury", "west-first"),
    ] {
        let scope = seat(scenario, Request::default()).unwrap().plan_scope();
        let plan = scope.load(&home, name).unwrap();
        let changes = scope.changes(&plan);
        assert!(changes.len() > 20, "{scenario}: {}", changes.len());
        let step = changes.len().div_ceil(40);
        for change in changes.into_iter().step_by(step) {
            let changed = change.of(&plan);
            assert_ne!(changed, plan, "{scenario}: {}", scope.said(change));
            std::fs::write(path, scope.text(&changed, &[])).unwrap();
            let again = scope.load(&home, path);
            let again = again.unwrap_or_else(|c| panic!("{}: {c}", scope.said(change)));
            assert_eq!(again.places, changed.places, "{}", scope.said(change));
        }
        let empty = lab::Plan::empty(plan.kind, plan.side);
        assert!(!scope.changes(&empty).is_empty(), "{scenario}: nothing to begin with");
    }
}

#[test]
fn a_search_is_the_same_on_any_number_of_threads() {
    let table = seat("mercury/snafu", Request::default()).unwrap();
    let scope = table.plan_scope();
    let start = scope.load(&home(), "close").unwrap();
    let terms = lab::SearchTerms { budget: 60, heat: 4, duel: 8, seed: 1, fresh_seed: 2, fresh: 6 };
    let played = std::sync::atomic::AtomicU64::new(0);
    let each = |games| {
        played.fetch_add(games, std::sync::atomic::Ordering::Relaxed);
    };
    let hunt = lab::PlanHunt::new(&*table, &scope, &each);
    let one = hunt.search(&start, terms, 1).unwrap();
    let games = played.load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(games, one.spent + 12, "the fresh games are not among those of the budget");
    assert_eq!(one, hunt.search(&start, terms, 3).unwrap());
    assert!(!one.heats.is_empty() && one.spent <= 60, "{one:?}");
}

#[test]
fn a_template_is_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let home = home();
    let mut count = 0;
    for system in SHELF {
        for listed in scenarios(&home, system.id()) {
            let scope = seat(&listed.id, Request::default()).unwrap().plan_scope();
            for kind in PlanKind::ALL {
                for side in Side::BOTH {
                    let units = scope.units(kind).iter();
                    let choosing = units
                        .filter(|unit| scope.side(unit) == side && unit.hexes.len() > 1)
                        .count();
                    if choosing == 0 {
                        continue;
                    }
                    let path = folder.path().join("template.toml");
                    std::fs::write(&path, scope.template(kind, side)).unwrap();
                    let plan = scope.load(&home, path.to_str().unwrap());
                    let plan = plan.unwrap_or_else(|c| panic!("{}: {c}", listed.id));
                    assert_eq!((plan.kind, plan.side), (kind, side), "{}", listed.id);
                    assert_eq!(plan.places.len(), choosing, "{}", listed.id);
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 8, "{count} templates");
}

const SOUND: &str = "\
kind = \"drop\"
side = \"german\"

[[place]]
units = [\"fjr2-1\", \"fjr2-4\"]
hexes = [\"30.10\", \"30.11\"]
";

#[test]
fn every_fault_of_a_plan_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.toml");
    let said = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap();
        match seat("mercury/snafu", drops(file)) {
            Ok(_) => String::new(),
            Err(complaints) => complaints.to_string().replace(file, "plan.toml"),
        }
    };
    assert_eq!(said(SOUND), "");
    let cases = [
        (
            "kind = \"drop\"",
            "kind = \"drup\"",
            "plan.toml:1: kind: unknown value `drup`; did you mean `drop`?",
        ),
        ("kind = \"drop\"\n", "", "missing key `kind`; expected one of drop, setup"),
        (
            "kind = \"drop\"",
            "kind = \"setup\"",
            "plan.toml:5: place.units: `fjr2-1` has no hex to choose at set-up; expected no such plan",
        ),
        ("side = \"german\"\n", "", "missing key `side`; expected one of german, allied"),
        (
            "\"german\"",
            "\"allied\"",
            "plan.toml:5: place.units: `fjr2-1` is german; expected units of the allied side",
        ),
        (
            "side",
            "intend = \"x\"\nside",
            "plan.toml:2: unknown key `intend`; did you mean `intent`?",
        ),
        (
            "side",
            "zones = [\"West\"]\nside",
            "plan.toml:2: zones: there is no order of entry zones to choose",
        ),
        (
            "side",
            "scenario = \"mercury/precision\"\nside",
            "plan.toml:2: scenario: the plan is for `mercury/precision`; expected \"mercury/snafu\"",
        ),
        (
            "fjr2-4",
            "fjr2-44",
            "plan.toml:5: place.units: unknown unit `fjr2-44`; did you mean `fjr2-14`?",
        ),
        ("fjr2-4", "aus-2-1-a", "`aus-2-1-a` is allied"),
        ("fjr2-4", "fjr2-1", "plan.toml:5: place.units: `fjr2-1` has its place already"),
        ("30.11", "30.99", "plan.toml:6: place.hexes: unknown hex `30.99`"),
        (
            "30.11",
            "20.14",
            "`fjr2-1` (Stick Four) can never be put in 20.14; expected one of 30.10, 30.11",
        ),
        ("30.11", "30.10", "plan.toml:6: place.hexes: hex 30.10 stands in the list twice"),
        ("[\"30.10\", \"30.11\"]", "[]", "plan.toml:6: place.hexes: the list is empty"),
        (
            "[\"30.10\", \"30.11\"]",
            "\"30.10\"",
            "plan.toml:6: place.hexes: wrong type: words; expected a list in brackets",
        ),
        ("\"30.11\"]", "3011]", "plan.toml:6: place.hexes: wrong type"),
        ("hexes =", "hexs =", "plan.toml:6: place: unknown key `hexs`; did you mean `hexes`?"),
        ("hexes =", "hexs =", "plan.toml:4: place: missing key `hexes`"),
        (
            "[[place]]",
            "[place]",
            "plan.toml:4: place: wrong type: a table; expected [[place]] blocks",
        ),
        ("[[place]]", "[[place", "plan.toml:4"),
    ];
    for (from, to, wanted) in cases {
        let text = SOUND.replacen(from, to, 1);
        assert_ne!(text, SOUND, "{from}");
        let told = said(&text);
        assert!(told.contains(wanted), "{to:?}: no {wanted:?} in\n{told}");
    }
    // All at once.
    let many = SOUND.replace("fjr2-4", "fjr2-44").replace("30.11", "30.99").replace("side", "sied");
    assert!(said(&many).lines().count() >= 2, "{}", said(&many));
    let bare = said("kind = \"drop\"\nside = \"german\"\n");
    assert!(bare.contains("the plan fixes nothing"), "{bare}");
}

#[test]
fn a_plan_must_be_of_the_kind_and_side_that_is_asked_for() {
    let said = |scenario, request| match seat(scenario, request) {
        Ok(_) => panic!("taken"),
        Err(complaints) => complaints.to_string(),
    };
    let mut request = Request::default();
    request.setup.german = Some("close".into());
    let told = said("mercury/precision", request);
    assert!(told.contains("--setup german: `close` is a drop plan"), "{told}");
    let told = said("mercury/precision", drops("both-ends"));
    assert!(told.contains("--drops: `both-ends` is a setup plan"), "{told}");
    let mut request = Request::default();
    request.setup.german = Some("both-ends".into());
    let told = said("mercury/precision", request);
    assert!(told.contains("--setup german: `both-ends` is a plan of the Allied side"), "{told}");
    let told = said("mercury/snafu", drops("clos"));
    assert!(told.contains("did you mean `close`?") && told.contains("port"), "{told}");
}
