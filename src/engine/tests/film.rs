//! A film shows the game it was taken of.

use engine::{
    Camera, Changes, FromSetup as _, Marker, Observer, Outcome, Pictured as _, Position, Scene,
    Seed, Seeded, Seen, Side, Tone, Whim,
};
use games::skirmish::{Skirmish, ridge};

/// A random game with the camera beside it, and the position behind every frame.
fn filmed(seed: u64) -> (Camera<Skirmish>, Vec<Skirmish>) {
    let seed = Seed(seed);
    let (mut dice, mut whims) = (Seeded::new(seed), Whim::new(seed, Side::German));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let mut position = Skirmish::from_setup(ridge()).unwrap();
    let mut camera = Camera::new(engine::Account::turn_names(&position).len() as u16);
    position.open(&mut dice, &mut events);
    camera.begin(&position);
    for event in events.drain(..) {
        camera.happened(&position, &event);
    }
    let mut stills = vec![position.clone()];
    while let Some(side) = position.to_act() {
        legal.clear();
        position.legal_actions(&mut legal);
        let action = legal[whims.below(legal.len())];
        camera.decided(&position, side, &legal, action);
        position.apply_unchecked(action, &mut dice, &mut events);
        for event in events.drain(..) {
            camera.happened(&position, &event);
        }
        stills.push(position.clone());
    }
    camera.end(&position);
    assert!(matches!(position.outcome(), Outcome::Over { .. }));
    (camera, stills)
}

#[test]
fn the_differences_give_every_position_up_to_the_last() {
    let mut lost = 0;
    for seed in 0..50 {
        let (camera, stills) = filmed(seed);
        let (film, _) = camera.develop();
        assert_eq!(film.frames.len(), stills.len());
        let mut scene = film.first.clone();
        for (frame, still) in film.frames.iter().zip(&stills) {
            scene.apply(&frame.changes);
            assert_eq!(scene, Scene::of(still));
        }
        lost += scene.units.iter().filter(|seen| matches!(seen, Seen::Off(_))).count();
    }
    assert!(lost > 0, "nobody was ever lost: the test saw no unit leave");
}

#[test]
fn a_frame_holds_what_changed_and_nothing_else() {
    let (camera, stills) = filmed(1);
    let (film, _) = camera.develop();
    for (frame, pair) in film.frames[1..].iter().zip(stills.windows(2)) {
        let [old, new] = [Scene::of(&pair[0]), Scene::of(&pair[1])];
        for (unit, seen) in &frame.changes.units {
            assert_ne!(&old.units[usize::from(*unit)], seen);
        }
        let moved = old.units.iter().zip(&new.units).filter(|(a, b)| a != b).count();
        assert_eq!(frame.changes.units.len(), moved);
    }
}

#[test]
fn turns_begin_where_the_game_says() {
    let (camera, stills) = filmed(3);
    let (film, starts) = camera.develop();
    let turns: Vec<u16> = film.frames.iter().map(|frame| frame.turn).collect();
    assert!(turns.is_sorted() && turns[0] == 1, "{turns:?}");
    assert_eq!(starts.len(), usize::from(*turns.last().unwrap()), "one start a turn");
    for (number, (frame, position)) in starts.iter().enumerate() {
        assert_eq!(position, &stills[*frame]);
        assert_eq!(usize::from(film.frames[frame + 1].turn), number + 1);
    }
}

#[test]
fn ground_markers_come_and_go() {
    let (_, stills) = filmed(0);
    let bare = Scene::of(&stills[0]);
    let hex = stills[0].map().ids().next().unwrap();
    let mut laid = bare.clone();
    laid.ground.insert(hex, vec![Marker::new(Tone::Harm, "*", "barrage")]);
    let there = bare.changes_to(&laid);
    let back = laid.changes_to(&bare);
    assert_eq!(back, Changes { ground: vec![(hex, Vec::new())], ..Changes::default() });
    let mut scene = bare.clone();
    scene.apply(&there);
    assert_eq!(scene, laid);
    scene.apply(&back);
    assert_eq!(scene, bare);
}
