//! The workflow of `docs/ci.md`, run step by step as a hosted runner would.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::page::Page;
use crate::project::{Project, search};

const PAGE: &str = "docs/ci.md";
const GATES: &str = "balance/gates.toml";

#[derive(Deserialize)]
struct Workflow {
    jobs: BTreeMap<String, Job>,
}

#[derive(Deserialize)]
struct Job {
    env: BTreeMap<String, String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    name: String,
    #[serde(rename = "if")]
    condition: Option<String>,
    run: Option<String>,
    #[serde(default)]
    with: BTreeMap<String, String>,
}

/// What a runner shows of a job.
struct Shown {
    /// Exit code of each shell step that ran.
    codes: BTreeMap<String, Option<i32>>,
    log: String,
    page: String,
}

impl Shown {
    fn code(&self, step: &str) -> Option<i32> {
        self.codes.get(step).copied().unwrap_or_else(|| panic!("the step {step:?} did not run"))
    }
}

fn workflow() -> Job {
    let page = Page::open(PAGE);
    let workflow: Workflow =
        serde_yaml_ng::from_str(page.block("The workflow", "yaml", 0)).unwrap();
    workflow.jobs.into_iter().next().expect("a job").1
}

/// Runs the job with the lab in the cache, and with few games.
fn run(project: &Project, games: &str) -> Shown {
    let mut job = workflow();
    assert!(job.env.insert("GAMES".into(), games.into()).is_some(), "GAMES is not in use");
    let (path_file, page_file) = (project.path("runner-path"), project.path("runner-page"));
    for file in [&path_file, &page_file] {
        fs::write(file, "").unwrap();
    }
    let mut shown = Shown { codes: BTreeMap::new(), log: String::new(), page: String::new() };
    let mut failed = false;
    for step in job.steps {
        let Some(lines) = step.run else { continue };
        let runs = match step.condition.as_deref() {
            None => !failed,
            Some("steps.lab.outputs.cache-hit != 'true'") => false,
            Some("${{ !cancelled() }}") => true,
            Some(other) => panic!("{}: if: {other}", step.name),
        };
        if !runs {
            continue;
        }
        let added = fs::read_to_string(&path_file).unwrap();
        let first = added.lines().collect::<Vec<_>>().join(":");
        let search = search(&first);
        let variables = job.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let said = project.bash(
            &lines,
            variables.chain([
                ("PATH", search.as_str()),
                ("GITHUB_PATH", path_file.to_str().unwrap()),
                ("GITHUB_STEP_SUMMARY", page_file.to_str().unwrap()),
            ]),
        );
        failed |= said.code != Some(0);
        shown.codes.insert(step.name, said.code);
        shown.log.push_str(&said.out);
        shown.log.push_str(&said.err);
        shown.page.push_str(&fs::read_to_string(&page_file).unwrap());
        // Every step has a page of its own.
        fs::write(&page_file, "").unwrap();
    }
    shown
}

fn project(gates: &str) -> Project {
    let project = Project::new();
    project.write(GATES, gates);
    project
}

/// Files that must be there whatever the gates say.
fn assert_reported(project: &Project, shown: &Shown, verdict: &str) {
    for file in ["index.html", "summary.json", "summary.md", "games.parquet"] {
        assert!(project.path("reports/balance").join(file).is_file(), "{file}: {}", shown.log);
    }
    assert!(project.read("reports/gates.xml").contains("<testcase"));
    let json: serde_json::Value =
        serde_json::from_str(&project.read("reports/gates.json")).unwrap();
    assert_eq!(json["verdict"], verdict);
    assert!(shown.page.contains("## "), "{}", shown.page);
    assert!(shown.page.contains(&project.read("reports/balance/summary.md")), "{}", shown.page);
    assert_eq!(shown.code("Show the numbers"), Some(0));
}

#[test]
fn the_workflow_passes_with_its_own_gates() {
    let page = Page::open(PAGE);
    let project = project(page.block("The gates", "toml", 0));
    let shown = run(&project, "80");
    assert!(shown.codes.values().all(|&code| code == Some(0)), "{:?}\n{}", shown.codes, shown.log);
    assert_eq!(shown.codes.len(), 5, "{:?}", shown.codes);
    assert_reported(&project, &shown, "pass");

    // The rest of the page: a released run, bands that follow it, the change in numbers.
    let few = [("GAMES", "80")];
    let release = "Against the last release";
    project.ok(page.block(release, "bash", 0), &few);
    project.write(GATES, page.block(release, "toml", 0));
    let check = format!("dropzone check reports/balance --gates {GATES} || [ $? -eq 3 ]");
    let said = project.ok(&check, &few);
    assert!(said.contains("difference 0.00 "), "{said}");
    project.ok(page.block(release, "bash", 1), &few);
    assert!(project.path("reports/change/compare.json").is_file());
    assert_eq!(page.shells(), 2);
}

#[test]
fn a_gate_that_fails_stops_the_build_after_its_files_are_written() {
    let project = project("[gates]\nmany = \"win_rate(german) >= 95%\"\n");
    let shown = run(&project, "80");
    assert_eq!(shown.code("Judge"), Some(1), "{}", shown.log);
    assert!(shown.log.contains(&format!("::error file={GATES},line=2")), "{}", shown.log);
    assert_reported(&project, &shown, "fail");
}

#[test]
fn the_policy_for_undecided_is_the_exit_code() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE)).unwrap();
    for (policy, code) in [("undecided", 3), ("fail", 1), ("pass", 0)] {
        assert!(page.contains(&format!("| `\"{policy}\"` | {code} |")), "{policy}");
        let gates = format!("undecided = \"{policy}\"\n[gates]\nopen = \"rate(draw) <= 0.001\"\n");
        let project = project(&gates);
        let shown = run(&project, "30");
        assert_eq!(shown.code("Judge"), Some(code), "{policy}: {}", shown.log);
        assert!(shown.page.contains("more games"), "{}", shown.page);
        assert!(project.path("reports/gates.xml").is_file());
    }
}

/// The step that the cache skips can be built, and the cached folder is the one put on the path.
#[test]
fn the_steps_around_the_cache_fit_this_repository() {
    let job = workflow();
    let step = |name: &str| job.steps.iter().find(|step| step.name == name).expect("a step");
    let fetched = &step("Fetch the lab").with["path"];
    let cached = &step("Keep the lab between builds").with["path"];
    let build = step("Build the lab").run.as_deref().unwrap();
    let words: Vec<&str> = build.split_whitespace().collect();
    let after = |option: &str| {
        let place = words.iter().position(|&word| word == option).expect("an option");
        words[place + 1]
    };
    assert_eq!(words[..2], ["cargo", "install"]);
    assert_eq!(after("--root"), cached);
    let of = after("--path").strip_prefix(&format!("{fetched}/")).expect("a path in the copy");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(of).join("Cargo.toml");
    assert!(fs::read_to_string(manifest).unwrap().contains("name = \"dropzone\""));
    let path = step("Put the lab on the path").run.as_deref().unwrap();
    assert!(path.contains(&format!("/{cached}/bin")), "{path}");
}
