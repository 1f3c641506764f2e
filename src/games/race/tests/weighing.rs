//! What strategies may weigh: single features of single decisions.

use std::string::String;
use std::vec;
use std::vec::Vec;

use engine::{Appraise, Features, InForce, Notation, Position, Scores, Side};

use crate::race::action::Action;
use crate::race::aftermath::{Advance, Forward};
use crate::race::appraise::Memory;
use crate::race::appraise::post::Guide;
use crate::race::chronicle::Event;
use crate::race::rules::{Race, Spot};

use super::Desk;

/// The value of a feature for a decision that is open now.
fn worth(desk: &Desk, feature: &str, words: &str) -> i64 {
    worth_in(desk, feature, words, &mut Memory::default(), InForce::NONE)
}

/// The same for a player who remembers something and has given orders.
pub(super) fn worth_in(
    desk: &Desk,
    feature: &str,
    words: &str,
    memory: &mut Memory,
    orders: InForce<'_, Guide>,
) -> i64 {
    let mut legal = Vec::new();
    desk.race.legal_actions(&mut legal);
    let option = legal.iter().position(|&action| desk.race.say(action) == words);
    let option = option.unwrap_or_else(|| panic!("cannot {words:?}, only {:?}", desk.words()));
    let column = Race::FEATURES.iter().position(|weighable| weighable.name == feature);
    let mut weights = vec![0; Race::FEATURES.len()];
    weights[column.unwrap_or_else(|| panic!("no feature {feature}"))] = 1;
    let mut scores = vec![0; legal.len()];
    let features = Features::Score(Scores::new(&weights, &mut scores));
    Race::appraise(&desk.race, &legal, memory, orders, features);
    scores[option]
}

/// How often a mistake is counted for a decision that is open now.
fn counted(desk: &Desk, measure: &str, words: &str) -> u32 {
    counted_in(desk, measure, words, &Memory::default())
}

/// The same in the eyes of somebody who has seen something.
fn counted_in(desk: &Desk, measure: &str, words: &str, memory: &Memory) -> u32 {
    let mut legal = Vec::new();
    desk.race.legal_actions(&mut legal);
    let chosen: Action =
        legal.iter().copied().find(|&action| desk.race.say(action) == words).expect("it is open");
    let place = Race::MEASURES.iter().position(|weighable| weighable.name == measure);
    let mut counts = vec![0; Race::MEASURES.len()];
    Race::judge(&desk.race, &legal, chosen, memory, &mut counts);
    counts[place.expect("a measure")]
}

fn boxed(mut desk: Desk, ids: &[&str], approach: u8) -> Desk {
    for id in ids {
        let unit = desk.unit(id);
        desk.race.pieces[usize::from(unit)].place = Spot::Box(approach);
    }
    desk
}

/// A marker is worth what it adds to the best attack of the hex: nothing where one lies already,
/// nothing over units that have fought.
#[test]
fn an_air_marker_is_worth_the_attack_it_helps() {
    let desk = |ruling: &str| {
        let mut desk = Desk::market_garden(&[ruling])
            .cleared()
            .with("129-bde 0409, 130-bde 0409, fjr-6 0410, 501-pir 1008, 719-division 0908")
            .at(2, 'B', Side::German);
        desk.say("pass", &[]);
        desk
    };
    let (neerpelt, veghel) = ("air support at 0409", "air support at 1008 Veghel");
    let mut one = desk("air_columns=one");
    assert!(worth(&one, "air-gain", neerpelt) > 0);
    assert_eq!(worth(&one, "air-kept", "no air support"), 1);
    one.say(neerpelt, &[]);
    assert_eq!(worth(&one, "air-gain", neerpelt), 0, "one column in all");
    assert!(worth(&one, "air-gain", veghel) > 0);
    let mut each = desk("air_columns=each");
    each.say(neerpelt, &[]);
    assert!(worth(&each, "air-gain", neerpelt) > 0, "a column each");
    let mut fought = desk("air_columns=one");
    fought.race.struck = fought.race.on_map(Side::Allied);
    assert_eq!(worth(&fought, "air-gain", neerpelt), 0, "they were attacked in this impulse");
}

/// Nobody attacks in the impulse of the landing; the German marker serves the impulses still to come.
#[test]
fn an_air_marker_is_worth_nothing_when_nobody_will_attack() {
    let mut landing = Desk::market_garden(&[]).at(1, 'A', Side::German);
    landing.say("pass", &[]);
    let words = landing.words();
    let places: Vec<&String> = words.iter().filter(|w| w.starts_with("air support at")).collect();
    assert!(!places.is_empty());
    for place in places {
        assert_eq!(worth(&landing, "air-gain", place), 0, "{place}");
    }
    let german = |impulse| {
        let desk = Desk::market_garden(&[])
            .cleared()
            .with("129-bde 0409, fjr-6 0410, 719-division 0410, 245-division 0410")
            .at(2, impulse, Side::German);
        worth(&desk, "air-gain", "air marker to 0410")
    };
    assert!(german('C') > 0);
    assert_eq!(german('A'), 3 * german('C'));
    assert_eq!(german('D'), 0, "the turn ends before they attack again");
}

/// Air transport counts the units that find room on the field, a drop those on their hexes.
#[test]
fn landings_count_room() {
    let field = |others: &str| {
        let desk = Desk::mercury(&[]).cleared().with(&alloc::format!("i-llsr 0904{others}"));
        let waiting = ["i-gjr-100", "ii-gjr-100", "i-gjr-85"];
        boxed(desk, &waiting, 0).at(2, 'A', Side::German)
    };
    let airlift = "air transport from the West box";
    assert_eq!(worth(&field(""), "airlift-units", airlift), 2);
    assert_eq!(worth(&field(", ii-llsr 0904"), "airlift-units", airlift), 1);
    let full = field(", ii-llsr 0904, iii-llsr 0904");
    assert!(full.may(airlift), "the rules allow it: 5.4 comes later");
    assert_eq!(worth(&full, "airlift-units", airlift), 0);
    let drop =
        boxed(Desk::mercury(&[]).cleared(), &["i-llsr", "ii-llsr"], 0).at(1, 'A', Side::German);
    assert_eq!(worth(&drop, "land-units", "land from the West box"), 2);
}

/// An activation is worth what its units can do: the best attack, the steps toward what counts.
#[test]
fn an_activation_counts_what_its_units_can_do() {
    let (xxx, flanks) = ("move and fight with XXX Corps", "move and fight with VIII and XII Corps");
    let desk = Desk::market_garden(&[])
        .cleared()
        .with("129-bde 0409, 130-bde 0409, 231-bde 0409, fjr-6 0410, 71-bde 0304, 158-bde 0303")
        .at(2, 'B', Side::Allied);
    assert!(worth(&desk, "operate-attack", xxx) > 0);
    assert_eq!(worth(&desk, "operate-attack", flanks), 0);
    // The brigades of XXX Corps are bound to their attack; those of the flanks have a way to go.
    assert_eq!(worth(&desk, "operate-nearer", xxx), 0);
    assert_eq!(worth(&desk, "operate-nearer", flanks), 2);
    assert_eq!((worth(&desk, "operate-idle", xxx), worth(&desk, "operate-idle", flanks)), (0, 0));
    // Attacked in the German half, XXX Corps attacks no more in this impulse, and so is free to move.
    let mut struck = desk.clone_at(2, 'B', Side::Allied);
    struck.race.struck = struck.race.here(struck.hex("0409"), Side::Allied);
    assert_eq!(worth(&struck, "operate-attack", xxx), 0);
    assert_eq!(worth(&struck, "operate-nearer", xxx), 3);
    // Nor is a unit bound that has only a bad attack: 6 against 10.
    let weak = Desk::market_garden(&[]).cleared().with("71-bde 0409, fjr-6 0410, 107-pz-bde 0410");
    let weak = weak.at(2, 'B', Side::Allied);
    assert_eq!(
        (worth(&weak, "operate-attack", flanks), worth(&weak, "operate-nearer", flanks)),
        (0, 1)
    );
    // Before impulse D of the first turn the defender can only attack.
    let surprised = |counters: &str| {
        let desk = Desk::market_garden(&[]).cleared().with(counters).at(1, 'B', Side::German);
        worth(&desk, "operate-idle", "move and fight")
    };
    assert_eq!(surprised("fjr-6 0410, 129-bde 0405"), 1);
    assert_eq!(surprised("fjr-6 0410, 107-pz-bde 0410, 245-division 0410, 129-bde 0409"), 0);
}

/// A unit in contact gives up an attack by moving only if it has one that gains.
#[test]
fn leaving_an_enemy_costs_only_an_attack_that_gains() {
    let desk = |ruling: &str, counters: &str, struck: bool| {
        let mut desk = Desk::mercury(&[ruling]).cleared().with(counters).at(2, 'B', Side::Allied);
        if struck {
            desk.race.struck = desk.race.on_map(Side::Allied);
        }
        desk.say("move and fight", &[]);
        desk
    };
    let strong = "22-bn 0904, 21-bn 0904, 20-bn 0904, 19-bn 0803, i-llsr 0903";
    let weak = "22-bn 0904, i-llsr 0903, ii-llsr 0903, iii-llsr 0903";
    let contact = |desk: &Desk| worth(desk, "unit-contact", "22 Bn moves");
    let leaves = |desk: &Desk| {
        let mut desk = desk.clone_at(2, 'B', Side::Allied);
        desk.race.start_moves();
        desk.say("22 Bn moves", &[]);
        worth(&desk, "march-leaves-contact", "to 0905")
    };
    for (ruling, counters, struck, gives_up) in [
        ("adjacent_start=either", strong, false, 1),
        ("adjacent_start=either", weak, false, 0),
        ("adjacent_start=either", strong, true, 0),
        ("adjacent_start=free", strong, false, 0),
    ] {
        let desk = desk(ruling, counters, struck);
        assert_eq!(contact(&desk), gives_up, "{ruling} {counters} {struck}");
        assert_eq!(leaves(&desk), gives_up, "{ruling} {counters} {struck}");
    }
    // 15 stand against 4: so much strength more is left behind.
    let mut away = desk("adjacent_start=either", weak, false);
    away.say("22 Bn moves", &[]);
    assert_eq!(worth(&away, "march-relief", "to 0906 Galatas / Ay Marina"), 11);
}

/// A march makes an attack possible only for a unit that may attack after it, on enemies who may be
/// attacked.
#[test]
fn march_odds_are_those_of_an_attack_that_is_allowed() {
    let odds = |ruling: &str, counters: &str, to: &str, used: Option<&str>| {
        let mut desk = Desk::mercury(&[ruling]).cleared().with(counters).at(2, 'B', Side::German);
        if let Some(id) = used {
            desk.race.struck |= 1 << desk.unit(id);
        }
        desk.says(&["move and fight", "I LLSR moves"]);
        worth(&desk, "march-odds", to)
    };
    let either = "adjacent_start=either";
    // 5 to 4 is 1:1, the third column.
    assert_eq!(odds(either, "i-llsr 0902, 22-bn 0904", "to 0903", None), 3);
    assert_eq!(odds(either, "i-llsr 0902, 22-bn 0904", "to 0903", Some("22-bn")), 0);
    // From contact into contact: it may attack there only if it may move and fight.
    let touching = "i-llsr 0903, 22-bn 0904";
    assert_eq!(odds(either, touching, "to 0803", None), 0);
    assert_eq!(odds("adjacent_start=free", touching, "to 0803", None), 3);
}

/// An advance that goes on leaves the objective it has just taken.
#[test]
fn an_advance_knows_what_it_leaves() {
    let mut desk = Desk::market_garden(&[])
        .cleared()
        .with("504-pir 1311, fjr-6 1312, 719-division 1414")
        .at(2, 'B', Side::Allied);
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 1312 Nijmegen"]);
    desk.race.fight.defenders = 1 << desk.unit("fjr-6");
    let nijmegen = desk.hex("1312");
    let unit = desk.unit("504-pir");
    desk.race.fight.done = engine::BySide { german: 2, allied: 0 };
    let fjr = desk.unit("fjr-6");
    desk.race.lift(fjr);
    desk.race.pieces[usize::from(fjr)].place = Spot::Gone;
    desk.race.put(unit, nijmegen);
    desk.race.fight.first = false;
    desk.race.phase = Forward { unit, left: 1 }.into();
    let points = i64::from(desk.race.board.ground(nijmegen).points);
    let on = desk.words().into_iter().find(|word| word.starts_with("forward")).expect("a way");
    assert_eq!(worth(&desk, "forward-leaves", &on), points);
    assert_eq!(worth(&desk, "forward-leaves", "halt"), 0);
    assert_eq!(counted(&desk, "posts-left", &on), 1);
    // With a second unit in the town nothing is left empty.
    let desk = desk.with("505-pir 1312");
    assert_eq!(worth(&desk, "forward-leaves", &on), 0);
    assert_eq!(counted(&desk, "posts-left", &on), 0);
}

/// A half in which nobody moved or fought is idle, however it was announced, if somebody could have done something useful.
#[test]
fn idle_halves_are_counted() {
    let desk =
        |counters: &str| Desk::mercury(&[]).cleared().with(counters).at(2, 'B', Side::German);
    // 5 against 4: not worth it, and held in contact; but who has no attack worth making loses nothing by going.
    let near = "i-llsr 0902, 22-bn 0904";
    assert_eq!(counted(&desk(near), "idle-impulses", "pass"), 1);
    // Alone on the objective that it wants, it can do nothing useful.
    let content = desk("i-llsr 0904");
    let all = ["0902", "0807", "0808", "0713", "0722", "0502", "0409", "0416", "0710"];
    let mut content = content;
    for label in all {
        let hex = content.hex(label);
        content.race.german_held.insert(hex);
    }
    assert_eq!(counted(&content, "idle-impulses", "pass"), 0);
    let mut moves = desk(near);
    assert_eq!(counted(&moves, "idle-impulses", "move and fight"), 0, "not yet");
    moves.say("move and fight", &[]);
    assert_eq!(counted(&moves, "idle-impulses", "no more moves"), 1, "there is nobody to attack");
    let strong = "i-llsr 0903, ii-llsr 0903, iii-llsr 0903, 22-bn 0904";
    let mut attacks = desk(strong);
    attacks.say("move and fight", &[]);
    assert_eq!(counted(&attacks, "idle-impulses", "no more moves"), 0, "it may still attack");
    attacks.say("no more moves", &[]);
    assert_eq!(counted(&attacks, "idle-impulses", "no more attacks"), 1);
    assert_eq!(counted(&attacks, "missed-attacks", "no more attacks"), 1);
    assert_eq!(counted(&desk(strong), "missed-attacks", "pass"), 1, "passed up as well");
    let mut moved = desk("i-llsr 0903, ii-llsr 0902, 22-bn 0904");
    moved.says(&["move and fight", "II LLSR moves", "to 0903", "no more moves"]);
    assert_eq!(counted(&moved, "idle-impulses", "no more attacks"), 0);
    // Surprised, with nobody to attack: there was nothing else to do either.
    let surprised = Desk::market_garden(&[]).cleared().with("fjr-6 0410, 129-bde 0409");
    let mut surprised = surprised.at(1, 'B', Side::German);
    surprised.race.struck = surprised.race.on_map(Side::Allied);
    assert_eq!(counted(&surprised, "idle-impulses", "move and fight"), 0);
    // A corps that can do nothing, while the other could march.
    let groups = Desk::market_garden(&[]).cleared().with("71-bde 0304, fjr-6 1613");
    let groups = groups.at(2, 'B', Side::Allied);
    let (xxx, flanks) = ("move and fight with XXX Corps", "move and fight with VIII and XII Corps");
    let mut chosen = groups.clone_at(2, 'B', Side::Allied);
    chosen.say(flanks, &[]);
    assert_eq!(counted(&chosen, "idle-impulses", "no more moves"), 1);
    let mut chosen = groups.clone_at(2, 'B', Side::Allied);
    assert_eq!(counted(&groups, "idle-impulses", xxx), 1, "nobody of it is there");
    chosen.say(flanks, &[]);
    chosen.say("71 Bde moves", &[]);
    let march = chosen.words().into_iter().find(|word| word.starts_with("to ")).expect("a way");
    chosen.say(&march, &[]);
    assert!(
        !chosen.may("no more moves") || counted(&chosen, "idle-impulses", "no more moves") == 0
    );
}

/// The choice of a unit that leaves the post counts, not only the steps after it.
#[test]
fn advances_that_leave_a_post_are_counted() {
    let mut desk = Desk::market_garden(&[]).cleared().with("504-pir 1312, fjr-6 1412").at(
        2,
        'B',
        Side::Allied,
    );
    desk.says(&["move and fight with XXX Corps", "no more moves", "attack 1412 Elst"]);
    desk.race.fight.defenders = 1 << desk.unit("fjr-6");
    desk.race.fight.done = engine::BySide { german: 2, allied: 0 };
    desk.race.fight.allied_from = core::iter::once(desk.hex("1312")).collect();
    desk.race.fight.german_from = core::iter::once(desk.hex("1412")).collect();
    let fjr = desk.unit("fjr-6");
    let away = desk.hex("1514");
    desk.race.put(fjr, away);
    desk.race.phase = Advance.into();
    assert_eq!(counted(&desk, "posts-left", "504 PIR advances"), 1);
    let desk = desk.with("505-pir 1312");
    assert_eq!(counted(&desk, "posts-left", "504 PIR advances"), 0);
}

/// A player who has seen the game so far.
struct Witness {
    memory: Memory,
    seen: usize,
}

impl Witness {
    fn new() -> Self {
        Witness { memory: Memory::default(), seen: 0 }
    }

    /// Sees what is new at a desk.
    fn sees(&mut self, desk: &Desk) {
        for event in &desk.events[self.seen..] {
            Race::saw(&mut self.memory, &desk.race, event);
        }
        self.seen = desk.events.len();
    }
}

/// A unit that goes back where its last march began shuttles, unless an enemy is a reason for it.
#[test]
fn marches_to_and_fro_are_counted() {
    let shuttles = |enemies: &str| {
        let counters = alloc::format!("2-7-bn 0710{enemies}");
        let mut desk = Desk::mercury(&[]).cleared().with(&counters).at(2, 'A', Side::Allied);
        let mut witness = Witness::new();
        desk.says(&["move and fight", "2/7 Bn moves", "to 0711"]);
        witness.sees(&desk);
        let mut desk = desk.clone_at(2, 'B', Side::Allied);
        (desk.race.handled, desk.race.moved) = (0, 0);
        desk.says(&["move and fight", "2/7 Bn moves"]);
        let back = "to 0710 Georgioupoli";
        let forth = "to 0712";
        let weighed = [back, forth]
            .map(|words| worth_in(&desk, "march-back", words, &mut witness.memory, InForce::NONE));
        (
            [back, forth].map(|words| counted_in(&desk, "to-and-fro", words, &witness.memory)),
            weighed,
        )
    };
    assert_eq!(shuttles(""), ([1, 0], [1, 0]));
    assert_eq!(shuttles(", i-llsr 0709").0, [0, 0], "an enemy stands beside the way");
}

/// A unit alone beside three times its strength is as good as lost.
#[test]
fn lone_moves_are_counted() {
    let alone = |counters: &str| {
        let mut desk = Desk::mercury(&[]).cleared().with(counters).at(2, 'B', Side::Allied);
        desk.says(&["move and fight", "22 Bn moves"]);
        counted(&desk, "lone-moves", "to 0903")
    };
    let three = "i-llsr 0902, ii-llsr 0902, iii-llsr 0902";
    assert_eq!(alone(&alloc::format!("22-bn 0904, {three}")), 1);
    assert_eq!(alone(&alloc::format!("22-bn 0904, 21-bn 0903, {three}")), 0);
    assert_eq!(alone("22-bn 0904, i-llsr 0902, ii-llsr 0902"), 0, "10 against 4");
}

#[test]
fn landings_in_a_full_hex_are_counted() {
    let lands = |field: &str| {
        let desk = Desk::mercury(&[]).cleared().with(field);
        let mut desk = boxed(desk, &["i-gjr-100"], 0).at(2, 'A', Side::German);
        desk.say("air transport from the West box", &[]);
        counted(&desk, "landed-overfull", "I/GJR 100 lands at 0904 Maleme")
    };
    assert_eq!(lands("i-llsr 0904, ii-llsr 0904, iii-llsr 0904"), 1);
    assert_eq!(lands("i-llsr 0904, ii-llsr 0904"), 0);
}

/// Two markers on one hex, while the other attack goes without.
#[test]
fn air_markers_on_one_hex_are_counted() {
    let second = |counters: &str, words: &str| {
        let mut desk = Desk::market_garden(&["air_columns=one"]).cleared().with(counters).at(
            2,
            'B',
            Side::German,
        );
        desk.say("pass", &[]);
        desk.say("air support at 0409", &[]);
        counted(&desk, "air-wasted", words)
    };
    let two = "129-bde 0409, 130-bde 0409, fjr-6 0410, 501-pir 1008, 719-division 0908";
    assert_eq!(second(two, "air support at 0409"), 1);
    assert_eq!(second(two, "air support at 1008 Veghel"), 0);
    // Where nothing else gains by it, it costs nothing.
    assert_eq!(second("129-bde 0409, 130-bde 0409, fjr-6 0410", "air support at 0409"), 0);
}

/// A corps that could have marched all day and was never called.
#[test]
fn a_corps_left_idle_for_a_turn_is_counted() {
    let (xxx, flanks) = ("move and fight with XXX Corps", "move and fight with VIII and XII Corps");
    let desk = |impulse| {
        Desk::market_garden(&[]).cleared().with("129-bde 0405, 71-bde 0304, fjr-6 0908").at(
            2,
            impulse,
            Side::Allied,
        )
    };
    let nobody = Memory::default();
    assert_eq!(counted_in(&desk('D'), "corps-idle", xxx, &nobody), 1);
    assert_eq!(counted_in(&desk('D'), "corps-idle", "pass", &nobody), 2);
    assert_eq!(counted_in(&desk('C'), "corps-idle", xxx, &nobody), 0, "the turn goes on");
    // Seen to act in an earlier impulse.
    let mut earlier = desk('B');
    let mut witness = Witness::new();
    earlier.say(flanks, &[]);
    witness.sees(&earlier);
    assert_eq!(counted_in(&desk('D'), "corps-idle", xxx, &witness.memory), 0);
    assert_eq!(counted_in(&desk('D'), "corps-idle", flanks, &witness.memory), 1);
    // A new turn, a new count.
    earlier.events.push(Event::HalfBegan { impulse: 0, side: Side::German });
    witness.sees(&earlier);
    assert_eq!(counted_in(&desk('D'), "corps-idle", xxx, &witness.memory), 1);
}
