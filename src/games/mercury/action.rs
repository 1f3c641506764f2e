//! Decisions, and their words.

use alloc::format;
use alloc::string::{String, ToString};

use engine::{Direction, HexId, Notation};

use super::counter::{DivisionId, UnitId};
use super::departures::Departure;
use super::ids::{ChitId, FormationId, LeaderId, SerialId, StickId, TruckId};
use super::state::Battle;

/// One decision. Which of them are legal depends on what is going on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Set up in this hex.
    SetUpIn(HexId),
    /// Begin (or arrive) in column or not, mounted or not.
    Begin {
        /// In column.
        column: bool,
        /// Mounted.
        mounted: bool,
        /// In an improved position.
        dug_in: bool,
    },
    /// The leader goes with this unit.
    LeaderWith(UnitId),
    /// The leader stays where he is.
    LeaderStays,
    /// Activate a unit of the chit.
    Activate(UnitId),
    /// No more units of this chit.
    EndActivation,
    /// Move one hex.
    Step(Direction),
    /// End the move.
    Halt,
    /// Go into column, as part of a move.
    EnterColumn,
    /// Leave column at once, at the price of a cohesion hit, as part of a move.
    LeaveColumn,
    /// Leave column in good order: a whole action.
    Deploy,
    /// Mount the organic transport: a whole action.
    Mount,
    /// Mount this divisional truck: a whole action.
    TakeTruck(TruckId),
    /// Leave the divisional truck standing, as part of a move.
    AbandonTruck,
    /// Dismount, as part of a move.
    Dismount,
    /// Fire at a unit.
    Fire(UnitId),
    /// Assault a hex.
    Assault(HexId),
    /// A further unit of the hex joins the assault.
    Join(UnitId),
    /// The assault begins.
    Charge,
    /// Rally from suppression, or from a cohesion hit.
    Rally,
    /// Dig an improved position.
    Improve,
    /// Engineers dig an improved position for another unit of their hex.
    ImproveFor(UnitId),
    /// Engineers turn the improved position into an entrenchment.
    Entrench,
    /// Remove a drop marker: a whole action.
    Shed,
    /// Leave a rearguard in the hex.
    LeaveRearguard,
    /// Take a rearguard of the hex in again.
    TakeInRearguard(UnitId),
    /// Engineers block the road.
    SetRoadblock,
    /// Engineers clear a roadblock.
    ClearRoadblock,
    /// Engineers clear rubble.
    ClearRubble,
    /// The unit's activation ends.
    Done,
    /// The unit named fires at the mover.
    Shoot,
    /// The unit named fires at this one of several.
    ShootAt(UnitId),
    /// The unit named holds its fire.
    HoldFire,
    /// Roll for the check.
    Roll,
    /// Pay a command point to pass the check.
    Pay,
    /// Stay suppressed.
    StaySuppressed,
    /// Stand against the assault.
    Stand,
    /// Retreat before the assault.
    Retreat,
    /// The unit named retreats this way.
    RetreatTo(Direction),
    /// The unit named strikes this one.
    Strike(UnitId),
    /// An air strike on this hex.
    AirStrike(HexId),
    /// No further air strikes.
    NoAirStrike,
    /// The next planned air strike is for this turn.
    PlanStrike(u16),
    /// This chit opens the game.
    OpenWith(ChitId),
    /// The air strike hits this unit of the hex.
    AirStrikeAt(UnitId),
    /// The next unit of the serial lands in this hex.
    AirlandIn(HexId),
    /// The serial waits for a later turn.
    HoldSerial,
    /// This serial is the next to land.
    NextSerial(SerialId),
    /// Attachments stay as they are.
    KeepAttachment,
    /// The attached battalion goes back to its brigade.
    Detach,
    /// A battalion fights with another brigade.
    Attach {
        /// Which battalion.
        battalion: u8,
        /// With which formation.
        formation: FormationId,
    },
    /// Buy a dispatch point.
    BuyDispatch,
    /// Buy a formation chit.
    BuyChit(ChitId),
    /// Buy nothing more.
    EndBuying,
    /// Artillery stays as it is.
    LeaveAsIs,
    /// Artillery forms a park.
    FormPark,
    /// Artillery breaks its park up.
    BreakPark,
    /// A park seeks contact with a leader.
    SeekContact(LeaderId),
    /// Land in this hex.
    DropIn(HexId),
    /// This battalion is the next of a free drop.
    JumpNext(StickId),
    /// The battalion jumps at this hex.
    DropTarget(HexId),
    /// Nobody goes along with the battalion.
    DropAlone,
    /// This independent goes along with the battalion.
    DropWith(UnitId),
    /// This chit goes into the first cup.
    AddChit(ChitId),
    /// The ships lie off this map, with the marker of their target zone here.
    TargetZone(HexId),
    /// The ship stays.
    ShipStays,
    /// The ship goes back to Egypt.
    ShipWithdraws,
    /// Leave the map.
    Depart(Departure),
    /// Come back onto the map here.
    ReturnIn(HexId),
    /// March to this box of the Off-Map Display.
    MarchTo(u8),
    /// Stay off the map.
    StayAway,
    /// Come to this port.
    ComeTo(HexId),
    /// The units of the air-drop box jump on this hex or next to it.
    DropZone(HexId),
    /// An event befalls this unit.
    Pick(UnitId),
    /// An event befalls this division.
    PickDivision(DivisionId),
    /// An event befalls a unit on this sheet.
    PickMap(u8),
    /// An event befalls this leader.
    PickLeader(LeaderId),
    /// The event is not used.
    Decline,
}

impl Battle {
    pub(super) fn name(&self, unit: UnitId) -> &str {
        &self.counter(unit).name
    }

    /// The name of an exit.
    pub(super) fn exit_name(&self, exit: u8) -> &str {
        let terms = self.ground.off_map.as_ref();
        terms.map_or("exit", |terms| &terms.boxes[usize::from(exit)].name)
    }

    /// The number of a port's hex.
    pub(super) fn port_name(&self, port: u8) -> String {
        let terms = self.ground.shipping.as_ref();
        terms.map_or_else(String::new, |terms| self.label(terms.ports[usize::from(port)]))
    }

    pub(super) fn label(&self, hex: HexId) -> String {
        self.ground.map.label(hex)
    }
}

impl Notation for Battle {
    fn offer(view: &Battle, action: Action) -> String {
        view.say(action)
    }

    fn say(&self, action: Action) -> String {
        let ship = || self.ship_in_question().map(|ship| self.ship(ship).name.as_str());
        let subject = || {
            let name = self.subject().map(|unit| self.name(unit)).or_else(ship);
            name.map_or_else(String::new, |name| format!("{name} "))
        };
        match action {
            Action::SetUpIn(hex) => format!("{}sets up in {}", subject(), self.label(hex)),
            Action::Begin { dug_in: true, .. } => {
                format!("{}begins in an improved position", subject())
            }
            Action::Begin { column, mounted, .. } => {
                let how = match (column, mounted) {
                    (false, false) => "deployed",
                    (true, false) => "in column",
                    (false, true) => "mounted",
                    (true, true) => "mounted in column",
                };
                format!("{}begins {how}", subject())
            }
            Action::LeaderWith(unit) => {
                format!("{} goes with {}", self.leader_in_question(), self.name(unit))
            }
            Action::LeaderStays => format!("{} stays", self.leader_in_question()),
            Action::Activate(unit) => format!("activate {}", self.name(unit)),
            Action::EndActivation => "end the activation".to_string(),
            Action::Step(direction) => {
                let to = self
                    .subject()
                    .and_then(|unit| self.hex(unit))
                    .and_then(|hex| self.ground.map.neighbour(hex, direction));
                let to = to.map_or_else(String::new, |hex| format!(" to {}", self.label(hex)));
                format!("{}moves {direction}{to}", subject())
            }
            Action::Halt => format!("{}halts", subject()),
            Action::EnterColumn => format!("{}enters column", subject()),
            Action::LeaveColumn => format!("{}leaves column in haste", subject()),
            Action::Deploy => format!("{}leaves column", subject()),
            Action::Mount => format!("{}mounts", subject()),
            Action::TakeTruck(truck) => format!("{}mounts {}", subject(), self.truck(truck).name),
            Action::AbandonTruck => format!("{}abandons its truck", subject()),
            Action::Dismount => format!("{}dismounts", subject()),
            Action::Fire(target) => format!("{}fires at {}", subject(), self.name(target)),
            Action::Assault(hex) => format!("{}assaults {}", subject(), self.label(hex)),
            Action::Join(unit) => format!("{} joins the assault", self.name(unit)),
            Action::Charge => "charge".to_string(),
            Action::Rally => format!("{}rallies", subject()),
            Action::Improve => format!("{}improves its position", subject()),
            Action::ImproveFor(unit) => format!("{}digs in {}", subject(), self.name(unit)),
            Action::Entrench => format!("{}entrenches the hex", subject()),
            Action::Shed => format!("{}sheds a drop marker", subject()),
            Action::LeaveRearguard => format!("{}leaves a rearguard", subject()),
            Action::TakeInRearguard(_) => format!("{}takes the rearguard in", subject()),
            Action::SetRoadblock => format!("{}blocks the road", subject()),
            Action::ClearRoadblock => format!("{}clears the roadblock", subject()),
            Action::ClearRubble => format!("{}clears the rubble", subject()),
            Action::Done => format!("{}is done", subject()),
            Action::Shoot => format!("{}fires at the mover", subject()),
            Action::ShootAt(unit) => format!("{}fires at {}", subject(), self.name(unit)),
            Action::HoldFire => format!("{}holds its fire", subject()),
            Action::Roll => format!("{}rolls for the check", subject()),
            Action::Pay => format!("{}passes the check for a command point", subject()),
            Action::StaySuppressed => format!("{}stays suppressed", subject()),
            Action::Stand => "the defenders stand".to_string(),
            Action::Retreat => "the defenders retreat".to_string(),
            Action::RetreatTo(direction) => format!("{}retreats {direction}", subject()),
            Action::Strike(target) => format!("{}strikes at {}", subject(), self.name(target)),
            Action::AirStrike(hex) => format!("air strike on {}", self.label(hex)),
            Action::PlanStrike(turn) => {
                format!("plan an air strike for {}", self.ground.calendar.names[usize::from(turn)])
            }
            Action::OpenWith(chit) => format!("open with the chit {}", self.chit_name(chit)),
            Action::NoAirStrike => "no further air strikes".to_string(),
            Action::AirStrikeAt(unit) => format!("the air strike attacks {}", self.name(unit)),
            Action::AirlandIn(hex) => format!("{}airlands in {}", subject(), self.label(hex)),
            Action::HoldSerial => "the serial waits".to_string(),
            Action::NextSerial(serial) => {
                format!("{} lands next", self.airlanding().serials[serial.index()].name)
            }
            Action::KeepAttachment => "attachments stay".to_string(),
            Action::Detach => "the attached battalion goes back to its brigade".to_string(),
            Action::Attach { battalion, formation } => format!(
                "{} is attached to {}",
                self.ground.battalions[usize::from(battalion)].name,
                self.ground.formations[formation.index()].name
            ),
            Action::BuyDispatch => "buy a dispatch point".to_string(),
            Action::BuyChit(chit) => format!("buy the chit {}", self.chit_name(chit)),
            Action::EndBuying => "buy nothing more".to_string(),
            Action::LeaveAsIs => format!("{}stays as it is", subject()),
            Action::FormPark => format!("{}forms an artillery park", subject()),
            Action::BreakPark => format!("{}breaks up its park", subject()),
            Action::SeekContact(leader) => {
                let name = &self.ground.leaders[leader.index()].name;
                format!("{}seeks contact with {name}", subject())
            }
            Action::Depart(Departure::Ship) => format!("{}goes aboard a ship", subject()),
            Action::Depart(Departure::Port(port)) => {
                format!("{}goes by ship to {}", subject(), self.port_name(port))
            }
            Action::Depart(Departure::AirBox) => format!("{}goes to its aircraft", subject()),
            Action::Depart(Departure::Edge) => format!("{}leaves over the edge", subject()),
            Action::Depart(Departure::Withdrawn(way)) => {
                format!("{}gets away by {}", subject(), self.way_out(way))
            }
            Action::Depart(Departure::Sent { leader, .. }) => {
                let with = if leader { "with its leader" } else { "for good" };
                format!("{}is sent off the map {with}", subject())
            }
            // Nobody chooses to be left behind.
            Action::Depart(Departure::LeftBehind | Departure::Dispersed | Departure::Caught) => {
                format!("{}is removed", subject())
            }
            Action::Depart(Departure::Exit(exit)) => {
                format!("{}leaves the map by the {}", subject(), self.exit_name(exit))
            }
            Action::ReturnIn(hex) => format!("{}comes back in {}", subject(), self.label(hex)),
            Action::ComeTo(hex) => format!("{}comes to {}", subject(), self.label(hex)),
            Action::MarchTo(next) => format!("{}marches to {}", subject(), self.exit_name(next)),
            Action::DropZone(hex) => format!("designate the drop zone {}", self.label(hex)),
            Action::StayAway => format!("{}stays off the map", subject()),
            Action::DropIn(hex) => format!("{}lands in {}", subject(), self.label(hex)),
            Action::JumpNext(stick) => {
                format!("{} jumps next", self.ground.sticks[stick.index()].name)
            }
            Action::DropTarget(hex) => format!("the target is {}", self.label(hex)),
            Action::DropAlone => "the battalion jumps alone".to_string(),
            Action::DropWith(unit) => format!("{} jumps with the battalion", self.name(unit)),
            Action::AddChit(chit) => format!("put the chit {} into the cup", self.chit_name(chit)),
            Action::TargetZone(hex) => format!("the ships take {} as target zone", self.label(hex)),
            Action::ShipStays => format!("{}stays", subject()),
            Action::ShipWithdraws => format!("{}goes back to Egypt", subject()),
            Action::Pick(unit) => format!("the event befalls {}", self.name(unit)),
            Action::PickDivision(division) => {
                format!("the event befalls {}", self.ground.divisions[usize::from(division.0)].name)
            }
            Action::PickMap(sheet) => {
                let name = self.ground.map.sheets().nth(usize::from(sheet)).unwrap_or_default();
                format!("the event befalls a unit on {name}")
            }
            Action::PickLeader(leader) => {
                format!("the event befalls {}", self.ground.leaders[leader.index()].name)
            }
            Action::Decline => "make no use of the event".to_string(),
        }
    }
}
