//! [9.0] The weather of the month. The Basic game knows clear weather alone [AMB-75].

use super::BlocksInTheEast;
use super::action::{Action, FACES};
use super::frame::{Frame, WeatherRoll};
use super::prepared::Prepared;
use super::terms::Weather;
use crate::kit::procedures::{Procedure, Sequence as _};

/// [39.0] What the faces of the die say where light rain may fall, from 1 on.
const WITH_LIGHT_RAIN: [Weather; FACES as usize] =
    [Weather::Clear, Weather::Clear, Weather::LightRain, Weather::LightRain, Weather::Rain, Weather::Rain];

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

    /// [9.0][39.0] What a face of the die says, 1 to 6.
    fn rolled(&self, face: u8) -> Weather {
        if self.data.script.options.light_rain { WITH_LIGHT_RAIN[usize::from(face) - 1] } else { self.data.tables.weather.rolled(face) }
    }
}

impl Procedure<BlocksInTheEast> for WeatherRoll {
    const QUESTION: &'static str = "what is the weather of the month?";

    /// [39.0][AMB-44] A die that says what the last one said is thrown again: the other faces share its chance.
    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let differs = |&face: &u8| *game.last_roll != Some(game.rolled(face));
        out.extend((1..=FACES).filter(differs).map(Action::Roll));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        game.weather = game.rolled(face);
        if game.data.script.options.light_rain {
            game.last_roll.0 = Some(game.weather);
        }
        game.pop();
    }
}
