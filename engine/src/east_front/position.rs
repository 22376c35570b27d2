//! Positions made by hand: for tests, studies and puzzles. A position is validated into a game.

use super::data::AirBox;
use super::engineers::Forts;
use super::frame::{Frame, Phase};
use super::ids::{AirId, Place, UnitId, UnitSet};
use super::prepared::Prepared;
use super::{EastFront, board::Board};
use crate::game::Side;
use crate::hex::{Hex, HexList};
use crate::kit::procedures::Sequence as _;

/// A defect of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The counter id is not in the scenario.
    #[error("no counter {0:?} in this scenario")]
    NoSuchUnit(String),
    /// The hex name is wrong or closed to ground units.
    #[error("hex {0:?}: {1}")]
    BadHex(String, String),
    /// Steps beyond the counter's strength.
    #[error("{unit} cannot have {steps} steps; expected 1 to {most}")]
    BadSteps {
        /// Counter.
        unit: String,
        /// Steps asked for.
        steps: u8,
        /// Steps at full strength.
        most: u8,
    },
    /// Units of both sides in one hex.
    #[error("{0} would hold units of both sides")]
    Mixed(String),
    /// A turn that the scenario does not have.
    #[error("turn {0} is not in the scenario")]
    NoSuchTurn(u16),
}

/// Builds a position counter by counter and opens a phase in it.
///
/// ```
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::east_front::{EastFront, Phase, PositionBuilder};
/// use stavka_engine::Notation as _;
///
/// // Two German divisions before the Soviet line, nobody else on the map.
/// let position = PositionBuilder::empty(EastFront::load("tartar-trench")?).place("73", "3505")?.place("106", "3606")?;
/// let game = position.open(Phase::AxisDeclaration);
/// assert!(game.prompt().contains("declare attacks"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PositionBuilder {
    game: EastFront,
}

impl PositionBuilder {
    /// The map without counters and fortifications: all wait in reserve, no air unit is in a box.
    pub fn empty(data: &'static Prepared) -> Self {
        let mut game = EastFront::at_start(data);
        game.board = Board::new(data);
        game.forts = Forts { strongpoints: [HexList::EMPTY; 2], breached: 0 };
        game.air = super::flight::Air::new();
        PositionBuilder { game }
    }

    /// The start of the scenario.
    pub fn start(data: &'static Prepared) -> Self {
        PositionBuilder { game: EastFront::at_start(data) }
    }

    fn unit(&self, id: &str) -> Result<UnitId, PositionError> {
        self.game.data.find_unit(id).ok_or_else(|| PositionError::NoSuchUnit(id.to_owned()))
    }

    fn air(&self, id: &str) -> Result<AirId, PositionError> {
        self.game.data.find_air(id).ok_or_else(|| PositionError::NoSuchUnit(id.to_owned()))
    }

    fn hex(&self, name: &str) -> Result<Hex, PositionError> {
        let map = &self.game.data.map;
        let hex = map.grid.parse(name).map_err(|error| PositionError::BadHex(name.to_owned(), error.to_string()))?;
        if map.open.contains(hex) { Ok(hex) } else { Err(PositionError::BadHex(name.to_owned(), "closed to ground units".into())) }
    }

    /// Puts a counter on a hex.
    ///
    /// # Errors
    /// Unknown counter or hex, or company of the other side.
    pub fn place(mut self, id: &str, hex: &str) -> Result<Self, PositionError> {
        let (unit, at) = (self.unit(id)?, self.hex(hex)?);
        if self.game.board.holds(at, unit.side().opponent()) {
            return Err(PositionError::Mixed(hex.to_owned()));
        }
        self.game.board.put(self.game.data, unit, Place::on(at));
        Ok(self)
    }

    /// Puts a counter into a box.
    ///
    /// # Errors
    /// Unknown counter.
    pub fn put_in_box(mut self, id: &str, place: Place) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.board.put(self.game.data, unit, place);
        self.game.arrived.set(unit, place == Place::ARRIVED);
        Ok(self)
    }

    /// Sets the steps of a counter.
    ///
    /// # Errors
    /// Unknown counter, or steps that it cannot have.
    pub fn steps(mut self, id: &str, steps: u8) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        let most = self.game.data.unit(unit).steps;
        if !(1..=most).contains(&steps) {
            return Err(PositionError::BadSteps { unit: id.to_owned(), steps, most });
        }
        self.game.board.set_steps(self.game.data, unit, steps);
        Ok(self)
    }

    /// Turns a counter of one step to its back, or to its front.
    ///
    /// # Errors
    /// Unknown counter.
    pub fn back_up(mut self, id: &str, back: bool) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.board.turn_over(self.game.data, unit, back);
        Ok(self)
    }

    /// Puts an Overrun marker on a counter on the map.
    ///
    /// # Errors
    /// Unknown counter.
    pub fn overrun(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.board.mark_overrun(self.game.data, unit, true);
        Ok(self)
    }

    /// Puts an air unit into a box.
    ///
    /// # Errors
    /// Unknown air unit.
    pub fn air_box(mut self, id: &str, place: AirBox) -> Result<Self, PositionError> {
        let air = self.air(id)?;
        self.game.air.put(air, place);
        Ok(self)
    }

    /// Builds or removes a complete strongpoint.
    ///
    /// # Errors
    /// Unknown hex.
    pub fn strongpoint(mut self, side: Side, hex: &str, stands: bool) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        self.game.forts.strongpoints[side.index()].set(at, stands);
        Ok(self)
    }

    /// Destroys the fortified line of a hex.
    ///
    /// # Errors
    /// Unknown hex, or one without a fortified line.
    pub fn breached(mut self, hex: &str) -> Result<Self, PositionError> {
        let line = self.game.data.ground.line_bit(self.hex(hex)?);
        if line == 0 {
            return Err(PositionError::BadHex(hex.to_owned(), "no fortified line there".into()));
        }
        self.game.forts.breached |= line;
        Ok(self)
    }

    /// Gives control of a hex that no unit and no ZOC decides.
    ///
    /// # Errors
    /// Unknown hex.
    pub fn control(mut self, side: Side, hex: &str) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        self.game.board.give(side, at);
        self.game.board.claim_all(self.game.data);
        Ok(self)
    }

    /// Steps a side has lost so far.
    #[must_use]
    pub fn steps_lost(mut self, side: Side, steps: u8) -> Self {
        self.game.steps_lost[side.index()] = steps;
        self
    }

    /// Sets the turn by its number on the track.
    ///
    /// # Errors
    /// A turn that the scenario does not have.
    pub fn turn(mut self, number: u16) -> Result<Self, PositionError> {
        let turns = &self.game.data.script.turns;
        let index = turns.iter().position(|turn| turn.number == number).ok_or(PositionError::NoSuchTurn(number))?;
        self.game.turn = index as u8 + 1;
        Ok(self)
    }

    /// Opens a phase: the game goes on from its beginning.
    #[must_use]
    pub fn open(mut self, phase: Phase) -> EastFront {
        let index = Phase::ALL.iter().position(|&known| known == phase);
        self.game.phase = index.unwrap_or(0) as u8;
        self.game.moved = UnitSet::EMPTY;
        self.game.frames.clear();
        self.game.frames.push(Frame::OpenPhase);
        self.game.settle();
        self.game
    }
}
