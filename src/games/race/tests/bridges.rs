//! Bridges (8.0, 12.3, 12.4).

use engine::{Position, Side};

use super::Desk;

/// 8.1, 8.2: the Germans try bridges with Allied units next to them and none in them; 3-6
/// succeeds; never those over the great rivers.
#[test]
fn rg_8_2_demolition() {
    let desk = |ruling: &str| {
        Desk::market_garden(&[ruling])
            .cleared()
            .with("129-bde 0707, 504-pir 1211, 505-pir 1313, 71-bde 0508")
            .at(2, 'B', Side::German)
    };
    let plain = desk("bridge_demolition=adjacent-only");
    assert!(plain.may("blow the bridge at 0807 Son"));
    assert!(plain.may("blow the bridge at 0806 Best"));
    assert!(!plain.may("blow the bridge at 0707 Eindhoven"), "an Allied unit stands in it");
    assert!(!plain.may("blow the bridge at 1210 Grave"), "the Maas");
    assert!(!plain.may("blow the bridge at 1312 Nijmegen"), "the Waal");
    assert!(desk("bridge_demolition=adjacent-or-in").may("blow the bridge at 0707 Eindhoven"));
    for (face, down) in [(2, false), (3, true)] {
        let mut tried = plain.clone_at(2, 'B', Side::German);
        tried.say("blow the bridge at 0807 Son", &[("demolition", face)]);
        assert_eq!(tried.race.down.contains(tried.hex("0807")), down);
        assert_eq!(tried.race.side, Side::Allied, "the sole action");
        let again = tried.clone_at(2, 'C', Side::German);
        assert_eq!(again.may("blow the bridge at 0807 Son"), !down);
    }
}

/// 8.3: repaired at the start of a turn with a supplied unit that is not airborne in the hex.
#[test]
fn rg_8_3_repair() {
    let repaired = |switches: &[&str], unit: &str| {
        let mut desk = Desk::market_garden(switches).cleared().with(&alloc::format!("{unit} 0807"));
        let son = desk.hex("0807");
        desk.race.down.insert(son);
        desk.race.pave();
        desk.race.repair_in_supply(&mut desk.events);
        !desk.race.down.contains(son)
    };
    assert!(repaired(&[], "129-bde"));
    assert!(!repaired(&[], "502-pir"), "airborne");
    assert!(!repaired(&[], "fjr-6"), "the Germans repair nothing");
    assert!(repaired(&["advanced_bridges"], "129-bde"), "WG-8.3-1: both rules hold");
    assert!(!repaired(&["advanced_bridges", "advanced_repair_only=true"], "129-bde"));
    let mut cut = Desk::market_garden(&[])
        .cleared()
        .with("129-bde 0807, fjr-6 0707, 719-division 0806, 406-division 0808, 59-division 0907, 176-division 0908, 245-division 0906");
    let son = cut.hex("0807");
    cut.race.down.insert(son);
    cut.race.pave();
    cut.race.repair_in_supply(&mut cut.events);
    assert!(cut.race.down.contains(son), "out of supply");
}

/// 12.3.1: as an Allied unit enters a bridge hex the Germans may try; 5-6 succeeds, the great
/// bridges included; the unit stays in the hex and its move ends; once an impulse.
#[test]
fn rg_12_3_1_last_minute() {
    let desk = |ruling: &str| {
        let mut desk = Desk::market_garden(&["advanced_bridges", ruling])
            .cleared()
            .with("159-bde 1313, 129-bde 1313")
            .at(2, 'B', Side::Allied);
        desk.say("move and fight with VIII and XII Corps", &[]);
        desk.say("159 Bde moves", &[]);
        desk.say("to 1412 Elst", &[]);
        assert_eq!(desk.race.to_act(), Some(Side::German));
        desk
    };
    let mut blown = desk("last_minute=once");
    blown.say("try to blow the bridge", &[("last-minute demolition", 5)]);
    assert_eq!(blown.place("159-bde"), "1312");
    assert!(blown.race.down.contains(blown.hex("1312")));
    let mut fails = desk("last_minute=once");
    fails.say("try to blow the bridge", &[("last-minute demolition", 4)]);
    assert_eq!(fails.place("159-bde"), "1412", "the march goes on");
    let mut spared = desk("last_minute=once");
    spared.say("leave the bridge", &[]);
    assert_eq!(spared.place("159-bde"), "1412");

    let second = |ruling: &str| {
        let mut desk = Desk::market_garden(&["advanced_bridges", ruling])
            .cleared()
            .with("158-bde 1313, 159-bde 1313")
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with VIII and XII Corps", "159 Bde moves", "to 1412 Elst"]);
        desk.say("try to blow the bridge", &[("last-minute demolition", 4)]);
        desk.says(&["158 Bde moves", "to 1412 Elst"]);
        desk.race.phase == crate::race::bridges::BlowBridge.into()
    };
    assert!(!second("last_minute=once"));
    assert!(second("last_minute=each-unit"));
}

/// 12.3.2: as a sole action, with a unit that is not airborne in the hex; 5-6, +2 after a failure.
#[test]
fn rg_12_3_2_advanced_repair() {
    let mut desk = Desk::market_garden(&["advanced_bridges"])
        .cleared()
        .with("129-bde 0807, 501-pir 1008")
        .at(2, 'B', Side::Allied);
    for hex in ["0807", "1008"] {
        let hex = desk.hex(hex);
        desk.race.down.insert(hex);
    }
    assert!(!desk.may("repair the bridge at 1008 Veghel"), "airborne units do not build");
    desk.say("repair the bridge at 0807 Son", &[("bridge repair", 4)]);
    assert!(desk.race.down.contains(desk.hex("0807")));
    assert_eq!(desk.race.side, Side::German);
    let mut again = desk.clone_at(2, 'C', Side::Allied);
    again.say("repair the bridge at 0807 Son", &[("bridge repair", 3)]);
    assert!(!again.race.down.contains(again.hex("0807")), "3 and 2 is 5");
    assert!(!again.race.support.repair_begun.contains(again.hex("0807")), "the marker is gone");
}

/// 12.4: once a turn boats cancel a last-minute demolition for a unit of XXX Corps.
#[test]
fn rg_12_4_boats() {
    let enter = |desk: &mut Desk, order: &str, name: &str| {
        desk.say(order, &[]);
        desk.say(&alloc::format!("{name} moves"), &[]);
        desk.say("to 1412 Elst", &[]);
        desk.say("try to blow the bridge", &[("last-minute demolition", 6)]);
    };
    let desk = Desk::market_garden(&["advanced_bridges", "boat_crossing"])
        .cleared()
        .with("129-bde 1313, 159-bde 1313")
        .at(2, 'B', Side::Allied);
    let mut xxx = desk.clone_at(2, 'B', Side::Allied);
    enter(&mut xxx, "move and fight with XXX Corps", "129 Bde");
    assert_eq!(xxx.words(), ["cross by boat", "keep the boats"]);
    let mut kept = Desk { race: xxx.race.clone(), events: alloc::vec::Vec::new() };
    xxx.say("cross by boat", &[]);
    assert_eq!(xxx.place("129-bde"), "1412");
    assert!(!xxx.race.down.contains(xxx.hex("1312")) && xxx.race.support.boats_used);
    kept.say("keep the boats", &[]);
    assert!(kept.race.down.contains(kept.hex("1312")));
    let mut flank = desk.clone_at(2, 'B', Side::Allied);
    enter(&mut flank, "move and fight with VIII and XII Corps", "159 Bde");
    assert_eq!(flank.place("159-bde"), "1312", "not XXX Corps");
    let mut twice = desk.clone_at(2, 'B', Side::Allied);
    twice.race.support.boats_used = true;
    enter(&mut twice, "move and fight with XXX Corps", "129 Bde");
    assert_eq!(twice.place("129-bde"), "1312", "once a turn");
}
