//! Films of the printed games: their last frame agrees with the tables of the run.

use std::path::Path;

use engine::{Fate, MomentKind, Seed, Seen, Symbol};
use lab::{Home, Request, SHELF, scenarios};

fn home() -> Home {
    Home::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

#[test]
fn the_last_scene_of_every_scenario_is_what_its_tables_say() {
    let home = home();
    let mut played = 0;
    for system in SHELF {
        for listed in scenarios(&home, system.id()) {
            let name = listed.id.split_once('/').unwrap().1.to_owned();
            let table = system.seat(&home, &Request { scenario: name, ..Request::default() });
            let table = table.unwrap();
            let filmed = table.film(3, Seed(11).game(3), 0).unwrap();
            let map = table.picture().map;
            let mut scene = filmed.film.first.clone();
            filmed.film.frames.iter().for_each(|frame| scene.apply(&frame.changes));
            assert_eq!(scene.units.len(), table.head().roster.len());
            for (unit, (seen, row)) in scene.units.iter().zip(&filmed.record.units).enumerate() {
                let id = &table.head().roster[unit].id;
                match seen {
                    Seen::On(counter) => {
                        assert_eq!(row.fate.fate, Fate::InPlay, "{}: {id}", listed.id);
                        assert_eq!(counter.steps, row.fate.steps, "{}: {id}", listed.id);
                        assert_eq!(Some(map.label(counter.hex)), row.hex, "{}: {id}", listed.id);
                    }
                    Seen::Off(fate) => assert_eq!(*fate, row.fate.fate, "{}: {id}", listed.id),
                }
            }
            // One frame per decision, and one more for the set-up.
            let frames = filmed.film.frames.len() as u32;
            assert_eq!(frames, filmed.record.game.decisions + 1, "{}", listed.id);
            let drops = filmed.film.frames.iter().flat_map(|frame| &frame.happened);
            let drops = drops.filter_map(|happened| happened.moment);
            let drops = drops.filter(|moment| moment.kind == MomentKind::Drop).count();
            assert_eq!(drops, filmed.record.drops.len(), "{}: drops", listed.id);
            played += 1;
        }
    }
    assert!(played >= 5, "only {played} scenarios");
}

#[test]
fn every_counter_of_every_scenario_has_a_symbol_and_its_figures() {
    let home = home();
    for system in SHELF {
        for listed in scenarios(&home, system.id()) {
            let name = listed.id.split_once('/').unwrap().1.to_owned();
            let table = system.seat(&home, &Request { scenario: name, ..Request::default() });
            let table = table.unwrap();
            let (cast, roster) = (table.cast(), &table.head().roster);
            assert_eq!(cast.symbols.len(), roster.len(), "{}", listed.id);
            for (unit, symbol) in roster.iter().zip(&cast.symbols) {
                assert_ne!(*symbol, Symbol::Unit, "{}: no symbol for a {}", listed.id, unit.kind);
            }
            assert!(cast.figures.len() >= 3, "{}", listed.id);
            for counter in table.picture().counters {
                assert_eq!(counter.figures.len(), cast.figures.len(), "{}", listed.id);
            }
        }
    }
}
