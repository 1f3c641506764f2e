//! Readings of the rules that are not certain, each a switch.
//!
//! Ids are stable: scenario files and `--set rulings.ID=VALUE` use them. An entry says what the switch decides and where
//! the doubt comes from, what it may be, and the reading chosen.

engine::words! {
    /// A yes or no.
    pub enum Switch {
        /// It holds.
        On = "on",
        /// It does not.
        Off = "off",
    }
}

impl Switch {
    /// Whether it is on.
    pub fn on(self) -> bool {
        self == Switch::On
    }
}

engine::rulings! {
    /// Every switch of the system.
    pub struct Rulings;

    /// what the first action of a unit costs in a division activation; the text does not say (largest lever on balance)
    activation_cost: ActivationCost {
        /// Fire and Assault cost one point; everything else, and the fire of purple and green units, is free.
        FireOnePoint = "fire_one_point",
        /// Every first action costs one point.
        AllOnePoint = "all_one_point",
        /// First actions are free.
        AllFree = "all_free",
    } = ActivationCost::FireOnePoint;
    /// how half a die of command points is rounded (U-18)
    command_die: Rounding {
        /// Down: 0 to 4.
        Down = "down",
        /// Up: 0 to 5.
        Up = "up",
    } = Rounding::Down;
    /// whether a unit must be in command to be activated by direct command (U-17)
    direct_command_in_command: Switch = Switch::On;
    /// whether a unit that failed its check against S? may still convert the suppression (U-1)
    failed_question: FailedQuestion {
        /// The unit is suppressed.
        Suppressed = "suppressed",
        /// The suppression may in turn be converted, like a plain `S`.
        Convertible = "convertible",
    } = FailedQuestion::Suppressed;
    /// whether mounting, dismounting, column and engineer work in a fire zone draw opportunity fire (U-4)
    opfire_nonmove: Switch = Switch::On;
    /// how often one unit may try opportunity fire (U-4)
    opfire_limit: OpfireLimit {
        /// At every trigger.
        None = "none",
        /// Once against each activated unit.
        OnceAnActivation = "once_an_activation",
    } = OpfireLimit::None;
    /// whether an assault on a hex whose defenders are all suppressed, or under a barrage, needs no bravery check
    bravery_waived_if_no_zone: Switch = Switch::On;
    /// whether suppressed defenders left alone with an unsuppressed charger are eliminated, or only those that fail a
    /// check (U-8)
    lone_suppressed_eliminated: LoneSuppressed {
        /// Each of them makes a check of troop quality: who passes stays, who fails is eliminated.
        Check = "check",
        /// They are eliminated.
        On = "on",
        /// They stay.
        Off = "off",
    } = LoneSuppressed::Check;
    /// whether a charger strikes with its assault rating alone, or with its fire rating before; published code of the
    /// series gives it both (U-8)
    charger_strikes: ChargerStrikes {
        /// Once, with its assault rating.
        One = "one",
        /// With its fire rating, and after all others with its assault rating.
        FireThenAssault = "fire_then_assault",
    } = ChargerStrikes::One;
    /// how long an assault lasts (U-8)
    assault_rounds: AssaultRounds {
        /// One exchange of strikes.
        One = "one",
        /// Until one side is gone, suppressed or driven back.
        UntilDecided = "until_decided",
    } = AssaultRounds::One;
    /// what the night weakens (A-1.0-1)
    night_reduces: NightReduces {
        /// Fire and assault ratings.
        FireAndAssault = "fire_and_assault",
        /// Fire ratings alone.
        Fire = "fire",
    } = NightReduces::FireAndAssault;
    /// which units are auto-command where the counter is not known (A-8-1)
    auto_command: AutoCommand {
        /// As `counters.csv` says, row by row: police, anti-aircraft, coastal guns and garrisons.
        AsCounters = "as_counters",
        /// None.
        Nobody = "nobody",
    } = AutoCommand::AsCounters;
    /// what becomes of air support when its division chit is drawn last
    air_support: AirSupport {
        /// It waits for the chit, which opens the next turn.
        WaitsForChit = "waits_for_chit",
        /// It is lost.
        Lost = "lost",
    } = AirSupport::WaitsForChit;
    /// what a dispatch point costs in command points and a formation chit in dispatch points; no source gives prices
    /// (U-2)
    price_schedule: PriceSchedule {
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
    } = PriceSchedule::Flat2;
    /// what a unit out of command may fire in a division activation: what is free, anything at its division's cost, or
    /// nothing; the text lists what needs command and fire is not in the list (S8.0)
    out_of_command_fire: OutOfCommandFire {
        /// What costs nothing: no point is spent on it.
        FreeWeapons = "free_weapons",
        /// Anything: its division pays.
        DivisionPays = "division_pays",
        /// Nothing.
        Nothing = "nothing",
    } = OutOfCommandFire::FreeWeapons;
    /// whether units that a division chit activates may move into enemy fire zones; a published answer on an older game
    /// of the series says no
    division_chit_enters_zones: Switch = Switch::On;
    /// whether half a die is added to the dispatch rating
    dispatch_roll: Switch = Switch::Off;
    /// whether a unit may remove two drop markers in one activation; the English and the French text differ (F-4.2.2-1)
    marker_repeat: Switch = Switch::Off;
    /// who picks the landing hex of each unit within its zone (A-4.2-3)
    drop_placement: DropPlacement {
        /// The Germans choose, one unit after the other.
        Chosen = "chosen",
        /// At random.
        Random = "random",
    } = DropPlacement::Chosen;
    /// whether the drop table's `step+delay` cells also delay; the text names single results
    drop_combined: Switch = Switch::Off;
    /// whether a division chit drawn last is played all the same in a turn with drops (A-4.1-1)
    play_last_drop_chit: Switch = Switch::Off;
    /// how far fire zones reach (U-13)
    zone_reach: ZoneReach {
        /// One hex for all.
        A = "a",
        /// As the counters' file has it: 2 for machine guns, tanks, guns; 3 for heavy anti-aircraft.
        B = "b",
        /// The same, and 2 for infantry that is not Greek, within its range.
        C = "c",
    } = ZoneReach::B;
    /// whether mortars and artillery have fire zones of up to three hexes, as published answers on an older game of the
    /// series have it (U-13)
    indirect_zones: IndirectZones {
        /// Mortars have none, artillery that of the counters' file.
        None = "none",
        /// Both have one of three hexes at most.
        ThreeHexes = "three_hexes",
    } = IndirectZones::None;
    /// what it costs to go from one road to another that shares its hex without crossing it; the text has "the base terrain
    /// cost" and not of which hex (2.8; reconstructed)
    road_change: RoadChange {
        /// That of the hex they share, besides the half point along the other road; nothing is paid twice, since the unit may
        /// have ignored the road by which it came.
        SharedHex = "shared_hex",
        /// That of the next hex, which is then not entered along a road.
        NextHex = "next_hex",
    } = RoadChange::SharedHex;
    /// what a strongpoint does; its values are printed on a chart that we have not seen (2.9, U-10; reconstructed)
    strongpoint: Strongpoint {
        /// It is an entrenchment for one unit, whoever is there.
        OneUnit = "one_unit",
        /// For every unit of its hex.
        WholeHex = "whole_hex",
        /// Nothing.
        Nothing = "nothing",
    } = Strongpoint::OneUnit;
    /// what "Men at Work" asks of engineers who clear rubble; a procedure of the series that no source describes (2.9;
    /// reconstructed)
    men_at_work: MenAtWork {
        /// Nothing: one action and its check.
        Nothing = "nothing",
        /// A first action that only begins the work; who has begun and is still there makes the check with a later one.
        BegunBefore = "begun_before",
    } = MenAtWork::Nothing;
    /// who counts as Fallschirmjaeger for event 5.10 (A-5.10-1)
    fallschirmjaeger: Fallschirmjaeger {
        /// Every unit that dropped or landed by glider.
        Dropped = "dropped",
        /// Parachute and glider companies alone.
        Companies = "companies",
    } = Fallschirmjaeger::Dropped;
    /// what modifies the partisans' attack (F-5.7-1)
    partisans: Partisans {
        /// Nothing.
        Unmodified = "unmodified",
        /// What modifies direct fire at the target.
        Modified = "modified",
    } = Partisans::Unmodified;
    /// whether Greeks who rout, "removed from play", count as eliminated (5.2)
    routed_greeks: RoutedGreeks {
        /// They are eliminated, and count for whoever counts eliminated steps.
        Eliminated = "eliminated",
        /// They are out, and nobody has eliminated them.
        Removed = "removed",
    } = RoutedGreeks::Eliminated;
    /// when an indirect shot leaves a barrage
    barrage: BarrageRule {
        /// Whenever it is not a 9.
        EveryShot = "every_shot",
        /// Only when it has no result.
        OnMiss = "on_miss",
    } = BarrageRule::EveryShot;
    /// when the goals of both sides count (A-SC1-1)
    sc1_timing: GoalTiming {
        /// The German goal once met at the end of a turn stays met; the Allied one is counted at the end.
        GermanAnyTurn = "german_any_turn",
        /// Both are judged at the end of the game.
        AtTheEnd = "at_the_end",
        /// The game ends with the first turn at whose end a goal is met.
        SuddenDeath = "sudden_death",
    } = GoalTiming::GermanAnyTurn;
    /// whether steps lost in the drop itself count for the Allied goal of scenarios 1 and 2, who must have eliminated
    /// so many
    allied_steps: AlliedSteps {
        /// All that were lost.
        All = "all",
        /// Those that were not lost in the drop itself.
        ByAlliedAction = "by_allied_action",
    } = AlliedSteps::All;
    /// what the Germans need in scenario 2 and when it counts; the English and the French text differ (F-SC2-1)
    sc2_goal: PrecisionGoal {
        /// Port or airfield, at the end of the game: the English text.
        EitherAtTheEnd = "either_at_the_end",
        /// Port and airfield, at the end of any turn: the French text.
        AllAnyTurn = "all_any_turn",
    } = PrecisionGoal::EitherAtTheEnd;
    /// which text's points at the start hold where the English and the French one differ (F-SC1-1, F-SC3-1, F-SC5-1)
    start_values: StartValues {
        /// The English one.
        English = "english",
        /// The French one.
        French = "french",
    } = StartValues::English;
    /// how a company arrives by night of whom no parachute is mentioned (A-SC3-1)
    wordless_arrival: WordlessArrival {
        /// It walks on.
        Walks = "walks",
        /// It jumps into that hex.
        Jumps = "jumps",
    } = WordlessArrival::Walks;
    /// whether companies that landed beside another battalion fight with it (A-OOB-6)
    stragglers: Stragglers {
        /// With the battalion that they landed beside.
        Join = "join",
        /// As independents.
        Independent = "independent",
    } = Stragglers::Join;
    /// how many airlanding serials may come in one turn (A-S7-1)
    serials_per_turn: SerialsPerTurn {
        /// One.
        One = "one",
        /// As many as are left.
        Any = "any",
    } = SerialsPerTurn::One;
    /// whether the two units that ships take a night are two in all or two from each port (A-S2-2)
    ships_a_night: ShipsANight {
        /// In all.
        InAll = "in_all",
        /// From each port.
        EachPort = "each_port",
    } = ShipsANight::InAll;
    /// whether the three units of an ad-hoc airdrop are three a turn or three in the whole game (A-S3-1)
    ad_hoc_limit: AdHocLimit {
        /// A turn.
        EachTurn = "each_turn",
        /// In the whole game.
        InAll = "in_all",
    } = AdHocLimit::EachTurn;
    /// whether supply is rolled for in every turn from the first one on, or each night (A-S4-1)
    supply_roll: SupplyRoll {
        /// In every turn from the first one on.
        EveryTurn = "every_turn",
        /// In each Night turn.
        EachNight = "each_night",
    } = SupplyRoll::EveryTurn;
    /// supply of both sides at the start where the scenario does not give it (A-S4-2)
    supply_start: Level {
        /// No effect.
        Full = "full",
        /// No effect.
        Reduced = "reduced",
        /// Troop quality is lower.
        Diminished = "diminished",
        /// Troop quality and fire ratings are lower.
        Emergency = "emergency",
    } = Level::Full;
    /// which sheets share a supply track: those of the west with Kastelli, or Kastelli by itself (A-S4-2)
    supply_tracks: SupplyTracks {
        /// As published counters have it: a track each for the west, Rethymnon and Heraklion.
        Shared = "shared",
        /// A group of sheets that may have a track of its own has one.
        Apart = "apart",
    } = SupplyTracks::Shared;
    /// whether Greeks who get away raise the withdrawal level; the English and the French text differ (F-S5-1)
    greeks_count_withdrawn: Switch = Switch::Off;
    /// how many units the ports take in a night under Allied Withdrawal (A-S2-2)
    withdrawal_ports: PortsANight {
        /// So many each.
        PerPort = "per_port",
        /// So many together.
        InAll = "in_all",
    } = PortsANight::PerPort;
    /// the withdrawal level when it is triggered (A-S5-1)
    withdrawal_start: WithdrawalStart {
        /// 0.
        Zero = "zero",
        /// 1, as where a scenario begins with it.
        One = "one",
    } = WithdrawalStart::Zero;
    /// whether Allied morale that rises by a German obligation failed stops at its start too (A-S5-2)
    exit4_cap: Switch = Switch::On;
    /// whether force reserves are free by a date once Allied Withdrawal is in effect; the French text has no such clause
    /// (F-SC9-2)
    reserve_release: ReserveRelease {
        /// They are.
        ByDate = "by_date",
        /// The enemy's coming alone frees them.
        EnemyOnly = "enemy_only",
    } = ReserveRelease::ByDate;
    /// what it is to occupy the hexes of an obligation by the end (A-SC10-2)
    obligation_hexes: Occupation {
        /// To have been there last.
        LastOccupier = "last_occupier",
        /// To stand there.
        Standing = "standing",
    } = Occupation::LastOccupier;
    /// where commandos land whose port is lost or watched; the text names a port, or any Allied one, and no more
    /// (A-SC13-4)
    layforce_port: LayforcePort {
        /// Nowhere: they wait until a port named for them is Allied and in no enemy fire zone.
        Waits = "waits",
        /// At a port named for them as long as it is Allied, fire zones or not.
        InZones = "in_zones",
        /// At any other Allied port that is in no enemy fire zone.
        AnyPort = "any_port",
    } = LayforcePort::Waits;
    /// whether the Germans win scenario 9 the moment that Allied Withdrawal is triggered; the text frees reserves by it
    /// (A-SC9-1)
    sc9_withdrawal: BreakWin {
        /// At once.
        AtOnce = "at_once",
        /// When the scenario ends.
        AtTheEnd = "at_the_end",
    } = BreakWin::AtOnce;
    /// when the strikes of 24 May come in scenarios of the whole campaign: before the drop of that day, at 1100, or at 1500, as
    /// the text has it (A-SC11-1)
    sc11_air24: DropStrikes {
        /// Before the drop.
        WithDrop = "with_drop",
        /// At the turn that the text names.
        AsPrinted = "as_printed",
    } = DropStrikes::WithDrop;
    /// which hex in the west of Akrotiri the Germans must occupy; the English and the French text differ (F-SC10-2)
    akrotiri: AkrotiriHex {
        /// 67.07: the English text.
        English = "english",
        /// 67.08: the French text.
        French = "french",
    } = AkrotiriHex::English;
    /// whether the Greeks of Kastelli and the force reserves are bound in scenario 13 as in scenario 11; its text binds nobody
    /// (A-SC13-3)
    sc13_limits: Switch = Switch::Off;
    /// when the Germans are beaten in scenario 10 for want of a port; the text has "does not control" the one or the
    /// other (A-SC10-1)
    sc10_ports: PortsWanted {
        /// When they control neither.
        Neither = "neither",
        /// When they do not control both.
        NotBoth = "not_both",
    } = PortsWanted::Neither;
    /// the last turn of scenario 4; the title line and the body of the text differ (A-SC4-1)
    sc4_end: LastTurn {
        /// As the body of the text has it.
        Body = "night",
        /// As its title line has it.
        Title = "title",
    } = LastTurn::Body;
    /// who wins scenario 4 with equal victory points (A-SC4-2)
    sc4_tie: Tie {
        /// Nobody.
        Draw = "draw",
        /// The Germans.
        German = "german",
        /// The Allies.
        Allied = "allied",
    } = Tie::Draw;
    /// whether the German goal of scenario 8, once met, ends the game; the text calls it a victory and both goals a
    /// draw
    sc8_goals: GoalsOfEight {
        /// At the end: both met is a draw.
        AtTheEnd = "at_the_end",
        /// The German goal, once met, ends the game.
        GermanAtOnce = "german_at_once",
    } = GoalsOfEight::AtTheEnd;
    /// whether a step that a loaded divisional truck loses is lost by its load too; the text says only that truck and
    /// load have the same steps (S10.0)
    truck_loss: TruckLoss {
        /// Truck and load lose the step.
        Shared = "shared",
        /// The truck alone loses it.
        TruckOnly = "truck_only",
    } = TruckLoss::Shared;
    /// what it takes to abandon a divisional truck; the text says only that an abandoned one is gone (S10.0)
    truck_abandon: TruckAbandon {
        /// Nothing: the unit gets off where it stands.
        Free = "free",
        /// As many movement points as dismounting.
        AsDismounting = "as_dismounting",
    } = TruckAbandon::Free;
    /// whether the Germans must hold the airfield undisturbed at the end of a turn, or at some time in it, to receive
    /// their trucks in the next (S10.0)
    truck_arrival: TruckArrival {
        /// When the turn ended.
        AtTurnEnd = "at_turn_end",
        /// At some time in the turn: when a chit had been played, or at its end.
        AnyTime = "any_time",
    } = TruckArrival::AtTurnEnd;
    /// whether the 5. Gebirgs-Division's chit joins the cup when the list lets Serial 1 land, or only when the airfield
    /// could take it; the text has "is to arrive"
    mountain_chit: MountainChit {
        /// On the first turn of the list on which it may land, whoever holds the airfield.
        FirstListedTurn = "first_listed_turn",
        /// From then on, and only while the Germans hold two runway hexes that touch, or once a serial has landed.
        AirfieldHeld = "airfield_held",
    } = MountainChit::FirstListedTurn;
    /// what control of an airfield takes in scenario 6; the text has "controls at least one airfield" (A-SC6-2)
    sc6_airfield: AirfieldControl {
        /// All its hexes, as for morale (S6.0).
        AllHexes = "all_hexes",
        /// Two that touch, as for airlanding (S7.0).
        TwoConnected = "two_connected",
    } = AirfieldControl::AllHexes;
    /// whether control of the runway wins scenario 5 at its end alone or at the end of any turn; the text has "by the
    /// end"
    sc5_control: RunwayControl {
        /// When the scenario ends.
        AtTheEnd = "at_the_end",
        /// At the end of any turn.
        AnyTurnEnd = "any_turn_end",
    } = RunwayControl::AtTheEnd;
    /// when German units that exit off the east edge win scenario 5 (A-SC5-2)
    sc5_exit: ExitWin {
        /// As soon as enough have left.
        AtOnce = "at_once",
        /// When the scenario ends.
        AtTheEnd = "at_the_end",
    } = ExitWin::AtOnce;
    /// optional rule O2.0: Allied ships off the coast, from the night of 22 May on
    naval_support: Switch = Switch::Off;
    /// whether the two flotillas of 25 May are two more, or two in all with that of 22 May (O2.1, A-O2-1)
    naval_reinforcement: NavalReinforcement {
        /// Two more.
        More = "more",
        /// Two in all.
        InAll = "in_all",
    } = NavalReinforcement::More;
    /// optional rule O3.0: Allied coastal artillery
    coastal_artillery: Switch = Switch::Off;
    /// optional rule O4.0: the smaller sheets of Rethymnon and Heraklion
    small_maps: Switch = Switch::Off;
    /// how far a unit drifts when the die of distance is a 0 (O1.0, A-O1-2)
    scatter_zero: ScatterZero {
        /// Not at all: the dice read 0 to 9.
        Zero = "zero",
        /// As with a ten, four hexes.
        Ten = "ten",
    } = ScatterZero::Zero;
    /// whether the first battalion of the Sturmregiment lands by glider in free drops too (O1.0, A-O1-4)
    free_drop_gliders: Switch = Switch::On;
    /// whether companies that no list of the text names jump with their battalions in free drops; the optional counters
    /// that the rule speaks of are not listed (O1.0, A-O1-1)
    unnamed_companies: Switch = Switch::On;
}
