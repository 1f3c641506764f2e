//! The data folder of a command.

use std::sync::Once;

use lab::{Home, NoHome, printable};

/// Finds the data folder and prints which one it is, because it is easy to be in the wrong copy.
pub(crate) fn home() -> Result<Home, NoHome> {
    static SAID: Once = Once::new();
    let home = Home::find()?;
    let root = home.root().display().to_string();
    SAID.call_once(|| eprintln!("data: {}", printable(&root)));
    Ok(home)
}
