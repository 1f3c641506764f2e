//! The turns of a scenario.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::Calendar;

use super::super::rulings::LastTurn;
use super::super::sheets::Name;
use super::{At, Faults, Setup};

/// The last turn, by the reading chosen.
pub(super) fn last_turn(setup: &Setup) -> &Name {
    let scenario = &setup.scenario;
    let other = scenario.last_alternative.as_ref();
    other.filter(|_| scenario.rulings.sc4_end == LastTurn::Title).unwrap_or(&scenario.last)
}

/// The last day of a month, of May 1941 at least: no scenario goes on into the next.
const LAST_DAY: u16 = 31;

/// The turns from the first to the last of the scenario, or on to `end_turn` where that is later: all that its
/// files may name, whether or not they are played.
pub(super) fn calendar(setup: &Setup, faults: &mut Faults) -> Calendar {
    let day = &setup.calendar;
    let mut read = |key: &str, name: &Name| -> Option<(u16, String, usize)> {
        let text = name.get_ref();
        let parts: Vec<&str> = text.split(' ').collect();
        if let [date, month, time] = parts.as_slice()
            && let (Ok(date), Some(turn)) =
                (date.parse(), day.turns.iter().position(|turn| turn == time))
        {
            return Some((date, (*month).to_string(), turn));
        }
        faults.add(
            At::value(&setup.name, key, name),
            format!("{text:?} is not a turn"),
            format!("day, month and one of {}, like `24 May 0900`", day.turns.join(" ")),
        );
        None
    };
    let scenario = &setup.scenario;
    let first = read("first", &scenario.first);
    // Both readings of the last turn are turns, whichever is in force.
    let other = scenario.last_alternative.as_ref().map(|name| ("last_alternative", name));
    let lasts = core::iter::once(("last", &scenario.last)).chain(other);
    let lasts: Vec<_> = lasts.map(|(key, name)| (key, name, read(key, name))).collect();
    let none = Calendar { names: Vec::new(), night: Vec::new() };
    let Some((mut date, month, mut turn)) = first else { return none };
    let mut in_force = None;
    for (key, name, read) in lasts {
        let Some((end, end_month, end_turn)) = read else { return none };
        if month != end_month || (date, turn) > (end, end_turn) || end > LAST_DAY {
            faults.add(
                At::value(&setup.name, key, name),
                "the last turn does not follow the first",
                "a later turn of the same month",
            );
            return none;
        }
        if name == last_turn(setup) {
            in_force = Some((end, end_turn));
        }
    }
    let Some((end, end_turn)) = in_force else { return none };
    let mut names = Vec::new();
    let mut night = Vec::new();
    loop {
        let time = &day.turns[turn];
        names.push(format!("{date} {month} {time}"));
        night.push(day.night.contains(time));
        let asked = setup.scenario.end_turn.as_ref();
        let reached = asked.is_none_or(|turn| names.len() >= usize::from(*turn.get_ref()));
        if (date, turn) >= (end, end_turn) && reached {
            return Calendar { names, night };
        }
        turn += 1;
        if turn == day.turns.len() {
            turn = 0;
            date += 1;
        }
        if date > LAST_DAY {
            if let Some(asked) = asked {
                let problem = format!("turn {} is in another month", asked.get_ref());
                faults.add(
                    At::value(&setup.name, "end_turn", asked),
                    problem,
                    format!("1 to {}", names.len()),
                );
            }
            return Calendar { names, night };
        }
    }
}

/// Leaves only the turns that are played: up to `end_turn`, where the scenario has one.
pub(super) fn cut(setup: &Setup, calendar: &mut Calendar, faults: &mut Faults) {
    let Some(asked) = &setup.scenario.end_turn else { return };
    let end = usize::from(*asked.get_ref());
    if end == 0 {
        faults.add(At::value(&setup.name, "end_turn", asked), "there is no turn 0", "1 or more");
    }
    let printed = calendar.names.iter().position(|name| name == last_turn(setup).get_ref());
    if let Some(printed) = printed.filter(|&printed| end > printed + 1) {
        let problem = format!("the game goes on to turn {end}");
        let expected = format!("1 to {}, the turns of the scenario", printed + 1);
        faults.doubt(At::value(&setup.name, "end_turn", asked), problem, expected);
    }
    calendar.names.truncate(end);
    calendar.night.truncate(end);
}

pub(super) fn turn(
    setup: &Setup,
    calendar: &Calendar,
    key: &str,
    name: &Name,
    faults: &mut Faults,
) -> Option<u16> {
    let found = calendar.names.iter().position(|turn| turn == name.get_ref());
    if found.is_none() && !calendar.is_empty() {
        let known = calendar.names.iter().cloned();
        faults.unknown(
            At::value(&setup.name, key, name),
            "turn of the scenario",
            name.get_ref(),
            known,
        );
    }
    found.map(|turn| turn as u16)
}
