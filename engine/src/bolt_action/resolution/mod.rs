//! Dice procedures as pure functions over the tables: what has to be rolled, how likely each result is in whole numbers, and what a
//! result means. Nothing here rolls, changes a state or allocates. Units have at most [`MOST_MEN`] men and vehicles as many weapons.

pub mod assault_odds;
pub mod bag;
pub mod chance;
pub mod close_quarters;
pub mod damage;
pub mod hit;
pub mod loadout;
pub mod losses;
pub mod morale;
pub mod odds;
pub mod pool;

/// Most men of a unit, and most weapons of a vehicle.
pub const MOST_MEN: usize = 32;
/// Most kinds of weapons that a unit fires in an action.
pub const MOST_GROUPS: usize = 8;
