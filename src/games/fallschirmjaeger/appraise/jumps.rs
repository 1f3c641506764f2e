//! What it is worth to come down in a hex. A paratrooper has the choice of every field of the map: of all options that are
//! weighed in a game five in six are jumps, so here every step counts.

use engine::{HexId, Scale, Scales};

use super::super::action::Action;
use super::super::ground::Terrain;
use super::features::{self, F, FEATURES};
use super::survey::Survey;

/// States the features of the options of a jump.
pub(super) fn state(survey: &Survey<'_>, legal: &[Action], scales: &mut impl Scales) {
    for (&action, mut option) in legal.iter().zip(scales.options::<{ FEATURES.len() }>()) {
        match action {
            Action::Jump(hex) | Action::JumpReduced(hex) => jump(survey, hex, &mut option),
            _ => features::state(survey, action, &mut option),
        }
    }
}

/// States what it is worth to come down in a hex.
#[inline]
pub(super) fn jump(survey: &Survey<'_>, hex: HexId, scale: &mut impl Scale) {
    let (view, jumper, lure) = (survey.view, survey.jumper, survey.lure(hex));
    let post = view.index.post(hex);
    let special = jumper.specially && !view.board.drops.contains(hex);
    let flak = if jumper.jumps && !special { survey.flak(hex) } else { 0 };
    // Nearly all of the map is empty, and nothing that counts lies there.
    let prize =
        if view.board.places_at[hex.index()] == 0 { 0 } else { survey.prize(hex, survey.side) };
    let here = if post.is_empty() { 0 } else { view.soldiers(hex, survey.side).count() };
    let friends = here + survey.coming(hex);
    let feature = |feature: F, value: i32| (feature as usize, value);
    scale.add_all([
        feature(F::jump, 1),
        feature(F::jump_pull, lure.pull),
        feature(F::jump_way, lure.way),
        feature(F::jump_prize, prize),
        feature(F::jump_enemies, post.beside[survey.enemy].into()),
        feature(F::jump_friends, friends as i32),
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
