//! Supply (9.0-9.4, 9.6; Mercury 9.0-9.3).

use engine::Side;

use super::Desk;

const COMBAT: &str = "combat";

fn supplied(desk: &Desk, id: &str) -> bool {
    let unit = desk.unit(id);
    let side = desk.race.board.unit(unit).side;
    desk.race.supplied(unit, &desk.race.supply_lines(side))
}

/// 9.1, 9.2, WG-9.2-1: ground units trace to the southern edge; airborne units stand in or next
/// to a drop zone, or trace like the others.
#[test]
fn rg_9_1_and_9_2_sources() {
    let desk = |ruling: &str, counters: &str| {
        Desk::market_garden(&[ruling]).cleared().with(counters).at(2, 'B', Side::Allied)
    };
    let yes = "airborne_ground_supply=true";
    assert!(supplied(&desk(yes, "129-bde 0707"), "129-bde"));
    // Germans in both bridge hexes of the Rhine: the ground line ends there.
    let north = "1-para-bde 1611, 129-bde 1611, fjr-6 1512, 719-division 1513";
    assert!(!supplied(&desk(yes, north), "129-bde"));
    assert!(supplied(&desk(yes, north), "1-para-bde"), "next to Wolfheze");
    assert!(supplied(&desk(yes, "1-para-bde 0405"), "1-para-bde"), "by the ground line");
    assert!(!supplied(&desk("airborne_ground_supply=false", "1-para-bde 0405"), "1-para-bde"));
    // W-9.1-1: a source in enemy hands serves nobody.
    assert!(!supplied(
        &desk(yes, "1-para-bde 1611, fjr-6 1612, 406-division 1512, 719-division 1513"),
        "1-para-bde"
    ));
}

/// 9.3: German sources on the western, northern and eastern edge.
#[test]
fn rg_9_3_german_sources() {
    let desk = Desk::market_garden(&[]);
    assert_eq!(desk.race.board.sources.german.len(), 23);
    let east = Desk::market_garden(&[]).cleared().with("fjr-6 0914").at(2, 'B', Side::German);
    assert!(supplied(&east, "fjr-6"));
}

/// 9.4: wet and forest by road only, no destroyed bridge, no enemy unit (WG-9.4-1), great rivers
/// at intact bridges.
#[test]
fn rg_9_4_tracing() {
    let line = |ruling: &str, counters: &str| {
        let desk = Desk::market_garden(&[ruling]).cleared().with(counters);
        supplied(&desk.at(2, 'B', Side::Allied), "129-bde")
    };
    let blocks = "enemy_blocks_supply=true";
    // 1712 lies in the woods without a road: only 1812 is open.
    assert!(line(blocks, "129-bde 1712"));
    assert!(!line(blocks, "129-bde 1712, fjr-6 1812"));
    assert!(line("enemy_blocks_supply=false", "129-bde 1712, fjr-6 1812"));
    let mut rhine =
        Desk::market_garden(&[]).cleared().with("129-bde 1513").at(2, 'B', Side::Allied);
    assert!(supplied(&rhine, "129-bde"));
    let arnhem = rhine.hex("1312");
    rhine.race.down.insert(arnhem);
    rhine.race.pave();
    assert!(!supplied(&rhine, "129-bde"), "the Waal bridge is gone");
}

/// Mercury 9.1-9.3: Allied ports and edges; airfields without an Allied unit (WM-9.2-2); no enemy
/// hex, no mountain without a road.
#[test]
fn rm_9_supply() {
    let desk = |ruling: &str, counters: &str| {
        Desk::mercury(&[ruling]).cleared().with(counters).at(2, 'B', Side::German)
    };
    let free = "airfield_needs_control=false";
    assert!(supplied(&desk(free, "i-llsr 0903"), "i-llsr"), "an empty airfield will do");
    assert!(!supplied(&desk("airfield_needs_control=true", "i-llsr 0903"), "i-llsr"));
    let held = "i-llsr 0903, 22-bn 0904, 1-welch 0714, 2-7-bn 0713, 2-8-bn 0722";
    assert!(!supplied(&desk(free, held), "i-llsr"), "Allied units on every airfield");
    assert!(supplied(&desk(free, held), "22-bn"));
    // 0606 is ringed by mountains and the sea: 0506 and 0406 are sea.
    assert!(supplied(&desk(free, "22-bn 0706"), "22-bn"), "its own mountain hex does not matter");
    let cut = "22-bn 0707, i-llsr 0807, ii-llsr 0806, iii-llsr 0808, iv-llsr 0708";
    assert!(!supplied(&desk(free, cut), "22-bn"), "only mountains without a road are left");
}

/// 12.7: Driel serves airborne units when the option is on.
#[test]
fn rg_12_7_driel() {
    let there = |options: &[&str]| {
        let desk = Desk::market_garden(options)
            .cleared()
            .with("1-polish-para-bde 1511, fjr-6 1612, 719-division 1312, 406-division 1411")
            .at(2, 'B', Side::Allied);
        supplied(&desk, "1-polish-para-bde")
    };
    assert!(!there(&[]));
    assert!(there(&["driel"]));
}

/// Puts units of a list next to a hex, one each, but for the hexes left open.
fn ringed(mut desk: Desk, label: &str, open: &[&str], ids: &[&str]) -> Desk {
    let open: alloc::vec::Vec<_> = open.iter().map(|label| desk.hex(label)).collect();
    let ring: alloc::vec::Vec<_> = desk.race.board.ground(desk.hex(label)).neighbours().collect();
    let shut = ring.into_iter().filter(|hex| !open.contains(hex));
    for (hex, id) in shut.zip(ids) {
        let unit = desk.unit(id);
        desk.race.put(unit, hex);
    }
    desk
}

const GERMANS: [&str; 6] =
    ["fjr-6", "719-division", "406-division", "176-division", "363-division", "245-division"];

/// 9.4: no line passes a destroyed bridge, be it over a canal and its hex open to all sides.
#[test]
fn rg_9_4_no_line_through_a_blown_canal_bridge() {
    let desk = Desk::market_garden(&[]).cleared().with("129-bde 0607");
    let mut desk = ringed(desk, "0607", &["0606"], &GERMANS).at(2, 'B', Side::Allied);
    assert!(supplied(&desk, "129-bde"), "by Valkenswaard");
    let valkenswaard = desk.hex("0606");
    desk.race.down.insert(valkenswaard);
    desk.race.pave();
    assert!(!supplied(&desk, "129-bde"), "its bridge is blown");
    // Whoever stands at the blown bridge itself still has a line.
    let mut there = Desk::market_garden(&[]).cleared().with("129-bde 0606");
    there.race.down.insert(valkenswaard);
    assert!(supplied(&there.at(2, 'B', Side::Allied), "129-bde"));
}

/// 12.2.1, 12.2.2: the guns' hex must trace to a map edge that the own side controls.
#[test]
fn rg_12_2_guns_need_a_line_to_the_own_edge() {
    let attack = |desk: &mut Desk, side: Side| {
        let order = match side {
            Side::Allied => "move and fight with XXX Corps",
            Side::German => "move and fight",
        };
        desk.says(&[order, "no more moves"]);
        let attack = desk.words()[0].clone();
        desk.says(&[&attack, "fight"]);
    };
    let british = |cut: bool| {
        let desk = Desk::market_garden(&["artillery"]).cleared().with("129-bde 0912");
        let open: &[&str] = if cut { &[] } else { &["0812", "0811"] };
        let mut desk = ringed(desk, "0912", open, &GERMANS).at(2, 'B', Side::Allied);
        attack(&mut desk, Side::Allied);
        desk.words()
    };
    assert_eq!(british(false), ["artillery British", "no artillery"]);
    assert_eq!(british(true), ["artillery German", "no artillery"]);

    let brigades = ["129-bde", "130-bde", "69-bde", "151-bde", "231-bde", "8-bde"];
    let german = |cut: bool| {
        let desk = Desk::market_garden(&["artillery"]).cleared().with("fjr-6 0912");
        let open: &[&str] = if cut { &[] } else { &["0913", "1012"] };
        let mut desk = ringed(desk, "0912", open, &brigades).at(2, 'B', Side::German);
        attack(&mut desk, Side::German);
        assert_eq!(desk.words(), ["artillery British", "no artillery"]);
        desk.say("no artillery", if cut { &[(COMBAT, 3)] } else { &[] });
        desk.may("artillery German")
    };
    assert!(german(false));
    assert!(!german(true));

    // Control is asked of the edge itself: an edge the enemy has taken gives no guns, though supply.
    let held = |german: bool, side: Side| {
        let mut desk = Desk::market_garden(&["artillery"])
            .cleared()
            .with("129-bde 0410, fjr-6 0411")
            .at(2, 'B', side);
        let sources = desk.race.sources(side).to_vec();
        for hex in sources {
            if german {
                desk.race.german_held.insert(hex);
            } else {
                desk.race.german_held.remove(hex);
            }
        }
        attack(&mut desk, side);
        desk.words()[0].clone()
    };
    assert_eq!(held(false, Side::Allied), "artillery British");
    assert_eq!(held(true, Side::Allied), "artillery German");
    let after_refusal = |german: bool| {
        let mut desk = Desk::market_garden(&["artillery"])
            .cleared()
            .with("129-bde 0410, fjr-6 0411")
            .at(2, 'B', Side::German);
        if !german {
            let sources = desk.race.sources(Side::German).to_vec();
            for hex in sources {
                desk.race.german_held.remove(hex);
            }
        }
        attack(&mut desk, Side::German);
        desk.say("no artillery", if german { &[] } else { &[(COMBAT, 3)] });
        desk.may("artillery German")
    };
    assert!(after_refusal(true) && !after_refusal(false));
    // The blue edge is Allied from the start, the others are German.
    let start = Desk::market_garden(&[]);
    assert!(
        start.race.sources(Side::Allied).iter().all(|&hex| start.race.holds(hex, Side::Allied))
    );
    assert!(
        start.race.sources(Side::German).iter().all(|&hex| start.race.holds(hex, Side::German))
    );
}

/// Mercury 12.5.2: 7FD and 5GD need a line to one airfield that is both German and usable.
#[test]
fn rm_12_5_2_guns_need_a_line_to_a_german_airfield() {
    let walls = ["2-8-bn", "2-4-bn", "2-york-and-lancaster", "2-black-watch", "1-welch", "2-1-bn"];
    let first = |unit: &str, field: &str, walled: bool| {
        let desk = Desk::mercury(&["artillery"]).cleared();
        let counters = alloc::format!("{unit} 0903, 22-bn 0904");
        let desk = desk.with(&counters);
        let open: &[&str] = if walled { &[] } else { &["0721"] };
        let mut desk = ringed(desk, "0722", open, &walls).at(3, 'B', Side::German);
        let field = desk.hex(field);
        desk.race.german_held.insert(field);
        assert!(supplied(&desk, unit), "the empty field of Rethymnon supplies it");
        desk.says(&["move and fight", "no more moves", "attack 0904 Maleme", "fight"]);
        desk.words()[0].clone()
    };
    for (unit, gun) in [("iii-llsr", "artillery 7FD"), ("i-gjr-100", "artillery 5GD")] {
        assert_eq!(first(unit, "0722", false), gun, "a line to Heraklion");
        // Heraklion is German and walled in; Rethymnon is open and Allied.
        assert_eq!(first(unit, "0722", true), "artillery New Zealand");
        assert_eq!(first(unit, "0714", true), gun, "Rethymnon is German");
    }
}
