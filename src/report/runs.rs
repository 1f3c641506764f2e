//! The page that lists runs and studies.

use minijinja::{Value, context};

use crate::page::{PageError, templates};
use crate::palette;

/// A run or a study in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRun {
    /// Its folder.
    pub folder: String,
    /// Its page, from the page of the list, if it has one.
    pub page: Option<String>,
    /// `run`, `compare` and so on.
    pub kind: String,
    /// The scenario.
    pub scenario: String,
    /// Number of games.
    pub games: String,
    /// The answer, in a sentence.
    pub answer: String,
    /// What it says besides.
    pub rest: String,
    /// The command that asks the same again.
    pub command: String,
    /// Version of the tool.
    pub version: String,
    /// Whether the same question would be answered by the same games today.
    pub today: String,
}

/// The page; `unreadable` says of each folder that cannot be read what is wrong with it.
pub fn runs_page(
    title: &str,
    basis: &str,
    rows: &[ListedRun],
    unreadable: &[String],
) -> Result<String, PageError> {
    let templates = templates("runs.html", include_str!("templates/runs.html"))?;
    let style = format!("{}{}", palette::stylesheet(), include_str!("style.css"));
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            context! {
                folder => row.folder.as_str(),
                page => row.page.as_deref(),
                kind => row.kind.as_str(),
                scenario => row.scenario.as_str(),
                games => row.games.as_str(),
                answer => row.answer.as_str(),
                rest => row.rest.as_str(),
                command => row.command.as_str(),
                version => row.version.as_str(),
                today => row.today.as_str(),
            }
        })
        .collect();
    Ok(templates.get_template("runs.html")?.render(context! {
        style => Value::from_safe_string(style),
        title,
        basis,
        rows,
        unreadable => unreadable.to_vec(),
        version => env!("CARGO_PKG_VERSION"),
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_leads_to_the_pages_and_escapes_what_it_is_told() {
        let row = ListedRun {
            folder: "a <b>".into(),
            page: Some("a/index.html".into()),
            kind: "run".into(),
            scenario: "toy/ridge".into(),
            games: "1,000".into(),
            answer: "Germans win 5%.".into(),
            rest: "The margin is 3.".into(),
            command: "dropzone run toy/ridge".into(),
            version: "0.1.0".into(),
            today: "current".into(),
        };
        let other = ListedRun { folder: "c".into(), page: None, ..row.clone() };
        let wrong = ["d: run.toml is damaged".to_owned()];
        let page = runs_page("reports", "2 folders", &[row, other], &wrong).unwrap();
        for needed in [
            "<a href=\"a&#x2f;index.html\">a &lt;b&gt;</a>",
            "<th scope=\"row\">c</th>",
            "Germans win 5%.",
            "<p>The margin is 3.</p>",
            "d: run.toml is damaged",
        ] {
            assert!(page.contains(needed), "{needed} in {page}");
        }
    }
}
