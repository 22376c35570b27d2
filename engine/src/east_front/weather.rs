//! The weather of a turn and what lingers of the one before [5].

use serde::Deserialize;

use super::data::WeatherTable;

/// The season that the turn track names: a column of the weather table [5.11].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Climate {
    /// Dry.
    Dry,
    /// Mud.
    Mud,
    /// Frost.
    Frost,
    /// Snow.
    Snow,
}

/// The weather of a turn [5.12.b].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Dry.
    Dry,
    /// Mud.
    Mud,
    /// Frost.
    Frost,
    /// Snow.
    Snow,
    /// Arctic.
    Arctic,
}

impl Condition {
    /// The word for players.
    pub const fn name(self) -> &'static str {
        match self {
            Condition::Dry => "dry",
            Condition::Mud => "mud",
            Condition::Frost => "frost",
            Condition::Snow => "snow",
            Condition::Arctic => "arctic",
        }
    }

    /// All five in the order of the tables.
    pub const ALL: [Self; 5] = [Self::Dry, Self::Mud, Self::Frost, Self::Snow, Self::Arctic];

    /// Column of tables with one column per condition.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Column of the terrain chart, where snow and arctic share one.
    #[inline]
    pub const fn terrain_column(self) -> usize {
        let index = self as usize;
        if index < 3 { index } else { 3 }
    }

    /// Snow or arctic.
    #[inline]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::Snow | Self::Arctic)
    }
}

/// A result of the weather table: the condition, and whether there is a storm [5.13].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Sky {
    /// The condition.
    pub condition: Condition,
    /// A storm, which touches air readiness and flotillas only [5.13.c].
    pub storm: bool,
}

/// A text that names no weather.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no weather; expected D, M, F, S or A, with a T behind it in a storm")]
pub struct SkyError(String);

impl TryFrom<String> for Sky {
    type Error = SkyError;

    fn try_from(text: String) -> Result<Self, SkyError> {
        let (letter, storm) = text.strip_suffix('T').map_or((text.as_str(), false), |letter| (letter, true));
        let condition = match letter {
            "D" => Condition::Dry,
            "M" => Condition::Mud,
            "F" => Condition::Frost,
            "S" => Condition::Snow,
            "A" => Condition::Arctic,
            _ => return Err(SkyError(text)),
        };
        Ok(Sky { condition, storm })
    }
}

/// What the rules remember of the weather from turn to turn [5.14][5.15].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Season {
    /// Weather of the turn; `None` before the first.
    pub sky: Option<Sky>,
    /// The roll of the turn before was frost that snow overrode: a second one in a row counts.
    pub frost_waits: bool,
    /// Mud turns in a row.
    pub mud_turns: u8,
    /// Waters are frozen [5.15.b].
    pub frozen: bool,
    /// Arctic weather has occurred: waters stay frozen for good [5.15.b.2].
    pub arctic: bool,
}

impl Season {
    /// Before the first turn.
    pub const START: Self = Self { sky: None, frost_waits: false, mud_turns: 0, frozen: false, arctic: false };

    /// [5.13] The season after a roll of the modified `die` in a turn of this climate.
    pub fn roll(self, table: &WeatherTable, climate: Climate, die: i8) -> Self {
        self.next(table, climate, table.cell(climate, die))
    }

    /// [5.14][5.15] The season after the table named this weather: frost after snow stays snow, a second frost in a row
    /// is frost; a dry climate has no third turn of mud; waters freeze with snow and thaw with mud or that second frost.
    pub fn next(self, table: &WeatherTable, climate: Climate, named: Sky) -> Self {
        let before = self.sky.map(|sky| sky.condition);
        let overridden = named.condition == Condition::Frost && before == Some(Condition::Snow) && !self.frost_waits;
        let condition = if overridden {
            Condition::Snow
        } else if named.condition == Condition::Mud && climate == Climate::Dry && self.mud_turns >= table.mud_turns_of_a_dry_climate {
            Condition::Dry
        } else {
            named.condition
        };
        let arctic = self.arctic || condition == Condition::Arctic;
        let second_frost = condition == Condition::Frost && self.frost_waits;
        let thaws = condition == Condition::Mud || second_frost;
        let storm = named.storm && condition == named.condition;
        Self {
            sky: Some(Sky { condition, storm }),
            frost_waits: overridden,
            mud_turns: if condition == Condition::Mud { self.mud_turns + 1 } else { 0 },
            frozen: arctic || condition.is_white() || (self.frozen && !thaws),
            arctic,
        }
    }

    /// [5.14] Woods keep the mud of the turn before for one dry turn. `before` is the season of that turn.
    pub fn lingering_mud(self, before: Self) -> bool {
        let condition = |season: Self| season.sky.map(|sky| sky.condition);
        condition(self) == Some(Condition::Dry) && condition(before) == Some(Condition::Mud)
    }
}
