//! Weights of what dice decide.

use super::BoltAction;
use super::action::{Action, Verdict};
use super::frame::{Frame, MeleeStage, VolleyStage};
use super::resolution::chance;
use super::wreck::massive_weight;
use crate::kit::procedures::Sequence as _;

impl BoltAction {
    /// [`crate::Game::chance_weight`] of a result.
    pub(super) fn weight(&self, action: Action) -> u64 {
        let Some(frame) = self.top() else { return 1 };
        match (frame, action) {
            (Frame::Draw, Action::Draw(side)) => self.bag.weight(side),
            (Frame::OrderTest(unit), Action::Test(verdict)) => self.order_test(unit)[verdict as usize],
            (Frame::FireTest(unit), Action::Test(verdict)) => self.morale_test(unit)[usize::from(verdict != Verdict::Pass)],
            (Frame::Volley(VolleyStage::Morale), Action::Test(verdict)) => {
                self.morale_test(self.volley.target)[usize::from(verdict != Verdict::Pass)]
            }
            (Frame::MassiveDice(_, extra), Action::Mishaps { first, second }) => massive_weight(&self.data.tables, [first, second], extra),
            (Frame::Volley(VolleyStage::Hits), Action::Score(hits)) => self.hits_rolled().weight(hits),
            (Frame::Volley(VolleyStage::Damage), Action::Score(wounds)) => self.damage_rolled().weight(wounds),
            (Frame::Volley(stage), Action::Score(total)) => chance::sum_weight(self.size(stage), total),
            (Frame::Melee(stage), Action::Score(number)) if stage != MeleeStage::VehicleDamage => self.melee_weight(stage, number),
            _ => 1,
        }
    }
}
