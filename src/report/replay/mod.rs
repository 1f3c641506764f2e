//! The page of one game: the map with its counters, decision by decision. One file, no network.

mod data;
mod symbols;

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, Film, HexId, Marker, Outlook, Seen, Side, Symbol, Tone, UnitEntry};
use minijinja::{Value, context};
use study::Estimate;

use crate::charts;
use crate::map::{self, MapPicture};
use crate::page::{PageError, templates};
use crate::{number, palette};

/// Everything a page shows of a game.
pub struct Replay<'a> {
    /// The map.
    pub map: &'a MapPicture<'a>,
    /// `mercury/kastelli`.
    pub scenario: &'a str,
    /// Index of the game in its run; `None` for one given only by its own seed.
    pub game: Option<u64>,
    /// The game's own seed.
    pub seed: u64,
    /// Names of the strategies.
    pub strategies: BySide<String>,
    /// How it ended, in a sentence.
    pub ending: String,
    /// Who won.
    pub winner: Option<Side>,
    /// The command that makes the page again.
    pub command: String,
    /// Names of the turns.
    pub turn_names: &'a [String],
    /// Every unit.
    pub roster: &'a [UnitEntry],
    /// The symbol of every unit.
    pub symbols: &'a [Symbol],
    /// The meaning of the figures on a counter.
    pub figures: &'a [&'a str],
    /// The game.
    pub film: &'a Film,
    /// How games continued from the start of each turn; empty if none were played.
    pub outlooks: &'a [Outlook],
}

impl Replay<'_> {
    /// The page: one self-contained file.
    ///
    /// # Errors
    /// The game does not fit its scenario.
    pub fn page(&self) -> Result<String, PageError> {
        self.check().map_err(PageError::Game)?;
        let templates = templates("replay.html", include_str!("../templates/replay.html"))?;
        let style = format!(
            "{}{}{}{}",
            palette::stylesheet(),
            include_str!("../style.css"),
            on_paper(),
            include_str!("style.css")
        );
        let board = map::board(self.map);
        let used: Vec<Symbol> =
            self.symbols.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let markers: Vec<Value> = self
            .markers()
            .into_iter()
            .map(|((tone, badge), words)| {
                context! { class => data::tone(tone), badge, words => common(&words) }
            })
            .collect();
        let legend: Vec<Value> = used
            .iter()
            .map(|&symbol| context! { id => symbols::id(symbol), words => symbol.word() })
            .collect();
        let decisions = self.film.frames.len() - 1;
        Ok(templates.get_template("replay.html")?.render(context! {
            style => Value::from_safe_string(style),
            script => Value::from_safe_string(include_str!("replay.js").to_owned()),
            game => Value::from_safe_string(data::json(self, &board, &used)),
            title => self.map.title.as_str(),
            scenario => self.scenario,
            number => self.game.map(number::count),
            seed => self.seed.to_string(),
            sides => Value::from(Side::BOTH.map(|side| context! {
                people => charts::people(side),
                strategy => self.strategies[side].as_str(),
                class => palette::side(side).name,
            }).to_vec()),
            ending => self.ending.as_str(),
            decisions => number::count(decisions as u64),
            last => decisions,
            width => format!("{:.0}", board.size.0),
            height => format!("{:.0}", board.size.1),
            drawing => Value::from_safe_string(board.drawing),
            defs => Value::from_safe_string(symbols::defs(used.iter().copied())),
            map_legend => Value::from_safe_string(board.legend),
            map_alt => board.alt,
            notes => self.map.notes.clone(),
            legend,
            markers,
            figures => self.figures.iter().map(|figure| Value::from(*figure)).collect::<Vec<_>>(),
            outlook => self.outlook(),
            command => self.command.as_str(),
            version => env!("CARGO_PKG_VERSION"),
        })?)
    }

    /// Whether the frames fit the roster and the map.
    fn check(&self) -> Result<(), String> {
        let (units, hexes) = (self.roster.len(), self.map.map.len());
        if self.film.frames.is_empty() {
            return Err("it has no frames".into());
        }
        if self.symbols.len() != units || self.film.first.units.len() != units {
            return Err(format!(
                "the roster has {units} units, the game {} and {} symbols",
                self.film.first.units.len(),
                self.symbols.len()
            ));
        }
        let on_map = |what: &str, hex: HexId| {
            if hex.index() < hexes {
                Ok(())
            } else {
                Err(format!("{what} is in hex number {}, the map has {hexes}", hex.index()))
            }
        };
        let stands = |seen: &Seen| match seen {
            Seen::On(counter) => on_map(&format!("unit {}", counter.unit), counter.hex),
            Seen::Off(_) => Ok(()),
        };
        self.film.first.units.iter().try_for_each(stands)?;
        let mut turn = 1;
        for (number, frame) in self.film.frames.iter().enumerate() {
            let wrong = |problem: String| format!("frame {number}: {problem}");
            if usize::from(frame.turn) > self.turn_names.len() || frame.turn < turn {
                return Err(wrong(format!(
                    "it is of turn {}, after turn {turn} of {}",
                    frame.turn,
                    self.turn_names.len()
                )));
            }
            turn = frame.turn;
            for (unit, seen) in &frame.changes.units {
                if usize::from(*unit) >= units {
                    return Err(wrong(format!("it moves unit {unit}, the roster has {units}")));
                }
                stands(seen).map_err(wrong)?;
            }
            for (hex, _) in &frame.changes.objectives {
                on_map("an objective", *hex).map_err(wrong)?;
            }
            for (hex, _) in &frame.changes.ground {
                on_map("a marker", *hex).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Every marker that is on the map in the game: its look, with all its meanings.
    fn markers(&self) -> BTreeMap<(Tone, &str), BTreeSet<&str>> {
        fn borne(seen: &Seen) -> &[Marker] {
            match seen {
                Seen::On(counter) => &counter.markers,
                Seen::Off(_) => &[],
            }
        }
        let Film { first, frames } = self.film;
        let changes = || frames.iter().map(|frame| &frame.changes);
        let units = first.units.iter();
        let units = units.chain(changes().flat_map(|c| c.units.iter().map(|(_, seen)| seen)));
        let ground = first.ground.values();
        let ground = ground.chain(changes().flat_map(|c| c.ground.iter().map(|(_, laid)| laid)));
        let mut looks: BTreeMap<(Tone, &str), BTreeSet<&str>> = BTreeMap::new();
        for marker in units.flat_map(borne).chain(ground.flatten()) {
            looks.entry((marker.tone, &marker.badge)).or_default().insert(&marker.words);
        }
        looks
    }

    /// The win chances as a table, with their source.
    fn outlook(&self) -> Option<Value> {
        let games = self.outlooks.first()?.games;
        let rows: Vec<Vec<String>> = self
            .outlooks
            .iter()
            .map(|outlook| {
                let name = self.turn_names.get(usize::from(outlook.turn) - 1);
                let said = |wins| number::share(&share(wins, outlook.games)).brief();
                let rest = outlook.games - outlook.german - outlook.allied;
                let turn = format!("{} ({})", outlook.turn, name.map_or("", String::as_str));
                vec![turn, said(outlook.german), said(outlook.allied), said(rest)]
            })
            .collect();
        let columns = ["Turn", "Germans win", "Allies win", "Draw or undecided"];
        Some(context! { games => number::count(games.into()), table => context! { columns, rows } })
    }
}

/// The common beginning of several phrases: `leader` for `leader A` and `leader B`. All of them if they
/// have nothing in common.
fn common(phrases: &BTreeSet<&str>) -> String {
    let split = |phrase: &str| phrase.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let shared = phrases.iter().map(|phrase| split(phrase)).reduce(|one, other| {
        one.into_iter().zip(other).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    match shared.unwrap_or_default() {
        none if none.is_empty() => phrases.iter().copied().collect::<Vec<_>>().join(", "),
        shared => shared.join(" "),
    }
}

/// A share of continuations with its interval.
fn share(wins: u32, games: u32) -> Estimate {
    Estimate::share(wins.into(), games.into())
}

/// The light-mode colours: the map is like paper, and keeps them in dark mode.
fn on_paper() -> String {
    let hex = |role: palette::Role| palette::hex(role.day);
    format!(
        ".paper{{--p-german:{};--p-allied:{};--p-greek:{};--p-on-side:{};--p-ink:{};--p-accent:{}}}\n",
        hex(palette::side(Side::German)),
        hex(palette::side(Side::Allied)),
        hex(palette::CONTINGENT),
        hex(palette::ON_SIDE),
        hex(palette::INK),
        hex(palette::ACCENT),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_markers_are_named_by_what_they_share() {
        let said = |phrases: &[&str]| common(&phrases.iter().copied().collect());
        assert_eq!(said(&["leader Maj Schaette", "leader Major Bedding"]), "leader");
        assert_eq!(said(&["suppressed"]), "suppressed");
        assert_eq!(said(&["heavy barrage", "light barrage"]), "heavy barrage, light barrage");
    }
}
