//! `dropzone strategy`: the bots.

use std::fmt::Write as _;
use std::path::Path;

use engine::Weighable;
use lab::{
    Ancestor, Brain, Complaint, Complaints, Home, Pedigree, SHELF, Stage, Strategy, System,
    Vocabulary, nearest,
};

use crate::args;
use crate::failure::End;
use crate::home::home;
use crate::output::{self, columns};

pub(crate) fn strategy(args: args::Strategy) -> anyhow::Result<End> {
    let home = home()?;
    match args {
        args::Strategy::List => list(&home),
        args::Strategy::Show { strategy } => show(&home, &strategy),
        args::Strategy::Validate { strategies } => validate(&home, strategies),
        args::Strategy::Features { system } => features(&system),
        args::Strategy::Fit(args) => super::fit::fit(&home, &args),
        args::Strategy::Explain(args) => super::explain::explain(&home, &args),
        args::Strategy::Tune(args) => super::tune::tune(&home, &args),
    }
}

/// Finds a system by its id.
pub(crate) fn system(id: &str) -> Result<&'static dyn System, Complaints> {
    let found = SHELF.iter().find(|system| system.id() == id);
    found.copied().ok_or_else(|| {
        let ids: Vec<&str> = SHELF.iter().map(|system| system.id()).collect();
        let complaint = Complaint {
            file: id.into(),
            line: None,
            key: String::new(),
            problem: "there is no such system".into(),
            expected: format!("one of {}", ids.join(", ")),
            nearest: nearest(id, ids),
        };
        complaint.into()
    })
}

/// Loads `SYSTEM/NAME`, a TOML file or a script.
fn load(home: &Home, typed: &str) -> Result<(&'static dyn System, Strategy), Complaints> {
    let is_file =
        Path::new(typed).extension().is_some_and(|ending| ending == "toml" || ending == "rhai");
    let (id, name) = if is_file {
        // If a file names no system, the first system reports what is wrong with it.
        let id = Strategy::system_of(Path::new(typed));
        (id.or_else(|| SHELF.first().map(|s| s.id().into())).unwrap_or_default(), typed)
    } else {
        let (id, name) = typed.split_once('/').unwrap_or((typed, ""));
        (id.to_owned(), name)
    };
    let system = system(&id)?;
    Ok((system, Strategy::load(home, system.id(), system.vocabulary(), name)?))
}

fn list(home: &Home) -> anyhow::Result<End> {
    let mut rows = Vec::new();
    for system in SHELF {
        for name in Strategy::list(home, system.id()) {
            let id = format!("{}/{name}", system.id());
            let (side, intent) = match Strategy::load(home, system.id(), system.vocabulary(), &name)
            {
                Ok(strategy) => (side(&strategy), strategy.intent),
                Err(_) => (String::new(), "has faults: see `strategy validate`".into()),
            };
            rows.push([id, side, intent]);
        }
    }
    output::print(&columns(&rows))?;
    Ok(End::Done)
}

fn side(strategy: &Strategy) -> String {
    strategy.side.map_or_else(|| "either".into(), |side| side.word().into())
}

fn show(home: &Home, typed: &str) -> anyhow::Result<End> {
    let (system, strategy) = load(home, typed)?;
    let words = system.vocabulary();
    let mut text = format!("{} ({}, {})\n", strategy.name, system.id(), side(&strategy));
    let _ = writeln!(text, "{}", strategy.intent);
    if let Brain::Scored(scored) = &strategy.brain {
        let weights = |weights: &[(u16, i32)]| {
            let row = |&(feature, weight): &(u16, i32)| {
                let feature = &words.features[usize::from(feature)];
                [
                    format!("  {}", feature.name),
                    format!("{weight:>7}"),
                    feature.unit.into(),
                    feature.meaning.into(),
                ]
            };
            columns(&weights.iter().map(row).collect::<Vec<_>>())
        };
        let base: Vec<(u16, i32)> =
            scored.base().iter().copied().filter(|&(_, weight)| weight != 0).collect();
        let _ = write!(text, "\nweights\n{}", weights(&base));
        for (stage, own) in scored.stages() {
            let _ = write!(text, "\n{}\n{}", when(*stage, words), weights(own));
        }
        for (task, own) in scored.doing() {
            let _ = write!(text, "\nunits that {}\n{}", task.word(), weights(own));
        }
        if !scored.orders().is_empty() {
            text.push_str("\norders, the more important first\n");
        }
        for order in scored.orders() {
            let time = match when(order.stage, words) {
                time if time.is_empty() => time,
                time => format!(" ({time})"),
            };
            let _ = write!(text, "  {}{time}\n{}", order.words(), weights(&order.weights));
        }
    }
    if matches!(strategy.brain, Brain::Script(_)) {
        text.push_str("\na script: what it weighs, and when, is in its own text\n");
    }
    if let Some(pedigree) = &strategy.pedigree {
        let _ = write!(text, "\npedigree\n{}", lineage(pedigree));
    }
    if let Brain::Search(search) = &strategy.brain {
        let among = match &search.among[..] {
            [] => "the scenario's own strategy, bold and careful too, and the others of the side"
                .into(),
            named => named.join(", "),
        };
        let against = search.against.as_deref().unwrap_or("the scenario's own strategy");
        let _ = write!(
            text,
            "\namong     {among}\nagainst   {against}\nplayouts  {}\nturns     {}\n",
            search.playouts, search.turns
        );
    }
    output::print(&text)?;
    Ok(End::Done)
}

/// A pedigree in lines.
fn lineage(pedigree: &Pedigree) -> String {
    let short =
        |of: &Ancestor| format!("{} ({})", of.name, of.hash.chars().take(12).collect::<String>());
    let [gain, low, high] = pedigree.gain;
    let of_the_start = format!(
        "score {gain:+.3} ({low:+.3} to {high:+.3}) over {}, {} hold-out seeds",
        short(&pedigree.start),
        pedigree.holdout
    );
    let games = format!("{} of {}", pedigree.games, pedigree.scenario);
    let seeds = format!("{} to train, {} to test", pedigree.seed, pedigree.holdout_seed);
    let against = pedigree.opponents.iter().map(short).collect::<Vec<_>>().join(", ");
    let command = format!("{}, version {}", pedigree.command, pedigree.version);
    columns(
        &[
            ("  gain", of_the_start),
            ("  games", games),
            ("  rounds", pedigree.rounds.to_string()),
            ("  seeds", seeds),
            ("  against", against),
            ("  command", command),
        ]
        .map(|(what, words)| [what.into(), words]),
    )
}

/// When a stage or an order is in force, in the words of its file.
pub(super) fn when(stage: Stage, words: Vocabulary) -> String {
    let condition =
        stage.condition.map(|condition| format!("while {}", words.conditions[condition].name));
    let unless =
        stage.unless.map(|condition| format!("unless {}", words.conditions[condition].name));
    let from = (stage.from_turn > 0).then(|| format!("from turn {}", stage.from_turn));
    let until = stage.until_turn.map(|turn| format!("until turn {turn}"));
    let parts = condition.into_iter().chain(unless).chain(from).chain(until);
    parts.collect::<Vec<_>>().join(", ")
}

fn validate(home: &Home, strategies: Vec<String>) -> anyhow::Result<End> {
    let shipped = || {
        let of = |system: &&dyn System| {
            let id = system.id();
            Strategy::list(home, id).into_iter().map(move |name| format!("{id}/{name}"))
        };
        SHELF.iter().flat_map(of).collect()
    };
    let strategies = if strategies.is_empty() { shipped() } else { strategies };
    let mut complaints: Vec<Complaint> = Vec::new();
    for typed in strategies {
        match load(home, &typed) {
            Ok(_) => output::print(&format!("{typed}: sound\n"))?,
            Err(more) => {
                complaints.extend(
                    more.into_iter().filter(|next| !complaints.contains(next)).collect::<Vec<_>>(),
                );
            }
        }
    }
    if complaints.is_empty() { Ok(End::Done) } else { Err(Complaints::new(complaints).into()) }
}

fn features(id: &str) -> anyhow::Result<End> {
    let system = system(id)?;
    let words = system.vocabulary();
    let table = |entries: &[Weighable]| {
        let row = |entry: &Weighable| {
            [format!("  {}", entry.name), entry.unit.into(), entry.meaning.into()]
        };
        columns(&entries.iter().map(row).collect::<Vec<_>>())
    };
    output::print(&format!(
        "features, for [weights]\n{}\nconditions, for [[stage]] while\n{}\nmistakes, counted by `run --review`\n{}",
        table(words.features),
        table(words.conditions),
        table(system.measures()),
    ))?;
    Ok(End::Done)
}
