//! [17.0] What technology costs where it is researched.

use crate::blocks_in_the_east::terms::{Nation, TechField};

/// [17.0] The highest level.
const HIGHEST: u8 = 3;
/// [17.0.a][17.0.b] Yellow points, and so turns, for level 2 and for level 3.
const COSTS: [u8; 2] = [20, 30];
/// [17.2] What Soviet infantry and German armour save of each.
const SAVED: u8 = 5;

/// [17.0.a][17.0.b][17.2] Points that take a nation from a level of a field to the next; none from the highest.
pub fn research_cost(nation: Nation, field: TechField, level: u8) -> Option<u8> {
    let bonus = matches!((nation, field), (Nation::Soviet, TechField::Infantry) | (Nation::German, TechField::Armour));
    let cost = COSTS.get(usize::from(level.checked_sub(1)?)).filter(|_| level < HIGHEST)?;
    Some(cost - if bonus { SAVED } else { 0 })
}
