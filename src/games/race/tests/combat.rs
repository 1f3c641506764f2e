//! Combat, retreat, advance (6.0-6.4).

use engine::{Account, BySide, Ratio, Rounding, Side};

use crate::race::aftermath::Retreat;
use crate::race::chronicle::{Event, Fought};
use crate::race::combat::Losses;
use crate::race::rulings::RetreatToward;
use crate::race::support::AirBox;

use super::Desk;

const FIGHT: &str = "combat";

/// 6.1, W-6.1-1: odds are rounded in the defender's favour.
#[test]
fn r_6_1_odds() {
    let desk = Desk::mercury(&[]);
    let table = &desk.race.board.table;
    let column = |a, d| table.clamp(table.column(Ratio::of(a, d, Rounding::Defender)));
    assert_eq!(column(11, 4), 3, "2:1");
    assert_eq!(column(12, 4), 4, "3:1");
    assert_eq!(column(7, 4), 2, "1:1");
    assert_eq!(column(4, 4), 2, "1:1");
    assert_eq!(column(3, 4), 1, "1:2");
    assert_eq!(column(4, 8), 1, "1:2");
    assert_eq!(column(4, 9), 0, "1:3");
    assert_eq!(column(1, 30), 0, "less than 1:3 is 1:3");
    assert_eq!(column(60, 2), 6, "more than 5:1 is 5:1");
}

/// 6.1, W-6.1-2: the limits hold before the shifts too, unless the ruling lifts them.
#[test]
fn r_6_1_limits_before_shifts() {
    let column = |ruling: &str| {
        let desk = Desk::mercury(&[ruling])
            .cleared()
            .with("i-llsr 0806, ii-llsr 0806, iii-llsr 0806, iv-llsr 0807, 1-greek-rgt 0706")
            .at(2, 'B', Side::German);
        let target = desk.hex("0706");
        let attackers = ["i-llsr", "ii-llsr", "iii-llsr"]
            .iter()
            .fold(0, |set, id| set | 1u128 << desk.unit(id));
        desk.race.prospect(attackers, target, BySide::default(), false).column
    };
    // 15 to 2 is 7:1; the mountain takes one column.
    assert_eq!(column("clamp_first=true"), 5);
    assert_eq!(column("clamp_first=false"), 6);
}

/// 6.1.1: mountain one left (Mercury); wet and forest one, urban two (Market-Garden).
/// 6.1.2: armour one right, once.
#[test]
fn r_6_1_1_and_6_1_2_shifts() {
    let mercury = |attackers: &[(&str, &str)], target: &str, side| {
        let counters: alloc::vec::Vec<_> =
            attackers.iter().map(|(id, hex)| alloc::format!("{id} {hex}")).collect();
        let desk = Desk::mercury(&[]).cleared().with(&counters.join(", ")).at(2, 'B', side);
        let set = attackers[1..].iter().fold(0, |set, (id, _)| set | 1u128 << desk.unit(id));
        desk.race.prospect(set, desk.hex(target), BySide::default(), false).column
    };
    // 5 to 4 is 1:1, column 2.
    assert_eq!(mercury(&[("22-bn", "0904"), ("i-llsr", "0903")], "0904", Side::German), 2);
    assert_eq!(mercury(&[("22-bn", "0706"), ("i-llsr", "0806")], "0706", Side::German), 1);
    let tanks = [("i-llsr", "0904"), ("3-hussars", "0905"), ("22-bn", "0905")];
    // 6 to 5 with one armoured unit, and 8 to 5 with two: 1:1 and one column.
    assert_eq!(mercury(&tanks, "0904", Side::Allied), 3);
    let two =
        [("i-llsr", "0904"), ("3-hussars", "0905"), ("7-rtr-det-west", "0905"), ("22-bn", "0905")];
    assert_eq!(mercury(&two, "0904", Side::Allied), 3);

    let garden = |hex: &str, from: &str| {
        let desk = Desk::market_garden(&[])
            .cleared()
            .with(&alloc::format!("fjr-6 {hex}, 129-bde {from}"))
            .at(2, 'B', Side::Allied);
        let set = 1u128 << desk.unit("129-bde");
        desk.race.prospect(set, desk.hex(hex), BySide::default(), false).column
    };
    assert_eq!(garden("0410", "0409"), 2, "clear");
    assert_eq!(garden("0504", "0405"), 1, "forest");
    assert_eq!(garden("1009", "1109"), 1, "wet");
    assert_eq!(garden("0707", "0607"), 0, "urban");
}

/// 6.1: one die on the column; first number to the attacker, second to the defender; the die
/// counts as 1 to 6 (W-6.1-3).
#[test]
fn r_6_1_resolution() {
    let fight = |face: u8| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with("fjr-6 0410, 129-bde 0409, 130-bde 0409, 719-division 0101, 131-bde 0104")
            .at(2, 'B', Side::Allied);
        desk.say("move and fight with XXX Corps", &[]);
        desk.says(&["no more moves", "attack 0410"]);
        desk.say("fight", &[(FIGHT, face)]);
        desk
    };
    // 12 to 5 is 2:1: 1 is 2/1, 4 is 1/1, 6 is 0/2.
    let four = fight(4);
    assert!(four.told("12 to 5, column 2:1, 4, damage 1/1"));
    assert_eq!(four.damage("fjr-6"), 1);
    let six = fight(6);
    assert_eq!((six.damage("fjr-6"), six.damage("129-bde")), (2, 0));
    let desk = Desk::mercury(&[]);
    assert_eq!(desk.race.board.table.result(3, -2), desk.race.board.table.result(3, 1));
    assert_eq!(desk.race.board.table.result(3, 9), desk.race.board.table.result(3, 6));
}

/// 6.0: all enemies in a hex are one group, each unit fights once, a hex is attacked once.
#[test]
fn r_6_0_once_and_as_a_group() {
    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("i-llsr 0903, ii-llsr 0804, iii-llsr 0803, 22-bn 0904, 21-bn 0904")
        .at(2, 'B', Side::German);
    desk.say("move and fight", &[]);
    desk.say("no more moves", &[]);
    desk.say("attack 0904 Maleme", &[]);
    assert_eq!(desk.words(), ["fight", "without I LLSR", "without II LLSR", "without III LLSR"]);
    desk.say("without III LLSR", &[]);
    // 10 to 8, unsupplied: 4 is 1/0 after -1.
    desk.say("fight", &[(FIGHT, 5)]);
    assert!(desk.told("10 to 8"), "{:?}", desk.story());
    while desk.race.side == Side::German {
        let word = desk.words()[0].clone();
        assert!(!word.starts_with("attack"), "III LLSR finds the hex attacked already: {word}");
        desk.say(&word, &[]);
    }
}

/// 6.0, W-6.0-1: once in its own half and once in the other, or once in all.
#[test]
fn r_6_0_once_an_impulse() {
    let again = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("i-llsr 0903, ii-llsr 0803, 22-bn 0904, 21-bn 0904")
            .at(2, 'B', Side::German);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
        desk.say("fight", &[(FIGHT, 5)]);
        while desk.race.side == Side::German {
            let word = desk.words()[0].clone();
            desk.say(&word, &[]);
        }
        desk.say("move and fight", &[]);
        desk.words().iter().any(|w| w.contains("moves")) && {
            desk.say("no more moves", &[]);
            desk.words().iter().any(|w| w.starts_with("attack 0"))
        }
    };
    assert!(again("attack_limit=per-half"));
    assert!(!again("attack_limit=per-impulse"));
}

/// 6.2: the owner divides the points; a unit with damage equal to its endurance is gone; excess is
/// ignored (6.1).
#[test]
fn r_6_2_damage() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("eindhoven-flak 0410, 346-711-remnants 0410, 129-bde 0409, 130-bde 0409, 69-bde 0409")
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
    // 18 to 3 is 5:1; 5 is 0/3: flak has 1, the remnants 2.
    desk.say("fight", &[(FIGHT, 5)]);
    assert_eq!(desk.race.phase, Losses { side: Side::German }.into());
    desk.say("Eindhoven flak takes the damage", &[]);
    assert_eq!(desk.place("eindhoven-flak"), "Gone");
    assert_eq!(desk.place("346-711-remnants"), "Gone", "the last two points have one taker");
    assert_eq!(desk.race.lost.german, 3);
}

/// 6.3: the loser retreats the difference, the first hex toward a friendly source; equal damage
/// moves nobody.
#[test]
fn r_6_3_retreat() {
    let fight = |face: u8| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with("fjr-6 0410, 129-bde 0409, 130-bde 0409")
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
        desk.say("fight", &[(FIGHT, face)]);
        desk
    };
    let mut equal = fight(4);
    equal.say("129 Bde takes the damage", &[]);
    assert_eq!((equal.place("fjr-6"), equal.race.side), ("0410".into(), Side::German));
    let mut lost = fight(6);
    // Two hexes; away from every source is no retreat.
    assert_eq!(lost.words(), ["FJR 6 retreats to 0411", "FJR 6 retreats to 0311 Roermond"]);
    lost.say("FJR 6 retreats to 0411", &[]);
    assert!(!lost.may("FJR 6 retreats to 0410"), "not back");
    lost.say("FJR 6 retreats to 0511", &[]);
    assert_eq!(lost.place("fjr-6"), "0511");
}

/// W-6.3-2: nearer to any usable source, or to the nearest one.
#[test]
fn r_6_3_toward_which_source() {
    let ways = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("22-bn 0710, i-llsr 0711, ii-llsr 0711, iii-llsr 0711")
            .at(2, 'B', Side::German);
        desk.says(&["move and fight", "no more moves", "attack 0710 Georgioupoli"]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk.words().len()
    };
    // The nearest source is Sphakia to the south; others lie west and east.
    assert!(ways("retreat_toward=any-source") > ways("retreat_toward=nearest-source"));
}

/// 6.3.1: forest and urban (Market-Garden), anywhere (Mercury): stand for a damage point.
#[test]
fn r_6_3_1_ignoring_retreat() {
    let garden = |hex: &str, from: &str| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with(&alloc::format!("fjr-6 {hex}, 129-bde {from}, 130-bde {from}"))
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves"]);
        let attack = desk.words()[0].clone();
        desk.say(&attack, &[]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk
    };
    let mut forest = garden("0504", "0405");
    // 2:1 less a column: 6 is 1/2.
    forest.say("129 Bde takes the damage", &[]);
    forest.say("FJR 6 stands for a damage point", &[]);
    assert_eq!(forest.place("fjr-6"), "Gone", "two and one are its endurance");
    assert!(!garden("0410", "0409").words().iter().any(|w| w.contains("stands")));

    let mercury = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("22-bn 0904, 21-bn 0904, i-llsr 0903, ii-llsr 0903, iii-llsr 0804")
            .at(2, 'B', Side::German);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
        // 15 to 8 and the air column: 6 on 2:1 is 0/2.
        desk.race.support.air_box = Some(AirBox::GroundSupport);
        desk.say("fight", &[(FIGHT, 6)]);
        desk
    };
    let anywhere = mercury("ignore_where=anywhere");
    let cover = mercury("ignore_where=cover");
    let stands = |desk: &Desk| desk.words().iter().any(|w| w.contains("stands"));
    let mut anywhere = anywhere;
    let mut cover = cover;
    for desk in [&mut anywhere, &mut cover] {
        desk.says(&["21 Bn takes the damage", "21 Bn takes the damage"]);
    }
    assert!(stands(&anywhere) && !stands(&cover), "{:?} {:?}", anywhere.words(), cover.words());
    // W-6.3.1-1: each unit pays for itself.
    anywhere.say("21 Bn stands for a damage point", &[]);
    assert_eq!(anywhere.place("21-bn"), "Gone");
    assert!(stands(&anywhere), "the other is asked too");
}

/// W-6.3.1-1: one point for the whole stack, if so ruled.
#[test]
fn r_6_3_1_per_stack() {
    let mut desk = Desk::mercury(&["ignore_retreat=per-stack"])
        .cleared()
        .with("22-bn 0904, 21-bn 0904, i-llsr 0903, ii-llsr 0903, iii-llsr 0804")
        .at(2, 'B', Side::German);
    desk.race.support.air_box = Some(AirBox::GroundSupport);
    desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
    desk.say("fight", &[(FIGHT, 6)]);
    desk.says(&["22 Bn takes the damage", "21 Bn takes the damage"]);
    desk.say("21 Bn stands for a damage point", &[]);
    assert_eq!((desk.damage("21-bn"), desk.damage("22-bn")), (2, 1));
    assert_eq!(desk.place("22-bn"), "0904");
}

/// 6.3.2: no retreat next to an enemy unless a friend or a mountain covers it; who cannot retreat
/// or stand is eliminated.
#[test]
fn r_6_3_2_failure_to_retreat() {
    let around = |others: &str| {
        let counters = alloc::format!("fjr-6 0410, 129-bde 0409, 130-bde 0409{others}");
        let mut desk = Desk::market_garden(&[]).cleared().with(&counters).at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk
    };
    assert_eq!(around("").words(), ["FJR 6 retreats to 0411", "FJR 6 retreats to 0311 Roermond"]);
    // The brigades beyond watch both hexes.
    let shut = around(", 69-bde 0512, 151-bde 0312");
    assert_eq!(shut.place("fjr-6"), "Gone", "{:?}", shut.words());
    let covered = around(", 69-bde 0512, 151-bde 0312, 406-division 0411");
    assert_eq!(covered.words(), ["FJR 6 retreats to 0411"]);
    // On Crete a mountain covers too, and the sea is closed.
    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("1-welch 0806, i-llsr 0705, ii-llsr 0906, iii-llsr 0805, iv-llsr 0605")
        .at(2, 'B', Side::German);
    desk.says(&["move and fight", "no more moves", "attack 0806 Prison Valley / Alikianou"]);
    desk.say("fight", &[(FIGHT, 6)]);
    assert!(desk.may("1 Welch retreats to 0706"), "{:?}", desk.words());
}

/// 6.3.3: off the map by one's own edges; Allies and Market-Garden's Germans come back from the
/// next turn on, Germans on Crete do not.
#[test]
fn r_6_3_3_off_the_map() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("fjr-6 0915, 129-bde 0914, 130-bde 0914")
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0915"]);
    desk.say("fight", &[(FIGHT, 6)]);
    desk.say("FJR 6 retreats off the map", &[]);
    assert_eq!(desk.place("fjr-6"), "Away(2)");
    assert_eq!(desk.damage("fjr-6"), 2, "damage stays (W-6.3.3-1)");

    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("22-bn 0801, i-llsr 0802, ii-llsr 0802, iii-llsr 0802")
        .at(2, 'B', Side::German);
    desk.says(&["move and fight", "no more moves", "attack 0801 west coast road"]);
    desk.say("fight", &[(FIGHT, 6)]);
    desk.say("22 Bn retreats off the map", &[]);
    assert_eq!(desk.place("22-bn"), "Away(2)");

    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("i-llsr 0801, 22-bn 0802, 21-bn 0802, 23-bn 0802")
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight", "no more moves", "attack 0801 west coast road"]);
    desk.say("fight", &[(FIGHT, 6)]);
    desk.say("I LLSR retreats off the map", &[]);
    assert_eq!(desk.place("i-llsr"), "Gone");
}

/// 6.4: the winner advances up to the difference, first into a hex the loser left; wet, forest and
/// enemies stop it (Market-Garden), rough ground off the road (Mercury); one stack there, all here.
#[test]
fn r_6_4_advance() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("fjr-6 0410, 129-bde 0409, 130-bde 0409, 69-bde 0310")
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
    // 18 to 5 is 3:1: 6 is 0/2.
    desk.say("fight", &[(FIGHT, 6)]);
    desk.says(&["FJR 6 retreats to 0411", "FJR 6 retreats to 0511"]);
    assert!(desk.may("69 Bde advances"));
    desk.say("129 Bde advances", &[]);
    assert_eq!(desk.words(), ["forward to 0410"]);
    desk.say("forward to 0410", &[]);
    assert!(desk.may("forward to 0411") && desk.may("halt"));
    desk.say("forward to 0411", &[]);
    assert!(!desk.may("69 Bde advances"), "one stack only: {:?}", desk.words());
    desk.say("130 Bde advances", &[]);
    desk.says(&["forward to 0410", "halt"]);
    assert_eq!(desk.race.side, Side::German);

    let mercury = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("22-bn 0904, i-llsr 0903, ii-llsr 0803, iii-llsr 0803")
            .at(2, 'B', Side::German);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
        // 15 to 4 without supply: 3:1, 6 counts as 5, 0/2.
        desk.say("fight", &[(FIGHT, 6)]);
        while desk.may("22 Bn stands for a damage point") {
            let word = desk.words()[0].clone();
            desk.say(&word, &[]);
        }
        while desk.words()[0].starts_with("22 Bn") {
            let word = desk.words()[0].clone();
            desk.say(&word, &[]);
        }
        desk.says(&["I LLSR advances", "forward to 0904 Maleme"]);
        if desk.may("halt") {
            desk.say("halt", &[]);
        }
        desk
    };
    assert!(mercury("advance_one_stack=false").may("II LLSR advances"));
    assert!(!mercury("advance_one_stack=true").may("II LLSR advances"));
}

/// 6.4: the stops of an advance.
#[test]
fn r_6_4_advance_stops() {
    let garden = |from: &str, hex: &str, others: &str| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with(&alloc::format!(
                "346-711-remnants {hex}, 129-bde {from}, 130-bde {from}, 69-bde {from}{others}"
            ))
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves"]);
        let attack = desk.words()[0].clone();
        desk.say(&attack, &[]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk.say("129 Bde advances", &[]);
        let forward = desk.words()[0].clone();
        desk.say(&forward, &[]);
        desk.may("halt")
    };
    assert!(garden("0409", "0410", ""), "clear: on it goes");
    assert!(!garden("0405", "0504", ""), "forest");
    assert!(!garden("1109", "1009", ""), "wet");
    assert!(!garden("0409", "0410", ", fjr-6 0411"), "next to an enemy");
    let mercury = |hex: &str, from: &str| {
        let mut desk = Desk::mercury(&[])
            .cleared()
            .with(&alloc::format!(
                "1-greek-rgt {hex}, i-llsr {from}, ii-llsr {from}, iii-llsr {from}"
            ))
            .at(2, 'B', Side::German);
        desk.race.support.air_box = Some(AirBox::GroundSupport);
        desk.says(&["move and fight", "no more moves"]);
        let attack = desk.words()[0].clone();
        desk.say(&attack, &[]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk.say("I LLSR advances", &[]);
        let forward = desk.words()[0].clone();
        desk.say(&forward, &[]);
        desk.may("halt")
    };
    assert!(!mercury("0804", "0904"), "rough");
    assert!(mercury("0803", "0903"), "rough by road");
}

/// W-6.3-1: retreat and advance count the damage really taken, or all of it.
#[test]
fn r_6_3_excess() {
    let left = |ruling: &str| {
        let mut desk = Desk::market_garden(&[ruling])
            .cleared()
            .with("eindhoven-flak 0410, 129-bde 0409, 130-bde 0409, 69-bde 0409")
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
        // 5:1: 6 is 0/4 against an endurance of 1.
        desk.say("fight", &[(FIGHT, 6)]);
        desk.race.fight.margin()
    };
    assert_eq!(left("excess_counts=false"), 1);
    assert_eq!(left("excess_counts=true"), 4);
}

/// 9.6, W-9.0-2: out of supply the attacker's die is one less; the defender's supply is nothing.
#[test]
fn r_9_6_out_of_supply_attacks() {
    let modifier = |ruling: &str, counters: &str, side| {
        let mut desk = Desk::market_garden(&[ruling]).cleared().with(counters).at(2, 'B', side);
        let lines = desk.race.supply_lines(side);
        desk.race.index.cut_off = desk.race.cut_off_by(desk.race.on_map(side), &lines);
        let attackers = desk.race.here(desk.hex("0912"), side)
            | desk.race.here(desk.hex("0913"), side)
            | desk.race.here(desk.hex("1013"), side);
        desk.race.attack_unsupplied(attackers)
    };
    // Ground unit behind a ring of Germans at 0912 cannot trace.
    let ring = "129-bde 0912, fjr-6 0913, 719-division 1012, 406-division 0812, \
                176-division 0811, 363-division 0911, 245-division 0813";
    assert!(modifier("oos_die=any-attacker", ring, Side::Allied));
    assert!(!modifier("oos_die=any-attacker", "129-bde 0912, fjr-6 0913", Side::Allied));
    let mixed = "129-bde 0912, 130-bde 1013, fjr-6 0913, 719-division 1012, 406-division 0812, \
                 176-division 0811, 363-division 0911, 245-division 0813";
    assert!(modifier("oos_die=any-attacker", mixed, Side::Allied));
    assert!(!modifier("oos_die=all-attackers", mixed, Side::Allied));
}

/// The ledger: what a combat was to do in the mean over six faces, by the printed column.
#[test]
fn a_combat_tells_what_it_was_to_do() {
    let desk = Desk::mercury(&[]);
    let table = &desk.race.board.table;
    let fought = Fought {
        side: Side::German,
        target: desk.hex("0706"),
        attack: 6,
        defence: 3,
        column: 3,
        die: 2,
        modifier: 1,
        to_attacker: table.result(3, 3).0,
        to_defender: table.result(3, 3).1,
    };
    let told = desk.race.combat(&Event::Fought(fought)).unwrap();
    // The modifier shifts every face; beyond six counts as six.
    let results = [2, 3, 4, 5, 6, 6].map(|die| *table.result(3, die));
    let sum = |of: fn(&(u8, u8)) -> u8| results.iter().map(|r| u16::from(of(r))).sum::<u16>();
    assert_eq!((told.row, told.faces, told.effect), ("2:1", 6, u16::from(fought.to_defender)));
    assert_eq!(told.effect_of_all, sum(|r| r.1));
    assert_eq!(told.own_effect, Some((u16::from(fought.to_attacker), sum(|r| r.0))));
    assert!(told.effect_of_all > 0);
}

/// 6.3: a retreat of several hexes does not turn back, neither to where it began nor on the way.
#[test]
fn r_6_3_a_retreat_does_not_turn_back() {
    // Watched on all sides, FJR 6 has one way: by two hexes with friends in them.
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with(
            "fjr-6 0410, 406-division 0411, 176-division 0511, 129-bde 0409, 130-bde 0409, \
             8-bde 0510, 9-bde 0512, 71-bde 0711, 158-bde 0310",
        )
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410"]);
    desk.say("fight", &[(FIGHT, 6)]);
    desk.race.phase = Retreat { unit: desk.unit("fjr-6"), left: 3 }.into();
    desk.says(&["FJR 6 retreats to 0411", "FJR 6 retreats to 0511"]);
    assert_eq!(desk.place("fjr-6"), "Gone", "not back to 0411: {:?}", desk.words());
}

/// W-6.3-2: as printed, the direction is that of any listed source, whoever stands in it: on Crete
/// every airfield has its garrison when the Germans come.
#[test]
fn r_6_3_a_garrisoned_source_gives_a_direction() {
    let steps = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with(
                "i-llsr 0705, 1-welch 0806, 20-bn 0806, 19-bn 0806, 22-bn 0904, 2-1-bn 0713, \
                 2-11-bn 0714, 2-8-bn 0722",
            )
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight", "no more moves", "attack 0705"]);
        desk.say("fight", &[(FIGHT, 6)]);
        desk.words().iter().filter(|word| word.starts_with("I LLSR retreats")).count()
    };
    assert!(steps("retreat_toward=printed-source") > 0);
    assert_eq!(steps("retreat_toward=any-source"), 0);
    assert_eq!(steps("retreat_toward=nearest-source"), 0);
    // The text alone: the lists of 9.1 to 9.3 have no condition.
    assert_eq!(Desk::mercury(&[]).race.board.rulings.retreat_toward, RetreatToward::Printed);
}

/// 4.1, 6.0: an impulse is both halves, and a unit that was attacked in the first does not attack in
/// the second, nor is one that has attacked then attacked itself.
#[test]
fn r_6_0_an_impulse_is_both_halves() {
    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("i-llsr 0903, ii-llsr 0805, 22-bn 0904, 21-bn 0905")
        .at(2, 'B', Side::German);
    desk.says(&["move and fight", "no more moves", "attack 0904 Maleme", "without II LLSR"]);
    // 5 to 4 is 1:1: 5 is 1/1, and nobody retreats.
    desk.say("fight", &[(FIGHT, 5)]);
    desk.say("no more attacks", &[]);
    desk.says(&["move and fight", "no more moves"]);
    let words = desk.words();
    assert!(!words.contains(&"attack 0903".into()), "I LLSR has attacked: {words:?}");
    desk.say("attack 0805", &[]);
    assert_eq!(desk.words(), ["fight"], "22 Bn was attacked, 21 Bn alone is left");
}
