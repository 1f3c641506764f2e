//! The present value of a key that `--set` takes.

use toml::de::DeTable;

use crate::Home;
use crate::complaint::{Complaint, Complaints};
use crate::outline::{self, Found};
use crate::sets::{Set, segments};
use crate::text;

impl Set {
    /// The value that a key of a scenario has in its file, as written there; `None` where the file lacks it.
    /// `typed` is a key as `--set` takes it, without a value.
    ///
    /// # Errors
    /// A complaint about an invalid key, or a file that cannot be read.
    pub fn current(home: &Home, scenario: &str, typed: &str) -> Result<Option<String>, Complaints> {
        let set = Set::parse(&format!("{typed}=0"))?;
        let (system, name) = scenario.split_once('/').unwrap_or((scenario, ""));
        let file = set.file.as_deref().unwrap_or(name);
        let path = |ending: &str| home.scenarios(system).join(format!("{file}.{ending}"));
        if file.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return Err(
                Complaint::whole(typed, format!("`{file}` is not the name of a file")).into()
            );
        }
        if home.has(&path("csv")) {
            return Ok(cell(&text::read(home, &path("csv"))?, &set.path));
        }
        let text = text::read(home, &path("toml"))?;
        let Ok(table) = DeTable::parse(&text) else { return Ok(None) };
        Ok(match outline::find(table.get_ref(), &segments(&set.path)) {
            Found::Value(value) => Some(text[value.span()].trim_matches('"').to_owned()),
            Found::Lacking(..) | Found::Nowhere(..) => None,
        })
    }
}

/// The cell of a CSV text at `ROW.COLUMN`.
fn cell(text: &str, path: &str) -> Option<String> {
    let (id, column) = path.rsplit_once('.')?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().ok()?.clone();
    let place = |name: &str| header.iter().position(|known| known == name);
    let (at, names) = (place(column)?, place("id").unwrap_or(0));
    let row =
        reader.records().flatten().find(|row| row.get(names) == Some(id.trim_matches('"')))?;
    row.get(at).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_says_what_its_file_says() {
        let folder = tempfile::tempdir().unwrap();
        let scenarios = folder.path().join("scenarios/toy");
        std::fs::create_dir_all(&scenarios).unwrap();
        let text = "last = \"noon\"\n[[division]]\nid = \"5GD\"\nrating = 3\n";
        std::fs::write(scenarios.join("ridge.toml"), text).unwrap();
        std::fs::write(scenarios.join("counters.csv"), "id,fire\na,3\nb,4\n").unwrap();
        let home = Home::at(folder.path());
        let said = |key| Set::current(&home, "toy/ridge", key).unwrap();
        assert_eq!(said("division.5GD.rating").as_deref(), Some("3"));
        assert_eq!(said("last").as_deref(), Some("noon"));
        assert_eq!(said("counters:b.fire").as_deref(), Some("4"));
        assert_eq!(said("division.6GD.rating"), None);
        assert_eq!(said("counters:c.fire"), None);
        assert!(Set::current(&home, "toy/ridge", "../x:a.b").is_err());
        assert!(Set::current(&home, "toy/valley", "last").is_err());
    }
}
