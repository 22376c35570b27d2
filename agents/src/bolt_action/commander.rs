//! The staff of the doctrine player: it looks at more orders, and plays the best of them through to see what comes of them.

use stavka_engine::bolt_action::{Action, BoltAction};
use stavka_engine::{Dice, Game as _, Side, Turn};

use super::Evaluation;
use crate::doctrine::Doctrine;
use crate::greedy::Lookahead;
use crate::heuristic::{Heuristic, MoveList, Stage};
use crate::staff::Staff;

/// The staff of the doctrine player.
pub struct Commander {
    staff: Staff<BoltAction>,
    lookahead: Lookahead<BoltAction, Staff<BoltAction>>,
    candidates: Vec<Action>,
    replies: Vec<Action>,
}

impl Default for Commander {
    fn default() -> Self {
        let weights = || match std::env::var("BOLT_WEIGHTS") {
            Ok(path) => Evaluation::parse(&std::fs::read_to_string(path).expect("reads")).expect("parses"),
            Err(_) => Evaluation::embedded().clone(),
        };
        Commander { staff: Staff::new(weights()), lookahead: Lookahead::new(Staff::new(weights()), usize::MAX), candidates: Vec::new(), replies: Vec::new() }
    }
}

impl Commander {
    /// The order that a staff would give which looks at a few of them.
    fn reply(&mut self, game: &BoltAction, side: Side, legal: &[Action], width: usize) -> Action {
        self.replies.clear();
        self.staff.list(game, legal, width, &mut self.replies);
        let mut best = (f64::NEG_INFINITY, legal[0]);
        self.lookahead.heuristic().prepare(game, side);
        for &action in &self.replies {
            let value = self.lookahead.value_of(game, action, side, 1);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }
}

impl Heuristic<BoltAction> for Commander {
    fn prepare(&mut self, root: &BoltAction, side: Side) {
        self.staff.prepare(root, side);
        self.lookahead.heuristic().prepare(root, side);
    }

    fn evaluate(&mut self, game: &BoltAction) -> f64 {
        self.staff.evaluate(game)
    }

    fn reckons_with(&self, game: &BoltAction) -> bool {
        self.staff.reckons_with(game)
    }

    fn rolls(&self) -> u8 {
        self.staff.rolls()
    }

    fn continue_with(&mut self, game: &BoltAction, legal: &[Action]) -> Action {
        let width = super::tweak("REPLY", 5.0) as usize;
        match game.turn() {
            Turn::Player(side) if width > 1 && legal.iter().any(|action| matches!(action, Action::Order { .. })) => self.reply(game, side, legal, width),
            _ => self.staff.continue_with(game, legal),
        }
    }

    fn rule_of_thumb(&mut self, game: &BoltAction, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        self.staff.rule_of_thumb(game, legal, dice)
    }

    fn shortlist(&mut self, game: &BoltAction, legal: &[Action], stage: Stage, out: &mut Vec<Action>) {
        let most = super::tweak(if stage == Stage::Root { "ROOT" } else { "FOLLOW" }, if stage == Stage::Root { 30.0 } else { 10.0 });
        self.staff.list(game, legal, most as usize, out);
    }

    fn move_list(&self, game: &BoltAction, legal: &[Action]) -> Option<MoveList<Action>> {
        self.staff.move_list(game, legal)
    }

    fn phase(&self, game: &BoltAction) -> u64 {
        self.staff.phase(game)
    }

    fn player_turn(&self, game: &BoltAction) -> Option<Side> {
        self.staff.player_turn(game)
    }
}

impl Doctrine<BoltAction> for Commander {
    fn postures(&self, _: &BoltAction) -> usize {
        1
    }

    fn openings(&mut self, game: &BoltAction, legal: &[Action], out: &mut Vec<f64>) -> bool {
        let rehearsed = super::tweak("OPEN", 0.0) as usize;
        let Turn::Player(side) = game.turn() else { return false };
        if rehearsed == 0 || !legal.iter().any(|action| matches!(action, Action::Order { .. })) {
            return false;
        }
        self.candidates.clear();
        self.lookahead.heuristic().prepare(game, side);
        self.staff.list(game, legal, super::tweak("ROOT", 30.0) as usize, &mut self.candidates);
        let mut values: Vec<(f64, Action)> =
            self.candidates.iter().map(|&action| (self.lookahead.value_of(game, action, side, 1), action)).collect();
        values.sort_by(|a, b| b.0.total_cmp(&a.0));
        values.truncate(rehearsed);
        let trust = f64::from(super::tweak("TRUST", 4.0));
        out.extend(
            legal
                .iter()
                .map(|action| values.iter().find(|(_, other)| other == action).map_or(f64::NEG_INFINITY, |(value, _)| trust * value)),
        );
        true
    }

    fn assume(&mut self, posture: usize) {
        self.staff.assume(posture);
    }

    fn name(&self, posture: usize) -> &'static str {
        self.staff.name(posture)
    }

    fn win(&mut self, game: &BoltAction) -> f32 {
        self.staff.win(game)
    }
}
