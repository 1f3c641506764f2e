//! What strategies may weigh: single features of single options, on open ground.

use std::sync::OnceLock;
use std::vec;
use std::vec::Vec;

use engine::{
    Appraise, Direction, Features, InForce, Position as _, Scores, Seed, Seeded, Side, Whim,
};

use super::super::action::Action;
use super::super::appraise::Memory;
use super::super::fire::Hit;
use super::super::frame::{Dispatch, Frame, Happening};
use super::super::ground::EventKind;
use super::super::state::Battle;
use super::desk::*;

/// The value of a feature for an option that is open now, to a player who remembers nothing and has no orders.
fn worth(battle: &Battle, feature: &str, action: Action) -> i64 {
    weigh(battle, &mut Memory::default(), InForce::NONE, feature, action)
}

/// The value of a feature for an option that is open now.
pub(super) fn weigh(
    battle: &Battle,
    memory: &mut Memory,
    orders: InForce<'_, <Battle as Appraise>::Guide>,
    feature: &str,
    action: Action,
) -> i64 {
    let legal = legal(battle);
    let option = legal.iter().position(|&other| other == action);
    let option = option.unwrap_or_else(|| panic!("{action:?} is not among {legal:?}"));
    let column = Battle::FEATURES.iter().position(|weighable| weighable.name == feature);
    let mut weights = vec![0; Battle::FEATURES.len()];
    weights[column.unwrap_or_else(|| panic!("no feature {feature}"))] = 1;
    let mut scores = vec![0; legal.len()];
    let features = Features::Score(Scores::new(&weights, &mut scores));
    Battle::appraise(battle, &legal, memory, orders, features);
    scores[option]
}

/// Squeezing Kiwis on open ground but for a town, in a turn from 0, with the chit of a division in play and a unit of it
/// active.
fn kiwis(turn: u16, division: &str, id: &str, hex: &str) -> Desk {
    static FLAT: OnceLock<Battle> = OnceLock::new();
    let flat = FLAT.get_or_init(|| {
        let mut files = Files::default();
        files.flatten("maleme", &[("20.12", "clear", "", ""), ("24.10", "town", "", "")]);
        files.scenario("kiwis")
    });
    let mut desk = Desk { battle: flat.clone() };
    desk.battle.turn = turn;
    desk.place(id, hex);
    desk.set_points(division, 6);
    desk.chit(division);
    desk.activate(id);
    desk
}

const NE: Action = Action::Step(Direction::Ne);
const NW: Action = Action::Step(Direction::Nw);
const SE: Action = Action::Step(Direction::Se);

#[test]
fn withdraw_is_the_way_of_steps_that_count_to_the_east() {
    let desk = kiwis(0, "2NZ", "nz-22-a", "30.09");
    // A clear hex costs a company two points: four halves nearer, or farther.
    assert_eq!(worth(&desk.battle, "withdraw", SE), 4);
    assert_eq!(worth(&desk.battle, "withdraw", NW), -4);
    // East of the line there is nothing left to gain, and going back loses.
    let desk = kiwis(0, "2NZ", "nz-22-a", "34.09");
    assert_eq!(worth(&desk.battle, "withdraw", SE), 0);
    assert_eq!(worth(&desk.battle, "withdraw", NW), -4);
    // Nobody counts who is not of the brigade, and no German.
    let desk = kiwis(0, "2NZ", "nz-rmt", "30.09");
    assert_eq!(worth(&desk.battle, "withdraw", SE), 0);
    let desk = kiwis(0, "5GD", "gjr100-1", "30.09");
    assert_eq!(worth(&desk.battle, "withdraw", SE), 0);
}

#[test]
fn relieve_is_the_way_to_a_village_of_those_who_do_not_count() {
    // To Ay Marina in 29.07, from the turn on in which Platanias no longer matters.
    let desk = kiwis(2, "2NZ", "nz-rmt", "32.09");
    assert_eq!(worth(&desk.battle, "relieve", NW), 4);
    assert_eq!(worth(&desk.battle, "relieve", SE), -4);
    let desk = kiwis(2, "2NZ", "nz-22-a", "32.09");
    assert_eq!(worth(&desk.battle, "relieve", NW), 0);
    let desk = kiwis(2, "5GD", "gjr100-1", "32.09");
    assert_eq!(worth(&desk.battle, "relieve", NW), 0);
}

#[test]
fn an_objective_counts_while_it_can_be_taken_in_time() {
    let enters = |turn, from: &str, step| {
        worth(&kiwis(turn, "5GD", "gjr100-1", from).battle, "on-objective", step)
    };
    // Platanias (25.07) until 1300, Ay Marina (29.07) from then on.
    assert_eq!((enters(0, "24.07", NE), enters(1, "24.07", NE)), (1, 1));
    assert_eq!(enters(2, "24.07", NE), 0);
    assert_eq!((enters(1, "28.07", NE), enters(2, "28.07", NE)), (0, 1));
    // The Maleme runways are held anyway: they matter to nobody.
    assert_eq!(enters(0, "09.05", Action::Step(Direction::N)), 0);
}

#[test]
fn seen_counts_the_enemies_who_see_the_way() {
    let mut desk = kiwis(0, "2NZ", "nz-22-a", "24.09");
    assert_eq!(worth(&desk.battle, "seen", SE), 0);
    // Both see 24.09 from the north, and neither sees through the town into the hex behind it.
    desk.place("gjr100-1", "24.05");
    desk.place("gjr100-2", "24.05");
    let behind = Action::Step(Direction::S);
    let mut town = desk.battle.clone();
    let (before, unit) = (desk.hex("24.10"), desk.unit("nz-22-a"));
    town.put(unit, before);
    assert_eq!(worth(&town, "seen", behind), -2);
    assert_eq!(worth(&town, "seen", Action::Step(Direction::N)), 0);
}

/// 5.4 is weighed for what a division has in contact, 5.12 for what it can lose.
#[test]
fn events_for_a_division_are_weighed_by_what_they_do_there() {
    let mut desk = Desk { battle: Files::default().scenario("kiwis") };
    for (id, hex) in
        [("gjr100-1", "24.10"), ("gjr100-2", "24.11"), ("llsr-5", "10.05"), ("nz-22-a", "24.09")]
    {
        desk.place(id, hex);
    }
    let (mountain, jumpers) = (desk.division("5GD"), desk.division("7FD"));
    desk.set_points("5GD", 1);
    desk.set_points("7FD", 9);
    desk.battle.frames = BOTTOM.into();
    let kind = EventKind::Intelligence;
    desk.battle.frames.push(Frame::Happening(Happening {
        side: Side::German,
        kind,
        left: 1,
        sheets: u32::MAX,
    }));
    let of =
        |desk: &Desk, division| worth(&desk.battle, "event-worth", Action::PickDivision(division));
    // Two companies, both in contact, with one point; one company far off with nine.
    assert_eq!((of(&desk, mountain), of(&desk, jumpers)), (2 + 20 - 1, 1 - 9));
    let kind = EventKind::CommandConfusion;
    desk.battle.frames = BOTTOM.into();
    desk.battle.frames.push(Frame::Happening(Happening {
        side: Side::German,
        kind,
        left: 1,
        sheets: u32::MAX,
    }));
    let nz = desk.division("2NZ");
    desk.set_points("2NZ", 5);
    assert_eq!(of(&desk, nz), 2 * 11, "two points at most, for a company in contact");
}

/// A dispatch point is weighed only while there is a chit to buy with it.
#[test]
fn a_dispatch_point_without_a_chit_to_buy_is_worse_than_none() {
    let mut desk = Desk::snafu();
    let division = desk.division(REGIMENT);
    desk.battle.turn = 1;
    desk.set_points(REGIMENT, 20);
    desk.battle.frames.push(Frame::Dispatch(Dispatch { division }));
    let of = |desk: &Desk, name| worth(&desk.battle, name, Action::BuyDispatch);
    let all = ["act", "buy-dispatch", "buy-dispatch-spare"];
    assert_eq!(all.map(|name| of(&desk, name)), [-1, 0, 0]);
    desk.place(FJR1, "33.15");
    desk.lead(CO_I, FJR1);
    assert_eq!(all.map(|name| of(&desk, name)), [0, 1, 12]);
}

/// Whoever replaces a leader is weighed like one who rides on: by whom he would keep in command there.
#[test]
fn the_unit_of_a_replacement_is_weighed_by_his_reach() {
    let mut desk = Desk::new();
    for (id, hex) in [(PI, "05.05"), (PI2, "01.01"), (BICYCLES, "02.01")] {
        desk.place(id, hex);
    }
    desk.lead(SCHAETTE, PI);
    desk.chit("2NZ");
    desk.hit(PI, Hit::Eliminated, &[]);
    let of = |id: &str| worth(&desk.battle, "leader-reach", Action::LeaderWith(desk.unit(id)));
    // The bystander stands by himself; eight hexes are the replacement's range.
    assert_eq!((of(PI2), of(BICYCLES), of(BYSTANDERS[0])), (2, 2, 1));
}

#[test]
fn what_a_player_remembers_changes_nothing() {
    // Each feature has a weight of its own, so that no two of them can make up for each other by chance.
    let weights: Vec<i64> = (0..Battle::FEATURES.len() as i64).map(|n| n * n * 7 + 1).collect();
    let mut remembered = 0;
    let scenarios = ["kastelli", "snafu", "descent", "heraklion", "piling-on", "kiwis"];
    for (scenario, seed) in scenarios.into_iter().zip(1..) {
        let mut battle = Files::default().scenario(scenario);
        let mut memory = Memory::default();
        let (mut dice, mut whim) = (Seeded::new(Seed(seed)), Whim::new(Seed(seed), Side::German));
        let mut events = Vec::new();
        battle.open(&mut dice, &mut events);
        while battle.to_act().is_some() {
            let legal = legal(&battle);
            let weigh = |memory: &mut Memory| {
                let mut scores = vec![0; legal.len()];
                let features = Features::Score(Scores::new(&weights, &mut scores));
                Battle::appraise(&battle, &legal, memory, InForce::NONE, features);
                scores
            };
            assert_eq!(weigh(&mut memory), weigh(&mut Memory::default()));
            remembered += usize::from(memory.assaults() > 0);
            let choice = legal[whim.below(legal.len())];
            battle.apply_unchecked(choice, &mut dice, &mut events);
        }
    }
    assert!(remembered > 100, "assaults were remembered at {remembered} decisions");
}
