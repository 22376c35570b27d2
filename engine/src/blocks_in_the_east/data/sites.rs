//! Factories on the map: where armour, aircraft and paratroops are placed.

use super::map::Reader;
use crate::blocks_in_the_east::terms::Colour;
use crate::data::DataError;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::rows;

/// Years for which the output of a factory is given: June of each of them.
const YEARS: std::ops::RangeInclusive<u16> = 1941..=1944;

/// A factory on the map [7.3.1].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factory {
    /// Where.
    pub hex: Hex,
    /// Whose.
    pub owner: Side,
    /// What it makes.
    pub colour: Colour,
    /// What it makes in a turn, in June of 1941 to 1944.
    output: [u8; 4],
}

impl Factory {
    /// Whether it works in June of a year: one that makes nothing is not there.
    pub fn works_in(&self, year: u16) -> bool {
        self.output_in(year) > 0
    }

    /// [11.2] Points that it makes in a turn, in June of a year.
    pub fn output_in(&self, year: u16) -> u8 {
        let number = year.checked_sub(*YEARS.start()).map(usize::from);
        number.and_then(|number| self.output.get(number)).copied().unwrap_or(0)
    }
}

rows! {
    pub(super) RawFactory { site: String, hex: String, owner: Side, colour: Colour, output: [u8; 4] }
}

/// Parses and validates.
pub(super) fn factories(reader: &Reader<'_>, raw: &[RawFactory]) -> Result<Vec<Factory>, DataError> {
    let mut factories: Vec<Factory> = Vec::with_capacity(raw.len());
    for raw in raw {
        let key = format!("factory {:?}", raw.site);
        let hex = reader.hex(&key, &raw.hex)?;
        if factories.iter().any(|known| known.hex == hex && known.colour == raw.colour && known.owner == raw.owner) {
            return Err(reader.source().error(key, "a second one of this colour in the hex"));
        }
        if raw.colour == Colour::Yellow {
            return Err(reader.source().error(key, "yellow points come from places; expected another colour"));
        }
        if raw.output == [0; 4] {
            return Err(reader.source().error(key, "it never makes anything"));
        }
        factories.push(Factory { hex, owner: raw.owner, colour: raw.colour, output: raw.output });
    }
    if factories.len() > MOST_FACTORIES {
        return Err(reader.source().error("factory", format!("{} of them; expected at most {MOST_FACTORIES}", factories.len())));
    }
    Ok(factories)
}

/// Most factories that a map may have: a bit for each.
pub(in crate::blocks_in_the_east) const MOST_FACTORIES: usize = 64;
