//! Free drops (Mercury O1.0), and chits of the German choice (11.0, scenario 13).

use alloc::string::String;
use alloc::vec::Vec;
use std::sync::OnceLock;

use engine::{HexId, Id, Placing, PlanKind, Plannable, Scripted};

use super::desk::{AUS, AUS2, BOTTOM, CO_2_1, CO_I, CO_III, Desk, FJR1, Files, REGIMENT};
use crate::mercury::action::Action;
use crate::mercury::counter::UnitId;
use crate::mercury::dropped::Way;
use crate::mercury::drops::ByAir;
use crate::mercury::event::Event;
use crate::mercury::free_drops::FillCup;
use crate::mercury::ground::{Chit, SetUp};
use crate::mercury::ids::{LeaderId, StickId};
use crate::mercury::morale::{MoraleStart, MoraleTerms};
use crate::mercury::state::{Battle, Place};

/// Numbers of the battalions: I. and III./FJR 2, the regimental companies.
const FIRST: StickId = StickId(0);
const THIRD: StickId = StickId(1);
const PAIR: StickId = StickId(2);

/// What stands in place of the sticks of SNAFU: two battalions at 1500, the pair at 1700.
const TERMS: &str = "
[free_drops]
independents = [\"fschmg-1\", \"fschflak-2\"]
apart = 2

[[free_drops.battalion]]
name = \"I./FJR 2\"
units = [\"fjr2-1\", \"fjr2-2\", \"fjr2-3\", \"fjr2-4\"]
glider = true
leader = \"ldr-fjr2-i\"

[[free_drops.battalion]]
name = \"III./FJR 2\"
units = [\"fjr2-9\", \"fjr2-10\", \"fjr2-11\", \"fjr2-12\"]
leader = \"ldr-fjr2-iii\"

[[free_drops.battalion]]
name = \"FJR 2\"
units = [\"fjr2-13\", \"fjr2-14\"]

[[free_drops.wave]]
turn = \"20 May 1500\"
sticks = 2
scatters_from = 6

[[free_drops.wave]]
turn = \"20 May 1700\"
sticks = 1
scatters_from = 5
";

/// SNAFU with free drops in place of its sticks.
fn text(text: &str) -> String {
    let start = text.find("# --- the drop ---").unwrap();
    let end = text.find("# Four strikes before the drop").unwrap();
    [&text[..start], &text[end..], TERMS].concat()
}

/// On open ground but for the sea at 20.02, a city at 22.10 and a town at 24.10: nobody on the map.
fn free() -> Desk {
    static FLAT: OnceLock<Battle> = OnceLock::new();
    let flat = FLAT.get_or_init(|| {
        let mut files = Files::default();
        let odd = [
            ("20.02", "sea", "", ""),
            ("22.10", "city", "", ""),
            ("24.10", "town", "", ""),
            ("26.10", "village", "", ""),
        ];
        files.flatten("rethymnon", &odd);
        files.change("snafu", "toml", |old| text(&old));
        files.scenario("snafu")
    });
    let mut desk = Desk { battle: flat.clone() };
    let units = [AUS, AUS2].map(|id| desk.unit(id)).into();
    desk.ground().set_up = [SetUp::Leader { leader: LeaderId::at(CO_2_1), units }].into();
    desk.battle.frames = BOTTOM.into();
    desk
}

/// The regiment's chit is played, and rolls for its points where it receives any.
fn call(desk: &mut Desk, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    let chit = desk.number(Chit::Division(desk.division(REGIMENT)));
    let mut dice = Scripted::new(rolls.iter().copied());
    let mut events = Vec::new();
    desk.battle.play_chit(chit, &mut dice, &mut events);
    desk.battle.settle(&mut dice, &mut events);
    dice.done();
    events
}

fn targets(desk: &Desk) -> Vec<HexId> {
    let target = |action| if let Action::DropTarget(hex) = action { Some(hex) } else { None };
    desk.legal().into_iter().filter_map(target).collect()
}

fn landings(desk: &Desk) -> Vec<HexId> {
    let hex = |action| if let Action::DropIn(hex) = action { Some(hex) } else { None };
    desk.legal().into_iter().filter_map(hex).collect()
}

/// Names a battalion with its target, and nobody with it; the last of a wave with these rolls.
fn name(desk: &mut Desk, stick: StickId, target: &str, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    let target = desk.hex(target);
    desk.play(Action::JumpNext(stick), &[]);
    desk.play(Action::DropTarget(target), &[]);
    desk.play(Action::DropAlone, rolls)
}

/// Both battalions of the first wave, the first at this target; the first one scatters, with these rolls of its units,
/// and the other does not.
fn scatter(desk: &mut Desk, target: &str, drifts: &[(u8, u8)]) -> Vec<Event> {
    call(desk, &[]);
    name(desk, FIRST, target, &[]);
    let mut rolls = alloc::vec![("stick scatters", 6)];
    for &(direction, distance) in drifts {
        rolls.push(("scatter direction", direction));
        rolls.push(("scatter distance", distance));
    }
    rolls.push(("stick scatters", 0));
    name(desk, THIRD, "40.20", &rolls)
}

#[test]
fn m_o1_0_battalions_are_named_with_targets_and_one_independent() {
    let mut desk = free();
    call(&mut desk, &[]);
    let all = [FIRST, THIRD, PAIR].map(Action::JumpNext);
    assert_eq!(desk.legal(), all);
    desk.play(all[0], &[]);
    // Any open ground and villages, nothing else.
    let offered = targets(&desk);
    let on = |label| offered.contains(&desk.hex(label));
    assert!(on("20.10") && on("26.10"));
    assert!(!on("20.02") && !on("22.10") && !on("24.10"));
    let target = desk.hex("20.10");
    desk.play(Action::DropTarget(target), &[]);
    let [mg, flak] = ["fschmg-1", "fschflak-2"].map(|id| desk.unit(id));
    assert_eq!(desk.legal(), [Action::DropWith(mg), Action::DropWith(flak), Action::DropAlone]);
    // A plan that has the battalion jump here, and the machine guns elsewhere, lets it jump alone.
    let placing = |action| Battle::placing(&desk.battle, action);
    let first = desk.unit(FJR1);
    let at = |unit: UnitId| Some((PlanKind::Drop, Placing::Unit(unit.0, target)));
    assert_eq!([placing(Action::DropAlone), placing(Action::DropWith(mg))], [at(first), at(mg)]);
    desk.play(Action::DropWith(mg), &[]);
    // Nobody is named twice.
    assert_eq!(desk.legal(), all[1..]);
    desk.play(all[1], &[]);
    // Two hexes lie between targets.
    let offered = targets(&desk);
    let on = |label| offered.contains(&desk.hex(label));
    assert!(!on("20.10") && !on("20.12") && on("20.13"));
    let other = desk.hex("20.13");
    desk.play(Action::DropTarget(other), &[]);
    assert_eq!(desk.legal(), [Action::DropWith(flak), Action::DropAlone]);
}

#[test]
fn m_o1_0_units_land_at_the_target_and_next_to_it() {
    let mut desk = free();
    call(&mut desk, &[]);
    name(&mut desk, FIRST, "21.10", &[]);
    name(&mut desk, THIRD, "40.20", &[("stick scatters", 5)]);
    // 22.10 is a city: six of seven hexes are left, and fewer with each that has landed.
    let mut zone = landings(&desk);
    assert_eq!((zone.len(), zone[0]), (6, desk.hex("21.10")));
    assert!(!zone.contains(&desk.hex("22.10")));
    for left in [5, 4, 3] {
        desk.play(Action::DropIn(zone[0]), &[]);
        zone = landings(&desk);
        assert_eq!(zone.len(), left);
    }
    // The next battalion follows.
    desk.play(Action::DropIn(zone[0]), &[("stick scatters", 5)]);
    assert_eq!(landings(&desk).len(), 7);
    assert_eq!(desk.battle.subject(), Some(desk.unit("fjr2-9")));
    // After 4.2 a parachute marker lies on who jumped, and none on who came by glider.
    let glider = desk.see("fjr2-1");
    assert_eq!((glider.landing, glider.parachutes), (Some(ByAir::Stick(FIRST)), 0));
    let first = landings(&desk)[0];
    desk.play(Action::DropIn(first), &[]);
    assert_eq!(desk.see("fjr2-9").parachutes, 1);
}

#[test]
fn m_o1_0_the_independent_lands_last() {
    let mut desk = free();
    call(&mut desk, &[]);
    let target = desk.hex("30.10");
    let flak = desk.unit("fschflak-2");
    for action in [Action::JumpNext(PAIR), Action::DropTarget(target), Action::DropWith(flak)] {
        desk.play(action, &[]);
    }
    name(&mut desk, FIRST, "40.20", &[("stick scatters", 0)]);
    for id in ["fjr2-13", "fjr2-14", "fschflak-2"] {
        assert_eq!(desk.battle.subject(), Some(desk.unit(id)));
        let hex = landings(&desk)[0];
        let rolls: &[_] = if id == "fschflak-2" { &[("stick scatters", 0)] } else { &[] };
        desk.play(Action::DropIn(hex), rolls);
    }
    assert_eq!(desk.see("fschflak-2").landing, Some(ByAir::Stick(PAIR)));
}

#[test]
fn m_o1_0_a_scattered_stick_drifts_unit_by_unit() {
    let mut desk = free();
    // North, south, nowhere, north-east; a third of the die, rounded up.
    scatter(&mut desk, "30.10", &[(0, 9), (3, 4), (2, 0), (1, 1)]);
    let at = ["fjr2-1", "fjr2-2", "fjr2-3", "fjr2-4"].map(|id| desk.at(id));
    assert_eq!(at, ["30.07", "30.12", "30.10", "31.10"]);
    assert!(desk.battle.arrivals.dropped.contains(&FIRST));
    // The other battalion lands together.
    assert_eq!(desk.battle.subject(), Some(desk.unit("fjr2-9")));
}

/// 11.0: reinforcements may arrive overstacked. Who drifts cannot pick a hex with room; whoever goes there afterwards can.
#[test]
fn m_o1_0_scattered_units_may_come_down_overstacked() {
    let mut desk = free();
    desk.place("fjr2-13", "30.10");
    scatter(&mut desk, "30.10", &[(0, 0); 4]);
    let hex = desk.hex("30.10");
    assert_eq!(desk.battle.stack(hex).count(), 5);
    assert!(desk.battle.overstacked(hex));
    let late = desk.unit("fjr2-14");
    assert!(!desk.battle.fits(late, hex, false));
}

#[test]
fn ruling_scatter_zero() {
    let mut desk = free();
    desk.rulings().scatter_zero = super::super::rulings::ScatterZero::Ten;
    scatter(&mut desk, "30.10", &[(0, 0), (0, 1), (0, 2), (0, 3)]);
    assert_eq!(["fjr2-1", "fjr2-2"].map(|id| desk.at(id)), ["30.06", "30.09"]);
}

#[test]
fn ruling_free_drop_gliders() {
    let glider = |word| {
        let mut files = Files::default();
        let block = alloc::format!("\n[rulings]\nfree_drop_gliders = \"{word}\"\n");
        files.change("snafu", "toml", |old| text(&old) + &block);
        let battle = files.scenario("snafu");
        [FIRST, THIRD].map(|stick| battle.ground.sticks[stick.index()].glider)
    };
    assert_eq!(glider("on"), [true, false]);
    assert_eq!(glider("off"), [false, false]);
}

#[test]
fn m_o1_0_water_towns_and_enemies_are_fatal() {
    let mut desk = free();
    desk.place(AUS, "22.14");
    // Round 22.13: a company of the enemy to the south; the city three hexes north; open ground.
    let drifts = [(3, 1), (0, 9), (0, 1), (0, 4)];
    call(&mut desk, &[]);
    // The strikes come before the drop (11.0).
    desk.play(Action::NoAirStrike, &[]);
    name(&mut desk, FIRST, "22.13", &[]);
    // The enemy's zone makes the die one more.
    let mut rolls = alloc::vec![("stick scatters", 5)];
    for (direction, distance) in drifts {
        rolls.push(("scatter direction", direction));
        rolls.push(("scatter distance", distance));
    }
    rolls.push(("stick scatters", 0));
    let events = name(&mut desk, THIRD, "40.20", &rolls);
    let ways: Vec<Way> = events
        .iter()
        .filter_map(|event| match event {
            Event::Dropped(drop) => Some(drop.way),
            _ => None,
        })
        .collect();
    assert_eq!(ways, [Way::OnEnemy(FIRST), Way::Astray(FIRST)]);
    let fate = ["fjr2-1", "fjr2-2", "fjr2-3", "fjr2-4"].map(|id| desk.at(id));
    assert_eq!(fate, ["dead", "dead", "22.12", "22.11"]);
    assert_eq!(desk.battle.tally.steps_lost[engine::Side::German], 4);
    assert_eq!(desk.see("fjr2-2").lost_dropping, 2);

    // The sea, and the end of the map: the same.
    let mut desk = free();
    scatter(&mut desk, "20.03", &[(0, 1), (0, 9), (3, 0), (3, 1)]);
    let fate = ["fjr2-1", "fjr2-2", "fjr2-3", "fjr2-4"].map(|id| desk.at(id));
    assert_eq!(fate, ["dead", "dead", "20.03", "20.04"]);
    assert!(matches!(desk.see("fjr2-2").place, Place::Dead(_)));
}

/// S5.0: a German step eliminated lifts Allied morale, wherever it is lost.
#[test]
fn m_s5_0_who_is_lost_in_landing_lifts_morale() {
    let mut desk = free();
    desk.ground().morale = Some(MoraleTerms {
        start: MoraleStart::Level(40),
        allied_step: 1,
        german_step: 1,
        place: 10,
        naval_unit: 0,
        supply_group: None,
        supply: [0, 0],
        level_at_trigger: 0,
    });
    desk.battle.morale.level = 20;
    let (unit, sea) = (desk.unit("fjr2-1"), desk.hex("20.02"));
    desk.battle.lost_landing(unit, sea, Way::Astray(FIRST), &mut Vec::new());
    assert_eq!(desk.battle.morale.level, 22);
}

#[test]
fn m_o1_0_enemy_zones_at_and_round_the_target_scatter_sticks() {
    let mut desk = free();
    let modifier = |desk: &Desk| desk.battle.scatter_modifier(desk.hex("30.10"));
    assert_eq!(modifier(&desk), 0);
    // A zone of one hex reaches a hex next to the target from two hexes away, and nothing from three.
    desk.place(AUS, "30.13");
    assert_eq!(modifier(&desk), 0);
    desk.place(AUS2, "30.12");
    assert_eq!(modifier(&desk), 1);
    desk.counter(AUS2).anti_aircraft = true;
    assert_eq!(modifier(&desk), 2);
}

#[test]
fn m_o1_0_each_turn_has_its_own_range_of_scatter() {
    let mut desk = free();
    call(&mut desk, &[]);
    name(&mut desk, FIRST, "30.10", &[]);
    // 5 is not enough at 1500, and is at 1700.
    name(&mut desk, THIRD, "40.20", &[("stick scatters", 5)]);
    assert!(!landings(&desk).is_empty());
    let mut desk = free();
    desk.battle.arrivals.waves_named = 1;
    desk.battle.turn = 1;
    call(&mut desk, &[]);
    let rolls = [
        ("stick scatters", 5),
        ("scatter direction", 0),
        ("scatter distance", 1),
        ("scatter direction", 0),
        ("scatter distance", 3),
    ];
    let events = name(&mut desk, PAIR, "30.10", &rolls);
    assert!(events.iter().any(|e| matches!(e, Event::StickScatters { scatters: true, .. })));
    assert_eq!(["fjr2-13", "fjr2-14"].map(|id| desk.at(id)), ["30.09", "30.09"]);
}

#[test]
fn m_o1_0_a_wave_comes_in_its_turn_or_with_the_next_chit() {
    let mut desk = free();
    let regiment = desk.division(REGIMENT);
    assert!(desk.battle.drop_due(regiment));
    desk.battle.arrivals.waves_named = 1;
    assert!(!desk.battle.drop_due(regiment));
    desk.battle.turn = 3;
    assert!(desk.battle.drop_due(regiment));
    desk.battle.arrivals.waves_named = 2;
    assert!(!desk.battle.drop_due(regiment));
}

#[test]
fn m_11_0_leaders_come_with_the_first_of_their_battalions() {
    let mut desk = free();
    scatter(&mut desk, "30.10", &[(0, 9), (3, 4), (2, 0), (1, 1)]);
    for _ in 0..4 {
        let hex = landings(&desk)[0];
        desk.play(Action::DropIn(hex), &[]);
    }
    // All are down: the commander of the first battalion has four companies to choose from.
    let first = desk.unit(FJR1);
    assert!(desk.offers(Action::LeaderWith(first)));
    desk.play(Action::LeaderWith(first), &[]);
    assert_eq!(desk.battle.command.leaders[CO_I].with, Some(first));
    let ninth = desk.unit("fjr2-9");
    desk.play(Action::LeaderWith(ninth), &[]);
    assert_eq!(desk.battle.command.leaders[CO_III].with, Some(ninth));
}

#[test]
fn m_sc13_the_german_player_adds_two_chits_to_the_cup() {
    let mut files = Files::default();
    let block = "first_cup_choice = { count = 1, chits = [\"I./FJR 2 formation\", \"III./FJR 2 formation\"] }\n";
    files.change("snafu", "toml", |old| {
        let old = old.replace("  \"I./FJR 2 formation\",\n  \"III./FJR 2 formation\",\n", "");
        old.replace("first_chit = ", &alloc::format!("{block}first_chit = "))
    });
    let mut desk = Desk { battle: files.scenario("snafu") };
    desk.battle.frames = BOTTOM.into();
    let chits = desk.battle.ground.cup_choice.as_ref().unwrap().chits.clone();
    desk.battle.first(FillCup { left: 1 });
    assert_eq!(desk.legal(), [Action::AddChit(chits[0]), Action::AddChit(chits[1])]);
    desk.play(Action::AddChit(chits[1]), &[]);
    assert!(desk.battle.cup.chits().contains(&chits[1].0));
    assert!(!desk.battle.cup.chits().contains(&chits[0].0));
    let keys = |from: &str, to: &str| {
        let mut files = Files::default();
        files.change("snafu", "toml", |old| {
            let old = old.replace("first_chit = ", &alloc::format!("{block}first_chit = "));
            assert!(old.contains(from));
            old.replace(from, to)
        });
        files.faults("snafu").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    // Both are in the cup already; and one cannot choose three of two.
    assert_eq!(keys("count = 1", "count = 1"), ["first_cup_choice.chits"; 2]);
    assert!(keys("count = 1", "count = 3").contains(&"first_cup_choice.count".into()));
}

#[test]
fn free_drops_with_faults_are_refused() {
    let keys = |from: &str, to: &str| {
        let mut files = Files::default();
        files.change("snafu", "toml", |old| {
            let new = text(&old);
            assert!(new.contains(from), "{from}");
            new.replace(from, to)
        });
        files.faults("snafu").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
    };
    assert_eq!(keys("sticks = 2", "sticks = 3"), ["free_drops.wave.sticks"]);
    let first = "turn = \"20 May 1500\"\nsticks";
    let last = "turn = \"20 May 1900\"\nsticks";
    assert_eq!(keys(first, last), ["free_drops.wave.turn"]);
    assert_eq!(keys("scatters_from = 6", "scatters_from = 11"), ["free_drops.wave.scatters_from"]);
    assert_eq!(keys("\"III./FJR 2\"\nunits", "\"I./FJR 2\"\nunits").len(), 2);
    assert_eq!(
        keys("leader = \"ldr-fjr2-iii\"\n\n[[free", "leader = \"ldr-nobody\"\n\n[[free")[0],
        "leader.id"
    );
    let absent = keys("\"fschflak-2\"", "\"fschflak-9\"");
    assert_eq!(absent[0], "free_drops.independents");
}
