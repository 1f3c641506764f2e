//! A game as it is watched: the first scene, and what each decision changed.
//!
//! A [`Camera`] stands beside any game that can be [`Pictured`]. It keeps no position a frame but the
//! difference to the frame before, so that a long campaign stays small.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use crate::{
    Counter, Entry, Fate, HexId, Marker, Moment, Narrate, Notation, Observer, Pictured, Side,
};

/// A unit in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// On the map.
    On(Counter),
    /// Not on it, and why.
    Off(Fate),
}

/// Everything that a picture shows and that a decision can change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Every unit, in roster order.
    pub units: Vec<Seen>,
    /// Who holds the objectives.
    pub objectives: BTreeMap<HexId, Side>,
    /// Markers in hexes; no entry where there are none.
    pub ground: BTreeMap<HexId, Vec<Marker>>,
}

/// What is different in the next scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Units, by number in the roster.
    pub units: Vec<(u16, Seen)>,
    /// Objectives.
    pub objectives: Vec<(HexId, Side)>,
    /// Markers in hexes; empty where there are none any more.
    pub ground: Vec<(HexId, Vec<Marker>)>,
}

impl Scene {
    /// The scene of a position.
    pub fn of(position: &impl Pictured) -> Scene {
        let mut fates = Vec::new();
        position.fates(&mut fates);
        let mut units: Vec<Seen> = fates.iter().map(|fate| Seen::Off(fate.fate)).collect();
        for counter in position.counters() {
            let place = usize::from(counter.unit);
            units[place] = Seen::On(counter);
        }
        let mut ground: BTreeMap<HexId, Vec<Marker>> = BTreeMap::new();
        for (hex, marker) in position.ground_markers() {
            ground.entry(hex).or_default().push(marker);
        }
        Scene { units, objectives: position.objectives().into_iter().collect(), ground }
    }

    /// What makes `next` of this scene.
    pub fn changes_to(&self, next: &Scene) -> Changes {
        let pairs = self.units.iter().zip(&next.units).enumerate();
        let units = pairs
            .filter(|(_, (old, new))| old != new)
            .map(|(unit, (_, new))| (unit as u16, new.clone()))
            .collect();
        let objectives = next.objectives.iter().map(|(&hex, &side)| (hex, side));
        let objectives =
            objectives.filter(|(hex, side)| self.objectives.get(hex) != Some(side)).collect();
        let laid =
            next.ground.iter().filter(|(hex, markers)| self.ground.get(hex) != Some(markers));
        let laid = laid.map(|(&hex, markers)| (hex, markers.clone()));
        let cleared = self.ground.keys().filter(|hex| !next.ground.contains_key(hex));
        let cleared = cleared.map(|&hex| (hex, Vec::new()));
        Changes { units, objectives, ground: laid.chain(cleared).collect() }
    }

    /// Makes the next scene of this one.
    pub fn apply(&mut self, changes: &Changes) {
        for (unit, seen) in &changes.units {
            self.units[usize::from(*unit)] = seen.clone();
        }
        self.objectives.extend(changes.objectives.iter().copied());
        for (hex, markers) in &changes.ground {
            if markers.is_empty() {
                self.ground.remove(hex);
            } else {
                self.ground.insert(*hex, markers.clone());
            }
        }
    }
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Who decided.
    pub side: Side,
    /// How many decisions there were to choose from.
    pub options: usize,
    /// The choice.
    pub action: String,
}

/// What an event begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Beat {
    /// An activation of a side.
    Activation(Side),
    /// The turn of this number, from 1.
    Turn(u16),
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The event, with its rolls and modifiers.
    pub words: String,
    /// Whether it is one to jump to.
    pub moment: Option<Moment>,
    /// Whether something begins with it.
    pub beat: Option<Beat>,
}

/// One decision and what came of it; the first frame of a film is the set-up before any decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The turn it was taken in, from 1.
    pub turn: u16,
    /// The decision.
    pub decided: Option<Decided>,
    /// What followed.
    pub happened: Vec<Happened>,
    /// What the map shows differently after it. Empty in the first frame: that is the first scene.
    pub changes: Changes,
}

/// A whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// The scene before the first decision.
    pub first: Scene,
    /// The decisions in order, behind a frame for the set-up.
    pub frames: Vec<Frame>,
}

/// How games ended that were played on from a frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The frame after which they went on.
    pub frame: usize,
    /// The turn that begins there, from 1.
    pub turn: u16,
    /// Games.
    pub games: u32,
    /// Those that the Germans won.
    pub german: u32,
    /// Those that the Allies won.
    pub allied: u32,
}

/// Films a game.
#[derive(Clone, Debug)]
pub struct Camera<P> {
    film: Film,
    scene: Scene,
    turn: u16,
    turns: u16,
    starts: Vec<(usize, P)>,
}

impl<P: Pictured + Narrate> Camera<P> {
    /// A camera for a game of so many turns.
    pub fn new(turns: u16) -> Self {
        let (film, scene) = (Film::default(), Scene::default());
        Camera { film, scene, turn: 1, turns, starts: Vec::new() }
    }

    /// The film; and for each turn the frame it begins behind, with the position there.
    pub fn develop(self) -> (Film, Vec<(usize, P)>) {
        (self.film, self.starts)
    }

    /// Whatever the last frame changed can be seen now.
    fn expose(&mut self, now: &P) {
        let next = Scene::of(now);
        let shown = mem::replace(&mut self.scene, next);
        let number = self.film.frames.len() - 1;
        let frame = &mut self.film.frames[number];
        if number == 0 {
            self.film.first = self.scene.clone();
        } else {
            frame.changes = shown.changes_to(&self.scene);
        }
        if (number == 0 || frame.turn != self.turn) && now.to_act().is_some() {
            self.starts.push((number, now.clone()));
        }
    }
}

impl<P: Pictured + Narrate> Observer<P> for Camera<P> {
    fn begin(&mut self, _: &P) {
        let (happened, changes) = (Vec::new(), Changes::default());
        self.film.frames.push(Frame { turn: 1, decided: None, happened, changes });
    }

    fn decided(&mut self, before: &P, side: Side, legal: &[P::Action], action: P::Action) {
        self.expose(before);
        let action = Notation::say(before, action);
        self.film.frames.push(Frame {
            turn: self.turn,
            decided: Some(Decided { side, options: legal.len(), action }),
            happened: Vec::new(),
            changes: Changes::default(),
        });
    }

    fn happened(&mut self, after: &P, event: &P::Event) {
        let beat = match after.entry(event) {
            Some(Entry::Activation(activation)) => Some(Beat::Activation(activation.side)),
            Some(Entry::Turn(turn)) if turn < self.turns => {
                self.turn = turn + 1;
                Some(Beat::Turn(self.turn))
            }
            _ => None,
        };
        let Some(words) = after.tell(event) else { return };
        if let Some(frame) = self.film.frames.last_mut() {
            frame.happened.push(Happened { words, moment: after.moment(event), beat });
        }
    }

    fn end(&mut self, last: &P) {
        self.expose(last);
    }
}
