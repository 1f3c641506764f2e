//! Optional rules that change what a scenario has: entries that hold with one of them only, or without it (Mercury
//! O2.0, O3.0, O4.0).

use alloc::format;
use alloc::vec::Vec;

use engine::{At, Faults};

use super::super::rulings::{AkrotiriHex, Rulings};
use super::super::sheets::{Name, OptionalRule, Scenario, SetUpEntry};
use super::Setup;

impl OptionalRule {
    /// Whether the rule is in force.
    fn on(self, rulings: &Rulings) -> bool {
        match self {
            OptionalRule::NavalSupport => rulings.naval_support.on(),
            OptionalRule::CoastalArtillery => rulings.coastal_artillery.on(),
            OptionalRule::SmallMaps => rulings.small_maps.on(),
            OptionalRule::Sc13Limits => rulings.sc13_limits.on(),
        }
    }
}

/// The files with those entries alone that hold under the optional rules in force, and the optional rules that have
/// nothing to do in the scenario: nobody is offered their switches.
pub(super) fn in_force(mut setup: Setup, faults: &mut Faults) -> (Setup, Vec<&'static str>) {
    let idle = idle(&setup, faults);
    unnamed(&setup, faults);
    let rulings = setup.scenario.rulings;
    let holds = |only: Option<OptionalRule>, not: Option<OptionalRule>| {
        only.is_none_or(|rule| rule.on(&rulings)) && !not.is_some_and(|rule| rule.on(&rulings))
    };
    let scenario = &mut setup.scenario;
    scenario.set_up.retain(|entry| holds(entry.only_with, entry.not_with));
    scenario.reinforcements.retain(|entry| holds(entry.only_with, entry.not_with));
    scenario.sticks.retain(|entry| holds(entry.only_with, entry.not_with));
    scenario.confined.retain(|entry| holds(entry.only_with, None));
    scenario.reserves.retain(|entry| holds(entry.only_with, None));
    for battalion in scenario.free_drops.iter_mut().flat_map(|entry| &mut entry.battalions) {
        // A-O1-1.
        let named =
            |unit: &Name| battalion.unnamed.iter().all(|other| other.get_ref() != unit.get_ref());
        if !rulings.unnamed_companies.on() {
            battalion.units.retain(named);
        }
    }
    if let Some(off_map) = &mut scenario.off_map {
        off_map.exits.retain(|entry| holds(entry.only_with, entry.not_with));
    }
    if let Some(ways) = &mut scenario.ways_out {
        ways.exits.retain(|entry| holds(entry.only_with, entry.not_with));
        ways.ports.retain(|entry| holds(entry.only_with, entry.not_with));
    }
    if rulings.akrotiri == AkrotiriHex::French {
        move_objectives(scenario);
    }
    (setup, idle)
}

/// Companies that no list names are companies of their battalion (O1.0).
fn unnamed(setup: &Setup, faults: &mut Faults) {
    let battalions = setup.scenario.free_drops.iter().flat_map(|entry| &entry.battalions);
    for (battalion, name) in battalions.flat_map(|b| b.unnamed.iter().map(move |name| (b, name))) {
        if battalion.units.iter().all(|unit| unit.get_ref() != name.get_ref()) {
            let known = battalion.units.iter().map(|unit| unit.get_ref().clone());
            let at = At::value(&setup.name, "free_drops.battalion.unnamed", name);
            faults.unknown(at, "unit of the battalion", name.get_ref(), known);
        }
    }
}

/// Objectives lie where the French text has them (F-SC10-2).
fn move_objectives(scenario: &mut Scenario) {
    for entry in &mut scenario.objectives {
        let Some(french) = entry.french.take() else { continue };
        let duties = scenario.obligations.iter_mut().flat_map(|duty| &mut duty.hexes);
        for hex in duties.filter(|hex| hex.get_ref() == entry.hex.get_ref()) {
            *hex = french.clone();
        }
        entry.hex = french;
    }
}

/// The optional rules that have nothing to do in the scenario. To switch one on is a fault.
fn idle(setup: &Setup, faults: &mut Faults) -> Vec<&'static str> {
    let scenario = &setup.scenario;
    let guns = |entry: &SetUpEntry| entry.only_with == Some(OptionalRule::CoastalArtillery);
    let small = |name: &Name| {
        let mut frames = setup.sheets.sheets.iter();
        frames.any(|entry| entry.name == *name.get_ref() && entry.small_columns.is_some())
    };
    let rules = [
        (
            OptionalRule::NavalSupport,
            scenario.naval.is_some(),
            "naval_support",
            "no ship comes in this scenario (O2.1)",
            "a [naval] block, or the switch off",
        ),
        (
            OptionalRule::CoastalArtillery,
            scenario.set_up.iter().any(guns),
            "coastal_artillery",
            "there is no coastal artillery in this scenario (O3.0)",
            "a [[setup]] with `only_with = \"coastal_artillery\"`, or the switch off",
        ),
        (
            OptionalRule::SmallMaps,
            scenario.sheets.iter().any(small),
            "small_maps",
            "no sheet of this scenario has a smaller one (O4.0)",
            "a sheet with `small_columns` in maps/sheets.toml, or the switch off",
        ),
    ];
    let mut idle = Vec::new();
    for (rule, works, switch, problem, expected) in rules {
        if works {
            continue;
        }
        idle.push(switch);
        if rule.on(&scenario.rulings) {
            faults.add(At::whole(&setup.name, &format!("rulings.{switch}")), problem, expected);
        }
    }
    idle
}
