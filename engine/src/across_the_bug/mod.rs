//! Across the Bug River: Volodymyr-Volynskyi, June 1941.

pub mod armour;
pub mod checks;
pub mod data;
pub mod drm;
pub mod hits;
pub mod initiative;
pub mod results;
pub mod score;
pub mod strength;
pub mod switches;
pub mod terms;
pub mod upkeep;
