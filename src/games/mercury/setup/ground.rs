//! A scenario's files as the ground on which its games are played.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Cover, HexId, Map, Sight};

use super::super::ground::{Ground, Printed, SIGHT_DAY, SIGHT_LIMIT};
use super::super::sheets::VictoryKind;
use super::super::terrain::SLOPE;
use super::super::victory_level::VictoryLevel;
use super::arrivals::{air_support, reinforcements, sticks};
use super::brief::{facts, provenance};
use super::calendar::{calendar, cut};
use super::campaign::Campaign;
use super::chits::chits;
use super::confined::confined;
use super::divisions::{divisions, formations};
use super::free_drops::free_drops;
use super::heights::heights;
use super::leaders::leaders;
use super::map::map;
use super::naval::naval;
use super::objectives::objectives;
use super::reasons::reasons;
use super::roads_apart::{roads_apart, separate};
use super::roster::{roster, units};
use super::set_up::set_up;
use super::special_rules::SpecialRules;
use super::tables::Tables;
use super::victory::{breakout, victory};
use super::{Faults, Setup, limits, soundness};

/// Feature that lets a hex see farther (Mercury 2.9 names observation posts).
const OBSERVATION_POST: &str = "observation-post";
/// Feature that shelters who stands there (2.9).
const STRONGPOINT: &str = "strongpoint";

/// Builds everything fixed, noting every fault on the way.
pub(super) fn build(
    setup: &Setup,
    idle_rulings: Vec<&'static str>,
    faults: &mut Faults,
) -> Option<Ground> {
    // What cannot be numbered cannot be looked at.
    if limits::too_many(setup, faults) {
        return None;
    }
    soundness::files(setup, faults);
    let ground = Ground::of(printed(setup, idle_rulings, faults)?);
    soundness::history(setup, &ground, faults);
    Some(ground)
}

/// What the files give; `None` if anything is wrong with it.
fn printed(setup: &Setup, idle_rulings: Vec<&'static str>, faults: &mut Faults) -> Option<Printed> {
    let scenario = &setup.scenario;
    let tables = Tables::read(setup, faults);
    // Nothing that stands on a spoilt map can be looked at.
    let map = map(setup, &tables.kinds(), faults)?;
    heights(setup, &map, faults);
    separate(setup, faults);
    reasons(setup, faults);
    let mut calendar = calendar(setup, faults);
    let divisions = divisions(setup, &calendar, faults);
    let formations = formations(setup, &divisions, &calendar, faults);
    let roster = roster(setup, &divisions, &formations, faults);
    let leaders = leaders(setup, &divisions, &formations, &roster, faults);
    let cup = chits(setup, &map, &divisions, &formations, &calendar, faults);
    let mut sticks = sticks(setup, &map, &tables.terrain, &roster, &calendar, &leaders, faults);
    let free_drops =
        free_drops(setup, &map, &tables.terrain, &roster, &calendar, &leaders, &mut sticks, faults);
    let naval =
        naval(setup, &map, &tables.terrain, &calendar, &divisions, &formations, cup.naval, faults);
    let set_up = set_up(setup, &map, &tables.terrain, &roster, &leaders, faults);
    let air_support = air_support(setup, &map, &divisions, &calendar, faults);
    let objectives = objectives(setup, &map, faults);
    let reinforcements =
        reinforcements(setup, &map, &roster, &calendar, &leaders, &objectives.hexes, faults);
    let victory = victory(setup, &map, &objectives.hexes, &calendar, &roster, &formations, faults);
    let breakout = breakout(setup, &map, faults);
    let confined = confined(setup, &map, &roster, faults);
    let special = SpecialRules::read(
        setup,
        &map,
        &calendar,
        &divisions,
        &formations,
        &roster,
        &leaders,
        &objectives.hexes,
        &tables.terrain,
        faults,
    );
    let campaign = Campaign::read(setup, &map, &calendar, &roster, &objectives.hexes, faults);
    units(&setup.name, "independents", &scenario.independents, &roster, faults);
    soundness::lists(setup, &map, faults);
    soundness::blocks(setup, &map, &roster, faults);
    soundness::set_up(setup, &map, &set_up, &roster, faults);
    cut(setup, &mut calendar, faults);
    if !faults.is_empty() {
        return None;
    }
    let roads_apart = roads_apart(&map);
    let far_sight = marked(&map, OBSERVATION_POST);
    let strongpoints = map.with_feature(STRONGPOINT).collect();
    Some(Printed {
        title: scenario.title.clone(),
        facts: facts(setup, &roster, &calendar),
        history: scenario.history.clone(),
        provenance: provenance(setup, &roster),
        sight: sight(&map, &tables.cover, &far_sight),
        far_sight,
        strongpoints,
        roads_apart,
        map,
        terrain: tables.terrain,
        slope_leg: setup.terrain.slope_leg.map(|points| points * 2),
        slope_factor: setup.terrain.slope_factor,
        road_cost: setup.terrain.road_halves,
        calendar,
        counters: roster.counters,
        divisions,
        leaders: leaders.into_iter().map(|(card, _)| card).collect(),
        formations,
        chits: cup.all,
        each_turn: cup.each_turn,
        later_chits: cup.later,
        joining_chits: cup.joining,
        held_back: cup.held_back,
        confined,
        first_cup: cup.first,
        first_chit: cup.first_chit?,
        first_choice: cup.first_choice,
        first_chit_alone: scenario.first_chit_alone,
        combat: [tables.unarmoured?, tables.armoured?],
        modifiers: tables.modifiers,
        quality: tables.quality,
        rubble: tables.rubble,
        drop_table: tables.drop,
        events: tables.events,
        sticks,
        set_up,
        reinforcements,
        air_support,
        objectives: objectives.hexes,
        objective_names: objectives.names,
        victory,
        levels: levels(scenario.victory.kind),
        rulings: scenario.rulings,
        idle_rulings,
        breakout,
        airlanding: special.airlanding,
        off_map: special.off_map,
        shipping: special.shipping,
        ad_hoc: special.ad_hoc,
        supply: campaign.supply,
        morale: campaign.morale,
        ways_out: campaign.ways_out,
        reserves: campaign.reserves,
        obligations: campaign.obligations,
        sudden_deaths: campaign.sudden_deaths,
        battalions: special.battalions,
        attached: special.attached,
        trucks: special.trucks,
        planned_air: special.planned_air,
        whole_first_turn: scenario.whole_first_turn,
        naval,
        free_drops,
        cup_choice: cup.choice,
    })
}

/// Whether each hex has a feature.
fn marked(map: &Map, feature: &str) -> Vec<bool> {
    map.ids().map(|hex| map.hex(hex).has(feature)).collect()
}

/// Lines of sight.
fn sight(map: &Map, cover: &[Cover], far_sight: &[bool]) -> Sight {
    let range =
        |hex: HexId| if far_sight[hex.index()] { SIGHT_LIMIT } else { u16::from(SIGHT_DAY) };
    Sight::new(map, cover, Some(SLOPE), range)
}

/// Names of the victory levels, from best for the Germans.
fn levels(kind: VictoryKind) -> Vec<String> {
    let levels: &[&str] = match kind {
        VictoryKind::GermansHoldAtAnyTurnEnd | VictoryKind::GermansHoldAtTheEnd => {
            &["German win", "Allied win"]
        }
        VictoryKind::GoalsOfBoth
        | VictoryKind::GoalsOfBothAtTheEnd
        | VictoryKind::GermansHoldBefore
        | VictoryKind::GermansBreakOrHold
        | VictoryKind::Points => &["German win", "Draw", "Allied win"],
        VictoryKind::WithdrawalLevel => {
            return VictoryLevel::ALL.map(|level| level.name().to_string()).into();
        }
        VictoryKind::AlliesTakeRunway => {
            &["German win", "Allied minor victory", "Allied major victory"]
        }
    };
    levels.iter().map(ToString::to_string).collect()
}
