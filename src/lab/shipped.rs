//! Data files that are part of the program, for those who have nothing else of the project.

use std::path::{Component, Path};

/// The text of every shipped file with its path below the data folder, written with `/`, in order of the paths.
pub type Shipped = &'static [(&'static str, &'static str)];

/// Where shipped files seem to be. No folder has this name: it is for messages, and for paths below it.
pub(crate) const ROOT: &str = "(in the program)";

/// The text of a file, by its path from [`ROOT`] on.
pub(crate) fn text(files: Shipped, path: &Path) -> Option<&'static str> {
    let name = below(path)?;
    let at = files.binary_search_by(|(file, _)| (*file).cmp(name.as_str())).ok()?;
    Some(files[at].1)
}

/// The names of the files of a folder, without those of folders in it.
pub(crate) fn names(files: Shipped, folder: &Path) -> impl Iterator<Item = &'static str> {
    let folder = below(folder).map(|name| name + "/");
    files.iter().filter_map(move |(file, _)| {
        let name = file.strip_prefix(folder.as_deref()?)?;
        (!name.contains('/')).then_some(name)
    })
}

/// A path from the data folder on, with `/`; nothing for a path that leads elsewhere.
fn below(path: &Path) -> Option<String> {
    let parts = path.strip_prefix(ROOT).ok()?.components();
    let parts = parts.map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: Shipped = &[
        ("scenarios/toy/maps/ridge.csv", "id"),
        ("scenarios/toy/ridge.toml", "title"),
        ("scenarios/toy/valley.toml", ""),
    ];

    fn at(name: &str) -> std::path::PathBuf {
        Path::new(ROOT).join(name)
    }

    #[test]
    fn files_are_found_by_their_paths_and_no_others() {
        for (name, text) in FILES {
            assert_eq!(super::text(FILES, &at(name)), Some(*text));
        }
        for name in ["scenarios/toy/ridge", "scenarios/toy", "scenarios/toy/../toy/ridge.toml", ""]
        {
            assert_eq!(text(FILES, &at(name)), None, "{name}");
        }
        assert_eq!(text(FILES, Path::new("scenarios/toy/ridge.toml")), None);
    }

    #[test]
    fn a_folder_lists_its_own_files() {
        let listed = |folder: &str| names(FILES, &at(folder)).collect::<Vec<_>>();
        assert_eq!(listed("scenarios/toy"), ["ridge.toml", "valley.toml"]);
        assert_eq!(listed("scenarios/toy/maps"), ["ridge.csv"]);
        assert_eq!(listed("scenarios"), [""; 0]);
        assert_eq!(names(FILES, Path::new("scenarios/toy")).count(), 0);
    }
}
