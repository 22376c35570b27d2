//! Positions made by hand: what ARMIR sets beside its counters.

use super::action::ObjectiveSet;
use super::frame::{Frame, Phase};
use super::ids::{Formation, Place, UnitId};
use super::prepared::Prepared;
use super::{Aircraft, Armir};
use crate::game::{Game as _, Side};
use crate::hex::Hex;
use crate::kit::position::{self, Editable, PositionError};
use crate::kit::procedures::Sequence as _;

/// Builds a position counter by counter and opens a phase in it.
///
/// ```
/// use stavka_engine::armir::{Armir, Phase, PositionBuilder};
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::Game as _;
///
/// let position = PositionBuilder::start(Armir::load("historical")?);
/// let game = position.open(Phase::SovietMovement, 0);
/// println!("{:?} to play", game.turn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PositionBuilder = position::PositionBuilder<Armir>;

impl Editable for Armir {
    type Unit = UnitId;
    type Place = Place;

    fn is_open(&self, hex: Hex) -> bool {
        self.data.map.in_play.contains(hex)
    }

    fn full_steps(&self, unit: UnitId) -> u8 {
        self.data.unit(unit).steps
    }

    /// A counter on the map gives its side control of the hex. An eliminated one has no steps left, and a Soviet HQ among
    /// them counts for the Axis [17.1.3].
    fn put(&mut self, unit: UnitId, place: Place) -> Result<(), &'static str> {
        if place == Place::ELIMINATED && self.board.place(unit) != place {
            self.eliminate(unit);
            return Ok(());
        }
        if let Some(at) = place.hex() {
            if self.board.holds(at, unit.side().opponent()) {
                return Err("units of both sides");
            }
            if unit.side() == Side::Soviet && !self.army_fits(self.data.unit(unit).formation, at) {
                return Err("units of two Soviet armies");
            }
        }
        self.board.put(self.data, unit, place);
        if let Some(at) = place.hex() {
            self.board.take_control(unit.side(), at);
        }
        Ok(())
    }

    fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.board.set_steps(self.data, unit, steps);
    }
}

impl PositionBuilder {
    /// The map without counters: all wait in reserve, markers as at start.
    pub fn empty(data: &'static Prepared) -> Self {
        let mut game = Armir::new(data);
        game.board = super::board::Board::new(data);
        game.short_side = super::UnitSet::EMPTY;
        game.frames.clear();
        game.tracks.objectives = ObjectiveSet(ObjectiveSet::DESTROY | ObjectiveSet::DONETS);
        PositionBuilder { game }
    }

    /// The start of a fixed scenario, with objectives 3 and 4.
    pub fn start(data: &'static Prepared) -> Self {
        let mut builder = PositionBuilder::empty(data);
        builder.game.place_fixed();
        builder
    }

    /// The position of a game, to be changed.
    pub fn of(game: &Armir) -> Self {
        let mut game = game.clone();
        game.frames.clear();
        game.result = None;
        PositionBuilder { game }
    }

    /// Marks a counter out of supply [8.3].
    ///
    /// # Errors
    /// Unknown counter.
    pub fn out_of_supply(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.board.set_out_of_supply(self.game.data, unit, true);
        Ok(self)
    }

    /// Marks a counter disorganised [11.2].
    ///
    /// # Errors
    /// Unknown counter.
    pub fn disorganised(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.disorganised.insert(unit);
        Ok(self)
    }

    /// Turns an HQ or gun to its short side [5.3].
    ///
    /// # Errors
    /// Unknown counter.
    pub fn short_side(mut self, id: &str) -> Result<Self, PositionError> {
        let unit = self.unit(id)?;
        self.game.short_side.insert(unit);
        Ok(self)
    }

    /// Gives control of a hex to a side [1.5].
    ///
    /// # Errors
    /// Unknown hex.
    pub fn control(mut self, hex: &str, side: Side) -> Result<Self, PositionError> {
        let at = self.hex(hex)?;
        self.game.board.take_control(side, at);
        Ok(self)
    }

    /// Game turn, from 1.
    ///
    /// # Errors
    /// Beyond the last turn.
    pub fn turn(mut self, turn: u8) -> Result<Self, PositionError> {
        let last = self.game.data.turns;
        if turn == 0 || turn > last {
            return Err(PositionError::OutOfRange { what: "turn", value: turn.into(), expected: format!("1 to {last}") });
        }
        self.game.turn = turn;
        Ok(self)
    }

    /// Side with the initiative [4].
    pub fn initiative(mut self, side: Side) -> Self {
        self.game.initiative = side;
        self
    }

    /// Soviet momentum points [16.4], at least 1.
    ///
    /// # Errors
    /// Zero: the game would be over.
    pub fn momentum(mut self, points: u8) -> Result<Self, PositionError> {
        if points == 0 {
            return Err(PositionError::OutOfRange { what: "momentum", value: points.into(), expected: "1 or more".into() });
        }
        self.game.tracks.momentum = points;
        Ok(self)
    }

    /// Italian supply points [16.2].
    pub fn supply_points(mut self, points: u8) -> Self {
        self.game.tracks.supply_points = points;
        self
    }

    /// Artillery points of a Soviet army [10.2].
    pub fn artillery(mut self, army: Formation, points: u8) -> Self {
        if let Some(slot) = army.army() {
            self.game.tracks.artillery[slot] = points;
        }
        self
    }

    /// Garrison of the airfields, 0 for captured [16.3].
    ///
    /// # Errors
    /// Beyond the end of the track.
    pub fn garrison(mut self, value: u8) -> Result<Self, PositionError> {
        let cap = self.game.data.tables.garrison_cp.len() as u8 - 1;
        if value > cap {
            return Err(PositionError::OutOfRange { what: "garrison", value: value.into(), expected: format!("0 to {cap}") });
        }
        self.game.tracks.garrison = value;
        Ok(self)
    }

    /// Turn on which the Chir front reached Bokovskaya, 0 for not yet [16.1].
    pub fn chir_reached(mut self, turn: u8) -> Self {
        self.game.tracks.chir_turn = turn;
        self.game.tracks.chir_box = if turn > 0 { self.game.data.tables.chir.boxes } else { self.game.data.start.chir_box };
        self
    }

    /// Owner of the unused air unit of the turn [9.1].
    pub fn air_unit(mut self, side: Option<Side>) -> Self {
        self.game.tracks.air = side;
        self
    }

    /// Whether the Italian aircraft is ready; otherwise it has been used [9.2.1].
    pub fn aircraft_ready(mut self, ready: bool) -> Self {
        self.game.tracks.aircraft = if ready { Aircraft::Ready } else { Aircraft::Used };
        self
    }

    /// Whether the Soviets have entered a strongpoint of a corps [5.5].
    pub fn breached(mut self, corps: Formation) -> Self {
        if let Some(colour) = Formation::LINE_CORPS.iter().position(|&line| line == corps) {
            self.game.tracks.breached |= 1 << colour;
        }
        self
    }

    /// The secret objectives [17.1].
    pub fn objectives(mut self, objectives: ObjectiveSet) -> Self {
        self.game.tracks.objectives = objectives;
        self
    }

    /// Opens a phase in the position: the first of that name that the sequence of the turn still holds
    /// after `earlier` phases of the same name.
    pub fn open(mut self, phase: Phase, earlier: usize) -> Armir {
        let index = (0..super::sequence::PHASES)
            .filter(|&index| super::sequence::phase_of(self.game.initiative, index) == phase)
            .nth(earlier)
            .or_else(|| (0..super::sequence::PHASES).find(|&index| super::sequence::phase_of(self.game.initiative, index) == phase))
            .expect("every phase occurs in both sequences");
        self.game.phase = index;
        self.game.frames.push(Frame::OpenPhase);
        self.game.settle();
        self.game
    }
}
