//! Straight lines of hexes.

use super::axial::Axial;
use super::grid::Grid;
use super::layout::Hex;

impl Grid {
    /// The hexes of the straight line between two centres, from `from` to `to`, both included: one
    /// more than the distance, each adjacent to the one before. `out` is cleared first.
    ///
    /// Where the line runs exactly along a hexside it takes one of the two hexes, the same one
    /// whichever way it is travelled, so the line back holds the same hexes. Of the three axes q
    /// (column axis), r (row axis) and s = -q - r, take the first along which the line gains a
    /// whole hex at every step; the hex chosen is the one with the smaller coordinate on the axis
    /// after that one (r after q, s after r, q after s), unless it is off the map.
    pub fn line(&self, from: Hex, to: Hex, out: &mut Vec<Hex>) {
        out.clear();
        let a = cube(self.axial(from));
        let b = cube(self.axial(to));
        let steps = i32::from(self.distance(from, to));
        if steps == 0 {
            out.push(from);
            return;
        }
        let whole = (0..3)
            .find(|&axis| (b[axis] - a[axis]).abs() == steps)
            .expect("the distance is the largest difference of the three cube coordinates");
        let part = (whole + 1) % 3;
        for step in 0..=steps {
            let on_whole = a[whole] + (b[whole] - a[whole]).signum() * step;
            let scaled = a[part] * (steps - step) + b[part] * step;
            let below = scaled.div_euclid(steps);
            let above_half = 2 * scaled.rem_euclid(steps);
            let at = |on_part: i32| self.at_cube(whole, on_whole, on_part);
            let hex = match above_half.cmp(&steps) {
                std::cmp::Ordering::Less => at(below),
                std::cmp::Ordering::Equal => at(below).or_else(|| at(below + 1)),
                std::cmp::Ordering::Greater => at(below + 1),
            };
            // A rectangle of hexes has no dents deeper than half a hex, and only a line along
            // hexsides touches those.
            out.push(hex.expect("a line between hexes of the map stays on the map"));
        }
    }

    /// The hex with the given coordinates on axis `whole` and on the axis after it; `None` off the
    /// map.
    fn at_cube(&self, whole: usize, on_whole: i32, on_part: i32) -> Option<Hex> {
        let mut cube = [-on_whole - on_part; 3];
        cube[whole] = on_whole;
        cube[(whole + 1) % 3] = on_part;
        self.at_axial(Axial { q: i16::try_from(cube[0]).ok()?, r: i16::try_from(cube[1]).ok()? })
    }
}

fn cube(axial: Axial) -> [i32; 3] {
    let (q, r) = (i32::from(axial.q), i32::from(axial.r));
    [q, r, -q - r]
}
