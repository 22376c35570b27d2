//! Positions made by hand: for tests, studies and puzzles. What every game sets is here; a game adds what else it has.

use std::ops::Deref;

use super::actions::ActionWord;
use super::place::Location;
use crate::game::Game;
use crate::hex::Hex;

/// A defect of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// A name that nothing has, and what was expected.
    #[error("{0}")]
    Unknown(String),
    /// A hex where nothing of the kind can be, and why.
    #[error("hex {0:?}: {1}")]
    BadHex(String, &'static str),
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
    /// Counters in one place that the rules keep apart.
    #[error("{place} would hold {problem}")]
    Mixed {
        /// Hex.
        place: String,
        /// What does not go together.
        problem: &'static str,
    },
    /// A number out of range.
    #[error("{what} is {value}; expected {expected}")]
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: u16,
        /// What it may be.
        expected: String,
    },
}

/// The data of a scenario, in which notation looks names up.
type Names<G> = <<G as Game>::Scenario as Deref>::Target;

/// A game whose counters can be set by hand.
pub trait Editable: Game<Scenario: Deref> {
    /// A counter.
    type Unit: ActionWord<Names<Self>>;
    /// Where a counter can be.
    type Place: Location;

    /// Whether counters may stand in a hex at all.
    fn is_open(&self, hex: Hex) -> bool;

    /// Steps of a counter at full strength.
    fn full_steps(&self, unit: Self::Unit) -> u8;

    /// Puts a counter on a hex or into a box.
    ///
    /// # Errors
    /// The company that the rules do not allow there.
    fn put(&mut self, unit: Self::Unit, place: Self::Place) -> Result<(), &'static str>;

    /// Sets the steps of a counter, from 1 to its full strength.
    fn set_steps(&mut self, unit: Self::Unit, steps: u8);
}

/// Builds a position counter by counter; every game opens it at a point of its sequence of play.
#[derive(Clone)]
pub struct PositionBuilder<G> {
    pub(crate) game: G,
}

impl<G: Editable> PositionBuilder<G> {
    /// What a word of notation means.
    pub(crate) fn named<T: ActionWord<Names<G>>>(&self, word: &str) -> Result<T, PositionError> {
        T::read(word, self.game.scenario()).map_err(PositionError::Unknown)
    }

    /// The counter with this id.
    pub(crate) fn unit(&self, id: &str) -> Result<G::Unit, PositionError> {
        self.named(id)
    }

    /// The hex with this name, in which counters may stand.
    pub(crate) fn hex(&self, name: &str) -> Result<Hex, PositionError>
    where
        Hex: ActionWord<Names<G>>,
    {
        let hex = self.named(name)?;
        if self.game.is_open(hex) { Ok(hex) } else { Err(PositionError::BadHex(name.to_owned(), "out of play")) }
    }

    /// Puts a counter on a hex.
    ///
    /// # Errors
    /// Unknown counter or hex, or company that the rules do not allow.
    pub fn place(mut self, id: &str, hex: &str) -> Result<Self, PositionError>
    where
        Hex: ActionWord<Names<G>>,
    {
        let (unit, at) = (self.unit(id)?, self.hex(hex)?);
        let mixed = |problem| PositionError::Mixed { place: hex.to_owned(), problem };
        self.game.put(unit, G::Place::on(at)).map_err(mixed)?;
        Ok(self)
    }

    /// Puts a counter into a box beside the map.
    ///
    /// # Errors
    /// Unknown counter.
    pub fn put_in_box(mut self, id: &str, place: G::Place) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        let mixed = |problem| PositionError::Mixed { place: format!("{place:?}"), problem };
        self.game.put(unit, place).map_err(mixed)?;
        Ok(self)
    }

    /// Sets the steps of a counter.
    ///
    /// # Errors
    /// Unknown counter, or steps that it cannot have.
    pub fn steps(mut self, id: &str, steps: u8) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        let most = self.game.full_steps(unit);
        if !(1..=most).contains(&steps) {
            return Err(PositionError::BadSteps { unit: id.to_owned(), steps, most });
        }
        self.game.set_steps(unit, steps);
        Ok(self)
    }
}
