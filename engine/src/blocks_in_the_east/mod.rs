//! Blocks in the East: the whole Eastern Front, month by month. What stands so far is the data and the ground: the map with its boxes, railways
//! and towns, the blocks, where they stand in nine scenarios, what moves and connects on the map, and supply. The game itself is not in the catalogue yet.

pub mod combat;
pub mod data;
pub mod ground;
pub mod ids;
mod prepared;
pub mod supply;
pub mod terms;

pub use prepared::Prepared;
