//! Scenario 11: the whole campaign on seven sheets, and what of it stands in no other scenario (11.0; S1.0-S11.0).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{Outcome, Scripted, Side};

use super::super::airstrike::AirStrikes;
use super::super::departures::Departure;
use super::super::event::Event;
use super::super::frame::Frame;
use super::super::rulings::Level;
use super::super::state::{Battle, Place};
use super::super::victory_level::VictoryLevel;
use super::desk::{Files, chit, division, hex, raising_serials, ratings_rise, ruled, unit};
use super::western_desk::{active, broken, departures, ended, settle, takes, with};

/// 20 May 1500 and 1700, 24 May 1100 and 1500, 25 May 0700, 26 May 0700 and Night.
const RETHYMNON: u16 = 4;
const HERAKLION: u16 = 5;
const VOGEL: u16 = 34;
const AIR24: u16 = 36;
const EXIT4: u16 = 40;
const DAWN26: u16 = 48;
const NIGHT26: u16 = 55;
/// 28 May 0700, 29 May 0700 and 1900.
const DAWN28: u16 = 64;
const DAWN29: u16 = 72;
const LAST: u16 = 78;

fn rising() -> Battle {
    static RISING: OnceLock<Battle> = OnceLock::new();
    RISING.get_or_init(|| Files::default().scenario("rising")).clone()
}

#[test]
fn m11_0_seventy_nine_turns_and_the_turns_that_the_text_names() {
    let battle = rising();
    let names = &battle.ground.calendar.names;
    assert_eq!((names.len(), names[usize::from(LAST)].as_str()), (79, "29 May 1900"));
    for (turn, name) in [
        (RETHYMNON, "20 May 1500"),
        (HERAKLION, "20 May 1700"),
        (VOGEL, "24 May 1100"),
        (AIR24, "24 May 1500"),
        (EXIT4, "25 May 0700"),
        (DAWN26, "26 May 0700"),
        (NIGHT26, "26 May Night"),
        (DAWN28, "28 May 0700"),
        (DAWN29, "29 May 0700"),
    ] {
        assert_eq!(names[usize::from(turn)], name);
    }
    let first: Vec<String> =
        battle.ground.first_cup.iter().map(|&chit| battle.chit_name(chit)).collect();
    assert!(first.contains(&"LLSR formation".to_string()) && first.len() == 6, "{first:?}");
    assert!(!battle.ground.whole_first_turn);
}

#[test]
fn m11_0_everybody_of_the_campaign_is_in_play_once() {
    let battle = rising();
    let of = |side| battle.ids().filter(|&unit| battle.side(unit) == side).count();
    let platoons = battle.ground.rearguards.len();
    // All rearguards are available: twelve a division are a stand-in (A-7-1).
    assert_eq!(platoons, 48);
    let all = of(Side::German) + of(Side::Allied) - platoons;
    assert_eq!(all, 358);
}

#[test]
fn m11_0_georgeoupolis_and_rethymnon_wait_for_one_chit_and_heraklion_for_another() {
    let at = [
        ("aus-2-7-a", "97.41"),
        ("aus-2-1-a", "rethymnon 29.11"),
        ("uk-bw-a", "heraklion 29.12"),
        ("uk-106rha-b", "55.13"),
    ];
    let mut battle = with(rising(), RETHYMNON, &at);
    let free = |battle: &Battle| at.map(|(id, _)| !battle.not_yet_free(unit(battle, id)));
    assert_eq!(free(&battle), [false, false, false, true], "Canea was never held back");
    let drop = chit(&battle, "7FD Division");
    let mut early = with(rising(), RETHYMNON - 1, &at);
    early.release_by_chit(drop, &mut Vec::new());
    assert_eq!(free(&early), [false, false, false, true]);
    battle.release_by_chit(drop, &mut Vec::new());
    assert_eq!(free(&battle), [true, true, false, true]);
    battle.turn = HERAKLION;
    battle.release_by_chit(drop, &mut Vec::new());
    assert_eq!(free(&battle), [true; 4]);
}

#[test]
fn m11_0_regiments_follow_their_division_into_the_cup_on_the_day_of_their_drop() {
    let mut battle = rising();
    battle.cup.clear();
    let drop = chit(&battle, "7FD Division");
    battle.turn = RETHYMNON;
    battle.release_by_chit(drop, &mut Vec::new());
    assert_eq!(battle.cup.chits(), [chit(&battle, "FJR 2 formation").0]);
    battle.cup.clear();
    battle.turn = HERAKLION;
    battle.release_by_chit(drop, &mut Vec::new());
    assert_eq!(battle.cup.chits(), [chit(&battle, "FJR 1 formation").0]);
}

/// A-SC6-3: for good, by one at 1500 and by one more at 1700.
#[test]
fn m11_0_ratings_rise_at_their_dates_and_with_the_serials() {
    let battle = rising();
    ratings_rise(battle.clone(), LAST, |turn| {
        let raised = u8::from(turn >= RETHYMNON) + u8::from(turn >= HERAKLION);
        [("2NZ", 0), ("CREFOR", raised), ("7FD", raised), ("5GD", 0)]
    });
    assert_eq!(raising_serials(&battle), ["Serial 3", "Serial 8", "Serial 14"]);
    let terms = battle.ground.airlanding.as_ref().unwrap();
    assert_eq!((terms.serials.len(), terms.airfields.len()), (17, 3));
}

/// The strikes that the division's chit brings in a turn, and the sheet on which alone they may fall.
fn strikes(mut battle: Battle, turn: u16) -> Option<(u8, bool, Vec<String>)> {
    battle.turn = turn;
    for (id, at) in
        [("nz-22-a", "09.07"), ("aus-2-1-a", "rethymnon 29.11"), ("uk-bw-a", "heraklion 29.12")]
    {
        let (unit, hex) = (unit(&battle, id), hex(&battle, at));
        battle.put(unit, hex);
    }
    for (grant, left) in battle.air.strikes_left.iter_mut().enumerate() {
        *left = if battle.ground.air_support[grant].turn == turn { 4 } else { 0 };
    }
    battle.call_air_support(division(&battle, "7FD"));
    let Some(Frame::AirStrikes(AirStrikes { left, within, .. })) = battle.frames.last() else {
        return None;
    };
    let (left, free) = (*left, within.is_none());
    let at = super::desk::legal(&battle).into_iter().filter_map(|action| match action {
        super::super::action::Action::AirStrike(hex) => Some(battle.ground.map.label(hex)),
        _ => None,
    });
    Some((left, free, at.collect()))
}

#[test]
fn m11_0_four_strikes_come_before_each_drop_on_its_sheet_at_any_distance() {
    for (turn, at) in [
        (0, "09.07"),
        (RETHYMNON, "rethymnon 29.11"),
        (HERAKLION, "heraklion 29.12"),
        (12, "09.07"),
        (VOGEL, "heraklion 29.12"),
    ] {
        assert_eq!(strikes(rising(), turn), Some((4, true, [at.to_string()].into())), "{turn}");
    }
    assert_eq!(strikes(rising(), 6), None);
}

/// The strikes are placed before the first stick of the turn is.
#[test]
fn m11_0_strikes_are_placed_before_the_drop() {
    let mut battle = rising();
    let at = hex(&battle, "heraklion 23.12");
    let garrison = unit(&battle, "uk-leics-c");
    battle.put(garrison, at);
    battle.turn = VOGEL;
    battle.arrivals.dropped = crate::mercury::ids::StickId::all(battle.ground.sticks.len())
        .filter(|stick| battle.ground.sticks[stick.index()].turn < VOGEL)
        .collect();
    battle.arrivals.waiting.clear();
    for (grant, left) in battle.air.strikes_left.iter_mut().enumerate() {
        *left = if battle.ground.air_support[grant].turn == VOGEL { 4 } else { 0 };
    }
    let drop = chit(&battle, "7FD Division");
    battle.play_chit(drop, &mut Scripted::always(5), &mut Vec::new());
    settle(&mut battle, 5);
    assert!(matches!(battle.frames.last(), Some(Frame::AirStrikes(_))), "{:?}", battle.frames);
    assert!(battle.frames.iter().any(|frame| matches!(frame, Frame::Dropping(_))));
}

/// A-SC11-1.
#[test]
fn ruling_sc11_air24() {
    let printed = || ruled("rising", "sc11_air24", "as_printed");
    assert_eq!(strikes(printed(), VOGEL), None);
    assert!(strikes(printed(), AIR24).is_some());
    assert_eq!(strikes(rising(), AIR24), None);
}

/// S11.0 begins on 22 May, and there is none on the day of the last drop.
#[test]
fn m11_0_no_strikes_are_planned_on_the_days_of_the_drops() {
    let planned = |turn| {
        let mut battle = rising();
        battle.turn = turn;
        battle.plan_the_day();
        battle.frames.iter().any(|frame| matches!(frame, Frame::AirPlan(_)))
    };
    let dawns = [0, 8, 16, 24, 32, EXIT4, DAWN26].map(planned);
    assert_eq!(dawns, [false, false, true, true, false, true, true]);
}

#[test]
fn m11_0_detachments_that_land_by_glider_do_not_free_the_reserves() {
    let freed = |id: &str, at: &str| {
        let mut battle = rising();
        let (unit, hex) = (unit(&battle, id), hex(&battle, at));
        battle.enter(unit, hex, &mut Vec::new());
        battle.held.0 == 0
    };
    assert!(!freed("det-gentz", "49.13") && !freed("det-altmann", "55.10"));
    assert!(freed("llsr-5", "55.10") && !freed("llsr-5", "20.07"));
    let battle = rising();
    let reserve = &battle.ground.reserves[0];
    let held = battle.ids().filter(|unit| reserve.units[unit.index()]).count();
    assert_eq!(held, 13, "the Welch, the Rangers and the dock defence: not the Hussars");
}

#[test]
fn m11_0_campbell_gives_way_to_vassey_when_both_are_on_one_sheet() {
    let leader = |battle: &Battle, id: &str| {
        battle.ground.leaders.iter().position(|card| card.id == id).unwrap()
    };
    let at = [("aus-2-1-a", "rethymnon 29.11"), ("aus-2-7-a", "97.41")];
    let mut battle = with(rising(), 40, &at);
    let (vassey, campbell) = (leader(&battle, "ldr-vassey"), leader(&battle, "ldr-campbell"));
    let with = at.map(|(id, _)| unit(&battle, id));
    battle.lead(campbell, Some(with[0]));
    battle.lead(vassey, Some(with[1]));
    battle.retire_deputies(&mut Vec::new());
    assert_eq!(battle.command.leaders[campbell].with, Some(with[0]));
    let there = hex(&battle, "rethymnon 20.14");
    battle.lift(with[1]);
    battle.put(with[1], there);
    let mut events = Vec::new();
    battle.retire_deputies(&mut events);
    assert_eq!(battle.command.leaders[campbell].with, None);
    assert_eq!(battle.command.leaders[vassey].with, Some(with[1]));
    assert!(matches!(events[..], [Event::LeaderRetired(_)]));
}

#[test]
fn m11_0_weston_is_with_the_guns_at_49_08() {
    let battle = rising();
    let weston = battle.ground.leaders.iter().position(|card| card.id == "ldr-weston").unwrap();
    let guns = unit(&battle, "uk-106rha-a");
    let places: Vec<_> = battle
        .ground
        .set_up
        .iter()
        .filter_map(|item| match item {
            super::super::ground::SetUp::Leader { leader, units } if leader.index() == weston => {
                Some(units.clone())
            }
            _ => None,
        })
        .collect();
    assert_eq!(places, [[guns]]);
}

/// Four units over 01.18 by the morning of 25 May, or Allied morale rises, though not above its start (A-S5-2).
#[test]
fn m11_0_four_units_are_to_leave_at_01_18() {
    let morale = |mut battle: Battle, sent: &[&str]| {
        battle.morale.level = 20;
        for id in sent {
            let unit = unit(&battle, id);
            battle.units[unit.index()].place =
                Place::Off(Departure::Sent { duty: 0, leader: false });
            battle.units[unit.index()].end = Some((20, "obligation"));
        }
        battle.turn = EXIT4 - 1;
        battle.end_turn(false, &mut Vec::new());
        battle.morale.level
    };
    let four = ["llsr-5", "llsr-6", "llsr-7", "llsr-8"];
    assert_eq!(morale(rising(), &four), 20);
    assert_eq!(morale(rising(), &four[..3]), 30);
    let high = |mut battle: Battle| {
        battle.morale.level = 30;
        battle.turn = EXIT4 - 1;
        battle.end_turn(false, &mut Vec::new());
        battle.morale.level
    };
    assert_eq!(high(rising()), 35);
    assert_eq!(high(ruled("rising", "exit4_cap", "off")), 40);
    // From the exit itself, beside the way to the display.
    let battle = active(rising(), 20, &[("llsr-5", "01.18"), ("nz-22-a", "09.07")]);
    assert!(departures(&battle).contains(&Departure::Sent { duty: 0, leader: false }));
    let late = active(rising(), EXIT4, &[("llsr-5", "01.18"), ("nz-22-a", "09.07")]);
    assert!(!departures(&late).iter().any(|by| matches!(by, Departure::Sent { .. })));
}

/// The game after its last turn, withdrawn by so many units, with the Germans in these hexes.
fn at_the_end(mut battle: Battle, withdrawn: Option<u16>, german: &[&str]) -> Battle {
    battle.turn = LAST;
    for label in german {
        takes(&mut battle, Side::German, label);
    }
    if let Some(level) = withdrawn {
        battle = broken(battle);
        battle.outcome = Outcome::Undecided;
        battle.raise_withdrawal(level, &mut Vec::new());
    }
    battle.end_turn(true, &mut Vec::new());
    battle
}

const AKROTIRI: [&str; 4] = ["67.07", "74.08", "75.08", "77.02"];

/// F-SC11-3: the bands without the overlap of the text.
#[test]
fn m11_0_the_withdrawal_level_decides() {
    let level = |withdrawn| ended(&at_the_end(rising(), Some(withdrawn), &AKROTIRI)).1;
    for (from, to, band) in [
        (0, 19, VictoryLevel::SubstantialGerman),
        (20, 34, VictoryLevel::MarginalGerman),
        (35, 45, VictoryLevel::Draw),
        (46, 55, VictoryLevel::MarginalAllied),
        (56, 90, VictoryLevel::SubstantialAllied),
    ] {
        assert_eq!((level(from), level(to)), (band, band), "{from} to {to}");
    }
}

#[test]
fn m11_0_without_withdrawal_the_allies_win_a_decisive_victory() {
    let all = ended(&at_the_end(rising(), None, &AKROTIRI));
    assert_eq!(all, (Some(Side::Allied), VictoryLevel::DecisiveAllied, "last turn played"));
}

#[test]
fn m11_0_akrotiri_left_open_adds_five_to_the_withdrawal_level() {
    let level = |german: &[&str]| {
        let battle = at_the_end(rising(), Some(10), german);
        battle.morale.withdrawal.map(|withdrawal| withdrawal.level)
    };
    assert_eq!(level(&AKROTIRI), Some(10));
    assert_eq!(level(&AKROTIRI[1..]), Some(15));
}

/// F-SC10-2.
#[test]
fn ruling_akrotiri() {
    let of = |battle: Battle| {
        let duty = &battle.ground.obligations[1];
        battle.ground.map.label(battle.ground.objectives[duty.hexes[0].index()].0)
    };
    assert_eq!(of(rising()), "67.07");
    assert_eq!(of(ruled("rising", "akrotiri", "french")), "67.08");
}

#[test]
fn m11_0_sudden_deaths_by_the_ports_and_in_the_withdrawal_by_two_villages() {
    let dies = |turn: u16, hex: &str, withdrawal: bool| {
        let mut battle = rising();
        if withdrawal {
            battle = broken(battle);
        }
        battle.turn = turn;
        battle.frames.push(super::desk::BOTTOM[0]);
        takes(&mut battle, Side::German, hex);
        settle(&mut battle, 5);
        if battle.outcome == Outcome::Undecided {
            return false;
        }
        let end = ended(&battle);
        assert_eq!(end, (Some(Side::German), VictoryLevel::DecisiveGerman, "sudden death"));
        true
    };
    assert!(dies(DAWN26 - 1, "49.07", false) && !dies(DAWN26, "49.07", false));
    assert!(dies(DAWN28 - 1, "59.13", false) && !dies(DAWN28, "59.13", false));
    for (hex, before) in [("73.28", DAWN28), ("86.37", DAWN29)] {
        assert!(!dies(before - 1, hex, false), "{hex}: morale holds");
        assert!(dies(before - 1, hex, true) && !dies(before, hex, true));
    }
}

/// Two of them held when the withdrawal is triggered: it ends the game at once.
#[test]
fn m11_0_a_village_held_when_morale_breaks_is_a_sudden_death_too() {
    let mut battle = rising();
    battle.turn = DAWN26;
    battle.frames.push(super::desk::BOTTOM[0]);
    takes(&mut battle, Side::German, "73.28");
    let level = battle.morale.level;
    battle.shift_morale(-level, "a test", true, &mut Vec::new());
    settle(&mut battle, 5);
    assert_eq!(ended(&battle).2, "sudden death");
}

/// A-S4-2: Kastelli shares the track of the west unless the ruling sets it apart.
#[test]
fn s4_0_three_supply_tracks_a_side_or_four() {
    let groups = |battle: &Battle| battle.ground.supply.as_ref().unwrap().groups.len();
    let battle = rising();
    assert_eq!(groups(&battle), 3);
    assert_eq!(battle.ground.supply.as_ref().unwrap().from, 31, "the night of 23 May");
    assert_eq!((battle.supply[0].german, battle.supply[0].allied), (Level::Full, Level::Full));
    assert_eq!(groups(&ruled("rising", "supply_tracks", "apart")), 4);
}

#[test]
fn s5_0_ten_for_each_airfield_and_port_of_the_island() {
    let mut battle = rising();
    let mut levels = Vec::new();
    for hex in ["49.07", "rethymnon 08.13", "kastelli 06.04"] {
        takes(&mut battle, Side::German, hex);
        levels.push(battle.morale.level);
    }
    assert_eq!(levels, [25, 15, 5]);
    takes(&mut battle, Side::Allied, "kastelli 06.04");
    assert_eq!(battle.morale.level, 15);
    let airfield = ["09.04", "10.04", "11.05"];
    takes(&mut battle, Side::German, airfield[0]);
    takes(&mut battle, Side::German, airfield[1]);
    assert_eq!(battle.morale.level, 15, "not all its hexes");
    takes(&mut battle, Side::German, airfield[2]);
    assert_eq!(battle.morale.level, 5);
}

/// Units get away over the mountains, at Heraklion and by night from every port.
#[test]
fn s5_0_the_ways_out_of_the_island() {
    let by = |id: &str, at: &str, turn: u16| {
        let battle = active(broken(rising()), turn, &[(id, at), ("llsr-5", "05.06")]);
        departures(&battle).iter().any(|by| matches!(by, Departure::Withdrawn(_)))
    };
    assert!(by("nz-22-a", "78.67", DAWN26) && by("uk-bw-a", "heraklion 28.26", DAWN26));
    for port in ["49.07", "59.13", "rethymnon 08.13", "heraklion 19.08", "kastelli 06.04"] {
        assert!(by("uk-bw-a", port, NIGHT26) && !by("uk-bw-a", port, DAWN26), "{port}");
    }
    assert!(!by("nz-22-a", "01.18", NIGHT26));
}

/// Major Bedding's Greeks stay on the Kastelli sheet and keep away from its East Exit.
#[test]
fn m11_0_greeks_of_kastelli_stay_there() {
    let battle = rising();
    let greek = unit(&battle, "gr-1-a1");
    for (label, barred) in
        [("kastelli 06.04", false), ("kastelli 13.06", true), ("kastelli 12.06", false)]
    {
        assert_eq!(battle.out_of_bounds(greek, hex(&battle, label)), barred, "{label}");
    }
    assert!(battle.is_confined(greek) && !battle.is_confined(unit(&battle, "gr-2-1")));
}

/// Nor may the Major: without a Greek of his sheet he joins nobody, though others fight on elsewhere.
#[test]
fn m11_0_major_bedding_stays_at_kastelli() {
    let at = [("gr-1-a1", "kastelli 06.04"), ("gr-2-1", "42.17"), ("gr-7-1", "heraklion 16.11")];
    let battle = with(rising(), 2, &at);
    let leaders = &battle.ground.leaders;
    let bedding = leaders.iter().position(|card| card.id == "ldr-bedding").unwrap();
    let may = at.map(|(id, _)| battle.may_lead(bedding, unit(&battle, id)));
    assert_eq!(may, [true, false, false]);
}

#[test]
fn a_drop_that_strikes_come_before_is_a_turn_of_the_scenario() {
    let keys = Files::faulty_keys("rising", "drop = \"24 May 1100\"", "drop = \"24 May 1111\"");
    assert_eq!(keys, ["air_support.drop"]);
}

/// The tanks land in a port that is German, of several their owner chooses, and without one in the west of Maleme.
#[test]
fn m11_0_tanks_come_to_a_captured_port_or_to_maleme() {
    let comes = |german: &[&str]| {
        let mut battle = rising();
        battle.turn = 56;
        for port in german {
            takes(&mut battle, Side::German, port);
        }
        let tanks = unit(&battle, "pz31-5");
        let number = battle.ground.reinforcements.iter().position(|entry| entry.unit == tanks);
        battle.arrivals.waiting = [number.unwrap() as u8].into();
        battle.frames = super::desk::BOTTOM.into();
        battle.bring_reinforcements(division(&battle, "5GD"), &mut Vec::new());
        let choice = battle.frames.iter().any(|frame| matches!(frame, Frame::ComesToPort(_)));
        (battle.hex(tanks).map(|hex| battle.ground.map.label(hex)), choice)
    };
    assert_eq!(comes(&[]), (Some("09.03".to_string()), false));
    assert_eq!(comes(&["heraklion 19.08"]), (Some("heraklion 19.08".to_string()), false));
    assert_eq!(comes(&["49.07", "kastelli 06.04"]), (None, true));
}

/// A-SC13-4: the commandos wait until Suda is Allied and free of enemy zones.
#[test]
fn m11_0_layforce_comes_to_suda() {
    let comes = |battle: &mut Battle| {
        battle.turn = 47;
        battle.frames = super::desk::BOTTOM.into();
        battle.bring_reinforcements(division(battle, "CREFOR"), &mut Vec::new());
        battle.hex(unit(battle, "lay-a-a")).map(|hex| battle.ground.map.label(hex))
    };
    assert_eq!(comes(&mut rising()), Some("59.13".to_string()));
    let mut lost = rising();
    takes(&mut lost, Side::German, "59.13");
    assert_eq!(comes(&mut lost), None);
    takes(&mut lost, Side::Allied, "59.13");
    assert_eq!(comes(&mut lost), Some("59.13".to_string()));
}

/// The turns of the list, to the last day: three a day on 24 May, two from the 25th on.
#[test]
fn s7_0_serials_may_land_in_twenty_three_turns() {
    let battle = rising();
    let terms = battle.ground.airlanding.as_ref().unwrap();
    let names = &battle.ground.calendar.names;
    let of = |day: &str| -> Vec<&str> {
        let turns = terms.turns.iter().map(|&turn| names[usize::from(turn)].as_str());
        turns.filter_map(|name| name.strip_prefix(day)).collect()
    };
    assert_eq!(of("21 May "), ["1700", "1900"]);
    for day in ["22 May ", "23 May "] {
        assert_eq!(of(day), ["0700", "1100", "1500", "1900"]);
    }
    assert_eq!(of("24 May "), ["0700", "1500", "1900"]);
    for day in ["25 May ", "26 May ", "27 May ", "28 May ", "29 May "] {
        assert_eq!(of(day), ["0700", "1500"]);
    }
    assert_eq!(terms.turns.len(), 23);
}

/// O3.0: six units with set-up hexes, on four maps.
#[test]
fn m_o3_0_six_coastal_guns_on_four_maps() {
    let battle = ruled("rising", "coastal_artillery", "on");
    let guns: Vec<String> = battle
        .ground
        .set_up
        .iter()
        .filter_map(|item| match item {
            super::super::ground::SetUp::Unit { unit, hexes, .. } => {
                let id = &battle.counter(*unit).id;
                let label = || battle.ground.map.label(hexes[0]);
                id.starts_with("coast-").then(|| alloc::format!("{id} {}", label()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        guns,
        [
            "coast-z 09.06",
            "coast-15ra-2 76.16",
            "coast-15ra-3 53.06",
            "coast-15ra-4 81.21",
            "coast-x 98.40",
            "coast-15ra-1 heraklion 19.08",
        ]
    );
    assert!(rising().ground.counters.iter().all(|counter| !counter.id.starts_with("coast-")));
}
