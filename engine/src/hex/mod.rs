//! The hex map: what the hex games share, whatever their rules say.
//!
//! A [`Grid`] is built once per map and owns the tables (neighbours, hexsides, positions);
//! everything that changes during a game is plain data beside it: bitsets of hexes ([`HexSet`]),
//! ZOC fields ([`ZocField`]), reachable sets ([`Reach`]). Apart from building a grid, from
//! [`shortest_path`] and from the caller's buffer of [`Grid::line`], nothing here allocates.
//!
//! A [`Hex`] is an index and knows nothing of the grid it was taken from. Text and numbers from
//! outside become hexes through [`Grid::parse`] and [`Grid::at`], which refuse what is off the map;
//! a hex of another, larger grid is a mistake of the program and panics as an index out of bounds
//! does.

mod axial;
mod grid;
mod layout;
mod line;
mod list;
mod name;
mod raster;
mod reach;
mod set;
mod side;
mod spread;
mod trace;
mod zoc;

pub use grid::{Grid, GridError};
pub use layout::{Direction, Hex, Layout, OFF_MAP};
pub use list::HexList;
pub use name::{HexName, HexNameError};
pub use reach::{CLOSED, Closure, Goal, Ground, Journey, LeastCost, Reach, Steps};
pub use set::{HexPatch, HexSet};
pub use side::Hexside;
pub use spread::Spread;
pub use trace::{flood_along, flood_links, flood_steps, flood_to, joined, joined_within, shortest_path};
pub use zoc::ZocField;
