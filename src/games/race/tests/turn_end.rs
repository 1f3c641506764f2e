//! The end of a turn, arrivals and victory (9.4-9.6, 10.0, 11.0).

use engine::{Account, MeasureOf, Outcome, Position, Side};

use crate::race::rules::{Cause, Spot};

use super::Desk;

/// Ends the turn from its last Allied half.
fn end(desk: &mut Desk, rolls: &[(&'static str, u8)]) {
    desk.race.impulse = 3;
    desk.race.side = Side::Allied;
    desk.race.phase = crate::race::orders::Orders.into();
    desk.say("pass", rolls);
}

fn margin(desk: &Desk) -> i32 {
    match desk.race.outcome() {
        Outcome::Over { margin, .. } => margin,
        Outcome::Undecided => 0,
    }
}

fn winner(desk: &Desk) -> Option<Side> {
    match desk.race.outcome() {
        Outcome::Over { winner, .. } => winner,
        Outcome::Undecided => None,
    }
}

/// 9.5.1: after turn 1 every supplied Allied unit on the map loses a damage point.
#[test]
fn rg_9_5_1_first_refit() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with(
            "129-bde 0405, 130-bde 0405, 501-pir 1008, fjr-6 0914, 131-bde 1712, 719-division 1812",
        )
        .damaged("129-bde", 2)
        .damaged("130-bde", 1)
        .damaged("501-pir", 1)
        .damaged("131-bde", 1)
        .at(1, 'D', Side::Allied);
    desk.say("pass", &[]);
    let damage = ["129-bde", "130-bde", "501-pir", "131-bde"].map(|id| desk.damage(id));
    assert_eq!(damage, [1, 0, 0, 1], "131 Bde is cut off");
}

/// 9.5.2, 9.5.3: later one airborne, one infantry, one armoured unit; the Germans one infantry
/// and one armoured unit each turn; only in supply; nothing is saved up.
#[test]
fn rg_9_5_2_and_9_5_3_refit() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("501-pir 1008, 129-bde 0405, 130-bde 0405, 5-guards-armd-bde 0404, fjr-6 0914, 107-pz-bde 0915")
        .damaged("501-pir", 2)
        .damaged("129-bde", 1)
        .damaged("130-bde", 1)
        .damaged("5-guards-armd-bde", 1)
        .damaged("fjr-6", 2)
        .damaged("107-pz-bde", 1)
        .at(2, 'D', Side::Allied);
    desk.say("pass", &[]);
    assert_eq!(desk.words(), ["129 Bde refits", "130 Bde refits"]);
    desk.say("130 Bde refits", &[]);
    let units = ["501-pir", "129-bde", "130-bde", "5-guards-armd-bde", "fjr-6", "107-pz-bde"];
    assert_eq!(units.map(|id| desk.damage(id)), [1, 1, 0, 0, 1, 0]);
}

/// 9.6.1, WG-4.0-1: from 20 September cut-off airborne units roll: 1-2 gone, 3-4 a point, 5-6
/// nothing; ground units do not.
#[test]
fn rg_9_6_1_surrender() {
    let cut = |ruling: &str, turn| {
        Desk::market_garden(&[ruling])
            .cleared()
            .with("1-para-bde 1812, 129-bde 1813, fjr-6 1512, 719-division 1513")
            .at(turn, 'D', Side::Allied)
    };
    for (face, place, damage) in [(2, "Gone", 0), (3, "1812", 1), (4, "1812", 1), (5, "1812", 0)] {
        let mut desk = cut("surrender_from=20-september", 4);
        end(&mut desk, &[("surrender", face)]);
        assert_eq!(desk.place("1-para-bde"), place);
        if place != "Gone" {
            assert_eq!(desk.damage("1-para-bde"), damage);
        }
    }
    end(&mut cut("surrender_from=20-september", 3), &[]);
    end(&mut cut("surrender_from=19-september", 3), &[("surrender", 6)]);
}

/// W-9.0-1: surrender before refit, or after it.
#[test]
fn r_9_0_order_of_the_turn_end() {
    let order = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("i-llsr 0902, ii-llsr 0722, 22-bn 0903, 2-8-bn 0803, 2-1-bn 0802, 2-11-bn 0801")
            .damaged("ii-llsr", 1)
            .at(4, 'D', Side::Allied);
        desk.race.support.ships_resupply = 0;
        end(&mut desk, &[("surrender", 6)]);
        let story = desk.story();
        let at = |part: &str| story.iter().position(|line| line.contains(part)).expect("told");
        at("I LLSR is cut off") < at("II LLSR refits")
    };
    assert!(order("surrender_before_refit=true"));
    assert!(!order("surrender_before_refit=false"));
}

/// Mercury 9.5.1: from 23 May units of both sides that are cut off roll.
#[test]
fn rm_9_5_1_surrender() {
    let cut = |turn| {
        Desk::mercury(&[])
            .cleared()
            .with("i-llsr 0903, 22-bn 0904, 2-7-bn 0713, 1-welch 0714, 2-8-bn 0722, 1-greek-rgt 0707, ii-llsr 0807, iii-llsr 0806, iv-llsr 0708, i-fjr-3 0808")
            .at(turn, 'D', Side::Allied)
    };
    end(&mut cut(3), &[]);
    let mut desk = cut(4);
    // Germans first, in the order of the roster: five battalions, then the Greeks in the mountains.
    let faces = [1, 3, 5, 6, 6, 2].map(|face| ("surrender", face));
    end(&mut desk, &faces);
    assert_eq!(desk.place("i-llsr"), "Gone");
    assert_eq!(desk.damage("ii-llsr"), 1);
    assert_eq!(desk.place("1-greek-rgt"), "Gone");
}

/// Mercury 9.4.1: turn 1 one unit of each box, in supply (WM-9.4.1-1); later a point for each
/// box whose airfield is German and has no Allied unit next to it.
#[test]
fn rm_9_4_1_german_refit() {
    let after = |ruling: &str, turn, counters: &str, held: &[&str]| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with(counters)
            .damaged("i-llsr", 2)
            .damaged("i-fjr-3", 2)
            .at(turn, 'D', Side::Allied);
        for hex in held {
            let hex = desk.hex(hex);
            desk.race.german_held.insert(hex);
        }
        end(&mut desk, &[]);
        while desk.words().iter().any(|w| w.ends_with("refits")) {
            let word = desk.words()[0].clone();
            desk.say(&word, &[]);
        }
        (desk.damage("i-llsr"), desk.damage("i-fjr-3"))
    };
    let ban = "turn1_refit_free=false";
    let units = "i-llsr 0903, i-fjr-3 0705, 22-bn 0416";
    assert_eq!(after(ban, 1, units, &[]), (1, 1), "in supply: one West, one Mitte");
    let cut = "i-llsr 0903, i-fjr-3 0705, 22-bn 0904, 2-7-bn 0713, 1-welch 0714, 2-8-bn 0722";
    assert_eq!(after(ban, 1, cut, &[]), (2, 2), "out of supply");
    assert_eq!(after("turn1_refit_free=true", 1, cut, &[]), (1, 1));
    assert_eq!(after(ban, 2, units, &["0722"]), (1, 2), "one airfield, one point");
    let watched = "i-llsr 0903, i-fjr-3 0705, 22-bn 0723";
    assert_eq!(after(ban, 2, watched, &["0722"]), (2, 2), "an Allied unit next to it");
}

/// Mercury 9.4.2: with a naval marker in the Resupply Box: 1-2 nothing and a marker lost for good,
/// 3-4 nothing, 5-6 a point; +1 for each further marker, -2 for the air marker there.
#[test]
fn rm_9_4_2_resupply() {
    let roll = |face: u8, ships: u8| {
        let mut desk = Desk::mercury(&[])
            .cleared()
            .with("22-bn 0904, i-llsr 0722")
            .damaged("22-bn", 2)
            .at(2, 'D', Side::Allied);
        desk.race.support.ships_resupply = ships;
        end(&mut desk, &[("resupply", face)]);
        (desk.damage("22-bn"), desk.race.support.ships_lost)
    };
    assert_eq!(roll(2, 1), (2, 1));
    assert_eq!(roll(3, 1), (2, 0));
    assert_eq!(roll(5, 1), (1, 0));
    assert_eq!(roll(2, 4), (1, 0), "+3");
    let mut desk = Desk::mercury(&[]);
    desk.race.support.ships_resupply = 2;
    desk.race.support.air_box = Some(crate::race::support::AirBox::Resupply);
    assert_eq!(desk.race.resupply_modifier(), -1);
    let mut none = Desk::mercury(&[])
        .cleared()
        .with("22-bn 0904, i-llsr 0722")
        .damaged("22-bn", 1)
        .at(2, 'D', Side::Allied);
    end(&mut none, &[]);
    assert_eq!(none.damage("22-bn"), 1, "no ships, no die");
}

/// 12.6, WG-12.6-1: a unit in Oss refits in addition, on either side.
#[test]
fn rg_12_6_oss() {
    let refit = |switches: &[&str], unit: &str, ring: &str| {
        let mut desk = Desk::market_garden(switches)
            .cleared()
            .with(&alloc::format!("{unit} 1208, 719-division 0914{ring}"))
            .damaged(unit, 2)
            .at(2, 'D', Side::Allied);
        end(&mut desk, &[]);
        desk.damage(unit)
    };
    assert_eq!(refit(&[], "129-bde", ""), 1);
    assert_eq!(refit(&["oss"], "129-bde", ""), 0);
    assert_eq!(refit(&["oss"], "fjr-6", ""), 0);
    let ring = ", fjr-6 1308, 176-division 1209, 245-division 1109, 363-division 1108, 406-division 1107, 59-division 1207";
    assert_eq!(refit(&["oss"], "129-bde", ring), 1, "cut off, the depot still serves");
    assert_eq!(refit(&["oss", "oss_needs_supply=true"], "129-bde", ring), 2);
}

/// 10.0-10.3: in impulse A; Allied ground units by the southern hexes, airborne units into the box,
/// Germans by their edge; a full or enemy-held hex is not on offer (W-10-2).
#[test]
fn rg_10_reinforcements() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("fjr-6 0914, 129-bde 0405, 719-division 0104")
        .at(2, 'D', Side::Allied);
    for id in ["185-bde", "245-division", "corps-feldt", "327-gir"] {
        let unit = desk.unit(id);
        desk.race.pieces[usize::from(unit)].place = Spot::Later;
    }
    end(&mut desk, &[]);
    assert_eq!(desk.race.turn, 2);
    let edge = desk.words();
    assert!(edge.iter().all(|w| w.starts_with("245 Division enters at")), "{edge:?}");
    assert_eq!(edge.len(), 19, "the western edge");
    desk.say("245 Division enters at 0801", &[]);
    assert!(desk.may("Corps Feldt enters at 0615"));
    desk.say("Corps Feldt enters at 0615", &[]);
    desk.say("pass", &[]);
    assert_eq!(desk.place("327-gir"), "Box(0)");
    let south: alloc::vec::Vec<alloc::string::String> =
        desk.words().iter().map(|w| w.rsplit(' ').next().unwrap_or("").into()).collect();
    let expected: [alloc::string::String; 6] =
        ["0101", "0105", "0106", "0110", "0111", "0112"].map(Into::into);
    assert_eq!(south, expected, "0104 is held by the enemy");
}

/// 10.4, WG-10.4-1: an eliminated battlegroup returns in the next turn at full strength, by W, N
/// or E edge or at a supplied German victory hex; one to a hex.
#[test]
fn rg_10_4_battlegroups() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("battlegroup-walther 0506, battlegroup-krafft 0507, 719-division 0914, 129-bde 0405")
        .damaged("battlegroup-walther", 1)
        .at(2, 'D', Side::Allied);
    for id in ["battlegroup-walther", "battlegroup-krafft"] {
        let unit = desk.unit(id);
        desk.race.remove(unit, Cause::Combat, &mut desk.events);
        assert_eq!(desk.place(id), "Away(2)");
    }
    let gone = desk.unit("719-division");
    desk.race.remove(gone, Cause::Combat, &mut desk.events);
    assert_eq!(desk.place("719-division"), "Gone");
    end(&mut desk, &[]);
    assert_eq!(
        desk.words(),
        [
            "Battlegroup Walther returns by the western edge",
            "Battlegroup Walther returns by the northern edge",
            "Battlegroup Walther returns by the eastern edge",
            "Battlegroup Walther returns in a victory hex"
        ]
    );
    desk.say("Battlegroup Walther returns in a victory hex", &[]);
    desk.say("Battlegroup Walther enters at 1513 Arnhem", &[]);
    assert_eq!(
        (desk.place("battlegroup-walther"), desk.damage("battlegroup-walther")),
        ("1513".into(), 0)
    );
    desk.say("Battlegroup Krafft returns in a victory hex", &[]);
    assert!(!desk.may("Battlegroup Krafft enters at 1513 Arnhem"), "one to a hex");
    assert!(desk.may("Battlegroup Krafft enters at 1312 Nijmegen"));
}

/// 6.3.3, 10.1: units that left the map may return or stay away.
#[test]
fn r_6_3_3_return() {
    let mut desk =
        Desk::mercury(&[]).cleared().with("i-llsr 0903, 1-welch 0416").at(2, 'D', Side::Allied);
    let unit = desk.unit("22-bn");
    desk.race.pieces[usize::from(unit)].place = Spot::Away(2);
    desk.race.pieces[usize::from(unit)].damage = 1;
    end(&mut desk, &[]);
    desk.say("pass", &[]);
    assert_eq!(
        desk.words(),
        [
            "22 Bn enters at 0502 Palaiokhora",
            "22 Bn enters at 0409 Sphakia",
            "22 Bn enters at 0416 Tymbaki",
            "22 Bn stays away"
        ]
    );
    desk.say("22 Bn enters at 0409 Sphakia", &[]);
    assert_eq!((desk.place("22-bn"), desk.damage("22-bn")), ("0409".into(), 1));
}

/// Mercury 10.1, 10.2: Allies by the southern ports; Germans to the box on the counter or any box.
#[test]
fn rm_10_reinforcements() {
    let mut desk =
        Desk::mercury(&[]).cleared().with("i-llsr 0903, 1-welch 0416").at(5, 'D', Side::Allied);
    for id in ["layforce-a-bn", "ii-gjr-141"] {
        let unit = desk.unit(id);
        desk.race.pieces[usize::from(unit)].place = Spot::Later;
    }
    end(&mut desk, &[]);
    assert_eq!(
        desk.words(),
        ["West", "Mitte", "Ost"].map(|b| alloc::format!("II/GJR 141 goes to the {b} box"))
    );
    desk.say("II/GJR 141 goes to the Ost box", &[]);
    desk.say("pass", &[]);
    assert_eq!(desk.words().len(), 3);
    desk.say("Layforce A Bn enters at 0409 Sphakia", &[]);
}

/// 11.1: XXX Corps in Arnhem in supply wins at the end of the turn (W-10-1: or of any impulse).
#[test]
fn rg_11_1_arnhem() {
    let play = |ruling: &str, unit: &str, impulse| {
        let mut desk = Desk::market_garden(&[ruling])
            .cleared()
            .with(&alloc::format!("{unit} 1513, fjr-6 0914"))
            .at(3, impulse, Side::Allied);
        desk.say("pass", &[]);
        // No point is won: the automatic victory is by 1 all the same.
        assert_eq!(margin(&desk), -i32::from(winner(&desk).is_some()));
        winner(&desk)
    };
    assert_eq!(play("auto_win_check=turn", "129-bde", 'D'), Some(Side::Allied));
    assert_eq!(play("auto_win_check=turn", "129-bde", 'B'), None);
    assert_eq!(play("auto_win_check=impulse", "129-bde", 'B'), Some(Side::Allied));
    assert_eq!(play("auto_win_check=turn", "71-bde", 'D'), None, "not XXX Corps");
    let mut cut = Desk::market_garden(&[]).cleared().with("129-bde 1513, fjr-6 1312").at(
        3,
        'D',
        Side::Allied,
    );
    cut.say("pass", &[]);
    assert_eq!(winner(&cut), None, "no line");
}

/// 11.2, WG-11.2-1: victory points in supply; cut off, Arnhem and Nijmegen give one each; the level
/// is the scenario's, and so the bid's (12.9).
#[test]
fn rg_11_2_victory_points() {
    let mut desk = Desk::market_garden(&[]).cleared().with("fjr-6 0914").at(3, 'B', Side::Allied);
    assert_eq!(desk.race.points(), 0);
    for hex in ["1513", "1312", "0707", "1208"] {
        let hex = desk.hex(hex);
        desk.race.german_held.remove(hex);
    }
    assert_eq!(desk.race.points(), 3 + 2 + 1 + 1);
    for hex in ["0105", "0104", "0101", "0106", "0110", "0111", "0112"] {
        let id = [
            "719-division",
            "245-division",
            "406-division",
            "176-division",
            "363-division",
            "180-division",
            "190-division",
        ][["0105", "0104", "0101", "0106", "0110", "0111", "0112"]
            .iter()
            .position(|&h| h == hex)
            .expect("listed")];
        desk = desk.with(&alloc::format!("{id} {hex}"));
    }
    assert_eq!(desk.race.points(), 2, "Arnhem and Nijmegen");
    for (level, expected) in [(7, Some(Side::Allied)), (8, None)] {
        let mut desk = Desk::market_garden(&[&alloc::format!("victory_points={level}")])
            .cleared()
            .with("fjr-6 0914")
            .at(3, 'D', Side::Allied);
        for hex in ["1513", "1312", "0707", "1208"] {
            let hex = desk.hex(hex);
            desk.race.german_held.remove(hex);
        }
        desk.say("pass", &[]);
        assert_eq!(winner(&desk), expected, "level {level}");
        // As many points as are needed are one more than too few.
        assert_eq!(margin(&desk), if expected.is_some() { -1 } else { 0 });
    }
}

/// 11.2: any other result at the end of turn 10.
#[test]
fn r_11_2_the_last_turn() {
    let mut desk = Desk::market_garden(&[]).cleared().with("fjr-6 0914, 129-bde 0405").at(
        10,
        'D',
        Side::Allied,
    );
    end(&mut desk, &[]);
    assert_eq!(winner(&desk), Some(Side::German));
    assert_eq!(
        margin(&desk),
        i32::from(desk.race.board.victory_points) - i32::from(desk.race.points())
    );
    let mut desk =
        Desk::mercury(&[]).cleared().with("i-llsr 0903, 22-bn 0904").at(10, 'D', Side::Allied);
    end(&mut desk, &[]);
    assert_eq!(winner(&desk), Some(Side::Allied), "WM-11.2-1");
}

/// Mercury 11.1: Germans in supply on two of the three airfields; WM-9.2-1: Rethymnon is 0713 or
/// 0714; a unit must stand there.
#[test]
fn rm_11_1_german_airfields() {
    let play = |ruling: &str, counters: &str, impulse| {
        let mut desk =
            Desk::mercury(&[ruling]).cleared().with(counters).at(2, impulse, Side::Allied);
        desk.say("pass", &[]);
        winner(&desk)
    };
    let turn = "auto_win_check=turn";
    assert_eq!(play(turn, "i-llsr 0904, ii-llsr 0722, 22-bn 0416", 'D'), Some(Side::German));
    assert_eq!(play(turn, "i-llsr 0904, ii-llsr 0722, 22-bn 0416", 'B'), None);
    assert_eq!(
        play("auto_win_check=impulse", "i-llsr 0904, ii-llsr 0722, 22-bn 0416", 'B'),
        Some(Side::German)
    );
    assert_eq!(play(turn, "i-llsr 0904, ii-llsr 0803, 22-bn 0416", 'D'), None, "one airfield");
    let landing_ground = "i-llsr 0904, ii-llsr 0714, 22-bn 0416";
    assert_eq!(play("rethymnon=either", landing_ground, 'D'), Some(Side::German));
    assert_eq!(play("rethymnon=town", landing_ground, 'D'), None);
}

/// Mercury 11.1: at the end of 22 May all three airfields Allied.
#[test]
fn rm_11_1_allied_airfields() {
    for (turn, held, expected) in [(3, true, Some(Side::Allied)), (2, true, None), (3, false, None)]
    {
        let mut desk = Desk::mercury(&[]).cleared().with("i-llsr 0803, 22-bn 0904").at(
            turn,
            'D',
            Side::Allied,
        );
        if !held {
            let hex = desk.hex("0722");
            desk.race.german_held.insert(hex);
        }
        end(&mut desk, &[]);
        assert_eq!(winner(&desk), expected, "turn {turn}, all held {held}");
    }
}

/// Mercury 11.2, WM-11.2-2: points of controlled hexes, in supply only if so ruled; 12.6: the level
/// is the scenario's.
#[test]
fn rm_11_2_victory_points() {
    let desk = |ruling: &str| {
        let mut desk = Desk::mercury(&[ruling])
            .cleared()
            .with("i-llsr 0803, 22-bn 0904, 1-welch 0713, 2-7-bn 0714, 2-8-bn 0722")
            .at(4, 'D', Side::Allied);
        for hex in ["0807", "0808", "0902"] {
            let hex = desk.hex(hex);
            desk.race.german_held.insert(hex);
        }
        desk
    };
    assert_eq!(desk("german_vp_supply=false").race.points(), 5);
    assert_eq!(desk("german_vp_supply=true").race.points(), 0);
    for (level, expected) in [(5, Some(Side::German)), (6, None)] {
        let mut desk = desk(&alloc::format!("victory_points={level}"));
        end(&mut desk, &[("surrender", 6)]);
        assert_eq!(winner(&desk), expected);
    }
}

/// The tables of a run: a row a turn, fates for every unit.
#[test]
fn turn_rows_and_fates() {
    let mut desk =
        Desk::mercury(&[]).cleared().with("i-llsr 0903, 1-greek-rgt 0904").at(2, 'D', Side::Allied);
    let greek = desk.unit("1-greek-rgt");
    desk.race.hurt(greek, 1, Cause::Combat, &mut desk.events);
    end(&mut desk, &[]);
    let facts = desk.events.iter().find_map(|event| desk.race.turn_facts(event));
    let facts = facts.expect("the turn ended");
    assert_eq!((facts.turn, facts.steps.german, facts.steps.allied), (2, 3, 1));
    assert_eq!(facts.steps_lost.allied, 1);
    assert_eq!(desk.value(MeasureOf::Turn, &facts.values, "greek_steps_lost"), Some(1));
    let mut fates = alloc::vec::Vec::new();
    engine::Account::fates(&desk.race, &mut fates);
    assert_eq!(fates.len(), desk.race.board.units.len());
    assert_eq!(fates[usize::from(greek)].steps, 1);
}

/// How near the invader was to an automatic victory (11.1), in hexes.
#[test]
fn hexes_short_of_an_automatic_victory() {
    let mercury = |units: &str| Desk::mercury(&[]).cleared().with(units).race.hexes_short();
    // One on an airfield, one next to another.
    assert_eq!(mercury("i-llsr 0903, ii-llsr 0713"), Some(1));
    assert_eq!(mercury("i-llsr 0904, ii-llsr 0714"), Some(0));
    assert_eq!(mercury("22-bn 0904"), None, "no German is left");
    let garden = |units: &str| Desk::market_garden(&[]).cleared().with(units).race.hexes_short();
    assert_eq!(garden("129-bde 1512"), Some(1));
    // Airborne troops in Arnhem are not XXX Corps.
    assert_eq!(garden("1-para-bde 1513"), None);
}
