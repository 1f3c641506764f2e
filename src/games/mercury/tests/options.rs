//! Coastal artillery and the smaller sheets (Mercury O3.0, O4.0).

use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Id, Side};

use super::desk::{AUS, AUS2, AUS11, BOTTOM, CO_2_1, CO_2_11, Desk, FJR1, Files, RAA, ruled};
use crate::mercury::action::Action;
use crate::mercury::counter::{Colour, UnitId};
use crate::mercury::fire::Mode;
use crate::mercury::frame::Parks;
use crate::mercury::ground::SetUp;
use crate::mercury::ids::LeaderId;
use crate::mercury::state::Battle;

const GUNS: &str = "coast-15ra-1";

/// SNAFU on open ground with a coastal battery: everybody off the map, no set-up to come.
fn battery() -> Desk {
    static FLAT: OnceLock<Battle> = OnceLock::new();
    let flat = FLAT.get_or_init(|| {
        let mut files = Files::default();
        files.flatten("rethymnon", &[]);
        let block = "\n[[setup]]\nunits = [\"coast-15ra-1\"]\nhexes = [\"08.13\"]\n\
                     only_with = \"coastal_artillery\"\n[rulings]\ncoastal_artillery = \"on\"\n";
        files.change("snafu", "toml", |text| text + block);
        files.scenario("snafu")
    });
    let mut desk = Desk { battle: flat.clone() };
    let units = [AUS, AUS2].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId::at(CO_2_1), units }].into();
    desk.battle.frames = BOTTOM.into();
    desk
}

#[test]
fn m_o3_0_coastal_guns_are_in_contact_without_a_park() {
    let mut desk = battery();
    let guns = desk.place(GUNS, "08.13");
    desk.place(AUS, "20.10");
    desk.place(AUS11, "22.10");
    desk.lead(CO_2_1, AUS);
    desk.lead(CO_2_11, AUS11);
    // Field guns have to form a park; coastal guns have the choice of any friendly leader at once.
    let field = desk.place(RAA, "12.13");
    desk.battle.first(Parks { side: Side::Allied, next: UnitId(0) });
    desk.settle(&[]);
    let first = desk.battle.subject();
    let asked = |desk: &Desk| (desk.battle.subject(), desk.legal());
    let leaders = [CO_2_1, CO_2_11].map(|leader| Action::SeekContact(LeaderId::at(leader)));
    for _ in 0..2 {
        let (subject, options) = asked(&desk);
        if subject == Some(field) {
            assert_eq!(options, [Action::LeaveAsIs, Action::FormPark]);
            desk.play(Action::LeaveAsIs, &[]);
        } else {
            assert_eq!(subject, Some(guns));
            assert_eq!(options, [Action::LeaveAsIs, leaders[0], leaders[1]]);
            desk.play(leaders[0], &[("contact check", 0)]);
        }
    }
    assert!(first.is_some());
    assert_eq!(desk.see(GUNS).contact, Some(LeaderId::at(CO_2_1)));
    assert!(!desk.see(GUNS).park);
}

#[test]
fn m_o3_0_who_is_in_command_of_the_leader_in_contact_spots() {
    let mut desk = battery();
    let guns = desk.place(GUNS, "08.13");
    desk.place(AUS, "20.10");
    desk.lead(CO_2_1, AUS);
    let target = desk.place(FJR1, "22.10");
    let at = desk.hex("22.10");
    // It sees its own surroundings, and others see for it only in contact.
    assert!(!desk.battle.spotted(guns, at));
    desk.state(GUNS).contact = Some(LeaderId::at(CO_2_1));
    assert!(desk.battle.spotted(guns, at));
    assert_eq!(desk.battle.may_fire_at(guns, target), Some(Mode::Indirect));
    desk.state(GUNS).contact = Some(LeaderId::at(CO_2_11));
    assert!(!desk.battle.spotted(guns, at));
    let near = desk.hex("12.13");
    desk.state(GUNS).contact = None;
    assert!(desk.battle.spotted(guns, near));
}

#[test]
fn m_o3_0_coastal_guns_use_the_black_row_at_any_range() {
    let mut desk = battery();
    let guns = desk.place(GUNS, "08.13");
    let field = desk.place(RAA, "08.15");
    let target = desk.place(FJR1, "10.13");
    let colour =
        |desk: &Desk, firer, mode| desk.battle.shot_at(firer, target, mode).unwrap().colour;
    assert_eq!(colour(&desk, guns, Mode::Direct), Colour::Black);
    assert_eq!(colour(&desk, guns, Mode::Opportunity), Colour::Black);
    assert_eq!(colour(&desk, guns, Mode::Indirect), Colour::Black);
    // Field guns fire direct on the yellow row.
    assert_eq!(colour(&desk, field, Mode::Direct), Colour::Yellow);
}

#[test]
fn m_o3_0_coastal_guns_act_on_direct_command() {
    let mut desk = battery();
    let guns = desk.place(GUNS, "08.13");
    desk.place(FJR1, "10.13");
    desk.chit("19th Bde (AUS)");
    assert!(!desk.offers(Action::Activate(guns)));
    desk.chit("allied");
    assert!(desk.offers(Action::Activate(guns)));
}

#[test]
fn m_o3_0_the_guns_are_there_with_the_option_alone() {
    let has = |battle: &Battle, id: &str| battle.ground.counters.iter().any(|c| c.id == id);
    for (scenario, id) in [("descent", "coast-z"), ("heraklion", GUNS), ("piling-on", GUNS)] {
        assert!(!has(&Files::default().scenario(scenario), id), "{scenario}");
        assert!(has(&ruled(scenario, "coastal_artillery", "on"), id), "{scenario}");
    }
    let mut files = Files::default();
    files.change("kiwis", "toml", |text| text + "\n[rulings]\ncoastal_artillery = \"on\"\n");
    let faults = files.faults("kiwis");
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].0, "rulings.coastal_artillery");
}

#[test]
fn m_o4_0_on_smaller_sheets_companies_walk_on() {
    let small = ruled("heraklion", "small_maps", "on");
    let whole = Files::default().scenario("heraklion");
    let on = |battle: &Battle, label| battle.ground.map.find(label, None).is_some();
    assert!(on(&whole, "39.10") && !on(&small, "39.10") && on(&small, "38.10"));
    let jumps = |battle: &Battle, id| {
        let unit = super::desk::unit(battle, id);
        battle.ground.sticks.iter().any(|stick| stick.units.contains(&unit))
    };
    let walks = |battle: &Battle, id| {
        let unit = super::desk::unit(battle, id);
        let entry = battle.ground.reinforcements.iter().find(|entry| entry.unit == unit)?;
        let name = &battle.ground.calendar.names[usize::from(entry.turn)];
        Some((name.clone(), battle.ground.map.label(entry.hex)))
    };
    let entry = |turn: &str, hex: &str| Some((turn.into(), hex.into()));
    for (id, turn) in
        [("fjr1-1", "20 May 1900"), ("fjr1-3", "20 May Night"), ("fjr1-2", "21 May 0700")]
    {
        assert_eq!(walks(&small, id), entry(turn, "38.10"), "{id}");
        assert!(!jumps(&small, id), "{id}");
    }
    assert!(jumps(&whole, "fjr1-1") && walks(&whole, "fjr1-1").is_none());
    let small = ruled("snafu", "small_maps", "on");
    assert_eq!(walks(&small, "fjr2-3"), entry("20 May 1700", "36.09"));
    assert!(on(&small, "36.09") && !on(&small, "37.09"));
    // What comes by the southern road comes by the next one.
    let small = ruled("piling-on", "small_maps", "on");
    assert_eq!(walks(&small, "uk-7rtr-c"), entry("24 May 1500", "29.26"));
    assert_eq!(walks(&small, "uk-ash-a"), entry("24 May 1700", "29.26"));
    let exits: Vec<_> = small.ground.off_map.as_ref().unwrap().boxes.iter().collect();
    let label = |exit: Option<engine::HexId>| exit.map(|hex| small.ground.map.label(hex));
    let at = |number: &str| exits.iter().any(|exit| label(exit.exit).as_deref() == Some(number));
    assert!(at("29.26") && !at("28.26"));
    let mut files = Files::default();
    files.change("descent", "toml", |text| text + "\n[rulings]\nsmall_maps = \"on\"\n");
    assert_eq!(files.faults("descent")[0].0, "rulings.small_maps");
}

#[test]
fn m_o4_0_the_way_out_of_heraklion_is_another_on_the_smaller_sheet() {
    let ways = |word: &str| -> Vec<String> {
        let mut files = Files::default();
        let block = alloc::format!(
            "\n[morale]\nstart = 10\nallied_step = 1\ngerman_step = 1\nplace = 10\n\
             [ways_out]\nunits_a_night = 2\nexits = [\n\
             {{ name = \"South\", hex = \"28.26\", not_with = \"small_maps\" }},\n\
             {{ name = \"South\", hex = \"29.26\", only_with = \"small_maps\" }},\n]\n\
             [rulings]\nsmall_maps = \"{word}\"\n"
        );
        files.change("heraklion", "toml", |text| text + &block);
        let battle = files.scenario("heraklion");
        let ways = &battle.ground.ways_out.as_ref().unwrap().ways;
        ways.iter().map(|way| battle.ground.map.label(way.hex)).collect()
    };
    assert_eq!(ways("off"), ["28.26"]);
    assert_eq!(ways("on"), ["29.26"]);
}

/// An optional rule with nothing to do is not offered, and to switch it on is a fault (O2.1, O3.0, O4.0).
#[test]
fn m_o2_to_o4_an_option_without_work_is_no_switch() {
    let offered = |name: &str| {
        let switches = Files::default().scenario(name).ground.switches();
        ["naval_support", "coastal_artillery", "small_maps"]
            .map(|id| switches.iter().any(|ruling| ruling.id == id))
    };
    assert_eq!(offered("kastelli"), [false; 3]);
    assert_eq!(offered("snafu"), [false, false, true]);
    assert_eq!(offered("piling-on"), [true; 3]);
}
