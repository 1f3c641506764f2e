//! Aircraft: support, barrages, anti-aircraft, paratroops, seaplanes, air landing.

use std::vec::Vec;

use engine::{Account, MeasureOf, Side};

use super::Desk;
use crate::fallschirmjaeger::event::{Event, Landing};
use crate::fallschirmjaeger::ground::Class;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::did;

fn jumping(desk: Desk, turn: u8) -> Desk {
    desk.at(turn, Side::German, Step::Jumps).go(&[])
}

fn landed(desk: &Desk) -> Vec<(Landing, u8, u8)> {
    let landed = desk.events.iter().filter_map(|event| match event {
        Event::Landed(landed) => Some((landed.result, landed.steps_lost, landed.aircraft_lost)),
        _ => None,
    });
    landed.collect()
}

#[test]
fn s2_5a_paratroops_jump_on_open_ground_orchards_and_dunes() {
    let desk = jumping(Desk::moerdijk(&[]).cleared().waiting("fjr1-1-a"), 3);
    for (hex, may) in [("9.20", true), ("13.18", false), ("14.19", false), ("6.25", false)] {
        assert_eq!(desk.may(&std::format!("jumps on {hex}")), may, "{hex}");
    }
    let dunes = jumping(Desk::den_haag(&[]).cleared().waiting("fjr2-1-a"), 3);
    assert!(dunes.may("jumps on 58.22"));
}

#[test]
fn s2_5a_four_steps_may_be_meant_for_one_hex() {
    let ids = "fjr1-1-a, fjr1-1-b, fjr1-1-c, fjr1-2-a, fjr1-2-b";
    let mut desk = jumping(Desk::moerdijk(&[]).cleared().waiting(ids).waiting("head-1"), 1);
    for _ in 0..4 {
        desk.say("jumps on 9.20", &[]);
    }
    assert!(!desk.may("jumps on 9.20") && desk.may("jumps on 9.21"));
    desk.say("stays behind", &[]);
    assert!(
        desk.may("jumps on 9.20"),
        "J-2.5a-1: a supply head needs no room: {:?}",
        desk.words().len()
    );
}

#[test]
fn s2_5a_without_fire_the_jump_is_on_target_and_is_a_row() {
    let mut desk = jumping(Desk::moerdijk(&[]).cleared().waiting("fjr1-1-a"), 1);
    desk.say("jumps on 9.20", &[]);
    assert_eq!(desk.place("fjr1-1-a"), "9.20");
    let rows: Vec<_> = desk.events.iter().filter_map(|e| desk.game.drop_facts(e)).collect();
    assert_eq!(
        (rows.len(), rows[0].kind, rows[0].hex.as_str(), rows[0].result),
        (1, "parachute", "9.20", "on target")
    );
    assert_eq!(desk.game.ju52_ready, 29, "2.3b: a unit is a point");
}

#[test]
fn s2_5b_who_has_jumped_moves_one_hex_and_may_overrun_with_it() {
    let mut desk = jumping(
        Desk::moerdijk(&[]).cleared().with("wi-2-aa 9.21, mo-2-aa 20.20").waiting("fjr1-1-a"),
        1,
    );
    desk.say("jumps on 9.20", &[]);
    while desk.may("holds its fire") {
        desk.say("holds its fire", &[]);
    }
    desk.say("move from 9.20", &[]);
    assert!(desk.may("to 9.19") && !desk.may("to 9.18"), "{:?}", desk.words());
    assert!(desk.may("overrun 9.21"));
}

#[test]
fn s2_5b_who_has_jumped_does_not_exploit() {
    let desk = Desk::fortress(&[]).cleared().with("fj-mc 9.20, fjr1-1-a 9.22, 9-aufk-bn-a-mc 2.30");
    let mut desk = desk.at(4, Side::German, Step::Exploitation);
    let unit = desk.unit("fj-mc");
    desk.game.piece_mut(unit).did |= did::FRESH;
    let desk = desk.go(&[]);
    assert!(!desk.may("move from 9.20"));
}

#[test]
fn s2_5d_village_and_stadium_jumpers_come_in_turn_one_without_risk() {
    let ids = "fjr1-1-a, fjr1-1-b, fjr1-1-c, fjr1-2-a";
    let fresh =
        |turn| jumping(Desk::fortress(&[]).cleared().with("z-mo-2-aa 12.19").waiting(ids), turn);
    let mut desk = fresh(1);
    assert!(desk.may("jumps on 12.18") && desk.may("jumps on 28.19"));
    desk.says(&["jumps on 12.18", "jumps on 12.18"]);
    assert!(!desk.may("jumps on 12.18"), "2.5e: two platoons");
    desk.say("jumps on 28.19", &[]);
    assert!(!desk.may("jumps on 28.19"), "2.5f: one platoon");
    desk.says(&["stays behind", "nobody else lands"]);
    assert_eq!(
        (desk.place("fjr1-1-a").as_str(), desk.place("fjr1-1-c").as_str()),
        ("12.18", "28.19")
    );
    assert!(landed(&desk).iter().all(|row| *row == (Landing::OnTarget, 0, 0)));
    assert!(!fresh(2).may("jumps on 12.18") && !fresh(2).may("jumps on 28.19"), "2.1c");
    let hague = jumping(Desk::den_haag(&[]).cleared().waiting("fjr2-1-a"), 1);
    assert!(!hague.may("jumps on 56.07"), "5.1 and 5.3 only");
}

#[test]
fn s2_5b_stadium_jumpers_move_three_city_hexes_through_zones_and_do_not_overrun() {
    let desk = Desk::fortress(&[]).cleared().with("3-3-39 31.20").waiting("fjr1-1-a");
    let mut desk = jumping(desk, 1);
    desk.say("jumps on 28.19", &[]);
    desk.say("move from 28.19", &[]);
    assert!(desk.may("to 31.19"), "{:?}", desk.words());
    assert!(!desk.may("to 27.18"), "open ground");
    desk.say("to 31.19", &[]);
    assert!(!desk.may("overrun 31.20"), "{:?}", desk.words());
}

#[test]
fn s2_5g_later_waves_scatter_first_and_supply_heads_do_not() {
    let desk = Desk::moerdijk(&[]).cleared().waiting("fjr1-1-a, head-1");
    let mut desk = jumping(desk, 3);
    desk.say("jumps on 9.20", &[]);
    let rolls = [("scatter direction", 1), ("scatter distance", 1), ("scatter distance", 2)];
    desk.say("jumps on 9.20", &rolls);
    // Three hexes to the north, and up to three more in any direction.
    assert!(
        desk.may("comes down on 9.23")
            && desk.may("comes down on 9.20")
            && !desk.may("comes down on 9.19")
    );
    desk.say("comes down on 9.22", &[]);
    assert_eq!((desk.place("fjr1-1-a").as_str(), desk.place("head-1").as_str()), ("9.22", "9.20"));
}

#[test]
fn s2_5g_nobody_jumps_or_lands_at_night() {
    let desk = Desk::fortress(&[]).cleared().waiting("fjr1-1-a, ir47-1");
    let desk = desk.at(5, Side::German, Step::Jumps).go(&[]);
    assert!(!desk.words().iter().any(|words| words.contains("jumps") || words.contains("lands")));
}

/// A platoon over 9.20 with the fire of the battery at 5.28 on it, in turn 1.
fn under_fire(rolls: &[(&'static str, u8)]) -> Desk {
    let desk =
        Desk::moerdijk(&[]).cleared().with("do-2-aa 9.22, 1-gp-kil-a 20.20").waiting("fjr1-1-a");
    let mut desk = jumping(desk, 1);
    desk.say("jumps on 9.20", &[]);
    desk.say("fires over 9.20", rolls);
    desk
}

#[test]
fn s1_8c_a_die_above_the_rating_comes_through() {
    let desk = under_fire(&[("anti-aircraft at a landing", 3)]);
    assert_eq!(desk.place("fjr1-1-a"), "9.20");
}

#[test]
fn s1_8c_a_die_up_to_the_rating_scatters_and_may_cost_aircraft_and_a_step() {
    let scatter = [("scatter direction", 4), ("scatter distance", 2), ("scatter distance", 2)];
    let with = |loss: u8| {
        let first = [("anti-aircraft at a landing", 2), ("loss roll", loss)];
        let rolls: Vec<_> =
            first.into_iter().chain(scatter.into_iter().filter(|_| loss < 5)).collect();
        under_fire(&rolls)
    };
    let mut none = with(2);
    assert_eq!(none.game.ju52_lost, 0);
    none.say("comes down on 9.17", &[]);
    assert_eq!(none.place("fjr1-1-a"), "9.17");
    assert_eq!(with(3).game.ju52_lost, 1);
    assert_eq!(with(4).game.ju52_lost, 1);
    let both = with(5);
    assert_eq!((both.game.ju52_lost, both.place("fjr1-1-a").as_str()), (1, "Gone"));
    assert_eq!(landed(&both), [(Landing::Destroyed, 1, 1)]);
}

#[test]
fn s1_8d_the_owner_adjusts_by_three_hexes_or_turns_back() {
    let rolls = [
        ("anti-aircraft at a landing", 1),
        ("loss roll", 1),
        ("scatter direction", 1),
        ("scatter distance", 3),
        ("scatter distance", 3),
    ];
    let mut desk = under_fire(&rolls);
    assert!(
        desk.may("comes down on 9.26")
            && desk.may("comes down on 9.23")
            && !desk.may("comes down on 9.20")
    );
    desk.say("turns back", &[]);
    assert_eq!(desk.place("fjr1-1-a"), "Pool");
    let unit = desk.unit("fjr1-1-a");
    assert!(desk.game.has(unit, did::ABORTED), "not again this turn");
    assert_eq!(landed(&desk), [(Landing::Aborted, 0, 0)]);
}

#[test]
fn j_2_5b_4_who_is_scattered_off_the_map_turns_back() {
    let rolls = [
        ("anti-aircraft at a landing", 1),
        ("loss roll", 1),
        ("scatter direction", 6),
        ("scatter distance", 6),
        ("scatter distance", 6),
    ];
    assert_eq!(under_fire(&rolls).place("fjr1-1-a"), "Pool");
}

#[test]
fn s1_8a_no_more_than_four_points_count_and_units_add_up() {
    let units = "do-2-aa 9.22, mo-2-aa 9.19, wi-2-aa 10.20, z-mo-2-aa 20.20, 1-gp-kil-a 20.21";
    let mut desk = jumping(Desk::moerdijk(&[]).cleared().with(units).waiting("fjr1-1-a"), 1);
    desk.say("jumps on 9.20", &[]);
    desk.say("fires over 9.20", &[]);
    desk.say("fires over 9.20", &[]);
    // Two and two are four; the third is wasted.
    desk.say("fires over 9.20", &[("anti-aircraft at a landing", 5)]);
    assert!(desk.told("5 against 4"), "{:?}", desk.story());
}

#[test]
fn s1_8_each_fires_once_a_turn_within_its_range_and_not_if_disorganized() {
    let desk = Desk::moerdijk(&[])
        .cleared()
        .with("do-2-aa 9.22, 1-gp-kil-a 20.20")
        .waiting("fjr1-1-a, fjr1-1-b");
    let mut desk = jumping(desk, 1);
    desk.says(&["jumps on 9.20", "jumps on 9.23"]);
    assert!(desk.may("fires over 9.20") && desk.may("fires over 9.23"));
    desk.say("fires over 9.23", &[("anti-aircraft at a landing", 6)]);
    assert_eq!(desk.place("fjr1-1-a"), "9.20", "it does not split its fire");
    let far =
        Desk::moerdijk(&[]).cleared().with("do-2-aa 9.22, 1-gp-kil-a 20.20").waiting("fjr1-1-a");
    let mut far = jumping(far, 1);
    far.say("jumps on 9.19", &[]);
    assert_eq!(far.place("fjr1-1-a"), "9.19", "two hexes and no more");
    let dazed = Desk::moerdijk(&[])
        .cleared()
        .with("do-2-aa 9.22, 1-gp-kil-a 20.20")
        .dg("do-2-aa")
        .waiting("fjr1-1-a");
    let mut dazed = jumping(dazed, 1);
    dazed.say("jumps on 9.20", &[]);
    assert_eq!(dazed.place("fjr1-1-a"), "9.20");
}

#[test]
fn s2_5b_terrain_costs_who_is_scattered_into_it() {
    let down = |hex: &str, unit: &str| {
        let rolls = [
            ("anti-aircraft at a landing", 1),
            ("loss roll", 1),
            ("scatter direction", 2),
            ("scatter distance", 1),
            ("scatter distance", 1),
        ];
        let desk =
            Desk::fortress(&[]).cleared().with("do-2-aa 12.15, fjr1-1-a 20.20").waiting(unit);
        let mut desk = jumping(desk, 1);
        desk.say("jumps on 11.16", &[]);
        desk.say("fires over 11.16", &rolls);
        desk.say(&std::format!("comes down on {hex}"), &[]);
        desk
    };
    // A company of two steps: a city takes both, a village one.
    assert_eq!(down("13.17", "fj-at-1").place("fj-at-1"), "Gone");
    let village = down("12.18", "fj-at-1");
    assert_eq!((village.place("fj-at-1").as_str(), village.left("fj-at-1")), ("12.18", 1));
    // A supply head is turned over.
    let head = down("13.17", "head-1");
    assert_eq!((head.place("head-1").as_str(), head.left("head-1")), ("13.17", 1));
}

#[test]
fn s2_4_seaplanes_land_on_partial_water_in_turn_one_and_move_on() {
    let desk = Desk::fortress(&[])
        .cleared()
        .with("z-wa-2-aa 32.23, fjr1-1-a 9.20")
        .waiting("ir16-11-a, ir16-11-b, ir16-11-c");
    let late = Desk { game: desk.game.clone(), events: Vec::new() };
    let mut desk = desk.at(1, Side::German, Step::Seaplanes).go(&[]);
    assert!(desk.may("comes down in 31.19") && desk.may("comes down in 33.22"));
    assert!(!desk.may("comes down in 9.20") && !desk.may("comes down in 5.25"), "no whole water");
    desk.says(&["comes down in 31.19", "comes down in 31.19", "stays behind"]);
    assert_eq!((desk.place("ir16-11-a").as_str(), desk.game.ju52_ready), ("31.19", 86));
    desk.says(&["move from 31.19", "all together"]);
    assert!(desk.may("to 33.18"), "2.4b: {:?}", desk.words());
    let late = late.at(2, Side::German, Step::Seaplanes).go(&[]);
    assert!(!late.may("comes down in 31.19"), "2.1c");
}

#[test]
fn s2_6_units_land_at_airfields_free_of_enemies_by_day() {
    let fields = |rulings: &[&str], held: bool| {
        let desk = Desk::den_haag(rulings)
            .cleared()
            .with("1-3-gren 49.16, fjr2-1-a 40.20")
            .waiting("ir47-1");
        let mut desk = desk;
        if held {
            let hex = desk.hex("57.04");
            desk.game.german_held.insert(hex);
        }
        desk.at(1, Side::German, Step::Landings).go(&[])
    };
    let desk = fields(&[], false);
    assert!(desk.may("1/47 IR lands at 57.04") && desk.may("1/47 IR lands at 58.21"));
    assert!(!desk.may("1/47 IR lands at 49.16"), "occupied");
    assert!(!fields(&["landing_needs_control=true"], false).may("1/47 IR lands at 57.04"));
    assert!(fields(&["landing_needs_control=true"], true).may("1/47 IR lands at 57.04"));
}

/// A company lands at Valkenburg with this die.
fn landing(more: &str, before: impl Fn(&mut Desk), rolls: &[(&'static str, u8)]) -> Desk {
    let mut desk = Desk::den_haag(&[]).cleared().with("fjr2-1-a 40.20").waiting("ir47-1");
    if !more.is_empty() {
        desk = desk.with(more);
    }
    let mut desk = desk.at(1, Side::German, Step::Landings).go(&[]);
    before(&mut desk);
    desk.say("1/47 IR lands at 57.04", rolls);
    desk
}

#[test]
fn alt_three_or_more_lands_without_loss_and_two_costs_aircraft() {
    let desk = landing("", |_| {}, &[("air landing", 3)]);
    assert_eq!((desk.place("ir47-1").as_str(), desk.game.ju52_lost), ("57.04", 0));
    let desk = landing("", |_| {}, &[("air landing", 2)]);
    assert_eq!((desk.place("ir47-1").as_str(), desk.game.ju52_lost), ("57.04", 1));
    assert_eq!(landed(&desk), [(Landing::AircraftLost, 0, 1)]);
}

#[test]
fn alt_one_or_less_is_a_wreck_and_a_scatter_without_a_second_roll() {
    let rolls = [
        ("air landing", 1),
        ("scatter direction", 4),
        ("scatter distance", 1),
        ("scatter distance", 1),
    ];
    let mut desk = landing("", |_| {}, &rolls);
    assert_eq!((desk.game.ju52_lost, desk.game.wrecks), (1, 2));
    desk.say("comes down on 57.03", &[]);
    assert_eq!(
        (desk.place("ir47-1").as_str(), desk.left("ir47-1")),
        ("57.03", 2),
        "units lose nothing"
    );
    assert_eq!(landed(&desk), [(Landing::Wreck, 0, 1)]);
}

#[test]
fn alt_the_modifiers_add_up() {
    let modifier = |more: &str, before: &dyn Fn(&mut Desk)| {
        let mut desk = Desk::den_haag(&[]).cleared().with("fjr2-1-a 40.20");
        if !more.is_empty() {
            desk = desk.with(more);
        }
        let mut desk = desk.at(1, Side::German, Step::Landings);
        before(&mut desk);
        let field = desk.game.board.airfield_at(desk.hex("57.04")).unwrap();
        desk.game.landing_modifier(field as u8, desk.hex("57.04"))
    };
    let field = Desk::den_haag(&[])
        .game
        .board
        .airfields
        .iter()
        .position(|f| f.name == "Valkenburg")
        .unwrap();
    assert_eq!(modifier("", &|_| {}), 0, "J-ALT-4: no terrain on an airfield");
    assert_eq!(modifier("2-3-4 57.05", &|_| {}), -1, "an enemy zone");
    assert_eq!(modifier("2-3-4 57.05, fjr2-1-b 57.04", &|_| {}), -1, "friends do not negate it");
    assert_eq!(modifier("", &|desk| desk.game.wrecks |= 1 << field), -1);
    assert_eq!(modifier("", &|desk| desk.game.traffic[field] = 8), 0);
    assert_eq!(modifier("", &|desk| desk.game.traffic[field] = 9), -2, "above the normal capacity");
    let standing = |desk: &mut Desk| {
        let (unit, hex) = (desk.unit("1-2-ra-a-art"), desk.hex("57.04"));
        desk.game.standing.push(crate::fallschirmjaeger::state::Standing { unit, hex });
    };
    assert_eq!(modifier("1-2-ra-a-art 55.24", &standing), -2);
    let desk = Desk::den_haag(&[]).cleared();
    let off = |hex: &str| desk.game.landing_modifier(field as u8, desk.hex(hex));
    assert_eq!((off("56.04"), off("50.16"), off("58.22")), (-2, -1, -1), "open, road, dunes");
}

#[test]
fn s2_6a_the_capacity_of_an_airfield_is_not_exceeded() {
    let mut desk = Desk::den_haag(&[]).cleared().with("fjr2-1-a 40.20").waiting("ir47-1");
    let field = desk.game.board.airfield_at(desk.hex("58.21")).unwrap();
    desk = desk.at(3, Side::German, Step::Landings);
    desk.game.traffic[field] = 6;
    let desk = desk.go(&[]);
    assert!(!desk.may("1/47 IR lands at 58.21") && desk.may("1/47 IR lands at 57.04"));
}

#[test]
fn s2_6c_who_has_landed_by_aircraft_moves_normally() {
    let mut desk = landing("", |_| {}, &[("air landing", 6)]);
    desk.say("move from 57.04", &[]);
    assert!(desk.may("to 56.01") || desk.may("to 57.08"), "{:?}", desk.words());
}

#[test]
fn s2_7b_heads_cost_their_points_and_land_at_their_own_field() {
    let desk = Desk::den_haag(&[])
        .cleared()
        .with("fjr2-1-a 40.20")
        .waiting("head-valkenburg, head-ockenburg");
    let mut desk = desk.at(3, Side::German, Step::Landings).go(&[]);
    assert!(
        desk.may("Airfield Supply Head Valkenburg lands at 57.04")
            && !desk.may("Airfield Supply Head Valkenburg lands at 58.21")
    );
    let say = desk
        .words()
        .into_iter()
        .find(|w| w.contains("Head Valkenburg") && w.ends_with("reduced"))
        .unwrap();
    let field = desk.game.board.airfield_at(desk.hex("57.04")).unwrap();
    desk.say(&say, &[]);
    assert_eq!(
        (desk.game.traffic[field], desk.game.ju52_ready),
        (2, 40),
        "a reduced head takes two points"
    );
    let full = desk
        .words()
        .into_iter()
        .find(|w| w.contains("Head Ockenburg") && !w.ends_with("reduced"))
        .unwrap();
    desk.say(&full, &[("air landing", 4), ("air landing", 4)]);
    assert_eq!((desk.left("head-valkenburg"), desk.left("head-ockenburg")), (1, 2));
}

#[test]
fn s1_8b_an_airfield_head_that_is_hit_turns_back() {
    let desk = Desk::den_haag(&[])
        .cleared()
        .with("z-yp-2-aa 57.09, fjr2-1-a 40.20")
        .waiting("head-valkenburg");
    let mut desk = desk.at(1, Side::German, Step::Landings).go(&[]);
    let full = desk.words().into_iter().find(|w| !w.ends_with("reduced")).unwrap();
    desk.say(&full, &[]);
    desk.say("fires over 57.04", &[("anti-aircraft at a landing", 3)]);
    assert_eq!(desk.place("head-valkenburg"), "Pool");
}

#[test]
fn s2_1b_the_first_two_turns_share_one_allotment() {
    let mut desk = jumping(Desk::moerdijk(&[]).cleared().waiting("fjr1-1-a, fjr1-1-b"), 1);
    desk.says(&["jumps on 9.20", "stays behind"]);
    assert_eq!(desk.game.ju52_ready, 29);
    desk.game.ju52_lost = 3;
    desk.game.turn = 2;
    desk.game.go(Step::Begin);
    let desk = desk.go(&[]);
    assert_eq!(desk.game.ju52_ready, 29, "points lost in turn 1 were among those used");
    let mut later = Desk { game: desk.game.clone(), events: Vec::new() };
    later.game.turn = 3;
    later.game.go(Step::Begin);
    assert_eq!(later.go(&[]).game.ju52_ready, 27, "2.3a: the original number less those lost");
}

#[test]
fn s1_9a_air_support_is_rolled_and_halved_where_the_scenario_says_so() {
    let roll = |desk: Desk, turn: u8, side, rolls: &[(&'static str, u8)]| {
        let desk = desk.at(turn, side, Step::Availability).go(rolls);
        desk.game.hangar.clone()
    };
    let two = [("air support", 3), ("air support", 4)];
    let full = roll(Desk::fortress(&[]), 3, Side::German, &two);
    assert_eq!(full[..3], [3, 2, 2], "a seven: three Ju-87b, two Ju-88, two He-111");
    let half = roll(Desk::den_haag(&[]), 3, Side::German, &two);
    assert_eq!(half[..3], [2, 1, 1], "5.2: half, rounded up, for each type");
    let all = roll(Desk::den_haag(&["half_air=in-all"]), 3, Side::German, &two);
    assert_eq!(all[..3], [3, 1, 0]);
    let fixed = roll(Desk::moerdijk(&[]), 2, Side::German, &[]);
    assert_eq!(fixed[..3], [2, 0, 0], "5.1: two Ju-87b without a roll");
    assert_eq!(
        roll(Desk::fortress(&[]).with("fjr1-1-a 9.20"), 5, Side::German, &[]).iter().sum::<u8>(),
        0,
        "no air at night"
    );
    let night = roll(Desk::fortress(&["night_barrage=true"]), 5, Side::German, &two);
    assert_eq!(night[..3], [3, 2, 2]);
}

#[test]
fn s3_8c_the_british_fly_on_turn_seven_alone() {
    let sky = |turn| {
        let desk =
            Desk::fortress(&[]).with("fjr1-1-a 9.20").at(turn, Side::Allied, Step::Availability);
        let rolls: &[_] = if turn == 7 {
            &[("air support", 1), ("air support", 2)]
        } else {
            &[("air support", 1)]
        };
        let desk = desk.go(rolls);
        let blenheim = desk.game.board.aircraft.iter().position(|a| a.name == "Blenheim").unwrap();
        desk.game.hangar[blenheim]
    };
    assert_eq!((sky(6), sky(7), sky(9)), (0, 2, 0));
}

#[test]
fn s1_9b_a_stuka_hits_its_hex_and_disorganizes_around_without_loss() {
    let units = "1-gp-kil-a 9.20, 1-gp-kil-b 9.21, fjr1-1-a 9.19";
    let desk = Desk::moerdijk(&[]).cleared().with(units).at(2, Side::German, Step::Availability);
    let mut desk = desk.go(&[]);
    desk.say("barrage on 9.20", &[]);
    let rolls = [("air barrage", 4), ("step of an air barrage", 5), ("air barrage", 2)];
    desk.say("the other aircraft stay away", &rolls);
    assert_eq!((desk.is_dg("1-gp-kil-a"), desk.left("1-gp-kil-a")), (true, 1));
    assert_eq!((desk.is_dg("1-gp-kil-b"), desk.left("1-gp-kil-b")), (true, 2), "rated 2 around it");
    assert!(!desk.is_dg("fjr1-1-a"), "J-1.9b-1: not its own side");
}

#[test]
fn s1_9a_anti_aircraft_turns_barrages_away_and_fires_at_those_on_its_own_hex_for_nothing() {
    let units = "do-2-aa 9.20, 1-gp-kil-a 9.22, fjr1-1-a 20.20";
    let fresh = || {
        Desk::moerdijk(&[])
            .cleared()
            .with(units)
            .waiting("fjr1-1-b")
            .at(1, Side::German, Step::Availability)
            .go(&[])
    };
    let mut desk = fresh();
    desk.says(&["barrage on 9.22", "barrage on 9.20"]);
    // It may fire at the other hex; over its own it fires anyway.
    assert!(desk.may("fires over 9.22") && !desk.may("fires over 9.20"));
    let rolls = [("anti-aircraft at a barrage", 2), ("anti-aircraft at a barrage", 2)];
    desk.say("fires over 9.22", &rolls);
    assert!(!desk.is_dg("1-gp-kil-a") && !desk.is_dg("do-2-aa"), "both turned away");
    // J-SEQ-3: the hex it engaged keeps its points for whoever jumps there.
    assert!(desk.may("jumps on 9.22") || desk.may("stays behind"), "{:?}", desk.words().len());
    let mut free = fresh();
    free.say("barrage on 9.20", &[]);
    free.say("the other aircraft stay away", &[("anti-aircraft at a barrage", 1)]);
    free.say("jumps on 9.21", &[]);
    assert!(free.may("fires over 9.21"), "1.8a: the free fire does not count");
}

#[test]
fn s3_3_ships_are_harmed_by_aircraft_alone_and_terrain_does_not_help_them() {
    let units = "ship-o-23-o-24 33.22, fj-art 33.24, fjr1-1-a 40.20, 3-kon 35.20";
    let desk = Desk::fortress(&[]).cleared().with(units).at(3, Side::German, Step::Availability);
    let mut desk = desk.go(&[("air support", 1), ("air support", 1)]);
    // In a city a Stuka would need two pips more.
    desk.say(
        "barrage on 33.22",
        &[("anti-aircraft at a barrage", 4), ("air barrage", 4), ("step of an air barrage", 6)],
    );
    assert_eq!(desk.place("ship-o-23-o-24"), "Gone");
    let guns = Desk::fortress(&[]).cleared().with(units).at(3, Side::German, Step::Barrage).go(&[]);
    assert!(!guns.may("fires at 33.22"));
}

#[test]
fn accounts_name_points_by_source_and_flak_of_landings() {
    let desk = Desk::fortress(&[]);
    let facts = desk.game.game_facts();
    assert_eq!(
        desk.value(MeasureOf::Game, &facts.values, "points_captures"),
        Some(6),
        "nobody is evacuated yet"
    );
    assert_eq!(desk.value(MeasureOf::Game, &facts.values, "aircraft_lost"), Some(0));
    assert_eq!(desk.game.board.units.iter().filter(|unit| unit.class == Class::Ship).count(), 9);
}
