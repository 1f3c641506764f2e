//! Dispatch points, formation chits, and the cup of a turn (3.2; series rules 4.1, 4.2; U-2).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Position, Scripted, Side};

use super::super::action::Action;
use super::super::event::Event;
use super::super::frame::{Dispatch, Frame};
use super::super::ground::Chit;
use super::super::rulings::{PriceSchedule, Switch};
use super::desk::*;
use crate::mercury::ids::FormationId;

fn held(desk: &Desk) -> (u16, u16) {
    let place = usize::from(desk.division(REGIMENT).0);
    (desk.battle.command.points[place], desk.battle.command.dispatch[place])
}

/// The chits of I. and III./FJR 2.
fn wares(desk: &Desk) -> [Action; 2] {
    [0, 1].map(|formation| Action::BuyChit(desk.number(Chit::Formation(FormationId(formation)))))
}

/// Both commanders of the regiment's battalions are on the map.
fn leaders(desk: &mut Desk) {
    desk.place(FJR1, "33.15");
    desk.place(FJR9, "17.15");
    desk.lead(CO_I, FJR1);
    desk.lead(CO_III, FJR9);
}

/// Step D of the regiment in the second turn.
fn shop(schedule: PriceSchedule, points: u16, dispatch: u16) -> Desk {
    let mut desk = Desk::snafu();
    desk.rulings().price_schedule = schedule;
    let division = desk.division(REGIMENT);
    desk.battle.turn = 1;
    desk.set_points(REGIMENT, points);
    desk.battle.command.dispatch[usize::from(division.0)] = dispatch;
    leaders(&mut desk);
    desk.battle.frames.push(Frame::Dispatch(Dispatch { division }));
    desk
}

#[test]
fn ruling_price_schedule() {
    for (schedule, points, chits) in [
        (PriceSchedule::Flat2, [2, 2, 2, 2], [2, 2]),
        (PriceSchedule::Flat1, [1, 1, 1, 1], [1, 1]),
        (PriceSchedule::Flat3, [3, 3, 3, 3], [3, 3]),
        (PriceSchedule::Rising, [1, 2, 3, 3], [1, 2]),
        (PriceSchedule::Chit1Point2, [2, 2, 2, 2], [1, 1]),
    ] {
        let mut desk = shop(schedule, 30, 0);
        let mut before = held(&desk);
        for price in points {
            desk.play(Action::BuyDispatch, &[]);
            let now = held(&desk);
            assert_eq!((before.0 - now.0, now.1 - before.1), (price, 1), "{schedule:?}");
            before = now;
        }
        let wares = wares(&desk);
        desk.battle.command.dispatch[0] = 20;
        for (ware, price) in wares.into_iter().zip(chits) {
            let before = held(&desk);
            desk.play(ware, &[]);
            assert_eq!((before.0, before.1 - price), held(&desk), "{schedule:?}");
        }
        assert!(!desk.legal().iter().any(|action| matches!(action, Action::BuyChit(_))));
        let spent: u16 = points.iter().sum();
        assert_eq!(desk.battle.tally.spent.german, spent);
    }
}

#[test]
fn gts_nobody_buys_what_he_cannot_pay() {
    let mut desk = shop(PriceSchedule::Flat2, 1, 1);
    desk.settle(&[]);
    assert!(desk.at_rest());
    let desk = shop(PriceSchedule::Flat2, 2, 1);
    assert_eq!(desk.legal(), [Action::BuyDispatch, Action::EndBuying]);
    let desk = shop(PriceSchedule::Flat2, 1, 2);
    assert_eq!(desk.legal(), [&wares(&desk)[..], &[Action::EndBuying]].concat());
}

#[test]
fn gts_one_chit_a_formation_a_turn() {
    let mut desk = shop(PriceSchedule::Flat1, 9, 9);
    let [first, third] = wares(&desk);
    let events = desk.play(first, &[]);
    assert!(matches!(events[0], Event::ChitBought { left: 8, .. }));
    assert!(!desk.offers(first) && desk.offers(third));
    let Action::BuyChit(chit) = first else { unreachable!() };
    assert!(desk.battle.cup.chits().contains(&chit.0));
    // One carried over from the turn before is this turn's.
    let mut desk = shop(PriceSchedule::Flat1, 9, 9);
    desk.battle.carried = Some(chit);
    assert!(!desk.offers(first) && desk.offers(third));
    // The other side's are not for sale.
    let other = desk.number(Chit::Formation(FormationId(2)));
    assert!(!desk.offers(Action::BuyChit(other)));
}

#[test]
fn gts_a_chit_is_sold_from_its_turn_on() {
    let mut desk = shop(PriceSchedule::Flat1, 9, 9);
    desk.ground().formations[1].from_turn = 2;
    let [first, third] = wares(&desk);
    assert!(desk.offers(first) && !desk.offers(third));
    desk.battle.turn = 2;
    assert!(desk.offers(third));
}

/// Series rule 7.2, by a published answer: while the formation's leader is on the map, and of reinforcements from the
/// turn after he came, which is when step D first finds him there.
#[test]
fn gts_7_2_a_chit_is_sold_while_the_formations_leader_is_on_the_map() {
    let mut desk = shop(PriceSchedule::Flat1, 9, 9);
    let [first, third] = wares(&desk);
    assert!(desk.offers(first) && desk.offers(third));
    desk.dismiss(CO_III);
    assert!(desk.offers(first) && !desk.offers(third), "he has not jumped yet, or is lost");
    // A replacement will do.
    desk.battle.replace(CO_III, Some(desk.unit(FJR9)));
    assert!(desk.offers(third));
    // With his last unit off the map he is not on it either.
    let last = desk.unit(FJR9);
    desk.battle.lift(last);
    assert!(desk.offers(first) && !desk.offers(third));
}

/// 3.2 D I has no condition.
#[test]
fn m3_2_d_dispatch_points_are_sold_without_a_chit_to_buy() {
    let mut desk = shop(PriceSchedule::Flat2, 4, 0);
    desk.dismiss(CO_I);
    desk.dismiss(CO_III);
    assert_eq!(desk.legal(), [Action::BuyDispatch, Action::EndBuying]);
    desk.play(Action::BuyDispatch, &[]);
    assert_eq!(held(&desk), (2, 1));
}

/// A chit is drawn and played, with exactly these rolls.
fn draw(desk: &mut Desk, chit: Chit, rolls: &[(&'static str, u8)]) -> Vec<Event> {
    desk.battle.frames = BOTTOM.into();
    let number = desk.number(chit);
    let mut dice = Scripted::new(rolls.iter().copied());
    let mut events = Vec::new();
    desk.battle.play_chit(number, &mut dice, &mut events);
    desk.battle.settle(&mut dice, &mut events);
    dice.done();
    events
}

fn no_drops() -> Desk {
    let mut desk = Desk::snafu();
    desk.ground().sticks.clear();
    desk.ground().air_support.clear();
    desk
}

#[test]
fn m11_0_the_regiments_first_activation_brings_neither_command_nor_dispatch_points() {
    let mut desk = no_drops();
    let chit = Chit::Division(desk.division(REGIMENT));
    assert_eq!(held(&desk), (3, 2));
    draw(&mut desk, chit, &[]);
    assert_eq!(held(&desk), (3, 2));
    // The second: rating 4 and half of 7, dispatch rating 2.
    draw(&mut desk, chit, &[("command", 7)]);
    assert_eq!(held(&desk), (10, 4));
    assert_eq!(desk.battle.tally.earned.german, 7);
    // The brigade's first is like any other: rating 4 and half of 1, dispatch rating 1.
    let brigade = Chit::Division(desk.division(BRIGADE));
    draw(&mut desk, brigade, &[("command", 1)]);
    let place = usize::from(desk.division(BRIGADE).0);
    assert_eq!((desk.points(BRIGADE), desk.battle.command.dispatch[place]), (7, 2));
}

#[test]
fn ruling_dispatch_roll() {
    for (reading, rolls, dispatch) in [
        (Switch::Off, &[("command", 0)][..], 4),
        (Switch::On, &[("command", 0), ("dispatch", 9)], 8),
        (Switch::On, &[("command", 0), ("dispatch", 1)], 4),
    ] {
        let mut desk = no_drops();
        desk.rulings().dispatch_roll = reading;
        let chit = Chit::Division(desk.division(REGIMENT));
        draw(&mut desk, chit, &[]);
        draw(&mut desk, chit, rolls);
        assert_eq!(held(&desk).1, dispatch, "{reading:?} {rolls:?}");
    }
}

fn in_cup(desk: &Desk) -> Vec<Chit> {
    let chits = desk.battle.cup.chits().iter();
    chits.map(|&chit| desk.battle.ground.chits[usize::from(chit)]).collect()
}

#[test]
fn m11_0_the_first_cup_and_those_after_it() {
    let mut desk = Desk::snafu();
    let always = [
        Chit::DirectCommand(Side::German),
        Chit::DirectCommand(Side::Allied),
        Chit::Event(Side::German),
        Chit::Event(Side::Allied),
    ];
    let (regiment, brigade) = (desk.division(REGIMENT), desk.division(BRIGADE));
    let divisions = [Chit::Division(regiment), Chit::Division(brigade)];
    // The regiment's chit is in play first; both its battalions act in the first turn.
    desk.battle.carried = Some(desk.battle.ground.first_chit);
    assert_eq!(desk.battle.ground.first_chit, desk.number(divisions[0]));
    desk.battle.begin_turn(&mut Vec::new());
    let battalions = [Chit::Formation(FormationId(0)), Chit::Formation(FormationId(1))];
    assert_eq!(in_cup(&desk), [&always[..], &divisions[1..], &battalions].concat());
    assert_eq!(desk.battle.frames, BOTTOM, "the first turn begins with step H");
    // Later formation chits are bought.
    desk.battle.cup.clear();
    desk.battle.carried = None;
    desk.battle.turn = 1;
    desk.battle.begin_turn(&mut Vec::new());
    assert_eq!(in_cup(&desk), [&always[..], &divisions].concat());
    // Step D comes before step E.
    let frames = &desk.battle.frames[1..];
    assert!(matches!(
        frames,
        [Frame::Parks(_), Frame::Parks(_), Frame::Dispatch(_), Frame::Dispatch(_)]
    ));
}

/// SNAFU where the brigade's chit is in no cup, but for what is said at the end of the file.
fn without_the_brigade(words: &str) -> Files {
    let mut files = Files::default();
    files.change("snafu", "toml", |text| {
        let chit = "  \"19th Bde (AUS) division\",\n";
        assert_eq!(text.matches(chit).count(), 2, "in the first cup and in those after it");
        text.replace(chit, "") + words
    });
    files
}

fn later(chit: &str, from: &str) -> String {
    format!("\n[[later_chit]]\nchit = \"{chit}\"\nfrom = \"{from}\"\n")
}

#[test]
fn m11_0_a_chit_may_join_the_cup_in_a_later_turn() {
    let third = later("19th Bde (AUS) division", "20 May 1900");
    let mut desk = Desk { battle: without_the_brigade(&third).scenario("snafu") };
    let brigade = Chit::Division(desk.division(BRIGADE));
    for (turn, there) in [(0, false), (1, false), (2, true), (3, true), (4, true)] {
        desk.battle.cup.clear();
        desk.battle.carried = None;
        desk.battle.turn = turn;
        desk.battle.begin_turn(&mut Vec::new());
        let count = in_cup(&desk).iter().filter(|&&chit| chit == brigade).count();
        assert_eq!(count, usize::from(there), "turn {turn}");
    }
    // Carried over from the turn before, it opens the turn and is not in the cup as well.
    desk.battle.cup.clear();
    desk.battle.carried = Some(desk.number(brigade));
    desk.battle.begin_turn(&mut Vec::new());
    assert!(!in_cup(&desk).contains(&brigade));
}

#[test]
fn a_later_chit_is_not_in_the_cup_already_and_comes_after_the_first_turn() {
    let wrong = [
        ("19th Bde (AUS) division", "20 May 1900"),
        ("19th Bde (AUS) division", "20 May Night"),
        ("german event", "20 May 1700"),
        ("I./FJR 2 formation", "20 May 1500"),
        ("20th Bde division", "20 May 1100"),
    ];
    let words: String = wrong.iter().map(|(chit, from)| later(chit, from)).collect();
    let told = without_the_brigade(&words).faults("snafu");
    let fault = |key: &str, problem: &str| (format!("later_chit.{key}"), problem.to_string());
    let expected = [
        fault("chit", "chit \"20th Bde division\" is not known"),
        fault("chit", "\"19th Bde (AUS) division\" would be in the cup twice"),
        fault("chit", "\"german event\" would be in the cup twice"),
        fault("from", "the first turn is not a later one"),
        fault("from", "turn of the scenario \"20 May 1100\" is not known"),
    ];
    assert_eq!(told, expected);
}

/// The last chit of the second turn is this one.
fn last(chit: Chit) -> Desk {
    let mut desk = no_drops();
    leaders(&mut desk);
    desk.battle.turn = 1;
    let number = desk.number(chit);
    desk.battle.cup.put(number.0);
    desk.battle.frames.clear();
    desk.battle.settle(&mut Scripted::new([]), &mut Vec::new());
    assert_eq!((desk.battle.turn, desk.battle.carried), (2, Some(number)), "not played");
    desk
}

#[test]
fn m11_0_a_formation_chit_drawn_last_opens_the_next_turn_beside_the_free_ones() {
    let desk = last(Chit::Formation(FormationId(0)));
    assert_eq!(in_cup(&desk).len(), 6, "every free chit is in the cup again");
    // Step D of the regiment, with two dispatch points.
    let [first, third] = wares(&desk);
    assert!(!desk.offers(first) && desk.offers(third));
}

#[test]
fn m11_0_an_event_chit_drawn_last_is_not_in_the_next_cup_as_well() {
    let mut desk = last(Chit::Event(Side::German));
    assert_eq!(in_cup(&desk).len(), 5);
    assert!(!in_cup(&desk).contains(&Chit::Event(Side::German)));
    // Nobody buys; it comes before any chit is drawn from the cup.
    desk.ground().events[Side::German] = [super::super::ground::EventKind::NoEvent].into();
    desk.play(Action::EndBuying, &[]);
    let mut events = Vec::new();
    let mut dice = Scripted::always(0);
    desk.battle.apply_unchecked(Action::EndBuying, &mut dice, &mut events);
    let drawn: Vec<Chit> = events
        .iter()
        .filter_map(|event| match event {
            Event::Drawn(chit) => Some(desk.battle.ground.chits[chit.index()]),
            _ => None,
        })
        .collect();
    assert_eq!(drawn[0], Chit::Event(Side::German));
    assert!(!drawn[1..].contains(&Chit::Event(Side::German)));
}
