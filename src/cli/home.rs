//! Where the data of a command come from.

use std::sync::Once;

use lab::{Home, NoHome, printable};

/// Finds the data folder and says which it is: a copy lies quickly in the wrong place.
pub(crate) fn home() -> Result<Home, NoHome> {
    static SAID: Once = Once::new();
    let home = Home::find()?;
    let root = home.root().display().to_string();
    SAID.call_once(|| eprintln!("data: {}", printable(&root)));
    Ok(home)
}
