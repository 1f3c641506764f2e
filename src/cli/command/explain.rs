//! `dropzone strategy explain`: why a decision was taken.

use std::fmt::Write as _;

use anyhow::bail;
use engine::{Seed, Side, Weighable};
use lab::{Brain, Explained, Grounds, Head, Home, SHELF, Table, Vocabulary, find};
use serde::Serialize;

use super::strategy::when;
use crate::args;
use crate::failure::End;
use crate::output::{self, columns};
use crate::seat::{self, Extras};

/// Options whose features are shown.
const SHOWN: usize = 3;

pub(crate) fn explain(home: &Home, args: &args::Explain) -> anyhow::Result<End> {
    let (system, _) = find(SHELF, home, &args.scenario)?;
    let table = seat::seat(home, &args.scenario, &args.seats, Extras::default(), args.seed)?;
    let seed = Seed(args.seed).game(args.game);
    let explained = one(&*table, args, seed)?;
    let answer = Answer::new(args, table.head(), system.vocabulary(), seed, &explained);
    let text = if args.json {
        format!("{}\n", serde_json::to_string_pretty(&answer)?)
    } else {
        answer.in_words(explained.grounds)
    };
    output::print(&text)?;
    Ok(End::Done)
}

/// The decision asked for.
fn one(table: &dyn Table, args: &args::Explain, seed: Seed) -> anyhow::Result<Explained> {
    let asked = args.decision..args.decision.saturating_add(1);
    if let Some(explained) = table.explain(args.game, seed, asked)?.pop() {
        return Ok(explained);
    }
    let decisions = table.play(args.game, seed)?.game.decisions;
    bail!(
        "game {} has no decision {}; expected a number from 0 to {}",
        args.game,
        args.decision,
        decisions.saturating_sub(1)
    )
}

/// The answer as numbers: what `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    schema: u8,
    scenario: &'a str,
    title: &'a str,
    game: u64,
    /// The game's own seed, in a string for readers whose numbers are too small.
    seed: String,
    decision: u32,
    turn: &'a str,
    side: Side,
    strategy: &'a str,
    grounds: &'static str,
    /// The stage that held, in the words of its file.
    stage: Option<String>,
    /// The order of the unit that the decision was about.
    order: Option<String>,
    /// The highest score first.
    options: Vec<OptionRow<'a>>,
}

#[derive(Serialize)]
struct OptionRow<'a> {
    action: &'a str,
    chosen: bool,
    /// Absent where nothing was weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    /// Those with a value, the greatest product first.
    features: Vec<FeatureRow>,
}

#[derive(Serialize)]
struct FeatureRow {
    name: &'static str,
    unit: &'static str,
    value: i32,
    weight: i64,
    product: i64,
}

impl<'a> Answer<'a> {
    fn new(
        args: &args::Explain,
        head: &'a Head,
        words: Vocabulary,
        seed: Seed,
        explained: &'a Explained,
    ) -> Self {
        let strategy = &head.strategies[explained.side];
        let (stage, order) = match (&strategy.brain, explained.grounds) {
            (Brain::Scored(scored), Grounds::Weights(applies)) => (
                applies.stage.map(|held| when(scored.stages()[held].0, words)),
                applies.order.map(|order| scored.orders()[order].words()),
            ),
            _ => (None, None),
        };
        let own = explained.grounds == Grounds::Own;
        let weighed = !own && !explained.weights.is_empty();
        let options = explained.ranking().into_iter().map(|place| {
            let option = &explained.options[place];
            OptionRow {
                action: &option.words,
                chosen: place == explained.chosen,
                score: weighed.then_some(option.score),
                features: features(explained, place, words.features),
            }
        });
        Answer {
            schema: 1,
            scenario: &head.scenario,
            title: &head.brief.title,
            game: args.game,
            seed: seed.0.to_string(),
            decision: explained.decision,
            turn: &explained.turn,
            side: explained.side,
            strategy: &strategy.name,
            grounds: match explained.grounds {
                Grounds::OnlyOption => "only-option",
                Grounds::Plan => "plan",
                Grounds::Weights(_) => "weights",
                Grounds::LookingAhead => "looking-ahead",
                Grounds::Unweighed => "unweighed",
                Grounds::Own => "own",
            },
            stage,
            order,
            options: options.collect(),
        }
    }

    fn in_words(&self, grounds: Grounds) -> String {
        let count = self.options.len();
        let mut text = format!(
            "{} ({}), game {}\ndecision {}, {}: {}, {count} option{}\n{}\n\n",
            self.title,
            self.scenario,
            self.game,
            self.decision,
            self.turn,
            self.side,
            if count == 1 { "" } else { "s" },
            self.why(grounds),
        );
        let row = |option: &OptionRow<'_>| {
            let mark = if option.chosen { "*" } else { " " };
            let score = option.score.map_or_else(String::new, |score| score.to_string());
            [format!("  {mark} {score:>8}"), option.action.to_owned()]
        };
        text += &columns(&self.options.iter().map(row).collect::<Vec<_>>());
        for option in self.options.iter().filter(|option| option.score.is_some()).take(SHOWN) {
            let score = option.score.unwrap_or_default();
            let _ = writeln!(text, "\n{}: {score}", option.action);
            let moved = option.features.iter().filter(|feature| feature.product != 0);
            let row = |feature: &FeatureRow| {
                [
                    format!("{:>10} =", feature.product),
                    format!("{} x {}", feature.value, feature.weight),
                    feature.name.to_owned(),
                    feature.unit.to_owned(),
                ]
            };
            let rows: Vec<_> = moved.map(row).collect();
            text += if rows.is_empty() { "  no feature with a weight\n" } else { "" };
            text += &columns(&rows);
        }
        text
    }

    /// What the choice rests on, as a sentence.
    fn why(&self, grounds: Grounds) -> String {
        let strategy = self.strategy;
        match grounds {
            Grounds::OnlyOption => "there was nothing else to do".into(),
            Grounds::Plan => format!("a plan of the side asked for it, not {strategy}"),
            Grounds::LookingAhead => {
                format!("{strategy} looks ahead: it follows the doctrine that does best")
            }
            Grounds::Unweighed => format!("{strategy} weighs nothing"),
            Grounds::Own => format!(
                "{strategy} keeps its reasons to itself; --json has the features it was told"
            ),
            Grounds::Weights(_) => {
                let stage = self.stage.as_ref().map(|stage| format!("its stage {stage}"));
                let order = self.order.as_ref().map(|order| format!("the order {order}"));
                let all: Vec<String> = stage.into_iter().chain(order).collect();
                let by = if all.is_empty() { "its base weights".into() } else { all.join(" and ") };
                format!("{strategy} takes the highest score, by {by}")
            }
        }
    }
}

/// The features of an option that have a value; those that move its score first.
fn features(explained: &Explained, option: usize, names: &[Weighable]) -> Vec<FeatureRow> {
    let row = |feature: usize, value: i32| {
        let (weighable, weight) = (names[feature], explained.weights[feature]);
        let product = i64::from(value) * weight;
        FeatureRow { name: weighable.name, unit: weighable.unit, value, weight, product }
    };
    let values = explained.options[option].values.iter().enumerate();
    let mut rows: Vec<FeatureRow> =
        values.filter(|&(_, &value)| value != 0).map(|(f, &value)| row(f, value)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.product.abs()));
    rows
}
