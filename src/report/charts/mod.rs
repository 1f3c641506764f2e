//! One chart per file: a summary in, an SVG out. Wide and narrow versions are drawn separately, so that
//! text keeps its size on a phone.

mod advantage;
mod airfields;
mod bars;
mod clauses;
mod combats;
mod control;
mod curve;
mod decided;
mod drop_effect;
mod drop_markers;
mod drop_promises;
mod drop_results;
mod drop_steps;
mod drop_zones;
mod end_reasons;
mod end_turns;
mod events;
mod fan;
pub(crate) mod forest;
mod formations;
pub(crate) mod frame;
pub(crate) mod heat;
mod heat_presence;
mod histogram;
mod lead_changes;
mod leads;
pub(crate) mod levels;
mod luck;
mod margin;
mod morale;
mod near;
mod objectives;
mod panel;
mod points;
mod points_spent;
pub(crate) mod provenance;
mod purses;
pub(crate) mod response;
pub(crate) mod stacks;
mod standings;
mod steps_by_turn;
mod steps_lost;
pub(crate) mod trade;
mod units;
mod win_bar;
mod withdrawal;

use engine::Side;
use study::{Band, Estimate, Share, Summary};

use crate::number;

/// How wide a chart is drawn. Text has the same size in both.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// For a desktop.
    Wide,
    /// For a phone.
    Narrow,
}

/// How much of a page's width a chart takes on a desktop.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// All of it.
    Full,
    /// Two charts side by side.
    Half,
}

/// The part of a page a chart belongs to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Section {
    /// Who wins.
    Answer,
    /// Victory levels.
    Levels,
    /// Turn by turn.
    Unfolds,
    /// Who leads, and whether it lasts.
    Suspense,
    /// How and when games end.
    Ends,
    /// How much of the result was luck.
    Luck,
    /// Steps and units lost.
    Losses,
    /// Command points.
    Points,
    /// Random events.
    Events,
    /// The drop.
    Drops,
    /// Dice of fights and checks.
    Combats,
    /// Where the values come from.
    Rests,
}

/// The numbers behind a chart, already formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Head of each column, with its unit.
    pub columns: Vec<String>,
    /// Cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    fn empty() -> Self {
        Table { columns: Vec::new(), rows: Vec::new() }
    }
}

/// A picture of one part of a summary.
pub trait Chart: Sync {
    /// Stable name: file name and anchor.
    fn id(&self) -> &'static str;
    /// Title.
    fn title(&self) -> &'static str;
    /// The section of the page.
    fn section(&self) -> Section;
    /// The width.
    fn span(&self) -> Span {
        Span::Half
    }
    /// Whether the summary has what it shows.
    fn present(&self, _: &Summary) -> bool {
        true
    }
    /// What is shown, in words, with games and interval level.
    fn caption(&self, summary: &Summary) -> String;
    /// The text alternative: the numbers that matter.
    fn alt(&self, summary: &Summary) -> String;
    /// Every number in it.
    fn table(&self, summary: &Summary) -> Table;
    /// The picture.
    fn svg(&self, summary: &Summary, size: Size) -> String;
}

/// Every chart, in page order.
pub fn all() -> &'static [&'static dyn Chart] {
    &[
        &win_bar::WinBar,
        &levels::Levels,
        &steps_by_turn::StepsByTurn,
        &objectives::Objectives,
        &control::Control,
        &airfields::Airfields,
        &morale::Morale,
        &heat_presence::STANDS,
        &heat_presence::CONTROL,
        &advantage::Advantage,
        &standings::WinByStanding,
        &leads::LeaderWins,
        &leads::Open,
        &lead_changes::LeadChanges,
        &decided::Decided,
        &end_turns::EndTurns,
        &clauses::Clauses,
        &end_reasons::EndReasons,
        &margin::Margin,
        &near::HexesShort,
        &near::StepsShort,
        &withdrawal::WithdrawalLevel,
        &luck::MarginByLuck,
        &luck::WinsByLuck,
        &luck::LuckByDice,
        &steps_lost::GermanSteps,
        &steps_lost::AlliedSteps,
        &steps_lost::GreekSteps,
        &formations::Formations,
        &units::Units,
        &heat::LOSSES,
        &heat::ATTACKS,
        &points::Points,
        &points_spent::PointsSpent,
        &purses::Purses,
        &events::Events,
        &heat::HeatLandings,
        &drop_results::DropResults,
        &drop_promises::DropPromises,
        &drop_zones::DropZones,
        &drop_promises::DropZoneLosses,
        &drop_steps::DropSteps,
        &drop_markers::DropMarkers,
        &drop_effect::DropEffect,
        &combats::CombatHits,
        &combats::CombatDamage,
        &provenance::Origins,
    ]
}

/// Each chart of a summary as a separate file: name without extension, SVG.
pub fn charts(summary: &Summary) -> Vec<(&'static str, String)> {
    all()
        .iter()
        .filter(|chart| chart.present(summary))
        .map(|chart| (chart.id(), frame::standalone(*chart, summary)))
        .collect()
}

/// `Germans`, `Allies`.
pub(crate) const fn people(side: Side) -> &'static str {
    match side {
        Side::German => "Germans",
        Side::Allied => "Allies",
    }
}

/// A name from the tables in readable form: `second-actions` becomes `second actions`.
fn spoken(name: &str) -> String {
    name.replace('-', " ")
}

/// The axis of turns and its title.
fn turn_axis(summary: &Summary) -> ((f64, f64), String) {
    let turns = summary.turns.len().max(1) as f64;
    let edge = if turns < 20.0 { 0.3 } else { 0.5 };
    let title = match (summary.turns.first(), summary.turns.last()) {
        (Some(first), Some(last)) if first.turn != last.turn => {
            format!("Turn ({} is {}, {} is {})", first.turn, first.name, last.turn, last.name)
        }
        (Some(only), _) => format!("Turn ({} is {})", only.turn, only.name),
        _ => "Turn".to_owned(),
    };
    ((1.0 - edge, turns + edge), title)
}

/// Shares as a table.
fn share_table(what: &str, shares: &[Share]) -> Table {
    let level = shares.first().map_or_else(|| "95%".to_owned(), |s| number::level(&s.share));
    Table {
        columns: vec![
            what.to_owned(),
            "Games".to_owned(),
            "Share".to_owned(),
            format!("{level} interval"),
        ],
        rows: shares
            .iter()
            .map(|s| {
                let said = number::share(&s.share);
                vec![s.name.clone(), number::count(s.count), said.value(), said.interval()]
            })
            .collect(),
    }
}

/// Shares in a sentence.
pub(crate) fn share_words(shares: &[Share]) -> String {
    let said: Vec<String> =
        shares.iter().map(|s| format!("{} {}", s.name, number::share(&s.share).brief())).collect();
    if said.is_empty() { "no games".to_owned() } else { said.join("; ") }
}

/// The end of a caption: interval and games.
fn basis(estimates: impl IntoIterator<Item = Estimate>, games: u64) -> String {
    estimates.into_iter().next().map_or_else(|| number::games(games), |e| number::basis(&e))
}

/// A column of bands: its header, and how to get it.
type BandColumn<'a> = (&'a str, &'a dyn Fn(&study::TurnBand) -> Option<Band>);

/// One row per turn: its name, then the bands of each column.
fn band_table(summary: &Summary, columns: &[BandColumn<'_>]) -> Table {
    let mut heads = vec!["Turn".to_owned(), "Games still on".to_owned()];
    for (name, _) in columns {
        heads.push(format!("{name}: median"));
        heads.push("25–75%".to_owned());
        heads.push("5–95%".to_owned());
    }
    let rows = summary
        .turns
        .iter()
        .map(|turn| {
            let mut row =
                vec![format!("{} · {}", turn.turn, turn.name), number::count(turn.playing)];
            for (_, of) in columns {
                match of(turn) {
                    Some(band) => {
                        let [p5, p25, p50, p75, p95] = band.map(number::plain);
                        row.extend([p50, format!("{p25} to {p75}"), format!("{p5} to {p95}")]);
                    }
                    None => row.extend(["–".to_owned(), "–".to_owned(), "–".to_owned()]),
                }
            }
            row
        })
        .collect();
    Table { columns: heads, rows }
}

/// The last turn's bands in a sentence.
fn last_turn_words(
    summary: &Summary,
    of: impl Fn(&study::TurnBand) -> Vec<(&'static str, Band)>,
) -> String {
    let Some(last) = summary.turns.last() else { return "No turn was played.".to_owned() };
    let said: Vec<String> = of(last)
        .into_iter()
        .map(|(name, band)| {
            let [p5, p25, p50, p75, p95] = band.map(number::plain);
            format!("{name} median {p50}, middle half {p25} to {p75}, nine in ten {p5} to {p95}")
        })
        .collect();
    format!("At the end of turn {} ({}): {}.", last.turn, last.name, said.join("; "))
}

/// One row per turn: its share with interval.
fn share_by_turn(summary: &Summary, of: impl Fn(&study::TurnBand) -> &Estimate) -> Table {
    let level = summary.turns.first().map_or_else(|| "95%".to_owned(), |t| number::level(of(t)));
    Table {
        columns: vec![
            "Turn".to_owned(),
            "Share".to_owned(),
            format!("{level} interval"),
            "Games".to_owned(),
        ],
        rows: summary
            .turns
            .iter()
            .map(|turn| {
                let (estimate, said) = (of(turn), number::share(of(turn)));
                vec![
                    format!("{} · {}", turn.turn, turn.name),
                    said.value(),
                    said.interval(),
                    number::count(estimate.n),
                ]
            })
            .collect(),
    }
}
