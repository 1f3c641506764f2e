//! A summary in, an SVG out: a picture of its own kind a file, and a row for each chart of a kind that has several
//! (`histograms`, `fans`, `shares`), those that a game declares among them. Wide and narrow are drawn apart, so that
//! text keeps its size on a telephone.

mod bars;
mod combats;
mod curve;
mod declared;
mod drop_effect;
mod drop_promises;
mod drop_results;
mod drop_zones;
mod end_turns;
mod events;
mod fan;
mod fans;
pub(crate) mod forest;
mod formations;
pub(crate) mod frame;
pub(crate) mod heat;
mod heat_presence;
mod histogram;
mod histograms;
mod leads;
pub(crate) mod levels;
mod luck;
mod means;
mod panel;
mod points_spent;
pub(crate) mod provenance;
mod purses;
pub(crate) mod response;
mod shares;
pub(crate) mod stacks;
mod standings;
pub(crate) mod trade;
mod units;
mod win_bar;

use engine::{Side, Topic};
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
    fn id(&self) -> &str;
    /// Title.
    fn title(&self) -> &str;
    /// Where on the page.
    fn section(&self) -> Section;
    /// The width.
    fn span(&self) -> Span {
        Span::Half
    }
    /// Whether the summary has what it shows.
    fn present(&self, _: &Summary) -> bool {
        true
    }
    /// A sentence that says all of it, where a picture would show nothing.
    fn plain(&self, _: &Summary) -> Option<String> {
        None
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

/// Every chart of a summary, in the order of the page; what the game declares stands with what every game has.
pub fn all(summary: &Summary) -> Vec<Box<dyn Chart + '_>> {
    let mut charts: Vec<Box<dyn Chart + '_>> = vec![
        Box::new(win_bar::WinBar),
        Box::new(levels::Levels),
        Box::new(fans::STEPS),
        Box::new(fans::OBJECTIVES),
        Box::new(shares::CONTROL),
    ];
    let declared = |topic| declared::charts(&summary.charts, topic);
    charts.extend(declared(Topic::Places));
    charts.extend([
        Box::new(heat_presence::STANDS) as Box<dyn Chart>,
        Box::new(heat_presence::CONTROL),
        Box::new(fans::ADVANTAGE),
        Box::new(standings::WinByStanding),
        Box::new(leads::LeaderWins),
        Box::new(leads::Open),
        Box::new(histograms::LEAD_CHANGES),
        Box::new(shares::DECIDED),
        Box::new(end_turns::EndTurns),
        Box::new(shares::CLAUSES),
        Box::new(shares::END_REASONS),
        Box::new(histograms::MARGIN),
    ]);
    charts.extend(declared(Topic::Ends));
    charts.extend([
        Box::new(luck::MarginByLuck) as Box<dyn Chart>,
        Box::new(luck::WinsByLuck),
        Box::new(luck::LuckByDice),
        Box::new(histograms::GERMAN_STEPS),
        Box::new(histograms::ALLIED_STEPS),
    ]);
    charts.extend(declared(Topic::Losses));
    charts.extend([
        Box::new(formations::Formations) as Box<dyn Chart>,
        Box::new(units::Units),
        Box::new(heat::LOSSES),
        Box::new(heat::ATTACKS),
        Box::new(fans::POINTS),
        Box::new(points_spent::PointsSpent),
    ]);
    charts.extend(declared(Topic::Points));
    charts.push(Box::new(events::Events));
    charts.extend(declared(Topic::Events));
    charts.extend([
        Box::new(heat::HeatLandings) as Box<dyn Chart>,
        Box::new(drop_results::DropResults),
        Box::new(drop_promises::DropPromises),
        Box::new(drop_zones::DropZones),
        Box::new(drop_promises::DropZoneLosses),
        Box::new(histograms::DROP_STEPS),
    ]);
    charts.extend(declared(Topic::Landings));
    charts.extend([
        Box::new(drop_effect::DropEffect) as Box<dyn Chart>,
        Box::new(combats::CombatHits),
        Box::new(combats::CombatDamage),
        Box::new(provenance::Origins),
    ]);
    charts
}

/// Each chart of a summary as a file of its own: name without ending, SVG.
pub fn charts(summary: &Summary) -> Vec<(String, String)> {
    all(summary)
        .iter()
        .filter(|chart| chart.present(summary) && chart.plain(summary).is_none())
        .map(|chart| (chart.id().to_owned(), frame::standalone(&**chart, summary)))
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
pub(crate) fn spoken(name: &str) -> String {
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

/// One row a turn: its name, then the bands of each column, a head and where to find them.
fn band_table(
    summary: &Summary,
    columns: &[(&str, impl Fn(&study::TurnBand) -> Option<Band>)],
) -> Table {
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
fn last_turn_words<'a>(
    summary: &Summary,
    of: impl Fn(&study::TurnBand) -> Vec<(&'a str, Band)>,
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
