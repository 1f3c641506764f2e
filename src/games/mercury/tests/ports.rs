//! Reinforcements that come to ports (Mercury 11.0, scenarios 9, 11 to 13).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Id, Scripted, Side};

use super::desk::{AUS, AUS2, BOTTOM, BRIGADE, CO_2_1, Desk, FJR1, Files};
use crate::mercury::action::Action;
use crate::mercury::event::Event;
use crate::mercury::ground::{Chit, SetUp};
use crate::mercury::ids::LeaderId;

/// Commandos.
const NEW: &str = "lay-a-a";
const OTHER: &str = "lay-a-b";

/// SNAFU on open ground with two companies that come to ports in its second turn.
fn sea(terms: &str) -> Desk {
    let mut files = Files::default();
    files.flatten("rethymnon", &[]);
    let block = alloc::format!(
        "\n[[reinforcement]]\nunits = [\"{NEW}\", \"{OTHER}\"]\nturn = \"20 May 1700\"\n{terms}\n"
    );
    files.change("snafu", "toml", |text| text + &block);
    let mut desk = Desk { battle: files.scenario("snafu") };
    let units = [AUS, AUS2].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId::at(CO_2_1), units }].into();
    desk.battle.frames = BOTTOM.into();
    desk.battle.turn = 1;
    desk
}

/// The brigade's chit is played.
fn call(desk: &mut Desk) -> Vec<Event> {
    let chit = desk.number(Chit::Division(desk.division(BRIGADE)));
    let mut dice = Scripted::new([("command", 0)]);
    let mut events = Vec::new();
    desk.battle.play_chit(chit, &mut dice, &mut events);
    desk.battle.settle(&mut dice, &mut events);
    events
}

/// Decides that whoever has arrived begins deployed.
fn begin(desk: &mut Desk) {
    let plain = Action::Begin { column: false, mounted: false, dug_in: false };
    while desk.offers(plain) {
        desk.play(plain, &[]);
    }
}

fn at(desk: &Desk) -> [String; 2] {
    [desk.at(NEW), desk.at(OTHER)]
}

#[test]
fn m11_0_reinforcements_come_to_a_port_of_their_side() {
    let mut desk = sea("ports = [\"08.13\"]");
    call(&mut desk);
    begin(&mut desk);
    assert_eq!(at(&desk), ["08.13", "08.13"]);
    // A lost port takes nobody in, and without a hex of their own they wait for it.
    let mut desk = sea("ports = [\"08.13\"]");
    desk.battle.control[0] = Side::German;
    call(&mut desk);
    assert_eq!(at(&desk), ["waiting", "waiting"]);
    desk.battle.control[0] = Side::Allied;
    desk.battle.turn = 3;
    desk.battle.frames = BOTTOM.into();
    call(&mut desk);
    begin(&mut desk);
    assert_eq!(at(&desk), ["08.13", "08.13"]);
}

#[test]
fn m11_0_their_owner_chooses_among_several_ports() {
    let mut desk = sea("ports = [\"08.13\", \"27.12\"]");
    call(&mut desk);
    let [port, field] = ["08.13", "27.12"].map(|label| desk.hex(label));
    assert_eq!(desk.legal(), [Action::ComeTo(port), Action::ComeTo(field)]);
    let first = desk.battle.subject();
    desk.play(Action::ComeTo(field), &[]);
    begin(&mut desk);
    desk.play(Action::ComeTo(port), &[]);
    begin(&mut desk);
    let expected =
        if first == Some(desk.unit(NEW)) { ["27.12", "08.13"] } else { ["08.13", "27.12"] };
    assert_eq!(at(&desk), expected);
}

#[test]
fn m11_0_for_want_of_a_port_they_come_to_a_hex() {
    let mut desk = sea("ports = [\"08.13\"]\nhex = \"20.01\"");
    desk.battle.control[0] = Side::German;
    call(&mut desk);
    begin(&mut desk);
    assert_eq!(at(&desk), ["20.01", "20.01"]);
}

#[test]
fn m11_0_some_shun_a_port_that_the_enemy_watches() {
    for (terms, expected) in [("", "08.13"), ("\nshuns_zones = true", "waiting")] {
        let mut desk = sea(&alloc::format!("ports = [\"08.13\"]{terms}"));
        desk.place(FJR1, "08.12");
        call(&mut desk);
        begin(&mut desk);
        assert_eq!(at(&desk), [expected, expected]);
    }
}

#[test]
fn ruling_layforce_port() {
    let open = |reading: &str, watched: bool| {
        let mut files = Files::default();
        files.change("gala", "toml", |text| {
            text + &alloc::format!("\n[rulings]\nlayforce_port = \"{reading}\"\n")
        });
        let mut desk = Desk { battle: files.scenario("gala") };
        let suda = desk.hex("59.13");
        let port = desk.battle.ground.objective(suda).unwrap();
        if watched {
            desk.place("gjr85-1", "59.12");
        } else {
            desk.battle.control[port] = Side::German;
        }
        let entry = desk.battle.ground.reinforcements[0].clone();
        assert_eq!(entry.unit, desk.unit(NEW));
        let havens = desk.battle.havens(&entry);
        havens.into_iter().map(|hex| desk.battle.label(hex)).collect::<Vec<_>>()
    };
    for (reading, lost, watched) in [
        ("waits", [].as_slice(), [].as_slice()),
        ("in_zones", &[], &["59.13"]),
        ("any_port", &["49.07"], &["49.07"]),
    ] {
        assert_eq!(open(reading, false), lost, "{reading}");
        assert_eq!(open(reading, true), watched, "{reading}");
    }
}

#[test]
fn a_reinforcement_without_a_place_is_refused() {
    let keys = |terms: &str| {
        let mut files = Files::default();
        let block = alloc::format!(
            "\n[[reinforcement]]\nunits = [\"{NEW}\"]\nturn = \"20 May 1700\"\n{terms}\n"
        );
        files.change("snafu", "toml", |text| text + &block);
        files.faults("snafu").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    assert_eq!(keys(""), ["reinforcement.hex"]);
    assert_eq!(keys("ports = [\"08.14\"]"), ["reinforcement.ports"]);
}
