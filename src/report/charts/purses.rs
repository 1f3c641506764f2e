use engine::{MeasureChart, Part};
use study::{Estimate, PurseStudy, Summary};

use super::stacks::{self, Key, Stack};
use super::{Chart, Section, Size, Table, basis, declared, people, spoken};
use crate::number;
use crate::palette;

/// Where the points of each holder go, as the game declared it.
pub(super) struct Purses<'a>(pub &'a MeasureChart);

/// Further stacks are only in the table.
const SHOWN: usize = 12;

/// What a division was given: all that it spent plus what it still holds.
fn given(purse: &PurseStudy) -> f64 {
    purse.uses.iter().map(|(_, mean)| mean.value).sum::<f64>() + purse.unspent.value
}

/// Divisions that had points, in the order of the scenario.
fn with_points(summary: &Summary) -> Vec<&PurseStudy> {
    summary.purses.iter().filter(|purse| purse.used()).collect()
}

/// Those with the most points, in the order of the scenario.
fn shown(summary: &Summary) -> Vec<&PurseStudy> {
    let mut most = with_points(summary);
    most.sort_by(|a, b| given(b).total_cmp(&given(a)));
    most.truncate(SHOWN);
    with_points(summary).into_iter().filter(|p| most.iter().any(|m| std::ptr::eq(*m, *p))).collect()
}

fn owner(purse: &PurseStudy) -> &'static str {
    purse.side.map_or("", people)
}

/// What the game calls something that is told beside the parts, in words.
fn name_of(summary: &Summary, field: &str) -> String {
    let name = summary.measures.iter().find_map(|measure| match &measure.part {
        Part::Beside { key, name } if key == field => Some(name.to_string()),
        _ => None,
    });
    name.unwrap_or_else(|| field.to_owned())
}

impl Chart for Purses<'_> {
    fn id(&self) -> &str {
        &self.0.id
    }
    fn title(&self) -> &str {
        &self.0.title
    }
    fn section(&self) -> Section {
        declared::section(self.0.topic)
    }
    fn present(&self, summary: &Summary) -> bool {
        summary.purses.iter().any(PurseStudy::used)
    }
    fn caption(&self, summary: &Summary) -> String {
        let all = with_points(summary);
        let which = if all.len() > SHOWN {
            format!("The {SHOWN} divisions of {} with most points; the table has all. ", all.len())
        } else {
            String::new()
        };
        format!(
            "{which}{}. In its brackets: {}.",
            self.0.caption,
            basis(all.first().map(|purse| purse.unspent), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = shown(summary)
            .iter()
            .map(|purse| {
                let mut parts: Vec<String> = purse
                    .uses
                    .iter()
                    .filter(|(_, mean)| mean.value > 0.0)
                    .map(|(name, mean)| format!("{} {}", spoken(name), number::mean(mean).brief()))
                    .collect();
                parts.push(format!("unspent {}", number::mean(&purse.unspent).brief()));
                format!("{}: {}", purse.division, parts.join(", "))
            })
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        let uses = summary.purses.first().map_or(&[][..], |purse| &purse.uses);
        let mut columns = vec!["Division".to_owned(), "Side".to_owned()];
        columns.extend(uses.iter().map(|(name, _)| format!("{} (points a game)", spoken(name))));
        columns.push("unspent".to_owned());
        let beside = summary.purses.first().map_or(&[][..], |purse| &purse.beside.0);
        columns.extend(beside.iter().map(|(key, _)| name_of(summary, key)));
        let cell = |mean: &Estimate| number::mean(mean).brief();
        let row = |purse: &&PurseStudy| {
            let mut row = vec![purse.division.clone(), owner(purse).to_owned()];
            row.extend(purse.uses.iter().map(|(_, mean)| cell(mean)));
            let beside = purse.beside.iter().map(|(_, mean)| mean);
            row.extend(std::iter::once(&purse.unspent).chain(beside).map(cell));
            row
        };
        Table { columns, rows: with_points(summary).iter().map(row).collect() }
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let shown = shown(summary);
        let stacks: Vec<Stack> = shown
            .iter()
            .map(|purse| Stack {
                name: match purse.side {
                    Some(side) => format!("{} ({})", purse.division, people(side)),
                    None => purse.division.clone(),
                },
                total: format!("{} in all", number::axis((given(purse) * 10.0).round() / 10.0)),
                parts: purse
                    .uses
                    .iter()
                    .map(|(_, mean)| mean.value)
                    .chain([purse.unspent.value])
                    .collect(),
                said: purse
                    .uses
                    .iter()
                    .map(|(_, mean)| mean)
                    .chain([&purse.unspent])
                    .map(|mean| number::mean(mean).full())
                    .collect(),
            })
            .collect();
        let colours = palette::PARTS.iter().cycle();
        let uses = summary.purses.first().map_or(&[][..], |purse| &purse.uses);
        let mut key: Vec<Key> = uses
            .iter()
            .zip(colours)
            .map(|((name, _), &role)| Key { name: spoken(name), role, note: String::new() })
            .collect();
        key.push(Key { name: "unspent".into(), role: palette::DRAW, note: String::new() });
        let words = (self.title(), &*self.alt(summary));
        stacks::paint(words, (self.span(), size), &self.0.axis, &stacks, &key)
    }
}
