//! Uncertain readings of the rules, an entry each: what it decides, what it may be, the reading chosen. The ids of the
//! questions (C-…) are those of `docs/systems/airassault.md`.

engine::rulings! {
    /// How this game reads its rules.
    pub struct Rulings;

    /// V.I.4.a, C-QA-1: whether a unit that drifts into an overfull hex is lost at once, and not at the end of movement
    drift_overstack_now: bool = false;
    /// V.I.2, C-EX-2: from which hex anti-aircraft and enemies add to the die of a drift
    drift_modifiers: DriftModifiers {
        /// The hex in which the unit was placed.
        Placed = "placed",
        /// Anti-aircraft from the hex of placement, enemies only where the unit was placed and nobody of its side is.
        Alone = "alone",
    } = DriftModifiers::Placed;
    /// V.C.1, C-C-1: when units above the limit are removed
    overstack: Overstack {
        /// At the end of each movement and of each combat phase.
        Phases = "phases",
        /// At the end of the player segment.
        Segment = "segment",
    } = Overstack::Phases;
    /// V.F.12, C-F-3: what several artillery units alone in a hex defend with
    artillery_alone: ArtilleryAlone {
        /// One point each.
        Each = "each",
        /// One point together.
        Together = "together",
    } = ArtilleryAlone::Each;
    /// V.G.3.b, C-G-4: whether a line of fire between a blocking and an open hex is blocked
    hexside_blocks: bool = true;
    /// V.I.5, C-I-1: what becomes of airborne units when drift combat leaves both sides in the hex
    drift_combat_ne: DriftCombatNe {
        /// They retreat one hex, or are lost.
        Retreat = "retreat",
        /// They are lost.
        Lost = "lost",
    } = DriftCombatNe::Retreat;
    /// V.L.7.b, C-L-1: how attack strengths in landing boxes are halved
    box_halves: BoxHalves {
        /// Their sum is halved and rounded down.
        Sum = "sum",
        /// Each unit is halved and rounded down.
        Each = "each",
    } = BoxHalves::Sum;
    /// V.F.10, EX: with what a defender pays an exchange
    exchange: Exchange {
        /// Printed defence strengths.
        Printed = "printed",
        /// Defence strengths as terrain multiplies them.
        Multiplied = "multiplied",
    } = Exchange::Printed;
    /// V.P.1, C-P-1: whether an airfield that is empty for a moment begins the four turns anew
    hold_unbroken: bool = true;
    /// IV.B.1, VI.D, C-O-1: whether Allied reinforcements come in the basic game
    basic_reinforcements: bool = true;
}
