//! From a finished run to its summary.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use lab::{DoctrinePair, Moved, Statistic};

use engine::{BySide, ChartForm, HistoricalWinner, History, Measure, MeasureOf, Part, Side, Topic};

use crate::against::Against;
use crate::estimate::score_interval;
use crate::frame::{
    ACTIVATIONS, BACK_TO_BACK, EARNED, FIRST, PLAN_ASKED, PLAN_KEPT, UNSPENT, mistake_column,
    points_column, side_column,
};
use crate::games::{End, Games, Group};
use crate::histogram::Histogram;
use crate::summary::PROMISED;
use crate::tally::{self, CombatTally, DropTally, Formation, TurnTally, UnitTally};
use crate::worlds::ByWorld;
use crate::{
    About, CONFIDENCE, CombatStudy, Counted, DoctrineRange, DropStudy, Estimate, FormationSummary,
    HistoricalNumber, HistoryStudy, LossGroup, Method, Named, OrderStudy, PlanKept, PointStudy,
    PurseStudy, ResultStudy, Run, RunFacts, Share, Spread, StudyError, Summary, TableTime,
    TurnBand, UnitSummary, ZoneStudy, facts, levels, luck, suspense, verdict, warnings, watch,
};

/// Every number of a run's report, each with its interval.
pub fn summarize(run: &Run) -> Result<Summary, StudyError> {
    let about = run.about();
    let games = Games::of(run)?;
    let n = run.asked().games;
    let mut ends = Ends::default();
    games.numbers(&[], |end, _| ends.add(end))?;
    let (wins, draws, cut_off) = (ends.wins(), ends.of(End::Drawn), ends.of(End::CutOff));
    let margin = games.histogram("margin")?;
    let different = games.different()?;

    let mut summary = Summary {
        schema: Summary::SCHEMA,
        run: facts(run),
        verdict: String::new(),
        wins: wins.map(|wins| Estimate::share(wins, n)),
        draws: Estimate::share(draws, n),
        score: BySide::from_fn(|side| score(wins[side], wins[side.other()], n)),
        cut_off: Estimate::share(cut_off, n),
        levels: levels::shares(&about.levels, &games.by_word("victory_level")?, n),
        clauses: most_frequent(games.by_word("clause")?, n),
        end_reasons: most_frequent(games.by_word("end_reason")?, n),
        end_turns: end_turns(&about.turn_names, &games.histogram("end_turn")?, n),
        margin: margin.spread(),
        steps_lost: BySide {
            german: games.histogram("german_steps_lost")?.spread(),
            allied: games.histogram("allied_steps_lost")?.spread(),
        },
        counted: counted(about, &games, |key| (!key.starts_with(NEAR)).then_some(key))?,
        near: counted(about, &games, |key| key.strip_prefix(NEAR))?,
        decisions: games.histogram("decisions")?.spread(),
        table_time: TableTime {
            activations: activations(&games)?.spread(),
            rolls: games.histogram("rolls")?.spread(),
        },
        order: order(&games)?,
        turns: about
            .turn_names
            .iter()
            .zip(&run.tally().turns)
            .enumerate()
            .map(|(index, (name, tally))| turn(about, index as u16 + 1, name, tally, n))
            .collect(),
        suspense: suspense::study(&games, about, &run.tally().turns)?,
        luck: luck::study(&games, about)?,
        units: about
            .roster
            .iter()
            .zip(&run.tally().units)
            .map(|(entry, tally)| unit(entry, tally, n))
            .collect(),
        formations: tally::formations(&about.roster)
            .into_iter()
            .zip(&run.tally().formations)
            .map(formation)
            .collect(),
        points: points(about, &games)?,
        purses: purses(run),
        events: counted_by_side(about, Topic::Events, &games)?,
        drops: drops(about, &run.tally().drops, !run.asked().drops.is_empty())
            .map(|study| {
                let by_losses = by_count(&games, "drop_step_losses")?;
                Ok(DropStudy { by_losses, ..study })
            })
            .transpose()?,
        places: about
            .ground
            .as_ref()
            .map(|ground| run.tally().ground.study(&ground.map, &about.turn_names, n)),
        ground: about.ground.clone(),
        measures: about.measures.clone(),
        charts: about.charts.clone(),
        combats: combats(&run.tally().combats),
        history: about
            .brief
            .history
            .as_ref()
            .map(|history| record(history, &games, &ends, n))
            .transpose()?,
        mistakes: mistake_means(&about.mistakes, &games)?,
        plans: plans_kept(&games)?,
        worlds: None,
        influence: influence(run),
        facts: facts::study(run, &games)?,
        watch: watch::pick(run, &games)?,
        warnings: Vec::new(),
    };
    if let (Some(numbers), Some(worlds)) = (ByWorld::of(run, &games)?, &about.worlds) {
        over_worlds(&mut summary, about, &numbers);
        summary.worlds = numbers.study(worlds);
    }
    summary.warnings = warnings::about(&summary, different);
    summary.warnings.extend(warnings::outsiders([run.asked()]));
    summary.warnings.extend(warnings::stopped(run.asked(), wins.german));
    summary.verdict = verdict::in_words(&summary);
    Ok(summary)
}

fn facts(run: &Run) -> RunFacts {
    let (asked, about) = (run.asked(), run.about());
    RunFacts {
        scenario: asked.scenario.clone(),
        title: about.brief.title.clone(),
        facts: about.brief.facts.clone(),
        strategies: asked.strategies.clone(),
        intents: about.intents.clone(),
        doctrines: doctrines(run),
        drops: asked.drops.clone(),
        setup: asked.setup.clone(),
        games: asked.games,
        detailed: run.tally().detailed,
        seed: asked.seed,
        set: asked
            .set
            .iter()
            .map(|set| set.split_once('=').unwrap_or((set, "")))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        copied: about.copied,
        rulings: about.brief.rulings.clone(),
        provenance: about.brief.provenance.clone(),
        hashes: asked.hashes.clone(),
        version: asked.version.clone(),
        command: asked.command.clone(),
        turn_names: about.turn_names.clone(),
    }
}

/// The rival that moves the answer most. A run over worlds has it moved already, and one that changes the scenario or its
/// players asks another question.
fn influence(run: &Run) -> Option<Moved> {
    let (asked, table) = (run.asked(), run.about().influence.as_ref()?);
    let as_shipped = asked.set.is_empty() && asked.drops.is_empty() && asked.setup.is_empty();
    (as_shipped && run.about().worlds.is_none()).then(|| table.most().cloned()).flatten()
}

/// Gives every number that is counted by world its second interval.
fn over_worlds(summary: &mut Summary, about: &About, numbers: &ByWorld) {
    for side in Side::BOTH {
        numbers.share(&format!("{}_win", side.word()), &mut summary.wins[side]);
        numbers.mean(&format!("{}_steps_lost", side.word()), &mut summary.steps_lost[side].mean);
    }
    numbers.share("german_score", &mut summary.score.german);
    // The Allies score what the Germans do not.
    summary.score.allied.worlds = summary.score.german.worlds.map(|[low, high]| {
        [(1.0 - high).min(summary.score.allied.low), (1.0 - low).max(summary.score.allied.high)]
    });
    numbers.share("draw", &mut summary.draws);
    numbers.share("cut_off", &mut summary.cut_off);
    numbers.outcomes("victory_level", &mut summary.levels);
    numbers.outcomes("clause", &mut summary.clauses);
    numbers.outcomes("end_reason", &mut summary.end_reasons);
    for (turn, share) in summary.end_turns.iter_mut().enumerate() {
        numbers.outcome("end_turn", &(turn + 1).to_string(), &mut share.share);
    }
    numbers.mean("margin", &mut summary.margin.mean);
    numbers.mean("decisions", &mut summary.decisions.mean);
    numbers.mean("rolls", &mut summary.table_time.rolls.mean);
    for (_, series) in about.shown(SPREADS, MeasureOf::Game) {
        let near = series.key.strip_prefix(NEAR);
        let all = if near.is_some() { &mut summary.near } else { &mut summary.counted };
        let named = near.unwrap_or(&series.key);
        let spread = all.0.iter_mut().find(|(name, _)| name == named);
        if let Some((_, Some(spread))) = spread {
            numbers.mean(&series.measure, &mut spread.mean);
        }
    }
    for side in Side::BOTH {
        if let Some(points) = &mut summary.points {
            numbers.mean(&points_column(side, EARNED), &mut points.earned[side]);
            numbers.mean(&points_column(side, UNSPENT), &mut points.unspent[side]);
        }
        for (name, both) in &mut summary.mistakes {
            numbers.mean(&mistake_column(side, name), &mut both[side]);
        }
    }
    let facts = about.facts.iter().zip(&mut summary.facts);
    for (fact, study) in facts.filter(|(fact, _)| fact.turn.is_none()) {
        let Some(games) = &mut study.games else { continue };
        match fact.statistic() {
            Statistic::Mean => numbers.mean(&fact.column, games),
            Statistic::Share(..) if fact.at_least.is_none() && fact.at_most.is_none() => {
                numbers.share(&fact.column, games);
            }
            Statistic::Share(..) | Statistic::Quantile(_) => {}
        }
    }
}

/// What the Germans score over the pairs of the scenario's doctrines. A run that changes the scenario is another question.
fn doctrines(run: &Run) -> Option<DoctrineRange> {
    let (asked, scores) = (run.asked(), run.about().doctrine_scores.as_ref()?);
    if !(asked.set.is_empty() && asked.drops.is_empty() && asked.setup.is_empty()) {
        return None;
    }
    let [least, most] = scores.range()?;
    let estimate = |pair: &DoctrinePair| {
        let lost = scores.games - pair.german_wins - pair.draws;
        score(pair.german_wins, lost, scores.games)
    };
    let names =
        |pair: &DoctrinePair| BySide { german: pair.german.clone(), allied: pair.allied.clone() };
    Some(DoctrineRange {
        pairs: scores.pairs.len() as u64,
        least: estimate(least),
        least_in: names(least),
        most: estimate(most),
        most_in: names(most),
        command: scores.command.clone(),
    })
}

/// Where each holder's command points went.
fn purses(run: &Run) -> Vec<PurseStudy> {
    let about = run.about();
    let side = |division: &str| {
        about.roster.iter().find(|unit| unit.division == division).map(|unit| unit.side)
    };
    let mut studies: Vec<PurseStudy> = Vec::new();
    for (holding, tally) in tally::holdings(about).zip(&run.tally().holdings) {
        if studies.last().is_none_or(|study| study.division != holding.holder) {
            studies.push(PurseStudy {
                division: holding.holder.to_owned(),
                side: side(holding.holder),
                uses: Vec::new(),
                unspent: Histogram::default().mean_estimate(),
                beside: Named::default(),
            });
        }
        let (Some(study), mean) = (studies.last_mut(), tally.mean_estimate()) else { continue };
        match holding.part {
            Part::Of(name) => study.uses.push((name.to_string(), mean)),
            Part::Left => study.unspent = mean,
            Part::Beside { key, .. } => study.beside.0.push((key.to_string(), mean)),
            Part::Whole | Part::Toll(_) => {}
        }
    }
    studies
}

/// Mean score with its own variance: a win is 1, any other game that is not lost 1/2.
pub(crate) fn score(won: u64, lost: u64, games: u64) -> Estimate {
    let halves = games - won - lost;
    let mean = (won as f64 + halves as f64 / 2.0) / games.max(1) as f64;
    Estimate::new(mean, score_interval(won, halves, lost, CONFIDENCE), games, Method::Wilson)
}

/// Outcomes without a natural order: the most frequent first, ties by name.
fn most_frequent(groups: BTreeMap<String, Group>, n: u64) -> Vec<Share> {
    let mut shares: Vec<Share> = groups
        .into_iter()
        .map(|(name, group)| Share {
            name,
            count: group.count,
            share: Estimate::share(group.count, n),
            side: group.side(),
        })
        .collect();
    shares.sort_by_key(|share| Reverse(share.count));
    shares
}

fn end_turns(names: &[String], ended: &Histogram, n: u64) -> Vec<Share> {
    let share = |(index, name): (usize, &String)| {
        let count = ended.count(index as i64 + 1);
        Share { name: name.clone(), count, share: Estimate::share(count, n), side: None }
    };
    names.iter().enumerate().map(share).collect()
}

/// What stands before a measure's own name in the field of a summary that tells how near a goal was.
const NEAR: &str = "near.";

/// Forms of charts that show how a measure of a game spreads.
const SPREADS: &[ChartForm] = &[ChartForm::Histogram, ChartForm::Bars];

/// The spreads that the game's charts show, by the name that a field gives them.
fn counted<'a>(
    about: &'a About,
    games: &Games,
    named: impl Fn(&'a str) -> Option<&'a str>,
) -> Result<Named<Option<Spread>>, StudyError> {
    let mut counted = Vec::new();
    for (_, series) in about.shown(SPREADS, MeasureOf::Game) {
        if let Some(name) = named(&series.key) {
            let histogram = games.histogram(&series.measure)?;
            let spread = (!histogram.is_empty()).then(|| histogram.spread());
            counted.push((name.to_owned(), spread));
        }
    }
    Ok(Named(counted))
}

fn turn(about: &About, turn: u16, name: &str, tally: &TurnTally, n: u64) -> TurnBand {
    let bands = |tally: &BySide<Histogram>| BySide::from_fn(|side| tally[side].band());
    let shown = about.shown(&[ChartForm::Fan], MeasureOf::Turn).zip(&tally.shown);
    TurnBand {
        turn,
        name: name.to_owned(),
        playing: tally.playing,
        steps_lost: bands(&tally.steps_lost),
        steps: bands(&tally.steps),
        control: bands(&tally.control),
        shown: shown
            .map(|((_, series), tally)| {
                (series.key.to_string(), (!tally.is_empty()).then(|| tally.band()))
            })
            .collect(),
        german_control: Estimate::share(tally.all_german, n),
        points: bands(&tally.points),
        points_earned: bands(&tally.points_earned),
        points_spent: bands(&tally.points_spent),
        advantage: tally.advantage.band(),
        decided: Estimate::share(tally.decided, n),
    }
}

fn unit(entry: &engine::UnitEntry, tally: &UnitTally, n: u64) -> UnitSummary {
    let mut causes: Vec<(String, u64)> = tally.causes.clone().into_iter().collect();
    causes.sort_by_key(|&(_, count)| Reverse(count));
    UnitSummary {
        id: entry.id.clone(),
        name: entry.name.clone(),
        side: entry.side,
        formation: entry.formation.clone(),
        steps: entry.steps,
        eliminated: Estimate::share(tally.eliminated, n),
        steps_lost: tally.steps_lost.mean_estimate(),
        causes,
    }
}

fn formation(
    ((of, (units, steps)), lost): ((Formation<'_>, (u32, u32)), &Histogram),
) -> FormationSummary {
    FormationSummary {
        name: of.name.to_owned(),
        division: of.division.to_owned(),
        side: of.side,
        units,
        steps,
        steps_lost: lost.mean_estimate(),
    }
}

/// `None` where points have no use.
fn points(about: &About, games: &Games) -> Result<Option<PointStudy>, StudyError> {
    let uses = counted_by_side(about, Topic::Points, games)?;
    if uses.is_empty() {
        return Ok(None);
    }
    Ok(Some(PointStudy {
        earned: games.means(|side| points_column(side, EARNED))?,
        uses,
        unspent: games.means(|side| points_column(side, UNSPENT))?,
    }))
}

/// The mean of each of the things of one topic that a game counts on both sides.
fn counted_by_side(about: &About, topic: Topic, games: &Games) -> Result<Vec<Counted>, StudyError> {
    let of = |side| {
        let alike = move |m: &&Measure| m.topic == topic && m.side == Some(side);
        about.measures_of(MeasureOf::Game).filter(alike)
    };
    of(Side::German)
        .zip(of(Side::Allied))
        .map(|(german, allied)| {
            let per_game = games.means(|side| {
                if side == Side::German { german.id.to_string() } else { allied.id.to_string() }
            })?;
            Ok(Counted { name: german.name().to_owned(), per_game })
        })
        .collect()
}

/// Activations of both sides.
fn activations(games: &Games) -> Result<Histogram, StudyError> {
    let [german, allied] = Side::BOTH.map(|side| side_column(side, ACTIVATIONS));
    let mut both = Histogram::default();
    games.numbers(&[&german, &allied], |_, cells| {
        if let [Some(german), Some(allied)] = cells {
            both.add(german + allied);
        }
    })?;
    Ok(both)
}

/// By the side that acted first, and by the side that acted twice in a row; empty where divisions do not act one at a
/// time.
fn order(games: &Games) -> Result<Vec<OrderStudy>, StudyError> {
    let columns = [FIRST, BACK_TO_BACK].into_iter().flat_map(|what| {
        // Turns that one side did not open were opened by the other.
        let sides = if what == FIRST { &Side::BOTH[..1] } else { &Side::BOTH[..] };
        sides.iter().map(move |&side| side_column(side, what))
    });
    let studies = columns.map(|column| {
        let groups = by_count(games, &column)?;
        Ok(OrderStudy { column, groups })
    });
    let studies: Result<Vec<OrderStudy>, StudyError> = studies.collect();
    Ok(studies?.into_iter().filter(|study| !study.groups.is_empty()).collect())
}

fn combats(tally: &BTreeMap<String, BTreeMap<String, CombatTally>>) -> Vec<CombatStudy> {
    let rows = tally.iter().flat_map(|(kind, rows)| rows.iter().map(move |row| (kind, row)));
    rows.map(|(kind, (row, tally))| {
        let own = (tally.own_cast.units > 0).then(|| tally.own_effect.mean(tally.own_cast));
        let effect = match own {
            None => tally.effect.share(tally.cast),
            Some(_) => tally.effect.mean(tally.cast),
        };
        let dice = tally.cast.units as u64;
        CombatStudy { kind: kind.clone(), row: row.clone(), dice, effect, own }
    })
    .collect()
}

fn record(
    history: &History,
    games: &Games,
    ends: &Ends,
    n: u64,
) -> Result<HistoryStudy, StudyError> {
    let share = |count: u64| Estimate::share(count, n);
    let winner = history.winner.map(|winner| {
        let end = match winner {
            HistoricalWinner::German => End::Won(Side::German),
            HistoricalWinner::Allied => End::Won(Side::Allied),
            HistoricalWinner::Draw => End::Drawn,
        };
        (winner.word().to_owned(), share(ends.of(end)))
    });
    let number = |(column, &value): (&String, &u16)| -> Result<HistoricalNumber, StudyError> {
        let (numbers, value) = (games.histogram(column)?, i64::from(value));
        let count = |order| {
            let counts = numbers.counts().filter(|&(number, _)| number.cmp(&value) == order);
            share(counts.map(|(_, count)| count).sum())
        };
        Ok(HistoricalNumber {
            column: column.clone(),
            value,
            below: count(Ordering::Less),
            same: count(Ordering::Equal),
            above: count(Ordering::Greater),
            none: share(n - numbers.n()),
        })
    };
    Ok(HistoryStudy {
        told: history.told.clone(),
        origin: history.origin,
        source: history.source.clone(),
        winner,
        numbers: history.numbers.iter().map(number).collect::<Result<_, _>>()?,
    })
}

/// Games with less of something than the median, with the median, and with more.
fn by_count(games: &Games, column: &str) -> Result<Vec<LossGroup>, StudyError> {
    let mut ends: BTreeMap<i64, Ends> = BTreeMap::new();
    games.numbers(&[column], |end, cells| {
        cells.iter().flatten().for_each(|&lost| ends.entry(lost).or_default().add(end));
    })?;
    if ends.is_empty() {
        return Ok(Vec::new());
    }
    let counts = ends.iter().map(|(&lost, ends)| (lost, ends.all()));
    let median = Histogram::of_counts(counts).quantile(0.5) as i64;
    let mut groups: BTreeMap<Ordering, (i64, i64, Ends)> = BTreeMap::new();
    for (&lost, ends) in &ends {
        let group = groups.entry(lost.cmp(&median)).or_insert((lost, lost, Ends::default()));
        group.1 = lost;
        group.2.merge(ends);
    }
    Ok(groups.into_values().map(loss_group).collect())
}

fn loss_group((from, to, ends): (i64, i64, Ends)) -> LossGroup {
    let n = ends.all();
    let share = |wanted: End| Estimate::share(ends.of(wanted), n);
    LossGroup {
        from: from as u64,
        to: to as u64,
        games: n,
        wins: BySide::from_fn(|side| share(End::Won(side))),
        draws: share(End::Drawn),
    }
}

/// How some games ended.
#[derive(Clone, Debug, Default)]
struct Ends {
    wins: BySide<u64>,
    draws: u64,
    cut_off: u64,
}

impl Ends {
    fn add(&mut self, end: End) {
        match end {
            End::Won(side) => self.wins[side] += 1,
            End::Drawn => self.draws += 1,
            End::CutOff => self.cut_off += 1,
        }
    }

    fn merge(&mut self, other: &Ends) {
        for side in Side::BOTH {
            self.wins[side] += other.wins[side];
        }
        self.draws += other.draws;
        self.cut_off += other.cut_off;
    }

    fn of(&self, end: End) -> u64 {
        match end {
            End::Won(side) => self.wins[side],
            End::Drawn => self.draws,
            End::CutOff => self.cut_off,
        }
    }

    fn wins(&self) -> BySide<u64> {
        self.wins
    }

    fn all(&self) -> u64 {
        self.wins.german + self.wins.allied + self.draws + self.cut_off
    }
}

/// `None` where nothing can drop; a plan under which nothing landed is a finding.
fn drops(about: &About, tally: &DropTally, planned: bool) -> Option<DropStudy> {
    if tally.landed.units == 0 && !planned {
        return None;
    }
    let mut results: Vec<Share> = tally
        .results
        .iter()
        .map(|(name, total)| Share {
            name: name.clone(),
            count: total.sum as u64,
            share: total.share(tally.landed),
            side: None,
        })
        .collect();
    results.sort_by_key(|share| Reverse(share.count));
    let zones = tally
        .zones
        .iter()
        .map(|(zone, tally)| ZoneStudy {
            zone: zone.clone(),
            units: tally.landed.units as u64,
            eliminated: tally.eliminated.share(tally.landed),
            steps_lost: tally.steps_lost.count(tally.landed),
            modifier: tally.modifier.mean(tally.landed),
            promised_losses: (tally.cast.units > 0).then(|| tally.promised_losses.mean(tally.cast)),
        })
        .collect();
    let mut promises: Vec<ResultStudy> = tally
        .promises
        .iter()
        .map(|(result, against)| ResultStudy {
            result: result.clone(),
            share: against.share(tally.cast),
        })
        .collect();
    promises.sort_by(|a, b| b.share.expected.value.total_cmp(&a.share.expected.value));
    let mean = |against: &Against| (tally.cast.units > 0).then(|| against.mean(tally.cast));
    let tolls = || about.tolls().map(|(_, toll)| toll).zip(&tally.tolls);
    Some(DropStudy {
        cast: tally.cast.units as u64,
        promises,
        promised_tolls: tolls()
            .map(|(toll, tally)| (format!("{PROMISED}{}", toll.key), mean(&tally.promised)))
            .collect(),
        promised_losses: mean(&tally.promised_losses),
        by_losses: Vec::new(),
        results,
        units: tally.landed.units as u64,
        steps_lost: tally.steps_lost.spread(),
        tolls: tolls()
            .map(|(toll, tally)| (toll.key.to_string(), tally.suffered.spread()))
            .collect(),
        zones,
    })
}

/// How often the plans of each side that follows any were kept.
fn plans_kept(games: &Games) -> Result<Vec<PlanKept>, StudyError> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        let mean = |name| games.mean(&side_column(side, name));
        if let (Some(asked), Some(kept)) = (mean(PLAN_ASKED)?, mean(PLAN_KEPT)?) {
            all.push(PlanKept { side, asked, kept });
        }
    }
    Ok(all)
}

fn mistake_means(
    names: &[String],
    games: &Games,
) -> Result<BTreeMap<String, BySide<Estimate>>, StudyError> {
    let mean = |name: &String| games.means(|side| mistake_column(side, name));
    names.iter().map(|name| Ok((name.clone(), mean(name)?))).collect()
}
