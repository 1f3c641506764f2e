//! What several options of a decision have in common, worked out once.

use engine::{Field, HexId, InForce, Places, Side};

use super::super::combat::Odds;
use super::super::ground::{Class, Ground, Verdict};
use super::super::phase::Wait;
use super::super::view::View;
use super::Memory;

/// The view of a decision, and what was worked out for it.
pub(super) struct Survey<'a> {
    pub view: View<'a>,
    pub board: &'a Ground,
    pub memory: &'a Memory,
    pub wait: Option<Wait>,
    pub unit: Option<u16>,
    pub here: Option<HexId>,
    /// The order's places, for a unit that has one.
    pub order: Option<&'a Field>,
}

/// The faces of the die.
const FACES: i32 = 6;

impl<'a> Survey<'a> {
    pub(super) fn of(
        view: View<'a>,
        memory: &'a Memory,
        orders: InForce<'a, Places<Field>>,
    ) -> Survey<'a> {
        let unit = view.subject();
        Survey {
            view,
            board: view.board(),
            memory,
            wait: view.wait(),
            unit,
            here: unit.and_then(|unit| view.hex_of(unit)),
            order: unit.and_then(|unit| orders.place(unit)),
        }
    }

    /// Half points from a hex to the unit's goal: the posts of its order, else the nearest airfield.
    pub(super) fn away(&self, hex: HexId) -> i32 {
        let Some(field) = self.order.or(self.memory.fields.as_ref()) else { return 0 };
        match field.cost(hex) {
            Field::UNREACHABLE => 400,
            cost => i32::from(cost).min(400),
        }
    }

    /// Hexes from a hex to the nearest German, 99 at most; known for where an Allied unit is and may go.
    pub(super) fn to_germans(&self, hex: HexId) -> i32 {
        self.memory.germans.far[hex.index()].into()
    }

    pub(super) fn is_field(&self, hex: HexId) -> bool {
        self.board.airfields.iter().any(|field| field.hex == hex)
    }

    /// Strength points of a unit, both figures together.
    pub(super) fn points(&self, unit: u16) -> i32 {
        let kind = self.board.unit(unit);
        // A gun or a headquarters is worth more than its figures in a fight.
        let more = match kind.class {
            Class::Headquarters => 2,
            class if class.is_artillery() => i32::from(kind.attack),
            _ => 0,
        };
        i32::from(kind.attack) + i32::from(kind.defence) + more
    }

    pub(super) fn all_points(&self, units: impl Iterator<Item = u16>) -> i32 {
        units.map(|unit| self.points(unit)).sum()
    }

    /// Attack strength of known enemies who stand next to a hex.
    pub(super) fn danger(&self, hex: HexId) -> i32 {
        let enemy = self.view.side().other();
        let near = self.board.near(hex).flat_map(|near| self.view.known(enemy, near));
        near.map(|unit| i32::from(self.board.unit(unit).attack)).sum()
    }

    /// Enemies next to a hex that nobody knows: what is believed of them, or as much as a company each.
    pub(super) fn unknown(&self, hex: HexId) -> i32 {
        let guess = |near: HexId| {
            let covered = self.view.covered(near);
            if covered == 0 { 0 } else { self.memory.believed(near).max(2 * covered) }
        };
        self.board.near(hex).map(guess).sum()
    }

    /// Own strength in a hex, without the unit in question.
    pub(super) fn fellows(&self, hex: HexId) -> i32 {
        let own = self.view.known(self.view.side(), hex).filter(|&unit| Some(unit) != self.unit);
        own.map(|unit| i32::from(self.board.unit(unit).defence)).sum()
    }

    /// What an attack is worth in the mean, in hundredths of a strength point, and how often of a hundred times it clears
    /// the hexes attacked.
    pub(super) fn value(&self, odds: Odds, attackers: i32, units: i32, defenders: i32) -> [i32; 2] {
        let (mut sum, mut clear) = (0, 0);
        for die in 1..=FACES {
            let row = die as i16 + i16::from(odds.modifier);
            let verdict = *self.board.combat.result(odds.column, row);
            let (own, theirs) = match verdict {
                Verdict::Ne => (0, 0),
                Verdict::Dr => (0, 40 * defenders),
                Verdict::De => (0, 100 * defenders),
                Verdict::Ex => {
                    let paid = attackers.min(defenders).min(4);
                    (100 * paid, 100 * paid)
                }
                Verdict::Ar => (25 * attackers, 0),
                Verdict::Ae => (100 * attackers, 0),
                Verdict::Al => (100 * attackers / units.max(1), 0),
            };
            sum += theirs - own;
            clear += i32::from(matches!(verdict, Verdict::Dr | Verdict::De));
        }
        [sum / FACES, 100 * clear / FACES]
    }

    /// The same of all who could attack a hex, or of the fight that is mustered.
    pub(super) fn attack(&self, attackers: &[u16], guns: &[u16], targets: &[HexId]) -> [i32; 2] {
        let enemy = self.view.side().other();
        let odds = self.view.odds(attackers, guns, targets);
        let own = self.all_points(attackers.iter().copied());
        let theirs = targets.iter().flat_map(|&hex| self.view.known(enemy, hex));
        self.value(odds, own, attackers.len() as i32, self.all_points(theirs))
    }

    /// Chances out of a hundred that a unit dropped on a hex is lost in the sea or off the map, with a modifier.
    pub(super) fn lost_in_drift(&self, aim: HexId, modifier: i8) -> i32 {
        let lost =
            (1..=FACES as i8).filter(|die| self.view.drifts_to(aim, die + modifier).is_none());
        100 * lost.count() as i32 / FACES
    }

    pub(super) fn is_german(&self) -> bool {
        self.view.side() == Side::German
    }
}
