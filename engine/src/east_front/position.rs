//! Positions made by hand: what East Front sets beside its counters.

use super::data::AirBox;
use super::engineers::Forts;
use super::frame::{Frame, Phase};
use super::ids::{AirId, Place, UnitId, UnitSet};
use super::prepared::Prepared;
use super::{EastFront, board::Board};
use crate::game::Side;
use crate::hex::{Hex, HexList};
use crate::kit::position::{self, Editable, PositionError};
use crate::kit::procedures::Sequence as _;

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
pub type PositionBuilder = position::PositionBuilder<EastFront>;

impl Editable for EastFront {
    type Unit = UnitId;
    type Place = Place;

    fn is_open(&self, hex: Hex) -> bool {
        self.data.map.open.contains(hex)
    }

    fn full_steps(&self, unit: UnitId) -> u8 {
        self.data.unit(unit).steps
    }

    fn put(&mut self, unit: UnitId, place: Place) -> Result<(), &'static str> {
        if place.hex().is_some_and(|at| self.board.holds(at, unit.side().opponent())) {
            return Err("units of both sides");
        }
        self.board.put(self.data, unit, place);
        if place.hex().is_none() {
            self.arrived.set(unit, place == Place::ARRIVED);
        }
        Ok(())
    }

    fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.board.set_steps(self.data, unit, steps);
    }
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
        let air: AirId = self.named(id)?;
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
            return Err(PositionError::BadHex(hex.to_owned(), "no fortified line there"));
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
        let unknown = || PositionError::OutOfRange { what: "turn", value: number, expected: "a turn of the scenario".into() };
        let index = turns.iter().position(|turn| turn.number == number).ok_or_else(unknown)?;
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
