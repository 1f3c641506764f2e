//! `docs/first-steps.md` from top to bottom in an empty folder: its files are saved, its commands are run, and what it
//! shows is what they say. `UPDATE_GOLDEN=1` writes what they say into the page.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::search;

const PAGE: &str = "docs/first-steps.md";

/// The program in a folder where there is nothing of the project.
struct Newcomer {
    folder: tempfile::TempDir,
    path: String,
}

impl Newcomer {
    fn new() -> Newcomer {
        let folder = tempfile::tempdir().unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_dropzone"));
        // Beside the program there may be the project; `installed` tests the program alone.
        let path = search(program.parent().unwrap().to_str().unwrap());
        Newcomer { folder, path }
    }

    /// What a terminal shows of a line, with its exit code where that is not 0.
    fn shows(&self, line: &str) -> String {
        let output = Command::new("bash")
            .args(["-c", line])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env("COLUMNS", "100")
            .env_remove("DROPZONE_HOME")
            .env_remove("DROPZONE_COPY")
            .output()
            .unwrap();
        let mut shown = String::from_utf8(output.stdout).unwrap();
        for line in String::from_utf8(output.stderr).unwrap().lines() {
            // Which data they are depends on where the program is.
            if !line.starts_with("data: ") {
                let _ = writeln!(shown, "{line}");
            }
        }
        if let Some(code) = output.status.code().filter(|&code| code != 0) {
            let _ = writeln!(shown, "(exit code {code})");
        }
        shown
    }
}

/// The page as it should be.
fn played(page: &str) -> String {
    let newcomer = Newcomer::new();
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let mut block = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            block.push(line);
        }
        if kind == "console" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                assert!(command.starts_with("dropzone "), "{command}");
                let _ = write!(out, "$ {command}\n{}", newcomer.shows(command));
            }
        } else {
            let (_, file) = kind.split_once(' ').expect("a file with its name");
            let text = block.join("\n") + "\n";
            fs::write(newcomer.folder.path().join(file), &text).unwrap();
            out.push_str(&text);
        }
        out.push_str("```\n");
    }
    out
}

#[test]
fn the_first_steps_show_what_a_newcomer_sees() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let played = played(&page);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &played).unwrap();
        return;
    }
    for (shown, said) in page.lines().zip(played.lines()) {
        assert_eq!(shown, said, "{PAGE}: make it again with UPDATE_GOLDEN=1");
    }
    assert_eq!(page.lines().count(), played.lines().count(), "{PAGE}: UPDATE_GOLDEN=1");
}
