//! The data of a command: those of a folder, or those in the program.

use std::path::Path;
use std::sync::Once;

use lab::{Home, NoHome, printable};

use crate::shipped::SHIPPED;

/// Finds the data and prints which they are, because it is easy to be in the wrong copy.
pub(crate) fn home() -> Result<Home, NoHome> {
    static SAID: Once = Once::new();
    let home = Home::find_or(SHIPPED)?;
    let root = home.root().display().to_string();
    SAID.call_once(|| {
        if home.is_shipped() {
            eprintln!("data: those in the program; `dropzone init FOLDER` writes them out to edit");
        } else {
            eprintln!("data: {}", printable(&root));
        }
    });
    Ok(home)
}

/// Refuses to write a data file where the data are part of the program.
pub(crate) fn can_write(home: &Home, path: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !(home.is_shipped() && path.starts_with(home.root())),
        "the data are part of the program and cannot be changed: write them out with \
         `dropzone init FOLDER` and work in that folder"
    );
    Ok(())
}
