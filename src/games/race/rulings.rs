//! Switches: how uncertain sentences are read, and which optional rules are in play.
//!
//! Every ruling keeps the id under which it is argued in `docs/systems/race.md`; an entry says
//! what it may be and what it is by default.

use serde::Deserialize;

/// Which of the two printed games a scenario plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edition {
    /// Mercury: The Invasion of Crete.
    Mercury,
    /// Market-Garden: Race for the Rhine.
    MarketGarden,
}

/// Which of the two games knows a rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Both of them.
    Both,
    /// One of them.
    Only(Edition),
}

impl Scope {
    /// Whether a game knows it.
    pub fn covers(self, edition: Edition) -> bool {
        self == Scope::Both || self == Scope::Only(edition)
    }
}

const BOTH: Scope = Scope::Both;
const RM: Scope = Scope::Only(Edition::Mercury);
const RG: Scope = Scope::Only(Edition::MarketGarden);

engine::rulings! {
    /// How uncertain sentences are read. `Default` is the chosen reading.
    pub struct Rulings in Scope;

    /// W-4.1.1-1: a unit that starts next to an enemy may fight but may not then move: move or fight, fight only, or
    /// both
    adjacent_start: AdjacentStart {
        /// Move or attack.
        Either = "either",
        /// Attack only.
        Locked = "locked",
        /// Move and attack.
        Free = "free",
    } = AdjacentStart::Either, BOTH;
    /// W-5.1-1: whether units that ignore adjacent enemies are also free of the limit on units that start adjacent
    vehicle_exemption: VehicleExemption {
        /// The stop on entering and the limit of 4.1.1.
        StopAndStart = "stop-and-start",
        /// Only the stop.
        StopOnly = "stop-only",
    } = VehicleExemption::StopAndStart, BOTH;
    /// W-6.0-1: attack or be attacked once an impulse, although both sides act in it
    attack_limit: AttackLimit {
        /// Once in all.
        PerImpulse = "per-impulse",
        /// Once as attacker in its own half and once as defender in the other.
        PerHalf = "per-half",
    } = AttackLimit::PerImpulse, BOTH;
    /// W-6.1-2: odds are limited to 1:3 and 5:1 before the shifts as well as after them
    clamp_first: bool = true, BOTH;
    /// W-6.3-1: damage beyond what the units can take counts for the length of retreat and advance
    excess_counts: bool = false, BOTH;
    /// W-6.3-2: the first hex of a retreat is in the direction of a friendly supply source
    retreat_toward: RetreatToward {
        /// Nearer to some source of the rules' lists, whoever stands in it.
        Printed = "printed-source",
        /// Nearer to some usable source.
        Any = "any-source",
        /// Nearer to the nearest usable source.
        Nearest = "nearest-source",
    } = RetreatToward::Printed, BOTH;
    /// W-6.3.1-1: the extra damage for ignoring a retreat is per unit or per stack
    ignore_retreat: IgnoreRetreat {
        /// Each unit that stays.
        PerUnit = "per-unit",
        /// One unit for its stack.
        PerStack = "per-stack",
    } = IgnoreRetreat::PerUnit, BOTH;
    /// W-9.0-1: surrender rolls come before refit
    surrender_before_refit: bool = true, BOTH;
    /// W-9.0-2: the die is one less if any attacker, or only if every attacker, is out of supply
    oos_die: OosDie {
        /// Any attacker's.
        AnyAttacker = "any-attacker",
        /// Only all attackers' together.
        AllAttackers = "all-attackers",
    } = OosDie::AnyAttacker, BOTH;
    /// W-10-1: an attack phase is a whole turn or one impulse
    auto_win_check: AutoWinCheck {
        /// At the end of a turn's impulse D.
        Turn = "turn",
        /// At the end of every impulse.
        Impulse = "impulse",
    } = AutoWinCheck::Turn, BOTH;
    /// WG-4.0-1: surrender rolls start on 19 September (4.0) or 20 September (9.6.1)
    surrender_from: SurrenderFrom {
        /// 20 September.
        Fourth = "20-september",
        /// 19 September.
        Third = "19-september",
    } = SurrenderFrom::Fourth, RG;
    /// WG-3.2-1: the first Allied impulse is the landing, so that the ground units stand still
    landing_forced: LandingForced {
        /// The landing; single units may be held back.
        Landing = "landing",
        /// The landing of every unit.
        All = "all",
        /// The player's choice.
        Free = "free",
    } = LandingForced::Landing, RG;
    /// WG-3.3-1: where airborne reinforcements land, whose counters show a turn instead of a hex
    airborne_reinf_hex: AirborneReinfHex {
        /// On the hex of the counter file.
        Printed = "printed",
        /// On any airborne supply hex.
        AnySource = "any-source",
    } = AirborneReinfHex::Printed, RG;
    /// WG-5.2-2: what happens to a landing on a hex with enemy units
    landing_on_enemy: LandingOnEnemy {
        /// The unit stays in its box.
        Stay = "stay",
        /// It lands in a free neighbouring hex.
        Drift = "drift",
    } = LandingOnEnemy::Stay, BOTH;
    /// WG-6.1.2-1: an air marker in the defending hex shifts one column left
    air_defends: bool = false, RG;
    /// WG-7.1-1: how long the German air marker lies
    german_air_stays: GermanAirStays {
        /// Until the turn ends.
        TurnEnd = "turn-end",
        /// Until it is placed again.
        NextPlacement = "next-placement",
    } = GermanAirStays::TurnEnd, RG;
    /// WG-7.1-2: two air markers on one combat
    air_columns: AirColumns {
        /// One column in all.
        One = "one",
        /// One column each.
        Each = "each",
    } = AirColumns::One, RG;
    /// WG-8.2-1: whether an Allied unit in its hex saves a bridge
    bridge_demolition: BridgeDemolition {
        /// Those with Allied units next to them and none in their hex.
        AdjacentOnly = "adjacent-only",
        /// Those with Allied units next to or in their hex.
        AdjacentOrIn = "adjacent-or-in",
    } = BridgeDemolition::AdjacentOnly, RG;
    /// WG-8.3-1: with the advanced bridge rules, bridges are repaired by die roll only
    advanced_repair_only: bool = false, RG;
    /// WG-9.2-1: airborne units may also trace to the southern edge
    airborne_ground_supply: bool = true, RG;
    /// WG-9.4-1: a supply line may not pass an enemy unit
    enemy_blocks_supply: bool = true, RG;
    /// WG-12.3.1-1: how often a bridge may be tried at the last minute in one impulse
    last_minute: LastMinute {
        /// Once a bridge and impulse.
        Once = "once",
        /// For every unit that enters.
        EachUnit = "each-unit",
    } = LastMinute::Once, RG;
    /// WG-12.5-1: the weather is rolled at the start of the turn or after the German half of impulse A
    weather_roll: WeatherRoll {
        /// At the start of the turn.
        TurnStart = "turn-start",
        /// Before the first Allied half.
        FirstAllied = "first-allied",
    } = WeatherRoll::TurnStart, RG;
    /// WG-12.6-1: the unit that refits in Oss must also trace supply
    oss_needs_supply: bool = false, RG;
    /// WM-5.2-1: the landing modifier for an air marker in the hex, where markers lie in boxes only
    air_landing_bonus: AirLandingBonus {
        /// +1 from the Ground Support Box.
        GroundSupport = "ground-support",
        /// Nothing: it never lies in a hex.
        Never = "never",
    } = AirLandingBonus::GroundSupport, RM;
    /// WM-5.3-1: the modifier of a naval marker on sea transport is printed without a sign
    naval_sign: NavalSign {
        /// -1 a marker.
        Minus = "minus",
        /// +1 a marker.
        Plus = "plus",
    } = NavalSign::Minus, RM;
    /// WM-5.1.2-1: a mountain hex also stops movement and advance
    mountain_is_rough: bool = true, RM;
    /// WM-6.3.1-1: where a unit may ignore a retreat
    ignore_where: IgnoreWhere {
        /// Anywhere.
        Anywhere = "anywhere",
        /// Only in rough and mountain hexes.
        Cover = "cover",
    } = IgnoreWhere::Anywhere, RM;
    /// WM-6.4-1: only one stack may advance, as in the sister game
    advance_one_stack: bool = false, RM;
    /// WM-7.2-1: which box of the German air marker interdicts Allied movement
    interdiction_box: InterdictionBox {
        /// Ground Support.
        GroundSupport = "ground-support",
        /// Interdiction.
        Interdiction = "interdiction",
    } = InterdictionBox::GroundSupport, RM;
    /// WM-7.2-2: how often a moving unit rolls for interdiction
    interdiction_rolls: InterdictionRolls {
        /// Once an impulse.
        Once = "once",
        /// At every trigger.
        Each = "each",
    } = InterdictionRolls::Once, RM;
    /// WM-9.2-1: whether the landing ground 0714 stands for the airfield of Rethymnon as 0713 does
    rethymnon: Rethymnon {
        /// Town and landing ground, either of them.
        Either = "either",
        /// The town alone.
        Town = "town",
    } = Rethymnon::Either, RM;
    /// WM-9.2-2: an airfield supplies Germans only while they control it
    airfield_needs_control: bool = false, RM;
    /// WM-9.4.1-1: the refit of turn 1 also serves units out of supply
    turn1_refit_free: bool = false, RM;
    /// WM-11.2-2: German victory points count only in supply, as in the sister game
    german_vp_supply: bool = false, RM;
    /// WM-12.5-2: who commits artillery first
    artillery_order: ArtilleryOrder {
        /// The Germans, whose marker then bars the Allied one.
        GermanFirst = "german-first",
        /// The Allies; nothing then bars the Germans.
        AlliedFirst = "allied-first",
    } = ArtilleryOrder::GermanFirst, RM;
}

engine::rulings! {
    /// Optional rules (12.0), each on or off.
    pub struct Options in Scope;

    /// 12.1 and 12.4: attacks by several nationalities lose on the die
    coordination: bool = false, BOTH;
    /// 12.2 and 12.5: artillery support markers
    artillery: bool = false, BOTH;
    /// 12.3: last-minute demolition and repair by die roll
    advanced_bridges: bool = false, RG;
    /// 12.4: once a turn the Allies cancel a last-minute demolition
    boat_crossing: bool = false, RG;
    /// 12.5: rain grounds aircraft and landings
    weather: bool = false, RG;
    /// 12.6: one unit in Oss refits in addition
    oss: bool = false, RG;
    /// 12.7: Driel supplies airborne units
    driel: bool = false, RG;
    /// 12.8: 52nd Division flies in from turn 3
    air_transport: bool = false, RG;
    /// 12.1: the Süssmann marker
    sussmann: bool = false, RM;
    /// 12.2: the Freyberg marker
    freyberg: bool = false, RM;
    /// 12.3: two units of Greek irregulars
    irregulars: bool = false, RM;
}
