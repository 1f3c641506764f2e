//! The code blocks of a documentation page.

use std::fs;
use std::path::Path;

pub struct Page {
    name: &'static str,
    blocks: Vec<Block>,
}

struct Block {
    heading: String,
    language: String,
    text: String,
}

impl Page {
    pub fn open(name: &'static str) -> Page {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let mut blocks: Vec<Block> = Vec::new();
        let (mut heading, mut inside) = (String::new(), false);
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(language) = line.strip_prefix("```") {
                inside = !inside;
                if inside {
                    let language = language.to_owned();
                    blocks.push(Block { heading: heading.clone(), language, text: String::new() });
                }
            } else if inside {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            } else if let Some(text) = line.strip_prefix("## ") {
                text.clone_into(&mut heading);
            }
        }
        Page { name, blocks }
    }

    /// The `nth` block in `language` under a heading.
    pub fn block(&self, heading: &str, language: &str, nth: usize) -> &str {
        let mut found = self
            .blocks
            .iter()
            .filter(|block| block.heading == heading && block.language == language);
        let block = found.nth(nth);
        &block.unwrap_or_else(|| panic!("{}: no such block: {heading}, {language}", self.name)).text
    }

    /// The number of shell blocks: none may be left out of the tests.
    pub fn shells(&self) -> usize {
        self.blocks.iter().filter(|block| block.language == "bash").count()
    }
}
