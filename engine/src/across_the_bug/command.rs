//! Command paths and command range [5.8].

use super::AcrossTheBug;
use super::ids::{FormationId, HexSet, UnitId, units};
use crate::game::Side;
use crate::hex::{Hex, flood_along, joined, joined_within};

/// How a unit stands to its headquarters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Command {
    /// In command range by a free path [5.8].
    InCommand,
    /// The free path is longer than the range [5.8.3].
    OutOfCommand,
    /// There is no free path [5.8.4].
    Isolated,
}

impl AcrossTheBug {
    /// [5.7.1.a][5.8.2] Hexes that paths of a side may enter: free of enemy counters, and of enemy ZOC unless a counter of the side
    /// stands there.
    pub(super) fn clear_hexes(&self, side: Side) -> HexSet {
        let other = side.opponent();
        let barred = self.board.zoc(other).difference(self.board.held(side));
        self.data.script.area.difference(self.board.held(other)).difference(barred)
    }

    /// Whether paths of a side may enter a hex.
    pub(super) fn is_clear_for(&self, side: Side, hex: Hex) -> bool {
        let other = side.opponent();
        let free = !self.board.in_zoc(other, hex) || self.board.holds(side, hex);
        self.data.script.area.contains(hex) && !self.board.holds(other, hex) && free
    }

    /// The hexes from which the headquarters of a formation is at most so many hexes away by a free path [5.8]: none when it is not
    /// on the map.
    pub(super) fn command_hexes(&self, formation: FormationId, range: u16) -> HexSet {
        let hq = self.data.roster.hq(formation);
        let Some(hex) = self.board.hex(hq) else { return HexSet::EMPTY };
        flood_along(&self.data.ground.spread, &[hex].into_iter().collect(), &self.clear_hexes(hq.side()), range)
    }

    fn command_range(&self, formation: FormationId) -> u16 {
        u16::from(self.data.formation(formation).command_range)
    }

    /// Of some hexes those that [`Self::command_hexes`] holds; no further is looked than they ask for.
    fn commanded_of(&self, formation: FormationId, range: u16, hexes: &HexSet) -> HexSet {
        let hq = self.data.roster.hq(formation);
        let Some(from) = self.board.hex(hq) else { return HexSet::EMPTY };
        let near: HexSet = hexes.iter().filter(|&hex| self.data.map.grid.distance(from, hex) <= range).collect();
        joined_within(&self.data.ground.spread, &[from].into_iter().collect(), &self.clear_hexes(hq.side()), &near, range)
    }

    /// [5.8] Of some hexes those in command range of a formation.
    pub(super) fn in_range(&self, formation: FormationId, hexes: &HexSet) -> HexSet {
        if formation == FormationId::NONE {
            return HexSet::EMPTY;
        }
        self.commanded_of(formation, self.command_range(formation), hexes)
    }

    /// The hexes in which units stand.
    fn hexes_of(&self, side: Side, bits: u128) -> HexSet {
        units(side, bits).filter_map(|unit| self.board.hex(unit)).collect()
    }

    /// [5.8] Of some units of a formation, as bits of its side, those in command.
    pub(super) fn in_command(&self, formation: FormationId, bits: u128) -> u128 {
        if bits == 0 {
            return 0;
        }
        let side = self.data.roster.side_of(formation);
        let hexes = self.in_range(formation, &self.hexes_of(side, bits));
        self.among(side, bits, &hexes)
    }

    /// [5.8.4] Of some combat units of a side on the map those that no command path joins to their headquarters.
    pub(super) fn isolated(&self, side: Side, bits: u128) -> u128 {
        if bits == 0 {
            return 0;
        }
        let clear = self.clear_hexes(side);
        let hqs = self.hexes_of(side, self.data.roster.hqs.of(side) & self.board.on_map(side));
        let goal = self.hexes_of(side, bits).union(hqs);
        // What a headquarters is joined to, another that it is joined to is joined to as well.
        let mut reached = HexSet::EMPTY;
        let mut isolated = bits;
        for formation in self.data.roster.formations[side.index()].iter() {
            let members = bits & self.board.members(self.data, formation);
            let Some(hex) = self.board.hex(self.data.roster.hq(formation)).filter(|_| members != 0) else { continue };
            if !reached.contains(hex) {
                reached = joined(&self.data.ground.spread, &[hex].into_iter().collect(), &clear, &goal);
            }
            isolated &= !self.among(side, members, &reached);
        }
        isolated
    }

    /// Of some units those that stand in one of these hexes.
    pub(super) fn among(&self, side: Side, bits: u128, hexes: &HexSet) -> u128 {
        let stands = |unit: &UnitId| self.board.hex(*unit).is_some_and(|hex| hexes.contains(hex));
        units(side, bits).filter(stands).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [5.8] Whether a combat unit is in command range of its headquarters.
    pub fn is_in_command(&self, unit: UnitId) -> bool {
        self.in_command(self.board.formation(unit), unit.bit()) != 0
    }

    /// [5.8.4] Whether no command path of any length leads from a unit to its headquarters.
    pub(super) fn is_isolated(&self, unit: UnitId) -> bool {
        let joined = |hex: Hex| self.commanded_of(self.board.formation(unit), u16::MAX, &[hex].into_iter().collect());
        self.board.hex(unit).is_none_or(|hex| !joined(hex).contains(hex))
    }

    /// [5.8] How a combat unit stands to its headquarters.
    pub fn command(&self, unit: UnitId) -> Command {
        if self.is_in_command(unit) {
            Command::InCommand
        } else if self.is_isolated(unit) {
            Command::Isolated
        } else {
            Command::OutOfCommand
        }
    }

    /// [5.8] Whether a hex lies in command range of a formation.
    pub(super) fn commands(&self, formation: FormationId, hex: Hex) -> bool {
        self.in_range(formation, &[hex].into_iter().collect()).contains(hex)
    }
}
