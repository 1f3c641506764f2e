//! Known answers for an invented run.

use engine::Side;

use super::make;
use crate::{Summary, sample, summarize};

fn summary_of(games: u64, record: impl Fn(u64) -> lab::Record) -> Summary {
    let home = tempfile::tempdir().unwrap();
    summarize(&make(&home.path().join("run"), sample::asked(games), record)).unwrap()
}

#[track_caller]
fn near(got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-6, "{got} is not {expected}");
}

/// 1,000 games of the toy: 334 German wins.
#[test]
fn shares_and_intervals() {
    let summary = summary_of(1000, sample::record);
    near(summary.wins.german.value, 0.334);
    // Wilson, 334 of 1,000.
    near(summary.wins.german.low, 0.305_452);
    near(summary.wins.german.high, 0.363_818);
    near(summary.wins.allied.value, 0.666);
    near(summary.draws.value, 0.0);
    near(summary.score.german.value, 0.334);
    assert_eq!(summary.wins.german.n, 1000);
    let levels: Vec<_> = summary.levels.iter().map(|level| (level.count, level.side)).collect();
    assert_eq!(
        levels,
        [
            (0, Some(Side::German)),
            (334, Some(Side::German)),
            (666, Some(Side::Allied)),
            (0, Some(Side::Allied))
        ]
    );
    assert_eq!(
        summary.clauses.iter().map(|c| (c.name.as_str(), c.count, c.side)).collect::<Vec<_>>(),
        [("clock", 666, Some(Side::Allied)), ("port", 334, Some(Side::German))]
    );
    assert_eq!(
        summary.end_turns.iter().map(|turn| turn.count).collect::<Vec<_>>(),
        [0, 0, 334, 666]
    );
    near(summary.mistakes["idle-units"].german.value, 0.5);
    let [plan] = summary.plans.as_slice() else { panic!("{:?}", summary.plans) };
    assert_eq!(plan.side, engine::Side::German, "the Allies follow no plan");
    near(plan.asked.value, 6.0);
    assert!((plan.kept.value - 5.0).abs() < 0.01, "{:?}", plan.kept);
    near(summary.decisions.min, 100.0);
    assert_eq!(summary.counted.get("greek_steps_lost"), Some(&None));
    assert!(summary.near.get("steps").unwrap().is_some());
}

#[test]
fn the_verdict_says_who_wins_and_how() {
    let summary = summary_of(1000, sample::record);
    assert_eq!(
        summary.verdict,
        "The Allies win 67% of games (95% interval 64% to 69%, 1,000 games); the Germans 33%. \
         That interval covers the dice alone; `--worlds 50` plays what is not known too. \
         The most frequent result is “Allied minor” (67%), the most frequent reason “clock” (67%); \
         the margin is −2 in the middle and −5 to +2 in half of the games (above 0 favours the Germans)."
    );
    let even = summary_of(4, |game| sample::record(if game < 2 { 0 } else { 4 }));
    assert!(
        even.verdict.starts_with("Neither side is clearly ahead: the Germans win 50%"),
        "{}",
        even.verdict
    );
}

#[expect(clippy::float_cmp, reason = "whole numbers")]
/// A game that ended at dusk keeps its last row at night.
#[test]
fn bands_carry_the_last_turn_of_games_that_are_over() {
    let summary = summary_of(3, |_| sample::record(0));
    let night = &summary.turns[3];
    assert_eq!((night.turn, night.name.as_str(), night.playing), (4, "night", 0));
    assert_eq!(night.points.german, [3.0; 5]);
    near(night.german_control.value, 1.0);
    near(night.decided.value, 1.0);
    let dusk = &summary.turns[2];
    assert_eq!(dusk.playing, 3);
    near(summary.turns[1].decided.value, 0.0);
    assert_eq!(night.shown.get("airfields"), Some(&None));
}

#[test]
fn units_and_drops() {
    let summary = summary_of(1000, sample::record);
    let first = &summary.units[0];
    assert_eq!((first.id.as_str(), first.steps), ("fj1", 2));
    near(first.eliminated.value, 0.2);
    near(first.steps_lost.value, 0.4);
    assert_eq!(first.causes, [("landing".to_owned(), 200)]);
    let drops = summary.drops.unwrap();
    assert_eq!(drops.units, 2000);
    assert_eq!(
        drops.results.iter().map(|r| (r.name.as_str(), r.count)).collect::<Vec<_>>(),
        [("marker", 1800), ("eliminated", 200)]
    );
    near(drops.results[1].share.value, 0.1);
    near(drops.steps_lost.mean.value, 0.4);
    assert_eq!(
        drops.zones.iter().map(|z| (z.zone.as_str(), z.units)).collect::<Vec<_>>(),
        [("north", 1000), ("south", 1000)]
    );
    near(drops.zones[0].eliminated.value, 0.2);
    near(drops.zones[1].eliminated.value, 0.0);
    near(drops.zones[0].modifier.value, -1.0);
}

#[test]
fn nothing_drops_where_nothing_is_planned() {
    let home = tempfile::tempdir().unwrap();
    let mut asked = sample::asked(20);
    asked.drops = String::new();
    let run = make(&home.path().join("run"), asked, |game| {
        let mut record = sample::record(game);
        record.drops.clear();
        record
    });
    assert!(summarize(&run).unwrap().drops.is_none());
}

#[test]
fn games_to_watch_are_the_ones_they_claim_to_be() {
    let summary = summary_of(1000, sample::record);
    let picked = |why: &str| summary.watch.iter().find(|watch| watch.why == why).unwrap();
    // Margin -1: games not divisible by 3 but divisible by 7; the first is 7.
    assert_eq!(picked("closest").game, 7);
    assert_eq!(picked("fastest German win").game, 0);
    // All Allied wins take four turns; the clearest margin is -7, first in game 13.
    assert_eq!(picked("fastest Allied win").game, 13);
    assert_eq!(picked("closest").command, "dropzone replay test/toy --seed 0 --game 7");
    let typical = sample::record(picked("most typical").game).game;
    // Allied wins, median of one to seven.
    assert_eq!((typical.winner, typical.margin), (Some(Side::Allied), -4));
}

#[test]
fn a_side_that_never_wins_has_no_fastest_win() {
    let summary = summary_of(3, |_| sample::record(0));
    assert!(summary.watch.iter().all(|watch| watch.why != "fastest Allied win"));
}

#[test]
fn one_game_is_a_summary_of_numbers_with_a_warning() {
    let summary = summary_of(1, sample::record);
    assert!(summary.warnings[0].starts_with("One game only"), "{:?}", summary.warnings);
    // NaN becomes `null` in JSON, and could not be read back.
    let back: Summary = serde_json::from_str(&summary.to_json()).unwrap();
    // Maps and declarations are for pictures, not numbers.
    let (measures, charts) = (Vec::new(), Vec::new());
    assert_eq!(back, Summary { ground: None, measures, charts, ..summary });
    near(summary.wins.german.value, 1.0);
    assert!(summary.wins.german.low < 0.3);
}

#[test]
fn identical_games_are_flagged() {
    let summary = summary_of(200, |game| {
        let mut record = sample::record(0);
        record.game.game = game;
        record
    });
    assert_eq!(summary.warnings, ["All games are identical: nothing in them is left to chance."]);
    let few_kinds = summary_of(200, |game| sample::record(game % 50));
    assert!(
        few_kinds.warnings[0].starts_with("Only 50 games of 200 games"),
        "{:?}",
        few_kinds.warnings
    );
}

#[test]
fn no_variance_is_flagged_and_gives_numbers() {
    let summary = summary_of(200, |game| {
        let mut record = sample::record(3);
        record.game.fingerprint = game;
        record
    });
    assert_eq!(
        summary.warnings,
        ["Every game ended with the same margin: there is no variance to measure."]
    );
    // 3.84/203.84 of the way to 0, and as far up.
    near(summary.margin.mean.low, 2.0 - 2.0 * 3.841_459 / 203.841_459);
    near(summary.margin.mean.high, 2.0 + 2.0 * 3.841_459 / 203.841_459);
    assert!(summary.score.german.low < 1.0);
    let back: Summary = serde_json::from_str(&summary.to_json()).unwrap();
    // Maps and declarations are for pictures, not numbers.
    let (measures, charts) = (Vec::new(), Vec::new());
    assert_eq!(back, Summary { ground: None, measures, charts, ..summary });
}

#[test]
fn drawn_and_cut_off_games_are_counted() {
    let summary = summary_of(100, |game| {
        let mut record = sample::record(game);
        record.game.winner = if game < 40 { Some(Side::German) } else { None };
        if game >= 90 {
            (record.game.level, record.game.cut_off) = (None, true);
        }
        record
    });
    near(summary.wins.german.value, 0.4);
    near(summary.draws.value, 0.5);
    near(summary.cut_off.value, 0.1);
    near(summary.score.german.value, 0.7);
    near(summary.score.allied.value, 0.3);
    // (s - .7)^2 = z^2 (s (1 - s) - d/4)/100 with draws of 60/103.84, or as many as a score of s allows; by hand.
    near(summary.score.german.low, 0.642_805);
    near(summary.score.german.high, 0.748_999);
    assert_eq!(summary.levels.iter().map(|level| level.count).sum::<u64>(), 90);
    assert!(
        summary.warnings.iter().any(|warning| warning.starts_with("10 games (10%) ended")),
        "{:?}",
        summary.warnings
    );
    assert!(
        summary.verdict.contains("50% are drawn and 10% were cut off undecided"),
        "{}",
        summary.verdict
    );
}

#[test]
fn the_same_run_gives_the_same_text() {
    assert_eq!(
        summary_of(300, sample::record).to_json(),
        summary_of(300, sample::record).to_json()
    );
}

/// 1,000 games of the toy: the unit in the north rolls a die that kills on one face in ten, and is killed
/// in every fifth game.
#[test]
fn a_table_is_held_to_its_promise() {
    let drops = summary_of(1000, sample::record).drops.unwrap();
    assert_eq!(drops.cast, 1000);
    let results: Vec<_> = drops
        .promises
        .iter()
        .map(|r| (r.result.as_str(), r.share.expected.value, r.share.observed.value))
        .collect();
    assert_eq!(results, [("marker", 0.9, 0.8), ("eliminated", 0.1, 0.2)]);
    let killed = drops.promises[1].share;
    // It never varied: 3.84/1003.84 of the way to 0, and the same of 1.
    near(killed.expected.high - killed.expected.low, 1.1 * 3.841_459 / 1_003.841_459);
    // Observed is 0 or 1: standard deviation 0.400200, t(999) = 1.962341, 0.1 -+ 0.024834.
    near(killed.excess.value, 0.1);
    near(killed.excess.low, 0.075_166);
    // Wilson at 0.2, 1,000 games with one unit each being worth 999 (n - 1 in their variance).
    near(killed.observed.low, 0.176_366);
    near(killed.observed.high, 0.225_932);
    let losses = drops.promised_losses.unwrap();
    near(losses.expected.value, 0.2);
    near(losses.observed.value, 0.4);
    let markers = drops.promised_tolls.get("promised_markers").unwrap().unwrap();
    near(markers.expected.value, 0.9);
    near(markers.excess.value, -0.1);
    near(drops.zones[0].promised_losses.unwrap().excess.value, 0.2);
    assert!(drops.zones[1].promised_losses.is_none());
}

/// Games 0 to 14: every fifth loses two steps in landing (the median is none), every third is German.
#[test]
fn results_are_told_by_the_losses_in_landing() {
    let drops = summary_of(15, sample::record).drops.unwrap();
    let groups: Vec<_> = drops.by_losses.iter().map(|g| (g.from, g.to, g.games)).collect();
    assert_eq!(groups, [(0, 0, 12), (2, 2, 3)]);
    near(drops.by_losses[0].wins.german.value, 4.0 / 12.0);
    near(drops.by_losses[1].wins.german.value, 1.0 / 3.0);
    near(drops.by_losses[1].wins.allied.value, 2.0 / 3.0);
    near(drops.by_losses[1].draws.value, 0.0);
}

#[test]
fn formations_points_and_events_are_means_over_games() {
    let summary = summary_of(1000, sample::record);
    let lost: Vec<_> = summary
        .formations
        .iter()
        .map(|f| (f.name.as_str(), f.side, f.units, f.steps, f.steps_lost.value))
        .collect();
    assert_eq!(
        lost,
        [
            ("fj1 formation", Side::German, 1, 2, 0.4),
            ("fj2 formation", Side::German, 1, 2, 1.0),
            ("nz1 formation", Side::Allied, 1, 3, 0.0)
        ]
    );
    // 0 or 2 steps, one game in five: standard deviation 0.800400, t(999) = 1.962341.
    near(summary.formations[0].steps_lost.high, 0.449_669);
    let points = summary.points.unwrap();
    near(points.earned.german.value, 6.0);
    near(points.unspent.german.value, 2.5);
    let uses: Vec<_> =
        points.uses.iter().map(|u| (u.name.as_str(), u.per_game.german.value)).collect();
    assert_eq!(uses, [("marches", 2.5), ("second-actions", 1.0)]);
    // Three or two turns per game, a march in each, and one more purchase in the second.
    let purse = &summary.purses[0];
    assert_eq!((purse.division.as_str(), purse.side), ("5. Div", None));
    let turns = summary.end_turns.iter().enumerate();
    let turns: f64 = turns.map(|(i, t)| (i + 1) as f64 * t.share.value).sum();
    near(purse.uses[0].1.value, turns);
    near(purse.uses[1].1.value, 1.0);
    near(purse.unspent.value, turns);
    near(purse.beside.get("dispatch_earned").unwrap().value, 2.0 * turns);
    near(purse.beside.get("wasted").unwrap().value, 0.0);
    let events: Vec<_> = summary
        .events
        .iter()
        .map(|e| (e.name.as_str(), e.per_game.german.value, e.per_game.allied.value))
        .collect();
    assert_eq!(events, [("rain", 0.2, 0.0), ("mud", 0.0, 0.0)]);
    assert_eq!(summary.events[0].per_game.german.n, 1000);
}

/// 1,200 games of the toy: every remainder that its records depend on occurs equally often, except that by seven.
#[test]
fn what_designers_ask_next_has_known_answers() {
    let summary = summary_of(1200, sample::record);
    let steps = summary.near.get("steps").unwrap().as_ref().unwrap();
    assert_eq!((steps.min, steps.max), (7.0, 13.0));
    let hexes = summary.near.get("hexes").unwrap().as_ref().unwrap();
    near(hexes.mean.value, 4.0 * 2.0 / 3.0);
    near(summary.table_time.activations.mean.value, 7.5);
    near(summary.table_time.rolls.mean.value, 21.0);

    let order: Vec<_> = summary
        .order
        .iter()
        .map(|study| {
            let groups = study.groups.iter().map(|group| (group.from, group.to, group.games));
            (study.column.as_str(), groups.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        order,
        [
            ("german_first_turns", vec![(2, 2, 1200)]),
            ("german_back_to_back", vec![(0, 0, 300), (1, 1, 300), (2, 3, 600)]),
            ("allied_back_to_back", vec![(0, 0, 1200)]),
        ]
    );
    // Every third game is a German win, whatever the remainder by four.
    near(summary.order[1].groups[0].wins.german.value, 1.0 / 3.0);

    let [fight, fire] = summary.combats.as_slice() else { panic!("{:?}", summary.combats) };
    assert_eq!((fire.kind.as_str(), fire.row.as_str(), fire.dice), ("fire", "pink", 1200));
    near(fire.effect.expected.value, 0.3);
    near(fire.effect.observed.value, 0.3);
    assert!(fire.effect.excess.low < 0.0 && 0.0 < fire.effect.excess.high);
    assert!(fire.own.is_none());
    near(fight.effect.expected.value, 3.5);
    near(fight.effect.observed.value, 3.5);
    near(fight.own.unwrap().observed.value, 1.0 / 6.0);

    let history = summary.history.unwrap();
    let (winner, alike) = history.winner.unwrap();
    assert_eq!(winner, "german");
    near(alike.value, 1.0 / 3.0);
    let shares: Vec<_> = history
        .numbers
        .iter()
        .map(|n| (n.column.as_str(), [&n.below, &n.same, &n.above, &n.none].map(|e| e.value)))
        .collect();
    for ((column, shares), (expected, counts)) in shares.into_iter().zip([
        ("end_turn", [0.0, 400.0, 800.0, 0.0]),
        ("first_airfield_turn", [0.0, 0.0, 0.0, 1200.0]),
        ("german_steps_lost", [344.0, 172.0, 684.0, 0.0]),
    ]) {
        assert_eq!(column, expected);
        for (share, count) in shares.into_iter().zip(counts) {
            near(share, count / 1200.0);
        }
    }
}

/// In the toy the eventual winner leads from the first turn: the Germans in 334 of 1,000 games.
#[test]
fn who_leads_and_how_long() {
    let summary = summary_of(1000, sample::record);
    let study = summary.suspense.unwrap();
    near(study.lead_changes.mean.value, 0.0);
    near(study.drama.unwrap().value, 0.0);
    near(study.comebacks.unwrap().value, 0.0);
    assert_eq!(study.comebacks_of.allied.unwrap().n, 334);
    let first = &study.turns[0];
    assert_eq!(first.games, 1000);
    near(first.leads.german.unwrap().value, 0.334);
    near(first.leader_wins.unwrap().value, 1.0);
    // The advantage determines the result.
    near(first.open.value, 0.0);
    assert_eq!(study.decisive.turn, Some(1));
    // The games that the Germans win are over after dusk.
    let night = &study.turns[3];
    assert_eq!((night.games, night.wins.german), (666, None));
    // Margin 2 at an advantage of 100, and -1 to -7 at one of -100.
    assert!(study.runaway.unwrap().value > 0.85);
}

/// In every third game the lead passes to the eventual loser in turn 2 and back in turn 3.
#[test]
fn a_winner_who_was_behind() {
    let summary = summary_of(300, |game| {
        let mut record = sample::record(game);
        if game.is_multiple_of(3) {
            record.turns[1].advantage = -360;
        }
        record
    });
    let study = summary.suspense.unwrap();
    near(study.lead_changes.mean.value, 2.0 / 3.0);
    // A German win takes three turns, in one of which they lack .36: .6/3 in a third of the games.
    near(study.drama.unwrap().value, 0.2 / 3.0);
    // Half time of three turns is turn 2, where the Germans were behind in all games and won a third.
    near(study.comebacks_of.german.unwrap().value, 1.0 / 3.0);
    assert!(study.comebacks_of.allied.is_none());
    near(study.turns[1].leader_wins.unwrap().value, 2.0 / 3.0);
    // An advantage of -360 is a German win, one of -100 an Allied.
    near(study.turns[1].open.value, 0.0);
}

/// Games whose rows are not kept count like the others.
#[test]
fn nothing_hangs_on_the_rows_that_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let asked = crate::RunAsked { detail: crate::Detail::None, ..sample::asked(200) };
    let bare = summarize(&make(&home.path().join("bare"), asked, sample::record)).unwrap();
    let full = summary_of(200, sample::record);
    assert_eq!((bare.suspense, bare.luck), (full.suspense, full.luck));
}

/// The margin is twice the luck of the Germans' shots: all of it is luck, and theirs.
#[test]
fn a_margin_made_of_dice_is_luck() {
    let summary = summary_of(400, |game| {
        let mut record = sample::record(game);
        record.drops.clear();
        record.luck.allied = lab::Luck::default();
        let hits = (game.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as i64 % 4;
        record.luck.german = lab::Luck { fights: (hits - 1) * lab::PARTS, checks: 0 };
        record.game.margin = 2 * (hits as i32 - 1) + 1;
        record
    });
    let luck = summary.luck.unwrap();
    near(luck.share.value, 1.0);
    assert!(luck.share_of.allied.is_none());
    let [part] = &luck.parts[..] else { panic!("{luck:?}") };
    assert_eq!((part.side, part.column.as_str()), (Side::German, "german_luck_fights"));
    near(part.worth, 2.0);
    // With all dice at their expectation, 1 remains.
    near(luck.margin.value, 1.0);
    assert_eq!(luck.groups.iter().map(|group| group.games).sum::<u64>(), 400);
    near(luck.groups[0].margin[0], -1.0);
}

/// The toy: the landing in the north kills on one face in ten, and does so in every fifth game.
#[test]
fn luck_that_explains_nothing_is_told_as_such() {
    let summary = summary_of(1000, sample::record);
    let luck = summary.luck.unwrap();
    let mean = |column: &str| luck.parts.iter().find(|part| part.column == column).unwrap().mean;
    // Expected .2 steps, lost .4 on average; expected .9 markers, placed .8.
    near(mean("german_luck_drop_steps").value, -0.2);
    near(mean("german_luck_drop_markers").value, 0.1);
    near(mean("german_luck_fights").value, 0.0);
    assert!(luck.share.value < 0.05, "{:?}", luck.share);
    // The winner does not depend on the dice, so the rates stay the same.
    assert!((luck.wins.german.value - 0.334).abs() < 0.02, "{:?}", luck.wins);
}
