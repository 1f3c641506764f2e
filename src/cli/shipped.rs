//! The scenarios and strategies that are part of the program; `build.rs` lists them.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

#[cfg(test)]
mod tests {
    use lab::{Home, SHELF, scenarios};

    use super::SHIPPED;

    #[test]
    fn what_is_in_the_program_is_what_is_in_the_folders() {
        let project = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        assert!(SHIPPED.is_sorted(), "files are looked up by their names");
        assert!(SHIPPED.len() > 100, "{}", SHIPPED.len());
        for (name, text) in SHIPPED {
            let there = std::fs::read_to_string(format!("{project}/{name}"));
            assert_eq!(there.ok().as_deref(), Some(*text), "{name}");
        }
        let (folder, program) = (Home::at(project), Home::of(SHIPPED));
        for system in SHELF {
            let listed = |home| scenarios(home, system.id()).into_iter().map(|one| one.id);
            assert!(listed(&program).eq(listed(&folder)), "{}", system.id());
        }
    }
}
