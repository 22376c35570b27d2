//! What marches may do, itemised for boards and for players: the one at hand, and those that a side could
//! make when it moves next. The numbers are those that the rules themselves use.

use super::frame::{Frame, Phase};
use super::ids::units;
use super::movement::Reach;
use super::{Armir, HexSet};
use crate::game::Side;
use crate::hex::Hex;

/// The march in progress as its mover sees it. Costs are half movement points.
#[derive(Clone, Debug)]
pub struct MarchReport {
    /// Half points left.
    pub points: u8,
    /// Hexes that the group can enter, and the least half points that each takes; from the Bokovskaya box with the
    /// entry into Bokovskaya [16.1.4].
    pub reached: Vec<(Hex, u8)>,
    /// Those among them where the move must stop [7.1].
    pub stops: HexSet,
}

/// What a side could do in its next movement phase and the combat phase after it, if nobody else moved first.
#[derive(Clone, Debug)]
pub struct ThreatReport {
    /// Hexes that a counter on the map could enter and stay in, overruns left aside.
    pub reached: HexSet,
    /// Hexes of the other side that a combat unit could attack, from where it stands or from one of those.
    pub attacked: HexSet,
}

impl Armir {
    /// How far the counters of a side on the map could move when they move next, each by itself, and what they
    /// could attack then. The weather and the held front are those of the turn of that phase.
    pub fn threat_report(&self, side: Side) -> ThreatReport {
        let phase = if side == Side::Axis { Phase::AxisMovement } else { Phase::SovietMovement };
        let mut then = self.clone();
        if !self.is_to_come(phase) && self.current_phase() != phase && then.turn < then.data.turns {
            then.turn += 1;
        }
        then.tracks.fuel_paid = false;
        let mut report = ThreatReport { reached: HexSet::EMPTY, attacked: HexSet::EMPTY };
        for unit in units(side, then.board.on_map(side)) {
            let mut stands = HexSet::EMPTY;
            stands.extend(then.board.hex(unit));
            if then.is_free_to_move(unit) {
                let march = then.new_march(unit);
                let mut reach = Reach::default();
                let ways = then.ways(&march, &mut reach);
                let reached = ways.reach.reached().iter().copied().filter(|&hex| then.may_end(&march, hex));
                stands.extend(reached);
                report.reached.extend(stands.iter().filter(|&hex| Some(hex) != then.board.hex(unit)));
            }
            if then.data.combat.contains(unit) {
                report.attacked.extend(stands.iter().flat_map(|hex| then.targets_from(side, hex)));
            }
        }
        report
    }

    /// Where the counters on the march can go; `None` while nothing marches.
    pub fn march_report(&self) -> Option<MarchReport> {
        if self.frames.top() != Some(Frame::March) {
            return None;
        }
        let mut reach = Reach::default();
        let ways = self.ways(&self.march, &mut reach);
        let entry = self.entry_from_chir(&self.march).map(|left| self.march.points - left);
        let own = entry.map(|cost| (self.data.map.bokovskaya, cost));
        let onward = ways.reach.reached().iter().filter_map(|&hex| Some((hex, entry.unwrap_or(0) + ways.reach.cost(hex)?)));
        let reached: Vec<(Hex, u8)> = own.into_iter().chain(onward).collect();
        let mut stops = HexSet::EMPTY;
        for &(hex, _) in &reached {
            if self.is_stopped_in(&ways.terms, hex) {
                stops.insert(hex);
            }
        }
        Some(MarchReport { points: self.march.points, reached, stops })
    }
}
