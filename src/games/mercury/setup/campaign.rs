//! Supply, morale, ways out, reserves, obligations and sudden deaths of a scenario (Mercury S4.0, S5.0; 11.0).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{BySide, Calendar, HexId, Map, Side};

use super::super::campaign_blocks::{SupplyEntry, SupplyGroupEntry, WayOutEntry};
use super::super::counter::UnitId;
use super::super::ids::ObjectiveId;
use super::super::morale::{MoraleStart, MoraleTerms};
use super::super::obligations::{Obligation, Sending};
use super::super::reserves::{MOST_RESERVES, Reserve};
use super::super::rulings::{SupplyTracks, WithdrawalStart};
use super::super::sheets::Name;
use super::super::sudden_death::{SuddenDeath, SuddenTerms};
use super::super::supply::{MOST_GROUPS, Supply, SupplyGroup};
use super::super::withdrawal::{WayOut, WaysOut};
use super::calendar::turn;
use super::map::hex;
use super::objectives::objective;
use super::roster::Roster;
use super::{At, Faults, Setup, roster};

/// What morale and withdrawal add to a scenario.
pub(super) struct Campaign {
    pub(super) supply: Option<Supply>,
    pub(super) morale: Option<MoraleTerms>,
    pub(super) ways_out: Option<WaysOut>,
    pub(super) reserves: Vec<Reserve>,
    pub(super) obligations: Vec<Obligation>,
    pub(super) sudden_deaths: Vec<SuddenDeath>,
}

impl Campaign {
    /// Reads it.
    pub(super) fn read(
        setup: &Setup,
        map: &Map,
        calendar: &Calendar,
        roster: &Roster,
        objectives: &[(HexId, Side)],
        faults: &mut Faults,
    ) -> Campaign {
        let supply = supply(setup, map, calendar, objectives, faults);
        Campaign {
            morale: morale(setup, map, supply.as_ref(), objectives, faults),
            supply,
            ways_out: ways_out(setup, map, faults),
            reserves: reserves(setup, map, calendar, roster, faults),
            obligations: obligations(setup, map, calendar, objectives, faults),
            sudden_deaths: sudden_deaths(setup, map, calendar, objectives, faults),
        }
    }
}

/// Numbers of the objectives in some hexes.
fn all_objectives(
    setup: &Setup,
    map: &Map,
    objectives: &[(HexId, Side)],
    key: &str,
    names: &[Name],
    faults: &mut Faults,
) -> Vec<ObjectiveId> {
    let number = |name| objective(setup, map, objectives, key, name, faults);
    names.iter().filter_map(number).collect()
}

/// Supply (S4.0).
fn supply(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Option<Supply> {
    let entry = setup.scenario.supply.as_ref()?;
    let from = match &entry.from {
        Some(name) => turn(setup, calendar, "supply.from", name, faults)?,
        None => 0,
    };
    let worsens = *entry.worsens.get_ref();
    if worsens <= entry.arrives {
        faults.add(
            At::value(&setup.name, "supply.worsens", &entry.worsens),
            format!("a die of {worsens} brings supplies and wears them down"),
            format!("more than `arrives`, {}", entry.arrives),
        );
    }
    let tracks = tracks(setup, entry, faults);
    let mut groups: Vec<SupplyGroup> = Vec::new();
    let mut sheets: Vec<(String, u8)> = Vec::new();
    for (group, track) in entry.groups.iter().zip(&tracks) {
        let read = |key: &str, names: &[Name], faults: &mut Faults| {
            all_objectives(setup, map, objectives, key, names, faults)
        };
        let ports = read("supply.group.ports", &group.ports, faults);
        let fields = group.airfields.iter();
        let airfields: Vec<Vec<ObjectiveId>> =
            fields.map(|names| read("supply.group.airfields", names, faults)).collect();
        sheets.extend(group.sheets.iter().map(|name| (name.get_ref().clone(), *track)));
        if let Some(shared) = groups.get_mut(usize::from(*track)) {
            shared.ports.extend(ports);
            shared.airfields.extend(airfields);
        } else {
            groups.push(SupplyGroup { name: group.name.get_ref().clone(), ports, airfields });
        }
    }
    let start = setup.scenario.rulings.supply_start;
    let start = BySide {
        german: entry.start.german.unwrap_or(start),
        allied: entry.start.allied.unwrap_or(start),
    };
    let of_sheet: Vec<u8> =
        map.sheets().map(|sheet| track_of(setup, &sheets, sheet, faults)).collect();
    let group_of = map.ids().map(|hex| of_sheet[usize::from(map.hex(hex).sheet)]).collect();
    Some(Supply { from, arrives: entry.arrives, worsens, start, groups, group_of })
}

/// The number of the track of each group, in their order: a group that is part of another shares its track unless the
/// ruling sets it apart.
fn tracks(setup: &Setup, entry: &SupplyEntry, faults: &mut Faults) -> Vec<u8> {
    let apart = setup.scenario.rulings.supply_tracks == SupplyTracks::Apart;
    let mut tracks: Vec<u8> = Vec::new();
    let mut next = 0;
    for (place, group) in entry.groups.iter().enumerate() {
        let name = |group: &SupplyGroupEntry| group.name.get_ref().clone();
        let owner = group.part_of.as_ref().map(|owner| {
            (owner, entry.groups[..place].iter().position(|other| name(other) == *owner.get_ref()))
        });
        let shared = match owner {
            Some((owner, None)) => {
                let known = entry.groups[..place].iter().map(name);
                let at = At::value(&setup.name, "supply.group.part_of", owner);
                faults.unknown(at, "group before it", owner.get_ref(), known);
                None
            }
            Some((_, Some(owner))) if !apart => Some(tracks[owner]),
            _ => None,
        };
        tracks.push(shared.unwrap_or_else(|| {
            next += 1;
            next - 1
        }));
    }
    if next == 0 || usize::from(next) > MOST_GROUPS {
        let problem = format!("{next} supply tracks");
        let expected = format!("1 to {MOST_GROUPS}, one a [[supply.group]]");
        faults.add(At::whole(&setup.name, "supply.group"), problem, expected);
    }
    tracks
}

/// The track of a sheet of the map.
fn track_of(setup: &Setup, sheets: &[(String, u8)], sheet: &str, faults: &mut Faults) -> u8 {
    let mut found = sheets.iter().filter(|(name, _)| name == sheet);
    let track = found.next();
    if track.is_none() || found.next().is_some() {
        let how = if track.is_none() { "no supply group" } else { "two supply groups" };
        faults.add(
            At::whole(&setup.name, "supply.group"),
            format!("sheet {sheet} is in {how}"),
            "each sheet in the `sheets` of one [[supply.group]]",
        );
    }
    track.map_or(0, |&(_, track)| track)
}

/// Allied morale (S5.0).
fn morale(
    setup: &Setup,
    map: &Map,
    supply: Option<&Supply>,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Option<MoraleTerms> {
    let entry = setup.scenario.morale.as_ref()?;
    let start = match (&entry.start, &entry.withdrawal) {
        (Some(level), None) => {
            if *level.get_ref() == 0 {
                let at = At::value(&setup.name, "morale.start", level);
                faults.add(at, "morale is broken before it begins", "1 or more");
            }
            MoraleStart::Level(*level.get_ref())
        }
        (None, Some(level)) => MoraleStart::Withdrawal(*level.get_ref()),
        _ => {
            faults.add(
                At::whole(&setup.name, "morale.start"),
                "it is not clear whether Allied Withdrawal is in effect",
                "either `start`, the level of morale, or `withdrawal`, the withdrawal level",
            );
            MoraleStart::Level(1)
        }
    };
    let supply_group = entry.supply_group.as_ref().and_then(|name| {
        let groups = supply.map_or(&[][..], |terms| &terms.groups);
        let found = groups.iter().position(|group| group.name == *name.get_ref());
        if found.is_none() {
            let known = groups.iter().map(|group| group.name.clone());
            let at = At::value(&setup.name, "morale.supply_group", name);
            faults.unknown(at, "supply group", name.get_ref(), known);
        }
        found.map(|found| found as u8)
    });
    // S6.0: an airfield counts when all of it is taken, so all of it must be watched.
    for kind in ["airfield", "port"] {
        for place in map.with_feature(kind) {
            if objectives.iter().all(|&(hex, _)| hex != place) {
                faults.add(
                    At::whole(&setup.name, "objective.hex"),
                    format!("{} of an {kind} is no objective, and morale counts those", map.label(place)),
                    "an [[objective]] for each hex of the airfields and ports of the sheets in play",
                );
            }
        }
    }
    Some(MoraleTerms {
        start,
        allied_step: entry.allied_step,
        german_step: entry.german_step,
        place: entry.place,
        naval_unit: entry.naval_unit,
        supply_group,
        supply: [entry.diminished_supply, entry.emergency_supply],
        level_at_trigger: match setup.scenario.rulings.withdrawal_start {
            WithdrawalStart::Zero => 0,
            WithdrawalStart::One => 1,
        },
    })
}

/// Ways out of the island (S5.0).
fn ways_out(setup: &Setup, map: &Map, faults: &mut Faults) -> Option<WaysOut> {
    let entry = setup.scenario.ways_out.as_ref()?;
    if setup.scenario.morale.is_none() {
        faults.add(
            At::whole(&setup.name, "ways_out"),
            "nobody can get away: there is no morale to break",
            "a [morale] block beside it",
        );
    }
    if entry.exits.is_empty() && entry.ports.is_empty() {
        let expected = "at least one, in `exits` or `ports`";
        faults.add(At::whole(&setup.name, "ways_out.exits"), "there is no way out", expected);
    }
    let mut read = |key: &str, way: &WayOutEntry, port: bool| {
        let hex = hex(setup, map, key, &way.hex, faults)?;
        Some(WayOut { name: way.name.get_ref().clone(), hex, port })
    };
    let mut ways: Vec<WayOut> =
        entry.exits.iter().filter_map(|way| read("ways_out.exits.hex", way, false)).collect();
    ways.extend(entry.ports.iter().filter_map(|way| read("ways_out.ports.hex", way, true)));
    let all = || entry.exits.iter().chain(&entry.ports);
    for (place, way) in all().enumerate() {
        if all().take(place).any(|other| other.name.get_ref() == way.name.get_ref()) {
            let at = At::value(&setup.name, "ways_out.exits.name", &way.name);
            faults.add(at, format!("two ways are called {:?}", way.name.get_ref()), "a name each");
        }
    }
    for way in ways.iter().filter(|way| way.port) {
        if !map.hex(way.hex).has("port") {
            faults.add(
                At::whole(&setup.name, "ways_out.ports"),
                format!("{} of {} has no port", map.label(way.hex), way.name),
                "a hex with the feature `port` in the map's file",
            );
        }
    }
    let units_a_night = *entry.units_a_night.get_ref();
    if units_a_night == 0 {
        let at = At::value(&setup.name, "ways_out.units_a_night", &entry.units_a_night);
        faults.add(at, "the ports take nobody", "1 or more");
    }
    Some(WaysOut { ways, units_a_night })
}

/// Force reserves.
fn reserves(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    roster: &Roster,
    faults: &mut Faults,
) -> Vec<Reserve> {
    let entries = &setup.scenario.reserves;
    faults.too_many(At::whole(&setup.name, "reserve"), entries.len(), "reserves", MOST_RESERVES);
    let mut reserves = Vec::new();
    for entry in entries {
        for name in &entry.battalions {
            let known = || roster.counters.iter().map(|counter| counter.battalion.clone());
            if known().all(|battalion| battalion != *name.get_ref()) {
                let at = At::value(&setup.name, "reserve.battalions", name);
                faults.unknown(at, "battalion in play", name.get_ref(), known());
            }
        }
        let named = |battalion: &String| entry.battalions.iter().any(|n| n.get_ref() == battalion);
        let units = roster
            .counters
            .iter()
            .map(|counter| counter.side == Side::Allied && named(&counter.battalion))
            .collect();
        if *entry.until_within.get_ref() == 0 || entry.of.is_empty() {
            faults.add(
                At::value(&setup.name, "reserve.until_within", &entry.until_within),
                format!("nothing frees {}", entry.name),
                "1 or more hexes of the hexes in `of`",
            );
        }
        let hexes = entry
            .of
            .iter()
            .filter_map(|name| hex(setup, map, "reserve.of", name, faults))
            .collect();
        let except: Vec<UnitId> =
            roster::units(&setup.name, "reserve.except", &entry.except, roster, faults);
        let withdrawal_from = entry
            .withdrawal_from
            .as_ref()
            .and_then(|name| turn(setup, calendar, "reserve.withdrawal_from", name, faults));
        let within = *entry.until_within.get_ref();
        let name = entry.name.clone();
        reserves.push(Reserve { name, units, within, hexes, except, withdrawal_from });
    }
    reserves
}

/// What the Germans owe.
fn obligations(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Vec<Obligation> {
    let mut list = Vec::new();
    for entry in &setup.scenario.obligations {
        let key = "obligation.hexes";
        let hexes = all_objectives(setup, map, objectives, key, &entry.hexes, faults);
        let exit = entry.exit.as_ref().and_then(|exit| {
            let units = *exit.units.get_ref();
            if units == 0 || exit.leaders > units {
                faults.add(
                    At::value(&setup.name, "obligation.exit.units", &exit.units),
                    format!("{units} units, {} leaders", exit.leaders),
                    "at least one unit, and no more leaders than units",
                );
            }
            let hex = hex(setup, map, "obligation.exit.hex", &exit.hex, faults)?;
            Some(Sending { hex, units, leaders: exit.leaders })
        });
        if entry.hexes.is_empty() && entry.exit.is_none() {
            faults.add(
                At::value(&setup.name, "obligation.name", &entry.name),
                format!("{} asks for nothing", entry.name.get_ref()),
                "`hexes` to occupy, or an `exit` to send units by",
            );
        }
        if entry.morale == 0 && entry.withdrawal_level == 0 {
            faults.add(
                At::value(&setup.name, "obligation.name", &entry.name),
                format!("it costs nothing to fail {}", entry.name.get_ref()),
                "`morale` or `withdrawal_level`",
            );
        }
        let at =
            entry.at.as_ref().and_then(|name| turn(setup, calendar, "obligation.at", name, faults));
        list.push(Obligation {
            name: entry.name.get_ref().clone(),
            hexes,
            exit,
            at,
            morale: entry.morale,
            withdrawal_level: entry.withdrawal_level,
        });
    }
    list
}

/// What ends the game before its time.
fn sudden_deaths(
    setup: &Setup,
    map: &Map,
    calendar: &Calendar,
    objectives: &[(HexId, Side)],
    faults: &mut Faults,
) -> Vec<SuddenDeath> {
    let mut list = Vec::new();
    for entry in &setup.scenario.sudden_deaths {
        let key = "sudden_death.hexes";
        let hexes = all_objectives(setup, map, objectives, key, &entry.hexes, faults);
        let mut read = |key: &str, name: &Name| turn(setup, calendar, key, name, faults);
        let terms = match (entry.winner, &entry.before, &entry.at) {
            (Side::German, Some(before), None) => read("sudden_death.before", before)
                .map(|turn| SuddenTerms::TakenBefore { turn, in_withdrawal: entry.in_withdrawal }),
            (Side::Allied, None, Some(at)) if !entry.in_withdrawal => {
                read("sudden_death.at", at).map(|turn| SuddenTerms::NotHeldAt { turn })
            }
            _ => {
                faults.add(
                    At::whole(&setup.name, "sudden_death.winner"),
                    format!("no such sudden death for the {} side", entry.winner.word()),
                    "`before` for the Germans (and `in_withdrawal` if need be), `at` for the Allies",
                );
                None
            }
        };
        list.extend(terms.map(|terms| SuddenDeath { objectives: hexes, terms }));
    }
    list
}
