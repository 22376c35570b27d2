//! Across the Bug River: Volodymyr-Volynskyi 1941, the border battle of June 1941 at 2.2 km per hex.
//!
//! Numbers in brackets are rule ids of `rules.tsv`; A1 to A64 and B1 to B24 are readings, listed in the README of the data folder.

pub mod data;
pub mod ids;
mod prepared;
pub mod switches;
pub mod terms;

pub use prepared::Prepared;
