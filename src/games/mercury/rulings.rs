//! Readings of the rules that are not certain, each a switch.
//!
//! Ids are stable: scenario files and `--set rulings.ID=VALUE` use them. `Default` is the reading
//! chosen; the doc of each field says where the doubt comes from.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::Ruling;
use serde::Deserialize;

/// Declares an enum of readings with their words in files.
macro_rules! readings {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// The word for this reading in files.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            fn words() -> Vec<String> {
                vec![$($word.to_string()),+]
            }
        }
    };
}

readings! {
    /// What an action costs in a division activation.
    ActivationCost {
        /// Fire and Assault cost one point; everything else, and the fire of purple and green units, is free.
        FireOnePoint = "fire_one_point",
        /// Every first action costs one point.
        AllOnePoint = "all_one_point",
        /// First actions are free.
        AllFree = "all_free",
    }
}

readings! {
    /// A yes or no.
    Switch {
        /// It holds.
        On = "on",
        /// It does not.
        Off = "off",
    }
}

readings! {
    /// How the halved die of command points is rounded.
    Rounding {
        /// Down: 0 to 4.
        Down = "down",
        /// Up: 0 to 5.
        Up = "up",
    }
}

readings! {
    /// What becomes of suppressed defenders whom the strikes leave alone with a charger.
    LoneSuppressed {
        /// Each of them makes a check of troop quality: who passes stays, who fails is eliminated.
        Check = "check",
        /// They are eliminated.
        On = "on",
        /// They stay.
        Off = "off",
    }
}

readings! {
    /// How often a charger strikes.
    ChargerStrikes {
        /// Once, with its assault rating.
        One = "one",
        /// With its fire rating, and after all others with its assault rating.
        FireThenAssault = "fire_then_assault",
    }
}

readings! {
    /// Fire zones of units that fire indirect.
    IndirectZones {
        /// Mortars have none, artillery that of the counters' file.
        None = "none",
        /// Both have one of three hexes at most.
        ThreeHexes = "three_hexes",
    }
}

readings! {
    /// How long an assault lasts.
    AssaultRounds {
        /// One exchange of strikes.
        One = "one",
        /// Until one side is gone, suppressed or driven back.
        UntilDecided = "until_decided",
    }
}

readings! {
    /// How often a unit may try opportunity fire.
    OpfireLimit {
        /// At every trigger.
        None = "none",
        /// Once against each activated unit.
        OnceAnActivation = "once_an_activation",
    }
}

readings! {
    /// What is weakened at night.
    NightReduces {
        /// Fire and assault ratings.
        FireAndAssault = "fire_and_assault",
        /// Fire ratings alone.
        Fire = "fire",
    }
}

readings! {
    /// What a failed check against `S?` leaves open.
    FailedQuestion {
        /// The unit is suppressed.
        Suppressed = "suppressed",
        /// The suppression may in turn be converted, like a plain `S`.
        Convertible = "convertible",
    }
}

readings! {
    /// Which units have a red troop quality, where their counter is not known.
    AutoCommand {
        /// As `counters.csv` says, row by row: police, anti-aircraft, coastal guns and garrisons.
        AsCounters = "as_counters",
        /// None.
        Nobody = "nobody",
    }
}

readings! {
    /// What happens to air support whose division chit is the last of its turn.
    AirSupport {
        /// It waits for the chit, which opens the next turn.
        WaitsForChit = "waits_for_chit",
        /// It is lost.
        Lost = "lost",
    }
}

readings! {
    /// Prices of dispatch points (in command points) and of formation chits (in dispatch points).
    PriceSchedule {
        /// Both cost 2.
        Flat2 = "flat_2",
        /// Both cost 1.
        Flat1 = "flat_1",
        /// Both cost 3.
        Flat3 = "flat_3",
        /// The first purchase of a kind by a division in a turn costs 1, the second 2, further ones 3.
        Rising = "rising",
        /// A chit costs 1, a dispatch point 2.
        Chit1Point2 = "chit_1_point_2",
    }
}

readings! {
    /// What a unit out of command may fire in a division activation (S8.0).
    OutOfCommandFire {
        /// What costs nothing: no point is spent on it.
        FreeWeapons = "free_weapons",
        /// Anything: its division pays.
        DivisionPays = "division_pays",
        /// Nothing.
        Nothing = "nothing",
    }
}

readings! {
    /// How the landing hexes of a stick are found.
    DropPlacement {
        /// The Germans choose, one unit after the other.
        Chosen = "chosen",
        /// At random.
        Random = "random",
    }
}

readings! {
    /// How far fire zones reach.
    ZoneReach {
        /// One hex for all.
        A = "a",
        /// As the counters' file has it: 2 for machine guns, tanks, guns; 3 for heavy anti-aircraft.
        B = "b",
        /// The same, and 2 for infantry that is not Greek, within its range.
        C = "c",
    }
}

readings! {
    /// Who counts as Fallschirmjäger for event 5.10.
    Fallschirmjaeger {
        /// Every unit that dropped or landed by glider.
        Dropped = "dropped",
        /// Parachute and glider companies alone.
        Companies = "companies",
    }
}

readings! {
    /// What modifies the partisans' attack (5.7).
    Partisans {
        /// Nothing.
        Unmodified = "unmodified",
        /// What modifies direct fire at the target.
        Modified = "modified",
    }
}

readings! {
    /// When the goals of SNAFU and With Expected German Precision count (A-SC1-1).
    GoalTiming {
        /// The German goal once met at the end of a turn stays met; the Allied one is counted at the end.
        GermanAnyTurn = "german_any_turn",
        /// Both are judged at the end of the game.
        AtTheEnd = "at_the_end",
        /// The game ends with the first turn at whose end a goal is met.
        SuddenDeath = "sudden_death",
    }
}

readings! {
    /// Which German steps count for the Allied goal of scenarios 1 and 2, "if he has eliminated" so many.
    AlliedSteps {
        /// All that were lost.
        All = "all",
        /// Those that were not lost in the drop itself.
        ByAlliedAction = "by_allied_action",
    }
}

readings! {
    /// What becomes of Greeks who rout (5.2): "removed from play".
    RoutedGreeks {
        /// They are eliminated, and count for whoever counts eliminated steps.
        Eliminated = "eliminated",
        /// They are out, and nobody has eliminated them.
        Removed = "removed",
    }
}

readings! {
    /// Where the Germans' goal of With Expected German Precision lies (F-SC2-1).
    PrecisionGoal {
        /// Port or airfield, at the end of the game: the English text.
        EitherAtTheEnd = "either_at_the_end",
        /// Port and airfield, at the end of any turn: the French text.
        AllAnyTurn = "all_any_turn",
    }
}

readings! {
    /// Which text's ratings and points divisions have where the two differ (F-SC1-1, F-SC3-1).
    StartValues {
        /// The English one.
        English = "english",
        /// The French one.
        French = "french",
    }
}

readings! {
    /// How a unit arrives whose entry has a time and a hex of the sky but no word of parachutes (A-SC3-1).
    WordlessArrival {
        /// It walks on.
        Walks = "walks",
        /// It jumps into that hex.
        Jumps = "jumps",
    }
}

readings! {
    /// Where companies fight that landed beside a battalion not their own (A-OOB-6).
    Stragglers {
        /// With the battalion that they landed beside.
        Join = "join",
        /// As independents.
        Independent = "independent",
    }
}

readings! {
    /// How many serials may land in a turn of the list (A-S7-1).
    SerialsPerTurn {
        /// One.
        One = "one",
        /// As many as are left.
        Any = "any",
    }
}

readings! {
    /// When supply is rolled for (A-S4-1).
    SupplyRoll {
        /// In every turn from the first one on.
        EveryTurn = "every_turn",
        /// In each Night turn.
        EachNight = "each_night",
    }
}

readings! {
    /// How well a side is supplied (S4.0): at the start a reading, where the scenario does not give it (A-S4-2).
    Level {
        /// No effect.
        Full = "full",
        /// No effect.
        Reduced = "reduced",
        /// Troop quality is lower.
        Diminished = "diminished",
        /// Troop quality and fire ratings are lower.
        Emergency = "emergency",
    }
}

readings! {
    /// The last turn of scenario 4 (A-SC4-1).
    LastTurn {
        /// As the body of the text has it.
        Body = "night",
        /// As its title line has it.
        Title = "title",
    }
}

readings! {
    /// Who wins with equal victory points (A-SC4-2).
    Tie {
        /// Nobody.
        Draw = "draw",
        /// The Germans.
        German = "german",
        /// The Allies.
        Allied = "allied",
    }
}

readings! {
    /// When the goals of scenario 8 are compared.
    GoalsOfEight {
        /// At the end: both met is a draw.
        AtTheEnd = "at_the_end",
        /// The German goal, once met, ends the game.
        GermanAtOnce = "german_at_once",
    }
}

readings! {
    /// What a loss does to a loaded divisional truck.
    TruckLoss {
        /// Truck and load lose the step.
        Shared = "shared",
        /// The truck alone loses it.
        TruckOnly = "truck_only",
    }
}

readings! {
    /// What it takes to abandon a divisional truck (S10.0).
    TruckAbandon {
        /// Nothing: the unit gets off where it stands.
        Free = "free",
        /// As many movement points as dismounting.
        AsDismounting = "as_dismounting",
    }
}

readings! {
    /// When the Germans must have held the airfield undisturbed to receive their divisional trucks in the next turn (S10.0).
    TruckArrival {
        /// When the turn ended.
        AtTurnEnd = "at_turn_end",
        /// At some time in the turn: when a chit had been played, or at its end.
        AnyTime = "any_time",
    }
}

readings! {
    /// When the chit of the division that lands first joins the cup, on the turn "Serial 1 is to arrive" (11.0).
    MountainChit {
        /// On the first turn of the list on which it may land, whoever holds the airfield.
        FirstListedTurn = "first_listed_turn",
        /// From then on, and only while the Germans hold two runway hexes that touch, or once a serial has landed.
        AirfieldHeld = "airfield_held",
    }
}

readings! {
    /// When control of the runway wins scenario 5: "by the end of the scenario".
    RunwayControl {
        /// When the scenario ends.
        AtTheEnd = "at_the_end",
        /// At the end of any turn.
        AnyTurnEnd = "any_turn_end",
    }
}

readings! {
    /// When units that exit win scenario 5 (A-SC5-2).
    ExitWin {
        /// As soon as enough have left.
        AtOnce = "at_once",
        /// When the scenario ends.
        AtTheEnd = "at_the_end",
    }
}

readings! {
    /// Where an indirect shot leaves a barrage.
    BarrageRule {
        /// Whenever it is not a 9.
        EveryShot = "every_shot",
        /// Only when it has no result.
        OnMiss = "on_miss",
    }
}

/// Every switch of the system.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rulings {
    /// `activation_cost`: no source says what an activation costs.
    pub activation_cost: ActivationCost,
    /// `command_die` (U-18).
    pub command_die: Rounding,
    /// `direct_command_in_command` (U-17).
    pub direct_command_in_command: Switch,
    /// `failed_question` (U-1).
    pub failed_question: FailedQuestion,
    /// `opfire_nonmove` (U-4).
    pub opfire_nonmove: Switch,
    /// `opfire_limit` (U-4).
    pub opfire_limit: OpfireLimit,
    /// `bravery_waived_if_no_zone`.
    pub bravery_waived_if_no_zone: Switch,
    /// `lone_suppressed_eliminated` (U-8).
    pub lone_suppressed_eliminated: LoneSuppressed,
    /// `charger_strikes` (U-8).
    pub charger_strikes: ChargerStrikes,
    /// `assault_rounds` (U-8).
    pub assault_rounds: AssaultRounds,
    /// `night_reduces` (A-1.0-1).
    pub night_reduces: NightReduces,
    /// `auto_command` (A-8-1).
    pub auto_command: AutoCommand,
    /// `air_support` (ours).
    pub air_support: AirSupport,
    /// `price_schedule` (U-2).
    pub price_schedule: PriceSchedule,
    /// `out_of_command_fire` (ours).
    pub out_of_command_fire: OutOfCommandFire,
    /// `division_chit_enters_zones` (ours).
    pub division_chit_enters_zones: Switch,
    /// `dispatch_roll`.
    pub dispatch_roll: Switch,
    /// `marker_repeat` (F-4.2.2-1).
    pub marker_repeat: Switch,
    /// `drop_placement` (A-4.2-3).
    pub drop_placement: DropPlacement,
    /// `drop_combined`.
    pub drop_combined: Switch,
    /// `play_last_drop_chit` (A-4.1-1).
    pub play_last_drop_chit: Switch,
    /// `zone_reach` (U-13).
    pub zone_reach: ZoneReach,
    /// `indirect_zones` (U-13).
    pub indirect_zones: IndirectZones,
    /// `fallschirmjaeger` (A-5.10-1).
    pub fallschirmjaeger: Fallschirmjaeger,
    /// `partisans` (F-5.7-1).
    pub partisans: Partisans,
    /// `routed_greeks` (ours).
    pub routed_greeks: RoutedGreeks,
    /// `barrage` (series rules 6).
    pub barrage: BarrageRule,
    /// `sc1_timing` (A-SC1-1).
    pub sc1_timing: GoalTiming,
    /// `allied_steps` (ours).
    pub allied_steps: AlliedSteps,
    /// `sc2_goal` (F-SC2-1).
    pub sc2_goal: PrecisionGoal,
    /// `start_values` (F-SC1-1, F-SC3-1).
    pub start_values: StartValues,
    /// `wordless_arrival` (A-SC3-1).
    pub wordless_arrival: WordlessArrival,
    /// `stragglers` (A-OOB-6).
    pub stragglers: Stragglers,
    /// `serials_per_turn` (A-S7-1).
    pub serials_per_turn: SerialsPerTurn,
    /// `supply_roll` (A-S4-1).
    pub supply_roll: SupplyRoll,
    /// `supply_start` (A-S4-2).
    pub supply_start: Level,
    /// `sc4_end` (A-SC4-1).
    pub sc4_end: LastTurn,
    /// `sc4_tie` (A-SC4-2).
    pub sc4_tie: Tie,
    /// `sc8_goals` (ours).
    pub sc8_goals: GoalsOfEight,
    /// `truck_loss` (ours).
    pub truck_loss: TruckLoss,
    /// `truck_abandon` (ours).
    pub truck_abandon: TruckAbandon,
    /// `truck_arrival` (ours).
    pub truck_arrival: TruckArrival,
    /// `mountain_chit` (ours).
    pub mountain_chit: MountainChit,
    /// `sc5_control` (ours).
    pub sc5_control: RunwayControl,
    /// `sc5_exit` (A-SC5-2).
    pub sc5_exit: ExitWin,
}

impl Default for Rulings {
    fn default() -> Self {
        Rulings {
            activation_cost: ActivationCost::FireOnePoint,
            command_die: Rounding::Down,
            direct_command_in_command: Switch::On,
            failed_question: FailedQuestion::Suppressed,
            opfire_nonmove: Switch::On,
            opfire_limit: OpfireLimit::None,
            bravery_waived_if_no_zone: Switch::On,
            lone_suppressed_eliminated: LoneSuppressed::Check,
            charger_strikes: ChargerStrikes::One,
            assault_rounds: AssaultRounds::One,
            night_reduces: NightReduces::FireAndAssault,
            auto_command: AutoCommand::AsCounters,
            air_support: AirSupport::WaitsForChit,
            price_schedule: PriceSchedule::Flat2,
            out_of_command_fire: OutOfCommandFire::FreeWeapons,
            division_chit_enters_zones: Switch::On,
            dispatch_roll: Switch::Off,
            marker_repeat: Switch::Off,
            drop_placement: DropPlacement::Chosen,
            drop_combined: Switch::Off,
            play_last_drop_chit: Switch::Off,
            zone_reach: ZoneReach::B,
            indirect_zones: IndirectZones::None,
            fallschirmjaeger: Fallschirmjaeger::Dropped,
            partisans: Partisans::Unmodified,
            routed_greeks: RoutedGreeks::Eliminated,
            barrage: BarrageRule::EveryShot,
            sc1_timing: GoalTiming::GermanAnyTurn,
            allied_steps: AlliedSteps::All,
            sc2_goal: PrecisionGoal::EitherAtTheEnd,
            start_values: StartValues::English,
            wordless_arrival: WordlessArrival::Walks,
            stragglers: Stragglers::Join,
            serials_per_turn: SerialsPerTurn::One,
            supply_roll: SupplyRoll::EveryTurn,
            supply_start: Level::Full,
            sc4_end: LastTurn::Body,
            sc4_tie: Tie::Draw,
            sc8_goals: GoalsOfEight::AtTheEnd,
            truck_loss: TruckLoss::Shared,
            truck_abandon: TruckAbandon::Free,
            truck_arrival: TruckArrival::AtTurnEnd,
            mountain_chit: MountainChit::FirstListedTurn,
            sc5_control: RunwayControl::AtTheEnd,
            sc5_exit: ExitWin::AtOnce,
        }
    }
}

impl Switch {
    /// Whether it is on.
    pub fn on(self) -> bool {
        self == Switch::On
    }
}

impl Rulings {
    /// Every switch with its value, default and meaning, for `scenario show`.
    pub fn list(&self) -> Vec<Ruling> {
        let default = Rulings::default();
        macro_rules! switch {
            ($field:ident: $type:ident, $meaning:literal) => {
                Ruling {
                    id: stringify!($field).to_string(),
                    value: self.$field.word().to_string(),
                    default: default.$field.word().to_string(),
                    values: $type::words(),
                    meaning: $meaning.to_string(),
                }
            };
        }
        vec![
            switch!(activation_cost: ActivationCost, "what the first action of a unit costs in a division activation; the text does not say (largest lever on balance)"),
            switch!(command_die: Rounding, "how half a die of command points is rounded (U-18)"),
            switch!(direct_command_in_command: Switch, "whether a unit must be in command to be activated by direct command (U-17)"),
            switch!(failed_question: FailedQuestion, "whether a unit that failed its check against S? may still convert the suppression (U-1)"),
            switch!(opfire_nonmove: Switch, "whether mounting, dismounting, column and engineer work in a fire zone draw opportunity fire (U-4)"),
            switch!(opfire_limit: OpfireLimit, "how often one unit may try opportunity fire (U-4)"),
            switch!(bravery_waived_if_no_zone: Switch, "whether an assault on a hex whose defenders are all suppressed, or under a barrage, needs no bravery check"),
            switch!(lone_suppressed_eliminated: LoneSuppressed, "whether suppressed defenders left alone with an unsuppressed charger are eliminated, or only those that fail a check (U-8)"),
            switch!(charger_strikes: ChargerStrikes, "whether a charger strikes with its assault rating alone, or with its fire rating before; published code of the series gives it both (U-8)"),
            switch!(assault_rounds: AssaultRounds, "how long an assault lasts (U-8)"),
            switch!(night_reduces: NightReduces, "what the night weakens (A-1.0-1)"),
            switch!(auto_command: AutoCommand, "which units are auto-command where the counter is not known (A-8-1)"),
            switch!(air_support: AirSupport, "what becomes of air support when its division chit is drawn last"),
            switch!(price_schedule: PriceSchedule, "what a dispatch point costs in command points and a formation chit in dispatch points; no source gives prices (U-2)"),
            switch!(out_of_command_fire: OutOfCommandFire, "what a unit out of command may fire in a division activation: what is free, anything at its division's cost, or nothing; the text lists what needs command and fire is not in the list (S8.0)"),
            switch!(division_chit_enters_zones: Switch, "whether units that a division chit activates may move into enemy fire zones; a published answer on an older game of the series says no"),
            switch!(dispatch_roll: Switch, "whether half a die is added to the dispatch rating"),
            switch!(marker_repeat: Switch, "whether a unit may remove two drop markers in one activation; the English and the French text differ (F-4.2.2-1)"),
            switch!(drop_placement: DropPlacement, "who picks the landing hex of each unit within its zone (A-4.2-3)"),
            switch!(drop_combined: Switch, "whether the drop table's `step+delay` cells also delay; the text names single results"),
            switch!(play_last_drop_chit: Switch, "whether a division chit drawn last is played all the same in a turn with drops (A-4.1-1)"),
            switch!(zone_reach: ZoneReach, "how far fire zones reach (U-13)"),
            switch!(indirect_zones: IndirectZones, "whether mortars and artillery have fire zones of up to three hexes, as published answers on an older game of the series have it (U-13)"),
            switch!(fallschirmjaeger: Fallschirmjaeger, "who counts as Fallschirmjaeger for event 5.10 (A-5.10-1)"),
            switch!(partisans: Partisans, "what modifies the partisans' attack (F-5.7-1)"),
            switch!(routed_greeks: RoutedGreeks, "whether Greeks who rout, \"removed from play\", count as eliminated (5.2)"),
            switch!(barrage: BarrageRule, "when an indirect shot leaves a barrage"),
            switch!(sc1_timing: GoalTiming, "when the goals of both sides count (A-SC1-1)"),
            switch!(allied_steps: AlliedSteps, "whether steps lost in the drop itself count for the Allied goal of scenarios 1 and 2, who must have eliminated so many"),
            switch!(sc2_goal: PrecisionGoal, "what the Germans need in scenario 2 and when it counts; the English and the French text differ (F-SC2-1)"),
            switch!(start_values: StartValues, "which text's points at the start hold where the English and the French one differ (F-SC1-1, F-SC3-1, F-SC5-1)"),
            switch!(wordless_arrival: WordlessArrival, "how a company arrives by night of whom no parachute is mentioned (A-SC3-1)"),
            switch!(stragglers: Stragglers, "whether companies that landed beside another battalion fight with it (A-OOB-6)"),
            switch!(serials_per_turn: SerialsPerTurn, "how many airlanding serials may come in one turn (A-S7-1)"),
            switch!(supply_roll: SupplyRoll, "whether supply is rolled for in every turn from the first one on, or each night (A-S4-1)"),
            switch!(supply_start: Level, "supply of both sides at the start where the scenario does not give it (A-S4-2)"),
            switch!(sc4_end: LastTurn, "the last turn of scenario 4; the title line and the body of the text differ (A-SC4-1)"),
            switch!(sc4_tie: Tie, "who wins scenario 4 with equal victory points (A-SC4-2)"),
            switch!(sc8_goals: GoalsOfEight, "whether the German goal of scenario 8, once met, ends the game; the text calls it a victory and both goals a draw"),
            switch!(truck_loss: TruckLoss, "whether a step that a loaded divisional truck loses is lost by its load too; the text says only that truck and load have the same steps (S10.0)"),
            switch!(truck_abandon: TruckAbandon, "what it takes to abandon a divisional truck; the text says only that an abandoned one is gone (S10.0)"),
            switch!(truck_arrival: TruckArrival, "whether the Germans must hold the airfield undisturbed at the end of a turn, or at some time in it, to receive their trucks in the next (S10.0)"),
            switch!(mountain_chit: MountainChit, "whether the 5. Gebirgs-Division's chit joins the cup when the list lets Serial 1 land, or only when the airfield could take it; the text has \"is to arrive\""),
            switch!(sc5_control: RunwayControl, "whether control of the runway wins scenario 5 at its end alone or at the end of any turn; the text has \"by the end\""),
            switch!(sc5_exit: ExitWin, "when German units that exit off the east edge win scenario 5 (A-SC5-2)"),
        ]
    }
}
