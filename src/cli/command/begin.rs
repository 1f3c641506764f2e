//! `dropzone` alone: where to begin.

use lab::Home;

use crate::failure::End;
use crate::output;
use crate::shipped::SHIPPED;

/// The smallest scenario of the first system: a thousand games of it take seconds.
const FIRST: &str = "mercury/snafu";

/// Says what the program is for and which commands lead to a first answer, each of which works as it stands.
pub(crate) fn begin() -> anyhow::Result<End> {
    let home = Home::find_or(SHIPPED)?;
    let data = if home.is_shipped() {
        "The scenarios are in the program; `dropzone init FOLDER` writes them out to edit.".into()
    } else {
        format!("The scenarios are those of {}.", home.root().display())
    };
    let first = if lab::find(lab::SHELF, &home, FIRST).is_ok() { FIRST } else { "SYSTEM/NAME" };
    let report = format!("reports/{}", first.replace('/', "-"));
    output::print(&format!(
        "Dropzone plays board wargames of airborne assaults thousands of times, and says who wins and how certain that is.\n\n\
         What can be played:\n  dropzone scenario list\n\
         Play it, and open {report}/index.html in a browser:\n  dropzone run {first} --games 1000\n\
         Another plan, on the same dice:\n  dropzone plans {first} --list\n\
         Watch a game on the map:\n  dropzone replay {first} --game 2 --html game.html\n\
         Put in what your own copy of the game says:\n  dropzone data todo {first} --out mine.csv\n\
         Every command, and every option of one:\n  dropzone help\n  dropzone help run\n\n{data}\n"
    ))?;
    Ok(End::Done)
}
