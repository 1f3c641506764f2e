//! The games of tuning, played in earnest: both sides' files with their dials set, and the rivals.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{BySide, Seed, Side};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::pedigree::Pedigree;
use crate::record::Record;
use crate::run::{RunError, play_one};
use crate::shelf::Table;
use crate::strategy::{Brain, Strategy, Vocabulary};
use crate::text;
use crate::tune::Judge;
use crate::tune::dials::Dial;
use crate::tune::draft::Draft;
use crate::tune::ground::{Bout, Ground, Player};
use crate::tune::rounds::{Start, Terms, Tuned, opponents, tune};
use crate::tune::worth::Played;

/// Which features without a weight become dials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Free {
    /// These.
    Named(Vec<String>),
    /// All.
    All,
}

/// A scenario with both sides' strategies as files that can be tuned.
pub struct Field<'a> {
    home: &'a Home,
    system: &'static str,
    words: Vocabulary,
    table: &'a dyn Table,
    drafts: BySide<Draft>,
    rivals: BySide<Vec<Strategy>>,
}

impl<'a> Field<'a> {
    /// Reads both sides' files again, to tune them, and the rivals: each plays the side that its file names, or both.
    ///
    /// # Errors
    /// A strategy has no weights, a rival has faults, a free feature is not known.
    pub fn new(
        home: &'a Home,
        system: &'static dyn crate::System,
        table: &'a dyn Table,
        rivals: &[String],
        free: &Free,
    ) -> Result<Field<'a>, Complaints> {
        let words = system.vocabulary();
        let mut complaints = Vec::new();
        let free = free.features(words, &mut complaints);
        let last_turn = table.head().turn_names.len() as u16;
        let mut read = |side: Side| {
            let strategy = &table.head().strategies[side];
            draft(home, system.id(), strategy, side, &free, last_turn)
                .map_err(|complaint| complaints.push(complaint))
                .ok()
        };
        let (german, allied) = (read(Side::German), read(Side::Allied));
        let mut seats: BySide<Vec<Strategy>> = BySide::default();
        for name in rivals {
            match Strategy::load(home, system.id(), words, name) {
                Ok(Strategy { brain: Brain::Search(_), .. }) => {
                    let problem = "it looks ahead, which it can only from a seat of its own";
                    let expected = "a strategy that does not look ahead";
                    complaints.push(
                        Complaint::whole(format!("--rival {name}"), problem).expecting(expected),
                    );
                }
                Ok(rival) => {
                    for side in Side::BOTH {
                        if rival.side.is_none_or(|own| own == side) {
                            seats[side].push(rival.clone());
                        }
                    }
                }
                Err(more) => complaints.extend(more),
            }
        }
        match (german, allied, complaints.is_empty()) {
            (Some(german), Some(allied), true) => {
                let drafts = BySide { german, allied };
                Ok(Field { home, system: system.id(), words, table, drafts, rivals: seats })
            }
            _ => Err(Complaints::new(complaints)),
        }
    }

    /// Tunes both sides with games from a ground, usually this field behind a memory.
    ///
    /// # Errors
    /// The ground halts.
    pub fn tune<G: Ground>(
        &self,
        terms: Terms,
        judge: &dyn Judge,
        ground: &mut G,
    ) -> Result<Tuned, G::Halt> {
        let start = Start {
            dials: BySide::from_fn(|side| &self.drafts[side].dials),
            settings: BySide::from_fn(|side| self.drafts[side].settings.clone()),
            rivals: BySide::from_fn(|side| self.rivals[side].len()),
        };
        tune(&start, terms, judge, ground)
    }

    /// A side's dials.
    pub fn dials(&self, side: Side) -> &[Dial] {
        &self.drafts[side].dials.list
    }

    /// The settings of a side's file.
    pub fn settings(&self, side: Side) -> &[i32] {
        &self.drafts[side].settings
    }

    /// A side's rivals.
    pub fn rivals(&self, side: Side) -> &[Strategy] {
        &self.rivals[side]
    }

    /// The opponents that a side was tuned against, each with its name and hash.
    ///
    /// # Errors
    /// A version of the other side is no strategy.
    pub fn opponents(
        &self,
        tuned: &Tuned,
        side: Side,
    ) -> Result<Vec<(String, String)>, Complaints> {
        let other = side.other();
        let (versions, rivals) = opponents(tuned, self.rivals[other].len(), side);
        let mut met = Vec::new();
        for number in versions {
            let strategy = self.set(other, &tuned.versions[other][number])?;
            let name = format!("{}, version {number}", strategy.name);
            met.push((name, strategy.hash));
        }
        let rival = |number| &self.rivals[other][number];
        met.extend(
            rivals.into_iter().map(rival).map(|rival| (rival.name.clone(), rival.hash.clone())),
        );
        Ok(met)
    }

    /// A side's file with its dials set.
    pub fn text(&self, side: Side, at: &[i32], pedigree: &Pedigree) -> String {
        self.drafts[side].text_with(at, pedigree)
    }

    /// A side's strategy with its dials set.
    fn set(&self, side: Side, at: &[i32]) -> Result<Strategy, Complaints> {
        let called = &self.table.head().strategies[side].called;
        Strategy::read(self.home, self.system, self.words, called, &self.drafts[side].text(at))
    }

    fn strategy(&self, side: Side, player: &Player) -> Result<Strategy, Complaints> {
        match player {
            Player::Set(at) => self.set(side, at),
            Player::Rival(number) => Ok(self.rivals[side][*number].clone()),
        }
    }

    /// Plays games on this number of threads; 0 means one per core. Games that `stop` prevented are missing from the end; `each` is called as
    /// each game ends, in no particular order.
    ///
    /// # Errors
    /// A game broke down, or a file that a strategy extends has changed and no longer reads.
    pub fn play(
        &self,
        bouts: &[Bout],
        threads: usize,
        stop: &AtomicBool,
        each: &(dyn Fn(&Record) + Sync),
    ) -> Result<Vec<Played>, FieldError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(RunError::Threads)?;
        // Games between the same players are at one table.
        let pairs: BTreeSet<[&Player; 2]> = bouts.iter().map(pair).collect();
        let pairs: Vec<[&Player; 2]> = pairs.into_iter().collect();
        let seat = |&[german, allied]: &[&Player; 2]| {
            let strategies = BySide {
                german: self.strategy(Side::German, german)?,
                allied: self.strategy(Side::Allied, allied)?,
            };
            self.table.between(strategies)
        };
        let tables: Vec<Box<dyn Table>> =
            pool.install(|| pairs.par_iter().map(seat).collect::<Result<_, _>>())?;
        let tables: BTreeMap<[&Player; 2], Box<dyn Table>> =
            pairs.into_iter().zip(tables).collect();
        let one = |bout: &Bout| -> Option<Result<Played, RunError>> {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let record = play_one(&*tables[&pair(bout)], Seed(bout.seed), bout.game);
            if let Ok(record) = &record {
                each(record);
            }
            Some(record.map(|record| Played::of(&record.game)))
        };
        let played: Vec<_> = pool.install(|| bouts.par_iter().map(one).collect());
        // Later games are of no use without the earlier ones.
        played.into_iter().map_while(|game| game).map(|game| Ok(game?)).collect()
    }
}

/// Who plays whom.
fn pair(bout: &Bout) -> [&Player; 2] {
    [&bout.players.german, &bout.players.allied]
}

/// Why games of tuning could not be played.
#[derive(Debug, thiserror::Error)]
pub enum FieldError {
    /// A game broke down.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A strategy does not read.
    #[error(transparent)]
    Strategy(#[from] Complaints),
}

impl Free {
    fn features(&self, words: Vocabulary, complaints: &mut Vec<Complaint>) -> Vec<&'static str> {
        let known = || words.features.iter().map(|feature| feature.name);
        let names = match self {
            Free::All => return known().collect(),
            Free::Named(names) => names,
        };
        let mut found = Vec::new();
        for name in names {
            match known().find(|known| known == name) {
                Some(name) => found.push(name),
                None => complaints.push(
                    Complaint::whole(format!("--free {name}"), "there is no such feature")
                        .expecting("a feature, as `strategy features` lists them")
                        .near(crate::nearest(name, known())),
                ),
            }
        }
        found
    }
}

/// A side's file as a draft.
fn draft(
    home: &Home,
    system: &str,
    strategy: &Strategy,
    side: Side,
    free: &[&str],
    last_turn: u16,
) -> Result<Draft, Complaint> {
    let option = format!("--{} {}", side.word(), strategy.called);
    let wrong = |problem: String| {
        Complaint::whole(&option, problem).expecting("a strategy file with weights")
    };
    if !matches!(strategy.brain, Brain::Scored(_)) {
        return Err(wrong("it has no weights to tune".into()));
    }
    let mut texts = Vec::new();
    let mut next = Some(strategy.called.clone());
    while let Some(name) = next {
        let text = text::read(home, &Strategy::path(home, system, &name))?;
        next = Strategy::extends(&text);
        texts.push(text);
    }
    let (own, inherited) = texts.split_first().ok_or_else(|| wrong("it has no text".into()))?;
    let draft = Draft::read(own, inherited, free, last_turn);
    let draft = draft.map_err(|error| wrong(error.message().replace('\n', "; ")))?;
    if draft.settings.is_empty() {
        return Err(wrong("it has no weights to tune".into()));
    }
    Ok(draft)
}
