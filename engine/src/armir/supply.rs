//! Supply, air supply, raids and attrition [8][9.2].

use super::frame::Frame;
use super::ids::{Formation, HexSet, Place, UnitId, UnitSet, units};
use super::{Aircraft, Armir, Class};
use crate::game::Side;
use crate::hex::{Hex, flood_along, flood_steps, joined};
use crate::kit::procedures::Progress;

/// Place codes at and above this one are boxes; the airfields box is judged like one hex [16.3.3].
const AIRFIELDS_CODE: u16 = Place::AIRFIELDS.code();

/// Supply of one side as it would be judged now, for the rules and for overlays.
#[derive(Clone, Debug)]
pub struct SupplyReport {
    /// Hexes that lines and radii may pass [8.2].
    pub passable: HexSet,
    /// Hexes in supply from a source or railway [8].
    pub from_sources: HexSet,
    /// Hexes within the radius of each formation's supplied HQ.
    pub from_hq: [HexSet; Formation::COUNT],
}

impl Armir {
    /// Judges the lines of one side [8][8.1][8.2].
    pub fn supply_report(&self, side: Side) -> SupplyReport {
        let map = &self.data.map;
        let enemy = side.opponent();
        let friendly = self.hexes_of(side, u64::MAX);
        let hostile = self.hexes_of(enemy, u64::MAX);
        let passable = map.in_play.difference(hostile).difference(self.board.zoc(enemy).difference(friendly));

        // [8.1.1] Axis lines may end at the depot.
        let mut sources = map.sources[side.index()];
        if side == Side::Axis && self.tracks.depot {
            sources.insert(map.kantemirovka);
        }
        let range = &self.data.tables.supply;
        let headquarters = self.hexes_of(side, self.data.headquarters.of(side));
        let connected = joined(&map.spread, &sources, &passable, &headquarters);
        // Few hexes to a step: one by one is faster here than whole sets.
        let railway = flood_steps(&map.rail_neighbours, &sources.intersection(map.rail), &passable, u16::MAX);
        let near_source = flood_along(&map.spread, &sources, &passable, range.source_range);
        let near_rail = flood_along(&map.spread, &railway, &passable, range.rail_range);

        let mut from_hq = [HexSet::EMPTY; Formation::COUNT];
        for hq in units(side, self.board.on_map(side) & self.data.headquarters.of(side)) {
            let hex = self.board.hex(hq).expect("a unit on the map stands in a hex");
            if connected.contains(hex) {
                let mut start = HexSet::EMPTY;
                start.insert(hex);
                let radius = u16::from(self.values(hq).radius);
                from_hq[self.data.stats(hq).formation as usize] = flood_along(&map.spread, &start, &passable, radius);
            }
        }
        SupplyReport { passable, from_sources: near_source.union(near_rail), from_hq }
    }

    /// Hexes where any of these counters of a side stand.
    pub(super) fn hexes_of(&self, side: Side, group: u64) -> HexSet {
        let mut hexes = HexSet::EMPTY;
        for unit in units(side, group & self.board.on_map(side)) {
            hexes.insert(self.board.hex(unit).expect("a unit on the map stands in a hex"));
        }
        hexes
    }

    /// Whether a unit on the map is in supply by a report of its side [8][8.1][8.5].
    pub fn is_supplied(&self, report: &SupplyReport, unit: UnitId) -> bool {
        let Some(hex) = self.board.hex(unit) else {
            return false;
        };
        if report.from_sources.contains(hex) {
            return true;
        }
        let counter = self.data.stats(unit);
        let by = |formation: Formation| report.from_hq[formation as usize].contains(hex);
        match (counter.class, unit.side()) {
            // An HQ traces to a source itself; its own radius then covers its hex [8.1].
            (Class::Hq, _) | (_, Side::Soviet) => by(counter.formation),
            (_, Side::Axis) if counter.formation == Formation::Army => {
                Formation::LINE_CORPS.into_iter().chain([Formation::Xxiv, Formation::Army]).any(by)
            }
            (_, Side::Axis) => by(counter.formation) || by(Formation::Army),
        }
    }

    // ---- the supply phase --------------------------------------------------

    /// [8] Both sides are judged with the markers from before the phase (reading A61).
    pub(super) fn judge_supply(&mut self) -> Progress {
        let mut unsupplied = UnitSet::EMPTY;
        for side in Side::ALL {
            let report = self.supply_report(side);
            for unit in units(side, self.board.on_map(side)) {
                if !self.is_supplied(&report, unit) {
                    unsupplied.insert(unit);
                }
            }
        }
        for unit in units(Side::Soviet, self.in_box(Place::AIRFIELDS)) {
            unsupplied.insert(unit);
        }
        self.unsupplied = unsupplied;
        self.pop()
    }

    /// Counters of the Soviets in a box.
    pub(super) fn in_box(&self, place: Place) -> u64 {
        self.units_at(Side::Soviet, place)
    }

    /// [9.2] Unsupplied hexes with a German unit, from a hex on.
    pub(super) fn german_air_targets(&self, from: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.air_targets(self.data.german.of(Side::Axis)).filter(move |&hex| hex >= from)
    }

    /// [9.2.a] Unsupplied hexes with an Italian unit, while the aircraft is ready.
    pub(super) fn italian_air_targets(&self) -> impl Iterator<Item = Hex> + '_ {
        let flies = self.tracks.aircraft == Aircraft::Ready;
        self.air_targets(if flies { self.data.italian.of(Side::Axis) } else { 0 })
    }

    /// Hexes of unsupplied Axis units that hold one of `wanted`, in ascending order.
    fn air_targets(&self, wanted: u64) -> impl Iterator<Item = Hex> + '_ {
        let mut hexes = HexSet::EMPTY;
        for unit in units(Side::Axis, self.unsupplied.of(Side::Axis)) {
            let hex = self.board.hex(unit).expect("an unsupplied Axis unit is on the map");
            if self.board.stack_bits(hex) & wanted != 0 {
                hexes.insert(hex);
            }
        }
        (0..self.data.map.grid.len() as u16).map(Hex).filter(move |&hex| hexes.contains(hex))
    }

    /// [9.2] Every unit in the hex counts as supplied (reading A22).
    pub(super) fn supply_by_air(&mut self, hex: Hex) {
        for unit in units(Side::Axis, self.board.stack_bits(hex)) {
            self.unsupplied.remove(unit);
        }
    }

    /// [8.4] Hexes in ascending order, the airfields last: newly unsupplied raiders roll one die per hex.
    pub(super) fn carry_on_raid(&mut self, from: u16) -> Progress {
        match self.next_raid(from) {
            Some((code, _)) => {
                self.frames.replace_top(Frame::RaidDie(code));
                Progress::Waits
            }
            None => self.pop(),
        }
    }

    /// The first place at or after a code with raiders that roll [8.4.1], and those raiders.
    fn next_raid(&self, from: u16) -> Option<(u16, u64)> {
        let side = Side::Soviet;
        let rolling = self.unsupplied.of(side) & self.data.raiders.of(side) & !self.board.out_of_supply(side);
        self.first_place(side, rolling, from)
    }

    /// The lowest place code at or after `from` that holds any of the units, and which of them.
    fn first_place(&self, side: Side, group: u64, from: u16) -> Option<(u16, u64)> {
        let place =
            units(side, group).map(|unit| self.board.place(unit)).filter(|place| place.code() >= from).min_by_key(|place| place.code())?;
        Some((place.code(), self.units_at(side, place) & group))
    }

    /// The units of a side in a place; in a hex, the side must stand there.
    fn units_at(&self, side: Side, place: Place) -> u64 {
        let stands_there = |unit: &UnitId| self.board.place(*unit) == place;
        if let Some(hex) = place.hex() {
            return self.board.stack_bits(hex);
        }
        let off_map = self.data.all.of(side) & !self.board.on_map(side);
        units(side, off_map).filter(stands_there).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [8.4] Die plus turn below the limit: no marker.
    pub(super) fn roll_raid(&mut self, from: u16, die: u8) {
        let (code, raiders) = self.next_raid(from).expect("a raid die is rolled for raiders");
        if die + self.turn < self.data.tables.raid_below {
            for unit in units(Side::Soviet, raiders) {
                self.unsupplied.remove(unit);
            }
        }
        self.frames.replace_top(Frame::RaidDie(code + 1));
    }

    /// [8.3] All markers change at once (reading A61).
    pub(super) fn mark_supply(&mut self) -> Progress {
        for unit in self.data.all.iter() {
            let judged = self.board.hex(unit).is_some() || self.board.place(unit) == Place::AIRFIELDS;
            let out = judged && self.unsupplied.contains(unit);
            self.board.set_out_of_supply(self.data, unit, out);
        }
        self.unsupplied = UnitSet::EMPTY;
        self.pop()
    }

    /// [16.3.3] Units that leave for the airfields: raiders keep the state they come with until their
    /// first supply phase there, others are out of supply from the moment they enter (reading A21).
    pub(super) fn mark_on_arrival_at_airfields(&mut self, unit: UnitId) {
        if !self.data.raiders.contains(unit) {
            self.board.set_out_of_supply(self.data, unit, true);
        }
    }

    // ---- attrition ---------------------------------------------------------

    /// [8.6] The first place at or after a code with unsupplied units of the side, and all its units that stand there
    /// (reading A68).
    pub(super) fn attrition_candidates(&self, side: Side, from: u16) -> (u16, u64) {
        let starving = self.board.out_of_supply(side);
        let places = units(side, starving).map(|unit| self.board.place(unit)).filter(|place| place.code() >= from);
        places.min_by_key(|place| place.code()).map_or((u16::MAX, 0), |place| (place.code(), self.units_at(side, place)))
    }

    pub(super) fn carry_on_attrition(&mut self, side: Side, from: u16) -> Progress {
        let (code, candidates) = self.attrition_candidates(side, from);
        match candidates.count_ones() {
            0 => self.pop(),
            1 => {
                self.starve(side, code, UnitId::new(side, candidates.trailing_zeros() as usize));
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    /// [8.6] One step of one unit of the hex.
    pub(super) fn starve(&mut self, side: Side, from: u16, unit: UnitId) {
        let (code, _) = self.attrition_candidates(side, from);
        debug_assert!(code <= AIRFIELDS_CODE, "attrition falls on hexes and the airfields box");
        self.lose_step(unit);
        self.frames.replace_top(Frame::Attrition(side, code + 1));
    }
}
