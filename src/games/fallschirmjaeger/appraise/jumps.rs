//! What it is worth to come down in a hex. A paratrooper has the choice of every field of the map: of all options that are
//! weighed in a game five in six are jumps, so here every step counts.

use alloc::vec::Vec;

use engine::{Field, HexId, Scale, Scales};

use super::super::action::Action;
use super::super::ground::{HexSet, Terrain};
use super::super::stacking::STACK;
use super::charts::{Lure, way_to};
use super::features::{self, F, FEATURES};
use super::survey::{FAR, Survey};

/// States the features of the options of a jump.
pub(super) fn state(survey: &Survey<'_>, legal: &[Action], scales: &mut impl Scales) {
    let fields = Fields::of(survey, scales);
    for (&action, mut option) in legal.iter().zip(scales.options::<{ FEATURES.len() }>()) {
        match action {
            Action::Jump(hex) | Action::JumpReduced(hex) => {
                let empty = fields.as_ref().and_then(|fields| fields.empty(survey, hex));
                match empty {
                    Some([by_way, by_flak]) => {
                        option.add_shared(by_way);
                        option.add_shared(by_flak);
                    }
                    None => jump(survey, hex, &mut option),
                }
            }
            _ => features::state(survey, action, &mut option),
        }
    }
}

/// What fields are worth to a unit with posts where nobody is and nothing counts, as nearly everywhere: it depends on the way
/// to the posts and on anti-aircraft fire alone, so each value of these is weighed once.
struct Fields<'a, S> {
    posts: &'a Field,
    by_way: Vec<S>,
    by_flak: [S; 5],
    /// Where there is more to weigh.
    busy: HexSet,
}

impl<'a, S> Fields<'a, S> {
    /// `None` where every hex is weighed by itself, without posts.
    fn of(survey: &Survey<'a>, scales: &impl Scales<Shared = S>) -> Option<Fields<'a, S>> {
        let posts = survey.posts?;
        let by_way = |way: i32| {
            scales.share([
                (F::jump as usize, 1),
                (F::jump_head as usize, survey.jumper.head.into()),
                (F::jump_way as usize, way),
                (F::jump_pull as usize, Lure::pull_of_posts(way)),
                (F::jump_post as usize, (way == 0).into()),
            ])
        };
        let by_flak = |flak| scales.share([(F::jump_flak as usize, flak)]);
        let board = &survey.view.board;
        let enemies = survey.view.index.stands[survey.enemy];
        let mut busy = survey.view.index.stands[survey.side].or(*survey.aims());
        for hex in enemies.iter() {
            board.near(hex).for_each(|(_, near)| busy.insert(near));
        }
        busy = busy.or(board.with_places);
        if survey.jumper.head {
            // It looks for company.
            busy = busy.or(survey.company_hexes());
        }
        if survey.jumper.specially {
            busy = busy.or(HexSet::all().without(board.drops));
        }
        Some(Fields {
            posts,
            by_way: (0..=FAR).map(by_way).collect(),
            by_flak: [0, 1, 2, 3, 4].map(by_flak),
            busy,
        })
    }

    /// What is to be weighed of a hex if it is such a field.
    #[inline]
    fn empty(&self, survey: &Survey<'_>, hex: HexId) -> Option<[&S; 2]> {
        let way = way_to(self.posts, hex);
        let flak = survey.flak(hex);
        let empty = !self.busy.contains(hex);
        empty.then(|| [&self.by_way[way as usize], &self.by_flak[flak as usize]])
    }
}

/// States what it is worth to come down in a hex.
#[inline]
pub(super) fn jump(survey: &Survey<'_>, hex: HexId, scale: &mut impl Scale) {
    let (view, jumper, lure) = (survey.view, survey.jumper, survey.lure(hex));
    let post = view.index.post(hex);
    let special = jumper.specially && !view.board.drops.contains(hex);
    let flak = if jumper.jumps && !special { survey.flak(hex) } else { 0 };
    let prize =
        if view.board.places_at[hex.index()] == 0 { 0 } else { survey.prize(hex, survey.side) };
    let here = if post.is_empty() { 0 } else { view.soldiers(hex, survey.side).count() };
    let friends = here + survey.coming(hex);
    let crowd = (friends as i32 + 1 - i32::from(STACK)).max(0);
    let feature = |feature: F, value: i32| (feature as usize, value);
    scale.add_all([
        feature(F::jump, 1),
        feature(F::jump_pull, lure.pull),
        feature(F::jump_way, lure.way),
        feature(F::jump_prize, prize),
        feature(F::jump_enemies, post.beside[survey.enemy].into()),
        feature(F::jump_friends, friends as i32),
        feature(F::jump_crowd, crowd),
        feature(F::jump_special, special.into()),
        feature(F::jump_flak, flak),
        feature(F::jump_post, (survey.has_posts() && lure.way == 0).into()),
    ]);
    if jumper.adrift {
        let loss = match view.board.cell(hex).terrain {
            terrain if terrain.is_city() => 2,
            Terrain::Village | Terrain::Woods => 1,
            _ => 0,
        };
        scale.add(F::jump_loss as usize, loss);
    }
    if jumper.head {
        scale.add(F::jump_head as usize, 1);
        scale.add(F::jump_head_friends as usize, survey.company(hex));
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use engine::{
        Appraise, FeatureTable, Order, OrderBook, Position, Scales, Seed, Seeded, Side, Task, Whim,
    };

    use super::super::super::phase::Wait;
    use super::super::super::tests::Desk;
    use super::super::Charts;
    use super::super::features::{self, FEATURES};
    use super::super::survey::Survey;

    /// Plays a random game and weighs every jump of it twice.
    fn weigh_twice(desk: &Desk, post: &str) -> u32 {
        let order = Order { task: Task::Take, hexes: vec![desk.hex(post)] };
        let guide = desk.game.guide(core::slice::from_ref(&order));
        let everybody = desk.game.board.numbers().collect();
        let book = OrderBook::new(vec![(order, everybody)], guide);
        let (mut dice, mut whims) = (Seeded::new(Seed(3)), Whim::new(Seed(3), Side::German));
        let mut game = desk.game.clone();
        game.open(&mut dice, &mut Vec::new());
        let (mut legal, mut charts, mut jumps) = (Vec::new(), Charts::default(), 0);
        while game.to_act().is_some() {
            legal.clear();
            game.legal_actions(&mut legal);
            if matches!(game.wait, Wait::Jump(_)) {
                charts.look(&game);
                let survey = Survey::of(&game, book.in_force(1), &charts);
                let blank = || FeatureTable::new(legal.len(), FEATURES.len());
                let (mut shared, mut each) = (blank(), blank());
                super::state(&survey, &legal, &mut shared);
                for (&action, mut option) in legal.iter().zip(each.options::<{ FEATURES.len() }>())
                {
                    features::state(&survey, action, &mut option);
                }
                assert_eq!(shared, each);
                jumps += 1;
            }
            let choice = legal[whims.below(legal.len())];
            game.apply_unchecked(choice, &mut dice, &mut Vec::new());
        }
        jumps
    }

    #[test]
    fn an_empty_field_is_weighed_as_any_other_hex() {
        assert!(weigh_twice(&Desk::moerdijk(&[]), "7.25") > 10);
        assert!(weigh_twice(&Desk::fortress(&[]), "49.16") > 10);
    }
}
