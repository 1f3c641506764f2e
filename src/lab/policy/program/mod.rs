//! A program decides: started beside Dropzone and asked in JSON lines, one process for each game that is being played.
//!
//! The protocol is in `docs/scripts.md`. What the program is told is what a strategy's weights get; what it does with
//! that is beyond us, so a run with one cannot be repeated from its files alone.

mod process;
mod protocol;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{FeatureTable, Features, InForce, Policy, Side, Whim};

use self::process::Process;
use self::protocol::{Message, PROTOCOL};
use crate::command_line;
use crate::complaint::{Complaint, Complaints};
use crate::play::Playable;
use crate::policy::chair::Chair;
use crate::strategy::{Brain, Strategy, Vocabulary};
use crate::text::Seal;

/// What stands before a command line where the name of a strategy is expected.
const MARK: &str = "cmd:";

/// Random numbers that a program is given begin below this: every reader of JSON can hold them.
const CHANCE: usize = 1 << 53;

/// On which terms programs play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ProgramTerms {
    /// How many nodes they are asked to look at for a decision, at most. We cannot count them.
    pub nodes: Option<u64>,
    /// How long one may take over a decision. This never changes a result: a run whose time is up has failed.
    pub patience: Duration,
}

impl Default for ProgramTerms {
    fn default() -> Self {
        ProgramTerms { nodes: None, patience: Duration::from_mins(1) }
    }
}

/// A program, ready to be started.
pub struct Program {
    /// Its command line, as typed.
    line: String,
    /// The words of it: the program and its arguments.
    words: Vec<String>,
    system: String,
    vocabulary: Vocabulary,
    terms: ProgramTerms,
    /// Processes that wait for their next game.
    idle: Mutex<Vec<Process>>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("line", &self.line).finish_non_exhaustive()
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        (&self.line, self.terms) == (&other.line, other.terms)
    }
}

impl Eq for Program {}

/// The command line, if the name of a strategy is one.
pub(crate) fn line(name: &str) -> Option<&str> {
    name.strip_prefix(MARK)
}

/// A strategy that is a program. It is not started yet.
pub(crate) fn load(
    system: &str,
    vocabulary: Vocabulary,
    line: &str,
) -> Result<Strategy, Complaints> {
    let words = command_line::words(line).map_err(|problem| Complaint::whole(MARK, problem))?;
    if words.first().is_none_or(String::is_empty) {
        let complaint = Complaint::whole(MARK, "names no program");
        return Err(complaint.expecting("a command line, as in cmd:python3 bot.py").into());
    }
    let program = Program {
        line: line.into(),
        words,
        system: system.into(),
        vocabulary,
        terms: ProgramTerms::default(),
        idle: Mutex::default(),
    };
    Ok(Strategy {
        name: line.into(),
        called: format!("{MARK}{line}"),
        side: None,
        intent: "An outside program.".into(),
        hash: program.hash(),
        pedigree: None,
        brain: Brain::Program(Arc::new(program)),
    })
}

impl Strategy {
    /// The name by which an outside program is loaded.
    pub fn called_by_command(line: &str) -> String {
        format!("{MARK}{line}")
    }

    /// For a program: starts it once on these terms, so that a run does not begin with one that cannot play.
    pub(crate) fn on_terms(self, terms: ProgramTerms, side: Side) -> Result<Strategy, Complaint> {
        let Brain::Program(program) = &self.brain else { return Ok(self) };
        let program = Program {
            line: program.line.clone(),
            words: program.words.clone(),
            system: program.system.clone(),
            vocabulary: program.vocabulary,
            terms,
            idle: Mutex::default(),
        };
        drop(program.start(side)?);
        let hash = program.hash();
        Ok(Strategy { hash, brain: Brain::Program(Arc::new(program)), ..self })
    }
}

impl Program {
    /// A hash of all that is known of it: the command line, not what that leads to.
    fn hash(&self) -> String {
        let mut seal = Seal::default();
        seal.add("command", &self.line);
        if let Some(nodes) = self.terms.nodes {
            seal.add("nodes", &nodes.to_string());
        }
        seal.finish()
    }

    fn complain(&self, side: Side, problem: String) -> Complaint {
        Complaint::whole(format!("--{}-cmd {:?}", side.word(), self.line), problem)
    }

    /// A new process that has said hello.
    fn start(&self, side: Side) -> Result<Process, Complaint> {
        let mut process = Process::start(&self.words)
            .map_err(|error| self.complain(side, format!("cannot be started: {error}")))?;
        let hello = protocol::hello(&self.system, self.vocabulary, self.terms.nodes);
        let said = process.ask(&hello, self.terms.patience);
        let said =
            said.map_err(|problem| self.complain(side, format!("{problem}, when it was greeted")))?;
        protocol::greeted(&said).map_err(|problem| {
            let expected = format!("{{\"protocol\":{PROTOCOL}}}");
            self.complain(side, problem).expecting(expected)
        })?;
        Ok(process)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn player<'a, P: Playable>(&'a self, chair: Chair<'a>) -> Player<'a, P> {
        Player { program: self, chair, process: None, memory: P::Memory::default() }
    }
}

/// A program that plays a game.
pub(crate) struct Player<'a, P: Playable> {
    program: &'a Program,
    chair: Chair<'a>,
    /// Once it has been asked.
    process: Option<Process>,
    memory: P::Memory,
}

impl<P: Playable> Player<'_, P> {
    /// A process that knows of this game.
    fn sit_down(&mut self) -> Result<Process, Complaint> {
        if let Some(process) = self.process.take() {
            return Ok(process);
        }
        let waiting = self.program.idle().pop();
        let mut process = match waiting {
            Some(process) => process,
            None => self.program.start(self.chair.side)?,
        };
        process.tell(&protocol::line(&Message::NewGame {
            scenario: self.chair.scenario,
            game: self.chair.game,
            side: self.chair.side.word(),
            random: self.chair.whim.below(CHANCE) as u64,
        }));
        Ok(process)
    }

    fn decide(&mut self, view: P::View<'_>, legal: &[P::Action]) -> Result<usize, Complaint> {
        let mut process = self.sit_down()?;
        let mut table = FeatureTable::new(legal.len(), P::FEATURES.len());
        P::appraise(view, legal, &mut self.memory, InForce::NONE, Features::Record(&mut table));
        let holds = P::CONDITIONS.iter().enumerate().filter(|&(c, _)| P::holds(view, c));
        let options = legal.iter().enumerate().map(|(option, &action)| protocol::Offered {
            text: P::offer(view, action),
            features: table.row(option),
        });
        let question = protocol::line(&Message::Decide {
            turn: P::turn(view),
            holds: holds.map(|(_, condition)| condition.name).collect(),
            options: options.collect(),
        });
        let complain = |problem| self.program.complain(self.chair.side, problem);
        let said = process.ask(&question, self.program.terms.patience).map_err(complain)?;
        let option = protocol::option_of(&said, legal.len()).map_err(|problem| {
            let last = legal.len() - 1;
            let expected = format!("{{\"choice\":N}}, N from 0 to {last}, or {{\"scores\":[...]}} with a whole number for each option");
            complain(problem).expecting(expected)
        })?;
        // A process that is in trouble never plays again: it is dropped where its complaint is made.
        self.process = Some(process);
        Ok(option)
    }
}

impl<P: Playable> Policy<P> for Player<'_, P> {
    fn choose(&mut self, view: P::View<'_>, legal: &[P::Action], _: &mut Whim) -> P::Action {
        let option = self.decide(view, legal).unwrap_or_else(|complaint| {
            self.chair.trouble.tell(complaint);
            0
        });
        legal[option]
    }

    fn saw(&mut self, view: P::View<'_>, event: &P::Event) {
        P::saw(&mut self.memory, view, event);
    }
}

impl<P: Playable> Drop for Player<'_, P> {
    fn drop(&mut self) {
        self.program.idle().extend(self.process.take());
    }
}
