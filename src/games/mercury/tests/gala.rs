//! Scenario 9 as printed: reserves, supply of two sheets, sudden death, and a win by morale.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Outcome, Scripted, Side};

use super::super::event::Event;
use super::super::frame::SettingUp;
use super::super::ground::{Chit, SetUp};
use super::super::rulings::Level;
use super::super::state::Battle;
use super::desk::{Files, division, hex, ruled, unit};
use super::western_desk::*;

fn outcome(battle: &Battle) -> (Option<Side>, i32, &'static str) {
    match battle.outcome {
        Outcome::Over { winner, margin, .. } => (winner, margin, battle.end_reason),
        Outcome::Undecided => panic!("the game is over"),
    }
}

/// Ends a turn with Galatas in German hands or not.
fn turn_ends(mut battle: Battle, turn: u16, german: &[&str]) -> Battle {
    battle.turn = turn;
    for label in german {
        takes(&mut battle, Side::German, label);
    }
    battle.end_turn(turn == LAST, &mut Vec::new());
    battle
}

const GALATAS: [&str; 2] = ["36.11", "37.11"];

#[test]
fn m11_0_sixteen_turns_and_the_85th_opens() {
    let battle = gala();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names[0].as_str()), (16, "25 May 0700"));
    assert_eq!(names[usize::from(LAST)], "26 May Night");
    assert_eq!((names[7].as_str(), names[8].as_str()), ("25 May Night", "26 May 0700"));
    let first = battle.ground.chits[battle.ground.first_chit.index()];
    let Chit::Formation(formation) = first else { panic!("{first:?}") };
    assert_eq!(battle.ground.formations[formation.index()].name, "GJR 85");
}

#[test]
fn m11_0_without_galatas_at_dawn_the_allies_win_by_sudden_death() {
    let of = |german: &[&str]| turn_ends(gala(), NIGHT, german);
    assert_eq!(outcome(&of(&[])), (Some(Side::Allied), -2, "sudden death"));
    assert_eq!(outcome(&of(&["36.11"])), (Some(Side::Allied), -1, "sudden death"));
    assert_eq!(of(&GALATAS).outcome, Outcome::Undecided);
    assert_eq!(turn_ends(gala(), NIGHT - 1, &[]).outcome, Outcome::Undecided, "not before");
    assert_eq!(turn_ends(gala(), DAWN, &[]).outcome, Outcome::Undecided, "nor later");
}

#[test]
fn m11_0_a_port_at_the_end_wins_and_else_it_is_a_draw() {
    let of = |german: &[&str]| outcome(&turn_ends(gala(), LAST, german));
    let reason = "last turn played";
    assert_eq!(of(&[]), (None, 0, reason));
    assert_eq!(of(&["49.07"]), (Some(Side::German), 1, reason));
    assert_eq!(of(&["59.13"]), (Some(Side::German), 1, reason));
    let both = outcome(&turn_ends(
        ruled("gala", "sc9_withdrawal", "at_the_end"),
        LAST,
        &["49.07", "59.13"],
    ));
    assert_eq!(both, (Some(Side::German), 3, reason), "and morale broke with them");
    assert_eq!(turn_ends(gala(), DAWN, &["49.07"]).outcome, Outcome::Undecided);
}

#[test]
fn m11_0_broken_morale_wins_at_once() {
    let mut battle = gala();
    battle.morale.level = 10;
    takes(&mut battle, Side::German, "49.07");
    let events = settle(&mut battle, 5);
    assert_eq!(outcome(&battle), (Some(Side::German), 2, "goal met"));
    assert_eq!(events.last(), Some(&Event::Over));
}

#[test]
fn ruling_sc9_withdrawal() {
    let mut battle = ruled("gala", "sc9_withdrawal", "at_the_end");
    battle.frames.push(super::desk::BOTTOM[0]);
    let level = battle.morale.level;
    battle.shift_morale(-level, "a test", true, &mut Vec::new());
    settle(&mut battle, 5);
    assert_eq!(battle.outcome, Outcome::Undecided);
    assert_eq!(outcome(&turn_ends(battle, LAST, &[])), (Some(Side::German), 1, "last turn played"));
}

/// Whether the Welch may be activated by their division's chit, with a German at a hex.
fn free(mut battle: Battle, german: &str, at: &str) -> bool {
    let (german, to) = (unit(&battle, german), hex(&battle, at));
    battle.enter(german, to, &mut Vec::new());
    let battle = active(battle, 1, &[(NZ, "36.09"), (WELCH, "48.09")]);
    // The New Zealanders are of another division: ask under that of the Welch.
    let mut battle = battle;
    let own = battle.counter(unit(&battle, WELCH)).division;
    let chit = battle.ground.chits.iter().position(|chit| *chit == Chit::Division(own));
    battle.playing = chit.map(|chit| crate::mercury::ids::ChitId(chit as u16));
    battle.call_up();
    battle.may_activate(unit(&battle, WELCH))
}

#[test]
fn m11_0_reserves_wait_until_a_german_unit_is_within_seven_hexes_of_a_port() {
    let eight = free(gala(), GERMAN, "41.10");
    assert!(!eight);
    let battle = gala();
    assert_eq!(battle.ground.distance(hex(&battle, "49.07"), hex(&battle, "42.10")), 7);
    assert_eq!(battle.ground.distance(hex(&battle, "49.07"), hex(&battle, "41.10")), 8);
    assert!(free(gala(), GERMAN, "42.10"));
    // Once free, they stay so.
    let mut battle = gala();
    let company = unit(&battle, GERMAN);
    let mut events = Vec::new();
    let [near, far] = ["42.10", FAR].map(|label| hex(&battle, label));
    battle.enter(company, near, &mut events);
    battle.enter(company, far, &mut events);
    assert_eq!(events.iter().filter(|event| **event == Event::ReserveFreed(0)).count(), 1);
    assert_eq!(battle.held.0, 0);
}

#[test]
fn m11_0_the_reserves_are_four_battalions() {
    let battle = gala();
    let reserve = &battle.ground.reserves[0];
    let held: Vec<&str> = battle
        .ids()
        .filter(|unit| reserve.units[unit.index()])
        .map(|unit| battle.counter(unit).id.as_str())
        .collect();
    assert_eq!(held.len(), 15, "{held:?}");
    for id in ["uk-welch-s", "uk-rangers-a", "ddf-res", "uk-42fldre", "uk-nhus-b"] {
        assert!(held.contains(&id), "{id}");
    }
}

/// Scenarios 11 and 12: some Germans near a port frighten nobody.
#[test]
fn m11_0_units_that_are_excepted_do_not_free_the_reserves() {
    let mut files = Files::default();
    let except = alloc::format!("of = [\"49.07\", \"59.13\"]\nexcept = [\"{GERMAN}\"]");
    files.change("gala", "toml", |text| text.replace("of = [\"49.07\", \"59.13\"]", &except));
    let battle = files.scenario("gala");
    assert!(!free(battle.clone(), GERMAN, "42.10"));
    assert!(free(battle, "gjr85-2", "42.10"));
}

#[test]
fn ruling_reserve_release() {
    let freed = |word, turn| {
        let mut battle = broken(campaign_ruled("reserve_release", word));
        battle.turn = turn;
        battle.release_reserves(&mut Vec::new());
        battle.held.0 == 0
    };
    assert!(!freed("by_date", NIGHT) && freed("by_date", DAWN) && freed("by_date", DAWN + 1));
    assert!(!freed("enemy_only", DAWN));
    let mut calm = campaign();
    calm.turn = DAWN;
    calm.release_reserves(&mut Vec::new());
    assert_ne!(calm.held.0, 0, "only once the withdrawal is in effect");
}

#[test]
fn s4_0_supply_at_the_start_and_the_first_roll_in_step_c_of_the_first_turn() {
    let battle = gala();
    assert_eq!(battle.supply[0].german, Level::Full);
    assert_eq!(battle.supply[0].allied, Level::Reduced);
    let mut opened = gala();
    let mut events = Vec::new();
    engine::Position::open(&mut opened, &mut Scripted::always(0), &mut events);
    let rolls = events.iter().filter(|event| matches!(event, Event::Supply { .. })).count();
    assert_eq!(rolls, 2);
    assert_eq!(opened.supply[0].allied, Level::Full);
}

/// S4.0: a port anywhere on the group of sheets, an airfield anywhere on it.
#[test]
fn s4_0_either_port_lets_allied_supply_improve() {
    let rolled = |german: &[&str]| {
        let mut battle = gala();
        for label in german {
            takes(&mut battle, Side::German, label);
        }
        battle.determine_supply(&mut Scripted::always(1), &mut Vec::new());
        battle.supply[0].allied
    };
    assert_eq!(rolled(&["49.07"]), Level::Full);
    assert_eq!(rolled(&["49.07", "59.13"]), Level::Reduced);
}

/// Groups of sheets have tracks of their own: what is short on one is not on another.
fn two_groups(part_of: &str) -> Files {
    let mut files = Files::default();
    files.change("gala", "toml", |text| {
        text.replace("sheets = [\"maleme\", \"canea-suda\"]\nports = [\"49.07\", \"59.13\"]\n", "sheets = [\"maleme\"]\nports = []\n")
            .replace("[morale]", &alloc::format!("[[supply.group]]\nname = \"East\"\nsheets = [\"canea-suda\"]\nports = [\"49.07\", \"59.13\"]\n{part_of}\n[morale]"))
    });
    files
}

#[test]
fn s4_0_each_group_of_sheets_has_a_track_of_its_own() {
    let mut battle =
        with(two_groups("").scenario("gala"), 1, &[(NZ, "36.09"), ("nz-18-b", "60.10")]);
    assert_eq!(battle.ground.supply.as_ref().unwrap().groups.len(), 2);
    battle.supply[1].allied = Level::Emergency;
    let [west, east] = [NZ, "nz-18-b"].map(|id| battle.supplied(unit(&battle, id)));
    assert_eq!((west, east), (Level::Reduced, Level::Emergency));
    // Each rolls: German and Allied for one group, then for the other.
    let dice = [1, 7, 1, 1].map(|face| ("supply", face));
    let mut dice = Scripted::new(dice);
    let mut events = Vec::new();
    battle.determine_supply(&mut dice, &mut events);
    dice.done();
    assert_eq!(battle.supply[0].allied, Level::Diminished);
    assert_eq!(battle.supply[1].allied, Level::Diminished, "it has its ports");
    assert_eq!(battle.allied_morale(), Some(17), "the first group weighs on morale, and it alone");
}

#[test]
fn ruling_supply_tracks() {
    let groups = |word: &str| {
        let mut files = two_groups("part_of = \"Maleme - Suda\"");
        let block = alloc::format!("\n[rulings]\nsupply_tracks = \"{word}\"\n");
        files.change("gala", "toml", |text| text + &block);
        let battle = files.scenario("gala");
        let terms = battle.ground.supply.clone().unwrap();
        (terms.groups.len(), terms.groups[0].ports.len())
    };
    assert_eq!(groups("shared"), (1, 2), "one track, with the ports of both");
    assert_eq!(groups("apart"), (2, 0));
}

#[test]
fn supply_groups_that_do_not_cover_the_sheets_are_refused() {
    let keys = |from: &str, to: &str| Files::faulty_keys("gala", from, to);
    let sheets = "sheets = [\"maleme\", \"canea-suda\"]\nports";
    assert_eq!(keys(sheets, "sheets = [\"maleme\"]\nports"), ["supply.group"]);
    let files = two_groups("part_of = \"Malme\"");
    let keys: Vec<String> = files.faults("gala").into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["supply.group.part_of"]);
}

#[test]
fn s9_1_layforce_cannot_be_attached() {
    let battle = gala();
    let names: Vec<&str> = battle.ground.battalions.iter().map(|b| b.name.as_str()).collect();
    assert!(names.contains(&"18 Bn") && names.contains(&"1st Welch"));
    assert!(!names.contains(&"A BN"), "{names:?}");
}

#[test]
fn m11_0_a_command_rating_rises_for_good_at_its_dates() {
    let mut files = Files::default();
    let rises = "rating = 5\npoints = 6\nrating_rises = [\"25 May 0900\", \"25 May 1300\"]";
    files.change("gala", "toml", |text| text.replace("rating = 5\npoints = 6", rises));
    let mut battle = files.scenario("gala");
    let own = usize::from(division(&battle, "5GD").0);
    let mut raised = Vec::new();
    for turn in 0..5 {
        battle.turn = turn;
        battle.frames.clear();
        battle.begin_turn(&mut Vec::new());
        raised.push(battle.command.raised[own]);
    }
    assert_eq!(raised, [0, 1, 1, 2, 2]);
}

/// Scenario 10: any one formation opens, and the others do not go into the cup.
#[test]
fn m11_0_the_chits_that_were_not_chosen_may_stay_out_of_the_cup() {
    let mut files = Files::default();
    let choice = "first_chit = \"GJR 85 formation\"\nfirst_chit_or = [\"LLSR formation\", \"GJR 100 formation\"]\nfirst_chit_alone = true";
    files.change("gala", "toml", |text| text.replace("first_chit = \"GJR 85 formation\"", choice));
    let mut battle = files.scenario("gala");
    battle.frames = [super::super::frame::Opening.into()].into();
    let chits = super::desk::legal(&battle);
    assert_eq!(chits.len(), 3);
    let before = battle.cup.chits().len();
    let frame = battle.frames[0];
    engine::Pending::play(frame, &mut battle, chits[1], &mut Scripted::always(5), &mut Vec::new());
    assert_eq!(battle.cup.chits().len(), before);
    assert!(battle.carried.is_some());
}

#[test]
fn reserves_that_nothing_frees_are_refused() {
    let keys = |from: &str, to: &str| Files::faulty_keys("gala", from, to);
    assert_eq!(keys("until_within = 7", "until_within = 0"), ["reserve.until_within"]);
    assert_eq!(keys("\"1st Rangers\"", "\"1st Ranger\""), ["reserve.battalions"]);
    assert_eq!(
        keys("withdrawal_from = \"26 May 0700\"", "withdrawal_from = \"27 May 0700\""),
        ["reserve.withdrawal_from"]
    );
}

/// The 2/7th has at least one unit in each of its four hexes.
#[test]
fn m11_0_a_set_up_may_have_to_fill_its_hexes() {
    let mut battle = gala();
    let place = battle.ground.set_up.iter().position(|item| {
        let SetUp::Unit { unit, .. } = item else { return false };
        battle.counter(*unit).id == "aus-2-7-a"
    });
    let companies = ["a", "b", "c", "d", "e", "s"];
    let units = companies.map(|id| unit(&battle, &alloc::format!("aus-2-7-{id}")));
    let choices = |battle: &mut Battle, number: usize| {
        battle.frames = [SettingUp { next: (place.unwrap() + number) as u16 }.into()].into();
        super::desk::legal(battle).len()
    };
    let there = hex(&battle, "42.12");
    assert_eq!(choices(&mut battle, 0), 4);
    battle.put(units[0], there);
    assert_eq!(choices(&mut battle, 1), 4);
    battle.put(units[1], there);
    assert_eq!(choices(&mut battle, 2), 4, "four units for three empty hexes");
    battle.put(units[2], there);
    assert_eq!(choices(&mut battle, 3), 3, "one for each that is empty");
    for (unit, label) in [(units[3], "42.13"), (units[4], "43.12")] {
        let to = hex(&battle, label);
        battle.put(unit, to);
    }
    assert_eq!(choices(&mut battle, 5), 1);
    assert!(battle.hex(units[5]).is_none());
}
