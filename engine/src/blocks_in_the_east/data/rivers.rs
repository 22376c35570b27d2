//! What lies on a river, and what lies beyond it.

use super::map::Map;
use crate::blocks_in_the_east::ids::HexSet;
use crate::hex::Hex;

impl Map {
    /// The hexes on both banks of a river, in ascending order; none where the map has no such river.
    pub fn banks(&self, river: &str) -> Vec<Hex> {
        let sides = self.rivers.iter().filter(|water| water.name == river).flat_map(|water| &water.sides);
        let hexes: HexSet = sides.flat_map(|&(a, b)| [a, b]).collect();
        hexes.iter().collect()
    }

    /// [SBE7.a] The land on one bank of a river between two rows of the map: what is joined to a hex there without a step across the river.
    /// Rows count from 1.
    pub fn land_on_bank(&self, river: &str, from: Hex, rows: [u8; 2]) -> Vec<Hex> {
        let sides: Vec<(Hex, Hex)> =
            self.rivers.iter().filter(|water| water.name == river).flat_map(|water| water.sides.iter().copied()).collect();
        let crosses = |a: Hex, b: Hex| sides.iter().any(|&side| side == (a, b) || side == (b, a));
        let columns = usize::from(self.grid.columns());
        let within = |hex: Hex| (usize::from(rows[0])..=usize::from(rows[1])).contains(&(hex.index() / columns + 1));
        let mut reached: HexSet = [from].into_iter().collect();
        let mut open = vec![from];
        while let Some(hex) = open.pop() {
            for (_, near) in self.grid.neighbours(hex) {
                if within(near) && self.is_land(near) && !reached.contains(near) && !crosses(hex, near) {
                    reached.insert(near);
                    open.push(near);
                }
            }
        }
        reached.iter().collect()
    }
}
