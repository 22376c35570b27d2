//! The lattice of squares: what a game without hexes shares, whatever its rules say. A cell is a square of one inch, and its centre the
//! only place in it. Everything is in integers: distances as squares, costs in fifths of a cell, so that a diagonal step costs 7/5.
//!
//! A [`Lattice`] knows its width and height alone. A [`Floor`] says which cells may be entered; [`Flood`] walks over it, and
//! [`Floor::ahead`] drives over it. [`crossed`] are the cells under a line of sight; [`Facing`] has the arcs. Apart from making a floor,
//! nothing here allocates.

mod facing;
mod flood;
mod floor;
mod lattice;
mod line;
mod set;

pub use facing::{Facing, Quarter};
pub use flood::{Flood, LONGEST_WALK};
pub use floor::Floor;
pub use lattice::{Cell, HEIGHT, Lattice, LatticeError, WIDTH};
pub use line::{Crossed, crossed};
pub use set::CellSet;

/// Cost of a step along a row or column, in fifths of a cell.
pub const STRAIGHT: u8 = 5;
/// Cost of a diagonal step: 7/5 is within one per cent of the square root of two.
pub const DIAGONAL: u8 = 7;
