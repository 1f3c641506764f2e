//! Movement and stacking (5.1, 5.3-5.5; Mercury 5.1, 5.4, 5.5, 7.2).

use engine::Side;

use crate::race::rules::LeaderSpot;

use super::Desk;

/// Where a unit can go now.
fn goals(desk: &mut Desk, name: &str) -> alloc::vec::Vec<alloc::string::String> {
    desk.say(&alloc::format!("{name} moves"), &[]);
    let words = desk.words();
    words.iter().filter_map(|w| w.strip_prefix("to ")).map(|w| w[..4].into()).collect()
}

/// 5.1: a hex a point, up to the factor; entering a hex next to an enemy ends the move.
#[test]
fn r_5_1_factor_and_stop() {
    let mut desk = Desk::market_garden(&[]).cleared().with("129-bde 0410, fjr-6 0412").at(
        2,
        'A',
        Side::Allied,
    );
    desk.say("move and fight with XXX Corps", &[]);
    let goals = goals(&mut desk, "129 Bde");
    assert!(goals.contains(&"0411".into()), "next to the enemy: {goals:?}");
    assert!(!goals.contains(&"0413".into()), "behind the enemy's neighbours: {goals:?}");
    assert!(goals.contains(&"0407".into()), "three hexes: {goals:?}");
    assert!(!goals.contains(&"0406".into()), "four hexes: {goals:?}");
}

/// 5.1, WG-5.1-1: vehicles ignore adjacent enemies without vehicles, and stop for enemy vehicles.
#[test]
fn rg_5_1_vehicles_ignore_foot() {
    let reach = |enemy: &str| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with(&alloc::format!("5-guards-armd-bde 0310, {enemy} 0312"))
            .at(2, 'A', Side::Allied);
        desk.say("move and fight with XXX Corps", &[]);
        goals(&mut desk, "5 Guards Armd Bde")
    };
    // 0211 lies beyond 0311, which both enemies watch.
    assert!(reach("fjr-6").contains(&"0212".into()));
    assert!(!reach("battlegroup-walther").contains(&"0212".into()));
}

/// 4.1.1, W-5.1-1: the exemption also frees the start, unless the ruling says otherwise.
#[test]
fn rg_5_1_the_exemption_covers_the_start() {
    let attacks_after_move = |ruling: &str| {
        let mut desk = Desk::market_garden(&[ruling])
            .cleared()
            .with("5-guards-armd-bde 0310, fjr-6 0410")
            .at(2, 'A', Side::Allied);
        desk.say("move and fight with XXX Corps", &[]);
        desk.says(&["5 Guards Armd Bde moves", "to 0409"]);
        desk.may("attack 0410")
    };
    assert!(attacks_after_move("vehicle_exemption=stop-and-start"));
    assert!(!attacks_after_move("vehicle_exemption=stop-only"));
}

/// 5.1.1: vehicles enter and leave wet and forest hexes by road only, and not at blown bridges.
#[test]
fn rg_5_1_1_roads_for_vehicles() {
    let mut desk =
        Desk::market_garden(&[]).cleared().with("5-guards-armd-bde 0707").at(2, 'A', Side::Allied);
    let son = desk.hex("0807");
    let walk = |desk: &Desk, name: &str| {
        let mut desk = desk.clone_at(2, 'A', Side::Allied);
        desk.say("move and fight with XXX Corps", &[]);
        goals(&mut desk, name)
    };
    let open = walk(&desk, "5 Guards Armd Bde");
    assert!(open.contains(&"0807".into()) && open.contains(&"0806".into()), "{open:?}");
    assert!(!open.contains(&"0805".into()), "wet without a road from here: {open:?}");
    desk.race.down.insert(son);
    let blown = walk(&desk, "5 Guards Armd Bde");
    assert!(!blown.contains(&"0807".into()), "{blown:?}");
    let mut foot = Desk::market_garden(&[]).cleared().with("129-bde 0707").at(2, 'A', Side::Allied);
    foot.race.down.insert(son);
    assert!(walk(&foot, "129 Bde").contains(&"0807".into()));
}

/// 5.1.1a: XXX Corps doubles its move on the Club Route, away from every German.
#[test]
fn rg_5_1_1a_club_route() {
    let reach = |counters: &str, name: &str| {
        let mut desk = Desk::market_garden(&[]).cleared().with(counters).at(2, 'A', Side::Allied);
        let order = if name == "71 Bde" {
            "move and fight with VIII and XII Corps"
        } else {
            "move and fight with XXX Corps"
        };
        desk.say(order, &[]);
        goals(&mut desk, name)
    };
    let open = reach("129-bde 0405", "129 Bde");
    assert!(open.contains(&"0907".into()), "six road hexes: {open:?}");
    assert!(!open.contains(&"1008".into()), "seven road hexes: {open:?}");
    assert!(!reach("71-bde 0405", "71 Bde").contains(&"0707".into()), "not XXX Corps");
    // A German next to the road at 0606 ends the doubling there.
    let watched = reach("129-bde 0405, fjr-6 0706", "129 Bde");
    assert!(!watched.contains(&"0707".into()), "{watched:?}");
    // Who starts off the road, or next to a German, does not double.
    assert!(!reach("129-bde 0406", "129 Bde").contains(&"0807".into()));
    assert!(!reach("129-bde 0405, fjr-6 0404", "129 Bde").contains(&"0707".into()));
}

/// 5.1.2: the great rivers are crossed only at an intact bridge.
#[test]
fn rg_5_1_2_rivers_by_bridge() {
    let reach = |from: &str, down: &[&str]| {
        let counters = alloc::format!("129-bde {from}");
        let mut desk = Desk::market_garden(&[]).cleared().with(&counters).at(3, 'A', Side::Allied);
        for hex in down {
            let hex = desk.hex(hex);
            desk.race.down.insert(hex);
        }
        desk.race.pave();
        desk.say("move and fight with XXX Corps", &[]);
        goals(&mut desk, "129 Bde")
    };
    assert!(reach("1312", &[]).contains(&"1412".into()), "by the Nijmegen bridge");
    assert!(!reach("1312", &["1312"]).contains(&"1412".into()), "the bridge is gone");
    assert!(!reach("1310", &[]).contains(&"1410".into()), "no bridge there");
}

/// 5.1.3: nobody enters the ferry hex before turn 3.
#[test]
fn rg_5_1_3_ferry() {
    let reach = |turn| {
        let mut desk =
            Desk::market_garden(&[]).cleared().with("129-bde 1415").at(turn, 'B', Side::Allied);
        desk.say("move and fight with XXX Corps", &[]);
        goals(&mut desk, "129 Bde")
    };
    assert!(!reach(2).contains(&"1414".into()));
    let open = reach(3);
    assert!(open.contains(&"1414".into()) && open.contains(&"1413".into()), "{open:?}");
}

/// 5.4, Mercury 5.5: the defender does not move before impulse D of turn 1, but may attack and
/// advance.
#[test]
fn r_5_4_and_rm_5_5_surprise() {
    for (impulse, turn, moves) in [('C', 1, false), ('D', 1, true), ('A', 2, true)] {
        let mut desk = Desk::mercury(&[]).cleared().with("i-llsr 0903, 22-bn 0904, 21-bn 0906").at(
            turn,
            impulse,
            Side::Allied,
        );
        desk.say("move and fight", &[]);
        assert_eq!(desk.may("21 Bn moves"), moves, "Mercury {impulse} {turn}");
        if !moves {
            desk.say("attack 0903", &[]);
        }
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with("501-pir 1008, fjr-6 0908, 719-division 0905")
            .at(turn, impulse, Side::German);
        desk.say("move and fight", &[]);
        assert_eq!(desk.may("719 Division moves"), moves, "Market-Garden {impulse} {turn}");
        if !moves {
            desk.say("attack 1008 Veghel", &[]);
        }
    }
}

/// 5.5: one impulse activates XXX Corps, or VIII and XII Corps; airborne units go with either.
#[test]
fn rg_5_5_one_group() {
    let who = |order: &str| {
        let mut desk = Desk::market_garden(&[])
            .cleared()
            .with("129-bde 0305, 159-bde 0306, 71-bde 0304, 501-pir 1008")
            .at(2, 'B', Side::Allied);
        desk.say(order, &[]);
        desk.words()
    };
    assert_eq!(
        who("move and fight with XXX Corps"),
        ["501 PIR moves", "129 Bde moves", "no more moves"]
    );
    assert_eq!(
        who("move and fight with VIII and XII Corps"),
        ["501 PIR moves", "159 Bde moves", "71 Bde moves", "no more moves"]
    );
}

/// 5.3, Mercury 5.4: three to a hex; the overfull lose units of their choice at the end of the
/// impulse; no limit in the box (5.3.1).
#[test]
fn r_5_3_stacking() {
    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("i-llsr 0803, iii-llsr 0803, iv-llsr 0803, ii-llsr 0802")
        .at(2, 'B', Side::German);
    desk.say("move and fight", &[]);
    assert!(!goals(&mut desk, "II LLSR").contains(&"0803".into()), "a march ends only with room");

    let mut desk = Desk::mercury(&[])
        .cleared()
        .with("i-llsr 0803, iii-llsr 0803, iv-llsr 0803")
        .at(1, 'B', Side::German);
    let box_unit = desk.unit("ii-llsr");
    desk.race.pieces[usize::from(box_unit)].place = crate::race::rules::Spot::Box(0);
    desk.say("land from the West box", &[]);
    desk.say("II LLSR lands at 0803", &[("landing", 6)]);
    assert_eq!(desk.words().len(), 4, "{:?}", desk.words());
    desk.say("I LLSR is removed", &[]);
    assert_eq!(desk.place("i-llsr"), "Gone");
    assert_eq!(desk.race.side, Side::Allied);
    let boxed = Desk::mercury(&[]);
    assert_eq!(
        (0..4)
            .map(|i| boxed.place(["ii-llsr", "i-llsr", "iii-llsr", "iv-llsr"][i]))
            .filter(|p| p == "Box(0)")
            .count(),
        4
    );
}

/// 5.3 with Mercury 7.2: a unit that is bombed in a full hex on its way makes it overfull.
#[test]
fn rm_5_4_a_march_that_ends_early_may_overfill() {
    let mut desk = Desk::mercury(&["interdiction_rolls=each"])
        .cleared()
        .with("22-bn 0904, 18-bn 0905, 19-bn 0905, 20-bn 0905, i-llsr 0903, ii-llsr 0806")
        .at(2, 'B', Side::Allied);
    desk.race.support.air_box = Some(crate::race::support::AirBox::GroundSupport);
    desk.say("move and fight", &[]);
    desk.say("22 Bn moves", &[]);
    desk.say("to 0906 Galatas / Ay Marina", &[("interdiction", 2), ("interdiction", 6)]);
    assert_eq!(desk.place("22-bn"), "0905");
    desk.says(&["no more moves", "22 Bn is removed"]);
    assert_eq!(desk.place("22-bn"), "Gone");
}

/// Mercury 5.1.1: armour ignores adjacent enemies and keeps to the roads.
#[test]
fn rm_5_1_1_armour() {
    let mut desk =
        Desk::mercury(&[]).cleared().with("3-hussars 0906, i-llsr 0804").at(2, 'B', Side::Allied);
    desk.say("move and fight", &[]);
    let goals = goals(&mut desk, "3 Hussars");
    assert!(goals.contains(&"0903".into()), "past the enemy's neighbours: {goals:?}");
    assert!(!goals.contains(&"0806".into()) && !goals.contains(&"0805".into()), "off the road");
}

/// Mercury 5.1.2: rough ground without a road stops all but mountain troops; mountains too.
#[test]
fn rm_5_1_2_rough() {
    let reach = |ruling: &str, unit: &str, name: &str, from: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with(&alloc::format!("{unit} {from}"))
            .at(2, 'B', Side::German);
        desk.say("move and fight", &[]);
        goals(&mut desk, name)
    };
    let rough = "mountain_is_rough=true";
    let foot = reach(rough, "i-llsr", "I LLSR", "0906");
    assert!(foot.contains(&"0705".into()) && !foot.contains(&"0605".into()), "{foot:?}");
    let mountain = reach(rough, "i-gjr-100", "I/GJR 100", "0906");
    assert!(mountain.contains(&"0605".into()), "{mountain:?}");
    let road = reach(rough, "i-llsr", "I LLSR", "0903");
    assert!(road.contains(&"0803".into()) && road.contains(&"0703".into()), "by road: {road:?}");
    // 0706 is a mountain: it stops, unless the ruling makes it plain.
    assert!(!reach(rough, "i-llsr", "I LLSR", "0806").contains(&"0606".into()));
    assert!(reach("mountain_is_rough=false", "i-llsr", "I LLSR", "0806").contains(&"0606".into()));
}

/// Mercury 7.2: under ground support, an Allied unit that leaves or enters a hex next to a German
/// rolls once: 1-2 unspotted, 3-4 strafed, 5-6 bombed and may not move.
#[test]
fn rm_7_2_interdiction() {
    let run = |switches: &[&str], rolls: &[(&'static str, u8)]| {
        let mut desk = Desk::mercury(switches).cleared().with("i-llsr 0903, 22-bn 0904").at(
            2,
            'B',
            Side::Allied,
        );
        desk.race.support.air_box = Some(crate::race::support::AirBox::GroundSupport);
        desk.say("move and fight", &[]);
        desk.say("22 Bn moves", &[]);
        desk.say("to 0906 Galatas / Ay Marina", rolls);
        (desk.place("22-bn"), desk.damage("22-bn"))
    };
    assert_eq!(run(&[], &[("interdiction", 2)]), ("0906".into(), 0));
    assert_eq!(run(&[], &[("interdiction", 3)]), ("0906".into(), 1));
    assert_eq!(run(&[], &[("interdiction", 5)]), ("0904".into(), 1));
    // WM-7.2-1: the other box is asked instead.
    assert_eq!(run(&["interdiction_box=interdiction"], &[]), ("0906".into(), 0));
    // Entering is a trigger too, and a unit rolls once (WM-7.2-2) unless it rolls each time.
    let enter = |ruling: &str, rolls: &[(&'static str, u8)]| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("i-llsr 0903, ii-llsr 0806, 22-bn 0904")
            .at(2, 'B', Side::Allied);
        desk.race.support.air_box = Some(crate::race::support::AirBox::GroundSupport);
        desk.say("move and fight", &[]);
        desk.say("22 Bn moves", &[]);
        desk.say("to 0906 Galatas / Ay Marina", rolls);
        (desk.place("22-bn"), desk.damage("22-bn"))
    };
    assert_eq!(enter("interdiction_rolls=once", &[("interdiction", 3)]), ("0906".into(), 1));
    let twice = [("interdiction", 3), ("interdiction", 6)];
    assert_eq!(enter("interdiction_rolls=each", &twice), ("0905".into(), 2));
}

/// The printed factor binds whoever moves: the reduced side moves three (5.2).
#[test]
fn r_5_2_the_reduced_side_moves_three() {
    let mut desk = Desk::market_garden(&[]).cleared().with("501-pir 1008").at(2, 'B', Side::Allied);
    let unit = desk.unit("501-pir");
    desk.race.reduce(unit);
    assert_eq!(
        (desk.race.strength(unit), desk.race.stamina(unit), desk.race.pace(unit)),
        (3, 2, 3)
    );
}

/// Mercury 7.2, 4.1.1: a unit that is bombed before its first step has not moved, so it may still
/// fight; nor has the leader it was to take along.
#[test]
fn rm_7_2_a_bombed_unit_may_not_move_but_may_fight() {
    let mut desk = Desk::mercury(&["freyberg"])
        .cleared()
        .with("i-llsr 0903, 22-bn 0904, 21-bn 0904")
        .leader(Side::Allied, "0904")
        .at(2, 'B', Side::Allied);
    desk.race.support.air_box = Some(crate::race::support::AirBox::GroundSupport);
    desk.say("move and fight", &[]);
    desk.say("22 Bn moves with the leader", &[]);
    desk.say("to 0906 Galatas / Ay Marina", &[("interdiction", 5)]);
    assert_eq!((desk.place("22-bn"), desk.damage("22-bn")), ("0904".into(), 1));
    assert!(!desk.told("22 Bn moves"), "{:?}", desk.story());
    assert!(!desk.may("22 Bn moves"), "it may not move");
    // Freyberg still stands there and may go with the other battalion.
    let freyberg = LeaderSpot::Hex(desk.hex("0904"));
    assert!(desk.race.leaders.iter().any(|l| l.side == Side::Allied && l.at == freyberg));
    assert!(desk.may("21 Bn moves with the leader"), "{:?}", desk.words());
    desk.say("no more moves", &[]);
    desk.say("attack 0903", &[]);
    assert!(desk.may("without 22 Bn"), "it joins the attack: {:?}", desk.words());

    // Who is bombed on the way has moved.
    let mut desk = Desk::mercury(&["interdiction_rolls=each"])
        .cleared()
        .with("i-llsr 0903, ii-llsr 0806, 22-bn 0904")
        .at(2, 'B', Side::Allied);
    desk.race.support.air_box = Some(crate::race::support::AirBox::GroundSupport);
    desk.says(&["move and fight", "22 Bn moves"]);
    let rolls = [("interdiction", 2), ("interdiction", 6)];
    desk.say("to 0906 Galatas / Ay Marina", &rolls);
    assert_eq!((desk.place("22-bn"), desk.race.side), ("0905".into(), Side::German));
}
