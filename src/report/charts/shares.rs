//! Charts of what share of the games each of several words has, or of a share turn by turn: one row each.

use engine::Side;
use study::{Estimate, Share, Summary, TurnBand};

use super::bars::{self, Bar};
use super::{Chart, Section, Size, Table, basis, curve, share_by_turn, share_table, share_words};
use crate::number;
use crate::palette::{self, Role};

/// A chart of words.
pub(super) struct Shares {
    id: &'static str,
    title: &'static str,
    /// What is shown, a sentence.
    caption: &'static str,
    /// What the table says over the words.
    head: &'static str,
    of: fn(&Summary) -> &[Share],
}

/// Deciding victory clauses, most frequent first.
pub(super) const CLAUSES: Shares = Shares {
    id: "clauses",
    title: "What decides",
    caption: "The victory clause that decided, in the colour of the side it favours.",
    head: "Victory clause",
    of: |summary| &summary.clauses,
};

/// How games end, most frequent first.
pub(super) const END_REASONS: Shares = Shares {
    id: "end-reasons",
    title: "How games end",
    caption: "Why the last turn was the last.",
    head: "Reason",
    of: |summary| &summary.end_reasons,
};

impl Chart for Shares {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        Section::Ends
    }
    fn present(&self, summary: &Summary) -> bool {
        !(self.of)(summary).is_empty()
    }
    fn plain(&self, summary: &Summary) -> Option<String> {
        let [only] = (self.of)(summary) else { return None };
        let games = number::games(only.count);
        (only.count > 1)
            .then(|| format!("{}: “{}”, in every one of {games}.", self.title, only.name))
    }
    fn caption(&self, summary: &Summary) -> String {
        let first = (self.of)(summary).first().map(|share| share.share);
        format!("{} Whiskers: {}.", self.caption, basis(first, summary.run.games))
    }
    fn alt(&self, summary: &Summary) -> String {
        share_words((self.of)(summary))
    }
    fn table(&self, summary: &Summary) -> Table {
        share_table(self.head, (self.of)(summary))
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        let bars = of_words((self.of)(summary));
        bars::paint(self, summary, size, "Share of games (%)", &Vec::new(), &bars)
    }
}

/// A bar a word, in the colour of the side it favours.
pub(super) fn of_words(shares: &[Share]) -> Vec<Bar<'_>> {
    let bar = |share| {
        let Share { name, share, side, .. }: &Share = share;
        let role = side.map_or(palette::NEUTRAL, palette::side);
        Bar { name: name.clone(), estimate: share, role }
    };
    shares.iter().map(bar).collect()
}

/// A chart of a share, turn by turn.
pub(super) struct ShareByTurn {
    id: &'static str,
    title: &'static str,
    section: Section,
    /// What is shown, a sentence.
    caption: &'static str,
    axis: &'static str,
    role: Role,
    of: fn(&TurnBand) -> &Estimate,
    /// What is said instead of a picture where it is so in next to no game all along.
    never: &'static str,
    /// The same where it is so in next to all games at the end of the last turn, and in none before.
    only_at_the_end: &'static str,
    /// The same where it is so in next to all games all along.
    always: &'static str,
}

/// A share of games that nobody would see in a picture.
const RARE: f64 = 0.01;

/// Share of games in which the Germans control every objective, turn by turn.
pub(super) const CONTROL: ShareByTurn = ShareByTurn {
    id: "control-by-turn",
    title: "German control, turn by turn",
    section: Section::Unfolds,
    caption: "Share of games in which the Germans control every objective at the end of a turn.",
    axis: "Games with full German control (%)",
    role: palette::side(Side::German),
    of: |turn| &turn.german_control,
    never: "The Germans control every objective in fewer than one game of a hundred at the end of any turn.",
    only_at_the_end: "The Germans control every objective at the end of the last turn in nearly every game, and before it in fewer than one of a hundred.",
    always: "The Germans control every objective at the end of every turn in more than 99 games of a hundred.",
};

/// Share of games that are over, turn by turn.
pub(super) const DECIDED: ShareByTurn = ShareByTurn {
    id: "decided-by-turn",
    title: "When games are decided",
    section: Section::Ends,
    caption: "Share of games that are over by the end of a turn.",
    axis: "Games over (%)",
    role: palette::NEUTRAL,
    of: |turn| &turn.decided,
    never: "Fewer than one game of a hundred is over before the calendar ends.",
    only_at_the_end: "Fewer than one game of a hundred is over before the last turn.",
    always: "More than 99 games of a hundred are over in the first turn.",
};

impl Chart for ShareByTurn {
    fn id(&self) -> &str {
        self.id
    }
    fn title(&self) -> &str {
        self.title
    }
    fn section(&self) -> Section {
        self.section
    }
    fn present(&self, summary: &Summary) -> bool {
        !summary.turns.is_empty()
    }
    fn plain(&self, summary: &Summary) -> Option<String> {
        let seldom = |turn: &TurnBand| (self.of)(turn).high <= RARE;
        let always = |turn: &TurnBand| (self.of)(turn).low >= 1.0 - RARE;
        match &summary.turns[..] {
            turns if turns.iter().all(seldom) => Some(self.never.into()),
            [turns @ .., last] if always(last) && turns.iter().all(seldom) => {
                Some(self.only_at_the_end.into())
            }
            turns if turns.iter().all(always) => Some(self.always.into()),
            _ => None,
        }
    }
    fn caption(&self, summary: &Summary) -> String {
        let first = summary.turns.first().map(|turn| *(self.of)(turn));
        format!("{} Band and whiskers: {}.", self.caption, basis(first, summary.run.games))
    }
    fn alt(&self, summary: &Summary) -> String {
        let said: Vec<String> = summary
            .turns
            .iter()
            .map(|t| format!("turn {} {}", t.turn, number::share((self.of)(t)).brief()))
            .collect();
        said.join("; ")
    }
    fn table(&self, summary: &Summary) -> Table {
        share_by_turn(summary, self.of)
    }
    fn svg(&self, summary: &Summary, size: Size) -> String {
        curve::paint(self, summary, size, self.axis, self.role, self.of)
    }
}
