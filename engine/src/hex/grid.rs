//! A rectangular map of hexes: indices, neighbours, distances.

use super::axial::Axial;
use super::layout::{Direction, Hex, Layout, OFF_MAP};
use super::set::HexSet;
use super::side::SideTable;

/// Why a grid cannot have the size asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    /// Hex names have two digits for the column.
    #[error("a map of {0} columns: expected 1 to 99")]
    Columns(u8),
    /// Hex names have two digits for the row.
    #[error("a map of {0} rows: expected 1 to 99")]
    Rows(u8),
    /// A window that ends after 99.
    #[error("a map of {count} columns or rows from {first:02} on: expected numbers from 00 to 99")]
    Window {
        /// First printed number.
        first: u8,
        /// Columns or rows.
        count: u8,
    },
}

/// A rectangular map of hexes with its tables. Built once, then only read.
///
/// ```
/// use stavka_engine::hex::{Grid, Layout};
///
/// let grid = Grid::new(9, 15, Layout::FlatOddDown).expect("9 by 15 hexes");
/// let [a, b] = [(1, 1), (4, 5)].map(|(column, row)| grid.at(column, row).expect("a hex of the map"));
/// assert_eq!(grid.distance(a, b), 5);
/// assert_eq!(grid.neighbours(b).count(), 6);
/// assert_eq!(grid.within(b, 2).count(), 19);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    first_column: u8,
    first_row: u8,
    columns: u8,
    rows: u8,
    layout: Layout,
    /// The layout as it is when columns and rows are counted from 1.
    frame: Layout,
    places: Vec<Place>,
    neighbours: Vec<[u16; 6]>,
    pub(super) sides: SideTable,
}

/// Where a hex lies. Column and row count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    column: u8,
    row: u8,
    axial: Axial,
}

impl Grid {
    /// A grid of `columns` by `rows` hexes, each from 1 to 99.
    ///
    /// # Errors
    ///
    /// [`GridError`] names the number that is out of range.
    pub fn new(columns: u8, rows: u8, layout: Layout) -> Result<Self, GridError> {
        Self::window((1, 1), columns, rows, layout)
    }

    /// A part of a larger map: `columns` by `rows` hexes whose north-west one is printed with the column and row
    /// `first`. `layout` speaks of the printed numbers.
    ///
    /// # Errors
    ///
    /// [`GridError`] names the number that is out of range.
    pub fn window(first: (u8, u8), columns: u8, rows: u8, layout: Layout) -> Result<Self, GridError> {
        if !(1..=99).contains(&columns) {
            return Err(GridError::Columns(columns));
        }
        if !(1..=99).contains(&rows) {
            return Err(GridError::Rows(rows));
        }
        let (first_column, first_row) = first;
        for (first, count) in [(first_column, columns), (first_row, rows)] {
            if u16::from(first) + u16::from(count) > 100 {
                return Err(GridError::Window { first, count });
            }
        }
        let frame = layout.counted_from(if layout.is_pointy() { first_row } else { first_column });
        let places: Vec<Place> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .map(|(column, row)| Place { column, row, axial: Axial::from_offset(frame, i16::from(column), i16::from(row)) })
            .collect();
        let sides = SideTable::default();
        let mut grid = Self { first_column, first_row, columns, rows, layout, frame, places, neighbours: Vec::new(), sides };
        grid.neighbours = grid.hexes().map(|hex| grid.adjacent(hex)).collect();
        grid.sides = SideTable::new(&grid.neighbours);
        Ok(grid)
    }

    /// Columns, 1 to 99.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Rows, 1 to 99.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Printed number of the first column.
    pub const fn first_column(&self) -> u8 {
        self.first_column
    }

    /// Printed number of the first row.
    pub const fn first_row(&self) -> u8 {
        self.first_row
    }

    /// How the hexes stand, by their printed numbers.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How the hexes stand when the first column and row count as 1, as tensor planes have it.
    pub const fn offset_layout(&self) -> Layout {
        self.frame
    }

    /// Number of hexes.
    pub const fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Always false: the smallest grid has one hex.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Every hex, in ascending order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..u16::from(self.columns) * u16::from(self.rows)).map(Hex)
    }

    /// The hex at a printed column and row; `None` off the map.
    pub fn at(&self, column: u8, row: u8) -> Option<Hex> {
        self.at_offset(i16::from(column) - i16::from(self.first_column), i16::from(row) - i16::from(self.first_row))
    }

    /// Printed column.
    #[inline]
    pub fn column(&self, hex: Hex) -> u8 {
        self.places[hex.index()].column + self.first_column
    }

    /// Printed row.
    #[inline]
    pub fn row(&self, hex: Hex) -> u8 {
        self.places[hex.index()].row + self.first_row
    }

    /// Column and row counted from 0, as tensor planes want them.
    #[inline]
    pub fn offset_xy(&self, hex: Hex) -> (u8, u8) {
        let place = self.places[hex.index()];
        (place.column, place.row)
    }

    /// The next hex that way; `None` at the edge of the map.
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        on_map(self.neighbours[hex.index()][direction.index()])
    }

    /// The neighbours on the map, clockwise from direction 0.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        let row = self.neighbours[hex.index()];
        Direction::ALL.into_iter().filter_map(move |direction| Some((direction, on_map(row[direction.index()])?)))
    }

    /// Neighbour index per hex and direction, [`OFF_MAP`] beyond the edge: what the floods take.
    #[inline]
    pub fn neighbour_table(&self) -> &[[u16; 6]] {
        &self.neighbours
    }

    /// The direction from a hex to an adjacent one; `None` when they are not adjacent.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// Steps between two hexes on an empty map.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.axial(a).distance(self.axial(b))
    }

    /// The hexes at most `radius` steps from `centre`, itself included, in ascending order.
    pub fn within(&self, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> + '_ {
        let place = self.places[centre.index()];
        let columns = u16::from(self.columns);
        let span = |at: u8, size: u8| {
            u16::from(at).saturating_sub(radius)..u16::from(size).min(u16::from(at).saturating_add(radius).saturating_add(1))
        };
        // One step changes column and row by one at most, so the disc lies inside this box.
        let across = span(place.column, self.columns);
        span(place.row, self.rows)
            .flat_map(move |row| across.clone().map(move |column| Hex(row * columns + column)))
            .filter(move |&hex| self.distance(centre, hex) <= radius)
    }

    /// The hexes of a set at most `radius` steps from `centre`, in ascending order. Only the rows that are near are looked at.
    #[inline]
    pub fn among<'a, const W: usize>(&'a self, set: &'a HexSet<W>, centre: Hex, radius: u16) -> impl Iterator<Item = Hex> + 'a {
        let rows = radius.saturating_add(1).saturating_mul(u16::from(self.columns));
        let low = Hex(centre.0.saturating_sub(rows));
        let high = Hex(centre.0.saturating_add(rows).min(self.len() as u16 - 1));
        set.between(low, high).filter(move |&hex| self.distance(centre, hex) <= radius)
    }

    #[inline]
    pub(super) fn axial(&self, hex: Hex) -> Axial {
        self.places[hex.index()].axial
    }

    pub(super) fn at_axial(&self, axial: Axial) -> Option<Hex> {
        let (column, row) = axial.to_offset(self.frame);
        self.at_offset(column, row)
    }

    /// The hex at a column and row counted from 0.
    fn at_offset(&self, column: i16, row: i16) -> Option<Hex> {
        let column = u16::try_from(column).ok().filter(|&column| column < u16::from(self.columns))?;
        let row = u16::try_from(row).ok().filter(|&row| row < u16::from(self.rows))?;
        Some(Hex(row * u16::from(self.columns) + column))
    }

    fn adjacent(&self, hex: Hex) -> [u16; 6] {
        let place = self.places[hex.index()];
        let offset = (i16::from(place.column), i16::from(place.row));
        Direction::ALL.map(|direction| {
            let (column, row) = self.frame.step(offset, direction);
            self.at_offset(column, row).map_or(OFF_MAP, |hex| hex.0)
        })
    }
}

#[inline]
fn on_map(index: u16) -> Option<Hex> {
    (index != OFF_MAP).then_some(Hex(index))
}
