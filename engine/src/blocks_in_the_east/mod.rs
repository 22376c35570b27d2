//! Blocks in the East: the whole Eastern Front, month by month. What stands so far is the ground: the map with its boxes, railways and
//! towns, and what moves and connects on it. The game itself is not in the catalogue yet.

pub mod data;
pub mod ground;
pub mod ids;
pub mod terms;
