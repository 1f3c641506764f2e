//! Counting where the values of a scenario come from.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{Origin, Provenance};

/// Values by file, kind and origin, in the order in which they were first counted.
#[derive(Debug, Default)]
pub struct Origins {
    list: Vec<Provenance>,
}

impl Origins {
    /// Counts some values of one origin in one file.
    pub fn count(&mut self, file: &str, what: &str, origin: Origin, count: u32) {
        let same =
            |entry: &Provenance| entry.file == file && entry.what == what && entry.origin == origin;
        match self.list.iter_mut().find(|entry| same(entry)) {
            Some(entry) => entry.count += count,
            None => {
                let (file, what) = (file.to_string(), what.to_string());
                self.list.push(Provenance { file, what, origin, count });
            }
        }
    }

    /// The counts.
    pub fn finish(self) -> Vec<Provenance> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_kind_and_origin_are_one_count() {
        let mut origins = Origins::default();
        origins.count("map", "hexes", Origin::Text, 2);
        origins.count("map", "hexes", Origin::Public, 1);
        origins.count("map", "hexes", Origin::Text, 3);
        let counts: Vec<u32> = origins.finish().iter().map(|entry| entry.count).collect();
        assert_eq!(counts, [5, 1]);
    }
}
