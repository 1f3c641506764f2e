//! Allied naval support (Mercury O2.0-O2.7).

use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{HexId, Id, Scripted};

use super::desk::{BOTTOM, Desk, Files, legal, ruled};
use crate::mercury::action::Action;
use crate::mercury::event::{Event, ShipNews};
use crate::mercury::fire::Hit;
use crate::mercury::ground::{Chit, SetUp};
use crate::mercury::ids::{LeaderId, ShipId};
use crate::mercury::morale::Withdrawal;
use crate::mercury::naval::Berth;
use crate::mercury::state::Battle;

/// The night of 22 May in a scenario that begins on 20 May at 1700, and the turn of 0900 on the next day.
const NIGHT: u16 = 18;
const DAY: u16 = 20;
const FLOTILLA: ShipId = ShipId(0);
const AJAX: ShipId = ShipId(1);
/// A German company, of defence -1.
const COMPANY: &str = "fjr1-1";

/// Piling On with ships, on open ground but for a bay at 20.05: nobody on the map, no set-up to come.
fn sea() -> Desk {
    static FLAT: OnceLock<Battle> = OnceLock::new();
    let flat = FLAT.get_or_init(|| {
        let mut files = Files::default();
        files.flatten("heraklion", &[("20.05", "sea", "", "")]);
        files.change("piling-on", "toml", |text| text + "\n[rulings]\nnaval_support = \"on\"\n");
        files.scenario("piling-on")
    });
    let mut desk = Desk { battle: flat.clone() };
    let units = ["uk-bw-a", "uk-bw-b"].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId::at(0), units }].into();
    desk.battle.frames = BOTTOM.into();
    desk.battle.cup.clear();
    desk
}

/// The flotilla lies off the bay, with its marker in 20.06.
fn flotilla(turn: u16) -> Desk {
    let mut desk = sea();
    desk.battle.turn = turn;
    desk.battle.fleet.ships[FLOTILLA.index()].berth = Berth::OffShore;
    desk.battle.fleet.marker = Some(desk.hex("20.06"));
    desk
}

/// The naval chit is played, with these rolls.
fn call(desk: &mut Desk, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    let chit = desk.number(Chit::Naval);
    let mut dice = Scripted::new(rolls.iter().copied());
    let mut events = Vec::new();
    desk.battle.play_chit(chit, &mut dice, &mut events);
    desk.battle.settle(&mut dice, &mut events);
    dice.done();
    events
}

fn begin(desk: &mut Desk, turn: u16) -> Vec<Event> {
    desk.battle.turn = turn;
    desk.battle.cup.clear();
    let mut events = Vec::new();
    desk.battle.begin_turn(&mut events);
    desk.battle.settle(&mut Scripted::new([]), &mut events);
    events
}

fn in_cup(desk: &Desk) -> bool {
    let chit = desk.number(Chit::Naval);
    desk.battle.cup.chits().contains(&chit.0)
}

fn zones(desk: &Desk) -> Vec<HexId> {
    let zone = |action| if let Action::TargetZone(hex) = action { Some(hex) } else { None };
    desk.legal().into_iter().filter_map(zone).collect()
}

#[test]
fn m_o2_0_without_the_option_there_are_no_ships() {
    let plain = Files::default().scenario("piling-on");
    assert!(plain.ground.naval.is_none());
    assert!(!plain.ground.chits.contains(&Chit::Naval));
    assert!(plain.fleet.ships.is_empty());
    let keys = |name| {
        let mut files = Files::default();
        files.change(name, "toml", |text| text + "\n[rulings]\nnaval_support = \"on\"\n");
        files.faults(name).into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    // Nothing comes in a scenario that ends before 22 May.
    assert_eq!(keys("snafu"), ["rulings.naval_support"]);
}

#[test]
fn m_o2_1_ships_come_in_step_c_of_two_nights() {
    let mut desk = sea();
    begin(&mut desk, NIGHT - 1);
    assert!(!in_cup(&desk) && !desk.battle.fleet.in_play());
    desk.battle.frames = BOTTOM.into();
    let events = begin(&mut desk, NIGHT);
    assert!(events.contains(&Event::Ship(FLOTILLA, ShipNews::Came)));
    assert!(in_cup(&desk));
    // The marker goes anywhere on the coast, which is round the bay.
    let bay = desk.hex("20.05");
    let mut coast: Vec<HexId> =
        desk.battle.ground.map.neighbours(bay).map(|(_, hex)| hex).collect();
    coast.sort_unstable();
    let mut offered = zones(&desk);
    offered.sort_unstable();
    assert_eq!(offered, coast);
    desk.play(Action::TargetZone(coast[0]), &[]);
    assert_eq!(desk.battle.fleet.marker, Some(coast[0]));
    // The others come three days later.
    desk.battle.frames = BOTTOM.into();
    let events = begin(&mut desk, NIGHT + 24);
    let came = events.iter().filter(|event| matches!(event, Event::Ship(_, ShipNews::Came)));
    assert_eq!(came.count(), 4);
}

#[test]
fn ruling_naval_reinforcement() {
    let ships = |word| {
        let mut files = Files::default();
        let block = alloc::format!(
            "\n[rulings]\nnaval_support = \"on\"\nnaval_reinforcement = \"{word}\"\n"
        );
        files.change("piling-on", "toml", |text| text + &block);
        files.scenario("piling-on").ground.naval.as_ref().unwrap().ships.len()
    };
    assert_eq!([ships("more"), ships("in_all")], [5, 4]);
}

#[test]
fn m_o2_2_the_chit_is_in_the_cup_while_ships_are_in_play() {
    let mut desk = flotilla(DAY);
    begin(&mut desk, DAY);
    assert!(in_cup(&desk));
    // It is carried over: not twice.
    desk.battle.frames = BOTTOM.into();
    desk.battle.carried = Some(desk.number(Chit::Naval));
    begin(&mut desk, DAY + 1);
    assert!(!in_cup(&desk));
    desk.battle.carried = None;
    desk.battle.fleet.ships[FLOTILLA.index()].berth = Berth::Sunk;
    desk.battle.frames = BOTTOM.into();
    begin(&mut desk, DAY + 2);
    assert!(!in_cup(&desk));
}

#[test]
fn m_o2_3_the_steps_follow_each_other() {
    let mut desk = flotilla(DAY);
    desk.place(COMPANY, "20.08");
    call(&mut desk, &[]);
    // 1: it may fire or not.
    let target = desk.unit(COMPANY);
    assert_eq!(desk.legal(), [Action::Fire(target), Action::Done]);
    // 2: the air attack, which misses; 3: it stays or goes.
    let events = desk.play(Action::Done, &[("air attack on a ship", 9)]);
    assert!(matches!(events[..], [Event::Ship(_, ShipNews::Attacked { rating: 6, .. })]));
    assert_eq!(desk.legal(), [Action::ShipStays, Action::ShipWithdraws]);
    desk.play(Action::ShipStays, &[]);
    // 4: the marker.
    assert_eq!(zones(&desk).len(), 6);
    let there = desk.hex("20.04");
    desk.play(Action::TargetZone(there), &[]);
    assert_eq!(desk.battle.fleet.marker, Some(there));
}

#[test]
fn m_o2_4_ships_fire_at_what_the_marker_sees() {
    let mut desk = flotilla(DAY);
    desk.place(COMPANY, "20.08");
    call(&mut desk, &[]);
    let target = desk.unit(COMPANY);
    // Printed 7, target of defence -1: 6, and 8 with the bonus. A die of 0 takes a step.
    let rolls = [("ship's bonus check", 9), ("naval gunfire", 0), ("air attack on a ship", 9)];
    let events = desk.play(Action::Fire(target), &rolls);
    let shot = events.iter().find_map(|event| match event {
        Event::Gunfire { printed, rating, die, hit, .. } => Some((*printed, *rating, *die, *hit)),
        _ => None,
    });
    assert_eq!(shot, Some((7, 6, 0, Hit::Step)));
    assert_eq!(desk.see(COMPANY).steps, 1);
    // 7 without the target's modifiers: a heavy barrage.
    assert_eq!(desk.battle.barrage(desk.hex("20.08")), Some(1));
    // The barrage is of indirect fire: a 9 leaves none.
    let mut other = flotilla(DAY);
    other.place(COMPANY, "20.08");
    call(&mut other, &[]);
    let rolls = [("ship's bonus check", 0), ("naval gunfire", 9), ("air attack on a ship", 9)];
    let events = other.play(Action::Fire(target), &rolls);
    assert!(events.iter().any(|event| matches!(event, Event::Gunfire { rating: 8, .. })));
    assert_eq!(other.battle.barrage(other.hex("20.08")), None);
}

#[test]
fn m_o2_4_the_ship_lies_twenty_hexes_off() {
    let offered = |range| {
        let mut desk = flotilla(DAY);
        desk.place(COMPANY, "20.09");
        desk.ground().naval.as_mut().unwrap().ships[0].range = range;
        call(&mut desk, &[("air attack on a ship", 9)][usize::from(range >= 23)..]);
        let target = desk.unit(COMPANY);
        desk.offers(Action::Fire(target))
    };
    // Three hexes from the marker: 23 in all.
    assert_eq!([offered(22), offered(23)], [false, true]);
}

#[test]
fn m_o2_4_at_night_ships_see_three_hexes_and_fire_worse() {
    let mut desk = flotilla(NIGHT);
    desk.place(COMPANY, "20.09");
    call(&mut desk, &[]);
    let target = desk.unit(COMPANY);
    let rolls = [("ship's bonus check", 9), ("naval gunfire", 8)];
    let events = desk.play(Action::Fire(target), &rolls);
    assert!(events.iter().any(|event| matches!(event, Event::Gunfire { rating: 4, .. })));
    let mut far = flotilla(NIGHT);
    far.place(COMPANY, "20.10");
    call(&mut far, &[]);
    assert!(!far.offers(Action::Fire(target)));
}

#[test]
fn m_o2_4_ships_rally() {
    let mut desk = flotilla(NIGHT);
    desk.place(COMPANY, "20.08");
    desk.battle.fleet.ships[FLOTILLA.index()].suppressed = true;
    desk.battle.fleet.ships[FLOTILLA.index()].cohesion = 1;
    call(&mut desk, &[]);
    // Suppressed it cannot fire; always in command, it rallies without a check (8.0).
    assert_eq!(desk.legal(), [Action::Rally, Action::Done]);
    desk.play(Action::Rally, &[]);
    assert!(!desk.battle.fleet.ships[FLOTILLA.index()].suppressed);
    desk.battle.frames = BOTTOM.into();
    call(&mut desk, &[]);
    // In no enemy fire zone, it rallies from a cohesion hit: quality 6.
    desk.play(Action::Rally, &[("ship's rally check", 6)]);
    assert_eq!(desk.battle.fleet.ships[FLOTILLA.index()].cohesion, 0);
}

#[test]
fn m_o2_5_ships_are_attacked_by_day_alone() {
    let attacked = |turn, rolls: &[(&'static str, u8)]| {
        let mut desk = flotilla(turn);
        call(&mut desk, rolls);
        desk
    };
    // White 6: a 0 takes a step, a 7 is too much, a 6 would sink it.
    let ship = |desk: &Desk| desk.battle.fleet.ships[FLOTILLA.index()];
    assert_eq!(ship(&attacked(NIGHT, &[])).steps, 2);
    assert_eq!(ship(&attacked(DAY, &[("air attack on a ship", 7)])).steps, 2);
    assert_eq!(ship(&attacked(DAY, &[("air attack on a ship", 0)])).steps, 1);
    assert_eq!(ship(&attacked(DAY, &[("air attack on a ship", 3)])).cohesion, 1);
    let sunk = attacked(DAY, &[("air attack on a ship", 6)]);
    assert_eq!(ship(&sunk).berth, Berth::Sunk);
    // With the last ship the marker goes.
    assert_eq!(sunk.battle.fleet.marker, None);
}

#[test]
fn m_o2_5_a_suppression_may_be_converted() {
    let mut desk = flotilla(DAY);
    call(&mut desk, &[("air attack on a ship", 1)]);
    assert_eq!(desk.legal(), [Action::StaySuppressed, Action::Roll]);
    let mut other = Desk { battle: desk.battle.clone() };
    desk.play(Action::Roll, &[("ship's conversion check", 6)]);
    let ship = desk.battle.fleet.ships[FLOTILLA.index()];
    assert_eq!((ship.suppressed, ship.cohesion), (false, 1));
    other.play(Action::StaySuppressed, &[]);
    assert!(other.battle.fleet.ships[FLOTILLA.index()].suppressed);
}

#[test]
fn m_o2_6_ships_withdraw_one_by_one_and_for_good() {
    let mut desk = flotilla(NIGHT);
    desk.battle.fleet.ships[AJAX.index()].berth = Berth::OffShore;
    call(&mut desk, &[]);
    desk.play(Action::ShipWithdraws, &[]);
    assert_eq!(desk.battle.fleet.ships[FLOTILLA.index()].berth, Berth::Egypt);
    desk.play(Action::ShipStays, &[]);
    assert!(!zones(&desk).is_empty());
    desk.battle.frames = BOTTOM.into();
    call(&mut desk, &[]);
    desk.play(Action::ShipWithdraws, &[]);
    assert!(!desk.battle.fleet.in_play());
    assert_eq!(desk.battle.fleet.marker, None);
}

#[test]
fn m_o2_6_suppressed_ships_keep_all_on_their_map() {
    let mut files = Files::default();
    files.change("descent", "toml", |text| {
        let block = "\n[naval]\nboxes = [\"maleme\", \"canea-suda\"]\noffing = 20\nair_attack = 6\n\
                     [[naval.arrival]]\nturn = \"20 May Night\"\nships = [\"naval-dd-1\"]\n\
                     [rulings]\nnaval_support = \"on\"\n";
        // The edge by which the Germans may win is none with the next sheet beside it.
        let exit = "exit = { units = 3, hexes = [\"48.07\", \"48.08\", \"48.09\"] }";
        assert!(text.contains(exit));
        let text = text.replace(exit, "");
        text.replace("sheets = [\"maleme\"]\n", "sheets = [\"maleme\", \"canea-suda\"]\n") + block
    });
    let mut desk = Desk { battle: files.scenario("descent") };
    desk.battle.frames = BOTTOM.into();
    let sheets = |desk: &Desk| -> Vec<u8> {
        let map = &desk.battle.ground.map;
        let mut sheets: Vec<u8> = zones(desk).into_iter().map(|hex| map.hex(hex).sheet).collect();
        sheets.dedup();
        sheets.sort_unstable();
        sheets.dedup();
        sheets
    };
    desk.battle.turn = 7;
    desk.battle.fleet.ships[0].berth = Berth::OffShore;
    desk.battle.fleet.marker = Some(desk.hex("09.03"));
    call(&mut desk, &[]);
    let mut held = Desk { battle: desk.battle.clone() };
    desk.play(Action::ShipStays, &[]);
    assert_eq!(sheets(&desk), [0, 1]);
    held.battle.fleet.ships[0].suppressed = true;
    held.play(Action::ShipStays, &[]);
    assert_eq!(sheets(&held), [0]);
}

/// The same flotilla where its loss counts for Allied morale.
fn with_morale() -> Desk {
    let mut files = Files::default();
    files.change("piling-on", "toml", |text| {
        text + "\n[morale]\nstart = 10\nallied_step = 1\ngerman_step = 1\nplace = 10\nnaval_unit = 4\n\
                [rulings]\nnaval_support = \"on\"\n"
    });
    let mut desk = Desk { battle: files.scenario("piling-on") };
    desk.battle.frames = BOTTOM.into();
    desk.battle.turn = DAY;
    desk.battle.fleet.ships[FLOTILLA.index()].berth = Berth::OffShore;
    desk.battle.fleet.marker = Some(desk.hex("19.08"));
    desk
}

#[test]
fn m_o2_5_a_ship_that_is_sunk_costs_morale() {
    let after = |die| {
        let mut desk = with_morale();
        call(&mut desk, &[("air attack on a ship", die)]);
        desk.battle.morale.level
    };
    // A 6 sinks it; a step lost, by a 0, costs nothing, for it is no step of the Allied forces.
    assert_eq!([after(6), after(0), after(9)], [6, 10, 10]);
}

#[test]
fn m_o2_6_ships_go_once_the_withdrawal_is_in_effect() {
    let mut desk = with_morale();
    desk.battle.morale.withdrawal =
        Some(Withdrawal { since: Some(DAY), level: 0, immobile_gone: true });
    let events = call(&mut desk, &[("air attack on a ship", 9)]);
    assert!(events.contains(&Event::Ship(FLOTILLA, ShipNews::Withdrew)));
    assert!(!desk.battle.fleet.in_play());
}

#[test]
fn m_8_0_ships_act_on_the_naval_chit_alone() {
    let desk = flotilla(DAY);
    // No other chit calls them, for they are no units of the roster.
    assert!(desk.battle.ground.counters.iter().all(|counter| counter.kind != "naval"));
    let battle = ruled("heraklion", "naval_support", "on");
    assert!(legal(&battle).iter().all(|action| !matches!(action, Action::TargetZone(_))));
    let chit = battle.ground.naval.as_ref().unwrap().chit;
    assert!(battle.ground.called[chit.index()].is_empty());
    assert!(!battle.ground.each_turn.contains(&chit));
}

#[test]
fn a_naval_block_with_faults_is_refused() {
    let faults = |from: &str, to: &str| {
        let mut files = Files::default();
        files.change("piling-on", "toml", |text| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to) + "\n[rulings]\nnaval_support = \"on\"\n"
        });
        files.faults("piling-on").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    let twice = faults("\"naval-dido\"", "\"naval-dd-1\"");
    assert_eq!(twice, ["naval.arrival.ships"]);
    assert_eq!(faults("\"naval-dido\"", "\"uk-bw-a\""), ["naval.arrival.ships"]);
    assert_eq!(faults("boxes = [\"heraklion\"]", "boxes = [\"maleme\"]")[0], "naval.boxes");
}
