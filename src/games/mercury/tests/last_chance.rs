//! Scenario 7 as printed, and the attachments that it begins with (S9.0).

use alloc::vec::Vec;

use engine::{Id, Outcome, Position, Seed, Seeded, Side};

use super::super::action::Action;
use super::super::frame::{Attach, Dispatch, Frame, LeaderJoins, SettingUp};
use super::super::state::Battle;
use super::desk::*;
use crate::mercury::ids::FormationId;

fn last_chance() -> Battle {
    Files::default().scenario("last-chance")
}

/// The scenario set up by the first option of each choice.
fn set_up() -> Battle {
    let mut battle = last_chance();
    let mut dice = Seeded::new(Seed(1));
    battle.open(&mut dice, &mut Vec::new());
    while matches!(battle.frames.last(), Some(Frame::SettingUp(_) | Frame::Begin(_))) {
        let mut legal = Vec::new();
        battle.legal_actions(&mut legal);
        battle.apply_unchecked(legal[0], &mut dice, &mut Vec::new());
    }
    battle
}

fn formation(battle: &Battle, name: &str) -> Option<FormationId> {
    battle.ground.formations.iter().position(|card| card.name == name).map(FormationId::at)
}

#[test]
fn m11_0_the_map_ends_west_of_column_26() {
    let battle = last_chance();
    assert!(battle.ground.map.find("25.08", None).is_some());
    assert!(battle.ground.map.find("26.08", None).is_none());
}

#[test]
fn m11_0_guns_begin_in_parks_in_contact_and_one_unit_with_one_step() {
    let battle = set_up();
    for (id, hex) in [("nz-27art-a", "15.10"), ("nz-27art-b", "15.10"), ("nz-27art-c", "18.08")] {
        let gun = unit(&battle, id);
        let state = battle.unit(gun);
        assert_eq!(battle.ground.map.label(battle.hex(gun).unwrap()), hex);
        let leader = state.contact.expect("in contact").index();
        assert!(state.park && battle.ground.leaders[leader].id == "ldr-nz5", "{id}");
    }
    let flak = unit(&battle, "fschflak-3");
    assert_eq!((battle.unit(flak).steps, battle.reduced(flak)), (1, true));
    assert_eq!(battle.unit(unit(&battle, "fschpzj-1")).steps, 2);
}

#[test]
fn m11_0_the_first_turn_is_whole_and_the_brigades_chit_opens_it() {
    let battle = set_up();
    assert_eq!((battle.turn, battle.playing), (0, None));
    let Some(Frame::Dispatch(Dispatch { division })) = battle.frames.last() else {
        panic!("{:?}", battle.frames)
    };
    assert_eq!(battle.ground.divisions[usize::from(division.0)].id, "2NZ");
    let chit = battle.carried.expect("the first chit waits");
    assert_eq!(battle.chit_name(chit), "5th NZ Bde formation");
    // It cannot be bought once more.
    let mut legal = Vec::new();
    battle.legal_actions(&mut legal);
    assert!(!legal.contains(&Action::BuyChit(chit)), "{legal:?}");
}

#[test]
fn ms9_0_the_20th_battalion_fights_with_the_5th_brigade() {
    let battle = set_up();
    let (fifth, fourth) = (formation(&battle, "5th NZ Bde"), formation(&battle, "4th NZ Bde"));
    let company = unit(&battle, "nz-20-a");
    assert_eq!((battle.formation(company), battle.counter(company).formation), (fifth, fourth));
    // Its leader may ride with it, commands it, and its units act with his chit.
    let leader = battle.formation_leader(fifth.unwrap()).unwrap();
    assert!(battle.may_lead(leader, company));
    let mut desk = Desk { battle };
    let hex = desk.battle.ground.map.label(desk.battle.hex(company).unwrap());
    desk.place("nz-28-a", &hex);
    desk.lead(leader, "nz-28-a");
    assert!(desk.battle.commands(leader, company));
    desk.chit("5th NZ Bde");
    assert!(desk.battle.may_activate(company));
    assert_eq!(desk.battle.tally.attached, 0, "it is no independent");
}

/// S9.0: what the set-up attaches stays until the next game turn.
#[test]
fn ms9_0_the_attachment_of_the_set_up_stands_for_the_first_turn() {
    let asked = |turn| {
        let mut battle = last_chance();
        battle.turn = turn;
        battle.frames.clear();
        battle.call_attachments();
        let nz = division(&battle, "2NZ");
        battle.frames.contains(&Frame::Attach(Attach { division: nz }))
    };
    assert!(!asked(0) && asked(1));
}

#[test]
fn ms9_0_one_battalion_of_a_division_is_attached_goes_back_or_another_takes_its_place() {
    let mut desk = Desk { battle: set_up() };
    let division = desk.division("2NZ");
    desk.battle.frames =
        [Frame::SettingUp(SettingUp { next: 0 }), Frame::Attach(Attach { division })].into();
    let legal = desk.legal();
    let named = |action: &Action| match action {
        Action::Attach { battalion, formation } => Some((
            desk.battle.ground.battalions[usize::from(*battalion)].name.clone(),
            desk.battle.ground.formations[formation.index()].name.clone(),
        )),
        _ => None,
    };
    let others: Vec<_> = legal.iter().filter_map(named).collect();
    let expected =
        ["22 Bn", "21 Bn", "23 Bn", "28 Maori"].map(|name| (name.into(), "4th NZ Bde".into()));
    assert_eq!(legal[..2], [Action::KeepAttachment, Action::Detach]);
    assert_eq!(others, expected);

    // Another takes its place: the 20th is with its own brigade again.
    let swap = legal[2];
    desk.play(swap, &[]);
    let (fifth, fourth) =
        (formation(&desk.battle, "5th NZ Bde"), formation(&desk.battle, "4th NZ Bde"));
    let of = |desk: &Desk, id| desk.battle.formation(desk.unit(id));
    assert_eq!(
        (of(&desk, "nz-22-a"), of(&desk, "nz-20-a"), of(&desk, "nz-21-a")),
        (fourth, fourth, fifth)
    );
    // The brigadier, who was with the 22nd, stays with his own: his owner picks with whom.
    let Some(&Frame::LeaderJoins(LeaderJoins { leader })) = desk.battle.frames.last() else {
        panic!("{:?}", desk.battle.frames)
    };
    let options = desk.legal();
    assert!(options.contains(&Action::LeaderWith(desk.unit("nz-21-a"))));
    assert!(!options.contains(&Action::LeaderWith(desk.unit("nz-22-b"))));
    desk.play(options[0], &[]);
    let leader = leader.index();
    assert_eq!(desk.battle.formation_leader(fifth.unwrap()), Some(leader));
    assert!(desk.battle.may_lead(leader, desk.battle.command.leaders[leader].with.unwrap()));

    desk.battle.frames =
        [Frame::SettingUp(SettingUp { next: 0 }), Frame::Attach(Attach { division })].into();
    desk.play(Action::Detach, &[]);
    assert_eq!((of(&desk, "nz-22-a"), of(&desk, "nz-20-a")), (fifth, fourth));
    // Nothing left to send back.
    desk.battle.frames =
        [Frame::SettingUp(SettingUp { next: 0 }), Frame::Attach(Attach { division })].into();
    assert!(!desk.offers(Action::Detach));
}

#[test]
fn ms9_1_batteries_and_field_companies_belong_to_no_battalion() {
    let battle = last_chance();
    let in_one = |id: &str| {
        let unit = unit(&battle, id);
        battle.ground.battalions.iter().filter(|b| b.units.contains(&unit)).count()
    };
    for id in ["nz-fpc", "nz-7fld", "nz-19atrp", "nz-27art-a", "uk-3hus-c"] {
        assert_eq!(in_one(id), 0, "{id}");
    }
    let sizes: Vec<(&str, usize)> = battle
        .ground
        .battalions
        .iter()
        .map(|battalion| (battalion.name.as_str(), battalion.units.len()))
        .collect();
    assert_eq!(sizes, [("22 Bn", 3), ("21 Bn", 5), ("23 Bn", 7), ("28 Maori", 5), ("20 Bn", 5)]);
}

/// The end of the game with these runway hexes Allied, and a company of the 23rd in one hex.
fn ended(taken: &[usize], company: Option<&str>) -> (Option<Side>, u8, i32) {
    let mut files = Files::default();
    files.flatten("maleme", &[]);
    let mut desk = Desk { battle: files.scenario("last-chance") };
    for &hex in taken {
        desk.battle.control[hex] = Side::Allied;
    }
    if let Some(hex) = company {
        desk.place("nz-23-a", hex);
    }
    desk.battle.end_turn(true, &mut Vec::new());
    match desk.battle.outcome {
        Outcome::Over { winner, level, margin, .. } => (winner, level, margin),
        Outcome::Undecided => panic!("the last turn ends the game"),
    }
}

#[test]
fn m11_0_two_runway_hexes_or_fire_zones_on_two() {
    let (german, allied) = (Some(Side::German), Some(Side::Allied));
    assert_eq!(ended(&[], None), (german, 0, 3));
    assert_eq!(ended(&[0], None), (german, 0, 2));
    assert_eq!(ended(&[0, 2], None), (allied, 2, -2), "any two, touching or not");
    // 10.05 touches 10.04 and 11.05, and not 09.04.
    assert_eq!(ended(&[], Some("10.05")), (allied, 1, -1));
    assert_eq!(ended(&[0, 1], Some("10.05")), (allied, 2, -2), "control goes before");
    assert_eq!(ended(&[], Some("12.05")), (german, 0, 2), "a zone on one hex is not enough");
    let mut battle = last_chance();
    battle.end_turn(false, &mut Vec::new());
    assert_eq!(battle.outcome, Outcome::Undecided);
}

#[test]
fn m5_10_those_who_jumped_before_the_game_are_fallschirmjaeger() {
    let mut desk = Desk { battle: set_up() };
    // The flak begins with one step: its other one may come back and counts for nothing.
    let events =
        desk.event(Side::German, super::super::ground::EventKind::LostFallschirmjaeger, &[]);
    let flak = desk.unit("fschflak-3");
    assert!(!events.is_empty());
    if desk.offers(Action::Pick(flak)) {
        desk.play(Action::Pick(flak), &[]);
    }
    assert_eq!(desk.see("fschflak-3").steps, 2);
    assert_eq!(desk.battle.tally.steps_lost.german, 0);
}
