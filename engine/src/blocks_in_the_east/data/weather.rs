//! [9.0] The weather of the months, as the record of turns has it.

use serde::Deserialize;

use crate::blocks_in_the_east::terms::Weather;
use crate::kit::files::rows;

/// Months of a year.
const MONTHS: usize = 12;
/// Months from January to June, that of the first turn.
const BEFORE_JUNE: usize = 5;
/// Faces of the die.
const FACES: usize = 6;

/// The weather of each month.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calendar {
    /// From January on; `None` where a die says it.
    months: [Option<Weather>; MONTHS],
    /// What the faces of the die say, from 1 on.
    faces: [Weather; FACES],
}

impl Calendar {
    /// Weather of the month of a turn; `None` where a die says it. Turn 1 is June 1941.
    pub fn of(&self, turn: u8) -> Option<Weather> {
        self.months[(BEFORE_JUNE + usize::from(turn) - 1) % MONTHS]
    }

    /// What a face of the die says, 1 to 6.
    pub fn rolled(&self, face: u8) -> Weather {
        self.faces[usize::from(face) - 1]
    }

    pub(super) fn load(raw: &RawWeather) -> Calendar {
        let weather = |month: Month| match month {
            Month::Clear => Some(Weather::Clear),
            Month::Rain => Some(Weather::Rain),
            Month::Snow => Some(Weather::Snow),
            Month::Die => None,
        };
        Calendar { months: raw.months.map(weather), faces: raw.die }
    }
}

/// What the record says of a month.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Month {
    Clear,
    Rain,
    Snow,
    Die,
}

rows! {
    pub(super) RawWeather { months: [Month; MONTHS], die: [Weather; FACES] }
}
