//! Switches: how uncertain sentences are read, and which optional rules are in play.
//!
//! Every ruling keeps the id under which it is argued in `docs/systems/race.md`; its default is
//! the first value.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::Ruling;
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
pub(crate) enum Scope {
    Both,
    Only(Edition),
}

impl Scope {
    pub(crate) fn covers(self, edition: Edition) -> bool {
        self == Scope::Both || self == Scope::Only(edition)
    }
}

const RM: Scope = Scope::Only(Edition::Mercury);
const RG: Scope = Scope::Only(Edition::MarketGarden);

trait Switch: Copy {
    const WORDS: &'static [&'static str];
    fn word(self) -> &'static str;
}

impl Switch for bool {
    const WORDS: &'static [&'static str] = &["false", "true"];
    fn word(self) -> &'static str {
        Self::WORDS[usize::from(self)]
    }
}

macro_rules! switches {
    ($($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $value:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $value),+ }
        impl Switch for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
            fn word(self) -> &'static str { Self::WORDS[self as usize] }
        }
    )+};
}

switches! {
    /// What a unit may do that starts its impulse next to an enemy.
    AdjacentStart {
        /// Move or attack.
        Either = "either",
        /// Attack only.
        Locked = "locked",
        /// Move and attack.
        Free = "free",
    }
    /// What ignoring adjacent enemies covers.
    VehicleExemption {
        /// The stop on entering and the limit of 4.1.1.
        StopAndStart = "stop-and-start",
        /// Only the stop.
        StopOnly = "stop-only",
    }
    /// How often a unit may be in combat in one impulse.
    AttackLimit {
        /// Once in all.
        PerImpulse = "per-impulse",
        /// Once as attacker in its own half and once as defender in the other.
        PerHalf = "per-half",
    }
    /// Where the first hex of a retreat must lead.
    RetreatToward {
        /// Nearer to some source of the rules' lists, whoever stands in it.
        Printed = "printed-source",
        /// Nearer to some usable source.
        Any = "any-source",
        /// Nearer to the nearest usable source.
        Nearest = "nearest-source",
    }
    /// Who pays for ignoring a retreat.
    IgnoreRetreat {
        /// Each unit that stays.
        PerUnit = "per-unit",
        /// One unit for its stack.
        PerStack = "per-stack",
    }
    /// Whose lack of supply costs the attack its die.
    OosDie {
        /// Any attacker's.
        AnyAttacker = "any-attacker",
        /// Only all attackers' together.
        AllAttackers = "all-attackers",
    }
    /// When automatic victory is looked for.
    AutoWinCheck {
        /// At the end of a turn's impulse D.
        Turn = "turn",
        /// At the end of every impulse.
        Impulse = "impulse",
    }
    /// First turn of surrender rolls in Market-Garden.
    SurrenderFrom {
        /// 20 September.
        Fourth = "20-september",
        /// 19 September.
        Third = "19-september",
    }
    /// What impulse A of turn 1 is.
    LandingForced {
        /// The landing; single units may be held back.
        Landing = "landing",
        /// The landing of every unit.
        All = "all",
        /// The player's choice.
        Free = "free",
    }
    /// Where airborne reinforcements of Market-Garden land.
    AirborneReinfHex {
        /// On the hex of the counter file.
        Printed = "printed",
        /// On any airborne supply hex.
        AnySource = "any-source",
    }
    /// A landing hex held by the enemy.
    LandingOnEnemy {
        /// The unit stays in its box.
        Stay = "stay",
        /// It lands in a free neighbouring hex.
        Drift = "drift",
    }
    /// How long the German air marker of Market-Garden lies.
    GermanAirStays {
        /// Until the turn ends.
        TurnEnd = "turn-end",
        /// Until it is placed again.
        NextPlacement = "next-placement",
    }
    /// What two air markers on one combat do.
    AirColumns {
        /// One column in all.
        One = "one",
        /// One column each.
        Each = "each",
    }
    /// Which bridges may be blown.
    BridgeDemolition {
        /// Those with Allied units next to them and none in their hex.
        AdjacentOnly = "adjacent-only",
        /// Those with Allied units next to or in their hex.
        AdjacentOrIn = "adjacent-or-in",
    }
    /// How often last-minute demolition may be tried.
    LastMinute {
        /// Once a bridge and impulse.
        Once = "once",
        /// For every unit that enters.
        EachUnit = "each-unit",
    }
    /// When the weather is rolled.
    WeatherRoll {
        /// At the start of the turn.
        TurnStart = "turn-start",
        /// Before the first Allied half.
        FirstAllied = "first-allied",
    }
    /// What the German air marker does for a landing on Crete.
    AirLandingBonus {
        /// +1 from the Ground Support Box.
        GroundSupport = "ground-support",
        /// Nothing: it never lies in a hex.
        Never = "never",
    }
    /// Sign of the naval modifier on sea transport.
    NavalSign {
        /// -1 a marker.
        Minus = "minus",
        /// +1 a marker.
        Plus = "plus",
    }
    /// Where a unit on Crete may ignore a retreat.
    IgnoreWhere {
        /// Anywhere.
        Anywhere = "anywhere",
        /// Only in rough and mountain hexes.
        Cover = "cover",
    }
    /// Which box interdicts Allied movement.
    InterdictionBox {
        /// Ground Support.
        GroundSupport = "ground-support",
        /// Interdiction.
        Interdiction = "interdiction",
    }
    /// How often a moving unit rolls for interdiction.
    InterdictionRolls {
        /// Once an impulse.
        Once = "once",
        /// At every trigger.
        Each = "each",
    }
    /// What counts as the airfield of Rethymnon.
    Rethymnon {
        /// Town and landing ground, either of them.
        Either = "either",
        /// The town alone.
        Town = "town",
    }
    /// Who commits artillery first on Crete.
    ArtilleryOrder {
        /// The Germans, whose marker then bars the Allied one.
        GermanFirst = "german-first",
        /// The Allies; nothing then bars the Germans.
        AlliedFirst = "allied-first",
    }
}

macro_rules! rulings {
    ($($name:ident: $kind:ty = $default:expr, $scope:expr, $id:literal, $meaning:literal;)+) => {
        /// How uncertain sentences are read. `Default` is the chosen reading.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Rulings {
            $(#[doc = concat!("Ruling ", $id, ": ", $meaning)] pub $name: $kind,)+
        }

        impl Default for Rulings {
            fn default() -> Self {
                Rulings { $($name: $default),+ }
            }
        }

        impl Rulings {
            /// Every switch that `edition` knows.
            pub(crate) fn list(&self, edition: Edition) -> Vec<Ruling> {
                let mut list = Vec::new();
                $(if $scope.covers(edition) {
                    let default: $kind = $default;
                    list.push(Ruling {
                        id: stringify!($name).into(),
                        value: self.$name.word().into(),
                        default: default.word().into(),
                        values: <$kind as Switch>::WORDS.iter().map(ToString::to_string).collect(),
                        meaning: String::from(concat!($id, ": ", $meaning)),
                    });
                })+
                list
            }
        }
    };
}

rulings! {
    adjacent_start: AdjacentStart = AdjacentStart::Either, Scope::Both, "W-4.1.1-1",
        "a unit that starts next to an enemy may fight but may not then move: move or fight, fight only, or both";
    vehicle_exemption: VehicleExemption = VehicleExemption::StopAndStart, Scope::Both, "W-5.1-1",
        "whether units that ignore adjacent enemies are also free of the limit on units that start adjacent";
    attack_limit: AttackLimit = AttackLimit::PerImpulse, Scope::Both, "W-6.0-1",
        "attack or be attacked once an impulse, although both sides act in it";
    clamp_first: bool = true, Scope::Both, "W-6.1-2",
        "odds are limited to 1:3 and 5:1 before the shifts as well as after them";
    excess_counts: bool = false, Scope::Both, "W-6.3-1",
        "damage beyond what the units can take counts for the length of retreat and advance";
    retreat_toward: RetreatToward = RetreatToward::Printed, Scope::Both, "W-6.3-2",
        "the first hex of a retreat is in the direction of a friendly supply source";
    ignore_retreat: IgnoreRetreat = IgnoreRetreat::PerUnit, Scope::Both, "W-6.3.1-1",
        "the extra damage for ignoring a retreat is per unit or per stack";
    surrender_before_refit: bool = true, Scope::Both, "W-9.0-1",
        "surrender rolls come before refit";
    oos_die: OosDie = OosDie::AnyAttacker, Scope::Both, "W-9.0-2",
        "the die is one less if any attacker, or only if every attacker, is out of supply";
    auto_win_check: AutoWinCheck = AutoWinCheck::Turn, Scope::Both, "W-10-1",
        "an attack phase is a whole turn or one impulse";
    surrender_from: SurrenderFrom = SurrenderFrom::Fourth, RG, "WG-4.0-1",
        "surrender rolls start on 19 September (4.0) or 20 September (9.6.1)";
    landing_forced: LandingForced = LandingForced::Landing, RG, "WG-3.2-1",
        "the first Allied impulse is the landing, so that the ground units stand still";
    airborne_reinf_hex: AirborneReinfHex = AirborneReinfHex::Printed, RG, "WG-3.3-1",
        "where airborne reinforcements land, whose counters show a turn instead of a hex";
    landing_on_enemy: LandingOnEnemy = LandingOnEnemy::Stay, Scope::Both, "WG-5.2-2",
        "what happens to a landing on a hex with enemy units";
    air_defends: bool = false, RG, "WG-6.1.2-1",
        "an air marker in the defending hex shifts one column left";
    german_air_stays: GermanAirStays = GermanAirStays::TurnEnd, RG, "WG-7.1-1",
        "how long the German air marker lies";
    air_columns: AirColumns = AirColumns::One, RG, "WG-7.1-2",
        "two air markers on one combat";
    bridge_demolition: BridgeDemolition = BridgeDemolition::AdjacentOnly, RG, "WG-8.2-1",
        "whether an Allied unit in its hex saves a bridge";
    advanced_repair_only: bool = false, RG, "WG-8.3-1",
        "with the advanced bridge rules, bridges are repaired by die roll only";
    airborne_ground_supply: bool = true, RG, "WG-9.2-1",
        "airborne units may also trace to the southern edge";
    enemy_blocks_supply: bool = true, RG, "WG-9.4-1",
        "a supply line may not pass an enemy unit";
    last_minute: LastMinute = LastMinute::Once, RG, "WG-12.3.1-1",
        "how often a bridge may be tried at the last minute in one impulse";
    weather_roll: WeatherRoll = WeatherRoll::TurnStart, RG, "WG-12.5-1",
        "the weather is rolled at the start of the turn or after the German half of impulse A";
    oss_needs_supply: bool = false, RG, "WG-12.6-1",
        "the unit that refits in Oss must also trace supply";
    air_landing_bonus: AirLandingBonus = AirLandingBonus::GroundSupport, RM, "WM-5.2-1",
        "the landing modifier for an air marker in the hex, where markers lie in boxes only";
    naval_sign: NavalSign = NavalSign::Minus, RM, "WM-5.3-1",
        "the modifier of a naval marker on sea transport is printed without a sign";
    mountain_is_rough: bool = true, RM, "WM-5.1.2-1",
        "a mountain hex also stops movement and advance";
    ignore_where: IgnoreWhere = IgnoreWhere::Anywhere, RM, "WM-6.3.1-1",
        "where a unit may ignore a retreat";
    advance_one_stack: bool = false, RM, "WM-6.4-1",
        "only one stack may advance, as in the sister game";
    interdiction_box: InterdictionBox = InterdictionBox::GroundSupport, RM, "WM-7.2-1",
        "which box of the German air marker interdicts Allied movement";
    interdiction_rolls: InterdictionRolls = InterdictionRolls::Once, RM, "WM-7.2-2",
        "how often a moving unit rolls for interdiction";
    rethymnon: Rethymnon = Rethymnon::Either, RM, "WM-9.2-1",
        "whether the landing ground 0714 stands for the airfield of Rethymnon as 0713 does";
    airfield_needs_control: bool = false, RM, "WM-9.2-2",
        "an airfield supplies Germans only while they control it";
    turn1_refit_free: bool = false, RM, "WM-9.4.1-1",
        "the refit of turn 1 also serves units out of supply";
    german_vp_supply: bool = false, RM, "WM-11.2-2",
        "German victory points count only in supply, as in the sister game";
    artillery_order: ArtilleryOrder = ArtilleryOrder::GermanFirst, RM, "WM-12.5-2",
        "who commits artillery first";
}

macro_rules! options {
    ($($name:ident, $scope:expr, $section:literal, $meaning:literal;)+) => {
        /// Optional rules (12.0), each on or off.
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Options {
            $(#[doc = concat!($section, ": ", $meaning)] pub $name: bool,)+
        }

        impl Options {
            /// Every option: name, whether it is on, whether `edition` has it, section and meaning.
            pub(crate) fn list(&self, edition: Edition) -> Vec<Optional> {
                alloc::vec![$(Optional {
                    name: stringify!($name),
                    on: self.$name,
                    known: $scope.covers(edition),
                    meaning: concat!($section, ": ", $meaning),
                }),+]
            }
        }
    };
}

/// An optional rule as a list shows it.
pub(crate) struct Optional {
    pub(crate) name: &'static str,
    pub(crate) on: bool,
    pub(crate) known: bool,
    pub(crate) meaning: &'static str,
}

options! {
    coordination, Scope::Both, "12.1 and 12.4", "attacks by several nationalities lose on the die";
    artillery, Scope::Both, "12.2 and 12.5", "artillery support markers";
    advanced_bridges, RG, "12.3", "last-minute demolition and repair by die roll";
    boat_crossing, RG, "12.4", "once a turn the Allies cancel a last-minute demolition";
    weather, RG, "12.5", "rain grounds aircraft and landings";
    oss, RG, "12.6", "one unit in Oss refits in addition";
    driel, RG, "12.7", "Driel supplies airborne units";
    air_transport, RG, "12.8", "52nd Division flies in from turn 3";
    sussmann, RM, "12.1", "the Süssmann marker";
    freyberg, RM, "12.2", "the Freyberg marker";
    irregulars, RM, "12.3", "two units of Greek irregulars";
}
