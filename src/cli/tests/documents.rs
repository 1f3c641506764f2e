//! The documents are correct: commands run, files exist, rulings are those of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lab::{Home, Request, SHELF};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The lines of a page inside code fences, and the others.
fn fenced(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut inside, mut code, mut prose) = (false, Vec::new(), Vec::new());
    for line in text.lines() {
        match line.starts_with("```") {
            true => inside = !inside,
            false if inside => code.push(line),
            false => prose.push(line),
        }
    }
    assert!(!inside, "a fence is not closed");
    (code, prose)
}

/// The texts between single backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[test]
fn the_readme_has_two_commands_and_ci_runs_both() {
    let readme = read("README.md");
    let (commands, _) = fenced(&readme);
    let main_job = "cargo run -- run mercury/snafu --games 1000";
    assert_eq!(commands, [main_job, "cargo test"]);
    let ci = read(".ci/run");
    for command in commands {
        let runs = |line: &str| {
            // `step "what it is" COMMAND [MORE]`, so that a comment or a longer word does not match.
            let rest = line.trim_start().strip_prefix("step \"")?.split_once("\" ")?.1;
            let more = rest.strip_prefix(command)?;
            (more.is_empty() || more.starts_with(' ')).then_some(())
        };
        assert!(ci.lines().any(|line| runs(line).is_some()), ".ci/run does not run `{command}`");
    }
}

#[test]
fn the_code_map_names_what_exists_and_every_crate() {
    let text = read("ARCHITECTURE.md");
    let (_, prose) = fenced(&text);
    let named: BTreeSet<&str> =
        prose.into_iter().flat_map(quoted).filter(|name| name.contains('/')).collect();
    assert!(named.len() > 20, "{named:?}");
    for name in &named {
        assert!(root().join(name).exists(), "ARCHITECTURE.md names {name}, which does not exist");
    }
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let shown = format!("src/{name}/");
        assert!(named.contains(shown.as_str()), "ARCHITECTURE.md does not name {shown}");
    }
}

/// Markdown files of the repository that link to one another.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root(), root().join("docs"), root().join("docs/systems")];
    folders.extend([root().join("reports"), root().join("scenarios/mercury")]);
    for folder in folders {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|file| file.extension().is_some_and(|ending| ending == "md")));
    }
    pages
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("https://") || target.starts_with('#') {
                continue;
            }
            let file = target.split('#').next().unwrap_or_default();
            let there = page.parent().unwrap().join(file);
            assert!(there.exists(), "{} links to {target}", page.display());
            links += 1;
        }
    }
    assert!(links > 15, "{links} links");
}

#[test]
fn every_example_of_the_command_page_runs() {
    let text = read("docs/commands.md");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join("docs/gates.toml"), folder.path().join("gates.toml")).unwrap();
    let players = folder.path().join("docs/examples");
    fs::create_dir_all(&players).unwrap();
    for (file, text) in files(&root().join("docs/examples")) {
        fs::write(players.join(file), text).unwrap();
    }
    let mut shown = BTreeSet::new();
    let (examples, _) = fenced(&text);
    for line in examples {
        let words = lab::words(line).unwrap();
        assert_eq!(words[0], "dropzone", "{line}");
        shown.insert(words[1].clone());
        let output = Command::new(env!("CARGO_BIN_EXE_dropzone"))
            .args(&words[1..])
            .current_dir(&folder)
            .env("DROPZONE_HOME", root())
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{complaint}");
        let quiet = line.contains("--out map.svg");
        assert!(quiet || !output.stdout.is_empty(), "{line} says nothing");
    }
    let help = Command::new(env!("CARGO_BIN_EXE_dropzone")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands: BTreeSet<String> = listed
        .expect("a list of commands")
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&command| command != "help")
        .map(String::from)
        .collect();
    assert_eq!(shown, commands, "commands with an example, and commands there are");
}

#[test]
fn a_run_leaves_what_the_reports_page_lists() {
    let folder = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_dropzone"))
        .args(["run", "mercury/kastelli", "--games", "5", "--combats", "--replays", "--out", "run"])
        .current_dir(&folder)
        .env("DROPZONE_HOME", root())
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    let left: BTreeSet<String> = fs::read_dir(folder.path().join("run"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let page = read("reports/README.md");
    let listed: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        // The parts and the lock are removed when the run is finished; `set-aside/` exists only if something was
        // damaged.
        .filter(|file| !["parts/", "lock", "set-aside/"].contains(file))
        .map(|file| file.trim_end_matches('/').to_owned())
        .collect();
    assert_eq!(left, listed, "files of a run, and files listed");
}

/// Every file below a folder, by its path from there.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = PathBuf::from(path.file_name().unwrap());
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, bytes)| (name.join(below), bytes)));
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn the_example_report_is_what_this_program_makes() {
    let script = read("reports/examples/rebuild");
    let examples: Vec<&str> = script
        .lines()
        .filter_map(|line| line.strip_prefix("example ")?.split(' ').next())
        .collect();
    assert_eq!(examples.len(), 1, "{examples:?}");
    for name in examples {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join(name);
        let kept = files(&root().join("reports/examples").join(name));
        for (file, bytes) in &kept {
            fs::create_dir_all(copy.join(file).parent().unwrap()).unwrap();
            fs::write(copy.join(file), bytes).unwrap();
        }
        for line in [&["verify", name, "--games", "10"][..], &["report", name]] {
            let said = Command::new(env!("CARGO_BIN_EXE_dropzone"))
                .args(line)
                .current_dir(&folder)
                .env("DROPZONE_HOME", root())
                .output()
                .unwrap();
            assert!(
                said.status.success(),
                "make the example again with reports/examples/rebuild: {said:?}"
            );
        }
        let again = files(&copy);
        for (file, bytes) in &kept {
            let same = again.get(file) == Some(bytes);
            assert!(same, "make the example again with reports/examples/rebuild: {file:?} differs");
        }
        assert!(kept.keys().eq(again.keys()), "{name}: files are missing");
        // The games to watch are there, and no others.
        let page = String::from_utf8(kept[Path::new("index.html")].clone()).unwrap();
        let page = page.replace("&#x2f;", "/");
        let linked: BTreeSet<&Path> = page
            .split("href=\"")
            .filter_map(|rest| rest.split('"').next())
            .filter(|link| link.starts_with("replays/"))
            .map(Path::new)
            .collect();
        let there: BTreeSet<&Path> =
            kept.keys().map(PathBuf::as_path).filter(|file| file.starts_with("replays")).collect();
        assert!(!linked.is_empty() && linked == there, "{name}: {linked:?}, {there:?}");
        let script = read("src/report/replay/replay.js");
        for game in there {
            let page = String::from_utf8_lossy(&kept[game]);
            assert!(
                page.contains(&script),
                "make the example again with reports/examples/rebuild: {game:?} has an older script"
            );
        }
    }
}

#[test]
fn the_rulings_page_lists_every_switch_with_its_default() {
    let home = Home::at(root());
    // A scenario in which every optional rule has something to do: one without work is no switch there.
    let (system, name) = lab::find(SHELF, &home, "mercury/piling-on").unwrap();
    let request = Request { scenario: name.into(), ..Request::default() };
    let table = system.seat(&home, &request).unwrap();
    let page = read("docs/systems/mercury.md");
    let (_, section) = page.split_once("## The rulings").expect("a section on rulings");
    let told: Vec<Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split(" | ").take(3).flat_map(quoted).collect())
        .collect();
    let known: Vec<Vec<&str>> = table
        .head()
        .brief
        .rulings
        .iter()
        .map(|ruling| {
            let others = ruling.values.iter().filter(|value| **value != ruling.default);
            let head = [ruling.id.as_str(), ruling.default.as_str()];
            head.into_iter().chain(others.map(String::as_str)).collect()
        })
        .collect();
    assert_eq!(told, known, "rulings told, and rulings there are");
}
