//! What the march at hand may do, itemised for boards and for players. The numbers are those that the
//! rules themselves use.

use super::sequence::Frame;
use super::{Armir, HexSet};
use crate::hex::Hex;

/// The march in progress as its mover sees it. Costs are half movement points.
#[derive(Clone, Debug)]
pub struct MarchReport {
    /// Half points left.
    pub points: u8,
    /// Hexes that the group can enter, and the least half points that each takes.
    pub reached: Vec<(Hex, u8)>,
    /// Those among them where the move must stop [7.1].
    pub stops: HexSet,
}

impl Armir {
    /// Where the counters on the march can go; `None` while nothing marches.
    pub fn march_report(&self) -> Option<MarchReport> {
        if self.frames.top() != Some(Frame::March) {
            return None;
        }
        let ways = self.ways(&self.march);
        let reached: Vec<(Hex, u8)> = ways.reach.reached().iter().filter_map(|&hex| Some((hex, ways.reach.cost(hex)?))).collect();
        let mut stops = HexSet::EMPTY;
        for &(hex, _) in &reached {
            if self.is_stopped_in(&ways.terms, hex) {
                stops.insert(hex);
            }
        }
        Some(MarchReport { points: self.march.points, reached, stops })
    }
}
