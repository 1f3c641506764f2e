//! Movement, zones, ferries, exploitation, the train, lorries, the gold, bridges of the engineers.

use engine::Side;

use super::Desk;
use crate::fallschirmjaeger::rules::Step;
use crate::fallschirmjaeger::state::did;

fn moving(desk: Desk, turn: u8, side: Side) -> Desk {
    desk.at(turn, side, Step::Movement).go(&[])
}

#[test]
fn series_zones_cost_two_points_and_a_friend_takes_that_away() {
    let start = |rulings: &[&str], more: &str| {
        let desk =
            Desk::moerdijk(rulings).cleared().with("fjr1-1-a 9.14, 1-gp-kil-a 9.21").with(more);
        let mut desk = moving(desk, 2, Side::German);
        desk.say("move from 9.14", &[]);
        desk
    };
    // Six points: 9.20 is six hexes away and in a zone.
    assert!(!start(&[], "fjr1-1-b 20.14").may("to 9.20"));
    assert!(start(&[], "fjr1-1-b 9.20").may("to 9.20"));
    assert!(start(&[], "fjr1-1-b 20.14").may("to 9.19"));
    let near = |rulings: &[&str]| {
        let desk = Desk::moerdijk(rulings).cleared().with("fjr1-1-a 9.15, 1-gp-kil-a 9.21");
        let mut desk = moving(desk, 2, Side::German);
        desk.say("move from 9.15", &[]);
        desk.may("to 9.20")
    };
    assert!(!near(&[]) && near(&["zone_cost=1"]), "five hexes and one or two points");
}

#[test]
fn series_3_1e_one_hex_can_always_be_moved() {
    let desk = Desk::moerdijk(&[]).cleared().with("l-nu-2-aa 9.20, fjr1-1-a 9.22");
    let mut desk = moving(desk, 1, Side::Allied);
    let unit = desk.unit("l-nu-2-aa");
    desk.say("move from 9.20", &[]);
    desk.game.party.points = 1;
    assert!(desk.may("to 9.21"), "into a zone with half a point");
    let _ = unit;
}

#[test]
fn s1_3_no_more_than_four_units_stop_in_a_hex() {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.22, fjr1-1-c 9.22, fjr1-2-a 9.22, fjr1-2-b 9.22";
    let mut desk = moving(Desk::moerdijk(&[]).cleared().with(units), 2, Side::German);
    desk.say("move from 9.20", &[]);
    assert!(!desk.may("to 9.22") && desk.may("to 9.21") && desk.may("to 9.23"));
}

#[test]
fn s1_3_leaders_and_lorries_do_not_count() {
    let units = "1-gren-a 56.17, 1-gren-b 56.17, 1-gren-c 56.17, 1-gren-mg 56.17, 1-1-mb-truck 56.17, queen 56.17";
    let desk = Desk::den_haag(&[]).cleared().with(units);
    assert_eq!(desk.game.room(desk.hex("56.17")), 0);
    assert_eq!(desk.game.index.post(desk.hex("56.17")).stack, 4);
}

#[test]
fn s1_3_an_overfull_hex_is_cleared_at_the_end_of_movement() {
    let units = "fjr1-1-a 9.22, fjr1-1-b 9.22, fjr1-1-c 9.22, fjr1-2-a 9.22, fjr1-2-b 9.22";
    let desk = Desk::moerdijk(&[]).cleared().with(units);
    let mut desk = desk.at(2, Side::German, Step::Stacking).go(&[]);
    desk.say("remove 1/I/1 FJR a", &[]);
    assert_eq!(desk.place("fjr1-1-a"), "Gone");
    assert!(!desk.may("remove 1/I/1 FJR b"));
}

#[test]
fn s3_1a_the_dutch_move_half_as_far_on_the_first_two_turns() {
    let desk = Desk::moerdijk(&[]).cleared().with("1-gp-kil-a 9.20, fjr1-1-a 20.20");
    let reach = |turn| {
        let desk = Desk { game: desk.game.clone(), events: std::vec::Vec::new() };
        let mut desk = moving(desk, turn, Side::Allied);
        desk.say("move from 9.20", &[]);
        (desk.may("to 9.17"), desk.may("to 9.16"), desk.may("to 9.14"))
    };
    assert_eq!(reach(1), (true, false, false));
    assert_eq!(reach(2), (true, false, false));
    assert_eq!(reach(3), (true, true, true));
    let german = desk.unit("fjr1-1-a");
    assert_eq!(desk.game.allowance(german), 12, "the Germans do not");
}

#[test]
fn s1_4_disorganized_units_stay() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 9.20, fjr1-1-b 9.22").dg("fjr1-1-a");
    let desk = moving(desk, 2, Side::German);
    assert!(!desk.may("move from 9.20") && desk.may("move from 9.22"));
}

#[test]
fn s1_1b_rivers_are_crossed_by_bridges_and_canals_on_foot() {
    let desk = Desk::moerdijk(&[]).cleared().with("fjr1-1-a 13.19, fjr1-1-b 2.26");
    let mut desk = moving(desk, 2, Side::German);
    desk.say("move from 13.19", &[]);
    let (game, from) = (&desk.game, desk.hex("13.19"));
    let pace = |to: &str| {
        let to = desk.hex(to);
        game.pace(from, game.board.direction(from, to), to, 1)
    };
    assert_eq!((pace("14.18"), pace("14.19")), (None, Some(2)));
    let hague = Desk::den_haag(&[]);
    let (from, to) = (hague.hex("50.15"), hague.hex("51.15"));
    let way = hague.game.board.direction(from, to);
    let pace = |gaits| hague.game.pace(from, way, to, gaits);
    assert_eq!(
        (pace(1), pace(4), pace(8)),
        (Some(6), None, None),
        "two points more, on foot alone"
    );
}

#[test]
fn s1_1h_a_ferry_costs_a_point_more_and_takes_no_armour_nor_goes_to_enemies() {
    let desk = Desk::moerdijk(&[]).cleared().with("1-gp-kil-a 11.22");
    let (from, to) = (desk.hex("11.22"), desk.hex("12.22"));
    let way = desk.game.board.direction(from, to);
    assert_eq!(desk.game.pace(from, way, to, 1), None, "the Kil has no bridge");
    assert_eq!(desk.game.pace(from, None, to, 1), Some(4));
    assert_eq!(desk.game.pace(from, None, to, 8), None, "armour");
    let mut free =
        moving(Desk { game: desk.game.clone(), events: std::vec::Vec::new() }, 3, Side::Allied);
    free.say("move from 11.22", &[]);
    assert!(free.may("to 12.22"));
    let mut held = moving(desk.with("fjr1-1-a 12.22"), 3, Side::Allied);
    held.say("move from 11.22", &[]);
    assert!(!held.may("to 12.22"));
}

#[test]
fn series_exploitation_is_for_ten_points_or_more() {
    let desk = |rulings: &[&str]| {
        let units = "fj-mc 9.20, fjr1-1-a 9.22, 1rw-2rw-a 20.01";
        Desk::fortress(rulings).cleared().with(units)
    };
    let german = desk(&[]).at(4, Side::German, Step::Exploitation).go(&[]);
    assert!(german.may("move from 9.20") && !german.may("move from 9.22"));
    let bicycles = |rulings: &[&str]| {
        let desk = desk(rulings).at(4, Side::Allied, Step::Exploitation).go(&[]);
        desk.may("move from 20.01")
    };
    assert!(!bicycles(&[]) && bicycles(&["bicycles_exploit=true"]));
}

#[test]
fn series_6_one_overrun_a_phase_and_none_by_who_has_just_come() {
    let units = "fjr1-1-a 9.20, fjr1-1-b 9.20, wi-2-aa 9.21, mo-2-aa 9.22";
    let desk = Desk::moerdijk(&[]).cleared().with(units);
    let mut desk = moving(desk, 2, Side::German);
    desk.says(&["move from 9.20", "all together"]);
    desk.say("overrun 9.21", &[("combat", 6), ("combat", 5)]);
    assert_eq!(desk.place("fjr1-1-a"), "9.21");
    assert!(!desk.may("overrun 9.22"), "{:?}", desk.words());
    let mut late =
        moving(Desk::moerdijk(&[]).cleared().with("fjr1-1-a 9.20, wi-2-aa 9.21"), 2, Side::German);
    let unit = late.unit("fjr1-1-a");
    late.game.piece_mut(unit).did |= did::NEW;
    late.say("move from 9.20", &[]);
    assert!(!late.may("overrun 9.21"));
}

#[test]
fn series_6_an_overrun_costs_the_terrain_and_two_points() {
    let desk = |rulings: &[&str], from: &str| {
        let desk = Desk::moerdijk(rulings)
            .cleared()
            .with("wi-2-aa 9.21")
            .with(&std::format!("fjr1-1-a {from}"));
        let mut desk = moving(desk, 2, Side::German);
        desk.say(&std::format!("move from {from}"), &[]);
        desk
    };
    // One hex into the zone is three points, so that three are left: just enough.
    let mut near = desk(&[], "9.19");
    near.say("to 9.20", &[]);
    assert!(near.may("overrun 9.21"), "{:?}", near.words());
    let mut far = desk(&["overrun_cost=3"], "9.19");
    far.say("to 9.20", &[]);
    assert!(!far.may("overrun 9.21"));
}

#[test]
fn s2_8_the_train_goes_anywhere_on_its_rails_and_nowhere_else() {
    let desk = Desk::fortress(&[]).cleared().with("arm-train 5.26");
    let mut desk = moving(desk, 12, Side::German);
    desk.say("move from 5.26", &[]);
    assert!(desk.may("to 13.19") && desk.may("to 14.19"), "{:?}", desk.words());
    assert!(!desk.may("to 5.27"));
    assert_eq!(desk.game.index.post(desk.hex("5.26")).stack, 0, "it does not stack");
}

#[test]
fn s2_8_the_train_overruns_four_times_a_turn_along_its_rails() {
    let desk = Desk::fortress(&[]).cleared().with("arm-train 9.22, mo-2-aa 9.23, fjr1-1-a 40.20");
    let mut desk = moving(desk, 12, Side::German);
    desk.say("move from 9.22", &[]);
    assert!(desk.may("overrun 9.23"), "{:?}", desk.words());
    let train = desk.unit("arm-train");
    desk.game.piece_mut(train).did |= did::OVERRAN;
    desk.game.piece_mut(train).overruns = 3;
    assert!(desk.may("overrun 9.23"));
    desk.game.piece_mut(train).overruns = 4;
    assert!(!desk.may("overrun 9.23"));
}

#[test]
fn s3_5a_lorries_carry_who_is_on_foot_and_keep_away_from_enemies() {
    let units = "1-1-mb-truck 56.17, 1-gren-a 56.17, queen 56.17, fjr2-1-a 54.12";
    let desk = Desk::den_haag(&[]).cleared().with(units);
    let mut desk = moving(desk, 3, Side::Allied);
    desk.says(&["move from 56.17", "lorries with their load"]);
    // Two steps: the Queen and no whole company.
    assert_eq!(desk.game.party.units.len(), 2, "{:?}", desk.game.party);
    let queen = desk.unit("queen");
    assert!(desk.game.party.units.contains(&queen));
    let near =
        desk.game.board.near(desk.hex("54.12")).map(|(_, near)| desk.game.board.map.label(near));
    for hex in near {
        assert!(!desk.may(&std::format!("to {hex}")), "{hex} is next to an enemy");
    }
}

#[test]
fn s3_5b_a_lorry_step_carries_a_step() {
    let desk =
        Desk::den_haag(&[]).cleared().with("1-1-mb-truck 56.17, 1-gren-a 56.17, queen 55.16");
    let [truck, company, queen] = ["1-1-mb-truck", "1-gren-a", "queen"].map(|id| desk.unit(id));
    assert_eq!(desk.game.carried_by(&[truck]), 2);
    assert_eq!(desk.game.load_of(&[truck, company], false), 2);
    assert_eq!(desk.game.load_of(&[truck, company, queen], false), 3);
    assert_eq!(desk.game.load_of(&[truck], true), 2, "the gold is two steps");
    let half = desk.steps("1-1-mb-truck", 1);
    assert_eq!(half.game.carried_by(&[truck]), 1);
}

#[test]
fn s3_5a_loads_are_set_down_anywhere_and_the_lorries_go_on() {
    let desk = Desk::den_haag(&[]).cleared().with("1-1-mb-truck 56.17, 1-gren-a 56.17");
    let mut desk = moving(desk, 3, Side::Allied);
    desk.says(&["move from 56.17", "lorries with their load"]);
    desk.say("to 56.16", &[]);
    assert!(desk.may("unload and go on"), "{:?}", desk.words());
    desk.say("unload and go on", &[]);
    let [truck, company] = ["1-1-mb-truck", "1-gren-a"].map(|id| desk.unit(id));
    assert_eq!(desk.game.party.units, [truck]);
    assert!(desk.game.has(company, did::MOVED));
    desk.say("to 56.17", &[]);
    assert_eq!(
        (desk.place("1-1-mb-truck").as_str(), desk.place("1-gren-a").as_str()),
        ("56.17", "56.16")
    );
}

#[test]
fn s3_5c_a_lorry_is_destroyed_by_who_enters_and_alone_in_a_zone() {
    let desk =
        Desk::den_haag(&[]).cleared().with("1-1-mb-truck 50.14, fjr2-1-a 50.12, fjr2-1-b 40.20");
    let mut desk = moving(desk, 3, Side::German);
    desk.says(&["move from 50.12", "to 50.14"]);
    assert_eq!(desk.place("1-1-mb-truck"), "Gone");
    let desk =
        Desk::den_haag(&[]).cleared().with("1-1-mb-truck 50.14, fjr2-1-a 50.11, fjr2-1-b 40.20");
    let mut desk = moving(desk, 3, Side::German);
    desk.says(&["move from 50.11", "to 50.13"]);
    assert_eq!(desk.place("1-1-mb-truck"), "Gone");
    let desk = Desk::den_haag(&[])
        .cleared()
        .with("1-1-mb-truck 50.14, 1-gren-a 50.14, fjr2-1-a 50.11, fjr2-1-b 40.20");
    let mut desk = moving(desk, 3, Side::German);
    desk.says(&["move from 50.11", "to 50.13"]);
    assert_eq!(desk.place("1-1-mb-truck"), "50.14", "not beside a company");
}

#[test]
fn s3_6_the_gold_goes_with_a_whole_company_or_a_lorry() {
    let with = |id: &str, steps: u8| {
        let desk = Desk::fortress(&[])
            .cleared()
            .with("gold 32.18, 2-2-ge-eng 20.01")
            .with(&std::format!("{id} 32.18"));
        let mut desk = moving(desk.steps(id, steps), 3, Side::Allied);
        desk.say("move from 32.18", &[]);
        desk
    };
    assert!(!with("4-3-39", 1).may("take the gold along"), "a reduced company");
    assert!(!with("1-2-ge-eng", 2).may("take the gold along"), "engineers");
    assert!(with("1-1-mb-truck", 2).may("take the gold along"));
    let mut desk = with("4-3-39", 2);
    desk.says(&["take the gold along", "to 33.18"]);
    assert_eq!((desk.place("4-3-39").as_str(), desk.place("gold").as_str()), ("33.18", "33.18"));
}

#[test]
fn s3_7_the_queen_leaves_from_a_harbour_in_the_movement_phase() {
    let desk =
        Desk::den_haag(&[]).cleared().with("queen 59.17, government 56.32, winkelmann 59.17");
    let mut desk = moving(desk, 4, Side::Allied);
    assert!(!desk.may("General Winkelmann leaves for England"));
    desk.says(&["Queen Wilhelmina leaves for England", "Dutch Government leaves for England"]);
    assert_eq!(desk.place("queen"), "Away");
    assert_eq!(desk.game.evacuation_points, 4, "4.0f: two points each on 10 May");
    let points = |turn| {
        let mut desk = moving(
            Desk::fortress(&[]).cleared().with("queen 59.17, hvh 55.32"),
            turn,
            Side::Allied,
        );
        desk.say("Queen Wilhelmina leaves for England", &[]);
        desk.game.evacuation_points
    };
    assert_eq!([points(5), points(6), points(11), points(12)], [2, 1, 1, 0]);
}

#[test]
fn s3_8a_the_british_stay_within_three_hexes_of_the_hoek() {
    let desk = Desk::fortress(&[]).cleared().with("1-ig 55.29");
    let mut desk = moving(desk, 11, Side::Allied);
    desk.say("move from 55.29", &[]);
    assert!(desk.may("to 55.30") && !desk.may("to 55.28"), "{:?}", desk.words());
    let mut far = Desk::fortress(&[]).cleared().with("1-ig 55.28");
    far.game.sweep(&mut far.events);
    assert_eq!(far.place("1-ig"), "Gone");
}

#[test]
fn s2_9_an_engineer_lays_a_bridge_over_a_canal_in_a_turn() {
    let ready = || {
        let desk = Desk::fortress(&[])
            .cleared()
            .with("9-aufk-bn-eng 50.15, 86-pio-bn-eng 50.17")
            .waiting("bridge-10-a");
        moving(desk, 12, Side::German)
    };
    let mut desk = ready();
    assert!(desk.may("9 Aufk Bn Eng Plt begins a bridge to the NE"), "{:?}", desk.words());
    assert!(!desk.words().iter().any(|words| words.starts_with("86 Pio")), "companies lay none");
    assert!(!desk.may("9 Aufk Bn Eng Plt begins a bridge to the N"), "no canal there");
    desk.say("9 Aufk Bn Eng Plt begins a bridge to the NE", &[]);
    let (from, way) = (desk.hex("50.15"), engine::Direction::Ne);
    assert!(!desk.game.laid_over(from, way) && desk.game.barred(from, way));
    assert!(
        !desk.words().iter().any(|words| words.contains("begins a bridge")),
        "2.9c: no more bridges"
    );
    // 2.9b: it is there at the start of the next German Movement Phase.
    let mut done =
        moving(Desk { game: desk.game.clone(), events: std::vec::Vec::new() }, 13, Side::German);
    assert!(done.game.laid_over(from, way) && !done.game.barred(from, way));
    let to = done.hex("51.15");
    assert_eq!(done.game.pace(from, Some(way), to, 4), Some(4), "2.9a: as a printed bridge");
    done.game.sweep(&mut done.events);
    assert!(done.game.laid_over(from, way));
    // A zone of control delays it.
    let held = desk.with("1-gren-a 50.14");
    let held = moving(held, 13, Side::German);
    assert!(!held.game.laid_over(from, way) && held.game.laid.len() == 1);
    // Who moves off loses it.
    let mut moved = ready();
    moved.say("9 Aufk Bn Eng Plt begins a bridge to the NE", &[]);
    let engineer = moved.unit("9-aufk-bn-eng");
    let elsewhere = moved.hex("50.16");
    moved.game.put(engineer, elsewhere);
    moved.game.sweep(&mut moved.events);
    assert!(moved.game.laid.is_empty());
    assert_eq!(moved.place("bridge-10-a"), "Gone");
}

#[test]
fn j_2_9_1_pioneer_companies_lay_bridges_by_a_switch() {
    let desk = Desk::fortress(&["pio_companies_bridge=true"]).cleared();
    let desk = moving(desk.with("86-pio-bn-eng 50.15").waiting("bridge-10-a"), 13, Side::German);
    assert!(desk.words().iter().any(|words| words.starts_with("86 Pio")), "{:?}", desk.words());
}
