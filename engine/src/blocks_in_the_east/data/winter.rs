//! [33.0][33.1][33.2] The first winter of the Axis, where its chapter is played. Turn 1 is June 1941.

use std::ops::RangeInclusive;

use super::{Data, RailMoves, Unit};
use crate::blocks_in_the_east::terms::{Nation, UnitKind};

/// [33.0] December 1941 to March 1942.
const FIRST_WINTER: RangeInclusive<u8> = 7..=10;
/// [33.1] November 1941 to March 1942, and the same months a year later, with the rail moves of the Axis in each of their turns.
const FROZEN_RAILWAYS: [(RangeInclusive<u8>, u8); 2] = [(6..=10, 1), (18..=22, 2)];
/// [33.2] Movement points of Soviet tanks and Armoured Headquarters in the first winter.
const WIDE_TRACKS: u8 = 4;

/// [33.0.c] Whether a unit leaves with the chapter: its turn to leave is December 1941.
pub(super) fn leaves(turn: u8) -> bool {
    turn == *FIRST_WINTER.start()
}

impl Data {
    /// [33.0] Whether the first winter holds for the Axis in a turn.
    pub fn is_first_winter(&self, turn: u8) -> bool {
        self.script.options.first_winter && FIRST_WINTER.contains(&turn)
    }

    /// [7.4.a][33.1] Rail moves of both sides in a turn: few of the locomotives of the Axis run in its first two winters.
    pub fn rail_moves(&self, turn: u8) -> RailMoves {
        let usual = self.tables.rail_moves;
        let frozen = FROZEN_RAILWAYS.iter().find(|(turns, _)| self.script.options.first_winter && turns.contains(&turn));
        frozen.map_or(usual, |&(_, most)| RailMoves { axis_in_soviet_union: usual.axis_in_soviet_union.min(most), ..usual })
    }

    /// [33.2] Movement points of a unit that has so many by its kind: those of the wide tracks of the T-34 are four in the first winter.
    pub(super) fn on_wide_tracks(&self, unit: &Unit, points: u8, turn: u8) -> u8 {
        let is_tracked = unit.nation == Nation::Soviet && matches!(unit.kind, UnitKind::Tank | UnitKind::ArmouredHq);
        if is_tracked && self.is_first_winter(turn) { points.max(WIDE_TRACKS) } else { points }
    }
}
