//! The terms of the special rules that a scenario has in force (Mercury S1.0-S11.0).

use alloc::format;
use alloc::vec::Vec;

use engine::{Calendar, HexId, Id, Map, Side};

use super::super::ad_hoc::AdHoc;
use super::super::airlanding::{Airlanding, Serial};
use super::super::attachments::Battalion;
use super::super::counter::{DivisionId, UnitId};
use super::super::display::OffMap;
use super::super::ground::{DivisionCard, FormationCard, LeaderCard, Terrain};
use super::super::ids::FormationId;
use super::super::planned_air::{Allocation, PlannedAir};
use super::super::sheets::Name;
use super::super::ships::Shipping;
use super::super::trucks::{Truck, Trucks};
use super::calendar::turn;
use super::display::off_map;
use super::divisions::division;
use super::leaders::leader;
use super::map::hex;
use super::objectives::objective;
use super::roster::Roster;
use super::tables::airlanding_table;
use super::{At, Faults, Setup, roster};

/// The feature of a hex with a runway.
const AIRFIELD: &str = "airfield";

/// A division's attached battalion and the formation it fights with, one entry a division.
type Attached = Vec<Option<(u8, FormationId)>>;

/// What the special rules in force add.
pub(super) struct SpecialRules {
    pub(super) airlanding: Option<Airlanding>,
    pub(super) off_map: Option<OffMap>,
    pub(super) shipping: Option<Shipping>,
    pub(super) ad_hoc: Option<AdHoc>,
    pub(super) battalions: Vec<Battalion>,
    pub(super) attached: Attached,
    pub(super) trucks: Option<Trucks>,
    pub(super) planned_air: Option<PlannedAir>,
}

impl SpecialRules {
    /// Reads them.
    #[expect(clippy::too_many_arguments, reason = "they can name anything that is in play")]
    pub(super) fn read(
        setup: &Setup,
        map: &Map,
        calendar: &Calendar,
        divisions: &[DivisionCard],
        formations: &[FormationCard],
        roster: &Roster,
        leaders: &[(LeaderCard, Vec<UnitId>)],
        objectives: &[(HexId, Side)],
        terrain: &[Terrain],
        faults: &mut Faults,
    ) -> SpecialRules {
        let hexes: Vec<HexId> = objectives.iter().map(|&(hex, _)| hex).collect();
        let (battalions, attached) = battalions(setup, roster, formations, divisions, faults);
        SpecialRules {
            airlanding: airlanding(setup, map, roster, calendar, leaders, &hexes, faults),
            off_map: off_map(setup, map, faults),
            shipping: shipping(setup, map, faults),
            ad_hoc: ad_hoc(setup, map, divisions, calendar, terrain, faults),
            battalions,
            attached,
            trucks: trucks(setup, map, divisions, formations, objectives, faults),
            planned_air: planned_air(setup, divisions, calendar, faults),
        }
    }
}

/// Airlanding (S7.0): airfield, turns, serials and table.
fn airlanding(
    setup: &Setup,
    map: &Map,
    roster: &Roster,
    calendar: &Calendar,
    leaders: &[(LeaderCard, Vec<UnitId>)],
    objectives: &[HexId],
    faults: &mut Faults,
) -> Option<Airlanding> {
    let table = airlanding_table(setup, faults);
    let Some(entry) = &setup.scenario.airlanding else {
        if !setup.scenario.serials.is_empty() {
            faults.add(
                At::whole(&setup.name, "airlanding"),
                "there are serials but no airfield",
                "an [airlanding] block with `airfield` and `turns`",
            );
        }
        return None;
    };
    let mut runway = |key: &str, names: &[Name]| -> Vec<HexId> {
        let mut hexes = Vec::new();
        for name in names {
            let Some(hex) = hex(setup, map, key, name, faults) else { continue };
            if !objectives.contains(&hex) {
                faults.add(
                    At::value(&setup.name, key, name),
                    format!("{} is no objective", name.get_ref()),
                    "the hex of an [[objective]]: landing needs its control",
                );
            }
            hexes.push(hex);
        }
        hexes
    };
    let airfields: Vec<Vec<HexId>> = if entry.airfields.is_empty() {
        [runway("airlanding.airfield", &entry.airfield)].into()
    } else {
        entry.airfields.iter().map(|names| runway("airlanding.airfields", names)).collect()
    };
    if entry.airfield.is_empty() == entry.airfields.is_empty() {
        faults.add(
            At::whole(&setup.name, "airlanding.airfield"),
            "one airfield or several?",
            "either `airfield` or `airfields`",
        );
    }
    let turns = entry
        .turns
        .iter()
        .filter_map(|name| turn(setup, calendar, "airlanding.turns", name, faults))
        .collect();
    let mut serials = Vec::new();
    for serial in &setup.scenario.serials {
        let units = roster::units(&setup.name, "serial.units", &serial.units, roster, faults);
        let leader = serial
            .leader
            .as_ref()
            .and_then(|name| leader(setup, leaders, "serial.leader", name, faults));
        if units.is_empty() {
            faults.add(
                At::whole(&setup.name, "serial.units"),
                format!("{} has nobody to land", serial.name),
                "at least one unit",
            );
            continue;
        }
        let (name, raises_rating) = (serial.name.clone(), serial.raises_rating);
        serials.push(Serial { name, units, leader, raises_rating });
    }
    if table.is_none() {
        faults.add(
            At::whole(&setup.name, "files.airlanding"),
            "serials land but there is no table for it",
            "`airlanding = \"tables/airlanding-base\"` under [files]",
        );
    }
    let any_order = entry.any_order;
    Some(Airlanding { airfields, turns, serials, any_order, table: table? })
}

/// Battalions of Allied brigades in play (S9.1), and those attached at the start.
fn battalions(
    setup: &Setup,
    roster: &Roster,
    formations: &[FormationCard],
    divisions: &[DivisionCard],
    faults: &mut Faults,
) -> (Vec<Battalion>, Attached) {
    let mut list: Vec<Battalion> = Vec::new();
    if setup.scenario.attachments.is_empty() && !setup.scenario.may_attach {
        return (list, Vec::new());
    }
    for (unit, counter) in roster.counters.iter().enumerate() {
        let unit = UnitId::at(unit);
        let allied = counter.side == Side::Allied && !counter.battalion.is_empty();
        // S9.1: some have no chit of attachment.
        let attachable = |own: &FormationId| setup.scenario.formations[own.index()].attachable;
        let Some(own) = counter.formation.filter(|own| allied && attachable(own)) else {
            continue;
        };
        match list.iter_mut().find(|known| known.name == counter.battalion) {
            Some(known) => known.units.push(unit),
            None => list.push(Battalion {
                name: counter.battalion.clone(),
                division: counter.division,
                own,
                units: [unit].into(),
            }),
        }
    }
    let mut attached: Attached = alloc::vec![None; divisions.len()];
    for entry in &setup.scenario.attachments {
        let battalion = list.iter().position(|known| known.name == *entry.battalion.get_ref());
        if battalion.is_none() {
            let known = list.iter().map(|known| known.name.clone());
            let at = At::value(&setup.name, "attachment.battalion", &entry.battalion);
            faults.unknown(at, "battalion in play", entry.battalion.get_ref(), known);
        }
        let formation = formations.iter().position(|card| card.name == *entry.to.get_ref());
        if formation.is_none() {
            let known = formations.iter().map(|card| card.name.clone());
            let at = At::value(&setup.name, "attachment.to", &entry.to);
            faults.unknown(at, "formation of the scenario", entry.to.get_ref(), known);
        }
        let (Some(battalion), Some(formation)) = (battalion, formation) else { continue };
        let division = list[battalion].division;
        if formations[formation].division != division {
            faults.add(
                At::value(&setup.name, "attachment.to", &entry.to),
                format!("{} is of another division", entry.to.get_ref()),
                "a formation of the battalion's own division (S9.0)",
            );
        }
        attached[usize::from(division.0)] = Some((battalion as u8, FormationId::at(formation)));
    }
    (list, attached)
}

/// Ships (S2.0).
fn shipping(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<Shipping> {
    let entry = setup.scenario.shipping.as_ref()?;
    let (units_a_night, step_points) = (entry.units_a_night, entry.step_points);
    let mut ports: Vec<HexId> = Vec::new();
    let single = entry.port.iter().map(|name| ("shipping.port", name));
    for (key, name) in single.chain(entry.ports.iter().map(|name| ("shipping.ports", name))) {
        ports.extend(hex(setup, map, key, name, faults));
    }
    let away = entry.port.is_some();
    if away == (entry.ports.len() > 1) || (away && !entry.ports.is_empty()) {
        faults.add(
            At::whole(&setup.name, "shipping.ports"),
            "one port or several?",
            "either `port`, from which nobody comes back, or at least two `ports`",
        );
    }
    (!ports.is_empty()).then_some(Shipping { ports, away, units_a_night, step_points })
}

/// Ad-hoc airdrops (S3.0).
fn ad_hoc(
    setup: &Setup,
    map: &Map,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    terrain: &[Terrain],
    faults: &mut Faults,
) -> Option<AdHoc> {
    let entry = setup.scenario.ad_hoc_drops.as_ref()?;
    let own = division(setup, divisions, "ad_hoc_drops.division", &entry.division, faults);
    let from = turn(setup, calendar, "ad_hoc_drops.from", &entry.from, faults);
    if setup.drop.is_none() {
        faults.add(
            At::whole(&setup.name, "files.drop"),
            "units jump but there is no drop table",
            "`drop = \"tables/drop-base\"` under [files]",
        );
    }
    let times = || setup.calendar.turns.iter().map(alloc::string::String::as_str);
    for name in &entry.at {
        let at = At::value(&setup.name, "ad_hoc_drops.at", name);
        faults.find(at, "turn of a day", name.get_ref(), times());
    }
    let listed = |turn: &str| entry.at.iter().any(|name| turn.ends_with(name.get_ref().as_str()));
    let turns = (0..).zip(&calendar.names).filter(|(_, name)| listed(name.as_str()));
    let fit = |&hex: &HexId| terrain[usize::from(map.hex(hex).terrain.0)].landable;
    Some(AdHoc {
        division: own?,
        from: from?,
        units: entry.units,
        turns: turns.map(|(turn, _)| turn).collect(),
        airfields: map.with_feature(AIRFIELD).collect(),
        zones: map.ids().filter(fit).collect(),
    })
}

/// Divisional trucks (S10.0).
fn trucks(
    setup: &Setup,
    map: &Map,
    divisions: &[DivisionCard],
    formations: &[FormationCard],
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Option<Trucks> {
    let entry = setup.scenario.trucks.as_ref()?;
    let known = || setup.sheets.sheets.iter().map(|sheet| sheet.name.clone());
    for name in &entry.sheets {
        if known().all(|sheet| sheet != *name.get_ref()) {
            let at = At::value(&setup.name, "trucks.sheets", name);
            faults.unknown(at, "sheet", name.get_ref(), known());
        }
    }
    let mut read = |name| objective(setup, map, objectives, "trucks.airfield", name, faults);
    let airfield = entry.airfield.iter().filter_map(&mut read).collect();
    let mut fleet = Vec::new();
    let lists = [
        ("trucks.at_start", &entry.at_start, false),
        ("trucks.once_airfield_held", &entry.once_airfield_held, true),
    ];
    for (key, names, awaited) in lists {
        if let (true, Some(first), []) = (awaited, names.first(), entry.airfield.as_slice()) {
            faults.add(
                At::value(&setup.name, key, first),
                "there is no airfield to hold",
                "`airfield` with its hexes under [trucks]",
            );
        }
        let cards = roster::trucks(setup, key, names, divisions, formations, faults);
        fleet.extend(cards.into_iter().map(|card| Truck { card, awaited }));
    }
    let listed = |sheet: &str| entry.sheets.iter().any(|name| name.get_ref() == sheet);
    let sheets: Vec<bool> = map.sheets().map(listed).collect();
    let may = |hex: HexId| sheets[usize::from(map.hex(hex).sheet)];
    Some(Trucks { fleet, allowed: map.ids().map(may).collect(), airfield })
}

/// Planned air support (S11.0).
fn planned_air(
    setup: &Setup,
    divisions: &[DivisionCard],
    calendar: &Calendar,
    faults: &mut Faults,
) -> Option<PlannedAir> {
    let entry = setup.scenario.planned_air.as_ref()?;
    let strikes = entry.strikes;
    if entry.divisions.is_empty() {
        faults.add(
            At::whole(&setup.name, "planned_air.divisions"),
            "no chit brings the planned strikes",
            "at least one division",
        );
    }
    let divisions: Vec<DivisionId> = entry
        .divisions
        .iter()
        .filter_map(|name| division(setup, divisions, "planned_air.divisions", name, faults))
        .collect();
    let dawn = setup.calendar.turns.first()?;
    let dawns = (0..).zip(&calendar.names).filter(|(_, name)| name.ends_with(dawn.as_str()));
    let when = match &entry.from {
        None => Allocation::BeforePlay,
        Some(name) => {
            let from = turn(setup, calendar, "planned_air.from", name, faults)?;
            Allocation::EachDay { from }
        }
    };
    let dawns: Vec<u16> = dawns.map(|(turn, _)| turn).collect();
    let mut not_on = Vec::new();
    for name in &entry.not_on {
        let day = turn(setup, calendar, "planned_air.not_on", name, faults);
        if day.is_some_and(|day| !dawns.contains(&day)) || matches!(when, Allocation::BeforePlay) {
            faults.add(
                At::value(&setup.name, "planned_air.not_on", name),
                format!("nothing is planned in {}", name.get_ref()),
                "the first turn of a day, beside `from`",
            );
        }
        not_on.extend(day);
    }
    Some(PlannedAir { divisions, strikes, within: entry.within, when, dawns, not_on })
}
