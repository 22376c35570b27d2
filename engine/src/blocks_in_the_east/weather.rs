//! [9.0] The weather of the month. The Basic game knows clear weather alone [AMB-75].

use super::BlocksInTheEast;
use super::action::Action;
use super::frame::{Frame, WeatherRoll};
use super::prepared::Prepared;
use super::terms::Weather;
use crate::kit::procedures::{Procedure, Sequence as _};

impl Prepared {
    /// Weather of the month of a turn; clear where a die says it.
    pub fn usual_weather(&self, turn: u8) -> Weather {
        self.fixed_weather(turn).unwrap_or(Weather::Clear)
    }

    fn fixed_weather(&self, turn: u8) -> Option<Weather> {
        if self.is_advanced() { self.tables.weather.of(turn) } else { Some(Weather::Clear) }
    }
}

impl BlocksInTheEast {
    /// [9.0] A month begins: its weather is that of the calendar, or a die is thrown.
    pub(super) fn begin_month(&mut self) {
        match self.data.fixed_weather(self.turn) {
            Some(weather) => self.weather = weather,
            None => self.frames.push(Frame::WeatherRoll),
        }
    }
}

impl Procedure<BlocksInTheEast> for WeatherRoll {
    const QUESTION: &'static str = "what is the weather of the month?";

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        game.weather = game.data.tables.weather.rolled(face);
        game.pop();
    }
}
