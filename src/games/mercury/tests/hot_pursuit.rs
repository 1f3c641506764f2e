//! Scenario 10: the last three days, with Allied Withdrawal in effect from the first turn on (11.0; S5.0).

use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Outcome, Pending, Scripted, Side};

use super::super::action::Action;
use super::super::departures::Departure;
use super::super::frame::{Frame, Opening};
use super::super::ground::SetUp;
use super::super::rulings::Level;
use super::super::state::{Battle, Place};
use super::super::victory_level::VictoryLevel;
use super::desk::{BOTTOM, Files, hex, legal, ruled, unit};
use super::western_desk::{active, departures, ended, settle, takes};

/// 28 May 0700, 29 May 0700 and 1900.
const DAWN28: u16 = 8;
const DAWN29: u16 = 16;
const LAST: u16 = 22;

fn pursuit() -> Battle {
    static PURSUIT: OnceLock<Battle> = OnceLock::new();
    PURSUIT.get_or_init(|| Files::default().scenario("hot-pursuit")).clone()
}

#[test]
fn m11_0_twenty_three_turns_of_withdrawal() {
    let battle = pursuit();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names[usize::from(LAST)].as_str()), (23, "29 May 1900"));
    assert_eq!(names[usize::from(DAWN28)], "28 May 0700");
    assert_eq!(names[usize::from(DAWN29)], "29 May 0700");
    assert!(battle.withdrawing());
    assert_eq!(battle.morale.withdrawal.map(|w| (w.level, w.since)), Some((1, None)));
    assert_eq!(battle.allied_morale(), None, "there is none to lose");
    assert_eq!(
        (battle.supply[0].german, battle.supply[0].allied),
        (Level::Full, Level::Diminished)
    );
}

/// A-S5-4: the guns that cannot move are set up all the same.
#[test]
fn m11_0_nobody_is_removed_at_the_set_up() {
    let mut battle = pursuit();
    let guns = unit(&battle, "uk-129ltaa-a");
    let at = hex(&battle, "56.12");
    battle.put(guns, at);
    battle.frames = BOTTOM.into();
    settle(&mut battle, 5);
    assert!(matches!(battle.unit(guns).place, Place::At(_)));
}

/// The chits that were not chosen stay out of the cup.
#[test]
fn m11_0_any_one_german_formation_opens() {
    let mut battle = pursuit();
    battle.frames = [Frame::Opening(Opening)].into();
    let names: Vec<String> = legal(&battle)
        .into_iter()
        .filter_map(|action| match action {
            Action::OpenWith(chit) => Some(battle.chit_name(chit)),
            _ => None,
        })
        .collect();
    let all = ["GJR 141", "GJR 100", "GJR 85", "LLSR", "FJR 3"];
    assert_eq!(names, all.map(|name| alloc::format!("{name} formation")));
    let before = battle.cup.chits().len();
    let second = legal(&battle)[1];
    let frame = battle.frames[0];
    frame.play(&mut battle, second, &mut Scripted::always(5), &mut Vec::new());
    assert_eq!(battle.cup.chits().len(), before);
    assert_eq!(
        battle.carried.map(|chit| battle.chit_name(chit)).as_deref(),
        Some("GJR 100 formation")
    );
}

#[test]
fn m11_0_eighteen_battalion_begins_with_the_tenth_brigade() {
    let battle = pursuit();
    let formation = battle.formation(unit(&battle, "nz-18-a")).expect("it has one");
    let name = &battle.ground.formations[usize::from(formation.0)].name;
    assert_eq!(name, "10th NZ Bde");
}

/// At least one company a hex, of the commandos one each.
#[test]
fn m11_0_the_australians_fill_their_hexes() {
    let battle = pursuit();
    let offers = |id: &str| {
        let wanted = unit(&battle, id);
        battle.ground.set_up.iter().find_map(|item| match item {
            SetUp::Unit { unit, hexes, .. } if *unit == wanted => Some(hexes.len()),
            _ => None,
        })
    };
    assert_eq!([offers("aus-2-7-a"), offers("aus-2-8-b")], [Some(3), Some(2)]);
    assert_eq!(offers("lay-a-a"), Some(3));
    assert_eq!(
        offers("lay-d-a"),
        Some(7),
        "77.26 and the six round it, two of them on the next sheet"
    );
}

/// Units that may share hexes fit as their steps do.
#[test]
fn a_set_up_that_is_shared_has_room_for_eight_steps_a_hex() {
    let own = "hexes = [\"43.13\"]\nwithin = 1";
    let keys = Files::faulty_keys("hot-pursuit", own, "hexes = [\"43.13\"]\nwithin = 0");
    assert_eq!(keys[0], "setup.hexes");
}

/// Four hexes of Akrotiri, and twelve units with a leader over 108.44, or the level rises by ten.
#[test]
fn m11_0_the_germans_owe_akrotiri_and_twelve_units_and_a_leader() {
    let level = |units: usize, leader: bool, hexes: &[&str]| {
        let mut battle = pursuit();
        for label in hexes {
            takes(&mut battle, Side::German, label);
        }
        for number in 1..=units {
            let mut name = alloc::format!("gjr85-{number}");
            if number > 12 {
                name = "gjr141-1".into();
            }
            let unit = unit(&battle, &name);
            let leader = leader && number == 1;
            battle.units[unit.index()].place = Place::Off(Departure::Sent { duty: 0, leader });
            battle.units[unit.index()].end = Some((20, "obligation"));
        }
        battle.turn = LAST;
        battle.end_turn(true, &mut Vec::new());
        battle.morale.withdrawal.map(|withdrawal| withdrawal.level)
    };
    let akrotiri = ["67.07", "74.08", "75.08", "77.02"];
    assert_eq!(level(12, true, &akrotiri), Some(1));
    assert_eq!(level(11, true, &akrotiri), Some(11));
    assert_eq!(level(12, false, &akrotiri), Some(11));
    assert_eq!(level(12, true, &akrotiri[..3]), Some(11));
    // From the hex itself: with its leader or without.
    let mut battle = active(pursuit(), 10, &[("gjr85-1", "108.44"), ("nz-22-a", "57.18")]);
    let leader = battle.ground.leaders.iter().position(|card| card.id == "ldr-gjr85").unwrap();
    let company = unit(&battle, "gjr85-1");
    battle.lead(leader, Some(company));
    let ways = departures(&battle);
    for leader in [false, true] {
        assert!(ways.contains(&Departure::Sent { duty: 0, leader }), "{ways:?}");
    }
}

#[test]
fn m11_0_two_villages_are_sudden_deaths() {
    let dies = |turn: u16, label: &str| {
        let mut battle = pursuit();
        battle.turn = turn;
        battle.frames = BOTTOM.into();
        takes(&mut battle, Side::German, label);
        settle(&mut battle, 5);
        battle.outcome != Outcome::Undecided
            && ended(&battle) == (Some(Side::German), VictoryLevel::DecisiveGerman, "sudden death")
    };
    assert!(dies(DAWN28 - 1, "73.28") && !dies(DAWN28, "73.28"));
    assert!(dies(DAWN29 - 1, "86.37") && !dies(DAWN29, "86.37"));
    assert!(!dies(3, "49.07"), "a port is none here");
}

fn at_the_end(mut battle: Battle, withdrawn: u16, german: &[&str]) -> Battle {
    battle.turn = LAST;
    for label in german {
        takes(&mut battle, Side::German, label);
    }
    // What is owed and not done adds ten.
    battle.raise_withdrawal(withdrawn, &mut Vec::new());
    battle.end_turn(true, &mut Vec::new());
    battle
}

/// F-SC10-3: the bands without the overlaps of the text; the level begins at 1, and 10 are added for what is owed.
#[test]
fn m11_0_the_withdrawal_level_decides_scenario_10() {
    let level = |withdrawn: u16| ended(&at_the_end(pursuit(), withdrawn - 11, &["49.07"])).1;
    for (from, to, band) in [
        (11, 14, VictoryLevel::DecisiveGerman),
        (15, 20, VictoryLevel::SubstantialGerman),
        (21, 25, VictoryLevel::MarginalGerman),
        (26, 30, VictoryLevel::MarginalAllied),
        (31, 60, VictoryLevel::SubstantialAllied),
    ] {
        assert_eq!((level(from), level(to)), (band, band), "{from} to {to}");
    }
}

/// A-SC10-1: with neither port, or under the other reading without both.
#[test]
fn m11_0_without_a_port_the_germans_are_beaten() {
    let decisive = (Some(Side::Allied), VictoryLevel::DecisiveAllied, "last turn played");
    let end = |battle: Battle, german: &[&str]| ended(&at_the_end(battle, 0, german));
    assert_eq!(end(pursuit(), &[]), decisive);
    assert_ne!(end(pursuit(), &["59.13"]), decisive);
    let both = || ruled("hot-pursuit", "sc10_ports", "not_both");
    assert_eq!(end(both(), &["59.13"]), decisive);
    assert_ne!(end(both(), &["59.13", "49.07"]), decisive);
}

/// S5.0: out by night from either port, and over the mountains at any time, without a point.
#[test]
fn s5_0_units_get_away_from_the_first_turn_on() {
    let by = |at: &str, turn: u16| {
        let battle = active(pursuit(), turn, &[("nz-22-a", at), ("gjr85-1", "48.19")]);
        departures(&battle).iter().any(|by| matches!(by, Departure::Withdrawn(_)))
    };
    assert!(by("78.67", 0));
    assert!(by("59.13", 7) && by("49.07", 7) && !by("59.13", 6));
}
