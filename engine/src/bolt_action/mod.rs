//! Bolt Action: platoons on a table without hexes, one inch to a cell.
//!
//! Ids in brackets are rows of `rules.tsv`; supplements and decisions, which the summary of the rules lacks, are listed in the README of
//! the data folder. Nothing is hidden in this game: the bag is known from the dice that lie open.
//!
//! This module holds the state and the way from one choice to the next. [`resolution`] (hits, damage, tests, close quarters) is
//! functions over small values, which know nothing of a game in progress.

pub mod data;
pub mod ids;
pub mod resolution;
pub mod sight;
pub mod terms;

mod action;
mod ambush;
mod assault;
mod board;
mod denial;
mod dice;
mod fire;
mod frame;
mod march;
mod measures;
mod melee;
mod notation;
mod orders;
mod pool;
mod position;
mod prepared;
mod preview;
mod reports;
mod setup;
mod turn;
mod victory;
mod view;
mod volley;
mod wreck;

pub use action::{Action, Verdict};
pub use board::Piece;
pub use data::Data;
pub use denial::BoltActionDenial;
pub use fire::Effect;
pub use frame::{Frame, MeleeStage, VolleyStage};
pub use ids::{UnitId, UnitSet, units};
pub use position::{Opening, PositionBuilder};
pub use prepared::Prepared;
pub use preview::Promise;
pub use reports::{AssaultOdds, AssaultReport, DieReport, ShotReport, TestReport, WeaponReport};
pub use victory::Finish;

use board::Board;
use fire::Struck;
use march::March;
use melee::Melee;
use resolution::MOST_GROUPS;
use resolution::bag::Bag;
use volley::Volley;

use crate::game::{Game, Outcome, Side, Turn};
use crate::kit::hashing::StateHasher;
use crate::kit::procedures::{Frames, Procedure, Sequence};

/// A game of Bolt Action in progress.
#[derive(Clone, Hash)]
pub struct BoltAction {
    data: &'static Prepared,
    board: Board,
    frames: Frames<Frame>,
    /// Order dice that are in the bag.
    bag: Bag,
    march: March,
    volley: Volley,
    melee: Melee,
    /// The gun of the turret has fired in this order (decision D23).
    gun_fired: bool,
    /// What the vehicle that fires has done so far.
    struck: [Struck; MOST_GROUPS],
    /// Number of the turn.
    turn: u8,
    result: Option<Finish>,
}

impl Sequence for BoltAction {
    type Frame = Frame;
    const DONE: Action = Action::Done;
    const FACES: u8 = 6;
    const ROLL: fn(u8) -> Action = Action::Roll;

    #[inline]
    fn frames(&self) -> &Frames<Frame> {
        &self.frames
    }

    #[inline]
    fn frames_mut(&mut self) -> &mut Frames<Frame> {
        &mut self.frames
    }

    #[inline]
    fn is_decided(&self) -> bool {
        self.result.is_some()
    }
}

impl BoltAction {
    /// The mission without a unit on the battlefield.
    fn bare(data: &'static Prepared) -> Self {
        BoltAction {
            data,
            board: Board::new(data),
            frames: Frames::new(Frame::TurnStart),
            bag: Bag::default(),
            march: March::NONE,
            volley: Volley::NONE,
            melee: Melee::NONE,
            gun_fired: false,
            struck: [Struck::NOTHING; MOST_GROUPS],
            turn: 1,
            result: None,
        }
    }

    /// Static data.
    pub fn data(&self) -> &'static Prepared {
        self.data
    }

    /// Where a unit is, and in what state.
    pub fn piece(&self, unit: UnitId) -> &Piece {
        self.board.piece(unit)
    }

    /// Order dice of a side that are in the bag.
    pub fn in_bag(&self, side: Side) -> u64 {
        self.bag.weight(side)
    }

    /// Living units of a side, as bits.
    pub fn alive(&self, side: Side) -> u16 {
        self.board.alive(side)
    }
}

impl Game for BoltAction {
    type Action = Action;
    type Scenario = Prepared;
    type Denial = BoltActionDenial;

    fn new(data: &'static Prepared) -> Self {
        let mut game = BoltAction::bare(data);
        for placed in &data.mission.placed {
            let piece = game.board.piece_mut(placed.unit);
            (piece.cell, piece.facing) = (Some(placed.cell), placed.facing);
        }
        game.frames.push(Frame::TurnStart);
        game.frames.push(Frame::SetUp);
        game.settle();
        game
    }

    fn scenario(&self) -> &'static Prepared {
        self.data
    }

    fn turn(&self) -> Turn {
        self.decider()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn chance_weight(&self, action: Action) -> u64 {
        self.weight(action)
    }

    fn apply(&mut self, action: Action) {
        self.play(action);
    }

    fn denial(&self, action: Action) -> BoltActionDenial {
        self.explain(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result.map(Finish::outcome)
    }

    fn state_hash(&self) -> u64 {
        StateHasher::of(self)
    }

    fn is_quiet(&self) -> bool {
        self.top().is_none_or(Procedure::is_quiet)
    }

    fn game_turn(&self) -> u16 {
        u16::from(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the state is made of, by field.
    #[test]
    fn a_state_keeps_to_two_kibibytes() {
        let fields = [
            ("board", size_of::<Board>()),
            ("frames", size_of::<Frames<Frame>>()),
            ("march", size_of::<March>()),
            ("volley", size_of::<Volley>()),
            ("melee", size_of::<Melee>()),
        ];
        assert!(size_of::<BoltAction>() <= 2048, "{} bytes: {fields:?}", size_of::<BoltAction>());
    }
}
