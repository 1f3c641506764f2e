//! The answer of a study as a page, as Markdown and as text for a terminal: one set of parts
//! in three formats.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use minijinja::{Value, context};

use crate::charts::Table;
use crate::page::{PageError, alone, script, templates};
use crate::palette;
use crate::summary_md::cell;

/// An answer: the verdict first, then its evidence.
#[derive(Clone, Debug)]
pub struct Dossier {
    pub(crate) head: Head,
    /// What the answer rests on.
    pub(crate) parts: Vec<Part>,
    /// What stands out, the largest first: the number of its part, and the sentence.
    pub(crate) remarks: Vec<(usize, String)>,
    /// Numbers of the parts in which nothing differs.
    pub(crate) folded: BTreeSet<usize>,
}

/// What every answer says first.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// What kind of question, e.g. `Comparison`.
    pub(crate) kind: &'static str,
    /// Title of the scenario.
    pub(crate) title: String,
    /// `mercury/kastelli`, and the number of games.
    pub(crate) basis: String,
    /// The answer in words.
    pub(crate) verdict: String,
    /// What a reader must know first.
    pub(crate) warnings: Vec<String>,
    /// The command that gives the same answer again.
    pub(crate) command: String,
}

/// One section.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) title: String,
    pub(crate) lead: String,
    pub(crate) figures: Vec<Figure>,
    pub(crate) table: Option<Table>,
    /// Whether the table is shown in a terminal too.
    pub(crate) brief: bool,
}

/// One picture.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) wide: String,
    pub(crate) narrow: String,
    pub(crate) full: bool,
}

impl Dossier {
    /// An answer with its parts.
    pub(crate) fn of(head: Head, parts: Vec<Part>) -> Dossier {
        Dossier { head, parts, remarks: Vec::new(), folded: BTreeSet::new() }
    }

    /// `index.html`: one self-contained file.
    pub fn page(&self) -> Result<String, PageError> {
        let templates = templates("dossier.html", include_str!("templates/dossier.html"))?;
        let style = format!("{}{}", palette::stylesheet(), include_str!("style.css"));
        let parts: Vec<Value> = self
            .parts
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let full: Vec<bool> = part.figures.iter().map(|f| f.full).collect();
                let figures: Vec<Value> = part
                    .figures
                    .iter()
                    .zip(alone(&full))
                    .map(|(f, alone)| {
                        context! {
                            title => f.title.as_str(),
                            caption => f.caption.as_str(),
                            full => f.full,
                            alone,
                            wide => Value::from_safe_string(f.wide.clone()),
                            narrow => Value::from_safe_string(f.narrow.clone()),
                        }
                    })
                    .collect();
                let table = part.table.as_ref().map(
                    |table| context! { columns => table.columns.clone(), rows => table.rows.clone() },
                );
                context! { id => format!("part-{i}"), fold => self.folded.contains(&i), title => part.title.as_str(), lead => part.lead.as_str(), figures, table }
            })
            .collect();
        Ok(templates.get_template("dossier.html")?.render(context! {
            style => Value::from_safe_string(style),
            kind => self.head.kind,
            title => self.head.title.as_str(),
            basis => self.head.basis.as_str(),
            verdict => self.head.verdict.as_str(),
            warnings => self.head.warnings.clone(),
            parts,
            remarks => self
                .remarks
                .iter()
                .map(|(part, said)| context! { chart => format!("part-{part}"), said => said.as_str() })
                .collect::<Vec<_>>(),
            script => script(),
            command => self.head.command.as_str(),
            version => env!("CARGO_PKG_VERSION"),
        })?)
    }

    /// For a CI job page: verdict first.
    pub fn markdown(&self) -> String {
        let mut out = format!(
            "# {}: {}\n\n**{}**\n\n{}\n",
            self.head.kind,
            cell(&self.head.title),
            cell(&self.head.verdict),
            cell(&self.head.basis)
        );
        for warning in &self.head.warnings {
            let _ = write!(out, "\n- ⚠ {}", cell(warning));
        }
        if !self.head.warnings.is_empty() {
            out.push('\n');
        }
        for part in &self.parts {
            let Some(table) = &part.table else { continue };
            let _ = write!(out, "\n## {}\n\n", cell(&part.title));
            if !part.lead.is_empty() {
                let _ = write!(out, "{}\n\n", cell(&part.lead));
            }
            let line = |cells: &[String]| {
                format!("| {} |\n", cells.iter().map(|c| cell(c)).collect::<Vec<_>>().join(" | "))
            };
            out.push_str(&line(&table.columns));
            let rule: Vec<&str> =
                (0..table.columns.len()).map(|i| if i == 0 { "---" } else { "--:" }).collect();
            let _ = writeln!(out, "|{}|", rule.join("|"));
            table.rows.iter().for_each(|row| out.push_str(&line(row)));
        }
        // Four backticks hold whatever a command may hold.
        let _ = write!(out, "\n````\n{}\n````\n", self.head.command);
        out
    }

    /// For a terminal: the verdict, the warnings, and the main tables.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.head.verdict);
        for warning in &self.head.warnings {
            let _ = writeln!(out, "warning: {warning}");
        }
        for part in self.parts.iter().filter(|part| part.brief) {
            let Some(table) = &part.table else { continue };
            let _ = write!(out, "\n{}\n{}", part.title, aligned(table));
        }
        out
    }
}

/// A table with aligned columns, numbers to the right.
fn aligned(table: &Table) -> String {
    let rows = || std::iter::once(&table.columns).chain(&table.rows);
    let width = |column: usize| {
        rows().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let mut out = String::new();
    for row in rows() {
        let mut line = String::from(" ");
        for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            let (before, after) = if i == 0 { ("", gap.as_str()) } else { (gap.as_str(), "") };
            let _ = write!(line, " {before}{cell}{after} ");
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dossier() -> Dossier {
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        Dossier::of(
            Head {
                kind: "Comparison",
                title: "A <toy>".into(),
                basis: "test/toy, 3 games".into(),
                verdict: "“b” is | better.".into(),
                warnings: vec!["few games".into()],
                command: "dropzone compare test/toy".into(),
            },
            vec![Part {
                title: "Arms".into(),
                lead: "Two of them.".into(),
                figures: Vec::new(),
                table: Some(Table {
                    columns: row(["arm", "wins"]),
                    rows: vec![row(["a", "3"]), row(["bold", "12"])],
                }),
                brief: true,
            }],
        )
    }

    #[test]
    fn text_lines_up() {
        assert_eq!(
            dossier().text(),
            "“b” is | better.\nwarning: few games\n\nArms\n  arm   wins\n  a        3\n  bold    12\n"
        );
    }

    #[test]
    fn markdown_is_verdict_first_and_escaped() {
        let text = dossier().markdown();
        assert!(text.starts_with("# Comparison: A &lt;toy>\n\n**“b” is \\| better.**"), "{text}");
        assert!(text.contains("| arm | wins |\n|---|--:|\n| a | 3 |\n"), "{text}");
    }

    #[test]
    fn the_page_holds_everything_and_needs_nothing() {
        let page = dossier().page().unwrap();
        for needed in
            ["A &lt;toy&gt;", "few games", "<th scope=\"row\">bold</th>", "dropzone compare test"]
        {
            assert!(page.contains(needed), "{needed}");
        }
        assert!(!page.contains("http://") && !page.contains("https://"));
    }
}
