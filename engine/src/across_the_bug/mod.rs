//! Across the Bug River: Volodymyr-Volynskyi, June 1941.

pub mod data;
pub mod switches;
pub mod terms;
