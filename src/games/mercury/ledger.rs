//! The ledger of combat: what each die was to do in the mean, and did.

use engine::CombatFacts;

use super::counter::{Colour, UnitId};
use super::event::Event;
use super::fire::{Hit, Mode};
use super::quality::chance_of;
use super::random_event::PARTISAN_RATING;
use super::state::Battle;

/// Faces of the die of fire and of checks.
const FACES: u8 = 10;

impl Battle {
    pub(super) fn combat_facts(&self, event: &Event) -> Option<CombatFacts> {
        match *event {
            Event::Shot {
                firer, target, mode, colour, hard, printed, rating, die, hit, ..
            } => {
                let facts = self.shot_facts(firer, target, colour, hard, rating, die, hit);
                let kind = if mode.close() { "assault" } else { mode.words() };
                Some(CombatFacts { kind, modifier: i16::from(rating - printed), ..facts })
            }
            // 5.7: no unit of either side attacks, and the row is always the same.
            Event::PartisanAttack { target, hard, rating, die, hit } => {
                let facts = self.shot_facts(None, target, Colour::Pink, hard, rating, die, hit);
                let modifier = i16::from(rating - PARTISAN_RATING);
                Some(CombatFacts { kind: "partisans", modifier, ..facts })
            }
            // O2.4: no unit of the roster fires.
            Event::Gunfire { target, colour, hard, printed, rating, die, hit, .. } => {
                let facts = self.shot_facts(None, target, colour, hard, rating, die, hit);
                let modifier = i16::from(rating - printed);
                Some(CombatFacts { kind: "naval gunfire", modifier, ..facts })
            }
            // A check that a point passed had no die.
            Event::Check { unit, purpose, need, die: Some(die), passed } => {
                let side = self.side(unit);
                Some(CombatFacts {
                    side,
                    unit: Some(unit.0),
                    kind: CombatFacts::CHECK,
                    row: purpose.words(),
                    rating: Some(i16::from(need)),
                    modifier: i16::from(need) - i16::from(self.face(unit).quality),
                    die,
                    result: Some(if passed { "passed" } else { "failed" }),
                    effect: u16::from(passed),
                    effect_of_all: u16::from(chance_of(need)),
                    own_effect: None,
                    faces: FACES,
                })
            }
            _ => None,
        }
    }

    /// A shot at a target: the die is a hit with every result but a miss.
    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn shot_facts(
        &self,
        firer: Option<UnitId>,
        target: UnitId,
        colour: Colour,
        hard: bool,
        rating: i8,
        die: u8,
        hit: Hit,
    ) -> CombatFacts {
        let hits = (0..FACES).filter(|&die| {
            // 9 misses whatever the rating.
            die != 9
                && i16::from(die) <= i16::from(rating)
                && self.ground.hit(colour, hard, die) != Hit::Miss
        });
        CombatFacts {
            side: self.side(target).other(),
            unit: firer.map(|firer| firer.0),
            kind: Mode::Direct.words(),
            row: colour.word(),
            rating: Some(i16::from(rating)),
            modifier: 0,
            die,
            result: Some(hit.words()),
            effect: u16::from(hit != Hit::Miss),
            effect_of_all: hits.count() as u16,
            own_effect: None,
            faces: FACES,
        }
    }
}
