//! A hash of code: of what the compiler reads, file by file from a crate's root along its `mod` lines. Comments,
//! layout, line endings, the location of the files and anything compiled only for tests do not count.
//!
//! Used by the build script, which hashes the rules of each system and the players: two builds that could play
//! different games are distinguished even if no one raised the version.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use sha2::{Digest as _, Sha256};

/// Code being read.
#[derive(Default)]
pub(crate) struct Code {
    sha: Sha256,
    /// Every file that was read.
    pub(crate) files: Vec<PathBuf>,
}

/// Which modules of a root are followed.
pub(crate) type Wanted<'a> = &'a dyn Fn(&str) -> bool;

impl Code {
    /// Adds a crate, or the part of it in some modules of its root.
    pub(crate) fn add(&mut self, root: &Path, wanted: Wanted<'_>) -> io::Result<()> {
        let folder = root.parent().unwrap_or(Path::new("."));
        self.module(root, "crate", folder, wanted)
    }

    /// The hash as text.
    pub(crate) fn finish(self) -> String {
        self.sha.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to memory");
            text
        })
    }

    /// One file, and those of its modules, which are in a folder.
    fn module(
        &mut self,
        file: &Path,
        name: &str,
        folder: &Path,
        wanted: Wanted<'_>,
    ) -> io::Result<()> {
        let mut words = String::new();
        let mut modules = Vec::new();
        let tokens = tokens(file)?;
        self.files.push(file.to_path_buf());
        read(tokens, folder, name, wanted, &mut words, &mut modules);
        // The lengths separate the end of one file from the beginning of the next.
        for part in [name, &words] {
            self.sha.update((part.len() as u64).to_le_bytes());
            self.sha.update(part.as_bytes());
        }
        for Module { name, folder } in modules {
            let beside = folder.with_extension("rs");
            let file = if beside.is_file() { beside } else { folder.join("mod.rs") };
            self.module(&file, &name, &folder, &|_| true)?;
        }
        Ok(())
    }
}

/// The modules of a root that have a folder of their own, tests left out.
pub(crate) fn folders(root: &Path) -> io::Result<Vec<String>> {
    let folder = root.parent().unwrap_or(Path::new("."));
    let mut modules = Vec::new();
    read(tokens(root)?, folder, "", &|_| true, &mut String::new(), &mut modules);
    let with_folder = modules.into_iter().filter(|module| module.folder.join("mod.rs").is_file());
    Ok(with_folder.map(|module| module.name.trim_start_matches("::").to_owned()).collect())
}

/// A module in a file of its own.
struct Module {
    name: String,
    /// Where its own modules are.
    folder: PathBuf,
}

fn tokens(file: &Path) -> io::Result<TokenStream> {
    let told = |error: String| io::Error::other(format!("{}: {error}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| told(error.to_string()))?;
    text.replace("\r\n", "\n").parse().map_err(|error| told(format!("{error}")))
}

/// Collects the tokens of some code and the modules that it names.
fn read(
    code: TokenStream,
    folder: &Path,
    name: &str,
    wanted: Wanted<'_>,
    words: &mut String,
    modules: &mut Vec<Module>,
) {
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let Some(attribute) = attribute(&token, &mut tokens) {
            match attribute.to_string().as_str() {
                "cfg (test)" | "cfg(test)" => skip_item(&mut tokens),
                text if text.starts_with("doc") => {}
                text => push(words, &format!("#[{text}]")),
            }
            continue;
        }
        if is_word(&token, "mod")
            && let Some(TokenTree::Ident(module)) = tokens.peek()
        {
            let module = module.to_string();
            tokens.next();
            let own = folder.join(&module);
            let path = format!("{name}::{module}");
            match tokens.next() {
                Some(TokenTree::Group(group)) => {
                    push(words, &format!("mod {module}"));
                    push(words, "{");
                    read(group.stream(), &own, &path, wanted, words, modules);
                    push(words, "}");
                }
                _ if wanted(&module) => {
                    push(words, &format!("mod {module};"));
                    modules.push(Module { name: path, folder: own });
                }
                // Whether other parts are public does not affect this one.
                _ => words.truncate(words.trim_end_matches("pub ").len()),
            }
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = brackets(&group);
                push(words, open);
                read(group.stream(), folder, name, wanted, words, modules);
                push(words, close);
            }
            token => push(words, &token.to_string()),
        }
    }
}

fn push(words: &mut String, word: &str) {
    words.push_str(word);
    words.push(' ');
}

/// The contents of an attribute's brackets.
fn attribute(token: &TokenTree, tokens: &mut Peekable<IntoIter>) -> Option<TokenStream> {
    let TokenTree::Punct(mark) = token else { return None };
    if mark.as_char() != '#' {
        return None;
    }
    if matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!') {
        tokens.next();
    }
    match tokens.next() {
        Some(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    }
}

/// Skips the item that an attribute belongs to: up to its body, or its semicolon.
fn skip_item(tokens: &mut Peekable<IntoIter>) {
    let mut first = true;
    let mut is_use = false;
    while let Some(token) = tokens.next() {
        if attribute(&token, tokens).is_some() {
            continue;
        }
        is_use |= first && is_word(&token, "use");
        // `pub use` is one too.
        first &= is_word(&token, "pub");
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ';' => return,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_use => {
                if matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == ';') {
                    tokens.next();
                }
                return;
            }
            _ => {}
        }
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn brackets(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str =
        "//! A crate.\nmod dice;\npub mod chess;\npub mod go;\n#[cfg(test)]\nmod tests;\n";
    const DICE: &str = "/// Rolls.\npub fn roll(sides: u8) -> u8 {\n    sides / 2 // fair\n}\n";

    /// A small crate with two games.
    fn house(home: &Path) {
        for (file, text) in [
            ("lib.rs", ROOT),
            ("dice.rs", DICE),
            ("chess/mod.rs", "mod board;\npub use board::Board;\n"),
            ("chess/board.rs", "pub struct Board(pub [u8; 64]);\n"),
            ("go/mod.rs", "pub struct Stones;\n"),
            ("tests/mod.rs", "mod more;\n"),
        ] {
            write(home, file, text);
        }
    }

    fn write(home: &Path, file: &str, text: &str) {
        fs::create_dir_all(home.join(file).parent().unwrap()).unwrap();
        fs::write(home.join(file), text).unwrap();
    }

    fn chess(home: &Path) -> String {
        let mut code = Code::default();
        code.add(&home.join("lib.rs"), &|module| module != "go").unwrap();
        assert!(code.files.iter().all(|file| !file.ends_with("tests/mod.rs")), "{:?}", code.files);
        code.finish()
    }

    #[test]
    fn every_changed_byte_of_code_changes_the_hash() {
        let home = tempfile::tempdir().unwrap();
        house(home.path());
        let before = chess(home.path());
        assert_eq!(before.len(), 16);
        for file in ["lib.rs", "dice.rs", "chess/mod.rs", "chess/board.rs"] {
            let text = fs::read_to_string(home.path().join(file)).unwrap();
            let mut changes = 0;
            for at in 0..text.len() {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = match bytes[at] {
                    digit @ b'0'..=b'8' => digit + 1,
                    letter @ b'a'..=b'y' => letter + 1,
                    _ => continue,
                };
                let in_comment = text[..at].rfind('\n').map_or(&text[..at], |line| &text[line..at]);
                if in_comment.contains("//") {
                    continue;
                }
                write(home.path(), file, std::str::from_utf8(&bytes).unwrap());
                let mut code = Code::default();
                // A missing module is an error.
                if code.add(&home.path().join("lib.rs"), &|module| module != "go").is_ok() {
                    let after = code.finish();
                    let other_game = file == "lib.rs" && after == before;
                    assert!(after != before || other_game, "{file}: byte {at}");
                    changes += u32::from(after != before);
                }
            }
            assert!(changes > 4, "{file}: {changes}");
            write(home.path(), file, &text);
        }
        assert_eq!(chess(home.path()), before);
    }

    #[test]
    fn what_is_no_code_of_the_game_does_not_count() {
        let home = tempfile::tempdir().unwrap();
        house(home.path());
        let before = chess(home.path());
        let elsewhere = tempfile::tempdir().unwrap();
        let deep = elsewhere.path().join("another/place");
        house(&deep);
        assert_eq!(chess(&deep), before, "the place of the files");
        for (what, file, text) in [
            ("line endings", "dice.rs", DICE.replace('\n', "\r\n")),
            ("comments", "dice.rs", DICE.replace("fair", "unfair").replace("Rolls", "Casts")),
            ("layout", "dice.rs", DICE.replace("{\n    ", "{ ")),
            (
                "tests",
                "dice.rs",
                format!(
                    "{DICE}#[cfg(test)]\nuse a::{{b, c}};\n#[cfg(test)]\n#[expect(dead)]\nconst A: B = B {{ c: 1 }};\n\
                     #[cfg(test)]\nmod tests {{ fn x() {{}} }}\n"
                ),
            ),
            ("tests", "tests/mod.rs", "fn other() {}".into()),
            ("another game", "go/mod.rs", "pub struct Stones(u8);".into()),
            ("a third game", "lib.rs", ROOT.replace("pub mod go;", "")),
            ("a stray file", "chess/old.rs", "fn old() {}".into()),
        ] {
            let path = home.path().join(file);
            let kept = fs::read_to_string(&path).ok();
            write(home.path(), file, &text);
            assert_eq!(chess(home.path()), before, "{what}");
            match kept {
                Some(kept) => fs::write(&path, kept).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
        }
    }

    #[test]
    fn games_are_the_modules_with_a_folder() {
        let home = tempfile::tempdir().unwrap();
        house(home.path());
        assert_eq!(folders(&home.path().join("lib.rs")).unwrap(), ["chess", "go"]);
    }
}
