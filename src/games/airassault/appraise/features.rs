//! The features of an option.

use engine::{HexId, Scale, Side};

use super::super::action::Action;
use super::super::ground::{Airborne, Way};
use super::super::phase::Wait;
use super::survey::Survey;

engine::features! {
    /// What an option is weighed by.
    pub(super) enum Feature in FEATURES;
    Post = "post", "yes/no", "A unit is set up or dropped in the hex proposed for it.";
    PostDistance = "post-distance", "hexes", "From where a unit is set up or dropped to the hex proposed for it, or to the nearest airfield.";
    Fellows = "fellows", "points", "Stacking points of its side where a unit is set up or dropped.";
    DropEnemy = "drop-enemy", "yes/no", "A unit drops on an enemy counter.";
    DropNear = "drop-near", "hexes", "Hexes with enemy counters around the hex of a drop.";
    DropLost = "drop-lost", "percent", "How often a unit dropped there is lost in the sea or off the map.";
    Pull = "pull", "half points", "A unit comes nearer to the hexes of its order, or to the nearest airfield.";
    Hunt = "hunt", "hexes", "An Allied unit comes nearer to the nearest German.";
    TakeField = "take-field", "yes/no", "A unit enters an airfield that its side does not hold.";
    LeaveField = "leave-field", "yes/no", "A unit leaves an airfield on which no other of its side is.";
    Front = "front", "yes/no", "A unit ends next to enemies.";
    Danger = "danger", "points", "Attack strength of known enemies next to where a unit ends, beyond the strength with which its side defends there.";
    Unknown = "unknown", "points", "Strength of enemies face down next to where a unit ends, as far as can be guessed.";
    Cover = "cover", "times", "What the terrain adds to the defence where a unit ends.";
    Company = "company", "points", "Defence strength of others of its side where a unit ends.";
    Crowd = "crowd", "points", "Stacking points above the limit where a unit ends, those counted who have yet to move.";
    Stay = "stay", "yes/no", "A unit does not move.";
    BreakDown = "break-down", "yes/no", "A battalion breaks down.";
    Reform = "reform", "yes/no", "A battalion re-forms.";
    AttackValue = "attack-value", "hundredths", "Strength points that the enemy loses in an attack by all who can, less those of the attackers, in the mean.";
    AttackField = "attack-field", "percent", "How often an attack clears an airfield.";
    AttackMade = "attack-made", "yes/no", "A hex is attacked.";
    FightValue = "fight-value", "hundredths", "The same of the attack as it is mustered, if it is fought or after who holds back.";
    Fights = "fights", "yes/no", "An attack goes in as it is mustered.";
    Bomb = "bomb", "points", "German attack strength next to the hex that a bomber goes to.";
    BombField = "bomb-field", "hexes", "From the hex that a bomber goes to to the nearest airfield.";
    BombMass = "bomb-mass", "bombers", "Bombers that are there already.";
    Fire = "fire", "hundredths", "Attack strength that defensive fire takes from the attack, in the mean.";
    Loss = "loss", "points", "Strength points of a unit that is lost or removed.";
    Land = "land", "points", "Strength points of a unit that lands.";
    Held = "held", "yes/no", "A unit that could land or advance does not.";
    Advance = "advance", "yes/no", "A unit advances.";
    BeachPost = "beach-post", "units", "Units of a convoy for which a hex of that beach is proposed.";
    SailTurn = "sail-turn", "turns", "The turn on which a convoy comes.";
    Reinforce = "reinforce", "yes/no", "Reinforcements make for the island.";
    ByPort = "by-port", "yes/no", "They make for a port.";
    Embark = "embark", "yes/no", "A unit joins the emergency convoy, or the convoy is called.";
    SectorPull = "sector-pull", "hexes", "From the sector in which a block drops to the hexes proposed for it.";
}

use Feature as F;

/// States the features of one option.
pub(super) fn state(survey: &Survey<'_>, action: Action, option: &mut impl Scale) {
    let mut add = |feature: Feature, value: i32| option.add(feature as usize, value);
    let view = survey.view;
    let Some(wait) = survey.wait else { return };
    match (wait, action) {
        (Wait::SetUp(_) | Wait::Drop(_), Action::To(hex)) => placed(survey, wait, hex, &mut add),
        (Wait::Bomb(_), Action::To(hex)) => {
            let near = survey.board.near(hex).flat_map(|near| view.known(Side::German, near));
            add(F::Bomb, near.map(|unit| i32::from(survey.board.unit(unit).attack)).sum());
            let fields = survey.board.airfields.iter();
            let far = fields.map(|field| survey.board.distance(hex, field.hex)).min();
            add(F::BombField, far.unwrap_or(0).into());
            add(F::BombMass, view.bombers_over(hex));
        }
        (Wait::Move(_) | Wait::Retreat(_), Action::To(hex)) => moved(survey, hex, &mut add),
        (Wait::Move(_), Action::Pass) => {
            add(F::Stay, 1);
            if let Some(here) = survey.here {
                ends(survey, here, &mut add);
            }
        }
        (_, Action::BreakDown(_)) => add(F::BreakDown, 1),
        (Wait::Reform(_), Action::Reform) => add(F::Reform, 1),
        (Wait::Attack(_), Action::Attack(hex)) => {
            let (attackers, guns) = view.muster(hex);
            let [value, clear] = survey.attack(&attackers, &guns, &[hex]);
            add(F::AttackMade, 1);
            add(F::AttackValue, value);
            if survey.is_field(hex) {
                add(F::AttackField, clear);
            }
        }
        (Wait::Muster(_), Action::Fight) => {
            let fight = view.fight();
            add(F::Fights, 1);
            add(F::FightValue, survey.attack(&fight.attackers, &fight.guns, &fight.targets)[0]);
        }
        (Wait::Muster(_), Action::HoldBack(unit)) => {
            let fight = view.fight();
            let mut left = fight.attackers.clone();
            left.retain(|&other| other != unit);
            let mut guns = fight.guns.clone();
            guns.retain(|&other| other != unit);
            add(F::FightValue, survey.attack(&left, &guns, &fight.targets)[0]);
        }
        (Wait::Muster(_), Action::Also(hex)) => {
            let fight = view.fight();
            let mut targets = fight.targets.clone();
            targets.push(hex);
            let (able, guns) = view.muster(hex);
            let mut left = fight.attackers.clone();
            left.retain(|unit| able.contains(unit));
            let mut support = fight.guns.clone();
            support.retain(|unit| guns.contains(unit));
            if !left.is_empty() {
                add(F::FightValue, survey.attack(&left, &support, &targets)[0]);
            }
        }
        (Wait::Barrage(_), Action::FireAt(hex)) => {
            let targets: alloc::vec::Vec<u16> = view.attackers_in(hex).collect();
            add(F::Fire, fire(survey, &targets, hex));
        }
        (Wait::Barrage(_), Action::FireAtUnit(unit)) => {
            if let Some(hex) = view.hex_of(unit) {
                add(F::Fire, fire(survey, &[unit], hex));
            }
        }
        (_, Action::Lose(unit)) => add(F::Loss, survey.points(unit)),
        (Wait::AirLand(_), Action::Land(_)) => {
            add(F::Land, survey.unit.map_or(0, |unit| survey.points(unit)));
        }
        (Wait::AirLand(_) | Wait::Advance(_), Action::Pass) => add(F::Held, 1),
        (Wait::Advance(_), Action::Advance(unit, hex)) => {
            add(F::Advance, 1);
            let from = view.hex_of(unit);
            add(F::Pull, from.map_or(0, |from| survey.away(from) - survey.away(hex)));
            if survey.is_field(hex) {
                add(F::TakeField, 1);
            }
            if let Some(from) = from
                && survey.is_field(from)
                && view.known(view.side(), from).count() == 1
            {
                add(F::LeaveField, 1);
            }
        }
        (Wait::Schedule(_), Action::Schedule { turn, beach }) => {
            add(F::SailTurn, turn.into());
            add(F::BeachPost, proposed(survey, beach));
        }
        (Wait::Call(_), Action::Schedule { turn, beach }) => {
            add(F::Embark, 1);
            add(F::SailTurn, turn.into());
            add(F::BeachPost, proposed(survey, beach));
        }
        (Wait::Load(_), Action::Load) => add(F::Embark, 1),
        (Wait::Sector(_), Action::Sector(sector)) => {
            let post = survey.unit.and_then(|unit| survey.board.unit(unit).post);
            let own = post.is_some_and(|post| survey.board.cell(post).sector == sector);
            add(F::SectorPull, i32::from(!own));
        }
        (Wait::Reinforce(_), Action::Port(_)) => {
            add(F::Reinforce, 1);
            add(F::ByPort, 1);
        }
        (Wait::Reinforce(_), Action::Edge) => add(F::Reinforce, 1),
        (Wait::Ashore(_), Action::Ashore(place)) => {
            let hex = survey.board.boxes[usize::from(place)].hex;
            add(F::Danger, i32::from(view.bars(Side::Allied, hex)) * 10);
            add(F::Unknown, view.covered(hex));
        }
        _ => {}
    }
}

/// Units of convoys for which a hex of a beach is proposed.
fn proposed(survey: &Survey<'_>, beach: u8) -> i32 {
    let Some(beach) = survey.board.beaches.get(usize::from(beach)) else { return 0 };
    let of = |post: HexId| {
        beach.boxes.iter().any(|&place| survey.board.boxes[usize::from(place)].hex == post)
    };
    let units = survey.board.units.iter();
    let convoys = units.filter(|unit| matches!(unit.way, Way::Convoy(_)));
    convoys.filter(|unit| unit.post.is_some_and(of)).count() as i32
}

/// A unit is set up or dropped.
fn placed(survey: &Survey<'_>, wait: Wait, hex: HexId, add: &mut impl FnMut(Feature, i32)) {
    let (view, board) = (survey.view, survey.board);
    let unit = survey.unit.map(|unit| board.unit(unit));
    let post = unit.and_then(|unit| unit.post);
    add(F::Post, i32::from(post == Some(hex)));
    let fields = || board.airfields.iter().map(|field| field.hex);
    let far = match post {
        Some(post) => Some(board.distance(hex, post)),
        None => fields().map(|field| board.distance(hex, field)).min(),
    };
    add(F::PostDistance, far.unwrap_or(0).min(99).into());
    add(F::Fellows, view.stack(hex));
    if matches!(wait, Wait::Drop(_)) {
        let enemy = view.bars(Side::Allied, hex);
        add(F::DropEnemy, i32::from(enemy));
        let near = board.near(hex).filter(|&near| view.bars(Side::Allied, near));
        add(F::DropNear, near.count() as i32);
        let glider = unit.is_some_and(|unit| unit.airborne == Some(Airborne::Glider));
        let modifier =
            if glider { board.drift.glider } else { 0 } + if enemy { board.drift.enemy } else { 0 };
        add(F::DropLost, survey.lost_in_drift(hex, modifier));
    } else {
        add(F::Cover, i32::from(board.cell(hex).defence) - 1);
    }
}

/// A unit goes to a hex.
fn moved(survey: &Survey<'_>, hex: HexId, add: &mut impl FnMut(Feature, i32)) {
    let view = survey.view;
    if let Some(here) = survey.here {
        add(F::Pull, survey.away(here) - survey.away(hex));
        if !survey.is_german() {
            add(F::Hunt, survey.to_germans(here) - survey.to_germans(hex));
        }
        if survey.is_field(here) && view.known(view.side(), here).count() == 1 {
            add(F::LeaveField, 1);
        }
    }
    if survey.is_field(hex) && view.known(view.side(), hex).next().is_none() {
        add(F::TakeField, 1);
    }
    ends(survey, hex, add);
}

/// A unit ends its move in a hex.
fn ends(survey: &Survey<'_>, hex: HexId, add: &mut impl FnMut(Feature, i32)) {
    let (view, board) = (survey.view, survey.board);
    let unit = survey.unit.map(|unit| board.unit(unit));
    let own = unit.map_or(0, |unit| i32::from(unit.defence));
    let company = survey.fellows(hex);
    let times = i32::from(board.cell(hex).defence);
    add(F::Cover, times - 1);
    add(F::Company, company.min(12));
    let front = view.zone(view.side().other(), hex);
    add(F::Front, i32::from(front));
    if front {
        add(F::Danger, (survey.danger(hex) - (own + company) * times).max(0));
        add(F::Unknown, survey.unknown(hex));
    }
    let there = view.stack(hex);
    let more = if survey.here == Some(hex) { 0 } else { unit.map_or(0, |u| i32::from(u.stacking)) };
    add(F::Crowd, (there + more - i32::from(board.stacking)).max(0));
}

/// What fire of the gun in question at attackers in a hex takes from the attack, in hundredths of a point.
fn fire(survey: &Survey<'_>, targets: &[u16], hex: HexId) -> i32 {
    let board = survey.board;
    let attack = survey.unit.map_or(0, |gun| u16::from(board.unit(gun).attack));
    let defence: u16 = targets.iter().map(|&unit| u16::from(board.unit(unit).defence)).sum();
    let defence = defence * u16::from(board.cell(hex).defence);
    let odds = engine::Ratio::of(attack, defence, engine::Rounding::Defender);
    let column = board.combat.clamp(board.combat.column(odds)) as i16;
    let odds = super::super::combat::Odds { strengths: [attack, defence], column, modifier: 0 };
    let taken: i32 = targets.iter().map(|&unit| i32::from(board.unit(unit).attack)).sum();
    let [_, clear] = survey.value(odds, 0, 1, taken);
    clear * taken
}
