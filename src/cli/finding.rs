//! The answer of the balance lab: printed, and written into a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use report::Dossier;
use serde::Serialize;
use study::RunAsked;

use crate::output;

/// A folder for answers.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder asked for, or `reports/SYSTEM-NAME-COMMAND`. It may hold an older answer, which is replaced,
    /// but not a run.
    pub(crate) fn new(
        asked: Option<&PathBuf>,
        scenario: &str,
        command: &str,
    ) -> anyhow::Result<Folder> {
        let name =
            || Path::new("reports").join(format!("{}-{command}", scenario.replace('/', "-")));
        let path = asked.cloned().unwrap_or_else(name);
        anyhow::ensure!(
            !path.join(RunAsked::FILE).exists(),
            "{} holds a run: choose another --out",
            path.display()
        );
        Ok(Folder { path })
    }

    /// Puts a file into it, whole or not at all.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.path.join(name);
        let unfinished = self.path.join(format!("{name}.tmp"));
        fs::create_dir_all(&self.path)
            .and_then(|()| fs::write(&unfinished, bytes))
            .and_then(|()| fs::rename(&unfinished, &path))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes `NAME.json`, `NAME.md` and `index.html`, and prints the answer.
    pub(crate) fn answer(
        &self,
        name: &str,
        numbers: &impl Serialize,
        dossier: &Dossier,
    ) -> anyhow::Result<()> {
        let mut json = serde_json::to_string_pretty(numbers).context("the answer is no JSON")?;
        json.push('\n');
        self.put(&format!("{name}.md"), dossier.markdown().as_bytes())?;
        self.put("index.html", dossier.page()?.as_bytes())?;
        self.put(&format!("{name}.json"), json.as_bytes())?;
        let page = self.path.join("index.html");
        output::print(&format!("{}\nreport: {}\n", dossier.text(), page.display()))
    }
}
