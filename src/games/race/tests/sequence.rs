//! Set-up and sequence of play (2.0-4.1).

use std::format;
use std::string::String;

use engine::{Account as _, FromSetup as _, Pictured, Position, Side};

use crate::race::phase::Phase;
use crate::race::rules::{Race, Spot};

use super::Desk;
use super::desk::setup;

fn opened(mut desk: Desk) -> Desk {
    let mut dice = engine::Scripted::always(3);
    desk.race.open(&mut dice, &mut desk.events);
    desk
}

/// 3.1, 3.2, 3.3 of Mercury: Allies on their hexes, Germans in their boxes, 3/100 in the sea box,
/// reinforcements off the map, turn 1, impulse A.
#[test]
fn rm_3_set_up() {
    let desk = opened(Desk::mercury(&[]));
    assert_eq!(desk.place("22-bn"), "0904");
    assert_eq!(desk.place("1-argylls"), "0416");
    assert_eq!(desk.place("iv-llsr"), "Box(0)");
    assert_eq!(desk.place("i-fjr-3"), "Box(1)");
    assert_eq!(desk.place("iii-fjr-1"), "Box(2)");
    assert_eq!(desk.place("iii-gjr-100"), "Sea");
    assert_eq!(desk.place("i-gjr-100"), "Later");
    assert_eq!(desk.place("layforce-a-bn"), "Later");
    assert_eq!((desk.race.turn, desk.race.impulse), (0, 0));
    assert_eq!(desk.race.board.calendar.len(), 10);
}

/// 3.1-3.3 of Market-Garden.
#[test]
fn rg_3_set_up() {
    let desk = opened(Desk::market_garden(&[]));
    assert_eq!(desk.place("fjr-6"), "0505");
    assert_eq!(desk.place("5-guards-armd-bde"), "0405");
    assert_eq!(desk.place("501-pir"), "Box(0)");
    assert_eq!(desk.place("4-para-bde"), "Later");
    assert_eq!(desk.place("245-division"), "Later");
    // SPECIAL counters stay in the tray unless their option is on.
    assert!(desk.race.board.units.iter().all(|unit| unit.id != "155-bde"));
    assert_eq!(desk.race.board.calendar.len(), 10);
}

/// 3.2: in the first Allied impulse the airborne units go to their printed hex (WG-3.2-1).
#[test]
fn rg_3_2_the_first_allied_impulse_is_the_landing() {
    let mut desk = opened(Desk::market_garden(&[]));
    assert_eq!(desk.race.to_act(), Some(Side::German));
    desk.say("pass", &[]);
    while desk.may("no air support") {
        desk.say("no air support", &[]);
    }
    assert_eq!(desk.words(), ["land from the Airborne Approach box"]);
    desk.say("land from the Airborne Approach box", &[]);
    assert!(desk.may("501 PIR lands at 1008 Veghel") && desk.may("501 PIR stays in its box"));

    let mut free = opened(Desk::market_garden(&["landing_forced=free"]));
    free.say("pass", &[]);
    while free.may("no air support") {
        free.say("no air support", &[]);
    }
    assert!(free.may("move and fight with XXX Corps"));

    let mut all = opened(Desk::market_garden(&["landing_forced=all"]));
    all.say("pass", &[]);
    while all.may("no air support") {
        all.say("no air support", &[]);
    }
    all.say("land from the Airborne Approach box", &[]);
    assert_eq!(all.words(), ["501 PIR lands at 1008 Veghel"]);
}

/// 4.1: four impulses a turn, the Germans first in each.
#[test]
fn r_4_1_impulses() {
    for mut desk in [Desk::mercury(&[]), Desk::market_garden(&["landing_forced=free"])] {
        desk = opened(desk);
        let mut seen = alloc::vec::Vec::new();
        while desk.race.turn == 0 {
            if matches!(desk.race.phase, Phase::Orders(_)) {
                seen.push((desk.race.impulse, desk.race.side));
            }
            let word = ["pass", "no air support"].into_iter().find(|word| desk.may(word));
            let word = word.map_or_else(|| desk.words()[0].clone(), Into::into);
            desk.say(&word, &[]);
        }
        let expected: alloc::vec::Vec<_> =
            (0..4).flat_map(|i| [(i, Side::German), (i, Side::Allied)]).collect();
        assert_eq!(seen, expected);
    }
}

/// 4.1.1: movement before combat, combat by choice, a unit that does neither has passed.
#[test]
fn r_4_1_1_movement_then_combat() {
    let mut desk = Desk::mercury(&[]).cleared().with("i-llsr 0903, ii-llsr 0902, 22-bn 0904").at(
        2,
        'B',
        Side::German,
    );
    desk.say("move and fight", &[]);
    assert!(matches!(desk.race.phase, Phase::Move(_)));
    desk.says(&["II LLSR moves", "to 0903"]);
    desk.say("no more moves", &[]);
    assert!(matches!(desk.race.phase, Phase::Attack(_)));
    assert_eq!(desk.words(), ["attack 0904 Maleme", "no more attacks"]);
    desk.say("no more attacks", &[]);
    assert_eq!(desk.race.side, Side::Allied);
    assert!(!desk.told("attack"));
}

/// 4.1.1, W-4.1.1-1: a unit that starts next to an enemy may fight but not also move.
#[test]
fn r_4_1_1_a_unit_that_starts_adjacent_moves_or_fights() {
    let desk = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling]).cleared().with("i-llsr 0903, 22-bn 0904").at(
            2,
            'B',
            Side::German,
        );
        desk.say("move and fight", &[]);
        desk
    };
    // Either: it may leave, and from another hex next to the enemy it may not attack any more.
    let mut either = desk("adjacent_start=either");
    either.says(&["I LLSR moves", "to 0803"]);
    assert_eq!(either.race.side, Side::Allied, "nothing was left to attack with");
    let mut stays = desk("adjacent_start=either");
    stays.say("no more moves", &[]);
    assert!(stays.may("attack 0904 Maleme"));
    // Locked: it cannot move at all.
    let locked = desk("adjacent_start=locked");
    assert!(locked.may("attack 0904 Maleme"));
    // Free: it moves and attacks.
    let mut free = desk("adjacent_start=free");
    free.says(&["I LLSR moves", "to 0803"]);
    assert!(free.may("attack 0904 Maleme"));
}

/// 2.1: counters have a nationality and three values; landed airborne units may show 3-2-3.
#[test]
fn r_2_1_counters() {
    let desk = Desk::market_garden(&[]);
    let unit = |id| desk.race.board.unit(desk.unit(id));
    assert_eq!(unit("501-pir").nation.word(), "american");
    assert_eq!(unit("1-para-bde").nation.word(), "british");
    assert_eq!(unit("fjr-6").nation.word(), "german");
    assert!(desk.race.board.units.iter().all(|u| u.combat > 0 && u.endurance > 0));
    assert_eq!(desk.race.board.reduced, (3, 2, 3));
}

/// The picture and the brief hold what `scenario show` and maps need.
#[test]
fn brief_and_picture() {
    for desk in [Desk::mercury(&[]), Desk::market_garden(&[])] {
        let brief = desk.race.brief();
        assert!(brief.rulings.iter().all(|r| r.value == r.default && r.values.contains(&r.value)));
        let ids: alloc::collections::BTreeSet<_> = brief.rulings.iter().map(|r| &r.id).collect();
        assert_eq!(ids.len(), brief.rulings.len());
        let on_map = desk.race.pieces.iter().filter(|p| matches!(p.place, Spot::Hex(_))).count();
        assert_eq!(desk.race.counters().len(), on_map);
        assert_eq!(desk.race.objectives().len(), desk.race.board.objectives.len());
        assert!(!brief.provenance.is_empty() && !desk.race.set_up_marks().is_empty());
    }
}

/// `end_turn` makes a game shorter or longer than its list of turns.
#[test]
fn end_turn_moves_the_last_turn() {
    let calendar = |end: &str| {
        let turns = String::from("turns = [");
        let edit = ("mercury.toml", turns.clone(), format!("end_turn = {end}\n{turns}"));
        Race::from_setup(setup("mercury", std::vec![edit])).map(|race| race.turn_names())
    };
    let nine = calendar("9").unwrap();
    assert_eq!((nine.len(), nine[8].as_str()), (9, "28 May"));
    let twelve = calendar("12").unwrap();
    assert_eq!(twelve[9..], ["29 May", "turn 11", "turn 12"]);
    for wrong in ["0", "101"] {
        let faults = calendar(wrong).unwrap_err();
        assert!(faults.iter().any(|fault| fault.key == "end_turn"), "{faults:?}");
    }
}
