//! Scenario 13: the campaign with free drops, and what of it stands in no other scenario (11.0, O1.0).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Outcome, Position, Scripted, Side};

use super::super::action::Action;
use super::super::airstrike::{ANYWHERE, AirStrikes};
use super::super::departures::Departure;
use super::super::frame::{FillCup, Frame, FreeDrop, NextSerial};
use super::super::ground::{Commands, SetUp};
use super::super::morale::MoraleStart;
use super::super::rulings::{Level, Switch};
use super::super::state::{Battle, Place};
use super::super::victory_level::VictoryLevel;
use super::desk::{
    BOTTOM, Files, division, hex, legal, play, raising_serials, ratings_rise, ruled, unit,
};
use super::western_desk::{active, broken, departures, ended, settle, takes};
use crate::mercury::ids::ChitId;

/// 20 May 1500 and 1700, 21 May 1500 and 1700, 24 May 1500.
const SECOND: u16 = 4;
const THIRD: u16 = 5;
const FIFTH: u16 = 12;
const FIRST_SERIAL: u16 = 13;
const SIXTH: u16 = 36;
/// 25 and 26 May Night, 27 May 0700, 29 May 1900.
const NIGHT25: u16 = 47;
const NIGHT26: u16 = 55;
const TANKS: u16 = 56;
const LAST: u16 = 78;

const PORTS: [&str; 5] = ["49.07", "59.13", "rethymnon 08.13", "heraklion 19.08", "kastelli 06.04"];

fn free() -> Battle {
    static FREE: OnceLock<Battle> = OnceLock::new();
    FREE.get_or_init(|| Files::default().scenario("free-for-all")).clone()
}

fn chits(battle: &Battle, chits: &[ChitId]) -> Vec<String> {
    chits.iter().map(|&chit| battle.chit_name(chit)).collect()
}

#[test]
fn m_sc13_turns_and_sheets() {
    let battle = free();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names[usize::from(LAST)].as_str()), (79, "29 May 1900"));
    for (turn, name) in [
        (0, "20 May 0700"),
        (SECOND, "20 May 1500"),
        (THIRD, "20 May 1700"),
        (FIFTH, "21 May 1500"),
        (FIRST_SERIAL, "21 May 1700"),
        (SIXTH, "24 May 1500"),
        (NIGHT25, "25 May Night"),
        (NIGHT26, "26 May Night"),
        (TANKS, "27 May 0700"),
    ] {
        assert_eq!(names[usize::from(turn)], name);
    }
    let sheets: Vec<&str> = battle.ground.map.sheets().collect();
    assert_eq!(
        sheets,
        [
            "maleme",
            "canea-suda",
            "georgeoupolis",
            "sfakia-exit",
            "rethymnon",
            "heraklion",
            "kastelli"
        ]
    );
    // Step H at once.
    assert!(!battle.ground.whole_first_turn);
    let mut begun = battle.clone();
    begun.begin_turn(&mut Vec::new());
    assert!(!begun.frames.iter().any(|frame| matches!(frame, Frame::Dispatch(_))));
}

/// Two formation chits of the German player's choice go into the first cup; the 7FD division's is the first in play.
#[test]
fn m_sc13_chits_of_the_first_turn_and_later() {
    let battle = free();
    let first = chits(&battle, &battle.ground.first_cup);
    for name in ["2NZ Division", "CREFOR Division"] {
        assert!(first.contains(&name.to_string()), "{first:?}");
    }
    let opens = [battle.ground.first_chit];
    assert_eq!(chits(&battle, &opens), ["7FD Division"]);
    let choice = battle.ground.cup_choice.as_ref().unwrap();
    assert_eq!(choice.count, 2);
    let regiments = ["LLSR formation", "FJR 1 formation", "FJR 2 formation", "FJR 3 formation"];
    assert_eq!(chits(&battle, &choice.chits), regiments);
    let mut filling = battle.clone();
    filling.frames = BOTTOM.into();
    filling.first(FillCup { left: choice.count });
    assert_eq!(legal(&filling).len(), 4);
    play(&mut filling, Action::AddChit(choice.chits[2]), &mut Scripted::always(5));
    assert_eq!(legal(&filling).len(), 3, "another one");
    play(&mut filling, Action::AddChit(choice.chits[0]), &mut Scripted::always(5));
    let added: Vec<ChitId> =
        choice.chits.iter().copied().filter(|chit| filling.cup.chits().contains(&chit.0)).collect();
    assert_eq!(chits(&filling, &added), ["LLSR formation", "FJR 2 formation"]);
    assert!(!matches!(filling.frames.last(), Some(Frame::FillCup(_))));
    // F-SC13-1: from the turn in which Serial 1 is to arrive.
    let later = &battle.ground.later_chits;
    let named: Vec<(String, u16)> =
        later.iter().map(|&(chit, from)| (battle.chit_name(chit), from)).collect();
    assert_eq!(named, [("5GD Division".to_string(), FIRST_SERIAL)]);
}

#[test]
fn m_sc13_command_values() {
    let battle = free();
    for (id, rating, points, dispatch, chits) in
        [("2NZ", 4, 6, 2, 2), ("CREFOR", 4, 9, 1, 2), ("7FD", 5, 6, 2, 2), ("5GD", 3, 3, 3, 1)]
    {
        let card = &battle.ground.divisions[usize::from(division(&battle, id).0)];
        assert_eq!((card.rating, card.points), (rating, points), "{id}");
        assert_eq!((card.dispatch_rating, card.dispatch_points), (Some(dispatch), chits), "{id}");
        // No points with the first activation, for the Germans who jump.
        assert_eq!(card.first_activation_without_points, id == "7FD");
        // A-7-1: all of them, of which the number is a stand-in.
        assert_eq!(card.roadblocks, 6);
    }
    assert_eq!(battle.ground.rearguards.len(), 48);
    ratings_rise(battle.clone(), LAST, |turn| {
        let more = u8::from(turn >= SECOND) + u8::from(turn >= THIRD);
        [("2NZ", 0), ("CREFOR", 0), ("7FD", more), ("5GD", 0)]
    });
    assert_eq!(raising_serials(&battle), ["Serial 3", "Serial 8", "Serial 14"]);
}

/// The set-up of Scenarios 2, 3, 5, 6 and 11, with two battalions more at Rethymnon and nobody at Georgeoupolis.
#[test]
fn m_sc13_who_is_in_play() {
    let battle = free();
    let mut begins = 0;
    let mut free_hexes = Vec::new();
    for item in &battle.ground.set_up {
        match item {
            SetUp::Unit { unit, hexes, may_dig, .. } => {
                begins += 1;
                let id = battle.counter(*unit).id.as_str();
                if ["aus-2-7-a", "aus-2-8-b", "aus-2-8fldrae", "aus-2-3raa-c"].contains(&id) {
                    let labels = hexes.iter().map(|&hex| battle.label(hex));
                    assert!(labels.clone().all(|label| label.starts_with("rethymnon ")));
                    free_hexes.push((id.to_string(), *may_dig));
                }
            }
            SetUp::Random { units, .. } => begins += units.len(),
            SetUp::Leader { .. } => {}
        }
    }
    free_hexes.sort();
    let dig = |id: &str, may: bool| (id.to_string(), may);
    assert_eq!(
        free_hexes,
        [
            dig("aus-2-3raa-c", false),
            dig("aus-2-7-a", true),
            dig("aus-2-8-b", true),
            dig("aus-2-8fldrae", true)
        ]
    );
    let of = |side| battle.ids().filter(|&unit| battle.side(unit) == side).count();
    let platoons = battle.ground.rearguards.len();
    let later = battle.ground.reinforcements.len();
    // Twelve Allied companies and the tanks come later, and trucks are no units of their own.
    assert_eq!((begins, later), (205, 13));
    assert_eq!(of(Side::Allied), begins + 12 + platoons / 2);
    for gone in
        ["det-muerbe", "det-gentz", "det-altmann", "ramcke-1", "vogel-1", "fjr2-7", "fjr2-8"]
    {
        assert!(battle.ids().all(|unit| battle.counter(unit).id != gone), "{gone}");
    }
}

/// Vassey has the brigade, Campbell is not used; Bedding keeps the Greeks of Kastelli in command and is bound to nothing
/// (A-SC13-3).
#[test]
fn m_sc13_leaders() {
    let battle = free();
    let card = |id: &str| battle.ground.leaders.iter().position(|card| card.id == id);
    assert_eq!(card("ldr-campbell"), None);
    let vassey = card("ldr-vassey").unwrap();
    let with = battle.ground.set_up.iter().find_map(|item| match item {
        SetUp::Leader { leader, units } if leader.index() == vassey => Some(units.clone()),
        _ => None,
    });
    // 2/1, 2/11, 2/7 and 2/8 with the sappers.
    assert_eq!(with.unwrap().len(), 6 + 5 + 6 + 3 + 1);
    let bedding = &battle.ground.leaders[card("ldr-bedding").unwrap()];
    assert!(matches!(bedding.commands, Commands::Greeks));
    let greek = unit(&battle, "gr-1-a1");
    assert!(!battle.is_confined(greek));
    assert!(battle.ground.reserves.is_empty() && battle.ground.obligations.is_empty());
    assert!(battle.ground.sudden_deaths.is_empty());
}

#[test]
fn ruling_sc13_limits() {
    let bound = |reading: &str| {
        let battle = ruled("free-for-all", "sc13_limits", reading);
        let welch = unit(&battle, "uk-welch-a");
        let reserves = battle.ground.reserves.iter();
        let held = reserves.filter(|reserve| reserve.units[welch.index()]).count();
        (battle.is_confined(unit(&battle, "gr-1-a1")), held, battle.held.0)
    };
    assert_eq!(bound("off"), (false, 0, 0));
    assert_eq!(bound("on"), (true, 1, 1));
}

/// A-O1-1.
#[test]
fn ruling_unnamed_companies() {
    let sizes = |reading: &str| {
        let battle = ruled("free-for-all", "unnamed_companies", reading);
        let sticks = battle.ground.sticks.iter();
        let sizes = sticks.map(|stick| (stick.name.clone(), stick.units.len()));
        sizes.filter(|&(_, units)| units != 4).collect::<Vec<_>>()
    };
    let of = |name: &str, units| (name.to_string(), units);
    let pairs = [3, 1, 2].map(|number| of(&alloc::format!("13. and 14. FJR {number}"), 2));
    assert_eq!(sizes("on"), pairs);
    assert_eq!(
        sizes("off"),
        [
            of("I./LLSR", 2),
            of("II./FJR 3", 3),
            pairs[0].clone(),
            of("I./FJR 1", 3),
            of("III./FJR 1", 3),
            pairs[1].clone(),
            of("II./FJR 2", 2),
            pairs[2].clone(),
        ]
    );
    let faulty =
        Files::faulty_keys("free-for-all", "unnamed = [\"fjr3-8\"]", "unnamed = [\"fjr3-9\"]");
    assert_eq!(faulty, ["free_drops.battalion.unnamed"]);
}

/// O1.0: sixteen battalions with all their companies, in six drops, and fourteen independents.
#[test]
fn m_o1_0_battalions_of_scenario_13() {
    let battle = free();
    let terms = battle.ground.free_drops.as_ref().unwrap();
    assert_eq!((terms.battalions.len(), terms.apart), (16, 2));
    let sticks = terms.battalions.iter().map(|stick| &battle.ground.sticks[stick.index()]);
    for stick in sticks {
        let first = battle.counter(stick.units[0]);
        let regimental = first.battalion == "Regimental";
        assert_eq!(stick.units.len(), if regimental { 2 } else { 4 }, "{}", stick.name);
        assert_eq!(stick.glider, stick.name == "I./LLSR");
        // Whole battalions: nobody of theirs stays behind, and nobody else is among them.
        let own = |unit| {
            let counter = battle.counter(unit);
            (&counter.battalion, counter.formation) == (&first.battalion, first.formation)
        };
        let all: Vec<_> = battle.ids().filter(|&unit| own(unit)).collect();
        let mut units = stick.units.clone();
        units.sort();
        assert_eq!(units, all, "{}", stick.name);
    }
    // 7. and 8./II./FJR 2 are under their own regiment.
    let own = battle.counter(unit(&battle, "fjr2-7-own")).formation;
    assert_eq!(own, battle.counter(unit(&battle, "fjr2-1")).formation);
    let independents: Vec<&str> =
        terms.independents.iter().map(|&unit| battle.counter(unit).id.as_str()).collect();
    assert_eq!(independents.len(), 14);
    // The third battery comes by transport aircraft.
    assert!(!independents.contains(&"fschart-3"));
    let terms = battle.ground.airlanding.as_ref().unwrap();
    assert!(terms.serials[4].units.contains(&unit(&battle, "fschart-3")));
}

#[test]
fn m_o1_0_drops_of_scenario_13_and_their_scatter() {
    let battle = free();
    let waves = &battle.ground.free_drops.as_ref().unwrap().waves;
    let told: Vec<(u16, u8, u8)> =
        waves.iter().map(|wave| (wave.turn, wave.sticks, wave.scatters_from)).collect();
    assert_eq!(
        told,
        [(0, 8, 8), (SECOND, 2, 6), (THIRD, 3, 5), (6, 1, 7), (FIFTH, 1, 8), (SIXTH, 1, 8)]
    );
}

/// With the 7FD division's chit, before the drop, on any sheet and at any distance.
#[test]
fn m_sc13_four_strikes_come_before_five_of_the_drops() {
    let battle = free();
    let told: Vec<(u16, u8)> =
        battle.ground.air_support.iter().map(|air| (air.turn, air.strikes)).collect();
    assert_eq!(told, [(0, 4), (SECOND, 4), (THIRD, 4), (FIFTH, 4), (SIXTH, 4)]);
    let own = division(&battle, "7FD");
    for air in &battle.ground.air_support {
        assert_eq!((air.division, air.within, air.sheets), (own, None, ANYWHERE));
    }
    let mut battle = battle;
    for (id, at) in [("nz-22-a", "09.07"), ("uk-bw-a", "heraklion 29.12")] {
        let (unit, hex) = (unit(&battle, id), hex(&battle, at));
        battle.put(unit, hex);
    }
    for (grant, left) in battle.air.strikes_left.iter_mut().enumerate() {
        *left = if grant == 0 { 4 } else { 0 };
    }
    battle.frames = BOTTOM.into();
    let mut all = ChitId::all(battle.ground.chits.len());
    let drop = all.find(|&chit| battle.chit_name(chit) == "7FD Division").unwrap();
    battle.play_chit(drop, &mut Scripted::always(5), &mut Vec::new());
    settle(&mut battle, 5);
    assert!(matches!(battle.frames.last(), Some(Frame::AirStrikes(AirStrikes { left: 4, .. }))));
    assert!(
        battle.frames.iter().any(|frame| matches!(frame, Frame::FreeDrop(FreeDrop { wave: 0 })))
    );
    let strikes = legal(&battle);
    for label in ["09.07", "heraklion 29.12"] {
        assert!(strikes.contains(&Action::AirStrike(hex(&battle, label))), "{label}");
    }
}

/// S11.0 begins on 22 May, and there is none on the day of the last drop.
#[test]
fn m_sc13_no_strikes_are_planned_on_the_days_of_the_drops() {
    let planned = |turn| {
        let mut battle = free();
        battle.turn = turn;
        battle.plan_the_day();
        battle.frames.iter().any(|frame| matches!(frame, Frame::AirPlan(_)))
    };
    let dawns = [0, 8, 16, 24, 32, 40, 48].map(planned);
    assert_eq!(dawns, [false, false, true, true, false, true, true]);
}

/// "If the 7. Flieger Division Activation chit is the last chit drawn; it is played", in turns with drops (A-4.1-1).
#[test]
fn m_sc13_the_chit_of_the_drop_is_played_even_if_it_is_last() {
    let battle = free();
    assert_eq!(battle.ground.rulings.play_last_drop_chit, Switch::On);
    let own = division(&battle, "7FD");
    for (turn, named, due) in [(0, 0, true), (1, 1, false), (SECOND, 1, true), (SIXTH, 5, true)] {
        let mut battle = battle.clone();
        battle.turn = turn;
        battle.arrivals.waves_named = named;
        assert_eq!(battle.drop_due(own), due, "turn {turn}");
    }
}

#[test]
fn m_sc13_serials_of_scenario_11_in_any_order_on_any_airfield() {
    let mut battle = free();
    let terms = battle.ground.airlanding.clone().unwrap();
    let rising = Files::default().scenario("rising");
    let other = rising.ground.airlanding.as_ref().unwrap();
    assert!(terms.any_order && !other.any_order);
    let ids = |battle: &Battle, terms: &super::super::airlanding::Airlanding| {
        let names = |unit| battle.counter(unit).id.clone();
        let of = |serial: &super::super::airlanding::Serial| {
            serial.units.iter().map(|&unit| names(unit)).collect::<Vec<_>>()
        };
        terms.serials.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(ids(&battle, &terms), ids(&rising, other));
    assert_eq!(terms.turns, other.turns);
    assert_eq!(terms.airfields.len(), 3);
    for label in ["09.04", "10.04"] {
        takes(&mut battle, Side::German, label);
    }
    battle.turn = FIRST_SERIAL;
    battle.frames = BOTTOM.into();
    let mountain = division(&battle, "5GD");
    battle.call_serials(mountain);
    assert!(matches!(battle.frames.last(), Some(Frame::NextSerial(NextSerial { .. }))));
    assert_eq!(battle.to_act(), Some(Side::German));
    // Serial 5 begins with a battery of the other division and comes with its chit.
    assert_eq!(legal(&battle).len(), 16);
}

/// Of S5.0 only steps, airfields and ports count; the level begins at 40 and never exceeds it.
#[test]
fn m_sc13_allied_morale() {
    let mut battle = free();
    let terms = battle.ground.morale.clone().unwrap();
    assert_eq!(terms.start, MoraleStart::Level(40));
    assert_eq!((terms.allied_step, terms.german_step, terms.place), (1, 1, 10));
    let level = |battle: &Battle| battle.morale.level;
    takes(&mut battle, Side::German, "kastelli 06.04");
    assert_eq!(level(&battle), 30);
    for hex in ["rethymnon 27.12", "rethymnon 28.11"] {
        takes(&mut battle, Side::German, hex);
    }
    assert_eq!(level(&battle), 20);
    takes(&mut battle, Side::Allied, "rethymnon 28.11");
    assert_eq!(level(&battle), 30);
    let mut events = Vec::new();
    battle.naval_unit_lost(&mut events);
    for group in 0..3 {
        for supply in [Level::Diminished, Level::Emergency] {
            battle.supply_saps_morale(group, supply, &mut events);
        }
    }
    assert_eq!(level(&battle), 30);
    let [company, greek, para] = ["uk-bw-a", "gr-1-a1", "llsr-5"].map(|id| unit(&battle, id));
    battle.steps_shift_morale(company, 2, &mut events);
    battle.steps_shift_morale(greek, 1, &mut events);
    assert_eq!(level(&battle), 28);
    battle.steps_shift_morale(para, 1, &mut events);
    assert_eq!(level(&battle), 29);
    battle.steps_shift_morale(para, 60, &mut events);
    assert_eq!(level(&battle), 40);
}

/// The exits of S5.0 and besides them 01.18, and by night every port.
#[test]
fn m_sc13_ways_out_of_the_island() {
    let by = |id: &str, at: &str, turn: u16| {
        let battle = active(broken(free()), turn, &[(id, at), ("llsr-5", "05.06")]);
        departures(&battle).iter().any(|by| matches!(by, Departure::Withdrawn(_)))
    };
    for exit in ["78.67", "heraklion 28.26", "01.18"] {
        assert!(by("nz-22-a", exit, 48), "{exit}");
    }
    for port in PORTS {
        assert!(by("uk-bw-a", port, NIGHT26) && !by("uk-bw-a", port, 48), "{port}");
    }
    assert!(!by("nz-22-a", "02.18", NIGHT26));
}

#[test]
fn m_sc13_the_withdrawal_level_decides() {
    let end = |withdrawn: Option<u16>| {
        let mut battle = free();
        battle.turn = LAST;
        if let Some(level) = withdrawn {
            battle = broken(battle);
            battle.outcome = Outcome::Undecided;
            battle.raise_withdrawal(level, &mut Vec::new());
        }
        battle.end_turn(true, &mut Vec::new());
        ended(&battle).1
    };
    for (from, to, band) in [
        (0, 19, VictoryLevel::DecisiveGerman),
        (20, 30, VictoryLevel::SubstantialGerman),
        (31, 40, VictoryLevel::MarginalGerman),
        (41, 50, VictoryLevel::MarginalAllied),
        (51, 90, VictoryLevel::SubstantialAllied),
    ] {
        assert_eq!((end(Some(from)), end(Some(to))), (band, band), "{from} to {to}");
    }
    assert_eq!(end(None), VictoryLevel::DecisiveAllied);
}

/// A-SC13-4: at any Allied port that no enemy fire zone covers.
#[test]
fn m_sc13_commandos_come_to_any_allied_port() {
    let havens = |battle: &Battle| {
        let commandos = unit(battle, "lay-a-a");
        let entry = battle.ground.reinforcements.iter().find(|entry| entry.unit == commandos);
        let havens = battle.havens(entry.unwrap());
        havens.into_iter().map(|hex| battle.label(hex)).collect::<Vec<_>>()
    };
    assert_eq!(havens(&free()), PORTS);
    let watched = |mut battle: Battle| {
        takes(&mut battle, Side::German, "49.07");
        let (company, near) = (unit(&battle, "llsr-5"), hex(&battle, "59.12"));
        battle.put(company, near);
        havens(&battle)
    };
    assert_eq!(watched(free()), PORTS[2..]);
    assert_eq!(watched(ruled("free-for-all", "layforce_port", "in_zones")), PORTS[1..]);
    // Three of one battalion in the night of the 25th, five of the other a day later.
    let battle = free();
    let nights = battle
        .ground
        .reinforcements
        .iter()
        .filter(|entry| battle.counter(entry.unit).id.starts_with("lay-"));
    let turns: Vec<u16> = nights.map(|entry| entry.turn).collect();
    assert_eq!(turns, [NIGHT25, NIGHT25, NIGHT25, NIGHT26, NIGHT26, NIGHT26, NIGHT26, NIGHT26]);
}

/// A-SC13-2: the tanks wait for a port.
#[test]
fn m_sc13_tanks_come_to_a_captured_port_or_wait() {
    let comes = |german: &[&str]| {
        let mut battle = free();
        battle.turn = TANKS;
        for port in german {
            takes(&mut battle, Side::German, port);
        }
        battle.frames = BOTTOM.into();
        battle.bring_reinforcements(division(&battle, "5GD"), &mut Vec::new());
        let tanks = unit(&battle, "pz31-5");
        match battle.unit(tanks).place {
            Place::At(hex) => Some(battle.label(hex)),
            _ => None,
        }
    };
    assert_eq!(comes(&[]), None);
    assert_eq!(comes(&["kastelli 06.04"]), Some("kastelli 06.04".to_string()));
}

/// "All Special Rules are in Effect."
#[test]
fn m_sc13_every_special_rule_is_in_force() {
    let ground = free().ground;
    assert!(ground.off_map.is_some() && ground.shipping.is_some() && ground.ad_hoc.is_some());
    assert!(ground.supply.is_some() && ground.morale.is_some() && ground.ways_out.is_some());
    assert!(ground.airlanding.is_some() && ground.trucks.is_some() && ground.planned_air.is_some());
    assert!(!ground.battalions.is_empty() && ground.free_drops.is_some());
    let commanders =
        ground.leaders.iter().filter(|card| matches!(card.commands, Commands::Division));
    assert_eq!(commanders.count(), 4, "two Kampfgruppe Commanders a division (A-S8-1)");
}

/// S7.0: a serial may land in each of these turns.
#[test]
fn m_s7_0_turns_of_the_list_to_the_end_of_the_campaign() {
    let battle = free();
    let terms = battle.ground.airlanding.as_ref().unwrap();
    let mut told = Vec::new();
    for (day, times) in [
        (21, ["1700", "1900"].as_slice()),
        (22, &["0700", "1100", "1500", "1900"]),
        (23, &["0700", "1100", "1500", "1900"]),
        (24, &["0700", "1500", "1900"]),
        (25, &["0700", "1500"]),
        (26, &["0700", "1500"]),
        (27, &["0700", "1500"]),
        (28, &["0700", "1500"]),
        (29, &["0700", "1500"]),
    ] {
        told.extend(times.iter().map(|time| alloc::format!("{day} May {time}")));
    }
    let names = &battle.ground.calendar.names;
    let listed: Vec<String> =
        terms.turns.iter().map(|&turn| names[usize::from(turn)].clone()).collect();
    assert_eq!(listed, told);
    assert_eq!(terms.serials.len(), 17);
}

/// O3.0, as an option of the scenario.
#[test]
fn m_o3_0_six_guns_on_four_maps() {
    let battle = ruled("free-for-all", "coastal_artillery", "on");
    let guns = battle.ground.set_up.iter().filter_map(|item| match item {
        SetUp::Unit { unit, hexes, .. } if battle.counter(*unit).id.starts_with("coast-") => {
            Some((battle.counter(*unit).id.clone(), battle.label(hexes[0])))
        }
        _ => None,
    });
    let mut guns: Vec<(String, String)> = guns.collect();
    guns.sort();
    let at = [
        ("coast-15ra-1", "heraklion 19.08"),
        ("coast-15ra-2", "76.16"),
        ("coast-15ra-3", "53.06"),
        ("coast-15ra-4", "81.21"),
        ("coast-x", "98.40"),
        ("coast-z", "09.06"),
    ];
    assert_eq!(guns, at.map(|(id, hex)| (id.to_string(), hex.to_string())));
    assert!(free().ids().all(|unit| !free().counter(unit).id.starts_with("coast-")));
}
