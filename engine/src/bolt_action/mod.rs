//! Bolt Action: platoons on a table without hexes. Data and the lattice of squares, and the resolution of fire, damage and close
//! quarters as pure functions of exact weights. Ids in brackets are rows of `rules.tsv`; S and D items are supplements and decisions,
//! which the data's README lists, because the summary of the rules lacks them.

pub mod data;
pub mod ids;
pub mod resolution;
pub mod sight;
pub mod terms;
