//! Numbers of what a scenario lists, each in a type of its own.

engine::ids! {
    /// A leader's number in the scenario.
    pub struct LeaderId(u8);
    /// A formation's number in the scenario.
    pub struct FormationId(u8);
    /// A chit's number among all that can be in the cup.
    pub struct ChitId(u16);
    /// An objective's number in the scenario.
    pub struct ObjectiveId(u8);
    /// A stick's number in the scenario.
    pub struct StickId(u8);
    /// A serial's number in the order of landing.
    pub struct SerialId(u8);
    /// A ship's number in the order of coming.
    pub struct ShipId(u8);
    /// A divisional truck's number in its fleet.
    pub struct TruckId(u8);
}
