//! What decisions lead to, and the words for it.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};

use engine::{Direction, HexId, Narrate, Side};

use super::counter::{Colour, DivisionId, UnitId};
use super::departures::Departure;
use super::dropped::Dropped;
use super::fire::{Hit, Mode, Mods};
use super::ground::{Chit, EventKind};
use super::ids::{ChitId, FormationId, LeaderId, ObjectiveId, ShipId, StickId, TruckId};
use super::quality::Purpose;
use super::rulings::Level;
use super::state::Battle;
use super::turn_end::TurnEnd;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn began.
    TurnBegan(u16),
    /// A chit came out of the cup.
    Drawn(ChitId),
    /// The last chit of the turn, kept for the next.
    Carried(ChitId),
    /// The last chit of the game, thrown away unplayed.
    Discarded(ChitId),
    /// Command points received: rating, die, points now held.
    Points {
        /// Who.
        division: DivisionId,
        /// Command rating.
        rating: u8,
        /// The die.
        die: u8,
        /// Points received.
        gained: u16,
        /// Points now held.
        held: u16,
    },
    /// Command points spent; points left.
    Paid {
        /// Who.
        division: DivisionId,
        /// Points spent.
        spent: u16,
        /// Points left.
        left: u16,
    },
    /// A unit came onto the map.
    Arrived(UnitId, HexId),
    /// A unit moved.
    Moved(UnitId, HexId),
    /// A leader went with another unit.
    LeaderMoved(LeaderId, UnitId),
    /// A leader was lost, with his unit or by event 5.11.
    LeaderLost(LeaderId),
    /// The leader who replaces one who was lost is with this unit.
    LeaderReplaced(LeaderId, UnitId),
    /// A troop quality check.
    Check {
        /// Whose.
        unit: UnitId,
        /// What for.
        purpose: Purpose,
        /// What must not be exceeded.
        need: i8,
        /// The die; `None` when a command point passed it.
        die: Option<u8>,
        /// Passed.
        passed: bool,
    },
    /// A shot or strike.
    Shot {
        /// Who; `None` is an aircraft.
        firer: Option<UnitId>,
        /// At whom.
        target: UnitId,
        /// How.
        mode: Mode,
        /// Row of the table.
        colour: Colour,
        /// Whether the armoured table was asked.
        hard: bool,
        /// Rating before modifiers.
        printed: i8,
        /// Modifiers.
        mods: Mods,
        /// Rating after modifiers, 0 to 9.
        rating: i8,
        /// The die.
        die: u8,
        /// Result.
        hit: Hit,
    },
    /// A cohesion hit; hits now.
    Cohesion(UnitId, u8),
    /// Suppressed.
    Suppressed(UnitId),
    /// A step lost; steps left, and what took it.
    StepLost {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: HexId,
        /// Steps lost.
        lost: u8,
        /// Steps left.
        left: u8,
        /// By what.
        cause: &'static str,
    },
    /// Gone.
    Eliminated(UnitId),
    /// Rallied from suppression.
    Rallied(UnitId),
    /// Rallied from a cohesion hit; hits left.
    Steadied(UnitId, u8),
    /// In an improved position.
    Improved(UnitId),
    /// The hex is entrenched.
    Entrenched(HexId),
    /// In column now, or out of it.
    Column(UnitId, bool),
    /// Mounted now, or dismounted.
    Mounted(UnitId, bool),
    /// A unit is loaded on a divisional truck.
    TruckTaken(UnitId, TruckId),
    /// A divisional truck is back on the display of its division.
    TruckBack(TruckId),
    /// A divisional truck lost a step; steps left.
    TruckHit(TruckId, u8),
    /// A divisional truck is out of the game.
    TruckLost(TruckId),
    /// A division received a divisional truck.
    TruckReceived(TruckId),
    /// An air strike is planned for a turn.
    StrikePlanned(u16),
    /// A chit was chosen to open the game.
    Opens(ChitId),
    /// An assault failed to start or came to an end: whether the chargers took the hex.
    AssaultOver(HexId, bool),
    /// A unit met the drop table.
    Dropped(Dropped),
    /// A drop marker came off; markers left.
    Shed(UnitId, u8),
    /// A barrage lies on a hex, heavy or light.
    Barrage(HexId, bool),
    /// A hex is in rubble.
    Rubble(HexId),
    /// The rubble of a hex is cleared.
    RubbleCleared(HexId),
    /// Engineers begin to clear it, under a reading of "Men at Work" (2.9).
    WorkBegun(UnitId),
    /// A roadblock was set up, or cleared.
    Roadblock(HexId, bool),
    /// A rearguard is back with its own.
    RearguardIn(UnitId),
    /// Artillery formed a park, or broke it up.
    Park(UnitId, bool),
    /// A park is in contact with a leader.
    Contact(UnitId, LeaderId),
    /// A park lost contact.
    ContactLost(UnitId),
    /// A dispatch point was bought; points now held.
    Dispatch {
        /// Who.
        division: DivisionId,
        /// Points held.
        held: u16,
    },
    /// A formation chit was bought; dispatch points left.
    ChitBought {
        /// Who.
        division: DivisionId,
        /// Which chit.
        chit: ChitId,
        /// Points left.
        left: u16,
    },
    /// The battalion now attached in a division, and with which formation; or none.
    Attached(DivisionId, Option<(u8, FormationId)>),
    /// A random event.
    Happening(Side, EventKind),
    /// A division's command points after an event.
    PointsNow(DivisionId, u16),
    /// A unit is heroic.
    Heroic(UnitId),
    /// Partisans attacked.
    PartisanAttack {
        /// Whom.
        target: UnitId,
        /// Whether the armoured table was asked.
        hard: bool,
        /// With which rating.
        rating: i8,
        /// The die.
        die: u8,
        /// Result.
        hit: Hit,
    },
    /// A lost step came back; steps now.
    StepBack(UnitId, u8),
    /// An objective changed hands.
    Control(ObjectiveId, Side),
    /// Units held back until now, by the number of their block, may be activated.
    Released(u8),
    /// A chit has joined the cup.
    ChitJoined(ChitId),
    /// A leader has given way to another and is out of the game.
    LeaderRetired(LeaderId),
    /// A unit left the map.
    Departed(UnitId, Departure),
    /// A unit marched to a box of the Off-Map Display.
    Marched(UnitId, u8),
    /// An Allied unit came from the display and met the Airlanding and Interdiction Table.
    Interdicted {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What came of it.
        result: &'static str,
    },
    /// A side rolled for supply.
    Supply {
        /// Who.
        side: Side,
        /// For which group of sheets.
        group: u8,
        /// The die.
        die: u8,
        /// The level now.
        level: Level,
    },
    /// A battalion was named for a free drop: its target, and who goes along with it.
    JumpNamed {
        /// The battalion.
        stick: StickId,
        /// The target.
        target: HexId,
        /// The independent.
        with: Option<UnitId>,
    },
    /// A die said whether a stick scatters.
    StickScatters {
        /// Which stick.
        stick: StickId,
        /// The die.
        die: u8,
        /// What enemies round the target add to it.
        modifier: u16,
        /// Whether it scatters.
        scatters: bool,
    },
    /// A unit of a scattered stick drifted.
    Drifted {
        /// Which unit.
        unit: UnitId,
        /// Which way.
        way: Direction,
        /// How many hexes.
        hexes: u8,
        /// To where; off the map if none.
        to: Option<HexId>,
    },
    /// A chit was put into the first cup by choice.
    ChitAdded(ChitId),
    /// Something about a ship.
    Ship(ShipId, ShipNews),
    /// The ships lie off a map, with the marker of their target zone in this hex.
    FleetAt(HexId),
    /// A ship fired.
    Gunfire {
        /// Which ship.
        ship: ShipId,
        /// At whom.
        target: UnitId,
        /// Row of the table.
        colour: Colour,
        /// Whether the armoured table was asked.
        hard: bool,
        /// Rating before modifiers.
        printed: i8,
        /// Modifiers.
        mods: Mods,
        /// Rating after modifiers, 0 to 9.
        rating: i8,
        /// The die.
        die: u8,
        /// Result.
        hit: Hit,
    },
    /// Allied morale is at this level now, and why.
    Morale {
        /// The level.
        level: i16,
        /// What moved it.
        why: &'static str,
    },
    /// Allied Withdrawal is in effect, with this level.
    WithdrawalTriggered(u16),
    /// The withdrawal level is this now.
    WithdrawalLevel(u16),
    /// A reserve may be activated from now on.
    ReserveFreed(u8),
    /// An obligation was looked at: whether it was met.
    Obligation(u8, bool),
    /// A turn ended.
    TurnEnded(Box<TurnEnd>),
    /// The game is over.
    Over,
}

/// What happened to a ship.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ShipNews {
    /// It came to its box.
    Came,
    /// It was attacked from the air.
    Attacked {
        /// Rating.
        rating: i8,
        /// The die.
        die: u8,
        /// Result.
        hit: Hit,
    },
    /// It made a check of troop quality.
    Checked {
        /// What must not be exceeded.
        need: i8,
        /// The die.
        die: u8,
        /// Passed.
        passed: bool,
    },
    /// Suppressed.
    Suppressed,
    /// No longer suppressed.
    Rallied,
    /// So many cohesion hits now.
    Cohesion(u8),
    /// It lost a step.
    Damaged,
    /// Sunk.
    Sunk,
    /// Back in Egypt.
    Withdrew,
}

impl ShipNews {
    fn words(self) -> String {
        match self {
            ShipNews::Came => "is off the coast".to_string(),
            ShipNews::Attacked { rating, die, hit } => {
                format!("is attacked from the air: {rating}, roll {die}: {}", hit.words())
            }
            ShipNews::Checked { need, die, passed } => {
                let how = if passed { "passes" } else { "fails" };
                format!("{how} a check, {need} or less, roll {die}")
            }
            ShipNews::Suppressed => "is suppressed".to_string(),
            ShipNews::Rallied => "is no longer suppressed".to_string(),
            ShipNews::Cohesion(hits) => format!("has {hits} cohesion hits"),
            ShipNews::Damaged => "loses a step".to_string(),
            ShipNews::Sunk => "is sunk".to_string(),
            ShipNews::Withdrew => "goes back to Egypt".to_string(),
        }
    }
}

impl Battle {
    /// The name of a chit.
    pub(super) fn chit_name(&self, chit: ChitId) -> String {
        match self.ground.chits[chit.index()] {
            Chit::Division(division) => {
                format!("{} Division", self.ground.divisions[usize::from(division.0)].id)
            }
            Chit::DirectCommand(side) => format!("{side} Direct Command"),
            Chit::Formation(formation) => {
                format!("{} formation", self.ground.formations[formation.index()].name)
            }
            Chit::Event(side) => format!("{side} Event"),
            Chit::Naval => "Naval".to_string(),
        }
    }
}

impl Narrate for Battle {
    fn turn_name(&self) -> String {
        self.ground.calendar.names[usize::from(self.turn)].clone()
    }

    fn tell(&self, event: &Event) -> Option<String> {
        let name = |unit: &UnitId| self.name(*unit);
        let division = |division: &DivisionId| &self.ground.divisions[usize::from(division.0)].id;
        let leader = |leader: &LeaderId| &self.ground.leaders[leader.index()].name;
        Some(match event {
            // The heading of the turn says it.
            Event::TurnBegan(_) => return None,
            Event::Drawn(chit) => format!("chit: {}", self.chit_name(*chit)),
            Event::Carried(chit) => {
                format!("last chit, first of the next turn: {}", self.chit_name(*chit))
            }
            Event::Discarded(chit) => {
                format!("last chit of the game, not played: {}", self.chit_name(*chit))
            }
            Event::Points { division: d, rating, die, gained, held } => format!(
                "{} receives {gained} command points (rating {rating}, die {die}), holds {held}",
                division(d)
            ),
            Event::Paid { division: d, spent, left } => {
                format!("{} pays {spent} command point, {left} left", division(d))
            }
            Event::Arrived(unit, hex) => format!("{} is in {}", name(unit), self.label(*hex)),
            Event::Moved(unit, hex) => {
                format!(
                    "{} is in {} ({})",
                    name(unit),
                    self.label(*hex),
                    self.ground.map.terrain_name(*hex)
                )
            }
            Event::LeaderMoved(who, unit) => format!("{} is with {}", leader(who), name(unit)),
            Event::LeaderLost(who) => format!("{} is lost", leader(who)),
            Event::LeaderReplaced(who, unit) => {
                format!("the replacement of {} is with {}", leader(who), name(unit))
            }
            Event::Check { unit, purpose, need, die: Some(die), passed } => format!(
                "{}: {} check, {need} or less, roll {die}: {}",
                name(unit),
                purpose.words(),
                if *passed { "passed" } else { "failed" }
            ),
            Event::Check { unit, purpose, die: None, .. } => {
                format!("{}: {} check passed for a command point", name(unit), purpose.words())
            }
            Event::Shot { firer, target, mode, printed, mods, rating, die, hit, .. } => {
                let firer = firer.as_ref().map_or("aircraft", name);
                format!(
                    "{firer}, {} at {}: {printed}{mods} = {rating}, roll {die}: {}",
                    mode.words(),
                    name(target),
                    hit.words()
                )
            }
            Event::Cohesion(unit, hits) => format!("{} has {hits} cohesion hits", name(unit)),
            Event::Suppressed(unit) => format!("{} is suppressed", name(unit)),
            Event::StepLost { unit, left, cause, .. } => {
                format!("{} loses a step to {cause}, {left} left", name(unit))
            }
            Event::Eliminated(unit) => format!("{} is eliminated", name(unit)),
            Event::Rallied(unit) => format!("{} is no longer suppressed", name(unit)),
            Event::Steadied(unit, left) => format!("{} has {left} cohesion hits left", name(unit)),
            Event::Improved(unit) => format!("{} is in an improved position", name(unit)),
            Event::Entrenched(hex) => format!("{} is entrenched", self.label(*hex)),
            Event::Column(unit, true) => format!("{} is in column", name(unit)),
            Event::Column(unit, false) => format!("{} is out of column", name(unit)),
            Event::TruckTaken(unit, truck) => {
                format!("{} is loaded on {}", name(unit), self.truck(*truck).name)
            }
            Event::TruckBack(truck) => format!("{} is free again", self.truck(*truck).name),
            Event::TruckHit(truck, steps) => {
                format!("{} loses a step, {steps} left", self.truck(*truck).name)
            }
            Event::TruckLost(truck) => format!("{} is lost", self.truck(*truck).name),
            Event::TruckReceived(truck) => format!("{} is ready", self.truck(*truck).name),
            Event::StrikePlanned(turn) => format!(
                "an air strike is planned for {}",
                self.ground.calendar.names[usize::from(*turn)]
            ),
            Event::Opens(chit) => format!("{} opens the game", self.chit_name(*chit)),
            Event::Mounted(unit, true) => format!("{} is mounted", name(unit)),
            Event::Mounted(unit, false) => format!("{} is dismounted", name(unit)),
            Event::AssaultOver(hex, true) => format!("the assault takes {}", self.label(*hex)),
            Event::AssaultOver(hex, false) => format!("the assault on {} ends", self.label(*hex)),
            Event::Dropped(drop) => format!(
                "{} lands in {} ({}): roll {}{:+} = {} ({} fire zones, {} of them anti-aircraft): {}",
                self.name(drop.unit),
                self.label(drop.hex),
                self.ground.map.terrain_name(drop.hex),
                drop.die.unwrap_or(0),
                drop.modifier(),
                u16::from(drop.die.unwrap_or(0)) + drop.modifier(),
                drop.zones,
                drop.aa,
                self.drop_words(drop)
            ),
            Event::Attached(division, None) => format!(
                "nobody is attached in {}",
                self.ground.divisions[usize::from(division.0)].name
            ),
            Event::Attached(_, Some((battalion, formation))) => format!(
                "{} fights with {}",
                self.ground.battalions[usize::from(*battalion)].name,
                self.ground.formations[formation.index()].name
            ),
            Event::JumpNamed { stick, target, with } => {
                let along =
                    with.map_or_else(String::new, |unit| format!(" with {}", self.name(unit)));
                let name = &self.ground.sticks[stick.index()].name;
                format!("{name}{along} is to jump at {}", self.label(*target))
            }
            Event::StickScatters { stick, die, modifier, scatters } => format!(
                "{}: roll {die}{modifier:+}: {}",
                self.ground.sticks[stick.index()].name,
                if *scatters { "it scatters" } else { "it comes down together" }
            ),
            Event::Drifted { unit, way, hexes, to } => {
                let to = to.map_or_else(|| "off the map".to_string(), |hex| self.label(hex));
                format!("{} drifts {hexes} hexes {way}: {to}", name(unit))
            }
            Event::ChitAdded(chit) => format!("{} goes into the cup", self.chit_name(*chit)),
            Event::Ship(ship, news) => format!("{} {}", self.ship(*ship).name, news.words()),
            Event::FleetAt(hex) => format!("the target zone of the ships is {}", self.label(*hex)),
            Event::Gunfire { ship, target, printed, mods, rating, die, hit, .. } => format!(
                "{}, naval gunfire at {}: {printed}{mods} = {rating}, roll {die}: {}",
                self.ship(*ship).name,
                name(target),
                hit.words()
            ),
            Event::Shed(unit, left) => format!("{} has {left} drop markers left", name(unit)),
            Event::Barrage(hex, heavy) => format!(
                "a {} barrage lies on {}",
                if *heavy { "heavy" } else { "light" },
                self.label(*hex)
            ),
            Event::Rubble(hex) => format!("{} is in rubble", self.label(*hex)),
            Event::WorkBegun(unit) => format!("{} begins to clear the rubble", name(unit)),
            Event::RubbleCleared(hex) => format!("the rubble of {} is cleared", self.label(*hex)),
            Event::Roadblock(hex, true) => format!("a roadblock stands in {}", self.label(*hex)),
            Event::Roadblock(hex, false) => {
                format!("the roadblock in {} is cleared", self.label(*hex))
            }
            Event::RearguardIn(unit) => format!("{} is back in its box", name(unit)),
            Event::Park(unit, true) => format!("{} is an artillery park", name(unit)),
            Event::Park(unit, false) => format!("{} is no park any more", name(unit)),
            Event::Contact(unit, who) => {
                format!("{} is in contact with {}", name(unit), leader(who))
            }
            Event::ContactLost(unit) => format!("{} loses contact", name(unit)),
            Event::Dispatch { division: d, held } => {
                format!("{} holds {held} dispatch points", division(d))
            }
            Event::ChitBought { division: d, chit, left } => format!(
                "{} buys the chit {}, {left} dispatch points left",
                division(d),
                self.chit_name(*chit)
            ),
            Event::Happening(side, kind) => format!("{side} event: {}", kind.word()),
            Event::PointsNow(d, held) => format!("{} holds {held} command points", division(d)),
            Event::Heroic(unit) => format!("{} is heroic", name(unit)),
            Event::PartisanAttack { target, rating, die, hit, .. } => {
                format!("partisans attack {}: {rating}, roll {die}: {}", name(target), hit.words())
            }
            Event::StepBack(unit, steps) => format!("{} is back at {steps} steps", name(unit)),
            Event::Control(objective, side) => format!(
                "{} is now under {side} control",
                self.ground.objective_names[objective.index()]
            ),
            Event::Released(number) => {
                let block = &self.ground.held_back[usize::from(*number)];
                format!("{} units on {} may be activated", block.side, block.names)
            }
            Event::ChitJoined(chit) => format!("the chit {} joins the cup", self.chit_name(*chit)),
            Event::LeaderRetired(who) => {
                format!("{} gives way and is out of the game", leader(who))
            }
            Event::Departed(unit, Departure::Ship) => format!("{} is shipped away", name(unit)),
            Event::Departed(unit, Departure::Port(port)) => {
                format!("{} goes by ship to {}", name(unit), self.port_name(*port))
            }
            Event::Departed(unit, Departure::AirBox) => {
                format!("{} goes to its aircraft", name(unit))
            }
            Event::Marched(unit, next) => {
                format!("{} marches to {}", name(unit), self.exit_name(*next))
            }
            Event::Interdicted { unit, die, result } => {
                format!("{} meets the Luftwaffe: roll {die}: {result}", name(unit))
            }
            Event::Departed(unit, Departure::Edge) => {
                format!("{} leaves over the edge of the map", name(unit))
            }
            Event::Departed(unit, Departure::Withdrawn(way)) => {
                format!("{} gets away by {}", name(unit), self.way_out(*way))
            }
            Event::Departed(unit, Departure::Sent { leader: true, .. }) => {
                format!("{} is sent off the map with its leader", name(unit))
            }
            Event::Departed(unit, Departure::Sent { .. }) => {
                format!("{} is sent off the map", name(unit))
            }
            Event::Departed(unit, Departure::LeftBehind) => {
                format!("{} cannot move and is left behind", name(unit))
            }
            Event::Departed(unit, Departure::Dispersed) => {
                format!("{} leaves the fight", name(unit))
            }
            Event::Departed(unit, Departure::Caught) => {
                format!("{} is caught on the march", name(unit))
            }
            Event::Departed(unit, Departure::Exit(exit)) => {
                format!("{} has left the map by the {}", name(unit), self.exit_name(*exit))
            }
            Event::Supply { side, group, die, level } => {
                let at = self.supply_group(*group).map_or_else(String::new, |g| format!(", {g}"));
                format!("{side} supply{at}: roll {die}: {} supply", level.word())
            }
            Event::Morale { level, why } => format!("Allied morale is {level}: {why}"),
            Event::WithdrawalTriggered(level) => {
                format!("Allied Withdrawal is in effect, level {level}")
            }
            Event::WithdrawalLevel(level) => format!("the withdrawal level is {level}"),
            Event::ReserveFreed(number) => {
                format!("{} is free to act", self.ground.reserves[usize::from(*number)].name)
            }
            Event::Obligation(number, met) => {
                let met = if *met { "met" } else { "not met" };
                let name = &self.ground.obligations[usize::from(*number)].name;
                format!("the German obligation {name} is {met}")
            }
            Event::TurnEnded(end) => format!(
                "end of turn: steps lost {} German, {} Allied",
                end.steps_lost.german, end.steps_lost.allied
            ),
            Event::Over => "the game is over".to_string(),
        })
    }
}
