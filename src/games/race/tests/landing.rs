//! From the air and over the sea (5.2, 5.3, 10.2.1, 12.8).

use engine::{Account, MeasureOf, Side};

use crate::race::rules::Spot;
use crate::race::support::AirBox;

use super::Desk;

/// A unit in a box.
fn boxed(mut desk: Desk, ids: &[&str], approach: u8) -> Desk {
    for id in ids {
        let unit = desk.unit(id);
        desk.race.pieces[usize::from(unit)].place = Spot::Box(approach);
    }
    desk
}

/// 5.2: 1-2 flips the counter, 3-4 is a damage point, 5-6 nothing.
#[test]
fn r_5_2_landing_table() {
    let land = |face: u8| {
        // Modifier 0: turn 2, no German next to 0807.
        let mut desk =
            boxed(Desk::market_garden(&[]).cleared(), &["502-pir"], 0).at(2, 'B', Side::Allied);
        desk.say("land from the Airborne Approach box", &[]);
        desk.say("502 PIR lands at 0807 Son", &[("landing", face)]);
        let unit = desk.unit("502-pir");
        (desk.race.pieces[usize::from(unit)].reduced, desk.damage("502-pir"))
    };
    assert_eq!(land(2), (true, 0));
    assert_eq!(land(3), (false, 1));
    assert_eq!(land(4), (false, 1));
    assert_eq!(land(5), (false, 0));
}

/// 5.2 modifiers of Market-Garden: +1 without Germans next to the hex, +1 on 17 September,
/// -1 later (WG-5.2-1).
#[test]
fn rg_5_2_modifiers() {
    for (turn, german, modifier) in [(1, false, 2), (1, true, 1), (2, false, 0), (2, true, -1)] {
        let mut desk = Desk::market_garden(&[]).cleared();
        if german {
            desk = desk.with("fjr-6 0707");
        }
        let desk = desk.at(turn, 'B', Side::Allied);
        let found = desk.race.landing_modifier(desk.unit("502-pir"), desk.hex("0807"));
        assert_eq!(found, modifier, "turn {turn}, German {german}");
    }
}

/// 5.2 modifiers of Mercury: -1 enemies adjacent, -1 second and third drop of 20 May, +1 own
/// airfield, +1 air marker (WM-5.2-1).
#[test]
fn rm_5_2_modifiers() {
    let plain = Desk::mercury(&[]).cleared().at(1, 'B', Side::German);
    let look = |desk: &Desk| desk.race.landing_modifier(desk.unit("iv-llsr"), desk.hex("0904"));
    assert_eq!(look(&plain), 0);
    let mut watched = Desk::mercury(&[]).cleared().with("22-bn 0905").at(1, 'B', Side::German);
    assert_eq!(look(&watched), -1);
    watched.race.first_day_drops = 1;
    assert_eq!(look(&watched), -2);
    watched.race.turn = 1;
    assert_eq!(look(&watched), -1, "the day counts");
    let maleme = watched.hex("0904");
    watched.race.german_held.insert(maleme);
    assert_eq!(look(&watched), 0);
    watched.race.support.air_box = Some(AirBox::GroundSupport);
    assert_eq!(look(&watched), 1);
    watched.race.support.air_box = Some(AirBox::Resupply);
    assert_eq!(look(&watched), 0);
    let mut never = Desk::mercury(&["air_landing_bonus=never"]).cleared().at(2, 'B', Side::German);
    never.race.support.air_box = Some(AirBox::GroundSupport);
    assert_eq!(look(&never), 0);
}

/// 5.2: a landing is the sole action, any number of units of one box, each to its printed hex;
/// the drop of a second box on 20 May is worse.
#[test]
fn rm_5_2_one_box_an_impulse() {
    let mut desk = boxed(Desk::mercury(&[]).cleared(), &["i-llsr", "ii-llsr"], 0);
    desk = boxed(desk, &["i-fjr-3"], 1).at(1, 'A', Side::German);
    assert!(desk.may("land from the Mitte box"));
    desk.say("land from the West box", &[]);
    assert_eq!(desk.words(), ["I LLSR lands at 0804", "I LLSR stays in its box"]);
    desk.say("I LLSR lands at 0804", &[("landing", 6)]);
    desk.say("II LLSR stays in its box", &[]);
    assert_eq!(desk.race.side, Side::Allied, "nothing else happens in this impulse");
    assert_eq!(desk.race.first_day_drops, 1);
    desk.say("pass", &[]);
    desk.say("land from the Mitte box", &[]);
    // -1 for the second drop.
    desk.say("I/FJR 3 lands at 0705", &[("landing", 5)]);
    assert_eq!(desk.damage("i-fjr-3"), 1);
}

/// WG-5.2-2: a landing hex with enemies keeps the unit in its box, or lets it drift.
#[test]
fn r_5_2_landing_hex_held_by_the_enemy() {
    let words = |ruling: &str| {
        let desk = Desk::mercury(&[ruling]).cleared().with("22-bn 0804");
        boxed(desk, &["i-llsr"], 0).at(1, 'A', Side::German).words()
    };
    assert!(!words("landing_on_enemy=stay").contains(&"land from the West box".into()));
    assert!(words("landing_on_enemy=drift").contains(&"land from the West box".into()));
}

/// Mercury 5.2.1, 10.2.1: mountain units fly to the German airfield next to their box, airborne
/// units too from turn 2; all roll on the landing table.
#[test]
fn rm_5_2_1_air_transport() {
    let mut desk = boxed(Desk::mercury(&[]).cleared(), &["i-gjr-100", "i-llsr"], 0);
    assert!(!desk.clone_at(2, 'A', Side::German).may("air transport from the West box"));
    let maleme = desk.hex("0904");
    desk.race.german_held.insert(maleme);
    let mut first = desk.clone_at(1, 'A', Side::German);
    first.say("air transport from the West box", &[]);
    first.say("I/GJR 100 lands at 0904 Maleme", &[("landing", 4)]);
    assert_eq!(first.damage("i-gjr-100"), 0, "+1 for the airfield");
    assert_eq!(first.race.side, Side::Allied, "parachutists only from turn 2");
    let mut second = desk.clone_at(2, 'A', Side::German);
    second.say("air transport from the West box", &[]);
    assert!(second.may("I LLSR lands at 0904 Maleme"));
    second.say("I LLSR lands at 0904 Maleme", &[("landing", 1)]);
    assert!(second.race.pieces[usize::from(second.unit("i-llsr"))].reduced);
    // An enemy in the hex closes the field; another box has another field.
    let closed = desk.with("22-bn 0904").at(2, 'A', Side::German);
    assert!(!closed.may("air transport from the West box"));
}

/// Mercury 10.2.1: later parachute landings may also go where a unit of the same box stands.
#[test]
fn rm_10_2_1_reinforcing_landings() {
    let desk = Desk::mercury(&[]).cleared().with("iii-llsr 0903, i-fjr-3 0705");
    let desk = boxed(desk, &["ii-llsr"], 0);
    let mut first = desk.clone_at(1, 'B', Side::German);
    first.say("land from the West box", &[]);
    assert_eq!(first.words(), ["II LLSR lands at 0803", "II LLSR stays in its box"]);
    let mut second = desk.clone_at(2, 'B', Side::German);
    second.say("land from the West box", &[]);
    assert_eq!(
        second.words(),
        ["II LLSR lands at 0803", "II LLSR lands at 0903", "II LLSR stays in its box"]
    );
}

/// Mercury 5.3: one unit, six ports, 1-2 damage and back, 3-4 back, 5-6 ashore; -1 a naval
/// marker, +2 for the air marker, both in the Interdiction Box.
#[test]
fn rm_5_3_sea_transport() {
    let sea = |switches: &[&str]| {
        let mut desk = Desk::mercury(switches).cleared().with("1-welch 0807");
        let unit = desk.unit("iii-gjr-100");
        desk.race.pieces[usize::from(unit)].place = Spot::Sea;
        desk.at(2, 'A', Side::German)
    };
    let ports = sea(&[]).words().into_iter().filter(|w| w.starts_with("sea transport"));
    assert_eq!(ports.count(), 5, "six ports, one of them held (WM-5.3-3)");
    let sail = |mut desk: Desk, face: u8| {
        desk.say("sea transport to 0902 Kastelli", &[("sea transport", face)]);
        (desk.place("iii-gjr-100"), desk.damage("iii-gjr-100"))
    };
    assert_eq!(sail(sea(&[]), 2), ("Sea".into(), 1));
    assert_eq!(sail(sea(&[]), 4), ("Sea".into(), 0));
    assert_eq!(sail(sea(&[]), 5), ("0902".into(), 0));
    let mut guarded = sea(&[]);
    guarded.race.support.ships_interdiction = 2;
    guarded.race.support.ships_resupply = 2;
    assert_eq!(guarded.race.sea_modifier(), -2);
    assert_eq!(sail(guarded, 6), ("Sea".into(), 0));
    let mut flown = sea(&[]);
    flown.race.support.air_box = Some(AirBox::Interdiction);
    assert_eq!(sail(flown, 3), ("0902".into(), 0));
    let mut plus = sea(&["naval_sign=plus"]);
    plus.race.support.ships_interdiction = 2;
    assert_eq!(plus.race.sea_modifier(), 2);
}

/// Mercury 5.3: damage at sea can end the unit.
#[test]
fn rm_5_3_sunk() {
    let mut desk = Desk::mercury(&[]).cleared();
    let unit = desk.unit("iii-gjr-100");
    desk.race.pieces[usize::from(unit)].place = Spot::Sea;
    let mut desk = desk.damaged("iii-gjr-100", 3).at(2, 'A', Side::German);
    desk.say("sea transport to 0902 Kastelli", &[("sea transport", 1)]);
    assert_eq!(desk.place("iii-gjr-100"), "Gone");
}

/// WG-3.3-1: airborne reinforcements land on the hex of the data file, or on any airborne source.
#[test]
fn rg_3_3_airborne_reinforcements() {
    let goals = |ruling: &str| {
        let desk = boxed(Desk::market_garden(&[ruling]).cleared(), &["4-para-bde"], 0);
        let mut desk = desk.at(2, 'B', Side::Allied);
        desk.say("land from the Airborne Approach box", &[]);
        desk.words().len() - 1
    };
    assert_eq!(goals("airborne_reinf_hex=printed"), 1);
    assert_eq!(goals("airborne_reinf_hex=any-source"), 5);
}

/// 12.8: 52nd Division goes to the box on turn 3 and lands on Allied airfields only.
#[test]
fn rg_12_8_air_transport() {
    let desk = Desk::market_garden(&["air_transport"]);
    assert_eq!(desk.race.board.unit(desk.unit("155-bde")).turn, 2);
    let mut desk = boxed(desk.cleared(), &["155-bde"], 0).at(3, 'B', Side::Allied);
    assert!(!desk.may("land from the Airborne Approach box"));
    let grave = desk.hex("1210");
    desk.race.german_held.remove(grave);
    desk.say("land from the Airborne Approach box", &[]);
    assert_eq!(desk.words(), ["155 Bde lands at 1210 Grave", "155 Bde stays in its box"]);
    // Die 4 with -1 and +1 is a warm reception, as for parachutists.
    desk.say("155 Bde lands at 1210 Grave", &[("landing", 4)]);
    assert_eq!(desk.damage("155-bde"), 1);
}

/// What a landing leaves in the tables of a run.
#[test]
fn landings_fill_the_drop_table() {
    let mut desk = boxed(Desk::mercury(&[]).cleared().with("22-bn 0904"), &["i-llsr"], 0).at(
        1,
        'A',
        Side::German,
    );
    desk.say("land from the West box", &[]);
    desk.say("I LLSR lands at 0804", &[("landing", 2)]);
    let facts = desk.events.iter().find_map(|event| desk.race.drop_facts(event));
    let facts = facts.expect("a landing");
    assert_eq!((facts.kind, facts.zone.as_str(), facts.hex.as_str()), ("glider", "West", "0804"));
    assert_eq!((facts.roll, facts.modifier, facts.steps_lost), (2, -1, 1));
    assert_eq!(desk.value(MeasureOf::Drop, &facts.values, "fire_zones"), Some(1));
    assert_eq!(facts.result, "hot reception");
    // With -1: 1 to 3 hot, 4 and 5 warm, 6 clean; hot takes the battalion from three steps to two.
    let odds: alloc::vec::Vec<_> =
        facts.odds.iter().map(|o| (o.result, o.ways, o.of, o.steps_lost)).collect();
    assert_eq!(
        odds,
        [("hot reception", 3, 6, 1), ("warm reception", 2, 6, 1), ("clean landing", 1, 6, 0)]
    );
}
