//! Positions made by hand: for tests, studies and puzzles.

use super::BoltAction;
use super::board::Piece;
use super::frame::Frame;
use super::ids::{UnitId, units};
use super::prepared::Prepared;
use crate::game::Side;
use crate::kit::actions::ActionWord;
use crate::kit::position::PositionError;
use crate::kit::procedures::Sequence as _;
use crate::square::{Cell, Facing};

/// Where a position made by hand opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// The side has drawn a die [TURN.1.2].
    Order(Side),
    /// A die is about to be drawn [TURN.1.1].
    Draw,
    /// The bag is empty [TURN.1.5].
    EndOfOrders,
}

/// Builds a position unit by unit and opens it at a point of the sequence of play. Units that are not placed are destroyed.
#[derive(Clone)]
pub struct PositionBuilder {
    game: BoltAction,
}

impl PositionBuilder {
    /// The battlefield without units, in the first turn.
    pub fn empty(data: &'static Prepared) -> Self {
        PositionBuilder { game: BoltAction::bare(data) }
    }

    /// Puts a unit, named as in notation, into a cell, named as in notation.
    ///
    /// # Errors
    /// A unit or a cell that does not exist, ground where the unit cannot be, and another unit too near.
    pub fn place(mut self, unit: &str, cell: &str, facing: Facing) -> Result<Self, PositionError> {
        let data = self.game.data;
        let cell_id = Cell::read(cell, &**data).map_err(PositionError::Unknown)?;
        let unit = self.named(unit)?;
        if !data.may_be_set_up(data.unit(unit).mobility, cell_id) {
            return Err(PositionError::BadHex(cell.to_owned(), "the unit cannot be on this ground"));
        }
        if self.game.board.crowded(data, unit).contains(cell_id) {
            return Err(PositionError::BadHex(cell.to_owned(), "another unit is too near"));
        }
        let piece = self.game.board.piece_mut(unit);
        (piece.cell, piece.facing) = (Some(cell_id), facing);
        Ok(self)
    }

    /// Changes the state of a unit.
    ///
    /// # Errors
    /// A unit that does not exist.
    pub fn edit(mut self, unit: &str, change: impl FnOnce(&mut Piece)) -> Result<Self, PositionError> {
        let unit = self.named(unit)?;
        change(self.game.board.piece_mut(unit));
        Ok(self)
    }

    /// Sets the number of the turn.
    #[must_use]
    pub fn turn(mut self, turn: u8) -> Self {
        self.game.turn = turn;
        self
    }

    /// The position: the bag holds a die for every living unit without an order, and `lost` more for units that are destroyed.
    #[must_use]
    pub fn open(mut self, opening: Opening, lost: [u8; 2]) -> BoltAction {
        let game = &mut self.game;
        for side in Side::ALL {
            let absent = game.board.those(side, |piece| piece.men > 0 && piece.cell.is_none());
            units(side, absent).for_each(|unit| game.board.destroy(game.data, unit));
            let dice = game.board.idle(side).count_ones() as u8 + lost[side.index()];
            (0..dice).for_each(|_| game.bag.put(side));
        }
        game.frames.push(Frame::Draw);
        match opening {
            Opening::Order(side) => {
                game.bag.take(side);
                game.frames.push(Frame::Choice(side));
            }
            Opening::Draw => {}
            Opening::EndOfOrders => game.bag = super::Bag::default(),
        }
        game.settle();
        self.game
    }

    fn named(&self, unit: &str) -> Result<UnitId, PositionError> {
        UnitId::read(unit, &**self.game.data).map_err(PositionError::Unknown)
    }
}
