//! Map files: the grid, hexes by name, and maps drawn with letters.

use super::files::rows;
use crate::data::{DataError, Source};
use crate::hex::{Grid, Hex, HexSet, Layout};

rows! {
    /// The table of a map file that says how the hexes lie.
    pub(crate) GridRow {
        #[serde(default = "one")]
        first_column: u8,
        #[serde(default = "one")]
        first_row: u8,
        columns: u8,
        rows: u8,
        layout: Layout,
        /// Size of a hex in kilometres; 0 where the file gives it in metres.
        #[serde(default)]
        pub(crate) hex_km: u8,
        /// Size of a hex in metres; 0 where the file gives it in kilometres.
        #[serde(default)]
        pub(crate) hex_m: u16,
    }
    /// A map drawn with letters.
    pub(crate) LetterRows { pub(crate) rows: Vec<String> }
}

/// A block of hexes: the first and the last of its columns and of its rows, as printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// First and last column.
    pub columns: [u8; 2],
    /// First and last row.
    pub rows: [u8; 2],
}

impl Block {
    /// Whether a hex lies in it.
    pub fn contains(&self, grid: &Grid, hex: Hex) -> bool {
        let [west, east] = self.columns;
        let [north, south] = self.rows;
        (west..=east).contains(&grid.column(hex)) && (north..=south).contains(&grid.row(hex))
    }
}

const fn one() -> u8 {
    1
}

impl GridRow {
    /// The grid, of up to `most` hexes.
    ///
    /// # Errors
    /// A size that no grid has or that the game has no room for.
    pub(crate) fn grid(&self, source: &Source<'_>, most: usize) -> Result<Grid, DataError> {
        let grid = Grid::window((self.first_column, self.first_row), self.columns, self.rows, self.layout);
        let grid = grid.map_err(|error| source.error("grid", error.to_string()))?;
        if grid.len() > most || (self.hex_km == 0) == (self.hex_m == 0) {
            return Err(source.error("grid", format!("{} hexes; expected at most {most}, of a positive size in km or in m", grid.len())));
        }
        Ok(grid)
    }
}

/// Reads the hexes of a file: printed names and maps drawn with letters.
#[derive(Clone, Copy, Debug)]
pub struct HexReader<'a, const W: usize> {
    /// The file.
    pub source: &'a Source<'a>,
    /// The grid that names the hexes.
    pub grid: &'a Grid,
    /// Hexes that may be named.
    pub open: HexSet<W>,
}

impl<const W: usize> HexReader<'_, W> {
    /// The hex that a name at `key` means.
    ///
    /// # Errors
    /// A name that is none, off the map or out of play.
    pub fn hex(&self, key: &str, name: &str) -> Result<Hex, DataError> {
        let hex = self.grid.parse(name).map_err(|error| self.source.error(key, error.to_string()))?;
        if self.open.contains(hex) {
            Ok(hex)
        } else {
            Err(self.source.error(key, format!("hex {name} is out of play; expected a hex in play")))
        }
    }

    /// The hexes of a list.
    ///
    /// # Errors
    /// Those of [`HexReader::hex`].
    pub fn hexes(&self, key: &str, names: &[String]) -> Result<Vec<Hex>, DataError> {
        names.iter().map(|name| self.hex(key, name)).collect()
    }

    /// The hexes of a block, all of which may be named.
    ///
    /// # Errors
    /// A block that is empty or reaches beyond the map or the hexes in play.
    pub fn block(&self, key: &str, block: &Block) -> Result<HexSet<W>, DataError> {
        let hexes: HexSet<W> = self.open.iter().filter(|&hex| block.contains(self.grid, hex)).collect();
        let side = |[first, last]: [u8; 2]| usize::from(last.saturating_add(1).saturating_sub(first));
        let size = side(block.columns) * side(block.rows);
        if size == 0 || hexes.len() != size {
            let Block { columns, rows } = block;
            return Err(self.source.error(
                key,
                format!("columns {columns:?} and rows {rows:?}; expected the first and the last of each, of hexes in play alone"),
            ));
        }
        Ok(hexes)
    }

    /// The hexes of a path, each next to the one before.
    ///
    /// # Errors
    /// Those of [`HexReader::hex`], and a gap in the path.
    pub fn path(&self, key: &str, names: &[String]) -> Result<Vec<Hex>, DataError> {
        let path = self.hexes(key, names)?;
        for pair in path.windows(2) {
            if self.grid.direction(pair[0], pair[1]).is_none() {
                return Err(self.source.error(
                    key,
                    format!("{} and {} are not adjacent; expected a path of neighbours", self.grid.name(pair[0]), self.grid.name(pair[1])),
                ));
            }
        }
        Ok(path)
    }

    /// The two hexes of a hexside written `AAAA/BBBB`; they may be out of play.
    ///
    /// # Errors
    /// Anything but two neighbours of the grid.
    pub fn hexside(&self, key: &str, side: &str) -> Result<(Hex, Hex), DataError> {
        let Some((a, b)) = side.split_once('/') else {
            return Err(self.source.error(key, format!("side {side:?}; expected two adjacent hexes such as 0901/1001")));
        };
        let parse = |name: &str| self.grid.parse(name).map_err(|error| self.source.error(key, error.to_string()));
        let (a, b) = (parse(a)?, parse(b)?);
        if self.grid.direction(a, b).is_none() {
            return Err(self.source.error(key, format!("side {side:?}: the hexes are not adjacent")));
        }
        Ok((a, b))
    }

    /// The letters of a map drawn with one row of letters per row of hexes, by hex index.
    ///
    /// # Errors
    /// Rows or letters too few or too many, and letters that are none of `letters`.
    pub fn letters(&self, key: &str, rows: &[String], letters: &[u8]) -> Result<Vec<u8>, DataError> {
        if rows.len() != usize::from(self.grid.rows()) {
            return Err(self.source.error(key, format!("{} rows; expected {}", rows.len(), self.grid.rows())));
        }
        let mut cells = Vec::with_capacity(self.grid.len());
        for (row, number) in rows.iter().zip(self.grid.first_row()..) {
            if row.len() != usize::from(self.grid.columns()) {
                return Err(self.source.error(key, format!("row {number:02} has {} letters; expected {}", row.len(), self.grid.columns())));
            }
            if let Some(bad) = row.bytes().find(|letter| !letters.contains(letter)) {
                return Err(self.source.error(
                    key,
                    format!("letter {:?} in row {number:02}; expected one of {:?}", bad as char, String::from_utf8_lossy(letters)),
                ));
            }
            cells.extend(row.bytes());
        }
        Ok(cells)
    }
}
