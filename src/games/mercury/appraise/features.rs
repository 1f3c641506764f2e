//! The names of what strategies may weigh, and of what their stages may wait for.

use engine::Weighable;

/// Declares the features: a constant for each column, and the list that strategy files see.
macro_rules! features {
    ($($column:ident = $name:literal, $unit:literal, $meaning:literal;)+) => {
        /// A column of the features.
        #[derive(Copy, Clone)]
        pub(super) enum Feature { $($column),+ }
        /// What strategy files see of them.
        pub(super) const LIST: &[Weighable] = &[
            $(Weighable { name: $name, unit: $unit, meaning: $meaning }),+
        ];
    };
}

features! {
    Act = "act", "yes/no", "the option does something rather than nothing; a bias for or against acting";
    Cost = "cost", "command points", "points the option costs now";
    Scarcity = "scarcity", "points short", "points the option costs, times how far the division then falls below three points";
    DirectCost = "direct-cost", "command points", "points the option costs under a direct command chit";
    Second = "second-action", "yes/no", "the option is a unit's second action";
    UnitShot = "activate-shot", "percent of a step", "activate: the unit's best expected shot from where it stands";
    UnitAssault = "activate-assault", "percent", "activate: the unit's best chance to take a neighbouring hex by assault, with those stacked with it";
    UnitSuppressed = "activate-suppressed", "yes/no", "activate: the unit is suppressed";
    UnitNear = "activate-near", "hexes", "activate: how much nearer than twenty hexes the unit is to an objective";
    FireSteps = "fire-steps", "percent of a step", "fire: expected steps killed";
    FireSuppression = "fire-suppression", "percent", "fire: chance to suppress";
    FireCohesion = "fire-cohesion", "percent", "fire: chance of a cohesion hit";
    FireAtObjective = "fire-at-objective", "percent of a step", "fire: worth of the shot if the target stands on or next to an objective";
    FireAtWeak = "fire-at-weak", "percent of a step", "fire: worth of the shot if the target has one step left or is suppressed";
    FirePrepares = "fire-prepares", "percent", "fire: chance to suppress a target next to which an own unit could assault";
    AssaultSuccess = "assault-success", "percent", "assault: rough chance to take the hex";
    AssaultGain = "assault-gain", "percent of a step", "assault: expected loss of the defenders";
    AssaultLoss = "assault-loss", "percent of a step", "assault: expected loss of the chargers";
    AssaultObjective = "assault-objective", "percent", "assault: chance to take the hex, if it is an objective";
    AssaultRash = "assault-rash", "percent", "assault: how far the chance falls below thirty percent";
    Join = "join", "percent", "assault: what the chance to take the hex gains by a further charger";
    Advance = "advance", "half points", "move: how much shorter the way to the nearest objective becomes";
    LateAdvance = "late-advance", "half points", "move: the same, when three turns or fewer are left";
    Home = "home", "half points", "move: how much shorter the way becomes for a unit farther than four hexes from the objective";
    Approach = "approach", "hexes", "move: how much nearer the nearest enemy becomes";
    Hunt = "hunt", "hexes", "move: how much nearer the nearest easy prey becomes: an enemy marked from its drop, suppressed or down to one step";
    Exposure = "exposure", "percent of a step", "move: expected loss from opportunity fire on leaving";
    Danger = "danger", "percent of a step", "move: how much the fire of enemies in reach grows";
    Shot = "shot", "percent of a step", "move: how much the best expected shot grows";
    Contact = "contact", "enemies", "move: how many more enemies are adjacent";
    OnObjective = "on-objective", "yes/no", "move: enters an objective hex (negative: leaves one)";
    ByObjective = "by-objective", "yes/no", "move: comes next to an objective hex (negative: leaves)";
    Support = "support", "units", "move: how many more own units stand in adjacent hexes";
    Crowd = "crowd", "steps", "move: how many more steps beyond three stand in one hex";
    Cover = "cover", "rating", "move: how much better the cover of the terrain becomes";
    Abandons = "abandons", "yes/no", "move: the last unit leaves an objective hex with an enemy within six hexes";
    LosesPosition = "loses-position", "yes/no", "move: gives up an improved position";
    EnterColumn = "enter-column", "half points", "column: how much longer than twelve movement points the way to the objective is";
    ColumnNear = "column-near-enemy", "hexes", "column: entering it, or staying in it, how much nearer than four hexes an enemy is";
    LeaveColumn = "leave-column", "hexes", "column: leaving it, how much nearer than four hexes an enemy is";
    Haste = "haste", "yes/no", "column: leaving it in haste at the price of a cohesion hit";
    MountUp = "mount", "half points", "mount: way to the objective, if no enemy is within three hexes";
    Dismount = "dismount", "hexes", "dismount: how much nearer than four hexes an enemy is";
    Rally = "rally", "yes/no", "rally: from suppression";
    Steady = "steady", "percent", "rally: chance to recover from a cohesion hit";
    Improve = "improve", "percent", "dig: chance of an improved position";
    ImproveNear = "improve-near-enemy", "percent", "dig: the same, if an enemy is within three hexes";
    ImproveObjective = "improve-objective", "percent", "dig: the same, on or next to an objective";
    Entrench = "entrench", "percent", "dig: chance of an entrenchment";
    OpportunityFire = "opportunity-fire", "percent of a step", "react: expected worth of the opportunity shot if its check passes";
    PayQuestion = "pay-question", "percent", "react: chance that the check against suppression fails unless a point is paid";
    PayDig = "pay-dig", "percent", "react: chance that the check for an improved position fails unless a point is paid";
    PayRally = "pay-rally", "percent", "react: chance that the rally fails unless a point is paid";
    PayBonus = "pay-bonus", "percent of a step", "react: what the company bonus adds to the shot, times the chance that its check fails";
    PayDanger = "pay-danger", "percent of a step", "react: expected enemy fire on the unit, if the point keeps it from suppression";
    Convert = "convert", "percent", "react: chance to turn the suppression into a cohesion hit";
    ConvertCostsStep = "convert-costs-step", "percent", "react: the same, if the unit would lose a step by it";
    ConvertNear = "convert-near-enemy", "percent", "react: the same, if an enemy is adjacent";
    Retreat = "retreat", "yes/no", "assault: the defenders retreat";
    RetreatRelief = "retreat-relief", "percent of a step", "assault: expected loss of standing, less that of retreating under fire";
    RetreatObjective = "retreat-objective", "yes/no", "assault: the retreat gives up an objective";
    Strike = "strike", "percent of a step", "choose a target: expected worth of the strike";
    AirSteps = "air", "percent of a step", "air strike: best expected worth in the hex";
    AirWay = "air-way", "hexes", "air strike: how much nearer than ten hexes the target is to an own unit's hex";
    AirDrop = "air-drop", "zones", "air strike: hexes of drop zones still to come that the best target's fire zone covers, anti-aircraft twice";
    AirObjective = "air-objective", "hexes", "air strike: how much nearer than ten hexes the target is to an objective";
    SetUpForward = "set-up-forward", "quality × hexes", "set-up: the unit's quality times how near the hex is to the enemy";
    SetUpObjective = "set-up-objective", "quality × hexes", "set-up: the unit's quality times how near the hex is to an objective";
    BeginColumn = "begin-column", "hexes", "set-up: begin in column: hexes to the nearest enemy beyond four";
    BeginMounted = "begin-mounted", "hexes", "set-up: begin mounted: hexes to the nearest enemy beyond three";
    BeginDugIn = "begin-dug-in", "yes/no", "set-up: begin in an improved position";
    DropLoss = "drop-loss", "percent of a step", "drop: steps the unit can be expected to lose on the drop table in the hex";
    DropDelay = "drop-delay", "percent of a marker", "drop: markers it can be expected to suffer besides";
    DropDanger = "drop-danger", "percent of a step", "drop: expected enemy fire in the hex";
    DropWay = "drop-way", "half points", "drop: way from the hex to the nearest objective not yet held, below two hundred";
    DropSupport = "drop-support", "units", "drop: own units in adjacent hexes";
    Shed = "shed", "yes/no", "remove a drop marker";
    ShedNear = "shed-near-enemy", "hexes", "remove a drop marker: how much nearer than five hexes an enemy is";
    BuyChit = "buy-chit", "units", "dispatch: units of the formation on the map";
    BuyChitContact = "buy-chit-contact", "units", "dispatch: units of the formation within two hexes of an enemy";
    BuyChitObjective = "buy-chit-objective", "units", "dispatch: units of the formation within six hexes of an objective";
    BuyDispatch = "buy-dispatch", "yes/no", "dispatch: buy a dispatch point, while a chit is for sale";
    BuyDispatchSpare = "buy-dispatch-spare", "command points", "dispatch: points beyond eight that the division holds, while a chit is for sale";
    Park = "form-park", "yes/no", "artillery: form a park";
    BreakPark = "break-park", "hexes", "artillery: break the park up: how much nearer than three hexes an enemy is";
    SeekContact = "seek-contact", "units", "artillery: seek contact: units the leader has within two hexes of an enemy";
    EventWorth = "event-worth", "percent of a step", "event: what the choice is worth to the side that chooses";
    Rearguard = "leave-rearguard", "hexes", "leave a rearguard: how much nearer than three hexes an enemy is, on or next to an objective";
    LeaderReach = "leader-reach", "units", "leader: units he keeps in command there; of a Kampfgruppe Commander, those that no other leader does";
    LeaderDanger = "leader-danger", "percent of a step", "leader: expected enemy fire on the unit he would be with";
    LeaderMoves = "leader-moves", "yes/no", "leader: he changes units";
    LeaderForward = "leader-forward", "half points", "leader: how short the way from there to the objective is, below forty";
    Depart = "depart", "steps", "leave the map: steps that earn victory points or help to win by it (negative: steps that leave for nothing)";
    Haven = "haven", "hexes", "move: how much nearer the port from which ships take steps that count becomes, for a unit of their side within eight hexes of it";
    Withdraw = "withdraw", "half points", "move: how much shorter the way becomes to where the unit's steps count for the Allies at the end";
    Relieve = "relieve", "half points", "move: how much shorter the way to the nearest objective becomes for a unit whose steps do not count at the end, where others' do";
    Seen = "seen", "enemies", "move: how many more enemies have the unit in sight";
    PlanEarly = "plan-early", "turns", "air support: turns from the one that a strike is planned for to the end of the game";
    Airland = "airland", "yes/no", "airlanding: land the serial rather than hold it back";
    AirlandCrowd = "airland-crowd", "steps", "airlanding: steps that stand in the hex already";
}

/// Conditions for stages of a strategy.
pub(super) const CONDITIONS: &[Weighable] = &[
    Weighable {
        name: "objective-held",
        unit: "yes/no",
        meaning: "the side to act controls every objective",
    },
    Weighable {
        name: "enemy-at-objective",
        unit: "yes/no",
        meaning: "an enemy stands within two hexes of an objective",
    },
    Weighable {
        name: "last-turns",
        unit: "yes/no",
        meaning: "two turns or fewer are left, the current one counted",
    },
    Weighable {
        name: "losses-near-limit",
        unit: "yes/no",
        meaning: "the Germans are three steps or fewer short of the losses the Allies need",
    },
];
