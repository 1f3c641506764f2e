//! Uncertain readings of the rules, an entry each: what it decides, what it may be, the reading chosen. The ids of the
//! questions (J-…) are those of `docs/systems/fallschirmjaeger.md`.

engine::rulings! {
    /// How this game reads its rules.
    pub struct Rulings;

    /// Series rules: what entering an enemy zone of control costs more, in movement points
    zone_cost: ZoneCost {
        /// One point.
        One = "1",
        /// Two points.
        Two = "2",
        /// Three points.
        Three = "3",
    } = ZoneCost::Two;
    /// Series rules: what an overrun costs beside the terrain, in movement points
    overrun_cost: OverrunCost {
        /// One point.
        One = "1",
        /// Two points.
        Two = "2",
        /// Three points.
        Three = "3",
    } = OverrunCost::Two;
    /// Series rules: whether bicycle companies move in the Exploitation Phase, as units with ten movement points or more do
    bicycles_exploit: bool = false;
    /// Series rules: who takes the first step lost in a fight
    first_loss: FirstLoss {
        /// The strongest unit of the side.
        Strongest = "strongest",
        /// Whichever its owner chooses.
        Free = "free",
    } = FirstLoss::Strongest;
    /// 1.1f, J-1.1f-1: whether units in the Maas bridge hex, which is a City, ignore retreats
    bridge_city_holds: bool = true;
    /// 1.2, J-1.2-1: whether aircraft barrage at night
    night_barrage: bool = false;
    /// 1.4, 1.5, J-1.4-1: what disorganized units without supply defend with
    halves: Halves {
        /// A quarter: both halves count.
        Quarter = "quarter",
        /// A half: only one of them counts.
        Half = "half",
    } = Halves::Quarter;
    /// 1.7a: whether a barrage that hits a unit already disorganized rolls for a step
    barrage_again: bool = false;
    /// 1.7b, J-1.7b-1: whether a standing barrage hits its own side too
    standing_hits_friends: bool = true;
    /// 1.9b, J-1.9b-1: whether a Stuka disorganizes German units next to its target
    stuka_hits_friends: bool = false;
    /// 1.10e, 4.0c, J-1.10e-1: whether platoons made into ad hoc companies stay counted as destroyed
    ad_hoc_stay_lost: bool = true;
    /// 2.6, J-2.6-1: whether landing at an airfield needs control of it, and not only that no enemy stands there
    landing_needs_control: bool = false;
    /// Air Landing Table, J-ALT-1: whether units scattered off their airfield roll on the table where they come down
    field_landing: bool = true;
    /// 2.7b, J-2.7b-1: whose movement costs measure the range of an air supply head
    head_range: HeadRange {
        /// Those of men on foot.
        Foot = "foot",
        /// Those of the unit to be supplied.
        Own = "own",
    } = HeadRange::Foot;
    /// 2.9, J-2.9-1: whether the engineer companies of the Panzer Division lay bridges too
    pio_companies_bridge: bool = false;
    /// 3.2b, 3.7, J-3.2b-1: whether both hexes of Hoek van Holland are supply, limit and harbour
    hoek_both: bool = false;
    /// 3.3c, J-3.3c-1: whether De Twee Gezusters rolls for withdrawal
    gezusters_withdraws: bool = false;
    /// 4.0a, J-4.0a-1: which enemy anti-aircraft in range keeps an airfield from being controlled
    airfield_aa: AirfieldAa {
        /// All of it.
        All = "all",
        /// Only units on land that are not disorganized.
        Able = "able",
    } = AirfieldAa::All;
    /// 4.0b, J-4.0b-1: whether who crosses one of two bridges on a hexside has crossed both
    shared_bridges: bool = true;
    /// 4.0d, J-4.0d-1: whether General Winkelmann counts as captured if he is on the map at the end
    winkelmann_end: bool = false;
    /// 4.0e, J-4.0e-1: whether British and French units block the line of communications too
    line_any_allied: bool = false;
    /// 5.2, J-5.2-1: whether the Dutch win as soon as the Germans fail in one of their two conditions
    dutch_either: bool = false;
    /// 5.2, J-5.2-3: how half of the air support is rounded up
    half_air: HalfAir {
        /// For each type of aircraft.
        PerType = "per-type",
        /// For all of them together; the first types of the table stay.
        InAll = "in-all",
    } = HalfAir::PerType;
    /// 5.2, J-5.2-5: whether the Queen and the Government are captured if they have not been flown out or evacuated
    capture_unevacuated: bool = false;
}

impl ZoneCost {
    /// In half points.
    pub const fn halves(self) -> u16 {
        (self as u16 + 1) * 2
    }
}

impl OverrunCost {
    /// In half points.
    pub const fn halves(self) -> u16 {
        (self as u16 + 1) * 2
    }
}
