//! The end of a turn and of the game (Mercury 11.0; S6.0).

use alloc::vec::Vec;

use engine::{BySide, HexId, Outcome, Side};

use super::counter::UnitId;
use super::event::Event;
use super::ground::{Escape, Victory};
use super::ids::ObjectiveId;
use super::rulings::{AlliedSteps, GoalTiming, GoalsOfEight, RoutedGreeks, Tie};
use super::state::Battle;

/// The clause of a German win by units that left the map.
const BROKEN_OUT: &str = "units exited";

impl Battle {
    /// Judges the end of a turn.
    pub(super) fn end_turn(&mut self, last_turn: bool, events: &mut Vec<Event>) {
        let ground = alloc::sync::Arc::clone(&self.ground);
        self.settle_obligations(last_turn, events);
        self.die_at_dawn();
        if let Victory::HoldAtAnyTurnEnd { objectives, clause } = &ground.victory {
            if self.held(objectives) {
                let spare = ground.calendar.len() as i32 - i32::from(self.turn);
                self.finish(Some(Side::German), spare, clause.german, "objective taken");
            } else if last_turn {
                let short = i32::from(self.shortfall());
                self.finish(Some(Side::Allied), -short, clause.allied, "last turn played");
            }
        }
        if let Victory::GoalsOfBoth { at_the_end, clause, german_steps, .. } = ground.victory {
            self.judge_goals(at_the_end, clause, german_steps, last_turn);
        }
        if let Victory::HoldAtTheEnd { clause, ways, any_turn } = &ground.victory
            && (last_turn || (*any_turn && ways.iter().any(|way| self.held(way))))
        {
            if !last_turn {
                let held = self.control.iter().filter(|&&side| side == Side::German).count();
                self.finish(Some(Side::German), held as i32, clause.german, "goal met");
            } else if self.broken_out() {
                let units = i32::from(self.tally.broken_out);
                self.finish(Some(Side::German), units, BROKEN_OUT, "last turn played");
            } else if self.goal_held() {
                let held = self.control.iter().filter(|&&side| side == Side::German).count();
                self.finish(Some(Side::German), held as i32, clause.german, "last turn played");
            } else {
                let short = i32::from(self.shortfall());
                self.finish(Some(Side::Allied), -short, clause.allied, "last turn played");
            }
        }
        if let Victory::HoldBefore { ways, before, escape } = &ground.victory {
            self.judge_escape(ways, before, escape, last_turn);
        }
        if let Victory::Runway { hexes, .. } = &ground.victory
            && last_turn
        {
            self.judge_runway(hexes);
        }
        if matches!(ground.victory, Victory::Points { .. }) && last_turn {
            self.judge_points();
        }
        if let (true, Outcome::Undecided) = (last_turn, self.outcome) {
            match &ground.victory {
                Victory::BreakOrHold { .. } => self.judge_break_or_hold(),
                Victory::WithdrawalLevel { needed, .. } => self.judge_withdrawal(needed),
                _ => {}
            }
        }
        self.close_account(events);
        if matches!(self.outcome, Outcome::Over { .. }) {
            events.push(Event::Over);
        }
    }

    /// Whether the Germans control all these objectives.
    pub(super) fn held(&self, objectives: &[ObjectiveId]) -> bool {
        objectives.iter().all(|&objective| self.control[objective.index()] == Side::German)
    }

    /// Enough units have left over the edge: the Germans have won (A-SC5-2).
    pub(super) fn win_by_breakout(&mut self, events: &mut Vec<Event>) {
        let units = i32::from(self.tally.broken_out);
        self.finish(Some(Side::German), units, BROKEN_OUT, "goal met");
        self.close_account(events);
        events.push(Event::Over);
    }

    /// Whether the Germans control what they need, or have left as they need.
    pub(super) fn goal_held(&self) -> bool {
        if let Victory::HoldBefore { ways, before, .. } = &self.ground.victory {
            let open = ways.iter().zip(before).filter(|&(_, &turn)| self.turn < turn);
            return self.goal_met || open.map(|(way, _)| way).any(|way| self.held(way));
        }
        // What the Germans steer by wins nothing by itself where the withdrawal level does.
        if matches!(self.ground.victory, Victory::WithdrawalLevel { .. }) {
            return false;
        }
        let broken = self.withdrawing() && self.ground.victory.broken_by_withdrawal();
        broken || self.broken_out() || self.ground.victory.ways().iter().any(|way| self.held(way))
    }

    /// Goals of both sides (scenarios 1 and 2); when they count is a switch (A-SC1-1).
    /// The margin is in German steps: a German win has those left before the Allies would have met their
    /// goal too, 1 or more; an Allied win those lost beyond the last that the Germans could spare, -1 or
    /// less; a draw has 0.
    fn judge_goals(
        &mut self,
        at_the_end: bool,
        clause: &'static str,
        german_steps: u16,
        last_turn: bool,
    ) {
        let held = self.goal_held() && (last_turn || !at_the_end);
        let lost = self.steps_taken();
        let killed = lost >= german_steps;
        let timing = self.ground.rulings.sc1_timing;
        if held && timing == GoalTiming::GermanAnyTurn {
            self.goal_met = true;
        }
        let german = held || self.goal_met;
        let sudden = timing == GoalTiming::SuddenDeath && (held || killed);
        if !(last_turn || sudden) {
            return;
        }
        let spare = i32::from(german_steps) - i32::from(lost);
        let reason = if sudden && !last_turn { "goal met" } else { "last turn played" };
        match (german, killed) {
            (true, false) => {
                self.finish(Some(Side::German), spare, clause, reason);
            }
            (false, true) => {
                self.finish(Some(Side::Allied), spare - 1, "German steps eliminated", reason);
            }
            (true, true) => self.finish(None, 0, "both goals met", reason),
            (false, false) => self.finish(None, 0, "neither goal met", reason),
        }
    }

    /// The group of objectives that the Germans can still take in time, or of those gone by the last one; `None` where
    /// time does not matter.
    pub(super) fn open_objectives(&self) -> Option<&[ObjectiveId]> {
        let Victory::HoldBefore { ways, before, .. } = &self.ground.victory else { return None };
        let open = before.iter().position(|&turn| self.turn < turn);
        ways.get(open.unwrap_or(ways.len() - 1)).map(Vec::as_slice)
    }

    /// Steps of the units that count which stand east of the line.
    pub(super) fn escaped(&self, escape: &Escape) -> u16 {
        let away = |&unit: &UnitId| {
            let hex = self.hex(unit)?;
            let east = self.ground.map.hex(hex).at.column > escape.east_of;
            east.then_some(u16::from(self.unit(unit).steps))
        };
        escape.units.iter().filter_map(away).sum()
    }

    /// Scenario 8: a group of objectives counts when it is held at the end of a turn before its own (A-SC8-3); steps
    /// count when the game is over. Whether the German goal ends the game is a switch. The margin is in Allied
    /// steps: a German win has those short of the Allied goal, 1 or more; an Allied one has those beyond the last
    /// they needed, -1 or less; a draw has 0.
    fn judge_escape(
        &mut self,
        ways: &[Vec<ObjectiveId>],
        before: &[u16],
        escape: &Escape,
        last_turn: bool,
    ) {
        let next = self.turn + 1;
        let in_time = ways.iter().zip(before).any(|(way, &turn)| next <= turn && self.held(way));
        self.goal_met |= in_time;
        let away = self.escaped(escape);
        let spare = i32::from(escape.steps) - i32::from(away);
        if self.goal_met && self.ground.rulings.sc8_goals == GoalsOfEight::GermanAtOnce {
            self.finish(Some(Side::German), spare.max(1), "village taken in time", "goal met");
        } else if last_turn {
            let reason = "last turn played";
            match (self.goal_met, spare <= 0) {
                (true, false) => {
                    self.finish(Some(Side::German), spare, "village taken in time", reason);
                }
                (false, true) => {
                    self.finish(Some(Side::Allied), spare - 1, "steps got away", reason);
                }
                (true, true) => self.finish(None, 0, "both goals met", reason),
                (false, false) => self.finish(None, 0, "neither goal met", reason),
            }
        }
    }

    /// German steps that count for the Allied goal of scenarios 1 and 2.
    pub(super) fn steps_taken(&self) -> u16 {
        let lost = self.tally.steps_lost.german;
        match self.ground.rulings.allied_steps {
            AlliedSteps::All => lost,
            AlliedSteps::ByAlliedAction => {
                let jumpers = self.ids().filter(|&unit| self.side(unit) == Side::German);
                let dropping = jumpers.map(|unit| u16::from(self.unit(unit).lost_dropping)).sum();
                lost.saturating_sub(dropping)
            }
        }
    }

    /// Steps of a side that count as eliminated in scenario 4.
    fn steps_killed(&self, side: Side) -> u16 {
        let lost = self.tally.steps_lost[side];
        match (side, self.ground.rulings.routed_greeks) {
            (Side::Allied, RoutedGreeks::Removed) => lost.saturating_sub(self.tally.routed_steps),
            _ => lost,
        }
    }

    /// Victory points as they stand (scenario 4): enemy steps eliminated and what is under control; for the
    /// Allies also steps shipped and exited.
    pub(super) fn victory_points(&self) -> BySide<u16> {
        let Victory::Points { step, worth, .. } = &self.ground.victory else {
            return BySide::default();
        };
        BySide::from_fn(|side| {
            let killed = u16::from(*step) * self.steps_killed(side.other());
            let held: u16 = worth
                .iter()
                .zip(&self.control)
                .filter(|&(_, &holder)| holder == side)
                .map(|(worth, _)| u16::from(worth[side]))
                .sum();
            let away = if side == Side::Allied {
                self.tally.exit_points + self.tally.ship_points
            } else {
                0
            };
            killed + held + away
        })
    }

    /// Scenario 4: more victory points win; equal ones are a switch (A-SC4-2). The margin is the German
    /// points less the Allied ones; equal points that win count as one more.
    fn judge_points(&mut self) {
        let points = self.victory_points();
        let margin = i32::from(points.german) - i32::from(points.allied);
        let (winner, margin, clause) = match margin {
            1.. => (Some(Side::German), margin, "more victory points"),
            ..=-1 => (Some(Side::Allied), margin, "more victory points"),
            0 => match self.ground.rulings.sc4_tie {
                Tie::Draw => (None, 0, "equal victory points"),
                Tie::German => (Some(Side::German), 1, "equal victory points"),
                Tie::Allied => (Some(Side::Allied), -1, "equal victory points"),
            },
        };
        self.finish(winner, margin, clause, "last turn played");
    }

    /// Scenario 7: control of two runway hexes, or fire zones on two. The margin is 1 or more for the
    /// Germans, by runway hexes without an enemy or his zone; -1 for a minor and -2 for a major defeat.
    fn judge_runway(&mut self, hexes: &[ObjectiveId]) {
        let taken = |&&hex: &&ObjectiveId| self.control[hex.index()] == Side::Allied;
        let zoned = |&&hex: &&ObjectiveId| {
            self.zone_of(Side::Allied, self.ground.objectives[hex.index()].0)
        };
        let controlled = hexes.iter().filter(taken).count();
        let watched = hexes.iter().filter(zoned).count();
        let free = hexes.iter().filter(|hex| !taken(hex) && !zoned(hex)).count();
        let (winner, level, margin, clause) = if controlled >= 2 {
            (Side::Allied, 2, -2, "runway taken")
        } else if watched >= 2 {
            (Side::Allied, 1, -1, "runway under fire")
        } else {
            (Side::German, 0, (free as i32).max(1), "runway held")
        };
        self.outcome = Outcome::Over { winner: Some(winner), level, margin, clause };
        self.end_reason = "last turn played";
    }

    fn finish(
        &mut self,
        winner: Option<Side>,
        margin: i32,
        clause: &'static str,
        reason: &'static str,
    ) {
        let level = match winner {
            Some(Side::German) => 0,
            None => 1,
            Some(Side::Allied) => self.ground.levels.len() as u8 - 1,
        };
        self.outcome = Outcome::Over { winner, level, margin, clause };
        self.end_reason = reason;
    }

    /// Hexes from the nearest German unit to the objective it still misses; at least 1. With no German unit
    /// left to go there, those from the hex of the map that is farthest from every such objective.
    pub(super) fn shortfall(&self) -> u8 {
        let objectives = self.ground.objectives.iter().zip(&self.control);
        let missing = || {
            let open = objectives.clone().filter(|&(_, &side)| side != Side::German);
            open.map(|(&(hex, _), _)| hex)
        };
        let units = || self.on_map(Side::German).map(|(_, at)| at);
        let nearest = missing().filter_map(|hex| self.hexes_to(units(), hex).min()).min();
        let farthest = || {
            missing()
                .filter_map(|hex| self.hexes_to(self.ground.map.ids(), hex).max())
                .max()
                .unwrap_or(1)
        };
        nearest.unwrap_or_else(farthest).max(1)
    }

    /// Hexes from each of these hexes to one, where there is a way at all: none leads to another grid.
    fn hexes_to(&self, from: impl Iterator<Item = HexId>, to: HexId) -> impl Iterator<Item = u8> {
        from.map(move |from| self.ground.distance(from, to)).filter(|&hexes| hexes < u8::MAX)
    }

    /// Steps that the Germans had left to lose before the Allied goal, and hexes that they had left to go by the
    /// shortest of their ways: for each objective still missing, from the German unit nearest to it.
    pub(super) fn short(&self) -> (Option<u16>, Option<u16>) {
        let steps = match self.ground.victory {
            Victory::GoalsOfBoth { german_steps, .. } => {
                Some(german_steps.saturating_sub(self.steps_taken()))
            }
            Victory::HoldAtAnyTurnEnd { .. }
            | Victory::HoldAtTheEnd { .. }
            | Victory::HoldBefore { .. }
            | Victory::BreakOrHold { .. }
            | Victory::WithdrawalLevel { .. }
            | Victory::Points { .. }
            | Victory::Runway { .. } => None,
        };
        let nearest = |&objective: &ObjectiveId| -> Option<u16> {
            let (hex, _) = self.ground.objectives[objective.index()];
            let units = self.on_map(Side::German).map(|(_, at)| at);
            self.hexes_to(units, hex).min().map(u16::from)
        };
        let left = |way: &Vec<ObjectiveId>| -> Option<u16> {
            let missing = way.iter().filter(|&&o| self.control[o.index()] != Side::German);
            missing.map(nearest).sum()
        };
        (steps, self.ground.victory.ways().iter().filter_map(left).min())
    }

    /// Command points each side holds.
    pub(super) fn points_held(&self) -> BySide<u16> {
        BySide::from_fn(|side| {
            let own = self.ground.divisions.iter().zip(&self.command.points);
            own.filter(|(card, _)| card.side == side).map(|(_, &points)| points).sum()
        })
    }

    pub(super) fn has_greeks(&self) -> bool {
        self.ground.counters.iter().any(|counter| counter.greek)
    }

    /// Per mille: 1000 when the Germans hold what they need. Else half by the way they have come
    /// to it, half by their share of the steps in play.
    pub(super) fn advantage(&self) -> i32 {
        if matches!(self.ground.victory, Victory::Points { .. }) {
            let points = self.victory_points();
            return (20 * (i32::from(points.german) - i32::from(points.allied))).clamp(-1000, 1000);
        }
        if let Some(advantage) = self.withdrawal_advantage() {
            return advantage;
        }
        if self.goal_held() {
            return 1000;
        }
        let steps = |side| -> i32 {
            self.on_map(side).map(|(unit, _)| i32::from(self.unit(unit).steps)).sum()
        };
        let (german, allied) = (steps(Side::German), steps(Side::Allied));
        let strength = 1000 * german / (german + allied).max(1);
        let start = i32::from(self.tally.start_distance).max(1);
        let come = 1000 * (start - i32::from(self.shortfall()).min(start)) / start;
        (strength + come - 1000).clamp(-1000, 999)
    }
}
