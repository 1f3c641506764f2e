//! Victory by the withdrawal level, and sudden deaths (11.0, scenarios 10 to 13).

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Account, Outcome, Side};

use super::super::event::Event;
use super::super::morale::Withdrawal;
use super::super::state::Battle;
use super::western_desk::*;

/// Winner, level and margin of a game.
fn judged(battle: &Battle) -> (Option<Side>, &str, i32) {
    match battle.outcome {
        Outcome::Over { winner, level, margin, .. } => {
            (winner, &battle.ground.levels[usize::from(level)], margin)
        }
        Outcome::Undecided => panic!("the game is over"),
    }
}

/// The campaign at its end, with this withdrawal level before the last obligation, which the Germans fail: ten more.
fn at_the_end(mut battle: Battle, level: Option<u16>, port: Option<&str>) -> Battle {
    battle.turn = LAST;
    battle.morale.withdrawal =
        level.map(|level| Withdrawal { since: Some(3), level, immobile_gone: true });
    if let Some(port) = port {
        takes(&mut battle, Side::German, port);
        battle.morale.stirred = false;
    }
    battle.end_turn(true, &mut Vec::new());
    battle
}

fn by_level(level: u16) -> (Option<Side>, String, i32) {
    let battle = at_the_end(campaign(), Some(level - 10), Some("59.13"));
    let (winner, name, margin) = judged(&battle);
    assert_eq!(battle.end_reason, "last turn played");
    (winner, name.into(), margin)
}

#[test]
fn m11_0_the_withdrawal_level_makes_the_victory_level() {
    let german = Some(Side::German);
    let allied = Some(Side::Allied);
    for (level, winner, name, margin) in [
        (10, german, "Decisive German victory", 16),
        (14, german, "Decisive German victory", 12),
        (15, german, "Substantial German victory", 11),
        (19, german, "Substantial German victory", 7),
        (20, german, "Marginal German victory", 6),
        (25, german, "Marginal German victory", 1),
        (26, None, "Draw", 0),
        (27, None, "Draw", 0),
        (28, allied, "Marginal Allied victory", -1),
        (30, allied, "Marginal Allied victory", -3),
        (31, allied, "Substantial Allied victory", -4),
    ] {
        assert_eq!(by_level(level), (winner, name.into(), margin), "{level}");
    }
}

#[test]
fn m11_0_the_levels_are_one_ordered_outcome() {
    let levels = campaign().levels();
    assert_eq!(levels.len(), 7);
    assert_eq!((&*levels[0], &*levels[3]), ("Decisive German victory", "Draw"));
    assert_eq!(levels[6], "Decisive Allied victory");
}

/// The margin has a bound, which no level goes beyond and the best victory of either side reaches.
#[test]
fn m11_0_without_withdrawal_by_the_end_the_allies_win_decisively() {
    let battle = at_the_end(campaign(), None, Some("59.13"));
    let (winner, name, margin) = judged(&battle);
    assert_eq!((winner, name), (Some(Side::Allied), "Decisive Allied victory"));
    assert_eq!(battle.end_reason, "last turn played");
    let most = judged(&at_the_end(campaign(), Some(999), Some("59.13"))).2;
    assert!(margin <= most && most < -30, "{margin} {most}");
}

/// Scenario 10: no port, no victory.
#[test]
fn m11_0_without_a_port_the_germans_lose_decisively() {
    let none = at_the_end(campaign(), Some(0), None);
    assert_eq!(judged(&none).1, "Decisive Allied victory");
    let one = at_the_end(campaign(), Some(0), Some("49.07"));
    assert_eq!(judged(&one).1, "Decisive German victory");
}

#[test]
fn ruling_sc10_ports() {
    let level = |word| {
        let battle = at_the_end(campaign_ruled("sc10_ports", word), Some(0), Some("59.13"));
        String::from(judged(&battle).1)
    };
    assert_eq!(level("neither"), "Decisive German victory");
    assert_eq!(level("not_both"), "Decisive Allied victory");
}

#[test]
fn m11_0_sudden_death_ends_the_game_at_once_and_only_before_its_turn() {
    let mut battle = campaign();
    battle.turn = NIGHT;
    takes(&mut battle, Side::German, "49.07");
    let events = settle(&mut battle, 5);
    assert_eq!(judged(&battle), (Some(Side::German), "Decisive German victory", 26));
    assert_eq!(battle.end_reason, "sudden death");
    assert_eq!(events.last(), Some(&Event::Over));
    assert!(events.iter().any(|event| matches!(event, Event::TurnEnded(_))), "its row is there");
    let mut late = with(campaign(), DAWN, &[(NZ, "48.12")]);
    late.frames.push(super::desk::BOTTOM[0]);
    takes(&mut late, Side::German, "49.07");
    settle(&mut late, 5);
    assert_eq!(late.outcome, Outcome::Undecided);
}

#[test]
fn m11_0_a_village_kills_only_under_allied_withdrawal() {
    let mut battle = with(campaign(), DAWN, &[(NZ, "48.12")]);
    battle.frames.push(super::desk::BOTTOM[0]);
    takes(&mut battle, Side::German, "67.07");
    settle(&mut battle, 5);
    assert_eq!(battle.outcome, Outcome::Undecided);
    // It is held already when the withdrawal begins.
    let level = battle.morale.level;
    battle.shift_morale(-level, "a test", true, &mut Vec::new());
    settle(&mut battle, 5);
    assert_eq!(judged(&battle).1, "Decisive German victory");
}

#[test]
fn the_advantage_follows_morale_and_then_the_level() {
    let mut battle = campaign();
    assert_eq!(battle.advantage(), -1000);
    battle.morale.level = 5;
    assert_eq!(battle.advantage(), -250);
    let mut battle = broken(battle);
    assert_eq!(battle.advantage(), 999);
    battle.raise_withdrawal(13, &mut Vec::new());
    assert_eq!(battle.advantage(), 500);
    battle.raise_withdrawal(100, &mut Vec::new());
    assert_eq!(battle.advantage(), -1000);
}

#[test]
fn bands_that_do_not_follow_each_other_are_refused() {
    let keys = |from: &str, to: &str| {
        let files = campaign_files(|text| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let keys: Vec<_> = files.faults("gala").into_iter().map(|(key, _)| key).collect();
        keys
    };
    let band = ["victory.band"];
    assert_eq!(keys("to = 19", "to = 14"), band);
    assert_eq!(keys("\"marginal-german\"", "\"decisive-german\""), band);
    assert_eq!(keys("to = 30", ""), band);
    assert_eq!(keys("\"substantial-allied\"\n", "\"substantial-allied\"\nto = 40\n"), band);
}
