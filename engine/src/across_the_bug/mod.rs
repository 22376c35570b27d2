//! Across the Bug River: Volodymyr-Volynskyi 1941, the border battle of June 1941 at 2.2 km per hex.
//!
//! Numbers in brackets are rule ids of `rules.tsv`; A1 to A64 and B1 to B24 are readings, listed in the README of the data folder.

pub mod armour;
pub mod checks;
pub mod data;
pub mod drm;
pub mod hits;
pub mod ids;
pub mod initiative;
mod prepared;
pub mod results;
pub mod score;
pub mod strength;
pub mod switches;
pub mod terms;
pub mod upkeep;

pub use prepared::Prepared;
