//! The loop and the array jobs of `docs/cluster.md`, and Slurm itself.

use serde_json::Value;

use crate::page::Page;
use crate::project::{Project, search};
use crate::slurm::Slurm;

const PAGE: &str = "docs/cluster.md";

/// As many games as four shards need.
const GAMES: (&str, &str) = ("GAMES", "3100");

/// A project with the run in one piece, and that run's files.
fn project() -> (Project, Vec<(String, Vec<u8>)>) {
    let project = Project::new();
    project.ok("dropzone run mercury/kastelli --games $GAMES --out reports/whole", &[GAMES]);
    let whole = project.run("reports/whole");
    (project, whole)
}

fn assert_same(one: &[(String, Vec<u8>)], two: &[(String, Vec<u8>)]) {
    assert_eq!(one.len(), two.len());
    for ((name, one), (other, two)) in one.iter().zip(two) {
        assert_eq!(name, other);
        assert!(one == two, "{name} differs");
    }
}

#[test]
fn loops_and_arrays_make_the_run_in_one_piece() {
    let page = Page::open(PAGE);
    let (project, whole) = project();
    let said = project.ok(page.block("A plain loop", "bash", 0), &[GAMES]);
    assert!(said.contains("shard 3/4 is complete"), "{said}");
    assert_same(&whole, &project.run("reports/loop"));

    let job: Value = serde_yaml_ng::from_str(page.block("Kubernetes", "yaml", 0)).unwrap();
    let spec = &job["spec"];
    let container = &spec["template"]["spec"]["containers"][0];
    let shards = spec["completions"].as_u64().unwrap();
    assert_eq!(spec["completionMode"], "Indexed");
    let variable = &container["env"][0];
    assert_eq!(variable["value"], shards.to_string());
    for index in 0..shards {
        let index = index.to_string();
        let variables = [
            GAMES,
            (variable["name"].as_str().unwrap(), variable["value"].as_str().unwrap()),
            ("JOB_COMPLETION_INDEX", &index),
        ];
        project.ok(&container_line(&container["command"], &container["args"]), &variables);
    }
    project.ok(page.block("Kubernetes", "bash", 0), &[GAMES]);
    assert_same(&whole, &project.run("reports/kubernetes"));

    let job: Value = serde_json::from_str(page.block("AWS Batch", "json", 0)).unwrap();
    for index in 0..job["arrayProperties"]["size"].as_u64().unwrap() {
        let index = index.to_string();
        let line = container_line(&job["containerOverrides"]["command"], &Value::Null);
        project.ok(&line, &[GAMES, ("AWS_BATCH_JOB_ARRAY_INDEX", &index)]);
    }
    project.ok(page.block("AWS Batch", "bash", 0), &[GAMES]);
    assert_same(&whole, &project.run("reports/batch"));
    // The three here and the three for Slurm.
    assert_eq!(page.shells(), 3 + 3);
}

/// What a container runs, as one shell command.
fn container_line(command: &Value, arguments: &Value) -> String {
    let words = [command, arguments].into_iter().filter_map(Value::as_array).flatten();
    let quoted = |word: &Value| format!("'{}'", word.as_str().unwrap().replace('\'', r"'\''"));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

#[test]
fn slurm_plays_an_array_and_merges_it() {
    let Some(slurm) = Slurm::start() else { return };
    let page = Page::open(PAGE);
    let (project, whole) = project();
    project.write("balance.sbatch", page.block("Slurm", "bash", 0));
    let conf = slurm.conf();
    let variables = [GAMES, ("SLURM_CONF", conf.to_str().unwrap())];
    let path = search(project.path("lab/bin").to_str().unwrap());
    let submit = page.block("Slurm", "bash", 1);
    let said = project.bash(submit, variables.into_iter().chain([("PATH", path.as_str())]));
    let logs = || {
        let tasks = (0..4).map(|task| format!("balance-{task}.log"));
        let read = |file: String| std::fs::read_to_string(project.path(&file)).unwrap_or_default();
        tasks.chain(["merge.log".to_owned()]).map(read).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(said.code, Some(0), "{said:?}\n{}\n{}", logs(), slurm.log());
    for shard in 0..4 {
        let log = project.read(&format!("balance-{shard}.log"));
        assert!(log.contains(&format!("shard {shard}/4 is complete")), "{log}");
    }
    assert_same(&whole, &project.run("reports/slurm"));

    project.ok("dropzone merge reports/slurm-shard-* --out reports/loop", &variables);
    project.ok(page.block("Slurm", "bash", 2), &variables);
    let found: Value =
        serde_json::from_str(&project.read("reports/loop-or-slurm/compare.json")).unwrap();
    assert_eq!(found["paired"], true);
}
