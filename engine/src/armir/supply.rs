//! Supply, air supply, raids and attrition [8][9.2].

use stavka_words::tr;

use super::action::Action;
use super::frame::{AircraftDie, Attrition, Frame, GermanAirSupply, ItalianAirSupply, JudgeSupply, MarkSupply, RaidDie};
use super::ids::{Formation, HEX_CAPACITY, HexSet, Place, UnitId, UnitSet, units};
use super::{Aircraft, Armir, Class};
use crate::game::{Side, Turn};
use crate::hex::{Hex, flood_along, flood_steps, joined};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

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
}

// ---- the supply phase ------------------------------------------------------

impl Procedure<Armir> for AircraftDie {
    const QUESTION: &'static str = "recovery of the Italian aircraft";

    fn is_due(self, game: &Armir) -> bool {
        game.tracks.aircraft == Aircraft::Used
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        if game.aircraft_recovers(die) {
            game.tracks.aircraft = Aircraft::Ready;
        }
    }
}

impl Procedure<Armir> for JudgeSupply {
    /// [8] Both sides are judged with the markers from before the phase (reading A61).
    fn carry_on(self, game: &mut Armir) -> Progress {
        let mut unsupplied = UnitSet::EMPTY;
        for side in Side::ALL {
            let report = game.supply_report(side);
            for unit in units(side, game.board.on_map(side)) {
                if !game.is_supplied(&report, unit) {
                    unsupplied.insert(unit);
                }
            }
        }
        for unit in units(Side::Soviet, game.in_box(Place::AIRFIELDS)) {
            unsupplied.insert(unit);
        }
        game.unsupplied = unsupplied;
        game.pop()
    }
}

impl Procedure<Armir> for GermanAirSupply {
    const DECIDER: Turn = Turn::Player(Side::Axis);

    fn is_due(self, game: &Armir) -> bool {
        self.left > 0 && game.german_air_targets().between(self.from, Hex(HEX_CAPACITY as u16)).next().is_some()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.german_air_targets().between(self.from, Hex(HEX_CAPACITY as u16)).map(Action::Supply));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Supply(hex) = action else { return game.end(action) };
        game.supply_by_air(hex);
        game.frames.replace_top(Frame::GermanAirSupply(self.left - 1, Hex(hex.0 + 1)));
    }

    fn question(self, _: &Armir) -> String {
        tr!("supply a hex with German units by air? ({left} left)", left = self.left)
    }
}

impl Procedure<Armir> for ItalianAirSupply {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "supply a hex with the Italian aircraft?";

    fn is_due(self, game: &Armir) -> bool {
        !game.italian_air_targets().is_empty()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.italian_air_targets().iter().map(Action::Supply));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Supply(hex) = action else { return game.end(action) };
        game.pop();
        game.supply_by_air(hex);
        game.tracks.aircraft = Aircraft::Used;
    }
}

impl Procedure<Armir> for RaidDie {
    /// [8.4] Hexes in ascending order, the airfields last: newly unsupplied raiders roll one die per hex.
    fn carry_on(self, game: &mut Armir) -> Progress {
        match game.next_raid(self.from) {
            Some((code, _)) => {
                game.frames.replace_top(Frame::RaidDie(code));
                Progress::Waits
            }
            None => game.pop(),
        }
    }

    /// [8.4] Die plus turn below the limit: no marker.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let (code, raiders) = game.next_raid(self.from).expect("a raid die is rolled for raiders");
        if game.raiders_go_on(die) {
            for unit in units(Side::Soviet, raiders) {
                game.unsupplied.remove(unit);
            }
        }
        game.frames.replace_top(Frame::RaidDie(code + 1));
    }

    fn question(self, game: &Armir) -> String {
        if usize::from(self.from) < HEX_CAPACITY {
            tr!("can the tank corps in {hex} go on without supply?", hex = game.hex_name(Hex(self.from)))
        } else {
            tr!("can the tank corps at the airfields go on without supply?").into()
        }
    }
}

impl Procedure<Armir> for MarkSupply {
    /// [8.3] All markers change at once (reading A61).
    fn carry_on(self, game: &mut Armir) -> Progress {
        for unit in game.data.all.iter() {
            let judged = game.board.hex(unit).is_some() || game.board.place(unit) == Place::AIRFIELDS;
            let out = judged && game.unsupplied.contains(unit);
            game.board.set_out_of_supply(game.data, unit, out);
        }
        game.unsupplied = UnitSet::EMPTY;
        game.pop()
    }
}

impl Procedure<Armir> for Attrition {
    const QUESTION: &'static str = "which counter in a hex without supply loses a step?";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut Armir) -> Progress {
        let (_, candidates) = game.attrition_candidates(self.side, self.from);
        match candidates.count_ones() {
            0 => game.pop(),
            1 => {
                self.carry_out(game, Action::Lose(UnitId::new(self.side, candidates.trailing_zeros() as usize)));
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.extend(units(self.side, game.attrition_candidates(self.side, self.from).1).map(Action::Lose));
    }

    /// [8.6] One step of one unit of the hex.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        let (code, _) = game.attrition_candidates(self.side, self.from);
        debug_assert!(code <= AIRFIELDS_CODE, "attrition falls on hexes and the airfields box");
        game.lose_step(unit);
        game.frames.replace_top(Frame::Attrition(self.side, code + 1));
    }
}

impl Armir {
    /// [9.2.1] Whether the Italian aircraft is ready again on a die.
    pub(super) fn aircraft_recovers(&self, die: u8) -> bool {
        self.data.tables.air_supply.recovery_on.contains(&die)
    }

    /// [8.4] Whether raiders go on without supply on a die: with the turn it stays below the limit.
    pub(super) fn raiders_go_on(&self, die: u8) -> bool {
        die + self.turn < self.data.tables.raid_below
    }

    /// Counters of the Soviets in a box.
    pub(super) fn in_box(&self, place: Place) -> u64 {
        self.units_at(Side::Soviet, place)
    }

    /// [9.2] Unsupplied hexes with a German unit.
    fn german_air_targets(&self) -> HexSet {
        self.air_targets(self.data.german.of(Side::Axis))
    }

    /// [9.2.a] Unsupplied hexes with an Italian unit, while the aircraft is ready.
    fn italian_air_targets(&self) -> HexSet {
        let flies = self.tracks.aircraft == Aircraft::Ready;
        self.air_targets(if flies { self.data.italian.of(Side::Axis) } else { 0 })
    }

    /// Hexes of unsupplied Axis units that hold one of `wanted`.
    fn air_targets(&self, wanted: u64) -> HexSet {
        let mut hexes = HexSet::EMPTY;
        for unit in units(Side::Axis, self.unsupplied.of(Side::Axis)) {
            let hex = self.board.hex(unit).expect("an unsupplied Axis unit is on the map");
            if self.board.stack_bits(hex) & wanted != 0 {
                hexes.insert(hex);
            }
        }
        hexes
    }

    /// [9.2] Every unit in the hex counts as supplied (reading A22).
    fn supply_by_air(&mut self, hex: Hex) {
        for unit in units(Side::Axis, self.board.stack_bits(hex)) {
            self.unsupplied.remove(unit);
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

    /// [16.3.3] Units that leave for the airfields: raiders keep the state they come with until their
    /// first supply phase there, others are out of supply from the moment they enter (reading A21).
    pub(super) fn mark_on_arrival_at_airfields(&mut self, unit: UnitId) {
        if !self.data.raiders.contains(unit) {
            self.board.set_out_of_supply(self.data, unit, true);
        }
    }

    /// [8.6] The first place at or after a code with unsupplied units of the side, and all its units that stand there
    /// (reading A68).
    fn attrition_candidates(&self, side: Side, from: u16) -> (u16, u64) {
        let starving = self.board.out_of_supply(side);
        let places = units(side, starving).map(|unit| self.board.place(unit)).filter(|place| place.code() >= from);
        places.min_by_key(|place| place.code()).map_or((u16::MAX, 0), |place| (place.code(), self.units_at(side, place)))
    }
}
