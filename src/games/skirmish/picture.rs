//! The map as it is drawn, and the brief that introduces a scenario.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::{Brief, Counter, HexId, Map, Moment, Origin, Origins, Pictured, Side, Symbol};

use super::event::Event;
use super::state::Skirmish;

impl Pictured for Skirmish {
    fn map(&self) -> &Map {
        &self.ground.map
    }

    fn counters(&self) -> Vec<Counter> {
        let mut shown: Vec<Counter> = Side::BOTH
            .into_iter()
            .flat_map(|side| self.on_map(side))
            .map(|number| {
                let counter = self.counter(number);
                let steps = self.units[usize::from(counter.unit)].steps;
                Counter {
                    unit: counter.unit,
                    hex: counter.hex,
                    steps,
                    figures: vec![steps.to_string()],
                    markers: Vec::new(),
                }
            })
            .collect();
        shown.sort_by_key(|counter| counter.unit);
        shown
    }

    fn symbols(&self) -> Vec<Symbol> {
        vec![Symbol::Infantry; self.units.len()]
    }

    fn figures(&self) -> &'static [&'static str] {
        &["steps"]
    }

    fn moment(&self, _: &Event) -> Option<Moment> {
        None
    }

    fn objectives(&self) -> Vec<(HexId, Side)> {
        vec![(self.ground.objective, Side::Allied)]
    }

    fn set_up_marks(&self) -> Vec<(HexId, String)> {
        Vec::new()
    }

    fn brief(&self) -> Brief {
        let mut origins = Origins::default();
        origins.count("counters", "unit steps", Origin::Reconstructed, self.units.len() as u32);
        Brief {
            title: self.ground.title.clone(),
            facts: vec![("length".into(), format!("{} turns", self.ground.turns.len()))],
            rulings: self.ground.rulings.list(),
            provenance: origins.finish(),
            history: None,
        }
    }
}
