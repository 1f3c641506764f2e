//! Victory by the withdrawal level, and by the collapse of Allied morale (Mercury 11.0, scenarios 9 to 13).

use alloc::vec::Vec;

use engine::{LevelBand, Outcome, Side};

use super::event::Event;
use super::ground::Victory;
use super::ids::ObjectiveId;
use super::rulings::{BreakWin, PortsWanted};
use super::state::Battle;

engine::words! {
    /// A victory level, from best for the Germans.
    pub enum VictoryLevel {
        /// The best for the Germans; sudden deaths are.
        DecisiveGerman = "decisive-german",
        /// The second best.
        SubstantialGerman = "substantial-german",
        /// The third best.
        MarginalGerman = "marginal-german",
        /// For neither.
        Draw = "draw",
        /// The third best for the Allies.
        MarginalAllied = "marginal-allied",
        /// The second best.
        SubstantialAllied = "substantial-allied",
        /// The best: without withdrawal to the end.
        DecisiveAllied = "decisive-allied",
    }
}

impl VictoryLevel {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            VictoryLevel::DecisiveGerman => "Decisive German victory",
            VictoryLevel::SubstantialGerman => "Substantial German victory",
            VictoryLevel::MarginalGerman => "Marginal German victory",
            VictoryLevel::Draw => "Draw",
            VictoryLevel::MarginalAllied => "Marginal Allied victory",
            VictoryLevel::SubstantialAllied => "Substantial Allied victory",
            VictoryLevel::DecisiveAllied => "Decisive Allied victory",
        }
    }

    /// Who wins by it.
    pub fn winner(self) -> Option<Side> {
        match self {
            VictoryLevel::DecisiveGerman
            | VictoryLevel::SubstantialGerman
            | VictoryLevel::MarginalGerman => Some(Side::German),
            VictoryLevel::Draw => None,
            VictoryLevel::MarginalAllied
            | VictoryLevel::SubstantialAllied
            | VictoryLevel::DecisiveAllied => Some(Side::Allied),
        }
    }
}

/// Withdrawal levels that come to the same victory level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The victory level.
    pub level: VictoryLevel,
    /// The greatest withdrawal level; the last band has none.
    pub to: Option<u16>,
}

/// The victory level of each withdrawal level, from the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands {
    /// In order.
    pub list: Vec<Band>,
    /// The greatest withdrawal level that the margin can tell apart.
    pub most: u16,
}

impl Bands {
    /// The bands under the names of reports.
    pub fn named(&self) -> Vec<LevelBand> {
        let named =
            |band: &Band| LevelBand { level: band.level.name().into(), to: band.to.map(i64::from) };
        self.list.iter().map(named).collect()
    }

    /// The victory level of a withdrawal level.
    pub fn level(&self, withdrawal: u16) -> VictoryLevel {
        let within = |band: &&Band| band.to.is_none_or(|to| withdrawal <= to);
        self.list.iter().find(within).map_or(VictoryLevel::Draw, |band| band.level)
    }

    /// The least withdrawal level by which the Germans do not win.
    pub fn spared(&self) -> u16 {
        let german = self.list.iter().filter(|band| band.level.winner() == Some(Side::German));
        german.filter_map(|band| band.to).max().map_or(0, |to| to + 1)
    }

    /// The greatest one by which the Allies do not win.
    fn allowed(&self) -> u16 {
        let other = self.list.iter().filter(|band| band.level.winner() != Some(Side::Allied));
        other.filter_map(|band| band.to).max().unwrap_or(0)
    }

    /// What a withdrawal level is as a margin: for the Germans what is left before they would not win, for the Allies what
    /// is beyond the last level by which they do not.
    fn margin(&self, withdrawal: u16) -> i32 {
        let (withdrawal, most) = (i32::from(withdrawal.min(self.most)), i32::from(self.most));
        match self.level(withdrawal as u16).winner() {
            Some(Side::German) => i32::from(self.spared()) - withdrawal,
            Some(Side::Allied) => (i32::from(self.allowed()) - withdrawal).max(-most),
            None => 0,
        }
    }
}

impl Victory {
    /// Whether the collapse of Allied morale is a German victory at once.
    pub(super) fn broken_by_withdrawal(&self) -> bool {
        matches!(self, Victory::BreakOrHold { .. })
    }
}

impl Battle {
    /// The clearest margin there is for a side.
    pub(super) fn best_margin(&self, side: Side) -> i32 {
        match (&self.ground.victory, side) {
            (Victory::WithdrawalLevel { bands, .. }, Side::German) => bands.spared().max(1).into(),
            (Victory::WithdrawalLevel { bands, .. }, Side::Allied) => {
                -i32::from(bands.most - bands.allowed().min(bands.most - 1))
            }
            (_, Side::German) => self.ground.objectives.len() as i32,
            (_, Side::Allied) => -(self.ground.objectives.len() as i32),
        }
    }

    /// A side has won as clearly as can be.
    pub(super) fn decide(
        &mut self,
        side: Side,
        margin: i32,
        clause: &'static str,
        reason: &'static str,
    ) {
        let last = self.ground.levels.len() as u8 - 1;
        let level = if side == Side::German { 0 } else { last };
        self.outcome = Outcome::Over { winner: Some(side), level, margin, clause };
        self.end_reason = reason;
    }

    /// Allied morale has broken, and the Germans have won by it (scenario 9; A-SC9-1).
    pub(super) fn decide_broken(&mut self, events: &mut Vec<Event>) {
        if self.ground.rulings.sc9_withdrawal == BreakWin::AtTheEnd {
            return;
        }
        let margin = 1 + self.ways_held();
        self.decide(Side::German, margin, "Allied morale broken", "goal met");
        self.close_account(events);
        events.push(Event::Over);
    }

    /// How many of their goals the Germans hold.
    fn ways_held(&self) -> i32 {
        self.ground.victory.ways().iter().filter(|way| self.held(way)).count() as i32
    }

    /// Scenario 9 at its end: a port, or morale that broke, wins for the Germans; else nobody does. The margin is the goals
    /// that they met.
    pub(super) fn judge_break_or_hold(&mut self) {
        let met = self.ways_held() + i32::from(self.withdrawing());
        let reason = "last turn played";
        if met > 0 {
            self.decide(Side::German, met, "port taken", reason);
        } else {
            self.outcome =
                Outcome::Over { winner: None, level: 1, margin: 0, clause: "ports kept" };
            self.end_reason = reason;
        }
    }

    /// Scenarios 10 to 13 at their end: by the withdrawal level; without withdrawal, or for want of what the Germans need,
    /// as clearly as can be for the Allies.
    pub(super) fn judge_withdrawal(&mut self, needed: &[ObjectiveId]) {
        let reason = "last turn played";
        let taken = |objective: &ObjectiveId| self.control[objective.index()] == Side::German;
        let lacking = match self.ground.rulings.sc10_ports {
            PortsWanted::Neither => !needed.iter().any(taken),
            PortsWanted::NotBoth => !needed.iter().all(taken),
        };
        let Some(withdrawal) = self.morale.withdrawal else {
            self.decide(Side::Allied, self.best_margin(Side::Allied), "no withdrawal", reason);
            return;
        };
        if lacking && !needed.is_empty() {
            self.decide(Side::Allied, self.best_margin(Side::Allied), "ports kept", reason);
            return;
        }
        let Victory::WithdrawalLevel { bands, .. } = &self.ground.victory else { return };
        let level = bands.level(withdrawal.level);
        self.outcome = Outcome::Over {
            winner: level.winner(),
            level: level as u8,
            margin: bands.margin(withdrawal.level),
            clause: "withdrawal level",
        };
        self.end_reason = reason;
    }

    /// Per mille: how far Allied morale has come down, or how few have got away since.
    pub(super) fn withdrawal_advantage(&self) -> Option<i32> {
        let Victory::WithdrawalLevel { bands, .. } = &self.ground.victory else { return None };
        if let Outcome::Over { winner: Some(winner), .. } = self.outcome {
            return Some(if winner == Side::German { 1000 } else { -1000 });
        }
        let Some(withdrawal) = self.morale.withdrawal else {
            let start = self.ground.morale.as_ref().map_or(1, |terms| terms.most().max(1));
            return Some((-1000 * i32::from(self.morale.level) / i32::from(start)).max(-1000));
        };
        let (level, pivot) = (i32::from(withdrawal.level), i32::from(bands.spared().max(1)));
        Some((1000 * (pivot - level) / pivot).clamp(-1000, 999))
    }
}
