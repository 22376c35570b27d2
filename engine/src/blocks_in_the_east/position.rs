//! Positions made by hand: what the game sets beside its units.

use super::BlocksInTheEast;
use super::board::Mark;
use super::frame::{Frame, Phase, Why};
use super::ids::{Place, UnitId};
use super::prepared::Prepared;
use super::terms::{Colour, Infrastructure, Nation, Weather};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::position::{self, Editable, PositionError};
use crate::kit::procedures::Sequence as _;

/// Builds a position unit by unit and opens it at a phase of a turn.
pub type PositionBuilder = position::PositionBuilder<BlocksInTheEast>;

impl Editable for BlocksInTheEast {
    type Unit = UnitId;
    type Place = Place;

    /// Land that somebody may enter, inside the scenario's part of the map or not, and the seats of Supreme Headquarters.
    fn is_open(&self, hex: Hex) -> bool {
        let seats = self.data.script.command.iter().flat_map(|command| &command.seats);
        self.data.ground.open.contains(hex)
            || seats.map(|seat| seat.refuge).any(|refuge| refuge == hex)
            || self.data.ground.axis_rail.contains(hex)
    }

    fn full_steps(&self, unit: UnitId) -> u8 {
        self.data.unit(unit).steps.len() as u8
    }

    /// A unit on the ground makes a hex without enemies its side's.
    fn put(&mut self, unit: UnitId, place: Place) -> Result<(), &'static str> {
        self.board.put(unit, Place::RESERVE);
        self.board.put(unit, place);
        if let Some(hex) = place.hex()
            && self.data.unit(unit).is_ground()
            && !self.board.holds(unit.side().opponent(), hex)
        {
            self.capture(unit.side(), hex);
        }
        Ok(())
    }

    fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.board.set_step(unit, usize::from(self.full_steps(unit) - steps));
    }
}

impl PositionBuilder {
    /// The map without units, owned as at the start of the scenario.
    pub fn empty(data: &'static Prepared) -> Self {
        PositionBuilder { game: BlocksInTheEast::bare(data) }
    }

    /// The start of the scenario, with its default places.
    pub fn start(data: &'static Prepared) -> Self {
        PositionBuilder { game: BlocksInTheEast::placed(data) }
    }

    /// Gives a hex to a side. What falls with it falls.
    ///
    /// # Errors
    /// Unknown hex, one that nobody owns, or one in which units of the other side are.
    pub fn owner(mut self, hex: &str, side: Side) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if self.game.owner(at).is_none() || self.game.board.holds(side.opponent(), at) {
            return Err(PositionError::BadHex(hex.to_owned(), "nobody owns it, or the other side is in it"));
        }
        self.game.capture(side, at);
        Ok(self)
    }

    /// Adds to the points that a nation has saved.
    #[must_use]
    pub fn points(mut self, nation: Nation, points: u8) -> Self {
        self.game.treasury.earn(nation, Colour::Yellow, points.into());
        self
    }

    /// Adds to the points of a colour that a nation has saved.
    #[must_use]
    pub fn coloured(mut self, nation: Nation, colour: Colour, points: u8) -> Self {
        self.game.treasury.earn(nation, colour, points.into());
        self
    }

    /// Marks a unit on the map as out of supply.
    ///
    /// # Errors
    /// Unknown unit, or one that is not on the map.
    pub fn out_of_supply(self, id: &str) -> Result<Self, PositionError> {
        self.marked(id, Mark::OutOfSupply)
    }

    /// Lets a unit on the map have fought in this turn [7.8].
    ///
    /// # Errors
    /// Unknown unit, or one that is not on the map.
    pub fn fought(self, id: &str) -> Result<Self, PositionError> {
        self.marked(id, Mark::Fought)
    }

    /// Lets an air unit be in flight in the hex it is in.
    ///
    /// # Errors
    /// Unknown unit, or one that is not on the map.
    pub fn flying(self, id: &str) -> Result<Self, PositionError> {
        self.marked(id, Mark::Flying)
    }

    /// Lets the other side not know which unit a block on the map is; its step as it is now is the last look.
    ///
    /// # Errors
    /// Unknown unit, or one that is not on the map.
    pub fn hidden(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        if self.game.board.hex(unit).is_none() {
            return Err(PositionError::Mixed { place: id.to_owned(), problem: "a hidden block off the map" });
        }
        self.game.board.hide(unit);
        Ok(self)
    }

    /// Lets a headquarters on the map be activated.
    ///
    /// # Errors
    /// Unknown unit, or no headquarters that can be activated in the scenario.
    pub fn active(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        if !self.game.may_be_activated(unit) {
            return Err(PositionError::Mixed { place: id.to_owned(), problem: "no headquarters that can be activated" });
        }
        self.game.activate(unit);
        Ok(self)
    }

    /// Lets a unit on the map be in Reserve: for the exploitation of its side, or for the turn of the other one [31.0].
    ///
    /// # Errors
    /// Unknown unit, or one that is not on the map.
    pub fn reserve(mut self, id: &str, exploits: bool) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        if self.game.board.hex(unit).is_none() {
            return Err(PositionError::Mixed { place: id.to_owned(), problem: "a unit in Reserve off the map" });
        }
        self.game.put_in_reserve(unit, if exploits { Why::Movement } else { Why::Exploitation });
        Ok(self)
    }

    /// Lets a hex have been reconnoitred by the side whose turn it will be [19.0].
    ///
    /// # Errors
    /// Unknown hex, or more of them than a turn allows.
    pub fn scouted(mut self, hex: &str) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if !self.game.note_reconnaissance(at) {
            return Err(PositionError::BadHex(hex.to_owned(), "too many hexes have been reconnoitred"));
        }
        Ok(self)
    }

    /// [29.0] Lets battalions of partisans be in a hex, in place of those that are there.
    ///
    /// # Errors
    /// Unknown hex, one that the Axis does not hold without units, or more battalions than there are.
    pub fn partisans(mut self, hex: &str, battalions: u8) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if !self.game.put_partisans(at, battalions) {
            return Err(PositionError::BadHex(hex.to_owned(), "partisans cannot be there, or not so many"));
        }
        Ok(self)
    }

    /// Lets an infrastructure have been bombed by a side in its last turn [32.0].
    ///
    /// # Errors
    /// Unknown hex, or more of them than a side bombs in a turn.
    pub fn bombed(mut self, side: Side, what: Infrastructure, hex: &str, damage: u8) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if !self.game.put_damage(side, what, at, damage) {
            return Err(PositionError::BadHex(hex.to_owned(), "too many infrastructures have been bombed"));
        }
        Ok(self)
    }

    /// [20.0.a] Lets Gruppo Barbò have charged with its dice.
    #[must_use]
    pub fn gruppo_barbo_charged(mut self) -> Self {
        self.game.chapters.barbo_has_charged = true;
        self
    }

    fn marked(mut self, id: &str, mark: Mark) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        if self.game.board.hex(unit).is_none() {
            return Err(PositionError::Mixed { place: id.to_owned(), problem: "a mark off the map" });
        }
        self.game.board.set(unit, mark, true);
        Ok(self)
    }

    /// Sets the turn, and the weather of its month: clear where a die says it.
    ///
    /// # Errors
    /// A turn that the scenario does not have.
    pub fn turn(mut self, turn: u8) -> Result<Self, PositionError> {
        let [first, last] = self.game.data.script.turns;
        if !(first..=last).contains(&turn) {
            return Err(PositionError::OutOfRange { what: "turn", value: turn.into(), expected: format!("{first} to {last}") });
        }
        self.game.turn = turn;
        self.game.weather = self.game.data.usual_weather(turn);
        Ok(self)
    }

    /// Sets the weather of the month.
    #[must_use]
    pub fn weather(mut self, weather: Weather) -> Self {
        self.game.weather = weather;
        self
    }

    /// The position at the beginning of a phase of a side.
    pub fn open(mut self, side: Side, phase: Phase) -> BlocksInTheEast {
        self.game.frames.clear();
        self.game.frames.push(Frame::GameTurn(side.index() as u8 + 2));
        self.game.frames.push(Frame::PlayerTurn(side, phase.index() as u8));
        self.game.settle();
        self.game
    }
}
