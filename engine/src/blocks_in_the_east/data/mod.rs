//! Static data of Blocks in the East: map and tables, parsed from their files and validated.

mod map;
mod tables;

pub use map::{Annexed, Arrow, Barrier, Front, Map, OffMapBox, Owners, Place, Rail, SeaArea, Water};
pub use tables::{Movement, Tables};

use crate::data::{DataError, Source};

/// The game's own map and tables.
pub const OWN: [&str; 2] =
    [include_str!("../../../data/blocks-in-the-east/map.toml"), include_str!("../../../data/blocks-in-the-east/tables.toml")];

/// What the files say.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(map: &Source<'_>, tables: &Source<'_>) -> Result<Data, DataError> {
        Ok(Data { map: Map::load(map)?, tables: Tables::load(tables)? })
    }

    /// The game's own files.
    ///
    /// # Errors
    /// Those of [`Data::load`].
    pub fn own() -> Result<Data, DataError> {
        let [map, tables] = OWN;
        Data::load(&Source { name: "map.toml", text: map }, &Source { name: "tables.toml", text: tables })
    }
}
