//! How counters and hexes look in pictures: symbols, figures, markers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{HexId, Marker, Side, Symbol, Tone};

use super::counter::{Counter, MoveClass, Movement, UnitId};
use super::state::Battle;

/// What the figures of a counter mean.
pub(super) const FIGURES: [&str; 6] =
    ["fire", "assault", "troop quality", "range", "defence", "movement"];

/// The symbol of a kind of unit; a kind that nobody thought of gets an empty box, never a wrong one.
pub(super) fn symbol(counter: &Counter) -> Symbol {
    match counter.kind.as_str() {
        "infantry" => Symbol::Infantry,
        "para" => Symbol::Parachute,
        "glider" => Symbol::Glider,
        "mountain-infantry" => Symbol::Mountain,
        "motorcycle-infantry" => Symbol::Motorised,
        "bicycle-recon" => Symbol::Reconnaissance,
        "tank" => Symbol::Armour,
        "heavy-weapons" => Symbol::HeavyWeapons,
        "mg" => Symbol::MachineGun,
        "mortar" => Symbol::Mortar,
        "gun" => Symbol::Gun,
        "artillery" => Symbol::Artillery,
        "coast-artillery" => Symbol::CoastArtillery,
        "at" => Symbol::AntiTank,
        "aa-light" | "aa-heavy" => Symbol::AntiAircraft,
        "engineer" => Symbol::Engineer,
        "commando" => Symbol::Commando,
        "hq" => Symbol::Headquarters,
        "police" => Symbol::Police,
        "naval" => Symbol::Naval,
        "truck" => Symbol::Transport,
        "rearguard" => Symbol::Rearguard,
        _ => Symbol::Unit,
    }
}

impl Battle {
    /// A unit's counter on the map; `None` if it is not there.
    pub(super) fn pictured(&self, unit: UnitId) -> Option<engine::Counter> {
        let hex = self.hex(unit)?;
        let (figures, markers) = (self.figures_of(unit), self.markers_of(unit));
        Some(engine::Counter { unit: unit.0, hex, steps: self.unit(unit).steps, figures, markers })
    }

    /// The figures of the side that shows, in the order of [`FIGURES`].
    fn figures_of(&self, unit: UnitId) -> Vec<String> {
        let counter = self.counter(unit);
        let none = || "–".to_string();
        let rating = |printed: Option<i8>, reduced: Option<i8>| {
            let shown = reduced.filter(|_| self.reduced(unit)).or(printed);
            shown.map_or_else(none, |value| value.to_string())
        };
        let fire = rating(counter.fire.map(|fire| fire.value), counter.reduced_fire);
        let assault = rating(counter.assault.map(|rating| rating.value), counter.reduced_assault);
        let quality = (counter.quality + self.unit(unit).quality_shift).to_string();
        let movement = match self.movement(unit) {
            Some((class, halves)) => {
                let half = if halves % 2 == 1 { "½" } else { "" };
                let class = match class {
                    MoveClass::Leg => "",
                    MoveClass::Wheeled => " wheeled",
                    MoveClass::Tracked => " tracked",
                };
                format!("{}{half}{class}", halves / 2)
            }
            None if counter.movement == Movement::Star => "★".to_string(),
            None => none(),
        };
        let range = if counter.fire.is_some() { counter.range.to_string() } else { none() };
        [fire, assault, quality, range, counter.defence.to_string(), movement].to_vec()
    }

    fn markers_of(&self, unit: UnitId) -> Vec<Marker> {
        let state = self.unit(unit);
        let mut markers: Vec<Marker> = Vec::new();
        let mut mark = |on: bool, tone: Tone, badge: &str, words: &str| {
            if on {
                markers.push(Marker::new(tone, badge, words));
            }
        };
        mark(state.suppressed, Tone::Harm, "S", "suppressed");
        let hits = |word: &str, count: u8| format!("{word}{count}");
        let shaken = hits("cohesion ", state.cohesion);
        mark(state.cohesion > 0, Tone::Harm, &hits("C", state.cohesion), &shaken);
        let drops = self.markers(unit);
        mark(drops > 0, Tone::Delay, &hits("D", drops), &hits("drop ", drops));
        mark(self.entrenched(unit), Tone::Shelter, "E", "entrenched");
        mark(state.improved, Tone::Shelter, "I", "improved position");
        for (leader, card) in self.command.leaders.iter().zip(&self.ground.leaders) {
            let words = format!("leader {}", card.name);
            mark(leader.with == Some(unit), Tone::Help, "L", &words);
        }
        mark(self.heroes[self.side(unit)] == Some(unit), Tone::Help, "H", "heroic");
        mark(state.column, Tone::State, "K", "column");
        mark(state.mounted, Tone::State, "M", "mounted");
        mark(state.park, Tone::State, "P", "artillery park");
        markers
    }

    /// What lies in hexes and belongs to no unit.
    pub(super) fn hex_markers(&self) -> Vec<(HexId, Marker)> {
        let whose = |side: &Side| format!("{side} ");
        let works = self.markers.works.iter().map(|(hex, side)| {
            (*hex, Marker::new(Tone::Shelter, "E", whose(side) + "entrenchments"))
        });
        let blocks = self.markers.roadblocks.iter().map(|&(hex, division)| {
            let side = self.ground.divisions[usize::from(division.0)].side;
            (hex, Marker::new(Tone::State, "B", whose(&side) + "roadblock"))
        });
        let barrages = self.markers.barrages.iter().map(|&(hex, heavy)| {
            let words = if heavy { "heavy barrage" } else { "light barrage" };
            (hex, Marker::new(Tone::Harm, "*", words))
        });
        let rubble = self.markers.rubble.iter().map(|&(hex, cleared)| {
            let words = if cleared { "rubble, cleared" } else { "rubble" };
            (hex, Marker::new(Tone::State, "R", words))
        });
        works.chain(blocks).chain(barrages).chain(rubble).collect()
    }
}
