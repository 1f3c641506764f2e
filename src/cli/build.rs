//! Lists the shipped scenarios and strategies, which become part of the program: it works where there is nothing else of
//! the project.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is shipped, below the project's folder.
const SHIPPED: [&str; 2] = ["scenarios", "strategies"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let project = own.ancestors().nth(2).unwrap_or(&own);
    let mut files = Vec::new();
    for part in SHIPPED {
        println!("cargo::rerun-if-changed={}", project.join(part).display());
        list(&project.join(part), part, &mut files)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    // They are looked up by their names.
    files.sort();
    let mut text = String::from(
        "/// The files that are part of the program.\npub(crate) static SHIPPED: lab::Shipped = &[\n",
    );
    for (name, path) in files {
        // Writing to a string does not fail.
        let _ = writeln!(text, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    text.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("shipped.rs"), text)
}

/// Adds every file of a folder and of those in it, each with its name below the project's folder.
fn list(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // What editors leave lying about is not shipped.
        if own.starts_with('.')
            || own.ends_with('~')
            || path.extension().is_some_and(|ending| ending == "tmp")
        {
            continue;
        }
        let name = format!("{name}/{own}");
        if path.is_dir() { list(&path, &name, files)? } else { files.push((name, path)) }
    }
    Ok(())
}
