//! A script decides: a Rhai file, compiled once, whose function `decide` is asked at each decision.
//!
//! A script gets what a strategy's weights get and nothing else: it can open no file, see no clock and hear no other
//! game, and it is stopped when it takes too long. See `docs/scripts.md`.

mod blame;
mod player;
mod sight;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::Side;
use rhai::packages::{Package as _, StandardPackage};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, INT, ParseError, Scope};

use crate::Home;
use crate::complaint::{Complaint, Complaints, nearest};
use crate::strategy::{Brain, Strategy, Vocabulary};
use crate::text::{self, Seal, is_control};
use blame::Blame;
use sight::{Decision, Names};

/// How a script's file ends.
const ENDING: &str = "rhai";
/// The function that is asked.
const DECIDE: &str = "decide";
/// Operations in one decision. A loop over every feature of two hundred options takes a tenth of them.
const OPERATIONS: u64 = 2_000_000;
/// Functions within functions.
const CALLS: usize = 32;
/// Brackets within brackets, at the top and in functions.
const DEPTH: usize = 64;
/// Letters of a string, values in an array or a map.
const LENGTH: usize = 100_000;
/// What the language has and a script must not: text that becomes a script, and other files.
const FORBIDDEN: [&str; 3] = ["eval", "import", "export"];

/// A script, ready to play.
pub struct Script {
    engine: Engine,
    code: AST,
    names: Arc<Names>,
    blame: Blame,
    /// Whether it may ask for the words of an option. They are not made for one that never says `text`.
    reads_words: bool,
    /// The text itself.
    text: String,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("text", &self.text).finish_non_exhaustive()
    }
}

impl PartialEq for Script {
    fn eq(&self, other: &Script) -> bool {
        self.text == other.text
    }
}

impl Eq for Script {}

/// The file of a script, if the name of a strategy is one.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    path.extension().is_some_and(|ending| ending == ENDING).then(|| path.to_path_buf())
}

/// The system that a script says it is for.
pub(crate) fn system_of(text: &str) -> Option<String> {
    let code = engine().compile(text).ok()?;
    let mut constants = code.iter_literal_variables(true, false);
    constants.find(|(name, ..)| *name == "SYSTEM")?.2.into_string().ok()
}

/// A strategy from the file of a script.
///
/// # Errors
/// What is wrong with the file: its grammar, its constants, or that nothing in it decides.
pub(crate) fn load(
    home: &Home,
    system: &str,
    words: Vocabulary,
    path: &Path,
) -> Result<Strategy, Complaints> {
    let text = text::read(home, path)?;
    let blame = Blame::new(home.shown(path), &text);
    let mut engine = engine();
    sight::teach(&mut engine);
    let code = engine.compile(&text).map_err(|ParseError(kind, at)| {
        blame.at(at, kind.to_string()).near(blame::near_variable(&kind))
    })?;
    let decides =
        code.iter_functions().any(|function| function.name == DECIDE && function.params.len() == 1);
    if !decides {
        let near = nearest(DECIDE, code.iter_functions().map(|function| function.name));
        let complaint = blame.whole("no function decides".into());
        return Err(complaint.expecting("`fn decide(decision) { ... }`").near(near).into());
    }
    let mut scope = Scope::new();
    engine.run_ast_with_scope(&mut scope, &code).map_err(|error| blame.error(*error))?;
    let told = Told { scope: &scope, blame: &blame };
    let (own_system, side) = (told.constant("SYSTEM")?, told.constant("SIDE")?);
    if let Some(own) = own_system.filter(|own| own != system) {
        let complaint = told.complain("SYSTEM", format!("the script is for `{own}`"));
        return Err(complaint.expecting(format!("\"{system}\"")).into());
    }
    let side = side.map(|word| {
        Side::from_word(&word).ok_or_else(|| {
            let complaint = told.complain("SIDE", format!("unknown value `{word}`"));
            complaint.expecting("\"german\" or \"allied\"")
        })
    });
    let side = side.transpose()?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (name, intent) = (told.constant("NAME")?.unwrap_or(stem), told.constant("INTENT")?);
    let mut seal = Seal::default();
    seal.add("script", &text);
    let script = Script {
        reads_words: text.contains("text"),
        names: Arc::new(Names::new(words)),
        engine,
        code,
        blame,
        text,
    };
    Ok(Strategy {
        name,
        called: path.to_string_lossy().into_owned(),
        side,
        intent: intent.unwrap_or_default(),
        pedigree: None,
        brain: Brain::Script(Arc::new(script)),
        hash: seal.finish(),
    })
}

/// The language without what it must not have, and with its limits.
fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    StandardPackage::new().register_into_engine(&mut engine);
    engine
        .set_strict_variables(true)
        .set_max_operations(OPERATIONS)
        .set_max_call_levels(CALLS)
        .set_max_expr_depths(DEPTH, DEPTH)
        .set_max_string_size(LENGTH)
        .set_max_array_size(LENGTH)
        .set_max_map_size(LENGTH);
    for symbol in FORBIDDEN {
        engine.disable_symbol(symbol);
    }
    // Waiting takes no operations, so it has no limit.
    let awake = |_: INT| -> Result<(), Box<EvalAltResult>> { Err("a script cannot sleep".into()) };
    engine.register_fn("sleep", awake);
    engine
}

/// What a script says of itself, in constants at its top.
struct Told<'a> {
    scope: &'a Scope<'a>,
    blame: &'a Blame,
}

impl Told<'_> {
    fn constant(&self, name: &str) -> Result<Option<String>, Complaint> {
        let Some(value) = self.scope.get(name) else { return Ok(None) };
        let words = value.clone().into_string().map_err(|kind| {
            self.complain(name, format!("wrong type: {kind}")).expecting("words in quotes")
        })?;
        if words.contains(|letter| is_control(letter) && !(name == "INTENT" && letter == '\n')) {
            let complaint = self.complain(name, "has control characters".into());
            return Err(complaint.expecting("words without control characters"));
        }
        Ok(Some(words))
    }

    fn complain(&self, name: &str, problem: String) -> Complaint {
        let complaint = self.blame.line_with(&format!("const {name}"), problem);
        Complaint { key: name.into(), ..complaint }
    }
}

impl Script {
    /// Asks for the number of an option. `kept` is what the script keeps from decision to decision.
    fn ask(
        &self,
        decision: Decision,
        options: usize,
        kept: &mut Dynamic,
    ) -> Result<usize, Complaint> {
        let how = CallFnOptions::new().bind_this_ptr(kept);
        let answer = self.engine.call_fn_with_options::<Dynamic>(
            how,
            &mut Scope::new(),
            &self.code,
            DECIDE,
            (decision,),
        );
        let answer = answer.map_err(|error| self.blame.error(*error))?;
        player::option_of(answer, options).map_err(|(problem, expected)| {
            self.blame.line_with("fn decide", problem).expecting(expected)
        })
    }
}
