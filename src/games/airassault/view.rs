//! What each side may see: all a policy ever gets. The position behind it is private, and every answer is one that the side
//! could read off the map and the cards. The Germans do not see what is printed on a counter face down, the Allies not what
//! the markers on the Turn Record Track stand for.

use alloc::string::String;
use alloc::vec::Vec;

use engine::{Chance, ChanceKind, Dice, HexId, Notation as _, Pending, Side};

use super::action::Action;
use super::combat::{Fight, Odds};
use super::ground::{Ground, Way};
use super::phase::Wait;
use super::state::{AirAssault, Load, Marker, Piece, Spot};

const COUNTER: ChanceKind = ChanceKind::new("imagined counter");
const SLOT: ChanceKind = ChanceKind::new("imagined place");
const MARKER: ChanceKind = ChanceKind::new("imagined marker");
const BEACH: ChanceKind = ChanceKind::new("imagined beach");
const CARGO: ChanceKind = ChanceKind::new("imagined cargo");

/// The position in the eyes of one side.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    game: &'a AirAssault,
    side: Side,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a AirAssault, side: Side) -> Self {
        View { game, side }
    }

    /// Whose eyes they are.
    pub fn side(self) -> Side {
        self.side
    }

    /// The turn, from 1; 0 before the first one.
    pub fn turn(self) -> u16 {
        self.game.turn.into()
    }

    pub(super) fn board(self) -> &'a Ground {
        &self.game.board
    }

    /// What is to be decided, if the side decides it.
    pub(super) fn wait(self) -> Option<Wait> {
        let wait = self.game.wait;
        (wait.decider(self.game) == Some(self.side)).then_some(wait)
    }

    /// The unit in question.
    pub(super) fn subject(self) -> Option<u16> {
        self.wait()?.subject(self.game)
    }

    pub(super) fn said(self, action: Action) -> String {
        self.game.say(action)
    }

    /// Whether it is a night turn.
    pub(super) fn is_night(self) -> bool {
        self.game.is_night()
    }

    /// Whose player segment it is.
    pub(super) fn segment(self) -> Side {
        self.game.side
    }

    /// The state of a unit, if the side knows it: its own, one that shows, or one that is not on the map.
    pub(super) fn piece(self, unit: u16) -> Option<&'a Piece> {
        let piece = self.game.piece(unit);
        let known = self.game.side_of(unit) == self.side || !piece.face_down;
        known.then_some(piece)
    }

    /// Where a unit stands, if the side knows.
    pub(super) fn hex_of(self, unit: u16) -> Option<HexId> {
        self.piece(unit)?;
        self.game.hex_of(unit)
    }

    /// Units of a side in a hex that the side knows.
    pub(super) fn known(self, of: Side, hex: HexId) -> impl Iterator<Item = u16> + 'a {
        let open = of == self.side;
        let game = self.game;
        game.of(of, hex).filter(move |&unit| open || !game.piece(unit).face_down)
    }

    /// Enemy counters in a hex that lie face down.
    pub(super) fn covered(self, hex: HexId) -> i32 {
        let enemy = self.side.other();
        self.game.of(enemy, hex).filter(|&unit| self.game.piece(unit).face_down).count() as i32
    }

    /// Whether counters of a side bar a hex.
    pub(super) fn bars(self, side: Side, hex: HexId) -> bool {
        self.game.bars(side, hex)
    }

    /// Whether a zone of control of a side reaches a hex, as far as anybody can tell.
    pub(super) fn zone(self, side: Side, hex: HexId) -> bool {
        self.game.zone(side, hex)
    }

    /// Stacking points of the side in a hex.
    pub(super) fn stack(self, hex: HexId) -> i32 {
        self.game.stack(self.side, hex).into()
    }

    /// Whether a hex is in the hands of the Germans, which is no secret.
    pub(super) fn is_german(self, hex: HexId) -> bool {
        self.game.is_friendly(Side::German, hex)
    }

    /// How near the Germans are to winning, per mille.
    pub(super) fn advantage(self) -> i32 {
        self.game.advantage()
    }

    /// The hexes in which Germans stand: they lie open.
    pub(super) fn germans(self) -> impl Iterator<Item = HexId> + 'a {
        let game = self.game;
        let units = game.board.of_side[Side::German].iter();
        units.filter_map(move |&unit| game.hex_of(unit).or_else(|| game.shore_of(unit)))
    }

    /// The fight that is being mustered or settled: all who take part in it show.
    pub(super) fn fight(self) -> &'a Fight {
        &self.game.fight
    }

    /// All who could attack a hex, and the guns that could support them.
    pub(super) fn muster(self, hex: HexId) -> (Vec<u16>, Vec<u16>) {
        (self.game.attackers_of(&[hex]), self.game.supporters_of(&[hex]))
    }

    /// What an attack by the side would be: enemies face down are not counted.
    pub(super) fn odds(self, attackers: &[u16], guns: &[u16], targets: &[HexId]) -> Odds {
        self.game.odds_of(self.side, attackers, guns, targets)
    }

    /// The attackers in a hex at whom a gun could fire.
    pub(super) fn attackers_in(self, hex: HexId) -> impl Iterator<Item = u16> + 'a {
        let game = self.game;
        game.fight.attackers.iter().copied().filter(move |&unit| game.hex_of(unit) == Some(hex))
    }

    /// Where a unit would come down with a modified die: nowhere if it is lost.
    pub(super) fn drifts_to(self, aim: HexId, number: i8) -> Option<HexId> {
        self.game.drifts_to(aim, number)
    }

    /// Whether any hex could be chosen for a drop of a unit.
    pub(super) fn bombers_over(self, hex: HexId) -> i32 {
        self.game.bombers(hex).count() as i32
    }

    /// What the position may be: counters face down dealt out again, or what the markers stand for.
    pub(super) fn with_secrets_dealt(self, dice: &mut dyn Dice) -> AirAssault {
        let mut other = self.game.clone();
        match self.side {
            Side::German => deal_counters(&mut other, dice),
            Side::Allied => deal_markers(&mut other, dice),
        }
        other
    }
}

fn rank(dice: &mut dyn Dice, kind: ChanceKind, turn: u8, who: u16) -> u64 {
    dice.rank(Chance { kind, turn: turn.into(), who, whom: 0, nth: 0 })
}

/// Deals the Allied counters that lie face down among the places where some lie: the larger ones first, each where there is
/// room beside those that are still to come. How they lay before does not matter.
fn deal_counters(game: &mut AirAssault, dice: &mut dyn Dice) {
    let turn = game.turn;
    let board = game.board.clone();
    let hidden =
        |game: &AirAssault, unit: u16| game.hex_of(unit).filter(|_| game.piece(unit).face_down);
    let mut units: Vec<u16> = board.of_side[Side::Allied].clone();
    units.retain(|&unit| hidden(game, unit).is_some());
    let mut slots: Vec<HexId> = units.iter().filter_map(|&unit| hidden(game, unit)).collect();
    slots.sort_unstable();
    // Equal places are told apart by their number in the sorted list, which everybody can count.
    let mut order: Vec<(u64, HexId)> =
        (0..).zip(&slots).map(|(number, &hex)| (rank(dice, SLOT, turn, number), hex)).collect();
    order.sort_unstable();
    units.sort_by_cached_key(|&unit| {
        (u8::MAX - board.unit(unit).stacking, rank(dice, COUNTER, turn, unit))
    });
    for &unit in &units {
        game.send(unit, Spot::Card);
    }
    for &unit in &units {
        let size = board.unit(unit).stacking;
        let roomy = |&(_, hex): &(u64, HexId)| {
            let others = order.iter().filter(|&&(_, other)| other == hex).count() as u8 - 1;
            game.stack(Side::Allied, hex) + size + others <= board.stacking
        };
        let place = order.iter().position(roomy).unwrap_or(0);
        let (_, hex) = order.remove(place);
        game.put(unit, hex);
    }
}

/// Deals what the markers on the Turn Record Track stand for, and the beaches; and who is in the emergency convoy.
fn deal_markers(game: &mut AirAssault, dice: &mut dyn Dice) {
    let turn = game.turn;
    let board = game.board.clone();
    let beaches = board.beaches.len() as u64;
    let mut loads: Vec<Load> = game.markers.iter().map(|marker| marker.load).collect();
    loads.retain(|load| *load != Load::Emergency);
    loads.sort_unstable();
    let mut dealt: Vec<(u64, Load)> =
        (0..).zip(loads).map(|(number, load)| (rank(dice, MARKER, turn, number), load)).collect();
    dealt.sort_unstable();
    let mut turns: Vec<(u8, bool)> =
        game.markers.iter().map(|marker| (marker.turn, marker.load == Load::Emergency)).collect();
    turns.sort_unstable();
    let mut dealt = dealt.into_iter();
    let mut markers: Vec<Marker> = Vec::new();
    for (number, (on, emergency)) in (0..).zip(turns) {
        let load =
            if emergency { Some(Load::Emergency) } else { dealt.next().map(|(_, load)| load) };
        let Some(load) = load else { continue };
        let mut beach =
            if beaches == 0 { 0 } else { (rank(dice, BEACH, turn, number) % beaches) as u8 };
        let taken = |beach: u8| {
            markers.iter().any(|other| {
                (other.turn, other.beach) == (on, beach) && matches!(other.load, Load::Convoy(_))
            })
        };
        // V.L.3
        while matches!(load, Load::Convoy(_)) && beaches > 1 && taken(beach) {
            beach = (beach + 1) % beaches as u8;
        }
        markers.push(Marker { turn: on, load, beach: if load == Load::Decoy { 0 } else { beach } });
    }
    markers.sort_unstable();
    game.markers = markers;
    let aborted: Vec<u16> = board.of_side[Side::German]
        .iter()
        .copied()
        .filter(|&unit| {
            let spot = game.piece(unit).spot;
            let infantry = board.unit(unit).class.is_infantry();
            matches!(board.unit(unit).way, Way::Convoy(_))
                && (spot == Spot::Emergency || spot == Spot::Aborted && infantry)
        })
        .collect();
    if !game.emergency {
        return;
    }
    let mut room = board.convoys.emergency_points;
    for unit in aborted {
        let size = board.unit(unit).stacking;
        let waits = game.markers.iter().any(|marker| marker.load == Load::Emergency);
        let aboard = waits && size <= room && rank(dice, CARGO, turn, unit).is_multiple_of(2);
        room -= if aboard { size } else { 0 };
        game.send(unit, if aboard { Spot::Emergency } else { Spot::Aborted });
    }
}
