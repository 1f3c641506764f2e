use engine::Side;
use study::{LuckGroup, LuckStudy, Summary};

use super::bars::{self, Bar};
use super::panel::{self, Panel};
use super::{Chart, Section, Size, Table, fan, frame, people};
use crate::number;
use crate::palette;

/// The margin of games by the luck of their dice.
pub(super) struct MarginByLuck;
/// Who wins, by the luck of the dice.
pub(super) struct WinsByLuck;
/// How much of the margin each side's dice explain.
pub(super) struct LuckByDice;

fn groups(summary: &Summary) -> &[LuckGroup] {
    summary.luck.as_ref().map_or(&[], |luck| luck.groups.as_slice())
}

/// `german_luck_drop_steps` is `Germans: steps lost in landing`.
fn dice(summary: &Summary, column: &str, side: Side) -> String {
    let kind = column.split_once('_').map_or(column, |(_, kind)| kind);
    let spared = || {
        let mut tolls = summary.measures.iter().filter_map(|measure| measure.toll());
        tolls.find(|toll| toll.luck.id == kind).map(|toll| &*toll.luck.name)
    };
    let what = match kind {
        "luck_fights" => "shots and fights",
        "luck_checks" => "checks",
        "luck_drop_steps" => "steps lost in landing",
        other => spared().unwrap_or(other),
    };
    format!("{}: {what}", people(side))
}

fn range(group: &LuckGroup) -> String {
    format!("{} to {}", number::plain(group.from), number::plain(group.to))
}

const AXIS: &str = "Luck of all dice (points of margin; + Germans, − Allies)";

fn axis(groups: &[LuckGroup]) -> ((f64, f64), Vec<f64>) {
    let low = groups.iter().map(|g| g.luck).fold(0.0, f64::min);
    let high = groups.iter().map(|g| g.luck).fold(0.0, f64::max);
    let pad = ((high - low) * 0.06).max(0.05);
    let x = (low - pad, high + pad);
    (x, panel::ticks(x, 7, false))
}

impl Chart for MarginByLuck {
    fn id(&self) -> &'static str {
        "margin-by-luck"
    }
    fn title(&self) -> &'static str {
        "How clearly, by luck"
    }
    fn section(&self) -> Section {
        Section::Luck
    }
    fn present(&self, summary: &Summary) -> bool {
        !groups(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let games = summary.luck.as_ref().map_or(0, |luck| luck.share.n);
        format!(
            "Margin of the games in {} groups of one size, from the Germans’ worst dice to their best; each stands at its mean luck, weighed by what such luck is worth in margin. {}. {}",
            groups(summary).len(),
            number::games(games),
            fan::READING
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = groups(summary)
            .iter()
            .map(|g| format!("luck {}: median margin {}", range(g), number::plain(g.margin[2])))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Luck (points of margin)", "Games", "Margin: median", "25–75%", "5–95%"];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: groups(summary)
                .iter()
                .map(|group| {
                    let [p5, p25, p50, p75, p95] = group.margin.map(number::plain);
                    let games = number::count(group.games);
                    vec![
                        range(group),
                        games,
                        p50,
                        format!("{p25} to {p75}"),
                        format!("{p5} to {p95}"),
                    ]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let groups = groups(summary);
        let (x, x_ticks) = axis(groups);
        let margins = || groups.iter().flat_map(|group| group.margin);
        let (low, high) = (margins().fold(0.0, f64::min), margins().fold(0.0, f64::max));
        let y = panel::rounded((low, high), true);
        let panel = Panel {
            y_title: "Margin (scenario's own unit; + Germans, − Allies)".to_owned(),
            x_title: AXIS.to_owned(),
            legend: Vec::new(),
            x,
            y,
            x_ticks,
            y_ticks: panel::ticks(y, 5, true),
            y_unit: "",
        };
        frame::draw(self, summary, size, 310, |on| {
            let ground = panel::open(on, &panel)?;
            let at = |group: &LuckGroup, i: usize| ground.at(group.luck, group.margin[i]);
            for (low, high, alpha) in [(0, 4, 0.16), (1, 3, 0.28)] {
                let mut edge: Vec<(i32, i32)> = groups.iter().map(|g| at(g, high)).collect();
                edge.extend(groups.iter().rev().map(|g| at(g, low)));
                frame::area(on, edge, palette::NEUTRAL, alpha)?;
            }
            let (nought, zero) = (ground.across(0.0), ground.up(0.0));
            let (top, bottom) = (ground.top(), ground.bottom());
            frame::line(on, vec![(nought, top), (nought, bottom)], palette::MUTED, 1)?;
            let (left, right) = (ground.across(x.0), ground.across(x.1));
            frame::line(on, vec![(left, zero), (right, zero)], palette::MUTED, 1)?;
            for group in groups {
                frame::dot(on, at(group, 2), 4, palette::NEUTRAL)?;
                let [p5, p25, p50, p75, p95] = group.margin.map(number::plain);
                let said = format!(
                    "Luck {}: median margin {p50}, middle half {p25} to {p75}, nine in ten {p5} to {p95}",
                    range(group)
                );
                frame::tell(on, at(group, 2), at(group, 2), said);
            }
            frame::line(on, groups.iter().map(|g| at(g, 2)).collect(), palette::NEUTRAL, 3)
        })
    }
}

impl Chart for WinsByLuck {
    fn id(&self) -> &'static str {
        "wins-by-luck"
    }
    fn title(&self) -> &'static str {
        "Who wins, by luck"
    }
    fn section(&self) -> Section {
        Section::Luck
    }
    fn present(&self, summary: &Summary) -> bool {
        !groups(summary).is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        let how = groups(summary).first().map_or_else(String::new, |group| {
            let share = &group.wins.german;
            let (level, method) = (number::level(share), number::method(share));
            format!(" Whiskers: {level} intervals ({method}).")
        });
        format!(
            "Share that each side wins of the games in {} groups of one size, from the Germans’ worst dice to their best.{how} What is missing to 100% is drawn.",
            groups(summary).len()
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = groups(summary)
            .iter()
            .map(|group| {
                let [german, allied] = Side::BOTH.map(|s| number::share(&group.wins[s]).brief());
                format!("luck {}: Germans win {german}, Allies {allied}", range(group))
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Luck (points of margin)", "Games", "Germans win", "Allies win"];
        Table {
            columns: heads.map(str::to_owned).to_vec(),
            rows: groups(summary)
                .iter()
                .map(|group| {
                    let [german, allied] =
                        Side::BOTH.map(|side| number::share(&group.wins[side]).brief());
                    vec![range(group), number::count(group.games), german, allied]
                })
                .collect(),
        }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let groups = groups(summary);
        let (x, x_ticks) = axis(groups);
        let panel = Panel {
            y_title: "Games won (%)".to_owned(),
            x_title: AXIS.to_owned(),
            legend: Side::BOTH.map(|s| (palette::side(s), format!("{} win", people(s)))).to_vec(),
            x,
            y: (0.0, 100.0),
            x_ticks,
            y_ticks: vec![0.0, 25.0, 50.0, 75.0, 100.0],
            y_unit: "%",
        };
        frame::draw(self, summary, size, 310, |on| {
            let ground = panel::open(on, &panel)?;
            let nought = ground.across(0.0);
            let line = vec![(nought, ground.top()), (nought, ground.bottom())];
            frame::line(on, line, palette::MUTED, 1)?;
            for side in Side::BOTH {
                let role = palette::side(side);
                let at = |g: &LuckGroup, share: f64| ground.at(g.luck, share * 100.0);
                let middle = groups.iter().map(|g| at(g, g.wins[side].value)).collect();
                frame::line(on, middle, role, 3)?;
                for group in groups {
                    let share = group.wins[side];
                    let (x, low) = at(group, share.low);
                    frame::upright_whisker(on, x, low, at(group, share.high).1)?;
                    frame::dot(on, at(group, share.value), 4, role)?;
                    let won = number::share(&share).full();
                    let said = format!("Luck {}: {} win {won}", range(group), people(side));
                    frame::tell(on, at(group, share.low), at(group, share.high), said);
                }
            }
            Ok(())
        })
    }
}

impl Chart for LuckByDice {
    fn id(&self) -> &'static str {
        "luck-by-dice"
    }
    fn title(&self) -> &'static str {
        "Whose dice, and which"
    }
    fn section(&self) -> Section {
        Section::Luck
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.luck.is_some()
    }
    fn caption(&self, summary: &Summary) -> String {
        let how = summary.luck.as_ref().map_or_else(String::new, |luck| number::basis(&luck.share));
        format!(
            "Share of the variance of the margin that the luck of dice explains: of all together, of each side, and of each kind alone. Parts may share what they explain. The table adds the mean luck, which is 0 for fair dice, and what one more of it is worth. Whiskers: {how}."
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = shares(summary)
            .iter()
            .map(|(name, share, _)| format!("{name} {}", number::share(share).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let heads = ["Dice", "Share explained", "Mean luck a game", "One more is worth (margin)"];
        let all = summary.luck.iter().flat_map(together).map(|(name, share, _)| {
            let nothing = "–".to_owned();
            vec![name, number::share(share).brief(), nothing.clone(), nothing]
        });
        let parts = summary.luck.iter().flat_map(|luck| &luck.parts).map(|part| {
            let share = part.share.as_ref().map(|share| number::share(share).brief());
            vec![
                dice(summary, &part.column, part.side),
                share.unwrap_or_else(|| "–".to_owned()),
                number::mean(&part.mean).brief(),
                number::fine(part.worth),
            ]
        });
        Table { columns: heads.map(str::to_owned).to_vec(), rows: all.chain(parts).collect() }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars: Vec<Bar<'_>> = shares(summary)
            .into_iter()
            .map(|(name, estimate, role)| Bar { name, estimate, role })
            .collect();
        let axis = "Share of the margin's variance (%)";
        bars::paint(self, summary, size, axis, &Vec::new(), &bars)
    }
}

type Part<'a> = (String, &'a study::Estimate, palette::Role);

/// All dice, and those of each side.
fn together(luck: &LuckStudy) -> Vec<Part<'_>> {
    let side = |side: Side| {
        let share = luck.share_of[side].as_ref()?;
        Some((format!("{}: all dice", people(side)), share, palette::side(side)))
    };
    let all = ("Both sides: all dice".to_owned(), &luck.share, palette::NEUTRAL);
    [all].into_iter().chain(Side::BOTH.into_iter().filter_map(side)).collect()
}

fn shares(summary: &Summary) -> Vec<Part<'_>> {
    let Some(luck) = &summary.luck else { return Vec::new() };
    let part = |part: &'_ study::LuckPart| {
        (dice(summary, &part.column, part.side), palette::side(part.side))
    };
    let parts = luck.parts.iter().filter_map(|of| {
        let (name, role) = part(of);
        Some((name, of.share.as_ref()?, role))
    });
    together(luck).into_iter().chain(parts).collect()
}
