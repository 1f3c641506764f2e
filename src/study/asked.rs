//! `run.toml`: the request. `about.json`: what the scenario contained when it was played.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use engine::{
    Brief, BySide, ChartForm, Measure, MeasureChart, MeasureOf, Series, Toll, TurnFacts, UnitEntry,
};
use lab::{
    CHUNK, DoctrineScores, Fact, Influence, Kind, PLAYERS, Prospects, RULES, SMALL_CHUNK, Table,
    Worlds,
};
use serde::{Deserialize, Serialize};

use crate::{Detail, Ground, Shard, StudyError, TurnNumber};

/// What a run was asked to do: enough to repeat it bit for bit. Holds no date, host, path of the machine or
/// number of threads, so that the file itself is the same byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunAsked {
    /// Version of the tool that played.
    pub version: String,
    /// The command that makes the same run again.
    pub command: String,
    /// The start of the command that shows one of its games; ` --game K` is added.
    pub replay: String,
    /// Scenario, e.g. `mercury/kastelli`.
    pub scenario: String,
    /// Number of games.
    pub games: u64,
    /// Seed of the run.
    #[serde(with = "whole")]
    pub seed: u64,
    /// For which games the rows of turns, drops and units are kept.
    pub detail: Detail,
    /// Decisions after which a game is stopped undecided; `None` is the default limit.
    #[serde(default)]
    pub bound: Option<u32>,
    /// Whether each side's mistakes are counted.
    #[serde(default)]
    pub review: bool,
    /// Whether the dice of combat are recorded in a table of their own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub combats: bool,
    /// Nodes that outside programs were asked to look at for a decision, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Drop plan; empty where there is none.
    #[serde(default)]
    pub drops: String,
    /// Values changed with `--set`, each as `KEY=VALUE`, in the order given.
    #[serde(default)]
    pub set: Vec<String>,
    /// Set-up plans, each as `SIDE=PLAN`.
    #[serde(default)]
    pub setup: Vec<String>,
    /// The worlds that the games are played in: how many, or the file that lists them; empty for the one that the files
    /// describe.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub worlds: String,
    /// Whether it differs between worlds who plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub players: bool,
    /// Changes of other arms of the same study, each as `KEY=VALUE`: what they turn is the same in every world.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<String>,
    /// The form in which an owner filled in what is printed; empty where there is none. Its hash is among `hashes`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub copy: String,
    /// Numbers of turns that stand among those of their games, in the order of the turns: for studies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<TurnNumber>,
    /// The slice of the games that this folder holds, if it is not all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Rules that could stop the run before its last game, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub until: Vec<String>,
    /// If they did: the number of games it would have played at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// Strategy of each side, by the name in its file.
    pub strategies: BySide<String>,
    /// Hashes of what was read: rules, scenario with its data files, strategies.
    pub hashes: BTreeMap<String, String>,
}

impl RunAsked {
    /// The name of the file in a run folder.
    pub const FILE: &'static str = "run.toml";

    /// Reads a `run.toml`, or the one inside a run folder.
    pub fn load(path: &Path) -> Result<RunAsked, StudyError> {
        let file = if path.is_dir() { path.join(Self::FILE) } else { path.to_path_buf() };
        if !file.exists() {
            return Err(StudyError::NotARun { path: path.to_path_buf() });
        }
        let text = fs::read_to_string(&file).map_err(StudyError::read(&file))?;
        toml::from_str(&text).map_err(|error| StudyError::damaged(&file, &error))
    }

    /// The text of `run.toml`.
    pub(crate) fn to_toml(&self) -> String {
        toml::to_string(self).expect("every field is a TOML value")
    }

    /// The part of the request that determines the games of a chunk: everything except the total number of games and
    /// the division into shards.
    pub(crate) fn of_chunks(&self) -> RunAsked {
        RunAsked {
            command: String::new(),
            replay: String::new(),
            games: 0,
            shard: None,
            until: Vec::new(),
            at_most: None,
            ..self.clone()
        }
    }

    /// Games of one of its chunks.
    pub fn chunk(&self) -> u64 {
        let [german, allied] = [&self.strategies.german, &self.strategies.allied];
        let bots = [german, allied].iter().all(|called| Kind::of(called) == Kind::Bot);
        if bots { CHUNK } else { SMALL_CHUNK }
    }

    /// The command that shows a game.
    pub fn replay_command(&self, game: u64) -> String {
        format!("{} --game {game}", self.replay)
    }

    /// One sentence for each difference between this request and another.
    pub(crate) fn differences(&self, other: &RunAsked, there: &str, here: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |key: &str, one: &dyn Debug, other: &dyn Debug| {
            let (one, other) = (format!("{one:?}"), format!("{other:?}"));
            if one != other {
                found.push(format!("{key} is {one} {there} and {other} {here}"));
            }
        };
        compare("scenario", &self.scenario, &other.scenario);
        compare("games", &self.games, &other.games);
        compare("seed", &self.seed, &other.seed);
        compare("german strategy", &self.strategies.german, &other.strategies.german);
        compare("allied strategy", &self.strategies.allied, &other.strategies.allied);
        compare("drops", &self.drops, &other.drops);
        compare("detail", &self.detail, &other.detail);
        compare("bound", &self.bound, &other.bound);
        compare("review", &self.review, &other.review);
        compare("combats", &self.combats, &other.combats);
        compare("nodes", &self.nodes, &other.nodes);
        compare("set", &self.set, &other.set);
        compare("setup", &self.setup, &other.setup);
        compare("worlds", &self.worlds, &other.worlds);
        compare("players", &self.players, &other.players);
        compare("watched", &self.watched, &other.watched);
        compare("copy", &self.copy, &other.copy);
        compare("fixed", &self.fixed, &other.fixed);
        compare("shard", &self.shard, &other.shard);
        compare("until", &self.until, &other.until);
        compare("version", &self.version, &other.version);
        for key in self
            .hashes
            .keys()
            .chain(other.hashes.keys().filter(|key| !self.hashes.contains_key(*key)))
        {
            let (one, two) = (self.hashes.get(key), other.hashes.get(key));
            if one == two {
                continue;
            }
            if [RULES, PLAYERS].contains(&key.as_str()) {
                let none = String::from("unknown");
                found.push(format!(
                    "the code of the {key} is {} {there} and {} {here}: another build of Dropzone",
                    one.unwrap_or(&none),
                    two.unwrap_or(&none)
                ));
            } else {
                found.push(format!(
                    "the files of `{key}` {there} are not those {here} (their hash differs)"
                ));
            }
        }
        // The commands themselves are compared last: another spelling of the same request changes the
        // file's bytes, but is not worth a sentence beside a real difference.
        if found.is_empty() {
            let mut compare = |key: &str, one: &str, other: &str| {
                if one != other {
                    found.push(format!("{key} is `{one}` {there} and `{other}` {here}"));
                }
            };
            compare("command", &self.command, &other.command);
            compare("replay", &self.replay, &other.replay);
        }
        found
    }
}

/// TOML's whole numbers end at 2^63: a larger seed is written as text.
mod whole {
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(*seed) {
            Ok(small) => serializer.serialize_i64(small),
            Err(_) => serializer.serialize_str(&seed.to_string()),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = u64;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number from 0")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
                Ok(value)
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
                u64::try_from(value).map_err(|_| E::custom("expected a whole number from 0"))
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<u64, E> {
                value.parse().map_err(|_| E::custom("expected a whole number from 0"))
            }
        }
        deserializer.deserialize_any(Whole)
    }
}

/// What the scenario and the strategies contained when the run was made: the names behind the numbers,
/// kept so that a report can be rebuilt after the files have changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Title, facts, rulings and provenance of the scenario.
    pub brief: Brief,
    /// The intent of each strategy, in its own words.
    pub intents: BySide<String>,
    /// Victory levels, from best for the Germans to best for the Allies.
    pub levels: Vec<String>,
    /// Names of all turns of the calendar.
    pub turn_names: Vec<String>,
    /// Every unit that can take part.
    pub roster: Vec<UnitEntry>,
    /// What the game keeps account of beside what every game has, in the order of its values.
    pub measures: Vec<Measure>,
    /// Pictures of it.
    pub charts: Vec<MeasureChart>,
    /// Names of the counted mistakes, in the order of [`lab::GameRow::mistakes`]; empty unless counted.
    pub mistakes: Vec<String>,
    /// What the scenario's doctrines score against each other, if that was measured.
    #[serde(default)]
    pub doctrine_scores: Option<DoctrineScores>,
    /// How much each rival value moves the answer, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub influence: Option<Influence>,
    /// Published outcomes of games like these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// The Germans' chance of winning from how things stand, if it was fitted to games of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prospects: Option<Prospects>,
    /// Values that an owner read off a printed copy.
    #[serde(default)]
    pub copied: u32,
    /// The worlds that the games are played in; `None` where it is the one that the files describe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<Worlds>,
    /// The map; none in folders of earlier versions.
    #[serde(default)]
    pub ground: Option<Ground>,
}

impl About {
    /// The name of the file in a run folder.
    pub(crate) const FILE: &'static str = "about.json";

    /// The description of a table; `review` as in the request that loaded it.
    pub fn of(table: &dyn Table, review: bool) -> About {
        let (head, picture) = (table.head(), table.picture());
        let mistakes = if review { head.mistakes } else { &[] };
        About {
            brief: head.brief.clone(),
            intents: BySide::from_fn(|side| head.strategies[side].intent.clone()),
            levels: head.levels.clone(),
            turn_names: head.turn_names.clone(),
            roster: head.roster.clone(),
            measures: head.measures.clone(),
            charts: head.charts.clone(),
            mistakes: mistakes.iter().map(|measure| measure.name.to_owned()).collect(),
            doctrine_scores: head.doctrine_scores.clone(),
            influence: head.influence.clone(),
            facts: head.facts.clone(),
            prospects: head.prospects.clone(),
            copied: head.copied,
            worlds: head.worlds.clone(),
            ground: Some(Ground {
                map: picture.map,
                objectives: picture.objectives.into_iter().map(|(hex, _)| hex).collect(),
            }),
        }
    }

    /// How far the Germans are ahead at the end of a turn, per mille from -1000 to 1000: their chance of winning less the
    /// Allies', as fitted to games of the scenario; by the game's own yardstick where none was.
    pub(crate) fn advantage(&self, end: &TurnFacts) -> i32 {
        let fitted = self.prospects.as_ref();
        fitted.map_or(end.advantage, |fit| fit.advantage(end, self.turn_names.len() as u16))
    }

    /// The measures of one sort, in the order of their values.
    pub fn measures_of(&self, of: MeasureOf) -> impl Iterator<Item = &Measure> {
        self.measures.iter().filter(move |measure| measure.of == of)
    }

    /// What a table of chance does to units that land, each with its place among the values of a landing.
    pub(crate) fn tolls(&self) -> impl Iterator<Item = (usize, &Toll)> {
        let drops = self.measures_of(MeasureOf::Drop).enumerate();
        drops.filter_map(|(place, measure)| Some((place, measure.toll()?)))
    }

    /// The measures of one sort that charts of one form show, each with its place among the values and with how the
    /// chart shows it.
    pub(crate) fn shown(
        &self,
        forms: &'static [ChartForm],
        of: MeasureOf,
    ) -> impl Iterator<Item = (usize, &Series)> {
        self.measures_of(of).enumerate().filter_map(move |(place, measure)| {
            let charts = self.charts.iter().filter(move |chart| forms.contains(&chart.form));
            let mut series = charts.flat_map(|chart| &chart.series);
            Some((place, series.find(|series| series.measure == measure.id)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn run_toml_goes_there_and_back() {
        for seed in [0, 7, u64::MAX] {
            let mut asked = sample::asked(1000);
            asked.seed = seed;
            asked.set = vec!["rulings.last_chit=played".into()];
            asked.shard = Shard::new(1, 4);
            asked.until = vec!["half_width(win_rate(german)) <= 0.01".into()];
            asked.at_most = Some(5000);
            assert_eq!(toml::from_str::<RunAsked>(&asked.to_toml()).unwrap(), asked);
        }
    }

    #[test]
    fn differences_name_what_differs() {
        let asked = sample::asked(1000);
        assert!(asked.differences(&asked, "there", "here").is_empty());
        let mut other = asked.clone();
        other.games = 2000;
        other.hashes.insert("scenario".into(), "else".into());
        let found = asked.differences(&other, "there", "in this command");
        assert_eq!(
            found,
            [
                "games is 1000 there and 2000 in this command",
                "the files of `scenario` there are not those in this command (their hash differs)"
            ],
            "{found:?}"
        );
        let mut built = asked.clone();
        built.hashes.insert(RULES.into(), "mercury 1 0123".into());
        assert_eq!(
            asked.differences(&built, "there", "here"),
            [
                "the code of the rules is aa there and mercury 1 0123 here: another build of Dropzone"
            ]
        );
        let mut spelled = asked.clone();
        spelled.command.push_str(" --seed 0");
        assert_eq!(asked.differences(&spelled, "there", "here").len(), 1);
    }
}
