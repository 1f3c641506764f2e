//! Bars of stacked parts, one below the other, with every part named in a key below.

use super::frame::{self, At, TEXT};
use super::{Size, Span, panel};
use crate::number;
use crate::palette::{self, Role};

/// One bar.
pub(crate) struct Stack {
    pub(crate) name: String,
    /// Written at its right end.
    pub(crate) total: String,
    /// Length of each part, in the order of the key.
    pub(crate) parts: Vec<f64>,
    /// What each part says with its interval, in the same order.
    pub(crate) said: Vec<String>,
}

/// The meaning of a colour.
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Numbers beside it, if any.
    pub(crate) note: String,
}

/// Height of a bar with its name, and of the bar alone.
const ROW: i32 = 54;
const TALL: i32 = 28;
const LINE: i32 = 17;

/// Paints the stacks under a title, with a text alternative; parts that are 0 in all of them are only in the table.
pub(crate) fn paint(
    head: (&str, &str),
    (span, size): (Span, Size),
    axis: &str,
    stacks: &[Stack],
    key: &[Key],
) -> String {
    let width = frame::width(span, size) as i32;
    let most = stacks.iter().map(|stack| stack.parts.iter().sum::<f64>()).fold(0.0, f64::max);
    let domain = panel::rounded((0.0, most), false);
    let (left, right) = (14, width - 20);
    let base = stacks.len() as i32 * ROW + 4;
    let below = base + 56;
    // If a name needs several lines, the numbers are beside the first.
    let there = |part: usize| stacks.iter().any(|stack| stack.parts[part] > 0.0);
    let shown: Vec<&Key> =
        key.iter().enumerate().filter(|&(part, _)| there(part)).map(|(_, key)| key).collect();
    let named: Vec<Vec<String>> = shown
        .iter()
        .map(|part| {
            let room = width - 40 - frame::reach(&part.note, TEXT);
            frame::wrap(&part.name, TEXT, room.max(80))
        })
        .collect();
    let lines: usize = named.iter().map(|name| name.len().max(1)).sum();
    let height = below + 4 * shown.len() as i32 + LINE * lines as i32;
    frame::picture(head, (span, size), height as u32, |on| {
        for tick in panel::ticks(domain, 5, false) {
            let x = panel::scale(tick, domain, left, right);
            frame::line(on, vec![(x, 0), (x, base)], palette::RULE, 1)?;
            let label = number::axis(tick);
            frame::text(on, &label, (x, base + 12), palette::MUTED, TEXT - 1.0, At::Middle)?;
        }
        frame::text(on, axis, (width / 2, base + 34), palette::MUTED, TEXT - 1.0, At::Middle)?;
        for (i, stack) in stacks.iter().enumerate() {
            let y = i as i32 * ROW;
            frame::block(on, (0, y + 1), (width, y + 20), palette::SURFACE)?;
            let room = width - 20 - frame::reach(&stack.total, TEXT);
            let name = frame::wrap(&stack.name, TEXT, room.max(80)).into_iter().next();
            let name = name.unwrap_or_default();
            frame::text(on, &name, (2, y + 11), palette::INK, TEXT, At::Left)?;
            frame::text(on, &stack.total, (width - 4, y + 11), palette::INK, TEXT, At::Right)?;
            let mut from = 0.0;
            for ((part, key), said) in stack.parts.iter().zip(key).zip(&stack.said) {
                let end = |v: f64| panel::scale(v, domain, left, right);
                let (low, high) = ((end(from), y + 22), (end(from + part), y + 22 + TALL));
                frame::block(on, low, high, key.role)?;
                if *part > 0.0 {
                    let said = format!("{}, {}: {said}", stack.name, key.name);
                    frame::tell(on, low, high, said);
                }
                from += part;
            }
        }
        let mut y = below;
        for (name, part) in named.iter().zip(&shown) {
            frame::block(on, (2, y), (16, y + 14), part.role)?;
            if !part.note.is_empty() {
                frame::text(on, &part.note, (width - 4, y + 7), palette::INK, TEXT, At::Right)?;
            }
            for line in name {
                frame::text(on, line, (22, y + 7), palette::INK, TEXT, At::Left)?;
                y += LINE;
            }
            y += 4 + if name.is_empty() { LINE } else { 0 };
        }
        Ok(())
    })
}
