//! Strategy files: a bot as named weights.

mod search_table;
mod temper;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{MOST_ORDERS, Side, Task, Weighable};
use toml::de::DeTable;

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::order::OrderLine;
use crate::page::{Entry, Page, integer};
use crate::pedigree::Pedigree;
use crate::policy::{Program, Scored, Script, Search, Stage, Weights, program, script};
use crate::text::{self, Seal};

use search_table::SearchTable;
pub(crate) use temper::Temper;

/// Names of the bots that need no file.
pub const BUILT_IN: [&str; 3] = ["first", "random", "search"];

/// A bot, ready to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// Its name, as its file gives it.
    pub name: String,
    /// The name or path by which it was loaded.
    pub called: String,
    /// The side it plays; `None` plays either.
    pub side: Option<Side>,
    /// Its intent, in its own words.
    pub intent: String,
    /// How it decides.
    pub brain: Brain,
    /// How it was found, if its own file says so.
    pub pedigree: Option<Pedigree>,
    /// SHA-256 of its file and the files it extends.
    pub hash: String,
}

/// How a strategy decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brain {
    /// The first decision listed.
    First,
    /// Any decision, all equally likely.
    Random,
    /// The decision with the highest weighted sum of features.
    Scored(Scored),
    /// What another strategy decides: the one that does best when it is played on for some turns.
    Search(Search),
    /// Whatever a script says.
    Script(Arc<Script>),
    /// Whatever an outside program says.
    Program(Arc<Program>),
}

/// Whose decisions a strategy makes, by the name under which it was loaded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A bot of this program.
    Bot,
    /// A script.
    Script,
    /// An outside program with this command line.
    Program(&'a str),
}

impl<'a> Kind<'a> {
    /// The kind of the strategy with this name.
    pub fn of(called: &'a str) -> Kind<'a> {
        match program::line(called) {
            Some(line) => Kind::Program(line),
            None if script::file(called).is_some() => Kind::Script,
            None => Kind::Bot,
        }
    }
}

/// The names a system's strategies may use.
#[derive(Copy, Clone, Debug)]
pub struct Vocabulary {
    /// What can be weighed.
    pub features: &'static [Weighable],
    /// The conditions a stage can have.
    pub conditions: &'static [Weighable],
}

impl Strategy {
    /// Loads a strategy by name (`strategies/SYSTEM/NAME.toml`, or built in), by path (`*.toml`, or `*.rhai` for a
    /// script), or by `cmd:` and the command line of a program; a weighing one perhaps in another temper: `NAME:bold`,
    /// `NAME:careful`.
    ///
    /// # Errors
    /// Every fault of the file and of those it extends.
    pub fn load(
        home: &Home,
        system: &str,
        words: Vocabulary,
        name: &str,
    ) -> Result<Strategy, Complaints> {
        let built_in = |brain, intent: &str| Strategy {
            name: name.into(),
            called: name.into(),
            side: None,
            intent: intent.into(),
            brain,
            pedigree: None,
            hash: format!("built-in {name}"),
        };
        match name {
            "first" => return Ok(built_in(Brain::First, "Takes the first decision on the list.")),
            "random" => {
                return Ok(built_in(Brain::Random, "Takes any decision, all equally likely."));
            }
            _ => {}
        }
        if let Some(line) = program::line(name) {
            return program::load(system, words, line);
        }
        if let Some(path) = script::file(name) {
            return script::load(home, system, words, &path);
        }
        if let Some(search) = Search::named(name) {
            let intent = "Looks ahead: plays its doctrines on for some turns and follows the best.";
            return Ok(built_in(Brain::Search(search?), intent));
        }
        if let Some((name, temper)) = Temper::of(name) {
            return Ok(temper.change(Strategy::load(home, system, words, name)?)?);
        }
        Reader::new(home, system, words, None).load(name)
    }

    /// The same, with this text instead of that of the named file itself.
    ///
    /// # Errors
    /// Every fault of the text and of the files it extends.
    pub(crate) fn read(
        home: &Home,
        system: &str,
        words: Vocabulary,
        name: &str,
        text: &str,
    ) -> Result<Strategy, Complaints> {
        let given = (Strategy::path(home, system, name), text);
        Reader::new(home, system, words, Some(given)).load(name)
    }

    /// The file of a strategy that is no built-in one.
    pub(crate) fn path(home: &Home, system: &str, name: &str) -> PathBuf {
        let is_path = Path::new(name).extension().is_some_and(|ending| ending == "toml");
        if is_path {
            PathBuf::from(name)
        } else {
            home.strategies(system).join(format!("{name}.toml"))
        }
    }

    /// The strategy that a strategy's text extends.
    pub(crate) fn extends(text: &str) -> Option<String> {
        let table = DeTable::parse(text).ok()?;
        table.get_ref().get("extends")?.get_ref().as_str().map(String::from)
    }

    /// The names of a system's strategies, built-in ones last.
    pub fn list(home: &Home, system: &str) -> Vec<String> {
        home.stems(&home.strategies(system)).into_iter().chain(BUILT_IN.map(String::from)).collect()
    }

    /// The system that a strategy file says it is for.
    pub fn system_of(path: &Path) -> Option<String> {
        let text = std::fs::read_to_string(path).ok()?;
        if script::file(&path.to_string_lossy()).is_some() {
            return script::system_of(&text);
        }
        let table = DeTable::parse(&text).ok()?;
        table.get_ref().get("system")?.get_ref().as_str().map(String::from)
    }

    /// Complains if the strategy plays only the other side.
    pub fn seat(self, side: Side) -> Result<Strategy, Complaint> {
        match self.side {
            Some(own) if own != side => Err(Complaint::whole(
                format!("--{}", side.word()),
                format!("strategy `{}` plays the {own} side", self.name),
            )
            .expecting(format!("a strategy with side = \"{}\"", side.word()))),
            _ => Ok(self),
        }
    }
}

/// One file, parsed.
#[derive(Default)]
struct Sheet {
    name: Option<String>,
    side: Option<Side>,
    intent: Option<String>,
    kind: Option<String>,
    extends: Option<String>,
    weights: Weights,
    stages: Vec<(Stage, Weights)>,
    doing: Vec<(Task, Weights)>,
    orders: Vec<OrderLine>,
    search: SearchTable,
    pedigree: Option<Pedigree>,
}

struct Reader<'a> {
    home: &'a Home,
    system: &'a str,
    words: Vocabulary,
    /// A file whose text is not read from the disk.
    given: Option<(PathBuf, &'a str)>,
    complaints: Vec<Complaint>,
    seal: Seal,
}

impl<'a> Reader<'a> {
    fn new(
        home: &'a Home,
        system: &'a str,
        words: Vocabulary,
        given: Option<(PathBuf, &'a str)>,
    ) -> Self {
        Reader { home, system, words, given, complaints: Vec::new(), seal: Seal::default() }
    }

    fn load(mut self, name: &str) -> Result<Strategy, Complaints> {
        // From the requested strategy to the one that extends nothing.
        let mut chain: Vec<(PathBuf, Sheet)> = Vec::new();
        let called = name.to_owned();
        let mut next = Some(called.clone());
        while let Some(name) = next.take() {
            let path = Strategy::path(self.home, self.system, &name);
            if chain.iter().any(|(seen, _)| *seen == path) {
                let mut names: Vec<String> = chain
                    .iter()
                    .map(|(path, _)| stem(path))
                    .skip_while(|n| *n != stem(&path))
                    .collect();
                names.push(stem(&path));
                let last = chain.last().map_or_else(|| path.clone(), |(path, _)| path.clone());
                self.complaints.push(Complaint {
                    key: "extends".into(),
                    ..Complaint::whole(
                        self.home.shown(&last),
                        format!("strategies extend each other in a circle: {}", names.join(" → ")),
                    )
                    .expecting("a chain that ends")
                });
                break;
            }
            let Some(sheet) = self.sheet(&path) else { break };
            next.clone_from(&sheet.extends);
            chain.push((path, sheet));
        }
        if !self.complaints.is_empty() {
            return Err(Complaints::new(self.complaints));
        }
        let mut weights = Weights::new();
        let mut stages = Vec::new();
        let mut doing: Vec<(Task, Weights)> = Vec::new();
        let mut orders = Vec::new();
        let mut search = SearchTable::default();
        let mut kind = None;
        let mut side = None;
        let mut intent = None;
        let mut own_name = None;
        let mut pedigree = None;
        for (path, sheet) in chain.into_iter().rev() {
            if let (Some(inherited), Some(own)) = (side, sheet.side)
                && inherited != own
            {
                return Err(Complaint {
                    key: "side".into(),
                    ..Complaint::whole(
                        self.home.shown(&path),
                        format!(
                            "plays the {own} side and extends a strategy of the {inherited} side"
                        ),
                    )
                    .expecting("one side in the whole chain")
                }
                .into());
            }
            overlay(&mut weights, &sheet.weights);
            // The extending file's stages and orders are checked before the extended one's.
            stages.splice(0..0, sheet.stages);
            orders.splice(0..0, sheet.orders);
            for (task, own) in sheet.doing {
                match doing.iter_mut().find(|(known, _)| *known == task) {
                    Some((_, weights)) => overlay(weights, &own),
                    None => doing.push((task, own)),
                }
            }
            search.overlay(sheet.search);
            kind = sheet.kind.or(kind);
            side = sheet.side.or(side);
            intent = sheet.intent.or(intent);
            own_name = Some(sheet.name.unwrap_or_else(|| stem(&path)));
            // Who extends a tuned strategy is not tuned by that.
            pedigree = sheet.pedigree;
        }
        if let Some(order) = orders.get(MOST_ORDERS) {
            let problem = format!("{} orders", orders.len());
            return Err(Complaint {
                line: Some(order.at.line),
                key: "order".into(),
                ..Complaint::whole(&order.at.file, problem)
                    .expecting(format!("{MOST_ORDERS} in the whole chain at most"))
            }
            .into());
        }
        let brain = match kind.as_deref() {
            Some("first") => Brain::First,
            Some("random") => Brain::Random,
            Some("search") => Brain::Search(search.finish()),
            _ => Brain::Scored(Scored::new(weights, stages, doing, orders)),
        };
        Ok(Strategy {
            name: own_name.unwrap_or_default(),
            called,
            side,
            intent: intent.unwrap_or_default(),
            brain,
            pedigree,
            hash: self.seal.finish(),
        })
    }

    fn sheet(&mut self, path: &Path) -> Option<Sheet> {
        let text = match &self.given {
            Some((given, text)) if given == path => Ok((*text).to_owned()),
            _ => text::read(self.home, path),
        };
        let text = match text {
            Ok(text) => text,
            Err(complaint) => {
                let names = Strategy::list(self.home, self.system);
                let near = nearest(&stem(path), names.iter().map(String::as_str));
                self.complaints.push(
                    complaint
                        .expecting("the file of a strategy, or a name that `strategy list` shows")
                        .near(near),
                );
                return None;
            }
        };
        self.seal.add("strategy", &text);
        let (table, mistakes) = DeTable::parse_recoverable(&text);
        let shown = self.home.shown(path);
        let mut page = Page::new(&shown, &text, &mut self.complaints);
        for mistake in mistakes.iter().take(20) {
            page.complain(
                mistake.span().map_or(0, |span| span.start),
                "",
                mistake.message(),
                "",
                None,
            );
        }
        let sheet = page.sheet(&shown, table.get_ref(), self.system, self.words);
        page.close().then_some(sheet)
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn overlay(weights: &mut Weights, changes: &[(u16, i32)]) {
    for &(feature, weight) in changes {
        match weights.iter_mut().find(|(known, _)| *known == feature) {
            Some((_, old)) => *old = weight,
            None => weights.push((feature, weight)),
        }
    }
    weights.sort_unstable();
}

impl Page<'_> {
    fn sheet(
        &mut self,
        shown: &str,
        table: &DeTable<'_>,
        system: &str,
        words: Vocabulary,
    ) -> Sheet {
        let mut sheet = Sheet::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "name" => sheet.name = self.name("name", value),
                "intent" => sheet.intent = self.name("intent", value),
                "extends" => sheet.extends = self.string("extends", value),
                "kind" => {
                    let kinds = ["scored", "random", "first", "search"];
                    sheet.kind = self.one_of("kind", value, &kinds);
                }
                "side" => {
                    let word = self.one_of("side", value, &["german", "allied"]);
                    sheet.side = word.and_then(|word| Side::from_word(&word));
                }
                "system" => {
                    if let Some(own) = self.string("system", value).filter(|own| own != system) {
                        let problem = format!("the strategy is for `{own}`");
                        self.complain(
                            value.span().start,
                            "system",
                            &problem,
                            &format!("\"{system}\""),
                            None,
                        );
                    }
                }
                "pedigree" => sheet.pedigree = self.pedigree(value),
                "weights" => sheet.weights = self.weights("weights", value, words.features),
                "search" => sheet.search = self.search(value),
                "stage" => match value.get_ref().as_array() {
                    Some(blocks) => {
                        sheet.stages =
                            blocks.iter().filter_map(|block| self.stage(block, words)).collect();
                    }
                    None => self.wrong("stage", value, "[[stage]] blocks"),
                },
                "fixed" => self.fixed(value, words.features),
                "doing" => sheet.doing = self.doing(value, words),
                "order" => sheet.orders = self.orders(shown, value, words),
                unknown => {
                    let known = [
                        "name", "system", "side", "kind", "extends", "intent", "weights", "stage",
                        "doing", "order", "fixed", "search", "pedigree",
                    ];
                    self.unknown(key.span().start, "", "key", unknown, &known);
                }
            }
        }
        self.agree(table, sheet.kind.as_deref());
        sheet
    }

    fn stage(&mut self, block: &Entry<'_>, words: Vocabulary) -> Option<(Stage, Weights)> {
        let Some(table) = block.get_ref().as_table() else {
            self.wrong("stage", block, "a [[stage]] block");
            return None;
        };
        let times = ["while", "unless", "from_turn", "until_turn"];
        for (key, _) in table {
            let key_word = key.get_ref().as_ref();
            if key_word != "weights" && !times.contains(&key_word) {
                let known = ["while", "unless", "from_turn", "until_turn", "weights"];
                self.unknown(key.span().start, "stage", "key", key_word, &known);
            }
        }
        let weights = table.get("weights");
        let weights = weights.map_or_else(Weights::new, |value| {
            self.weights("stage.weights", value, words.features)
        });
        if times.iter().all(|key| table.get(*key).is_none()) {
            self.complain(
                block.span().start,
                "stage",
                "the stage never ends",
                "`while`, `unless`, `from_turn` or `until_turn`",
                None,
            );
        }
        Some((self.when("stage", table, words), weights))
    }

    /// The features that tuning leaves alone: names that there are. Play does not read them.
    fn fixed(&mut self, value: &Entry<'_>, features: &[Weighable]) {
        for name in self.names_at("fixed", Some(value)) {
            if !features.iter().any(|feature| feature.name == name.name) {
                let known: Vec<&str> = features.iter().map(|feature| feature.name).collect();
                self.unknown(value.span().start, "fixed", "feature", &name.name, &known);
            }
        }
    }

    /// The `[doing.TASK]` tables.
    fn doing(&mut self, value: &Entry<'_>, words: Vocabulary) -> Vec<(Task, Weights)> {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong("doing", value, "[doing.TASK] tables");
            return Vec::new();
        };
        let mut doing = Vec::new();
        for (name, own) in table {
            match Task::from_word(name.get_ref()) {
                Some(task) => {
                    let key = format!("doing.{}", task.word());
                    doing.push((task, self.weights(&key, own, words.features)));
                }
                None => {
                    let tasks = Task::ALL.map(Task::word);
                    self.unknown(name.span().start, "doing", "task", name.get_ref(), &tasks);
                }
            }
        }
        doing
    }

    /// The `[[order]]` blocks.
    fn orders(&mut self, shown: &str, value: &Entry<'_>, words: Vocabulary) -> Vec<OrderLine> {
        let Some(blocks) = value.get_ref().as_array() else {
            self.wrong("order", value, "[[order]] blocks");
            return Vec::new();
        };
        blocks.iter().filter_map(|block| self.order(shown, block, words)).collect()
    }

    pub(crate) fn weights(
        &mut self,
        key: &str,
        value: &Entry<'_>,
        features: &[Weighable],
    ) -> Weights {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(key, value, "a table of features and whole numbers");
            return Vec::new();
        };
        let mut weights = Vec::new();
        for (name, weight) in table {
            let key = format!("{key}.{}", name.get_ref());
            let feature = features.iter().position(|f| f.name == name.get_ref().as_ref());
            if feature.is_none() {
                let known: Vec<&str> = features.iter().map(|f| f.name).collect();
                self.unknown(name.span().start, &key, "feature", name.get_ref(), &known);
            }
            match (feature, integer(weight)) {
                (Some(feature), Some(weight)) => weights.push((feature as u16, weight)),
                (_, None) => self.wrong(&key, weight, "a whole number"),
                (None, Some(_)) => {}
            }
        }
        weights
    }
}
