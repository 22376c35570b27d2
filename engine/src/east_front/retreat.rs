//! Retreats: the table, and what counts as going away [16.4].

use super::data::RetreatRules;
use crate::hex::{Grid, Hex};

/// A stack that retreated through an empty hex in enemy ZOC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retreating {
    /// All of it is German.
    pub all_german: bool,
    /// The hex is woods.
    pub through_woods: bool,
    /// Artillery is among it.
    pub artillery: bool,
}

/// [16.46][T.RETREAT] Modifier of the retreat table.
pub fn modifier(rules: &RetreatRules, stack: Retreating) -> i8 {
    let if_so = |holds: bool, drm: i8| if holds { drm } else { 0 };
    if_so(stack.all_german, rules.all_german) + if_so(stack.through_woods, rules.woods) + if_so(stack.artillery, rules.artillery)
}

/// [16.46][T.RETREAT] Whether the stack survives; otherwise all of it goes to Cadre.
pub fn survives(rules: &RetreatRules, die: u8, stack: Retreating) -> bool {
    die as i8 + modifier(rules, stack) <= rules.safe_to
}

/// [16.4] Whether a path of neighbours, the hex of the unit first, leads away from the defending hex: it ends as many hexes from its start
/// as it has steps, and no step comes nearer to the defending hex.
pub fn leads_away(grid: &Grid, defending: Hex, path: &[Hex]) -> bool {
    let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return false };
    let walked = path.windows(2).all(|step| grid.distance(step[0], step[1]) == 1);
    let nearer = path.windows(2).any(|step| grid.distance(step[1], defending) < grid.distance(step[0], defending));
    walked && !nearer && usize::from(grid.distance(start, end)) + 1 == path.len()
}
