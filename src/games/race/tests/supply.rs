//! Supply (9.0-9.4, 9.6; Mercury 9.0-9.3).

use engine::Side;

use super::Desk;

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
