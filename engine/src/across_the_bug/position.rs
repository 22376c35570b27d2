//! Positions made by hand: what the game sets beside its counters.

use super::AcrossTheBug;
use super::activation::Activation;
use super::cycle::Surprise;
use super::frame::Frame;
use super::ids::{FormationId, Place, UnitId};
use super::pontoon::Pontoon;
use super::prepared::Prepared;
use super::terms::Crossing;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::position::{self, Editable, PositionError};
use crate::kit::procedures::Sequence as _;

/// Builds a position counter by counter and opens it at a point of the sequence of play.
pub type PositionBuilder = position::PositionBuilder<AcrossTheBug>;

/// Where a position made by hand opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening<'a> {
    /// A formation acts with so many Action Points [6.3.3].
    Activation(&'a str, u8),
    /// A formation reacts with so many Action Points, while the other one goes on afterwards with its own [6.4].
    Reaction(&'a str, u8),
    /// The Operations phase, before the next cycle [6].
    Operations,
    /// The surprise activations that are left [10.2].
    Surprise(u8),
    /// The Administrative phase [8].
    Administration,
    /// The end of the turn [4.3].
    EndOfTurn,
}

impl Editable for AcrossTheBug {
    type Unit = UnitId;
    type Place = Place;

    fn is_open(&self, hex: Hex) -> bool {
        self.data.script.area.contains(hex)
    }

    fn full_steps(&self, unit: UnitId) -> u8 {
        self.data.roster.stats(unit).strength
    }

    fn put(&mut self, unit: UnitId, place: Place) -> Result<(), &'static str> {
        if let Some(hex) = place.hex() {
            if self.board.holds(unit.side().opponent(), hex) {
                return Err("counters of both sides");
            }
            if self.data.roster.hqs.contains(unit) && !self.data.ground.settlements.contains(hex) {
                return Err("a headquarters out of a settlement");
            }
        }
        self.board.put(self.data, unit, place);
        self.lay_open();
        Ok(())
    }

    fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.board.set_points(unit, steps);
    }
}

impl PositionBuilder {
    /// The map without counters: all wait in reserve at full strength, all levels are 0.
    pub fn empty(data: &'static Prepared) -> Self {
        PositionBuilder { game: AcrossTheBug::bare(data) }
    }

    /// The start of the scenario, with its fixed set-up.
    pub fn start(data: &'static Prepared) -> Self {
        PositionBuilder { game: AcrossTheBug::placed(data) }
    }

    fn formation_named(&self, id: &str) -> Result<FormationId, PositionError> {
        self.named(id)
    }

    /// Turns a combat unit to its disorganized side, a headquarters to its Emergency Supply side.
    ///
    /// # Errors
    /// Unknown counter.
    pub fn turned(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.board.turn(self.game.data, unit, true);
        Ok(self)
    }

    /// Sets the support points of a headquarters, 0 included.
    ///
    /// # Errors
    /// Unknown counter, or more than are printed.
    pub fn support(mut self, id: &str, points: u8) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        let most = self.game.data.roster.stats(unit).strength;
        if points > most {
            return Err(PositionError::BadSteps { unit: id.to_owned(), steps: points, most });
        }
        self.game.board.set_points(unit, points);
        Ok(self)
    }

    /// Sets the activation level of a formation.
    ///
    /// # Errors
    /// Unknown formation, or a level above its highest.
    pub fn level(mut self, id: &str, level: u8) -> Result<Self, PositionError> {
        let formation = self.formation_named(id)?;
        let most = self.game.data.formation(formation).max_level;
        if level > most {
            return Err(PositionError::OutOfRange { what: "level", value: level.into(), expected: format!("0 to {most}") });
        }
        self.game.board.set_level(formation, level);
        Ok(self)
    }

    /// Puts a unit under a formation.
    ///
    /// # Errors
    /// Unknown counter or formation.
    pub fn assign(mut self, id: &str, formation: &str) -> Result<Self, PositionError> {
        let (unit, formation) = (self.unit(id)?, self.formation_named(formation)?);
        self.game.board.assign(self.game.data, unit, formation);
        Ok(self)
    }

    /// Puts the stack of a hex into improved defence.
    ///
    /// # Errors
    /// Unknown hex, or one in which nobody could be.
    pub fn improved(mut self, hex: &str) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        let side = self.game.board.occupant(at).unwrap_or(Side::Axis);
        if !self.game.may_improve(side, at, u128::MAX) {
            return Err(PositionError::BadHex(hex.to_owned(), "no stack that could be in improved defence"));
        }
        self.game.board.improve(at, true);
        Ok(self)
    }

    /// Says who was last in a settlement or a hex that scores.
    ///
    /// # Errors
    /// Unknown hex, or one in which the other side stands.
    pub fn last_in(mut self, hex: &str, side: Side) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if self.game.board.holds(side.opponent(), at) {
            return Err(PositionError::BadHex(hex.to_owned(), "held by the other side"));
        }
        self.game.board.give(self.game.data, side, at);
        Ok(self)
    }

    /// Covers the stack of a hex, as one that has changed and come to rest [5.3.4].
    ///
    /// # Errors
    /// Unknown hex, or one in which nobody stands.
    pub fn covered(mut self, hex: &str) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        if self.game.board.occupant(at).is_none() {
            return Err(PositionError::BadHex(hex.to_owned(), "nobody to cover"));
        }
        self.game.board.cover(self.game.data, at);
        Ok(self)
    }

    /// Lets units of one side have lost together what they have lost [5.3.4].
    ///
    /// # Errors
    /// Unknown counter.
    pub fn lost_together(mut self, ids: &[&str]) -> Result<Self, PositionError> {
        for side in Side::ALL {
            let mut bits = 0;
            for id in ids {
                let unit = self.unit(id)?;
                bits |= if unit.side() == side { unit.bit() } else { 0 };
            }
            self.game.cover_strengths(side, bits);
        }
        Ok(self)
    }

    /// Lays the pontoon of a corps, by its place in the scenario, between two hexes.
    ///
    /// # Errors
    /// Unknown hexes, no side of the Bug between them, or no such corps.
    pub fn pontoon(mut self, corps: usize, from: &str, to: &str) -> Result<Self, PositionError> {
        let (a, b) = (self.hex(from)?, self.hex(to)?);
        let direction = self.game.data.map.grid.direction(a, b);
        match direction.filter(|&direction| self.game.data.ground.crossing(a, direction) == Crossing::Bug) {
            Some(direction) if corps < self.game.data.script.pontoons.len() => {
                self.game.board.pontoons.set(corps, Pontoon::Built(a, direction));
                self.game.bridges_changed();
                Ok(self)
            }
            _ => Err(PositionError::BadHex(to.to_owned(), "no unbridged side of the Bug, or no such corps")),
        }
    }

    /// Sets the turn.
    ///
    /// # Errors
    /// A turn that the scenario does not have.
    pub fn turn(mut self, turn: u8) -> Result<Self, PositionError> {
        let turns = &self.game.data.script.turns;
        if !turns.iter().any(|entry| entry.number == u16::from(turn)) {
            return Err(PositionError::OutOfRange { what: "turn", value: turn.into(), expected: "a turn of the scenario".to_owned() });
        }
        self.game.turn = turn;
        Ok(self)
    }

    /// Sets who holds the luck token.
    #[must_use]
    pub fn luck(mut self, side: Side) -> Self {
        self.game.luck = side;
        self
    }

    /// Sets the level of interdiction.
    #[must_use]
    pub fn interdiction(mut self, level: u8) -> Self {
        self.game.interdiction = level;
        self
    }

    /// The position, opened.
    ///
    /// # Errors
    /// Unknown formation.
    pub fn open(mut self, opening: Opening<'_>) -> Result<AcrossTheBug, PositionError> {
        self.game.frames.clear();
        self.game.frames.push(Frame::Operations);
        match opening {
            Opening::Activation(id, points) => self.open_activation(id, points, false)?,
            Opening::Reaction(id, points) => self.open_activation(id, points, true)?,
            Opening::Operations => {}
            Opening::Surprise(activations) => {
                self.game.surprise = Surprise::of(activations);
                self.game.frames.push(Frame::Surprise);
            }
            Opening::Administration => self.game.frames.replace_top(Frame::Administration(0)),
            Opening::EndOfTurn => self.game.frames.replace_top(Frame::EndTurn),
        }
        self.game.settle();
        self.game.come_to_rest();
        Ok(self.game)
    }

    fn open_activation(&mut self, id: &str, points: u8, reaction: bool) -> Result<(), PositionError> {
        let formation = self.formation_named(id)?;
        self.game.activations[usize::from(reaction)] = Activation { formation, points, boats: 0 };
        self.game.frames.push(Frame::Activation(reaction));
        Ok(())
    }
}
