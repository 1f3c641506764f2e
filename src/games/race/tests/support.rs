//! Aircraft, ships, guns, weather, leaders, irregulars (7.0, 8.0, 12.x).

use engine::{BySide, Side};

use crate::race::orders::Orders;
use crate::race::rules::LeaderSpot;
use crate::race::support::Guns;

use super::Desk;

/// The column of an attack of some units on a hex.
fn column(desk: &Desk, attackers: &[&str], target: &str) -> u8 {
    let set = attackers.iter().fold(0, |set, id| set | 1u128 << desk.unit(id));
    desk.race.prospect(set, desk.hex(target), BySide::default(), false).column
}

/// The die modifier of an attack.
fn modifier(desk: &Desk, attackers: &[&str], target: &str) -> i8 {
    let set = attackers.iter().fold(0, |set, id| set | 1u128 << desk.unit(id));
    desk.race.prospect(set, desk.hex(target), BySide::default(), false).modifier
}

/// 7.0, 7.1: two Allied markers before every Allied half, on hexes with units in contact.
#[test]
fn rg_7_1_allied_air() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("501-pir 1008, 129-bde 0404, fjr-6 0908, 719-division 0905")
        .at(2, 'B', Side::German);
    desk.say("pass", &[]);
    assert_eq!(desk.words(), ["air support at 1008 Veghel", "no air support"]);
    desk.says(&["air support at 1008 Veghel", "no air support"]);
    assert_eq!(desk.race.phase, Orders.into());
    assert_eq!(desk.race.support.allied_air, [Some(desk.hex("1008")), None]);
    // Taken up again before the next Allied half (WG-7.1-1).
    desk.says(&["pass", "pass"]);
    assert_eq!(desk.race.support.allied_air, [None; 2]);
}

/// 7.1: the German marker once a turn, as the sole action; it stays until the turn ends.
#[test]
fn rg_7_1_german_air() {
    let mut desk = Desk::market_garden(&[]).cleared().with("501-pir 1008, fjr-6 0908").at(
        2,
        'B',
        Side::German,
    );
    desk.say("air marker to 0908", &[]);
    assert_eq!(desk.race.side, Side::Allied);
    desk.says(&["no air support", "no air support", "pass"]);
    assert!(!desk.may("air marker to 0908"), "once a turn");
    assert_eq!(desk.race.support.german_air, Some(desk.hex("0908")));
    desk.race.end_air_turn();
    assert_eq!(desk.race.support.german_air, None);
    let mut stays = Desk::market_garden(&["german_air_stays=next-placement"]);
    stays.race.support.german_air = Some(stays.hex("0908"));
    stays.race.end_air_turn();
    assert!(stays.race.support.german_air.is_some());
}

/// 6.1.2, 7.2: a marker over an attacker is one column; two are one unless ruled otherwise
/// (WG-7.1-2); over a defender it is nothing unless ruled otherwise (WG-6.1.2-1).
#[test]
fn rg_7_2_ground_support() {
    let desk = |ruling: &str| {
        Desk::market_garden(&[ruling]).cleared().with("129-bde 0409, fjr-6 0410").at(
            2,
            'B',
            Side::Allied,
        )
    };
    let mut one = desk("air_columns=one");
    assert_eq!(column(&one, &["129-bde"], "0410"), 2);
    one.race.support.allied_air = [Some(one.hex("0409")), Some(one.hex("0409"))];
    assert_eq!(column(&one, &["129-bde"], "0410"), 3);
    let mut each = desk("air_columns=each");
    each.race.support.allied_air = one.race.support.allied_air;
    assert_eq!(column(&each, &["129-bde"], "0410"), 4);
    one.race.support.allied_air = [Some(one.hex("0404")), None];
    assert_eq!(column(&one, &["129-bde"], "0410"), 2, "another hex");
    let mut defends = desk("air_defends=true");
    defends.race.support.german_air = Some(defends.hex("0410"));
    assert_eq!(column(&defends, &["129-bde"], "0410"), 1);
    one.race.support.allied_air = [None; 2];
    one.race.support.german_air = Some(one.hex("0410"));
    assert_eq!(column(&one, &["129-bde"], "0410"), 2);
    let mut german = one.clone_at(2, 'B', Side::German);
    german.race.support.german_air = Some(german.hex("0410"));
    assert_eq!(column(&german, &["fjr-6"], "0409"), 2, "5 to 6 is 1:2, and a column");
}

/// Mercury 7.0, 7.1, 6.1.2: from turn 2, once a turn, as sole action, to one of three boxes; in
/// the Ground Support Box a column for every German attack.
#[test]
fn rm_7_1_air_marker() {
    let at = |turn| {
        Desk::mercury(&[]).cleared().with("i-llsr 0903, 22-bn 0904").at(turn, 'A', Side::German)
    };
    assert!(!at(1).may("air marker to the Ground Support box"));
    let mut desk = at(2);
    assert!(desk.may("air marker to the Interdiction box"));
    assert!(desk.may("air marker to the Resupply box"));
    assert_eq!(column(&desk, &["i-llsr"], "0904"), 2);
    desk.say("air marker to the Ground Support box", &[]);
    assert_eq!(desk.race.side, Side::Allied);
    assert_eq!(column(&desk, &["22-bn"], "0903"), 1, "4 to 5: no help for the Allies");
    desk.say("pass", &[]);
    assert!(!desk.may("air marker to the Resupply box"), "once a turn");
    assert_eq!(column(&desk, &["i-llsr"], "0904"), 3);
}

/// Mercury 8.0, 8.1: four naval markers, split between two boxes once a turn as a sole action.
#[test]
fn rm_8_1_naval_markers() {
    let mut desk = Desk::mercury(&[]).cleared().with("22-bn 0904").at(1, 'B', Side::Allied);
    let placements = desk.words().into_iter().filter(|w| w.starts_with("naval markers"));
    assert_eq!(placements.count(), 15);
    desk.say("naval markers: 1 to interdiction, 3 to resupply", &[]);
    assert_eq!((desk.race.support.ships_interdiction, desk.race.support.ships_resupply), (1, 3));
    assert_eq!(desk.race.side, Side::German);
    desk.say("pass", &[]);
    assert!(!desk.words().iter().any(|w| w.starts_with("naval markers")), "once a turn");
    // 8.2, 8.3: each marker counts at sea and for resupply.
    assert_eq!((desk.race.sea_modifier(), desk.race.resupply_modifier()), (-1, 2));
    desk.race.support.ships_lost = 2;
    let fewer = desk.clone_at(2, 'A', Side::Allied);
    let mut fewer = fewer;
    fewer.race.support.ships_used = false;
    assert!(!fewer.may("naval markers: 1 to interdiction, 2 to resupply"));
}

/// 12.1, WG-12.1-1: British and American units together lose one on the die.
#[test]
fn rg_12_1_coordination() {
    let desk = |option: &[&str]| {
        Desk::market_garden(option)
            .cleared()
            .with("129-bde 0409, 501-pir 0409, 1-polish-para-bde 0409, fjr-6 0410")
            .at(2, 'B', Side::Allied)
    };
    let on = desk(&["coordination"]);
    assert_eq!(modifier(&on, &["129-bde", "501-pir"], "0410"), -1);
    assert_eq!(modifier(&on, &["129-bde", "1-polish-para-bde"], "0410"), 0, "Poles are British");
    assert_eq!(modifier(&desk(&[]), &["129-bde", "501-pir"], "0410"), 0);
}

/// Mercury 12.4: -1 for each nationality beyond the first, -3 at most.
#[test]
fn rm_12_4_coordination() {
    let desk = Desk::mercury(&["coordination"])
        .cleared()
        .with("22-bn 0903, 1-welch 0905, 2-7-bn 0905, 1-greek-rgt 0905, i-llsr 0904")
        .at(2, 'B', Side::Allied);
    assert_eq!(modifier(&desk, &["22-bn"], "0904"), 0);
    assert_eq!(modifier(&desk, &["22-bn", "1-welch"], "0904"), -1);
    assert_eq!(modifier(&desk, &["22-bn", "1-welch", "2-7-bn", "1-greek-rgt"], "0904"), -3);
}

/// 12.2: guns: the Allied marker first, which bars the German one; one column for the attacker,
/// one the other way for the defender; gone after the combat.
#[test]
fn rg_12_2_artillery() {
    let desk = || {
        let mut desk = Desk::market_garden(&["artillery"])
            .cleared()
            .with("129-bde 0409, fjr-6 0410")
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight with XXX Corps", "no more moves", "attack 0410", "fight"]);
        desk
    };
    let mut attacker = desk();
    assert_eq!(attacker.words(), ["artillery British", "no artillery"]);
    attacker.say("artillery British", &[("combat", 3)]);
    assert!(attacker.told("column 2:1"), "{:?}", attacker.story());
    let mut defender = desk();
    defender.say("no artillery", &[]);
    assert_eq!(defender.race.phase, Guns { side: Side::German, second: true }.into());
    defender.say("artillery German", &[("combat", 6)]);
    assert!(defender.told("column 1:2"), "{:?}", defender.story());
    // Once a turn for the Germans, once an impulse for the Allies.
    let mut next = defender.clone_at(2, 'B', Side::Allied);
    next.race.fought = 0;
    next.race.struck = 0;
    next.says(&["move and fight with XXX Corps", "no more moves", "attack 0410", "fight"]);
    next.say("no artillery", &[("combat", 6)]);
    // 12.2.1: British ground units only, with a line to the own edge.
    let mut airborne = Desk::market_garden(&["artillery"])
        .cleared()
        .with("501-pir 0409, fjr-6 0410")
        .at(2, 'B', Side::Allied);
    airborne.says(&["move and fight with XXX Corps", "no more moves", "attack 0410", "fight"]);
    assert_eq!(airborne.words(), ["artillery German", "no artillery"]);
}

/// 12.2.1: the Allied marker is good again in the next impulse; the German one in the next turn.
#[test]
fn rg_12_2_1_once_an_impulse() {
    let mut desk = Desk::market_garden(&["artillery"]);
    desk.race.support.guns_used = 0b11;
    desk.race.begin_guns_impulse();
    assert_eq!(desk.race.support.guns_used, 0b10);
    desk.race.support.begin_turn();
    assert_eq!(desk.race.support.guns_used, 0);
}

/// Mercury 12.5: a marker for each nation and division, the German ones from turn 2 and 3 with a
/// line to a German airfield; who goes first is WM-12.5-2.
#[test]
fn rm_12_5_artillery() {
    let desk = |ruling: &str, turn, attackers: &str| {
        let mut desk = Desk::mercury(&["artillery", ruling]).cleared().with(attackers).at(
            turn,
            'B',
            Side::German,
        );
        let heraklion = desk.hex("0722");
        desk.race.german_held.insert(heraklion);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme", "fight"]);
        desk
    };
    let paras = "i-llsr 0903, 22-bn 0904";
    let german_first = "artillery_order=german-first";
    let mut second = desk(german_first, 2, paras);
    assert_eq!(second.words(), ["artillery 7FD", "no artillery"]);
    second.say("artillery 7FD", &[("combat", 3)]);
    assert!(second.told("column 2:1"), "{:?}", second.story());
    let mut declined = desk(german_first, 2, paras);
    declined.say("no artillery", &[]);
    assert_eq!(declined.words(), ["artillery New Zealand", "no artillery"]);
    // 5GD needs mountain troops and turn 3.
    let mountain = "i-gjr-100 0903, 22-bn 0904";
    assert_eq!(desk(german_first, 2, mountain).words()[0], "artillery New Zealand");
    assert_eq!(desk(german_first, 3, mountain).words()[0], "artillery 5GD");
    // As printed: the Allies first, and nothing bars the Germans.
    let mut printed = desk("artillery_order=allied-first", 2, paras);
    printed.say("artillery New Zealand", &[]);
    printed.say("artillery 7FD", &[("combat", 3)]);
    assert!(printed.told("column 1:1"), "{:?}", printed.story());
    for (unit, gun) in [("1-welch", "British"), ("2-7-bn", "Australian")] {
        let mut other = desk(german_first, 1, &alloc::format!("i-llsr 0903, {unit} 0904"));
        assert_eq!(other.words()[0], alloc::format!("artillery {gun}"));
        other.say("no artillery", &[("combat", 3)]);
    }
}

/// 12.5, WG-12.5-1: 1-4 is rain: no air markers, no landings.
#[test]
fn rg_12_5_weather() {
    let begin = |face: u8| {
        let mut desk = Desk::market_garden(&["weather"]);
        let mut dice = engine::Scripted::new([("weather", face - 1)]);
        engine::Position::open(&mut desk.race, &mut dice, &mut desk.events);
        desk.say("pass", &[]);
        desk
    };
    let rain = begin(4);
    assert!(!rain.words().iter().any(|w| w.contains("land") || w.contains("air support")));
    assert!(rain.may("move and fight with XXX Corps"));
    let mut clear = begin(5);
    while clear.may("no air support") {
        clear.say("no air support", &[]);
    }
    assert!(clear.may("land from the Airborne Approach box"));
    let mut german = Desk::market_garden(&["weather"])
        .cleared()
        .with("501-pir 1008, fjr-6 0908")
        .at(2, 'B', Side::German);
    german.race.support.rain = true;
    assert!(!german.may("air marker to 0908"));
    // Rolled after the German half, if so ruled.
    let mut late = Desk::market_garden(&["weather", "weather_roll=first-allied"]);
    let mut dice = engine::Scripted::new([]);
    engine::Position::open(&mut late.race, &mut dice, &mut late.events);
    late.say("pass", &[("weather", 1)]);
    assert!(late.race.support.rain);
}

/// Mercury 12.1: units that start with Süssmann go a hex farther with him; his attack is +1,
/// compulsory; a 6 after damage to his hex removes him, and so does an enemy in it.
#[test]
fn rm_12_1_sussmann() {
    let mut desk = Desk::mercury(&["sussmann"])
        .cleared()
        .with("i-llsr 0720, ii-llsr 0720")
        .leader(Side::German, "0720")
        .at(2, 'B', Side::German);
    desk.say("move and fight", &[]);
    let far = |desk: &Desk| desk.may("to 0716");
    let mut alone = desk.clone_at(2, 'B', Side::German);
    alone.says(&["move and fight", "I LLSR moves"]);
    assert!(!far(&alone));
    desk.say("I LLSR moves with the leader", &[]);
    assert!(far(&desk), "{:?}", desk.words());
    desk.say("to 0716", &[]);
    assert_eq!(desk.race.leaders[0].at, LeaderSpot::Hex(desk.hex("0716")));
    // The other unit that started with him reaches him, and no other hex so far.
    desk.say("II LLSR moves", &[]);
    assert!(far(&desk) && !desk.may("to 0616"), "{:?}", desk.words());
    desk.say("to 0716", &[]);

    let mut attack = Desk::mercury(&["sussmann"])
        .cleared()
        .with("i-llsr 0903, 22-bn 0904")
        .leader(Side::German, "0903")
        .at(2, 'B', Side::German);
    assert_eq!(modifier(&attack, &["i-llsr"], "0904"), 1);
    attack.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
    // 1:1: 3 and 1 is 4: 1/1.
    attack.say("fight", &[("combat", 3), ("leader", 6)]);
    assert_eq!(attack.race.leaders[0].at, LeaderSpot::Gone);
    assert!(attack.told("Süssmann is lost: 6"));

    let mut overrun = Desk::mercury(&["sussmann"])
        .cleared()
        .with("22-bn 0904")
        .leader(Side::German, "0905")
        .at(2, 'B', Side::Allied);
    overrun.says(&["move and fight", "22 Bn moves", "to 0905"]);
    assert_eq!(overrun.race.leaders[0].at, LeaderSpot::Gone);
}

/// Mercury 12.1: he does not count for stacking, and lands with his unit.
#[test]
fn rm_12_1_sussmann_lands_with_his_unit() {
    let mut desk = Desk::mercury(&["sussmann"]).at(1, 'A', Side::German);
    assert_eq!(desk.race.leaders[0].at, LeaderSpot::With(desk.unit("iii-fjr-3")));
    desk.say("land from the Mitte box", &[]);
    while desk.race.side == Side::German {
        let word = desk.words()[0].clone();
        let rolls: &[(&str, u8)] = if word.contains("lands") { &[("landing", 6)] } else { &[] };
        desk.say(&word, rolls);
    }
    assert_eq!(desk.race.leaders[0].at, LeaderSpot::Hex(desk.hex("0705")));
    assert_eq!(desk.race.here(desk.hex("0705"), Side::German).count_ones(), 3);
}

/// Mercury 12.2: Freyberg merges the nationalities of his hex; he is lost as Süssmann is.
#[test]
fn rm_12_2_freyberg() {
    let desk = Desk::mercury(&["freyberg", "coordination"])
        .cleared()
        .with("22-bn 0905, 1-welch 0905, 2-7-bn 0903, i-llsr 0904")
        .leader(Side::Allied, "0905")
        .at(2, 'B', Side::Allied);
    assert_eq!(modifier(&desk, &["22-bn", "1-welch"], "0904"), 0);
    assert_eq!(modifier(&desk, &["22-bn", "1-welch", "2-7-bn"], "0904"), -1, "WM-12.4-1");
    let mut hit = desk.clone_at(2, 'B', Side::German);
    hit.says(&["move and fight", "no more moves", "attack 0905"]);
    // 5 to 8 is 1:2: 5 is 1/1.
    hit.say("fight", &[("combat", 5)]);
    hit.say("22 Bn takes the damage", &[("leader", 6)]);
    assert!(hit.told("Freyberg is lost: 6"));
    let mut overrun = Desk::mercury(&["freyberg"])
        .cleared()
        .with("i-llsr 0904")
        .leader(Side::Allied, "0905")
        .at(2, 'B', Side::German);
    overrun.says(&["move and fight", "I LLSR moves", "to 0905"]);
    assert!(overrun.told("Freyberg is overrun"));
}

/// Mercury 12.3: irregulars rise in vacant victory hexes or next to Germans, as the whole impulse,
/// any number; they count for stacking and come back the turn after they fall.
#[test]
fn rm_12_3_irregulars() {
    let fresh = |switches: &[&str]| {
        let mut desk = Desk::mercury(switches).cleared().with("i-llsr 0903, 22-bn 0904");
        for id in ["irregulars-west", "irregulars-east"] {
            let unit = desk.unit(id);
            desk.race.pieces[usize::from(unit)].place = crate::race::rules::Spot::Call(0);
        }
        desk.at(1, 'A', Side::Allied)
    };
    let mut desk = fresh(&["irregulars"]);
    desk.say("call the irregulars", &[]);
    assert!(desk.may("Irregulars West rise at 0722 Heraklion"), "a vacant victory hex");
    assert!(!desk.may("Irregulars West rise at 0904 Maleme"), "not vacant");
    desk.say("Irregulars West rise near 0903", &[]);
    assert!(desk.may("Irregulars West rise at 0904 Maleme"), "next to a German");
    desk.say("Irregulars West rise at 0902 Kastelli", &[]);
    desk.say("Irregulars East rise at 0722 Heraklion", &[]);
    assert_eq!(desk.race.side, Side::German, "the whole impulse");
    assert_eq!(desk.race.here(desk.hex("0902"), Side::Allied).count_ones(), 1);
    let west = desk.unit("irregulars-west");
    desk.race.remove(west, crate::race::rules::Cause::Combat, &mut desk.events);
    assert_eq!(desk.place("irregulars-west"), "Call(1)");
    assert!(!desk.clone_at(1, 'C', Side::Allied).may("call the irregulars"));
    assert!(desk.clone_at(2, 'A', Side::Allied).may("call the irregulars"));
    assert!(Desk::mercury(&[]).race.board.units.iter().all(|u| u.class.word() != "irregular"));
}

/// 12.5: rain grounds a marker that lies on the map already.
#[test]
fn rg_12_5_rain_grounds_the_markers_on_the_map() {
    let mut desk = Desk::market_garden(&["weather", "weather_roll=first-allied"])
        .cleared()
        .with("129-bde 0409, fjr-6 0410")
        .at(2, 'A', Side::German);
    desk.say("air marker to 0410", &[("weather", 4)]);
    assert!(!desk.may("no air support"), "nor do the Allies fly");
    desk.say("pass", &[]);
    assert_eq!(desk.race.support.german_air, Some(desk.hex("0410")));
    // 5 to 6 is 1:2, and no column.
    assert_eq!(column(&desk, &["fjr-6"], "0409"), 1);
    desk.race.support.rain = false;
    assert_eq!(column(&desk, &["fjr-6"], "0409"), 2, "it would be a column in the sun");
    // Nor does a marker defend in the rain, if markers defend at all.
    let mut defends = Desk::market_garden(&["weather", "air_defends=true"])
        .cleared()
        .with("129-bde 0409, fjr-6 0410");
    defends.race.support.german_air = Some(defends.hex("0410"));
    let mut defends = defends.at(2, 'B', Side::Allied);
    assert_eq!(column(&defends, &["129-bde"], "0410"), 1);
    defends.race.support.rain = true;
    assert_eq!(column(&defends, &["129-bde"], "0410"), 2);
}

/// Mercury 12.5: aircraft and artillery support the same attack, a column each.
#[test]
fn rm_12_5_air_and_guns_in_one_hex() {
    let fight = |air: bool, gun: &str| {
        let mut desk = Desk::mercury(&["artillery"]).cleared().with("i-llsr 0903, 22-bn 0904").at(
            2,
            'B',
            Side::German,
        );
        let heraklion = desk.hex("0722");
        desk.race.german_held.insert(heraklion);
        desk.race.support.air_box = air.then_some(crate::race::support::AirBox::GroundSupport);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme", "fight"]);
        if gun.starts_with("no") {
            desk.says(&[gun]);
            desk.say("no artillery", &[("combat", 6)]);
        } else {
            desk.say(gun, &[("combat", 6)]);
        }
        desk
    };
    // 5 to 4 is 1:1.
    for (air, gun, found) in [
        (false, "no artillery", "column 1:1"),
        (true, "no artillery", "column 2:1"),
        (false, "artillery 7FD", "column 2:1"),
        (true, "artillery 7FD", "column 3:1"),
    ] {
        let desk = fight(air, gun);
        assert!(desk.told(found), "{air} {gun}: {:?}", desk.story());
    }
}

/// Mercury 12.1.3, 12.2.2 with 6.3.1: the point for ignoring a retreat is damage in combat to the
/// leader's hex; he is rolled for once a combat.
#[test]
fn rm_12_1_3_and_12_2_2_the_point_of_a_stand_endangers_the_leader() {
    // The other battalion takes the table's points; the leader's own stands for one more.
    let german = |face| {
        let mut desk = Desk::mercury(&["sussmann"])
            .cleared()
            .with("i-llsr 0903, ii-llsr 0804, 22-bn 0904, 21-bn 0904, 20-bn 0904")
            .leader(Side::German, "0804")
            .at(2, 'B', Side::German);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
        // 10 to 12 is 1:2: 1 counts as 2 with Süssmann, less 1 for supply.
        desk.say("fight", &[("combat", 2)]);
        desk.say("I LLSR takes the damage", &[]);
        while desk.may("I LLSR takes the damage") {
            desk.say("I LLSR takes the damage", &[]);
        }
        if desk.may("I LLSR stands for a damage point") {
            desk.say("I LLSR stands for a damage point", &[]);
        }
        desk.say("II LLSR stands for a damage point", &[("leader", face)]);
        desk
    };
    assert!(german(6).told("Süssmann is lost: 6"), "{:?}", german(6).story());
    assert_eq!(german(5).race.leaders[0].at, LeaderSpot::Hex(german(5).hex("0804")));

    let allied = |face| {
        let mut desk = Desk::mercury(&["freyberg"])
            .cleared()
            .with("1-welch 0905, 22-bn 0805, i-llsr 0904, ii-llsr 0904, iii-llsr 0904")
            .leader(Side::Allied, "0905")
            .at(2, 'B', Side::Allied);
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
        // 8 to 15 is 1:2: 3 is 2/0.
        desk.say("fight", &[("combat", 3)]);
        desk.says(&["22 Bn takes the damage", "22 Bn takes the damage"]);
        if desk.may("22 Bn stands for a damage point") {
            desk.say("22 Bn stands for a damage point", &[]);
        }
        desk.say("1 Welch stands for a damage point", &[("leader", face)]);
        desk
    };
    assert!(allied(6).told("Freyberg is lost: 6"));
    assert_eq!(allied(5).damage("1-welch"), 1);

    // Who was rolled for after damage from the table is not rolled for again.
    let mut once = Desk::mercury(&["freyberg"])
        .cleared()
        .with("1-welch 0905, i-llsr 0904, ii-llsr 0904, iii-llsr 0904")
        .leader(Side::Allied, "0905")
        .at(2, 'B', Side::Allied);
    once.says(&["move and fight", "no more moves", "attack 0904 Maleme"]);
    // 1:3: 5 is 1/0.
    once.say("fight", &[("combat", 5), ("leader", 1)]);
    once.say("1 Welch stands for a damage point", &[]);
}

/// Mercury 12.1.3: irregulars that rise where Süssmann is alone take him.
#[test]
fn rm_12_1_3_irregulars_take_a_lone_leader() {
    let mut desk = Desk::mercury(&["sussmann", "irregulars"])
        .cleared()
        .with("i-llsr 0806")
        .leader(Side::German, "0705");
    for id in ["irregulars-west", "irregulars-east"] {
        let unit = desk.unit(id);
        desk.race.pieces[usize::from(unit)].place = crate::race::rules::Spot::Call(0);
    }
    let mut desk = desk.at(1, 'A', Side::Allied);
    desk.says(&["call the irregulars", "Irregulars West rise near 0806 Prison Valley / Alikianou"]);
    desk.say("Irregulars West rise at 0705", &[]);
    assert!(desk.told("Süssmann is overrun"), "{:?}", desk.story());
    assert_eq!(desk.race.leaders[0].at, LeaderSpot::Gone);
}
