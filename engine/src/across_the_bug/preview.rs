//! What a choice would come to: odds before an attack with all their reasons, and the reach of a stack with its prices.

use arrayvec::ArrayVec;

use super::AcrossTheBug;
use super::action::Action;
use super::battle::BattleSheet;
use super::data::{COLUMNS, CombatResult};
use super::frame::{Frame, Stage};
use super::ids::HexSet;
use super::movement::March;
use super::results::{self, MOST_OUTCOMES};
use super::terms::AttackType;
use crate::game::Game as _;
use crate::hex::Hex;
use crate::kit::points::HalfPoints;

/// An attack before it is made.
#[derive(Clone, Debug)]
pub struct AttackReport {
    /// The hex that would be attacked.
    pub target: Hex,
    /// Strengths, ground, modifiers with their causes.
    pub sheet: BattleSheet,
    /// How many of the 90 pairs of chits lead to each column.
    pub columns: [u32; COLUMNS],
    /// How many of them lead below the first.
    pub below: u32,
    /// The results that can come, with their weights.
    pub outcomes: ArrayVec<(CombatResult, u32), MOST_OUTCOMES>,
}

/// A hex within reach of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The hex.
    pub hex: Hex,
    /// What the cheapest way costs; none where the hex takes all that is left, or is entered by the last of it.
    pub cost: Option<HalfPoints>,
}

impl AcrossTheBug {
    /// What an attack of the stack that is put together would come to, as far as its side can tell before the declaration shows more:
    /// counters that it does not know stand in ascending order [5.3.4], and losses that were taken together are spread evenly.
    pub fn attack_report(&self, target: Hex, kind: AttackType) -> Option<AttackReport> {
        let march = &self.march;
        let listed = march.group != 0 && self.targets(march).any(|hex| hex == target);
        listed.then(|| {
            let by = self.attackers(march.formation, march.group, march.hex);
            self.report(self.as_seen_by(march.side).sheet(by, target, kind), target)
        })
    }

    /// The combat in progress, until its die is rolled.
    pub fn battle_report(&self) -> Option<AttackReport> {
        let open = matches!(self.frames.top(), Some(Frame::Battle(Stage::AttackerChit | Stage::DefenderChit | Stage::Die)));
        open.then(|| self.report(self.open_sheet(), self.battle.hexes[1]))
    }

    fn report(&self, sheet: BattleSheet, target: Hex) -> AttackReport {
        let (columns, below) = results::columns(&self.data.tables, sheet.combat());
        let outcomes = results::outcomes(&self.data.tables, sheet.combat());
        AttackReport { target, sheet, columns, below, outcomes }
    }

    /// Where the stack that acts may be moved, with prices.
    pub fn reach(&self) -> Vec<Reached> {
        let march = &self.march;
        let asked = matches!(self.frames.top(), Some(Frame::Gathering | Frame::March));
        if !asked || march.group == 0 {
            return Vec::new();
        }
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let open: HexSet = legal.iter().filter_map(|action| if let Action::MoveTo(hex) = action { Some(*hex) } else { None }).collect();
        if self.goes_by_hexes(march) {
            return open.iter().map(|hex| Reached { hex, cost: self.cost_beside(march, hex) }).collect();
        }
        let flood = self.reach_of(march);
        open.iter().map(|hex| Reached { hex, cost: flood.cost(hex).map(HalfPoints) }).collect()
    }

    /// What a step to a neighbour costs; none where it takes all that is left.
    fn cost_beside(&self, march: &March, hex: Hex) -> Option<HalfPoints> {
        let direction = self.data.map.grid.direction(march.hex, hex)?;
        let (costs, ends) = self.step_costs(march, direction, hex)?;
        (!ends).then_some(HalfPoints(costs[0].max(costs[1])))
    }
}
