use engine::{BySide, Side};
use study::{Share, Summary};

use super::frame::{self, At, TEXT};
use super::{Chart, Section, Size, Span, Table, basis, panel, share_table, share_words};
use crate::number;
use crate::palette::{self, Role};

/// Victory levels as one ordered stack, from best for the Germans to best for the Allies.
pub(super) struct Levels;

/// The stronger a side's victory, the stronger its colour.
pub(crate) fn colours(levels: &[Share]) -> Vec<Role> {
    let of_side = |side| levels.iter().filter(|l| l.side == Some(side)).count();
    let all = BySide::from_fn(of_side);
    let mut seen = BySide::<usize>::default();
    levels
        .iter()
        .map(|level| match level.side {
            Some(side) => {
                seen[side] += 1;
                match side {
                    Side::German => shade(palette::GERMAN, seen[side] - 1, all[side]),
                    // The Allies' best comes last.
                    Side::Allied => shade(palette::ALLIED, all[side] - seen[side], all[side]),
                }
            }
            None => palette::DRAW,
        })
        .collect()
}

fn shade(shades: [Role; 3], place: usize, of: usize) -> Role {
    if of <= 3 { shades[place.min(2)] } else { shades[(place * 3 / of).min(2)] }
}

impl Chart for Levels {
    fn id(&self) -> &'static str {
        "levels"
    }
    fn title(&self) -> &'static str {
        "Victory levels"
    }
    fn section(&self) -> Section {
        Section::Levels
    }
    fn span(&self) -> Span {
        Span::Full
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.levels.is_empty()
    }
    fn caption(&self, summary: &Summary) -> String {
        format!(
            "From best for the Germans (left) to best for the Allies (right). In brackets: {}; all intervals hold together.",
            basis(summary.levels.first().map(|l| l.share), summary.run.games)
        )
    }
    fn alt(&self, summary: &Summary) -> String {
        format!(
            "From best for the Germans to best for the Allies: {}.",
            share_words(&summary.levels)
        )
    }
    fn table(&self, summary: &Summary) -> Table {
        share_table("Victory level", &summary.levels)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let width = frame::width(self.span(), size) as i32;
        let colours = colours(&summary.levels);
        let columns = if size == Size::Wide { 2 } else { 1 };
        let column = width / columns;
        let named: Vec<(Vec<String>, String)> = summary
            .levels
            .iter()
            .map(|level| {
                let number = number::share(&level.share).brief();
                let room = column - 44 - frame::reach(&number, TEXT);
                (frame::wrap(&level.name, TEXT, room.max(90)), number)
            })
            .collect();
        let row = 8 + 17 * named.iter().map(|(name, _)| name.len()).max().unwrap_or(1) as i32;
        let rows =
            (named.len() as i32).div_euclid(columns) + i32::from(named.len() as i32 % columns > 0);
        let (top, tall) = (4, 40);
        let key = top + tall + 62;
        frame::draw(self, summary, size, (key + rows * row) as u32, |on| {
            let (left, right) = (12, width - 12);
            let at = |share: f64| panel::scale(share, (0.0, 1.0), left, right);
            let mut from = 0.0;
            for (level, role) in summary.levels.iter().zip(&colours) {
                let (x0, x1) = (at(from), at(from + level.share.value));
                frame::block(on, (x0, top), (x1, top + tall), *role)?;
                if level.share.value > 0.0 {
                    let said = format!("{}: {}", level.name, number::share(&level.share).full());
                    frame::tell(on, (x0, top), (x1, top + tall), said);
                }
                from += level.share.value;
                if from < 0.9999 && x1 > x0 {
                    frame::line(on, vec![(x1, top), (x1, top + tall)], palette::SURFACE, 2)?;
                }
            }
            for tick in [0, 25, 50, 75, 100] {
                let x = at(f64::from(tick) / 100.0);
                let place = match tick {
                    0 => At::Left,
                    100 => At::Right,
                    _ => At::Middle,
                };
                frame::line(on, vec![(x, top + tall), (x, top + tall + 5)], palette::MUTED, 1)?;
                let y = top + tall + 15;
                frame::text(on, &format!("{tick}%"), (x, y), palette::MUTED, TEXT - 1.0, place)?;
            }
            let axis = format!("Share of {} (%)", number::games(summary.run.games));
            let y = top + tall + 36;
            frame::text(on, &axis, (width / 2, y), palette::MUTED, TEXT - 1.0, At::Middle)?;
            for (i, ((name, number), role)) in named.iter().zip(&colours).enumerate() {
                // Column by column, so that the order reads downwards.
                let (across, down) = (i as i32 / rows, i as i32 % rows);
                let (x, y) = (across * column + 2, key + down * row);
                frame::block(on, (x, y + 2), (x + 14, y + 16), *role)?;
                for (k, line) in name.iter().enumerate() {
                    let y = y + 9 + 17 * k as i32;
                    frame::text(on, line, (x + 20, y), palette::INK, TEXT, At::Left)?;
                }
                let end = x + column - 16;
                frame::text(on, number, (end, y + 9), palette::INK, TEXT, At::Right)?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::{Estimate, Method};

    #[test]
    fn the_stronger_the_victory_the_stronger_the_colour() {
        let share = Estimate {
            value: 0.2,
            low: 0.1,
            high: 0.3,
            confidence: 0.95,
            n: 10,
            method: Method::Goodman,
            worlds: None,
        };
        let level = |side| Share { name: String::new(), count: 2, share, side };
        let german = level(Some(Side::German));
        let allied = level(Some(Side::Allied));
        let levels = [german.clone(), german, level(None), allied.clone(), allied.clone(), allied];
        let names: Vec<&str> = colours(&levels).iter().map(|r| r.name).collect();
        assert_eq!(names, ["german", "german-2", "draw", "allied-3", "allied-2", "allied"]);
    }
}
