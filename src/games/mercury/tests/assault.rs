//! Assault, stage by stage (series rules; Mercury 2.10).

use alloc::vec::Vec;

use engine::{Direction, Side};

use super::super::action::Action;
use super::super::counter::{Colour, Rating};
use super::super::event::Event;
use super::super::fire::{Hit, Mod, Mode};
use super::super::rulings::{AssaultRounds, ChargerStrikes, LoneSuppressed, Switch};
use super::desk::*;

/// German engineers in 05.05, Greeks of quality 2 and 3 where they are told in 05.06.
fn face(defenders: &[&'static str], prepare: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = Desk::new();
    desk.place(PI, "05.05");
    for id in defenders {
        desk.place(id, "05.06");
    }
    desk.set_points("5GD", 1);
    desk.set_points("2NZ", 0);
    prepare(&mut desk);
    desk.chit("5GD");
    desk
}

/// The same, and the engineers charge: bravery passed, nobody fires.
fn charge(defenders: &[&'static str], prepare: impl FnOnce(&mut Desk)) -> Desk {
    let mut desk = face(defenders, prepare);
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[("bravery check", 0)]);
    while desk.offers(Action::HoldFire) {
        desk.play(Action::HoldFire, &[]);
    }
    desk
}

fn mods_of(events: &[Event]) -> Vec<(Mod, i8)> {
    events
        .iter()
        .find_map(|event| match event {
            Event::Shot { mods, .. } => Some(mods.iter().collect()),
            _ => None,
        })
        .unwrap()
}

#[test]
fn gts_who_may_assault() {
    let mut desk = face(&[GREEK], |_| ());
    let to = desk.hex("05.06");
    let may = |desk: &Desk, id: &str| desk.battle.may_assault(desk.unit(id), to);
    assert!(may(&desk, PI));
    assert!(!desk.battle.may_assault(desk.unit(PI), desk.hex("05.04")), "nobody to assault");
    for id in [AT, MORTAR, ART] {
        desk.place(id, "05.05");
        assert!(!may(&desk, id), "{id}");
        let unit = desk.unit(id);
        desk.battle.lift(unit);
    }
    desk.place(PLATOON, "04.06");
    assert!(!may(&desk, PLATOON), "no steps");
    desk.state(PI).suppressed = true;
    assert!(!may(&desk, PI), "suppressed");
    desk.state(PI).suppressed = false;
    desk.state(PI).improved = true;
    assert!(may(&desk, PI), "an improved position is no bar");
    let hex = desk.hex("05.05");
    desk.battle.markers.works.push((hex, Side::German));
    assert!(!may(&desk, PI), "entrenched");
    desk.battle.markers.works.clear();
    desk.counter(PI).assault = None;
    assert!(!may(&desk, PI), "no assault rating");
}

#[test]
fn gts_nobody_assaults_from_an_overstacked_hex() {
    let mut desk = face(&[GREEK], |_| ());
    let to = desk.hex("05.06");
    for id in [PI2, BICYCLES, MOUNTAIN] {
        desk.place(id, "05.05");
    }
    assert!(desk.battle.may_assault(desk.unit(PI), to), "eight steps");
    desk.place(AT, "05.05");
    assert!(!desk.battle.may_assault(desk.unit(PI), to), "ten steps");
}

#[test]
fn m2_5_vehicles_assault_a_town_in_column_only() {
    let mut desk = Desk::on(&[("05.06", "town", "", "")]);
    let tanks = desk.place(TANKS, "05.05");
    desk.place(GREEK, "05.06");
    let to = desk.hex("05.06");
    assert!(!desk.battle.may_assault(tanks, to));
    desk.state(TANKS).column = true;
    assert!(desk.battle.may_assault(tanks, to));
}

/// The worked example of the series: quality 7, defender 0 in an orchard and an improved position,
/// own defence -1: 7 - 2 + 1.
#[test]
fn gts_bravery_example() {
    let mut desk = Desk::on(&[("05.06", "orchard", "", "")]);
    let charger = desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    desk.counter(PI).quality = 7;
    desk.counter(PI).defence = -1;
    desk.state(GREEK).improved = true;
    assert_eq!(desk.battle.bravery(charger, desk.hex("05.06")), 6);
}

#[test]
fn gts_bravery_goes_by_the_best_defender() {
    let mut desk = face(&[GREEK, GREEK2], |_| ());
    desk.counter(GREEK2).defence = -2;
    let (charger, to) = (desk.unit(PI), desk.hex("05.06"));
    assert_eq!(desk.battle.bravery(charger, to), 4);
    desk.battle.markers.works.push((to, Side::Allied));
    assert_eq!(desk.battle.bravery(charger, to), 2, "works count two");
    desk.state(GREEK2).column = true;
    desk.state(GREEK).column = true;
    assert_eq!(desk.battle.bravery(charger, to), 6, "nobody in column uses them, and it adds two");
}

#[test]
fn gts_bravery_ignores_the_terrain_of_defenders_in_column() {
    let mut desk = Desk::on(&[("05.06", "town", "", "")]);
    let charger = desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    let to = desk.hex("05.06");
    assert_eq!(desk.battle.bravery(charger, to), 4);
    desk.state(GREEK).column = true;
    assert_eq!(desk.battle.bravery(charger, to), 8, "column itself adds two");
}

/// What lowers or raises a defence under fire does so for bravery.
#[test]
fn gts_bravery_counts_markers_and_heroes() {
    let mut desk = face(&[GREEK], |_| ());
    let (charger, to) = (desk.unit(PI), desk.hex("05.06"));
    let defender = desk.unit(GREEK);
    assert_eq!(desk.battle.bravery(charger, to), 6);
    desk.state(GREEK).parachutes = 1;
    assert_eq!(desk.battle.bravery(charger, to), 8);
    desk.state(GREEK).gliders = 1;
    assert_eq!(desk.battle.bravery(charger, to), 11);
    desk.state(GREEK).airlanded = true;
    assert_eq!(desk.battle.bravery(charger, to), 13);
    // 5.3: the defence of a heroic unit is one lower, the charger's own too, and its quality one higher.
    desk.battle.heroes[Side::Allied] = Some(defender);
    assert_eq!(desk.battle.bravery(charger, to), 12);
    desk.battle.heroes[Side::German] = Some(charger);
    assert_eq!(desk.battle.bravery(charger, to), 14);
}

#[test]
fn m2_10_bravery_up_a_slope_is_one_harder() {
    let mut desk = Desk::on(&[("05.06", "clear", "", "N")]);
    let charger = desk.place(PI, "05.05");
    desk.place(GREEK, "05.06");
    assert_eq!(desk.battle.bravery(charger, desk.hex("05.06")), 5);
}

#[test]
fn gts_failed_bravery_loses_the_action_and_nothing_else() {
    let mut desk = face(&[GREEK], |desk| {
        desk.set_points("5GD", 9);
        desk.state(PI).improved = true;
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    // Quality 6, one more in the improved position; no point is asked for.
    let events = desk.play(Action::Assault(to), &[("bravery check", 8)]);
    assert_eq!(checks_of(&events), [(7, false)]);
    assert!(events.contains(&Event::AssaultOver(to, false)));
    assert_eq!(desk.at(PI), "05.05");
    assert_eq!(desk.points("5GD"), 8, "the action is paid all the same");
    assert!(desk.see(PI).improved && !desk.see(PI).charging);
    assert!(!desk.offers(Action::Assault(to)), "no second assault");
    assert!(desk.offers(Action::Fire(desk.unit(GREEK))), "but another action");
}

#[test]
fn ruling_bravery_waived_if_no_zone() {
    let mut desk = face(&[GREEK], |desk| desk.state(GREEK).suppressed = true);
    desk.activate(PI);
    let to = desk.hex("05.06");
    let misses =
        [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9), ("holding-on check", 9)];
    let events = desk.play(Action::Assault(to), &misses);
    assert!(!events.iter().any(|event| {
        matches!(event, Event::Check { purpose: super::super::quality::Purpose::Bravery, .. })
    }));
    let mut desk = face(&[GREEK], |desk| {
        desk.state(GREEK).suppressed = true;
        desk.rulings().bravery_waived_if_no_zone = Switch::Off;
    });
    desk.activate(PI);
    let events = desk.play(Action::Assault(to), &[("bravery check", 7)]);
    assert_eq!(checks_of(&events), [(6, false)]);
}

#[test]
fn gts_whoever_charges_leaves_his_improved_position() {
    let desk = charge(&[GREEK], |desk| desk.state(PI).improved = true);
    assert!(!desk.see(PI).improved);
}

#[test]
fn gts_others_of_the_hex_may_join_and_their_action_is_paid() {
    let mut desk = face(&[GREEK], |desk| {
        desk.place(MOUNTAIN, "05.05");
        desk.place(BICYCLES, "05.04");
        desk.set_points("5GD", 2);
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[]);
    let friend = desk.unit(MOUNTAIN);
    assert_eq!(desk.legal(), [Action::Join(friend), Action::Charge]);
    // Both must be brave; the one that is not stays behind.
    let events = desk.play(Action::Join(friend), &[("bravery check", 9), ("bravery check", 0)]);
    assert_eq!(checks_of(&events), [(6, false), (6, true)]);
    assert_eq!(desk.points("5GD"), 0);
    assert!(desk.see(MOUNTAIN).charging && !desk.see(PI).charging);
    assert!(desk.battle.activated[friend.index()]);
}

#[test]
fn gts_units_that_cannot_be_paid_or_have_acted_do_not_join() {
    for (points, acted) in [(1, false), (9, true)] {
        let mut desk = face(&[GREEK], |desk| {
            desk.place(MOUNTAIN, "05.05");
            desk.set_points("5GD", points);
        });
        if acted {
            let friend = desk.unit(MOUNTAIN);
            desk.battle.spend_unit(friend);
        }
        desk.activate(PI);
        let to = desk.hex("05.06");
        // Nobody to ask: the assault goes straight to the bravery check.
        let events = desk.play(Action::Assault(to), &[("bravery check", 9)]);
        assert_eq!(checks_of(&events).len(), 1);
    }
}

#[test]
fn gts_each_defender_may_fire_first_by_a_check_and_with_nothing_added() {
    let mut desk = face(&[GREEK, GREEK2], |_| ());
    desk.place("gr-1-a3", "04.05");
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[("bravery check", 0)]);
    let charger = desk.unit(PI);
    assert_eq!(desk.legal(), [Action::ShootAt(charger), Action::HoldFire]);
    let events = desk.play(Action::ShootAt(charger), &[("opportunity check", 2), ("shot", 9)]);
    assert_eq!(mods_of(&events), [], "two more for a charge belong to the strikes");
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK2)));
    let events = desk.play(Action::ShootAt(charger), &[("opportunity check", 4)]);
    assert_eq!(checks_of(&events), [(3, false)], "quality 3, and no point buys it");
    assert_eq!(desk.legal(), [Action::Stand, Action::Retreat], "nobody of another hex fires");
}

/// A hex under a barrage has no fire zone, and only who has one fires at chargers.
#[test]
fn gts_nobody_under_a_barrage_fires_first() {
    let mut desk = face(&[GREEK], |desk| {
        let hex = desk.hex("05.06");
        desk.battle.lay_barrage(hex, false);
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[]);
    assert_eq!(desk.legal(), [Action::Stand, Action::Retreat]);
}

#[test]
fn gts_suppressed_chargers_drop_out() {
    let mut desk = face(&[GREEK], |desk| desk.set_points("5GD", 1));
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[("bravery check", 0)]);
    let charger = desk.unit(PI);
    let rolls = [("opportunity check", 0), ("shot", 2), ("suppression check", 9)];
    let events = desk.play(Action::ShootAt(charger), &rolls);
    assert!(events.contains(&Event::AssaultOver(to, false)));
    assert!(desk.see(PI).suppressed && !desk.see(PI).charging);
    assert_eq!((desk.at(PI).as_str(), desk.at(GREEK).as_str()), ("05.05", "05.06"));
}

#[test]
fn gts_suppressed_defenders_neither_fire_first_nor_retreat() {
    let mut desk = face(&[GREEK, GREEK2], |desk| {
        desk.state(GREEK).suppressed = true;
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[("bravery check", 0)]);
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK2)));
    desk.play(Action::HoldFire, &[]);
    desk.play(Action::Retreat, &[]);
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK2)));
}

#[test]
fn gts_a_retreat_is_one_hex_away_from_the_enemy_under_the_chargers_fire() {
    let mut desk = charge(&[GREEK], |desk| {
        desk.state(GREEK).improved = true;
        // Watches the hex, but does not charge.
        desk.place(BICYCLES, "04.06");
    });
    desk.play(Action::Retreat, &[]);
    assert!(!desk.offers(Action::RetreatTo(Direction::N)), "into the enemy");
    desk.play(Action::RetreatTo(Direction::S), &[]);
    assert_eq!(desk.battle.subject(), Some(desk.unit(PI)), "the charger may fire");
    let to = desk.hex("05.06");
    let events = desk.play(Action::Shoot, &[("opportunity check", 6), ("shot", 9)]);
    assert_eq!(mods_of(&events), [(Mod::Improved, -1), (Mod::Situation, 2)]);
    // Nobody else is asked, and the hex is taken.
    assert!(events.contains(&Event::AssaultOver(to, true)));
    assert_eq!((desk.at(GREEK).as_str(), desk.at(PI).as_str()), ("05.07", "05.06"));
    assert!(!desk.see(GREEK).improved);
}

#[test]
fn gts_a_unit_suppressed_in_retreat_must_stand() {
    let mut desk = charge(&[GREEK], |_| ());
    desk.play(Action::Retreat, &[]);
    desk.play(Action::RetreatTo(Direction::S), &[]);
    // Rating 6 and 2: a 3 is S; the owner lets it be.
    desk.play(Action::Shoot, &[("opportunity check", 0), ("shot", 3)]);
    // Suppressed, it strikes with its assault rating of 3, less 2 and plus 2; then the charger.
    desk.play(
        Action::StaySuppressed,
        &[
            ("bonus check", 9),
            ("shot", 9),
            ("bonus check", 9),
            ("shot", 9),
            ("holding-on check", 9),
        ],
    );
    assert_eq!(desk.at(GREEK), "dead", "suppressed and alone with the charger");
    assert_eq!(desk.at(PI), "05.06");
}

#[test]
fn gts_units_that_cannot_move_cannot_retreat() {
    let mut desk = Desk::new();
    desk.place(NZ, "05.05");
    desk.place(AT, "05.06");
    desk.set_points("2NZ", 1);
    desk.set_points("5GD", 0);
    desk.place(GREEK2, "01.05");
    desk.lead(BRIGADIER, NZ);
    desk.chit("2NZ");
    desk.activate(NZ);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[("bravery check", 0)]);
    // The guns hold their fire; nobody asks them to retreat: they strike at once, without bonus.
    desk.play(Action::HoldFire, &[("shot", 9), ("bonus check", 9), ("shot", 9)]);
    assert!(desk.at_rest());
    assert_eq!(desk.at(AT), "05.06");
}

#[test]
fn gts_the_defender_strikes_first_with_his_fire_and_the_charger_with_his_assault_rating() {
    let mut desk = charge(&[GREEK], |desk| {
        desk.counter(GREEK).fire = Some(Rating { value: 4, colour: Colour::Pink });
        desk.counter(GREEK).assault = Some(Rating { value: 1, colour: Colour::Pink });
        desk.counter(PI).assault = Some(Rating { value: 5, colour: Colour::Purple });
    });
    let rolls = [("bonus check", 2), ("shot", 9), ("bonus check", 6), ("shot", 7)];
    let events = desk.play(Action::Stand, &rolls);
    let strikes: Vec<(bool, i8, i8, Hit)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { firer, mode, printed, rating, hit, .. } if mode.close() => {
                Some((*firer == Some(desk.unit(PI)), *printed, *rating, *hit))
            }
            _ => None,
        })
        .collect();
    // Defender: 4, two for the charging target, two bonus. Charger: 5 and two bonus; purple 7 is E.
    assert_eq!(strikes, [(false, 4, 8, Hit::Miss), (true, 5, 7, Hit::Eliminated)]);
    assert_eq!(desk.at(PI), "05.06", "the hex is empty: the charger advances");
}

#[test]
fn gts_suppressed_defenders_strike_with_the_assault_rating_less_two() {
    let mut desk = face(&[GREEK], |desk| {
        desk.counter(GREEK).fire = Some(Rating { value: 9, colour: Colour::White });
        desk.state(GREEK).suppressed = true;
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    let rolls =
        [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9), ("holding-on check", 9)];
    let events = desk.play(Action::Assault(to), &rolls);
    let first = events.iter().find(|event| matches!(event, Event::Shot { .. }));
    // 3, less 2, plus 2 for the charge.
    assert!(matches!(first, Some(Event::Shot { printed: 3, rating: 3, .. })), "{first:?}");
}

#[test]
fn gts_a_charger_suppressed_by_the_strikes_does_not_strike() {
    let mut desk = charge(&[GREEK], |_| ());
    // Rating 5: a 3 is S.
    desk.play(Action::Stand, &[("bonus check", 9), ("shot", 3)]);
    let events = desk.play(Action::StaySuppressed, &[]);
    assert!(events.iter().all(|event| !matches!(event, Event::Shot { .. })));
    assert_eq!((desk.at(PI).as_str(), desk.at(GREEK).as_str()), ("05.05", "05.06"));
}

#[test]
fn gts_the_striker_picks_one_of_several() {
    let mut desk = charge(&[GREEK, GREEK2], |_| ());
    desk.play(Action::Stand, &[("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9)]);
    let targets = [desk.unit(GREEK), desk.unit(GREEK2)].map(Action::Strike);
    assert_eq!(desk.legal(), targets);
}

#[test]
fn ruling_assault_rounds() {
    // One round: both miss, and everybody stays where he is.
    let misses = [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9)];
    let mut desk = charge(&[GREEK], |_| ());
    let to = desk.hex("05.06");
    let events = desk.play(Action::Stand, &misses);
    assert!(events.contains(&Event::AssaultOver(to, false)));
    assert_eq!((desk.at(PI).as_str(), desk.at(GREEK).as_str()), ("05.05", "05.06"));
    // Until decided: a second round, in which the charger kills.
    let mut desk = charge(&[GREEK], |desk| {
        desk.rulings().assault_rounds = AssaultRounds::UntilDecided;
    });
    let kills = [("bonus check", 9), ("shot", 9), ("bonus check", 0), ("shot", 8)];
    let rolls: Vec<(&'static str, u8)> = misses.into_iter().chain(kills).collect();
    let events = desk.play(Action::Stand, &rolls);
    assert!(events.contains(&Event::AssaultOver(to, true)));
    assert_eq!(desk.at(PI), "05.06");
}

#[test]
fn ruling_lone_suppressed_eliminated() {
    let fates = [
        (LoneSuppressed::On, "dead", "05.06", None),
        (LoneSuppressed::Off, "05.06", "05.05", None),
        // Quality 2, one less for the suppression.
        (LoneSuppressed::Check, "05.06", "05.05", Some(1)),
        (LoneSuppressed::Check, "dead", "05.06", Some(2)),
    ];
    for (switch, fate, place, check) in fates {
        let mut desk = face(&[GREEK], |desk| {
            desk.state(GREEK).suppressed = true;
            desk.rulings().lone_suppressed_eliminated = switch;
        });
        desk.activate(PI);
        let to = desk.hex("05.06");
        let misses = [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9)];
        let check = check.map(|die| ("holding-on check", die));
        let rolls: Vec<(&'static str, u8)> = misses.into_iter().chain(check).collect();
        desk.play(Action::Assault(to), &rolls);
        assert_eq!((desk.at(GREEK).as_str(), desk.at(PI).as_str()), (fate, place));
    }
}

#[test]
fn gts_each_suppressed_defender_checks_for_itself_and_a_point_passes() {
    let mut desk = face(&[GREEK, GREEK2], |desk| {
        desk.state(GREEK).suppressed = true;
        desk.state(GREEK2).suppressed = true;
        desk.set_points("2NZ", 2);
        desk.lead(BEDDING, GREEK2);
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[]);
    // Two bonus checks of defenders, each for a point that nobody pays.
    let miss = [("bonus check", 9), ("shot", 9)];
    desk.play(Action::Roll, &miss);
    desk.play(Action::Roll, &[("bonus check", 9), ("shot", 9)]);
    let target = desk.unit(GREEK);
    desk.play(Action::Strike(target), &miss);
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK)));
    desk.play(Action::Roll, &[("holding-on check", 9)]);
    assert_eq!(desk.battle.subject(), Some(desk.unit(GREEK2)));
    let events = desk.play(Action::Pay, &[]);
    assert!(events.contains(&Event::AssaultOver(to, false)));
    assert_eq!((desk.at(GREEK).as_str(), desk.at(GREEK2).as_str()), ("dead", "05.06"));
    assert_eq!(desk.at(PI), "05.05");
}

#[test]
fn ruling_charger_strikes() {
    let strikes = |switch: ChargerStrikes, rolls: &[(&'static str, u8)]| -> Vec<i8> {
        let mut desk = charge(&[GREEK], |desk| {
            desk.rulings().charger_strikes = switch;
            desk.counter(PI).fire = Some(Rating { value: 4, colour: Colour::Pink });
            desk.counter(PI).assault = Some(Rating { value: 5, colour: Colour::Pink });
        });
        let charger = Some(desk.unit(PI));
        let events = desk.play(Action::Stand, rolls);
        let printed = events.iter().filter_map(|event| match event {
            Event::Shot { firer, printed, .. } if *firer == charger => Some(*printed),
            _ => None,
        });
        printed.collect()
    };
    let miss = [("bonus check", 9), ("shot", 9)];
    assert_eq!(strikes(ChargerStrikes::One, &[miss, miss].concat()), [5]);
    assert_eq!(strikes(ChargerStrikes::FireThenAssault, &[miss, miss, miss].concat()), [4, 5]);
}

/// By published updates of the series: pink 2 with two steps, 1 with one, no company bonus; platoons 0.
#[test]
fn gts_guns_and_platoons_strike_with_what_they_have_for_assaults() {
    for (id, steps, printed, rating) in [(AT, 2, 2, 4), (AT, 1, 2, 3), (COAST, 1, 1, 3)] {
        let mut desk = Desk::new();
        desk.place(NZ, "05.05");
        desk.place(id, "05.06");
        desk.counter(id).side = Side::German;
        desk.state(id).steps = steps;
        let (striker, target) = (desk.unit(id), desk.unit(NZ));
        desk.state(NZ).charging = true;
        assert_eq!(desk.battle.stand_mode(striker), Some(Mode::Assault));
        assert!(!desk.battle.bonus_possible(striker, Mode::Assault));
        let charging = desk.battle.ground.modifiers(Mode::Assault).charging;
        let (_, colour) = desk.battle.rating(striker, Mode::Assault).unwrap();
        assert_eq!(colour, Colour::Pink);
        let shot = super::super::fire::Shot {
            firer: Some(striker),
            target,
            mode: Mode::Assault,
            colour,
            extra: charging,
        };
        let (base, mods) = desk.battle.aim(shot);
        assert_eq!((base, base + mods.sum()), (printed, rating), "{id} with {steps} steps");
    }
    let mut desk = Desk::new();
    let platoon = desk.place(PLATOON, "05.06");
    assert_eq!(desk.battle.stand_mode(platoon), Some(Mode::Assault));
    assert_eq!(desk.battle.rating(platoon, Mode::Assault), Some((0, Colour::Pink)));
}

#[test]
fn gts_an_unsuppressed_defender_holds_the_hex_for_the_others() {
    let mut desk = charge(&[GREEK, GREEK2], |desk| desk.state(GREEK).suppressed = true);
    let misses = [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9)];
    desk.play(Action::Stand, &misses);
    let target = desk.unit(GREEK);
    desk.play(Action::Strike(target), &[("bonus check", 9), ("shot", 9)]);
    assert_eq!((desk.at(GREEK).as_str(), desk.at(GREEK2).as_str()), ("05.06", "05.06"));
    assert_eq!(desk.at(PI), "05.05");
}

#[test]
fn gts_an_assault_is_an_action_and_leaves_a_second_of_another_kind() {
    let mut desk = charge(&[GREEK], |desk| desk.set_points("5GD", 2));
    let misses = [("bonus check", 9), ("shot", 9), ("bonus check", 9), ("shot", 9)];
    // The Allies hold no points, the Germans one: the charger's bonus check is asked for.
    desk.play(Action::Stand, &misses[..2]);
    desk.play(Action::Roll, &misses[2..]);
    let to = desk.hex("05.06");
    assert!(!desk.offers(Action::Assault(to)));
    assert!(desk.offers(Action::Fire(desk.unit(GREEK))));
}

#[test]
fn gts_all_who_charged_advance_and_those_who_were_not_brave_stay() {
    let mut desk = face(&[GREEK], |desk| {
        desk.place(PI2, "05.05");
        desk.place(MOUNTAIN, "05.05");
        desk.set_points("5GD", 3);
        desk.state(GREEK).suppressed = true;
        desk.rulings().bravery_waived_if_no_zone = Switch::Off;
    });
    desk.activate(PI);
    let to = desk.hex("05.06");
    desk.play(Action::Assault(to), &[]);
    let (second, third) = (desk.unit(PI2), desk.unit(MOUNTAIN));
    desk.play(Action::Join(second), &[]);
    let brave = [("bravery check", 0), ("bravery check", 9), ("bravery check", 0)];
    desk.play(Action::Join(third), &brave);
    // Two chargers: the defender picks his target, and misses; the first charger kills.
    let target = desk.unit(PI);
    assert_eq!(desk.legal(), [Action::Strike(target), Action::Strike(third)]);
    let rolls = [("bonus check", 9), ("shot", 9), ("bonus check", 0), ("shot", 8)];
    let events = desk.play(Action::Strike(target), &rolls);
    assert!(events.contains(&Event::AssaultOver(to, true)));
    let places = [PI, PI2, MOUNTAIN].map(|id| desk.at(id));
    assert_eq!(places, ["05.06", "05.05", "05.06"]);
}
