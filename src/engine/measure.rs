//! What a game keeps account of beside what every game has: measures, declared once with their words. Tables,
//! summaries, gates, comparisons and charts loop over the declarations and know none of them by name.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{BySide, Side};

/// Text that are mostly known when the program is built.
pub type Text = Cow<'static, str>;

/// The value of a measure; `None` where there is nothing to measure. A flag is 0 or 1, a word its number in the
/// measure's list.
pub type Value = Option<i64>;

/// One thing that a game keeps account of: a column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Stable name: letters, digits and underscores. The column's name.
    pub id: Text,
    /// The id under which `docs/columns.md` describes it: `id` itself, but for one of a family, which is described once.
    pub family: Text,
    /// What one of it is; empty for flags and words.
    pub unit: Text,
    /// What it measures, in the sentence of `docs/columns.md`.
    pub meaning: Text,
    /// What has one value of it.
    pub of: MeasureOf,
    /// What its values are.
    pub kind: MeasureKind,
    /// Where a reader looks for it.
    pub topic: Topic,
    /// Whose it is, where each side has its own.
    pub side: Option<Side>,
    /// Which of a side holds it, e.g. the id of a division.
    pub holder: Option<Text>,
    /// What it is one of, and its name among them.
    pub part: Part,
    /// The side that more of it is good for.
    pub better: Option<Side>,
    /// Least and greatest value that the scenario allows.
    pub range: Option<(i64, i64)>,
}

/// What has one value of a measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureOf {
    /// A game, when it is over.
    Game,
    /// A turn, when it ends.
    Turn,
    /// A unit of the roster, the same in every game.
    Unit,
    /// A landing.
    Drop,
}

/// What the values of a measure are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureKind {
    /// Whole numbers from 0.
    Count,
    /// Whole numbers of either sign.
    Signed,
    /// Yes or no.
    Flag,
    /// One of some words, which have no order.
    Word(Vec<Text>),
}

/// Where a reader of a table or a report looks for a measure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// How and when a game ends.
    Ends,
    /// What is lost.
    Losses,
    /// Who holds what.
    Places,
    /// What is given and spent.
    Points,
    /// What happens by chance.
    Events,
    /// What comes from the air.
    Landings,
    /// Who a unit is.
    Units,
}

/// What a measure is part of.
#[expect(clippy::large_enum_variant, reason = "a game declares a few dozen, once")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Part {
    /// Nothing: it stands for itself.
    Whole,
    /// One of several things that are counted alike, such as the uses of points: its name.
    Of(Text),
    /// What is left of a holder's points when a turn ends.
    Left,
    /// Told beside the parts of what a holder has, and added up over the turns.
    Beside {
        /// Its field in a summary.
        key: Text,
        /// Its name in words.
        name: Text,
    },
    /// What a table of chance can do to a unit that lands.
    Toll(Toll),
}

/// The names under which a toll on landing units goes on: over a game, by the odds, and as luck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toll {
    /// Its name in words, in the plural and with a capital letter.
    pub name: Text,
    /// Its field in a summary.
    pub key: Text,
    /// What a landing was to suffer: a column of drops.
    pub expected: Told,
    /// What all landings of a game suffered: a column of games.
    pub total: Told,
    /// What they were to suffer, by the name of a measure of comparisons.
    pub total_expected: Text,
    /// What the dice spared each side: a column of games each.
    pub luck: Spared,
}

/// What dice spared the sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spared {
    /// The column's name without the side.
    pub id: Text,
    /// What it is in words, e.g. `delay in landing`.
    pub name: Text,
    /// What each side's column says, in the sentence of `docs/columns.md`.
    pub meaning: BySide<Text>,
}

/// A column that follows from a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Its name.
    pub id: Text,
    /// What it says, in the sentence of `docs/columns.md`.
    pub meaning: Text,
}

/// A picture of measures, in the words of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasureChart {
    /// Stable name: file and anchor.
    pub id: Text,
    /// Title.
    pub title: Text,
    /// What is shown, a sentence without its full stop.
    pub caption: Text,
    /// What is measured, as the axis says it.
    pub axis: Text,
    /// What one of it is; empty where the caption need not say it.
    pub unit: Text,
    /// What sort of picture.
    pub form: ChartForm,
    /// Where on the page.
    pub topic: Topic,
    /// What it shows; empty for stacks, which show all that holders have.
    pub series: Vec<Series>,
    /// Which victory level each value of a histogram comes to, from the lowest; empty where values decide no level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<LevelBand>,
}

/// Values that come to the same victory level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelBand {
    /// The level's name.
    pub level: Text,
    /// The greatest of the values; the last band has none.
    pub to: Option<i64>,
}

/// What sort of picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChartForm {
    /// How many games have each value of one measure of a game, or of a toll.
    Histogram,
    /// The means of several measures of a game, a bar each.
    Bars,
    /// How measures of a turn spread over the games, turn by turn.
    Fan,
    /// What each holder's points went for: one stack a holder of all its parts.
    Stack,
}

/// A measure in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The id of the measure.
    pub measure: Text,
    /// The field of a summary that holds it.
    pub key: Text,
    /// Its name in the picture and over its column of the table.
    pub name: Text,
    /// Its colour.
    pub hue: Hue,
}

/// A colour by what it stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hue {
    /// Neither side.
    Neutral,
    /// A side.
    Of(Side),
    /// Those who fight beside a side and are counted apart.
    Contingent,
    /// One of several things of a kind, by its number.
    Part(u8),
}

impl Measure {
    /// A count of something that stands for itself; the other fields are for the caller to change.
    pub fn count(
        of: MeasureOf,
        topic: Topic,
        id: impl Into<Text>,
        unit: impl Into<Text>,
        meaning: impl Into<Text>,
    ) -> Measure {
        let id = id.into();
        Measure {
            family: id.clone(),
            id,
            unit: unit.into(),
            meaning: meaning.into(),
            of,
            kind: MeasureKind::Count,
            topic,
            side: None,
            holder: None,
            part: Part::Whole,
            better: None,
            range: None,
        }
    }

    /// The place of a measure among those that have values together.
    pub fn place(measures: &[Measure], of: MeasureOf, id: &str) -> Option<usize> {
        measures.iter().filter(|measure| measure.of == of).position(|measure| measure.id == id)
    }

    /// Its name among others of its sort; empty where it is none of several.
    pub fn name(&self) -> &str {
        match &self.part {
            Part::Of(name) => name,
            _ => "",
        }
    }

    /// What it does to units that land, if that is what it measures.
    pub fn toll(&self) -> Option<&Toll> {
        match &self.part {
            Part::Toll(toll) => Some(toll),
            _ => None,
        }
    }

    /// The word that a value stands for.
    pub fn word(&self, value: i64) -> Option<&str> {
        match &self.kind {
            MeasureKind::Word(words) => words.get(usize::try_from(value).ok()?).map(AsRef::as_ref),
            _ => None,
        }
    }
}

/// A name of a scenario's own as part of a column's name: letters, digits and underscores, so that no tool needs quotes.
pub fn column_name(words: &str) -> String {
    let parts = words.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}
